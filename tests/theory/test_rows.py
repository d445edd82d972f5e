"""Every row of the two papers' formal claims, and of this suite's, has its entry in the ledger."""

from theory.claims import CLAIMS
from theory.ledger import Verdict

ROWS = [
    "A-def-nope",
    "A-def-both",
    "A-thm1",
    "A-swaps",
    "A-score",
    "A-lem1",
    "A-thm2",
    "A-thm3",
    "A-thm4",
    "A-thm5",
    "A-cor1",
    "A-one-angle",
    "A-thm6",
    "A-thm7",
    "B-num-def",
    "B-let-def",
    "B-index-def",
    "B-num-comp",
    "B-let-comp",
    "B-thm31-index",
    "B-thm31-retr",
    "B-irr",
    "B-gap-index",
    "B-gap-retr",
    "B-lemF1",
    "B-thm32-index",
    "B-thm32-retr",
    "B-rem31-pure",
    "B-rem31-index",
    "B-rem31-retr",
    "B-must",
    "B-rem32",
    "B-listing",
    "B-lemF1-proof",
    "B-F21-steps",
    "B-F22-steps",
    "B-F23-retr",
    "B-F23-index",
    "B-fig5A",
    "B-dispersion",
    "B-standard",
    "B-keys",
    "B-informal",
    "B-zero",
    "B-swaps",
    "S-slack",
    "S-fast",
    "S-two-sided",
    "S-swap",
    "S-score-sum",
    "S-beta",
]
BY_ID = {claim.id: claim for claim in CLAIMS}


def test_no_row_is_missing():
    assert not set(ROWS) - set(BY_ID)


def test_every_row_is_to_be_settled():
    settled = {Verdict.PROVED, Verdict.REFUTED}
    assert {row for row in ROWS if BY_ID[row].expected not in settled} == set()
