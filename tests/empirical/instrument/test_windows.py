"""What docs/scores.md says of blocks in a layer with a sliding window."""

from pathlib import Path

import torch
from transformers import MistralConfig, MistralForCausalLM

from empirical.instrument import scores
from empirical.instrument.heads import read_heads

SHAPE = {"vocab_size": 64, "hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 1}
TOKENS, WINDOW, LENGTH = 21, 8, 2


def test_blocks_that_the_window_cuts_are_not_swapped():
    torch.manual_seed(0)
    config = MistralConfig(
        **SHAPE, num_attention_heads=4, num_key_value_heads=4, sliding_window=WINDOW
    )
    model = MistralForCausalLM(config)
    (layer,) = read_heads(model, torch.arange(TOKENS)[None]).layers
    plan = scores._plan(layer, scores._starts(layer, LENGTH, 0, None), LENGTH)
    assert layer.others[0].nonzero().flatten().tolist() == list(range(13, 20))
    assert plan.starts.tolist() == [14, 16, 18]
    assert plan.idle[0].nonzero().flatten().tolist() == [13]
    text = Path(__file__).parents[3].joinpath("docs/scores.md").read_text(encoding="utf-8")
    assert f"With {TOKENS - 1} tokens before the query, a window of {WINDOW} shows `N = 7`" in text
    assert "In blocks of 2, three blocks are swapped, and the first of the seven" in text
