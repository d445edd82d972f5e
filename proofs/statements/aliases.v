(* A lag that turns every frequency of a head back to the target's angles (S-alias-every). *)
From Coq Require Import Reals ZArith.
From Statements Require Import attention.
Local Open Scope R_scope.

(* Within e of a whole number of turns, e in turns. *)
Definition near_turn (x e : R) : Prop := exists k : Z, Rabs (x - 2 * PI * IZR k) <= 2 * PI * e.

Definition S_alias_every : Prop :=
  forall (P T N : nat) (theta : nat -> R), (1 <= P)%nat -> (1 <= T)%nat -> (1 <= N)%nat ->
  exists t : nat, (T <= t <= T + N ^ P - 1)%nat
    /\ forall p, within P p -> near_turn (INR t * theta p) (INR T / INR N).

(* So amplitudes that are not negative bring the kernel back to a share of its peak. *)
Definition S_alias_every_kernel : Prop :=
  forall (P T N : nat) (a theta : nat -> R), (1 <= P)%nat -> (1 <= T)%nat -> (2 * T <= N)%nat ->
  (forall p, within P p -> 0 <= a p) ->
  exists t : nat, (T <= t <= T + N ^ P - 1)%nat
    /\ cos (2 * PI * INR T / INR N) * sum a P <= sum (fun p => a p * cos (INR t * theta p)) P.
