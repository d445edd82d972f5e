(* Both scores high, at a temperature small against the largest mean (S-score-ends). *)
From Coq Require Import Reals.
From Statements Require Import attention score_temperature.
Local Open Scope R_scope.

(* W k solves w e^(1 + w) = k, or is larger: what k blocks may cost that share an end. *)
Definition costs (W : nat -> R) : Prop := forall k, 0 <= W k /\ INR k <= W k * exp (1 + W k).

(* p blocks near the largest mean, q near the smallest: L is what the worst split costs. *)
Definition splits_cost (m : nat) (rho c : R) (W : nat -> R) (L : R) : Prop :=
  forall p q, (1 <= p)%nat -> (1 <= q)%nat -> (p + q = m)%nat ->
  rho * (W (p - 1)%nat / c) + W (q - 1)%nat <= L.

(* What the swaps within an end may cost: next to nothing. *)
Definition within_ends (m : nat) (tau rho most : R) : R :=
  (INR m - 1) * (INR m - 2) / 2 * exp (- ((1 - rho) * most / (4 * tau))).

Definition S_score_ends : Prop :=
  forall (m : nat) (d : nat -> R) (after : nat -> nat -> R * R) (tau rho L : R) (W : nat -> R) (a : nat),
  (2 <= m)%nat -> 0 < tau -> (forall i, within m i -> 0 < d i) -> 0 <= rho <= 1 ->
  within m a -> (forall i, within m i -> d i <= d a) -> 2 * tau < d a ->
  costs W -> splits_cost m rho (1 - 2 * tau / d a) W L ->
  both_at_least m tau d after (1 - defect 1 rho) ->
  forall b, within m b -> rho * d a - tau * (L + within_ends m tau rho (d a)) <= d b.
