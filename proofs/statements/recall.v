(* Partial Induction by softmax, by one plane with any phase or any vectors, and at every length
   (paper A, Theorem 6 and before it). *)
From Coq Require Import Reals.
From Statements Require Import circle attention canonical feasibility partial_induction.
Local Open Scope R_scope.

Definition logits : Type := nat -> nat -> nat -> R.
Definition times (beta : R) (L : logits) : logits := fun q m t => beta * L q m t.

(* Hard attention is right exactly if softmax is for all large beta. *)
Definition recalls_softmax : Prop :=
  forall (A T N : nat) (L : logits), (2 <= A)%nat -> (2 <= T)%nat ->
  recalls_up_to A T N hard L
  <-> exists beta0, forall beta, beta0 <= beta -> recalls_up_to A T N softmax (times beta L).

(* Two angles: a match at t outweighs other symbols nearer and matches farther away. *)
Definition A_thm6_softmax : Prop :=
  forall (A T N : nat) (a c theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat -> 0 < c ->
  recalls_up_to A T N softmax (two_angles a c theta)
  <-> forall t, within N t ->
      sum_but (fun s => exp ((if Nat.ltb s t then 0 else a) + c * cos (INR s * theta))) N t
      < exp (a + c * cos (INR t * theta)).

Definition A_thm6_softmax_angles : Prop :=
  forall (A T N : nat) (theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  (exists a c, 0 < c /\ recalls_up_to A T N softmax (two_angles a c theta))
  <-> small_angle theta (2 * PI / INR (2 * N - 1)).

(* One angle: some phase serves exactly the angles below omega / max(1, 2 N - 4). *)
Definition A_one_angle_fix : Prop :=
  forall (A T N : nat) (theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  (exists psi, recalls_up_to A T N hard (one_plane A theta psi))
  <-> small_angle theta (omega A / INR (Nat.max 1 (2 * N - 4))).

(* Any keys and queries in one plane: A (N - 2) |theta mod 2 PI| stays below a full turn. *)
Definition plane_head (theta : R) (key query : nat -> plane) : logits :=
  fun q m t => dot (key m) (rotate (INR t * theta) (query q)).
Definition by_weight (attend : (nat -> R) -> nat -> nat -> R) : Prop :=
  attend = hard \/ attend = softmax.
Definition A_one_angle_fix_any : Prop :=
  forall attend (A T N : nat) (theta : R) (key query : nat -> plane), by_weight attend ->
  (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  recalls_up_to A T N attend (plane_head theta key query) ->
  ~ full_turn theta
  /\ exists k : Z, INR A * (INR (N - 2) * Rabs (theta - 2 * PI * IZR k)) < 2 * PI.

(* No RoPE head, H planes with any angles and vectors, serves every length. *)
Definition A_one_angle_fix_lengths : Prop :=
  forall attend (A T H : nat) (theta : nat -> R) (key query : nat -> nat -> plane),
  by_weight attend -> (2 <= A)%nat -> (2 <= T)%nat ->
  ~ forall N, recalls A T N attend
      (fun q m t => sum (fun h => plane_head (theta h) (key h) (query h) q m t) H).
