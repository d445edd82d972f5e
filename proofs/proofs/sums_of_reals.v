(* Sums over positions, maximisers, and what hard attention and softmax average. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import attention.
Local Open Scope R_scope.

Lemma sum_ext f g n : (forall j, within n j -> f j = g j) -> sum f n = sum g n.
Proof.
unfold within; induction n as [|n IH]; intros h; [easy | cbn].
rewrite IH by (intros; apply h; lia); now rewrite (h (S n)) by lia.
Qed.

Lemma sum_le f g n : (forall j, within n j -> f j <= g j) -> sum f n <= sum g n.
Proof.
unfold within; induction n as [|n IH]; intros h; [cbn; lra | cbn].
assert (sum f n <= sum g n) by (apply IH; intros; apply h; lia).
specialize (h (S n) ltac:(lia)); lra.
Qed.

Lemma sum_lt f g n j : within n j -> f j < g j -> (forall k, within n k -> f k <= g k) ->
  sum f n < sum g n.
Proof.
unfold within; induction n as [|n IH]; intros hj lt h; [lia | cbn].
assert (e : sum f n <= sum g n) by (apply sum_le; intros k hk; apply h; unfold within in *; lia).
pose proof (h (S n) ltac:(lia)) as l.
destruct (Nat.eq_dec j (S n)) as [-> | ne]; [lra | ].
assert (sum f n < sum g n) by (apply IH; [lia | easy | intros; apply h; lia]); lra.
Qed.

Lemma sum_plus f g n : sum (fun j => f j + g j) n = sum f n + sum g n.
Proof. induction n as [|n IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma sum_minus f g n : sum (fun j => f j - g j) n = sum f n - sum g n.
Proof. induction n as [|n IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma sum_scale c f n : sum (fun j => c * f j) n = c * sum f n.
Proof. induction n as [|n IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma sum_const c n : sum (fun _ => c) n = INR n * c.
Proof. induction n as [|n IH]; [cbn; ring | ]. rewrite S_INR; cbn [sum]; rewrite IH; ring. Qed.

Lemma sum_zero f n : (forall j, within n j -> f j = 0) -> sum f n = 0.
Proof. intros h; rewrite (sum_ext f (fun _ => 0) n h), sum_const; ring. Qed.

Lemma sum_nonneg f n : (forall j, within n j -> 0 <= f j) -> 0 <= sum f n.
Proof.
intros h; replace 0 with (sum (fun _ => 0) n) by (rewrite sum_const; ring); now apply sum_le.
Qed.

Lemma sum_pos f n j : within n j -> 0 < f j -> (forall k, within n k -> 0 <= f k) -> 0 < sum f n.
Proof.
intros hj p h; replace 0 with (sum (fun _ => 0) n) by (rewrite sum_const; ring).
now apply sum_lt with j.
Qed.

(* One term apart. *)
Definition others (j : nat) (f : nat -> R) (k : nat) : R := if Nat.eqb k j then 0 else f k.

Lemma sum_split f n j : within n j -> sum f n = f j + sum (others j f) n.
Proof.
unfold within; induction n as [|n IH]; intros h; [lia | cbn].
unfold others at 2; destruct (Nat.eqb_spec (S n) j) as [<- | ne].
- replace (sum (others (S n) f) n) with (sum f n); [ring | ].
  apply sum_ext; intros k hk; unfold others, within in *.
  destruct (Nat.eqb_spec k (S n)); [lia | easy].
- rewrite IH by lia; ring.
Qed.

Lemma sum_single f n j : within n j -> (forall k, within n k -> k <> j -> f k = 0) ->
  sum f n = f j.
Proof.
intros h z; rewrite (sum_split f n j h), (sum_zero (others j f)); [ring | ].
intros k hk; unfold others; destruct (Nat.eqb_spec k j); [easy | now apply z].
Qed.

(* The largest logit. *)
Lemma best_above l n j : within n j -> l j <= best l n.
Proof.
unfold within; induction n as [|n IH]; intros h; [lia | cbn [best]].
destruct (Nat.eq_dec j (S n)) as [-> | ne]; [apply Rmax_r | ].
eapply Rle_trans; [apply IH; lia | apply Rmax_l].
Qed.

Lemma best_attained l n : (1 <= n)%nat -> exists j, within n j /\ l j = best l n.
Proof.
unfold within; induction n as [|n IH]; intros h; [lia | cbn [best]].
destruct (Nat.eq_dec n 0) as [-> | ne].
- exists 1%nat; split; [lia | ]; cbn; unfold Rmax; destruct Rle_dec; easy.
- destruct IH as (j & hj & e); [lia | ].
  unfold Rmax; destruct Rle_dec.
  + exists (S n); split; [lia | easy].
  + exists j; split; [lia | easy].
Qed.

Lemma best_is l n j : within n j -> (forall k, within n k -> l k <= l j) -> best l n = l j.
Proof.
intros hj h; apply Rle_antisym; [ | now apply best_above].
destruct (best_attained l n) as (k & hk & <-); [unfold within in *; lia | now apply h].
Qed.

Lemma top_one l n j : l j = best l n -> top l n j = 1.
Proof. unfold top; now destruct Req_EM_T. Qed.

Lemma top_zero l n j : l j <> best l n -> top l n j = 0.
Proof. unfold top; now destruct Req_EM_T. Qed.

Lemma top_cases l n j : (l j = best l n /\ top l n j = 1) \/ (l j <> best l n /\ top l n j = 0).
Proof. unfold top; destruct Req_EM_T; [left | right]; split; easy. Qed.

Lemma top_sum_pos l n : (1 <= n)%nat -> 0 < sum (top l n) n.
Proof.
intros h; destruct (best_attained l n h) as (j & hj & e).
apply sum_pos with j; [easy | rewrite top_one; lra | ].
intros k _; destruct (top_cases l n k) as [[_ ->] | [_ ->]]; lra.
Qed.

Lemma hard_nonneg l n j : (1 <= n)%nat -> 0 <= hard l n j.
Proof.
intros h; unfold hard; pose proof (top_sum_pos l n h).
apply Rmult_le_pos; [ | left; now apply Rinv_0_lt_compat].
destruct (top_cases l n j) as [[_ ->] | [_ ->]]; lra.
Qed.

Lemma hard_total l n : (1 <= n)%nat -> sum (hard l n) n = 1.
Proof.
intros h; pose proof (top_sum_pos l n h); unfold hard, Rdiv.
rewrite (sum_ext _ (fun j => / sum (top l n) n * top l n j)) by (intros; ring).
rewrite sum_scale; field; lra.
Qed.

Lemma hard_off l n j : l j <> best l n -> hard l n j = 0.
Proof. intros h; unfold hard; rewrite top_zero by easy; unfold Rdiv; ring. Qed.

Lemma hard_on l n j : (1 <= n)%nat -> l j = best l n -> 0 < hard l n j.
Proof.
intros h e; unfold hard; rewrite top_one by easy.
apply Rdiv_lt_0_compat; [lra | now apply top_sum_pos].
Qed.

Lemma hard_same l n f c : (1 <= n)%nat ->
  (forall j, within n j -> l j = best l n -> f j = c) -> sum (fun j => hard l n j * f j) n = c.
Proof.
intros h same; rewrite (sum_ext _ (fun j => c * hard l n j)).
- rewrite sum_scale, hard_total by easy; ring.
- intros j hj; destruct (Req_EM_T (l j) (best l n)) as [e | ne].
  + rewrite (same j hj e); ring.
  + rewrite hard_off by easy; ring.
Qed.

(* A single maximiser takes all of the attention. *)
Lemma hard_unique l n j : within n j -> (forall k, within n k -> k <> j -> l k < l j) ->
  forall f, sum (fun k => hard l n k * f k) n = f j.
Proof.
intros hj u f; apply hard_same; [unfold within in hj; lia | ].
intros k hk e; destruct (Nat.eq_dec k j) as [-> | ne]; [easy | exfalso].
specialize (u k hk ne); pose proof (best_above l n j hj); lra.
Qed.

Lemma softmax_pos l n j : (1 <= n)%nat -> 0 < softmax l n j.
Proof.
intros h; unfold softmax; apply Rdiv_lt_0_compat; [apply exp_pos | ].
apply sum_pos with 1%nat; [unfold within; lia | apply exp_pos | intros; left; apply exp_pos].
Qed.

Lemma softmax_total l n : (1 <= n)%nat -> sum (softmax l n) n = 1.
Proof.
intros h; unfold softmax, Rdiv.
assert (p : 0 < sum (fun k => exp (l k)) n).
{ apply sum_pos with 1%nat; [unfold within; lia | apply exp_pos | intros; left; apply exp_pos]. }
rewrite (sum_ext _ (fun j => / sum (fun k => exp (l k)) n * exp (l j))) by (intros; ring).
rewrite sum_scale; field; lra.
Qed.

(* RoPE turns the printed vectors into cosines. *)
Lemma rope_cos theta r a b i j :
  rope theta (scale r (rotate a v)) (rotate b v) i j = r * cos ((INR i - INR j) * theta + b - a).
Proof.
unfold rope, dot, scale, rotate, v; cbn.
set (t := (INR i - INR j) * theta).
replace (t + b - a) with ((t + b) - a) by ring.
rewrite cos_minus, cos_plus, sin_plus; ring.
Qed.

Lemma rotate_none p : rotate 0 p = p.
Proof. destruct p; unfold rotate; cbn; rewrite cos_0, sin_0; f_equal; ring. Qed.

Lemma scale_one p : scale 1 p = p.
Proof. destruct p; unfold scale; cbn; f_equal; ring. Qed.

Lemma rope_plain theta i j : rope theta v v i j = cos ((INR i - INR j) * theta).
Proof.
rewrite <- (rotate_none v) at 2; rewrite <- (scale_one v) at 1; rewrite <- (rotate_none v) at 1.
rewrite rope_cos, Rmult_1_l; f_equal; ring.
Qed.

Lemma rope_query theta b i j : rope theta v (rotate b v) i j = cos ((INR i - INR j) * theta + b).
Proof.
rewrite <- (scale_one v) at 1; rewrite <- (rotate_none v) at 1.
rewrite rope_cos, Rmult_1_l; f_equal; ring.
Qed.

Lemma same_spec s s' : same s s' = true <-> s = s'.
Proof.
destruct s, s'; cbn; rewrite ?Nat.eqb_eq; split; congruence.
Qed.

Lemma same_token_spec s s' : same_token s s' = true <-> s = s'.
Proof.
destruct s as [a b], s' as [a' b']; unfold same_token; cbn.
rewrite Bool.andb_true_iff, Nat.eqb_eq, same_spec; split; [now intros [-> ->] | ].
now intros [= -> ->].
Qed.

Lemma same_refl s : same s s = true. Proof. now apply same_spec. Qed.

Lemma same_not s s' : s <> s' -> same s s' = false.
Proof. intros h; destruct (same s s') eqn:e; [ | easy]. now apply same_spec in e. Qed.

Lemma same_token_refl s : same_token s s = true. Proof. now apply same_token_spec. Qed.

Lemma same_token_not s s' : s <> s' -> same_token s s' = false.
Proof. intros h; destruct (same_token s s') eqn:e; [ | easy]. now apply same_token_spec in e. Qed.
