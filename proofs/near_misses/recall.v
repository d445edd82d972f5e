(* Near-misses of Statements.recall: each is false. *)
From Coq Require Import Reals.
From Coq Require Import ZArith Lra Lia.
From Statements Require Import circle attention canonical feasibility partial_induction recall.
From Proofs Require recall partial_induction.
From Near_misses Require Import turns.
Local Open Scope R_scope.

Local Ltac both := intros [|[|[|t]]] T; unfold within in T; try lia; unfold sum_but; simpl;
  rewrite ?Rmult_0_r, ?Rplus_0_l, cos_0; lra.

(* At angle 0 all places weigh the same. *)
Definition A_thm6_softmax__weak : Prop :=
  forall (A T N : nat) (a c theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat -> 0 < c ->
  recalls_up_to A T N softmax (two_angles a c theta)
  <-> forall t, within N t ->
      sum_but (fun s => exp ((if Nat.ltb s t then 0 else a) + c * cos (INR s * theta))) N t
      <= exp (a + c * cos (INR t * theta)).
Theorem A_thm6_softmax__weak_false : ~ A_thm6_softmax__weak.
Proof.
intros H; destruct (Proofs.recall.A_thm6_softmax 2%nat 2%nat 2%nat 0 1 0) as [L _]; try lia; try lra.
destruct (H 2%nat 2%nat 2%nat 0 1 0) as [_ R]; try lia; try lra.
assert (within 2 1) as W by (unfold within; lia).
refine (Rlt_irrefl _ (Rle_lt_trans _ _ _ _ (L (R _) 1%nat W))); [|both].
unfold sum_but; simpl; rewrite ?Rmult_0_r; lra.
Qed.

(* 2 N for 2 N - 1: a quarter turn serves N = 2. *)
Definition A_thm6_softmax_angles__even : Prop :=
  forall (A T N : nat) (theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  (exists a c, 0 < c /\ recalls_up_to A T N softmax (two_angles a c theta))
  <-> small_angle theta (2 * PI / INR (2 * N)).
Theorem A_thm6_softmax_angles__even_false : ~ A_thm6_softmax_angles__even.
Proof.
intros H; pose proof PI_RGT_0 as P.
destruct (Proofs.recall.A_thm6_softmax_angles 2%nat 2%nat 2%nat (PI / 2)) as [_ R]; try lia.
destruct (H 2%nat 2%nat 2%nat (PI / 2)) as [L _]; try lia.
refine (small_not (PI / 2) _ _ (L (R (small_here _ _ _)))); simpl; lra.
Qed.

(* 2 N - 3 for 2 N - 4. *)
Definition A_one_angle_fix__odd : Prop :=
  forall (A T N : nat) (theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  (exists psi, recalls_up_to A T N hard (one_plane A theta psi))
  <-> small_angle theta (omega A / INR (Nat.max 1 (2 * N - 3))).
Theorem A_one_angle_fix__odd_false : ~ A_one_angle_fix__odd.
Proof.
intros H; pose proof PI_RGT_0 as P.
destruct (Proofs.recall.A_one_angle_fix 2%nat 2%nat 3%nat (2 / 5 * PI)) as [_ R]; try lia.
destruct (H 2%nat 2%nat 3%nat (2 / 5 * PI)) as [L _]; try lia.
refine (small_not (2 / 5 * PI) _ _ (L (R (small_here _ _ _)))); unfold omega; simpl; lra.
Qed.

(* One place is served by every head. *)
Definition A_one_angle_fix_lengths__up_to_one : Prop :=
  forall attend (A T H : nat) (theta : nat -> R) (key query : nat -> nat -> plane),
  by_weight attend -> (2 <= A)%nat -> (2 <= T)%nat ->
  ~ forall N, (N <= 1)%nat -> recalls A T N attend
      (fun q m t => sum (fun h => plane_head (theta h) (key h) (query h) q m t) H).
Theorem A_one_angle_fix_lengths__up_to_one_false : ~ A_one_angle_fix_lengths__up_to_one.
Proof.
intros H; apply (H hard 2%nat 2%nat 0%nat (fun _ => 0) (fun _ _ => (0, 0)) (fun _ _ => (0, 0)));
  try lia; [left; reflexivity|].
intros N S; apply (proj2 (Proofs.partial_induction.recalls_iff 2%nat 2%nat 1%nat _ ltac:(lia) ltac:(lia)));
  [|exact S]. unfold within; split; intros; lia.
Qed.

(* One place is served by a full turn too. *)
Definition A_one_angle_fix_any__one_place : Prop :=
  forall attend (A T N : nat) (theta : R) (key query : nat -> plane), by_weight attend ->
  (2 <= A)%nat -> (2 <= T)%nat -> (1 <= N)%nat ->
  recalls_up_to A T N attend (plane_head theta key query) ->
  ~ full_turn theta
  /\ exists k : Z, INR A * (INR (N - 2) * Rabs (theta - 2 * PI * IZR k)) < 2 * PI.
Theorem A_one_angle_fix_any__one_place_false : ~ A_one_angle_fix_any__one_place.
Proof.
intros H; destruct (H hard 2%nat 2%nat 1%nat 0 (fun _ => (0, 0)) (fun _ => (0, 0))) as [C _];
  try lia; [left; reflexivity | |].
- apply (Proofs.partial_induction.recalls_iff 2%nat 2%nat 1%nat); try lia.
  unfold within; split; intros; lia.
- apply C; exists 0%Z; lra.
Qed.

(* At beta = 0 all keys weigh the same. *)
Definition recalls_softmax__every_temperature : Prop :=
  forall (A T N : nat) (L : logits), (2 <= A)%nat -> (2 <= T)%nat ->
  recalls_up_to A T N hard L
  <-> forall beta, recalls_up_to A T N softmax (times beta L).
Theorem recalls_softmax__every_temperature_false : ~ recalls_softmax__every_temperature.
Proof.
intros H; destruct (Proofs.partial_induction.A_one_angle_refuted 2%nat 2%nat 2%nat) as [theta T]; try lia.
destruct (H 2%nat 2%nat 2%nat (one_plane 2 theta 0)) as [L _]; try lia.
specialize (L T 0 2%nat (Nat.le_refl 2)).
specialize (L (fun t => (t - 1) mod 2)%nat (fun t => (t - 1) mod 2)%nat 0%nat 1%nat).
assert (word 2 (fun t => (t - 1) mod 2)%nat) as W.
  { intros j; apply Nat.mod_upper_bound; lia. }
specialize (L W W ltac:(lia)).
assert (last_match 2 (fun t => (t - 1) mod 2)%nat 0 1) as M.
  { unfold last_match, within; simpl; repeat split; lia. }
specialize (L M 1%nat ltac:(discriminate)); revert L.
unfold weight, softmax, times; simpl; rewrite ?Rmult_0_l, exp_0; unfold one; simpl; lra.
Qed.
