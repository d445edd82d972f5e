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

(* Scores: the weighted mean of the cosines between what each swap leaves, any vectors, and the
   two means, in place or flipped. *)
Definition cosine (v u : R * R) : R :=
  (fst v * fst u + snd v * snd u)
    / (sqrt (fst v ^ 2 + snd v ^ 2) * sqrt (fst u ^ 2 + snd u ^ 2)).
Definition mean_cosine (m : nat) (tau : R) (d : nat -> R) (after before : nat -> nat -> R * R) : R :=
  pairs (fun i j => swap_weight tau d i j * cosine (after i j) (before i j)) m
    / pairs (swap_weight tau d) m.
Definition in_place (d : nat -> R) (i j : nat) : R * R := (d i, d j).
Definition flipped (d : nat -> R) (i j : nat) : R * R := (d j, d i).
Definition both_at_least (m : nat) (tau : R) (d : nat -> R) (after : nat -> nat -> R * R) (g : R)
  : Prop :=
  g <= mean_cosine m tau d after (in_place d) /\ g <= mean_cosine m tau d after (flipped d).

(* From the scores on; rho = 1 too. *)
Definition S_score_temp_scores : Prop :=
  forall (m : nat) (d : nat -> R) (after : nat -> nat -> R * R) (tau rho w : R),
  (2 <= m)%nat -> 0 < tau -> (forall i, within m i -> 0 < d i) -> 0 <= rho <= 1 -> 0 <= w ->
  pairs (fun _ _ => 1) m - 1 <= w * exp (1 + w) ->
  both_at_least m tau d after (1 - defect 1 rho) ->
  forall i j, within m i -> within m j -> rho * d i - tau * w <= d j.

(* Equality at m = 2, where w is 0. *)
Definition S_score_temp_attained : Prop :=
  forall tau rho : R, 0 < tau -> 0 < rho <= 1 -> exists d after,
  (forall i, 0 < d i) /\ (forall i j, 0 < fst (after i j) /\ 0 < snd (after i j))
  /\ both_at_least 2 tau d after (1 - defect 1 rho) /\ rho * d 1%nat = d 2%nat.
