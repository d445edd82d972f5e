"""RoFormer's long-term decay (arXiv 2104.09864, §3.4.3), as a bound (RF-decay-bound, -fix) and as a
property of the logit (RF-decay). Angles are base^(-2i/d)."""

from dataclasses import dataclass
from typing import Any

from constructions.capacity.cosines import BITS, angle_balls, cosine_sum, mean_size, mean_sizes
from constructions.other_papers import rechecked
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.kernel import REALS
from theory.ledger.theorems import CHECKED
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import precision


@dataclass(frozen=True)
class Rise:
    """Two distances; the frequencies base^(-i/planes), i = first … planes - 1; and what rises."""

    base: int = 10_000
    planes: int = 64
    first: int = 0
    near: int = 100
    far: int = 6357
    times: int = 1


def _rises(subject: Rise, what: Any) -> Outcome:
    """Balls: what is measured is certainly larger at ``far`` than ``times`` that at ``near``."""
    with precision(BITS):
        theta = angle_balls(subject.base, subject.planes)[subject.first :]
        close, far = what(theta, subject.near), what(theta, subject.far)
        if not 0 < subject.near < subject.far:
            return false("the distances are not in order")
        if not far > subject.times * close:
            return false(f"{far.str(4)} at {subject.far}, {close.str(4)} at {subject.near}")
    return true(2, f"{far.str(4)} at {subject.far}, {close.str(4)} at {subject.near}")


DECAY_BOUND = FormalClaim(
    id="RF-decay-bound",
    provenance="reading",
    place="§3.4.3, (37) and Figure 2",
    statement="|Σ h_i e^{imθ_i}| ≤ (max_i |h_{i+1} - h_i|) Σ_i |S_{i+1}|, S_j = Σ_{i<j} e^{imθ_i} "
    "(h_{d/2} = 0), and with b = 10,000 the mean of the |S_j| decays as the distance m grows.",
    expected=Verdict.REFUTED,
    subject=Rise,
    parts={"near": Kind.DATA, "far": Kind.QUANTIFIER, "planes": Kind.DATA, "first": Kind.INDEX},
    not_covered="The inequality, which holds (RF-decay-bound-fix), and other bases. Figure 2 draws "
    "this mean up to a distance of about 275. We read the sentence of "
    "larger distances too, such as 6,357. The head size of Figure 2 is not "
    "printed; for every one the mean returns (the proof of RF-decay-bound-fix). Within 275 it "
    "depends on the head size: for d = 128 the mean is 1.316 times as large at 183 as at 113. For "
    "d = 512, 768 and 1,024 it nowhere rises from a distance of 20 or more to one half as far "
    "again or more (in doubles).",
    repairs=("RF-decay-bound-fix",),
)


@rechecked.refutes(
    DECAY_BOUND,
    "two distances",
    "d = 128, base 10,000, the means at 100 and at 6,357, in balls of 96 bits",
)
def mean_rises(subject: Rise) -> Outcome:
    """The mean of the |S_j|."""
    return _rises(subject, mean_size)


DECAY_BOUND.mutant("6,300", Kind.QUANTIFIER, far=6300)
DECAY_BOUND.mutant("a distance of 10", Kind.DATA, near=10)
DECAY_BOUND.mutant("base 9,000", Kind.CONSTANT, base=9000)
DECAY_BOUND.mutant("twice the mean", Kind.CONSTANT, times=2)
DECAY_BOUND.mutant("32 frequencies", Kind.DATA, planes=32)
DECAY_BOUND.mutant("the slower half of the frequencies", Kind.INDEX, first=32)


@dataclass(frozen=True)
class Parts:
    """Σ_{i<P} h_i z_i = Σ_{j=1..P} (h_{j-1} - h_j) S_j, h_P = 0; and the mean of |S_j| is at most
    ``most`` for from ≤ m ≤ to."""

    sign: int = 1
    last: bool = True
    shift: int = 0
    start: int = 61
    end: int = 8192
    most: int = 12
    base: int = 10_000


DECAY_BOUND_FIX = FormalClaim(
    id="RF-decay-bound-fix",
    provenance="repair",
    place="§3.4.3, (37) and Figure 2",
    statement="For all complex h_0, …, h_{P-1} (h_P = 0), all angles and every m: |Σ h_i "
    "e^{imθ_i}| ≤ (max_i |h_{i+1} - h_i|) Σ_j |S_j|. With b = 10,000 and 64 frequencies the mean "
    "of the |S_j|, 32.5 at m = 0, is at most 12 for 61 ≤ m ≤ 8192. But for every ε > 0 there are "
    "arbitrarily large m at which it is above 32.5 - ε: it falls at first and does not decay.",
    subject=Parts,
    quantifiers={
        "h, θ, m": "all complex h, all angles, every m; every ε > 0",
        "m ≤ 8192": "61 ≤ m ≤ 8192, b = 10,000, 64 frequencies",
    },
    parts={"last": Kind.TERM, "shift": Kind.INDEX, "start": Kind.QUANTIFIER},
    not_covered="How soon the mean comes back: 64 frequencies return late.",
)


@DECAY_BOUND_FIX.written(
    "summation by parts",
    "every number of frequencies; e^{imθ} comes back to 1 on all of them at once (Dirichlet)",
    "h, θ, m",
)
def by_parts(subject: Parts) -> Outcome:
    """sympy, P ≤ 6: the identity; the sizes at m = 0 have the mean (P + 1)/2."""
    import sympy

    for planes in range(1, 7):
        h = [*sympy.symbols(f"h:{planes}"), sympy.Integer(0)]
        z = sympy.symbols(f"z:{planes}")
        sums = [sum(z[:j]) for j in range(planes + 1)]
        steps = range(1, planes + 1 if subject.last else planes)
        parts = sum((h[j - 1] - subject.sign * h[j]) * sums[j - subject.shift] for j in steps)
        rest = sympy.expand(sum(x * y for x, y in zip(h, z, strict=False)) - parts)
        if rest != 0:
            return false(f"P = {planes}: the sums differ by {rest}")
        mean = sympy.Rational(sum(range(1, planes + 1)), planes)
        if mean != sympy.Rational(planes + 1, 2):
            return false(f"P = {planes}: the mean at 0 is {mean}")
    return true(planes)


@DECAY_BOUND_FIX.exhaustive(
    "every distance",
    "61 ≤ m ≤ 8192 at base 10,000, 64 frequencies, in balls of 53 bits",
    "m ≤ 8192",
)
def small_means(subject: Parts) -> Outcome:
    """Balls of 53 bits: the mean of the |S_j| of 64 frequencies at every distance of the range."""
    with precision(53):
        size = mean_sizes(subject.base, 64, 0, 53)
        for cases, m in enumerate(range(subject.start, subject.end + 1), 1):
            if not size(m) <= subject.most:
                return false(f"the mean at {m} is not at most {subject.most}", cases)
    return true(cases)


DECAY_BOUND_FIX.coq(
    "decay.RF_decay_bound_fix",
    "decay.RF_decay_bound_fix_start",
    "decay.RF_decay_bound_fix_returns",
    decides=("h, θ, m",),
    covers=f"the inequality, the mean at m = 0 and its return, {CHECKED}; the means from 61 to "
    "8192 are those of 'every distance'",
    given=("every distance",),
    axioms=REALS,
    near_misses={
        "decay.RF_decay_bound_fix__not_ended": Kind.HYPOTHESIS,
        "decay.RF_decay_bound_fix_start__half": Kind.TERM,
        "decay.RF_decay_bound_fix_returns__beyond": Kind.HYPOTHESIS,
    },
)

DECAY_BOUND_FIX.mutant("h_{i+1} + h_i", Kind.SIGN, by_parts, sign=-1)
DECAY_BOUND_FIX.mutant("without the last term", Kind.TERM, by_parts, last=False)
DECAY_BOUND_FIX.mutant("S_j for S_{j+1}", Kind.INDEX, by_parts, shift=1)
DECAY_BOUND_FIX.mutant("at most 11", Kind.CONSTANT, small_means, most=11)
DECAY_BOUND_FIX.mutant("from 60 on", Kind.QUANTIFIER, small_means, start=60)
DECAY_BOUND_FIX.mutant("base 100", Kind.CONSTANT, small_means, base=100)

DECAY = FormalClaim(
    id="RF-decay",
    provenance="reading",
    place="§3.3, long-term decay",
    statement="The inner product of a query and a key decays as their relative distance grows. "
    "With like coordinates, which are our choice, it is a multiple of Σ cos(mθ_i), here at b = "
    "10,000.",
    expected=Verdict.REFUTED,
    subject=lambda: Rise(near=963, far=5020, times=3),
    parts={"near": Kind.DATA, "far": Kind.QUANTIFIER, "planes": Kind.DATA, "first": Kind.INDEX},
    not_covered="A decay on the average of distances, or of a bound, as §3.4.3 has it: that each "
    "larger distance has a smaller product is a reading. Other queries and keys: each distance is "
    "the best one of some key (RR-any-distance), and random ones have no decay at all (RR-gauss). "
    "No figure of the paper draws the inner product.",
    repairs=("RR-any-distance", "RR-gauss"),
)


@rechecked.refutes(
    DECAY,
    "two distances",
    "d = 128, base 10,000: three times as large at 5,020 as at 963, in balls of 96 bits",
)
def cosines_rise(subject: Rise) -> Outcome:
    """Σ cos(mθ_i): the logit, but for a factor, of a query and a key with like coordinates."""
    return _rises(subject, cosine_sum)


DECAY.mutant("5,000", Kind.QUANTIFIER, far=5000)
DECAY.mutant("a distance of 900", Kind.DATA, near=900)
DECAY.mutant("a nearer distance", Kind.QUANTIFIER, far=100)
DECAY.mutant("base 9,000", Kind.CONSTANT, base=9000)
DECAY.mutant("four times as large", Kind.CONSTANT, times=4)
DECAY.mutant("the slower half of the frequencies", Kind.INDEX, first=32)
