From Coq Require Import Reals Lia Lra.
From Statements Require Import attention accumulated.
From Proofs Require Import sums_of_reals.
Local Open Scope R_scope.

Lemma dot_self p : 0 <= dot p p.
Proof. unfold dot; assert (h := Rle_0_sqr (fst p)); assert (g := Rle_0_sqr (snd p)); unfold Rsqr in h, g; lra. Qed.

Lemma rotate_self a p : dot (rotate a p) (rotate a p) = dot p p.
Proof.
unfold dot, rotate; destruct p as [x y]; cbn [fst snd].
assert (h := sin2_cos2 a); unfold Rsqr in h.
transitivity ((sin a * sin a + cos a * cos a) * (x * x + y * y)); [ring | rewrite h; ring].
Qed.

Lemma norm_rotate a p : norm (rotate a p) = norm p.
Proof. unfold norm; now rewrite rotate_self. Qed.

Lemma cauchy p r : Rabs (dot p r) <= norm p * norm r.
Proof.
unfold norm; rewrite <- sqrt_mult by apply dot_self; rewrite <- sqrt_Rsqr_abs.
apply sqrt_le_1; [apply Rle_0_sqr | apply Rmult_le_pos; apply dot_self | ].
unfold Rsqr, dot; destruct p as [a b], r as [c d]; cbn [fst snd].
assert (h := Rle_0_sqr (a * d - b * c)); unfold Rsqr in h; lra.
Qed.

Lemma sum_abs f n : Rabs (sum f n) <= sum (fun p => Rabs (f p)) n.
Proof.
induction n as [|n IH]; cbn [sum]; [rewrite Rabs_R0; lra | ].
apply Rle_trans with (1 := Rabs_triang (sum f n) (f (S n))); lra.
Qed.

Lemma bounded_logit n P phi q k B j : bounded n P q k B -> within n j -> Rabs (turned P phi q k j) <= B.
Proof.
intros b hj; apply Rle_trans with (2 := b j hj); unfold turned.
eapply Rle_trans; [apply sum_abs | apply sum_le; intros p _].
rewrite <- (norm_rotate (phi p j) (k p j)); apply cauchy.
Qed.

Lemma exp_weakly x y : x <= y -> exp x <= exp y.
Proof. intros [h | ->]; [left; now apply exp_increasing | lra]. Qed.

Lemma others_same n s c : within n s -> sum (others s (fun _ => c)) n = (INR n - 1) * c.
Proof. intros hs; assert (h := sum_split (fun _ => c) n s hs); rewrite sum_const in h; lra. Qed.

Lemma within_pos n s : within n s -> 1 <= INR n.
Proof. unfold within; intros h; apply (le_INR 1 n); lia. Qed.

Lemma total n (l : nat -> R) s : within n s ->
  sum (fun j => exp (l j)) n = exp (l s) + sum (others s (fun j => exp (l j))) n.
Proof. apply (sum_split (fun j => exp (l j))). Qed.

Theorem AT_far : Statements.accumulated.AT_far.
Proof.
intros n P phi q k B s hs b; set (l := turned P phi q k).
assert (low : forall j, within n j -> - B <= l j <= B).
{ intros j hj; assert (h := bounded_logit n P phi q k B j b hj); fold l in h; assert (u := Rle_abs (l j));
  assert (v := Rle_abs (- l j)); rewrite Rabs_Ropp in v; lra. }
assert (hn := within_pos n s hs); assert (e := exp_pos (- (2 * B))).
assert (rest : (INR n - 1) * exp (- B) <= sum (others s (fun j => exp (l j))) n).
{ rewrite <- (others_same n s) by easy; apply sum_le; intros j hj; unfold others.
  destruct (Nat.eqb j s); [lra | apply exp_weakly; now apply low]. }
assert (own : exp (l s) * exp (- (2 * B)) <= exp (- B)).
{ rewrite <- exp_plus; apply exp_weakly; assert (h := low s hs); lra. }
assert (pos := exp_pos (l s)); unfold softmax; rewrite total with (s := s) by easy.
set (S := sum (others s (fun j => exp (l j))) n) in *.
assert (0 <= (INR n - 1) * exp (- B)) by (apply Rmult_le_pos; [lra | left; apply exp_pos]).
assert (0 <= (INR n - 1) * exp (- (2 * B))) by (apply Rmult_le_pos; lra).
apply Rmult_le_reg_r with (exp (l s) + S); [lra | ].
unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; rewrite Rmult_1_r.
apply Rmult_le_reg_l with (1 + (INR n - 1) * exp (- (2 * B))); [lra | ].
rewrite <- Rmult_assoc, Rinv_r by lra; rewrite Rmult_1_l.
assert ((INR n - 1) * (exp (l s) * exp (- (2 * B))) <= (INR n - 1) * exp (- B))
  by (apply Rmult_le_compat_l; lra).
lra.
Qed.

Lemma softmax_two n l s x y : within n s -> l s = x -> (forall j, within n j -> j <> s -> l j = y) ->
  softmax l n s = exp x / (exp x + (INR n - 1) * exp y).
Proof.
intros hs own rest; unfold softmax; rewrite total with (s := s) by easy; rewrite own.
replace (sum (others s (fun j => exp (l j))) n) with ((INR n - 1) * exp y); [easy | ].
rewrite <- (others_same n s) by easy; apply sum_ext; intros j hj; unfold others.
destruct (Nat.eqb_spec j s) as [_ | ne]; [easy | now rewrite rest].
Qed.

Theorem AT_far_attained : Statements.accumulated.AT_far_attained.
Proof.
intros n B s hs hB.
exists 1%nat, (fun _ j => if Nat.eqb j s then 0 else PI), (fun _ => (B, 0)), (fun _ _ => (1, 0)).
assert (hn := within_pos n s hs); split.
- intros j _; cbn; unfold norm, dot; cbn [fst snd].
  replace (B * B + 0 * 0) with (Rsqr B) by (unfold Rsqr; ring).
  replace (1 * 1 + 0 * 0) with 1 by ring; rewrite sqrt_Rsqr, sqrt_1 by easy; lra.
- rewrite (softmax_two n _ s B (- B)); [ | easy | | ].
  + assert (e := exp_pos B); assert (f := exp_pos (- (2 * B))).
    assert (0 <= (INR n - 1) * exp (- (2 * B))) by (apply Rmult_le_pos; lra).
    replace (exp (- B)) with (exp B * exp (- (2 * B))) by (rewrite <- exp_plus; f_equal; ring).
    field; split; [lra | ].
    replace (exp B + (INR n - 1) * (exp B * exp (- (2 * B))))
      with (exp B * (1 + (INR n - 1) * exp (- (2 * B)))) by ring.
    apply Rmult_integral_contrapositive; lra.
  + unfold turned, dot, rotate; cbn; rewrite Nat.eqb_refl, cos_0, sin_0; ring.
  + intros j _ ne; unfold turned, dot, rotate; cbn.
    apply Nat.eqb_neq in ne; rewrite ne, cos_PI, sin_PI; ring.
Qed.

Lemma rotate_back a p : rotate a (rotate (- a) p) = p.
Proof.
unfold rotate; destruct p as [x y]; cbn [fst snd]; rewrite cos_neg, sin_neg.
assert (h := sin2_cos2 a); unfold Rsqr in h; f_equal.
- transitivity ((sin a * sin a + cos a * cos a) * x); [ring | rewrite h; ring].
- transitivity ((sin a * sin a + cos a * cos a) * y); [ring | rewrite h; ring].
Qed.

Theorem AT_far_alike : Statements.accumulated.AT_far_alike.
Proof.
intros n P phi q k s hs; assert (hn := within_pos n s hs).
exists (fun p j => if Nat.eqb j s then k p s else rotate (- phi p j) (rotate (phi p s) (k p s))).
split; [intros p; now rewrite Nat.eqb_refl | split].
- intros p j; destruct (Nat.eqb j s); [easy | now rewrite !norm_rotate].
- set (x := turned P phi q k s); rewrite (softmax_two n _ s x x); [ | easy | | ].
  + assert (e := exp_pos x).
    replace (exp x + (INR n - 1) * exp x) with (INR n * exp x) by ring; field; lra.
  + unfold x, turned; apply sum_ext; intros p _; now rewrite Nat.eqb_refl.
  + intros j _ ne; unfold x, turned; apply sum_ext; intros p _.
    apply Nat.eqb_neq in ne; rewrite ne, rotate_back; easy.
Qed.

(* Tokens' mean turn is a product of complex numbers. *)
Definition times (c p : plane) : plane := (fst c * fst p - snd c * snd p, snd c * fst p + fst c * snd p).
Definition mean (m : nat) (w a : nat -> R) : plane :=
  (sum (fun i => w i * cos (a i)) m, sum (fun i => w i * sin (a i)) m).
Fixpoint power (c : plane) (t : nat) (p : plane) : plane :=
  match t with O => p | S u => times c (power c u p) end.

Lemma norm_times c p : norm (times c p) = norm c * norm p.
Proof.
unfold norm; rewrite <- sqrt_mult by apply dot_self; f_equal.
unfold dot, times; destruct c, p; cbn [fst snd]; ring.
Qed.

Lemma norm_power c t p : norm (power c t p) = norm c ^ t * norm p.
Proof. induction t as [|t IH]; cbn [power pow]; [ring | rewrite norm_times, IH; ring]. Qed.

Lemma mean_turn m w a q x p :
  sum (fun i => w i * dot q (rotate (x + a i) p)) m = dot q (rotate x (times (mean m w a) p)).
Proof.
transitivity (sum (fun i => dot q (rotate x p) * (w i * cos (a i))
  + dot q (rotate x (- snd p, fst p)) * (w i * sin (a i))) m).
- apply sum_ext; intros i _; unfold dot, rotate; cbn [fst snd]; rewrite cos_plus, sin_plus; ring.
- rewrite sum_plus, !sum_scale; unfold dot, rotate, times, mean; cbn [fst snd]; ring.
Qed.

Lemma expected_power m w a q k t x : expected m w a q k t x = dot q (rotate x (power (mean m w a) t k)).
Proof.
revert x; induction t as [|t IH]; intros x; cbn [expected power]; [easy | ].
rewrite <- mean_turn; apply sum_ext; intros i _; now rewrite IH.
Qed.

Theorem AT_incoherent : Statements.accumulated.AT_incoherent.
Proof.
intros m w a q k t x; rewrite expected_power; eapply Rle_trans; [apply cauchy | ].
rewrite norm_rotate, norm_power; unfold coherence; fold (mean m w a); right; ring.
Qed.

Lemma norm_zero p : norm p = 0 -> p = (0, 0).
Proof.
unfold norm; intros h; apply sqrt_eq_0 in h; [ | apply dot_self].
unfold dot in h; destruct p as [a b]; cbn [fst snd] in h.
assert (u := Rle_0_sqr a); assert (v := Rle_0_sqr b); unfold Rsqr in u, v.
f_equal; apply Rsqr_0_uniq; unfold Rsqr; lra.
Qed.

Lemma best_query p : exists q, norm q = 1 /\ dot q p = norm p.
Proof.
destruct (Req_dec (norm p) 0) as [z | ne].
- exists (1, 0); split.
  + unfold norm, dot; cbn [fst snd]; replace (1 * 1 + 0 * 0) with 1 by ring; apply sqrt_1.
  + rewrite z, (norm_zero p z); unfold dot; cbn; ring.
- assert (sq : norm p * norm p = dot p p) by apply sqrt_sqrt, dot_self.
  exists (fst p / norm p, snd p / norm p); split.
  + unfold norm at 1, dot; cbn [fst snd].
    replace (fst p / norm p * (fst p / norm p) + snd p / norm p * (snd p / norm p))
      with (dot p p / (norm p * norm p)) by (unfold dot; field; easy).
    rewrite <- sq; replace (norm p * norm p / (norm p * norm p)) with 1 by (field; easy); apply sqrt_1.
  + apply Rmult_eq_reg_r with (norm p); [ | easy]; rewrite sq; unfold dot; cbn [fst snd]; field; easy.
Qed.

Theorem AT_incoherent_attained : Statements.accumulated.AT_incoherent_attained.
Proof.
intros m w a k t x; destruct (best_query (rotate x (power (mean m w a) t k))) as (q & one & is).
exists q; split; [easy | ].
rewrite expected_power, is, norm_rotate, norm_power; easy.
Qed.

Theorem AT_incoherent_alike : Statements.accumulated.AT_incoherent_alike.
Proof.
intros m w b one; unfold coherence.
assert (e : forall c, sum (fun i => w i * c) m = c).
{ intros c; transitivity (sum (fun i => c * w i) m); [apply sum_ext; intros; ring | ].
  rewrite sum_scale, one; ring. }
rewrite !e; unfold norm, dot; cbn [fst snd]; assert (h := sin2_cos2 b); unfold Rsqr in h.
replace (cos b * cos b + sin b * sin b) with 1 by lra; apply sqrt_1.
Qed.
