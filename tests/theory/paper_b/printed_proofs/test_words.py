"""B-informal: which evidence decides every N."""

from theory.ledger.inspection import on_paper
from theory.ledger.terms import Method
from theory.paper_b.printed_proofs.words import INFORMAL


def test_no_machine_decides_every_number_of_keys():
    """The question is about one key. How an equivariant row moves, and the sum over all keys, are
    in the written proof."""
    by = {e.method for e in INFORMAL.claim.evidence if "N" in e.decides}
    assert by == {Method.WRITTEN}
    assert on_paper(INFORMAL.claim)
