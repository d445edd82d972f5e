"""The heads and stacks that the claims run are those that their sentences name. A check of another
head goes through as many cases and rejects the same mutants."""

from dataclasses import replace
from fractions import Fraction

import pytest

from constructions.claims import CLAIMS
from constructions.claims.heads import Outside, printed_fails
from constructions.claims.stacks import every_accepted_input, walk_letter, walk_number
from constructions.heads.retrieval import PLANE
from theory.mathematics.arcs import arc_cells
from theory.mathematics.tasks import parse_numbers, parse_pairs

BY_ID = {claim.id: claim for claim in CLAIMS}
TWO, THREE = Fraction(1, 2), Fraction(1, 3)
"""ω, in turns, of two letters and of three."""
BEST = {4: TWO / (8 - Fraction(5, 2)), 3: THREE / (6 - Fraction(11, 4))}
"""C-retr's angles, by n0."""
HEADS = {
    "C-index-fix": [("Index repaired", 6, 4, "1/5"), ("Index as printed", 5, 4, "1/4")],
    "C-retr": [
        ("Retrieval as printed", 6, 4, BEST[4]),
        ("Retrieval as printed", 12, 3, BEST[3]),
    ],
    "C-retr-fix": [("Retrieval, symbolic", 8, 3, 0), ("Retrieval, symbolic", 12, 3, 0)],
    "C-reflexive": [("Reflexive, positional", 3, 4, "1/4"), ("Reflexive, symbolic", 3, 4, 0)],
    "C-lookup": [("Information Retrieval", 6, 5, 0), ("Information Retrieval", 9, 4, 0)],
    "C-induction-1": [
        ("Partial Induction, one angle", 6, 4, "1/12"),
        ("Partial Induction, one angle", 9, 4, "1/18"),
        ("Partial Induction, one angle", 6, 4, "3/16"),
        ("Partial Induction, one angle", 9, 4, "4/63"),
    ],
    "C-induction-2": [
        ("Partial Induction, two angles", 6, 5, "1/10"),
        ("Partial Induction, two angles", 9, 4, "1/8"),
    ],
    "C-index-A": [
        ("Index of paper A, counted from the start", 6, 5, "1/4"),
        ("Index of paper A, counted back", 6, 5, "1/4"),
    ],
}
"""Name, tokens, n0 and angle (turns) of each head."""
STILL, TURNS = False, True
STACKS = {
    "C-stack-number": [(5, 3, [TURNS, TURNS, TURNS, STILL]), (5, 3, [TURNS] * 4)],
    "C-stack-letter": [
        (3, 2, [STILL] * 3),
        (3, 2, [TURNS] * 3),
        (4, 3, [STILL] * 4),
        (4, 3, [TURNS] * 4),
    ],
}
"""n0, hops, and whether the layers see positions: the last one is Reflexive."""


@pytest.mark.parametrize("one", HEADS)
def test_heads_are_those_of_the_sentence(one):
    run = [(x.name, len(x.task.tokens), x.n0, x.theta) for x in BY_ID[one].subject()]
    assert run == [(*x, Fraction(angle)) for *x, angle in HEADS[one]]


def test_half_of_the_heads_of_partial_induction_have_a_phase():
    heads = BY_ID["C-induction-1"].subject()
    queries = [x.weights.query["asked s"][0].turn for x in heads]
    keys = [x.weights.key["symbol s"][0].turn for x in heads]
    assert [q != k for q, k in zip(queries, keys, strict=True)] == [False, False, True, True]


@pytest.mark.parametrize("one", STACKS)
def test_stacks_are_those_of_the_sentence(one):
    stacks = BY_ID[one].subject().stacks
    run = [(x.n0, x.hops, [any(layer.planes.values()) for layer in x.layers]) for x in stacks]
    assert run == STACKS[one]


def test_retrieval_in_the_letter_stacks_is_at_the_angle_of_its_claim():
    _, three, _, two = BY_ID["C-stack-letter"].subject().stacks
    for stack in (three, two):
        for layer in stack.layers[:-1]:
            assert layer.planes == {PLANE: BEST[stack.n0]}


def test_jumps_are_of_three_layers_and_seven_hops():
    stack = BY_ID["C-stack-jump"].subject().stack
    assert (len(stack.layers), len(stack.reads), stack.hops, stack.n0) == (3, 8, 7, 5)
    assert len({x[0] for x in stack.embed}) == 5


def test_an_answer_that_the_last_register_does_not_hold_is_told():
    subject = BY_ID["C-stack-number"].subject()
    one = replace(subject, stacks=subject.stacks[:1], answer=lambda tokens: (1, "elsewhere"))
    assert "not elsewhere" in every_accepted_input(one).found


def test_answers_are_known_at_any_number_of_hops():
    """Without one where a walk leaves the input, or a token asks for its own left half."""
    numbers = parse_numbers("B A 1 1 1 4")
    walks = [walk_number(numbers[:n]) for n in range(1, 7)]
    assert walks == [(0, "B"), (0, "A"), (1, "A"), (2, "A"), (3, "A"), (1, "A")]
    assert walk_number(("A", 2)) is None
    pairs = parse_pairs("A1 BA CB DC AA")
    walks = [walk_letter(pairs[:n]) for n in range(1, 5)]
    assert walks == [(hops, ("A", 1)) for hops in range(4)]
    assert walk_letter(pairs[4:]) is None


def test_the_printed_index_head_fails_at_each_angle_that_counts():
    """A comparison of cos aθ with cos bθ, a, b ≤ 4, changes where (a ± b)θ is a full turn."""
    outcome = printed_fails(Outside())
    assert outcome.status == "true"
    assert outcome.cases == len(arc_cells(8)) == 45
