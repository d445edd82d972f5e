"""The models of B-e-disc-gap and B-e-disc-sim: their names, and the recipe of each."""

from dataclasses import replace
from typing import Any

from empirical.models.recipes import Recipe
from empirical.protocol.vocabulary import TASKS

SEED = 100
"""No seed that a claim about training is judged on."""
FACTORS = {"steps": int, "base": float, "rate": float}
HELD_OUT: dict[str, dict[str, tuple[str, ...]]] = {
    "letter": {
        "rate": ("7e-5", "2e-4", "5e-4", "1e-3"),
        "steps": ("3750", "5000"),
        "base": ("100", "300", "1000", "100000"),
    },
    "number": {"base": ("30", "100", "300", "1000", "30000", "100000")},
}
"""By task the factors of which one differs from the released recipe, with a model's value each."""


def recipes(released: Recipe) -> dict[str, Recipe]:
    """By name, the released recipe but for one factor, tasks in order."""
    every = {}
    for task in TASKS:
        for factor, values in HELD_OUT[task].items():
            for value in values:
                changed: Any = {factor: FACTORS[factor](value)}
                model = replace(released, task=task, seed=SEED, **changed)
                every[f"{task}-{factor}-{value}"] = model
    return every
