(* Paper B's heads answer Index and Retrieval under hard attention (Theorem 3.1, F.2). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy.
Local Open Scope R_scope.

(* Softmax at inverse temperature beta; the head by hard attention or by this. *)
Definition soft (beta : R) (l : nat -> R) (n : nat) : nat -> R := softmax (fun j => beta * l j) n.
Definition attention_rule : Type := (nat -> R) -> nat -> nat -> R.

(* The head with turned keys equals Index at every position of every input of length <= n0. *)
Definition index_head_right (attend : attention_rule) (m n0 : nat) (theta r : R) : Prop :=
  forall (n : nat) (x : nat -> symbol) (i : nat), within n0 n -> over m x n -> within n i ->
  decodes (index_output (attend (index_logits theta (turned_key theta r) x i) i) x i) (Index x i).

(* r lies above the cosines of the first max(n0 - 1, m) multiples of theta, and below 1. *)
Definition between (m n0 : nat) (theta r : R) : Prop :=
  0 < r < 1 /\ forall d, (1 <= d <= Nat.max (n0 - 1) m)%nat -> cos (INR d * theta) < r.

Definition B_thm31_index : Prop :=
  forall m n0 : nat, (2 <= n0)%nat ->
  exists theta r, index_head_right hard m n0 theta r
    /\ exists beta0, forall beta, beta0 <= beta -> index_head_right (soft beta) m n0 theta r.

Definition B_thm31_index_head : Prop :=
  forall (m n0 : nat) (theta r : R), between m n0 theta r ->
  index_head_right hard m n0 theta r
  /\ exists beta0, forall beta, beta0 <= beta -> index_head_right (soft beta) m n0 theta r.

(* Every angle that tells the positions apart has such an r. *)
Definition B_thm31_index_angles : Prop :=
  forall (m n0 : nat) (theta : R), ~ some_multiple_turns theta (Nat.max (n0 - 1) m) ->
  exists r, between m n0 theta r.

(* A letters and INT = {1 … m}. *)
Definition symbol_over (A m : nat) (s : symbol) : Prop :=
  match s with letter a => (a < A)%nat | number i => (1 <= i <= m)%nat end.
Definition gap_among (P : symbol -> Prop) (y : symbol -> R) (s : symbol) (g : R) : Prop :=
  (forall s', P s' -> s' <> s -> y s' + g <= y s) /\ exists s', P s' /\ s' <> s /\ y s' + g = y s.

(* The printed head: letter query; number that finds a letter; number that finds a number. *)
Definition printed_gap (x : nat -> symbol) (n : nat) : R :=
  match x n with
  | letter _ => 3
  | number s => match x (n - s)%nat with letter _ => 1 | number _ => 1 end
  end.
Definition B_gap_index : Prop :=
  forall (A m n0 : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  (forall (n : nat) (x : nat -> symbol), within n0 n ->
     (forall j, within n j -> symbol_over A m (x j)) -> points_inside x n ->
     gap_among (symbol_over A m) (index_output (hard (printed_logits theta x n) n) x n)
       (Index x n) (printed_gap x n))
  <-> ~ some_multiple_turns theta (n0 - 1).

(* Retrieval by the printed head, at every position of every proper input of length <= n0. *)
Definition retrieval_head (attend : attention_rule) (judge : (token -> R) -> token -> Prop)
  (A m n0 : nat) (theta : R) : Prop :=
  forall (n : nat) (x : nat -> token) (i k : nat),
  within n0 n -> proper A m x n -> within n i -> finds x i k ->
  judge (retrieval_output (attend (retrieval_logits A theta x i) i) x i) (x k).
Definition decoding : (token -> R) -> token -> Prop := decodes.
Definition gap_one (y : token -> R) (s : token) : Prop := gap_is y s 1.

(* 0 < |theta mod 2 PI| < omega / (2 n0 - 3) *)
Definition in_range (A n0 : nat) (theta : R) : Prop :=
  exists k : Z, 0 < Rabs (theta - 2 * PI * IZR k) < omega A / INR (2 * n0 - 3).

Definition B_thm31_retr : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding A m n0 theta <-> in_range A n0 theta.

Definition B_thm31_retr_one_letter : Prop :=
  forall (m n0 : nat) (theta : R), (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding 1 m n0 theta <-> ~ some_multiple_turns theta (n0 - 1).

(* By softmax, from some inverse temperature on. *)
Definition B_thm31_retr_softmax : Prop :=
  forall (A m n0 : nat) (theta : R), retrieval_head hard decoding A m n0 theta ->
  (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  exists beta0, forall beta, beta0 <= beta -> retrieval_head (soft beta) decoding A m n0 theta.

(* The printed range is inside. *)
Definition B_thm31_retr_printed : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  0 < theta < omega A / INR (2 * n0) -> retrieval_head hard decoding A m n0 theta.

Definition B_gap_retr : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard gap_one A m n0 theta <-> in_range A n0 theta.

Definition B_gap_retr_one_letter : Prop :=
  forall (m n0 : nat) (theta : R), (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard gap_one 1 m n0 theta <-> ~ some_multiple_turns theta (n0 - 1).
