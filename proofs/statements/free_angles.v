(* How large logits must be that single out each of n places, with P planes of free angles (S-angles). *)
From Coq Require Import Reals ZArith Znumtheory.
From Statements Require Import attention planes.
Local Open Scope R_scope.

(* The mean of f over a regular m-gon on the circle. *)
Definition mean (m : nat) (f : R -> R) : R := sum (fun l => f (2 * PI * INR l / INR m)) m / INR m.
Fixpoint product (f : nat -> R) (n : nat) : R :=
  match n with O => 1 | S m => product f m * f n end.
Definition weight (a x : R) : R := exp (- (a * (1 - cos x))).

(* P planes of any angles and phases. c p is at most the mean of weight (a p) over each regular polygon;
   the mean over the circle, which is exp (- a p) I_0(a p), is. *)
Definition S_angles_below : Prop :=
  forall (n P : nat) (a theta phi c : nat -> R), (1 <= n)%nat ->
  (forall p, within P p -> 0 <= a p) ->
  (forall p m, within P p -> (1 <= m)%nat -> 0 <= c p <= mean m (weight (a p))) ->
  serves n (planes P a theta phi) -> INR n * product c P <= 2.
(* So of all amplitudes of one total equal ones come furthest: c is for sum a P / P. *)
Definition S_angles_total : Prop :=
  forall (n P : nat) (a theta phi : nat -> R) (c : R), (1 <= n)%nat -> (1 <= P)%nat ->
  (forall p, within P p -> 0 <= a p) ->
  (forall m, (1 <= m)%nat -> 0 <= c <= mean m (weight (sum a P / INR P))) ->
  serves n (planes P a theta phi) -> INR n * c ^ P <= 2.
(* And angles that serve, among the multiples of 2 PI / m. *)
Definition S_angles_above : Prop :=
  forall (n P m : nat) (a : nat -> R), prime (Z.of_nat m) -> (n <= m)%nat ->
  INR (n - 1 + (n - 1) / 2) * product (fun p => mean m (weight (a p))) P <= 1 ->
  exists k : nat -> nat,
    serves n (planes P a (fun p => 2 * PI * INR (k p) / INR m) (fun _ => 0)).

(* The mean over the circle, as the limit of the means over polygons; that of weight a is exp (- a) I_0(a),
   and at most the mean over each regular polygon. *)
Definition circle_mean (f : R -> R) (c : R) : Prop := Un_cv (fun m => mean (S m) f) c.
Definition S_angles_circle : Prop := forall a : R, 0 <= a ->
  exists c, circle_mean (weight a) c /\ 0 < c /\ forall m, (1 <= m)%nat -> c <= mean m (weight a).
(* With h = - ln c: a total with P h (total / P) below ln (n / 2) serves with no angles, and one with
   P h (total / P) of ln (3n / 2) or more with some. *)
Definition S_angles_order : Prop :=
  forall (n P : nat) (total c : R), (1 <= n)%nat -> (1 <= P)%nat -> 0 <= total ->
  circle_mean (weight (total / INR P)) c ->
  (forall a theta phi : nat -> R, (forall p, within P p -> 0 <= a p) -> sum a P = total ->
     serves n (planes P a theta phi) -> ln (INR n / 2) <= INR P * - ln c)
  /\ (ln (3 * INR n / 2) <= INR P * - ln c ->
     exists theta : nat -> R, serves n (planes P (fun _ => total / INR P) theta (fun _ => 0))).
