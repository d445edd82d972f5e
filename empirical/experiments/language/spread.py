"""How far a model is from many shuffled-weights baselines, in units of their own spread.

One baseline has one draw of the weights; bootstraps over its heads know nothing of another draw.
Twenty have a spread,  and each can be held to the claim itself: what random weights
meet, a model that meets it does not show to be training's doing.
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import partial

import numpy as np

from empirical.experiments.language import binding_task, random_weights
from empirical.experiments.language.binding_task import Binding
from empirical.experiments.language.checks import BY_HEADS, met
from empirical.instrument.session import Session
from empirical.models.pretrained import Loaded
from empirical.protocol.findings import BaselineDistance, BindingHeads, Spread
from empirical.protocol.request import Request
from empirical.protocol.statistics import LEVEL

Drawn = tuple[list[float | None], list[str], list[list[float]]]
"""Of one baseline: its statistics in the order of ``random_weights.STATISTICS``, the claims that it
meets, and its heads' (s_POS, s_SYM)."""


def measure(loaded: Loaded, trained: BindingHeads, request: Request, session: Session) -> Spread:
    """The model's statistics next to those of ``request.shuffled`` baselines on the same inputs.

    A baseline that is kept is not drawn again. Raises as ``random_weights.measure``.
    """
    task = binding_task.build(loaded, request.statements, request.inputs)
    seeds = tuple(random_weights.SEED + n for n in range(request.shuffled))
    of = {"inputs": task.tokens, "scoring": request.convention.phrase}
    work, drawn = session.work(loaded, "shuffled-weights baselines", len(seeds), **of), []
    for seed in seeds:
        draw = partial(_draw, loaded, task, seed, request, session)
        drawn.append(work.once(draw, seed=seed, kept="scores of heads"))
        work.step(1)
    return spread(trained, drawn, seeds)


def _draw(loaded: Loaded, task: Binding, seed: int, request: Request, session: Session) -> Drawn:
    shuffle = partial(random_weights.shuffle, seed=seed)
    return of_heads(
        random_weights.baseline_heads(
            loaded, task, random_weights.SHUFFLING, shuffle, seed, request, session
        )
    )


def of_heads(model: BindingHeads) -> Drawn:
    """A model's statistics (None where there is none), the claims its heads meet, and scores."""
    scores = [[round(one.s_pos, 4), round(one.s_sym, 4)] for one in model.scores]
    return [_value(one, model) for one in random_weights.STATISTICS], list(met(model)), scores


def _value(one: random_weights.KeptStatistic, model: BindingHeads) -> float | None:
    heads = one.heads(model) if model.frequencies else np.empty((1, 0))
    value = float(one.statistic(heads)) if heads.shape[-1] > 1 else math.nan
    return value if math.isfinite(value) else None


def spread(trained: BindingHeads, drawn: Sequence[Drawn], seeds: tuple[int, ...]) -> Spread:
    """The model's statistics next to those of its baselines."""
    columns = zip(*(values for values, *_ in drawn), strict=True)
    own = of_heads(trained)[0]
    meeting = Counter(name for _, names, _ in drawn for name in names)
    return Spread(
        seeds=seeds,
        reach=normal_reach(len(seeds)),
        met={name: meeting[name] for name in BY_HEADS},
        statistics=tuple(map(_distance, random_weights.STATISTICS, own, columns)),
        scores=tuple(tuple((pos, sym) for pos, sym in scores) for *_, scores in drawn),
    )


def _distance(
    one: random_weights.KeptStatistic, trained: float | None, baselines: tuple[float | None, ...]
) -> BaselineDistance:
    there = [value for value in baselines if value is not None]
    distance, reason = None, "heads all alike, or none that rotates"
    if trained is not None and len(there) == len(baselines):
        deviation = float(np.std(there, ddof=1))
        reason = "the baselines are all alike"
        if deviation > 0:
            distance, reason = one.sign * (trained - float(np.mean(there))) / deviation, ""
    return BaselineDistance(
        claim=one.claim,
        statistic=one.name,
        trained=trained,
        twins=baselines,
        distance=distance,
        reason=reason,
    )


def normal_reach(baselines: int) -> float:
    """How many standard deviations from the mean of so many normal draws one more lies within, in
    95 of 100 cases: t·√(1 + 1/n), Student's with n - 1 degrees of freedom."""
    from scipy.stats import t

    return float(t.ppf((1 + LEVEL) / 2, baselines - 1)) * math.sqrt(1 + 1 / baselines)
