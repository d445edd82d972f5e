(* Both scores high, at the temperature of the swaps' weights (S-score-temp). *)
From Coq Require Import Reals.
From Statements Require Import attention.
Local Open Scope R_scope.

(* The sum over all pairs i < j of 1 … m. *)
Definition pairs (f : nat -> nat -> R) (m : nat) : R :=
  sum (fun j => sum (fun i => f i j) (j - 1)) m.

(* A swap of blocks with mean weights p and q: 1 less the larger of what its two cosines are
   when they are equal. *)
Definition defect (p q : R) : R := 1 - (p + q) / sqrt (2 * (p * p + q * q)).

(* What a swap weighs, up to a factor that all swaps share. *)
Definition swap_weight (tau : R) (d : nat -> R) (i j : nat) : R := exp (Rabs (d i - d j) / tau).

(* Means d 1 … d m whose weighted mean defect is at most that of 1 and rho: no block has less than
   rho times another's mean, but for tau w. *)
Definition S_score_temp : Prop :=
  forall (m : nat) (d : nat -> R) (tau rho w : R), (2 <= m)%nat -> 0 < tau ->
  (forall i, within m i -> 0 < d i) -> 0 <= rho < 1 -> 0 <= w ->
  pairs (fun _ _ => 1) m - 1 <= w * exp (1 + w) ->
  pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m
    <= defect 1 rho * pairs (swap_weight tau d) m ->
  forall i j, within m i -> within m j -> rho * d i - tau * w <= d j.

(* How many pairs there are. *)
Definition S_score_temp_pairs : Prop :=
  forall m, pairs (fun _ _ => 1) m = INR m * (INR m - 1) / 2.
