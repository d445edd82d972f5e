"""At which angles the printed Index head has one largest logit (B-irr and its repair)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, maximisers, unit_steps
from theory.mathematics.constructed import index_phases
from theory.witnesses import witness

ANGLES = {"θ": "every real θ", "n0": "every n0 ≥ 2", "n0 ≤ 8": "2 ≤ n0 ≤ 8, every real θ"}


def tied(n0: int, u: Fraction) -> bool:
    """θ = 2πk/t for some 1 ≤ t ≤ n0 - 1 and integer k."""
    return any((t * u).denominator == 1 for t in range(1, n0))


def ties(n0: int, full: int = 1) -> frozenset[Fraction]:
    """These θ, in turns from 0 to 1; for ``full`` = 2 the multiples of π/t."""
    return frozenset(Fraction(k, full * t) for t in range(1, n0) for k in range(full * t + 1))


@dataclass(frozen=True)
class Unique:
    """All inputs of length ≤ n0 with a target in ``targets(n)`` have one maximum iff θ is none of
    the ``bad(n0)``, in turns from 0 to 1."""

    bad: Callable[[int], frozenset[Fraction]] = ties
    targets: Callable[[int], range] = range
    one: Callable[[Any], Any] = lambda w: (w - 1) ** 2 / w


def pi_ties(data: dict[str, Any]) -> Outcome:
    """θ = (p/q)π ≠ 0 is irrational, and two offsets share the largest logit."""
    u = Fraction(data["theta_over_pi"]) / 2
    n, target, other = data["n"], data["target"], data["other"]
    phases = index_phases(n, target, u)
    parts = [
        (u != 0, "θ = 0 is rational", f"θ = {2 * u}·π ≠ 0 is irrational, as π is"),
        (other != target, "one offset, not two", ""),
        (
            {target, other} <= set(maximisers(phases)),
            "no tie",
            f"(t - {target})θ at t = 0 … {n - 1} positions back, in turns of 2π: "
            f"{witness.fractions(phases)}; cos is 1 at whole turns, so at t = {target} and at t = "
            f"{other}: the largest logit occurs twice, and Δ = 0",
        ),
    ]
    return witness.shown(parts, f"θ = {data['theta_over_pi']}π: offsets {target} and {other} tie")


IRR = witness.RefutedClaim(
    pi_ties,
    id="B-irr",
    paper="B",
    place="F.2.1",
    statement="If θ is irrational, then every input of every length n > 1 has discrepancy > 0.",
    parts={"n": Kind.INDEX, "other": Kind.DATA},
    not_covered="θ = 2π ties already at n = 2, but is the head without positions; nor is the "
    "hypothesis needed: every non-zero rational θ works.",
    repairs=("B-irr-fix",),
)

IRR.coq(
    "discrepancy.B_irr_witness",
    "discrepancy.B_irr",
    "discrepancy.pi_irrational",
    axioms=REALS,
    near_misses={"discrepancy.B_irr_witness__length_two": Kind.HYPOTHESIS},
)

IRR.edited("θ = π/2", Kind.CONSTANT, lambda w: w.update(theta_over_pi="1/2"))
IRR.edited("n = 2", Kind.INDEX, lambda w: w.update(n=2))
IRR.edited("θ = 0", Kind.TERM, lambda w: w.update(theta_over_pi="0"))
IRR.edited("one offset", Kind.DATA, lambda w: w.update(other=0))

IRR_FIX = FormalClaim(
    id="B-irr-fix",
    place="F.2.1, repaired",
    statement="Take every n0 ≥ 2 and real θ. All inputs of length ≤ n0 whose number points inside "
    "(letters point to themselves) have a unique largest logit iff θ ∉ {2πk/t : 1 ≤ t ≤ n0 - 1, k "
    "∈ Z}. So every non-zero rational θ works for every n0, and θ works for every n0 iff θ/π is "
    "irrational.",
    provenance="repair",
    subject=Unique,
    quantifiers=ANGLES,
    parts={"bad": Kind.QUANTIFIER, "targets": Kind.HYPOTHESIS},
    not_covered="Numbers that point before the start: those maxima are below 1 and may tie "
    "elsewhere. 'Irrational' matters for θ/π, not for θ.",
)


@IRR_FIX.exhaustive(
    "every angle to n0 = 8",
    "both directions, every real θ: cells of the circle, in Fractions",
    "n0 ≤ 8",
)
def every_angle(subject: Unique) -> Outcome:
    """Both directions at 2 ≤ n0 ≤ 8 for every real θ (one point of each cell, and its ends)."""
    cases = 0
    for n0 in range(2, 9):
        bad = subject.bad(n0)
        for u in arc_cells(2 * n0, 1, tuple(sorted(bad))):
            cases += 1
            alone = all(
                len(maximisers(index_phases(n, s, u))) == 1
                for n in range(1, n0 + 1)
                for s in subject.targets(n)
            )
            if alone == (u in bad):
                return false(f"n0 = {n0}, θ = {u}·2π: unique maxima: {alone}", cases)
    return true(cases, note="every real θ at 2 ≤ n0 ≤ 8")


@IRR_FIX.written(
    "where the cosine is 1",
    "every n0 and θ: T_t = 1 iff zᵗ = 1 (induction and identity checked)",
    "θ",
    "n0",
)
def where_one(subject: Unique) -> Outcome:
    """cos tθ = 1 iff e^{itθ} = 1, by Chebyshev's recursion."""
    return unit_steps(subject.one)


IRR_FIX.coq(
    "discrepancy.B_irr_fix",
    "discrepancy.B_irr_fix_all",
    "discrepancy.B_irr_fix_rational",
    "discrepancy.printed_logits_are",
    "circle.cos_one",
    decides=("θ", "n0", "n0 ≤ 8"),
    axioms=REALS,
    near_misses={
        "discrepancy.B_irr_fix__one_more": Kind.INDEX,
        "discrepancy.B_irr_fix_all__irrational": Kind.DATA,
        "discrepancy.B_irr_fix_rational__zero": Kind.HYPOTHESIS,
        "discrepancy.printed_logits_are__any_place": Kind.HYPOTHESIS,
        "circle.cos_one__half_turn": Kind.CONSTANT,
    },
)

IRR_FIX.mutant("t ≤ n0", Kind.QUANTIFIER, every_angle, bad=lambda n0: ties(n0 + 1))
IRR_FIX.mutant(
    "θ = πk/t",
    Kind.QUANTIFIER,
    every_angle,
    where_one,
    bad=lambda n0: ties(n0, 2),
    one=lambda w: (w * w - 1) ** 2 / w**2,
)
IRR_FIX.mutant(
    "one more angle, 2π/1000",
    Kind.QUANTIFIER,
    every_angle,
    bad=lambda n0: ties(n0) | {Fraction(1, 1000)},
)
IRR_FIX.mutant("k = 0 only", Kind.QUANTIFIER, every_angle, bad=lambda n0: ties(2))
IRR_FIX.mutant("numbers outside too", Kind.HYPOTHESIS, every_angle, targets=lambda n: range(n + 2))
IRR_FIX.mutant("tie at w = -1", Kind.SIGN, where_one, one=lambda w: (w + 1) ** 2 / w)
IRR_FIX.mutant("tie at w = 2", Kind.CONSTANT, where_one, one=lambda w: (w - 2) ** 2 / w)
