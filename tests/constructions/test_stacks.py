"""The stacks, hop by hop: small inputs exactly, the generator's sequences in torch."""

from functools import cache

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.alphabets import Numbers, Pairs, spelt
from constructions.stacks import letter_stack, number_stack
from empirical.data import sequences
from empirical.vocabulary import LENGTH, MAX_HOPS, vocabulary
from tests.strategies import valid_inputs
from theory import tasks

SMALL = Numbers(("a", "b"), 4)
TOKENS = 68


@cache
def stack(task, n0):
    """The stack for the generator's alphabet, and its tokens in id order."""
    if task == "number":
        names = vocabulary(task).names
        letters, most = names[: vocabulary(task).answers], 2 * 8
        made = number_stack(Numbers(letters, most), n0, MAX_HOPS, MAX_HOPS + 1)
    else:
        made = letter_stack(Pairs(tuple("ABCDEFGH"), 8), n0, MAX_HOPS, MAX_HOPS + 1)
    tokens = made.layers[0].task.tokens
    assert tuple(map(spelt, tokens)) == vocabulary(task).names
    return made, tokens


@pytest.mark.parametrize(
    ("task", "lead"), [("number", 0), ("letter", 0), ("letter", TOKENS - LENGTH)]
)
def test_the_generators_sequences_are_answered(task, lead):
    made, _ = stack(task, LENGTH + lead)
    data = sequences(task, 400 if lead else 2000, seed=5, lead=lead)
    states = made.module()(torch.from_numpy(data.tokens))
    assert np.array_equal(states[-1][:, -1].numpy(), data.answers)
    for hops in range(1, MAX_HOPS + 1):
        early = data.hops == hops
        moved = states[hops][:, -1].numpy() == data.answers
        assert moved[early].all()


def test_every_layer_is_one_application_of_index():
    made, tokens = stack("number", LENGTH)
    data = sequences("number", 200, seed=6)
    states = made.module()(torch.from_numpy(data.tokens))
    for row in range(len(data)):
        word = tuple(tokens[i] for i in data.tokens[row])
        for layer, state in enumerate(states):
            wanted = tasks.power(tasks.index, min(layer, MAX_HOPS), word)
            assert tuple(tokens[i] for i in state[row].tolist()) == wanted


@settings(max_examples=30)
@given(st.data())
def test_number_stacks_do_a_hop_a_layer(data):
    made = number_stack(SMALL, 5, 3, 4, data.draw(st.sampled_from(["symbolic", "positional"])))
    word = data.draw(valid_inputs(made.layers[0].task, 5))
    states = made.runner()(word)
    assert states[1:4] == [tasks.power(tasks.index, t, word) for t in (1, 2, 3)]
    assert states[4] == states[3]
    path = tasks.step_back(word, len(word))
    if path is not None and len(path) - 1 <= 3:
        assert states[-1][-1] == word[path[-1] - 1]


@settings(max_examples=30)
@given(st.data())
def test_letter_stacks_do_a_hop_a_layer(data):
    """Letter–integer tokens first: then every iterate is proper (B-let-iter-fix)."""
    made = letter_stack(Pairs(("a", "b", "c"), 1), 5, 2, 3, printed=data.draw(st.booleans()))
    word = data.draw(valid_inputs(made.layers[0].task, 5))
    word = tuple(sorted(word, key=lambda token: isinstance(token[1], str)))
    if tasks.proper(word):
        states = made.runner()(word)
        assert states[1:3] == [tasks.power(tasks.retrieval, t, word) for t in (1, 2)]
        assert states[3] == states[2]


def test_an_iterate_that_is_not_proper_is_refused():
    made = letter_stack(Pairs(("A", "B", "C"), 2), 4, 2, 2)
    with pytest.raises(ValueError, match="not proper: 2 tokens fit"):
        made.runner()(tasks.parse_pairs("A1 BA A2 CB"))


@pytest.mark.parametrize(("hops", "layers"), [(0, 1), (3, 2), ("1", 2), (True, 1)])
def test_bad_depths(hops, layers):
    with pytest.raises(ValueError, match="1 ≤ h ≤ ℓ"):
        number_stack(SMALL, 5, hops, layers)


def test_bad_reflexive():
    with pytest.raises(ValueError, match="give one of"):
        letter_stack(Pairs(("a",), 1), 3, 1, 2, "both")


def test_hard_stacks():
    made = number_stack(SMALL, 5, 2, 3, beta="hard")
    assert made.runner()(("a", 1, 1))[-1] == ("a", "a", "a")
    assert {layer.beta for layer in made.layers} == {None}
