"""The generator's sequences against the classes for which composition is proved (B-*-comp)."""

import numpy as np
import pytest

from empirical.models.data import sequences
from empirical.protocol.vocabulary import vocabulary
from theory.mathematics import tasks
from theory.paper_b.hop_tasks.letter_hops import one_token, satisfies

LEADS = [0, 1, 30]


def texts(task, lead, n=400):
    """Sequences as words, with their answers and hops."""
    data = sequences(task, n, seed=3, lead=lead)
    names = np.array(vocabulary(task).names)
    rows = (" ".join(row) for row in names[data.tokens].tolist())
    return zip(rows, names[data.answers].tolist(), data.hops.tolist(), strict=True)


@pytest.mark.parametrize("lead", LEADS)
def test_number_sequences_point_inside_and_compose(lead):
    for text, answer, hops in texts("number", lead):
        tokens = tasks.parse_numbers(text)
        assert tasks.split_numbers(tokens) is not None
        assert not any(tasks.points_outside(tokens, j) for j in range(1, len(tokens) + 1))
        assert len(tokens) > 16
        assert tasks.power(tasks.index, hops, tokens)[-1] == answer
        assert tasks.power(tasks.index, hops - 1, tokens)[-1] == tokens[-1]


@pytest.mark.parametrize("lead", LEADS)
def test_letter_sequences_have_one_token_for_each_letter_on_the_walk_and_compose(lead):
    for text, answer, hops in texts("letter", lead):
        tokens = tasks.parse_pairs(text)
        walk = tasks.look_back(tokens, len(tokens))
        assert tasks.split_pairs(tokens) is not None
        assert walk is not None
        assert walk.hops == hops
        assert satisfies(tokens, walk, (one_token,))
        values = [tasks.power(tasks.retrieval, h, tokens)[-1] for h in range(6)]
        assert values == [*walk.tokens, *(walk.tokens[-1],) * (5 - hops)]
        assert walk.tokens[-1] == tasks.parse_pairs(answer)[0]


def test_letter_sequences_are_hardly_ever_proper_but_always_at_the_query():
    rows = [tasks.parse_pairs(text) for text, _, _ in texts("letter", 0, 4000)]
    assert sum(map(tasks.proper, rows)) == 7
    assert all(tasks.proper_at(tokens, len(tokens)) for tokens in rows)
