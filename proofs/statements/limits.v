(* What the limits of RoPE as Phase Modulation are for the slowest plane (PM-slowest). *)
From Coq Require Import Reals ZArith.
Local Open Scope R_scope.

(* The angle of the slowest plane of width d, and its reciprocal. *)
Definition slowest (b : R) (d : nat) : R := Rpower b (-1 + 2 / INR d).
Definition longest (b : R) (d : nat) : R := Rpower b (1 - 2 / INR d).

(* No two phases of the window are a whole number of turns apart. *)
Definition PM_slowest_turn : Prop :=
  forall (b L : R) (d : nat), 1 < b -> 0 < L -> (2 <= d)%nat ->
  (forall x y, 0 <= x < L -> 0 <= y < L -> x <> y ->
     ~ exists k : Z, x * slowest b d - y * slowest b d = 2 * PI * IZR k)
  <-> L <= 2 * PI * longest b d.

(* The N-th power of the cosine stays above eps. *)
Definition PM_slowest_stable : Prop :=
  forall (b L eps : R) (d N : nat), 1 < b -> 0 < L -> 0 < eps < 1 -> (2 <= d)%nat -> (1 <= N)%nat ->
  (forall x, 0 <= x <= L -> eps <= cos (x * slowest b d) ^ N)
  <-> L / acos (Rpower eps (/ INR N)) <= longest b d.

(* So a plane that keeps its window keeps both rules as printed. *)
Definition PM_slowest_printed : Prop :=
  forall (b L eps : R) (d N : nat), 1 < b -> 0 < L -> 0 < eps < 1 -> (2 <= d)%nat -> (1 <= N)%nat ->
  (L <= 2 * PI * longest b d -> L < 2 * PI * b)
  /\ (L / acos (Rpower eps (/ INR N)) <= longest b d -> L / acos (Rpower eps (/ INR N)) < b).
