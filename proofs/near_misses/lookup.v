(* Near-misses of Statements.lookup: each is false. *)
From mathcomp Require Import all_ssreflect all_algebra perm.
From mathcomp Require Import rat.
From Statements Require Import head impossibility lookup.
From Proofs Require lookup.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Some ordered field of which no more is known: steps that compute in the rationals are slow. *)
Lemma K : realFieldType. Proof. exact: [realFieldType of rat]. Qed.

Local Definition even (Q C : Type) (N : nat) (q : Q) (c : C) (p : 'I_N) : K := 1.
Lemma even_positive (Q C : Type) N : positive (@even Q C N) (fun=> 1).
Proof. by split=> *; exact: ltr01. Qed.

(* With one attribute there is nothing to tell apart. *)
Definition A_thm4__one_attribute : Prop :=
  forall (R : realFieldType) V (S A : Type) (N : nat) w own val mine g W,
  (2 <= N)%N -> (exists s t : S, s <> t) ->  positive w own ->
  ~ @affine_head_solves true R V S A N w own val mine g W.
Theorem A_thm4__one_attribute_false : ~ A_thm4__one_attribute.
Proof.
move=> /(_ K [lmodType K of K^o] bool unit 2%N (@even _ _ _) (fun=> 1) (fun=> 0)
  (fun=> 0) (fun _ _ => 0) (fun _ => GRing.null_fun_linear _ _) isT) H.
by apply: H; [exists true, false|exact: even_positive|move=> x q [] _ _; split=> // -[]].
Qed.

(* With one attribute there is nothing to tell apart. *)
Definition A_cor1_fix_symbolic__one_attribute : Prop :=
  forall (R : fieldType) (V : lmodType R) (S A : Type) (N H : nat)
    (w : 'I_H -> S -> S * A -> 'I_N.+2 -> R) own val mine (F : S -> {ffun 'I_H -> V} -> A)
    (s : S) (c d : A),
  (forall h, symbolic_on (w h) (alone (s, c) (s, d) ord_max) s) ->
  ~ forall x a, last_bound x s a -> F s (attended_all w own val mine x s) = a.
Theorem A_cor1_fix_symbolic__one_attribute_false : ~ A_cor1_fix_symbolic__one_attribute.
Proof.
move=> /(_ [fieldType of K] [lmodType K of K^o] unit unit 0%N 0%N (fun _ _ _ _ => 0) (fun _ _ => 0)
  (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => tt) tt tt tt) H.
by apply: H => [[]|x []].
Qed.

(* Equal weights do not double. *)
Definition A_cor1_fix_doubling__plain : Prop :=
  forall (R : realFieldType) (v : nat -> R), 0 < v 0%N -> (forall p, v p <= v p.+1) ->
  forall p, \sum_(r < p) v r < v p.
Theorem A_cor1_fix_doubling__plain_false : ~ A_cor1_fix_doubling__plain.
Proof.
move=> /(_ K (fun=> 1) ltr01 (fun=> lexx _) 1%N).
by rewrite big_ord1 ltxx.
Qed.

(* A symbol bound to both attributes has no answer. *)
Definition A_thm4_sharp__unbound : Prop :=
  forall (R : realFieldType) (S A : finType) (N : nat) (w : S -> S * A -> 'I_N -> R) own x q c,
  positive w own ->
  let a := attended w own (@bundle R S A) (@bare R S A) x q in
  largest (fun d => a (inl (q, d))) c
  /\ largest (fun d => \sum_s a (inr s) * a (inl (s, d))) c.
Theorem A_thm4_sharp__unbound_false : ~ A_thm4_sharp__unbound.
Proof.
move=> /(_ K [finType of unit] [finType of bool] 1%N (@even _ _ _) (fun=> 1)
  (fun=> (tt, true)) tt) H.
have [/(_ false Bool.diff_false_true) one _] := H true (even_positive _ _ _).
have [/(_ true Bool.diff_true_false) two _] := H false (even_positive _ _ _).
by have := lt_trans one two; rewrite ltxx.
Qed.

(* A symbol bound to both attributes has no answer. *)
Definition A_thm4_several__unbound : Prop :=
  forall (R : realFieldType) (S A : finType) (N : nat),
  exists (w : S -> S -> S * A -> 'I_N -> R) (own : S -> S -> R),
    (forall s, positive (w s) (own s) /\ positional (w s))
    /\ forall x q c, 
      largest (fun d => \sum_s attended (w s) (own s) (@bundle R S A) (@bare R S A) x q
        (inl (s, d))) c.
Theorem A_thm4_several__unbound_false : ~ A_thm4_several__unbound.
Proof.
move=> /(_ K [finType of unit] [finType of bool] 1%N) [w [own [_ H]]].
have /(_ false Bool.diff_false_true) one := H (fun=> (tt, true)) tt true.
have /(_ true Bool.diff_true_false) two := H (fun=> (tt, true)) tt false.
by have := lt_trans one two; rewrite ltxx.
Qed.

(* A symbol that does not occur has no answer. *)
Definition A_cor1__unbound : Prop :=
  forall (R : realFieldType) (S A : finType) (N : nat),
  let w := @hundred R S (S * A) N in let own (q : S) : R := 1 in
  [/\ positive w own, purely_positional w &
    forall x q c, 
    largest (fun d => attended w own (@bundle R S A) (@bare R S A) x q (inl (q, d))) c].
Theorem A_cor1__unbound_false : ~ A_cor1__unbound.
Proof.
move=> /(_ K [finType of unit] [finType of bool] 1%N) [_ _ H].
have /(_ false Bool.diff_false_true) one := H (fun=> (tt, true)) tt true.
have /(_ true Bool.diff_true_false) two := H (fun=> (tt, true)) tt false.
by have := lt_trans one two; rewrite ltxx.
Qed.
