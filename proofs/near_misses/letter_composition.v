(* Near-misses of Statements.letter_composition: each is false. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition.
From Proofs Require letter_composition.
Set Implicit Arguments.
Unset Strict Implicit.

(* A1 BA, one hop; A1 BA A2 CB, two, of which the second finds two tokens. *)
Local Definition one : seq (held nat_eqType nat_eqType) := [:: Some (0, inr 1); Some (1, inl 0)].
Local Definition four : seq (held nat_eqType nat_eqType) :=
  [:: Some (0, inr 1); Some (1, inl 0); Some (0, inr 2); Some (2, inl 1)].

(* The answer is there after as many applications as hops. *)
Definition B_let_comp_fix__strictly_fewer : Prop :=
  forall (A I : eqType) (s : seq (held A I)) places h l,
  look_back s (size s).-1 = Some places -> h <= l ->
  equation (fun=> @unclear_blank A I) s places h l <-> integers_found s places /\ hops places < h.
Theorem B_let_comp_fix__strictly_fewer_false : ~ B_let_comp_fix__strictly_fewer.
Proof.
by move=> /(_ _ _ one [:: 1; 0] 1 1 erefl isT) [/(_ erefl) []].
Qed.

(* The same for inputs of the letter task. *)
Definition B_let_comp_fix_form__strictly_fewer : Prop :=
  forall (A I : eqType) (bound : seq (A * I)) pairs places h l,
  let s := letter_input bound pairs in
  look_back s (size s).-1 = Some places -> h <= l ->
  equation (fun=> @unclear_blank A I) s places h l <-> hops places < h.
Theorem B_let_comp_fix_form__strictly_fewer_false : ~ B_let_comp_fix_form__strictly_fewer.
Proof.
by move=> /(_ _ _ [:: (0, 1)] [:: (1, 0)] [:: 1; 0] 1 1 erefl isT) [/(_ erefl)].
Qed.

(* The same where tokens are kept. *)
Definition B_let_comp_fix_kept__strictly_fewer : Prop :=
  forall (A I : eqType) (s : seq (held A I)) places h l, proper s ->
  look_back s (size s).-1 = Some places -> h <= l ->
  equation (fun=> @unclear_kept A I) s places h l <-> integers_found s places /\ hops places < h.
Theorem B_let_comp_fix_kept__strictly_fewer_false : ~ B_let_comp_fix_kept__strictly_fewer.
Proof.
by move=> /(_ _ _ one [:: 1; 0] 1 1 isT erefl isT) [/(_ erefl) []].
Qed.

(* Where two tokens fit nothing is found. *)
Definition B_let_comp_fix_filled__no_condition : Prop :=
  forall (A I : eqType) (s : seq (held A I)) unclear places h l, (forall i, fills (unclear i)) ->
  look_back s (size s).-1 = Some places -> h <= l ->
  equation unclear s places h l <-> hops places <= h.
Theorem B_let_comp_fix_filled__no_condition_false : ~ B_let_comp_fix_filled__no_condition.
Proof.
move=> /(_ _ _ four (fun=> @unclear_blank _ _) [:: 3; 1; 0] 2 2) [|||_ /(_ isT)] //.
by move=> _ s j _; apply: Or31.
Qed.

(* Without a letter-integer token there is no answer. *)
Definition B_let_comp__no_bound_letter : Prop :=
  let input := @letter_input nat_eqType nat_eqType in let answer := Some (0, inr 1) in
  (forall n1 n2, let s := input (nseq n1 (0, 1)) (nseq n2.+1 (0, 0)) in
     answers s answer /\ ~~ proper_at s (size s).-1)
  /\ forall n, let s := input [:: (0, 1)] ([:: (1, 0); (0, 2)] ++ nseq n.+1 (3, 1)) in
     [/\ answers s answer, proper_at s (size s).-1
       & forall h, last None (applied (fun=> @unclear_kept _ _) h s) <> answer].
Theorem B_let_comp__no_bound_letter_false : ~ B_let_comp__no_bound_letter.
Proof.
move=> [/(_ 0 0) [/(_ (Some (0, inr 1))) [_ /(_ erefl) [ks [_ sh]]] _] _]; move: sh; rewrite /shown /=.
by move: (last _ _) => [|[|k]].
Qed.
