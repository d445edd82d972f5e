From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import precision.
From Proofs Require Import angles.
Local Open Scope R_scope.

Lemma two_pos e : 0 < powerRZ 2 e. Proof. apply powerRZ_lt; lra. Qed.
Lemma two_up e : (0 <= e)%Z -> powerRZ 2 e = IZR (2 ^ e).
Proof.
intros h; rewrite <- (Z2Nat.id e h); rewrite <- pow_powerRZ; apply pow_IZR.
Qed.

Lemma held_integer p a : (Z.abs a < 2 ^ Z.of_nat p)%Z -> held p (IZR a).
Proof. intros h; exists a, 0%Z; split; [easy | cbn; ring]. Qed.

Lemma held_top p : (1 <= p)%nat -> held p (IZR (2 ^ Z.of_nat p)).
Proof.
intros h; exists (2 ^ (Z.of_nat p - 1))%Z, 1%Z; split.
- rewrite Z.abs_eq by (apply Z.pow_nonneg; lia); apply Z.pow_lt_mono_r; lia.
- rewrite (two_up 1), <- mult_IZR by lia; apply f_equal.
  assert (e : Z.of_nat p = Z.succ (Z.of_nat p - 1)) by lia; rewrite e at 1; rewrite Z.pow_succ_r by lia; ring.
Qed.

Lemma power_Z n : INR (2 ^ n) = IZR (2 ^ Z.of_nat n).
Proof. rewrite INR_IZR_INZ, Nat2Z.inj_pow; reflexivity. Qed.

Lemma held_position p m : (1 <= p)%nat -> (m <= 2 ^ p)%nat -> held p (INR m).
Proof.
intros hp h; destruct (Nat.eq_dec m (2 ^ p)) as [-> | ne].
- rewrite power_Z; now apply held_top.
- rewrite INR_IZR_INZ; apply held_integer; rewrite Z.abs_eq by lia.
  rewrite <- Nat2Z.inj_pow with (n := 2%nat) || idtac.
  assert (e : Z.of_nat (2 ^ p) = (2 ^ Z.of_nat p)%Z) by (rewrite Nat2Z.inj_pow; reflexivity); lia.
Qed.

Lemma round_held p round x : rounding p round -> held p x -> round x = x.
Proof.
intros r h; destruct (r x) as (_ & near & _); specialize (near x h).
rewrite Rminus_eq_0, Rabs_R0 in near.
assert (z : Rabs (x - round x) = 0) by (apply Rle_antisym; [easy | apply Rabs_pos]).
destruct (Req_EM_T (x - round x) 0) as [e | ne]; [lra | now apply Rabs_no_R0 in ne].
Qed.

(* Between 2^p and 2^p + 2 the format holds nothing. *)
Lemma held_gap p x : (1 <= p)%nat -> held p x -> ~ IZR (2 ^ Z.of_nat p) < x < IZR (2 ^ Z.of_nat p + 2).
Proof.
intros hp (a & e & ha & ->) [low top]; destruct (Z_le_gt_dec e 0) as [le | gt].
- assert (pe : powerRZ 2 e <= 1).
  { replace e with (- (- e))%Z by ring; rewrite powerRZ_neg'; rewrite (two_up (- e)) by lia.
    rewrite <- Rinv_1; apply Rinv_le_contravar; [lra | ]; apply IZR_le.
    assert (0 < 2 ^ (- e))%Z by (apply Z.pow_pos_nonneg; lia); lia. }
  assert (up : IZR a <= IZR (Z.abs a)) by (apply IZR_le; lia).
  assert (up0 : 0 <= IZR (Z.abs a)) by (apply IZR_le; lia).
  apply IZR_lt in ha; assert (q := two_pos e).
  assert (IZR a * powerRZ 2 e <= IZR (Z.abs a) * 1).
  { apply Rle_trans with (IZR (Z.abs a) * powerRZ 2 e); [apply Rmult_le_compat_r | apply Rmult_le_compat_l]; lra. }
  lra.
- rewrite two_up, <- mult_IZR in low, top by lia; apply lt_IZR in low; apply lt_IZR in top.
  replace (2 ^ e)%Z with (2 * 2 ^ (e - 1))%Z in low, top
    by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  replace (2 ^ Z.of_nat p)%Z with (2 * 2 ^ (Z.of_nat p - 1))%Z in low, top
    by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  lia.
Qed.

Lemma odd_top p : (2 <= p)%nat -> ~ held_even p (IZR (2 ^ Z.of_nat p + 2)).
Proof.
intros hp (a & e & ha & ev & eq).
assert (pp : (2 ^ Z.of_nat p = 4 * 2 ^ (Z.of_nat p - 2))%Z).
{ replace (Z.of_nat p) with (2 + (Z.of_nat p - 2))%Z at 1 by ring; rewrite Z.pow_add_r by lia; reflexivity. }
assert (p1 : (2 ^ (Z.of_nat p - 1) = 2 * 2 ^ (Z.of_nat p - 2))%Z).
{ replace (Z.of_nat p - 1)%Z with (1 + (Z.of_nat p - 2))%Z by ring; rewrite Z.pow_add_r by lia; reflexivity. }
assert (p2 : (1 <= 2 ^ (Z.of_nat p - 2))%Z) by (assert (0 < 2 ^ (Z.of_nat p - 2))%Z by (apply Z.pow_pos_nonneg; lia); lia).
set (w := (2 ^ (Z.of_nat p - 2))%Z) in *; rewrite pp in *; rewrite p1 in ha.
assert (a0 : (0 < a)%Z).
{ apply lt_IZR; apply Rmult_lt_reg_r with (powerRZ 2 e); [apply two_pos | ].
  rewrite Rmult_0_l, <- eq; apply (IZR_lt 0); lia. }
rewrite Z.abs_eq in ha by lia.
destruct (Z_le_gt_dec e 0) as [le | gt].
- assert (pe : IZR a = IZR ((4 * w + 2) * 2 ^ (- e))).
  { rewrite mult_IZR, eq, <- two_up by lia; rewrite Rmult_assoc, <- powerRZ_add by lra.
    replace (e + - e)%Z with 0%Z by ring; cbn; ring. }
  apply eq_IZR in pe; assert (0 < 2 ^ (- e))%Z by (apply Z.pow_pos_nonneg; lia); nia.
- rewrite two_up, <- mult_IZR in eq by lia; apply eq_IZR in eq.
  destruct (Z.eq_dec e 1) as [-> | ne].
  + assert (a = 2 * w + 1)%Z by lia; subst a.
    rewrite Z.even_add, Z.even_mul in ev; cbn in ev; discriminate.
  + replace (2 ^ e)%Z with (4 * 2 ^ (e - 2))%Z in eq
      by (replace e with (2 + (e - 2))%Z at 2 by ring; rewrite Z.pow_add_r by lia; reflexivity).
    lia.
Qed.

Lemma round_top p round : (2 <= p)%nat -> rounding p round ->
  round (INR (2 ^ p + 1)) = INR (2 ^ p).
Proof.
intros hp r; rewrite plus_INR, power_Z; change (INR 1) with 1.
set (w := (2 ^ Z.of_nat p)%Z); set (x := IZR w + 1).
assert (top := held_top p ltac:(lia)); fold w in top.
destruct (r x) as (h & near & tie); specialize (near _ top).
replace (x - IZR w) with 1 in near by (unfold x; ring); rewrite Rabs_R1 in near.
assert (b : -1 <= x - round x <= 1) by (revert near; unfold Rabs; destruct Rcase_abs; lra).
assert (gap := held_gap p (round x) ltac:(lia) h); fold w in gap; rewrite plus_IZR in gap.
destruct (Req_EM_T (round x) (IZR w)) as [e | ne]; [easy | exfalso].
assert (e : round x = IZR (w + 2)) by (rewrite plus_IZR; unfold x in *; lra).
apply (odd_top p hp); fold w; rewrite <- e; apply (tie _ top); [lra | ].
rewrite e, plus_IZR; unfold x; replace (IZR w + 1 - IZR w) with 1 by ring.
replace (IZR w + 1 - (IZR w + 2)) with (-1) by ring; unfold Rabs; repeat destruct Rcase_abs; lra.
Qed.

Theorem PM_precision_fix_merge : Statements.precision.PM_precision_fix_merge.
Proof.
intros p d b round c s hp r i _; unfold phase; rewrite (round_top p round hp r).
now rewrite (round_held p round _ r (held_position p (2 ^ p) ltac:(lia) ltac:(lia))).
Qed.

Lemma first_phase p round b d m : (1 <= p)%nat -> (m <= 2 ^ p)%nat -> 1 < b -> rounding p round ->
  phase round b d 0 m = INR m.
Proof.
intros hp hm hb r; assert (h := held_position p m hp hm); unfold phase.
rewrite (round_held p round _ r h); change (INR 0) with 0.
replace (- (2 * 0 / INR d)) with 0 by (unfold Rdiv; ring).
rewrite Rpower_O, Rmult_1_r by lra; now apply (round_held p).
Qed.

Lemma near_both f g p x y : close_to p f g -> g x = g y -> Rabs (f x - f y) <= 4 * / 2 ^ p.
Proof.
intros h e; assert (a := h x); assert (b := h y); rewrite Rabs_minus_sym in a.
replace (f x - f y) with (f x - g x + (g y - f y)) by (rewrite e; ring).
eapply Rle_trans; [apply Rabs_triang | lra].
Qed.

Lemma square_below z u : Rabs z <= u -> z ^ 2 <= u ^ 2.
Proof. intros h; rewrite <- (pow2_abs z); apply pow_incr; split; [apply Rabs_pos | easy]. Qed.

Lemma far_apart n delta m m' : 0 <= delta <= PI -> apart_from_turns n delta -> (m' < m < n)%nat ->
  4 * sin (delta / 2) ^ 2 <= (cos (INR m) - cos (INR m')) ^ 2 + (sin (INR m) - sin (INR m')) ^ 2.
Proof.
intros hd far h; set (k := (m - m')%nat).
assert (ek : INR m - INR m' = INR k) by (unfold k; rewrite minus_INR by lia; ring).
assert (le : delta <= away (INR k)) by (apply far; unfold k; lia).
assert (c : cos (INR k) <= cos delta).
{ apply cos_at_most; rewrite (away_small delta) by easy; easy. }
assert (a := sin2_cos2 (INR m)); assert (b := sin2_cos2 (INR m')); unfold Rsqr in a, b.
assert (d := cos_minus (INR m) (INR m')); rewrite ek in d.
assert (half : cos delta = 1 - 2 * sin (delta / 2) ^ 2).
{ replace delta with (2 * (delta / 2)) at 1 by field; rewrite cos_2a_sin; ring. }
replace ((cos (INR m) - cos (INR m')) ^ 2 + (sin (INR m) - sin (INR m')) ^ 2)
  with (sin (INR m) * sin (INR m) + cos (INR m) * cos (INR m)
    + (sin (INR m') * sin (INR m') + cos (INR m') * cos (INR m'))
    - 2 * (cos (INR m) * cos (INR m') + sin (INR m) * sin (INR m'))) by ring.
rewrite a, b, <- d; lra.
Qed.

Lemma rows_apart p n d b delta round c s m m' :
  (2 <= p)%nat -> (n <= 2 ^ p + 1)%nat -> (2 <= d)%nat -> 1 < b ->
  rounding p round -> close_to p cos c -> close_to p sin s ->
  0 <= delta <= PI -> apart_from_turns n delta -> 8 * / 2 ^ p < 2 * sin (delta / 2) ->
  (m' < m < n)%nat -> ~ same_row round c s b d m m'.
Proof.
intros hp hn hd hb r hc hs he far wide h same; destruct (same 0%nat ltac:(lia)) as [ec es].
rewrite !(first_phase p) in ec, es by (easy || lia).
assert (a := square_below _ _ (near_both _ _ p _ _ hc ec)); assert (b' := square_below _ _ (near_both _ _ p _ _ hs es)).
assert (f := far_apart n delta m m' he far h).
assert (u : 0 < / 2 ^ p) by (apply Rinv_0_lt_compat, pow_lt; lra); set (v := / 2 ^ p) in *.
assert ((4 * v) ^ 2 < sin (delta / 2) ^ 2) by nra; nra.
Qed.

Lemma same_row_sym round c s b d m m' : same_row round c s b d m m' -> same_row round c s b d m' m.
Proof. intros h i hi; destruct (h i hi) as [-> ->]; easy. Qed.

Theorem PM_precision_fix : Statements.precision.PM_precision_fix.
Proof.
intros p n d b delta round c s hp hn hd hb r hc hs he far wide m m' hm hm' ne same.
destruct (Nat.lt_total m m') as [lt | [eq | lt]]; [ | easy | ].
- apply same_row_sym in same; revert same; apply (rows_apart p n d b delta); easy || lia.
- revert same; apply (rows_apart p n d b delta); easy || lia.
Qed.

Theorem PM_precision_fix_first : Statements.precision.PM_precision_fix_first.
Proof.
intros p n d b delta round c s hp hn hd hb r hc hs he far wide; split.
- intros M hM (m & hm & same); revert same; apply (PM_precision_fix p n d b delta); easy || lia.
- exists (2 ^ p)%nat; split; [lia | now apply PM_precision_fix_merge].
Qed.
