From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy.
From Proofs Require Import angles circle sums_of_reals.
Local Open Scope R_scope.

Theorem printed_logits_are : Statements.discrepancy.printed_logits_are.
Proof.
intros theta x n j h; unfold printed_logits, index_logits, printed_key, index_query.
rewrite minus_INR by easy; destruct (x n) as [a | s].
- apply rope_plain.
- rewrite rope_query; f_equal; ring.
Qed.

(* How far back the last token points. *)
Definition back (x : nat -> symbol) (n : nat) : nat :=
  match x n with letter _ => 0 | number s => s end.

Lemma logits_back theta x n j : (j <= n)%nat ->
  printed_logits theta x n j = cos ((INR (n - j) - INR (back x n)) * theta).
Proof.
intros h; rewrite printed_logits_are by easy; unfold back.
destruct (x n); [f_equal; cbn; ring | easy].
Qed.

Lemma back_inside x n : (1 <= n)%nat -> points_inside x n -> (back x n < n)%nat.
Proof. unfold points_inside, back; destruct (x n); lia. Qed.

(* Distances from the target, as natural numbers. *)
Lemma logits_apart theta x n j : within n j -> (back x n < n)%nat ->
  exists t, printed_logits theta x n j = cos (INR t * theta)
    /\ t = (Nat.max (n - back x n) j - Nat.min (n - back x n) j)%nat.
Proof.
unfold within; intros hj hb; rewrite logits_back by lia.
set (s := back x n) in *; clearbody s.
eexists; split; [ | reflexivity].
destruct (Nat.le_gt_cases j (n - s)).
- rewrite Nat.max_l, Nat.min_r by lia.
  rewrite !minus_INR by lia; f_equal; ring.
- rewrite Nat.max_r, Nat.min_l by lia.
  rewrite <- (cos_neg (INR _ * _)), !minus_INR by lia; f_equal; ring.
Qed.

Lemma target_logit theta x n : (1 <= n)%nat -> (back x n < n)%nat ->
  printed_logits theta x n (n - back x n) = 1.
Proof.
intros h hb; rewrite logits_back by lia; rewrite <- cos_0; f_equal.
replace (n - (n - back x n))%nat with (back x n) by lia; ring.
Qed.

Definition letters_only : nat -> symbol := fun _ => letter 0.

Lemma unique_iff (m n0 : nat) (theta : R) : (1 <= n0)%nat ->
  (forall (n : nat) (x : nat -> symbol), within n0 n -> over m x n -> points_inside x n ->
     unique_largest (printed_logits theta x n) n)
  <-> ~ some_multiple_turns theta (n0 - 1).
Proof.
intros h; split.
- intros all (t & ht & turns).
  destruct (all (t + 1)%nat letters_only) as (j & hj & u).
  + unfold within; lia.
  + easy.
  + easy.
  + assert (e1 : printed_logits theta letters_only (t + 1) (t + 1) = 1).
    { rewrite logits_back by lia; cbn; rewrite Nat.sub_diag; cbn; rewrite <- cos_0; f_equal; ring. }
    assert (e2 : printed_logits theta letters_only (t + 1) 1 = 1).
    { rewrite logits_back by lia; cbn [back letters_only]; apply cos_is_one.
      destruct turns as [k e]; exists k; rewrite <- e.
      replace (t + 1 - 1)%nat with t by lia; cbn [INR]; ring. }
    pose proof (COS_bound ((INR (t + 1 - j) - INR (back letters_only (t + 1))) * theta)) as b.
    rewrite <- logits_back in b by (unfold within in hj; lia).
    destruct (Nat.eq_dec j (t + 1)) as [-> | ne].
    * specialize (u 1%nat); unfold within in u; specialize (u ltac:(lia) ltac:(lia)); lra.
    * specialize (u (t + 1)%nat); unfold within in u; specialize (u ltac:(lia) ltac:(lia)); lra.
- intros no n x hn _ inside; unfold within in hn.
  pose proof (back_inside x n ltac:(lia) inside) as hb.
  exists (n - back x n)%nat; split; [unfold within; lia | ].
  intros k hk ne; rewrite target_logit by lia.
  destruct (logits_apart theta x n k hk hb) as (t & -> & et).
  apply cos_below_one; intros turns; apply no; exists t; split; [ | easy].
  unfold within in hk; lia.
Qed.

Theorem B_irr_fix : Statements.discrepancy.B_irr_fix.
Proof. intros m n0 theta h; apply unique_iff; lia. Qed.

Theorem B_irr_fix_all : Statements.discrepancy.B_irr_fix_all.
Proof.
intros m theta; pose proof pi_pos as pp; split.
- intros all (p & q & hq & e).
  assert (et : theta * IZR q = PI * IZR p).
  { apply not_0_IZR in hq; apply Rmult_eq_reg_r with (/ PI); [ | apply Rinv_neq_0_compat; lra].
    replace (theta * IZR q * / PI) with (theta / PI * IZR q) by (field; lra).
    rewrite e; field; lra. }
  apply (proj1 (unique_iff m (2 * Z.abs_nat q + 1) theta ltac:(lia))).
  + intros n x hn; apply all; unfold within in hn; lia.
  + exists (2 * Z.abs_nat q)%nat; split; [lia | ].
    assert (c : (q = Z.of_nat (Z.abs_nat q) \/ q = - Z.of_nat (Z.abs_nat q))%Z) by lia.
    rewrite mult_INR, (INR_IZR_INZ (Z.abs_nat q)); cbn [INR].
    destruct c as [c | c]; rewrite c in et; [exists p | exists (- p)%Z]; rewrite ?opp_IZR in *; lra.
- intros irr n x hn over inside.
  apply (proj2 (unique_iff m n theta hn)); [ | unfold within; lia | easy | easy].
  intros (t & ht & k & e); apply irr; exists (2 * k)%Z, (Z.of_nat t); split; [lia | ].
  rewrite mult_IZR, <- INR_IZR_INZ.
  assert (INR t <> 0) by (apply not_0_INR; lia).
  replace theta with (INR t * theta / INR t) by (field; lra); rewrite e; field; lra.
Qed.

Theorem B_irr_witness : Statements.discrepancy.B_irr_witness.
Proof.
intros x a e.
assert (e3 : printed_logits PI x 3 3 = 1).
{ rewrite printed_logits_are, e by lia; cbn [Nat.sub INR]; rewrite Rmult_0_l; apply cos_0. }
assert (e1 : printed_logits PI x 3 1 = 1).
{ rewrite printed_logits_are, e by lia; apply cos_is_one; exists 1%Z; cbn; ring. }
repeat split; try easy; intros (j & hj & u).
assert (b : printed_logits PI x 3 j <= 1).
{ unfold within in hj; rewrite printed_logits_are, e by lia; apply COS_bound. }
unfold within in *; destruct (Nat.eq_dec j 3) as [-> | ne].
- specialize (u 1%nat ltac:(lia) ltac:(lia)); lra.
- specialize (u 3%nat ltac:(lia) ltac:(lia)); lra.
Qed.
