"""The constructions room's claims."""

from constructions.certificates_claims import CERTIFICATE_CLAIMS
from constructions.extremal import CLAIMS as EXTREMAL
from constructions.head_claims import CLAIMS as HEADS
from constructions.recall_claims import CLAIMS as RECALL
from constructions.stack_claims import CLAIMS as STACKS
from theory.ledger import Claim

CLAIMS: tuple[Claim, ...] = (*EXTREMAL, *HEADS, *RECALL, *STACKS, *CERTIFICATE_CLAIMS)
