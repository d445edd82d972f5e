"""The checks of the claims about mechanism, on records of measured models.

A measurement has ``tasks`` (for each task its models' records, as ``experiments.mechanism`` writes
them), ``seeds`` and ``steps`` (which runs are required) and the thresholds. A head is positional
or symbolic if it is pure (γ = 0.1, by means; see ``pure``).
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from empirical.experiments.mechanism.bounds import Measured
from empirical.experiments.mechanism.records import (
    CARRIES,
    WRONG,
    By,
    Courses,
    Jump,
    Kind,
    MechanismRecord,
    pure_layers,
)
from empirical.protocol import settings
from empirical.protocol.reading import Count
from empirical.protocol.statistics import above, both, margin, opposite
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Outcome, Status, false

ZEROED: dict[str, Literal["positional", "all"]] = {"number": "positional", "letter": "all"}
"""The heads whose planes are zeroed, of which S-bands speaks."""


def lacking(measurement: Measured) -> Outcome | None:
    """FALSE where a task lacks a seed or its full run, or has others, or one run twice, or where a
    model is not the recipe's; UNKNOWN where one has not learnt the task; None if nothing lacks."""
    for task in TASKS:
        records = measurement.tasks.get(task, ())
        if why := _runs(task, records, measurement) or _foreign(task, records, measurement):
            return false(why)
        if why := _untaught(records, measurement):
            return Outcome(Status.UNKNOWN, 0, why, why)
    return None


def _runs(task: str, records: Sequence[MechanismRecord], measurement: Measured) -> str:
    """Why these are not the registered seeds' runs and the full one; empty if they are."""
    bounds, runs = measurement.bounds, {(record.steps, record.seed) for record in records}
    short = {seed for steps, seed in runs if steps == bounds.steps}
    full = {seed for steps, seed in runs if steps == settings.FULL_STEPS}
    seeds = set(range(bounds.seeds))
    if not (len(runs) == len(records) and short == seeds and full and full <= seeds):
        found = f"{len(records)} runs, of seeds {sorted(short)}, in full {sorted(full)}"
        return f"{task}: {found}; registered are {sorted(seeds)} and one of them in full"
    for one, other in alike(records):
        return f"{other.name} has the layers of {one.name}: one run stands twice"
    return ""


def alike(records: Sequence[MechanismRecord]) -> list[tuple[MechanismRecord, MechanismRecord]]:
    """Records of one run: their heads are the same, to every digit."""
    return [pair for pair in combinations(records, 2) if pair[0].layers == pair[1].layers]


def _foreign(task: str, records: Sequence[MechanismRecord], measurement: Measured) -> str:
    """Which record is of another task or another number of layers; empty if none is."""
    layers = measurement.bounds.layers
    for record in records:
        if record.task != task:
            return f"{task}: a record of another task"
        if len(record.layers) != layers:
            return f"{record.name} has {len(record.layers)} layers, not {layers}"
    return ""


def _untaught(records: Sequence[MechanismRecord], measurement: Measured) -> str:
    """Which record is of a model that has not learnt its task; empty if none is."""
    for record in records:
        right, of = record.flow.solved
        if not of or right < measurement.bounds.learnt * of:
            return f"{record.name} has not learnt its task: {right} of {of} are solved"
    return ""


def carried(record: MechanismRecord, kind: Kind, found: By, gamma: float) -> bool:
    """Whether a model has heads that are pure of a kind, and something was done to them."""
    return bool(found and pure_layers(record.layers, kind, gamma))


def chances(pairs: Sequence[tuple[Count, Count]]) -> tuple[float, float]:
    """Of counts with those by chance, ``margin``'s two ends where they are the least apart."""
    return min((margin(*pair) for pair in pairs), key=lambda ends: ends[0] - ends[1])


def more(*pairs: tuple[Count, Count]) -> Status:
    """Whether each count is surely more than that by chance."""
    low, high = chances(pairs)
    return Status.TRUE if low >= high else Status.FALSE


def check_path(measurement: Measured) -> Outcome:
    """S-flow: the solved inputs whose query ends holding the answer, where looks that are no step
    change nothing; in every model more than by looks at random, and at 4 hops too."""
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    for task in TASKS:
        pairs = []
        for record in measurement.tasks[task]:
            flow = record.flow
            counts = flow.stepped, (flow.stepped_by_hops or {})["4"]
            answers += [above(*c, measurement.bounds.explained) for c in counts]
            answers.append(more((flow.stepped, flow.stepped_by_chance)))
            pairs.append(_shares(*counts))
        shown.append(f"{task} {', '.join(pairs)}")
    return Outcome(both(*answers), len(answers), "; ".join(shown))


def check_jump(measurement: Measured) -> Outcome:
    """S-jump: in every letter model most 4-hop queries reach hops 1, 2 and 4 alone; with hop 2's
    place cut hardly any does and most walk; with hop 1's place cut most jump as before; all more
    than by looks at random, and neither cut spoils the answers. One model that does not jump in
    most inputs leaves it open, two refute it."""
    if lack := lacking(measurement):
        return lack
    answers, most, shown, early, follow = [], [], [], [], []
    for record in measurement.tasks["letter"]:
        found = record.jump
        if found is None:
            reason = "not measured: run rope-claims run mechanism on the letter models again"
            return Outcome(Status.UNKNOWN, 0, reason, reason)
        free, first, second = found.none, found.hop_1, found.hop_2
        if not free.jumped[1]:
            return false(f"{record.name} solves no input")
        most.append([above(*cut.jumped, measurement.bounds.most) for cut in (free, first)])
        answers.append(opposite(above(*second.jumped, measurement.bounds.rarely)))
        answers.append(above(*second.walked, measurement.bounds.most))
        answers.append(more(*jumping(found), *walking(found)))
        answers += [above(*right(cut), measurement.bounds.kept) for cut in (first, second)]
        shown.append(_shares(free.jumped, first.jumped, second.jumped, second.walked))
        early.append(_shares(*(cut.jumped_early for cut in (free, first, second))))
        follow.append(_shares(free.fetched, free.standing))
    text = (
        f"letter, jump with nothing/hop 1/hop 2 cut/walk with hop 2 cut: {', '.join(shown)};"
        f" beside, skipping hop 2 instead, with nothing/hop 1/hop 2 cut: {', '.join(early)};"
        f" looks lead to the answer, taking what is fetched/what stands there: {', '.join(follow)}"
    )
    answers += [but_for_one(column) for column in zip(*most, strict=True)]
    holds, cases = both(*answers), len(answers) + 2 * (len(most) - 1)
    return Outcome(holds, cases, text, text if holds is Status.UNKNOWN else "")


def but_for_one(answers: Sequence[Status]) -> Status:
    """Whether all are TRUE; FALSE where more than one is FALSE: one model is a matter of a seed."""
    found = both(*answers)
    return Status.UNKNOWN if answers.count(Status.FALSE) == 1 else found


def jumping(found: Jump) -> list[tuple[Count, Count]]:
    """What jumps with nothing cut and with hop 1's place cut, each with what does by chance."""
    return [(cut.jumped, found.by_chance.jumped) for cut in (found.none, found.hop_1)]


def walking(found: Jump) -> list[tuple[Count, Count]]:
    """What walks with hop 2's place cut, with what does by chance."""
    return [(found.hop_2.walked, found.by_chance.walked)]


def right(cut: Courses) -> Count:
    """Answers that stay right; none where they were not counted."""
    return cut.right or (0, cut.jumped[1])


def _shares(*counts: Count) -> str:
    return "/".join(f"{right / of:.2f}" for right, of in counts)


def check_causal(measurement: Measured) -> Outcome:
    """S-causal: accuracy, high as it is, is kept with the operation's attention in place of the
    heads' own; with uniform attention and with the other task's it is lost."""
    if lack := lacking(measurement):
        return lack
    answers, shown = [], []
    for task, (kind, operation) in CARRIES.items():
        triples = []
        for record in measurement.tasks[task]:
            found, base = record.causal.attention[kind], record.causal.base
            if not carried(record, kind, found, measurement.bounds.gamma):
                return false(f"{record.name}: no {kind} head")
            answers += [above(*x, measurement.bounds.kept) for x in (base, found[operation])]
            answers += [opposite(above(*found[x], measurement.bounds.lost)) for x in WRONG]
            triples.append(_shares(*(found[x] for x in (operation, *WRONG))))
        shown.append(f"{task}, {kind} heads as {operation}/{'/'.join(WRONG)}: {', '.join(triples)}")
    stays = [record.causal.staying for record in measurement.tasks["letter"]]
    beside = ", ".join(_shares(one) for one in stays if one is not None)
    shown.append(f"beside, letter as retrieval, a place that is done looking on: {beside}")
    return Outcome(both(*answers), len(answers), "; ".join(shown))


def check_bands(measurement: Measured) -> Outcome:
    """S-bands: in models that are right as they are number's positional heads need their fastest
    band, not a random one of equal size; letter's heads do not need it."""
    if lack := lacking(measurement):
        return lack
    answers, shown, bounds = [], [], measurement.bounds
    for task, kind in ZEROED.items():
        pairs = []
        for record in measurement.tasks[task]:
            found = record.causal.bands[kind]
            answers.append(above(*record.causal.base, bounds.kept))
            if kind == "all":
                answers.append(above(*found["fastest"], bounds.kept))
            elif carried(record, kind, found, bounds.gamma):
                answers.append(opposite(above(*found["fastest"], bounds.lost)))
                answers.append(above(*found["random"], bounds.kept))
            else:
                return false(f"{record.name}: no {kind} head")
            pairs.append(_shares(found["fastest"], found["random"]))
        shown.append(f"{task}, {kind} heads without fastest/random band: {', '.join(pairs)}")
    return Outcome(both(*answers), len(answers), "; ".join(shown))
