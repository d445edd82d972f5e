(* RoFormer's bound by partial sums, repaired, and that it does not decay (RF-decay-bound-fix). *)
From Coq Require Import Reals.
From Statements Require Import attention.
Local Open Scope R_scope.

(* Complex numbers as pairs. *)
Definition minus (x y : plane) : plane := (fst x - fst y, snd x - snd y).
Definition times (x y : plane) : plane := (fst x * fst y - snd x * snd y, fst x * snd y + snd x * fst y).
Definition size (x : plane) : R := sqrt (dot x x).
Definition total (f : nat -> plane) (n : nat) : plane := (sum (fun j => fst (f j)) n, sum (fun j => snd (f j)) n).

(* Planes 1 … P of any angles at the distance m, and S_j, the sum of the first j of them. *)
Definition turned (theta : nat -> R) (m j : nat) : plane := (cos (INR m * theta j), sin (INR m * theta j)).
Definition partial (theta : nat -> R) (m j : nat) : plane := total (turned theta m) j.

(* D is at least the size of each difference of neighbours; h is 0 beyond plane P. *)
Definition RF_decay_bound_fix : Prop :=
  forall (P m : nat) (theta : nat -> R) (h : nat -> plane) (D : R), h (S P) = (0, 0) ->
  (forall j, within P j -> size (minus (h (S j)) (h j)) <= D) ->
  size (total (fun j => times (h j) (turned theta m j)) P) <= D * sum (fun j => size (partial theta m j)) P.

(* At the distance 0 the mean of the sizes is (P + 1) / 2, 32.5 for 64 planes; and it comes back. *)
Definition RF_decay_bound_fix_start : Prop :=
  forall (P : nat) (theta : nat -> R), (1 <= P)%nat ->
  sum (fun j => size (partial theta 0 j)) P / INR P = (INR P + 1) / 2.
Definition RF_decay_bound_fix_returns : Prop :=
  forall (P least : nat) (theta : nat -> R) (eps : R), (1 <= P)%nat -> 0 < eps ->
  exists m : nat, (least <= m)%nat
    /\ (INR P + 1) / 2 - eps < sum (fun j => size (partial theta m j)) P / INR P.
