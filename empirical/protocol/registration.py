"""Which records a criterion may judge: those made from a clean commit under that very criterion.

A record's manifest carries its commit and, for each claim that reads it, the hash of the criterion
at that time (``criteria``; see ``empirical.protocol.criteria``). A record from a tree with
uncommitted changes, or made under another hash, is refused unless a row of ``changes.json`` says
what was changed, when and why, before or after which result, and what the old rule would have said.
The rows stand in ``empirical/results/README.md``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from empirical.protocol import paths
from empirical.protocol.criteria import criterion
from theory.ledger import Claim, Undecided

CHANGES = paths.CHANGES
FIELDS = ("claims", "what", "when", "why", "results", "old_rule")
"""What every row says; ``hashes`` (claim: from, to; from '' where a record carries none) and
``unclean`` (commits, as manifests
have them) say which records it admits."""
Measurement = dict[str, Any]
Row = dict[str, Any]


def rows() -> list[Row]:
    """The table of changes, in order of time.

    Raises:
        Undecided: it is missing, damaged, or a row leaves something unsaid.
    """
    try:
        found = json.loads(CHANGES.read_text())
    except (OSError, ValueError) as error:
        raise Undecided(f"{CHANGES.name} cannot be read ({error}): no record is judged") from error
    for number, row in enumerate(found, 1):
        if unsaid := [name for name in FIELDS if not row.get(name)]:
            raise Undecided(f"{CHANGES.name}, row {number} leaves out {', '.join(unsaid)}")
        if stray := set(row.get("hashes", {})) - set(row["claims"]):
            raise Undecided(f"{CHANGES.name}, row {number} does not name {', '.join(stray)}")
    return found


def registered(claim: Claim, thresholds: Callable[[], dict[str, Any]]) -> Claim:
    """The claim, its records held to the hash of its criterion before it is judged."""

    def subject() -> Measurement:
        measurement: Measurement = claim.subject()
        now, table = criterion(claim, thresholds()), rows()
        for manifest in manifests(measurement):
            if why := refusal(claim.id, now, manifest, table):
                raise Undecided(why)
        return measurement

    return replace(claim, subject=subject)


def manifests(measurement: Measurement) -> Iterator[dict[str, Any]]:
    """Where each record of a measurement comes from."""
    for found in measurement["tasks"].values():
        for record in found if isinstance(found, list) else [found]:
            yield record.get("manifest", {})


def refusal(claim: str, now: str, manifest: dict[str, Any], table: Iterable[Row]) -> str:
    """Why a record is not judged by the criterion ``now``; empty if it is."""
    about = [row for row in table if claim in row["claims"]]
    excused = {one for row in about for one in row.get("unclean", [])}
    for commit in (manifest.get("commit") or "", manifest.get("trained_at", "-")):
        if (not commit or commit.endswith("+")) and commit not in excused:
            said = f"at {commit[:-1]} with uncommitted changes" if commit else "at no commit"
            return f"{claim}: a record was made {said}: make it anew from a clean commit"
    made = manifest.get("criteria", {}).get(claim, "")
    if now not in reached(made, [row["hashes"][claim] for row in about if row.get("hashes")]):
        return (
            f"{claim}: a record was made under criterion {made or '(none)'}, the present one is"
            f" {now}: make it anew, or say in {CHANGES.name} what was changed and why"
        )
    return ""


def reached(start: str, steps: list[list[str]]) -> set[str]:
    """The hashes that the table's rows lead to from ``start``, itself among them."""
    found = {start}
    while more := {to for made, to in steps if made in found} - found:
        found |= more
    return found


def hashes(claims: Iterable[Claim], thresholds: dict[str, Any]) -> dict[str, str]:
    """Each claim's criterion, for the manifest of a record that they read."""
    return {claim.id: criterion(claim, thresholds) for claim in claims}
