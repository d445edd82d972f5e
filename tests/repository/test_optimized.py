"""Every command under PYTHONOPTIMIZE=2, which takes docstrings away: works, or says why not."""

import json
import os
import re
from pathlib import Path

import pytest

from rope_claims.commands import EXPERIMENTS, FURTHER
from tests.processes import python

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("theory", "constructions", "empirical", "rope_claims")
ALONE = re.compile(
    r"constructions\..*check_\w+|theory\.witnesses\.recheck\.\w+|constructions\..*recheck|theory"
    r"|theory\.gate\.worker|rope_claims"
)
"""Handed out alone; the worker that answers the gate; what looks at the installed files before the
command line is imported. They share nothing on purpose."""
STARTED = {"empirical.models.packages", "empirical.rerun.verdicts"}
"""Started by our own code alone."""
VALIDATE = "empirical.validate"
COMMANDS = {name: module for name, (module, _) in FURTHER.items()}
COMMANDS |= {f"run {name}": module for name, (module, _) in EXPERIMENTS.items()}


def name(path):
    """What stands after ``python -m``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")


TEXTS = {
    name(path): path.read_text(encoding="utf-8")
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}
MAINS = {one for one, text in TEXTS.items() if '__name__ == "__main__"' in text}
MADE = re.compile(r"^@entry_point\(.*\)\ndef main\(", re.MULTILINE)


def run(*arguments):
    return python(*arguments, cwd=ROOT, env={**os.environ, "PYTHONOPTIMIZE": "2"})


def test_no_module_is_a_command_but_those_that_have_to_be():
    assert {one for one in MAINS if not ALONE.fullmatch(one)} == {VALIDATE, *STARTED}


def test_every_main_is_a_command_of_rope_claims():
    mains = {one for one, text in TEXTS.items() if MADE.search(text)}
    assert mains - STARTED == {"theory.commands.cli", *COMMANDS.values()}
    assert len(mains) > 30


@pytest.mark.parametrize("module", sorted(MAINS))
def test_what_stands_alone_shares_nothing(module):
    shared = re.findall(r"(?:from|import) theory.reports.command", TEXTS[module])
    assert bool(shared) == (not ALONE.fullmatch(module))


HELP = """
import contextlib, io, json, sys
from rope_claims.cli import main

answers = {}
for words in json.loads(sys.argv[1]):
    sys.argv = ["rope-claims", *words.split(), "--help"]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main()
        except SystemExit as end:
            code = end.code
    answers[words] = [code, out.getvalue(), err.getvalue()]
print(json.dumps(answers))
"""
"""Asks every command for its help, in one process."""


@pytest.fixture(scope="module")
def answers():
    """Exit code, output and errors of each command."""
    done = run("-c", HELP, json.dumps([*COMMANDS]))
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_works_or_refuses_in_a_line(answers, words):
    code, out, err = answers[words]
    if COMMANDS[words].startswith("empirical."):
        assert (code, out) == (2, "")
        assert re.fullmatch(r"rope-claims: error: [^\n]+; run it without\n", err)
    else:
        assert (code, err) == (0, "")
        assert f"usage: rope-claims {words}" in out


def test_the_command_line_works():
    for arguments in (["list"], ["show", "A-thm1"], ["check", "B-num-comp-printed-fix", "--help"]):
        done = run("-m", "rope_claims", *arguments)
        assert (done.returncode, done.stderr) == (0, "")


def test_files_of_the_standard_library_alone_work():
    certificate = "constructions/certificates/index-paper-a-start-16.json"
    done = run("constructions/check_certificate.py", certificate)
    assert done.returncode in (0, 3)
    assert done.stderr == ""
    done = run("proofs/audit.py", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Audits the Coq proofs" in done.stdout
