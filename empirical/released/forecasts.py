"""Where the held-out models break, as it was predicted and as it was measured: what
B-e-disc-gap and B-e-disc-sim are judged on, model by model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from empirical.criteria.breaks import Broken, broken, by_gap, constant
from empirical.criteria.courses import kept
from empirical.criteria.recipe_claims import HELD_OUT
from empirical.criteria.seeds import HELD_COMMAND
from empirical.experiments.lengths.breaking import lengths_of
from empirical.experiments.lengths.records import measured_runs
from empirical.protocol.records import Missing

HOW = {
    "population": "simulation `population`",
    "drawn": "simulation `drawn`",
    "mean-field": "`mean-field`",
    "gap": "discrepancy alone",
    "constant": "constant",
}
"""Predictors, and what the page calls them; the first three know the model alone, the others need
the rest of the models as well. No claim asks for the mean field."""


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
        return [(self.names[i], *(self.in_words(one[i]) for one in columns)) for i in order]

    def in_words(self, tokens: float) -> str:
        """A length in words."""
        return f"{tokens:.0f}" if tokens < self.last else f"{self.last:.0f} or more"

    @property
    def summary(self) -> list[tuple[str, ...]]:
        """How well each predictor does: Spearman's correlation of predicted and measured, and the
        geometric mean and the largest of the factors by which it is off. The constant's ranks are
        the measured ones reversed, whatever these are."""
        rows: list[tuple[str, ...]] = [
            ("rank correlation", ""),
            ("off by a factor", ""),
            ("at most", ""),
        ]
        for how, told in self.told.items():
            off = np.abs(np.log(np.array(told) / np.array(self.measured)))
            ranks = "–" if how == "constant" else _ranks(told, self.measured)
            cells = (ranks, f"{np.exp(off.mean()):.2f}", f"{np.exp(off.max()):.2f}")
            rows = [(*row, cell) for row, cell in zip(rows, cells, strict=True)]
        return rows


def _ranks(predicted: Sequence[float], measured: Sequence[float]) -> str:
    from scipy.stats import spearmanr

    if len(set(predicted)) == 1 or len(set(measured)) == 1:
        return "none"
    return f"{spearmanr(predicted, measured).statistic:.2f}"


def forecasts(released: Path) -> list[Forecasts]:
    """Each task's, from the records of the recipe ``released``.

    Raises:
        Missing: fewer models are measured than the claims need: nothing is computed of some.
        Misread: a record is damaged.
    """
    runs = measured_runs(released / HELD_OUT.name)
    by_task = []
    for task, least in HELD_OUT.least.items():
        own = {name: one for name, one in runs.items() if one.task == task}
        if len(own) < least:
            raise Missing(f"{len(own)} held-out {task} models are measured: run {HELD_COMMAND}")
        models = [broken(one, kept(one)) for one in own.values()]
        field = [lengths_of(one, "mean-field")[1] for one in own.values()]
        by_task.append(compared(task, list(own), models, field))
    return by_task


def compared(
    task: str, names: Sequence[str], models: Sequence[Broken], field: Sequence[float]
) -> Forecasts:
    """Predicted and measured of models that are named in the same order; ``field``: where each
    breaks by the mean field."""
    last = max(float(one.lengths[-1]) for one in models)
    measured = tuple(one.measured for one in models)
    told = {
        "population": tuple(one.simulated for one in models),
        "drawn": tuple(one.drawn for one in models),
        "mean-field": tuple(min(last, one) for one in field),
        "gap": tuple(by_gap(models)),
        "constant": tuple(constant(measured)),
    }
    return Forecasts(
        task, tuple(one.removeprefix(f"{task}-") for one in names), measured, told, last
    )
