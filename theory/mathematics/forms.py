"""Statements about *all* real placement matrices of a given size, decided exactly.

A statement that is quadratic or linear in the entries of M is evaluated once, on a matrix whose
entries are formal: polynomials over the rationals, or coefficient vectors. Two polynomials are
equal iff the identity holds for every real M; a quadratic form is nonnegative for every real M
iff elimination says so; two linear systems have the same solutions iff they span the same rows.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory.mathematics.conversions import from_flint

Array = NDArray[Any]


def polynomials(names: Sequence[str]) -> list[Any]:
    """The generators of Q[names], as python-flint polynomials."""
    from flint import fmpq_mpoly_ctx

    return list(fmpq_mpoly_ctx.get(list(names), "lex").gens())


def generic_placement(n: int, extra: Sequence[str] = ()) -> tuple[Array, list[Any]]:
    """An ``(n, n)`` matrix of independent variables, and the variables named in ``extra``."""
    names = [f"m{a}_{p}" for a in range(n) for p in range(n)]
    variables = polynomials([*names, *extra])
    M = np.empty((n, n), dtype=object)
    for place in range(n * n):  # one by one: numpy would unpack a polynomial into its terms
        M.flat[place] = variables[place]
    return M, variables[n * n :]


def negative_point(form: Any) -> tuple[Fraction, ...] | None:
    """A point where the quadratic form (a homogeneous polynomial) is negative, or None.

    None proves that the form is nonnegative at every real point (exact congruence to a diagonal).

    Raises:
        ValueError: the polynomial is not homogeneous of degree 2.
    """
    q = _symmetric(form)
    size = len(q)
    basis = [[Fraction(i == j) for j in range(size)] for i in range(size)]
    for k in range(size):
        if q[k][k] < 0:
            return tuple(basis[k])
        for j in range(k + 1, size):
            if q[k][j] == 0:
                continue
            if q[k][k] == 0:
                t = -(q[j][j] + 1) / (2 * q[k][j])
                return tuple(y + t * x for x, y in zip(basis[k], basis[j], strict=True))
            ratio = q[j][k] / q[k][k]
            q[j] = [y - ratio * x for x, y in zip(q[k], q[j], strict=True)]
            basis[j] = [y - ratio * x for x, y in zip(basis[k], basis[j], strict=True)]
        for j in range(k + 1, size):
            q[k][j] = Fraction(0)
    return None


def _symmetric(form: Any) -> list[list[Fraction]]:
    """The symmetric matrix q with form(x) = xᵀ q x."""
    size = form.context().nvars()
    q = [[Fraction(0)] * size for _ in range(size)]
    for exponents, coefficient in form.to_dict().items():
        factors = [i for i, e in enumerate(exponents) for _ in range(e)]
        if len(factors) != 2:
            raise ValueError(f"form: a term of degree {len(factors)}, not 2")
        value = from_flint(coefficient)
        i, j = factors
        q[i][j] += value / 2
        q[j][i] += value / 2
    return q


def linear_matrix(rows: int, columns: int, extra: int = 0) -> tuple[Array, Array]:
    """A ``(rows, columns, D)`` array of unit coefficient vectors, and ``(extra, D)`` more.

    Entry [a, p] stands for the variable M[a, p]; sums and differences of entries are linear forms.
    """
    units = np.eye(rows * columns + extra, dtype=np.int64)
    return units[: rows * columns].reshape(rows, columns, -1), units[rows * columns :]


def rank(forms: Iterable[Array], width: int) -> int:
    """The rank over Q of integer coefficient vectors of length ``width``."""
    from flint import fmpz_mat

    vectors = {tuple(np.asarray(form, dtype=np.int64).tolist()) for form in forms}
    if not vectors:
        return 0
    return int(fmpz_mat([list(v) for v in sorted(vectors)]).rank()) if width else 0


def implied(given: Iterable[Array], wanted: Iterable[Array]) -> Array | None:
    """The first wanted form that does not vanish wherever all the given ones do, or None."""
    given, wanted = list(given), list(wanted)
    if not wanted:
        return None
    width = len(wanted[0])
    base = rank(given, width)
    if rank([*given, *wanted], width) == base:
        return None
    return next(form for form in wanted if rank([*given, form], width) > base)
