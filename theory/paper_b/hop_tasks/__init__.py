"""The claims about the number and the letter task, in the order of paper B."""

from theory.ledger import Claim
from theory.paper_b.hop_tasks.first_conditions import LET_VALUE, NUM_VALUE
from theory.paper_b.hop_tasks.index_task import CLAIMS as INDEX
from theory.paper_b.hop_tasks.layers import CLAIMS as LAYERS
from theory.paper_b.hop_tasks.letter_composition import CLAIMS as LETTER_COMPOSITION
from theory.paper_b.hop_tasks.letter_head import CLAIMS as LETTER_HEAD
from theory.paper_b.hop_tasks.letter_hops import CLAIMS as LETTER_HOPS
from theory.paper_b.hop_tasks.letter_task import CLAIMS as LETTER
from theory.paper_b.hop_tasks.number_hops import CLAIMS as NUMBER_HOPS
from theory.paper_b.hop_tasks.number_printed import CLAIMS as NUMBER_PRINTED
from theory.paper_b.hop_tasks.number_task import CLAIMS as NUMBER
from theory.paper_b.hop_tasks.retrieval_iterates import CLAIMS as ITERATES

CLAIMS: tuple[Claim, ...] = (
    *NUMBER,
    NUM_VALUE,
    *LETTER,
    LET_VALUE,
    *INDEX,
    *NUMBER_HOPS,
    *NUMBER_PRINTED,
    *LETTER_COMPOSITION,
    *LETTER_HOPS,
    *LETTER_HEAD,
    *ITERATES,
    *LAYERS,
)
