(* The inverse temperatures at which softmax answers Retrieval on all proper inputs (S-beta, C-retr). *)
From Coq Require Import Reals.
From Statements Require Import attention canonical feasibility.
Local Open Scope R_scope.

(* A key d letters off, t places back. *)
Definition weighs (A : nat) (beta theta : R) (d t : nat) : R :=
  exp (beta * cos (INR d * omega A + INR t * theta)).

(* Exactly: the own key against copies of its left half; a key at any place against one other letter
   everywhere but at the query, and against that letter at the query and nearer. *)
Definition S_beta_retrieval : Prop :=
  forall (A m n0 : nat) (beta theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (1 <= n0)%nat ->
  let W := weighs A beta theta in
  retrieval_head (soft beta) decoding A m n0 theta
  <-> sum (W 0%nat) (n0 - 1) < W 0%nat 0%nat
      /\ forall d t, (1 <= d < A)%nat -> (t < n0)%nat ->
         sum_but (W d) (n0 - 1) t < W 0%nat t /\ sum (fun k => W d (k - 1)%nat) t < W 0%nat t.
