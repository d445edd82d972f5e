"""The printed proof of Lemma F.1, display by display (B-lemF1-proof)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false
from theory.ledger.writing import FormalClaim
from theory.mathematics.exact import exact
from theory.mathematics.solvers import Posed, prove, prove_all
from theory.witnesses import witness
from theory.witnesses.witness import RefutedClaim, shown


def gap_of(logits: list[Fraction]) -> Fraction:
    """Δ(σ): the top logit minus the next different one, 0 if all are equal."""
    rest = [x for x in logits if x < max(logits)]
    return max(logits) - max(rest) if rest else Fraction(0)


def displays_fail(data: dict[str, Any]) -> Outcome:
    """k e^μ ≤ Σ e^{βL_i} fails (all logits equal, so both sides are powers of e); and λ = 0 where
    a length has constant logits only, so that Step 2's lower bound is 1/n at every β."""
    display, rate = data["display"], data["rate"]
    row = [exact(x, "logits") for x in display["logits"]]
    beta = exact(display["beta"], "beta")
    by_length = [[exact(x, "logits") for x in one] for one in rate["logits"]]
    least = [gap_of(one) for one in by_length]
    lam, top = min(least), max(by_length[-1])
    n, k = len(by_length[-1]), by_length[-1].count(top)
    parts = [
        (len(set(row)) == 1 and len(row) >= 2, "display: the logits are not all equal", ""),
        (beta >= 1, "display: β is below 1", ""),
        (
            row[0] > beta * row[0],
            "display: k e^μ ≤ k e^{βμ}",
            f"display: k = {len(row)}, μ = {row[0]}, β = {beta}: k e^μ = {len(row)}e^({row[0]}) > "
            f"{len(row)}e^({beta * row[0]}) = Σ e^(βL_i)",
        ),
        ([len(x) for x in by_length] == list(range(2, n + 1)), "rate: not lengths 2, 3, …", ""),
        (
            lam == 0,
            "rate: λ is positive",
            f"rate: λ(n) at n = 2 … {n}: {witness.fractions(least)}; λ = {lam}",
        ),
        (
            Fraction(1, n) == exact(rate["bound"], "bound") < Fraction(1, k),
            "rate: another bound, or it is 1/k",
            f"rate: with λ = 0 the lower bound 1/(k + (n-k)e^0) is {Fraction(1, n)} at every β; "
            f"1/k "
            f"is {Fraction(1, k)}",
        ),
    ]
    return shown(parts, f"logits {witness.fractions(row)}, β = {beta}; λ = 0 at n0 = {n}")


LEMMA = RefutedClaim(
    displays_fail,
    id="B-lemF1-proof",
    place="Lemma F.1, its printed proof",
    statement="Each display of the printed proof holds, for every head and β ≥ 1. Let μ be the top "
    "logit, k the number of maximisers, λ(n) the least positive Δ(σ) over inputs of length n (0 if "
    "there is none) and λ the least λ(n), 1 < n ≤ n0. Then k e^μ ≤ Σ e^{βL_i} ≤ k e^{βμ} + (n-k) "
    "e^{β(μ-λ)}; so 1/k ≥ w_j ≥ 1/(k + (n-k)e^{-βλ}) → 1/k for maximisers j, and 0 ≤ w_j ≤ "
    "e^{-β(μ-L_j)}/k → 0 for the others.",
    parts={"rate.logits": Kind.QUANTIFIER, "rate.bound": Kind.DATA},
    not_covered="The lemma itself is true (B-lemF1), and so is its proof with k e^{βμ} for k e^μ "
    "and λ over the inputs whose logits differ (B-lemF1-proof-fix).",
    repairs=("B-lemF1-proof-fix",),
)

LEMMA.edited("positive logits", Kind.SIGN, lambda w: w["display"].update(logits=["1", "1"]))
LEMMA.edited("β = 1", Kind.CONSTANT, lambda w: w["display"].update(beta="1"))
LEMMA.edited(
    "a length 2 whose logits differ",
    Kind.QUANTIFIER,
    lambda w: w["rate"].update(logits=[["0", "1"], ["0", "0", "1"]]),
)
LEMMA.edited("the bound 1/2", Kind.DATA, lambda w: w["rate"].update(bound="1/2"))
LEMMA.edited("logits 0", Kind.TERM, lambda w: w["display"].update(logits=["0", "0"]))


@dataclass(frozen=True)
class Displays:
    """In units of e^{βμ}: ``low(k)`` ≤ Σ ≤ ``high(k, r, q)``, r other keys, each at most q."""

    low: Callable[[Any], Any] = lambda k: k
    high: Callable[[Any, Any, Any], Any] = lambda k, r, q: k + r * q
    most: Callable[[Any], Any] = lambda q: q <= 1
    two: int = 2
    within: str = "<"
    strict: bool = False


LEMMA_FIX = FormalClaim(
    id="B-lemF1-proof-fix",
    place="Lemma F.1, its printed proof, repaired",
    statement="Put k e^{βμ} for k e^μ, and let λ be the least Δ(σ) over those inputs of length ≤ "
    "n0 whose logits differ (if there are none every w_j is 1/n). Then the inequalities of each "
    "display hold, for every β ≥ 0. With each coordinate moved by less than δ/2 the decoded token "
    "is the same.",
    provenance="repair",
    subject=Displays,
    quantifiers={"n": "every n, k, β ≥ 0 and all logits", "rows": "12 rows, at most 5 keys: n ≤ 5"},
    parts={"most": Kind.HYPOTHESIS, "within": Kind.RELATION, "strict": Kind.RELATION},
    not_covered="The limits as β → ∞, which the proof in words takes. A sufficient β in numbers: "
    "B-lemF1.",
    rests_on=("B-lemF1",),
)


@LEMMA_FIX.exhaustive("literal rows", "12 rows of rational weights, n ≤ 5", "rows")
def literal_rows(subject: Displays) -> Outcome:
    """Rows of up to five keys, e^{βL} rational: both displays and both weights, as printed."""
    cases = 0
    values = [Fraction(1), Fraction(1, 2), Fraction(1, 3)]
    for k in range(1, 4):
        for others in ([], values[1:2], values[1:], [values[2]] * 2):
            cases += 1
            q = max(others, default=Fraction(0))
            total = k + sum(others, Fraction(0))
            low, high = subject.low(k), subject.high(k, len(others), q)
            if not (low < total or (low == total and not subject.strict)) or total > high:
                return false(f"k = {k}, others {witness.fractions(others)}: {low}, {total}, {high}")
            if any(x / total > x / k for x in others) or 1 / Fraction(total) < 1 / Fraction(high):
                return false(f"k = {k}, others {witness.fractions(others)}: the weights", cases)
    outcome = prove(lambda d, e: ((subject.two * e <= d, e > 0), (2 * e <= d,)), "d e")
    return replace(outcome, cases=cases + outcome.cases) if outcome.cases else outcome


@LEMMA_FIX.inductive(
    "display by display",
    "every n: one key more (base r = 0: S = 0), both weights, the decoding step (z3)",
    "n",
    "rows",
    confirmed_by="cvc5; by hand in proofs.md",
)
def displays(subject: Displays) -> Outcome:
    """z3: the sum, by adding one key more (S of r keys so far, x the next), the weights of both
    kinds of key, and Step 4's moves below ε = δ/2; q = e^{-βλ}, x = e^{β(L_j-μ)}."""

    def add(S: Any, r: Any, q: Any, x: Any) -> Posed:
        known = (S >= 0, r >= 0, q * r >= S, q > 0, subject.most(q), x > 0, x <= q)
        return known, (S + x >= 0, subject.high(0, r + 1, q) >= S + x)

    def weigh(k: Any, S: Any, h: Any, x: Any) -> Posed:
        # h stands for the upper display; w = 1/(k + S) of a maximiser, x/(k + S) of another key.
        known = (k >= 1, x <= S, x >= 0, h >= k + S)
        total = k + S
        above = total > subject.low(k) if subject.strict else total >= subject.low(k)
        return known, (above, h >= total, x * k <= x * total)

    def decode(d: Any, e: Any, a: Any, b: Any) -> Posed:
        # Two coordinates move by less than e each, and their difference was at least d > 0.
        inside = (a > -e, a < e, b > -e, b < e)
        reached = (a >= -e, a <= e, b >= -e, b <= e)
        moved = inside if subject.within == "<" else reached
        return (*moved, d > 0, subject.two * e <= d), (d + a - b > 0,)

    return prove_all([(add, "S r q x"), (weigh, "k S h x"), (decode, "d e a b")])


LEMMA_FIX.mutant("k + 1 below", Kind.CONSTANT, low=lambda k: k + 1)
LEMMA_FIX.mutant("(n-k)q²", Kind.TERM, high=lambda k, r, q: k + r * q * q)
LEMMA_FIX.mutant("ε ≤ δ", Kind.CONSTANT, two=1)
LEMMA_FIX.mutant("moved by δ/2", Kind.RELATION, displays, within="<=")
LEMMA_FIX.mutant("a strict lower display", Kind.RELATION, strict=True)
LEMMA_FIX.mutant("n - k less one key", Kind.CONSTANT, high=lambda k, r, q: k + (r - 1) * q)
LEMMA_FIX.mutant("minus (n-k)q", Kind.SIGN, high=lambda k, r, q: k - r * q)
