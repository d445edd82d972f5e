(* Near-misses of Statements.score_ends: each is false. *)
From Coq Require Import Reals Lra Lia.
From Statements Require Import attention score_temperature score_ends.
From Proofs Require score_temperature.
Local Open Scope R_scope.

(* Costs that are large enough, and 0 for no block. *)
Local Definition many (k : nat) : R := INR k.
Lemma many_costs : costs many.
Proof.
intros k; unfold many; pose proof (pos_INR k); split; [easy|].
pose proof (exp_ineq1_le (1 + INR k)); assert (INR k * 1 <= INR k * exp (1 + INR k)); [|lra].
apply Rmult_le_compat_l; lra.
Qed.

(* Equal means, of which no swap has a defect. *)
Lemma level : both_at_least 2 (1 / 4) (fun _ => 1) (fun _ _ => (1, 1)) (1 - defect 1 1).
Proof.
destruct (Proofs.score_temperature.alike_scores 2 (1 / 4) (fun _ => 1)) as [here there];
  [lia|intros; lra|].
unfold both_at_least; rewrite here, there; unfold pairs; simpl.
assert (0 < swap_weight (1 / 4) (fun _ => 1) 1 2) by apply exp_pos.
set (w := swap_weight (1 / 4) (fun _ => 1) 1 2) in *.
replace ((0 + 0 + (0 + w * (1 - defect 1 1))) / (0 + 0 + (0 + w))) with (1 - defect 1 1)
  by (field; lra); lra.
Qed.

Definition S_score_ends__strict : Prop :=
  forall (m : nat) (d : nat -> R) (after : nat -> nat -> R * R) (tau rho L : R) (W : nat -> R) (a : nat),
  (2 <= m)%nat -> 0 < tau -> (forall i, within m i -> 0 < d i) -> 0 <= rho <= 1 ->
  within m a -> (forall i, within m i -> d i <= d a) -> 2 * tau < d a ->
  costs W -> splits_cost m rho (1 - 2 * tau / d a) W L ->
  both_at_least m tau d after (1 - defect 1 rho) ->
  forall b, within m b -> rho * d a - tau * (L + within_ends m tau rho (d a)) < d b.
Theorem S_score_ends__strict_false : ~ S_score_ends__strict.
Proof.
intros H.
assert (1 * 1 - 1 / 4 * (0 + within_ends 2 (1 / 4) 1 1) < 1) as C.
2: { unfold within_ends in C; simpl in C; lra. }
apply (H 2%nat (fun _ => 1) (fun _ _ => (1, 1)) (1 / 4) 1 0 many 1%nat) with (b := 2%nat); try lra; try lia;
  try (unfold within; lia); try exact many_costs; try exact level; try (intros; lra).
intros p q P Q E; assert (p = 1%nat /\ q = 1%nat) as [-> ->] by lia; unfold many; simpl; lra.
Qed.

Definition S_score_ends__one_score : Prop :=
  forall (m : nat) (d : nat -> R) (after : nat -> nat -> R * R) (tau rho L : R) (W : nat -> R) (a : nat),
  (2 <= m)%nat -> 0 < tau -> (forall i, within m i -> 0 < d i) -> 0 <= rho <= 1 ->
  within m a -> (forall i, within m i -> d i <= d a) -> 2 * tau < d a ->
  costs W -> splits_cost m rho (1 - 2 * tau / d a) W L ->
  1 - defect 1 rho <= mean_cosine m tau d after (in_place d) ->
  forall b, within m b -> rho * d a - tau * (L + within_ends m tau rho (d a)) <= d b.
Theorem S_score_ends__one_score_false : ~ S_score_ends__one_score.
Proof.
intros H; set (d := fun i => match i with 1%nat => 2 | _ => 1 end).
assert (1 * d 1%nat - 1 / 4 * (0 + within_ends 2 (1 / 4) 1 (d 1%nat)) <= d 2%nat) as C.
2: { unfold within_ends, d in C; simpl in C; lra. }
apply (H 2%nat d (in_place d) (1 / 4) 1 0 many 1%nat) with (b := 2%nat); try lra; try lia;
  try (unfold within; lia); try exact many_costs.
- intros i _; unfold d; destruct i as [|[|i]]; lra.
- intros i _; unfold d; destruct i as [|[|i]]; lra.
- unfold d; lra.
- intros p q P Q E; assert (p = 1%nat /\ q = 1%nat) as [-> ->] by lia; unfold many; simpl; lra.
- rewrite Proofs.score_temperature.defect_same by lra.
  unfold mean_cosine, pairs, cosine, in_place; simpl.
  assert (0 < swap_weight (1 / 4) d 1 2) by apply exp_pos.
  set (w := swap_weight (1 / 4) d 1 2) in *.
  set (s := sqrt (2 * (2 * 1) + 1 * (1 * 1))).
  assert (s * s = 5) as ss by (unfold s; rewrite sqrt_def; lra).
  assert (0 < s) by (unfold s; apply sqrt_lt_R0; lra).
  rewrite ss; replace ((0 + 0 + (0 + w * ((2 * 2 + 1 * 1) / 5))) / (0 + 0 + (0 + w))) with 1; [lra|].
  field; lra.
Qed.

(* One block fewer to split: two blocks then cost whatever one likes. *)
Definition S_score_ends__one_block_less : Prop :=
  forall (m : nat) (d : nat -> R) (after : nat -> nat -> R * R) (tau rho L : R) (W : nat -> R) (a : nat),
  (2 <= m)%nat -> 0 < tau -> (forall i, within m i -> 0 < d i) -> 0 <= rho <= 1 ->
  within m a -> (forall i, within m i -> d i <= d a) -> 2 * tau < d a ->
  costs W -> splits_cost (m - 1) rho (1 - 2 * tau / d a) W L ->
  both_at_least m tau d after (1 - defect 1 rho) ->
  forall b, within m b -> rho * d a - tau * (L + within_ends m tau rho (d a)) <= d b.
Theorem S_score_ends__one_block_less_false : ~ S_score_ends__one_block_less.
Proof.
intros H.
assert (1 * 1 - 1 / 4 * (- 1 + within_ends 2 (1 / 4) 1 1) <= 1) as C.
2: { unfold within_ends in C; simpl in C; lra. }
apply (H 2%nat (fun _ => 1) (fun _ _ => (1, 1)) (1 / 4) 1 (- 1) many 1%nat) with (b := 2%nat); try lra; try lia;
  try (unfold within; lia); try exact many_costs; try exact level; try (intros; lra).
intros p q P Q E; lia.
Qed.
