"""Unsound edits of the JavaScript checker are detected: by forged witnesses, by containment."""

import json

import pytest

from tests.processes import completed
from tests.theory.reports.site.implied import IMPLIED
from tests.theory.reports.site.kills import witnesses
from tests.theory.reports.site.node import CHECKER, NODE, edited, needs_node
from tests.theory.reports.site.test_checker import MOST
from tests.theory.reports.site.unsound_edits import ENCLOSURES, WITNESSES
from tests.theory.witnesses.recheck.refusals import hold_forged_refused
from theory.reports.site.pages import PARTS
from theory.witnesses.witness import homes

BITS, FINE = 128, 192
HOME = {one: "steps" if one == "designs" else one for one in PARTS}
"""Where the witnesses stand that a file of the checker judges."""


@pytest.mark.parametrize(
    ("claim", "data", "reason"), [pytest.param(*row[4:], id=row[0]) for row in WITNESSES]
)
def test_the_checker_in_python_refuses_what_is_forged(claim, data, reason):
    hold_forged_refused(claim, data, reason)


@needs_node
def test_every_unsound_edit_of_the_witnesses_checks_is_detected():
    """The checker refuses the witness that stands with the edit, and the edited one accepts it."""
    assert len(WITNESSES) >= 177
    asked = [(tuple(edit), claim, json.dumps(data)) for _, *edit, claim, data, _ in WITNESSES]
    rows = zip(WITNESSES, edited(asked), strict=True)
    assert [one[0] for one, both in rows if both != (False, True)] == []


@needs_node
def test_what_another_condition_implies_lets_no_forgery_through():
    """Without it, alone, what is forged for another one is refused still (those that take long
    left out)."""
    asked = [
        ((file, old, new), claim, text)
        for file, old, new, _ in IMPLIED
        for claim, text in witnesses()
        if homes()[claim].stem == HOME[file.removesuffix(".js")] and claim not in MOST
    ]
    rows = zip(asked, edited(asked), strict=True)
    assert [edit for edit, both in rows if both != (False, False)] == []


def test_each_implied_condition_stands_in_the_checker():
    for file, old, new, why in IMPLIED:
        text = (CHECKER.parent / file).read_text("utf-8")
        assert (text.count(old), old == new, bool(why)) == (1, False, True), (file, old)


ENDS = """
const fs = require('node:fs');
const [codes, points, factors] = JSON.parse(fs.readFileSync(0, 'utf8'));
const scaled = (x) => [String(x.m), x.e];
const ends = (code) => {
  globalThis.ropeClaims = {};
  (0, eval)(code);
  const made = globalThis.ropeClaims.enclosures;
  return points.map((text) => {
    const x = BigInt(text);
    const turned = made.cosineAndSine(x << 64n).map((ends) => ends.map(String));
    const products = factors.map((y) => made.times([x, x + 1n], BigInt(y)).map(String));
    const [low, high] = [false, true].map((upwards) => scaled(made.exponential(x, upwards)));
    return [turned, low, high, products];
  });
};
console.log(JSON.stringify(codes.map((code) => {
  try { return ends(code); } catch { return null; }
})));
"""
POINTS = [0, 1, -1, 2**127, -(2**127), 2**128, -(2**128), 3 * 2**127, 355 * 2**128 // 113]
POINTS += [-(7 * 2**128), 2**140 + 12345, -(2**150) - 1, 88 * 2**128 // 127, 11 * 2**128 // 7]
POINTS += [(2 * k + 1) * 2**128 * 104348 // 66430 // 2 for k in range(-4, 5)]
"""Fixed-point numbers in units of 2^-128: quarter turns and halvings from both sides among them."""
FACTORS = [0, 1, -1, 2**127 + 1, -(3 * 2**126) - 1, 5 * 2**128 + 7]


@pytest.fixture(scope="module")
def enclosed():
    """By edit, '' for none: [(cosine's ends, sine's ends), e^x low, e^x high, products of [x, x + 1
    unit]] at each point, as the checker has them; None where it fails."""
    exact, own = ((CHECKER.parent / f"{x}.js").read_text("utf-8") for x in ("exact", "enclosures"))
    codes = {"": own}
    for name, old, new in ENCLOSURES:
        assert own.count(old) == 1, old
        codes[name] = own.replace(old, new)
    texts = [f"{exact}\n{one}" for one in codes.values()]
    assert len(texts) == len(ENCLOSURES) + 1
    given = json.dumps([texts, list(map(str, POINTS)), list(map(str, FACTORS))])
    done = completed(NODE, "-e", ENDS, input=given, timeout=300)
    return dict(zip(codes, json.loads(done.stdout), strict=True))


def contains(enclosures):
    """Do all ends lie on the right sides of the true values, and near?"""
    from flint import arb, ctx, fmpz

    for point, row in zip(POINTS, enclosures, strict=True):
        with ctx.workprec(1024):
            x = arb(fmpz(point)) / arb(2) ** BITS
            for (low, high), true in zip(row[0], (x.cos(), x.sin()), strict=True):
                scaled = true * arb(2) ** BITS
                if not (arb(fmpz(low)) <= scaled and scaled <= arb(fmpz(high))):
                    return False
                if int(high) - int(low) > 64:
                    return False
            ends = [arb(fmpz(m)) * arb(2) ** (256 * e) for m, e in row[1:3]]
            if not (ends[0] <= x.exp() and x.exp() <= ends[1] and ends[1] < ends[0] * 1.0000001):
                return False
        if not all(product_is(point, *one) for one in zip(FACTORS, row[3], strict=True)):
            return False
    return True


def product_is(point, factor, ends):
    """Whether the ends of [point, point + 1] times a factor are the whole numbers next outside."""
    low, high = sorted((point * factor, (point + 1) * factor))
    return [*map(int, ends)] == [low >> BITS, -(-high >> BITS)]


@needs_node
def test_enclosures_contain_what_they_enclose(enclosed):
    assert contains(enclosed[""])


@needs_node
@pytest.mark.parametrize("name", [edit[0] for edit in ENCLOSURES])
def test_an_enclosure_that_is_edited_no_longer_contains(enclosed, name):
    assert enclosed[name] is None or not contains(enclosed[name])
