(* The scores of a copying head with margin m, two tokens before the query. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import scores.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* One content's weight is ahead of the other's by the share m. *)
Definition ahead (R : realFieldType) (m p q : R) : Prop := (1 + m) * q <= (1 - m) * p.

(* Attention on the two places, before the swap and after it. Index: p and q' are the weights at the
   place asked for, (p', q') is what is read there flipped; Retrieval: p and q' are those of what fits. *)
Definition S_margin_score : Prop :=
  forall (R : rcfType) (m p q p' q' : R), 0 <= m -> m < 1 -> 0 < p -> 0 < q -> 0 < p' -> 0 < q' ->
  ahead m p q -> ahead m q' p' ->
  cosine (p, q) (p', q') <= (1 - m ^+ 2) / (1 + m ^+ 2).
Definition S_margin_score_attained : Prop :=
  forall (R : rcfType) (m : R), 0 <= m -> m < 1 ->
  let p := 1 + m in let q := 1 - m in
  [/\ 0 < p, 0 < q, ahead m p q & cosine (p, q) (q, p) = (1 - m ^+ 2) / (1 + m ^+ 2)].
