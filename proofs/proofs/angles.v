(* Angles up to full turns: away x is the distance from x to 2 PI Z, and cos falls with it. *)
From Coq Require Import Reals ZArith Lia Lra.
Local Open Scope R_scope.

Lemma pi_pos : 0 < PI. Proof. exact PI_RGT_0. Qed.

Lemma cos_turns x k : cos (x + 2 * PI * IZR k) = cos x.
Proof.
destruct k as [|p|p].
- f_equal; ring.
- rewrite <- (cos_period x (Pos.to_nat p)).
  f_equal; rewrite INR_IZR_INZ, positive_nat_Z; ring.
- rewrite <- (cos_period (x + 2 * PI * IZR (Z.neg p)) (Pos.to_nat p)).
  f_equal; rewrite INR_IZR_INZ, positive_nat_Z.
  change (Z.neg p) with (- Z.pos p)%Z; rewrite opp_IZR; ring.
Qed.

Lemma cos_abs x : cos (Rabs x) = cos x.
Proof. unfold Rabs; destruct Rcase_abs; [apply cos_neg | reflexivity]. Qed.

Definition nearest (x : R) : Z := Int_part (x / (2 * PI) + / 2).
Definition away (x : R) : R := Rabs (x - 2 * PI * IZR (nearest x)).

Lemma nearest_spec x : - PI <= x - 2 * PI * IZR (nearest x) <= PI.
Proof.
unfold nearest; pose proof pi_pos as p.
destruct (base_Int_part (x / (2 * PI) + / 2)) as [low high].
set (k := IZR (Int_part _)) in *.
assert (e : x = 2 * PI * (x / (2 * PI))) by (field; lra).
set (u := x / (2 * PI)) in *; rewrite e.
clearbody k; clearbody u.
assert (a : 0 <= PI * (u + / 2 - k)) by (apply Rmult_le_pos; lra).
assert (b : 0 <= PI * (k - u + / 2)) by (apply Rmult_le_pos; lra).
split; nra.
Qed.

Lemma away_range x : 0 <= away x <= PI.
Proof.
unfold away; destruct (nearest_spec x); split; [apply Rabs_pos | apply Rabs_le; lra].
Qed.

Lemma cos_away x : cos (away x) = cos x.
Proof.
unfold away; rewrite cos_abs, <- (cos_turns (x - _) (nearest x)); f_equal; ring.
Qed.

Lemma cos_less x y : away y < away x -> cos x < cos y.
Proof.
intros h; rewrite <- (cos_away x), <- (cos_away y).
destruct (away_range x), (away_range y); apply cos_decreasing_1; lra.
Qed.

Lemma cos_at_most x y : away y <= away x -> cos x <= cos y.
Proof.
intros h; rewrite <- (cos_away x), <- (cos_away y).
destruct (away_range x), (away_range y); apply cos_decr_1; lra.
Qed.

Lemma away_less x y : cos x < cos y -> away y < away x.
Proof.
intros h; apply Rnot_le_lt; intros c; apply cos_at_most in c; lra.
Qed.

Lemma away_at_most x y : cos x <= cos y -> away y <= away x.
Proof.
intros h; apply Rnot_lt_le; intros c; apply cos_less in c; lra.
Qed.

Lemma away_cos x y : cos x = cos y -> away x = away y.
Proof. intros h; apply Rle_antisym; apply away_at_most; lra. Qed.

Lemma away_turns x k : away (x + 2 * PI * IZR k) = away x.
Proof. apply away_cos, cos_turns. Qed.

Lemma away_opp x : away (- x) = away x.
Proof. apply away_cos, cos_neg. Qed.

Lemma away_small x : 0 <= x <= PI -> away x = x.
Proof.
intros h; pose proof (away_range x); apply cos_inj; try lra; apply cos_away.
Qed.

Lemma away_abs x : - PI <= x <= PI -> away x = Rabs x.
Proof.
intros h; rewrite <- away_small.
- apply away_cos; symmetry; apply cos_abs.
- split; [apply Rabs_pos | apply Rabs_le; lra].
Qed.

(* The nearest multiple is the nearest. *)
Lemma away_nearest x k : away x <= Rabs (x - 2 * PI * IZR k).
Proof.
destruct (Rle_lt_dec (Rabs (x - 2 * PI * IZR k)) PI) as [small | large].
- rewrite <- (away_small (Rabs _)) by (split; [apply Rabs_pos | easy]).
  right; apply away_cos; rewrite cos_abs.
  rewrite <- (cos_turns (x - _) k); f_equal; ring.
- pose proof (away_range x); lra.
Qed.

Lemma away_attained x : exists k : Z, away x = Rabs (x - 2 * PI * IZR k).
Proof. exists (nearest x); reflexivity. Qed.

(* Up to its sign, x is its distance, modulo full turns. *)
Lemma away_signed x : exists k : Z, x = 2 * PI * IZR k + away x \/ x = 2 * PI * IZR k - away x.
Proof.
exists (nearest x); unfold away, Rabs; destruct Rcase_abs; [right | left]; ring.
Qed.

Lemma away_zero x : away x = 0 <-> exists k : Z, x = 2 * PI * IZR k.
Proof.
split.
- intros h; destruct (away_signed x) as [k [e | e]]; exists k; rewrite h in e; lra.
- intros [k e]; rewrite e.
  replace (2 * PI * IZR k) with (0 + 2 * PI * IZR k) by ring.
  rewrite away_turns; apply away_small; pose proof pi_pos; lra.
Qed.

Lemma away_sum x y : away (x + y) <= away x + away y.
Proof.
destruct (away_attained x) as [k ->], (away_attained y) as [l ->].
eapply Rle_trans; [apply (away_nearest _ (k + l)) | ].
rewrite plus_IZR.
replace (x + y - 2 * PI * (IZR k + IZR l))
  with (x - 2 * PI * IZR k + (y - 2 * PI * IZR l)) by ring.
apply Rabs_triang.
Qed.

Lemma cos_is_one x : cos x = 1 <-> exists k : Z, x = 2 * PI * IZR k.
Proof.
rewrite <- away_zero, <- cos_0; split.
- intros h; rewrite (away_cos _ _ h); apply away_small; pose proof pi_pos; lra.
- intros h; rewrite <- cos_away, h; reflexivity.
Qed.

Lemma cos_below_one x : (~ exists k : Z, x = 2 * PI * IZR k) -> cos x < 1.
Proof.
intros h; rewrite <- cos_is_one in h; destruct (COS_bound x) as [_ [? | ?]]; easy.
Qed.
