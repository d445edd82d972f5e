From Coq Require Import Reals Lra Lia.
From Statements Require Import attention score_temperature score_high.
From Proofs Require Import angles sums_of_reals score_temperature.
Local Open Scope R_scope.

(* A defect as half a squared chord: the angle between (p, q) and the diagonal. *)
Definition turn (p q : R) : R := atan (Rabs (p - q) / (p + q)).
Definition root (p q : R) : R := sqrt 2 * sin (turn p q / 2).

Lemma slope_range p q : 0 < p -> 0 < q -> 0 <= Rabs (p - q) / (p + q) < 1.
Proof.
intros P Q; split.
- apply Rmult_le_pos; [apply Rabs_pos | apply Rlt_le, Rinv_0_lt_compat; lra].
- apply Rmult_lt_reg_r with (p + q); [lra | ].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra; apply Rabs_def1; lra.
Qed.

Lemma turn_range p q : 0 < p -> 0 < q -> 0 <= turn p q <= PI / 4.
Proof.
intros P Q; destruct (slope_range p q P Q) as [low high]; unfold turn; split.
- destruct low as [low | <-]; [ | rewrite atan_0; lra].
  rewrite <- atan_0; left; now apply atan_increasing.
- rewrite <- atan_1; left; now apply atan_increasing.
Qed.

Lemma root_square p q : 0 < p -> 0 < q -> root p q * root p q = defect p q.
Proof.
intros P Q; unfold root.
assert (two : sqrt 2 * sqrt 2 = 2) by (apply sqrt_def; lra).
replace (sqrt 2 * sin (turn p q / 2) * (sqrt 2 * sin (turn p q / 2)))
  with (sqrt 2 * sqrt 2 * (sin (turn p q / 2) * sin (turn p q / 2))) by ring; rewrite two.
assert (c : cos (turn p q) = 1 - 2 * (sin (turn p q / 2) * sin (turn p q / 2))).
{ replace (turn p q) with (2 * (turn p q / 2)) at 1 by field; rewrite cos_2a_sin; ring. }
assert (e : cos (turn p q) = 1 - defect p q); [ | lra].
unfold turn, defect; rewrite cos_atan; set (z := Rabs (p - q) / (p + q)).
assert (zz : (1 + z²) * ((p + q) * (p + q)) = 2 * (p * p + q * q)).
{ unfold z, Rsqr; replace (Rabs (p - q) / (p + q) * (Rabs (p - q) / (p + q)))
    with (Rabs (p - q) * Rabs (p - q) / ((p + q) * (p + q))) by (field; lra).
  rewrite <- Rabs_mult, (Rabs_pos_eq ((p - q) * (p - q))) by apply Rle_0_sqr; field; lra. }
rewrite <- zz, sqrt_mult_alt by (pose proof (Rle_0_sqr z); lra); rewrite sqrt_square by lra.
assert (0 < sqrt (1 + z²)) by (apply sqrt_lt_R0; pose proof (Rle_0_sqr z); lra).
field; lra.
Qed.

Lemma root_nonneg p q : 0 < p -> 0 < q -> 0 <= root p q.
Proof.
intros P Q; pose proof (turn_range p q P Q); pose proof pi_pos; unfold root.
apply Rmult_le_pos; [apply sqrt_pos | apply sin_ge_0; lra].
Qed.

Lemma turn_sym p q : turn p q = turn q p.
Proof. unfold turn; now rewrite Rabs_minus_sym, (Rplus_comm p). Qed.

Lemma root_sym p q : root p q = root q p. Proof. unfold root; now rewrite turn_sym. Qed.

Lemma root_mono p q r s : 0 < p -> 0 < q -> 0 < r -> 0 < s -> turn p q <= turn r s ->
  root p q <= root r s.
Proof.
intros P Q R S le; unfold root; apply Rmult_le_compat_l; [apply sqrt_pos | ].
pose proof (turn_range p q P Q); pose proof (turn_range r s R S); pose proof pi_pos.
apply sin_incr_1; lra.
Qed.

Lemma turn_le p q r s : Rabs (p - q) / (p + q) <= Rabs (r - s) / (r + s) -> turn p q <= turn r s.
Proof. intros [l | e]; unfold turn; [left; now apply atan_increasing | now rewrite e; right]. Qed.

Section Three.
Variables d k e : R.
Hypothesis (E : 0 < e) (KE : e <= k) (DK : k <= d).

Lemma slope p q : 0 < q -> q <= p -> Rabs (p - q) / (p + q) = (p - q) / (p + q).
Proof. intros; rewrite Rabs_pos_eq; lra. Qed.

Lemma quotient_le a b c f : 0 < b -> 0 < f -> a * f <= c * b -> a / b <= c / f.
Proof.
intros B F h; apply Rmult_le_reg_r with (b * f); [now apply Rmult_lt_0_compat | ].
replace (a / b * (b * f)) with (a * f) by (field; lra).
replace (c / f * (b * f)) with (c * b) by (field; lra); easy.
Qed.

Lemma upper_part : root d k <= root d e.
Proof. apply root_mono; try lra; apply turn_le; rewrite !slope by lra; apply quotient_le; nra. Qed.

Lemma lower_part : root k e <= root d e.
Proof. apply root_mono; try lra; apply turn_le; rewrite !slope by lra; apply quotient_le; nra. Qed.

Lemma turn_sum : turn d e <= turn d k + turn k e.
Proof.
pose proof (turn_range d k ltac:(lra) ltac:(lra)) as a.
pose proof (turn_range k e ltac:(lra) ltac:(lra)) as b; pose proof pi_pos.
set (u := (d - k) / (d + k)); set (w := (k - e) / (k + e)).
assert (U : 0 <= u < 1) by (pose proof (slope_range d k ltac:(lra) ltac:(lra)) as h;
  rewrite slope in h by lra; exact h).
assert (V : 0 <= w < 1) by (pose proof (slope_range k e ltac:(lra) ltac:(lra)) as h;
  rewrite slope in h by lra; exact h).
assert (tu : turn d k = atan u) by (unfold turn; now rewrite slope by lra).
assert (tw : turn k e = atan w) by (unfold turn; now rewrite slope by lra).
assert (te : turn d e = atan ((d - e) / (d + e))) by (unfold turn; now rewrite slope by lra).
assert (small : u * w < 1) by nra.
assert (pos : 0 < cos (atan u + atan w)).
{ rewrite cos_plus, !cos_atan, !sin_atan.
  assert (0 < sqrt (1 + u²)) by (apply sqrt_lt_R0; pose proof (Rle_0_sqr u); lra).
  assert (0 < sqrt (1 + w²)) by (apply sqrt_lt_R0; pose proof (Rle_0_sqr w); lra).
  replace (1 / sqrt (1 + u²) * (1 / sqrt (1 + w²)) - u / sqrt (1 + u²) * (w / sqrt (1 + w²)))
    with ((1 - u * w) / (sqrt (1 + u²) * sqrt (1 + w²))) by (field; lra).
  apply Rdiv_lt_0_compat; [lra | now apply Rmult_lt_0_compat]. }
assert (bound : atan u + atan w < PI / 2).
{ apply Rnot_le_lt; intros c; rewrite <- tu, <- tw in *.
  assert (cos (turn d k + turn k e) <= 0); [ | lra].
  rewrite <- cos_PI2; apply cos_decr_1; lra. }
assert (cu : 0 < cos (atan u)).
{ rewrite cos_atan; apply Rdiv_lt_0_compat, sqrt_lt_R0; pose proof (Rle_0_sqr u); lra. }
assert (cw : 0 < cos (atan w)).
{ rewrite cos_atan; apply Rdiv_lt_0_compat, sqrt_lt_R0; pose proof (Rle_0_sqr w); lra. }
rewrite te, tu, tw; rewrite <- (atan_tan (atan u + atan w)) by (rewrite <- tu, <- tw in *; lra).
assert (tan_is : tan (atan u + atan w) = (u + w) / (1 - u * w)).
{ rewrite tan_plus; rewrite ?tan_atan; lra. }
rewrite tan_is.
assert (le : (d - e) / (d + e) <= (u + w) / (1 - u * w)).
{ replace ((d - e) / (d + e)) with ((u + w) / (1 + u * w)).
  - apply quotient_le; nra.
  - assert (0 < 1 + u * w) by nra; unfold u, w in *; field; split; [lra | ].
    split; [lra | split; [lra | ]].
    replace ((d + k) * (k + e) + (d - k) * (k - e)) with (2 * k * (d + e)) by ring.
    apply Rgt_not_eq; nra. }
destruct le as [l | ->]; [left; now apply atan_increasing | lra].
Qed.

Lemma root_triangle : root d e <= root d k + root k e.
Proof.
pose proof (turn_range d k ltac:(lra) ltac:(lra)); pose proof (turn_range k e ltac:(lra) ltac:(lra)).
pose proof (turn_range d e ltac:(lra) ltac:(lra)); pose proof turn_sum; pose proof pi_pos.
unfold root; rewrite <- Rmult_plus_distr_l; apply Rmult_le_compat_l; [apply sqrt_pos | ].
apply Rle_trans with (sin (turn d k / 2 + turn k e / 2)); [apply sin_incr_1; lra | ].
rewrite sin_plus.
assert (0 <= sin (turn d k / 2)) by (apply sin_ge_0; lra).
assert (0 <= sin (turn k e / 2)) by (apply sin_ge_0; lra).
pose proof (COS_bound (turn d k / 2)); pose proof (COS_bound (turn k e / 2)); nra.
Qed.

(* Of two neighbouring swaps the upper has the larger gap, unless the smaller defect. *)
Lemma upper_gap : root k e <= root d k -> k - e <= d - k.
Proof.
intros le.
assert (t : turn k e <= turn d k).
{ apply Rnot_lt_le; intros c.
  pose proof (turn_range d k ltac:(lra) ltac:(lra)); pose proof (turn_range k e ltac:(lra) ltac:(lra)).
  pose proof pi_pos; assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (sin (turn d k / 2) < sin (turn k e / 2)) by (apply sin_increasing_1; lra).
  unfold root in le; nra. }
assert (s : (k - e) / (k + e) <= (d - k) / (d + k)).
{ apply Rnot_lt_le; intros c; apply atan_increasing in c; unfold turn in t.
  rewrite !slope in t by lra; lra. }
apply Rmult_le_compat_r with (r := (k + e) * (d + k)) in s; [ | nra].
replace ((k - e) / (k + e) * ((k + e) * (d + k))) with ((k - e) * (d + k)) in s by (field; lra).
replace ((d - k) / (d + k) * ((k + e) * (d + k))) with ((d - k) * (k + e)) in s by (field; lra).
nra.
Qed.
End Three.

(* Two blocks between the largest and the smallest mean: P and S lie outside them, q between. *)
Section Four.
Variables P S q X Y T n a b c : R.
Hypothesis (P0 : 0 <= P) (S0 : 0 <= S) (q0 : 0 <= q) (X0 : 0 <= X) (Y0 : 0 <= Y) (T0 : 0 <= T).
Hypothesis (qT : q <= T) (PY : T <= P + Y) (SX : T <= S + X) (qX : q <= X).
Hypothesis (PX : P <= X) (SY : S <= Y) (n2 : 2 <= n).
Hypothesis (a1 : 1 <= a) (b1 : 1 <= b) (c1 : 1 <= c) (gap : q <= P -> c <= a).

Let Q u w := 2 * u * w * c * T² + u * ((n + 1) * P² - T²) + u * c * ((n + 1) * X² - T²)
  + w * c * ((n + 1) * Y² - T²) + w * ((n + 1) * S² - T²) + (n - 1) * c * ((n + 1) * q² - T²).

Lemma first_slope w : 1 <= w -> 0 <= 2 * w * c * T² + ((n + 1) * P² - T²) + c * ((n + 1) * X² - T²).
Proof.
intros w1; pose proof (Rle_0_sqr P); pose proof (Rle_0_sqr X); pose proof (Rle_0_sqr T).
assert (0 <= (n + 1) * P²) by (apply Rmult_le_pos; lra).
assert (0 <= c * ((n + 1) * X²)) by (repeat apply Rmult_le_pos; lra).
assert (c <= w * c) by nra.
assert (0 <= (2 * (w * c) - 1 - c) * T²) by (apply Rmult_le_pos; lra); nra.
Qed.

Lemma second_slope u : 1 <= u -> 0 <= 2 * u * c * T² + c * ((n + 1) * Y² - T²) + ((n + 1) * S² - T²).
Proof.
intros u1; pose proof (Rle_0_sqr S); pose proof (Rle_0_sqr Y); pose proof (Rle_0_sqr T).
assert (0 <= (n + 1) * S²) by (apply Rmult_le_pos; lra).
assert (0 <= c * ((n + 1) * Y²)) by (repeat apply Rmult_le_pos; lra).
assert (c <= u * c) by nra.
assert (0 <= (2 * (u * c) - 1 - c) * T²) by (apply Rmult_le_pos; lra); nra.
Qed.

Lemma less_of_both u : 1 <= u -> u <= a -> Q u 1 <= Q a b.
Proof.
intros u1 ua.
assert (e : Q a b = Q u 1
  + (a - u) * (2 * b * c * T² + ((n + 1) * P² - T²) + c * ((n + 1) * X² - T²))
  + (b - 1) * (2 * u * c * T² + c * ((n + 1) * Y² - T²) + ((n + 1) * S² - T²))) by (unfold Q; ring).
assert (0 <= (a - u) * (2 * b * c * T² + ((n + 1) * P² - T²) + c * ((n + 1) * X² - T²)))
  by (apply Rmult_le_pos; [lra | now apply first_slope]).
assert (0 <= (b - 1) * (2 * u * c * T² + c * ((n + 1) * Y² - T²) + ((n + 1) * S² - T²)))
  by (apply Rmult_le_pos; [lra | now apply second_slope]).
lra.
Qed.

Lemma half_square x y : T <= x + y -> T² <= 2 * (x² + y²).
Proof.
intros h; assert (T² <= (x + y)²) by (apply Rsqr_incr_1; lra).
pose proof (Rle_0_sqr (x - y)); unfold Rsqr in *; lra.
Qed.

Lemma far_middle : P <= q -> 0 <= Q 1 1.
Proof.
intros h.
assert (x2 : q² <= X²) by (apply Rsqr_incr_1; lra).
assert (y2 : (T - q)² <= Y²) by (apply Rsqr_incr_1; lra).
pose proof (half_square P Y PY); pose proof (half_square S X SX).
pose proof (Rle_0_sqr q); pose proof (Rle_0_sqr T).
pose proof (Rle_0_sqr ((n + 1) * q - T)) as square.
assert (L : 0 <= (n + 1) * (X² + Y² + (n - 1) * q²) - (n - 1) * T²).
{ assert ((n + 1) * (q² + (T - q)² + (n - 1) * q²) <= (n + 1) * (X² + Y² + (n - 1) * q²))
    by (apply Rmult_le_compat_l; lra).
  assert (e : (n + 1) * (q² + (T - q)² + (n - 1) * q²) = ((n + 1) * q - T)² + n * T²)
    by (unfold Rsqr; ring); lra. }
assert (e : Q 1 1 = (n + 1) * (P² + S² + X² + Y² - T²) + (n + 1) * ((n - 1) * q²)
  + (c - 1) * ((n + 1) * (X² + Y² + (n - 1) * q²) - (n - 1) * T²)) by (unfold Q; ring).
rewrite e; assert (0 <= (n + 1) * (P² + S² + X² + Y² - T²)) by (apply Rmult_le_pos; lra).
assert (0 <= (n + 1) * ((n - 1) * q²)) by (repeat apply Rmult_le_pos; lra).
assert (0 <= (c - 1) * ((n + 1) * (X² + Y² + (n - 1) * q²) - (n - 1) * T²))
  by (apply Rmult_le_pos; lra).
lra.
Qed.

Lemma weighted_squares x y : T <= x + y -> c * T² <= (1 + c) * (c * x² + y²).
Proof.
intros h; assert (T² <= (x + y)²) by (apply Rsqr_incr_1; lra).
assert (c * T² <= c * (x + y)²) by (apply Rmult_le_compat_l; lra).
pose proof (Rle_0_sqr (c * x - y)); unfold Rsqr in *; lra.
Qed.

Lemma near_middle : q <= P -> 0 <= Q c 1.
Proof.
intros h; pose proof (Rle_0_sqr q); pose proof (Rle_0_sqr T).
assert (F : c * T² <= c * P² + S² + c * c * X² + c * Y²).
{ destruct (Rle_lt_dec T (P + S)) as [wide | close].
  - assert (P² <= X²) by (apply Rsqr_incr_1; lra); assert (S² <= Y²) by (apply Rsqr_incr_1; lra).
    assert (c * c * P² <= c * c * X²) by (apply Rmult_le_compat_l; nra).
    assert (c * S² <= c * Y²) by (apply Rmult_le_compat_l; lra).
    pose proof (weighted_squares P S wide); lra.
  - assert ((T - S)² <= X²) by (apply Rsqr_incr_1; lra).
    assert ((T - P)² <= Y²) by (apply Rsqr_incr_1; lra).
    assert (c * c * (T - S)² <= c * c * X²) by (apply Rmult_le_compat_l; nra).
    assert (c * (T - P)² <= c * Y²) by (apply Rmult_le_compat_l; lra).
    destruct (Rle_lt_dec (T / 2) S) as [late | early].
    + pose proof (weighted_squares (T - S) S ltac:(lra)) as w.
      assert (S² + (T - S)² <= P² + (T - P)²) by (unfold Rsqr; nra).
      assert (c * (S² + (T - S)²) <= c * (P² + (T - P)²)) by (apply Rmult_le_compat_l; lra).
      lra.
    + assert (p2 : T² <= 2 * (P² + (T - P)²)) by (apply half_square; lra).
      assert (s2 : T² <= 2 * (S² + (T - S)²)) by (apply half_square; lra).
      assert (t2 : T² <= 4 * (T - S)²) by (unfold Rsqr; nra).
      assert (c * T² <= c * (2 * (P² + (T - P)²))) by (apply Rmult_le_compat_l; lra).
      assert ((c * c - 1) * T² <= (c * c - 1) * (4 * (T - S)²))
        by (apply Rmult_le_compat_l; nra).
      assert (0 <= (c - 1) * (c - 1) * T²) by (apply Rmult_le_pos; nra).
      lra. }
assert (e : Q c 1 = (n + 1) * (c * P² + S² + c * c * X² + c * Y² - c * T²)
  + (n + 1) * ((n - 1) * c * q²) + (c * c - 1) * T²) by (unfold Q; ring).
rewrite e; assert (0 <= (n + 1) * (c * P² + S² + c * c * X² + c * Y² - c * T²))
  by (apply Rmult_le_pos; lra).
assert (0 <= (n + 1) * ((n - 1) * c * q²)) by (repeat apply Rmult_le_pos; lra).
assert (0 <= (c * c - 1) * T²) by (apply Rmult_le_pos; nra); lra.
Qed.

Lemma four : 0 <= Q a b.
Proof.
destruct (Rle_lt_dec P q) as [h | h].
- eapply Rle_trans; [now apply far_middle | apply less_of_both; lra].
- eapply Rle_trans; [apply near_middle; lra | apply less_of_both; [lra | apply gap; lra]].
Qed.
End Four.

(* All swaps, four blocks at a time. *)
Lemma pairs_square G m : (forall i j, G i j = G j i) ->
  sum (fun i => sum (G i) m) m = 2 * pairs G m + sum (fun i => G i i) m.
Proof.
intros sym; induction m as [|m IH]; [unfold pairs; cbn; ring | ].
assert (row : forall k, sum (fun i => sum (G i) (S m)) k = sum (fun i => sum (G i) m) k
  + sum (fun i => G i (S m)) k).
{ intros k; rewrite <- sum_plus; now apply sum_ext. }
rewrite row; change (pairs G (S m)) with (pairs G m + sum (fun i => G i (S m)) (S m - 1)).
replace (S m - 1)%nat with m by lia; cbn [sum]; rewrite IH.
rewrite (sum_ext (G (S m)) (fun i => G i (S m)) m) by (intros; apply sym); ring.
Qed.

Section Middle.
Variables (m big low : nat).
Hypothesis (B : within m big) (L : within m low) (differ : big <> low).

(* The sum over all places but these two. *)
Definition middle (f : nat -> R) : R := sum f m - f big - f low.

Lemma middle_nonneg f : (forall j, within m j -> j <> big -> j <> low -> 0 <= f j) -> 0 <= middle f.
Proof.
intros h; unfold middle; rewrite (sum_split f m big B), (sum_split (others big f) m low L).
unfold others at 1; destruct (Nat.eqb_spec low big); [congruence | ].
enough (0 <= sum (others low (others big f)) m) by lra.
apply sum_nonneg; intros j J; unfold others.
destruct (Nat.eqb_spec j low); [lra | destruct (Nat.eqb_spec j big); [lra | now apply h]].
Qed.

Lemma middle_plus f g : middle (fun j => f j + g j) = middle f + middle g.
Proof. unfold middle; rewrite sum_plus; ring. Qed.

Lemma middle_minus f g : middle (fun j => f j - g j) = middle f - middle g.
Proof. unfold middle; rewrite sum_minus; ring. Qed.

Lemma middle_scale c f : middle (fun j => c * f j) = c * middle f.
Proof. unfold middle; rewrite sum_scale; ring. Qed.

Lemma middle_const c : middle (fun _ => c) = (INR m - 2) * c.
Proof. unfold middle; rewrite sum_const; ring. Qed.

Lemma middle_ext f g : (forall j, within m j -> f j = g j) -> middle f = middle g.
Proof. intros h; unfold middle; rewrite (sum_ext f g m h), !h by easy; ring. Qed.

Lemma middle_all f : sum f m = middle f + f big + f low. Proof. unfold middle; ring. Qed.

(* Over pairs of different places. *)
Lemma middle_pairs F : (forall j k, within m j -> within m k -> j <> big -> j <> low ->
    k <> big -> k <> low -> j <> k -> 0 <= F j k) ->
  0 <= middle (fun j => middle (F j) - F j j).
Proof.
intros h; apply middle_nonneg; intros j J jb jl.
replace (middle (F j) - F j j) with (middle (fun k => F j k - (if Nat.eqb k j then F j j else 0))).
- apply middle_nonneg; intros k K kb kl; destruct (Nat.eqb_spec k j) as [-> | ne]; [lra | ].
  enough (0 <= F j k) by lra; apply h; auto.
- rewrite middle_minus; f_equal; unfold middle at 1.
  rewrite (sum_single _ m j J) by (intros k _ ne; apply Nat.eqb_neq in ne; now rewrite ne).
  rewrite Nat.eqb_refl; apply Nat.eqb_neq in jb, jl.
  rewrite (Nat.eqb_sym big), (Nat.eqb_sym low), jb, jl; ring.
Qed.
End Middle.

Section Swaps.
Variables (m : nat) (d : nat -> R) (tau : R) (big low : nat).
Hypothesis (m2 : (2 <= m)%nat) (T : 0 < tau) (D : forall i, within m i -> 0 < d i).
Hypothesis (B : within m big) (L : within m low) (differ : big <> low).
Hypothesis (most : forall i, within m i -> d i <= d big).
Hypothesis (least : forall i, within m i -> d low <= d i).

Let t := defect (d big) (d low).
Let e := swap_weight tau d.
Let G i j := e i j * ((INR m - 1) * defect (d i) (d j) - t).

Lemma weight_sym i j : e i j = e j i.
Proof. unfold e, swap_weight; now rewrite Rabs_minus_sym. Qed.

Lemma weight_least i j : 1 <= e i j.
Proof.
unfold e, swap_weight; pose proof (exp_ineq1_le (Rabs (d i - d j) / tau)).
assert (0 <= Rabs (d i - d j) / tau); [ | lra].
apply Rmult_le_pos; [apply Rabs_pos | apply Rlt_le, Rinv_0_lt_compat, T].
Qed.

Lemma weight_product i j k : d j <= d i -> d k <= d j -> e i k = e i j * e j k.
Proof.
intros ji kj; unfold e, swap_weight; rewrite <- exp_plus; f_equal.
rewrite !Rabs_pos_eq by lra; field; lra.
Qed.

Lemma G_sym i j : G i j = G j i.
Proof. unfold G; now rewrite weight_sym, defect_sym. Qed.

Lemma G_own i : within m i -> G i i = - t.
Proof.
intros I; unfold G, e, swap_weight; rewrite (defect_same (d i)) by auto.
unfold Rminus at 1; rewrite Rplus_opp_r, Rabs_R0; unfold Rdiv; rewrite Rmult_0_l, exp_0; ring.
Qed.

Lemma four_blocks j k : within m j -> within m k -> d k <= d j -> 2 <= INR m - 2 ->
  0 <= 2 * e big low * t + (G big j + G j low) + (G big k + G k low) + (INR m - 2 - 1) * G j k.
Proof.
intros J K kj n2.
pose proof (D j J); pose proof (D k K); pose proof (D low L); pose proof (D big B).
pose proof (most j J); pose proof (most k K); pose proof (least j J); pose proof (least k K).
unfold G, t; rewrite (weight_product big j low), (weight_product j k low) by lra.
rewrite (weight_product big j k) by lra.
rewrite <- !root_square by easy; fold t.
pose proof (four (root (d big) (d j)) (root (d k) (d low)) (root (d j) (d k))
  (root (d big) (d k)) (root (d j) (d low)) (root (d big) (d low)) (INR m - 2)
  (e big j) (e k low) (e j k)) as Q.
unfold Rsqr in Q.
match type of Q with ?h1 -> _ => assert (root (d big) (d low) >= 0) end.
{ apply Rle_ge, root_nonneg; easy. }
eapply Rle_trans; [apply Q | right; ring]; try (now apply root_nonneg); try apply weight_least; try lra.
- apply Rle_trans with (root (d big) (d k)); [apply lower_part | apply upper_part]; lra.
- apply root_triangle; lra.
- rewrite Rplus_comm; apply root_triangle; lra.
- apply lower_part; lra.
- apply upper_part; lra.
- apply lower_part; lra.
- intros h; apply upper_gap in h; try lra; unfold e, swap_weight.
  rewrite !Rabs_pos_eq by lra.
  assert (le : (d j - d k) / tau <= (d big - d j) / tau).
  { apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, T | lra]. }
  destruct le as [l | ->]; [left; now apply exp_increasing | lra].
Qed.

Let mid f := middle m big low f.
Let n := INR m - 2.
Let a := mid (fun j => G big j + G j low).
Let b := mid (fun j => mid (G j)).

Lemma G_ends : G big low = n * (e big low * t).
Proof. unfold G, n, t; ring. Qed.

Lemma whole : 2 * pairs G m = 2 * n * (e big low * t) + 2 * a + b + n * t.
Proof.
pose proof (pairs_square G m G_sym) as sq.
rewrite (sum_ext (fun i => G i i) (fun _ => - t) m) in sq by (intros; now apply G_own).
rewrite sum_const in sq.
rewrite (middle_all m big low) in sq.
rewrite (middle_ext m big low B L (fun i => sum (G i) m)
  (fun i => mid (G i) + (G big i + G i low))) in sq.
2:{ intros i _; rewrite (middle_all m big low), (G_sym big i); unfold mid; ring. }
rewrite (middle_plus m big low) in sq.
rewrite (middle_all m big low (G big)), (middle_all m big low (G low)) in sq.
rewrite (G_own big B), (G_own low L), (G_sym low big), G_ends in sq.
assert (ends : middle m big low (G big) + middle m big low (G low) = a).
{ unfold a, mid; rewrite <- middle_plus; apply middle_ext; try easy; intros j _.
  now rewrite (G_sym low j). }
fold (mid (fun i => mid (G i))) in sq; fold b in sq.
fold (mid (fun i => G big i + G i low)) in sq; fold a in sq; unfold n in *; lra.
Qed.

Lemma swaps_two : m = 2%nat -> 0 <= pairs G m.
Proof.
intros ->; unfold pairs; cbn [sum Nat.sub]; unfold within in *.
assert (same : defect (d 1%nat) (d 2%nat) = t).
{ unfold t; assert (big = 1 /\ low = 2 \/ big = 2 /\ low = 1)%nat as [[-> ->] | [-> ->]] by lia;
    [easy | apply defect_sym]. }
unfold G; rewrite same; cbn [INR]; right; ring.
Qed.

Lemma swaps_three : m = 3%nat -> 0 <= pairs G m.
Proof.
intros e3; pose proof whole as w.
assert (n1 : n = 1) by (unfold n; rewrite e3; cbn [INR]; ring).
assert (none : forall s, (s = 1 \/ s = -1) ->
  0 <= middle m big low (fun j => middle m big low (fun k => s * G j k) - s * G j j)).
{ intros s _; apply middle_pairs; try easy; intros j k J K **; unfold within in *; lia. }
assert (bt : b = - t).
{ assert (e' : forall s, middle m big low (fun j => middle m big low (fun k => s * G j k) - s * G j j)
    = s * (b + n * t)).
  { intros s; rewrite middle_minus.
    rewrite (middle_ext m big low B L _ (fun j => s * mid (G j))) by (intros; apply middle_scale).
    rewrite middle_scale; fold b.
    rewrite (middle_ext m big low B L (fun j => s * G j j) (fun _ => - (s * t)))
      by (intros j J; rewrite (G_own j J); ring).
    rewrite middle_const; fold n; unfold b, mid; ring. }
  pose proof (none 1 (or_introl eq_refl)) as u; pose proof (none (-1) (or_intror eq_refl)) as v.
  rewrite e' in u, v; rewrite n1 in u, v; lra. }
assert (one : 0 <= middle m big low (fun j => e big low * t + (G big j + G j low))).
{ apply middle_nonneg; try easy; intros j J _ _.
  pose proof (D j J); pose proof (D low L); pose proof (D big B).
  pose proof (most j J); pose proof (least j J).
  rewrite (weight_product big j low) by lra; unfold G.
  replace (INR m - 1) with 2 by (rewrite e3; cbn [INR]; ring).
  pose proof (weight_least big j); pose proof (weight_least j low).
  set (u := e big j) in *; set (v := e j low) in *.
  assert (tri : t <= 2 * (defect (d big) (d j) + defect (d j) (d low))).
  { unfold t; rewrite <- !root_square by easy.
    pose proof (root_triangle (d big) (d j) (d low) ltac:(lra) ltac:(lra) ltac:(lra)).
    pose proof (root_nonneg (d big) (d low) ltac:(lra) ltac:(lra)).
    set (r := root (d big) (d low)) in *; set (p := root (d big) (d j)) in *.
    set (q := root (d j) (d low)) in *.
    assert (r * r <= (p + q) * (p + q)) by (apply Rmult_le_compat; lra).
    pose proof (Rle_0_sqr (p - q)); unfold Rsqr in *; lra. }
  assert (t0 : 0 <= t) by (unfold t; now apply defect_nonneg).
  pose proof (defect_nonneg (d big) (d j)) as x1; pose proof (defect_nonneg (d j) (d low)) as x2.
  set (x := defect (d big) (d j)) in *; set (y := defect (d j) (d low)) in *.
  specialize (x1 ltac:(lra) ltac:(lra)); specialize (x2 ltac:(lra) ltac:(lra)).
  destruct (Rle_lt_dec u v).
  - assert (u * (2 * (x + y)) <= 2 * u * x + 2 * v * y) by nra.
    assert (u * t <= u * (2 * (x + y))) by (apply Rmult_le_compat_l; lra).
    assert (0 <= v * (u - 1) * t) by (repeat apply Rmult_le_pos; lra); lra.
  - assert (v * (2 * (x + y)) <= 2 * u * x + 2 * v * y) by nra.
    assert (v * t <= v * (2 * (x + y))) by (apply Rmult_le_compat_l; lra).
    assert (0 <= u * (v - 1) * t) by (repeat apply Rmult_le_pos; lra); lra. }
rewrite middle_plus, middle_const in one; fold n in one; fold (mid (fun j => G big j + G j low)) in one.
fold a in one; rewrite bt, n1 in *; lra.
Qed.

Lemma swaps_more : (4 <= m)%nat -> 0 <= pairs G m.
Proof.
intros m4; pose proof whole as w.
assert (n2 : 2 <= n) by (unfold n; apply le_INR in m4; cbn [INR] in m4; lra).
assert (four : 0 <= middle m big low (fun j =>
  middle m big low (fun k => (2 * e big low * t + (G big j + G j low)) + (G big k + G k low)
    + (n - 1) * G j k)
  - ((2 * e big low * t + (G big j + G j low)) + (G big j + G j low) + (n - 1) * G j j))).
{ apply (middle_pairs m big low B L differ (fun j k => (2 * e big low * t + (G big j + G j low))
    + (G big k + G k low) + (n - 1) * G j k)).
  intros j k J K _ _ _ _ _; destruct (Rle_lt_dec (d k) (d j)) as [h | h].
  - pose proof (four_blocks j k J K h n2) as f; unfold n; lra.
  - pose proof (four_blocks k j K J ltac:(lra) n2) as f; rewrite (G_sym k j) in f; unfold n; lra. }
rewrite (middle_ext m big low B L _ (fun j => (2 * n * (e big low * t) + a - 2 * (e big low * t)
  + (n - 1) * t) + ((n - 2) * (G big j + G j low) + (n - 1) * mid (G j)))) in four.
2:{ intros j J; unfold a, mid; rewrite !middle_plus, !middle_const, !middle_scale, (G_own j J).
  unfold n; ring. }
rewrite middle_plus, middle_const, middle_plus, !middle_scale in four; fold n in four.
fold (mid (fun j => G big j + G j low)) in four; fold a in four.
fold (mid (fun j => mid (G j))) in four; fold b in four.
assert (0 <= (n - 1) * (2 * n * (e big low * t) + 2 * a + b + n * t)) as all by lra.
assert (0 <= 2 * n * (e big low * t) + 2 * a + b + n * t); [ | lra].
apply Rmult_le_reg_l with (n - 1); lra.
Qed.

Lemma swaps : t * pairs e m <= (INR m - 1) * pairs (fun i j => e i j * defect (d i) (d j)) m.
Proof.
assert (all : 0 <= pairs G m).
{ destruct (Nat.eq_dec m 2); [now apply swaps_two | ].
  destruct (Nat.eq_dec m 3); [now apply swaps_three | apply swaps_more; lia]. }
assert (split : pairs G m
  = (INR m - 1) * pairs (fun i j => e i j * defect (d i) (d j)) m - t * pairs e m); [ | lra].
rewrite <- !pairs_scale, <- pairs_minus; apply pairs_ext; intros; unfold G; ring.
Qed.
End Swaps.

Lemma defect_inside p q r s : 0 < s -> s <= q -> q <= p -> p <= r -> defect p q <= defect r s.
Proof.
intros S SQ QP PR; rewrite <- !root_square by lra.
assert (root p q <= root r s).
{ apply Rle_trans with (root r q); [apply lower_part; lra | apply upper_part; lra]. }
pose proof (root_nonneg p q ltac:(lra) ltac:(lra)); apply Rmult_le_compat; lra.
Qed.

Theorem A_score_high : Statements.score_high.A_score_high.
Proof.
intros m d after tau eps M T D high i j I J.
pose proof (mean_defect m tau d after eps M D high) as mean.
pose proof (pairs_pos tau d m M) as W; pose proof (D i I); pose proof (D j J).
assert (m1 : 1 <= INR m - 1) by (apply le_INR in M; cbn [INR] in M; lra).
assert (bound : defect (d i) (d j) <= (INR m - 1) * eps).
{ destruct (best_attained d m ltac:(lia)) as (big & B & eb).
  destruct (best_attained (fun k => - d k) m ltac:(lia)) as (low & L & el).
  assert (most : forall k, within m k -> d k <= d big) by (intros; rewrite eb; now apply best_above).
  assert (least : forall k, within m k -> d low <= d k).
  { intros k K; pose proof (best_above (fun k => - d k) m k K) as h; cbv beta in *; lra. }
  destruct (Nat.eq_dec big low) as [same | differ].
  - assert (0 <= pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m) as pos.
    { apply sum_nonneg; intros b B'; apply sum_nonneg; intros a A'; unfold within in *.
      apply Rmult_le_pos; [apply Rlt_le, weight_pos | apply defect_nonneg; apply D; unfold within; lia]. }
    assert (0 <= eps).
    { apply Rmult_le_reg_r with (pairs (swap_weight tau d) m); lra. }
    assert (d i = d j).
    { pose proof (most i I); pose proof (most j J); pose proof (least i I); pose proof (least j J).
      subst low; lra. }
    replace (d i) with (d j) by easy; rewrite defect_same by easy; apply Rmult_le_pos; lra.
  - pose proof (swaps m d tau big low M T D B L differ most least) as s.
    assert (t : defect (d big) (d low) <= (INR m - 1) * eps).
    { apply Rmult_le_reg_r with (pairs (swap_weight tau d) m); [easy | ].
      eapply Rle_trans; [exact s | ]; rewrite Rmult_assoc; apply Rmult_le_compat_l; lra. }
    eapply Rle_trans; [ | exact t]; pose proof (D low L).
    destruct (Rle_lt_dec (d j) (d i)); [ | rewrite defect_sym]; apply defect_inside; auto; lra. }
unfold defect in bound; replace (d i ^ 2 + d j ^ 2) with (d i * d i + d j * d j) by ring.
set (r := sqrt (2 * (d i * d i + d j * d j))) in *.
assert (0 < r) by (apply sqrt_lt_R0; nra).
assert (le : 1 - (INR m - 1) * eps <= (d i + d j) / r) by lra.
apply Rmult_le_compat_r with (r := r) in le; [ | lra].
replace ((d i + d j) / r * r) with (d i + d j) in le by (field; lra); easy.
Qed.

(* The best constant: means 1 + h, 1 - h and 1, and h small. *)
Lemma middle_same m big low f c : within m big -> within m low -> big <> low ->
  (forall j, within m j -> j <> big -> j <> low -> f j = c) ->
  middle m big low f = (INR m - 2) * c.
Proof.
intros B L ne h; rewrite <- (middle_const m big low).
assert (u : 0 <= middle m big low (fun j => f j - c))
  by (apply middle_nonneg; try easy; intros j J jb jl; rewrite h by easy; lra).
assert (v : 0 <= middle m big low (fun j => c - f j))
  by (apply middle_nonneg; try easy; intros j J jb jl; rewrite h by easy; lra).
rewrite middle_minus in u, v; lra.
Qed.

Lemma defect_scale k p q : 0 < k -> 0 < p -> 0 < q -> defect (k * p) (k * q) = defect p q.
Proof.
intros K P Q; unfold defect.
replace (2 * (k * p * (k * p) + k * q * (k * q))) with (k * k * (2 * (p * p + q * q))) by ring.
rewrite sqrt_mult_alt by nra; rewrite sqrt_square by lra.
assert (0 < sqrt (2 * (p * p + q * q))) by (apply sqrt_lt_R0; nra); field; lra.
Qed.

(* 1 - 1/√(1 + u²) from both sides, u = (p - q)/(p + q). *)
Lemma defect_below_square p q : 0 < p -> 0 < q ->
  defect p q <= ((p - q) / (p + q)) ^ 2 / 2.
Proof.
intros P Q; set (u := (p - q) / (p + q)); unfold defect.
assert (U : u ^ 2 <= 1).
{ assert (-1 <= u <= 1); [ | nra]; unfold u; split; apply Rmult_le_reg_r with (p + q); try lra;
    unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
assert (e : 2 * (p * p + q * q) = (1 + u ^ 2) * ((p + q) * (p + q))) by (unfold u; field; lra).
rewrite e, sqrt_mult_alt, sqrt_square by nra; set (r := sqrt (1 + u ^ 2)).
assert (r1 : 0 < r) by (apply sqrt_lt_R0; nra); assert (rr : r * r = 1 + u ^ 2) by (apply sqrt_def; nra).
replace ((p + q) / (r * (p + q))) with (/ r) by (field; lra).
assert (1 - u ^ 2 / 2 <= / r); [ | lra].
apply Rmult_le_reg_r with r; [easy | rewrite Rinv_l by lra].
apply Rsqr_incr_0_var; [ | lra]; unfold Rsqr.
replace ((1 - u ^ 2 / 2) * r * ((1 - u ^ 2 / 2) * r)) with ((1 - u ^ 2 / 2) ^ 2 * (r * r)) by ring.
rewrite rr; assert (0 <= u ^ 2) by nra; set (y := u ^ 2) in *; nra.
Qed.

Lemma defect_above_square h : 0 < h < 1 -> h ^ 2 / 2 * (1 - h ^ 2) <= defect (1 + h) (1 - h).
Proof.
intros H; unfold defect.
replace (2 * ((1 + h) * (1 + h) + (1 - h) * (1 - h))) with (2 * 2 * (1 + h ^ 2)) by ring.
rewrite sqrt_mult_alt, sqrt_square by lra; set (r := sqrt (1 + h ^ 2)).
assert (r1 : 0 < r) by (apply sqrt_lt_R0; nra); assert (rr : r * r = 1 + h ^ 2) by (apply sqrt_def; nra).
replace ((1 + h + (1 - h)) / (2 * r)) with (/ r) by (field; lra).
assert (/ r <= 1 - h ^ 2 / 2 * (1 - h ^ 2)); [ | lra].
assert (0 < h ^ 2 < 1) by nra; set (y := h ^ 2) in *.
apply Rmult_le_reg_r with r; [easy | rewrite Rinv_l by lra].
apply Rsqr_incr_0_var; [ | apply Rmult_le_pos; nra]; unfold Rsqr.
replace ((1 - y / 2 * (1 - y)) * r * ((1 - y / 2 * (1 - y)) * r))
  with ((1 - y / 2 * (1 - y)) ^ 2 * (r * r)) by ring.
rewrite rr; replace ((1 - y / 2 * (1 - y)) ^ 2 * (1 + y))
  with (1 + y * y * (1 / 4 + y * (3 / 4 - y * (1 / 4) + y * y * (1 / 4)))) by field.
assert (0 <= y * y * (1 / 4 + y * (3 / 4 - y * (1 / 4) + y * y * (1 / 4)))); [ | lra].
apply Rmult_le_pos; nra.
Qed.

Section Best.
Variables (m : nat) (tau c k h : R).
Hypothesis (m2 : (2 <= m)%nat) (T : 0 < tau) (C : 0 < c) (K : 0 < k) (H : 0 < h <= 1 / 4).
Hypothesis small : h * ((INR m - 1) * (2 + 2 * k / tau)) < INR m - 1 - c.

Definition spread (i : nat) : R := k * (if Nat.eqb i 1 then 1 + h else if Nat.eqb i 2 then 1 - h else 1).

Lemma spread_pos i : 0 < spread i.
Proof.
unfold spread; apply Rmult_lt_0_compat; [easy | ].
destruct (Nat.eqb i 1); [lra | destruct (Nat.eqb i 2); lra].
Qed.

Lemma spread_one : spread 1 = k * (1 + h). Proof. reflexivity. Qed.
Lemma spread_two : spread 2 = k * (1 - h). Proof. reflexivity. Qed.
Lemma spread_rest i : i <> 1%nat -> i <> 2%nat -> spread i = k * 1.
Proof. intros a b; apply Nat.eqb_neq in a, b; unfold spread; now rewrite a, b. Qed.

Let one : within m 1. Proof. unfold within; lia. Qed.
Let two : within m 2. Proof. unfold within; lia. Qed.
Let t := defect (1 + h) (1 - h).
Let x := defect (1 + h) 1.
Let y := defect (1 - h) 1.

Lemma spread_sum : sum spread m = INR m * k.
Proof.
rewrite (middle_all m 1 2), (middle_same m 1 2 spread (k * 1)); try easy.
- rewrite spread_one, spread_two; ring.
- intros j _; apply spread_rest.
Qed.

Lemma spread_defects : pairs (fun i j => defect (spread i) (spread j)) m = t + (INR m - 2) * (x + y).
Proof.
set (G := fun i j => defect (spread i) (spread j)).
pose proof (pairs_square G m (fun i j => defect_sym (spread i) (spread j))) as sq.
assert (own : forall i, G i i = 0) by (intros; apply defect_same, spread_pos).
rewrite (sum_zero (fun i => G i i)) in sq by (intros; apply own).
assert (g1 : forall j, j <> 1%nat -> j <> 2%nat -> G j 1%nat = x).
{ intros j a b; unfold G; rewrite spread_one, spread_rest, defect_scale, defect_sym by (easy || lra); easy. }
assert (g2 : forall j, j <> 1%nat -> j <> 2%nat -> G j 2%nat = y).
{ intros j a b; unfold G; rewrite spread_two, spread_rest, defect_scale, defect_sym by (easy || lra); easy. }
assert (g0 : forall i j, i <> 1%nat -> i <> 2%nat -> j <> 1%nat -> j <> 2%nat -> G i j = 0).
{ intros; unfold G; rewrite !spread_rest by easy; apply defect_same; lra. }
assert (t12 : G 1%nat 2%nat = t) by (unfold G; now rewrite spread_one, spread_two, defect_scale by lra).
assert (sym : forall i j, G i j = G j i) by (intros; apply defect_sym).
rewrite (middle_all m 1 2) in sq.
rewrite (middle_same m 1 2 (fun i => sum (G i) m) (x + y)) in sq; try easy.
- rewrite !(middle_all m 1 2 (G _)) in sq.
  rewrite (middle_same m 1 2 (G 1%nat) x), (middle_same m 1 2 (G 2%nat) y) in sq; try easy.
  + rewrite !own, (sym 2%nat 1%nat), t12 in sq; lra.
  + intros j _ a b; rewrite sym; now apply g2.
  + intros j _ a b; rewrite sym; now apply g1.
- intros j _ a b; rewrite (middle_all m 1 2), (middle_same m 1 2 (G j) 0), g1, g2; try easy; [ring | ].
  intros i _ a' b'; now apply g0.
Qed.

Lemma spread_gap i j : swap_weight tau spread i j <= exp (2 * k / tau * h).
Proof.
unfold swap_weight.
assert (le : Rabs (spread i - spread j) / tau <= 2 * k / tau * h).
{ replace (2 * k / tau * h) with (2 * k * h / tau) by (field; lra).
  apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, T | ].
  assert (r : forall n, k * (1 - h) <= spread n <= k * (1 + h)).
  { intros n; unfold spread; destruct (Nat.eqb n 1); [nra | destruct (Nat.eqb n 2); nra]. }
  pose proof (r i); pose proof (r j); apply Rabs_le; lra. }
destruct le as [l | ->]; [left; now apply exp_increasing | lra].
Qed.

Lemma best_holds : c * pairs (fun i j => swap_weight tau spread i j * defect (spread i) (spread j)) m
  < t * pairs (swap_weight tau spread) m.
Proof.
assert (M : 2 <= INR m) by (apply le_INR in m2; cbn [INR] in m2; lra).
set (s := 2 * k / tau) in *; set (E := exp (s * h)).
assert (S0 : 0 < s) by (unfold s; apply Rdiv_lt_0_compat; lra).
assert (room : 0 < 1 - s * h).
{ assert (h * (2 + s) < 1).
  - apply Rmult_lt_reg_l with (INR m - 1); [lra | ]; lra.
  - lra. }
assert (exp_above : E * (1 - s * h) <= 1).
{ pose proof (exp_ineq1_le (- (s * h))) as low; unfold E.
  apply Rle_trans with (exp (s * h) * exp (- (s * h))).
  - apply Rmult_le_compat_l; [apply Rlt_le, exp_pos | lra].
  - rewrite <- exp_plus, Rplus_opp_r, exp_0; lra. }
assert (E1 : 0 < E) by apply exp_pos.
assert (sum_le : pairs (fun i j => swap_weight tau spread i j * defect (spread i) (spread j)) m
  <= E * (t + (INR m - 2) * (x + y))).
{ rewrite <- spread_defects, <- pairs_scale; apply pairs_le; intros i j _ _ _.
  apply Rmult_le_compat_r; [apply defect_nonneg; apply spread_pos | apply spread_gap]. }
assert (count : INR m * (INR m - 1) / 2 <= pairs (swap_weight tau spread) m).
{ rewrite <- S_score_temp_pairs; apply pairs_le; intros i j _ _ _; now apply weight_least. }
assert (t_low : h ^ 2 / 2 * (1 - h ^ 2) <= t) by (apply defect_above_square; lra).
assert (xy : x + y <= h ^ 2 / 4 * (1 + h ^ 2)).
{ pose proof (defect_below_square (1 + h) 1 ltac:(lra) ltac:(lra)) as a.
  pose proof (defect_below_square (1 - h) 1 ltac:(lra) ltac:(lra)) as b; fold x in a; fold y in b.
  assert (fr : ((1 + h - 1) / (1 + h + 1)) ^ 2 / 2 + ((1 - h - 1) / (1 - h + 1)) ^ 2 / 2
    = h ^ 2 * ((4 + h ^ 2) / ((4 - h ^ 2) ^ 2))).
  { field; split; [nra | split; lra]. }
  assert ((4 + h ^ 2) / ((4 - h ^ 2) ^ 2) <= 1 / 4 * (1 + h ^ 2)).
  { assert (0 < h ^ 2 <= 1 / 16) by nra; set (z := h ^ 2) in *.
    apply Rmult_le_reg_r with ((4 - z) ^ 2); [nra | ].
    unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l by nra; nra. }
  assert (0 < h ^ 2) by nra; nra. }
assert (y2 : 0 < h ^ 2 <= 1 / 16) by nra.
assert (hh : h ^ 2 <= h / 4) by nra.
set (z := h ^ 2) in *.
assert (t0 : 0 < t) by nra.
assert (inner : (1 - z) * (t + (INR m - 2) * (x + y)) <= INR m / 2 * (1 + z) * t).
{ assert ((INR m - 2) * (x + y) <= (INR m - 2) * (z / 4 * (1 + z))) by (apply Rmult_le_compat_l; lra).
  assert ((1 - z) * ((INR m - 2) * (x + y)) <= (1 - z) * ((INR m - 2) * (z / 4 * (1 + z))))
    by (apply Rmult_le_compat_l; lra).
  assert ((INR m - 2) / 2 * (1 + z) * (z / 2 * (1 - z)) <= (INR m - 2) / 2 * (1 + z) * t)
    by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]).
  assert (0 <= z * t) by (apply Rmult_le_pos; lra); lra. }
assert (last : c * (1 + z) < (INR m - 1) * ((1 - z) * (1 - s * h))).
{ assert (1 - h * (1 + s) <= (1 - z) * (1 - s * h)) by nra.
  assert ((INR m - 1) * (1 - h * (1 + s)) <= (INR m - 1) * ((1 - z) * (1 - s * h)))
    by (apply Rmult_le_compat_l; lra).
  assert (c * z <= (INR m - 1) * h); [ | nra].
  assert (0 <= h * ((INR m - 1) * (2 + s))) by (repeat apply Rmult_le_pos; lra).
  apply Rmult_le_compat; lra. }
apply Rlt_le_trans with (t * (INR m * (INR m - 1) / 2)); [ | apply Rmult_le_compat_l; lra].
apply Rle_lt_trans with (c * (E * (t + (INR m - 2) * (x + y)))); [apply Rmult_le_compat_l; lra | ].
set (w := t + (INR m - 2) * (x + y)) in *.
apply Rmult_lt_reg_r with ((1 - z) * (1 - s * h)); [apply Rmult_lt_0_compat; lra | ].
assert (w0 : 0 <= w).
{ unfold w; assert (0 <= x) by (apply defect_nonneg; lra); assert (0 <= y) by (apply defect_nonneg; lra).
  assert (0 <= (INR m - 2) * (x + y)) by (apply Rmult_le_pos; lra); lra. }
apply Rle_lt_trans with (c * (INR m / 2 * (1 + z) * t)).
- replace (c * (E * w) * ((1 - z) * (1 - s * h))) with (c * ((E * (1 - s * h)) * ((1 - z) * w))) by ring.
  apply Rmult_le_compat_l; [lra | ]; apply Rle_trans with (1 * ((1 - z) * w)); [ | lra].
  apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | easy].
- replace (c * (INR m / 2 * (1 + z) * t)) with (INR m / 2 * t * (c * (1 + z))) by field.
  replace (t * (INR m * (INR m - 1) / 2) * ((1 - z) * (1 - s * h)))
    with (INR m / 2 * t * ((INR m - 1) * ((1 - z) * (1 - s * h)))) by field.
  apply Rmult_lt_compat_l; [apply Rmult_lt_0_compat; lra | easy].
Qed.
End Best.

Theorem A_score_high_best : Statements.score_high.A_score_high_best.
Proof.
intros m tau c total M T total0 less.
assert (M2 : 2 <= INR m) by (apply le_INR in M; cbn [INR] in M; lra).
set (g := Rmax c ((INR m - 1) / 2)); set (k := total / INR m).
assert (gc : c <= g) by apply Rmax_l; assert (g0 : (INR m - 1) / 2 <= g) by apply Rmax_r.
assert (g1 : g < INR m - 1) by (unfold g; apply Rmax_lub_lt; lra).
assert (k0 : 0 < k) by (unfold k; apply Rdiv_lt_0_compat; lra).
assert (s0 : 0 < 2 * k / tau) by (apply Rdiv_lt_0_compat; lra).
set (den := (INR m - 1) * (2 + 2 * k / tau)).
assert (den0 : 2 * (INR m - 1) <= den) by (unfold den; nra).
set (h := (INR m - 1 - g) / (2 * den)).
assert (h0 : 0 < h <= 1 / 4).
{ split; unfold h; [apply Rdiv_lt_0_compat; lra | ].
  apply Rmult_le_reg_r with (2 * den); [lra | ].
  unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l by lra; lra. }
assert (small : h * den < INR m - 1 - g).
{ unfold h; replace ((INR m - 1 - g) / (2 * den) * den) with ((INR m - 1 - g) / 2) by (field; lra); lra. }
pose proof (best_holds m tau g k h M T ltac:(lra) k0 h0 small) as best.
set (d := spread k h) in *; assert (D : forall i, 0 < d i) by (intros; now apply spread_pos).
destruct (alike_scores m tau d M D) as [a b]; pose proof (pairs_pos tau d m M) as W.
set (x := pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m) in *.
set (w := pairs (swap_weight tau d) m) in *.
assert (mean : pairs (fun i j => swap_weight tau d i j * (1 - defect (d i) (d j))) m / w = 1 - x / w).
{ replace (1 - x / w) with ((w - x) / w) by (field; lra); f_equal; unfold x, w.
  rewrite <- pairs_minus; apply pairs_ext; intros; ring. }
exists d, (fun _ _ => (1, 1)), (x / w); split; [easy | split; [ | split; [ | split]]].
- unfold d; rewrite spread_sum by easy; unfold k; field; lra.
- intros _ _; cbn; lra.
- unfold both_at_least; rewrite a, b, mean; lra.
- change (d 1%nat) with (k * (1 + h)); change (d 2%nat) with (k * (1 - h)).
  set (t := defect (1 + h) (1 - h)) in *.
  assert (x0 : 0 <= x).
  { unfold x; apply sum_nonneg; intros j _; apply sum_nonneg; intros i _.
    apply Rmult_le_pos; [apply Rlt_le, weight_pos | apply defect_nonneg; apply D]. }
  assert (lt : c * (x / w) < t).
  { apply Rle_lt_trans with (g * (x / w)).
    - apply Rmult_le_compat_r; [ | easy]; apply Rmult_le_pos; [easy | apply Rlt_le, Rinv_0_lt_compat, W].
    - apply Rmult_lt_reg_r with w; [easy | ].
      replace (g * (x / w) * w) with (g * x) by (field; lra); exact best. }
  assert (e : defect (k * (1 + h)) (k * (1 - h)) = t) by (apply defect_scale; lra).
  unfold defect in e.
  replace ((k * (1 + h)) ^ 2 + (k * (1 - h)) ^ 2)
    with (k * (1 + h) * (k * (1 + h)) + k * (1 - h) * (k * (1 - h))) by ring.
  set (r := sqrt (2 * (k * (1 + h) * (k * (1 + h)) + k * (1 - h) * (k * (1 - h))))) in *.
  assert (0 < r) by (apply sqrt_lt_R0; nra).
  assert (f : k * (1 + h) + k * (1 - h) = (1 - t) * r).
  { rewrite <- e; field; lra. }
  rewrite f; apply Rmult_lt_compat_r; lra.
Qed.
