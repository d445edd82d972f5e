(* Near-misses of Statements.rope_heads: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import circle attention discrepancy canonical partial_induction rope_heads.
From Proofs Require rope_heads.
From Near_misses Require Import turns.
Local Open Scope R_scope.

(* The query stands at N + 1. *)
Definition A_thm3_logits__query_at_N : Prop :=
  forall (B theta : R) (N j k : nat),
  place_logits B theta j k
    = rope theta v (scale B (rotate (- (INR N - INR j) * theta) v)) (N + 1) k.
Theorem A_thm3_logits__query_at_N_false : ~ A_thm3_logits__query_at_N.
Proof.
intros H; specialize (H 1 PI 1%nat 1%nat 1%nat); revert H.
unfold place_logits, rope, dot, rotate, scale, v; simpl.
replace (- (1 - 1) * PI) with 0 by lra; replace ((1 - 1) * PI) with 0 by lra.
replace ((1 + 1 - 1) * PI) with PI by lra.
rewrite cos_0, sin_0, cos_PI, sin_PI; lra.
Qed.

(* The phase on the wrong side. *)
Definition A_one_angle_logits__phase_back : Prop :=
  forall (A : nat) (theta psi : R) (q m t n : nat),
  one_plane A theta psi q m t
    = rope theta (rotate (omega A * INR m) v) (rotate (omega A * INR q - psi) v) (n + t) n.
Theorem A_one_angle_logits__phase_back_false : ~ A_one_angle_logits__phase_back.
Proof.
intros H; specialize (H 1%nat (PI / 2) (PI / 2) 0%nat 0%nat 1%nat 0%nat); revert H.
unfold one_plane, rope, dot, rotate, v; simpl.
replace (1 * (PI / 2) + PI / 2 - omega 1 * (0 - 0)) with PI by field.
replace ((1 - 0) * (PI / 2)) with (PI / 2) by field.
rewrite ?Rmult_0_r, ?Rminus_0_l, cos_neg, sin_neg, cos_0, sin_0, cos_PI, cos_PI2, sin_PI2; lra.
Qed.

(* No symbols, no match. *)
Definition A_thm6_logits__no_letter : Prop :=
  forall (A : nat) (a c theta : R) (q m t n : nat),
  two_angles a c theta q m t
    = sum (fun k => rope 0 (one_hot m k) (scale a (one_hot q k)) (n + t) n) A
      + rope theta v (scale c v) (n + t) n.
Theorem A_thm6_logits__no_letter_false : ~ A_thm6_logits__no_letter.
Proof.
intros H; pose proof (Proofs.rope_heads.A_thm6_logits 1%nat 1 0 0 0%nat 0%nat 0%nat 0%nat ltac:(lia)) as G.
rewrite (H 0%nat 1 0 0 0%nat 0%nat 0%nat 0%nat) in G; revert G.
unfold rope, dot, rotate, scale, v, one_hot, one; simpl.
rewrite ?Rmult_0_r, cos_0, sin_0; lra.
Qed.

(* 2 PI / (N - 1) itself does not. *)
Definition A_thm3_small__up_to : Prop :=
  forall (N : nat) (theta : R), (2 <= N)%nat -> 0 < theta <= 2 * PI / INR (N - 1) ->
  ~ some_multiple_turns theta (N - 1).
Theorem A_thm3_small__up_to_false : ~ A_thm3_small__up_to.
Proof.
intros H; apply (H 2%nat (2 * PI)); [lia | simpl; pose proof PI_RGT_0; lra |].
exists 1%nat; split; [lia|]. exists 1%Z; simpl; lra.
Qed.
