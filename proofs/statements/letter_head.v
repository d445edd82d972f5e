(* Iterating Retrieval where an attention head fills the positions at which it is not defined. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition.
Set Implicit Arguments.
Unset Strict Implicit.

(* Such a position gets nothing, or any token at or before it. *)
Definition brings (A I : eqType) (unclear : filling A I) : Prop :=
  forall s j, ~~ proper_at s j ->
  unclear s j = None \/ exists2 r, r <= j & unclear s j = nth None s r.

(* Where every token looked for is the one found. *)
Definition B_let_comp_head : Prop :=
  forall (A I : eqType) (s : seq (held A I)) unclear places h l, (forall i, brings (unclear i)) ->
  look_back s (size s).-1 = Some places -> h <= l -> all_found s places ->
  equation unclear s places h l <-> hops places <= h.

(* (1), (2) and (3) are not enough: A1 BA AB CD AB, where nothing fits D and AB is put there. *)
Definition B_let_comp_head_more : Prop :=
  exists (s : seq (held nat_eqType nat_eqType)) unclear places h l,
  [/\ forall i, brings (unclear i), look_back s (size s).-1 = Some places, hops places <= h <= l,
      fit_once s places /\ integers_found s places /\ others_proper s places
    & ~ equation unclear s places h l].
