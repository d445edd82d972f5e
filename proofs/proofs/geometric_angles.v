From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention planes free_angles geometric_angles.
From Proofs Require Import angles sums_of_reals discrepancy chords planes free_angles.
Local Open Scope R_scope.

(* Kernels that leave a form what it is: not negative. *)
Definition keeps (n : nat) (h : nat -> nat -> R) : Prop :=
  forall G, form n G -> form n (fun i j => G i j * h i j).

Lemma keeps_ext n h h' : (forall i j, h i j = h' i j) -> keeps n h -> keeps n h'.
Proof. intros e k G f; apply (form_ext n (fun i j => G i j * h i j)); [intros; now rewrite e | now apply k]. Qed.

Lemma keeps_const n c : 0 <= c -> keeps n (fun _ _ => c).
Proof. intros h G f; apply (form_ext n (fun i j => c * G i j)); [intros; ring | now apply form_scale]. Qed.

Lemma keeps_plus n h h' : keeps n h -> keeps n h' -> keeps n (fun i j => h i j + h' i j).
Proof.
intros k k' G f; apply (form_ext n (fun i j => G i j * h i j + G i j * h' i j)); [intros; ring | ].
apply form_plus; [now apply k | now apply k'].
Qed.

Lemma keeps_times n h h' : keeps n h -> keeps n h' -> keeps n (fun i j => h i j * h' i j).
Proof.
intros k k' G f; apply (form_ext n (fun i j => G i j * h i j * h' i j)); [intros; ring | ].
now apply k', k.
Qed.

Lemma keeps_square n (g : nat -> R) : keeps n (fun i j => g i * g j).
Proof.
intros G f x; rewrite (pairs_ext n _ (fun i j => x i * g i * (x j * g j) * G i j)) by (intros; ring).
apply f.
Qed.

Lemma keeps_cos n (z : nat -> R) theta : keeps n (fun i j => cos ((z i - z j) * theta)).
Proof.
apply (keeps_ext n (fun i j => cos (z i * theta) * cos (z j * theta) + sin (z i * theta) * sin (z j * theta))).
- intros i j; replace ((z i - z j) * theta) with (z i * theta - z j * theta) by ring; now rewrite cos_minus.
- apply keeps_plus; [apply (keeps_square n (fun i => cos (z i * theta))) |
    apply (keeps_square n (fun i => sin (z i * theta)))].
Qed.

Lemma sum_limit n (F : nat -> nat -> R) (f : nat -> R) :
  (forall i, Un_cv (fun m => F m i) (f i)) -> Un_cv (fun m => sum (F m) n) (sum f n).
Proof.
intros h; induction n as [|n IH]; cbn [sum].
- intros e he; exists 0%nat; intros m _; unfold R_dist; rewrite Rminus_0_r, Rabs_R0; lra.
- apply (CV_plus (fun m => sum (F m) n) (fun m => F m (S n))); auto.
Qed.

Lemma constant_limit c : Un_cv (fun _ => c) c.
Proof. intros e he; exists 0%nat; intros m _; unfold R_dist; rewrite Rminus_diag_eq, Rabs_R0; [lra | easy]. Qed.

Lemma limit_positive (u : nat -> R) l : (forall m, 0 <= u m) -> Un_cv u l -> 0 <= l.
Proof.
intros h c; apply Rnot_lt_le; intros lt; destruct (c (- l) ltac:(lra)) as [m hm].
specialize (hm m (le_n m)); specialize (h m); unfold R_dist in hm.
rewrite Rabs_pos_eq in hm; lra.
Qed.

Lemma keeps_limit n (H : nat -> nat -> nat -> R) h :
  (forall m, keeps n (H m)) -> (forall i j, Un_cv (fun m => H m i j) (h i j)) -> keeps n h.
Proof.
intros k c G f x; apply (limit_positive (fun m => pairs n (fun i j => x i * x j * (G i j * H m i j)))).
- intros m; now apply (k m).
- apply (sum_limit n (fun m i => sum (fun j => x i * x j * (G i j * H m i j)) n)); intros i.
  apply (sum_limit n (fun m j => x i * x j * (G i j * H m i j))); intros j.
  apply (CV_mult (fun _ => x i * x j)); [apply constant_limit | ].
  apply (CV_mult (fun _ => G i j)); [apply constant_limit | easy].
Qed.

Lemma keeps_exp n h : keeps n h -> keeps n (fun i j => exp (h i j)).
Proof.
intros k; apply (keeps_limit n (fun m i j => sum_f_R0 (fun l => / INR (fact l) * h i j ^ l) m)).
- intros m; assert (p : forall l, keeps n (fun i j => / INR (fact l) * h i j ^ l)).
  { intros l; apply (keeps_times n (fun _ _ => / INR (fact l))).
    - apply keeps_const; left; apply Rinv_0_lt_compat, lt_0_INR, lt_O_fact.
    - induction l as [|l IH]; cbn [pow]; [apply keeps_const; lra | now apply keeps_times]. }
  induction m as [|m IH]; cbn [sum_f_R0]; [apply p | apply keeps_plus; [easy | apply (p (S m))]].
- intros i j; unfold exp; destruct (exist_exp (h i j)) as [y hy]; cbn; exact hy.
Qed.

Lemma keeps_weight n (z : nat -> R) theta a : 0 <= a -> keeps n (fun i j => weight a ((z i - z j) * theta)).
Proof.
intros ha; apply (keeps_ext n (fun i j => exp (- a) * exp (a * cos ((z i - z j) * theta)))).
- intros i j; unfold weight; rewrite <- exp_plus; f_equal; ring.
- apply keeps_times; [apply keeps_const; left; apply exp_pos | ].
  apply keeps_exp, keeps_times; [now apply keeps_const | apply keeps_cos].
Qed.

Lemma keeps_product n (h : nat -> nat -> nat -> R) P : (forall p, within P p -> keeps n (h p)) ->
  keeps n (fun i j => product (fun p => h p i j) P).
Proof.
induction P as [|P IH]; intros k; cbn [product]; [apply keeps_const; lra | ].
apply keeps_times; [apply IH; intros p hp; apply k | apply k]; unfold within in *; lia.
Qed.

(* Bells. *)
Definition bell (k x : R) : R := exp (- (k * x ^ 2)).

Lemma keeps_bell n (y : nat -> R) k : 0 <= k -> keeps n (fun i j => bell k (y i - y j)).
Proof.
intros hk; apply (keeps_ext n (fun i j => bell k (y i) * bell k (y j) * exp (2 * k * (y i * y j)))).
- intros i j; unfold bell; rewrite <- !exp_plus; f_equal; ring.
- apply keeps_times; [apply (keeps_square n (fun i => bell k (y i))) | ].
  apply keeps_exp, (keeps_times n (fun _ _ => 2 * k)); [apply keeps_const; lra | apply keeps_square].
Qed.

(* A sum over all pairs falls when the bell leaves its place. *)
Section Shift.
Variables (n : nat) (F : R -> R).
Hypothesis F_keeps : forall m (z : nat -> R), keeps m (fun i j => F (z i - z j)).
Definition belled (k s : R) : R := pairs n (fun i j => F (INR i - INR j) * bell k (INR i - INR j - s)).

Lemma pairs_halves (H : nat -> nat -> R) : pairs (n + n) H
  = pairs n H + pairs n (fun i j => H i (n + j)%nat)
    + (pairs n (fun i j => H (n + i)%nat j) + pairs n (fun i j => H (n + i)%nat (n + j)%nat)).
Proof.
unfold pairs; rewrite sum_app; f_equal; rewrite <- sum_plus; apply sum_ext; intros i _; apply sum_app.
Qed.

Lemma bell_falls k s : 0 <= k -> belled k s + belled k (- s) <= 2 * belled k 0.
Proof.
intros hk.
set (z := fun i : nat => INR (if Nat.leb i n then i else (i - n)%nat)).
set (y := fun i : nat => if Nat.leb i n then z i else z i + s).
set (x := fun i : nat => if Nat.leb i n then 1 else -1).
assert (f : form (n + n) (fun i j => 1 * F (z i - z j) * bell k (y i - y j))).
{ apply keeps_bell; [easy | ]; apply F_keeps, form_one. }
specialize (f x); rewrite pairs_halves in f.
assert (low : forall i, within n i -> z i = INR i /\ y i = INR i /\ x i = 1).
{ intros i hi; unfold within in hi; unfold y, x, z; rewrite (proj2 (Nat.leb_le i n)) by lia; auto. }
assert (high : forall i, within n i -> z (n + i)%nat = INR i /\ y (n + i)%nat = INR i + s /\ x (n + i)%nat = -1).
{ intros i hi; unfold within in hi; unfold y, x, z; rewrite (proj2 (Nat.leb_gt (n + i) n)) by lia.
  replace (n + i - n)%nat with i by lia; auto. }
clearbody x y z; unfold belled.
rewrite (pairs_ext n (fun i j => x i * x j * _) (fun i j => F (INR i - INR j) * bell k (INR i - INR j - 0))) in f.
2:{ intros i j hi hj; destruct (low i hi) as (-> & -> & ->), (low j hj) as (-> & -> & ->).
    rewrite Rminus_0_r; ring. }
rewrite (pairs_ext n (fun i j => x i * x (n + j)%nat * _)
  (fun i j => -1 * (F (INR i - INR j) * bell k (INR i - INR j - s)))) in f.
2:{ intros i j hi hj; destruct (low i hi) as (-> & -> & ->), (high j hj) as (-> & -> & ->).
    replace (INR i - (INR j + s)) with (INR i - INR j - s) by ring; ring. }
rewrite (pairs_ext n (fun i j => x (n + i)%nat * x j * _)
  (fun i j => -1 * (F (INR i - INR j) * bell k (INR i - INR j - - s)))) in f.
2:{ intros i j hi hj; destruct (high i hi) as (-> & -> & ->), (low j hj) as (-> & -> & ->).
    replace (INR i + s - INR j) with (INR i - INR j - - s) by ring; ring. }
rewrite (pairs_ext n (fun i j => x (n + i)%nat * x (n + j)%nat * _)
  (fun i j => F (INR i - INR j) * bell k (INR i - INR j - 0))) in f.
2:{ intros i j hi hj; destruct (high i hi) as (-> & -> & ->), (high j hj) as (-> & -> & ->).
    replace (INR i + s - (INR j + s)) with (INR i - INR j - 0) by ring; ring. }
rewrite !pairs_scale in f; lra.
Qed.
End Shift.

(* One plane is a row of bells, one each turn. *)
Lemma weight_bell a x k : 0 <= a -> Rabs (x - 2 * PI * IZR k) <= PI ->
  weight a x <= bell (2 * a / PI ^ 2) (x - 2 * PI * IZR k).
Proof.
intros ha hx; unfold weight, bell; apply exp_most, Ropp_le_contravar; assert (p := pi_pos).
set (y := x - 2 * PI * IZR k) in *; assert (h := cos_half_turn (Rabs y) ltac:(split; [apply Rabs_pos | easy])).
rewrite cos_abs in h; rewrite pow2_abs in h.
replace (cos y) with (cos x) in h by (unfold y; rewrite <- (cos_turns (x - _) k); f_equal; ring).
apply Rmult_le_reg_r with (PI ^ 2); [nra | ].
replace (2 * a / PI ^ 2 * y ^ 2 * PI ^ 2) with (a * (2 * y ^ 2)) by (field; lra).
rewrite Rmult_assoc; apply Rmult_le_compat_l; lra.
Qed.

(* Two bells side by side are one between them. *)
Lemma bell_product k l s t : 0 < k -> 0 < l ->
  bell k t * bell l (t - s) = bell (k * l / (k + l)) s * bell (k + l) (t - l / (k + l) * s).
Proof. intros hk hl; unfold bell; rewrite <- !exp_plus; f_equal; field; lra. Qed.

Lemma bell_even k x : bell k (- x) = bell k x.
Proof. unfold bell; f_equal; ring. Qed.

Lemma geometric_sum q m : 0 <= q < 1 -> sum (fun i => q ^ i) m <= q / (1 - q).
Proof.
intros hq; assert (e : sum (fun i => q ^ i) m * (1 - q) = q - q ^ S m).
{ induction m as [|m IH]; cbn [sum]; [cbn; ring | ]. rewrite Rmult_plus_distr_r, IH; cbn; ring. }
apply Rmult_le_reg_r with (1 - q); [lra | ]; rewrite e.
replace (q / (1 - q) * (1 - q)) with q by (field; lra); assert (z := pow_le q (S m) (proj1 hq)); lra.
Qed.

Section Step.
Variables (n : nat) (F : R -> R) (a theta k : R).
Hypothesis F_keeps : forall m (z : nat -> R), keeps m (fun i j => F (z i - z j)).
Hypothesis F_pos : forall x, 0 <= F x.
Hypothesis a_pos : 0 < a.
Hypothesis theta_pos : 0 < theta.
Hypothesis k_pos : 0 < k.
Let l := 2 * a / PI ^ 2 * theta ^ 2.
Let rate := 8 * a * k / (k + l).
Let place (i : nat) := l / (k + l) * (2 * PI * INR i / theta).

Lemma l_pos : 0 < l.
Proof.
assert (p := pi_pos); unfold l; apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; [lra | nra] | nra].
Qed.

Lemma rate_pos : 0 < rate.
Proof. assert (h := l_pos); unfold rate; apply Rdiv_lt_0_compat; [nra | lra]. Qed.

(* The peak i turns away. *)
Lemma peak d z : Rabs (d * theta - 2 * PI * IZR z) <= PI ->
  weight a (d * theta) * bell k d
  <= exp (- rate) ^ Z.abs_nat z * bell (k + l) (d - l / (k + l) * (2 * PI * IZR z / theta)).
Proof.
intros h; assert (lp := l_pos); assert (p := pi_pos).
assert (w := weight_bell a (d * theta) z ltac:(lra) h).
replace (bell (2 * a / PI ^ 2) (d * theta - 2 * PI * IZR z)) with (bell l (d - 2 * PI * IZR z / theta)) in w
  by (unfold bell, l; do 2 f_equal; field; lra).
eapply Rle_trans; [apply Rmult_le_compat_r; [left; apply exp_pos | exact w] | ].
rewrite (Rmult_comm (bell l _)), bell_product by easy.
apply Rmult_le_compat_r; [left; apply exp_pos | ].
rewrite <- exp_multiple; unfold bell; apply exp_most.
assert (e : l * (2 * PI * IZR z / theta) ^ 2 = 8 * a * IZR z ^ 2) by (unfold l; field; lra).
replace (k * l / (k + l) * (2 * PI * IZR z / theta) ^ 2) with (k / (k + l) * (l * (2 * PI * IZR z / theta) ^ 2))
  by (field; lra).
rewrite e; replace (k / (k + l) * (8 * a * IZR z ^ 2)) with (rate * IZR z ^ 2) by (unfold rate; field; lra).
enough (INR (Z.abs_nat z) * rate <= rate * IZR z ^ 2) by lra.
rewrite INR_IZR_INZ, Zabs2Nat.id_abs, (Rmult_comm _ rate); apply Rmult_le_compat_l; [assert (r := rate_pos); lra | ].
rewrite pow_IZR; apply IZR_le; change (Z.of_nat 2) with 2%Z; nia.
Qed.

(* All peaks that a window of n can see. *)
Lemma peaks I d : Rabs d <= INR n -> INR n * theta + PI <= 2 * PI * INR I ->
  weight a (d * theta) * bell k d
  <= bell (k + l) (d - 0)
    + sum (fun i => exp (- rate) ^ i * (bell (k + l) (d - place i) + bell (k + l) (d - - place i))) I.
Proof.
intros hd hI; set (z := nearest (d * theta)); assert (hz := away_range (d * theta)).
unfold away in hz; fold z in hz; assert (le := peak d z (proj2 hz)); assert (p := pi_pos).
assert (terms : forall i, 0 <= exp (- rate) ^ i * (bell (k + l) (d - place i) + bell (k + l) (d - - place i))).
{ intros i; apply Rmult_le_pos; [apply pow_le; left; apply exp_pos | ].
  apply Rplus_le_le_0_compat; left; apply exp_pos. }
assert (own : 0 <= bell (k + l) (d - 0)) by (left; apply exp_pos).
destruct (Z.eq_dec z 0) as [e | ne].
{ rewrite e in le; change (Z.abs_nat 0) with 0%nat in le; cbn [pow] in le.
  replace (l / (k + l) * (2 * PI * 0 / theta)) with 0 in le by (assert (lp := l_pos); field; lra).
  assert (s := sum_nonneg _ I (fun i _ => terms i)); lra. }
assert (within I (Z.abs_nat z)) as hi.
{ split; [lia | ]; apply INR_le; rewrite INR_IZR_INZ, Zabs2Nat.id_abs, abs_IZR.
  apply Rmult_le_reg_l with (2 * PI); [lra | ].
  eapply Rle_trans; [ | exact hI].
  replace (2 * PI * Rabs (IZR z)) with (Rabs (2 * PI * IZR z)) by (rewrite Rabs_mult, (Rabs_pos_eq (2 * PI)); lra).
  replace (2 * PI * IZR z) with (d * theta - (d * theta - 2 * PI * IZR z)) by ring.
  eapply Rle_trans; [apply Rabs_triang | rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq theta) by lra]; nra. }
assert (some : exp (- rate) ^ Z.abs_nat z * bell (k + l) (d - l / (k + l) * (2 * PI * IZR z / theta))
  <= exp (- rate) ^ Z.abs_nat z * (bell (k + l) (d - place (Z.abs_nat z)) + bell (k + l) (d - - place (Z.abs_nat z)))).
{ apply Rmult_le_compat_l; [apply pow_le; left; apply exp_pos | ].
  unfold place; rewrite INR_IZR_INZ, Zabs2Nat.id_abs.
  destruct (Z.abs_eq_or_opp z) as [-> | ->].
  - set (b := bell _ (d - - _)); assert (0 < b) by apply exp_pos; lra.
  - rewrite opp_IZR; set (b := bell _ (d - l / (k + l) * (2 * PI * - IZR z / theta))).
    assert (0 < b) by apply exp_pos.
    replace (d - - (l / (k + l) * (2 * PI * - IZR z / theta))) with (d - l / (k + l) * (2 * PI * IZR z / theta))
      by (assert (lp := l_pos); field; lra); lra. }
eapply Rle_trans; [exact le | eapply Rle_trans; [exact some | ]].
rewrite (sum_split _ I _ hi).
enough (0 <= sum (others (Z.abs_nat z)
  (fun i => exp (- rate) ^ i * (bell (k + l) (d - place i) + bell (k + l) (d - - place i)))) I) by lra.
apply sum_nonneg; intros i _; unfold others; destruct (Nat.eqb i _); [lra | apply terms].
Qed.

Lemma pairs_sum m I (H : nat -> nat -> nat -> R) :
  pairs m (fun i j => sum (fun t => H t i j) I) = sum (fun t => pairs m (H t)) I.
Proof.
unfold pairs; transitivity (sum (fun i => sum (fun t => sum (fun j => H t i j) m) I) m); [ | apply sum_swap].
apply sum_ext; intros i _; apply sum_swap.
Qed.

Lemma one_plane_less :
  pairs n (fun i j => F (INR i - INR j) * weight a ((INR i - INR j) * theta) * bell k (INR i - INR j))
  <= (1 + 2 / (exp rate - 1)) * pairs n (fun i j => F (INR i - INR j) * bell (k + l) (INR i - INR j)).
Proof.
assert (p := pi_pos); assert (lp := l_pos); assert (rp := rate_pos).
destruct (beyond ((INR n * theta + PI) / (2 * PI))) as [I hI].
assert (far : INR n * theta + PI <= 2 * PI * INR I).
{ left; apply Rmult_lt_reg_r with (/ (2 * PI)); [apply Rinv_0_lt_compat; lra | ].
  replace (2 * PI * INR I * / (2 * PI)) with (INR I) by (field; lra); exact hI. }
set (T := belled n F (k + l)).
assert (T0 : pairs n (fun i j => F (INR i - INR j) * bell (k + l) (INR i - INR j)) = T 0).
{ apply pairs_ext; intros; now rewrite Rminus_0_r. }
rewrite T0.
apply Rle_trans with (T 0 + sum (fun i => exp (- rate) ^ i * (T (place i) + T (- place i))) I).
- unfold T, belled at 1.
  rewrite (sum_ext _ (fun t => pairs n (fun i j => exp (- rate) ^ t * (F (INR i - INR j)
    * (bell (k + l) (INR i - INR j - place t) + bell (k + l) (INR i - INR j - - place t)))))).
  2:{ intros t _; rewrite pairs_scale; f_equal; unfold belled; rewrite <- pairs_plus.
      apply pairs_ext; intros; ring. }
  rewrite <- pairs_sum, <- pairs_plus; apply pairs_le; intros i j hi hj.
  set (d := INR i - INR j).
  assert (hd : Rabs d <= INR n).
  { unfold within in *; assert (INR i <= INR n) by (apply le_INR; lia); assert (INR j <= INR n) by (apply le_INR; lia).
    assert (i0 := pos_INR i); assert (j0 := pos_INR j); apply Rabs_le; unfold d; lra. }
  rewrite (sum_ext _ (fun t => F d * (exp (- rate) ^ t * (bell (k + l) (d - place t) + bell (k + l) (d - - place t)))))
    by (intros; ring).
  rewrite sum_scale, <- Rmult_plus_distr_l, Rmult_assoc.
  apply Rmult_le_compat_l; [apply F_pos | now apply peaks].
- assert (t0 : 0 <= T 0).
  { unfold T, belled, pairs; apply sum_nonneg; intros i _; apply sum_nonneg; intros j _.
    apply Rmult_le_pos; [apply F_pos | left; apply exp_pos]. }
  assert (q : 0 <= exp (- rate) < 1).
  { split; [left; apply exp_pos | rewrite <- exp_0; apply exp_increasing; lra]. }
  apply Rle_trans with (T 0 + sum (fun i => 2 * T 0 * exp (- rate) ^ i) I).
  + apply Rplus_le_compat_l, sum_le; intros i _; rewrite (Rmult_comm (2 * T 0)).
    apply Rmult_le_compat_l; [now apply pow_le | apply bell_falls; [easy | lra]].
  + rewrite sum_scale; assert (g := geometric_sum (exp (- rate)) I q).
    assert (e : exp (- rate) / (1 - exp (- rate)) = / (exp rate - 1)).
    { rewrite exp_Ropp; assert (1 < exp rate) by (rewrite <- exp_0; apply exp_increasing; lra); field; lra. }
    rewrite e in g; assert (m := Rmult_le_compat_l (2 * T 0) _ _ ltac:(lra) g).
    replace ((1 + 2 / (exp rate - 1)) * T 0) with (T 0 + 2 * T 0 * / (exp rate - 1)) by (unfold Rdiv; ring).
    apply Rplus_le_compat_l, m.
Qed.
End Step.

(* The planes of S-geometric, the fastest first. *)
Section Geometric.
Variables (J : nat) (r A a M : R).
Hypothesis J1 : (1 <= J)%nat.
Hypothesis r1 : 1 < r.
Hypothesis A0 : 0 <= A.
Hypothesis a0 : 0 < a.
Hypothesis fast : forall N, 1 + 2 * sum (left_over r A a) N <= M.
Let k0 := 2 * a / (PI ^ 2 * (r ^ 2 - 1)).
Let k (j : nat) := k0 / (r ^ 2) ^ j.
Let amplitude := graded J r A a.
Let factor (p : nat) (d : R) := weight (amplitude p) (d * geometric r p).
Let first (j : nat) (d : R) := product (fun p => factor p d) (S j).
Let q := 1 + 2 / (exp (8 * a / r ^ 2) - 1).

Lemma r2 : 0 < r ^ 2 - 1. Proof. nra. Qed.
Lemma k0_pos : 0 < k0.
Proof.
assert (p := pi_pos); assert (h := r2); unfold k0.
apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; [nra | easy]].
Qed.
Lemma k_pos j : 0 < k j.
Proof. unfold k; apply Rdiv_lt_0_compat; [apply k0_pos | apply pow_lt; nra]. Qed.
Lemma amplitude_pos p : 0 <= amplitude p.
Proof.
unfold amplitude, graded; destruct (Nat.eqb p 1); [easy | destruct (Nat.eqb p (S J)); [ | lra]].
assert (h := r2); left; apply Rdiv_lt_0_compat; nra.
Qed.
Lemma first_keeps j m (z : nat -> R) : keeps m (fun i l => first j (z i - z l)).
Proof.
apply (keeps_product m (fun p i l => factor p (z i - z l))); intros p _.
apply keeps_weight, amplitude_pos.
Qed.
Lemma first_pos j d : 0 <= first j d.
Proof. apply product_positive; intros; left; apply exp_pos. Qed.
Lemma q_pos : 1 <= q.
Proof.
assert (1 < exp (8 * a / r ^ 2)).
{ rewrite <- exp_0; apply exp_increasing, Rdiv_lt_0_compat; nra. }
assert (0 < 2 / (exp (8 * a / r ^ 2) - 1)) by (apply Rdiv_lt_0_compat; lra); unfold q; lra.
Qed.

Lemma planes_less n j : (S j <= J)%nat ->
  pairs n (fun u v => first j (INR u - INR v) * bell (k j) (INR u - INR v))
  <= q ^ j * pairs n (fun u v => first 0 (INR u - INR v) * bell k0 (INR u - INR v)).
Proof.
assert (h := r2); assert (p := pi_pos); induction j as [|j IH]; intros hj.
- cbn [pow]; rewrite Rmult_1_l; right; apply pairs_ext; intros; unfold k; cbn [pow]; f_equal; f_equal; field.
- specialize (IH ltac:(lia)); cbn [pow]; rewrite Rmult_assoc.
  eapply Rle_trans; [ | apply Rmult_le_compat_l; [assert (z := q_pos); lra | exact IH]].
  assert (rj : 0 < (r ^ 2) ^ j) by (apply pow_lt; nra).
  assert (step := one_plane_less n (first j) a (/ r ^ S j) (k (S j)) (first_keeps j) (first_pos j) a0
    ltac:(apply Rinv_0_lt_compat, pow_lt; lra) (k_pos (S j))).
  assert (same : k (S j) + 2 * a / PI ^ 2 * (/ r ^ S j) ^ 2 = k j).
  { assert (e : (/ r ^ S j) ^ 2 = / (r ^ 2) ^ S j) by (now rewrite pow_inv, <- !pow_mult, (Nat.mul_comm 2)).
    rewrite e; unfold k, k0; set (w := r ^ 2) in *; cbn [pow]; field; repeat split; try lra; nra. }
  rewrite same in step.
  assert (rate : 8 * a * k (S j) / k j = 8 * a / r ^ 2).
  { assert (kp := k0_pos); unfold k; set (w := r ^ 2) in *; cbn [pow]; field; repeat split; lra. }
  rewrite rate in step; fold q in step; refine (Rle_trans _ _ _ (Req_le _ _ _) step).
  apply pairs_ext; intros u v _ _; f_equal; unfold first at 1; cbn [product]; f_equal; unfold factor.
  unfold amplitude, graded, geometric.
  rewrite (proj2 (Nat.eqb_neq (S (S j)) 1)), (proj2 (Nat.eqb_neq (S (S j)) (S J))) by lia.
  now replace (S (S j) - 1)%nat with (S j) by lia.
Qed.

(* What the fastest plane and the bell leave, in a row of n. *)
Lemma left_pairs n : pairs n (fun u v => first 0 (INR u - INR v) * bell k0 (INR u - INR v)) <= INR n * M.
Proof.
assert (g : forall d, first 0 d * bell k0 d = exp (- (k0 * d ^ 2 + A * (1 - cos d)))).
{ intros d; unfold first, factor, amplitude, graded, geometric, bell, weight; cbn [product Nat.eqb Nat.sub pow].
  rewrite Rmult_1_l, <- exp_plus; f_equal; rewrite Rinv_1, Rmult_1_r; ring. }
unfold pairs; apply Rle_trans with (sum (fun _ => M) n); [ | rewrite sum_const; lra].
apply sum_le; intros s hs; rewrite (sum_split _ n s hs).
rewrite (sum_ext _ (fun j => if Nat.eqb j s then 0
  else left_over r A a (if Nat.ltb j s then (s - j)%nat else (j - s)%nat))).
- rewrite seen by (easy || (intros; left; apply exp_pos)).
  assert (x := fast (s - 1)); assert (y := fast (n - s)).
  rewrite g, Rminus_diag_eq, cos_0 by easy.
  replace (- (k0 * 0 ^ 2 + A * (1 - 1))) with 0 by ring; rewrite exp_0; lra.
- intros j _; unfold others; destruct (Nat.eqb j s); [easy | ].
  rewrite g; unfold left_over; fold k0; destruct (Nat.ltb_spec j s); rewrite minus_INR by lia; do 2 f_equal.
  replace (INR j - INR s) with (- (INR s - INR j)) by ring; rewrite cos_neg; ring.
Qed.

Lemma last_bell n d : Rabs d <= INR n - 1 -> INR n - 1 <= PI * r ^ J -> factor (S J) d <= bell (k (J - 1)) d.
Proof.
intros hd hn; assert (h := r2); assert (p := pi_pos); unfold factor, amplitude, graded, geometric.
rewrite (proj2 (Nat.eqb_neq (S J) 1)), Nat.eqb_refl by lia; cbn [Nat.sub]; rewrite Nat.sub_0_r.
assert (rJ : 0 < r ^ J) by (apply pow_lt; lra).
assert (near : Rabs (d * / r ^ J - 2 * PI * IZR 0) <= PI).
{ rewrite Rmult_0_r, Rminus_0_r, Rabs_mult, (Rabs_pos_eq (/ r ^ J)) by (left; now apply Rinv_0_lt_compat).
  apply Rmult_le_reg_r with (r ^ J); [easy | ].
  replace (Rabs d * / r ^ J * r ^ J) with (Rabs d) by (field; lra); lra. }
eapply Rle_trans; [apply (weight_bell _ _ 0) | right].
- left; apply Rdiv_lt_0_compat; nra.
- exact near.
- rewrite Rmult_0_r, Rminus_0_r; unfold bell; do 2 f_equal.
  assert (e : (d * / r ^ J) ^ 2 = d ^ 2 / (r ^ 2 * (r ^ 2) ^ (J - 1))).
  { rewrite Rpow_mult_distr, pow_inv, <- !pow_mult, <- pow_add.
    now replace (2 + 2 * (J - 1))%nat with (J * 2)%nat by lia. }
  rewrite e; unfold k, k0; assert (w0 : 0 < (r ^ 2) ^ (J - 1)) by (apply pow_lt; nra).
  set (w := (r ^ 2) ^ (J - 1)) in *; field; repeat split; nra.
Qed.

(* A window of n inside a longer row. *)
Lemma inside (G : R -> R) n s m : (forall x, 0 <= G x) -> within n s ->
  INR m * sum (fun j => G (INR s - INR j)) n <= pairs (n + (m + n)) (fun u v => G (INR u - INR v)).
Proof.
intros pos hs; unfold within in hs; unfold pairs; rewrite sum_app, sum_app.
set (row := fun u : nat => sum (fun v => G (INR u - INR v)) (n + (m + n))).
assert (row0 : forall u, 0 <= row u) by (intros; apply sum_nonneg; intros; apply pos).
change (INR m * sum (fun j => G (INR s - INR j)) n
  <= sum row n + (sum (fun c => row (n + c)%nat) m + sum (fun c => row (n + (m + c))%nat) n)).
assert (x := sum_nonneg row n (fun u _ => row0 u)).
assert (y := sum_nonneg (fun c => row (n + (m + c))%nat) n (fun u _ => row0 _)).
enough (sum (fun _ => sum (fun j => G (INR s - INR j)) n) m <= sum (fun c => row (n + c)%nat) m)
  by (rewrite sum_const in *; lra).
apply sum_le; intros c hc; unfold within in hc; unfold row.
replace (n + (m + n))%nat with ((n + c - s) + (n + (m + s - c)))%nat by lia; rewrite sum_app, sum_app.
set (f := fun v : nat => G (INR (n + c) - INR v)).
assert (f0 : forall v, 0 <= f v) by (intros; apply pos).
assert (u := sum_nonneg f (n + c - s) (fun v _ => f0 v)).
assert (w := sum_nonneg (fun t => f (n + c - s + (n + t))%nat) (m + s - c) (fun v _ => f0 _)).
rewrite (sum_ext (fun j => G (INR s - INR j)) (fun t => f (n + c - s + t)%nat)).
- change (sum (fun t => f (n + c - s + t)%nat) n <= sum f (n + c - s)
    + (sum (fun t => f (n + c - s + t)%nat) n + sum (fun t => f (n + c - s + (n + t))%nat) (m + s - c))); lra.
- intros j _; unfold f; f_equal; rewrite (plus_INR (n + c - s)), (minus_INR (n + c)) by lia; ring.
Qed.

Lemma window n s : within n s -> INR n - 1 <= PI * r ^ J -> M * q ^ (J - 1) <= 2 ->
  sum (fun j => first (J - 1) (INR s - INR j) * bell (k (J - 1)) (INR s - INR j)) n <= 2.
Proof.
intros hs hn hM; set (G := fun d => first (J - 1) d * bell (k (J - 1)) d).
change (sum (fun j => G (INR s - INR j)) n <= 2); set (W := sum _ n).
assert (G0 : forall d, 0 <= G d) by (intros; apply Rmult_le_pos; [apply first_pos | left; apply exp_pos]).
apply Rnot_lt_le; intros big.
destruct (beyond (4 * INR n / (W - 2))) as [m hm].
assert (le := inside G n s m G0 hs); fold W in le.
assert (less := planes_less (n + (m + n)) (J - 1) ltac:(lia)).
assert (left := left_pairs (n + (m + n))); rewrite !plus_INR in left.
assert (qq : 0 <= q ^ (J - 1)) by (apply pow_le; assert (z := q_pos); lra).
assert (most := Rmult_le_compat_l _ _ _ qq left).
assert (nm : 0 <= INR n + (INR m + INR n)) by (assert (a1 := pos_INR n); assert (a2 := pos_INR m); lra).
assert (two := Rmult_le_compat_l _ _ _ nm hM).
assert (m4 : 4 * INR n < INR m * (W - 2)).
{ apply Rmult_lt_reg_r with (/ (W - 2)); [apply Rinv_0_lt_compat; lra | ].
  replace (INR m * (W - 2) * / (W - 2)) with (INR m) by (field; lra); exact hm. }
unfold G in le; lra.
Qed.
End Geometric.

Theorem S_geometric : Statements.geometric_angles.S_geometric.
Proof.
intros n J r A a M J1 r1 A0 a0 hn fast hM s hs.
eapply Rle_trans; [ | exact (window J r A a M J1 r1 A0 a0 fast n s hs hn hM)].
apply sum_le; intros j hj; set (d := INR s - INR j).
assert (hd : Rabs d <= INR n - 1).
{ unfold within in *; assert (INR s <= INR n) by (apply le_INR; lia); assert (INR j <= INR n) by (apply le_INR; lia).
  assert (s1 := le_INR 1 s ltac:(lia)); assert (j1 := le_INR 1 j ltac:(lia)); cbn in s1, j1.
  apply Rabs_le; unfold d; lra. }
assert (last := last_bell J r A a J1 r1 a0 n d hd hn).
replace (S (J - 1)) with J by lia.
apply Rle_trans with (product (fun p => weight (graded J r A a p) (d * geometric r p)) (S J)).
- right; rewrite weight_product; unfold planes; rewrite <- sum_minus; f_equal.
  transitivity (-1 * sum (fun p => graded J r A a p * (1 - cos (d * geometric r p))) (S J)); [ | ring].
  rewrite <- sum_scale; apply sum_ext; intros p _.
  replace ((INR s - INR s) * geometric r p + 0) with 0 by ring; rewrite cos_0.
  replace ((INR j - INR s) * geometric r p + 0) with (- (d * geometric r p)) by (unfold d; ring).
  rewrite cos_neg; ring.
- cbn [product]; apply Rmult_le_compat_l; [ | exact last].
  apply product_positive; intros; left; apply exp_pos.
Qed.

Theorem S_geometric_total : Statements.geometric_angles.S_geometric_total.
Proof.
intros J r A a J1 r1; assert (h : 0 < r ^ 2 - 1) by nra.
destruct J as [|J]; [lia | ].
assert (e : forall i, (i <= J)%nat -> sum (graded (S J) r A a) (S i) = A + INR i * a).
{ induction i as [|i IH]; intros hi.
  - cbn; ring.
  - cbn [sum] in *; rewrite IH by lia; unfold graded at 1.
    rewrite (proj2 (Nat.eqb_neq (S (S i)) 1)), (proj2 (Nat.eqb_neq (S (S i)) (S (S J)))) by lia.
    rewrite S_INR; ring. }
change (sum (graded (S J) r A a) (S J) + graded (S J) r A a (S (S J)) = A + a * (INR (S J) + / (r ^ 2 - 1))).
rewrite e by lia; unfold graded.
rewrite (proj2 (Nat.eqb_neq (S (S J)) 1)), Nat.eqb_refl by lia; rewrite S_INR; field; lra.
Qed.

(* Amplitudes that will do: numbers. *)
Lemma third_turn : 1 / 2 <= cos 1.
Proof.
assert (p := PI2_3_2); rewrite <- cos_PI3; apply cos_decr_1; lra.
Qed.

Lemma cosines (c := cos 1) : 1 - cos 1 > 0
  /\ 3 * (1 - c) <= 1 - cos 2 /\ 3 * (1 - c) <= 1 - cos 3 /\ 3 * (1 - c) <= 1 - cos 4 /\ 1 - c <= 1 - cos 5.
Proof.
assert (h := third_turn); fold c in h |- *; assert (p := PI2_3_2).
assert (one : c < 1).
{ apply Rlt_le_trans with (cos 0); [apply cos_decreasing_1; lra | rewrite cos_0; lra]. }
assert (c2 : cos 2 = 2 * c ^ 2 - 1) by (replace 2 with (2 * 1) at 1 by ring; rewrite cos_2a_cos; fold c; ring).
assert (c4 : cos 4 = 2 * cos 2 ^ 2 - 1) by (replace 4 with (2 * 2) by ring; rewrite cos_2a_cos; ring).
assert (s : sin 1 ^ 2 = 1 - c ^ 2) by (assert (e := sin2_cos2 1); unfold Rsqr in e; fold c in e; lra).
assert (s2 : sin 2 = 2 * sin 1 * c) by (replace 2 with (2 * 1) at 1 by ring; rewrite sin_2a; fold c; ring).
assert (c3 : cos 3 = 4 * c ^ 3 - 3 * c).
{ replace 3 with (1 + 2) at 1 by ring; rewrite cos_plus, c2, s2; fold c.
  replace (sin 1 * (2 * sin 1 * c)) with (2 * c * sin 1 ^ 2) by ring; rewrite s; ring. }
assert (c5 : cos 5 = 16 * c ^ 5 - 20 * c ^ 3 + 5 * c).
{ assert (e := form1 5 1); replace ((5 - 1) / 2) with 2 in e by field; replace ((5 + 1) / 2) with 3 in e by field.
  fold c in e; rewrite c2, c3 in e; lra. }
rewrite c4, c5, c3, c2; repeat split; try lra.
- assert (0 <= (1 - c) * (2 * c - 1)) by (apply Rmult_le_pos; lra); lra.
- assert (0 <= (1 - c) * ((1 + 2 * c) ^ 2 - 3)) by (apply Rmult_le_pos; [lra | nra]); lra.
- assert (0 <= (1 - c) * (8 * c ^ 2 * (1 + c) - 3)) by (apply Rmult_le_pos; [lra | nra]); lra.
- assert (g : 2 <= 4 * c ^ 2 + 2 * c) by nra; set (y := 4 * c ^ 2 + 2 * c) in g.
  assert (0 <= (1 - c) * ((y - 1) ^ 2 - 1)) by (apply Rmult_le_pos; [lra | nra]); unfold y in *; lra.
Qed.

(* Powers of 1/X, X = e^L, below their tangents. *)
Lemma five_eighths y : 0 <= y -> y ^ 5 <= 5 * y ^ 8 + 3 / 256.
Proof.
intros h; set (z := 2 * y).
assert (0 <= (z - 1) ^ 2 * (5 * z ^ 6 + 10 * z ^ 5 + 15 * z ^ 4 + 12 * z ^ 3 + 9 * z ^ 2 + 6 * z + 3)).
{ assert (z0 : 0 <= z) by (unfold z; lra); apply Rmult_le_pos; [apply pow2_ge_0 | ].
  assert (p := fun n => pow_le z n z0); assert (a := p 6%nat); assert (b := p 5%nat); assert (c := p 4%nat).
  assert (d := p 3%nat); assert (e := p 2%nat); lra. }
unfold z in *; lra.
Qed.

Lemma nine_tenths y : 0 <= y -> y ^ 9 <= 9 / 5 * y ^ 10 + 1 / 5120.
Proof.
intros h; set (z := 2 * y).
assert (0 <= (z - 1) ^ 2
  * (9 * z ^ 8 + 8 * z ^ 7 + 7 * z ^ 6 + 6 * z ^ 5 + 5 * z ^ 4 + 4 * z ^ 3 + 3 * z ^ 2 + 2 * z + 1)).
{ assert (z0 : 0 <= z) by (unfold z; lra); apply Rmult_le_pos; [apply pow2_ge_0 | ].
  assert (p := fun n => pow_le z n z0); assert (a := p 8%nat); assert (b := p 7%nat); assert (c := p 6%nat).
  assert (d := p 5%nat); assert (e := p 4%nat); assert (f := p 3%nat); assert (g := p 2%nat); lra. }
unfold z in *; lra.
Qed.

Lemma twice c x : 0 <= c -> c <= exp x -> c * c <= exp (2 * x).
Proof. intros h le; replace (2 * x) with (x + x) by ring; rewrite exp_plus; nra. Qed.

Lemma root_e : exp (1 / 2) <= 1651 / 1000.
Proof.
assert (a := exp_ineq1_le (- (1 / 256))).
assert (go : forall c d x, 0 <= c -> c <= exp x -> d <= c * c -> d <= exp (2 * x)).
{ intros c d x h le hd; assert (t := twice c x h le); lra. }
assert (b := go (255 / 256) (992202 / 1000000) (- (1 / 256)) ltac:(lra) ltac:(lra) ltac:(lra)).
assert (c := go (992202 / 1000000) (984464 / 1000000) _ ltac:(lra) b ltac:(lra)).
assert (d := go (984464 / 1000000) (969169 / 1000000) _ ltac:(lra) c ltac:(lra)).
assert (e := go (969169 / 1000000) (939288 / 1000000) _ ltac:(lra) d ltac:(lra)).
assert (f := go (939288 / 1000000) (882261 / 1000000) _ ltac:(lra) e ltac:(lra)).
assert (g := go (882261 / 1000000) (778384 / 1000000) _ ltac:(lra) f ltac:(lra)).
assert (h := go (778384 / 1000000) (605881 / 1000000) _ ltac:(lra) g ltac:(lra)).
match type of h with _ <= exp ?x => replace x with (- (1 / 2)) in h by field end.
rewrite exp_Ropp in h; assert (y := exp_pos (1 / 2)).
apply Rmult_le_reg_r with (/ exp (1 / 2)); [now apply Rinv_0_lt_compat | ].
rewrite Rinv_r by lra; lra.
Qed.

Section Closed.
Variables (J : nat) (r : R).
Hypothesis J1 : (1 <= J)%nat.
Hypothesis r1 : 1 < r.
Let X := INR (4 * J + 8).
Let L := ln X.
Let A := ln 10 / (1 - cos 1).
Let a := r ^ 2 * L / 8.
Let u := exp (- L).

Lemma X_least : 12 <= X.
Proof. unfold X; rewrite plus_INR, mult_INR; assert (h := le_INR 1 J J1); cbn in *; lra. Qed.
Lemma exp_L : exp L = X.
Proof. apply exp_ln; assert (h := X_least); lra. Qed.
Lemma L_positive : 0 < L.
Proof. unfold L; rewrite <- ln_1; apply ln_increasing; assert (h := X_least); lra. Qed.
Lemma u_range : 0 < u <= 1 / 12.
Proof.
split; [apply exp_pos | ]; unfold u; rewrite exp_Ropp, exp_L; assert (h := X_least).
replace (1 / 12) with (/ 12) by field; apply Rinv_le_contravar; lra.
Qed.
Lemma A_one : exp (- (A * (1 - cos 1))) = 1 / 10.
Proof.
destruct cosines as [c _]; replace (A * (1 - cos 1)) with (ln 10) by (unfold A; field; lra).
rewrite exp_Ropp, exp_ln by lra; field.
Qed.
Lemma A_positive : 0 < A.
Proof.
destruct cosines as [c _]; apply Rdiv_lt_0_compat; [ | lra].
rewrite <- ln_1; apply ln_increasing; lra.
Qed.

Lemma left_most t : left_over r A a t <= exp (- (L * INR t ^ 2 / 40)) * exp (- (A * (1 - cos (INR t)))).
Proof.
rewrite <- exp_plus; apply exp_most; assert (h : 0 < r ^ 2 - 1) by nra.
assert (p := pi_pos); assert (b := pi_below); assert (l := L_positive).
enough (L * INR t ^ 2 / 40 <= 2 * a / (PI ^ 2 * (r ^ 2 - 1)) * INR t ^ 2) by lra.
replace (L * INR t ^ 2 / 40) with (L / 40 * INR t ^ 2) by field.
apply Rmult_le_compat_r; [apply pow2_ge_0 | ].
assert (w : 0 < PI ^ 2 * (r ^ 2 - 1)) by (apply Rmult_lt_0_compat; [apply pow_lt | ]; lra).
apply Rmult_le_reg_r with (PI ^ 2 * (r ^ 2 - 1)); [easy | ].
replace (2 * a / (PI ^ 2 * (r ^ 2 - 1)) * (PI ^ 2 * (r ^ 2 - 1))) with (2 * a) by (field; split; lra).
unfold a; assert (PI ^ 2 <= 10) by nra.
assert (PI ^ 2 * (r ^ 2 - 1) <= 10 * r ^ 2) by nra; nra.
Qed.

Lemma bell_one x : 0 <= x -> exp (- x) <= 1.
Proof. intros h; rewrite <- exp_0; apply exp_most; lra. Qed.

(* The nearest five, the sixth, and all others. *)
Lemma near t c : 0 <= c -> c * (1 - cos 1) <= 1 - cos (INR t) -> left_over r A a t <= exp (- (c * ln 10)).
Proof.
intros hc h; eapply Rle_trans; [apply left_most | ]; assert (p := A_positive); assert (l := L_positive).
assert (b := bell_one (L * INR t ^ 2 / 40) ltac:(assert (z := pow2_ge_0 (INR t)); nra)).
apply Rle_trans with (1 * exp (- (A * (1 - cos (INR t))))).
- apply Rmult_le_compat_r; [left; apply exp_pos | easy].
- rewrite Rmult_1_l; apply exp_most, Ropp_le_contravar.
  replace (ln 10) with (A * (1 - cos 1)) by (unfold A; destruct cosines as [q _]; field; lra); nra.
Qed.

Lemma far t : left_over r A a t <= exp (- (L * INR t ^ 2 / 40)).
Proof.
eapply Rle_trans; [apply left_most | ]; assert (p := A_positive); destruct (COS_bound (INR t)) as [_ c].
assert (b := bell_one (A * (1 - cos (INR t))) ltac:(nra)); assert (e := exp_pos (- (L * INR t ^ 2 / 40))); nra.
Qed.

Lemma ten_times c : exp (- (INR c * ln 10)) = (1 / 10) ^ c.
Proof.
replace (- (INR c * ln 10)) with (INR c * - ln 10) by ring; rewrite exp_multiple; f_equal.
rewrite exp_Ropp, exp_ln by lra; field.
Qed.

Lemma fifth : left_over r A a 5 <= (5 * u + 3 / 256) / 10.
Proof.
eapply Rle_trans; [apply left_most | ]; destruct cosines as (c0 & _ & _ & _ & c5); assert (p := A_positive).
replace (INR 5) with 5 by (cbn; ring).
assert (v := five_eighths (exp (- (L / 8))) ltac:(left; apply exp_pos)).
rewrite <- !exp_multiple in v.
replace (INR 5 * - (L / 8)) with (- (L * 5 ^ 2 / 40)) in v by (cbn; field).
replace (INR 8 * - (L / 8)) with (- L) in v by (cbn; field); fold u in v.
assert (w : exp (- (A * (1 - cos 5))) <= 1 / 10) by (rewrite <- A_one; apply exp_most; nra).
assert (x := exp_pos (- (L * 5 ^ 2 / 40))); assert (y := exp_pos (- (A * (1 - cos 5)))); nra.
Qed.

Lemma sixth : left_over r A a 6 <= 9 / 5 * u + 1 / 5120.
Proof.
eapply Rle_trans; [apply far | ].
assert (v := nine_tenths (exp (- (L / 10))) ltac:(left; apply exp_pos)).
rewrite <- !exp_multiple in v.
replace (INR 9 * - (L / 10)) with (- (L * INR 6 ^ 2 / 40)) in v by (cbn; field).
replace (INR 10 * - (L / 10)) with (- L) in v by (cbn; field); exact v.
Qed.

Lemma others_far m : sum (fun c => left_over r A a (6 + c)) m <= 289 / 300 * u.
Proof.
set (y := exp (- (3 * L / 8))); assert (l := L_positive); assert (ur := u_range).
assert (y8 : y ^ 8 = u ^ 3).
{ unfold y, u; rewrite <- !exp_multiple; f_equal; cbn; field. }
assert (y1 : y <= 2 / 5).
{ apply Rnot_lt_le; intros c; assert (q := pow_incr (2 / 5) y 8 ltac:(lra)).
  assert (q' := pow_incr u (1 / 12) 3 ltac:(lra)); lra. }
assert (y0 : 0 < y) by apply exp_pos.
set (w := exp (- (2 * L / 9))).
assert (w9 : w ^ 9 = u ^ 2) by (unfold w, u; rewrite <- !exp_multiple; f_equal; cbn; field).
assert (w1 : w <= 289 / 500).
{ apply Rnot_lt_le; intros c; assert (q := pow_incr (289 / 500) w 9 ltac:(lra)).
  assert (q' := pow_incr u (1 / 12) 2 ltac:(lra)); lra. }
set (z := exp (- (34 * L / 40))).
apply Rle_trans with (sum (fun c => z * y ^ c) m).
- apply sum_le; intros c hc; eapply Rle_trans; [apply far | ].
  unfold z, y; rewrite <- exp_multiple, <- exp_plus; apply exp_most.
  assert (c1 := le_INR 1 c ltac:(unfold within in hc; lia)); rewrite plus_INR.
  replace (INR 6) with 6 by (cbn; ring).
  enough (34 + 15 * INR c <= (6 + INR c) ^ 2) by nra.
  destruct (Nat.le_gt_cases c 1) as [c2 | c2].
  + replace c with 1%nat by (unfold within in hc; lia); cbn; lra.
  + assert (c3 := le_INR 2 c ltac:(lia)); cbn in c3, c1; nra.
- rewrite sum_scale; assert (g := geometric_sum y m ltac:(lra)).
  assert (f : z * y = u * exp (- (9 * L / 40))) by (unfold z, y, u; rewrite <- !exp_plus; f_equal; field).
  assert (v : exp (- (9 * L / 40)) <= w) by (apply exp_most; lra).
  assert (z0 : 0 < z) by apply exp_pos.
  apply Rle_trans with (z * (y / (1 - y))); [apply Rmult_le_compat_l; [lra | exact g] | ].
  replace (z * (y / (1 - y))) with (u * exp (- (9 * L / 40)) / (1 - y)) by (rewrite <- f; field; lra).
  apply Rmult_le_reg_r with (1 - y); [lra | ].
  replace (u * exp (- (9 * L / 40)) / (1 - y) * (1 - y)) with (u * exp (- (9 * L / 40))) by (field; lra).
  assert (u * exp (- (9 * L / 40)) <= u * (289 / 500)) by (apply Rmult_le_compat_l; lra).
  assert (289 / 300 * u * (3 / 5) <= 289 / 300 * u * (1 - y)) by (apply Rmult_le_compat_l; nra); lra.
Qed.

Lemma left_closed N : 1 + 2 * sum (left_over r A a) N <= 12088 / 10000 + 6527 / 1000 * u.
Proof.
apply Rle_trans with (1 + 2 * sum (left_over r A a) (6 + N)).
{ enough (sum (left_over r A a) N <= sum (left_over r A a) (6 + N)) by lra.
  apply sum_prefix; [intros; left; apply exp_pos | lia]. }
rewrite sum_app; assert (o := others_far N); assert (f := fifth); assert (s := sixth).
destruct cosines as (c0 & c2 & c3 & c4 & _).
assert (i2 : INR 2 = 2) by (cbn; ring); assert (i3 : INR 3 = 3) by (cbn; ring); assert (i4 : INR 4 = 4) by (cbn; ring).
assert (one := near 1 (INR 1) ltac:(cbn; lra) ltac:(cbn [INR]; lra)).
assert (two := near 2 (INR 3) ltac:(cbn; lra) ltac:(rewrite i2, i3; lra)).
assert (three := near 3 (INR 3) ltac:(cbn; lra) ltac:(rewrite i3; lra)).
assert (four := near 4 (INR 3) ltac:(cbn; lra) ltac:(rewrite i4, i3; lra)).
rewrite ten_times in one, two, three, four; assert (ur := u_range); cbn [sum]; lra.
Qed.

Lemma closed_product : (12088 / 10000 + 6527 / 1000 * u) * (1 + 2 / (exp (8 * a / r ^ 2) - 1)) ^ (J - 1) <= 2.
Proof.
assert (h := X_least); assert (ur := u_range); assert (root := root_e).
replace (8 * a / r ^ 2) with L by (unfold a; field; nra); rewrite exp_L.
set (v := 11 / 2 / (X - 1)).
assert (power : (1 + 2 / (X - 1)) ^ (J - 1) <= exp (1 / 2) * exp (- v)).
{ apply Rle_trans with (exp (INR (J - 1) * (2 / (X - 1)))).
  - rewrite exp_multiple; apply pow_incr; assert (e := exp_ineq1_le (2 / (X - 1))).
    assert (z : 0 < 2 / (X - 1)) by (apply Rdiv_lt_0_compat; lra); split; lra.
  - rewrite <- exp_plus; right; f_equal; unfold v.
    assert (eX : X = 4 * INR J + 8) by (unfold X; rewrite plus_INR, mult_INR; cbn; ring).
    rewrite minus_INR by easy; replace (INR J) with ((X - 8) / 4) by lra; change (INR 1) with 1.
    field; intros z; lra. }
assert (ev : exp (- v) <= / (1 + 11 / 2 * u)).
{ rewrite exp_Ropp; apply Rinv_le_contravar; [lra | ]; assert (e := exp_ineq1_le v).
  enough (11 / 2 * u <= v) by lra; unfold v, u, Rdiv; rewrite exp_Ropp, exp_L.
  apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]. }
apply Rle_trans with ((12088 / 10000 + 6527 / 1000 * u) * (1651 / 1000 * / (1 + 11 / 2 * u))).
- apply Rmult_le_compat_l; [lra | ]; eapply Rle_trans; [exact power | ].
  assert (x := exp_pos (1 / 2)); assert (y := exp_pos (- v)); apply Rmult_le_compat; lra.
- apply Rmult_le_reg_r with (1 + 11 / 2 * u); [lra | ].
  replace ((12088 / 10000 + 6527 / 1000 * u) * (1651 / 1000 * / (1 + 11 / 2 * u)) * (1 + 11 / 2 * u))
    with ((12088 / 10000 + 6527 / 1000 * u) * (1651 / 1000)) by (field; lra); lra.
Qed.
End Closed.

Theorem S_geometric_closed : Statements.geometric_angles.S_geometric_closed.
Proof.
intros n J r J1 r1 hn; assert (l := L_positive J J1).
assert (a0 : 0 < r ^ 2 * ln (INR (4 * J + 8)) / 8).
{ apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [apply pow_lt; lra | exact l] | lra]. }
apply (S_geometric n J r _ _ _ J1 r1 (Rlt_le _ _ A_positive) a0 hn (left_closed J r J1 r1)).
exact (closed_product J r J1 r1).
Qed.

(* Planes spread over more planes, with nothing on those between. *)
Definition spread (g : nat -> R) (q J p : nat) : R :=
  sum (fun j => if Nat.eqb (q * (j - 1) + 1) p then g j else 0) (S J).

Lemma spread_sum g q J P (F : nat -> R) : (q * J + 1 <= P)%nat ->
  sum (fun p => spread g q J p * F p) P = sum (fun j => g j * F (q * (j - 1) + 1)%nat) (S J).
Proof.
intros h; unfold spread.
rewrite (sum_ext _ (fun p => sum (fun j => (if Nat.eqb (q * (j - 1) + 1) p then g j else 0) * F p) (S J))).
- rewrite sum_swap; apply sum_ext; intros j [h1 h2].
  rewrite (sum_single _ P (q * (j - 1) + 1)%nat); [now rewrite Nat.eqb_refl | | ].
  + assert (top : (q * (j - 1) <= q * J)%nat) by (apply Nat.mul_le_mono_l; lia).
    set (x := (q * (j - 1))%nat) in *; set (y := (q * J)%nat) in *; clearbody x y; unfold within; lia.
  + intros k _ ne; destruct (Nat.eqb_spec (q * (j - 1) + 1) k); [congruence | ring].
- intros p _; symmetry; rewrite (sum_ext _ (fun j => F p * (if Nat.eqb (q * (j - 1) + 1) p then g j else 0))) by (intros; ring).
  rewrite sum_scale; ring.
Qed.

Lemma graded_positive J r A a p : 1 < r -> 0 <= A -> 0 <= a -> 0 <= graded J r A a p.
Proof.
intros r1 hA ha; unfold graded; destruct (Nat.eqb p 1); [easy | destruct (Nat.eqb p (S J)); [ | easy]].
assert (0 < r ^ 2 - 1) by nra.
apply Rmult_le_pos; [apply Rmult_le_pos; [easy | apply pow_le; lra] | left; now apply Rinv_0_lt_compat].
Qed.

Theorem S_geometric_base : Statements.geometric_angles.S_geometric_base.
Proof.
intros n J P q b budget J1 q1 hP hb r hn hf.
assert (P0 : 0 < INR P) by (apply lt_0_INR; lia).
assert (r1 : 1 < r).
{ unfold r; rewrite <- (Rpower_O b) by lra; apply Rpower_lt; [easy | ].
  apply Rdiv_lt_0_compat; [apply lt_0_INR; lia | easy]. }
set (A := ln 10 / (1 - cos 1)); set (a := r ^ 2 * ln (INR (4 * J + 8)) / 8).
assert (l := L_positive J J1).
assert (a0 : 0 < a).
{ apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [apply pow_lt; lra | exact l] | lra]. }
exists (spread (graded J r A a) q J); split; [ | split].
- intros p _; apply sum_nonneg; intros j _; destruct (Nat.eqb _ p); [ | lra].
  apply graded_positive; [easy | left; exact A_positive | lra].
- rewrite (sum_ext _ (fun p => spread (graded J r A a) q J p * 1)) by (intros; ring).
  rewrite (spread_sum _ q J P (fun _ => 1)) by easy.
  rewrite (sum_ext _ (graded J r A a)) by (intros; ring); rewrite S_geometric_total by easy.
  assert (w : r ^ 2 - 1 <> 0) by (assert (0 < r ^ 2 - 1) by nra; lra).
  eapply Rle_trans; [right | exact hf]; unfold formula; fold A; unfold a; field; exact w.
- assert (serve := S_geometric_closed n J r J1 r1 hn); fold A a in serve.
  assert (same : forall s j, planes P (spread (graded J r A a) q J) (fun p => Rpower b (- (INR (p - 1) / INR P))) (fun _ => 0) s j
    = planes (S J) (graded J r A a) (geometric r) (fun _ => 0) s j).
  { intros s j; unfold planes.
    rewrite (spread_sum _ q J P (fun p => cos ((INR j - INR s) * Rpower b (- (INR (p - 1) / INR P)) + 0))) by easy.
    apply sum_ext; intros i hi.
    enough (e : Rpower b (- (INR (q * (i - 1) + 1 - 1) / INR P)) = geometric r i) by now rewrite e.
    rewrite Nat.add_sub, mult_INR; unfold geometric; rewrite <- Rpower_pow by (unfold r, Rpower; apply exp_pos).
    unfold r; rewrite Rpower_mult, <- Rpower_Ropp; f_equal; field; lra. }
  intros s hs; rewrite (sum_ext _ (fun j => exp (planes (S J) (graded J r A a) (geometric r) (fun _ => 0) s j
    - planes (S J) (graded J r A a) (geometric r) (fun _ => 0) s s))); [now apply serve | ].
  intros j _; now rewrite !same.
Qed.
