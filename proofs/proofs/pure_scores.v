From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
From Statements Require Import placement behaviour scores score_one score_fix pure_scores.
From Proofs Require Import algebra sums two_sided scores cosines score_fix.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

(* Weights doubled where content and place differ, and steep from place to place. *)
Section Steep.
Variables (R : rcfType) (N : nat) (k : R) (E : 'I_N -> 'I_N -> R).
Hypotheses (k0 : 0 < k) (E0 : forall a p, 0 < E a p).
Hypothesis between : forall a p, a != p -> E a p = 2%:R * E p p.
Hypothesis far : forall i j : 'I_N, (i < j)%N -> 2%:R * k * E i i <= E j j.
Add Field R_field : (field_of [fieldType of R]).

Lemma mirrored (x y : R) : 0 < x -> 0 < y -> 2%:R * k * x <= y ->
  cosine (2%:R * x, 2%:R * y) (y, x) <= k^-1.
Proof.
move=> x0 y0 less.
have -> : cosine (2%:R * x, 2%:R * y) (y, x) = cosine (x, y) (y, x).
  by rewrite -[y in X in cosine _ X]mul1r -[x in X in cosine _ (_, X)]mul1r cosine_scale ?ltr01 ?ltr0n.
rewrite /cosine /= [y ^+ 2 + _]addrC -expr2 sqr_sqrtr ?addr_ge0 ?sqr_ge0 //.
rewrite ler_pdivr_mulr ?addr_gt0 ?exprn_gt0 // [X in _ <= X]mulrC ler_pdivl_mulr //.
apply: (@le_trans _ _ (y ^+ 2)); last by rewrite ler_addr sqr_ge0.
have -> : (x * y + y * x) * k = 2%:R * k * x * y by plain_ring R.
by rewrite expr2 ler_pmul2r.
Qed.

Lemma low_score own alpha : 0 < own -> weighting alpha -> s_SYM (tokens E) own alpha <= k^-1.
Proof.
move=> own0 [alpha0 total].
rewrite -[X in _ <= X]mul1r -total mulr_suml; apply: ler_sum => i _.
rewrite mulr_suml; apply: ler_sum => j ij; rewrite ler_pmul2l ?alpha0 //.
have ne : i != j by rewrite -val_eqE neq_ltn ij.
have [_ -> _ _] := S_swap i j (isT : (1 <= 1)%N) own0 (fun a p => E0 a.1 p.1).
rewrite !big_ord1 /tokens /= (between ne) (between (_ : j != i)) 1?eq_sym //.
by apply: mirrored => //; apply: far.
Qed.
End Steep.

Section Pure.
Variables (R : rcfType) (N k c : nat).
Hypotheses (N2 : (2 <= N)%N) (k1 : (1 <= k)%N) (ck : c = k.+1).
Add Field R_field : (field_of [fieldType of R]).

Definition K (a p : 'I_N) : nat := c * p + (a != p).
Let E (a p : 'I_N) : R := 2%:R ^+ K a p.

Lemma doubled a p : a != p -> E a p = 2%:R * E p p.
Proof. by move=> ap; rewrite /E /K ap eqxx addn0 addn1 exprS. Qed.

Lemma steep (i j : 'I_N) : (i < j)%N -> 2%:R * k%:R * E i i <= E j j.
Proof.
move=> ij; rewrite /E /K ck !eqxx !addn0 -natrM -!natrX -natrM ler_nat.
have -> : (k.+1 * j = k.+1 + (k.+1 * (j - i.+1) + k.+1 * i))%N.
  by rewrite -{1}(subnK ij) mulnDr mulnS addnCA.
rewrite (expnD 2 k.+1) (expnD 2 (k.+1 * (j - i.+1))) [X in (_ <= X)%N]mulnA; apply: leq_mul => //.
apply: (@leq_trans (2 ^ k.+1)); last by rewrite leq_pmulr ?expn_gt0.
by rewrite expnS leq_mul // ltnW // ltn_expl.
Qed.

Lemma not_half (u : R) : u != 0 ->
  let M a p := u * (K a p)%:R in variance (logits M) <> (P M + S M) / 2%:R.
Proof.
move=> u0 M /(S_two_sided_half M).1 zero.
have : \sum_a \sum_p (M a p - M p p) * (M a p - M a a)
    = u ^+ 2 * \sum_(a < N) \sum_(p < N) (a != p)%:R.
  transitivity (\sum_(a < N) \sum_(p < N) (u ^+ 2 * (a != p)%:R
      + (u ^+ 2 * c%:R * p%:R - u ^+ 2 * c%:R * a%:R))).
    apply: eq_bigr => a _; apply: eq_bigr => p _; rewrite /M /K !eqxx !addn0 !natrD !natrM.
    case: (eqVneq a p) => [->|_] /=; last first.
      by move: (c%:R) (a%:R) (p%:R) => x y z; plain_ring R.
    by move: (c%:R) (p%:R) => x z; plain_ring R.
  under eq_bigr do rewrite big_split /=.
  rewrite big_split /= [X in _ + X](_ : _ = 0) ?addr0; last first.
    by under eq_bigr do rewrite sumrB; rewrite sumrB exchange_big /= subrr.
  by rewrite mulr_sumr; apply: eq_bigr => a _; rewrite mulr_sumr.
rewrite zero => /esym/eqP; rewrite mulf_eq0 expf_eq0 /= (negPf u0) /= => /eqP none.
have := sum_sum_eq0 (F := fun a p : 'I_N => (a != p)%:R) (fun a p => ler0n R _) none
  (Ordinal (ltnW N2)) (Ordinal N2).
by rewrite -val_eqE /= => /eqP; rewrite oner_eq0.
Qed.

End Pure.

Theorem S_two_sided_pure : Statements.pure_scores.S_two_sided_pure.
Proof.
move=> R N k N2 k1; exists (K k.+1 (N := N)); split; last exact: not_half.
move=> own alpha own0 weights E; split; last first.
  rewrite div1r; apply: low_score => //; first by rewrite ltr0n.
  - by move=> a p; rewrite exprn_gt0 ?ltr0n.
  - by move=> a p; apply: doubled.
  - by move=> i j; exact: steep.
apply/token_pos => // [|i j]; first by split=> // a p; rewrite exprn_gt0 ?ltr0n.
have [->//|ne] := eqVneq i j.
rewrite /E /K !eqxx ne eq_sym ne !addn0 !addn1 !exprS.
by rewrite !mulfK // expf_neq0 // pnatr_eq0.
Qed.
