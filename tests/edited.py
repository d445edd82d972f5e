"""The register of edits, ``tests/edits``, and a loaded module's source edited in place: whoever
holds its functions runs the edited ones.

A row is [what is broken, old text, new text]. ``python -m tests.mutate FILE LOG --edits`` looks for
a test that notices it. Where more follows in the row, the tests make the edit themselves: the name
of a forgery that the edited checker accepts, of what else notices it, or of a test that fails; or a
claim and what to change in its witness, so that the edited checker alone accepts it, and why the
checker in Python does not.
"""

import ast
import functools
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

EDITS = Path(__file__).with_name("edits")


def listed(file: str) -> list[tuple[Any, ...]]:
    """The register's rows of a file."""
    rows = json.loads((EDITS / file).with_suffix(".json").read_text("utf-8"))
    return [tuple(row) for row in rows]


def sweep(file: str) -> list[tuple[Any, ...]]:
    """Those with something that notices the edit, which the tests hold to it."""
    return [row for row in listed(file) if len(row) > 3]


def written(held: object, path: str) -> FunctionType | None:
    """The function inside what a module or class holds, if it was written in that file."""
    if isinstance(held, property):
        held = held.fget
    if isinstance(held, functools.cached_property):
        held = held.func
    if isinstance(held, classmethod | staticmethod):
        held = held.__func__
    held = getattr(held, "__wrapped__", held)
    mine = isinstance(held, FunctionType) and held.__code__.co_filename == path
    return held if mine else None


def pairs(old: object, new: ModuleType | type) -> Iterator[tuple[object, object]]:
    """(what stands, what would stand) under each name, those of classes too."""
    for name, value in vars(new).items():
        before = vars(old).get(name)
        yield before, value
        if isinstance(value, type) and value.__module__ == old.__name__:
            yield from ((vars(before).get(x), y) for x, y in vars(value).items())


def replaced(name: str, old: str, new: str) -> str:
    """The module's source with ``old``, which is in it once, replaced."""
    source = Path(str(sys.modules[name].__file__)).read_text("utf-8")
    if source.count(old) != 1:
        raise ValueError(f"{name}: {old!r} stands there {source.count(old)} times, not once")
    return source.replace(old, new)


def unfit(source: str, edits: Iterable[Sequence[str]]) -> list[str]:
    """The names of edits (name, old text, …) that cannot be made: their old text does not stand in
    the source once. Such an edit tests nothing, drawn or not."""
    return [name for name, old, *_ in edits if source.count(old) != 1]


def standalone(source: str, *edits: Sequence[str]) -> ModuleType:
    """A module of its own made of a text, with edits (old text, new text) made one after another.

    Raises:
        ValueError: an old text does not stand there once.
    """
    for old, new in edits:
        if source.count(old) != 1:
            raise ValueError(f"{old!r} stands there {source.count(old)} times, not once")
        source = source.replace(old, new)
    module = ModuleType("edited")
    exec(compile(source, "edited", "exec"), vars(module))
    return module


@contextmanager
def edited(name: str, old: str, new: str) -> Iterator[None]:
    """The module with ``old``, which is in it once, replaced."""
    with installed(name, replaced(name, old, new)):
        yield


@contextmanager
def installed(name: str, source: str | ast.Module) -> Iterator[None]:
    """The module as another source has it."""
    module = sys.modules[name]
    path = str(module.__file__)
    fresh = ModuleType(name)
    fresh.__file__ = path
    sys.modules[name] = fresh  # where dataclasses look
    try:
        exec(compile(source, path, "exec"), vars(fresh))
    finally:
        sys.modules[name] = module
    moved = [(written(x, path), written(y, path)) for x, y in pairs(module, fresh)]
    codes = [(x, y.__code__, x.__code__) for x, y in moved if x and y]
    constants = {x: (y, vars(fresh)[x]) for x, y in vars(module).items() if x.isupper()}
    cached = [x for x in vars(module).values() if hasattr(x, "cache_clear")]
    put(module, [x[:2] for x in codes], {x: y[1] for x, y in constants.items()}, cached)
    try:
        yield
    finally:
        put(module, [x[::2] for x in codes], {x: y[0] for x, y in constants.items()}, cached)


def put(module: ModuleType, codes: list, constants: dict[str, object], cached: list) -> None:
    """Give functions their code and a module its constants; nothing remembered stays."""
    for function, code in codes:
        function.__code__ = code
    vars(module).update(constants)
    for each in cached:
        each.cache_clear()
