"""Thresholds of the claims about language models, named before any run."""

from __future__ import annotations

from typing import TypedDict

COMMAND = "python -m empirical.validate --model gemma-2-2b-it"
NOT_RUN = f"not run here; decided by: {COMMAND}"


class Thresholds(TypedDict):
    """By name, what the docstring of THRESHOLDS says of each."""

    r: float
    p: float
    depth_p: float
    early: float
    late: float
    fastest: float
    slow: float
    high: float
    inputs: int
    families: list[str]
    gap: float
    slower: float


FAMILIES = ("gemma2", "qwen2", "llama")
THRESHOLDS: Thresholds = {
    "r": -(0.5**0.5),
    "p": 1e-4,
    "depth_p": 1e-3,
    "early": 0.695,
    "late": 0.695,
    "fastest": 1 / 16,
    "slow": 2 / 3,
    "high": 0.5,
    "inputs": 4,
    "families": list(FAMILIES),
    "gap": 0.1,
    "slower": 2.0,
}
"""r: s_POS and s_SYM share more than half their variance, negatively (published r = -0.91); p as
published. early, late: midway between the medians published for s_POS in the two halves (.83, .56).
fastest, slow: frequencies before this share of them, fastest first, and after this one (Fig. 1C
gives no numbers); high: both scores of the very fastest are above it. inputs: fewest inputs scored.
gap, slower (B-e-llm): 'well above' is by this much accuracy, 'much more slowly' by this factor."""
