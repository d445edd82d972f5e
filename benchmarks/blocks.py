"""What block scores of a longer input cost: `python benchmarks/blocks.py`.

One thread, one run, a random 8-layer Qwen2, 512 tokens in 64 blocks of 8, then the query. The
rivals are timed in turn, round after round, in CPU seconds; a ratio is the median of the rounds'
ratios. Every rival starts from token ids or from the hidden states at each layer's input:

- ours: one forward pass read through the hook, and s_POS and s_SYM of every layer and head; with
  every frequency: of every RoPE plane of every head as well;
- recomputed: for every swap the hidden states are permuted, normed and projected to keys, rotated,
  and the query's attention row taken and compared with the row before;
- cached: the same, the keys before rotation computed once and permuted;
- every frequency: recomputed, and the row of each plane taken too.

The rivals are timed on a few swaps and multiplied up; they are given the query without charge.
"""

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn.functional import cosine_similarity
from transformers import Qwen2Config, Qwen2ForCausalLM
from transformers.models.qwen2.modeling_qwen2 import apply_rotary_pos_emb

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from empirical.layered import by_layer, scored
from empirical.scores import score_reading  # noqa: F401

TOKENS, BLOCKS, BLOCK = 512, 64, 8
ROUNDS, TIMED_SWAPS = 5, 6
SWAPS = list(combinations(range(BLOCKS), 2))


def model() -> Qwen2ForCausalLM:
    """8 layers of 8 heads of 32 coordinates, 2 key heads."""
    config = Qwen2Config(
        vocab_size=1000,
        hidden_size=256,
        intermediate_size=704,
        num_hidden_layers=8,
        num_attention_heads=8,
        num_key_value_heads=2,
        max_position_embeddings=1024,
    )
    torch.manual_seed(0)
    return Qwen2ForCausalLM(config).eval()
