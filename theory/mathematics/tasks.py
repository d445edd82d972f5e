"""Index, Retrieval, Reflexive and the two hop tasks, as functions on token sequences.

Number tokens: a letter is a ``str``, an integer of INT an ``int`` ≥ 1. Letter tokens are pairs
(left, right), left a letter, right a letter or an integer. Sequences are tuples; positions count
from 1, as in the papers (definitions.md, Tasks; paper B, B.1, B.2, F.1, F.2).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

Symbol = str | int
Numbers = tuple[Symbol, ...]
Pair = tuple[str, Symbol]
Pairs = tuple[Pair | None, ...]
"""Tokens of the letter task; None is a blank: a position that holds nothing."""
Token = TypeVar("Token")
Outside = Callable[[Numbers, int], Symbol]
"""What Index gives at position j if its integer points before the first token."""
Unclear = Callable[[Pairs, int], Pair | None]
"""What Retrieval gives at position j if no token, or two different ones, fit."""


def reflexive(tokens: Token) -> Token:
    """The identity."""
    return tokens


def power(step: Callable[[Token], Token], times: int, tokens: Token) -> Token:
    """``step`` applied ``times`` times."""
    for _ in range(times):
        tokens = step(tokens)
    return tokens


def keep_unread(tokens: tuple[Token, ...], j: int) -> Token:
    """Where a task's function looks at nothing, leave σ_j as it is."""
    return tokens[j - 1]


def points_outside(tokens: Numbers, j: int) -> bool:
    """F.1 looks at σ_{j-i} and there is none."""
    i = tokens[j - 1]
    return isinstance(i, int) and j - i < 1


def index(tokens: Numbers, outside: Outside = keep_unread) -> Numbers:
    """Index: σ_{j-i} where σ_j = i is an integer and σ_{j-i} a letter; otherwise σ_j (F.1)."""
    return tuple(_indexed(tokens, j, outside) for j in range(1, len(tokens) + 1))


def _indexed(tokens: Numbers, j: int, outside: Outside) -> Symbol:
    i = tokens[j - 1]
    if isinstance(i, str):
        return i
    if points_outside(tokens, j):
        return outside(tokens, j)
    target = tokens[j - i - 1]
    return target if isinstance(target, str) else i


def step_back(tokens: Numbers, j: int) -> tuple[int, ...] | None:
    """Follow the hops: positions from j back to the first letter, or None if they leave."""
    path = [j]
    while isinstance(i := tokens[path[-1] - 1], int):
        if path[-1] - i < 1:
            return None
        path.append(path[-1] - i)
    return tuple(path)


@dataclass(frozen=True)
class NumberRules:
    """B.1 in formulas: conditions (1)–(3) and the answer's index, functions of integers."""

    start: Callable[[int, int], int] = lambda n1, n2: n2
    tested: Callable[[int, int, int, int], int] = lambda n1, n2, k, j: n1 - j + 1
    following: Callable[[int, int], int] = lambda k, j: k - j
    answer: Callable[[int, int, int, int], int] = lambda n1, n2, k, j: n2 - j + 1

    def solutions(self, n1: int, steps: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """Every (k_1 … k_H) that satisfies (1)–(3), with the answer's index, in order of H.

        By (3) each k gives the next; they end where there is no j_k, or never (a repeated k).
        """
        n2 = len(steps)
        answered: list[tuple[tuple[int, ...], int]] = []
        path: tuple[int, ...] = ()
        k = self.start(n1, n2)
        while 1 <= k <= n2 and k not in path:
            path += (k,)
            j = steps[k - 1]
            if 1 <= self.tested(n1, n2, k, j) <= n1:
                answered.append((path, self.answer(n1, n2, k, j)))
            k = self.following(k, j)
        return answered


PRINTED = NumberRules()


def different_letters(n1: int) -> tuple[str, ...]:
    """n1 different letters."""
    return tuple(chr(ord("A") + i) for i in range(n1))


def parse_numbers(text: str) -> Numbers:
    """'A B 2 1' → ('A', 'B', 2, 1)."""
    return tuple(int(word) if word.isdecimal() else word for word in text.split())


def split_numbers(tokens: Numbers) -> tuple[int, tuple[int, ...]] | None:
    """(n1, the integers) of letters followed by at least one integer; None for other forms."""
    steps = tuple(t for t in tokens if isinstance(t, int))
    n1 = len(tokens) - len(steps)
    ordered = all(isinstance(t, str) for t in tokens[:n1])
    return (n1, steps) if ordered and steps else None


def number_sequences(n: int, letters: int, most: int) -> Iterator[Numbers]:
    """Every sequence of length n over ``letters`` letters and the integers 1 … most."""
    return product((*different_letters(letters), *range(1, most + 1)), repeat=n)


def has_letter(token: Pair | None) -> bool:
    """A letter–letter token."""
    return token is not None and isinstance(token[1], str)


def fitting(tokens: Pairs, j: int, last: int) -> dict[Pair, list[int]]:
    """The tokens at positions k ≤ last whose left half is σ_j's right half, and those k."""
    positions: dict[Pair, list[int]] = {}
    here = tokens[j - 1]
    if here is None:
        return positions
    wanted = here[1]
    for k, token in enumerate(tokens[:last], start=1):
        if token is not None and token[0] == wanted:
            positions.setdefault(token, []).append(k)
    return positions


def proper_at(tokens: Pairs, j: int) -> bool:
    """Position j is no letter–letter token, or exactly one token at k ≤ j fits (F.2)."""
    return not has_letter(tokens[j - 1]) or len(fitting(tokens, j, j)) == 1


def proper(tokens: Pairs) -> bool:
    """Every letter–letter token finds exactly one token at or before itself (F.2)."""
    return None not in tokens and all(proper_at(tokens, j) for j in range(1, len(tokens) + 1))


def blank(tokens: Pairs, j: int) -> None:
    """Where Retrieval is not defined, hold nothing: it fits nothing and is never found."""


def some_fit(tokens: Pairs, j: int) -> Pair | None:
    """Where several tokens fit take the one that stands first, where none fits keep σ_j."""
    return next(iter(fitting(tokens, j, j)), tokens[j - 1])


def last_fit(tokens: Pairs, j: int) -> Pair | None:
    """Where several tokens fit take the one that came last, where none fits a blank."""
    return next(reversed(fitting(tokens, j, j)), None)


def retrieval(tokens: Pairs, unclear: Unclear = keep_unread) -> Pairs:
    """Retrieval: σ_{k_j} for letter–letter tokens, σ_j for letter–integer ones (F.2).

    On proper sequences ``unclear`` is never asked.
    """
    result: list[Pair | None] = []
    for j, token in enumerate(tokens, start=1):
        if not has_letter(token):
            result.append(token)
            continue
        fits = fitting(tokens, j, j)
        result.append(next(iter(fits)) if len(fits) == 1 else unclear(tokens, j))
    return tuple(result)


@dataclass(frozen=True)
class Walk:
    """Hops from the last token: the tokens c_0 … c_H seen on the way; c_H ends in an integer."""

    places: tuple[int, ...]
    tokens: tuple[Pair, ...]

    @property
    def hops(self) -> int:
        return len(self.places) - 1


def look_back(tokens: Pairs, j: int) -> Walk | None:
    """Follow the hops from position j: to the token at or before whose left half is looked for.

    None if on the way no token fits, two different ones do, or a token fits itself. A token found
    at several positions is taken at the first of them.
    """
    places = [j]
    while has_letter(tokens[places[-1] - 1]):
        fits = fitting(tokens, places[-1], places[-1])
        if len(fits) != 1:
            return None
        (ks,) = fits.values()
        if ks[0] == places[-1]:
            return None
        places.append(ks[0])
    visited = [tokens[p - 1] for p in places]
    return Walk(tuple(places), tuple(t for t in visited if t is not None))


def split_pairs(tokens: Pairs) -> int | None:
    """n1 of n1 letter–integer tokens and then at least one letter–letter token, else None."""
    n1 = sum(not has_letter(token) for token in tokens)
    ordered = not any(has_letter(token) for token in tokens[:n1])
    return n1 if ordered and n1 < len(tokens) else None


def printed_ends(tokens: Pairs) -> set[Pair]:
    """Every answer that B.2's (1)–(3) allow on a letter-task form, for any H.

    The pairs are a subsequence of the window read backwards, so k_1 > k_2 > … > k_H; (1) is read
    as k_1 = n2.
    """
    n = len(tokens)
    ends: set[Pair] = set()
    reached, waiting = {n}, [n]
    while waiting:
        j = waiting.pop()
        for token, ks in fitting(tokens, j, j - 1).items():
            if not has_letter(token):
                ends.add(token)
            else:
                waiting += [k for k in ks if k not in reached]
                reached.update(ks)
    return ends


def parse_pairs(text: str) -> Pairs:
    """'A1 BA' → (('A', 1), ('B', 'A'))."""
    return tuple(
        (word[0], int(word[1:]) if word[1:].isdecimal() else word[1]) for word in text.split()
    )


def pair_sequences(n: int, letters: int, integers: int) -> Iterator[tuple[Pair, ...]]:
    """Every sequence of n pairs, letters and integers each named in order of first use.

    Nothing here depends on the names, so these stand for all sequences over so many.
    """

    def extend(head: tuple[Pair, ...], a: int, w: int) -> Iterator[tuple[Pair, ...]]:
        if len(head) == n:
            yield head
            return
        for left in range(min(a + 1, letters)):
            b = max(a, left + 1)
            for right in range(min(b + 1, letters)):
                token: Pair = (chr(65 + left), chr(65 + right))
                yield from extend((*head, token), max(b, right + 1), w)
            for number in range(1, min(w + 1, integers) + 1):
                yield from extend((*head, (chr(65 + left), number)), b, max(w, number))

    return extend((), 0, 0)
