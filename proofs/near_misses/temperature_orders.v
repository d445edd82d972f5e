(* Near-misses of Statements.temperature_orders: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import attention canonical feasibility temperature retrieval_temperature
  temperature_orders.
From Proofs Require angles temperature retrieval_temperature temperature_orders.
Local Open Scope R_scope.

(* Two tokens need next to nothing. *)
Local Definition b : R := / 2048.
Local Lemma small : 8 * PI ^ 2 * b < ln 2.
Proof.
assert (p := PI_4); assert (q := PI_RGT_0); unfold b.
assert (1 / 8 < ln 2); [ | nra].
apply exp_lt_inv; rewrite exp_ln by lra.
pose proof (exp_ineq1_le (- (1 / 8))) as i; rewrite exp_Ropp in i.
pose proof (exp_pos (1 / 8)) as e; apply Rmult_le_compat_r with (r := exp (1 / 8)) in i; [ | lra].
rewrite Rinv_l in i by lra; lra.
Qed.
Local Lemma b_pos : 0 < b. Proof. unfold b; lra. Qed.

Definition S_beta_index_needed__length_two : Prop :=
  forall (n0 : nat) (beta theta : R), (2 <= n0)%nat -> 0 <= beta ->
  soft_index_right n0 beta theta -> INR n0 ^ 2 * ln 2 < 8 * PI ^ 2 * beta.
Theorem S_beta_index_needed__length_two_false : ~ S_beta_index_needed__length_two.
Proof.
intros H; pose proof small as s; specialize (H 2%nat b PI ltac:(lia) ltac:(pose proof b_pos; lra)); cbn [INR] in H.
assert (l : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (R : soft_index_right 2 b PI); [ | specialize (H R); set (x := PI ^ 2) in *; nra].
apply Proofs.temperature.S_beta_index; [lia | pose proof b_pos; lra | intros t ht; replace t with 1%nat by lia].
unfold sum_but; cbn [sum Nat.eqb INR]; replace ((1 + 1 - 1) * PI) with PI by ring.
rewrite !Rplus_0_l, cos_PI; apply Rlt_le_trans with (exp 0); [ | rewrite exp_0; lra].
apply exp_increasing; pose proof b_pos; lra.
Qed.

Local Lemma third : cos (2 * PI / INR 3) = - 1 / 2.
Proof. rewrite <- cos_2PI3; f_equal; cbn; field. Qed.

Definition S_beta_index_enough__thirty : Prop :=
  forall (n0 : nat) (beta : R), (2 <= n0)%nat -> INR n0 ^ 2 <= 30 * beta ->
  soft_index_right n0 beta (2 * PI / INR n0).
Theorem S_beta_index_enough__thirty_false : ~ S_beta_index_enough__thirty.
Proof.
intros H; specialize (H 3%nat (3 / 10) ltac:(lia) ltac:(cbn; lra)).
pose proof (proj1 (Proofs.temperature.S_beta_index 3%nat (3 / 10) _ ltac:(lia) ltac:(lra)) H) as C; clear H.
specialize (C 2%nat ltac:(lia)).
unfold sum_but in C; set (x := 2 * PI / INR 3) in *; cbn [sum Nat.eqb INR] in C.
replace ((1 - (1 + 1)) * x) with (- x) in C by ring; replace ((1 + 1 + 1 - (1 + 1)) * x) with x in C by ring.
rewrite cos_neg in C; unfold x in C; rewrite third in C.
pose proof (exp_ineq1_le (- (3 / 10 * (1 - -1 / 2)))); lra.
Qed.

Local Lemma quarter : forall t, (t <= 1)%nat -> weighs 2 b (PI / 2) 0 t = exp (b * (if Nat.eqb t 0 then 1 else 0))
  /\ weighs 2 b (PI / 2) 1 t = exp (b * (if Nat.eqb t 0 then -1 else 0)).
Proof.
intros t ht; unfold weighs, omega; destruct t as [|[|t]]; [ | | lia]; cbn [Nat.eqb INR]; split; do 2 f_equal.
- replace (0 * (2 * PI / (1 + 1)) + 0 * (PI / 2)) with 0 by field; apply cos_0.
- replace (1 * (2 * PI / (1 + 1)) + 0 * (PI / 2)) with PI by field; apply cos_PI.
- replace (0 * (2 * PI / (1 + 1)) + 1 * (PI / 2)) with (PI / 2) by field; apply cos_PI2.
- replace (1 * (2 * PI / (1 + 1)) + 1 * (PI / 2)) with (3 * (PI / 2)) by field; apply cos_3PI2.
Qed.

Definition S_beta_retrieval_needed__two_tokens : Prop :=
  forall (A m n0 : nat) (beta theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat -> 0 <= beta ->
  retrieval_head (soft beta) decoding A m n0 theta ->
  INR (A * (2 * n0 - 3)) ^ 2 * ln 2 < 4 * PI ^ 2 * beta.
Theorem S_beta_retrieval_needed__two_tokens_false : ~ S_beta_retrieval_needed__two_tokens.
Proof.
intros H; pose proof small as s.
specialize (H 2%nat 1%nat 2%nat b (PI / 2) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(pose proof b_pos; lra)); cbn in H.
assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (R : retrieval_head (soft b) decoding 2 1 2 (PI / 2)); [ | specialize (H R); nra].
apply Proofs.retrieval_temperature.S_beta_retrieval; [lia | lia | lia | ].
destruct (quarter 0 ltac:(lia)) as [a b], (quarter 1 ltac:(lia)) as [c d].
split; [ | intros e t he ht; replace e with 1%nat by lia; destruct t as [|[|t]]; [split | split | lia]];
  unfold sum_but; cbn [sum Nat.sub Nat.eqb]; rewrite ?a, ?b, ?c, ?d; cbn [Nat.eqb];
  rewrite ?Rplus_0_l; try apply exp_pos; apply exp_increasing; pose proof b_pos; lra.
Qed.

Definition S_beta_retrieval_enough__thirty_six : Prop :=
  forall (A m n0 : nat) (beta : R), (2 <= A)%nat -> (1 <= m)%nat -> (1 <= n0)%nat ->
  INR (A * n0) ^ 2 <= 36 * beta ->
  retrieval_head (soft beta) decoding A m n0 (omega A / INR (2 * n0)).
Theorem S_beta_retrieval_enough__thirty_six_false : ~ S_beta_retrieval_enough__thirty_six.
Proof.
intros H; specialize (H 2%nat 1%nat 3%nat 1 ltac:(lia) ltac:(lia) ltac:(lia) ltac:(cbn; lra)).
pose proof (proj1 (Proofs.retrieval_temperature.S_beta_retrieval 2%nat 1%nat 3%nat 1 _
  ltac:(lia) ltac:(lia) ltac:(lia)) H) as R.
destruct R as [C _]; unfold weighs, omega in C; cbn in C.
replace (0 * (2 * PI / (1 + 1)) + 0 * (2 * PI / (1 + 1) / (1 + 1 + 1 + 1 + 1 + 1))) with 0 in C by field.
replace (0 * (2 * PI / (1 + 1)) + 1 * (2 * PI / (1 + 1) / (1 + 1 + 1 + 1 + 1 + 1))) with (PI / 6) in C by field.
replace (0 * (2 * PI / (1 + 1)) + (1 + 1) * (2 * PI / (1 + 1) / (1 + 1 + 1 + 1 + 1 + 1))) with (PI / 3) in C by field.
rewrite cos_0, cos_PI3 in C.
assert (half : 1 / 2 < cos (PI / 6)).
{ rewrite <- cos_PI3; pose proof PI_RGT_0; apply cos_decreasing_1; lra. }
pose proof (exp_ineq1_le (1 * cos (PI / 6) - 1)) as u; pose proof (exp_ineq1_le (1 * (1 / 2) - 1)) as w.
unfold Rminus in u, w; rewrite exp_plus, exp_Ropp in u, w.
pose proof (exp_pos 1) as e; rewrite Rmult_1_r in C.
apply Rmult_le_compat_r with (r := exp 1) in u; [ | lra]; apply Rmult_le_compat_r with (r := exp 1) in w; [ | lra].
rewrite Rmult_assoc, Rinv_l, Rmult_1_r in u, w by lra; nra.
Qed.

Definition S_beta_still__weak : Prop :=
  forall (A m n0 : nat) (beta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat -> 0 <= beta ->
  (forall (n : nat) (x : nat -> token) (i k a : nat), within n0 n -> proper A m x n -> within n i ->
     finds x i k -> snd (x i) = letter a ->
     decodes (retrieval_output (soft beta (retrieval_logits A 0 x i) i) x i) (x k))
  <-> ln (INR n0 - 1) <= beta * (1 - cos (omega A)).
Theorem S_beta_still__weak_false : ~ S_beta_still__weak.
Proof.
intros H.
destruct (Proofs.temperature_orders.S_beta_still 2%nat 1%nat 2%nat 0) as [L _]; try lia; try lra.
destruct (H 2%nat 1%nat 2%nat 0) as [_ B]; try lia; try lra.
assert (e : ln (INR 2 - 1) = 0) by (rewrite <- ln_1; f_equal; cbn; ring); rewrite e in *.
assert (0 < 0 * (1 - cos (omega 2))) by (apply L, B; lra); lra.
Qed.
