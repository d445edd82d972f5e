From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
From Statements Require Import placement behaviour scores score_one score_fix.
From Proofs Require Import algebra sums two_sided behaviour scores cosines.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

(* A weighted mean of numbers that are at most 1 is 1 only where each of them is. *)
Lemma mean_one (R : rcfType) (m : nat) (alpha c : 'I_m -> 'I_m -> R) :
  weighting alpha -> (forall i j, c i j <= 1) ->
  \sum_(i < m) \sum_(j < m | (i < j)%N) alpha i j * c i j = 1
    <-> forall i j : 'I_m, (i < j)%N -> c i j = 1.
Proof.
move=> [alpha0 total] c1; split=> [mean i j ij|one]; last first.
  rewrite -total; apply: eq_bigr => i _; apply: eq_bigr => j ij.
  by rewrite one // mulr1.
have defect0 k l : 0 <= alpha k l * (1 - c k l) by rewrite mulr_ge0 ?subr_ge0 // ltW.
have zero : \sum_(k < m) \sum_(l < m | (k < l)%N) alpha k l * (1 - c k l) = 0.
  transitivity (\sum_(k < m) \sum_(l < m | (k < l)%N) alpha k l
      - \sum_(k < m) \sum_(l < m | (k < l)%N) alpha k l * c k l); last by rewrite total mean subrr.
  rewrite -sumrB; apply: eq_bigr => k _.
  by rewrite -sumrB; apply: eq_bigr => l _; rewrite mulrBr mulr1.
have row : \sum_(l < m | (i < l)%N) alpha i l * (1 - c i l) = 0.
  by apply: (psumr_eq0P _ zero) => // k _; apply: sumr_ge0.
have := psumr_eq0P (fun l _ => defect0 i l) row ij => /eqP.
by rewrite mulf_eq0 (gt_eqF (alpha0 i j)) subr_eq0 => /eqP <-.
Qed.

(* A relation of pairs that is symmetric and reflexive holds if it does for i < j. *)
Lemma every_pair (m : nat) (F : 'I_m -> 'I_m -> Prop) :
  (forall i, F i i) -> (forall i j, F i j -> F j i) ->
  (forall i j : 'I_m, (i < j)%N -> F i j) <-> forall i j, F i j.
Proof.
move=> refl sym; split=> [below i j|all i j _]; last exact: all.
by case: (ltngtP i j) => [/below|/below/sym|/val_inj ->].
Qed.

Section Blocks.
Variables (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R).
Variable alpha : 'I_m -> 'I_m -> R.
Hypotheses (L1 : (1 <= L)%N) (own0 : 0 < own) (E0 : forall a p, 0 < E a p).
Hypothesis weights : weighting alpha.
Let B := block_sum E.
Add Field R_field : (field_of [fieldType of R]).

Lemma block_sum_gt0 i j : 0 < B i j.
Proof.
rewrite /B /block_sum (bigD1 (Ordinal L1)) //= ltr_paddr // sumr_ge0 // => t _.
exact: ltW.
Qed.

Lemma pos_one : s_POS E own alpha = 1 <-> forall i j, B j i * B j j = B i j * B i i.
Proof.
have swap i j : cosine (after E own i j) (before E own i j)
    = cosine (B j i, B i j) (B i i, B j j) by case: (S_swap i j L1 own0 E0).
have bound i j : cosine (after E own i j) (before E own i j) <= 1.
  by rewrite swap cosine_le1 ?block_sum_gt0.
apply: iff_trans (mean_one weights bound) _; apply: iff_trans _ (every_pair _ _) => [|//|i j ->] //.
by split=> one i j ij; have := one i j ij; rewrite swap cosine_one ?block_sum_gt0.
Qed.

Lemma sym_one : s_SYM E own alpha = 1 <-> forall i j, B j i * B i i = B i j * B j j.
Proof.
have swap i j : cosine (after E own i j) (flip (before E own i j))
    = cosine (B j i, B i j) (B j j, B i i) by case: (S_swap i j L1 own0 E0).
have bound i j : cosine (after E own i j) (flip (before E own i j)) <= 1.
  by rewrite swap cosine_le1 ?block_sum_gt0.
apply: iff_trans (mean_one weights bound) _; apply: iff_trans _ (every_pair _ _) => [|//|i j ->] //.
by split=> one i j ij; have := one i j ij; rewrite swap cosine_one ?block_sum_gt0.
Qed.

Lemma both_one : s_POS E own alpha = 1 /\ s_SYM E own alpha = 1
  <-> forall i j, B i i = B j j /\ B j i = B i j.
Proof.
rewrite pos_one sym_one; split=> [[pos sym] i j|both]; last first.
  by split=> i j; have [-> ->] := both i j.
have nz := lt0r_neq0 (block_sum_gt0 _ _).
have mirrored : B j i = B i j.
  have : B j i ^+ 2 * (B i i * B j j) = B i j ^+ 2 * (B i i * B j j).
    transitivity ((B j i * B j j) * (B j i * B i i)); first by plain_ring R.
    by rewrite pos sym; plain_ring R.
  move/(mulIf (mulf_neq0 (nz _ _) (nz _ _)))/eqP.
  by rewrite eqr_expn2 ?(ltW (block_sum_gt0 _ _)) // => /eqP.
by split=> //; have := pos i j; rewrite mirrored => /(mulfI (nz _ _)).
Qed.

End Blocks.

Theorem A_score_fix_blocks : Statements.score_fix.A_score_fix_blocks.
Proof.
by move=> R m L E own alpha L1 own0 E0 weights B; split;
  [exact: pos_one|exact: sym_one|exact: both_one].
Qed.

Section Tokens.
Variables (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) (alpha : 'I_N -> 'I_N -> R).
Hypotheses (E0 : positive E own) (weights : weighting alpha).

Let W0 a p : 0 < tokens E a p. Proof. by case: E0 => _; apply. Qed.
Let sums i j : block_sum (tokens E) i j = E i j. Proof. by rewrite /block_sum big_ord1. Qed.
Let nz i j : E i j != 0. Proof. by case: E0 => _ positive; rewrite lt0r_neq0. Qed.

Lemma token_pos : s_POS (tokens E) own alpha = 1
  <-> forall i j, E j i / E i i = E i j / E j j.
Proof.
rewrite pos_one ?E0.1 //; split=> one i j; have := one i j; rewrite !sums.
  by move=> eqn; apply/eqP; rewrite eqr_div // eqn.
by move/eqP; rewrite eqr_div // => /eqP.
Qed.

Lemma token_sym : s_SYM (tokens E) own alpha = 1
  <-> forall i j, E j i / E j j = E i j / E i i.
Proof.
rewrite sym_one ?E0.1 //; split=> one i j; have := one i j; rewrite !sums.
  by move=> eqn; apply/eqP; rewrite eqr_div // eqn.
by move/eqP; rewrite eqr_div // => /eqP.
Qed.

Lemma token_both : s_POS (tokens E) own alpha = 1 /\ s_SYM (tokens E) own alpha = 1
  <-> forall i j, E i i = E j j /\ E j i = E i j.
Proof.
by rewrite both_one ?E0.1 //; split=> both i j; have := both i j; rewrite !sums.
Qed.

End Tokens.

Theorem A_score_fix : Statements.score_fix.A_score_fix.
Proof.
move=> R N E own alpha E0 weights pos sym; have [own0 positive] := E0.
split; [exact: token_pos|exact: token_sym|exact: token_both| |].
  split=> [/positional_column col|/symbolic_row row].
    by apply/token_pos => // i j; rewrite (col j i) (col i j) !divff ?lt0r_neq0.
  by apply/token_sym => // i j; rewrite (row j i) (row i j) !divff ?lt0r_neq0.
move=> /(token_both E0 weights) both; split=> [i j|j].
  by rewrite /attention (both i j).1.
rewrite /attention /own_attention; split=> [|->] //.
by move/(mulIf (invr_neq0 (lt0r_neq0 (total_gt0 E0)))).
Qed.

(* Two further places beside any of at least three. *)
Lemma two_more (n : nat) (p : 'I_n.+3) : exists q r, [/\ q != p, r != p & q != r].
Proof.
pose move := tperm (ord0 : 'I_n.+3) p.
have eqn : p = move ord0 by rewrite tpermL.
exists (move (lift ord0 ord0)), (move (lift ord0 (lift ord0 ord0))).
by split; rewrite ?[X in _ != X]eqn (inj_eq perm_inj).
Qed.

Theorem A_score_all : Statements.score_fix.A_score_all.
Proof.
move=> R content N W own alpha own0 W0 weights E.
have E0 x : positive (E x) own by split=> // a p; apply: W0.
have nz c p : W c p != 0 by rewrite lt0r_neq0.
split=> size; split=> one x.
- have pair (c d : content) (i j : 'I_N) : i != j -> W d i * W d j = W c i * W c j.
    move=> ij; have := (token_pos (E0 (fun k => if k == i then c else d)) (weights _)).1 (one _) i j.
    rewrite /E eqxx [j == i]eq_sym (negPf ij) => /eqP; rewrite eqr_div // => /eqP.
    by rewrite [W c j * _]mulrC.
  have column (c d : content) (p : 'I_N) : W c p = W d p.
    case: N size W W0 E E0 nz p pair {alpha weights one x} => [|[|[|n]]] // _ W W0 _ _ nz p pair.
    have [q [r [qp rp qr]]] := two_more p.
    have : W c p ^+ 2 * (W c q * W c r) = W d p ^+ 2 * (W c q * W c r).
      transitivity ((W c p * W c q) * (W c p * W c r)); first by rewrite expr2 mulrACA.
      rewrite (pair d c p q) 1?eq_sym // (pair d c p r) 1?eq_sym // (pair d c q r) //.
      by rewrite expr2 mulrACA.
    move/(mulIf (mulf_neq0 (nz _ _) (nz _ _)))/eqP.
    by rewrite eqr_expn2 ?(ltW (W0 _ _)) // => /eqP.
  by move=> s j; rewrite /E (column _ (x j)).
- by case: (A_score_fix (E0 x) (weights x)) => _ _ _ [pos _] _; apply: pos.
- have row c p q : W c p = W c q.
    have := (token_sym (E0 (fun=> c)) (weights _)).1 (one _) p q; rewrite /E => /eqP.
    by rewrite eqr_div // -!expr2 eqr_expn2 ?(ltW (W0 _ _)) // => /eqP.
  by move=> s j; rewrite /E (row _ _ j).
by case: (A_score_fix (E0 x) (weights x)) => _ _ _ [_ sym] _; apply: sym.
Qed.

Theorem A_score_all_two : Statements.score_fix.A_score_all_two.
Proof.
move=> R; pose W (c : bool) (p : 'I_2) : R := if c then (if p == ord0 then 2%:R else 2%:R^-1) else 1.
have W0 c p : 0 < W c p.
  by rewrite /W; case: c; case: (p == _); rewrite ?ltr01 ?invr_gt0 ?ltr0n.
have pair c p q : p != q -> W c p * W c q = 1.
  have two : (2%:R : R) != 0 by rewrite pnatr_eq0.
  by rewrite /W; case: c; case: p => [[|[|[]]]] // ?; case: q => [[|[|[]]]] // ? _;
    rewrite /= ?mul1r ?divff ?mulVf.
exists W; split=> // [own x alpha own0 weights|].
  apply/(token_pos (conj own0 (fun a p => W0 (x a) p)) weights) => i j.
  have [->//|ij] := eqVneq i j; apply/eqP; rewrite eqr_div ?lt0r_neq0 //.
  by rewrite [X in _ == X]mulrC [W (x i) i * _]mulrC !pair // eq_sym.
exists (fun a => a == ord0) => /(_ (tperm ord0 (lift ord0 ord0)) ord0); rewrite tpermL /W /=.
by move/eqP; rewrite eq_sym (eqr_nat R 2 1).
Qed.
