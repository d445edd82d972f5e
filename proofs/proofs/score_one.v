From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement scores score_one.
From Proofs Require Import algebra sums scores.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Section One.
Variables (R : rcfType) (m L : nat).
Hypothesis L1 : (1 <= L)%N.
Implicit Types E : 'I_m * 'I_L -> 'I_m * 'I_L -> R.
Add Field R_field : (field_of [fieldType of R]).

Lemma equal_cosine (x y : R) : 0 < x -> 0 < y -> cosine (x, x) (y, y) = 1.
Proof.
move=> x0 y0; rewrite -(mulr1 x) -(mulr1 y) cosine_scale // /cosine /= !expr1n !mulr1.
by rewrite -expr2 sqr_sqrtr ?addr_ge0 ?ler01 // divff // (_ : 1 + 1 = 2%:R) // pnatr_eq0.
Qed.

(* One value inside the blocks, one between them. *)
Lemma two_values E own (inside between : R) :
  0 < own -> 0 < inside -> 0 < between ->
  (forall b t u, E (b, t) (b, u) = inside) ->
  (forall b c t u, b != c -> E (b, t) (c, u) = between) -> (forall a p, 0 < E a p) ->
  both_scores_one E own.
Proof.
move=> own0 inside0 between0 same other E0 alpha [_ total].
have row (i j : 'I_m) : (i < j)%N ->
    cosine (after E own i j) (before E own i j) = 1
    /\ cosine (after E own i j) (flip (before E own i j)) = 1.
  move=> ij; have ne : i != j by rewrite -val_eqE neq_ltn ij.
  have [-> -> _ _] := S_swap i j L1 own0 E0.
  have sums (c d : 'I_m) (x : R) : (forall t : 'I_L, E (c, t) (d, t) = x) ->
      \sum_t E (c, t) (d, t) = x *+ L.
    by move=> eqn; rewrite (eq_bigr _ (fun t _ => eqn t)) sumr_const card_ord.
  have own_sum (c : 'I_m) := sums c c inside (fun t => same c t t).
  rewrite !own_sum (sums j i between) ?(sums i j between); last first.
  - by move=> t; apply: other; rewrite eq_sym.
  - by move=> t; apply: other.
  by rewrite !equal_cosine // pmulrn_lgt0.
rewrite /score -total; split; apply: eq_bigr => i _; apply: eq_bigr => j ij.
  by rewrite (row i j ij).1 mulr1.
by rewrite (row i j ij).2 mulr1.
Qed.

End One.

Section High.
Variables (R : rcfType) (m L : nat).
Hypothesis L1 : (1 <= L)%N.
Add Field R_field' : (field_of [fieldType of R]).

Lemma high_cosine (c x y : R) : 0 < c -> 0 < x -> 0 < y ->
  162%:R * (x ^+ 2 + y ^+ 2) <= 100%:R * (x + y) ^+ 2 -> 9%:R / 10%:R <= cosine (c, c) (x, y).
Proof.
move=> c0 x0 y0 near; rewrite -[c]mulr1 -[x]mul1r -[y]mul1r cosine_scale ?ltr01 //.
have n0 : 0 < x ^+ 2 + y ^+ 2 by rewrite addr_gt0 ?exprn_gt0.
rewrite /cosine /= !expr1n !mul1r ler_pdivl_mulr ?mulr_gt0 ?sqrtr_gt0 ?n0 ?addr_gt0 ?ltr01 //.
have sum0 : 0 <= x + y by rewrite addr_ge0 ?ltW.
rewrite -ler_sqr ?nnegrE ?sum0 ?mulr_ge0 ?sqrtr_ge0 ?invr_ge0 ?ler0n //.
rewrite !exprMn !sqr_sqrtr ?(ltW n0) ?addr_ge0 ?ler01 //.
have -> : (10%:R : R)^-1 ^+ 2 = 100%:R^-1 by rewrite exprVn -natrX.
set h := _^-1; have -> : 9%:R ^+ 2 * h * ((1 + 1) * (x ^+ 2 + y ^+ 2))
    = 162%:R * (x ^+ 2 + y ^+ 2) * h by plain_ring R.
by rewrite /h ler_pdivr_mulr ?ltr0n // [_ * 100%:R]mulrC.
Qed.

(* 2 inside the first block, 1 elsewhere. *)
Lemma one_block (b0 : 'I_m) (own : R) : 0 < own ->
  both_scores_high (9%:R / 10%:R)
    (fun a p : 'I_m * 'I_L => if (a.1 == b0) && (p.1 == b0) then 2%:R else 1) own.
Proof.
move=> own0 alpha [alpha0 total]; set E := fun a p => _.
have E0 a p : 0 < E a p by rewrite /E; case: ifP => _; rewrite ?ltr01 ?ltr0n.
have L0 : 0 < L%:R :> R by rewrite ltr0n.
have sums (c d : 'I_m) : \sum_(t < L) E (c, t) (d, t)
    = (if (c == b0) && (d == b0) then 2%:R else 1) * L%:R.
  by rewrite /E /= sumr_const card_ord mulr_natr.
have row (i j : 'I_m) : (i < j)%N ->
    9%:R / 10%:R <= cosine (after E own i j) (before E own i j)
    /\ 9%:R / 10%:R <= cosine (after E own i j) (flip (before E own i j)).
  move=> ij; have ne : i != j by rewrite -val_eqE neq_ltn ij.
  have apart : (i == b0) && (j == b0) = false.
    by apply/negP => /andP[/eqP ib /eqP jb]; rewrite ib jb eqxx in ne.
  have [-> -> _ _] := S_swap i j L1 own0 E0.
  rewrite !sums apart [(j == b0) && (i == b0)]andbC apart !andbb !mul1r.
  have sized (c : 'I_m) : 0 < (if c == b0 then 2%:R else 1) * L%:R :> R.
    by rewrite mulr_gt0 //; case: ifP => _; rewrite ?ltr01 ?ltr0n.
  have near (x y : R) : x = y \/ x = 2%:R * y \/ y = 2%:R * x ->
      162%:R * (x ^+ 2 + y ^+ 2) <= 100%:R * (x + y) ^+ 2.
    rewrite -subr_ge0 => -[->|[->|->]].
    - have -> : 100%:R * (y + y) ^+ 2 - 162%:R * (y ^+ 2 + y ^+ 2) = 76%:R * y ^+ 2 :> R.
        by plain_ring R.
      by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
    - have -> : 100%:R * (2%:R * y + y) ^+ 2 - 162%:R * ((2%:R * y) ^+ 2 + y ^+ 2)
          = 90%:R * y ^+ 2 :> R by plain_ring R.
      by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
    have -> : 100%:R * (x + 2%:R * x) ^+ 2 - 162%:R * (x ^+ 2 + (2%:R * x) ^+ 2)
        = 90%:R * x ^+ 2 :> R by plain_ring R.
    by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
  split; apply: high_cosine => //; apply: near; move: apart;
    case: (i == b0); case: (j == b0); rewrite ?mul1r; by [|left|right; left|right; right].
have bound (g : R) (c : 'I_m -> 'I_m -> R) : (forall i j : 'I_m, (i < j)%N -> g <= c i j) ->
    g <= \sum_(i < m) \sum_(j < m | (i < j)%N) alpha i j * c i j.
  move=> above; rewrite -[X in X <= _]mul1r -total mulr_suml; apply: ler_sum => i _.
  by rewrite mulr_suml; apply: ler_sum => j ij; rewrite ler_pmul2l ?above.
split; apply: bound => i j ij; by have [? ?] := row i j ij.
Qed.

End High.

Theorem A_score : Statements.score_one.A_score.
Proof.
move=> R [|[|m]] [|L] // _ _.
have two : 0 < (2%:R : R) by rewrite ltr0n.
split; last first.
- exists (fun a p => if (a.1 == ord0) && (p.1 == ord0) then 2%:R else 1); split=> [a p|own own0|].
  + by case: ifP => _; rewrite ?ltr01 ?ltr0n.
  + exact: one_block.
  by exists (ord0, ord0), (lift ord0 ord0, ord0); rewrite mulr1.
- exists (fun _ _ => 1), 2%:R; split=> [a p||a p b q]; rewrite ?ltr01 ?ltr1n //.
  by apply: (@two_values R m.+2 L.+1 isT _ _ 1 1) => // *; rewrite ltr01.
exists (fun a p => if a.1 == p.1 then 1 else 2%:R), 1.
have positive (a p : 'I_m.+2 * 'I_L.+1) : 0 < (if a.1 == p.1 then 1 else 2%:R : R).
  by case: ifP => _; rewrite ?ltr01.
split=> //; first exact: ltr01.
  apply: (@two_values R m.+2 L.+1 isT _ _ 1 2%:R) => //=; rewrite ?ltr01 //.
    by move=> b t u; rewrite eqxx.
  by move=> b c t u /negPf ->.
have one_two : (2%:R : R) <> 1 by move/eqP; rewrite (eqr_nat R 2 1).
by exists (ord0, ord0), (lift ord0 ord0, ord0).
Qed.
