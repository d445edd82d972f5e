"""The error model: its bounds hold in numpy's runs, and exact rotations cost less."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from constructions.certificate.run_error import (
    ROOT,
    compounded,
    drift,
    largest_logit,
    mixing,
    roughness,
    units,
)
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


FORMATS = {"bf16": (8, 24), "float32": (24, 24), "float64": (53, 53)}


def test_units_are_half_a_last_place():
    for name, (bits, wide) in FORMATS.items():
        assert units(name) == (Fraction(1, 2**bits), Fraction(1, 2**wide))


@given(st.integers(1, 60), st.integers(3, 53))
@example(1, 3)
def test_compounded_holds_any_product_of_roundings_and_little_more(count, bits):
    """(1 + δ)^±1 of any sign: at most (1 - u)^-k off 1, at least what k roundings up are."""
    u = Fraction(1, 2**bits)
    if count * u >= 1:
        with pytest.raises(ValueError, match=f"{count} roundings of unit {u}"):
            compounded(count, u)
        return
    bound, most = compounded(count, u), 1 / (1 - u) ** count - 1
    assert bound >= most
    if count * u <= Fraction(1, 8):
        assert bound <= most * (1 + count * u)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("n0", [2, 3, 9])
def test_mixing_counts_every_rounding_of_an_output(name, n0):
    """n0 sums and 1 division for a weight, n0 + 1 for a product and its sums; 3 to the format."""
    u, v = units(name)
    inside = (1 - v) ** -(n0 + 1) * (1 - v) ** -(n0 + 1)
    most = inside * (1 - u) ** -3 - 1
    assert most <= mixing(n0, name) <= most * (1 + (n0 + 4) * u)


numbers = st.integers(-64, 64).map(lambda x: x / 16)
vectors = st.lists(numbers, min_size=4, max_size=4).map(tuple)


def head_of(beta, number_format="float32"):
    return replace(lookup_head(), beta=beta, number_format=number_format)


@given(vectors, vectors, st.sampled_from([0.5, 1.0, 3.0]), st.integers(0, 40))
@example((1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0), 3.0, 0)
@example((0.0, 4.0, 0.0, 4.0), (0.0, 4.0, 0.0, 4.0), 1.0, 0)
def test_reach_is_above_every_logit_and_attained(query, key, beta, place):
    head = head_of(beta)
    z = np.array(query)[::2] + 1j * np.array(query)[1::2]
    k = np.array(key)[::2] - 1j * np.array(key)[1::2]
    logit = beta * np.real(z * np.exp(1j * place * head.angles) * k).sum()
    assert float(largest_logit(head, query, key)) >= abs(logit) - 1e-9
    own = Fraction(beta) * sum(Fraction(x) ** 2 for x in query)
    assert largest_logit(head, query, query) == own
    assert largest_logit(head, query, key) == (own + largest_logit(head, key, key)) / 2


def test_the_root_is_just_above_that_of_2():
    assert 2 < ROOT**2 < 2 * (1 + Fraction(1, 100)) ** 2


@pytest.mark.parametrize("name", FORMATS)
def test_a_lonely_power_of_two_pays_for_the_table_alone(name):
    """The table is off by u/2 in cos and in sin: √2·u/2 of a vector, and no more."""
    u = units(name)[0]
    for vector in ((1.0, 0.0), (0.0, -4.0), (-0.25, 0.0, 0.0, 8.0), (0.0, 0.0)):
        error = roughness(vector, u) - 1
        assert u**2 / 2 <= error**2 <= (u * Fraction(101, 100)) ** 2 / 2


def turned(vector, c, s, u, signs):
    """A plane turned by a table (c, s), the roundings of products and sums all of size u."""
    x, y = vector
    first = (x * c * (1 + signs[0] * u) - y * s * (1 + signs[1] * u)) * (1 + signs[2] * u)
    other = (x * s * (1 + signs[3] * u) + y * c * (1 + signs[4] * u)) * (1 + signs[5] * u)
    return first, other


@given(
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    st.fractions(-1, 1, max_denominator=20),
    st.sampled_from([3, 8]),
    st.lists(st.sampled_from([-1, 1]), min_size=8, max_size=8),
)
@example((1, 1), Fraction(29, 70), 8, [1, -1, 1, 1, 1, 1, 1, -1])
@example((3, 0), Fraction(29, 70), 3, [1, 1, 1, 1, 1, 1, 1, 1])
def test_any_turn_of_the_model_is_within_the_roughness(vector, t, bits, signs):
    """Exact points of the circle, the table off by half a unit, every rounding by a whole one."""
    u, c, s = Fraction(1, 2**bits), (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    true = turned(vector, c, s, 0, signs)
    run = turned(vector, c + signs[6] * u / 2, s + signs[7] * u / 2, u, signs)
    off = sum((x - y) ** 2 for x, y in zip(run, true, strict=True))
    size = sum(Fraction(x) ** 2 for x in vector)
    alone = roughness(tuple(map(float, vector)), u) - 1
    lonely = 0 in vector and all(abs(x) in (0, 1, 2, 4, 8) for x in vector)
    if lonely:  # their products and sums are exact
        off = size * (signs[6] ** 2 + signs[7] ** 2) * u * u / 4
    assert off <= alone**2 * size


def test_roughness_is_a_product_of_three_lengths():
    """Where products are rounded: the table's √2·u/2, the products' √2·u and the sum's u."""
    for u in (Fraction(1, 2**8), Fraction(1, 2**24)):
        full = (1 + ROOT * u / 2) * (1 + ROOT * u) * (1 + u)
        for vector in ((3.0, 0.0), (0.0, 0.75), (1.0, 1.0), (2.0, 0.0, 1.0, 1.0)):
            assert roughness(vector, u) == full
        for vector in ((1.0, 0.0, 3.0, 0.0), (1.0, 2.0, 3.0, 0.0), (2.0, 0.0, 0.0, 0.3)):
            assert roughness(vector, u) == full


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("query", "key"), [((3.0, 5.0), (1.0, 0.0)), ((1.0, 0.0), (3.0, 5.0)),
                                            ((1.0, 0.0) * 3, (0.0, 2.0) * 3)])  # fmt: skip
def test_drift_holds_the_turns_products_sums_and_beta(name, query, key):
    """r products, r - 1 sums and β's product, each off by a whole unit of the accumulator."""
    head, (u, v) = head_of(3.0, name), units(name)
    turns, count = roughness(query, u) * roughness(key, u), len(key)
    dot = (1 - v) ** -(count + 1)
    allowed = drift(head, query, key) / largest_logit(head, query, key)
    assert turns * dot - 1 <= allowed <= (turns * dot - 1) * (1 + 2 * count * u)
    assert allowed >= turns * (1 + v) * (1 + v) ** (count - 1) * (1 + v) - 1
