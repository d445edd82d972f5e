(* Near-misses of Statements.discrepancy: each is false. *)
From Coq Require Import Reals.
From Coq Require Import ZArith Lra Lia.
From Statements Require Import circle attention discrepancy.
From Proofs Require discrepancy.
From Near_misses Require Import turns.
Local Open Scope R_scope.

(* One multiple more: PI serves the lengths up to 2. *)
Definition B_irr_fix__one_more : Prop :=
  forall (m n0 : nat) (theta : R), (2 <= n0)%nat ->
  (forall (n : nat) (x : nat -> symbol), within n0 n -> over m x n -> points_inside x n ->
     unique_largest (printed_logits theta x n) n)
  <-> ~ some_multiple_turns theta n0.
Theorem B_irr_fix__one_more_false : ~ B_irr_fix__one_more.
Proof.
intros H; destruct (Proofs.discrepancy.B_irr_fix 0%nat 2%nat PI) as [_ R]; [lia|].
destruct (H 0%nat 2%nat PI) as [L _]; [lia|]. exact (L (R turns_not_at_one) turns_at_two).
Qed.

(* Irrational is not the condition: PI is, and fails. *)
Definition B_irr_fix_all__irrational : Prop :=
  forall (m : nat) (theta : R),
  (forall (n : nat) (x : nat -> symbol), (1 <= n)%nat -> over m x n -> points_inside x n ->
     unique_largest (printed_logits theta x n) n)
  <-> ~ rational theta.
Theorem B_irr_fix_all__irrational_false : ~ B_irr_fix_all__irrational.
Proof.
intros H; destruct (H 0%nat PI) as [_ R]; specialize (R Proofs.discrepancy.pi_irrational).
destruct (Proofs.discrepancy.B_irr_fix_all 0%nat PI) as [L _]; apply (L R).
exists 1%Z, 1%Z; split; [lia|]. field. apply Rgt_not_eq, PI_RGT_0.
Qed.

(* Zero is rational. *)
Definition B_irr_fix_rational__zero : Prop :=
  forall (m : nat) (theta : R), rational theta -> 
  forall (n : nat) (x : nat -> symbol), (1 <= n)%nat -> over m x n -> points_inside x n ->
  unique_largest (printed_logits theta x n) n.
Theorem B_irr_fix_rational__zero_false : ~ B_irr_fix_rational__zero.
Proof.
intros H; destruct (Proofs.discrepancy.B_irr_fix_all 0%nat 0) as [L _]; apply L.
- intros; apply (H 0%nat); auto. exists 0%Z, 1%Z; split; [lia|]. field.
- exists 0%Z, 1%Z; split; [lia|]. field. apply Rgt_not_eq, PI_RGT_0.
Qed.

(* At length 2 the offsets 0 and 1 differ. *)
Definition B_irr_witness__length_two : Prop :=
  forall (n : nat) (x : nat -> symbol) (a : nat), (2 <= n)%nat -> x n = letter a ->
  printed_logits PI x n n = 1 /\ printed_logits PI x n (n - 2) = 1 /\
  ~ unique_largest (printed_logits PI x n) n.
Theorem B_irr_witness__length_two_false : ~ B_irr_witness__length_two.
Proof.
intros H; destruct (Proofs.discrepancy.B_irr_fix 0%nat 2%nat PI) as [_ R]; [lia|].
destruct (H 2%nat (fun _ => letter 0) 0%nat) as [_ [_ C]]; [lia | reflexivity |].
apply C, (R turns_not_at_one).
- unfold within; lia.
- intros j i _ E; discriminate.
- exact I.
Qed.

(* Past the query n - j stays 0. *)
Definition printed_logits_are__any_place : Prop :=
  forall theta x n j,
  printed_logits theta x n j =
  match x n with
  | letter _ => cos (INR (n - j) * theta)
  | number s => cos ((INR (n - j) - INR s) * theta)
  end.
Theorem printed_logits_are__any_place_false : ~ printed_logits_are__any_place.
Proof.
intros H; specialize (H PI (fun _ => letter 0) 0%nat 1%nat); revert H.
unfold printed_logits, index_logits, rope, dot, rotate, printed_key, index_query, v; simpl.
replace ((0 - 1) * PI) with (- PI) by lra.
rewrite ?Rmult_0_l, cos_neg, sin_neg, cos_PI, sin_PI, cos_0; lra.
Qed.

(* 2 PI / T comes back after T steps. *)
Definition B_thm32_index_fix_attained__full_turn : Prop :=
  forall T : nat, (1 <= T)%nat ->
  closest (2 * PI / INR T) T = 1 - cos (2 * PI / INR (T + 1)).
Theorem B_thm32_index_fix_attained__full_turn_false : ~ B_thm32_index_fix_attained__full_turn.
Proof.
intros H; specialize (H 1%nat ltac:(lia)); revert H; simpl.
replace (1 * (2 * PI / 1)) with (2 * PI) by field; replace (2 * PI / (1 + 1)) with PI by field.
rewrite cos_2PI, cos_PI; unfold Rmin; destruct Rle_dec; lra.
Qed.

(* Half the bound: the angle 2 PI / 6 is farther off. *)
Definition B_thm32_index_fix_min__half : Prop :=
  forall (n : nat) (theta : R), (2 <= n)%nat ->
  closest theta (n - 1) <= Rmin (1 - cos theta) (1 - cos (2 * PI / INR n))
  /\ 1 - cos (2 * PI / INR n) <= PI ^ 2 / INR n ^ 2.
Theorem B_thm32_index_fix_min__half_false : ~ B_thm32_index_fix_min__half.
Proof.
intros H; destruct (H 6%nat 0) as [_ C]; [lia|]; revert C; simpl.
replace (2 * PI / (1 + 1 + 1 + 1 + 1 + 1)) with (PI / 3) by field.
rewrite cos_PI3; intros C; pose proof PI_RGT_0; pose proof PI_4.
assert (PI * (PI * 1) <= 16) by nra. lra.
Qed.

(* The least of n multiples at PI is 0. *)
Definition B_thm32_index_fix__one_multiple_more : Prop :=
  forall (n m : nat) (theta : R), (2 <= n)%nat -> (1 <= m < n)%nat ->
  let delta x := discrepancy_is (printed_logits theta x n) n in
  (forall x, over m x n -> exists d, delta x d
     /\ closest theta (n - 1) <= d <= closest theta (widest n m))
  /\ (exists x, over m x n /\ delta x (closest theta n))
  /\ exists x, over m x n /\ delta x (closest theta (widest n m)).
Theorem B_thm32_index_fix__one_multiple_more_false : ~ B_thm32_index_fix__one_multiple_more.
Proof.
intros H; destruct (H 2%nat 1%nat PI) as [_ [[x [O D]] _]]; try lia.
destruct (Proofs.discrepancy.B_thm32_index_fix 2%nat 1%nat PI) as [B _]; try lia.
destruct (B x O) as [d [D' [L _]]].
rewrite (Proofs.discrepancy.discrepancy_unique _ _ _ _ D' D) in L; revert L; simpl.
rewrite Rmult_1_l; replace ((1 + 1) * PI) with (2 * PI) by lra.
rewrite cos_PI, cos_2PI; unfold Rmin; repeat destruct Rle_dec; lra.
Qed.

(* At n = 3, m = 1 the printed bound is true. *)
Definition B_thm32_index_refuted__length_three : Prop :=
  forall n m : nat, (3 <= n)%nat -> (1 <= m < n)%nat ->
  exists theta x d, over m x n /\ discrepancy_is (printed_logits theta x n) n d
    /\ Rmin (1 - cos theta) (2 * PI ^ 2 / INR n ^ 2) < d.
Theorem B_thm32_index_refuted__length_three_false : ~ B_thm32_index_refuted__length_three.
Proof.
intros H; destruct (H 3%nat 1%nat) as [theta [x [d [O [D L]]]]]; try lia.
destruct (Proofs.discrepancy.B_thm32_index_fix 3%nat 1%nat theta) as [B _]; try lia.
destruct (B x O) as [d' [D' [_ U]]].
rewrite (Proofs.discrepancy.discrepancy_unique _ _ _ _ D' D) in U; revert U L.
replace (widest 3 1) with 1%nat by reflexivity; simpl closest; rewrite Rmult_1_l.
pose proof PI2_3_2; pose proof (COS_bound theta) as [Q _].
assert (9 <= PI * PI) by nra. replace (PI ^ 2) with (PI * PI) by ring.
simpl; unfold Rmin; repeat destruct Rle_dec; lra.
Qed.
