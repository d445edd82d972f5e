(* Near-misses of Statements.feasibility: each is false. *)
From Coq Require Import Reals.
From Coq Require Import ZArith Lra Lia.
From Statements Require Import circle attention discrepancy partial_induction feasibility.
From Proofs Require feasibility.
From Near_misses Require Import turns.
Local Open Scope R_scope.

Lemma omega_two : omega 2 = PI.
Proof. unfold omega; simpl; field. Qed.

(* The integers count as well as the lengths. *)
Definition B_thm31_index_angles__lengths_alone : Prop :=
  forall (m n0 : nat) (theta : R), ~ some_multiple_turns theta (n0 - 1) ->
  exists r, between m n0 theta r.
Theorem B_thm31_index_angles__lengths_alone_false : ~ B_thm31_index_angles__lengths_alone.
Proof.
intros H; destruct (H 2%nat 2%nat PI turns_not_at_one) as [r [[_ R] C]].
specialize (C 2%nat ltac:(simpl; lia)); simpl in C.
replace ((1 + 1) * PI) with (2 * PI) in C by lra; rewrite cos_2PI in C; lra.
Qed.

(* One multiple more: PI serves the lengths up to 2. *)
Definition B_gap_index__one_more : Prop :=
  forall (A m n0 : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  (forall (n : nat) (x : nat -> symbol), within n0 n ->
     (forall j, within n j -> symbol_over A m (x j)) -> points_inside x n ->
     gap_among (symbol_over A m) (index_output (hard (printed_logits theta x n) n) x n)
       (Index x n) (printed_gap x n))
  <-> ~ some_multiple_turns theta n0.
Theorem B_gap_index__one_more_false : ~ B_gap_index__one_more.
Proof.
intros H; destruct (Proofs.feasibility.B_gap_index 1%nat 1%nat 2%nat PI) as [_ R]; try lia.
destruct (H 1%nat 1%nat 2%nat PI) as [L _]; try lia. exact (L (R turns_not_at_one) turns_at_two).
Qed.

(* The range of the next length is smaller. *)
Definition B_thm31_retr__next_length : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding A m n0 theta <-> in_range A (n0 + 1) theta.
Theorem B_thm31_retr__next_length_false : ~ B_thm31_retr__next_length.
Proof.
intros H; pose proof PI_RGT_0 as P.
destruct (Proofs.feasibility.B_thm31_retr 2%nat 1%nat 2%nat (PI / 2)) as [_ R]; try lia.
destruct (H 2%nat 1%nat 2%nat (PI / 2)) as [L _]; try lia.
refine (small_not (PI / 2) _ _ (L (R (small_here (PI / 2) _ _)))); simpl; rewrite omega_two; lra.
Qed.

(* One multiple more. *)
Definition B_thm31_retr_one_letter__one_more : Prop :=
  forall (m n0 : nat) (theta : R), (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding 1 m n0 theta <-> ~ some_multiple_turns theta n0.
Theorem B_thm31_retr_one_letter__one_more_false : ~ B_thm31_retr_one_letter__one_more.
Proof.
intros H; destruct (Proofs.feasibility.B_thm31_retr_one_letter 1%nat 2%nat PI) as [_ R]; try lia.
destruct (H 1%nat 2%nat PI) as [L _]; try lia. exact (L (R turns_not_at_one) turns_at_two).
Qed.

(* Twice the printed range is too much. *)
Definition B_thm31_retr_printed__twice : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  0 < theta < omega A / INR n0 -> retrieval_head hard decoding A m n0 theta.
Theorem B_thm31_retr_printed__twice_false : ~ B_thm31_retr_printed__twice.
Proof.
intros H; pose proof PI_RGT_0 as P.
destruct (Proofs.feasibility.B_thm31_retr 2%nat 1%nat 4%nat (9 / 40 * PI)) as [L _]; try lia.
refine (small_not (9 / 40 * PI) _ _ (L (H 2%nat 1%nat 4%nat _ _ _ _ _))); try lia;
  simpl; rewrite omega_two; lra.
Qed.

(* The range of the next length is smaller. *)
Definition B_gap_retr__next_length : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard gap_one A m n0 theta <-> in_range A (n0 + 1) theta.
Theorem B_gap_retr__next_length_false : ~ B_gap_retr__next_length.
Proof.
intros H; pose proof PI_RGT_0 as P.
destruct (Proofs.feasibility.B_gap_retr 2%nat 1%nat 2%nat (PI / 2)) as [_ R]; try lia.
destruct (H 2%nat 1%nat 2%nat (PI / 2)) as [L _]; try lia.
refine (small_not (PI / 2) _ _ (L (R (small_here (PI / 2) _ _)))); simpl; rewrite omega_two; lra.
Qed.

(* One multiple more. *)
Definition B_gap_retr_one_letter__one_more : Prop :=
  forall (m n0 : nat) (theta : R), (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard gap_one 1 m n0 theta <-> ~ some_multiple_turns theta n0.
Theorem B_gap_retr_one_letter__one_more_false : ~ B_gap_retr_one_letter__one_more.
Proof.
intros H; destruct (Proofs.feasibility.B_gap_retr_one_letter 1%nat 2%nat PI) as [_ R]; try lia.
destruct (H 1%nat 2%nat PI) as [L _]; try lia. exact (L (R turns_not_at_one) turns_at_two).
Qed.
