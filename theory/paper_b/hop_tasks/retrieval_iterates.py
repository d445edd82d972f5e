"""Can Retrieval be iterated on proper inputs? (B-let-iter and its repair.)"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import exhaust
from theory.mathematics.tasks import (
    Pair,
    Pairs,
    fitting,
    has_letter,
    pair_sequences,
    proper,
    retrieval,
)
from theory.paper_b.hop_tasks.letter_task import fits_as_written
from theory.witnesses import task_witness
from theory.witnesses.witness import RefutedClaim, shown


def made_improper(data: dict[str, Any]) -> Outcome:
    """A proper sequence, and the position at which Retrieval of it is not proper."""
    tokens = task_witness.pairs_of(data)
    after = retrieval(tokens)
    parts = [
        (proper(tokens), "not proper before", f"{' '.join(data['tokens'])} is proper"),
        (
            task_witness.pairs_of(data, "after") == after,
            f"Retrieval gives {after}",
            f"Retrieval, once: {' '.join(data['after'])}",
        ),
        fits_as_written(data, after),
    ]
    return shown(parts, f"{' '.join(data['tokens'])} → {' '.join(data['after'])}")


LET_ITER = RefutedClaim(
    made_improper,
    id="B-let-iter",
    place="composition for the letter task, read of every proper sequence",
    statement="Retrieval can be iterated on every proper sequence (this suite's reading of the "
    "formula's Retrieval^h; no such sentence is printed): if σ is proper (F.2), so is "
    "Retrieval(σ), and Retrieval is defined on it again.",
    provenance="reading",
    parts={
        "tokens": Kind.HYPOTHESIS,
        "fits": Kind.DATA,
        "after": Kind.TERM,
        "position": Kind.INDEX,
    },
    not_covered="Sequences of the letter task's form, with every letter–integer token before every "
    "letter–letter one: on those it is true (B-let-iter-fix).",
    repairs=("B-let-iter-fix",),
)

LET_ITER.coq(
    "iterates.B_let_iter",
    near_misses={
        "iterates.B_let_iter__three_tokens": Kind.INDEX,
        "iterates.B_let_iter__five_tokens": Kind.HYPOTHESIS,
    },
)

LET_ITER.edited(
    "integers first",
    Kind.HYPOTHESIS,
    lambda w: w.update(tokens=["A1", "A2", "BA", "CB"], after=["A1", "A2", "A1", "BA"]),
)
LET_ITER.edited(
    "the same token again",
    Kind.DATA,
    lambda w: w.update(
        tokens=["A1", "BA", "A1", "CB"], after=["A1", "A1", "A1", "BA"], fits=["A1"]
    ),
)
LET_ITER.edited("the position before", Kind.INDEX, lambda w: w.update(position=3))
LET_ITER.edited("two applications", Kind.TERM, lambda w: w.update(after=["A1", "A1", "A2", "A1"]))


def chain(tokens: Pairs, j: int) -> list[int]:
    """j, f(j), f(f(j)), … until it stays: f(j) is the first position that fits, or j itself."""
    places = [j]
    while has_letter(tokens[places[-1] - 1]):
        (ks,) = fitting(tokens, places[-1], places[-1]).values()
        if ks[0] == places[-1]:
            break
        places.append(ks[0])
    return places


def at_time(places: list[int], t: int) -> int:
    """f^t(j) from the chain of j."""
    return places[min(t, len(places) - 1)]


@dataclass(frozen=True)
class Blocked:
    """The positions p = f^t(j), p < r < j, that block position j at time t: σ_r is ``wanted``,
    holds the letter looked for and is not ``next``; ``between`` says where r is,
    ``times`` which t. One application is proper iff ``once`` holds of the times at which some
    position is blocked; t of them put σ_{f^after(t)(j)} at j."""

    wanted: Callable[[Pair | None], bool] = lambda token: not has_letter(token)
    next: Callable[[Pairs, list[int], int], Pair | None] = lambda tokens, places, t: tokens[
        at_time(places, t + 1) - 1
    ]
    between: Callable[[int, int, int], bool] = lambda p, r, j: p < r < j
    times: Callable[[int], bool] = lambda t: t >= 1
    once: Callable[[set[int]], bool] = lambda times: 1 not in times
    after: Callable[[int], int] = lambda t: t

    def at(self, tokens: Pairs, places: list[int], t: int) -> bool:
        """Is the chain's start blocked at time t?"""
        if not self.times(t):
            return False
        p, j = at_time(places, t), places[0]
        here = tokens[p - 1]
        return has_letter(here) and any(
            self.between(p, r, j)
            and self.wanted(token)
            and token is not None
            and here is not None
            and token[0] == here[1]
            and token != self.next(tokens, places, t)
            for r, token in enumerate(tokens, start=1)
        )

    def blocked(self, tokens: Pairs) -> set[int]:
        """The times at which some position is blocked."""
        times = set()
        for j in range(1, len(tokens) + 1):
            places = chain(tokens, j)
            times |= {t for t in range(len(tokens) + 1) if self.at(tokens, places, t)}
        return times


@cache
def proper_sequences(n: int, letters: int, integers: int) -> tuple[Pairs, ...]:
    """Every proper sequence of n pairs, up to names."""
    return tuple(s for s in pair_sequences(n, letters, integers) if proper(s))


def small_proper() -> Iterator[Pairs]:
    """Proper sequences: n ≤ 4 over four letters and two integers, n = 5 over three and one."""
    for n in range(1, 5):
        yield from proper_sequences(n, 4, 2)
    yield from proper_sequences(5, 3, 1)


ITERATES = "every small proper sequence"
STEP = "closed form"

LET_ITER_FIX = FormalClaim(
    id="B-let-iter-fix",
    place="composition for the letter task, read of every proper sequence, repaired",
    statement="Let σ be proper, f(j) = k_j, the first position whose token Retrieval copies to j "
    "(j itself for letter–integer tokens). Call t ≥ 1 and p < r < j with p = f^t(j) a clash if σ_p "
    "is letter–letter, σ_r is a letter–integer token whose left half is σ_p's right half, and σ_r "
    "≠ σ_f(p). Every iterate of Retrieval is proper iff there is no clash. If there is none, "
    "Retrieval^t(σ)_j = σ_{f^t(j)} for all t and j. Retrieval(σ) is proper iff there is no clash "
    "with t = 1. So Retrieval can be iterated on every proper sequence in which all letter–integer "
    "tokens precede all letter–letter ones.",
    provenance="repair",
    subject=Blocked,
    quantifiers={
        "σ": "every proper σ of every length",
        "small": "n ≤ 4 over 4 letters and 2 integers; n = 5 over 3 and 1",
    },
    parts={
        "wanted": Kind.HYPOTHESIS,
        "next": Kind.TERM,
        "between": Kind.INDEX,
        "times": Kind.QUANTIFIER,
    },
    not_covered="Sequences that are not proper, on which Retrieval is not defined to begin with.",
)


@LET_ITER_FIX.exhaustive(
    ITERATES,
    "n + 1 applications to every proper sequence with n ≤ 4 (four letters, two integers) "
    "or n = 5 (three letters, one integer)",
    "small",
)
def iterates(subject: Blocked) -> Outcome:
    """Applying Retrieval n + 1 times: proper throughout iff nothing is blocked; after one, iff
    nothing is at t = 1; and then σ_{f^t(j)} at j."""

    def agrees(tokens: Pairs) -> bool:
        times = subject.blocked(tokens)
        chains = [chain(tokens, j) for j in range(1, len(tokens) + 1)]
        state, kept = tokens, []
        for t in range(1, len(tokens) + 2):
            state = retrieval(state)
            kept.append(proper(state))
            if not kept[-1]:
                break
            wanted = tuple(tokens[at_time(places, subject.after(t)) - 1] for places in chains)
            if state != wanted:
                return False
        return all(kept) == (not times) and kept[0] == subject.once(times)

    return exhaust(small_proper(), agrees)


@LET_ITER_FIX.written(
    STEP,
    "every σ: what fits at j at time t, from properness at the position a token came from",
    "σ",
)
def closed_form_step(subject: Blocked) -> Outcome:
    """The step: with σ_{f^t(j)} at every j, position j is proper iff not blocked at time t.

    And where all are, Retrieval puts σ_{f^{t+1}(j)} at j. For every t up to the chains' length,
    blocked earlier or not.
    """

    def agrees(tokens: Pairs) -> bool:
        places = range(1, len(tokens) + 1)
        chains = {j: chain(tokens, j) for j in places}
        for t in range(len(tokens) + 1):
            state = tuple(tokens[at_time(chains[j], t) - 1] for j in places)
            for j in places:
                fits = fitting(state, j, j) if has_letter(state[j - 1]) else {}
                stuck = subject.at(tokens, chains[j], t)
                wanted = tokens[at_time(chains[j], subject.after(t + 1)) - 1]
                if stuck != (len(fits) > 1) or (fits and wanted not in fits):
                    return False
        return True

    return exhaust(small_proper(), agrees)


LET_ITER_FIX.coq(
    "iterates.B_let_iter_fix",
    "iterates.B_let_iter_fix_until",
    decides=("σ", "small"),
    near_misses={
        "iterates.B_let_iter_fix__twice": Kind.INDEX,
        "iterates.B_let_iter_fix_until__sooner": Kind.RELATION,
    },
)

LET_ITER_FIX.mutant("any token at r", Kind.HYPOTHESIS, wanted=lambda token: True)
LET_ITER_FIX.mutant("σ_f(p) itself too", Kind.TERM, next=lambda tokens, places, t: None)
LET_ITER_FIX.mutant("r after j", Kind.INDEX, between=lambda p, r, j: p < j < r)
LET_ITER_FIX.mutant("r before p", Kind.INDEX, between=lambda p, r, j: r < p)
LET_ITER_FIX.mutant("t = 1 alone", Kind.QUANTIFIER, times=lambda t: t == 1)
LET_ITER_FIX.mutant("t ≥ 2", Kind.CONSTANT, times=lambda t: t >= 2)
LET_ITER_FIX.mutant(
    "proper once iff never blocked", Kind.DATA, iterates, once=lambda times: not times
)
LET_ITER_FIX.mutant("σ_{f^{t+1}(j)} after t", Kind.CONSTANT, after=lambda t: t + 1)
