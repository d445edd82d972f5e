"""Write down what every claim says of itself, so that a test notices each change of a statement.

Each new or changed claim needs a row in the table of statements that says why. With --why, the
command adds the rows that are lacking; without it, it prints them. With PACKAGE, it writes the list
of that package, which belongs to another distribution, next to its claims.
"""

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from theory.gate import outside, statements
from theory.gate.packages import installed_packages
from theory.gate.reading import Unreadable, read
from theory.gate.registry import Registry, load, pins
from theory.ledger.describe import PINNED
from theory.ledger.plural import counted
from theory.reports.command import PROG, Parser, Usage, entry_point
from theory.reports.files import replacing

NAMED = 8
"""Changed claims that are named, at most."""


@entry_point(Unreadable)
def main(arguments: Sequence[str] | None = None) -> int:
    """Pin every registered claim; exit code 1 if one is broken or lacks a row of its statement.

    While one is broken it is named, and nothing is written.

    Raises:
        Usage: the package named registers no claims, or a reason is empty or given for a package.
        Unreadable: the table of statements is none.
    """
    given = parser().parse_args(arguments)
    package, reason = given.package, given.why
    if reason is not None and (package or not reason.strip()):
        raise Usage("--why takes the reason for claims of this project, in words")
    packages = installed_packages()
    if package is None:
        own = [one.name for one in packages if not one.distribution]
        registry = load(only=own, held=False)
        return int(_write(registry, PINNED, own) or _lacks_rows(registry, reason))
    sources = {one.name: one.source for one in packages if one.distribution}
    if package in [one.name for one in packages if not one.distribution]:
        raise Usage(f"{package} is a package of this project, pinned with the others: {PROG} pin")
    if package not in sources:
        known = ", ".join(sources) or "none is installed"
        raise Usage(f"{package} registers no claims ({known}): install it with pip")
    path = outside.folder(sources[package]) / outside.LIST
    return int(_write(load(held=False), path, [package]))


def parser() -> Parser:
    """The grammar of ``pin``."""
    made = Parser(prog=f"{PROG} pin", description=__doc__)
    made.add_argument(
        "package",
        nargs="?",
        metavar="PACKAGE",
        help="another distribution's package (default: ours)",
    )
    made.add_argument(
        "--why", metavar="REASON", help="add the rows that statements.json lacks, with this reason"
    )
    return made


def _lacks_rows(registry: Registry, reason: str | None) -> bool:
    """Add the rows that claims lack, or print them where no reason is given; whether they lack."""
    table = statements.rows()
    lacking = statements.unrecorded(table, registry.claims)
    if reason and lacking:
        _add(table, lacking, registry, reason)
        return False
    for one, missing in lacking.items():
        print(f"{one} {missing}:\n{statements.draft(one, registry.claims.get(one), '')}")
    if lacking:
        print(f'to add: {PROG} pin --why "the reason for each claim named above"')
    return bool(lacking)


def _add(
    table: Sequence[statements.Row], claims: Collection[str], registry: Registry, reason: str
) -> None:
    """Add the rows that these claims lack, a line each. What this command has added for one of them
    today with the same reason makes way first: the statement is still being written."""
    today = date.today().isoformat()
    kept = [
        row
        for row in table
        if row["claim"] not in claims or (row["date"], row["why"]) != (today, reason)
    ]
    lines = [json.dumps(row, ensure_ascii=False) for row in kept]
    for one in statements.unrecorded(kept, registry.claims):
        lines.append(statements.draft(one, registry.claims.get(one), reason))
        print(f"{statements.STATEMENTS}: a row for {one}")
    with replacing(statements.STATEMENTS) as file:
        file.write_text("[\n " + ",\n ".join(lines) + "\n]\n", encoding="utf-8")


def _write(registry: Registry, path: Path, names: Collection[str]) -> bool:
    """Write the list of these packages' claims, unless one of them is broken; whether one is."""
    broken = [one for one in registry.broken if registry.home[one] in names]
    for one in broken:
        print(f"broken, so nothing is written: {one}: {registry.broken[one]}")
    if broken:
        return True
    rows = {one: row for one, row in pins(registry).items() if registry.home[one] in names}
    before = _listed(path)
    with replacing(path) as draft:
        draft.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    changed = [one for one in rows if rows[one] != before.get(one)]
    changed += [f"{one} (no longer a claim)" for one in before if one not in rows]
    named = ", ".join(changed[:NAMED]) + " …" * (len(changed) > NAMED)
    print(f"{path}: {counted(len(rows), 'claim')}, {len(changed)} changed{named and f': {named}'}")
    return False


def _listed(path: Path) -> dict[str, Any]:
    """The list as it is; nothing where there is none, or none that can be read."""
    with suppress(OSError, Unreadable, TypeError, ValueError):
        return dict(read(path))
    return {}
