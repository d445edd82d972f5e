"""Which claims about angles have theorems in ``proofs/``, over the standard library's reals.

As ``theory.kernel.theorems``, where the rows join the others; apart, as these theorems rest on the
axioms of those reals."""

from __future__ import annotations

THEOREMS: dict[str, tuple[str, ...]] = {
    "A-thm3": (
        "canonical.A_thm3",
        "canonical.A_thm3_softmax",
        "canonical.A_thm3_some_B",
        "canonical.A_thm3_larger_B",
        "canonical.A_thm3_enough",
        "rope_heads.A_thm3_logits",
        "rope_heads.A_thm3_small",
    ),
    "A-thm3-lengths": ("lengths.A_thm3_lengths",),
    "A-thm3-lengths-fix": (
        "lengths.A_thm3_lengths_fix_start",
        "lengths.A_thm3_lengths_fix_back",
        "lengths.A_thm3_lengths_fix_all",
    ),
    "A-thm5": (
        "canonical.A_thm5",
        "canonical.A_thm5_length",
        "canonical.A_thm5_softmax",
        "canonical.A_thm5_one_hot",
    ),
    "A-thm6": (
        "partial_induction.A_thm6",
        "partial_induction.recalls_iff",
        "rope_heads.A_thm6_logits",
        "recall.A_thm6_softmax",
        "recall.A_thm6_softmax_angles",
    ),
    "A-one-angle": (
        "partial_induction.A_one_angle_refuted",
        "rope_heads.A_one_angle_logits",
    ),
    "A-one-angle-fix": (
        "recall.A_one_angle_fix",
        "recall.A_one_angle_fix_any",
        "recall.A_one_angle_fix_lengths",
        "recall.recalls_softmax",
        "partial_induction.A_one_angle_fix_plain",
    ),
    "A-thm7": ("shapes.A_thm7",),
    "A-thm7-fix": (
        "shapes.A_thm7_fix_index",
        "shapes.A_thm7_fix_retrieval",
        "shapes.A_thm7_fix_retrieval_constant",
    ),
    "B-irr": (
        "discrepancy.B_irr_witness",
        "discrepancy.B_irr",
        "discrepancy.pi_irrational",
    ),
    "B-irr-fix": (
        "discrepancy.B_irr_fix",
        "discrepancy.B_irr_fix_all",
        "discrepancy.B_irr_fix_rational",
        "discrepancy.printed_logits_are",
        "circle.cos_one",
    ),
    "B-thm31-index": (
        "feasibility.B_thm31_index",
        "feasibility.B_thm31_index_head",
        "feasibility.B_thm31_index_angles",
    ),
    "B-gap-index": ("feasibility.B_gap_index",),
    "B-thm31-retr": (
        "feasibility.B_thm31_retr",
        "feasibility.B_thm31_retr_one_letter",
        "feasibility.B_thm31_retr_printed",
        "feasibility.B_thm31_retr_softmax",
    ),
    "B-gap-retr": (
        "feasibility.B_gap_retr",
        "feasibility.B_gap_retr_one_letter",
        "feasibility.B_thm31_retr",
        "feasibility.B_thm31_retr_one_letter",
    ),
    "B-lemF1": (
        "softening.B_lemF1",
        "softening.B_lemF1_alphabet",
        "softening.B_lemF1_some_beta",
        "softening.B_lemF1_sharp",
    ),
    "B-lemF1-tie": ("softening.B_lemF1_tie",),
    "B-thm32-index": ("discrepancy.B_thm32_index_refuted",),
    "B-thm32-index-fix": (
        "discrepancy.B_thm32_index_fix",
        "discrepancy.B_thm32_index_fix_min",
        "discrepancy.B_thm32_index_fix_max",
        "discrepancy.B_thm32_index_fix_attained",
        "discrepancy.B_thm32_index_refuted",
        "discrepancy.discrepancy_unique",
        "circle.circle_near",
        "circle.circle_best",
    ),
    "B-thm32-retr": ("retrieval_discrepancy.B_thm32_retr_refuted",),
    "B-thm32-retr-fix": (
        "retrieval_extremes.B_thm32_retr_fix_max_even",
        "retrieval_extremes.B_thm32_retr_fix_max_odd",
        "retrieval_extremes.B_thm32_retr_fix_min",
        "retrieval_extremes.B_thm32_retr_fix_apart",
        "retrieval_extremes.discrepancy_exists",
        "retrieval_discrepancy.B_thm32_retr_fix_even",
        "retrieval_discrepancy.B_thm32_retr_fix_odd",
        "retrieval_discrepancy.B_thm32_retr_fix_least",
        "retrieval_discrepancy.B_thm32_retr_refuted",
        "discrepancy.discrepancy_unique",
    ),
    "B-rem32": (
        "retrieval_extremes.B_rem32_fix_even",
        "retrieval_extremes.B_rem32_fix_odd",
        "retrieval_extremes.B_rem32_fix_index",
    ),
    "B-rem32-readings": (
        "retrieval_discrepancy.B_rem32_refuted_max",
        "retrieval_discrepancy.B_rem32_refuted_min",
    ),
    "B-rem32-fix": (
        "retrieval_extremes.B_rem32_fix_even",
        "retrieval_extremes.B_rem32_fix_odd",
        "retrieval_extremes.B_rem32_fix_one",
        "retrieval_extremes.B_rem32_fix_min",
        "retrieval_extremes.B_rem32_fix_index",
        "retrieval_extremes.B_rem32_fix_rate",
        "retrieval_discrepancy.B_rem32_fix",
        "retrieval_discrepancy.B_rem32_refuted_max",
        "retrieval_discrepancy.B_rem32_refuted_min",
    ),
    "S-beta": ("temperature.S_beta_index",),
}
"""Each theorem as topic.name: proofs/statements/topic.v and proofs/proofs/topic.v."""

NOTHING: frozenset[str] = frozenset()
PARTS: dict[str, tuple[str, frozenset[str]]] = {
    "A-thm7": (
        "the refutation of both halves for every N ≥ 3: Index at each θ' in [2π/N, π], Retrieval "
        "at each θ in (0, π] for γ = 3θ/2",
        NOTHING,
    ),
    "B-lemF1-tie": ("the refutation at the smallest size, two keys", NOTHING),
    "S-beta": (
        "Index: the exact condition on β and θ, every n0; on paper: the closed forms, Retrieval",
        NOTHING,
    ),
}
"""Of which claims the theorems state a part, or with what proviso: the part, and the quantifiers
that it decides; of one whose range holds more than the part says, none."""
