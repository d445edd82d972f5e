(* Near-misses of Statements.score_temperature: each is false. *)
From Coq Require Import Reals Lra Lia.
From Statements Require Import attention score_temperature.
From Proofs Require score_temperature.
Local Open Scope R_scope.
Local Notation three := Proofs.score_temperature.three.

(* Two blocks with means in the ratio rho attain the bound. *)
Definition S_score_temp__strict : Prop :=
  forall (m : nat) (d : nat -> R) (tau rho w : R), (2 <= m)%nat -> 0 < tau ->
  (forall i, within m i -> 0 < d i) -> 0 <= rho < 1 -> 0 <= w ->
  pairs (fun _ _ => 1) m - 1 <= w * exp (1 + w) ->
  pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m
    <= defect 1 rho * pairs (swap_weight tau d) m ->
  forall i j, within m i -> within m j -> rho * d i - tau * w < d j.
Theorem S_score_temp__strict_false : ~ S_score_temp__strict.
Proof.
intros H.
set (d := fun i => match i with 1%nat => 2 | _ => 1 end).
assert (1 / 2 * d 1%nat - 1 * 0 < d 2%nat) as C.
2: { unfold d in C; lra. }
apply (H 2%nat d 1 (1 / 2) 0); try lra; try lia; try (unfold within; lia).
- intros i _; unfold d; destruct i as [|[|i]]; lra.
- unfold pairs; simpl; lra.
- unfold pairs; simpl.
  replace (defect 2 1) with (defect 1 (1 / 2)).
  2: { rewrite (Proofs.score_temperature.defect_ratio 2 1) by lra; reflexivity. }
  unfold swap_weight; lra.
Qed.

(* Means 2, 2, 1: the swap of the equal ones has no defect, and takes its share of the mean. *)
Lemma below_half : exp 1 * defect 2 1 + (exp 1 * defect 2 1)
  <= defect 1 (51 / 100) * (1 + exp 1 + exp 1).
Proof.
assert (defect 2 1 <= 516 / 10000) as Half.
  { unfold defect; assert (0 < sqrt (2 * (2 * 2 + 1 * 1))) as P by (apply sqrt_lt_R0; lra).
    assert (sqrt (2 * (2 * 2 + 1 * 1)) <= 3163 / 1000) as B.
      { apply Rsqr_incr_0_var; [rewrite Rsqr_sqrt by lra; unfold Rsqr; lra|lra]. }
    assert (9484 / 10000 <= (2 + 1) / sqrt (2 * (2 * 2 + 1 * 1))) as Q.
      { apply Rmult_le_reg_r with (sqrt (2 * (2 * 2 + 1 * 1))); [exact P|].
        unfold Rdiv; rewrite (Rmult_assoc (2 + 1)), Rinv_l by lra; lra. }
    lra. }
assert (488 / 10000 <= defect 1 (51 / 100)) as More.
  { unfold defect; set (q := 2 * (1 * 1 + 51 / 100 * (51 / 100))).
    assert (0 < sqrt q) as P by (apply sqrt_lt_R0; unfold q; lra).
    assert (15875 / 10000 <= sqrt q) as B.
      { apply Rsqr_incr_0_var; [rewrite Rsqr_sqrt by (unfold q; lra); unfold Rsqr, q; lra|lra]. }
    assert ((1 + 51 / 100) / sqrt q <= 9512 / 10000) as Q.
      { apply Rmult_le_reg_r with (sqrt q); [exact P|].
        unfold Rdiv; rewrite (Rmult_assoc (1 + 51 * / 100)), Rinv_l by lra; lra. }
    lra. }
generalize exp_le_3 (exp_pos 1); intros; nra.
Qed.

Lemma three_means :
  pairs (fun i j => swap_weight 1 three i j * defect (three i) (three j)) 3
    <= defect 1 (51 / 100) * pairs (swap_weight 1 three) 3.
Proof.
assert (defect 2 2 = 0) as Z.
  { unfold defect; replace (2 * (2 * 2 + 2 * 2)) with (4 * 4) by ring.
    rewrite sqrt_square by lra; lra. }
assert (swap_weight 1 three 1 2 = 1 /\ swap_weight 1 three 1 3 = exp 1
  /\ swap_weight 1 three 2 3 = exp 1) as [A [B C]].
  { unfold swap_weight, three; replace (2 - 2) with 0 by ring; replace (2 - 1) with 1 by ring.
    rewrite Rabs_R0, Rabs_R1; unfold Rdiv; rewrite Rmult_0_l, exp_0, Rinv_1, Rmult_1_l; auto. }
generalize below_half; intros H.
unfold pairs; simpl; rewrite A, B, C, Z; lra.
Qed.

(* Without the temperature's part. *)
Definition S_score_temp__at_no_temperature : Prop :=
  forall (m : nat) (d : nat -> R) (tau rho w : R), (2 <= m)%nat -> 0 < tau ->
  (forall i, within m i -> 0 < d i) -> 0 <= rho < 1 -> 0 <= w ->
  pairs (fun _ _ => 1) m - 1 <= w * exp (1 + w) ->
  pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m
    <= defect 1 rho * pairs (swap_weight tau d) m ->
  forall i j, within m i -> within m j -> rho * d i <= d j.
Theorem S_score_temp__at_no_temperature_false : ~ S_score_temp__at_no_temperature.
Proof.
intros H; assert (51 / 100 * three 1 <= three 3) as C.
2: { unfold three in C; lra. }
apply (H 3%nat three 1 (51 / 100) 1); try lra; try lia; try (unfold within; lia).
- intros i _; unfold three; destruct i as [|[|[|[|i]]]]; lra.
- unfold pairs; simpl; generalize (exp_ineq1_le (1 + 1)); lra.
- exact three_means.
Qed.

(* Two pairs more than the largest gap's own taken off. *)
Definition S_score_temp__fewer_pairs : Prop :=
  forall (m : nat) (d : nat -> R) (tau rho w : R), (2 <= m)%nat -> 0 < tau ->
  (forall i, within m i -> 0 < d i) -> 0 <= rho < 1 -> 0 <= w ->
  pairs (fun _ _ => 1) m - 3 <= w * exp (1 + w) ->
  pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m
    <= defect 1 rho * pairs (swap_weight tau d) m ->
  forall i j, within m i -> within m j -> rho * d i - tau * w <= d j.
Theorem S_score_temp__fewer_pairs_false : ~ S_score_temp__fewer_pairs.
Proof.
intros H; assert (51 / 100 * three 1 - 1 * 0 <= three 3) as C.
2: { unfold three in C; lra. }
apply (H 3%nat three 1 (51 / 100) 0); try lra; try lia; try (unfold within; lia).
- intros i _; unfold three; destruct i as [|[|[|[|i]]]]; lra.
- unfold pairs; simpl; lra.
- exact three_means.
Qed.

(* A pair counted twice. *)
Definition S_score_temp_pairs__both_ways : Prop :=
  forall m, pairs (fun _ _ => 1) m = INR m * (INR m - 1) / 1.
Theorem S_score_temp_pairs__both_ways_false : ~ S_score_temp_pairs__both_ways.
Proof. intros H; specialize (H 2%nat); unfold pairs in H; simpl in H; lra. Qed.

Definition S_score_temp_scores__strict : Prop :=
  forall (m : nat) (d : nat -> R) (after : nat -> nat -> R * R) (tau rho w : R),
  (2 <= m)%nat -> 0 < tau -> (forall i, within m i -> 0 < d i) -> 0 <= rho <= 1 -> 0 <= w ->
  pairs (fun _ _ => 1) m - 1 <= w * exp (1 + w) ->
  both_at_least m tau d after (1 - defect 1 rho) ->
  forall i j, within m i -> within m j -> rho * d i - tau * w < d j.
Theorem S_score_temp_scores__strict_false : ~ S_score_temp_scores__strict.
Proof.
intros H; destruct (Proofs.score_temperature.S_score_temp_attained 1 1) as (d & after & D & _ & high & e); try lra.
assert (1 * d 1%nat - 1 * 0 < d 2%nat); [ | lra].
apply (H 2%nat d after 1 1 0); try lra; try lia; try (unfold within; lia); try easy.
unfold pairs; simpl; lra.
Qed.

Definition S_score_temp_attained__above : Prop :=
  forall tau rho : R, 0 < tau -> 0 < rho <= 1 -> exists d after,
  (forall i, 0 < d i) /\ (forall i j, 0 < fst (after i j) /\ 0 < snd (after i j))
  /\ both_at_least 2 tau d after (1 - defect 1 rho) /\ rho * d 1%nat > d 2%nat.
Theorem S_score_temp_attained__above_false : ~ S_score_temp_attained__above.
Proof.
intros H; destruct (H 1 1) as (d & after & D & _ & high & e); try lra.
assert (1 * d 1%nat - 1 * 0 <= d 2%nat); [ | lra].
apply (Proofs.score_temperature.S_score_temp_scores 2%nat d after 1 1 0); try lra; try lia; try (unfold within; lia); auto.
unfold pairs; simpl; lra.
Qed.
