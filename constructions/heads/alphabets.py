"""The alphabets, and the tasks as the heads must compute them: what is refused, what is answered.

A task answers every position of a valid input; None where it asks for nothing there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from theory.mathematics import tasks

Tokens = tuple[Any, ...]


def _distinct(names: Sequence[str], what: str, least: int = 1) -> None:
    if len(names) < least or len(set(names)) != len(names):
        raise ValueError(f"{what}: {names!r}; at least {least}, no two alike, are needed")


def _positive(most: int, what: str) -> None:
    if type(most) is not int or most < 1:
        raise ValueError(f"{what}: {most!r}; INT = 1 … m needs an integer m ≥ 1")


@dataclass(frozen=True)
class _Lettered:
    """Letters, and the integers 1 … ``most``.

    Raises:
        ValueError: no letters, two alike, or ``most`` below 1.
    """

    letters: tuple[str, ...]
    most: int

    def __post_init__(self) -> None:
        _distinct(self.letters, "letters")
        _positive(self.most, "most")


@dataclass(frozen=True)
class Numbers(_Lettered):
    """Paper B's Index: letters, and the integers 1 … ``most``."""

    @property
    def integers(self) -> tuple[int, ...]:
        """INT."""
        return tuple(range(1, self.most + 1))

    @property
    def tokens(self) -> Tokens:
        """Letters, then integers."""
        return (*self.letters, *self.integers)


@dataclass(frozen=True)
class Pairs(_Lettered):
    """Paper B's Retrieval: pairs (left, right), the right half a letter or one of 1 … ``most``."""

    @property
    def tokens(self) -> Tokens:
        """Letter–integer pairs, then letter–letter pairs."""
        integers = range(1, self.most + 1)
        return (*product(self.letters, integers), *product(self.letters, self.letters))


@dataclass(frozen=True)
class Bindings:
    """Paper A's retrieval tasks: pairs (symbol, attribute), and bare symbols as queries.

    Raises:
        ValueError: fewer than two symbols or attributes, or two alike.
    """

    symbols: tuple[str, ...]
    attributes: tuple[str, ...]

    def __post_init__(self) -> None:
        _distinct(self.symbols, "symbols", 2)
        _distinct(self.attributes, "attributes", 2)

    @property
    def tokens(self) -> Tokens:
        """Pairs, then bare symbols."""
        return (*product(self.symbols, self.attributes), *self.symbols)


def spelt(token: Any) -> str:
    """A token as it is written: 'a', '3', 'a3', 'ab'."""
    return "".join(map(str, token)) if isinstance(token, tuple) else str(token)


@dataclass(frozen=True)
class Task:
    """What a head must compute on inputs of ``least`` … n0 tokens.

    ``refuses`` names the rule that an input breaks, or ''; ``answers`` gives one answer (or None)
    a position. ``prefixes``: an input's prefixes are inputs, and have their positions' answers.
    """

    name: str
    tokens: Tokens
    refuses: Callable[[Tokens], str]
    answers: Callable[[Tokens], Tokens]
    prefixes: bool = True
    least: int = 1

    def checked(self, tokens: Sequence[Any], n0: int) -> Tokens:
        """The input, if it is one.

        Raises:
            ValueError: empty, too long, a token outside the alphabet, or the task's own rule.
        """
        given = tuple(tokens)
        if not self.least <= len(given) <= n0:
            raise ValueError(
                f"{self.name}: {len(given)} tokens; the head is for {self.least} to n0 = {n0}"
            )
        for place, token in enumerate(given, start=1):
            if token not in self.tokens:
                raise ValueError(f"{self.name}: token {token!r} at position {place} is not of Σ")
        if rule := self.refuses(given):
            raise ValueError(f"{self.name}: {rule}")
        return given

    def inputs(self, n0: int) -> Iterator[Tokens]:
        """Every valid input of at most n0 tokens, shortest first."""
        for n in range(self.least, n0 + 1):
            yield from (x for x in product(self.tokens, repeat=n) if not self.refuses(x))


def index_task(alphabet: Numbers, outside: bool) -> Task:
    """Index (F.1); ``outside``: integers that point before the start are kept, else not asked."""

    def answers(tokens: Tokens) -> Tokens:
        outputs = tasks.index(tokens)
        return tuple(
            None if not outside and tasks.points_outside(tokens, j) else answer
            for j, answer in enumerate(outputs, start=1)
        )

    return Task("Index", alphabet.tokens, lambda tokens: "", answers)


def retrieval_task(alphabet: Pairs) -> Task:
    """Retrieval (F.2) on proper inputs."""

    def refuses(tokens: Tokens) -> str:
        for j in range(1, len(tokens) + 1):
            if not tasks.proper_at(tokens, j):
                count = len(tasks.fitting(tokens, j, j))
                asked = spelt(tokens[j - 1])
                return f"not proper: {count} tokens fit {asked} at position {j}, not 1"
        return ""

    return Task("Retrieval", alphabet.tokens, refuses, tasks.retrieval)


def reflexive_task(tokens: Tokens) -> Task:
    """The identity."""
    return Task("Reflexive", tokens, lambda given: "", tasks.reflexive)


def _at_the_end(answer: Callable[[Tokens], Any]) -> Callable[[Tokens], Tokens]:
    return lambda tokens: (*(None for _ in tokens[1:]), answer(tokens))


def _bound(alphabet: Bindings, tokens: Tokens) -> tuple[list[str], str]:
    """The attributes of the symbol asked, in order, and the rule broken."""
    *context, asked = tokens
    if asked not in alphabet.symbols or any(token in alphabet.symbols for token in context):
        return [], "an input is pairs (symbol, attribute), then one bare symbol"
    attributes = [attribute for symbol, attribute in context if symbol == asked]
    return attributes, "" if attributes else f"the symbol asked, {asked}, does not occur"


def lookup_task(alphabet: Bindings) -> Task:
    """Paper A's Information Retrieval: every occurrence of the symbol has one attribute."""

    def refuses(tokens: Tokens) -> str:
        attributes, rule = _bound(alphabet, tokens)
        several = f"the symbol asked, {tokens[-1]}, has {len(set(attributes))} attributes"
        return rule or (several if len(set(attributes)) > 1 else "")

    answers = _at_the_end(lambda tokens: _bound(alphabet, tokens)[0][0])
    return Task("Information Retrieval", alphabet.tokens, refuses, answers, False, 2)


def induction_task(alphabet: Bindings) -> Task:
    """Paper A's Partial Induction: the attribute at the symbol's last occurrence."""
    answers = _at_the_end(lambda tokens: _bound(alphabet, tokens)[0][-1])
    return Task(
        "Partial Induction",
        alphabet.tokens,
        lambda tokens: _bound(alphabet, tokens)[1],
        answers,
        False,
        2,
    )


def named_place_task(alphabet: Numbers, n0: int, back: bool) -> Task:
    """Paper A's Index: letters, then an integer that names a position, from the start or ``back``.

    Counted from the start an input has exactly n0 tokens: no head serves lengths 3 and 4 at once
    (A-thm3-lengths).
    """

    def refuses(tokens: Tokens) -> str:
        *letters, place = tokens
        if not isinstance(place, int) or any(isinstance(x, int) for x in letters):
            return "an input is letters, then one integer"
        if place > len(letters):
            return f"the integer {place} names no position among {len(letters)} letters"
        return ""

    def answer(tokens: Tokens) -> Any:
        return tokens[-1 - tokens[-1]] if back else tokens[tokens[-1] - 1]

    least = 2 if back else n0
    name = f"Index of paper A, counted {'back' if back else 'from the start'}"
    return Task(name, alphabet.tokens, refuses, _at_the_end(answer), False, least)
