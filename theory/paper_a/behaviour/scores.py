"""What a swap score of 1 tells on one input: A-score, which fails, and its repair A-score-fix."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics import equivalence
from theory.mathematics.equivalence import Equivalence, System
from theory.mathematics.forms import Array, linear_matrix
from theory.mathematics.placement import Placement, exact_placement
from theory.mathematics.solvers import Posed, all_steps, exhaust, grid, identities, prove_all
from theory.paper_a.behaviour.readings import block_sum, read_swap

Pair = Callable[[Array, int, int], Any]


def pos_form(M: Array, i: int, j: int) -> Any:
    """M[j,i] - λ_i - (M[i,j] - λ_j): 0 iff cos(v', v) = 1 for the swap (i, j)."""
    return (M[j, i] - M[i, i]) - (M[i, j] - M[j, j])


def sym_form(M: Array, i: int, j: int) -> Any:
    """M[j,i] - λ_j - (M[i,j] - λ_i): 0 iff cos(v', flip v) = 1 for the swap (i, j)."""
    return (M[j, i] - M[j, j]) - (M[i, j] - M[i, i])


def equal_diagonal(M: Array, i: int, j: int) -> Any:
    """λ_i - λ_j."""
    return M[i, i] - M[j, j]


def mirrored(M: Array, i: int, j: int) -> Any:
    """M[i,j] - M[j,i]."""
    return M[i, j] - M[j, i]


def for_pairs(*forms: Pair) -> System:
    """Each form at every ordered pair of positions."""

    def system(M: Array, own: Any) -> Iterable[Any]:
        return (form(M, i, j) for i, j in permutations(range(len(M)), 2) for form in forms)

    return system


@dataclass(frozen=True)
class ScoreOne:
    """cos(v', v) = 1 iff ``pos`` = 0, cos(v', flip v) = 1 iff ``sym`` = 0; both iff ``both``.

    The forms are read of tokens, in blocks of ``block``; with exp M summed over blocks, of blocks.
    """

    pos: Pair = pos_form
    sym: Pair = sym_form
    both: tuple[Pair, ...] = (equal_diagonal, mirrored)
    block: int = 1

    def equivalences(self) -> tuple[Equivalence, ...]:
        """Both scores 1 iff λ is constant and M symmetric, N = 1 … 5."""
        sizes = tuple((n, n) for n in range(1, 6))
        return (Equivalence(for_pairs(self.pos, self.sym), for_pairs(*self.both), sizes, (2, 2)),)


def monomials(form: Pair, entries: tuple[Any, Any, Any, Any]) -> tuple[Any, Any]:
    """exp of the two sides of ``form = 0`` at positions 0, 1; entries: exp of M[0,0], [0,1], …"""
    M, _ = linear_matrix(2, 2)
    powers = list(zip(entries, form(M, 0, 1).tolist(), strict=True))
    one = entries[0] ** 0
    left = prod((entry**power for entry, power in powers if power > 0), start=one)
    return left, prod((entry**-power for entry, power in powers if power < 0), start=one)


def _small_heads() -> Iterable[tuple[Placement, int]]:
    """Weights over {1, 2} and a block length: N = 2, N = 3 with λ_3 = 0, N = 4 in two blocks.

    At N = 4 the blocks' four sums run over all values, and so does E[1,2], inside a block.
    """
    for e in grid((1, 2), 4):
        yield exact_placement([e[:2], e[2:]]), 1
    for e in grid((1, 2), 8):
        yield exact_placement([e[:3], e[3:6], [*e[6:], 1]]), 1
    for a, b, c, d, inside in product((1, 2), repeat=5):
        yield exact_placement([[a, inside, d, 1], [1, 1, 1, 1], [c, 1, b, 1], [1, 1, 1, 1]]), 2


COSINE, MINOR, SPANS, MEAN = "cosine 1", "two by two minor", "row spans", "mean of cosines"
LITERAL = "literal scores"
SCORE_FIX = FormalClaim(
    id="A-score-fix",
    place="§3.3, repaired",
    statement="Take one token a block (m = N), every N ≥ 2, M and τ. Then s_POS = 1 iff M[j,i] - "
    "λ_i = M[i,j] - λ_j for all i ≠ j. Likewise s_SYM = 1 iff M[j,i] - λ_j = M[i,j] - λ_i for all "
    "i ≠ j. Both are 1 iff λ is constant and M symmetric. So positional ⇒ s_POS = 1, symbolic ⇒ "
    "s_SYM = 1, and both = 1 ⇒ attention is uniform on the n - 1 other keys (on all n iff the own "
    "logit agrees). For m ≥ 2 equal blocks take the block sums A, B, C, D of S-swap. Then s_POS = "
    "1 iff CB = DA for all pairs of blocks, and s_SYM = 1 iff CA = DB for all. Both are 1 iff A = "
    "B and C = D for all.",
    provenance="repair",
    subject=ScoreOne,
    quantifiers={
        "N": "every N ≥ 2 (m ≥ 2 equal blocks for the block form), every τ > 0",
        "M": "every real M",
        "N ≤ 5": "N = 2 … 5, every real M",
        "small": "304 weight matrices over {1, 2}: N = 2, N = 3, N = 4 in two blocks of 2",
    },
    parts={"block": Kind.HYPOTHESIS},
    not_covered="exp is injective (on paper). N = 1 has no swap, so no score. Unequal blocks.",
    rests_on=("S-swap",),
    seconds=equivalence.SECONDS,
)


@SCORE_FIX.symbolic(
    COSINE,
    "each cosine is 1 iff its form vanishes, for all positive weights (or block sums)",
    "M",
    confirmed_by="two by two minor (sympy)",
)
def cosine_is_one(subject: ScoreOne) -> Outcome:
    """z3: cos = 1 iff the two monomials agree, for all positive weights, both cosines."""

    def pose(form: Pair, flip: bool, forward: bool) -> Callable[..., Any]:
        def statement(*weights: Any) -> Posed:
            a, m, k, b = weights  # exp of M[0,0], M[0,1], M[1,0], M[1,1]; v = (a, b), v' = (k, m)
            v = (b, a) if flip else (a, b)
            one = (k * v[0] + m * v[1]) ** 2 == (a * a + b * b) * (k * k + m * m)
            left, right = monomials(form, (a, m, k, b))
            given, wanted = (one, left == right) if forward else (left == right, one)
            return (*(w > 0 for w in weights), given), (wanted,)

        return statement

    return prove_all(
        (pose(form, flip, forward), "a m k b")
        for form, flip in ((subject.pos, False), (subject.sym, True))
        for forward in (True, False)
    )


@SCORE_FIX.symbolic(
    MINOR,
    "1 - cos² is the square of a difference of two monomials, up to the norms",
    "M",
    confirmed_by="cosine 1 (z3)",
)
def cosine_minor(subject: ScoreOne) -> Outcome:
    """sympy: |v|²|v'|² - (v·v')² is the square of the two monomials' difference (Lagrange)."""
    from sympy import symbols

    a, m, k, b = symbols("a m k b")
    parts = {}
    for name, form, v in (("pos", subject.pos, (a, b)), ("sym", subject.sym, (b, a))):
        left, right = monomials(form, (a, m, k, b))
        gap = (a**2 + b**2) * (k**2 + m**2) - (k * v[0] + m * v[1]) ** 2
        parts[name] = gap - (left - right) ** 2
    return identities(parts)


@SCORE_FIX.exhaustive(SPANS, "both scores 1, over Q", "N ≤ 5")
def both_scores_one(subject: ScoreOne) -> Outcome:
    """Both scores 1, at N = 1 … 5, for every real M."""
    return equivalence.decided(subject.equivalences())


@SCORE_FIX.exhaustive(
    LITERAL, "literal softmax rows and block means, in Fractions, against the forms", "small"
)
def literal_scores(subject: ScoreOne) -> Outcome:
    """Scores of 1, read off softmax rows, against the forms: of blocks, and of the tokens."""

    def vanish(form: Pair, E: Placement) -> bool:
        """The form is 0 at every pair, for logits log E."""
        pairs = list(permutations(range(len(E)), 2))
        fours = [(E[i, i], E[i, j], E[j, i], E[j, j]) for i, j in pairs]
        return all(left == right for left, right in (monomials(form, four) for four in fours))

    def holds(case: tuple[Placement, int]) -> bool:
        E, length = case
        blocks = [range(b, b + length) for b in range(0, len(E), length)]
        read = [read_swap(E, Fraction(1), i, j) for i, j in combinations(blocks, 2)]
        are_one = [all(same == 1 for same, _ in read), all(flipped == 1 for _, flipped in read)]
        sums = exact_placement([[block_sum(E, i, j) for j in blocks] for i in blocks])
        for weights in [sums] + [E] * (subject.block == length):
            expected = [vanish(subject.pos, weights), vanish(subject.sym, weights)]
            together = all(vanish(form, weights) for form in subject.both)
            if are_one != expected or all(are_one) != together:
                return False
        return True

    return exhaust(_small_heads(), holds)


@SCORE_FIX.written(
    MEAN,
    "every N and τ: weights α > 0, so the mean is 1 iff every cosine is; two positions at a time",
    "N",
    "M",
)
def mean_of_cosines(subject: ScoreOne) -> Outcome:
    """The algebra of the written proof: a mean of cosines is 1 only if each is; locality."""

    def mean(defects: Any, alpha: Any, cosine: Any) -> Posed:
        added = defects + alpha * (1 - cosine)
        return (defects >= 0, alpha > 0, cosine <= 1, added == 0), (defects == 0, cosine == 1)

    return all_steps(
        lambda: equivalence.local(subject.equivalences()),
        lambda: prove_all([(mean, "defects alpha cosine")]),
    )


SCORE_FIX.coq(
    "score_fix.A_score_fix",
    "score_fix.A_score_fix_blocks",
    decides=("N", "M", "N ≤ 5", "small"),
    near_misses={
        "score_fix.A_score_fix__diagonal_alone": Kind.TERM,
        "score_fix.A_score_fix_blocks__diagonal_alone": Kind.TERM,
    },
)

SCORE_FIX.mutant(
    "λ exchanged in s_POS",
    Kind.INDEX,
    cosine_is_one,
    cosine_minor,
    both_scores_one,
    literal_scores,
    mean_of_cosines,
    pos=sym_form,
)
SCORE_FIX.mutant(
    "plus in s_SYM", Kind.SIGN, sym=lambda M, i, j: (M[j, i] - M[j, j]) + (M[i, j] - M[i, i])
)
SCORE_FIX.mutant("positional instead", Kind.TERM, pos=lambda M, i, j: M[j, i] - M[i, i])
SCORE_FIX.mutant(
    "M symmetric alone",
    Kind.TERM,
    both_scores_one,
    literal_scores,
    mean_of_cosines,
    both=(mirrored,),
)
SCORE_FIX.mutant(
    "blocks of two tokens, the forms still read of tokens", Kind.HYPOTHESIS, literal_scores, block=2
)
