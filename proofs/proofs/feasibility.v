From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility.
From Proofs Require Import angles sums_of_reals circle discrepancy canonical concentration
  retrieval_range.
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

Lemma one_range b : 0 <= one b <= 1. Proof. destruct b; cbn [one]; lra. Qed.

Lemma value_range s c : 0 <= index_value s c <= 2.
Proof. destruct s; cbn [index_value]; [destruct same; cbn [one]; lra | lra]. Qed.

(* Nearly all of the attention on a letter, or nearly none on letters. *)
Lemma letter_decodes w x i k a : (forall j, within i j -> 0 <= w j) -> sum w i = 1 ->
  within i k -> x k = letter a -> 7 / 8 <= w k ->
  decodes (index_output w x i) (letter a).
Proof.
intros pos total hk ek large c ne; unfold index_output.
assert (rest : sum (others k w) i <= 1 / 8) by (rewrite (sum_split w i k hk) in total; lra).
assert (low : sum (fun j => w j * index_value (x j) c) i <= 2 * (1 / 8)).
{ rewrite (sum_split _ i k hk), ek; cbn [index_value]; rewrite one_other by congruence.
  enough (sum (others k (fun j => w j * index_value (x j) c)) i <= sum (fun j => 2 * others k w j) i)
    by (rewrite sum_scale in *; lra).
  apply sum_le; intros j hj; unfold others; destruct Nat.eqb; [lra | ].
  pose proof (value_range (x j) c); specialize (pos j hj); nra. }
assert (high : 2 * (7 / 8) <= sum (fun j => w j * index_value (x j) (letter a)) i).
{ rewrite (sum_split _ i k hk), ek; cbn [index_value]; rewrite one_same.
  enough (0 <= sum (others k (fun j => w j * index_value (x j) (letter a))) i) by lra.
  apply sum_nonneg; intros j hj; unfold others; destruct Nat.eqb; [lra | ].
  pose proof (value_range (x j) (letter a)); specialize (pos j hj); nra. }
pose proof (one_range (same (x i) (letter a))); pose proof (one_range (same (x i) c)); lra.
Qed.

Definition is_letter (s : symbol) : bool := match s with letter _ => true | number _ => false end.

Lemma number_decodes w x i s : (forall j, within i j -> 0 <= w j) ->
  sum (fun j => w j * one (is_letter (x j))) i <= 1 / 8 -> x i = number s ->
  decodes (index_output w x i) (number s).
Proof.
intros pos small e c ne; unfold index_output; rewrite e, one_same, one_other by congruence.
assert (low : sum (fun j => w j * index_value (x j) c) i <= 2 * (1 / 8)).
{ apply Rle_trans with (2 * sum (fun j => w j * one (is_letter (x j))) i); [ | lra].
  rewrite <- sum_scale; apply sum_le; intros j hj; specialize (pos j hj).
  pose proof (value_range (x j) c); destruct (x j); cbn [is_letter one index_value] in *; nra. }
assert (0 <= sum (fun j => w j * index_value (x j) (number s)) i); [ | lra].
apply sum_nonneg; intros j hj; pose proof (value_range (x j) (number s)); specialize (pos j hj); nra.
Qed.

Lemma attention_decodes theta r g m n0 n x i w : 0 < r < 1 -> r + g <= 1 ->
  (forall d, (1 <= d <= Nat.max (n0 - 1) m)%nat -> cos (INR d * theta) + g <= r) ->
  within n0 n -> over m x n -> within n i ->
  concentrates w (index_logits theta (turned_key theta r) x i) i g ->
  decodes (index_output w x i) (Index x i).
Proof.
intros hr below above hn hx hi (pos & total & small).
set (l := index_logits theta (turned_key theta r) x i) in *.
assert (ri : within i i) by (unfold within in *; lia).
assert (numbers : forall j s, x j = number s -> l j <= r).
{ intros j s e; unfold l; rewrite turned_logits, e.
  pose proof (COS_bound ((INR i - INR j - INR (pointer (x i)) + INR s) * theta)); nra. }
assert (hp : (pointer (x i) <= m)%nat).
{ destruct (x i) as [a | s] eqn:e; cbn; [lia | apply (hx i s hi e)]. }
assert (letters : forall j a, within i j -> x j = letter a -> (i - j)%nat <> pointer (x i) ->
  l j + g <= r).
{ intros j a hj e ne; unfold l; rewrite turned_logits, e.
  unfold within in *; rewrite <- minus_INR, signed_distance by lia; apply above; lia. }
assert (target : forall j a, within i j -> x j = letter a -> (i - j)%nat = pointer (x i) -> l j = 1).
{ intros j a hj e eq; unfold l; rewrite turned_logits, e, <- eq.
  unfold within in *; rewrite minus_INR by lia.
  rewrite <- cos_0; f_equal; ring. }
assert (found : forall k a, within i k -> x k = letter a -> (i - k)%nat = pointer (x i) ->
  decodes (index_output w x i) (letter a)).
{ intros k a hk e eq; apply letter_decodes with k; try easy.
  pose proof (small (fun j => negb (Nat.eqb j k)) k hk) as rest.
  assert (split : sum w i = w k + sum (fun j => w j * one (negb (Nat.eqb j k))) i).
  { rewrite (sum_split w i k hk); f_equal; apply sum_ext; intros j _; unfold others.
    destruct Nat.eqb; cbn; ring. }
  enough (sum (fun j => w j * one (negb (Nat.eqb j k))) i <= 1 / 8) by lra.
  apply rest; intros j hj far; rewrite (target k a hk e eq).
  destruct (Nat.eqb_spec j k) as [_ | ne]; [easy | ]; destruct (x j) as [b | s] eqn:ej.
  - enough (l j + g <= r) by lra; apply (letters j b); [easy | easy | unfold within in *; lia].
  - specialize (numbers j s ej); lra. }
assert (none : forall s, x i = number s ->
  (forall j a, within i j -> x j = letter a -> (i - j)%nat <> s) ->
  decodes (index_output w x i) (number s)).
{ intros s e no; apply number_decodes; [easy | | easy].
  assert (own : l i = r).
  { unfold l; rewrite turned_logits, e; cbn [pointer].
    replace ((INR i - INR i - INR s + INR s) * theta) with 0 by ring; rewrite cos_0; ring. }
  apply (small (fun j => is_letter (x j)) i ri); intros j hj is; rewrite own.
  destruct (x j) as [a | s'] eqn:ej; [ | easy].
  apply (letters j a hj ej); rewrite e; now apply (no j a). }
unfold Index; destruct (x i) as [a | s] eqn:e; cbn [pointer] in *.
- apply (found i a ri e); lia.
- destruct (Nat.ltb_spec s i) as [c | c].
  + destruct (x (i - s)%nat) as [a | s'] eqn:ea.
    * apply (found (i - s)%nat a); [ | easy | lia].
      pose proof (hx i s hi e); unfold within; lia.
    * apply (none s eq_refl); intros j a hj ej eq.
      replace j with (i - s)%nat in ej by (unfold within in hj; lia); congruence.
  + apply (none s eq_refl); intros j a hj ej eq; unfold within in hj; lia.
Qed.

Theorem B_thm31_index_head : Statements.feasibility.B_thm31_index_head.
Proof.
intros m n0 theta r [hr above]; set (D := Nat.max (n0 - 1) m) in *.
destruct (common_room (fun d g => (1 <= d)%nat -> cos (INR d * theta) + g <= r) (D + 1))
  as (g & hg & all).
{ intros d g g' h le hd; specialize (h hd); lra. }
{ intros d hd; destruct (Nat.eq_dec d 0) as [-> | ne]; [exists 1; split; [lra | lia] | ].
  specialize (above d ltac:(lia)); exists (r - cos (INR d * theta)); split; [lra | intros; lra]. }
set (g' := Rmin g (1 - r)); pose proof (Rmin_l g (1 - r)); pose proof (Rmin_r g (1 - r)).
assert (hg' : 0 < g') by (apply Rmin_glb_lt; lra).
assert (right : forall n x i w, within n0 n -> over m x n -> within n i ->
  concentrates w (index_logits theta (turned_key theta r) x i) i g' ->
  decodes (index_output w x i) (Index x i)).
{ intros n x i w hn hx hi; apply (attention_decodes theta r g' m n0 n); try easy.
  - unfold g'; lra.
  - intros d hd; specialize (all d ltac:(lia) ltac:(lia)); unfold g'; lra. }
split.
- intros n x i hn hx hi; apply (right n); try easy.
  apply hard_concentrates; [unfold within in hi; lia | easy].
- destruct (soft_concentrates n0 g' hg') as (beta0 & _ & soft); exists beta0.
  intros beta hb n x i hn hx hi; apply (right n); try easy.
  apply soft; [easy | unfold within in *; lia].
Qed.

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
- exists (2 * PI / INR (D + 1)), r; now apply (B_thm31_index_head m n0).
Qed.

Lemma printed_right A m theta x n : (1 <= A)%nat -> (1 <= m)%nat -> (1 <= n)%nat ->
  points_inside x n -> (forall j, within n j -> symbol_over A m (x j)) ->
  unique_largest (printed_logits theta x n) n ->
  gap_among (symbol_over A m) (index_output (hard (printed_logits theta x n) n) x n) (Index x n) (printed_gap x n).
Proof.
intros hA hm hn inside over (j & hj & u).
pose proof (back_inside x n hn inside) as hb.
assert (ej : j = (n - back x n)%nat).
{ destruct (Nat.eq_dec j (n - back x n)) as [e | ne]; [easy | exfalso].
  assert (w : within n (n - back x n)) by (unfold within; lia).
  specialize (u _ w ltac:(lia)); rewrite target_logit in u by easy.
  unfold within in hj; rewrite logits_back in u by lia.
  pose proof (COS_bound ((INR (n - j) - INR (back x n)) * theta)); lra. }
pose proof (hard_unique _ n j hj u) as all.
unfold gap_among, Index, printed_gap; unfold back in ej; unfold points_inside in inside.
destruct (x n) as [a | s] eqn:e.
- split.
  + intros c _ ne; rewrite !(output_letter _ x n j _ all), ej, Nat.sub_0_r, e.
    cbn [index_value]; rewrite one_same, one_other by congruence; lra.
  + exists (number 1); split; [cbn; lia | split; [easy | ]].
    rewrite !(output_letter _ x n j _ all), ej, Nat.sub_0_r, e.
    cbn [index_value]; rewrite one_same, one_other by easy; lra.
- destruct (Nat.ltb_spec s n); [ | lia].
  destruct (x (n - s)%nat) as [a | s'] eqn:ea; split.
  + intros c _ ne; rewrite !(output_letter _ x n j _ all), ej, ea, e.
    cbn [index_value]; rewrite one_same, (one_other (letter a) c), (one_other (number s) (letter a)) by congruence.
    destruct (same (number s) c); cbn; lra.
  + exists (number s); split; [ | split; [easy | ]].
    { rewrite <- e; apply over; unfold within; lia. }
    rewrite !(output_letter _ x n j _ all), ej, ea, e.
    cbn [index_value]; rewrite !one_same, !one_other by easy; lra.
  + intros c _ ne; rewrite !(output_letter _ x n j _ all), ej, ea, e.
    cbn [index_value]; rewrite one_same, one_other by congruence; lra.
  + exists (letter 0); split; [easy | split; [easy | ]].
    rewrite !(output_letter _ x n j _ all), ej, ea, e.
    cbn [index_value]; rewrite one_same, one_other by easy; lra.
Qed.

(* A number first, letters after it. *)
Definition number_first (j : nat) : symbol := if Nat.eqb j 1 then number 1 else letter 0.

Theorem B_gap_index : Statements.feasibility.B_gap_index.
Proof.
intros A m n0 theta hA hm h; split.
- intros all (t & ht & turns); set (n := (t + 1)%nat); set (x := number_first).
  assert (h1 : within n 1) by (unfold within, n; lia).
  assert (hn : within n n) by (unfold within, n; lia).
  assert (e : x n = letter 0) by (unfold x, number_first, n; destruct (Nat.eqb_spec (t + 1) 1); [lia | easy]).
  assert (l1 : printed_logits theta x n 1 = 1).
  { rewrite printed_logits_are, e by (unfold n; lia); apply cos_is_one; unfold n.
    replace (t + 1 - 1)%nat with t by lia; easy. }
  assert (b : best (printed_logits theta x n) n = 1).
  { rewrite (best_is _ n 1); [easy | easy | ].
    intros k hk; rewrite l1, printed_logits_are, e by (unfold within in hk; lia); apply COS_bound. }
  specialize (all n x); unfold Index, printed_gap in all; rewrite e in all; destruct all as [all _].
  + unfold within, n; lia.
  + intros j _; unfold x, number_first; destruct Nat.eqb; cbn; lia.
  + unfold points_inside; now rewrite e.
  + specialize (all (number 1) ltac:(cbn; lia) ltac:(easy)); revert all.
    pose proof (hard_on (printed_logits theta x n) n 1 ltac:(unfold n; lia) ltac:(lra)) as some.
    pose proof (hard_total (printed_logits theta x n) n ltac:(unfold n; lia)) as total.
    set (w := hard (printed_logits theta x n) n) in *.
    unfold index_output; rewrite e, one_same, (one_other (letter 0) (number 1)) by easy.
    rewrite (sum_zero (fun j => w j * index_value (x j) (number 1))).
    * rewrite (sum_split w n 1 h1) in total.
      rewrite (sum_ext _ (fun j => 2 * others 1 w j)), sum_scale; [lra | ].
      intros j _; unfold x, number_first, others; destruct Nat.eqb; cbn; ring.
    * intros j _; unfold x, number_first; destruct Nat.eqb; cbn; ring.
- intros no n x hn hx inside; apply printed_right; try easy; [unfold within in hn; lia | ].
  apply (proj2 (unique_iff m n0 theta ltac:(lia)) no); [easy | | easy].
  intros j i hj e; specialize (hx j hj); now rewrite e in hx.
Qed.

(* Retrieval. *)
Lemma gap_decodes A m n0 theta :
  retrieval_head hard gap_one A m n0 theta -> retrieval_head hard decoding A m n0 theta.
Proof.
intros g n x i k hn px hi f c ne; destruct (g n x i k hn px hi f) as [h _].
specialize (h c ne); lra.
Qed.

Lemma demands_enough A m n0 theta : copies_apart n0 theta -> rivals_apart A n0 theta ->
  retrieval_head hard gap_one A m n0 theta.
Proof.
intros c r n x i k hn px hi f; destruct (some_room A n0 theta c r) as (g & hg & room).
now apply (share_gap A m n0 n theta g).
Qed.

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

Theorem B_thm31_retr_softmax : Statements.feasibility.B_thm31_retr_softmax.
Proof.
intros A m n0 theta right hA hm hn.
assert (demands : copies_apart n0 theta /\ rivals_apart A n0 theta).
{ destruct (Nat.eq_dec A 1) as [-> | ne].
  - split; [now apply (must_tell_copies 1 m) | apply one_letter_rivals].
  - apply in_range_copies_rivals; [lia | easy | now apply (must_be_in_range A m); try lia]. }
destruct demands as [c r]; destruct (some_room A n0 theta c r) as (g & hg & room).
destruct (soft_concentrates n0 g hg) as (beta0 & _ & soft); exists beta0.
intros beta hb n x i k hn' px hi f; apply (share_decodes A m n0 n theta g); try easy.
apply soft; [easy | unfold within in *; lia].
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
