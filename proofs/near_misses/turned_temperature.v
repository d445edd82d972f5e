(* Near-misses of Statements.turned_temperature: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import attention canonical feasibility zero_ties turned_temperature.
From Proofs Require sums_of_reals feasibility turned_temperature.
Local Open Scope R_scope.

(* The number that is found counts for the query: a quarter of a turn, integer keys of length 0. *)
Definition C_index_fix__query_alone : Prop :=
  forall (m n0 : nat) (beta theta r : R), (1 <= m)%nat -> (1 <= n0)%nat ->
  let L := letter_weighs beta theta in let own := own_weighs beta r in
  index_head_right (soft beta) m n0 theta r
  <-> sum (L 0%nat) (n0 - 1) < 3 * exp beta
      /\ forall s, (1 <= s <= m)%nat ->
         sum (L s) (Nat.min s n0 - 1) < own
         /\ ((s < n0)%nat -> own + sum_but (heaviest beta theta r m s) (n0 - 1) s < exp beta
              /\ sum_but (L s) (n0 - 1) s < own).
Theorem C_index_fix__query_alone_false : ~ C_index_fix__query_alone.
Proof.
set (th := PI / 2).
assert (L12 : letter_weighs 1 th 1 2 = 1).
{ unfold letter_weighs, th; cbn [INR]; replace ((1 + 1 - 1) * (PI / 2)) with (PI / 2) by field.
  rewrite cos_PI2, Rmult_0_r; apply exp_0. }
assert (own1 : own_weighs 1 0 = 1) by (unfold own_weighs; rewrite Rmult_0_r; apply exp_0).
assert (N : forall s t i, number_weighs 1 th 0 s t i = 1).
{ intros; unfold number_weighs; rewrite Rmult_0_l, Rmult_0_r; apply exp_0. }
assert (e : 2 < exp 1) by (apply exp_ineq1; lra).
intros H; destruct (Proofs.turned_temperature.C_index_fix 1%nat 3%nat 1 th 0) as [_ R]; try lia.
destruct (H 1%nat 3%nat 1 th 0) as [C _]; try lia.
destruct C as [_ C].
- apply R; split.
  + cbn [sum Nat.sub]; unfold letter_weighs, th; cbn [INR].
    replace ((1 - 0) * (PI / 2)) with (PI / 2) by field.
    replace ((1 + 1 - 0) * (PI / 2)) with PI by field; rewrite cos_PI2, cos_PI.
    replace (1 * 0) with 0 by ring; rewrite exp_0.
    pose proof (exp_increasing (1 * -1) 1); lra.
  + intros s hs; replace s with 1%nat by lia; split; [cbn; rewrite own1; lra | intros _].
    unfold sum_but, heaviest, lightest; cbn [sum Nat.sub Nat.eqb best]; rewrite own1, L12, !N.
    rewrite (Rmax_left 1 1), !Rmax_left by lra; lra.
- destruct (C 1%nat ltac:(lia)) as [_ c]; destruct (c ltac:(lia)) as [_ c'].
  unfold sum_but in c'; cbn [sum Nat.sub Nat.eqb] in c'; rewrite own1, L12 in c'; lra.
Qed.

Local Lemma none_at_zero theta r : ~ index_head_right (soft 0) 1 2 theta r.
Proof.
intros right; pose proof (proj1 (Proofs.turned_temperature.C_index_fix 1%nat 2%nat 0 theta r ltac:(lia) ltac:(lia)) right) as [_ C].
destruct (C 1%nat ltac:(lia)) as [_ c]; destruct (c ltac:(lia)) as [c' _].
unfold sum_but, own_weighs in c'; cbn in c'; rewrite Rmult_0_l, exp_0 in c'; lra.
Qed.

Definition C_index_fix_enough__weak : Prop :=
  forall (m n0 : nat) (beta theta r g : R), (1 <= m)%nat -> (1 <= n0)%nat -> 0 <= beta -> 0 <= r ->
  0 <= g -> r + g <= 1 ->
  (forall d, (1 <= d <= Nat.max (n0 - 1) m)%nat -> cos (INR d * theta) + g <= r) ->
  INR (n0 - 1) <= exp (beta * g) -> index_head_right (soft beta) m n0 theta r.
Theorem C_index_fix_enough__weak_false : ~ C_index_fix_enough__weak.
Proof.
intros H; apply (none_at_zero 0 1), (H 1%nat 2%nat 0 0 1 0); try lia; try lra.
- intros d _; pose proof (COS_bound (INR d * 0)); lra.
- cbn; rewrite Rmult_0_l, exp_0; lra.
Qed.

Definition C_index_fix_all__one_less : Prop :=
  forall (m n0 : nat) (beta : R), (1 <= m)%nat -> (1 <= n0)%nat ->
  let D := INR (Nat.max (n0 - 1) m + 1) in D ^ 2 * ln (INR n0 - 1) <= 4 * beta ->
  index_head_right (soft beta) m n0 (2 * PI / D) (1 - 4 / D ^ 2).
Theorem C_index_fix_all__one_less_false : ~ C_index_fix_all__one_less.
Proof.
intros H; eapply none_at_zero, (H 1%nat 2%nat 0); try lia.
replace (INR 2 - 1) with 1 by (cbn; ring); rewrite ln_1; lra.
Qed.

(* Without a letter nothing is found, and every number stays. *)
Definition C_index_fix_letters__no_letters : Prop :=
  forall (A m n0 : nat) (beta theta r : R), (0 <= A)%nat -> (1 <= m)%nat -> (1 <= n0)%nat ->
  (forall (n : nat) (x : nat -> symbol) (i : nat),
     within n0 n -> over m x n -> letters_below A x n -> within n i ->
     decodes (index_output (soft beta (index_logits theta (turned_key theta r) x i) i) x i) (Index x i)) ->
  index_head_right (soft beta) m n0 theta r.
Theorem C_index_fix_letters__no_letters_false : ~ C_index_fix_letters__no_letters.
Proof.
intros H; apply (none_at_zero 0 0), (H 0%nat 1%nat 2%nat 0 0 0); try lia.
intros n x i _ hx none hi.
assert (numbers : forall j, within n j -> exists k, x j = number k /\ (1 <= k)%nat).
{ intros j hj; destruct (x j) as [a | k] eqn:e; [specialize (none j a hj e); lia | ].
  exists k; split; [easy | apply (hx j k hj e)]. }
assert (out : forall w c, index_output w x i c = one (same (x i) c)).
{ intros w c; unfold index_output; rewrite Proofs.sums_of_reals.sum_zero; [ring | intros j hj].
  destruct (numbers j ltac:(unfold within in *; lia)) as (k & -> & _); cbn; ring. }
destruct (numbers i hi) as (s & e & s1).
assert (stays : Index x i = x i).
{ unfold Index; rewrite e; destruct (Nat.ltb_spec s i) as [near | _]; [ | easy].
  destruct (numbers (i - s)%nat ltac:(unfold within in *; lia)) as (k & -> & _); easy. }
rewrite stays; intros c ne; rewrite !out, Proofs.feasibility.one_same, Proofs.feasibility.one_other by congruence; lra.
Qed.
