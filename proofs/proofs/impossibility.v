From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import head tasks impossibility.
From Proofs Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

Theorem A_lem1_fix : Statements.impossibility.A_lem1_fix.
Proof. by move=> R V Q C Y N H w own val mine F x q symb s; rewrite symbolic_invariant_all. Qed.

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

Theorem A_thm2 : Statements.impossibility.A_thm2.
Proof.
move=> R V C N H w own val mine F /two_places[j [k jk]] [a [b ab]] symb right.
apply: (@A_thm2_at R V C N H w own val mine F a b j k ab jk) => [h|]; first exact: symb.
by rewrite !right /alone eqxx; case: eqP.
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

Lemma one_place N (s : 'S_N) : (N <= 1)%N -> s =1 id.
Proof. by case: N s => [|[|N]] // s _ j; [case: j|rewrite !ord1]. Qed.

Theorem A_thm2_sharp : Statements.impossibility.A_thm2_sharp.
Proof. by move=> C N s x j [/(one_place s)/= -> //|one]; exact: one. Qed.

Theorem B_rem31_index_sharp : Statements.impossibility.B_rem31_index_sharp.
Proof.
move=> A s x q; congr (last _ (index _ (rcons _ _))); apply: eq_map => p /=.
by rewrite one_place.
Qed.
