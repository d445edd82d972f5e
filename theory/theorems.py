"""Which claims have theorems in ``proofs/``: a claim's id, and the theorems that carry it.

Together they state all of the claim, for all its quantifiers; of a refuted claim they state the
refutation, at every size at which it holds.
"""

from __future__ import annotations

from dataclasses import replace

from theory.kernel import SECONDS, kernel, other_proof
from theory.terms import Claim, Verdict

THEOREMS: dict[str, tuple[str, ...]] = {
    "A-def-nope": ("behaviour.A_def_nope",),
    "A-def-both": ("behaviour.A_def_both",),
    "A-def-both-fix": ("behaviour.A_def_both_fix",),
    "A-thm1": ("exclusion.A_thm1", "exclusion.A_thm1_attained", "exclusion.A_thm1_best"),
    "A-swaps": ("swaps.A_swaps",),
    "A-swaps-block": ("swaps.A_swaps_block",),
    "A-swaps-block-fix": ("swaps.A_swaps_block_fix",),
    "A-score": ("score_one.A_score",),
    "S-slack": ("exclusion.S_slack", "exclusion.S_slack_equality"),
    "S-fast": ("exclusion.S_fast", "counting.S_fast_counting"),
    "S-two-sided": (
        "two_sided.S_two_sided",
        "two_sided.S_two_sided_attained",
        "two_sided.S_two_sided_half",
    ),
    "S-swap": ("scores.S_swap",),
    "S-score-sum": ("scores.S_score_sum",),
}
"""Each theorem as topic.name: proofs/statements/topic.v and proofs/proofs/topic.v."""

STRANGER = "counting.S_fast_counting"
"""No claim's first theorem; the mutant of each offers it as the proof."""


def with_theorems(claim: Claim) -> Claim:
    """The claim with the evidence of its theorems, and the mutant that this evidence rejects."""
    names = THEOREMS.get(claim.id)
    if names is None:
        return claim
    proved = claim.expected is Verdict.PROVED
    what = "the statement" if proved else "the refutation at every size at which it holds"
    decides = frozenset(claim.quantifiers) if proved else frozenset()
    evidence = kernel(*names, covers=f"{what}, checked by Coq's kernel", decides=decides)
    return replace(
        claim,
        evidence=(*claim.evidence, evidence),
        mutants=(*claim.mutants, other_proof(evidence, STRANGER, names[0])),
        seconds=max(claim.seconds, SECONDS),
    )
