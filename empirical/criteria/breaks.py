"""Criteria of B-e-disc, in four: discrepancy decays as drawn; it predicts where accuracy breaks;
a simulation from resampled inputs of the training length does, and is closer than a simpler one.

The last three are about models trained after the predictor was frozen, over rates, steps and bases
(``held_out``); their predictions are committed before anything long is run.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.courses import Kept
from empirical.criteria.recipe_criteria import SEVERAL, Answer, Requirement, at_least, starts
from empirical.experiments.lengths import breaking
from empirical.experiments.lengths.breaking import KINDS, breaks_at, curve
from empirical.experiments.lengths.records import LengthsRecord
from empirical.protocol import settings
from empirical.protocol.statistics import (
    Precondition,
    by_closeness,
    by_factor,
    by_ranks,
    log_errors,
    mean_interval,
    surely,
)
from theory.ledger import Status

SIMPLER = "drawn"
"""The predictor that the simulation is compared with in a claim of its own."""
ENDS = (17, 300)
"""Tokens between which decay is compared, in both tasks' grids."""
FIRST = 4
"""Layers that make the hops; the heads of later ones are pure too."""
DRAWN = (17, 68)
"""The first length and the last of both grids that Fig. 5A draws: it ends at 100."""


@dataclass(frozen=True)
class Broken:
    """One model: its breaking length ``measured`` and as ``simulated`` and ``drawn`` (the last
    length of the grid where it does not break), and (m,) ``lengths`` with the mean ``gaps`` of its
    carrying heads as predicted from the training length alone; ``kept``: what it answers."""

    task: str
    measured: float
    simulated: float
    drawn: float
    lengths: tuple[int, ...]
    gaps: tuple[float, ...]
    kept: Kept


@dataclass(frozen=True)
class Decay:
    """One model: (m,) mean ``gaps``, measured, of its pure heads at ``lengths``; ``kept``.

    ``first``: the same of the first layers alone, which make the hops; () where these are all.
    """

    task: str
    lengths: tuple[int, ...]
    gaps: tuple[float, ...]
    kept: Kept
    first: tuple[float, ...] = ()


def carried_first(record: LengthsRecord, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """(m,) mean over the heads of the first layers that are pure of the task's kind."""
    first = replace(record, s_pos=record.s_pos[:FIRST], s_sym=record.s_sym[:FIRST])
    return carried(first, [row[:FIRST] for row in rows])


def carried(record: LengthsRecord, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """(m,) mean over the heads pure of the task's kind; zeros where there are none."""
    heads = breaking.pure_kind(record, KINDS[record.task], settings.GAMMA)
    if not heads.any():
        return (0.0,) * len(rows)
    return tuple(float(x) for x in np.array(rows)[:, heads].mean(axis=1))


def broken(record: LengthsRecord, kept: Kept) -> Broken:
    """A record of ``empirical.experiments.lengths`` as a held-out model."""
    last = float(record.lengths[-1])
    simulated = record.predicted[settings.JUDGED]
    measured, by_all, by_drawn = (
        min(last, breaks_at(record.lengths, curve(one)))
        for one in (record, simulated, record.predicted[SIMPLER])
    )
    gaps = carried(record, simulated.gaps or ((0.0,) * len(record.s_pos),) * len(record.lengths))
    return Broken(record.task, measured, by_all, by_drawn, record.lengths, gaps, kept)


def decays(models: Mapping[str, Sequence[Decay]], at: Bounds = BOUNDS) -> Answer:
    """B-e-disc-decay: the pure heads' mean gap falls over the lengths that are drawn, and
    steadily with length, in both tasks, and in every number model by a factor ``faster`` more than
    in any letter model. It does not where that of the first layers alone does not, too."""
    found = starts({task: [one.kept for one in rows] for task, rows in models.items()}, at)
    for task, rows in models.items():
        found += [_drawn(task, rows), _steady(task, rows, at)]
    ratios = {task: [_ratio(one, ENDS) for one in rows] for task, rows in models.items()}
    apart = min(ratios["letter"]) / max(max(ratios["number"]), 1e-9)
    return [*found, at_least("number's falls by more than letter's", apart, at.faster)]


def _drawn(task: str, rows: Sequence[Decay]) -> Requirement:
    """The gap falls over the lengths that are drawn, by Student's interval over models; it does not
    where the interval ``surely`` says so, of all heads and of the first layers'."""

    def falling(some: Sequence[Decay]) -> list[float]:
        return [-math.log(max(_ratio(one, DRAWN), 1e-9)) for one in some]

    def rises(falls: list[float]) -> bool:
        return surely(falls, lambda some: mean_interval(some)[2] <= 0)

    low, mean, _ = mean_interval(falls := falling(rows))
    holds = Status.TRUE if low > 0 else Status.UNKNOWN
    holds = Status.FALSE if rises(falls) and rises(falling(_of_first(rows))) else holds
    return Requirement(f"{task}'s gap falls over the drawn lengths", holds, math.exp(-mean), 1.0)


def _steady(task: str, rows: Sequence[Decay], at: Bounds) -> Requirement:
    """The gap falls steadily with length in every model; it surely does not where it has no falling
    trend at all in ``SEVERAL``, of all heads and of the first layers'."""
    from scipy.stats import spearmanr

    def trend(one: Decay) -> float:
        return 0.0 if len({*one.gaps}) == 1 else float(spearmanr(one.lengths, one.gaps).statistic)

    def several(some: Sequence[Decay]) -> bool:
        return sum(trend(one) >= 0 for one in some) >= SEVERAL

    trends = [trend(one) for one in rows]
    holds = Status.TRUE if max(trends) <= -at.monotone else Status.UNKNOWN
    holds = Status.FALSE if several(rows) and several(_of_first(rows)) else holds
    return Requirement(f"{task}'s gap falls with length", holds, max(trends), -at.monotone)


def _of_first(rows: Sequence[Decay]) -> list[Decay]:
    """The same with the gaps of the first layers alone."""
    return [replace(one, gaps=one.first or one.gaps) for one in rows]


def _ratio(one: Decay, ends: tuple[int, int]) -> float:
    first, second = (one.gaps[one.lengths.index(n)] for n in ends)
    return second / first if first > 0 else 1.0


def by_gap(models: Sequence[Broken]) -> list[float]:
    """Each model's breaking length from its gaps alone: where the gap, over that of the training
    length, falls to the geometric mean of what the others' is where they break."""
    shares = [np.array(one.gaps) / max(one.gaps[0], 1e-9) for one in models]
    logs = [np.log(one.lengths) for one in models]
    at_break = [
        float(np.interp(math.log(one.measured), log, share))
        for one, log, share in zip(models, logs, shares, strict=True)
    ]
    found = []
    for i, one in enumerate(models):
        others = [max(x, 1e-9) for j, x in enumerate(at_break) if j != i]
        level = float(np.exp(np.mean(np.log(others))))
        found.append(min(float(one.lengths[-1]), breaks_at(one.lengths, shares[i], level)))
    return found


def constant(measured: Sequence[float]) -> list[float]:
    """For each model the geometric mean of the others' breaking lengths."""
    logs = np.log(measured)
    return [float(np.exp(np.delete(logs, i).mean())) for i in range(len(logs))]


def predicts(
    task: str,
    measured: Sequence[float],
    found: Sequence[float],
    rivals: Mapping[str, list[float]],
    at: Bounds,
) -> Answer:
    """The ranks of predicted and measured agree, and the prediction is closer than each rival's,
    by Wilcoxon's signed ranks of the paired |log ratio|; surely not where the reverse is shown."""
    name = f"{task}: predicted and measured agree in rank"
    answer = [by_ranks(name, found, measured, at.ranks_p)]
    for what, rival in rivals.items():
        name = f"{task}: closer than the {what}"
        answer.append(by_closeness(name, found, rival, measured, at.apart_p))
    return answer


Held = Mapping[str, Sequence[Broken]]


def held_out(models: Held, at: Bounds) -> Answer:
    """The models are learnt, and letter's breaking lengths lie far enough apart to tell."""
    found = starts({task: [one.kept for one in rows] for task, rows in models.items()}, at)
    letter = [one.measured for one in models["letter"]]
    wide = at_least("letter's breaks span a factor", max(letter) / min(letter), at.span)
    return [*found, Precondition(wide.name, wide.holds, wide.found, wide.bound)]


def gap_predicts(models: Held, at: Bounds = BOUNDS) -> Answer:
    """B-e-disc-gap: the discrepancy of the carrying heads alone predicts where accuracy breaks."""
    answer = held_out(models, at)
    for task, rows in models.items():
        measured = [one.measured for one in rows]
        answer += predicts(task, measured, by_gap(rows), {"constant": constant(measured)}, at)
    return answer


def simulation_predicts(models: Held, at: Bounds = BOUNDS) -> Answer:
    """B-e-disc-sim: the simulation predicts it, better than the constant, and is off by little."""
    answer = held_out(models, at)
    for task, rows in models.items():
        measured = [one.measured for one in rows]
        rivals = {"constant": constant(measured)}
        answer += predicts(task, measured, [one.simulated for one in rows], rivals, at)
        off = log_errors([one.simulated for one in rows], measured)
        answer.append(by_factor(f"{task}: off by a factor", off, at.off))
    return answer


def simulation_is_closer(models: Held, at: Bounds = BOUNDS) -> Answer:
    """B-e-disc-sim-drawn: the simulation is closer than ``SIMPLER``. It is not where that one is
    closer; where neither is shown to be, nothing is decided."""
    answer = held_out(models, at)
    for task, rows in models.items():
        measured = [one.measured for one in rows]
        own, other = ([getattr(one, name) for one in rows] for name in ("simulated", SIMPLER))
        name = f"{task}: closer than the simpler one"
        answer.append(by_closeness(name, own, other, measured, at.apart_p))
    return answer
