"""The constructions room's claims."""

from constructions.capacity.rules import CLAIMS as CAPACITY
from constructions.claims.certificates import CERTIFICATE_CLAIMS
from constructions.claims.every_length import CLAIMS as EVERY_LENGTH
from constructions.claims.free_angles import CLAIMS as FREE_ANGLES
from constructions.claims.geometric_angles import CLAIMS as GEOMETRIC_ANGLES
from constructions.claims.heads import CLAIMS as HEADS
from constructions.claims.jumps import CLAIMS as JUMPS
from constructions.claims.recall import CLAIMS as RECALL
from constructions.claims.stacks import CLAIMS as STACKS
from constructions.heads.extremal import CLAIMS as EXTREMAL
from theory.ledger import Claim

CLAIMS: tuple[Claim, ...] = (
    *(*EXTREMAL, *HEADS, *EVERY_LENGTH, *RECALL, *STACKS, *JUMPS, *CERTIFICATE_CLAIMS),
    *(*FREE_ANGLES, *GEOMETRIC_ANGLES, *CAPACITY),
)
