"""Where Index (F.1) is defined: B-index-def and its repair."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import exhaust
from theory.mathematics.tasks import (
    Numbers,
    Outside,
    Symbol,
    index,
    keep_unread,
    number_sequences,
    points_outside,
    split_numbers,
    step_back,
)
from theory.witnesses import task_witness, witness
from theory.witnesses.witness import RefutedClaim, shown

Indexing = Callable[[Numbers, Outside], Numbers]


def target_missing(data: dict[str, Any]) -> Outcome:
    """Two inputs of length n > m with a position j at which σ_{j-i} is not there."""
    parts: list[witness.Part] = []
    for name, part in data.items():
        tokens, m, j = task_witness.numbers_of(part), part["m"], part["position"]
        integers = {t for t in tokens if isinstance(t, int)}
        outside = 1 <= j <= len(tokens) and points_outside(tokens, j)
        i = tokens[j - 1] if outside else 0
        parts += [
            (len(tokens) > m, f"{name}: n > m fails", ""),
            (integers <= set(range(1, m + 1)), f"{name}: an integer outside INT", ""),
            (
                outside,
                f"{name}: σ_j has its target",
                f"{name}: {' '.join(part['tokens'])}: n = {len(tokens)} > m = {m}, and σ_{j} = {i} "
                f"asks for σ_({j} - {i}), which is not there",
            ),
        ]
        if name == "applied":
            walk = step_back(tokens, len(tokens))
            follow = tokens[walk[-1] - 1] if walk and split_numbers(tokens) else ""
            says = f"{name}: the hops lead to {follow!r}"
            parts.append((part["follow"] == follow != "", says, f"{says}: a number-task input"))
    return shown(parts, "; ".join(" ".join(part["tokens"]) for part in data.values()))


INDEX_DEF = RefutedClaim(
    target_missing,
    id="B-index-def",
    provenance="reading",
    place="F.1, read without 'otherwise' outside the input",
    statement="Index (F.1) is defined on every input of length n > m: wherever σ_j = i is an "
    "integer there is a token σ_{j-i} to read; in particular on every number-task input of such a "
    "length. (That Listing 1 agrees with F.1 is B-listing.)",
    parts={"alone.m": Kind.HYPOTHESIS, "alone.position": Kind.INDEX},
    not_covered="That n > m is meant to say this: F.1 does not. Read 'otherwise' also for a "
    "σ_{j-i} that is not there, Index is defined on every input and n > m is not needed "
    "(B-index-def-fix); Listing 1, which wraps round, differs from that on the same 1 A "
    "(B-listing).",
    repairs=("B-index-def-fix",),
)

INDEX_DEF.coq(
    "composition.B_index_def", near_misses={"composition.B_index_def__no_integers": Kind.HYPOTHESIS}
)

INDEX_DEF.edited("m = n", Kind.HYPOTHESIS, lambda w: w["alone"].update(m=2))
INDEX_DEF.edited("the last position", Kind.INDEX, lambda w: w["alone"].update(position=2))
INDEX_DEF.edited("another letter", Kind.DATA, lambda w: w["applied"].update(follow="B"))
INDEX_DEF.edited(
    "a number that points inside",
    Kind.CONSTANT,
    lambda w: w["applied"].update(tokens=["A", "1", "2"]),
)
INDEX_DEF.edited(
    "no number-task input", Kind.CONSTANT, lambda w: w["applied"].update(tokens=["A", "2", "1"])
)


@dataclass(frozen=True)
class Defined:
    """Which positions always have their target: those with ``always(n, m, j)``.

    ``step`` is Index with the convention for the others.
    """

    always: Callable[[int, int, int], bool] = lambda n, m, j: j > m
    everywhere: Callable[[int, int], bool] = lambda n, m: m == 0
    last: Callable[[int, int], bool] = lambda n, m: n > m
    step: Indexing = index


def small_sizes() -> Iterator[tuple[int, int]]:
    """(n, m) with 1 ≤ n ≤ 4, 0 ≤ m ≤ 5."""
    return product(range(1, 5), range(6))


def local_step(step: Indexing, i: int) -> bool:
    """Position j = i + 1 holds i: a letter at its target is taken, an integer leaves i there."""
    between: Numbers = (*("B",) * (i - 1), i)
    taken = step(("A", *between), keep_unread)[-1] == "A"
    left = step((1, *between), keep_unread)[-1] == i
    outside = step(between, keep_unread)[-1] == i
    return taken and left and outside


def jump_to_anything(tokens: Numbers, outside: Outside) -> Numbers:
    """σ_{j-i} whatever it is."""
    return looked(tokens, outside, lambda j, i: j - i, str | int)


INDEX_DEF_FIX = FormalClaim(
    id="B-index-def-fix",
    place="F.1, repaired",
    statement="For every n ≥ 1 and m ≥ 0, σ_{j-i} exists at position j of every sequence of length "
    "n over ALPH ∪ {1..m} iff j > m. So it exists at the last position of every such sequence iff "
    "n > m, and at every position of every such sequence iff m = 0. With 'otherwise σ_j' where it "
    "does not exist Index is defined on every sequence, and it keeps the set of positions that "
    "point outside.",
    provenance="repair",
    subject=Defined,
    quantifiers={"size": "every n ≥ 1, m ≥ 0 and σ", "small": "n ≤ 4, m ≤ 5, two letters"},
    parts={"everywhere": Kind.QUANTIFIER, "step": Kind.TERM},
    not_covered="The paper's pseudocode: B-listing.",
)


@INDEX_DEF_FIX.exhaustive(
    "every small sequence", "all sequences with n ≤ 4, m ≤ 5, |ALPH| = 2", "small"
)
def defined_where(subject: Defined) -> Outcome:
    """Over all sequences of a size: the positions that never point outside; and after Index."""

    def agrees(case: tuple[int, int]) -> bool:
        n, m = case
        never = set(range(1, n + 1))
        for tokens in number_sequences(n, 2, m):
            outside = {j for j in range(1, n + 1) if points_outside(tokens, j)}
            never -= outside
            after = subject.step(tokens, keep_unread)
            if {j for j in range(1, n + 1) if points_outside(after, j)} != outside:
                return False
        return (
            never == {j for j in range(1, n + 1) if subject.always(n, m, j)}
            and (len(never) == n) == subject.everywhere(n, m)
            and (n in never) == subject.last(n, m)
        )

    return exhaust(small_sizes(), agrees)


@INDEX_DEF_FIX.written(
    "largest integer",
    "every size: position j always has its target iff j - m ≥ 1; integers stay in place",
    "size",
)
def witness_by_size(subject: Defined) -> Outcome:
    """The written proof's sequences, to n, m ≤ 12: the integer m at position j alone decides."""

    def agrees(case: tuple[int, int]) -> bool:
        n, m = case
        inside = [m == 0 or not points_outside(("A",) * (j - 1) + (m,), j) for j in range(1, n + 1)]
        return (
            inside == [subject.always(n, m, j) for j in range(1, n + 1)]
            and all(inside) == subject.everywhere(n, m)
            and inside[-1] == subject.last(n, m)
            and all(local_step(subject.step, i) for i in range(1, n + 1))
        )

    return exhaust(product(range(1, 13), range(13)), agrees)


INDEX_DEF_FIX.coq(
    "composition.B_index_def_fix",
    decides=("size", "small"),
    near_misses={"composition.B_index_def_fix__up_to": Kind.RELATION},
)

INDEX_DEF_FIX.mutant("j ≥ m", Kind.RELATION, always=lambda n, m, j: j >= m)
INDEX_DEF_FIX.mutant("every position if n > m", Kind.QUANTIFIER, everywhere=lambda n, m: n > m)
INDEX_DEF_FIX.mutant("last if n > m + 1", Kind.CONSTANT, last=lambda n, m: n > m + 1)
INDEX_DEF_FIX.mutant(
    "the integer moves one position",
    Kind.TERM,
    step=lambda x, o: (*index(x, o)[1:], index(x, o)[0]),
)
INDEX_DEF_FIX.mutant("an integer found is taken", Kind.TERM, step=jump_to_anything)


def looked(
    tokens: Numbers, outside: Outside, place: Callable[[int, int], int], wanted: Any
) -> Numbers:
    """Index with another position to read, or other tokens that it takes."""
    result: list[Symbol] = []
    for j, i in enumerate(tokens, start=1):
        if isinstance(i, str):
            result.append(i)
        elif 1 <= place(j, i) <= len(tokens):
            target = tokens[place(j, i) - 1]
            result.append(target if isinstance(target, wanted) else i)
        else:
            result.append(outside(tokens, j))
    return tuple(result)
