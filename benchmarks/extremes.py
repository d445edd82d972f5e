"""Sharp constants against searched extremes: `python benchmarks/extremes.py`.

Each bound is searched from its definition alone, in floating point: weights drawn at random, then
moved where they come nearer to the bound. The search knows no proof and no extremal head. A row
says what was searched, the bound, and the largest that was found; above 1 a bound would be false.

- S-score-temp: block means before each swap and two-block vectors after it, of any sizes;
- S-score-ends: block means, where a swap leaves two blocks alike;
- S-margin-copy, S-margin at two tokens: a copying head's weights of two contents at N places;
- S-margin-many: a head's weights of two contents at N places and its own, any output;
- S-margin-score: the weights of two tokens before and after their one swap.
"""

import sys
from collections.abc import Callable
from itertools import combinations, product

import numpy as np

Array = np.ndarray
STARTS, STEPS = 16, 3000


def climbed(value: Callable[[Array], float], size: int, seed: int) -> float:
    """The largest value found over points of ``size`` reals: random starts, shrinking steps."""
    rng = np.random.default_rng(seed)
    best = -np.inf
    for _ in range(STARTS):
        at = rng.normal(size=size)
        top, width = value(at), 1.0
        for _ in range(STEPS):
            move = rng.normal(size=size) * (rng.random(size) < max(2 / size, 0.3))
            other = at + width * move
            reached = value(other)
            if reached > top:
                at, top, width = other, reached, min(width * 1.5, 4.0)
            else:
                width = max(width * 0.98, 1e-9)
        best = max(best, top)
    return best


def cosine(v: Array, w: Array) -> float:
    """Of two vectors of positive numbers."""
    return float(v @ w / np.sqrt((v @ v) * (w @ w)))


def both_scores(means: Array, after: Array, tau: float) -> tuple[float, float]:
    """s_POS and s_SYM: a swap's weight is the softmax of |d_i - d_j|/τ over the swaps."""
    swaps = list(combinations(range(len(means)), 2))
    gaps = np.array([abs(means[i] - means[j]) for i, j in swaps])
    share = np.exp((gaps - gaps.max()) / tau)
    share /= share.sum()
    before = [means[[i, j]] for i, j in swaps]
    stayed = np.array([cosine(v, w) for v, w in zip(before, after, strict=True)])
    moved = np.array([cosine(v[::-1], w) for v, w in zip(before, after, strict=True)])
    return float(share @ stayed), float(share @ moved)


def score_temperature(m: int, epsilon: float, tau: float) -> tuple[float, float]:
    """The bound on (ρ d_max - d_min)/τ, w, and the largest found with both scores ≥ 1 - ε."""
    rho = np.tan(np.pi / 4 - np.arccos(1 - epsilon))
    k = m * (m - 1) / 2 - 1
    w = 0.0
    for _ in range(200):  # w e^(1+w) = k by Newton's steps
        w -= (w * np.exp(1 + w) - k) / (np.exp(1 + w) * (1 + w))

    def value(x: Array) -> float:
        # d_max = 1, d_min = ρ - nτ, the others near either end in units of τ, or anywhere
        low = rho - x[0] * tau
        inner = np.where(x[1 : m - 1] > 0, 1 - tau * x[1 : m - 1], low - tau * x[1 : m - 1])
        means = np.array([1.0, low, *np.clip(inner, max(low, 1e-12), 1.0)])
        if low <= 0:
            return -1e9
        tilt = x[m - 1 :] * tau  # the swap's vector afterwards, from 45°
        after = np.stack([np.exp(tilt), np.exp(-tilt)], axis=1)
        lacking = 1 - epsilon - min(both_scores(means, after, tau))
        return x[0] if lacking <= 0 else -1e3 * lacking - 1

    return w, climbed(value, m - 1 + m * (m - 1) // 2, m)


def lambert(x: float) -> float:
    """W(x) for x ≥ 0, by Newton's steps."""
    w = 0.0
    for _ in range(200):
        w -= (w * np.exp(w) - x) / (np.exp(w) * (1 + w))
    return float(w)


def score_ends(m: int, epsilon: float, tau: float) -> tuple[float, float]:
    """The bound on (ρ d_max - d_min)/τ, L + E at d_max = 1, and the largest found with both scores
    ≥ 1 - ε."""
    rho = np.tan(np.pi / 4 - np.arccos(1 - epsilon))
    cost = [lambert(k / np.e) for k in range(m)]
    bound = max(rho * cost[p - 1] / (1 - 2 * tau) + cost[m - p - 1] for p in range(1, m))
    bound += (m - 1) * (m - 2) / 2 * np.exp(-(1 - rho) / (4 * tau))

    def value(x: Array) -> float:
        # d_max = 1, d_min = ρ - nτ, the others near either end in units of τ
        low = rho - x[0] * tau
        inner = np.where(x[1:] > 0, 1 - tau * x[1:], low - tau * x[1:])
        means = np.array([1.0, low, *np.clip(inner, max(low, 1e-12), 1.0)])
        if low <= 0:
            return -1e9
        lacking = 1 - epsilon - both_scores(means, np.ones((m * (m - 1) // 2, 2)), tau)[0]
        return x[0] if lacking <= 0 else -1e3 * lacking - 1

    return float(bound), climbed(value, m - 1, m)


def many(places: int, r: float, own: bool) -> tuple[float, float]:
    """Index with any output, KD = 2: the bound, and the largest found of how far apart, at least,
    the attentions of two inputs with different answers are."""
    n = places - 1
    close, far = (r - 1) / (r + n), max(1 / 3, (r - n) / (r + n))
    bound = close if own else min(close, far)
    rest = np.array(list(product((0.0, 1.0), repeat=n)))  # where b stands, of the other places

    def value(x: Array) -> float:
        a, b = (r ** (1 / (1 + np.exp(-y))) for y in x[: 2 * places].reshape(2, places))
        b = b * np.exp(x[-2])
        mine = np.exp(min(x[-1] - 3, 50.0)) if own else 0.0
        weights = np.stack([(1 - rest) @ a[1:], rest @ b[1:], np.full(len(rest), mine)], axis=1)
        answers = [weights + np.array(at) for at in ((a[0], 0, 0), (0, b[0], 0))]
        one, two = (whole / whole.sum(axis=1, keepdims=True) for whole in answers)
        return float(np.abs(one[:, None] - two[None]).sum(axis=2).min() / 2)

    return bound, climbed(value, 2 * places + 2, places)


def copying(places: int, r: float) -> tuple[float, float]:
    """The largest margin of Index by a copying head of two contents, weights within r."""
    bound = (r - (places - 1)) / (r + places - 1)

    def value(x: Array) -> float:
        a, b = (r ** (1 / (1 + np.exp(-y))) for y in x[: 2 * places].reshape(2, places))
        own = np.exp(min(x[-1] - 3, 50.0))
        b = b * np.exp(x[-2])
        margins = []
        for mine, rest in ((a, b), (b, a)):
            others = rest[1:].sum()
            margins.append((mine[0] - others) / (own + mine[0] + others))
        # each query has weights of its own, so one place and both answers are all there is
        return float(min(margins))

    return bound, climbed(value, 2 * places + 2, places)


def score_margin(epsilon: float) -> tuple[float, float]:
    """The largest margin of Index on two tokens with s_SYM ≥ 1 - ε."""
    bound = np.sqrt(epsilon / (2 - epsilon))

    def value(x: Array) -> float:
        p, q, swapped, other = np.exp(x[:4])  # b at the place, a next to it; then exchanged
        own = np.exp(x[4] - 6)
        margin = min((p - q) / (p + q + own), (swapped - other) / (swapped + other + own))
        lacking = 1 - epsilon - cosine(np.array([p, q]), np.array([other, swapped]))
        return float(margin if lacking <= 0 else -lacking - 1)

    return float(bound), climbed(value, 5, 1)


def main() -> int:
    """Print the table; 1 if a bound was passed."""
    rows = []
    blocks = ((2, 0.1, 1e-2), (3, 0.1, 1e-3), (4, 0.1, 1e-3), (4, 0.02, 1e-4), (6, 0.1, 1e-4))
    for m, epsilon, tau in blocks:
        name = f"S-score-temp: m = {m}, ε = {epsilon}, τ = {tau:g}: (ρ d_max - d_min)/τ"
        rows.append((name, *score_temperature(m, epsilon, tau)))
    for places, r in ((2, 1.5), (2, 8.0), (3, 3.0), (3, 8.0), (4, 8.0)):
        rows.append((f"S-margin-copy: N = {places}, r = {r:g}: margin", *copying(places, r)))
    for m, epsilon, tau in ((3, 0.1, 1e-3), (4, 0.1, 1e-4), (4, 0.02, 1e-4), (6, 0.1, 1e-4)):
        name = f"S-score-ends: m = {m}, ε = {epsilon}, τ = {tau:g}: (ρ d_max - d_min)/τ"
        rows.append((name, *score_ends(m, epsilon, tau)))
    heads = ((3, 1.25, True), (3, 1.5, True), (4, 1.5, True), (3, 2.0, False), (3, 8.0, False))
    for places, r, own in heads:
        name = f"S-margin-many: N = {places}, r = {r:g}{'' if own else ', own weight 0'}: margin"
        rows.append((name, *many(places, r, own)))
    for epsilon in (0.02, 0.1, 0.3):
        rows.append((f"S-margin-score: ε = {epsilon}: margin", *score_margin(epsilon)))
    print("| searched | bound | found |\n|---|---|---|")
    for name, bound, largest in rows:
        print(f"| {name} | {bound:.6f} | {largest:.6f} |")
    return int(any(largest > bound + 1e-7 for _, bound, largest in rows))


if __name__ == "__main__":
    sys.exit(main())
