(* Near-misses of Statements.any_length: each is false. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import circle attention discrepancy retrieval_discrepancy any_length.
From Proofs Require Import angles retrieval_range.
Local Open Scope R_scope.

(* One letter, two tokens, a half turn: the logits are -1 and 1. *)
Local Lemma half_turn m d : occurs 1 m 2 PI d -> d = 2.
Proof.
intros (x & ok & j & hj & most & others & (k & hk & ne & e)).
assert (zero : forall i, within 2 i -> fst (x i) = 0%nat).
{ intros i hi; destruct (ok i hi) as [[h _] _]; lia. }
assert (w : wanted (x 2%nat) = 0%nat).
{ destruct (ok 2%nat ltac:(unfold within; lia)) as [[h1 h2] _]; unfold wanted.
  destruct (snd (x 2%nat)); lia. }
assert (l2 : retrieval_logits 1 PI x 2 2 = 1).
{ rewrite retrieval_logit, w, zero by (unfold within; lia); rewrite <- cos_0; f_equal; cbn [INR]; ring. }
assert (l1 : retrieval_logits 1 PI x 2 1 = -1).
{ rewrite retrieval_logit, w, zero by (unfold within; lia); rewrite <- cos_PI; f_equal; cbn [INR]; ring. }
unfold within in *.
assert (j = 1%nat \/ j = 2%nat) as [-> | ->] by lia.
- specialize (most 2%nat ltac:(lia)); lra.
- assert (k = 1%nat) as -> by lia; lra.
Qed.

Local Lemma two_thirds : cos (2 * PI / 3) = - (1 / 2).
Proof.
replace (2 * PI / 3) with (- (PI / 3) + PI) by field.
rewrite neg_cos, cos_neg, cos_PI3; field.
Qed.

(* n tokens leave n arcs, not n + 1. *)
Definition B_thm32_retr_all_arc__one_more : Prop :=
  forall (A m n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  least_at_most A m n theta (1 - cos (omega A / INR (n + 1))).
Theorem B_thm32_retr_all_arc__one_more_false : ~ B_thm32_retr_all_arc__one_more.
Proof.
intros h; destruct (h 1%nat 1%nat 2%nat PI ltac:(lia) ltac:(lia) ltac:(lia)) as (d & o & l).
apply half_turn in o; unfold omega in l; simpl in l.
replace (2 * PI / 1 / (1 + 1 + 1)) with (2 * PI / 3) in l by field.
rewrite two_thirds in l; lra.
Qed.

(* Half of the angle is not enough. *)
Definition B_thm32_retr_all_first__half : Prop :=
  forall (A m n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  least_at_most A m n theta (1 - cos (theta / 2)).
Theorem B_thm32_retr_all_first__half_false : ~ B_thm32_retr_all_first__half.
Proof.
intros h; destruct (h 1%nat 1%nat 2%nat PI ltac:(lia) ltac:(lia) ltac:(lia)) as (d & o & l).
apply half_turn in o; rewrite cos_PI2 in l; lra.
Qed.
