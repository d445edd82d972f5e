"""What passes a criterion, with one thing changed: the changes that nulls are made of."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from empirical.criteria import published, recipe_criteria
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.courses import GAMMAS, WIDER, Course, Kept
from empirical.protocol import settings
from empirical.protocol.synthetic import Change, applied, changed, replaced_records
from empirical.protocol.vocabulary import TASKS

M = TypeVar("M")
CHANCE = 8
"""One in: the letters of a window."""


def five_each(
    make: Callable[[str], M], changes: Mapping[str, Callable[[M], M]]
) -> dict[str, list[M]]:
    """Five models a task, alike, those of the tasks named changed."""
    models = {task: make(task) for task in TASKS}
    return {t: [changes[t](one) if t in changes else one] * 5 for t, one in models.items()}


def runs(**changes: Callable[[Course], Course]) -> recipe_criteria.Runs:
    """Five runs a task as published, those of the tasks named changed."""
    return five_each(published.published_course, changes)


def varied(**changes: Callable[[Kept], Kept]) -> recipe_criteria.Curves:
    """Five models a task as in Fig. 5B, those of the tasks named changed."""
    return five_each(published.published_curve, changes)


def both(change: Callable[[Any], Any]) -> dict[str, Callable[[Any], Any]]:
    """The same change to both tasks."""
    return dict.fromkeys(TASKS, change)


def at_chance(one: Course) -> Course:
    """Accuracy as before training at every step; heads as published."""
    row = tuple(n // CHANCE for n in one.of)
    return replace(one, right=(row,) * len(one.steps), last=tuple(zip(row, one.of, strict=True)))


def ends_at(share: float, hop: int) -> Change:
    """One hop count ends short of being learnt."""
    return applied(lambda count: (round(share * count[1]), count[1]), "last", hop)


def pure_from_the_start(one: Course) -> Course:
    """The heads that end pure are so from the first step on."""
    dates = {
        gamma: {kind: (one.steps[0],) * len(x) for kind, x in kinds.items()}
        for gamma, kinds in one.pure.items()
    }
    early = {gamma: sum(map(len, kinds.values())) for gamma, kinds in dates.items()}
    return replace(one, pure=dates, early=early)


def peaked_from_the_start(column: int) -> Change:
    """One head is low in a score, or in entropy, while the model has hardly been trained."""
    return replaced_records(0.4, "early_least", column)


stays_uniform = replaced_records(0, "left")
"""Every head stays as it began, and the task is learnt all the same."""


def dates_of(change: Callable[[str, tuple[int, ...]], tuple[int, ...]]) -> Change:
    """The steps from which heads of each kind are pure changed, at every γ."""
    return changed(
        pure=lambda one: {g: {k: change(k, x) for k, x in p.items()} for g, p in one.pure.items()}
    )


def moved(by: int) -> Change:
    """Every head pure by so many steps later."""
    return dates_of(lambda _, steps: tuple(s + by for s in steps))


def without(*kinds: str) -> Change:
    """No head of these kinds ends pure."""
    return dates_of(lambda kind, steps: () if kind in kinds else steps)


def one_positional(one: Course) -> Course:
    """One head ends positional instead of symbolic."""
    dates = {
        gamma: {"positional": kinds["symbolic"][:1], "symbolic": kinds["symbolic"][1:]}
        for gamma, kinds in one.pure.items()
    }
    return replace(one, pure=dates)


def always(share: float) -> Change:
    """Such a share right at every step of training; what the test set has stays."""
    return changed(right=lambda one: (tuple(round(share * n) for n in one.of),) * len(one.steps))


def at_once(one: Course) -> Course:
    """All hop counts learnt as the first one is."""
    return replace(one, right=tuple((row[0],) * 4 for row in one.right), of=(one.of[0],) * 4)


def nearly_at_once(one: Course) -> Course:
    """Each hop count learnt a checkpoint after the one before."""
    first = [row[0] for row in one.right]
    rows = (tuple(first[max(i - hop, 0)] for hop in range(4)) for i in range(len(first)))
    return replace(one, right=tuple(rows), of=(one.of[0],) * 4)


def hops_as(columns: tuple[int, ...]) -> Change:
    """Hop counts learnt in another order."""

    def ordered(row: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(row[c] for c in columns)

    return changed(right=lambda one: tuple(map(ordered, one.right)), of=lambda one: ordered(one.of))


def as_number(one: Course) -> Course:
    """Hop counts learnt one after another, as number's."""
    other = published.published_course("number")
    return replace(one, right=other.right, of=other.of)


def late_and_close(one: Course) -> Course:
    """Hop counts learnt in order, within the last checkpoints."""
    many, waits = len(one.steps), (4, 3, 3, 2)
    right = tuple(
        tuple(n if i >= many - wait else 0 for n, wait in zip(one.of, waits, strict=True))
        for i in range(many)
    )
    return replace(one, right=right)


def dated(one: Course) -> Course:
    """As B-e-gamma's text has it: the same dates for every γ."""
    return replace(one, pure=dict.fromkeys(GAMMAS, one.pure[BOUNDS.drawn_gamma]))


def loses(many: int) -> Change:
    """``dated``, and so many heads less at the smallest γ."""
    fewer: Change = applied(lambda steps: steps[many:], "pure", 0.05, "symbolic")
    return lambda one: fewer(dated(one))


def shifted(by: int) -> Change:
    """``dated``, and so many steps later at the smallest γ."""
    return changed(pure=lambda one: dated(one).pure | {0.05: moved(by)(dated(one)).pure[0.05]})


def widely(one: Course) -> Course:
    """At the γ next to B-e-pure's the same dates: a head is pure there no later than at the smaller
    one."""
    return replace(one, pure={**one.pure, WIDER: one.pure[BOUNDS.drawn_gamma]})


def counts_of(share: Callable[[int, int, int], int]) -> Change:
    """Other right answers at each length: from tokens added, those right and of how many."""
    return changed(
        counts=lambda one: tuple(
            (share(a, r, n), n) for a, (r, n) in zip(one.added, one.counts, strict=True)
        )
    )


lifted = counts_of(lambda a, r, n: max(r, round(0.93 * n)) if a <= settings.KEEPS_UNTIL + 50 else r)
"""As B-e-len's text has it: letter at .93 where the figure has it lower, up to 850 tokens."""
unbroken = changed(counts=lambda one: (one.counts[0],) * len(one.counts))
"""Every length as the training length."""
keeps_most = counts_of(lambda a, r, n: max(r, round(0.83 * n)) if a < 51 else round(0.83 * n))
"""From 68 tokens in all on .83 at every length, and no less."""
short_at_once = counts_of(lambda a, r, n: min(r, round((0.7 - a / 1e5) * n)) if a else r)
""".7 right with the first tokens added; where the curve is below that, as it is."""
guesses = counts_of(lambda a, r, n: n // CHANCE)
"""At chance at every length; what the test set has stays."""
chance_at_17 = applied(lambda count: (count[1] // CHANCE, count[1]), "tested", ...)
"""Answered by chance in the test set; the curve as it is."""


def hardly(one: Kept) -> Kept:
    """From all right to .97 at the last length, by equal steps."""
    last = len(one.counts) - 1
    counts = ((round(n * (1 - 0.03 * i / last)), n) for i, (_, n) in enumerate(one.counts))
    return replace(one, counts=tuple(counts))


def shuffled(one: Kept) -> Kept:
    """Accuracies permuted over the added lengths; that of the training length stays."""
    order = np.random.default_rng(0).permutation(np.arange(1, len(one.counts)))
    return replace(one, counts=(one.counts[0], *(one.counts[i] for i in order)))


def dips(one: Kept) -> Any:
    """``lifted``, and .8 at 300 added tokens."""
    return counts_of(lambda a, r, n: 800 if a == 300 else r)(lifted(one))


FLAT = [[1.0] * 64] * published.HEADS
"""Every frequency used alike, in every layer."""


def permuted(task: str) -> list[list[float]]:
    """Fig. 8's values permuted over the frequencies, layer by layer."""
    rng = np.random.default_rng(0)
    return [list(rng.permutation(row)) for row in published.largest(task)]


def as_other(task: str) -> recipe_criteria.Curves:
    """One task's accuracies given the other's."""
    curves = varied()
    other = TASKS[1 - TASKS.index(task)]
    return curves | {task: [replace(one, task=task) for one in curves[other]]}
