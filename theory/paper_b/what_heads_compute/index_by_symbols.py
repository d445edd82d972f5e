"""Index by no symbolic head (B-rem31-index): paper A's Theorem 2 for paper B's Index.

Source: paper B, Remark 3.1.
"""

from theory.ledger import Kind
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import ideal_index
from theory.paper_a.canonical_tasks.impossibility import (
    PARTS,
    SYMBOLIC_HEADS,
    Exchange,
    add_exchange_evidence,
    exchange_mutants,
    mixed_words,
)

REM31_INDEX = FormalClaim(
    id="B-rem31-index",
    place="Remark 3.1",
    statement="No purely symbolic head computes Index: for every n ≥ 3, every L symbolic on two "
    "inputs … a b 1 and … b a 1, every VAL and every F. With one letter the inputs are … 1 a 1 and "
    "… a 1 1. Sharp: at n = 2 no two inputs clash.",
    subject=lambda: Exchange(
        task=ideal_index,
        query="1",
        places=lambda n: (n - 2, n - 1),
        answers={("a", "b"): ("b", "a"), ("a", "1"): ("1", "a")},
        domain=mixed_words,
    ),
    quantifiers=SYMBOLIC_HEADS,
    parts=PARTS,
    not_covered="At n = 2 (so m = 1) every head is symbolic and some compute Index. Heads that the "
    "scores call pure, of which it fails (B-rem31-index-score). A number that points outside is "
    "taken to answer itself.",
    rests_on=("B-must-fix",),
)

add_exchange_evidence(REM31_INDEX)

REM31_INDEX.coq(
    "impossibility.B_rem31_index_at",
    "impossibility.B_rem31_index",
    "impossibility.B_rem31_index_sharp",
    decides=("n", "head", "n ≤ 8", "n ≤ 5", "sizes"),
    near_misses={
        "impossibility.B_rem31_index_at__same_token": Kind.HYPOTHESIS,
        "impossibility.B_rem31_index_sharp__two_places": Kind.INDEX,
    },
)

REM31_INDEX.mutants(*exchange_mutants(lambda n: (1, 2)))
