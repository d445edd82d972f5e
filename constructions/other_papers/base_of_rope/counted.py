"""Two sentences of *Base of RoPE Bounds Context Length* (arXiv 2405.14591) that can be counted: its
Table 4 (BC-count, -fix), and that its bound is near the context lengths of models (BC-real, -fix).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.capacity.cosines import BITS, angle_balls, cosine_sum, cosine_sums
from constructions.other_papers import rechecked
from constructions.other_papers.base_of_rope.bases import first_negative
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import precision, to_ball


@dataclass(frozen=True)
class CountedDistances:
    """The distances 0 ≤ m < ``length`` whose sums are not below 0; ``printed`` is their number."""

    base: int = 5_000_000
    planes: int = 64
    sign: int = 1
    length: int = 30_720
    printed: int = 0


BC_COUNT = FormalClaim(
    id="BC-count",
    place="Table 4, numbers of m with a sum ≥ 0",
    statement="The number of distances m whose sum Σ_i cos(m θ_i) is ≥ 0 is 0 up to 15k and 0 up "
    "to 30k for Method 1, θ_i = (5e6)^(-2i/128), and 97 and 2554 for Method 2.",
    provenance="reading",
    expected=Verdict.REFUTED,
    subject=CountedDistances,
    parts={"length": Kind.QUANTIFIER, "printed": Kind.DATA},
    not_covered="The accuracies in the same table. That Method 2 violates the condition at long "
    "distances and Method 1 does not, as the text says, is so (BC-count-fix). The sign is a "
    "reading: the header was read in a text conversion, which may have lost a stroke through ≥. "
    "With one, or with <, the table is right.",
    repairs=("BC-count-fix",),
)


@rechecked.refutes(
    BC_COUNT,
    "Method 1 at every distance",
    "every m < 30,720: all sums are above 0, so 30,720 of them are not below it, and not none",
)
def none_below(subject: CountedDistances) -> Outcome:
    """Whole numbers, balls where they leave it open: no sum is below 0, and the number is not the
    printed one."""
    at = first_negative(subject.base, subject.planes, 0, subject.sign, subject.length - 1)
    if at is not None:
        return false(f"the sum at {at} is not above 0", at + 1)
    if subject.printed == subject.length:
        return false(f"{subject.length} is what is printed")
    return true(subject.length, f"{subject.length} of {subject.length} sums are above 0")


BC_COUNT.mutant("printed 30,720", Kind.DATA, printed=30_720)
BC_COUNT.mutant("base 500,000", Kind.CONSTANT, base=500_000)
BC_COUNT.mutant("sums of the other sign", Kind.SIGN, sign=-1)
BC_COUNT.mutant("600,000 distances", Kind.QUANTIFIER, length=600_000)


@dataclass(frozen=True)
class Methods:
    """Rows (length, sums below 0 by Method 1, by Method 2). Method 2 divides its angles from
    ``slow`` on by ``scale``, and the others are those of base 10,000 · scale^(128/(2 slow))."""

    rows: tuple[tuple[int, int, int], ...] = ((15_360, 0, 97), (30_720, 0, 2554))
    slow: int = 44
    scale: int = 8
    sign: int = 1

    def angles(self) -> tuple[list[Any], list[Any]]:
        """Those of both methods, as balls."""
        plain = angle_balls(10_000, 64)
        stretch = [to_ball(self.scale) ** to_ball(Fraction(-i, self.slow)) for i in range(64)]
        second = [
            x / self.scale if i >= self.slow else x * y
            for i, (x, y) in enumerate(zip(plain, stretch, strict=True))
        ]
        return angle_balls(5_000_000, 64), second


BC_COUNT_FIX = FormalClaim(
    id="BC-count-fix",
    provenance="repair",
    place="Table 4, numbers of m with a sum < 0",
    statement="Count the distances m whose sum Σ_i cos(m θ_i) is below 0. Method 1 has 0 for m < "
    "15 · 1024 and 0 for m < 30 · 1024. Method 2 has 97 and 2554. The angles of Method 2 are "
    "θ_i = 10000^(-2i/128)/8 for i ≥ 44, (10000 · 8^(128/88))^(-2i/128) for i < 44.",
    subject=Methods,
    quantifiers={"m": "0 ≤ m < 30 · 1024, both methods"},
    parts={"rows": Kind.DATA, "rows.0.0": Kind.QUANTIFIER, "slow": Kind.INDEX},
    not_covered="Which range the paper's 15k and 30k mean: the numbers fit these two.",
    seconds=240.0,
)


@BC_COUNT_FIX.exhaustive(
    "every distance", "0 ≤ m < 30 · 1024, both methods, in balls of 53 bits", "m"
)
def below(subject: Methods) -> Outcome:
    """Balls of 53 bits: every sum has a certain sign, and those below 0 are counted."""
    cases = 0
    with precision(53):
        for method, theta in enumerate(subject.angles(), 1):
            count, done, sums = 0, 0, cosine_sums(theta, max(row[0] for row in subject.rows))
            for row in subject.rows:
                for m in range(done, row[0]):
                    total = subject.sign * sums[m]
                    if not (total < 0 or total > 0):
                        return false(f"the sign at {m} is not known", cases)
                    count += bool(total < 0)
                cases, done = cases + row[0] - done, row[0]
                if count != row[method]:
                    return false(f"Method {method}: {count} below {row[0]}", cases)
    return true(cases)


BC_COUNT_FIX.mutant("98", Kind.CONSTANT, rows=((15_360, 0, 98), (30_720, 0, 2554)))
BC_COUNT_FIX.mutant("up to 16,384", Kind.QUANTIFIER, rows=((16_384, 0, 97),))
BC_COUNT_FIX.mutant("slow from 43 on", Kind.INDEX, slow=43, rows=((15_360, 0, 97),))
BC_COUNT_FIX.mutant("stretched by 4", Kind.CONSTANT, scale=4, rows=((15_360, 0, 97),))
BC_COUNT_FIX.mutant("sums above 0", Kind.SIGN, sign=-1, rows=((15_360, 0, 97),))


@dataclass(frozen=True)
class MeasuredContext:
    """A model of base ``base`` uses ``measured`` positions; the condition fails at ``at``."""

    base: int = 100
    planes: int = 64
    at: int = 59
    measured: int = 500
    factor: int = 2
    sign: int = 1


BC_REAL = FormalClaim(
    id="BC-real",
    provenance="reading",
    place="§4.3, note after (11), and §5.3",
    statement="The bound (10) on the context length approximates the real one in practice, to "
    "within a factor of 2, which is ours. The paper's own model of base 100 retrieves from the "
    "most recent 500 positions or so.",
    expected=Verdict.REFUTED,
    subject=MeasuredContext,
    parts={"at": Kind.QUANTIFIER, "measured": Kind.DATA, "planes": Kind.DATA},
    not_covered="The factor is ours. The measurement is the paper's. Its head size is not printed; "
    "128 is used. For every even d from 2 to 1,024 the bound (10) is at most 60 (BC-real-fix). "
    "At larger bases §5.2 finds the bound near.",
    repairs=("BC-real-fix",),
)


@rechecked.refutes(
    BC_REAL,
    "base 100",
    "d = 128: the condition fails at 59, so that (10) is 58 at most; in balls of 96 bits",
)
def far_from_measured(subject: MeasuredContext) -> Outcome:
    """Balls: the sum at ``at`` is below 0, and ``factor`` times that is below what was measured."""
    with precision(BITS):
        total = subject.sign * cosine_sum(angle_balls(subject.base, subject.planes), subject.at)
        if not total < 0:
            return false(f"the sum at {subject.at} is {total.str(4)}")
    if subject.factor * (subject.at - 1) >= subject.measured:
        return false(f"{subject.at - 1} is within the factor")
    return true(1, f"at most {subject.at - 1} by (10), {subject.measured} measured")


BC_REAL.mutant("at 58", Kind.QUANTIFIER, at=58)
BC_REAL.mutant("base 200", Kind.CONSTANT, base=200)
BC_REAL.mutant("100 positions measured", Kind.DATA, measured=100)
BC_REAL.mutant("a factor of 10", Kind.CONSTANT, factor=10)
BC_REAL.mutant("sums of the other sign", Kind.SIGN, sign=-1)


@dataclass(frozen=True)
class ContextLengths:
    """Rows (base, planes, length): the condition holds for 0 ≤ m ≤ length and fails next. At
    ``short`` it fails by ``most`` + 1 for 1 to ``planes`` frequencies, and for twice as many."""

    rows: tuple[tuple[int, int, int], ...] = (
        (100, 32, 45),
        (100, 64, 58),
        (10_000, 64, 1706),
        (1_000_000, 64, 27_114),
    )
    short: int = 100
    most: int = 60
    planes: int = 512
    first: int = 0
    sign: int = 1
    next: int = 1


BC_REAL_FIX = FormalClaim(
    id="BC-real-fix",
    provenance="repair",
    place="(10), at the bases of §5.3",
    statement="By (10) the length is 45 for base 100 and d = 64, 58 for d = 128; 1,706 "
    "for base 10,000 and 27,114 for base 1,000,000, d = 128. For base 100 it is at most 60 for "
    "every even d from 2 to 1,024, and for d = 2,048.",
    subject=ContextLengths,
    quantifiers={
        "m": "m up to 45, 58, 1,706 and 27,114 and one more",
        "d": "every even d from 2 to 1,024, and 2,048",
    },
    parts={"first": Kind.INDEX, "next": Kind.QUANTIFIER, "rows": Kind.DATA},
    not_covered="Other bases and head sizes.",
)


@BC_REAL_FIX.exhaustive(
    "every distance",
    "0 ≤ m ≤ 27115, at the bases of the rows; d = 2, 4, … 1,024 and 2,048, a distance for each",
    "m",
    "d",
)
def every_distance(subject: ContextLengths) -> Outcome:
    """Whole numbers, balls where they leave it open: the first sum that is not above 0 is below.
    Balls at ``short``: some sum is below 0, at a distance that is sought in doubles."""
    import numpy as np

    cases = 0
    for base, planes, length in subject.rows:
        at = first_negative(base, planes, subject.first, subject.sign, length + 1)
        if at != length + subject.next:
            return false(f"base {base}, {planes} frequencies: not above 0 at {at}")
        with precision(BITS):
            theta = angle_balls(base, planes)[subject.first :]
            if not subject.sign * cosine_sum(theta, at) < 0:
                return false(f"base {base}, {planes} frequencies: not below 0 at {at}")
        cases += at + 1
    distances = np.arange(subject.most + 2)
    for planes in (*range(1, subject.planes + 1), 2 * subject.planes):
        with precision(BITS):
            theta = angle_balls(subject.short, planes)
            sums = np.cos(np.outer(distances, [float(x) for x in theta])).sum(axis=1)
            if not subject.sign * cosine_sum(theta, int(sums.argmin())) < 0:
                return false(
                    f"base {subject.short}, {planes} frequencies: more than {subject.most}"
                )
        cases += 1
    return true(cases)


BC_REAL_FIX.mutant("57 at base 100", Kind.DATA, rows=((100, 64, 57),))
BC_REAL_FIX.mutant("at most 59", Kind.CONSTANT, most=59)
BC_REAL_FIX.mutant("32 frequencies as 64", Kind.DATA, rows=((100, 64, 45),))
BC_REAL_FIX.mutant("angles from i = 1", Kind.INDEX, first=1)
BC_REAL_FIX.mutant("fails at the length itself", Kind.QUANTIFIER, next=0)
BC_REAL_FIX.mutant("sums of the other sign", Kind.SIGN, sign=-1)
