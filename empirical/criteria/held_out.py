"""The models of B-e-disc-gap and B-e-disc-sim: their names, and the recipe of each."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import Any

from empirical.criteria.breaks import HELD_OUT
from empirical.models.recipes import Recipe
from empirical.protocol.vocabulary import TASKS

SEED = 100
"""No seed that a claim about training is judged on."""
FACTORS = {"steps": int, "base": float, "rate": float}


def recipes(released: Recipe) -> dict[str, Recipe]:
    """By name, the released recipe but for one factor, tasks in order."""
    return {
        _name(task, words): _held(task, words, released)
        for task in TASKS
        for words in HELD_OUT[task]
    }


def _name(task: str, words: str) -> str:
    return f"{task}-{words.removeprefix('--').replace(' ', '-')}"


def _held(task: str, words: str, released: Recipe) -> Recipe:
    option, value = shlex.split(words)
    factor = option.removeprefix("--")
    changed: Any = {factor: FACTORS[factor](value)}
    return replace(released, task=task, seed=SEED, **changed)
