(* Multiples of an angle on the circle: how near to a full turn some of them must come. *)
From Coq Require Import Reals ZArith.
Local Open Scope R_scope.

(* x is in 2 PI Z. *)
Definition full_turn (x : R) : Prop := exists k : Z, x = 2 * PI * IZR k.

Definition cos_one : Prop := forall x : R, cos x = 1 <-> full_turn x.

(* Some of the first T multiples is as near to a full turn as that. *)
Definition circle_near : Prop :=
  forall (theta : R) (T : nat), (1 <= T)%nat ->
  exists t : nat, (1 <= t <= T)%nat
    /\ 1 - cos (INR t * theta) <= 1 - cos (2 * PI / INR (T + 1)).

(* None is nearer exactly at the primitive multiples of 2 PI / (T + 1). *)
Definition circle_best : Prop :=
  forall (theta : R) (T : nat), (1 <= T)%nat ->
  (forall t : nat, (1 <= t <= T)%nat ->
     1 - cos (2 * PI / INR (T + 1)) <= 1 - cos (INR t * theta))
  <-> exists k : Z, theta = 2 * PI * IZR k / INR (T + 1) /\ Z.gcd k (Z.of_nat (T + 1)) = 1%Z.
