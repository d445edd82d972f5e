From Coq Require Import Reals Lia Lra.
From Statements Require Import attention interpolation.
From Proofs Require Import angles sums_of_reals discrepancy.
Local Open Scope R_scope.

(* A function whose derivative does not fall lies on or below its chords. *)
Lemma below_chord f g s1 s s2 : (forall x, derivable_pt_lim f x (g x)) -> (forall x y, x <= y -> g x <= g y) ->
  s1 < s < s2 -> f s <= line f s1 s2 s.
Proof.
intros d up h; unfold line.
destruct (MVT_cor2 f g s1 s ltac:(lra) (fun x _ => d x)) as (x & ex & hx).
destruct (MVT_cor2 f g s s2 ltac:(lra) (fun x _ => d x)) as (y & ey & hy).
assert (le := up x y ltac:(lra)); apply Rmult_le_reg_r with (s2 - s1); [lra | ].
replace ((f s1 + (s - s1) * (f s2 - f s1) / (s2 - s1)) * (s2 - s1))
  with (f s1 * (s2 - s1) + (s - s1) * (f s2 - f s1)) by (field; lra).
assert (0 <= (g y - g x) * ((s2 - s) * (s - s1))) by (repeat apply Rmult_le_pos; lra).
replace (f s) with (f s1 + g x * (s - s1)) by lra; replace (f s2) with (f s1 + g x * (s - s1) + g y * (s2 - s)) by lra.
lra.
Qed.

Lemma size_bounds u v H x : sqrt (u ^ 2 + v ^ 2) <= H -> - H <= u * cos x - v * sin x <= H.
Proof.
intros h; assert (n : 0 <= u ^ 2 + v ^ 2) by (assert (a := pow2_ge_0 u); assert (b := pow2_ge_0 v); lra).
assert (H0 : 0 <= H) by (eapply Rle_trans; [apply sqrt_pos | exact h]).
assert (q : u ^ 2 + v ^ 2 <= H ^ 2).
{ rewrite <- (pow2_sqrt (u ^ 2 + v ^ 2)) by easy; apply pow_incr; split; [apply sqrt_pos | easy]. }
assert (e := sin2_cos2 x); unfold Rsqr in e.
assert (t : (u * cos x - v * sin x) ^ 2 <= H ^ 2).
{ assert (z := pow2_ge_0 (u * sin x + v * cos x)).
  replace ((u * cos x - v * sin x) ^ 2)
    with ((u ^ 2 + v ^ 2) * (sin x * sin x + cos x * cos x) - (u * sin x + v * cos x) ^ 2) by ring.
  rewrite e; lra. }
split; apply Rnot_lt_le; intros lt; nra.
Qed.

(* Bend it up or down by H theta^2 x^2 / 2, and the derivative is monotone. *)
Definition bent (sg u v H t x : R) : R := sg * (u * cos (x * t) - v * sin (x * t)) + H * t ^ 2 * (x ^ 2 / 2).
Definition slope (sg u v H t x : R) : R := sg * (- u * t * sin (x * t) - v * t * cos (x * t)) + H * t ^ 2 * x.

Lemma turning (f f' : R -> R) t x : (forall y, derivable_pt_lim f y (f' y)) ->
  derivable_pt_lim (fun x => f (x * t)) x (f' (x * t) * t).
Proof.
intros d; apply (derivable_pt_lim_comp (fun x => x * t) f x t (f' (x * t))); [ | apply d].
assert (e := derivable_pt_lim_scal_right id x 1 t (derivable_pt_lim_id x)); now rewrite Rmult_1_l in e.
Qed.

Lemma same_derivative f g x a b : (forall y, f y = g y) -> a = b -> derivable_pt_lim f x a -> derivable_pt_lim g x b.
Proof. intros e <- d eps h; destruct (d eps h) as [D z]; exists D; intros k k0 kd; rewrite <- !e; now apply z. Qed.

Lemma bent_slope sg u v H t x : derivable_pt_lim (bent sg u v H t) x (slope sg u v H t x).
Proof.
set (F := plus_fct (mult_real_fct (sg * u) (fun x => cos (x * t)))
  (plus_fct (mult_real_fct (- (sg * v)) (fun x => sin (x * t))) (mult_real_fct (H * t ^ 2 / 2) (fun x => x ^ 2)))).
apply (same_derivative F _ x (sg * u * (- sin (x * t) * t) + (- (sg * v) * (cos (x * t) * t) + H * t ^ 2 / 2 * (INR 2 * x ^ 1)))).
- intros y; unfold F, bent, plus_fct, mult_real_fct; field.
- unfold slope; cbn [INR]; field.
- apply derivable_pt_lim_plus; [ | apply derivable_pt_lim_plus]; apply derivable_pt_lim_scal.
  + apply (turning cos (fun y => - sin y)), derivable_pt_lim_cos.
  + apply (turning sin cos), derivable_pt_lim_sin.
  + apply (derivable_pt_lim_pow x 2).
Qed.

Lemma slope_slope sg u v H t x : derivable_pt_lim (slope sg u v H t) x (t ^ 2 * (H - sg * (u * cos (x * t) - v * sin (x * t)))).
Proof.
set (F := plus_fct (mult_real_fct (- (sg * u * t)) (fun x => sin (x * t)))
  (plus_fct (mult_real_fct (- (sg * v * t)) (fun x => cos (x * t))) (mult_real_fct (H * t ^ 2) id))).
apply (same_derivative F _ x (- (sg * u * t) * (cos (x * t) * t) + (- (sg * v * t) * (- sin (x * t) * t) + H * t ^ 2 * 1))).
- intros y; unfold F, slope, plus_fct, mult_real_fct, id; ring.
- ring.
- apply derivable_pt_lim_plus; [ | apply derivable_pt_lim_plus]; apply derivable_pt_lim_scal.
  + apply (turning sin cos), derivable_pt_lim_sin.
  + apply (turning cos (fun y => - sin y)), derivable_pt_lim_cos.
  + apply derivable_pt_lim_id.
Qed.

Lemma slope_up sg u v H t : sg = 1 \/ sg = -1 -> sqrt (u ^ 2 + v ^ 2) <= H ->
  forall x y, x <= y -> slope sg u v H t x <= slope sg u v H t y.
Proof.
intros hs hH x y [lt | ->]; [ | lra].
destruct (MVT_cor2 _ _ x y lt (fun z _ => slope_slope sg u v H t z)) as (z & e & _).
assert (b := size_bounds u v H (z * t) hH); assert (q := pow2_ge_0 t).
assert (0 <= H - sg * (u * cos (z * t) - v * sin (z * t))) by (destruct hs as [-> | ->]; lra).
assert (0 <= t ^ 2 * (H - sg * (u * cos (z * t) - v * sin (z * t))) * (y - x)) by (apply Rmult_le_pos; [now apply Rmult_le_pos | lra]).
lra.
Qed.

Lemma line_bent sg u v H t s1 s s2 : s1 < s2 ->
  line (bent sg u v H t) s1 s2 s
  = sg * line (fun x => u * cos (x * t) - v * sin (x * t)) s1 s2 s + H * t ^ 2 * (s ^ 2 / 2 + (s - s1) * (s2 - s) / 2).
Proof. intros h; unfold line, bent; field; lra. Qed.

Lemma term_bound u v H t s1 s s2 : sqrt (u ^ 2 + v ^ 2) <= H -> s1 < s < s2 ->
  let f := fun x => u * cos (x * t) - v * sin (x * t) in
  - (/ 2 * H * ((s - s1) * (s2 - s)) * t ^ 2) <= f s - line f s1 s2 s <= / 2 * H * ((s - s1) * (s2 - s)) * t ^ 2.
Proof.
intros hH h f.
assert (bend : forall sg, sg = 1 \/ sg = -1 -> sg * (f s - line f s1 s2 s) <= / 2 * H * ((s - s1) * (s2 - s)) * t ^ 2).
{ intros sg hs; assert (le := below_chord _ _ s1 s s2 (bent_slope sg u v H t) (slope_up sg u v H t hs hH) h).
  rewrite line_bent in le by lra; unfold bent in le.
  change (u * cos (s * t) - v * sin (s * t)) with (f s) in le.
  change (fun x => u * cos (x * t) - v * sin (x * t)) with f in le; lra. }
assert (a := bend 1 ltac:(now left)); assert (b := bend (-1) ltac:(now right)); lra.
Qed.

Lemma line_sum (f : nat -> R -> R) P s1 s2 s : s1 < s2 ->
  line (fun x => sum (fun p => f p x) P) s1 s2 s = sum (fun p => line (f p) s1 s2 s) P.
Proof.
intros h; induction P as [|P IH]; [unfold line; cbn; field; lra | ].
cbn [sum]; rewrite <- IH; unfold line; field; lra.
Qed.

Theorem PI_bound_fix : Statements.interpolation.PI_bound_fix.
Proof.
intros P c H s1 s s2 u v hP hc hH h; unfold score at 2.
rewrite (line_sum (fun p x => u p * cos (x * base_angle c P p) - v p * sin (x * base_angle c P p)) P) by lra.
unfold score; rewrite <- sum_minus; unfold squares; rewrite <- sum_scale.
apply Rabs_le; split.
- rewrite <- (Ropp_involutive (sum (fun p => _ - line _ _ _ _) P)); apply Ropp_le_contravar.
  rewrite <- (Rmult_1_l (sum (fun p => _ - line _ _ _ _) P)), Ropp_mult_distr_l, <- sum_scale.
  apply sum_le; intros p hp; destruct (term_bound (u p) (v p) H (base_angle c P p) s1 s s2 (hH p hp) h); cbv beta in *; lra.
- apply sum_le; intros p hp; destruct (term_bound (u p) (v p) H (base_angle c P p) s1 s s2 (hH p hp) h); cbv beta in *; lra.
Qed.

(* The geometric sum. *)
Lemma exp_steps c k : exp (- (c * INR k)) = exp (- c) ^ k.
Proof.
induction k as [|k IH]; [cbn; rewrite Rmult_0_r, Ropp_0; apply exp_0 | ].
rewrite S_INR; cbn [pow]; rewrite <- IH, <- exp_plus; f_equal; ring.
Qed.

Lemma angle_square c P p : 1 < c -> (1 <= P)%nat -> (1 <= p)%nat ->
  base_angle c P p ^ 2 = exp (- (4 * ln c / INR (2 * P))) ^ (p - 1).
Proof.
intros hc hP hp; assert (p0 : INR P <> 0) by (apply not_0_INR; lia).
rewrite <- exp_steps; unfold base_angle, Rpower; cbn [pow]; rewrite Rmult_1_r, <- exp_plus; f_equal.
rewrite mult_INR; cbn [INR]; field; lra.
Qed.

Lemma geometric_sum q P : (1 - q) * sum (fun p => q ^ (p - 1)) P = 1 - q ^ P.
Proof.
induction P as [|P IH]; [cbn; ring | cbn [sum]].
rewrite Rmult_plus_distr_l, IH; replace (S P - 1)%nat with P by lia; cbn [pow]; ring.
Qed.

Lemma squares_sum c P : 1 < c -> (1 <= P)%nat ->
  (1 - exp (- (4 * ln c / INR (2 * P)))) * squares c P = 1 - exp (- (4 * ln c / INR (2 * P))) ^ P.
Proof.
intros hc hP; rewrite <- geometric_sum; f_equal; apply sum_ext; intros p [h _]; now apply angle_square.
Qed.

Lemma exp_above x : 0 < x -> 1 + x < exp x.
Proof. intros h; apply exp_ineq1; lra. Qed.

Lemma rate_pos c P : 1 < c -> (1 <= P)%nat -> 0 < ln c /\ 0 < 4 * ln c / INR (2 * P).
Proof.
intros hc hP; assert (0 < INR (2 * P)) by (apply lt_0_INR; lia).
assert (0 < ln c) by (rewrite <- ln_1; apply ln_increasing; lra); split; [easy | apply Rdiv_lt_0_compat; lra].
Qed.

Theorem PI_bound_fix_sum : Statements.interpolation.PI_bound_fix_sum.
Proof.
intros P c hP hc; destruct (rate_pos c P hc hP) as [l x0]; assert (e := squares_sum c P hc hP).
assert (P0 : 0 < INR (2 * P)) by (apply lt_0_INR; lia).
replace (INR (2 * P) / (4 * ln c)) with (/ (4 * ln c / INR (2 * P))) by (field; lra).
set (x := 4 * ln c / INR (2 * P)) in *; assert (up := exp_above x x0).
assert (q1 : exp (- x) * exp x = 1) by (rewrite <- exp_plus, Rplus_opp_l; apply exp_0).
assert (q0 := exp_pos (- x)); set (q := exp (- x)) in *; set (E := exp x) in *.
assert (qP : 0 < q ^ P) by now apply pow_lt.
assert (q < 1) by nra.
apply Rlt_le_trans with (/ (1 - q)).
- apply Rmult_lt_reg_l with (1 - q); [lra | ]; rewrite e, Rinv_r by lra; lra.
- apply Rmult_le_reg_l with (x * (1 - q)); [apply Rmult_lt_0_compat; lra | ].
  replace (x * (1 - q) * / (1 - q)) with x by (field; lra).
  replace (x * (1 - q) * (/ x + 1)) with ((1 - q) * (1 + x)) by (field; lra).
  apply Rmult_le_reg_l with E; [apply exp_pos | ].
  replace (E * ((1 - q) * (1 + x))) with ((E - q * E) * (1 + x)) by ring; rewrite q1; nra.
Qed.

(* Around 0, with every h_j = 1. *)
Lemma cosine_below x : 0 <= x <= 1 -> x ^ 2 / 2 - x ^ 4 / 24 <= 1 - cos x.
Proof.
intros h; rewrite one_minus_cos; assert (s := sine_above (x / 2) ltac:(lra)).
assert (0 <= x / 2 - (x / 2) ^ 3 / 6) by nra.
assert (l : (x / 2 - (x / 2) ^ 3 / 6) ^ 2 <= sin (x / 2) ^ 2) by (apply pow_incr; lra).
replace ((x / 2 - (x / 2) ^ 3 / 6) ^ 2) with (x ^ 2 / 4 - x ^ 4 / 48 + x ^ 6 / 2304) in l by field.
assert (0 <= x ^ 6) by (apply pow_le; lra); lra.
Qed.

Lemma angle_range c P p : 1 < c -> (1 <= P)%nat -> 0 < base_angle c P p <= 1.
Proof.
intros hc hP; split; [apply exp_pos | ]; unfold base_angle, Rpower; rewrite <- exp_0.
assert (0 < INR P) by (apply lt_0_INR; lia); assert (0 < ln c) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (0 <= INR (p - 1) / INR P) by (apply Rmult_le_pos; [apply pos_INR | left; now apply Rinv_0_lt_compat]).
destruct (Req_dec (INR (p - 1) / INR P) 0) as [-> | ne]; [rewrite Ropp_0, Rmult_0_l; lra | ].
left; apply exp_increasing; nra.
Qed.

Theorem PI_bound_fix_sharp : Statements.interpolation.PI_bound_fix_sharp.
Proof.
intros P c kappa hP hc hk; set (Q := squares c P) in *.
set (gap := / 2 * Q - kappa); assert (g0 : 0 < gap) by (unfold gap; lra).
assert (P1 : 1 <= INR P) by (apply le_INR in hP; easy).
set (d := Rmin 1 (gap / INR P)).
assert (d0 : 0 < d) by (unfold d; apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
assert (d1 : d <= 1) by apply Rmin_l; assert (dg : d <= gap / INR P) by apply Rmin_r.
exists (- d), 0, d, (fun _ => 1), (fun _ => 0); split; [lra | split].
- intros p _; replace (1 ^ 2 + 0 ^ 2) with 1 by ring; apply sqrt_1.
- set (f := score c P (fun _ => 1) (fun _ => 0)).
  assert (even : f (- d) = f d).
  { apply sum_ext; intros p _; rewrite Ropp_mult_distr_l_reverse, cos_neg; ring. }
  unfold line; rewrite even.
  replace (f d + (0 - - d) * (f d - f d) / (d - - d)) with (f d) by (field; lra).
  eapply Rlt_le_trans; [ | apply Rle_abs].
  assert (low : / 2 * Q * d ^ 2 - INR P * (d ^ 4 / 24) <= f 0 - f d).
  { unfold f, score; rewrite <- sum_minus; unfold Q, squares.
    replace (/ 2 * sum (fun p => base_angle c P p ^ 2) P * d ^ 2 - INR P * (d ^ 4 / 24))
      with (sum (fun p => / 2 * d ^ 2 * base_angle c P p ^ 2 - d ^ 4 / 24) P)
      by (rewrite sum_minus, sum_scale, sum_const; ring).
    apply sum_le; intros p _; destruct (angle_range c P p hc hP) as [t0 t1]; set (t := base_angle c P p) in *.
    rewrite Rmult_0_l, cos_0, sin_0; assert (b := cosine_below (d * t) ltac:(split; nra)).
    assert ((d * t) ^ 4 <= d ^ 4) by (apply pow_incr; nra).
    replace ((d * t) ^ 2) with (d ^ 2 * t ^ 2) in b by ring; lra. }
  assert (dP : INR P * d <= gap).
  { apply (Rmult_le_compat_l (INR P)) in dg; [ | lra]; now replace (INR P * (gap / INR P)) with gap in dg by (field; lra). }
  assert (d2 : 0 < d ^ 2) by (apply pow_lt; lra).
  assert (INR P * (d ^ 4 / 24) < gap * d ^ 2).
  { replace (INR P * (d ^ 4 / 24)) with (INR P * d * (d * d ^ 2) / 24) by field.
    assert (d * d ^ 2 <= d ^ 2) by nra; assert (0 < INR P * d) by nra.
    assert (INR P * d * (d * d ^ 2) <= gap * d ^ 2) by (apply Rmult_le_compat; nra); nra. }
  unfold gap in *; replace ((0 - - d) * (d - 0)) with (d ^ 2) by ring; lra.
Qed.

(* The eighth root of 1/10. *)
Theorem PI_bound_fix_numbers : Statements.interpolation.PI_bound_fix_numbers.
Proof.
unfold Statements.interpolation.PI_bound_fix_numbers.
assert (e := squares_sum 10000 64 ltac:(lra) ltac:(lia)).
set (q := exp (- (4 * ln 10000 / INR (2 * 64)))) in *.
assert (q0 : 0 < q) by apply exp_pos.
assert (l : ln 10000 = 4 * ln 10).
{ replace 10000 with (10 ^ 4) by ring; rewrite <- Rpower_pow by lra; unfold Rpower; rewrite ln_exp; cbn; ring. }
assert (q8 : q ^ 8 = / 10).
{ unfold q; rewrite <- exp_steps, l.
  replace (- (4 * (4 * ln 10) / INR (2 * 64) * INR 8)) with (- ln 10).
  - rewrite exp_Ropp, exp_ln; lra.
  - rewrite !INR_IZR_INZ; replace (Z.of_nat (2 * 64)) with 128%Z by reflexivity; replace (Z.of_nat 8) with 8%Z by reflexivity; field. }
replace (q ^ 64) with ((/ 10) ^ 8) in e by (rewrite <- q8, <- pow_mult; reflexivity).
assert (low : 749894 / 1000000 < q).
{ apply Rnot_le_lt; intros le; assert (q ^ 8 <= (749894 / 1000000) ^ 8) by (apply pow_incr; lra); rewrite q8 in *; lra. }
assert (top : q < 7498943 / 10000000).
{ apply Rnot_le_lt; intros le; assert ((7498943 / 10000000) ^ 8 <= q ^ 8) by (apply pow_incr; lra); rewrite q8 in *; lra. }
rewrite INR_IZR_INZ; replace (Z.of_nat 128) with 128%Z by reflexivity.
set (Q := squares 10000 64) in *; split; nra.
Qed.
