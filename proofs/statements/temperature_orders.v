(* How the inverse temperatures grow that softmax needs for Index and Retrieval (S-beta). *)
From Coq Require Import Reals.
From Statements Require Import attention feasibility temperature.
Local Open Scope R_scope.

(* Index: too little at every angle; enough at one. *)
Definition S_beta_index_needed : Prop :=
  forall (n0 : nat) (beta theta : R), (3 <= n0)%nat -> 0 <= beta ->
  soft_index_right n0 beta theta -> INR n0 ^ 2 * ln 2 < 8 * PI ^ 2 * beta.
Definition S_beta_index_enough : Prop :=
  forall (n0 : nat) (beta : R), (2 <= n0)%nat -> INR n0 ^ 2 <= 10 * beta ->
  soft_index_right n0 beta (2 * PI / INR n0).

(* Retrieval. *)
Definition S_beta_retrieval_needed : Prop :=
  forall (A m n0 : nat) (beta theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (4 <= n0)%nat -> 0 <= beta ->
  retrieval_head (soft beta) decoding A m n0 theta ->
  INR (A * (2 * n0 - 3)) ^ 2 * ln 2 < 4 * PI ^ 2 * beta.
Definition S_beta_retrieval_enough : Prop :=
  forall (A m n0 : nat) (beta : R), (2 <= A)%nat -> (1 <= m)%nat -> (1 <= n0)%nat ->
  INR (A * n0) ^ 2 <= 11 * beta ->
  retrieval_head (soft beta) decoding A m n0 (omega A / INR (2 * n0)).

(* Queries that ask for a letter, without positions. *)
Definition S_beta_still : Prop :=
  forall (A m n0 : nat) (beta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat -> 0 <= beta ->
  (forall (n : nat) (x : nat -> token) (i k a : nat), within n0 n -> proper A m x n -> within n i ->
     finds x i k -> snd (x i) = letter a ->
     decodes (retrieval_output (soft beta (retrieval_logits A 0 x i) i) x i) (x k))
  <-> ln (INR n0 - 1) < beta * (1 - cos (omega A)).
