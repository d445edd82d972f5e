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
As ours, they take softmax and cosines in float64: at τ = 1e-4 float32 scores mean nothing.
"""

import statistics
import sys
from itertools import combinations
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity
from transformers import Qwen2Config, Qwen2ForCausalLM
from transformers.models.qwen2.modeling_qwen2 import Qwen2DecoderLayer, apply_rotary_pos_emb

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.scores import keep_freed_memory, ratio, timed
from empirical.instrument.scores import scored
from empirical.instrument.session import Work
from empirical.protocol.convention import Convention

TOKENS, BLOCKS, BLOCK = 512, 64, 8
TIMED_SWAPS = 6
TARGETS = [
    ("recomputed", "ours", 100),
    ("cached", "ours", 20),
    ("every frequency", "ours, every frequency", 80),
]
SWAPS = list(combinations(range(BLOCKS), 2))


def model() -> Qwen2ForCausalLM:
    """8 layers of 4 heads of 64 coordinates, as small Qwen2 models have, 2 key heads."""
    config = Qwen2Config(
        vocab_size=1000,
        hidden_size=256,
        intermediate_size=704,
        num_hidden_layers=8,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=1024,
    )
    torch.manual_seed(0)
    return Qwen2ForCausalLM(config).eval()


class Layer:
    """What the rivals know of one layer: its input, and what the swaps leave alone."""

    def __init__(self, block: Qwen2DecoderLayer, hidden: Tensor, cos: Tensor, sin: Tensor) -> None:
        self.block, self.hidden, self.cos, self.sin = block, hidden, cos, sin
        attention = block.self_attn
        self.head_dim = attention.head_dim
        last = block.input_layernorm(hidden[:, -1:])
        query = attention.q_proj(last).unflatten(-1, (-1, self.head_dim)).transpose(1, 2)
        self.query = apply_rotary_pos_emb(query, query, cos[:, -1:], sin[:, -1:])[0]
        self.keys = self.project(hidden)
        self.before = self.weights(self.rotated(self.keys))

    def project(self, hidden: Tensor) -> Tensor:
        """Keys (1, Hk, T, D) before rotation."""
        keys = self.block.self_attn.k_proj(self.block.input_layernorm(hidden))
        return keys.unflatten(-1, (-1, self.head_dim)).transpose(1, 2)

    def rotated(self, keys: Tensor) -> Tensor:
        """Keys (1, H, T, D) at their positions, repeated for the query heads."""
        keys = apply_rotary_pos_emb(keys, keys, self.cos, self.sin)[1]
        return keys.repeat_interleave(self.query.shape[1] // keys.shape[1], dim=1)

    def weights(self, keys: Tensor) -> Tensor:
        """The query's attention row (1, H, T); every query may see every earlier key."""
        logits = self.query @ keys.mT * self.head_dim**-0.5
        return logits.double().softmax(dim=-1).squeeze(2)

    def plane_weights(self, keys: Tensor) -> Tensor:
        """Rows of every plane (f, f + D/2) on its own, at the full head's scale: (H, F, T)."""
        query, keys = (x[0].unflatten(-1, (2, -1)).movedim(-1, 0) for x in (self.query, keys))
        logits = (query.double() * keys.double()).sum(dim=-1) * self.head_dim**-0.5
        return logits.softmax(dim=-1)


def swapped(i: int, j: int) -> Tensor:
    """The order of the tokens with blocks i and j changed over."""
    order = torch.arange(TOKENS + 1)
    first, second = (torch.arange(b * BLOCK, (b + 1) * BLOCK) for b in (i, j))
    order[first], order[second] = second, first
    return order


def compare(before: Tensor, after: Tensor, i: int, j: int) -> None:
    """Both cosines of one swap, for each row (…, T)."""
    d, changed = (
        row[..., :TOKENS].unflatten(-1, (BLOCKS, BLOCK))[..., [i, j], :].mean(-1)
        for row in (before, after)
    )
    cosine_similarity(changed, d, dim=-1)
    cosine_similarity(changed, d.flip(-1), dim=-1)


def recomputed(layers: list[Layer]) -> None:
    """Permute hidden states, project them to keys again, for some swaps."""
    for layer in layers:
        for i, j in SWAPS[:TIMED_SWAPS]:
            keys = layer.rotated(layer.project(layer.hidden[:, swapped(i, j)]))
            compare(layer.before, layer.weights(keys), i, j)


def cached(layers: list[Layer]) -> None:
    """Permute keys that were computed once, for some swaps."""
    for layer in layers:
        for i, j in SWAPS[:TIMED_SWAPS]:
            keys = layer.rotated(layer.keys[:, :, swapped(i, j)])
            compare(layer.before, layer.weights(keys), i, j)


def every_frequency(layers: list[Layer]) -> None:
    """As `recomputed`, and every plane's row as well."""
    for layer in layers:
        before = layer.plane_weights(layer.rotated(layer.keys))
        for i, j in SWAPS[:TIMED_SWAPS]:
            keys = layer.rotated(layer.project(layer.hidden[:, swapped(i, j)]))
            compare(layer.before, layer.weights(keys), i, j)
            compare(before, layer.plane_weights(keys), i, j)


def ours(qwen: Qwen2ForCausalLM, ids: Tensor, per_frequency: bool = False) -> None:
    """One pass, and the scores of every head, or of every head and plane."""
    rules = Convention(length=BLOCK)
    visit = lambda layer: scored(layer, rules, per_frequency=per_frequency)  # noqa: E731
    Work(None, {}).by_layer(qwen, ids.numpy(), visit)


def main() -> int:
    """Time all, print times and ratios; exit status 1 where a target is missed."""
    keep_freed_memory()
    torch.set_num_threads(1)
    qwen = model()
    ids = torch.randint(0, 1000, (1, TOKENS + 1), generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        hidden = qwen(ids, output_hidden_states=True, use_cache=False).hidden_states
        cos, sin = qwen.model.rotary_emb(hidden[0], torch.arange(TOKENS + 1)[None])
        layers = [
            Layer(block, states, cos, sin)
            for block, states in zip(qwen.model.layers, hidden[:-1], strict=True)
        ]
    seconds = timed(
        {
            "plain forward": lambda: qwen(ids, use_cache=False, logits_to_keep=1),
            "ours": lambda: ours(qwen, ids),
            "ours, every frequency": lambda: ours(qwen, ids, per_frequency=True),
            "recomputed": lambda: recomputed(layers),
            "cached": lambda: cached(layers),
            "every frequency": lambda: every_frequency(layers),
        }
    )
    print(f"{TOKENS} tokens, {BLOCKS} blocks, {len(SWAPS)} swaps, 8 layers: CPU seconds")
    for name in ("recomputed", "cached", "every frequency"):
        seconds[name] = [len(SWAPS) / TIMED_SWAPS * each for each in seconds[name]]
    for name, rounds in seconds.items():
        print(f"  {name:24}{statistics.median(rounds):9.3f}")
    met = [report(seconds, *target) for target in TARGETS]
    return 0 if all(met) else 1


def report(seconds: dict[str, list[float]], rival: str, mine: str, least: int) -> bool:
    """Print one ratio, the median of the rounds'; whether it is what was asked for."""
    gain = ratio(seconds[rival], seconds[mine])
    print(f"  {rival} / {mine}".ljust(50) + f"{gain:7.0f}  at least {least}")
    return gain >= least


if __name__ == "__main__":
    raise SystemExit(main())
