"""What the criteria about trained models read: a run's course, and accuracy against length.

Both come from our records (``course``, ``kept``) and from paper B's figures
(``empirical.criteria.published``) in the same form.
"""

from dataclasses import dataclass, replace

import numpy as np

from empirical.experiments.dynamics.records import DynamicsRecord, Flags, pure_at_steps, since
from empirical.experiments.lengths import records as lengths
from empirical.protocol import settings
from empirical.protocol.statistics import NORMAL

GAMMAS = (0.2, 0.1, 0.05)
KINDS = ("positional", "symbolic")
WIDER = 0.25
"""B-e-pure: the γ next to the one at which it is read."""


@dataclass(frozen=True)
class Course:
    """One run. ``right`` (c, 4) of ``of`` (4,) by hop count at each of ``steps``, on the validation
    set where it was counted; ``last``: (right, of) by hop count of the last model, on the test set
    where that was; ``maximum``: the first step at which most are right of all. For each γ,
    ``pure``: by kind the steps from which heads are pure to the end, ascending, and ``early``: how
    many heads are pure of one kind at some step up to ``settings.START_UNTIL``.

    ``early_least``: over heads and those steps the least lower end (95 %) of s_pos, of s_sym, of
    entropy as a share of log n, and of entropy min-max normalised over its layer's own course, as
    Fig. 2B draws it; ``left``: how many of ``heads`` have surely left that state by the end, a
    score below ``settings.START_LEVEL`` (on its own scale any entropy that drifts goes to 0)."""

    task: str
    steps: tuple[int, ...]
    right: tuple[tuple[int, ...], ...]
    of: tuple[int, ...]
    last: tuple[tuple[int, int], ...]
    maximum: int
    pure: dict[float, dict[str, tuple[int, ...]]]
    early: dict[float, int]
    early_least: tuple[float, ...]
    left: int
    heads: int


@dataclass(frozen=True)
class Kept:
    """One model: (right, of) at each number of irrelevant tokens ``added``, ascending from 0;
    ``tested``: by hop count at the training length, on the test set where it was counted there (200
    sequences cannot show .99 by an interval)."""

    task: str
    added: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]
    tested: tuple[tuple[int, int], ...]


def course(record: DynamicsRecord) -> Course:
    """A record of ``empirical.experiments.dynamics`` as a course."""
    steps = record.steps
    found, early = {}, {}
    for gamma in GAMMAS:
        flags = {kind: pure_at_steps(record, kind, gamma) for kind in KINDS}
        found[gamma] = {kind: _dates(steps, one) for kind, one in flags.items()}
        started = np.array(steps) <= settings.START_UNTIL
        early[gamma] = int((flags["positional"] | flags["symbolic"])[started].any(axis=0).sum())
    counted, right, of = counts(record)
    last = record.tested or tuple(zip(right[-1], of, strict=True))
    return Course(
        record.task,
        counted,
        right,
        of,
        last,
        counted[int(np.sum(right, axis=1).argmax())],
        found,
        early,
        *_training_start(record),
    )


def widened(record: DynamicsRecord) -> Course:
    """``course``, with the dates at γ = ``WIDER`` too."""
    one = course(record)
    dates = {k: _dates(record.steps, pure_at_steps(record, k, WIDER)) for k in KINDS}
    return replace(one, pure={**one.pure, WIDER: dates})


def _training_start(record: DynamicsRecord) -> tuple[tuple[float, ...], int, int]:
    """``Course.early_least``, ``left`` and ``heads``."""
    entropy, error = np.array(record.entropy), np.array(record.entropy_error)
    low, span = entropy.min(axis=0), np.ptp(entropy, axis=0)
    scale = np.where(span > 0, span, 1)
    scores = [
        (np.array(record.s_pos), np.array(record.s_pos_error)),
        (np.array(record.s_sym), np.array(record.s_sym_error)),
    ]
    tables = [*scores, (entropy, error), ((entropy - low) / scale, error / scale)]
    started = np.array(record.steps) <= settings.START_UNTIL
    least = tuple(float((mean - NORMAL * off)[started].min()) for mean, off in tables)
    high = [(mean + NORMAL * off)[-1] >= settings.START_LEVEL for mean, off in scores]
    return least, int((~np.all(high, axis=0)).sum()), entropy.shape[1]


Counts = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]


def counts(record: DynamicsRecord) -> Counts:
    """Steps, right and of: those of the validation set where the run was counted on it in training,
    else those of the scored set."""
    if record.validation is not None and record.validation.checks:
        checks = record.validation.checks
        return (
            tuple(row[0] for row in checks),
            tuple(row[1:] for row in checks),
            (record.validation.of),
        )
    return record.steps, record.right, (record.of,) * len(record.right[0])


def _dates(steps: tuple[int, ...], flags: Flags) -> tuple[int, ...]:
    return tuple(sorted(steps[i] for i in since(flags).tolist() if i < len(steps)))


def kept(record: lengths.LengthsRecord, trained: int = 17) -> Kept:
    """A record of ``empirical.experiments.lengths``, its lengths counted as tokens added."""
    counts = tuple(zip(record.right, record.of, strict=True))
    added = tuple(n - trained for n in record.lengths)
    return Kept(record.task, added, counts, record.tested or counts[:1])
