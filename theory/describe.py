"""Pin what every claim says of itself: ``python -m theory.describe --pin``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from theory.ledger.describe import PINNED, pin
from theory.reports.command import Parser, command
from theory.reports.files import replacing


@command()
def main(arguments: Sequence[str] | None = None) -> int:
    """Pin what the claims of the roster say; exit code 1 if one is broken, which is named."""
    from theory.gate.registry import load

    parser = Parser(prog="python -m theory.describe", description=__doc__)
    parser.add_argument("--pin", action="store_true", required=True, help="write pinned.json")
    parser.parse_args(arguments)
    registry = load(pinned={})
    pins = {claim.id: pin(claim) for claim in registry.claims.values()}
    with replacing(PINNED) as draft:
        text = json.dumps(pins, indent=1, ensure_ascii=False) + "\n"
        draft.write_text(text, encoding="utf-8")
    print(f"{PINNED}: {len(registry.claims)} claims")
    for one, why in registry.broken.items():
        print(f"broken: {one}: {why}")
    return int(bool(registry.broken))


if __name__ == "__main__":
    sys.exit(main())
