"""Iterating Retrieval where an attention head fills the positions at which it is not defined:
it holds some earlier token there, not nothing (B-let-comp-head)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.theorems import CHECKED
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import exhaust
from theory.mathematics.tasks import (
    Pair,
    Pairs,
    Walk,
    fitting,
    has_letter,
    look_back,
    power,
    retrieval,
)
from theory.paper_b.hop_tasks.letter_hops import (
    Condition,
    one_integer_token,
    one_token,
    others_move_on,
    satisfies,
    sound_queries,
    walked,
)


def at_or_before(tokens: Pairs, j: int) -> tuple[Pair | None, ...]:
    """What may be at j: any token so far, which an attention head may hold, or nothing."""
    return (*tokens[:j], None)


@dataclass(frozen=True)
class Filled:
    """Positions where Retrieval is not defined take any of ``offered``; the answer then stands at
    the last position from ``least(hops)`` applications on, and not before. The printed head turns
    by θ = ω/``share``."""

    enough: tuple[Condition, ...] = (one_token,)
    offered: Callable[[Pairs, int], tuple[Pair | None, ...]] = at_or_before
    least: Callable[[int], int] = lambda hops: hops
    letters: int = 5
    sign: int = 1
    share: int = 11
    phases: tuple[int, ...] = (0, 1, 2, 4)

    def after(self, tokens: Pairs) -> Iterator[Pairs]:
        """Every Retrieval(σ) there may be."""
        options: list[list[Pair | None]] = []
        for j, token in enumerate(tokens, start=1):
            fits = list(fitting(tokens, j, j)) if has_letter(token) else [token]
            settled = len(fits) == 1
            options.append(list(fits if settled else dict.fromkeys(self.offered(tokens, j))))
        return product(*options)


def _nearest(subject: Filled, tokens: Pairs, j: int) -> Pair | None:
    """What the printed head holds at j: the token whose key is nearest in angle."""
    phase = dict(zip("ABCD", subject.phases, strict=True))
    query = tokens[j - 1]
    wanted = str(query[1]) if query else ""

    def away(t: int) -> Fraction:
        token = tokens[j - 1 - t]
        left = token[0] if token else ""
        step = Fraction(subject.sign * t, subject.share * subject.letters)
        turns = (Fraction(phase[left] - phase[wanted], subject.letters) + step) % 1
        return min(turns, 1 - turns)

    return tokens[j - 1 - min(range(j), key=away)]


FILLED, PRINTED = "every filling of small inputs", "the printed head on five tokens"
HEAD = FormalClaim(
    id="B-let-comp-head",
    provenance="repair",
    place="composition for the letter task, where a head holds some token everywhere",
    statement="Let each position where Retrieval is not defined take any token at or before it, as "
    "an attention head does, or nothing, again in each application; a position that holds nothing "
    "keeps nothing. If every token whose left half is a y_t is c_{t+1}, as the generator of E1 "
    "makes them, then [Reflexive^(ℓ-h)(Retrieval^h(σ))]_n is the walk's answer for all ℓ ≥ h ≥ H, "
    "and for no h < H. (1)–(3) of B-let-comp-fix are not enough. Take A1 BA AB CD AB, with letters "
    "A, B, C, E, D numbered 0 to 4, and θ = ω/11. The printed head puts AB at CD, and AB, not A1, "
    "is last after both hops.",
    subject=Filled,
    quantifiers={
        "σ": "every σ of every length whose walk has an answer, all h ≥ 0, ℓ ≥ h, every filling",
        "small": "n ≤ 4 over 4 letters and 2 integers, h ≤ H + 1, every filling",
    },
    parts={
        "enough": Kind.HYPOTHESIS,
        "offered": Kind.DATA,
        "least": Kind.INDEX,
        "phases": Kind.DATA,
    },
    not_covered="Ties and softmax: a mixture of tokens may be at an undefined position "
    "(C-stack-letter bounds it). For letter-task inputs with other tokens for a y_t see "
    "B-let-comp-fix (a): with nothing held the equation is true of them.",
    rests_on=("B-let-comp-fix",),
)


@HEAD.exhaustive(
    FILLED, "n ≤ 4 over 4 letters and 2 integers, h ≤ H + 1, nothing among the fillings", "small"
)
def every_filling(subject: Filled) -> Outcome:
    """n ≤ 4, four letters, two integers: after h ≤ H + 1 applications, each filled in any way."""

    def right(case: tuple[Pairs, Walk]) -> bool | None:
        tokens, walk = case
        if not satisfies(tokens, walk, subject.enough):
            return None
        states: set[Pairs] = {tokens}
        for h in range(walk.hops + 2):
            there = {state[-1] == walk.tokens[-1] for state in states}
            if there != {h >= subject.least(walk.hops)}:
                return False
            states = {after for state in states for after in subject.after(state)}
        return True

    cases = (case for n in range(2, 5) for case in walked(n, 4, 2))
    return exhaust(cases, right)


@HEAD.written(
    PRINTED,
    "every σ: a copy of an earlier token is c_{t+1} where it has y_t on its left; the "
    "printed head run on the five tokens",
    "σ",
)
def conditions_are_not_enough(subject: Filled) -> Outcome:
    """A1 BA AB CD AB: (1)–(3) hold at both hops. The printed head, with θ in the printed range θ <
    ω/(2·n0) at n0 = 5, puts AB at CD, and AB, not A1, is last after the two hops."""
    tokens: Pairs = (("A", 1), ("B", "A"), ("A", "B"), ("C", "D"), ("A", "B"))
    if not subject.share > 2 * len(tokens):
        return false(f"ω/{subject.share} is not below ω/{2 * len(tokens)}")
    walk = look_back(tokens, len(tokens))
    three = (sound_queries, one_integer_token, others_move_on)
    if walk is None or not satisfies(tokens, walk, three):
        return false("(1)–(3) do not hold")
    states = [
        power(lambda x: retrieval(x, lambda y, j: _nearest(subject, y, j)), h, tokens)
        for h in range(walk.hops + 1)
    ]
    last = ["".join(map(str, state[-1] or ())) for state in states]
    there = ["".join(map(str, state[3] or ())) for state in states]
    if last != ["AB", "BA", "AB"] or there[1] != "AB":
        return false(f"at CD: {'; '.join(there)}; last: {'; '.join(last)}")
    return true(1, note="; ".join(last))


HEAD.coq(
    "letter_head.B_let_comp_head",
    "letter_head.B_let_comp_head_more",
    decides=("σ", "small"),
    covers="the first two sentences but for E1's generator; and that (1)–(3) are not enough for"
    f" some sequence and some tokens taken, not those of the example, {CHECKED}",
    near_misses={
        "letter_head.B_let_comp_head__no_condition": Kind.HYPOTHESIS,
        "letter_head.B_let_comp_head_more__all_found": Kind.HYPOTHESIS,
    },
)

HEAD.mutant("without a condition", Kind.HYPOTHESIS, every_filling, enough=())
HEAD.mutant("(2) alone", Kind.HYPOTHESIS, every_filling, enough=(one_integer_token,))
HEAD.mutant(
    "a token from elsewhere", Kind.DATA, every_filling, offered=lambda tokens, j: (("A", 9),)
)
HEAD.mutant("one application less", Kind.INDEX, every_filling, least=lambda hops: hops - 1)
HEAD.mutant("one application more", Kind.INDEX, every_filling, least=lambda hops: hops + 1)
HEAD.mutant("φ(D) two from φ(A)", Kind.DATA, conditions_are_not_enough, phases=(0, 1, 2, 3))
HEAD.mutant("φ(C) beyond φ(D)", Kind.DATA, conditions_are_not_enough, phases=(0, 1, 3, 4))
HEAD.mutant("twelve letters", Kind.CONSTANT, conditions_are_not_enough, letters=12)
HEAD.mutant(
    "θ = ω/10, the open end of the range", Kind.CONSTANT, conditions_are_not_enough, share=10
)
HEAD.mutant("θ below 0", Kind.SIGN, conditions_are_not_enough, sign=-1)
