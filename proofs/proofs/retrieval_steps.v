From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility retrieval_steps.
From Proofs Require Import angles sums_of_reals circle retrieval_range feasibility
  retrieval_discrepancy.
Local Open Scope R_scope.

(* The last position up to n with a left half that occurs. *)
Lemma last_with (x : nat -> token) a n k : within n k -> fst (x k) = a ->
  exists j, within n j /\ fst (x j) = a
    /\ forall i, within n i -> fst (x i) = a -> (i <= j)%nat.
Proof.
unfold within; induction n as [|n IH]; intros hk e; [lia | ].
destruct (Nat.eq_dec (fst (x (S n))) a) as [here | not].
- exists (S n); split; [lia | split; [easy | lia]].
- destruct IH as (j & hj & ej & last); [ | easy | ].
  + destruct (Nat.eq_dec k (S n)) as [-> | ]; [easy | lia].
  + exists j; split; [lia | split; [easy | ]]; intros i hi ei.
    destruct (Nat.eq_dec i (S n)) as [-> | ]; [easy | apply last; [lia | easy]].
Qed.

Lemma found_fst x n k : finds x n k -> fst (x k) = wanted (x n).
Proof. unfold finds, wanted; destruct (snd (x n)); [easy | now intros ->]. Qed.

Theorem B_F22_steps_fix_alone : Statements.retrieval_steps.B_F22_steps_fix_alone.
Proof.
intros A m n0 n theta x hA hn ht px.
destruct (small_steps A n0 n theta ltac:(lia) hn ltac:(lra)) as (_ & s & steps).
specialize (s ltac:(lra)); pose proof (omega_below A hA) as ob.
assert (nn : within n n) by (unfold within; lia).
assert (range : in_range A n0 theta).
{ apply (B_thm31_retr A 1%nat n0 theta); [easy | lia | lia | ].
  apply B_thm31_retr_printed; [easy | lia | lia | easy]. }
destruct (in_range_copies_rivals A n0 theta hA ltac:(lia) range) as [_ rivals].
destruct (px n nn) as (over & (k0 & f0) & same_found).
assert (w0 : within n k0) by (unfold finds in f0; destruct (snd (x n)); [easy | now subst k0]).
destruct (last_with x (wanted (x n)) n k0 w0 (found_fst x n k0 f0)) as (j & hj & ej & last).
assert (fj : finds x n j).
{ unfold finds; unfold wanted in ej, last; destruct (snd (x n)); [easy | ].
  assert (n <= j)%nat by (apply last; easy); unfold within in hj; lia. }
exists j; split; [easy | split; [now split | split]].
{ intros k fk; now apply same_found. }
assert (match_logit : forall k, within n k -> fst (x k) = wanted (x n) ->
  retrieval_logits A theta x n k = cos (INR (n - k) * theta)).
{ intros k hk e; rewrite retrieval_logit, e; unfold within in hk.
  rewrite minus_INR by lia; f_equal; ring. }
rewrite (match_logit j hj ej); split; [easy | ]; intros k hk ne.
destruct (Nat.eq_dec (fst (x k)) (wanted (x n))) as [e | e].
- rewrite (match_logit k hk e); pose proof (last k hk e) as le; unfold within in *.
  destruct (steps (n - k)%nat ltac:(lia)), (steps (n - j)%nat ltac:(lia)).
  assert (INR (n - j) * theta < INR (n - k) * theta)
    by (apply Rmult_lt_compat_r; [lra | apply lt_INR; lia]).
  pose proof pi_pos; apply cos_decreasing_1; lra.
- rewrite retrieval_logit; unfold within in *; rewrite <- minus_INR by lia.
  apply rivals; try lia.
  + apply (px k); unfold within; lia.
  + destruct over as [lt r]; unfold wanted; destruct (snd (x n)); [easy | exact lt].
Qed.

Theorem B_F22_steps_fix_delta : Statements.retrieval_steps.B_F22_steps_fix_delta.
Proof.
intros A n0 n theta hA hn ht s low high.
destruct (small_steps A n0 n theta ltac:(lia) hn ltac:(lra)) as (_ & two & steps).
specialize (two ltac:(lra)); pose proof (omega_below A hA) as ob; pose proof pi_pos as pp.
assert (A2 : INR 2 <= INR A) by (now apply le_INR); cbn [INR] in A2.
assert (turn : omega A * INR A = 2 * PI) by (unfold omega; field; lra).
assert (hs : 0 <= s /\ s + theta <= INR n * theta) by (apply steps; lia).
assert (most : forall k i, (2 <= k <= A)%nat -> within n i ->
  cos (INR (k - 1) * omega A + INR (n - i) * theta) <= cos (omega A - s)).
{ intros k i hk hi; unfold within in hi.
  destruct (steps (n - i)%nat ltac:(lia)) as [t0 t1].
  assert (ts : INR (n - i) * theta <= s)
    by (unfold s; apply Rmult_le_compat_r; [lra | apply le_INR; lia]).
  assert (k1 : 1 <= INR (k - 1)) by (change 1 with (INR 1); apply le_INR; lia).
  assert (k2 : INR (k - 1) <= INR A - 1)
    by (change 1 with (INR 1); rewrite <- minus_INR by lia; apply le_INR; lia).
  set (y := INR (k - 1) * omega A + INR (n - i) * theta).
  assert (y1 : omega A <= y) by (unfold y; nra).
  assert (y2 : y <= 2 * PI - omega A + s) by (unfold y; nra).
  destruct (Rle_lt_dec y PI).
  - apply cos_decr_1; lra.
  - rewrite <- (cos_turns y (-1)), <- cos_neg.
    replace (- (y + 2 * PI * -1)) with (2 * PI - y) by ring; apply cos_decr_1; lra. }
assert (attained : cos (INR (A - 1) * omega A + INR (n - 1) * theta) = cos (omega A - s)).
{ rewrite minus_INR by lia; cbn [INR].
  replace ((INR A - 1) * omega A + INR (n - 1) * theta) with (- (omega A - s) + 2 * PI * IZR 1)
    by (unfold s; rewrite <- turn; ring).
  now rewrite cos_turns, cos_neg. }
assert (delta : forall j, printed_delta_is A n theta j (cos (INR (n - j) * theta) - cos (omega A - s))).
{ intros j; split.
  - exists A, 1%nat; split; [lia | split; [unfold within; lia | now rewrite attained]].
  - intros k i hk hi; specialize (most k i hk hi); lra. }
assert (ends : low = cos s - cos (omega A - s)).
{ unfold low; replace s with (omega A / 2 - (omega A / 2 - s)) at 2 by ring.
  replace (omega A - s) with (omega A / 2 + (omega A / 2 - s)) by lra.
  rewrite cos_minus, cos_plus; ring. }
split; [ | split; [ | split; [ | split]]].
- intros j hj; split; [apply delta | ]; rewrite ends; unfold high, within in *.
  destruct (steps (n - j)%nat ltac:(lia)).
  assert (INR (n - j) * theta <= s)
    by (unfold s; apply Rmult_le_compat_r; [lra | apply le_INR; lia]).
  pose proof (COS_bound (INR (n - j) * theta)).
  assert (cos s <= cos (INR (n - j) * theta)) by (apply cos_decr_1; lra); lra.
- unfold low; repeat apply Rmult_lt_0_compat; [lra | apply sin_gt_0; lra | apply sin_gt_0; lra].
- rewrite ends; apply (delta 1%nat).
- unfold high; rewrite <- cos_0 at 1; replace 0 with (INR (n - n) * theta); [apply delta | ].
  rewrite Nat.sub_diag; cbn [INR]; ring.
- unfold high; assert (cos (omega A - s) < cos (omega A - INR n * theta)); [ | lra].
  apply cos_decreasing_1; lra.
Qed.

Theorem B_F22_steps_fix_own : Statements.retrieval_steps.B_F22_steps_fix_own.
Proof.
intros A m n hA hm hn; exists (copies_input n); split; [now apply copies_proper | split].
- unfold finds, copies_input; now rewrite Nat.eqb_refl.
- unfold within; intros k hk _; lia.
Qed.
