"""Listing 1 of paper B, and the composition formulas with it (B-listing)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from theory.ledger import Kind, Outcome, false
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import exhaust
from theory.mathematics.tasks import (
    Numbers,
    Pair,
    Pairs,
    fitting,
    has_letter,
    index,
    look_back,
    number_sequences,
    pair_sequences,
    parse_pairs,
    points_outside,
    power,
    proper,
    retrieval,
    split_pairs,
    step_back,
)
from theory.paper_b.hop_tasks.letter_hops import one_integer_token, others_move_on, sound_queries
from theory.paper_b.hop_tasks.letter_task import letter_words
from theory.witnesses import task_witness, witness
from theory.witnesses.witness import RefutedClaim, shown


def listed_index(tokens: Numbers) -> Numbers:
    """Listing 1's ``index``: Python's seq[n - i], in which a negative n - i counts from the end.

    A position beyond the start keeps its token; Python raises IndexError there (``as_it_runs``).
    """
    result = list(tokens)
    for n, token in enumerate(tokens):
        if isinstance(token, int) and n - token >= -len(tokens):
            target = tokens[n - token]
            result[n] = target if isinstance(target, str) else token
    return tuple(result)


def as_it_runs(tokens: Numbers) -> Numbers | None:
    """Listing 1's ``index`` as Python runs it; None where seq[n - i] raises IndexError."""
    result = list(tokens)
    for n, token in enumerate(tokens):
        if isinstance(token, int):
            try:
                target = tokens[n - token]
            except IndexError:
                return None
            result[n] = target if isinstance(target, str) else token
    return tuple(result)


def listed_retrieval(tokens: Pairs) -> Pairs:
    """Listing 1's ``retrieval``: the first earlier token that fits is copied, else nothing."""
    result = list(tokens)
    for n, token in enumerate(tokens):
        if token is not None and has_letter(token):
            result[n] = next((t for t in tokens[:n] if t and t[0] == token[1]), token)
    return tuple(result)


def chains(tokens: Pairs, j: int) -> list[tuple[int, ...]]:
    """Every k_1 > … > k_H of B.2 from position j, with the answer's position after it."""
    if not has_letter(tokens[j - 1]):
        return [(j,)]
    onward = [k for ks in fitting(tokens, j, j - 1).values() for k in ks]
    return [(j, *rest) for k in sorted(onward) for rest in chains(tokens, k)]


def listing_fails(data: dict[str, Any]) -> Outcome:
    """One chain and one answer, and another token after as many applications as wanted; an input
    of F.1 on which ``index`` copies a letter from the end."""
    letter, number = data["letter"], data["index"]
    pairs, numbers = task_witness.pairs_of(letter), task_witness.numbers_of(number)
    whole = chains(pairs, len(pairs)) if split_pairs(pairs) is not None else []
    ends = letter_words(pairs[chain[-1] - 1] for chain in whole)
    state, last = pairs, []
    for _ in range(letter["hops"]):
        state = listed_retrieval(state)
        last.append("".join(map(str, state[-1] or ())))
    at = number["position"]
    if not 1 <= at <= len(numbers):
        return false("index: no such position")
    back = numbers[at - 1] if isinstance(numbers[at - 1], int) else 0
    parts = [
        (
            ends == [letter["answer"]],
            f"letter: the answers are {ends}",
            f"letter: the only chain visits positions {witness.fractions(*whole[:1] or [()])}",
        ),
        ([len(chain) - 1 for chain in whole] == [letter["hops"]], "letter: other hops", ""),
        (
            last == letter["listing"],
            f"letter: the last token goes through {last}",
            f"letter: Listing 1's retrieval puts {', '.join(last)} at the last token",
        ),
        (letter["answer"] not in last, "letter: the answer is reached", ""),
        (listed_retrieval(state) == state, "letter: more applications go on", ""),
        (
            len(numbers) > number["m"] >= max(t for t in numbers if isinstance(t, int)),
            "index: not of length n > m",
            "",
        ),
        (points_outside(numbers, at), "index: F.1 has a target", ""),
        (
            listed_index(numbers)[at - 1] == number["listing"] != numbers[at - 1],
            "index: nothing else is copied",
            f"index: at position {at} Python's seq[{at - 1 - int(back)}] is {number['listing']}",
        ),
    ]
    return shown(parts, f"{' '.join(letter['tokens'])}: {letter['answer']}, not {last[-1:]}")


LISTING = RefutedClaim(
    listing_fails,
    id="B-listing",
    place="Listing 1 and the formulas of §3.2",
    statement="Listing 1's index and retrieval are F.1 and F.2, and the composition formulas of "
    "§3.2 hold with them on every input of B.1 and of B.2.",
    parts={
        "letter.tokens": Kind.HYPOTHESIS,
        "letter.listing": Kind.DATA,
        "index.tokens": Kind.QUANTIFIER,
    },
    not_covered="The number formula holds with Listing 1 on every B.1 input of n > m (on A 9 2 "
    "Python raises IndexError), and its retrieval is F.2's on proper sequences (B-listing-fix).",
    repairs=("B-listing-fix",),
)

LISTING.edited(
    "the token that fits is first",
    Kind.HYPOTHESIS,
    lambda w: w["letter"].update(tokens=["A1", "BA", "CB", "DC"]),
)
LISTING.edited("one application", Kind.CONSTANT, lambda w: w["letter"].update(hops=1))
LISTING.edited("the answer", Kind.DATA, lambda w: w["letter"].update(listing=["BC", "A1"]))
LISTING.edited(
    "a number that points inside", Kind.QUANTIFIER, lambda w: w["index"].update(tokens=["A", "1"])
)
LISTING.edited("the second position", Kind.CONSTANT, lambda w: w["index"].update(position=2))


@dataclass(frozen=True)
class Listed:
    """What holds of Listing 1; ``longer``: it runs as Python where n > m, not at every length."""

    index: Callable[[Numbers], Numbers] = listed_index
    retrieval: Callable[[Pairs], Pairs] = listed_retrieval
    conditions: tuple[Callable[[Pairs, Pair, Pair], bool], ...] = (
        sound_queries,
        one_integer_token,
        others_move_on,
    )
    inside: bool = True
    longer: bool = True
    proper: bool = True
    extra: int = 0
    late: int = 0


def numbers_agree(subject: Listed, tokens: Numbers) -> bool:
    """F.1 wherever the number points inside; the formula wherever the last token has a walk; and
    Python's own run, where the sequence is longer than its largest number."""
    listed, wanted = subject.index(tokens), index(tokens)
    most = max((i for i in tokens if isinstance(i, int)), default=0)
    if (len(tokens) > most or not subject.longer) and as_it_runs(tokens) != listed:
        return False
    for j in range(1, len(tokens) + 1):
        if subject.inside and points_outside(tokens, j):
            continue
        if listed[j - 1] != wanted[j - 1]:
            return False
    walk = step_back(tokens, len(tokens))
    if walk is None:
        return True
    hops = len(walk) - 1
    states = [power(subject.index, h, tokens)[-1] for h in range(hops + 3)]
    answer, least = tokens[walk[-1] - 1], hops + subject.late
    return all((s == answer) == (h >= least) for h, s in enumerate(states))


def pairs_agree(subject: Listed, tokens: Pairs) -> bool:
    """F.2 on proper sequences; the formula on them, and where the conditions hold at each hop."""
    if (proper(tokens) or not subject.proper) and subject.retrieval(tokens) != retrieval(tokens):
        return False
    walk = look_back(tokens, len(tokens))
    if walk is None or split_pairs(tokens) is None:
        return True
    hops = zip(walk.tokens, walk.tokens[1:], strict=False)
    met = all(holds(tokens, c, then) for c, then in hops for holds in subject.conditions)
    if not met and not proper(tokens):
        return True
    return all(
        (power(subject.retrieval, h, tokens)[-1] == walk.tokens[-1])
        == (h >= walk.hops - subject.extra)
        for h in range(walk.hops + 3)
    )


SIX = parse_pairs("D1 BD CB BA AC CA")
"""A walk of four hops with one fit at each, which Listing 1 loses: (3) fails at BA."""


def small(subject: Listed) -> Iterator[tuple[bool, Any]]:
    """Every sequence of n ≤ 4, two letters and 1 … 4; pairs over four letters, two integers; and
    one of six pairs."""
    yield False, SIX
    for n in range(1, 5):
        yield from ((True, x) for x in number_sequences(n, 2, 4))
        yield from ((False, x) for x in pair_sequences(n, 4, 2))


def last_listed(tokens: Pairs) -> Pairs:
    """Retrieval that reads later tokens too."""
    return tuple(
        next((t for t in reversed(tokens) if t and token and t[0] == token[1]), token)
        if has_letter(token)
        else token
        for token in tokens
    )


LISTING_FIX = FormalClaim(
    id="B-listing-fix",
    place="Listing 1 and the formulas of §3.2, repaired",
    statement="Take sequences longer than their largest number (n > m), or let a position beyond "
    "the start keep its token, where Python raises IndexError. Then Listing 1's index is F.1's at "
    "every position whose number points inside. With it the number formula holds, for h ≥ H and "
    "no h < H (H the number of hops), on every sequence whose last token has a walk to a letter. "
    "So it holds on all of B.1's inputs, where n > m. Listing 1's retrieval is F.2's on every "
    "proper sequence. With it the letter formula holds on every letter-task input whose walk has "
    "an answer and satisfies (1)–(3) of B-let-comp-fix at each hop: on all proper ones, and on "
    "the generator's.",
    provenance="repair",
    subject=Listed,
    quantifiers={
        "σ": "every sequence, any length; of index, as Python runs it, every sequence of n > m",
        "small": "n ≤ 4, two letters and 1 … 4; pairs over four letters and two integers",
    },
    parts={
        "conditions": Kind.TERM,
        "inside": Kind.HYPOTHESIS,
        "longer": Kind.HYPOTHESIS,
        "proper": Kind.QUANTIFIER,
        "retrieval": Kind.RELATION,
        "index": Kind.INDEX,
    },
    not_covered="Where the conditions fail Listing 1 may still be right: it takes the first token "
    "that fits.",
    rests_on=("B-num-comp-all", "B-let-comp-fix"),
)


@LISTING_FIX.exhaustive(
    "every small sequence",
    "both functions and both formulas, h from 0 to H + 2, n ≤ 4; index against Python's own run",
    "small",
)
def both_agree(subject: Listed) -> Outcome:
    """All of it on every small sequence."""
    return exhaust(
        small(subject),
        lambda one: numbers_agree(subject, one[1]) if one[0] else pairs_agree(subject, one[1]),
    )


@LISTING_FIX.written(
    "one of the fillings",
    "every σ: B-num-comp-all and B-let-comp-fix (c) hold however undefined positions are "
    "filled, and Listing 1 is a filling",
    "σ",
)
def fillings(subject: Listed) -> Outcome:
    """Listing 1 is one of the fillings of B-num-comp-all and B-let-comp-fix: where F.1 or F.2 is
    defined it agrees, elsewhere it keeps the token or copies one (of those that fit)."""

    def agrees(one: tuple[bool, Any]) -> bool:
        tokens = one[1]
        if one[0]:
            pairs = enumerate(zip(subject.index(tokens), index(tokens), strict=True), 1)
            return all(
                a == b or subject.inside and points_outside(tokens, j) for j, (a, b) in pairs
            )
        filled = subject.retrieval(tokens)
        for j, token in enumerate(tokens, 1):
            fits = fitting(tokens, j, j) if has_letter(token) else {token: [j]}
            allowed = set(fits) if len(fits) == 1 else {*fits, token}
            if filled[j - 1] not in allowed:
                return False
        return True

    return exhaust(small(subject), agrees)


LISTING_FIX.coq(
    "listing.B_listing_fix_index",
    "listing.B_listing_fix_numbers",
    "listing.B_listing_fix_retrieval",
    "listing.B_listing_fix_letters",
    "listing.B_listing_fix_proper",
    decides=("σ", "small"),
    near_misses={
        "listing.B_listing_fix_index__everywhere": Kind.HYPOTHESIS,
        "listing.B_listing_fix_numbers__strictly_fewer": Kind.RELATION,
        "listing.B_listing_fix_retrieval__improper": Kind.HYPOTHESIS,
        "listing.B_listing_fix_letters__no_condition": Kind.HYPOTHESIS,
        "listing.B_listing_fix_proper__strictly_fewer": Kind.RELATION,
    },
)

LISTING_FIX.mutant("the letter formula without conditions", Kind.TERM, both_agree, conditions=())
LISTING_FIX.mutant("F.1 everywhere", Kind.HYPOTHESIS, inside=False)
LISTING_FIX.mutant("numbers above n too", Kind.HYPOTHESIS, both_agree, longer=False)
LISTING_FIX.mutant("F.2 on every sequence", Kind.QUANTIFIER, both_agree, proper=False)
LISTING_FIX.mutant("later tokens too", Kind.RELATION, retrieval=last_listed)
LISTING_FIX.mutant("one application fewer", Kind.CONSTANT, both_agree, extra=1)
LISTING_FIX.mutant("one application more", Kind.CONSTANT, both_agree, extra=-1)
LISTING_FIX.mutant("one application of index more", Kind.CONSTANT, both_agree, late=1)
LISTING_FIX.mutant(
    "one position less far back",
    Kind.INDEX,
    index=lambda tokens: index(tuple(t + 1 if isinstance(t, int) else t for t in tokens)),
)
