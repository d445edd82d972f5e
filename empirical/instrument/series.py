"""Block sums of a RoPE plane's heads by interpolation in the angle of the query.

In one plane all u_p = R_pᵀ q are one vector turned, so that with |u_p| = s

    exp(k_a · u_p) = exp(k̄ · u_p) exp(z_a cos(φ_a - ψ_p)),   z_a = s |k_a - k̄|,

k̄ the middle of all blocks' keys of that token, φ_a the angle of k_a - k̄, ψ_p that of u_p. The
second factor is a trigonometric series in ψ_p whose coefficients I_n(z_a) fall faster than any
power: its values at 2h + 1 angles fix it to an error far below float32's, and a block sum is a
matrix product of 2h + 1 columns a token where it was an exponential an entry.

The queries at a block's later tokens are the first's, turned by the same angle in every block. Keys
turned back by it meet the first's, and 2h + 1 columns do for all tokens of a block.
"""

import math
from collections.abc import Iterator
from functools import cache

import torch
from torch import Tensor

HALVES = range(2, 10)
"""Highest multiples h of the angle that are tried."""
TOLERANCE = 1e-6
"""Largest relative error of a logit's exponential."""
LARGEST = 1.5
"""Radius z beyond which float32 loses too much: a series of size e^z adds up to e^-z."""
SLIP = 4e-6
"""Largest error of a logit whose key was turned: tables in float32 turn by not quite one angle."""


def dot(one: Tensor, other: Tensor) -> Tensor:
    """Σ over dimension 1 of products, (R, d, …) to (R, …): of two terms a sum is slow."""
    if one.shape[1] != 2:
        return (one * other).sum(1)
    return (one[:, 0] * other[:, 0]).addcmul_(one[:, 1], other[:, 1])


def turned_keys(keys: Tensor, queries: Tensor) -> tuple[Tensor, Tensor]:
    """Keys (R, 2, L, m) turned to where the first tokens' queries meet them as they meet their own
    queries (R, 2, L, m), and the largest error of a logit in each row (R,); NaN if there is no
    angle to turn by."""
    x, y = queries.unbind(1)
    first, second = x[:, :1], y[:, :1]
    cos = (x * first).addcmul_(y, second)
    sin = (y * first).addcmul_(x, second, value=-1)
    along, across = (part.mean(2, keepdim=True) for part in (cos, sin))
    square = torch.hypot(along, across)
    slip = cos.sub_(along).square_().add_(sin.sub_(across).square_()).amax(2) / square.squeeze(2)
    along, across = along / square, across / square
    one, two = keys.unbind(1)
    there = torch.stack([along * one + across * two, along * two - across * one], dim=1)
    longest = one.square().add_(two.square()).amax(2)
    return there, (slip * longest).amax(1).sqrt()


def centred(keys: Tensor, queries: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Keys (R, 2, L, m) less their middles k̄ (R, 2, L, 1), and the largest radius z of each row
    (R,): NaN where queries (R, 2, L, m) are 0 or not of one length. Where queries are of the first
    tokens only (R, 2, 1, m), keys of all tokens have one middle (R, 2, 1, 1)."""
    over = 3 if queries.shape[2] == keys.shape[2] else (2, 3)
    least, most = keys.amin(over, keepdim=True), keys.amax(over, keepdim=True)
    middle = (most + least) / 2
    keys = keys - middle
    short, long = dot(queries, queries).flatten(1).aminmax(dim=1)
    radius = (dot(keys, keys).flatten(1).amax(1) * long).sqrt()
    # Queries that are 0 have no angle: their planes go the long way.
    return keys, middle, radius.masked_fill(long - short >= 2 * TOLERANCE * long, torch.nan)


def error(radius: Tensor, half: int) -> Tensor:
    """A bound of the relative error of exp(z cos) from its values at 2h + 1 angles, z (…).

    They take the coefficients 2 I_n, n > h, for others: at most 4 Σ_{n>h} I_n(z) over e^-z, where
    I_n(z) ≤ (z/2)^n/n! · exp(z²/(4(n + 1))).
    """
    n = half + 1
    first = (radius / 2) ** n / math.factorial(n) * (radius.square() / (4 * n + 4)).exp()
    return 4 * first / (1 - radius / (2 * n + 2)) * radius.exp()


@cache
def series_radius(half: int) -> float:
    """The largest radius for which a half will do."""

    def enough(radius: float) -> bool:
        return float(error(torch.tensor(radius, dtype=torch.float64), half)) <= TOLERANCE

    low, high = 0.0, LARGEST
    if enough(high):
        return high
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if enough(middle) else (low, middle)
    return low


def radius_groups(radius: Tensor, size: int) -> Iterator[tuple[int | None, Tensor]]:
    """The numbers of the rows (R,), those of like radius together, at most so many to the smallest
    half that will do for them; None: all those for which none will."""
    values, order = radius.sort()  # NaN comes last
    count = int((radius <= LARGEST).sum())
    for start in range(0, count, size):
        end = min(start + size, count)
        largest = float(values[end - 1])
        yield next(half for half in HALVES if largest <= series_radius(half)), order[start:end]
    if count < len(order):
        yield None, order[count:]


def rotation_factors(
    keys: Tensor, middle: Tensor, queries: Tensor, half: int
) -> tuple[Tensor, Tensor]:
    """Arrays (R, K, L, m) both, K = 2h + 1, or (R, K, 1, m) if queries are of the first tokens
    only: summed over K their products are the exponentials of centred keys, their middle and
    queries, float32, as ``centred`` has them, and over L as well the block sums."""
    _, _, length, blocks = keys.shape
    size = queries.square().sum(1, keepdim=True).amax((2, 3), keepdim=True).sqrt()
    points, weights = _turns(half, keys.device, keys.dtype)
    values = (points @ (keys * size).flatten(2)).exp_()
    if queries.shape[2] < length:
        values = values.unflatten(2, (length, blocks)).sum(2)
    left = (weights @ values).unflatten(2, (-1, blocks))
    first = (middle * queries).sum(1, keepdim=True).exp_()
    return left, _multiples(queries / size, first, half)


@cache
def _turns(half: int, device: torch.device, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """The angles' points on the unit circle (K, 2), and what makes of values there the
    coefficients of 1, cos ψ, sin ψ, cos 2ψ, …, (K, K)."""
    count = 2 * half + 1
    turns = torch.arange(count, dtype=torch.float64) * (2 * math.pi / count)
    several = torch.arange(1, half + 1, dtype=torch.float64)[:, None] * turns
    ones = torch.full((1, count), 0.5, dtype=torch.float64)
    waves = torch.stack([several.cos(), several.sin()], dim=1).flatten(0, 1)
    weights = torch.cat([ones, waves]) * (2 / count)
    points = torch.stack([turns.cos(), turns.sin()], dim=1)
    return points.to(device, dtype), weights.to(device, dtype)


def _multiples(points: Tensor, first: Tensor, half: int) -> Tensor:
    """1, cos ψ, sin ψ, cos 2ψ, … sin hψ, each times `first` (R, 1, L, m), of points (R, 2, L, m)
    on the unit circle: (R, 2h + 1, L, m)."""
    made = points.new_empty(len(points), 2 * half + 1, *points.shape[2:])
    made[:, :1] = first
    torch.mul(points, first, out=made[:, 1:3])
    twice = 2 * points[:, :1]
    # cos (n + 1)ψ = 2 cos ψ cos nψ - cos (n - 1)ψ, and so for sines, whose first is 0.
    for n in range(1, half):
        after = made[:, 2 * n + 1 : 2 * n + 3]
        torch.mul(made[:, 2 * n - 1 : 2 * n + 1], twice, out=after)
        if n == 1:
            after[:, :1] -= first
        else:
            after -= made[:, 2 * n - 3 : 2 * n - 1]
    return made
