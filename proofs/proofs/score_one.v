From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
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

Theorem A_score : Statements.score_one.A_score.
Proof.
move=> R [|[|m]] [|L] // _ _.
have two : 0 < (2%:R : R) by rewrite ltr0n.
split; last first.
  exists (fun _ _ => 1), 2%:R; split=> [a p||a p]; rewrite ?ltr01 ?ltr1n //.
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
