"""Print the hash of every registered criterion, and the one that the next row of the table of
changes follows.

Manifests of new records contain these hashes. Criteria of language models' claims are not listed.
"""

from collections.abc import Callable, Sequence
from typing import Any

from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.printed import PRINTED
from empirical.experiments.canonical import bounds as canonical_bounds
from empirical.experiments.canonical import claims as canonical_claims
from empirical.experiments.law import bounds as law_bounds
from empirical.experiments.law import claims as law_claims
from empirical.experiments.mechanism import bounds as mechanism_bounds
from empirical.experiments.mechanism import claims as mechanism_claims
from empirical.experiments.shipped import bounds as shipped_bounds
from empirical.experiments.shipped import claims as shipped_claims
from empirical.protocol.reading import Misread, naming, parsed
from empirical.protocol.registration import CHANGES, changes_digest, hashes
from theory.ledger import Claim
from theory.reports.command import Parser, entry_point


def bounds() -> Bounds:
    """Those of this package."""
    return BOUNDS


BY_KIND: dict[str, tuple[tuple[Claim, ...], Callable[[], Any]]] = {
    **{kind: (claims, bounds) for kind, claims in CLAIMS_BY_KIND.items()},
    "mechanism": (mechanism_claims.MECHANISM_CLAIMS, mechanism_bounds.bounds),
    "canonical": (canonical_claims.CANONICAL_CLAIMS, canonical_bounds.bounds),
    "law": ((*law_claims.LAW_CLAIMS, *PRINTED), law_bounds.bounds),
    "shipped": (shipped_claims.MODEL_CLAIMS, shipped_bounds.bounds),
}
"""A kind of records, or the shipped models: the claims that read it, and what they hold it
against."""


def criteria(kind: str) -> dict[str, str]:
    """The present hash of each claim that reads a kind of records."""
    claims, bounds = BY_KIND[kind]
    return hashes(claims, bounds())


def parser() -> Parser:
    """The grammar of ``criteria``: no options."""
    return Parser(prog="rope-claims criteria", description=__doc__)


@entry_point(Misread)
def main(arguments: Sequence[str] | None = None) -> int:
    """Print them all."""
    parser().parse_args(arguments)
    with naming(CHANGES):
        follows = changes_digest(parsed(CHANGES))
    for kind in BY_KIND:
        for claim, now in criteria(kind).items():
            print(f"{now}  {claim}")
    print(f"{follows}  what the next row of {CHANGES.name} follows")
    return 0
