"""The claims of ``theory``, in the order of ``pinned.json``."""

from theory.ledger import Claim
from theory.ledger.writing import collected

COLLECTED = collected("theory.paper_a", "theory.paper_b")
"""Id: the module that makes the claim, and the claim."""
CLAIMS: tuple[Claim, ...] = tuple(claim for _, claim in COLLECTED.values())
