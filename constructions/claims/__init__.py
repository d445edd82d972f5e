"""The claims of ``constructions``, in the order of ``pinned.json``."""

from theory.ledger import Claim
from theory.ledger.writing import collected

COLLECTED = collected(
    "constructions.claims", "constructions.heads.extremal", "constructions.other_papers"
)
"""Id: the module that makes the claim, and the claim."""
CLAIMS: tuple[Claim, ...] = tuple(claim for _, claim in COLLECTED.values())
