"""What balls decide, and what they leave open."""

from typing import Any

from theory.ledger.terms import Undecided


def surely(small: Any, large: Any) -> bool:
    """Whether small < large, by balls.

    Raises:
        Undecided: the balls overlap.
    """
    if small < large:
        return True
    if small > large:
        return False
    raise Undecided(f"{small} and {large} overlap")
