"""Write down what every claim says of itself, so that a test notices each change of a statement.

With PACKAGE, the command writes the list of that package, which belongs to another distribution,
next to its claims.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path

from theory.gate import outside, statements
from theory.gate.packages import installed_packages
from theory.gate.reading import Unreadable
from theory.gate.registry import Registry, load, pins
from theory.ledger.describe import PINNED
from theory.reports.command import PROG, Parser, Usage, entry_point
from theory.reports.files import replacing


@entry_point(Unreadable)
def main(arguments: Sequence[str] | None = None) -> int:
    """Pin every registered claim; exit code 1 if one is broken or lacks a row of its statement.

    While one is broken it is named, and nothing is written. The rows that are lacking are printed
    for a person to complete.

    Raises:
        Usage: the package named registers no claims.
    """
    package = parser().parse_args(arguments).package
    packages = installed_packages()
    if package is None:
        own = [one.name for one in packages if not one.distribution]
        registry = load(only=own, held=False)
        if _write(registry, PINNED, own):
            return 1
        lacking = statements.unrecorded(statements.rows(), registry.claims)
        for one, why in lacking.items():
            print(f"{one} {why}; put the reason in this row, and the row before the last bracket:")
            print(statements.draft(one, registry.claims.get(one)))
        return int(bool(lacking))
    sources = {one.name: one.source for one in packages if one.distribution}
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
    return made


def _write(registry: Registry, path: Path, names: Collection[str]) -> bool:
    """Write the list of these packages' claims, unless one of them is broken; whether one is."""
    broken = [one for one in registry.broken if registry.home[one] in names]
    for one in broken:
        print(f"broken, so nothing is written: {one}: {registry.broken[one]}")
    if broken:
        return True
    rows = {one: row for one, row in pins(registry).items() if registry.home[one] in names}
    with replacing(path) as draft:
        draft.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{path}: {len(rows)} claims")
    return False
