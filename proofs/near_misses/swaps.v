(* Near-misses of Statements.swaps: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From mathcomp Require Import rat.
From Statements Require Import placement swaps.
From Proofs Require swaps.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

Local Definition column (a p : 'I_2) : rat := p%:R.

(* N! for (N - 1)!. *)
Definition A_swaps__whole : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  [/\ (forall i j k, delta_pos M (tperm i j) k = 0) <-> positional M,
      (forall i j k, delta_sym M (tperm i j) k = 0) <-> symbolic M,
      norm2 (delta_pos M) = (N`!)%:R * swap_norm2 (delta_pos M),
      norm2 (delta_sym M) = (N.-1`!)%:R * swap_norm2 (delta_sym M)
    & variance (logits M)
        <= (swap_norm2 (delta_pos M) + swap_norm2 (delta_sym M)) / N%:R ^+ 2].
Theorem A_swaps__whole_false : ~ A_swaps__whole.
Proof.
pose M (a p : 'I_2) : rat := a%:R.
move=> /(_ _ 2%N M) [_ _ + _ _]; have [_ _ -> _ _] := Proofs.swaps.A_swaps M.
have -> : swap_norm2 (delta_pos M) = 2%:R; last by move/eqP; vm_compute.
rewrite /swap_norm2 !big_ord_recl !big_ord0 big_mkcond !big_ord_recl !big_ord0 /=.
rewrite big_mkcond !big_ord_recl !big_ord0 /= /delta_pos /M !tpermL.
rewrite (_ : tperm _ _ _ = ord0); last by apply/val_inj; rewrite permE /=.
by apply/eqP; vm_compute.
Qed.

(* At L = 1 the swaps of blocks are the swaps of tokens. *)
Definition A_swaps_block__one_token : Prop :=
  forall (R : realFieldType) (m L : nat), (2 <= m)%N -> (1 <= L)%N ->
  exists M : 'I_m * 'I_L -> 'I_m * 'I_L -> R,
  [/\ forall i j b t, block_pos M (tperm i j) b t = 0,
      forall i j b t, block_sym M (tperm i j) b t = 0
    & exists a p, M a p <> M p p /\ M a p <> M a a].
Theorem A_swaps_block__one_token_false : ~ A_swaps_block__one_token.
Proof.
move=> /(_ [realFieldType of rat] 2%N 1%N isT isT) [M [pos _ [[b t] [[c u] [+ _]]]]]; apply.
move: (pos b c c t); rewrite /block_pos tpermR (ord1 t) (ord1 u) => /eqP.
by rewrite subr_eq0 => /eqP.
Qed.

(* Positional, not symbolic, is what the first norm says. *)
Definition A_swaps_block_fix__other_way : Prop :=
  forall (R : realFieldType) (m L : nat) (M : 'I_m * 'I_L -> 'I_m * 'I_L -> R),
  [/\ (forall i j b t, block_pos M (tperm i j) b t = 0)
        <-> (forall s b t, block_pos M s b t = 0),
      (forall i j b t, block_pos M (tperm i j) b t = 0)
        <-> (forall b b' t, M (b, t) (b', t) = M (b, t) (b, t)),
      (forall i j b t, block_sym M (tperm i j) b t = 0)
        <-> (forall s b t, block_sym M s b t = 0)
    & (forall i j b t, block_sym M (tperm i j) b t = 0)
        <-> (forall b b' t, M (b, t) (b', t) = M (b, t) (b, t))].
Theorem A_swaps_block_fix__other_way_false : ~ A_swaps_block_fix__other_way.
Proof.
pose M (a p : 'I_2 * 'I_1) : rat := p.1%:R.
move=> /(_ _ 2%N 1%N M) [_ [+ _] _ _].
have pos : forall i j b t, block_pos M (tperm i j) b t = 0.
  by move=> i j b t; rewrite /block_pos /M subrr.
by move=> /(_ pos ord0 (lift ord0 ord0) ord0)/eqP.
Qed.
