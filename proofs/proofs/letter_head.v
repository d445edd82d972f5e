From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition letter_head.
From Proofs Require Import letters iterates applied letter_composition.
Set Implicit Arguments.
Unset Strict Implicit.

Theorem B_let_comp_head : Statements.letter_head.B_let_comp_head.
Proof.
move=> A I s unclear places h l fill w _ all_.
have [_ found _] := all_enough all_.
apply: (true_from_H w) => // t y k z tH ey ez b yb differ; case: differ.
have look : looked_for s places t y by rewrite /looked_for tH ey eqxx.
have some : b <> None by case: (b) yb.
have [r _ er] := came (fill 0) some.
apply: all_ look _ yb; rewrite /b -er; apply: mem_nth.
by case: ltnP => // sr; case: some; rewrite /b -er nth_default.
Qed.

(* A1 BA AB CD AB; where nothing fits, the token before it. *)
Definition five : seq (held nat_eqType nat_eqType) :=
  [:: Some (0, inr 1); Some (1, inl 0); Some (0, inl 1); Some (2, inl 3); Some (0, inl 1)].
Definition before (s : seq (held nat_eqType nat_eqType)) j := nth None s j.-1.

Theorem B_let_comp_head_more : Statements.letter_head.B_let_comp_head_more.
Proof.
exists five, (fun=> before), [:: 4; 1; 0], 2, 2; split=> //.
- by move=> _ s j _; right; exists j.-1; rewrite // leq_pred.
- split=> [t y k|].
    move=> /andP[t2 ey]; case: t t2 ey => [|[|//]] _ /eqP[<-]; case: k => [|[|[|[|[|k]]]]] //=.
    by rewrite nth_nil.
  split=> t y.
    by move=> u /andP[t2 ey]; case: t t2 ey => [|[|//]] _ /eqP[<-]; rewrite !inE => /or4P[|||/orP[]] /eqP->.
  by move=> k /andP[t2 ey]; case: t t2 ey => [|[|//]] _ /eqP[<-]; case: k => [|[|[|[|[|k]]]]] //=; rewrite nth_nil.
Qed.
