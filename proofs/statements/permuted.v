(* Scores read of every permutation, not of swaps alone. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* The cosine of two vectors, read at the places in A. *)
Definition cosine_over (R : rcfType) (I : finType) (A : pred I) (v w : I -> R) : R :=
  (\sum_(i | A i) v i * w i)
    / (Num.sqrt (\sum_(i | A i) v i ^+ 2) * Num.sqrt (\sum_(i | A i) w i ^+ 2)).
Definition moved (N : nat) (s : 'S_N) (j : 'I_N) : bool := s j != j.

(* Attention on place j, which holds content s j; the query's own key stays in the softmax. *)
Definition permuted (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) (s : 'S_N) (j : 'I_N)
  : R := E (s j) j / (own + \sum_k E (s k) k).

(* v' against v, and against v carried along with the contents. *)
Definition stay_cosine (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) (s : 'S_N) : R :=
  cosine_over (moved s) (permuted E own s) (permuted E own (1%g)).
Definition follow_cosine (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) (s : 'S_N) : R :=
  cosine_over (moved s) (permuted E own s) (fun j => permuted E own (1%g) (s j)).

(* Refuted at every N >= 3: every swap has both cosines 1, some permutation neither. *)
Definition A_swaps_score : Prop :=
  forall (R : rcfType) (N : nat), (3 <= N)%N ->
  exists E : 'I_N -> 'I_N -> R, (forall a p, 0 < E a p) /\ forall own, 0 < own ->
  (forall i j, i != j ->
     stay_cosine E own (tperm i j) = 1 /\ follow_cosine E own (tperm i j) = 1) /\
  exists s : 'S_N,
    stay_cosine E own s ^+ 2 = 8%:R / 9%:R /\ follow_cosine E own s ^+ 2 = 8%:R / 9%:R.

(* E = exp M: the quotient of two entries is constant where the difference of the logits is. *)
Definition A_swaps_score_fix : Prop :=
  forall (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R),
  0 < own -> (forall a p, 0 < E a p) ->
  ((forall s : 'S_N, s != 1%g -> stay_cosine E own s = 1)
     <-> exists c, forall a p, a != p -> E a p / E p p = c) /\
  ((forall s : 'S_N, s != 1%g -> follow_cosine E own s = 1)
     <-> exists c, forall a p, a != p -> E a p / E a a = c).
