(* Discrepancy of the printed Retrieval head (paper B, Theorem 3.2, Remark 3.2). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy.
Local Open Scope R_scope.

(* d is the discrepancy of some proper input of length n. *)
Definition occurs (A m n : nat) (theta d : R) : Prop :=
  exists x, proper A m x n /\ discrepancy_is (retrieval_logits A theta x n) n d.

(* Theorem 3.2 with the maximum over inputs fails for every alphabet of two letters or more, at
   every length and angle. *)
Definition B_thm32_retr_refuted : Prop :=
  forall (A m n0 n : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 < theta < omega A / INR (2 * n0) ->
  exists d, occurs A m n theta d /\ 1 - cos (omega A - INR n * theta) < d.

(* These discrepancies are the claimed maxima. *)
Definition B_thm32_retr_fix_even : Prop :=
  forall (h m n0 n : nat) (theta : R), (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega (2 * h) / INR (2 * n0) ->
  occurs (2 * h) m n theta (1 + cos (INR (n - 1) * theta)).
Definition B_thm32_retr_fix_odd : Prop :=
  forall (h m n0 n : nat) (theta : R), (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega (2 * h + 1) / INR (2 * n0) ->
  occurs (2 * h + 1) m n theta (1 + cos (omega (2 * h + 1) / 2 - theta)).

(* The claimed minimum 1 - cos theta occurs, and the printed bound holds of it. *)
Definition B_thm32_retr_fix_least : Prop :=
  forall (A m n0 n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega A / INR (2 * n0) ->
  occurs A m n theta (1 - cos theta) /\ 1 - cos theta <= 1 - cos (omega A - INR n * theta).

(* Remark 3.2 at theta = 0: with one letter every discrepancy is 0, and with any alphabet 0
   occurs at every length. *)
Definition B_rem32_refuted_max : Prop :=
  forall (m n : nat) (d : R), (1 <= n)%nat -> occurs 1 m n 0 d -> d = 0.
Definition B_rem32_refuted_min : Prop :=
  forall A m n : nat, (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat -> occurs A m n 0 0.

(* What stays away from 0: the least difference to a key that does not match, 1 - cos omega,
   whatever the length; it occurs. *)
Definition B_rem32_fix : Prop :=
  forall (A m n : nat), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  (forall x k j, proper A m x n -> finds x n k -> within n j -> fst (x j) <> wanted (x n) ->
     retrieval_logits A 0 x n j + (1 - cos (omega A)) <= retrieval_logits A 0 x n k)
  /\ exists x k j, proper A m x n /\ finds x n k /\ within n j /\ fst (x j) <> wanted (x n)
     /\ (exists a, snd (x n) = letter a)
     /\ retrieval_logits A 0 x n j + (1 - cos (omega A)) = retrieval_logits A 0 x n k.
