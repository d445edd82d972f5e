(* Near-misses of Statements.temperature: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import circle attention discrepancy canonical temperature.
From Proofs Require temperature.
Local Open Scope R_scope.

(* At equal weights the answer is no maximum. *)
Definition S_beta_index__weak : Prop :=
  forall (n0 : nat) (beta theta : R), (2 <= n0)%nat -> 0 <= beta ->
  soft_index_right n0 beta theta
  <-> forall s, (1 <= s < n0)%nat ->
      sum_but (fun j => exp (- (beta * (1 - cos ((INR j - INR s) * theta))))) n0 s <= 1.
Theorem S_beta_index__weak_false : ~ S_beta_index__weak.
Proof.
intros H; destruct (Proofs.temperature.S_beta_index 2%nat 0 0) as [L _]; try lia; try lra.
assert (sum_but (fun j => exp (- (0 * (1 - cos ((INR j - INR 1) * 0))))) 2 1 < 1) as C.
  { apply L; [|lia]. apply H; try lia; try lra. intros s S; replace s with 1%nat by lia.
    unfold sum_but; simpl; rewrite ?Rmult_0_l, Ropp_0, exp_0; lra. }
unfold sum_but in C; simpl in C; rewrite ?Rmult_0_l, Ropp_0, exp_0 in C; lra.
Qed.

(* One key less does not decide. *)
Definition S_beta_index__one_key_less : Prop :=
  forall (n0 : nat) (beta theta : R), (2 <= n0)%nat -> 0 <= beta ->
  soft_index_right n0 beta theta
  <-> forall s, (1 <= s < n0)%nat ->
      sum_but (fun j => exp (- (beta * (1 - cos ((INR j - INR s) * theta))))) (n0 - 1) s < 1.
Theorem S_beta_index__one_key_less_false : ~ S_beta_index__one_key_less.
Proof.
intros H; destruct (Proofs.temperature.S_beta_index 2%nat 0 0) as [L _]; try lia; try lra.
assert (sum_but (fun j => exp (- (0 * (1 - cos ((INR j - INR 1) * 0))))) 2 1 < 1) as C.
  { apply L; [|lia]. apply H; try lia; try lra. intros s S; replace s with 1%nat by lia.
    unfold sum_but; simpl; lra. }
unfold sum_but in C; simpl in C; rewrite ?Rmult_0_l, Ropp_0, exp_0 in C; lra.
Qed.
