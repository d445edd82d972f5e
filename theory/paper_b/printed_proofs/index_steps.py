"""The steps of F.2.1, the printed proof for Index (B-F21-steps)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, away, maximisers
from theory.mathematics.constructed import (
    gap,
    hard,
    index_answer,
    index_inputs,
    index_output,
    index_phases,
    index_target,
)
from theory.mathematics.exact import exact
from theory.witnesses import witness
from theory.witnesses.witness import RefutedClaim, shown

BIAS = "bias"


def with_bias(tokens: tuple[Any, ...], weights: list[Fraction], alpha: int = 2) -> dict[Any, Any]:
    """F(x, a) = x + a with the bias coordinate: 1 in E, 0 in W_V E."""
    return index_output(tokens, weights, alpha) | {BIAS: Fraction(1)}


def index_steps_fail(data: dict[str, Any]) -> Outcome:
    """A multiple t = n of θ that no input has; 3E(σ) off by the bias; an irrational θ that ties."""
    arcs, case, tie = data["pigeonhole"], data["case 1"], data["irrational"]
    n, u, t = arcs["n"], exact(arcs["turns"], "turns"), arcs["t"]
    width = Fraction(1, n)
    boxes: dict[int, list[int]] = {}
    for i in range(n + 1):
        boxes.setdefault(int((i * u % 1) / width), []).append(i)
    shared = sorted({b - a for box in boxes.values() for a in box for b in box if b > a})
    least = min(away(d * u) for d in range(1, n))
    tokens = tuple(case["tokens"])
    y = with_bias(tokens, hard([0], len(tokens)))
    thrice = {tokens[-1]: Fraction(3), BIAS: Fraction(3)}
    half, length = exact(tie["theta_over_pi"], "theta_over_pi") / 2, tie["n"]
    parts = [
        (
            shared == [t] and t == n,
            f"pigeonhole: the multiples found are {shared}",
            f"pigeonhole: θ = {u}·2π, n = {n}: of the angles tθ, t = 0 … {n}, only those {t} apart "
            f"share one of the {n} arcs",
        ),
        (
            away(t * u) == 0,
            "pigeonhole: the discrepancy is 0",
            f"pigeonhole: 1 - cos {t}θ = 0, but a letter query has Δ = 1 - cos(2π·{least}) > 0",
        ),
        (isinstance(tokens[-1], str), "case 1: no letter query", ""),
        (
            {str(k): str(v) for k, v in y.items()} == case["output"],
            f"case 1: the output is {y}",
            f"case 1: x + a = {witness.fractions(y.values())} on ({tokens[-1]}, bias)",
        ),
        (y != thrice, "case 1: it is 3E(σ)", "case 1: 3E(σ) = 3, 3"),
        (
            half != 0 and len(maximisers(index_phases(length, 0, half))) > 1,
            "irrational: no tie",
            f"irrational: θ = {tie['theta_over_pi']}π, n = {length}, a letter query: largest "
            f"logits at offsets {witness.fractions(maximisers(index_phases(length, 0, half)))}",
        ),
    ]
    return shown(parts, f"t = n = {n}; 3E(σ); θ = {tie['theta_over_pi']}π")


STEPS = RefutedClaim(
    index_steps_fail,
    id="B-F21-steps",
    place="F.2.1, its steps",
    statement="Each step holds. The logit at j = n - σ_n (at n for a letter) is maximal and 1. If "
    "θ is irrational, Δ > 0. Of the n + 1 angles tθ, t = 0 … n, two share one of n arcs, and the "
    "multiple t between them gives Δ(n) ≤ 1 - cos tθ ≤ 2π²/n². Case 1 has the output R(σ_n, σ_n) = "
    "3E(σ_n), E with its bias coordinate. The largest coordinate is the answer.",
    parts={
        "pigeonhole.t": Kind.INDEX,
        "case 1.output": Kind.DATA,
        "case 1.tokens": Kind.HYPOTHESIS,
    },
    not_covered="The other steps: the target's logit is 1 and maximal exactly where the number "
    "points inside, and the decoding is right where the maximum is unique (B-F21-steps-fix).",
    repairs=("B-F21-steps-fix",),
)

STEPS.edited("t = n - 1", Kind.INDEX, lambda w: w["pigeonhole"].update(t=2))
STEPS.edited("θ = 2π/4", Kind.CONSTANT, lambda w: w["pigeonhole"].update(turns="1/4"))
STEPS.edited("3E(σ)", Kind.DATA, lambda w: w["case 1"].update(output={"a": "3", "bias": "3"}))
STEPS.edited("an integer query", Kind.HYPOTHESIS, lambda w: w["case 1"].update(tokens=["a", 1]))
STEPS.edited("θ = 0", Kind.TERM, lambda w: w["irrational"].update(theta_over_pi="0"))
STEPS.edited("θ = π/2", Kind.CONSTANT, lambda w: w["irrational"].update(theta_over_pi="1/2"))


@dataclass(frozen=True)
class IndexSteps:
    """The mended steps: n angles 0 … (n-1)θ; 3 on the symbol's coordinate alone.

    ``alone``: the output is claimed where the maximum is unique, not at every θ. ``within``: it is
    claimed to be unique for letters and for numbers that point inside, not for all numbers.
    """

    angles: Callable[[int], int] = lambda n: n
    letter: Fraction = Fraction(3)
    inside: bool = True
    alone: bool = True
    within: bool = True
    alpha: int = 2
    sign: int = 1


STEPS_FIX = FormalClaim(
    id="B-F21-steps-fix",
    place="F.2.1, its steps, repaired",
    statement="The logit at j = n - σ_n is 1, hence maximal, for every number that points inside. "
    "For these and for letters the maximum is unique at every length up to n0 iff θ ∉ {2πk/t : 1 ≤ "
    "t ≤ n0 - 1}. For n ≥ 2, two of the n angles tθ, t = 0 … n - 1, are at most 2π/n apart on the "
    "circle. So some 1 ≤ d ≤ n - 1 has 1 - cos dθ ≤ 1 - cos(2π/n) ≤ 2π²/n², a bound for the letter "
    "query's Δ(σ). Where the maximum is unique (θ not in that set, the number pointing inside), "
    "Case 1 has 3 on the coordinate of σ_n, 0 on the other symbols', 1 on the bias; there the "
    "largest symbol coordinate is the answer.",
    provenance="repair",
    subject=IndexSteps,
    quantifiers={
        "n": "every n ≥ 2",
        "θ": "every real θ; of the output, every θ that is not in the set",
        "n ≤ 6": "2 ≤ n ≤ 6, every real θ",
    },
    parts={
        "angles": Kind.INDEX,
        "inside": Kind.HYPOTHESIS,
        "alone": Kind.HYPOTHESIS,
        "within": Kind.HYPOTHESIS,
    },
    not_covered="With the printed maximum over inputs the bound is another one: B-thm32-index-fix.",
    rests_on=("B-irr-fix", "B-gap-index", "B-thm32-index-fix"),
)


@STEPS_FIX.written(
    "every angle",
    "every n by the proof; the target's logit and the nearest two of n angles, n ≤ 6, at every "
    "real θ; unique maxima, n ≤ 3, at every real θ, and the output at every θ that has them",
    "n",
    "θ",
    "n ≤ 6",
)
def mended(subject: IndexSteps) -> Outcome:
    """n ≤ 6, every real θ: two of the n angles are at most 2π/n apart, the target's logit is 1;
    n ≤ 3: the output under hard attention (``outputs``)."""
    cases = 0
    for n in range(2, 7):
        for u in arc_cells(
            2 * n, 1, tuple(Fraction(k, n * d) for d in range(1, n) for k in range(n * d))
        ):
            cases += 1
            if min(away(d * u) for d in range(1, subject.angles(n))) > Fraction(1, n):
                return false(f"n = {n}, θ = {u}·2π: no two angles within 2π/n", cases)
            for s in range(n if subject.inside else n + 1):
                phases = index_phases(n, subject.sign * s, u)
                if s >= n or away(phases[s]) != 0:
                    return false(f"n = {n}, query {s}: the target has no logit 1", cases)
    for n in range(1, 4):
        for u in arc_cells(2 * n):
            cases += 1
            wrong = wrong_output(subject, n, u)
            if wrong:
                return false(f"n = {n}, θ = {u}·2π: {wrong}", cases)
    return true(cases)


def wrong_output(subject: IndexSteps, n: int, u: Fraction) -> str:
    """What is wrong with the head at length n, two letters and {1, 2}; '' if nothing is.

    The maximum is unique for every target inside iff no tθ, 1 ≤ t ≤ n - 1, is a multiple of 2π. If
    so, Case 1 has its coordinates, and the largest symbol coordinate is the answer in every case.
    """
    best = [maximisers(index_phases(n, subject.sign * s, u)) for s in range(n)]
    if not subject.within:
        best.append(maximisers(index_phases(n, subject.sign * n, u)))
    unique = all(len(positions) == 1 for positions in best)
    if unique != all(away(t * u) != 0 for t in range(1, n)):
        return "unique maxima"
    if subject.alone and not unique:
        return ""
    for tokens in index_inputs(n, 2, 2):
        target = index_target(tokens)
        if target >= n:
            continue
        y = with_bias(tokens, hard(best[target], n), subject.alpha)
        bias = y.pop(BIAS)
        if gap(y, index_answer(tokens)) <= 0:
            return f"{tokens}: decodes {y}"
        case = {tokens[-1]: subject.letter, BIAS: Fraction(1)}
        shown_by = {token: value for token, value in y.items() if value} | {BIAS: bias}
        if isinstance(tokens[-1], str) and shown_by != case:
            return f"{tokens}: {shown_by}"
    return ""


STEPS_FIX.coq(
    "discrepancy.B_irr_fix",
    "circle.circle_near",
    "feasibility.B_gap_index",
    covers="unique maxima, the pigeonhole step with n angles, the three decoding gaps, checked by "
    "Coq's kernel; the coordinates of Case 1 are the definition's",
    decides=("n", "θ", "n ≤ 6"),
    axioms=REALS,
    near_misses={
        "discrepancy.B_irr_fix__one_more": Kind.INDEX,
        "circle.circle_near__strict": Kind.RELATION,
        "circle.circle_near__nearer": Kind.INDEX,
        "feasibility.B_gap_index__one_more": Kind.INDEX,
    },
)

STEPS_FIX.mutant("n - 1 angles", Kind.INDEX, angles=lambda n: n - 1 if n > 2 else n)
STEPS_FIX.mutant("at every θ", Kind.HYPOTHESIS, alone=False)
STEPS_FIX.mutant("3 on the bias too", Kind.CONSTANT, letter=Fraction(1))
STEPS_FIX.mutant("numbers outside too", Kind.HYPOTHESIS, inside=False)
STEPS_FIX.mutant("unique for numbers outside too", Kind.HYPOTHESIS, within=False)
STEPS_FIX.mutant("α = 1", Kind.CONSTANT, alpha=1)
STEPS_FIX.mutant("the other way", Kind.SIGN, sign=-1)
STEPS_FIX.mutant("no letter's value", Kind.TERM, alpha=0)
