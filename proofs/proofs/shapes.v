From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention canonical partial_induction shapes.
From Proofs Require Import angles sums_of_reals circle canonical retrieval_range partial_induction.
Local Open Scope R_scope.

Lemma sum_shift f n : sum (fun k => f (k - 1)%nat) n = sum f n + f 0%nat - f n.
Proof.
induction n as [|n IH]; [cbn; ring | ].
cbn [sum]; rewrite IH; replace (S n - 1)%nat with n by lia; ring.
Qed.

(* partition j is the sum of exponentials at target j. *)
Definition partition (N : nat) (B theta : R) (j : nat) : R :=
  sum (fun k => exp (B * cos ((INR k - INR j) * theta))) N.

Lemma partition_pos N B theta j : (1 <= N)%nat -> 0 < partition N B theta j.
Proof.
intros h; apply sum_pos with 1%nat; [unfold within; lia | apply exp_pos | intros; left; apply exp_pos].
Qed.

Lemma curve_is N B theta j : 0 < B -> within N j -> index_curve N B theta j = exp B / partition N B theta j.
Proof.
intros hB hj; unfold index_curve.
rewrite (best_is _ N j hj).
- unfold softmax; rewrite place_self; easy.
- intros k _; unfold softmax; apply Rmult_le_compat_r.
  + left; apply Rinv_0_lt_compat, partition_pos; unfold within in hj; lia.
  + apply exp_le, place_most; lra.
Qed.

Lemma partition_step N B theta j : (1 <= j <= N)%nat ->
  partition N B theta (S j) - partition N B theta j
  = exp (B * cos (INR j * theta)) - exp (B * cos (INR (N - j) * theta)).
Proof.
intros h; unfold partition.
pose proof (sum_shift (fun k => exp (B * cos ((INR k - INR j) * theta))) N) as e.
rewrite (sum_ext (fun k => exp (B * cos ((INR k - INR (S j)) * theta)))
  (fun k => exp (B * cos ((INR (k - 1) - INR j) * theta)))).
- rewrite e; cbn [INR]; rewrite minus_INR by lia.
  replace ((0 - INR j) * theta) with (- (INR j * theta)) by ring; rewrite cos_neg; lra.
- intros k hk; unfold within in hk; rewrite minus_INR, S_INR by lia; cbn [INR].
  do 3 f_equal; ring.
Qed.

(* The sign of a step: positive where the curve falls. *)
Definition drop (N : nat) (x : R) (j : nat) : R := cos (INR j * x) - cos (INR (N - j) * x).

Section Curve.
Variables (N : nat) (B theta x : R).
Hypothesis (hN : (3 <= N)%nat) (hB : 0 < B) (fold_x : folds_to theta x).
Let w := index_curve N B theta.

Lemma cos_fold t : cos (INR t * x) = cos (INR t * theta).
Proof.
destruct fold_x as [hx _]; rewrite <- (cos_even_multiple theta); do 2 f_equal.
rewrite <- (away_small x hx); destruct fold_x as [_ [k [e | e]]]; rewrite e.
- replace (2 * PI * IZR k + x) with (x + 2 * PI * IZR k) by ring; symmetry; apply away_turns.
- replace (2 * PI * IZR k - x) with (- x + 2 * PI * IZR k) by ring.
  now rewrite away_turns, away_opp.
Qed.

Lemma step_sign j : (1 <= j < N)%nat ->
  (0 < drop N x j -> w (S j) < w j) /\ (drop N x j = 0 -> w (S j) = w j)
  /\ (drop N x j < 0 -> w j < w (S j)).
Proof.
intros hj; unfold w; rewrite !curve_is by (easy || (unfold within; lia)).
pose proof (partition_step N B theta j ltac:(lia)) as s; rewrite <- !cos_fold in s.
pose proof (partition_pos N B theta j ltac:(lia)) as z; pose proof (partition_pos N B theta (S j) ltac:(lia)) as z'.
pose proof (exp_pos B) as eB; unfold drop.
split; [ | split]; intros d.
- assert (exp (B * cos (INR (N - j) * x)) < exp (B * cos (INR j * x))) by (apply exp_increasing; nra).
  apply Rmult_lt_compat_l; [easy | apply Rinv_lt_contravar; nra].
- replace (cos (INR (N - j) * x)) with (cos (INR j * x)) in s by lra.
  replace (partition N B theta (S j)) with (partition N B theta j) by lra; easy.
- assert (exp (B * cos (INR j * x)) < exp (B * cos (INR (N - j) * x))) by (apply exp_increasing; nra).
  apply Rmult_lt_compat_l; [easy | apply Rinv_lt_contravar; nra].
Qed.

Lemma step_falls j : (1 <= j < N)%nat -> w (S j) < w j <-> 0 < drop N x j.
Proof.
intros hj; destruct (step_sign j hj) as (a & b & c); split; [ | easy].
intros h; destruct (Rtotal_order (drop N x j) 0) as [d | [d | d]]; [ | | easy].
- specialize (c d); lra.
- specialize (b d); lra.
Qed.

Lemma step_rises j : (1 <= j < N)%nat -> w j < w (S j) <-> drop N x j < 0.
Proof.
intros hj; destruct (step_sign j hj) as (a & b & c); split; [ | easy].
intros h; destruct (Rtotal_order (drop N x j) 0) as [d | [d | d]]; [easy | | ].
- specialize (b d); lra.
- specialize (a d); lra.
Qed.

Lemma step_flat j : (1 <= j < N)%nat -> w (S j) = w j <-> drop N x j = 0.
Proof.
intros hj; destruct (step_sign j hj) as (a & b & c); split; [ | easy].
intros h; destruct (Rtotal_order (drop N x j) 0) as [d | [d | d]]; [ | easy | ].
- specialize (c d); lra.
- specialize (a d); lra.
Qed.

Lemma drop_back j : (1 <= j < N)%nat -> drop N x (N - j) = - drop N x j.
Proof. intros hj; unfold drop; replace (N - (N - j))%nat with j by lia; ring. Qed.

Lemma drop_product j : (j <= N)%nat ->
  drop N x j = 2 * sin (INR N * (x / 2)) * sin ((INR N - 2 * INR j) * (x / 2)).
Proof.
intros hj; unfold drop; rewrite minus_INR by easy.
set (p := INR N * (x / 2)); set (q := (INR N - 2 * INR j) * (x / 2)).
replace (INR j * x) with (p - q) by (unfold p, q; field).
replace ((INR N - INR j) * x) with (p + q) by (unfold p, q; field).
rewrite cos_plus, cos_minus; ring.
Qed.

Lemma curve_symmetric : symmetric w N.
Proof.
intros j hj; unfold w; rewrite !curve_is by (easy || (unfold within in *; lia)); f_equal.
assert (back : forall f n, sum f n = sum (fun k => f (n + 1 - k)%nat) n).
{ clear; intros f n; revert f; induction n as [|n IH]; intros f; [easy | ].
  assert (head : forall i, sum f i + f (S i) = sum (fun k => f (S k)) i + f 1%nat).
  { induction i as [|i IHi]; [cbn; ring | cbn [sum] in *; rewrite IHi; ring]. }
  cbn [sum]; rewrite head, (IH (fun k => f (S k))); f_equal; [ | f_equal; lia].
  apply sum_ext; intros k hk; unfold within in hk; f_equal; lia. }
unfold partition; rewrite back; apply sum_ext; intros k hk; unfold within in *.
rewrite !minus_INR, plus_INR by lia; cbn [INR]; rewrite <- cos_neg; do 3 f_equal; ring.
Qed.

(* The halves: 2 j < N. *)
Lemma u_from_drops : (forall j, (1 <= j)%nat -> (2 * j < N)%nat -> 0 < drop N x j) -> u_shaped w N.
Proof.
intros falls; set (p := (N - N / 2)%nat); set (q := (N / 2 + 1)%nat).
assert (half : (N / 2 + N / 2 <= N /\ N <= N / 2 + N / 2 + 1)%nat).
{ pose proof (Nat.div_mod N 2 ltac:(lia)); pose proof (Nat.mod_upper_bound N 2 ltac:(lia)); lia. }
exists p, q; split; [unfold p; lia | split; [unfold q; lia | split; [unfold p, q; lia | split; [ | split]]]].
- destruct (Nat.eq_dec p q) as [-> | ne]; [easy | ].
  replace q with (S p) by (unfold p, q in *; lia); symmetry; apply step_flat; [unfold p; lia | ].
  unfold drop; replace (N - p)%nat with p by (unfold p, q in *; lia); ring.
- intros j hj; apply step_falls; [unfold p in hj; lia | apply falls; unfold p in hj; lia].
- intros j hj; apply step_rises; [unfold q in hj; lia | ].
  pose proof (falls (N - j)%nat ltac:(lia) ltac:(unfold q in hj; lia)) as f.
  rewrite drop_back in f by (unfold q in hj; lia); lra.
Qed.

Lemma inverse_from_drops : (forall j, (1 <= j)%nat -> (2 * j < N)%nat -> drop N x j < 0) ->
  inverse_u_shaped w N.
Proof.
intros rises; set (p := (N - N / 2)%nat); set (q := (N / 2 + 1)%nat).
assert (half : (N / 2 + N / 2 <= N /\ N <= N / 2 + N / 2 + 1)%nat).
{ pose proof (Nat.div_mod N 2 ltac:(lia)); pose proof (Nat.mod_upper_bound N 2 ltac:(lia)); lia. }
exists p, q; split; [unfold p; lia | split; [unfold q; lia | split; [unfold p, q; lia | split; [ | split]]]].
- destruct (Nat.eq_dec p q) as [-> | ne]; [easy | ]; f_equal.
  replace q with (S p) by (unfold p, q in *; lia); symmetry; apply step_flat; [unfold p; lia | ].
  unfold drop; replace (N - p)%nat with p by (unfold p, q in *; lia); ring.
- intros j hj; apply Ropp_lt_contravar, step_rises; [unfold p in hj; lia | ].
  apply rises; unfold p in hj; lia.
- intros j hj; apply Ropp_lt_contravar, step_falls; [unfold q in hj; lia | ].
  pose proof (rises (N - j)%nat ltac:(lia) ltac:(unfold q in hj; lia)) as f.
  rewrite drop_back in f by (unfold q in hj; lia); lra.
Qed.

Lemma drops_from_u : u_shaped w N ->
  forall j, (1 <= j)%nat -> (2 * j < N)%nat -> 0 < drop N x j.
Proof.
intros (p & q & hp & hq & pq & e & falls & rises) j hj h.
assert (c : (j < p \/ q <= j \/ (j = p /\ q = S p))%nat) by lia.
destruct c as [c | [c | [-> ->]]].
- apply step_falls; [lia | now apply falls].
- exfalso; pose proof (proj1 (step_rises j ltac:(lia)) (rises j ltac:(lia))) as r.
  pose proof (proj1 (step_rises (N - j)%nat ltac:(lia)) (rises (N - j)%nat ltac:(lia))) as r'.
  rewrite drop_back in r' by lia; lra.
- exfalso; symmetry in e; apply step_flat in e; [ | lia].
  pose proof (proj1 (step_rises (N - p)%nat ltac:(lia)) (rises (N - p)%nat ltac:(lia))) as r'.
  rewrite drop_back in r' by lia; lra.
Qed.

Lemma drops_from_inverse : inverse_u_shaped w N ->
  forall j, (1 <= j)%nat -> (2 * j < N)%nat -> drop N x j < 0.
Proof.
intros (p & q & hp & hq & pq & e & falls & rises) j hj h.
assert (up : forall i, (q <= i < N)%nat -> 0 < drop N x i).
{ intros i hi; apply step_falls; [lia | specialize (rises i hi); lra]. }
assert (c : (j < p \/ q <= j \/ (j = p /\ q = S p))%nat) by lia.
destruct c as [c | [c | [-> ->]]].
- apply step_rises; [lia | specialize (falls j ltac:(lia)); lra].
- exfalso; pose proof (up j ltac:(lia)) as r; pose proof (up (N - j)%nat ltac:(lia)) as r'.
  rewrite drop_back in r' by lia; lra.
- exfalso; assert (z : w (S p) = w p) by lra; apply step_flat in z; [ | lia].
  pose proof (up (N - p)%nat ltac:(lia)) as r'; rewrite drop_back in r' by lia; lra.
Qed.

Let y := x / 2.
Lemma y_range : 0 <= y <= PI / 2. Proof. destruct fold_x as [h _]; unfold y; lra. Qed.

(* The first of the multiples m y, m = N - 2 j. *)
Lemma middle : exists a m : nat, (1 <= m <= 2)%nat /\ N = (m + 2 * (a + 1))%nat.
Proof.
pose proof (Nat.div_mod N 2 ltac:(lia)); pose proof (Nat.mod_upper_bound N 2 ltac:(lia)).
destruct (Nat.eq_dec (N mod 2) 0).
- exists (N / 2 - 2)%nat, 2%nat; lia.
- exists (N / 2 - 1)%nat, 1%nat; lia.
Qed.

Lemma chain (m a : nat) : (1 <= m <= 2)%nat ->
  (forall i, (i <= a)%nat -> 0 < sin (INR (m + 2 * i) * y)) -> INR (m + 2 * a) * y < PI.
Proof.
intros hm pos; pose proof y_range as yr; pose proof pi_pos.
induction a as [|a IH].
- apply sin_pos_below; [ | now apply pos].
  assert (INR (m + 2 * 0) <= 2) by (change 2 with (INR 2); apply le_INR; lia).
  pose proof (pos_INR (m + 2 * 0)); split; nra.
- specialize (IH ltac:(intros; apply pos; lia)); apply sin_pos_below; [ | now apply pos].
  replace (m + 2 * S a)%nat with (m + 2 * a + 2)%nat by lia; rewrite plus_INR; cbn [INR].
  pose proof (pos_INR (m + 2 * a)); split; nra.
Qed.

Lemma drop_at a m i : N = (m + 2 * (a + 1))%nat -> (i <= a)%nat ->
  drop N x (a + 1 - i) = 2 * sin (INR N * y) * sin (INR (m + 2 * i) * y).
Proof.
intros e hi; rewrite drop_product by lia; fold y; do 3 f_equal.
rewrite e, minus_INR, !plus_INR, !mult_INR, plus_INR by lia; cbn [INR]; ring.
Qed.

Lemma first_sine (m : nat) : (1 <= m <= 2)%nat -> 0 <= sin (INR m * y).
Proof.
intros hm; pose proof y_range as yr; pose proof pi_pos.
assert (INR m <= 2) by (change 2 with (INR 2); apply le_INR; lia).
pose proof (pos_INR m); apply sin_ge_0; nra.
Qed.

Lemma N_real : 3 <= INR N. Proof. apply le_INR in hN; cbn in hN; lra. Qed.

Lemma u_iff : u_shaped w N <-> 0 < x < 2 * PI / INR N.
Proof.
pose proof N_real as nr; pose proof y_range as yr; pose proof pi_pos as pp.
assert (q : x < 2 * PI / INR N <-> INR N * y < PI).
{ assert (e : INR N * (2 * PI / INR N) = 2 * PI) by (field; lra).
  set (d := 2 * PI / INR N) in *; clearbody d; unfold y; split; intros h; nra. }
rewrite q; split.
- intros u; pose proof (drops_from_u u) as d; destruct middle as (a & m & hm & e).
  assert (d' : forall i, (i <= a)%nat -> 0 < sin (INR N * y) * sin (INR (m + 2 * i) * y)).
  { intros i hi; specialize (d (a + 1 - i)%nat ltac:(lia) ltac:(lia)).
    rewrite (drop_at a m i e hi) in d; lra. }
  pose proof (d' 0%nat ltac:(lia)) as d0; replace (m + 2 * 0)%nat with m in d0 by lia.
  pose proof (first_sine m hm) as f.
  assert (sN : 0 < sin (INR N * y)) by nra.
  split.
  + destruct (proj1 yr) as [c | c]; [unfold y in c; lra | exfalso].
    rewrite <- c, Rmult_0_r, sin_0 in sN; lra.
  + rewrite e; apply chain; [easy | ]; intros i hi.
    destruct (Nat.eq_dec i (a + 1)) as [-> | ne]; [now rewrite <- e | ].
    specialize (d' i ltac:(lia)); nra.
- intros [x0 b]; apply u_from_drops; intros j hj h; rewrite drop_product by lia; fold y.
  assert (y0 : 0 < y) by (unfold y; lra).
  assert (p1 : 0 < sin (INR N * y)) by (apply sin_gt_0; nra).
  apply lt_INR in h; rewrite mult_INR in h; cbn [INR] in h.
  assert (j1 : 1 <= INR j) by (change 1 with (INR 1); now apply le_INR).
  assert (p2 : 0 < sin ((INR N - 2 * INR j) * y)) by (apply sin_gt_0; nra); nra.
Qed.

Lemma inverse_iff : inverse_u_shaped w N <-> 2 * PI / INR N < x < 2 * PI / INR (N - 2).
Proof.
pose proof N_real as nr; pose proof y_range as yr; pose proof pi_pos as pp.
assert (n2 : INR (N - 2) = INR N - 2) by (rewrite minus_INR by lia; easy).
assert (q : 2 * PI / INR N < x <-> PI < INR N * y).
{ assert (e : INR N * (2 * PI / INR N) = 2 * PI) by (field; lra).
  set (d := 2 * PI / INR N) in *; clearbody d; unfold y; split; intros h; nra. }
assert (q' : x < 2 * PI / INR (N - 2) <-> (INR N - 2) * y < PI).
{ rewrite n2; assert (e : (INR N - 2) * (2 * PI / (INR N - 2)) = 2 * PI) by (field; lra).
  set (d := 2 * PI / (INR N - 2)) in *; clearbody d; unfold y; split; intros h; nra. }
rewrite q, q'; split.
- intros u; pose proof (drops_from_inverse u) as d; destruct middle as (a & m & hm & e).
  assert (d' : forall i, (i <= a)%nat -> sin (INR N * y) * sin (INR (m + 2 * i) * y) < 0).
  { intros i hi; specialize (d (a + 1 - i)%nat ltac:(lia) ltac:(lia)).
    rewrite (drop_at a m i e hi) in d; lra. }
  pose proof (d' 0%nat ltac:(lia)) as d0; replace (m + 2 * 0)%nat with m in d0 by lia.
  pose proof (first_sine m hm) as f.
  assert (sN : sin (INR N * y) < 0) by nra.
  assert (c : INR (m + 2 * a) * y < PI).
  { apply chain; [easy | ]; intros i hi; specialize (d' i hi); nra. }
  replace (INR (m + 2 * a)) with (INR N - 2) in c
    by (rewrite e, !plus_INR, !mult_INR, plus_INR; cbn [INR]; ring).
  split; [ | easy]; apply Rnot_le_lt; intros le.
  pose proof (sin_ge_0 (INR N * y) ltac:(nra) le); lra.
- intros [b c]; apply inverse_from_drops; intros j hj h; rewrite drop_product by lia; fold y.
  assert (y0 : 0 < y) by nra.
  assert (p1 : sin (INR N * y) < 0) by (apply sin_lt_0; lra).
  apply lt_INR in h; rewrite mult_INR in h; cbn [INR] in h.
  assert (j1 : 1 <= INR j) by (change 1 with (INR 1); now apply le_INR).
  assert (p2 : 0 < sin ((INR N - 2 * INR j) * y)) by (apply sin_gt_0; nra); nra.
Qed.

Lemma turns_iff : full_turn (INR N * theta) <-> sin (INR N * y) = 0.
Proof.
unfold full_turn; rewrite <- cos_is_one, <- cos_fold.
replace (INR N * x) with (2 * (INR N * y)) by (unfold y; field).
rewrite cos_2a_sin; split; intros h; [ | rewrite h; ring].
assert (sin (INR N * y) * sin (INR N * y) = 0) by lra; nra.
Qed.

Lemma constant_iff : constant w N <-> full_turn (INR N * theta).
Proof.
rewrite turns_iff; pose proof y_range as yr; pose proof pi_pos as pp; split.
- intros c; assert (d : forall j, (1 <= j < N)%nat -> drop N x j = 0).
  { intros j hj; apply step_flat; [easy | ].
    rewrite (c (S j)), (c j); [easy | unfold within; lia | unfold within; lia]. }
  destruct middle as (a & m & hm & e).
  specialize (d (a + 1)%nat ltac:(lia)).
  pose proof (drop_at a m 0 e ltac:(lia)) as p; rewrite Nat.sub_0_r, d in p.
  replace (m + 2 * 0)%nat with m in p by lia; symmetry in p.
  apply Rmult_integral in p; destruct p as [p | p]; [lra | ].
  destruct (Req_dec y 0) as [z | nz]; [rewrite z, Rmult_0_r; apply sin_0 | ].
  assert (m2 : m = 2%nat /\ y = PI / 2).
  { assert (m = 1 \/ m = 2)%nat as [-> | ->] by lia; cbn [INR] in p.
    - rewrite Rmult_1_l in p; pose proof (sin_gt_0 y ltac:(lra) ltac:(lra)); lra.
    - split; [easy | ]; destruct (Rle_lt_or_eq_dec y (PI / 2) (proj2 yr)) as [lt | eq]; [ | easy].
      pose proof (sin_gt_0 ((1 + 1) * y) ltac:(lra) ltac:(lra)); lra. }
  destruct m2 as [-> ey]; apply sin_eq_0_1; exists (Z.of_nat (a + 2)).
  rewrite e, ey, <- INR_IZR_INZ, !plus_INR, mult_INR, plus_INR; cbn [INR]; field.
- intros z j hj; unfold within in hj; induction j as [|j IH]; [lia | ].
  destruct (Nat.eq_dec j 0) as [-> | ne]; [easy | ].
  rewrite <- IH by lia; apply step_flat; [lia | ].
  rewrite drop_product by lia; fold y; rewrite z; ring.
Qed.
End Curve.

Theorem A_thm7_fix_index : Statements.shapes.A_thm7_fix_index.
Proof.
intros N B theta x hN hB f; cbv zeta; split; [ | split; [ | split]].
- now apply curve_symmetric.
- now apply (constant_iff N B theta x).
- now apply u_iff.
- now apply inverse_iff.
Qed.

(* Retrieval: the signs of sin at the midpoints of the steps. *)
Definition mid (theta gamma : R) (j : nat) : R := (INR j + 1 / 2) * theta - gamma.

Section Midpoints.
Variables (N : nat) (theta gamma : R).
Hypothesis (hN : (3 <= N)%nat) (ht : 0 < theta <= PI).
Let b (k : Z) (j : nat) : R := mid theta gamma j + 2 * PI * IZR k.

Lemma b_next k j : b k (S j) = b k j + theta.
Proof. unfold b, mid; rewrite S_INR; field. Qed.

Lemma sin_b k j : sin (b k j) = sin (mid theta gamma j).
Proof.
unfold b; rewrite !sin_cos; f_equal.
replace (PI / 2 + (mid theta gamma j + 2 * PI * IZR k))
  with (PI / 2 + mid theta gamma j + 2 * PI * IZR k) by ring; apply cos_turns.
Qed.

Lemma b_later k i j : (i <= j)%nat -> b k i <= b k j.
Proof.
induction 1 as [|j le IH]; [lra | rewrite b_next; lra].
Qed.

Lemma sine_negative z : - PI <= z < PI -> sin z < 0 -> - PI < z < 0.
Proof.
intros h s; destruct (Rle_lt_dec 0 z) as [c | c].
- pose proof (sin_ge_0 z c ltac:(lra)); lra.
- split; [ | easy]; destruct (Rle_lt_or_eq_dec (- PI) z ltac:(lra)) as [e | e]; [easy | ].
  rewrite <- e, sin_neg, sin_PI in s; lra.
Qed.

Lemma sine_positive z : - PI < z < 2 * PI -> 0 < sin z -> 0 < z < PI.
Proof.
intros h s; split.
- apply Rnot_le_lt; intros c; pose proof (sin_ge_0 (- z) ltac:(lra) ltac:(lra)) as f.
  rewrite sin_neg in f; lra.
- apply Rnot_le_lt; intros c; pose proof (sin_le_0 z c ltac:(lra)); lra.
Qed.

Lemma start : sin (mid theta gamma 1) < 0 -> exists k, - PI < b k 1 < 0.
Proof.
intros s; exists (- nearest (mid theta gamma 1))%Z.
pose proof (nearest_spec (mid theta gamma 1)) as n; pose proof pi_pos.
assert (e : b (- nearest (mid theta gamma 1)) 1
  = mid theta gamma 1 - 2 * PI * IZR (nearest (mid theta gamma 1))) by (unfold b; rewrite opp_IZR; ring).
rewrite <- (sin_b (- nearest (mid theta gamma 1))) in s; rewrite <- e in n.
apply sine_negative; [ | easy]; split; [lra | ].
destruct (Rle_lt_or_eq_dec _ _ (proj2 n)) as [c | c]; [easy | ].
rewrite c, sin_PI in s; lra.
Qed.

Lemma keeps_low k p : - PI < b k 1 < 0 ->
  (forall j, (1 <= j < p)%nat -> sin (mid theta gamma j) < 0) ->
  forall j, (1 <= j < p)%nat -> - PI < b k j < 0.
Proof.
intros s low; induction j as [|j IH]; intros hj; [lia | ].
destruct (Nat.eq_dec j 0) as [-> | ne]; [easy | ].
specialize (IH ltac:(lia)); specialize (low (S j) hj); rewrite <- (sin_b k) in low.
apply sine_negative; [ | easy]; rewrite b_next; lra.
Qed.

Lemma keeps_high k q n : 0 < b k q < PI ->
  (forall j, (q <= j <= n)%nat -> 0 < sin (mid theta gamma j)) ->
  forall j, (q <= j <= n)%nat -> 0 < b k j < PI.
Proof.
intros s high; induction j as [|j IH]; intros hj; [replace 0%nat with q by lia; easy | ].
destruct (Nat.eq_dec q (S j)) as [<- | ne]; [easy | ].
specialize (IH ltac:(lia)); specialize (high (S j) hj); rewrite <- (sin_b k) in high.
apply sine_positive; [ | easy]; rewrite b_next; lra.
Qed.

Definition pattern : Prop :=
  exists p q : nat, (1 < p)%nat /\ (q < N)%nat /\ (p = q \/ q = S p)
  /\ (q = S p -> sin (mid theta gamma p) = 0)
  /\ (forall j, (1 <= j < p)%nat -> sin (mid theta gamma j) < 0)
  /\ (forall j, (q <= j < N)%nat -> 0 < sin (mid theta gamma j)).

Lemma ends k : b k 1 = 3 / 2 * theta - gamma + 2 * PI * IZR k
  /\ b k (N - 1) = (INR N - 1 / 2) * theta - gamma + 2 * PI * IZR k.
Proof. unfold b, mid; rewrite minus_INR by lia; cbn [INR]; split; field. Qed.

Lemma first_above k n : (forall j, (1 <= j <= n)%nat -> b k j < 0)
  \/ exists p, (1 <= p <= n)%nat /\ 0 <= b k p /\ forall j, (1 <= j < p)%nat -> b k j < 0.
Proof.
induction n as [|n [all | (p & hp & e & low)]].
- left; intros; lia.
- destruct (Rle_lt_dec 0 (b k (S n))) as [c | c].
  + right; exists (S n); split; [lia | split; [easy | intros; apply all; lia]].
  + left; intros j hj; destruct (Nat.eq_dec j (S n)) as [-> | ne]; [easy | apply all; lia].
- right; exists p; split; [lia | easy].
Qed.

Lemma pattern_crosses : pattern <-> crosses N theta gamma.
Proof.
pose proof pi_pos as pp; split.
- intros (p & q & hp & hq & pq & flat & low & high).
  destruct (start (low 1%nat ltac:(lia))) as [k s]; exists k; destruct (ends k) as [<- <-].
  split; [easy | ].
  pose proof (keeps_low k p s low (p - 1)%nat ltac:(lia)) as before.
  pose proof (b_next k (p - 1)) as n; replace (S (p - 1)) with p in n by lia.
  apply (keeps_high k q (N - 1)); [ | intros j hj; apply high; lia | lia].
  pose proof (high q ltac:(lia)) as sq; rewrite <- (sin_b k) in sq.
  destruct pq as [<- | ->]; [apply sine_positive; [lra | easy] | ].
  specialize (flat eq_refl); rewrite <- (sin_b k) in flat.
  assert (z : b k p = 0).
  { destruct (Rtotal_order (b k p) 0) as [c | [c | c]]; [ | easy | ].
    - pose proof (sin_gt_0 (- b k p) ltac:(lra) ltac:(lra)) as f; rewrite sin_neg in f; lra.
    - pose proof (sin_gt_0 (b k p) ltac:(lra) ltac:(lra)); lra. }
  rewrite b_next, z in *; apply sine_positive; [lra | easy].
- intros [k c]; destruct (ends k) as [e1 e2]; rewrite <- e1, <- e2 in c; clear e1 e2.
  destruct c as [c1 c2].
  destruct (first_above k (N - 1)) as [all | (p & hp & above & low)].
  + specialize (all (N - 1)%nat ltac:(lia)); lra.
  + assert (p1 : (1 < p)%nat).
    { destruct (Nat.eq_dec p 1) as [-> | ne]; [lra | lia]. }
    assert (neg : forall j, (1 <= j < p)%nat -> sin (mid theta gamma j) < 0).
    { intros j hj; rewrite <- (sin_b k); apply sin_lt_0_var; [ | now apply low].
      pose proof (b_later k 1 j ltac:(lia)); lra. }
    assert (pos : forall j, (p <= j < N)%nat -> 0 < b k j -> 0 < sin (mid theta gamma j)).
    { intros j hj hb; rewrite <- (sin_b k); apply sin_gt_0; [easy | ].
      pose proof (b_later k j (N - 1) ltac:(lia)); lra. }
    destruct (Rle_lt_or_eq_dec 0 (b k p) above) as [up | zero].
    * exists p, p; repeat split; try lia; try easy.
      intros j hj; apply pos; [easy | ]; pose proof (b_later k p j ltac:(lia)); lra.
    * exists p, (S p); repeat split; try lia; try easy.
      -- destruct (Nat.eq_dec p (N - 1)) as [-> | ne]; [lra | lia].
      -- intros _; rewrite <- (sin_b k), <- zero; apply sin_0.
      -- intros j hj; apply pos; [lia | ].
         pose proof (b_later k (S p) j ltac:(lia)) as l; rewrite b_next in l; lra.
Qed.

Lemma low_stays : (forall j, (1 <= j < N)%nat -> sin (mid theta gamma j) < 0) <-> stays N theta gamma.
Proof.
split.
- intros low; destruct (start (low 1%nat ltac:(lia))) as [k s]; exists k.
  destruct (ends k) as [<- <-]; split; [easy | ].
  apply (keeps_low k N s low (N - 1)%nat); lia.
- intros [k c] j hj; destruct (ends k) as [e1 e2]; rewrite <- e1, <- e2 in c.
  rewrite <- (sin_b k); pose proof (b_later k 1 j ltac:(lia)).
  pose proof (b_later k j (N - 1) ltac:(lia)); apply sin_lt_0_var; lra.
Qed.

End Midpoints.

Lemma mid_opposite theta gamma j : sin (mid theta (gamma + PI) j) = - sin (mid theta gamma j).
Proof.
unfold mid; replace ((INR j + 1 / 2) * theta - (gamma + PI))
  with (- (PI - ((INR j + 1 / 2) * theta - gamma))) by ring.
now rewrite sin_neg, sin_PI_x.
Qed.

Section Matched.
Variables (N : nat) (B c theta gamma : R).
Hypothesis (hN : (3 <= N)%nat) (hB : 0 < B) (ht : 0 < theta <= PI).
Hypothesis most : forall j, within N j -> c <= B * cos (INR j * theta - gamma).
Let w := retrieval_curve N B c theta gamma.
Let u j := exp (B * cos (INR j * theta - gamma)).
Let rest := INR (N - 1) * exp c.

Lemma rest_pos : 0 < rest.
Proof. apply Rmult_lt_0_compat; [apply lt_0_INR; lia | apply exp_pos]. Qed.

Lemma matched_curve j : within N j -> w j = u j / (u j + rest).
Proof.
intros hj; unfold w, retrieval_curve; rewrite (best_is _ N j hj).
- unfold softmax; rewrite Nat.eqb_refl; unfold u; f_equal.
  rewrite (sum_but_split _ N j hj), Nat.eqb_refl; f_equal; unfold rest.
  rewrite <- (sum_but_const (exp c) N j hj); apply sum_ext; intros k _.
  destruct (Nat.eqb_spec k j); easy.
- intros k _; unfold softmax; apply Rmult_le_compat_r.
  + left; apply Rinv_0_lt_compat; apply sum_pos with j; [easy | apply exp_pos | ].
    intros; left; apply exp_pos.
  + apply exp_le; rewrite Nat.eqb_refl; destruct (Nat.eqb k j); [lra | now apply most].
Qed.

Lemma matched_rises i j : within N i -> within N j ->
  cos (INR i * theta - gamma) < cos (INR j * theta - gamma) -> w i < w j.
Proof.
intros hi hj h; rewrite !matched_curve by easy; pose proof rest_pos as r.
assert (p : 0 < u i) by apply exp_pos; assert (p' : 0 < u j) by apply exp_pos.
assert (l : u i < u j) by (apply exp_increasing; nra).
apply Rmult_lt_reg_r with ((u i + rest) * (u j + rest)); [nra | ].
replace (u i / (u i + rest) * ((u i + rest) * (u j + rest))) with (u i * (u j + rest)) by (field; lra).
replace (u j / (u j + rest) * ((u i + rest) * (u j + rest))) with (u j * (u i + rest)) by (field; lra).
nra.
Qed.

Lemma matched_equal i j : within N i -> within N j ->
  cos (INR i * theta - gamma) = cos (INR j * theta - gamma) -> w i = w j.
Proof. intros hi hj h; rewrite !matched_curve by easy; unfold u; now rewrite h. Qed.

Lemma matched_step j : cos (INR (S j) * theta - gamma) - cos (INR j * theta - gamma)
  = - 2 * sin (theta / 2) * sin (mid theta gamma j).
Proof.
unfold mid; rewrite S_INR.
replace ((INR j + 1) * theta - gamma) with ((INR j + 1 / 2) * theta - gamma + theta / 2) by field.
replace (INR j * theta - gamma) with ((INR j + 1 / 2) * theta - gamma - theta / 2) by field.
set (a := (INR j + 1 / 2) * theta - gamma); clearbody a.
rewrite cos_plus, cos_minus; ring.
Qed.

Lemma matched_sign j : (1 <= j < N)%nat ->
  (w j < w (S j) <-> sin (mid theta gamma j) < 0) /\ (w j = w (S j) <-> sin (mid theta gamma j) = 0)
  /\ (w (S j) < w j <-> 0 < sin (mid theta gamma j)).
Proof.
intros hj; assert (h1 : within N j) by (unfold within; lia).
assert (h2 : within N (S j)) by (unfold within; lia).
pose proof (matched_step j) as s; assert (p : 0 < sin (theta / 2)) by (apply sin_gt_0; lra).
pose proof (matched_rises j (S j) h1 h2) as a; pose proof (matched_rises (S j) j h2 h1) as b.
pose proof (matched_equal j (S j) h1 h2) as e.
destruct (Rtotal_order (sin (mid theta gamma j)) 0) as [d | [d | d]].
- specialize (a ltac:(nra)); lra.
- rewrite d in s; specialize (e ltac:(lra)); lra.
- specialize (b ltac:(nra)); lra.
Qed.

Lemma inverse_pattern : inverse_u_shaped w N <-> pattern N theta gamma.
Proof.
split; intros (p & q & hp & hq & pq & e & low & high); exists p, q; repeat split; try easy.
- intros ->; apply (matched_sign p); [lia | lra].
- intros j hj; apply (matched_sign j); [lia | specialize (low j hj); lra].
- intros j hj; apply (matched_sign j); [lia | specialize (high j hj); lra].
- destruct pq as [-> | ->]; [easy | f_equal]; apply (matched_sign p); [lia | now apply e].
- intros j hj; apply Ropp_lt_contravar, (matched_sign j); [lia | now apply low].
- intros j hj; apply Ropp_lt_contravar, (matched_sign j); [lia | now apply high].
Qed.

Lemma u_pattern : u_shaped w N <-> pattern N theta (gamma + PI).
Proof.
split; intros (p & q & hp & hq & pq & e & low & high); exists p, q; repeat split; try easy.
- intros ->; rewrite mid_opposite; apply Ropp_eq_0_compat, (matched_sign p); [lia | easy].
- intros j hj; rewrite mid_opposite.
  pose proof (proj1 (proj2 (proj2 (matched_sign j ltac:(lia)))) (low j hj)); lra.
- intros j hj; rewrite mid_opposite.
  pose proof (proj1 (proj1 (matched_sign j ltac:(lia))) (high j hj)); lra.
- destruct pq as [-> | ->]; [easy | ]; apply (matched_sign p); [lia | ].
  specialize (e eq_refl); rewrite mid_opposite in e; lra.
- intros j hj; apply (matched_sign j); [lia | ].
  specialize (low j hj); rewrite mid_opposite in low; lra.
- intros j hj; apply (matched_sign j); [lia | ].
  specialize (high j hj); rewrite mid_opposite in high; lra.
Qed.
End Matched.

Theorem A_thm7_fix_retrieval : Statements.shapes.A_thm7_fix_retrieval.
Proof.
intros N B c theta gamma hN hB ht most; cbv zeta.
rewrite <- !pattern_crosses, <- !low_stays by easy; split; [ | split; [ | split]].
- now apply inverse_pattern.
- now apply u_pattern.
- split; intros h j hj; now apply (matched_sign N B c theta gamma hN hB ht most j hj), h.
- split; intros h j hj.
  + rewrite mid_opposite; specialize (h j hj).
    pose proof (proj1 (proj2 (proj2 (matched_sign N B c theta gamma hN hB ht most j hj))) ltac:(lra)).
    lra.
  + specialize (h j hj); rewrite mid_opposite in h; apply Ropp_lt_contravar.
    apply (matched_sign N B c theta gamma hN hB ht most j hj); lra.
Qed.

Theorem A_thm7_fix_retrieval_constant : Statements.shapes.A_thm7_fix_retrieval_constant.
Proof.
intros N B c theta gamma hN hB most; set (w := retrieval_curve N B c theta gamma).
assert (same : forall i j, within N i -> within N j ->
  w i = w j <-> cos (INR i * theta - gamma) = cos (INR j * theta - gamma)).
{ intros i j hi hj; split; [ | now apply matched_equal].
  intros e; destruct (Rtotal_order (cos (INR i * theta - gamma)) (cos (INR j * theta - gamma)))
    as [lt | [eq | gt]]; [ | easy | ].
  - pose proof (matched_rises N B c theta gamma hN hB most i j hi hj lt) as r; fold w in r; lra.
  - pose proof (matched_rises N B c theta gamma hN hB most j i hj hi gt) as r; fold w in r; lra. }
split.
- intros flat; assert (h1 : within N 1) by (unfold within; lia).
  assert (h2 : within N 2) by (unfold within; lia); assert (h3 : within N 3) by (unfold within; lia).
  assert (e1 : cos (INR 2 * theta - gamma) = cos (INR 1 * theta - gamma)) by now apply same, flat.
  assert (e2 : cos (INR 3 * theta - gamma) = cos (INR 2 * theta - gamma)).
  { apply same; [easy | easy | ]; now rewrite (flat 2%nat), (flat 3%nat). }
  pose proof (matched_step theta gamma 1) as s1; pose proof (matched_step theta gamma 2) as s2.
  rewrite e1, Rminus_diag_eq in s1 by easy; rewrite e2, Rminus_diag_eq in s2 by easy.
  destruct (Req_dec (sin (theta / 2)) 0) as [z | nz].
  + left; apply sin_eq_0_0 in z; destruct z as [k e]; exists k; lra.
  + assert (z1 : sin (mid theta gamma 1) = 0) by (apply (Rmult_eq_reg_l (-2 * sin (theta / 2))); lra).
    assert (z2 : sin (mid theta gamma 2) = 0) by (apply (Rmult_eq_reg_l (-2 * sin (theta / 2))); lra).
    apply sin_eq_0_0 in z1, z2; destruct z1 as [a ea], z2 as [b eb].
    unfold mid in ea, eb; cbn [INR] in ea, eb.
    destruct (Z.Even_or_Odd (b - a)) as [[m em] | [m em]].
    * left; exists m; assert (e : IZR b - IZR a = 2 * IZR m) by (rewrite <- minus_IZR, em, mult_IZR; ring).
      replace theta with ((IZR b - IZR a) * PI) by lra; rewrite e; ring.
    * assert (e : IZR b - IZR a = 2 * IZR m + 1) by (rewrite <- minus_IZR, em, plus_IZR, mult_IZR; ring).
      assert (et : theta = (2 * IZR m + 1) * PI) by (rewrite <- e; lra).
      right; split; [exists m; lra | exists (3 * m + 1 - a)%Z].
      rewrite minus_IZR, plus_IZR, mult_IZR; lra.
- intros h j hj; apply same; [easy | unfold within; lia | ].
  destruct h as [[k e] | [[m e] [k eg]]].
  + assert (z : forall i, cos (INR i * theta - gamma) = cos (- gamma)).
    { intros i; rewrite <- (cos_turns (- gamma) (Z.of_nat i * k)); f_equal.
      rewrite mult_IZR, <- INR_IZR_INZ, e; ring. }
    now rewrite !z.
  + assert (z : forall i, cos (INR i * theta - gamma) = 0).
    { intros i; apply cos_eq_0_1; exists (Z.of_nat i * (2 * m + 1) - k - 1)%Z.
      rewrite !minus_IZR, mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ, eg.
      replace theta with (2 * PI * IZR m + PI) by lra; field. }
    now rewrite !z.
Qed.

Theorem A_thm7 : Statements.shapes.A_thm7.
Proof.
intros N B hN hB; split.
- intros theta x hx far u.
  apply (A_thm7_fix_index N B theta x hN hB hx) in u; lra.
- intros b theta ht hb u.
  assert (most : forall j, within N j -> b <= B * cos (INR j * theta - 3 / 2 * theta)).
  { intros j _; pose proof (COS_bound (INR j * theta - 3 / 2 * theta)); nra. }
  apply (A_thm7_fix_retrieval N B b theta (3 / 2 * theta) hN hB ht most) in u.
  destruct u as [k [hk _]].
  replace (3 / 2 * theta - 3 / 2 * theta + 2 * PI * IZR k) with (2 * PI * IZR k) in hk by ring.
  pose proof PI_RGT_0.
  assert (low : IZR (-1) < IZR k) by (apply Rmult_lt_reg_l with (2 * PI); lra).
  assert (high : IZR k < IZR 0) by (apply Rmult_lt_reg_l with (2 * PI); lra).
  apply lt_IZR in low, high; lia.
Qed.
