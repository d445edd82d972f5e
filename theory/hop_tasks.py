"""The claims about the number and the letter task, in the order of paper B."""

from theory.index_task import CLAIMS as INDEX
from theory.ledger import Claim
from theory.letter_composition import CLAIMS as LETTER_COMPOSITION
from theory.letter_hops import CLAIMS as LETTER_HOPS
from theory.letter_task import CLAIMS as LETTER
from theory.number_hops import CLAIMS as NUMBER_HOPS
from theory.number_printed import CLAIMS as NUMBER_PRINTED
from theory.number_task import CLAIMS as NUMBER
from theory.retrieval_iterates import CLAIMS as ITERATES

CLAIMS: tuple[Claim, ...] = (
    *NUMBER,
    *LETTER,
    *INDEX,
    *NUMBER_HOPS,
    *NUMBER_PRINTED,
    *LETTER_COMPOSITION,
    *LETTER_HOPS,
    *ITERATES,
)
