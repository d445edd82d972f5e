"""The law of many planes and other papers' rules of thumb about RoPE, as claims."""

from constructions.capacity.rules.context import CLAIMS as CONTEXT
from constructions.capacity.rules.critical import CLAIMS as CRITICAL
from constructions.capacity.rules.decay import CLAIMS as DECAY
from constructions.capacity.rules.fit import CLAIMS as FIT
from constructions.capacity.rules.interpolation import CLAIMS as INTERPOLATION
from constructions.capacity.rules.limits import CLAIMS as LIMITS
from constructions.capacity.rules.phase import CLAIMS as PHASE
from constructions.capacity.rules.places import CLAIMS as PLACES
from constructions.capacity.rules.planes import CLAIMS as PLANES
from constructions.capacity.rules.semantic import CLAIMS as SEMANTIC
from constructions.capacity.rules.stretch import CLAIMS as STRETCH
from constructions.capacity.rules.table import CLAIMS as TABLE
from theory.ledger import Claim

CLAIMS: tuple[Claim, ...] = (
    *(*PLANES, *CONTEXT, *TABLE, *FIT),
    *(*PHASE, *LIMITS, *DECAY, *PLACES, *SEMANTIC),
    *(*INTERPOLATION, *STRETCH, *CRITICAL),
)
