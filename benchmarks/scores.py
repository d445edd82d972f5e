"""What scores from one forward pass cost: `python benchmarks/scores.py`.

One thread, one run, a random 12-layer GPT-J of the controlled models' size, batches of 64. The
rivals are timed in turn, round after round, in CPU seconds, which other work on the machine bends
least; a ratio is the median of the rounds' ratios:

- plain: the model's forward pass alone, without autograd, logits at the last position only;
- ours: the same pass read through the hook, and s_POS and s_SYM of every layer, head and sample;
- brute force: for every swap, the hidden states at each layer's input permuted and the layer
  (or its attention alone) rerun, without autograd, and the query's weights compared with those
  before the swap. It is timed on a few swaps and multiplied up.
"""

import ctypes
import statistics
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity
from transformers import GPTJConfig, GPTJForCausalLM

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from empirical.instrument.heads import read_heads
from empirical.instrument.scores import score_reading

BATCH, ROUNDS, TIMED_SWAPS = 64, 15, 3
TARGETS = {17: (1.4, 100), 33: (1.4, 400)}  # tokens: (ours / plain at most, gain at least)


def model() -> GPTJForCausalLM:
    """GPT-J as in paper B: 12 layers of one head, width 128, RoPE on every dimension."""
    config = GPTJConfig(
        vocab_size=136,
        n_positions=64,
        n_embd=128,
        n_layer=12,
        n_head=1,
        rotary_dim=128,
        bos_token_id=None,
        eos_token_id=None,
    )
    torch.manual_seed(0)
    return GPTJForCausalLM(config).eval()


def plain(gptj: GPTJForCausalLM, ids: Tensor) -> None:
    """The forward pass that anyone needs."""
    gptj(ids, use_cache=False, logits_to_keep=1)


def ours(gptj: GPTJForCausalLM, ids: Tensor) -> None:
    """Everything: the pass, the placement entries, the scores."""
    score_reading(read_heads(gptj, ids))


def brute_force(gptj: GPTJForCausalLM, hidden: list[Tensor], attention_only: bool) -> None:
    """Both cosines of a few swaps, layer by layer, from permuted inputs."""
    tokens = hidden[0].shape[1]
    positions = torch.arange(tokens)[None]
    mask = torch.full((tokens, tokens), torch.finfo(torch.float32).min).triu(1)[None, None]
    before = torch.full((BATCH, 1, 2), 1 / tokens)
    for block, states in zip(gptj.transformer.h, hidden, strict=True):
        for i, j in list(combinations(range(tokens - 1), 2))[:TIMED_SWAPS]:
            order = torch.arange(tokens)
            order[[i, j]] = order[[j, i]]
            permuted = states[:, order]
            run = block.attn if attention_only else block
            permuted = block.ln_1(permuted) if attention_only else permuted
            row = run(permuted, attention_mask=mask, position_ids=positions)[1][:, :, -1]
            cosine_similarity(row[..., [i, j]], before, dim=-1)
            cosine_similarity(row[..., [i, j]], before.flip(-1), dim=-1)


def timed(rivals: dict[str, Callable[[], object]]) -> dict[str, list[float]]:
    """CPU seconds of each rival in every one of ROUNDS interleaved rounds, after one to warm up."""
    times: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(ROUNDS + 1):
        for name, run in rivals.items():
            begin = time.thread_time()
            with torch.inference_mode():
                run()
            times[name].append(time.thread_time() - begin)
    return {name: seconds[1:] for name, seconds in times.items()}


def ratio(above: list[float], below: list[float]) -> float:
    """Median over the rounds of the ratio within each round."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def compare(gptj: GPTJForCausalLM, tokens: int) -> bool:
    """Print one length's times and ratios; whether its targets are met."""
    ids = torch.randint(0, 136, (BATCH, tokens), generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        hidden = list(gptj(ids, output_hidden_states=True, use_cache=False).hidden_states[:-1])
    seconds = timed(
        {
            "plain forward": lambda: plain(gptj, ids),
            "ours": lambda: ours(gptj, ids),
            "brute force": lambda: brute_force(gptj, hidden, attention_only=False),
            "attention-only brute": lambda: brute_force(gptj, hidden, attention_only=True),
        }
    )
    swaps = (tokens - 1) * (tokens - 2) // 2
    print(f"\n{tokens} tokens, {swaps} swaps, 12 layers, batch {BATCH}: CPU ms a sample")
    for name, rounds in seconds.items():
        times = swaps / TIMED_SWAPS if "brute" in name else 1
        seconds[name] = [times * each for each in rounds]
        print(f"  {name:28}{1e3 * statistics.median(seconds[name]) / BATCH:9.2f}")
    share = ratio(seconds["ours"], seconds["plain forward"])
    gain = ratio(seconds["brute force"], seconds["ours"])
    attention = ratio(seconds["attention-only brute"], seconds["ours"])
    most, least = TARGETS[tokens]
    print(f"  ours / plain forward        {share:9.2f}  at most {most}")
    print(f"  brute force / ours          {gain:9.0f}  at least {least}")
    print(f"  attention-only brute / ours {attention:9.0f}")
    return share <= most and gain >= least


def keep_freed_memory() -> None:
    """Ask glibc not to hand freed memory back, so that page faults do not fall on rivals at random.

    Elsewhere there is no such setting, and the times are noisier.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(-1, 1 << 30)  # M_TRIM_THRESHOLD
        mallopt(-3, 1 << 30)  # M_MMAP_THRESHOLD


def main() -> int:
    """Run both lengths; exit status 1 where a target is missed."""
    keep_freed_memory()
    torch.set_num_threads(1)
    gptj = model()
    met = [compare(gptj, tokens) for tokens in TARGETS]
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
