(* Symbolic heads: Lemma 1, and Index of both papers, which no head of the kind computes. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import head tasks.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* An input of n = N + 1 tokens: those before the last, and the last. *)
Definition before (T : Type) (N : nat) (z : 'I_N.+1 -> T) (p : 'I_N) : T :=
  z (widen_ord (leqnSn N) p).
Definition query (T : Type) (N : nat) (z : 'I_N.+1 -> T) : T := z ord_max.

(* Lemma 1 fails for every permutation that moves the query, at every n >= 2: for one head that
   is symbolic on every input, VAL = identity, F(x, a) = a. *)
Definition A_lem1 : Prop :=
  forall (R : realFieldType) (N : nat) (s : 'S_N.+1), s ord_max != ord_max ->
  exists (T : finType) (w : T -> T -> 'I_N -> R) (own : T -> R) (z : 'I_N.+1 -> T),
    let val := @onehot R T in
    let y z := attended w own val val (before z) (query z) in
    [/\ positive w own, symbolic w & y (z \o s) <> y z].

(* A head symbolic on x, or several: no permutation of the tokens before the query changes the
   output, for every VAL and F, over any field. *)
Definition A_lem1_fix : Prop :=
  forall (R : fieldType) (V : lmodType R) (Q C Y : Type) (N H : nat)
    (w : 'I_H -> Q -> C -> 'I_N -> R) own val mine (F : Q -> {ffun 'I_H -> V} -> Y) x q,
  (forall h, symbolic_on (w h) x q) ->
  forall s : 'S_N,
  F q (attended_all w own val mine (x \o s) q) = F q (attended_all w own val mine x q).

(* With distinct contents, VAL = identity and F(x, a) = a only symbolic heads have this. *)
Definition A_lem1_fix_only : Prop :=
  forall (R : realFieldType) (T : finType) (N : nat) (w : T -> T -> 'I_N -> R) own x q,
  positive w own -> injective x -> (forall p, x p != q) ->
  let y x := attended w own (@onehot R T) (@onehot R T) x q in
  (forall s : 'S_N, y (x \o s) = y x) -> symbolic_on w x q.

(* A permutation of all n places is harmless iff it fixes the query. *)
Definition A_lem1_fix_query : Prop :=
  forall (R : realFieldType) (N : nat) (s : 'S_N.+1),
  (forall (V : lmodType R) (T Y : Type) w own (val : T -> V) (F : T -> V -> Y),
    positive w own -> symbolic w -> forall z : 'I_N.+1 -> T,
    let y z := F (query z) (attended w own val val (before z) (query z)) in
    y (z \o s) = y z)
  <-> s ord_max = ord_max.

(* Paper A's Index: the last token names a place; answer the symbol there. Symbolic on the input
   with b at the place j that is asked for and a elsewhere: wrong on it, or on the input with b
   at another place. Any field, VAL and F, any number of heads. *)
Definition alone (C : Type) (N : nat) (a b : C) (j p : 'I_N) : C := if p == j then b else a.
Definition A_thm2_at : Prop :=
  forall (R : fieldType) (V : lmodType R) (C : Type) (N H : nat)
    (w : 'I_H -> 'I_N -> C -> 'I_N -> R) own val mine (F : 'I_N -> {ffun 'I_H -> V} -> C),
  let y x j := F j (attended_all w own val mine x j) in
  forall (a b : C) (j k : 'I_N), a <> b -> j <> k ->
  (forall h, symbolic_on (w h) (alone a b j) j) ->
  ~ (y (alone a b j) j = b /\ y (alone a b k) j = a).
Definition A_thm2 : Prop :=
  forall (R : fieldType) (V : lmodType R) (C : Type) (N H : nat)
    (w : 'I_H -> 'I_N -> C -> 'I_N -> R) own val mine (F : 'I_N -> {ffun 'I_H -> V} -> C),
  (2 <= N)%N -> (exists a b : C, a <> b) -> (forall h, symbolic (w h)) ->
  ~ forall x j, F j (attended_all w own val mine x j) = x j.

(* With one place before the query, or one symbol, no two inputs clash. *)
Definition A_thm2_sharp : Prop :=
  forall (C : Type) (N : nat) (s : 'S_N) (x : 'I_N -> C) j,
  (N <= 1)%N \/ (forall a b : C, a = b) -> (x \o s) j = x j.

(* Paper B's tasks, at the last token of x_1 ... x_N q. *)
Definition word (T : Type) (N : nat) (x : 'I_N -> T) (q : T) : seq T :=
  rcons [seq x p | p <- enum 'I_N] q.
Definition index_answer (A : Type) (N : nat) (x : 'I_N -> symbol A) (q : symbol A) : symbol A :=
  last q (index (@kept A) (word x q)).

(* One letter a, and any other token u, stand before the number 1: symbolic on ... a u 1, a head
   is wrong on it or on ... u a 1. *)
Definition B_rem31_index_at : Prop :=
  forall (R : fieldType) (V : lmodType R) (A : Type) (N H : nat)
    (w : 'I_H -> symbol A -> symbol A -> 'I_N.+2 -> R) own val mine
    (F : symbol A -> {ffun 'I_H -> V} -> symbol A) (a : A) (u : symbol A),
  let y x := F (inr 1%N) (attended_all w own val mine x (inr 1%N)) in
  let x := alone (inl a) u in
  u <> inl a -> (forall h, symbolic_on (w h) (x ord_max) (inr 1%N)) ->
  forall k, k <> ord_max -> ~ (y (x ord_max) = index_answer (x ord_max) (inr 1%N)
    /\ y (x k) = index_answer (x k) (inr 1%N)).
Definition B_rem31_index : Prop :=
  forall (R : fieldType) (V : lmodType R) (A : Type) (N H : nat)
    (w : 'I_H -> symbol A -> symbol A -> 'I_N -> R) own val mine
    (F : symbol A -> {ffun 'I_H -> V} -> symbol A),
  (2 <= N)%N -> inhabited A -> (forall h, symbolic (w h)) ->
  ~ forall x q, F q (attended_all w own val mine x q) = index_answer x q.
Definition B_rem31_index_sharp : Prop :=
  forall (A : Type) (s : 'S_1) (x : 'I_1 -> symbol A) q,
  index_answer (x \o s) q = index_answer x q.
