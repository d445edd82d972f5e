"""What the records of all controlled experiments have in common: where they come from, and that
each is made once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from empirical.protocol import paths
from empirical.protocol.reading import absent, plain
from theory.reports.files import write_record

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


def recorded_once(target: Path, make: Callable[[], object], done: str) -> str:
    """Make a record where it is not there yet; a line that says how it stands."""
    if target.is_file():
        return f"{target}: there already"
    target.parent.mkdir(parents=True, exist_ok=True)
    write_record(target, plain(make()))
    return f"{target}: {done}"
