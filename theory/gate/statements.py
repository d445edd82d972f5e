"""What each claim has stated: ``statements.json``, whose committed rows never change.

A row says what a claim states from a day on, and why: its verdict, its provenance, and a digest of
its statement and of its quantifiers. The last row of a claim must agree with the claim, and the
last row of a claim that is gone says ``removed``. So whoever weakens a statement, or removes a
claim, has to say why: ``rope-claims pin --why`` adds the row with the reason that a person gives.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from theory import paths
from theory.gate.reading import Unreadable, read
from theory.ledger.terms import Claim

STATEMENTS = paths.STATEMENTS
REMOVED = {"expected": "removed", "provenance": "", "statement": "", "quantifiers": ""}
FIELDS = ("claim", "date", *REMOVED, "why")

Row = Mapping[str, str]
"""A row of the table: text for each of ``FIELDS``."""


def stated(claim: Claim) -> dict[str, str]:
    """What a row holds of a claim as it is."""
    quantifiers = {str(k): str(v) for k, v in claim.quantifiers.items()}
    return {
        "expected": str(claim.expected),
        "provenance": str(claim.provenance),
        "statement": _digest(str(claim.statement)),
        "quantifiers": _digest(json.dumps(quantifiers, sort_keys=True)),
    }


def _digest(text: str) -> str:
    """The first 128 bits of the SHA-256 of a text."""
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:32]


def rows() -> list[Row]:
    """The table.

    Raises:
        Unreadable: it is no such table, or a row gives no reason or changes nothing.
    """
    table: Any = read(STATEMENTS)
    if not isinstance(table, list):
        raise Unreadable(f"{STATEMENTS}: it is no list of rows")
    last: dict[str, Row] = {}
    for number, row in enumerate(table, 1):
        why = _wrong(row) or _idle(row, last.get(row["claim"]))
        if why:
            raise Unreadable(f"{STATEMENTS}: row {number} {why}")
        last[row["claim"]] = row
    return table


def _wrong(row: Any) -> str:
    """Why this is no row, or ''."""
    from datetime import date

    if not isinstance(row, dict) or set(row) != set(FIELDS):
        return f"has not just the fields {', '.join(FIELDS)}"
    if not all(isinstance(value, str) for value in row.values()):
        return "has a field that is no text"
    try:
        date.fromisoformat(row["date"])
    except ValueError:
        return f"has no date: {row['date']!r}"
    return "" if row["why"].strip() else f"gives no reason for {row['claim']}"


def _idle(row: Row, before: Row | None) -> str:
    """Why a row adds nothing to the claim's row before it, or ''."""
    if before is not None and _of(row) == _of(before):
        return f"changes nothing of {row['claim']}"
    return ""


def _of(row: Row) -> dict[str, str]:
    return {name: row[name] for name in REMOVED}


def unrecorded(table: Sequence[Row], claims: Mapping[str, Claim]) -> dict[str, str]:
    """Claims, there or gone, whose last row says something else; what the table lacks of each."""
    last = {row["claim"]: _of(row) for row in table}
    lacking: dict[str, str] = {}
    for one, claim in claims.items():
        before, now = last.get(one, REMOVED), stated(claim)
        parts = [name for name in REMOVED if before[name] != now[name]]
        if parts and before == REMOVED:
            lacking[one] = f"is new, and {STATEMENTS.name} has no row that says why"
        elif parts:
            other = " and ".join(parts)
            lacking[one] = f"has another {other}, and {STATEMENTS.name} has no row that says why"
    for one, before in last.items():
        if one not in claims and before != REMOVED:
            lacking[one] = f"is gone, and {STATEMENTS.name} has no row that says why"
    return lacking


def draft(one: str, claim: Claim | None, why: str) -> str:
    """The row for a claim as it is, or is gone, with this reason."""
    from datetime import date

    now = REMOVED if claim is None else stated(claim)
    row = {"claim": one, "date": date.today().isoformat(), **now, "why": why}
    return json.dumps(row, ensure_ascii=False)
