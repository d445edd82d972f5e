(* Scores of exactly 1 characterise nothing on one input. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement scores.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* Positive weights of the swaps, with sum 1, as a softmax gives. *)
Definition weighting (R : rcfType) (m : nat) (alpha : 'I_m -> 'I_m -> R) : Prop :=
  (forall i j, 0 < alpha i j) /\ \sum_(i < m) \sum_(j < m | (i < j)%N) alpha i j = 1.

(* Both scores at least g, whatever the weights of the swaps. *)
Definition both_scores_high (R : rcfType) (m L : nat) (g : R)
    (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R) : Prop :=
  forall alpha, weighting alpha ->
  g <= score alpha (before E own) (after E own) /\
  g <= score alpha (fun i j => flip (before E own i j)) (after E own).

Definition both_scores_one (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R)
    (own : R) : Prop :=
  forall alpha, weighting alpha ->
  score alpha (before E own) (after E own) = 1 /\
  score alpha (fun i j => flip (before E own i j)) (after E own) = 1.

(* Refuted for every number m >= 2 of blocks, of L >= 1 tokens each: both scores are 1 and the
   head is neither positional nor symbolic; both are 1, every M a p is the same, and the query's
   own key still gets more attention than the others; both are at least 0.9, whatever the own key,
   and one key gets twice the attention of another. *)
Definition A_score : Prop :=
  forall (R : rcfType) (m L : nat), (2 <= m)%N -> (1 <= L)%N ->
  [/\ exists (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R),
        [/\ 0 < own, forall a p, 0 < E a p, both_scores_one E own
          & exists a p, E a p <> E p p /\ E a p <> E a a],
      exists (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R),
        [/\ forall a p, 0 < E a p, both_scores_one E own
          & forall a p b q, E a p = E b q /\ E a p < own]
    & exists E : 'I_m * 'I_L -> 'I_m * 'I_L -> R,
        [/\ forall a p, 0 < E a p,
            forall own, 0 < own -> both_scores_high (9%:R / 10%:R) E own
          & exists a b, E a a = 2%:R * E b b]].
