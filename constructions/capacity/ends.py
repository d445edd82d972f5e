"""Certified ends as text: the lower end is rounded down and the upper end up.

What is printed then contains what the certificate encloses, and is itself certified.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from theory.ledger.plural import counted


def rounded_down(end: float | str, places: int = 2) -> str:
    """A lower end with so many decimals."""
    return _rounded(end, places, ROUND_FLOOR)


def rounded_up(end: float | str, places: int = 2) -> str:
    """An upper end with so many decimals."""
    return _rounded(end, places, ROUND_CEILING)


def interval(lower: float | str, upper: float | str, places: int = 2) -> str:
    """Both ends, with a dash between them."""
    return f"{rounded_down(lower, places)} – {rounded_up(upper, places)}"


def budget_line(
    name: str, layers: str, n: int, ends: tuple[float, float], factor: float = 1
) -> str:
    """The certified interval of a budget in a line; the attention factor, if it is not 1."""
    low, high = rounded_down(ends[0], 3), rounded_up(ends[1], 3)
    where = f"{name}, {layers}" if layers else name
    more = f"; attention factor {factor:.4g}" if factor != 1 else ""
    return f"{where}, {counted(n, 'position')}: β* between {low} and {high}{more}"


def _rounded(end: float | str, places: int, direction: str) -> str:
    """A certificate's decimal, or the double read from it, whose shortest text is that decimal."""
    return str(Decimal(str(end)).quantize(Decimal(1).scaleb(-places), direction))
