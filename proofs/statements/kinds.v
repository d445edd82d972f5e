(* Which tasks heads of a kind compute, L, VAL and F free. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import head tasks impossibility retrieval_heads.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* Any L, VAL and F at one length, finite alphabet T: a symbolic head computes a task iff the
   answer depends on the query and the multiset before it; a positional head computes any. *)
Definition computed (symb : bool) (R : realFieldType) (T : finType) (Y : Type) (N : nat)
    (D : {ffun 'I_N -> T} -> T -> bool) (f : {ffun 'I_N -> T} -> T -> Y) : Prop :=
  exists (V : lmodType R) (w : T -> T -> 'I_N -> R) own (val : T -> V) (F : T -> V -> Y),
  [/\ positive w own, (if symb then symbolic w else positional w) &
    forall x q, D x q -> F q (attended w own val val x q) = f x q].
Definition B_must_fix_symbolic : Prop :=
  forall (R : realFieldType) (T : finType) Y (N : nat) D f,
  @computed true R T Y N D f
  <-> forall x x' q, D x q -> D x' q -> perm_eq (codom x) (codom x') -> f x q = f x' q.
(* One positional L and VAL serve for every task. *)
Definition B_must_fix_positional : Prop :=
  forall (R : realFieldType) (T : finType) (N : nat),
  exists (V : lmodType R) (w : T -> T -> 'I_N -> R) own (val : T -> V),
  [/\ positive w own, positional w &
    forall (Y : Type) (f : {ffun 'I_N -> T} -> T -> Y),
    exists F : T -> V -> Y,
    forall (x : {ffun 'I_N -> T}) q, F q (attended w own val val x q) = f x q].

(* 'Must' fails: Retrieval by a positional head (B_rem31_retr), and Index by a head of neither
   kind; `number` reads a finite alphabet's tokens. *)
Definition B_must : Prop :=
  forall (R : realFieldType) (T : finType) (A : Type) (number : T -> symbol A) (N : nat),
  (2 <= N)%N ->
  exists (V : lmodType R) (w : T -> T -> 'I_N -> R) own (val : T -> V)
    (F : T -> V -> symbol A),
  [/\ positive w own, forall x q i j, x i <> x j -> ~ positional_on w x q,
    forall x q, ~ symbolic_on w x q
    & forall x q, F q (attended w own val val x q) = index_answer (number \o x) (number q)].

(* So for n >= 3 only 'Index not symbolically' is a must. *)
Definition B_must_fix : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat),
  let proper_only (x : {ffun 'I_N -> A * (A + I)}) q := proper (asked x q) in
  computed true R proper_only (fun x q => retrieval_answer x q)
  /\ computed false R proper_only (fun x q => retrieval_answer x q)
  /\ (forall T : finType, computed true R (fun (_ : {ffun 'I_N -> T}) _ => true) (fun _ q => q)
    /\ computed false R (fun (_ : {ffun 'I_N -> T}) _ => true) (fun _ q => q))
  /\ (forall (T : finType) (number : T -> symbol A) a one, (2 <= N)%N ->
    is_letter (number a) -> number one = inr 1%N ->
    let f (x : {ffun 'I_N -> T}) q := index_answer (number \o x) (number q) in
    computed false R (fun _ _ => true) f /\ ~ computed true R (fun _ _ => true) f).
