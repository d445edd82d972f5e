"""When logits that grow as the log of the keys keep a target's weight (S-log-half)."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import Posed, prove_all

FIRST = (2, 3, 5)
LEADS = tuple(sorted({Fraction(a, b) for a, b in product(range(1, 13), (1, 2))}))
"""e^g of the target's lead g."""
POWERS = 5


@dataclass(frozen=True)
class LogScaled:
    """The target keeps its weight beyond M keys iff its weight at M is at least ``share``; logits
    are multiplied by (ln m / ln M) to the power ``grows``. A smaller weight falls to 0, or if
    ``floor`` is given its odds stay at those at M to this power or above."""

    share: Fraction = Fraction(1, 2)
    grows: int = 1
    keeps: str = "at least"
    beyond: bool = True
    floor: int | None = None

    def kept(self, later: Any, first: Any) -> Any:
        """Whether later odds count as kept."""
        return later >= first if self.keeps == "at least" else later <= first


LOG_HALF = FormalClaim(
    id="S-log-half",
    paper="suite",
    place="Long inputs",
    statement="A target's logit leads by g over m other keys of equal logits, and all logits are "
    "multiplied by ln m / ln M once m exceeds M ≥ 2. At each m > M the target has at least the "
    "weight that it has at M iff that weight is at least ½. If it is less, the weight falls as m "
    "grows, to 0: its odds are those at M to the power ln m / ln M.",
    subject=LogScaled,
    quantifiers={
        "g, m, M": "every real lead g and all m ≥ M ≥ 2",
        "rows": f"M = 2, 3, 5; m = M^k, k ≤ {POWERS}; e^g = a/b, a ≤ 12, b ≤ 2",
    },
    parts={
        "grows": Kind.TERM,
        "keeps": Kind.RELATION,
        "beyond": Kind.HYPOTHESIS,
        "floor": Kind.TERM,
    },
    not_covered="Other keys of unequal logits, whose spread the factor widens (S-lead has K). A "
    "factor of the log of all n = m + 1 keys: with it a weight of exactly ½ falls slowly to 0.",
)


@LOG_HALF.symbolic(
    "log odds",
    "with l = ln m, L = ln M: the log odds at m are l · g/L - l, and l/L times those at M; below "
    "every bound from some l on if g < L",
    "g, m, M",
    "rows",
    confirmed_by="cvc5",
)
def by_log_odds(subject: LogScaled) -> Outcome:
    """z3: for all real g, L > 0 and l > L, in log odds times L: kept iff g ≥ L, where the target
    has half of the weight; the odds at m are those at M to the power l/L; if g < L they fall with
    l, below e^{-c} for every c once l > c L/(L - g)."""
    up, down = subject.share.numerator, subject.share.denominator - subject.share.numerator

    def odds(g: Any, L: Any, l: Any) -> Any:  # noqa: E741 (the statement's name)
        return l * g - l * L if subject.grows == 1 else l * l * g / L - l * L

    def half(g: Any, L: Any) -> Any:
        return down * (g - L) >= (up - down) if up != down else g >= L

    def forward(g: Any, L: Any, l: Any) -> Posed:  # noqa: E741
        later = l > L if subject.beyond else l > 0
        kept = subject.kept(odds(g, L, l), odds(g, L, L))
        return (L > 0, later, half(g, L)), (kept,)

    def backward(g: Any, L: Any, l: Any) -> Posed:  # noqa: E741
        kept = subject.kept(odds(g, L, l), odds(g, L, L))
        return (L > 0, l > L, kept), (half(g, L),)

    def power(g: Any, L: Any, l: Any) -> Posed:  # noqa: E741
        first, later = odds(g, L, L), odds(g, L, l)
        return (L > 0, l > L), (later * L <= l * first, later * L >= l * first)

    def falling(g: Any, L: Any, l: Any, later: Any) -> Posed:  # noqa: E741
        return (L > 0, l >= L, later > l, g < L), (odds(g, L, later) < odds(g, L, l),)

    def to_nothing(g: Any, L: Any, l: Any, c: Any) -> Posed:  # noqa: E741
        known = (L > 0, l >= L, g < L, c > 0)
        if subject.floor is not None:
            return known, (odds(g, L, l) >= subject.floor * odds(g, L, L),)
        return (*known, l * (L - g) > c * L), (odds(g, L, l) < -c * L,)

    return prove_all(
        [
            (forward, "g L l"),
            (backward, "g L l"),
            (power, "g L l"),
            (falling, "g L l later"),
            (to_nothing, "g L l c"),
        ]
    )


@LOG_HALF.exhaustive(
    "powers", "270 cases in fractions: at m = M^k the odds are (e^g / M)^k", "rows"
)
def on_powers(subject: LogScaled) -> Outcome:
    """Every M, lead and power: kept at all powers iff at least the share at M, and each time the
    odds to the power k."""
    cases = 0
    for M, lead in product(FIRST, LEADS):
        first = lead / M
        powers = range(1, POWERS + 1) if subject.beyond else range(-POWERS, POWERS + 1)
        kept = []
        for k in powers:
            cases += 1
            odds = lead ** (k**subject.grows) / Fraction(M) ** k
            if subject.beyond and odds != first**k:
                return false(f"M = {M}, e^g = {lead}, m = M^{k}: odds {odds}", cases)
            kept.append(bool(subject.kept(odds, first)))
        if all(kept) != (first / (1 + first) >= subject.share):
            return false(f"M = {M}, e^g = {lead}: kept is {all(kept)}", cases)
    return true(cases)


LOG_HALF.mutant(
    "less than half is enough", Kind.CONSTANT, by_log_odds, on_powers, share=Fraction(1, 3)
)
LOG_HALF.mutant("the square of the log", Kind.TERM, by_log_odds, on_powers, grows=2)
LOG_HALF.mutant("at most the weight at M", Kind.RELATION, by_log_odds, on_powers, keeps="at most")
LOG_HALF.mutant("at fewer keys too", Kind.HYPOTHESIS, by_log_odds, on_powers, beyond=False)
LOG_HALF.mutant("to the square of the odds at M", Kind.TERM, by_log_odds, floor=2)
