"""The theory room's claims, in the papers' order."""

from theory.all_inputs import CLAIMS as ALL_INPUTS
from theory.behaviour import CLAIMS as BEHAVIOUR
from theory.blocks import CLAIMS as BLOCKS
from theory.exclusion import FAST, THM1
from theory.index_discrepancy import CLAIMS as INDEX_DISCREPANCY
from theory.index_gap import CLAIMS as INDEX_GAP
from theory.index_head import CLAIMS as INDEX_HEAD
from theory.ledger import Claim
from theory.no_positions import CLAIMS as NO_POSITIONS
from theory.readings import CLAIMS as READINGS
from theory.retrieval_discrepancy import CLAIMS as RETRIEVAL_DISCREPANCY
from theory.retrieval_head import CLAIMS as RETRIEVAL_HEAD
from theory.score_sum import SCORE_HIGH, SCORE_SUM
from theory.scores import CLAIMS as SCORES
from theory.slack import CLAIMS as SLACK
from theory.softening import CLAIMS as SOFTENING
from theory.swaps import CLAIMS as SWAPS
from theory.temperature import CLAIMS as TEMPERATURE
from theory.two_sided import CLAIMS as TWO_SIDED

PAPER_A: tuple[Claim, ...] = (*BEHAVIOUR, THM1, *SWAPS, *BLOCKS, *SCORES, *ALL_INPUTS, SCORE_HIGH)
HEADS: tuple[Claim, ...] = (
    *INDEX_HEAD,
    *INDEX_GAP,
    *RETRIEVAL_HEAD,
    *SOFTENING,
    *INDEX_DISCREPANCY,
    *RETRIEVAL_DISCREPANCY,
    *NO_POSITIONS,
)
PAPER_B: tuple[Claim, ...] = HEADS
SUITE: tuple[Claim, ...] = (*SLACK, FAST, *TWO_SIDED, *READINGS, SCORE_SUM, *TEMPERATURE)
CLAIMS: tuple[Claim, ...] = (*PAPER_A, *PAPER_B, *SUITE)
