From Coq Require Import Reals Lia Lra.
From Statements Require Import circle attention discrepancy zero.
From Proofs Require Import sums_of_reals discrepancy.
Local Open Scope R_scope.

Lemma share_hard l n holds : held_share l n holds = sum (fun j => hard l n j * one (holds j)) n.
Proof.
unfold held_share, Rdiv; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros j _.
unfold hard, Rdiv; ring.
Qed.

Theorem B_zero_fix_retr : Statements.zero.B_zero_fix_retr.
Proof.
intros A theta x n k _ l h.
assert (e : forall s, retrieval_output (hard l n) x n s = h s).
{ intros s; unfold h; now rewrite share_hard. }
unfold decodes; split; intros d s ne; specialize (d s ne); rewrite !e in *; easy.
Qed.

Lemma output_number w x n i : index_output w x n (number i) = one (same (x n) (number i)).
Proof.
unfold index_output; rewrite sum_zero; [ring | ].
intros j _; destruct (x j); cbn [index_value same one]; ring.
Qed.

Lemma output_letter w x n b : index_output w x n (letter b) =
  one (same (x n) (letter b)) + 2 * sum (fun j => w j * one (same (x j) (letter b))) n.
Proof.
unfold index_output; f_equal; rewrite <- sum_scale; apply sum_ext; intros j _.
destruct (x j); cbn [index_value same one]; ring.
Qed.

Section Shares.
Variables (l : nat -> R) (x : nat -> symbol) (n : nat).
Hypothesis n1 : (1 <= n)%nat.
Let h a := held_share l n (fun j => same (x j) (letter a)).

Lemma share_range a : 0 <= h a.
Proof.
unfold h; rewrite share_hard; apply sum_nonneg; intros j _.
pose proof (hard_nonneg l n j n1); destruct same; cbn [one]; lra.
Qed.

Lemma two_shares a b : a <> b -> h a + h b <= 1.
Proof.
intros ne; unfold h; rewrite !share_hard, <- sum_plus, <- (hard_total l n n1); apply sum_le.
intros j _; pose proof (hard_nonneg l n j n1); destruct (x j) as [c | i]; cbn [same one]; [ | lra].
destruct (Nat.eqb_spec c a), (Nat.eqb_spec c b); cbn [one]; try lra; congruence.
Qed.

Lemma output_share b : index_output (hard l n) x n (letter b) = one (same (x n) (letter b)) + 2 * h b.
Proof. now rewrite output_letter; unfold h; rewrite share_hard. Qed.

Lemma letter_right a : x n = letter a ->
  decodes (index_output (hard l n) x n) (letter a) <-> forall b, b <> a -> 2 * h b < 1 + 2 * h a.
Proof.
intros e; unfold decodes; split; intros d.
- intros b ne; specialize (d (letter b) ltac:(congruence)); rewrite !output_share, e in d.
  cbn [same] in d; rewrite Nat.eqb_refl in d; destruct (Nat.eqb_spec a b); [congruence | ].
  cbn [one] in d; lra.
- intros [b | i] ne; rewrite ?output_number, !output_share, e; cbn [same]; rewrite Nat.eqb_refl.
  + destruct (Nat.eqb_spec a b); [congruence | ]; cbn [one].
    specialize (d b ltac:(congruence)); lra.
  + cbn [one]; pose proof (share_range a); lra.
Qed.

Lemma number_right i a : x n = number i ->
  decodes (index_output (hard l n) x n) (letter a) <-> 1 / 2 < h a.
Proof.
intros e; unfold decodes; split; intros d.
- specialize (d (number i) ltac:(congruence)).
  rewrite output_number, output_share, e in d; cbn [same] in d; rewrite Nat.eqb_refl in d.
  cbn [one] in d; lra.
- intros [b | k] ne; rewrite ?output_number, !output_share, e; cbn [same one].
  + pose proof (two_shares a b ltac:(congruence)); lra.
  + destruct (Nat.eqb i k); cbn [one]; lra.
Qed.

Lemma none_right i : x n = number i ->
  decodes (index_output (hard l n) x n) (number i) <-> forall b, h b < 1 / 2.
Proof.
intros e; unfold decodes; split; intros d.
- intros b; specialize (d (letter b) ltac:(congruence)).
  rewrite output_number, output_share, e in d; cbn [same] in d; rewrite Nat.eqb_refl in d.
  cbn [one] in d; lra.
- intros [b | k] ne; rewrite ?output_share, !output_number, e; cbn [same one];
    rewrite ?Nat.eqb_refl; cbn [one].
  + specialize (d b); lra.
  + destruct (Nat.eqb_spec i k); [congruence | ]; cbn [one]; lra.
Qed.

End Shares.

Lemma Index_none x n i k : x n = number i -> Index x n = number k -> k = i.
Proof.
unfold Index; intros ->; destruct (Nat.ltb i n); [destruct (x (n - i)%nat) | ]; congruence.
Qed.

Theorem B_zero_fix_index : Statements.zero.B_zero_fix_index.
Proof.
intros theta x n n1 l h; destruct (x n) as [a | i] eqn:e.
- assert (s : Index x n = letter a) by (unfold Index; now rewrite e).
  rewrite s; exact (letter_right l x n n1 a e).
- destruct (Index x n) as [a | k] eqn:s.
  + exact (number_right l x n n1 i a e).
  + rewrite (Index_none x n i k e s); exact (none_right l x n i e).
Qed.

Theorem B_zero_fix_ties : Statements.zero.B_zero_fix_ties.
Proof.
intros theta x n a n1 e l few; apply (letter_right l x n n1 a e); intros b ne.
assert (own : l n = best l n).
{ symmetry; apply best_is; [unfold within; lia | ]; intros k hk; unfold l, within in *.
  rewrite !printed_logits_are by lia; rewrite e, Nat.sub_diag; cbn [INR].
  rewrite Rmult_0_l, cos_0; apply COS_bound. }
assert (third : 1 / 3 <= held_share l n (fun j => same (x j) (letter a))).
{ pose proof (top_sum_pos l n n1); unfold held_share.
  apply Rmult_le_reg_r with (sum (top l n) n); [easy | ].
  unfold Rdiv at 2; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  rewrite (sum_split (fun j => top l n j * one (same (x j) (letter a))) n n) by (unfold within; lia).
  rewrite (top_one l n n own), e, same_refl; cbn [one].
  enough (0 <= sum (others n (fun j => top l n j * one (same (x j) (letter a)))) n) by lra.
  apply sum_nonneg; intros j _; unfold others; destruct Nat.eqb; [lra | ].
  destruct (top_cases l n j) as [[_ ->] | [_ ->]]; destruct same; cbn [one]; lra. }
pose proof (two_shares l x n n1 a b ltac:(congruence)) as two; cbv zeta in two; lra.
Qed.
