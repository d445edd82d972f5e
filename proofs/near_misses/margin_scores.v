(* Near-misses of Statements.margin_scores: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import scores margin_scores.
From Proofs Require margin_scores.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Weights 1 and 1 throughout are ahead by 0, at the cosine 1: no less will do. *)
Definition S_margin_score__strict : Prop :=
  forall (R : rcfType) (m p q p' q' : R), 0 <= m -> m < 1 -> 0 < p -> 0 < q -> 0 < p' -> 0 < q' ->
  ahead m p q -> ahead m q' p' ->
  cosine (p, q) (p', q') < (1 - m ^+ 2) / (1 + m ^+ 2).
Theorem S_margin_score__strict_false : rcfType -> ~ S_margin_score__strict.
Proof.
move=> R H; have [p0 q0 pq equal] := Proofs.margin_scores.S_margin_score_attained (lexx (0 : R)) ltr01.
by have := H R _ _ _ _ _ (lexx 0) ltr01 p0 q0 q0 p0 pq pq; rewrite equal ltxx.
Qed.

Definition S_margin_score_attained__margin_one : Prop :=
  forall (R : rcfType) (m : R), 0 <= m ->
  let p := 1 + m in let q := 1 - m in
  [/\ 0 < p, 0 < q, ahead m p q & cosine (p, q) (q, p) = (1 - m ^+ 2) / (1 + m ^+ 2)].
Theorem S_margin_score_attained__margin_one_false : rcfType -> ~ S_margin_score_attained__margin_one.
Proof. by move=> R /(_ R 1 ler01) [_]; rewrite subrr ltxx. Qed.
