(* Position Interpolation, Theorem 2.1 repaired: how far the score lies from the line (PI-bound-fix). *)
From Coq Require Import Reals.
From Statements Require Import attention.
Local Open Scope R_scope.

(* The angles c^(-2j/d), j = 0 … d/2 - 1: p = j + 1 and P = d/2. *)
Definition base_angle (c : R) (P p : nat) : R := Rpower c (- (INR (p - 1) / INR P)).
Definition squares (c : R) (P : nat) : R := sum (fun p => base_angle c P p ^ 2) P.

(* The real part of the sum of h_j e^(i s theta_j), h_j = u + i v; the line through two of its values. *)
Definition score (c : R) (P : nat) (u v : nat -> R) (s : R) : R :=
  sum (fun p => u p * cos (s * base_angle c P p) - v p * sin (s * base_angle c P p)) P.
Definition line (f : R -> R) (s1 s2 s : R) : R := f s1 + (s - s1) * (f s2 - f s1) / (s2 - s1).

Definition PI_bound_fix : Prop :=
  forall (P : nat) (c H s1 s s2 : R) (u v : nat -> R), (1 <= P)%nat -> 1 < c ->
  (forall p, within P p -> sqrt (u p ^ 2 + v p ^ 2) <= H) -> s1 < s < s2 ->
  Rabs (score c P u v s - line (score c P u v) s1 s2 s) <= / 2 * H * ((s - s1) * (s2 - s)) * squares c P.
Definition PI_bound_fix_sum : Prop :=
  forall (P : nat) (c : R), (1 <= P)%nat -> 1 < c -> squares c P < INR (2 * P) / (4 * ln c) + 1.

(* No smaller factor will do. *)
Definition PI_bound_fix_sharp : Prop :=
  forall (P : nat) (c kappa : R), (1 <= P)%nat -> 1 < c -> kappa < / 2 * squares c P ->
  exists (s1 s s2 : R) (u v : nat -> R), s1 < s < s2
    /\ (forall p, within P p -> sqrt (u p ^ 2 + v p ^ 2) = 1)
    /\ kappa * ((s - s1) * (s2 - s)) < Rabs (score c P u v s - line (score c P u v) s1 s2 s).

(* d = 128, c = 10,000 and a grid of whole positions: d / 256.1. *)
Definition PI_bound_fix_numbers : Prop :=
  INR 128 / 256.11 < / 2 * / 4 * squares 10000 64 <= INR 128 / 256.1.
