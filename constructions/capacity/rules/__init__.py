"""The law of many planes and other papers' rules of thumb about RoPE, as claims."""

from constructions.capacity.rules.context import CLAIMS as CONTEXT
from constructions.capacity.rules.phase import CLAIMS as PHASE
from constructions.capacity.rules.planes import CLAIMS as PLANES
from theory.ledger import Claim

CLAIMS: tuple[Claim, ...] = (*PLANES, *CONTEXT, *PHASE)
