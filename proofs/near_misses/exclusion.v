(* Near-misses of Statements.exclusion: each is false. *)
From mathcomp Require Import all_ssreflect all_algebra perm.
From mathcomp Require Import rat.
From Statements Require Import placement exclusion.
From Proofs Require exclusion.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

Lemma zero_slack N : variance (logits (fun _ _ : 'I_N => 0 : rat)) = printed_bound (fun _ _ : 'I_N => 0 : rat).
Proof. by apply/Proofs.exclusion.S_slack_equality => a p; rewrite addr0 mul0r. Qed.

(* A head of equal logits attains the bound. *)
Definition A_thm1__strict : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  variance (logits M) < printed_bound M.
Theorem A_thm1__strict_false : ~ A_thm1__strict.
Proof.
by move=> /(_ [realFieldType of rat] 2%N (fun _ _ => 0)); rewrite zero_slack ltxx.
Qed.

(* The constant 1 is best possible. *)
Definition A_thm1__half : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  variance (logits M) <= printed_bound M / 2%:R.
Theorem A_thm1__half_false : ~ A_thm1__half.
Proof.
move=> H; suff : (1 : rat) <= 2%:R^-1 by [].
apply: (@Proofs.exclusion.A_thm1_best [realFieldType of rat] 2%N 2%:R^-1) => // M.
by rewrite mulrC; apply: H.
Qed.

(* Every head for some head: one has M a p = 1 off the diagonal. *)
Definition A_thm1_attained__every_head : Prop :=
  forall (R : realFieldType) (N : nat) (l : 'I_N -> R), forall M : 'I_N -> 'I_N -> R,
  logits M =1 l -> variance l = printed_bound M.
Theorem A_thm1_attained__every_head_false : ~ A_thm1_attained__every_head.
Proof.
pose M (a p : 'I_2) : rat := (a != p)%:R.
move=> /(_ _ _ (logits M) M (frefl _))/Proofs.exclusion.S_slack_equality/(_ ord0 (lift ord0 ord0)).
by rewrite /M /= addr0 mul0r.
Qed.

(* 1 serves, and is less than 2. *)
Definition A_thm1_best__two : Prop :=
  forall (R : realFieldType) (N : nat) (c : R), (2 <= N)%N ->
  (forall M : 'I_N -> 'I_N -> R, variance (logits M) <= c * printed_bound M) -> 2%:R <= c.
Theorem A_thm1_best__two_false : ~ A_thm1_best__two.
Proof.
move=> /(_ [realFieldType of rat] 2%N 1 isT) H; have : (2%:R : rat) <= 1.
  by apply: H => M; rewrite mul1r; apply: Proofs.exclusion.A_thm1.
by [].
Qed.

(* 3 M a p for 2 M a p. *)
Definition S_slack__three : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  P M + S M - variance (logits M)
    = (\sum_a \sum_p (3%:R * M a p - M a a - M p p) ^+ 2) / (2 * N ^ 2)%:R.
Theorem S_slack__three_false : ~ S_slack__three.
Proof.
move=> /(_ _ 1%N (fun _ _ => 1 : rat)); rewrite Proofs.exclusion.S_slack !big_ord1.
by rewrite /= => /eqP.
Qed.

(* The sum for the mean. *)
Definition S_slack_equality__sum : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  variance (logits M) = printed_bound M <-> forall a p, M a p = M a a + M p p.
Theorem S_slack_equality__sum_false : ~ S_slack_equality__sum.
Proof.
move=> /(_ _ 1%N (fun _ _ => 1 : rat)) [+ _].
move/(_ (proj2 (Proofs.exclusion.S_slack_equality _) _)) => H.
by have /eqP := H (fun a p => erefl) ord0 ord0.
Qed.

(* N! for N! N. *)
Definition S_fast__no_N : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  norm2 (delta_pos M) / (N`!)%:R = P M /\ norm2 (delta_sym M) / (N`! * N)%:R = S M.
Theorem S_fast__no_N_false : ~ S_fast__no_N.
Proof.
pose M (a p : 'I_2) : rat := (a != p)%:R.
move=> /(_ _ 2%N M) [+ _]; have [+ _] := Proofs.exclusion.S_fast M.
set n := norm2 _; have -> : P M = 2%:R^-1.
  by rewrite /P !big_ord_recl !big_ord0 /M /=; apply/eqP; vm_compute.
move=> e; have -> : n = 2%:R^-1 * (2`! * 2)%:R by rewrite -e mulfVK.
by move/eqP; vm_compute.
Qed.
