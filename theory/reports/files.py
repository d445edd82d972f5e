"""Output files, whole or not there: checked before the work, written at its end in one step."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

STDOUT = "-"


class Unwritable(Exception):
    """An output that cannot be written, in one line."""


def prepare(targets: Iterable[str]) -> None:
    """See that every target can be written, and remove what an earlier run left there.

    A run that is killed leaves no report at all: an old one, mistaken for this run's, would say
    that all was well.

    Raises:
        Unwritable: a target's folder is missing or closed to us, a target is no regular file, or
            two targets are the same.
    """
    places = [target if target == STDOUT else os.path.realpath(target) for target in targets]
    if len(set(places)) != len(places):
        raise Unwritable("two outputs go to the same place; give each its own file")
    files = [Path(place) for place in places if place != STDOUT]
    for path in files:
        if path.exists() and not path.is_file():
            raise Unwritable(f"cannot write {path}: it is no regular file; '-' is standard output")
        try:
            with tempfile.TemporaryFile(dir=path.parent):
                pass
        except OSError as error:
            raise Unwritable(f"cannot write {path}: {error.strerror}") from None
    for path in files:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise Unwritable(f"cannot replace {path}: {error.strerror}") from None


def write(target: str, text: str) -> None:
    """Write ``text`` to standard output or, in one step, to a file.

    Raises:
        Unwritable: the disk is full or the folder has gone; nothing half-written stays.
    """
    if target == STDOUT:
        emit(text, sys.stdout)
        return
    path = os.path.realpath(target)
    partial = ""
    try:
        handle, partial = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".rope-claims-")
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(text + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(partial, 0o666 & ~_umask())
        os.replace(partial, path)
    except OSError as error:
        raise Unwritable(f"cannot write {path}: {error.strerror}") from None
    finally:
        if partial:
            Path(partial).unlink(missing_ok=True)


def prepare_folder(target: str) -> None:
    """See that a folder can be made in this place: nothing is there, or an empty folder.

    Raises:
        Unwritable: something is there, or its parent is missing or closed to us.
    """
    path = Path(os.path.realpath(target))
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise Unwritable(f"cannot write {path}: it is there already; name a new or empty folder")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise Unwritable(f"cannot write {path}: {error.strerror}") from None


def write_folder(target: str, texts: Mapping[str, str]) -> None:
    """Write a folder of files, by name, in one step.

    Raises:
        Unwritable: as ``write``; nothing half-written stays.
    """
    path = Path(os.path.realpath(target))
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".rope-claims-") as partial:
            whole = Path(partial, "whole")
            whole.mkdir()
            for name, text in texts.items():
                (whole / name).write_text(text, encoding="utf-8")
            os.replace(whole, path)
    except OSError as error:
        raise Unwritable(f"cannot write {path}: {error.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def emit(text: str, stream: TextIO) -> None:
    """Print a text; a reader that has gone away (``| head``) is no error."""
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def soften_streams() -> None:
    """Let a terminal that lacks a letter show its escape instead of ending the run."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
