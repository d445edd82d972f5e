"""Remark 3.2 read of one letter, or with the least discrepancy (B-rem32-readings)."""

from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false
from theory.ledger.kernel import REALS
from theory.mathematics.arcs import away, maximisers
from theory.mathematics.constructed import LETTERS, is_proper, retrieval_phases, retrieval_tokens
from theory.witnesses import witness

ZERO = Fraction(0)


def both_readings(data: dict[str, Any]) -> Outcome:
    """Maximum over inputs with one letter; minimum: two different tokens share the maximum."""
    letters, n = data["max"]["letters"], data["max"]["n"]
    tokens = retrieval_tokens(letters, 2)
    every = [x for x in product(tokens, repeat=n) if is_proper(x)]
    flat = all(away(p) == 0 for x in every for p in retrieval_phases(x, letters, ZERO))
    few = data["min"]["letters"]
    tie = [(x, int(y) if y.isdigit() else y) for x, y in data["min"]["tokens"]]
    if {left for left, _ in tie} - set(LETTERS[:few]) or few < 2:
        return false("min: fewer than two letters, or another letter")
    phases = retrieval_phases(tie, few, ZERO)
    best = maximisers(phases)
    held = {list(reversed(tie))[t] for t in best}
    back = "; ".join(f"({x}, {y})" for x, y in reversed(tie))
    parts = [
        (n >= 2 and letters >= 1, "max: no other position", ""),
        (
            flat,
            "max: a logit below 1",
            f"max, {letters} letter, n = {n}: in all {len(every)} proper inputs every logit is "
            "cos 0 = 1, so Δ = 0",
        ),
        (is_proper(tie), "min: not proper", ""),
        (
            len(held) > 1,
            "min: one token has the largest logit",
            f"min, {few} letters, tokens from the last one back: {back}; logits cos of "
            f"{witness.fractions(phases)} turns: the largest at {len(held)} different tokens, so "
            "Δ = 0",
        ),
    ]
    return witness.shown(
        parts, f"one letter: Δ = 0 at n = {n}; {few} letters: {sorted(held, key=str)}"
    )


READINGS = witness.RefutedClaim(
    both_readings,
    id="B-rem32-readings",
    paper="B",
    place="Remark 3.2, read of one letter too, or with the least discrepancy",
    statement="If θ = 0 (NoPE), Δ_Retrieval(n) remains away from zero for arbitrary lengths in one "
    "of two readings at least. The first is for every alphabet. The second is for two letters and "
    "more with Δ(n) the minimum over proper inputs, the only reading in which Theorem 3.2 is true "
    "at lengths up to n0.",
    provenance="reading",
    parts={"max.letters": Kind.HYPOTHESIS},
    not_covered="With the maximum and at least two letters it is true (B-rem32); but then it says "
    "nothing about inputs on which the head fails.",
    repairs=("B-rem32-fix",),
)

READINGS.coq(
    "retrieval_discrepancy.B_rem32_refuted_max",
    "retrieval_discrepancy.B_rem32_refuted_min",
    axioms=REALS,
    near_misses={
        "retrieval_discrepancy.B_rem32_refuted_max__two_letters": Kind.CONSTANT,
        "retrieval_discrepancy.B_rem32_refuted_min__one_token": Kind.HYPOTHESIS,
    },
)

READINGS.edited("max with two letters", Kind.HYPOTHESIS, lambda w: w["max"].update(letters=2))
READINGS.edited("n = 1", Kind.CONSTANT, lambda w: w["max"].update(n=1))
READINGS.edited(
    "copies of one token", Kind.DATA, lambda w: w["min"].update(tokens=[["a", "1"], ["a", "1"]])
)
READINGS.edited(
    "a letter query", Kind.DATA, lambda w: w["min"].update(tokens=[["b", "1"], ["a", "a"]])
)
READINGS.edited(
    "not proper", Kind.INDEX, lambda w: w["min"].update(tokens=[["a", "1"], ["a", "a"]])
)
