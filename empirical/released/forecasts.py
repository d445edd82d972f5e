"""Where the held-out models break, as it was predicted and as it was measured: what B-e-disc and
B-e-disc-sim are judged on, model by model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from empirical.criteria.breaks import Broken, by_gap, constant
from empirical.criteria.rooms import HELD_OUT
from empirical.criteria.seeds import HELD_COMMAND, held_out, seeds
from empirical.lengths.records import measured
from empirical.protocol.records import Missing

HOW = {
    "population": "simulation `population`",
    "drawn": "simulation `drawn`",
    "gap": "discrepancy alone",
    "constant": "constant",
}
"""Predictors, and what the page calls them; the first two know the model alone, the others need
the rest of the models as well."""


@dataclass(frozen=True)
class Forecasts:
    """A task's held-out models: (m,) ``names`` of what differs from the released recipe, lengths
    ``measured`` at which each breaks, and by predictor of ``HOW`` the (m,) lengths ``told``.

    ``last``: the longest input; who does not break by then counts as breaking there."""

    task: str
    names: tuple[str, ...]
    measured: tuple[float, ...]
    told: Mapping[str, tuple[float, ...]]
    last: float

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """A row a model, in order of measured length."""
        columns = (self.measured, *self.told.values())
        order = sorted(range(len(self.names)), key=self.measured.__getitem__)
        return [(self.names[i], *(self.said(one[i]) for one in columns)) for i in order]

    def said(self, tokens: float) -> str:
        """A length in words."""
        return f"{tokens:.0f}" if tokens < self.last else f"{self.last:.0f} or more"

    @property
    def summary(self) -> list[tuple[str, ...]]:
        """How well each predictor does: Spearman's correlation of predicted and measured, and the
        geometric mean of the factor by which it is off."""
        return [
            ("rank correlation", "", *(_ranks(one, self.measured) for one in self.told.values())),
            ("off by a factor", "", *(_off(one, self.measured) for one in self.told.values())),
        ]


def _ranks(told: Sequence[float], seen: Sequence[float]) -> str:
    from scipy.stats import spearmanr

    if len(set(told)) == 1 or len(set(seen)) == 1:
        return "none"
    return f"{spearmanr(told, seen).statistic:.2f}"


def _off(told: Sequence[float], seen: Sequence[float]) -> str:
    return f"{np.exp(np.abs(np.log(np.array(told) / np.array(seen))).mean()):.2f}"


def forecasts(released: Path) -> list[Forecasts]:
    """Each task's, from the records of the recipe ``released``.

    Raises:
        Missing: fewer models are measured than the claims need: nothing is computed of some.
        Misread: a record is damaged.
    """
    every = seeds(released, held_out)
    runs = measured(released / HELD_OUT.name)
    found = []
    for task, some in every.items():
        if len(some) < HELD_OUT.least[task]:
            raise Missing(f"{len(some)} held-out {task} models are measured: run {HELD_COMMAND}")
        names = [name for name, one in sorted(runs.items()) if one.task == task]
        found.append(compared(task, names, [one.found for one in some]))
    return found


def compared(task: str, names: Sequence[str], models: Sequence[Broken]) -> Forecasts:
    """Predicted and measured of models that are named in the same order."""
    seen = tuple(one.measured for one in models)
    told = {
        "population": tuple(one.simulated for one in models),
        "drawn": tuple(one.drawn for one in models),
        "gap": tuple(by_gap(models)),
        "constant": tuple(constant(seen)),
    }
    last = max(float(one.lengths[-1]) for one in models)
    return Forecasts(task, tuple(one.removeprefix(f"{task}-") for one in names), seen, told, last)
