"""The criteria of the law's claims: each gives requirements, what was found against the bound.

A model that has not learnt its task is left out; with fewer than registered, or breaking lengths
that lie too close together to tell anything, nothing is decided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from empirical.experiments.law import forms
from empirical.experiments.law.bounds import LawBounds
from empirical.experiments.law.population import CHOSEN, FIRST_SEED
from empirical.experiments.law.reading import Models, Pair, Pairwise, PopulationModel, Remedied
from empirical.experiments.law.records import Remedy
from empirical.experiments.lengths.breaking import breaks_at
from empirical.protocol.family import Measurement
from empirical.protocol.statistics import Answer, Requirement, at_least, at_most, status, wilson
from theory.ledger import Outcome, Status, false

JUDGED = {"letter": 2000, "number": 136}
"""The length at which remedies are held against each other."""
KEPT_TO = 2000
"""The dilution remedy is asked to keep accuracy to here; 8,000 tokens are for information."""


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


def log_errors(told: Sequence[float], measured: Sequence[float]) -> np.ndarray:
    """(m,) |log(predicted / measured)|."""
    found: np.ndarray = np.abs(np.log(np.array(told) / np.array(measured)))
    return found


def agrees(task: str, told: Sequence[float], measured: Sequence[float], at: LawBounds) -> Answer:
    """Predicted and measured lengths agree in rank, and closer than the constant."""
    from scipy.stats import spearmanr

    p = 1.0
    if len(set(told)) > 1 and len(set(measured)) > 1:
        p = float(spearmanr(told, measured, alternative="greater").pvalue)
    rival = closer(told, constant(measured), measured)
    return [
        at_most(f"{task}: predicted and measured agree in rank", p, at.ranks_p),
        at_most(f"{task}: closer than the constant", rival, at.closer_p),
    ]


def closer(told: Sequence[float], rival: Sequence[float], measured: Sequence[float]) -> float:
    """One-sided p of Wilcoxon's signed ranks: a prediction is closer than its rival."""
    from scipy.stats import wilcoxon

    own, other = log_errors(told, measured), log_errors(rival, measured)
    if not (own != other).any():
        return 1.0
    return float(wilcoxon(own, other, alternative="less").pvalue)


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
        off = float(np.exp(log_errors(told, measured).mean()))
        answer.append(at_most(f"{task}: off by a factor", off, getattr(at, f"off_{task}")))
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
    p, rival = closer(told, alone, measured), closer(told, constant(measured), measured)
    better = Status.TRUE if rival <= at.closer_p else Status.UNKNOWN
    kept = float(np.mean([kept_share(one, at.keeps) for one in rows]))
    return [
        *answer,
        at_most("closer with log n than without", p, at.closer_p),
        Requirement("closer than the constant", better, rival, at.closer_p),
        at_least("the lead is kept at twice the break", kept, at.lead_kept),
    ]


def alias(found: Models) -> Answer:
    """S-alias: number's lead itself falls, and the base alone says where."""
    at, answer = found.bounds, enough(found, ("number",))
    if status(answer) is not Status.TRUE:
        return answer
    rows = learnt(found)["number"]
    measured = [breaks(one, at.keeps) for one in rows]
    answer += agrees("number", [by_base(one) for one in rows], measured, at)
    kept = float(np.mean([kept_share(one, at.keeps) for one in rows]))
    answer.append(at_most("the lead is lost at twice the break", kept, at.lead_lost))
    seed = int(CHOSEN.split("-")[1])
    for one in (one for one in rows if one.seed == seed >= FIRST_SEED):
        off = math.exp(float(log_errors([by_base(one)], [breaks(one, at.keeps)])[0]))
        answer.append(at_most("the chosen base breaks where told", off, at.off_chosen))
    return answer


def returned(one: Remedy, how: str, length: int) -> tuple[float, float]:
    """The share of the answers lost at a length that a remedy gives back, and the share lost."""
    i = one.lengths.index(length)
    lost = one.of[i] - one.right["nothing"][i]
    back = one.right[how][i] - one.right["nothing"][i]
    return back / max(lost, 1), lost / one.of[i]


def several(found: Remedied, tasks: Sequence[str]) -> Answer:
    """As many models as registered, of which enough is lost without a remedy."""
    at, answer = found.bounds, []
    for task in tasks:
        rows = found.tasks.get(task, ())
        many = len({one.seed for one in rows})
        answer.append(at_least(f"{task}: models remedied", many, at.remedied))
        lost = min((returned(one, "nothing", JUDGED[task])[1] for one in rows), default=0.0)
        told = Status.TRUE if lost >= at.lost else Status.UNKNOWN
        answer.append(Requirement(f"{task}: answers lost without a remedy", told, lost, at.lost))
    return answer


def restored(one: Remedy, at: LawBounds) -> tuple[Status, float]:
    """Whether the dilution remedy keeps accuracy at every length to ``KEPT_TO``, and the least
    share."""
    answers, least = [], 1.0
    for length, right, of in zip(one.lengths, one.right["dilution"], one.of, strict=True):
        if length <= KEPT_TO:
            high = wilson(right, of)[1]
            open_or_not = Status.UNKNOWN if high >= at.restored else Status.FALSE
            answers.append(Status.TRUE if right >= at.restored * of else open_or_not)
            least = min(least, right / of)
    worst = Status.FALSE if Status.FALSE in answers else Status.UNKNOWN
    return (Status.TRUE if set(answers) == {Status.TRUE} else worst), least


def undiluted(found: Remedied) -> Answer:
    """S-dilution-cause: logits multiplied by what the law says restore letter and not number."""
    at, answer = found.bounds, several(found, ("letter", "number"))
    if status(answer) is not Status.TRUE:
        return answer
    for one in found.tasks["letter"]:
        holds, least = restored(one, at)
        name = f"letter {one.seed}: accuracy with the factor"
        answer.append(Requirement(name, holds, least, at.restored))
    for one in found.tasks["number"]:
        back = returned(one, "dilution", JUDGED["number"])[0]
        answer.append(at_most(f"number {one.seed}: given back by the factor", back, at.nothing))
    return answer


def unaliased(found: Remedied) -> Answer:
    """S-alias-cause: lags forbidden by the base alone give back number's answers, as many other
    lags do not; of letter's no more come back by it than by as many other lags, which thin out the
    irrelevant keys too."""
    at, answer = found.bounds, several(found, ("number", "letter"))
    if status(answer) is not Status.TRUE:
        return answer
    for one in found.tasks["number"]:
        back = returned(one, "aliasing", JUDGED["number"])[0]
        other = returned(one, "random lags", JUDGED["number"])[0]
        answer.append(at_least(f"number {one.seed}: given back", back, at.returned))
        answer.append(at_most(f"number {one.seed}: by other lags", other, at.nothing))
    letter = found.tasks["letter"]
    back = pooled(letter, "aliasing") - pooled(letter, "random lags")
    return [*answer, at_most("letter: given back beyond other lags", back, at.beyond)]


def pooled(rows: Sequence[Remedy], how: str) -> float:
    """The share of all models' answers lost at letter's length that a remedy gives back."""
    found = [(one, one.lengths.index(JUDGED["letter"])) for one in rows]
    lost = sum(one.of[i] - one.right["nothing"][i] for one, i in found)
    back = sum(one.right[how][i] - one.right["nothing"][i] for one, i in found)
    return back / max(lost, 1)


def scaled(found: Pairwise) -> Answer:
    """S-log-scaled: trained with log-scaled logits, letter does not break by the last length, where
    the plain partner has broken."""
    at, rows = found.bounds, found.tasks.get("letter", ())
    answer = [at_least("models", len({one.seed for one in rows}), at.remedied)]
    for one in rows:
        answer += comparable(one, at)
    if status(answer) is not Status.TRUE:
        return answer
    for one in rows:
        least = min(x / y for x, y in one.accuracy)
        keeps = Status.TRUE if least >= at.keeps else Status.UNKNOWN
        surely = any(wilson(x, y)[1] < at.keeps for x, y in one.accuracy)
        keeps = Status.FALSE if surely else keeps
        answer.append(Requirement(f"letter {one.seed}: keeps", keeps, least, at.keeps))
    return answer


def comparable(one: Pair, at: LawBounds) -> Answer:
    """A log-scaled model has learnt its task, and its partner surely breaks."""
    right, of = one.plain
    least = min(x / y for x, y in one.tested)
    has = Status.TRUE if least >= at.learnt else Status.UNKNOWN
    broken = Status.TRUE if wilson(right, of)[1] < at.keeps else Status.UNKNOWN
    return [
        Requirement(f"letter {one.seed}: learnt", has, least, at.learnt),
        Requirement(f"letter {one.seed}: its partner breaks", broken, right / of, at.keeps),
    ]


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
