From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility.
From Proofs Require Import angles sums_of_reals circle discrepancy canonical retrieval_range.
Local Open Scope R_scope.

(* Index. *)
Definition pointer (s : symbol) : nat := match s with letter _ => 0 | number i => i end.

Lemma query_turned theta s : index_query theta s = rotate (- (INR (pointer s) * theta)) v.
Proof.
destruct s; cbn; [ | easy].
replace (- (0 * theta)) with 0 by ring; now rewrite rotate_none.
Qed.

Lemma turned_logits theta r x i j : index_logits theta (turned_key theta r) x i j =
  match x j with
  | letter _ => cos ((INR i - INR j - INR (pointer (x i))) * theta)
  | number s => r * cos ((INR i - INR j - INR (pointer (x i)) + INR s) * theta)
  end.
Proof.
unfold index_logits; rewrite query_turned; destruct (x j); cbn [turned_key].
- rewrite rope_query; f_equal; ring.
- rewrite rope_cos; do 2 f_equal; ring.
Qed.

(* Distances between natural numbers. *)
Lemma signed_distance theta (a b : nat) :
  cos ((INR a - INR b) * theta) = cos (INR (Nat.max a b - Nat.min a b) * theta).
Proof.
destruct (Nat.le_gt_cases a b).
- rewrite Nat.max_r, Nat.min_l by lia; rewrite <- cos_neg, minus_INR by lia; f_equal; ring.
- rewrite Nat.max_l, Nat.min_r by lia; rewrite minus_INR by lia; f_equal; ring.
Qed.

Lemma one_same s : one (same s s) = 1. Proof. now rewrite same_refl. Qed.
Lemma one_other s s' : s <> s' -> one (same s s') = 0. Proof. intros h; now rewrite same_not. Qed.

(* What is decoded when the head attends to a letter, to itself, or to numbers. *)
Lemma output_letter w x i a c : (forall f, sum (fun j => w j * f j) i = f a) ->
  index_output w x i c = one (same (x i) c) + index_value (x a) c.
Proof. intros h; unfold index_output; now rewrite (h (fun j => index_value (x j) c)). Qed.

Lemma hard_decodes theta r m n0 n x i : between m n0 theta r -> within n0 n -> over m x n ->
  within n i ->
  decodes (index_output (hard (index_logits theta (turned_key theta r) x i) i) x i) (Index x i).
Proof.
intros [hr above] hn hx hi.
set (l := index_logits theta (turned_key theta r) x i).
assert (ri : within i i) by (unfold within in *; lia).
assert (i1 : (1 <= i)%nat) by (unfold within in *; lia).
assert (numbers : forall j s, x j = number s -> l j <= r).
{ intros j s e; unfold l; rewrite turned_logits, e.
  pose proof (COS_bound ((INR i - INR j - INR (pointer (x i)) + INR s) * theta)); nra. }
assert (hp : (pointer (x i) <= m)%nat).
{ destruct (x i) as [a | s] eqn:e; cbn; [lia | apply (hx i s hi e)]. }
assert (letters : forall j a, within i j -> x j = letter a -> (i - j)%nat <> pointer (x i) -> l j < r).
{ intros j a hj e ne; unfold l; rewrite turned_logits, e.
  unfold within in *; rewrite <- minus_INR, signed_distance by lia; apply above; lia. }
assert (target : forall j a, within i j -> x j = letter a -> (i - j)%nat = pointer (x i) -> l j = 1).
{ intros j a hj e eq; unfold l; rewrite turned_logits, e, <- eq.
  unfold within in *; rewrite minus_INR by lia.
  rewrite <- cos_0; f_equal; ring. }
assert (unique : forall j a, within i j -> x j = letter a -> (i - j)%nat = pointer (x i) ->
  forall f, sum (fun k => hard l i k * f k) i = f j).
{ intros j a hj e eq; apply hard_unique; [easy | ].
  intros k hk ne; rewrite (target j a hj e eq); destruct (x k) as [b | s] eqn:ek.
  - assert (l k < r) by (apply (letters k b); [easy | easy | unfold within in *; lia]); lra.
  - specialize (numbers k s ek); lra. }
unfold Index; destruct (x i) as [a | s] eqn:e; cbn [pointer] in *.
- (* a letter finds itself *)
  intros c ne; rewrite !(output_letter _ x i i _ (unique i a ri e ltac:(lia))), e.
  cbn [index_value]; rewrite one_same, one_other by congruence; lra.
- assert (none : (forall j a, within i j -> x j = letter a -> (i - j)%nat <> s) ->
    decodes (index_output (hard l i) x i) (number s)).
  { intros no c ne.
    assert (own : l i = r).
    { unfold l; rewrite turned_logits, e; cbn [pointer].
      replace ((INR i - INR i - INR s + INR s) * theta) with 0 by ring; rewrite cos_0; ring. }
    assert (b : best l i = r).
    { rewrite (best_is l i i ri); [easy | ]; intros k hk; rewrite own.
      destruct (x k) as [a' | s'] eqn:ek; [ | now apply (numbers k s')].
      left; apply (letters k a'); [easy | easy | now apply (no k a')]. }
    assert (z : forall c', sum (fun j => hard l i j * index_value (x j) c') i = 0).
    { intros c'; apply hard_same; [easy | ]; intros k hk ek; rewrite b in ek.
      destruct (x k) as [a' | s'] eqn:xk; [ | easy].
      pose proof (letters k a' hk xk (no k a' hk xk)); lra. }
    unfold index_output; rewrite !z, e, one_same, one_other by congruence; lra. }
  destruct (Nat.ltb_spec s i) as [c | c].
  + destruct (x (i - s)%nat) as [a | s'] eqn:ea.
    * assert (hj : within i (i - s)).
      { pose proof (hx i s hi e); unfold within; lia. }
      intros c' ne.
      rewrite !(output_letter _ x i (i - s) _ (unique (i - s)%nat a hj ea ltac:(lia))), e, ea.
      cbn [index_value]; rewrite one_same, (one_other (letter a) c'), (one_other (number s) (letter a)) by congruence.
      destruct (same (number s) c'); cbn; lra.
    * apply none; intros j a hj ej eq; replace j with (i - s)%nat in ej by (unfold within in hj; lia).
      congruence.
  + apply none; intros j a hj ej eq; unfold within in hj; lia.
Qed.

Theorem B_thm31_index_head : Statements.feasibility.B_thm31_index_head.
Proof. intros m n0 theta r b n x i hn hx hi; now apply (hard_decodes theta r m n0 n). Qed.

Theorem B_thm31_index_angles : Statements.feasibility.B_thm31_index_angles.
Proof.
intros m n0 theta no; destruct (least_gap theta _ no) as (g & hg & far).
exists (Rmax (1 / 2) (1 - g / 2)); split.
- split; [eapply Rlt_le_trans; [ | apply Rmax_l]; lra | apply Rmax_lub_lt; lra].
- intros d hd; eapply Rlt_le_trans; [ | apply Rmax_r]; specialize (far d hd); lra.
Qed.

Theorem B_thm31_index : Statements.feasibility.B_thm31_index.
Proof.
intros m n0 hn; set (D := Nat.max (n0 - 1) m).
destruct (B_thm31_index_angles m n0 (2 * PI / INR (D + 1))) as [r b].
- intros (t & ht & turns); fold D in ht.
  apply cos_is_one in turns; pose proof (B_thm32_index_fix_attained D ltac:(lia)) as e.
  pose proof (closest_below (2 * PI / INR (D + 1)) D t ht) as c.
  assert (cos (2 * PI / INR (D + 1)) < 1); [ | lra].
  rewrite <- cos_0; apply cos_less.
  assert (hD : (1 <= D)%nat) by lia.
  rewrite arc_away, away_small by (easy || (pose proof pi_pos; lra)).
  pose proof (arc_range D hD); lra.
- exists (2 * PI / INR (D + 1)), r; now apply B_thm31_index_head.
Qed.

Lemma printed_right theta x n : (1 <= n)%nat -> points_inside x n ->
  (forall n', x n = number n' -> (1 <= n')%nat) ->
  unique_largest (printed_logits theta x n) n ->
  gap_is (index_output (hard (printed_logits theta x n) n) x n) (Index x n) (printed_gap x n).
Proof.
intros hn inside pos (j & hj & u).
pose proof (back_inside x n hn inside) as hb.
assert (ej : j = (n - back x n)%nat).
{ destruct (Nat.eq_dec j (n - back x n)) as [e | ne]; [easy | exfalso].
  assert (w : within n (n - back x n)) by (unfold within; lia).
  specialize (u _ w ltac:(lia)); rewrite target_logit in u by easy.
  unfold within in hj; rewrite logits_back in u by lia.
  pose proof (COS_bound ((INR (n - j) - INR (back x n)) * theta)); lra. }
pose proof (hard_unique _ n j hj u) as all.
unfold gap_is, Index, printed_gap; unfold back in ej; unfold points_inside in inside.
destruct (x n) as [a | s] eqn:e.
- split.
  + intros c ne; rewrite !(output_letter _ x n j _ all), ej, Nat.sub_0_r, e.
    cbn [index_value]; rewrite one_same, one_other by congruence; lra.
  + exists (letter (S a)); split; [intros [= c]; lia | ].
    rewrite !(output_letter _ x n j _ all), ej, Nat.sub_0_r, e.
    cbn [index_value]; rewrite one_same, one_other by (intros [= c]; lia); lra.
- destruct (Nat.ltb_spec s n); [ | lia].
  destruct (x (n - s)%nat) as [a | s'] eqn:ea; split.
  + intros c ne; rewrite !(output_letter _ x n j _ all), ej, ea, e.
    cbn [index_value]; rewrite one_same, (one_other (letter a) c), (one_other (number s) (letter a)) by congruence.
    destruct (same (number s) c); cbn; lra.
  + exists (number s); split; [easy | ].
    rewrite !(output_letter _ x n j _ all), ej, ea, e.
    cbn [index_value]; rewrite !one_same, !one_other by easy; lra.
  + intros c ne; rewrite !(output_letter _ x n j _ all), ej, ea, e.
    cbn [index_value]; rewrite one_same, one_other by congruence; lra.
  + exists (letter 0); split; [easy | ].
    rewrite !(output_letter _ x n j _ all), ej, ea, e.
    cbn [index_value]; rewrite one_same, one_other by easy; lra.
Qed.

Lemma hard_below_one l n j k : within n j -> within n k -> j <> k -> l k = best l n ->
  hard l n j < 1.
Proof.
intros hj hk ne e; assert (n1 : (1 <= n)%nat) by (unfold within in *; lia).
pose proof (hard_total l n n1) as t; rewrite (sum_split _ n j hj) in t.
assert (0 < sum (others j (hard l n)) n); [ | lra].
apply sum_pos with k; [easy | | ].
- unfold others; destruct (Nat.eqb_spec k j); [congruence | now apply hard_on].
- intros i _; unfold others; destruct Nat.eqb; [lra | now apply hard_nonneg].
Qed.

Definition last_differs (n : nat) (j : nat) : symbol := letter (if Nat.eqb j n then 0 else 1).

Theorem B_gap_index : Statements.feasibility.B_gap_index.
Proof.
intros m n0 theta h; split.
- intros all (t & ht & turns).
  set (n := (t + 1)%nat); set (x := last_differs n).
  assert (hn : within n0 n) by (unfold within, n; lia).
  assert (hx : over m x n) by easy.
  assert (e : x n = letter 0) by (unfold x, last_differs; now rewrite Nat.eqb_refl).
  specialize (all n x hn hx ltac:(unfold points_inside; now rewrite e)).
  unfold Index, printed_gap in all; rewrite e in all.
  destruct all as [all _]; specialize (all (letter 1) ltac:(easy)); revert all.
  assert (l1 : printed_logits theta x n 1 = 1).
  { rewrite printed_logits_are, e by (unfold n; lia); apply cos_is_one; unfold n.
    replace (t + 1 - 1)%nat with t by lia; easy. }
  assert (b : best (printed_logits theta x n) n = 1).
  { rewrite (best_is _ n 1); [easy | unfold within, n; lia | ].
    intros k hk; rewrite l1, printed_logits_are, e by (unfold within in hk; lia); apply COS_bound. }
  pose proof (hard_below_one (printed_logits theta x n) n n 1 ltac:(unfold within, n; lia)
    ltac:(unfold within, n; lia) ltac:(unfold n; lia) ltac:(lra)) as less.
  pose proof (hard_total (printed_logits theta x n) n ltac:(unfold n; lia)) as total.
  set (w := hard (printed_logits theta x n) n) in *.
  assert (hn' : within n n) by (unfold within, n; lia).
  assert (y0 : index_output w x n (letter 0) = 1 + 2 * w n).
  { unfold index_output; rewrite e, one_same, (sum_single _ n n hn'), e.
    - cbn; lra.
    - intros k hk ne; unfold x, last_differs; destruct (Nat.eqb_spec k n); [easy | cbn; ring]. }
  assert (y1 : index_output w x n (letter 1) = 2 * (1 - w n)).
  { unfold index_output; rewrite e, one_other by easy.
    rewrite (sum_split w n n hn') in total.
    rewrite (sum_ext _ (fun k => 2 * others n w k)).
    - rewrite sum_scale; lra.
    - intros k hk; unfold x, last_differs, others; destruct (Nat.eqb_spec k n); cbn; ring. }
  rewrite y0, y1; lra.
- intros no n x hn hx inside; apply printed_right; [unfold within in hn; lia | easy | | ].
  + intros s e; apply (hx n s); [unfold within in *; lia | easy].
  + now apply (proj2 (unique_iff m n0 theta ltac:(lia)) no).
Qed.

(* Retrieval. *)
Lemma gap_decodes A m n0 theta :
  retrieval_head gap_one A m n0 theta -> retrieval_head decoding A m n0 theta.
Proof.
intros g n x i k hn px hi f c ne; destruct (g n x i k hn px hi f) as [h _].
specialize (h c ne); lra.
Qed.

Lemma demands_enough A m n0 theta : copies_apart n0 theta -> rivals_apart A n0 theta ->
  retrieval_head gap_one A m n0 theta.
Proof. intros c r n x i k hn px hi f; now apply (share_gap A m n0 n). Qed.

Theorem B_gap_retr : Statements.feasibility.B_gap_retr.
Proof.
intros A m n0 theta hA hm hn; split.
- intros g; now apply (must_be_in_range A m), gap_decodes.
- intros r; destruct (in_range_copies_rivals A n0 theta hA hn r); now apply demands_enough.
Qed.

Theorem B_thm31_retr : Statements.feasibility.B_thm31_retr.
Proof.
intros A m n0 theta hA hm hn; split.
- now apply must_be_in_range.
- intros r; now apply gap_decodes, B_gap_retr.
Qed.

Theorem B_gap_retr_one_letter : Statements.feasibility.B_gap_retr_one_letter.
Proof.
intros m n0 theta hm hn; rewrite <- copies_turns; split.
- intros g; apply (must_tell_copies 1 m); [easy | easy | now apply gap_decodes].
- intros c; apply demands_enough; [easy | apply one_letter_rivals].
Qed.

Theorem B_thm31_retr_one_letter : Statements.feasibility.B_thm31_retr_one_letter.
Proof.
intros m n0 theta hm hn; rewrite <- copies_turns; split.
- now apply must_tell_copies.
- intros c; apply gap_decodes, demands_enough; [easy | apply one_letter_rivals].
Qed.

Theorem B_thm31_retr_printed : Statements.feasibility.B_thm31_retr_printed.
Proof.
intros A m n0 theta hA hm hn [pos less]; apply B_thm31_retr; try easy.
exists 0%Z; rewrite Rmult_0_r, Rminus_0_r, Rabs_right by lra; split; [easy | ].
eapply Rlt_le_trans; [exact less | ].
assert (d : 1 <= INR (2 * n0 - 3)) by (change 1 with (INR 1); apply le_INR; lia).
assert (le : INR (2 * n0 - 3) <= INR (2 * n0)) by (apply le_INR; lia).
apply Rmult_le_compat_l; [left; apply omega_pos; lia | apply Rinv_le_contravar; lra].
Qed.
