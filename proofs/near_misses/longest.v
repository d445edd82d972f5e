(* Statements of longest.v with a few words changed: false. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import circle attention discrepancy retrieval_discrepancy
  retrieval_extremes longest.
From Proofs Require angles any_length retrieval_extremes retrieval_discrepancy.
Local Open Scope R_scope.

(* No key before the query. *)
Definition B_thm32_retr_all_max_even__one_token : Prop :=
  forall (h m n : nat) (theta : R), (1 <= h)%nat -> (1 <= m)%nat -> (1 <= n)%nat ->
  let far t := to_multiple (omega (2 * h)) (INR t * theta) in
  exists s, (1 <= s <= n - 1)%nat /\ (forall t, (1 <= t <= n - 1)%nat -> far t <= far s)
    /\ greatest (2 * h) m n theta (1 + cos (far s)).
Theorem B_thm32_retr_all_max_even__one_token_false : ~ B_thm32_retr_all_max_even__one_token.
Proof. intros H; destruct (H 1%nat 1%nat 1%nat 0) as (s & hs & _); lia. Qed.

Definition B_thm32_retr_all_max_odd__one_token : Prop :=
  forall (h m n : nat) (theta : R), (1 <= m)%nat -> (1 <= n)%nat ->
  let far t := to_multiple (omega (2 * h + 1)) (INR t * theta) in
  exists s, (1 <= s <= n - 1)%nat /\ (forall t, (1 <= t <= n - 1)%nat -> far s <= far t)
    /\ greatest (2 * h + 1) m n theta (1 + cos (omega (2 * h + 1) / 2 - far s)).
Theorem B_thm32_retr_all_max_odd__one_token_false : ~ B_thm32_retr_all_max_odd__one_token.
Proof. intros H; destruct (H 1%nat 1%nat 1%nat 0) as (s & hs & _); lia. Qed.

Definition B_thm32_retr_all_one__one_letter : Prop :=
  forall (A m n : nat) (theta d : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  greatest A m n theta d -> 1 <= d.
Theorem B_thm32_retr_all_one__one_letter_false : ~ B_thm32_retr_all_one__one_letter.
Proof.
intros H; assert (1 <= 0); [ | lra].
apply (H 1%nat 1%nat 2%nat 0 0); try lia; apply Proofs.retrieval_extremes.B_rem32_fix_one; lia.
Qed.

Definition B_thm32_retr_all_fails__one_less : Prop :=
  forall (A m n0 n : nat) (theta : R), (1 <= A)%nat -> (2 <= n0)%nat -> (2 * n0 - 1 <= n)%nat ->
  theta = 4 * omega A / INR (4 * n + 1) ->
  0 < theta < omega A / INR (2 * n0)
  /\ forall d, occurs A m n theta d -> 1 - cos (omega A - INR n * theta) < d.
Theorem B_thm32_retr_all_fails__one_less_false : ~ B_thm32_retr_all_fails__one_less.
Proof.
intros H; set (theta := 4 * omega 1 / INR (4 * 3 + 1)).
destruct (H 1%nat 1%nat 2%nat 3%nat theta) as [ht all]; try lia; [easy | ].
destruct (Proofs.any_length.B_thm32_retr_all_printed 1%nat 1%nat 2%nat 3%nat theta) as (d & o & le);
  try lia; try lra.
specialize (all d o); lra.
Qed.

Definition B_thm32_retr_all_square__half : Prop :=
  forall A n : nat, (1 <= A)%nat -> (1 <= n)%nat ->
  1 - cos (omega A / INR n) <= 1 * PI ^ 2 / INR (A * n) ^ 2.
Theorem B_thm32_retr_all_square__half_false : ~ B_thm32_retr_all_square__half.
Proof.
intros H; specialize (H 1%nat 6%nat ltac:(lia) ltac:(lia)).
replace (omega 1 / INR 6) with (PI / 3) in H by (unfold omega; cbn [INR]; field).
rewrite cos_PI3 in H; replace (INR (1 * 6)) with 6 in H by (cbn; ring).
pose proof PI_4; pose proof Proofs.angles.pi_pos; nra.
Qed.
