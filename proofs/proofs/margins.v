From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import head retrieval_gaps margins.
From Proofs Require Import algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

(* b at place j, a at every other. *)
Definition only (C : Type) (N : nat) (a b : C) (j p : 'I_N) : C := if p == j then b else a.

Lemma only_at (C : Type) N (a b : C) (j : 'I_N) : only a b j j = b.
Proof. by rewrite /only eqxx. Qed.

Lemma only_off (C : Type) N (a b : C) (j p : 'I_N) : p != j -> only a b j p = a.
Proof. by rewrite /only => /negPf ->. Qed.

Section Shares.
Variables (R : realFieldType) (Q C : eqType) (N : nat).
Variables (w : Q -> C -> 'I_N -> R) (own : Q -> R) (q : Q).
Hypothesis pos : weights w own.

Definition others (a : C) (j : 'I_N) : R := \sum_(p | p != j) w q a p.

Lemma others_ge0 a j : 0 <= others a j.
Proof. by apply: sumr_ge0 => p _; exact/ltW/pos.1. Qed.

Lemma only_total a b j : total w own (only a b j) q = own q + (w q b j + others a j).
Proof.
rewrite /total (bigD1 j) //= only_at; congr (_ + (_ + _)).
by apply: eq_bigr => p pj; rewrite only_off.
Qed.

Lemma only_total_gt0 a b j : 0 < own q + (w q b j + others a j).
Proof. by rewrite ltr_paddl ?pos.2 // ltr_paddr ?others_ge0 ?pos.1. Qed.

(* The margin between the two contents, as a comparison of weights. *)
Lemma only_ahead a b j m : a <> b ->
  share w own (only a b j) q a + m <= share w own (only a b j) q b ->
  m * (own q + (w q b j + others a j)) <= w q b j - others a j.
Proof.
move=> /eqP ab; have T0 := only_total_gt0 a b j.
rewrite /share only_total addrC -ler_subr_addr -mulrBl ler_pdivl_mulr //.
move/le_trans; apply; rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ - _).
  rewrite (bigD1 j) ?only_at ?eqxx //= big1 ?addr0 // => p /andP[xb pj].
  by move: xb; rewrite only_off // (negPf ab).
have isa p : (only a b j p == a) = (p != j).
  by rewrite /only; case: (p == j); rewrite ?eqxx // eq_sym (negPf ab).
rewrite (eq_bigl _ _ isa); apply: eq_bigr => p pj; by rewrite only_off.
Qed.

Lemma others_many (v : 'I_N -> R) (b : R) (j : 'I_N) : (forall p, b <= v p) ->
  (N.-1)%:R * b <= \sum_(p | p != j) v p.
Proof.
move=> bv; apply: (@le_trans _ _ (\sum_(p | p != j) b)); last by apply: ler_sum.
by rewrite sumr_const cardC1 card_ord mulr_natl.
Qed.
End Shares.

(* What is asked for against all the rest, of which each is at least an r-th. *)
Section Algebra.
Variable R : realFieldType.
Add Field R_field : (field_of [fieldType of R]).

Lemma copy_identity (n r m B A o : R) :
  (r - n) * B - m * (r + n) * B
    = r * (B - A - m * (o + (B + A))) + (1 + m) * (r * A - n * B) + r * (m * o).
Proof. plain_ring R. Qed.

Lemma copy_bound (n r m B A o : R) :
  0 < B -> 0 <= m -> 0 <= o -> 0 <= r -> n * B <= r * A ->
  m * (o + (B + A)) <= B - A -> m * (r + n) <= r - n.
Proof.
move=> B0 m0 o0 r0 nB mar; rewrite -(ler_pmul2r B0) -subr_ge0 (copy_identity n r m B A o).
apply: addr_ge0; first apply: addr_ge0; apply: mulr_ge0 => //; rewrite ?subr_ge0 //.
- by rewrite addr_ge0 ?ler01.
- exact: mulr_ge0.
Qed.

Lemma both (m o x1 y1 x2 y2 : R) :
  m * (o + (x1 + y1)) <= x1 - y1 -> m * (o + (x2 + y2)) <= x2 - y2 ->
  m * (o + o + (x1 + x2 + (y1 + y2))) <= x1 + x2 - (y1 + y2).
Proof.
move=> one two; have := ler_add one two.
have -> : m * (o + (x1 + y1)) + m * (o + (x2 + y2)) = m * (o + o + (x1 + x2 + (y1 + y2))).
  by plain_ring R.
by have -> : x1 - y1 + (x2 - y2) = x1 + x2 - (y1 + y2) by plain_ring R.
Qed.

(* More of what is asked for, and no more of the rest: a larger share ahead. *)
Lemma ahead_identity (s u S U o : R) :
  (S - U) * (s + u + o) - (s - u) * (S + U + o)
    = 2%:R * (u * (S - s) + s * (u - U)) + o * (S - s + (u - U)).
Proof. plain_ring R. Qed.

Lemma ahead_more (s u S U o : R) : 0 <= o -> 0 < s -> 0 <= u -> s <= S -> 0 <= U -> U <= u ->
  (s - u) / (s + u + o) <= (S - U) / (S + U + o).
Proof.
move=> o0 s0 u0 sS U0 Uu.
have d0 : 0 < s + u + o by rewrite !ltr_paddr.
have D0 : 0 < S + U + o by rewrite !ltr_paddr // (lt_le_trans s0).
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -subr_ge0 (ahead_identity s u S U o).
have S1 : 0 <= S - s by rewrite subr_ge0.
have U1 : 0 <= u - U by rewrite subr_ge0.
apply: addr_ge0; apply: mulr_ge0; rewrite ?ler0n //; last exact: addr_ge0.
by apply: addr_ge0; apply: mulr_ge0 => //; exact: ltW.
Qed.
End Algebra.

Theorem S_margin_copy_index : Statements.margins.S_margin_copy_index.
Proof.
move=> R Q C N w own q a b j r m ab pos near m0 mar.
have ba : b <> a by move=> e; apply: ab.
have one : m * (own q + (w q b j + others w q a j)) <= w q b j - others w q a j.
  by apply: only_ahead => //; have := mar (only a b j) a; rewrite only_at; apply.
have two : m * (own q + (w q a j + others w q b j)) <= w q a j - others w q b j.
  by apply: only_ahead => //; have := mar (only b a j) b; rewrite only_at; apply.
have many c : (N.-1)%:R * w q c j <= r * others w q c j.
  by rewrite mulr_sumr; apply: others_many => p; exact: near.
have r0 : 0 <= r.
  have := near a j j; rewrite -[X in X <= _]mul1r ler_pmul2r ?pos.1 //.
  exact: le_trans ler01.
apply: (@copy_bound _ _ _ _ (w q b j + w q a j) (others w q a j + others w q b j)
  (own q + own q)) => //.
- by rewrite addr_gt0 ?pos.1.
- by rewrite addr_ge0 ?pos.2.
- by rewrite !mulrDr [X in _ <= X]addrC ler_add ?many.
exact: both.
Qed.

Theorem S_margin_copy_retr : Statements.margins.S_margin_copy_retr.
Proof.
move=> R Q C [//|N] w own q a b fits r m _ fa fb pos near m0 mar.
have ba : b <> a by move=> e; rewrite e fa in fb.
pose p := [arg min_(p < (ord0 : 'I_N.+1)) w q a p]%O.
have least o : w q a p <= w q a o.
  by rewrite /p; case: Order.TotalTheory.arg_minP => // i _; apply.
have ahead : m * (own q + (w q a p + others w q b p)) <= w q a p - others w q b p.
  apply: only_ahead => //; have := mar (only b a p) p; rewrite only_at; apply=> // o.
  by rewrite /only; case: eqP => // _; rewrite (negPf fb).
have r0 : 0 <= r.
  have := near a a p; rewrite -[X in X <= _]mul1r ler_pmul2r ?pos.1 //.
  exact: le_trans ler01.
apply: (copy_bound _ m0 (pos.2 q) r0 _ ahead); first exact: pos.1.
rewrite mulr_sumr; apply: others_many => o; apply: le_trans (least o) _; exact: near.
Qed.

(* Shares where r stands for what is asked for, and 1 for the rest. *)
Section Attained.
Variables (R : realFieldType) (Q C : eqType) (N : nat).
Variables (w : Q -> C -> 'I_N -> R) (o : R) (q : Q).
Hypotheses (o0 : 0 <= o) (w0 : forall c p, 0 < w q c p).

Lemma split_total x a : total w (fun=> o) x q
  = \sum_(p | x p == a) w q (x p) p + \sum_(p | x p != a) w q (x p) p + o.
Proof. by rewrite /total (bigID (fun p => x p == a)) /= addrC. Qed.

Lemma share_ahead x a c s u : c <> a -> 0 < s -> 0 <= u ->
  s <= \sum_(p | x p == a) w q (x p) p -> \sum_(p | x p != a) w q (x p) p <= u ->
  share w (fun=> o) x q c + (s - u) / (s + u + o) <= share w (fun=> o) x q a.
Proof.
move=> ca s0 u0 big small; rewrite addrC -ler_subr_addr /share (split_total x a) -mulrBl.
have nn (P : pred 'I_N) : 0 <= \sum_(p | P p) w q (x p) p.
  by apply: sumr_ge0 => p _; exact: ltW.
set S := \sum_(p | x p == a) _ in big *; set U := \sum_(p | x p != a) _ in small *.
apply: le_trans (ahead_more o0 s0 u0 big (nn _) small) _.
rewrite ler_wpmul2r ?invr_ge0 ?addr_ge0 ?nn // ler_add2l ler_opp2 /U.
rewrite [X in _ <= X](bigID (fun p => x p == c)) /= -[X in X <= _]addr0 ler_add ?nn //.
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => p.
by rewrite andbC; case: eqP => [->|//]; apply/esym/eqP.
Qed.
End Attained.

Lemma rest_of (R : realFieldType) (N : nat) (P : pred 'I_N) (v : 'I_N -> R) j :
  ~~ P j -> (forall p, P p -> v p <= 1) -> (forall p, 0 <= v p) -> \sum_(p | P p) v p <= (N.-1)%:R.
Proof.
move=> Pj v1 v0; apply: (@le_trans _ _ (\sum_(p | p != j) 1)); last first.
  by rewrite sumr_const cardC1 card_ord.
rewrite [X in _ <= X](bigID P) /= -[X in X <= _]addr0.
apply: ler_add; last by apply: sumr_ge0 => *; exact: ler01.
rewrite [X in _ <= X](eq_bigl P) => [|p]; first exact: ler_sum.
by apply/andP/idP => [[]//|Pp]; split=> //; apply: contraNneq Pj => <-.
Qed.

Theorem S_margin_copy_attained : Statements.margins.S_margin_copy_attained.
Proof.
move=> R Q C N fits q j r o r1 o0 by_place by_content own m.
have r0 : 0 < r by apply: lt_le_trans r1.
have swap (x y : bool) : (if x then r else 1) <= r * (if y then r else 1) :> R.
  by case: x; case: y; rewrite ?mulr1 // ?ler_pemulr ?(ltW r0) // mulr_ege1.
split.
- by move=> c p p'; exact: swap.
- by move=> c c' p; exact: swap.
- move=> x c cx; apply: share_ahead => //; rewrite ?ler0n //.
  + by move=> d p; rewrite /by_place; case: ifP; rewrite ?ltr01.
  + rewrite (bigD1 j) ?eqxx //= /by_place eqxx ler_addl sumr_ge0 // => p _.
    by case: ifP; rewrite ?ltW // ltr01.
  + apply: (rest_of (j := j)) => [|p|p]; rewrite ?eqxx // /by_place.
      by case: (p =P j) => [->|//]; rewrite eqxx.
    by case: ifP => _; [exact: ltW|exact: ler01].
- move=> x p fp alone c cx; apply: share_ahead => //; rewrite ?ler0n //.
  + by move=> d u; rewrite /by_content; case: ifP; rewrite ?ltr01.
  + rewrite (bigD1 p) ?eqxx //= /by_content fp ler_addl sumr_ge0 // => u _.
    by case: ifP; rewrite ?ltW // ltr01.
  + apply: (rest_of (j := p)) => [|u|u]; rewrite ?eqxx // /by_content; case: ifP => //.
    * by move=> /alone ->; rewrite eqxx.
    * by move=> _; exact: ltW.
    * by move=> _; exact: ler01.
Qed.

(* Three bins: how far the mean moves when shares do. *)
Section Moved.
Variables (R : realFieldType) (V : lmodType R) (norm : V -> R).
Hypothesis isn : is_norm norm.

Lemma norm_scaled c v : norm (c *: v) = `|c| * norm v. Proof. exact: isn.1. Qed.
Lemma norm_sum v v' : norm (v + v') <= norm v + norm v'. Proof. exact: isn.2. Qed.
Lemma norm_ge0 v : 0 <= norm v.
Proof.
have z : norm 0 = 0 by rewrite -[0](scale0r (0 : V)) norm_scaled normr0 mul0r.
have := norm_sum v ((-1) *: v); rewrite norm_scaled normrN1 mul1r scaleN1r subrr z.
by rewrite -mulr2n pmulrn_lge0.
Qed.
Lemma norm_opp v : norm (- v) = norm v.
Proof. by rewrite -scaleN1r norm_scaled normrN1 mul1r. Qed.

(* Shares that move by c and d of one sign, against the third. *)
Lemma moved_two c d x y z D : 0 <= c * d -> norm (x - z) <= D -> norm (y - z) <= D ->
  norm (c *: (x - z) + d *: (y - z)) <= `|c + d| * D.
Proof.
move=> cd nx ny; apply: le_trans (norm_sum _ _) _; rewrite !norm_scaled.
have -> : `|c + d| = `|c| + `|d|.
  have [c0|c0] := leP 0 c; have [d0|d0] := leP 0 d.
  - by rewrite !ger0_norm ?addr_ge0.
  - move: cd; have [->|c1] := eqVneq c 0; first by rewrite !add0r normr0 add0r.
    by rewrite pmulr_rge0 ?lt0r ?c1 // leNgt d0.
  - move: cd; have [->|d1] := eqVneq d 0; first by rewrite !addr0 normr0 addr0.
    by rewrite pmulr_lge0 ?lt0r ?d1 // leNgt c0.
  - have s0 : c + d <= 0 by rewrite -oppr_ge0 opprD addr_ge0 // oppr_ge0 ltW.
    by rewrite !ler0_norm ?opprD // ltW.
by rewrite mulrDl ler_add // ler_wpmul2l.
Qed.

Lemma moved_three c d e x y z D M : c + d + e = 0 -> `|c| <= M -> `|d| <= M -> `|e| <= M ->
  norm (x - y) <= D -> norm (x - z) <= D -> norm (y - z) <= D ->
  norm (c *: x + d *: y + e *: z) <= M * D.
Proof.
move=> cde cM dM eM xy xz yz.
have D0 : 0 <= D by apply: le_trans xy; exact: norm_ge0.
have sym u v : norm (u - v) = norm (v - u) by rewrite -opprB norm_opp.
have grow f : `|f| <= M -> `|f| * D <= M * D by move=> fM; exact: ler_wpmul2r.
have e1 : e = - (c + d) by apply/eqP; rewrite -addr_eq0 addrC cde.
have d1 : d = - (c + e) by apply/eqP; rewrite -addr_eq0 addrA [d + c]addrC cde.
have c1 : c = - (d + e) by apply/eqP; rewrite -addr_eq0 addrA cde.
have [cd|cd] := leP 0 (c * d).
  have -> : c *: x + d *: y + e *: z = c *: (x - z) + d *: (y - z).
    by rewrite e1 scaleNr scalerDl !scalerBr addrACA -opprD.
  by apply: le_trans (moved_two cd xz yz) _; apply: grow; rewrite -normrN -e1.
have [ce|ce] := leP 0 (c * e).
  have -> : c *: x + d *: y + e *: z = c *: (x - y) + e *: (z - y).
    by rewrite addrAC d1 scaleNr scalerDl !scalerBr addrACA -opprD.
  apply: le_trans (moved_two ce xy _) _; first by rewrite sym.
  by apply: grow; rewrite -normrN -d1.
have de : 0 <= d * e.
  have : 0 <= (c * d) * (c * e) by rewrite mulr_le0 // ltW.
  rewrite mulrACA pmulr_rge0 // lt0r mulf_eq0 orbb -expr2 sqr_ge0 andbT.
  by apply: contraTneq cd => ->; rewrite mul0r ltxx.
have -> : c *: x + d *: y + e *: z = d *: (y - x) + e *: (z - x).
  by rewrite -addrA addrC c1 scaleNr scalerDl !scalerBr addrACA -opprD.
apply: le_trans (moved_two (D := D) de _ _) _; [by rewrite sym|by rewrite sym|].
by apply: grow; rewrite -normrN -c1.
Qed.
Lemma moved_against c d e x y u z D : 0 <= c -> 0 <= d -> 0 <= e ->
  norm (x - z) <= D -> norm (y - z) <= D -> norm (u - z) <= D ->
  norm (c *: (x - z) + d *: (y - z) + e *: (u - z)) <= (c + d + e) * D.
Proof.
move=> c0 d0 e0 nx ny nu; apply: le_trans (norm_sum _ _) _; rewrite mulrDl.
apply: ler_add; last by rewrite norm_scaled ger0_norm // ler_wpmul2l.
by rewrite -(ger0_norm (addr_ge0 c0 d0)); apply: moved_two => //; exact: mulr_ge0.
Qed.
End Moved.

(* Shares of two bins whose weights move by a factor r at most. *)
Section Shares2.
Variable R : realFieldType.
Add Field R_field' : (field_of [fieldType of R]).

Lemma move_identity (s t r : R) :
  (r - 1) * ((s + t) * (s + r ^+ 2 * t)) - (s * (s + r ^+ 2 * t) + (- s) * (s + t)) * (r + 1)
    = (r - 1) * (s - r * t) ^+ 2.
Proof. plain_ring R. Qed.

Lemma less_all (x y z x' y' z' : R) :
  x - x' + (y - y') + (z - z') = x + y + z - (x' + y' + z').
Proof. plain_ring R. Qed.

Lemma less_alike (x y z t s u : R) :
  x + s - (y + u) - (z + s - (t + u)) = (x - z) - (y - t).
Proof. plain_ring R. Qed.

Lemma regroup (x x' y z z' t : R) :
  x - x' + y + (z - z') - t = x + y + z - (x' + t + z').
Proof. plain_ring R. Qed.

Lemma far_share (s t r : R) : 1 <= r -> 0 < s -> 0 <= t ->
  s / (s + t) - s / (s + r ^+ 2 * t) <= (r - 1) / (r + 1).
Proof.
move=> r1 s0 t0; have r0 : 0 < r by apply: lt_le_trans r1.
have d1 : 0 < s + t by rewrite ltr_paddr.
have d2 : 0 < s + r ^+ 2 * t by rewrite ltr_paddr // mulr_ge0 // exprn_ge0 // ltW.
rewrite -mulNr addf_div ?lt0r_neq0 // ler_pdivr_mulr ?mulr_gt0 // [X in _ <= X]mulrAC.
rewrite ler_pdivl_mulr ?addr_gt0 ?ltr01 // -subr_ge0 move_identity mulr_ge0 ?subr_ge0 //.
exact: sqr_ge0.
Qed.

Lemma share_moves (s t s' t' r : R) : 1 <= r -> 0 <= s -> 0 <= t -> 0 <= s' -> 0 <= t' ->
  0 < s + t -> 0 < s' + t' -> s <= r * s' -> t' <= r * t ->
  s / (s + t) - s' / (s' + t') <= (r - 1) / (r + 1).
Proof.
move=> r1 s0 t0 s0' t0' d d' ss tt; have r0 : 0 < r by apply: lt_le_trans r1.
have [z|s1] := eqVneq s 0.
  rewrite z mul0r sub0r; apply: (@le_trans _ _ 0).
    by rewrite oppr_le0 divr_ge0 // ltW.
  by rewrite divr_ge0 ?subr_ge0 // addr_ge0 ?ler01 // ltW.
have sp : 0 < s by rewrite lt0r s1.
apply: le_trans (far_share r1 sp t0); rewrite ler_add2l ler_opp2.
have d2 : 0 < s + r ^+ 2 * t by rewrite ltr_paddr // mulr_ge0 // exprn_ge0 // ltW.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // !mulrDr [s * s' in X in X <= _]mulrC ler_add2l.
apply: (@le_trans _ _ (r * s' * (r * t))); first exact: ler_pmul.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite expr2 !mulrA [r * s']mulrC -!mulrA.
Qed.

Lemma share_moves_both (s t s' t' r : R) : 1 <= r -> 0 <= s -> 0 <= t -> 0 <= s' -> 0 <= t' ->
  0 < s + t -> 0 < s' + t' -> s <= r * s' -> s' <= r * s -> t <= r * t' -> t' <= r * t ->
  `|s / (s + t) - s' / (s' + t')| <= (r - 1) / (r + 1).
Proof.
move=> r1 s0 t0 s0' t0' d d' ss ss' tt tt'; rewrite ler_norml; apply/andP; split.
  by rewrite ler_oppl opprB; apply: share_moves.
exact: share_moves.
Qed.
End Shares2.

(* Twice the margin is at most what the output moves by between two inputs of different answers. *)
Lemma twice_margin (R : realFieldType) (V : lmodType R) (norm : V -> R) (C : Type) (F : V -> C -> R)
    K g v v' (a b : C) : output_within norm F K -> F v a + g <= F v b -> F v' b + g <= F v' a ->
  2%:R * g <= K * norm (v - v').
Proof.
move=> lip one two; apply: le_trans (lip v v' b a); apply: le_trans (ler_norm _).
rewrite mulr_natl mulr2n opprB; apply: ler_add; first by rewrite ler_subr_addl.
by rewrite ler_subr_addl.
Qed.

Section Three.
Variables (R : realFieldType) (V : lmodType R) (Q C : eqType) (N : nat).
Variables (w : Q -> C -> 'I_N -> R) (own : Q -> R) (val : C -> V) (mine : Q -> V) (q : Q).

Lemma only_attended a b j :
  let T := own q + (w q b j + others w q a j) in
  attended w own val mine (only a b j) q
    = (own q / T) *: mine q + (w q b j / T) *: val b + (others w q a j / T) *: val a.
Proof.
rewrite /attended only_total (bigD1 j) //= only_at.
rewrite (eq_bigr (fun p => w q a p *: val a)) => [|p pj]; last by rewrite only_off.
by rewrite -scaler_suml !scalerDr !scalerA addrA ![_^-1 * _]mulrC.
Qed.
End Three.

Theorem S_margin_index : Statements.margins.S_margin_index.
Proof.
move=> R V norm Q C N w own val mine F q a b j k D K r g ab jk pos near isn K0 vD mD lip mar.
have r1 : 1 <= r.
  by have := near a j j; rewrite -[X in X <= _]mul1r ler_pmul2r ?pos.1.
have r0 : 0 < r by apply: lt_le_trans r1.
set x := only a b j; set x' := only a b k.
have Fx : F (attended w own val mine x q) a + g <= F (attended w own val mine x q) b.
  by have := mar x a; rewrite /x only_at; apply.
have Fx' : F (attended w own val mine x' q) b + g <= F (attended w own val mine x' q) a.
  have := mar x' b; rewrite /x' only_off; last exact/eqP.
  by apply=> e; apply: ab.
have := twice_margin lip Fx Fx'; set v := attended _ _ _ _ x q; set v' := attended _ _ _ _ x' q => two.
suff moved : norm (v - v') <= (r - 1) / (r + 1) * D.
  have r2 : 0 < r + 1 by rewrite addr_gt0 ?ltr01.
  rewrite -ler_pdivl_mulr //; apply: le_trans two _.
  by rewrite -!mulrA; apply: ler_wpmul2l => //; rewrite [D * _]mulrC.
pose o := own q; pose B := w q b j; pose A := others w q a j.
pose B' := w q b k; pose A' := others w q a k.
have o0 : 0 <= o by exact: pos.2.
have B0 : 0 < B by exact: pos.1.
have B0' : 0 < B' by exact: pos.1.
have A0 : 0 <= A by exact: (others_ge0 q pos).
have A0' : 0 <= A' by exact: (others_ge0 q pos).
have T0 : 0 < o + (B + A) by exact: (only_total_gt0 q pos).
have T0' : 0 < o + (B' + A') by exact: (only_total_gt0 q pos).
have oo : o <= r * o by rewrite ler_pemull.
have BB : B <= r * B' by exact: near.
have BB' : B' <= r * B by exact: near.
have AA i i' : i != i' -> others w q a i <= r * others w q a i'.
  move=> ii; rewrite /others (bigD1 i') 1?eq_sym //= [X in _ <= r * X](bigD1 i) //= mulrDr.
  apply: ler_add; first exact: near.
  rewrite (eq_bigl (fun p => (p != i') && (p != i))) => [|p]; last by rewrite andbC.
  by rewrite ler_pemull // sumr_ge0 // => p _; exact/ltW/pos.1.
have jk' : j != k by exact/eqP.
have AjAk : A <= r * A' by exact: AA.
have AkAj : A' <= r * A by apply: AA; rewrite eq_sym.
rewrite /v /v' /x /x' !only_attended -/o -/A -/A' -/B -/B'.
set T := o + (B + A) in T0 *; set T' := o + (B' + A') in T0' *.
have -> : (o / T) *: mine q + (B / T) *: val b + (A / T) *: val a
   - ((o / T') *: mine q + (B' / T') *: val b + (A' / T') *: val a)
   = (o / T - o / T') *: mine q + (B / T - B' / T') *: val b + (A / T - A' / T') *: val a.
  by rewrite !scalerBl !opprD addrACA [X in X + _]addrACA.
have sym u u' : norm (u - u') = norm (u' - u) by rewrite -opprB norm_opp.
have into (y z y' z' : R) : y <= r * z -> y' <= r * z' -> y + y' <= r * (z + z').
  by move=> *; rewrite mulrDr ler_add.
apply: moved_three => //; try by rewrite sym.
- by rewrite less_all -!mulrDl -!addrA !divff ?lt0r_neq0 // subrr.
- by apply: share_moves_both => //; try exact: into; rewrite ?addr_ge0 // ltW.
- have -> : T = B + (o + A) by rewrite /T addrCA.
  have -> : T' = B' + (o + A') by rewrite /T' addrCA.
  apply: share_moves_both => //; try exact: into; rewrite ?addr_ge0 ?(ltW B0) ?(ltW B0') //.
    by rewrite addrCA.
  by rewrite addrCA.
- have -> : T = A + (o + B) by rewrite /T addrA addrC.
  have -> : T' = A' + (o + B') by rewrite /T' addrA addrC.
  apply: share_moves_both => //; try exact: into; rewrite ?addr_ge0 ?(ltW B0) ?(ltW B0') //.
    by rewrite addrC -addrA.
  by rewrite addrC -addrA.
Qed.

Lemma zmod_regroup (V : zmodType) (a b c a' d c' : V) :
  a + b + c - (a' + d + c') = a - a' + b + (c - c') - d.
Proof. by rewrite !opprD !addrA [RHS]addrAC; congr (_ - _ - _); rewrite [a - a' + b]addrAC addrAC. Qed.

Lemma zmod_less (V : zmodType) (a b c a' b' c' : V) :
  a - a' + (b - b') + (c - c') = a + b + c - (a' + b' + c').
Proof.
rewrite !opprD !addrA; congr (_ - _); rewrite [a - a' + b]addrAC [LHS]addrAC; congr (_ - _).
exact: addrAC.
Qed.

Theorem S_margin_retr : Statements.margins.S_margin_retr.
Proof.
move=> R V norm Q C [//|N] w own val mine F q a a' b fits D K r g _ aa fa fa' fb pos near isn K0 vD mD lip mar.
have sym u u' : norm (u - u') = norm (u' - u) by rewrite -opprB norm_opp.
have r1 : 1 <= r.
  by have := near a a ord0; rewrite -[X in X <= _]mul1r ler_pmul2r ?pos.1.
have r0 : 0 < r by apply: lt_le_trans r1.
pose p := [arg min_(p < (ord0 : 'I_N.+1)) w q b p]%O.
have least u : w q b p <= w q b u.
  by rewrite /p; case: Order.TotalTheory.arg_minP => // i _; apply.
have lone c : fits c -> forall u, fits (only b c p u) -> only b c p u = only b c p p.
  by move=> fc u; rewrite only_at /only; case: eqP => // _; rewrite (negPf fb).
set x := only b a p; set x' := only b a' p.
have Fx : F (attended w own val mine x q) a' + g <= F (attended w own val mine x q) a.
  have := mar x p; rewrite /x only_at; apply=> //; last by move=> e; apply: aa.
  by move=> u fu; rewrite (lone a fa u fu) only_at.
have Fx' : F (attended w own val mine x' q) a + g <= F (attended w own val mine x' q) a'.
  have := mar x' p; rewrite /x' only_at; apply=> //.
  by move=> u fu; rewrite (lone a' fa' u fu) only_at.
have := twice_margin lip Fx Fx'; set v := attended _ _ _ _ x q; set v' := attended _ _ _ _ x' q => two.
have n0 : 0 < r + N%:R by rewrite ltr_paddr ?ler0n.
suff moved : norm (v - v') <= r / (r + N%:R) * D.
  rewrite -ler_pdivl_mulr //; apply: le_trans two _.
  by rewrite -!mulrA; apply: ler_wpmul2l => //; rewrite [D * _]mulrC.
pose o := own q; pose U := others w q b p; pose W := o + U.
have U0 : 0 <= U by exact: (others_ge0 q pos).
have o0 : 0 <= o by exact: pos.2.
have part c : w q c p / (w q c p + W) <= r / (r + N%:R).
  have c0 : 0 < w q c p by exact: pos.1.
  rewrite ler_pdivr_mulr ?ltr_paddr ?addr_ge0 // mulrAC ler_pdivl_mulr //.
  rewrite !mulrDr [w q c p * r]mulrC ler_add2l [X in X <= _]mulrC.
  apply: (@le_trans _ _ (r * U)); last by rewrite ler_addr mulr_ge0 // ltW.
  rewrite /U mulr_sumr; rewrite -[N]/(N.+1.-1); apply: others_many => u.
  by apply: le_trans (near c b p) _; apply: ler_wpmul2l; rewrite ?(ltW r0).
suff one c d : w q c p <= w q d p -> norm (attended w own val mine (only b c p) q
    - attended w own val mine (only b d p) q) <= w q d p / (w q d p + W) * D.
  have D0 : 0 <= D by apply: le_trans (norm_ge0 isn _) (vD a a).
  have [ww|/ltW ww] := leP (w q a p) (w q a' p).
    by apply: le_trans (one a a' ww) _; apply: ler_wpmul2r.
  by rewrite sym; apply: le_trans (one a' a ww) _; apply: ler_wpmul2r.
move=> cd; rewrite !only_attended -/o -/U.
have TW e : o + (w q e p + U) = w q e p + W by rewrite addrCA.
have T0 e : 0 < w q e p + W by rewrite ltr_paddr ?addr_ge0 ?pos.1.
have less : (w q d p + W)^-1 <= (w q c p + W)^-1 by rewrite lef_pinv ?posrE // ler_add2r.
set T := o + (w q c p + U); set T' := o + (w q d p + U).
have part0 s : 0 <= s -> 0 <= s / T - s / T'.
  by move=> s0; rewrite subr_ge0 /T /T' !TW; apply: ler_wpmul2l.
have sum : o / T - o / T' + w q c p / T + (U / T - U / T') = w q d p / (w q d p + W).
  apply/eqP; rewrite -TW -/T' -subr_eq0; apply/eqP; rewrite regroup -!mulrDl -!addrA.
  by rewrite !divff ?subrr // lt0r_neq0 // /T /T' TW.
have -> : (o / T) *: mine q + (w q c p / T) *: val c + (U / T) *: val b
    - ((o / T') *: mine q + (w q d p / T') *: val d + (U / T') *: val b)
  = (o / T - o / T') *: (mine q - val d) + (w q c p / T) *: (val c - val d)
    + (U / T - U / T') *: (val b - val d).
  have dE : w q d p / T' = o / T - o / T' + w q c p / T + (U / T - U / T').
    by rewrite sum -TW.
  by rewrite zmod_regroup -!scalerBl !scalerBr zmod_less -!scalerDl -dE.
rewrite -sum; apply: moved_against => //; rewrite ?part0 //; last by rewrite sym.
by apply: divr_ge0; [exact/ltW/pos.1|rewrite /T TW; exact: ltW].
Qed.

(* r for what fits, 1 for what does not: the shares, and 1 more on what fits. *)
Lemma fitting_ahead (R : realFieldType) (Q C : eqType) (N : nat) (fits : C -> bool) (q : Q) (r o : R) :
  1 <= r -> 0 <= o ->
  let w (q : Q) (c : C) (p : 'I_N) : R := if fits c then r else 1 in
  retrieval_margin fits (fun x c => share w (fun=> o) x q c + (fits c)%:R)
    (r / (r + (N.-1)%:R + o)).
Proof.
move=> r1 o0 w x p fp alone c cp.
have r0 : 0 < r by apply: lt_le_trans r1.
have w0 d u : 0 < w q d u by rewrite /w; case: ifP; rewrite ?ltr01.
have nn (P : pred 'I_N) : 0 <= \sum_(u | P u) w q (x u) u by apply: sumr_ge0 => u _; exact: ltW.
have big : r <= \sum_(u | x u == x p) w q (x u) u.
  by rewrite (bigD1 p) ?eqxx //= /w fp ler_addl; exact: nn.
have small : \sum_(u | x u != x p) w q (x u) u <= (N.-1)%:R.
  apply: (rest_of (j := p)) => [|u|u]; [by rewrite eqxx| |by move: (w0 (x u) u) => /ltW].
  by rewrite /w; case: ifP => // /alone ->; rewrite eqxx.
set S := \sum_(u | x u == x p) _ in big; set U := \sum_(u | x u != x p) _ in small.
have S0 : 0 < S by apply: lt_le_trans big.
have T0 : 0 < S + U + o by rewrite -addrA ltr_paddr // addr_ge0 // nn.
have part : r / (r + (N.-1)%:R + o) <= share w (fun=> o) x q (x p).
  rewrite /share (split_total w o q x (x p)) -/S -/U ler_pdivr_mulr; last first.
    by rewrite -addrA ltr_paddr // addr_ge0 ?ler0n.
  rewrite mulrAC ler_pdivl_mulr // -!addrA !mulrDr [r * S]mulrC ler_add2l.
  apply: ler_add; apply: ler_pmul => //; first [exact: ltW|exact: nn].
rewrite fp; case fc: (fits c).
  rewrite {1}/share big_pred0 => [|u]; first by rewrite mul0r add0r addrC ler_add2r.
  by apply/eqP => xu; apply: cp; rewrite -xu; apply: alone; rewrite xu.
rewrite addr0 addrC; apply: ler_add => //.
rewrite /share ler_pdivr_mulr ?mul1r (split_total w o q x (x p)) -/S -/U //.
have sub : \sum_(u | x u == c) w q (x u) u <= U.
  rewrite /U [X in _ <= X](bigID (fun u => x u == c)) /= -[X in X <= _]addr0 ler_add ?nn //.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => u.
  by rewrite andbC; case: eqP => [->|//]; apply/esym/eqP.
by apply: le_trans sub _; rewrite -addrA addrCA ler_paddr // addr_ge0 // ltW.
Qed.

(* One-hot values, none of the query's own, and the norm l1. *)
Section Onehot.
Variables (R : realFieldType) (Q : eqType) (C : finType) (N : nat).
Local Notation V := {ffun C -> R^o}.
Let norm (v : V) : R := \sum_c `|v c|.

Lemma onehot_share (w : Q -> C -> 'I_N -> R) own x q c :
  attended w own (@onehot R C) (fun=> 0) x q c = share w own x q c.
Proof.
rewrite /attended /share scaler0 add0r !ffunE sum_ffunE -[LHS]/(_^-1 * _) [LHS]mulrC.
congr (_ / _); rewrite [RHS]big_mkcond; apply: eq_bigr => p _; rewrite !ffunE /=.
by rewrite eq_sym; case: eqP => _; rewrite /GRing.scale /= ?mulr1 ?mulr0.
Qed.

Lemma l1_norm : is_norm (norm : [lmodType R of V] -> R).
Proof.
split=> [c v|v v']; rewrite /norm.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite !ffunE normrM.
by rewrite -big_split; apply: ler_sum => i _; rewrite !ffunE ler_norm_add.
Qed.

Lemma l1_onehot c : norm (onehot R c) = 1.
Proof.
rewrite /norm (bigD1 c) //= big1 => [|d /negPf dc]; last by rewrite ffunE dc normr0.
by rewrite ffunE eqxx addr0 normr1.
Qed.

Lemma l1_within (e : C -> R) : output_within (norm : [lmodType R of V] -> R) (fun v c => v c + e c) 1.
Proof.
move=> v v' c c'; rewrite mul1r /norm.
have [->|cc] := eqVneq c c'; first by rewrite !subrr normr0 sumr_ge0.
rewrite (bigD1 c) //= (bigD1 c') 1?eq_sym //= addrA.
apply: ler_paddr; first exact: sumr_ge0.
by rewrite !ffunE less_alike; exact: ler_norm_sub.
Qed.
End Onehot.

Theorem S_margin_retr_attained : Statements.margins.S_margin_retr_attained.
Proof.
move=> R Q C N fits q r o r1 o0 w own V norm val mine F.
have r0 : 0 < r by apply: lt_le_trans r1.
have isn := @l1_norm R C; split.
- by move=> c c' p; rewrite /w; case: (fits c); case: (fits c');
    rewrite ?mulr1 // ?ler_pemulr ?(ltW r0) // mulr_ege1.
- exact: isn.
- split=> [c c'|c].
    apply: le_trans (isn.2 _ _) _; rewrite (norm_opp isn) /norm.
    by rewrite [X in X + _](l1_onehot R c) [X in _ + X](l1_onehot R c').
  by rewrite subr0 [X in X <= _](l1_onehot R c) -[1]/(1%:R) ler_nat.
- exact: l1_within.
move=> x p fp alone c cp; rewrite /F !onehot_share.
by have := @fitting_ahead R Q C N fits q r o r1 o0 x p fp alone c cp.
Qed.
