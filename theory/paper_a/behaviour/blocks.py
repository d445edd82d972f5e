"""Swaps of blocks of several tokens say less than swaps of tokens (A-swaps-block and its repair).

The scores of paper A §3.3 swap contiguous blocks; a permutation inside a block is no composition
of such swaps, so block swaps decide behaviour on blocks only.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics import equivalence
from theory.mathematics.equivalence import ALL, Equivalence, System
from theory.mathematics.forms import Array
from theory.mathematics.placement import (
    Move,
    Shift,
    all_moves,
    exact_placement,
    positional_shift,
    swaps,
    symbolic_shift,
)
from theory.paper_a.behaviour.swaps import Moves, adjacent_swaps, vanishing
from theory.witnesses import witness


def block_moves(length: int, moves: Moves) -> Moves:
    """``moves`` of whole blocks of ``length`` tokens, as permutations of the tokens."""

    def of_tokens(n: int) -> Iterable[Move]:
        for move in moves(n // length):
            yield tuple(move[j // length] * length + j % length for j in range(n))

    return of_tokens


def block_swaps_only(data: dict[str, Any]) -> Outcome:
    """Every block swap leaves the head's logits as they are, a permutation in a block does not."""
    M = exact_placement(data["logits"])
    n, length, move = len(M), data["block"], data["permutation"]
    shifts = (positional_shift, symbolic_shift)
    exchanges = list(block_moves(length, swaps)(n))
    still = all(shift(M, j, e[j]) == 0 for e in exchanges for j in range(n) for shift in shifts)
    changed = [any(shift(M, j, move[j]) != 0 for j in range(n)) for shift in shifts]
    texts = [
        f"{name}(π, j) = {witness.fractions(shift(M, j, move[j]) for j in range(n))}"
        for name, shift in (("δ_pos", positional_shift), ("δ_sym", symbolic_shift))
    ]
    parts = [
        (bool(exchanges), "no two equal blocks", ""),
        (tuple(move) in set(all_moves(n)), "not a permutation", ""),
        (
            still,
            "a block swap changes a logit",
            f"swaps of two blocks of {length}: {', '.join(map(witness.from_one, exchanges))}: "
            "δ_pos and δ_sym are 0 at every position",
        ),
        (changed[0], "δ_pos vanishes", f"π = {witness.from_one(move)}: {texts[0]}: not positional"),
        (changed[1], "δ_sym vanishes", f"π = {witness.from_one(move)}: {texts[1]}: not symbolic"),
    ]
    return witness.shown(parts, f"N = {n}, blocks of {length}: {move} changes a logit")


SWAPS_BLOCK = witness.RefutedClaim(
    block_swaps_only,
    id="A-swaps-block",
    paper="A",
    place="§3.3, read of its blocks",
    statement="A-swaps, read of contiguous blocks (this suite's reading): with m ≥ 2 equal blocks, "
    "a head whose δ_pos (δ_sym) vanishes for every swap of two blocks is positional (symbolic) on "
    "x.",
    provenance="reading",
    parts={"permutation": Kind.QUANTIFIER},
    not_covered="Unequal blocks, for which a swap is not defined. One block has no swap at all.",
    repairs=("A-swaps-block-fix",),
)

SWAPS_BLOCK.coq(
    "swaps.A_swaps_block", near_misses={"swaps.A_swaps_block__one_token": Kind.HYPOTHESIS}
)

SWAPS_BLOCK.edited("blocks of one token", Kind.CONSTANT, lambda w: w.update(block=1))
SWAPS_BLOCK.edited(
    "a permutation of blocks", Kind.QUANTIFIER, lambda w: w.update(permutation=[2, 3, 0, 1])
)
SWAPS_BLOCK.edited(
    "the entry between two blocks",
    Kind.INDEX,
    lambda w: w.update(logits=[["0", "0", "1", "0"]] + [["0"] * 4] * 3),
)
SWAPS_BLOCK.edited("a constant matrix", Kind.TERM, lambda w: w.update(logits=[["0"] * 4] * 4))
SWAPS_BLOCK.edited("one block", Kind.CONSTANT, lambda w: w.update(block=4))


def between_blocks(length: int, shift: Callable[[Array, int, int], Any]) -> System:
    """shift(M, (b', t), (b, t)) for all blocks b ≠ b' and all positions t in a block."""

    def forms(M: Array, own: Any) -> Iterable[Any]:
        n = len(M)
        return (
            shift(M, j, k)
            for j in range(n)
            for k in range(j % length, n, length)
            if j // length != k // length
        )

    return forms


def block_repaired() -> tuple[Equivalence, ...]:
    """Blocks of 1, 2, 3 tokens, positional then symbolic: swaps, then all permutations."""
    shapes = {1: ((2, 2), (3, 3), (4, 4)), 2: ((4, 4), (6, 6)), 3: ((6, 6), (9, 9))}
    return tuple(
        Equivalence(
            vanishing(shift, block_moves(length, moves)),
            between_blocks(length, shift),
            shapes[length],
            (2 * length, 2 * length),
            unit=length,
        )
        for length in shapes
        for shift in (positional_shift, symbolic_shift)
        for moves in (swaps, all_moves)
    )


def with_right(at: int, right: System) -> Callable[[tuple[Equivalence, ...]], Any]:
    """The mutation that replaces the right side of one of the equivalences."""
    return lambda s: (*s[:at], replace(s[at], right=right), *s[at + 1 :])


def _added(M: Array, j: int, k: int) -> Any:
    """M[k, j] + λ_j."""
    return M[k, j] + M[j, j]


def next_place(length: int, shift: Shift) -> System:
    """between_blocks, with the content's position in its block moved on by one."""

    def forms(M: Array, own: Any) -> Iterable[Any]:
        n = len(M)
        for j in range(n):
            for b in range(n // length):
                if b != j // length:
                    yield shift(M, j, b * length + (j + 1) % length)

    return forms


SWAPS_BLOCK_FIX = FormalClaim(
    id="A-swaps-block-fix",
    place="§3.3, read of its blocks, repaired",
    statement="Take m equal blocks of L tokens and every M. These are equivalent: δ_pos vanishes "
    "for every swap of two blocks; for every permutation of the blocks; M[(b,t), (b',t)] = "
    "λ_(b',t) for all blocks b ≠ b' and positions t. The same for δ_sym with λ_(b,t).",
    provenance="repair",
    subject=block_repaired,
    quantifiers={
        "m": "every number of blocks m ≥ 1",
        "L": "every block length L ≥ 1",
        "M": "every real M",
        "small": "L = 1 … 3, m = 2, 3 (and 4 if L = 1), every real M",
        **equivalence.FEW,
    },
    seconds=equivalence.SECONDS,
    parts={"left": Kind.QUANTIFIER, "right": Kind.INDEX},
    not_covered="Unequal blocks. Cosines of block means are S-swap's subject.",
)

equivalence.add_evidence(SWAPS_BLOCK_FIX, "small", ("m", "L", "M"))

SWAPS_BLOCK_FIX.coq(
    "swaps.A_swaps_block_fix",
    decides=("m", "L", "M", "small", "≤ 16 entries"),
    near_misses={"swaps.A_swaps_block_fix__other_way": Kind.DATA},
)

SWAPS_BLOCK_FIX.mutant(
    "positional on all tokens",
    Kind.INDEX,
    *ALL,
    mutate=with_right(4, vanishing(positional_shift, swaps)),
)
SWAPS_BLOCK_FIX.mutant(
    "the next position of a block",
    Kind.INDEX,
    *ALL,
    mutate=with_right(4, next_place(2, positional_shift)),
)
SWAPS_BLOCK_FIX.mutant("plus λ", Kind.SIGN, *ALL, mutate=with_right(4, between_blocks(2, _added)))
SWAPS_BLOCK_FIX.mutant(
    "neighbouring blocks only",
    Kind.QUANTIFIER,
    *ALL,
    mutate=lambda s: (replace(s[0], left=vanishing(positional_shift, adjacent_swaps)), *s[1:]),
)
SWAPS_BLOCK_FIX.mutant(
    "without λ", Kind.TERM, *ALL, mutate=with_right(4, between_blocks(2, lambda M, j, k: M[k, j]))
)
