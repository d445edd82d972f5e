(* Index at every length by one positional head (paper A, Theorem 3, read of all lengths at once). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy canonical softening.
Local Open Scope R_scope.

(* At length n letters stand at places 1 … n - 1 and the query's token at n; L j d is the logit at
   distance d when the token is j. The own key carries no letter. *)
Definition attended (attend : (nat -> R) -> nat -> nat -> R) (L : nat -> nat -> R) (n j : nat)
  : nat -> R := attend (fun k => L j (n - k)%nat) n.

(* Token j asks for the letter at the place that `place` names; it is the letter that weighs most. *)
Definition right_up_to (attend : (nat -> R) -> nat -> nat -> R) (L : nat -> nat -> R)
  (place : nat -> nat -> nat) (A n0 : nat) : Prop :=
  forall (n j : nat) (x : nat -> nat), within n0 n -> within (n - 1) j -> word A x ->
  decodes (weight (attended attend L n j) x (n - 1)) (x (place n j)).
Definition from_start (n j : nat) : nat := j.
Definition counted_back (n j : nat) : nat := (n - j)%nat.

(* Counted from the start no head serves the lengths up to 4: under hard attention whatever VAL, the
   own value and F, under softmax with the letter that weighs most. *)
Definition A_thm3_lengths : Prop :=
  forall (A n0 : nat) (L : nat -> nat -> R), (2 <= A)%nat -> (4 <= n0)%nat ->
  (forall (I : Type) (val own : nat -> I -> R) (F : nat -> (I -> R) -> nat),
     ~ forall (n j : nat) (x : nat -> nat), within n0 n -> within (n - 1) j -> word A x ->
       F j (average I (attended hard L n j)
              (fun k => if Nat.eqb k n then own j else val (x k)) n) = x j)
  /\ ~ right_up_to softmax L from_start A n0.

(* Hard attention. *)
Definition A_thm3_lengths_fix_start : Prop :=
  forall A n0 : nat, (2 <= A)%nat ->
  (exists L, right_up_to hard L from_start A n0) <-> (n0 <= 3)%nat.

(* Token i asks for the letter i places before it, with one angle. *)
Definition back_logits (theta : R) (i d : nat) : R := cos ((INR d - INR i) * theta).
Definition A_thm3_lengths_fix_back : Prop :=
  forall (A n0 : nat) (theta : R), (2 <= A)%nat ->
  right_up_to hard (back_logits theta) counted_back A n0 <-> ~ some_multiple_turns theta (n0 - 2).

(* All lengths at once; some angle serves. *)
Definition A_thm3_lengths_fix_all : Prop :=
  forall A : nat, (2 <= A)%nat ->
  (forall theta, (forall n0, right_up_to hard (back_logits theta) counted_back A n0)
     <-> ~ rational (theta / PI))
  /\ exists theta, ~ rational (theta / PI).
