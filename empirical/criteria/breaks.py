"""Criteria of B-e-disc, in five: discrepancy decays as drawn; it may predict where accuracy breaks,
and does in both tasks; a simulation from resampled inputs of the training length does, and is
closer than a simpler one.

The last four are about models trained after the predictor was frozen, over rates, steps and bases
(``HELD_OUT``); their predictions are committed before anything long is run.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.courses import Kept
from empirical.criteria.fair import Answer, at_least, at_most, starts
from empirical.lengths import breaking
from empirical.lengths.breaking import KINDS, breaks_at, curve
from empirical.lengths.records import Record
from empirical.protocol import settings
from theory.ledger import Status

SIMPLER = "drawn"
"""The predictor that the simulation must beat, beside the constant."""
SAMPLING = {"number": 0.024, "letter": 0.077}
"""Standard deviation of a held-out model's log breaking length as its inputs are drawn anew, the
root mean square over models."""
POWER, DRAWS = 0.9, 200
"""Share of draws in which an oracle that knows the true lengths must be closer than ``SIMPLER``,
else a simulation that is not decides nothing."""
ENDS = (17, 300)
"""Tokens between which decay is compared, in both tasks' grids."""


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
    """One model: (m,) mean ``gaps``, measured, of its carrying heads at ``lengths``; ``kept``."""

    task: str
    lengths: tuple[int, ...]
    gaps: tuple[float, ...]
    kept: Kept


def carried(record: Record, rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """(m,) mean over the heads pure of the task's kind; zeros where there are none."""
    heads = breaking.pure_kind(record, KINDS[record.task], settings.GAMMA)
    if not heads.any():
        return (0.0,) * len(rows)
    return tuple(float(x) for x in np.array(rows)[:, heads].mean(axis=1))


def broken(record: Record, kept: Kept) -> Broken:
    """A record of ``empirical.lengths`` as a held-out model."""
    last = float(record.lengths[-1])
    simulated = record.predicted[settings.JUDGED]
    measured, by_all, by_drawn = (
        min(last, breaks_at(record.lengths, curve(one)))
        for one in (record, simulated, record.predicted[SIMPLER])
    )
    gaps = carried(record, simulated.gaps or ((0.0,) * len(record.s_pos),) * len(record.lengths))
    return Broken(record.task, measured, by_all, by_drawn, record.lengths, gaps, kept)


def decays(models: Mapping[str, Sequence[Decay]], at: Bounds = BOUNDS) -> Answer:
    """B-e-disc-decay: the carrying heads' mean gap falls steadily with length in both tasks, and
    in every number model by a factor ``faster`` more than in any letter model."""
    from scipy.stats import spearmanr

    found = starts({task: [one.kept for one in rows] for task, rows in models.items()}, at)
    ratios = {}
    for task, rows in models.items():
        alike = [len(set(one.gaps)) == 1 for one in rows]
        ranks = [
            1.0 if same else float(spearmanr(one.lengths, one.gaps).statistic)
            for same, one in zip(alike, rows, strict=True)
        ]
        found.append(at_most(f"{task}'s gap falls with length", max(ranks), -at.monotone))
        ratios[task] = [_ratio(one) for one in rows]
    apart = min(ratios["letter"]) / max(max(ratios["number"]), 1e-9)
    return [*found, at_least("number's falls by more than letter's", apart, at.faster)]


def _ratio(one: Decay) -> float:
    first, second = (one.gaps[one.lengths.index(n)] for n in ENDS)
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
    by Wilcoxon's signed ranks of the paired |log ratio|."""
    from scipy.stats import spearmanr, wilcoxon

    agree = 1.0
    if len(set(found)) > 1 and len(set(measured)) > 1:
        test = spearmanr(found, measured, alternative="greater")
        agree = float(test.pvalue)
    answer = [at_most(f"{task}: predicted and measured agree in rank", agree, at.ranks_p)]
    own = np.abs(np.log(np.array(found) / np.array(measured)))
    for name, rival in rivals.items():
        other = np.abs(np.log(np.array(rival) / np.array(measured)))
        p = 1.0
        if (own != other).any():
            p = float(wilcoxon(own, other, alternative="less").pvalue)
        answer.append(at_most(f"{task}: closer than the {name}", p, at.apart_p))
    return answer


Held = Mapping[str, Sequence[Broken]]


def held_out(models: Held, at: Bounds) -> Answer:
    """The models are learnt, and letter's breaking lengths lie far enough apart to tell."""
    found = starts({task: [one.kept for one in rows] for task, rows in models.items()}, at)
    letter = [one.measured for one in models["letter"]]
    return [*found, at_least("letter's breaks span a factor", max(letter) / min(letter), at.span)]


def gap_may_predict(models: Held, at: Bounds = BOUNDS) -> Answer:
    """B-e-disc: in some task the discrepancy of the carrying heads alone predicts where accuracy
    breaks. What fails once some one model is left out is not settled."""
    answer = held_out(models, at)
    tasks = {task: by_gap_alone(task, rows, at) for task, rows in models.items()}
    best = min(tasks.values(), key=lambda found: max(one.found for one in found))
    return answer + [replace(one, name=one.name.partition(": ")[2]) for one in best]


def by_gap_alone(task: str, rows: Sequence[Broken], at: Bounds) -> Answer:
    """Whether gaps predict a task's breaking lengths: UNKNOWN what does not hold without some one
    model."""

    def asked(some: Sequence[Broken]) -> Answer:
        measured = [one.measured for one in some]
        return predicts(task, measured, by_gap(some), {"constant": constant(measured)}, at)

    without = [asked([*rows[:i], *rows[i + 1 :]]) for i in range(len(rows))]
    found = []
    for i, one in enumerate(asked(rows)):
        shaken = any(other[i].holds is Status.FALSE for other in without)
        open_or_not = Status.UNKNOWN if one.holds is Status.TRUE and shaken else one.holds
        found.append(replace(one, holds=open_or_not))
    return found


def gap_predicts(models: Held, at: Bounds = BOUNDS) -> Answer:
    """B-e-disc-both: the discrepancy of the carrying heads alone predicts where accuracy breaks,
    in both tasks."""
    answer = held_out(models, at)
    for task, rows in models.items():
        measured = [one.measured for one in rows]
        answer += predicts(task, measured, by_gap(rows), {"constant": constant(measured)}, at)
    return answer


def simulation_predicts(models: Held, at: Bounds = BOUNDS) -> Answer:
    """B-e-disc-sim: the simulation predicts it, better than the constant."""
    answer = held_out(models, at)
    for task, rows in models.items():
        measured = [one.measured for one in rows]
        rivals = {"constant": constant(measured)}
        answer += predicts(task, measured, [one.simulated for one in rows], rivals, at)
    return answer


def simulation_beats_drawn(models: Held, at: Bounds = BOUNDS) -> Answer:
    """B-e-disc-drawn: the simulation is closer than ``SIMPLER``. Where it is not, nothing is
    decided if an oracle would not be either."""
    answer = held_out(models, at)
    for task, rows in models.items():
        measured = [one.measured for one in rows]
        told, rival = [one.simulated for one in rows], [one.drawn for one in rows]
        *_, one = predicts(task, measured, told, {"simpler one": rival}, at)
        blind = one.holds is Status.FALSE and oracle(task, measured, rival, at) < POWER
        answer.append(replace(one, holds=Status.UNKNOWN) if blind else one)
    return answer


def oracle(task: str, measured: Sequence[float], rival: Sequence[float], at: Bounds) -> float:
    """The share of draws in which a predictor that knows the true lengths is closer than a rival;
    measured lengths scatter by ``SAMPLING`` round them. Normal approximation of signed ranks."""
    from scipy.stats import norm, rankdata

    n = len(measured)
    mean, spread = n * (n + 1) / 4, (n * (n + 1) * (2 * n + 1) / 24) ** 0.5
    rng, true = np.random.default_rng(41), np.log(measured)
    seen = true + SAMPLING[task] * rng.standard_normal((DRAWS, n))
    gained = np.abs(seen - np.log(rival)) - np.abs(seen - true)
    ranks = np.where(gained > 0, rankdata(np.abs(gained), axis=1), 0.0).sum(axis=1)
    return float((norm.sf((ranks - mean) / spread) <= at.apart_p).mean())


HELD_OUT: dict[str, tuple[str, ...]] = {
    "letter": (
        "--rate 7e-5",
        "--rate 2e-4",
        "--rate 5e-4",
        "--rate 1e-3",
        "--steps 3750",
        "--steps 5000",
        "--base 100",
        "--base 300",
        "--base 1000",
        "--base 100000",
    ),
    "number": (
        "--base 30",
        "--base 100",
        "--base 300",
        "--base 1000",
        "--base 30000",
        "--base 100000",
    ),
}
"""What each held-out model differs in from the released recipe, seed 100."""
