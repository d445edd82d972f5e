"""Records between JSON and dataclasses: one reader, whose errors name the file and the field.

A record is a frozen dataclass that holds data and no code; its annotations are its format. Read
are ``str``, ``int``, ``float``, ``bool``, ``Literal``, ``X | None``, tuples, mappings with text for
keys (each of them, where the keys are a ``Literal``), dataclasses, several of them distinguished by
their fields, ``Foreign``, and any of these ``Annotated`` with what it is ``Held`` to. A field with
a default may be absent; one made by ``absent`` is also
left out when it is written. A key that is no field's name is refused, and so are NaN and
infinities.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from theory.gate.reading import Unreadable, one_line, parse

T = TypeVar("T")
LEAVES = {str: "text", int: "whole number", float: "number", bool: "truth value"}


@dataclass(frozen=True)
class Held:
    """What an entry of a record must be, beyond its type: where ``by`` is not true of it, it is
    refused as being no ``said``."""

    by: Callable[[Any], bool]
    said: str


ROUNDING = 1e-6
"""By which a share in single precision may leave its range."""
Count0 = Annotated[tuple[int, int], Held(lambda one: 0 <= one[0] <= one[1], "(right, of)")]
"""(right, of), where there may have been none to count."""
Count = Annotated[
    tuple[int, int],
    Held(lambda one: 0 <= one[0] <= one[1] and one[1] > 0, "(right, of), of 1 at least"),
]
"""(right, of): a share."""
Least1 = Annotated[int, Held(lambda n: n >= 1, "whole number from 1 on")]
Share = Annotated[float, Held(lambda x: -ROUNDING <= x <= 1 + ROUNDING, "share from 0 to 1")]
Least0 = Annotated[float, Held(lambda x: x >= 0, "number from 0 on")]
"""A standard error, an entropy."""
Numbers = tuple[float, ...]
Shares = tuple[Share, ...]
Table = tuple[Numbers, ...]
Counts = tuple[int, ...]
Foreign = Mapping[str, Any]
"""An object that others give its form: a Hugging Face configuration, the manifest in a stranger's
model folder. It is known to be JSON and no more; whoever reads a field checks that field."""


class Misread(ValueError):
    """A record of another form than its type's; the message names the file and the field."""


def absent(default: Any = None) -> Any:
    """A field that a record may lack: the default then, and not written."""
    return field(default=default, metadata={"absent": True})


def needing(*names: str) -> Any:
    """A field that holds a dataclass of which these fields are not absent, default or not."""
    return field(metadata={"needs": frozenset(names)})


def renamed_field(key: str) -> Any:
    """A field whose key in the file is no name in Python."""
    return field(metadata={"key": key})


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What is misread inside is said with the file's name, as ``Misread``."""
    try:
        yield
    except (Misread, Unreadable) as error:
        raise Misread(f"{path}: {error}") from None


def parsed(path: Path) -> Any:
    """A file's JSON; numbers that are none are left to ``built``, which says where they stand.

    Raises:
        Unreadable: it is none.
        OSError: it is not there.
    """
    return parse(path.read_bytes(), finite=False)


def read_record(path: Path, kind: type[T]) -> T:
    """The record in a file.

    Raises:
        Misread: it is no JSON, or not of the type's form.
        OSError: it is not there.
    """
    with naming(path):
        return built(parsed(path), kind)


def read_once(path: Path, kind: type[T]) -> T:
    """``read_record``, for files that many claims read: the same content gives the same object."""
    form: Any = kind
    with naming(path):
        record: T = _record(path.read_bytes(), form)
    return record


@lru_cache(maxsize=512)
def _record(text: bytes, kind: Any) -> Any:
    return built(parse(text, finite=False), kind)


def built(value: Any, kind: type[T], at: str = "") -> T:
    """JSON as a value of a type; ``at`` is where it is in its file.

    Raises:
        Misread: it is not of the type's form; the message names the field.
    """
    found: T = _built(value, kind, at)
    return found


def _built(value: Any, kind: Any, at: str) -> Any:
    if kind in LEAVES:
        return _leaf(value, kind, at)
    if isinstance(kind, type) and is_dataclass(kind):
        return _object(value, kind, at)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _held(value, inner[0], inner[1], at)
    if origin is tuple:
        return _row(value, inner, at)
    if origin is Mapping:
        return _mapping(value, inner, at)
    if origin is Literal:
        return _choice(value, inner, at)
    if origin in (UnionType, Union):
        return _one_of(value, inner, at)
    if kind is Any:
        return _finite(value, at)
    raise TypeError(f"{at}: a record holds no {kind}")


def _held(value: Any, kind: Any, held: Held, at: str) -> Any:
    found = _built(value, kind, at)
    if not held.by(found):
        raise Misread(f"{at} is no {held.said}")
    return found


def _one_of(value: Any, inner: tuple[Any, ...], at: str) -> Any:
    """None where it may be; else the first of the types that has all the keys, or just the first,
    which then says what is wrong."""
    if value is None and NoneType in inner:
        return None
    kinds = [kind for kind in inner if kind is not NoneType]
    keys = set(value) if isinstance(value, dict) else set()
    fit = [
        kind
        for kind in kinds
        if isinstance(kind, type) and is_dataclass(kind) and keys <= set(_fields(kind))
    ]
    return _built(value, (fit or kinds)[0], at)


def _finite(value: Any, at: str) -> Any:
    """JSON of any form, its numbers finite."""
    if isinstance(value, dict):
        return {name: _finite(one, _below(at, name)) for name, one in value.items()}
    if isinstance(value, list):
        return [_finite(one, f"{at}[{i}]") for i, one in enumerate(value)]
    return _leaf(value, float, at) if isinstance(value, float) else value


def _leaf(value: Any, kind: Any, at: str) -> Any:
    if type(value) is not kind and not (kind is float and type(value) is int):
        raise Misread(f"{at} is no {LEAVES[kind]}")
    if kind is float and not -math.inf < value < math.inf:  # NaN is not either
        raise Misread(f"{at} is no finite number")
    return value


def _choice(value: Any, choices: tuple[Any, ...], at: str) -> Any:
    if not isinstance(value, str) or value not in choices:
        raise Misread(f"{at} is none of {', '.join(map(str, choices))}")
    return value


def _row(value: Any, inner: tuple[Any, ...], at: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise Misread(f"{at or 'it'} is no list")
    kinds = [inner[0]] * len(value) if inner[1:] == (...,) else list(inner)
    if len(value) != len(kinds):
        raise Misread(f"{at} has {len(value)} entries, not {len(kinds)}")
    if inner[1:] == (...,) and _all_leaves(value, inner[0]):
        return tuple(value)
    pairs = zip(value, kinds, strict=True)
    return tuple(_built(one, kind, f"{at}[{i}]") for i, (one, kind) in enumerate(pairs))


def _all_leaves(value: list[Any], kind: Any) -> bool:
    """Whether ``_built`` would take every entry as it is; one look at all, since most of a record
    is lists of numbers."""
    held = None
    if get_origin(kind) is Annotated:
        kind, held = get_args(kind)[:2]
    if kind not in LEAVES:
        return False
    kinds = set(map(type, value))
    fit = kinds <= ({float, int} if kind is float else {kind})
    if fit and kind is float:
        fit = all(-math.inf < one < math.inf for one in value)
    return fit and (held is None or all(map(held.by, value)))


def _mapping(value: Any, inner: tuple[Any, ...], at: str) -> Foreign:
    if not isinstance(value, dict):
        raise Misread(f"{at or 'it'} is no object")
    keys, kind = inner
    if keys is not str:
        _hold_keys(value, set(get_args(keys)), set(get_args(keys)), at)
    return {name: _built(one, kind, _below(at, name)) for name, one in value.items()}


def _object(value: Any, kind: type, at: str) -> Any:
    if not isinstance(value, dict):
        raise Misread(f"{at or 'it'} is no object")
    known = _fields(kind)
    needed = {key for key, (one, _) in known.items() if not _has_default(one)}
    _hold_keys(value, set(known), needed, at)
    found = {}
    for key, entry in value.items():
        one, hint = known[key]
        if isinstance(entry, dict):
            _hold_keys(entry, set(entry), one.metadata.get("needs", set()), _below(at, key))
        found[one.name] = _built(entry, hint, _below(at, key))
    return kind(**found)


def _hold_keys(value: Foreign, known: Set[str], needed: Set[str], at: str) -> None:
    """Refuse an object that lacks a key, or has one too many."""
    for key in sorted(needed - set(value)):
        raise Misread(f"{_below(at, key)} is missing")
    for key in sorted(set(value) - known):
        raise Misread(f"{_below(at, key)} is no field of such a record")


def _below(at: str, key: str) -> str:
    return one_line(f"{at}.{key}" if at else key, 200)


def _has_default(one: Field[Any]) -> bool:
    return one.default is not MISSING or one.default_factory is not MISSING


@cache
def _fields(kind: type) -> dict[str, tuple[Field[Any], Any]]:
    """By key, a record's fields and their types."""
    hints = get_type_hints(kind, include_extras=True)
    return {_key(one): (one, hints[one.name]) for one in fields(kind) if one.init}


def _key(one: Field[Any]) -> str:
    return str(one.metadata.get("key", one.name))


ATOMS = frozenset({float, int, str, bool, NoneType})


def plain(value: Any) -> Any:
    """A record, or what one is made of, as JSON has it."""
    if isinstance(value, tuple | list):
        return [one if type(one) in ATOMS else plain(one) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        held = ((one, getattr(value, one.name)) for one in fields(value))
        shown = (
            (one, x) for one, x in held if not (one.metadata.get("absent") and x == one.default)
        )
        return {_key(one): plain(x) for one, x in shown}
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    return value


def array_rows(rows: Any) -> tuple[Any, ...]:
    """A numpy array as records have it: a tuple of its rows."""
    return tuple(map(array_rows, rows)) if rows.ndim > 1 else tuple(rows.tolist())


def utf8_text(path: Path) -> str:
    """The text of a file that a person gave.

    Raises:
        Misread: it is not in UTF-8.
        OSError: it is not there.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Misread(f"{path} is no text in UTF-8 ({error}): convert it") from None
