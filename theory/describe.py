"""Pin what every claim says of itself: ``python -m theory.describe --pin``."""

from __future__ import annotations

import argparse

from theory.ledger.describe import PINNED, write


def main() -> None:
    """Pin what the claims of the roster say; those that are otherwise broken are named."""
    from theory.gate.registry import load

    parser = argparse.ArgumentParser(prog="python -m theory.describe", description=__doc__)
    parser.add_argument("--pin", action="store_true", required=True, help="write pinned.json")
    parser.parse_args()
    registry = load(pinned={})
    write(registry.claims.values())
    print(f"{PINNED}: {len(registry.claims)} claims")
    for one, why in registry.broken.items():
        print(f"broken: {one}: {why}")


if __name__ == "__main__":
    main()
