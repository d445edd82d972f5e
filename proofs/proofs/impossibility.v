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

(* Partial Induction. *)

Lemma doubling (R : realFieldType) (v : nat -> R) : 0 < v 0%N ->
  (forall p, 2%:R * v p <= v p.+1) -> forall p, \sum_(r < p) v r < v p.
Proof.
move=> v0 twice; elim=> [|p IH]; first by rewrite big_ord0.
rewrite big_ord_recr /=; apply: lt_le_trans (twice p).
by rewrite mulrDl !mul1r ltr_add2r.
Qed.

Theorem A_cor1_fix_doubling : Statements.impossibility.A_cor1_fix_doubling.
Proof. exact: doubling. Qed.

Lemma sum_below (R : realFieldType) N (v : nat -> R) (p : 'I_N) :
  \sum_(r < N | (r < p)%N) v r = \sum_(r < p) v r.
Proof. by rewrite (big_ord_widen N v (ltnW (ltn_ord p))). Qed.

(* Each place outweighs all before it. *)
Lemma last_wins (R : realFieldType) (S A : finType) N (w : S -> S * A -> 'I_N -> R) own x q c :
  positive w own -> (forall p : 'I_N, \sum_(r < N | (r < p)%N) w q (x r) r < w q (x p) p) ->
  last_bound x q c ->
  largest (fun d => attended w own (@bundle R S A) (@bare R S A) x q (inl (q, d))) c.
Proof.
move=> pos heavy [p xp after] d dc; rewrite !pair_coordinate ltr_pmul2l ?(inv_total_gt0 pos) //.
apply: (@le_lt_trans _ _ (\sum_(r < N | (r < p)%N) w q (x r) r)).
  rewrite [X in X <= _]big_mkcond [X in _ <= X]big_mkcond /=; apply: ler_sum => r _.
  case: eqP => [xr|_]; last by case: ifP => _ //; exact: (weight_ge0 pos).
  case: ltnP => // pr; exfalso; case: (ltngtP p r) pr => // [lt _|/val_inj e _].
    by apply: (after _ lt); rewrite xr.
  by apply: dc; move: xr; rewrite -e xp => -[].
apply: lt_le_trans (heavy p) _; rewrite (bigD1 p) ?xp //=.
by rewrite ler_addl; apply: sumr_ge0 => r _; exact: (weight_ge0 pos).
Qed.

Lemma hundred_flip (R : realFieldType) (Q C : Type) N (x : 'I_N -> C) (q : Q) (i j : 'I_N) :
  i != j -> flip_cosine2 (@hundred R Q C N) x q i j < (20%:R ^- 1) ^+ 2.
Proof.
move=> ij; rewrite /flip_cosine2 /hundred; move: ij; rewrite -val_eqE /=.
move: (val i) (val j) => k l kl.
have key (m n : nat) : (m < n)%N ->
    ((20 * (100 ^ m * 100 ^ n + 100 ^ n * 100 ^ m)) ^ 2
      < (((100 ^ m) ^ 2 + (100 ^ n) ^ 2) * ((100 ^ m) ^ 2 + (100 ^ n) ^ 2)))%N.
  move=> mn; rewrite mulnn ltn_sqr; set a := (100 ^ m)%N; set c := (100 ^ n)%N.
  have ac : (100 * a <= c)%N by rewrite -expnS leq_exp2l.
  have a0 : (0 < a)%N by rewrite expn_gt0.
  have c0 : (0 < c)%N by rewrite expn_gt0.
  rewrite (mulnC c a) addnn -muln2 (mulnC _ 2%N) mulnA mulnA.
  apply: (@leq_trans (c ^ 2)%N); last exact: leq_addl.
  by rewrite -mulnn ltn_pmul2r // (leq_trans _ ac) // ltn_pmul2r.
rewrite -!natrX -!natrM -!natrD -natrM -natrX exprVn -natrX.
rewrite ltr_pdivr_mulr ?ltr0n ?muln_gt0 ?addn_gt0 ?expn_gt0 //.
rewrite mulrC ltr_pdivl_mulr ?ltr0n //  -natrM ltr_nat.
rewrite expn1; case: (ltngtP k l) kl => // [lt|lt] _; have := key _ _ lt.
  by rewrite expnMn [(20 ^ 2 * _)%N]mulnC.
rewrite expnMn [(20 ^ 2 * _)%N]mulnC [(100 ^ l * 100 ^ k + _)%N]addnC.
by rewrite ![((100 ^ l) ^ 2 + _)%N]addnC.
Qed.

Lemma hundred_positive (R : realFieldType) (Q C : Type) N :
  positive (@hundred R Q C N) (fun=> 1).
Proof. by split=> *; rewrite ?ltr01 // ltr0n expn_gt0. Qed.

Lemma hundred_pure (R : realFieldType) (Q C : Type) N : purely_positional (@hundred R Q C N).
Proof. by split=> // x q i j; exact: hundred_flip. Qed.

Theorem A_cor1 : Statements.impossibility.A_cor1.
Proof.
move=> R S A N w own; split=> [||x q c]; [exact: hundred_positive|exact: hundred_pure|].
apply: last_wins => [|p]; first exact: hundred_positive.
rewrite /w /hundred (sum_below (fun r => (100 ^ r)%:R : R) p).
apply: (@doubling R (fun r => (100 ^ r)%:R)) => [|r]; first by rewrite ltr01.
by rewrite -natrM ler_nat expnS leq_mul2r orbT.
Qed.

(* Which tasks are computed by heads of a kind, L, VAL and F free. *)

Section Codes.
Variables (R : realFieldType) (T : finType) (N : nat) (m : T -> nat).
Hypothesis m0 : forall t, (0 < m t)%N.
(* Weights 2^p m(c), values e_c / m(c): what is attended to spells the whole input. *)
Let w (q t : T) (p : 'I_N) : R := (m t * 2 ^ p)%:R.
Let own (q : T) : R := (m q)%:R.
Let val (t : T) : {ffun T -> R^o} := (m t)%:R^-1 *: onehot R t.
Implicit Types x : 'I_N -> T.

Lemma code_positive : positive w own.
Proof. by split=> *; rewrite ltr0n ?muln_gt0 ?m0 ?expn_gt0. Qed.

Definition places x t : nat := \sum_(p < N | x p == t) 2 ^ p.

Lemma code_at x q t : attended w own val val x q t
  = (total w own x q)^-1 * ((q == t)%:R + (places x t)%:R).
Proof.
have mz u : (m u)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite /attended ffunE; congr (_ * _); rewrite ffunE; congr (_ + _).
  by rewrite /val !ffunE eq_sym; apply: (mulVKf (mz q)).
rewrite sum_ffunE /places natr_sum [RHS]big_mkcond; apply: eq_bigr => p _ /=.
rewrite /val !ffunE eq_sym /w natrM [X in X *: _]mulrC.
apply: (etrans (esym (mulrA _ _ _))); apply: (etrans (congr1 _ (mulVKf (mz (x p)) _))).
by case: eqP => _; rewrite ?mulr1 ?mulr0.
Qed.

Lemma places_eq x x' : (forall t, places x t = places x' t) -> x =1 x'.
Proof.
rewrite /places; move: x x'; move: N => n; elim: n => [|n IH] x x' same; first by case.
have low (z : 'I_n.+1 -> T) t : (\sum_(p < n | z (widen_ord (leqnSn n) p) == t) 2 ^ p < 2 ^ n)%N.
  apply: (@leq_ltn_trans (\sum_(p < n) 2 ^ p)%N).
    by rewrite big_mkcond; apply: leq_sum => p _; case: ifP.
  elim: (n) => [|k IHk]; first by rewrite big_ord0.
  by rewrite big_ord_recr /= expnS mul2n -addnn ltn_add2r.
have top : x ord_max = x' ord_max.
  have := same (x ord_max); rewrite 2![(\sum_(p < n.+1 | _) _)%N]big_mkcond 2!big_ord_recr /= eqxx.
  rewrite -2!big_mkcond /=; case: eqP => [//|_] e; have := low x' (x ord_max).
  by rewrite -[X in (X < _)%N]addn0 -e ltnNge leq_addl.
have rest : (fun p => x (widen_ord (leqnSn n) p)) =1 (fun p => x' (widen_ord (leqnSn n) p)).
  apply: IH => t; have := same t; rewrite 2![(\sum_(p < n.+1 | _) _)%N]big_mkcond 2!big_ord_recr /=.
  by rewrite -2!big_mkcond top => /addIn.
move=> p; case: (unliftP ord_max p) => [k ->|-> //].
have -> : lift ord_max k = widen_ord (leqnSn n) k by apply: val_inj; rewrite /= /bump leqNgt ltn_ord.
exact: rest.
Qed.

Lemma sum_places x : (\sum_t places x t = \sum_(p < N) 2 ^ p)%N.
Proof. by rewrite (partition_big x predT) //=; apply: eq_bigr => t _; apply: eq_bigl. Qed.

Lemma code_injective x x' q :
  attended w own val val x q = attended w own val val x' q -> x =1 x'.
Proof.
move=> /ffunP same; have at_ t := same t.
have tz z := lt0r_neq0 (total_gt0 code_positive z q).
have weighed z : \sum_t attended w own val val z q t
    = (total w own z q)^-1 * (1 + (\sum_(p < N) 2 ^ p)%N%:R).
  rewrite (eq_bigr _ (fun t _ => code_at z q t)) -mulr_sumr big_split /=; congr (_ * (_ + _)).
    by rewrite (bigD1 q) //= eqxx big1 ?addr0 // => t tq; rewrite eq_sym (negPf tq).
  by rewrite -natr_sum sum_places.
have Z : total w own x q = total w own x' q.
  have : (total w own x q)^-1 * (1 + (\sum_(p < N) 2 ^ p)%N%:R)
       = (total w own x' q)^-1 * (1 + (\sum_(p < N) 2 ^ p)%N%:R).
    by rewrite -!weighed; apply: eq_bigr => t _; exact: at_.
  by move/mulIf => /(_ (lt0r_neq0 (ltr_paddr (ler0n _ _) ltr01)))/invr_inj.
apply: places_eq => t; have := at_ t; rewrite !code_at Z.
by move/(mulfI (invr_neq0 (tz x')))/addrI/eqP; rewrite eqr_nat => /eqP.
Qed.
End Codes.

(* Where (x_n, a_n) tells the answer, some F does. *)
Lemma decode (R : realFieldType) (T : finType) (Y : Type) N (D : {ffun 'I_N -> T} -> T -> bool)
    (f : {ffun 'I_N -> T} -> T -> Y) (a : {ffun 'I_N -> T} -> T -> {ffun T -> R^o}) :
  (forall x x' q, D x q -> D x' q -> a x q = a x' q -> f x q = f x' q) ->
  exists F : T -> {ffun T -> R^o} -> Y, forall x q, D x q -> F q (a x q) = f x q.
Proof.
move=> told.
exists (fun q v => f (odflt [ffun=> q] [pick x | D x q && (a x q == v)]) q) => x q dx.
case: pickP => [x' /andP[dx' /eqP e]|/(_ x)]; first exact: told.
by rewrite dx eqxx.
Qed.

Theorem B_must_fix_positional : Statements.impossibility.B_must_fix_positional.
Proof.
move=> R T Y N D f; pose m (t : T) := 1%N.
pose w (q t : T) (p : 'I_N) : R := (m t * 2 ^ p)%:R; pose own (q : T) : R := (m q)%:R.
pose val t : {ffun T -> R^o} := (m t)%:R^-1 *: onehot R t.
have [|F right] := @decode R T Y N D f (fun x q => attended w own val val x q).
  move=> x x' q _ _ e; congr (f _ q); apply/ffunP.
  exact: (@code_injective R T N m (fun=> erefl) x x' q e).
exists [lmodType R of {ffun T -> R^o}], w, own, val, F; split=> //.
exact: (@code_positive R T N m (fun=> erefl)).
Qed.

Theorem B_must : Statements.impossibility.B_must.
Proof.
move=> R T A number N N2; pose m (t : T) := (enum_rank t).+1.
pose w (q t : T) (p : 'I_N) : R := (m t * 2 ^ p)%:R; pose own (q : T) : R := (m q)%:R.
pose val t : {ffun T -> R^o} := (m t)%:R^-1 *: onehot R t.
have word_ext (x x' : 'I_N -> T) q : x =1 x' ->
    index_answer (number \o x) (number q) = index_answer (number \o x') (number q).
  by move=> e; congr (last _ (index _ (rcons _ _))); apply: eq_map => p /=; rewrite e.
have [|F right] := @decode R T _ N (fun _ _ => true)
    (fun x q => index_answer (number \o x) (number q)) (fun x q => attended w own val val x q).
  by move=> x x' q _ _ e; apply: word_ext; exact: (@code_injective R T N m (fun=> erefl) x x' q e).
exists [lmodType R of {ffun T -> R^o}], w, own, val, F; split.
- exact: (@code_positive R T N m (fun=> erefl)).
- move=> x q i j xij posn; apply: xij; have := posn (tperm i j) i; rewrite tpermL /w.
  move/eqP; rewrite eqr_nat eqn_pmul2r ?expn_gt0 // => /eqP[] e.
  by apply: enum_rank_inj; apply: val_inj.
- move=> x q symb; have [j [k jk]] := two_places N2; have := symb (tperm j k) j; rewrite tpermL /w.
  move/eqP; rewrite eqr_nat eqn_pmul2l // eqn_exp2l // => /eqP e.
  by apply: jk; apply: val_inj.
- move=> x q; rewrite (word_ext x [ffun p => x p]) => [|p]; last by rewrite ffunE.
  rewrite -right //; congr (F q _); apply: attended_ext => p; by rewrite ffunE.
Qed.

Theorem B_must_fix_symbolic : Statements.impossibility.B_must_fix_symbolic.
Proof.
move=> R T Y N D f; split.
  move=> [V [w [own [val [F [_ symb right]]]]]] x x' q dx dx' same.
  rewrite -(right _ _ dx) -(right _ _ dx'); congr (F q _).
  have /tuple_permP[s e] : perm_eq [tuple x p | p < N] [tuple x' p | p < N].
    by move: same; rewrite /codom !/image_mem -!codomE.
  rewrite (@attended_ext _ _ _ _ _ w own val val x (x' \o s)) => [|p].
    by rewrite symbolic_invariant.
  have := congr1 (fun t => tnth t p) (val_inj e); by rewrite !tnth_mktuple.
move=> told; pose w (q t : T) (p : 'I_N) : R := 1; pose own (q : T) : R := 1.
have pos : positive w own by split=> *; exact: ltr01.
have [|F right] := @decode R T Y N D f
    (fun x q => attended w own (@onehot R T) (@onehot R T) x q); last first.
  by exists [lmodType R of {ffun T -> R^o}], w, own, (@onehot R T), F.
move=> x x' q dx dx' /ffunP e; apply: told => //.
have count_at (z : {ffun 'I_N -> T}) t : \sum_p w q (z p) p * (z p == t)%:R
    = (count_mem t (codom z))%:R.
  rewrite -sum1_count codomE big_map big_enum_cond natr_sum [RHS]big_mkcond /=.
  by apply: eq_bigr => p _; rewrite mul1r /=; case: (z p == t).
have tot (z : {ffun 'I_N -> T}) : total w own z q = 1 + N%:R.
  by rewrite /total sumr_const card_ord.
apply/allP => t _ /=; have := e t; rewrite !(@attended_onehot _ _ _ _ _ _ _ id id) !tot.
have nz : (1 + N%:R)^-1 != 0 :> R by rewrite invr_eq0 lt0r_neq0 // ltr_paddr ?ler0n ?ltr01.
by move/(mulfI nz)/addrI; rewrite !count_at => /eqP; rewrite eqr_nat.
Qed.

(* Paper B's Index at the last token. *)

Lemma size_word (T : Type) N (x : 'I_N -> T) q : size (word x q) = N.+1.
Proof. by rewrite size_rcons size_map size_enum_ord. Qed.

Lemma nth_word (T : Type) N (x : 'I_N -> T) q t (p : 'I_N) : nth t (word x q) p = x p.
Proof.
by rewrite nth_rcons size_map size_enum_ord ltn_ord (nth_map p) ?size_enum_ord // nth_ord_enum.
Qed.

Lemma nth_word_last (T : Type) N (x : 'I_N -> T) q t : nth t (word x q) N = q.
Proof. by rewrite nth_rcons size_map size_enum_ord ltnn eqxx. Qed.

Lemma index_answerE (A : Type) N (x : 'I_N -> symbol A) q :
  index_answer x q = indexed (@kept A) (word x q) N.
Proof.
rewrite /index_answer (last_nth q) size_map size_iota size_word.
have -> : nth q (q :: index (@kept A) (word x q)) N.+1 = nth q (index (@kept A) (word x q)) N by [].
by rewrite (nth_map 0%N) ?size_iota ?size_word // nth_iota ?size_word.
Qed.

Lemma index_one (A : Type) N (x : 'I_N.+1 -> symbol A) :
  index_answer x (inr 1%N) = if x ord_max is inl a then inl a else inr 1%N.
Proof.
rewrite index_answerE /indexed /token nth_word_last subSS subn0.
by have := nth_word x (inr 1%N) (inr 0%N) ord_max => /= ->.
Qed.

Theorem B_rem31_index_at : Statements.impossibility.B_rem31_index_at.
Proof.
move=> R V A N H w own val mine F a u y x ua symb k km [].
rewrite /y (alone_attended own val mine k symb) !index_one => -> /esym.
rewrite /x /alone eqxx; case: eqP => [e|_]; first by case: km.
by case: u ua {x symb} => // b ba e; apply: ba; rewrite e.
Qed.

Theorem B_rem31_index : Statements.impossibility.B_rem31_index.
Proof.
move=> R V A [|[|N]] H w own val mine F // _ [a] symb right.
have ua : inr 1%N <> inl a :> symbol A by [].
have k : (ord0 : 'I_N.+2) <> ord_max by [].
apply: (@B_rem31_index_at R V A N H w own val mine F a (inr 1%N) ua (fun h => symb h _ _) _ k).
by split; apply: right.
Qed.

(* Retrieval at the last token. *)

Section Retrieval.
Variables (A I : finType) (N : nat).
Implicit Types (x : 'I_N -> A * (A + I)) (q t : A * (A + I)).

Lemma nth_asked x q : nth None (asked x q) N = Some q.
Proof. by rewrite (nth_map q) ?size_word // nth_word_last. Qed.

Lemma size_asked x q : size (asked x q) = N.+1.
Proof. by rewrite size_map size_word. Qed.

Lemma mem_asked x q t : (Some t \in asked x q) = (t == q) || (t \in codom x).
Proof. by rewrite mem_map => [|? ? []//]; rewrite mem_rcons in_cons codomE enumT. Qed.

Lemma retrieval_answerE x q :
  retrieval_answer x q = retrieved (@unclear_kept A I) (asked x q) N.
Proof.
rewrite /retrieval_answer (last_nth None) size_map size_iota size_asked.
have -> : nth None (None :: retrieval (@unclear_kept A I) (asked x q)) N.+1
  = nth None (retrieval (@unclear_kept A I) (asked x q)) N by [].
by rewrite (nth_map 0%N) ?size_iota ?size_asked // nth_iota ?size_asked.
Qed.

(* The answer occurs and is marked, and no other marked token occurs. *)
Lemma answer_marked x q : proper (asked x q) -> exists t, [/\ retrieval_answer x q = Some t,
  marked q t, (t == q) || (t \in codom x)
  & forall t', marked q t' -> (t' == q) || (t' \in codom x) -> t' = t].
Proof.
case/andP => _ /allP/(_ N); rewrite mem_iota size_asked leq0n ltnSn => /(_ erefl).
rewrite /proper_at nth_asked retrieval_answerE /retrieved nth_asked /marked.
case: q => a [y|i] /=; last first.
  by move=> _; exists (a, inr i); split; rewrite ?eqxx // => t' /eqP ->.
rewrite /fitting take_oversize ?size_asked //; set s := asked _ _.
have mem t : (Some t \in undup (filter (has_left y) s)) =
    (t.1 == y) && ((t == (a, inl y)) || (t \in codom x)).
  by rewrite mem_undup mem_filter mem_asked /=; case: t.
case e: (undup _) => [|t [|]] //= _.
have tin : t \in undup (filter (has_left y) s) by rewrite e mem_head.
case: t e tin => [t|] e; last by rewrite mem_undup mem_filter.
rewrite mem => /andP[ty tin]; exists t; split=> // t' t'y t'in.
have : Some t' \in undup (filter (has_left y) s) by rewrite mem t'y.
by rewrite e inE => /eqP[].
Qed.
End Retrieval.

Section Coordinates.
Variables (R : realFieldType) (T : finType) (N : nat) (w : T -> T -> 'I_N -> R) (own : T -> R).
Hypothesis pos : positive w own.
Let a x q := attended w own (@onehot R T) (@onehot R T) x q.

Lemma coordinate x q t : a x q t = (total w own x q)^-1
  * (own q * (q == t)%:R + \sum_p w q (x p) p * (x p == t)%:R).
Proof. exact: (@attended_onehot _ _ _ _ _ _ _ id id). Qed.

Lemma coordinate_ge0 x q t : 0 <= a x q t.
Proof.
rewrite coordinate mulr_ge0 ?(ltW (inv_total_gt0 pos x q)) // addr_ge0 //.
  by rewrite mulr_ge0 ?ler0n // ltW ?pos.2.
by apply: sumr_ge0 => p _; rewrite mulr_ge0 ?ler0n // (weight_ge0 pos).
Qed.

Lemma coordinate_gt0 x q t : (t == q) || (t \in codom x) -> 0 < a x q t.
Proof.
move=> occurs; rewrite coordinate mulr_gt0 ?(inv_total_gt0 pos) //.
have nn : 0 <= \sum_p w q (x p) p * (x p == t)%:R.
  by apply: sumr_ge0 => p _; rewrite mulr_ge0 ?ler0n // (weight_ge0 pos).
case/orP: occurs nn => [/eqP ->|/codomP[p tp]] nn; first by rewrite eqxx mulr1 ltr_paddr // pos.2.
apply: ltr_paddl; first by rewrite mulr_ge0 ?ler0n // ltW ?pos.2.
apply: (@sum_gt0 _ _ _ p) => [r|]; first by rewrite mulr_ge0 ?ler0n // (weight_ge0 pos).
by rewrite tp eqxx mulr1 pos.1.
Qed.

Lemma coordinate_absent x q t : ~~ ((t == q) || (t \in codom x)) -> a x q t = 0.
Proof.
rewrite negb_or => /andP[tq tx]; rewrite coordinate eq_sym (negPf tq) mulr0 add0r.
rewrite big1 ?mulr0 // => p _; case: eqP => [xp|_]; last by rewrite mulr0.
by case/negP: tx; rewrite -xp codom_f.
Qed.

Lemma coordinate_le1 x q t : a x q t <= 1.
Proof.
rewrite coordinate ler_pdivr_mull ?(total_gt0 pos) // mulr1; apply: ler_add.
  by case: eqP => _; rewrite ?mulr1 ?mulr0 // ltW ?pos.2.
apply: ler_sum => p _; case: eqP => _; rewrite ?mulr1 ?mulr0 //; exact: (weight_ge0 pos).
Qed.
End Coordinates.

Theorem B_rem31_retr_fix_all : Statements.impossibility.B_rem31_retr_fix_all.
Proof.
move=> R A I N w own x q pos /answer_marked[t [ans mt tin only]] a; exists t; split=> //.
  exact: coordinate_gt0.
move=> t' ne; case: (boolP ((t' == q) || (t' \in codom x))) => occurs.
  case m: (marked q t'); last by rewrite addr0 coordinate_le1.
  by case: ne; apply: only.
by rewrite /a coordinate_absent // add0r lern1 leq_b1.
Qed.

Theorem B_rem31_retr : Statements.impossibility.B_rem31_retr.
Proof.
move=> R A I N w own; split=> [||x q prop]; [exact: hundred_positive|exact: hundred_pure|].
have [t [ans gt mt le]] := B_rem31_retr_fix_all (hundred_positive R _ _ N) prop.
exists t => // t' ne; apply: le_lt_trans (le _ ne) _.
by rewrite mt ltr_addr.
Qed.

Theorem B_must_fix : Statements.impossibility.B_must_fix.
Proof.
move=> R A I N proper_only; split; last split; last split.
- apply/B_must_fix_symbolic => x x' q px px' same.
  have [t [-> mt tin _]] := answer_marked px; have [t' [-> _ _ only]] := answer_marked px'.
  by congr Some; apply: only => //; rewrite -(perm_mem same).
- exact: B_must_fix_positional.
- by move=> T; split; [apply/B_must_fix_symbolic|apply: B_must_fix_positional].
move=> T number a one N2 la lone f; split; first exact: B_must_fix_positional.
rewrite /f {f}; case: N N2 {proper_only} => [|[|n]] // _ [V [w [own [val [F [_ symb right]]]]]].
pose z (k p : 'I_n.+2) := alone a one k p.
have same : attended w own val val (z ord0) one = attended w own val val (z ord_max) one.
  rewrite (attended_ext w own val val one (alone_moved a one ord_max ord0)).
  by rewrite symbolic_invariant.
have at_ k : F one (attended w own val val (z k) one) = index_answer (number \o [ffun p => z k p]) (number one).
  by rewrite -right //; congr (F one _); apply: attended_ext => p; rewrite ffunE.
have := at_ ord0; rewrite same at_ lone !index_one /= !ffunE /z /alone eqxx lone.
by rewrite -val_eqE /=; case: (number a) la.
Qed.

(* Positional heads with F affine. *)

Section Affine.
Variables (R : realFieldType) (V : lmodType R) (S A : Type) (N : nat).
Variables (w : S -> S * A -> 'I_N -> R) (own : S -> R) (val : S * A -> V) (mine : S -> V).
Variables (g : S -> A -> R) (W : A -> {linear V -> R^o}) (c d : A).
Hypotheses (pos : positive w own) (cd : c <> d).
Let y x q e := g q e + W e (attended w own val mine x q).
Let D t : R := W c (val t) - W d (val t).

(* (y_c - y_d) Z, less what does not depend on the context. *)
Lemma margin x q : (y x q c - y x q d) * total w own x q
  = (g q c - g q d) * total w own x q
    + own q * (W c (mine q) - W d (mine q)) + \sum_p w q (x p) p * D (x p).
Proof.
have tz := lt0r_neq0 (total_gt0 pos x q).
have part e : W e (attended w own val mine x q) * total w own x q
    = own q * W e (mine q) + \sum_p w q (x p) p * W e (val (x p)).
  rewrite /attended linearZ linearD linearZ linear_sum /= -mulrA [LHS]mulrC -mulrA mulfV // mulr1.
  by congr (_ + _); apply: eq_bigr => p _; rewrite linearZ.
have four (a b e f z : R) : (a + b - (e + f)) * z = (a - e) * z + (b * z - f * z).
  by rewrite opprD addrACA mulrDl !mulrBl.
rewrite /y; apply: (etrans (four _ _ _ _ _)); rewrite !part -[RHS]addrA; congr (_ + _).
have five (a b e f : R) : a + b - (e + f) = (a - e) + (b - f) by rewrite opprD addrACA.
apply: (etrans (five _ _ _ _)); congr (_ + _); first by rewrite mulrBr.
by rewrite -sumrB; apply: eq_bigr => p _; rewrite -mulrBr.
Qed.

(* Two inputs of the same total, answers c and d. *)
Lemma opposite x x' q : total w own x q = total w own x' q ->
  largest (y x q) c -> largest (y x' q) d ->
  \sum_p w q (x' p) p * D (x' p) < \sum_p w q (x p) p * D (x p).
Proof.
move=> same /(_ d (fun e => cd (esym e))) lc /(_ c cd) ld.
have : 0 < (y x q c - y x q d) * total w own x q.
  by rewrite mulr_gt0 ?subr_gt0 // total_gt0.
have : (y x' q c - y x' q d) * total w own x' q < 0.
  by rewrite nmulr_rlt0 ?subr_lt0 // total_gt0.
rewrite !margin same => low high; have := lt_trans low high.
by rewrite ltr_add2l.
Qed.
End Affine.

(* u at place p, v elsewhere. *)
Lemma alone_at (C : Type) N (v u : C) (p : 'I_N) : alone v u p p = u.
Proof. by rewrite /alone eqxx. Qed.
Lemma alone_off (C : Type) N (v u : C) (p r : 'I_N) : r != p -> alone v u p r = v.
Proof. by rewrite /alone => /negPf ->. Qed.

Lemma other_place N (p : 'I_N) : (2 <= N)%N -> exists r, r != p.
Proof.
case/two_places => j [k /eqP jk]; case: (eqVneq j p) => [jp|]; last by exists j.
by exists k; rewrite -jp eq_sym.
Qed.

Lemma alone_positional (R : fieldType) (Q C : Type) N (w : Q -> C -> 'I_N -> R) q (v u : C) p r :
  (2 <= N)%N -> positional_on w (alone v u p) q -> w q v r = w q u r.
Proof.
move=> N2 posn; have [k kr] := other_place r N2; have [l lp] := other_place p N2.
have at_ (i : 'I_N) : w q (alone v u p i) r = w q (alone v u p r) r.
  by have := posn (tperm i r) r; rewrite tpermR.
by have := at_ p; have := at_ l; rewrite alone_at (alone_off _ _ lp) => <-.
Qed.

Section Repeating.
Variables (R : realFieldType) (V : lmodType R) (S A : Type) (N : nat).
Variables (w : S -> S * A -> 'I_N -> R) (own : S -> R) (val : S * A -> V) (mine : S -> V).
Variables (g : S -> A -> R) (W : A -> {linear V -> R^o}) (s t : S) (c d : A).
Hypotheses (pos : positive w own) (cd : c <> d) (st : s <> t) (N2 : (2 <= N)%N).
Let y x q e := g q e + W e (attended w own val mine x q).
Let D u : R := W c (val u) - W d (val u).

(* s at place p bound to e, t elsewhere bound to e'. *)
Hypothesis right_s : forall p e e', positional_on w (alone (t, e') (s, e) p) s
  /\ largest (y (alone (t, e') (s, e) p) s) e.
Hypothesis right_t : forall p e e', positional_on w (alone (t, e') (s, e) p) t
  /\ largest (y (alone (t, e') (s, e) p) t) e'.
Let X := D (s, c) - D (s, d).
Let Y := D (t, d) - D (t, c).

Lemma content_free q : (forall p e e', positional_on w (alone (t, e') (s, e) p) q) ->
  forall e e' r, w q (s, e) r = w q (t, e') r.
Proof. by move=> posn e e' r; rewrite (alone_positional r N2 (posn r e e')). Qed.

Lemma sum_alone q (v : 'I_N -> R) e e' p : (forall e r, w q (s, e) r = v r) ->
  (forall e r, w q (t, e) r = v r) ->
  total w own (alone (t, e') (s, e) p) q = own q + \sum_r v r
  /\ \sum_r w q (alone (t, e') (s, e) p r) r * D (alone (t, e') (s, e) p r)
    = v p * D (s, e) + (\sum_r v r - v p) * D (t, e').
Proof.
move=> vs vt; split.
  by congr (_ + _); apply: eq_bigr => r _; rewrite /alone; case: ifP.
rewrite (bigD1 p) //= alone_at vs; congr (_ + _).
rewrite (eq_bigr (fun r => v r * D (t, e'))) => [|r rp]; last by rewrite alone_off // vt.
by rewrite -mulr_suml [\sum_r v r](bigD1 p) //= addrAC subrr add0r.
Qed.

Lemma all_places (v : 'I_N -> R) (a b : R) :
  \sum_p (v p * a + (\sum_r v r - v p) * b) = (\sum_r v r) * (a + N.-1%:R * b).
Proof.
rewrite big_split /= -!mulr_suml sumrB sumr_const card_ord -mulr_natr mulrDr; congr (_ + _).
have e : N%:R = N.-1%:R + 1 :> R by rewrite -[N in LHS](prednK (ltnW N2)) -addn1 natrD.
by rewrite mulrA; congr (_ * _); rewrite e mulrDr mulr1 addrK.
Qed.

Lemma repeating_contradiction : False.
Proof.
have free q : (forall p e e', positional_on w (alone (t, e') (s, e) p) q) -> exists v : 'I_N -> R,
    [/\ forall e r, w q (s, e) r = v r, forall e r, w q (t, e) r = v r & 0 < \sum_r v r].
  move=> /content_free wE; exists (w q (s, c)); split=> [e r|e r|]; last first.
  - have [p _] := two_places N2; apply: (@sum_gt0 _ _ _ p) => [r|]; last exact: pos.1.
    exact: (weight_ge0 pos).
  - by rewrite (wE c e).
  - by rewrite (wE e c) (wE c c).
have sums (v : 'I_N -> R) a b : 0 < \sum_r v r ->
    (forall p, 0 < v p * a + (\sum_r v r - v p) * b) -> 0 < a + N.-1%:R * b.
  move=> v0 each; rewrite -(pmulr_rgt0 _ v0) -all_places.
  have [p _] := two_places N2; apply: (@sum_gt0 _ _ _ p) => // r; exact: ltW.
have [v [vs vt v0]] := free s (fun p e e' => (right_s p e e').1).
have [u [us ut u0]] := free t (fun p e e' => (right_t p e e').1).
have XY : 0 < X + N.-1%:R * Y.
  apply: (sums v _ _ v0) => p; have [tc sc] := sum_alone c d p vs vt.
  have [td sd] := sum_alone d c p vs vt.
  have := opposite pos cd (etrans tc (esym td)) (right_s p c d).2 (right_s p d c).2.
  rewrite sc sd -subr_gt0 opprD addrACA -!mulrBr; exact.
have : 0 < - X + N.-1%:R * (- Y).
  apply: (sums u _ _ u0) => p; have [tc sc] := sum_alone c d p us ut.
  have [td sd] := sum_alone d c p us ut.
  have := opposite pos cd (etrans td (esym tc)) (right_t p d c).2 (right_t p c d).2.
  rewrite sc sd -subr_gt0 opprD addrACA -!mulrBr !opprB; exact.
by rewrite mulrN -opprD oppr_gt0 ltNge ltW.
Qed.
End Repeating.

Lemma alone_bound (S A : Type) N (s t : S) (e e' : A) (p : 'I_N) : s <> t -> (2 <= N)%N ->
  bound (alone (t, e') (s, e) p) s e /\ bound (alone (t, e') (s, e) p) t e'.
Proof.
move=> st N2; have [r rp] := other_place p N2; split; split.
- by exists p; rewrite alone_at.
- by move=> k; rewrite /alone; case: ifP => // _ /= ts; case: st.
- by exists r; rewrite alone_off.
- by move=> k; rewrite /alone; case: ifP.
Qed.

Theorem A_thm4 : Statements.impossibility.A_thm4.
Proof.
move=> R V S A N w own val mine g W N2 [s [t st]] [c [d cd]] pos solves.
refine (@repeating_contradiction R V S A N w own val mine g W s t c d pos cd N2 _ _).
- by move=> p e e'; apply: solves; [left|case: (alone_bound e e' p st N2)].
- by move=> p e e'; apply: solves; [left|case: (alone_bound e e' p st N2)].
Qed.

(* Symbols that do not repeat: s and t at two places, the others stay. *)

Section Distinct.
Variables (R : realFieldType) (V : lmodType R) (S A : Type) (N : nat).
Variables (w : S -> S * A -> 'I_N -> R) (own : S -> R) (val : S * A -> V) (mine : S -> V).
Variables (g : S -> A -> R) (W : A -> {linear V -> R^o}) (sym : 'I_N -> S) (c d : A).
Variables (i j : 'I_N).
Hypotheses (pos : positive w own) (cd : c <> d) (inj : injective sym) (ij : i != j).
Let y x q e := g q e + W e (attended w own val mine x q).
Let D t : R := W c (val t) - W d (val t).
(* Symbol i bound to e, symbol j to e', all others to c; `flip` exchanges the two places. *)
Definition bind (flip : bool) e e' (p : 'I_N) : S * A :=
  let r := if flip then tperm i j p else p in
  (sym r, if r == i then e else if r == j then e' else c).
Hypothesis right : forall flip e e',
  [/\ positional_on w (bind flip e e') (sym i), positional_on w (bind flip e e') (sym j),
    largest (y (bind flip e e') (sym i)) e & largest (y (bind flip e e') (sym j)) e'].

Lemma distinct_weights q : (forall flip e e', positional_on w (bind flip e e') q) ->
  forall p e e', w q (sym i, e) p = w q (sym j, e') p.
Proof.
move=> posn p e e'; have same k := posn false e e' (tperm k p) p.
have := same i; have := same j; rewrite /= !tpermR /bind !eqxx.
by rewrite [j == i]eq_sym (negPf ij) => -> ->.
Qed.

Lemma bindE flip e e' p : bind flip e e' p =
  if p == (if flip then j else i) then (sym i, e)
  else if p == (if flip then i else j) then (sym j, e') else bind flip c c p.
Proof.
have ji : (j == i) = false by rewrite eq_sym (negPf ij).
rewrite /bind; case: flip; last by case: eqP => [->|_] //; case: eqP => [->|_].
case: (tpermP i j p) => [->|->|/eqP pi /eqP pj].
- by rewrite ji (negPf ij) !eqxx.
- by rewrite !eqxx.
- by rewrite (negPf pi) (negPf pj).
Qed.

Lemma distinct_sum q flip e e' (v : 'I_N -> R) : (forall p e, w q (sym i, e) p = v p) ->
  (forall p e, w q (sym j, e) p = v p) ->
  let a := if flip then j else i in let b := if flip then i else j in
  let rest (f : 'I_N -> R) := \sum_(p | (p != a) && (p != b)) f p in
  total w own (bind flip e e') q = own q + (v a + (v b + rest (fun p => w q (bind flip c c p) p)))
  /\ \sum_p w q (bind flip e e' p) p * D (bind flip e e' p) = v a * D (sym i, e)
    + (v b * D (sym j, e') + rest (fun p => w q (bind flip c c p) p * D (bind flip c c p))).
Proof.
move=> vi vj a b rest; have ba : b != a by rewrite /a /b; case: (flip); rewrite // eq_sym.
have ata : bind flip e e' a = (sym i, e) by rewrite bindE eqxx.
have atb : bind flip e e' b = (sym j, e') by rewrite bindE (negPf ba) eqxx.
have off p : (p != a) && (p != b) -> bind flip e e' p = bind flip c c p.
  by case/andP => pa pb; rewrite bindE (negPf pa) (negPf pb).
split.
  rewrite /total (bigD1 a) //= (bigD1 b) //= ata atb vi vj; congr (_ + (_ + (_ + _))).
  by rewrite /rest; apply: eq_bigr => p /off ->.
rewrite (bigD1 a) //= (bigD1 b) //= ata atb vi vj; congr (_ + (_ + _)).
by rewrite /rest; apply: eq_bigr => p /off ->.
Qed.

Lemma distinct_contradiction : False.
Proof.
have free q : (forall flip e e', positional_on w (bind flip e e') q) -> exists v : 'I_N -> R,
    [/\ forall p e, w q (sym i, e) p = v p, forall p e, w q (sym j, e) p = v p
      & forall p, 0 < v p].
  move=> /distinct_weights wE; exists (fun p => w q (sym i, c) p).
  by split=> [p e|p e|p]; [rewrite (wE p e c) (wE p c c)|rewrite (wE p c e)|exact: pos.1].
pose X := D (sym i, c) - D (sym i, d); pose Y := D (sym j, c) - D (sym j, d).
have step q flip (a := if flip then j else i) (b := if flip then i else j) (v : 'I_N -> R)
    e f : (forall p e, w q (sym i, e) p = v p) -> (forall p e, w q (sym j, e) p = v p) ->
    largest (y (bind flip e f) q) c -> largest (y (bind flip f e) q) d ->
    v a * D (sym i, f) + v b * D (sym j, e) < v a * D (sym i, e) + v b * D (sym j, f).
  move=> vi vj lc ld; have [t1 s1] := distinct_sum flip e f vi vj.
  have [t2 s2] := distinct_sum flip f e vi vj.
  have := opposite pos cd (etrans t1 (esym t2)) lc ld.
  by rewrite s1 s2 !addrA ltr_add2r.
have four (a b k l m n : R) : (a * l + b * m < a * k + b * n) = (b * (m - n) < a * (k - l)).
  by rewrite !mulrBr -subr_gt0 -[RHS]subr_gt0; congr (0 < _); rewrite !opprD opprK addrACA addrC
    [in RHS]addrC [- (b * m) + _]addrC addrC.
have [v [vi vj v0]] := free (sym i) (fun fl e e' => let: And4 p _ _ _ := right fl e e' in p).
have [u [ui uj u0]] := free (sym j) (fun fl e e' => let: And4 _ p _ _ := right fl e e' in p).
have XY (flip : bool) : v (if flip then i else j) * Y < v (if flip then j else i) * X.
  rewrite -four; apply: step => //; first by case: (right flip c d).
  by case: (right flip d c).
have YX (flip : bool) : u (if flip then j else i) * X < u (if flip then i else j) * Y.
  have := step (sym j) flip u d c ui uj; case: (right flip d c) => _ _ _ lc.
  case: (right flip c d) => _ _ _ ld /(_ lc ld).
  by rewrite four -(opprB (D (sym j, c))) -(opprB (D (sym i, c))) !mulrN ltr_opp2.
have more (a b x z : R) : 0 < a -> 0 < b -> b * z < a * x -> a * z < b * x -> z < x.
  move=> a0 b0 e1 e2; have := ltr_add e1 e2.
  by rewrite -!mulrDl [b + a]addrC ltr_pmul2l ?addr_gt0.
have := more _ _ _ _ (v0 i) (v0 j) (XY false) (XY true).
by rewrite ltNge ltW // (more _ _ _ _ (u0 j) (u0 i) (YX false) (YX true)).
Qed.

Lemma bind_bound flip e e' :
  bound (bind flip e e') (sym i) e /\ bound (bind flip e e') (sym j) e'.
Proof.
split; split.
- by exists (if flip then j else i); rewrite bindE eqxx.
- by move=> p /inj; rewrite /bind => /= ->; rewrite ?eqxx.
- by exists (if flip then i else j); rewrite bindE; case: (flip);
    rewrite ?[j == i]eq_sym (negPf ij) eqxx.
- by move=> p /inj; rewrite /bind => /= ->; rewrite ?eqxx ?[j == i]eq_sym ?(negPf ij) ?eqxx.
Qed.

Lemma bind_injective flip e e' : injective (fun p => (bind flip e e' p).1).
Proof. by move=> p r /inj; case: flip => // /perm_inj. Qed.
End Distinct.

Theorem A_thm4_distinct : Statements.impossibility.A_thm4_distinct.
Proof.
move=> R V S A N w own val mine g W N2 [sym inj] [c [d cd]] pos solves.
have [i [j /eqP ij]] := two_places N2.
refine (@distinct_contradiction R V S A N w own val mine g W sym c d i j pos cd ij _).
move=> flip e e'; have [bi bj] := bind_bound c inj ij flip e e'.
have once : false \/ injective (fun p => (bind sym c i j flip e e' p).1).
  by right; exact: bind_injective.
by split; [case: (solves _ _ _ once bi)|case: (solves _ _ _ once bj)
  |case: (solves _ _ _ once bi)|case: (solves _ _ _ once bj)].
Qed.

Theorem A_cor1_fix_affine : Statements.impossibility.A_cor1_fix_affine.
Proof.
move=> R V S A N w own val mine g W N2 [s [t st]] [c [d cd]] pos solves.
refine (@repeating_contradiction R V S A N w own val mine g W s t c d pos cd N2 _ _).
  move=> p e e'; apply: solves; exists p; first by rewrite alone_at.
  move=> r pr; have rp : r != p by rewrite -val_eqE gtn_eqF.
  by rewrite alone_off //= => ts; apply: st.
move=> p e e'; apply: solves.
have [r rp] : exists r : 'I_N, r != p by exact: other_place.
pose l := [arg max_(k > r | k != p) k]; have [k kp most] : extremum_spec geq (fun k => k != p)
  (fun k : 'I_N => k : nat) l by exact: arg_maxnP.
exists k; first by rewrite alone_off.
by move=> m km; case: (eqVneq m p) => [->|mp]; [rewrite alone_at /= => ts; apply: st
  |have := most _ mp; rewrite /geq /= leqNgt km].
Qed.

(* Partial Induction's repair. *)

Theorem A_cor1_fix_symbolic : Statements.impossibility.A_cor1_fix_symbolic.
Proof.
move=> R V S A [|[|N]] H w own val mine F // _ [s] [c [d cd]] symb right.
pose x := alone (s, c) (s, d) : 'I_N.+2 -> 'I_N.+2 -> S * A.
have last_d : last_bound (x ord_max) s d.
  by exists ord_max => [|r]; [rewrite /x alone_at|rewrite ltnNge -ltnS ltn_ord].
have last_c : last_bound (x ord0) s c.
  by exists ord_max => [|r]; [rewrite /x /alone|rewrite ltnNge -ltnS ltn_ord].
apply: cd; rewrite -(right _ _ _ last_c) -(right _ _ _ last_d); congr (F s _).
by rewrite /x (alone_attended own val mine ord0 (fun h => symb h _ _ _ last_d)).
Qed.

Section ContentFree.
Variables (R : realFieldType) (S A : finType) (N : nat) (w : S -> S * A -> 'I_N -> R).
Hypothesis posn : forall x q c, last_bound x q c -> positional_on w x q.

Lemma last_exists (x : 'I_N -> S * A) q p c : x p = (q, c) -> exists c', last_bound x q c'.
Proof.
move=> xp; pose P (k : 'I_N) := (x k).1 == q.
have Pp : P p by rewrite /P xp eqxx.
case: (@arg_maxnP _ p P (fun k => k : nat) Pp) => k /eqP kq most.
exists (x k).2, k; first by rewrite -kq; case: (x k).
move=> r kr /eqP /most; by rewrite /geq /= leqNgt kr.
Qed.

Lemma content_free_last q u c p : (2 <= N)%N -> w q u p = w q (q, c) p.
Proof.
move=> N2; have [r rp] := other_place p N2.
have at_p : alone u (q, c) p p = (q, c) by rewrite alone_at.
have [c' lb] := last_exists at_p.
exact: (alone_positional p N2 (posn lb)).
Qed.
End ContentFree.

Theorem A_cor1_fix : Statements.impossibility.A_cor1_fix.
Proof.
move=> R S A N w own [s [t st]] [c [d cd]] pos posn; split; last first.
  by move=> heavy x q e lb; apply: last_wins => //; apply: heavy lb.
move=> right x q e lb p.
have N1 : (0 < N)%N by apply: leq_ltn_trans (ltn_ord p).
case: (leqP 2 N) => [N2|N_small]; last first.
  rewrite big_pred0 ?pos.1 // => r; apply/negbTE; rewrite -leqNgt.
  have : (p < 1)%N by apply: leq_trans (ltn_ord p) _; rewrite -ltnS.
  by rewrite ltnS leqn0 => /eqP ->.
have free u r : w q u r = w q (q, c) r by apply: content_free_last.
have [o oq] : exists o : S, o <> q.
  by case: (s =P q) => [sq|]; [exists t => tq; apply: st; rewrite sq tq|exists s].
pose z (r : 'I_N) := if (r < p)%N then (q, c) else if r == p then (q, d) else (o, c).
have zd : last_bound z q d.
  exists p; first by rewrite /z ltnn eqxx.
  by move=> r pr; rewrite /z ltnNge (ltnW pr) /= -val_eqE gtn_eqF.
have := right _ _ _ zd c cd; rewrite !pair_coordinate ltr_pmul2l ?(inv_total_gt0 pos) //.
have zc r : (z r == (q, c)) = (r < p)%N.
  rewrite /z; case: ltnP => _; first by rewrite eqxx.
  by case: (r =P p) => _; apply/negbTE/eqP => -[] // dc; apply: cd.
have zdE r : (z r == (q, d)) = (r == p).
  rewrite /z; case: ltnP => [rp|_].
    by rewrite -val_eqE (ltn_eqF rp); apply/negbTE/eqP => -[] // dc; apply: cd.
  by case: (r =P p) => _; [rewrite eqxx|apply/negbTE/eqP => -[] // qo _; apply: oq].
rewrite (eq_bigl _ _ zc) (eq_bigl _ _ zdE) big_pred1_eq [w q (z p) p]free -[w q (q, c) p](free (x p)).
congr (_ < _); apply: eq_bigr => r _; by rewrite [LHS]free [RHS]free.
Qed.

(* Inputs (b, i) ... (a, u) ... (b, i), query (b, a): the answer is (a, u). *)

Section Facing.
Variables (A I : finType) (N : nat) (a b : A) (i : I).
Hypotheses (ab : a <> b).
Implicit Types (u : A + I) (p : 'I_N).
Definition facing u p : 'I_N -> A * (A + I) := alone (b, inr i) (a, u) p.

Lemma fits_at u p j : u = inr i \/ u = inl a -> (p <= j)%N ->
  fitting (asked (facing u p) (b, inl a)) j a = [:: Some (a, u)].
Proof.
move=> _ pj; rewrite /fitting; set s := asked _ _.
have only t : t \in undup (filter (has_left a) (take j.+1 s)) -> t = Some (a, u).
  rewrite mem_undup mem_filter => /andP[ta /mem_take].
  case: t ta => [[l r]|] //= /eqP ->; rewrite mem_asked => /orP[/eqP[]|]; first by move=> /ab.
  case/codomP => k; rewrite /facing /alone; case: ifP => _; [by case=> ->|by case=> /ab].
have there : Some (a, u) \in undup (filter (has_left a) (take j.+1 s)).
  rewrite mem_undup mem_filter /= eqxx /=.
  have jp : (p < size (take j.+1 s))%N.
    by rewrite size_take size_asked; case: ifP => // _; rewrite ltnS ltnW.
  have <- : nth None (take j.+1 s) p = Some (a, u).
    by rewrite nth_take ?ltnS // (nth_map (a, u)) ?size_word ?ltnS ?(ltnW (ltn_ord p)) //
      nth_word /facing alone_at.
  exact: mem_nth.
case: (undup _) (undup_uniq (filter (has_left a) (take j.+1 s))) only there => [//|t l].
move=> /= /andP[tl ul] only _; have te : t = Some (a, u) by apply: only; rewrite mem_head.
case: l tl ul only => [|t' l]; first by rewrite te.
by move=> + _ only; rewrite te (only t') ?inE ?eqxx ?orbT.
Qed.

Lemma facing_answer u p : u = inr i \/ u = inl a ->
  proper (asked (facing u p) (b, inl a))
  /\ retrieval_answer (facing u p) (b, inl a) = Some (a, u).
Proof.
move=> ue; split; last first.
  by rewrite retrieval_answerE /retrieved nth_asked /= (fits_at ue) // ltnW.
apply/andP; split; first by apply/negP => /mapP[].
apply/allP => j; rewrite mem_iota size_asked add0n => /= jN; rewrite /proper_at.
move: jN; rewrite ltnS leq_eqVlt => /orP[/eqP ->|jN].
  by rewrite nth_asked /= (fits_at ue) // ltnW.
rewrite (nth_map (b, inl a)) ?size_word ?ltnS ?(ltnW jN) //.
have := nth_word (facing u p) (b, inl a) (b, inl a) (Ordinal jN) => /= ->.
rewrite /facing /alone; case: eqP => //= e; have pj : (p <= j)%N by rewrite -e.
case: (ue) => uE; rewrite uE //=.
by have := fits_at (or_intror uE) pj; rewrite /facing uE => ->.
Qed.
End Facing.

Theorem B_rem31_retr_fix_hard : Statements.impossibility.B_rem31_retr_fix_hard.
Proof.
move=> R V A I N H w own val mine F a b i p N2 ab none right.
have [pr1 an1] := facing_answer ab p (or_introl (erefl (inr i))).
have [pr2 an2] := facing_answer ab p (or_intror (erefl (inl a))) (i := i).
have same : attended_all w own val mine (facing a b i (inr i) p) (b, inl a)
    = attended_all w own val mine (facing a b i (inl a) p) (b, inl a).
  apply/ffunP => h; rewrite !ffunE /attended /total; congr ((_ + _)^-1 *: (_ + _));
    apply: eq_bigr => r _; rewrite /facing /alone; case: eqP => [->|//];
    by rewrite !none ?scale0r.
by have := right _ _ pr1; rewrite same right // an1 an2.
Qed.

(* VAL diagonal. *)

Section Diagonal.
Variables (R : realFieldType) (A I : finType) (N : nat).
Variables (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) (own : A * (A + I) -> R).
Variables (alpha c : A * (A + I) -> R) (i : I).
Hypotheses (N2 : (2 <= N)%N) (pos : positive w own).
Let val t := alpha t *: onehot R t.
Let y x q t := attended w own val val x q t + c q * (t == q)%:R.
Hypothesis right : forall x q, proper (asked x q) ->
  positional_on w x q /\ forall t, retrieval_answer x q = Some t -> largest (y x q) t.

Lemma diagonal_coordinate x q t : t != q -> y x q t
  = (total w own x q)^-1 * \sum_p w q (x p) p * (alpha t * (x p == t)%:R).
Proof.
move=> tq; rewrite /y (negPf tq) mulr0 addr0 /attended ffunE; congr (_ * _).
rewrite ffunE [X in X + _](_ : _ = 0) ?add0r; last by rewrite /val !ffunE (negPf tq) !scaler0.
rewrite sum_ffunE; apply: eq_bigr => p _; rewrite /val !ffunE eq_sym.
by case: eqP => [->|_] //; rewrite !mulr0 !scaler0.
Qed.

Lemma diagonal_step (a b : A) : a <> b ->
  0 < alpha (a, inr i) /\ 0 < alpha (a, inr i) + N.-1%:R * - alpha (b, inr i).
Proof.
move=> ab; pose q : A * (A + I) := (b, inl a); pose x (p : 'I_N) := facing a b i (inr i) p.
have ans (p : 'I_N) := facing_answer ab p (or_introl (erefl (inr i : A + I))).
have posn p : positional_on w (x p) q by case: (right (ans p).1).
have best p : largest (y (x p) q) (a, inr i) by case: (right (ans p).1) => _; apply; case: (ans p).
pose v r := w q (b, inr i) r.
have va r : w q (a, inr i) r = v r by rewrite /v (alone_positional r N2 (posn r)).
have abn : ((b, inr i) == (a, inr i) :> A * (A + I)) = false by apply/eqP => -[/esym].
have abn' : ((a, inr i) == (b, inr i) :> A * (A + I)) = false by apply/eqP => -[].
have at_a p : y (x p) q (a, inr i) = (total w own (x p) q)^-1 * (v p * alpha (a, inr i)).
  rewrite diagonal_coordinate; last by apply/eqP => -[].
  rewrite (bigD1 p) //= big1 ?addr0 => [|r rp].
    by rewrite /x /facing alone_at va eqxx mulr1.
  by rewrite /x /facing alone_off // abn !mulr0.
have at_b p : y (x p) q (b, inr i)
    = (total w own (x p) q)^-1 * ((\sum_r v r - v p) * alpha (b, inr i)).
  rewrite diagonal_coordinate; last by apply/eqP => -[].
  congr (_ * _); rewrite (bigD1 p) //= /x /facing alone_at abn' !mulr0 add0r.
  rewrite [\sum_r v r](bigD1 p) //= addrAC subrr add0r mulr_suml; apply: eq_bigr => r rp.
  by rewrite alone_off // eqxx mulr1.
have absent p : y (x p) q (a, inl a) = 0.
  rewrite diagonal_coordinate; last by apply/eqP => -[/ab].
  rewrite big1 ?mulr0 // => r _; rewrite /x /facing /alone.
  by case: ifP => _; rewrite (_ : (_ == _) = false) ?mulr0 //; apply/eqP => -[].
have [p0 _] := two_places N2.
have v0 r : 0 < v r by apply: pos.1.
have iz p := inv_total_gt0 pos (x p) q.
have first_ : 0 < alpha (a, inr i).
  have /(_ (a, inl a)) := best p0; rewrite absent at_a => /(_ _).
  by rewrite (pmulr_rgt0 _ (iz p0)) (pmulr_rgt0 _ (v0 p0)) => -> // -[].
split=> //; have V0 : 0 < \sum_r v r by apply: (@sum_gt0 _ _ _ p0) => // r; exact: ltW.
rewrite -(pmulr_rgt0 _ V0) -all_places //.
have each p : 0 < v p * alpha (a, inr i) + (\sum_r v r - v p) * - alpha (b, inr i).
  have /(_ (b, inr i)) := best p; rewrite at_a at_b (ltr_pmul2l (iz p)) => lt.
  by rewrite mulrN subr_gt0 lt // => -[] /esym.
by apply: (@sum_gt0 _ _ _ p0) => // r; exact: ltW.
Qed.
End Diagonal.

Theorem B_rem31_retr_fix : Statements.impossibility.B_rem31_retr_fix.
Proof.
move=> R A I N w own alpha c N2 [a [b ab]] [i] pos val right.
have [a0 ba] := diagonal_step i N2 pos right ab.
have [b0 ab'] := diagonal_step i N2 pos right (fun e => ab (esym e)).
have one : 1 <= N.-1%:R :> R by rewrite ler1n -ltnS prednK // ltnW.
move: ba ab'; rewrite !mulrN !subr_gt0 => ba ab'.
have : alpha (b, inr i) < alpha (a, inr i).
  by apply: le_lt_trans ba; rewrite ler_pmull.
by rewrite ltNge ltW //; apply: le_lt_trans ab'; rewrite ler_pmull.
Qed.
