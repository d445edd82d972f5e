(* Near-misses of Statements.standard: each is false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility standard.
From Proofs Require standard.
Local Open Scope R_scope.

(* Seven letters at length two are too many. *)
Definition B_standard_fix__seven : Prop :=
  forall A m n0 : nat, (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding A m n0 1 <-> (A * (2 * n0 - 3) <= 7)%nat.
Theorem B_standard_fix__seven_false : ~ B_standard_fix__seven.
Proof.
intros h; specialize (h 7%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)).
rewrite (standard.B_standard_fix 7%nat 1%nat 2%nat) in h by lia; lia.
Qed.

(* Six letters at length two are not. *)
Definition B_standard_fix__five : Prop :=
  forall A m n0 : nat, (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding A m n0 1 <-> (A * (2 * n0 - 3) <= 5)%nat.
Theorem B_standard_fix__five_false : ~ B_standard_fix__five.
Proof.
intros h; specialize (h 6%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)).
rewrite (standard.B_standard_fix 6%nat 1%nat 2%nat) in h by lia; lia.
Qed.
