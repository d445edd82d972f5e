"""Sums over the N² pairs (content a, position p): the steps from one pair to all.

Shared by every claim about P, S and Var(λ); each step is an identity in a symbolic N.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from theory.mathematics.placement import Placement

MOST = 6
"""The largest N at which the literal sum over N! permutations is written out."""

HEAD = {
    "N": "every N = n - 1 ≥ 1",
    "M": "every real N × N placement matrix: any head, any input",
    "N ≤ 6": "N = 1 … 6, every real M, the printed form written out",
}


def times(factor: Fraction, value: Any) -> Any:
    """factor · value in any ring that integers act on."""
    return value * factor.numerator / factor.denominator


def pair_placement(x: Any, a: Any, b: Any) -> Placement:
    """[[a, x], [0, b]]: one content with logit a, placed (logit x) where one with logit b is."""
    M = np.empty((2, 2), dtype=object)
    M[0, 0], M[0, 1], M[1, 0], M[1, 1] = a, x, 0 * x, b
    return M


def pair_sum_steps(weight: Callable[[Any], Any] | None = None) -> dict[str, Any]:
    """Base and step of Σ_{a,p} (λ_a - λ_p)² = 2N s2 - 2 s1² = 2N² Var, in symbolic N.

    s1 = Σ λ_j, s2 = Σ λ_j²; the step adds a logit x. ``weight(N)`` is the claimed 1/N².
    """
    from sympy import symbols

    N, s1, s2, x, y = symbols("N s1 s2 x y")

    def pairs(n: Any, u: Any, v: Any) -> Any:
        return 2 * n * v - 2 * u**2

    def squares(n: Any, u: Any, v: Any, at: Any) -> Any:
        return v - 2 * at * u + n * at**2

    added = 2 * squares(N, s1, s2, x)
    scale = weight(N) if weight else 1 / N**2
    return {
        "Σ_a (λ_a - x)², base": squares(0, 0, 0, x),
        "Σ_a (λ_a - x)², step": squares(N, s1, s2, x)
        + (y - x) ** 2
        - squares(N + 1, s1 + y, s2 + y**2, x),
        "Σ_{a,p} (λ_a - λ_p)², base": pairs(0, 0, 0),
        "Σ_{a,p} (λ_a - λ_p)², step": pairs(N, s1, s2) + added - pairs(N + 1, s1 + x, s2 + x**2),
        "½ the mean over pairs is Var(λ)": scale * pairs(N, s1, s2) / 2
        - squares(N, s1, s2, s1 / N) / N,
    }


def counting_steps(normaliser: Any, factor: Fraction, weight: Any) -> dict[str, Any]:
    """The weight of a pair, in symbolic N; that (N-1)! permutations meet it is on paper."""
    from sympy import factorial as fact
    from sympy import symbols

    N = symbols("N", positive=True)
    return {"weight of a pair": times(factor, fact(N - 1)) / normaliser(N, fact) - weight(N)}
