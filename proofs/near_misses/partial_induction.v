(* Near-misses of Statements.partial_induction: each is false. *)
From Coq Require Import Reals.
From Coq Require Import ZArith Lra Lia.
From Statements Require Import circle attention canonical feasibility partial_induction.
From Proofs Require partial_induction.
From Near_misses Require Import turns.
Local Open Scope R_scope.

(* 2 N for 2 N - 1: a quarter turn serves N = 2. *)
Definition A_thm6__even : Prop :=
  forall (A T N : nat) (a c theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat -> 0 < c ->
  recalls_up_to A T N hard (two_angles a c theta)
  <-> small_angle theta (2 * PI / INR (2 * N)) /\ c * (cos theta - cos (INR N * theta)) < a.
Theorem A_thm6__even_false : ~ A_thm6__even.
Proof.
intros H; pose proof PI_RGT_0 as P.
destruct (Proofs.partial_induction.A_thm6 2%nat 2%nat 2%nat 2 1 (PI / 2)) as [_ R]; try lia; try lra.
destruct (H 2%nat 2%nat 2%nat 2 1 (PI / 2)) as [L _]; try lia; try lra.
destruct L as [S _]; [apply R; split|].
- apply small_here; simpl; lra.
- simpl; replace ((1 + 1) * (PI / 2)) with PI by field; rewrite cos_PI, cos_PI2; lra.
- revert S; apply small_not; simpl; lra.
Qed.

(* No two keys are at one distance. *)
Definition recalls_iff__same_place : Prop :=
  forall (A T N : nat) (L : nat -> nat -> nat -> R), (2 <= A)%nat -> (2 <= T)%nat ->
  recalls_up_to A T N hard L
  <-> (forall q s t, (q < A)%nat -> within N s -> within N t -> (s < t)%nat -> L q q t < L q q s)
   /\ forall q m s t, (q < A)%nat -> (m < A)%nat -> m <> q -> within N s -> within N t ->
      L q m s < L q q t.
Theorem recalls_iff__same_place_false : ~ recalls_iff__same_place.
Proof.
intros H; destruct (Proofs.partial_induction.recalls_iff 2%nat 2%nat 1%nat (fun _ _ _ => 0)) as [_ R];
  try lia.
destruct (H 2%nat 2%nat 1%nat (fun _ _ _ => 0)) as [L _]; try lia.
destruct L as [_ C].
- apply R; unfold within; split; intros; lia.
- specialize (C 0%nat 1%nat 1%nat 1%nat); unfold within in C.
  assert (0 < 0) as E by (apply C; lia); lra.
Qed.

(* 2 N for 2 N - 1. *)
Definition A_one_angle_fix_plain__even : Prop :=
  forall (A T N : nat) (theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  recalls_up_to A T N hard (one_plane A theta 0)
  <-> small_angle theta (omega A / INR (2 * N)).
Theorem A_one_angle_fix_plain__even_false : ~ A_one_angle_fix_plain__even.
Proof.
intros H; pose proof PI_RGT_0 as P.
destruct (Proofs.partial_induction.A_one_angle_fix_plain 2%nat 2%nat 2%nat (PI / 4)) as [_ R]; try lia.
destruct (H 2%nat 2%nat 2%nat (PI / 4)) as [L _]; try lia.
refine (small_not (PI / 4) _ _ (L (R (small_here _ _ _)))); unfold omega; simpl; lra.
Qed.

(* At angle 0 there are no places. *)
Definition A_one_angle_refuted__every_angle : Prop :=
  forall A T N : nat, (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  forall theta, recalls_up_to A T N hard (one_plane A theta 0).
Theorem A_one_angle_refuted__every_angle_false : ~ A_one_angle_refuted__every_angle.
Proof.
intros H; pose proof PI_RGT_0 as P; specialize (H 2%nat 2%nat 2%nat).
destruct (Proofs.partial_induction.A_one_angle_fix_plain 2%nat 2%nat 2%nat 0) as [L _]; try lia.
destruct (L (H ltac:(lia) ltac:(lia) ltac:(lia) 0)) as [k [K1 K2]]; revert K1 K2.
unfold omega; simpl; intros K1 K2; apply (small_not PI PI); [lra|].
assert (k = 0 \/ k <> 0)%Z as [-> | Z] by lia.
- exfalso; rewrite Rmult_0_r, Rminus_0_r, Rabs_R0 in K1; lra.
- exfalso; rewrite Rminus_0_l, Rabs_Ropp, Rabs_mult, Rabs_pos_eq, <- abs_IZR in K2 by lra.
  assert (1 <= IZR (Z.abs k)) by (apply IZR_le; lia); nra.
Qed.
