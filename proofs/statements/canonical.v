(* Paper A's canonical heads: Index by one angle, Information Retrieval without positions; both
   read by the letter or attribute that weighs most. *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy.
Local Open Scope R_scope.

(* Letters 0 … A - 1. *)
Definition word (A : nat) (x : nat -> nat) : Prop := forall j, (x j < A)%nat.
(* What letter a weighs in x 1 … x N. *)
Definition weight (w : nat -> R) (x : nat -> nat) (N a : nat) : R :=
  sum (fun j => w j * one (Nat.eqb (x j) a)) N.

(* Paper A's Index head: keys 1 … N, target j. *)
Definition place_logits (B theta : R) (j k : nat) : R := B * cos ((INR k - INR j) * theta).
Definition index_right (A N : nat) (attend : (nat -> R) -> nat -> nat -> R) (B theta : R) : Prop :=
  forall (x : nat -> nat) (j : nat), word A x -> within N j ->
  decodes (weight (attend (place_logits B theta j) N) x N) (x j).

Definition A_thm3 : Prop :=
  forall (A N : nat) (B theta : R), (2 <= A)%nat -> (1 <= N)%nat -> 0 < B ->
  index_right A N hard B theta <-> ~ some_multiple_turns theta (N - 1).

(* The sum of f over 1 … N but for j. *)
Definition sum_but (f : nat -> R) (N j : nat) : R :=
  sum (fun k => if Nat.eqb k j then 0 else f k) N.

Definition A_thm3_softmax : Prop :=
  forall (A N : nat) (B theta : R), (2 <= A)%nat -> (1 <= N)%nat ->
  index_right A N softmax B theta
  <-> forall j, within N j ->
      sum_but (fun k => exp (- (B * (1 - cos ((INR k - INR j) * theta))))) N j < 1.

(* Softmax at theta is right for some B > 0 exactly if hard attention is, and then for all larger
   ones; e^(B gap) > N - 1 is enough. *)
Definition A_thm3_some_B : Prop :=
  forall (A N : nat) (theta : R), (2 <= A)%nat -> (2 <= N)%nat ->
  ((exists B, 0 < B /\ index_right A N softmax B theta) <-> ~ some_multiple_turns theta (N - 1)).
Definition A_thm3_larger_B : Prop :=
  forall (A N : nat) (theta B B' : R), (2 <= A)%nat -> (1 <= N)%nat -> B <= B' ->
  index_right A N softmax B theta -> index_right A N softmax B' theta.
Definition A_thm3_enough : Prop :=
  forall (A N : nat) (theta B gap : R), (2 <= A)%nat -> (2 <= N)%nat -> 0 <= B ->
  (forall t, (1 <= t <= N - 1)%nat -> cos (INR t * theta) <= 1 - gap) ->
  INR (N - 1) < exp (B * gap) -> index_right A N softmax B theta.

(* Information Retrieval: pairs (s j, x j), j = 1 … N, then the symbol q; L q s is the logit of a
   key with symbol s. The answer a is the attribute of all occurrences of q, and there is one. *)
Definition asked (N : nat) (s x : nat -> nat) (q a : nat) : Prop :=
  (exists j, within N j /\ s j = q) /\ forall j, within N j -> s j = q -> x j = a.
Definition retrieval_right
  (A T N : nat) (attend : (nat -> R) -> nat -> nat -> R) (L : nat -> nat -> R) : Prop :=
  forall (s x : nat -> nat) (q a : nat), word A s -> word T x -> (q < A)%nat -> asked N s x q a ->
  decodes (weight (attend (fun j => L q (s j)) N) x N) a.

(* Every length, under hard attention. *)
Definition A_thm5 : Prop :=
  forall (A T : nat) (L : nat -> nat -> R), (2 <= A)%nat -> (2 <= T)%nat ->
  (forall N, retrieval_right A T N hard L)
  <-> forall q s, (q < A)%nat -> (s < A)%nat -> s <> q -> L q s < L q q.

Definition A_thm5_length : Prop :=
  forall (A T N : nat) (L : nat -> nat -> R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  retrieval_right A T N hard L
  <-> forall q s, (q < A)%nat -> (s < A)%nat -> s <> q -> L q s < L q q.

Definition A_thm5_softmax : Prop :=
  forall (A T N : nat) (L : nat -> nat -> R), (2 <= A)%nat -> (2 <= T)%nat -> (1 <= N)%nat ->
  retrieval_right A T N softmax L
  <-> forall q s, (q < A)%nat -> (s < A)%nat -> s <> q ->
      INR (N - 1) * exp (L q s) < exp (L q q).

(* One-hot symbols: a match has logit beta, all other keys 0. *)
Definition A_thm5_one_hot : Prop :=
  forall (A T N : nat) (beta : R), (2 <= A)%nat -> (2 <= T)%nat -> (1 <= N)%nat ->
  retrieval_right A T N softmax (fun q s => if Nat.eqb q s then beta else 0)
  <-> INR (N - 1) < exp beta.
