"""Why heads fail on long inputs: what one head's lead is worth among many keys, and when a lag
beyond training turns back to the target's angle."""

from theory.ledger import Claim
from theory.paper_b.long_inputs.aliases import CLAIMS as ALIASES
from theory.paper_b.long_inputs.lead import CLAIMS as LEAD

CLAIMS: tuple[Claim, ...] = (*LEAD, *ALIASES)
