"""check.js and the Python recheckers never disagree, nor on what was tampered with."""

import json
from random import Random
from typing import Any

import pytest

from tests.theory.reports.site.node import batch, needs_node, node
from tests.theory.reports.site.tampering import changed, tampered, twice
from theory.witnesses.witness import WITNESSES, checker, homes, witness

MOST = {
    "B-must": 30,
    "B-thm32-retr-min": 60,
    "B-rem31-retr": 150,
    "B-F23-retr": 60,
    "B-rem31-index-score": 50,
    "B-fig5A": 5,
}
"""How many tampered pieces are drawn where each takes long."""
FILES = sorted(WITNESSES.glob("*.json"))


def in_python(claim: str, data: Any) -> tuple[bool, str]:
    """What the Python rechecker says."""
    module = checker(claim)
    try:
        return True, module.recheck(claim, data)
    except module.Refused as reason:
        return False, str(reason)


def pieces(claim: str) -> list[Any]:
    """The witness, its tampered copies, and copies with two changes."""
    data, random = witness(claim), Random(7)
    once = tampered(data)
    drawn = random.sample(once, min(len(once), MOST.get(claim, len(once))))
    return [data, *drawn, *twice(data, 11, 10)]


def disagreements(asked: list[tuple[str, Any]]) -> list[Any]:
    """Where one accepts what the other refuses."""
    pairs = zip(asked, batch(asked), strict=True)
    both = [(*one, in_python(*one), found) for one, found in pairs]
    return [row for row in both if row[2][0] != row[3][0]]


@needs_node
def test_every_stored_witness_is_verified():
    asked = [(claim, witness(claim)) for claim in homes()]
    assert len(asked) >= 30
    found = batch(asked)
    assert [one for one, (verified, _) in zip(asked, found, strict=True) if not verified] == []
    assert all(len(said) > 20 for _, said in found)


@needs_node
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_agree_on_thousands_of_tampered_witnesses(path):
    asked = [(c, piece) for c in homes() if homes()[c] == path for piece in pieces(c)]
    assert len(asked) > 500
    assert disagreements(asked) == []


def edited(claim: str, *edits: tuple[tuple[Any, ...], Any]) -> tuple[str, Any]:
    """A witness with other values at some places."""
    data = witness(claim)
    for path, new in edits:
        data = changed(data, path, new)
    return claim, data


FOUND = {
    "a curve that is flat, rises and falls is an inverse U": edited(
        "A-thm7",
        (
            ("retrieval",),
            {"cos": "-1/2", "keys": 4, "phase": 3, "floor": "-1", "rises": [0, 1, -1]},
        ),
    ),
    "a weight that no query of the input uses": edited(
        "A-lem1",
        (("own",), {"a": "2", "b": "2", "c": "free"}),
        (("weights",), {q: dict.fromkeys("abc", "1") | {q: "2"} for q in "abc"}),
    ),
    "no number with the value 0": edited("B-rem31-pure", (("input",), ["A1", "B0", "BA"])),
    "letters that are digits": edited(
        "B-rem31-pure", (("letters",), "AB1"[1:]), (("input",), ["B1", "11", "1B"])
    ),
    "more letters than the alphabet has": edited("B-rem32-readings", (("min", "letters"), 27)),
    "Listing 1 copies a letter–integer token too": edited(
        "B-listing",
        (("letter", "tokens"), ["A1", "BA"]),
        (("letter", "hops"), 1),
        (("letter", "listing"), ["BA"]),
    ),
    "letters that are no letters of the papers": edited(
        "B-rem31-index-score", (("letters",), "aß")
    ),
}
"""What only one of the two refused when they first met."""


@needs_node
@pytest.mark.parametrize("name", FOUND)
def test_what_one_of_them_once_accepted_is_refused_by_both(name):
    assert not in_python(*FOUND[name])[0]
    assert not batch([FOUND[name]])[0][0]


ALIKE = {
    "a share written otherwise": edited("A-lem1", (("outputs", 0, "a"), "2/6")),
    "a logit written otherwise": edited("B-rem31-pure", (("placement", 0, 1), "24/26")),
    "nine letters": edited("B-rem32-readings", (("min", "letters"), 9)),
}


@needs_node
@pytest.mark.parametrize("name", ALIKE)
def test_the_same_numbers_written_otherwise_are_accepted_by_both(name):
    assert in_python(*ALIKE[name])[0]
    assert batch([ALIKE[name]])[0][0]


@needs_node
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_command_verifies_a_file_of_witnesses(path):
    done = node(str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(": verified; ") == len(json.loads(path.read_text(encoding="utf-8")))


TEXTS = {
    "a witness is missing": ('{"A-thm7": {}}', 1),
    "an unknown claim": ('{"Z-none": {}}', 1),
    "a prototype's name": ('{"constructor": {}, "__proto__": {}}', 1),
    "no witness": ("{}", 1),
    "a key twice": ('{"B-irr": {}, "B-irr": {}}', 2),
    "a key twice, one of them escaped": ('{"B-irr": {"n": 3, "\\u006e": 3}}', 2),
    "no JSON": ("{'B-irr': 1}", 2),
    "a list": ("[]", 2),
    "two values": ("{} {}", 2),
    "a comma too many": ('{"B-irr": {},}', 2),
    "a number with a zero in front": ('{"B-irr": 01}', 2),
    "a comment": ("{} // none", 2),
    "nothing": ("", 2),
    "nested too deeply": ("[" * 5000 + "]" * 5000, 2),
}


@needs_node
@pytest.mark.parametrize("name", TEXTS)
def test_the_command_refuses(name, tmp_path):
    text, code = TEXTS[name]
    path = tmp_path / "witnesses.json"
    path.write_text(text, encoding="utf-8")
    done = node(str(path))
    assert done.returncode == code
    assert (done.stderr.count("\n"), "verified" in done.stdout) == (int(code == 2), False)


@needs_node
def test_the_command_refuses_wrong_usage(tmp_path):
    for given in ([], ["--help-me"], [str(tmp_path / "none.json")], [str(tmp_path)]):
        done = node(*given)
        assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")
