From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement behaviour.
From Proofs Require Import algebra sums exclusion two_sided.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Theorem A_def_nope : Statements.behaviour.A_def_nope.
Proof.
move=> R planes N c s query keys; split=> [still|equal] t j; rewrite /rope; last first.
  by apply: eq_bigr => k _; rewrite (equal (t j) j k).
apply: eq_bigr => k _; have [-> ->] := still k.
have rest d v : iter d (turn 1 0) v = v :> R * R.
  elim: d v => [|d IH] v //=; rewrite IH; case: v => x y.
  by rewrite /turn !mul1r !mul0r subr0 add0r.
by rewrite !rest.
Qed.

Section Both.
Variables (R : realFieldType) (N : nat).
Implicit Types (M E : 'I_N -> 'I_N -> R) (own : R).

Lemma both_constant M : positional M /\ symbolic M <-> forall a p b q, M a p = M b q.
Proof.
split=> [[/positional_column pos /symbolic_row sym] a p b q|same].
  by rewrite (pos a p) -(sym p b) (pos p b) (pos b q) -(pos b q) (sym b q).
by split=> t j; apply: same.
Qed.

Lemma total_gt0 E own : positive E own -> 0 < own + \sum_k E k k.
Proof. by case=> own0 E0; rewrite ltr_paddr // sumr_ge0 // => k _; apply: ltW. Qed.

End Both.

Theorem A_def_both_fix : Statements.behaviour.A_def_both_fix.
Proof.
move=> R N; split; first exact: both_constant.
move=> E own E0 pos sym.
have same := (both_constant E).1 (conj pos sym).
split=> [i j|j]; first by rewrite /attention (same i i j j).
rewrite /attention /own_attention; split=> [|->] //.
by move/(mulIf (invr_neq0 (lt0r_neq0 (total_gt0 E0)))).
Qed.

Theorem A_def_both : Statements.behaviour.A_def_both.
Proof.
move=> R N _; exists (fun _ _ => 1), 2%:R.
have E0 : positive (fun _ _ : 'I_N => 1 : R) 2%:R by split=> *; rewrite ?ltr0Sn ?ltr01.
split=> // j; apply/negP => /eqP.
rewrite /attention /own_attention => /(mulIf (invr_neq0 (lt0r_neq0 (total_gt0 E0)))) /eqP.
by rewrite (eqr_nat R 1 2).
Qed.
