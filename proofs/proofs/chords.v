(* Sines above their chords, sums of powers, and sums read backwards. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import attention canonical.
From Proofs Require Import angles sums_of_reals discrepancy canonical retrieval_temperature.
Local Open Scope R_scope.

(* A sine stays above its chord from 0. *)
Lemma sin_chord b u : 0 < b <= PI -> 0 <= u <= b -> u * sin b <= b * sin u.
Proof.
intros hb hu; apply Rnot_lt_le; intros low.
set (g := (mult_real_fct b sin - mult_real_fct (sin b) id)%F).
assert (d : forall y, derivable_pt_lim g y (b * cos y - sin b * 1)).
{ intros y; apply derivable_pt_lim_minus; apply derivable_pt_lim_scal;
    [apply derivable_pt_lim_sin | apply derivable_pt_lim_id]. }
assert (u0 : 0 < u) by (destruct (proj1 hu) as [lt | <-]; [easy | rewrite sin_0 in low; lra]).
assert (ub : u < b) by (destruct (proj2 hu) as [lt | e]; [easy | rewrite e in low; lra]).
destruct (MVT_cor2 g (fun y => b * cos y - sin b * 1) 0 u u0 (fun y _ => d y)) as (y & ey & hy).
destruct (MVT_cor2 g (fun y => b * cos y - sin b * 1) u b ub (fun y _ => d y)) as (z & ez & hz).
unfold g, minus_fct, mult_real_fct, id in ey, ez; rewrite sin_0 in ey.
assert (less : cos z < cos y) by (apply cos_decreasing_1; lra).
assert (b * cos y - sin b * 1 < 0) by (apply Rmult_lt_reg_r with u; lra).
assert (0 < b * cos z - sin b * 1) by (apply Rmult_lt_reg_r with (b - u); lra).
nra.
Qed.

Lemma cos_half_turn x : 0 <= x <= PI -> 2 * x ^ 2 <= PI ^ 2 * (1 - cos x).
Proof.
intros h; pose proof pi_pos; rewrite one_minus_cos.
pose proof (sin_chord (PI / 2) (x / 2) ltac:(lra) ltac:(lra)) as c; rewrite sin_PI2 in c.
assert (x <= PI * sin (x / 2)) by lra; nra.
Qed.

Lemma cos_quarter_turn x : 0 <= x <= PI / 2 -> 4 * x ^ 2 <= PI ^ 2 * (1 - cos x).
Proof.
intros h; pose proof pi_pos; rewrite one_minus_cos.
pose proof (sin_chord (PI / 4) (x / 2) ltac:(lra) ltac:(lra)) as c.
assert (s : sin (PI / 4) ^ 2 = 1 / 2).
{ pose proof (sin2_cos2 (PI / 4)) as p; pose proof cos_PI4; pose proof sin_PI4.
  unfold Rsqr in p; rewrite H0 in *; rewrite H1 in *; nra. }
assert (p : 0 < sin (PI / 4)) by (apply sin_gt_0; lra).
assert (0 <= x * sin (PI / 4)) by nra.
assert (e : (x / 2 * sin (PI / 4)) ^ 2 <= (PI / 4 * sin (x / 2)) ^ 2) by (apply pow_incr; lra).
replace ((x / 2 * sin (PI / 4)) ^ 2) with (x ^ 2 / 4 * sin (PI / 4) ^ 2) in e by field.
rewrite s in e; nra.
Qed.

(* Sums of powers. *)
Lemma exp_power c k : exp (- (c * INR k)) = exp (- c) ^ k.
Proof.
induction k as [|k IH]; [cbn; rewrite Rmult_0_r, Ropp_0; apply exp_0 | ].
rewrite S_INR; cbn [pow]; rewrite <- IH, <- exp_plus; f_equal; ring.
Qed.

Lemma power_falls q j k : 0 < q <= 1 -> (j <= k)%nat -> q ^ k <= q ^ j.
Proof.
intros h le; induction le as [|k le IH]; [lra | cbn].
assert (0 < q ^ k) by (apply pow_lt; lra); nra.
Qed.

Lemma squares_sum q N : 0 < q <= 1 -> (1 - q ^ 5) * (sum (fun t => q ^ (t * t)) N - q) <= q ^ 4.
Proof.
intros h; destruct N as [|N].
{ assert (q ^ 5 <= 1) by (rewrite <- (pow_O q); now apply power_falls; [ | lia]).
  assert (0 < q ^ 4) by (apply pow_lt; lra); cbn [sum]; nra. }
enough ((1 - q ^ 5) * (sum (fun t => q ^ (t * t)) (S N) - q) + q ^ (5 * N + 4) <= q ^ 4).
{ assert (0 < q ^ (5 * N + 4)) by (apply pow_lt; lra); lra. }
induction N as [|N IH]; [cbn; nra | ].
cbn [sum] in *; set (s := sum _ N + _) in *.
assert (p : q ^ (S (S N) * S (S N)) <= q ^ (5 * N + 4)) by (apply power_falls; [easy | nia]).
replace (5 * S N + 4)%nat with (5 + (5 * N + 4))%nat by lia; rewrite pow_add.
assert (q ^ 5 <= 1) by (rewrite <- (pow_O q); now apply power_falls; [ | lia]).
assert (0 < q ^ (5 * N + 4)) by (apply pow_lt; lra); nra.
Qed.

Lemma triples_sum p N : 0 < p -> (1 - p ^ 3) * sum (fun u => p ^ (3 * (u + 1))) N <= p ^ 6.
Proof.
intros h; enough ((1 - p ^ 3) * sum (fun u => p ^ (3 * (u + 1))) N + p ^ (3 * N + 6) <= p ^ 6).
{ assert (0 < p ^ (3 * N + 6)) by (apply pow_lt; lra); lra. }
induction N as [|N IH]; [replace (3 * 0 + 6)%nat with 6%nat by lia; cbn [sum]; right; ring | cbn [sum]].
replace (3 * S N + 6)%nat with (3 + (3 * N + 6))%nat by lia.
replace (3 * (S N + 1))%nat with (3 * N + 6)%nat by lia; rewrite (pow_add p 3).
set (r := p ^ (3 * N + 6)) in *; set (z := sum _ N) in *; set (c := p ^ 3) in *; lra.
Qed.

Lemma exp_below x k : 0 <= x -> exp (- (x * INR k)) <= (/ (1 + x)) ^ k.
Proof.
intros hx; rewrite exp_power; apply pow_incr; split; [left; apply exp_pos | ].
rewrite exp_Ropp; apply Rinv_le_contravar; [lra | apply exp_ineq1_le].
Qed.

(* Two terms of a sum, and sums read backwards. *)
Lemma two_terms f n s j k : within n j -> within n k -> j <> k -> j <> s -> k <> s ->
  (forall i, 0 <= f i) -> f j + f k <= sum_but f n s.
Proof.
intros hj hk jk js ks p; unfold sum_but; rewrite (sum_split _ n j hj), (sum_split _ n k hk).
unfold others at 1; destruct (Nat.eqb_spec k j); [congruence | ].
destruct (Nat.eqb_spec j s); [easy | ]; destruct (Nat.eqb_spec k s); [easy | ].
enough (0 <= sum (others k (others j (fun i => if Nat.eqb i s then 0 else f i))) n) by lra.
apply sum_nonneg; intros i _; unfold others; specialize (p i).
destruct (Nat.eqb i k), (Nat.eqb i j), (Nat.eqb i s); lra.
Qed.

Lemma sum_mirror f n : sum (fun j => f (S n - j)%nat) n = sum f n.
Proof.
rewrite (sum_ext _ (fun j => f (S (n - j)))) by (intros j hj; unfold within in hj; f_equal; lia).
rewrite (sum_back (fun t => f (S t))); apply sum_ext; intros j hj; unfold within in hj; f_equal; lia.
Qed.
