"""What training leaves next to a model's weights: its manifest, read and written here alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Annotated

from empirical.models.recipes import Recipe
from empirical.protocol.reading import Counts, Held, Numbers, absent, read_record
from empirical.protocol.vocabulary import MAX_HOPS


@dataclass(frozen=True)
class Validation:
    """What training counted on the validation set: rows of (step, right by hop count), right of
    ``of`` by hop count, …"""

    checks: tuple[Counts, ...]
    of: Counts


def _possible(one: Validation) -> bool:
    """Whether every row has a step, and from 0 to ``of`` right for each hop count."""
    return len(one.of) == MAX_HOPS and all(
        len(row) == 1 + MAX_HOPS
        and all(0 <= right <= of for right, of in zip(row[1:], one.of, strict=True))
        for row in one.checks
    )


POSSIBLE = Held(_possible, "rows of a step and what is right of so many by hop count")


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
    validation: Annotated[Validation, POSSIBLE] | None = absent()
    final_loss: float
    versions: Mapping[str, str]
    processor: str


def trained_manifest(folder: Path) -> Trained:
    """The manifest in a model's folder.

    Raises:
        Misread: it is not of such a form; the message names the file and the field.
        OSError: it is not there.
    """
    return read_record(folder / "manifest.json", Trained)


def shown_accuracy(by_hop: Iterable[float], digits: int) -> list[str]:
    """Accuracies in words; 'none' where the data have no sequence of so many hops."""
    return ["none" if isnan(share) else f"{share:.{digits}f}" for share in by_hop]
