"""The theory room's claims, in the papers' order, and the roster of ids that must be there."""

from theory.all_inputs import CLAIMS as ALL_INPUTS
from theory.behaviour import CLAIMS as BEHAVIOUR
from theory.blocks import CLAIMS as BLOCKS
from theory.canonical import THM3, THM5
from theory.exclusion import FAST, THM1
from theory.head_classes import CLAIMS_B as HEAD_CLASSES
from theory.hop_tasks import CLAIMS as HOP_TASKS
from theory.impossibility import CLAIMS_A as SYMBOLIC_A
from theory.impossibility import CLAIMS_B as SYMBOLIC_B
from theory.index_discrepancy import CLAIMS as INDEX_DISCREPANCY
from theory.index_gap import CLAIMS as INDEX_GAP
from theory.index_head import CLAIMS as INDEX_HEAD
from theory.induction_heads import CLAIMS_A as INDUCTION
from theory.invariance import CLAIMS_A as INVARIANCE
from theory.ledger import Claim
from theory.lengths import CLAIMS as LENGTHS
from theory.lookup_heads import CLAIMS_A as LOOKUP
from theory.no_positions import CLAIMS as NO_POSITIONS
from theory.partial_induction import CLAIMS as PARTIAL_INDUCTION
from theory.pure_heads import CLAIMS_B as PURE
from theory.readings import CLAIMS as READINGS
from theory.retrieval_discrepancy import CLAIMS as RETRIEVAL_DISCREPANCY
from theory.retrieval_head import CLAIMS as RETRIEVAL_HEAD
from theory.retrieval_heads import CLAIMS_B as RETRIEVAL
from theory.score_high import SCORE_HIGH
from theory.score_sum import SCORE_SUM
from theory.scores import CLAIMS as SCORES
from theory.shapes import CLAIMS as SHAPES
from theory.slack import CLAIMS as SLACK
from theory.softening import CLAIMS as SOFTENING
from theory.swaps import CLAIMS as SWAPS
from theory.symbolic_index import REM31_INDEX_SCORE
from theory.temperature import CLAIMS as TEMPERATURE
from theory.theorems import with_theorems
from theory.two_angles import CLAIMS as TWO_ANGLES
from theory.two_sided import CLAIMS as TWO_SIDED

EXCLUSION: tuple[Claim, ...] = (*BEHAVIOUR, THM1, *SWAPS, *BLOCKS, *SCORES, *ALL_INPUTS, SCORE_HIGH)
TASKS_OF_A: tuple[Claim, ...] = (
    *(*INVARIANCE, *SYMBOLIC_A, THM3, *LENGTHS, *LOOKUP, THM5),
    *(*INDUCTION, *PARTIAL_INDUCTION, *TWO_ANGLES, *SHAPES),
)
HEADS_OF_B: tuple[Claim, ...] = (
    *(*INDEX_HEAD, *INDEX_GAP, *RETRIEVAL_HEAD, *SOFTENING),
    *(*INDEX_DISCREPANCY, *RETRIEVAL_DISCREPANCY),
)
IMPOSSIBLE_FOR_B: tuple[Claim, ...] = (
    *(*PURE, *SYMBOLIC_B, REM31_INDEX_SCORE),
    *(*RETRIEVAL, *HEAD_CLASSES),
)
PAPER_A: tuple[Claim, ...] = (*EXCLUSION, *TASKS_OF_A)
PAPER_B: tuple[Claim, ...] = (*HOP_TASKS, *HEADS_OF_B, *IMPOSSIBLE_FOR_B, *NO_POSITIONS)
SUITE: tuple[Claim, ...] = (*SLACK, FAST, *TWO_SIDED, *READINGS, SCORE_SUM, *TEMPERATURE)
CLAIMS: tuple[Claim, ...] = tuple(map(with_theorems, (*PAPER_A, *PAPER_B, *SUITE)))
