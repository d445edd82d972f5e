"""The empirical package's claims, all of them measured."""

from empirical.criteria import claims as released
from empirical.criteria.printed import PRINTED
from empirical.experiments.beyond.claims import PUBLIC
from empirical.experiments.canonical import claims as canonical_claims
from empirical.experiments.law import claims as law
from empirical.experiments.mechanism import claims as mechanism_claims
from empirical.experiments.shipped.claims import MODEL_CLAIMS
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
