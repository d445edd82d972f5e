From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement exclusion swaps.
From Proofs Require Import algebra sums exclusion two_sided.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Section Swaps.
Variables (R : realFieldType) (N : nat).
Implicit Types M F : 'I_N -> 'I_N -> R.
Add Field R_field : (field_of [fieldType of R]).

Lemma swaps_positional M : (forall i j k, delta_pos M (tperm i j) k = 0) <-> positional M.
Proof.
split=> [zero s j|pos i j k]; last by rewrite /delta_pos pos subrr.
by apply/eqP; have := zero (s j) j j; rewrite /delta_pos tpermR => /eqP; rewrite subr_eq0.
Qed.

Lemma swaps_symbolic M : (forall i j k, delta_sym M (tperm i j) k = 0) <-> symbolic M.
Proof.
split=> [zero s j|pos i j k]; last by rewrite /delta_sym pos subrr.
by apply/eqP; have := zero (s j) j j; rewrite /delta_sym tpermR => /eqP; rewrite subr_eq0.
Qed.

(* Each ordered pair of different places is met by one swap. *)
Lemma sum_over_pairs F :
  (forall a, F a a = 0) ->
  \sum_(i < N) \sum_(j < N | (i < j)%N) (F j i + F i j) = \sum_a \sum_p F a p.
Proof.
move=> diagonal.
have -> : \sum_a \sum_p F a p = \sum_(a < N) \sum_(p < N | (a < p)%N) F a p
    + \sum_(a < N) \sum_(p < N | (p < a)%N) F a p.
  rewrite -big_split; apply: eq_bigr => a _; rewrite (bigID (fun p : 'I_N => a < p)%N) /=.
  congr (_ + _); rewrite (bigD1 a) /=; last by rewrite ltnn.
  rewrite diagonal add0r; apply: eq_bigl => p.
  by rewrite -leqNgt ltn_neqAle andbC -val_eqE.
have -> : \sum_(a < N) \sum_(p < N | (p < a)%N) F a p
    = \sum_(i < N) \sum_(j < N | (i < j)%N) F j i by rewrite (exchange_big_dep predT).
by rewrite addrC -big_split; apply: eq_bigr => i _; rewrite -big_split.
Qed.

(* A swap moves two places; at the others nothing changes. *)
Lemma sum_of_swap (i j : 'I_N) (G : 'I_N -> R) :
  i != j -> (forall k, k != i -> k != j -> G k = 0) -> \sum_k G k = G i + G j.
Proof.
move=> ij rest; rewrite (bigD1 i) //= (bigD1 j) /=; last by rewrite eq_sym.
by rewrite big1 ?addr0 // => k /andP[ki kj]; apply: rest.
Qed.

Lemma swap_sum_pos M : swap_norm2 (delta_pos M) = \sum_a \sum_p (M a p - M p p) ^+ 2.
Proof.
rewrite -(sum_over_pairs (F := fun a p => (M a p - M p p) ^+ 2)); last first.
  by move=> a; rewrite subrr expr0n.
apply: eq_bigr => i _; apply: eq_bigr => j ij.
have ne : i != j by rewrite -val_eqE neq_ltn ij.
rewrite (sum_of_swap ne) /delta_pos ?tpermL ?tpermR // => k ki kj.
by rewrite tpermD ?subrr ?expr0n // eq_sym.
Qed.

Lemma swap_sum_sym M : swap_norm2 (delta_sym M) = \sum_a \sum_p (M a p - M a a) ^+ 2.
Proof.
rewrite exchange_big -(sum_over_pairs (F := fun a p => (M p a - M p p) ^+ 2)); last first.
  by move=> a; rewrite subrr expr0n.
apply: eq_bigr => i _; apply: eq_bigr => j ij.
have ne : i != j by rewrite -val_eqE neq_ltn ij.
rewrite (sum_of_swap ne) /delta_sym ?tpermL ?tpermR // => k ki kj.
by rewrite tpermD ?subrr ?expr0n // eq_sym.
Qed.

Lemma norm_pos M : norm2 (delta_pos M) = (N.-1`!)%:R * swap_norm2 (delta_pos M).
Proof.
rewrite swap_sum_pos; exact: (sum_over_permutations (fun a p => (M a p - M p p) ^+ 2)).
Qed.

Lemma norm_sym M : norm2 (delta_sym M) = (N.-1`!)%:R * swap_norm2 (delta_sym M).
Proof.
rewrite swap_sum_sym exchange_big.
exact: (sum_over_permutations (fun a p => (M p a - M p p) ^+ 2)).
Qed.

End Swaps.

Theorem A_swaps : Statements.swaps.A_swaps.
Proof.
move=> R N M; split; [exact: swaps_positional|exact: swaps_symbolic|exact: norm_pos|exact: norm_sym|].
by rewrite swap_sum_pos swap_sum_sym mulrDl -subr_ge0; apply: slack_ge0.
Qed.

Section Blocks.
Variables (R : realFieldType) (m L : nat) (M : 'I_m * 'I_L -> 'I_m * 'I_L -> R).

Lemma blocks_pos :
  (forall i j b t, block_pos M (tperm i j) b t = 0)
  <-> (forall b b' t, M (b, t) (b', t) = M (b', t) (b', t)).
Proof.
split=> [zero b b' t|same i j b t]; last by rewrite /block_pos same subrr.
by apply/eqP; rewrite -subr_eq0; have := zero b' b b' t; rewrite /block_pos tpermL => ->.
Qed.

Lemma blocks_sym :
  (forall i j b t, block_sym M (tperm i j) b t = 0)
  <-> (forall b b' t, M (b, t) (b', t) = M (b, t) (b, t)).
Proof.
split=> [zero b b' t|same i j b t]; last by rewrite /block_sym same subrr.
by apply/eqP; rewrite -subr_eq0; have := zero b b' b t; rewrite /block_sym tpermL => ->.
Qed.

End Blocks.

Theorem A_swaps_block_fix : Statements.swaps.A_swaps_block_fix.
Proof.
move=> R m L M; split; [split=> [|every i j b t] | exact: blocks_pos | split=> [|every i j b t]
  | exact: blocks_sym]; try exact: every.
  by move=> /blocks_pos same s b t; rewrite /block_pos same subrr.
by move=> /blocks_sym same s b t; rewrite /block_sym same subrr.
Qed.

Theorem A_swaps_block : Statements.swaps.A_swaps_block.
Proof.
move=> R [|[|m]] [|[|L]] // _ _.
pose first : 'I_m.+2 * 'I_L.+2 := (ord0, ord0).
pose second : 'I_m.+2 * 'I_L.+2 := (ord0, lift ord0 ord0).
exists (fun a p => ((a == first) && (p == second))%:R).
have unseen b b' t : ((b, t) == first) && ((b', t) == second) = false.
  by apply/negP => /andP[/eqP[_ ->] /eqP[_]].
split; [by move=> *; rewrite /block_pos !unseen subrr | by move=> *; rewrite /block_sym !unseen subrr |].
have apart : (second == first) = false by [].
exists first, second; rewrite !eqxx apart [first == second]eq_sym apart /=.
by split; apply/eqP; rewrite oner_eq0.
Qed.
