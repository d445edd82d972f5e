From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
From Statements Require Import head tasks impossibility.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

(* Permutations of the places before the query. *)

Section Exchange.
Variables (R : fieldType) (V : lmodType R) (Q C : Type) (N : nat).
Implicit Types (w : Q -> C -> 'I_N -> R) (x : 'I_N -> C).

Lemma symbolic_sum (W : lmodType R) w x q (f : C -> W) (s : 'S_N) : symbolic_on w x q ->
  \sum_p w q (x (s p)) p *: f (x (s p)) = \sum_p w q (x p) p *: f (x p).
Proof.
move=> symb; rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => p _; congr (_ *: _).
by have := symb (s^-1)%g (s p); rewrite permK.
Qed.

Lemma symbolic_invariant w own (val : C -> V) mine x q (s : 'S_N) : symbolic_on w x q ->
  attended w own val mine (x \o s) q = attended w own val mine x q.
Proof.
move=> symb; rewrite /attended /total /= (symbolic_sum val s symb); congr ((_ + _)^-1 *: _).
have := @symbolic_sum [lmodType R of R^o] w x q (fun=> 1) s symb.
rewrite (eq_bigr (fun p => w q (x (s p)) p)) => [->|p _]; last exact: mulr1.
by apply: eq_bigr => p _; exact: mulr1.
Qed.

Lemma symbolic_invariant_all H (w : 'I_H -> Q -> C -> 'I_N -> R) own val mine x q (s : 'S_N) :
  (forall h, symbolic_on (w h) x q) ->
  attended_all w own val mine (x \o s) q = attended_all (V := V) w own val mine x q.
Proof. by move=> symb; apply/ffunP => h; rewrite !ffunE symbolic_invariant. Qed.
End Exchange.

Theorem A_lem1_fix : Statements.impossibility.A_lem1_fix.
Proof. by move=> R V Q C Y N H w own val mine F x q symb s; rewrite symbolic_invariant_all. Qed.

Lemma attended_ext (R : fieldType) (V : lmodType R) (Q C : Type) N (w : Q -> C -> 'I_N -> R)
    own (val : C -> V) mine x x' q : x =1 x' ->
  attended w own val mine x q = attended w own val mine x' q.
Proof.
move=> same; rewrite /attended /total; congr ((_ + _)^-1 *: (_ + _));
  by apply: eq_bigr => p _; rewrite same.
Qed.

Lemma attended_all_ext (R : fieldType) (V : lmodType R) (Q C : Type) N H
    (w : 'I_H -> Q -> C -> 'I_N -> R) own (val : 'I_H -> C -> V) mine x x' q : x =1 x' ->
  attended_all w own val mine x q = attended_all w own val mine x' q.
Proof. by move=> same; apply/ffunP => h; rewrite !ffunE; apply: attended_ext. Qed.

Lemma alone_moved (C : Type) N (a b : C) (j k : 'I_N) :
  alone a b k =1 alone a b j \o tperm j k.
Proof. by move=> p; rewrite /alone /= -(inj_eq (@perm_inj _ (tperm j k)) p k) tpermR. Qed.

Lemma alone_attended (R : fieldType) (V : lmodType R) (Q C : Type) N H
    (w : 'I_H -> Q -> C -> 'I_N -> R) own (val : 'I_H -> C -> V) mine (a b : C) j k q :
  (forall h, symbolic_on (w h) (alone a b j) q) ->
  attended_all w own val mine (alone a b k) q = attended_all w own val mine (alone a b j) q.
Proof.
by move=> symb; rewrite (attended_all_ext _ _ _ _ _ (alone_moved a b j k)) symbolic_invariant_all.
Qed.

Theorem A_thm2_at : Statements.impossibility.A_thm2_at.
Proof.
move=> R V C N H w own val mine F y a b j k ab jk symb [yj yk]; apply: ab.
by move: yk; rewrite /y (alone_attended _ _ _ k symb) => yk; exact: etrans (esym yk) yj.
Qed.

Lemma two_places N : (2 <= N)%N -> exists j k : 'I_N, j <> k.
Proof. by case: N => [|[|N]] // _; exists ord0, ord_max. Qed.

Theorem A_thm2 : Statements.impossibility.A_thm2.
Proof.
move=> R V C N H w own val mine F /two_places[j [k jk]] [a [b ab]] symb right.
apply: (@A_thm2_at R V C N H w own val mine F a b j k ab jk) => [h|]; first exact: symb.
by rewrite !right /alone eqxx; case: eqP.
Qed.

(* Positive weights. *)

Section Positive.
Variables (R : realFieldType) (Q C : Type) (N : nat) (w : Q -> C -> 'I_N -> R) (own : Q -> R).
Hypothesis pos : positive w own.

Lemma weight_ge0 q c p : 0 <= w q c p. Proof. exact/ltW/pos.1. Qed.

Lemma total_gt0 x q : 0 < total w own x q.
Proof. by apply: ltr_paddr; [apply: sumr_ge0 => p _; apply: weight_ge0|apply: pos.2]. Qed.

Lemma inv_total_gt0 x q : 0 < (total w own x q)^-1. Proof. by rewrite invr_gt0 total_gt0. Qed.

Lemma sum_gt0 (f : 'I_N -> R) (p : 'I_N) :
  (forall r, 0 <= f r) -> 0 < f p -> 0 < \sum_r f r.
Proof. by move=> nn fp; rewrite (bigD1 p) //=; apply: ltr_paddr => //; apply: sumr_ge0. Qed.
End Positive.

Lemma attended_onehot (R : fieldType) (T : finType) (Q C : Type) N (w : Q -> C -> 'I_N -> R) own
    (val : C -> T) (mine : Q -> T) x q (t : T) :
  attended w own (fun c => onehot R (val c)) (fun q => onehot R (mine q)) x q t
  = (total w own x q)^-1 * (own q * (mine q == t)%:R + \sum_p w q (x p) p * (val (x p) == t)%:R).
Proof.
rewrite /attended ffunE; congr (_ * _); rewrite ffunE; congr (_ + _); first by rewrite !ffunE eq_sym.
by rewrite sum_ffunE; apply: eq_bigr => p _; rewrite !ffunE eq_sym.
Qed.

(* Lemma 1. *)

Theorem A_lem1 : Statements.impossibility.A_lem1.
Proof.
move=> R N s moves; exists [finType of 'I_N.+1], (fun _ _ _ => 1), (fun=> 2%:R), id.
split=> //; first by split=> *; rewrite ?ltr01 ?ltr0n.
have tot z : total (fun (_ _ : 'I_N.+1) (_ : 'I_N) => 1 : R) (fun=> 2%:R) z = total
    (fun (_ _ : 'I_N.+1) (_ : 'I_N) => 1 : R) (fun=> 2%:R) (before id).
  by [].
move/ffunP/(_ ord_max); rewrite !(@attended_onehot _ _ _ _ _ _ _ id id) /total /=.
have nz : (2%:R + \sum_(p < N) 1 : R)^-1 != 0.
  by rewrite invr_eq0 lt0r_neq0 // ltr_paddr ?ltr0n // sumr_ge0 // => *; exact: ler01.
move/(mulfI nz); rewrite /query /= eqxx (negPf moves) mulr0 add0r mulr1.
rewrite [X in _ = _ + X]big1 => [|p _]; last first.
  by rewrite /before mul1r (_ : _ == _ = false) // -val_eqE /= ltn_eqF.
set A := \sum_p _ => eA; have : A <= 1; last by rewrite eA addr0 leNgt ltr_addr ltr01.
rewrite /A; pose k : 'I_N.+1 := (s^-1)%g ord_max.
apply: (@le_trans _ _ (\sum_(r < N.+1) (s r == ord_max)%:R)).
  rewrite [X in _ <= X]big_ord_recr /= -[X in X <= _]addr0 ler_add ?ler0n //.
  by apply: ler_sum => p _; rewrite mul1r.
rewrite (bigD1 k) //= /k permKV eqxx big1 ?addr0 // => r rk.
by rewrite (_ : _ == _ = false) //; apply: contraNF rk => /eqP <-; rewrite permK.
Qed.

Theorem A_lem1_fix_only : Statements.impossibility.A_lem1_fix_only.
Proof.
move=> R T N w own x q pos xinj xq y same s j.
have eqy (r : 'S_N) t := congr1 (fun f : {ffun T -> R^o} => f t) (same r).
have val z t : y z t = (total w own z q)^-1 *
    (own q * (q == t)%:R + \sum_p w q (z p) p * (z p == t)%:R).
  exact: (@attended_onehot _ _ _ _ _ _ _ id id).
have own_part (r : 'S_N) : \sum_p w q ((x \o r) p) p * ((x \o r) p == q)%:R = 0.
  by apply: big1 => p _ /=; rewrite (negPf (xq _)) mulr0.
have own_id : \sum_p w q (x p) p * (x p == q)%:R = 0.
  by apply: big1 => p _ /=; rewrite (negPf (xq _)) mulr0.
have opos := pos.2 q.
have totals (r : 'S_N) : total w own (x \o r) q = total w own x q.
  have := eqy r q; rewrite !val own_part own_id eqxx mulr1 addr0.
  by move/(mulIf (lt0r_neq0 opos))/invr_inj.
have key (r : 'S_N) p : w q (x (r p)) p = w q (x (r p)) (r p).
  have := eqy r (x (r p)); rewrite !val totals.
  move/(mulfI (lt0r_neq0 (inv_total_gt0 pos x q))).
  rewrite eq_sym (negPf (xq _)) mulr0 !add0r (bigD1 p) //= eqxx mulr1 big1 ?addr0 => [|k kp].
    rewrite [X in _ = X](bigD1 (r p)) //= eqxx mulr1 big1 ?addr0 // => k kp.
    by rewrite (inj_eq xinj) (negPf kp) mulr0.
  by rewrite (inj_eq xinj) (inj_eq perm_inj) (negPf kp) mulr0.
have := key (s^-1)%g (s j); rewrite permK => ->.
by [].
Qed.

Section Whole.
Variables (R : realFieldType) (V : lmodType R) (T : Type) (N : nat).
Variables (w : T -> T -> 'I_N -> R) (own : T -> R) (val : T -> V).
Hypothesis symb : symbolic w.

Lemma symbolic_place q t (p r : 'I_N) : w q t p = w q t r.
Proof. by have := symb (fun=> t) q (tperm p r) p; rewrite tpermL => <-. Qed.

Lemma fixed_query (s : 'S_N.+1) z : s ord_max = ord_max ->
  attended w own val val (before (z \o s)) (query (z \o s)) =
  attended w own val val (before z) (query z).
Proof.
move=> fixed; rewrite /query /= fixed.
have sums (W : zmodType) (f : T -> W) : \sum_p f (before (z \o s) p) = \sum_p f (before z p).
  have : \sum_k f (z (s k)) = \sum_k f (z k) by rewrite [RHS](reindex_inj (@perm_inj _ s)).
  by rewrite 2!big_ord_recr /= fixed => /addIr.
case: N w own symb z s fixed sums => [|n] w' own' symb' z s fixed sums.
  by rewrite /attended /total !big_ord0.
pose v t := w' (z ord_max) t ord0.
have vE t p : w' (z ord_max) t p = v t.
  by have := symb' (fun=> t) (z ord_max) (tperm p ord0) p; rewrite tpermL => <-.
rewrite /attended /total; congr ((_ + _)^-1 *: (_ + _)).
  rewrite (eq_bigr (fun p => v (before (z \o s) p))) => [|p _]; last exact: vE.
  by rewrite sums; apply: eq_bigr => p _; rewrite vE.
rewrite (eq_bigr (fun p => v (before (z \o s) p) *: val (before (z \o s) p))) => [|p _].
  by rewrite (sums _ (fun t => v t *: val t)); apply: eq_bigr => p _; rewrite vE.
by rewrite vE.
Qed.
End Whole.

Theorem A_lem1_fix_query : Statements.impossibility.A_lem1_fix_query.
Proof.
move=> R N s; split=> [same|fixed V T Y w own val F _ symb z y].
  apply: (same [lmodType R of R^o] 'I_N.+1 'I_N.+1 (fun _ _ _ => 1) (fun=> 1) (fun=> 0)
    (fun q _ => q) _ _ id); last by [].
  by split=> *; exact: ltr01.
by rewrite /y (fixed_query _ _ symb) // /query /= fixed.
Qed.

(* Information Retrieval. *)

Section Coordinates.
Variables (R : realFieldType) (S A : finType) (N : nat) (w : S -> S * A -> 'I_N -> R) (own : S -> R).
Hypothesis pos : positive w own.
Implicit Types (x : 'I_N -> S * A) (q s : S) (d : A).
Let y x q := attended w own (@bundle R S A) (@bare R S A) x q.

Lemma pair_coordinate x q s d :
  y x q (inl (s, d)) = (total w own x q)^-1 * \sum_(p | x p == (s, d)) w q (x p) p.
Proof.
rewrite /y (@attended_onehot R _ S (S * A)%type N w own inl inr) /= mulr0 add0r.
congr (_ * _); rewrite [RHS]big_mkcond; apply: eq_bigr => p _ /=.
rewrite (_ : (inl (x p) == inl (s, d)) = (x p == (s, d))) //.
by case: (x p == (s, d)); rewrite ?mulr1 ?mulr0.
Qed.

Lemma bare_coordinate x q s : y x q (inr s) = (total w own x q)^-1 * (own q * (q == s)%:R).
Proof.
rewrite /y (@attended_onehot R _ S (S * A)%type N w own inl inr) /=.
by rewrite [X in _ + X]big1 ?addr0 // => p _; rewrite mulr0.
Qed.

Lemma pair_ge0 x q s d : 0 <= y x q (inl (s, d)).
Proof.
rewrite pair_coordinate mulr_ge0 ?(ltW (inv_total_gt0 pos x q)) //.
by apply: sumr_ge0 => p _; exact: (weight_ge0 pos).
Qed.

Lemma pair_gt0 x q s d p : x p = (s, d) -> 0 < y x q (inl (s, d)).
Proof.
move=> xp; rewrite pair_coordinate mulr_gt0 ?(inv_total_gt0 pos x q) // (bigD1 p) ?xp //=.
by apply: ltr_paddr; [apply: sumr_ge0 => r _; exact: (weight_ge0 pos)|rewrite -xp; apply: pos.1].
Qed.

Lemma pair_absent x q s d : (forall p, x p <> (s, d)) -> y x q (inl (s, d)) = 0.
Proof. by move=> no; rewrite pair_coordinate big_pred0 ?mulr0 // => p; apply/eqP/no. Qed.
End Coordinates.

Theorem A_thm4_sharp : Statements.impossibility.A_thm4_sharp.
Proof.
move=> R S A N w own x q c pos [[p xp] only] a.
have present := pair_gt0 pos q xp.
have absent c' : c' <> c -> a (inl (q, c')) = 0.
  move=> ne; apply: pair_absent => r xr; apply: ne.
  by have := only r; rewrite xr => /(_ erefl).
have reads d : \sum_s a (inr s) * a (inl (s, d)) = a (inr q) * a (inl (q, d)).
  rewrite (bigD1 q) //= big1 ?addr0 // => s sq.
  by rewrite /a bare_coordinate eq_sym (negPf sq) !mulr0 mul0r.
have mine : 0 < a (inr q).
  by rewrite /a bare_coordinate eqxx mulr1 mulr_gt0 ?(inv_total_gt0 pos) ?pos.2.
by split=> c' ne; rewrite ?reads (absent _ ne) ?mulr0 ?mulr_gt0.
Qed.

Theorem A_thm4_several : Statements.impossibility.A_thm4_several.
Proof.
move=> R S A N; pose K : R := (N ^ 2).+1%:R.
exists (fun _ _ _ _ => 1), (fun s q => if q == s then 1 else K).
have pos s : positive (fun (_ : S) (_ : S * A) (_ : 'I_N) => 1 : R)
    (fun q => if q == s then 1 else K).
  by split=> [*|q]; [exact: ltr01|case: ifP => _; rewrite ?ltr01 ?ltr0n].
split=> [s|x q c [[p xp] only] c' ne]; first by split; [exact: pos|].
have N0 : (0 < N)%N by apply: leq_ltn_trans (ltn_ord p).
have tot s : total (fun (_ : S) (_ : S * A) (_ : 'I_N) => 1 : R)
    (fun q => if q == s then 1 else K) x q = (if q == s then 1 else K) + N%:R.
  by rewrite /total sumr_const card_ord.
have ones d s : \sum_(r < N | x r == (s, d)) (1 : R) = #|[set r | x r == (s, d)]|%:R.
  by rewrite -sumr_const; apply: eq_bigl => r; rewrite inE.
have right_part : (1 + N%:R)^-1 <=
    \sum_s attended (fun (_ : S) (_ : S * A) (_ : 'I_N) => 1 : R)
      (fun q => if q == s then 1 else K) (@bundle R S A) (@bare R S A) x q (inl (s, c)).
  rewrite (bigD1 q) //= -[X in X <= _]addr0 ler_add //; last first.
    by apply: sumr_ge0 => s _; apply: (pair_ge0 (pos s)).
  rewrite pair_coordinate tot eqxx ler_pmulr ?invr_gt0 ?ltr_paddr ?ltr01 ?ler0n //.
  rewrite ones ler1n; apply/card_gt0P; exists p; by rewrite inE xp.
apply: lt_le_trans right_part; rewrite (bigD1 q) //= pair_absent ?add0r => [|r xr]; last first.
  by apply: ne; have := only r; rewrite xr => /(_ erefl).
apply: (@le_lt_trans _ _ (\sum_(s | s != q) (K + N%:R)^-1 * #|[set r | x r == (s, c')]|%:R)).
  apply: ler_sum => s sq; rewrite pair_coordinate tot eq_sym (negPf sq) ones.
  exact: lexx.
rewrite -mulr_sumr -natr_sum.
apply: (@le_lt_trans _ _ ((K + N%:R)^-1 * N%:R)).
  apply: ler_wpmul2l; first by rewrite invr_ge0 addr_ge0 ?ler0n.
  rewrite ler_nat -[X in (_ <= X)%N](card_ord N) -[X in (_ <= X)%N]sum1_card.
  rewrite (partition_big (fun r => (x r).1) predT) //=.
  rewrite [X in (_ <= X)%N](bigID (fun s => s != q)) /= -[X in (X <= _)%N]addn0 leq_add //.
  apply: leq_sum => s _; rewrite -sum1_card; apply: leq_trans (_ : _ <= \sum_(r < N | (x r).1 == s) 1)%N _.
    rewrite [X in (X <= _)%N]big_mkcond [X in (_ <= X)%N]big_mkcond /=; apply: leq_sum => r _.
    by rewrite inE; case: eqP => [->|_] //=; rewrite eqxx.
  by apply: eq_leq; apply: eq_bigl.
have P0 : 0 < 1 + N%:R :> R by rewrite ltr_paddr ?ltr01 ?ler0n.
have Q0 : 0 < K + N%:R :> R by rewrite ltr_paddr ?ltr0n ?ler0n.
rewrite -(ltr_pmul2l Q0) mulrA divff ?lt0r_neq0 // mul1r -(ltr_pmul2r P0) mulfVK ?lt0r_neq0 //.
rewrite /K -[1]/(1%:R) -!natrD -natrM ltr_nat.
by rewrite mulnDr muln1 mulnn addSn ltnS addnC.
Qed.
