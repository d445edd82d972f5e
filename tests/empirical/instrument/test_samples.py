"""Samples whose queries see different keys: each is scored as if it were alone, however the work is
split and whether in float32 or in float64."""

from dataclasses import replace

import pytest
import torch

from empirical.instrument import scores
from empirical.instrument.heads import read_heads
from empirical.instrument.scores import score_layer, scored
from empirical.instrument.swaps import TooFewBlocks, swap_scores
from empirical.protocol.convention import Convention
from tests.empirical.oracle import tiny, tokens

SHORT = [
    Convention(tau=0.1),
    Convention(tau=0.1, length=2),
    Convention(tau=0.1, centred=True, length=2),
    Convention(tau=0.1, cosine="clamped", signed=True, length=2),
]
HIDDEN = [[], [1, 8], [0, 5, 6]]
"""Keys that each sample's query does not see."""


def read(length, query=-1):
    """The first layer of a small model in float64, three samples."""
    return read_heads(tiny("llama"), tokens(3, length), query).layers[0]


def masked(layer, hidden=HIDDEN):
    """The layer with some keys hidden from each sample's query."""
    visible = layer.visible.clone()
    for row, keys in zip(visible, hidden, strict=True):
        row[keys] = False
    return replace(layer, visible=visible)


def alone(layer, rules, start, count, planes=None):
    """(s_POS, s_SYM) by sample: blocks whole under its mask are swapped, the other keys stay."""
    inside = start + torch.arange(count * rules.length).reshape(count, rules.length)
    entries = layer.block_entries(inside[:, 0], rules.length, planes)
    own, logits, by_sample = layer.own_logit(planes), layer.diagonal(planes), []
    for b, others in enumerate(layer.others):
        whole = others[inside].all(1).nonzero().flatten()
        idle = others.clone()
        idle[inside[whole].flatten()] = False
        rest = torch.cat([own[b][..., None], logits[b][..., idle]], -1).logsumexp(-1)
        blocks = entries[b][..., whole, :][..., whole]
        one = swap_scores(blocks, rest, rules, keys=int(layer.visible[b].sum()))
        by_sample.append(torch.stack(one[:2]))
    return torch.stack(by_sample, dim=2)


def off(layer, rules, start, count, *, planes):
    """How far the scores of all samples together are from those of each alone."""
    ours = score_layer(layer, rules, start=start, count=count, per_frequency=planes)
    own = alone(layer, rules, start, count, layer.per_frequency() if planes else None)
    return float((torch.stack(ours[:2]) - own).abs().max())


@pytest.mark.parametrize("budget", [1, 1 << 20])
@pytest.mark.parametrize("planes", [False, True])
@pytest.mark.parametrize("rules", SHORT, ids=lambda rules: rules.phrase)
def test_each_sample_is_scored_under_its_own_mask(rules, planes, budget, monkeypatch):
    monkeypatch.setattr(scores, "BUDGET", budget)
    assert off(masked(read(13)), rules, 1, 10 // rules.length, planes=planes) < 1e-9


def test_the_last_query_says_how_many_blocks_there_are():
    layer = read(13, torch.tensor([6, 12, 9]))
    rules = Convention(tau=0.1)
    ours = torch.stack(score_layer(layer, rules)[:2])
    assert float((ours - alone(layer, rules, 0, 12)).abs().max()) < 1e-9


LONG = Convention(tau=0.1)
MANY = 50


def long(softcap=None, larger=1.0):
    """A layer of fifty blocks; the last two samples' keys so much longer."""
    layer = masked(read(60), [[3], [], [2, 40, 41]])
    size = torch.tensor([1.0, larger, larger], dtype=torch.float64)[:, None, None, None]
    return replace(layer, keys=layer.keys * size, softcap=softcap)


@pytest.mark.parametrize("budget", [3000, 1 << 20])
@pytest.mark.parametrize("planes", [False, True])
@pytest.mark.parametrize("softcap", [None, 3.0])
@pytest.mark.parametrize("larger", [1.0, 60.0])
def test_many_blocks_are_scored_alike_in_float32_and_in_float64(
    larger, softcap, planes, budget, monkeypatch
):
    monkeypatch.setattr(scores, "BUDGET", budget)
    assert off(long(softcap, larger), LONG, 5, MANY, planes=planes) < 1e-5


def test_no_sample_is_scored_whose_rest_is_infinite():
    plain = long()
    layer = replace(plain, own_terms=plain.own_terms.index_fill(0, torch.tensor([1]), torch.inf))
    with pytest.raises(ValueError, match="NaN or infinite"):
        score_layer(layer, LONG, start=5, count=MANY)


def test_the_sample_with_fewest_of_many_blocks_decides_whether_there_is_a_swap():
    layer = masked(read(60), [[], [*range(58)], []])
    with pytest.raises(TooFewBlocks, match="sees 1 whole block,"):
        score_layer(layer, LONG, count=59)


def test_what_is_recorded_of_a_layer_are_its_scores():
    layer, rules = masked(read(13)), Convention(tau=0.1)
    recorded = scored(layer, rules, per_frequency=True)
    whole, planes = (score_layer(layer, rules, per_frequency=one) for one in (False, True))
    assert (recorded["s_pos"] == whole.s_pos.numpy()).all()
    assert (recorded["s_sym"] == whole.s_sym.numpy()).all()
    assert (recorded["s_pos_by_frequency"] == planes.s_pos.transpose(1, 2).numpy()).all()
    assert (recorded["s_sym_by_frequency"] == planes.s_sym.transpose(1, 2).numpy()).all()
    assert (recorded["entropy"] == layer.entropy().T.numpy()).all()
