"""The constructed heads: circle arithmetic, and the standalone rechecker of their witnesses."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.sections import SECTIONS, flat
from tests.theory.witnesses.recheck.refusals import hold_refused
from theory.mathematics.arcs import arc_cells, away, chebyshev, maximisers
from theory.mathematics.constructed import index_answer, is_proper, retrieval_answer, retrieval_gap
from theory.mathematics.rope import angles, rope_placement, turns
from theory.paper_b.printed_heads.retrieval import Range
from theory.witnesses.recheck import heads as recheck_heads

SCRIPT = Path(recheck_heads.__file__)
STORED = SCRIPT.parents[1] / "heads.json"
DATA = json.loads(STORED.read_text(encoding="utf-8"))
turn = st.builds(Fraction, st.integers(-60, 60), st.integers(1, 30))


TAMPERED = {
    "no tie": ("B-irr", {"theta_over_pi": "2/3"}, "below 1"),
    "short": ("B-irr", {"n": 2}, "out of range"),
    "same": ("B-irr", {"other": 0}, "the same"),
    "boolean": ("B-irr", {"n": True}, "is not exact"),
    "float": ("B-irr", {"theta_over_pi": 1.0}, "not exact"),
    "m above n": ("B-thm31-index-head", {"m": 5}, "not above m"),
    "one input": (
        "B-thm31-index-head",
        {"inputs": DATA["B-thm31-index-head"]["inputs"][:1]},
        "the own key wins",
    ),
    "inside": (
        "B-thm31-index-head",
        {"inputs": [{"tokens": ["a", "1", "2", "1", "1"], "place": 2, "rival": 1}]},
        "point outside",
    ),
    "large integer": (
        "B-thm31-index-head",
        {"inputs": [{"tokens": ["a", "9", "2", "1", "1"], "place": 2, "rival": 1}]},
        "above m",
    ),
    "letters after integers": (
        "B-thm31-index-head",
        {"inputs": [{"tokens": ["a", "2", "a", "a", "a"], "place": 2, "rival": 1}]},
        "no letters and then integers",
    ),
    "no answer": (
        "B-thm31-index-head",
        {"inputs": [{"tokens": ["a", "2", "1", "1", "3"], "place": 2, "rival": 1}]},
        "lead nowhere",
    ),
    "unequal": ("B-lemF1-tie", {"logits": ["0", "1"]}, "not equal"),
    "same symbol": ("B-lemF1-tie", {"outputs": [["1", "0"], ["0", "1"]]}, "decodes the same"),
    "no gap": ("B-lemF1-tie", {"outputs": [["1", "1"], ["0", "2"]]}, "gap of the picked"),
    "other logits": ("B-thm32-index", {"logits": ["1"] * 4}, "logits are"),
    "other delta": ("B-thm32-index", {"discrepancy": "8/5"}, "discrepancy is"),
    "letters": ("B-thm32-retr", {"letters": 3}, "not two letters"),
    "range": (
        "B-thm32-retr",
        {"cos": "3/5", "logits": ["1", "-3/5"], "discrepancy": "8/5", "bound": "18/25"},
        "not in (0",
    ),
    "improper": ("B-thm32-retr", {"tokens": [["a", "b"], ["a", "a"]]}, "not proper"),
    "bound": ("B-thm32-retr", {"bound": "1"}, "the bound is"),
    "least": ("B-thm32-retr-min", {"least": "1/4"}, "the least discrepancy is 3/16"),
    "every input": ("B-thm32-retr-min", {"inputs": 333}, "334 proper inputs"),
    "least bound": ("B-thm32-retr-min", {"bound": "1/16"}, "the bound is 1/32"),
    "two letters": ("B-rem32-readings", {"max": {"letters": 2, "n": 2}}, "more than one letter"),
    "one place": ("B-rem32-readings", {"max": {"letters": 1, "n": 1}}, "max: n is not in 2"),
    "copies": (
        "B-rem32-readings",
        {"min": {"letters": 2, "tokens": [["a", "1"], ["a", "1"]]}},
        "one token",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_refused_for_the_right_reason(name):
    claim, edit, reason = TAMPERED[name]
    hold_refused(claim, lambda data: data.update(edit), reason)


@given(turn, turn)
@example(Fraction(1, 3), Fraction(2, 3))
@example(Fraction(1, 2), Fraction(-1, 2))
def test_away_orders_cosines(x, y):
    a, b = np.cos(2 * np.pi * float(x)), np.cos(2 * np.pi * float(y))
    assert 0 <= away(x) <= Fraction(1, 2)
    assert away(x) == away(-x) == away(x + 1) == recheck_heads.distance(x)
    if abs(a - b) > 1e-9:
        assert (a > b) == (away(x) < away(y))


@given(turn, st.integers(0, 12))
def test_chebyshev_is_the_cosine_of_multiples(x, t):
    c = np.cos(2 * np.pi * float(x))
    assert np.isclose(chebyshev(c, t)[t], np.cos(2 * np.pi * t * float(x)), atol=1e-7)
    exact = Fraction(3, 5)
    assert chebyshev(exact, t)[t] == recheck_heads.cosine(exact, t)


def test_cells_have_ends_and_middles():
    points = arc_cells(3, 2)
    assert points[0] == 0
    assert points[-1] == 1
    assert Fraction(1, 6) in points
    assert all(y > x for x, y in pairwise(points))
    assert maximisers([Fraction(1, 4), Fraction(1), Fraction(3, 4), Fraction(0)]) == (1, 3)


def test_the_tasks_on_small_inputs():
    assert index_answer(("a", "b", 2)) == "a"
    assert index_answer(("a", 1, 1)) == 1
    assert index_answer(("a", 2)) == 2
    assert is_proper((("b", 1), ("a", "b")))
    assert not is_proper((("b", 1), ("b", 2), ("a", "b")))
    assert not is_proper((("a", "b"),))
    assert retrieval_answer((("b", 1), ("a", "b"))) == ("b", 1)
    assert retrieval_answer((("b", 1), ("a", 2))) == ("a", 2)


@pytest.mark.parametrize("letters", [2, 3, 5])
@pytest.mark.parametrize("n0", [2, 3, 5])
def test_the_threshold_is_sharp(letters, n0):
    """At ω/(2 n0 - 3) the target at n0 - 2 and the rival at n0 - 1 tie; just inside it wins."""
    edge = Fraction(1, letters * (2 * n0 - 3))
    tokens = [("a", 1), ("b", "b")] if n0 == 2 else [("a", 1), ("b", 1), ("a", "b")]
    tokens[2:2] = [("a", 2)] * (n0 - 3)
    inside = edge * Fraction(99, 100)
    assert is_proper(tokens)
    assert Range().works(n0, letters, inside)
    assert not Range().works(n0, letters, edge)
    assert retrieval_gap(tokens, letters, inside) == 1
    assert retrieval_gap(tokens, letters, edge) == 0


def test_witnesses_are_printed_as_they_are_stored():
    section = {claim: flat(SECTIONS[claim]) for claim in DATA}
    for item in DATA["B-thm31-index-head"]["inputs"]:
        assert f"({', '.join(item['tokens'])})" in section["B-thm31-index-head"]
    assert f"θ = {DATA['B-irr']['theta_over_pi']}π" in section["B-irr"]
    for row in DATA["B-lemF1-tie"]["outputs"]:
        assert f"({', '.join(row)})" in section["B-lemF1-tie"]
    for claim, fields in {
        "B-thm32-index": ("cos", "discrepancy"),
        "B-thm32-retr": ("cos", "discrepancy", "bound"),
    }.items():
        assert all(DATA[claim][field] in section[claim] for field in fields)
    for tokens in (DATA["B-thm32-retr"]["tokens"], DATA["B-rem32-readings"]["min"]["tokens"]):
        shown = ", ".join(f"({', '.join(token)})" for token in tokens)
        assert shown in section["B-thm32-retr"] + section["B-rem32-readings"]


def test_the_printed_index_head_is_a_rope_head():
    """cos((t - s)θ) from keys v and query ρ(-s)v by the package's RoPE, base such that g_1 = 1."""
    n, s, v = 5, 2, np.array([0.0, 1.0])
    theta = angles(2)[0]
    back = np.array([[np.cos(s), np.sin(s)], [-np.sin(s), np.cos(s)]]) @ v
    M = rope_placement(np.stack([v] * (n - 1)), back, turns(range(n - 1, 0, -1), [theta]))
    expected = [np.cos((t - s) * theta) for t in range(n - 1, 0, -1)]
    assert np.allclose(M.diagonal(), expected)
