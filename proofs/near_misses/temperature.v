(* Near-misses of Statements.temperature: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import circle attention discrepancy canonical zero_ties temperature.
From Proofs Require sums_of_reals feasibility temperature.
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

(* Without a letter nothing is found, and every number stays. *)
Definition S_beta_index_letters__no_letters : Prop :=
  forall (A n0 : nat) (beta theta : R), (0 <= A)%nat -> (2 <= n0)%nat -> 0 <= beta ->
  (forall (n : nat) (x : nat -> symbol),
     within n0 n -> over (n0 - 1) x n -> letters_below A x n -> points_inside x n ->
     decodes (index_output (softmax (fun j => beta * printed_logits theta x n j) n) x n) (Index x n)) ->
  soft_index_right n0 beta theta.
Theorem S_beta_index_letters__no_letters_false : ~ S_beta_index_letters__no_letters.
Proof.
intros H; destruct (Proofs.temperature.S_beta_index 2%nat 0 0) as [L _]; try lia; try lra.
assert (sum_but (fun j => exp (- (0 * (1 - cos ((INR j - INR 1) * 0))))) 2 1 < 1) as C.
{ apply L; [ | lia]; apply (H 0%nat); try lia; try lra; intros n x hn hx none _.
  assert (numbers : forall j, within n j -> exists k, x j = number k /\ (1 <= k)%nat).
  { intros j hj; destruct (x j) as [a | k] eqn:e; [specialize (none j a hj e); lia | ].
    exists k; split; [easy | apply (hx j k hj e)]. }
  assert (out : forall w c, index_output w x n c = one (same (x n) c)).
  { intros w c; unfold index_output; rewrite Proofs.sums_of_reals.sum_zero; [ring | intros j hj].
    destruct (numbers j hj) as (k & -> & _); cbn; ring. }
  destruct (numbers n ltac:(unfold within in *; lia)) as (s & e & s1).
  assert (stays : Index x n = x n).
  { unfold Index; rewrite e; destruct (Nat.ltb_spec s n) as [near | _]; [ | easy].
    destruct (numbers (n - s)%nat ltac:(unfold within in *; lia)) as (k & -> & _); easy. }
  rewrite stays; intros c ne; rewrite !out, Proofs.feasibility.one_same, Proofs.feasibility.one_other by congruence; lra. }
unfold sum_but in C; simpl in C; rewrite ?Rmult_0_l, Ropp_0, exp_0 in C; lra.
Qed.
