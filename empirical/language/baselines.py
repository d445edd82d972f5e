"""Whether a model's heads show more of what a claim says than the same weights shuffled do.

A statistic that random weights reach as well is no sign of training, and one that they exceed is a
sign against it. So a claim is supported on a model only if each of its statistics lies beyond the
reach of the shuffled-weights baselines, the way that the claim says, where these were measured.
"""

from __future__ import annotations

from empirical.protocol.findings import Model, RandomPart, Spread


def short(name: str, model: Model) -> str:
    """Which statistics of a claim do not lie beyond the baselines; empty if all do, or if none was
    measured. With a baseline of each kind alone: which of them meet the claim."""
    part = model.random
    if not isinstance(part, RandomPart):
        return ""
    if part.spread is not None and name in part.spread.met:
        return "; ".join(_within(name, part.spread))
    return ", ".join(f"{one.name} meet it" for one in part.twins if name in one.met)


def _within(name: str, spread: Spread) -> list[str]:
    of = f"spreads from {len(spread.seeds)} shuffled-weights baselines, reach {spread.reach:.2f}"
    return [
        f"{one.statistic}: {'none' if one.distance is None else format(one.distance, '+.1f')} {of}"
        for one in spread.statistics
        if one.claim == name and (one.distance is None or one.distance <= spread.reach)
    ]
