(* When a cosine is 1, of two numbers and of any number of them. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Statements Require Import scores permuted.
From Proofs Require Import algebra sums scores.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Section Vectors.
Variables (R : rcfType) (I : finType) (A : pred I) (v w : I -> R) (i0 : I).
Hypotheses (Ai0 : A i0) (v0 : forall i, 0 < v i) (w0 : forall i, 0 < w i).

Let square_gt0 (u : I -> R) : (forall i, 0 < u i) -> 0 < \sum_(i | A i) u i ^+ 2.
Proof.
move=> u0; rewrite (bigD1 i0) //= ltr_paddr ?exprn_gt0 // sumr_ge0 // => i _.
exact: sqr_ge0.
Qed.

Lemma cosine_square : cosine_over A v w ^+ 2 =
  (\sum_(i | A i) v i * w i) ^+ 2
    / ((\sum_(i | A i) v i ^+ 2) * (\sum_(i | A i) w i ^+ 2)).
Proof.
by rewrite /cosine_over expr_div_n exprMn !sqr_sqrtr // ltW // square_gt0.
Qed.

Lemma cosine_over_one :
  cosine_over A v w = 1 <-> forall i j, A i -> A j -> v i * w j = v j * w i.
Proof.
have U0 := square_gt0 v0; have V0 := square_gt0 w0.
have cos0 : 0 <= cosine_over A v w.
  by rewrite divr_ge0 ?mulr_ge0 ?sqrtr_ge0 // sumr_ge0 // => i _; rewrite ltW ?mulr_gt0.
have UV0 := mulr_gt0 U0 V0.
split=> [one|parallel].
  apply: cauchy_schwarz_equality; have := cosine_square; rewrite one expr1n => /esym/eqP.
  by rewrite eq_sym -[1](divff (lt0r_neq0 UV0)) => /eqP /(mulIf (invr_neq0 (lt0r_neq0 UV0))) <-.
apply/eqP; rewrite -(@eqr_expn2 _ 2) ?ler01 // expr1n cosine_square.
have := lagrange A v w; rewrite big1; last first.
  move=> i Ai; rewrite big1 // => j Aj; apply/eqP; rewrite sqrf_eq0 subr_eq0.
  by apply/eqP; apply: parallel.
move=> /esym/eqP; rewrite mulf_eq0 pnatr_eq0 /= subr_eq0 => /eqP <-.
by rewrite divff // lt0r_neq0.
Qed.

End Vectors.

Section Pairs.
Variable R : rcfType.
Implicit Types v w : R * R.
Add Field R_field : (field_of [fieldType of R]).

Let size2 v : size v ^+ 2 = v.1 ^+ 2 + v.2 ^+ 2.
Proof. by rewrite sqr_sqrtr // addr_ge0 ?sqr_ge0. Qed.

Let size_gt0 v : 0 < v.1 -> 0 < size v.
Proof. by move=> v0; rewrite sqrtr_gt0 ltr_paddr ?sqr_ge0 ?exprn_gt0. Qed.

Let gap v w : (size v * size w) ^+ 2 - (v.1 * w.1 + v.2 * w.2) ^+ 2
  = (v.1 * w.2 - v.2 * w.1) ^+ 2.
Proof. by rewrite exprMn !size2; plain_ring R. Qed.

Lemma cosine_le1 v w : 0 < v.1 -> 0 < w.1 -> cosine v w <= 1.
Proof.
move=> v0 w0; rewrite /cosine -/(size v) -/(size w) ler_pdivr_mulr ?mul1r ?mulr_gt0 ?size_gt0 //.
apply: le_trans (ler_norm _) _; rewrite -ler_sqr ?nnegrE ?normr_ge0 ?mulr_ge0 ?sqrtr_ge0 //.
by rewrite real_normK ?num_real // -subr_ge0 gap sqr_ge0.
Qed.

Lemma cosine_one v w : 0 < v.1 -> 0 < v.2 -> 0 < w.1 -> 0 < w.2 ->
  cosine v w = 1 <-> v.1 * w.2 = v.2 * w.1.
Proof.
move=> v1 v2 w1 w2; rewrite /cosine -/(size v) -/(size w).
have n0 : 0 < size v * size w by rewrite mulr_gt0 ?size_gt0.
have -> : (v.1 * w.1 + v.2 * w.2) / (size v * size w) = 1
    <-> (v.1 * w.1 + v.2 * w.2) = size v * size w.
  by split=> [/(canRL (mulfVK (lt0r_neq0 n0)))|->]; rewrite ?mul1r ?divff ?lt0r_neq0.
split=> [same|parallel]; apply/eqP.
  by rewrite -subr_eq0 -sqrf_eq0 -gap same subrr.
rewrite -(@eqr_expn2 _ 2) ?addr_ge0 ?ltW ?mulr_gt0 // ?size_gt0 // eq_sym -subr_eq0 gap.
by rewrite parallel subrr expr0n.
Qed.

End Pairs.
