(* The inverse temperatures at which softmax answers Index on all inputs (S-beta). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy canonical zero_ties.
Local Open Scope R_scope.

(* Softmax of beta times the printed Index head's logits, INT = {1 … n0 - 1}. *)
Definition soft_index_right (n0 : nat) (beta theta : R) : Prop :=
  forall (n : nat) (x : nat -> symbol), within n0 n -> over (n0 - 1) x n -> points_inside x n ->
  decodes (index_output (softmax (fun j => beta * printed_logits theta x n j) n) x n) (Index x n).

(* Exactly: the other keys together weigh less than the target, wherever it stands. *)
Definition S_beta_index : Prop :=
  forall (n0 : nat) (beta theta : R), (2 <= n0)%nat -> 0 <= beta ->
  soft_index_right n0 beta theta
  <-> forall s, (1 <= s < n0)%nat ->
      sum_but (fun j => exp (- (beta * (1 - cos ((INR j - INR s) * theta))))) n0 s < 1.

(* Right on all inputs of two letters or more, the head is right on all inputs. *)
Definition S_beta_index_letters : Prop :=
  forall (A n0 : nat) (beta theta : R), (2 <= A)%nat -> (2 <= n0)%nat -> 0 <= beta ->
  (forall (n : nat) (x : nat -> symbol),
     within n0 n -> over (n0 - 1) x n -> letters_below A x n -> points_inside x n ->
     decodes (index_output (softmax (fun j => beta * printed_logits theta x n j) n) x n) (Index x n)) ->
  soft_index_right n0 beta theta.
