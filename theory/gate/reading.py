"""Other people's text: JSON that is read strictly, and strings made fit for one line of output."""

import json
import math
import re
from html import escape
from pathlib import Path
from typing import Any

DEPTH = 100
"""Lists and objects inside one another, at most; what we write ourselves has a dozen."""
LONGEST = 500
"""Characters of a message: what it quotes may be as long as a stranger likes."""

ACTIVE = re.compile(r"[\\`*|~$\[\]]|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown obeys within a line; an underscore inside a word is only that."""
LEADING = re.compile(r"^([-+=#]|[0-9]+(?=[.)]))")
"""What makes a paragraph a list, a heading or a rule."""


class Unreadable(ValueError):
    """Text that is not the JSON it should be, in one line."""


def parse(text: str | bytes, finite: bool = True) -> Any:
    """JSON, bytes of UTF-8 or text: each key once, every number finite, not nested too deeply.

    ``finite`` False leaves NaN and infinities to a caller that can say where they stand.

    Raises:
        Unreadable: it is none.
    """
    try:
        text = text if isinstance(text, str) else text.decode()
        value = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_no_number if finite else float,
            parse_float=_finite if finite else float,
        )
    except Unreadable:
        raise
    except RecursionError:
        raise Unreadable(f"it nests more than {DEPTH} deep") from None
    except ValueError as error:
        raise Unreadable(one_line(f"it is no JSON ({error})", 200)) from None
    _no_deeper(value)
    return value


def read(path: Path) -> Any:
    """The JSON of a file in UTF-8; see ``parse``.

    Raises:
        Unreadable: it is none.
        OSError: there is no such file.
    """
    try:
        return parse(path.read_bytes())
    except Unreadable as error:
        raise Unreadable(f"{path}: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these pairs; json's own keeps the last of two and drops the first unseen."""
    mapping: dict[str, Any] = {}
    for key, value in pairs:
        if key in mapping:
            raise Unreadable(one_line(f"the key {key!r} stands there twice", 120))
        mapping[key] = value
    return mapping


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
    line = str(text)
    if line.isprintable():  # nearly every text is
        return line
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in line
    )


def one_line(text: object, most: int = LONGEST) -> str:
    """The text on one printable line of at most so many characters: blanks folded, the middle
    left out where it is longer (what to do stands at a message's end)."""
    line = folded(text)
    if len(line) <= most:
        return line
    half = (most - 3) // 2
    return f"{line[:half]} … {line[-half:]}"


def folded(text: object) -> str:
    """The text on one printable line, blanks folded, whatever its length."""
    return printable(" ".join(str(text).split()))


def in_html(text: object) -> str:
    """The text as HTML shows it; for attributes too."""
    return escape(folded(text))


def in_markdown(text: object) -> str:
    """The text as Markdown shows it, within a line: no HTML, link, code or emphasis of its own."""
    return ACTIVE.sub(r"\\\g<0>", escape(folded(text), quote=False))


def markdown_paragraph(text: object) -> str:
    """The text as a paragraph of Markdown, which starts no list or heading."""
    line = in_markdown(text)
    match = LEADING.match(line)
    if match is None:
        return line
    number = match[0] if match[0].isdecimal() else ""
    return f"{number}\\{line[len(number) :]}"
