"""check.js and the Python recheckers never disagree, nor on what was tampered with."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.sampled import ROOT, drawn
from tests.theory.reports.site.node import batch, needs_node, node
from tests.theory.reports.site.tampering import changed, tampered, twice
from theory.claims import CLAIMS
from theory.witnesses.recheck import Refused
from theory.witnesses.witness import WITNESSES, checker, homes, witness

pytestmark = needs_node
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
JUDGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("theory/reports/site/checker/*.js"), *WITNESSES.glob("recheck/*.py"))
)


def in_python(claim: str, data: Any) -> tuple[bool, str]:
    """What the Python rechecker says."""
    module = checker(claim)
    try:
        return True, module.recheck(claim, data)
    except Refused as reason:
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
    both = [(*one, in_python(*one), answer) for one, answer in pairs]
    return [row for row in both if row[2][0] != row[3][0]]


def test_every_stored_witness_is_verified():
    asked = [(claim, witness(claim)) for claim in homes()]
    assert len(asked) >= 30
    answers = batch(asked)
    assert [one for one, (verified, _) in zip(asked, answers, strict=True) if not verified] == []
    assert all(len(message) > 20 for _, message in answers)


def test_every_mutant_of_a_witness_is_refused():
    """Those that the claims ship, so that no check here accepts whatever it is given."""
    claims = [claim for claim in CLAIMS if claim.id in homes()]
    made = [(c.id, m.name, m.mutate(witness(c.id))) for c in claims for m in c.mutants]
    edits = [one for one in made if isinstance(one[2], dict)]
    assert {claim for claim, _, _ in edits} == set(homes())
    answers = batch([(claim, data) for claim, _, data in edits])
    passed = zip(edits, answers, strict=True)
    assert [(claim, name) for (claim, name, _), (verified, _) in passed if verified] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_both_agree_on_thousands_of_tampered_witnesses(path):
    asked = [(c, piece) for c in homes() if homes()[c] == path for piece in pieces(c)]
    assert len(asked) > 500
    assert disagreements(drawn(asked, JUDGES)) == []


def edited(claim: str, *edits: tuple[tuple[Any, ...], Any]) -> tuple[str, Any]:
    """A witness with other values at some places."""
    data = witness(claim)
    for path, new in edits:
        data = changed(data, path, new)
    return claim, data


def halves(data: Any) -> Any:
    """A part of A-cor1's witness with halves of a character for the names t and 2 in its keys, and
    in texts that name a token."""
    if isinstance(data, dict):
        return {halves(key): halves(value) for key, value in data.items()}
    named = isinstance(data, str) and data[0] in "st"
    return data.replace("t", "\ud83d").replace("2", "\ude00") if named or data == "2" else data


FIGURE = {"letters": 2, "n": 4, "order": ["Retrieval", "Index"]}


def just_above_the_bound() -> dict[str, Any]:
    """A discrepancy above 2π²/16 by less than 10^-24."""
    cos = -Fraction(6189908924466620020342216, 10**25)
    logits = [cos, 1, cos, 2 * cos**2 - 1]
    recorded = {"logits": list(map(str, logits)), "discrepancy": str(2 - 2 * cos**2)}
    return {"cos": str(cos), "n": 4, "target": 1, **recorded}


def both_on(named: dict[str, tuple[str, Any]]) -> Iterator[tuple[Any, tuple[bool, str]]]:
    """Each (claim, witness) with what the checker in JavaScript says."""
    return zip(named.values(), batch(list(named.values())), strict=True)


ONCE_ACCEPTED = {
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
    "an object for a list, its keys the numbers": edited(
        "B-lemF1-proof", (("display", "logits"), {"-1": "1", "-2/2": "1"})
    ),
    "texts for lists, their letters the numbers": edited(
        "B-lemF1-proof", (("rate", "logits"), ["11", "112"])
    ),
    "an object of logits": edited(
        "B-F22-steps", (("equal left halves", "logits"), {"1": "1", "4/5": "1"})
    ),
    "a text for a query": edited("B-keys-wide", (("query",), "1000")),
    "texts for weights": edited("B-informal-gloss", (("weights",), {"a": "11", "b": "12"})),
    "an object for a row of a placement matrix": edited(
        "B-rem31-pure", (("placement", 0), {"119/169": "1", "12/13": "1"})
    ),
    "a number longer than Python reads": edited("B-irr", (("theta_over_pi",), "2" + "0" * 4400)),
    "a token longer than Python reads": edited(
        "B-num-def", (("shut out", "tokens"), ["A", "1" * 4401, "2"])
    ),
    "halves of one character that meet": edited(
        "A-cor1",
        (("symbols",), "s\ud83d"),
        (("attributes",), "1\ude00"),
        *(((part,), halves(witness("A-cor1")[part])) for part in ("weights", "select")),
    ),
    "angles nearer than roundings": edited(
        "B-fig5A", ((), {"index": f"{10**50 // 20 + 1}/{10**50}", "retrieval": "1/20", **FIGURE})
    ),
}
"""What only one of the two refused when they first met."""


def test_what_one_of_them_once_accepted_is_refused_by_both():
    both = [(in_python(*one)[0], answer[0]) for one, answer in both_on(ONCE_ACCEPTED)]
    assert dict(zip(ONCE_ACCEPTED, both, strict=True)) == dict.fromkeys(
        ONCE_ACCEPTED, (False, False)
    )


ALIKE = {
    "a share written otherwise": edited("A-lem1", (("outputs", 0, "a"), "2/6")),
    "a logit written otherwise": edited("B-rem31-pure", (("placement", 0, 1), "24/26")),
    "nine letters": edited("B-rem32-readings", (("min", "letters"), 9)),
    "the last of 66 keys is picked": edited(
        "B-lemF1-tie",
        (("logits",), ["0"] * 66),
        (("outputs",), [["0", "3"]] * 65 + [["1", "0"]]),
        (("picked",), 65),
    ),
    "hardly above the bound of the circle": ("B-thm32-index", just_above_the_bound()),
}
"""The last two were once accepted by one of them alone."""


def test_what_is_right_is_accepted_by_both_however_it_is_written():
    both = [(in_python(*one)[0], answer[0]) for one, answer in both_on(ALIKE)]
    assert dict(zip(ALIKE, both, strict=True)) == dict.fromkeys(ALIKE, (True, True))


def without_one(folder: Path) -> tuple[Path, str]:
    """A file of witnesses that leaves one of its group out, and that one's claim."""
    every = json.loads(FILES[0].read_text("utf-8"))
    claim = min(every)
    path = folder / "fewer.json"
    path.write_text(json.dumps({k: v for k, v in every.items() if k != claim}), "utf-8")
    return path, claim


def test_a_file_that_leaves_a_witness_out_is_refused(tmp_path):
    """Though the others of its group are verified, and so is another file."""
    path, claim = without_one(tmp_path)
    done = node(str(FILES[-1]), str(path))
    rejected = [line for line in done.stdout.splitlines() if ": verified; " not in line]
    message = f"{claim}: witness rejected; no witness of {claim}"
    assert (done.returncode, rejected) == (1, [message])


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
    "bytes that are no text": ('{"A-lem1": {"own": {"\udcff": "1"}}}', 2),
    "a whole number longer than Python reads": ('{"B-irr": ' + "1" * 4301 + "}", 2),
    "nested too deeply": ("[" * 5000 + "]" * 5000, 2),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_command_refuses(name, tmp_path):
    text, code = TEXTS[name]
    path = tmp_path / "witnesses.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    done = node(str(path))
    assert done.returncode == code
    assert (done.stderr.count("\n"), "verified" in done.stdout) == (int(code == 2), False)


def test_what_is_shown_orders_a_terminal_nothing(tmp_path):
    path = tmp_path / "a\x1b[2Kb\u2028.json"
    path.write_text('{"x\\r\\u001b[2K\\u2028verified": {}}')
    done = node(str(path))
    assert (done.returncode, done.stdout.count("\n"), done.stdout[:-1].isprintable()) == (
        1,
        1,
        True,
    )
    path.write_text("{")
    done = node(str(path))
    assert (done.returncode, done.stderr.count("\n"), done.stderr[:-1].isprintable()) == (
        2,
        1,
        True,
    )


def test_the_command_refuses_wrong_usage(tmp_path):
    for given in ([], ["--help-me"], [str(tmp_path / "none.json")], [str(tmp_path)]):
        done = node(*given)
        assert (done.returncode, done.stderr.count("\n"), done.stdout) == (2, 1, "")
