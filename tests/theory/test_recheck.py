"""The standalone rechecker, in its own process: witnesses stand, tampering is refused."""

import ast
import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

from theory import recheck
from theory.witness import WITNESSES

SCRIPT = Path(recheck.__file__)
DATA = json.loads(WITNESSES.read_text(encoding="utf-8"))
CHECKED = sorted(recheck.CHECKS)


def run(*arguments, optimise=False):
    """The script as a user runs it, with nothing of this package importable."""
    flags = ["-I", "-O"] if optimise else ["-I"]
    command = [sys.executable, *flags, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")


def test_every_witness_has_a_check():
    assert sorted(DATA) == CHECKED


def test_it_imports_the_standard_library_alone():
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    assert names <= sys.stdlib_module_names


@pytest.mark.parametrize("optimise", [False, True])
def test_every_witness_stands(optimise):
    done = run(optimise=optimise)
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == CHECKED
    assert "REFUSED" not in done.stdout


TAMPERED = {
    "A-def-both": {
        "uniform": ({"own": "1", "attention": ["1/2", "1/2"]}, "attention is uniform"),
        "attention": ({"attention": ["1/2", "1/2"]}, "attention is 1/3, 2/3"),
        "negative": ({"weights": [["-1"]]}, "not positive"),
        "own negative": ({"own": "-3"}, "not positive"),
        "float": ({"own": 2.0}, "not exact"),
        "decimal": ({"own": "2.0"}, "not exact"),
        "extra": ({"note": "trust me"}, "fields are not"),
        "ragged": ({"weights": [["1", "1"]]}, "not square"),
        "empty": ({"weights": []}, "no matrix"),
        "not positional": (
            {"weights": [["1", "1"], ["3", "1"]], "attention": ["1/4", "1/4", "1/2"]},
            "not positional",
        ),
        "not symbolic": (
            {"weights": [["1", "2"], ["1", "2"]], "attention": ["1/5", "2/5", "2/5"]},
            "not symbolic",
        ),
    },
    "A-swaps-score": {
        "a swap": ({"permutation": [1, 0, 2], "squared_cosines": ["1", "1"]}, "cosine is 1"),
        "no permutation": ({"permutation": [1, 1, 0]}, "not a permutation"),
        "booleans": ({"permutation": [True, False, 2]}, "no permutation"),
        "cosines": ({"squared_cosines": ["8/9", "7/9"]}, "squared cosines are"),
        "a swap below 1": (
            {"weights": [["1", "2", "1"], ["1", "1", "1"], ["1", "1", "1"]]},
            "swap cosine is below 1",
        ),
        "one key": ({"weights": [["1"]], "permutation": [0]}, "no swap"),
    },
    "A-swaps-block": {
        "one block": ({"block": 4}, "fewer than two blocks"),
        "tokens": ({"block": 1}, "a block swap changes"),
        "uneven": ({"block": 3}, "not equal"),
        "zero": ({"block": 0}, "not equal"),
        "boolean": ({"block": True}, "not equal"),
        "block move": ({"permutation": [2, 3, 0, 1]}, "no δ_pos"),
        "no permutation": ({"permutation": [0, 1]}, "not a permutation"),
        "constant": ({"logits": [["0"] * 4] * 4}, "no δ_pos"),
    },
}
PARTS = {
    "positional": ("characterises", {"weights": [["1", "2"], ["1", "2"]]}, "below 1"),
    "constant": ("characterises", {"weights": [["1", "1"], ["1", "1"]]}, "positional"),
    "one key": ("characterises", {"weights": [["1"]]}, "no swap"),
    "own key": ("uniform", {"own": "1", "attention": ["1/3"] * 3}, "is uniform"),
    "unequal": ("uniform", {"weights": [["1", "2"], ["1", "1"]]}, "below 1"),
    "attention": ("uniform", {"attention": ["1/2", "1/4", "1/4"]}, "attention is"),
    "level": ("high", {"level": "1/2"}, "level"),
    "cosines": ("high", {"squared_cosines": ["1", "1"]}, "squared cosines are"),
    "low": (
        "high",
        {
            "weights": [["3", "1"], ["1", "1"]],
            "attention": ["3/5", "1/5", "1/5"],
            "squared_cosines": ["4/5", "4/5"],
        },
        "below the level",
    ),
    "equal keys": (
        "high",
        {
            "weights": [["1", "1"], ["1", "1"]],
            "attention": ["1/3"] * 3,
            "squared_cosines": ["1", "1"],
        },
        "uniform attention",
    ),
    "three keys": (
        "high",
        {"weights": [["1"] * 3] * 3, "attention": ["1/4"] * 4},
        "one swap",
    ),
}


def refusal(claim, data):
    """Why the rechecker refuses the data."""
    with pytest.raises(recheck.Refused) as caught:
        recheck.recheck(claim, data)
    return str(caught.value).replace("'", "").replace("[", "").replace("]", "")


@pytest.mark.parametrize(
    ("claim", "name"), [(claim, name) for claim, edits in TAMPERED.items() for name in edits]
)
def test_tampering_is_refused_for_the_right_reason(claim, name):
    edit, reason = TAMPERED[claim][name]
    assert reason in refusal(claim, DATA[claim] | edit)


@pytest.mark.parametrize("name", PARTS)
def test_tampering_with_a_part_is_refused_for_the_right_reason(name):
    part, edit, reason = PARTS[name]
    data = copy.deepcopy(DATA["A-score"])
    data[part] |= edit
    assert reason in refusal("A-score", data)


@pytest.mark.parametrize("claim", DATA)
def test_every_field_is_needed(claim):
    for field in DATA[claim]:
        left = {key: value for key, value in DATA[claim].items() if key != field}
        assert "fields are not" in refusal(claim, left)


def test_a_missing_or_unknown_witness_and_a_broken_file_are_told(tmp_path):
    path = tmp_path / "witnesses.json"
    path.write_text(json.dumps({"A-new": {}} | {k: DATA[k] for k in CHECKED[1:]}))
    done = run(path)
    assert done.returncode == 1
    assert f"{CHECKED[0]}: REFUSED; no witness" in done.stdout
    assert "A-new: REFUSED; no check" in done.stdout
    path.write_text(json.dumps(DATA)[:-20])
    assert run(path).returncode == 2
    assert run(tmp_path / "none.json").returncode == 2
    path.write_text("[]")
    assert run(path).returncode == 1
