(* Near-misses of Statements.aliases: each is false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention aliases.
From Proofs Require Import angles sums_of_reals.
Local Open Scope R_scope.

Definition S_alias_every__lag_fewer : Prop :=
  forall (P T N : nat) (theta : nat -> R), (1 <= P)%nat -> (1 <= T)%nat -> (1 <= N)%nat ->
  exists t : nat, (T <= t <= T + N ^ P - 2)%nat
    /\ forall p, within P p -> near_turn (INR t * theta p) (INR T / INR N).
Theorem S_alias_every__lag_fewer_false : ~ S_alias_every__lag_fewer.
Proof. intros h; destruct (h 1%nat 1%nat 1%nat (fun _ => 0)) as (t & ht & _); cbn in *; lia. Qed.

Lemma not_near x e k : 2 * PI * (IZR k + e) < x < 2 * PI * (IZR k + 1 - e) -> ~ near_turn x e.
Proof.
intros hx [j hj]; pose proof pi_pos.
assert (l : - (2 * PI * e) <= x - 2 * PI * IZR j <= 2 * PI * e)
  by (revert hj; unfold Rabs; destruct Rcase_abs; lra).
assert (low : IZR k < IZR j) by (apply Rmult_lt_reg_l with (2 * PI); lra).
assert (top : IZR j < IZR (k + 1)) by (rewrite plus_IZR; apply Rmult_lt_reg_l with (2 * PI); lra).
apply lt_IZR in low; apply lt_IZR in top; lia.
Qed.

(* A third of a turn is no nearer at the lags 1 and 2. *)
Definition S_alias_every__twice_as_near : Prop :=
  forall (P T N : nat) (theta : nat -> R), (1 <= P)%nat -> (1 <= T)%nat -> (1 <= N)%nat ->
  exists t : nat, (T <= t <= T + N ^ P - 1)%nat
    /\ forall p, within P p -> near_turn (INR t * theta p) (INR T / INR (2 * N)).
Theorem S_alias_every__twice_as_near_false : ~ S_alias_every__twice_as_near.
Proof.
intros h; pose proof pi_pos.
destruct (h 1%nat 1%nat 2%nat (fun _ => 2 * PI / 3) ltac:(lia) ltac:(lia) ltac:(lia)) as (t & ht & near).
specialize (near 1%nat ltac:(unfold within; lia)); revert near; apply (not_near _ _ 0).
assert (t = 1%nat \/ t = 2%nat) as [-> | ->] by (cbn in ht; lia); cbn; lra.
Qed.

Definition S_alias_every_kernel__any_sign : Prop :=
  forall (P T N : nat) (a theta : nat -> R), (1 <= P)%nat -> (1 <= T)%nat -> (2 * T <= N)%nat ->
  exists t : nat, (T <= t <= T + N ^ P - 1)%nat
    /\ cos (2 * PI * INR T / INR N) * sum a P <= sum (fun p => a p * cos (INR t * theta p)) P.
Theorem S_alias_every_kernel__any_sign_false : ~ S_alias_every_kernel__any_sign.
Proof.
intros h; destruct (h 1%nat 1%nat 4%nat (fun _ => -1) (fun _ => 0) ltac:(lia) ltac:(lia) ltac:(lia)) as (t & _ & le).
cbn in le; rewrite Rmult_0_r, cos_0 in le.
replace (2 * PI * 1 / (1 + 1 + 1 + 1)) with (PI / 2) in le by field; rewrite cos_PI2 in le; lra.
Qed.
