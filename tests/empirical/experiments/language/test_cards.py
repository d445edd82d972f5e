"""Heads to look at: which are chosen, and what a card shows of one."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from empirical.experiments.language import cards
from empirical.instrument.heads import read_heads
from empirical.instrument.session import Session
from empirical.models.hub import ModelError
from empirical.models.pretrained import load
from empirical.protocol.findings import HeadScores
from tests.empirical.documents import heads
from tests.empirical.talkers import talker

SCORES = tuple(HeadScores(**head) for head in heads(layers=10, count=6))


def at(*scores):
    """Heads at these (s_POS, s_SYM)."""
    return [replace(SCORES[n], s_pos=pos, s_sym=sym) for n, (pos, sym) in enumerate(scores)]


def test_the_purest_of_each_kind_and_the_most_mixed_are_chosen_once_each():
    ends = [(1 - n / 200, n / 200) for n in range(12)]
    scores = at(
        *ends, *((sym, pos) for pos, sym in ends), *((0.5, 0.5 + n / 50) for n in range(12))
    )
    chosen = cards.choose(scores)
    assert [len(of) for of in chosen.values()] == [10, 10, 10]
    assert chosen["positional"] == scores[:10]
    assert chosen["symbolic"] == scores[12:22]
    assert chosen["mixed"] == scores[24:34]
    few = cards.choose(SCORES[:4])
    assert sum(map(len, few.values())) == 4


def test_where_no_head_is_pure_none_is_called_the_purest():
    chosen = cards.choose(at((0.89, 0.05), (0.95, 0.11), (0.3, 0.6), (1.0, 1.0)))
    assert [len(of) for of in chosen.values()] == [0, 0, 4]


def test_a_card_shows_the_heads_own_logits_and_row(tmp_path):
    loaded = load(talker(tmp_path, "llama", size=400), torch.device("cpu"))
    ids = cards.tokens(loaded)
    count = loaded.model.config.num_attention_heads
    scores = [HeadScores(**head) for head in heads(layers=2, count=count)]
    measured = cards.measure(loaded, ids, scores, Session(tmp_path / "kept"))
    assert "".join(measured.tokens).endswith(cards.TEXT)
    assert len(measured.cards) == 2 * count
    layers = read_heads(loaded.model, torch.from_numpy(ids)).layers
    for card in measured.cards:
        whole = layers[card.layer].placement()[0, card.head].numpy()
        assert np.allclose(card.matrix, whole, atol=1e-3)
        own = layers[card.layer].weights[0, card.head].numpy()
        assert np.allclose(card.row, own, atol=1e-4)
    assert cards.measure(loaded, ids, scores, Session(tmp_path / "kept")) == measured
    with pytest.raises(ModelError, match="cards of its heads"):
        cards.measure(loaded, ids[:, :0], scores, Session())
