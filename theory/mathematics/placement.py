"""The placement matrix M[a, p] and what it says about one attention head at one query.

``M[a, p] = L(x_n, n, x_a, p)`` is the logit of content a placed at position p, for the N = n - 1
tokens before the query; the head's own logits are its diagonal, ``λ_j = M[j, j]``. Every function
here is written once and reads any ring: float arrays of shape ``(…, N, N)``, vectorised over the
leading axes, or object arrays of exact entries (Fractions, polynomials, sympy expressions).
Source: paper A Def. 2 and Thm 1, paper B Def. D.1.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory.mathematics.exact import exact_matrix

Placement = NDArray[Any]
Move = Sequence[int]
Shift = Callable[[Placement, int, int], Any]


def exact_placement(rows: Iterable[Iterable[object]]) -> Placement:
    """Exact rows as an ``(N, N)`` object array of Fractions.

    Raises:
        TypeError: an entry is not exact (a float, a bool, …).
        ValueError: the rows do not form a square matrix.
    """
    return placement(np.array(exact_matrix(rows, "rows"), dtype=object), "rows")


def placement(matrix: Any, name: str = "M") -> Placement:
    """``matrix`` as a ``Placement``: an array of shape ``(…, N, N)`` with N ≥ 1.

    Raises:
        TypeError: neither floats nor exact objects; integers (whose quotients would silently
            become floats) enter through ``exact_placement``.
        ValueError: the last two axes are not square, or empty.
    """
    array = np.asarray(matrix)
    if array.dtype.kind not in "fO":
        raise TypeError(f"{name}: dtype {array.dtype}; pass floats, or exact_placement(rows)")
    if array.dtype.kind == "O":
        for entry in array.flat:
            if isinstance(entry, int | float | np.number):
                kind = type(entry).__name__
                raise TypeError(f"{name}: {entry!r} ({kind}); build it with exact_placement(rows)")
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] == 0:
        raise ValueError(f"{name}: shape {array.shape}; (…, N, N) with N ≥ 1 is needed")
    return array


def own_logits(M: Placement) -> Placement:
    """λ, shape ``(…, N)``: the logits the head really has, the diagonal of M."""
    return np.diagonal(placement(M), axis1=-2, axis2=-1)


def variance(M: Placement) -> Any:
    """Var(λ) = (1/N) Σ_j (λ_j - μ)², shape ``(…)``: the left side of paper A's Theorem 1."""
    logits = own_logits(M)
    n = logits.shape[-1]
    mean = logits.sum(axis=-1, keepdims=True) / n
    return ((logits - mean) ** 2).sum(axis=-1) / n


def positional_deviations(M: Placement) -> Placement:
    """M[a, p] - λ_p, shape ``(…, N, N)``: zero throughout iff the head is positional."""
    return placement(M) - own_logits(M)[..., None, :]


def symbolic_deviations(M: Placement) -> Placement:
    """M[a, p] - λ_a, shape ``(…, N, N)``: zero throughout iff the head is symbolic."""
    return placement(M) - own_logits(M)[..., :, None]


def _pair_mean(values: Placement) -> Any:
    """N⁻² Σ_{a,p} values[a, p], shape ``(…)``."""
    n = values.shape[-1]
    return values.sum(axis=-1).sum(axis=-1) / n**2


def positional_deviation(M: Placement) -> Any:
    """P = N⁻² Σ_{a,p} (M[a,p] - λ_p)², shape ``(…)`` (S-fast)."""
    return _pair_mean(positional_deviations(M) ** 2)


def symbolic_deviation(M: Placement) -> Any:
    """S = N⁻² Σ_{a,p} (M[a,p] - λ_a)², shape ``(…)`` (S-fast)."""
    return _pair_mean(symbolic_deviations(M) ** 2)


def overlap(M: Placement) -> Any:
    """C = N⁻² Σ_{a,p} (M[a,p] - λ_p)(M[a,p] - λ_a), shape ``(…)``; Var(λ) = (P + S)/2 - C."""
    return _pair_mean(positional_deviations(M) * symbolic_deviations(M))


def slack(M: Placement) -> Any:
    """P + S - Var(λ) = (1/2N²) Σ_{a,p} (2M[a,p] - λ_a - λ_p)², shape ``(…)`` (S-slack)."""
    return _pair_mean((positional_deviations(M) + symbolic_deviations(M)) ** 2) / 2


def is_positional(M: Placement) -> Any:
    """Every column of M constant, shape ``(…)``."""
    return (positional_deviations(M) == 0).all(axis=(-2, -1))


def is_symbolic(M: Placement) -> Any:
    """Every row of M constant, shape ``(…)``."""
    return (symbolic_deviations(M) == 0).all(axis=(-2, -1))


def positional_shift(M: Placement, j: int, moved: int) -> Any:
    """δ_pos(π, j) = M[π(j), j] - M[j, j], with ``moved`` = π(j)."""
    return M[moved, j] - M[j, j]


def symbolic_shift(M: Placement, j: int, moved: int) -> Any:
    """δ_sym(π, j) = M[j, π(j)] - M[j, j], with ``moved`` = π(j)."""
    return M[j, moved] - M[j, j]


def permutation_sum(M: Placement, shift: Shift, moves: Iterable[Move]) -> Any:
    """‖δ‖² = Σ_{π in moves} Σ_j shift(M, j, π(j))², literally: N! · N squares if all moves.

    ``M`` has shape ``(N, N)``. Source: paper A Thm 1, before S-fast.
    """
    n = len(M)
    return sum((shift(M, j, move[j]) ** 2 for move in moves for j in range(n)), start=0 * M[0, 0])


def all_moves(n: int) -> Iterator[tuple[int, ...]]:
    """Every permutation of n positions, as the tuple (π(0), …, π(n-1))."""
    return permutations(range(n))


def swaps(n: int) -> Iterator[tuple[int, ...]]:
    """Every transposition of n positions."""
    for i, j in combinations(range(n), 2):
        move = list(range(n))
        move[i], move[j] = j, i
        yield tuple(move)
