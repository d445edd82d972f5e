(* How many permutations take a given position to a given content. *)
From mathcomp Require Import all_ssreflect perm.
Set Implicit Arguments.
Unset Strict Implicit.

Definition sending (N : nat) (a p : 'I_N) : {set 'S_N} := [set s : 'S_N | s p == a].

(* S-fast's counting lemma: (N - 1)! of them. *)
Definition S_fast_counting : Prop :=
  forall (N : nat) (a p : 'I_N), #|sending a p| = N.-1`!.
