"""Which records a criterion may judge: those made from a clean commit under that very criterion.

A record's manifest carries its commit and, for each claim that reads it, the hash of the criterion
at that time (``criteria``; see ``empirical.protocol.criteria``). A record from a tree with
uncommitted changes, or made under another hash, is refused unless a row of ``changes.json`` says
what was changed, when and why, before or after which result, and what the old rule would have said.
The rows are in ``empirical/results/criteria.md``; a row is not edited once it is there: each new
one carries the digest of those above it, and what was wrong in one is said in another."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from empirical.protocol import digests, paths
from empirical.protocol.criteria import LENGTH, criterion
from empirical.protocol.reading import Misread, built, naming, parsed
from empirical.protocol.records import Manifest
from theory.ledger import Claim, Undecided

CHANGES = paths.CHANGES
FIELDS = ("claims", "what", "when", "why", "results", "old_rule")
"""What every row says."""
CLEAN = re.compile("[0-9a-f]{7,40}")
"""A commit's name; with ``+`` behind it the tree had uncommitted changes."""


@dataclass(frozen=True)
class ChangeRow:
    """A change. ``hashes`` (claim: from, to; from '' where a record carries none) and ``unclean``
    (commits, as manifests have them) say which records it admits. ``registers`` (claim: hash): the
    criterion under which a claim's first records are made, which admits none that carry another.
    ``follows``: the digest of the rows above, of every row since the first that has one."""

    claims: tuple[str, ...]
    what: str
    when: str
    why: str
    results: str
    old_rule: str
    hashes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    registers: Mapping[str, str] = field(default_factory=dict)
    unclean: tuple[str, ...] = ()
    follows: str = ""


def parsed_changes() -> tuple[ChangeRow, ...]:
    """The table of changes, in order of time.

    Raises:
        Undecided: it is missing, damaged, a row leaves something unsaid, or one above a row that
            follows it was edited.
    """
    try:
        with naming(CHANGES):
            plain = parsed(CHANGES)
            rows = built(plain, tuple[ChangeRow, ...])
    except (OSError, Misread) as error:
        raise Undecided(f"{CHANGES.name} cannot be read ({error}): no record is judged") from error
    chained, digests_above = False, _digests_above(plain)
    for number, row in enumerate(rows, 1):
        if unsaid := [name for name in FIELDS if not getattr(row, name)]:
            raise Undecided(f"{CHANGES.name}, row {number} leaves out {', '.join(unsaid)}")
        if stray := {*row.hashes, *row.registers} - set(row.claims):
            raise Undecided(f"{CHANGES.name}, row {number} does not name {', '.join(stray)}")
        chained = chained or bool(row.follows)
        if chained and row.follows != (above := digests_above[number - 1]):
            raise Undecided(
                f"{CHANGES.name}, row {number} follows {row.follows or 'nothing'}, above it stands"
                f" {above}: leave the rows above as they were, correct them in a new one"
            )
    return rows


def changes_digest(table: Sequence[Any]) -> str:
    """Of rows as they are parsed: what the next one follows."""
    return _digests_above(table)[-1]


def _digests_above(table: Sequence[Any]) -> list[str]:
    """The digest of the rows above each row, then of all: of their text as one list."""
    so_far, digests = hashlib.sha256(b"["), []
    for number, row in enumerate([*table, None]):
        whole = so_far.copy()
        whole.update(b"]")
        digests.append(whole.hexdigest()[:LENGTH])
        so_far.update(b", " * (number > 0) + json.dumps(row, sort_keys=True).encode())
    return digests


def registered(
    claim: Claim, bounds: Callable[[], Any], folders: Callable[[], Iterable[Path]]
) -> Claim:
    """The claim, its records held to their digests and to the hash of its criterion before it is
    judged; ``folders``: those that its records lie in."""

    def subject() -> Any:
        measurement = claim.subject()
        digests.hold(folders())
        now, table = criterion(claim, vars(bounds())), parsed_changes()
        for manifest in manifests(measurement):
            if why := refusal(claim.id, now, manifest, table):
                raise Undecided(why)
        return measurement

    return replace(claim, subject=subject)


def manifests(measurement: Any) -> Iterator[Manifest]:
    """Where each record of a measurement comes from."""
    for entry in measurement.tasks.values():
        for record in entry if isinstance(entry, tuple) else (entry,):
            yield record.manifest


def refusal(claim_id: str, now: str, manifest: Manifest, table: Iterable[ChangeRow]) -> str:
    """Why a record is not judged by the criterion ``now``; empty if it is."""
    about = [row for row in table if claim_id in row.claims]
    excused = {one for row in about for one in row.unclean}
    trained = () if manifest.trained_at is None else (manifest.trained_at,)
    for commit in (manifest.commit, *trained):
        if not CLEAN.fullmatch(commit) and commit not in excused:
            dirty = CLEAN.fullmatch(commit.removesuffix("+"))
            where = f"at {commit[:-1]} with uncommitted changes" if dirty else "at no commit"
            return f"{claim_id}: a record was made {where}: make it again from a clean commit"
    made = (manifest.criteria or {}).get(claim_id, "")
    steps = [row.hashes[claim_id] for row in about if claim_id in row.hashes]
    if now not in _reached(made, steps):
        ends = _reached(made, steps) - {start for start, _ in steps} - {made}
        leads = f"{CHANGES.name} leads from there to {', '.join(sorted(ends))}, " if ends else ""
        return (
            f"{claim_id}: a record was made under criterion {made or '(none)'}, {leads}the present"
            f" one is {now}: make it again, or add a row to {CHANGES.name} that says what was"
            " changed and why"
        )
    return ""


def _reached(start: str, steps: list[tuple[str, str]]) -> set[str]:
    """The hashes that the table's rows lead to from ``start``, itself among them."""
    reached = {start}
    while more := {to for made, to in steps if made in reached} - reached:
        reached |= more
    return reached


def hashes(claims: Iterable[Claim], bounds: Any) -> dict[str, str]:
    """Each claim's criterion, for the manifest of a record that they read."""
    return {claim.id: criterion(claim, vars(bounds)) for claim in claims}
