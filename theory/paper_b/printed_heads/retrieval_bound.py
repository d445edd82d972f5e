"""The printed bound on the Retrieval head's discrepancy, which fails (B-thm32-retr)."""

from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.kernel import REALS
from theory.mathematics.arcs import chebyshev
from theory.mathematics.constructed import is_proper, retrieval_phases
from theory.witnesses import witness


def above_printed(data: dict[str, Any]) -> Outcome:
    """One proper input whose discrepancy exceeds 1 - cos(ω - nθ), ω = π, at a rational cosine."""
    c, tokens = Fraction(data["cos"]), [tuple(x) for x in data["tokens"]]
    n, n0 = len(tokens), data["n0"]
    cos = chebyshev(c, n0 + 1)
    # Turns 0 (ω/2π = 1/2): the letters' part of each phase; an odd number of halves flips a sign.
    turns = retrieval_phases(tokens, data["letters"], Fraction(0))
    logits = [(1 if x.denominator == 1 else -1) * cos[t] for t, x in enumerate(turns)]
    ranked = sorted(logits)
    delta, bound = ranked[-1] - ranked[-2], 1 + cos[n]
    turned = witness.fractions(cos[: n0 + 1])
    back = "; ".join(f"({x}, {y})" for x, y in reversed(tokens))
    parts = [
        (data["letters"] == 2 and 2 <= n <= n0, "not two letters, or a length out of range", ""),
        (is_proper(tokens), "not proper", ""),
        (
            c < 1 and min(cos[1 : n0 + 1]) > 0,
            "θ not in (0, ω/(2 n0))",
            f"cos tθ at t = 0 … {n0}: {turned}; all positive, so 0 < n0·θ < π/2 = ω/2",
        ),
        (
            witness.numerals(logits) == data["logits"],
            "other logits",
            f"tokens from the last one back: {back}; logit cos tθ where the left half is the "
            f"letter asked for, -cos tθ where it is the other: {witness.fractions(logits)}",
        ),
        (
            str(delta) == data["discrepancy"],
            "another discrepancy",
            f"Δ = {ranked[-1]} - ({ranked[-2]}) = {delta}",
        ),
        (
            str(bound) == data["bound"],
            "another bound",
            f"1 - cos(ω - nθ) = 1 + cos {n}θ = 1 + {cos[n]} = {bound}",
        ),
        (delta > bound, "the printed bound holds", f"{delta} > {bound}"),
    ]
    return witness.shown(parts, f"cos θ = {c}: Δ = {data['discrepancy']} > {data['bound']}")


RETR = witness.RefutedClaim(
    above_printed,
    id="B-thm32-retr",
    paper="B",
    place="Theorem 3.2, Retrieval",
    statement="Let n > 1 be an arbitrary input length, ω = 2π/|ALPH| and 0 < θ < ω/(2·n0). Then "
    "Δ_Retrieval(n) ≤ 1 - cos(ω - nθ). Here Δ(n) := max_σ Δ(σ) over proper inputs that are not "
    "constant, Δ(σ) the largest logit minus the largest logit at any other position (n may be "
    "above n0; here n = n0).",
    parts={
        "tokens": Kind.HYPOTHESIS,
        "letters": Kind.QUANTIFIER,
        "logits": Kind.DATA,
        "discrepancy": Kind.DATA,
    },
    not_covered="F.2.2's own Δ, the maximum over all letters k and not over the input's keys, "
    "refutes it at the same witness: 9/5. For one letter the bound holds to n0. It fails for every "
    "|ALPH| ≥ 2, every 2 ≤ n ≤ n0 and every θ of the range (B-thm32-retr-fix), so this is no "
    "accident of small sizes. With the minimum over inputs it fails from n = 2·n0 on, at some θ of "
    "the range (B-thm32-retr-min, B-thm32-retr-all).",
    repairs=("B-thm32-retr-fix", "B-thm32-retr-all"),
)

RETR.coq(
    "retrieval_discrepancy.B_thm32_retr_refuted",
    axioms=REALS,
    near_misses={"retrieval_discrepancy.B_thm32_retr_refuted__one_token": Kind.HYPOTHESIS},
)

RETR.edited(
    "cos θ = 3/5, outside the range",
    Kind.CONSTANT,
    lambda w: w.update(cos="3/5", logits=["1", "-3/5"], discrepancy="8/5", bound="18/25"),
)
RETR.edited(
    "the other letter asked for, not there",
    Kind.HYPOTHESIS,
    lambda w: w.update(tokens=[["a", "b"], ["a", "a"]]),
)
RETR.edited(
    "two equal left halves",
    Kind.DATA,
    lambda w: w.update(tokens=[["a", "a"], ["a", "a"]], logits=["1", "4/5"], discrepancy="1/5"),
)
RETR.edited("bound at n - 1", Kind.CONSTANT, lambda w: w.update(bound="9/5"))
RETR.edited("three letters", Kind.QUANTIFIER, lambda w: w.update(letters=3))
