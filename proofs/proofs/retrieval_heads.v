From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import head tasks impossibility retrieval_heads.
From Proofs Require Import attention impossibility affine.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

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

Theorem B_rem31_retr_fix_all : Statements.retrieval_heads.B_rem31_retr_fix_all.
Proof.
move=> R A I N w own x q pos /answer_marked[t [ans mt tin only]] a; exists t; split=> //.
  exact: coordinate_gt0.
move=> t' ne; case: (boolP ((t' == q) || (t' \in codom x))) => occurs.
  case m: (marked q t'); last by rewrite addr0 coordinate_le1.
  by case: ne; apply: only.
by rewrite /a coordinate_absent // add0r lern1 leq_b1.
Qed.

Theorem B_rem31_retr : Statements.retrieval_heads.B_rem31_retr.
Proof.
move=> R A I N w own; split=> [||x q prop]; [exact: hundred_positive|exact: hundred_pure|].
have [t [ans gt mt le]] := B_rem31_retr_fix_all (hundred_positive R _ _ N) prop.
exists t => // t' ne; apply: le_lt_trans (le _ ne) _.
by rewrite mt ltr_addr.
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

Theorem B_rem31_retr_fix_hard : Statements.retrieval_heads.B_rem31_retr_fix_hard.
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

Theorem B_rem31_retr_fix : Statements.retrieval_heads.B_rem31_retr_fix.
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
