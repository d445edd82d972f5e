"""Witnesses about the hop tasks: token sequences in ``witnesses_tasks.json``, judged twice.

By the definitions of this package, and by ``recheck_tasks``, which shares no code with them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from theory.ledger import Evidence, Method, Outcome, false, true
from theory.recheck_tasks import Refused, recheck
from theory.tasks import Numbers, Pairs, parse_numbers, parse_pairs
from theory.witness import DEFINITIONS, RECHECKED

WITNESSES = Path(__file__).with_name("witnesses_tasks.json")


def witness(claim: str) -> dict[str, Any]:
    """A fresh copy of the witness of ``claim``."""
    data: dict[str, Any] = json.loads(WITNESSES.read_text(encoding="utf-8"))[claim]
    return data


def numbers_of(part: dict[str, Any]) -> Numbers:
    """The tokens of a part: letters and integers."""
    return parse_numbers(" ".join(part["tokens"]))


def pairs_of(part: dict[str, Any], name: str = "tokens") -> Pairs:
    """The tokens of a part: pairs."""
    return parse_pairs(" ".join(part[name]))


def evidence(claim: str, check: Callable[[dict[str, Any]], Outcome]) -> tuple[Evidence, ...]:
    """The two pieces of evidence of a refutation."""

    def independently(data: dict[str, Any]) -> Outcome:
        try:
            return true(1, recheck(claim, data))
        except Refused as reason:
            return false(str(reason))

    return (
        Evidence(
            DEFINITIONS,
            Method.WITNESS,
            "the witness, token by token, by this package's definitions",
            check,
            confirmed_by=RECHECKED,
        ),
        Evidence(
            RECHECKED,
            Method.WITNESS,
            "the witness, by theory/recheck_tasks.py (standard library, nothing shared)",
            independently,
            confirmed_by=DEFINITIONS,
        ),
    )
