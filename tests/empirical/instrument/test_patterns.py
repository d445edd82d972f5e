"""Names of heads: held to the model's own attention, given from the overlap on, refused below."""

from types import SimpleNamespace

import pytest
import torch

from empirical.architectures.specimens import tiny
from empirical.instrument import patterns


@pytest.mark.parametrize("start", [None, 7])
def test_overlaps_are_the_models_own_weights_on_the_ideal_key(start):
    model = tiny("llama").float()
    model.set_attn_implementation("eager")
    tokens, queries = patterns.pattern_inputs(model.config.vocab_size, start)
    overlaps = patterns.overlaps(model, start)
    with torch.inference_mode():
        rows = model(tokens, output_attentions=True).attentions
    lead = int(start is not None)
    keys = {"previous-token": queries - 1, "current-token": queries, "first-token": queries * 0}
    assert len(overlaps) == len(rows)
    for by_name, attention in zip(overlaps, rows, strict=True):
        each = torch.arange(len(tokens))
        for name, key in keys.items():
            own = attention[each, :, queries, key].mean(0)
            assert torch.allclose(torch.from_numpy(by_name[name]).float(), own, atol=1e-5)
    # What stands before the induction key is the query's own token, a stretch earlier.
    for row, query in zip(tokens, queries, strict=True):
        assert row[patterns.PATTERNS["induction"](query) - 1] == row[query]
        assert row[patterns.PATTERNS["duplicate-token"](query)] == row[query]
        assert lead + patterns.STRETCH < query < lead + 2 * patterns.STRETCH


def test_a_head_has_its_name_from_the_overlap_on(monkeypatch):
    _, queries = patterns.pattern_inputs(50)
    share = {0: 0.91, 1: 0.89}

    def ideal(_, tokens, visit, query):
        layers = []
        for key in patterns.PATTERNS.values():
            weights = torch.full((len(tokens), 2, tokens.shape[1]), 0.0)
            for head, weight in share.items():
                weights[torch.arange(len(tokens)), head, key(queries)] = weight
            layers.append(visit(SimpleNamespace(weights=weights)))
        return None, layers

    monkeypatch.setattr(patterns, "visit_layers", ideal)
    named = patterns.named_heads(tiny("llama"))
    assert [(one.layer, one.head, one.name) for one in named] == [
        (layer, 0, name) for layer, name in enumerate(patterns.PATTERNS)
    ]
    assert {one.overlap for one in named} == {0.91}
