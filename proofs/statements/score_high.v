(* Both scores high: how far the block means may lie from each other (A-score-high). *)
From Coq Require Import Reals.
From Statements Require Import attention score_temperature.
Local Open Scope R_scope.

(* Any two means; for the largest and the smallest it says the most. *)
Definition A_score_high : Prop :=
  forall (m : nat) (d : nat -> R) (after : nat -> nat -> R * R) (tau eps : R),
  (2 <= m)%nat -> 0 < tau -> (forall i, within m i -> 0 < d i) ->
  both_at_least m tau d after (1 - eps) ->
  forall i j, within m i -> within m j ->
  (1 - (INR m - 1) * eps) * sqrt (2 * (d i ^ 2 + d j ^ 2)) <= d i + d j.

(* No smaller constant will do at any m and tau, whatever the sum that the means must have. *)
Definition A_score_high_best : Prop :=
  forall (m : nat) (tau c total : R), (2 <= m)%nat -> 0 < tau -> 0 < total -> c < INR m - 1 ->
  exists d after eps, (forall i, 0 < d i) /\ sum d m = total
    /\ (forall i j, 0 < fst (after i j) /\ 0 < snd (after i j))
    /\ both_at_least m tau d after (1 - eps)
    /\ d 1%nat + d 2%nat < (1 - c * eps) * sqrt (2 * (d 1%nat ^ 2 + d 2%nat ^ 2)).
