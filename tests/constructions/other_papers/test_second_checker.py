# ruff: noqa: E501
"""The checker in JavaScript on witnesses against rules of thumb: it agrees with ``recheck``, and its
unsound edits are seen."""

import json
import shutil
from functools import cache

import pytest

from constructions.capacity.rules import recheck
from tests.theory.reports.site.implied import IMPLIED
from tests.theory.reports.site.node import CHECKER, batch, edited, needs_node, node
from tests.theory.reports.site.tampering import changed, tampered, twice
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
    ("a base above 10^12", '2, 10 ** 12, "', '2, 10 ** 15, "', "RR-rope-highest", {"base": 10**12 + 1, "planes": 64, "plane": 11, "positions": 711, "amplitude": 100_000, "most": 100_000}),
    ("512 planes", "planesGiven, 1, 256,", "planesGiven, 1, 999,", "RR-rope-highest", {"planes": 512, "plane": 256}),
    ("a distance beyond a million", '1, 10 ** 6, "far', '1, 10 ** 9, "far', "RF-decay", {"far": 1_000_032, "times": 1}),
    ("a hundred and one times", "const times = whole(given, 1, 100,", "const times = whole(given, 1, 999,", "RF-decay", {"near": 60, "far": 377, "times": 101}),
    ("plane 0 with more than 10^5", "greatest, 0, 10 ** 5", "greatest, 0, 10 ** 9", "RR-rope-highest", {"base": 15_625, "planes": 2, "plane": 1, "positions": 711, "amplitude": 100_000, "most": 100_001}),
    ("an amplitude above that of plane 0", "height, 0, greatest", "height, 0, 10 ** 5", "RR-rope-highest", {"amplitude": 22}),
    ("a printed base above 10^12", '1, 10 ** 12, "', '1, 10 ** 15, "', "BC-table", {"rows": [[2, 10**13, 5]]}),
    ("a factor of 0", 'whole(within, 1, 100, "factor")', 'whole(within, 0, 100, "factor")', "BC-fit", {"factor": 0}),
    ("a factor of 101", 'whole(within, 1, 100, "factor")', 'whole(within, 1, 999, "factor")', "BC-fit", {"factor": 101, "coefficient": "999"}),
    ("a coefficient below 0", "coefficient.isAbove(ZERO) && exponent", "exponent", "BC-fit", {"coefficient": "-10", "exponent": "1/2"}),
    ("an exponent of large parts", "above < 10n ** 4n", "true", "BC-fit", {"exponent": "10001/5000"}),
    ("an exponent of a large denominator", "below < 10n ** 4n", "true", "BC-fit", {"coefficient": "10", "exponent": "1/10007"}),
    ("a phase before the spacings", "whole(phase, -4,", "whole(phase, -99,", "PI-bound", {"phase": -11}),
    ("a phase behind the spacings", 'whole(phase, -4, 4, "', 'whole(phase, -4, 99, "', "PI-bound", {"phase": 9}),
    ("a size of sign -1", 'whole(direction, 1, 1, "sign");\n    need(sumOfSizes', "need(sumOfSizes", "PI-sum", {"sign": -1}),
    ("a stretch of sign 0", 'whole(direction, 1, 1, "sign");\n    const [before', "const [before", "YN-closer", {"sign": 0}),
    ("a table of sign -1", 'whole(direction, 1, 1, "sign");\n    for', "for", "BC-table", {"sign": -1}),
    ("no rows", 'need(rows.length > 0, "there is no row");', "", "BC-table", {"rows": []}),
    ("a line of sign -1", 'whole(direction, 1, 1, "sign");\n    positive', "positive", "BC-fit", {"sign": -1}),
    ("a base that was lowered", 'need(base > old, "the base is not raised");', "", "SL-extra", {"old": 3}),
    ("more than 100 ln c", '1, 100, "eighths"', '1, 999, "eighths"', "PI-bound", {"eighths": 101}),
    ("phases further off", '-4, 4, "phase"', '-99, 99, "phase"', "PI-bound", {"phase": -13}),
    ("a window above a million", '2, 10 ** 6, "length"', '2, 10 ** 9, "length"', "PI-sum", {"length": 10**6 + 1}),
    ("101 times", "BigInt(whole(given, 1, 100,", "BigInt(whole(given, 1, 999,", "PI-sum", {"times": 101}),
    ("a scale above 1,000", '2, 1000, "scale"', '2, 9999, "scale"', "YN-closer", {"scale": 1001, "at": 3142}),
    ("stretched a million off", 'whole(at, 1, 10 ** 6, "at")', 'whole(at, 1, 10 ** 9, "at")', "YN-closer", {"at": 1000001}),
    ("a printed number above a million", 'given, 0, 10 ** 6, "printed"', 'given, 0, 10 ** 9, "printed"', "BC-count", {"printed": 10**6 + 1}),
    ("a count of sign -1", 'whole(direction, 1, 1, "sign");\n    need(whole(given', "need(whole(given", "BC-count", {"sign": -1}),
    ("more than a million measured", '1, 10 ** 6, "measured"', '1, 10 ** 9, "measured"', "BC-real", {"measured": 10**6 + 1}),
    ("a measured length of sign -1", 'whole(direction, 1, 1, "sign");\n    need(cosineSum(theta, m)', "need(cosineSum(theta, m)", "BC-real", {"sign": -1}),
    ("more than a hundred times", 'whole(given, 1, 100, "ratio")', 'whole(given, 1, 999, "ratio")', "BC-real", {"factor": 101, "measured": 10**6}),
    ("no share of the pairs", 'need(share.isAbove(ZERO), "', 'need(true, "', "DU-points", {"share": "0"}),
    ("an amplitude above 100", "!amplitude.isAbove(q(100))", "true", "PM-alias", {"amplitude": "101"}),
]  # fmt: skip
"""Beyond one limit and right otherwise: (name, old text, new text, claim, other fields)."""


@needs_node
def test_each_limit_alone_stands_against_a_witness(free):
    pieces = [SMALL[claim] | more for *_, claim, more in FORGED]
    asked = [
        (("rules.js", old, new), claim, json.dumps(piece))
        for (_, old, new, claim, _), piece in zip(FORGED, pieces, strict=True)
    ]
    outcomes = [
        (in_python(claim, piece), *both)
        for (*_, claim, _), piece, both in zip(FORGED, pieces, edited(asked, free), strict=True)
    ]
    rows = zip(FORGED, outcomes, strict=True)
    assert [row[0] for row, both in rows if both != (False, False, True)] == []


@needs_node
def test_what_another_condition_implies_lets_no_forgery_through(free):
    forged = [(claim, json.dumps(SMALL[claim] | more)) for *_, claim, more in FORGED]
    edits = [(file, old, new) for file, old, new, _ in IMPLIED if file == "rules.js"]
    asked = [(edit, *one) for edit in edits for one in forged]
    rows = zip(asked, edited(asked, free), strict=True)
    assert [edit for edit, both in rows if both != (False, False)] == []


EDITS = [
    ("no base is too large", "need(base < printed,", "need(true,", "BC-table", ("rows", 0, 1), 5),
    ("the first row alone", "const [length, printed, base] of rows)", "const [length, printed, base] of rows.slice(0, 1))", "BC-table", ("rows", 1, 1), 8),
    ("sums below 0", "need(cosineSum(theta, start + h)[0] > 0n,", "need(true,", "BC-table", ("rows", 0, 0), 3),
    ("sums some way below 0", "const doubt = 3 *", "const doubt = -(2 ** 24) *", "BC-table", ("rows", 0, 0), 3),
    ("one distance left out", "h < LONG_BLOCK && start + h <= length", "h < LONG_BLOCK && start + h < length", "BC-bound", ("length",), 16),
    ("any number of sums", "!== many, `", "!== -1, `", "BC-count", ("printed",), 3),
    ("a sum that was not seen", "positive(angles(base, planes, 0n), many - 1)", "positive(angles(base, planes, 0n), many - 2)", "BC-count", ("length",), 4),
    ("any sum at a distance", "need(cosineSum(theta, m)[1] < 0n, `", "need(true, `", "BC-real", ("at",), 5),
    ("any measured length", "need(factor * (m - 1) < seen,", "need(true,", "BC-real", ("measured",), 16),
    ("any number of pairs", "need(enough, \"fewer", "need(true, \"fewer", "DU-points", ("share",), "2/3"),
    ("pairs of the same half", "return sums.slice(half).reduce", "return sums.slice(0).reduce", "DU-points", ("share",), "2/3"),
    ("points to some places", "halfEverywhere(theta, n, amplitude, WHOLE);\n    return `${share}", "return `${share}", "DU-points", ("amplitude",), "1/2"),
    ("any order of two keys", "positive([theta[plane]], n - 1);", "", "DU-trade", ("plane",), 0),
    ("places with all planes alone", "halfEverywhere(theta.filter((_, p) => p !== plane), n, amplitude, WHOLE);", "", "DU-trade", ("amplitude",), "179/125"),
    ("no factor", "(factor * base", "(base", "BC-fit", ("factor",), 4),
    ("no line", "need(left < ", "need(true || left < ", "BC-fit", ("coefficient",), "5/4"),
    ("every plane is alone", "alone ? [theta[plane]] : theta", "[theta[plane]]", "BC-bound", ("alone",), 0),
    ("any sum is negative", "need(cosineSum(theta, place)[1] < 0n,", "need(true,", "BC-bound", ("at",), 1),
    ("a distance beyond the length", 'whole(at, 0, most, "at")', 'whole(at, 0, 99, "at")', "BC-bound", ("length",), 8),
    ("no length is too short", 'need(isBeyond, "', 'need(true, "', "PM-alias", ("length",), 12),
    ("any turns", "whole(given, quarters, quarters,", "whole(given, 1, 4,", "PM-alias", ("quarters",), 1),
    ("half of the turns", "BigInt(quarters) * PI", "2n * PI", "PM-alias", ("length",), 7),
    ("any place", "need(enough, `", "need(true, `", "PM-alias", ("amplitude",), "1/5"),
    ("ends alone", "place < n; place += 1", "place < 1; place += 1", "PM-dc", ("amplitude",), "65/100"),
    ("logits that rise", 'need(whole(falling, -1, 1, "falling") === 1,', "need(true,", "PM-dc", ("falling",), -1),
    ("no drift", "amplitude.times(drift(theta, n, 1n << BigInt(formatBits)))", "ZERO", "PM-precision", ("amplitude",), "18496/10000"),
    ("the nearer is no nearer", "need(near < far,", "need(true,", "RF-decay", ("near",), 8),
    ("a rise of a sum below 0", "need(most > 0n, `", "need(true, `", "RF-decay", ("near",), 3),
    ("any rise", "need(least > BigInt(times) * most,", "need(true,", "RF-decay", ("times",), 4),
    ("any bend", "x < WHOLE << 20n && decayed(x, false) * base > WHOLE", "true", "PI-bound", ("eighths",), 1),
    ("one end of the line", "left[1] - right[1]", "2n * left[1]", "PI-bound", ("phase",), -4),
    ("any size", "need(sumOfSizes(theta, place)[1] < bound,", "need(true,", "PI-sum", ("at",), 1),
    ("a distance beyond the window", 'whole(length, 2, 10 ** 6, "length") - 1', "9", "PI-sum", ("length",), 3),
    ("any stretch", "need(after[1] < before[0],", "need(true,", "YN-closer", ("at",), 2),
    ("no stretch", "BigInt(over)", "BigInt(over * over)", "YN-closer", ("at",), 11),
    ("no window is too short", "need(isPast,", "need(true,", "SL-extra", ("length",), 8),
    ("planes that turned eight times", "seen * (angle + 2n) >= below", "seen * angle >= 8n * below", "SL-extra", ("trained",), 10),
    ("plane 0 with the other's amplitude", "most * leastGap(", "amplitude * leastGap(", "RR-rope-highest", ("most",), 22),
    ("plane 0 may serve", "need(first.isAbove(limit),", "need(true,", "RR-rope-highest", ("positions",), 7),
    ("a key on no side", "const nearest = [null, null];", "const nearest = [null, { cosine: WHOLE, size: WHOLE }];", "RR-rope-highest", ("positions",), 7),
    ("the nearer key alone", "return (share(before, behind) + share(behind, before)) / weights + 1n;", "return WHOLE - before.cosine;", "RR-rope-highest", ("most",), 22),
    ("the other may not", "need(other.isBelow(limit),", "need(true,", "RR-rope-highest", ("plane",), 3),
]  # fmt: skip
"""(name, old text, new text, claim, place of its small witness, what stands there instead)."""


@needs_node
def test_every_unsound_edit_is_detected(free):
    pieces = [changed(SMALL[claim], place, new) for _, _, _, claim, place, new in EDITS]
    asked = [
        (("rules.js", old, new), claim, json.dumps(piece))
        for (_, old, new, claim, _, _), piece in zip(EDITS, pieces, strict=True)
    ]
    rows = zip(EDITS, edited(asked, free), strict=True)
    assert [edit[0] for edit, both in rows if both != (False, True)] == []


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit[0])
def test_what_an_edit_accepts_is_refused_in_python(edit):
    _, _, _, claim, place, new = edit
    assert not in_python(claim, changed(SMALL[claim], place, new))
