"""The same criteria on fresh seeds, and on the weights best on validation: what a verdict would be
had other seeds been drawn, or had the claim read the weights that the paper's scripts keep."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from empirical.criteria import seeds
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.courses import KINDS, Course, Kept, course, kept
from empirical.criteria.recipe_claims import CASES
from empirical.criteria.recipe_criteria import status
from empirical.experiments.dynamics import records as dynamics
from empirical.experiments.lengths import records as lengths
from empirical.protocol import settings
from empirical.protocol.family import MEASURED
from empirical.protocol.statistics import above
from empirical.protocol.vocabulary import TASKS
from empirical.released import best
from empirical.reports.released import record_kind
from theory.ledger import Status

FOLDERS = (seeds.RELEASED, seeds.FRESH_FOLDER)
SHOWN_LENGTHS = {"number": (24, 68, 300), "letter": (300, 850, 2000)}
"""Tokens at which best and last weights stand side by side."""


def replication_rows() -> list[tuple[str, ...]]:
    """A row a claim: what its criterion says of the last weights of seeds 0 to 4 and 5 to 9, and of
    the best weights of both; a dash where there are no such records."""
    rows = []
    for kind, claims in CLAIMS_BY_KIND.items():
        if kind == "held-out":
            continue
        for claim in claims:
            reader = record_kind(claim, kind).reader
            last = [says(claim.id, records(folder, reader)) for folder in FOLDERS]
            other = [says(claim.id, best_of(folder, kind, claim.id)) for folder in FOLDERS]
            rows.append((claim.id, *last, *other))
    return rows


def records(folder: Path, reader: seeds.Reader[Any]) -> dict[str, list[Any]]:
    """By task what a criterion reads of the last weights in a folder."""
    return {task: [one.found for one in some] for task, some in seeds.seeds(folder, reader).items()}


def says(claim_id: str, tasks: Mapping[str, Sequence[Any]]) -> str:
    """What a claim's criterion says of these models, five a task, and which of its requirements
    are not met; a dash of fewer."""
    if min((len(tasks.get(task, ())) for task in TASKS), default=0) < BOUNDS.seeds:
        return "–"
    answer = CASES[claim_id][0](tasks, BOUNDS)
    missed = [
        one.name + " (open)" * (one.holds is Status.UNKNOWN)
        for one in answer
        if one.holds is not Status.TRUE
    ]
    verdict = MEASURED[status(answer)]
    return f"{verdict}: {'; '.join(missed)}" if missed else verdict


def unlearnt_seeds(level: float = BOUNDS.learnt_at) -> list[str]:
    """Which models do not surely end above this accuracy, as every criterion asks, and where."""
    return [
        f"{task} {one.seed} ({right:,} of {of:,} right at {hops} hops)"
        for task in TASKS
        for folder in FOLDERS
        for one in _courses(folder, task)
        for hops, (right, of) in enumerate(course(one).last, 1)
        if above(right, of, level) is not Status.TRUE
    ]


def best_of(folder: Path, kind: str, claim_id: str) -> dict[str, list[Any]]:
    """By task what a criterion reads where runs end with their best weights; nothing where that was
    not recorded (heads taken away, looks followed, gaps), and of B-e-pure, which asks what happens
    after accuracy is at its best."""
    if kind == "dynamics" and claim_id != "B-e-pure":
        return {task: [ended(one) for one in _courses(folder, task)] for task in TASKS}
    if kind == "lengths" and claim_id != "B-e-disc-decay":
        return {task: replicated_curves(folder, task) for task in TASKS}
    return {}


def _courses(folder: Path, task: str) -> tuple[dynamics.DynamicsRecord, ...]:
    """A task's records of training in a folder."""
    return dynamics.of_task(task, folder / "dynamics")


def ended(record: dynamics.DynamicsRecord) -> Course:
    """A run as if its best weights were its last ones: nothing behind their step is read, and how
    many answers are right at the end is counted on the validation set."""
    if record.validation is None:
        raise ValueError(f"{record.task}-{record.seed} was not counted on a validation set")
    step = best.best_step(record.validation.checks)
    among = record.steps.index(step) + 1
    tables = ("steps", "right", *dynamics.TABLES)
    checks = tuple(row for row in record.validation.checks if row[0] <= step)
    return course(
        replace(
            record,
            validation=replace(record.validation, checks=checks),
            tested=tuple(zip(checks[-1][1:], record.validation.of, strict=True)),
            **{name: getattr(record, name)[:among] for name in tables},
        )
    )


def replicated_curves(folder: Path, task: str) -> list[Kept]:
    """A task's accuracies by length with its best weights, where they are recorded; how many
    answers are right at 17 tokens is counted on the validation set."""
    learnt = {one.seed: ended(one).last for one in _courses(folder, task)}
    last = {one.seed: one for one in lengths.of_task(task, folder / "lengths")}
    return [
        kept(replace(last[one.seed], right=one.right, of=one.of, tested=learnt[one.seed]))
        for one in bests(folder, task)
    ]


def bests(folder: Path, task: str) -> list[best.BestRecord]:
    """A task's records of best weights in a folder, in order of seed."""
    stored = [best.read(path) for path in sorted((folder / "best").glob(f"{task}-*.json"))]
    return sorted(stored, key=lambda one: one.seed)


def replicated_models() -> list[tuple[str, ...]]:
    """A row a model: its best step, its pure heads then and at the end, and accuracy at some
    lengths with both weights, where they were measured."""
    rows = []
    for task in TASKS:
        for folder in FOLDERS:
            right = {one.seed: one for one in bests(folder, task)}
            last = {one.seed: one for one in lengths.of_task(task, folder / "lengths")}
            for one in _courses(folder, task):
                step = ended(one).steps[-1]
                heads = (_kinds(one, one.steps.index(step)), _kinds(one, -1))
                best_weights = last if step == one.steps[-1] else right
                shares = [
                    f"{_counted(best_weights.get(one.seed), n)} / {_counted(last.get(one.seed), n)}"
                    for n in SHOWN_LENGTHS[task]
                ]
                rows.append((f"{task} {one.seed}", f"{step:,}", *heads, *shares))
    return rows


def _kinds(record: dynamics.DynamicsRecord, at: int) -> str:
    """How many heads are positional and symbolic at a checkpoint."""
    return " and ".join(
        str(dynamics.pure_at_steps(record, kind, settings.GAMMA)[at].sum()) for kind in KINDS
    )


def _counted(one: best.BestRecord | lengths.LengthsRecord | None, length: int) -> str:
    """Right of so many at a length; a dash where it was not measured."""
    if one is None:
        return "–"
    at = one.lengths.index(length)
    return f"{one.right[at]} of {one.of[at]}"
