"""Whether a model's heads show more of what a claim says than the same weights shuffled do.

A statistic that random weights reach as well is no sign of training, and one that they exceed is a
sign against it. So a claim is supported on a model only if each of its statistics lies beyond the
reach of the shuffled-weights baselines, the way that the claim says, where these were measured.
The sentences of the claims say nothing of training: a verdict says whether this was asked.
"""

from collections.abc import Iterable
from statistics import mean, stdev

from empirical.protocol import settings
from empirical.protocol.findings import BindingPart, Model, RandomPart, Spread
from empirical.protocol.statistics import pure


def short(name: str, model: Model) -> str:
    """Which statistics of a claim do not lie beyond the baselines; empty if all do, or if none was
    measured. With a baseline of each kind alone: which of them meet the claim, or do not say."""
    part = model.random
    if not isinstance(part, RandomPart):
        return ""
    if part.spread is not None and name in part.spread.met:
        return "; ".join(_within(name, part.spread))
    unsaid = [f"the record does not say of {one.name}" for one in part.twins if one.met is None]
    return ", ".join(
        unsaid + [f"{one.name} meet it" for one in part.twins if name in (one.met or ())]
    )


def asked(name: str, model: Model) -> str:
    """Whether a claim that a model meets was compared with baselines, in words."""
    part = model.random
    if not isinstance(part, RandomPart):
        return "not compared with random weights, which may do the same"
    if part.spread is not None and name in part.spread.met:
        return f"beyond the reach of {len(part.spread.seeds)} shuffled-weights baselines"
    return f"none of {len(part.twins)} random-weights baselines meets it"


def _within(name: str, spread: Spread) -> list[str]:
    of = f"spreads from {len(spread.seeds)} shuffled-weights baselines, reach {spread.reach:.2f}"
    return [
        f"{one.statistic}: {'none' if one.distance is None else format(one.distance, '+.1f')} {of}"
        for one in spread.statistics
        if one.claim == name and (one.distance is None or one.distance <= spread.reach)
    ]


def pure_share(model: Model) -> str:
    """The share of heads that are pure of either kind on the binding task with that of the
    baselines on the same inputs, where their heads' scores were kept; no claim asks for it."""
    part, posed = model.random, model.binding
    if not isinstance(part, RandomPart) or part.spread is None or not part.spread.scores:
        return ""
    if not isinstance(posed, BindingPart):
        return ""
    own = _pure((one.s_pos, one.s_sym) for one in posed.scores)
    every = [_pure(scores) for scores in part.spread.scores]
    text = f"{own:.3f} of the heads are pure (γ = {settings.GAMMA:g}), of the baselines'"
    text += f" {min(every):.3f} to {max(every):.3f}"
    deviation = stdev(every) if len(every) > 1 else 0.0
    return text + (
        f": {(own - mean(every)) / deviation:+.1f} of their spreads" if deviation else ""
    )


def _pure(scores: Iterable[tuple[float, float]]) -> float:
    names = ("positional", "symbolic")
    return mean(float(any(pure(*one, name, settings.GAMMA) for name in names)) for one in scores)
