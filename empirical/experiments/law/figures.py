"""The law's models: where accuracy breaks, predicted and measured; and what remedies give back."""

from pathlib import Path

from matplotlib.axes import Axes

from empirical.experiments.law import criteria, population
from empirical.experiments.law.bounds import BOUNDS
from empirical.experiments.law.reading import PopulationModel, form, measured_models
from empirical.experiments.law.records import REMEDIES, Remedy, read
from empirical.experiments.law.table import predicted_lengths
from empirical.protocol.drawing import SHADES, STYLES, against_measured, save, subplots
from empirical.protocol.records import Missing
from empirical.protocol.statistics import wilson

LOOK = tuple((marker, SHADES[0]) for marker in "o^s")
TOKENS = (20, 50, 100, 200, 500, 1000, 2000)


def draw_breaks(folder: Path, path: Path) -> None:
    """Draw predicted against measured breaking lengths, a panel a task.

    Raises:
        Missing: a task has no measured model.
    """
    rows = [form(one) for one in measured_models(folder).values()]
    canvas, panels = subplots(1, 2, figsize=(11, 5))
    for axes, task in zip(panels, population.PLANS, strict=True):
        ours = [one for one in rows if one.task == task]
        if not ours:
            raise Missing(f"no measured model of {task} in {folder}: run rope-claims run law")
        _panel(axes, task, ours)
    save(canvas, path)


def _panel(axes: Axes, task: str, rows: list[PopulationModel]) -> None:
    """A marker a model and formula; on the dashed line the prediction is right."""
    places = [criteria.breaks(one, BOUNDS.keeps) for one in rows]
    every = [predicted_lengths(one) for one in rows]
    told = {how: [one[how] for one in every] for how in every[0]}
    axes.set_title(f"{task}: {len(rows)} new models")
    against_measured(axes, places, told, LOOK, "accuracy falls below .9 at", TOKENS)


def draw_remedies(folder: Path, path: Path) -> None:
    """Draw accuracy by length under each remedy, over the models of a task, a panel a task.

    Raises:
        Missing: a model on which remedies are tried has no record.
    """
    canvas, panels = subplots(1, 2, figsize=(11, 4.5))
    for axes, (task, names) in zip(panels, population.REMEDIED.items(), strict=True):
        places = [folder / "remedies" / f"{name}.json" for name in names]
        if lost := [one for one in places if not one.is_file()]:
            raise Missing(f"{lost[0]} is missing: run rope-claims run law --measure")
        _remedied(axes, task, [read(one, Remedy) for one in places])
    save(canvas, path)


def _remedied(axes: Axes, task: str, data: list[Remedy]) -> None:
    lengths = population.REMEDIED_AT[task]
    for n, how in enumerate(REMEDIES):
        right = [sum(one.right[how][at] for one in data) for at in range(len(lengths))]
        of = [sum(one.of[at] for one in data) for at in range(len(lengths))]
        shares = [x / y for x, y in zip(right, of, strict=True)]
        ends = [wilson(x, y) for x, y in zip(right, of, strict=True)]
        style, marker = STYLES[n]
        bars = [
            [share - low for share, (low, _) in zip(shares, ends, strict=True)],
            [high - share for share, (_, high) in zip(shares, ends, strict=True)],
        ]
        axes.errorbar(
            lengths, shares, bars, linestyle=style, marker=marker, color=SHADES[n], label=how
        )
    axes.set(
        title=f"{task}: {len(data)} models",
        xlabel="tokens",
        ylabel="share right",
        xscale="log",
        ylim=(-0.02, 1.02),
    )
    axes.set_xticks(lengths, labels=[f"{n:,}" for n in lengths])
    axes.minorticks_off()
    axes.legend(fontsize="small", title="carrying heads changed by", title_fontsize="small")
