(* Near-misses of Statements.free_angles: each is false. *)
From Coq Require Import Reals ZArith Znumtheory Lia Lra.
From Statements Require Import attention planes free_angles.
From Proofs Require Import angles sums_of_reals planes free_angles.
Local Open Scope R_scope.

Definition S_angles_below__one : Prop :=
  forall (n P : nat) (a theta phi c : nat -> R), (1 <= n)%nat ->
  (forall p, within P p -> 0 <= a p) ->
  (forall p m, within P p -> (1 <= m)%nat -> 0 <= c p <= mean m (weight (a p))) ->
  serves n (planes P a theta phi) -> INR n * product c P <= 1.
Theorem S_angles_below__one_false : ~ S_angles_below__one.
Proof.
intros h; assert (le := h 2%nat 0%nat (fun _ => 0) (fun _ => 0) (fun _ => 0) (fun _ => 0) ltac:(lia)
  ltac:(intros p [? ?]; lia) ltac:(intros p m [? ?]; lia)).
enough (INR 2 * product (fun _ => 0) 0 <= 1) by (cbn in *; lra); apply le.
intros s _; cbn; rewrite Rminus_0_r, exp_0; lra.
Qed.

(* The mean over one polygon alone is too large. *)
Definition S_angles_below__one_polygon : Prop :=
  forall (n P : nat) (a theta phi c : nat -> R), (1 <= n)%nat ->
  (forall p, within P p -> 0 <= a p) ->
  (forall p, within P p -> 0 <= c p <= mean 1 (weight (a p))) ->
  serves n (planes P a theta phi) -> INR n * product c P <= 2.
Theorem S_angles_below__one_polygon_false : ~ S_angles_below__one_polygon.
Proof.
intros h; set (a := least 3 / (INR 3 - 1)).
assert (p : 0 <= a).
{ unfold a, least; assert (l := ln_1); assert (0 < ln (INR 3 - 1)).
  { rewrite <- l; apply ln_increasing; cbn; lra. } cbn in *; lra. }
assert (le := h 3%nat 2%nat (fun _ => a) _ _ (fun _ => 1) ltac:(lia) ltac:(easy)
  ltac:(intros q _; unfold mean, weight; cbn; replace (2 * PI * 1 / 1) with (2 * PI) by field;
    rewrite cos_2PI; replace (- (a * (1 - 1))) with 0 by ring; rewrite exp_0; lra)
  (S_planes_attained 3%nat ltac:(lia))).
cbn in le; lra.
Qed.

Definition S_angles_total__one : Prop :=
  forall (n P : nat) (a theta phi : nat -> R) (c : R), (1 <= n)%nat -> (1 <= P)%nat ->
  (forall p, within P p -> 0 <= a p) ->
  (forall m, (1 <= m)%nat -> 0 <= c <= mean m (weight (sum a P / INR P))) ->
  serves n (planes P a theta phi) -> INR n * c ^ P <= 1.
Theorem S_angles_total__one_false : ~ S_angles_total__one.
Proof.
intros h; assert (le := h 2%nat 1%nat (fun _ => 0) (fun _ => 0) (fun _ => 0) 1 ltac:(lia) ltac:(lia)
  ltac:(intros; lra)).
enough (INR 2 * 1 ^ 1 <= 1) by (cbn in *; lra); apply le.
- intros m hm; split; [lra | right]; unfold mean; rewrite (sum_ext _ (fun _ => 1)).
  + rewrite sum_const; field; apply not_0_INR; lia.
  + intros l _; unfold weight; replace (- (sum (fun _ => 0) 1 / INR 1 * _)) with 0 by (cbn; field); apply exp_0.
- intros s _; cbn; rewrite !Rmult_0_l, !Rplus_0_r, Rminus_0_r, exp_0; lra.
Qed.

Definition S_angles_above__any_prime : Prop :=
  forall (n P m : nat) (a : nat -> R), prime (Z.of_nat m) ->
  INR (n - 1 + (n - 1) / 2) * product (fun p => mean m (weight (a p))) P <= 1 ->
  exists k : nat -> nat,
    serves n (planes P a (fun p => 2 * PI * INR (k p) / INR m) (fun _ => 0)).
Theorem S_angles_above__any_prime_false : ~ S_angles_above__any_prime.
Proof.
intros h; set (a := ln 10 / 2).
destruct (h 3%nat 2%nat 2%nat (fun _ => a) prime_2) as (k & serve).
{ assert (e : mean 2 (weight a) = 11 / 20).
  { unfold mean, weight; cbn.
    replace (2 * PI * 1 / (1 + 1)) with PI by field; replace (2 * PI * (1 + 1) / (1 + 1)) with (2 * PI) by field.
    rewrite cos_PI, cos_2PI; replace (- (a * (1 - -1))) with (- ln 10) by (unfold a; field).
    replace (- (a * (1 - 1))) with 0 by ring; rewrite exp_0, exp_Ropp, exp_ln by lra; field. }
  cbn; rewrite e; lra. }
specialize (serve 1%nat ltac:(unfold within; lia)); set (L := planes _ _ _ _) in *.
assert (same : L 1%nat 3%nat = L 1%nat 1%nat).
{ unfold L, planes; apply sum_ext; intros p _; f_equal.
  replace ((INR 3 - INR 1) * (2 * PI * INR (k p) / INR 2) + 0)
    with ((INR 1 - INR 1) * (2 * PI * INR (k p) / INR 2) + 0 + 2 * PI * IZR (Z.of_nat (k p)))
    by (rewrite <- INR_IZR_INZ; cbn; field).
  apply cos_turns. }
cbn [sum] in serve; rewrite same in serve; assert (e := exp_pos (L 1%nat 2%nat - L 1%nat 1%nat)).
replace (L 1%nat 1%nat - L 1%nat 1%nat) with 0 in serve by ring; rewrite exp_0 in serve; lra.
Qed.

Local Lemma no_weight c : circle_mean (weight 0) c -> c = 1.
Proof.
intros h; apply (UL_sequence _ _ _ h); intros e he; exists 0%nat; intros m _.
assert (one : mean (S m) (weight 0) = 1).
{ rewrite <- (mean_const (S m) 1) by lia; unfold mean; f_equal; apply sum_ext; intros j _; unfold weight.
  now rewrite Rmult_0_l, Ropp_0, exp_0. }
unfold R_dist; rewrite one, Rminus_diag_eq, Rabs_R0; easy.
Qed.

Definition S_angles_circle__below_one : Prop := forall a : R, 0 <= a ->
  exists c, circle_mean (weight a) c /\ c < 1 /\ forall m, (1 <= m)%nat -> c <= mean m (weight a).
Theorem S_angles_circle__below_one_false : ~ S_angles_circle__below_one.
Proof. intros h; destruct (h 0 ltac:(lra)) as (c & hc & lt & _); apply no_weight in hc; lra. Qed.

Definition S_angles_order__third : Prop :=
  forall (n P : nat) (total c : R), (1 <= n)%nat -> (1 <= P)%nat -> 0 <= total ->
  circle_mean (weight (total / INR P)) c ->
  (forall a theta phi : nat -> R, (forall p, within P p -> 0 <= a p) -> sum a P = total ->
     serves n (planes P a theta phi) -> ln (INR n / 2) <= INR P * - ln c)
  /\ (ln (INR n / 3) <= INR P * - ln c ->
     exists theta : nat -> R, serves n (planes P (fun _ => total / INR P) theta (fun _ => 0))).
Theorem S_angles_order__third_false : ~ S_angles_order__third.
Proof.
intros h; destruct (S_angles_circle 0 ltac:(lra)) as (c & hc & _); assert (one := no_weight c hc); subst c.
assert (z : 0 / INR 1 = 0) by (cbn; field).
destruct (h 3%nat 1%nat 0 1 ltac:(lia) ltac:(lia) ltac:(lra) ltac:(now rewrite z)) as [_ some].
destruct some as [theta serve].
{ replace (INR 3 / 3) with 1 by (cbn; field); rewrite ln_1; lra. }
specialize (serve 1%nat ltac:(unfold within; lia)); rewrite z in serve; unfold planes in serve; cbn [sum] in serve.
rewrite !Rmult_0_l, !Rplus_0_r, Rminus_0_r, exp_0 in serve; lra.
Qed.
