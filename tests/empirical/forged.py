"""Stored records with something changed."""

import json

import pytest

from empirical.protocol.reading import Misread


def place(inside, name):
    """A list's entries are named by numbers."""
    return int(name) if isinstance(inside, list) else name


def edited(path, to=None, **changes):
    """Write a record again, or ``to`` another file, with entries replaced by a value, or by a
    function of the old one: ``manifest__seed`` is the manifest's seed, ``layers__0`` the first."""
    record = json.loads(path.read_text())
    for key, value in changes.items():
        *into, last = key.split("__")
        here = record
        for at in into:
            here = here[place(here, at)]
        last = place(here, last)
        here[last] = value(here[last]) if callable(value) else value
    (to or path).write_text(json.dumps(record))


def hold_refused(read, stored, folder, changes, message):
    """The record as stored is read, and with the changes refused in words that match
    ``message``."""
    read(stored)
    edited(stored, folder / stored.name, **changes)
    with pytest.raises(Misread, match=f"{stored.name}: {message}"):
        read(folder / stored.name)
