"""Proportions with their uncertainty, three-valued comparisons of them, and what a criterion
answers: requirements, each what was found against its bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any, TypeVar

from theory.ledger import Status

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores = TypeVar("Scores", float, NDArray[np.float64])

Row = TypeVar("Row")
LEVEL = 0.95
"""Confidence level of every interval reported."""
NORMAL = 1.96
"""Standard errors that a 95 % interval of a mean over hundreds of inputs reaches."""


def wilson(right: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion (E. B. Wilson, 1927).

    With the share p̂ of n and the quantile z its ends solve (p̂ - p)² = z² p (1 - p) / n. The sums
    run as in scipy's ``binomtest``, which computes a p-value too.

    Raises:
        ValueError: not 0 ≤ right ≤ total with total ≥ 1.
    """
    from scipy.special import ndtri

    if not 0 <= right <= total or total < 1:
        raise ValueError(f"{right} of {total} is not a proportion")
    share, z = right / total, float(ndtri(0.5 + 0.5 * LEVEL))
    scale = 2 * (total + z**2)
    middle = (2 * total * share + z**2) / scale
    reach = z / scale * sqrt(4 * total * share * (1 - share) + z**2)
    return middle - reach if right else 0.0, middle + reach if right < total else 1.0


def mean_interval(values: list[float]) -> tuple[float, float, float]:
    """Mean over seeds and its Student 95 % interval: (low, mean, high).

    A percentile bootstrap of five seeds covers some 83 %, not 95 % (a test shows both), so the
    seeds' own interval is Student's; exact for normal values, and ±∞ for a single one.
    """
    from scipy.stats import t

    n, mean = len(values), sum(values) / len(values)
    if n == 1:
        return float("-inf"), mean, float("inf")
    error = (sum((x - mean) ** 2 for x in values) / (n - 1) / n) ** 0.5
    reach = float(t.ppf((1 + LEVEL) / 2, n - 1)) * error
    return mean - reach, mean, mean + reach


def pure(positional: Scores, symbolic: Scores, kind: str, gamma: float) -> Any:
    """Whether heads of these two scores, numbers or arrays, are pure of a kind: its own score at
    least 1 - γ, the other at most γ."""
    high, low = (positional, symbolic) if kind == "positional" else (symbolic, positional)
    return (high >= 1 - gamma) & (low <= gamma)


def between(low: float, high: float, threshold: float) -> Status:
    """Whether what lies in [low, high] is above the threshold."""
    if low > threshold:
        return Status.TRUE
    return Status.FALSE if high <= threshold else Status.UNKNOWN


def above(right: int, total: int, threshold: float) -> Status:
    """Whether the proportion lies above the threshold; UNKNOWN while its interval straddles it."""
    low, high = wilson(right, total)
    if low > threshold:
        return Status.TRUE
    return Status.FALSE if high < threshold else Status.UNKNOWN


def margin(count: tuple[int, int], chance: tuple[int, int]) -> tuple[float, float]:
    """The low end of a proportion's interval and the high end of that by chance: it surely is more
    than by chance where the first is no lower. Of none, a proportion is 0, and by chance 1."""
    low = wilson(*count)[0] if count[1] else 0.0
    return low, wilson(*chance)[1] if chance[1] else 1.0


def both(*answers: Status) -> Status:
    """Three-valued 'and': FALSE wins over UNKNOWN, UNKNOWN over TRUE."""
    for worst in (Status.FALSE, Status.UNKNOWN):
        if worst in answers:
            return worst
    return Status.TRUE


def opposite(answer: Status) -> Status:
    """Three-valued 'not'."""
    swap = {Status.TRUE: Status.FALSE, Status.FALSE: Status.TRUE}
    return swap.get(answer, Status.UNKNOWN)


@dataclass(frozen=True)
class Requirement:
    """One condition of a criterion: ``found`` against ``bound``."""

    name: str
    holds: Status
    found: float
    bound: float


class Precondition(Requirement):
    """What must hold for models to tell anything: unless it surely does, nothing is decided."""


Answer = list[Requirement]


def unmet(answer: Answer) -> list[str]:
    """The preconditions that surely do not hold."""
    first = [one for one in answer if isinstance(one, Precondition)]
    return [one.name for one in first if one.holds is Status.FALSE]


def status(answer: Answer) -> Status:
    """Whether all requirements hold; UNKNOWN where a precondition does not surely hold: then what
    fails besides may be the fault of models that tell nothing."""
    first = both(*(one.holds for one in answer if isinstance(one, Precondition)))
    whole = both(*(one.holds for one in answer))
    return whole if first is Status.TRUE else Status.UNKNOWN


def failed(answer: Answer) -> set[str]:
    """The requirements that surely do not hold."""
    return {one.name for one in answer if one.holds is Status.FALSE}


def at_least(name: str, found: float, bound: float) -> Requirement:
    """A requirement on a number that has no interval of its own."""
    return Requirement(name, Status.TRUE if found >= bound else Status.FALSE, found, bound)


def at_most(name: str, found: float, bound: float) -> Requirement:
    """A requirement on a number that has no interval of its own."""
    return Requirement(name, Status.TRUE if found <= bound else Status.FALSE, found, bound)


def without_each(rows: list[Row]) -> list[list[Row]]:
    """The rows without the first, without the second, and so on; none of one row."""
    return [rows[:i] + rows[i + 1 :] for i in range(len(rows)) if len(rows) > 1]


def surely(rows: list[Row], missed: Callable[[list[Row]], bool]) -> bool:
    """Whether the rows, one a model, miss a requirement, and without any one of them too: what
    depends on one model is open."""
    return all(map(missed, [rows, *without_each(rows)]))


def by_mean(name: str, values: list[float], bound: float) -> Requirement:
    """A requirement on the mean over models, at most the bound: met where it is, not met where its
    Student interval ``surely`` lies above the bound, open between."""
    mean = sum(values) / len(values)
    holds = Status.TRUE if mean <= bound else Status.UNKNOWN
    above_it = surely(values, lambda some: mean_interval(some)[0] > bound)
    return Requirement(name, Status.FALSE if above_it else holds, mean, bound)


def by_factor(name: str, logs: list[float], bound: float) -> Requirement:
    """``by_mean`` of a geometric mean, of which the logarithms are given."""
    one = by_mean(name, logs, log(bound))
    return Requirement(name, one.holds, exp(one.found), bound)


def by_test(
    name: str, rows: list[Row], test: Callable[[list[Row]], tuple[float, float]], bound: float
) -> Requirement:
    """A requirement on a test over models, which gives its one-sided p and that of the reverse: met
    where p is at most the bound, not met where the reverse's ``surely`` is, open between."""
    p, _ = test(rows)
    holds = Status.TRUE if p <= bound else Status.UNKNOWN
    reversed_ones = surely(rows, lambda some: test(some)[1] <= bound)
    return Requirement(name, Status.FALSE if reversed_ones else holds, p, bound)


def by_ranks(
    name: str, told: Sequence[float], measured: Sequence[float], bound: float
) -> Requirement:
    """What is told of each model agrees in rank with what is measured."""
    pairs = list(zip(told, measured, strict=True))
    return by_test(name, pairs, lambda some: ranks(*zip(*some, strict=True)), bound)


def by_closeness(
    name: str,
    told: Sequence[float],
    rival: Sequence[float],
    measured: Sequence[float],
    bound: float,
) -> Requirement:
    """What is told of each model is closer to what is measured than what a rival tells."""
    errors = (log_errors(one, measured) for one in (told, rival))
    pairs = list(zip(*errors, strict=True))
    return by_test(name, pairs, _closer, bound)


def log_errors(told: Sequence[float], measured: Sequence[float]) -> list[float]:
    """|log(told / measured)| of each model."""
    return [abs(log(x / y)) for x, y in zip(told, measured, strict=True)]


def _closer(errors: list[tuple[float, float]]) -> tuple[float, float]:
    """One-sided p of Wilcoxon's signed ranks that of each pair the first is smaller, and of the
    reverse; 1 of both if all are equal."""
    own, other = zip(*errors, strict=True)
    if own == other:
        return 1.0, 1.0
    less, greater = (wilcoxon(own, other, alternative=way).pvalue for way in ("less", "greater"))
    return float(less), float(greater)


@cache
def wilcoxon(one: tuple[float, ...], other: tuple[float, ...], alternative: str) -> Any:
    """scipy's test; where pairs tie it takes long, and criteria ask for the same one many times."""
    from scipy import stats

    return stats.wilcoxon(one, other, alternative=alternative)


def ranks(told: Sequence[float], measured: Sequence[float]) -> tuple[float, float]:
    """One-sided p of Spearman's rank correlation, and of the reverse: the shares of all orders in
    which the sum of products of ranks is at least, or at most, what it is.

    Exact, which Student's approximation is not for so few models: for 6 in the very order it gives
    2e-25, and one of 720 orders is so. What is told alike of every model surely has no order: 1, 0.
    """
    import numpy as np
    from scipy.stats import rankdata

    if len(set(told)) < 2:
        return 1.0, 0.0
    one, other = ((2 * rankdata(x)).astype(int) for x in (told, measured))
    sums = _sums_of_products(one.tolist(), other.tolist())
    total, found = sums.sum(), int(np.dot(one, other))
    return float(sums[found:].sum() / total), float(sums[: found + 1].sum() / total)


def _sums_of_products(one: Sequence[int], other: Sequence[int]) -> NDArray[np.float64]:
    """In how many orders of ``other`` its products with ``one`` sum to 0, 1, …; by the subsets of
    ``other`` that the first values of ``one`` are paired with."""
    import numpy as np

    most = sum(x * y for x, y in zip(sorted(one), sorted(other), strict=True))
    start = np.zeros(most + 1)
    start[0] = 1.0
    reached = {0: start}
    for x in one:
        after: dict[int, NDArray[np.float64]] = {}
        for taken, sums in reached.items():
            for j, y in enumerate(other):
                if not taken >> j & 1:
                    paired = after.setdefault(taken | 1 << j, np.zeros(most + 1))
                    paired[x * y :] += sums[: most + 1 - x * y]
        reached = after
    (whole,) = reached.values()
    return whole
