(* The same tasks by heads of a kind with a continuous output function. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import head kinds.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* Finitely many answers Y, given exactly, as one-hot vectors; values in R^T; F is Lipschitz in what
   is attended, each coordinate with one constant K, in the norm l1. *)
Definition lipschitz (R : realFieldType) (T Y : finType)
    (F : T -> {ffun T -> R^o} -> {ffun Y -> R^o}) : Prop :=
  exists K : R, forall q a a' y, `|F q a y - F q a' y| <= K * \sum_t `|a t - a' t|.
Definition computed_continuously (symb : bool) (R : realFieldType) (T Y : finType) (N : nat)
    (D : {ffun 'I_N -> T} -> T -> bool) (f : {ffun 'I_N -> T} -> T -> Y) : Prop :=
  exists (w : T -> T -> 'I_N -> R) own (val : T -> {ffun T -> R^o}) F,
  [/\ positive w own, (if symb then symbolic w else positional w), lipschitz F &
    forall x q, D x q -> F q (attended w own val val x q) = onehot R (f x q)].

(* Whatever a head of the kind computes. *)
Definition B_must_fix_continuous : Prop :=
  forall (symb : bool) (R : realFieldType) (T Y : finType) (N : nat) D f,
  @computed symb R T Y N D f <-> @computed_continuously symb R T Y N D f.

(* One positional L and VAL serve for every task. *)
Definition B_must_fix_continuous_positional : Prop :=
  forall (R : realFieldType) (T : finType) (N : nat),
  exists (w : T -> T -> 'I_N -> R) own (val : T -> {ffun T -> R^o}),
  [/\ positive w own, positional w &
    forall (Y : finType) (f : {ffun 'I_N -> T} -> T -> Y),
    exists F : T -> {ffun T -> R^o} -> {ffun Y -> R^o}, lipschitz F /\
    forall (x : {ffun 'I_N -> T}) q, F q (attended w own val val x q) = onehot R (f x q)].
