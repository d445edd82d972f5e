From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy.
From Proofs Require Import angles circle sums_of_reals irrational.
Local Open Scope R_scope.

Theorem printed_logits_are : Statements.discrepancy.printed_logits_are.
Proof.
intros theta x n j h; unfold printed_logits, index_logits, printed_key, index_query.
rewrite minus_INR by easy; destruct (x n) as [a | s].
- apply rope_plain.
- rewrite rope_query; f_equal; ring.
Qed.

(* How far back the last token points. *)
Definition back (x : nat -> symbol) (n : nat) : nat :=
  match x n with letter _ => 0 | number s => s end.

Lemma logits_back theta x n j : (j <= n)%nat ->
  printed_logits theta x n j = cos ((INR (n - j) - INR (back x n)) * theta).
Proof.
intros h; rewrite printed_logits_are by easy; unfold back.
destruct (x n); [f_equal; cbn; ring | easy].
Qed.

Lemma back_inside x n : (1 <= n)%nat -> points_inside x n -> (back x n < n)%nat.
Proof. unfold points_inside, back; destruct (x n); lia. Qed.

(* Distances from the target, as natural numbers. *)
Lemma logits_apart theta x n j : within n j -> (back x n < n)%nat ->
  exists t, printed_logits theta x n j = cos (INR t * theta)
    /\ t = (Nat.max (n - back x n) j - Nat.min (n - back x n) j)%nat.
Proof.
unfold within; intros hj hb; rewrite logits_back by lia.
set (s := back x n) in *; clearbody s.
eexists; split; [ | reflexivity].
destruct (Nat.le_gt_cases j (n - s)).
- rewrite Nat.max_l, Nat.min_r by lia.
  rewrite !minus_INR by lia; f_equal; ring.
- rewrite Nat.max_r, Nat.min_l by lia.
  rewrite <- (cos_neg (INR _ * _)), !minus_INR by lia; f_equal; ring.
Qed.

Lemma target_logit theta x n : (1 <= n)%nat -> (back x n < n)%nat ->
  printed_logits theta x n (n - back x n) = 1.
Proof.
intros h hb; rewrite logits_back by lia; rewrite <- cos_0; f_equal.
replace (n - (n - back x n))%nat with (back x n) by lia; ring.
Qed.

Definition letters_only : nat -> symbol := fun _ => letter 0.

Lemma unique_iff (m n0 : nat) (theta : R) : (1 <= n0)%nat ->
  (forall (n : nat) (x : nat -> symbol), within n0 n -> over m x n -> points_inside x n ->
     unique_largest (printed_logits theta x n) n)
  <-> ~ some_multiple_turns theta (n0 - 1).
Proof.
intros h; split.
- intros all (t & ht & turns).
  destruct (all (t + 1)%nat letters_only) as (j & hj & u).
  + unfold within; lia.
  + easy.
  + easy.
  + assert (e1 : printed_logits theta letters_only (t + 1) (t + 1) = 1).
    { rewrite logits_back by lia; cbn; rewrite Nat.sub_diag; cbn; rewrite <- cos_0; f_equal; ring. }
    assert (e2 : printed_logits theta letters_only (t + 1) 1 = 1).
    { rewrite logits_back by lia; cbn [back letters_only]; apply cos_is_one.
      destruct turns as [k e]; exists k; rewrite <- e.
      replace (t + 1 - 1)%nat with t by lia; cbn [INR]; ring. }
    pose proof (COS_bound ((INR (t + 1 - j) - INR (back letters_only (t + 1))) * theta)) as b.
    rewrite <- logits_back in b by (unfold within in hj; lia).
    destruct (Nat.eq_dec j (t + 1)) as [-> | ne].
    * specialize (u 1%nat); unfold within in u; specialize (u ltac:(lia) ltac:(lia)); lra.
    * specialize (u (t + 1)%nat); unfold within in u; specialize (u ltac:(lia) ltac:(lia)); lra.
- intros no n x hn _ inside; unfold within in hn.
  pose proof (back_inside x n ltac:(lia) inside) as hb.
  exists (n - back x n)%nat; split; [unfold within; lia | ].
  intros k hk ne; rewrite target_logit by lia.
  destruct (logits_apart theta x n k hk hb) as (t & -> & et).
  apply cos_below_one; intros turns; apply no; exists t; split; [ | easy].
  unfold within in hk; lia.
Qed.

Theorem B_irr_fix : Statements.discrepancy.B_irr_fix.
Proof. intros m n0 theta h; apply unique_iff; lia. Qed.

Theorem B_irr_fix_all : Statements.discrepancy.B_irr_fix_all.
Proof.
intros m theta; pose proof pi_pos as pp; split.
- intros all (p & q & hq & e).
  assert (et : theta * IZR q = PI * IZR p).
  { apply not_0_IZR in hq; apply Rmult_eq_reg_r with (/ PI); [ | apply Rinv_neq_0_compat; lra].
    replace (theta * IZR q * / PI) with (theta / PI * IZR q) by (field; lra).
    rewrite e; field; lra. }
  apply (proj1 (unique_iff m (2 * Z.abs_nat q + 1) theta ltac:(lia))).
  + intros n x hn; apply all; unfold within in hn; lia.
  + exists (2 * Z.abs_nat q)%nat; split; [lia | ].
    assert (c : (q = Z.of_nat (Z.abs_nat q) \/ q = - Z.of_nat (Z.abs_nat q))%Z) by lia.
    rewrite mult_INR, (INR_IZR_INZ (Z.abs_nat q)); cbn [INR].
    destruct c as [c | c]; rewrite c in et; [exists p | exists (- p)%Z]; rewrite ?opp_IZR in *; lra.
- intros irr n x hn over inside.
  apply (proj2 (unique_iff m n theta hn)); [ | unfold within; lia | easy | easy].
  intros (t & ht & k & e); apply irr; exists (2 * k)%Z, (Z.of_nat t); split; [lia | ].
  rewrite mult_IZR, <- INR_IZR_INZ.
  assert (INR t <> 0) by (apply not_0_INR; lia).
  replace theta with (INR t * theta / INR t) by (field; lra); rewrite e; field; lra.
Qed.

Theorem pi_irrational : Statements.discrepancy.pi_irrational. Proof. exact irrational_pi. Qed.

Theorem B_irr_fix_rational : Statements.discrepancy.B_irr_fix_rational.
Proof.
intros m theta (p & q & hq & e) ne; apply (B_irr_fix_all m theta); intros (a & b & hb & e').
apply not_0_IZR in hq; apply not_0_IZR in hb; pose proof pi_pos.
assert (et : theta * IZR b = PI * IZR a).
{ replace (theta * IZR b) with (theta / PI * (PI * IZR b)) by (field; lra).
  rewrite e'; field; easy. }
assert (ha : a <> 0%Z).
{ intros ->; rewrite Rmult_0_r in et; apply Rmult_integral in et; now destruct et. }
apply irrational_pi; exists (p * b)%Z, (q * a)%Z; split.
- intros z; apply (f_equal IZR) in z; rewrite mult_IZR in z.
  apply not_0_IZR in ha; apply Rmult_integral in z; now destruct z.
- apply not_0_IZR in ha; rewrite !mult_IZR.
  replace PI with (theta * IZR b / IZR a) by (rewrite et; field; easy).
  rewrite e; field; easy.
Qed.

Theorem B_irr_witness : Statements.discrepancy.B_irr_witness.
Proof.
intros n x a hn e.
assert (e3 : printed_logits PI x n n = 1).
{ rewrite printed_logits_are, e, Nat.sub_diag by lia; cbn [INR]; rewrite Rmult_0_l; apply cos_0. }
assert (e1 : printed_logits PI x n (n - 2) = 1).
{ rewrite printed_logits_are, e by lia; apply cos_is_one; exists 1%Z.
  replace (n - (n - 2))%nat with 2%nat by lia; cbn; ring. }
repeat split; try easy; intros (j & hj & u).
assert (b : printed_logits PI x n j <= 1).
{ unfold within in hj; rewrite printed_logits_are, e by lia; apply COS_bound. }
unfold within in *; destruct (Nat.eq_dec j n) as [-> | ne].
- specialize (u (n - 2)%nat ltac:(lia) ltac:(lia)); lra.
- specialize (u n ltac:(lia) ltac:(lia)); lra.
Qed.

Theorem B_irr : Statements.discrepancy.B_irr.
Proof.
intros printed.
apply (proj2 (proj2 (B_irr_witness 3%nat letters_only 0%nat (Nat.le_refl 3) eq_refl))).
apply printed; [exact irrational_pi | lia | easy].
Qed.

Theorem discrepancy_unique : Statements.discrepancy.discrepancy_unique.
Proof.
intros l n d d' (j & hj & most & all & k & hk & nk & e) (j' & hj' & most' & all' & k' & hk' & nk' & e').
assert (s : l j = l j') by (apply Rle_antisym; auto).
destruct (Nat.eq_dec j j') as [<- | ne].
- pose proof (all k' hk' nk'); pose proof (all' k hk nk); lra.
- pose proof (all j' hj' ltac:(congruence)); pose proof (all' j hj ltac:(easy)).
  pose proof (most k hk); pose proof (most' k' hk'); lra.
Qed.

Lemma closest_below theta T t : (1 <= t <= T)%nat -> closest theta T <= 1 - cos (INR t * theta).
Proof.
induction T as [|T IH]; intros h; [lia | cbn [closest]].
destruct (Nat.eq_dec t (S T)) as [-> | ne]; [apply Rmin_r | ].
eapply Rle_trans; [apply Rmin_l | apply IH; lia].
Qed.

Lemma closest_attained theta T : (1 <= T)%nat ->
  exists t, (1 <= t <= T)%nat /\ closest theta T = 1 - cos (INR t * theta).
Proof.
induction T as [|T IH]; intros h; [lia | cbn [closest]].
destruct (Nat.eq_dec T 0) as [-> | ne].
- exists 1%nat; split; [lia | ]; cbn [closest]; apply Rmin_right.
  pose proof (COS_bound (INR 1 * theta)); lra.
- destruct IH as (t & ht & e); [lia | ].
  unfold Rmin; destruct Rle_dec.
  + exists t; split; [lia | easy].
  + exists (S T); split; [lia | easy].
Qed.

Lemma closest_longer theta T T' : (1 <= T <= T')%nat -> closest theta T' <= closest theta T.
Proof.
intros h; destruct (closest_attained theta T) as (t & ht & ->); [lia | ].
apply closest_below; lia.
Qed.

(* The discrepancy of an input that points s back. *)
Lemma input_discrepancy theta x n : (2 <= n)%nat -> (back x n < n)%nat ->
  discrepancy_is (printed_logits theta x n) n
    (closest theta (Nat.max (back x n) (n - 1 - back x n))).
Proof.
intros h hb; exists (n - back x n)%nat; rewrite target_logit by lia.
set (s := back x n) in *; set (T := Nat.max s (n - 1 - s)).
assert (w : within n (n - s)) by (unfold within; lia).
split; [easy | ]; split; [ | split].
- intros k hk; rewrite logits_back by (unfold within in hk; lia); apply COS_bound.
- intros k hk ne; destruct (logits_apart theta x n k hk hb) as (t & -> & et); fold s in et.
  pose proof (closest_below theta T t) as b; unfold within in hk; specialize (b ltac:(lia)); lra.
- destruct (closest_attained theta T) as (t & ht & e); [lia | ].
  destruct (Nat.le_gt_cases t s) as [c | c].
  + exists (n - s + t)%nat; split; [unfold within; lia | split; [lia | ]].
    assert (hk : within n (n - s + t)) by (unfold within; lia).
    destruct (logits_apart theta x n _ hk hb) as (t' & -> & et); fold s in et.
    replace t' with t by lia; lra.
  + exists (n - s - t)%nat; split; [unfold within; lia | split; [lia | ]].
    assert (hk : within n (n - s - t)) by (unfold within; lia).
    destruct (logits_apart theta x n _ hk hb) as (t' & -> & et); fold s in et.
    replace t' with t by lia; lra.
Qed.

Definition points (s n : nat) : nat -> symbol :=
  fun j => if Nat.eqb j n then match s with O => letter 0 | _ => number s end else letter 0.

Lemma points_over m s n : (s <= m)%nat -> over m (points s n) n.
Proof.
intros h j i _; unfold points; destruct Nat.eqb; [ | easy].
destruct s; [easy | intros [= <-]; lia].
Qed.

Lemma points_back s n : back (points s n) n = s.
Proof. unfold back, points; rewrite Nat.eqb_refl; now destruct s. Qed.

Theorem B_thm32_index_fix : Statements.discrepancy.B_thm32_index_fix.
Proof.
intros n m theta hn hm delta; unfold delta.
assert (half : (n / 2 + n / 2 <= n /\ n <= n / 2 + n / 2 + 1)%nat).
{ pose proof (Nat.div_mod n 2 ltac:(lia)); pose proof (Nat.mod_upper_bound n 2 ltac:(lia)); lia. }
split; [ | split].
- intros x hx.
  assert (hb : (back x n <= m)%nat).
  { unfold back; destruct (x n) eqn:e; [lia | ]; apply (hx n i); [unfold within; lia | easy]. }
  eexists; split; [apply input_discrepancy; lia | split; apply closest_longer; unfold widest; lia].
- exists (points 0 n); split; [apply points_over; lia | ].
  pose proof (input_discrepancy theta (points 0 n) n hn) as i; rewrite points_back in i.
  replace (Nat.max 0 (n - 1 - 0)) with (n - 1)%nat in i by lia; apply i; lia.
- set (s := Nat.min m (n - 1 - n / 2)); exists (points s n).
  split; [apply points_over; unfold s; lia | ].
  pose proof (input_discrepancy theta (points s n) n hn) as i; rewrite points_back in i.
  replace (Nat.max s (n - 1 - s)) with (widest n m) in i by (unfold s, widest; lia).
  apply i; unfold s; lia.
Qed.

Lemma one_minus_cos x : 1 - cos x = 2 * sin (x / 2) ^ 2.
Proof.
replace x with (2 * (x / 2)) at 1 by field; rewrite cos_2a_sin; ring.
Qed.

Lemma square_bound x : 0 < x <= 2 * PI -> 1 - cos x <= x ^ 2 / 2.
Proof.
intros h; rewrite one_minus_cos.
assert (a : 0 <= sin (x / 2)) by (apply sin_ge_0; lra).
assert (b : sin (x / 2) < x / 2) by (apply sin_lt_x; lra); nra.
Qed.

Lemma arc_bound T : (1 <= T)%nat -> 1 - cos (2 * PI / INR (T + 1)) <= 2 * PI ^ 2 / INR (T + 1) ^ 2.
Proof.
intros h; pose proof (arc_range T h) as a; pose proof (N_pos T h) as p.
eapply Rle_trans; [apply square_bound; lra | right; field; lra].
Qed.

Lemma closest_bounds theta T : (1 <= T)%nat ->
  closest theta T <= Rmin (1 - cos theta) (1 - cos (2 * PI / INR (T + 1))).
Proof.
intros h; apply Rmin_glb.
- pose proof (closest_below theta T 1 ltac:(lia)) as c; cbn [INR] in c.
  now rewrite Rmult_1_l in c.
- destruct (circle_near theta T h) as (t & ht & near).
  eapply Rle_trans; [now apply closest_below | easy].
Qed.

Theorem B_thm32_index_fix_min : Statements.discrepancy.B_thm32_index_fix_min.
Proof.
intros n theta h; pose proof (closest_bounds theta (n - 1) ltac:(lia)) as c.
pose proof (arc_bound (n - 1) ltac:(lia)) as b.
replace (n - 1 + 1)%nat with n in * by lia; split; easy.
Qed.

Lemma widest_range n m : (2 <= n)%nat -> (1 <= m < n)%nat ->
  (1 <= widest n m)%nat /\ (n + 1 <= 2 * (widest n m + 1))%nat
  /\ ((4 <= n)%nat -> (widest n m <= n - 2)%nat).
Proof.
intros h hm; unfold widest.
pose proof (Nat.div_mod n 2 ltac:(lia)); pose proof (Nat.mod_upper_bound n 2 ltac:(lia)); lia.
Qed.

Theorem B_thm32_index_fix_max : Statements.discrepancy.B_thm32_index_fix_max.
Proof.
intros n m theta h hm; destruct (widest_range n m h hm) as (w & half & _).
split; [now apply closest_bounds | ].
eapply Rle_trans; [now apply arc_bound | ].
apply le_INR in half; rewrite mult_INR in half; cbn [INR] in half.
assert (p : 0 < INR (n + 1)) by (apply lt_0_INR; lia).
assert (q : 0 < INR (widest n m + 1)) by (apply lt_0_INR; lia).
pose proof pi_pos.
apply Rmult_le_reg_r with (INR (n + 1) ^ 2 * INR (widest n m + 1) ^ 2).
- apply Rmult_lt_0_compat; apply pow_lt; easy.
- set (a := INR (n + 1)) in *; set (b := INR (widest n m + 1)) in *.
  replace (2 * PI ^ 2 / b ^ 2 * (a ^ 2 * b ^ 2)) with (2 * PI ^ 2 * a ^ 2) by (field; lra).
  replace (8 * PI ^ 2 / a ^ 2 * (a ^ 2 * b ^ 2)) with (2 * PI ^ 2 * (2 * b) ^ 2) by (field; lra).
  apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra | apply pow_le; lra] | ].
  apply pow_incr; lra.
Qed.

Theorem B_thm32_index_fix_attained : Statements.discrepancy.B_thm32_index_fix_attained.
Proof.
intros T h; apply Rle_antisym.
- eapply Rle_trans; [now apply closest_bounds | apply Rmin_r].
- destruct (closest_attained (2 * PI / INR (T + 1)) T h) as (t & ht & ->).
  apply (proj2 (circle_best (2 * PI / INR (T + 1)) T h)); [ | easy].
  exists 1%Z; split; [field; pose proof (N_pos T h); lra | apply Z.gcd_1_l].
Qed.

(* PI^2 < 10. *)
Lemma pi_below : PI < 316 / 100.
Proof.
apply Rnot_le_lt; intros c.
assert (p : 0 <= cos (158 / 100)) by (apply cos_ge_0; lra).
destruct (pre_cos_bound (158 / 100) 1) as [_ u]; [lra | lra | ].
assert (n : cos_approx (158 / 100) (2 * (1 + 1)) < 0); [ | lra].
unfold cos_approx, cos_term; cbn [sum_f_R0 Nat.mul Nat.add].
rewrite !INR_IZR_INZ.
replace (Z.of_nat (fact 0)) with 1%Z by (vm_compute; reflexivity).
replace (Z.of_nat (fact 2)) with 2%Z by (vm_compute; reflexivity).
replace (Z.of_nat (fact 4)) with 24%Z by (vm_compute; reflexivity).
replace (Z.of_nat (fact 6)) with 720%Z by (vm_compute; reflexivity).
replace (Z.of_nat (fact 8)) with 40320%Z by (vm_compute; reflexivity).
cbn [pow]; lra.
Qed.

Lemma sine_above y : 0 <= y <= 4 -> y - y ^ 3 / 6 <= sin y.
Proof.
intros h; destruct (pre_sin_bound y 0) as [l _]; [lra | lra | ].
eapply Rle_trans; [ | exact l].
right; unfold sin_approx, sin_term; cbn -[pow]; field.
Qed.

Lemma above_printed k : (3 <= k)%nat ->
  2 * PI ^ 2 / INR (k + 1) ^ 2 < 1 - cos (2 * PI / INR k).
Proof.
intros h; apply le_INR in h; cbn [INR] in h; rewrite plus_INR; cbn [INR].
set (a := INR k) in *; clearbody a; assert (h' : 3 <= a) by lra.
pose proof pi_pos as p; pose proof pi_below as q.
rewrite one_minus_cos; replace (2 * PI / a / 2) with (PI / a) by (field; lra).
assert (y : 0 < PI / a) by (apply Rdiv_lt_0_compat; lra).
assert (y2 : PI / a < 316 / 300).
{ apply Rmult_lt_reg_r with a; [lra | ]; replace (PI / a * a) with PI by (field; lra); nra. }
pose proof (sine_above (PI / a) ltac:(lra)) as s.
set (z := PI / a) in *; assert (ez : PI = z * a) by (unfold z; field; lra).
assert (c : 10 > PI ^ 2) by nra.
assert (low : 0 < z - z ^ 3 / 6) by nra.
apply Rlt_le_trans with (2 * (z - z ^ 3 / 6) ^ 2).
2: { assert ((z - z ^ 3 / 6) ^ 2 <= sin z ^ 2) by (apply pow_incr; lra); lra. }
assert (m : 2 * z ^ 2 * (1 - z ^ 2 / 3) <= 2 * (z - z ^ 3 / 6) ^ 2).
{ replace (2 * (z - z ^ 3 / 6) ^ 2) with (2 * z ^ 2 * (1 - z ^ 2 / 3) + z ^ 6 / 18) by field.
  pose proof (pow_le z 6 ltac:(lra)); lra. }
eapply Rlt_le_trans; [ | exact m].
apply Rmult_lt_reg_r with ((a + 1) ^ 2); [apply pow_lt; lra | ].
replace (2 * PI ^ 2 / (a + 1) ^ 2 * (a + 1) ^ 2) with (2 * z ^ 2 * a ^ 2)
  by (rewrite ez; field; lra).
assert (d : a ^ 2 < (1 - z ^ 2 / 3) * (a + 1) ^ 2).
{ apply Rmult_lt_reg_r with (3 * a ^ 2); [nra | ].
  replace ((1 - z ^ 2 / 3) * (a + 1) ^ 2 * (3 * a ^ 2))
    with ((3 * a ^ 2 - PI ^ 2) * (a + 1) ^ 2) by (rewrite ez; field).
  assert ((3 * a ^ 2 - 10) * (a + 1) ^ 2 < (3 * a ^ 2 - PI ^ 2) * (a + 1) ^ 2)
    by (apply Rmult_lt_compat_r; [apply pow_lt; lra | lra]).
  assert (a ^ 2 * (3 * a ^ 2) <= (3 * a ^ 2 - 10) * (a + 1) ^ 2); [ | lra].
  assert (0 <= a ^ 2 * (a - 3)) by (apply Rmult_le_pos; [apply pow_le | ]; lra).
  assert (0 <= a * (a - 3)) by (apply Rmult_le_pos; lra).
  replace ((3 * a ^ 2 - 10) * (a + 1) ^ 2)
    with (a ^ 2 * (3 * a ^ 2) + (6 * a ^ 3 - 7 * a ^ 2 - 20 * a - 10)) by ring.
  nra. }
assert (0 < 2 * z ^ 2) by nra; nra.
Qed.

Theorem B_thm32_index_refuted : Statements.discrepancy.B_thm32_index_refuted.
Proof.
intros n m hn hm; destruct (widest_range n m ltac:(lia) hm) as (w & _ & small).
specialize (small hn); set (theta := 2 * PI / INR (n - 1)).
destruct (B_thm32_index_fix n m theta ltac:(lia) hm) as (_ & _ & x & hx & d).
exists theta, x, (closest theta (widest n m)); split; [easy | split; [exact d | ]].
eapply Rle_lt_trans; [apply Rmin_r | ].
apply Rlt_le_trans with (closest theta (n - 2)); [ | apply closest_longer; lia].
pose proof (B_thm32_index_fix_attained (n - 2)%nat ltac:(lia)) as e.
replace (n - 2 + 1)%nat with (n - 1)%nat in e by lia; fold theta in e; rewrite e.
pose proof (above_printed (n - 1)%nat ltac:(lia)) as a.
now replace (n - 1 + 1)%nat with n in a by lia.
Qed.
