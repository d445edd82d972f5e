(* Angles at which near-misses fail: PI, whose second multiple is a full turn, and small ones. *)
From Coq Require Import Reals ZArith Lra Lia.
From Statements Require Import circle attention discrepancy partial_induction.
Local Open Scope R_scope.

Lemma turns_at_two : some_multiple_turns PI 2.
Proof. exists 2%nat; split; [lia|]. exists 1%Z; simpl; lra. Qed.

Lemma turns_not_at_one : ~ some_multiple_turns PI 1.
Proof.
intros [t [Ht [k Hk]]]; assert (t = 1%nat) by lia; subst t; simpl in Hk.
assert (1 = 2 * IZR k) as E.
  { apply (Rmult_eq_reg_l PI); [lra|]. apply Rgt_not_eq, PI_RGT_0. }
rewrite <- mult_IZR in E; apply eq_IZR in E; lia.
Qed.

Lemma small_here x d : 0 < x < d -> small_angle x d.
Proof. intros H; exists 0%Z; rewrite Rmult_0_r, Rminus_0_r, Rabs_pos_eq; lra. Qed.

Lemma small_not x d : d <= x <= PI -> ~ small_angle x d.
Proof.
intros H [k [_ K]]; pose proof PI_RGT_0 as P.
assert (k <= -1 \/ k = 0 \/ 1 <= k)%Z as [L|[L|L]] by lia.
- apply IZR_le in L; assert (2 * PI * IZR k <= 2 * PI * -1) by (apply Rmult_le_compat_l; lra).
  destruct (Rle_or_lt 0 x) as [X|X].
  + rewrite Rabs_pos_eq in K; lra.
  + pose proof (Rabs_pos (x - 2 * PI * IZR k)); lra.
- subst k; rewrite Rmult_0_r, Rminus_0_r in K; pose proof (Rle_abs x); lra.
- apply IZR_le in L; assert (2 * PI * 1 <= 2 * PI * IZR k) by (apply Rmult_le_compat_l; lra).
  rewrite Rabs_left1 in K; lra.
Qed.

Lemma unit_sum x : sum (fun _ => x) 1 = x.
Proof. simpl; lra. Qed.
