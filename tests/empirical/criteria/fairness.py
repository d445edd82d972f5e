"""What speaks against a criterion: it rejects what passes, accepts a null or what one run fails, or
is sure where an interval straddles its bound."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from empirical.criteria import heads, nulls, questions, recipe_criteria
from empirical.criteria.head_nulls import refused
from empirical.protocol import statistics
from empirical.protocol.vocabulary import TASKS
from tests.empirical import one_run
from tests.empirical.criteria import straddling
from theory.ledger import Status

CASES = {name: case for name, *case in nulls.every_null()}
TOGETHER = {
    "number's hop counts emerge in order",
    "number's are further apart than letter's",
    "number's do not emerge together",
    "letter's emerge together",
    "letter's layers are slow",
    "number's Reflexive heads are symbolic",
    "letter's Reflexive heads are symbolic",
    "letter's breaks span a factor",
    "some letter model skips a hop",
    "more than by chance",
    "not once hop 2 cannot fetch",
    "answers stay right then",
    "letter's last layer has a symbolic head",
    *(words for one in questions.every() for words in one.together),
    *(
        words.format(task)
        for task in TASKS
        for words in (
            "{} is learnt",
            "{}'s gap falls with length",
            "{}'s gap falls over the drawn lengths",
            "{}'s last head is pure by the maximum",
            "{} keeps its pure heads",
            "{}'s dates shift by little",
        )
    ),
}
"""Requirements on the runs of a task together, or on one of them ("in some letter model")."""


def together(requirement: str) -> bool:
    """Whether a requirement is one of ``TOGETHER``, or on the ranks or errors of all models."""
    ranks = ("agree in rank", "closer than the", "off by a factor")
    return requirement in TOGETHER or any(words in requirement for words in ranks)


@contextmanager
def quick() -> Iterator[None]:
    """Wilson's intervals and the null distributions of ranks, most of a criterion's time, are each
    computed once for the same numbers; an edit of another module forgets none."""
    remembered, sums = cache(statistics.wilson), cache(statistics._sums_of_products)

    def of_all_orders(one: Sequence[int], other: Sequence[int]) -> Any:
        return sums(tuple(sorted(one)), tuple(sorted(other)))

    with ExitStack() as stack:
        for module in (statistics, recipe_criteria, heads):
            stack.enter_context(patch.object(module, "wilson", lambda *count: remembered(*count)))
        stack.enter_context(patch.object(statistics, "_sums_of_products", of_all_orders))
        yield


def against(name: str) -> Iterator[str]:
    """What speaks against the criterion of a name."""
    criterion, passing, changes = CASES[name]
    if recipe_criteria.status(criterion(passing)) is not Status.TRUE:
        yield "rejects what passes"
    for null in changes:
        what, changed, words = null
        if refused(null):
            answer = criterion(changed)
            first = [one for one in statistics.unmet(answer) if words in one]
            if recipe_criteria.status(answer) is not Status.UNKNOWN or not first:
                yield f"decides: {what}"
            continue
        failing = {one for one in recipe_criteria.failed(criterion(changed)) if words in one}
        if not failing:
            yield f"accepts: {what}"
        asked = {one for one in failing if not together(one)}
        for which, runs in one_run.each(passing, changed):
            # A requirement of one task speaks of its own runs.
            task, other = which.split()[0], "letter" if which.startswith("number") else "number"
            mine = {one for one in asked if task in one or other not in one}
            if not mine <= recipe_criteria.failed(criterion(runs)):
                yield f"accepts in one run, {which}: {what}"
    for what, (runs, answers) in straddling.EVERY.get(name, {}).items():
        holds = {one.name: one.holds for one in criterion(runs)}
        if any(holds[requirement] is not status for requirement, status in answers.items()):
            yield f"{what}: {holds}"


def asked_of_one_run(name: str) -> set[str]:
    """The requirements that some null with one failing run is held to."""
    criterion, passing, changes = CASES[name]
    return {
        one
        for _, changed, words in changes
        if any(one_run.each(passing, changed))
        for one in recipe_criteria.failed(criterion(changed))
        if words in one and not together(one)
    }
