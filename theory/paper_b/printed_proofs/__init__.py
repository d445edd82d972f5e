"""What paper B prints beside its statements: pseudocode, the steps of its proofs, remarks."""

from theory.ledger import Claim
from theory.paper_b.printed_proofs.averaging import CLAIMS as AVERAGING
from theory.paper_b.printed_proofs.design import CLAIMS as DESIGN
from theory.paper_b.printed_proofs.dispersion import CLAIMS as DISPERSION
from theory.paper_b.printed_proofs.figure import CLAIMS as FIGURE
from theory.paper_b.printed_proofs.index_steps import CLAIMS as INDEX_STEPS
from theory.paper_b.printed_proofs.keys import CLAIMS as KEYS
from theory.paper_b.printed_proofs.listing import CLAIMS as LISTING
from theory.paper_b.printed_proofs.remark_steps import CLAIMS as REMARK_STEPS
from theory.paper_b.printed_proofs.retrieval_steps import CLAIMS as RETRIEVAL_STEPS
from theory.paper_b.printed_proofs.words import CLAIMS as WORDS
from theory.paper_b.printed_proofs.zero import CLAIMS as ZERO
from theory.paper_b.printed_proofs.zero_may import CLAIMS as ZERO_MAY

CLAIMS: tuple[Claim, ...] = (
    *(*LISTING, *AVERAGING, *INDEX_STEPS, *RETRIEVAL_STEPS, *REMARK_STEPS),
    *(*FIGURE, *DISPERSION, *DESIGN, *KEYS, *WORDS, *ZERO, *ZERO_MAY),
)
