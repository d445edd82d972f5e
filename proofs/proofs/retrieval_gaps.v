From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import head tasks impossibility retrieval_heads retrieval_gaps.
From Proofs Require Import algebra attention impossibility affine retrieval_heads.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

(* Weights that may vanish. *)
Section Vanishing.
Variables (R : realFieldType) (T : finType) (N : nat) (w : T -> T -> 'I_N -> R) (own : T -> R).
Variables (x : 'I_N -> T) (q : T).
Hypotheses (w0 : forall q t p, 0 <= w q t p) (own0 : forall q, 0 <= own q).
Hypothesis Z0 : 0 < total w own x q.
Let a := attended w own (@onehot R T) (@onehot R T) x q.

Lemma share_ge0 t : 0 <= a t.
Proof.
rewrite /a coordinate mulr_ge0 ?invr_ge0 ?(ltW Z0) // addr_ge0 ?mulr_ge0 ?ler0n //.
by apply: sumr_ge0 => p _; rewrite mulr_ge0 ?ler0n.
Qed.

Lemma share_le1 t : a t <= 1.
Proof.
rewrite /a coordinate ler_pdivr_mull // mulr1; apply: ler_add.
  by case: eqP => _; rewrite ?mulr1 ?mulr0.
by apply: ler_sum => p _; case: eqP => _; rewrite ?mulr1 ?mulr0.
Qed.

Lemma share_gt0 p : (forall t p, 0 < w q t p) -> 0 < a (x p).
Proof.
move=> wq; rewrite /a coordinate mulr_gt0 ?invr_gt0 //.
apply: ltr_paddl; first by rewrite mulr_ge0 ?ler0n.
apply: (@sum_gt0 _ _ _ p) => [r|]; first by rewrite mulr_ge0 ?ler0n.
by rewrite eqxx mulr1.
Qed.
End Vanishing.

Theorem B_rem31_retr_fix_vanishing : Statements.retrieval_gaps.B_rem31_retr_fix_vanishing.
Proof.
move=> R A I N w own x q w0 own0 Z0 elsewhere prop.
have [t [ans mt tin only]] := answer_marked prop; exists t => //.
have ge0 := share_ge0 w0 own0 Z0; have le1 := share_le1 w0 own0 Z0.
rewrite /marked_alone; case: (boolP (looks_elsewhere q)) => [look|at_home] t' ne; last first.
  have tq : t = q.
    move: at_home mt only ne; rewrite /looks_elsewhere /marked; case: (q) => [y [z|i]] /=; last by move=> _ /eqP.
    move=> /negPn/eqP zy mt only _; symmetry; apply: only; rewrite ?eqxx //=.
    by rewrite zy eqxx.
  rewrite tq eqxx; have /negPf -> : t' != q by apply/eqP; rewrite -tq.
  rewrite mulr0 addr0 mulr1; apply: le_lt_trans (le1 t') _.
  by apply: ltr_paddl; rewrite ?ltr1n.
rewrite mt mulr1; case m: (marked q t'); last first.
  by rewrite mulr0 addr0; apply: le_lt_trans (le1 t') _; apply: ltr_paddl; rewrite ?ltr1n.
rewrite mulr1 ltr_add2r coordinate_absent; last first.
  by apply/negP => occurs; apply: ne; apply: only.
move: tin => /orP[/eqP tq|/codomP[p ->]]; last by apply: share_gt0 => //; apply: elsewhere.
by move: look mt; rewrite /looks_elsewhere /marked tq; case: (q) => [y [z|i]] //= /negPf zy; rewrite eq_sym zy.
Qed.

Theorem B_rem31_retr_fix_gap : Statements.retrieval_gaps.B_rem31_retr_fix_gap.
Proof.
move=> R V norm A I N w own val F a b i D K g N2 ab pos posn [scaled _] K0 near lip gap x /=.
pose q : A * (A + I) := (b, inl a); pose t1 : A * (A + I) := (a, inr i).
pose t2 : A * (A + I) := (a, inl a); pose v r := w q t1 r.
have wv c r : w q c r = v r by apply: (alone_positional r N2 (posn (alone c t1 r) q)).
pose Z := own q + \sum_r v r.
have totalE z : total w own z q = Z by rewrite /total; congr (_ + _); apply: eq_bigr.
have Z0 : 0 < Z by rewrite -(totalE x) total_gt0.
have step p : 2%:R * g <= K * (Z^-1 * (v p * D)).
  have [pr1 an1] := facing_answer ab p (or_introl (erefl (inr i))).
  have [pr2 an2] := facing_answer ab p (or_intror (erefl (inl a))) (i := i).
  pose a1 := attended w own val val (facing a b i (inr i) p) q.
  pose a2 := attended w own val val (facing a b i (inl a) p) q.
  have diff : a1 - a2 = Z^-1 *: (v p *: (val t1 - val t2)).
    rewrite /a1 /a2 /attended !totalE -scalerBr; congr (_ *: _).
    rewrite opprD addrACA subrr add0r -sumrB (bigD1 p) //= big1 ?addr0 => [|r rp].
      by rewrite /facing !alone_at !wv scalerBr.
    by rewrite /facing !alone_off // subrr.
  have g1 : F q a1 t2 + g <= F q a1 t1 by apply: gap pr1 an1 _ => -[].
  have g2 : F q a2 t1 + g <= F q a2 t2 by apply: gap pr2 an2 _ => -[].
  apply: (@le_trans _ _ (K * norm (a1 - a2))).
    apply: le_trans (lip q a1 a2 t1 t2); apply: le_trans (ler_norm _).
    by rewrite mulr_natl mulr2n opprB ler_add // ler_subr_addl.
  have v0 : 0 <= v p by exact: (weight_ge0 pos).
  apply: ler_wpmul2l => //; rewrite diff !scaled !ger0_norm // ?invr_ge0 ?(ltW Z0) //.
  by apply: ler_wpmul2l; rewrite ?invr_ge0 ?(ltW Z0) // ler_wpmul2l.
have N0 : 0 < (2 * N)%:R :> R by rewrite ltr0n muln_gt0 /= ltnW.
rewrite ler_pdivl_mulr // totalE.
have -> : 1 - own q / Z = (\sum_r v r) / Z.
  by rewrite -[1](divff (lt0r_neq0 Z0)) -mulrBl /Z addrAC subrr add0r.
have -> : g * (2 * N)%:R = \sum_(p < N) 2%:R * g.
  by rewrite sumr_const card_ord -[RHS]mulr_natr natrM mulrA [g * _]mulrC.
have -> : K * D * ((\sum_r v r) / Z) = \sum_p K * (Z^-1 * (v p * D)).
  rewrite -!mulr_sumr -mulr_suml -mulrA; congr (_ * _).
  by rewrite mulrA [D * _]mulrC [RHS]mulrC.
by apply: ler_sum => p _; exact: step.
Qed.

Section Sums.
Variable R : realFieldType.
Add Field R_field : (field_of [fieldType of R]).

Lemma same_bias (y1 y2 y3 y4 b1 b2 : R) :
  y1 + b1 - (y2 + b2) - (y3 + b1 - (y4 + b2)) = y1 - y3 - (y2 - y4).
Proof. plain_ring R. Qed.

Lemma even_gap (n : R) : n != 0 -> n + 1 != 0 ->
  1 * 2%:R * (1 - 1 / (n + 1)) / (2%:R * n) = (n + 1)^-1.
Proof.
move=> n0 n1; have -> : 1 - 1 / (n + 1) = n / (n + 1).
  by apply: (mulIf n1); rewrite mulrBl !divfK // mul1r addrK.
by rewrite mul1r mulrA mulrAC divff ?mul1r // mulf_neq0 ?pnatr_eq0.
Qed.
End Sums.

Theorem B_rem31_retr_fix_gap_attained : Statements.retrieval_gaps.B_rem31_retr_fix_gap_attained.
Proof.
move=> R A I N N1 T w own F norm.
have pos : positive w own by split=> *; exact: ltr01.
have tot x q : total w own x q = N%:R + 1 by rewrite /total /own /w sumr_const card_ord addrC.
split.
- split=> [k v|v v']; first by rewrite mulr_sumr; apply: eq_bigr => t _; rewrite ffunE normrM.
  by rewrite -big_split; apply: ler_sum => t _; rewrite ffunE ler_norm_add.
- have one t : \sum_(u : T) `|onehot R t u| = 1.
    rewrite (bigD1 t) //= ffunE eqxx normr1 big1 ?addr0 // => u ut.
    by rewrite ffunE (negPf ut) normr0.
  move=> t t'; apply: (@le_trans _ _ (\sum_(u : T) (`|onehot R t u| + `|onehot R t' u|))).
    by apply: ler_sum => u _; rewrite !ffunE ler_norm_sub.
  by rewrite big_split /= !one.
- move=> q v v' t t'; rewrite mul1r /F; case: (eqVneq t t') => [->|ne].
    by rewrite !subrr normr0 sumr_ge0.
  rewrite same_bias.
  apply: le_trans (ler_norm_sub _ _) _; rewrite /norm (bigD1 t) //= (bigD1 t') 1?eq_sym //= !ffunE.
  by rewrite addrA ler_addl sumr_ge0.
- move=> q x x' q' t t' prop ans ne; rewrite tot natrM even_gap ?pnatr_eq0 -?lt0n //; last first.
    by rewrite lt0r_neq0 // ltr_paddl ?ltr01 ?ler0n.
  have [t1 [ans1 _ mt le]] := B_rem31_retr_fix_all pos prop.
  have [t2 [ans2 _ tin _]] := answer_marked prop.
  move: ans1 ans2; rewrite ans => -[e1] -[e2]; rewrite -e1 in mt le; rewrite -e2 in tin.
  rewrite /F mt addrC; apply: ler_add => //; last exact: le.
  rewrite coordinate tot -[X in X <= _]mulr1 ler_wpmul2l ?invr_ge0 ?addr_ge0 ?ler0n ?ler01 //.
  have nn (P : pred 'I_N) : 0 <= \sum_(p | P p) w q' (x' p) p * (x' p == t)%:R.
    by apply: sumr_ge0 => p _; rewrite mulr_ge0 ?ler01 ?ler0n.
  case/orP: tin nn => [/eqP ->|/codomP[p tp]] nn; first by rewrite eqxx mulr1 ler_addl nn.
  rewrite (bigD1 p) //= -tp eqxx mulr1 addrCA ler_addl addr_ge0 ?nn //.
  by rewrite mulr_ge0 ?ler01 ?ler0n.
Qed.

Section Loud.
Variables (R : realFieldType) (A I : finType) (N : nat).
Local Notation T := (A * (A + I))%type.
Variables (w : T -> T -> 'I_N -> R) (own : T -> R) (k : R) (x : 'I_N -> T) (q : T).
Hypotheses (pos : positive w own) (k0 : 0 <= k).
Let Z := total w own x q.
Let Z0 : 0 < Z. Proof. exact: total_gt0. Qed.
Let a := attended w own (@onehot R _) (@onehot R _) x q.
(* The attention on keys that mark t. *)
Definition marks (t : T) : R :=
  Z^-1 * (own q * (marked q t)%:R + \sum_p w q (x p) p * (marked (x p) t)%:R).

Lemma looking_at t : attended w own (looking_value k) (looking_value k) x q t = a t + k * marks t.
Proof.
have split_ (c : R) s : (c *: looking_value k s) t = c * (s == t)%:R + k * (c * (marked s t)%:R).
  by rewrite !ffunE eq_sym [LHS]mulrDr mulrCA.
rewrite /a coordinate /marks /attended ffunE -/Z mulrCA -mulrDr; congr (_ * _).
rewrite ffunE split_ sum_ffunE (eq_bigr _ (fun p _ => split_ _ _)) big_split /= -mulr_sumr.
by rewrite mulrDr addrACA.
Qed.

Lemma marks_quiet t : marked q t = false -> marks t <= 1 - own q / Z.
Proof.
move=> m; rewrite /marks m mulr0 add0r.
have -> : 1 - own q / Z = Z^-1 * \sum_p w q (x p) p.
  apply: (mulIf (lt0r_neq0 Z0)); rewrite mulrBl divfK ?lt0r_neq0 // mul1r [RHS]mulrAC mulVf ?lt0r_neq0 //.
  by rewrite mul1r /Z /total addrAC subrr add0r.
rewrite ler_wpmul2l ?invr_ge0 ?(ltW Z0) //; apply: ler_sum => p _.
by case: marked; rewrite ?mulr1 ?mulr0 // (weight_ge0 pos).
Qed.

Lemma marks_loud t : marked q t -> own q / Z <= marks t.
Proof.
move=> m; rewrite /marks m mulr1 mulrC ler_wpmul2l ?invr_ge0 ?(ltW Z0) // ler_addl.
by apply: sumr_ge0 => p _; rewrite mulr_ge0 ?ler0n // (weight_ge0 pos).
Qed.

Lemma marks_alike t t' : (forall s, (s == q) || (s \in codom x) -> marked s t' -> marked s t) ->
  marks t' <= marks t.
Proof.
move=> alike; have le s : (s == q) || (s \in codom x) -> (marked s t')%:R <= (marked s t)%:R :> R.
  by move/alike; rewrite ler_nat; case: marked => // ->.
rewrite /marks ler_wpmul2l ?invr_ge0 ?(ltW Z0) // ler_add //.
  by apply: ler_wpmul2l; rewrite ?(ltW (pos.2 q)) // le ?eqxx.
by apply: ler_sum => p _; rewrite ler_wpmul2l ?(weight_ge0 pos) // le // codom_f orbT.
Qed.
End Loud.

Theorem B_rem31_retr_fix_loud : Statements.retrieval_gaps.B_rem31_retr_fix_loud.
Proof.
move=> R A I N w own h k x q pos k0 steep loud prop.
have [t [ans mt tin only]] := answer_marked prop; exists t => // t' ne; rewrite !looking_at.
have at0 := coordinate_gt0 pos tin; case m: (marked q t').
  have absent : ~~ ((t' == q) || (t' \in codom x)).
    by apply/negP => occurs; apply: ne; apply: only.
  rewrite coordinate_absent // add0r; apply: ltr_spaddl => //; apply: ler_wpmul2l => //.
  apply: marks_alike => // s occurs; case: s occurs => l [z|i] occurs; last first.
    by rewrite /marked /= => /eqP e; move: absent; rewrite e occurs.
  have same : t.1 = t'.1.
    move: m mt absent; rewrite /marked; case: (q) => [y [z'|i]] /=; first by move=> /eqP -> /eqP ->.
    by move=> /eqP ->; rewrite eqxx.
  by rewrite /marked /= same.
apply: (@le_lt_trans _ _ (1 + k * (1 - own q / total w own x q))).
  by apply: ler_add; [exact: coordinate_le1|apply: ler_wpmul2l => //; exact: marks_quiet].
apply: (@lt_le_trans _ _ (k * (own q / total w own x q))); last first.
  apply: ler_paddl; first exact: ltW.
  by apply: ler_wpmul2l => //; exact: marks_loud.
set o := own q / _ in loud *; rewrite mulrBr mulr1 addrA ltr_subl_addr -mulrDr addrC -ltr_subr_addl.
apply: lt_le_trans steep _.
have -> : k * (o + o) - k = k * (2%:R * o - 1) by rewrite mulrBr mulr1 mulr_natl mulr2n.
by apply: ler_wpmul2l => //; rewrite ler_sub // ler_wpmul2l ?ler0n.
Qed.

(* Two tokens at the first two places in either order, one that asks for a letter at all others. *)
Section Quiet.
Variables (R : realFieldType) (A I : finType) (n : nat) (a b c : A) (i : I).
Hypotheses (ab : a <> b) (ac : a <> c) (bc : b <> c).
Local Notation T := (A * (A + I))%type.
Implicit Types (o : bool) (y z : A).
Definition ask y : T := (c, inl y).
Definition found y : T := (y, inr i).
Definition pair_first o z (p : 'I_n.+2) : T :=
  if val p == 0%N then found (if o then a else b)
  else if val p == 1%N then found (if o then b else a) else ask z.

Lemma undup_single (K : eqType) (l : seq K) t : t \in l -> (forall u, u \in l -> u = t) ->
  undup l = [:: t].
Proof.
move=> tl only; apply: perm_small_eq => //; apply: uniq_perm => //; first exact: undup_uniq.
move=> u; rewrite mem_undup inE; apply/idP/eqP => [/only//|->//].
Qed.

Lemma found_only o z p y : (pair_first o z p).1 = y -> y <> c -> pair_first o z p = found y.
Proof. by rewrite /pair_first; do !case: ifP => _; move=> /= <-. Qed.

Lemma pair_fits o y z z' j : (y == a) || (y == b) -> (1 <= j)%N ->
  fitting (asked (pair_first o z) (ask z')) j y = [:: Some (found y)].
Proof.
move=> yab j1; have yc : y <> c by case/orP: yab => /eqP ->.
apply: undup_single => [|u].
  pose p0 : 'I_n.+2 := if o == (y == a) then ord0 else lift ord0 ord0.
  have e : pair_first o z p0 = found y.
    rewrite /pair_first /p0 {p0}; case: (eqVneq y a) yab => [->|_ /= /eqP ->]; by case: o.
  rewrite mem_filter /= eqxx /=; set s := asked _ _.
  have pj : (p0 < size (take j.+1 s))%N.
    by rewrite size_take size_asked; case: ifP => _; rewrite /p0; case: ifP => _ //=; rewrite ltnS.
  have <- : nth None (take j.+1 s) p0 = Some (found y).
    have p0j : (p0 < j.+1)%N by rewrite /p0; case: ifP => _ //=; rewrite ltnS.
    by rewrite nth_take // (nth_map (ask z)) ?size_word ?ltnS ?(ltnW (ltn_ord p0)) // nth_word e.
  exact: mem_nth.
rewrite mem_filter => /andP[uy /mem_take]; case: u uy => [t|//] ty.
rewrite mem_asked => /orP[/eqP tq|/codomP[p tp]]; congr Some.
  by case: yc; move: ty; rewrite tq /= => /eqP.
by rewrite tp; apply: found_only => //; rewrite -tp; case: t ty {tp} => l r /= /eqP.
Qed.

Lemma pair_answer o y z : (y == a) || (y == b) -> (z == a) || (z == b) ->
  proper (asked (pair_first o z) (ask y))
  /\ retrieval_answer (pair_first o z) (ask y) = Some (found y).
Proof.
move=> yab zab; have pr : proper (asked (pair_first o z) (ask y)).
  apply/andP; split; first by apply/negP => /mapP[].
  apply/allP => j; rewrite mem_iota size_asked add0n => /= jN; rewrite /proper_at.
  move: jN; rewrite ltnS leq_eqVlt => /orP[/eqP ->|jN].
    by rewrite nth_asked /= pair_fits.
  rewrite (nth_map (ask y)) ?size_word ?ltnS ?(ltnW jN) //.
  have := nth_word (pair_first o z) (ask y) (ask y) (Ordinal jN) => /= ->.
  rewrite {1}/pair_first /=; case: eqP => // j0; case: eqP => // _ /=.
  by rewrite pair_fits // lt0n; apply/eqP.
split=> //; have [t [-> mt tin _]] := answer_marked pr; congr Some.
have yc : y <> c by case/orP: yab => /eqP ->.
case/orP: tin mt => [/eqP ->|/codomP[p ->]]; first by rewrite /marked /= => /eqP/esym.
by rewrite /marked /= => /eqP; move/found_only; apply.
Qed.

Variables (w : 'I_n.+2 -> R) (own : R) (val : T -> {ffun T -> R^o}).
Hypotheses (w0 : forall p, 0 < w p) (own0 : 0 < own).
Hypothesis right : forall x q, proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
  largest (attended (fun _ _ => w) (fun=> own) val val x q) t.
Let d s : R := val s (found a) - val s (found b).
Let r : R := \sum_(p < n.+2 | (2 <= p)%N) w p.
Definition pull o y z : R := own * d (ask y)
  + (w ord0 * d (found (if o then a else b)) + (w (lift ord0 ord0) * d (found (if o then b else a))
     + r * d (ask z))).

Lemma pull_is o y z : let x := pair_first o z in
  attended (fun _ _ => w) (fun=> own) val val x (ask y) (found a)
  - attended (fun _ _ => w) (fun=> own) val val x (ask y) (found b)
  = (own + \sum_p w p)^-1 * pull o y z.
Proof.
move=> x; rewrite /attended !ffunE -mulrBr; congr (_ * _); rewrite !sum_ffunE.
rewrite opprD addrACA -sumrB -mulrBr; congr (_ + _).
have each p : (w p *: val (x p)) (found a) - (w p *: val (x p)) (found b) = w p * d (x p).
  by rewrite !ffunE -mulrBr.
have -> : r = \sum_(k < n) w (lift ord0 (lift ord0 k)).
  by rewrite /r big_mkcond !big_ord_recl /= !add0r.
rewrite (eq_bigr _ (fun p _ => each p)) !big_ord_recl; congr (_ + (_ + _)).
by rewrite mulr_suml; apply: eq_bigr => p _; rewrite /x /pair_first.
Qed.

Let Z0 : 0 < own + \sum_p w p.
Proof. by apply: ltr_paddr => //; apply: sumr_ge0 => p _; exact: ltW. Qed.

Lemma pull_a o z : (z == a) || (z == b) -> 0 < pull o a z.
Proof.
move=> zab; have aab : (a == a) || (a == b) by rewrite eqxx.
have [pr an] := pair_answer o aab zab.
have ne : found b <> found a by case=> /esym.
have less := right pr an ne; rewrite -subr_gt0 pull_is in less.
by move: less; rewrite pmulr_rgt0 ?invr_gt0.
Qed.

Lemma pull_b o z : (z == a) || (z == b) -> pull o b z < 0.
Proof.
move=> zab; have bab : (b == a) || (b == b) by rewrite eqxx orbT.
have [pr an] := pair_answer o bab zab.
have ne : found a <> found b by case.
have less := right pr an ne; rewrite -subr_lt0 pull_is in less.
by move: less; rewrite pmulr_rlt0 ?invr_gt0.
Qed.

Add Field R_field : (field_of [fieldType of R]).

Lemma both_orders y z y' z' : pull true y z + pull false y z - (pull true y' z' + pull false y' z')
  = 2%:R * (own * (d (ask y) - d (ask y')) + r * (d (ask z) - d (ask z'))).
Proof.
rewrite /pull; move: (d (ask y)) (d (ask y')) (d (ask z)) (d (ask z')) (d (found a)) (d (found b)).
by move: (w ord0) (w (lift ord0 ord0)) r => v0 v1 s x x' t t' e e'; plain_ring R.
Qed.

Lemma must_be_loud : r < own.
Proof.
have aa : (a == a) || (a == b) by rewrite eqxx.
have bb : (b == a) || (b == b) by rewrite eqxx orbT.
have gap z z' : (z == a) || (z == b) -> (z' == a) || (z' == b) ->
    0 < own * (d (ask a) - d (ask b)) + r * (d (ask z) - d (ask z')).
  move=> hz hz'; rewrite -(pmulr_rgt0 _ (ltr0n R 2 : 0 < 2%:R)) -both_orders subr_gt0.
  apply: (@lt_trans _ _ 0); first by rewrite -oppr_gt0 opprD addr_gt0 // oppr_gt0 pull_b.
  by apply: addr_gt0; apply: pull_a.
have r0 : 0 <= r by apply: sumr_ge0 => p _; exact: ltW.
have apart : 0 < d (ask a) - d (ask b).
  by have := gap a b aa bb; rewrite -mulrDl pmulr_rgt0 // ltr_paddr.
have := gap b a bb aa; rewrite -[X in r * X]opprB mulrN -mulrBl pmulr_lgt0 //.
by rewrite subr_gt0.
Qed.
End Quiet.

(* Four inputs of (a, i) and (b, i), for which no token asks. *)
Section Needed.
Variables (R : realFieldType) (A I : finType) (N : nat) (a b : A) (i : I).
Variables (w : 'I_N -> R) (own : R) (val : A * (A + I) -> {ffun A * (A + I) -> R^o}).
Hypotheses (ab : a <> b) (w0 : forall p, 0 < w p) (own0 : 0 < own).
Hypothesis right : forall x q, proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
  largest (attended (fun _ _ => w) (fun=> own) val val x q) t.
Definition plain (y : A) : A * (A + I) := (y, inr i).
Definition filled (y : A) (p : 'I_N) : A * (A + I) := plain y.
Let d (y : A) : R := val (plain y) (plain a) - val (plain y) (plain b).
Let s : R := \sum_p w p.

Lemma plain_answer y z : proper (asked (filled y) (plain z))
  /\ retrieval_answer (filled y) (plain z) = Some (plain z).
Proof.
have pr : proper (asked (filled y) (plain z)).
  apply/andP; split; first by apply/negP => /mapP[].
  apply/allP => j; rewrite mem_iota size_asked add0n => /= jN; rewrite /proper_at.
  move: jN; rewrite ltnS leq_eqVlt => /orP[/eqP ->|jN]; first by rewrite nth_asked.
  rewrite (nth_map (plain z)) ?size_word ?ltnS ?(ltnW jN) //.
  by have := nth_word (filled y) (plain z) (plain z) (Ordinal jN) => /= ->.
by split=> //; have [t [-> + _ _]] := answer_marked pr; rewrite /marked /= => /eqP ->.
Qed.

Lemma lead_is y z : attended (fun _ _ => w) (fun=> own) val val (filled y) (plain z) (plain a)
  - attended (fun _ _ => w) (fun=> own) val val (filled y) (plain z) (plain b)
  = (own + s)^-1 * (own * d z + s * d y).
Proof.
rewrite /attended !ffunE -mulrBr; congr (_ * _); rewrite !sum_ffunE.
rewrite opprD addrACA -sumrB -mulrBr; congr (_ + _).
by rewrite mulr_suml; apply: eq_bigr => p _; rewrite !ffunE -mulrBr.
Qed.

Let s0 : 0 <= s. Proof. by apply: sumr_ge0 => p _; exact: ltW. Qed.
Let Z0 : 0 < own + s. Proof. exact: ltr_paddr. Qed.

Lemma lead_a y : 0 < own * d a + s * d y.
Proof.
have [pr an] := plain_answer y a; have ne : plain b <> plain a by case=> /esym.
have less := right pr an ne; rewrite -subr_gt0 lead_is in less.
by move: less; rewrite pmulr_rgt0 ?invr_gt0.
Qed.

Lemma lead_b y : own * d b + s * d y < 0.
Proof.
have [pr an] := plain_answer y b; have ne : plain a <> plain b by case.
have less := right pr an ne; rewrite -subr_lt0 lead_is in less.
by move: less; rewrite pmulr_rlt0 ?invr_gt0.
Qed.

Lemma own_needed : s < own.
Proof.
have da : 0 < d a by have := lead_a a; rewrite -mulrDl pmulr_rgt0.
have db : d b < 0 by have := lead_b b; rewrite -mulrDl pmulr_rlt0.
have := lt_trans (lead_b a) (lead_a b).
rewrite -subr_gt0 opprD addrACA -mulrBr -[X in _ + X]opprB -mulrBr -mulrBl.
by rewrite pmulr_lgt0 ?subr_gt0 // (lt_trans db da).
Qed.
End Needed.

Theorem B_rem31_retr_own_needed : Statements.retrieval_gaps.B_rem31_retr_own_needed.
Proof. by move=> R A I N w own val a b ab [i] w0 own0; exact: (own_needed i ab w0 own0). Qed.

Theorem B_rem31_retr_fix_quiet : Statements.retrieval_gaps.B_rem31_retr_fix_quiet.
Proof.
move=> R A I [|[|n]] // w own val a b c _ ab ac bc [i] w0 own0 less right.
by have := must_be_loud i ab ac bc w0 own0 right; rewrite ltNge less.
Qed.

Theorem B_rem31_retr_fix_half : Statements.retrieval_gaps.B_rem31_retr_fix_half.
Proof.
move=> R A I n val a b c n1 ab ac bc ai; split.
  rewrite sumr_const card_ord; have nz : n.+1%:R != 0 :> R by rewrite pnatr_eq0.
  have -> : n%:R + n.+2%:R = 2%:R * n.+1%:R :> R by rewrite -natrD -natrM addnS mul2n doubleS -addnn addnS.
  apply: (mulIf (mulf_neq0 (_ : 2%:R != 0 :> R) nz)); first by rewrite pnatr_eq0.
  rewrite divfK ?mulf_neq0 ?pnatr_eq0 // mulrA divfK ?pnatr_eq0 // mulrBl mulVf // mul1r.
  by rewrite -addn1 natrD addrK.
apply: (B_rem31_retr_fix_quiet (val := val) (isT : (2 <= n.+2)%N) ab ac bc ai) => [p||].
- exact: ltr01.
- by rewrite ltr0n.
by rewrite big_mkcond !big_ord_recl /= !add0r sumr_const card_ord.
Qed.
