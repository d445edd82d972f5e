(* A head that is pure by its scores need not have half the bound for its variance. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import placement scores score_one score_fix.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* Refuted at every N >= 2 and every level 1/k, of which 1/10 and 1/20 are two: s_POS = 1 and
   s_SYM <= 1/k, yet the variance is not half of P + S. The logits are u K, with u for log 2 and
   whole numbers K, so that the weights are 2^K; the last line holds for every u but 0. *)
Definition S_two_sided_pure : Prop :=
  forall (R : rcfType) (N k : nat), (2 <= N)%N -> (1 <= k)%N ->
  exists K : 'I_N -> 'I_N -> nat,
  (forall (own : R) (alpha : 'I_N -> 'I_N -> R), 0 < own -> weighting alpha ->
     let E a p := 2%:R ^+ K a p in
     s_POS (tokens E) own alpha = 1 /\ s_SYM (tokens E) own alpha <= 1 / k%:R) /\
  (forall u : R, u != 0 ->
     let M a p := u * (K a p)%:R in variance (logits M) <> (P M + S M) / 2%:R).
