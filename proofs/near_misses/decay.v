(* Near-misses of Statements.decay: each is false. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import attention decay.
From Proofs Require Import angles sums_of_reals decay.
Local Open Scope R_scope.

(* One plane, h = 1 and not 0 after it. *)
Definition RF_decay_bound_fix__not_ended : Prop :=
  forall (P m : nat) (theta : nat -> R) (h : nat -> plane) (D : R),
  (forall j, within P j -> size (minus (h (S j)) (h j)) <= D) ->
  size (total (fun j => times (h j) (turned theta m j)) P) <= D * sum (fun j => size (partial theta m j)) P.
Theorem RF_decay_bound_fix__not_ended_false : ~ RF_decay_bound_fix__not_ended.
Proof.
intros h; specialize (h 1%nat 0%nat (fun _ => 0) (fun _ => (1, 0)) 0).
assert (le : size (total (fun j => times (1, 0) (turned (fun _ => 0) 0 j)) 1) <= 0).
{ eapply Rle_trans; [apply h; intros j _ | rewrite Rmult_0_l; lra].
  replace (minus (1, 0) (1, 0)) with (0, 0) by (unfold minus; cbn; f_equal; ring); rewrite size_zero; lra. }
assert (r := real_part (total (fun j => times (1, 0) (turned (fun _ => 0) 0 j)) 1)).
assert (one : fst (total (fun j => times (1, 0) (turned (fun _ => 0) 0 j)) 1) = 1).
{ unfold total, times, turned; cbn; rewrite Rmult_0_l, cos_0, sin_0; ring. }
lra.
Qed.

Definition RF_decay_bound_fix_start__half : Prop :=
  forall (P : nat) (theta : nat -> R), (1 <= P)%nat ->
  sum (fun j => size (partial theta 0 j)) P / INR P = INR P / 2.
Theorem RF_decay_bound_fix_start__half_false : ~ RF_decay_bound_fix_start__half.
Proof.
intros h; specialize (h 1%nat (fun _ => 0) ltac:(lia)).
rewrite (RF_decay_bound_fix_start 1%nat (fun _ => 0)) in h by lia; cbn in h; lra.
Qed.

(* It comes near its value at 0, and not beyond it. *)
Definition RF_decay_bound_fix_returns__beyond : Prop :=
  forall (P least : nat) (theta : nat -> R) (eps : R), (1 <= P)%nat ->
  exists m : nat, (least <= m)%nat
    /\ (INR P + 1) / 2 - eps < sum (fun j => size (partial theta m j)) P / INR P.
Theorem RF_decay_bound_fix_returns__beyond_false : ~ RF_decay_bound_fix_returns__beyond.
Proof.
intros h; destruct (h 1%nat 0%nat (fun _ => 0) 0 ltac:(lia)) as (m & _ & lt).
cbn [sum] in lt; unfold partial, total, turned in lt; cbn [fst snd sum INR] in lt.
rewrite Rmult_0_r, cos_0, sin_0 in lt; unfold size, dot in lt; cbn [fst snd] in lt.
replace ((0 + 1) * (0 + 1) + (0 + 0) * (0 + 0)) with 1 in lt by ring; rewrite sqrt_1 in lt; lra.
Qed.
