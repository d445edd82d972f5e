"""Pin what every claim says of itself: ``python -m theory.describe --pin``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from theory.gate.reading import Unreadable
from theory.ledger.describe import PINNED
from theory.reports.command import Parser, command
from theory.reports.files import replacing


@command(Unreadable)
def main(arguments: Sequence[str] | None = None) -> int:
    """Pin every registered claim; exit code 1 if one is broken or lacks a row of its statement.

    The first are named; of the others the rows are printed that a person has to complete.
    """
    from theory.gate import statements
    from theory.gate.registry import load, pins

    parser = Parser(prog="python -m theory.describe", description=__doc__)
    parser.add_argument("--pin", action="store_true", required=True, help="write pinned.json")
    parser.parse_args(arguments)
    registry = load(held=False)
    with replacing(PINNED) as draft:
        text = json.dumps(pins(registry), indent=1, ensure_ascii=False) + "\n"
        draft.write_text(text, encoding="utf-8")
    print(f"{PINNED}: {len(registry.claims)} claims")
    for one, why in registry.broken.items():
        print(f"broken: {one}: {why}")
    lacking = statements.unrecorded(statements.rows(), registry.claims)
    for one, why in lacking.items():
        print(f"{one} {why}; add this one with its reason:")
        print(statements.draft(one, registry.claims.get(one)))
    return int(bool(registry.broken or lacking))


if __name__ == "__main__":
    sys.exit(main())
