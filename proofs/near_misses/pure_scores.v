(* Near-misses of Statements.pure_scores: each is false. *)
From mathcomp Require Import all_ssreflect all_algebra perm.
From Statements Require Import placement scores score_one score_fix pure_scores.
From Proofs Require pure_scores.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* At N = 1 all deviations are 0. *)
Definition S_two_sided_pure__one_place : Prop :=
  forall (R : rcfType) (N k : nat), (1 <= N)%N -> (1 <= k)%N ->
  exists K : 'I_N -> 'I_N -> nat,
  (forall (own : R) (alpha : 'I_N -> 'I_N -> R), 0 < own -> weighting alpha ->
     let E a p := 2%:R ^+ K a p in
     s_POS (tokens E) own alpha = 1 /\ s_SYM (tokens E) own alpha <= 1 / k%:R) /\
  (forall u : R, u != 0 ->
     let M a p := u * (K a p)%:R in variance (logits M) <> (P M + S M) / 2%:R).
Theorem S_two_sided_pure__one_place_false : rcfType -> ~ S_two_sided_pure__one_place.
Proof.
move=> R /(_ R 1%N 1%N isT isT) [K [_ /(_ 1 (oner_neq0 R))]]; apply.
by rewrite /variance /mean /P /S /logits !big_ord1 !divr1 !subrr ?expr0n /= ?addr0 ?mul0r ?addr0 ?mul0r.
Qed.
