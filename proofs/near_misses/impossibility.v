(* Near-misses of Statements.impossibility: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From mathcomp Require Import fingroup rat.
From Statements Require Import head tasks impossibility.
From Proofs Require impossibility.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Some ordered field of which no more is known: steps that compute in the rationals are slow. *)
Lemma K : realFieldType. Proof. exact: [realFieldType of rat]. Qed.

Local Definition nothing (C : Type) (N : nat) (h : 'I_0) (q : 'I_N) (c : C) (p : 'I_N) : K := 0.

(* The identity moves nothing. *)
Definition A_lem1__any_permutation : Prop :=
  forall (R : realFieldType) (N : nat) (s : 'S_N.+1),
  exists (T : finType) (w : T -> T -> 'I_N -> R) (own : T -> R) (z : 'I_N.+1 -> T),
    let val := @onehot R T in
    let y z := attended w own val val (before z) (query z) in
    [/\ positive w own, symbolic w & y (z \o s) <> y z].
Theorem A_lem1__any_permutation_false : ~ A_lem1__any_permutation.
Proof.
move=> /(_ K 1%N 1%g) [T [w [own [z [pos symb]]]]]; apply.
have [_ H] := @Proofs.impossibility.A_lem1_fix_query K 1%N 1%g.
by apply: (H (perm1 _) _ _ _ w own _ (fun _ v => v)).
Qed.

(* Every permutation that fixes the query is harmless. *)
Definition A_lem1_fix_query__identity : Prop :=
  forall (R : realFieldType) (N : nat) (s : 'S_N.+1),
  (forall (V : lmodType R) (T Y : Type) w own (val : T -> V) (F : T -> V -> Y),
    positive w own -> symbolic w -> forall z : 'I_N.+1 -> T,
    let y z := F (query z) (attended w own val val (before z) (query z)) in
    y (z \o s) = y z)
  <-> s = 1%g.
Theorem A_lem1_fix_query__identity_false : ~ A_lem1_fix_query__identity.
Proof.
move=> /(_ K 2%N (tperm ord0 (inord 1))) [H _].
have [_ G] := @Proofs.impossibility.A_lem1_fix_query K 2%N (tperm ord0 (inord 1)).
have fixed : tperm ord0 (inord 1) (ord_max : 'I_3) = ord_max.
  by rewrite tpermD // -val_eqE /= ?inordK.
have /permP/(_ ord0) := H (G fixed); rewrite tpermL perm1 => /(congr1 val).
by rewrite /= inordK.
Qed.

(* With a = b the two inputs are one. *)
Definition A_thm2_at__one_letter : Prop :=
  forall (R : fieldType) (V : lmodType R) (C : Type) (N H : nat)
    (w : 'I_H -> 'I_N -> C -> 'I_N -> R) own val mine (F : 'I_N -> {ffun 'I_H -> V} -> C),
  let y x j := F j (attended_all w own val mine x j) in
  forall (a b : C) (j k : 'I_N), j <> k ->
  (forall h, symbolic_on (w h) (alone a b j) j) ->
  ~ (y (alone a b j) j = b /\ y (alone a b k) j = a).
Theorem A_thm2_at__one_letter_false : ~ A_thm2_at__one_letter.
Proof.
move=> /(_ [fieldType of K] [lmodType K of K^o] unit 2%N 0%N (@nothing _ _) (fun _ _ => 0)
  (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => tt) tt tt ord0 (lift ord0 ord0)) H.
by apply: H => // -[].
Qed.

(* With one symbol there is nothing to tell apart. *)
Definition A_thm2__one_symbol : Prop :=
  forall (R : fieldType) (V : lmodType R) (C : Type) (N H : nat)
    (w : 'I_H -> 'I_N -> C -> 'I_N -> R) own val mine (F : 'I_N -> {ffun 'I_H -> V} -> C),
  (2 <= N)%N ->  (forall h, symbolic (w h)) ->
  ~ forall x j, F j (attended_all w own val mine x j) = x j.
Theorem A_thm2__one_symbol_false : ~ A_thm2__one_symbol.
Proof.
move=> /(_ [fieldType of K] [lmodType K of K^o] unit 2%N 0%N (@nothing _ _) (fun _ _ => 0)
  (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => tt) isT) H.
by apply: H => [[]|x j] //; case: (x j).
Qed.

(* With two places they clash. *)
Definition A_thm2_sharp__two_places : Prop :=
  forall (C : Type) (N : nat) (s : 'S_N) (x : 'I_N -> C) j,
  (N <= 2)%N \/ (forall a b : C, a = b) -> (x \o s) j = x j.
Theorem A_thm2_sharp__two_places_false : ~ A_thm2_sharp__two_places.
Proof.
move=> /(_ bool 2%N (tperm ord0 (lift ord0 ord0)) (fun p => p == ord0) ord0 (or_introl isT)).
by rewrite /= tpermL.
Qed.

(* With two places they clash. *)
Definition B_rem31_index_sharp__two_places : Prop :=
  forall (A : Type) (s : 'S_2) (x : 'I_2 -> symbol A) q,
  index_answer (x \o s) q = index_answer x q.
Theorem B_rem31_index_sharp__two_places_false : ~ B_rem31_index_sharp__two_places.
Proof.
move=> /(_ unit (tperm ord0 (lift ord0 ord0)) (fun p => if p == ord0 then inl tt else inr 1%N) (inr 1%N)).
rewrite !Proofs.impossibility.index_one /= (_ : ord_max = lift ord0 ord0); last exact: val_inj.
by rewrite tpermR.
Qed.

(* With u = a the answer is a wherever it stands. *)
Definition B_rem31_index_at__same_token : Prop :=
  forall (R : fieldType) (V : lmodType R) (A : Type) (N H : nat)
    (w : 'I_H -> symbol A -> symbol A -> 'I_N.+2 -> R) own val mine
    (F : symbol A -> {ffun 'I_H -> V} -> symbol A) (a : A) (u : symbol A),
  let y x := F (inr 1%N) (attended_all w own val mine x (inr 1%N)) in
  let x := alone (inl a) u in
  (forall h, symbolic_on (w h) (x ord_max) (inr 1%N)) ->
  forall k, k <> ord_max -> ~ (y (x ord_max) = index_answer (x ord_max) (inr 1%N)
    /\ y (x k) = index_answer (x k) (inr 1%N)).
Theorem B_rem31_index_at__same_token_false : ~ B_rem31_index_at__same_token.
Proof.
move=> /(_ [fieldType of K] [lmodType K of K^o] unit 0%N 0%N (fun _ _ _ _ => 0) (fun _ _ => 0)
  (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => inl tt) tt (inl tt)) H.
have k : (ord0 : 'I_2) <> ord_max by [].
apply: (H _ _ k) => [[]|] //; rewrite !Proofs.impossibility.index_one /alone.
by split; case: eqP.
Qed.
