"""One claim in one process: judge it and leave its record in a file, whole or not at all.

The record never travels over stdout, where a check's own prints would be mistaken for it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import signal
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from theory.judge import judge
from theory.questions import Question
from theory.registry import Room, fetch
from theory.terms import Record, Seen, Verdict

GRACE = 10
"""Seconds after its limit at which a worker that nobody has killed ends itself."""
GLANCE = 0.5
"""Seconds between two looks at whether the run that started this worker is still there."""


def encode(record: Record) -> str:
    """A record as JSON."""
    return json.dumps(asdict(record), allow_nan=False)


def decode(text: str) -> Record:
    """A record from JSON.

    Raises:
        ValueError: truncated, or of another form.
    """
    try:
        data = json.loads(text)
        expected = data["expected"]
        record = Record(
            id=_text(data, "id"),
            verdict=Verdict(data["verdict"]),
            expected=None if expected is None else Verdict(expected),
            fault=_text(data, "fault"),
            reason=_text(data, "reason"),
            found=_text(data, "found"),
            rests_on=tuple(map(str, data["rests_on"])),
            methods=tuple(map(str, data["methods"])),
            seen=tuple(map(_seen, data["seen"])),
            seconds=float(data["seconds"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no record: {error!r}") from None
    if not record.seen and not record.fault and not record.reason:
        raise ValueError("no record: a verdict for which nothing was seen")
    return record


def _seen(entry: Mapping[str, Any]) -> Seen:
    questions = tuple(Question(**question) for question in entry["questions"])
    return Seen(**{**entry, "questions": questions})


def _text(data: Mapping[str, Any], key: str) -> str:
    if not isinstance(data[key], str):
        raise TypeError(f"{key} = {data[key]!r} is no text")
    return str(data[key])


def _follow(parent: int) -> None:
    """End this worker and all that it started as soon as the run itself is gone."""
    while os.getppid() == parent:
        time.sleep(GLANCE)
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Judge the claim named on the command line and end the process at once.

    ``os._exit`` skips the interpreter's tear-down, where native libraries sometimes crash: by
    then the record is complete, and its presence under its final name says so.
    """
    parser = argparse.ArgumentParser(prog="python -m theory.worker", description=__doc__)
    parser.add_argument("room")
    parser.add_argument("source")
    parser.add_argument("id")
    parser.add_argument("result", type=Path)
    parser.add_argument("limit", type=float, help="seconds")
    parser.add_argument("parent", type=int, help="process id of the run")
    given = parser.parse_args()
    signal.alarm(math.ceil(given.limit) + GRACE)
    threading.Thread(target=_follow, args=(given.parent,), daemon=True).start()
    claim = next(c for c in fetch(Room(given.room, given.source)) if c.id == given.id)
    partial = given.result.with_suffix(".partial")
    with open(partial, "w", encoding="ascii") as stream:
        stream.write(encode(judge(claim)))
    os.replace(partial, given.result)
    os._exit(0)


if __name__ == "__main__":
    main()
