"""The error model: its bounds hold in numpy's runs, and exact rotations cost less."""

from fractions import Fraction

import numpy as np
import pytest

from constructions.run_error import compounded, drift, mixing, reach, roughness
from tests.constructions.small_heads import lookup_head

f = np.float32


def rotated(vector, angles, place):
    """A vector turned in float32, the table rounded first."""
    c, s = f(np.cos(place * angles)), f(np.sin(place * angles))
    even, odd = f(vector[::2]), f(vector[1::2])
    return np.stack([even * c - odd * s, even * s + odd * c], 1).ravel()


def test_float32_logits_stay_within_the_drift():
    head, most = lookup_head(seed=3), 0.0
    for query in head.queries[4:]:
        for key in head.keys:
            allowed = float(drift(head, tuple(query), tuple(key)))
            for place in range(40):
                asked = rotated(query, head.angles, place)
                run = float(f(head.beta) * (rotated(key, head.angles, 0) @ asked))
                z = (query[::2] + 1j * query[1::2]) * np.exp(1j * place * head.angles)
                true = head.beta * np.real(z * (key[::2] - 1j * key[1::2])).sum()
                assert abs(run - true) <= allowed
                most = max(most, abs(run - true) / allowed)
    assert most > 0.01  # a bound a hundred times too wide would say little


def test_reach_is_above_every_logit():
    head = lookup_head()
    query, key = tuple(head.queries[4]), tuple(head.keys[0])
    assert reach(head, query, key) >= head.beta * np.linalg.norm(query) * np.linalg.norm(key)


def test_exact_products_are_not_charged():
    u = Fraction(1, 2**24)
    assert roughness((1.0, 0.0), u) < roughness((0.75, 0.0), u)
    assert roughness((-4.0, 0.0, 0.0, 0.5), u) == roughness((1.0, 0.0), u)
    assert roughness((1.0, 1.0), u) == roughness((0.75, 0.0), u)


def test_mixing_grows_with_the_length_and_the_format():
    assert 0 < mixing(4, "float64") < mixing(4, "float32") < mixing(8, "float32")
    assert mixing(4, "float32") < mixing(4, "bf16") < 1


def test_too_many_roundings_say_nothing():
    assert compounded(3, Fraction(1, 4)) == 3
    with pytest.raises(ValueError, match="take a shorter n0"):
        compounded(4, Fraction(1, 4))
