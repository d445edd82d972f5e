(* Index at any number of places: how far the attention moves between two inputs. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Statements Require Import head retrieval_gaps margins index_margin.
From Proofs Require Import margins share_moves.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

Section Bounds.
Variables (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat).
Variables (w : Q -> C -> 'I_N -> R) (own : Q -> R) (val : C -> V) (mine : Q -> V) (F : V -> C -> R).
Variables (q : Q) (j k : 'I_N) (D K r g : R).
Hypotheses (jk : j <> k) (pos : weights w own) (near : nearly_symbolic r w q) (isn : is_norm norm).
Hypotheses (K0 : 0 <= K) (vD : forall c c', norm (val c - val c') <= D).
Hypotheses (lip : output_within norm F K).
Hypothesis mar : index_margin (fun x => F (attended w own val mine x q)) j g.

Let kj : k != j. Proof. by apply/eqP => e; apply: jk. Qed.

Lemma r_ge1 (a : C) : 1 <= r.
Proof. by have := near a j j; rewrite -[X in X <= _]mul1r ler_pmul2r ?pos.1. Qed.

Definition least (c : C) : R := w q c [arg min_(p < j) w q c p]%O.
Lemma least_le c p : least c <= w q c p.
Proof. by rewrite /least; case: Order.TotalTheory.arg_minP => // i _; apply. Qed.
Lemma least_near c p : w q c p <= r * least c. Proof. exact: near. Qed.
Lemma least_gt0 c : 0 < least c. Proof. exact: pos.1. Qed.

Definition rest (c : C) : R := \sum_(p | (p != j) && (p != k)) w q c p.

Lemma others_j c : others w q c j = w q c k + rest c.
Proof. by rewrite /others (bigD1 k). Qed.
Lemma others_k c : others w q c k = w q c j + rest c.
Proof.
rewrite /others (bigD1 j) 1?eq_sym //=.
by congr (_ + _); apply: eq_bigl => p; rewrite andbC.
Qed.

Lemma places : N = (#|[pred p | (p != j) && (p != k)]|).+2.
Proof.
have := cardD1 k (predC1 j); rewrite cardC1 card_ord !inE kj add1n => e.
have Ngt : (0 < N)%N by apply: leq_ltn_trans (ltn_ord j).
rewrite -[LHS](prednK Ngt) e; congr _.+2.
by apply: eq_card => p; rewrite !inE andbC.
Qed.

Lemma rest_many c : (N.-2)%:R * least c <= rest c.
Proof.
apply: (@le_trans _ _ (\sum_(p | (p != j) && (p != k)) least c)); last first.
  by apply: ler_sum => p _; exact: least_le.
by rewrite sumr_const mulr_natl [in X in X <= _]places.
Qed.

Lemma two_places : (N.-1)%:R = 1 + (N.-2)%:R :> R.
Proof. by rewrite places /= mulrS. Qed.

(* The lone content is the one with the smaller least weight. *)
Lemma lone_bound (a b : C) : (forall c, norm (val c - mine q) <= D) -> a <> b ->
  least b <= least a -> 2%:R * g * (r + (N.-1)%:R) <= K * D * (r - 1).
Proof.
move=> mD ab sm; have r1 := r_ge1 a; have r0 : 0 < r by apply: lt_le_trans r1.
set x := only a b j; set x' := only a b k.
have Fx : F (attended w own val mine x q) a + g <= F (attended w own val mine x q) b.
  by have := mar (x := x) (c := a); rewrite /x only_at; apply.
have Fx' : F (attended w own val mine x' q) b + g <= F (attended w own val mine x' q) a.
  have := mar (x := x') (c := b); rewrite /x' only_off; last by rewrite eq_sym.
  by apply=> e; apply: ab.
have := twice_margin lip Fx Fx'; set v := attended _ _ _ _ x q; set v' := attended _ _ _ _ x' q => two.
rewrite two_places; have n0 : 0 <= (N.-2)%:R :> R by exact: ler0n.
have d0 : 0 < r + (1 + (N.-2)%:R) by positive.
suff moved : norm (v - v') <= (r - 1) / (r + (1 + (N.-2)%:R)) * D.
  rewrite -ler_pdivl_mulr //; apply: le_trans two _.
  by rewrite -!mulrA; apply: ler_wpmul2l => //; rewrite [D * _]mulrC.
rewrite /v /v' /x /x' !only_attended others_j others_k.
have o0 : 0 <= own q by exact: pos.2.
set o := own q in o0 *; set B := w q b j; set B' := w q b k; set A := w q a k; set A' := w q a j.
set c := rest a; set T := o + (B + (A + c)); set T' := o + (B' + (A' + c)).
have s0 := least_gt0 b; have nc := rest_many a.
have T1 : T = B + (A + (c + o)) by rewrite /T addrC !addrA.
have T1' : T' = B' + (A' + (c + o)) by rewrite /T' addrC !addrA.
have T2 : T = (A + c) + (B + o) by rewrite /T addrC addrAC addrC.
have T2' : T' = (A' + c) + (B' + o) by rewrite /T' addrC addrAC addrC.
have T3 : T = o + ((B + A) + c) by rewrite /T !addrA.
have T3' : T' = o + ((B' + A') + c) by rewrite /T' !addrA.
have T0 : T != 0.
  by rewrite lt0r_neq0 // T1 ltr_paddr ?pos.1 // !addr_ge0 //; [exact/ltW/pos.1|apply: sumr_ge0 => p _; exact/ltW/pos.1].
have T0' : T' != 0.
  by rewrite lt0r_neq0 // T1' ltr_paddr ?pos.1 // !addr_ge0 //; [exact/ltW/pos.1|apply: sumr_ge0 => p _; exact/ltW/pos.1].
have -> : (o / T) *: mine q + (B / T) *: val b + ((A + c) / T) *: val a
   - ((o / T') *: mine q + (B' / T') *: val b + ((A' + c) / T') *: val a)
   = (o / T - o / T') *: mine q + (B / T - B' / T') *: val b + ((A + c) / T - (A' + c) / T') *: val a.
  by rewrite !scalerBl !opprD addrACA [X in X + _]addrACA.
have sym u u' : norm (u - u') = norm (u' - u) by rewrite -opprB (norm_opp isn).
have both (X Y M : R) : X - Y <= M -> Y - X <= M -> `|X - Y| <= M.
  by move=> *; rewrite ler_norml ler_oppl opprB; apply/andP.
apply: moved_three => //; try by rewrite sym.
- by rewrite less_all -!mulrDl -!addrA !divff // subrr.
- by rewrite T3 T3'; apply: both; apply: (@own_between _ r _ (least a) (least b));
    rewrite ?least_le ?least_near.
- by rewrite T1 T1'; apply: both; apply: (@lone_between _ r _ (least a) (least b));
    rewrite ?least_le ?least_near.
- by rewrite T2 T2'; apply: both; apply: (@many_between _ r _ (least a) (least b));
    rewrite ?least_le ?least_near.
Qed.

(* Four inputs of two contents: all a, a and b on either side of j, all b. *)
Lemma two_attended (x : 'I_N -> C) (a b : C) X Y : own q = 0 -> total w own x q = X + Y ->
  0 < X + Y -> \sum_p w q (x p) p *: val (x p) = X *: val b + Y *: val a ->
  attended w own val mine x q = val a + (X / (X + Y)) *: (val b - val a).
Proof.
move=> o0 T XY S; rewrite /attended T o0 scale0r add0r S scalerDr !scalerA ![_^-1 * _]mulrC.
have -> : Y / (X + Y) = 1 - X / (X + Y).
  by rewrite -[X in X - _](divff (lt0r_neq0 XY)) -mulrBl addrAC subrr add0r.
by rewrite scalerBl scale1r scalerBr addrCA.
Qed.
End Bounds.

Theorem S_margin_many : Statements.index_margin.S_margin_many.
Proof.
move=> R V norm Q C N w own val mine F q a b j k D K r g ab jk pos near isn K0 vD mD lip mar.
have [le|/ltW le] := leP (least w q j b) (least w q j a).
  exact: (lone_bound jk pos near isn K0 vD lip mar mD ab le).
apply: (lone_bound jk pos near isn K0 vD lip mar mD _ le) => e; exact: ab.
Qed.

Theorem S_margin_many_far : Statements.index_margin.S_margin_many_far.
Proof.
move=> R V norm Q C N w own val mine F q a b j k D K r g ab jk pos own0 near isn K0 vD lip mar.
have ba : b <> a by move=> e; apply: ab.
pose B := w q b j; pose A := others w q a j; pose a0 := w q a j; pose B' := others w q b j.
have B0 : 0 < B by exact: pos.1.
have a00 : 0 < a0 by exact: pos.1.
have A0 : 0 <= A by exact: (others_ge0 q pos).
have B0' : 0 <= B' by exact: (others_ge0 q pos).
pose at_ t := val a + t *: (val b - val a).
have same c : \sum_p w q c p *: val c = (w q c j + others w q c j) *: val c.
  by rewrite -scaler_suml (bigD1 j).
have all_total c : total w own (fun=> c) q = w q c j + others w q c j.
  by rewrite /total own0 add0r (bigD1 j).
have lone c d : \sum_p w q (only c d j p) p *: val (only c d j p)
    = w q d j *: val d + others w q c j *: val c.
  rewrite (bigD1 j) //= only_at /others scaler_suml; congr (_ + _).
  by apply: eq_bigr => p pj; rewrite only_off.
have e0 : attended w own val mine (fun=> a) q = at_ 0.
  rewrite (@two_attended _ _ _ _ _ w own val mine q _ a b 0 (a0 + A)) ?add0r //.
  - by rewrite mul0r.
  - exact: all_total.
  - by rewrite ltr_paddr.
  - by rewrite scale0r add0r same.
have e1 : attended w own val mine (only a b j) q = at_ (B / (B + A)).
  apply: two_attended => //.
  - by rewrite only_total own0 add0r.
  - by rewrite ltr_paddr.
  - exact: lone.
have e2 : attended w own val mine (only b a j) q = at_ (B' / (a0 + B')).
  rewrite [a0 + B']addrC; apply: two_attended => //.
  - by rewrite only_total own0 add0r addrC.
  - by rewrite ltr_paddl.
  - by rewrite lone addrC.
have e3 : attended w own val mine (fun=> b) q = at_ 1.
  rewrite (@two_attended _ _ _ _ _ w own val mine q _ a b (B + B') 0) ?addr0 //.
  - by rewrite divff // lt0r_neq0 // ltr_paddr.
  - exact: all_total.
  - by rewrite ltr_paddr.
  - by rewrite scale0r addr0 same.
have D0 : 0 <= D by apply: le_trans (norm_ge0 isn _) (vD a a).
have apart (x x' : 'I_N -> C) t t' : x j = b -> x' j = a -> attended w own val mine x q = at_ t ->
    attended w own val mine x' q = at_ t' -> 2%:R * g <= K * D * `|t - t'|.
  move=> xj xj' ex ex'.
  have Fx : F (at_ t) a + g <= F (at_ t) b by have := mar x a; rewrite xj ex; apply.
  have Fx' : F (at_ t') b + g <= F (at_ t') a by have := mar x' b; rewrite xj' ex'; apply.
  apply: le_trans (twice_margin lip Fx Fx') _; rewrite -mulrA ler_wpmul2l //.
  have -> : at_ t - at_ t' = (t - t') *: (val b - val a).
    by rewrite /at_ opprD addrACA subrr add0r scalerBl.
  by rewrite isn.1 mulrC ler_wpmul2r ?normr_ge0.
have one := apart _ _ _ _ (only_at a b j) erefl e1 e0.
have two := apart _ _ _ _ (only_at a b j) (only_at b a j) e1 e2.
have three := apart (fun=> b) _ _ _ erefl (only_at b a j) e3 e2.
have b1 : 0 <= B / (B + A) by apply: divr_ge0; rewrite ?addr_ge0 // ltW.
have b2 : B' / (a0 + B') <= 1.
  by rewrite ler_pdivr_mulr ?mul1r ?ler_addr ?(ltW a00) // ltr_paddr.
rewrite subr0 ger0_norm // in one; rewrite ger0_norm ?subr_ge0 // in three.
have r0 : 0 < r by apply: lt_le_trans (r_ge1 j pos near a).
have [le|/ltW le] := leP (B' / (a0 + B')) (B / (B + A)).
  right; rewrite ger0_norm ?subr_ge0 // in two.
  have many c : (N.-1)%:R * w q c j <= r * others w q c j.
    by rewrite mulr_sumr; apply: others_many => p; exact: near.
  have := far_shares r0 (ler0n _ _) B0 A0 a00 B0' (many b) (many a) le => far.
  have n0 : 0 <= r + (N.-1)%:R by rewrite addr_ge0 ?ler0n // ltW.
  apply: le_trans (ler_wpmul2r n0 two) _; rewrite -[X in X <= _]mulrA ler_wpmul2l //.
  exact: mulr_ge0.
left; rewrite distrC ger0_norm ?subr_ge0 // in two.
have -> : 2%:R * g * 3%:R = 2%:R * g + (2%:R * g + 2%:R * g).
  by rewrite mulrDr mulrDr !mulr1 addrA.
apply: le_trans (ler_add one (ler_add two three)) _.
by rewrite -!mulrDr addrA [X in _ * (X + _)]addrC subrK [X in _ * X]addrC subrK mulr1.
Qed.

(* What is attended, where nothing but the input decides: some output that is ahead by half of how
   far apart the inputs of different answers are. *)
Section Nearest.
Variables (R : realFieldType) (C : finType) (N : nat) (V : lmodType R) (norm : V -> R).
Variables (j : 'I_N) (att : ('I_N -> C) -> V) (s : R).
Hypotheses (isn : is_norm norm) (ext : forall x y, x =1 y -> att x = att y).
Hypothesis far : forall x y, x j <> y j -> 2%:R * s <= norm (att x - att y).

Definition nearest (v : V) (c : C) : {ffun 'I_N -> C} :=
  [arg min_(x < [ffun=> c] | x j == c) norm (v - att x)]%O.
Definition away (v : V) (c : C) : R := norm (v - att (nearest v c)).
Definition by_nearest (v : V) (c : C) : R := - (2%:R^-1 * away v c).

Lemma nearest_at v c : nearest v c j = c.
Proof. by rewrite /nearest; case: Order.TotalTheory.arg_minP => [|x /eqP //]; rewrite ffunE. Qed.

Lemma away_le v x : away v (x j) <= norm (v - att x).
Proof.
rewrite /away /nearest; case: Order.TotalTheory.arg_minP => [|y _ le]; first by rewrite ffunE.
have -> : att x = att [ffun p => x p] by apply: ext => p; rewrite ffunE.
by apply: le; rewrite ffunE.
Qed.

Lemma away_moves v v' c : away v c - away v' c <= norm (v - v').
Proof.
rewrite ler_subl_addr; have := away_le v (nearest v' c); rewrite nearest_at => /le_trans; apply.
have -> : v - att (nearest v' c) = (v - v') + (v' - att (nearest v' c)) by rewrite addrA subrK.
exact: isn.2.
Qed.

Lemma nearest_within : output_within norm by_nearest 1.
Proof.
move=> v v' c c'; rewrite mul1r /by_nearest !opprK.
have -> : - (2%:R^-1 * away v c) + 2%:R^-1 * away v c' - (- (2%:R^-1 * away v' c)
    + 2%:R^-1 * away v' c')
  = 2%:R^-1 * ((away v' c - away v c) + (away v c' - away v' c')).
  by rewrite !mulrDr !mulrN opprD opprK addrACA [- _ + _]addrC.
have sym : norm (v' - v) = norm (v - v') by rewrite -opprB (norm_opp isn).
rewrite normrM ger0_norm ?invr_ge0 ?ler0n // ler_pdivr_mull ?ltr0n // mulr_natl mulr2n.
have move d : `|away v d - away v' d| <= norm (v - v').
  by rewrite ler_norml ler_oppl opprB -{1}sym !away_moves.
apply: le_trans (ler_norm_add _ _) _; apply: ler_add => //; by rewrite distrC.
Qed.

Lemma nearest_ahead : index_margin (fun x => by_nearest (att x)) j s.
Proof.
move=> x c cx; rewrite /by_nearest.
have -> : away (att x) (x j) = 0.
  apply/eqP; rewrite eq_le (norm_ge0 isn) andbT.
  by apply: le_trans (away_le _ _) _; rewrite subrr -[0]/(0 : V) -(scale0r 0) isn.1 normr0 mul0r.
rewrite mulr0 oppr0 addrC subr_le0 ler_pdivl_mull ?ltr0n //.
by apply: far; rewrite nearest_at => e; apply: cx.
Qed.
End Nearest.

(* r at the place asked for and 1 elsewhere: what x attends to, content by content. *)
Section Places.
Variables (R : realFieldType) (Q : eqType) (C : finType) (N : nat) (q : Q) (j : 'I_N) (r o : R).
Hypotheses (r1 : 1 <= r) (o0 : 0 <= o).
Let w (q : Q) (c : C) (p : 'I_N) : R := if p == j then r else 1.
Let own (q : Q) : R := o.
Let V := {ffun C -> R^o}.
Let norm (v : V) : R := \sum_c `|v c|.
Let mine (q : Q) : V := 0.
Let att x := attended w own (@onehot R C) mine x q.
Let T : R := r + (N.-1)%:R + o.

Let T0 : 0 < T.
Proof. by rewrite ltr_paddr // ltr_paddr ?ler0n // (lt_le_trans ltr01). Qed.

Lemma place_total x : total w own x q = T.
Proof.
rewrite /total (bigD1 j) //= /w eqxx (eq_bigr (fun=> 1)) => [|p /negPf -> //].
by rewrite sumr_const cardC1 card_ord addrC.
Qed.

Lemma place_share x c : att x c = share w own x q c.
Proof. exact: onehot_share. Qed.

Lemma place_within : output_within (norm : [lmodType R of V] -> R) (fun v c => v c) 1.
Proof.
move=> v v' c c'; rewrite mul1r /norm.
have [->|cc] := eqVneq c c'; first by rewrite !subrr normr0 sumr_ge0.
rewrite (bigD1 c) //= (bigD1 c') 1?eq_sym //= addrA.
apply: ler_paddr; first exact: sumr_ge0.
rewrite !ffunE; have -> : v c - v c' - (v' c - v' c') = (v c - v' c) - (v c' - v' c').
  by rewrite !opprD !opprK !addrA [v c - v c' - v' c]addrAC.
exact: ler_norm_sub.
Qed.

Lemma place_shares x : \sum_c share w own x q c = (r + (N.-1)%:R) / T.
Proof.
rewrite /share -mulr_suml place_total; congr (_ / _).
by apply: (@addrI _ o); rewrite [RHS]addrC -/T -(place_total x) /total (partition_big x predT).
Qed.

(* Twice what one content's share moves by. *)
Lemma place_apart x y c : 2%:R * `|share w own x q c - share w own y q c| <= norm (att x - att y).
Proof.
have zero : \sum_d (share w own x q d - share w own y q d) = 0.
  by rewrite sumrB !place_shares subrr.
have -> : norm (att x - att y) = \sum_d `|share w own x q d - share w own y q d|.
  apply: eq_bigr => d _; rewrite -!place_share.
  by have -> : (att x - att y) d = att x d - att y d by rewrite ffunE [X in _ + X]ffunE.
rewrite (bigD1 c) //= mulr_natl mulr2n ler_add2l.
move: zero; rewrite (bigD1 c) //= => /eqP; rewrite addr_eq0 => /eqP ->.
by rewrite normrN; exact: ler_norm_sum.
Qed.

Lemma place_count x c (P : pred 'I_N) : (forall p, P p -> p != j) ->
  \sum_(p | P p && (x p == c)) w q (x p) p = #|[pred p | P p && (x p == c)]|%:R.
Proof.
move=> Pj; rewrite (eq_bigr (fun=> 1)) ?sumr_const // => p /andP[/Pj /negPf pj _].
by rewrite /w pj.
Qed.

Lemma place_far x y : 2%:R * r <= 3%:R -> x j <> y j ->
  2%:R * ((r - 1) / T) <= norm (att x - att y).
Proof.
move=> r3 xy; apply: le_trans (place_apart x y (x j)); rewrite ler_wpmul2l ?ler0n //.
rewrite /share !place_total -mulrBl normrM [`|T^-1|]ger0_norm ?invr_ge0 ?(ltW T0) //.
rewrite ler_wpmul2r ?invr_ge0 ?(ltW T0) // (bigD1 j) //= {1}/w eqxx.
pose here z := #|[pred p : 'I_N | (p != j) && (z p == x j)]|.
have count z : \sum_(p | (p != j) && (z p == x j)) w q (z p) p = (here z)%:R by exact: place_count.
rewrite (eq_bigl (fun p => (p != j) && (x p == x j))) => [|p]; last by rewrite andbC.
rewrite [X in _ - X](eq_bigl (fun p => (p != j) && (y p == x j))) => [|p]; last first.
  by have [->|//] := eqVneq p j; apply/negbTE/eqP => e; apply: xy.
rewrite !count; have [few|many] := leqP (here y) (here x).+1.
  apply: le_trans (ler_norm _); rewrite -addrA ler_add2l ler_subr_addl ler_subl_addr.
  by rewrite -[1]/(1%:R) -natrD ler_nat addn1.
have more : (here x)%:R + 2%:R <= (here y)%:R :> R by rewrite -natrD ler_nat addn2.
rewrite distrC; apply: le_trans (ler_norm _).
rewrite ler_subr_addr; apply: le_trans more; rewrite addrA addrC ler_add2l addrAC ler_subl_addr.
have -> : r + r = 2%:R * r by rewrite mulr_natl mulr2n.
by apply: le_trans r3 _; rewrite -[1]/(1%:R) -natrD.
Qed.
End Places.

Theorem S_margin_many_attained : Statements.index_margin.S_margin_many_attained.
Proof.
move=> R Q C N q j r o r1 o0 w own V norm val mine.
have r0 : 0 < r by apply: lt_le_trans r1.
have small c : norm (val c) = 1 by exact: l1_onehot.
have isn := @l1_norm R C; have apart u v : norm (u - v) <= norm u + norm v.
  by apply: le_trans (isn.2 u (- v)) _; rewrite ler_add2l (norm_opp isn).
split.
- move=> c p p'; rewrite /w; case: (p == j); case: (p' == j);
    by rewrite ?mulr1 // ?ler_pemulr ?(ltW r0) // mulr_ege1.
- exact: isn.
- split=> [c c'|c]; first by apply: le_trans (apart _ _) _; rewrite !small.
  by rewrite subr0 small -[1]/(1%:R) ler_nat.
- move=> r3; pose att x := attended w own val mine x q.
  have ext x y : x =1 y -> att x = att y.
    move=> xy; rewrite /att /attended !place_total; congr (_ *: (_ + _)).
    by apply: eq_bigr => p _; rewrite xy.
  have far x y : x j <> y j -> 2%:R * ((r - 1) / (r + (N.-1)%:R + o)) <= norm (att x - att y).
    exact: place_far.
  exists (@by_nearest R C N _ norm j att); split; first exact: (nearest_within j isn ext).
  exact: (nearest_ahead isn ext far).
exists (fun v c => v c); split; first exact: place_within.
have [_ _ mar _] := @Proofs.margins.S_margin_copy_attained R Q C N predT q j r o r1 o0.
by move=> x c cx; rewrite !place_share //; exact: mar.
Qed.
