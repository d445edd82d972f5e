From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy canonical partial_induction rope_heads.
From Proofs Require Import angles circle.
Local Open Scope R_scope.

(* Turned copies of v: the logit is the cosine of what lies between them. *)
Lemma rope_turned theta a b c i j :
  rope theta (rotate a v) (scale c (rotate b v)) i j = c * cos ((INR i - INR j) * theta + b - a).
Proof.
unfold rope, dot, rotate, scale, v; cbn [fst snd].
replace ((INR i - INR j) * theta + b - a) with ((INR i - INR j) * theta + (b - a)) by ring.
rewrite cos_plus, sin_minus, cos_minus; ring.
Qed.

Lemma rotate_none p : rotate 0 p = p.
Proof. destruct p; unfold rotate; cbn [fst snd]; rewrite cos_0, sin_0; f_equal; ring. Qed.

Lemma scale_one p : scale 1 p = p.
Proof. destruct p; unfold scale; cbn [fst snd]; f_equal; ring. Qed.

Theorem A_thm3_logits : Statements.rope_heads.A_thm3_logits.
Proof.
intros B theta N j k; rewrite <- (rotate_none v) at 1; rewrite rope_turned; unfold place_logits.
rewrite <- cos_neg; do 2 f_equal; ring.
Qed.

Theorem A_one_angle_logits : Statements.rope_heads.A_one_angle_logits.
Proof.
intros A theta psi q m t n; rewrite <- (scale_one (rotate (_ + psi) v)), rope_turned, plus_INR.
unfold one_plane; rewrite Rmult_1_l; f_equal; ring.
Qed.

Lemma rope_still k q i j : rope 0 k q i j = dot k q.
Proof. unfold rope; now rewrite Rmult_0_r, rotate_none. Qed.

(* A sum with one term that is not 0. *)
Lemma sum_single f m A : (forall k, k <> S m -> f k = 0) ->
  sum f A = if Nat.ltb m A then f (S m) else 0.
Proof.
intros off; induction A as [|A IH]; [easy | ]; cbn [sum]; rewrite IH.
destruct (Nat.ltb_spec m A), (Nat.ltb_spec m (S A)); try lia.
- rewrite (off (S A)) by lia; ring.
- replace A with m by lia; ring.
- rewrite (off (S A)) by lia; ring.
Qed.

Theorem A_thm6_logits : Statements.rope_heads.A_thm6_logits.
Proof.
intros A a c theta q m t n hm; unfold two_angles; f_equal.
- rewrite (sum_single _ m).
  + destruct (Nat.ltb_spec m A); [ | lia].
    rewrite rope_still; unfold dot, scale, one_hot, one; cbn [fst snd Nat.eqb].
    rewrite Nat.eqb_refl; destruct (Nat.eqb m q); ring.
  + intros k hk; rewrite rope_still; unfold dot, scale, one_hot; cbn [fst snd].
    destruct (Nat.eqb_spec k (S m)); [easy | cbn; ring].
- rewrite <- (rotate_none v), rope_turned, plus_INR.
  do 2 f_equal; ring.
Qed.

Theorem A_thm3_small : Statements.rope_heads.A_thm3_small.
Proof.
intros N theta hN [low high] (t & [t1 tN] & k & turn); pose proof pi_pos.
assert (n0 : 0 < INR (N - 1)) by (apply lt_0_INR; lia).
assert (t0 : 1 <= INR t) by (now apply (le_INR 1)).
assert (tn : INR t <= INR (N - 1)) by (now apply le_INR).
assert (below : INR (N - 1) * theta < 2 * PI).
{ apply (Rmult_lt_compat_l (INR (N - 1))) in high; [ | easy].
  replace (INR (N - 1) * (2 * PI / INR (N - 1))) with (2 * PI) in high by (field; lra); easy. }
assert (range : 0 < INR t * theta < 2 * PI) by (split; nra).
rewrite turn in range; assert (0 < IZR k < 1) as [k0 k1] by (split; nra).
apply lt_IZR in k0, k1; lia.
Qed.
