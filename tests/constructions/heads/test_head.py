"""The common frame: β and θ as arguments, number formats, the reduced form."""

import math
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from constructions.heads.alphabets import Numbers, Pairs
from constructions.heads.head import circle_point, in_format, length
from constructions.heads.index import index_printed, index_repaired
from constructions.heads.onelayer import FORMATS
from constructions.heads.retrieval import retrieval_printed
from constructions.heads.sharpness import cosine_sum_value

ALPHABET = Numbers(("a", "b"), 3)


@pytest.mark.parametrize("n0", [1, 0, -3, 2.5, True, "4"])
def test_lengths_below_two_are_refused(n0):
    with pytest.raises(ValueError, match="n0 ≥ 2"):
        length(n0)


@pytest.mark.parametrize("beta", ["1/2", 0, "-3"])
def test_too_small_a_beta_is_refused_with_the_smallest(beta):
    with pytest.raises(ValueError, match=r"only above 0\.88137"):
        index_printed(ALPHABET, 4, beta=beta)


@pytest.mark.parametrize("field", ["theta", "beta"])
def test_floats_are_refused(field):
    with pytest.raises(TypeError, match=field):
        index_printed(ALPHABET, 4, **{field: 0.3})


def test_beta_as_given():
    assert index_printed(ALPHABET, 4, beta="2.5").beta == Fraction(5, 2)
    assert index_printed(ALPHABET, 4, beta="hard").beta is None


def test_hard_attention_has_no_reduced_form():
    with pytest.raises(ValueError, match="give one"):
        index_printed(ALPHABET, 4, beta="hard").reduced()
    large = index_printed(Numbers(("a", "b"), 16), 4096, beta="hard")
    assert large.reduced("float32", beta=10**6).beta == 10**6
    with pytest.raises(ValueError, match="number_format"):
        index_printed(ALPHABET, 4).reduced("float16")


@pytest.mark.parametrize("number_format", FORMATS)
def test_reduced_logits_are_the_exact_ones(number_format):
    head = index_repaired(ALPHABET, 4)
    table = head.reduced(number_format)
    off = {"float64": 1e-12, "float32": 1e-5, "bf16": 0.1}[number_format]
    tokens = head.task.tokens
    for a, query in enumerate(tokens):
        for b, key in enumerate(tokens):
            for t in range(4):
                c, s = math.cos(t * table.angles[0]), math.sin(t * table.angles[0])
                x, y = table.queries[a]
                logit = table.keys[b] @ [c * x - s * y, s * x + c * y]
                assert logit == pytest.approx(
                    cosine_sum_value(head.weights.logit(query, key, t)), abs=off
                )
    assert table.values[0].tolist() == [2, 0, 0, 0, 0]
    assert table.skip.tolist() == np.eye(5).tolist()


def test_reduced_names_every_token():
    table = retrieval_printed(Pairs(("a", "b"), 1), 3).reduced()
    assert table.tokens == table.outputs == ("a1", "b1", "aa", "ab", "ba", "bb")
    assert not table.skip.any()


@given(st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=5))
def test_bf16_rounds_as_torch_does(numbers):
    rounded = in_format(np.array(numbers), "bf16")
    wanted = torch.tensor(numbers, dtype=torch.float32).to(torch.bfloat16).double().numpy()
    np.testing.assert_array_equal(rounded, wanted)


def test_quarter_turns_are_exact():
    assert circle_point(Fraction(1, 4)) == (0, 1)
    assert circle_point(Fraction(-1, 2)) == (-1, 0)
    assert circle_point(Fraction(1, 8)) == pytest.approx((0.5**0.5, 0.5**0.5))
