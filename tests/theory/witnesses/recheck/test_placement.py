"""The standalone rechecker, in its own process: witnesses stand, tampering is refused."""

import ast
import importlib
import json
import sys
from pathlib import Path

import pytest

from tests.processes import python
from tests.sampled import ROOT, drawn
from tests.theory.reports.site.tampering import changed, leaves
from tests.theory.witnesses.recheck.refusals import hold_refused
from theory.claims import CLAIMS
from theory.ledger import Verdict
from theory.witnesses.recheck import Refused
from theory.witnesses.recheck import placement as recheck
from theory.witnesses.witness import WITNESSES

SCRIPT = Path(recheck.__file__)
SCRIPTS = sorted(path for path in SCRIPT.parent.glob("*.py") if path.stem != "__init__")


def run(*arguments, script=SCRIPT):
    """A script as a user runs it, with nothing of this package importable and without asserts."""
    return python("-I", "-O", script, *arguments, cwd="/")


def file_of(script):
    """A script's own file of witnesses."""
    return WITNESSES / f"{script.stem}.json"


def module_of(script):
    """A script as a module."""
    return importlib.import_module(f"theory.witnesses.recheck.{script.stem}")


def stored(script):
    """The ids of a script's own file of witnesses."""
    return sorted(json.loads(file_of(script).read_text(encoding="utf-8")))


def test_every_refutation_has_a_witness_and_a_check():
    refuted = sorted(c.id for c in CLAIMS if c.expected is Verdict.REFUTED)
    assert sorted(one for script in SCRIPTS for one in stored(script)) == refuted
    for script in SCRIPTS:
        checks = module_of(script).CHECKS
        assert sorted(checks) == stored(script)


SHARED = SCRIPT.with_name("__init__.py")


@pytest.mark.parametrize("script", [*SCRIPTS, SHARED], ids=lambda path: path.stem)
def test_it_imports_the_standard_library_and_what_all_of_them_share(script):
    tree = ast.parse(script.read_text(encoding="utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.level, node.module) != (1, None):
            assert node.level == 0
            names.add(node.module.split(".")[0])
    assert names <= sys.stdlib_module_names


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_witness_stands(script):
    """With asserts too: a test of ``show`` runs the commands that it prints."""
    done = run(script=script)
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == stored(script)
    assert "REFUSED" not in done.stdout


TAMPERED = {
    "A-def-both": {
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
        "identity": ({"permutation": [0, 1, 2]}, "the identity moves no place"),
        "booleans": ({"permutation": [True, False, 2]}, "False is not exact"),
        "cosines": ({"squared_cosines": ["8/9", "7/9"]}, "squared cosines are"),
        "a swap below 1": (
            {"weights": [["1", "2", "1"], ["1", "1", "1"], ["1", "1", "1"]]},
            "swap cosine is below 1",
        ),
        "one key": ({"weights": [["1"]], "permutation": [0]}, "no swap"),
    },
    "A-swaps-block": {
        "tokens": ({"block": 1}, "a block swap changes"),
        "uneven": ({"block": 3}, "not equal"),
        "zero": ({"block": 0}, "not equal"),
        "boolean": ({"block": True}, "True is not exact"),
        "block move": ({"permutation": [2, 3, 0, 1]}, "no δ_pos"),
        "no permutation": ({"permutation": [0, 1]}, "not a permutation"),
        "constant": ({"logits": [["0"] * 4] * 4}, "no δ_pos"),
    },
    "S-two-sided-pure": {
        "half": ({"exponents": [["1/2", "0"], ["0", "0"]]}, "no integer"),
        "huge": ({"exponents": [["1000", "0"], ["0", "0"]]}, "no integer"),
        "three keys": ({"exponents": [["0"] * 3] * 3}, "one swap"),
        "cosines": ({"squared_cosines": ["1", "1"]}, "squared cosines are"),
        "level": ({"level": "1/2"}, "neither 1/10 nor 1/20"),
        "variance": ({"variance": "19/2"}, "the variance is 9"),
        "bound": ({"half_bound": "9"}, "half the bound is 19/2"),
        "neither low": (
            {"exponents": [["1", "0"], ["2", "-1"]], "squared_cosines": ["1", "64/289"]},
            "no score is low",
        ),
        "neither high": (
            {"exponents": [["0", "-3"], ["3", "0"]], "squared_cosines": ["4225/8194"] * 2},
            "no score is high",
        ),
        "symbolic": (
            {
                "exponents": [["3", "3"], ["-3", "-3"]],
                "squared_cosines": ["16384/16785409", "1"],
                "half_bound": "9",
            },
            "the variance is half the bound",
        ),
    },
}
PARTS = {
    "positional": ("characterises", {"weights": [["1", "2"], ["1", "2"]]}, "below 1"),
    "one key": ("characterises", {"weights": [["1"]]}, "no swap"),
    "unequal": ("uniform", {"weights": [["1", "2"], ["1", "1"]]}, "below 1"),
    "attention": ("uniform", {"attention": ["1/2", "1/4", "1/4"]}, "attention is"),
    "level": ("high", {"level": "1/2"}, "level"),
    "cosines": ("high", {"squared_cosines": ["1", "1"]}, "squared cosines are"),
    "three keys": ("high", {"weights": [["1"] * 3] * 3, "attention": ["1/4"] * 4}, "one swap"),
}


@pytest.mark.parametrize(
    ("claim", "name"), [(claim, name) for claim, edits in TAMPERED.items() for name in edits]
)
def test_tampering_is_refused_for_the_right_reason(claim, name):
    edit, reason = TAMPERED[claim][name]
    hold_refused(claim, lambda data: data.update(edit), reason)


@pytest.mark.parametrize("name", PARTS)
def test_tampering_with_a_part_is_refused_for_the_right_reason(name):
    part, edit, reason = PARTS[name]
    hold_refused("A-score", lambda data: data[part].update(edit), reason)


EVERY = [(script, claim) for script in SCRIPTS for claim in stored(script)]
EQUAL = {
    "4.0 for 4": float,
    "true for 1": lambda old: True if old == 1 else False if old == 0 else None,
}
STRANGE = (None, True, 0.5, "x", "", "1/0", "9" * 5000, [], {}, [[]], [["a"]], {"a": 1}, -1, 10**30)


def loaded(script):
    """A script as a module, and its witnesses."""
    return module_of(script), json.loads(file_of(script).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("script", "claim"), EVERY, ids=lambda x: getattr(x, "stem", x))
def test_what_only_equals_a_whole_number_is_not_exact(script, claim):
    module, data = loaded(script)
    for path, value in leaves(data[claim]):
        for equal in EQUAL.values() if type(value) is int else ():
            with pytest.raises(Refused, match="is not exact"):
                module.recheck(claim, changed(data[claim], path, equal(value)))


@pytest.mark.parametrize(("script", "claim"), EVERY, ids=lambda x: getattr(x, "stem", x))
def test_whatever_stands_in_a_field_is_refused_or_stands(script, claim):
    """Another exception would be a traceback on a stranger's file."""
    module, data = loaded(script)
    refused = 0
    every = list(enumerate(path for path, _ in leaves(data[claim]) if path))
    for n, path in drawn(every, [one.relative_to(ROOT).as_posix() for one in (script, SHARED)]):
        for k in (n, 5 * n + 7):
            value = STRANGE[k % len(STRANGE)]
            try:
                module.recheck(claim, changed(data[claim], path, value))
            except Refused:
                refused += 1
    assert refused


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_file_with_a_key_twice_or_nested_without_end_is_no_file(script, tmp_path):
    path = tmp_path / "w.json"
    text = file_of(script).read_text()
    first = stored(script)[0]
    path.write_text(f'{{"{first}": {{}}, ' + text.lstrip()[1:])
    done = run(path, script=script)
    assert (done.returncode, done.stdout) == (2, "")
    assert "a key stands there twice" in done.stderr
    assert done.stderr.count("\n") == 1
    path.write_text("[" * 99999 + "]" * 99999)
    done = run(path, script=script)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_name_in_a_file_gives_no_orders(script, tmp_path):
    path = tmp_path / "w.json"
    path.write_text(json.dumps({"\x1b[2J\nA-score: stands; ": {}}))
    done = run(path, script=script)
    assert done.returncode == 1
    assert all(line.isprintable() for line in done.stdout.split("\n"))
    assert not any(line.startswith("A-score: stands") for line in done.stdout.splitlines())


@pytest.mark.parametrize(("script", "claim"), EVERY, ids=lambda x: getattr(x, "stem", x))
def test_every_field_is_needed(script, claim):
    module, data = loaded(script)
    for field in data[claim]:
        left = {key: value for key, value in data[claim].items() if key != field}
        with pytest.raises(Refused, match="fields are not"):
            module.recheck(claim, left)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_missing_or_unknown_witness_and_a_broken_file_are_told(script, tmp_path):
    _, data = loaded(script)
    missing, other, *_ = sorted(data)
    path = tmp_path / "witnesses.json"
    path.write_text(json.dumps({"A-new": {}, other: data[other]}))
    done = run(path, script=script)
    assert done.returncode == 1
    assert f"{missing}: REFUSED; no witness" in done.stdout
    assert f"{other}: stands; " in done.stdout
    assert "A-new: REFUSED; no check" in done.stdout
    path.write_text(json.dumps(data)[:-20])
    assert run(path, script=script).returncode == 2
    assert run(tmp_path / "none.json", script=script).returncode == 2
    path.write_text("[]")
    assert run(path, script=script).returncode == 1
