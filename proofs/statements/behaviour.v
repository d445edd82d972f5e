(* Heads that are positional or symbolic, and what is left when both. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import placement.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* One plane turned once, by an angle with cosine c and sine s. *)
Definition turn (R : realFieldType) (c s : R) (v : R * R) : R * R :=
  (c * v.1 - s * v.2, s * v.1 + c * v.2).

(* The placement matrix of a RoPE head: position p + 1 is N - p before the query. *)
Definition rope (R : realFieldType) (planes N : nat) (c s : 'I_planes -> R)
    (query : 'I_planes -> R * R) (keys : 'I_N -> 'I_planes -> R * R) (a p : 'I_N) : R :=
  \sum_k let turned := iter (N - p) (turn (c k) (s k)) (query k) in
         (keys a k).1 * turned.1 + (keys a k).2 * turned.2.

(* With every angle 0 a head is symbolic; with equal keys it is positional, whatever the angles. *)
Definition A_def_nope : Prop :=
  forall (R : realFieldType) (planes N : nat) (c s : 'I_planes -> R)
    (query : 'I_planes -> R * R) (keys : 'I_N -> 'I_planes -> R * R),
  ((forall k, c k = 1 /\ s k = 0) -> symbolic (rope c s query keys)) /\
  ((forall a b, keys a =1 keys b) -> positional (rope c s query keys)).

(* Attention, from the exponentials E of the logits and that of the query's own logit. *)
Definition attention (R : realFieldType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) (j : 'I_N)
  : R := E j j / (own + \sum_k E k k).
Definition own_attention (R : realFieldType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) : R :=
  own / (own + \sum_k E k k).
Definition positive (R : realFieldType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) : Prop :=
  0 < own /\ forall a p, 0 < E a p.

(* Refuted as printed, at every n >= 2: the query's own key stays in the softmax. *)
Definition A_def_both : Prop :=
  forall (R : realFieldType) (N : nat), (1 <= N)%N ->
  exists (E : 'I_N -> 'I_N -> R) (own : R),
  [/\ positive E own, positional E, symbolic E & forall j, attention E own j != own_attention E own].

Definition A_def_both_fix : Prop :=
  forall (R : realFieldType) (N : nat),
  (forall M : 'I_N -> 'I_N -> R,
     positional M /\ symbolic M <-> forall a p b q, M a p = M b q) /\
  (forall (E : 'I_N -> 'I_N -> R) (own : R), positive E own -> positional E -> symbolic E ->
     (forall i j, attention E own i = attention E own j) /\
     (forall j, attention E own j = own_attention E own <-> own = E j j)).
