(* Statements of zero.v with a few words changed: false. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import circle attention discrepancy zero.
From Proofs Require Import sums_of_reals discrepancy zero.
Local Open Scope R_scope.

Definition B_zero_fix_retr__weak : Prop :=
  forall (A : nat) (theta : R) (x : nat -> token) (n k : nat), within n k ->
  let l := retrieval_logits A theta x n in
  let h s := held_share l n (fun j => same_token (x j) s) in
  decodes (retrieval_output (hard l n) x n) (x k) <-> forall s, s <> x k -> h s <= h (x k).

Local Lemma still A x n j : fst (x j) = wanted (x n) -> retrieval_logits A 0 x n j = 1.
Proof.
intros e; unfold retrieval_logits, retrieval_key, retrieval_query; rewrite e.
rewrite <- (scale_one (rotate _ v)) at 1; rewrite rope_cos, Rmult_0_r.
replace (0 + - (omega A * INR (wanted (x n))) - - (omega A * INR (wanted (x n)))) with 0 by ring.
rewrite cos_0; ring.
Qed.

Theorem B_zero_fix_retr__weak_false : ~ B_zero_fix_retr__weak.
Proof.
intros claim.
set (x := fun j : nat => (0%nat, number j) : token).
destruct (claim 1%nat 0 x 2%nat 2%nat ltac:(unfold within; lia)) as [_ right].
set (l := retrieval_logits 1 0 x 2) in *.
assert (l1 : l 1%nat = 1) by (apply still; reflexivity).
assert (l2 : l 2%nat = 1) by (apply still; reflexivity).
assert (b : best l 2 = 1).
{ rewrite (best_is l 2 2); [easy | unfold within; lia | ].
  unfold within; intros k hk; destruct (Nat.eq_dec k 1) as [-> | ]; [lra | ].
  replace k with 2%nat by lia; lra. }
assert (t1 : top l 2 1 = 1) by (apply top_one; lra).
assert (t2 : top l 2 2 = 1) by (apply top_one; lra).
assert (share : forall s, held_share l 2 (fun j => same_token (x j) s)
  = (one (same_token (x 1%nat) s) + one (same_token (x 2%nat) s)) / 2).
{ intros s; unfold held_share; cbn [sum]; rewrite t1, t2; field. }
assert (d : decodes (retrieval_output (hard l 2) x 2) (x 2%nat)).
{ apply right; intros s ne; rewrite !share, (same_token_refl (x 2%nat)).
  rewrite (same_token_not (x 2%nat) s) by congruence.
  destruct (same_token (x 1%nat) s), (same_token (x 1%nat) (x 2%nat)); cbn [one]; lra. }
specialize (d (x 1%nat) ltac:(unfold x; congruence)).
unfold retrieval_output, hard in d; cbn [sum] in d; rewrite t1, t2 in d.
cbn in d; lra.
Qed.

Definition B_zero_fix_index__weak : Prop :=
  forall (theta : R) (x : nat -> symbol) (n : nat), (1 <= n)%nat ->
  let l := printed_logits theta x n in
  let h a := held_share l n (fun j => same (x j) (letter a)) in
  decodes (index_output (hard l n) x n) (Index x n)
  <-> match x n, Index x n with
      | letter a, _ => forall b, b <> a -> 2 * h b < 1 + 2 * h a
      | number _, letter a => 1 / 2 <= h a
      | number _, number _ => forall b, h b < 1 / 2
      end.

Local Lemma flat x n j : (j <= n)%nat -> printed_logits 0 x n j = 1.
Proof.
intros hj; rewrite printed_logits_are by easy; destruct (x n); rewrite Rmult_0_r; apply cos_0.
Qed.

Local Lemma flat_top x n j : within n j -> top (printed_logits 0 x n) n j = 1.
Proof.
intros hj; apply top_one; symmetry; apply best_is; [easy | ].
unfold within in *; intros k hk; rewrite !flat by lia; lra.
Qed.

Theorem B_zero_fix_index__weak_false : ~ B_zero_fix_index__weak.
Proof.
intros claim; set (x := fun j => if Nat.eqb j 2 then number 1 else letter 0).
destruct (claim 0 x 2%nat ltac:(lia)) as [_ right].
change (x 2%nat) with (number 1) in right; change (Index x 2) with (letter 0) in right.
set (l := printed_logits 0 x 2) in *.
assert (t1 : top l 2 1 = 1) by (apply flat_top; unfold within; lia).
assert (t2 : top l 2 2 = 1) by (apply flat_top; unfold within; lia).
assert (d : decodes (index_output (hard l 2) x 2) (letter 0)).
{ apply right; unfold held_share; cbn [sum]; rewrite t1, t2; cbn; lra. }
specialize (d (number 1) ltac:(congruence)).
unfold index_output, hard in d; cbn [sum] in d; rewrite t1, t2 in d; cbn in d; lra.
Qed.

Definition B_zero_fix_ties__four : Prop :=
  forall (theta : R) (x : nat -> symbol) (n a : nat), (1 <= n)%nat -> x n = letter a ->
  let l := printed_logits theta x n in
  sum (top l n) n <= 4 -> decodes (index_output (hard l n) x n) (letter a).

Theorem B_zero_fix_ties__four_false : ~ B_zero_fix_ties__four.
Proof.
intros claim; set (x := fun j => if Nat.eqb j 4 then letter 0 else letter 1).
specialize (claim 0 x 4%nat 0%nat ltac:(lia) eq_refl); cbv zeta in claim.
set (l := printed_logits 0 x 4) in *.
assert (t1 : top l 4 1 = 1) by (apply flat_top; unfold within; lia).
assert (t2 : top l 4 2 = 1) by (apply flat_top; unfold within; lia).
assert (t3 : top l 4 3 = 1) by (apply flat_top; unfold within; lia).
assert (t4 : top l 4 4 = 1) by (apply flat_top; unfold within; lia).
specialize (claim ltac:(cbn [sum]; rewrite t1, t2, t3, t4; lra) (letter 1) ltac:(congruence)).
unfold index_output, hard in claim; cbn [sum] in claim; rewrite t1, t2, t3, t4 in claim.
cbn in claim; lra.
Qed.
