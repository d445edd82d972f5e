"""What texts tell a reader to type is a subcommand of ``rope-claims``, and no ``python -m …``."""

import re
from pathlib import Path

import pytest

from rope_claims.commands import CLAIMS, EXPERIMENTS, FURTHER
from tests.processes import completed

ROOT = Path(__file__).parents[2]
FORM = re.compile(
    r"""-m(["'],)?(?:[\s"'`]|\\n)+((?:empirical|constructions|theory|rope_claims)\b[\w.]*)"""
)
"""A module after ``-m``, on the next line too; the first group is of a list of words alone."""
NAMED = re.compile(r"`rope-claims\s+(?!run\b)([a-z][a-z-]*)|rope-claims\s+(run\s+[a-z][a-z-]*)")
"""A subcommand in a code span, and an experiment anywhere."""
TYPED = {"empirical.validate"}
STARTED = {*TYPED, "rope_claims", "theory.gate.worker", "empirical.models.packages"}
"""What our own code starts."""
OLDER = {
    "empirical/protocol/renamed.py": "the commands of older manifests",
    "empirical/experiments/language/freezing.txt": "a text that was measured as it stands",
}
PLACES = ("*.md", "*.py", "*.txt", "*.html", "Makefile", ".ci/*", ".github/*")


def texts():
    """Each tracked text that a reader may see, by its name."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PLACES]
    done = completed(*words, cwd=ROOT, check=True)
    for name in done.stdout.splitlines():
        if not name.startswith("tests/") and not name.endswith(".json") and name not in OLDER:
            yield name, (ROOT / name).read_text(encoding="utf-8")


def forms(text):
    """The modules that a text names after ``-m`` and may not."""
    for words, module in FORM.findall(text):
        module = module.rstrip(".")
        if module not in (STARTED if words else TYPED):
            yield module


def test_no_text_names_a_module_to_run():
    named = {name: [*forms(text)] for name, text in texts()}
    assert {name: bad for name, bad in named.items() if bad} == {}
    assert {"README.md", "CONTRIBUTING.md", "docs/quickstart.md", "lab/theory.md"} <= named.keys()
    assert {
        ".ci/run",
        ".github/workflows/site.yml",
        "empirical/experiments/law/command.py",
    } <= named.keys()


def commands(text):
    """The commands of ``rope-claims`` that a text names."""
    for one, experiment in NAMED.findall(text):
        yield " ".join((one or experiment).split())


def test_every_command_that_a_text_names_is_there():
    known = {*CLAIMS, *FURTHER, *(f"run {name}" for name in EXPERIMENTS)}
    named = {name: {*commands(text)} for name, text in texts()}
    assert {name: bad for name, some in named.items() if (bad := some - known)} == {}
    assert len({one for some in named.values() for one in some}) > 30


def test_a_command_across_lines_is_recognised():
    text = "by `rope-claims\nrun law`, `rope-claims  check`, rope-claims needs; rope-claims run it"
    assert [*commands(text)] == ["run law", "check", "run it"]


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("run `python -m empirical.law --measure`.", "empirical.law"),
        ("by `python -m\nempirical.law`, then", "empirical.law"),
        (r'" `python -m\nempirical.law`"', "empirical.law"),
        ("Run python -m theory.commands.generated.", "theory.commands.generated"),
        ('"run python -m" " constructions.capacity.grid"', "constructions.capacity.grid"),
        ('[sys.executable, "-m", "theory.commands.cli", "check"]', "theory.commands.cli"),
        ("python -m rope_claims list", "rope_claims"),
        ("python -m empirical.validate.more", "empirical.validate.more"),
    ],
)
def test_a_form_is_recognised(text, module):
    assert [*forms(text)] == [module]


@pytest.mark.parametrize(
    "text",
    [
        "python -m empirical.validate --quick",
        '[sys.executable, "-m", "rope_claims", "run"]',
        "python -m pip install rope-claims",
        "git commit -m theories",
    ],
)
def test_other_words_are_not(text):
    assert [*forms(text)] == []
