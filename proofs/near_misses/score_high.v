(* Statements of score_high.v with a few words changed: false. *)
From Coq Require Import Reals Lra Lia.
From Statements Require Import attention score_temperature score_high.
From Proofs Require score_temperature score_high.
Local Open Scope R_scope.

(* One block fewer. *)
Definition A_score_high__one_less : Prop :=
  forall (m : nat) (d : nat -> R) (after : nat -> nat -> R * R) (tau eps : R),
  (2 <= m)%nat -> 0 < tau -> (forall i, within m i -> 0 < d i) ->
  both_at_least m tau d after (1 - eps) ->
  forall i j, within m i -> within m j ->
  (1 - (INR m - 2) * eps) * sqrt (2 * (d i ^ 2 + d j ^ 2)) <= d i + d j.
Theorem A_score_high__one_less_false : ~ A_score_high__one_less.
Proof.
intros H; destruct (Proofs.score_high.A_score_high_best 3%nat 1 1 1) as (d & after & eps & D & _ & _ & high & lt);
  try lra; try lia; [cbn [INR]; lra | ].
pose proof (H 3%nat d after 1 eps ltac:(lia) ltac:(lra) ltac:(auto) high 1%nat 2%nat
  ltac:(unfold within; lia) ltac:(unfold within; lia)) as le.
replace (INR 3 - 2) with 1 in le by (cbn [INR]; ring); lra.
Qed.

(* The constant itself. *)
Definition A_score_high_best__attained : Prop :=
  forall (m : nat) (tau c total : R), (2 <= m)%nat -> 0 < tau -> 0 < total -> c <= INR m - 1 ->
  exists d after eps, (forall i, 0 < d i) /\ sum d m = total
    /\ (forall i j, 0 < fst (after i j) /\ 0 < snd (after i j))
    /\ both_at_least m tau d after (1 - eps)
    /\ d 1%nat + d 2%nat < (1 - c * eps) * sqrt (2 * (d 1%nat ^ 2 + d 2%nat ^ 2)).
Theorem A_score_high_best__attained_false : ~ A_score_high_best__attained.
Proof.
intros H; destruct (H 2%nat 1 1 1) as (d & after & eps & D & _ & _ & high & lt);
  try lra; try lia; [cbn [INR]; lra | ].
pose proof (Proofs.score_high.A_score_high 2%nat d after 1 eps ltac:(lia) ltac:(lra) ltac:(auto) high
  1%nat 2%nat ltac:(unfold within; lia) ltac:(unfold within; lia)) as le.
replace (INR 2 - 1) with 1 in le by (cbn [INR]; ring); lra.
Qed.
