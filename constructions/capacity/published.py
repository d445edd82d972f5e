"""Published configurations, by alias: what ``config.json`` says of the rotation, and where."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from constructions import FOLDER
from theory.gate.reading import read


@dataclass(frozen=True)
class Published:
    """``config`` holds transformers' fields; ``trained`` is the length it was trained to."""

    config: dict[str, Any]
    trained: int
    source: str


@cache
def published_models() -> dict[str, Published]:
    """Alias → configuration, in the order of the comparison page."""
    entries = read(FOLDER / "capacity" / "published.json")
    return {alias: Published(**entry) for alias, entry in entries.items()}
