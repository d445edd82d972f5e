"""The theory room's claims, in the papers' order."""

from theory.all_inputs import CLAIMS as ALL_INPUTS
from theory.behaviour import CLAIMS as BEHAVIOUR
from theory.blocks import CLAIMS as BLOCKS
from theory.exclusion import FAST, THM1
from theory.hop_tasks import CLAIMS as HOP_TASKS
from theory.ledger import Claim
from theory.readings import CLAIMS as READINGS
from theory.score_sum import SCORE_HIGH, SCORE_SUM
from theory.scores import CLAIMS as SCORES
from theory.slack import CLAIMS as SLACK
from theory.swaps import CLAIMS as SWAPS
from theory.two_sided import CLAIMS as TWO_SIDED

PAPER_A: tuple[Claim, ...] = (*BEHAVIOUR, THM1, *SWAPS, *BLOCKS, *SCORES, *ALL_INPUTS, SCORE_HIGH)
PAPER_B: tuple[Claim, ...] = (*HOP_TASKS,)
SUITE: tuple[Claim, ...] = (*SLACK, FAST, *TWO_SIDED, *READINGS, SCORE_SUM)
CLAIMS: tuple[Claim, ...] = (*PAPER_A, *PAPER_B, *SUITE)
