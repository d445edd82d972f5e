"""The empirical package's claims, all of them measured."""

from __future__ import annotations

from empirical.beyond.claims import PUBLIC
from empirical.canonical import claims as canonical_claims
from empirical.criteria import claims as released
from empirical.criteria.printed import PRINTED
from empirical.law import claims as law
from empirical.mechanism import claims as mechanism_claims
from empirical.shipped.claims import MODEL_CLAIMS
from theory.ledger import Claim

CLAIMS: tuple[Claim, ...] = (
    *MODEL_CLAIMS,
    *released.CLAIMS,
    *PRINTED,
    *mechanism_claims.MECHANISM_CLAIMS,
    *canonical_claims.CANONICAL_CLAIMS,
    *law.LAW_CLAIMS,
    PUBLIC,
)
