(* Sums over finite sets: Lagrange's identity, Cauchy-Schwarz and its equality case. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Proofs Require Import algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Section Sums.
Variable R : realFieldType.
Add Field R_field : (field_of [fieldType of R]).

Lemma sum_sum_ge0 (I J : finType) (F : I -> J -> R) :
  (forall i j, 0 <= F i j) -> 0 <= \sum_i \sum_j F i j.
Proof. by move=> F0; apply: sumr_ge0 => i _; apply: sumr_ge0. Qed.

Lemma sum_sum_eq0 (I J : finType) (F : I -> J -> R) :
  (forall i j, 0 <= F i j) -> \sum_i \sum_j F i j = 0 -> forall i j, F i j = 0.
Proof.
move=> F0 /psumr_eq0P zero i j.
have {}zero : \sum_k F i k = 0 by apply: zero => // k _; apply: sumr_ge0.
by apply: (psumr_eq0P _ zero).
Qed.

Section Vectors.
Variables (I : finType) (A : pred I) (u v : I -> R).

Lemma lagrange :
  \sum_(i | A i) \sum_(j | A j) (u i * v j - u j * v i) ^+ 2 =
  2%:R * ((\sum_(i | A i) u i ^+ 2) * (\sum_(i | A i) v i ^+ 2)
          - (\sum_(i | A i) u i * v i) ^+ 2).
Proof.
set U := \sum_(i | A i) u i ^+ 2; set V := \sum_(i | A i) v i ^+ 2.
transitivity (U * V + V * U - 2%:R * (\sum_(i | A i) u i * v i) ^+ 2); last by plain_ring R.
rewrite expr2 /U /V !big_distrlr /= mulr_sumr -sumrN -!big_split /=.
apply: eq_bigr => i _; rewrite mulr_sumr -sumrN -!big_split /=; apply: eq_bigr => j _.
by plain_ring R.
Qed.

Lemma cauchy_schwarz :
  (\sum_(i | A i) u i * v i) ^+ 2 <= (\sum_(i | A i) u i ^+ 2) * (\sum_(i | A i) v i ^+ 2).
Proof.
rewrite -subr_ge0 -(pmulr_rge0 _ (ltr0Sn R 1)) -lagrange.
by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; apply: sqr_ge0.
Qed.

Lemma cauchy_schwarz_equality :
  (\sum_(i | A i) u i * v i) ^+ 2 = (\sum_(i | A i) u i ^+ 2) * (\sum_(i | A i) v i ^+ 2) ->
  forall i j, A i -> A j -> u i * v j = u j * v i.
Proof.
move=> eqn i j Ai Aj; have := lagrange; rewrite eqn subrr mulr0 => zero.
have row k : A k -> \sum_(l | A l) (u k * v l - u l * v k) ^+ 2 = 0.
  move=> Ak; apply: (psumr_eq0P _ zero) => // m _.
  by apply: sumr_ge0 => l _; apply: sqr_ge0.
apply/eqP; rewrite -subr_eq0 -sqrf_eq0; apply/eqP.
by apply: (psumr_eq0P _ (row i Ai)) => // l _; apply: sqr_ge0.
Qed.

End Vectors.
End Sums.
