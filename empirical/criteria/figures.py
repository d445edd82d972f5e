"""A measured number as it is printed for people."""

from __future__ import annotations

import math


def figure(x: float) -> str:
    """Whole numbers with commas, others to three digits; a share that three digits would make 1
    has four; nothing is written as a power of ten."""
    if not math.isfinite(x):
        return "none" if math.isnan(x) else str(x).replace("inf", "∞")
    if abs(x) >= 100 or x == round(x):
        return f"{x:,.0f}"
    if abs(x) < 0.001:
        return "below 0.001" if x > 0 else "above -0.001"
    near = 0.9995 <= abs(x) < 1
    return f"{x:.4f}" if near and f"{x:.4f}"[-1] != "0" else ">0.9999" if near else f"{x:.3g}"
