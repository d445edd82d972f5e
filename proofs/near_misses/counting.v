(* Near-misses of Statements.counting: each is false. *)
From mathcomp Require Import all_ssreflect perm.
From Statements Require Import counting.
From Proofs Require counting.
Set Implicit Arguments.
Unset Strict Implicit.

(* N! for (N - 1)!. *)
Definition S_fast_counting__whole : Prop :=
  forall (N : nat) (a p : 'I_N), #|sending a p| = N`!.
Theorem S_fast_counting__whole_false : ~ S_fast_counting__whole.
Proof.
by move=> /(_ 2 ord0 ord0); rewrite Proofs.counting.S_fast_counting.
Qed.

(* (N - 2)! for (N - 1)!. *)
Definition S_fast_counting__one_less : Prop :=
  forall (N : nat) (a p : 'I_N), #|sending a p| = N.-2`!.
Theorem S_fast_counting__one_less_false : ~ S_fast_counting__one_less.
Proof.
by move=> /(_ 3 ord0 ord0); rewrite Proofs.counting.S_fast_counting.
Qed.
