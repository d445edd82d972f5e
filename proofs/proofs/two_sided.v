From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement exclusion two_sided.
From Proofs Require Import algebra sums exclusion.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Section Overlap.
Variables (R : realFieldType) (N : nat).
Implicit Types M : 'I_N -> 'I_N -> R.
Add Field R_field : (field_of [fieldType of R]).

Definition overlap M : R :=
  (\sum_a \sum_p (M a p - M p p) * (M a p - M a a)) / N%:R ^+ 2.

Lemma variance_overlap M : 2%:R * variance (logits M) = P M + S M - 2%:R * overlap M.
Proof.
rewrite -pair_sum /P /S /overlap mulrA mulr_sumr !mulr_suml -!sumrN -!big_split /=.
apply: eq_bigr => a _; rewrite mulr_sumr !mulr_suml -!sumrN -!big_split /=.
by apply: eq_bigr => p _; rewrite /logits; set y := _^-1; plain_ring R.
Qed.

Lemma overlap_bound M : overlap M ^+ 2 <= P M * S M.
Proof.
rewrite /overlap /P /S; set y := _^-1.
have -> (F G : R) : F / N%:R ^+ 2 * (G / N%:R ^+ 2) = F * G * y ^+ 2.
  by rewrite -/y; plain_ring R.
rewrite exprMn ler_wpmul2r ?sqr_ge0 // !pair_bigA /=.
exact: (cauchy_schwarz predT (fun i => M i.1 i.2 - M i.2 i.2) (fun i => M i.1 i.2 - M i.1 i.1)).
Qed.

Lemma P_ge0 M : 0 <= P M.
Proof. by rewrite divr_ge0 ?exprn_ge0 ?ler0n // sum_sum_ge0 // => a p; apply: sqr_ge0. Qed.

Lemma S_ge0 M : 0 <= S M.
Proof. by rewrite divr_ge0 ?exprn_ge0 ?ler0n // sum_sum_ge0 // => a p; apply: sqr_ge0. Qed.

Lemma half_of (x y : R) : x = y / 2%:R <-> 2%:R * x = y.
Proof.
split=> [->|<-]; first by plain_field R; exact: plain_two.
by plain_field R; exact: plain_two.
Qed.

Lemma overlap_eq0 M :
  overlap M = 0 <-> \sum_a \sum_p (M a p - M p p) * (M a p - M a a) = 0.
Proof.
rewrite /overlap; split=> [/eqP|->]; last by rewrite mul0r.
case: N M => [|n] M; first by rewrite big_ord0.
by rewrite mulf_eq0 invr_eq0 expf_eq0 pnatr_eq0 orbF => /eqP.
Qed.

Lemma half M :
  variance (logits M) = (P M + S M) / 2%:R <->
  \sum_a \sum_p (M a p - M p p) * (M a p - M a a) = 0.
Proof.
apply: iff_trans (overlap_eq0 M); apply: iff_trans (half_of _ _) _.
rewrite variance_overlap; split=> [/eqP|->]; last by rewrite mulr0 subr0.
by rewrite -subr_eq0 [_ - (_ + _)]addrC addKr oppr_eq0 mulf_eq0 pnatr_eq0 => /eqP.
Qed.

Lemma positional_column M : positional M -> forall a p, M a p = M p p.
Proof. by move=> pos a p; have := pos (tperm a p) p; rewrite tpermR. Qed.

Lemma symbolic_row M : symbolic M -> forall a p, M a p = M a a.
Proof. by move=> sym a p; have := sym (tperm a p) a; rewrite tpermL. Qed.

End Overlap.

Theorem S_two_sided_half : Statements.two_sided.S_two_sided_half.
Proof.
move=> R N M; split; first exact: half.
move=> pure; apply/half; rewrite big1 // => a _; rewrite big1 // => p _.
case: pure => [/positional_column eqn|/symbolic_row eqn].
  by rewrite (eqn a p) subrr mul0r.
by rewrite (eqn a p) subrr mulr0.
Qed.

Theorem S_two_sided : Statements.two_sided.S_two_sided.
Proof.
move=> R N M; pose u := Num.sqrt (P M); pose w := Num.sqrt (S M); rewrite -/u -/w.
have u2 : u ^+ 2 = P M by rewrite sqr_sqrtr ?P_ge0.
have w2 : w ^+ 2 = S M by rewrite sqr_sqrtr ?S_ge0.
have uw0 : 0 <= u * w by rewrite mulr_ge0 ?sqrtr_ge0.
have : `|overlap M| <= u * w.
  by rewrite -ler_sqr ?nnegrE ?normr_ge0 // real_normK ?num_real // [(u * w) ^+ 2]exprMn u2 w2 overlap_bound.
rewrite ler_norml => /andP[low high].
rewrite ler_pdivr_mulr ?ltr0Sn // ler_pdivl_mulr ?ltr0Sn // [variance _ * _]mulrC.
rewrite variance_overlap -u2 -w2 sqrrB sqrrD -[(u * w) *+ 2]mulr_natl.
rewrite addrAC ler_add2l ler_opp2 ler_pmul2l ?ltr0Sn // high /=.
by rewrite [X in _ <= X]addrAC ler_add2l -mulrN ler_pmul2l ?ltr0Sn // ler_oppl.
Qed.

(* Any two deviations, in the direction e = 1 or -1 of each other. *)
Section Ends.
Variables (R : rcfType) (n : nat) (u w e : R).
Hypothesis sign : e ^+ 2 = 1.
Add Field R_field' : (field_of [fieldType of R]).

Let l := spike R (n := n).
Let V := variance l.
Let r := (Num.sqrt (2%:R * V))^-1.
Let M (a p : 'I_n.+2) : R := r * (u * l a + e * w * l p).

Let r2 : r ^+ 2 * (2%:R * V) = 1.
Proof.
have V0 : 0 < 2%:R * V by rewrite mulr_gt0 ?ltr0Sn // spike_variance.
rewrite /r exprVn sqr_sqrtr; last exact: ltW.
by apply: mulVf; apply: lt0r_neq0.
Qed.

Let scaled (c : R) : (\sum_a \sum_p (c * r * (l a - l p)) ^+ 2) / n.+2%:R ^+ 2 = c ^+ 2.
Proof.
transitivity (c ^+ 2 * (r ^+ 2 * (2%:R * V))); last by rewrite r2 mulr1.
rewrite -pair_sum mulrA [in RHS]mulrA -exprMn mulr_sumr; congr (_ / _).
by apply: eq_bigr => a _; rewrite mulr_sumr; apply: eq_bigr => p _; plain_ring R.
Qed.

Lemma ends : [/\ P M = u ^+ 2, S M = w ^+ 2 & variance (logits M) = (u + e * w) ^+ 2 / 2%:R].
Proof.
split.
- rewrite -[RHS]scaled /P; congr (_ / _); apply: eq_bigr => a _; apply: eq_bigr => p _.
  by rewrite /M; congr (_ ^+ 2); plain_ring R.
- rewrite -[w ^+ 2]mul1r -sign -exprMn -[RHS]scaled /S; congr (_ / _).
  by apply: eq_bigr => a _; apply: eq_bigr => p _; rewrite /M; plain_ring R.
apply/half_of; rewrite -pair_sum -[RHS]scaled; congr (_ / _).
apply: eq_bigr => a _; apply: eq_bigr => p _.
by rewrite /logits /M; congr (_ ^+ 2); plain_ring R.
Qed.

End Ends.

Theorem S_two_sided_attained : Statements.two_sided.S_two_sided_attained.
Proof.
move=> R [|[|n]] // p s _ p0 s0; split.
- have sign : (-1 : R) ^+ 2 = 1 by rewrite sqrrN expr1n.
  have := ends n (Num.sqrt p) (Num.sqrt s) sign; rewrite !sqr_sqrtr // mulN1r => ends.
  by eexists; exact: ends.
have := ends n (Num.sqrt p) (Num.sqrt s) (expr1n R 2); rewrite !sqr_sqrtr // mul1r => ends.
by eexists; exact: ends.
Qed.
