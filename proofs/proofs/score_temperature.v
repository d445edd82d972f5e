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
