(* Near-misses of Statements.kinds: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From mathcomp Require Import rat.
From Statements Require Import head tasks impossibility retrieval_heads kinds.
From Proofs Require kinds.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Some ordered field of which no more is known: steps that compute in the rationals are slow. *)
Lemma K : realFieldType. Proof. exact: [realFieldType of rat]. Qed.

(* Which of two tokens, a letter and the number 1, stands last but one: Index, which a positional
   head computes and a symbolic one does not. *)
Local Definition token (b : bool) : symbol unit := if b then inl tt else inr 1%N.
Local Definition last_but_one (x : {ffun 'I_2 -> bool}) (q : bool) : symbol unit :=
  index_answer (token \o x) (token q).
Local Definition ever (x : {ffun 'I_2 -> bool}) (q : bool) : bool := true.
Lemma positional_only : computed false K ever last_but_one
  /\ ~ computed true K ever last_but_one.
Proof.
have [_ [_ [_ H]]] := @Proofs.kinds.B_must_fix K [finType of unit] [finType of unit] 2%N.
exact: (H [finType of bool] token true false isT isT erefl).
Qed.

(* Positional heads are not bound by the multiset. *)
Definition B_must_fix_symbolic__positional : Prop :=
  forall (R : realFieldType) (T : finType) Y (N : nat) D f,
  @computed false R T Y N D f
  <-> forall x x' q, D x q -> D x' q -> perm_eq (codom x) (codom x') -> f x q = f x' q.
Theorem B_must_fix_symbolic__positional_false : ~ B_must_fix_symbolic__positional.
Proof.
move=> H; have [yes no] := positional_only; apply: no.
by apply/Proofs.kinds.B_must_fix_symbolic; apply: (proj1 (H _ _ _ _ _ _) yes).
Qed.

(* No symbolic head serves for every task. *)
Definition B_must_fix_positional__symbolic : Prop :=
  forall (R : realFieldType) (T : finType) (N : nat),
  exists (V : lmodType R) (w : T -> T -> 'I_N -> R) own (val : T -> V),
  [/\ positive w own, symbolic w &
    forall (Y : Type) (f : {ffun 'I_N -> T} -> T -> Y),
    exists F : T -> V -> Y,
    forall (x : {ffun 'I_N -> T}) q, F q (attended w own val val x q) = f x q].
Theorem B_must_fix_positional__symbolic_false : ~ B_must_fix_positional__symbolic.
Proof.
move=> /(_ K [finType of bool] 2%N) [V [w [own [val [pos symb H]]]]].
have [_ no] := positional_only; apply: no.
have [F right] := H _ last_but_one.
by exists V, w, own, val, F; split=> // x q _; apply: right.
Qed.

(* With one place before the query every head is symbolic. *)
Definition B_must__one_place : Prop :=
  forall (R : realFieldType) (T : finType) (A : Type) (number : T -> symbol A) (N : nat),
  (1 <= N)%N ->
  exists (V : lmodType R) (w : T -> T -> 'I_N -> R) own (val : T -> V)
    (F : T -> V -> symbol A),
  [/\ positive w own, forall x q i j, x i <> x j -> ~ positional_on w x q,
    forall x q, ~ symbolic_on w x q
    & forall x q, F q (attended w own val val x q) = index_answer (number \o x) (number q)].
Theorem B_must__one_place_false : ~ B_must__one_place.
Proof.
move=> /(_ K [finType of bool] unit token 1%N isT) [V [w [own [val [F [_ _ no _]]]]]].
by apply: (no (fun=> true) true) => s j; rewrite !ord1.
Qed.
