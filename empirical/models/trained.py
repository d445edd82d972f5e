"""What training leaves beside a model's weights: its manifest, read and written here alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from empirical.models.recipes import Recipe
from empirical.protocol.reading import Counts, Numbers, absent, read_record


@dataclass(frozen=True)
class Validation:
    """What training counted on the validation set: rows of (step, right by hop count), right of
    ``of`` by hop count, …"""

    checks: tuple[Counts, ...]
    of: Counts


@dataclass(frozen=True, kw_only=True)
class Trained:
    """A trained model: what made it, from which commit and data (hashes), which ``weights`` of the
    run these are, and how it does. Older ones do not say all."""

    command: str
    recipe: Recipe
    differs: tuple[str, ...] = absent(())
    commit: str = absent("")
    data_sha256: Mapping[str, str]
    weights: str = absent("")
    test_accuracy_by_hop: Numbers
    test_sequences: int
    validation: Validation | None = absent()
    final_loss: float
    versions: Mapping[str, str]
    processor: str


def trained(folder: Path) -> Trained:
    """The manifest in a model's folder.

    Raises:
        Misread: it is not of such a form; the message names the file and the field.
        OSError: it is not there.
    """
    return read_record(folder / "manifest.json", Trained)
