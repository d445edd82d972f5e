(* Near-misses of Statements.geometric_angles: each is false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention planes free_angles geometric_angles.
From Proofs Require Import angles sums_of_reals planes free_angles geometric_angles discrepancy.
Local Open Scope R_scope.

(* A bell that falls fast enough leaves little. *)
Local Lemma little r a k N c : 2 * a / (PI ^ 2 * (r ^ 2 - 1)) = k -> 0 < k -> / (exp k - 1) <= c ->
  1 + 2 * sum (left_over r 0 a) N <= 1 + 2 * c.
Proof.
intros e hk hc; assert (q : 0 <= exp (- k) < 1).
{ split; [left; apply exp_pos | rewrite <- exp_0; apply exp_increasing; lra]. }
assert (g := geometric_sum (exp (- k)) N q).
assert (o : exp (- k) / (1 - exp (- k)) = / (exp k - 1)).
{ rewrite exp_Ropp; assert (1 < exp k) by (rewrite <- exp_0; apply exp_increasing; lra); field; lra. }
enough (sum (left_over r 0 a) N <= sum (fun i => exp (- k) ^ i) N) by lra.
apply sum_le; intros t ht; unfold left_over; rewrite e, <- exp_multiple; apply exp_most.
assert (t1 := le_INR 1 t ltac:(unfold within in ht; lia)); cbn in t1.
assert (INR t <= INR t ^ 2) by nra; rewrite Rmult_0_l, Rplus_0_r; nra.
Qed.

(* Two planes of the angles 1, of no amplitude, and 1/2 do not serve three places with a small budget. *)
Local Lemma not_served a : / 2 < exp (- (a * 2 ^ 2 / (2 ^ 2 - 1) * (1 - cos (/ 2)))) ->
  ~ serves 3 (planes 2 (graded 1 2 0 a) (geometric 2) (fun _ => 0)).
Proof.
intros half serve; specialize (serve 2%nat ltac:(unfold within; lia)); set (L := planes _ _ _ _) in *.
assert (each : forall j, L 2%nat j - L 2%nat 2%nat = - (a * 2 ^ 2 / (2 ^ 2 - 1) * (1 - cos ((INR j - INR 2) * / 2)))).
{ intros j; unfold L, planes, geometric, graded; cbn [sum Nat.eqb Nat.sub pow]; rewrite !Rmult_1_r.
  replace ((INR 2 - INR 2) * / 2 + 0) with 0 by ring; rewrite cos_0, !Rplus_0_r; field. }
cbn [sum] in serve; rewrite !each in serve; cbn [INR] in serve.
replace ((1 - (1 + 1)) * / 2) with (- / 2) in serve by field; replace ((1 + 1 - (1 + 1)) * / 2) with 0 in serve by ring.
replace ((1 + 1 + 1 - (1 + 1)) * / 2) with (/ 2) in serve by field; rewrite cos_neg, cos_0 in serve.
replace (- (a * 2 ^ 2 / (2 ^ 2 - 1) * (1 - 1))) with 0 in serve by ring; rewrite exp_0 in serve. lra.
Qed.

(* A slowest plane that may turn once in the window: it is back where it was. *)
Definition S_geometric__whole_turn : Prop :=
  forall (n J : nat) (r A a M : R), (1 <= J)%nat -> 1 < r -> 0 <= A -> 0 < a -> INR n - 1 <= 2 * PI * r ^ J ->
  (forall N, 1 + 2 * sum (left_over r A a) N <= M) ->
  M * (1 + 2 / (exp (8 * a / r ^ 2) - 1)) ^ (J - 1) <= 2 ->
  serves n (planes (S J) (graded J r A a) (geometric r) (fun _ => 0)).
Theorem S_geometric__whole_turn_false : ~ S_geometric__whole_turn.
Proof.
intros h; assert (p := pi_pos); assert (four := PI_4).
set (r := 13 / (2 * PI)); assert (r1 : 1 < r).
{ unfold r; apply Rmult_lt_reg_r with (2 * PI); [lra | ].
  replace (13 / (2 * PI) * (2 * PI)) with 13 by (field; lra); lra. }
assert (w : 0 < r ^ 2 - 1) by nra.
set (a := PI ^ 2 * (r ^ 2 - 1)).
assert (a0 : 0 < a) by (apply Rmult_lt_0_compat; [nra | easy]).
assert (serve := h 14%nat 1%nat r 0 a 2 ltac:(lia) r1 ltac:(lra) a0).
assert (e2 := exp_ineq1 2 ltac:(lra)).
specialize (serve ltac:(unfold r; cbn [pow]; right; cbn; field; lra)).
assert (low : / (exp 2 - 1) <= 1 / 2).
{ replace (1 / 2) with (/ 2) by field; apply Rinv_le_contravar; lra. }
specialize (serve ltac:(intros N; replace 2 with (1 + 2 * (1 / 2)) at 2 by field;
  apply (little r a 2); [unfold a; field; split; nra | lra | easy]) ltac:(cbn; lra)).
specialize (serve 1%nat ltac:(unfold within; lia)); set (L := planes _ _ _ _) in *.
assert (same : L 1%nat 14%nat = L 1%nat 1%nat).
{ unfold L, planes, geometric, graded; cbn [sum Nat.eqb Nat.sub pow].
  replace ((INR 14 - INR 1) * / (r * 1) + 0) with ((INR 1 - INR 1) * / (r * 1) + 0 + 2 * PI * IZR 1)
    by (unfold r; cbn; field; lra).
  rewrite cos_turns; ring. }
cbn [sum] in serve; rewrite same in serve.
replace (L 1%nat 1%nat - L 1%nat 1%nat) with 0 in serve by ring; rewrite exp_0 in serve.
repeat match type of serve with context [exp ?x] => let e := fresh in assert (e := exp_pos x); set (exp x) in * end.
lra.
Qed.

(* Nine in place of two. *)
Definition S_geometric__nine : Prop :=
  forall (n J : nat) (r A a M : R), (1 <= J)%nat -> 1 < r -> 0 <= A -> 0 < a -> INR n - 1 <= PI * r ^ J ->
  (forall N, 1 + 2 * sum (left_over r A a) N <= M) ->
  M * (1 + 2 / (exp (8 * a / r ^ 2) - 1)) ^ (J - 1) <= 9 ->
  serves n (planes (S J) (graded J r A a) (geometric r) (fun _ => 0)).
Theorem S_geometric__nine_false : ~ S_geometric__nine.
Proof.
intros h; assert (p := pi_pos); assert (three := PI2_3_2).
set (a := 3 * PI ^ 2 / 8); assert (a0 : 0 < a) by (unfold a; nra).
assert (serve := h 3%nat 1%nat 2 0 a 9 ltac:(lia) ltac:(lra) ltac:(lra) a0 ltac:(cbn; lra)).
assert (e4 := exp_ineq1 (1 / 4) ltac:(lra)).
assert (low : / (exp (1 / 4) - 1) <= 4).
{ replace 4 with (/ (1 / 4)) at 2 by field; apply Rinv_le_contravar; lra. }
specialize (serve ltac:(intros N; replace 9 with (1 + 2 * 4) by ring;
  apply (little 2 a (1 / 4)); [unfold a; field; nra | lra | easy]) ltac:(cbn; lra)).
revert serve; apply not_served; set (x := a * 2 ^ 2 / (2 ^ 2 - 1) * (1 - cos (/ 2))).
assert (small : x <= 5 / 8).
{ assert (b := square_bound (/ 2) ltac:(lra)); assert (below := pi_below).
  replace x with (PI ^ 2 / 2 * (1 - cos (/ 2))) by (unfold x, a; field); nra. }
assert (e1 := exp_le_3); assert (big : exp (5 / 8) < 2).
{ apply Rnot_le_lt; intros c; assert (q := pow_incr 2 (exp (5 / 8)) 8 ltac:(lra)).
  rewrite <- exp_multiple in q; replace (INR 8 * (5 / 8)) with (INR 5 * 1) in q by (cbn; field).
  rewrite exp_multiple in q; assert (w := pow_incr (exp 1) 3 5 ltac:(assert (y := exp_pos 1); lra)); lra. }
rewrite exp_Ropp; apply Rinv_lt_contravar; [assert (y := exp_pos x); lra | ].
eapply Rle_lt_trans; [apply exp_most | exact big]; easy.
Qed.

Definition S_geometric_total__square : Prop :=
  forall (J : nat) (r A a : R), (1 <= J)%nat -> 1 < r ->
  sum (graded J r A a) (S J) = A + a * (INR J + / r ^ 2).
Theorem S_geometric_total__square_false : ~ S_geometric_total__square.
Proof.
intros h; assert (e := h 1%nat 2 0 1 ltac:(lia) ltac:(lra)).
unfold graded in e; cbn in e; lra.
Qed.

(* Nothing on the fastest plane. *)
Definition S_geometric_closed__fastest_left_out : Prop :=
  forall (n J : nat) (r : R), (1 <= J)%nat -> 1 < r -> INR n - 1 <= PI * r ^ J ->
  serves n (planes (S J) (graded J r 0 (r ^ 2 * ln (INR (4 * J + 8)) / 8))
    (geometric r) (fun _ => 0)).
Theorem S_geometric_closed__fastest_left_out_false : ~ S_geometric_closed__fastest_left_out.
Proof.
intros h; assert (p := pi_pos); assert (three := PI2_3_2).
assert (serve := h 3%nat 1%nat 2 ltac:(lia) ltac:(lra) ltac:(cbn; lra)); revert serve; apply not_served.
replace (INR (4 * 1 + 8)) with 12 by (cbn; ring).
assert (l2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (l : 0 < ln 12) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (b := square_bound (/ 2) ltac:(lra)).
assert (four : ln 12 < 4 * ln 2).
{ replace (4 * ln 2) with (ln (2 * 2 * (2 * 2))) by (rewrite !ln_mult by lra; ring); apply ln_increasing; lra. }
rewrite <- (exp_ln 2) at 1 by lra; rewrite <- exp_Ropp; apply exp_increasing, Ropp_lt_contravar.
replace (2 ^ 2 * ln 12 / 8 * 2 ^ 2 / (2 ^ 2 - 1) * (1 - cos (/ 2))) with (2 / 3 * ln 12 * (1 - cos (/ 2))) by field.
apply Rle_lt_trans with (2 / 3 * ln 12 * (1 / 8)); [apply Rmult_le_compat_l | ]; lra.
Qed.
