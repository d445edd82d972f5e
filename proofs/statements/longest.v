(* The printed Retrieval head's greatest discrepancy at every length and angle, and where the
   printed bound fails of the least one (paper B, Theorem 3.2). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy retrieval_discrepancy
  retrieval_extremes.
Local Open Scope R_scope.

(* The distance of x to the multiples of w. *)
Definition to_multiple (w x : R) : R := Rabs (x - w * IZR (Int_part (x / w + / 2))).

(* Of the first n - 1 multiples of theta, the farthest from the multiples of omega; the nearest. *)
Definition B_thm32_retr_all_max_even : Prop :=
  forall (h m n : nat) (theta : R), (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  let far t := to_multiple (omega (2 * h)) (INR t * theta) in
  exists s, (1 <= s <= n - 1)%nat /\ (forall t, (1 <= t <= n - 1)%nat -> far t <= far s)
    /\ greatest (2 * h) m n theta (1 + cos (far s)).
Definition B_thm32_retr_all_max_odd : Prop :=
  forall (h m n : nat) (theta : R), (1 <= m)%nat -> (2 <= n)%nat ->
  let far t := to_multiple (omega (2 * h + 1)) (INR t * theta) in
  exists s, (1 <= s <= n - 1)%nat /\ (forall t, (1 <= t <= n - 1)%nat -> far s <= far t)
    /\ greatest (2 * h + 1) m n theta (1 + cos (omega (2 * h + 1) / 2 - far s)).
Definition B_thm32_retr_all_one : Prop :=
  forall (A m n : nat) (theta d : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  greatest A m n theta d -> 1 <= d.

(* From n = 2 n0 on every input exceeds the printed bound, at an angle of the printed range. *)
Definition B_thm32_retr_all_fails : Prop :=
  forall (A m n0 n : nat) (theta : R), (1 <= A)%nat -> (2 <= n0)%nat -> (2 * n0 <= n)%nat ->
  theta = 4 * omega A / INR (4 * n + 1) ->
  0 < theta < omega A / INR (2 * n0)
  /\ forall d, occurs A m n theta d -> 1 - cos (omega A - INR n * theta) < d.

(* The least one's bound 1 - cos (omega / n), as a square. *)
Definition B_thm32_retr_all_square : Prop :=
  forall A n : nat, (1 <= A)%nat -> (1 <= n)%nat ->
  1 - cos (omega A / INR n) <= 2 * PI ^ 2 / INR (A * n) ^ 2.
