From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility retrieval_discrepancy.
From Proofs Require Import angles sums_of_reals circle retrieval_range.
Local Open Scope R_scope.

(* The query wants itself; all keys before it hold the letter d. *)
Definition far_input (d n j : nat) : token := (if Nat.eqb j n then 0%nat else d, number 1).

Lemma far_proper A m d n : (d < A)%nat -> (1 <= m)%nat -> proper A m (far_input d n) n.
Proof.
intros hd hm j hj; unfold token_over, finds, far_input; cbn [fst snd]; split; [ | split].
- destruct Nat.eqb; lia.
- now exists j.
- now intros k k' -> ->.
Qed.

Lemma far_discrepancy A d n t0 theta : (1 <= t0 <= n - 1)%nat ->
  (forall t, (1 <= t <= n - 1)%nat ->
     cos (INR t * theta + omega A * INR d) <= cos (INR t0 * theta + omega A * INR d)) ->
  discrepancy_is (retrieval_logits A theta (far_input d n) n) n
    (1 - cos (INR t0 * theta + omega A * INR d)).
Proof.
intros h0 most; set (x := far_input d n).
assert (en : x n = (0%nat, number 1)) by (unfold x, far_input; now rewrite Nat.eqb_refl).
assert (own : retrieval_logits A theta x n n = 1).
{ rewrite retrieval_logit, en; unfold wanted; cbn [fst snd]; rewrite <- cos_0; f_equal; ring. }
assert (other : forall k, within n k -> k <> n ->
  retrieval_logits A theta x n k = cos (INR (n - k) * theta + omega A * INR d)).
{ intros k hk ne; rewrite retrieval_logit, en; unfold x, far_input, wanted; cbn [fst snd].
  destruct (Nat.eqb_spec k n); [easy | ]; unfold within in hk.
  rewrite minus_INR by lia; cbn [INR]; f_equal; ring. }
exists n; rewrite own; split; [unfold within; lia | split; [ | split]].
- intros k _; rewrite retrieval_logit; apply COS_bound.
- intros k hk ne; rewrite other by easy; specialize (most (n - k)%nat).
  unfold within in hk; specialize (most ltac:(lia)); lra.
- exists (n - t0)%nat; split; [unfold within; lia | split; [lia | ]].
  rewrite other by (unfold within; lia); replace (n - (n - t0))%nat with t0 by lia; ring.
Qed.

Lemma small_steps A n0 n theta : (1 <= A)%nat -> (2 <= n <= n0)%nat ->
  0 <= theta < omega A / INR (2 * n0) -> 2 * (INR n * theta) <= omega A
  /\ (0 < theta -> 2 * (INR n * theta) < omega A)
  /\ forall t, (t <= n - 1)%nat -> 0 <= INR t * theta /\ INR t * theta + theta <= INR n * theta.
Proof.
intros hA hn [t0 less]; pose proof (omega_pos A hA) as op.
assert (d : INR 4 <= INR (2 * n0)) by (apply le_INR; lia); cbn [INR] in d.
assert (l : INR (2 * n0) * theta < omega A).
{ apply Rmult_lt_compat_l with (r := INR (2 * n0)) in less; [ | lra].
  now replace (INR (2 * n0) * (omega A / INR (2 * n0))) with (omega A) in less by (field; lra). }
assert (le : 2 * (INR n * theta) <= INR (2 * n0) * theta).
{ rewrite mult_INR; cbn [INR]; assert (INR n <= INR n0) by (apply le_INR; lia); nra. }
split; [lra | split; [lra | ]]; intros t ht; split; [apply Rmult_le_pos; [apply pos_INR | easy] | ].
assert (INR t + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia); nra.
Qed.

Theorem B_thm32_retr_fix_even : Statements.retrieval_discrepancy.B_thm32_retr_fix_even.
Proof.
intros h m n0 n theta hh hm hn ht; set (A := (2 * h)%nat).
destruct (small_steps A n0 n theta ltac:(unfold A; lia) hn ht) as (s & _ & steps).
pose proof (omega_below A ltac:(unfold A; lia)) as ob; pose proof pi_pos as pp.
assert (half : omega A * INR h = PI).
{ assert (INR h <> 0) by (apply not_0_INR; lia).
  unfold omega, A; rewrite mult_INR; cbn [INR]; field; lra. }
exists (far_input h n); split; [apply far_proper; unfold A; lia | ].
pose proof (far_discrepancy A h n (n - 1) theta ltac:(lia)) as d; rewrite half in d.
replace (1 + cos (INR (n - 1) * theta)) with (1 - cos (INR (n - 1) * theta + PI))
  by (rewrite neg_cos; ring).
apply d; intros t htt; rewrite !neg_cos; apply Ropp_le_contravar.
destruct (steps t ltac:(lia)), (steps (n - 1)%nat ltac:(lia)).
apply cos_decr_1; try lra.
apply Rmult_le_compat_r; [lra | apply le_INR; lia].
Qed.

Theorem B_thm32_retr_fix_odd : Statements.retrieval_discrepancy.B_thm32_retr_fix_odd.
Proof.
intros h m n0 n theta hh hm hn ht; set (A := (2 * h + 1)%nat).
destruct (small_steps A n0 n theta ltac:(unfold A; lia) hn ht) as (s & _ & steps).
pose proof (omega_below A ltac:(unfold A; lia)) as ob; pose proof pi_pos as pp.
assert (half : omega A * INR h = PI - omega A / 2).
{ pose proof (pos_INR h); unfold omega, A; rewrite plus_INR, mult_INR; cbn [INR]; field; lra. }
exists (far_input h n); split; [apply far_proper; unfold A; lia | ].
pose proof (far_discrepancy A h n 1 theta ltac:(lia)) as d; rewrite half in d.
assert (e : cos (INR 1 * theta + (PI - omega A / 2)) = - cos (omega A / 2 - theta)).
{ cbn [INR]; replace (1 * theta + (PI - omega A / 2)) with (- (omega A / 2 - theta) + PI) by ring.
  now rewrite neg_cos, cos_neg. }
rewrite e in d; replace (1 + cos (omega A / 2 - theta)) with (1 - - cos (omega A / 2 - theta)) by ring.
apply d; intros t htt; rewrite <- e.
destruct (steps t ltac:(lia)), (steps 1%nat ltac:(lia)).
assert (INR 1 * theta <= INR t * theta) by (apply Rmult_le_compat_r; [lra | apply le_INR; lia]).
apply cos_decr_1; lra.
Qed.

Theorem B_thm32_retr_refuted : Statements.retrieval_discrepancy.B_thm32_retr_refuted.
Proof.
intros A m n0 n theta hA hm hn ht.
destruct (small_steps A n0 n theta ltac:(lia) hn ltac:(lra)) as (s & s' & steps).
specialize (s' ltac:(lra)); destruct (steps (n - 1)%nat ltac:(lia)) as [a b].
pose proof (omega_below A hA) as ob; pose proof pi_pos as pp.
pose proof (omega_pos A ltac:(lia)) as op.
assert (n1 : INR (n - 1) * theta = INR n * theta - theta) by (rewrite minus_INR by lia; cbn [INR]; ring).
pose proof (Nat.div_mod A 2 ltac:(lia)) as dm; pose proof (Nat.mod_upper_bound A 2 ltac:(lia)).
destruct (Nat.eq_dec (A mod 2) 0) as [even | odd].
- exists (1 + cos (INR (n - 1) * theta)); split.
  + replace A with (2 * (A / 2))%nat by lia; apply B_thm32_retr_fix_even with n0; try lia.
    replace (2 * (A / 2))%nat with A by lia; lra.
  + assert (cos (PI - INR (n - 1) * theta) < cos (omega A - INR n * theta)).
    { apply cos_decreasing_1; lra. }
    rewrite Rtrigo_facts.cos_pi_minus in *; lra.
- exists (1 + cos (omega A / 2 - theta)); split.
  + replace A with (2 * (A / 2) + 1)%nat by lia; apply B_thm32_retr_fix_odd with n0; try lia.
    replace (2 * (A / 2) + 1)%nat with A by lia; lra.
  + assert (third : 3 * omega A <= 2 * PI).
    { assert (three : INR 3 <= INR A) by (apply le_INR; lia); cbn [INR] in three.
      unfold omega; apply Rmult_le_reg_r with (INR A); [lra | ].
      replace (3 * (2 * PI / INR A) * INR A) with (6 * PI) by (field; lra); nra. }
    assert (two : 2 * theta <= INR n * theta).
    { apply Rmult_le_compat_r; [lra | change 2 with (INR 2); apply le_INR; lia]. }
    assert (cos (PI - (omega A / 2 - theta)) < cos (omega A - INR n * theta)).
    { apply cos_decreasing_1; lra. }
    rewrite Rtrigo_facts.cos_pi_minus in *; lra.
Qed.

Lemma copies_discrepancy A n theta : (2 <= n)%nat ->
  (forall t, (1 <= t <= n - 1)%nat -> cos (INR t * theta) <= cos theta) ->
  discrepancy_is (retrieval_logits A theta (copies_input n) n) n (1 - cos theta).
Proof.
intros hn most; set (x := copies_input n).
assert (logit : forall k, within n k ->
  retrieval_logits A theta x n k = cos (INR (n - k) * theta)).
{ intros k hk; rewrite retrieval_logit; unfold x, copies_input, wanted; rewrite Nat.eqb_refl.
  cbn [fst snd]; unfold within in hk; rewrite minus_INR by lia; f_equal; ring. }
assert (own : retrieval_logits A theta x n n = 1).
{ rewrite logit, Nat.sub_diag by (unfold within; lia); cbn [INR]; rewrite Rmult_0_l; apply cos_0. }
exists n; rewrite own; split; [unfold within; lia | split; [ | split]].
- intros k _; rewrite retrieval_logit; apply COS_bound.
- intros k hk ne; rewrite logit by easy; specialize (most (n - k)%nat).
  unfold within in hk; specialize (most ltac:(lia)); lra.
- exists (n - 1)%nat; split; [unfold within; lia | split; [lia | ]].
  rewrite logit by (unfold within; lia); replace (n - (n - 1))%nat with 1%nat by lia.
  cbn [INR]; rewrite Rmult_1_l; ring.
Qed.

Theorem B_thm32_retr_fix_least : Statements.retrieval_discrepancy.B_thm32_retr_fix_least.
Proof.
intros A m n0 n theta hA hm hn ht.
destruct (small_steps A n0 n theta hA hn ht) as (s & _ & steps); pose proof pi_pos as pp.
assert (ob : omega A <= 2 * PI).
{ unfold omega; assert (INR 1 <= INR A) by (now apply le_INR); cbn [INR] in *.
  apply Rmult_le_reg_r with (INR A); [lra | ].
  replace (2 * PI / INR A * INR A) with (2 * PI) by (field; lra); nra. }
assert (two : 2 * theta <= INR n * theta).
{ apply Rmult_le_compat_r; [lra | change 2 with (INR 2); apply le_INR; lia]. }
split.
- exists (copies_input n); split; [now apply copies_proper | apply copies_discrepancy; [lia | ]].
  intros t htt; destruct (steps t ltac:(lia)).
  assert (INR 1 * theta <= INR t * theta) by (apply Rmult_le_compat_r; [lra | apply le_INR; lia]).
  cbn [INR] in *; apply cos_decr_1; lra.
- apply Rplus_le_compat_l, Ropp_le_contravar.
  destruct (Rle_lt_dec (omega A - INR n * theta) PI).
  + apply cos_decr_1; lra.
  + rewrite <- (cos_turns (omega A - INR n * theta) (-1)), <- cos_neg.
    replace (- (omega A - INR n * theta + 2 * PI * -1)) with (2 * PI - omega A + INR n * theta) by ring.
    apply cos_decr_1; lra.
Qed.

Theorem B_rem32_refuted_max : Statements.retrieval_discrepancy.B_rem32_refuted_max.
Proof.
intros m n d hn (x & px & j & hj & _ & _ & k & hk & _ & e).
assert (one_letter : forall i, within n i -> fst (x i) = 0%nat).
{ intros i hi; destruct (px i hi) as [[lt _] _]; lia. }
assert (w : wanted (x n) = 0%nat).
{ assert (hn' : within n n) by (unfold within; lia).
  destruct (px n hn') as [[lt r] _]; unfold wanted; destruct (snd (x n)); lia. }
assert (z : forall i, within n i -> retrieval_logits 1 0 x n i = 1).
{ intros i hi; rewrite retrieval_logit, one_letter, w by easy; rewrite <- cos_0; f_equal; ring. }
rewrite !z in e by easy; lra.
Qed.

Theorem B_rem32_refuted_min : Statements.retrieval_discrepancy.B_rem32_refuted_min.
Proof.
intros A m n hA hm hn; exists (copies_input n); split; [now apply copies_proper | ].
replace 0 with (1 - cos 0) at 2 by (rewrite cos_0; ring).
apply copies_discrepancy; [easy | intros; rewrite Rmult_0_r; lra].
Qed.

Theorem B_rem32_fix : Statements.retrieval_discrepancy.B_rem32_fix.
Proof.
intros A m n hA hm hn; pose proof (omega_below A hA) as ob; pose proof (omega_pos A ltac:(lia)) as op.
assert (target : forall x k, finds x n k -> retrieval_logits A 0 x n k = 1).
{ intros x k f; rewrite retrieval_logit; apply cos_is_one; exists 0%Z.
  assert (e : fst (x k) = wanted (x n)).
  { unfold finds in f; unfold wanted; destruct (snd (x n)); [easy | now subst k]. }
  rewrite e; ring. }
split.
- intros x k j px f hj ne; rewrite (target x k f), retrieval_logit, Rmult_0_r, Rplus_0_l.
  assert (cos (omega A * (INR (fst (x j)) - INR (wanted (x n)))) <= cos (omega A)); [ | lra].
  apply cos_at_most; rewrite (away_small (omega A)) by lra.
  assert (hn' : within n n) by (unfold within; lia).
  apply letters_apart; [apply (px j hj) | | easy].
  destruct (px n hn') as [[lt r] _]; unfold wanted; destruct (snd (x n)); [easy | exact lt].
- exists (rival_input 0 1 n), 1%nat, n.
  assert (en : rival_input 0 1 n n = (1%nat, letter 0)).
  { unfold rival_input; rewrite Nat.eqb_refl; destruct (Nat.eqb_spec n 1); [lia | easy]. }
  assert (f : finds (rival_input 0 1 n) n 1).
  { unfold finds; rewrite en; cbn; split; [unfold within; lia | easy]. }
  split; [apply rival_proper; lia | split; [exact f | split; [unfold within; lia | ]]].
  rewrite (target _ _ f), en, retrieval_logit, en; unfold wanted; cbn [fst snd].
  split; [easy | split; [now exists 0%nat | ]].
  cbn [INR]; replace ((INR n - INR n) * 0 + omega A * (1 - 0)) with (omega A) by ring; ring.
Qed.
