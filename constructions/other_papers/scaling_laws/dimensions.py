"""The critical dimension (SL-critical), and the context where it ends, read as a limit of what
heads can do (SL-extra)."""

from dataclasses import dataclass
from fractions import Fraction

from constructions.capacity.cosines import BITS, angle_balls, unserved
from constructions.other_papers import rechecked
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import pi_ball, precision, to_ball


@dataclass(frozen=True)
class Critical:
    """``each`` · ⌈planes · log_base(T/(turns π))⌉ dimensions have a full period up to T, shortest ≤
    T ≤ longest; ``known`` of them at ``at``."""

    base: int = 10_000
    planes: int = 64
    each: int = 2
    turns: int = 2
    shortest: int = 6
    longest: int = 62_831
    at: int = 4096
    known: int = 92


SL_CRITICAL = FormalClaim(
    id="SL-critical",
    place="Lemma 1 and (13), the critical dimension",
    statement="The first d_extra dimensions have had a whole period within T_train, 2π base^{2n/d} "
    "≤ T_train, and the others have not: d_extra = 2⌈(d/2) log_base(T_train/2π)⌉. At d = 128 and "
    "base 10,000, for every whole 6 ≤ T_train ≤ 62831; LLaMA 2's, T_train = 4096, is 92.",
    subject=Critical,
    quantifiers={"T": "6 ≤ T_train ≤ 62831, d = 128, base 10,000"},
    parts={"longest": Kind.QUANTIFIER, "shortest": Kind.QUANTIFIER, "at": Kind.DATA},
    not_covered="Other bases and head sizes. Beyond 2π · base the formula has more dimensions than "
    "there are: 130 of 128 at 65,536. That the others cause a trained model's failure is the "
    "paper's measurement.",
)


@SL_CRITICAL.exhaustive(
    "every length",
    "6 ≤ T ≤ 62831 at base 10,000, 64 frequencies, counted and by the formula, in balls",
    "T",
)
def full_periods(subject: Critical) -> Outcome:
    """Balls: 2π base^(n/planes) ≤ T counted, T by T, next to the formula."""
    cases, many = 0, 0
    with precision(BITS):
        periods = [2 * pi_ball() / angle for angle in angle_balls(subject.base, subject.planes)]
        scale, turn = subject.planes / to_ball(subject.base).log(), subject.turns * pi_ball()
        for cases, length in enumerate(range(subject.shortest, subject.longest + 1), 1):
            while many < len(periods) and periods[many] < length:
                many += 1
            if many < len(periods) and not periods[many] > length:
                return false(f"frequency {many} at {length} is not decided", cases)
            formula = subject.each * (scale * (length / turn).log()).ceil()
            if formula.unique_fmpz() != 2 * many:
                return false(f"{2 * many} dimensions at {length}, not {formula}", cases)
            if length == subject.at and 2 * many != subject.known:
                return false(f"{2 * many} dimensions at {length}", cases)
    return true(cases)


SL_CRITICAL.mutant("up to 65,536", Kind.QUANTIFIER, longest=65_536)
SL_CRITICAL.mutant("from 5 on", Kind.QUANTIFIER, shortest=5)
SL_CRITICAL.mutant("one dimension a frequency", Kind.CONSTANT, each=1)
SL_CRITICAL.mutant("T_train/π", Kind.CONSTANT, turns=1)
SL_CRITICAL.mutant("at 2,048", Kind.DATA, at=2048)
SL_CRITICAL.mutant("-92", Kind.SIGN, known=-92)


@dataclass(frozen=True)
class Extended:
    """A model of base ``old`` trained on ``trained`` positions is tuned with ``base``; a head with
    the same ``amplitude`` on every frequency in a window of ``length``."""

    base: int = 20_000
    old: int = 10_000
    planes: int = 64
    trained: int = 4096
    length: int = 8192
    amplitude: Fraction = Fraction(1, 2)
    fastest: int = 0
    falling: int = 1


SL_EXTRA = FormalClaim(
    id="SL-extra",
    provenance="reading",
    place="Theorem 3, (16b), as a limit of what heads can do",
    statement="Read as a limit of what heads can do: with d = 128 and a base β > 10,000 no head "
    "points to each position of a window longer than T_extra = 2π β^{92/128}. The paper states "
    "T_extra as the limit of LLaMA 2 (base 10,000, T_train = 4096) after tuning with base β.",
    expected=Verdict.REFUTED,
    subject=Extended,
    parts={"length": Kind.QUANTIFIER, "fastest": Kind.INDEX, "trained": Kind.DATA},
    not_covered="What tuned models do, of which the theorem speaks: that perplexity rises beyond "
    "T_extra is measured there.",
    repairs=("SL-critical", "RR-any-distance"),
)


@rechecked.refutes(
    SL_EXTRA,
    "a head beyond the limit",
    "β = 20,000, whose T_extra is 7,754, 8,192 positions, balls of 96 bits",
)
def beyond_extra(subject: Extended) -> Outcome:
    """Balls: 2π base^(k/planes) < length, k the frequencies of ``old`` with a period up to
    ``trained``; and half of the weight at every position."""
    with precision(BITS):
        slow = [
            x
            for x in angle_balls(subject.old, subject.planes)
            if subject.trained * x < 2 * pi_ball()
        ]
        theta = angle_balls(subject.base, subject.planes)
        if not slow or not subject.length * theta[-len(slow)] > 2 * pi_ball():
            return false(f"the rule allows {subject.length} positions")
        a = subject.falling * to_ball(subject.amplitude)
        place = unserved(theta[subject.fastest :], subject.length, a)
        if place is not None:
            return false(f"position {place} has less than half of the weight", place + 1)
    return true(subject.length, f"half of the weight at each of {subject.length} positions")


SL_EXTRA.mutant("7,700 positions", Kind.QUANTIFIER, length=7700)
SL_EXTRA.mutant("half the amplitude", Kind.CONSTANT, amplitude=Fraction(1, 4))
SL_EXTRA.mutant("without the 40 fastest frequencies", Kind.INDEX, fastest=40)
SL_EXTRA.mutant("logits that grow with distance", Kind.SIGN, falling=-1)
SL_EXTRA.mutant("no amplitude", Kind.TERM, amplitude=Fraction(0))
SL_EXTRA.mutant("trained on 8,192", Kind.DATA, trained=8192)
SL_EXTRA.mutant("trained on every period", Kind.DATA, trained=10**6)
