(* What keys far below another one weigh: nothing under hard attention, little under softmax. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import attention feasibility.
From Proofs Require Import sums_of_reals.
Local Open Scope R_scope.

Definition concentrates (w l : nat -> R) (n : nat) (g : R) : Prop :=
  (forall j, within n j -> 0 <= w j) /\ sum w n = 1
  /\ forall (f : nat -> bool) k, within n k ->
     (forall j, within n j -> f j = true -> l j + g <= l k) ->
     sum (fun j => w j * one (f j)) n <= 1 / 8.

Lemma hard_concentrates l n g : (1 <= n)%nat -> 0 < g -> concentrates (hard l n) l n g.
Proof.
intros hn hg; split; [intros; now apply hard_nonneg | split; [now apply hard_total | ]].
intros f k hk far; rewrite sum_zero; [lra | ]; intros j hj.
destruct (f j) eqn:e; cbn [one]; [ | ring]; specialize (far j hj e).
rewrite hard_off; [ring | ]; pose proof (best_above l n k hk); lra.
Qed.

Lemma soft_concentrates (n0 : nat) g : 0 < g -> exists beta0, 0 <= beta0 /\ forall beta n l,
  beta0 <= beta -> within n0 n -> concentrates (soft beta l n) l n g.
Proof.
intros hg; set (c := 8 * INR n0 / g); pose proof (pos_INR n0) as pn.
exists c; split; [unfold c; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] | ].
intros beta n l hb hn; assert (n1 : (1 <= n)%nat) by (unfold within in hn; lia).
unfold soft; set (s := fun j => beta * l j).
assert (pos : forall j, 0 < softmax s n j) by (intros; now apply softmax_pos).
split; [intros; left; apply pos | split; [now apply softmax_total | ]].
intros f k hk far.
assert (b0 : 0 <= beta) by (unfold c in hb; eapply Rle_trans; [ | exact hb];
  apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
assert (large : 8 * INR n0 < exp (beta * g)).
{ apply Rlt_le_trans with (exp (8 * INR n0)).
  - pose proof (exp_ineq1_le (8 * INR n0)); lra.
  - assert (le : 8 * INR n0 <= beta * g).
    { apply (Rmult_le_compat_r g) in hb; [ | lra]; unfold c in hb.
      replace (8 * INR n0 / g * g) with (8 * INR n0) in hb by (field; lra); easy. }
    destruct le as [lt | ->]; [left; now apply exp_increasing | right; reflexivity]. }
assert (each : forall j, within n j -> softmax s n j * one (f j) <= exp (- (beta * g))).
{ intros j hj; pose proof (exp_pos (- (beta * g))); destruct (f j) eqn:e; cbn [one]; [ | lra].
  specialize (far j hj e); rewrite Rmult_1_r.
  assert (wk : softmax s n k <= 1).
  { rewrite <- (softmax_total s n n1), (sum_split _ n k hk).
    enough (0 <= sum (others k (softmax s n)) n) by lra.
    apply sum_nonneg; intros i _; unfold others; destruct Nat.eqb; [lra | left; apply pos]. }
  assert (r : softmax s n j <= softmax s n k * exp (- (beta * g))).
  { unfold softmax, Rdiv; rewrite Rmult_assoc, (Rmult_comm (/ _)), <- Rmult_assoc, <- exp_plus.
    apply Rmult_le_compat_r.
    - left; apply Rinv_0_lt_compat, sum_pos with k; [easy | apply exp_pos | ].
      intros; left; apply exp_pos.
    - assert (le : s j <= s k + - (beta * g)) by (unfold s; nra).
      destruct le as [lt | ->]; [left; now apply exp_increasing | right; reflexivity]. }
  specialize (pos k); nra. }
eapply Rle_trans; [apply sum_le, each | ]; rewrite sum_const, exp_Ropp.
assert (le : INR n <= INR n0) by (apply le_INR; unfold within in hn; lia).
apply (Rmult_le_reg_r (exp (beta * g))); [apply exp_pos | ].
rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, exp_pos); lra.
Qed.

(* Finitely many demands that each leave room leave room together. *)
Lemma common_room (P : nat -> R -> Prop) (n : nat) :
  (forall t g g', P t g -> g' <= g -> P t g') ->
  (forall t, (t < n)%nat -> exists g, 0 < g /\ P t g) ->
  exists g, 0 < g /\ forall t, (t < n)%nat -> P t g.
Proof.
intros down; induction n as [|n IH]; intros each.
- exists 1; split; [lra | intros; lia].
- destruct IH as (g & hg & all); [intros; apply each; lia | ].
  destruct (each n ltac:(lia)) as (g' & hg' & h); exists (Rmin g g'); split.
  + now apply Rmin_glb_lt.
  + intros t ht; destruct (Nat.eq_dec t n) as [-> | ne].
    * apply (down n g'); [easy | apply Rmin_r].
    * apply (down t g); [apply all; lia | apply Rmin_l].
Qed.

Lemma common_bound (f : nat -> R) (n : nat) : exists b, forall t, (t < n)%nat -> f t <= b.
Proof.
induction n as [|n [b all]]; [exists 0; intros; lia | ].
exists (Rmax b (f n)); intros t ht; destruct (Nat.eq_dec t n) as [-> | ne]; [apply Rmax_r | ].
eapply Rle_trans; [apply all; lia | apply Rmax_l].
Qed.
