"""Files and folders that appear under their final name only when they are complete."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A sibling path to write to; it becomes ``target`` if the block ends well, else vanishes.

    Killed at any moment, a file is either what it was or whole; a folder is that, or not there,
    never in part. A leftover sibling is cleared by the next call.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.part")
    _remove(draft)
    try:
        yield draft
        if draft.is_dir():
            _remove(target)
        else:
            with draft.open("rb") as written:
                os.fsync(written.fileno())
        os.replace(draft, target)
    finally:
        _remove(draft)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:
    """Write JSON whole or not at all; NaN is refused (ValueError)."""
    with replacing(path) as draft:
        draft.write_text(json.dumps(value, indent=2, allow_nan=False) + "\n")


def write_lines(path: Path, fields: Mapping[str, Any]) -> None:
    """Write a JSON object whole or not at all, a line for each field; NaN is refused."""
    lines = [f"{json.dumps(k)}: {json.dumps(v, allow_nan=False)}" for k, v in fields.items()]
    with replacing(path) as draft:
        draft.write_text("{\n" + ",\n".join(lines) + "\n}\n")
