From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import head impossibility lookup.
From Proofs Require Import attention impossibility.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

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
