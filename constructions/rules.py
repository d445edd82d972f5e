"""What a task allows where: its inputs as cases with a set of tokens an offset.

Offsets count back from the query. A case fixes the query and one *pin*, the place that decides
the answer: at offset 0 the query itself, elsewhere a token of a pinned set, each set with the
answer it means. Near tokens lie between query and pin, far ones beyond it. An input is valid iff
some case has it, and then the case's answer is the task's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from constructions.onelayer import OneLayerHead

Tokens = frozenset[int]
NONE: Tokens = frozenset()


@dataclass(frozen=True)
class Case:
    """One query; ``pins`` pairs a pinned set with the answer's output index."""

    query: int
    near: Tokens
    far: Tokens
    pins: tuple[tuple[Tokens, int], ...]
    offsets: tuple[int, int]
    lengths: tuple[int, int]


@dataclass(frozen=True)
class Rule:
    """A task on inputs of up to n0 tokens: ``name`` is one the checker knows, or "sets".

    ``few`` are the outputs that stand for all others as rivals.
    """

    name: str
    title: str
    cases: tuple[Case, ...]
    few: tuple[int, ...]

    def answers(self, tokens: list[int]) -> set[int]:
        """The answers of every case that has this input; none if it is not valid."""
        back, found = tokens[::-1], set()
        for case in self.cases:
            for k in range(case.offsets[0], min(case.offsets[1], len(back) - 1) + 1):
                fits = case.query == back[0] and case.lengths[0] <= len(back) <= case.lengths[1]
                fits &= all(b in case.near for b in back[1:k])
                if fits and all(b in case.far for b in back[k + 1 :]):
                    found |= {o for pin, o in case.pins if k == 0 or back[k] in pin}
        return found


def representatives(head: OneLayerHead, most: int = 3) -> list[int]:
    """Up to three tokens of each class whose exchange, as keys and outputs, changes nothing."""
    classes: list[list[int]] = []
    for b in range(len(head.tokens)):
        mine = next((c for c in classes if _alike(head, c[0], b)), None)
        if mine is None:
            classes.append([b])
        elif len(mine) < most:
            mine.append(b)
    return sorted(b for c in classes for b in c)


def _alike(head: OneLayerHead, b: int, c: int) -> bool:
    if (head.keys[b] != head.keys[c]).any():
        return False
    order = np.arange(len(head.tokens))
    order[[b, c]] = c, b
    return all(
        (table[b, order] == table[c]).all() and (table[order, b] == table[:, c]).all()
        for table in (head.values, head.skip)
    )


def index_rule(head: OneLayerHead, n0: int, everything: bool = False) -> Rule:
    """Index (F.1): integer tokens are named by digits; those that point outside are not valid.

    With ``everything`` no token stands for others: the same minimum, more slowly.
    """
    few = frozenset(range(len(head.tokens)) if everything else representatives(head))
    letters = [b for b in sorted(few) if not head.tokens[b].isdigit()]
    cases = []
    for q, name in enumerate(head.tokens):
        here = few | {q}
        if name.isdigit() and int(name) < n0:
            pins = (*((frozenset({c}), c) for c in letters), (here - frozenset(letters), q))
            cases.append(Case(q, here, here, pins, (int(name), int(name)), (1, n0)))
        elif not name.isdigit():
            cases.append(Case(q, NONE, here, ((NONE, q),), (0, 0), (1, n0)))
    return Rule("index", "Index", tuple(cases), tuple(sorted(few)))


def retrieval_rule(
    head: OneLayerHead, n0: int, integers: bool = True, everything: bool = False
) -> Rule:
    """Retrieval (F.2) on tokens named by their halves: the pin is the first token that fits.

    Before it no token may ask for it. That other letters are asked for in vain is allowed, so
    these are all proper inputs and some more. ``integers=False``: letter–letter queries only.
    """
    names = head.tokens
    numbers = sum(x[0] == names[0][0] and x[1:].isdigit() for x in names)
    reduced = numbers >= 3 and not everything
    few = frozenset(representatives(head) if reduced else range(len(names)))
    cases = []
    for q, (left, right) in enumerate((x[0], x[1:]) for x in names):
        here = few | {q}
        if right.isdigit():
            if integers:
                cases.append(Case(q, NONE, here, ((NONE, q),), (0, 0), (1, n0)))
            continue
        fits = frozenset(b for b in here if names[b][0] == right)
        far = frozenset(b for b in here - fits if names[b][1:] != right)
        for t in sorted({q} if left == right else fits):
            pins = ((frozenset({t}), t),)
            span = (0 if t == q else 1, n0 - 1)
            cases.append(Case(q, here - fits | {t}, far, pins, span, (1, n0)))
    name, title = (
        ("retrieval", "Retrieval") if integers else ("retrieval-letters", "Letter retrieval")
    )
    return Rule(name, title, tuple(cases), tuple(sorted(few)))


def sets_rule(head: OneLayerHead, title: str, cases: list[Case]) -> Rule:
    """Any task given as cases, every output a rival."""
    return Rule("sets", title, tuple(cases), tuple(range(len(head.outputs))))


def lookup_rule(
    head: OneLayerHead, n0: int, attributes: dict[str, tuple[str, str]], last: bool = False
) -> Rule:
    """Paper A's Information Retrieval, or Partial Induction with ``last``.

    ``attributes`` maps each context token to (symbol, answer's output); the other tokens are
    queries, named by the symbol they ask for. With ``last`` a symbol may occur again further
    back; without, only the others may repeat, which allows more than distinct symbols do.
    """
    index = head.tokens.index
    context = frozenset(map(index, attributes))
    cases = []
    for symbol in (x for x in head.tokens if x not in attributes):
        mine = {index(x): o for x, (s, o) in attributes.items() if s == symbol}
        pins = tuple((frozenset({b}), head.outputs.index(o)) for b, o in mine.items())
        others = context - frozenset(mine)
        far = context if last else others
        cases.append(Case(index(symbol), others, far, pins, (1, n0 - 1), (2, n0)))
    title = "Partial Induction (last occurrence)" if last else "Information Retrieval"
    return sets_rule(head, title, cases)


def position_rule(head: OneLayerHead, n: int, positions: dict[str, int]) -> Rule:
    """Paper A's Index: inputs of exactly n tokens, the last of which names a position from 1.

    ``positions`` maps query tokens to positions; the other tokens are symbols, outputs by name.
    """
    symbols = frozenset(b for b, x in enumerate(head.tokens) if x not in positions)
    pins = tuple((frozenset({b}), head.outputs.index(head.tokens[b])) for b in sorted(symbols))
    cases = []
    for name, j in positions.items():
        if not 1 <= j < n:
            raise ValueError(f"positions: {name!r} names position {j} of 1 … {n - 1}")
        q = head.tokens.index(name)
        cases.append(Case(q, symbols, symbols, pins, (n - j, n - j), (n, n)))
    return sets_rule(head, f"Index by position, {n} tokens", cases)
