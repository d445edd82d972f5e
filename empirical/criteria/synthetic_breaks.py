"""Discrepancies and breaking lengths as the claims have them; nothing here is a result."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from empirical.criteria import published
from empirical.criteria.breaks import Broken, Decay
from empirical.criteria.single_changes import five_each
from empirical.protocol import settings
from empirical.protocol.vocabulary import TASKS

POWER = {"number": -1.0, "letter": -0.2}
"""Gaps fall as these powers of length: number's bound in Fig. 5A falls faster than letter's."""
BREAKS = {
    "number": (30.0, 40.0, 55.0, 75.0, 100.0, 140.0),
    "letter": (250.0, 330.0, 430.0, 560.0, 730.0, 950.0, 1250.0, 1600.0, 2100.0, 2800.0),
}
OFF = (1.05, 0.97, 1.08, 0.95, 1.02, 0.93, 1.06, 0.98, 1.03, 0.96)
"""Simulated over measured."""


def decay(task: str) -> Decay:
    """One model whose gap falls as a power of length."""
    lengths = tuple(settings.LENGTH_GRID[task])
    gaps = tuple(float(5 * (n / 17) ** POWER[task]) for n in lengths)
    return Decay(task, lengths, gaps, published.published_curve(task))


def decaying(**changes: Callable[[Decay], Decay]) -> dict[str, list[Decay]]:
    """Five models a task, those of the tasks named changed."""
    return five_each(decay, changes)


def steady_gap(one: Decay) -> Decay:
    """A gap that does not change."""
    return replace(one, gaps=one.gaps[:1] * len(one.gaps))


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


def gapless(one: Decay) -> Decay:
    """No head is ever pure, so that none carries (``breaks.carried``)."""
    return replace(one, gaps=(0.0,) * len(one.gaps))


def slowly(one: Decay) -> Decay:
    """A gap that falls as letter's."""
    gaps = tuple(float(5 * (n / 17) ** POWER["letter"]) for n in one.lengths)
    return replace(one, gaps=gaps)


def untaught_breaks(one: Decay) -> Decay:
    """At chance; gaps as they are."""
    tested = tuple((n // 8, n) for _, n in one.kept.tested)
    return replace(one, kept=replace(one.kept, tested=tested))


def halving_at(at: float, lengths: tuple[int, ...]) -> tuple[float, ...]:
    """Gaps that fall as a power of length, to a half of the training length's at ``at``."""
    power = np.log(0.5) / np.log(at / 17)
    return tuple(float(5 * (n / 17) ** power) for n in lengths)


def halved_gaps(task: str) -> list[Broken]:
    """Models whose gap, over that of the training length, is one half where they break."""
    models = []
    lengths = tuple(settings.LENGTH_GRID[task])
    for at, off in zip(BREAKS[task], OFF, strict=False):
        gaps = halving_at(at, lengths)
        rough = 3 * at * off
        models.append(
            Broken(task, at, at * off, rough, lengths, gaps, published.published_curve(task))
        )
    return models


Many = Callable[[list[Broken]], list[Broken]]


def synthetic_held_out(**changes: Many) -> dict[str, list[Broken]]:
    """The held-out models of both tasks, those of the tasks named changed."""
    return {task: changes.get(task, list)(halved_gaps(task)) for task in TASKS}


def breaks_at_chance(rows: list[Broken]) -> list[Broken]:
    """None has learnt; breaks and predictions as they are."""
    kept = rows[0].kept
    tested = tuple((n // 8, n) for _, n in kept.tested)
    return [replace(one, kept=replace(kept, tested=tested)) for one in rows]


def same_prediction(rows: list[Broken]) -> list[Broken]:
    """One simulated length for every model: their geometric mean."""
    mean = float(np.exp(np.mean(np.log([one.measured for one in rows]))))
    return [replace(one, simulated=mean) for one in rows]


def predictions_reversed(rows: list[Broken]) -> list[Broken]:
    """Simulated lengths of other models: the first to break with that of the last."""
    return [
        replace(one, simulated=two.simulated) for one, two in zip(rows, rows[::-1], strict=True)
    ]


def exchanged_predictors(rows: list[Broken]) -> list[Broken]:
    """The simpler predictor and the simulation each say what the other says."""
    return [replace(one, drawn=one.simulated, simulated=one.drawn) for one in rows]


def gaps_reversed_over_models(rows: list[Broken]) -> list[Broken]:
    """Each model with another's gaps: the first to break with those of the last."""
    return [replace(one, gaps=two.gaps) for one, two in zip(rows, rows[::-1], strict=True)]


def gaps_shifted_over_models(rows: list[Broken]) -> list[Broken]:
    """Each model with the gaps of the one that is a third of them further on: the last third have
    those of the first."""
    by = len(rows) // 3
    pairs = zip(rows, rows[by:] + rows[:by], strict=True)
    return [replace(one, gaps=two.gaps) for one, two in pairs]


def gaps_reversed_over_lengths(rows: list[Broken]) -> list[Broken]:
    """Each model's gaps in the reverse order, so that none falls."""
    return [replace(one, gaps=one.gaps[::-1]) for one in rows]


def no_pure_head(rows: list[Broken]) -> list[Broken]:
    """No head of any model is ever pure, so that none carries (``breaks.carried``)."""
    return [replace(one, gaps=(0.0,) * len(one.gaps)) for one in rows]


def gaps_exaggerated(rows: list[Broken]) -> list[Broken]:
    """Gaps in the right order of models and far too different: each halves where the ninth power of
    its model's log length has it."""
    models = []
    for one in rows:
        halves = float(np.log(one.measured / 17)) ** 9
        gaps = tuple(float(5 * 0.5 ** (np.log(n / 17) / halves)) for n in one.lengths)
        models.append(replace(one, gaps=gaps))
    return models


def nearly_twice(rows: list[Broken]) -> list[Broken]:
    """Simulations in the right order of models, each 1.8 times too long."""
    return [replace(one, simulated=1.8 * one.simulated) for one in rows]


def too_long(rows: list[Broken]) -> list[Broken]:
    """Simulations in the right order of models, six times too long."""
    return [replace(one, simulated=6 * one.simulated) for one in rows]


def same_gaps(rows: list[Broken]) -> list[Broken]:
    """One course of gaps for every model."""
    return [replace(one, gaps=rows[0].gaps) for one in rows]


def narrow(rows: list[Broken]) -> list[Broken]:
    """Models that all break within a factor of two: all else scaled along."""
    mean = float(np.exp(np.mean(np.log([one.measured for one in rows]))))
    models = []
    for one in rows:
        by = (one.measured / mean) ** -0.75
        measured = one.measured * by
        models.append(
            replace(
                one,
                measured=measured,
                simulated=one.simulated * by,
                drawn=one.drawn * by,
                gaps=halving_at(measured, one.lengths),
            )
        )
    return models
