(* Extremes of the printed Retrieval head's discrepancy over proper inputs (paper B, Theorem 3.2,
   Remark 3.2). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy feasibility retrieval_discrepancy.
Local Open Scope R_scope.

Definition greatest (A m n : nat) (theta d : R) : Prop :=
  occurs A m n theta d /\ forall d', occurs A m n theta d' -> d' <= d.
Definition least (A m n : nat) (theta d : R) : Prop :=
  occurs A m n theta d /\ forall d', occurs A m n theta d' -> d <= d'.

(* Every input of two tokens or more has a discrepancy. *)
Definition discrepancy_exists : Prop :=
  forall (l : nat -> R) (n : nat), (2 <= n)%nat -> exists d, discrepancy_is l n d.

Definition B_thm32_retr_fix_max_even : Prop :=
  forall (h m n0 n : nat) (theta : R), (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega (2 * h) / INR (2 * n0) ->
  greatest (2 * h) m n theta (1 + cos (INR (n - 1) * theta)).
Definition B_thm32_retr_fix_max_odd : Prop :=
  forall (h m n0 n : nat) (theta : R), (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega (2 * h + 1) / INR (2 * n0) ->
  greatest (2 * h + 1) m n theta (1 + cos (omega (2 * h + 1) / 2 - theta)).
Definition B_thm32_retr_fix_min : Prop :=
  forall (A m n0 n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega A / INR (2 * n0) -> least A m n theta (1 - cos theta).

(* At a letter-letter query of a proper input, with a target at k and a key at j that does not
   match, the logits differ by d. *)
Definition apart (A m n : nat) (theta d : R) : Prop :=
  exists x k j, proper A m x n /\ (exists a, snd (x n) = letter a) /\ finds x n k
    /\ within n j /\ fst (x j) <> wanted (x n)
    /\ retrieval_logits A theta x n j + d = retrieval_logits A theta x n k.

Definition B_thm32_retr_fix_apart : Prop :=
  forall (A m n0 n : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega A / INR (2 * n0) ->
  let d := cos (INR (n - 2) * theta) - cos (omega A - INR (n - 1) * theta) in
  apart A m n theta d /\ (forall d', apart A m n theta d' -> d <= d')
  /\ d = 2 * sin ((omega A - theta) / 2) * sin ((omega A - INR (2 * n - 3) * theta) / 2)
  /\ d <= 1 - cos (omega A - INR (n - 1) * theta).

(* Theta = 0. *)
Definition B_rem32_fix_even : Prop :=
  forall h m n : nat, (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n)%nat -> greatest (2 * h) m n 0 2.
Definition B_rem32_fix_odd : Prop :=
  forall h m n : nat, (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  greatest (2 * h + 1) m n 0 (1 + cos (PI / INR (2 * h + 1)))
  /\ 3 / 2 <= 1 + cos (PI / INR (2 * h + 1)).
Definition B_rem32_fix_one : Prop :=
  forall m n : nat, (1 <= m)%nat -> (2 <= n)%nat -> greatest 1 m n 0 0.
Definition B_rem32_fix_min : Prop :=
  forall A m n : nat, (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat -> least A m n 0 0.

(* Index with INT = {1 … n - 1}, any angle: its minimum and its maximum over inputs. *)
Definition B_rem32_fix_index : Prop :=
  forall n : nat, (2 <= n)%nat ->
  let delta theta x d := over (n - 1) x n /\ discrepancy_is (printed_logits theta x n) n d in
  (forall theta, exists x d, delta theta x d /\ d <= 1 - cos (2 * PI / INR n))
  /\ (exists theta, forall x d, delta theta x d -> 1 - cos (2 * PI / INR n) <= d)
  /\ (forall theta x d, delta theta x d -> d <= 1 - cos (2 * PI / INR (n / 2 + 1)))
  /\ exists theta x, delta theta x (1 - cos (2 * PI / INR (n / 2 + 1))).

(* On all of Retrieval the printed head's minimum goes like 1/n^2 as well. *)
Definition B_rem32_fix_rate : Prop :=
  forall (A m n : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  retrieval_head hard decoding A m n theta ->
  exists d, occurs A m n theta d /\ d < 1 - cos (omega A / INR (2 * n - 3))
    /\ 1 - cos (omega A / INR (2 * n - 3)) <= omega A ^ 2 / (2 * INR (2 * n - 3) ^ 2).
