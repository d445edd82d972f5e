"""Files and folders, whole or not there: seen to be writable before the work, written in one step.

The one place of all three packages that writes what must not be left by halves."""

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

STDOUT = "-"
FORMS = ("json", "junit", "markdown", "badge", "latex", "json_ld")
"""Options that name a file of that format."""


class Unwritable(Exception):
    """An output that cannot be written, in one line."""


def hold_writable(path: Path) -> None:
    """See that a place to write to is a regular file, a folder, or not there.

    We never write through a link: in a folder that somebody else made it would lead us to
    overwrite a file elsewhere. A link to the folder itself is followed, because its user named it.

    Raises:
        Unwritable: it is a link, a pipe, a device or a socket.
    """
    if path.is_symlink():
        raise Unwritable(f"cannot write {path}: it is a link; remove it or name another place")
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise Unwritable(f"cannot write {path}: it is no regular file")


def hold_all(folder: Path, names: Iterable[str] | None = None) -> None:
    """``hold`` these entries of a folder (default: all; none where there is no folder) and
    everything inside them.

    Raises:
        Unwritable: one is a link or no regular file.
        OSError: a folder cannot be read.
    """
    if names is None:
        names = os.listdir(folder) if folder.is_dir() else ()
    waiting = [folder / name for name in names]
    while waiting:
        path = waiting.pop()
        hold_writable(path)
        if path.is_dir():
            waiting += path.iterdir()


def outputs_of(given: argparse.Namespace) -> tuple[dict[str, str], TextIO]:
    """The files to write, by format, seen to be writable (the folder of SMT-LIB too); and where a
    table goes.

    With a file on standard output the table goes nowhere: what a program reads stands alone.

    Raises:
        Unwritable: as ``hold_targets``, or as ``prepare_folder``.
    """
    asked = {name: getattr(given, name, None) for name in FORMS}
    outputs = {name: target for name, target in asked.items() if target is not None}
    hold_targets(outputs.values())
    if getattr(given, "smtlib", None) is not None:
        prepare_folder(given.smtlib)
    return outputs, StringIO() if STDOUT in outputs.values() else sys.stdout


def prepare(targets: Iterable[str]) -> None:
    """See that every target can be written, and remove what an earlier run left there.

    A run that is killed leaves no report at all: an old one, mistaken for this run's, would say
    that all was well.

    Raises:
        Unwritable: as ``hold_targets``, or an old file cannot be removed.
    """
    for path in hold_targets(targets):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise Unwritable(f"cannot replace {path}: {error.strerror}") from None


def hold_targets(targets: Iterable[str]) -> list[Path]:
    """See that every target can be written, and remove nothing; the files among them.

    Raises:
        Unwritable: a target's folder is missing or closed to us, a target is a link or no regular
            file, or two targets are the same.
    """
    targets = list(targets)
    for target in targets:
        if target != STDOUT and os.path.islink(target):
            hold_writable(Path(target))
    places = [target if target == STDOUT else os.path.realpath(target) for target in targets]
    if len(set(places)) != len(places):
        raise Unwritable("two outputs go to the same place; give each its own file")
    files = [Path(place) for place in places if place != STDOUT]
    for path in files:
        if path.is_dir():
            raise Unwritable(f"cannot write {path}: it is a folder; name a file")
        if path.exists() and not path.is_file():
            raise Unwritable(f"cannot write {path}: it is no regular file; '-' is standard output")
        _hold_folder(path.parent, f"cannot write {path}")
    return files


def hold_files(folder: Path, names: Iterable[str]) -> None:
    """See that files can be written into a folder, which is made if need be; change nothing.

    Raises:
        Unwritable: as ``hold_targets``; or the folder is a file, or cannot be made.
    """
    if folder.is_dir():
        hold_targets(str(folder / name) for name in names)
        return
    if folder.is_symlink():
        raise Unwritable(f"cannot write into {folder}: it is a link that leads nowhere")
    there = next(one for one in (folder, *folder.absolute().parents) if os.path.lexists(one))
    _hold_folder(there, f"cannot write into {folder}")


def _hold_folder(folder: Path, lost: str) -> None:
    """See that a file can be made in a folder.

    Raises:
        Unwritable: it cannot: ``lost``, why, and what to do.
    """
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        why = f"{folder}: {error.strerror}; name another folder"
        if not folder.exists():
            why = f"there is no folder {folder}; make it first"
        elif not folder.is_dir():
            why = f"{folder} is a file; name another folder"
        raise Unwritable(f"{lost}: {why}") from None


def write(target: str, text: str) -> None:
    """Write ``text`` to standard output or, in one step, to a file.

    Raises:
        Unwritable: the disk is full or the folder has gone; nothing half-written stays.
    """
    if target == STDOUT:
        emit(text, sys.stdout)
        return
    try:
        with replacing(Path(target)) as draft:
            draft.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise Unwritable(f"cannot write {target}: {error.strerror}") from None


def write_json(path: Path, value: Any, indent: int = 2) -> None:
    """Write JSON whole or not at all; NaN is refused (ValueError)."""
    text = json.dumps(value, indent=indent, allow_nan=False)
    with replacing(path) as draft:
        draft.write_text(text + "\n", encoding="utf-8")


def write_record(path: Path, record: Mapping[str, Any]) -> None:
    """Write a JSON object whole or not at all, as ``record_text`` has it."""
    with replacing(path) as draft:
        draft.write_text(record_text(record), encoding="utf-8")


def record_text(record: Mapping[str, Any], escaped: bool = True) -> str:
    """A JSON object with a line for each of its fields; no NaN. ``escaped``: in ASCII alone."""
    dumps = partial(json.dumps, allow_nan=False, ensure_ascii=escaped)
    lines = [f"{dumps(k)}: {dumps(v)}" for k, v in record.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A path to write a file or folder to; it becomes ``target`` if the block ends well.

    Killed at any moment, a file is either what it was or whole; a folder is that, or not there,
    never in part. What a killed run left of its draft is cleared by the next.

    Raises:
        Unwritable: as ``hold``.
    """
    hold_writable(target)
    target = Path(os.path.realpath(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    with _drafting(target) as draft:
        yield draft
        if draft.is_dir():
            _remove(target)
        else:
            with draft.open("rb") as written:
                os.fsync(written.fileno())
        os.replace(draft, target)


@contextmanager
def replacing_files(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    """A folder to write files to; they replace those of ``folder`` if the block ends well.

    Of ``names``, a file that the block does not write is removed from ``folder``: it is of an
    earlier run. Until the block ends every old file stays; a folder that was made for nothing goes.

    Raises:
        Unwritable: as ``hold_writable``.
    """
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with _drafting(folder / "files") as draft:
            draft.mkdir()
            yield draft
            for name in names:
                hold_writable(folder / name)
                if (draft / name).exists():
                    os.replace(draft / name, folder / name)
                else:
                    (folder / name).unlink(missing_ok=True)
    finally:
        if made:
            remove_empty(folder)


def write_files(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into a folder, by name, which is made if need be.

    Raises:
        Unwritable: as ``hold_files``, or the disk is full; every old file is then as it was.
    """
    hold_files(folder, texts)
    with replacing_files(folder, texts) as draft:
        for name, text in texts.items():
            write(str(draft / name), text)


def remove_empty(folder: Path) -> None:
    """Remove a folder if nothing is in it."""
    with suppress(OSError):
        folder.rmdir()


@contextmanager
def _drafting(target: Path) -> Iterator[Path]:
    """A path of the target's name in a folder next to it that is gone afterwards.

    Each writer has its own, so that of two that write one target neither takes the other's half;
    a draft found at the start is taken for one that was left, and its writer fails if it lives.
    """
    drafts = re.compile(rf"\.{re.escape(target.name)}\.[a-z0-9_]{{8}}\.part")
    for other in os.listdir(target.parent):
        if drafts.fullmatch(other):
            _remove(target.parent / other)
    folder = tempfile.mkdtemp(".part", f".{target.name}.", target.parent)
    try:
        yield Path(folder, target.name)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def prepare_folder(target: str) -> None:
    """See that a folder can be made in this place: nothing is there, or an empty folder.

    Raises:
        Unwritable: something is there, or its parent is missing or closed to us.
    """
    path = Path(os.path.realpath(target))
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise Unwritable(f"cannot write {path}: it is there already; name a new or empty folder")
    _hold_folder(path.parent, f"cannot write {path}")


def write_folder(target: str, texts: Mapping[str, str]) -> None:
    """Write a folder of files, by name or by path inside it, in one step.

    Raises:
        Unwritable: as ``write``; nothing half-written stays.
    """
    path = Path(os.path.realpath(target))
    try:
        with _drafting(path) as draft:
            draft.mkdir()
            for name, text in texts.items():
                (draft / name).parent.mkdir(parents=True, exist_ok=True)
                (draft / name).write_text(text, encoding="utf-8")
            os.replace(draft, path)
    except OSError as error:
        raise Unwritable(f"cannot write {path}: {error.strerror}") from None


def emit(text: str, stream: TextIO) -> None:
    """Print a text; a reader that has gone away (``| head``) is no error."""
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
