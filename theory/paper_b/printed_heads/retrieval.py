"""The printed Retrieval head (paper B, F.2.2): the exact range of θ in which it works under hard
attention, and its decoding gap there (B-thm31-retr, B-gap-retr).

A *target* is the key that should win, at offset t; a *rival* holds another token.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from theory.ledger import Kind, Outcome, altered, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, away
from theory.mathematics.constructed import is_proper, retrieval_gap, retrieval_tokens
from theory.mathematics.solvers import Posed, prove_all
from theory.paper_b.printed_heads.index_ties import tied


def edge(n0: int, letters: int) -> Fraction:
    """ω/(2 n0 - 3) in turns."""
    return Fraction(1, letters * (2 * n0 - 3))


@dataclass(frozen=True)
class Range:
    """The printed Retrieval head works on all proper inputs of length ≤ n0 iff 0 < ‖θ‖ <
    ``edge``(n0, letters) turns (θ = 0 too if ``zero``); one letter: iff tθ ∉ 2πZ, 1 ≤ t < n0.
    It works if each gap is ``least``; elsewhere some gap is ``beyond``."""

    edge: Callable[[int, int], Fraction] = edge
    zero: bool = False
    accept: Callable[[tuple[Any, ...]], bool] = is_proper
    integers: bool = True
    least: Callable[[Fraction], bool] = lambda gap: gap == 1
    beyond: Callable[[Fraction], bool] = lambda gap: gap <= 0
    far: Callable[[Any, Any], Any] = lambda x, w: w - x

    def works(self, n0: int, letters: int, u: Fraction) -> bool:
        """Whether θ = 2πu is in the claimed range."""
        if self.zero and away(u) == 0:
            return True
        return not tied(n0, u) if letters == 1 else 0 < away(u) < self.edge(n0, letters)

    def cells(self, n0: int, letters: int) -> tuple[Fraction, ...]:
        """Every real θ, cut at the ends of the claimed range as well."""
        end = self.edge(n0, letters)
        return arc_cells(2 * n0, letters, (end, 1 - end))

    def pair_works(self, t: int, other: int, d: int, letters: int, u: Fraction) -> bool:
        """A target at offset t beats a token at offset ``other`` whose left is d letters off."""
        return away(t * u) < away(Fraction(d, letters) + other * u)

    def right(self, n0: int, letters: int, u: Fraction) -> bool:
        """Every target up to n0 beats every rival; with integers, an own match its own copies."""
        return all(
            self.pair_works(t, other, d, letters, u)
            for t, other in permutations(range(n0), 2)
            for d in range(0 if t == 0 and self.integers else 1, letters)
        )


SIZES = ((1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 2))
"""(letters, n0) at which every proper sequence is run; larger ones are left to the pairs."""


def every_sequence(subject: Range) -> Outcome:
    """The literal decoding gap of every proper sequence at every real θ, INT = {1}."""
    cases = 0
    for letters, n0 in SIZES:
        tokens = retrieval_tokens(letters, int(subject.integers))
        inputs = [
            x for n in range(1, n0 + 1) for x in product(tokens, repeat=n) if subject.accept(x)
        ]
        for u in subject.cells(n0, letters):
            cases += 1
            good = all(subject.least(retrieval_gap(x, letters, u)) for x in inputs)
            if not good and not any(subject.beyond(retrieval_gap(x, letters, u)) for x in inputs):
                return false(f"{letters} letters, n0 = {n0}, θ = {u}·2π: no such gap", cases)
            if good != subject.works(n0, letters, u):
                return false(f"{letters} letters, n0 = {n0}, θ = {u}·2π: right: {good}", cases)
    return true(cases, note="every real θ at each size")


def range_steps(subject: Range) -> Outcome:
    """z3: the induction on n0 in x = ‖θ‖ (turns, w = 1/letters ≤ 1/2), with k = n0 - 1: the bound
    at n0 - 1 keeps kx below half a turn for k ≥ 3, and then the last pair asks (2k - 1)x < w."""

    def statement(k: Any, x: Any, w: Any) -> Posed:
        hypotheses = (x > 0, 2 * w <= 1, w > 0, k >= 3, (2 * k - 3) * x < w)
        last = k * x < subject.far((k - 1) * x, w)
        return hypotheses, (2 * k * x < 1, last == ((2 * k - 1) * x < w))

    def second(k: Any, x: Any, w: Any) -> Posed:
        # n0 = 3 beyond half a turn: ‖2θ‖ = 1 - 2x, and the pair (1, 2) fails.
        return (x > 0, 2 * x <= 1, 2 * w <= 1, w > 0, 4 * x > 1), (1 - 2 * x >= w - x,)

    return prove_all([(statement, "k x w"), (second, "k x w")])


RETRIEVAL = {
    "n0": "every n0 ≥ 2, every number of letters, INT not empty",
    "θ": "every real θ",
    "sizes": "(letters, n0) up to (1, 4), (2, 3), (3, 2), INT = {1}, every real θ",
}


def _add_evidence(formal: FormalClaim) -> None:
    """Add every proper sequence; every pair of offsets; the induction."""
    literal = "the literal decoding gap on every proper sequence, both directions, every real θ"
    formal.exhaustive("every sequence", literal, "sizes")(every_sequence)
    pairs = "every n0, letters and θ: the pairs (n0 - 2, n0 - 1) ask (2 n0 - 3)‖θ‖ < ω"
    formal.written("induction on n0", pairs, "n0", "θ")(range_steps)


def _below(denominator: Callable[[int], Any]) -> Callable[[int, int], Fraction]:
    """``edge`` with another denominator of ω."""
    return lambda n0, letters: 1 / (letters * Fraction(max(1, denominator(n0))))


def _held(tokens: tuple[Any, ...]) -> bool:
    """Proper, but for 'any other such position holds the same token': some token so far fits."""
    return all(
        not isinstance(right, str) or any(left == right for left, _ in tokens[: j + 1])
        for j, (_, right) in enumerate(tokens)
    )


LITERAL = ("every sequence",)
SHARED = (
    altered("θ = 0 as well", Kind.RELATION, *LITERAL, zero=True),
    altered("properness dropped", Kind.HYPOTHESIS, *LITERAL, accept=_held),
    altered("no integers", Kind.QUANTIFIER, *LITERAL, integers=False),
    altered("rival on the far side", Kind.SIGN, "induction on n0", far=lambda x, w: w + x),
)

PARTS = {
    "zero": Kind.RELATION,
    "accept": Kind.HYPOTHESIS,
    "integers": Kind.QUANTIFIER,
    "edge": Kind.INDEX,
}
RETR = FormalClaim(
    id="B-thm31-retr",
    place="Theorem 3.1, Retrieval, read of proper inputs",
    provenance="reading",
    statement="For every n0 > 1 there is a transformer with one two-dimensional RoPE head, angle "
    "θ, that equals Retrieval on all proper inputs of length ≤ n0. Sharper, for two letters or "
    "more and INT not empty: under hard attention the printed head does iff 0 < ‖θ‖ < ω/(2 n0 - "
    "3), ‖θ‖ the distance to 2πZ. For one letter and INT not empty: under hard attention it does "
    "iff tθ ∉ 2πZ for 1 ≤ t ≤ n0 - 1. So in both cases the printed range ω/(2 n0) is enough.",
    subject=lambda: Range(least=lambda gap: gap > 0),
    quantifiers=RETRIEVAL | {"n0 ≤ 7": "2 ≤ n0 ≤ 7, up to 4 letters, every real θ"},
    parts=PARTS,
    not_covered="With INT empty θ = 0 works too. Softmax by B-lemF1; how large β must be: S-beta.",
    rests_on=("B-lemF1",),
)

_add_evidence(RETR)


@RETR.exhaustive(
    "every pair", "every target offset against every rival, both directions, every real θ", "n0 ≤ 7"
)
def every_pair(subject: Range) -> Outcome:
    """n0 ≤ 7, up to 4 letters, every real θ: each target offset against each rival."""
    cases = 0
    for letters, n0 in product(range(1, 5), range(2, 8)):
        for u in subject.cells(n0, letters):
            cases += 1
            good = subject.right(n0, letters, u)
            if good != subject.works(n0, letters, u):
                return false(f"{letters} letters, n0 = {n0}, θ = {u}·2π: right: {good}", cases)
    return true(cases, note="every real θ at 2 ≤ n0 ≤ 7, up to 4 letters")


RETR.coq(
    "feasibility.B_thm31_retr",
    "feasibility.B_thm31_retr_one_letter",
    "feasibility.B_thm31_retr_printed",
    "feasibility.B_thm31_retr_softmax",
    decides=("n0", "θ", "sizes", "n0 ≤ 7"),
    axioms=REALS,
    near_misses={
        "feasibility.B_thm31_retr__next_length": Kind.INDEX,
        "feasibility.B_thm31_retr_one_letter__one_more": Kind.INDEX,
        "feasibility.B_thm31_retr_printed__twice": Kind.CONSTANT,
    },
)

RETR.mutants(*SHARED)
RETR.mutant(
    "printed range ω/(2 n0) as iff",
    Kind.INDEX,
    "every sequence",
    every_pair,
    edge=_below(lambda n0: 2 * n0),
)
RETR.mutant(
    "a thousandth less than ω/(2 n0 - 3)",
    Kind.INDEX,
    "every sequence",
    every_pair,
    edge=_below(lambda n0: Fraction(1001, 1000) * (2 * n0 - 3)),
)
RETR.mutant(
    "ω/(2 n0 - 4)", Kind.INDEX, "every sequence", every_pair, edge=_below(lambda n0: 2 * n0 - 4)
)

GAP_RETR = FormalClaim(
    id="B-gap-retr",
    place="F.2.2, decoding gap",
    statement="Under hard attention the Retrieval construction's decoding gap is 1 for a "
    "letter–integer query and at least 1 for a letter–letter one. Sharper, for two letters or more "
    "and INT not empty: it is exactly 1 on every proper input of length ≤ n0 iff 0 < ‖θ‖ < ω/(2 n0 "
    "- 3). For one letter and INT not empty it is exactly 1 on every proper input of length ≤ n0 "
    "iff tθ ∉ 2πZ for 1 ≤ t ≤ n0 - 1. In both cases, for every θ that fails the condition of its "
    "case, some proper input has gap ≤ 0.",
    subject=Range,
    quantifiers=RETRIEVAL,
    parts=PARTS | {"beyond": Kind.RELATION},
    not_covered="Several maximisers occur only as copies of the one right token, and do no harm.",
    rests_on=("B-thm31-retr",),
)

_add_evidence(GAP_RETR)

GAP_RETR.coq(
    "feasibility.B_gap_retr",
    "feasibility.B_gap_retr_one_letter",
    "feasibility.B_thm31_retr",
    "feasibility.B_thm31_retr_one_letter",
    decides=("n0", "θ", "sizes"),
    axioms=REALS,
    near_misses={
        "feasibility.B_gap_retr__next_length": Kind.INDEX,
        "feasibility.B_gap_retr_one_letter__one_more": Kind.INDEX,
        "feasibility.B_thm31_retr__next_length": Kind.INDEX,
        "feasibility.B_thm31_retr_one_letter__one_more": Kind.INDEX,
    },
)

GAP_RETR.mutants(*SHARED)
GAP_RETR.mutant("some gap < 0 for other θ", Kind.RELATION, *LITERAL, beyond=lambda gap: gap < 0)
GAP_RETR.mutant("gap 2", Kind.CONSTANT, *LITERAL, least=lambda gap: gap == 2)
GAP_RETR.mutant("ω/(2 n0 - 2)", Kind.INDEX, *LITERAL, edge=_below(lambda n0: 2 * n0 - 2))
