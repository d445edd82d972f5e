From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import head.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

(* Permutations of the places before the query. *)

Section Exchange.
Variables (R : fieldType) (V : lmodType R) (Q C : Type) (N : nat).
Implicit Types (w : Q -> C -> 'I_N -> R) (x : 'I_N -> C).

Lemma symbolic_sum (W : lmodType R) w x q (f : C -> W) (s : 'S_N) : symbolic_on w x q ->
  \sum_p w q (x (s p)) p *: f (x (s p)) = \sum_p w q (x p) p *: f (x p).
Proof.
move=> symb; rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => p _; congr (_ *: _).
by have := symb (s^-1)%g (s p); rewrite permK.
Qed.

Lemma symbolic_invariant w own (val : C -> V) mine x q (s : 'S_N) : symbolic_on w x q ->
  attended w own val mine (x \o s) q = attended w own val mine x q.
Proof.
move=> symb; rewrite /attended /total /= (symbolic_sum val s symb); congr ((_ + _)^-1 *: _).
have := @symbolic_sum [lmodType R of R^o] w x q (fun=> 1) s symb.
rewrite (eq_bigr (fun p => w q (x (s p)) p)) => [->|p _]; last exact: mulr1.
by apply: eq_bigr => p _; exact: mulr1.
Qed.

Lemma symbolic_invariant_all H (w : 'I_H -> Q -> C -> 'I_N -> R) own val mine x q (s : 'S_N) :
  (forall h, symbolic_on (w h) x q) ->
  attended_all w own val mine (x \o s) q = attended_all (V := V) w own val mine x q.
Proof. by move=> symb; apply/ffunP => h; rewrite !ffunE symbolic_invariant. Qed.
End Exchange.

Lemma attended_ext (R : fieldType) (V : lmodType R) (Q C : Type) N (w : Q -> C -> 'I_N -> R)
    own (val : C -> V) mine x x' q : x =1 x' ->
  attended w own val mine x q = attended w own val mine x' q.
Proof.
move=> same; rewrite /attended /total; congr ((_ + _)^-1 *: (_ + _));
  by apply: eq_bigr => p _; rewrite same.
Qed.

Lemma attended_all_ext (R : fieldType) (V : lmodType R) (Q C : Type) N H
    (w : 'I_H -> Q -> C -> 'I_N -> R) own (val : 'I_H -> C -> V) mine x x' q : x =1 x' ->
  attended_all w own val mine x q = attended_all w own val mine x' q.
Proof. by move=> same; apply/ffunP => h; rewrite !ffunE; apply: attended_ext. Qed.

Lemma two_places N : (2 <= N)%N -> exists j k : 'I_N, j <> k.
Proof. by case: N => [|[|N]] // _; exists ord0, ord_max. Qed.

(* Positive weights. *)

Section Positive.
Variables (R : realFieldType) (Q C : Type) (N : nat) (w : Q -> C -> 'I_N -> R) (own : Q -> R).
Hypothesis pos : positive w own.

Lemma weight_ge0 q c p : 0 <= w q c p. Proof. exact/ltW/pos.1. Qed.

Lemma total_gt0 x q : 0 < total w own x q.
Proof. by apply: ltr_paddr; [apply: sumr_ge0 => p _; apply: weight_ge0|apply: pos.2]. Qed.

Lemma inv_total_gt0 x q : 0 < (total w own x q)^-1. Proof. by rewrite invr_gt0 total_gt0. Qed.

Lemma sum_gt0 (f : 'I_N -> R) (p : 'I_N) :
  (forall r, 0 <= f r) -> 0 < f p -> 0 < \sum_r f r.
Proof. by move=> nn fp; rewrite (bigD1 p) //=; apply: ltr_paddr => //; apply: sumr_ge0. Qed.
End Positive.

Lemma attended_onehot (R : fieldType) (T : finType) (Q C : Type) N (w : Q -> C -> 'I_N -> R) own
    (val : C -> T) (mine : Q -> T) x q (t : T) :
  attended w own (fun c => onehot R (val c)) (fun q => onehot R (mine q)) x q t
  = (total w own x q)^-1 * (own q * (mine q == t)%:R + \sum_p w q (x p) p * (val (x p) == t)%:R).
Proof.
rewrite /attended ffunE; congr (_ * _); rewrite ffunE; congr (_ + _); first by rewrite !ffunE eq_sym.
by rewrite sum_ffunE; apply: eq_bigr => p _; rewrite !ffunE eq_sym.
Qed.

(* The head with weights 100^p. *)

Lemma sum_below (R : realFieldType) N (v : nat -> R) (p : 'I_N) :
  \sum_(r < N | (r < p)%N) v r = \sum_(r < p) v r.
Proof. by rewrite (big_ord_widen N v (ltnW (ltn_ord p))). Qed.

Lemma hundred_flip (R : realFieldType) (Q C : Type) N (x : 'I_N -> C) (q : Q) (i j : 'I_N) :
  i != j -> flip_cosine2 (@hundred R Q C N) x q i j < (20%:R ^- 1) ^+ 2.
Proof.
move=> ij; rewrite /flip_cosine2 /hundred; move: ij; rewrite -val_eqE /=.
move: (val i) (val j) => k l kl.
have key (m n : nat) : (m < n)%N ->
    ((20 * (100 ^ m * 100 ^ n + 100 ^ n * 100 ^ m)) ^ 2
      < (((100 ^ m) ^ 2 + (100 ^ n) ^ 2) * ((100 ^ m) ^ 2 + (100 ^ n) ^ 2)))%N.
  move=> mn; rewrite mulnn ltn_sqr; set a := (100 ^ m)%N; set c := (100 ^ n)%N.
  have ac : (100 * a <= c)%N by rewrite -expnS leq_exp2l.
  have a0 : (0 < a)%N by rewrite expn_gt0.
  have c0 : (0 < c)%N by rewrite expn_gt0.
  rewrite (mulnC c a) addnn -muln2 (mulnC _ 2%N) mulnA mulnA.
  apply: (@leq_trans (c ^ 2)%N); last exact: leq_addl.
  by rewrite -mulnn ltn_pmul2r // (leq_trans _ ac) // ltn_pmul2r.
rewrite -!natrX -!natrM -!natrD -natrM -natrX exprVn -natrX.
rewrite ltr_pdivr_mulr ?ltr0n ?muln_gt0 ?addn_gt0 ?expn_gt0 //.
rewrite mulrC ltr_pdivl_mulr ?ltr0n //  -natrM ltr_nat.
rewrite expn1; case: (ltngtP k l) kl => // [lt|lt] _; have := key _ _ lt.
  by rewrite expnMn [(20 ^ 2 * _)%N]mulnC.
rewrite expnMn [(20 ^ 2 * _)%N]mulnC [(100 ^ l * 100 ^ k + _)%N]addnC.
by rewrite ![((100 ^ l) ^ 2 + _)%N]addnC.
Qed.

Lemma hundred_positive (R : realFieldType) (Q C : Type) N :
  positive (@hundred R Q C N) (fun=> 1).
Proof. by split=> *; rewrite ?ltr01 // ltr0n expn_gt0. Qed.

Lemma hundred_pure (R : realFieldType) (Q C : Type) N : purely_positional (@hundred R Q C N).
Proof. by split=> // x q i j; exact: hundred_flip. Qed.
