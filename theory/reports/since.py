"""What changed of the claims since the first release, row by row, with the reason: ``python -m
theory.reports.since``.

``since.json`` keeps what each claim of the first release said, and why it says something else now;
the rest is read off today's claims, so the page cannot fall behind them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theory.gate.reading import read
from theory.gate.registry import load
from theory.ledger import Claim
from theory.reports.command import Parser, command
from theory.reports.files import STDOUT, write

KEPT = Path(__file__).with_name("since.json")


@dataclass(frozen=True)
class First:
    """The first release: by id (verdict, provenance, statement); why rows changed, or have another
    witness or origin."""

    claims: Mapping[str, Sequence[str]]
    changed: Mapping[str, str]
    witnesses: Mapping[str, str]
    origins: str


def first() -> First:
    """What ``since.json`` keeps."""
    kept: dict[str, Any] = read(KEPT)
    return First(**kept)


def said(claim: Claim) -> list[str]:
    """A claim's verdict, provenance and statement today."""
    return [str(claim.expected), claim.provenance, claim.statement]


def turned(then: First, now: Mapping[str, Claim]) -> list[str]:
    """Ids of the first release whose verdict or statement is another today."""
    kept = {one: row for one, row in then.claims.items() if one in now}
    return [one for one, row in kept.items() if said(now[one])[::2] != list(row)[::2]]


def relabelled(then: First, now: Mapping[str, Claim]) -> dict[str, list[str]]:
    """Ids whose verdict and statement are the same and whose origin is another, by the change."""
    found: dict[str, list[str]] = {}
    changed = turned(then, now)
    for one, (_, origin, _) in then.claims.items():
        if one in now and now[one].provenance != origin and one not in changed:
            found.setdefault(f"{origin} → {now[one].provenance}", []).append(one)
    return found


def page(then: First, now: Mapping[str, Claim]) -> str:
    """The page, in Markdown."""
    changed = turned(then, now)
    lines = [
        "# Since the first release",
        "",
        f"{len(then.claims)} claims then, {len(now)} now. {len(changed)} say something else, "
        f"{len(then.witnesses)} have another witness.",
    ]
    for one in changed:
        (verdict, origin, text), today = then.claims[one], said(now[one])
        lines += [
            "",
            f"## {one}",
            "",
            f"- Then **{verdict}** ({origin}): {text}",
            f"- Now **{today[0]}** ({today[1]}): {today[2]}",
            f"- Why: {then.changed.get(one, 'no reason is given.')}",
        ]
    return "\n".join([*lines, *_the_rest(then, now)])


def _the_rest(then: First, now: Mapping[str, Claim]) -> list[str]:
    """Other witnesses, other origins, what is new, and what is gone where something is."""
    lines = ["", "## The same words and verdict, another witness", ""]
    lines += [f"- {one}: {why}" for one, why in then.witnesses.items()]
    lines += ["", "## The same words and verdict, another origin", ""]
    lines += [f"- {how}: {', '.join(ids)}" for how, ids in relabelled(then, now).items()]
    lines += ["", then.origins, "", "## New", "", "| id | verdict | origin | place |"]
    lines += ["|---|---|---|---|"]
    lines += [
        f"| {one} | {claim.expected} | {claim.provenance} | {claim.place} |"
        for one, claim in now.items()
        if one not in then.claims
    ]
    gone = [f"- {one}" for one in then.claims if one not in now]
    return [*lines, "", "## Gone", "", *gone] if gone else lines


@command(OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Print the page, or write it to a file."""
    parser = Parser(prog="python -m theory.reports.since", description=__doc__)
    parser.add_argument("--out", default=STDOUT, metavar="FILE", help="where to write it")
    options = parser.parse_args(arguments)
    write(options.out, page(first(), load().claims))
    return 0


if __name__ == "__main__":
    sys.exit(main())
