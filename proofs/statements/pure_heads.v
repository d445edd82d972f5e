(* Whether the heads of F.2 are pure, by paper A's definition and by the scores (paper B, Remark
   3.1). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy score_temperature.
Local Open Scope R_scope.

(* The logit of the token of place a at place p. *)
Definition index_entry (theta : R) (x : nat -> symbol) (n a p : nat) : R :=
  rope theta (printed_key (x a)) (index_query theta (x n)) n p.
Definition retrieval_entry (A : nat) (theta : R) (x : nat -> token) (n a p : nat) : R :=
  rope theta (retrieval_key A (x a)) (retrieval_query A (x n)) n p.

(* Definition D.1: over the places 1 … n - 1 before the query. *)
Definition same_by_place (n : nat) (M : nat -> nat -> R) : Prop :=
  forall a p, within (n - 1) a -> within (n - 1) p -> M a p = M p p.
Definition same_by_token (n : nat) (M : nat -> nat -> R) : Prop :=
  forall a p, within (n - 1) a -> within (n - 1) p -> M a p = M a a.
Definition row_constant (n : nat) (M : nat -> nat -> R) (a : nat) : Prop :=
  forall p p', within (n - 1) p -> within (n - 1) p' -> M a p = M a p'.

Definition B_rem31_pure_fix_index : Prop :=
  (forall (theta : R) (x : nat -> symbol) (n : nat), same_by_place n (index_entry theta x n))
  /\ (forall (m n : nat) (theta : R), (1 <= m)%nat -> (3 <= n)%nat ->
     (forall x, over m x n -> points_inside x n -> same_by_token n (index_entry theta x n))
     <-> full_turn theta)
  /\ forall (theta : R) (x : nat -> symbol) (n : nat), full_turn theta ->
     same_by_token n (index_entry theta x n).

Definition B_rem31_pure_fix_retr : Prop :=
  forall (A m n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (3 <= n)%nat ->
  (forall x, proper A m x n -> same_by_token n (retrieval_entry A theta x n))
  <-> full_turn theta \/ (n = 3%nat /\ (A <= 2)%nat /\ full_turn (3 * theta)).

(* Below a third of omega no row is constant, on any input. *)
Definition B_rem31_pure_fix_rows : Prop :=
  forall (A n : nat) (theta : R) (x : nat -> token) (a : nat), (1 <= A)%nat -> (3 <= n)%nat ->
  0 < theta < omega A / 3 -> ~ row_constant n (retrieval_entry A theta x n) a.

(* Blocks of L tokens: M i b t is the logit of token t of block i at place t of block b, z the
   softmax's total and z' i j that after the swap. Logits in [-1, 1] have both scores above 1/4. *)
Definition B_rem31_pure_fix_scores : Prop :=
  forall (m L : nat) (tau z : R) (M : nat -> nat -> nat -> R) (z' : nat -> nat -> R),
  (2 <= m)%nat -> (1 <= L)%nat -> 0 < z -> (forall i j, 0 < z' i j) ->
  (forall i b t, -1 <= M i b t <= 1) ->
  let s i b := sum (fun t => exp (M i b t)) L in
  let d i := s i i / z in
  let after i j := (s j i / z' i j, s i j / z' i j) in
  1 / 4 < mean_cosine m tau d after (in_place d)
  /\ 1 / 4 < mean_cosine m tau d after (flipped d).
Definition B_rem31_pure_fix_logits : Prop :=
  (forall theta x n a p, -1 <= index_entry theta x n a p <= 1)
  /\ forall A theta x n a p, -1 <= retrieval_entry A theta x n a p <= 1.
