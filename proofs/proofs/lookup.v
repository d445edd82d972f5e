From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import head impossibility lookup.
From Proofs Require Import attention impossibility affine.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

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

Theorem A_thm4_sharp : Statements.lookup.A_thm4_sharp.
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

Theorem A_thm4_several : Statements.lookup.A_thm4_several.
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

Theorem A_cor1_fix_doubling : Statements.lookup.A_cor1_fix_doubling.
Proof. exact: doubling. Qed.

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

Theorem A_cor1 : Statements.lookup.A_cor1.
Proof.
move=> R S A N w own; split=> [||x q c]; [exact: hundred_positive|exact: hundred_pure|].
apply: last_wins => [|p]; first exact: hundred_positive.
rewrite /w /hundred (sum_below (fun r => (100 ^ r)%:R : R) p).
apply: (@doubling R (fun r => (100 ^ r)%:R)) => [|r]; first by rewrite ltr01.
by rewrite -natrM ler_nat expnS leq_mul2r orbT.
Qed.

Theorem A_thm4 : Statements.lookup.A_thm4.
Proof.
move=> R V S A N w own val mine g W N2 [s [t st]] [c [d cd]] pos solves.
refine (@repeating_contradiction R V S A N w own val mine g W s t c d pos cd N2 _ _).
- by move=> p e e'; apply: solves; [left|case: (alone_bound e e' p st N2)].
- by move=> p e e'; apply: solves; [left|case: (alone_bound e e' p st N2)].
Qed.

Theorem A_thm4_distinct : Statements.lookup.A_thm4_distinct.
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

Theorem A_cor1_fix_affine : Statements.lookup.A_cor1_fix_affine.
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

Theorem A_cor1_fix_symbolic : Statements.lookup.A_cor1_fix_symbolic.
Proof.
move=> R V S A N H w own val mine F s c d cd symb right.
pose x := alone (s, c) (s, d) : 'I_N.+2 -> 'I_N.+2 -> S * A.
have last_d : last_bound (x ord_max) s d.
  by exists ord_max => [|r]; [rewrite /x alone_at|rewrite ltnNge -ltnS ltn_ord].
have last_c : last_bound (x ord0) s c.
  by exists ord_max => [|r]; [rewrite /x /alone|rewrite ltnNge -ltnS ltn_ord].
apply: cd; rewrite -(right _ _ last_c) -(right _ _ last_d); congr (F s _).
by rewrite /x (alone_attended own val mine ord0 symb).
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

Theorem A_cor1_fix : Statements.lookup.A_cor1_fix.
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
