(* Near-misses of Statements.zero_ties: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import attention discrepancy feasibility zero zero_ties.
From Proofs Require sums_of_reals zero.
Local Open Scope R_scope.

(* Two tied keys do no harm to a letter. *)
Definition B_zero_may_index__letters_alone : Prop :=
  forall (A n : nat) (theta : R), (2 <= A)%nat -> (2 <= n)%nat ->
  (forall x, over 0 x n -> letters_below A x n -> points_inside x n ->
     decodes (index_output (hard (printed_logits theta x n) n) x n) (Index x n)) ->
  forall x, over 0 x n -> points_inside x n -> unique_largest (printed_logits theta x n) n.
Theorem B_zero_may_index__letters_alone_false : ~ B_zero_may_index__letters_alone.
Proof.
intros H; destruct (H 2%nat 2%nat 0 ltac:(lia) ltac:(lia)) with (x := fun _ : nat => letter 0) as (j & hj & u).
- intros x hx _ _; assert (w : within 2 2) by (unfold within; lia).
  destruct (x 2%nat) as [a | i] eqn:e; [ | specialize (hx 2%nat i w e); lia].
  replace (Index x 2) with (letter a) by (unfold Index; now rewrite e).
  apply Proofs.zero.B_zero_fix_ties; [lia | easy | ].
  set (l := printed_logits 0 x 2); cbn [sum].
  destruct (Proofs.sums_of_reals.top_cases l 2 1) as [[_ ->] | [_ ->]],
    (Proofs.sums_of_reals.top_cases l 2 2) as [[_ ->] | [_ ->]]; lra.
- easy.
- easy.
- assert (same_logit : forall i, printed_logits 0 (fun _ => letter 0) 2 i = 1).
  { intros i; unfold printed_logits, index_logits; cbn [printed_key index_query].
    rewrite Proofs.sums_of_reals.rope_plain, Rmult_0_r; apply cos_0. }
  assert (j = 1 \/ j = 2)%nat as [-> | ->] by (unfold within in hj; lia).
  + specialize (u 2%nat ltac:(unfold within; lia) ltac:(lia)); rewrite !same_logit in u; lra.
  + specialize (u 1%nat ltac:(unfold within; lia) ltac:(lia)); rewrite !same_logit in u; lra.
Qed.

(* Of a shorter length nothing follows. *)
Definition B_zero_may_retr__shorter : Prop :=
  forall (A m n0 : nat) (theta : R), (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding A m (n0 - 1) theta ->
  forall n x j k, within n0 n -> proper A m x n -> within n j -> within n k ->
  let l := retrieval_logits A theta x n in
  (forall i, within n i -> l i <= l j) -> l k = l j -> x k = x j.
Theorem B_zero_may_retr__shorter_false : ~ B_zero_may_retr__shorter.
Proof.
set (x := fun j => (0%nat, if Nat.eqb j 2 then number 1 else letter 0)).
assert (L : forall i, retrieval_logits 2 0 x 2 i = 1).
{ intros i; unfold retrieval_logits, retrieval_key, retrieval_query, x; cbn [fst snd wanted Nat.eqb INR].
  rewrite Rmult_0_r, Ropp_0, Proofs.sums_of_reals.rotate_none, Proofs.sums_of_reals.rope_plain, Rmult_0_r.
  apply cos_0. }
intros H; specialize (H 2%nat 1%nat 2%nat 0 ltac:(lia) ltac:(lia) ltac:(lia)).
assert (e : x 1%nat = x 2%nat); [ | discriminate e].
apply (H) with (n := 2%nat); try (unfold within; lia).
- intros n y i k hn _ hi f; unfold within in hn, hi; cbn in hn.
  assert (n = 1 /\ i = 1)%nat as [-> ->] by lia.
  assert (k = 1)%nat as ->.
  { unfold finds in f; destruct (snd (y 1%nat)); [destruct f as [w _]; unfold within in w; lia | easy]. }
  intros c ne; unfold retrieval_output; cbn [sum]; rewrite Proofs.sums_of_reals.same_token_refl.
  rewrite Proofs.sums_of_reals.same_token_not by congruence; cbn [one].
  enough (0 < hard (retrieval_logits 2 0 y 1) 1 1) by lra.
  apply Proofs.sums_of_reals.hard_on; [lia | ].
  symmetry; apply Proofs.sums_of_reals.best_is; [unfold within; lia | intros k hk].
  replace k with 1%nat by (unfold within in hk; lia); lra.
- intros j hj; unfold within in hj; assert (j = 1 \/ j = 2)%nat as [-> | ->] by lia;
    unfold token_over, finds, x; cbn [fst snd Nat.eqb].
  + split; [lia | split; [exists 1%nat; split; [unfold within; lia | easy] | ]].
    intros k k' [w _] [w' _]; unfold within in *; replace k with 1%nat by lia; now replace k' with 1%nat by lia.
  + split; [lia | split; [now exists 2%nat | now intros k k' -> ->]].
- intros i _; rewrite !L; lra.
- now rewrite !L.
Qed.
