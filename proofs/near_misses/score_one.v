(* Near-misses of Statements.score_one: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From mathcomp Require Import rat.
From Statements Require Import placement scores score_one.
From Proofs Require score_one.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* With one block of one token no entry differs from its place's own. *)
Definition A_score__one_block : Prop :=
  forall (R : rcfType) (m L : nat), (1 <= m)%N -> (1 <= L)%N ->
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
Theorem A_score__one_block_false : rcfType -> ~ A_score__one_block.
Proof.
move=> R /(_ R 1%N 1%N isT isT) [[E [own [_ _ _ [a [p [+ _]]]]]] _ _]; apply.
by rewrite (_ : a = p) // [a]surjective_pairing [p]surjective_pairing !ord1.
Qed.

(* In blocks of no tokens there is no entry. *)
Definition A_score__no_tokens : Prop :=
  forall (R : rcfType) (m L : nat), (2 <= m)%N -> 
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
Theorem A_score__no_tokens_false : rcfType -> ~ A_score__no_tokens.
Proof.
by move=> R /(_ R 2%N 0%N isT) [[E [own [_ _ _ [a _]]]] _ _]; case: a => ? [].
Qed.
