(* Near-misses of Statements.canonical: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import circle attention discrepancy canonical.
From Proofs Require canonical rope_heads.
From Near_misses Require Import turns.
Local Open Scope R_scope.

(* One multiple more: PI tells two places apart. *)
Definition A_thm3__one_more : Prop :=
  forall (A N : nat) (B theta : R), (2 <= A)%nat -> (1 <= N)%nat -> 0 < B ->
  index_right A N hard B theta <-> ~ some_multiple_turns theta N.
Theorem A_thm3__one_more_false : ~ A_thm3__one_more.
Proof.
intros H; destruct (Proofs.canonical.A_thm3 2%nat 2%nat 1 PI) as [_ R]; try lia; try lra.
destruct (H 2%nat 2%nat 1 PI) as [L _]; try lia; try lra.
exact (L (R turns_not_at_one) turns_at_two).
Qed.

(* Two keys of one weight are no answer. *)
Definition A_thm3_softmax__weak : Prop :=
  forall (A N : nat) (B theta : R), (2 <= A)%nat -> (1 <= N)%nat ->
  index_right A N softmax B theta
  <-> forall j, within N j ->
      sum_but (fun k => exp (- (B * (1 - cos ((INR k - INR j) * theta))))) N j <= 1.
Theorem A_thm3_softmax__weak_false : ~ A_thm3_softmax__weak.
Proof.
intros H; destruct (Proofs.canonical.A_thm3_softmax 2%nat 2%nat 0 0) as [L _]; try lia.
assert (sum_but (fun k => exp (- (0 * (1 - cos ((INR k - INR 1) * 0))))) 2 1 < 1) as C.
  { apply L; [|unfold within; lia]. apply H; try lia. intros j J.
    assert (j = 1 \/ j = 2)%nat as [-> | ->] by (unfold within in J; lia); unfold sum_but; simpl;
    rewrite ?Rmult_0_l, Ropp_0, exp_0; lra. }
unfold sum_but in C; simpl in C; rewrite ?Rmult_0_l, Ropp_0, exp_0 in C; lra.
Qed.

(* One multiple more. *)
Definition A_thm3_some_B__one_more : Prop :=
  forall (A N : nat) (theta : R), (2 <= A)%nat -> (2 <= N)%nat ->
  ((exists B, 0 < B /\ index_right A N softmax B theta) <-> ~ some_multiple_turns theta N).
Theorem A_thm3_some_B__one_more_false : ~ A_thm3_some_B__one_more.
Proof.
intros H; destruct (Proofs.canonical.A_thm3_some_B 2%nat 2%nat PI) as [_ R]; try lia.
destruct (H 2%nat 2%nat PI) as [L _]; try lia. exact (L (R turns_not_at_one) turns_at_two).
Qed.

(* Down instead of up: at B = 0 all keys weigh the same. *)
Definition A_thm3_larger_B__smaller : Prop :=
  forall (A N : nat) (theta B B' : R), (2 <= A)%nat -> (1 <= N)%nat -> B' <= B ->
  index_right A N softmax B theta -> index_right A N softmax B' theta.
Theorem A_thm3_larger_B__smaller_false : ~ A_thm3_larger_B__smaller.
Proof.
intros H; destruct (Proofs.canonical.A_thm3_some_B 2%nat 2%nat PI) as [_ R]; try lia.
destruct (R turns_not_at_one) as [B [HB RB]].
destruct (Proofs.canonical.A_thm3_softmax 2%nat 2%nat 0 PI) as [L _]; try lia.
assert (sum_but (fun k => exp (- (0 * (1 - cos ((INR k - INR 1) * PI))))) 2 1 < 1) as C.
  { apply L; [|unfold within; lia]. apply (H 2%nat 2%nat PI B 0); try lia; try lra. exact RB. }
unfold sum_but in C; simpl in C; rewrite ?Rmult_0_l, Ropp_0, exp_0 in C; lra.
Qed.

(* N - 2 rivals are one too few. *)
Definition A_thm3_enough__one_key_less : Prop :=
  forall (A N : nat) (theta B gap : R), (2 <= A)%nat -> (2 <= N)%nat -> 0 <= B ->
  (forall t, (1 <= t <= N - 1)%nat -> cos (INR t * theta) <= 1 - gap) ->
  INR (N - 2) < exp (B * gap) -> index_right A N softmax B theta.
Theorem A_thm3_enough__one_key_less_false : ~ A_thm3_enough__one_key_less.
Proof.
intros H; destruct (Proofs.canonical.A_thm3_softmax 2%nat 2%nat 0 PI) as [L _]; try lia.
assert (sum_but (fun k => exp (- (0 * (1 - cos ((INR k - INR 1) * PI))))) 2 1 < 1) as C.
  { apply L; [|unfold within; lia]. apply (H 2%nat 2%nat PI 0 2); try lia; try lra.
    - intros t T; replace t with 1%nat by lia; simpl; rewrite Rmult_1_l, cos_PI; lra.
    - simpl; apply exp_pos. }
unfold sum_but in C; simpl in C; rewrite ?Rmult_0_l, Ropp_0, exp_0 in C; lra.
Qed.

(* Another symbol may not reach the match. *)
Definition A_thm5__weak : Prop :=
  forall (A T : nat) (L : nat -> nat -> R), (2 <= A)%nat -> (2 <= T)%nat ->
  (forall N, retrieval_right A T N hard L)
  <-> forall q s, (q < A)%nat -> (s < A)%nat -> s <> q -> L q s <= L q q.
Theorem A_thm5__weak_false : ~ A_thm5__weak.
Proof.
intros H; destruct (Proofs.canonical.A_thm5 2%nat 2%nat (fun _ _ => 0)) as [L _]; try lia.
assert (0 < 0) as C; [|lra]. apply (fun K => L K 0%nat 1%nat); try lia.
apply H; try lia; intros; lra.
Qed.

(* The same at one length. *)
Definition A_thm5_length__weak : Prop :=
  forall (A T N : nat) (L : nat -> nat -> R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  retrieval_right A T N hard L
  <-> forall q s, (q < A)%nat -> (s < A)%nat -> s <> q -> L q s <= L q q.
Theorem A_thm5_length__weak_false : ~ A_thm5_length__weak.
Proof.
intros H; destruct (Proofs.canonical.A_thm5_length 2%nat 2%nat 2%nat (fun _ _ => 0)) as [L _]; try lia.
assert (0 < 0) as C; [|lra]. apply (fun K => L K 0%nat 1%nat); try lia.
apply H; try lia; intros; lra.
Qed.

(* At N = 1 there is no rival. *)
Definition A_thm5_softmax__one_key_more : Prop :=
  forall (A T N : nat) (L : nat -> nat -> R), (2 <= A)%nat -> (2 <= T)%nat -> (1 <= N)%nat ->
  retrieval_right A T N softmax L
  <-> forall q s, (q < A)%nat -> (s < A)%nat -> s <> q ->
      INR N * exp (L q s) < exp (L q q).
Theorem A_thm5_softmax__one_key_more_false : ~ A_thm5_softmax__one_key_more.
Proof.
intros H; destruct (Proofs.canonical.A_thm5_softmax 2%nat 2%nat 1%nat (fun _ _ => 0)) as [_ R]; try lia.
destruct (H 2%nat 2%nat 1%nat (fun _ _ => 0)) as [L _]; try lia.
assert (INR 1 * exp 0 < exp 0) as C; [|simpl in C; lra].
apply (fun K => L K 0%nat 1%nat); try lia.
apply R; intros; simpl; rewrite exp_0; lra.
Qed.

(* At N = 1 every beta serves. *)
Definition A_thm5_one_hot__one_key_more : Prop :=
  forall (A T N : nat) (beta : R), (2 <= A)%nat -> (2 <= T)%nat -> (1 <= N)%nat ->
  retrieval_right A T N softmax (fun q s => if Nat.eqb q s then beta else 0)
  <-> INR N < exp beta.
Theorem A_thm5_one_hot__one_key_more_false : ~ A_thm5_one_hot__one_key_more.
Proof.
intros H; destruct (Proofs.canonical.A_thm5_one_hot 2%nat 2%nat 1%nat 0) as [_ R]; try lia.
destruct (H 2%nat 2%nat 1%nat 0) as [L _]; try lia.
assert (INR 1 < exp 0) as C; [|rewrite exp_0 in C; simpl in C; lra].
apply L, R; rewrite exp_0; simpl; lra.
Qed.
