"""The checks of the claims about mechanism, on records of measured models.

A measurement has ``tasks`` (for each task its models' records, as ``empirical.mechanism`` writes
them), ``seeds`` and ``steps`` (which runs are required) and the thresholds. A head is positional
or symbolic if it is pure (γ = 0.1, by means; see ``pure``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from empirical.mechanism.bounds import Measured
from empirical.mechanism.records import Flow, Kind, Layer, Zeroed
from empirical.protocol import settings, statistics
from empirical.protocol.reading import Count
from empirical.protocol.statistics import (
    above,
    both,
    opposite,
)
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Outcome, Status, false

CARRIES: dict[str, tuple[Kind, str]] = {
    "number": ("positional", "index"),
    "letter": ("symbolic", "retrieval"),
}
"""The heads that do a task's operation, and the operation."""
WRONG = ("uniform", "other")
"""Attention that should do no task's operation."""


def lacking(measurement: Measured) -> Outcome | None:
    """FALSE where a task lacks seeds, its full run, or names a run twice, or where a model has not
    learnt it; None if nothing lacks."""
    for task in TASKS:
        records = measurement.tasks.get(task, ())
        runs = {(record.steps, record.seed) for record in records}
        short = {seed for steps, seed in runs if steps == measurement.bounds.steps}
        full = any(steps == settings.FULL_STEPS for steps, _ in runs)
        if not (len(runs) == len(records) and len(short) >= measurement.bounds.seeds and full):
            found = f"{task}: {len(short)} seeds of {measurement.bounds.seeds}, full run: {full}"
            return false(found)
        if any(record.task != task for record in records):
            return false(f"{task}: a record of another task")
        for record in records:
            right, of = record.flow.solved
            if right < measurement.bounds.learnt * of:
                return false(f"{record.name} has not learnt its task: {right} of {of} are solved")
    return None


def pure(layers: Sequence[Layer], kind: str, gamma: float) -> list[Layer]:
    """The layers whose head is pure: one score at least 1 - γ, the other at most γ, by means."""
    return [x for x in layers if statistics.pure(x.s_pos, x.s_sym, kind, gamma)]


def check_path(measurement: Measured) -> Outcome:
    """S-flow: the solved inputs whose query ends holding the answer, where looks that are no step
    change nothing; in every model, and at 4 hops too."""
    return _flow(measurement, lambda flow: (flow.stepped, (flow.stepped_by_hops or {})["4"]))


def check_jump(measurement: Measured) -> Outcome:
    """S-jump: in every letter model most 4-hop queries reach hops 1, 2 and 4 alone; with hop 2's
    place cut hardly any does and most walk; with hop 1's place cut most jump as before."""
    if lack := lacking(measurement):
        return lack
    answers, shown, early, follow = [], [], [], []
    for record in measurement.tasks["letter"]:
        found = record.jump
        if found is None:
            reason = "not measured: run python -m empirical.mechanism on the letter models again"
            return Outcome(Status.UNKNOWN, 0, reason, reason)
        free, first, second = found.none, found.hop_1, found.hop_2
        if not free.jumped[1]:
            return false(f"{record.name} solves no input")
        answers += [above(*cut.jumped, measurement.bounds.most) for cut in (free, first)]
        answers.append(opposite(above(*second.jumped, measurement.bounds.rarely)))
        answers.append(above(*second.walked, measurement.bounds.most))
        shown.append(_shares(free.jumped, first.jumped, second.jumped, second.walked))
        early.append(_shares(*(cut.jumped_early for cut in (free, first, second))))
        follow.append(_shares(free.fetched, free.standing))
    text = (
        f"letter, jump with nothing/hop 1/hop 2 cut/walk with hop 2 cut: {', '.join(shown)};"
        f" beside, skipping hop 2 instead, with nothing/hop 1/hop 2 cut: {', '.join(early)};"
        f" looks lead to the answer, taking what is fetched/what stands there: {', '.join(follow)}"
    )
    return Outcome(both(*answers), len(answers), text)


def _shares(*counts: Count) -> str:
    return "/".join(f"{right / of:.2f}" for right, of in counts)


def _flow(measurement: Measured, shares: Callable[[Flow], tuple[Count, ...]]) -> Outcome:
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    for task in TASKS:
        pairs = []
        for record in measurement.tasks[task]:
            counts = shares(record.flow)
            answers += [above(*c, measurement.bounds.explained) for c in counts]
            pairs.append(_shares(*counts))
        shown.append(f"{task} {', '.join(pairs)}")
    return Outcome(both(*answers), len(answers), "; ".join(shown))


def check_causal(measurement: Measured) -> Outcome:
    """S-causal: with the operation's attention in place of the heads' own accuracy is kept, with
    uniform attention and with the other task's it is lost."""
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    for task, (kind, operation) in CARRIES.items():
        triples = []
        for record in measurement.tasks[task]:
            found = record.causal.attention[kind]
            if not found:
                return false(f"{record.name}: no {kind} head")
            answers.append(above(*found[operation], measurement.bounds.kept))
            answers += [opposite(above(*found[x], measurement.bounds.lost)) for x in WRONG]
            triples.append(_shares(*(found[x] for x in (operation, *WRONG))))
        shown.append(f"{task}, {kind} heads as {operation}/{'/'.join(WRONG)}: {', '.join(triples)}")
    stays = [record.causal.staying for record in measurement.tasks["letter"]]
    beside = ", ".join(_shares(one) for one in stays if one is not None)
    shown.append(f"beside, letter as retrieval, a place that is done looking on: {beside}")
    return Outcome(both(*answers), len(answers), "; ".join(shown))


def check_bands(measurement: Measured) -> Outcome:
    """S-bands: number's positional heads need their fastest band, not a random one of equal size;
    letter's heads do not need it."""
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    sets: dict[str, Zeroed] = {"number": "positional", "letter": "all"}
    for task, kind in sets.items():
        pairs = []
        for record in measurement.tasks[task]:
            found = record.causal.bands[kind]
            if not found:
                return false(f"{record.name}: no {kind} head")
            if task == "number":
                answers.append(opposite(above(*found["fastest"], measurement.bounds.lost)))
                answers.append(above(*found["random"], measurement.bounds.kept))
            else:
                answers.append(above(*found["fastest"], measurement.bounds.kept))
            pairs.append(_shares(found["fastest"], found["random"]))
        shown.append(f"{task}, {kind} heads without fastest/random band: {', '.join(pairs)}")
    return Outcome(both(*answers), len(answers), "; ".join(shown))
