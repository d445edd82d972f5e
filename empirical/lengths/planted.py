"""Planted records for the claims about length, and their mutants. Nothing here is a result.

A planted run: accuracy falls along a logistic curve in log length, number at 50 and letter at 2,500
tokens; the judged prediction is the same curve a little early; gaps decay as a power of length.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from empirical.dynamics.planted import manifest
from empirical.lengths.bounds import Measured
from empirical.lengths.records import Curve, Record
from empirical.protocol import settings
from empirical.protocol.planted import (
    Mutants,
    applied,
    every,
    exchanged,
    one_seed,
    one_seed_five_times,
    replaced,
    without,
)
from empirical.protocol.reading import Counts
from theory.ledger import Kind

BREAKS = {"number": 50.0, "letter": 2500.0}
POWER = {"number": -0.8, "letter": -0.2}
OF = 200


def falls(task: str, at: float) -> Counts:
    """Right answers out of ``OF``, a half at ``at`` tokens."""
    steep = 8 * np.log(np.array(settings.LENGTH_GRID[task]) / at)
    return tuple(int(x) for x in np.round(OF / (1 + np.exp(steep))))


def record(task: str, seed: int) -> Record:
    """One planted run; seeds differ in where they break."""
    lengths, at = tuple(settings.LENGTH_GRID[task]), BREAKS[task] * (1 + 0.03 * seed)
    kinds = (0.98,) * 4 + (0.02,) * 8 if task == "number" else (0.02,) * 12
    gaps = tuple((5 * (n / 17) ** POWER[task],) * 12 for n in lengths)
    of = (OF,) * len(lengths)
    return Record(
        manifest=manifest(task, seed),
        task=task,
        seed=seed,
        control=False,
        lengths=lengths,
        right=falls(task, at),
        of=of,
        gaps=gaps,
        s_pos=kinds,
        s_sym=tuple(1 - x for x in kinds),
        predicted={settings.JUDGED: Curve(falls(task, 0.9 * at), of, gaps)},
    )


def measurement(measured: Measured) -> Measured:
    """Planted records under the bounds of the real measurement."""
    seeds = range(measured.bounds.seeds)
    return replace(measured, tasks={t: tuple(record(t, s) for s in seeds) for t in BREAKS})


Change = Callable[[Record], Record]


def predicts(one: Record, right: Counts) -> Record:
    """The record with another judged prediction."""
    return replaced(right, "predicted", settings.JUDGED, "right")(one)


def breaking(at: float) -> Change:
    """Measured accuracy breaks elsewhere than predicted."""

    def change(one: Record) -> Record:
        return replace(one, right=falls(one.task, at))

    return change


def untrained(one: Record) -> Record:
    """A model at chance at every length, its scores both high: the null model."""
    chance, high = (2,) * len(one.lengths), (0.99,) * 12
    return predicts(replace(one, right=chance, s_pos=high, s_sym=high), chance)


def constant(one: Record) -> Record:
    """A predictor that says what holds at the training length."""
    return predicts(one, (OF,) * len(one.lengths))


def late(one: Record) -> Record:
    """The right breaking length, and no fall after it."""
    return predicts(one, tuple(max(right, 178) for right in one.right))


def steady(one: Record) -> Record:
    """Gaps that do not decay."""
    return replace(one, gaps=one.gaps[:1] * len(one.lengths))


def growing(one: Record) -> Record:
    """Gaps that grow as they should fall."""
    return replace(one, gaps=tuple(tuple(25 / x for x in row) for row in one.gaps))


def short(one: Record) -> Record:
    """Measured at the training length only."""
    cut = {name: getattr(one, name)[:1] for name in ("lengths", "right", "of", "gaps")}
    return replace(one, **cut)


SHARED: Mutants = {
    "models at chance": (Kind.DATA, every("letter", untrained)),
    "one seed a task": (Kind.QUANTIFIER, one_seed),
    "one seed counted five times": (Kind.HYPOTHESIS, one_seed_five_times),
    "letter not measured": (Kind.TERM, without("letter")),
}
LENGTHS_MUTANTS: Mutants = SHARED | {
    "one letter seed breaks at 400": (Kind.DATA, applied(breaking(400), "tasks", "letter", -1)),
    "one number seed holds to 400": (Kind.DATA, applied(breaking(400), "tasks", "number", -1)),
    "keeps > 1": (Kind.CONSTANT, replaced(1.01, "bounds", "keeps")),
    "measured at 17 tokens only": (Kind.QUANTIFIER, every("letter", short)),
}
PREDICTION_MUTANTS: Mutants = SHARED | {
    "tasks exchanged": (Kind.INDEX, exchanged),
    "accuracy of the training length predicted": (
        Kind.DATA,
        every("number", constant),
    ),
    "no fall predicted after the break": (Kind.DATA, every("number", late)),
    "number's discrepancy does not decay": (Kind.DATA, every("number", steady)),
    "number's discrepancy grows": (Kind.DATA, every("number", growing)),
    "right read as within 1 %": (Kind.CONSTANT, replaced(1.01, "bounds", "factor")),
}
