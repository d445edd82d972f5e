"""Iterating Retrieval follows the hops: on which inputs? (B-let-comp-fix.)"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from theory.ledger import Kind, Outcome
from theory.ledger.theorems import CHECKED
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import exhaust
from theory.mathematics.tasks import (
    Pair,
    Pairs,
    Unclear,
    Walk,
    blank,
    fitting,
    has_letter,
    keep_unread,
    last_fit,
    look_back,
    pair_sequences,
    power,
    proper,
    proper_at,
    reflexive,
    retrieval,
    some_fit,
    split_pairs,
)
from theory.paper_b.hop_tasks.letter_composition import lookups

Condition = Callable[[Pairs, Pair, Pair], bool]
"""A condition on σ, for a token c_t of the walk and the next one, c_{t+1}."""


def sound_queries(tokens: Pairs, here: Pair, then: Pair) -> bool:
    """(1) At each k whose right half is y_t, at most one token fits."""
    ks = [k for k, token in enumerate(tokens, start=1) if token and token[1] == here[1]]
    return all(len(fitting(tokens, k, k)) <= 1 for k in ks)


def one_integer_token(tokens: Pairs, here: Pair, then: Pair) -> bool:
    """(2) Each letter–integer token whose left half is y_t is c_{t+1}."""
    return all(
        token == then for token in tokens if token and token[0] == here[1] and not has_letter(token)
    )


def others_move_on(tokens: Pairs, here: Pair, then: Pair) -> bool:
    """(3) Each letter–letter token whose left half is y_t, but c_{t+1}, is at a proper position."""
    return all(
        proper_at(tokens, k)
        for k, token in enumerate(tokens, start=1)
        if token and token[0] == here[1] and has_letter(token) and token != then
    )


def one_token(tokens: Pairs, here: Pair, then: Pair) -> bool:
    """Each token whose left half is y_t is c_{t+1}: (1)–(3) follow."""
    return all(token == then for token in tokens if token and token[0] == here[1])


def satisfies(tokens: Pairs, walk: Walk, conditions: tuple[Condition, ...]) -> bool:
    """The conditions at every hop of the walk."""
    hops = zip(walk.tokens, walk.tokens[1:], strict=False)
    return all(holds(tokens, *hop) for hop in hops for holds in conditions)


CONVENTIONS: tuple[Unclear, ...] = (keep_unread, blank, some_fit, last_fit)


@dataclass(frozen=True)
class Composition:
    """With blanks the answer is reached iff ``exact`` holds, in any filling if ``enough`` does.

    ``step`` is Retrieval, ``least`` the number of applications from which on, not before. ``kept``:
    the σ of which the same holds where undefined positions keep their token.
    """

    exact: tuple[Condition, ...] = (one_integer_token,)
    enough: tuple[Condition, ...] = (sound_queries, one_integer_token, others_move_on)
    after_one: tuple[Condition, ...] = (one_token,)
    step: Callable[[Pairs, Unclear], Pairs] = retrieval
    choices: Callable[[Pairs], Iterator[Pairs]] = lookups
    least: Callable[[int], int] = lambda hops: hops
    kept: Callable[[Pairs], bool] = proper

    def value(self, tokens: Pairs, times: int, unclear: Unclear) -> Pair | None:
        """[Retrieval^times(σ)]_n."""
        return power(lambda x: self.step(x, unclear), times, tokens)[-1]

    def reaches(self, tokens: Pairs, walk: Walk, unclear: Unclear) -> bool:
        """The answer from ``least(hops)`` applications on (Reflexive after them), not before."""
        least = self.least(walk.hops)
        values = [self.value(tokens, h, unclear) for h in range(walk.hops + 3)]
        return reflexive([h for h, v in enumerate(values) if v == walk.tokens[-1]]) == list(
            range(least, walk.hops + 3)
        )


@cache
def walked(n: int, letters: int, integers: int) -> tuple[tuple[Pairs, Walk], ...]:
    """Sequences of n pairs with an answer at least one hop from the last token, up to names."""
    walks = ((s, look_back(s, n)) for s in pair_sequences(n, letters, integers))
    return tuple((s, walk) for s, walk in walks if walk is not None and walk.hops)


def small_walked() -> Iterator[tuple[Pairs, Walk]]:
    """n ≤ 4 over four letters and two integers, n = 5 over three and one."""
    for n in range(2, 5):
        yield from walked(n, 4, 2)
    yield from walked(5, 3, 1)


def looking_ahead(tokens: Pairs, unclear: Unclear) -> Pairs:
    """Retrieval that reads every k ≤ n."""
    result: list[Pair | None] = []
    for j, token in enumerate(tokens, start=1):
        fits = fitting(tokens, j, len(tokens)) if has_letter(token) else {}
        result.append(next(iter(fits)) if len(fits) == 1 else token)
    return tuple(result)


def another_answer(tokens: Pairs, unclear: Unclear) -> Pairs:
    """Retrieval with the integers 1 and 2 exchanged in what it gives."""
    given = retrieval(tokens, unclear)
    return tuple(t if not t or has_letter(t) else (t[0], 3 - int(t[1])) for t in given)


def all_but_the_last_hop(tokens: Pairs, here: Pair, then: Pair) -> bool:
    """(2) where c_{t+1} is not the answer."""
    return not has_letter(then) or one_integer_token(tokens, here, then)


EXACT = "every small input"
ENOUGH = "every small input with (1)–(3)"
STEP = "one application"

LET_COMP_FIX = FormalClaim(
    id="B-let-comp-fix",
    place="composition for the letter task, repaired",
    statement="Let walks go to earlier tokens, each time to the first position that holds the "
    "token. Let exactly one token at or before each position reached fit there, c_0 = σ_n, …, c_H "
    "the answer, H ≥ 1, y_t the right half of c_t. (a) Let positions where Retrieval is not "
    "defined hold nothing. For every σ with such a walk to an answer, "
    "[Reflexive^(ℓ-h)(Retrieval^h(σ))]_n is that answer for all ℓ ≥ h ≥ H, and for no h < H, iff "
    "(2). Here (2) says that every letter–integer token whose left half is a y_t, t < H, is "
    "c_{t+1}. So it is for every letter-task input with such a walk, proper or not. (b) The same "
    "if they keep their token, for proper σ. (c) However they are filled (kept, blank, with a "
    "token that fits) it holds if (2) and, for all t < H, (1) and (3). Here (1) says that at each "
    "position whose right half is y_t at most one token fits. And (3) says that each letter–letter "
    "token whose left half is y_t, other than c_{t+1}, is at a proper position. So it holds if "
    "every token whose left half is y_t, t < H, is c_{t+1}, as the generator of E1 makes them.",
    provenance="repair",
    subject=Composition,
    quantifiers={
        "σ": "every σ of every length with such a walk to an answer",
        "h": "every h ≥ 0 and ℓ ≥ h",
        "small": "n ≤ 4 over 4 letters and 2 integers, n = 5 over 3 and 1",
    },
    parts={
        "enough": Kind.HYPOTHESIS,
        "exact": Kind.QUANTIFIER,
        "step": Kind.INDEX,
        "choices": Kind.INDEX,
        "kept": Kind.HYPOTHESIS,
    },
    not_covered="In (c), (1) and (3) are not necessary: a token may leave in time by itself.",
    rests_on=("B-let-def-fix", "B-let-iter-fix"),
)


@LET_COMP_FIX.exhaustive(EXACT, "(a) and (b) at h ≤ H + 2", "small")
def exact_with_blanks(subject: Composition) -> Outcome:
    """The answer iff (2), where undefined positions hold nothing; on proper σ also if kept. (2)
    holds on every letter-task input."""

    def agrees(case: tuple[Pairs, Walk]) -> bool:
        tokens, walk = case
        wanted = satisfies(tokens, walk, subject.exact)
        if split_pairs(tokens) is not None and not wanted:
            return False
        fillings: tuple[Unclear, ...] = (blank,)
        if subject.kept(tokens):
            fillings = (blank, keep_unread)
        return all(subject.reaches(tokens, walk, unclear) == wanted for unclear in fillings)

    return exhaust(small_walked(), agrees)


@LET_COMP_FIX.exhaustive(ENOUGH, "(c) at h ≤ H + 2 under four fillings", "small")
def enough_anywhere(subject: Composition) -> Outcome:
    """Any sequence with (1)–(3): the answer, under four conventions."""

    def holds(case: tuple[Pairs, Walk]) -> bool | None:
        tokens, walk = case
        if not satisfies(tokens, walk, subject.enough):
            return None
        return all(subject.reaches(tokens, walk, u) for u in CONVENTIONS)

    return exhaust(small_walked(), holds)


@LET_COMP_FIX.written(
    STEP,
    "every σ, h: one application keeps the walk but for its first token, and then only "
    "c_{t+1} fits y_t; checked for every way to fill undefined positions",
    "σ",
    "h",
)
def one_application(subject: Composition) -> Outcome:
    """The step: from (2) with blanks, or from (1)–(3) however undefined positions are filled, one
    application leaves the walk c_1 … c_H and only c_{t+1} with left half y_t at its hops."""

    def moved_on(walk: Walk, after: Pairs) -> bool:
        left = look_back(after, len(after))
        return (
            left is not None
            and left.tokens == walk.tokens[1:]
            and subject.least(walk.hops) - subject.least(left.hops) == 1
            and subject.least(0) == 0
            and satisfies(after, left, subject.after_one)
        )

    def holds(case: tuple[Pairs, Walk]) -> bool | None:
        tokens, walk = case
        results: list[Pairs] = []
        if satisfies(tokens, walk, subject.exact):
            results.append(subject.step(tokens, blank))
        if satisfies(tokens, walk, subject.enough):
            results += subject.choices(tokens)
        return all(moved_on(walk, after) for after in results) if results else None

    return exhaust(small_walked(), holds)


LET_COMP_FIX.coq(
    "letter_composition.B_let_comp_fix",
    "letter_composition.B_let_comp_fix_form",
    "letter_composition.B_let_comp_fix_kept",
    "letter_composition.B_let_comp_fix_filled",
    decides=("σ", "h", "small"),
    covers=f"the statement but for what E1's generator makes, {CHECKED}",
    near_misses={
        "letter_composition.B_let_comp_fix__strictly_fewer": Kind.RELATION,
        "letter_composition.B_let_comp_fix_form__strictly_fewer": Kind.RELATION,
        "letter_composition.B_let_comp_fix_kept__strictly_fewer": Kind.RELATION,
        "letter_composition.B_let_comp_fix_filled__no_condition": Kind.HYPOTHESIS,
    },
)

LET_COMP_FIX.mutant(
    "without (1)",
    Kind.HYPOTHESIS,
    enough_anywhere,
    one_application,
    enough=(one_integer_token, others_move_on),
)
LET_COMP_FIX.mutant(
    "without (2)", Kind.HYPOTHESIS, exact=(), enough=(sound_queries, others_move_on)
)
LET_COMP_FIX.mutant(
    "without (3)",
    Kind.HYPOTHESIS,
    enough_anywhere,
    one_application,
    enough=(sound_queries, one_integer_token),
)
LET_COMP_FIX.mutant(
    "(2) at all hops but the last",
    Kind.QUANTIFIER,
    exact=(all_but_the_last_hop,),
    enough=(sound_queries, all_but_the_last_hop, others_move_on),
)
LET_COMP_FIX.mutant(
    "letter–letter tokens too", Kind.QUANTIFIER, exact_with_blanks, exact=(one_token,)
)
LET_COMP_FIX.mutant("one application less", Kind.CONSTANT, least=lambda hops: hops - 1)
LET_COMP_FIX.mutant("one application more", Kind.CONSTANT, least=lambda hops: hops + 1)
LET_COMP_FIX.mutant("two applications a hop", Kind.CONSTANT, least=lambda hops: 2 * hops)
LET_COMP_FIX.mutant("Retrieval copies another answer", Kind.INDEX, step=another_answer)
LET_COMP_FIX.mutant("(b) of every σ", Kind.HYPOTHESIS, exact_with_blanks, kept=lambda tokens: True)
LET_COMP_FIX.mutant(
    "Retrieval reads later tokens",
    Kind.INDEX,
    step=looking_ahead,
    choices=lambda tokens: iter([looking_ahead(tokens, keep_unread)]),
)
