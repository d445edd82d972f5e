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
