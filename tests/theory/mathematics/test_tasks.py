"""The hop tasks as functions, their worked examples, and the smallest of everything."""

import json
import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sections import section
from theory.ledger.writing import collected
from theory.mathematics import tasks
from theory.paper_b.hop_tasks.letter_hops import Composition, one_token, satisfies
from theory.paper_b.hop_tasks.number_hops import CONVENTIONS
from theory.paper_b.hop_tasks.retrieval_iterates import Blocked
from theory.witnesses.witness import WITNESSES, witness

CLAIMS = [claim for _, claim in collected("theory.paper_b.hop_tasks").values()]

NUMBER = tasks.parse_numbers("C B A 1 4 1 3 2 1")
LETTER = tasks.parse_pairs("C2 B1 A3 FA EC DE HF GD IG")


def test_the_worked_number_example():
    assert tasks.split_numbers(NUMBER) == (3, (1, 4, 1, 3, 2, 1))
    assert tasks.step_back(NUMBER, 9) == (9, 8, 6, 5, 1)
    assert [tasks.power(tasks.index, h, NUMBER)[-1] for h in range(6)] == [1, 1, 1, 1, "C", "C"]
    assert tasks.PRINTED.solutions(3, NUMBER[3:]) == [((6,), 6), ((6, 5), 5), ((6, 5, 3), 6)]


def test_the_worked_letter_example():
    walk = tasks.look_back(LETTER, 9)
    assert walk is not None
    assert walk.hops == 4
    assert walk.places == (9, 8, 6, 5, 1)
    assert tasks.split_pairs(LETTER) == 3
    assert tasks.proper(LETTER)
    assert tasks.printed_ends(LETTER) == {("C", 2)}
    outputs = [tasks.power(tasks.retrieval, h, LETTER)[-1] for h in range(6)]
    assert outputs == [*walk.tokens, ("C", 2)]
    assert tasks.reflexive(LETTER) is LETTER


def test_forms():
    assert tasks.split_numbers(tasks.parse_numbers("A 1 B")) is None
    assert tasks.split_numbers(tasks.parse_numbers("A B")) is None
    assert tasks.split_pairs(tasks.parse_pairs("A1 B2")) is None
    assert tasks.split_pairs(tasks.parse_pairs("AB B2")) is None


def test_sequences_up_to_names_are_all_sequences():
    """Every sequence over 2 letters and 2 integers has one representative."""
    tokens = [(a, b) for a in "AB" for b in ("A", "B", 1, 2)]
    kinds = set()
    for sequence in product(tokens, repeat=3):
        letters, integers = {}, {}
        renamed = []
        for left, right in sequence:
            first = letters.setdefault(left, "ABC"[len(letters)])
            if isinstance(right, str):
                renamed.append((first, letters.setdefault(right, "ABC"[len(letters)])))
            else:
                renamed.append((first, integers.setdefault(right, len(integers) + 1)))
        kinds.add(tuple(renamed))
    listed = list(tasks.pair_sequences(3, 2, 2))
    assert len(listed) == len(set(listed))
    assert set(listed) == kinds


def shortest(holds, most=5):
    """The length of the shortest sequence of pairs, over four letters, for which it holds."""
    lengths = (n for n in range(1, most + 1) if any(map(holds, tasks.pair_sequences(n, 4, 2))))
    return next(lengths, None)


def task_form(tokens):
    return tasks.split_pairs(tokens) is not None


def test_the_witnesses_are_the_shortest():
    def two(tokens):
        return task_form(tokens) and len(tasks.printed_ends(tokens)) > 1

    def improper(tokens):
        return task_form(tokens) and bool(tasks.printed_ends(tokens)) and not tasks.proper(tokens)

    def elsewhere(tokens):
        return improper(tokens) and tasks.proper_at(tokens, len(tokens))

    assert shortest(two, 3) == len(witness("B-let-def")["two"]["tokens"])
    assert shortest(improper, 3) == len(witness("B-let-def")["improper"]["tokens"])
    assert shortest(elsewhere, 3) == len(witness("B-let-def")["improper elsewhere"]["tokens"])

    def lost(tokens):
        ends = tasks.printed_ends(tokens) if task_form(tokens) else set()
        settled = tasks.power(tasks.retrieval, len(tokens), tokens)
        return len(ends) == 1 and tasks.proper_at(tokens, len(tokens)) and settled[-1] not in ends

    assert shortest(lost, 4) == len(witness("B-let-comp")["kept"]["tokens"])
    spoilt = len(witness("B-let-iter")["tokens"])
    assert shortest(lambda s: tasks.proper(s) and not tasks.proper(tasks.retrieval(s)), 4) == spoilt
    assert shortest(lambda s: two(s) and tasks.proper(s), 4) is None


def test_with_n1_for_n2_the_printed_answer_still_fails():
    tokens = tasks.parse_numbers("A B 1 2")
    assert tokens[tasks.step_back(tokens, 4)[-1] - 1] == "B"
    assert tokens[2 - tokens[3] + 1 - 1] == "A"


NEEDED = {"A1 BA AB BA AB": 0, "A1 BA A2 CB": 1, "A1 BA AC DB": 2}


@pytest.mark.parametrize("text", NEEDED)
def test_each_hypothesis_of_the_repaired_composition_is_needed(text):
    tokens = tasks.parse_pairs(text)
    walk = tasks.look_back(tokens, len(tokens))
    conditions = Composition().enough
    assert [satisfies(tokens, walk, (c,)) for c in conditions].index(False) == NEEDED[text]
    assert sum(satisfies(tokens, walk, (c,)) for c in conditions) == 2
    states = {tokens}
    for _ in range(walk.hops):
        states = {after for state in states for after in Composition().choices(state)}
    assert any(state[-1] != walk.tokens[-1] for state in states)


def test_the_hypotheses_are_not_necessary():
    """A1 is reached in every filling, though two tokens fit A at position 5."""
    tokens = tasks.parse_pairs("A1 BA AB CB EA DC")
    walk = tasks.look_back(tokens, 6)
    assert len(tasks.fitting(tokens, 5, 5)) == 2
    states = {tokens}
    for _ in range(walk.hops):
        states = {after for state in states for after in Composition().choices(state)}
    assert {state[-1] for state in states} == {walk.tokens[-1]}
    assert not satisfies(tokens, walk, Composition().enough)
    assert len(states) > 1


symbols = st.one_of(st.sampled_from("AB"), st.integers(1, 12))


@given(st.lists(symbols, min_size=1, max_size=12).map(tuple))
def test_index_settles_each_position_after_its_hops(tokens):
    for j in range(1, len(tokens) + 1):
        walk = tasks.step_back(tokens, j)
        if walk is None:
            assert tasks.power(tasks.index, 13, tokens)[j - 1] == tokens[j - 1]
            continue
        for outside in CONVENTIONS:
            state = tokens
            for h in range(len(walk) + 1):
                done = h >= len(walk) - 1
                assert state[j - 1] == tokens[(walk[-1] if done else j) - 1]
                state = tasks.index(state, outside)


pairs = st.tuples(st.sampled_from("ABCDE"), st.one_of(st.sampled_from("ABCDE"), st.integers(1, 2)))


@st.composite
def proper_pairs(draw):
    """A proper sequence of up to 12 pairs."""
    tokens = ()
    for token in draw(st.lists(pairs, min_size=1, max_size=12)):
        longer = (*tokens, token)
        tokens = longer if tasks.proper_at(longer, len(longer)) else tokens
    return tokens or (("A", 1),)


@given(proper_pairs())
def test_proper_sequences_are_iterated_and_solved_iff_nothing_is_in_the_way(tokens):
    states = [tokens]
    for _ in range(len(tokens) + 1):
        states.append(tasks.retrieval(states[-1], tasks.blank))
    assert all(map(tasks.proper, states)) == (not Blocked().blocked(tokens))
    walk = tasks.look_back(tokens, len(tokens))
    if walk is not None and walk.hops:
        solved = satisfies(tokens, walk, Composition().exact)
        assert (states[walk.hops][-1] == walk.tokens[-1]) == solved


@given(st.lists(pairs, min_size=2, max_size=12).map(tuple))
def test_with_blanks_the_answer_is_reached_iff_no_other_integer_token_fits(tokens):
    walk = tasks.look_back(tokens, len(tokens))
    if walk is not None and walk.hops:
        solved = satisfies(tokens, walk, Composition().exact)
        assert Composition().reaches(tokens, walk, tasks.blank) == solved
        assert solved or not task_form(tokens)


@given(st.lists(pairs, min_size=2, max_size=10).map(tuple))
def test_one_token_for_each_letter_on_the_walk_is_enough(tokens):
    walk = tasks.look_back(tokens, len(tokens))
    if walk is not None and walk.hops and satisfies(tokens, walk, (one_token,)):
        assert satisfies(tokens, walk, Composition().enough)
        for unclear in (tasks.keep_unread, tasks.blank):
            outputs = [
                tasks.power(lambda s, u=unclear: tasks.retrieval(s, u), h, tokens)[-1]
                for h in range(walk.hops + 2)
            ]
            assert outputs == [*walk.tokens, walk.tokens[-1]]


def sequences_of(value):
    """Every token sequence of a witness."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from [entry] if key in ("tokens", "after") else sequences_of(entry)


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.repairs], ids=lambda c: c.id)
def test_witnesses_are_printed_in_their_sections(claim):
    text = section(claim.id)
    sequences = list(sequences_of(witness(claim.id)))
    assert sequences
    assert all(re.search(rf"\b{' '.join(tokens)}\b", text) for tokens in sequences)


def test_the_witness_file_is_complete():
    stored = json.loads((WITNESSES / "tasks.json").read_text())
    of_the_tasks = {claim.id for claim in CLAIMS if claim.repairs}
    assert set(stored) - of_the_tasks == {"B-thm31-retr-valid"}
    assert of_the_tasks <= set(stored)
