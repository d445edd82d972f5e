(* Near-misses of Statements.two_sided: each is false. *)
From mathcomp Require Import all_ssreflect all_algebra perm.
From mathcomp Require Import rat.
From Statements Require Import placement two_sided.
From Proofs Require two_sided.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Without the halves the lower bound fails. *)
Definition S_two_sided__whole : Prop :=
  forall (R : rcfType) (N : nat) (M : 'I_N -> 'I_N -> R),
  (Num.sqrt (P M) - Num.sqrt (S M)) ^+ 2 <= variance (logits M)
    <= (Num.sqrt (P M) + Num.sqrt (S M)) ^+ 2 / 2%:R.
Theorem S_two_sided__whole_false : rcfType -> ~ S_two_sided__whole.
Proof.
move=> R H; have [[M [PM SM V]] _] := @Proofs.two_sided.S_two_sided_attained R 2%N 1 0
  isT ler01 (lexx _).
have := H R 2%N M; rewrite PM SM V sqrtr1 sqrtr0 subr0 expr1n => /andP[+ _].
by rewrite mul1r invr_ge1 ?ltr0n // ?unitfE ?pnatr_eq0 // (ler_nat _ 2 1).
Qed.

(* At N = 1 both deviations are 0. *)
Definition S_two_sided_attained__one_place : Prop :=
  forall (R : rcfType) (N : nat) (p s : R), (1 <= N)%N -> 0 <= p -> 0 <= s ->
  (exists M : 'I_N -> 'I_N -> R, [/\ P M = p, S M = s
    & variance (logits M) = (Num.sqrt p - Num.sqrt s) ^+ 2 / 2%:R]) /\
  (exists M : 'I_N -> 'I_N -> R, [/\ P M = p, S M = s
    & variance (logits M) = (Num.sqrt p + Num.sqrt s) ^+ 2 / 2%:R]).
Theorem S_two_sided_attained__one_place_false : rcfType -> ~ S_two_sided_attained__one_place.
Proof.
move=> R /(_ R 1%N 1 0 isT ler01 (lexx _)) [[M [PM _ _]] _].
by move: PM; rewrite /P !big_ord1 subrr expr0n /= mul0r => /esym/eqP; rewrite oner_eq0.
Qed.

(* P + S for its half. *)
Definition S_two_sided_half__whole : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  (variance (logits M) = (P M + S M) / 2%:R
     <-> \sum_a \sum_p (M a p - M p p) * (M a p - M a a) = 0) /\
  (positional M \/ symbolic M -> variance (logits M) = P M + S M).
Theorem S_two_sided_half__whole_false : ~ S_two_sided_half__whole.
Proof.
pose M (a p : 'I_2) : rat := p%:R.
have pos : positional M by [].
move=> /(_ _ 2%N M) [_ /(_ (or_introl pos))]; have [_ /(_ (or_introl pos))] :=
  Proofs.two_sided.S_two_sided_half M.
by move=> -> /eqP; rewrite /P /S !big_ord_recl !big_ord0 /M /=; vm_compute.
Qed.
