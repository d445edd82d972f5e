"""The checks of the claims about language models: statistics over heads, layers and runs.

Thresholds are ``LanguageBounds``'s, named before any run.
"""

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
from theory.ledger.plural import counted

Measurement = OnModels[LanguageBounds]
ByWindow = Mapping[int, Count]
"""Right answers by window, of so many."""
ROUNDING = 1e-9
Check = Callable[[BindingHeads, LanguageBounds], tuple[Status, str]]


def held(
    check: Check, binding: BindingHeads, real: LanguageBounds = THRESHOLDS
) -> tuple[Status, str]:
    """The check on one model; UNKNOWN where there is too little to take a statistic of, or a score
    is no number: what is lacking refutes nothing."""
    if binding.inputs < real.inputs:
        return (
            Status.UNKNOWN,
            f"{counted(binding.inputs, 'input')} scored, {real.inputs} are needed",
        )
    if not all(np.isfinite(row).all() for row in _rows(binding)):
        return Status.UNKNOWN, "scores that are no finite numbers"
    try:
        return check(binding, real)
    except ValueError as error:
        return Status.UNKNOWN, str(error)


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


def _shown_if(holds: bool) -> Status:
    """TRUE or UNKNOWN: for what supports a claim, and without which nothing is refuted."""
    return Status.TRUE if holds else Status.UNKNOWN


def _trending(rho: trends.Trend, sign: int, real: LanguageBounds) -> Status:
    """Whether ranks go the way of the sign, p at most its bound; FALSE if they go the other way at
    that p, UNKNOWN where it is larger, or layers are too few for one."""
    if rho.p is None or rho.p > real.depth_p:
        return Status.UNKNOWN
    return _when(rho.value * sign > 0)


def _moving(early: trends.Estimate, late: trends.Estimate, sign: int) -> Status:
    """Whether the later median lies the way of the sign from the early one; FALSE if the intervals
    lie apart the other way, UNKNOWN where the medians alone do."""
    if (late.value - early.value) * sign > 0:
        return Status.TRUE
    separate = early.high < late.low or late.high < early.low
    return Status.FALSE if separate else Status.UNKNOWN


def anti(binding: BindingHeads, real: LanguageBounds) -> tuple[Status, str]:
    """A-e-anti on one model: r's interval below the threshold, and p."""
    heads = binding.scores
    r = trends.correlation([head.s_pos for head in heads], [head.s_sym for head in heads])
    status = both(_side(r, real.r, below=True), _shown_if(r.p is not None and r.p <= real.p))
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
        early, late = (
            trends.median(
                [value for value, at in zip(values, layers, strict=True) if (at < middle) == half],
                [at for at in layers if (at < middle) == half],
            )
            for half in (True, False)
        )
        answers += [_trending(rho, sign, real), _moving(early, late, sign)]
        if name == "s_pos":
            medians = [_side(early, real.early, below=False), _side(late, real.late, below=True)]
            fallen = early.value - late.value >= real.halves
            answers.append(_shown_if(fallen and both(*medians) is Status.TRUE))
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


def _leads(contrast: trends.Estimate, real: LanguageBounds) -> Status:
    """Whether one score surely leads by what makes a band; FALSE if it surely does not lead. A
    smaller lead refutes nothing: the least one is ours."""
    if contrast.high <= 0:
        return Status.FALSE
    return _shown_if(contrast.low > real.contrast)


def band(binding: BindingHeads, real: LanguageBounds) -> tuple[Status, str]:
    """A-e-band on one model: which score leads in each band, over the heads that rotate.

    Raises:
        ValueError: too few frequencies were measured, or not the same of both scores.
    """
    heads = binding.frequencies
    if not heads or min(len(head.s_pos) for head in heads) < 4:
        raise ValueError("fewer than four frequencies were measured")
    if any(len(head.s_pos) != len(head.s_sym) for head in heads):
        raise ValueError("s_pos and s_sym were not measured at the same frequencies")
    layers = [head.layer for head in heads]
    slow, medium, fastest = (trends.mean(row.tolist(), layers) for row in contrasts(heads, real))
    status = both(_leads(slow, real), _leads(medium, real), _side(fastest, real.high, below=False))
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
    under two names is of one.

    Raises:
        Undecided: a family lacks a model.
    """
    families, real = measurement.families, measurement.bounds
    lost = [name for name in real.families if name not in families]
    if lost:
        raise Undecided(f"no model of {', '.join(lost)} was measured")
    for one, other in combinations(real.families, 2):
        if same_heads(families[one], families[other]):
            raise Undecided(f"{one} and {other} are one model: their scores are")
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
    """B-e-llm: at the printed windows number below and letter above the printed accuracies, and
    letter above number from the first of them on.

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
    counts = {
        task: {int(n): c for n, c in by_window.items()}
        for task, by_window in (("letter", one_hop.letter), ("number", one_hop.number))
    }
    letter, number = counts["letter"], counts["number"]
    shortest, longest = min(letter), max(letter)
    pairs = (f"{n}: {_share(letter[n])} / {_share(number[n])}" for n in sorted(letter))
    lost = [_lost(counts[task][shortest], counts[task][longest]) for task in counts]
    message = f"letter / number {', '.join(pairs)}; of its accuracy letter loses {lost[0]},"
    message += f" number {lost[1]}"
    if screened_out(letter, real):
        return [Status.UNKNOWN], f"{_why_screened(letter, real)}; {message}"
    first = min(window for _, window, _ in real.printed)
    answers = [_higher(letter[n], number[n], n >= first, real.slack) for n in sorted(letter)]
    answers += [
        _as_printed(counts[task][n], bound, task == "number", real.slack)
        for task, n, bound in real.printed
        if n in letter
    ]
    if why := _lacking(letter, number, real):
        return [*answers, Status.UNKNOWN], f"{message}; {why}"
    return answers, message


def _lacking(letter: ByWindow, number: ByWindow, real: LanguageBounds) -> str:
    """What keeps the counts from supporting the claim, whatever they are; empty if nothing does."""
    shortest, why = min(number), []
    if above(*number[shortest], real.chance) is not Status.TRUE:  # what is at chance cannot drop
        why.append(f"number is not surely above chance at {shortest}")
    if lacking := [str(n) for n in real.lengths if n not in letter]:
        why.append(f"not measured at {', '.join(lacking)}")
    fewest = min(of for counts in (letter, number) for _, of in counts.values())
    if fewest < real.questions:
        why.append(f"{counted(fewest, 'question')} a window, {real.questions} are needed")
    return "; ".join(why)


def screened_out(letter: ByWindow, real: LanguageBounds) -> bool:
    """Whether a model is surely none that the paper would have taken. Where the screening window
    was not measured, the shortest stands for it."""
    return above(*letter[_screen(letter, real)], real.screened) is Status.FALSE


def _screen(letter: ByWindow, real: LanguageBounds) -> int:
    return real.screen if real.screen in letter else min(letter)


def _why_screened(letter: ByWindow, real: LanguageBounds) -> str:
    window = _screen(letter, real)
    return (
        f"letter is answered in {_share(letter[window])} at {window}, and the paper took models"
        f" from {real.screened} on"
    )


def _lost(shortest: Count, longest: Count) -> str:
    """The share of its accuracy at the shortest window that a task loses at the longest; no verdict
    asks for it."""
    if not shortest[0]:
        return "none to lose"
    return f"{1 - (longest[0] / longest[1]) / (shortest[0] / shortest[1]):.2f}"


def _share(counts: Count) -> str:
    return f"{counts[0] / counts[1]:.2f}"


def _higher(letter: Count, number: Count, asked: bool, slack: float) -> Status:
    """Whether letter lies above number, Wilson's intervals apart, where that is asked; FALSE where
    it surely lies below by more than the slack."""
    (low, high), (least, most) = wilson(*letter), wilson(*number)
    if high + slack < least:
        return Status.FALSE
    return _shown_if(not asked or low > most)


def _as_printed(counts: Count, bound: float, below: bool, slack: float) -> Status:
    """Whether an accuracy misses a printed bound by at most the slack; FALSE if Wilson's interval
    misses it by more, UNKNOWN if the accuracy alone does."""
    (low, high), share = wilson(*counts), counts[0] / counts[1]
    over = [x - bound if below else bound - x for x in (share, low if below else high)]
    missed, surely = (x > slack + ROUNDING for x in over)
    if surely:
        return Status.FALSE
    return _shown_if(not missed)
