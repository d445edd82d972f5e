"""*YaRN* (arXiv 2309.00071), A.1: one base stretches the last frequency as interpolation
does.

Angles are b^(-2i/d), i = 0 … d/2 - 1. The text was read (YN-base).
"""

from dataclasses import dataclass
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import Posed, prove_all


@dataclass(frozen=True)
class ChangedBase:
    """ln b' = ln b + ln s · d/(d - less), for head sizes d ≥ ``size`` and ln s > ``above``: the
    base at which frequency d/2 - ``last`` is divided by s^``sign``. Frequency i is
    b^(-2(i + first)/d)."""

    size: int = 4
    less: int = 2
    last: int = 1
    first: int = 0
    sign: int = 1
    above: int = 0


YN_BASE = FormalClaim(
    id="YN-base",
    place="Appendix A.1, on the base of §3.1",
    statement="The lowest frequency needs to be scaled as much as linear positional scaling and "
    "the highest to stay constant: b' = b s^{d/(d-2)}. For all even d ≥ 4, b > 1 and s > 1 this is "
    "the only base b' > 0 at which the last frequency is divided by s. Frequency i is then divided "
    "by s^{2i/(d-2)}: by 1 at i = 0, by more at each later i.",
    subject=ChangedBase,
    quantifiers={"d, b, s, i": "all even d ≥ 4, real b > 1, b' > 0 and s > 1, every frequency i"},
    parts={
        "size": Kind.QUANTIFIER,
        "above": Kind.HYPOTHESIS,
        "last": Kind.INDEX,
        "first": Kind.INDEX,
    },
    not_covered="Whether a model needs it: YN-out says what it costs. Head size 2 has one "
    "frequency, which is 1 at every base.",
)


@YN_BASE.symbolic(
    "logarithms of the base",
    "all real d, i, ln b, ln b' and ln s > 0, by z3: which base fits the last frequency, and what "
    "it does to the others",
    "d, b, s, i",
    confirmed_by="cvc5; by hand in proofs.md",
)
def base_for_last_plane(subject: ChangedBase) -> Outcome:
    """z3. With y = ln b' - ln b and x = ln s, frequency i is divided by e^{2iy/d}. The equation
    of the last frequency is linear in y; d > 2 gives it one solution."""

    def power(i: Any, d: Any, y: Any) -> Any:
        return 2 * (i + subject.first) * y / d

    def one_base(d: Any, x: Any, y: Any) -> Posed:
        fits = power(d / 2 - subject.last, d, y) == subject.sign * x
        solved = y * (d - subject.less) == x * d
        return (d >= subject.size, x > subject.above), (d > subject.less, fits == solved)

    def planes(d: Any, x: Any, y: Any, i: Any, j: Any) -> Posed:
        known = (d >= subject.size, x > subject.above, y * (d - subject.less) == x * d)
        order = (i >= 0, j > i, j <= d / 2 - 1)
        divided = power(i, d, y) * (d - 2) == 2 * i * x
        return (*known, *order), (divided, power(0, d, y) == 0, power(j, d, y) > power(i, d, y))

    return prove_all([(one_base, "d x y"), (planes, "d x y i j")])


YN_BASE.mutant("b' = b s", Kind.CONSTANT, less=0)
YN_BASE.mutant("the last frequency but one is divided by s", Kind.INDEX, last=2)
YN_BASE.mutant("angles from b^{-2/d} on", Kind.INDEX, first=1)
YN_BASE.mutant("the last frequency is multiplied by s", Kind.SIGN, sign=-1)
YN_BASE.mutant("s below 1 too", Kind.HYPOTHESIS, above=-1)
YN_BASE.mutant("head size 2 too", Kind.QUANTIFIER, size=2)
