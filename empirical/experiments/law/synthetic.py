"""Synthetic models that obey the law exactly or nearly, and what changes one thing of them. Nothing
here is a result."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from empirical.experiments.dynamics.synthetic import synthetic_manifest
from empirical.experiments.law import forms, population
from empirical.experiments.law.bounds import LawBounds
from empirical.experiments.law.reading import Pair, PopulationModel
from empirical.experiments.law.records import REMEDIES, Remedy
from empirical.experiments.lengths.breaking import breaks_at
from empirical.protocol.family import Measurement
from empirical.protocol.synthetic import (
    ONE_MODEL,
    Change,
    Mutants,
    applied,
    changed,
    every_record,
    of_others,
    replaced_records,
    without_task,
)
from theory.ledger import Kind

BREAKS = (90, 130, 180, 240, 320, 430, 560, 740, 960, 1250, 1600)
"""Of letter; number breaks where its base says."""
OFF = (1.05, 0.97, 1.08, 0.95, 1.02, 0.93, 1.06, 0.98, 1.03, 0.96, 1.04)
"""Measured over predicted."""
STEEP, OF = 3.0, 200
ALMOST = ((3800, 3800),) * 4
Whole = Measurement[Any, LawBounds]


def synthetic_accuracy(task: str, at: float) -> tuple[tuple[int, int], ...]:
    """Right answers of ``OF`` at the registered lengths, .9 at ``at`` tokens."""
    lengths = np.array(population.GRID[task], dtype=float)
    shares = 1 / (1 + (lengths / at) ** STEEP / 9)
    return tuple((round(OF * float(x)), OF) for x in shares)


def leads(task: str, at: float, falls: float) -> tuple[float, ...]:
    """Leads by which the law says ``at`` tokens: level until there, and from 1.5 times that on
    ``falls`` of it."""
    lengths = np.array(population.GRID[task], dtype=float)
    level = forms.LEVEL[task] + math.log(at - forms.TRAINED + 1)
    shares = np.interp(np.log(lengths / at), [0.0, math.log(1.5)], [1.0, falls])
    return tuple(float(x) for x in level * shares)


def synthetic_told(task: str, i: int) -> float:
    """Where the i-th model of a task breaks by what is predicted of it."""
    if task == "letter":
        return float(BREAKS[i])
    return forms.base_prediction(population.PLANS[task][i][2], population.GRID[task][-1])


def population_model(task: str, i: int) -> PopulationModel:
    """The i-th model of a task: letter's lead stays, number's falls to a half."""
    base, at = population.PLANS[task][i][2], synthetic_told(task, i)
    seed = population.FIRST_SEED + i
    return PopulationModel(
        task,
        seed,
        synthetic_manifest(task, seed),
        base,
        population.GRID[task],
        synthetic_accuracy(task, at * OFF[i]),
        leads(task, at, 0.95 if task == "letter" else 0.5),
        ALMOST,
    )


def synthetic_population(measurement: Whole) -> Whole:
    """The whole population."""
    tasks = {
        task: tuple(population_model(task, i) for i in range(len(plans)))
        for task, plans in population.PLANS.items()
    }
    return replace(measurement, tasks=tasks)


RIGHT = {
    "letter": {"nothing": 0.5, "dilution": 0.99, "aliasing": 0.6, "random lags": 0.6},
    "number": {"nothing": 0.4, "dilution": 0.35, "aliasing": 0.8, "random lags": 0.41},
}
"""Shares right at every length beyond training."""


def remedy(task: str, name: str) -> Remedy:
    """One model with each remedy."""
    seed, lengths = int(name.split("-")[1]), population.REMEDIED_AT[task]
    of = population.REMEDIED_WITH[task]
    return Remedy(
        manifest=synthetic_manifest(task, seed),
        task=task,
        seed=seed,
        lengths=lengths,
        of=(of,) * len(lengths),
        factors=(1.5,) * len(lengths),
        forbidden=(14,) * len(lengths),
        right={how: (round(of * RIGHT[task][how]),) * len(lengths) for how in REMEDIES},
    )


def synthetic_remedied(measurement: Whole) -> Whole:
    """Three models a task with each remedy."""
    tasks = {
        task: tuple(remedy(task, name) for name in names)
        for task, names in population.REMEDIED.items()
    }
    return replace(measurement, tasks=tasks)


def pair(name: str) -> Pair:
    """A log-scaled model that keeps, and its partner that breaks."""
    seed = int(name.split("-")[1])
    lengths = population.GRID["letter"]
    kept = ((198, OF),) * len(lengths)
    about = ("letter", seed, synthetic_manifest("letter", seed), lengths, kept)
    return Pair(*about, ALMOST, (40, 100), ALMOST)


def synthetic_pairs(measurement: Whole) -> Whole:
    """Three pairs."""
    return replace(measurement, tasks={"letter": tuple(map(pair, population.SCALED))})


reversed_leads = of_others("leads", lambda rows: rows[::-1])
"""Each model with another's leads."""
same_leads = of_others("leads", lambda rows: (rows[len(rows) // 2],) * len(rows))
"""One course of leads for every model."""


def higher(by: float) -> Change:
    """Leads that are higher by so much: predictions in the right order and far too long."""
    return applied(lambda lead: lead + by, "leads", ...)


def falling(one: PopulationModel) -> PopulationModel:
    """A lead that falls to a half beyond the break."""
    at = forms.law_prediction(one.task, one.lengths, np.array(one.leads))
    return replace(one, leads=leads(one.task, at, 0.5))


def without_log(one: PopulationModel) -> PopulationModel:
    """Leads that fall to the level of the prediction without log n where accuracy breaks, and so
    predict it better."""
    lengths = np.array(one.lengths, dtype=float)
    shares = np.array([right / of for right, of in one.accuracy])
    at = min(breaks_at(one.lengths, shares), float(lengths[-1]))
    slope = 0.2
    falling_leads = forms.LEAD_ALONE[one.task] - slope * np.log(lengths / at)
    return replace(one, leads=tuple(float(x) for x in falling_leads))


LETTER: Mutants = {"letter not measured": (Kind.TERM, without_task("letter"))}
NUMBER: Mutants = {"number not measured": (Kind.TERM, without_task("number"))}


def earlier(one: PopulationModel) -> PopulationModel:
    """A model that breaks at half the length that its base says."""
    at = forms.base_prediction(one.base, one.lengths[-1]) / 2
    return replace(one, accuracy=synthetic_accuracy(one.task, at))


LAW: Mutants = {
    **ONE_MODEL,
    **LETTER,
    "letter's leads of another model": applied(reversed_leads, "tasks", "letter"),
    "number's leads of another model": applied(reversed_leads, "tasks", "number"),
    "letter's leads all alike": applied(same_leads, "tasks", "letter"),
    "letter's leads too high by 2": every_record("letter", higher(2.0)),
    "number's leads too high by 2": every_record("number", higher(2.0)),
}
DILUTION: Mutants = {
    **ONE_MODEL,
    **LETTER,
    "the lead falls to a half": every_record("letter", falling),
    "without log n as close": every_record("letter", without_log),
}
ALIAS: Mutants = {
    **ONE_MODEL,
    **NUMBER,
    "the lead stays": every_record(
        "number", changed(leads=lambda one: one.leads[:1] * len(one.leads))
    ),
    "bases of another model": applied(of_others("base", lambda x: x[::-1]), "tasks", "number"),
    "one base for all": applied(of_others("base", lambda x: x[:1] * len(x)), "tasks", "number"),
    "breaks at half of what the base says": every_record("number", earlier),
}


def synthetic_counts(how: str, share: float) -> Change:
    """A remedy that leaves so many answers right."""
    return changed(right=lambda one: {**one.right, how: tuple(round(share * of) for of in one.of)})


UNDILUTED: Mutants = {
    **ONE_MODEL,
    **LETTER,
    "the factor leaves letter at .8": every_record("letter", synthetic_counts("dilution", 0.8)),
    "the factor repairs number": every_record("number", synthetic_counts("dilution", 0.8)),
}
UNALIASED: Mutants = {
    **ONE_MODEL,
    **NUMBER,
    "forbidden lags give back little": every_record("number", synthetic_counts("aliasing", 0.5)),
    "other lags give back as much": every_record("number", synthetic_counts("random lags", 0.8)),
    "letter is repaired by it": every_record("letter", synthetic_counts("aliasing", 0.9)),
}
MIDDLE = len(population.GRID["letter"]) // 2
ACCURACY = ("tasks", "letter", ..., "accuracy")
SCALED: Mutants = {
    **ONE_MODEL,
    **LETTER,
    "it has .85 right at every length": applied(
        lambda count: (round(0.85 * count[1]), count[1]), *ACCURACY, ...
    ),
    "it breaks by the last length": replaced_records((80, OF), *ACCURACY, -1),
    "it breaks midway": replaced_records((120, OF), *ACCURACY, MIDDLE),
}
