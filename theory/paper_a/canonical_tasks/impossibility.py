"""What no symbolic head computes, whatever L, VAL and F: the order of the tokens before the query.

A-thm2 and B-rem31-index.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from theory.ledger import Kind, Mutant, Outcome, altered, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import Task, Tokens, named_place, queried, words
from theory.mathematics.solvers import identities

DIFFER, UNSEEN, ONE_EXCHANGE = "the answers differ", "every logit and value", "one exchange"
SHARP = "sharp"


@dataclass(frozen=True)
class Exchange:
    """Two inputs of each length that differ by an exchange of two positions before the query.

    ``answers``: the two contents exchanged, of which the first fills the rest of the context, and
    what the two inputs are to answer. ``sees_place`` lets a content's logit depend on its position.
    ``clash`` says for which (n, number of letters) some two inputs of ``domain`` with the same
    query and the same multiset before it have different answers.
    """

    task: Task
    query: str
    places: Callable[[int], tuple[int, int]]
    answers: Mapping[tuple[str, str], tuple[str, str]]
    domain: Callable[[int, int], Iterable[Tokens]] = lambda n, letters: ()
    lengths: tuple[int, ...] = tuple(range(3, 9))
    sees_place: bool = False
    clash: Callable[[int, int], bool] = lambda n, letters: n >= 3

    def inputs(self, n: int, pair: tuple[str, str]) -> tuple[Tokens, Tokens]:
        """The two inputs of length n."""
        i, j = self.places(n)
        first = [pair[0]] * (n - 1) + [self.query]
        first[j - 1] = pair[1]
        second = list(first)
        second[i - 1], second[j - 1] = first[j - 1], first[i - 1]
        return tuple(first), tuple(second)


def answers_differ(subject: Exchange) -> Outcome:
    """Same query, same multiset before it, two answers: those stated."""
    count = 0
    for n in subject.lengths:
        for pair, wanted in subject.answers.items():
            first, second = subject.inputs(n, pair)
            answers = subject.task(first), subject.task(second)
            same = first[-1] == second[-1] and Counter(first) == Counter(second)
            count += 1
            if not same or answers != wanted or answers[0] == answers[1]:
                return false(f"{first} and {second}: {answers}", count)
    return true(count, note=f"n = {subject.lengths[0]} … {subject.lengths[-1]}")


def _weight(subject: Exchange, token: str, place: int) -> Any:
    from sympy import Symbol

    return Symbol(f"w_{token}_{place}" if subject.sees_place else f"w_{token}", positive=True)


def same_attention(subject: Exchange) -> Outcome:
    """sympy: the two inputs' a_n agree for all weights, own weights and values, n = 3 … 5."""
    from sympy import Symbol

    def attended(tokens: Tokens) -> Any:
        kept = [_weight(subject, t, p) for p, t in enumerate(tokens[:-1], 1)] + [Symbol("own")]
        values = [Symbol(f"v_{t}") for t in tokens]
        return sum(w * v for w, v in zip(kept, values, strict=True)) / sum(kept)

    parts = {}
    for n in (3, 4, 5):
        for pair in subject.answers:
            first, second = subject.inputs(n, pair)
            parts[f"n = {n}, {pair}"] = attended(first) - attended(second)
    return identities(parts)


def one_exchange(subject: Exchange) -> Outcome:
    """sympy: R and S stand for all the other tokens' share of numerator and denominator."""
    from sympy import symbols

    R, S, v, u = symbols("R S v u")
    v1, v2 = (_weight(subject, "v", p) for p in (1, 2))
    u1, u2 = (_weight(subject, "u", p) for p in (1, 2))
    before = (R + v1 * v + u2 * u) / (S + v1 + u2)
    after = (R + u1 * u + v2 * v) / (S + u1 + v2)
    return identities({"exchange": before - after})


def clashes(task: Task, inputs: Iterable[Tokens]) -> bool:
    """Some two inputs agree in query and multiset before it, and not in their answers."""
    answers: dict[tuple[str, frozenset[Any]], str] = {}
    for tokens in inputs:
        answer = task(tokens)
        key = tokens[-1], frozenset(Counter(tokens[:-1]).items())
        if answer is not None and answers.setdefault(key, answer) != answer:
            return True
    return False


def sharp(subject: Exchange) -> Outcome:
    """A clash for exactly the sizes stated: n = 2 … 5, 1 … 3 letters."""
    count = 0
    for n in range(2, 6):
        for letters in range(1, 4):
            count += 1
            if clashes(subject.task, subject.domain(n, letters)) != subject.clash(n, letters):
                return false(f"n = {n}, {letters} letters", count)
    return true(count)


def mixed_words(n: int, letters: int) -> Iterable[Tokens]:
    """Paper B: letters and the integers 1 … m in any order, m = min(n - 1, 2)."""
    return words((*"abc"[:letters], *"12"[: n - 1]), [n])


def letters_then_number(n: int, letters: int) -> Iterable[Tokens]:
    """Paper A: symbols, then the number of a position."""
    return queried("abc"[:letters], [str(j) for j in range(1, n)], [n - 1])


def add_exchange_evidence(formal: FormalClaim) -> None:
    """Add the four checks of an impossibility for symbolic heads."""
    differ = "two inputs of each length n = 3 … 8 with the same query and multiset, two answers"
    formal.exhaustive(DIFFER, differ, "n ≤ 8")(answers_differ)
    formal.symbolic(
        UNSEEN,
        "their a_n agree, whatever the weights, the own weight and the values (n = 3 … 5)",
        "n ≤ 5",
        confirmed_by="one solver only (sympy), on polynomials of degree 2",
    )(same_attention)
    alike = "every n: the other tokens enter numerator and denominator alike"
    formal.written(ONE_EXCHANGE, alike, "n", "head")(one_exchange)
    clash = "for which lengths and alphabets some two inputs clash, all inputs"
    formal.exhaustive(SHARP, clash, "sizes")(sharp)


SYMBOLIC_HEADS = {
    "n": "every length n ≥ 3",
    "head": "every L that is symbolic on both inputs, every VAL, every F, continuous or not",
    "n ≤ 8": "n = 3 … 8",
    "n ≤ 5": "n = 3 … 5, every weight, own weight and value",
    "sizes": "n = 2 … 5, 1 … 3 letters, all inputs",
}


def one_place_on(task: Task) -> Task:
    """Read the position after the one named: the task on the tokens moved one position down."""
    return lambda tokens: task((*tokens[1:-1], tokens[0], tokens[-1]))


def exchange_mutants(unmoved: Callable[[int], tuple[int, int]]) -> tuple[Mutant, ...]:
    """The mutants of an impossibility; ``unmoved`` exchanges positions that are not asked for."""
    return (
        altered("logits see the position", Kind.HYPOTHESIS, UNSEEN, ONE_EXCHANGE, sees_place=True),
        altered("other positions exchanged", Kind.INDEX, DIFFER, places=unmoved),
        Mutant(
            "the position after the one named",
            Kind.TERM,
            lambda s: replace(s, task=one_place_on(s.task)),
            (DIFFER,),
        ),
        altered("one letter twice", Kind.DATA, DIFFER, answers={("a", "a"): ("a", "a")}),
        altered("from n = 2 on", Kind.QUANTIFIER, SHARP, clash=lambda n, letters: n >= 2),
        altered(
            "three letters needed",
            Kind.QUANTIFIER,
            SHARP,
            clash=lambda n, letters: n >= 3 and letters >= 3,
        ),
    )


PARTS = {
    "sees_place": Kind.HYPOTHESIS,
    "places": Kind.INDEX,
    "task": Kind.TERM,
    "answers": Kind.DATA,
    "clash": Kind.QUANTIFIER,
}
THM2 = FormalClaim(
    id="A-thm2",
    place="Theorem 2",
    statement="No symbolic head solves Index (the last token names a position j; answer the symbol "
    "at j). This holds for every n ≥ 3, every L symbolic on two inputs a b … and b a … with query "
    "1, every VAL and every F. Sharp: an input of n = 2, or of one symbol, has no such pair.",
    provenance="reconstructed",
    subject=lambda: Exchange(
        task=named_place,
        query="1",
        places=lambda n: (1, 2),
        answers={("a", "b"): ("a", "b")},
        domain=letters_then_number,
        clash=lambda n, letters: n >= 3 and letters >= 2,
    ),
    quantifiers=SYMBOLIC_HEADS,
    parts=PARTS,
    not_covered="At n = 2 every head is symbolic and some solve Index. Heads that are symbolic "
    "only up to a level γ > 0: a slight dependence on positions can be read off by a strong enough "
    "F.",
    rests_on=("B-must-fix",),
)

add_exchange_evidence(THM2)

THM2.coq(
    "impossibility.A_thm2_at",
    "impossibility.A_thm2",
    "impossibility.A_thm2_sharp",
    decides=("n", "head", "n ≤ 8", "n ≤ 5", "sizes"),
    near_misses={
        "impossibility.A_thm2_at__one_letter": Kind.HYPOTHESIS,
        "impossibility.A_thm2__one_symbol": Kind.HYPOTHESIS,
        "impossibility.A_thm2_sharp__two_places": Kind.HYPOTHESIS,
    },
)

THM2.mutants(*exchange_mutants(lambda n: (n - 2, n - 1)))
THM2.mutant(
    "an exchange with the query",
    Kind.INDEX,
    answers_differ,
    places=lambda n: (1, n),
    answers={("1", "2"): ("1", "2")},
)
