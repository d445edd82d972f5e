"""What the checks of the claims about canonical tasks ask, one requirement at a time."""

from collections.abc import Callable
from typing import Any

import numpy as np

from empirical.criteria.recipe_criteria import Answer, Requirement, at_least, at_most
from empirical.experiments.canonical.bounds import Measured, Settled
from empirical.experiments.canonical.checks import several
from empirical.experiments.canonical.judged import (
    aligned,
    band,
    directions,
    mostly,
    one_sided,
    solved,
)
from empirical.experiments.canonical.records import INDUCTION
from empirical.protocol.statistics import both, opposite
from theory.ledger import Status

Asked = Callable[[Any], Answer]


def _learnt(measurement: Measured, task: str) -> Requirement:
    """Some frequency is learnt: found is what more than half the seeds reach at the best one."""
    from empirical.experiments.canonical.shapes import frequency_accuracy

    accuracy = np.sort(frequency_accuracy(measurement.tasks[task]), axis=1)
    reached = float(accuracy[:, (accuracy.shape[1] - 1) // 2].max())
    return at_least("accuracy of most seeds at the best angle", reached, measurement.bounds.learnt)


def only(task: str, fast: bool) -> Asked:
    """A-e-index, A-e-retr."""

    def asked(measurement: Measured) -> Answer:
        states, _, _ = band(measurement, task)
        ends = measurement.bounds.ends
        far = states[-ends:] if fast else states[:ends]
        return [
            _learnt(measurement, task),
            at_most(
                f"of the {ends} at the far end, learnt by some seed", int((far != -1).sum()), 0
            ),
            at_most(
                "p by ranks, learnt by some seed against by none",
                one_sided(states >= 0, fast),
                measurement.bounds.ranks,
            ),
        ]

    return asked


def enough_requirements(task: str, fast: bool) -> Asked:
    """A-e-index-enough, A-e-retr-enough."""

    def asked(measurement: Measured) -> Answer:
        states, good, _ = band(measurement, task)
        answer = [_learnt(measurement, task)]
        if good:
            side = states[: good[-1] + 1] if fast else states[good[0] :]
            share, bound = float((side == 1).mean()), measurement.bounds.share
            answer.append(at_least("share of the good side learnt", share, bound))
            answer.append(
                at_least("frequencies on the good side", len(side), measurement.bounds.least)
            )
        return answer

    return asked


def mix_requirements(measurement: Settled) -> Answer:
    """A-e-mix."""
    (one, perhaps, _), (two, maybe, _) = (solved(measurement, task) for task in INDUCTION)
    ends = measurement.bounds.ends

    def some_of(sure: Any, open_: Any) -> Status:
        status = Status.TRUE if sure.any() else Status.UNKNOWN
        return status if sure.any() or open_.any() else Status.FALSE

    none, far = opposite(several(one, perhaps)), opposite(some_of(two[:ends], maybe[:ends]))
    most = some_of(two.mean(1) > 0.5, maybe.mean(1) > 0.5)
    by_most = int((two.mean(1) > 0.5).sum())
    return [
        Requirement("one angle: heads right on every input", none, int(one.sum()), 0),
        Requirement("two angles: frequencies at which most seeds' are", most, by_most, 1),
        Requirement("two angles: at the fastest", far, int(two[:ends].sum()), 0),
    ]


def shapes(task: str, wanted: str) -> Asked:
    """A-e-u, A-e-invu."""

    def asked(measurement: Measured) -> Answer:
        from empirical.experiments.canonical.shapes import by_place, curve_shape, places_judged

        record, held = measurement.tasks[task], measurement.bounds
        places = places_judged(record, held.learnt, held.above)
        answer = [_learnt(measurement, task)]
        answer.append(at_least("frequencies to judge", len(places), held.judged))
        if len(places) >= held.judged:
            curves = by_place(record)
            share = sum(curve_shape(curves[i]) == wanted for i in places) / len(places)
            answer.append(at_least(f"share of those judged that are {wanted}", share, held.share))
        return answer

    return asked


def geometry_requirements(measurement: Measured) -> Answer:
    """A-e-geom: each part's share of the learnt frequencies, and the share that have all."""
    from empirical.experiments.canonical.shapes import frequency_accuracy

    record, held = measurement.tasks["index"], measurement.bounds
    _, good, _ = band(measurement, "index")
    answer = [_learnt(measurement, "index")]
    if not good or record.geometry is None:
        return answer
    knows = frequency_accuracy(record) >= held.learnt
    parts = [aligned(directions(record.geometry[i], knows[i]), held.aligned) for i in good]
    shares = {
        "share whose keys align": [one["keys"] for one in parts],
        "share whose queries fan out": [one["fan"] for one in parts],
        "share whose queries move": [one["gain"] for one in parts],
        "share with all three": [both(*one.values()) for one in parts],
    }
    for name, row in shares.items():
        sure = row.count(Status.TRUE) / len(row)
        answer.append(Requirement(name, mostly(row, held.share), sure, held.share))
    return answer
