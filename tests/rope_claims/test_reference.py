"""docs/reference/ is what the parsers and the public docstrings say."""

import argparse

import pytest

import rope_claims
from rope_claims import reference

PAGES = reference.reference_pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_page_is_as_it_is_generated(path):
    assert path.read_text(encoding="utf-8") == PAGES[path], "run rope-claims generate"


def test_every_public_name_and_every_option_has_its_line():
    commands, python = (PAGES[reference.FOLDER / name] for name in ("commands.md", "python.md"))
    assert all(f"\n## {name}\n" in python for name in rope_claims.__all__)
    for name, parser in reference.parsers().items():
        own = commands.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        shown = [a for a in parser._actions if a.help != argparse.SUPPRESS and a.dest != "help"]
        assert own
        for action in shown:
            assert all(f"`{option}" in own for option in action.option_strings[-1:])
        assert "`--quick`" in own or "empirical.validate" not in parser.prog
    assert "`python -m empirical.validate` is the same command." in commands
