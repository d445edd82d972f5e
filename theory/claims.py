"""The theory room's claims, folder by folder, in the papers' order within each.

``proofs.md`` has the same groups in the same order.
"""

from theory.ledger import Claim
from theory.paper_a.behaviour.all_inputs import CLAIMS as ALL_INPUTS
from theory.paper_a.behaviour.behaviour import CLAIMS as BEHAVIOUR
from theory.paper_a.behaviour.blocks import CLAIMS as BLOCKS
from theory.paper_a.behaviour.exclusion import FAST, THM1
from theory.paper_a.behaviour.readings import CLAIMS as READINGS
from theory.paper_a.behaviour.score_ends import CLAIMS as SCORE_ENDS
from theory.paper_a.behaviour.score_high import SCORE_HIGH
from theory.paper_a.behaviour.score_one import CLAIMS as SCORE_ONE
from theory.paper_a.behaviour.score_sum import SCORE_SUM
from theory.paper_a.behaviour.score_temperature import SCORE_TEMPERATURE
from theory.paper_a.behaviour.scores import CLAIMS as SCORES
from theory.paper_a.behaviour.slack import CLAIMS as SLACK
from theory.paper_a.behaviour.swaps import CLAIMS as SWAPS
from theory.paper_a.behaviour.two_sided import CLAIMS as TWO_SIDED
from theory.paper_a.canonical_tasks.impossibility import CLAIMS_A as SYMBOLIC_A
from theory.paper_a.canonical_tasks.index_at_all_lengths import CLAIMS as LENGTHS
from theory.paper_a.canonical_tasks.index_head import THM3
from theory.paper_a.canonical_tasks.index_margins import CLAIMS as INDEX_MARGINS
from theory.paper_a.canonical_tasks.induction_heads import CLAIMS_A as INDUCTION
from theory.paper_a.canonical_tasks.invariance import CLAIMS_A as INVARIANCE
from theory.paper_a.canonical_tasks.lookup_heads import CLAIMS_A as LOOKUP
from theory.paper_a.canonical_tasks.margin_scores import CLAIMS as MARGIN_SCORES
from theory.paper_a.canonical_tasks.margins import CLAIMS as MARGINS
from theory.paper_a.canonical_tasks.partial_induction import CLAIMS as PARTIAL_INDUCTION
from theory.paper_a.canonical_tasks.retrieval_by_symbol import THM5
from theory.paper_a.canonical_tasks.shapes import CLAIMS as SHAPES
from theory.paper_a.canonical_tasks.shapes_printed import CLAIMS as PRINTED_SHAPES
from theory.paper_a.canonical_tasks.two_angles import CLAIMS as TWO_ANGLES
from theory.paper_b.hop_tasks import CLAIMS as HOP_TASKS
from theory.paper_b.long_inputs import CLAIMS as LONG_INPUTS
from theory.paper_b.printed_heads.index import CLAIMS as INDEX_HEAD
from theory.paper_b.printed_heads.index_discrepancy import CLAIMS as INDEX_DISCREPANCY
from theory.paper_b.printed_heads.index_gap import CLAIMS as INDEX_GAP
from theory.paper_b.printed_heads.index_ties import CLAIMS as INDEX_TIES
from theory.paper_b.printed_heads.retrieval import CLAIMS as RETRIEVAL_HEAD
from theory.paper_b.printed_heads.retrieval_any_length import CLAIMS as RETRIEVAL_ANY_LENGTH
from theory.paper_b.printed_heads.retrieval_bound import CLAIMS as RETRIEVAL_BOUND
from theory.paper_b.printed_heads.retrieval_discrepancy import CLAIMS as RETRIEVAL_DISCREPANCY
from theory.paper_b.printed_heads.retrieval_valid import CLAIMS as RETRIEVAL_VALID
from theory.paper_b.printed_heads.softening import CLAIMS as SOFTENING
from theory.paper_b.printed_heads.temperature import CLAIMS as TEMPERATURE
from theory.paper_b.printed_heads.without_positions import CLAIMS as NO_POSITIONS
from theory.paper_b.printed_proofs import CLAIMS as PRINTED_PROOFS
from theory.paper_b.what_heads_compute.head_classes import CLAIMS_B as HEAD_CLASSES
from theory.paper_b.what_heads_compute.index_by_symbols import REM31_INDEX
from theory.paper_b.what_heads_compute.positional_retrieval import REM31_RETR
from theory.paper_b.what_heads_compute.pure_at_work import CLAIMS as PURE_AT_WORK
from theory.paper_b.what_heads_compute.pure_heads import CLAIMS_B as PURE
from theory.paper_b.what_heads_compute.retrieval_biased import ALL as RETRIEVAL_BIASED
from theory.paper_b.what_heads_compute.retrieval_diagonal import FIX as RETRIEVAL_DIAGONAL
from theory.paper_b.what_heads_compute.retrieval_gap import GAP as RETRIEVAL_GAP
from theory.paper_b.what_heads_compute.retrieval_own_key import OWN as RETRIEVAL_OWN_KEY
from theory.paper_b.what_heads_compute.retrieval_vanishing import PLACES as RETRIEVAL_VANISHING
from theory.paper_b.what_heads_compute.symbolic_index import REM31_INDEX_SCORE

GROUPS: dict[str, tuple[Claim, ...]] = {
    "paper_a/behaviour": (
        *(*BEHAVIOUR, THM1, *SWAPS, *BLOCKS),
        *(*SCORE_ONE, *SCORES, *ALL_INPUTS, SCORE_HIGH),
        *(*SLACK, FAST, *TWO_SIDED, *READINGS, SCORE_SUM, SCORE_TEMPERATURE, *SCORE_ENDS),
    ),
    "paper_a/canonical_tasks": (
        *(*INVARIANCE, *SYMBOLIC_A, THM3, *LENGTHS, *LOOKUP, THM5),
        *(*INDUCTION, *PARTIAL_INDUCTION, *TWO_ANGLES, *PRINTED_SHAPES, *SHAPES),
        *(*MARGINS, *INDEX_MARGINS, *MARGIN_SCORES),
    ),
    "paper_b/hop_tasks": HOP_TASKS,
    "paper_b/printed_heads": (
        *(*INDEX_HEAD, *INDEX_TIES, *INDEX_GAP, *RETRIEVAL_VALID, *RETRIEVAL_HEAD, *SOFTENING),
        *(*INDEX_DISCREPANCY, *RETRIEVAL_BOUND, *RETRIEVAL_DISCREPANCY, *RETRIEVAL_ANY_LENGTH),
        *(*NO_POSITIONS, *TEMPERATURE),
    ),
    "paper_b/what_heads_compute": (
        *(*PURE, *PURE_AT_WORK, REM31_INDEX, REM31_INDEX_SCORE),
        *(REM31_RETR, RETRIEVAL_DIAGONAL, RETRIEVAL_BIASED, RETRIEVAL_VANISHING),
        *(RETRIEVAL_GAP, RETRIEVAL_OWN_KEY, *HEAD_CLASSES),
    ),
    "paper_b/printed_proofs": PRINTED_PROOFS,
    "paper_b/long_inputs": LONG_INPUTS,
}
CLAIMS: tuple[Claim, ...] = tuple(claim for group in GROUPS.values() for claim in group)
