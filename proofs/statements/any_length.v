(* The printed Retrieval head's least discrepancy at every length and angle (paper B, Theorem
   3.2). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy retrieval_discrepancy.
Local Open Scope R_scope.

(* Some proper input of length n has a discrepancy of at most d. *)
Definition least_at_most (A m n : nat) (theta d : R) : Prop :=
  exists d', occurs A m n theta d' /\ d' <= d.

Definition B_thm32_retr_all_first : Prop :=
  forall (A m n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  least_at_most A m n theta (1 - cos theta).
Definition B_thm32_retr_all_arc : Prop :=
  forall (A m n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  least_at_most A m n theta (1 - cos (omega A / INR n)).

(* The printed bound holds of it at every length below 2 n0. *)
Definition B_thm32_retr_all_printed : Prop :=
  forall (A m n0 n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n < 2 * n0)%nat ->
  0 <= theta < omega A / INR (2 * n0) ->
  least_at_most A m n theta (1 - cos (omega A - INR n * theta)).
