"""A measured number as it is printed for people."""

import math

from empirical.protocol.statistics import wilson


def figure(x: float) -> str:
    """Whole numbers with commas; others to three digits, below 1 to three places, or four where
    three would make it 1; nothing is written as a power of ten."""
    if math.isnan(x):
        return "none"
    if math.isinf(x):
        return "∞" if x > 0 else "-∞"
    if abs(x) >= 100 or x == round(x):
        return f"{x:,.0f}"
    if abs(x) >= 1:
        return f"{x:.3g}"
    if abs(x) >= 0.9995:
        return f"{x:.4f}" if abs(x) < 0.99995 else ">0.9999"
    return f"{x:.3f}" if abs(x) >= 0.001 else "<0.001"


def wilson_text(right: int, of: int) -> str:
    """A share with Wilson's 95 % interval."""
    low, high = wilson(right, of)
    return f"{right / of:.2f} [{low:.2f}, {high:.2f}]"
