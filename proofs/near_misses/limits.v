(* Near-misses of Statements.limits: each is false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import limits.
From Proofs Require Import angles limits.
Local Open Scope R_scope.

Definition PM_slowest_turn__half : Prop :=
  forall (b L : R) (d : nat), 1 < b -> 0 < L -> (2 <= d)%nat ->
  (forall x y, 0 <= x < L -> 0 <= y < L -> x <> y ->
     ~ exists k : Z, x * slowest b d - y * slowest b d = 2 * PI * IZR k)
  <-> L <= PI * longest b d.
Theorem PM_slowest_turn__half_false : ~ PM_slowest_turn__half.
Proof.
intros h; pose proof pi_pos; assert (l := longest_pos 2 2); set (L := 2 * PI * longest 2 2).
assert (L0 : 0 < L) by (apply Rmult_lt_0_compat; lra).
assert (L <= PI * longest 2 2).
{ apply h; [lra | easy | auto | ]; apply PM_slowest_turn; [lra | easy | auto | right; reflexivity]. }
unfold L in *; nra.
Qed.

(* Width 2 has the one angle 1. *)
Lemma narrow b : 1 < b -> slowest b 2 = 1 /\ longest b 2 = 1.
Proof.
intros h; unfold slowest, longest; change (INR 2) with 2; split.
- replace (-1 + 2 / 2) with 0 by field; apply Rpower_O; lra.
- replace (1 - 2 / 2) with 0 by field; apply Rpower_O; lra.
Qed.

Definition PM_slowest_stable__no_root : Prop :=
  forall (b L eps : R) (d N : nat), 1 < b -> 0 < L -> 0 < eps < 1 -> (2 <= d)%nat -> (1 <= N)%nat ->
  (forall x, 0 <= x <= L -> eps <= cos (x * slowest b d) ^ N)
  <-> L / acos eps <= longest b d.
Theorem PM_slowest_stable__no_root_false : ~ PM_slowest_stable__no_root.
Proof.
intros h; destruct (narrow 2 ltac:(lra)) as [s l].
assert (c : cos (acos (1 / 4)) = 1 / 4) by (apply cos_acos; lra); assert (b := acos_bound (1 / 4)).
assert (p : 0 < acos (1 / 4)).
{ destruct (proj1 b) as [lt | e]; [easy | rewrite <- e, cos_0 in c; lra]. }
destruct (h 2 (acos (1 / 4)) (1 / 4) 2%nat 2%nat ltac:(lra) p ltac:(lra) ltac:(auto) ltac:(auto)) as [_ stays].
specialize (stays ltac:(rewrite l; right; field; lra) (acos (1 / 4)) ltac:(lra)).
rewrite s, Rmult_1_r, c in stays; cbn in stays; lra.
Qed.

Definition PM_slowest_printed__any_base : Prop :=
  forall (b L eps : R) (d N : nat), 1 < b -> 0 < L -> 0 < eps < 1 -> (2 <= d)%nat -> (1 <= N)%nat ->
  (L <= 2 * PI * longest b d -> L < 2 * PI)
  /\ (L / acos (Rpower eps (/ INR N)) <= longest b d -> L / acos (Rpower eps (/ INR N)) < b).
Theorem PM_slowest_printed__any_base_false : ~ PM_slowest_printed__any_base.
Proof.
intros h; destruct (narrow 2 ltac:(lra)) as [s l]; pose proof pi_pos.
destruct (h 2 (2 * PI) (1 / 2) 2%nat 1%nat ltac:(lra) ltac:(lra) ltac:(lra) ltac:(auto) ltac:(auto)) as [lt _].
rewrite l in lt; lra.
Qed.
