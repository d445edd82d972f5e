(* Near-misses of Statements.permuted: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement permuted.
From Proofs Require permuted.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* At N = 2 every permutation but one is a swap. *)
Definition A_swaps_score__two_places : Prop :=
  forall (R : rcfType) (N : nat), (2 <= N)%N ->
  exists E : 'I_N -> 'I_N -> R, (forall a p, 0 < E a p) /\ forall own, 0 < own ->
  (forall i j, i != j ->
     stay_cosine E own (tperm i j) = 1 /\ follow_cosine E own (tperm i j) = 1) /\
  exists s : 'S_N,
    stay_cosine E own s ^+ 2 = 8%:R / 9%:R /\ follow_cosine E own s ^+ 2 = 8%:R / 9%:R.
Theorem A_swaps_score__two_places_false : rcfType -> ~ A_swaps_score__two_places.
Proof.
move=> R /(_ R 2%N isT) [E [_ /(_ 1 ltr01) [swap [s [+ _]]]]].
have [s1|s1] := eqVneq (s ord0) ord0.
  have -> : s = 1%g.
    apply/permP => j; rewrite perm1; case: (unliftP ord0 j) => [k ->|-> //].
    case: (unliftP ord0 (s (lift ord0 k))) => [i ->|e]; first by rewrite !ord1.
    by have := perm_inj (etrans e (esym s1)).
  have none j : moved (1 : 'S_2)%g j = false by rewrite /moved perm1 eqxx.
  rewrite /stay_cosine /cosine_over big_pred0 // mul0r expr0n => /esym/eqP.
  by rewrite mulf_eq0 invr_eq0 !pnatr_eq0.
have -> : s = tperm ord0 (lift ord0 ord0).
  apply/permP => j; case: (unliftP ord0 j) => [k ->|->].
    rewrite (ord1 k) tpermR; case: (unliftP ord0 (s (lift ord0 ord0))) => [i e|//].
    case: (unliftP ord0 (s ord0)) => [i' e'|e']; last by rewrite e' eqxx in s1.
    have : s (lift ord0 ord0) = s ord0 by rewrite e e' (ord1 i) (ord1 i').
    by move/perm_inj.
  by rewrite tpermL; case: (unliftP ord0 (s ord0)) s1 => [i ->|->]; rewrite ?ord1 ?eqxx.
have [-> _] := swap ord0 (lift ord0 ord0) isT; rewrite expr1n => /eqP.
by rewrite eq_sym -(inj_eq (mulIf (_ : 9%:R != 0))) ?pnatr_eq0 // mulfVK ?pnatr_eq0 // mul1r eqr_nat.
Qed.

(* On the diagonal the quotient is 1. *)
Definition A_swaps_score_fix__diagonal_too : Prop :=
  forall (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R),
  0 < own -> (forall a p, 0 < E a p) ->
  ((forall s : 'S_N, s != 1%g -> stay_cosine E own s = 1)
     <-> exists c, forall a p, E a p / E p p = c) /\
  ((forall s : 'S_N, s != 1%g -> follow_cosine E own s = 1)
     <-> exists c, forall a p, a != p -> E a p / E a a = c).
Theorem A_swaps_score_fix__diagonal_too_false : rcfType -> ~ A_swaps_score_fix__diagonal_too.
Proof.
pose E (R : rcfType) (a p : 'I_2) : R := if a == p then 1 else 2%:R.
have pos (R : rcfType) a p : 0 < E R a p by rewrite /E; case: eqP; rewrite ?ltr01 ?ltr0Sn.
move=> R /(_ R 2%N (E R) 1 ltr01 (pos R)) [[+ _] _].
have [[_ all] _] := @Proofs.permuted.A_swaps_score_fix R 2%N (E R) 1 ltr01 (pos R).
case=> [|c H]; first by apply: all; exists 2%:R => a p ap; rewrite /E eqxx (negPf ap) divr1.
have := etrans (H ord0 (lift ord0 ord0)) (esym (H ord0 ord0)); rewrite /E /= !divr1 => /eqP.
by rewrite (eqr_nat R 2 1).
Qed.
