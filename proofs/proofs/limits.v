From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import limits.
From Proofs Require Import angles.
Local Open Scope R_scope.

Lemma slowest_longest b d : 1 < b -> slowest b d * longest b d = 1.
Proof.
intros h; unfold slowest, longest; rewrite <- Rpower_plus.
replace (-1 + 2 / INR d + (1 - 2 / INR d)) with 0 by ring; apply Rpower_O; lra.
Qed.

Lemma slowest_pos b d : 0 < slowest b d.
Proof. unfold slowest, Rpower; apply exp_pos. Qed.

Lemma longest_pos b d : 0 < longest b d.
Proof. unfold longest, Rpower; apply exp_pos. Qed.

Lemma longest_below b d : 1 < b -> (2 <= d)%nat -> longest b d < b.
Proof.
intros h hd; unfold longest; rewrite <- (Rpower_1 b) at 2 by lra; apply Rpower_lt; [easy | ].
assert (0 < INR d) by (apply lt_0_INR; lia).
assert (0 < 2 / INR d) by (apply Rdiv_lt_0_compat; lra); lra.
Qed.

(* x L <= w is x <= w L' for reciprocals. *)
Lemma through b d x w : 1 < b -> x * slowest b d <= w <-> x <= w * longest b d.
Proof.
intros h; assert (e := slowest_longest b d h); assert (s := slowest_pos b d); assert (l := longest_pos b d); split; intros le.
- replace x with (x * slowest b d * longest b d) by (rewrite Rmult_assoc, e; ring).
  apply Rmult_le_compat_r; lra.
- replace w with (w * longest b d * slowest b d) by (rewrite Rmult_assoc, (Rmult_comm (longest b d)), e; ring).
  apply Rmult_le_compat_r; lra.
Qed.

Theorem PM_slowest_turn : Statements.limits.PM_slowest_turn.
Proof.
intros b L d hb hL hd; pose proof pi_pos as pi.
assert (s := slowest_pos b d); rewrite <- through by easy; split.
- intros apart; apply Rnot_lt_le; intros lt.
  set (x := 2 * PI / slowest b d).
  assert (x0 : 0 < x) by (apply Rdiv_lt_0_compat; lra).
  assert (ex : x * slowest b d = 2 * PI) by (unfold x; field; lra).
  apply (apart x 0); [ | lra | lra | exists 1%Z; lra].
  split; [lra | ]; apply Rmult_lt_reg_r with (slowest b d); lra.
- intros le x y hx hy ne [k e].
  assert (bounds : - (2 * PI) < 2 * PI * IZR k < 2 * PI).
  { rewrite <- e, <- Rmult_minus_distr_r; assert (- L < x - y < L) by lra; split.
    - apply Rle_lt_trans with (- L * slowest b d); [lra | apply Rmult_lt_compat_r; lra].
    - apply Rlt_le_trans with (L * slowest b d); [apply Rmult_lt_compat_r; lra | lra]. }
  assert (low : IZR (-1) < IZR k) by (apply Rmult_lt_reg_l with (2 * PI); lra).
  assert (top : IZR k < IZR 1) by (apply Rmult_lt_reg_l with (2 * PI); lra).
  apply lt_IZR in low; apply lt_IZR in top; assert (k = 0%Z) as -> by lia.
  apply ne, Rmult_eq_reg_r with (slowest b d); lra.
Qed.

(* The root of the threshold, and the angle at which the cosine comes down to it. *)
Lemma root_between eps N : 0 < eps < 1 -> (1 <= N)%nat -> 0 < Rpower eps (/ INR N) < 1.
Proof.
intros h hN; assert (n : 0 < INR N) by (apply lt_0_INR; lia); split; [apply exp_pos | ].
unfold Rpower; rewrite <- exp_0; apply exp_increasing.
assert (l : ln eps < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (i : 0 < / INR N) by now apply Rinv_0_lt_compat.
nra.
Qed.

Lemma root_power eps N : 0 < eps -> (1 <= N)%nat -> Rpower eps (/ INR N) ^ N = eps.
Proof.
intros h hN; rewrite <- Rpower_pow by apply exp_pos; rewrite Rpower_mult, Rinv_l, Rpower_1;
  [easy | easy | apply not_0_INR; lia].
Qed.

Lemma power_less x y N : 0 <= x < y -> (1 <= N)%nat -> x ^ N < y ^ N.
Proof.
intros h hN; destruct N as [|N]; [lia | clear hN]; induction N as [|N IH]; [cbn; lra | ].
change (x * x ^ S N < y * y ^ S N); apply Rmult_le_0_lt_compat; try lra; apply pow_le; lra.
Qed.

Theorem PM_slowest_stable : Statements.limits.PM_slowest_stable.
Proof.
intros b L eps d N hb hL he hd hN; pose proof pi_pos as pi.
assert (s := slowest_pos b d); assert (r := root_between eps N he hN).
set (w := Rpower eps (/ INR N)) in *; assert (ew : w ^ N = eps) by now apply root_power.
assert (a := acos_bound w); assert (ca : cos (acos w) = w) by (apply cos_acos; lra).
assert (a0 : 0 < acos w).
{ destruct (proj1 a) as [lt | e]; [easy | rewrite <- e, cos_0 in ca; lra]. }
assert (a1 : acos w < PI / 2).
{ apply Rnot_le_lt; intros le; assert (cos (acos w) <= cos (PI / 2)) by (apply cos_decr_1; lra).
  rewrite cos_PI2 in *; lra. }
assert (turned : L / acos w <= longest b d <-> L * slowest b d <= acos w).
{ rewrite through by easy; split; intros le.
  - apply (Rmult_le_compat_l (acos w)) in le; [ | lra].
    now replace (acos w * (L / acos w)) with L in le by (field; lra).
  - apply Rmult_le_reg_l with (acos w); [easy | ].
    now replace (acos w * (L / acos w)) with L by (field; lra). }
rewrite turned; split.
- intros stays; apply Rnot_lt_le; intros lt.
  set (y := Rmin ((acos w + PI / 2) / 2) (L * slowest b d)).
  assert (y0 : acos w < y) by (unfold y; apply Rmin_glb_lt; lra).
  assert (y1 : y < PI / 2) by (unfold y; eapply Rle_lt_trans; [apply Rmin_l | lra]).
  assert (yL : y <= L * slowest b d) by apply Rmin_r.
  specialize (stays (y / slowest b d)); replace (y / slowest b d * slowest b d) with y in stays by (field; lra).
  assert (eps <= cos y ^ N).
  { apply stays; split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] | ].
    apply Rmult_le_reg_r with (slowest b d); [easy | ].
    now replace (y / slowest b d * slowest b d) with y by (field; lra). }
  assert (cos y < cos (acos w)) by (apply cos_decreasing_1; lra).
  assert (0 < cos y) by (apply cos_gt_0; lra).
  assert (cos y ^ N < w ^ N) by (apply power_less; [lra | easy]); lra.
- intros le x hx; rewrite <- ew; apply pow_incr; split; [lra | ].
  rewrite <- ca; assert (0 <= x * slowest b d <= acos w).
  { split; [apply Rmult_le_pos; lra | eapply Rle_trans; [ | exact le]; apply Rmult_le_compat_r; lra]. }
  apply cos_decr_1; lra.
Qed.

Theorem PM_slowest_printed : Statements.limits.PM_slowest_printed.
Proof.
intros b L eps d N hb hL he hd hN; pose proof pi_pos as pi; assert (l := longest_below b d hb hd); split; intros h.
- assert (2 * PI * longest b d < 2 * PI * b) by (apply Rmult_lt_compat_l; lra); lra.
- lra.
Qed.
