"""The inputs on which the stack that jumps is run: none that is proper is left out."""

from constructions.claims.jumps import forests
from theory.mathematics.constructed import is_proper
from theory.mathematics.tasks import pair_sequences


def test_every_proper_input_of_distinct_left_halves_is_run():
    """Of all inputs over three letters and one integer, with letters in the order of the left
    halves, the proper ones; a token that asks for its own left half is one of them."""
    proper = {
        tokens
        for n in (1, 2, 3)
        for tokens in pair_sequences(n, 3, 1)
        if "".join(left for left, _ in tokens).lower() == "abc"[:n] and is_proper(tokens)
    }
    run = {tuple((a.upper(), str(b).upper()) for a, b in tokens) for tokens in forests("abc", 1)}
    assert {tuple((a, str(b)) for a, b in tokens) for tokens in proper} == run
    assert (("A", "A"),) in run


def test_the_number_of_inputs_is_the_one_claimed():
    assert sum(1 for _ in forests(tuple("abcde"), 1)) == 872
