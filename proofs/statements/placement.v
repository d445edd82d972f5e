(* The placement matrix and what it says about a head (definitions.md).

   N is the number of tokens before the query. M a p is the logit of content a placed at
   position p, the query fixed; contents and positions are both numbered by 'I_N. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

Section Placement.
Variables (R : realFieldType) (N : nat).
Implicit Types (M : 'I_N -> 'I_N -> R) (l : 'I_N -> R).

(* The logits that the head really has. *)
Definition logits M (j : 'I_N) : R := M j j.

Definition mean l : R := (\sum_j l j) / N%:R.
Definition variance l : R := (\sum_j (l j - mean l) ^+ 2) / N%:R.

(* For every permutation of the positions before the query. *)
Definition positional M : Prop := forall (s : 'S_N) j, M (s j) j = M j j.
Definition symbolic M : Prop := forall (s : 'S_N) j, M j (s j) = M j j.

(* Deviations, and their squared norm over all pairs of a permutation and a position. *)
Definition delta_pos M (s : 'S_N) (j : 'I_N) : R := M (s j) j - M j j.
Definition delta_sym M (s : 'S_N) (j : 'I_N) : R := M j (s j) - M j j.
Definition norm2 (delta : 'S_N -> 'I_N -> R) : R := \sum_(s : 'S_N) \sum_j delta s j ^+ 2.

(* P and S: the same deviations, summed over the pairs of a content and a position. *)
Definition P M : R := (\sum_a \sum_p (M a p - M p p) ^+ 2) / N%:R ^+ 2.
Definition S M : R := (\sum_a \sum_p (M a p - M a a) ^+ 2) / N%:R ^+ 2.

End Placement.
