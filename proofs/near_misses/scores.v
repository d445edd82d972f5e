(* Near-misses of Statements.scores: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import placement scores.
From Proofs Require scores.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* A block of no tokens gets no attention. *)
Definition S_swap__no_tokens : Prop :=
  forall (R : rcfType) (m L : nat) (E : 'I_m * 'I_L -> 'I_m * 'I_L -> R) (own : R) (i j : 'I_m),
   0 < own -> (forall a p, 0 < E a p) ->
  let A := \sum_t E (i, t) (i, t) in
  let B := \sum_t E (j, t) (j, t) in
  let C := \sum_t E (j, t) (i, t) in
  let D := \sum_t E (i, t) (j, t) in
  [/\ cosine (after E own i j) (before E own i j) = cosine (C, D) (A, B),
      cosine (after E own i j) (flip (before E own i j)) = cosine (C, D) (B, A),
      cosine (C, D) (A, B) = cosine (C / D, 1) (A / B, 1)
    & cosine (C, D) (B, A) = cosine (C / D, 1) (1, A / B)].
Theorem S_swap__no_tokens_false : rcfType -> ~ S_swap__no_tokens.
Proof.
move=> R /(_ R 2%N 0%N (fun _ _ => 1) 1 ord0 ord0 ltr01 (fun _ _ => ltr01)) [_ _ + _].
rewrite !big_ord0 /cosine /= !mul0r !mul1r !addr0 !expr0n /= !add0r expr1n sqrtr1 mulr1 divr1.
by rewrite mul0r => /esym/eqP; rewrite oner_eq0.
Qed.

(* B / A for A / B gives the other cosine. *)
Definition S_swap_two_numbers__turned : Prop :=
  forall (R : rcfType) (A B C D : R), 0 < A -> 0 < B -> 0 < C -> 0 < D ->
  let x := C / D in let y := B / A in
  cosine (C, D) (A, B) = ch (Num.sqrt (x * y)) / Num.sqrt (ch x * ch y)
  /\ cosine (C, D) (B, A) = ch (Num.sqrt (x / y)) / Num.sqrt (ch x * ch y).
Theorem S_swap_two_numbers__turned_false : rcfType -> ~ S_swap_two_numbers__turned.
Proof.
move=> R /(_ R 2%:R 1 2%:R 1 (ltr0Sn _ 1) ltr01 (ltr0Sn _ 1) ltr01) [+ _].
have [+ _] := @Proofs.scores.S_swap_two_numbers R 1 2%:R 2%:R 1 ltr01 (ltr0Sn _ 1) (ltr0Sn _ 1) ltr01.
move=> /= <-; rewrite /cosine /= [1 ^+ 2 + 2%:R ^+ 2]addrC.
set s := Num.sqrt _; have s0 : s != 0.
  by rewrite sqrtr_eq0 -ltNge addr_gt0 ?exprn_gt0 ?ltr0Sn ?ltr01.
move/(mulIf (invr_neq0 (mulf_neq0 s0 s0))); rewrite !mulr1 !mul1r => /eqP.
by rewrite -natrM -natrD -mulrSr eqr_nat.
Qed.

(* The root of 2 is needed. *)
Definition S_score_sum__no_root : Prop :=
  forall (R : rcfType) (m : nat) (alpha : 'I_m -> 'I_m -> R) (v v' : 'I_m -> 'I_m -> R * R),
  (forall i j, 0 <= alpha i j) -> (forall i j, 0 <= (v i j).1 /\ 0 <= (v i j).2) ->
  let bound := \sum_(i < m) \sum_(j < m | (i < j)%N) alpha i j *
    (1 * ((v i j).1 + (v i j).2)
       / Num.sqrt ((v i j).1 ^+ 2 + (v i j).2 ^+ 2)) in
  let both := score alpha v v' + score alpha (fun i j => flip (v i j)) v' in
  both <= bound /\ ((forall i j, 0 < (v' i j).1 /\ (v' i j).1 = (v' i j).2) -> both = bound).
Theorem S_score_sum__no_root_false : rcfType -> ~ S_score_sum__no_root.
Proof.
pose v (R : rcfType) (i j : 'I_2) : R * R := (1, 1).
move=> R /(_ R 2%N (fun _ _ => 1) (v R) (v R) (fun _ _ => ler01) (fun _ _ => conj ler01 ler01))
  [_ /(_ (fun _ _ => conj ltr01 erefl))].
have [_ ->] := @Proofs.scores.S_score_sum R 2%N (fun _ _ => 1) (v R) (v R)
  (fun _ _ => ler01) (fun _ _ => conj ler01 ler01); last by move=> i j; split=> //; exact: ltr01.
rewrite !big_ord_recl !big_ord0 big_mkcond !big_ord_recl !big_ord0 /= big_mkcond !big_ord_recl !big_ord0 /= big_mkcond !big_ord_recl !big_ord0 /= big_mkcond !big_ord_recl !big_ord0 /= !add0r !addr0 !mul1r.
rewrite expr1n; set s := Num.sqrt (1 + 1); have s0 : s != 0.
  by rewrite sqrtr_eq0 -ltNge addr_gt0 // ltr01.
have t0 : (1 + 1 : R) != 0 by rewrite (eqr_nat R 2 0).
move/(mulIf (invr_neq0 s0)) => E0.
have E : Num.sqrt (2%:R : R) = 1 by apply: (mulIf t0); rewrite E0 ?mul1r.
have : Num.sqrt (2%:R : R) ^+ 2 = 1 by rewrite E expr1n.
by rewrite sqr_sqrtr ?ler0n // => /eqP; rewrite (eqr_nat R 2 1).
Qed.

(* Before the swap for after it. *)
Definition S_score_sum_swap__before : Prop :=
  forall (R : rcfType) (v w : R * R), 0 < v.1 -> 0 < v.2 -> 0 < w.1 -> 0 < w.2 ->
  cosine w v + cosine w (flip v)
    = Num.sqrt 2%:R * (v.1 + v.2) / Num.sqrt (v.1 ^+ 2 + v.2 ^+ 2) <-> v.1 = v.2.
Theorem S_score_sum_swap__before_false : rcfType -> ~ S_score_sum_swap__before.
Proof.
move=> R /(_ R (1, 1) (1, 2%:R) ltr01 ltr01 ltr01 (ltr0Sn _ 1)) [_ /(_ erefl)].
move/(proj1 (@Proofs.scores.S_score_sum_swap R (1, 1) (1, 2%:R) ltr01 ltr01 ltr01
  (ltr0Sn _ 1))) => /= /eqP.
by rewrite (eqr_nat R 1 2).
Qed.
