"""What is shown of the claims that predict by which length a model breaks: how predicted and
measured lengths agree in rank, and by what factor a prediction and its rivals are off."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from empirical.criteria import breaks
from empirical.criteria.figures import figure
from empirical.protocol.vocabulary import TASKS

Models = Mapping[str, Sequence[Any]]
Shown = Callable[[Models], str]
Predictor = Callable[[Sequence[breaks.Broken]], list[float]]


def span(models: Models) -> str:
    """B-e-disc, B-e-disc-sim: letter's breaking lengths."""
    measured = [one.measured for one in models["letter"]]
    return f"{figure(min(measured))} to {figure(max(measured))} tokens, {len(measured)} models"


def _ranks(task: str, predictor: Predictor) -> Shown:
    """Rank correlation of predicted with measured."""

    def shown(models: Models) -> str:
        from scipy.stats import spearmanr

        rows = models[task]
        predicted, measured = predictor(rows), [one.measured for one in rows]
        if min(len({*predicted}), len({*measured})) < 2:
            return f"{len(rows)} models, no rank"
        return f"Spearman's ρ {spearmanr(predicted, measured).statistic:.2f} of {len(rows)} models"

    return shown


def _closer(task: str, predictor: Predictor, rival: Predictor) -> Shown:
    """By what factor the prediction and its rival are off."""

    def shown(models: Models) -> str:
        import numpy as np

        rows = models[task]
        measured = np.log([one.measured for one in rows])
        own, other = (
            float(np.exp(np.median(np.abs(np.log(p(rows)) - measured)))) for p in (predictor, rival)
        )
        return f"off by a median factor {own:.2f} against {other:.2f}"

    return shown


def _off(task: str, predictor: Predictor) -> Shown:
    """By what factor the prediction is off in each model."""

    def shown(models: Models) -> str:
        rows = models[task]
        pairs = zip(predictor(rows), [one.measured for one in rows], strict=True)
        return f"off by a factor {', '.join(f'{max(x / y, y / x):.2f}' for x, y in pairs)}"

    return shown


def simulation(rows: Sequence[breaks.Broken]) -> list[float]:
    """B-e-disc-sim's."""
    return [one.simulated for one in rows]


def simpler(rows: Sequence[breaks.Broken]) -> list[float]:
    """Its rival."""
    return [one.drawn for one in rows]


def constant_rival(rows: Sequence[breaks.Broken]) -> list[float]:
    """The rival of both: the geometric mean of the other models' breaking lengths."""
    return breaks.constant([one.measured for one in rows])


def held_out_rows(predictor: Predictor, **rivals: Predictor) -> dict[str, Shown]:
    """What is shown of a predictor's requirements on ranks, and against its rivals."""
    rows: dict[str, Shown] = {"letter's breaks span a factor": span}
    for task in TASKS:
        rows[f"{task}: predicted and measured agree in rank"] = _ranks(task, predictor)
        rows[f"{task}: off by a factor"] = _off(task, predictor)
        for name, rival in rivals.items():
            what = name.replace("_", " ")
            rows[f"{task}: closer than the {what}"] = _closer(task, predictor, rival)
    return rows
