From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy canonical zero_ties temperature.
From Proofs Require Import angles sums_of_reals circle discrepancy canonical feasibility shapes.
Local Open Scope R_scope.

(* What a key weighs, the target at t weighing 1. *)
Definition share (beta theta : R) (t j : nat) : R :=
  exp (- (beta * (1 - cos ((INR j - INR t) * theta)))).

Lemma share_range beta theta t j : 0 <= beta -> 0 < share beta theta t j <= 1.
Proof.
intros h; split; [apply exp_pos | ]; rewrite <- exp_0; apply exp_le.
pose proof (COS_bound ((INR j - INR t) * theta)); nra.
Qed.

Lemma share_self beta theta t : share beta theta t t = 1.
Proof.
unfold share; replace ((INR t - INR t) * theta) with 0 by ring.
rewrite cos_0; replace (- (beta * (1 - 1))) with 0 by ring; apply exp_0.
Qed.

Section Row.
Variables (n : nat) (x : nat -> symbol) (beta theta : R).
Hypothesis (hn : (1 <= n)%nat) (inside : points_inside x n).
Let t := (n - back x n)%nat.
Let w := softmax (fun j => beta * printed_logits theta x n j) n.
Let S := sum_but (share beta theta t) n t.

Lemma logit_share j : within n j -> (1 <= t)%nat ->
  exp (beta * printed_logits theta x n j) = exp beta * share beta theta t j.
Proof.
intros hj ht; unfold within in hj; rewrite logits_back by lia; unfold share; rewrite <- exp_plus.
f_equal; pose proof (back_inside x n hn inside) as hb.
rewrite <- (cos_neg ((INR j - INR t) * theta)).
replace (- ((INR j - INR t) * theta)) with ((INR (n - j) - INR (back x n)) * theta); [ring | ].
unfold t; rewrite !minus_INR by lia; ring.
Qed.

Lemma target_share : within n t -> w t = / (1 + S).
Proof.
intros ht; assert (t1 : (1 <= t)%nat) by (unfold within in ht; lia).
unfold w, softmax.
assert (S0 : 0 <= S) by (apply sum_but_nonneg; intros; left; apply exp_pos).
replace (sum (fun k => exp (beta * printed_logits theta x n k)) n) with (exp beta * (1 + S)).
- rewrite (logit_share t ht t1), share_self; field; split; [lra | ].
  pose proof (exp_pos beta); lra.
- unfold S; rewrite <- (share_self beta theta t), <- sum_but_split, <- sum_scale by easy.
  apply sum_ext; intros k hk; symmetry; now apply logit_share.
Qed.

Lemma value_most c : within n t -> index_value (x t) c = 0 ->
  sum (fun j => w j * index_value (x j) c) n <= 2 * (1 - w t).
Proof.
intros ht z; rewrite (sum_split _ n t ht), z.
pose proof (softmax_total (fun j => beta * printed_logits theta x n j) n hn) as total; fold w in total.
rewrite (sum_split w n t ht) in total.
replace (2 * (1 - w t)) with (sum (fun j => 2 * others t w j) n) by (rewrite sum_scale; lra).
rewrite Rmult_0_r, Rplus_0_l; apply sum_le; intros j _; unfold others.
destruct Nat.eqb; [lra | ].
pose proof (softmax_pos (fun j => beta * printed_logits theta x n j) n j hn) as p; fold w in p.
destruct (x j) as [a | s]; cbn [index_value]; [ | lra].
destruct (one_cases (same (letter a) c)) as [-> | ->]; lra.
Qed.

Lemma value_least c : within n t -> index_value (x t) c = 2 ->
  2 * w t <= sum (fun j => w j * index_value (x j) c) n.
Proof.
intros ht z; rewrite (sum_split _ n t ht), z.
assert (0 <= sum (others t (fun j => w j * index_value (x j) c)) n); [ | lra].
apply sum_nonneg; intros j _; unfold others; destruct Nat.eqb; [lra | ].
pose proof (softmax_pos (fun j => beta * printed_logits theta x n j) n j hn) as p; fold w in p.
destruct (x j) as [a | s]; cbn [index_value]; [ | lra].
destruct (one_cases (same (letter a) c)) as [-> | ->]; lra.
Qed.

Lemma value_number i : sum (fun j => w j * index_value (x j) (number i)) n = 0.
Proof.
apply sum_zero; intros j _; destruct (x j); cbn [index_value]; [ | ring].
rewrite one_other by easy; ring.
Qed.
End Row.

Lemma prefix_sum f n n0 s : (n <= n0)%nat -> (forall j, 0 <= f j) -> sum_but f n s <= sum_but f n0 s.
Proof.
intros le p; induction le as [|n' le IH]; [lra | ].
unfold sum_but in *; cbn [sum]; specialize (p (S n')); destruct Nat.eqb; lra.
Qed.

(* The own key against all others. *)
Lemma last_row n0 n beta theta : (1 <= n <= n0)%nat -> (2 <= n0)%nat -> 0 <= beta ->
  (forall s, (1 <= s < n0)%nat -> sum_but (share beta theta s) n0 s < 1) ->
  sum_but (share beta theta n) n n < 3.
Proof.
intros hn h2 hb rows.
assert (p : forall s j, 0 <= share beta theta s j) by (intros; left; apply exp_pos).
destruct (Nat.eq_dec n n0) as [-> | ne].
- specialize (rows (n0 - 1)%nat ltac:(lia)).
  set (g := share beta theta (n0 - 1)) in *.
  assert (e : sum_but (share beta theta n0) n0 n0 = sum (fun k => g (k - 1)%nat) (n0 - 1)).
  { replace n0 with (S (n0 - 1)) at 2 by lia; unfold sum_but; cbn [sum].
    destruct (Nat.eqb_spec (S (n0 - 1)) n0); [ | lia]; rewrite Rplus_0_r.
    apply sum_ext; intros k hk; unfold within in hk; destruct (Nat.eqb_spec k n0); [lia | ].
    unfold g, share; do 6 f_equal; rewrite !minus_INR by lia; ring. }
  rewrite e, sum_shift.
  assert (w1 : within (n0 - 1) (n0 - 1)) by (unfold within; lia).
  rewrite (sum_but_split g (n0 - 1) (n0 - 1) w1).
  pose proof (prefix_sum g (n0 - 1) n0 (n0 - 1) ltac:(lia) (p _)) as q.
  pose proof (share_range beta theta (n0 - 1) 0 hb) as r; fold g in r; lra.
- specialize (rows n ltac:(lia)).
  pose proof (prefix_sum (share beta theta n) n n0 n ltac:(lia) (p n)); lra.
Qed.

Definition asks (s n0 j : nat) : symbol :=
  if Nat.eqb j n0 then number (n0 - s) else if Nat.eqb j s then letter 0 else number 1.

(* The inputs that need the condition have one letter. *)
Lemma rows_needed n0 beta theta : (2 <= n0)%nat ->
  (forall n x, within n0 n -> over (n0 - 1) x n -> letters_below 2 x n -> points_inside x n ->
     decodes (index_output (softmax (fun j => beta * printed_logits theta x n j) n) x n) (Index x n)) ->
  forall s, (1 <= s < n0)%nat -> sum_but (share beta theta s) n0 s < 1.
Proof.
intros h2 right s hs; set (x := asks s n0).
assert (en : x n0 = number (n0 - s)) by (unfold x, asks; now rewrite Nat.eqb_refl).
assert (es : x s = letter 0).
{ unfold x, asks; rewrite Nat.eqb_refl; destruct (Nat.eqb_spec s n0); [lia | easy]. }
assert (inside : points_inside x n0) by (unfold points_inside; rewrite en; lia).
assert (hx : over (n0 - 1) x n0).
{ intros j i _ e; unfold x, asks in e; destruct (Nat.eqb j n0); [injection e as <-; lia | ].
  destruct (Nat.eqb j s); [easy | injection e as <-; lia]. }
assert (few : letters_below 2 x n0).
{ intros j a _ e; unfold x, asks in e; destruct (Nat.eqb j n0); [easy | ].
  destruct (Nat.eqb j s); [injection e as <-; lia | easy]. }
specialize (right n0 x ltac:(unfold within; lia) hx few inside).
assert (ans : Index x n0 = letter 0).
{ unfold Index; rewrite en; destruct (Nat.ltb_spec (n0 - s) n0); [ | lia].
  now replace (n0 - (n0 - s))%nat with s by lia; rewrite es. }
rewrite ans in right; specialize (right (number (n0 - s)) ltac:(easy)).
unfold index_output in right; rewrite value_number, en, one_same, one_other in right by easy.
set (w := softmax (fun j => beta * printed_logits theta x n0 j) n0) in *.
assert (ws : within n0 s) by (unfold within; lia).
rewrite (sum_single _ n0 s ws) in right.
+ rewrite es in right; cbn [index_value] in right; rewrite one_same in right.
  assert (bk : (n0 - back x n0)%nat = s) by (unfold back; rewrite en; lia).
  pose proof (target_share n0 x beta theta ltac:(lia) inside) as ts; rewrite bk in ts.
  specialize (ts ws); fold w in ts; rewrite ts in right.
  set (S := sum_but (share beta theta s) n0 s) in *.
  assert (S0 : 0 <= S) by (apply sum_but_nonneg; intros; left; apply exp_pos).
  change (S < 1); apply Rmult_lt_compat_r with (r := 1 + S) in right; [ | lra].
  replace ((0 + / (1 + S) * (2 * 1)) * (1 + S)) with 2 in right by (field; lra); lra.
+ intros k hk ne; unfold x, asks; destruct (Nat.eqb k n0); cbn [index_value]; [ring | ].
  destruct (Nat.eqb_spec k s); [easy | cbn [index_value]; ring].
Qed.

Theorem S_beta_index : Statements.temperature.S_beta_index.
Proof.
intros n0 beta theta h2 hb; fold share; split.
- intros right; apply rows_needed; [easy | intros n x hw hx _ inside; now apply right].
- intros rows n x hn hx inside; assert (n1 : (1 <= n)%nat) by (unfold within in hn; lia).
  pose proof (back_inside x n n1 inside) as hbk.
  set (t := (n - back x n)%nat); assert (ht : within n t) by (unfold within, t; lia).
  pose proof (target_share n x beta theta n1 inside ht) as ts; fold t in ts.
  pose proof (fun c => value_most n x beta theta n1 c ht) as most; fold t in most.
  pose proof (fun c => value_least n x beta theta n1 c ht) as least; fold t in least.
  pose proof (fun i => value_number n x beta theta i) as numbers.
  set (w := softmax (fun j => beta * printed_logits theta x n j) n) in *.
  set (S := sum_but (share beta theta t) n t) in *.
  assert (S0 : 0 <= S) by (apply sum_but_nonneg; intros; left; apply exp_pos).
  assert (wt : w t * (1 + S) = 1) by (rewrite ts; field; lra).
  unfold Index; destruct (x n) as [a | s] eqn:e.
  + assert (et : t = n) by (unfold t, back; rewrite e; lia).
    assert (S3 : S < 3) by (unfold S; rewrite et; apply (last_row n0); unfold within in hn; easy || lia).
    intros c ne; unfold index_output; rewrite e, one_same, one_other by congruence.
    assert (l : 2 * w t <= sum (fun j => w j * index_value (x j) (letter a)) n).
    { apply least; rewrite et, e; cbn [index_value]; rewrite one_same; ring. }
    assert (m : sum (fun j => w j * index_value (x j) c) n <= 2 * (1 - w t)).
    { apply most; rewrite et, e; cbn [index_value]; rewrite one_other by congruence; ring. }
    nra.
  + assert (et : t = (n - s)%nat) by (unfold t, back; now rewrite e).
    assert (sp : (1 <= s)%nat) by (apply (hx n s); [unfold within; lia | easy]).
    assert (S1 : S < 1).
    { eapply Rle_lt_trans; [apply (prefix_sum _ n n0) | apply (rows t)].
      - unfold within in hn; lia.
      - intros; left; apply exp_pos.
      - unfold within in hn; lia. }
    assert (w2 : 1 < 2 * w t) by nra.
    unfold back in hbk; rewrite e in hbk; destruct (Nat.ltb_spec s n); [ | lia].
    rewrite <- et; destruct (x t) as [a | s'] eqn:xt; intros c ne; unfold index_output; rewrite e.
    * assert (l : 2 * w t <= sum (fun j => w j * index_value (x j) (letter a)) n).
      { apply least; cbn [index_value]; rewrite one_same; ring. }
      rewrite (one_other (number s) (letter a)) by easy.
      destruct c as [b | i].
      -- assert (m : sum (fun j => w j * index_value (x j) (letter b)) n <= 2 * (1 - w t)).
         { apply most; cbn [index_value]; rewrite one_other by congruence; ring. }
         rewrite one_other by easy; lra.
      -- rewrite numbers; destruct (one_cases (same (number s) (number i))) as [-> | ->]; lra.
    * rewrite numbers, one_same, one_other by congruence.
      pose proof (most c eq_refl); lra.
Qed.

Theorem S_beta_index_letters : Statements.temperature.S_beta_index_letters.
Proof.
intros A n0 beta theta hA h2 hb right; apply S_beta_index; [easy | easy | apply rows_needed; [easy | ]].
intros n x hw hx two inside; apply right; try easy.
intros j a hj e; specialize (two j a hj e); lia.
Qed.
