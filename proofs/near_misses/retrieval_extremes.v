(* Near-misses of Statements.retrieval_extremes: each is false. *)
From Coq Require Import Reals.
From Coq Require Import ZArith Lra Lia.
From Statements Require Import circle attention discrepancy feasibility retrieval_discrepancy retrieval_extremes.
From Proofs Require retrieval_extremes.
From Near_misses Require Import retrieval_discrepancy.
Local Open Scope R_scope.

Lemma greatest_one A m n theta d d' : greatest A m n theta d -> greatest A m n theta d' -> d = d'.
Proof. intros [O G] [O' G']; apply Rle_antisym; auto. Qed.
Lemma least_one A m n theta d d' : least A m n theta d -> least A m n theta d' -> d = d'.
Proof. intros [O G] [O' G']; apply Rle_antisym; auto. Qed.
Lemma omegas : omega 1 = 2 * PI /\ omega 2 = PI.
Proof. unfold omega; simpl; split; field. Qed.
Local Ltac range := pose proof PI_RGT_0; destruct omegas as [O1 O2]; simpl;
  rewrite ?O1, ?O2; lra.

(* One token has none. *)
Definition discrepancy_exists__one_token : Prop :=
  forall (l : nat -> R) (n : nat), (1 <= n)%nat -> exists d, discrepancy_is l n d.
Theorem discrepancy_exists__one_token_false : ~ discrepancy_exists__one_token.
Proof.
intros H; destruct (H (fun _ => 0) 1%nat ltac:(lia)) as [d D]; exact (none_of_one _ _ D).
Qed.

(* n theta for (n - 1) theta. *)
Definition B_thm32_retr_fix_max_even__n : Prop :=
  forall (h m n0 n : nat) (theta : R), (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega (2 * h) / INR (2 * n0) ->
  greatest (2 * h) m n theta (1 + cos (INR n * theta)).
Theorem B_thm32_retr_fix_max_even__n_false : ~ B_thm32_retr_fix_max_even__n.
Proof.
intros H; pose proof PI_RGT_0 as P.
pose proof (Proofs.retrieval_extremes.B_thm32_retr_fix_max_even 1%nat 1%nat 2%nat 2%nat (PI / 8)
  ltac:(lia) ltac:(lia) ltac:(lia) ltac:(range)) as G.
pose proof (greatest_one _ _ _ _ _ _ G (H 1%nat 1%nat 2%nat 2%nat (PI / 8)
  ltac:(lia) ltac:(lia) ltac:(lia) ltac:(range))) as E; simpl in E.
assert (cos ((1 + 1) * (PI / 8)) < cos (1 * (PI / 8))) by (apply cos_decreasing_1; lra); lra.
Qed.

(* omega for its half. *)
Definition B_thm32_retr_fix_max_odd__whole : Prop :=
  forall (h m n0 n : nat) (theta : R), (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega (2 * h + 1) / INR (2 * n0) ->
  greatest (2 * h + 1) m n theta (1 + cos (omega (2 * h + 1) - theta)).
Theorem B_thm32_retr_fix_max_odd__whole_false : ~ B_thm32_retr_fix_max_odd__whole.
Proof.
intros H; pose proof PI_RGT_0 as P.
pose proof (Proofs.retrieval_extremes.B_thm32_retr_fix_max_odd 0%nat 1%nat 2%nat 2%nat 0
  ltac:(lia) ltac:(lia) ltac:(range)) as G.
pose proof (greatest_one _ _ _ _ _ _ G (H 0%nat 1%nat 2%nat 2%nat 0
  ltac:(lia) ltac:(lia) ltac:(range))) as E; simpl in E.
destruct omegas as [O1 _]; rewrite O1, !Rminus_0_r, cos_2PI in E.
replace (2 * PI / 2) with PI in E by field; rewrite cos_PI in E; lra.
Qed.

(* 2 theta for theta. *)
Definition B_thm32_retr_fix_min__twice : Prop :=
  forall (A m n0 n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega A / INR (2 * n0) -> least A m n theta (1 - cos (2 * theta)).
Theorem B_thm32_retr_fix_min__twice_false : ~ B_thm32_retr_fix_min__twice.
Proof.
intros H; pose proof PI_RGT_0 as P.
pose proof (Proofs.retrieval_extremes.B_thm32_retr_fix_min 2%nat 1%nat 2%nat 2%nat (PI / 8)
  ltac:(lia) ltac:(lia) ltac:(lia) ltac:(range)) as G.
pose proof (least_one _ _ _ _ _ _ G (H 2%nat 1%nat 2%nat 2%nat (PI / 8)
  ltac:(lia) ltac:(lia) ltac:(lia) ltac:(range))) as E.
assert (cos (2 * (PI / 8)) < cos (PI / 8)) by (apply cos_decreasing_1; lra); lra.
Qed.

(* 1 for 2. *)
Definition B_rem32_fix_even__one : Prop :=
  forall h m n : nat, (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n)%nat -> greatest (2 * h) m n 0 1.
Theorem B_rem32_fix_even__one_false : ~ B_rem32_fix_even__one.
Proof.
intros H; pose proof (greatest_one _ _ _ _ _ _
  (Proofs.retrieval_extremes.B_rem32_fix_even 1%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia))
  (H 1%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia))); lra.
Qed.

(* At three letters 3 / 2 is reached. *)
Definition B_rem32_fix_odd__strict : Prop :=
  forall h m n : nat, (1 <= h)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  greatest (2 * h + 1) m n 0 (1 + cos (PI / INR (2 * h + 1)))
  /\ 3 / 2 < 1 + cos (PI / INR (2 * h + 1)).
Theorem B_rem32_fix_odd__strict_false : ~ B_rem32_fix_odd__strict.
Proof.
intros H; destruct (H 1%nat 1%nat 2%nat) as [_ C]; try lia; revert C; simpl.
replace (PI / (1 + 1 + 1)) with (PI / 3) by field; rewrite cos_PI3; lra.
Qed.

(* 1 for 0. *)
Definition B_rem32_fix_one__one : Prop :=
  forall m n : nat, (1 <= m)%nat -> (2 <= n)%nat -> greatest 1 m n 0 1.
Theorem B_rem32_fix_one__one_false : ~ B_rem32_fix_one__one.
Proof.
intros H; pose proof (greatest_one _ _ _ _ _ _
  (Proofs.retrieval_extremes.B_rem32_fix_one 1%nat 2%nat ltac:(lia) ltac:(lia))
  (H 1%nat 2%nat ltac:(lia) ltac:(lia))); lra.
Qed.

(* 1 for 0. *)
Definition B_rem32_fix_min__one : Prop :=
  forall A m n : nat, (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat -> least A m n 0 1.
Theorem B_rem32_fix_min__one_false : ~ B_rem32_fix_min__one.
Proof.
intros H; pose proof (least_one _ _ _ _ _ _
  (Proofs.retrieval_extremes.B_rem32_fix_min 1%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia))
  (H 1%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia))); lra.
Qed.
