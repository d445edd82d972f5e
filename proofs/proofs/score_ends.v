(* Which blocks are near the largest mean and which near the smallest: the sum splits into two. *)
From Coq Require Import Reals Lra Lia.
From Statements Require Import attention score_temperature score_ends.
From Proofs Require Import sums_of_reals score_temperature.
Local Open Scope R_scope.

(* Over pairs, both ways, is over all places but the diagonal. *)
Lemma pairs_both F m :
  pairs (fun i j => F i j + F j i) m = sum (fun i => sum (F i) m) m - sum (fun i => F i i) m.
Proof.
unfold pairs; induction m as [|m IH]; [cbn; ring|].
cbn [sum]; rewrite IH; replace (S m - 1)%nat with m by lia.
rewrite !sum_plus; cbn [sum]; ring.
Qed.

Section Ends.
Variables (m : nat) (d : nat -> R) (tau rho : R) (a b : nat).
Hypotheses (T : 0 < tau) (P : forall i, within m i -> 0 < d i) (Rho : 0 <= rho < 1)
  (A : within m a) (Most : forall i, within m i -> d i <= d a)
  (B : within m b) (Least : forall i, within m i -> d b <= d i)
  (Apart : d b < d a) (Small : 2 * tau < d a).

Definition mid : R := (d a + d b) / 2.
Definition high (i : nat) : R := if Rlt_le_dec mid (d i) then 1 else 0.
Definition low (i : nat) : R := 1 - high i.
Definition below (i : nat) : R := (d a - d i) / tau.
Definition above (i : nat) : R := (d i - d b) / tau.
Definition n : R := (rho * d a - d b) / tau.
Definition wide : R := (d a - d b) / tau.
Definition top_weight (i : nat) : R := high i * (exp (- below i) * (d a / d i)).
Definition low_weight (i : nat) : R := low i * exp (- above i).

Lemma high_cases i : (high i = 1 /\ low i = 0 /\ mid < d i) \/ (high i = 0 /\ low i = 1 /\ d i <= mid).
Proof. unfold low, high; destruct Rlt_le_dec; [left|right]; repeat split; lra. Qed.

Lemma counted (f : nat -> R) k : (forall i, f i = 0 \/ f i = 1) -> exists c, sum f k = INR c.
Proof.
intros H; induction k as [|k [c IH]]; [exists 0%nat; reflexivity|].
cbn [sum]; destruct (H (S k)) as [-> | ->]; [exists c|exists (S c)]; rewrite ?S_INR; lra.
Qed.

(* What one swap adds: nearly nothing where both blocks are at one end. *)
Definition cross (i j : nat) : R :=
  top_weight i * (low_weight j * (above j - n + rho * below i)).
Definition alike (i j : nat) : R := high i * high j + low i * low j.

Lemma half_exp y : y <= exp (y / 2).
Proof.
replace (y / 2) with (y / 4 + y / 4) by field; rewrite exp_plus.
destruct (Rle_lt_dec 0 (1 + y / 4)) as [H | H].
- pose proof (exp_ineq1_le (y / 4)) as E.
  assert ((1 + y / 4) * (1 + y / 4) <= exp (y / 4) * exp (y / 4)) by (apply Rmult_le_compat; lra).
  pose proof (Rle_0_sqr (1 - y / 4)); unfold Rsqr in *; lra.
- pose proof (exp_pos (y / 4)).
  assert (0 < exp (y / 4) * exp (y / 4)) by (apply Rmult_lt_0_compat; lra); lra.
Qed.

Lemma one_swap i j : 0 <= n -> within m i -> within m j -> d j <= d i ->
  exp (- (wide - (d i - d j) / tau)) * ((d j / d i - rho) * (d a / tau))
    <= cross i j + cross j i + alike i j * exp (- (wide / 4)).
Proof.
intros N I J L; pose proof (P i I); pose proof (P j J); pose proof (P a A).
pose proof (Most i I); pose proof (Most j J); pose proof (Least i I); pose proof (Least j J).
assert (same : wide / 2 <= wide - (d i - d j) / tau ->
  exp (- (wide - (d i - d j) / tau)) * ((d j / d i - rho) * (d a / tau)) <= exp (- (wide / 4))).
{ set (y := wide - (d i - d j) / tau); intros Y.
  assert (r : (d j / d i - rho) * (d a / tau) <= y - n).
  { apply Rmult_le_reg_r with (d i * tau); [apply Rmult_lt_0_compat; lra|].
    replace ((d j / d i - rho) * (d a / tau) * (d i * tau)) with ((d j - rho * d i) * d a)
      by (field; lra).
    replace ((y - n) * (d i * tau)) with ((d a - rho * d a - (d i - d j)) * d i)
      by (unfold y, n, wide; field; lra).
    assert (0 <= (d a - d i) * (d i - d j)) by (apply Rmult_le_pos; lra); nra. }
  apply Rle_trans with (exp (- y) * exp (y / 2)).
  - apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|].
    pose proof (half_exp y); lra.
  - rewrite <- exp_plus; apply Rnot_lt_le; intros c; apply exp_lt_inv in c; lra. }
unfold cross, alike, top_weight, low_weight.
destruct (high_cases i) as [(-> & -> & Hi) | (-> & -> & Hi)];
  destruct (high_cases j) as [(-> & -> & Hj) | (-> & -> & Hj)].
- eapply Rle_trans; [apply same|lra].
  apply Rmult_le_reg_r with tau; [lra|].
  unfold wide; replace (((d a - d b) / tau - (d i - d j) / tau) * tau) with (d a - d b - (d i - d j))
    by (field; lra).
  replace ((d a - d b) / tau / 2 * tau) with ((d a - d b) / 2) by (field; lra).
  unfold mid in *; lra.
- right; replace (- (wide - (d i - d j) / tau)) with (- below i + - above j)
    by (unfold wide, below, above; field; lra).
  rewrite exp_plus; unfold n, below, above; field; lra.
- exfalso; lra.
- eapply Rle_trans; [apply same|lra].
  apply Rmult_le_reg_r with tau; [lra|].
  unfold wide; replace (((d a - d b) / tau - (d i - d j) / tau) * tau) with (d a - d b - (d i - d j))
    by (field; lra).
  replace ((d a - d b) / tau / 2 * tau) with ((d a - d b) / 2) by (field; lra).
  unfold mid in *; lra.
Qed.

Lemma low_sum w (q : nat) : (1 <= q)%nat -> sum low m = INR q -> 0 <= w ->
  INR (q - 1) <= w * exp (1 + w) ->
  sum (fun j => low_weight j * above j) m <= w * sum low_weight m.
Proof.
intros Q C W E; rewrite <- sum_scale.
assert (sum (fun j => low_weight j * above j - w * low_weight j) m
  <= sum (fun j => exp (- (1 + w)) * low j - (if Nat.eqb j b then exp (- (1 + w)) + w else 0)) m) as S.
{ apply sum_le; intros j J; destruct (Nat.eqb_spec j b) as [->|ne].
  - unfold low_weight; assert (low b = 1) as ->.
    { destruct (high_cases b) as [(_ & _ & h)|(_ & -> & _)]; [|easy]; unfold mid in h; lra. }
    unfold above; replace ((d b - d b) / tau) with 0 by (field; lra); rewrite Ropp_0, exp_0; lra.
  - unfold low_weight; destruct (high_cases j) as [(_ & -> & _)|(_ & -> & _)]; [lra|].
    pose proof (short_fall w (above j)); lra. }
rewrite sum_minus in S; rewrite sum_minus, (sum_scale (exp (- (1 + w))) low), C in S.
rewrite (sum_single (fun j => if Nat.eqb j b then _ else 0) m b B) in S.
2: { intros k _ ne; apply Nat.eqb_neq in ne; now rewrite ne. }
rewrite Nat.eqb_refl in S.
assert (exp (- (1 + w)) * INR (q - 1) <= w).
{ apply Rmult_le_reg_r with (exp (1 + w)); [apply exp_pos|].
  replace (exp (- (1 + w)) * INR (q - 1) * exp (1 + w))
    with (INR (q - 1) * (exp (- (1 + w)) * exp (1 + w))) by ring.
  rewrite <- exp_plus, Rplus_opp_l, exp_0; lra. }
replace (INR q) with (INR (q - 1) + 1) in S by (rewrite <- S_INR; f_equal; lia); lra.
Qed.

Definition slow : R := 1 - 2 * tau / d a.

Lemma slow_pos : 0 < slow.
Proof.
unfold slow; pose proof (P a A); assert (2 * tau / d a < 1); [|lra].
apply Rmult_lt_reg_r with (d a); [lra|]; replace (2 * tau / d a * d a) with (2 * tau) by (field; lra); lra.
Qed.

Lemma top_term i w : within m i -> mid < d i -> 0 <= w ->
  exp (- below i) * (d a / d i) * (below i - w / slow) <= exp (- (1 + w)) / slow.
Proof.
intros I H W; pose proof slow_pos as c; pose proof (P a A); pose proof (P i I); pose proof (P b B).
pose proof (exp_pos (- (1 + w))) as e0; pose proof (exp_pos (- below i)).
assert (0 < d a / d i) by (apply Rdiv_lt_0_compat; lra).
assert (0 < exp (- (1 + w)) / slow) by (apply Rdiv_lt_0_compat; lra).
destruct (Rle_lt_dec (below i) (w / slow)) as [le|gt].
{ assert (0 <= exp (- below i) * (d a / d i)) by (apply Rmult_le_pos; lra); nra. }
assert (exp (- below i) * (d a / d i) <= exp (- (slow * below i))) as less.
{ replace (- (slow * below i)) with (- below i + 2 * tau / d a * below i) by (unfold slow; ring).
  rewrite exp_plus; apply Rmult_le_compat_l; [lra|].
  eapply Rle_trans; [|apply exp_ineq1_le].
  apply Rmult_le_reg_r with (d i * d a); [apply Rmult_lt_0_compat; lra|].
  replace (d a / d i * (d i * d a)) with (d a * d a) by (field; lra).
  replace ((1 + 2 * tau / d a * below i) * (d i * d a)) with ((d a + 2 * (d a - d i)) * d i)
    by (unfold below; field; lra).
  pose proof (Most i I); assert (0 <= (d a - d i) * (2 * d i - d a)); [|nra].
  apply Rmult_le_pos; unfold mid in H; lra. }
apply Rle_trans with (exp (- (slow * below i)) * (below i - w / slow)).
{ apply Rmult_le_compat_r; lra. }
apply Rmult_le_reg_r with slow; [easy|].
replace (exp (- (1 + w)) / slow * slow) with (exp (- (1 + w))) by (field; lra).
replace (exp (- (slow * below i)) * (below i - w / slow) * slow)
  with ((slow * below i - w) * exp (- (slow * below i))) by (field; lra).
apply short_fall.
Qed.

Lemma top_sum w (p : nat) : (1 <= p)%nat -> sum high m = INR p -> 0 <= w ->
  INR (p - 1) <= w * exp (1 + w) ->
  sum (fun i => top_weight i * below i) m <= w / slow * sum top_weight m.
Proof.
intros Q C W E; rewrite <- sum_scale; pose proof slow_pos as c; pose proof (P a A).
assert (sum (fun i => top_weight i * below i - w / slow * top_weight i) m
  <= sum (fun i => exp (- (1 + w)) / slow * high i
    - (if Nat.eqb i a then (exp (- (1 + w)) + w) / slow else 0)) m) as S.
{ apply sum_le; intros i I; destruct (Nat.eqb_spec i a) as [->|ne].
  - unfold top_weight; assert (high a = 1) as ->.
    { destruct (high_cases a) as [(-> & _)|(_ & _ & h)]; [easy|]; unfold mid in h; lra. }
    unfold below; replace ((d a - d a) / tau) with 0 by (field; lra); rewrite Ropp_0, exp_0.
    right; field; lra.
  - unfold top_weight; destruct (high_cases i) as [(-> & _ & h)|(-> & _ & _)]; [|lra].
    pose proof (top_term i w I h W); lra. }
rewrite sum_minus in S; rewrite sum_minus, (sum_scale (exp (- (1 + w)) / slow) high), C in S.
rewrite (sum_single (fun i => if Nat.eqb i a then _ else 0) m a A) in S.
2: { intros k _ ne; apply Nat.eqb_neq in ne; now rewrite ne. }
rewrite Nat.eqb_refl in S.
assert (exp (- (1 + w)) * INR (p - 1) <= w).
{ apply Rmult_le_reg_r with (exp (1 + w)); [apply exp_pos|].
  replace (exp (- (1 + w)) * INR (p - 1) * exp (1 + w))
    with (INR (p - 1) * (exp (- (1 + w)) * exp (1 + w))) by ring.
  rewrite <- exp_plus, Rplus_opp_l, exp_0; lra. }
replace (INR p) with (INR (p - 1) + 1) in S by (rewrite <- S_INR; f_equal; lia).
assert (exp (- (1 + w)) / slow * (INR (p - 1) + 1) - (exp (- (1 + w)) + w) / slow
  = (exp (- (1 + w)) * INR (p - 1) - w) / slow) as eq by (field; lra).
assert ((exp (- (1 + w)) * INR (p - 1) - w) / slow <= 0); [|lra].
apply Rmult_le_reg_r with slow; [easy|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

Lemma cross_sum : sum (fun i => sum (cross i) m) m
  = sum top_weight m * (sum (fun j => low_weight j * above j) m - n * sum low_weight m)
    + rho * (sum (fun i => top_weight i * below i) m * sum low_weight m).
Proof.
set (S1 := sum (fun j => low_weight j * above j) m); set (S0 := sum low_weight m).
rewrite (sum_ext _ (fun i => (S1 - n * S0) * top_weight i + rho * S0 * (top_weight i * below i))).
- rewrite sum_plus, !sum_scale; ring.
- intros i _; rewrite (sum_ext _ (fun j => top_weight i * (low_weight j * above j)
    + top_weight i * (rho * below i - n) * low_weight j)) by (intros; unfold cross; ring).
  rewrite sum_plus, !sum_scale; unfold S1, S0; ring.
Qed.

Lemma cross_diagonal : sum (fun i => cross i i) m = 0.
Proof.
apply sum_zero; intros i _; unfold cross, top_weight, low_weight.
destruct (high_cases i) as [(-> & -> & _)|(-> & -> & _)]; ring.
Qed.

(* Swaps within an end: all but p q of them, so at most (m - 1)(m - 2)/2. *)
Lemma alike_sum (p q : nat) : (1 <= p)%nat -> (1 <= q)%nat -> (p + q = m)%nat ->
  sum high m = INR p -> sum low m = INR q -> pairs alike m <= (INR m - 1) * (INR m - 2) / 2.
Proof.
intros Hp Hq pq sp sq.
rewrite (pairs_ext _ (fun i j => 1 - (high i * low j + high j * low i))).
2: { intros i j _ _ _; unfold alike, low; ring. }
rewrite pairs_minus, S_score_temp_pairs, (pairs_both (fun i j => high i * low j)).
rewrite (sum_ext (fun i => sum (fun j => high i * low j) m) (fun i => INR q * high i)).
2: { intros i _; rewrite sum_scale, sq; ring. }
rewrite sum_scale, sp, (sum_zero (fun i => high i * low i)).
2: { intros i _; destruct (high_cases i) as [(-> & -> & _)|(-> & -> & _)]; ring. }
assert (INR m = INR p + INR q) as -> by (rewrite <- plus_INR; f_equal; lia).
apply (le_INR 1) in Hp; apply (le_INR 1) in Hq; simpl in Hp, Hq; nra.
Qed.

Theorem ends W L : costs W -> splits_cost m rho slow W L ->
  pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)) m
    <= defect 1 rho * pairs (swap_weight tau d) m ->
  rho * d a - tau * (L + within_ends m tau rho (d a)) <= d b.
Proof.
intros Cost Split Mean; pose proof (P a A); pose proof (P b B).
destruct (counted high m) as [p sp].
{ intros i; destruct (high_cases i) as [(-> & _)|(-> & _)]; auto. }
destruct (counted low m) as [q sq].
{ intros i; destruct (high_cases i) as [(_ & -> & _)|(_ & -> & _)]; auto. }
assert (p + q = m)%nat as pq.
{ apply INR_eq; rewrite plus_INR, <- sp, <- sq, <- sum_plus.
  rewrite (sum_ext _ (fun _ => 1)), sum_const by (intros; unfold low; ring); ring. }
assert (1 <= p)%nat as Hp.
{ apply INR_le; rewrite <- sp, (sum_split _ m a A); simpl (INR 1).
  assert (high a = 1) as ->.
  { destruct (high_cases a) as [(-> & _)|(_ & _ & h)]; [easy|]; unfold mid in h; lra. }
  assert (0 <= sum (others a high) m); [|lra]; apply sum_nonneg; intros k _; unfold others.
  destruct Nat.eqb; [lra|]; destruct (high_cases k) as [(-> & _)|(-> & _)]; lra. }
assert (1 <= q)%nat as Hq.
{ apply INR_le; rewrite <- sq, (sum_split _ m b B); simpl (INR 1).
  assert (low b = 1) as ->.
  { destruct (high_cases b) as [(_ & _ & h)|(_ & -> & _)]; [|easy]; unfold mid in h; lra. }
  assert (0 <= sum (others b low) m); [|lra]; apply sum_nonneg; intros k _; unfold others.
  destruct Nat.eqb; [lra|]; destruct (high_cases k) as [(_ & -> & _)|(_ & -> & _)]; lra. }
pose proof (Split p q Hp Hq pq) as cost; pose proof slow_pos as c.
destruct (Cost (p - 1)%nat) as [wp0 wp]; destruct (Cost (q - 1)%nat) as [wq0 wq].
set (E := within_ends m tau rho (d a)).
assert (0 <= E) as E0.
{ unfold E, within_ends; apply Rmult_le_pos; [|apply Rlt_le, exp_pos].
  assert (INR m = INR p + INR q) as -> by (rewrite <- plus_INR; f_equal; lia).
  apply (le_INR 1) in Hp; apply (le_INR 1) in Hq; simpl in Hp, Hq; nra. }
assert (0 <= rho * (W (p - 1)%nat / slow)) as top0.
{ apply Rmult_le_pos; [lra|]; apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]. }
assert (n <= L + E); [|assert (d b = rho * d a - tau * n) as -> by (unfold n; field; lra); nra].
destruct (Rle_lt_dec n 0) as [|npos]; [lra|].
(* Each swap, against its tangent. *)
set (slope := (1 - rho) / ((1 + rho * rho) * sqrt (2 * (1 + rho * rho)))).
assert (0 < slope) as Slope.
{ apply Rdiv_lt_0_compat; [lra|]; apply Rmult_lt_0_compat; [nra|apply root_pos]. }
set (k := exp wide * (slope * (tau / d a))).
assert (0 < k) as K.
{ apply Rmult_lt_0_compat; [apply exp_pos|apply Rmult_lt_0_compat; [lra|apply Rdiv_lt_0_compat; lra]]. }
assert (forall i j, within m i -> within m j ->
  - k * (cross i j + cross j i + alike i j * exp (- (wide / 4)))
    <= swap_weight tau d i j * defect (d i) (d j) - defect 1 rho * swap_weight tau d i j) as Each.
{ assert (forall i j, within m i -> within m j -> d j <= d i ->
    - k * (cross i j + cross j i + alike i j * exp (- (wide / 4)))
    <= swap_weight tau d i j * defect (d i) (d j) - defect 1 rho * swap_weight tau d i j) as Half.
  { intros i j I J le; pose proof (P i I); pose proof (P j J).
    assert (0 <= d j / d i) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
    assert (defect 1 rho - slope * (d j / d i - rho) <= defect (d i) (d j)) as t.
    { rewrite (defect_ratio (d i) (d j)) by lra; unfold defect; rewrite (Rmult_1_l 1).
      pose proof (below_tangent (d j / d i) rho ltac:(easy) Rho) as t; fold slope in t; lra. }
    pose proof (one_swap i j ltac:(lra) I J le) as s.
    assert (swap_weight tau d i j = exp wide * exp (- (wide - (d i - d j) / tau))) as weight.
    { unfold swap_weight; rewrite Rabs_pos_eq, <- exp_plus by lra; f_equal; ring. }
    apply Rle_trans with (swap_weight tau d i j * - (slope * (d j / d i - rho))).
    2: { assert (0 < swap_weight tau d i j) by apply exp_pos; nra. }
    rewrite weight.
    replace (exp wide * exp (- (wide - (d i - d j) / tau)) * - (slope * (d j / d i - rho)))
      with (- k * (exp (- (wide - (d i - d j) / tau)) * ((d j / d i - rho) * (d a / tau))))
      by (unfold k; field; lra).
    apply Rmult_le_compat_neg_l; lra. }
  intros i j I J; destruct (Rle_lt_dec (d j) (d i)) as [le|lt]; [now apply Half|].
  rewrite swap_weight_sym, defect_sym.
  replace (cross i j + cross j i + alike i j * exp (- (wide / 4)))
    with (cross j i + cross i j + alike j i * exp (- (wide / 4))) by (unfold alike; ring).
  apply Half; auto; lra. }
assert (0 <= pairs (fun i j => cross i j + cross j i + alike i j * exp (- (wide / 4))) m) as Sum.
{ assert (pairs (fun i j => - k * (cross i j + cross j i + alike i j * exp (- (wide / 4)))) m
    <= pairs (fun i j => swap_weight tau d i j * defect (d i) (d j)
      - defect 1 rho * swap_weight tau d i j) m) as Le by
    (apply pairs_le; intros i j I J _; now apply Each).
  rewrite pairs_scale, pairs_minus, (pairs_scale (defect 1 rho) (swap_weight tau d)) in Le.
  apply Rnot_lt_le; intros neg; assert (0 < - k * pairs (fun i j => cross i j + cross j i
    + alike i j * exp (- (wide / 4))) m) by nra; lra. }
assert (pairs (fun i j => cross i j + cross j i + alike i j * exp (- (wide / 4))) m
  = pairs (fun i j => cross i j + cross j i) m + exp (- (wide / 4)) * pairs alike m) as parts.
{ rewrite <- pairs_scale; unfold pairs; rewrite <- sum_plus; apply sum_ext; intros j _.
  rewrite <- sum_plus; apply sum_ext; intros; ring. }
rewrite parts, (pairs_both cross), cross_diagonal, cross_sum in Sum.
pose proof (low_sum _ q Hq sq wq0 wq) as lows; pose proof (top_sum _ p Hp sp wp0 wp) as tops.
pose proof (alike_sum p q Hp Hq pq sp sq) as few.
set (TW := sum top_weight m) in *; set (LW := sum low_weight m) in *.
assert (1 <= TW) as T1.
{ unfold TW; rewrite (sum_split _ m a A); assert (top_weight a = 1) as ->.
  { unfold top_weight, below; replace ((d a - d a) / tau) with 0 by (field; lra).
    destruct (high_cases a) as [(-> & _)|(_ & _ & h)]; [|unfold mid in h; lra].
    rewrite Ropp_0, exp_0; field; lra. }
  assert (0 <= sum (others a top_weight) m); [|lra]; apply sum_nonneg; intros i I; unfold others.
  destruct Nat.eqb; [lra|]; unfold top_weight; pose proof (exp_pos (- below i)); pose proof (P i I).
  assert (0 < d a / d i) by (apply Rdiv_lt_0_compat; lra).
  destruct (high_cases i) as [(-> & _)|(-> & _)]; nra. }
assert (1 <= LW) as L1.
{ unfold LW; rewrite (sum_split _ m b B); assert (low_weight b = 1) as ->.
  { unfold low_weight, above; replace ((d b - d b) / tau) with 0 by (field; lra).
    destruct (high_cases b) as [(_ & _ & h)|(_ & -> & _)]; [unfold mid in h; lra|].
    rewrite Ropp_0, exp_0; ring. }
  assert (0 <= sum (others b low_weight) m); [|lra]; apply sum_nonneg; intros i I; unfold others.
  destruct Nat.eqb; [lra|]; unfold low_weight; pose proof (exp_pos (- above i)).
  destruct (high_cases i) as [(_ & -> & _)|(_ & -> & _)]; lra. }
assert (exp (- (wide / 4)) * pairs alike m <= E) as little.
{ unfold E, within_ends; rewrite Rmult_comm.
  apply Rle_trans with ((INR m - 1) * (INR m - 2) / 2 * exp (- (wide / 4))).
  - apply Rmult_le_compat_r; [apply Rlt_le, exp_pos|easy].
  - apply Rmult_le_compat_l.
    + assert (INR m = INR p + INR q) as -> by (rewrite <- plus_INR; f_equal; lia).
      apply (le_INR 1) in Hp; apply (le_INR 1) in Hq; simpl in Hp, Hq; nra.
    + apply Rnot_lt_le; intros x; apply exp_lt_inv in x.
      assert (wide = (1 - rho) * d a / tau + n) as w by (unfold wide, n; field; lra).
      replace ((1 - rho) * d a / (4 * tau)) with ((1 - rho) * d a / tau / 4) in x by (field; lra).
      lra. }
set (Wq := W (q - 1)%nat) in *; set (Wp := W (p - 1)%nat / slow) in *.
assert (0 < TW * LW) as TL by nra.
set (Low := sum (fun j => low_weight j * above j) m) in *.
set (Top := sum (fun i => top_weight i * below i) m) in *.
assert (TW * Low <= TW * (Wq * LW)) by (apply Rmult_le_compat_l; lra).
assert (rho * (Top * LW) <= rho * (Wp * TW * LW)).
{ apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_r; lra. }
assert (n * (TW * LW) <= (rho * Wp + Wq + E) * (TW * LW)) as fin.
{ assert (E * 1 <= E * (TW * LW)) by (apply Rmult_le_compat_l; [easy|nra]); nra. }
apply Rmult_le_reg_r in fin; lra.
Qed.
End Ends.

Theorem S_score_ends : Statements.score_ends.S_score_ends.
Proof.
intros m d after tau rho L W a M T D R A Most Small Cost Split high b' B'.
destruct (largest_smallest m d) as [top [b [_ [B Ends]]]]; [lia|].
assert (Least : forall i, within m i -> d b <= d i) by (intros; now apply Ends).
assert (rho * d a - tau * (L + within_ends m tau rho (d a)) <= d b).
2: { pose proof (Least b' B'); lra. }
pose proof (mean_defect m tau d after _ M D high) as mean; pose proof (D a A).
assert (0 < 1 - 2 * tau / d a) as c.
{ assert (2 * tau / d a < 1); [|lra]; apply Rmult_lt_reg_r with (d a); [lra|].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
destruct (Rle_lt_dec (rho * d a) (d b)) as [le|far].
{ assert (0 <= L).
  { eapply Rle_trans; [|apply (Split 1%nat (m - 1)%nat); lia].
    destruct (Cost (1 - 1)%nat), (Cost (m - 1 - 1)%nat).
    assert (0 <= W (1 - 1)%nat / (1 - 2 * tau / d a)).
    { apply Rmult_le_pos; [easy|apply Rlt_le, Rinv_0_lt_compat; lra]. }
    assert (0 <= rho * (W (1 - 1)%nat / (1 - 2 * tau / d a))) by (apply Rmult_le_pos; lra); lra. }
  assert (0 <= within_ends m tau rho (d a)).
  { apply Rmult_le_pos; [|apply Rlt_le, exp_pos].
    apply (le_INR 2) in M; simpl in M; nra. }
  assert (0 <= tau * (L + within_ends m tau rho (d a))) by (apply Rmult_le_pos; lra); lra. }
destruct (Rlt_le_dec rho 1) as [less|one].
- apply ends with W; try easy; try lra.
  assert (rho * d a <= 1 * d a) by (apply Rmult_le_compat_r; lra); lra.
- exfalso; replace rho with 1 in * by lra.
  rewrite defect_same, Rmult_0_l in mean by lra.
  assert (d a = d b); [|lra].
  assert (forall x y, within m x -> within m y -> (x < y)%nat -> d x = d y) as same.
  { intros x y X Y lt; apply defect_zero; auto.
    pose proof (pair_below (fun i j => swap_weight tau d i j * defect (d i) (d j)) m x y) as le.
    cbv beta in le; assert (swap_weight tau d x y * defect (d x) (d y) <= 0).
    { eapply Rle_trans; [apply le; auto|exact mean]; intros; apply Rmult_le_pos;
        [apply Rlt_le, weight_pos|apply defect_nonneg; auto]. }
    pose proof (weight_pos tau d x y); apply Rnot_lt_le; intros z; nra. }
  destruct (Nat.lt_trichotomy a b) as [l|[->|l]]; [auto|easy|symmetry; auto].
Qed.
