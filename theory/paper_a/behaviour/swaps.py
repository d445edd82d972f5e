"""Are swaps enough? For the definitions and the norms yes; for the scores, or for blocks, no.

A-swaps, and two readings of it that fail, each with its repair.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from math import factorial
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics import equivalence
from theory.mathematics.equivalence import ALL, Equivalence
from theory.mathematics.forms import Array, generic_placement
from theory.mathematics.pairs import HEAD, MOST
from theory.mathematics.placement import (
    Move,
    Shift,
    all_moves,
    exact_placement,
    permutation_sum,
    positional_shift,
    swaps,
    symbolic_shift,
)
from theory.mathematics.solvers import all_steps, identities
from theory.witnesses import witness

Moves = Callable[[int], Iterable[Move]]


def adjacent_swaps(n: int) -> Iterable[Move]:
    """The transpositions of neighbours, which generate all permutations as well."""
    return (move for move in swaps(n) if max(k - j for j, k in enumerate(move)) == 1)


@dataclass(frozen=True)
class Swaps:
    """δ vanishes for all ``moves`` iff for all permutations; ‖δ‖²_all = ratio(N) ‖δ‖²_moves."""

    moves: Moves = swaps
    pos: Shift = positional_shift
    sym: Shift = symbolic_shift
    ratio: Callable[[Any, Callable[[Any], Any]], Any] = lambda N, fact: fact(N - 1)

    def equivalences(self) -> tuple[Equivalence, ...]:
        """Invariance under the moves iff under all permutations, positional and symbolic."""
        sizes = tuple((n, n) for n in range(1, MOST + 1))
        return tuple(
            Equivalence(vanishing(few, self.moves), vanishing(many, all_moves), sizes, (2, 2))
            for few, many in ((self.pos, positional_shift), (self.sym, symbolic_shift))
        )


def vanishing(shift: Shift, moves: Moves) -> equivalence.System:
    """δ(π, j) for every π of ``moves`` and every j."""

    def forms(M: Array, own: Any) -> Iterable[Any]:
        n = len(M)
        return (shift(M, j, move[j]) for move in moves(n) for j in range(n))

    return forms


A_SWAPS = FormalClaim(
    id="A-swaps",
    place="§3.3",
    statement="Restricting to swaps loses no generality. For every N and M, a head is positional "
    "(symbolic) on x iff its δ_pos (δ_sym) vanishes for every swap of two tokens. For every N and "
    "M, over all permutations the squared norms are exactly (N-1)! times those over the swaps.",
    provenance="reconstructed",
    subject=Swaps,
    quantifiers={**HEAD, "N ≤ 4": "N = 1 … 4, every real M"},
    parts={"moves": Kind.QUANTIFIER},
    not_covered="The scores (A-swaps-score) and swaps of blocks (A-swaps-block), where it fails. "
    "The printed reason is not the reason: invariance on x says nothing about x already swapped.",
    rests_on=("S-fast",),
    seconds=equivalence.SECONDS,
)


@A_SWAPS.exhaustive(
    "every matrix to N = 6",
    "both directions over Q, and the norms as polynomials, at N = 1 … 6",
    "N ≤ 6",
)
def spans(subject: Swaps) -> Outcome:
    """Both directions, and the norms' ratio, at N = 1 … 6, for every real M."""
    outcome = equivalence.decided(subject.equivalences())
    if outcome.status != "true":
        return outcome
    cases = outcome.cases
    for n in range(1, MOST + 1):
        M, _ = generic_placement(n)
        for few, many in ((subject.pos, positional_shift), (subject.sym, symbolic_shift)):
            cases += 1
            short = permutation_sum(M, few, subject.moves(n))
            if permutation_sum(M, many, all_moves(n)) != subject.ratio(n, factorial) * short:
                return false(f"N = {n}: the norms' ratio is not {subject.ratio(n, factorial)}")
    return true(cases)


@A_SWAPS.symbolic(
    "linear arithmetic",
    "both directions for every real M at N = 1 … 4",
    "N ≤ 4",
    confirmed_by="every matrix to N = 6 (flint)",
)
def arithmetic(subject: Swaps) -> Outcome:
    """z3, both directions at N = 1 … 4."""
    return equivalence.posed_to_z3(subject.equivalences())


@A_SWAPS.written(
    "one swap for each pair",
    "every N: the swap (a p) alone meets the pair (a, p), so nothing is composed; that, "
    "and the count of (N-1)! permutations, are on paper beyond N = 6",
    "N",
    "M",
)
def swaps_written(subject: Swaps) -> Outcome:
    """Locality; and the ratio is the (N-1)! permutations that meet a pair a ≠ p (S-fast)."""
    from sympy import factorial as fact
    from sympy import symbols

    N = symbols("N", positive=True)
    return all_steps(
        lambda: equivalence.local(subject.equivalences()),
        lambda: identities({"ratio": subject.ratio(N, fact) - fact(N - 1)}),
    )


A_SWAPS.coq(
    "swaps.A_swaps",
    decides=("N", "M", "N ≤ 6", "N ≤ 4"),
    near_misses={"swaps.A_swaps__whole": Kind.INDEX},
)

A_SWAPS.mutant("swaps of neighbours only", Kind.QUANTIFIER, moves=adjacent_swaps)
A_SWAPS.mutant("norms N! times", Kind.CONSTANT, spans, swaps_written, ratio=lambda N, fact: fact(N))
A_SWAPS.mutant("δ_pos along the row", Kind.INDEX, pos=symbolic_shift)
A_SWAPS.mutant("δ_sym with a plus", Kind.SIGN, sym=lambda M, j, k: M[j, k] + M[j, j])


def permutation_below_one(data: dict[str, Any]) -> Outcome:
    """Every swap cosine is 1, both cosines of the permutation are below 1."""
    E = exact_placement(data["weights"])
    move = data["permutation"]
    if tuple(move) not in set(all_moves(len(E))) or move == sorted(move):
        return false("no permutation that moves a position")
    squares = witness.cosine_squares(E, move)
    parts = [
        witness.positive(E),
        (
            witness.swap_cosines_are_one(E),
            "a swap below 1",
            f"every swap has both cosines 1: {witness.cosines_worked(E, swaps(len(E)))}",
        ),
        (
            all(c < 1 for c in squares),
            "a permutation's cosine is 1",
            f"both below 1: {witness.cosines_worked(E, [tuple(move)])}",
        ),
        (data["squared_cosines"] == witness.numerals(squares), "other cosines", ""),
    ]
    return witness.shown(parts, f"π = {move}: cos² = {', '.join(witness.numerals(squares))}")


SWAPS_SCORE = witness.RefutedClaim(
    permutation_below_one,
    id="A-swaps-score",
    paper="A",
    place="§3.3, read of the scores",
    statement="A-swaps, read of the scores (this suite's reading): if every swap has cosine 1 "
    "(s_POS = 1, s_SYM = 1), so has every permutation but the identity, read at the positions that "
    "it moves.",
    provenance="reading",
    parts={"permutation": Kind.QUANTIFIER},
    not_covered="Scores over all permutations are this suite's extension of the printed ones. At N "
    "= 2 the only permutation is a swap, so N = 3 is the smallest. Of the behaviours it is true "
    "(A-swaps), and of the scores if swaps have cosine 1 on every input in Σ^N (A-score-all).",
    repairs=("A-swaps", "A-swaps-score-fix", "A-score-all"),
)

SWAPS_SCORE.coq(
    "permuted.A_swaps_score", near_misses={"permuted.A_swaps_score__two_places": Kind.HYPOTHESIS}
)

SWAPS_SCORE.edited(
    "a swap for the 3-cycle",
    Kind.QUANTIFIER,
    lambda w: w.update(permutation=[1, 0, 2], squared_cosines=["1", "1"]),
)
SWAPS_SCORE.edited(
    "one entry not mirrored", Kind.CONSTANT, lambda w: w["weights"][1].__setitem__(0, "1")
)
SWAPS_SCORE.edited(
    "all weights 1",
    Kind.CONSTANT,
    lambda w: w.update(weights=[["1"] * 3] * 3, squared_cosines=["1", "1"]),
)
SWAPS_SCORE.edited(
    "another cosine", Kind.CONSTANT, lambda w: w.update(squared_cosines=["7/9", "8/9"])
)
SWAPS_SCORE.edited("the identity", Kind.QUANTIFIER, lambda w: w.update(permutation=[0, 1, 2]))
SWAPS_SCORE.edited("two rows exchanged", Kind.INDEX, lambda w: w["weights"].reverse())
SWAPS_SCORE.edited(
    "a square below 0",
    Kind.SIGN,
    lambda w: w.update(squared_cosines=[f"-{w['squared_cosines'][0]}", w["squared_cosines"][1]]),
)


def parallel(shift: Callable[[Array, int, int], Any]) -> equivalence.System:
    """cos = 1 for every permutation: equal shifts at all the positions that it moves."""

    def forms(M: Array, own: Any) -> Iterable[Any]:
        for move in permutations(range(len(M))):
            moved = [j for j, k in enumerate(move) if j != k]
            for j in moved[1:]:
                yield shift(M, j, move[j]) - shift(M, moved[0], move[moved[0]])

    return forms


def one_shift(shift: Callable[[Array, int, int], Any]) -> equivalence.System:
    """The same shift for all contents a at all other positions p."""

    def forms(M: Array, own: Any) -> Iterable[Any]:
        n = len(M)
        pairs = [(p, a) for p, a in product(range(n), repeat=2) if a != p]
        return (shift(M, *pair) - shift(M, *pairs[0]) for pair in pairs[1:])

    return forms


def _followed(M: Array, j: int, k: int) -> Any:
    """M[k, j] - λ_k: content k arrived at position j, against its own logit."""
    return M[k, j] - M[k, k]


def score_repaired() -> tuple[Equivalence, ...]:
    """All permutation cosines 1 iff one shift; positional, then symbolic."""
    sizes = tuple((n, n) for n in range(1, 6))
    return tuple(
        Equivalence(parallel(shift), one_shift(shift), sizes, (4, 4))
        for shift in (positional_shift, _followed)
    )


SWAPS_SCORE_FIX = FormalClaim(
    id="A-swaps-score-fix",
    place="§3.3, read of the scores, repaired",
    statement="For every N and M, cosines read at the positions that a permutation moves: cos(v', "
    "v) is 1 for every permutation but the identity iff M[a,p] - λ_p is one constant for all a ≠ "
    "p. And cos(v', v∘π) is 1 for every permutation π but the identity iff M[a,p] - λ_a is one "
    "constant for all a ≠ p. (For swaps alone the shifts need only be symmetric in a, p.)",
    provenance="repair",
    subject=score_repaired,
    quantifiers={
        "N": "every N ≥ 1",
        "M": "every real M",
        "N ≤ 5": "N = 1 … 5, every real M",
        **equivalence.FEW,
    },
    seconds=equivalence.SECONDS,
    parts={"left": Kind.QUANTIFIER, "right": Kind.TERM},
    not_covered="That cos = 1 iff parallel is A-score-fix's step (here for longer vectors).",
    rests_on=("A-score-fix",),
)

equivalence.add_evidence(SWAPS_SCORE_FIX, "N ≤ 5", ("N", "M"))

SWAPS_SCORE_FIX.coq(
    "permuted.A_swaps_score_fix",
    "score_fix.A_score_fix",
    decides=("N", "M", "N ≤ 5", "≤ 16 entries"),
    near_misses={
        "permuted.A_swaps_score_fix__diagonal_too": Kind.HYPOTHESIS,
        "score_fix.A_score_fix__diagonal_alone": Kind.TERM,
    },
)

SWAPS_SCORE_FIX.mutant(
    "swaps only",
    Kind.QUANTIFIER,
    *ALL,
    mutate=lambda s: (replace(s[0], left=lambda M, own: swap_parallel(M, positional_shift)), s[1]),
)
SWAPS_SCORE_FIX.mutant(
    "one permutation alone",
    Kind.QUANTIFIER,
    *ALL,
    mutate=lambda s: (replace(s[0], left=first_swap_parallel), s[1]),
)
SWAPS_SCORE_FIX.mutant(
    "the constant is 0",
    Kind.TERM,
    *ALL,
    mutate=lambda s: (replace(s[0], right=vanishing(positional_shift, all_moves)), s[1]),
)
SWAPS_SCORE_FIX.mutant(
    "λ at the other end",
    Kind.INDEX,
    *ALL,
    mutate=lambda s: (replace(s[0], right=one_shift(_followed)), s[1]),
)
SWAPS_SCORE_FIX.mutant(
    "M[a,p] + λ_a",
    Kind.SIGN,
    *ALL,
    mutate=lambda s: (s[0], replace(s[1], right=one_shift(lambda M, j, k: M[k, j] + M[k, k]))),
)


def first_swap_parallel(M: Array, own: Any) -> Iterable[Any]:
    """cos = 1 for the swap of positions 1 and 2: equal shifts there."""
    return () if len(M) < 2 else (positional_shift(M, 0, 1) - positional_shift(M, 1, 0),)


def swap_parallel(M: Array, shift: Shift) -> Iterable[Any]:
    """cos = 1 for every swap: equal shifts at its two positions."""
    return (shift(M, i, j) - shift(M, j, i) for i, j in combinations(range(len(M)), 2))
