"""What paper B prints beside its statements: pseudocode, the steps of its proofs, remarks."""

from theory.ledger import Claim
from theory.paper_b.printed_proofs.averaging import CLAIMS as AVERAGING
from theory.paper_b.printed_proofs.index_steps import CLAIMS as INDEX_STEPS
from theory.paper_b.printed_proofs.listing import CLAIMS as LISTING
from theory.paper_b.printed_proofs.retrieval_steps import CLAIMS as RETRIEVAL_STEPS

CLAIMS: tuple[Claim, ...] = (*LISTING, *AVERAGING, *INDEX_STEPS, *RETRIEVAL_STEPS)
