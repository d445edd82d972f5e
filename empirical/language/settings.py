"""Thresholds of the claims about language models, named before any run."""

from __future__ import annotations

from dataclasses import dataclass

COMMAND = "python -m empirical.validate --model gemma-2-2b-it"
NOT_RUN = f"not run here; decided by: {COMMAND}"


@dataclass(frozen=True)
class LanguageBounds:
    """What the checks hold language models against."""

    r: float = -(0.5**0.5)
    p: float = 1e-4
    depth_p: float = 1e-3
    no_trend_p: float = 0.05
    early: float = 0.695
    late: float = 0.695
    halves: float = 0.135
    fastest: float = 1 / 16
    slow: float = 2 / 3
    high: float = 0.5
    inputs: int = 4
    families: tuple[str, ...] = ("gemma2", "qwen2", "llama")
    gap: float = 0.1
    slower: float = 2.0
    answered: float = 0.5
    chance: float = 1 / 26
    screened: float = 0.85
    screen: int = 16
    lengths: tuple[int, ...] = (12, 16, 24, 32, 48, 64, 80, 100, 200, 300)


THRESHOLDS = LanguageBounds()
"""r: s_POS and s_SYM share more than half their variance, negatively (published r = -0.91); p as
published; depth_p, no_trend_p: a rank trend is there at most at this p, and is not above that one.
early, late: midway between the medians published for s_POS in the two halves (.83, .56); halves:
half of what they are apart.
fastest, slow: frequencies before this share of them, fastest first, and after this one (Fig. 1C
gives no numbers); high: both scores of the very fastest are above it. inputs: fewest inputs scored.
gap, slower (B-e-llm): 'well above' is by this much accuracy, 'much more slowly' by this factor;
answered: letter is right more often than this at the shortest window (published: .87 to .96);
screened, screen: the paper took models that answer letter at this window at least so often;
chance: so is number, or it has nothing to lose (one letter of 26). lengths: 'every length', those
of the published table; what is measured at fewer supports nothing."""
