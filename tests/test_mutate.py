"""Mutation testing itself: what mutants are, and that each edit made by hand can still be made."""

import ast
import re
from pathlib import Path

import pytest

from tests.edited import EDITS, installed, listed, sweep, unfit
from tests.mutants import mutants

ROOT = EDITS.parents[1]
EDITED = sorted(EDITS.rglob("*.json"))
SOURCE = '''
"""What it is for."""
LIMIT: int = 3

def grows(x: int, most=LIMIT) -> bool:
    """Is it small?"""
    if x < most and x != 0:
        return not x > 1
    return any(y for y in [x][1:] if y)
'''


def test_every_change_is_one_change():
    sources = {each.name: ast.unparse(each.tree()) for each in mutants(SOURCE)}
    assert len({*sources.values()}) == len(sources)
    assert "grows: x < most → x <= most" in sources
    assert "grows: x < most and x != 0 → x < most or x != 0" in sources
    assert "grows: if x < most and x != 0 → if True" in sources
    assert "grows: any → all" in sources
    assert ": 3 → 4" in sources
    assert {"Is it small?", "What it is for."} <= {
        ast.get_docstring(x)
        for each in mutants(SOURCE)
        for x in ast.walk(each.tree())
        if isinstance(x, ast.Module | ast.FunctionDef)
    }


def test_a_mutant_runs_where_the_function_is_held():
    from tests import mutants as module

    held = module.shown
    node = ast.parse("if a: b").body[0]
    changed = ast.parse(Path(module.__file__).read_text("utf-8").replace('"if {', '"IF {'))
    with installed("tests.mutants", changed):
        assert held(node) == "IF a"
    assert held(node) == "if a"


def meaning(source, python):
    """Of a text that was edited, without what changes nothing: spaces, and statements that do
    nothing."""
    if not python:
        return " ".join(source.split())
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [one for one in body if not isinstance(one, ast.Pass)]
    return ast.dump(tree)


def statements(source):
    """The top-level statements, as text."""
    lines = source.splitlines(keepends=True)
    body = ast.parse(source).body
    return ["".join(lines[part.lineno - 1 : part.end_lineno]) for part in body]


def test_an_edit_that_cannot_be_made_is_named():
    """One whose old text stands twice, and one whose text is not there."""
    edits = [["twice", "a", "x"], ["once", "b", "x"], ["nowhere", "c", "x"]]
    assert unfit("aab", edits) == ["twice", "nowhere"]


@pytest.mark.parametrize("file", EDITED, ids=lambda file: file.stem)
def test_edits_can_be_made_and_each_once(file):
    edited = ROOT / file.relative_to(EDITS)
    python = edited.with_suffix(".py").is_file()
    source = edited.with_suffix(".py" if python else ".js").read_text("utf-8")
    edits = listed(file)
    assert unfit(source, edits) == []
    assert len({what for what, *_ in edits}) == len(edits) >= (5 if python else 2)
    parts = statements(source) if python else []
    made = {}
    for what, old, new, *by in edits:
        part = next((part for part in parts if old in part), source)
        after = meaning(part.replace(old, new), python)
        assert after != meaning(part, python)
        made.setdefault((part, after), []).append((by[:1], what))
    twice = [rows for rows in made.values() if len({str(by) for by, _ in rows if by}) < len(rows)]
    assert [rows for rows in twice if len(rows) > 1] == []


def test_the_laboratory_notes_count_the_edits_that_there_are():
    from tests.theory.reports.site.unsound_edits import CERTIFICATES, ENCLOSURES, WITNESSES

    checker = sweep("constructions/check_certificate.py")
    counts = {
        "constructions.md": [f"{len(checker)} of them name what notices them"],
        "theory.md": [
            f"what is stated | {len(CERTIFICATES)} | {len(CERTIFICATES)} |",
            f"what they enclose | {len(ENCLOSURES)} |",
            f"| witnesses | {len(WITNESSES)} |",
        ],
    }
    for name, told in counts.items():
        text = (ROOT / "lab" / name).read_text("utf-8")
        assert [one for one in told if one not in text] == [], name
    rows = re.findall(
        r"^\| `(empirical/\S+)\.py` \| (\d+) ", (ROOT / "lab/empirical.md").read_text(), re.M
    )
    assert rows
    for file, count in rows:
        assert len(listed(file)) == int(count), file
