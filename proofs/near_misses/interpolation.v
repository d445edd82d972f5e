(* Near-misses of Statements.interpolation: each is false. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import attention interpolation.
From Proofs Require Import angles sums_of_reals discrepancy interpolation.
Local Open Scope R_scope.

Lemma one_plane c : 1 < c -> squares c 1 = 1.
Proof.
intros h; unfold squares, base_angle; cbn [sum Nat.sub]; change (INR 0) with 0.
replace (- (0 / INR 1)) with 0 by (cbn; field); rewrite Rpower_O by lra; ring.
Qed.

(* A third is below the half that is sharp. *)
Definition PI_bound_fix__third : Prop :=
  forall (P : nat) (c H s1 s s2 : R) (u v : nat -> R), (1 <= P)%nat -> 1 < c ->
  (forall p, within P p -> sqrt (u p ^ 2 + v p ^ 2) <= H) -> s1 < s < s2 ->
  Rabs (score c P u v s - line (score c P u v) s1 s2 s) <= / 3 * H * ((s - s1) * (s2 - s)) * squares c P.
Theorem PI_bound_fix__third_false : ~ PI_bound_fix__third.
Proof.
intros h; destruct (PI_bound_fix_sharp 1%nat 2 (/ 3) ltac:(lia) ltac:(lra) ltac:(rewrite one_plane; lra))
  as (s1 & s & s2 & u & v & hs & one & more).
assert (le := h 1%nat 2 1 s1 s s2 u v ltac:(lia) ltac:(lra) (fun p hp => Req_le _ _ (one p hp)) hs).
rewrite one_plane in le by lra; lra.
Qed.

(* As printed, without the 1. *)
Definition PI_bound_fix_sum__printed : Prop :=
  forall (P : nat) (c : R), (1 <= P)%nat -> 1 < c -> squares c P < INR (2 * P) / (4 * ln c).
Theorem PI_bound_fix_sum__printed_false : ~ PI_bound_fix_sum__printed.
Proof.
intros h; specialize (h 1%nat (exp 1) ltac:(lia)).
assert (e : 1 < exp 1) by (assert (u := exp_ineq1 1 ltac:(lra)); lra).
specialize (h e); rewrite one_plane, ln_exp in h by easy; cbn in h; lra.
Qed.

Definition PI_bound_fix_sharp__whole : Prop :=
  forall (P : nat) (c kappa : R), (1 <= P)%nat -> 1 < c -> kappa < squares c P ->
  exists (s1 s s2 : R) (u v : nat -> R), s1 < s < s2
    /\ (forall p, within P p -> sqrt (u p ^ 2 + v p ^ 2) = 1)
    /\ kappa * ((s - s1) * (s2 - s)) < Rabs (score c P u v s - line (score c P u v) s1 s2 s).
Theorem PI_bound_fix_sharp__whole_false : ~ PI_bound_fix_sharp__whole.
Proof.
intros h; destruct (h 1%nat 2 (/ 2) ltac:(lia) ltac:(lra) ltac:(rewrite one_plane; lra))
  as (s1 & s & s2 & u & v & hs & one & more).
assert (le := PI_bound_fix 1%nat 2 1 s1 s s2 u v ltac:(lia) ltac:(lra) (fun p hp => Req_le _ _ (one p hp)) hs).
rewrite one_plane in le by lra; lra.
Qed.

Definition PI_bound_fix_numbers__half_planes : Prop :=
  INR 128 / 256.11 < / 2 * / 4 * squares 10000 32 <= INR 128 / 256.1.
Theorem PI_bound_fix_numbers__half_planes_false : ~ PI_bound_fix_numbers__half_planes.
Proof.
intros [low _]; assert (p := PI_bound_fix_sum 32%nat 10000 ltac:(lia) ltac:(lra)).
assert (l : 8 < ln 10000).
{ rewrite <- (ln_exp 8); apply ln_increasing; [apply exp_pos | ].
  replace 8 with (1 + 1 + 1 + 1 + 1 + 1 + 1 + 1) by ring; rewrite !exp_plus.
  assert (e := exp_le_3); assert (e0 := exp_pos 1).
  assert (exp 1 * exp 1 * exp 1 * exp 1 * exp 1 * exp 1 * exp 1 * exp 1 <= 3 ^ 8).
  { replace (exp 1 * exp 1 * exp 1 * exp 1 * exp 1 * exp 1 * exp 1 * exp 1) with (exp 1 ^ 8) by ring.
    apply pow_incr; lra. }
  lra. }
rewrite INR_IZR_INZ in low; replace (Z.of_nat 128) with 128%Z in low by reflexivity.
rewrite INR_IZR_INZ in p; replace (Z.of_nat (2 * 32)) with 64%Z in p by reflexivity.
assert (64 / (4 * ln 10000) < 2).
{ apply Rmult_lt_reg_r with (4 * ln 10000); [lra | ]; replace (64 / (4 * ln 10000) * (4 * ln 10000)) with 64 by (field; lra); lra. }
lra.
Qed.
