"""Predicted against measured: where the held-out models' accuracy breaks."""

from pathlib import Path

from matplotlib.axes import Axes

from empirical.protocol.drawing import SHADES, against_measured, save, subplots
from empirical.released.forecasts import Forecasts, forecasts

TOKENS = (20, 50, 100, 200, 500, 1000, 2000, 5000)
LOOK = tuple(zip("os^Dv", (*SHADES, SHADES[-1]), strict=True))
LABELS = {
    "population": "simulation: population",
    "drawn": "simulation: drawn",
    "mean-field": "mean field",
    "gap": "discrepancy alone",
    "constant": "constant (mean of the others)",
}


def predicted_against_measured(released: Path, path: Path) -> None:
    """Draw it, a panel a task.

    Raises:
        Missing: fewer models are measured than the claims need.
    """
    tasks = forecasts(released)
    canvas, row = subplots(1, len(tasks), figsize=(11, 5))
    for axes, one in zip(row, tasks, strict=True):
        panel(axes, one)
    save(canvas, path)


def panel(axes: Axes, predictions: Forecasts) -> None:
    """A marker a model and predictor; on the dashed line the prediction is right."""
    told = {LABELS[how]: lengths for how, lengths in predictions.told.items()}
    axes.set_title(f"{predictions.task}: {len(predictions.names)} held-out models")
    against_measured(axes, predictions.measured, told, LOOK, "falls below .9 at", TOKENS)
