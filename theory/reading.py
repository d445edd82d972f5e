"""Other people's text: JSON that is read strictly, and strings made fit for one line of output."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

DEPTH = 100
"""Lists and objects inside one another, at most; what we write ourselves has a dozen."""
LONGEST = 500
"""Characters of a message: what it quotes may be as long as a stranger likes."""


class Unreadable(ValueError):
    """Text that is not the JSON it should be, in one line."""


def parse(text: str) -> Any:
    """JSON in which each key stands once, every number is finite, and nothing nests too deeply.

    Raises:
        Unreadable: it is none.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite
        )
    except Unreadable:
        raise
    except RecursionError:
        raise Unreadable(f"it nests more than {DEPTH} deep") from None
    except ValueError as error:
        raise Unreadable(one_line(f"it is no JSON ({error})")) from None
    _no_deeper(value)
    return value


def read(path: Path) -> Any:
    """The JSON of a file in UTF-8; see ``parse``.

    Raises:
        Unreadable: it is none.
        OSError: there is no such file.
    """
    try:
        return parse(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise Unreadable("it is no UTF-8 text") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these pairs; json's own keeps the last of two and drops the first unseen."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable(one_line(f"the key {key!r} stands there twice", 120))
        found[key] = value
    return found


def _no_number(text: str) -> Any:
    raise Unreadable(f"{text} is no number")


def _finite(text: str) -> float:
    if not math.isfinite(value := float(text)):
        raise Unreadable(f"{text[:40]} is no finite number")
    return value


def _no_deeper(value: Any) -> None:
    """Refuse what nests deeper than DEPTH, without going as deep oneself."""
    layer = [value]
    for _ in range(DEPTH):
        layer = [inner for one in layer if isinstance(one, dict | list) for inner in _inside(one)]
        if not layer:
            return
    raise Unreadable(f"it nests more than {DEPTH} deep")


def _inside(one: dict[str, Any] | list[Any]) -> list[Any]:
    return list(one.values()) if isinstance(one, dict) else one


def printable(text: object) -> str:
    """The text with an escape in place of each character that a terminal or a file might obey.

    Control characters, line ends, marks that turn the direction of writing, halves of surrogate
    pairs: whatever Unicode does not call printable.
    """
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode("ascii")
        for one in str(text)
    )


def one_line(text: object, most: int = LONGEST) -> str:
    """The text on one printable line of at most so many characters: blanks folded, the middle
    left out where it is longer (what to do stands at a message's end)."""
    line = printable(" ".join(str(text).split()))
    if len(line) <= most:
        return line
    half = (most - 3) // 2
    return f"{line[:half]} … {line[-half:]}"
