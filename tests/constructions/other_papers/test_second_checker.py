"""The checker in JavaScript on witnesses against rules of thumb: it agrees with ``recheck``, and
its unsound edits are seen."""

import json
import shutil
from functools import cache

import pytest

from constructions.capacity.rules import recheck
from tests.edited import sweep
from tests.theory.reports.site.implied import IMPLIED
from tests.theory.reports.site.node import CHECKER, batch, edited, needs_node, node
from tests.theory.reports.site.tampering import tampered, twice
from tests.theory.reports.site.unsound_edits import forged
from theory.gate.reading import read

FILE = recheck.Path(recheck.__file__).with_name("witnesses.json")
DATA = read(FILE)
SMALLER = {
    "BC-bound": {"base": 100, "planes": 2, "length": 12, "at": 9, "plane": 1},
    "BC-count": {"base": 5, "planes": 4, "length": 3},
    "BC-fit": {"length": 2, "base": 5, "coefficient": "5", "exponent": "2", "planes": 4},
    "BC-real": {"planes": 2, "at": 9, "measured": 30},
    "BC-table": {"rows": [[2, 9, 5], [2, 9, 8]], "planes": 4},
    "DU-points": {"base": 2, "planes": 4, "length": 13, "amplitude": "3/2", "share": "1/4"},
    "DU-trade": {"base": 16, "planes": 4, "length": 12, "amplitude": "9", "plane": 3},
    "PI-bound": {"planes": 4},
    "PI-sum": {"base": 100, "planes": 2, "at": 3, "length": 9, "times": 1},
    "PM-alias": {"base": 2, "planes": 4, "length": 13, "amplitude": "3/2"},
    "PM-dc": {"base": 2, "planes": 4, "length": 7, "amplitude": "3/2"},
    "PM-precision": {"base": 2**24 + 1, "planes": 4, "length": 5, "amplitude": "5/2"},
    "RF-decay": {"base": 100, "planes": 2, "near": 2, "far": 6},
    "RF-decay-bound": {"base": 100, "planes": 2, "near": 3, "far": 7},
    "RR-rope-highest": {"base": 2, "planes": 4, "amplitude": 10},
    "SL-extra": {"base": 3, "old": 2, "planes": 4, "trained": 7, "length": 9, "amplitude": "3/2"},
    "YN-closer": {"base": 100, "planes": 2, "at": 6},
}
SMALL = {claim: data | SMALLER[claim] for claim, data in DATA.items()}
"""Witnesses of the same form that are judged in a moment, with other numbers than the claims'."""
PRINTED = "need(`${given}` === `${value}`,"


def in_python(claim, data, free=True):
    """Whether ``recheck`` lets it stand; ``free``: with any numbers in place of the claim's."""
    with pytest.MonkeyPatch.context() as patch:
        if free:
            patch.setattr(recheck, "as_printed", lambda claim, data: None)
        try:
            recheck.recheck(claim, data)
        except recheck.Refused:
            return False
        return True


def by_text(check):
    """A check that answers once about the same data."""
    known = cache(lambda text: check(json.loads(text)))
    return lambda data: known(json.dumps(data))


@pytest.fixture(scope="module")
def free(tmp_path_factory):
    """The checker in JavaScript that takes any numbers in place of the claim's."""
    folder = shutil.copytree(CHECKER.parent, tmp_path_factory.mktemp("free") / "checker")
    text = (folder / "rules.js").read_text("utf-8")
    assert text.count(PRINTED) == 1
    (folder / "rules.js").write_text(text.replace(PRINTED, "need(true,"), "utf-8")
    return folder


@needs_node
def test_the_stored_witnesses_are_verified():
    done = node(str(FILE))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(": verified; ") == len(DATA) == len(recheck.CHECKS)


@needs_node
def test_both_agree_on_whatever_was_tampered_with(free):
    asked = []
    for claim, data in SMALL.items():
        assert in_python(claim, data), claim
        pieces = [data, *tampered(data), *twice(data, 11, 10)]
        asked += [(claim, piece) for piece in pieces]
    assert len(asked) > 700
    verdicts = [verified for verified, _ in batch(asked, free / "check.js")]
    both = zip(asked, verdicts, strict=True)
    assert [(*one, verified) for one, verified in both if in_python(*one) != verified] == []
    assert verdicts.count(True) > len(SMALL)


@needs_node
def test_neither_takes_a_number_that_only_the_width_of_its_bounds_decides(free):
    """An amplitude with which one checker's bounds were just narrow enough and the other's not."""
    script = free / "check.js"
    amplitude = f"9403634131260408510867344785133446399670242845417526032397/{10**58}"
    data = SMALL["PM-alias"] | {"amplitude": amplitude}
    taken = batch([("PM-alias", data)], script)[0][0]
    assert (in_python("PM-alias", data), taken) == (False, False)
    larger = SMALL["PM-alias"] | {"amplitude": "9403634132/10000000000"}
    taken = batch([("PM-alias", larger)], script)[0][0]
    assert (in_python("PM-alias", larger), taken) == (True, True)


COARSE = [
    {"base": base, "planes": planes, "length": m, "coefficient": str(10**11), "exponent": "1"}
    for base in range(3, 60, 3)
    for planes in (2, 4, 8)
    for m in (2, 3, 7, 9, 14, 40)
]


@needs_node
def test_few_bits_decide_nothing_wrongly(free):
    """With 3 bits in place of 22 and short blocks the answers are the same; with no doubt left they
    are not."""
    asked = [("BC-fit", SMALL["BC-fit"] | one) for one in COARSE]
    true = [in_python(*one) for one in asked]
    assert 30 < sum(true) < len(true) - 30
    script = free / "rules.js"
    text = script.read_text("utf-8")
    try:
        coarse = text.replace("const SHORT = 22n;", "const SHORT = 3n;")
        coarse = coarse.replace("const LONG_BLOCK = 1024;", "const LONG_BLOCK = 4;")
        script.write_text(coarse, "utf-8")
        assert [one for one, _ in batch(asked, free / "check.js")] == true
        script.write_text(coarse.replace("const doubt = 3 *", "const doubt = 0 *"), "utf-8")
        verdicts = [one for one, _ in batch(asked, free / "check.js")]
        assert any(one and not held for one, held in zip(verdicts, true, strict=True))
    finally:
        script.write_text(text, "utf-8")


OTHERS = [
    ("BC-bound", {"planes": 32, "plane": 31, "at": 725, "length": 725}),
    ("BC-fit", {"coefficient": "999999999999", "length": 2, "base": 2}),
    ("BC-fit", {"exponent": "3", "length": 50, "base": 500}),
    ("BC-fit", {"factor": 1, "length": 16_384, "base": 231_644}),
    ("BC-fit", {"first": 63, "length": 400, "base": 300}),
    ("BC-fit", {"length": 50, "exponent": "3", "base": 500}),
    ("BC-fit", {"planes": 4, "coefficient": "5", "exponent": "2", "length": 2, "base": 5}),
    ("BC-count", {"base": 6_000_000, "length": 2}),
    ("BC-count", {"length": 2}),
    ("BC-count", {"planes": 4, "base": 5, "length": 2}),
    ("BC-count", {"printed": 1, "length": 2}),
    ("BC-real", {"base": 10_000, "at": 1707, "measured": 10_000}),
    ("BC-real", {"factor": 3}),
    ("BC-real", {"measured": 501}),
    ("BC-real", {"planes": 32, "at": 46}),
    ("BC-table", {"first": 63}),
    ("BC-table", {"planes": 128}),
    ("BC-table", {"rows": [[1, 10**12 - 1, 2]]}),
    ("DU-points", {"planes": 4, "base": 2, "length": 13, "amplitude": "3/2"}),
    ("DU-points", {"share": "1/4"}),
    ("DU-trade", {"length": 64}),
    ("DU-trade", {"planes": 4, "base": 16, "length": 12, "amplitude": "9", "plane": 3}),
    ("PI-bound", {"eighths": 9}),
    ("PI-bound", {"planes": 32}),
    ("PI-sum", {"base": 500, "at": 1019}),
    ("PI-sum", {"length": 10**5, "at": 22_297}),
    ("PI-sum", {"planes": 32, "at": 8184}),
    ("PI-sum", {"times": 3, "at": 1893}),
    ("PM-alias", {"planes": 4, "base": 2, "length": 13, "amplitude": "3/2"}),
    ("PM-dc", {"planes": 4, "base": 2, "length": 7, "amplitude": "3/2"}),
    ("PM-precision", {"planes": 4, "base": 2**24 + 1, "length": 5, "amplitude": "5/2"}),
    ("RF-decay", {"base": 100, "near": 41, "far": 44, "times": 1}),
    ("RF-decay", {"first": 1, "near": 1000, "far": 1002, "times": 1}),
    ("RF-decay", {"planes": 2, "near": 2, "far": 6, "times": 1}),
    ("RF-decay-bound", {"base": 100, "near": 32, "far": 33}),
    ("RF-decay-bound", {"first": 32, "near": 1303, "far": 1304}),
    ("RF-decay-bound", {"planes": 4, "near": 3, "far": 4}),
    ("RR-rope-highest", {"planes": 32, "plane": 1}),
    ("SL-extra", {"old": 9999}),
    ("SL-extra", {"planes": 128}),
    ("SL-extra", {"trained": 4000}),
    ("YN-closer", {"first": 1}),
    ("YN-closer", {"planes": 2, "at": 5}),
]
"""What would stand if the first field of each were not the claim's. Without the first plane nothing
bends more than PI-bound's bound: Σ θ_i² over the others is 1/(c^(2/planes) - 1) at most."""


@needs_node
def test_a_witness_against_other_numbers_than_the_claims_is_refused(monkeypatch):
    asked = [(claim, DATA[claim] | other) for claim, other in OTHERS]
    once = {claim: by_text(check) for claim, check in recheck.CHECKS.items()}
    monkeypatch.setattr(recheck, "CHECKS", once)
    assert [one for one in asked if not in_python(*one)] == []
    assert [one for one in asked if in_python(*one, free=False)] == []
    # The numbers are compared last: what is refused so was verified up to there.
    for (_, other), (verified, message) in zip(OTHERS, batch(asked), strict=True):
        assert (verified, "not as printed" in message) == (False, True), other
    printed = {(one, name) for one in DATA for name in recheck.HEADS | recheck.PRINTED.get(one, {})}
    tried = {(claim, next(iter(other))) for claim, other in OTHERS}
    assert printed - tried == {("PI-bound", "first")}


FORGED = [
    (*edit, claim, forged(SMALL[claim], changes))
    for *edit, claim, changes in sweep("theory/reports/site/checker/rules.js")
]
"""(name of the edit, old text, new text, claim, small witness with other values at some places)."""


@needs_node
def test_every_unsound_edit_is_detected(free):
    """Many witnesses are beyond one limit and right otherwise."""
    assert len(FORGED) >= 75
    asked = [
        (("rules.js", old, new), claim, json.dumps(piece)) for _, old, new, claim, piece in FORGED
    ]
    rows = zip(FORGED, edited(asked, free), strict=True)
    assert [row[0] for row, both in rows if both != (False, True)] == []


@pytest.mark.parametrize(("claim", "piece"), [pytest.param(*x[3:], id=x[0]) for x in FORGED])
def test_what_an_edit_accepts_is_refused_in_python(claim, piece):
    assert not in_python(claim, piece)


@needs_node
def test_what_another_condition_implies_lets_no_forgery_through(free):
    pieces = [(claim, json.dumps(piece)) for *_, claim, piece in FORGED]
    edits = [(file, old, new) for file, old, new, _ in IMPLIED if file == "rules.js"]
    asked = [(edit, *one) for edit in edits for one in pieces]
    rows = zip(asked, edited(asked, free), strict=True)
    assert [edit for edit, both in rows if both != (False, False)] == []
