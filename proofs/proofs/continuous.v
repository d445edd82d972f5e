From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import head kinds continuous.
From Proofs Require Import attention kinds.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

(* A function on finitely many points of R^T extends to a Lipschitz one (McShane). *)
Section Extension.
Variables (R : realFieldType) (T Y X : finType) (D : pred X) (a : X -> {ffun T -> R^o}) (f : X -> Y).
Hypothesis told : forall x x', D x -> D x' -> a x = a x' -> f x = f x'.
Implicit Types (v : {ffun T -> R^o}) (y : Y).

Definition distance v v' : R := \sum_t `|v t - v' t|.

Lemma distance_ge0 v v' : 0 <= distance v v'.
Proof. by apply: sumr_ge0 => t _; exact: normr_ge0. Qed.

Lemma distance_sym v v' : distance v v' = distance v' v.
Proof. by apply: eq_bigr => t _; rewrite distrC. Qed.

Lemma distance_triangle v v' v'' : distance v v'' <= distance v v' + distance v' v''.
Proof.
rewrite -big_split /=; apply: ler_sum => t _.
by apply: le_trans (ler_norm_add _ _); rewrite addrA subrK.
Qed.

Lemma distance_eq0 v v' : distance v v' = 0 -> v = v'.
Proof.
move=> /eqP; rewrite psumr_eq0 => [/allP z|t _]; last exact: normr_ge0.
by apply/ffunP => t; apply/eqP; have := z t (mem_index_enum t); rewrite /= normr_eq0 subr_eq0.
Qed.

Definition steepness : R := \sum_x \sum_x' (distance (a x) (a x'))^-1.

Lemma steepness_ge0 : 0 <= steepness.
Proof. by do 2!(apply: sumr_ge0 => ? _); rewrite invr_ge0 distance_ge0. Qed.

Lemma steep_enough x x' : a x <> a x' -> 1 <= steepness * distance (a x) (a x').
Proof.
move=> ne; have d0 : 0 < distance (a x) (a x').
  by rewrite lt_neqAle distance_ge0 andbT eq_sym; apply/eqP => /distance_eq0.
rewrite -[X in X <= _](mulVf (lt0r_neq0 d0)) ler_pmul2r //.
have nn u u' : 0 <= (distance (a u) (a u'))^-1 by rewrite invr_ge0 distance_ge0.
rewrite /steepness (bigD1 x) //= (bigD1 x') //= -!addrA ler_addl addr_ge0 ?sumr_ge0 // => u _.
by apply: sumr_ge0.
Qed.

Definition height v y x : R := (f x == y)%:R + steepness * distance v (a x).
Definition extension v y : R := \big[Num.min/1]_(x | D x) height v y x.

Lemma height_near v v' y x : `|height v y x - height v' y x| <= steepness * distance v v'.
Proof.
have side u u' : steepness * distance u (a x) <= steepness * distance u' (a x) + steepness * distance u u'.
  rewrite -mulrDr ler_wpmul2l ?steepness_ge0 // addrC; exact: distance_triangle.
rewrite /height opprD addrACA subrr add0r ler_distl ler_subl_addr.
by rewrite side andbT [distance v v']distance_sym side.
Qed.

Lemma min_near (x x' r r' K : R) : `|x - x'| <= K -> `|r - r'| <= K ->
  `|Num.min x r - Num.min x' r'| <= K.
Proof.
rewrite !ler_distl !ler_subl_addr => /andP[x1 x2] /andP[r1 r2]; apply/andP; split.
  by rewrite -ler_subl_addr le_minr !ler_subl_addr !le_minl x1 r1 orbT.
by rewrite -ler_subl_addr le_minr !ler_subl_addr !le_minl x2 r2 orbT.
Qed.

Lemma extension_lipschitz v v' y :
  `|extension v y - extension v' y| <= steepness * distance v v'.
Proof.
rewrite /extension; elim/big_rec2: _ => [|x r s _].
  by rewrite subrr normr0 mulr_ge0 ?steepness_ge0 ?distance_ge0.
by apply: min_near; apply: height_near.
Qed.

Lemma bigmin_le (g : X -> R) (r : seq X) x : x \in r -> D x ->
  \big[Num.min/1]_(z <- r | D z) g z <= g x.
Proof.
elim: r => [//|z r IH]; rewrite inE big_cons => /orP[/eqP <- ->|xr dx]; first by rewrite le_minl lexx.
by case: ifP => _; rewrite ?le_minl IH ?orbT.
Qed.

Lemma extension_at x y : D x -> extension (a x) y = (f x == y)%:R.
Proof.
move=> dx; apply/eqP; rewrite eq_le; apply/andP; split.
  have -> : (f x == y)%:R = height (a x) y x.
    by rewrite /height [distance _ _]big1 ?mulr0 ?addr0 // => t _; rewrite subrr normr0.
  exact: bigmin_le (mem_index_enum x) dx.
rewrite /extension; elim/big_rec: _ => [|x' r dx' le]; first by rewrite lern1 leq_b1.
rewrite le_minr le andbT /height; case: (eqVneq (a x) (a x')) => [e|/eqP ne].
  by rewrite (told dx dx' e) ler_addl mulr_ge0 ?steepness_ge0 ?distance_ge0.
apply: (@le_trans _ _ 1); first by rewrite lern1 leq_b1.
by rewrite -[X in X <= _]add0r ler_add ?ler0n // steep_enough.
Qed.
End Extension.

Lemma decode_continuously (R : realFieldType) (T Y : finType) N (D : {ffun 'I_N -> T} -> T -> bool)
    (f : {ffun 'I_N -> T} -> T -> Y) (a : {ffun 'I_N -> T} -> T -> {ffun T -> R^o}) :
  (forall x x' q, D x q -> D x' q -> a x q = a x' q -> f x q = f x' q) ->
  exists F : T -> {ffun T -> R^o} -> {ffun Y -> R^o}, lipschitz F /\
  forall x q, D x q -> F q (a x q) = onehot R (f x q).
Proof.
move=> told; pose D' q x := D x q; pose a' q x := a x q; pose f' q x := f x q.
exists (fun q v => [ffun y => extension (D' q) (a' q) (f' q) v y : R^o]); split; last first.
  move=> x q dx; apply/ffunP => y; rewrite !ffunE eq_sym.
  exact: (extension_at (fun x x' => told x x' q)).
exists (\sum_q steepness (a' q)) => q v v' y; rewrite !ffunE.
apply: le_trans (extension_lipschitz _ _ _ _ _ _) _; apply: ler_wpmul2r.
  exact: distance_ge0.
by rewrite (bigD1 q) //= ler_addl sumr_ge0 // => r _; exact: steepness_ge0.
Qed.

Theorem B_must_fix_continuous_positional : Statements.continuous.B_must_fix_continuous_positional.
Proof.
move=> R T N; pose m (t : T) := 1%N.
pose w (q t : T) (p : 'I_N) : R := (m t * 2 ^ p)%:R; pose own (q : T) : R := (m q)%:R.
pose val t : {ffun T -> R^o} := (m t)%:R^-1 *: onehot R t.
exists w, own, val; split=> // [|Y f]; first exact: (@code_positive R T N m (fun=> erefl)).
have [|F [lip right]] := @decode_continuously R T Y N (fun _ _ => true) f
    (fun x q => attended w own val val x q); last by exists F; split=> // x q; apply: right.
move=> x x' q _ _ e; congr (f _ q); apply/ffunP.
exact: (@code_injective R T N m (fun=> erefl) x x' q e).
Qed.

Lemma onehot_injective (R : realFieldType) (Y : finType) : injective (@onehot R Y).
Proof.
move=> y y' /ffunP/(_ y)/eqP; rewrite !ffunE eqxx eqr_nat.
by case: (eqVneq y y').
Qed.

Theorem B_must_fix_continuous : Statements.continuous.B_must_fix_continuous.
Proof.
move=> symb R T Y N D f; split; last first.
  move=> [w [own [val [F [pos kind _ right]]]]].
  exists [lmodType R of {ffun T -> R^o}], w, own, val.
  exists (fun q v => odflt (f [ffun=> q] q) [pick y | F q v == onehot R y]); split=> // x q dx.
  by rewrite right //; case: pickP => [y /eqP/onehot_injective //|/(_ (f x q))]; rewrite eqxx.
case: symb => [/B_must_fix_symbolic told|_].
  have [|F [lip right]] := @decode_continuously R T Y N D f
      (fun x q => attended (even_weights R) (fun=> 1) (@onehot R T) (@onehot R T) x q).
    by move=> x x' q dx dx' e; apply: told => //; exact: even_injective e.
  exists (@even_weights R T N), (fun=> 1), (@onehot R T), F; split=> //; exact: even_positive.
have [w [own [val [pos posn serve]]]] := B_must_fix_continuous_positional R T N.
by have [F [lip right]] := serve Y f; exists w, own, val, F; split=> // x q _; apply: right.
Qed.
