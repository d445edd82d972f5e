"""Discrepancies and breaking lengths as the claims have them; nothing here is a result."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from empirical.criteria import published
from empirical.criteria.breaks import Broken, Decay
from empirical.criteria.single_changes import chance_at_17, five_each
from empirical.protocol import settings
from empirical.protocol.synthetic import applied, changed, of_others, replaced_records
from empirical.protocol.vocabulary import TASKS

POWER = {"number": -1.0, "letter": -0.2}
"""Gaps fall as these powers of length: number's bound in Fig. 5A falls faster than letter's."""
BREAKS = {
    "number": (30.0, 40.0, 55.0, 75.0, 100.0, 140.0),
    "letter": (250.0, 330.0, 430.0, 560.0, 730.0, 950.0, 1250.0, 1600.0, 2100.0, 2800.0),
}
OFF = (1.05, 0.97, 1.08, 0.95, 1.02, 0.93, 1.06, 0.98, 1.03, 0.96)
"""Simulated over measured."""


def falling_gaps(lengths: tuple[int, ...], power: float) -> tuple[float, ...]:
    """Gaps that fall as a power of length."""
    return tuple(float(5 * (n / 17) ** power) for n in lengths)


def decay(task: str) -> Decay:
    """One model whose gap falls as a power of length."""
    lengths = tuple(settings.LENGTH_GRID[task])
    gaps = falling_gaps(lengths, POWER[task])
    return Decay(task, lengths, gaps, published.published_curve(task))


def decaying(**changes: Callable[[Decay], Decay]) -> dict[str, list[Decay]]:
    """Five models a task, those of the tasks named changed."""
    return five_each(decay, changes)


steady_gap = changed(gaps=lambda one: one.gaps[:1] * len(one.gaps))
"""A gap that does not change."""


def rising_gaps(one: Decay) -> Decay:
    """Gaps in the reverse order but for the two that are compared."""
    ends = [one.lengths.index(17), one.lengths.index(300)]
    inner = [i for i in range(len(one.gaps)) if i not in ends]
    gaps = list(one.gaps)
    for i, j in zip(inner, inner[::-1], strict=True):
        gaps[i] = one.gaps[j]
    return replace(one, gaps=tuple(gaps))


def rising_at_first(one: Decay) -> Decay:
    """Gaps that rise to 68 tokens, over the lengths that are drawn, and then fall as before."""
    gaps = (x * (n / 17) ** 1.2 for x, n in zip(one.gaps, one.lengths, strict=True) if n <= 68)
    later = (x * 4**1.2 for x, n in zip(one.gaps, one.lengths, strict=True) if n > 68)
    return replace(one, gaps=(*gaps, *later))


gapless = replaced_records(0.0, "gaps", ...)
"""No head is ever pure, so that none carries (``breaks.carried``)."""
slowly = changed(gaps=lambda one: falling_gaps(one.lengths, POWER["letter"]))
"""A gap that falls as letter's."""
untaught_breaks = applied(chance_at_17, "kept")
"""At chance; gaps as they are."""


def halving_at(at: float, lengths: tuple[int, ...]) -> tuple[float, ...]:
    """Gaps that fall as a power of length, to a half of the training length's at ``at``."""
    return falling_gaps(lengths, np.log(0.5) / np.log(at / 17))


def halved_gaps(task: str) -> list[Broken]:
    """Models whose gap, over that of the training length, is one half where they break."""
    lengths, kept = tuple(settings.LENGTH_GRID[task]), published.published_curve(task)
    return [
        Broken(task, at, at * off, 3 * at * off, lengths, halving_at(at, lengths), kept)
        for at, off in zip(BREAKS[task], OFF, strict=False)
    ]


Many = Callable[[list[Broken]], list[Broken]]


def synthetic_held_out(**changes: Many) -> dict[str, list[Broken]]:
    """The held-out models of both tasks, those of the tasks named changed."""
    return {task: changes.get(task, list)(halved_gaps(task)) for task in TASKS}


breaks_at_chance = applied(chance_at_17, ..., "kept")
"""None has learnt; breaks and predictions as they are."""


def mean_break(rows: list[Broken]) -> float:
    """The geometric mean of the lengths at which models break."""
    return float(np.exp(np.mean(np.log([one.measured for one in rows]))))


def same_prediction(rows: list[Broken]) -> list[Broken]:
    """One simulated length for every model: their geometric mean."""
    return [replace(one, simulated=mean_break(rows)) for one in rows]


predictions_reversed = of_others("simulated", lambda rows: rows[::-1])
"""Simulated lengths of other models: the first to break with that of the last."""
exchanged_predictors = applied(
    changed(drawn=lambda one: one.simulated, simulated=lambda one: one.drawn), ...
)
"""The simpler predictor and the simulation each say what the other says."""
gaps_reversed_over_models = of_others("gaps", lambda rows: rows[::-1])
"""Each model with another's gaps: the first to break with those of the last."""
gaps_shifted_over_models = of_others(
    "gaps", lambda rows: rows[len(rows) // 3 :] + rows[: len(rows) // 3]
)
"""Each model with the gaps of the one that is a third of them further on: the last third have those
of the first."""
gaps_reversed_over_lengths = applied(lambda gaps: gaps[::-1], ..., "gaps")
"""Each model's gaps in the reverse order, so that none falls."""
no_pure_head = applied(gapless, ...)
"""No head of any model is ever pure, so that none carries (``breaks.carried``)."""


def gaps_exaggerated(rows: list[Broken]) -> list[Broken]:
    """Gaps in the right order of models and far too different: each halves where the ninth power of
    its model's log length has it."""
    models = []
    for one in rows:
        halves = float(np.log(one.measured / 17)) ** 9
        gaps = tuple(float(5 * 0.5 ** (np.log(n / 17) / halves)) for n in one.lengths)
        models.append(replace(one, gaps=gaps))
    return models


nearly_twice = applied(lambda length: 1.8 * length, ..., "simulated")
"""Simulations in the right order of models, each 1.8 times too long."""
too_long = applied(lambda length: 6 * length, ..., "simulated")
"""Simulations in the right order of models, six times too long."""
same_gaps = of_others("gaps", lambda rows: rows[:1] * len(rows))
"""One course of gaps for every model."""


def narrow(rows: list[Broken]) -> list[Broken]:
    """Models that all break within a factor of two: all else scaled along."""
    mean, models = mean_break(rows), []
    for one in rows:
        by = (one.measured / mean) ** -0.75
        lengths = {name: getattr(one, name) * by for name in ("measured", "simulated", "drawn")}
        gaps = halving_at(lengths["measured"], one.lengths)
        models.append(replace(one, **lengths, gaps=gaps))
    return models
