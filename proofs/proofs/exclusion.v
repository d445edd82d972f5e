From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
From Statements Require Import placement exclusion.
From Proofs Require Import algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* Counting. *)

Lemma card_sends N (a b p : 'I_N) :
  (#|[set s : 'S_N | s p == a]| <= #|[set s : 'S_N | s p == b]|)%N.
Proof.
rewrite -(card_imset (mem [set s : 'S_N | s p == a]) (mulIg (tperm a b))).
apply/subset_leq_card/subsetP => _ /imsetP[s + ->].
by rewrite !inE permM => /eqP ->; rewrite tpermL.
Qed.

Theorem S_fast_counting : Statements.exclusion.S_fast_counting.
Proof.
move=> [|N] a p; first by case: a.
have all_sent : (\sum_(b < N.+1) #|[set s : 'S_N.+1 | s p == b]| = N.+1`!)%N.
  rewrite -card_Sn -sum1_card (partition_big (fun s : 'S_N.+1 => s p) predT) //=.
  by apply: eq_bigr => b _; rewrite -sum1_card; apply: eq_bigl => s; rewrite inE.
have same b : #|[set s : 'S_N.+1 | s p == b]| = #|[set s : 'S_N.+1 | s p == a]|.
  by apply/eqP; rewrite eqn_leq !card_sends.
apply/eqP; rewrite -(eqn_pmul2l (ltn0Sn N)) -factS -all_sent.
by rewrite (eq_bigr _ (fun b _ => same b)) sum_nat_const card_ord.
Qed.

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
rewrite factS !natrM [_ * _ * _]mulrC -mulrA -expr2 invfM mulrCA mulrA mulVf ?mul1r //.
by rewrite pnatr_eq0 -lt0n fact_gt0.
Qed.

End Sums.
