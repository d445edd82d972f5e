(* Near-misses of Statements.retrieval_temperature: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import attention canonical feasibility retrieval_temperature.
From Proofs Require retrieval_temperature.
Local Open Scope R_scope.

(* At one temperature two tokens weigh alike, and one letter has no rivals. *)
Definition S_beta_retrieval__one_key_less : Prop :=
  forall (A m n0 : nat) (beta theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (1 <= n0)%nat ->
  let W := weighs A beta theta in
  retrieval_head (soft beta) decoding A m n0 theta
  <-> sum (W 0%nat) (n0 - 2) < W 0%nat 0%nat
      /\ forall d t, (1 <= d < A)%nat -> (t < n0)%nat ->
         sum_but (W d) (n0 - 1) t < W 0%nat t /\ sum (fun k => W d (k - 1)%nat) t < W 0%nat t.
Theorem S_beta_retrieval__one_key_less_false : ~ S_beta_retrieval__one_key_less.
Proof.
intros H; destruct (Proofs.retrieval_temperature.S_beta_retrieval 1%nat 1%nat 2%nat 0 0) as [L _]; try lia.
destruct (H 1%nat 1%nat 2%nat 0 0) as [_ B]; try lia.
destruct L as [C _].
- apply B; split; [apply exp_pos | intros; lia].
- unfold weighs in C; cbn in C; rewrite !Rmult_0_l, exp_0 in C; lra.
Qed.

(* Each rival counts once. *)
Definition S_beta_retrieval__two_rivals : Prop :=
  forall (A m n0 : nat) (beta theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (1 <= n0)%nat ->
  let W := weighs A beta theta in
  retrieval_head (soft beta) decoding A m n0 theta
  <-> sum (W 0%nat) (n0 - 1) < W 0%nat 0%nat
      /\ forall d t, (1 <= d < A)%nat -> (t < n0)%nat ->
         sum_but (W d) (n0 - 1) t < W 0%nat t /\ 2 * sum (fun k => W d (k - 1)%nat) t < W 0%nat t.
Theorem S_beta_retrieval__two_rivals_false : ~ S_beta_retrieval__two_rivals.
Proof.
set (b := / 10); set (th := PI / 2).
assert (W1 : forall d t, (d <= 1)%nat -> (t <= 1)%nat -> weighs 2 b th d t
  = exp (b * (if Nat.eqb t 1 then 0 else if Nat.eqb d 1 then -1 else 1))).
{ intros d t hd ht; unfold weighs, omega, th.
  destruct d as [|[|d]], t as [|[|t]]; try lia; cbn [Nat.eqb INR]; do 2 f_equal.
  - replace (0 * (2 * PI / (1 + 1)) + 0 * (PI / 2)) with 0 by field; apply cos_0.
  - replace (0 * (2 * PI / (1 + 1)) + 1 * (PI / 2)) with (PI / 2) by field; apply cos_PI2.
  - replace (1 * (2 * PI / (1 + 1)) + 0 * (PI / 2)) with PI by field; apply cos_PI.
  - replace (1 * (2 * PI / (1 + 1)) + 1 * (PI / 2)) with (3 * (PI / 2)) by field; apply cos_3PI2. }
intros H; destruct (Proofs.retrieval_temperature.S_beta_retrieval 2%nat 1%nat 2%nat b th) as [_ R]; try lia.
destruct (H 2%nat 1%nat 2%nat b th) as [L _]; try lia.
destruct L as [_ C].
- apply R; split; [ | intros d t hd ht; replace d with 1%nat by lia; destruct t as [|[|t]]; [split | split | lia]];
    cbn [sum sum_but Nat.sub Nat.eqb]; unfold sum_but; cbn [sum Nat.eqb]; rewrite ?W1 by lia; cbn [Nat.eqb];
    rewrite ?Rplus_0_l; try apply exp_pos; apply exp_increasing; unfold b; lra.
- destruct (C 1%nat 1%nat) as [_ c]; [lia | lia | ].
  cbn [sum Nat.sub] in c; rewrite !W1 in c by lia; cbn [Nat.eqb] in c.
  rewrite Rmult_0_r, exp_0, Rplus_0_l in c.
  pose proof (exp_ineq1_le (b * -1)) as e; unfold b in *; lra.
Qed.
