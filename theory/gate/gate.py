"""The gate: which records pass, what leans on what does not, and the exit code."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import IntEnum

from theory.gate.registry import Registry
from theory.ledger.terms import Record, Verdict


class Exit(IntEnum):
    """The exit codes, as documented in ``--help``."""

    AS_EXPECTED = 0
    DIFFERS = 1
    USAGE = 2
    UNDECIDED = 7
    DEFECT = 70
    INTERRUPTED = 130


REPAIRED = (Verdict.PROVED, Verdict.SUPPORTED)


def settle(
    registry: Registry, selected: Iterable[str], records: Mapping[str, Record]
) -> dict[str, Record]:
    """One record for each selected id, whether or not it was judged.

    A broken id is a fault, and so is one that nobody judged. A claim does not pass in a run in
    which a claim it rests on, or a repair, does not: it is UNDECIDED there, with the reason. A
    repair must itself be PROVED or SUPPORTED.
    """
    settled: dict[str, Record] = {}
    for one in selected:
        claim = registry.claims.get(one)
        why = registry.broken.get(one, "" if one in records else "was never judged")
        blank = Record(one, Verdict.UNDECIDED, claim.expected if claim else None, fault=why)
        settled[one] = blank if why else records[one]
    changed = True
    while changed:
        changed = False
        for one, record in settled.items():
            reason = _undone(registry, one, settled) if record.as_expected else ""
            if reason:
                settled[one] = replace(record, verdict=Verdict.UNDECIDED, reason=reason)
                changed = True
    return settled


def _undone(registry: Registry, one: str, records: Mapping[str, Record]) -> str:
    """Why the claim's verdict does not stand, though its own evidence does; or ''."""
    claim = registry.claims[one]
    for base in claim.rests_on:
        if base not in records or not records[base].as_expected:
            return f"rests on {base}, which did not reach its verdict"
    for repair in claim.repairs:
        record = records.get(repair)
        if record is None or not record.as_expected or record.verdict not in REPAIRED:
            return f"its repair {repair} did not reach PROVED or SUPPORTED"
    return ""


def exit_code(records: Iterable[Record]) -> Exit:
    """1 if any verdict differs or any claim is at fault, else 7 if any is undecided, else 0.

    What is open changes nothing. Nothing judged is no success: with no records the answer is 2.
    """
    marks = {record.mark for record in records}
    if not marks:
        return Exit.USAGE
    if marks & {"fault", "differs"}:
        return Exit.DIFFERS
    return Exit.UNDECIDED if "undecided" in marks else Exit.AS_EXPECTED
