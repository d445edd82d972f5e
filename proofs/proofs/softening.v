From Coq Require Import Reals ZArith Lia Lra FunctionalExtensionality.
From Statements Require Import attention softening.
From Proofs Require Import sums_of_reals concentration.
Local Open Scope R_scope.

Section Norm.
Variables (I : Type) (norm : (I -> R) -> R).
Hypothesis normed : is_norm I norm.

Lemma norm_scale c u : norm (fun i => c * u i) = Rabs c * norm u. Proof. apply normed. Qed.
Lemma norm_plus u u' : norm (fun i => u i + u' i) <= norm u + norm u'. Proof. apply normed. Qed.

Lemma norm_ext u u' : (forall i, u i = u' i) -> norm u = norm u'.
Proof. intros h; f_equal; now apply functional_extensionality. Qed.

Lemma norm_zero : norm (fun _ => 0) = 0.
Proof.
rewrite (norm_ext _ (fun i => 0 * (fun _ => 0) i)) by (intros; ring).
rewrite norm_scale, Rabs_R0; ring.
Qed.

Lemma norm_nonneg u : 0 <= norm u.
Proof.
pose proof (norm_plus u (fun i => -1 * u i)) as h; rewrite norm_scale in h.
rewrite (norm_ext _ (fun _ => 0)), norm_zero in h by (intros; ring).
replace (Rabs (-1)) with 1 in h by (rewrite Rabs_left; lra); lra.
Qed.

Lemma norm_sum (w : nat -> R) (u : nat -> I -> R) D n :
  (forall j, within n j -> 0 <= w j) -> (forall j, within n j -> norm (u j) <= D) ->
  norm (fun i => sum (fun j => w j * u j i) n) <= sum w n * D.
Proof.
intros p b; induction n as [|n IH].
- cbn; rewrite norm_zero; lra.
- cbn [sum]; eapply Rle_trans; [apply norm_plus | ].
  assert (norm (fun i => sum (fun j => w j * u j i) n) <= sum w n * D).
  { apply IH; intros j hj; [apply p | apply b]; unfold within in *; lia. }
  rewrite norm_scale, Rabs_right by (apply Rle_ge, p; unfold within; lia).
  assert (w (S n) * norm (u (S n)) <= w (S n) * D); [ | lra].
  apply Rmult_le_compat_l; [apply p | apply b]; unfold within; lia.
Qed.

End Norm.

(* The mass off the maximisers, all of which have one weight. *)
Section Mass.
Variables (l : nat -> R) (n n0 : nat) (Delta beta : R).
Hypothesis (hn : within n0 n) (beta_pos : 0 <= beta).
Hypothesis (apart : forall j k, within n j -> within n k -> l j = best l n -> l k <> best l n ->
  l k + Delta <= l j).
Let p := softmax (fun j => beta * l j) n.
Definition rest (j : nat) : R := p j * (1 - top l n j).

Lemma n_pos : (1 <= n)%nat. Proof. unfold within in hn; lia. Qed.

Lemma rest_nonneg j : 0 <= rest j.
Proof.
unfold rest; pose proof (softmax_pos (fun j => beta * l j) n j n_pos) as s; fold p in s.
destruct (top_cases l n j) as [[_ ->] | [_ ->]]; lra.
Qed.

Lemma rest_mass : sum rest n * (exp (beta * Delta) + INR (n0 - 1)) <= INR (n0 - 1).
Proof.
destruct (best_attained l n n_pos) as (t & ht & et).
set (B := exp (beta * Delta)); set (k := INR (n0 - 1)).
assert (hB : 0 < B) by apply exp_pos.
set (pt := p t); assert (hpt : 0 < pt) by (apply softmax_pos, n_pos).
assert (hr : forall j, within n j -> B * rest j <= pt * (1 - top l n j)).
{ intros j hj; unfold rest; destruct (top_cases l n j) as [[_ ->] | [ne ->]]; [lra | ].
  replace (B * (p j * (1 - 0))) with (B * p j) by ring; rewrite Rminus_0_r, Rmult_1_r.
  unfold p, pt, softmax, Rdiv.
  rewrite <- Rmult_assoc; apply Rmult_le_compat_r.
  - left; apply Rinv_0_lt_compat; apply sum_pos with t; [easy | apply exp_pos | ].
    intros; left; apply exp_pos.
  - unfold B; rewrite <- exp_plus.
    assert (beta * Delta + beta * l j <= beta * l t).
    { specialize (apart t j ht hj et ne); nra. }
    destruct H as [lt | ->]; [left; now apply exp_increasing | lra]. }
assert (total : sum rest n + pt * sum (top l n) n = 1).
{ rewrite <- sum_scale, <- sum_plus, <- (softmax_total (fun j => beta * l j) n n_pos).
  apply sum_ext; intros j hj; unfold rest; fold p.
  destruct (top_cases l n j) as [[e ->] | [_ ->]]; [ | ring].
  replace (p j) with pt; [ring | ]. unfold pt, p, softmax; now rewrite e, et. }
assert (M : 1 <= sum (top l n) n).
{ rewrite (sum_split _ n t ht), top_one by easy.
  assert (0 <= sum (others t (top l n)) n); [ | lra].
  apply sum_nonneg; intros j _; unfold others; destruct Nat.eqb; [lra | ].
  destruct (top_cases l n j) as [[_ ->] | [_ ->]]; lra. }
assert (R : sum (fun j => 1 - top l n j) n <= k).
{ rewrite sum_minus, sum_const, Rmult_1_r; unfold k.
  assert (INR n <= INR (n0 - 1) + 1); [ | lra].
  rewrite <- S_INR; apply le_INR; unfold within in hn; lia. }
assert (X : B * sum rest n <= pt * k).
{ rewrite <- sum_scale; eapply Rle_trans; [apply sum_le, hr | rewrite sum_scale].
  now apply Rmult_le_compat_l; [lra | ]. }
set (m := sum (top l n) n) in *; set (e := sum rest n) in *.
assert (k0 : 0 <= k) by apply pos_INR.
assert (pt * k <= pt * m * k).
{ rewrite <- (Rmult_1_r (pt * k)); replace (pt * m * k) with (pt * k * m) by ring.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | easy]. }
replace (e * (B + k)) with (B * e + k * e) by ring.
replace k with (k * e + k * (pt * m)) at 2 by (rewrite <- Rmult_plus_distr_l, total; ring); lra.
Qed.
End Mass.

Theorem B_lemF1 : Statements.softening.B_lemF1.
Proof.
intros I S norm F n n0 l val L D Delta delta beta s normed hn hL hd hbeta
  (diameter & lipschitz & apart & gap) enough c ne.
set (p := softmax (fun j => beta * l j) n).
set (a := average I (hard l n) val n) in *; set (b := average I p val n).
assert (n1 : (1 <= n)%nat) by (unfold within in hn; lia).
assert (center : forall j, within n j -> norm (fun i => val j i - a i) <= D).
{ intros j hj.
  rewrite (norm_ext I norm _ (fun i => sum (fun k => hard l n k * (val j i - val k i)) n)).
  - eapply Rle_trans; [apply (norm_sum I norm normed _ _ D) | ].
    + intros; now apply hard_nonneg.
    + intros k hk; now apply diameter.
    + rewrite hard_total by easy; lra.
  - intros i.
    rewrite (sum_ext _ (fun k => val j i * hard l n k - hard l n k * val k i)) by (intros; ring).
    rewrite sum_minus, sum_scale, hard_total by easy; unfold a, average; ring. }
assert (moved : norm (fun i => b i - a i) <= sum (rest l n beta) n * D).
{ rewrite (norm_ext I norm _ (fun i => sum (fun j => rest l n beta j * (val j i - a i)) n)).
  - apply norm_sum; [easy | intros; now apply (rest_nonneg l n n0) | easy].
  - intros i; destruct (best_attained l n n1) as (t & ht & et).
    assert (z : sum (fun j => p j * top l n j * (val j i - a i)) n = 0).
    { rewrite (sum_ext _ (fun j => p t * (top l n j * val j i - a i * top l n j))).
      - rewrite sum_scale, sum_minus, sum_scale; unfold a, average, hard, Rdiv.
        rewrite (sum_ext (fun j => top l n j * / sum (top l n) n * val j i)
                  (fun j => / sum (top l n) n * (top l n j * val j i))) by (intros; ring).
        rewrite sum_scale; field.
        pose proof (top_sum_pos l n n1); lra.
      - intros j hj; destruct (top_cases l n j) as [[e ->] | [_ ->]]; [ | ring].
        replace (p j) with (p t) by (unfold p, softmax; now rewrite e, et); ring. }
    assert (whole : sum (fun j => p j * (val j i - a i)) n = b i - a i).
    { rewrite (sum_ext _ (fun j => p j * val j i - a i * p j)) by (intros; ring).
      rewrite sum_minus, sum_scale; unfold p at 2; rewrite softmax_total by easy.
      unfold b, average; ring. }
    rewrite <- whole, <- (Rminus_0_r (sum _ n)), <- z, <- sum_minus.
    apply sum_ext; intros j _; unfold rest; fold p; ring. }
pose proof (rest_mass l n n0 Delta beta hn hbeta apart) as mass.
set (e := sum (rest l n beta) n) in *.
assert (e0 : 0 <= e) by (apply sum_nonneg; intros; now apply (rest_nonneg l n n0)).
assert (D0 : 0 <= D).
{ eapply Rle_trans; [apply (norm_nonneg I norm normed) | ].
  apply (diameter 1%nat 1%nat); unfold within; lia. }
set (B := exp (beta * Delta)) in *; set (k := INR (n0 - 1)) in *.
assert (hB : 0 < B) by apply exp_pos.
assert (k0 : 0 <= k) by apply pos_INR.
assert (small : 2 * (L * (e * D)) < delta).
{ apply Rmult_lt_reg_r with (B + k); [lra | ].
  apply Rle_lt_trans with (2 * (L * D) * k).
  - replace (2 * (L * (e * D)) * (B + k)) with (2 * (L * D) * (e * (B + k))) by ring.
    apply Rmult_le_compat_l; [nra | easy].
  - apply Rmult_lt_compat_l with (r := delta) in enough; [ | easy].
    replace (delta * (k * (2 * L * D / delta - 1))) with (2 * (L * D) * k - delta * k) in enough
      by (field; lra); lra. }
assert (step : forall c, Rabs (F b c - F a c) <= L * (e * D)).
{ intros c'; eapply Rle_trans; [apply lipschitz | now apply Rmult_le_compat_l]. }
pose proof (step c) as sc; pose proof (step s) as ss; specialize (gap c ne).
revert sc ss; unfold Rabs; destruct (Rcase_abs (F b c - F a c)), (Rcase_abs (F b s - F a s)); lra.
Qed.

Theorem B_lemF1_some_beta : Statements.softening.B_lemF1_some_beta.
Proof.
intros n0 L D Delta delta hD.
set (K := INR (n0 - 1) * (2 * L * D / delta - 1)).
exists ((Rabs K + 1) / Delta); assert (p : 0 < Rabs K + 1) by (pose proof (Rabs_pos K); lra).
split; [left; now apply Rdiv_lt_0_compat | ].
intros beta' le.
assert (Rabs K + 1 <= beta' * Delta).
{ apply Rmult_le_compat_r with (r := Delta) in le; [ | lra].
  replace ((Rabs K + 1) / Delta * Delta) with (Rabs K + 1) in le by (field; lra); lra. }
pose proof (exp_ineq1 (beta' * Delta) ltac:(lra)); pose proof (Rle_abs K); lra.
Qed.

(* Of finitely many logits those that differ differ by some Delta. *)
Lemma least_difference (logit : nat -> nat -> nat -> nat -> R) (K N : nat) :
  exists Delta, 0 < Delta /\ forall a, (a < K)%nat -> forall n, (n < N)%nat ->
  forall b, (b < K)%nat -> forall j, (j < N)%nat -> forall b', (b' < K)%nat ->
  forall j', (j' < N)%nat ->
  logit a b n j < logit a b' n j' -> logit a b n j + Delta <= logit a b' n j'.
Proof.
set (P := fun a n b j b' j' g =>
  logit a b n j < logit a b' n j' -> logit a b n j + g <= logit a b' n j').
assert (down : forall a n b j b' j' g g', P a n b j b' j' g -> g' <= g -> P a n b j b' j' g').
{ unfold P; intros a n b j b' j' g g' h le lt; specialize (h lt); lra. }
set (P1 := fun a n b j b' g => forall j', (j' < N)%nat -> P a n b j b' j' g).
set (P2 := fun a n b j g => forall b', (b' < K)%nat -> P1 a n b j b' g).
set (P3 := fun a n b g => forall j, (j < N)%nat -> P2 a n b j g).
set (P4 := fun a n g => forall b, (b < K)%nat -> P3 a n b g).
set (P5 := fun a g => forall n, (n < N)%nat -> P4 a n g).
assert (d1 : forall a n b j b' g g', P1 a n b j b' g -> g' <= g -> P1 a n b j b' g').
{ intros a n b j b' g g' h le j' hj'; apply (down _ _ _ _ _ _ g); [now apply h | easy]. }
assert (d2 : forall a n b j g g', P2 a n b j g -> g' <= g -> P2 a n b j g').
{ intros a n b j g g' h le b' hb'; apply (d1 _ _ _ _ _ g); [now apply h | easy]. }
assert (d3 : forall a n b g g', P3 a n b g -> g' <= g -> P3 a n b g').
{ intros a n b g g' h le j hj; apply (d2 _ _ _ _ g); [now apply h | easy]. }
assert (d4 : forall a n g g', P4 a n g -> g' <= g -> P4 a n g').
{ intros a n g g' h le b hb; apply (d3 _ _ _ g); [now apply h | easy]. }
apply (common_room P5).
{ intros a g g' h le n hn; apply (d4 _ _ g); [now apply h | easy]. }
intros a _.
apply (common_room (P4 a)); [apply d4 | intros n _].
apply (common_room (P3 a n)); [apply d3 | intros b _].
apply (common_room (P2 a n b)); [apply d2 | intros j _].
apply (common_room (P1 a n b j)); [apply d1 | intros b' _].
apply (common_room (P a n b j b')); [apply down | intros j' _]; unfold P.
destruct (Rlt_le_dec (logit a b n j) (logit a b' n j')) as [lt | le].
- exists (logit a b' n j' - logit a b n j); split; intros; lra.
- exists 1; split; intros; lra.
Qed.

Theorem B_lemF1_alphabet : Statements.softening.B_lemF1_alphabet.
Proof.
intros I S norm F logit value answer K n0 L delta normed hL hd lipschitz input logits values gap.
destruct (least_difference logit K (n0 + 1)) as (Delta & hDelta & apart).
assert (diameter : exists D, forall a b, (a < K)%nat -> (b < K)%nat ->
  norm (fun i => value a i - value b i) <= D).
{ assert (each : forall K', exists D, forall a, (a < K')%nat -> forall b, (b < K)%nat ->
    norm (fun i => value a i - value b i) <= D).
  { intros K'; induction K' as [|K' [D IH]]; [exists 0; intros; lia | ].
    destruct (common_bound (fun b => norm (fun i => value K' i - value b i)) K) as [D' h].
    exists (Rmax D D'); intros a ha b hb; destruct (Nat.eq_dec a K') as [-> | ne].
    - eapply Rle_trans; [now apply h | apply Rmax_r].
    - eapply Rle_trans; [apply IH; [lia | easy] | apply Rmax_l]. }
  destruct (each K) as [D h]; exists D; intros; now apply h. }
destruct diameter as [D diameter].
assert (bounds : forall n x, input n x ->
  within_bounds I S norm (F (x n)) n (logits x n) (values x) L D Delta delta (answer x n)).
{ intros n x [hn hx]; split; [ | split; [ | split]].
  - intros j k _ _; now apply diameter.
  - intros u u' c; now apply lipschitz.
  - intros j k hj hk ej nk; unfold logits, within in *; apply apart; try easy; try lia.
    destruct (best_above (logits x n) n k hk) as [lt | e]; [ | easy].
    unfold logits in *; now rewrite ej.
  - intros c ne; now apply gap. }
split; [now exists D, Delta | ].
destruct (B_lemF1_some_beta n0 L D Delta delta hDelta) as (beta0 & h0 & enough).
exists beta0; split; [easy | ]; intros beta n x hb hx.
apply (B_lemF1 I S norm (F (x n)) n n0 (logits x n) (values x) L D Delta delta beta); try easy.
- apply hx.
- lra.
- now apply bounds.
- now apply enough.
Qed.

Definition high_first (Delta : R) (j : nat) : R := if Nat.eqb j 1 then Delta else 0.
Definition low_first (D : R) (j : nat) (i : unit) : R := if Nat.eqb j 1 then 0 else D.
Definition answer (L delta : R) (a : unit -> R) (c : bool) : R :=
  if c then delta - L * a tt else L * a tt.

Theorem B_lemF1_sharp : Statements.softening.B_lemF1_sharp.
Proof.
intros n0 L D Delta delta beta hn hL hD hDelta hd hbeta low.
assert (one_in : within n0 1) by (unfold within; lia).
assert (single : forall k, within n0 k -> k <> 1%nat -> high_first Delta k < high_first Delta 1).
{ intros k _ ne; unfold high_first; cbn; destruct (Nat.eqb_spec k 1); [easy | lra]. }
assert (b : best (high_first Delta) n0 = Delta).
{ rewrite (best_is _ n0 1 one_in); [easy | ].
  intros k hk; destruct (Nat.eq_dec k 1) as [-> | ne]; [lra | left; now apply single]. }
exists (fun u => Rabs (u tt)), (answer L delta), (high_first Delta), (low_first D).
split; [ | split].
- split; [intros; apply Rabs_mult | intros; apply Rabs_triang].
- split; [ | split; [ | split]].
  + intros j k _ _; unfold low_first; apply Rabs_le.
    destruct (Nat.eqb j 1), (Nat.eqb k 1); lra.
  + intros u u' c; cbv beta.
    replace (L * Rabs (u tt - u' tt)) with (Rabs (L * (u tt - u' tt)))
      by (rewrite Rabs_mult, (Rabs_right L) by lra; ring).
    destruct c; cbn; [rewrite <- Rabs_Ropp | ]; right; f_equal; ring.
  + intros j k _ _ ej nk; rewrite b in *; rewrite ej; unfold high_first in *.
    destruct (Nat.eqb k 1); [easy | lra].
  + intros c ne; destruct c; [easy | ]; cbn; unfold average.
    rewrite (hard_unique _ n0 1 one_in single); cbn; lra.
- intros soft; specialize (soft false ltac:(easy)); cbn in soft; unfold average in soft.
  set (k := INR (n0 - 1)) in *; set (B := exp (beta * Delta)) in *.
  assert (hB : 0 < B) by apply exp_pos.
  assert (k0 : 0 <= k) by apply pos_INR.
  assert (Z : sum (fun j => exp (beta * high_first Delta j)) n0 = B + k).
  { rewrite (sum_split _ n0 1 one_in); f_equal.
    pose proof (sum_split (fun _ => 1) n0 1 one_in) as e; rewrite sum_const in e.
    unfold k; rewrite minus_INR by lia; cbn [INR].
    replace (INR n0 - 1) with (sum (others 1 (fun _ => 1)) n0) by lra.
    apply sum_ext; intros j _; unfold others, high_first; destruct (Nat.eqb j 1); [easy | ].
    rewrite Rmult_0_r; apply exp_0. }
  assert (e : sum (fun j => softmax (fun i => beta * high_first Delta i) n0 j
                            * low_first D j tt) n0 = D * (k / (B + k))).
  { transitivity (sum (others 1 (fun _ => D / (B + k))) n0).
    - apply sum_ext; intros j _; unfold softmax; rewrite Z; unfold others, low_first, high_first.
      destruct (Nat.eqb j 1); [ring | rewrite Rmult_0_r, exp_0; field; lra].
    - pose proof (sum_split (fun _ => D / (B + k)) n0 1 one_in) as e; rewrite sum_const in e.
      unfold k in *; rewrite minus_INR in * by lia; cbn [INR] in *.
      replace (sum (others 1 (fun _ => D / (B + (INR n0 - 1)))) n0)
        with (INR n0 * (D / (B + (INR n0 - 1))) - D / (B + (INR n0 - 1))) by lra.
      field; lra. }
  rewrite e in soft; revert soft; apply Rle_not_lt.
  assert (delta * (B + k) <= 2 * L * D * k).
  { apply Rmult_le_compat_l with (r := delta) in low; [ | lra].
    replace (delta * (k * (2 * L * D / delta - 1))) with (2 * L * D * k - delta * k) in low
      by (field; lra); lra. }
  assert (delta <= 2 * L * D * (k / (B + k))); [ | lra].
  apply Rmult_le_reg_r with (B + k); [lra | ].
  replace (2 * L * D * (k / (B + k)) * (B + k)) with (2 * L * D * k) by (field; lra); easy.
Qed.

Theorem B_lemF1_tie : Statements.softening.B_lemF1_tie.
Proof.
exists (fun _ => 0), (fun j (c : bool) => if Nat.eqb j 1 then if c then 1 else 0 else if c then 0 else 2).
split.
- exists 1%nat; split; [split; [unfold within; lia | split] | split].
  + cbn; now rewrite !Rmax_left by (rewrite ?Rmax_left; lra).
  + intros k hk _; unfold within in hk; lia.
  + intros [|] ne; cbn; [easy | lra].
  + exists false; split; [easy | cbn; lra].
- intros beta [|] ne; [ | easy]; unfold average; cbn.
  assert (e : exp (beta * 0) = 1) by (rewrite Rmult_0_r; apply exp_0).
  unfold softmax; cbn; rewrite !e; lra.
Qed.
