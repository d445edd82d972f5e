(* Index at any number of places, by a nearly symbolic head and any output (S-margin-many). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Statements Require Import head retrieval_gaps margins.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* The margin is at most KD/2 (r - 1)/(r + N - 1). *)
Definition S_margin_many : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat)
    (w : Q -> C -> 'I_N -> R) own val mine (F : V -> C -> R) q (a b : C) j k (D K r g : R),
  a <> b -> j <> k -> weights w own -> nearly_symbolic r w q -> is_norm norm -> 0 <= K ->
  (forall c c', norm (val c - val c') <= D) -> (forall c, norm (val c - mine q) <= D) ->
  output_within norm F K ->
  index_margin (fun x => F (attended w own val mine x q)) j g ->
  2%:R * g * (r + (N.-1)%:R) <= K * D * (r - 1).

(* Where the query takes no attention: at most KD/2 times 1/3, or what a copying head has. *)
Definition S_margin_many_far : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat)
    (w : Q -> C -> 'I_N -> R) own val mine (F : V -> C -> R) q (a b : C) j k (D K r g : R),
  a <> b -> j <> k -> weights w own -> own q = 0 -> nearly_symbolic r w q -> is_norm norm ->
  0 <= K -> (forall c c', norm (val c - val c') <= D) -> output_within norm F K ->
  index_margin (fun x => F (attended w own val mine x q)) j g ->
  2%:R * g * 3%:R <= K * D \/ 2%:R * g * (r + (N.-1)%:R) <= K * D * (r - (N.-1)%:R).

(* Both are attained up to the query's own weight o by r at the place asked for and 1 elsewhere,
   VAL = identity, the norm l1 (D = 2) and some F with K = 1: the first for r up to 3/2. *)
Definition S_margin_many_attained : Prop :=
  forall (R : realFieldType) (Q : eqType) (C : finType) (N : nat) (q : Q) (j : 'I_N) (r o : R),
  1 <= r -> 0 <= o ->
  let w (q : Q) (c : C) (p : 'I_N) : R := if p == j then r else 1 in
  let own (q : Q) : R := o in
  let V := {ffun C -> R^o} in
  let norm (v : V) : R := \sum_c `|v c| in
  let val := @onehot R C in let mine (q : Q) : V := 0 in
  [/\ nearly_symbolic r w q, is_norm (norm : [lmodType R of V] -> R),
      (forall c c', norm (val c - val c') <= 2%:R) /\ (forall c, norm (val c - mine q) <= 2%:R),
      2%:R * r <= 3%:R -> exists F : V -> C -> R, output_within norm F 1
        /\ index_margin (fun x => F (attended w own val mine x q)) j
             ((r - 1) / (r + (N.-1)%:R + o))
    & exists F : V -> C -> R, output_within norm F 1
        /\ index_margin (fun x => F (attended w own val mine x q)) j
             ((r - (N.-1)%:R) / (r + (N.-1)%:R + o))].
