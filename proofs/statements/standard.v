(* Standard RoPE of width 2 has the one angle 1 (paper B, C.1, section 3.4). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy feasibility.
Local Open Scope R_scope.

(* The printed Retrieval head at an angle up to 1, and at 1. *)
Definition B_standard_fix_angle : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  0 < theta <= 1 ->
  retrieval_head hard decoding A m n0 theta <-> theta < 2 * PI / INR (A * (2 * n0 - 3)).
Definition B_standard_fix : Prop :=
  forall A m n0 : nat, (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding A m n0 1 <-> (A * (2 * n0 - 3) <= 6)%nat.

(* The printed Index head at 1, at every length. *)
Definition B_standard_fix_index : Prop :=
  forall (m n : nat) (x : nat -> symbol), (1 <= n)%nat -> over m x n -> points_inside x n ->
  unique_largest (printed_logits 1 x n) n.
