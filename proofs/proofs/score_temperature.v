(* The weighted mean of the swaps' defects against that of the largest gap. *)
From Coq Require Import Reals Lra Lia.
From Statements Require Import attention score_temperature.
From Proofs Require Import sums_of_reals.
Local Open Scope R_scope.

Lemma pairs_le f g m :
  (forall i j, within m i -> within m j -> (i < j)%nat -> f i j <= g i j) ->
  pairs f m <= pairs g m.
Proof.
intros H; apply sum_le; intros j J; apply sum_le; intros i I.
unfold within in *; apply H; unfold within; lia.
Qed.

Lemma pairs_ext f g m :
  (forall i j, within m i -> within m j -> (i < j)%nat -> f i j = g i j) ->
  pairs f m = pairs g m.
Proof.
intros H; apply Rle_antisym; apply pairs_le; intros i j I J L; rewrite (H i j I J L); lra.
Qed.

Lemma pairs_scale c f m : pairs (fun i j => c * f i j) m = c * pairs f m.
Proof.
unfold pairs; rewrite <- sum_scale; apply sum_ext; intros j _; apply sum_scale.
Qed.

Lemma pairs_minus f g m : pairs (fun i j => f i j - g i j) m = pairs f m - pairs g m.
Proof.
unfold pairs; rewrite <- sum_minus; apply sum_ext; intros j _; apply sum_minus.
Qed.

Theorem S_score_temp_pairs : S_score_temp_pairs.
Proof.
intros m; unfold pairs; induction m as [|m IH]; [simpl; lra|].
change (sum (fun j => sum (fun _ => 1) (j - 1)) m + sum (fun _ => 1) (S m - 1)
  = INR (S m) * (INR (S m) - 1) / 2).
rewrite IH, sum_const, S_INR; replace (S m - 1)%nat with m by lia; lra.
Qed.

(* Every pair at most c, and one of them at most v. *)
Lemma pairs_but_one f m a b c v : within m a -> within m b -> (a < b)%nat ->
  (forall i j, within m i -> within m j -> (i < j)%nat -> f i j <= c) -> f a b <= v ->
  pairs f m <= (pairs (fun _ _ => 1) m - 1) * c + v.
Proof.
intros A B L H V; unfold within in A, B.
set (here := fun i j => if andb (Nat.eqb i a) (Nat.eqb j b) then 1 else 0).
assert (pairs here m = 1) as One.
  { unfold pairs; rewrite (sum_single _ m b); [|unfold within; lia|].
    - rewrite (sum_single _ (b - 1) a); [|unfold within; lia|].
      + unfold here; now rewrite !Nat.eqb_refl.
      + intros k _ N; unfold here; apply Nat.eqb_neq in N; now rewrite N.
    - intros k _ N; apply sum_zero; intros i _; unfold here.
      apply Nat.eqb_neq in N; rewrite N; now destruct (Nat.eqb i a). }
assert (pairs f m <= pairs (fun i j => c * 1 - (c - v) * here i j) m) as Le.
  { apply pairs_le; intros i j I J K; unfold here.
    destruct (Nat.eqb_spec i a) as [->|N]; simpl; [destruct (Nat.eqb_spec j b) as [->|N]|].
    - lra.
    - specialize (H a j I J K); lra.
    - specialize (H i j I J K); lra. }
rewrite pairs_minus in Le; rewrite (pairs_scale c), (pairs_scale (c - v)), One in Le; lra.
Qed.

Lemma root_pos x : 0 < sqrt (2 * (1 + x * x)).
Proof. apply sqrt_lt_R0; nra. Qed.

(* The cosine (1 + s)/√(2(1 + s²)) lies below its tangent at rho. *)
Lemma below_tangent s rho : 0 <= s -> 0 <= rho < 1 ->
  (1 + s) / sqrt (2 * (1 + s * s)) <=
  (1 + rho) / sqrt (2 * (1 + rho * rho))
    + (1 - rho) / ((1 + rho * rho) * sqrt (2 * (1 + rho * rho))) * (s - rho).
Proof.
intros S R.
set (A := sqrt (2 * (1 + s * s))); set (B := sqrt (2 * (1 + rho * rho))).
assert (0 < A) as PA by apply root_pos; assert (0 < B) as PB by apply root_pos.
assert (A * A = 2 * (1 + s * s)) as AA by (apply sqrt_def; nra).
assert (B * B = 2 * (1 + rho * rho)) as BB by (apply sqrt_def; nra).
set (P := (1 + rho) * (1 + rho * rho) + (1 - rho) * (s - rho)).
assert (0 <= P) as PP.
  { replace P with (1 + 2 * (rho * rho) + rho * (rho * rho) + s * (1 - rho)) by (unfold P; ring).
    assert (0 <= rho * rho) by nra; assert (0 <= rho * (rho * rho)) by (apply Rmult_le_pos; lra).
    assert (0 <= s * (1 - rho)) by (apply Rmult_le_pos; lra); lra. }
assert ((1 + s) * (1 + rho * rho) * B <= P * A) as Key.
  { apply Rsqr_incr_0_var; [|apply Rmult_le_pos; lra].
    unfold Rsqr.
    replace ((1 + s) * (1 + rho * rho) * B * ((1 + s) * (1 + rho * rho) * B))
      with ((1 + s) ^ 2 * (1 + rho * rho) ^ 2 * (B * B)) by ring.
    replace (P * A * (P * A)) with (P ^ 2 * (A * A)) by ring.
    rewrite AA, BB.
    assert (P ^ 2 * (2 * (1 + s * s)) - (1 + s) ^ 2 * (1 + rho * rho) ^ 2 * (2 * (1 + rho * rho))
      = 2 * ((s - rho) ^ 2 * ((1 + rho) ^ 2 + 4 * rho ^ 3 + s ^ 2 * (1 - rho) ^ 2
        + 2 * s * (1 - rho ^ 4)))) as Eq by (unfold P; ring).
    assert (rho ^ 4 <= 1) as Four.
      { replace (rho ^ 4) with ((rho * rho) * (rho * rho)) by ring; replace 1 with (1 * 1) by ring.
        assert (0 <= rho * rho) by nra; assert (rho * rho <= 1) by nra.
        apply Rmult_le_compat; lra. }
    assert (0 <= (s - rho) ^ 2 * ((1 + rho) ^ 2 + 4 * rho ^ 3 + s ^ 2 * (1 - rho) ^ 2
        + 2 * s * (1 - rho ^ 4))) as Pos.
      { apply Rmult_le_pos; [apply pow2_ge_0|].
        assert (0 <= rho ^ 3) by (apply pow_le; lra).
        assert (0 <= s ^ 2 * (1 - rho) ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0).
        assert (0 <= (1 + rho) ^ 2) by apply pow2_ge_0.
        assert (0 <= s * (1 - rho ^ 4)) by (apply Rmult_le_pos; lra).
        lra. }
    lra. }
apply Rmult_le_reg_r with ((1 + rho * rho) * (A * B)).
  { apply Rmult_lt_0_compat; nra. }
replace ((1 + s) / A * ((1 + rho * rho) * (A * B)))
  with ((1 + s) * (1 + rho * rho) * B) by (field; lra).
replace (((1 + rho) / B + (1 - rho) / ((1 + rho * rho) * B) * (s - rho))
    * ((1 + rho * rho) * (A * B)))
  with (P * A); [exact Key|].
unfold P; field; split; [lra|nra].
Qed.

Lemma defect_sym p q : defect p q = defect q p.
Proof.
unfold defect; rewrite (Rplus_comm q p); now rewrite (Rplus_comm (q * q)).
Qed.

(* A defect depends on the ratio alone. *)
Lemma defect_ratio p q : 0 < p -> defect p q = defect 1 (q / p).
Proof.
intros P; unfold defect.
replace (p * p + q * q) with ((p * p) * (1 * 1 + q / p * (q / p))) by (field; lra).
replace (2 * ((p * p) * (1 * 1 + q / p * (q / p))))
  with ((p * p) * (2 * (1 * 1 + q / p * (q / p)))) by ring.
rewrite sqrt_mult_alt by nra; rewrite sqrt_square by lra.
assert (0 < sqrt (2 * (1 * 1 + q / p * (q / p)))) as Pos.
  { replace (1 * 1) with 1 by ring; apply root_pos. }
field; split; lra.
Qed.

(* A swap's defect from below, by how far its gap falls short of the largest. *)
Lemma defect_below p q rho most gap : 0 < q <= p -> p <= most -> 0 <= rho < 1 ->
  0 <= gap - (p - q) -> 
  defect 1 rho - (1 - rho) / ((1 + rho * rho) * sqrt (2 * (1 + rho * rho)))
      * ((most - gap + (gap - (p - q))) / most - rho)
    <= defect p q.
Proof.
intros Q P R G; rewrite (defect_ratio p q) by lra; unfold defect.
assert (q / p <= (most - gap + (gap - (p - q))) / most) as Ratio.
  { apply Rmult_le_reg_r with (p * most); [apply Rmult_lt_0_compat; lra|].
    replace (q / p * (p * most)) with (q * most) by (field; lra).
    replace ((most - gap + (gap - (p - q))) / most * (p * most)) with ((most - p + q) * p)
      by (field; lra).
    nra. }
assert (0 <= q / p) as Low by (apply Rlt_le, Rdiv_lt_0_compat; lra).
generalize (below_tangent (q / p) rho Low R); intros T.
set (slope := (1 - rho) / ((1 + rho * rho) * sqrt (2 * (1 + rho * rho)))) in *.
assert (0 <= slope) as Slope.
  { apply Rlt_le, Rdiv_lt_0_compat; [lra|]; apply Rmult_lt_0_compat; [nra|apply root_pos]. }
rewrite (Rmult_1_l 1).
set (bound := (most - gap + (gap - (p - q))) / most) in *; set (ratio := q / p) in *.
assert (slope * ratio <= slope * bound) by (apply Rmult_le_compat_l; lra).
set (here := (1 + ratio) / sqrt (2 * (1 + ratio * ratio))) in *.
set (there := (1 + rho) / sqrt (2 * (1 + rho * rho))) in *.
lra.
Qed.

(* u e^-u ≤ e^-1, moved: at most e^-(1 + w), whatever falls short. *)
Lemma short_fall w y : (y - w) * exp (- y) <= exp (- (1 + w)).
Proof.
generalize (exp_ineq1_le (y - w - 1)); intros E.
replace (exp (- (1 + w))) with (exp (y - w - 1) * exp (- y)) by (rewrite <- exp_plus; f_equal; lra).
apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|lra].
Qed.

Lemma largest_smallest m (d : nat -> R) : (1 <= m)%nat ->
  exists a b, within m a /\ within m b /\ forall i, within m i -> d b <= d i <= d a.
Proof.
intros M.
destruct (best_attained d m M) as [a [A Ea]].
destruct (best_attained (fun i => - d i) m M) as [b [B Eb]].
exists a, b; split; [exact A|split; [exact B|]]; intros i I.
generalize (best_above d m i I) (best_above (fun i => - d i) m i I); lra.
Qed.

Lemma swap_weight_sym tau d i j : swap_weight tau d i j = swap_weight tau d j i.
Proof. unfold swap_weight; now rewrite Rabs_minus_sym. Qed.

Theorem S_score_temp : S_score_temp.
Proof.
intros m d tau rho w M T D R W Few Mean.
destruct (largest_smallest m d) as [a [b [A [B Ends]]]]; [lia|].
assert (rho * d a - tau * w <= d b) as Main.
2: { intros i j I J; generalize (Ends i I) (Ends j J); intros; assert (rho * d i <= rho * d a)
  by (apply Rmult_le_compat_l; lra); lra. }
assert (0 < d b) as Pb by (apply D, B); assert (d b <= d a) as Pa by (apply (Ends b B)).
destruct (Rle_lt_dec (rho * d a - tau * w) (d b)) as [Done|Less]; [exact Done|exfalso].
assert (a <> b) as Ne.
  { intros <-; assert (rho * d a <= 1 * d a) by (apply Rmult_le_compat_r; lra).
    assert (0 <= tau * w) by (apply Rmult_le_pos; lra); lra. }
set (gap := d a - d b).
set (slope := (1 - rho) / ((1 + rho * rho) * sqrt (2 * (1 + rho * rho)))).
assert (0 < slope) as Slope.
  { apply Rdiv_lt_0_compat; [lra|]; apply Rmult_lt_0_compat; [nra|apply root_pos]. }
set (short := fun i j => (gap - Rabs (d i - d j)) / tau).
set (n := (rho * d a - d b) / tau).
assert (w < n) as Far.
  { unfold n; apply Rmult_lt_reg_r with tau; [lra|].
    replace ((rho * d a - d b) / tau * tau) with (rho * d a - d b) by (field; lra); lra. }
(* Each swap: weight times (defect - mean) is at least a multiple of -(y - n) e^-y. *)
set (c := exp (gap / tau) * (slope * (tau / d a))).
assert (0 < c) as C.
  { apply Rmult_lt_0_compat; [apply exp_pos|apply Rmult_lt_0_compat; [lra|]].
    apply Rdiv_lt_0_compat; lra. }
assert (forall i j, within m i -> within m j ->
  (- c) * ((short i j - n) * exp (- short i j))
    <= swap_weight tau d i j * defect (d i) (d j) - defect 1 rho * swap_weight tau d i j) as Each.
  { assert (forall i j, within m i -> within m j -> d j <= d i ->
      (- c) * ((short i j - n) * exp (- short i j))
      <= swap_weight tau d i j * defect (d i) (d j) - defect 1 rho * swap_weight tau d i j) as Half.
    { intros i j I J L.
      assert (Rabs (d i - d j) = d i - d j) as Abs by (apply Rabs_pos_eq; lra).
      generalize (Ends i I) (Ends j J) (D j J); intros Ei Ej Dj.
      assert (0 <= gap - (d i - d j)) as Short by (unfold gap; lra).
      generalize (defect_below (d i) (d j) rho (d a) gap ltac:(lra) ltac:(lra) R Short).
      fold slope; intros Below.
      assert (swap_weight tau d i j = exp (gap / tau) * exp (- short i j)) as Weight.
      { unfold swap_weight, short; rewrite <- exp_plus; f_equal; rewrite Abs; field; lra. }
      replace ((- c) * ((short i j - n) * exp (- short i j)))
        with (swap_weight tau d i j
          * - (slope * ((d a - gap + (gap - (d i - d j))) / d a - rho))).
      2: { rewrite Weight; unfold c, short, n; rewrite Abs; unfold gap; field; lra. }
      replace (swap_weight tau d i j * defect (d i) (d j) - defect 1 rho * swap_weight tau d i j)
        with (swap_weight tau d i j * (defect (d i) (d j) - defect 1 rho)) by ring.
      apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|lra]. }
    intros i j I J; destruct (Rle_lt_dec (d j) (d i)) as [L|L]; [now apply Half|].
    replace (short i j) with (short j i) by (unfold short; now rewrite Rabs_minus_sym).
    rewrite swap_weight_sym, defect_sym; apply Half; auto; lra. }
(* So the sum of (y - n) e^-y is not negative. *)
assert (0 <= pairs (fun i j => (short i j - n) * exp (- short i j)) m) as Sum.
  { assert (pairs (fun i j => (- c) * ((short i j - n) * exp (- short i j))) m
      <= pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)
        - defect 1 rho * swap_weight tau d i j) m) as Le by
      (apply pairs_le; intros i j I J _; now apply Each).
    rewrite pairs_scale, pairs_minus, (pairs_scale (defect 1 rho) (swap_weight tau d)) in Le.
    assert (- c * pairs (fun i j => (short i j - n) * exp (- short i j)) m <= 0) by
      (generalize Mean; unfold swap_weight in *; lra).
    nra. }
(* But one of its terms is -n, and the others are too small. *)
assert (0 <= pairs (fun _ _ => 1) m - 1) as Count.
  { rewrite S_score_temp_pairs; assert (2 <= INR m) by (apply (le_INR 2); lia); nra. }
assert (pairs (fun i j => (short i j - n) * exp (- short i j)) m
  <= (pairs (fun _ _ => 1) m - 1) * exp (- (1 + n)) + - n) as Small.
  { assert (forall x y, within m x -> within m y -> Rabs (d x - d y) = gap ->
      (short x y - n) * exp (- short x y) <= - n) as Top.
    { intros x y X Y E; unfold short; rewrite E; replace ((gap - gap) / tau) with 0 by
        (field; lra); rewrite Ropp_0, exp_0; lra. }
    assert (Rabs (d a - d b) = gap) as Gap by (apply Rabs_pos_eq; unfold gap; lra).
    destruct (Nat.lt_total a b) as [L|[E|L]]; [|contradiction|].
    - apply (pairs_but_one _ m a b); auto; intros; apply short_fall.
    - apply (pairs_but_one _ m b a); auto; [intros; apply short_fall|].
      apply Top; auto; now rewrite Rabs_minus_sym. }
assert ((pairs (fun _ _ => 1) m - 1) * exp (- (1 + n)) <= w) as Bound.
  { apply Rle_trans with ((pairs (fun _ _ => 1) m - 1) * exp (- (1 + w))).
    - apply Rmult_le_compat_l; [exact Count|]; apply Rlt_le, exp_increasing; lra.
    - apply Rmult_le_reg_r with (exp (1 + w)); [apply exp_pos|].
      rewrite Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0; lra. }
lra.
Qed.

(* Means 2, 2, 1, of which the near-misses speak. *)
Definition three (i : nat) : R := match i with 3%nat => 1 | _ => 2 end.

(* From the two scores to the mean defect. *)
Lemma defect_root p q : 0 < p -> 0 < q -> sqrt 2 * (p + q) / sqrt (p ^ 2 + q ^ 2) = 2 * (1 - defect p q).
Proof.
intros P Q; unfold defect.
assert (e : p ^ 2 + q ^ 2 = p * p + q * q) by ring; rewrite e.
assert (pos : 0 < p * p + q * q) by nra.
rewrite sqrt_mult by lra; set (r := sqrt (p * p + q * q)).
assert (0 < r) by (now apply sqrt_lt_R0); assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra).
assert (two : sqrt 2 * sqrt 2 = 2) by (apply sqrt_def; lra).
replace (2 * (1 - (1 - (p + q) / (sqrt 2 * r))))
  with (sqrt 2 * sqrt 2 * ((p + q) / (sqrt 2 * r))) by (rewrite two; ring).
field; lra.
Qed.

Lemma coordinates x y : (x + y) / sqrt (x ^ 2 + y ^ 2) <= sqrt 2.
Proof.
assert (0 <= sqrt 2) by apply sqrt_pos; assert (0 <= x ^ 2 + y ^ 2) as nn by nra.
destruct nn as [pos | zero].
- assert (0 < sqrt (x ^ 2 + y ^ 2)) by (now apply sqrt_lt_R0).
  apply Rmult_le_reg_r with (sqrt (x ^ 2 + y ^ 2)); [easy | ].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r, <- sqrt_mult by lra.
  apply Rle_trans with (Rabs (x + y)); [apply Rle_abs | ].
  rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; pose proof (Rle_0_sqr (x - y)); unfold Rsqr in *; lra.
- rewrite <- zero, sqrt_0; unfold Rdiv; rewrite Rinv_0, Rmult_0_r; easy.
Qed.

Lemma both_cosines v p q : 0 < p -> 0 < q ->
  cosine v (p, q) + cosine v (q, p) <= 2 * (1 - defect p q).
Proof.
intros P Q; rewrite <- defect_root by easy; destruct v as [x y]; unfold cosine; cbn [fst snd].
rewrite (Rplus_comm (q ^ 2)); set (r := sqrt (p ^ 2 + q ^ 2)).
assert (0 < r) by (apply sqrt_lt_R0; nra).
replace ((x * p + y * q) / (sqrt (x ^ 2 + y ^ 2) * r) + (x * q + y * p) / (sqrt (x ^ 2 + y ^ 2) * r))
  with ((x + y) / sqrt (x ^ 2 + y ^ 2) * ((p + q) / r))
  by (unfold Rdiv; rewrite Rinv_mult; ring).
replace (sqrt 2 * (p + q) / r) with (sqrt 2 * ((p + q) / r)) by (unfold Rdiv; ring).
apply Rmult_le_compat_r; [apply Rlt_le, Rdiv_lt_0_compat; lra | apply coordinates].
Qed.

Lemma weight_pos tau d i j : 0 < swap_weight tau d i j. Proof. apply exp_pos. Qed.

Lemma pairs_pos tau d m : (2 <= m)%nat -> 0 < pairs (swap_weight tau d) m.
Proof.
intros M; unfold pairs; apply sum_pos with 2%nat; [unfold within; lia | | ].
- apply sum_pos with 1%nat; [unfold within; lia | apply weight_pos | ].
  intros; apply Rlt_le, weight_pos.
- intros; apply sum_nonneg; intros; apply Rlt_le, weight_pos.
Qed.

(* The mean defect is at most eps. *)
Lemma mean_defect m tau d after eps : (2 <= m)%nat -> (forall i, within m i -> 0 < d i) ->
  both_at_least m tau d after (1 - eps) ->
  pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m
    <= eps * pairs (swap_weight tau d) m.
Proof.
intros M D [here there]; unfold mean_cosine in *; pose proof (pairs_pos tau d m M) as pos.
set (W := pairs (swap_weight tau d) m) in *.
assert (clear : forall c s, c <= s / W -> c * W <= s).
{ intros c s le; apply Rmult_le_compat_r with (r := W) in le; [ | lra].
  replace (s / W * W) with s in le by (field; lra); easy. }
apply clear in here; apply clear in there.
set (f := pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m).
assert (sum : pairs (fun i j => swap_weight tau d i j * cosine (after i j) (in_place d i j)) m
  <= 2 * W - 2 * f - pairs (fun i j => swap_weight tau d i j * cosine (after i j) (flipped d i j)) m).
{ unfold f, W; rewrite <- !pairs_scale, <- !pairs_minus; apply pairs_le; intros i j I J _.
  pose proof (both_cosines (after i j) (d i) (d j) (D i I) (D j J)).
  pose proof (weight_pos tau d i j); unfold in_place, flipped; nra. }
lra.
Qed.

Lemma defect_nonneg p q : 0 < p -> 0 < q -> 0 <= defect p q.
Proof.
intros P Q; pose proof (coordinates p q) as c; pose proof (defect_root p q P Q) as e.
assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra).
assert (two : sqrt 2 * sqrt 2 = 2) by (apply sqrt_def; lra).
assert (sqrt 2 * (p + q) / sqrt (p ^ 2 + q ^ 2) <= sqrt 2 * sqrt 2); [ | lra].
unfold Rdiv in *; rewrite Rmult_assoc; apply Rmult_le_compat_l; lra.
Qed.

Lemma defect_same p : 0 < p -> defect p p = 0.
Proof.
intros P; unfold defect; replace (2 * (p * p + p * p)) with ((2 * p) * (2 * p)) by ring.
rewrite sqrt_square by lra; field; lra.
Qed.

Lemma defect_zero p q : 0 < p -> 0 < q -> defect p q <= 0 -> p = q.
Proof.
intros P Q z; unfold defect in z; set (r := sqrt (2 * (p * p + q * q))) in *.
assert (0 < r) by (apply sqrt_lt_R0; nra).
assert (rr : r * r = 2 * (p * p + q * q)) by (apply sqrt_def; nra).
assert (le : 1 <= (p + q) / r) by lra.
apply Rmult_le_compat_r with (r := r) in le; [ | lra].
replace ((p + q) / r * r) with (p + q) in le by (field; lra).
assert (r * r <= (p + q) * (p + q)) by (apply Rmult_le_compat; lra).
pose proof (Rle_0_sqr (p - q)); apply Rminus_diag_uniq, Rsqr_0_uniq; unfold Rsqr in *; lra.
Qed.

Lemma pair_below f m i j : (forall a b, within m a -> within m b -> 0 <= f a b) ->
  within m i -> within m j -> (i < j)%nat -> f i j <= pairs f m.
Proof.
intros pos I J L; unfold pairs, within in *.
rewrite (sum_split _ m j) by (unfold within; lia).
rewrite (sum_split _ (j - 1) i) by (unfold within; lia).
assert (0 <= sum (others i (fun k => f k j)) (j - 1)).
{ apply sum_nonneg; intros k K; unfold others, within in *; destruct Nat.eqb; [lra | apply pos; lia]. }
assert (0 <= sum (others j (fun b => sum (fun a => f a b) (b - 1))) m); [ | lra].
apply sum_nonneg; intros b B; unfold others, within in *; destruct Nat.eqb; [lra | ].
apply sum_nonneg; intros k K; unfold within in *; apply pos; lia.
Qed.

Theorem S_score_temp_scores : Statements.score_temperature.S_score_temp_scores.
Proof.
intros m d after tau rho w M T D R W K high i j I J.
pose proof (mean_defect m tau d after _ M D high) as mean.
destruct (Rlt_le_dec rho 1) as [less | one].
{ apply (S_score_temp m d tau rho w); try easy; lra. }
replace rho with 1 in * by lra; rewrite defect_same, Rmult_0_l in mean by lra.
assert (same : forall a b, within m a -> within m b -> (a < b)%nat -> d a = d b).
{ intros a b A B L; apply defect_zero; auto.
  pose proof (pair_below (fun i j => swap_weight tau d i j * defect (d i) (d j)) m a b) as le.
  cbv beta in le; assert (swap_weight tau d a b * defect (d a) (d b) <= 0).
  { eapply Rle_trans; [apply le; auto | exact mean]; intros; apply Rmult_le_pos;
      [apply Rlt_le, weight_pos | apply defect_nonneg; auto]. }
  pose proof (weight_pos tau d a b); apply Rnot_lt_le; intros c; nra. }
assert (d i = d j).
{ destruct (Nat.lt_trichotomy i j) as [l | [-> | l]]; [auto | easy | symmetry; auto]. }
assert (0 <= tau * w) by (apply Rmult_le_pos; lra); lra.
Qed.

(* What is left alike gives both cosines the same. *)
Lemma cosine_alike p q : 0 < p -> 0 < q ->
  cosine (1, 1) (p, q) = 1 - defect p q /\ cosine (1, 1) (q, p) = 1 - defect p q.
Proof.
intros P Q; pose proof (defect_root p q P Q) as e; unfold cosine; cbn [fst snd].
rewrite (Rplus_comm (q ^ 2)); set (r := sqrt (p ^ 2 + q ^ 2)) in *.
assert (0 < r) by (apply sqrt_lt_R0; nra); assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra).
assert (two : sqrt 2 * sqrt 2 = 2) by (apply sqrt_def; lra).
replace (1 ^ 2 + 1 ^ 2) with 2 by ring.
replace (1 - defect p q) with (sqrt 2 * (p + q) / r / (sqrt 2 * sqrt 2)) by (rewrite e, two; field).
split; field; lra.
Qed.

Lemma alike_scores m tau d : (2 <= m)%nat -> (forall i, 0 < d i) ->
  let mean := pairs (fun i j => swap_weight tau d i j * (1 - defect (d i) (d j))) m
    / pairs (swap_weight tau d) m in
  mean_cosine m tau d (fun _ _ => (1, 1)) (in_place d) = mean
  /\ mean_cosine m tau d (fun _ _ => (1, 1)) (flipped d) = mean.
Proof.
intros M D; unfold mean_cosine, in_place, flipped; split; f_equal; apply pairs_ext; intros;
  f_equal; now apply cosine_alike.
Qed.

Theorem S_score_temp_attained : Statements.score_temperature.S_score_temp_attained.
Proof.
intros tau rho T R; set (d := fun i : nat => if Nat.eqb i 1 then 1 else rho).
assert (D : forall i, 0 < d i) by (intros i; unfold d; destruct Nat.eqb; lra).
exists d, (fun _ _ => (1, 1)); split; [easy | split; [intros _ _; cbn; lra | split; [ | unfold d; cbn; ring]]].
destruct (alike_scores 2 tau d ltac:(lia) D) as [a b]; unfold both_at_least; rewrite a, b.
pose proof (weight_pos tau d 1 2); unfold pairs; cbn [sum Nat.sub].
change (d 1%nat) with 1; change (d 2%nat) with rho.
rewrite !Rplus_0_l; replace (swap_weight tau d 1 2 * (1 - defect 1 rho) / swap_weight tau d 1 2)
  with (1 - defect 1 rho) by (field; lra); lra.
Qed.
