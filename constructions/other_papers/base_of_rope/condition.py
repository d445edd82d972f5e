"""*Base of RoPE Bounds Context Length* (arXiv 2405.14591): the sum Σ cos(mθ_i), what it measures
and what it does not forbid. It is a mean (BC-gap; with unequal variances BC-unequal); read as a
limit on length it is refuted (BC-bound). Angles are base^(-2i/d), i = 0 … d/2 - 1."""

from dataclasses import dataclass

from constructions.capacity.cosines import BITS, angle_balls, cosine_sum, cosine_sums
from constructions.other_papers import rechecked
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import precision


@dataclass(frozen=True)
class Gap:
    """E[qᵀR k*] - E[qᵀR k] = factor σ² Σ cos(mθ_i), pair by pair of coordinates."""

    factor: int = 2
    sign: int = 1
    centred: bool = True
    independent: bool = True
    unrelated: bool = True
    """Whether the noise is independent of q; if not, it is less q's deviation from its mean."""
    coordinates: tuple[int, ...] = (0, 1)


BC_GAP = FormalClaim(
    id="BC-gap",
    place="Theorem 1, (9)",
    statement="Let q and k have independent, identically distributed components of variance σ². "
    "Let k* = q + noise of mean 0 that is independent of q. Then E[qᵀ R_m k*] - E[qᵀ R_m k] = 2 σ² "
    "Σ_i cos(m θ_i), at every m and for all angles.",
    subject=Gap,
    quantifiers={
        "m, θ, σ": "every m, all angles, means and variances; noise of mean 0, independent of q"
    },
    parts=dict.fromkeys(("centred", "independent", "unrelated"), Kind.HYPOTHESIS),
    not_covered="Heads whose components are not alike (BC-unequal). The paper does not say that "
    "the noise is independent of the query. Without that the equation fails: with means 0 and "
    "noise -q the left side is 0.",
)


@BC_GAP.symbolic(
    "second moments",
    "for all real angles, means and variances, a pair of coordinates at a time; pairs add",
    "m, θ, σ",
)
def second_moments(subject: Gap) -> Outcome:
    """One pair of coordinates, by second moments: E[q_i q_j] = μ² + σ² [i = j], E[q_i k_j] = μ²,
    noise of mean ν (0 if centred), independent of q: the difference of the expectations is factor
    σ² cos x for all μ, σ, x."""
    import sympy

    x, mean, deviation, shift = sympy.symbols("x mu sigma nu", real=True)
    turn = sympy.Matrix([[sympy.cos(x), -sympy.sin(x)], [sympy.sin(x), sympy.cos(x)]])
    noise = 0 if subject.centred else shift
    shared = 0 if subject.unrelated else -(deviation**2)
    alike = mean**2 if subject.independent else mean**2 + deviation**2
    difference = sum(
        turn[i, j] * (mean**2 + (deviation**2 + shared if i == j else 0) + mean * noise)
        - turn[i, j] * (mean**2 if i != j else alike)
        for i in subject.coordinates
        for j in subject.coordinates
    )
    rest = sympy.simplify(difference - subject.sign * subject.factor * deviation**2 * sympy.cos(x))
    return true(1) if rest == 0 else false(f"differs by {rest}")


BC_GAP.mutant("σ² Σ cos", Kind.CONSTANT, factor=1)
BC_GAP.mutant("- 2σ² Σ cos", Kind.SIGN, sign=-1)
BC_GAP.mutant("noise with a mean", Kind.HYPOTHESIS, centred=False)
BC_GAP.mutant("noise that takes the query away", Kind.HYPOTHESIS, unrelated=False)
BC_GAP.mutant("a key that equals the query", Kind.HYPOTHESIS, independent=False)
BC_GAP.mutant("one coordinate of each pair", Kind.TERM, coordinates=(0,))


@dataclass(frozen=True)
class Unequal:
    """E[qᵀR k*] - E[qᵀR k] = factor Σ_i (σ²_{stride i} + second σ²_{stride i + 1}) cos x_i, each
    component having a mean and a variance of its own."""

    planes: int = 2
    stride: int = 2
    factor: int = 1
    second: int = 1
    centred: bool = True
    independent: bool = True
    same_means: bool = True


BC_UNEQUAL = FormalClaim(
    id="BC-unequal",
    place="Appendix A, (13)",
    statement="Let the 2P components of q be independent, component j of mean μ_j and variance "
    "σ_j², those of k the same and independent of q, and k* = q + noise of mean 0 that is "
    "independent of q. Then E[qᵀ R_m k*] - E[qᵀ R_m k] = Σ_i (σ²_{2i} + σ²_{2i+1}) cos(m θ_i) at "
    "every m and for all angles. So if only pair p has variance, the gap is a multiple of "
    "cos(m θ_p), whatever Σ_i cos(m θ_i) is. Computed with two pairs; pairs add.",
    subject=Unequal,
    quantifiers={"m, θ, μ, σ": "every m, all angles, means and variances; noise of mean 0"},
    parts={
        "stride": Kind.INDEX,
        "centred": Kind.HYPOTHESIS,
        "independent": Kind.HYPOTHESIS,
        "same_means": Kind.HYPOTHESIS,
    },
    not_covered="Components that depend on each other; noise that depends on the query.",
)


@BC_UNEQUAL.symbolic(
    "second moments",
    "for all real angles, means and variances of two pairs; R is block diagonal, so pairs add",
    "m, θ, μ, σ",
)
def unequal_gap(subject: Unequal) -> Outcome:
    """Second moments of all components: E[q_a q_b] = μ_a μ_b + σ_a² [a = b], E[q_a k_b] = μ_a times
    the key's mean. Noise of mean ν, independent of q, adds μ_a ν. R turns the pair i by x_i."""
    import sympy

    size = 2 * subject.planes
    turns = sympy.symbols(f"x:{subject.planes}", real=True)
    means, others = sympy.symbols(f"mu:{size}", real=True), sympy.symbols(f"nu:{size}", real=True)
    spread, shift = sympy.symbols(f"sigma:{size}", real=True), sympy.Symbol("nu", real=True)
    blocks = [[[sympy.cos(x), -sympy.sin(x)], [sympy.sin(x), sympy.cos(x)]] for x in turns]
    turn = sympy.diag(*map(sympy.Matrix, blocks))
    noise = 0 if subject.centred else shift
    keys = means if subject.same_means else others

    def gain(a: int, b: int) -> sympy.Expr:
        own = means[a] * means[b] + (spread[a] ** 2 if a == b else 0)
        random = means[a] * keys[b] if subject.independent else own
        return turn[a, b] * (own + means[a] * noise - random)

    gap = sum(gain(a, b) for a in range(size) for b in range(size))
    starts = [subject.stride * i for i in range(subject.planes)]
    pairs = [spread[a] ** 2 + subject.second * spread[a + 1] ** 2 for a in starts]
    formula = sum(pair * sympy.cos(x) for pair, x in zip(pairs, turns, strict=True))
    rest = sympy.expand(gap - subject.factor * formula)
    return true(1) if rest == 0 else false(f"differs by {rest}")


BC_UNEQUAL.mutant("σ²_i + σ²_{i+1}, as the last line of (12) prints", Kind.INDEX, stride=1)
BC_UNEQUAL.mutant("the first variance of each pair alone", Kind.TERM, second=0)
BC_UNEQUAL.mutant("twice the sum", Kind.CONSTANT, factor=2)
BC_UNEQUAL.mutant("the gap with the other sign", Kind.SIGN, factor=-1)
BC_UNEQUAL.mutant("noise with a mean", Kind.HYPOTHESIS, centred=False)
BC_UNEQUAL.mutant("a random key that is the query itself", Kind.HYPOTHESIS, independent=False)
BC_UNEQUAL.mutant("a random key with other means", Kind.HYPOTHESIS, same_means=False)


@dataclass(frozen=True)
class Forbidden:
    """A context that the rule forbids, and one frequency that serves it."""

    base: int = 10_000
    planes: int = 64
    length: int = 4096
    at: int = 1707
    plane: int = 63
    alone: bool = True


BC_BOUND = FormalClaim(
    id="BC-bound",
    provenance="reading",
    place="§4.3, (11), as a limit of what heads can do",
    statement="A head tells a similar token from a random one at all distances 0 ≤ m ≤ L only if "
    "Σ_i cos(m θ_i) ≥ 0 for all of them. So the least base with this property bounds the context "
    "length absolutely.",
    expected=Verdict.REFUTED,
    subject=Forbidden,
    parts={
        "length": Kind.QUANTIFIER,
        "plane": Kind.INDEX,
        "alone": Kind.HYPOTHESIS,
        "at": Kind.DATA,
    },
    not_covered="What training finds: the paper's measurements on trained models are not run here. "
    "The paper calls its bound 'not very strict', for another reason: layers are stacked. "
    "The reading drops a hypothesis of Theorem 1: that components are independent and identically "
    "distributed.",
    repairs=("BC-gap", "BC-unequal"),
)


@rechecked.refutes(
    BC_BOUND,
    "a head on the slowest frequency",
    "d = 128, base 10,000, every distance up to 4,096, in balls of 96 bits",
)
def forbidden_but_served(subject: Forbidden) -> Outcome:
    """Balls: Σ cos(mθ_i) < 0 at a distance in the context; but the gap of queries that live on one
    frequency alone, 2σ² cos(mθ_plane), is positive at every distance of it."""
    with precision(BITS):
        theta = angle_balls(subject.base, subject.planes)
        if not (subject.at <= subject.length and cosine_sum(theta, subject.at) < 0):
            return false(f"the rule does not forbid {subject.length} positions at {subject.at}")
        used = [theta[subject.plane]] if subject.alone else theta
        for m, gap in enumerate(cosine_sums(used, subject.length + 1)):
            if not gap > 0:
                return false(f"no gap at distance {m}")
    return true(subject.length + 1, f"served at every distance up to {subject.length}")


BC_BOUND.mutant("base 1,000,000", Kind.CONSTANT, base=1_000_000)
BC_BOUND.mutant("14,000 positions", Kind.QUANTIFIER, length=14_000)
BC_BOUND.mutant("frequency 40", Kind.INDEX, plane=40)
BC_BOUND.mutant("all frequencies alike", Kind.HYPOTHESIS, alone=False)
BC_BOUND.mutant("a distance with a positive sum", Kind.DATA, at=1706)
BC_BOUND.mutant("a distance outside the context", Kind.DATA, at=4097)
