"""The criteria of the law's claims: each gives requirements, what was found against the bound.

A model that has not learnt its task is left out; with fewer than registered, or breaking lengths
that lie too close together to tell anything, nothing is decided.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from empirical.experiments.law import forms
from empirical.experiments.law.bounds import LawBounds
from empirical.experiments.law.population import CHOSEN
from empirical.experiments.law.reading import Models, PopulationModel
from empirical.experiments.lengths.breaking import breaks_at
from empirical.protocol.family import Measurement
from empirical.protocol.statistics import (
    Answer,
    Requirement,
    at_least,
    by_closeness,
    by_factor,
    by_mean,
    by_ranks,
    log_errors,
    mean_interval,
    status,
    surely,
)
from theory.ledger import Outcome, Status, false


def breaks(one: PopulationModel, keeps: float) -> float:
    """Where a model's measured accuracy breaks; the last length if it does not."""
    shares = np.array([right / of for right, of in one.accuracy])
    return min(float(one.lengths[-1]), breaks_at(one.lengths, shares, keeps))


def learnt(found: Models) -> dict[str, list[PopulationModel]]:
    """By task the models that answer 17-token inputs, of whatever hop count."""
    least = found.bounds.learnt
    return {
        task: [one for one in rows if all(right >= least * of for right, of in one.tested)]
        for task, rows in found.tasks.items()
    }


def enough(found: Models, tasks: Sequence[str]) -> Answer:
    """There are as many models as registered, as many have learnt, and their breaking lengths lie
    far enough apart."""
    at, models, answer = found.bounds, learnt(found), []
    for task in tasks:
        rows = models.get(task, [])
        least, span = getattr(at, task), getattr(at, f"span_{task}")
        answer.append(at_least(f"{task}: models", len(found.tasks.get(task, ())), least))
        many = Status.TRUE if len(rows) >= least else Status.UNKNOWN
        answer.append(Requirement(f"{task}: models that have learnt", many, len(rows), least))
        lengths = [breaks(one, at.keeps) for one in rows] or [1.0]
        wide = max(lengths) / min(lengths)
        told = Status.TRUE if wide >= span else Status.UNKNOWN
        answer.append(Requirement(f"{task}: breaking lengths span a factor", told, wide, span))
    return answer


def constant(measured: Sequence[float]) -> list[float]:
    """For each model the geometric mean of the others' breaking lengths."""
    logs = np.log(measured)
    return [float(np.exp(np.delete(logs, i).mean())) for i in range(len(logs))]


def agrees(task: str, told: Sequence[float], measured: Sequence[float], at: LawBounds) -> Answer:
    """Predicted and measured lengths agree in rank, and closer than the constant."""
    name, other = f"{task}: predicted and measured agree in rank", constant(measured)
    return [
        by_ranks(name, told, measured, at.ranks_p),
        by_closeness(f"{task}: closer than the constant", told, other, measured, at.closer_p),
    ]


def by_law(one: PopulationModel) -> float:
    """Where the law says that a model breaks."""
    return forms.law_prediction(one.task, one.lengths, np.array(one.leads))


def by_lead_alone(one: PopulationModel) -> float:
    """The same without log n."""
    return forms.lead_prediction(one.task, one.lengths, np.array(one.leads))


def by_base(one: PopulationModel) -> float:
    """Where the base alone says so."""
    return forms.base_prediction(one.base, one.lengths[-1])


def law(found: Models) -> Answer:
    """S-break: the lead less log n predicts where accuracy breaks, in both tasks."""
    at, answer = found.bounds, enough(found, ("letter", "number"))
    if status(answer) is not Status.TRUE:
        return answer
    for task, rows in learnt(found).items():
        measured = [breaks(one, at.keeps) for one in rows]
        told = [by_law(one) for one in rows]
        answer += agrees(task, told, measured, at)
        off = log_errors(told, measured)
        answer.append(by_factor(f"{task}: off by a factor", off, getattr(at, f"off_{task}")))
    return answer


def kept_share(one: PopulationModel, keeps: float) -> float:
    """The lead at twice a model's measured breaking length, over that at 17 tokens."""
    at = min(2 * breaks(one, keeps), one.lengths[-1])
    late = float(np.interp(math.log(at), np.log(one.lengths), one.leads))
    return late / max(one.leads[0], 1e-9)


def dilution(found: Models) -> Answer:
    """S-dilution: letter's lead stays while its irrelevant keys grow in number, so that the
    prediction needs log n. Open unless the prediction is closer than the constant too: without
    log n the lead says 17 tokens of most models, and almost anything is closer than that."""
    at, answer = found.bounds, enough(found, ("letter",))
    if status(answer) is not Status.TRUE:
        return answer
    rows = learnt(found)["letter"]
    measured = [breaks(one, at.keeps) for one in rows]
    told, alone = [by_law(one) for one in rows], [by_lead_alone(one) for one in rows]
    other = constant(measured)
    rival = by_closeness("closer than the constant", told, other, measured, at.closer_p)
    open_or_met = Status.TRUE if rival.holds is Status.TRUE else Status.UNKNOWN
    return [
        *answer,
        by_closeness("closer with log n than without", told, alone, measured, at.closer_p),
        replace(rival, holds=open_or_met),
        kept_lead(rows, at),
    ]


def kept_lead(rows: Sequence[PopulationModel], at: LawBounds) -> Requirement:
    """The lead is kept, by the mean over models; surely not where its interval lies below."""
    lost = by_mean("", [-kept_share(one, at.keeps) for one in rows], -at.lead_kept)
    name = "the lead is kept at twice the break"
    return Requirement(name, lost.holds, -lost.found, at.lead_kept)


def alias(found: Models) -> Answer:
    """S-alias: number's lead itself falls, and the base alone says where. The model of the chosen
    base is a single one, so that it leaves the claim open where it misses."""
    at, answer = found.bounds, enough(found, ("number",))
    if status(answer) is not Status.TRUE:
        return answer
    rows = learnt(found)["number"]
    told, measured = [by_base(one) for one in rows], [breaks(one, at.keeps) for one in rows]
    answer += agrees("number", told, measured, at)
    answer.append(as_told("number: breaks where the base says", told, measured, at.off_number))
    kept = [kept_share(one, at.keeps) for one in rows]
    answer.append(by_mean("the lead is lost at twice the break", kept, at.lead_lost))
    return [*answer, chosen_base(rows, at)]


def chosen_base(rows: Sequence[PopulationModel], at: LawBounds) -> Requirement:
    """The model of the chosen base breaks where told; open if it misses, or if there is none."""
    of_base = [one for one in rows if one.seed == int(CHOSEN.split("-")[1])]
    told, measured = [by_base(one) for one in of_base], [breaks(one, at.keeps) for one in of_base]
    off = math.exp(max(log_errors(told, measured), default=math.inf))
    holds = Status.TRUE if off <= at.off_chosen else Status.UNKNOWN
    return Requirement("the chosen base breaks where told", holds, off, at.off_chosen)


def as_told(
    name: str, told: Sequence[float], measured: Sequence[float], most: float
) -> Requirement:
    """Predicted lengths are too long, or too short, by no more than a factor on average; by more
    where Student's interval over models ``surely`` says so."""
    logs: list[float] = np.log(np.array(told) / np.array(measured)).tolist()
    bound, mean = math.log(most), sum(logs) / len(logs)

    def beyond(some: list[float]) -> bool:
        low, _, high = mean_interval(some)
        return max(low, -high) > bound

    holds = Status.TRUE if abs(mean) <= bound else Status.UNKNOWN
    holds = Status.FALSE if surely(logs, beyond) else holds
    return Requirement(name, holds, math.exp(abs(mean)), most)


def judged(criterion: Callable[[Any], Answer]) -> Callable[[Measurement[Any, LawBounds]], Outcome]:
    """A check: a criterion's requirements on records no two of which are of one run."""

    def check(measurement: Measurement[Any, LawBounds]) -> Outcome:
        for task, rows in measurement.tasks.items():
            if len({one.seed for one in rows}) < len(rows):
                return false(f"{task}: one model stands twice")
        answer = criterion(measurement)
        said = "; ".join(f"{x.name}: {x.found:.3g} (bound {x.bound:g})" for x in answer)
        open_ones = [one.name for one in answer if one.holds is Status.UNKNOWN]
        note = f"not settled: {', '.join(open_ones)}; {said}"
        unsettled = status(answer) is Status.UNKNOWN
        return Outcome(status(answer), len(answer), said, note if unsettled else "")

    return check
