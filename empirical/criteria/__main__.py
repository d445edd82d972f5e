"""Every claim judged from records, and its criterion's present hash: for the manifests of new
records, and on the terminal by ``python -m empirical.criteria``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from empirical.canonical import claims as canonical_claims
from empirical.dynamics import bounds as dynamics_bounds
from empirical.dynamics import claims as dynamics_claims
from empirical.lengths import bounds as lengths_bounds
from empirical.lengths import claims as lengths_claims
from empirical.mechanism import bounds as mechanism_bounds
from empirical.mechanism import claims as mechanism_claims
from empirical.protocol.registration import hashes
from theory.reports.command import Parser, command

ROOMS = {
    "dynamics": (dynamics_claims.CLAIMS, dynamics_bounds.bounds),
    "lengths": (lengths_claims.CLAIMS, lengths_bounds.bounds),
    "mechanism": (mechanism_claims.MECHANISM_CLAIMS, mechanism_bounds.bounds),
    "canonical": (canonical_claims.CANONICAL_CLAIMS, canonical_claims.bounds),
}
"""A kind of records: the claims that read it, and what they hold it against."""


def criteria(kind: str) -> dict[str, str]:
    """The present hash of each claim that reads a kind of records."""
    claims, bounds = ROOMS[kind]
    return hashes(claims, bounds())


@command()
def main(arguments: Sequence[str] | None = None) -> int:
    """Print them all."""
    Parser(prog="python -m empirical.criteria", description=__doc__).parse_args(arguments)
    for kind in ROOMS:
        for claim, now in criteria(kind).items():
            print(f"{now}  {claim}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
