From mathcomp Require Import all_ssreflect fingroup perm.
From Statements Require Import counting.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope group_scope.

Lemma card_sends N (a b p : 'I_N) :
  (#|sending a p| <= #|sending b p|)%N.
Proof.
rewrite -(card_imset (mem (sending a p)) (mulIg (tperm a b))).
apply/subset_leq_card/subsetP => _ /imsetP[s + ->].
by rewrite !inE permM => /eqP ->; rewrite tpermL.
Qed.

Theorem S_fast_counting : Statements.counting.S_fast_counting.
Proof.
move=> [|N] a p; first by case: a.
have all_sent : (\sum_(b < N.+1) #|sending b p| = N.+1`!)%N.
  rewrite -card_Sn -sum1_card (partition_big (fun s : 'S_N.+1 => s p) predT) //=.
  by apply: eq_bigr => b _; rewrite -sum1_card; apply: eq_bigl => s; rewrite inE.
have same b : #|sending b p| = #|sending a p|.
  by apply/eqP; rewrite eqn_leq !card_sends.
apply/eqP; rewrite -(eqn_pmul2l (ltn0Sn N)) -factS -all_sent.
by rewrite (eq_bigr _ (fun b _ => same b)) sum_nat_const card_ord.
Qed.

