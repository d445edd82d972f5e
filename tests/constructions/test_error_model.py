# ruff: noqa: E501
"""Without any term of the error model some run bound is false: a run that the model allows is worse.

Each head is "a 1", whose answer is a and whose other output c is said by the query (or by all, or
by none). ``adversary`` runs it by the words of the model; the checker proves no more than what that
run does, and the checker without the term proves more.
"""

from decimal import MAX_EMAX, MIN_EMIN, ROUND_FLOOR, Context, setcontext
from fractions import Fraction
from functools import cache
from math import floor, pi, radians

import numpy as np
import pytest

from constructions import check_certificate as checker
from constructions.certificate.certificate import head_fields
from constructions.certificate.enclosures import Enclosure
from constructions.certificate.margins import WIDTH
from constructions.certificate.run_error import MODEL, mixing
from constructions.heads.formats import nearest
from constructions.heads.onelayer import OneLayerHead
from tests.constructions.adversary import Run, worst_lead
from tests.constructions.test_check_certificate_edits import SOURCE
from tests.edited import standalone

BY_PLACE = {"name": "position", "offsets": {"1": 1}, "lengths": [2, 2]}
STEP = 2.0**-20
"""An angle so small that places next to each other are turned alike."""
SEPARATED = {"pin_says": (8192.0, 0.0), "query_says": (0.0, 8192.0)}


def head(
    number_format, query, key, own, pin_says, query_says, skip=(0.0, 0.0), angle=STEP, beta=1.0
):
    """The query, the pin's key and the query's own; what they and the skip say of a and of c."""

    def rounded(row):
        return [nearest(Fraction(x), number_format) for x in row]

    return OneLayerHead(
        name="a 1",
        tokens=("a", "1"),
        outputs=("a", "c"),
        queries=np.array([[0.0, 0.0], rounded(query)]),
        keys=np.array([rounded(key), rounded(own)]),
        values=np.array([pin_says, query_says]),
        skip=np.array([[0.0, 0.0], skip]),
        angles=np.array(rounded([angle])),
        beta=rounded([beta])[0],
        number_format=number_format,
    )


def still(number_format, **says):
    """Weights alike for all."""
    return head(number_format, (0, 0), (0, 0), (0, 0), **says)


def places(degrees):
    """The first token's place, where the small angle comes to so much."""
    return floor(radians(degrees) / STEP)


OPPOSED = ((0.92, 0.38), (0.38, 0.92), (-0.92, -0.38))
"""A query, the key that it points to once turned by 45 degrees, and one opposite to itself."""
LONE = ((1, 0), (1, 0), (-1, 0))
RUNS = {
    "one answer, float32": (
        still("float32", pin_says=(1.5, 0.0), query_says=(1.5, 0.0), skip=(2.0**-20, 0.0)), 0
    ),
    "one answer, bf16": (still("bf16", pin_says=(1.5, 0.0), query_says=(1.5, 0.0), skip=(2.0**-20, 0.0)), 0),
    "one rival, bf16": (still("bf16", pin_says=(0.0, 1.5), query_says=(0.0, 1.5), skip=(0.0, 2.0**-20)), 0),
    "alike, float32": (still("float32", **SEPARATED), 0),
    "powers of two, float32": (head("float32", *LONE, beta=6.0, **SEPARATED), places(45)),
    "both, float32": (
        head("float32", (1, 1), (1, 1), (-1, -1), beta=3.0, **SEPARATED), places(45)
    ),
    "no power of two, float32": (
        head("float32", (0.75, 0), (0.75, 0), (-0.75, 0), beta=32 / 3, **SEPARATED), places(45)
    ),
    "turned by 45, float32": (head("float32", *OPPOSED, angle=pi / 4, beta=5.0, **SEPARATED), 0),
}  # fmt: skip
"""(head, first token's place)."""
OF_FORMAT = "compounded(3, self.u)"
OF_SUMS = "compounded(2 * head.n0 + 2, self.v)"
EXACT = "if any(x and y for x, y in planes) or any(nearest(x, 1) != x for x in vector):"
TURNS = "rough *= (1 + ROOT * self.u) * (1 + self.u)"
SLACK = "self.drift[q, k] + self.v * (8 + self.span[q]), self.v"
TERMS = [
    ("weight, mix and output in the format", OF_FORMAT, "compounded(2, self.u)", "one answer, bf16"),
    ("sums and products of an output", OF_SUMS, "compounded(2 * head.n0 + 1, self.v)", "one answer, float32"),
    ("what roundings do to each other", "factors * unit / (1 - factors * unit)", "factors * unit", "one rival, bf16"),
    ("a query or key's reach", "key.square) / 2", "key.square) / 4", "powers of two, float32"),
    ("the query turned", "query.rough * key.rough", "key.rough", "turned by 45, float32"),
    ("the key turned", "query.rough * key.rough", "query.rough", "turned by 45, float32"),
    ("the table", "rough = 1 + ROOT * self.u / 2", "rough = Fraction(1)", "powers of two, float32"),
    ("products of a rotation", TURNS, "rough *= 1 + self.u", "turned by 45, float32"),
    ("sums of a rotation", TURNS, "rough *= 1 + ROOT * self.u", "turned by 45, float32"),
    ("two numbers in a plane", EXACT, EXACT.replace("any(x and y for x, y in planes) or ", ""), "both, float32"),
    ("no power of two", EXACT, EXACT.split(" or ")[0] + ":", "no power of two, float32"),
    ("a logit's products, sums and beta", "2 * len(head.angles) + 1", "2 * len(head.angles)", "powers of two, float32"),
    ("exp", SLACK, SLACK.replace("8 + ", ""), "alike, float32"),
    ("the largest logit taken off", SLACK, SLACK.replace(" + self.span[q]), self.v", "), 0 * self.v"), "powers of two, float32"),
]  # fmt: skip
"""(term, its text, the text without it, the run that shows it)."""


def nanos(lead):
    """A ball in whole 10^-9 below it."""
    return int((lead * 10**9).floor().unique_fmpz())


@cache
def run(name):
    """The run's lead."""
    made, start = RUNS[name]
    return nanos(worst_lead(made, [1, 0], 0, 1, start))


def proves(module, made, nanos):
    """Do a checker's sums prove a run bound of so many 10^-9?"""
    setcontext(Context(40, ROUND_FLOOR, MIN_EMIN, MAX_EMAX))
    own = module.Head(head_fields(made), 2)
    few = module.stand_ins(own, "any")
    reading = module.Reading(own, run=True)
    sums = reading.sums(module.check_rule(BY_PLACE, own, "any", few), few)
    return all(reading.is_least(each, Fraction(nanos, 10**9)) for each in sums)


@pytest.mark.parametrize("name", RUNS)
def test_no_run_is_worse_than_the_bound(name):
    """And rounding takes no more than twice from the bound what it takes from the run."""
    (made, start), lead = RUNS[name], run(name)
    exact = nanos(Run(made, [1, 0], start, []).lead(0, 1))
    assert not proves(checker, made, lead + 1)
    assert proves(checker, made, exact - 2 * (exact - lead) - 1)


@pytest.mark.parametrize(("old", "new", "name"), [x[1:] for x in TERMS], ids=[x[0] for x in TERMS])
def test_without_a_term_some_run_is_worse_than_the_bound(old, new, name):
    assert proves(standalone(SOURCE, (old, new)), RUNS[name][0], run(name) + 1)


def test_a_bound_is_false_by_a_billionth():
    """All say 1.5 and the skip 2^-20 of the answer: it leads by 1.50000095367…"""
    setcontext(Context(40, ROUND_FLOOR, MIN_EMIN, MAX_EMAX))
    own = checker.Head(head_fields(RUNS["one answer, float32"][0]), 2)
    few = checker.stand_ins(own, "any")
    given = (checker.Reading(own, run=False), checker.check_rule(BY_PLACE, own, "any", few), few)
    assert checker.check_bound("1.500000953", *given) == 1500000953
    with pytest.raises(checker.Rejected, match="not proved"):
        checker.check_bound("1.500000954", *given)


@pytest.mark.parametrize("name", RUNS)
def test_maker_and_checker_have_one_model(name):
    made = RUNS[name][0]
    assert (MODEL, WIDTH) == (checker.MODEL, checker.WIDTH)
    own = checker.Head(head_fields(made), 2)
    model = checker.Model(own, run=True)
    assert mixing(2, made.number_format) == model.rho
    ends = Enclosure(made, 2, run=True)
    for q, ask in enumerate(ends.ask):
        for k, kind in enumerate(ends.kind):
            assert ends.drifts[ask][kind] == model.drift[own.ask[q], own.kind[k]]
