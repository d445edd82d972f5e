"""Sections of a report that not every model has: each is empty where nothing was measured."""

from collections.abc import Iterator, Sequence

from empirical.experiments.language.baselines import pure_share
from empirical.experiments.language.checks import bands
from empirical.experiments.language.settings import HOPELESS, PUBLISHED, THRESHOLDS
from empirical.protocol import settings
from empirical.protocol.findings import (
    Comparison,
    Interval,
    Lacking,
    Model,
    OneHop,
    Profile,
    RandomPart,
    Sensitivity,
    Spread,
)
from empirical.protocol.form import Break
from empirical.protocol.request import WINDOWS
from empirical.protocol.statistics import wilson
from empirical.reports import figures
from empirical.reports.blocks import Block, FigureBlock, Heading, TableBlock, Text
from theory.ledger.plural import counted


def profile(heads: Sequence[Profile], title: str, see: str) -> FigureBlock:
    """Scores by frequency."""
    most = max(len(head.s_pos) for head in heads)
    return FigureBlock(figures.score_by_frequency(heads, bands(most, THRESHOLDS)), title, see)


def against_random(model: Model) -> Iterator[Block]:
    """The statistics with those of random weights, where they were asked for."""
    part = model.random
    if isinstance(part, Lacking):
        yield Text(f"No comparison with random weights: {part.reason}.")
    if not isinstance(part, RandomPart):
        return
    yield Heading("Against the same architecture with random weights", 3)
    yield Text(
        "Beside this model stand two with its architecture and all its layers, on the same"
        f" {part.inputs} inputs, solved or not (seed {part.seed}): one with the numbers of"
        " each weight shuffled, one with every weight drawn as the architecture's own"
        " initialisation draws it. Intervals are 95 % bootstraps over heads, each model's drawn on"
        " their own; other draws of the weights are not in them. A statistic that differs from"
        " both is training's doing; one that does not says nothing about training, whatever the"
        " verdict above."
    )
    rows = []
    for same in zip(*(baseline.statistics for baseline in part.twins), strict=True):
        for baseline, one in zip(part.twins, same, strict=True):
            cells = map(_estimate, (one.trained, one.random, one.difference))
            rows.append((one.claim, one.statistic, baseline.name, *cells, _against_random(one)))
    titles = ("claim", "statistic", "baseline", "this model", "random", "difference", "")
    yield TableBlock(titles, tuple(rows))
    yield from _spread(part.spread)
    if share := pure_share(model):
        yield Text(f"{share}.")
    for baseline in part.twins:
        if baseline.frequencies:
            yield profile(
                baseline.frequencies,
                f"Scores by frequency, {baseline.name}",
                "See whether the bands of A-e-band are there without any training.",
            )


def _spread(spread: Spread | None) -> Iterator[Block]:
    """How far the model is from several shuffled-weights baselines."""
    if spread is None:
        return
    baselines = len(spread.seeds)
    yield Text(
        f"{baselines} baselines, shuffled by seeds {spread.seeds[0]} to {spread.seeds[-1]}, have a"
        " spread. The distance is the statistic less the baselines' mean, over their standard"
        " deviation, positive the way that the claim says. If they are normal, one more baseline"
        f" lies within {spread.reach:.2f} in 95 of 100 cases. A claim is marked in the verdicts if"
        " some baseline meets it, or if none of its statistics lies further out."
    )
    rows = []
    for one in spread.statistics:
        there = [value for value in one.twins if value is not None]
        met = f"{spread.met[one.claim]} of {baselines}"
        cells = [
            "–" if one.trained is None else f"{one.trained:+.3f}",
            f"{min(there):+.3f} to {max(there):+.3f}" if there else "–",
            one.reason if one.distance is None else f"{one.distance:+.1f}",
        ]
        rows.append((one.claim, one.statistic, *cells, met))
    titles = ("claim", "statistic", "this model", "baselines", "distance", "baselines that meet it")
    yield TableBlock(titles, tuple(rows))


def _estimate(numbers: Interval | None) -> str:
    if numbers is None:
        return "–"
    value, low, high = numbers
    return f"{value:+.2f} [{low:.2f}, {high:.2f}]"


def _against_random(one: Comparison) -> str:
    if one.difference is None:
        return one.reason
    return "differs" if one.differs else "not told apart"


def one_hop_blocks(part: OneHop | Lacking | None) -> Iterator[Block]:
    """Accuracy by window, of both tasks."""
    if isinstance(part, Lacking):
        yield Text(f"No 1-hop tasks: {part.reason}.")
    if not isinstance(part, OneHop):
        return
    ours = {"letter": part.letter, "number": part.number}
    name = "GPT 5.4"
    theirs = {
        f"{name} {task}": {w: shares[n] for w, shares in PUBLISHED[name].items()}
        for n, task in ((1, "letter"), (0, "number"))
    }
    chat = "in the model's chat template" if part.chat else "as plain text"
    yield FigureBlock(
        figures.length_curves(ours, theirs, "tokens in the target window"),
        f"1-hop accuracy by window: {counted(part.runs, 'run')} of"
        f" {counted(part.questions, 'question')}, {chat}",
        "See whether letter stays above number, and each keeps to the accuracies that the paper"
        " prints at 32 and 100 tokens (B-e-llm).",
    )
    out = [str(window) for window in WINDOWS if str(window) not in part.number]
    if out:
        yield Text(
            f"Windows of {', '.join(out)} tokens were not measured. Unless --windows names them,"
            f" longer ones are left out after {HOPELESS} in a row at which neither task is answered"
            " above chance, if they cannot change the verdict of B-e-llm."
        )
    rows = []
    for window in sorted(map(int, part.number)):
        cells = [str(window)]
        for task in ("number", "letter"):
            right, total = ours[task][str(window)]
            low, high = wilson(right, total)
            cells.append(f"{right / total:.2f} [{low:.2f}, {high:.2f}]")
            cells.append(f"{part.ranks[task][str(window)]:.1f}")
        for table in PUBLISHED.values():
            cells.append(" / ".join(f"{x:.2f}" for x in table[window]) if window in table else "")
        rows.append(tuple(cells))
    titles = ("window", "number", "mean rank", "letter", "mean rank")
    yield TableBlock((*titles, *(f"{name}, published" for name in PUBLISHED)), tuple(rows))


def breaking_section(records: Sequence[Break]) -> Iterator[Block]:
    """Breaking lengths of the recorded runs, where a model of their tasks is reported on."""
    if not records:
        return
    steps = sorted({one.steps for one in records})
    span = " to ".join(str(n) for n in dict.fromkeys((steps[0], steps[-1])))
    yield Heading("Predicted against measured: where length breaks accuracy")
    yield FigureBlock(
        figures.breaking(records, settings.FACTOR),
        f"Tokens at which accuracy falls below {settings.KEEPS}, predicted and measured",
        f"See whether points keep within a factor {settings.FACTOR:g} of the diagonal (dotted;"
        " B-e-disc): each prediction is made from inputs of the training length alone.",
    )
    rows = [
        (one.run, str(one.seed), _tokens(one.measured), _tokens(one.predicted)) for one in records
    ]
    yield TableBlock(("run", "seed", "breaks at, measured", "breaks at, predicted"), tuple(rows))
    yield Text(
        f"These are records of models of the same tasks, trained for {span} steps with the seeds"
        " named (rope-claims run released makes them). letter-0 and number-0 are the models that"
        " come with this package. A name with a factor is of a model that differs from paper B's"
        " released recipe in that factor. Models of another RoPE base are controls. What was"
        " measured of the models above is in their own sections."
    )


def _tokens(length: float | None) -> str:
    return "beyond the lengths tried" if length is None else f"{length:.0f}"


def option_table(part: Sensitivity | None) -> Iterator[Block]:
    """What other choices would have made of the scores, and what it cost to know."""
    if part is None:
        return
    yield Heading("How the scores depend on what was chosen", 3)
    yield FigureBlock(
        figures.predicted(part.heads),
        "Predicted from the logits against measured",
        "See whether points follow the diagonal: the shares √S and √P of the logits (S-two-sided)"
        " need neither softmax nor τ, so what lies off it is the metric's doing, not the head's.",
    )
    titles = ("option", "heads", "median s_POS", "median s_SYM")
    correlation_titles = ("r with s_POS", "r with s_SYM", "r of s_POS and s_SYM")
    rows = []
    for one in part.options:
        medians, r = (one.s_pos, one.s_sym), (one.s_pos_r, one.s_sym_r, one.anti_r)
        rows.append((one.name, str(one.heads), *map(_number, (*medians, *r))))
    yield TableBlock((*titles, *correlation_titles), tuple(rows))
    between, cost = part.between_inputs, part.cost
    yield Text(
        f"Medians over heads of means over {part.inputs} inputs; r across heads with the scores"
        " as scored. Random permutations move all blocks at once and weigh places evenly; swaps are"
        " weighed by the gap they close. Of the scores' variance"
        f" {_number(between.s_pos)} (s_POS) and {_number(between.s_sym)} (s_SYM) lies between"
        f" inputs, the rest between heads. Cost: {cost.seconds_an_input:.2f} s an input for"
        f" {cost.scorings} scorings of every head, and {cost.seconds_a_pass:.2f} s for the"
        f" forward pass; {cost.peak_gib:.2f} GiB at most in the process, of which weights"
        f" {cost.weights_gib:.2f} GiB."
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
