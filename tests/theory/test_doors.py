"""Every door under PYTHONOPTIMIZE=2, which takes docstrings away: works, or says so in a line."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("theory", "constructions", "empirical")
ALONE = re.compile(
    r"constructions\..*check_\w+|theory\.witnesses\.recheck\.\w+|constructions\..*recheck|theory"
    r"|theory\.gate\.worker"
)
"""Handed out alone; the worker that answers the gate; what looks at the installed files before the
command line is imported. They share nothing on purpose."""


def name(path):
    """What stands after ``python -m``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")


TEXTS = {
    name(path): path.read_text(encoding="utf-8")
    for floor in FLOORS
    for path in sorted((ROOT / floor).rglob("*.py"))
}
MAINS = sorted(one for one, text in TEXTS.items() if '__name__ == "__main__"' in text)
APART = {one for one in MAINS if ALONE.fullmatch(one)}
MODULES = [one for one in MAINS if "Parser(" in TEXTS[one]]
READMES = [ROOT / "README.md", *(p for floor in FLOORS for p in (ROOT / floor).rglob("README.md"))]


def run(*arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONOPTIMIZE": "2"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_doors_are_those_of_the_readmes():
    text = "\n".join(path.read_text(encoding="utf-8") for path in READMES)
    named = set(re.findall(r"python -m ((?:theory|constructions|empirical)[.\w]*\w)", text))
    assert named <= set(MAINS) - APART
    assert len(named) > 10


@pytest.mark.parametrize("module", MAINS)
def test_every_door_is_a_command_or_stands_apart(module):
    made = re.findall(r"^@command\(.*\)\ndef main\(", TEXTS[module], re.MULTILINE)
    assert len(made) == (module not in APART)
    shared = re.findall(r"(?:from|import) theory.reports.command", TEXTS[module])
    assert bool(shared) == (module not in APART)


@pytest.mark.parametrize("module", [m for m in MODULES if not m.startswith("empirical.")])
def test_doors_that_work(module):
    done = run("-m", module, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage:" in done.stdout


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("empirical.")])
def test_doors_that_refuse(module):
    done = run("-m", module)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"empirical: error: [^\n]+; run it without\n", done.stderr)


def test_the_command_line_works():
    for arguments in (["list"], ["show", "A-thm1"], ["check", "B-num-comp-printed-fix", "--help"]):
        done = run("-m", "theory.cli", *arguments)
        assert (done.returncode, done.stderr) == (0, "")


def test_files_of_the_standard_library_alone_work():
    certificate = "constructions/certificates/index-paper-a-start-16.json"
    done = run("constructions/check_certificate.py", certificate)
    assert done.returncode in (0, 3)
    assert done.stderr == ""
    done = run("proofs/audit.py", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Audits the Coq proofs" in done.stdout
