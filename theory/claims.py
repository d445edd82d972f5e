"""The theory room's claims, in the papers' order."""

from theory.all_inputs import CLAIMS as ALL_INPUTS
from theory.behaviour import CLAIMS as BEHAVIOUR
from theory.blocks import CLAIMS as BLOCKS
from theory.exclusion import FAST, THM1
from theory.head_classes import CLAIMS_B as HEAD_CLASSES
from theory.impossibility import CLAIMS_A as SYMBOLIC_A
from theory.impossibility import CLAIMS_B as SYMBOLIC_B
from theory.induction_heads import CLAIMS_A as INDUCTION
from theory.invariance import CLAIMS_A as INVARIANCE
from theory.ledger import Claim
from theory.lookup_heads import CLAIMS_A as LOOKUP
from theory.pure_heads import CLAIMS_B as PURE
from theory.readings import CLAIMS as READINGS
from theory.retrieval_heads import CLAIMS_B as RETRIEVAL
from theory.score_sum import SCORE_HIGH, SCORE_SUM
from theory.scores import CLAIMS as SCORES
from theory.slack import CLAIMS as SLACK
from theory.swaps import CLAIMS as SWAPS
from theory.two_sided import CLAIMS as TWO_SIDED

EXCLUSION: tuple[Claim, ...] = (*BEHAVIOUR, THM1, *SWAPS, *BLOCKS, *SCORES, *ALL_INPUTS, SCORE_HIGH)
IMPOSSIBLE_A: tuple[Claim, ...] = (*INVARIANCE, *SYMBOLIC_A, *LOOKUP, *INDUCTION)
IMPOSSIBLE_B: tuple[Claim, ...] = (*PURE, *SYMBOLIC_B, *RETRIEVAL, *HEAD_CLASSES)
PAPER_A: tuple[Claim, ...] = (*EXCLUSION, *IMPOSSIBLE_A)
PAPER_B: tuple[Claim, ...] = IMPOSSIBLE_B
SUITE: tuple[Claim, ...] = (*SLACK, FAST, *TWO_SIDED, *READINGS, SCORE_SUM)
CLAIMS: tuple[Claim, ...] = (*PAPER_A, *PAPER_B, *SUITE)
