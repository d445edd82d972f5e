"""What the heads of a RoPE transformer do, what its configuration can see, and which claims hold.

    import rope_claims

    rope_claims.heads(model, "Alice likes red. Bob likes", tokenizer=tokenizer).frame
    rope_claims.capacity(base=500_000, head_size=128, tokens=32_768)
    rope_claims.doctor(model).findings
    rope_claims.check(["A-thm1"])

Importing this package imports nothing heavy: torch and transformers come with the first call that
needs them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rope_claims.configurations import Capacity, capacity
    from rope_claims.diagnosis.doctor import doctor
    from rope_claims.diagnosis.results import Diagnosis, Finding
    from rope_claims.passes import Forward, forward
    from rope_claims.scored import Heads, heads
    from rope_claims.verdicts import Checked, check

_HOMES = {
    "forward": "passes",
    "Forward": "passes",
    "heads": "scored",
    "Heads": "scored",
    "capacity": "configurations",
    "Capacity": "configurations",
    "doctor": "diagnosis.doctor",
    "Diagnosis": "diagnosis.results",
    "Finding": "diagnosis.results",
    "check": "verdicts",
    "Checked": "verdicts",
}
__all__ = [
    "Capacity",
    "Checked",
    "Diagnosis",
    "Finding",
    "Forward",
    "Heads",
    "capacity",
    "check",
    "doctor",
    "forward",
    "heads",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for, when it is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
