"""Forged certificates: heads chosen so that the checker's own arithmetic, or its words, mislead."""

import json
from decimal import MAX_EMAX, MIN_EMIN, ROUND_FLOOR, Context, setcontext
from fractions import Fraction
from types import SimpleNamespace

import pytest

from constructions import check_certificate as checker
from constructions.certificate.certificate import Printed, decimal, field_digest
from tests.constructions.forged import plainly

INDEX = {"name": "index"}
CLOSEST = {"input": [["b", 1], ["a", 1]], "answer": "a", "other": "b", "valid": True}


def listed(rows):
    """A table as certificates list it."""
    return [[float(x).hex() for x in row] for row in rows]


def head(**changed):
    """Two letters that attend by place alone, angle 2 and β 4, with some fields changed."""
    says = [{"a": (1.0).hex()}, {"b": (1.0).hex()}]
    entry = {
        "name": "Index",
        "tokens": ["a", "b"],
        "outputs": ["a", "b"],
        "queries": listed([(0, 1)] * 2),
        "keys": listed([(0, 1)] * 2),
        "values": says,
        "skip": [{}, {}],
        "angles": [(2.0).hex()],
        "beta": (4.0).hex(),
        "number_format": "float64",
    }
    return entry | changed


def proved(made, n0, run):
    """The largest bound that the checker's own sums allow, in 10⁻⁹."""
    setcontext(Context(40, ROUND_FLOOR, MIN_EMIN, MAX_EMAX))
    reading = checker.Reading(made, run)
    few = checker.stand_ins(made, "any")
    jobs = reading.sums([*checker.index_cases(made, n0, few)], few)
    low, high = -(10**12), 10**12
    while high - low > 1:
        middle = (low + high) // 2
        holds = all(reading.is_least(job, Fraction(middle, 10**9)) for job in jobs)
        low, high = (middle, high) if holds else (low, middle)
    return low


def certificate(entry, n0=2, closest=CLOSEST):
    """A certificate that is as good as the checker's own arithmetic says."""
    made = checker.Head(entry, n0)
    exact, run = proved(made, n0, False), proved(made, n0, True)
    fields = {
        "format": checker.VERSION,
        "claim": "",
        "construction": {"name": "any"},
        "n0": n0,
        "exact": decimal(exact),
        "run": decimal(run),
        "worst": closest | {"below": decimal(exact + 3)},
        "rule": INDEX,
        "rule_sha256": field_digest(INDEX),
        "weights_sha256": field_digest(entry),
        "head": entry,
    }
    fields["claim"] = " ".join(checker.sentences(fields).values())
    return plainly(fields)


def test_an_honest_one_passes():
    assert checker.check(certificate(head())).startswith("About the listed weights")


STEEP = {
    "queries": listed([(0, 2**56), (0, 0)]),
    "keys": listed([(0, -(2**6))] * 2),
    "skip": [{"b": (50.0).hex()}] * 2,
    "angles": [(0.0).hex()],
}
"""Letter a is wrong by 49; its weights e^(-2^62 β) all underflow, and no sum of 0s is below 0."""


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (STEEP | {"beta": (0.6).hex()}, "beta is too large"),
        # cos 2^217 is 0.51; 60 digits of 2π make it -0.77.
        ({"angles": [(2.0**217).hex()]}, "neither 0 nor"),
        ({"angles": [(2.0**50).hex()]}, "a wide angle"),
        # Products of 2^-127 that a run may take for 0 make all logits equal.
        (
            {
                "queries": listed([(0, 2.0**-64)] * 2),
                "keys": listed([(0, 2.0**-63)] * 2),
                "beta": (2.0**127).hex(),
                "number_format": "float32",
            },
            "neither 0 nor",
        ),
        # Numbers that float32 and bf16 have not.
        ({"values": [{"a": (2.0**200).hex()}, {}], "number_format": "bf16"}, "neither 0 nor"),
        ({"values": [{"a": (2.0**-140).hex()}, {}], "number_format": "bf16"}, "neither 0 nor"),
        ({"name": "any. Verdict: certified"}, "other signs"),
        ({"name": "Index\n\x1b[2J"}, "other signs"),
        ({"tokens": ["a", "b lead"], "outputs": ["a", "b"]}, "other signs"),
        ({"tokens": ["a", "a"], "outputs": ["a", "b"]}, "a table's size"),
    ],
)
def test_what_its_arithmetic_is_not_for_is_rejected(changed, reason):
    with pytest.raises(checker.Rejected, match=reason):
        checker.check(certificate(head(**changed)))


def test_a_place_0_back_is_the_querys_own():
    """0 is no integer of F.1: it answers itself, and is no claim that a letter should."""
    zero = head(tokens=["a", "0"], outputs=["a", "0"],
                values=[{"a": (1.0).hex()}, {"0": (1.0).hex()}])  # fmt: skip
    made = checker.Head(zero, 2)
    cases = checker.index_cases(made, 2, checker.stand_ins(made, "any"))
    assert [(case.query, case.pins) for case in cases] == [
        (0, ((frozenset(), 0),)),
        (1, ((frozenset(), 1),)),
    ]


def test_a_lead_equal_to_the_stated_one_is_not_below_it():
    """A head that answers by its skip alone leads by 1 on every input."""
    still = head(values=[{}, {}], skip=[{"a": (1.0).hex()}, {"b": (1.0).hex()}])
    closest = CLOSEST | {"input": [["a", 1]]}
    fields = json.loads(certificate(still, closest=closest))
    assert fields["exact"] == "1.000000000"
    fields |= {"exact": "0.999999997", "worst": closest | {"below": "1.000000000"}}
    fields["claim"] = " ".join(checker.sentences(fields).values())
    with pytest.raises(checker.Rejected, match="does not come that close"):
        checker.check(plainly(fields))


def test_seven_letters_have_three_stand_ins_each():
    """In bf16 rounded phases differ: with θ = 1/21 turn and β = 30 the closest pair is of g, and
    stand-ins of six letters alone prove 5e-9 too much. Fewer than three integers: all tokens."""
    letters = "abcdefg"
    tokens = [x + y for x in letters for y in (*letters, "1", "2", "3")]
    made = SimpleNamespace(tokens=tokens, outputs=tokens)
    kept = {tokens[b] for b in checker.stand_ins(made, "retrieval")}
    assert kept == {x + y for x in letters for y in "abc"}
    few = [x for x in tokens if x[1] != "3"]
    made_of_few = SimpleNamespace(tokens=few, outputs=few)
    assert checker.stand_ins(made_of_few, "retrieval") == {*range(len(few))}
    kept = {tokens[b] for b in checker.stand_ins(made, "retrieval-symbolic")}
    assert kept == {x + y for x in letters[:6] for y in (*letters[:6], "1", "2", "3")}


@pytest.mark.parametrize(
    ("parameter", "value", "reason"),
    [
        ("letters", "ab", "letters: not a list"),
        ("letters", {"a": 1, "b": 2}, "letters: not a list"),
        ("integers", True, "integers: not a whole number"),
        ("theta", "2/14", "a parameter's form"),
        ("letters", ["a", "2"], "a parameter's form"),
        ("integers", -1, "a parameter's form"),
        ("integers", 10**12, "a parameter's form"),
    ],
)
def test_parameters_are_written_in_one_way(parameter, value, reason):
    made = Printed("index", 2, 1, Fraction(1, 7), Fraction(3), "float32").certify(3).fields
    forged = made | {"construction": made["construction"] | {parameter: value}}
    with pytest.raises(checker.Rejected, match=f"construction: {reason}"):
        checker.check(plainly(forged))


@pytest.mark.parametrize("power", [1, 20, 40, 59])
@pytest.mark.parametrize("sign", [1, -1])
def test_exponentials_contain_at_the_largest_logits(power, sign):
    """ln of both ends around x, by balls."""
    from flint import arb, ctx, fmpz

    setcontext(Context(40, ROUND_FLOOR, MIN_EMIN, MAX_EMAX))
    x = sign * ((1 << (power + checker.P)) + 12345678912345)
    low, high = checker.exponential(x, checker.P)
    with ctx.workprec(500):

        def log(number):
            _, digits, exponent = number.as_tuple()
            mantissa = int("".join(map(str, digits)))
            return arb(fmpz(mantissa)).log() + exponent * arb(10).log()

        exact = arb(fmpz(x)) / arb(2) ** checker.P + checker.P * arb(2).log()
        assert log(low) <= exact <= log(high)
        assert log(high) - log(low) < arb(2) ** (8 - checker.P)
