"""Streams in balls: the very numbers of the torch module, what is uncertain, β that is enough."""

from dataclasses import replace
from math import exp

import pytest
import torch

from constructions.heads.alphabets import Numbers, Pairs
from constructions.heads.directions import direction_multiple
from constructions.stacks.module import StackModule
from constructions.stacks.stacks import letter_stack, number_stack
from constructions.stacks.stream import _Streams, enough_sharpness, evaluated

STACKS = {
    "number": number_stack(Numbers(("a", "b"), 3), 4, 2, 3, beta=2),
    "letter": letter_stack(Pairs(("a", "b"), 1), 4, 2, 3, "positional", beta=3, printed=True),
}
WORDS = {"number": ("a", 1, "b", 2), "letter": (("a", 1), ("b", "a"), ("a", 1), ("a", "b"))}


@pytest.mark.parametrize("task", STACKS)
def test_the_stream_is_the_torch_modules(task):
    """Every coordinate after the last layer, at a β where everything is a mix."""
    made, word = STACKS[task], WORDS[task]
    stream = StackModule(made)(torch.tensor([[made.task.tokens.index(x) for x in word]]))[0]
    streams, mixed = _Streams(made), 0
    for n in range(1, len(word) + 1):
        vector, _ = streams.run(word[:n])
        for i, direction in enumerate(made.directions):
            coordinate = float(vector.get(direction, 0))
            mixed += 0.01 < abs(coordinate) < 0.99
            assert coordinate == pytest.approx(float(stream[n - 1, i]), abs=1e-12)
    assert mixed > 5


def test_a_tie_is_no_answer():
    made = STACKS["number"]
    read = {**made.reads[0], "a": direction_multiple("letter b @ 0", 2)}
    tied = replace(made, reads=(read, *made.reads[1:]))
    assert evaluated(tied)(("b",))[0] == (None,)
    assert evaluated(made)(("b",))[0] == ("b",)


@pytest.mark.parametrize("gap", [0.01, 0.5, 1.0])
@pytest.mark.parametrize("layers", [1, 4, 12])
def test_enough_meets_its_own_conditions(gap, layers):
    """Each layer adds no more than η, and ℓη costs no more than half the gap."""
    n0, reach = 17, 2.0
    slip = min(gap / (8 * layers * reach), 1 / (4 * layers))
    assert (n0 - 1) * exp(-float(enough_sharpness(gap, reach, n0, layers)) * gap / 2) <= slip
    assert 4 * layers * slip * reach <= gap / 2
    assert layers * slip <= 1 / 4
