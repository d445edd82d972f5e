(* What geometric angles 1, 1/R, 1/R^2, ... need: amplitudes that serve (S-geometric). *)
From Coq Require Import Reals.
From Statements Require Import attention planes.
Local Open Scope R_scope.

(* Plane p = 1 … J + 1 has the angle R^-(p-1): A on the fastest, a on the others, more on the last. *)
Definition geometric (r : R) (p : nat) : R := / r ^ (p - 1).
Definition graded (J : nat) (r A a : R) (p : nat) : R :=
  if Nat.eqb p 1 then A else if Nat.eqb p (S J) then a * r ^ 2 / (r ^ 2 - 1) else a.
(* What is left at the distance t when the slower planes have done their part. *)
Definition left_over (r A a : R) (t : nat) : R :=
  exp (- (2 * a / (PI ^ 2 * (r ^ 2 - 1)) * INR t ^ 2 + A * (1 - cos (INR t)))).

Definition S_geometric : Prop :=
  forall (n J : nat) (r A a M : R), (1 <= J)%nat -> 1 < r -> 0 <= A -> 0 < a -> INR n - 1 <= PI * r ^ J ->
  (forall N, 1 + 2 * sum (left_over r A a) N <= M) ->
  M * (1 + 2 / (exp (8 * a / r ^ 2) - 1)) ^ (J - 1) <= 2 ->
  serves n (planes (S J) (graded J r A a) (geometric r) (fun _ => 0)).
Definition S_geometric_total : Prop :=
  forall (J : nat) (r A a : R), (1 <= J)%nat -> 1 < r ->
  sum (graded J r A a) (S J) = A + a * (INR J + / (r ^ 2 - 1)).

(* Amplitudes that will do at every J and every ratio. *)
Definition S_geometric_closed : Prop :=
  forall (n J : nat) (r : R), (1 <= J)%nat -> 1 < r -> INR n - 1 <= PI * r ^ J ->
  serves n (planes (S J) (graded J r (ln 10 / (1 - cos 1)) (r ^ 2 * ln (INR (4 * J + 8)) / 8))
    (geometric r) (fun _ => 0)).

(* So with the angles b^(-p/P), 0 <= p < P: every q-th of them, and nothing on the others. *)
Definition formula (J : nat) (r : R) : R :=
  ln 10 / (1 - cos 1) + r ^ 2 / 8 * (INR J + / (r ^ 2 - 1)) * ln (INR (4 * J + 8)).
Definition S_geometric_base : Prop :=
  forall (n J P q : nat) (b budget : R), (1 <= J)%nat -> (1 <= q)%nat -> (q * J + 1 <= P)%nat -> 1 < b ->
  let r := Rpower b (INR q / INR P) in
  INR n - 1 <= PI * r ^ J -> formula J r <= budget ->
  exists a : nat -> R, (forall p, within P p -> 0 <= a p) /\ sum a P <= budget
    /\ serves n (planes P a (fun p => Rpower b (- (INR (p - 1) / INR P))) (fun _ => 0)).
