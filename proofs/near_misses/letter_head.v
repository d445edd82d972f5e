(* Near-misses of Statements.letter_head: each is false. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition letter_head.
From Proofs Require letter_head.
Set Implicit Arguments.
Unset Strict Implicit.

(* A1 BA A2 CB: two tokens fit at the second hop. *)
Local Definition four : seq (held nat_eqType nat_eqType) :=
  [:: Some (0, inr 1); Some (1, inl 0); Some (0, inr 2); Some (2, inl 1)].

Definition B_let_comp_head__no_condition : Prop :=
  forall (A I : eqType) (s : seq (held A I)) unclear places h l, (forall i, brings (unclear i)) ->
  look_back s (size s).-1 = Some places -> h <= l ->
  equation unclear s places h l <-> hops places <= h.
Theorem B_let_comp_head__no_condition_false : ~ B_let_comp_head__no_condition.
Proof.
move=> /(_ _ _ four (fun=> @unclear_blank _ _) [:: 3; 1; 0] 2 2) [|||_ /(_ isT)] //.
by move=> _ s j _; left.
Qed.

(* Where every token looked for is the one found, it is enough. *)
Definition B_let_comp_head_more__all_found : Prop :=
  exists (s : seq (held nat_eqType nat_eqType)) unclear places h l,
  [/\ forall i, brings (unclear i), look_back s (size s).-1 = Some places, hops places <= h <= l,
      all_found s places
    & ~ equation unclear s places h l].
Theorem B_let_comp_head_more__all_found_false : ~ B_let_comp_head_more__all_found.
Proof.
move=> [s [u [places [h [l [bring w /andP[Hh hl] all_ no]]]]]]; apply: no.
exact/(Proofs.letter_head.B_let_comp_head bring w hl all_).
Qed.
