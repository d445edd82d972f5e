From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention planes.
From Proofs Require Import angles sums_of_reals.
Local Open Scope R_scope.

(* Sums over all pairs of places. *)
Definition pairs (n : nat) (G : nat -> nat -> R) : R := sum (fun i => sum (G i) n) n.

Lemma pairs_ext n G H : (forall i j, within n i -> within n j -> G i j = H i j) -> pairs n G = pairs n H.
Proof. intros e; apply sum_ext; intros i hi; apply sum_ext; intros j hj; now apply e. Qed.

Lemma pairs_le n G H : (forall i j, within n i -> within n j -> G i j <= H i j) -> pairs n G <= pairs n H.
Proof. intros e; apply sum_le; intros i hi; apply sum_le; intros j hj; now apply e. Qed.

Lemma pairs_plus n G H : pairs n (fun i j => G i j + H i j) = pairs n G + pairs n H.
Proof.
unfold pairs; rewrite <- sum_plus; apply sum_ext; intros i _; now rewrite sum_plus.
Qed.

Lemma pairs_scale n c G : pairs n (fun i j => c * G i j) = c * pairs n G.
Proof.
unfold pairs; rewrite <- sum_scale; apply sum_ext; intros i _; now rewrite sum_scale.
Qed.

Lemma pairs_const n c : pairs n (fun _ _ => c) = INR n * INR n * c.
Proof. unfold pairs; rewrite sum_const, sum_const; ring. Qed.

Lemma pairs_product n x y : pairs n (fun i j => x i * y j) = sum x n * sum y n.
Proof.
unfold pairs; rewrite (sum_ext _ (fun i => sum y n * x i)) by (intros; rewrite sum_scale; ring).
rewrite sum_scale; ring.
Qed.

Lemma sum_swap n m (G : nat -> nat -> R) :
  sum (fun i => sum (fun j => G i j) m) n = sum (fun j => sum (fun i => G i j) n) m.
Proof.
induction n as [|n IH]; cbn [sum].
- rewrite sum_zero; [easy | reflexivity].
- now rewrite IH, <- sum_plus.
Qed.

Lemma pairs_swap n G : pairs n (fun i j => G j i) = pairs n G.
Proof. unfold pairs; apply sum_swap. Qed.

Lemma serves_pairs n l : serves n l -> pairs n (fun s j => exp (l s j - l s s)) <= 2 * INR n.
Proof.
intros h; unfold pairs; apply Rle_trans with (sum (fun _ => 2) n).
- apply sum_le; intros s hs; now apply h.
- rewrite sum_const; lra.
Qed.

(* A key that stands for itself weighs 1. *)
Lemma serves_others n l s : serves n l -> within n s ->
  sum (others s (fun j => exp (l s j - l s s))) n <= 1.
Proof.
intros h hs; specialize (h s hs); rewrite (sum_split _ n s hs) in h.
replace (l s s - l s s) with 0 in h by ring; rewrite exp_0 in h; lra.
Qed.

Lemma others_const n s c : within n s -> sum (others s (fun _ => c)) n = (INR n - 1) * c.
Proof.
intros hs; assert (e := sum_split (fun _ => c) n s hs); rewrite sum_const in e; lra.
Qed.

Lemma INR_two n : (2 <= n)%nat -> 2 <= INR n.
Proof. intros h; apply le_INR in h; cbn in h; lra. Qed.


Lemma exp_most x y : x <= y -> exp x <= exp y.
Proof. intros [h | ->]; [left; now apply exp_increasing | right; reflexivity]. Qed.

Lemma log_most x y : 0 < x -> x <= exp y -> ln x <= y.
Proof.
intros p h; destruct (Rle_lt_dec (ln x) y) as [le | lt]; [easy | ].
apply exp_increasing in lt; rewrite exp_ln in lt by easy; lra.
Qed.

Theorem S_planes_logits : Statements.planes.S_planes_logits.
Proof.
intros n l B h2 hB hs; assert (n2 := INR_two n h2).
assert (in1 : within n 1) by (unfold within; lia).
assert (e := serves_others n l 1 hs in1).
assert (le : (INR n - 1) * exp (- (2 * B)) <= 1).
{ rewrite <- (others_const n 1) by easy; eapply Rle_trans; [ | exact e].
  apply sum_le; intros j hj; unfold others; destruct (Nat.eqb j 1); [lra | ].
  apply exp_most.
  assert (x := Rle_trans _ _ _ (Rle_abs (- l 1%nat j)) (Rle_trans _ _ _ (Req_le _ _ (Rabs_Ropp _)) (hB 1%nat j in1 hj))).
  assert (y := Rle_trans _ _ _ (Rle_abs _) (hB 1%nat 1%nat in1 in1)); lra. }
apply log_most; [lra | ].
rewrite exp_Ropp in le; assert (p := exp_pos (2 * B)).
apply Rmult_le_reg_r with (/ exp (2 * B)); [now apply Rinv_0_lt_compat | ].
rewrite Rinv_r by lra; exact le.
Qed.

Theorem S_planes_logits_attained : Statements.planes.S_planes_logits_attained.
Proof.
intros n h2 s hs; assert (n2 := INR_two n h2); cbv beta.
rewrite (sum_split _ n s hs), Nat.eqb_refl.
rewrite (sum_ext _ (others s (fun _ => / (INR n - 1)))).
- rewrite others_const by easy; rewrite Rinv_r by lra.
  replace (1 * (ln (INR n - 1) / 2) - 1 * (ln (INR n - 1) / 2)) with 0 by ring; rewrite exp_0; lra.
- intros j hj; unfold others; destruct (Nat.eqb_spec j s) as [_ | ne]; [easy | ].
  destruct (Nat.eqb_spec s j) as [e | _]; [now symmetry in e | ].
  replace (-1 * (ln (INR n - 1) / 2) - 1 * (ln (INR n - 1) / 2)) with (- ln (INR n - 1)) by field.
  rewrite exp_Ropp, exp_ln by lra; reflexivity.
Qed.

(* exp lies above its tangents: if the differences add up to at least -n² b, then b is at least that. *)
Lemma jensen n l b : (2 <= n)%nat -> serves n l ->
  - (INR n * INR n * b) <= pairs n (fun s j => l s j - l s s) -> least n <= b.
Proof.
intros h2 hs total; assert (n2 := INR_two n h2).
assert (up := serves_pairs n l hs).
set (m := - (INR n / (INR n - 1) * b)).
assert (low : pairs n (fun s j => others s (fun j => exp m * (1 + (l s j - l s s) - m)) j + (if Nat.eqb j s then 1 else 0))
  <= pairs n (fun s j => exp (l s j - l s s))).
{ apply pairs_le; intros s j _ _; unfold others; destruct (Nat.eqb_spec j s) as [-> | ne].
  - replace (l s s - l s s) with 0 by ring; rewrite exp_0; lra.
  - assert (t := exp_ineq1_le (l s j - l s s - m)).
    replace (l s j - l s s) with (m + (l s j - l s s - m)) at 2 by ring.
    rewrite exp_plus; rewrite Rplus_0_r; apply Rmult_le_compat_l; [left; apply exp_pos | lra]. }
assert (e : pairs n (fun s j => others s (fun j => exp m * (1 + (l s j - l s s) - m)) j + (if Nat.eqb j s then 1 else 0))
  = exp m * (INR n * (INR n - 1) * (1 - m) + pairs n (fun s j => l s j - l s s)) + INR n).
{ rewrite pairs_plus; f_equal.
  - unfold pairs; rewrite (sum_ext _ (fun s => exp m * ((INR n - 1) * (1 - m) + sum (fun j => l s j - l s s) n))).
    + rewrite sum_scale, sum_plus, sum_const; ring.
    + intros s hs'.
      rewrite (sum_ext _ (fun j => exp m * (others s (fun _ => 1 - m) j + (l s j - l s s)))).
      * rewrite sum_scale, sum_plus, others_const by easy; ring.
      * intros j _; unfold others; destruct (Nat.eqb_spec j s) as [-> | _]; ring.
  - unfold pairs; rewrite (sum_ext _ (fun _ => 1)); [rewrite sum_const; ring | ].
    intros s hs'; rewrite (sum_single _ n s) by (try easy; intros k _ ne; now apply Nat.eqb_neq in ne as ->).
    now rewrite Nat.eqb_refl. }
assert (mm : INR n * (INR n - 1) * (1 - m) + pairs n (fun s j => l s j - l s s) >= INR n * (INR n - 1)).
{ replace (INR n * (INR n - 1) * (1 - m)) with (INR n * (INR n - 1) + INR n * INR n * b)
    by (unfold m; field; lra); lra. }
assert (p := exp_pos m).
assert (f : exp m * (INR n * (INR n - 1)) <= INR n).
{ apply Rle_trans with (exp m * (INR n * (INR n - 1) * (1 - m) + pairs n (fun s j => l s j - l s s))); [ | lra].
  apply Rmult_le_compat_l; lra. }
assert (g : INR n - 1 <= exp (- m)).
{ rewrite exp_Ropp; apply Rmult_le_reg_l with (exp m * INR n); [apply Rmult_lt_0_compat; lra | ].
  replace (exp m * INR n * / exp m) with (INR n) by (field; lra); lra. }
apply log_most in g; [ | lra]; unfold least.
replace b with ((1 - / INR n) * - m) by (unfold m; field; lra).
apply Rmult_le_compat_l; [ | easy].
assert (/ INR n <= / 1) by (apply Rinv_le_contravar; lra); lra.
Qed.

Lemma inner_sum d n x (k : nat -> nat -> R) :
  sum (fun j => inner d x (k j)) n = inner d x (fun c => sum (fun j => k j c) n).
Proof.
unfold inner; rewrite sum_swap; apply sum_ext; intros c _; now rewrite sum_scale.
Qed.

Lemma inner_self d x : 0 <= inner d x x.
Proof. apply sum_nonneg; intros c _; nra. Qed.

(* How far each of n vectors is from their sum. *)
Definition from_sum (n : nat) (k : nat -> nat -> R) (s c : nat) : R := INR n * k s c - sum (fun j => k j c) n.

Lemma pairs_from_sum n d (q k : nat -> nat -> R) :
  pairs n (fun s j => inner d (q s) (k j) - inner d (q s) (k s)) = - sum (fun s => inner d (q s) (from_sum n k s)) n.
Proof.
unfold pairs; replace (- sum (fun s => inner d (q s) (from_sum n k s)) n)
  with (-1 * sum (fun s => inner d (q s) (from_sum n k s)) n) by ring.
rewrite <- sum_scale; apply sum_ext; intros s _.
rewrite sum_minus, inner_sum, sum_const; unfold inner, from_sum.
rewrite <- !sum_scale, <- sum_minus; apply sum_ext; intros c _; ring.
Qed.

(* 2 t <q, n k - K> <= t² |q|² + |n k - K|², and the sum of the last over s is at most n² times that of |k|². *)
Lemma spread n d (q k : nat -> nat -> R) (X Y : R) : (2 <= n)%nat -> 0 <= X -> 0 <= Y ->
  (forall s, within n s -> inner d (q s) (q s) <= X * X) ->
  (forall j, within n j -> inner d (k j) (k j) <= Y * Y) ->
  sum (fun s => inner d (q s) (from_sum n k s)) n <= INR n * INR n * (X * Y).
Proof.
intros h2 hX hY hq hk; assert (n2 := INR_two n h2).
set (N := INR n); fold N in n2.
set (K := fun c => sum (fun j => k j c) n).
change (from_sum n k) with (fun s c => N * k s c - K c); set (D := fun s c => N * k s c - K c).
assert (kk : sum (fun s => inner d (D s) (D s)) n <= N * N * (N * (Y * Y))).
{ assert (e : sum (fun s => inner d (D s) (D s)) n + N * inner d K K = N * N * sum (fun s => inner d (k s) (k s)) n).
  { unfold inner; rewrite !sum_swap with (n := n), <- !sum_scale, <- sum_plus; apply sum_ext; intros c _; unfold D.
    rewrite (sum_ext _ (fun s => N * N * (k s c * k s c) + (-(2 * N * K c) * k s c + K c * K c))) by (intros; ring).
    rewrite !sum_plus, !sum_scale, sum_const; fold N; fold (K c); ring. }
  assert (p := inner_self d K).
  assert (m : sum (fun s => inner d (k s) (k s)) n <= N * (Y * Y)).
  { unfold N; rewrite <- sum_const; now apply sum_le. }
  assert (N * N * sum (fun s => inner d (k s) (k s)) n <= N * N * (N * (Y * Y))) by (apply Rmult_le_compat_l; nra).
  assert (0 <= N * inner d K K) by (apply Rmult_le_pos; lra); lra. }
assert (qq : sum (fun s => inner d (q s) (q s)) n <= N * (X * X)).
{ unfold N; rewrite <- sum_const; now apply sum_le. }
assert (sq : forall t u, 2 * t * u * sum (fun s => inner d (q s) (D s)) n
  <= t * t * sum (fun s => inner d (q s) (q s)) n + u * u * sum (fun s => inner d (D s) (D s)) n).
{ intros t u; rewrite <- !sum_scale, <- sum_plus; apply sum_le; intros s _; unfold inner.
  rewrite <- !sum_scale, <- sum_plus; apply sum_le; intros c _.
  assert (z := Rle_0_sqr (t * q s c - u * D s c)); unfold Rsqr in z; nra. }
set (S := sum (fun s => inner d (q s) (D s)) n) in *.
destruct (Req_dec X 0) as [X0 | X0]; [ | destruct (Req_dec Y 0) as [Y0 | Y0]].
- (* the queries vanish *)
  assert (q0 : sum (fun s => inner d (q s) (q s)) n <= 0) by (rewrite X0 in qq; lra).
  destruct (Rle_lt_dec S 0) as [le | lt]; [rewrite X0; lra | exfalso].
  assert (d0 : 0 <= sum (fun s => inner d (D s) (D s)) n) by (apply sum_nonneg; intros; apply inner_self).
  set (E := sum (fun s => inner d (D s) (D s)) n) in *.
  assert (z := sq (E + 1) S); nra.
- assert (d0 : sum (fun s => inner d (D s) (D s)) n <= 0) by (rewrite Y0 in kk; lra).
  destruct (Rle_lt_dec S 0) as [le | lt]; [rewrite Y0; lra | exfalso].
  assert (q0 : 0 <= sum (fun s => inner d (q s) (q s)) n) by (apply sum_nonneg; intros; apply inner_self).
  set (E := sum (fun s => inner d (q s) (q s)) n) in *.
  assert (z := sq S (E + 1)); nra.
- assert (z := sq (N * Y) X).
  assert (0 < X * Y) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_le_reg_l with (2 * N * (X * Y)); [nra | ].
  assert (N * Y * (N * Y) * sum (fun s => inner d (q s) (q s)) n <= N * Y * (N * Y) * (N * (X * X)))
    by (apply Rmult_le_compat_l; [apply Rle_0_sqr | easy]).
  assert (X * X * sum (fun s => inner d (D s) (D s)) n <= X * X * (N * N * (N * (Y * Y))))
    by (apply Rmult_le_compat_l; [apply Rle_0_sqr | easy]).
  lra.
Qed.

Theorem S_planes_vectors : Statements.planes.S_planes_vectors.
Proof.
intros n d q k X Y h2 hX hY hq hk hs.
apply (jensen n (fun s j => inner d (q s) (k j))); [easy | easy | ].
rewrite pairs_from_sum; apply Ropp_le_contravar; now apply spread.
Qed.

(* Contents at places: their sums over places stand for them. *)
Lemma inner_square_sum n d (k : nat -> nat -> R) (Y : R) :
  (forall j, within n j -> inner d (k j) (k j) <= Y * Y) ->
  inner d (fun c => sum (fun j => k j c) n) (fun c => sum (fun j => k j c) n) <= INR n * Y * (INR n * Y).
Proof.
intros hk; set (K := fun c => sum (fun j => k j c) n).
assert (e : sum (fun j => inner d (fun c => INR n * k j c - K c) (fun c => INR n * k j c - K c)) n
  = INR n * (INR n * sum (fun j => inner d (k j) (k j)) n - inner d K K)).
{ unfold inner; rewrite !sum_swap with (n := n), <- !sum_scale, <- sum_minus, <- sum_scale.
  apply sum_ext; intros c _.
  rewrite (sum_ext _ (fun s => INR n * INR n * (k s c * k s c) + (-(2 * INR n * K c) * k s c + K c * K c))) by (intros; ring).
  rewrite !sum_plus, !sum_scale, sum_const; fold (K c); ring. }
assert (p : 0 <= sum (fun j => inner d (fun c => INR n * k j c - K c) (fun c => INR n * k j c - K c)) n).
{ apply sum_nonneg; intros; apply inner_self. }
assert (m : sum (fun j => inner d (k j) (k j)) n <= INR n * (Y * Y)) by (rewrite <- sum_const; now apply sum_le).
destruct n as [|n].
- unfold K, inner; rewrite sum_zero by (intros; cbn; ring); cbn; lra.
- assert (0 < INR (S n)) by (apply lt_0_INR; lia); rewrite e in p; nra.
Qed.

Lemma content_gap n (x y : nat -> R) : (2 <= n)%nat ->
  (forall j, within n j -> sum (fun i => exp ((if Nat.eqb i j then x j else y i) - x j)) n <= 2) ->
  INR n * ln (INR n - 1) <= sum x n - sum y n.
Proof.
intros h2 h; assert (n2 := INR_two n h2); set (m := ln (INR n - 1)).
assert (em : exp (- m) = / (INR n - 1)) by (unfold m; rewrite exp_Ropp, exp_ln by lra; reflexivity).
assert (each : forall j, within n j ->
  (INR n - 1) * (1 + m - x j) + sum (others j y) n <= INR n - 1).
{ intros j hj; specialize (h j hj); rewrite (sum_split _ n j hj), Nat.eqb_refl in h.
  replace (x j - x j) with 0 in h by ring; rewrite exp_0 in h.
  assert (t : sum (others j (fun i => exp (- m) * (1 + m - x j + y i))) n
    <= sum (others j (fun i => exp ((if Nat.eqb i j then x j else y i) - x j))) n).
  { apply sum_le; intros i _; unfold others; destruct (Nat.eqb i j); [lra | ].
    assert (z := exp_ineq1_le (y i - x j + m)).
    replace (y i - x j) with (- m + (y i - x j + m)) by ring; rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos | lra]. }
  rewrite (sum_ext _ (fun i => exp (- m) * (others j (fun _ => 1 + m - x j) i + others j y i))) in t
    by (intros i _; unfold others; destruct (Nat.eqb i j); ring).
  rewrite sum_scale, sum_plus, others_const, em in t by easy.
  apply Rmult_le_reg_l with (/ (INR n - 1)); [apply Rinv_0_lt_compat; lra | ].
  rewrite Rinv_l by lra; lra. }
assert (all := sum_le _ _ n each); cbv beta in all; rewrite sum_const, sum_plus, sum_scale, sum_minus, sum_const in all.
assert (e : sum (fun j => sum (others j y) n) n = (INR n - 1) * sum y n).
{ rewrite (sum_ext _ (fun j => sum y n - y j)) by (intros j hj; rewrite (sum_split y n j hj); ring).
  rewrite sum_minus, sum_const; ring. }
rewrite e in all; apply Rmult_le_reg_l with (INR n - 1); [lra | ].
replace ((INR n - 1) * (INR n * m)) with (INR n * (INR n - 1) * m) by ring; lra.
Qed.

Theorem S_planes_content : Statements.planes.S_planes_content.
Proof.
intros A n d q k X Y hA hn hX hY hq hk hs.
assert (A2 := INR_two A hA); assert (n2 := INR_two n hn).
set (K := fun b c => sum (fun j => k b j c) n).
assert (len : forall b, within A b -> inner d (K b) (K b) <= INR n * Y * (INR n * Y)).
{ intros b hb; apply (inner_square_sum n d (k b) Y); intros j hj; now apply hk. }
assert (gap : forall a b, within A a -> within A b -> b <> a ->
  INR n * ln (INR n - 1) <= inner d (q a) (K a) - inner d (q a) (K b)).
{ intros a b ha hb ne; unfold K; rewrite <- !inner_sum.
  apply (content_gap n (fun j => inner d (q a) (k a j)) (fun j => inner d (q a) (k b j))); [easy | ].
  intros j hj; exact (hs a b j ha hb ne hj). }
assert (total : pairs A (fun a b => inner d (q a) (K b) - inner d (q a) (K a))
  <= - (INR A * (INR A - 1) * (INR n * ln (INR n - 1)))).
{ eapply Rle_trans with (pairs A (fun a => others a (fun _ => - (INR n * ln (INR n - 1))))).
  - apply pairs_le; intros a b ha hb; unfold others; destruct (Nat.eqb_spec b a) as [-> | ne]; [lra | ].
    specialize (gap a b ha hb ne); lra.
  - unfold pairs; rewrite (sum_ext _ (fun _ => (INR A - 1) * - (INR n * ln (INR n - 1))))
      by (intros a ha; now apply others_const).
    rewrite sum_const; lra. }
rewrite pairs_from_sum in total.
assert (s := spread A d q K X (INR n * Y) hA hX ltac:(nra) hq len).
apply Rmult_le_reg_l with (INR A * INR A * INR n); [nra | ].
replace (INR A * INR A * INR n * ((1 - / INR A) * ln (INR n - 1)))
  with (INR A * (INR A - 1) * (INR n * ln (INR n - 1))) by (field; lra).
replace (INR A * INR A * INR n * (X * Y)) with (INR A * INR A * (X * (INR n * Y))) by ring; lra.
Qed.

Lemma sum_app f m n : sum f (m + n) = sum f m + sum (fun c => f (m + c)%nat) n.
Proof.
induction n as [|n IH]; [rewrite Nat.add_0_r; cbn; ring | ].
rewrite Nat.add_succ_r; cbn [sum]; rewrite IH, Nat.add_succ_r; ring.
Qed.

(* Planes are vectors: a cosine and a sine a plane, each taking the root of the amplitude. *)
Definition halves (P : nat) (x y : nat -> R) (c : nat) : R := if Nat.leb c P then x c else y (c - P)%nat.

Lemma inner_halves P x y x' y' :
  inner (P + P) (halves P x y) (halves P x' y') = sum (fun p => x p * x' p + y p * y' p) P.
Proof.
unfold inner, halves; rewrite sum_app, sum_plus; f_equal; apply sum_ext; intros p hp; unfold within in hp.
- now rewrite (proj2 (Nat.leb_le p P)) by lia.
- rewrite (proj2 (Nat.leb_gt (P + p) P)) by lia; now replace (P + p - P)%nat with p by lia.
Qed.

Theorem S_planes_any : Statements.planes.S_planes_any.
Proof.
intros n P a theta phi h2 ha hs.
assert (A0 : 0 <= sum a P) by (now apply sum_nonneg).
set (q := fun s : nat => halves P (fun p => sqrt (a p) * cos (INR s * theta p - phi p))
  (fun p => sqrt (a p) * sin (INR s * theta p - phi p))).
set (k := fun j : nat => halves P (fun p => sqrt (a p) * cos (INR j * theta p))
  (fun p => sqrt (a p) * sin (INR j * theta p))).
assert (root : forall p, within P p -> sqrt (a p) * sqrt (a p) = a p) by (intros; apply sqrt_sqrt; auto).
assert (len : forall f : nat -> R, sum (fun p => sqrt (a p) * cos (f p) * (sqrt (a p) * cos (f p))
  + sqrt (a p) * sin (f p) * (sqrt (a p) * sin (f p))) P = sum a P).
{ intros f; apply sum_ext; intros p hp.
  replace (_ + _) with (sqrt (a p) * sqrt (a p) * (Rsqr (sin (f p)) + Rsqr (cos (f p)))) by (unfold Rsqr; ring).
  rewrite sin2_cos2, root by easy; ring. }
replace (sum a P) with (sqrt (sum a P) * sqrt (sum a P)) by (now apply sqrt_sqrt).
apply (S_planes_vectors n (P + P)%nat q k); try easy; try apply sqrt_pos.
- intros s _; unfold q; rewrite inner_halves, len, sqrt_sqrt by easy; lra.
- intros j _; unfold k; rewrite inner_halves, len, sqrt_sqrt by easy; lra.
- intros s hs'; specialize (hs s hs'); eapply Rle_trans; [right | exact hs].
  assert (e : forall j, inner (P + P) (q s) (k j) = planes P a theta phi s j).
  { intros j; unfold q, k, planes; rewrite inner_halves; apply sum_ext; intros p hp.
    replace ((INR j - INR s) * theta p + phi p) with (INR j * theta p - (INR s * theta p - phi p)) by ring.
    assert (e := root p hp); rewrite (cos_minus (INR j * theta p)); revert e; generalize (sqrt (a p)); intros r <-; ring. }
  apply sum_ext; intros j _; now rewrite !e.
Qed.

(* Cosines at the corners of a polygon. *)
Lemma sin_turns x k : sin (x + 2 * PI * IZR k) = sin x.
Proof.
rewrite <- !cos_shift; replace (PI / 2 - (x + 2 * PI * IZR k)) with (PI / 2 - x + 2 * PI * IZR (- k))
  by (rewrite opp_IZR; ring); apply cos_turns.
Qed.

Lemma dirichlet h m : 2 * sin h * sum (fun l => cos (2 * h * INR l)) m = sin ((2 * INR m + 1) * h) - sin h.
Proof.
induction m as [|m IH]; [cbn; replace ((2 * 0 + 1) * h) with h by ring; ring | ].
cbn [sum]; rewrite Rmult_plus_distr_l, IH, S_INR.
replace ((2 * (INR m + 1) + 1) * h) with (2 * h * (INR m + 1) + h) by ring.
replace ((2 * INR m + 1) * h) with (2 * h * (INR m + 1) - h) by ring.
rewrite sin_plus, sin_minus; ring.
Qed.

Lemma polygon m z : (1 <= m)%nat -> ~ (Z.of_nat m | z)%Z ->
  sum (fun l => cos (2 * PI * INR l / INR m * IZR z)) m = 0.
Proof.
intros h1 no; assert (p : 0 < INR m) by (apply lt_0_INR; lia).
set (h := PI * IZR z / INR m).
assert (s0 : sin h <> 0).
{ intros e; apply sin_eq_0_0 in e; destruct e as [k e]; apply no; exists k.
  apply eq_IZR; rewrite mult_IZR, <- INR_IZR_INZ.
  assert (pi := pi_pos); apply Rmult_eq_reg_l with (PI / INR m); [ | apply Rgt_not_eq, Rdiv_lt_0_compat; lra].
  transitivity h; [unfold h; field; lra | rewrite e; field; lra]. }
assert (e := dirichlet h m).
replace ((2 * INR m + 1) * h) with (h + 2 * PI * IZR z) in e by (unfold h; field; lra).
rewrite sin_turns in e.
rewrite (sum_ext _ (fun l => cos (2 * h * INR l))) by (intros l _; f_equal; unfold h; field; lra).
apply Rmult_eq_reg_l with (2 * sin h); [rewrite e; ring | ]; intros e'; apply s0; lra.
Qed.

Lemma sum_last f n : (1 <= n)%nat -> sum f n = sum f (n - 1) + f n.
Proof. intros h; destruct n as [|n]; [lia | ]; cbn [sum]; now rewrite Nat.sub_succ, Nat.sub_0_r. Qed.

Lemma apart n s j : within n s -> within n j -> j <> s -> ~ (Z.of_nat n | Z.of_nat j - Z.of_nat s)%Z.
Proof.
unfold within; intros hs hj ne [k e].
assert (k = 0 \/ 1 <= k \/ k <= -1)%Z as [-> | [k1 | k1]] by lia; [lia | nia | nia].
Qed.

Lemma INR_diff j s : INR j - INR s = IZR (Z.of_nat j - Z.of_nat s).
Proof. now rewrite minus_IZR, <- !INR_IZR_INZ. Qed.

Lemma roots_own n c s : (1 <= n)%nat ->
  planes (n - 1) (fun _ => c) (fun p => 2 * PI * INR p / INR n) (fun _ => 0) s s = (INR n - 1) * c.
Proof.
intros h; unfold planes; rewrite (sum_ext _ (fun _ => c)).
- rewrite sum_const, minus_INR by lia; reflexivity.
- intros p _; replace ((INR s - INR s) * _ + 0) with 0 by ring; rewrite cos_0; ring.
Qed.

Lemma roots_off n c s j : (1 <= n)%nat -> within n s -> within n j -> j <> s ->
  planes (n - 1) (fun _ => c) (fun p => 2 * PI * INR p / INR n) (fun _ => 0) s j = - c.
Proof.
intros h hs hj ne; unfold planes; rewrite sum_scale.
assert (n0 : INR n <> 0) by (apply not_0_INR; lia).
assert (e := polygon n _ h (apart n s j hs hj ne)).
rewrite sum_last in e by lia.
replace (2 * PI * INR n / INR n * IZR (Z.of_nat j - Z.of_nat s))
  with (0 + 2 * PI * IZR (Z.of_nat j - Z.of_nat s)) in e by (field; easy).
rewrite cos_turns, cos_0 in e.
rewrite (sum_ext _ (fun l => cos (2 * PI * INR l / INR n * IZR (Z.of_nat j - Z.of_nat s)))).
- replace (sum _ (n - 1)) with (-1) by lra; ring.
- intros p _; rewrite INR_diff; f_equal; ring.
Qed.

Theorem S_planes_attained : Statements.planes.S_planes_attained.
Proof.
intros n h2 s hs; assert (n2 := INR_two n h2).
rewrite (sum_split _ n s hs), roots_own by lia.
replace ((INR n - 1) * (least n / (INR n - 1)) - (INR n - 1) * (least n / (INR n - 1))) with 0 by ring; rewrite exp_0.
rewrite (sum_ext _ (others s (fun _ => / (INR n - 1)))).
- rewrite others_const, Rinv_r by (easy || lra); lra.
- intros j hj; unfold others; destruct (Nat.eqb_spec j s) as [_ | ne]; [easy | ].
  rewrite roots_off by (easy || lia).
  replace (- (least n / (INR n - 1)) - (INR n - 1) * (least n / (INR n - 1))) with (- ln (INR n - 1))
    by (unfold least; field; lra).
  rewrite exp_Ropp, exp_ln by lra; reflexivity.
Qed.

Theorem S_planes_content_attained : Statements.planes.S_planes_content_attained.
Proof.
intros A n hA hn a b j ha hb ne hj; assert (A2 := INR_two A hA); assert (n2 := INR_two n hn).
rewrite (sum_split _ n j hj), Nat.eqb_refl, roots_own, roots_off by (easy || lia).
set (B := (1 - / INR A) * ln (INR n - 1)).
replace ((INR A - 1) * (B / (INR A - 1)) - (INR A - 1) * (B / (INR A - 1))) with 0 by ring; rewrite exp_0.
rewrite (sum_ext _ (others j (fun _ => / (INR n - 1)))).
- rewrite others_const, Rinv_r by (easy || lra); lra.
- intros i hi; unfold others; destruct (Nat.eqb i j); [easy | ].
  replace (- (B / (INR A - 1)) - (INR A - 1) * (B / (INR A - 1))) with (- ln (INR n - 1))
    by (unfold B; field; lra).
  rewrite exp_Ropp, exp_ln by lra; reflexivity.
Qed.
