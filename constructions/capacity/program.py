"""The convex program behind a certificate, in floating point: nothing here decides anything.

With amplitudes a over planes of angles θ_p, f(t) = exp(-Σ a_p (1 - cos θ_p t)) and
S(s) = Σ_{1≤t≤s} f(t) + Σ_{1≤t≤n-1-s} f(t), the least Σ a_p with S(s) ≤ 1 at every place s.
ln S is convex. Newton's method on the barrier τ Σ a_p - Σ_s ln(-ln S(s)) - Σ ln a_p over a few
places s; the place that is worst joins them until all are served. The barrier's multipliers
1/(-ln S(s)) are the weights of the places in the certificate's tangent.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.capacity.sums import exponents

SAMPLE = 12_000
"""Offsets of the first, coarse pass; longer windows are sampled, each offset for its neighbours."""
WHOLE = 1 << 16
"""Windows up to this are solved on every offset, longer ones on so many drawn by their weight."""
GAP = 0.002
"""The barrier's own share of the budget at the end."""
ROUNDS = 40


@dataclass(frozen=True)
class VisibleWindow:
    """Offsets t (m,) of a window of n positions, what each counts for (m,), d = 1 - cos θ_p t."""

    n: int
    t: Any
    count: Any
    d: Any

    def shares(self, places: list[int]) -> Any:
        """How often each offset occurs at each place, (k, m)."""
        rows = [
            self.count * ((self.t <= s).astype(float) + (self.t <= self.n - 1 - s)) for s in places
        ]
        return np.array(rows)

    def weights(self, a: Any) -> Any:
        """f at each offset, (m,)."""
        return np.exp(-(self.d @ a.astype(self.d.dtype)).astype(float))

    def sums(self, a: Any) -> tuple[Any, Any]:
        """Places s and S(s) there; all of them if no offset was left out."""
        prefix = np.concatenate(([0.0], np.cumsum(self.count * self.weights(a))))
        places = np.arange(self.n) if len(self.t) == self.n - 1 else self.t
        back = np.searchsorted(self.t, places, side="right")
        ahead = np.searchsorted(self.t, self.n - 1 - places, side="right")
        return places, prefix[back] + prefix[ahead]


def window(theta: Any, n: int, most: int = 0) -> VisibleWindow:
    """All offsets 1 … n-1; of more than ``most`` (if given) an even sample beyond the first.

    The sample takes one offset of each stretch at a random place (seed 0), so that it does not
    beat with a plane's period.
    """
    t, count = np.arange(1, n), np.ones(n - 1)
    if most and n - 1 > most:
        first = most // 4
        ends = np.linspace(first + 1, n, most - first + 1).astype(int)
        size = np.diff(ends)
        drawn = ends[:-1] + (np.random.default_rng(0).random(len(size)) * size).astype(int)
        t = np.concatenate((t[:first], drawn))
        count = np.concatenate((count[:first], size))
    return _window(theta, n, t, count)


def drawn_offsets(theta: Any, a: Any, n: int, most: int) -> VisibleWindow:
    """At most ``most`` offsets: the half that weighs most with amplitudes a, and of the others one
    for each equal share of their weight (seed 0), which counts for that share."""
    f = np.exp(-exponents(theta, a, n))
    heavy = np.argpartition(-f, most // 2)
    kept, rest = heavy[: most // 2], np.sort(heavy[most // 2 :])
    share = f[rest].sum() / (most - most // 2)
    ends = np.cumsum(f[rest]) / share + np.random.default_rng(0).random()
    often = np.diff(np.floor(ends), prepend=np.floor(ends[0] - f[rest[0]] / share))
    light = rest[often > 0]
    t = np.concatenate((kept, light))
    count = np.concatenate((np.ones(len(kept)), often[often > 0] * share / f[light]))
    order = np.argsort(t)
    return _window(theta, n, t[order] + 1, count[order])


def _window(theta: Any, n: int, t: Any, count: Any) -> VisibleWindow:
    """A window of these offsets; float32 where they are many."""
    d = np.empty((len(t), len(theta)), np.float32 if n > SAMPLE else np.float64)
    for p, angle in enumerate(theta):
        d[:, p] = 1 - np.cos(t * angle)
    return VisibleWindow(n, t, count, d)


def newton(at: VisibleWindow, share: Any, a: Any, tau: float) -> Any:
    """The barrier's minimum at τ from a feasible start.

    Raises:
        ValueError: at some place all weights are 0 in doubles.
    """
    for _ in range(ROUNDS):
        weighed = share * at.weights(a)
        total = weighed.sum(1)
        if not total.all():
            raise ValueError("the amplitudes are so large that doubles give other keys no weight")
        log = np.log(total)
        means = (weighed.astype(at.d.dtype) @ at.d).astype(float) / total[:, None]
        pull = -1 / log
        slope = tau - pull @ means - 1 / a
        mixed = ((pull / total) @ weighed).astype(at.d.dtype)
        curve = ((at.d * mixed[:, None]).T @ at.d).astype(float)
        curve += (means.T * (pull * pull - pull)) @ means + np.diag(1 / a**2)
        step = -np.linalg.solve(curve, slope)
        gain = -slope @ step
        a = _along(at, share, a, step, gain, tau)
        if gain < 0.02 * len(share):
            break
    return a


def _along(at: VisibleWindow, share: Any, a: Any, step: Any, gain: float, tau: float) -> Any:
    """A step along the line that stays inside and gains enough."""

    def value(x: Any) -> float:
        total = share @ at.weights(x)
        if (total >= 1).any() or not total.all():
            return np.inf
        return float(tau * x.sum() - np.log(-np.log(total)).sum() - np.log(x).sum())

    back = step < 0
    length = min(1.0, 0.98 * float(np.min(-a[back] / step[back]))) if back.any() else 1.0
    start = value(a)
    while length > 1e-9 and value(a + length * step) > start - 1e-3 * length * gain:
        length /= 2
    return a + length * step if length > 1e-9 else a


def inside(at: VisibleWindow, share: Any, a: Any) -> Any:
    """The amplitudes, enlarged until every sum is below 1 by 3 %."""
    while (share @ at.weights(a) >= 0.97).any():
        a = a * 1.01
    return a


@dataclass(frozen=True)
class Solution:
    """Amplitudes (P,) and the places with the weights of the tangent."""

    a: Any
    places: list[int]
    weights: Any


def solve(at: VisibleWindow, start: Solution | None = None) -> Solution:
    """Minimise Σ a over the window's sums; from a solution of a like window, its last stretch.

    Raises:
        ValueError: at some place all weights are 0 in doubles.
    """
    planes = at.d.shape[1]
    a, places, tau = np.full(planes, 0.05), [(at.n - 1) // 2], 1.0
    if start is not None:
        a, places = start.a, list(start.places)
        tau = planes / (4 * GAP * a.sum())
    share = at.shares(places)
    a = inside(at, share, a)
    while True:
        a = newton(at, share, a, tau)
        last = (planes + len(places)) / tau < GAP * a.sum()
        known, sums = at.sums(a)
        worst = int(known[sums.argmax()])
        worst = min(worst, at.n - 1 - worst)
        if sums.max() > 1 + (GAP if last else 0.05) and worst not in places:
            places.append(worst)
            share = at.shares(places)
            a = inside(at, share, a + 1e-3)
            tau = max(1.0, tau / 16)  # back from the boundary, which the new place has moved
        elif last:
            pull = -1 / np.log(share @ at.weights(a))
            return Solution(a, places, pull / pull.sum())
        else:
            tau *= 4


def optimum(theta: Any, n: int) -> Solution:
    """The program's solution: on all offsets, or on a draw by weight where they are very many;
    solved on an even sample first where there are many."""
    if n - 1 <= SAMPLE:
        return solve(window(theta, n))
    coarse = solve(window(theta, n, SAMPLE))
    if n <= WHOLE:
        return solve(window(theta, n), coarse)
    return solve(drawn_offsets(theta, coarse.a, n, WHOLE), coarse)
