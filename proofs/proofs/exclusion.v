From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement counting exclusion.
From Proofs Require Import algebra sums counting.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Section Sums.
Variables (R : realFieldType) (N : nat).
Implicit Types (M F : 'I_N -> 'I_N -> R) (l : 'I_N -> R).
Add Field R_field : (field_of [fieldType of R]).

Lemma sum_over_permutations F :
  \sum_(s : 'S_N) \sum_j F (s j) j = (N.-1`!)%:R * \sum_a \sum_p F a p.
Proof.
rewrite exchange_big [X in _ = _ * X]exchange_big mulr_sumr; apply: eq_bigr => p _.
rewrite (partition_big (fun s : 'S_N => s p) predT) //= mulr_sumr; apply: eq_bigr => a _.
rewrite (eq_bigr (fun=> F a p)); last by move=> s /eqP ->.
rewrite sumr_const -[LHS]mulr_natl; congr (_%:R * _).
by rewrite -(S_fast_counting a p) -!sum1_card; apply: eq_bigl => s; rewrite !inE.
Qed.

Lemma normaliser F :
  (\sum_(s : 'S_N) \sum_j F (s j) j) / (N`! * N)%:R = (\sum_a \sum_p F a p) / N%:R ^+ 2.
Proof.
rewrite sum_over_permutations; case: N F => [|n] F; first by rewrite big_ord0 mulr0 !mul0r.
have nz k : (k.+1)%:R != 0 :> R by rewrite pnatr_eq0.
have fz : (n`!)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n fact_gt0.
rewrite factS !natrM /=; set A := \sum_a _; set x := _%:R; set y := _%:R.
by plain_field R; split; apply/eqP; [exact: nz|exact: fz].
Qed.

Lemma norm2_pos M : norm2 (delta_pos M) / (N`! * N)%:R = P M.
Proof. exact: (normaliser (fun a p => (M a p - M p p) ^+ 2)). Qed.

Lemma norm2_sym M : norm2 (delta_sym M) / (N`! * N)%:R = S M.
Proof.
rewrite /S exchange_big; exact: (normaliser (fun a p => (M p a - M p p) ^+ 2)).
Qed.

Lemma bound_is_P_plus_S M : printed_bound M = P M + S M.
Proof. by rewrite /printed_bound mulrDl norm2_pos norm2_sym. Qed.

Lemma pair_sum l : (\sum_a \sum_p (l a - l p) ^+ 2) / N%:R ^+ 2 = 2%:R * variance l.
Proof.
case: N l => [|n] l; first by rewrite /variance !big_ord0 !mul0r mulr0.
set N1 : R := n.+1%:R; have nz : N1 != 0 by rewrite pnatr_eq0.
set m := mean l; set Q := \sum_j (l j - m) ^+ 2.
have deviations : \sum_j (l j - m) = 0.
  rewrite sumrB sumr_const card_ord -[m *+ _]mulr_natl -/N1 /m /mean -/N1.
  by rewrite mulrCA divff ?mulr1 ?subrr.
have rows : \sum_(a < n.+1) \sum_(p < n.+1) (l a - m) ^+ 2 = N1 * Q.
  by rewrite mulr_sumr; apply: eq_bigr => a _; rewrite sumr_const card_ord [RHS]mulr_natl.
have columns : \sum_(a < n.+1) \sum_(p < n.+1) (l p - m) ^+ 2 = N1 * Q.
  by rewrite sumr_const card_ord [RHS]mulr_natl.
have -> : \sum_a \sum_p (l a - l p) ^+ 2 = N1 * Q + N1 * Q
    - 2%:R * ((\sum_j (l j - m)) * (\sum_j (l j - m))).
  rewrite -{1}rows -columns big_distrlr mulr_sumr -sumrN -!big_split /=.
  apply: eq_bigr => a _; rewrite mulr_sumr -sumrN -!big_split /=.
  by apply: eq_bigr => p _; plain_ring R.
rewrite deviations !mulr0 subr0 /variance -/m -/Q -/N1.
by plain_field R; apply/eqP; exact: nz.
Qed.

Lemma slack M :
  P M + S M - variance (logits M)
    = (\sum_a \sum_p (2%:R * M a p - M a a - M p p) ^+ 2) / (2 * N ^ 2)%:R.
Proof.
have half (x : R) : x = (2%:R * x) / 2%:R by plain_field R; exact: plain_two.
rewrite [variance _]half -pair_sum /P /S natrM natrX (invfM 2%:R) !mulr_suml -!sumrN -!big_split /=.
apply: eq_bigr => a _; rewrite !mulr_suml -!sumrN -!big_split /=.
apply: eq_bigr => p _; rewrite /logits; set y := _^-1.
by plain_field R; exact: plain_two.
Qed.

End Sums.

Theorem S_fast : Statements.exclusion.S_fast.
Proof. by move=> R N M; rewrite norm2_pos norm2_sym. Qed.

Theorem S_slack : Statements.exclusion.S_slack.
Proof. by move=> R N M; apply: slack. Qed.

Section Bounds.
Variables (R : realFieldType) (N : nat).
Implicit Types (M : 'I_N -> 'I_N -> R) (l : 'I_N -> R).
Add Field R_field : (field_of [fieldType of R]).

Lemma variance_ge0 l : 0 <= variance l.
Proof. by rewrite divr_ge0 ?ler0n // sumr_ge0 // => j _; apply: sqr_ge0. Qed.

Lemma slack_ge0 M : 0 <= P M + S M - variance (logits M).
Proof. by rewrite slack divr_ge0 ?ler0n // sum_sum_ge0 // => a p; apply: sqr_ge0. Qed.

Lemma middle (x y z : R) : 2%:R * x - y - z = 0 <-> x = (y + z) / 2%:R.
Proof.
split=> [eqn|->]; last by plain_field R; exact: plain_two.
have -> : x = (y + z + (2%:R * x - y - z)) / 2%:R by plain_field R; exact: plain_two.
by rewrite eqn addr0.
Qed.

Lemma equality M :
  variance (logits M) = printed_bound M <-> forall a p, M a p = (M a a + M p p) / 2%:R.
Proof.
rewrite bound_is_P_plus_S; split=> [eqn a p|tight].
  apply/middle/eqP; rewrite -sqrf_eq0; apply/eqP.
  apply: (sum_sum_eq0 (F := fun a p => (2%:R * M a p - M a a - M p p) ^+ 2)).
    by move=> b q; apply: sqr_ge0.
  have := slack M; rewrite eqn subrr; case: N a M {p eqn} => [[]//|n] _ M /esym/eqP.
  by rewrite mulf_eq0 invr_eq0 pnatr_eq0 orbF => /eqP.
apply/esym/eqP; rewrite -subr_eq0 slack; apply/eqP.
rewrite big1 ?mul0r // => a _; rewrite big1 // => p _.
by rewrite (_ : _ - _ = 0) ?expr0n //; apply/middle.
Qed.

Lemma attained l :
  exists M, logits M =1 l /\ variance l = printed_bound M.
Proof.
exists (fun a p => (l a + l p) / 2%:R).
have own : logits (fun a p => (l a + l p) / 2%:R) =1 l.
  by move=> a; rewrite /logits; plain_field R; exact: plain_two.
split=> //; set M := fun a p => _.
have -> : variance l = variance (logits M).
  by rewrite /variance /mean (eq_bigr _ (fun j _ => own j)); congr (_ / _);
    apply: eq_bigr => j _; rewrite own.
by apply/equality => a p; rewrite (own a : M a a = l a) (own p : M p p = l p).
Qed.

End Bounds.

Theorem A_thm1 : Statements.exclusion.A_thm1.
Proof. by move=> R N M; rewrite -subr_ge0 bound_is_P_plus_S; apply: slack_ge0. Qed.

Theorem A_thm1_attained : Statements.exclusion.A_thm1_attained.
Proof. by move=> R N l; apply: attained. Qed.

Theorem S_slack_equality : Statements.exclusion.S_slack_equality.
Proof. by move=> R N M; apply: equality. Qed.

(* Logits 1, 0, ..., 0. *)
Definition spike (R : realFieldType) (n : nat) (j : 'I_n.+2) : R := (j == ord0)%:R.

Lemma spike_variance (R : realFieldType) n : 0 < variance (spike R (n := n)).
Proof.
rewrite lt0r variance_ge0 andbT; apply/eqP => zero.
have := pair_sum (spike R (n := n)); rewrite zero mulr0 => /eqP.
rewrite mulf_eq0 invr_eq0 expf_eq0 pnatr_eq0 /= orbF => /eqP none.
have := sum_sum_eq0 (F := fun a p => (spike R a - spike R p) ^+ 2)
  (fun a p => sqr_ge0 _) none ord0 (lift ord0 ord0).
by rewrite /spike eqxx /= subr0 expr1n => /eqP; rewrite oner_eq0.
Qed.

Theorem A_thm1_best : Statements.exclusion.A_thm1_best.
Proof.
move=> R [|[|n]] // c _ bounded.
have [M [own tight]] := attained (spike R (n := n)).
have positive := spike_variance R n.
have same : variance (logits M) = variance (spike R (n := n)).
  by rewrite /variance /mean (eq_bigr _ (fun j _ => own j)); congr (_ / _);
    apply: eq_bigr => j _; rewrite own.
by have := bounded M; rewrite -tight same ler_pmull.
Qed.
