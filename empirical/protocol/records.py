"""What the records of all controlled experiments have in common: where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from empirical.protocol import paths
from empirical.protocol.reading import absent

RESULTS = paths.RESULTS


class Missing(ValueError):
    """A record is not there; the message says what makes it."""


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What made a record, and what a criterion asks of that (``empirical.protocol.registration``).

    ``criteria``: by claim the hash of its criterion; ``trained_at``: the commit of the model's
    training, where that was another. Older records lack both.
    """

    command: str
    criteria: Mapping[str, str] | None = absent()
    commit: str
    trained_at: str | None = absent()
    versions: Mapping[str, str]
    processor: str
    device: str
