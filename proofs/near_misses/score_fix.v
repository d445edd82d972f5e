(* Near-misses of Statements.score_fix: each is false. *)
From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
From Statements Require Import placement behaviour scores score_one score_fix.
From Proofs Require score_fix.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

Local Definition even (R : rcfType) (i j : 'I_2) : R := 1.
Lemma even_weighting (R : rcfType) : weighting (even R).
Proof.
split=> [i j|]; first exact: ltr01.
by rewrite !big_ord_recl !big_ord0 big_mkcond !big_ord_recl !big_ord0 /= big_mkcond !big_ord_recl !big_ord0 /= !add0r !addr0.
Qed.
Local Definition skew (R : rcfType) (i j : 'I_2) : R := if (i < j)%N then 2%:R else 1.
Lemma skew_gt0 (R : rcfType) i j : 0 < skew R i j.
Proof. by rewrite /skew; case: ifP; rewrite ?ltr01 ?ltr0Sn. Qed.

(* Equal diagonals do not make both scores 1. *)
Definition A_score_fix_blocks__diagonal_alone : Prop :=
  forall (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R)
    (alpha : 'I_m -> 'I_m -> R),
  (1 <= L)%N -> 0 < own -> (forall a p, 0 < E a p) -> weighting alpha ->
  let B := block_sum E in
  [/\ s_POS E own alpha = 1 <-> (forall i j, B j i * B j j = B i j * B i i),
      s_SYM E own alpha = 1 <-> (forall i j, B j i * B i i = B i j * B j j)
    & s_POS E own alpha = 1 /\ s_SYM E own alpha = 1
        <-> (forall i j, B i i = B j j)].
Theorem A_score_fix_blocks__diagonal_alone_false : rcfType -> ~ A_score_fix_blocks__diagonal_alone.
Proof.
move=> R; pose E (a p : 'I_2 * 'I_1) := skew R a.1 p.1.
move=> /(_ R 2%N 1%N E 1 _ isT ltr01 (fun a p => skew_gt0 R a.1 p.1) (even_weighting R)) [_ _ [_ +]].
have [_ _ [+ _]] := @Proofs.score_fix.A_score_fix_blocks R 2%N 1%N E 1 _ isT ltr01
  (fun a p => skew_gt0 R a.1 p.1) (even_weighting R).
move=> all /(_ _)/all H; have [|_ /eqP] := H _ ord0 (lift ord0 ord0).
  by move=> i j; rewrite /block_sum !big_ord1 /E /skew !ltnn.
by rewrite /block_sum !big_ord1 /E /skew /= (eqr_nat R 1 2).
Qed.

(* Equal diagonals do not make both scores 1. *)
Definition A_score_fix__diagonal_alone : Prop :=
  forall (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) (alpha : 'I_N -> 'I_N -> R),
  positive E own -> weighting alpha ->
  let pos := s_POS (tokens E) own alpha in
  let sym := s_SYM (tokens E) own alpha in
  [/\ pos = 1 <-> (forall i j, E j i / E i i = E i j / E j j),
      sym = 1 <-> (forall i j, E j i / E j j = E i j / E i i),
      pos = 1 /\ sym = 1 <-> (forall i j, E i i = E j j),
      (positional E -> pos = 1) /\ (symbolic E -> sym = 1)
    & pos = 1 /\ sym = 1 -> (forall i j, attention E own i = attention E own j) /\
        forall j, attention E own j = own_attention E own <-> own = E j j].
Theorem A_score_fix__diagonal_alone_false : rcfType -> ~ A_score_fix__diagonal_alone.
Proof.
move=> R; have pos : positive (skew R) 1 by split=> [|i j]; rewrite ?ltr01 ?skew_gt0.
move=> /(_ R 2%N (skew R) 1 _ pos (even_weighting R)) [_ _ [_ +] _ _].
have [_ _ [+ _] _ _] := @Proofs.score_fix.A_score_fix R 2%N (skew R) 1 _ pos (even_weighting R).
move=> all /(_ _)/all H; have [|_ /eqP] := H _ ord0 (lift ord0 ord0).
  by move=> i j; rewrite /skew !ltnn.
by rewrite /skew /= (eqr_nat R 1 2).
Qed.

(* At N = 2 positional is more than s_POS = 1. *)
Definition A_score_all__two_places : Prop :=
  forall (R : rcfType) (content : Type) (N : nat) (W : content -> 'I_N -> R) (own : R)
    (alpha : ('I_N -> content) -> 'I_N -> 'I_N -> R),
  0 < own -> (forall c p, 0 < W c p) -> (forall x, weighting (alpha x)) ->
  let E x (a p : 'I_N) := W (x a) p in
  ((2 <= N)%N -> (forall x, s_POS (tokens (E x)) own (alpha x) = 1)
                   <-> (forall x, positional (E x))) /\
  ((2 <= N)%N -> (forall x, s_SYM (tokens (E x)) own (alpha x) = 1)
                   <-> (forall x, symbolic (E x))).
Theorem A_score_all__two_places_false : rcfType -> ~ A_score_all__two_places.
Proof.
move=> R H; have [W [W0 one [x no]]] := @Proofs.score_fix.A_score_all_two R.
apply: no; have [+ _] := H R bool 2%N W 1 (fun _ => even R) ltr01 W0 (fun _ => even_weighting R).
by move=> /(_ isT) [+ _]; apply=> y; apply: one => //; [exact: ltr01|exact: even_weighting].
Qed.

(* At N = 3 it does characterise positional. *)
Definition A_score_all_two__three_places : Prop :=
  forall R : rcfType, exists W : bool -> 'I_3 -> R,
  [/\ forall c p, 0 < W c p,
      forall own x alpha, 0 < own -> weighting alpha ->
        s_POS (tokens (fun a p => W (x a) p)) own alpha = 1
    & exists x, ~ positional (fun a p => W (x a) p)].
Theorem A_score_all_two__three_places_false : rcfType -> ~ A_score_all_two__three_places.
Proof.
move=> R /(_ R) [W [W0 one [x no]]]; apply: no.
pose alpha (i j : 'I_3) : R := 3%:R^-1.
have wt : weighting alpha.
  split=> [i j|]; first by rewrite invr_gt0 ltr0Sn.
  rewrite !big_ord_recl !big_ord0 big_mkcond !big_ord_recl !big_ord0 /= big_mkcond !big_ord_recl !big_ord0 /= big_mkcond !big_ord_recl !big_ord0 /= /alpha !add0r !addr0.
  by rewrite -addrA -mulr2n -mulrS -(mulr_natl 3%:R^-1) mulfV // pnatr_eq0.
have [+ _] := @Proofs.score_fix.A_score_all R bool 3%N W 1 (fun _ => alpha) ltr01 W0 (fun _ => wt).
by move=> /(_ isT) [+ _]; apply=> y; apply: one => //; exact: ltr01.
Qed.
