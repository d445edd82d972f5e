"""Block sums of a RoPE plane's heads by interpolation in the angle of the query.

In one plane all u_p = R_pᵀ q are one vector turned, so that with |u_p| = s

    exp(k_a · u_p) = exp(k̄ · u_p) exp(z_a cos(φ_a - ψ_p)),   z_a = s |k_a - k̄|,

k̄ the middle of the keys, φ_a the angle of k_a - k̄, ψ_p that of u_p. The second factor is a
trigonometric series in ψ_p whose coefficients I_n(z_a) fall faster than any power: its values at
2h + 1 angles fix it to an error far below float32's, and a block sum is a matrix product of
2h + 1 columns a token where it was an exponential an entry.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

HALVES = (3, 5, 7, 9)
"""Highest multiples h of the angle that are tried."""
TOLERANCE = 1e-6
"""Largest relative error of a logit's exponential."""
LARGEST = 1.5
"""Radius z beyond which float32 loses too much: a series of size e^z adds up to e^-z."""


def centred(keys: Tensor, queries: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Keys (R, 2, L, m) less their middle, k̄ (R, 2, 1, 1), and the radius z of each row (R,): NaN
    where queries (R, 2, L, m) are not of one length."""
    least, most = keys.flatten(2).aminmax(dim=2)
    middle = ((most + least) / 2)[..., None, None]
    keys = keys - middle
    short, long = queries.square().sum(1).flatten(1).aminmax(dim=1)
    radius = (keys.square().sum(1).flatten(1).amax(1) * long).sqrt()
    return keys, middle, radius.masked_fill(long - short > 2 * TOLERANCE * long, torch.nan)


def error(radius: Tensor, half: int) -> Tensor:
    """A bound of the relative error of exp(z cos) from its values at 2h + 1 angles, z (…).

    They take the coefficients 2 I_n, n > h, for others: at most 4 Σ_{n>h} I_n(z) over e^-z, where
    I_n(z) ≤ (z/2)^n/n! · exp(z²/(4(n + 1))).
    """
    n = half + 1
    first = (radius / 2) ** n / math.factorial(n) * (radius.square() / (4 * n + 4)).exp()
    return 4 * first / (1 - radius / (2 * n + 2)) * radius.exp()


def groups(radius: Tensor) -> Iterator[tuple[int | None, Tensor]]:
    """The numbers of the rows (R,) for which a half will do; None: those for which none will."""
    open_rows = torch.ones_like(radius, dtype=torch.bool)
    near = radius <= LARGEST  # false for NaN
    for half in HALVES:
        some = open_rows & near & (error(radius, half) <= TOLERANCE)
        open_rows &= ~some
        if bool(some.any()):
            yield half, some.nonzero().squeeze(-1)
    if bool(open_rows.any()):
        yield None, open_rows.nonzero().squeeze(-1)


def factors(keys: Tensor, middle: Tensor, queries: Tensor, half: int) -> tuple[Tensor, Tensor]:
    """Matrices (R, K·L, m) both, K = 2h + 1: the first's transpose times the second is the block
    sums of centred keys, their middle and queries, float32, as ``centred`` has them."""
    rows, _, _, blocks = keys.shape
    count = 2 * half + 1
    exact: Any = {"device": keys.device, "dtype": torch.float64}
    turns = torch.arange(count, **exact) * (2 * math.pi / count)
    size = queries.square().sum(1, keepdim=True).amax((2, 3), keepdim=True).sqrt()
    cos, sin = (x.to(keys)[None, :, None, None] for x in (turns.cos(), turns.sin()))
    samples = (keys[:, :1] * size) * cos
    samples.addcmul_(keys[:, 1:] * size, sin).exp_()
    several = torch.arange(1, half + 1, **exact)[:, None] * turns
    # Coefficients by multiples of the angle: 1, then cosines, then sines.
    ones = torch.full((1, count), 0.5, **exact)
    weights = (torch.cat([ones, several.cos(), several.sin()]) * (2 / count)).to(keys)
    left = weights @ samples.flatten(2)
    right = _multiples(queries / size, half)
    right.mul_((middle * queries).sum(1, keepdim=True).exp_())
    return left.view(rows, -1, blocks), right.view(rows, -1, blocks)


def _multiples(points: Tensor, half: int) -> Tensor:
    """1, cos nψ and sin nψ, n = 1 … h, of points (R, 2, L, m) on the unit circle:
    (R, 2h + 1, L, m)."""
    one, other = points.unbind(1)
    made = points.new_ones(len(points), 2 * half + 1, *points.shape[2:])
    cosines, sines = made[:, 1 : half + 1], made[:, half + 1 :]
    cosines[:, 0], sines[:, 0] = one, other
    for n in range(half - 1):
        torch.mul(cosines[:, n], one, out=cosines[:, n + 1]).addcmul_(sines[:, n], other, value=-1)
        torch.mul(sines[:, n], one, out=sines[:, n + 1]).addcmul_(cosines[:, n], other)
    return made
