"""The checks of the measured claims about the canonical tasks (``canonical.claims``)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from empirical.experiments.canonical.bounds import Measured, Settled
from empirical.experiments.canonical.judged import (
    aligned,
    band,
    directions,
    lacking,
    mostly,
    one_sided,
    solved,
    status,
)
from empirical.experiments.canonical.records import INDUCTION
from empirical.protocol.statistics import both, opposite
from theory.ledger import Outcome, Status


def check_only(task: str, fast: bool) -> Callable[[Measured], Outcome]:
    """Learnt only with fast (slow) enough angles: some frequency is, those at the other end are by
    no seed, and by ranks those that some seed learns lie on the claimed side."""

    def check(measurement: Measured) -> Outcome:
        from empirical.experiments.canonical.table import ranges

        if lack := lacking(measurement, task):
            return lack
        states, good, found = band(measurement, task)
        ends = measurement.bounds.ends
        far = states[-ends:] if fast else states[:ends]
        p = one_sided(states >= 0, fast)
        answers = [
            status(bool(good)),
            status(bool((far == -1).all())),
            status(p <= measurement.bounds.ranks),
        ]
        ids = measurement.tasks[task].ids
        some = ranges([i for i, state in zip(ids, states, strict=True) if state >= 0])
        found = f"{found}; by ranks p = {p:.1e}; learnt by some seed: {some or 'none'}"
        return Outcome(both(*answers), len(states), found)

    return check


def check_enough(task: str, fast: bool) -> Callable[[Measured], Outcome]:
    """A fast (slow) enough angle is enough: of those up to the last learnt one, which are not a
    few, most are learnt."""

    def check(measurement: Measured) -> Outcome:
        if lack := lacking(measurement, task):
            return lack
        states, good, found = band(measurement, task)
        if not good:
            return Outcome(Status.FALSE, 1, found)
        side = states[: good[-1] + 1] if fast else states[good[0] :]
        share = float((side == 1).mean())
        found = f"{found}; {share:.2f} of the {len(side)} on that side"
        held = measurement.bounds
        answers = status(len(side) >= held.least), status(share >= held.share)
        return Outcome(both(*answers), len(side), found)

    return check


def steady(check: Callable[[Any], Outcome], name: str, *by: float) -> Callable[[Any], Outcome]:
    """A check whose answer is the same where one bound is moved ``by`` these; UNKNOWN where it is
    not."""

    def held(measurement: Any) -> Outcome:
        outcome = check(measurement)
        at: float = getattr(measurement.bounds, name)
        for value in (at + step for step in by):
            moved = replace(measurement, bounds=replace(measurement.bounds, **{name: value}))
            if check(moved).status is not outcome.status:
                note = f"'{name}' at {at:g}: {outcome.status}, at {value:g} not so; {outcome.found}"
                return replace(outcome, status=Status.UNKNOWN, note=note)
        return outcome

    return held


def check_canonical_mix(measurement: Settled) -> Outcome:
    """One angle: no head is right on every input. Two: at some frequency most seeds' are, at the
    fastest none."""
    sweeps = {task: record for task, (record, _) in measurement.tasks.items()}
    if lack := lacking(Measured(sweeps, measurement.bounds), *INDUCTION):
        return lack
    (one, perhaps, first), (two, maybe, second) = (solved(measurement, t) for t in INDUCTION)
    ends = measurement.bounds.ends
    answers = (
        opposite(several(one, perhaps)),
        _surely((two.mean(1) > 0.5).any(), (maybe.mean(1) > 0.5).any()),
        opposite(_surely(two[:ends].any(), maybe[:ends].any())),
    )
    found, holds = f"{first}; {second}", both(*answers)
    lone = f"with one angle {int(one.sum())} of {one.size} heads solves the task; {found}"
    return Outcome(holds, one.size + two.size, found, lone if holds is Status.UNKNOWN else "")


def several(sure: Any, maybe: Any) -> Status:
    """TRUE of two heads at least, FALSE where not one may be; UNKNOWN between: one head of so many
    speaks of a seed."""
    return Status.TRUE if sure.sum() > 1 else status(False) if not maybe.any() else Status.UNKNOWN


def _surely(sure: Any, maybe: Any) -> Status:
    """TRUE, or FALSE where not even that may be; UNKNOWN between."""
    return status(sure) if sure or not maybe else Status.UNKNOWN


def check_shape(task: str, wanted: str) -> Callable[[Measured], Outcome]:
    """Most judged frequencies have the shape: quadratic coefficient and both ends against the
    middle have its sign by Student's intervals over seeds."""

    def check(measurement: Measured) -> Outcome:
        from empirical.experiments.canonical.shapes import (
            by_place,
            curvature,
            curve_shape,
            places_judged,
        )

        if lack := lacking(measurement, task):
            return lack
        record, held = measurement.tasks[task], measurement.bounds
        places = places_judged(record, held.learnt, held.above)
        if len(places) < held.judged:
            return Outcome(Status.FALSE, 1, f"{task}: {len(places)} frequencies to judge")
        curves = by_place(record)
        found = {record.ids[i]: curve_shape(curves[i]) for i in places}
        share = sum(s == wanted for s in found.values()) / len(found)
        text = "; ".join(
            f"{name}: IDs {' '.join(str(k) for k, s in found.items() if s == name)}"
            for name in ("U", "inverse U", "neither")
            if name in found.values()
        )
        bends = sorted((curvature(curves[i]) for i in places), key=lambda x: x[1])
        least, most = ("{1:.3f} [{0:.3f}, {2:.3f}]".format(*x) for x in (bends[0], bends[-1]))
        up, down = (sum(x[0] > 0 for x in bends), sum(x[2] < 0 for x in bends))
        text += f"; quadratic coefficients {least} … {most}; beside, surely bent as U {up}, as"
        text += f" inverse U {down} of {len(bends)}"
        return Outcome(status(share >= held.share), len(found), f"{task}: {text}")

    return check


def check_geometry(measurement: Measured) -> Outcome:
    """At most learnt frequencies, over the seeds that learnt: keys share one direction, queries
    turned back by jθ do, and more so than the queries as they are."""
    from empirical.experiments.canonical.shapes import frequency_accuracy, share

    if lack := lacking(measurement, "index"):
        return lack
    record, held = measurement.tasks["index"], measurement.bounds
    _, good, found = band(measurement, "index")
    if not good or record.geometry is None:
        return Outcome(Status.FALSE, 1, found)
    knows = frequency_accuracy(record) >= held.learnt
    lengths = [directions(record.geometry[i], knows[i]) for i in good]
    answers = [both(*aligned(one, held.aligned).values()) for one in lengths]
    sure, astride = (answers.count(one) for one in (Status.TRUE, Status.UNKNOWN))
    keys, fan = (share(min((one[n] for one in lengths), key=_mean)) for n in ("keys", "fan"))
    still = share(max((one["still"] for one in lengths), key=_mean))
    return Outcome(
        mostly(answers, held.share),
        len(good),
        f"{found}: {sure} as claimed, {astride} astride; least keys {keys}, fan {fan}; largest"
        f" unturned {still}",
    )


def _mean(interval: tuple[float, float, float]) -> float:
    return interval[1]
