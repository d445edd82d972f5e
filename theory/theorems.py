"""Which claims have theorems in ``proofs/``: a claim's id, and the theorems that carry it.

A theorem listed for a claim states all of it, for all its quantifiers; for a refuted claim it states
the refutation, at every size at which it holds.
"""

from __future__ import annotations

from dataclasses import replace

from theory.kernel import SECONDS, kernel, other_proof
from theory.terms import Claim, Verdict

THEOREMS: dict[str, tuple[str, ...]] = {
    "A-def-nope": ("behaviour", "A_def_nope"),
    "A-def-both": ("behaviour", "A_def_both"),
    "A-def-both-fix": ("behaviour", "A_def_both_fix"),
    "A-thm1": ("exclusion", "A_thm1", "A_thm1_attained", "A_thm1_best"),
    "A-swaps": ("swaps", "A_swaps"),
    "A-swaps-block": ("swaps", "A_swaps_block"),
    "A-swaps-block-fix": ("swaps", "A_swaps_block_fix"),
    "S-slack": ("exclusion", "S_slack", "S_slack_equality"),
    "S-fast": ("exclusion", "S_fast", "S_fast_counting"),
    "S-two-sided": (
        "two_sided",
        "S_two_sided",
        "S_two_sided_attained",
        "S_two_sided_half",
    ),
}
"""The topic, then its theorems."""

STRANGER = "exclusion.S_fast_counting"
"""A theorem that no claim rests on first; each claim's mutant offers it as the proof."""


def with_theorems(claim: Claim) -> Claim:
    """The claim with the evidence of its theorems, and the mutant that this evidence rejects."""
    if claim.id not in THEOREMS:
        return claim
    topic, *names = THEOREMS[claim.id]
    proves = claim.expected is Verdict.PROVED
    evidence = kernel(
        topic,
        *names,
        covers="the statement for every size, checked by Coq's kernel"
        if proves
        else "the refutation at every size at which it holds, checked by Coq's kernel",
        decides=frozenset(claim.quantifiers) if proves else frozenset(),
    )
    return replace(
        claim,
        evidence=(*claim.evidence, evidence),
        mutants=(*claim.mutants, other_proof(evidence, STRANGER, f"{topic}.{names[0]}")),
        seconds=max(claim.seconds, SECONDS),
    )
