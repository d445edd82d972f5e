(* Near-misses of Statements.lengths: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import circle attention discrepancy canonical softening lengths.
From Proofs Require lengths.
From Near_misses Require Import turns.
Local Open Scope R_scope.

(* With one letter there is nothing to tell apart. *)
Definition A_thm3_lengths__one_letter : Prop :=
  forall (A n0 : nat) (L : nat -> nat -> R),  (4 <= n0)%nat ->
  (forall (I : Type) (val own : nat -> I -> R) (F : nat -> (I -> R) -> nat),
     ~ forall (n j : nat) (x : nat -> nat), within n0 n -> within (n - 1) j -> word A x ->
       F j (average I (attended hard L n j)
              (fun k => if Nat.eqb k n then own j else val (x k)) n) = x j)
  /\ ~ right_up_to softmax L from_start A n0.
Theorem A_thm3_lengths__one_letter_false : ~ A_thm3_lengths__one_letter.
Proof.
intros H; destruct (H 1%nat 4%nat (fun _ _ => 0)) as [L _]; [lia|].
apply (L unit (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0%nat)).
intros n j x _ _ W; specialize (W j); lia.
Qed.

(* Length 3 is served. *)
Definition A_thm3_lengths_fix_start__two : Prop :=
  forall A n0 : nat, (2 <= A)%nat ->
  (exists L, right_up_to hard L from_start A n0) <-> (n0 <= 2)%nat.
Theorem A_thm3_lengths_fix_start__two_false : ~ A_thm3_lengths_fix_start__two.
Proof.
intros H; destruct (Proofs.lengths.A_thm3_lengths_fix_start 2%nat 3%nat) as [_ R]; [lia|].
destruct (H 2%nat 3%nat) as [L _]; [lia|]. specialize (L (R ltac:(lia))); lia.
Qed.

(* One multiple more. *)
Definition A_thm3_lengths_fix_back__one_more : Prop :=
  forall (A n0 : nat) (theta : R), (2 <= A)%nat ->
  right_up_to hard (back_logits theta) counted_back A n0 <-> ~ some_multiple_turns theta (n0 - 1).
Theorem A_thm3_lengths_fix_back__one_more_false : ~ A_thm3_lengths_fix_back__one_more.
Proof.
intros H; destruct (Proofs.lengths.A_thm3_lengths_fix_back 2%nat 3%nat PI) as [_ R]; [lia|].
destruct (H 2%nat 3%nat PI) as [L _]; [lia|]. exact (L (R turns_not_at_one) turns_at_two).
Qed.

(* PI is no angle that serves. *)
Definition A_thm3_lengths_fix_all__every_angle : Prop :=
  forall A : nat, (2 <= A)%nat ->
  (forall theta, (forall n0, right_up_to hard (back_logits theta) counted_back A n0)
     <-> ~ rational (theta / PI))
  /\ forall theta, ~ rational (theta / PI).
Theorem A_thm3_lengths_fix_all__every_angle_false : ~ A_thm3_lengths_fix_all__every_angle.
Proof.
intros H; destruct (H 2%nat) as [_ R]; [lia|]; apply (R PI).
exists 1%Z, 1%Z; split; [lia|]. field. apply Rgt_not_eq, PI_RGT_0.
Qed.
