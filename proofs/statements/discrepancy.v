(* Which angles tell positions apart, and by how much (paper B, F.2.1, Theorem 3.2, Remark 3.2). *)
From Coq Require Import Reals.
From Statements Require Import circle attention.
Local Open Scope R_scope.

Definition printed_logits (theta : R) (x : nat -> symbol) (n : nat) : nat -> R :=
  index_logits theta printed_key x n.

(* cos (t theta) at offset t for a letter, cos ((t - s) theta) for a number s. *)
Definition printed_logits_are : Prop :=
  forall theta x n j, (j <= n)%nat ->
  printed_logits theta x n j =
  match x n with
  | letter _ => cos (INR (n - j) * theta)
  | number s => cos ((INR (n - j) - INR s) * theta)
  end.

(* theta = 2 PI k / t with 1 <= t <= most. *)
Definition some_multiple_turns (theta : R) (most : nat) : Prop :=
  exists t : nat, (1 <= t <= most)%nat /\ full_turn (INR t * theta).

(* For every alphabet: m integers (m = 0: letters alone). *)
Definition B_irr_fix : Prop :=
  forall (m n0 : nat) (theta : R), (2 <= n0)%nat ->
  (forall (n : nat) (x : nat -> symbol), within n0 n -> over m x n -> points_inside x n ->
     unique_largest (printed_logits theta x n) n)
  <-> ~ some_multiple_turns theta (n0 - 1).

Definition rational (x : R) : Prop := exists p q : Z, (q <> 0)%Z /\ x = IZR p / IZR q.
Definition pi_irrational : Prop := ~ rational PI.

(* All lengths together. *)
Definition B_irr_fix_all : Prop :=
  forall (m : nat) (theta : R),
  (forall (n : nat) (x : nat -> symbol), (1 <= n)%nat -> over m x n -> points_inside x n ->
     unique_largest (printed_logits theta x n) n)
  <-> ~ rational (theta / PI).

(* So every rational angle but 0 serves all lengths. *)
Definition B_irr_fix_rational : Prop :=
  forall (m : nat) (theta : R), rational theta -> theta <> 0 ->
  forall (n : nat) (x : nat -> symbol), (1 <= n)%nat -> over m x n -> points_inside x n ->
  unique_largest (printed_logits theta x n) n.

(* What is printed of every irrational theta: every input of every length has discrepancy > 0. *)
Definition printed_of (theta : R) : Prop :=
  forall (n : nat) (x : nat -> symbol), (1 < n)%nat -> points_inside x n ->
  unique_largest (printed_logits theta x n) n.

(* theta = PI refutes it. *)
Definition B_irr : Prop := ~ forall theta, ~ rational theta -> printed_of theta.

(* theta = PI, from length 3 on: two offsets of one logit. *)
Definition B_irr_witness : Prop :=
  forall (n : nat) (x : nat -> symbol) (a : nat), (3 <= n)%nat -> x n = letter a ->
  printed_logits PI x n n = 1 /\ printed_logits PI x n (n - 2) = 1 /\
  ~ unique_largest (printed_logits PI x n) n.

(* d is the largest logit minus the largest logit at any other position. *)
Definition discrepancy_is (l : nat -> R) (n : nat) (d : R) : Prop :=
  exists j, within n j /\ (forall k, within n k -> l k <= l j)
    /\ (forall k, within n k -> k <> j -> l k + d <= l j)
    /\ exists k, within n k /\ k <> j /\ l k + d = l j.

(* The least of 1 - cos (t theta), 1 <= t <= T (2 if T = 0). *)
Fixpoint closest (theta : R) (T : nat) : R :=
  match T with O => 2 | S T' => Rmin (closest theta T') (1 - cos (INR T * theta)) end.

(* T of the maximum over inputs. *)
Definition widest (n m : nat) : nat := Nat.max (n - 1 - m) (n / 2).

(* INT = {1 … m}: minimum and maximum over the inputs, both attained. *)
Definition B_thm32_index_fix : Prop :=
  forall (n m : nat) (theta : R), (2 <= n)%nat -> (1 <= m < n)%nat ->
  let delta x := discrepancy_is (printed_logits theta x n) n in
  (forall x, over m x n -> exists d, delta x d
     /\ closest theta (n - 1) <= d <= closest theta (widest n m))
  /\ (exists x, over m x n /\ delta x (closest theta (n - 1)))
  /\ exists x, over m x n /\ delta x (closest theta (widest n m)).

(* An input has one discrepancy. *)
Definition discrepancy_unique : Prop :=
  forall l n d d', discrepancy_is l n d -> discrepancy_is l n d' -> d = d'.

(* The printed bound, for the minimum. *)
Definition B_thm32_index_fix_min : Prop :=
  forall (n : nat) (theta : R), (2 <= n)%nat ->
  closest theta (n - 1) <= Rmin (1 - cos theta) (1 - cos (2 * PI / INR n))
  /\ 1 - cos (2 * PI / INR n) <= 2 * PI ^ 2 / INR n ^ 2.

Definition B_thm32_index_fix_max : Prop :=
  forall (n m : nat) (theta : R), (2 <= n)%nat -> (1 <= m < n)%nat ->
  closest theta (widest n m) <= Rmin (1 - cos theta) (1 - cos (2 * PI / INR (widest n m + 1)))
  /\ 1 - cos (2 * PI / INR (widest n m + 1)) <= 8 * PI ^ 2 / INR (n + 1) ^ 2.

Definition B_thm32_index_fix_attained : Prop :=
  forall T : nat, (1 <= T)%nat ->
  closest (2 * PI / INR (T + 1)) T = 1 - cos (2 * PI / INR (T + 1)).

(* With the maximum over inputs it fails, at every length from 4 on and for every m. *)
Definition B_thm32_index_refuted : Prop :=
  forall n m : nat, (4 <= n)%nat -> (1 <= m < n)%nat ->
  exists theta x d, over m x n /\ discrepancy_is (printed_logits theta x n) n d
    /\ Rmin (1 - cos theta) (2 * PI ^ 2 / INR n ^ 2) < d.
