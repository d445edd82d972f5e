From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement scores permuted.
From Proofs Require Import algebra sums scores cosines.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Lemma cross (R : rcfType) (a b c d y z : R) :
  0 < b -> 0 < d -> 0 < y -> 0 < z ->
  a / z * (b / y) = c / z * (d / y) <-> a / d = c / b.
Proof.
move=> b0 d0 y0 z0; rewrite !mulf_div.
have zy : (z * y)^-1 != 0 by rewrite invr_neq0 // lt0r_neq0 ?mulr_gt0.
split=> [/(mulIf zy) same|/eqP]; first by apply/eqP; rewrite eqr_div ?lt0r_neq0 // same.
by rewrite eqr_div ?lt0r_neq0 // => /eqP ->.
Qed.

Section Places.
Variables (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R).
Hypotheses (own0 : 0 < own) (E0 : forall a p, 0 < E a p).
Implicit Types (s : 'S_N) (a b c d i j p : 'I_N).

Let total_gt0 s : 0 < own + \sum_k E (s k) k.
Proof. by rewrite ltr_paddr // sumr_ge0 // => k _; apply: ltW. Qed.

Lemma permuted_gt0 s j : 0 < permuted E own s j.
Proof. by rewrite divr_gt0 ?total_gt0. Qed.

Let place_moved s : s != 1%g -> exists j, moved s j.
Proof.
move=> s1; case: (pickP (moved s)) => [j sj|none]; first by exists j.
by case/eqP: s1; apply/permP => j; rewrite perm1; have /negbFE/eqP := none j.
Qed.

(* f j = j: against v; f = s: against v carried along. *)
Lemma parallel (f : 'I_N -> 'I_N) s : s != 1%g ->
  cosine_over (moved s) (permuted E own s) (fun j => permuted E own 1%g (f j)) = 1 <->
  (forall i j, moved s i -> moved s j ->
     E (s i) i / E (f i) (f i) = E (s j) j / E (f j) (f j)).
Proof.
move=> /place_moved[k sk].
have := cosine_over_one sk (permuted_gt0 s) (fun j => permuted_gt0 1 (f j)).
have same i j : permuted E own s i * permuted E own 1 (f j)
      = permuted E own s j * permuted E own 1 (f i)
    <-> E (s i) i / E (f i) (f i) = E (s j) j / E (f j) (f j).
  by rewrite /permuted !perm1; apply: cross => //; exact: total_gt0.
move=> one; split=> [/one eqn i j si sj|eqn]; first by apply/same; apply: eqn.
by apply/one => i j si sj; apply/same; apply: eqn.
Qed.

Lemma tperm_neq1 i j : i != j -> tperm i j != 1%g :> 'S_N.
Proof.
move=> ij; apply/negP => /eqP/permP/(_ i); rewrite tpermL perm1 => ji.
by rewrite ji eqxx in ij.
Qed.

(* a to b, b to c, c to a; a swap if c is a. *)
Definition cycle a b c : 'S_N := (tperm a b * tperm a c)%g.

Lemma cycle_first a b c : b != a -> b != c -> cycle a b c a = b.
Proof. by rewrite [b == a]eq_sym [b == c]eq_sym => ab cb; rewrite permM tpermL tpermD. Qed.

Lemma cycle_second a b c : cycle a b c b = c.
Proof. by rewrite permM tpermR tpermL. Qed.

Lemma cycle_third a b c : c != a -> b != c -> cycle a b c c = a.
Proof. by rewrite [c == a]eq_sym => ac bc; rewrite permM [tperm a b c]tpermD ?tpermR. Qed.

Lemma cycle_rest a b c j : a != j -> b != j -> c != j -> cycle a b c j = j.
Proof. by move=> aj bj cj; rewrite permM !tpermD. Qed.

Lemma cycle_neq1 a b c : b != a -> b != c -> cycle a b c != 1%g.
Proof.
move=> ba bc; apply/negP => /eqP/permP/(_ a); rewrite cycle_first // perm1 => eqn.
by rewrite eqn eqxx in ba.
Qed.

(* A shift that agrees along every path of two steps is one constant. *)
Lemma constant (t : 'I_N -> 'I_N -> R) :
  (forall a b c, b != a -> b != c -> t b a = t c b) -> exists k, forall a p, a != p -> t a p = k.
Proof.
move=> step.
have any a b c d : b != a -> d != c -> t b a = t d c.
  move=> ba dc; have [eqn|db] := eqVneq d b.
    have sw x : b != x -> t b x = t x b by move=> bx; apply: step.
    by rewrite eqn in dc *; rewrite (step a b c) // -sw.
  have bd : b != d by rewrite eq_sym.
  by rewrite (step a b d) // (step b d c) // (step c d c).
have [[a p] /= ap|none] := pickP (fun q : 'I_N * 'I_N => q.1 != q.2).
  by exists (t a p) => b q bq; apply: any.
by exists 0 => a p ap; have := none (a, p); rewrite /= ap.
Qed.

End Places.

Section Repair.
Variables (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R).
Hypotheses (own0 : 0 < own) (E0 : forall a p, 0 < E a p).

(* base a p is the place whose own weight E a p is compared with. *)
Lemma every_permutation (base : 'I_N -> 'I_N -> 'I_N) (carried : 'S_N -> 'I_N -> 'I_N) :
  (forall s j, carried s j = base (s j) j) ->
  (forall s : 'S_N, s != 1%g -> cosine_over (moved s) (permuted E own s)
      (fun j => permuted E own 1%g (carried s j)) = 1)
  <-> exists c, forall a p, a != p -> E a p / E (base a p) (base a p) = c.
Proof.
move=> follows; split=> [one|[c same] s s1]; last first.
  by apply/parallel => // i j si sj; rewrite !follows !same.
apply: constant => a b c ba bc.
have := (parallel own0 E0 (carried (cycle a b c)) (cycle_neq1 ba bc)).1 (one _ (cycle_neq1 ba bc)).
move=> /(_ a b); rewrite !follows /moved cycle_first // cycle_second; apply=> //.
by rewrite eq_sym.
Qed.

End Repair.

Theorem A_swaps_score_fix : Statements.permuted.A_swaps_score_fix.
Proof.
move=> R N E own own0 E0; split.
  exact: (every_permutation own0 E0 (base := fun a p => p) (carried := fun s j => j)).
exact: (every_permutation own0 E0 (base := fun a p => a) (carried := fun s j => s j)).
Qed.

Section Refutation.
Variables (R : rcfType) (n : nat).
Notation N := n.+3.
Let x : 'I_N := ord0.
Let y : 'I_N := lift ord0 ord0.
Let z : 'I_N := lift ord0 (lift ord0 ord0).
Add Field R_field : (field_of [fieldType of R]).

(* 1 everywhere, but 2 at (x, y) and (y, x). *)
Definition mirror (a p : 'I_N) : R :=
  if ((a == x) && (p == y)) || ((a == y) && (p == x)) then 2%:R else 1.

Let mirror_gt0 a p : 0 < mirror a p.
Proof. by rewrite /mirror; case: ifP => _; rewrite ?ltr01 ?ltr0n. Qed.

Let mirror_sym a p : mirror a p = mirror p a.
Proof. by rewrite /mirror orbC [(p == y) && _]andbC [(p == x) && _]andbC. Qed.

Let mirror_own a : mirror a a = 1.
Proof. by rewrite /mirror; case: (eqVneq a x) => [->|]; case: (eqVneq a y). Qed.

Lemma swaps_one own i j (f : 'I_N -> 'I_N) : 0 < own -> i != j ->
  cosine_over (moved (tperm i j)) (permuted mirror own (tperm i j))
    (fun k => permuted mirror own 1%g (f k)) = 1.
Proof.
move=> own0 ij; apply/parallel => //; first exact: tperm_neq1.
rewrite /moved => k l; rewrite !mirror_own !divr1.
have two q : tperm i j q != q -> q = i \/ q = j.
  by case: tpermP => [->|->|_ _]; rewrite ?eqxx; [left|right|].
move=> /two[->|->] /two[->|->]; rewrite ?tpermL ?tpermR //.
Qed.

Let s := cycle x y z.

Let sums (F : 'I_N -> 'I_N -> R) :
  \sum_(j | moved s j) F (s j) j = F y x + (F z y + F x z).
Proof.
have sx : s x = y by apply: cycle_first.
have sy : s y = z by apply: cycle_second.
have sz : s z = x by apply: cycle_third.
rewrite (bigD1 x) /=; last by rewrite /moved sx.
rewrite (bigD1 y) /=; last by rewrite /moved sy.
rewrite (bigD1 z) /=; last by rewrite /moved sz.
rewrite sx sy sz big1 ?addr0 // => j /andP[/andP[/andP[sj jx] jy] jz].
by move: sj; rewrite /moved cycle_rest ?eqxx // eq_sym.
Qed.

Lemma cycle_below_one own (f : 'I_N -> 'I_N) : 0 < own ->
  cosine_over (moved s) (permuted mirror own s) (fun k => permuted mirror own 1%g (f k)) ^+ 2
    = 8%:R / 9%:R.
Proof.
move=> own0; have sx : moved s x by rewrite /moved /s cycle_first.
rewrite (cosine_square sx (permuted_gt0 own0 mirror_gt0 s)
  (fun k => permuted_gt0 own0 mirror_gt0 1%g (f k))).
have Z0 (t : 'S_N) : own + \sum_k mirror (t k) k != 0.
  by rewrite lt0r_neq0 // ltr_paddr // sumr_ge0 // => k _; apply: ltW.
rewrite /permuted; move: (Z0 s) (Z0 1%g); set Z := own + _; set Y := own + _ => Zne Yne.
have values : [/\ mirror y x = 2%:R, mirror z y = 1 & mirror x z = 1] by [].
have [yx zy xz] := values.
rewrite (sums (fun a p => mirror a p / Z * (mirror ((1%g : 'S_N) (f p)) (f p) / Y))).
rewrite (sums (fun a p => (mirror a p / Z) ^+ 2)).
rewrite (sums (fun a p => (mirror ((1%g : 'S_N) (f p)) (f p) / Y) ^+ 2)).
rewrite yx zy xz !perm1 !mirror_own.
apply/eqP; set a := Z^-1; set b := Y^-1.
set D := (X in _ / X == _); have -> : D = 18%:R * (a * b) ^+ 2 by rewrite /D; plain_ring R.
rewrite eqr_div ?mulf_neq0 ?expf_neq0 ?mulf_neq0 ?invr_neq0 ?pnatr_eq0 //.
by apply/eqP; plain_ring R.
Qed.

End Refutation.

Theorem A_swaps_score : Statements.permuted.A_swaps_score.
Proof.
move=> R [|[|[|n]]] // _; exists (mirror R (n := n)).
split=> [a p|own own0]; first by rewrite /mirror; case: ifP => _; rewrite ?ltr01 ?ltr0n.
split=> [i j ij|].
  split; first exact: (swaps_one (fun k => k) own0 ij).
  exact: (swaps_one (fun k => tperm i j k) own0 ij).
eexists; split; first exact: (cycle_below_one (fun k => k) own0).
exact: (cycle_below_one (fun k => cycle _ _ _ k) own0).
Qed.
