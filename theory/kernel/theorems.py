"""Which claims have theorems in ``proofs/``: a claim's id, and the theorems that carry it.

Together they state all of the claim, for all its quantifiers, but for the claims in ``PARTS``; of a
refuted claim they state the refutation, at every size at which it holds.
"""

from __future__ import annotations

from dataclasses import replace

from theory.kernel import angle_theorems
from theory.kernel.audit import REALS, SECONDS, Asked, kernel, near_miss
from theory.kernel.near_misses import NEAR_MISSES
from theory.ledger.terms import Claim, Verdict

THEOREMS: dict[str, tuple[str, ...]] = {
    "A-def-nope": ("behaviour.A_def_nope",),
    "A-def-both": ("behaviour.A_def_both",),
    "A-def-both-fix": ("behaviour.A_def_both_fix",),
    "A-lem1": ("impossibility.A_lem1",),
    "A-lem1-fix": (
        "impossibility.A_lem1_fix",
        "impossibility.A_lem1_fix_only",
        "impossibility.A_lem1_fix_query",
    ),
    "A-thm2": (
        "impossibility.A_thm2_at",
        "impossibility.A_thm2",
        "impossibility.A_thm2_sharp",
    ),
    "A-thm4": ("lookup.A_thm4", "lookup.A_thm4_distinct", "lookup.A_thm4_several"),
    "A-thm4-sharp": ("lookup.A_thm4_sharp",),
    "A-cor1": ("lookup.A_cor1",),
    "A-cor1-fix": (
        "lookup.A_cor1_fix_symbolic",
        "lookup.A_cor1_fix_affine",
        "lookup.A_cor1_fix",
        "lookup.A_cor1_fix_doubling",
    ),
    "B-num-def": ("composition.B_num_def",),
    "B-num-def-fix": ("composition.B_num_def_fix",),
    "B-let-def": ("letters.B_let_def",),
    "B-let-def-fix": (
        "letters.B_let_def_fix",
        "letters.B_let_def_fix_proper",
        "letters.B_let_def_fix_printed",
    ),
    "B-let-comp": ("letter_composition.B_let_comp",),
    "B-let-comp-fix": (
        "letter_composition.B_let_comp_fix",
        "letter_composition.B_let_comp_fix_form",
        "letter_composition.B_let_comp_fix_kept",
        "letter_composition.B_let_comp_fix_filled",
    ),
    "B-let-iter": ("iterates.B_let_iter",),
    "B-let-iter-fix": ("iterates.B_let_iter_fix", "iterates.B_let_iter_fix_until"),
    "B-index-def": ("composition.B_index_def",),
    "B-index-def-fix": ("composition.B_index_def_fix",),
    "B-num-comp": ("composition.B_num_comp",),
    "B-num-comp-all": ("composition.B_num_comp_all", "composition.B_num_comp_iff"),
    "B-rem31-index": (
        "impossibility.B_rem31_index_at",
        "impossibility.B_rem31_index",
        "impossibility.B_rem31_index_sharp",
    ),
    "B-rem31-retr": ("retrieval_heads.B_rem31_retr",),
    "B-rem31-retr-fix": (
        "retrieval_heads.B_rem31_retr_fix",
        "retrieval_heads.B_rem31_retr_fix_all",
        "retrieval_heads.B_rem31_retr_fix_hard",
        "retrieval_gaps.B_rem31_retr_fix_vanishing",
        "retrieval_gaps.B_rem31_retr_fix_gap",
        "retrieval_gaps.B_rem31_retr_fix_gap_attained",
        "retrieval_gaps.B_rem31_retr_fix_loud",
        "retrieval_gaps.B_rem31_retr_fix_quiet",
        "retrieval_gaps.B_rem31_retr_fix_half",
    ),
    "B-must": ("kinds.B_must", "retrieval_heads.B_rem31_retr"),
    "B-must-fix": (
        "kinds.B_must_fix",
        "kinds.B_must_fix_symbolic",
        "kinds.B_must_fix_positional",
        "continuous.B_must_fix_continuous",
        "continuous.B_must_fix_continuous_positional",
    ),
    "A-thm1": ("exclusion.A_thm1", "exclusion.A_thm1_attained", "exclusion.A_thm1_best"),
    "A-swaps": ("swaps.A_swaps",),
    "A-swaps-block": ("swaps.A_swaps_block",),
    "A-swaps-block-fix": ("swaps.A_swaps_block_fix",),
    "A-swaps-score": ("permuted.A_swaps_score",),
    "A-swaps-score-fix": ("permuted.A_swaps_score_fix", "score_fix.A_score_fix"),
    "A-score": ("score_one.A_score",),
    "A-score-fix": ("score_fix.A_score_fix", "score_fix.A_score_fix_blocks"),
    "A-score-all": ("score_fix.A_score_all", "score_fix.A_score_all_two"),
    "S-slack": ("exclusion.S_slack", "exclusion.S_slack_equality"),
    "S-fast": ("exclusion.S_fast", "counting.S_fast_counting"),
    "S-two-sided": (
        "two_sided.S_two_sided",
        "two_sided.S_two_sided_attained",
        "two_sided.S_two_sided_half",
    ),
    "S-two-sided-pure": ("pure_scores.S_two_sided_pure",),
    "S-swap": ("scores.S_swap", "scores.S_swap_two_numbers"),
    "S-score-sum": ("scores.S_score_sum", "scores.S_score_sum_swap"),
}
"""Each theorem as topic.name: proofs/statements/topic.v and proofs/proofs/topic.v."""

PARTS: dict[str, tuple[str, frozenset[str]]] = {
    "B-num-def": (
        "the refutation for every n1 ≥ 2 at n2 = 1, and one input for each other fault, checked by "
        "Coq's kernel",
        frozenset(),
    ),
}
"""Of which claims the theorems state a part: what part, and the quantifiers it decides."""

THEOREMS |= angle_theorems.THEOREMS
PARTS |= angle_theorems.PARTS


def with_theorems(claim: Claim) -> Claim:
    """The claim with the evidence of its theorems, and their near-misses as its mutants."""
    names = THEOREMS.get(claim.id)
    if names is None:
        return claim
    proved = claim.expected is Verdict.PROVED
    what = "the statement" if proved else "the refutation at every size at which it holds"
    decides = frozenset(claim.quantifiers) if proved else frozenset()
    covers, decides = PARTS.get(claim.id, (f"{what}, checked by Coq's kernel", decides))
    axioms = REALS if claim.id in angle_theorems.THEOREMS else ()
    evidence = kernel(*names, covers=covers, decides=decides, axioms=axioms)
    missed = tuple(
        near_miss(evidence, Asked(name, name, axioms), word, kind)
        for name in names
        for word, kind in NEAR_MISSES.get(name, {}).items()
    )
    return replace(
        claim,
        evidence=(*claim.evidence, evidence),
        mutants=(*claim.mutants, *missed),
        seconds=max(claim.seconds, SECONDS),
    )
