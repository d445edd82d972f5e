"""Synthetic measurements for the measured claims: data that a check must accept, and their
mutants, which it must reject. Nothing here is a result."""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from types import EllipsisType
from typing import Any, TypeVar

from empirical.protocol.findings import HeadScores, Model, SelfCheck
from theory.ledger import Kind, Mutant

PARTS = {
    "tasks": Kind.DATA,
    "families": Kind.DATA,
    "seed": Kind.HYPOTHESIS,
    "seeds": Kind.HYPOTHESIS,
    "inputs": Kind.HYPOTHESIS,
    "exclusion.heads": Kind.QUANTIFIER,
}
"""Of a measurement: what was measured is data; that runs and inputs are several, a hypothesis."""
Step = str | float | EllipsisType
Change = Callable[[Any], Any]
Mutants = dict[str, Change | tuple[Kind, Change]]
"""By name changes, each of the data unless its kind is with it."""
M = TypeVar("M")


def as_mutants(changes: Mutants) -> tuple[Mutant, ...]:
    """A claim's mutants from their changes by name."""
    pairs = {k: one if isinstance(one, tuple) else (Kind.DATA, one) for k, one in changes.items()}
    return tuple(Mutant(name, kind, change) for name, (kind, change) in pairs.items())


def synthetic_model(name: str, **fields: Any) -> Model:
    """A model that is none, with these fields."""
    return Model(
        name=name,
        task=None,
        architecture="none",
        dtype="float64",
        device="none",
        manifest=None,
        inputs_scored="none",
        self_check=SelfCheck(own_rows=0.0, swapped_weights=0.0, swapped_logits=0.0, tolerance=1e-4),
        **fields,
    )


def synthetic_head(
    layer: int, s_pos: float, s_sym: float, error: float | None, head: int = 0
) -> HeadScores:
    """A head with these scores, and the same standard error of each."""
    return HeadScores(
        layer=layer,
        head=head,
        s_pos=s_pos,
        s_pos_error=error,
        s_sym=s_sym,
        s_sym_error=error,
        entropy=1.0,
        entropy_error=error,
    )


def applied(change: Change, *path: Step) -> Callable[[M], M]:
    """A function that gives what it is given with the entry at ``path``, through fields, keys and
    places, changed; ``...`` is every place."""

    def mutate(whole: M) -> M:
        changed: M = _applied(whole, change, path)
        return changed

    return mutate


def _applied(whole: Any, change: Change, path: tuple[Step, ...]) -> Any:
    if not path:
        return change(whole)
    name, rest = path[0], path[1:]
    if isinstance(name, EllipsisType):
        if isinstance(whole, Mapping):
            return {key: _applied(one, change, rest) for key, one in whole.items()}
        return tuple(_applied(one, change, rest) for one in whole)
    if is_dataclass(whole) and not isinstance(whole, type):
        return replace(whole, **{str(name): _applied(getattr(whole, str(name)), change, rest)})
    if isinstance(whole, Mapping):
        return {**whole, name: _applied(whole[name], change, rest)}
    place = range(len(whole))[int(name)]
    return (*whole[:place], _applied(whole[place], change, rest), *whole[place + 1 :])


def replaced_records(value: Any, *path: Step) -> Callable[[M], M]:
    """``applied``, the entry replaced by a value."""
    return applied(lambda _: value, *path)


def changed(**fields: Change) -> Change:
    """A function that gives a record with each of these fields computed from the whole record."""
    return lambda one: replace(one, **{name: change(one) for name, change in fields.items()})


def of_others(name: str, order: Change) -> Change:
    """A function that gives each of several records a field of another's, which has its place in
    ``order``."""
    return lambda rows: tuple(
        replace(one, **{name: getattr(two, name)})
        for one, two in zip(rows, order(rows), strict=True)
    )


def without_task(task: str) -> Callable[[M], M]:
    """A measurement with a task left out."""
    return applied(lambda tasks: {t: x for t, x in tasks.items() if t != task}, "tasks")


def exchanged(measurement: M) -> M:
    """Each of the two tasks given the other's data."""
    swap = {"number": "letter", "letter": "number"}
    return applied(lambda tasks: {t: tasks[swap[t]] for t in tasks}, "tasks")(measurement)


def every_record(task: str, change: Change) -> Callable[[M], M]:
    """A change to every record of a task."""
    return applied(change, "tasks", task, ...)


def one_seed(measurement: M) -> M:
    """A single seed a task."""
    first = applied(lambda tasks: {t: records[:1] for t, records in tasks.items()}, "tasks")
    return first(measurement)


def one_seed_five_times(measurement: M) -> M:
    """The same seed counted for each."""
    repeated = applied(lambda tasks: {t: x[:1] * len(x) for t, x in tasks.items()}, "tasks")
    return repeated(measurement)


ONE_MODEL: Mutants = {
    "one model a task": (Kind.QUANTIFIER, one_seed),
    "one model counted for each": (Kind.HYPOTHESIS, one_seed_five_times),
}
