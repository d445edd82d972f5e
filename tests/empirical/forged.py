"""Stored records with something changed."""

import json

import pytest

from empirical.protocol.reading import Misread


def edited(path, to=None, **changes):
    """Write a record again, or ``to`` another file, with entries replaced by a value, or by a
    function of the old one: ``manifest__seed`` is the manifest's seed."""
    record = json.loads(path.read_text())
    for key, value in changes.items():
        at, *rest = key.split("__")
        here = record
        while rest:
            here, (at, *rest) = here[at], rest
        here[at] = value(here[at]) if callable(value) else value
    (to or path).write_text(json.dumps(record))


def hold_refused(read, stored, folder, changes, message):
    """The record as stored is read, and with the changes refused in words that match
    ``message``."""
    read(stored)
    edited(stored, folder / stored.name, **changes)
    with pytest.raises(Misread, match=f"{stored.name}: {message}"):
        read(folder / stored.name)
