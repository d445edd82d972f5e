From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement scores.
From Proofs Require Import algebra sums.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Section Cosine.
Variable R : rcfType.
Implicit Types v w : R * R.
Add Field R_field : (field_of [fieldType of R]).

Definition size v : R := Num.sqrt (v.1 ^+ 2 + v.2 ^+ 2).

Lemma size_scale (a x y : R) : 0 < a -> size (a * x, a * y) = a * size (x, y).
Proof.
by move=> a0; rewrite /size /= !exprMn -mulrDr sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm.
Qed.

Lemma cosine_scale (a b x y z t : R) : 0 < a -> 0 < b ->
  cosine (a * x, a * y) (b * z, b * t) = cosine (x, y) (z, t).
Proof.
move=> a0 b0; rewrite /cosine -/(size (a * x, a * y)) -/(size (b * z, b * t)) !size_scale //=.
rewrite -/(size (x, y)) -/(size (z, t)); set r := size _; set q := size _.
have -> : a * x * (b * z) + a * y * (b * t) = (a * b) * (x * z + y * t) by plain_ring R.
have -> : a * r * (b * q) = (a * b) * (r * q) by plain_ring R.
by rewrite -mulf_div divff ?mul1r // mulf_neq0 ?lt0r_neq0.
Qed.

Lemma cosine_scale_one (a b x y z t : R) : 0 < a -> 0 < b ->
  cosine (x, y) (z, t) = cosine (a * x, a * y) (b * z, b * t).
Proof. by move=> a0 b0; rewrite cosine_scale. Qed.

End Cosine.

Lemma share_sum (R : rcfType) m L (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) own s b :
  share E own s b
    = ((own + \sum_q E (s q.1, q.2) q)^-1 / L%:R) * \sum_t E (s b, t) (b, t).
Proof. by rewrite /share -mulr_suml -mulrA mulrC. Qed.

Lemma share_scale_gt0 (R : rcfType) m L (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) own (s : 'S_m) :
  (1 <= L)%N -> 0 < own -> (forall a p, 0 < E a p) ->
  0 < (own + \sum_q E (s q.1, q.2) q)^-1 / L%:R.
Proof.
move=> L1 own0 E0; rewrite divr_gt0 ?ltr0n // invr_gt0 ltr_paddr // sumr_ge0 // => q _.
exact: ltW.
Qed.

Theorem S_swap : Statements.scores.S_swap.
Proof.
move=> R m L E own i j L1 own0 E0 A B C D.
have positive a p : 0 < \sum_t E (a, t) (p, t).
  case: L E L1 E0 {A B C D} => // n E _ E0.
  by rewrite big_ord_recl ltr_paddr // sumr_ge0 // => t _; apply: ltW.
have before_scale := share_scale_gt0 (1%g : 'S_m) L1 own0 E0.
have after_scale := share_scale_gt0 (tperm i j) L1 own0 E0.
have D0 : 0 < D^-1 by rewrite invr_gt0 positive.
have B0 : 0 < B^-1 by rewrite invr_gt0 positive.
split.
- by rewrite /after /before !share_sum tpermL tpermR !perm1 cosine_scale.
- by rewrite /after /before /flip /= !share_sum tpermL tpermR !perm1 cosine_scale.
- rewrite (cosine_scale_one _ _ _ _ D0 B0) [_ * C]mulrC [_ * A]mulrC.
  by rewrite !mulVf // lt0r_neq0 // positive.
rewrite (cosine_scale_one _ _ _ _ D0 B0) [_ * C]mulrC [_ * A]mulrC.
by rewrite !mulVf // lt0r_neq0 // positive.
Qed.

Section TwoNumbers.
Variable R : rcfType.
Add Field R_field'' : (field_of [fieldType of R]).

Lemma ch_square (x : R) : 0 < x -> ch x = (x ^+ 2 + 1) / (2%:R * x).
Proof.
move=> x0; rewrite /ch invfM [2%:R^-1 * _]mulrC mulrA; congr (_ * _).
by rewrite mulrDl mul1r expr2 mulfK ?lt0r_neq0.
Qed.

(* A quotient of squares, whatever the root. *)
Lemma cosine_ch (x y : R) : 0 < x -> 0 < y ->
  cosine (x, 1) (y, 1) = ch (Num.sqrt (x * y)) / Num.sqrt (ch x * ch y).
Proof.
move=> x0 y0; set r := Num.sqrt (x * y); have xy0 := mulr_gt0 x0 y0.
have r0 : 0 < r by rewrite sqrtr_gt0.
have r2 : r ^+ 2 = x * y by rewrite sqr_sqrtr // ltW.
have two : 0 < 2%:R * r by rewrite mulr_gt0 ?ltr0n.
have sum0 (z : R) : 0 <= z ^+ 2 + 1 by rewrite addr_ge0 ?sqr_ge0 ?ler01.
have -> : ch x * ch y = (x ^+ 2 + 1) * ((y ^+ 2 + 1) * (2%:R * r)^-1 ^+ 2).
  rewrite !ch_square // exprVn exprMn r2 mulf_div mulrA; congr (_ / _).
  by plain_ring R.
rewrite sqrtrM ?sum0 // sqrtrM ?sum0 // sqrtr_sqr gtr0_norm ?invr_gt0 // ch_square // r2.
rewrite /cosine /= !expr1n !mulr1 mulrA -[in RHS]mulf_div divff ?mulr1 //.
by rewrite invr_eq0 lt0r_neq0.
Qed.

End TwoNumbers.

Theorem S_swap_two_numbers : Statements.scores.S_swap_two_numbers.
Proof.
move=> R A B C D A0 B0 C0 D0 x y; have [x0 y0] := (divr_gt0 C0 D0, divr_gt0 A0 B0).
have quotients (a b : R) : 0 < b -> cosine (C, D) (a, b) = cosine (x, 1) (a / b, 1).
  move=> b0; rewrite -(@cosine_scale _ D b x 1 (a / b) 1) // !mulr1.
  by rewrite [D * _]mulrC [b * _]mulrC !divfK // lt0r_neq0.
have inverse : ch y^-1 = ch y by rewrite /ch invrK addrC.
split; first by rewrite quotients // cosine_ch.
by rewrite quotients // -[B / A]invf_div cosine_ch ?invr_gt0 // inverse.
Qed.

Section ScoreSum.
Variable R : rcfType.
Implicit Types v w : R * R.
Add Field R_field' : (field_of [fieldType of R]).

Lemma both_cosines v w :
  cosine w v + cosine w (flip v) = (w.1 + w.2) / size w * ((v.1 + v.2) / size v).
Proof.
rewrite /cosine /flip /= -/(size w) -/(size v) [v.2 ^+ 2 + _]addrC -/(size v) invfM.
by set r := _^-1; set q := _^-1; plain_ring R.
Qed.

Lemma coordinates w : (w.1 + w.2) / size w <= Num.sqrt 2%:R.
Proof.
have [zero|/eqP nonzero] := eqVneq (size w) 0; first by rewrite zero invr0 mulr0 sqrtr_ge0.
have positive : 0 < size w by rewrite lt0r sqrtr_ge0 andbT; apply/eqP.
rewrite ler_pdivr_mulr // /size -sqrtrM ?ler0n //.
apply: le_trans (ler_norm _) _; rewrite -sqrtr_sqr ler_wsqrtr // -subr_ge0.
have -> : 2%:R * (w.1 ^+ 2 + w.2 ^+ 2) - (w.1 + w.2) ^+ 2 = (w.1 - w.2) ^+ 2 by plain_ring R.
exact: sqr_ge0.
Qed.

Lemma coordinates_equal w : 0 < w.1 -> w.1 = w.2 -> (w.1 + w.2) / size w = Num.sqrt 2%:R.
Proof.
move=> w0 same.
have sized : size w = Num.sqrt 2%:R * w.1.
  rewrite /size -same -mulr2n -[_ *+ 2]mulr_natl sqrtrM ?ler0n //.
  by rewrite sqrtr_sqr gtr0_norm.
have root : 0 < Num.sqrt (2%:R : R) by rewrite sqrtr_gt0 ltr0n.
apply: (canLR (mulfK _)); first by rewrite sized mulf_neq0 ?lt0r_neq0.
by rewrite sized mulrA -expr2 sqr_sqrtr ?ler0n // -same -mulr2n mulr_natl.
Qed.

Lemma coordinates_root w : 0 < w.1 -> 0 < w.2 ->
  (w.1 + w.2) / size w = Num.sqrt 2%:R -> w.1 = w.2.
Proof.
move=> w1 w2; have sized : 0 < size w.
  by rewrite sqrtr_gt0 ltr_paddr ?sqr_ge0 // exprn_gt0.
move/(canRL (mulfVK (lt0r_neq0 sized))) => /(congr1 (fun z => z ^+ 2)).
rewrite exprMn !sqr_sqrtr ?ler0n ?addr_ge0 ?sqr_ge0 // => eqn.
apply/eqP; rewrite -subr_eq0 -sqrf_eq0; apply/eqP.
transitivity (2%:R * (w.1 ^+ 2 + w.2 ^+ 2) - (w.1 + w.2) ^+ 2); first by plain_ring R.
by rewrite eqn subrr.
Qed.

End ScoreSum.

Theorem S_score_sum : Statements.scores.S_score_sum.
Proof.
move=> R m alpha v v' alpha0 v0 bound both.
have swap_by_swap : both = \sum_(i < m) \sum_(j < m | (i < j)%N) alpha i j *
    (((v' i j).1 + (v' i j).2) / size (v' i j) * (((v i j).1 + (v i j).2) / size (v i j))).
  rewrite /both /score -big_split; apply: eq_bigr => i _; rewrite -big_split /=.
  by apply: eq_bigr => j _; rewrite -mulrDr both_cosines.
rewrite swap_by_swap; split=> [|equal].
  apply: ler_sum => i _; apply: ler_sum => j _; rewrite ler_wpmul2l // -[X in _ <= X]mulrA.
  rewrite ler_wpmul2r ?coordinates // divr_ge0 ?sqrtr_ge0 //.
  by have [? ?] := v0 i j; rewrite addr_ge0.
apply: eq_bigr => i _; apply: eq_bigr => j _; have [positive same] := equal i j.
rewrite coordinates_equal //; congr (_ * _); exact: mulrA.
Qed.

Theorem S_score_sum_swap : Statements.scores.S_score_sum_swap.
Proof.
move=> R v w v1 v2 w1 w2; have sized : 0 < size v.
  by rewrite sqrtr_gt0 ltr_paddr ?sqr_ge0 // exprn_gt0.
have factor : (v.1 + v.2) / size v != 0 by rewrite lt0r_neq0 // divr_gt0 ?addr_gt0.
rewrite both_cosines -/(size v) -[X in _ = X]mulrA; split=> [/(mulIf factor)|same]; first exact: coordinates_root.
by rewrite coordinates_equal.
Qed.
