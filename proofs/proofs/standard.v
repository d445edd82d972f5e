From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility standard.
From Proofs Require Import angles discrepancy feasibility.
Local Open Scope R_scope.

Lemma above_three : 3 < PI.
Proof. pose proof PI2_3_2; lra. Qed.

Lemma below_seven_halves : 2 * PI < 7.
Proof.
destruct (PI_ineq 3) as [_ h]; unfold tg_alt, PI_tg in h; simpl in h; lra.
Qed.

Lemma width A n0 : (2 <= A)%nat -> (2 <= n0)%nat ->
  omega A / INR (2 * n0 - 3) = 2 * PI / INR (A * (2 * n0 - 3)).
Proof.
intros hA hn; unfold omega; rewrite mult_INR.
assert (0 < INR A) by (apply lt_0_INR; lia).
assert (0 < INR (2 * n0 - 3)) by (apply lt_0_INR; lia).
field; lra.
Qed.

Theorem B_standard_fix_angle : Statements.standard.B_standard_fix_angle.
Proof.
intros A m n0 theta hA hm hn ht; rewrite (B_thm31_retr A m n0 theta hA hm hn).
unfold in_range; rewrite (width A n0 hA hn); set (c := 2 * PI / INR (A * (2 * n0 - 3))).
pose proof above_three as three; pose proof pi_pos as pp.
assert (small : c <= PI).
{ unfold c; assert (two : INR 2 <= INR (A * (2 * n0 - 3))) by (apply le_INR; nia).
  cbn [INR] in two; apply Rmult_le_reg_r with (INR (A * (2 * n0 - 3))); [lra | ].
  replace (2 * PI / INR (A * (2 * n0 - 3)) * INR (A * (2 * n0 - 3))) with (2 * PI)
    by (field; lra); nra. }
split.
- intros (k & _ & h); destruct (Z.eq_dec k 0) as [-> | ne].
  + rewrite Rmult_0_r, Rminus_0_r, Rabs_pos_eq in h; lra.
  + exfalso; assert (far : 2 * PI - 1 <= Rabs (theta - 2 * PI * IZR k)).
    { destruct (Z_lt_le_dec k 0) as [neg | pos].
      - assert (IZR k <= -1) by (now apply IZR_le; lia).
        rewrite Rabs_pos_eq; nra.
      - assert (1 <= IZR k) by (now apply IZR_le; lia).
        rewrite Rabs_left; nra. }
    lra.
- intros h; exists 0%Z; rewrite Rmult_0_r, Rminus_0_r, Rabs_pos_eq; lra.
Qed.

Theorem B_standard_fix : Statements.standard.B_standard_fix.
Proof.
intros A m n0 hA hm hn; rewrite (B_standard_fix_angle A m n0 1 hA hm hn ltac:(lra)).
set (k := (A * (2 * n0 - 3))%nat).
assert (pos : (1 <= k)%nat) by (unfold k; nia).
assert (kp : 0 < INR k) by (apply lt_0_INR; lia).
pose proof above_three; pose proof below_seven_halves.
assert (e : 1 < 2 * PI / INR k <-> INR k < 2 * PI).
{ split; intros h.
  - apply Rmult_lt_compat_r with (r := INR k) in h; [ | easy].
    replace (2 * PI / INR k * INR k) with (2 * PI) in h by (field; lra); lra.
  - apply Rmult_lt_reg_r with (INR k); [easy | ].
    replace (2 * PI / INR k * INR k) with (2 * PI) by (field; lra); lra. }
rewrite e; split; intros h.
- destruct (le_lt_dec k 6) as [l | l]; [easy | exfalso].
  assert (i : INR 7 <= INR k) by (apply le_INR; lia); simpl in i; lra.
- assert (i : INR k <= INR 6) by (now apply le_INR); simpl in i; lra.
Qed.

Theorem B_standard_fix_index : Statements.standard.B_standard_fix_index.
Proof.
intros m n x; apply B_irr_fix_rational; [ | lra].
exists 1%Z, 1%Z; split; [lia | field].
Qed.
