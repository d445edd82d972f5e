From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention circle turned_back.
From Proofs Require Import angles sums_of_reals.
Local Open Scope R_scope.

Lemma back g q r t : at_distance g q (turned_back g q r) t = dot q q * cos ((INR t - INR r) * g).
Proof.
unfold at_distance, turned_back, dot, rotate; destruct q as [x y]; cbn [fst snd].
replace ((INR t - INR r) * g) with (INR t * g + - (INR r * g)) by ring; rewrite cos_plus; ring.
Qed.

Lemma dot_pos q : 0 <= dot q q.
Proof. unfold dot; destruct q as [x y]; cbn; nra. Qed.

Lemma exp_up x y : x <= y -> exp x <= exp y.
Proof. intros [h | ->]; [left; now apply exp_increasing | lra]. Qed.

Lemma cosine_of_distance g t r : (t <= r)%nat -> cos ((INR t - INR r) * g) = cos (INR (r - t) * g).
Proof.
intros h; rewrite minus_INR by easy; rewrite <- cos_neg; f_equal; ring.
Qed.

Lemma cosines_below N g c t r n : largest_cosine N g c -> (n <= N)%nat -> (r < n)%nat -> (t < n)%nat -> t <> r ->
  cos ((INR t - INR r) * g) <= c.
Proof.
intros [up _] hn hr ht ne; destruct (le_lt_dec t r) as [le | lt].
- rewrite cosine_of_distance by easy; apply up; lia.
- rewrite <- minus_INR by lia; apply up; lia.
Qed.

Lemma largest_below_one N g c : no_full_turn N g -> largest_cosine N g c -> c < 1.
Proof. intros no [_ (t & ht & <-)]; apply cos_below_one, no; easy. Qed.

Theorem RR_rope : Statements.turned_back.RR_rope.
Proof.
intros N eps g c q hN he no hc hq r n hr; unfold share_at, softmax.
assert (c1 := largest_below_one N g c no hc); set (a := dot q q) in *.
assert (a0 : 0 <= a) by apply dot_pos.
assert (mine : within n (n - r)) by (unfold within; lia).
assert (N1 : 0 < INR (N - 1)) by (apply lt_0_INR; lia).
set (l := fun j => at_distance g q (turned_back g q r) (n - j)).
assert (own : l (n - r)%nat = a).
{ unfold l; rewrite back; replace (n - (n - r))%nat with r by lia.
  rewrite Rminus_eq_0, Rmult_0_l, cos_0; unfold a; ring. }
change (1 - eps < exp (l (n - r)%nat) / sum (fun k => exp (l k)) n).
rewrite (sum_split _ n (n - r) mine), own.
set (y := exp (a * c)).
assert (rest : sum (others (n - r) (fun k => exp (l k))) n <= INR (N - 1) * y).
{ apply Rle_trans with (sum (others (n - r) (fun _ => y)) n).
  - apply sum_le; intros j hj; unfold others; destruct (Nat.eqb_spec j (n - r)) as [_ | ne]; [lra | ].
    unfold y, l; rewrite back; fold a; apply exp_up, Rmult_le_compat_l; [easy | ].
    unfold within in hj; apply (cosines_below N g c (n - j) r n hc); lia.
  - assert (e := sum_split (fun _ => y) n (n - r) mine); rewrite sum_const in e.
    replace (sum (others (n - r) (fun _ => y)) n) with ((INR n - 1) * y) by lra.
    apply Rmult_le_compat_r; [left; apply exp_pos | ].
    replace 1 with (INR 1) by easy; rewrite <- minus_INR by lia; apply le_INR; lia. }
assert (few : INR (N - 1) * (1 - eps) * y < eps * exp a).
{ assert (p : 0 < INR (N - 1) * (1 - eps) / eps).
  { apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; lra | lra]. }
  assert (lt : ln (INR (N - 1) * (1 - eps) / eps) < a * (1 - c)).
  { apply (Rmult_lt_compat_r (1 - c)) in hq; [ | lra].
    unfold Rdiv at 1 in hq; rewrite Rmult_assoc, Rinv_l, Rmult_1_r in hq by lra; exact hq. }
  apply exp_increasing in lt; rewrite exp_ln in lt by easy.
  replace (a * (1 - c)) with (a + - (a * c)) in lt by ring; rewrite exp_plus, exp_Ropp in lt; fold y in lt.
  assert (y0 : 0 < y) by apply exp_pos.
  apply (Rmult_lt_compat_r (eps * y)) in lt; [ | apply Rmult_lt_0_compat; lra].
  replace (INR (N - 1) * (1 - eps) / eps * (eps * y)) with (INR (N - 1) * (1 - eps) * y) in lt by (field; lra).
  replace (exp a * / y * (eps * y)) with (eps * exp a) in lt by (field; lra); exact lt. }
set (rs := sum _ n) in *; assert (e0 : 0 < exp a) by apply exp_pos.
assert (r0 : 0 <= rs).
{ apply sum_nonneg; intros j _; unfold others; destruct (Nat.eqb j (n - r)); [lra | left; apply exp_pos]. }
apply Rmult_lt_reg_r with (exp a + rs); [lra | ].
unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra.
assert ((1 - eps) * rs <= (1 - eps) * (INR (N - 1) * y)) by (apply Rmult_le_compat_l; lra); lra.
Qed.

(* A largest cosine, and a query long enough. *)
Lemma some_largest N g : (2 <= N)%nat -> exists c, largest_cosine N g c.
Proof.
intros h; destruct N as [|[|N]]; [lia | lia | clear h].
induction N as [|N (c & up & t & ht & e)].
- exists (cos (INR 1 * g)); split; [intros t ht; replace t with 1%nat by lia; lra | exists 1%nat; split; [lia | easy]].
- exists (Rmax c (cos (INR (S (S N)) * g))); split.
  + intros s hs; destruct (Nat.eq_dec s (S (S N))) as [-> | ne]; [apply Rmax_r | ].
    eapply Rle_trans; [apply up; lia | apply Rmax_l].
  + unfold Rmax; destruct Rle_dec; [exists (S (S N)) | exists t]; split; (lia || easy).
Qed.

Theorem RR_rope_some : Statements.turned_back.RR_rope_some.
Proof.
intros N eps g hN he no; destruct (some_largest N g hN) as [c hc].
set (x := ln (INR (N - 1) * (1 - eps) / eps) / (1 - c)).
exists (Rabs x + 1, 0); apply (RR_rope N eps g c); try easy; fold x.
unfold dot; cbn [fst snd]; assert (p := Rabs_pos x); assert (x <= Rabs x) by apply Rle_abs; nra.
Qed.

Theorem RR_rope_irrational : Statements.turned_back.RR_rope_irrational.
Proof.
intros N g no t ht [k e]; pose proof pi_pos; apply (no k (Z.of_nat t)); [lia | ].
rewrite <- INR_IZR_INZ; apply Rmult_eq_reg_l with (2 * PI); [ | lra].
rewrite <- e; field; lra.
Qed.

(* A root of an integer, times a whole number, is no turn. *)
Lemma angle_power b h p : (2 <= b)%nat -> (1 <= h)%nat -> integer_angle b h p ^ h * INR b ^ (p - 1) = 1.
Proof.
intros hb hh; assert (b0 : 0 < INR b) by (apply lt_0_INR; lia).
assert (h0 : INR h <> 0) by (apply not_0_INR; lia).
unfold integer_angle; rewrite <- Rpower_pow by apply exp_pos; rewrite <- (Rpower_pow (p - 1)) by easy.
rewrite Rpower_mult, <- Rpower_plus.
replace (- (INR (p - 1) / INR h) * INR h + INR (p - 1)) with 0 by (field; easy); now apply Rpower_O.
Qed.

Theorem RR_any_distance_tie : Statements.turned_back.RR_any_distance_tie.
Proof.
intros b h p s hb hp hs [k e]; unfold within in hp; pose proof pi_pos as pi.
assert (hh : (1 <= h)%nat) by lia; assert (r := angle_power b h p hb hh).
assert (pos : 0 < integer_angle b h p) by apply exp_pos.
assert (k0 : k <> 0%Z).
{ intros ->; apply hs, eq_IZR, Rmult_eq_reg_r with (integer_angle b h p); lra. }
assert (b0 : (Z.of_nat b ^ Z.of_nat (p - 1) <> 0)%Z) by (apply Z.pow_nonzero; lia).
exists (s ^ Z.of_nat h)%Z, (2 ^ Z.of_nat h * k ^ Z.of_nat h * Z.of_nat b ^ Z.of_nat (p - 1))%Z; split.
- apply Z.neq_mul_0; split; [apply Z.neq_mul_0; split; apply Z.pow_nonzero; lia | easy].
- rewrite !mult_IZR, <- !pow_IZR, <- INR_IZR_INZ.
  assert (f : (IZR s * integer_angle b h p) ^ h = (2 * PI * IZR k) ^ h) by now rewrite e.
  rewrite !Rpow_mult_distr in f.
  replace (PI ^ h * (2 ^ h * IZR k ^ h * INR b ^ (p - 1))) with (2 ^ h * PI ^ h * IZR k ^ h * INR b ^ (p - 1)) by ring.
  rewrite <- f, Rmult_assoc, r; ring.
Qed.

Lemma dot_zero q : dot q q = 0 -> q = (0, 0).
Proof.
unfold dot; destruct q as [x y]; cbn; intros e; assert (a := Rle_0_sqr x); assert (b := Rle_0_sqr y); unfold Rsqr in a, b.
f_equal; apply Rsqr_0_uniq; unfold Rsqr; lra.
Qed.

(* Sums of terms each at most its own bound are equal to the bounds' sum if every term is. *)
Lemma sum_equal f g n : (forall j, within n j -> f j <= g j) -> sum f n = sum g n ->
  forall j, within n j -> f j = g j.
Proof.
intros le e j hj; destruct (le j hj) as [lt | eq]; [ | easy].
assert (sum f n < sum g n) by (apply sum_lt with j; easy); lra.
Qed.

Theorem RR_any_distance_best : Statements.turned_back.RR_any_distance_best.
Proof.
intros h r theta q; exists (fun p => turned_back (theta p) (q p) r); intros t; unfold logit_at.
assert (top : forall p, at_distance (theta p) (q p) (turned_back (theta p) (q p) r) r = dot (q p) (q p)).
{ intros p; rewrite back, Rminus_eq_0, Rmult_0_l, cos_0; ring. }
assert (le : forall p, within h p -> at_distance (theta p) (q p) (turned_back (theta p) (q p) r) t
  <= at_distance (theta p) (q p) (turned_back (theta p) (q p) r) r).
{ intros p _; rewrite top, back; assert (d := dot_pos (q p)).
  assert (c := COS_bound ((INR t - INR r) * theta p)); nra. }
split; [now apply sum_le | split].
- intros e p hp ne; apply cos_is_one.
  assert (one := sum_equal _ _ h le e p hp); cbv beta in one; rewrite top, back in one.
  apply Rmult_eq_reg_l with (dot (q p) (q p)); [lra | intros z; now apply ne, dot_zero].
- intros turns; apply sum_ext; intros p hp; rewrite top, back.
  destruct (Req_EM_T (dot (q p) (q p)) 0) as [-> | ne]; [ring | ].
  assert (c : cos ((INR t - INR r) * theta p) = 1).
  { apply cos_is_one, turns; [easy | intros z; apply ne; rewrite z; unfold dot; cbn; ring]. }
  rewrite c; ring.
Qed.
