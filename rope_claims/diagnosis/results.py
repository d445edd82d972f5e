"""What an examination of a model's RoPE finds, as data and as text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from theory.ledger.plural import counted

PAIRINGS = {
    "half-split": "the first half of the coordinates turns with the second",
    "interleaved": "neighbouring coordinates turn together",
}
"""The two ways to pair the coordinates that turn, and what each means."""
UNEVEN = 0.1
"""Radians: so far a phase may be off where tables are rounded to half precision."""
STILL = 1e-9
"""Radians a position: a frequency of at most this does not turn."""


@dataclass(frozen=True)
class Finding:
    """One fault.

    fault    its name, one of ``faults.NAMES``
    layers   the layers that have it, from 0; empty where the configuration's text has it
    message  what runs and what the configuration says, in one line
    effect   what that does to the reach, in one line
    source   'text' (read in the configuration), 'initialisation' (computed by transformers from
             the configuration) or 'run' (measured in a forward pass)
    """

    fault: str
    layers: tuple[int, ...]
    message: str
    effect: str
    source: str

    def line(self) -> str:
        """The finding in one line."""
        where = f"{_spans(self.layers)}: " if self.layers else ""
        after = f" Effect: {self.effect}." if self.effect else ""
        return f"finding [{self.fault}] {where}{self.message}.{after}"


@dataclass(frozen=True)
class LayerGroup:
    """Layers that turn alike.

    layers   their numbers, from 0; empty where no model ran
    kind     the layer type, '' where there is one only
    angles   radians a position, one a frequency; measured, or transformers' own where none ran
    factor   by which the rotation lengthens queries and keys (its square multiplies every logit)
    pairing  'half-split' or 'interleaved', '' where it was not measured
    head     coordinates of a head
    longest  the longest position at which the angles were measured
    error    the largest phase, in radians, by which any position is off its multiple of the angle
    """

    layers: tuple[int, ...]
    kind: str
    angles: tuple[float, ...]
    factor: float
    pairing: str
    head: int
    longest: int
    error: float

    def line(self) -> str:
        """The group in one line."""
        name = _spans(self.layers) if self.layers else "configuration"
        name += f" ({self.kind})" if self.kind else ""
        if not self.angles:
            return f"{name}: no rotation"
        turning = sum(abs(angle) > STILL for angle in self.angles)
        pairs = f"{turning} of {counted(self.head // 2, 'pair')}"
        if not turning:
            return f"{name}: {pairs} of the keys turn"
        pairs += " turn" + (f", {self.pairing} ({PAIRINGS[self.pairing]})" if self.pairing else "")
        factor = f", attention factor {self.factor:.4g}" if abs(self.factor - 1) > 1e-3 else ""
        text = f"{name}: {pairs}, periods {periods(self.angles)} positions{factor}"
        if not self.layers:
            return text
        where = f"measured at powers of two up to position {self.longest:,}"
        if self.error > UNEVEN:
            return f"{text}; {where}: the angle is no multiple of the position"
        return f"{text}; {where}: the angle is proportional to it within {self.error:.0e} rad"


@dataclass(frozen=True)
class Diagnosis:
    """All that was examined; ``not_examined`` says what was not and why.

    notes  what the text leaves to a default, and is no fault
    """

    name: str
    groups: tuple[LayerGroup, ...]
    findings: tuple[Finding, ...]
    not_examined: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def healthy(self) -> bool:
        """Whether there is no finding."""
        return not self.findings

    def __str__(self) -> str:
        """As ``text`` has it."""
        return self.text()

    def text(self) -> str:
        """A line a layer group, a line a finding, a line that sums up."""
        lines = [group.line() for group in self.groups]
        lines += [finding.line() for finding in self.findings]
        lines += [f"note: {what}" for what in self.notes]
        lines += [f"not examined: {what}" for what in self.not_examined]
        many = len(self.findings)
        summary = counted(many, "finding") if many else "no finding"
        if self.not_examined:
            summary += " in what was examined"
        lines.append(f"{self.name}: {summary}")
        return "\n".join(lines)

    def to_json(self) -> str:
        """The same as JSON, with keys ``name``, ``healthy``, ``groups``, ``findings``, …"""
        return json.dumps({**asdict(self), "healthy": self.healthy}, indent=1)


def _spans(layers: Sequence[int]) -> str:
    """'layer 3', or 'layers 0–2, 5': numbers in a row are drawn together."""
    parts: list[list[int]] = []
    for layer in sorted(layers):
        if parts and parts[-1][-1] == layer - 1:
            parts[-1].append(layer)
        else:
            parts.append([layer])
    shown = ", ".join(f"{p[0]}–{p[-1]}" if len(p) > 1 else str(p[0]) for p in parts)
    return f"layer{'s' * (len(layers) > 1)} {shown}"


def periods(angles: Sequence[float]) -> str:
    """The shortest and the longest period in positions; frequencies that do not turn left out.

    An angle of either sign has the same period.
    """
    from math import pi

    turning = [abs(angle) for angle in angles if abs(angle) > STILL]
    if not turning:
        return "infinite"
    longest = float(f"{2 * pi / min(turning):.4g}")
    return f"{2 * pi / max(turning):,.1f} to {longest:,.0f}"
