"""What a certificate can be asked for: one check of sizes for Python and for the commands."""

import re
from collections.abc import Sequence
from math import isfinite
from numbers import Real
from operator import index
from typing import Any

from constructions.capacity.check_capacity import LARGEST_ANGLE, MOST_POSITIONS
from theory.gate.reading import one_line
from theory.ledger.plural import counted

FEWEST_POSITIONS = 3
MOST_FREQUENCIES = 512
"""Four times those of the largest head among the published configurations. The program's work
grows with their square, and its memory reaches gigabytes soon after."""
QUOTED = 40
"""Characters of a value that a message repeats."""
COMMAS = re.compile(r"\d{1,3}(,\d{3})+")


def _whole(value: Any) -> int | None:
    """A whole number of any integer type; None for all else, truth values too."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def window_positions(value: Any, name: str = "tokens") -> int:
    """The positions of a window.

    Raises:
        ValueError: no window of so many can be certified.
    """
    n = _whole(value)
    if n is None or not FEWEST_POSITIONS <= n <= MOST_POSITIONS:
        shown = one_line(repr(value), QUOTED) if n is None else f"{n:,}"
        between = f"from {FEWEST_POSITIONS} to {MOST_POSITIONS:,}"
        raise ValueError(f"{name} = {shown}: give a whole number {between}")
    return n


def window_of_text(text: str) -> int:
    """The same of a command's words, where 32,768 may have its comma.

    Raises:
        ValueError: it is no such number.
    """
    plain = text.replace(",", "") if COMMAS.fullmatch(text) else text
    return window_positions(int(plain) if plain.isdecimal() and len(plain) <= QUOTED else text, "N")


def even_head(value: Any) -> int:
    """The coordinates of a head.

    Raises:
        ValueError: they do not make pairs, or are too many.
    """
    size = _whole(value)
    if size is None or size < 2 or size % 2:
        shown = one_line(repr(value), QUOTED)
        raise ValueError(f"head_size = {shown}: give an even whole number above 0")
    if size > 2 * MOST_FREQUENCIES:
        raise ValueError(f"head_size = {size:,}: give at most {2 * MOST_FREQUENCIES:,}")
    return size


def rope_base(value: Any) -> float:
    """The base of a rotation.

    Raises:
        ValueError: it is no finite number above 0.
    """
    if not is_number(value) or value <= 0:
        raise ValueError(f"base = {one_line(repr(value), QUOTED)}: give a finite number above 0")
    return float(value)


def is_number(value: Any) -> bool:
    """Whether it is a finite number, and no truth value."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:
        return False


def certifiable(angles: Sequence[float]) -> str:
    """Why no budget of these angles can be certified; '' if one may be."""
    if len(angles) > MOST_FREQUENCIES:
        most = f"a budget is certified for {MOST_FREQUENCIES} at most"
        return f"{counted(len(angles), 'rotary frequency', 'rotary frequencies')}: {most}"
    wrong = [angle for angle in angles if not 0 <= angle <= LARGEST_ANGLE]
    if wrong:
        allowed = f"a budget is certified for angles from 0 to {LARGEST_ANGLE}"
        return f"an angle of {wrong[0]:.6g} radians a position: {allowed}"
    return ""


def uncertified(name: str, n: int, error: Exception) -> str:
    """What to say if the certificate that was made is not valid: doubles do not find the ends of so
    large a budget well enough."""
    return (
        f"{name}, {n:,} positions: the budget is too large to be certified ({error});"
        " give fewer positions or faster frequencies"
    )
