"""``python -m constructions.other_papers.witnesses``: writes the subjects of the refuted rules to
``witnesses.json``, from which ``recheck.py`` and the checker in JavaScript read them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from constructions.other_papers.rechecked import exact
from constructions.paths import ROOM
from theory.ledger import Verdict
from theory.reports.command import Parser, command
from theory.reports.files import write_record
from theory.writing import collected

FILE = ROOM / "capacity" / "rules" / "witnesses.json"


def witnesses() -> dict[str, Any]:
    """Each refuted rule's subject, as JSON has it."""
    rules = [claim for _, claim in collected("constructions.other_papers").values()]
    refuted = {one.id: one.subject() for one in rules if one.expected is Verdict.REFUTED}
    return {one: exact(asdict(refuted[one])) for one in sorted(refuted)}


@command()
def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file anew."""
    prog = "python -m constructions.other_papers.witnesses"
    Parser(prog=prog, description=__doc__).parse_args(arguments)
    write_record(FILE, witnesses())
    print(FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
