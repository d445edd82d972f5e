"""The notebooks of examples/ run from top to bottom, and their last cells answer."""

import ast
import json

import pytest
from matplotlib.figure import Figure

from tests.empirical.talkers import talker
from theory import paths

NOTEBOOKS = sorted((paths.CHECKOUT / "examples").glob("*.ipynb"))
SHOWS = {"heads": 7, "capacity": 4}
"""How many cells end with something to show."""


def cells(path):
    """The code of each code cell."""
    listed = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(one["source"]) for one in listed if one["cell_type"] == "code"]


def run(code, names):
    """Run a cell as a notebook does; the value of its last line, if that is an expression."""
    body = ast.parse(code).body
    last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return None if last is None else eval(compile(last, "cell", "eval"), names)


SMOLLM2 = '"smollm2-135m-instruct"'


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    """With a tiny model in place of SmolLM2."""
    tiny = repr(str(talker(tmp_path / "tiny", "llama")))
    codes, names = cells(path), {}
    assert sum(code.count(SMOLLM2) for code in codes) == (path.stem == "heads")
    shown = [run(code.replace(SMOLLM2, tiny), names) for code in codes]
    shown = [value for value in shown if value is not None]
    assert len(shown) >= SHOWS[path.stem]
    for value in shown:
        form = "_repr_svg_" if isinstance(value, Figure) else "_repr_html_"
        assert getattr(value, form, value.__repr__)()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_holds_no_outputs(path):
    """Stored outputs would be of another run than the test's."""
    for one in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not one.get("outputs")
        assert one.get("execution_count") is None


def test_there_are_two_notebooks():
    assert {path.stem for path in NOTEBOOKS} == set(SHOWS)
