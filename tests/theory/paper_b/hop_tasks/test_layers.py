"""S-layers: a layer of the letter task attends to a letter, wherever it is."""

from itertools import permutations, product


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
