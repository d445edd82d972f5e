"""Paper B's printed heads (F.2) as OneLayerHead, weights rounded to a number format.

ρ(x)(0, 1) = (-sin x, cos x), so v turned back by x is (sin x, cos x).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from constructions.formats import nearest, unit_vectors
from constructions.onelayer import OneLayerHead


def letter(i: int) -> str:
    """a … z, then aa, ab, …"""
    return (letter(i // 26 - 1) if i >= 26 else "") + chr(ord("a") + i % 26)


def refuse(letters: int, integers: int, theta: float, beta: float, number_format: str) -> None:
    """Raise ValueError, naming the rule, for parameters that make no head."""
    if letters < 1 or integers < 0:
        raise ValueError(f"{letters} letters, {integers} integers: at least one letter is needed")
    if nearest(Fraction(theta), number_format) != theta:
        raise ValueError(f"theta: {theta!r} is no {number_format} number; round it first")
    if not beta > 0:
        raise ValueError(f"beta: {beta}; a positive inverse temperature is needed")


def index_head(
    letters: int,
    integers: int,
    theta: float,
    beta: float,
    number_format: str = "float64",
    n0: int = 0,
) -> OneLayerHead:
    """The printed Index head: every key v, letters ask v, σ asks v turned back by σθ, F = x + a.

    ``theta`` is in radians. With ``n0``, angles that theory forbids up to that length are refused.

    Raises:
        ValueError: θ is 2πk/t for some t < n0 to the last bit (B-irr-fix), or no such head.
    """
    refuse(letters, integers, theta, beta, number_format)
    steps = np.arange(1, n0)
    turns = steps * theta / (2 * np.pi)
    if theta == 0 or (np.abs(turns - np.rint(turns)) < 4e-16 * np.abs(turns)).any():
        raise ValueError(f"theta: {theta!r} is 2πk/t for some t < n0: two offsets tie (B-irr-fix)")
    count, v = letters + integers, np.array([[0.0, 1.0]])
    turned = unit_vectors("radians", [i * Fraction(theta) for i in range(1, integers + 1)],
                          number_format)  # fmt: skip
    tokens = (*map(letter, range(letters)), *(str(i + 1) for i in range(integers)))
    return OneLayerHead(
        name=f"the Index head of F.2, θ = {theta!r}",
        tokens=tokens,
        outputs=tokens,
        queries=np.concatenate([np.repeat(v, letters, 0), turned.reshape(integers, 2)]),
        keys=np.repeat(v, count, 0),
        values=np.diag([2.0] * letters + [0.0] * integers),
        skip=np.eye(count),
        angles=np.array([theta]),
        beta=beta,
        number_format=number_format,
    )


def retrieval_head(
    letters: int,
    integers: int,
    theta: float,
    beta: float,
    number_format: str = "float64",
    n0: int = 0,
) -> OneLayerHead:
    """The printed Retrieval head: a key is v turned back by its left letter, a query by its right
    one (left for letter–integer tokens), values are the identity, F = a.

    Tokens are named by both halves, ``a1`` or ``ab``; of one left half, integers come first.

    Raises:
        ValueError: θ outside 0 < θ < ω/(2 n0 - 3) where ``n0`` is given (B-thm31-retr), more than
            26 letters, or no such head.
    """
    refuse(letters, integers, theta, beta, number_format)
    if letters > 26:
        raise ValueError(f"letters: {letters}; a left half is one of 26 letters")
    if n0 and letters > 1 and not 0 < theta * letters * max(1, 2 * n0 - 3) < 2 * np.pi:
        raise ValueError(f"theta: {theta!r} is not in 0 < θ < ω/(2·{n0} - 3) (B-thm31-retr)")
    pairs = [(x, y) for x in range(letters) for y in range(-integers, letters)]
    tokens = tuple(letter(x) + (letter(y) if y >= 0 else str(y + integers + 1)) for x, y in pairs)
    turned = unit_vectors("turns", [Fraction(x + 1, letters) for x in range(letters)],
                          number_format)  # fmt: skip
    return OneLayerHead(
        name=f"the Retrieval head of F.2, θ = {theta!r}",
        tokens=tokens,
        outputs=tokens,
        queries=turned[[y if y >= 0 else x for x, y in pairs]],
        keys=turned[[x for x, _ in pairs]],
        values=np.eye(len(pairs)),
        skip=np.zeros((len(pairs), len(pairs))),
        angles=np.array([theta]),
        beta=beta,
        number_format=number_format,
    )
