"""How a claim about the released recipe is made: the records it reads, the check that its criterion
gives, and its nulls as mutants, each of which changes one thing of what passes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

from empirical.criteria import nulls, questions, seeds
from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.breaks import broken, carried, carried_first
from empirical.criteria.courses import course, kept, widened
from empirical.criteria.head_nulls import Null, refused
from empirical.criteria.recipe_criteria import Answer, Requirement, status
from empirical.criteria.seeds import COMMAND, HELD_COMMAND, Measured, Reader, Seed, stored
from empirical.experiments.dynamics.synthetic import synthetic_manifest
from empirical.protocol import settings
from empirical.protocol.criteria import formed
from empirical.protocol.family import Family, Measurement
from empirical.protocol.statistics import unmet
from empirical.protocol.synthetic import ONE_MODEL, Mutants, without_task
from theory.ledger import Claim, Kind, Outcome, Status, Verdict, false

Criterion = Callable[..., Answer]
CASES = {
    name: (criterion, passing, changes) for name, criterion, passing, changes in nulls.every_null()
}


@dataclass(frozen=True)
class RecordKind:
    """A kind of records: how the ``folder`` of them below ``seeds.RELEASED`` is read, what makes
    them, and how many models of each task a verdict needs."""

    name: str
    folder: str
    reader: Reader[Any]
    command: str
    least: Mapping[str, int]
    sizes: str
    form: tuple[Callable[..., Any], ...] = ()
    """What gives a record the form that the criteria read."""
    seeds_alone: bool = True
    """Whether its models are seeds of the released recipe: a held-out one's name says another."""
    fresh: bool = False
    """Whether seeds 0 to 4 were seen before its criterion was hardened, and others are judged."""


SEEDS = dict.fromkeys(("number", "letter"), BOUNDS.seeds)
LEARNT = (
    f"{BOUNDS.seeds} seeds a task of the released recipe, 6,750 steps; accuracy above"
    f" {BOUNDS.learnt_at} at every hop count, "
)
ALONE = "not supported if a model lacks it, and undecided if all of a task do; "
FIVE = LEARNT + ALONE
TRAINING = RecordKind("dynamics", "dynamics", seeds.trained, COMMAND, SEEDS, FIVE, (course,))
PURITIES = RecordKind("dynamics", "dynamics", seeds.purities, COMMAND, SEEDS, FIVE, (widened,))
LENGTHS = RecordKind("lengths", "lengths", seeds.measured, COMMAND, SEEDS, FIVE, (kept,))
GAPS = RecordKind(
    "gaps", "lengths", seeds.decayed, COMMAND, SEEDS, FIVE, (carried, carried_first, kept)
)
HEADS = RecordKind("ablation", "ablation", seeds.ablated, COMMAND, SEEDS, FIVE)
FRESH = f"seeds {seeds.FRESH[0]} to {seeds.FRESH[-1]}: "
FOLLOWED = RecordKind(
    "following", "following", seeds.followed, COMMAND, SEEDS, FRESH + LEARNT + ALONE, fresh=True
)
HELD_OUT = RecordKind(
    "held-out",
    "held-out",
    seeds.held_out_models,
    HELD_COMMAND,
    {"number": BOUNDS.held_number, "letter": BOUNDS.held_letter},
    f"{BOUNDS.held_letter} letter models over rates, steps and bases, {BOUNDS.held_number} number"
    " models over bases, trained after the predictor was frozen, predictions committed before"
    f" anything long is run; accuracy above {BOUNDS.learnt_at} at 17 tokens, {ALONE}undecided"
    f" unless letter's breaking lengths span a factor {BOUNDS.span:g}; ",
    (broken, kept),
    seeds_alone=False,
)
KINDS = {one.name: one for one in (TRAINING, LENGTHS, HEADS, FOLLOWED, HELD_OUT)}
"""By the folder of the records."""


def values_by_task(measurement: Measured[Any]) -> dict[str, list[Any]]:
    """By task what the criteria read."""
    return {task: [one.found for one in rows] for task, rows in measurement.tasks.items()}


def judged(criterion: Criterion, least: Mapping[str, int]) -> Callable[[Measured[Any]], Outcome]:
    """A check: the criterion's requirements on the models, which must be as many as needed."""

    def check(measurement: Measured[Any]) -> Outcome:
        for task, wanted in least.items():
            records = measurement.tasks.get(task, ())
            many = {record.seed for record in records}
            if not len(many) == len(records) >= wanted:
                return false(f"{task}: {len(many)} models of {wanted}")
        answer = criterion(values_by_task(measurement), measurement.bounds)
        said = "; ".join(map(margin, answer))
        open_ones = [one.name for one in answer if one.holds is Status.UNKNOWN]
        note = f"not settled by their intervals: {', '.join(open_ones)}; {said}"
        if first := unmet(answer):
            note = f"nothing can be told without: {', '.join(first)}; {said}"
        unsettled = status(answer) is Status.UNKNOWN
        return Outcome(status(answer), len(answer), said, note if unsettled else "")

    return check


def margin(one: Requirement) -> str:
    """What was found against the bound."""
    return f"{one.name}: {one.found:.3g} (bound {one.bound:g})"


def synthetic(tasks: Mapping[str, list[Any]], bounds: Bounds = BOUNDS) -> Measured[Any]:
    """What is in a criterion's form, as records of so many seeds."""
    return Measurement(
        {
            task: tuple(
                Seed(task, i, synthetic_manifest(task, i), one) for i, one in enumerate(rows)
            )
            for task, rows in tasks.items()
        },
        bounds,
    )


def _put(tasks: Mapping[str, list[Any]]) -> Callable[[Measured[Any]], Measured[Any]]:
    """A function that gives a measurement these models."""
    return lambda measurement: replace(measurement, tasks=synthetic(tasks).tasks)


def _mutants(changes: list[Null]) -> Mutants:
    """Nulls that are rejected as mutants, and what takes seeds or a task away."""
    taken = ONE_MODEL | {"letter not measured": (Kind.TERM, without_task("letter"))}
    rejected = [one for one in changes if not refused(one)]
    return {what: _put(tasks) for what, tasks, _ in rejected} | taken


def based(name: str) -> str:
    """On what the criterion was tested, where that is not the figures' own curves."""
    if name not in nulls.SYNTHETIC:
        return ""
    tested = "The criterion itself is tested on synthetic data, not on measurements"
    return f". {tested}: {nulls.SYNTHETIC[name].removeprefix('synthetic: ')}"


def claim(
    id: str,  # noqa: A002 (the field's name)
    place: str,
    statement: str,
    published: str,
    covers: str,
    kind: RecordKind,
    not_covered: str,
    provenance: str = "printed",
    expected: Verdict = Verdict.SUPPORTED,
) -> Claim:
    """A claim of this package; its criterion, what passes and its nulls are the case of its name.

    ``expected`` is SUPPORTED until it is decided: the paper is taken at its word.
    """
    criterion, passing, changes = CASES[id]
    check = formed(judged(criterion, kind.least), *kind.form)
    reader = seeds.released(kind.reader) if kind.seeds_alone else kind.reader
    family = Family(
        records=f"records: {kind.name}",
        sizes=kind.sizes,
        bounds=lambda: BOUNDS,
        stored=seeds.of_fresh_seeds(reader)
        if kind.fresh
        else stored(reader, kind.least, kind.command),
        folders=lambda: ((seeds.FRESH_FOLDER if kind.fresh else seeds.RELEASED) / kind.folder,),
        synthetic=_put(passing),
        limits=f". {settings.LAST_WEIGHTS}{based(id)}",
    )
    about = (id, place, statement, published, covers, check, _mutants(changes), not_covered)
    return family.claim(*about, expected, provenance)


def asked(kind: str) -> tuple[Claim, ...]:
    """The claims of the questions that have a file of their own and read records of a kind."""
    words = [name for name in signature(claim).parameters if name != "kind"]
    return tuple(
        claim(**{name: getattr(one, name) for name in words}, kind=KINDS[kind])
        for one in questions.every()
        if one.kind == kind
    )
