"""Write every file that is generated from the claims: ``python -m theory.generate``.

``--check`` writes nothing and names the files that differ (exit code 1).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from theory import paths
from theory.reports.command import Parser, command
from theory.reports.files import replacing

FORMAL = ("theory", "constructions")
"""The packages whose claims have proofs."""


def _generated() -> dict[Path, str]:
    """Each generated file and the text that it should hold."""
    from theory.gate.packages import installed_packages
    from theory.gate.registry import load
    from theory.ledger.terms import Verdict
    from theory.reports import findings, proofs
    from theory.reports.site.badge import drawn

    own = {room.name for room in installed_packages() if not room.distribution}
    registry = load(only=own)
    formal = {one: claim for one, claim in registry.claims.items() if registry.home[one] in FORMAL}
    reasons = {s.heading: s.reason for group in proofs.sections().values() for s in group}
    elsewhere = json.loads(paths.ELSEWHERE.read_text(encoding="utf-8"))
    undecided = [claim.expected is Verdict.UNDECIDED for claim in registry.claims.values()]
    return {
        # What .ci/run passes: it fails where a verdict is not the expected one.
        paths.BADGE: drawn(["open" if one else "as expected" for one in undecided]) + "\n",
        paths.PROOFS: proofs.page(formal),
        paths.FINDINGS: findings.page(registry.claims, reasons, elsewhere),
    }


@command()
def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or compare them; exit code 1 if one differs."""
    parser = Parser(prog="python -m theory.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args(arguments).check
    differ = [
        (path, text)
        for path, text in _generated().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in differ:
        if not check:
            with replacing(path) as draft:
                draft.write_text(text, encoding="utf-8")
        print(f"{path}: {'differs' if check else 'written'}")
    return int(check and bool(differ))


if __name__ == "__main__":
    sys.exit(main())
