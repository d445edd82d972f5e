(* Paper B's Retrieval on proper inputs: which heads compute it, and which do not. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import head tasks impossibility.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* Retrieval over finitely many letters A and integers I, on proper inputs. *)
Definition asked (A I : finType) (N : nat) (x : 'I_N -> A * (A + I)) q : seq (held A I) :=
  [seq Some t | t <- word x q].
Definition retrieval_answer (A I : finType) (N : nat) (x : 'I_N -> A * (A + I)) q : held A I :=
  last None (retrieval (@unclear_kept A I) (asked x q)).

(* B marks the tokens whose left half x asks for; x itself, if it asks for none. *)
Definition marked (A I : finType) (q t : A * (A + I)) : bool :=
  if q.2 is inl y then t.1 == y else t == q.

(* VAL = identity, F(x, a) = a + B x: every softmax head is right on all proper inputs of every
   length, and the gap is at least the answer's weight. *)
Definition B_rem31_retr_fix_all : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own x q,
  positive w own -> proper (asked x q) ->
  let a := attended w own (@onehot R _) (@onehot R _) x q in
  exists t, [/\ retrieval_answer x q = Some t, 0 < a t, marked q t &
    forall t', t' <> t -> a t' + (marked q t')%:R <= 1].

Definition B_rem31_retr : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat),
  let w := @hundred R (A * (A + I)) (A * (A + I)) N in let own (q : A * (A + I)) : R := 1 in
  [/\ positive w own, purely_positional w &
    forall x q, proper (asked x q) ->
    exists2 t, retrieval_answer x q = Some t &
    largest (fun t => attended w own (@onehot R _) (@onehot R _) x q t + (marked q t)%:R) t].

(* VAL(x) = alpha_x e_x and F(x, a) = a + c(x) e_x, as printed: no positional head. *)
Definition B_rem31_retr_fix : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own (alpha c : A * (A + I) -> R),
  (2 <= N)%N -> (exists a b : A, a <> b) -> inhabited I -> positive w own ->
  let val t := alpha t *: onehot R t in
  ~ forall x q, proper (asked x q) ->
    positional_on w x q
    /\ forall t, retrieval_answer x q = Some t ->
       largest (fun t => attended w own val val x q t + c q * (t == q)%:R) t.

(* Hard attention to one place and what else leaves a place p without weight: for no VAL and F,
   any number of heads, over any field. *)
Definition B_rem31_retr_fix_hard : Prop :=
  forall (R : fieldType) (V : lmodType R) (A I : finType) (N H : nat)
    (w : 'I_H -> A * (A + I) -> A * (A + I) -> 'I_N -> R) own val mine
    (F : A * (A + I) -> {ffun 'I_H -> V} -> held A I) (a b : A) (i : I) (p : 'I_N),
  (2 <= N)%N -> a <> b -> (forall h t, w h (b, inl a) t p = 0) ->
  ~ forall x q, proper (asked x q) -> F q (attended_all w own val mine x q) = retrieval_answer x q.
