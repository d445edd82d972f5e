"""Criteria of the claims about training and length, as tests of several requirements each.

A criterion reads five runs a task (``Course``, ``Kept``) and gives its requirements: what was
found, the bound, and whether it holds (three-valued: an interval that straddles its bound decides
nothing). It holds if all do. ``empirical.criteria.nulls`` holds each criterion against paper B's
own published curves, taken for each of the five runs, and against nulls that change one thing.
Written before any of the runs that it judges was scored; what was changed since, and what was known
then, is in the table of changes (``empirical.protocol.registration``)."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.courses import WIDER, Course, Kept
from empirical.experiments.dynamics.records import since
from empirical.protocol.statistics import Answer as Answer
from empirical.protocol.statistics import (
    Precondition,
    above,
    between,
    both,
    mean_interval,
    opposite,
    wilson,
)
from empirical.protocol.statistics import Requirement as Requirement
from empirical.protocol.statistics import at_least as at_least
from empirical.protocol.statistics import at_most as at_most
from empirical.protocol.statistics import failed as failed
from empirical.protocol.statistics import status as status
from theory.ledger import Status

Runs = dict[str, list[Course]]
Curves = dict[str, list[Kept]]


COLUMNS = ("s_pos", "s_sym", "entropy", "entropy on its layer's own scale")
"""Of ``Course.early_least``."""
CURVES = {"number": ("positional", "symbolic"), "letter": ("symbolic",)}
"""The kinds of heads of which Fig. 7 has a curve that rises."""
SEVERAL = 2
"""Models of a task that surely miss a requirement, by which it fails: one is a matter of a seed."""
FIGURE_7 = (3, 0.2815)
"""B-e-gamma: heads that number loses in Fig. 7 itself, and the share of the training by which its
last date shifts there. Letter's lose none and shift by .1185."""


def learnt(runs: Runs, at: Bounds = BOUNDS) -> Answer:
    """Each task's every run ends above .99 at every hop count."""
    return [
        _is_learnt(task, [one.last for one in courses], at.learnt_at)
        for task, courses in runs.items()
    ]


def _is_learnt(
    task: str, models: Sequence[Sequence[tuple[int, int]]], bound: float
) -> Precondition:
    """Each model's share right lies above the bound at every hop count, by Wilson's intervals. A
    model that has not learnt tells nothing about those that have: some leave it open, and where
    none has learnt nothing is decided."""
    states = [both(*(above(*counts, bound) for counts in one)) for one in models]
    holds = both(*states)
    if holds is Status.FALSE and {*states} != {Status.FALSE}:
        holds = Status.UNKNOWN
    least = min(wilson(*counts)[0] for one in models for counts in one)
    return Precondition(f"{task} is learnt", holds, least, bound)


def begins(runs: Runs, gamma: float) -> Answer:
    """No head is pure of one kind while the model has hardly been trained."""
    return [
        at_most(f"{task}'s heads begin impure", max(one.early[gamma] for one in courses), 0)
        for task, courses in runs.items()
    ]


def starts_uniform(runs: Runs, at: Bounds = BOUNDS) -> Answer:
    """B-e-start: at every early checkpoint both scores of every head are high, and its entropy,
    as a share of log n and on the scale of its own layer; a score of most heads of a model that has
    learnt no longer is."""
    found = learnt(runs, at)
    for task, courses in runs.items():
        for name, least in zip(COLUMNS, _columns(courses), strict=True):
            found.append(at_least(f"{task}'s early {name} is high", min(least), at.level))
        left = min(one.left / one.heads for one in courses)
        found.append(at_least(f"most heads of {task} leave", left, 0.5))
    return found


def _columns(courses: list[Course]) -> list[tuple[float, ...]]:
    return list(zip(*(one.early_least for one in courses), strict=True))


def emerged(one: Course, level: float) -> list[int]:
    """Step from which each hop count's accuracy stays above ``level``; the step after the last
    where it does not."""
    flags = np.array(one.right) / np.array(one.of) > level
    steps = (*one.steps, one.steps[-1] + 1)
    return [steps[i] for i in since(flags).tolist()]


def emerging(runs: Runs, level: float) -> Answer:
    """Every hop count of every run emerges in training: it is not above ``level`` from the first
    step on, and is at the last."""
    found = []
    for task, courses in runs.items():
        rows = [(step, one.steps) for one in courses for step in emerged(one, level)]
        never = sum(not steps[0] < step <= steps[-1] for step, steps in rows)
        found.append(at_most(f"{task}'s hop counts emerge in training", never, 0))
    return found


def hops(runs: Runs, at: Bounds = BOUNDS) -> Answer:
    """B-e-hops: hop counts emerge in training; number's in order, 1 first, and apart, further than
    letter's, which emerge together."""
    from scipy.stats import mannwhitneyu, page_trend_test

    steps = {task: [emerged(one, at.emerges) for one in courses] for task, courses in runs.items()}
    spread = {t: [(max(row) - min(row)) / max(row) for row in rows] for t, rows in steps.items()}
    order = float(page_trend_test(steps["number"], method="exact").pvalue)
    first = sum(row[0] > min(row) for row in steps["number"])
    apart = float(mannwhitneyu(spread["number"], spread["letter"], alternative="greater").pvalue)
    number, letter = (mean_interval(spread[task]) for task in ("number", "letter"))
    return [
        *learnt(runs, at),
        *emerging(runs, at.emerges),
        at_most("number's hop counts emerge in order", order, at.order_p),
        at_most("number's first hop count is first", first, 0),
        at_most("number's are further apart than letter's", apart, at.apart_p),
        Requirement(
            "number's do not emerge together",
            between(number[0], number[2], at.together),
            number[0],
            at.together,
        ),
        Requirement(
            "letter's emerge together",
            opposite(between(letter[0], letter[2], at.together)),
            letter[2],
            at.together,
        ),
    ]


def pure_by_the_maximum(runs: Runs, at: Bounds = BOUNDS) -> Answer:
    """B-e-pure: the heads that end pure are pure by the first step at the maximum, in each run. A
    run surely misses it that is late at the next γ too; fewer than ``SEVERAL`` leave it open."""
    gamma = at.drawn_gamma
    found = [*learnt(runs, at), *begins(runs, gamma)]
    for task, courses in runs.items():
        heads = [sum(map(len, one.pure[gamma].values())) for one in courses]
        found.append(at_least(f"{task} has pure heads", min(heads), 1))
        late = [lateness(one, gamma) for one in courses]
        surely = sum(min(x, lateness(one, WIDER)) > 0 for x, one in zip(late, courses, strict=True))
        holds = Status.TRUE if max(late) <= 0 else Status.UNKNOWN
        holds = Status.FALSE if surely >= SEVERAL else holds
        name = f"{task}'s last head is pure by the maximum"
        found.append(Requirement(name, holds, max(late), 0))
    return found


def lateness(one: Course, gamma: float) -> int:
    """Steps from the first at the maximum to that from which the last head is pure."""
    return max((s for dates in one.pure[gamma].values() for s in dates), default=0) - one.maximum


def mix(runs: Runs, at: Bounds = BOUNDS) -> Answer:
    """B-e-mix: number ends with pure heads of both kinds, letter with symbolic ones only."""
    counts = {
        (task, kind): [len(one.pure[at.gamma][kind]) for one in courses]
        for task, courses in runs.items()
        for kind in ("positional", "symbolic")
    }
    return [
        *learnt(runs, at),
        *begins(runs, at.gamma),
        at_least("number has positional heads", min(counts["number", "positional"]), 1),
        at_least("number has symbolic heads", min(counts["number", "symbolic"]), 1),
        at_least("letter has symbolic heads", min(counts["letter", "symbolic"]), 1),
        at_most("letter has no positional head", max(counts["letter", "positional"]), 0),
    ]


def gammas(runs: Runs, at: Bounds = BOUNDS) -> Answer:
    """B-e-gamma: at smaller γ as many heads end pure, each kind's last date shifted by little. The
    paper says so of a figure that does not meet this, so it is open, unless every run of a task
    has more heads lost, or a larger shift, than that figure has in either task."""
    found = [*learnt(runs, at), *begins(runs, at.drawn_gamma)]
    for task, courses in runs.items():
        for kind in CURVES[task]:
            least = min(len(one.pure[at.drawn_gamma][kind]) for one in courses)
            found.append(at_least(f"{task} has {kind} heads", least, 1))
        lost, shifts = zip(*(changed(one, at.drawn_gamma) for one in courses), strict=True)
        for name, values, bound, drawn in (
            (f"{task} keeps its pure heads", lost, 0, FIGURE_7[0]),
            (f"{task}'s dates shift by little", shifts, at.shift, FIGURE_7[1]),
        ):
            holds = Status.TRUE if max(values) <= bound else Status.UNKNOWN
            holds = Status.FALSE if min(values) > drawn else holds
            found.append(Requirement(name, holds, max(values), bound))
    return found


def changed(one: Course, gamma: float) -> tuple[int, float]:
    """At other γ than this, how many heads at most are lost or gained, and by which share of the
    training the last date of a kind shifts at most."""
    lost, shift = 0, 0.0
    for dates in one.pure.values():
        pairs = [(before, dates[kind]) for kind, before in one.pure[gamma].items()]
        lost = max(lost, sum(abs(len(a) - len(b)) for a, b in pairs))
        shifts = [abs(a[-1] - b[-1]) / one.steps[-1] for a, b in pairs if a and b]
        shift = max([shift, *shifts])
    return lost, shift


class Tested(Protocol):
    """A record of a model with its right answers out of so many test inputs, by hop count."""

    @property
    def tested(self) -> Sequence[tuple[int, int]]: ...


def starts(curves: Mapping[str, Sequence[Tested]], at: Bounds) -> Answer:
    """Each task is learnt, by what its models answer of their test sets."""
    return [
        _is_learnt(task, [one.tested for one in models], at.learnt_at)
        for task, models in curves.items()
    ]


def lengths(curves: Curves, at: Bounds = BOUNDS) -> Answer:
    """B-e-len as the text has it: letter above .9 up to 850 tokens in all, number below it soon,
    and well below it later. The paper's own figure fails letter's half: .891 at 800 added."""
    keeps, last = at.keeps, at.kept_until - 17
    found = starts(curves, at)
    letter = [share_at(one, last) for one in curves["letter"]]
    before = [
        counts
        for one in curves["letter"]
        for added, counts in zip(one.added, one.counts, strict=True)
        if added <= last
    ]
    holds = both(*(above(*counts, keeps) for counts in [*letter, *before]))
    least = min(right / of for right, of in [*letter, *before])
    found.append(Requirement("letter keeps to 850 tokens", holds, least, keeps))
    for name, added, bound in (
        ("number falls soon", at.latest, keeps),
        ("number is well below it later", at.barely_at - 17, at.barely),
    ):
        number = [share_at(one, added) for one in curves["number"]]
        holds = both(*(opposite(above(*counts, bound)) for counts in number))
        most = max(right / of for right, of in number)
        found.append(Requirement(name, holds, most, bound))
    return found


def share_at(one: Kept, added: int) -> tuple[int, int]:
    """(right, of) at a number of tokens added, between two that were measured on a straight line
    against the tokens added, of as many as the smaller of these two; the last ones beyond them."""
    shares = [right / of for right, of in one.counts]
    before = max(bisect_right(one.added, added) - 1, 0)
    after = min(bisect_left(one.added, added), len(one.added) - 1)
    of = min(one.counts[before][1], one.counts[after][1])
    return round(float(np.interp(added, one.added, shares)) * of), of


def shape(curves: Curves, at: Bounds = BOUNDS) -> Answer:
    """B-e-shape: both accuracies fall steadily with length and are broken in the end, number's much
    sooner than letter's: below a half, and below ``keeps``."""
    from scipy.stats import spearmanr

    found = starts(curves, at)
    for task, models in curves.items():
        falls = max(
            float(spearmanr(one.added, [right / of for right, of in one.counts]).statistic)
            if len({right / of for right, of in one.counts}) > 1
            else 1.0
            for one in models
        )
        found.append(at_most(f"{task} falls with length", falls, -at.monotone))
        last = [one.counts[-1] for one in models]
        holds = both(*(opposite(above(*counts, at.keeps)) for counts in last))
        most = max(right / of for right, of in last)
        found.append(Requirement(f"{task} breaks in the end", holds, most, at.keeps))
    for name, level in (
        ("letter falls much later", 0.5),
        ("letter leaves what is kept much later", at.keeps),
    ):
        first = {task: [falls_below(one, level) for one in rows] for task, rows in curves.items()}
        found.append(at_least(name, min(first["letter"]) / max(first["number"]), at.later))
    return found


def falls_below(one: Kept, level: float = 0.5) -> float:
    """Tokens in all at which accuracy first falls below a level; the last length if it does not."""
    shares = np.array([right / of for right, of in one.counts])
    below = np.flatnonzero(shares < level)
    return 17.0 + (one.added[int(below[0])] if len(below) else one.added[-1])
