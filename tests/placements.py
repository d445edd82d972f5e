"""Placement matrices and swap cosines in floats, that the tests hold the suite's own against."""

import numpy as np

from theory.mathematics.placement import own_logits, placement


def nope_placement(keys, query):
    """M[a, p] = k_aᵀ q, whatever p: RoPE with every angle 0; shape ``(N, N)``."""
    logits = np.asarray(keys) @ np.asarray(query)
    return placement(np.stack([logits] * len(logits), axis=-1))


def additive_placement(content, place):
    """M[a, p] = content[a] + place[p], shape ``(N, N)``: a content score and a position bias."""
    return placement(np.add.outer(np.asarray(content), np.asarray(place)))


def swap_cosines(M):
    """``cos(v', v)`` and ``cos(v', flip v)`` for every swap (i, j), each ``(…, N, N)`` (S-swap).

    With x = M[j,i] - M[i,j] and y = λ_i - λ_j they are cosh((x ± y)/2) / √(cosh x · cosh y); the
    softmax denominators cancel. Computed from logarithms, so logits of ±1e4 do not overflow. The
    diagonal, which is no swap, holds 1. Floats only.
    """
    M = placement(M)
    logits = own_logits(M)
    x = np.swapaxes(M, -1, -2) - M
    y = logits[..., :, None] - logits[..., None, :]
    norm = (_log_two_cosh(x) + _log_two_cosh(y)) / 2
    same, flipped = (_log_two_cosh((x + sign * y) / 2) - norm for sign in (1, -1))
    return np.exp(np.minimum(same, 0)), np.exp(np.minimum(flipped, 0))


def _log_two_cosh(z):
    """log(2 cosh z), without overflow."""
    return np.asarray(np.logaddexp(z, -z))
