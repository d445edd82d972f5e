"""Stored records with something changed."""

import json

import pytest

from empirical.protocol.reading import Misread


def edited(path, to=None, **changes):
    """Write a record anew, or ``to`` another file, with entries replaced, or made anew by a
    function: ``manifest__seed`` is the manifest's seed."""
    record = json.loads(path.read_text())
    for key, value in changes.items():
        at, *rest = key.split("__")
        here = record
        while rest:
            here, (at, *rest) = here[at], rest
        here[at] = value(here[at]) if callable(value) else value
    (to or path).write_text(json.dumps(record))


def hold_refused(read, stored, folder, changes, said):
    """The record as stored is read, and with the changes refused in words that match ``said``."""
    read(stored)
    edited(stored, folder / stored.name, **changes)
    with pytest.raises(Misread, match=f"{stored.name}: {said}"):
        read(folder / stored.name)
