"""Training step: our loop against ``GPTJForCausalLM`` with a per-sample data set and a collator.

Same sizes, same optimiser, same batch (64), same number of threads, interleaved in one run;
prints medians and ratios. ``python benchmarks/training.py [--threads 1] [--rounds 5]``
"""

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset
from transformers import GPTJConfig, GPTJForCausalLM

from empirical.models.checkpoint import gptj_config
from empirical.models.data import number_task_sequences, sequences
from empirical.models.model import Shape
from empirical.models.recipes import Recipe
from empirical.models.training import Run

STEPS = 5


class PerSample(Dataset):
    """One freshly made sequence an item, as a Python list: how such data are usually written."""

    def __len__(self) -> int:
        return 10**6

    def __getitem__(self, index: int) -> dict[str, list[int] | int]:
        one = number_task_sequences(np.random.default_rng(index), 1, 1 + index % 4)
        return {"input_ids": one.tokens[0].tolist(), "answer": int(one.answers[0])}


def collate(items: list[dict[str, list[int] | int]]) -> dict[str, torch.Tensor]:
    """Stack the items of a batch."""
    return {key: torch.tensor([item[key] for item in items]) for key in items[0]}


def reference() -> Iterator[None]:
    """Training steps of the reference; each ``next`` is one."""
    torch.manual_seed(0)
    model = GPTJForCausalLM(GPTJConfig(**gptj_config(Shape(136)))).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)
    for batch in DataLoader(PerSample(), batch_size=64, collate_fn=collate):
        logits = model(batch["input_ids"], use_cache=False).logits[:, -1]
        loss = F.cross_entropy(logits, batch["answer"])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        yield


def ours(precision: str) -> Callable[[], float]:
    """One step of our loop."""
    run = Run(Recipe("number", precision=precision, total=80_000, steps=1000), Path("unused"))
    run.model.train()
    return run.advance


def timed(step: Callable[[], object]) -> float:
    """Milliseconds a step."""
    start = time.perf_counter()
    for _ in range(STEPS):
        step()
    return 1000 * (time.perf_counter() - start) / STEPS


def data_ratio() -> float:
    """How many times faster a vectorised sequence is made than one at a time."""
    start = time.perf_counter()
    sequences("number", 64_000, 0)
    bulk = (time.perf_counter() - start) / 64_000
    items = PerSample()
    start = time.perf_counter()
    for i in range(500):
        items[i]
    return (time.perf_counter() - start) / 500 / bulk


def main() -> None:
    """Print milliseconds a step, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    theirs = reference()
    steps = {
        "GPTJForCausalLM, per-sample data": lambda: next(theirs),
        "ours, float32": ours("float32"),
        "ours, bf16": ours("bf16"),
    }
    times: dict[str, list[float]] = {name: [] for name in steps}
    for step in steps.values():
        timed(step)
    for _ in range(given.rounds):
        for name, step in steps.items():
            times[name].append(timed(step))
    base, *others = ([*pair] for pair in times.items())
    print(f"{base[0]:34} {median(base[1]):7.1f} ms a step")
    for name, values in others:
        ratios = [b / v for b, v in zip(base[1], values, strict=True)]
        spread = f"[{min(ratios):.2f}, {max(ratios):.2f}]"
        print(f"{name:34} {median(values):7.1f} ms a step, {median(ratios):.2f}x {spread}")
    print(f"data alone, vectorised: {data_ratio():.0f}x")


if __name__ == "__main__":
    main()
