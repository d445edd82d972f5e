"""What passes the criteria about heads and about breaking lengths, and nulls of it; see
``empirical.criteria.nulls``."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from empirical.criteria import breaks, recipe_criteria
from empirical.criteria import heads as trained
from empirical.criteria import synthetic_breaks as q
from empirical.criteria import synthetic_heads as p
from empirical.criteria.single_changes import FLAT, both, permuted
from empirical.criteria.synthetic_heads import models
from empirical.protocol.synthetic import Change
from empirical.protocol.vocabulary import TASKS

Criterion = Callable[..., recipe_criteria.Answer]
Null = tuple[str, Any, str]
"""What is changed, what is then measured, and words of the requirement that rejects it."""
Case = tuple[str, Criterion, Any, list[Null]]
"""Claim, criterion, what passes (by task its models), nulls."""
PRECONDITIONS = ("is learnt", "span a factor")
"""Words of the requirements without which nothing is decided."""


def refused(null: Null) -> bool:
    """Whether a null leaves the claim undecided, by a precondition: such a one is no mutant."""
    return null[2] in PRECONDITIONS


CHANCE: Null = ("models at chance", models(**both(p.heads_at_chance)), "is learnt")
NONE: Null = (
    "no positional head",
    models(number=p.rescored(0.03, 0.97, *range(4))),
    "positional heads",
)


def of_tasks(
    tasks: tuple[str, ...], make: Callable[..., Any], *changes: tuple[str, Change, str]
) -> list[Null]:
    """What ``make`` gives with each task changed so; {} stands for the task."""
    return [
        (what.format(task), make(**{task: change}), words.format(task))
        for task in tasks
        for what, change, words in changes
    ]


def _spectra() -> Iterator[Case]:
    """Of the heads at the end: their frequencies, and their angles in the plane most used."""
    nulls = [
        CHANCE,
        NONE,
        ("number's values permuted", models(number=p.using(permuted("number"))), "are fast"),
        ("number uses all alike", models(number=p.using(FLAT)), "are fast"),
        ("letter uses all alike", models(letter=p.using(FLAT)), "layers are slow"),
    ]
    yield "B-e-freq", trained.frequencies, models(), nulls
    nulls = [
        CHANCE,
        NONE,
        ("keys point anywhere", models(number=p.keys_anywhere), "keys align"),
        ("queries point anywhere", models(number=p.queries_anywhere), "queries fan out"),
    ]
    yield "B-e-geom", trained.geometry, models(), nulls


def operations() -> Iterator[Case]:
    """Of the heads at the end: what they do at the query, and what they are needed for."""
    nulls = [
        CHANCE,
        ("no number head is needed", models(number=p.unneeded), "without positional heads"),
        ("all number heads at once", models(number=p.all_needed_at_once), "more than one"),
        ("more hops need fewer", models(number=p.reversed_need), "one hop less"),
        ("each head costs the same", models(number=p.alike_needed), "any one other head"),
        ("number's heads never pure", models(number=p.never_pure), "any one other head"),
        ("letter's heads never pure", models(letter=p.never_pure), "symbolic head"),
        ("no letter head is needed", models(letter=p.unneeded), "letter needs its last"),
        ("letter's last for 4 hops", models(letter=p.last_for_four_hops), "letter needs"),
    ]
    yield "B-e-why", trained.why, models(), nulls


def queries() -> Iterator[Case]:
    """Of the heads at the end: how their looks go."""
    by_place = p.rescored(0.97, 0.03, *range(4, 12))
    nulls = [
        CHANCE,
        ("letter never stays", models(letter=p.never_stays), "letter has Reflexive heads"),
        ("number never stays", models(number=p.never_stays), "number has Reflexive heads"),
        ("letter's 4 hops wait", models(letter=p.waits_longest), "letter has Reflexive heads"),
        ("number's stay by place", models(number=by_place), "are symbolic"),
        ("one of letter's is mixed", models(letter=p.rescored(0.5, 0.5, 9)), "are symbolic"),
    ]
    yield "B-e-reflexive", trained.reflexive, models(), nulls
    nulls = [
        CHANCE,
        ("no letter model skips", models(letter=p.skipping(2, 2, 0)), "skips a hop"),
        ("as many by chance", models(letter=p.skipping(120, 2, 120)), "than by chance"),
        ("cutting changes nothing", models(letter=p.skipping(120, 120, 4)), "hop 2 cannot"),
        ("the cut breaks all", models(letter=p.broken_by_the_cut), "answers stay right"),
    ]
    yield "B-e-shortcut", trained.shortcut, models(), nulls


def _breaking() -> Iterator[Case]:
    """Discrepancy against length."""
    falls = "{}'s gap falls over the drawn"
    at_first = ("{}'s gaps rise where they are drawn", q.rising_at_first, falls)
    nulls = [
        ("models at chance", q.decaying(**both(q.untaught_breaks)), "is learnt"),
        ("letter's gap does not change", q.decaying(letter=q.steady_gap), "letter's gap falls"),
        ("number's gaps rise", q.decaying(number=q.rising_gaps), "number's gap falls with"),
        ("number's gap does not change", q.decaying(number=q.steady_gap), "number's gap falls"),
        ("letter's gaps rise", q.decaying(letter=q.rising_gaps), "letter's gap falls with"),
        *of_tasks(TASKS, q.decaying, at_first),
        ("number's heads never pure", q.decaying(number=q.gapless), "number's gap falls"),
        ("letter's heads never pure", q.decaying(letter=q.gapless), "letter's gap falls"),
        ("number's falls as letter's", q.decaying(number=q.slowly), "by more than letter's"),
    ]
    yield "B-e-disc-decay", breaks.decays, q.decaying(), nulls


CHANCE_HELD: Null = (
    "models at chance",
    q.synthetic_held_out(**both(q.breaks_at_chance)),
    "is learnt",
)

BREAK_ALIKE: Null = (
    "letter models that break alike, all else along",
    q.synthetic_held_out(letter=q.narrow),
    "span a factor",
)
of_each_task = partial(of_tasks, TASKS, q.synthetic_held_out)


def doing() -> Iterator[Case]:
    """What pure heads do."""
    alone = (100, p.BY_CHANCE[1])
    nulls = [
        ("models at chance", p.untaught(), "is learnt"),
        ("letter's impure head alone does it", p.elsewhere(), "letter's pure heads"),
    ]
    for task in TASKS:
        idle = p.idlers(task)
        nulls.append((f"one of {task}'s heads works, the others idle", idle, f"most of {task}'s"))
        others, stay = (p.synthetic_followed(**{task: looks}) for looks in (p.BY_CHANCE, alone))
        nulls += [
            (f"{task}'s looks as on other inputs", others, f"{task}'s pure heads"),
            (f"{task}'s heads look at themselves", stay, f"{task}'s step"),
        ]
    yield "B-e-flow", trained.flow, p.synthetic_followed(), nulls


def by_gaps() -> Iterator[Case]:
    """What discrepancy alone says of where accuracy breaks."""
    nulls = [CHANCE_HELD, BREAK_ALIKE]
    nulls += of_each_task(
        ("one course of gaps for all of {}", q.same_gaps, "{}: predicted"),
        ("{}'s heads never pure", q.no_pure_head, "{}: predicted"),
        ("{}'s gaps of other models", q.gaps_reversed_over_models, "{}: predicted"),
        ("{}'s gaps rise with length", q.gaps_reversed_over_lengths, "{}: predicted"),
        (
            "{}'s gaps of models a third further on",
            q.gaps_shifted_over_models,
            "{}: closer than the constant",
        ),
    )
    different = q.synthetic_held_out(letter=q.gaps_exaggerated)
    words = "letter: closer than the constant"
    nulls.append(("letter's gaps right in rank, far too different", different, words))
    yield "B-e-disc-gap", breaks.gap_predicts, q.synthetic_held_out(), nulls


def by_simulation() -> Iterator[Case]:
    """What the simulation says of it."""
    nulls = [CHANCE_HELD, BREAK_ALIKE]
    nulls += of_each_task(
        ("one prediction for all of {}", q.same_prediction, "{}: predicted"),
        ("{}'s predictions of other models", q.predictions_reversed, "predicted"),
        ("{}'s simulations too long", q.too_long, "the constant"),
        ("{}'s simulations 1.8 times too long", q.nearly_twice, "{}: off by a factor"),
    )
    yield "B-e-disc-sim", breaks.simulation_predicts, q.synthetic_held_out(), nulls
    nulls = [CHANCE_HELD, BREAK_ALIKE]
    nulls += of_each_task(("the simpler one closer for {}", q.exchanged_predictors, "simpler one"))
    yield "B-e-disc-sim-drawn", breaks.simulation_is_closer, q.synthetic_held_out(), nulls


def every_head_null() -> Iterator[Case]:
    """All of them."""
    yield from _spectra()
    yield from operations()
    yield from queries()
    yield from doing()
    yield from _breaking()
    yield from by_gaps()
    yield from by_simulation()
