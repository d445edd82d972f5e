From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters first_conditions.
Set Implicit Arguments.
Unset Strict Implicit.

Theorem B_let_def_value : Statements.first_conditions.B_let_def_value.
Proof.
move=> A I s j [|k ks] hj same /= hops ended.
  by exists [::]; split => //; rewrite /ends /shown /= -same.
exists (k :: ks); split => //; rewrite /ends /walks /shown /= ended andbT.
case/andP: hops => hop ->; rewrite andbT; move: hop; rewrite /fore_hop /any_hop -same.
case/andP=> kj ->; rewrite andbT; apply: (leq_trans kj).
by case: (s) hj => //= a t; rewrite ltnS.
Qed.
