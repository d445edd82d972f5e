"""The theory room's claims, in the papers' order."""

from theory.all_inputs import CLAIMS as ALL_INPUTS
from theory.behaviour import CLAIMS as BEHAVIOUR
from theory.blocks import CLAIMS as BLOCKS
from theory.canonical import THM3, THM5
from theory.exclusion import FAST, THM1
from theory.ledger import Claim
from theory.lengths import CLAIMS as LENGTHS
from theory.partial_induction import CLAIMS as PARTIAL_INDUCTION
from theory.readings import CLAIMS as READINGS
from theory.score_sum import SCORE_HIGH, SCORE_SUM
from theory.scores import CLAIMS as SCORES
from theory.shapes import CLAIMS as SHAPES
from theory.slack import CLAIMS as SLACK
from theory.swaps import CLAIMS as SWAPS
from theory.two_angles import CLAIMS as TWO_ANGLES
from theory.two_sided import CLAIMS as TWO_SIDED

TASKS_OF_A: tuple[Claim, ...] = (
    *(THM3, *LENGTHS, THM5),
    *(*PARTIAL_INDUCTION, *TWO_ANGLES, *SHAPES),
)
PAPER_A: tuple[Claim, ...] = (
    *(*BEHAVIOUR, THM1, *SWAPS, *BLOCKS, *SCORES, *ALL_INPUTS, SCORE_HIGH),
    *TASKS_OF_A,
)
SUITE: tuple[Claim, ...] = (*SLACK, FAST, *TWO_SIDED, *READINGS, SCORE_SUM)
CLAIMS: tuple[Claim, ...] = (*PAPER_A, *SUITE)
