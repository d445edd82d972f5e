"""S-layers: a layer of the letter task attends to a letter, wherever it is."""

from itertools import permutations, product

from theory.mathematics.tasks import look_back, proper, split_numbers, split_pairs, step_back
from theory.paper_b.hop_tasks.layers import memories, walkable


def test_one_layer_that_chooses_a_position_does_not_do_one_hop_of_the_letter_task():
    """Why a cell is a left letter there: what such a layer holds does not tell the answer."""
    halves = [(("A", i), ("B", j)) for i, j in product((1, 2), repeat=2)]
    inputs = [(*two, ("C", "A")) for pair in halves for two in permutations(pair)]
    for position in range(3):
        answers: dict[object, set[object]] = {}
        for tokens in inputs:
            (answer,) = (token for token in tokens if token[0] == "A")
            answers.setdefault((tokens[-1], tokens[position]), set()).add(answer)
        assert max(map(len, answers.values())) == 2, position


def test_a_proper_input_may_have_a_letter_that_begins_two_different_tokens():
    """Why the claim leaves these out: one cell would have two tokens."""
    for tokens in (
        (("B", 1), ("A", 1), ("A", "B")),
        (("C", 1), ("A", "C"), ("B", "A"), ("A", "B")),
    ):
        assert proper(tokens)
        assert len({token for token in tokens if token[0] == "A"}) == 2


def test_which_memories_are_inputs():
    """What ``counted`` asks of its inputs: two cells that end the walk, and no token further on."""
    assert all(map(walkable, memories(5)))
    for x in ((-1, 0, 1), (0, -1, 1), (-1, 2, 1), (-1, -2, -1), (-1, -2, 2), (-1, -2, 3, 1)):
        assert not walkable(x), x


def test_memories_are_inputs_of_both_tasks_with_the_same_walks():
    """With the alphabets that the claim names: two letters and integers up to the hops and one;
    as many letters as cells and two integers."""
    for x in memories(6):
        walk = [5]
        while x[walk[-1]] >= 0:
            walk.append(x[walk[-1]])
        numbers = tuple(c - to if to >= 0 else "AB"[to] for c, to in enumerate(x))
        pairs = tuple(("ABCDEF"[c], "ABCDEF"[to] if to >= 0 else -to) for c, to in enumerate(x))
        assert split_numbers(numbers)
        assert max(numbers[2:]) <= 5
        assert step_back(numbers, 6) == tuple(c + 1 for c in walk)
        assert split_pairs(pairs) == 2
        assert look_back(pairs, 6).places == tuple(c + 1 for c in walk)
