(* Swaps in place of all permutations. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import placement.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* Squared norm over the swaps (i j), i < j. *)
Definition swap_norm2 (R : realFieldType) (N : nat) (delta : 'S_N -> 'I_N -> R) : R :=
  \sum_(i < N) \sum_(j < N | (i < j)%N) \sum_k delta (tperm i j) k ^+ 2.

Definition A_swaps : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  [/\ (forall i j k, delta_pos M (tperm i j) k = 0) <-> positional M,
      (forall i j k, delta_sym M (tperm i j) k = 0) <-> symbolic M,
      norm2 (delta_pos M) = (N.-1`!)%:R * swap_norm2 (delta_pos M),
      norm2 (delta_sym M) = (N.-1`!)%:R * swap_norm2 (delta_sym M)
    & variance (logits M)
        <= (swap_norm2 (delta_pos M) + swap_norm2 (delta_sym M)) / N%:R ^+ 2].

(* m blocks of L tokens: place (b, t) is the t-th of block b. A permutation of the blocks. *)
Definition block_pos (R : realFieldType) (m L : nat) (M : 'I_m * 'I_L -> 'I_m * 'I_L -> R)
    (s : 'S_m) (b : 'I_m) (t : 'I_L) : R := M (s b, t) (b, t) - M (b, t) (b, t).
Definition block_sym (R : realFieldType) (m L : nat) (M : 'I_m * 'I_L -> 'I_m * 'I_L -> R)
    (s : 'S_m) (b : 'I_m) (t : 'I_L) : R := M (b, t) (s b, t) - M (b, t) (b, t).

(* Refuted for every m >= 2 blocks of L >= 2 tokens. *)
Definition A_swaps_block : Prop :=
  forall (R : realFieldType) (m L : nat), (2 <= m)%N -> (2 <= L)%N ->
  exists M : 'I_m * 'I_L -> 'I_m * 'I_L -> R,
  [/\ forall i j b t, block_pos M (tperm i j) b t = 0,
      forall i j b t, block_sym M (tperm i j) b t = 0
    & exists a p, M a p <> M p p /\ M a p <> M a a].

Definition A_swaps_block_fix : Prop :=
  forall (R : realFieldType) (m L : nat) (M : 'I_m * 'I_L -> 'I_m * 'I_L -> R),
  [/\ (forall i j b t, block_pos M (tperm i j) b t = 0)
        <-> (forall s b t, block_pos M s b t = 0),
      (forall i j b t, block_pos M (tperm i j) b t = 0)
        <-> (forall b b' t, M (b, t) (b', t) = M (b', t) (b', t)),
      (forall i j b t, block_sym M (tperm i j) b t = 0)
        <-> (forall s b t, block_sym M s b t = 0)
    & (forall i j b t, block_sym M (tperm i j) b t = 0)
        <-> (forall b b' t, M (b, t) (b', t) = M (b, t) (b, t))].
