(* Scores: cosines of the attention on two blocks before and after their contents are swapped. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

Definition cosine (R : rcfType) (v w : R * R) : R :=
  (v.1 * w.1 + v.2 * w.2)
    / (Num.sqrt (v.1 ^+ 2 + v.2 ^+ 2) * Num.sqrt (w.1 ^+ 2 + w.2 ^+ 2)).
Definition flip (R : rcfType) (v : R * R) : R * R := (v.2, v.1).

(* Mean attention on block b of L tokens, when block k holds the contents of block s k. E are the
   exponentials of the logits, own that of the query's own logit. One token a block: L = 1. *)
Definition share (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R)
    (s : 'S_m) (b : 'I_m) : R :=
  (\sum_t E (s b, t) (b, t) / (own + \sum_q E (s q.1, q.2) q)) / L%:R.
Definition before (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R)
    (i j : 'I_m) : R * R := (share E own (1%g) i, share E own (1%g) j).
Definition after (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R)
    (i j : 'I_m) : R * R := (share E own (tperm i j) i, share E own (tperm i j) j).

(* Sum over the swaps i < j, with weights alpha. *)
Definition score (R : rcfType) (m : nat) (alpha : 'I_m -> 'I_m -> R) (v v' : 'I_m -> 'I_m -> R * R)
  : R := \sum_(i < m) \sum_(j < m | (i < j)%N) alpha i j * cosine (v' i j) (v i j).

(* The denominators cancel: four block sums of exponentials decide, and of them two quotients. *)
Definition S_swap : Prop :=
  forall (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R) (i j : 'I_m),
  (1 <= L)%N -> 0 < own -> (forall a p, 0 < E a p) ->
  let A := \sum_t E (i, t) (i, t) in
  let B := \sum_t E (j, t) (j, t) in
  let C := \sum_t E (j, t) (i, t) in
  let D := \sum_t E (i, t) (j, t) in
  [/\ cosine (after E own i j) (before E own i j) = cosine (C, D) (A, B),
      cosine (after E own i j) (flip (before E own i j)) = cosine (C, D) (B, A),
      cosine (C, D) (A, B) = cosine (C / D, 1) (A / B, 1)
    & cosine (C, D) (B, A) = cosine (C / D, 1) (1, A / B)].

(* So they are cosh ((x + y) / 2) and cosh ((x - y) / 2), over the root of cosh x cosh y, for
   e^x = C / D and e^y = A / B: cosh t = ch (e^t), and e^(t/2) is the root of e^t. *)
Definition ch (R : rcfType) (z : R) : R := (z + z^-1) / 2%:R.
Definition S_swap_two_numbers : Prop :=
  forall (R : rcfType) (A B C D : R), 0 < A -> 0 < B -> 0 < C -> 0 < D ->
  let x := C / D in let y := A / B in
  cosine (C, D) (A, B) = ch (Num.sqrt (x * y)) / Num.sqrt (ch x * ch y)
  /\ cosine (C, D) (B, A) = ch (Num.sqrt (x / y)) / Num.sqrt (ch x * ch y).

(* Exclusion at the level of the scores, for any non-negative weights and attention; a swap after
   which both blocks get the same attains it. *)
Definition S_score_sum : Prop :=
  forall (R : rcfType) (m : nat) (alpha : 'I_m -> 'I_m -> R) (v v' : 'I_m -> 'I_m -> R * R),
  (forall i j, 0 <= alpha i j) -> (forall i j, 0 <= (v i j).1 /\ 0 <= (v i j).2) ->
  let bound := \sum_(i < m) \sum_(j < m | (i < j)%N) alpha i j *
    (Num.sqrt 2%:R * ((v i j).1 + (v i j).2)
       / Num.sqrt ((v i j).1 ^+ 2 + (v i j).2 ^+ 2)) in
  let both := score alpha v v' + score alpha (fun i j => flip (v i j)) v' in
  both <= bound /\ ((forall i j, 0 < (v' i j).1 /\ (v' i j).1 = (v' i j).2) -> both = bound).

(* A single swap, of positive attention, attains it in no other way. *)
Definition S_score_sum_swap : Prop :=
  forall (R : rcfType) (v w : R * R), 0 < v.1 -> 0 < v.2 -> 0 < w.1 -> 0 < w.2 ->
  cosine w v + cosine w (flip v)
    = Num.sqrt 2%:R * (v.1 + v.2) / Num.sqrt (v.1 ^+ 2 + v.2 ^+ 2) <-> w.1 = w.2.
