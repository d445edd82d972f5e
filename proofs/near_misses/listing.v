(* Statements of listing.v with a few words changed: false. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition listing.
Set Implicit Arguments.
Unset Strict Implicit.

Definition B_listing_fix_index__everywhere : Prop :=
  forall (A : Type) outside (s : seq (symbol A)) (j : nat),
  token (listed_index s) j = indexed outside s j.
Theorem B_listing_fix_index__everywhere_false : ~ B_listing_fix_index__everywhere.
Proof. by move=> claim; have := claim unit (fun _ _ => inl tt) [:: inr 1] 0. Qed.

Definition B_listing_fix_numbers__strictly_fewer : Prop :=
  forall (A : Type) (s : seq (symbol A)) (h : nat) (places : seq nat),
  step_back s (size s).-1 = Some places ->
  last (inr 0) (iter h (@listed_index A) s) = token s (last 0 places) <-> hops places < h.
Theorem B_listing_fix_numbers__strictly_fewer_false : ~ B_listing_fix_numbers__strictly_fewer.
Proof. by move=> claim; have [/(_ erefl)] := claim unit [:: inl tt] 0 [:: 0] erefl. Qed.

Definition B_listing_fix_retrieval__improper : Prop :=
  forall (A I : eqType) unclear (s : seq (held A I)),
  listed_retrieval s = retrieval unclear s.
Theorem B_listing_fix_retrieval__improper_false : ~ B_listing_fix_retrieval__improper.
Proof.
move=> claim.
by have := claim unit_eqType unit_eqType (fun _ _ => None) [:: Some (tt, inr tt); Some (tt, inl tt)].
Qed.

(* D1 BD CB BA AC CA. *)
Definition B_listing_fix_letters__no_condition : Prop :=
  forall (A I : eqType) (s : seq (held A I)) places (h : nat),
  look_back s (size s).-1 = Some places ->
  last None (iter h (@listed_retrieval A I) s) = token_at s places (hops places)
  <-> hops places <= h.
Theorem B_listing_fix_letters__no_condition_false : ~ B_listing_fix_letters__no_condition.
Proof.
move=> claim; pose s : seq (held nat_eqType nat_eqType) := [:: Some (3, inr 1); Some (1, inl 3);
  Some (2, inl 1); Some (1, inl 0); Some (0, inl 2); Some (2, inl 0)].
have w : look_back s (size s).-1 = Some [:: 5; 4; 2; 1; 0] by vm_compute.
by have [_ /(_ erefl)] := claim _ _ s _ 4 w; vm_compute.
Qed.

Definition B_listing_fix_proper__strictly_fewer : Prop :=
  forall (A I : eqType) (bound : seq (A * I)) pairs places (h : nat),
  let s := letter_input bound pairs in proper s -> look_back s (size s).-1 = Some places ->
  last None (iter h (@listed_retrieval A I) s) = token_at s places (hops places)
  <-> hops places < h.
Theorem B_listing_fix_proper__strictly_fewer_false : ~ B_listing_fix_proper__strictly_fewer.
Proof.
move=> claim.
by have [/(_ erefl)] := claim unit_eqType unit_eqType [:: (tt, tt)] [::] [:: 0] 0 erefl erefl.
Qed.
