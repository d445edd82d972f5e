(* Near-misses of Statements.circle: each is false. *)
From Coq Require Import Reals ZArith.
From Coq Require Import Lra Lia.
From Statements Require Import circle.
From Proofs Require circle.
From Near_misses Require Import turns.
Local Open Scope R_scope.

(* A half turn has cosine -1. *)
Definition cos_one__half_turn : Prop := forall x : R, cos x = 1 <-> full_turn (2 * x).
Theorem cos_one__half_turn_false : ~ cos_one__half_turn.
Proof.
intros H; destruct (H PI) as [_ R]; rewrite cos_PI in R.
assert (-1 = 1) as C; [|lra]. apply R; exists 1%Z; lra.
Qed.

(* At T = 1 the half turn is just as near. *)
Definition circle_near__strict : Prop :=
  forall (theta : R) (T : nat), (1 <= T)%nat ->
  exists t : nat, (1 <= t <= T)%nat
    /\ 1 - cos (INR t * theta) < 1 - cos (2 * PI / INR (T + 1)).
Theorem circle_near__strict_false : ~ circle_near__strict.
Proof.
intros H; destruct (H PI 1%nat) as [t [T L]]; [lia|]; replace t with 1%nat in L by lia.
simpl in L; replace (2 * PI / (1 + 1)) with PI in L by field; rewrite Rmult_1_l in L; lra.
Qed.

(* T + 2 for T + 1. *)
Definition circle_near__nearer : Prop :=
  forall (theta : R) (T : nat), (1 <= T)%nat ->
  exists t : nat, (1 <= t <= T)%nat
    /\ 1 - cos (INR t * theta) <= 1 - cos (2 * PI / INR (T + 2)).
Theorem circle_near__nearer_false : ~ circle_near__nearer.
Proof.
intros H; destruct (H PI 1%nat) as [t [T L]]; [lia|]; replace t with 1%nat in L by lia.
simpl in L; rewrite Rmult_1_l, cos_PI in L.
replace (2 * PI / (1 + 1 + 1)) with (2 * (PI / 3)) in L by field.
rewrite cos_2PI3 in L; lra.
Qed.

(* At k = 0 the angle is 0. *)
Definition circle_best__any_multiple : Prop :=
  forall (theta : R) (T : nat), (1 <= T)%nat ->
  (forall t : nat, (1 <= t <= T)%nat ->
     1 - cos (2 * PI / INR (T + 1)) <= 1 - cos (INR t * theta))
  <-> exists k : Z, theta = 2 * PI * IZR k / INR (T + 1).
Theorem circle_best__any_multiple_false : ~ circle_best__any_multiple.
Proof.
intros H; destruct (H 0 1%nat) as [_ R]; [lia|].
assert (1 - cos (2 * PI / INR (1 + 1)) <= 1 - cos (INR 1 * 0)) as C.
  { apply R; [exists 0%Z; field; simpl; lra | lia]. }
simpl in C; replace (2 * PI / (1 + 1)) with PI in C by field.
rewrite Rmult_0_r, cos_PI, cos_0 in C; lra.
Qed.
