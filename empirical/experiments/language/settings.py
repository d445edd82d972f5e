"""Thresholds of the claims about language models, named before any run."""

from dataclasses import dataclass

COMMAND = "python -m empirical.validate --model gemma-2-2b-it"
NOT_RUN = f"not run here; decided by: {COMMAND}"


@dataclass(frozen=True)
class LanguageBounds:
    """What the checks hold language models against."""

    r: float = -(0.5**0.5)
    p: float = 1e-4
    depth_p: float = 1e-3
    early: float = 0.695
    late: float = 0.695
    halves: float = 0.135
    fastest: float = 1 / 16
    slow: float = 2 / 3
    high: float = 0.5
    contrast: float = 0.05
    inputs: int = 4
    families: tuple[str, ...] = ("gemma2", "qwen2", "llama")
    printed: tuple[tuple[str, int, float], ...] = (
        ("number", 32, 0.5),
        ("number", 100, 0.1),
        ("letter", 32, 0.88),
        ("letter", 100, 0.65),
    )
    slack: float = 0.05
    questions: int = 100
    chance: float = 1 / 26
    screened: float = 0.85
    screen: int = 16
    lengths: tuple[int, ...] = (12, 16, 24, 32, 48, 64, 80, 100, 200, 300)


THRESHOLDS = LanguageBounds()
"""r: s_POS and s_SYM share more than half their variance, negatively (published r = -0.91); p as
published; depth_p: a rank trend, either way, is there at most at this p.
early, late: midway between the medians published for s_POS in the two halves (.83, .56); halves:
half of what they are apart.
fastest, slow: frequencies before this share of them, fastest first, and after this one (Fig. 1C
gives no numbers); high: both scores of the very fastest are above it. contrast: by how much one
score must lead for a band, which is ours: a smaller lead refutes nothing.
inputs: fewest inputs scored.
printed (B-e-llm): number is below, letter above these accuracies at these windows; slack: by how
much they may be missed, as values of the three published models lie on them; questions: fewest a
window. screened, screen: the paper took models that answer letter at this window at least so often;
chance: number is above it at the shortest window, or cannot drop (one letter of 26). lengths:
'consistently', those of the published table; what is measured at fewer supports nothing."""
HOPELESS = 2
"""Windows in a row, answered at chance, after which no longer ones are measured, unless they were
asked for or can still change the verdict."""
PUBLISHED = {
    "GPT 5.4": {
        12: (0.98, 0.96),
        16: (0.87, 0.98),
        24: (0.73, 1.0),
        32: (0.45, 0.99),
        48: (0.17, 0.99),
        64: (0.14, 0.98),
        80: (0.10, 0.96),
        100: (0.08, 0.85),
        200: (0.08, 0.52),
        300: (0.06, 0.40),
    },
    "GPT 5.5": {
        12: (0.55, 0.87),
        16: (0.56, 0.95),
        24: (0.42, 0.96),
        32: (0.23, 0.96),
        48: (0.21, 0.77),
        64: (0.12, 0.84),
        80: (0.10, 0.75),
        100: (0.07, 0.66),
        200: (0.06, 0.55),
        300: (0.04, 0.50),
    },
    "Claude Sonnet 3.7": {
        12: (0.40, 0.92),
        16: (0.34, 0.89),
        24: (0.22, 0.88),
        32: (0.15, 0.88),
        48: (0.11, 0.80),
        64: (0.08, 0.87),
        80: (0.06, 0.89),
        100: (0.06, 0.86),
        200: (0.05, 0.77),
        300: (0.05, 0.80),
    },
}
"""Accuracies (number, letter) by window, paper B, App. H; to print with ours, never to return."""
