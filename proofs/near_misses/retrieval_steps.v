(* Statements of retrieval_steps.v with a few words changed: false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy retrieval_steps.
From Proofs Require Import angles circle retrieval_range retrieval_steps.
Local Open Scope R_scope.

Local Lemma two_letters : omega 2 = PI.
Proof. unfold omega; cbn [INR]; field. Qed.

(* Theta = 0 lets all copies tie. *)
Definition B_F22_steps_fix_alone__still : Prop :=
  forall (A m n0 n : nat) (theta : R) (x : nat -> token), (2 <= A)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega A / INR (2 * n0) -> proper A m x n ->
  exists j, within n j /\ last_answer x n j /\ (forall k, finds x n k -> x k = x j)
    /\ retrieval_logits A theta x n j = cos (INR (n - j) * theta)
    /\ forall k, within n k -> k <> j ->
       retrieval_logits A theta x n k < retrieval_logits A theta x n j.

Theorem B_F22_steps_fix_alone__still_false : ~ B_F22_steps_fix_alone__still.
Proof.
intros claim; pose proof pi_pos.
destruct (claim 2%nat 1%nat 2%nat 2%nat 0 (copies_input 2)) as (j & hj & (_ & last) & _ & _ & less);
  try lia.
- rewrite two_letters; cbn [INR Nat.mul Nat.add]; lra.
- apply copies_proper; lia.
- assert (j2 : j = 2%nat).
  { assert (2 <= j)%nat by (apply last; [unfold within; lia | easy]); unfold within in hj; lia. }
  specialize (less 1%nat ltac:(unfold within; lia) ltac:(lia)); subst j.
  rewrite !retrieval_logit, !Rmult_0_r, !Rplus_0_l in less; cbn in less; lra.
Qed.

(* The printed index. *)
Definition B_F22_steps_fix_delta__printed : Prop :=
  forall (A n0 n : nat) (theta : R), (2 <= A)%nat -> (2 <= n <= n0)%nat ->
  0 < theta < omega A / INR (2 * n0) ->
  let s := INR (n - 1) * theta in
  let low := 2 * sin (omega A / 2) * sin (omega A / 2 - s) in
  let high := 1 - cos (omega A - INR n * theta) in
  (forall j, within n j ->
     let d := cos (INR (n - j) * theta) - cos (omega A - s) in
     printed_delta_is A n theta j d /\ low <= d <= high)
  /\ 0 < low /\ printed_delta_is A n theta 1 low /\ printed_delta_is A n theta n high
  /\ 1 - cos (omega A - INR n * theta) < high.

Theorem B_F22_steps_fix_delta__printed_false : ~ B_F22_steps_fix_delta__printed.
Proof.
intros claim; pose proof pi_pos.
destruct (claim 2%nat 2%nat 2%nat (PI / 8)) as (_ & _ & _ & _ & less); try lia.
- rewrite two_letters; cbn [INR Nat.mul Nat.add]; lra.
- lra.
Qed.

Definition B_F22_steps_fix_own__no_letters : Prop :=
  forall A m n : nat, (0 <= A)%nat -> (1 <= m)%nat -> (1 <= n)%nat ->
  exists x, proper A m x n /\ last_answer x n n.

Theorem B_F22_steps_fix_own__no_letters_false : ~ B_F22_steps_fix_own__no_letters.
Proof.
intros claim; destruct (claim 0%nat 1%nat 1%nat) as (x & px & _); try lia.
destruct (px 1%nat ltac:(unfold within; lia)) as [[lt _] _]; lia.
Qed.
