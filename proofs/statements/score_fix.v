(* What scores of exactly 1 say, on one input and on all inputs. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement behaviour scores score_one.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

Definition s_POS (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R)
    (alpha : 'I_m -> 'I_m -> R) : R := score alpha (before E own) (after E own).
Definition s_SYM (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R)
    (alpha : 'I_m -> 'I_m -> R) : R :=
  score alpha (fun i j => flip (before E own i j)) (after E own).

(* The exponentials of the contents of block i placed in block j, added up. *)
Definition block_sum (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (i j : 'I_m)
  : R := \sum_t E (i, t) (j, t).

(* A weighting is of m >= 2 blocks; those of a softmax, at every temperature, are among them. *)
Definition A_score_fix_blocks : Prop :=
  forall (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R)
    (alpha : 'I_m -> 'I_m -> R),
  (1 <= L)%N -> 0 < own -> (forall a p, 0 < E a p) -> weighting alpha ->
  let B := block_sum E in
  [/\ s_POS E own alpha = 1 <-> (forall i j, B j i * B j j = B i j * B i i),
      s_SYM E own alpha = 1 <-> (forall i j, B j i * B i i = B i j * B j j)
    & s_POS E own alpha = 1 /\ s_SYM E own alpha = 1
        <-> (forall i j, B i i = B j j /\ B j i = B i j)].

(* One token a block. *)
Definition tokens (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (a p : 'I_N * 'I_1) : R :=
  E a.1 p.1.

(* E = exp M: a quotient of entries stands for the difference of the logits. *)
Definition A_score_fix : Prop :=
  forall (R : rcfType) (N : nat) (E : 'I_N -> 'I_N -> R) (own : R) (alpha : 'I_N -> 'I_N -> R),
  positive E own -> weighting alpha ->
  let pos := s_POS (tokens E) own alpha in
  let sym := s_SYM (tokens E) own alpha in
  [/\ pos = 1 <-> (forall i j, E j i / E i i = E i j / E j j),
      sym = 1 <-> (forall i j, E j i / E j j = E i j / E i i),
      pos = 1 /\ sym = 1 <-> (forall i j, E i i = E j j /\ E j i = E i j),
      (positional E -> pos = 1) /\ (symbolic E -> sym = 1)
    & pos = 1 /\ sym = 1 -> (forall i j, attention E own i = attention E own j) /\
        forall j, attention E own j = own_attention E own <-> own = E j j].

(* W c p: the exponential of the logit of content c at place p, the query fixed. Any set of
   contents, any input x over it, repetitions allowed; weights of the swaps that may depend on x. *)
Definition A_score_all : Prop :=
  forall (R : rcfType) (content : Type) (N : nat) (W : content -> 'I_N -> R) (own : R)
    (alpha : ('I_N -> content) -> 'I_N -> 'I_N -> R),
  0 < own -> (forall c p, 0 < W c p) -> (forall x, weighting (alpha x)) ->
  let E x (a p : 'I_N) := W (x a) p in
  ((3 <= N)%N -> (forall x, s_POS (tokens (E x)) own (alpha x) = 1)
                   <-> (forall x, positional (E x))) /\
  ((2 <= N)%N -> (forall x, s_SYM (tokens (E x)) own (alpha x) = 1)
                   <-> (forall x, symbolic (E x))).

(* At N = 2 it does not characterise positional: two contents, and weights with W c 0 W c 1 = 1. *)
Definition A_score_all_two : Prop :=
  forall R : rcfType, exists W : bool -> 'I_2 -> R,
  [/\ forall c p, 0 < W c p,
      forall own x alpha, 0 < own -> weighting alpha ->
        s_POS (tokens (fun a p => W (x a) p)) own alpha = 1
    & exists x, ~ positional (fun a p => W (x a) p)].
