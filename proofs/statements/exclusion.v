(* The exclusion principle: a head cannot be positional and symbolic at once unless its own
   logits are all equal. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import placement.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* The right side of paper A's Theorem 1; N = n - 1. *)
Definition printed_bound (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R) : R :=
  (norm2 (delta_pos M) + norm2 (delta_sym M)) / (N`! * N)%:R.

(* Any head, any input; at N = 0 both sides are 0 by convention. *)
Definition A_thm1 : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  variance (logits M) <= printed_bound M.

(* Whatever the logits, some head attains the bound. *)
Definition A_thm1_attained : Prop :=
  forall (R : realFieldType) (N : nat) (l : 'I_N -> R), exists M : 'I_N -> 'I_N -> R,
  logits M =1 l /\ variance l = printed_bound M.

(* The constant 1 is best possible at every N >= 2. *)
Definition A_thm1_best : Prop :=
  forall (R : realFieldType) (N : nat) (c : R), (2 <= N)%N ->
  (forall M : 'I_N -> 'I_N -> R, variance (logits M) <= c * printed_bound M) -> 1 <= c.

Definition S_fast : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  norm2 (delta_pos M) / (N`! * N)%:R = P M /\ norm2 (delta_sym M) / (N`! * N)%:R = S M.

Definition S_slack : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  P M + S M - variance (logits M)
    = (\sum_a \sum_p (2%:R * M a p - M a a - M p p) ^+ 2) / (2 * N ^ 2)%:R.

Definition S_slack_equality : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  variance (logits M) = printed_bound M <-> forall a p, M a p = (M a a + M p p) / 2%:R.
