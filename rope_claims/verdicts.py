"""Verdicts as data: judge claims from Python as ``rope-claims check`` does."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Checked:
    """One claim's verdict in this run.

    ``expected`` is the verdict that the project pins; ``as_expected`` is False also where the
    claim's own checks are broken (``fault``) or nothing was decided (``reason`` says why).
    """

    id: str
    verdict: str
    expected: str
    as_expected: bool
    reason: str
    fault: str


def check(ids: Iterable[str] = ()) -> list[Checked]:
    """Judge these claims now (default: all, which takes minutes), in the registry's order.

    Each claim runs in a process of its own, as on the command line.

    >>> import rope_claims
    >>> [(one.id, one.verdict, one.as_expected) for one in rope_claims.check(["S-fast"])]
    [('S-fast', 'PROVED', True)]

    Raises:
        ValueError: an id that is no claim's, or a run that was refused; the message is one line.
    """
    ids = [*ids] if isinstance(ids, Iterable) and not isinstance(ids, str) else [ids]
    if not all(isinstance(one, str) for one in ids):
        raise ValueError("ids must be a claim's id or a list of ids, such as ['A-thm1']")
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "rope_claims", "check", "--json", str(report), *ids]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not report.is_file():
            lines = (done.stderr or done.stdout).strip().splitlines()
            message = lines[-1].removeprefix("rope-claims: error: ") if lines else ""
            raise ValueError(message or f"the check ended with code {done.returncode}")
        records = json.loads(report.read_text(encoding="utf-8"))["claims"]
    return [_checked(record) for record in records]


def _checked(record: dict[str, Any]) -> Checked:
    result = record["result"] or {}
    expected = (record["claim"] or {}).get("expected") or ""
    return Checked(
        id=record["id"],
        verdict=result.get("verdict", "UNDECIDED"),
        expected=expected,
        as_expected=result.get("gate") == "as expected",
        reason=result.get("reason") or "",
        fault=record["broken"] or result.get("fault") or "",
    )
