(* Where a discrepancy of zero leads to a wrong answer, if not on that input (B-zero-may). *)
From Coq Require Import Reals.
From Statements Require Import attention discrepancy feasibility.
Local Open Scope R_scope.

(* No letters but the first A. *)
Definition letters_below (A : nat) (x : nat -> symbol) (n : nat) : Prop :=
  forall j a, within n j -> x j = letter a -> (a < A)%nat.

(* The printed Index head is right on all inputs of a length only where none has a tie. *)
Definition B_zero_may_index : Prop :=
  forall (A n : nat) (theta : R), (2 <= A)%nat -> (2 <= n)%nat ->
  (forall x, over (n - 1) x n -> letters_below A x n -> points_inside x n ->
     decodes (index_output (hard (printed_logits theta x n) n) x n) (Index x n)) ->
  forall x, over (n - 1) x n -> points_inside x n -> unique_largest (printed_logits theta x n) n.

(* The printed Retrieval head is right on all proper inputs up to a length only where no two tokens tie. *)
Definition B_zero_may_retr : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding A m n0 theta ->
  forall n x j k, within n0 n -> proper A m x n -> within n j -> within n k ->
  let l := retrieval_logits A theta x n in
  (forall i, within n i -> l i <= l j) -> l k = l j -> x k = x j.
