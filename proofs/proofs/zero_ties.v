From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility zero zero_ties.
From Proofs Require Import angles sums_of_reals circle discrepancy concentration retrieval_range feasibility zero.
Local Open Scope R_scope.

(* The number t, t places after the only letter 0. *)
Definition tied (n t j : nat) : symbol :=
  if Nat.eqb j n then number t else letter (if Nat.eqb j (n - t) then 0 else 1).

Theorem B_zero_may_index : Statements.zero_ties.B_zero_may_index.
Proof.
intros A n theta hA hn right x hx inside.
apply (proj2 (unique_iff (n - 1) n theta ltac:(lia))); [ | unfold within; lia | easy | easy].
clear x hx inside; intros (t & ht & turns); apply cos_is_one in turns.
set (x := tied n t); set (l := printed_logits theta x n).
assert (en : x n = number t) by (unfold x, tied; now rewrite Nat.eqb_refl).
assert (et : x (n - t)%nat = letter 0).
{ unfold x, tied; rewrite Nat.eqb_refl; destruct (Nat.eqb_spec (n - t) n); [lia | easy]. }
assert (hx : over (n - 1) x n).
{ intros j i _ e; unfold x, tied in e; destruct (Nat.eqb j n); [injection e as <-; lia | easy]. }
assert (ans : Index x n = letter 0).
{ unfold Index; rewrite en; destruct (Nat.ltb_spec t n); [now rewrite et | lia]. }
assert (few : letters_below A x n).
{ intros j a _ e; unfold x, tied in e; destruct (Nat.eqb j n); [discriminate | injection e as <-].
  destruct (Nat.eqb j (n - t)); lia. }
specialize (right x hx few ltac:(unfold points_inside; rewrite en; lia)).
apply (proj1 (B_zero_fix_index theta x n ltac:(lia))) in right; rewrite en, ans in right.
assert (at_n : l n = 1).
{ unfold l; rewrite printed_logits_are, en, Nat.sub_diag by lia; cbn [INR].
  replace ((0 - INR t) * theta) with (- (INR t * theta)) by ring; now rewrite cos_neg. }
assert (at_t : l (n - t)%nat = 1).
{ unfold l; rewrite printed_logits_are, en by lia; replace (n - (n - t))%nat with t by lia.
  replace ((INR t - INR t) * theta) with 0 by ring; apply cos_0. }
assert (b : best l n = 1).
{ rewrite (best_is l n n), at_n; [easy | unfold within; lia | ].
  intros k hk; rewrite at_n; unfold l; rewrite printed_logits_are, en by (unfold within in hk; lia); apply COS_bound. }
assert (wt : within n (n - t)) by (unfold within; lia); assert (wn : within n n) by (unfold within; lia).
assert (share : sum (fun j => top l n j * one (same (x j) (letter 0))) n = 1).
{ rewrite (sum_single _ n (n - t) wt), et.
  - rewrite top_one by lra; cbn; ring.
  - intros k hk ne; unfold x, tied; destruct (Nat.eqb k n); [cbn; ring | ].
    destruct (Nat.eqb_spec k (n - t)); [easy | cbn; ring]. }
assert (two : 2 <= sum (top l n) n).
{ rewrite (sum_split _ n n wn), (sum_split _ n (n - t) wt); unfold others at 1.
  destruct (Nat.eqb_spec (n - t) n); [lia | ]; rewrite !top_one by lra.
  enough (0 <= sum (others (n - t) (others n (top l n))) n) by lra.
  apply sum_nonneg; intros j _; unfold others; destruct (Nat.eqb j (n - t)), (Nat.eqb j n); try lra.
  destruct (top_cases l n j) as [[_ ->] | [_ ->]]; lra. }
unfold held_share in right; fold l in right; rewrite share in right.
apply Rmult_lt_compat_r with (r := sum (top l n) n) in right; [ | lra].
replace (1 / sum (top l n) n * sum (top l n) n) with 1 in right by (field; lra); lra.
Qed.

Theorem B_zero_may_retr : Statements.zero_ties.B_zero_may_retr.
Proof.
intros A m n0 theta hA hm hn right n x j k hw px hj hk l most tie.
assert (hn' : within n n) by (unfold within in *; lia).
destruct (proj1 (proj2 (px n hn'))) as [t found].
pose proof (must_be_in_range A m n0 theta hA hm hn right) as range.
destruct (in_range_copies_rivals A n0 theta hA hn range) as [copies rivals].
destruct (some_room A n0 theta copies rivals) as (g & hg & room).
pose proof (found_within n0 n x n t hw hn' found) as ht.
pose proof (beaten A m n0 n theta g x n t room hw px hn' found) as best_is_target.
assert (low := most t ht).
destruct (best_is_target j hj) as [ej | lj]; [ | fold l in lj; lra].
destruct (best_is_target k hk) as [ek | lk]; [congruence | fold l in lk; lra].
Qed.
