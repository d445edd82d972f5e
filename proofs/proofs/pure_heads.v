From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy score_temperature pure_heads.
From Proofs Require Import angles sums_of_reals circle retrieval_range retrieval_discrepancy
  score_temperature.
Local Open Scope R_scope.

Lemma index_cos theta x n a p : index_entry theta x n a p = cos ((INR n - INR p) * theta
  + match x n with letter _ => 0 | number i => - (INR i * theta) end).
Proof.
unfold index_entry, printed_key; destruct (x n); cbn [index_query].
- rewrite rope_plain; f_equal; ring.
- now rewrite rope_query.
Qed.

Lemma retrieval_cos A theta x n a p : retrieval_entry A theta x n a p
  = cos ((INR n - INR p) * theta + omega A * (INR (fst (x a)) - INR (wanted (x n)))).
Proof.
unfold retrieval_entry, retrieval_key, retrieval_query.
rewrite <- (scale_one (rotate (- (omega A * INR (fst (x a)))) v)), rope_cos, Rmult_1_l; f_equal; ring.
Qed.

Theorem B_rem31_pure_fix_logits : Statements.pure_heads.B_rem31_pure_fix_logits.
Proof. split; intros; rewrite ?index_cos, ?retrieval_cos; apply COS_bound. Qed.

Lemma full_cos x : cos x = 1 <-> full_turn x. Proof. apply cos_is_one. Qed.

Lemma turns_same x theta (k : nat) : full_turn theta -> cos (x + INR k * theta) = cos x.
Proof.
intros [z ->]; replace (x + INR k * (2 * PI * IZR z)) with (x + 2 * PI * IZR (Z.of_nat k * z));
  [apply cos_turns | ].
rewrite mult_IZR, <- INR_IZR_INZ; ring.
Qed.

Theorem B_rem31_pure_fix_index : Statements.pure_heads.B_rem31_pure_fix_index.
Proof.
assert (still : forall (theta : R) (x : nat -> symbol) (n : nat), full_turn theta ->
  same_by_token n (index_entry theta x n)).
{ intros theta x n turn a p ha hp; rewrite !index_cos; unfold within in *.
  set (c := match x n with letter _ => 0 | number i => - (INR i * theta) end).
  rewrite (Rplus_comm _ c), (Rplus_comm _ c), <- !minus_INR by lia.
  now rewrite !turns_same. }
split; [intros theta x n a p _ _; now rewrite !index_cos | split; [ | exact still]].
intros m n theta hm hn; split.
- intros all; set (x := fun _ : nat => number 1).
  assert (ins : points_inside x n) by (unfold points_inside, x; lia).
  assert (ov : over m x n) by (intros j i _ [= <-]; lia).
  pose proof (all x ov ins (n - 1)%nat (n - 2)%nat ltac:(unfold within; lia) ltac:(unfold within; lia)) as e.
  rewrite !index_cos in e; unfold x in e; rewrite !minus_INR in e by lia; cbn [INR] in e.
  apply full_cos; rewrite <- cos_0; transitivity (cos ((INR n - (INR n - (1 + 1))) * theta + - (1 * theta))).
  + f_equal; ring.
  + rewrite e; f_equal; ring.
- intros turn x _ _; now apply still.
Qed.

(* Two equal cosines one step apart. *)
Lemma step_apart y theta : cos (y + theta) = cos (y + 2 * theta) ->
  full_turn theta \/ full_turn (2 * y + 3 * theta).
Proof.
intros e.
assert (z : sin (y + 3 / 2 * theta) * sin (theta / 2) = 0).
{ assert (p : cos (y + theta) - cos (y + 2 * theta) = 2 * sin (y + 3 / 2 * theta) * sin (theta / 2)).
  { replace (y + theta) with ((y + 3 / 2 * theta) - theta / 2) by field.
    replace (y + 2 * theta) with ((y + 3 / 2 * theta) + theta / 2) by field.
    rewrite cos_minus, (cos_plus (y + 3 / 2 * theta) (theta / 2)); ring. }
  lra. }
apply Rmult_integral in z; destruct z as [z | z]; apply sin_eq_0_0 in z; destruct z as [k e'].
- right; exists k; lra.
- left; exists k; lra.
Qed.

Lemma first_places A theta x n a : (3 <= n)%nat ->
  same_by_token n (retrieval_entry A theta x n) -> within (n - 1) a ->
  let y := omega A * (INR (fst (x a)) - INR (wanted (x n))) in
  forall s t, (1 <= s <= n - 1)%nat -> (1 <= t <= n - 1)%nat ->
  cos (y + INR s * theta) = cos (y + INR t * theta).
Proof.
intros hn h ha y s t hs ht; unfold within in ha.
assert (one : forall r, (1 <= r <= n - 1)%nat ->
  cos (y + INR r * theta) = retrieval_entry A theta x n a a).
{ intros r hr; rewrite <- (h a (n - r)%nat) by (unfold within; lia); rewrite retrieval_cos; fold y.
  rewrite minus_INR by lia; f_equal; ring. }
now rewrite !one.
Qed.

Theorem B_rem31_pure_fix_retr : Statements.pure_heads.B_rem31_pure_fix_retr.
Proof.
intros A m n theta hA hm hn; pose proof pi_pos as pp; split.
- intros all.
  assert (row : forall s t, (1 <= s <= n - 1)%nat -> (1 <= t <= n - 1)%nat ->
    cos (INR s * theta) = cos (INR t * theta)).
  { intros s t hs ht.
    pose proof (first_places A theta (copies_input n) n 1 hn (all _ (copies_proper A m n hA hm))
      ltac:(unfold within; lia) s t hs ht) as e; cbv zeta in e.
    assert (w : wanted (copies_input n n) = 0%nat)
      by (unfold wanted, copies_input; now rewrite Nat.eqb_refl).
    rewrite w in e; cbn [copies_input fst] in e.
    replace (omega A * (INR 0 - INR 0)) with 0 in e by ring; now rewrite !Rplus_0_l in e. }
  pose proof (row 1%nat 2%nat ltac:(lia) ltac:(lia)) as e; cbn [INR] in e.
  destruct (step_apart 0 theta) as [f | f].
  { replace (0 + theta) with (1 * theta) by ring; rewrite e; f_equal; ring. }
  { now left. }
  replace (2 * 0 + 3 * theta) with (3 * theta) in f by ring.
  destruct (Nat.eq_dec n 3) as [-> | n4].
  + destruct (Nat.le_gt_cases A 2) as [few | many]; [right; auto | left].
    pose proof (first_places A theta (far_input 1 3) 3 1 hn
      (all _ (far_proper A m 1 3 ltac:(lia) hm)) ltac:(unfold within; lia) 1%nat 2%nat
      ltac:(lia) ltac:(lia)) as o; cbv zeta in o.
    unfold far_input, wanted in o; cbn in o.
    replace (omega A * (1 - 0)) with (omega A) in o by ring.
    destruct (step_apart (omega A) theta) as [g | [k g]].
    { replace (omega A + theta) with (omega A + 1 * theta) by ring; rewrite o; f_equal; ring. }
    { easy. }
    exfalso; destruct f as [z f]; rewrite f in g.
    assert (big : 3 <= INR A) by (apply le_INR in many; cbn [INR] in many; lra).
    assert (w : omega A * INR A = 2 * PI) by (unfold omega; field; lra).
    assert (wp : 0 < omega A) by (apply omega_pos; lia).
    assert (e1 : omega A = PI * IZR (k - z)) by (rewrite minus_IZR; lra).
    assert (low : (0 < k - z)%Z).
    { apply lt_IZR; rewrite e1 in wp; apply Rmult_lt_reg_l with PI; lra. }
    assert (high : (k - z < 1)%Z).
    { apply lt_IZR; apply Rmult_lt_reg_l with PI; [easy | ]; nra. }
    lia.
  + left; pose proof (row 1%nat 3%nat ltac:(lia) ltac:(lia)) as o; cbn [INR] in o.
    apply full_cos; replace theta with (1 * theta) by ring; rewrite o.
    apply full_cos in f; transitivity (cos (3 * theta)); [f_equal; ring | exact f].
- intros turn x px a p ha hp; rewrite !retrieval_cos; unfold within in *.
  set (y := omega A * (INR (fst (x a)) - INR (wanted (x n)))).
  rewrite (Rplus_comm _ y), (Rplus_comm _ y), <- !minus_INR by lia.
  destruct turn as [f | (-> & few & [z f])]; [now rewrite !turns_same | ].
  assert (w : exists k, 2 * omega A = 2 * PI * IZR k).
  { assert (A = 1 \/ A = 2)%nat as [-> | ->] by lia; unfold omega; cbn [INR];
      [exists 2%Z | exists 1%Z]; field. }
  destruct w as [k w].
  assert (cos (y + theta) = cos (y + 2 * theta)) as e.
  { rewrite <- (cos_neg (y + 2 * theta)).
    replace (y + theta) with (- (y + 2 * theta)
      + 2 * PI * IZR (z + k * (Z.of_nat (fst (x a)) - Z.of_nat (wanted (x 3%nat))))); [apply cos_turns | ].
    rewrite plus_IZR, mult_IZR, minus_IZR, <- !INR_IZR_INZ.
    replace (2 * PI * (IZR z + IZR k * (INR (fst (x a)) - INR (wanted (x 3%nat)))))
      with (2 * PI * IZR z + 2 * PI * IZR k * (INR (fst (x a)) - INR (wanted (x 3%nat)))) by ring.
    rewrite <- f, <- w; unfold y; ring. }
  assert (at_ : forall r, (1 <= r <= 2)%nat -> cos (y + INR (3 - r) * theta) = cos (y + theta)).
  { intros r hr; assert (r = 1 \/ r = 2)%nat as [-> | ->] by lia; cbn [INR Nat.sub].
    - rewrite e; f_equal; ring.
    - f_equal; ring. }
  now rewrite !at_ by lia.
Qed.

Theorem B_rem31_pure_fix_rows : Statements.pure_heads.B_rem31_pure_fix_rows.
Proof.
intros A n theta x a hA hn ht row; pose proof pi_pos as pp.
assert (A1 : 1 <= INR A) by (apply le_INR in hA; cbn [INR] in hA; lra).
assert (w : omega A * INR A = 2 * PI) by (unfold omega; field; lra).
assert (wp : 0 < omega A) by (apply omega_pos; lia).
pose proof (row (n - 1)%nat (n - 2)%nat ltac:(unfold within; lia) ltac:(unfold within; lia)) as e.
rewrite !retrieval_cos in e; rewrite !minus_INR in e by lia; cbn [INR] in e.
set (d := (Z.of_nat (fst (x a)) - Z.of_nat (wanted (x n)))%Z).
assert (de : INR (fst (x a)) - INR (wanted (x n)) = IZR d)
  by (unfold d; rewrite minus_IZR, <- !INR_IZR_INZ; ring).
rewrite de in e.
assert (three : 3 * theta < omega A) by lra.
destruct (step_apart (omega A * IZR d) theta) as [[k f] | [k f]].
- replace (omega A * IZR d + theta) with ((INR n - (INR n - 1)) * theta + omega A * IZR d) by ring.
  rewrite e; f_equal; ring.
- assert (0 < k)%Z by (apply lt_IZR; apply Rmult_lt_reg_l with (2 * PI); lra).
  assert (k < 1)%Z; [ | lia].
  apply lt_IZR; apply Rmult_lt_reg_l with (2 * PI); [lra | ]; nra.
- assert (g : 3 * theta = omega A * IZR (Z.of_nat A * k - 2 * d)).
  { rewrite minus_IZR, !mult_IZR, <- INR_IZR_INZ.
    replace (omega A * (INR A * IZR k - 2 * IZR d))
      with (omega A * INR A * IZR k - 2 * (omega A * IZR d)) by ring.
    rewrite w; lra. }
  assert (0 < Z.of_nat A * k - 2 * d)%Z by (apply lt_IZR; apply Rmult_lt_reg_l with (omega A); lra).
  assert (Z.of_nat A * k - 2 * d < 1)%Z; [ | lia].
  apply lt_IZR; apply Rmult_lt_reg_l with (omega A); lra.
Qed.

(* Scores: attention of two places differs by a factor of e^2 at most. *)
Lemma exp_times x n : exp (INR n * x) = exp x ^ n.
Proof.
induction n as [|n IH]; [cbn; now rewrite Rmult_0_l, exp_0 | ].
rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH; cbn [pow]; ring.
Qed.

Lemma e_squared : exp 1 <= 77 / 10 * exp (-1).
Proof.
assert (p : (31 / 32) ^ 64 <= exp (-2)).
{ replace (-2) with (INR 64 * - (1 / 32)) by (cbn [INR]; lra).
  rewrite exp_times; apply pow_incr; split; [lra | ].
  pose proof (exp_ineq1_le (- (1 / 32))); lra. }
assert (q : 10 / 77 <= (31 / 32) ^ 64) by (cbn [pow]; lra).
replace (-1) with (1 + -2) by ring; rewrite exp_plus; pose proof (exp_pos 1); nra.
Qed.

Lemma skew p q r s : 0 < p -> 0 < q -> 0 < r -> 0 < s -> r <= 77 / 10 * s -> q <= 77 / 10 * p ->
  r * q - s * p <= 19 / 5 * (r * p + s * q).
Proof.
intros P Q U S rs qp; destruct (Rle_lt_dec q (19 / 5 * p)) as [h | h].
- assert (r * q <= r * (19 / 5 * p)) by (apply Rmult_le_compat_l; lra).
  assert (0 < s * p) by (now apply Rmult_lt_0_compat).
  assert (0 < s * q) by (now apply Rmult_lt_0_compat); lra.
- assert (r * (q - 19 / 5 * p) <= 77 / 10 * s * (q - 19 / 5 * p)) by (apply Rmult_le_compat_r; lra).
  assert (s * q <= s * (77 / 10 * p)) by (apply Rmult_le_compat_l; lra).
  assert (0 < s * p) by (now apply Rmult_lt_0_compat); lra.
Qed.

Lemma cosine_high p q r s : 0 < p -> 0 < q -> 0 < r -> 0 < s ->
  p <= 77 / 10 * q -> q <= 77 / 10 * p -> r <= 77 / 10 * s -> s <= 77 / 10 * r ->
  127 / 500 <= cosine (r, s) (p, q).
Proof.
intros P Q U S pq qp rs sr; unfold cosine; cbn [fst snd].
pose proof (skew p q r s P Q U S rs qp) as a; pose proof (skew q p s r Q P S U sr pq) as b.
set (N := r * p + s * q) in *; set (D := r * q - s * p) in *.
assert (N0 : 0 < N) by (unfold N; assert (0 < r * p) by (now apply Rmult_lt_0_compat);
  assert (0 < s * q) by (now apply Rmult_lt_0_compat); lra).
assert (b' : - (19 / 5 * N) <= D) by (unfold D, N in *; lra).
rewrite <- sqrt_mult by nra.
assert (e : (r ^ 2 + s ^ 2) * (p ^ 2 + q ^ 2) = N ^ 2 + D ^ 2) by (unfold N, D; ring).
rewrite e; assert (D2 : D ^ 2 <= (19 / 5 * N) ^ 2) by nra.
assert (pos : 0 < N ^ 2 + D ^ 2) by nra.
set (w := sqrt (N ^ 2 + D ^ 2)); assert (0 < w) by (now apply sqrt_lt_R0).
apply Rmult_le_reg_r with w; [easy | ].
unfold Rdiv at 2; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
apply Rsqr_incr_0_var; [ | lra]; unfold Rsqr.
replace (127 / 500 * w * (127 / 500 * w)) with (127 / 500 * (127 / 500) * (w * w)) by ring.
assert (ww : w * w = N ^ 2 + D ^ 2) by (apply sqrt_def; lra); rewrite ww; nra.
Qed.

Lemma mean_high m tau d after before : (2 <= m)%nat ->
  (forall i j, 127 / 500 <= cosine (after i j) (before i j)) ->
  1 / 4 < mean_cosine m tau d after before.
Proof.
intros M h; unfold mean_cosine; pose proof (pairs_pos tau d m M) as W.
apply Rlt_le_trans with (127 / 500); [lra | ].
apply Rmult_le_reg_r with (pairs (swap_weight tau d) m); [easy | ].
unfold Rdiv at 2; rewrite Rmult_assoc, Rinv_l, Rmult_1_r, <- pairs_scale by lra.
apply pairs_le; intros i j _ _ _; pose proof (weight_pos tau d i j) as w.
rewrite Rmult_comm; apply Rmult_le_compat_l; [lra | apply h].
Qed.

Theorem B_rem31_pure_fix_scores : Statements.pure_heads.B_rem31_pure_fix_scores.
Proof.
intros m L tau z M z' hm hL z0 z1 range s d after.
assert (sums : forall i b, INR L * exp (-1) <= s i b <= INR L * exp 1).
{ intros i b; unfold s; rewrite <- !sum_const; split; apply sum_le; intros t _;
    destruct (range i b t) as [[l | l] [h | h]]; rewrite <- ?l, ?h;
    try (right; reflexivity); left; apply exp_increasing; lra. }
assert (L1 : 1 <= INR L) by (apply le_INR in hL; cbn [INR] in hL; lra).
assert (pos : forall i b, 0 < s i b).
{ intros i b; destruct (sums i b); pose proof (exp_pos (-1)); nra. }
assert (close : forall i b j c, s i b <= 77 / 10 * s j c).
{ intros i b j c; destruct (sums i b), (sums j c); pose proof e_squared; nra. }
assert (over_ : forall y i b j c, 0 < y -> s i b / y <= 77 / 10 * (s j c / y)).
{ intros y i b j c y0; replace (77 / 10 * (s j c / y)) with (77 / 10 * s j c / y) by (field; lra).
  apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, y0 | apply close]. }
assert (pos_ : forall y i b, 0 < y -> 0 < s i b / y) by (intros; now apply Rdiv_lt_0_compat).
split; apply mean_high; try easy; intros i j; unfold after, in_place, flipped, d;
  apply cosine_high; auto.
Qed.
