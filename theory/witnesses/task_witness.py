"""Witnesses about the hop tasks: token sequences in ``witnesses_tasks.json``, judged twice.

By the definitions of this package, and by ``recheck_tasks``, which shares no code with them.
"""

from typing import Any

from theory.mathematics.tasks import Numbers, Pairs, parse_numbers, parse_pairs


def numbers_of(part: dict[str, Any]) -> Numbers:
    """The tokens of a part: letters and integers above 0; at a 0 the hops would not end."""
    tokens = parse_numbers(" ".join(part["tokens"]))
    if 0 in tokens:
        raise ValueError("tokens: 0 is no integer of the task")
    return tokens


def pairs_of(part: dict[str, Any], name: str = "tokens") -> Pairs:
    """The tokens of a part: pairs."""
    return parse_pairs(" ".join(part[name]))
