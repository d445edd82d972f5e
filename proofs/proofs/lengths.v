From Coq Require Import Reals ZArith Lia Lra FunctionalExtensionality.
From Statements Require Import circle attention discrepancy canonical softening lengths.
From Proofs Require Import angles sums_of_reals circle canonical irrational discrepancy.
Local Open Scope R_scope.

(* A letter outweighs the others on every word iff it is the only letter among the maximisers. *)
Lemma letter_wins A l n j : (2 <= A)%nat -> within (n - 1) j ->
  (forall x, word A x -> decodes (weight (hard l n) x (n - 1)) (x j))
  <-> l j = best l n /\ forall k, within (n - 1) k -> k <> j -> l k < l j.
Proof.
intros hA hj; unfold within in hj; assert (n1 : (1 <= n)%nat) by lia.
eapply iff_trans; [apply every_word; [easy | exact hj | intros; now apply hard_nonneg] | ]; split.
- intros d; assert (top : l j = best l n).
  { destruct (Req_EM_T (l j) (best l n)) as [e | ne]; [easy | exfalso].
    rewrite (hard_off l n j ne) in d.
    pose proof (sum_but_nonneg (hard l n) (n - 1) j (fun k _ => hard_nonneg l n k n1)); lra. }
  split; [easy | ]; intros k hk ne; rewrite top.
  assert (le : l k <= best l n) by (apply best_above; unfold within in *; lia).
  destruct le as [lt | e]; [easy | exfalso].
  assert (same : hard l n k = hard l n j) by (unfold hard; now rewrite !top_one).
  assert (hard l n k <= sum_but (hard l n) (n - 1) j); [ | lra].
  unfold sum_but; rewrite (sum_split _ (n - 1) k hk); destruct (Nat.eqb_spec k j); [easy | ].
  assert (0 <= sum (others k (fun i => if Nat.eqb i j then 0 else hard l n i)) (n - 1)); [ | lra].
  apply sum_nonneg; intros i _; unfold others.
  destruct Nat.eqb; [lra | destruct Nat.eqb; [lra | now apply hard_nonneg]].
- intros [top below]; replace (sum_but (hard l n) (n - 1) j) with 0; [now apply hard_on | ].
  symmetry; apply sum_zero; intros k hk; destruct (Nat.eqb_spec k j); [easy | ].
  apply hard_off; specialize (below k hk ltac:(easy)); lra.
Qed.

Lemma soft_wins A l n j : (2 <= A)%nat -> within (n - 1) j ->
  (forall x, word A x -> decodes (weight (softmax l n) x (n - 1)) (x j)) ->
  forall k, within (n - 1) k -> k <> j -> l k < l j.
Proof.
intros hA hj right k hk ne; unfold within in *; assert (n1 : (1 <= n)%nat) by lia.
apply every_word in right; [ | easy | easy | intros; left; now apply softmax_pos].
assert (less : softmax l n k < softmax l n j).
{ eapply Rle_lt_trans; [ | exact right].
  unfold sum_but; rewrite (sum_split _ (n - 1) k hk); destruct (Nat.eqb_spec k j); [easy | ].
  assert (0 <= sum (others k (fun i => if Nat.eqb i j then 0 else softmax l n i)) (n - 1)); [ | lra].
  apply sum_nonneg; intros i _; unfold others.
  destruct Nat.eqb; [lra | destruct Nat.eqb; [lra | left; now apply softmax_pos]]. }
unfold softmax in less; apply exp_lt_inv; apply Rmult_lt_reg_r in less; [easy | ].
apply Rinv_0_lt_compat, sum_pos with 1%nat; [unfold within; lia | apply exp_pos | ].
intros; left; apply exp_pos.
Qed.

(* Two letters at places p and r, the first letter elsewhere. *)
Definition two_places (p r a b k : nat) : nat :=
  if Nat.eqb k p then a else if Nat.eqb k r then b else 0%nat.

Section AnyReadout.
Variables (A n0 : nat) (L : nat -> nat -> R) (I : Type) (val own : nat -> I -> R).
Variable F : nat -> (I -> R) -> nat.
Hypothesis (hA : (2 <= A)%nat).
Hypothesis right : forall (n j : nat) (x : nat -> nat),
  within n0 n -> within (n - 1) j -> word A x ->
  F j (average I (attended hard L n j) (fun k => if Nat.eqb k n then own j else val (x k)) n) = x j.

(* The place asked for is attended to. *)
Lemma asked_is_top n j : within n0 n -> within (n - 1) j ->
  L j (n - j)%nat = best (fun k => L j (n - k)%nat) n.
Proof.
intros hn hj; set (l := fun k => L j (n - k)%nat).
destruct (Req_EM_T (l j) (best l n)) as [e | ne]; [easy | exfalso].
assert (two : forall a, (a < A)%nat -> F j (average I (attended hard L n j)
  (fun k => if Nat.eqb k n then own j else val (two_places j j a a k)) n) = a).
{ intros a ha; rewrite right; [unfold two_places; now rewrite Nat.eqb_refl | easy | easy | ].
  intros k; unfold two_places; destruct (Nat.eqb k j); lia. }
pose proof (two 0%nat ltac:(lia)) as t.
assert (same : average I (attended hard L n j)
    (fun k => if Nat.eqb k n then own j else val (two_places j j 0 0 k)) n
  = average I (attended hard L n j)
    (fun k => if Nat.eqb k n then own j else val (two_places j j 1 1 k)) n).
{ apply functional_extensionality; intros i; unfold average, attended; fold l.
  apply sum_ext; intros k hk; destruct (Nat.eqb k n); [easy | ].
  unfold two_places; destruct (Nat.eqb_spec k j) as [-> | nk]; [ | easy].
  rewrite (hard_off l n j ne); ring. }
rewrite same, (two 1%nat ltac:(lia)) in t; easy.
Qed.

(* At length 3 with the token 2 the first place is not attended to as well. *)
Lemma first_is_below : (3 <= n0)%nat -> L 2%nat 2%nat < L 2%nat 1%nat.
Proof.
intros h3; pose proof (asked_is_top 3 2 ltac:(unfold within; lia) ltac:(unfold within; lia)) as chosen.
set (l := fun k => L 2%nat (3 - k)%nat) in *.
assert (le : l 1%nat <= l 2%nat).
{ unfold l at 2; rewrite chosen; apply best_above; unfold within; lia. }
destruct le as [lt | e]; [easy | exfalso].
assert (two : forall a b, (a < A)%nat -> (b < A)%nat -> F 2%nat (average I (attended hard L 3 2)
  (fun k => if Nat.eqb k 3 then own 2%nat else val (two_places 1 2 a b k)) 3) = b).
{ intros a b ha hb; rewrite right; [easy | unfold within; lia | unfold within; lia | ].
  intros k; unfold two_places; destruct (Nat.eqb k 1); [easy | destruct (Nat.eqb k 2); [easy | lia]]. }
pose proof (two 0%nat 1%nat ltac:(lia) ltac:(lia)) as t.
assert (same : average I (attended hard L 3 2)
    (fun k => if Nat.eqb k 3 then own 2%nat else val (two_places 1 2 0 1 k)) 3
  = average I (attended hard L 3 2)
    (fun k => if Nat.eqb k 3 then own 2%nat else val (two_places 1 2 1 0 k)) 3).
{ apply functional_extensionality; intros i; unfold average, attended; fold l; cbn [sum].
  assert (w : hard l 3 1 = hard l 3 2) by (unfold hard, top; now rewrite e).
  rewrite w; unfold two_places; cbn [Nat.eqb]; ring. }
rewrite same, (two 1%nat 0%nat ltac:(lia) ltac:(lia)) in t; easy.
Qed.

Lemma no_readout : (4 <= n0)%nat -> False.
Proof.
intros h4; pose proof (first_is_below ltac:(lia)) as below.
pose proof (asked_is_top 4 2 ltac:(unfold within; lia) ltac:(unfold within; lia)) as top.
pose proof (best_above (fun k => L 2%nat (4 - k)%nat) 4 3 ltac:(unfold within; lia)) as b.
rewrite <- top in b; cbn [Nat.sub] in b; lra.
Qed.
End AnyReadout.

Theorem A_thm3_lengths : Statements.lengths.A_thm3_lengths.
Proof.
intros A n0 L hA h4; split.
- intros I val own F right; now apply (no_readout A n0 L I val own F).
- intros right.
  pose proof (soft_wins A (fun k => L 2%nat (3 - k)%nat) 3 2 hA ltac:(unfold within; lia)) as w3.
  pose proof (soft_wins A (fun k => L 2%nat (4 - k)%nat) 4 2 hA ltac:(unfold within; lia)) as w4.
  specialize (w3 (fun x => right 3%nat 2%nat x ltac:(unfold within; lia) ltac:(unfold within; lia))).
  specialize (w4 (fun x => right 4%nat 2%nat x ltac:(unfold within; lia) ltac:(unfold within; lia))).
  specialize (w3 1%nat ltac:(unfold within; lia) ltac:(lia)).
  specialize (w4 3%nat ltac:(unfold within; lia) ltac:(lia)); cbn [Nat.sub] in w3, w4; lra.
Qed.

Definition three_lengths (j d : nat) : R :=
  if Nat.eqb j 1 then INR d else if Nat.eqb d 1 then 1 else 0.

Theorem A_thm3_lengths_fix_start : Statements.lengths.A_thm3_lengths_fix_start.
Proof.
intros A n0 hA; split.
- intros [L right]; apply Nat.nlt_ge; intros h4.
  assert (wins : forall n, within n0 n -> within (n - 1) 2 ->
    forall k, within (n - 1) k -> k <> 2%nat -> L 2%nat (n - k)%nat < L 2%nat (n - 2)%nat).
  { intros n hn h2; apply (letter_wins A (fun k => L 2%nat (n - k)%nat) n 2 hA h2).
    intros x hx; now apply (right n 2%nat x). }
  pose proof (wins 3%nat ltac:(unfold within; lia) ltac:(unfold within; lia) 1%nat
    ltac:(unfold within; lia) ltac:(lia)) as w3.
  pose proof (wins 4%nat ltac:(unfold within; lia) ltac:(unfold within; lia) 3%nat
    ltac:(unfold within; lia) ltac:(lia)) as w4; cbn [Nat.sub] in w3, w4; lra.
- intros h3; exists three_lengths; intros n j x hn hj; revert x; unfold attended, from_start.
  apply letter_wins; [easy | easy | ]; unfold within in *.
  assert (cases : (n = 2 /\ j = 1 \/ n = 3 /\ j = 1 \/ n = 3 /\ j = 2)%nat) by lia.
  assert (finish : forall l, (forall k, (1 <= k <= n)%nat -> l k <= l j) ->
    (forall k, (1 <= k <= n - 1)%nat -> k <> j -> l k < l j) ->
    l j = best l n /\ forall k, (1 <= k <= n - 1)%nat -> k <> j -> l k < l j).
  { intros l le lt; split; [symmetry; apply best_is; [unfold within; lia | easy] | easy]. }
  apply (finish (fun k => three_lengths j (n - k))).
  + intros k hk; destruct cases as [[-> ->] | [[-> ->] | [-> ->]]];
      assert (ks : (k = 1 \/ k = 2 \/ k = 3)%nat) by lia; destruct ks as [-> | [-> | ->]];
      unfold three_lengths; cbn; lra || lia.
  + intros k hk ne; destruct cases as [[-> ->] | [[-> ->] | [-> ->]]];
      assert (ks : (k = 1 \/ k = 2)%nat) by lia; destruct ks as [-> | ->];
      unfold three_lengths; cbn; lra || lia.
Qed.

Lemma back_right A n0 theta : (2 <= A)%nat ->
  right_up_to hard (back_logits theta) counted_back A n0 <-> ~ some_multiple_turns theta (n0 - 2).
Proof.
intros hA.
assert (own : forall i, back_logits theta i i = 1).
{ intros i; unfold back_logits; rewrite <- cos_0; f_equal; ring. }
split.
- intros right (t & ht & turns); set (n := (t + 2)%nat).
  assert (hp : within (n - 1) (n - 1)) by (unfold within, n; lia).
  pose proof (letter_wins A (fun k => back_logits theta 1 (n - k)) n (n - 1) hA hp) as w.
  destruct (proj1 w) as [_ below].
  + intros x hx; apply (right n 1%nat x); [unfold within, n; lia | unfold within, n; lia | easy].
  + specialize (below 1%nat ltac:(unfold within, n; lia) ltac:(unfold n; lia)).
    replace (n - (n - 1))%nat with 1%nat in below by (unfold n; lia); rewrite own in below.
    replace (n - 1)%nat with (S t) in below by (unfold n; lia).
    unfold back_logits in below; rewrite S_INR in below; cbn [INR] in below.
    replace ((INR t + 1 - 1) * theta) with (INR t * theta) in below by ring.
    apply cos_is_one in turns; lra.
- intros no n i x hn hi; revert x; unfold attended, counted_back; unfold within in *.
  apply letter_wins; [easy | unfold within; lia | ].
  assert (target : back_logits theta i (n - (n - i)) = 1).
  { replace (n - (n - i))%nat with i by lia; apply own. }
  rewrite target; split.
  + symmetry; rewrite <- target.
    apply (best_is (fun k => back_logits theta i (n - k)) n (n - i)); [unfold within; lia | ].
    intros k _; rewrite target; apply COS_bound.
  + intros k hk ne; unfold back_logits; unfold within in hk.
    destruct (Nat.le_gt_cases i (n - k)) as [le | gt].
    * rewrite <- minus_INR by lia; apply cos_below_one; intros turns; apply no.
      exists (n - k - i)%nat; split; [lia | easy].
    * rewrite <- cos_neg; replace (- ((INR (n - k) - INR i) * theta)) with (INR (i - (n - k)) * theta)
        by (rewrite (minus_INR i) by lia; ring).
      apply cos_below_one; intros turns; apply no; exists (i - (n - k))%nat; split; [lia | easy].
Qed.

Theorem A_thm3_lengths_fix_back : Statements.lengths.A_thm3_lengths_fix_back.
Proof. intros A n0 theta hA; now apply back_right. Qed.

Lemma irrational_iff theta : (forall n, ~ some_multiple_turns theta n) <-> ~ rational (theta / PI).
Proof.
rewrite <- (B_irr_fix_all 0%nat theta); split.
- intros no n x hn over inside; apply (proj2 (unique_iff 0%nat n theta hn)); try easy.
- intros all n; replace n with (n + 1 - 1)%nat by lia.
  apply (proj1 (unique_iff 0%nat (n + 1)%nat theta ltac:(lia))); intros k x hk; apply all.
  unfold within in hk; lia.
Qed.

Theorem A_thm3_lengths_fix_all : Statements.lengths.A_thm3_lengths_fix_all.
Proof.
intros A hA; split.
- intros theta; rewrite <- irrational_iff; split.
  + intros all n; replace n with (n + 2 - 2)%nat by lia; now apply (back_right A (n + 2)%nat theta hA).
  + intros no n0; now apply back_right.
- exists 1; intros (p & q & hq & e); pose proof pi_pos.
  apply irrational_pi; exists q, p; apply not_0_IZR in hq.
  assert (ep : IZR p * PI = IZR q).
  { replace (IZR p * PI) with (IZR p / IZR q * (IZR q * PI)) by (field; easy).
    rewrite <- e; field; lra. }
  assert (np : IZR p <> 0) by (intros z; rewrite z, Rmult_0_l in ep; now symmetry in ep).
  split; [intros ->; now apply np | rewrite <- ep; field; easy].
Qed.
