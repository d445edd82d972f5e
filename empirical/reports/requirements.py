"""What the checks of the claims about mechanism, about the shipped models and about canonical tasks
ask, one requirement at a time, so that the page can say by which a null is rejected.

A check judges; nothing here does: tests hold both to the same answer on records, nulls and mutants.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from empirical.criteria.figures import figure, wilson_text
from empirical.criteria.recipe_criteria import Answer, Requirement, at_least, at_most
from empirical.experiments.mechanism.bounds import Measured
from empirical.experiments.mechanism.checks import (
    alike,
    but_for_one,
    carried,
    chances,
    jumping,
    right,
    walking,
)
from empirical.experiments.mechanism.records import CARRIES, WRONG
from empirical.experiments.shipped.bounds import Measurement as Shipped
from empirical.experiments.shipped.claims import pure_heads, recorded, some
from empirical.protocol import settings
from empirical.protocol.reading import Count
from empirical.protocol.statistics import Precondition, above, both, opposite
from empirical.protocol.vocabulary import TASKS
from empirical.reports.canonical_requirements import (
    Asked,
    enough_requirements,
    geometry_requirements,
    mix_requirements,
    only,
    shapes,
)
from theory.ledger import Status


@dataclass(frozen=True)
class OfShare(Requirement):
    """One on shares: ``worst`` is the (right, of) that ``found`` is the share of."""

    worst: Count


def _share(count: Count) -> float:
    return count[0] / count[1]


def keeps(name: str, counts: Sequence[Count], bound: float) -> Requirement:
    """Each share surely above the bound; found: the least."""
    holds = both(*(above(*one, bound) for one in counts))
    worst = min(counts, key=_share)
    return OfShare(name, holds, _share(worst), bound, worst)


def nearly(name: str, counts: Sequence[Count], bound: float) -> Requirement:
    """``keeps``, left open by a single model that surely does not."""
    return replace(
        keeps(name, counts, bound), holds=but_for_one([above(*one, bound) for one in counts])
    )


def stays_below(name: str, counts: Sequence[Count], bound: float) -> Requirement:
    """Each share surely not above the bound; found: the largest."""
    holds = both(*(opposite(above(*one, bound)) for one in counts))
    worst = max(counts, key=_share)
    return OfShare(name, holds, _share(worst), bound, worst)


def having(name: str, rows: Sequence[bool]) -> Requirement:
    """There are heads to intervene on in every model; found: in how many."""
    return at_least(name, sum(rows), len(rows))


def _beyond(name: str, pairs: Sequence[tuple[Count, Count]]) -> Requirement:
    """Each count surely more than that by chance; found and bound: the ends of the two intervals
    where they are the least apart."""
    return at_least(name, *chances(pairs))


def right_as_they_are(measurement: Measured) -> list[Requirement]:
    """What S-causal and S-bands ask of the models that they intervene on."""
    return [
        keeps(
            f"{task} is right as it is",
            [one.causal.base for one in measurement.tasks[task]],
            measurement.bounds.kept,
        )
        for task in TASKS
    ]


def solving(measurement: Measured) -> list[Requirement]:
    """What every claim about mechanism asks first: each run is its own, and its model has learnt
    its task; found: how many pairs are of one run, and the least share of a model's inputs."""
    answer = []
    for task in TASKS:
        records = measurement.tasks[task]
        least, bound = min(_share(one.flow.solved) for one in records), measurement.bounds.learnt
        learnt = Status.TRUE if least >= bound else Status.FALSE
        answer += [
            at_most(f"{task}'s records of one run", len(alike(records)), 0),
            Precondition(f"{task}'s models have learnt it", learnt, least, bound),
        ]
    return answer


def _path(measurement: Measured) -> Answer:
    """S-flow."""
    answer, bound = solving(measurement), measurement.bounds.explained
    for task in TASKS:
        flows = [one.flow for one in measurement.tasks[task]]
        four = [(one.stepped_by_hops or {})["4"] for one in flows]
        chance = [(one.stepped, one.stepped_by_chance) for one in flows]
        answer += [
            keeps(f"{task}'s queries end holding the answer", [x.stepped for x in flows], bound),
            keeps(f"{task}'s of 4 hops do", four, bound),
            _beyond(f"{task}'s do more than by chance", chance),
        ]
    return answer


def _jump(measurement: Measured) -> Answer:
    """S-jump."""
    held = measurement.bounds
    jumps = [one.jump for one in measurement.tasks["letter"] if one.jump is not None]
    return [
        *solving(measurement),
        nearly("most jump with nothing cut", [x.none.jumped for x in jumps], held.most),
        nearly("most jump with hop 1 cut", [x.hop_1.jumped for x in jumps], held.most),
        stays_below("few jump with hop 2 cut", [x.hop_2.jumped for x in jumps], held.rarely),
        keeps("most walk with hop 2 cut", [x.hop_2.walked for x in jumps], held.most),
        _beyond("more jump than by chance", [pair for x in jumps for pair in jumping(x)]),
        _beyond("more walk than by chance", [pair for x in jumps for pair in walking(x)]),
        keeps("answers stay right with hop 1 cut", [right(x.hop_1) for x in jumps], held.kept),
        keeps("answers stay right with hop 2 cut", [right(x.hop_2) for x in jumps], held.kept),
    ]


def _causal(measurement: Measured) -> Answer:
    """S-causal."""
    held = measurement.bounds
    answer: Answer = [*solving(measurement), *right_as_they_are(measurement)]
    for task, (kind, operation) in CARRIES.items():
        records = measurement.tasks[task]
        rows = [one.causal.attention[kind] for one in records]
        there = [
            carried(one, kind, row, held.gamma) for one, row in zip(records, rows, strict=True)
        ]
        answer.append(having(f"{task} models with {kind} heads", there))
        if not all(there):
            continue
        kept = [one[operation] for one in rows]
        answer.append(keeps(f"{task} is kept with {operation}", kept, held.kept))
        for wrong, words in zip(WRONG, ("uniform", "the other task's"), strict=True):
            lost = [one[wrong] for one in rows]
            answer.append(stays_below(f"{task} is lost with {words}", lost, held.lost))
    return answer


def planes(measurement: Measured) -> Answer:
    """S-bands."""
    held, records = measurement.bounds, measurement.tasks["number"]
    number = [one.causal.bands["positional"] for one in records]
    letter = [one.causal.bands["all"]["fastest"] for one in measurement.tasks["letter"]]
    there = [
        carried(one, "positional", row, held.gamma)
        for one, row in zip(records, number, strict=True)
    ]
    answer = [
        *solving(measurement),
        *right_as_they_are(measurement),
        having("number models with positional heads", there),
        keeps("letter is kept without the fastest planes", letter, held.kept),
    ]
    if all(there):
        fastest, others = ([one[x] for one in number] for x in ("fastest", "random"))
        answer.append(stays_below("number is lost without the fastest planes", fastest, held.lost))
        answer.append(keeps("number is kept without others", others, held.kept))
    return answer


def _accuracy(measurement: Shipped) -> Answer:
    """B-e-acc."""
    bound = measurement.bounds.at_least
    return [
        keeps(
            f"{task} is learnt at every hop count",
            list((measurement.tasks[task].hops or {}).values()),
            bound,
        )
        for task in measurement.required
    ]


def _mix(measurement: Shipped) -> Answer:
    """B-e-mix."""
    answer = []
    for task in measurement.required:
        scores = measurement.tasks[task].scores
        layers = recorded(scores, measurement.bounds.layers)
        answer.append(at_least(f"{task}'s layers that have a head", *layers))
        for kind in ("positional", "symbolic"):
            counts = pure_heads(scores, kind, measurement.bounds.gamma)
            none = (task, kind) == ("letter", "positional")
            name = f"{task} has {'no positional head' if none else f'{kind} heads'}"
            holds = opposite(some(counts)) if none else some(counts)
            answer.append(Requirement(name, holds, counts[1], 0 if none else 1))
    return answer


def _lengths(measurement: Shipped) -> Answer:
    """B-e-len."""
    held, answer = measurement.bounds, []
    counts = {task: measurement.tasks[task].lengths or {} for task in ("letter", "number")}
    for task, row in counts.items():
        asked = {str(n) for n in settings.LENGTHS[task]}
        there = len(asked & set(row)) - len(set(row) - asked)
        answer.append(at_least(f"{task}'s lengths that are measured", there, len(asked)))
    kept = [x for n, x in counts["letter"].items() if int(n) <= held.until]
    fallen = counts["number"][str(held.collapsed_by)]
    later = counts["number"].get(str(held.barely_at), fallen)
    return [
        *answer,
        keeps(f"letter keeps to {held.until} tokens", kept, held.keeps),
        stays_below(f"number falls by {held.collapsed_by}", [fallen], held.keeps),
        stays_below(f"number is well below it by {held.barely_at}", [later], held.barely),
    ]


ASKED: dict[str, Asked] = {
    "S-flow": _path,
    "S-jump": _jump,
    "S-causal": _causal,
    "S-bands": planes,
    "B-e-acc": _accuracy,
    "B-e-mix": _mix,
    "B-e-len": _lengths,
    "A-e-index": only("index", True),
    "A-e-index-enough": enough_requirements("index", True),
    "A-e-retr": only("retrieval", False),
    "A-e-retr-enough": enough_requirements("retrieval", False),
    "A-e-mix": mix_requirements,
    "A-e-u": shapes("index", "U"),
    "A-e-invu": shapes("retrieval", "inverse U"),
    "A-e-geom": geometry_requirements,
}
"""By claim."""


def value_text(one: Requirement) -> str:
    """What was found, with Wilson's 95 % interval where it is a share."""
    return wilson_text(*one.worst) if isinstance(one, OfShare) else figure(one.found)


def requirement_text(one: Requirement) -> str:
    """What was found, and the bound."""
    return f"{one.name}: {value_text(one)} (bound {one.bound:.3g})"


def missed(answer: Iterable[Requirement]) -> list[Requirement]:
    """Those that surely do not hold."""
    return [one for one in answer if one.holds is Status.FALSE]
