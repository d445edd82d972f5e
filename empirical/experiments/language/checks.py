"""The checks of the claims about language models: statistics over heads, layers and runs.

Thresholds are ``LanguageBounds``'s, named before any run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from empirical.experiments.language import trends
from empirical.experiments.language.settings import THRESHOLDS, LanguageBounds
from empirical.protocol.findings import SCORES, BindingHeads, Lacking, OneHop, Profile, Score
from empirical.protocol.form import hold_windows
from empirical.protocol.measured import OnModels, answer, missing, same_heads
from empirical.protocol.reading import Count
from empirical.protocol.statistics import above, both, wilson
from theory.ledger import Outcome, Status, Undecided

Measurement = OnModels[LanguageBounds]
Check = Callable[[BindingHeads, LanguageBounds], tuple[Status, str]]


def held(
    check: Check, binding: BindingHeads, real: LanguageBounds = THRESHOLDS
) -> tuple[Status, str]:
    """The check on one model; FALSE where there is too little to take a statistic of, UNKNOWN
    where a score is no number."""
    if binding.inputs < real.inputs:
        return Status.FALSE, f"{binding.inputs} inputs scored, {real.inputs} are needed"
    if not all(np.isfinite(row).all() for row in _rows(binding)):
        return Status.UNKNOWN, "scores that are no finite numbers"
    try:
        return check(binding, real)
    except ValueError as error:
        return Status.FALSE, str(error)


def _rows(binding: BindingHeads) -> Iterator[Sequence[float]]:
    """All scores of all heads."""
    for head in binding.scores:
        yield head.s_pos, head.s_sym
    for profile in binding.frequencies:
        yield from (profile.s_pos, profile.s_sym)


def _side(estimate: trends.Estimate, threshold: float, below: bool) -> Status:
    """Whether the estimate's interval lies below (above) the threshold; UNKNOWN if astride, or if
    an end is NaN."""
    if estimate.high < threshold:
        return _when(below)
    return _when(not below) if estimate.low > threshold else Status.UNKNOWN


def _when(holds: bool) -> Status:
    return Status.TRUE if holds else Status.FALSE


def _trending(rho: trends.Trend, sign: int, real: LanguageBounds) -> Status:
    """Whether ranks go the way of the sign, p at most its bound; UNKNOWN where p only tells them
    from no trend, or layers are too few for one."""
    if rho.value * sign <= 0:
        return Status.FALSE
    if rho.p is None or real.depth_p < rho.p <= real.no_trend_p:
        return Status.UNKNOWN
    return _when(rho.p <= real.depth_p)


def anti(binding: BindingHeads, real: LanguageBounds) -> tuple[Status, str]:
    """A-e-anti on one model: r's interval below the threshold, and p."""
    heads = binding.scores
    r = trends.correlation([head.s_pos for head in heads], [head.s_sym for head in heads])
    status = both(_side(r, real.r, below=True), _when(r.p is not None and r.p <= real.p))
    return status, f"r = {r.value:.2f} [{r.low:.2f}, {r.high:.2f}], p = {r.p:.1e}"


def depth(binding: BindingHeads, real: LanguageBounds) -> tuple[Status, str]:
    """A-e-depth on one model: ranks against depth for both scores, and medians of the halves, whose
    bounds refute nothing: they are another model's."""
    heads = binding.scores
    layers = [head.layer for head in heads]
    middle = binding.layers / 2
    answers, messages = [], []
    signs: dict[Score, int] = {"s_pos": -1, "s_sym": 1}
    for name, sign in signs.items():
        values: list[float] = [getattr(head, name) for head in heads]
        rho = trends.trend(layers, values)
        answers.append(_trending(rho, sign, real))
        early, late = (
            trends.median(
                [value for value, at in zip(values, layers, strict=True) if (at < middle) == half],
                [at for at in layers if (at < middle) == half],
            )
            for half in (True, False)
        )
        answers.append(_when((late.value - early.value) * sign > 0))
        if name == "s_pos":
            medians = [_side(early, real.early, below=False), _side(late, real.late, below=True)]
            medians.append(_when(early.value - late.value >= real.halves))
            answers.append(Status.TRUE if both(*medians) is Status.TRUE else Status.UNKNOWN)
        p = "too few layers for a p" if rho.p is None else f"p = {rho.p:.1e}"
        messages.append(
            f"{name} median {_shown(early)} then {_shown(late)}, rank trend {rho.value:+.2f} ({p})"
        )
    return both(*answers), "; ".join(messages)


def bands(count: int, real: LanguageBounds) -> tuple[slice, slice, slice]:
    """The very fastest, the medium to fast and the slow of `count` frequencies, fastest first."""
    first, last = max(1, round(count * real.fastest)), round(count * real.slow)
    return slice(0, first), slice(first, last), slice(last, count)


def contrasts(heads: Sequence[Profile], real: LanguageBounds) -> np.ndarray:
    """(3, heads): s_SYM - s_POS over the slow frequencies, s_POS - s_SYM over the medium to fast
    ones, the lower score over the very fastest."""

    def means(name: Score) -> np.ndarray:
        rows = [getattr(head, name) for head in heads]
        return np.array([[np.mean(row[cut]) for cut in bands(len(row), real)] for row in rows]).T

    pos, sym = map(means, SCORES)
    return np.stack([sym[2] - pos[2], pos[1] - sym[1], np.minimum(pos[0], sym[0])])


def band(binding: BindingHeads, real: LanguageBounds) -> tuple[Status, str]:
    """A-e-band on one model: which score is higher in each band, over the heads that rotate."""
    heads = binding.frequencies
    if not heads or min(len(head.s_pos) for head in heads) < 4:
        return Status.FALSE, "fewer than four frequencies were measured"
    if any(len(head.s_pos) != len(head.s_sym) for head in heads):
        return Status.FALSE, "s_pos and s_sym were not measured at the same frequencies"
    layers = [head.layer for head in heads]
    slow, medium, fastest = (trends.mean(row.tolist(), layers) for row in contrasts(heads, real))
    status = both(
        _side(slow, 0, below=False),
        _side(medium, 0, below=False),
        _side(fastest, real.high, below=False),
    )
    return status, (
        f"slow s_SYM - s_POS = {_shown(slow)}; medium to fast s_POS - s_SYM = {_shown(medium)};"
        f" fastest, the lower score = {_shown(fastest)}"
    )


def _shown(estimate: trends.Estimate) -> str:
    return f"{estimate.value:+.2f} [{estimate.low:.2f}, {estimate.high:.2f}]"


BY_HEADS: Mapping[str, Check] = {"A-e-anti": anti, "A-e-depth": depth, "A-e-band": band}
"""The checks that read one model's binding task, by the claim's id."""


def met(heads: BindingHeads) -> tuple[str, ...]:
    """The claims about one model's binding task that these heads meet."""
    return tuple(name for name, check in BY_HEADS.items() if held(check, heads)[0] is Status.TRUE)


def check_family(measurement: Measurement) -> Outcome:
    """A-e-family: anti, depth and band hold in a model of each of the three families; one model
    under two names is of one."""
    families, real = measurement.families, measurement.bounds
    lost = [name for name in real.families if name not in families]
    if lost:
        return answer(Status.FALSE, 1, f"no model of {', '.join(lost)} was measured")
    for one, other in combinations(real.families, 2):
        if same_heads(families[one], families[other]):
            return answer(Status.FALSE, 1, f"{one} and {other} are one model: their scores are")
    answers, messages = [], []
    for name in real.families:
        three = [held(check, families[name], real)[0] for check in (anti, depth, band)]
        answers += three
        named_statuses = zip(("anti", "depth", "band"), three, strict=True)
        messages.append(
            f"{name} " + ", ".join(f"{what} {status}" for what, status in named_statuses)
        )
    return answer(both(*answers), len(answers), "; ".join(messages))


def check_one_hop(measurement: Measurement) -> Outcome:
    """B-e-llm: letter answered at the shortest length, above number by the gap at every length, and
    losing less by the factor of what number surely loses.

    Raises:
        Misread: a window that there cannot be.
    """
    if lost := missing(measurement):
        return answer(Status.FALSE, 1, f"not measured: {lost}")
    answers, messages = [], []
    for name in measurement.required:
        counts = measurement.tasks[name].one_hop
        if counts is None or isinstance(counts, Lacking):
            why = counts.reason if counts else "the 1-hop tasks were left out"
            raise Undecided(f"{name}: {why}")
        status, message = _hops(counts, measurement.bounds)
        answers += status
        messages.append(f"{name}: {message}")
    return answer(both(*answers), len(answers), "; ".join(messages))


def _hops(one_hop: OneHop, real: LanguageBounds) -> tuple[list[Status], str]:
    hold_windows(one_hop)
    letter, number = (
        {int(n): c for n, c in counts.items()} for counts in (one_hop.letter, one_hop.number)
    )
    answers = [_gap(letter[n], number[n], real.gap) for n in sorted(letter)]
    pairs = (f"{n}: {_share(letter[n])} / {_share(number[n])}" for n in sorted(letter))
    shortest, longest = min(letter), max(letter)
    answers.append(above(*letter[shortest], real.answered))
    lost = [_lost(counts[shortest], counts[longest]) for counts in (letter, number)]
    shares = [f"{x.value:.2f}" if x else "none to lose" for x in lost]
    message = f"letter / number {', '.join(pairs)}; of its accuracy letter loses {shares[0]},"
    message += f" number {shares[1]}"
    if why := _screened(letter, real):
        return [Status.UNKNOWN], f"{why}; {message}"
    begun = above(*number[shortest], real.chance) is Status.TRUE
    if begun and {min(real.lengths), max(real.lengths)} <= set(letter):
        answers.append(_slower(lost[0], lost[1], real.slower))
    if not begun:  # what is at chance cannot fall
        answers.append(Status.UNKNOWN)
        message += f"; number is not surely above chance at {shortest}"
    if lacking := [str(n) for n in real.lengths if n not in letter]:
        answers.append(Status.UNKNOWN)
        message += f"; not measured at {', '.join(lacking)}"
    return answers, message


def _screened(letter: Mapping[int, Count], real: LanguageBounds) -> str:
    """Why a model is none that the paper would have taken; empty if it may be. Where the screening
    window was not measured, the shortest stands for it."""
    window = real.screen if real.screen in letter else min(letter)
    if above(*letter[window], real.screened) is not Status.FALSE:
        return ""
    return (
        f"letter is answered in {_share(letter[window])} at {window}, and the paper took models"
        f" from {real.screened} on"
    )


def _lost(shortest: Count, longest: Count) -> trends.Estimate | None:
    """The share of its accuracy at the shortest window that a task loses at the longest, and the
    ends of it by Wilson's intervals of the two; None of a task that was never right."""
    if not shortest[0]:
        return None
    (low, high), (least, most) = wilson(*shortest), wilson(*longest)
    ratio = (longest[0] / longest[1]) / (shortest[0] / shortest[1])
    return trends.Estimate(1 - ratio, 1 - most / low, 1 - least / high)


def _slower(
    letter: trends.Estimate | None, number: trends.Estimate | None, factor: float
) -> Status:
    """Whether letter loses at most 1/factor of the share that number loses, as counted; UNKNOWN
    where the intervals do not show that number loses some, and more than letter."""
    if letter is None or number is None:
        return Status.UNKNOWN
    if number.value <= 0 or letter.value * factor > number.value:
        return Status.FALSE
    return Status.TRUE if number.low > max(0, letter.high) else Status.UNKNOWN


def _share(counts: Count) -> str:
    return f"{counts[0] / counts[1]:.2f}"


def _gap(letter: Count, number: Count, gap: float) -> Status:
    """Whether letter lies above number by `gap`, Wilson's intervals apart; UNKNOWN if they meet."""
    (low, high), (least, most) = wilson(*letter), wilson(*number)
    if letter[0] / letter[1] - number[0] / number[1] >= gap and low > most:
        return Status.TRUE
    return Status.FALSE if high < least + gap else Status.UNKNOWN
