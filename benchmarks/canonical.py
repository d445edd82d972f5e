"""Canonical tasks: all models of a sweep as one program against the same models one by one.

Same arithmetic, data, optimiser and threads; the one-by-one time is that of a few models, spread
over the frequencies, times the number of models. Interleaved in one run; prints medians and the
ratio. ``python benchmarks/canonical.py [--threads 1] [--rounds 5] [--steps 100]``
"""

import argparse
import time
from statistics import median

import torch

from empirical.experiments.canonical.models import Sweep
from empirical.experiments.canonical.tasks import TASKS
from empirical.protocol import settings

IDS = list(range(1, settings.CANONICAL_IDS + 1))
SEEDS = list(range(settings.CANONICAL_SEEDS))
ALONE = (2, 24, 60)
"""Frequency IDs of the models timed alone, one a round."""


def timed(task: str, seeds: list[int], ids: list[int], steps: int, clock: bool) -> float:
    """Seconds of that many steps, their data included: processor time, or elapsed."""
    read = time.perf_counter if clock else time.process_time
    sweep = Sweep(task, seeds, ids, steps)
    start = read()
    sweep.train(lambda loss: None)
    return read() - start


def main() -> None:
    """Print seconds and ratios for each task."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--elapsed", action="store_true", help="elapsed, not processor time")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    models, ratios = len(IDS) * len(SEEDS), []
    for task in TASKS:
        timed(task, SEEDS, IDS, 5, given.elapsed)
        times = []
        for i in range(given.rounds):
            k = ALONE[i % len(ALONE)]
            alone = timed(task, [SEEDS[i % len(SEEDS)]], [k], given.steps, given.elapsed)
            times.append((timed(task, SEEDS, IDS, given.steps, given.elapsed), alone * models))
        together, separate = (
            median(column) / given.steps * 1000 for column in zip(*times, strict=True)
        )
        each = [b / a for a, b in times]
        ratios.append(median(each))
        print(
            f"{task:12} {models} models: {together:6.2f} ms a step together, {separate:7.1f} one by"
            f" one, {median(each):.1f}x [{min(each):.1f}, {max(each):.1f}]"
        )
    print(f"median over tasks: {median(ratios):.1f}x")


if __name__ == "__main__":
    main()
