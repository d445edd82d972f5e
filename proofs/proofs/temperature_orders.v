From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy canonical feasibility temperature
  retrieval_temperature temperature_orders.
From Proofs Require Import angles sums_of_reals circle discrepancy canonical concentration
  retrieval_range feasibility temperature retrieval_temperature planes chords.
Local Open Scope R_scope.

Theorem S_beta_index_needed : Statements.temperature_orders.S_beta_index_needed.
Proof.
intros n0 beta theta hn hb right.
pose proof (proj1 (temperature.S_beta_index n0 beta theta ltac:(lia) hb) right) as rows; clear right.
set (T := ((n0 - 1) / 2)%nat).
pose proof (Nat.div_mod (n0 - 1) 2 ltac:(lia)) as dm; fold T in dm.
pose proof (Nat.mod_upper_bound (n0 - 1) 2 ltac:(lia)) as mb.
destruct (circle_near theta T ltac:(lia)) as (t & ht & near).
pose proof (arc_bound T ltac:(lia)) as arc.
specialize (rows (t + 1)%nat ltac:(lia)).
set (g := 1 - cos (INR t * theta)) in *.
assert (two : 2 * exp (- (beta * g)) < 1).
{ eapply Rle_lt_trans; [ | exact rows].
  eapply Rle_trans; [ | apply (two_terms _ n0 (t + 1) 1 (2 * t + 1)); unfold within; try lia].
  - right; rewrite !plus_INR, mult_INR; cbn [INR]; unfold g.
    replace ((1 - (INR t + 1)) * theta) with (- (INR t * theta)) by ring.
    replace (((1 + 1) * INR t + 1 - (INR t + 1)) * theta) with (INR t * theta) by ring.
    rewrite cos_neg; ring.
  - intros i; left; apply exp_pos. }
assert (l : ln 2 < beta * g).
{ apply exp_lt_inv; rewrite exp_ln by lra; rewrite exp_Ropp in two.
  pose proof (exp_pos (beta * g)) as p; apply Rmult_lt_compat_r with (r := exp (beta * g)) in two; [ | easy].
  rewrite Rmult_assoc, Rinv_l in two by lra; lra. }
assert (half : INR n0 <= 2 * INR (T + 1)).
{ change 2 with (INR 2); rewrite <- mult_INR; apply le_INR; lia. }
assert (p : 0 < INR (T + 1)) by (apply lt_0_INR; lia).
assert (n3 : 0 < INR n0) by (apply lt_0_INR; lia).
apply Rlt_le_trans with (INR n0 ^ 2 * (beta * g)); [apply Rmult_lt_compat_l; [nra | easy] | ].
assert (q : g * INR (T + 1) ^ 2 <= 2 * PI ^ 2).
{ apply Rmult_le_reg_r with (/ INR (T + 1) ^ 2); [apply Rinv_0_lt_compat; nra | ].
  rewrite Rmult_assoc, Rinv_r by nra; unfold Rdiv in arc; lra. }
assert (g0 : 0 <= g) by (unfold g; pose proof (COS_bound (INR t * theta)); lra).
assert (sq : INR n0 ^ 2 <= 4 * INR (T + 1) ^ 2) by nra.
apply Rle_trans with (beta * (g * (4 * INR (T + 1) ^ 2))); [ | nra].
replace (INR n0 ^ 2 * (beta * g)) with (beta * (g * INR n0 ^ 2)) by ring.
apply Rmult_le_compat_l; [easy | ]; apply Rmult_le_compat_l; easy.
Qed.

(* A key d places off, at the angle 2 PI / n. *)
Lemma wheel n beta d : (1 <= n)%nat -> INR n ^ 2 <= 10 * beta -> (2 * d <= n)%nat ->
  exp (- (beta * (1 - cos (INR d * (2 * PI / INR n))))) <= exp (- (4 / 5)) ^ (d * d).
Proof.
intros hn hb hd; rewrite <- exp_power, mult_INR; apply exp_le, Ropp_le_contravar.
assert (n1 : 0 < INR n) by (apply lt_0_INR; lia); pose proof pi_pos as pp; pose proof (pos_INR d) as d0.
assert (d1 : 2 * INR d <= INR n) by (change 2 with (INR 2); rewrite <- mult_INR; apply le_INR; lia).
set (x := INR d * (2 * PI / INR n)).
assert (ex : x * INR n = 2 * PI * INR d) by (unfold x; field; lra).
assert (range : 0 <= x <= PI).
{ split; [apply Rmult_le_pos; [easy | left; apply Rdiv_lt_0_compat; lra] | ].
  apply Rmult_le_reg_r with (INR n); nra. }
pose proof (cos_half_turn x range) as c.
assert (e : 8 * INR d ^ 2 <= INR n ^ 2 * (1 - cos x)).
{ apply Rmult_le_reg_r with (PI ^ 2); [nra | ].
  replace (8 * INR d ^ 2 * PI ^ 2) with (2 * (x * INR n) ^ 2) by (rewrite ex; ring).
  replace (2 * (x * INR n) ^ 2) with (INR n ^ 2 * (2 * x ^ 2)) by ring.
  replace (INR n ^ 2 * (1 - cos x) * PI ^ 2) with (INR n ^ 2 * (PI ^ 2 * (1 - cos x))) by ring.
  apply Rmult_le_compat_l; [nra | easy]. }
assert (0 <= 1 - cos x) by (pose proof (COS_bound x); lra); nra.
Qed.

Lemma four_fifths : 0 < exp (- (4 / 5)) <= 454 / 1000.
Proof.
split; [apply exp_pos | ].
replace (- (4 / 5)) with (- (1 / 40 * INR 32)) by (cbn; field).
eapply Rle_trans; [apply exp_below; lra | ].
assert (sq : forall x a b, 0 <= x <= a -> a * a <= b -> 0 <= x * x <= b) by (intros; nra).
set (y := / (1 + 1 / 40)); assert (y1 : 0 <= y <= 97561 / 100000).
{ unfold y; replace (/ (1 + 1 / 40)) with (40 / 41) by field; lra. }
pose proof (sq _ _ (95182 / 100000) y1 ltac:(lra)) as y2.
pose proof (sq _ _ (90597 / 100000) y2 ltac:(lra)) as y4.
pose proof (sq _ _ (82079 / 100000) y4 ltac:(lra)) as y8.
pose proof (sq _ _ (67370 / 100000) y8 ltac:(lra)) as y16.
pose proof (sq _ _ (454 / 1000) y16 ltac:(lra)) as y32.
replace (y ^ 32) with (y * y * (y * y) * (y * y * (y * y)) * (y * y * (y * y) * (y * y * (y * y)))
  * (y * y * (y * y) * (y * y * (y * y)) * (y * y * (y * y) * (y * y * (y * y))))) by ring; lra.
Qed.

Theorem S_beta_index_enough : Statements.temperature_orders.S_beta_index_enough.
Proof.
intros n0 beta hn hb; set (theta := 2 * PI / INR n0).
assert (n1 : 0 < INR n0) by (apply lt_0_INR; lia).
apply temperature.S_beta_index; [easy | nra | intros s hs].
set (Q := exp (- (4 / 5))); set (H := fun d => Q ^ (d * d)).
assert (H0 : forall d, 0 <= H d) by (intros d; left; apply pow_lt, exp_pos).
set (G := fun d => H d + H (n0 - d)%nat).
assert (each : forall d, (1 <= d < n0)%nat -> exp (- (beta * (1 - cos (INR d * theta)))) <= G d).
{ intros d hd; unfold G; destruct (Nat.le_gt_cases (2 * d) n0) as [near | far].
  - pose proof (wheel n0 beta d ltac:(lia) hb near) as w; specialize (H0 (n0 - d)%nat).
    fold theta Q in w; unfold H in *; lra.
  - pose proof (wheel n0 beta (n0 - d) ltac:(lia) hb ltac:(lia)) as w; specialize (H0 d).
    replace (INR (n0 - d) * (2 * PI / INR n0)) with (- (INR d * theta) + 2 * INR 1 * PI) in w.
    + rewrite cos_period, cos_neg in w; fold Q in w; unfold H in *; lra.
    + unfold theta; rewrite minus_INR by lia; cbn [INR]; field; lra. }
destruct s as [|s]; [lia | ].
eapply Rle_lt_trans with (sum G s + sum G (n0 - S s)).
- unfold sum_but; replace n0 with (S s + (n0 - S s))%nat at 1 by lia; rewrite planes.sum_app; cbn [sum].
  rewrite Nat.eqb_refl, Rplus_0_r; apply Rplus_le_compat.
  + rewrite <- (sum_mirror G s); apply sum_le; intros k hk; unfold within in hk.
    destruct (Nat.eqb_spec k (S s)); [lia | ].
    replace ((INR k - INR (S s)) * theta) with (- (INR (S s - k) * theta)) by (rewrite minus_INR by lia; ring).
    rewrite cos_neg; apply each; lia.
  + apply sum_le; intros k hk; unfold within in hk; destruct (Nat.eqb_spec (S s + k) (S s)); [lia | ].
    replace ((INR (S s + k) - INR (S s)) * theta) with (INR k * theta) by (rewrite plus_INR; ring).
    apply each; lia.
- unfold G; rewrite !sum_plus.
  assert (a : sum H s + sum (fun d => H (n0 - d)%nat) (n0 - S s) = sum H (n0 - 1)).
  { replace (n0 - 1)%nat with (s + (n0 - S s))%nat by lia; rewrite planes.sum_app; f_equal.
    rewrite <- (sum_mirror (fun c => H (s + c)%nat)); apply sum_ext; intros k hk; unfold within in hk.
    f_equal; lia. }
  assert (b : sum H (n0 - S s) + sum (fun d => H (n0 - d)%nat) s = sum H (n0 - 1)).
  { replace (n0 - 1)%nat with ((n0 - S s) + s)%nat by lia; rewrite planes.sum_app; f_equal.
    rewrite <- (sum_mirror (fun c => H (n0 - S s + c)%nat)); apply sum_ext; intros k hk; unfold within in hk.
    f_equal; lia. }
  pose proof four_fifths as qr; fold Q in qr.
  pose proof (squares_sum Q (n0 - 1) ltac:(lra)) as sq.
  change (sum (fun t => Q ^ (t * t)) (n0 - 1)) with (sum H (n0 - 1)) in sq.
  assert (q2 : 0 <= Q ^ 2 <= 206116 / 1000000) by nra.
  assert (q4 : 0 <= Q ^ 4 <= 42485 / 1000000) by (replace (Q ^ 4) with (Q ^ 2 * Q ^ 2) by ring; nra).
  assert (q5 : 0 <= Q ^ 5 <= 2 / 100) by (replace (Q ^ 5) with (Q ^ 4 * Q) by ring; nra).
  nra.
Qed.

(* Retrieval. *)
Lemma soft_apart A m n0 beta theta : (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat -> 0 < beta ->
  retrieval_head (soft beta) decoding A m n0 theta ->
  in_range A n0 theta /\ sum (weighs A beta theta 0) (n0 - 1) < exp beta.
Proof.
intros hA hm hn hb right.
apply (proj1 (S_beta_retrieval A m n0 beta theta ltac:(lia) hm ltac:(lia))) in right.
destruct right as [copies rivals].
assert (W0 : forall t, weighs A beta theta 0 t = exp (beta * cos (INR t * theta))).
{ intros t; unfold weighs; do 3 f_equal; cbn; ring. }
assert (falls : forall x y, exp (beta * x) < exp (beta * y) -> x < y).
{ intros x y h; apply exp_lt_inv in h; nra. }
assert (e0 : weighs A beta theta 0 0 = exp beta).
{ rewrite W0; f_equal; cbn [INR]; rewrite Rmult_0_l, cos_0; ring. }
assert (pos : forall d t, 0 <= weighs A beta theta d t) by (intros; left; apply exp_pos).
split; [ | now rewrite <- e0].
apply (must_be_in_range A m); [easy | easy | easy | ].
apply gap_decodes, demands_enough.
- intros t ht; apply falls; rewrite <- W0, Rmult_1_r, <- e0; eapply Rle_lt_trans; [ | exact copies].
  assert (w : within (n0 - 1) t) by (unfold within; lia); rewrite (sum_split _ _ t w).
  enough (0 <= sum (others t (weighs A beta theta 0)) (n0 - 1)) by lra.
  apply sum_nonneg; intros j _; unfold others; destruct Nat.eqb; [lra | apply pos].
- intros t t' a b ht ht' ne ha hb' nab.
  destruct (letters_off A b a ltac:(lia) hb' ha) as (d & hd & d1 & _ & off).
  apply falls; rewrite off, <- W0; change (weighs A beta theta d t' < weighs A beta theta 0 t).
  destruct (rivals d t ltac:(lia) ht) as [everywhere nearer].
  destruct (Nat.eq_dec t' 0) as [-> | n'].
  + eapply Rle_lt_trans; [ | exact nearer].
    assert (w : within t 1) by (unfold within; lia); rewrite (sum_split _ _ 1 w); cbn [Nat.sub].
    enough (0 <= sum (others 1 (fun k => weighs A beta theta d (k - 1))) t) by lra.
    apply sum_nonneg; intros j _; unfold others; destruct Nat.eqb; [lra | apply pos].
  + eapply Rle_lt_trans; [ | exact everywhere]; unfold sum_but.
    assert (w : within (n0 - 1) t') by (unfold within; lia); rewrite (sum_split _ _ t' w).
    destruct (Nat.eqb_spec t' t); [congruence | ].
    enough (0 <= sum (others t' (fun k => if Nat.eqb k t then 0 else weighs A beta theta d k)) (n0 - 1)) by lra.
    apply sum_nonneg; intros j _; unfold others; destruct (Nat.eqb j t'), (Nat.eqb j t); (lra || apply pos).
Qed.

Lemma square_below x : 1 - cos x <= away x ^ 2 / 2.
Proof.
rewrite <- (cos_away x); pose proof (away_range x) as r; pose proof pi_pos.
destruct (Req_dec (away x) 0) as [-> | ne]; [rewrite cos_0; lra | ].
apply square_bound; lra.
Qed.

Theorem S_beta_retrieval_needed : Statements.temperature_orders.S_beta_retrieval_needed.
Proof.
intros A m n0 beta theta hA hm hn hb right.
destruct hb as [hb | <-].
2: { apply (proj1 (S_beta_retrieval A m n0 0 theta ltac:(lia) hm ltac:(lia))) in right.
     destruct right as [copies _]; exfalso; revert copies; apply Rle_not_lt.
     rewrite (sum_ext _ (fun _ => 1)), sum_const by (intros; unfold weighs; rewrite Rmult_0_l; apply exp_0).
     unfold weighs; rewrite Rmult_0_l, exp_0, Rmult_1_r; change 1 with (INR 1); apply le_INR; lia. }
destruct (soft_apart A m n0 beta theta hA hm ltac:(lia) hb right) as [range copies]; clear right.
destruct (range_away A n0 theta hA ltac:(lia) range) as [x0 xw]; set (x := away theta) in *.
set (q := exp (- (beta * (x ^ 2 / 2)))).
assert (q0 : 0 < q) by apply exp_pos.
assert (each : forall t, exp beta * q ^ (t * t) <= weighs A beta theta 0 t).
{ intros t; unfold q; rewrite <- exp_power, <- exp_plus; unfold weighs; apply exp_le.
  replace (INR 0 * omega A + INR t * theta) with (INR t * theta) by (cbn; ring).
  pose proof (square_below (INR t * theta)) as s; pose proof (away_multiple_le theta t) as a; fold x in a.
  pose proof (away_range (INR t * theta)); rewrite mult_INR; pose proof (pos_INR t).
  assert (away (INR t * theta) ^ 2 <= (INR t * x) ^ 2) by (apply pow_incr; lra).
  assert (1 - cos (INR t * theta) <= x ^ 2 / 2 * (INR t * INR t)) by nra; nra. }
assert (three : q + q ^ 4 + q ^ 9 < 1).
{ apply Rmult_lt_reg_l with (exp beta); [apply exp_pos | rewrite Rmult_1_r].
  eapply Rle_lt_trans; [ | exact copies].
  eapply Rle_trans; [ | apply (sum_prefix _ 3 (n0 - 1)); [lia | intros; left; apply exp_pos]].
  pose proof (each 1%nat); pose proof (each 2%nat); pose proof (each 3%nat); cbn [sum Nat.mul Nat.add] in *; lra. }
assert (l : ln 2 < beta * x ^ 2).
{ apply Rnot_le_lt; intros le.
  assert (h : 1 / 2 <= q * q).
  { unfold q; rewrite <- exp_plus.
    replace (- (beta * (x ^ 2 / 2)) + - (beta * (x ^ 2 / 2))) with (- (beta * x ^ 2)) by field.
    replace (1 / 2) with (exp (- ln 2)) by (rewrite exp_Ropp, exp_ln by lra; field).
    apply exp_le; lra. }
  assert (7071 / 10000 <= q) by nra.
  assert (1 / 4 <= q ^ 4) by (replace (q ^ 4) with (q * q * (q * q)) by ring; nra).
  assert (1 / 16 <= q ^ 4 * q ^ 4) by nra.
  assert (44 / 1000 <= q ^ 9) by (replace (q ^ 9) with (q ^ 4 * q ^ 4 * q) by ring; nra); lra. }
assert (d1 : 0 < INR (2 * n0 - 3)) by (apply lt_0_INR; lia).
assert (A1 : 0 < INR A) by (apply lt_0_INR; lia).
rewrite mult_INR; set (N := INR (2 * n0 - 3)) in *.
assert (turn : INR A * (N * x) < 2 * PI).
{ unfold omega in xw; apply Rmult_lt_compat_l with (r := INR A) in xw; [ | easy].
  replace (INR A * (2 * PI / INR A)) with (2 * PI) in xw by (field; lra); easy. }
assert (sq : (INR A * N) ^ 2 * x ^ 2 <= 4 * PI ^ 2).
{ replace ((INR A * N) ^ 2 * x ^ 2) with ((INR A * (N * x)) ^ 2) by ring.
  replace (4 * PI ^ 2) with ((2 * PI) ^ 2) by ring; apply pow_incr.
  split; [apply Rmult_le_pos; nra | lra]. }
assert (P : 0 < (INR A * N) ^ 2) by (apply pow_lt; nra).
apply Rlt_le_trans with ((INR A * N) ^ 2 * (beta * x ^ 2)); nra.
Qed.

Lemma cos_gap x y : 0 <= x <= y -> y <= PI -> 1 - cos (y - x) <= cos x - cos y.
Proof.
intros h hy; pose proof pi_pos.
replace x with (2 * (x / 2)) at 2 by field; replace y with (2 * (y / 2)) at 2 by field.
replace (y - x) with (2 * (y / 2 - x / 2)) by field; rewrite !cos_2a_sin, sin_minus.
assert (a : 0 <= sin (x / 2)) by (apply sin_ge_0; lra).
assert (b : 0 <= cos (y / 2)) by (apply cos_ge_0; lra).
assert (c : 0 <= sin (y / 2 - x / 2)) by (apply sin_ge_0; lra); rewrite sin_minus in c.
pose proof (sin2_cos2 (x / 2)) as e; pose proof (sin2_cos2 (y / 2)) as f; unfold Rsqr in e, f.
set (s := sin (x / 2)) in *; set (u := cos (x / 2)) in *; set (r := sin (y / 2)) in *; set (w := cos (y / 2)) in *.
assert (g : r * r - s * s = (r * u + w * s) * (r * u - w * s)) by nra.
assert (0 <= (r * u - w * s) * (w * s)) by (apply Rmult_le_pos; [easy | nra]); nra.
Qed.

Section Serving.
Variables (A n0 : nat) (beta : R).
Hypothesis (hA : (2 <= A)%nat) (hn : (1 <= n0)%nat) (enough : INR (A * n0) ^ 2 <= 11 * beta).
Let theta := omega A / INR (2 * n0).
Let K := INR (A * n0).

Lemma K_pos : 0 < K. Proof. apply lt_0_INR; nia. Qed.
Lemma theta_K : theta * K = PI.
Proof.
unfold theta, K, omega; rewrite !mult_INR; cbn [INR]; field; split; apply not_0_INR; lia.
Qed.
Lemma theta_pos : 0 < theta.
Proof. pose proof K_pos; pose proof theta_K; pose proof pi_pos; nra. Qed.
Lemma two_turns : INR (2 * n0) * theta = omega A.
Proof. unfold theta; field; apply not_0_INR; lia. Qed.

(* What r steps cost: at most p^(r^2), and q^(r^2) within a quarter of a turn. *)
Lemma steps r : INR r * theta <= PI -> exp (- (beta * (1 - cos (INR r * theta)))) <= exp (- (2 / 11)) ^ (r * r).
Proof.
intros h; rewrite <- exp_power, mult_INR; apply exp_le, Ropp_le_contravar.
pose proof theta_pos; pose proof theta_K as tk; pose proof K_pos; pose proof (pos_INR r); pose proof pi_pos.
pose proof (cos_half_turn (INR r * theta) ltac:(split; nra)) as c.
assert (e : 2 * INR r ^ 2 <= K ^ 2 * (1 - cos (INR r * theta))).
{ apply Rmult_le_reg_r with (PI ^ 2); [nra | ]; rewrite <- tk at 1.
  replace (2 * INR r ^ 2 * (theta * K) ^ 2) with (K ^ 2 * (2 * (INR r * theta) ^ 2)) by ring.
  replace (K ^ 2 * (1 - cos (INR r * theta)) * PI ^ 2) with (K ^ 2 * (PI ^ 2 * (1 - cos (INR r * theta)))) by ring.
  apply Rmult_le_compat_l; [nra | easy]. }
assert (0 <= 1 - cos (INR r * theta)) by (pose proof (COS_bound (INR r * theta)); lra); fold K in enough; nra.
Qed.

Lemma near_steps r : INR r * theta <= PI / 2 ->
  exp (- (beta * (1 - cos (INR r * theta)))) <= exp (- (4 / 11)) ^ (r * r).
Proof.
intros h; rewrite <- exp_power, mult_INR; apply exp_le, Ropp_le_contravar.
pose proof theta_pos; pose proof theta_K as tk; pose proof K_pos; pose proof (pos_INR r); pose proof pi_pos.
pose proof (cos_quarter_turn (INR r * theta) ltac:(split; nra)) as c.
assert (e : 4 * INR r ^ 2 <= K ^ 2 * (1 - cos (INR r * theta))).
{ apply Rmult_le_reg_r with (PI ^ 2); [nra | ]; rewrite <- tk at 1.
  replace (4 * INR r ^ 2 * (theta * K) ^ 2) with (K ^ 2 * (4 * (INR r * theta) ^ 2)) by ring.
  replace (K ^ 2 * (1 - cos (INR r * theta)) * PI ^ 2) with (K ^ 2 * (PI ^ 2 * (1 - cos (INR r * theta)))) by ring.
  apply Rmult_le_compat_l; [nra | easy]. }
assert (0 <= 1 - cos (INR r * theta)) by (pose proof (COS_bound (INR r * theta)); lra); fold K in enough; nra.
Qed.

(* A rival u places from n0, the target at t. *)
Lemma rival_weighs d t t' : (1 <= d < A)%nat -> (t < n0)%nat -> (t' < n0)%nat -> t <> t' ->
  weighs A beta theta d t' <= weighs A beta theta 0 t * exp (- (2 / 11)) ^ (3 * ((n0 - t') + 1)).
Proof.
intros hd ht ht' ne; set (p := exp (- (2 / 11))).
pose proof theta_pos as tp; pose proof two_turns as tt; pose proof (omega_below A hA) as wp.
pose proof pi_pos as pp; set (r := (2 * n0 - t' - t)%nat).
assert (far : cos (INR d * omega A + INR t' * theta) <= cos (INR (2 * n0 - t') * theta)).
{ apply cos_at_most.
  assert (y : 0 <= INR (2 * n0 - t') * theta <= PI).
  { split; [apply Rmult_le_pos; [apply pos_INR | lra] | ].
    apply Rle_trans with (INR (2 * n0) * theta); [apply Rmult_le_compat_r; [lra | apply le_INR; lia] | lra]. }
  rewrite (away_small _ y).
  pose proof (letters_apart A d 0 ltac:(lia) ltac:(lia) ltac:(lia)) as la.
  replace (omega A * (INR d - INR 0)) with (INR d * omega A + INR t' * theta + - (INR t' * theta)) in la
    by (cbn; ring).
  pose proof (away_sum (INR d * omega A + INR t' * theta) (- (INR t' * theta))) as s.
  rewrite away_opp in s.
  assert (z : 0 <= INR t' * theta <= PI).
  { split; [apply Rmult_le_pos; [apply pos_INR | lra] | ].
    apply Rle_trans with (INR (2 * n0) * theta); [apply Rmult_le_compat_r; [lra | apply le_INR; lia] | lra]. }
  rewrite (away_small _ z) in s; rewrite minus_INR by lia; lra. }
assert (gap : 1 - cos (INR r * theta) <= cos (INR t * theta) - cos (INR (2 * n0 - t') * theta)).
{ replace (INR r * theta) with (INR (2 * n0 - t') * theta - INR t * theta)
    by (unfold r; rewrite (minus_INR _ t) by lia; ring).
  apply cos_gap.
  - split; [apply Rmult_le_pos; [apply pos_INR | lra] | apply Rmult_le_compat_r; [lra | apply le_INR; lia]].
  - apply Rle_trans with (INR (2 * n0) * theta); [apply Rmult_le_compat_r; [lra | apply le_INR; lia] | lra]. }
assert (rp : INR r * theta <= PI).
{ apply Rle_trans with (INR (2 * n0) * theta);
    [apply Rmult_le_compat_r; [lra | unfold r; apply le_INR; lia] | lra]. }
assert (b0 : 0 <= beta) by (pose proof K_pos; fold K in enough; nra).
pose proof (steps r rp) as st; fold p in st.
assert (fall : p ^ (r * r) <= p ^ (3 * (n0 - t' + 1))).
{ apply power_falls; [ | unfold r; nia]; split; [apply exp_pos | ].
  unfold p; rewrite <- exp_0; apply exp_le; lra. }
apply Rle_trans with (weighs A beta theta 0 t * exp (- (beta * (1 - cos (INR r * theta))))).
- unfold weighs; rewrite <- exp_plus; apply exp_le.
  replace (INR 0 * omega A + INR t * theta) with (INR t * theta) by (cbn; ring); nra.
- apply Rmult_le_compat_l; [left; apply exp_pos | lra].
Qed.

Lemma rivals_small N : (1 <= N)%nat -> sum (fun u => exp (- (2 / 11)) ^ (3 * (u + 1))) N < 1.
Proof.
intros _; set (p := exp (- (2 / 11))).
assert (pr : 0 < p <= 121 / 144).
{ split; [apply exp_pos | unfold p].
  replace (- (2 / 11)) with (- (1 / 11 * INR 2)) by (cbn; field).
  eapply Rle_trans; [apply exp_below; lra | right; field]. }
pose proof (triples_sum p N ltac:(lra)) as s.
assert (0 < p * p <= 7061 / 10000) by nra.
assert (p3 : 0 < p ^ 3 <= 5934 / 10000) by (replace (p ^ 3) with (p * p * p) by ring; nra).
assert (p ^ 6 <= 3522 / 10000) by (replace (p ^ 6) with (p ^ 3 * p ^ 3) by ring; nra); nra.
Qed.
End Serving.

Lemma sum_but_below f g n t : (forall j, within n j -> j <> t -> f j <= g j) -> (forall j, 0 <= g j) ->
  sum_but f n t <= sum g n.
Proof.
intros le p; apply sum_le; intros j hj; destruct (Nat.eqb_spec j t); [apply p | now apply le].
Qed.

Theorem S_beta_retrieval_enough : Statements.temperature_orders.S_beta_retrieval_enough.
Proof.
intros A m n0 beta hA hm hn hb; set (theta := omega A / INR (2 * n0)).
apply S_beta_retrieval; [lia | easy | easy | ].
set (p := exp (- (2 / 11))); assert (p0 : forall k, 0 <= p ^ k) by (intros; left; apply pow_lt, exp_pos).
split; [ | intros d t hd ht; split].
- set (q := exp (- (4 / 11))).
  assert (qr : 0 < q <= 701 / 1000).
  { split; [apply exp_pos | unfold q]; replace (- (4 / 11)) with (- (1 / 22 * INR 8)) by (cbn; field).
    eapply Rle_trans; [apply exp_below; lra | ]; replace (/ (1 + 1 / 22)) with (22 / 23) by field; lra. }
  assert (e0 : weighs A beta theta 0 0 = exp beta).
  { unfold weighs; f_equal; cbn [INR]; rewrite !Rmult_0_l, Rplus_0_l, cos_0; ring. }
  rewrite e0; apply Rle_lt_trans with (exp beta * sum (fun t => q ^ (t * t)) (n0 - 1)).
  + rewrite <- sum_scale; apply sum_le; intros t ht; unfold within in ht.
    pose proof (near_steps A n0 beta hA hn hb t) as st; fold theta q in st.
    eapply Rle_trans; [ | apply Rmult_le_compat_l; [left; apply exp_pos | apply st]].
    * unfold weighs; rewrite <- exp_plus; right; f_equal; cbn [INR].
      replace (0 * omega A + INR t * theta) with (INR t * theta) by ring; ring.
    * pose proof (two_turns A n0 hA hn) as tt; fold theta in tt; pose proof (omega_below A hA).
      rewrite mult_INR in tt; cbn [INR] in tt; pose proof (theta_pos A n0 hA hn) as tp; fold theta in tp.
      assert (INR t <= INR n0) by (apply le_INR; lia); nra.
  + rewrite <- Rmult_1_r; apply Rmult_lt_compat_l; [apply exp_pos | ].
    pose proof (squares_sum q (n0 - 1) ltac:(lra)) as s.
    assert (q2 : 0 <= q ^ 2 <= 491401 / 1000000) by nra.
    assert (q4 : 0 <= q ^ 4 <= 2415 / 10000) by (replace (q ^ 4) with (q ^ 2 * q ^ 2) by ring; nra).
    assert (q5 : 0 <= q ^ 5 <= 1693 / 10000) by (replace (q ^ 5) with (q ^ 4 * q) by ring; nra); nra.
- destruct (Nat.eq_dec n0 1) as [-> | n1]; [cbn; apply exp_pos | ].
  eapply Rle_lt_trans.
  + apply (sum_but_below _ (fun j => weighs A beta theta 0 t * p ^ (3 * (S (n0 - 1) - j + 1)))).
    * intros j hj ne; unfold within in hj; replace (S (n0 - 1) - j)%nat with (n0 - j)%nat by lia.
      apply (rival_weighs A n0 beta hA hn hb); (easy || lia).
    * intros j; apply Rmult_le_pos; [left; apply exp_pos | apply p0].
  + rewrite sum_scale, (sum_mirror (fun u => p ^ (3 * (u + 1)))).
    rewrite <- Rmult_1_r; apply Rmult_lt_compat_l; [apply exp_pos | apply rivals_small; lia].
- destruct (Nat.eq_dec t 0) as [-> | t1]; [cbn; apply exp_pos | ].
  eapply Rle_lt_trans.
  + apply (sum_le _ (fun k => weighs A beta theta 0 t * p ^ (3 * (S (n0 - 1) - k + 1)))).
    intros k hk; unfold within in hk.
    eapply Rle_trans; [apply (rival_weighs A n0 beta hA hn hb d t (k - 1)); lia | ].
    apply Rmult_le_compat_l; [left; apply exp_pos | apply power_falls; [ | lia]].
    split; [apply exp_pos | rewrite <- exp_0; apply exp_le; lra].
  + rewrite sum_scale; apply Rle_lt_trans with
      (weighs A beta theta 0 t * sum (fun k => p ^ (3 * (S (n0 - 1) - k + 1))) (n0 - 1)).
    * apply Rmult_le_compat_l; [left; apply exp_pos | apply sum_prefix; [lia | intros; apply p0]].
    * rewrite (sum_mirror (fun u => p ^ (3 * (u + 1)))).
      rewrite <- Rmult_1_r; apply Rmult_lt_compat_l; [apply exp_pos | apply rivals_small; lia].
Qed.

Lemma still_weighs A beta d t : weighs A beta 0 d t = exp (beta * cos (INR d * omega A)).
Proof. unfold weighs; do 3 f_equal; ring. Qed.

Theorem S_beta_still : Statements.temperature_orders.S_beta_still.
Proof.
intros A m n0 beta hA hm hn hb.
assert (n1 : 0 < INR n0 - 1) by (apply le_INR in hn; cbn [INR] in hn; lra).
assert (iff : ln (INR n0 - 1) < beta * (1 - cos (omega A))
  <-> (INR n0 - 1) * exp (beta * cos (omega A)) < exp beta).
{ replace (exp beta) with (exp (beta * (1 - cos (omega A))) * exp (beta * cos (omega A)))
    by (rewrite <- exp_plus; f_equal; ring).
  pose proof (exp_pos (beta * cos (omega A))) as p; split; intros h.
  - apply Rmult_lt_compat_r; [easy | ]; rewrite <- (exp_ln (INR n0 - 1)) by easy; now apply exp_increasing.
  - apply Rmult_lt_reg_r in h; [ | easy]; apply exp_lt_inv; now rewrite exp_ln. }
rewrite iff; clear iff; split.
- intros right; set (x := behind 1).
  assert (hw : within n0 n0) by (unfold within; lia).
  assert (en : x n0 = (1%nat, letter 0)).
  { unfold x, behind; destruct (Nat.eqb_spec n0 1); [lia | easy]. }
  assert (w0 : wanted (x n0) = 0%nat) by now rewrite en.
  assert (f : finds x n0 1) by (unfold finds; rewrite en; split; [unfold within; lia | easy]).
  pose proof (right n0 x n0 1%nat 0%nat hw (behind_proper A m 1 n0 hm ltac:(lia)) hw f
    ltac:(now rewrite en)) as dec; clear right.
  unfold soft in dec; apply decodes_raw in dec; [ | lia].
  specialize (dec (1%nat, letter 0) ltac:(easy)).
  rewrite token_once in dec; [ | easy | unfold within; lia | ].
  2: { intros j _ e; unfold x, behind in e; cbn [Nat.eqb] in e; destruct (Nat.eqb_spec j 1); easy. }
  set (c := exp (beta * cos (omega A))) in *.
  assert (w1 : forall u, weighs A beta 0 1 u = c).
  { intros u; rewrite still_weighs; unfold c; do 3 f_equal; cbn; ring. }
  rewrite (token_sum A beta 0 x n0 _ (fun u => if Nat.eqb u (n0 - 1) then 0 else c) ltac:(lia) w0) in dec.
  + change (fst (x 1%nat)) with 0%nat in dec; rewrite still_weighs in dec; cbn [INR] in dec.
    rewrite Rmult_0_l, cos_0, Rmult_1_r in dec; eapply Rle_lt_trans; [ | exact dec].
    destruct (Nat.eqb_spec 0 (n0 - 1)); [lia | ].
    assert (last : within (n0 - 1) (n0 - 1)) by (unfold within; lia).
    rewrite (sum_split _ _ _ last), Nat.eqb_refl.
    pose proof (sum_split (fun _ => c) (n0 - 1) (n0 - 1) last) as s; rewrite sum_const, minus_INR in s by lia.
    cbn [INR] in s; right.
    rewrite (sum_ext (others (n0 - 1) (fun u => if Nat.eqb u (n0 - 1) then 0 else c)) (others (n0 - 1) (fun _ => c)));
      [lra | ].
    intros u _; unfold others; destruct (Nat.eqb u (n0 - 1)); easy.
  + intros j hj; unfold x, behind, within in *; destruct (Nat.eqb_spec j 1) as [-> | ne].
    { rewrite Nat.eqb_refl; split; easy. }
    destruct (Nat.eqb_spec (n0 - j) (n0 - 1)); [lia | split; [intros _; apply w1 | easy]].
- intros large n x i k a hw px hi f si; unfold soft; assert (hi' := hi); unfold within in hi', hw.
  apply decodes_raw; [lia | ]; intros c ne.
  pose proof (found_within n0 n x i k ltac:(unfold within; lia) hi f) as hk.
  pose proof (found_left x i k f) as fl.
  assert (wa : wanted (x i) = a) by (unfold wanted; now rewrite si).
  assert (each : forall j, within i j -> x j = c ->
    exp (beta * retrieval_logits A 0 x i j) <= exp (beta * cos (omega A))).
  { intros j hj ej; apply exp_le, Rmult_le_compat_l; [easy | ]; rewrite retrieval_logit, Rmult_0_r, Rplus_0_l.
    apply cos_at_most; rewrite (away_small (omega A)).
    - apply letters_apart.
      + apply (px j); unfold within in *; lia.
      + rewrite <- fl; apply (px k); unfold within in *; lia.
      + intros eq; apply ne; rewrite <- ej; apply (proj2 (proj2 (px i hi))); [ | easy].
        unfold finds; rewrite si; split; congruence.
    - pose proof (omega_below A hA); pose proof (omega_pos A ltac:(lia)); lra. }
  apply Rlt_le_trans with (exp beta).
  + eapply Rle_lt_trans; [ | exact large].
    apply Rle_trans with (sum (others k (fun _ => exp (beta * cos (omega A)))) i).
    * apply sum_le; intros j hj; unfold others; destruct (Nat.eqb_spec j k) as [-> | nj].
      { rewrite same_token_not by congruence; cbn [one]; lra. }
      destruct (same_token (x j) c) eqn:e; cbn [one].
      { apply same_token_spec in e; specialize (each j hj e); lra. }
      pose proof (exp_pos (beta * cos (omega A))); lra.
    * pose proof (sum_split (fun _ => exp (beta * cos (omega A))) i k hk) as s; rewrite sum_const in s.
      assert (INR i <= INR n0) by (apply le_INR; lia).
      pose proof (exp_pos (beta * cos (omega A))); nra.
  + unfold retrieval_output; rewrite (sum_split _ i k hk), same_token_refl; cbn [one].
    replace (retrieval_logits A 0 x i k) with 1.
    * rewrite !Rmult_1_r; rewrite <- (Rplus_0_r (exp beta)) at 1; apply Rplus_le_compat_l, sum_nonneg.
      intros j _; unfold others; destruct Nat.eqb; [lra | ].
      pose proof (exp_pos (beta * retrieval_logits A 0 x i j)); destruct same_token; cbn [one]; lra.
    * rewrite retrieval_logit, fl, Rmult_0_r, Rplus_0_l, Rminus_diag_eq, Rmult_0_r, cos_0 by easy; easy.
Qed.
