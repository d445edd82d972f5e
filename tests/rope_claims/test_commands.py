"""One command: each subcommand and experiment has a ``main``; ``--help`` lists them by group."""

import sys

import pytest

from rope_claims import cli
from rope_claims.commands import EXPERIMENTS, FURTHER, GROUPS
from tests.processes import python

WANTED = """list show check errata site validate heads capacity certificate train run redraw rerun
criteria architectures doctor new-paper pin compare recheck recheck-heads generate"""

EVERY = [*FURTHER, *(f"run {name}" for name in EXPERIMENTS)]


def typed(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["rope-claims", *words])
    try:
        return cli.main()
    except SystemExit as ended:
        return ended.code or 0


def test_help_lists_every_subcommand_by_what_people_want(monkeypatch, capsys):
    assert typed(monkeypatch, "--help") == 0
    out = capsys.readouterr().out
    lines = [line.split()[0] for line in out.splitlines() if line.startswith("  ") and line.split()]
    assert set(WANTED.split()) <= set(lines)
    assert all(f"\n{group}:\n" in out for group in GROUPS)


@pytest.mark.parametrize("name", [n for n in EVERY if n != "validate"])
def test_help_of_a_subcommand_names_it(monkeypatch, capsys, name):
    assert typed(monkeypatch, *name.split(), "--help") == 0
    assert f"usage: rope-claims {name}" in capsys.readouterr().out


def test_an_experiment_that_is_none_is_refused(monkeypatch, capsys):
    assert typed(monkeypatch, "run", "nothing") == 2
    assert "'nothing' is no experiment" in capsys.readouterr().err
    assert typed(monkeypatch, "run", "lenghts") == 2
    assert "did you mean lengths" in capsys.readouterr().err
    assert typed(monkeypatch, "valdate") == 2
    assert "did you mean validate" in capsys.readouterr().err
    assert typed(monkeypatch, "run", "--help") == 0
    assert "released" in capsys.readouterr().out


def test_help_does_not_import_torch():
    """Importing it takes seconds, on a slow machine twenty. Some experiments do."""
    light = ["", "run", *(n for n in EVERY if not n.startswith("run ") and n != "recheck-heads")]
    code = f"""import sys
from rope_claims.cli import main
for name in {light}:
    sys.argv = ["rope-claims", *name.split(), "--help"]
    try:
        main()
    except SystemExit:
        pass
    if "torch" in sys.modules:
        sys.exit(name)"""
    done = python("-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("usage: ") >= len(light)
