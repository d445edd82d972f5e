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

(* All lengths together. *)
Definition B_irr_fix_all : Prop :=
  forall (m : nat) (theta : R),
  (forall (n : nat) (x : nat -> symbol), (1 <= n)%nat -> over m x n -> points_inside x n ->
     unique_largest (printed_logits theta x n) n)
  <-> ~ rational (theta / PI).

(* theta = PI at length 3: two offsets of one logit. The printed hypothesis holds of it if PI is
   irrational; were PI rational, no such theta could be named without it. *)
Definition B_irr_witness : Prop :=
  forall (x : nat -> symbol) (a : nat), x 3%nat = letter a ->
  printed_logits PI x 3 3 = 1 /\ printed_logits PI x 3 1 = 1 /\
  ~ unique_largest (printed_logits PI x 3) 3.
