"""What the law's records say, model by model: the results page's tables."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from empirical.experiments.law import criteria, population
from empirical.experiments.law.bounds import BOUNDS
from empirical.experiments.law.reading import PopulationModel, form, measured_models
from empirical.experiments.law.records import FOLDER, REMEDIES, Remedy, Scaled, read
from empirical.experiments.lengths import breaking
from empirical.experiments.lengths.records import PREDICTORS, LengthsRecord
from empirical.models.recipes import Recipe
from empirical.protocol.statistics import log_errors, wilson

Row = tuple[str, ...]
LAW = "lead less log n"
HOW = {LAW: criteria.by_law, "lead alone": criteria.by_lead_alone, "base": criteria.by_base}
"""What predicts a breaking length, from a model's lead or its base."""
WHERE = {"letter": (LAW, "lead alone"), "number": (LAW, "lead alone", "base")}
"""What is predicted of a task's models."""


def predicted_lengths(one: PopulationModel) -> dict[str, float]:
    """Tokens at which each formula says that a model breaks."""
    return {name: HOW[name](one) for name in WHERE[one.task]}


def models_table(folder: Path = FOLDER) -> list[Row]:
    """A row a registered model: name, rate, steps, base, least accuracy over hop counts at 17
    tokens, tokens at which each formula says that it breaks, and where it does."""
    records = measured_models(folder)
    return [
        _model(name, plan, records.get(name))
        for name, plan in population.population_recipes().items()
    ]


def _model(name: str, plan: Recipe, record: LengthsRecord | None) -> Row:
    recipe = f"{plan.rate:g}", f"{plan.steps:,}", f"{plan.base:,.0f}"
    if record is None:
        return name, *recipe, "not measured yet", "", "", "", ""
    one = form(record)
    told = predicted_lengths(one)
    steps = f"{record.manifest.recipe.steps:,}"
    least = min(right / of for right, of in one.tested)
    shown = [f"{told[how]:.0f}" if how in told else "" for how in HOW]
    place = f"{criteria.breaks(one, BOUNDS.keeps):.0f}"
    return name, recipe[0], steps, recipe[2], f"{least:.3f}", *shown, place


def factor_rows(folder: Path = FOLDER) -> list[Row]:
    """A row a task and way to predict: models that have learnt, and the geometric mean of the
    factors by which the predicted breaking length is off."""
    rows: list[Row] = []
    for task in population.PLANS:
        records = [one for one in measured_models(folder).values() if one.task == task]
        told = {id(one): form(one) for one in records}
        kept = [x for x in records if _learnt(told[id(x)])]
        if len(kept) < 2:
            continue
        lengths = [criteria.breaks(told[id(one)], BOUNDS.keeps) for one in kept]
        ways: dict[str, Sequence[float]] = {
            how: [HOW[how](told[id(one)]) for one in kept] for how in WHERE[task]
        }
        last = population.GRID[task][-1]
        ways |= {
            f"simulation: {how}": [min(last, breaking.lengths_of(x, how)[1]) for x in kept]
            for how in PREDICTORS
        }
        ways["constant (mean of the others)"] = criteria.constant(lengths)
        for how, ends in ways.items():
            off = math.exp(float(np.mean(log_errors(ends, lengths))))
            rows.append((task, how, str(len(kept)), f"{off:.2f}"))
    return rows


def _learnt(one: PopulationModel) -> bool:
    return all(right >= BOUNDS.learnt * of for right, of in one.tested)


def remedy_rows(folder: Path = FOLDER) -> list[Row]:
    """A row a model, length and remedy: right answers, accuracy with Wilson's 95 % interval."""
    rows: list[Row] = []
    for names in population.REMEDIED.values():
        for name in names:
            path = folder / "remedies" / f"{name}.json"
            if path.is_file():
                rows += _remedies(name, read(path, Remedy))
    return rows


def _remedies(name: str, measured: Remedy) -> list[Row]:
    return [
        (name, f"{length:,}", how, _share(measured.right[how][at], measured.of[at]))
        for at, length in enumerate(measured.lengths)
        for how in REMEDIES
    ]


def remedies_by_task() -> list[Row]:
    """A row a task and length: the share right under each remedy, over the task's models."""
    rows: list[Row] = []
    for task, names in population.REMEDIED.items():
        measured = [read(FOLDER / "remedies" / f"{name}.json", Remedy) for name in names]
        for at, length in enumerate(population.REMEDIED_AT[task]):
            of = sum(one.of[at] for one in measured)
            shares = [sum(one.right[how][at] for one in measured) / of for how in REMEDIES]
            rows.append((task, f"{length:,}", *(f"{share:.2f}" for share in shares)))
    return rows


def scaled_rows(folder: Path = FOLDER) -> list[Row]:
    """A row a model with log-scaled logits and length: its accuracy, and its plain partner's."""
    rows: list[Row] = []
    plain = measured_models(folder)
    for name in population.SCALED:
        path = folder / "scaled" / f"{name}-scaled.json"
        if not path.is_file() or name not in plain:
            continue
        one, other = read(path, Scaled), plain[name]
        for at, length in enumerate(one.lengths):
            ours = _share(one.right[at], one.of[at])
            rows.append((name, f"{length:,}", ours, _share(other.right[at], other.of[at])))
    return rows


def _share(right: int, of: int) -> str:
    low, high = wilson(right, of)
    return f"{right / of:.3f} [{low:.3f}, {high:.3f}]"
