(* How far apart P and S may be for a given variance of the logits. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import placement.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

Definition S_two_sided : Prop :=
  forall (R : rcfType) (N : nat) (M : 'I_N -> 'I_N -> R),
  (Num.sqrt (P M) - Num.sqrt (S M)) ^+ 2 / 2%:R <= variance (logits M)
    <= (Num.sqrt (P M) + Num.sqrt (S M)) ^+ 2 / 2%:R.

(* Every P = p and S = s occur with either end, at every N >= 2. *)
Definition S_two_sided_attained : Prop :=
  forall (R : rcfType) (N : nat) (p s : R), (2 <= N)%N -> 0 <= p -> 0 <= s ->
  (exists M : 'I_N -> 'I_N -> R, [/\ P M = p, S M = s
    & variance (logits M) = (Num.sqrt p - Num.sqrt s) ^+ 2 / 2%:R]) /\
  (exists M : 'I_N -> 'I_N -> R, [/\ P M = p, S M = s
    & variance (logits M) = (Num.sqrt p + Num.sqrt s) ^+ 2 / 2%:R]).

(* Half the printed bound, iff the two deviations are orthogonal; so it is for a head that is
   exactly positional or exactly symbolic. *)
Definition S_two_sided_half : Prop :=
  forall (R : realFieldType) (N : nat) (M : 'I_N -> 'I_N -> R),
  (variance (logits M) = (P M + S M) / 2%:R
     <-> \sum_a \sum_p (M a p - M p p) * (M a p - M a a) = 0) /\
  (positional M \/ symbolic M -> variance (logits M) = (P M + S M) / 2%:R).
