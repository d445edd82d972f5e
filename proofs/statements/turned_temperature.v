(* The inverse temperatures at which the repaired Index head answers at every position (C-index-fix). *)
From Coq Require Import Reals.
From Statements Require Import attention canonical feasibility zero_ties.
Local Open Scope R_scope.

Section Head.
Variables (beta theta r : R) (m : nat).
(* For a query that points s places back (a letter: 0): a letter, or the number i, t places back. *)
Definition letter_weighs (s t : nat) : R := exp (beta * cos ((INR t - INR s) * theta)).
Definition number_weighs (s t i : nat) : R := exp (beta * (r * cos ((INR t - INR s + INR i) * theta))).
Definition own_weighs : R := exp (beta * r).
Definition heaviest (s t : nat) : R := Rmax (letter_weighs s t) (best (number_weighs s t) m).
Definition lightest (s : nat) : R := - best (fun i => - number_weighs s s i) m.
End Head.

(* A letter among copies of another; the letter found against the query and the heaviest tokens; the
   query and the lightest number at the place it points to, or alone, against letters. *)
Definition C_index_fix : Prop :=
  forall (m n0 : nat) (beta theta r : R), (1 <= m)%nat -> (1 <= n0)%nat ->
  let L := letter_weighs beta theta in let own := own_weighs beta r in
  index_head_right (soft beta) m n0 theta r
  <-> sum (L 0%nat) (n0 - 1) < 3 * exp beta
      /\ forall s, (1 <= s <= m)%nat ->
         sum (L s) (Nat.min s n0 - 1) < own
         /\ ((s < n0)%nat -> own + sum_but (heaviest beta theta r m s) (n0 - 1) s < exp beta
              /\ sum_but (L s) (n0 - 1) s < own + lightest beta theta r m s).

(* A gap g between the cosines and r, and between r and 1. *)
Definition C_index_fix_enough : Prop :=
  forall (m n0 : nat) (beta theta r g : R), (1 <= m)%nat -> (1 <= n0)%nat -> 0 <= beta -> 0 <= r ->
  0 <= g -> r + g <= 1 ->
  (forall d, (1 <= d <= Nat.max (n0 - 1) m)%nat -> cos (INR d * theta) + g <= r) ->
  INR (n0 - 1) < exp (beta * g) -> index_head_right (soft beta) m n0 theta r.

(* One head and one temperature for each m and n0. *)
Definition C_index_fix_all : Prop :=
  forall (m n0 : nat) (beta : R), (1 <= m)%nat -> (1 <= n0)%nat ->
  let D := INR (Nat.max (n0 - 1) m + 1) in D ^ 2 * ln (INR n0) <= 4 * beta ->
  index_head_right (soft beta) m n0 (2 * PI / D) (1 - 4 / D ^ 2).

(* Right on all inputs of two letters or more, the head is right on all inputs. *)
Definition C_index_fix_letters : Prop :=
  forall (A m n0 : nat) (beta theta r : R), (2 <= A)%nat -> (1 <= m)%nat -> (1 <= n0)%nat ->
  (forall (n : nat) (x : nat -> symbol) (i : nat),
     within n0 n -> over m x n -> letters_below A x n -> within n i ->
     decodes (index_output (soft beta (index_logits theta (turned_key theta r) x i) i) x i) (Index x i)) ->
  index_head_right (soft beta) m n0 theta r.
