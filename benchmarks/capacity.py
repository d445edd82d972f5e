"""What capacity costs: `python benchmarks/capacity.py`.

One thread, CPU seconds. llama-3.1-8b's 64 planes at 1,048,576 positions: the optimum, the
certificate, its check, and its budgets; and, at 131,072, the exponents of all offsets by
n × P cosines ÷ by blocks.
"""

import json
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import torch

from constructions.capacity import budgets, certificate, check_capacity, program, sums
from constructions.capacity.rotations import find_model, rotations

TOKENS, MOST, ROUNDS, SHORT = 1 << 20, 60.0, 5, 1 << 17


def took(work, *given):
    """What it gives, and the CPU seconds it took."""
    start = time.process_time()
    return work(*given), time.process_time() - start


def directly(theta, a, n):
    """Σ a (1 - cos θt), t = 1 … n-1, a chunk of n × P cosines at a time."""
    ends = [*range(1, n, 1 << 14), n]
    chunks = [np.arange(*pair) for pair in zip(ends, ends[1:], strict=False)]
    return np.concatenate([(1 - np.cos(np.outer(t, theta))) @ a for t in chunks])


def main() -> int:
    """Print times; exit status 1 where the longest window takes more than is asked."""
    torch.set_num_threads(1)
    (turned,) = rotations(find_model("llama-3.1-8b"), TOKENS)
    theta = np.array(turned.angles)
    solution, solving = took(program.optimum, theta, TOKENS)
    entry, making = took(certificate.capacity_fields, theta, TOKENS, solution)
    _, checking = took(check_capacity.check, json.dumps(entry))
    _, budgeting = took(budgets.budget_fields, entry)
    parts = {"optimum": solving, "certificate": making, "check": checking, "budget": budgeting}
    print(", ".join(f"{name} {seconds:.1f} s" for name, seconds in parts.items()), flush=True)
    low, high = float(entry["lower"]), float(entry["upper"])
    print(f"{TOKENS:,} positions: {low} to {high}, {(high - low) / low:.2%} wide")
    a = solution.a
    pairs = [
        (took(directly, theta, a, SHORT), took(sums.exponents, theta, a, SHORT))
        for _ in range(ROUNDS)
    ]
    off = max(float(abs(x[0] - y[0]).max()) for x, y in pairs)
    ratio = median(x[1] / y[1] for x, y in pairs)
    print(f"exponents at {SHORT:,}: n × P cosines ÷ blocks {ratio:.0f}; they differ by {off:.0e}")
    return 0 if sum(parts.values()) <= MOST else 1


if __name__ == "__main__":
    raise SystemExit(main())
