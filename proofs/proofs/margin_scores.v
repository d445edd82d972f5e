From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import scores margin_scores.
From Proofs Require Import algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

Section Algebra.
Variable R : rcfType.
Add Field R_field : (field_of [fieldType of R]).

Lemma apart_identity (m p q p' q' : R) :
  (1 - m) ^+ 2 * ((1 - m ^+ 2) * (p * q' - p' * q) - 2%:R * m * (p * p' + q * q'))
    = (1 - m) * ((1 + m ^+ 2) * (((1 - m) * p - (1 + m) * q) * p' + ((1 - m) * q' - (1 + m) * p') * q)
      + (1 + m) * (((1 - m) * p - (1 + m) * q) * ((1 - m) * q' - (1 + m) * p'))).
Proof. plain_ring R. Qed.

Lemma square_identity (m d c : R) :
  (1 - m ^+ 2) ^+ 2 * (d ^+ 2 + c ^+ 2) - (d * (1 + m ^+ 2)) ^+ 2
    = ((1 - m ^+ 2) * c) ^+ 2 - (2%:R * m * d) ^+ 2.
Proof. plain_ring R. Qed.

Lemma two_squares (p q p' q' : R) :
  (p ^+ 2 + q ^+ 2) * (p' ^+ 2 + q' ^+ 2) = (p * p' + q * q') ^+ 2 + (p * q' - p' * q) ^+ 2.
Proof. plain_ring R. Qed.

Lemma twice_one (m : R) : (1 + m) ^+ 2 + (1 - m) ^+ 2 = 2%:R * (1 + m ^+ 2).
Proof. plain_ring R. Qed.
Lemma twice_other (m : R) : (1 + m) * (1 - m) + (1 - m) * (1 + m) = 2%:R * (1 - m ^+ 2).
Proof. plain_ring R. Qed.
End Algebra.

Theorem S_margin_score : Statements.margin_scores.S_margin_score.
Proof.
move=> R m p q p' q' m0 m1 p0 q0 p0' q0' one two.
have d1 : 0 < 1 - m by rewrite subr_gt0.
have e0 : 0 < 1 + m ^+ 2 by rewrite ltr_paddr ?sqr_ge0 ?ltr01.
have e1 : 0 <= 1 - m ^+ 2 by rewrite subr_ge0 expr_le1 // ltW.
have d0 : 0 <= p * p' + q * q' by rewrite addr_ge0 // mulr_ge0 // ltW.
have far : 2%:R * m * (p * p' + q * q') <= (1 - m ^+ 2) * (p * q' - p' * q).
  rewrite -subr_ge0 -(pmulr_rge0 _ (exprn_gt0 2 d1)) apart_identity mulr_ge0 ?(ltW d1) //.
  have s0 : 0 <= (1 - m) * p - (1 + m) * q by rewrite subr_ge0.
  have t0 : 0 <= (1 - m) * q' - (1 + m) * p' by rewrite subr_ge0.
  have sum : 0 <= ((1 - m) * p - (1 + m) * q) * p' + ((1 - m) * q' - (1 + m) * p') * q.
    by apply: addr_ge0; apply: mulr_ge0 => //; exact: ltW.
  by apply: addr_ge0; apply: mulr_ge0; rewrite ?(ltW e0) ?mulr_ge0 // addr_ge0 ?ler01.
rewrite /cosine /= -sqrtrM ?addr_ge0 ?sqr_ge0 //.
have z0 : 0 < Num.sqrt ((p ^+ 2 + q ^+ 2) * (p' ^+ 2 + q' ^+ 2)).
  by rewrite sqrtr_gt0 mulr_gt0 // ltr_paddr ?sqr_ge0 // exprn_gt0.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
rewrite -[X in X <= _](ger0_norm (mulr_ge0 d0 (ltW e0))) -sqrtr_sqr -[1 - m ^+ 2](ger0_norm e1).
rewrite -sqrtr_sqr -sqrtrM ?sqr_ge0 // ler_wsqrtr // -subr_ge0 two_squares square_identity subr_ge0.
have l0 : 0 <= 2%:R * m * (p * p' + q * q') by rewrite !mulr_ge0 ?ler0n.
by rewrite ler_pexpn2r ?nnegrE // (le_trans l0).
Qed.

Theorem S_margin_score_attained : Statements.margin_scores.S_margin_score_attained.
Proof.
move=> R m m0 m1 p q; have p0 : 0 < p by rewrite ltr_paddr ?ltr01.
have q0 : 0 < q by rewrite subr_gt0.
split=> //; first by rewrite /ahead mulrC.
have e0 : 0 < 1 + m ^+ 2 by rewrite ltr_paddr ?sqr_ge0 ?ltr01.
rewrite /cosine /= [q ^+ 2 + p ^+ 2]addrC -expr2 sqr_sqrtr ?addr_ge0 ?sqr_ge0 //.
by rewrite /p /q twice_one twice_other -mulf_div divff ?mul1r // pnatr_eq0.
Qed.
