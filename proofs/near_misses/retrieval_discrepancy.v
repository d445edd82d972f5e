(* Near-misses of Statements.retrieval_discrepancy: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import circle attention discrepancy retrieval_discrepancy.
From Proofs Require retrieval_discrepancy.
Local Open Scope R_scope.

Lemma none_of_one l d : ~ discrepancy_is l 1 d.
Proof. intros [j [J [_ [_ [k [K [N _]]]]]]]; unfold within in *; lia. Qed.
Lemma none_occurs A m theta d : ~ occurs A m 1 theta d.
Proof. intros [x [_ D]]; exact (none_of_one _ _ D). Qed.

(* One token has no discrepancy. *)
Definition B_thm32_retr_refuted__one_token : Prop :=
  forall (A m n0 n : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (1 <= n <= n0)%nat ->
  0 < theta < omega A / INR (2 * n0) ->
  exists d, occurs A m n theta d /\ 1 - cos (omega A - INR n * theta) < d.
Theorem B_thm32_retr_refuted__one_token_false : ~ B_thm32_retr_refuted__one_token.
Proof.
intros H; destruct (H 2%nat 1%nat 1%nat 1%nat (PI / 4)) as [d [O _]]; try lia.
- unfold omega; simpl; pose proof PI_RGT_0; lra.
- exact (none_occurs _ _ _ _ O).
Qed.

(* One token has no discrepancy. *)
Definition B_thm32_retr_fix_even__one_token : Prop :=
  forall (h m n0 n : nat) (theta : R), (1 <= h)%nat -> (1 <= m)%nat -> (1 <= n <= n0)%nat ->
  0 <= theta < omega (2 * h) / INR (2 * n0) ->
  occurs (2 * h) m n theta (1 + cos (INR (n - 1) * theta)).
Theorem B_thm32_retr_fix_even__one_token_false : ~ B_thm32_retr_fix_even__one_token.
Proof.
intros H; apply (none_occurs _ _ _ _ (H 1%nat 1%nat 1%nat 1%nat 0 ltac:(lia) ltac:(lia) ltac:(lia)
  ltac:(unfold omega; simpl; pose proof PI_RGT_0; lra))).
Qed.

(* One token has no discrepancy. *)
Definition B_thm32_retr_fix_odd__one_token : Prop :=
  forall (h m n0 n : nat) (theta : R), (1 <= h)%nat -> (1 <= m)%nat -> (1 <= n <= n0)%nat ->
  0 <= theta < omega (2 * h + 1) / INR (2 * n0) ->
  occurs (2 * h + 1) m n theta (1 + cos (omega (2 * h + 1) / 2 - theta)).
Theorem B_thm32_retr_fix_odd__one_token_false : ~ B_thm32_retr_fix_odd__one_token.
Proof.
intros H; apply (none_occurs _ _ _ _ (H 1%nat 1%nat 1%nat 1%nat 0 ltac:(lia) ltac:(lia) ltac:(lia)
  ltac:(unfold omega; simpl; pose proof PI_RGT_0; lra))).
Qed.

(* One token has no discrepancy. *)
Definition B_thm32_retr_fix_least__one_token : Prop :=
  forall (A m n0 n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (1 <= n <= n0)%nat ->
  0 <= theta < omega A / INR (2 * n0) ->
  occurs A m n theta (1 - cos theta) /\ 1 - cos theta <= 1 - cos (omega A - INR n * theta).
Theorem B_thm32_retr_fix_least__one_token_false : ~ B_thm32_retr_fix_least__one_token.
Proof.
intros H; destruct (H 1%nat 1%nat 1%nat 1%nat 0) as [O _]; try lia.
- unfold omega; simpl; pose proof PI_RGT_0; lra.
- exact (none_occurs _ _ _ _ O).
Qed.

(* With two letters a discrepancy of 2 occurs. *)
Definition B_rem32_refuted_max__two_letters : Prop :=
  forall (m n : nat) (d : R), (1 <= n)%nat -> occurs 2 m n 0 d -> d = 0.
Theorem B_rem32_refuted_max__two_letters_false : ~ B_rem32_refuted_max__two_letters.
Proof.
intros H; pose proof (Proofs.retrieval_discrepancy.B_thm32_retr_fix_even 1%nat 1%nat 2%nat 2%nat 0) as O.
specialize (O ltac:(lia) ltac:(lia) ltac:(lia) ltac:(unfold omega; simpl; pose proof PI_RGT_0; lra)).
specialize (H 1%nat 2%nat _ ltac:(lia) O); rewrite Rmult_0_r, cos_0 in H; lra.
Qed.

(* One token has no discrepancy. *)
Definition B_rem32_refuted_min__one_token : Prop :=
  forall A m n : nat, (1 <= A)%nat -> (1 <= m)%nat -> (1 <= n)%nat -> occurs A m n 0 0.
Theorem B_rem32_refuted_min__one_token_false : ~ B_rem32_refuted_min__one_token.
Proof.
intros H; exact (none_occurs _ _ _ _ (H 1%nat 1%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia))).
Qed.

(* One token is a match or none. *)
Definition B_rem32_fix__one_token : Prop :=
  forall (A m n : nat), (2 <= A)%nat -> (1 <= m)%nat -> (1 <= n)%nat ->
  (forall x k j, proper A m x n -> finds x n k -> within n j -> fst (x j) <> wanted (x n) ->
     retrieval_logits A 0 x n j + (1 - cos (omega A)) <= retrieval_logits A 0 x n k)
  /\ exists x k j, proper A m x n /\ finds x n k /\ within n j /\ fst (x j) <> wanted (x n)
     /\ (exists a, snd (x n) = letter a)
     /\ retrieval_logits A 0 x n j + (1 - cos (omega A)) = retrieval_logits A 0 x n k.
Theorem B_rem32_fix__one_token_false : ~ B_rem32_fix__one_token.
Proof.
intros H; destruct (H 2%nat 1%nat 1%nat) as [_ [x [k [j [_ [F [J [N [[a E] _]]]]]]]]]; try lia.
assert (j = 1%nat) by (unfold within in J; lia); subst j; apply N.
unfold finds, wanted in *; rewrite E in *; destruct F as [K F].
assert (k = 1%nat) by (unfold within in K; lia); subst k; exact F.
Qed.
