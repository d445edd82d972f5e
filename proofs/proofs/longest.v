From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy retrieval_discrepancy
  retrieval_extremes longest.
From Proofs Require Import angles sums_of_reals circle discrepancy retrieval_range retrieval_discrepancy
  retrieval_extremes.
Local Open Scope R_scope.

Lemma to_multiple_spec w x : 0 < w -> 0 <= to_multiple w x <= w / 2
  /\ exists k, x = w * IZR k + to_multiple w x \/ x = w * IZR k - to_multiple w x.
Proof.
intros pos; unfold to_multiple; destruct (base_Int_part (x / w + / 2)) as [low high].
set (k := IZR (Int_part _)) in *.
assert (a : w * k <= x + w / 2).
{ replace (x + w / 2) with (w * (x / w + / 2)) by (field; lra); apply Rmult_le_compat_l; lra. }
assert (b : x + w / 2 < w * k + w).
{ replace (x + w / 2) with (w * (x / w + / 2)) by (field; lra).
  replace (w * k + w) with (w * (k + 1)) by ring; apply Rmult_lt_compat_l; lra. }
split; [split; [apply Rabs_pos | apply Rabs_le; lra] | ].
exists (Int_part (x / w + / 2)); fold k; unfold Rabs; destruct Rcase_abs; [right | left]; ring.
Qed.

(* A multiple of theta, turned by letters, is the distance turned by letters. *)
Lemma turned_distance A x d : (1 <= A)%nat -> exists e,
  cos (x + omega A * IZR d) = cos (to_multiple (omega A) x + omega A * IZR e)
  /\ forall d', exists e', cos (to_multiple (omega A) x + omega A * IZR d') = cos (x + omega A * IZR e').
Proof.
intros hA; destruct (to_multiple_spec (omega A) x (omega_pos A hA)) as [_ [k [e | e]]].
- exists (k + d)%Z; split.
  + rewrite plus_IZR; f_equal; lra.
  + intros d'; exists (d' - k)%Z; rewrite minus_IZR; f_equal; lra.
- exists (- (k + d))%Z; split.
  + rewrite <- cos_neg, opp_IZR, plus_IZR; f_equal; lra.
  + intros d'; exists (- d' - k)%Z; rewrite <- cos_neg, minus_IZR, opp_IZR; f_equal; lra.
Qed.

(* The query wants itself, the key at j holds the letter f j. *)
Definition chosen_input (f : nat -> nat) (n j : nat) : token :=
  (if Nat.eqb j n then 0%nat else f j, number 1).

Lemma chosen_proper A m f n : (1 <= A)%nat -> (forall j, (f j < A)%nat) -> (1 <= m)%nat ->
  proper A m (chosen_input f n) n.
Proof.
intros hA hf hm j hj; unfold token_over, finds, chosen_input; cbn [fst snd]; split; [ | split].
- specialize (hf j); destruct Nat.eqb; lia.
- now exists j.
- now intros k k' -> ->.
Qed.

Section Greatest.
Variables (A m n s : nat) (theta : R) (g : nat -> R).
Hypothesis (hA : (1 <= A)%nat) (hm : (1 <= m)%nat) (hs : (1 <= s <= n - 1)%nat).
Hypothesis (low : forall t d, g t <= cos (INR t * theta + omega A * IZR d)).
Hypothesis (attained : forall t, exists d, cos (INR t * theta + omega A * IZR d) = g t).
Hypothesis (most : forall t, (1 <= t <= n - 1)%nat -> g t <= g s).
Hypothesis (own : forall d, cos (INR s * theta + omega A * IZR d) - g 0%nat <= 1 - g s).

Lemma some_letter t : exists a, (a < A)%nat /\ cos (INR t * theta + omega A * INR a) = g t.
Proof.
destruct (attained t) as [d e].
destruct (centred A 0 d hA ltac:(lia)) as (a & ha & same).
exists (Z.to_nat a); split; [lia | ].
rewrite (INR_IZR_INZ (Z.to_nat a)), Z2Nat.id by lia; now rewrite <- same.
Qed.

Lemma letters_chosen : exists f, (forall j, (f j < A)%nat)
  /\ forall t, (t <= n)%nat -> cos (INR t * theta + omega A * INR (f (n - t)%nat)) = g t.
Proof.
assert (h : forall k, (k <= n)%nat -> exists f, (forall j, (f j < A)%nat)
  /\ forall t, (t <= k)%nat -> cos (INR t * theta + omega A * INR (f (n - t)%nat)) = g t).
{ induction k as [|k IH]; intros kn.
  - destruct (some_letter 0) as (a & ha & e); exists (fun _ => a); split; [easy | ].
    intros t ht; now replace t with 0%nat by lia.
  - destruct (IH ltac:(lia)) as (f & hf & e), (some_letter (S k)) as (a & ha & e').
    exists (fun j => if Nat.eqb j (n - S k) then a else f j); split.
    + intros j; destruct Nat.eqb; auto.
    + intros t ht; destruct (Nat.eqb_spec (n - t) (n - S k)) as [same | ne].
      * now replace t with (S k) by lia.
      * apply e; lia. }
exact (h n (le_n n)).
Qed.

Lemma greatest_is : greatest A m n theta (1 - g s).
Proof.
split.
- destruct letters_chosen as (f & hf & e); set (x := chosen_input f n).
  assert (en : x n = (0%nat, number 1)) by (unfold x, chosen_input; now rewrite Nat.eqb_refl).
  assert (self : retrieval_logits A theta x n n = 1).
  { rewrite retrieval_logit, en; unfold wanted; cbn [fst snd]; rewrite <- cos_0; f_equal; ring. }
  assert (other : forall k, within n k -> k <> n -> retrieval_logits A theta x n k = g (n - k)%nat).
  { intros k hk ne; rewrite retrieval_logit, en; unfold x, chosen_input, wanted; cbn [fst snd].
    destruct (Nat.eqb_spec k n); [easy | ]; unfold within in hk.
    rewrite <- (e (n - k)%nat) by lia; replace (n - (n - k))%nat with k by lia.
    rewrite minus_INR by lia; cbn [INR]; f_equal; ring. }
  exists x; split; [now apply chosen_proper | ].
  exists n; rewrite self; split; [unfold within; lia | split; [ | split]].
  + intros k _; rewrite retrieval_logit; apply COS_bound.
  + intros k hk ne; rewrite other by easy; unfold within in hk.
    specialize (most (n - k)%nat ltac:(lia)); lra.
  + exists (n - s)%nat; split; [unfold within; lia | split; [lia | ]].
    rewrite other by (unfold within; lia); replace (n - (n - s))%nat with s by lia; ring.
- intros d (x & px & disc); set (l := retrieval_logits A theta x n) in *.
  assert (at_ : forall t, (t <= n - 1)%nat ->
    exists e, l (n - t)%nat = cos (INR t * theta + omega A * IZR e)).
  { intros t ht; unfold l; rewrite retrieval_logit.
    exists (Z.of_nat (fst (x (n - t)%nat)) - Z.of_nat (wanted (x n)))%Z.
    rewrite minus_IZR, <- !INR_IZR_INZ, <- minus_INR by lia.
    replace (n - (n - t))%nat with t by lia; reflexivity. }
  destruct (at_ s ltac:(lia)) as [es ls], (at_ 0%nat ltac:(lia)) as [e0 l0].
  rewrite Nat.sub_0_r in l0.
  apply (at_most_pairs l n d (n - s) n (1 - g s)); try (unfold within; lia); try easy; try lia.
  + intros k _ _; rewrite ls; pose proof (low s es); unfold l; rewrite retrieval_logit.
    match goal with |- cos ?z - _ <= _ => pose proof (COS_bound z) end; lra.
  + rewrite ls, l0; pose proof (own es); pose proof (low 0%nat e0); lra.
Qed.
End Greatest.

(* Some place has the largest value. *)
Lemma largest_place (f : nat -> R) k : (1 <= k)%nat ->
  exists s, (1 <= s <= k)%nat /\ forall t, (1 <= t <= k)%nat -> f t <= f s.
Proof.
intros hk; destruct (best_attained f k hk) as (s & hs & e); exists s; split; [exact hs | ].
intros t ht; rewrite e; now apply best_above.
Qed.

Lemma distance_most A y d : (1 <= A)%nat -> 0 <= y <= omega A / 2 -> cos (y + omega A * IZR d) <= cos y.
Proof.
intros hA hy; pose proof pi_pos.
assert (A1 : 1 <= INR A) by (apply le_INR in hA; cbn [INR] in hA; lra).
assert (w : omega A * INR A = 2 * PI) by (unfold omega; field; lra).
pose proof (omega_pos A hA) as wp; assert (omega A <= 2 * PI) by nra.
apply cos_at_most; rewrite (away_small y) by lra.
destruct (away_attained (y + omega A * IZR d)) as [k ->].
replace (y + omega A * IZR d - 2 * PI * IZR k) with (y + omega A * IZR (d - Z.of_nat A * k)).
2:{ rewrite minus_IZR, mult_IZR, <- INR_IZR_INZ, <- w; ring. }
set (j := (d - Z.of_nat A * k)%Z); destruct (Z_le_gt_dec 0 j) as [c | c].
- apply IZR_le in c; assert (0 <= omega A * IZR j) by (apply Rmult_le_pos; lra).
  rewrite Rabs_pos_eq; lra.
- assert (IZR j <= -1) by (apply IZR_le; lia).
  assert (omega A * IZR j <= omega A * -1) by (apply Rmult_le_compat_l; lra).
  rewrite Rabs_left1; lra.
Qed.

Theorem B_thm32_retr_all_max_even : Statements.longest.B_thm32_retr_all_max_even.
Proof.
intros h m n theta hh hm hn far; set (A := (2 * h)%nat) in *; assert (hA : (1 <= A)%nat) by (unfold A; lia).
pose proof (omega_pos A hA) as wp; pose proof (omega_below A ltac:(unfold A; lia)) as wb.
assert (range : forall x, 0 <= to_multiple (omega A) x <= omega A / 2)
  by (intros; now apply to_multiple_spec).
destruct (largest_place far (n - 1) ltac:(lia)) as (s & hs & most).
exists s; split; [easy | split; [easy | ]].
set (g := fun t => - cos (far t)).
replace (1 + cos (far s)) with (1 - g s) by (unfold g; ring).
assert (half : omega A * INR h = PI).
{ assert (INR h <> 0) by (apply not_0_INR; lia).
  unfold omega, A; rewrite mult_INR; cbn [INR]; field; lra. }
assert (zero : far 0%nat = 0).
{ unfold far; cbn [INR]; rewrite Rmult_0_l; unfold to_multiple.
  destruct (base_Int_part (0 / omega A + / 2)) as [a b].
  replace (0 / omega A + / 2) with (/ 2) in * by (field; lra).
  assert (Int_part (/ 2) = 0)%Z as ->; [ | rewrite Rmult_0_r, Rminus_0_r; apply Rabs_R0].
  assert (-1 < Int_part (/ 2) < 1)%Z; [split; apply lt_IZR; lra | lia]. }
apply greatest_is; try easy.
- intros t d; destruct (turned_distance A (INR t * theta) d hA) as (e & -> & _).
  unfold g; apply even_least; [easy | apply range | pose proof (range (INR t * theta)); unfold far, A in *; lra].
- intros t; destruct (turned_distance A (INR t * theta) 0 hA) as (_ & _ & back).
  destruct (back (Z.of_nat h)) as [e' e]; exists e'; rewrite <- e, <- INR_IZR_INZ, half.
  now rewrite neg_cos.
- intros t ht; unfold g; pose proof (range (INR t * theta)); pose proof (range (INR s * theta)).
  apply Ropp_le_contravar, cos_decr_1; try apply most; unfold far; lra || easy.
- intros d; destruct (turned_distance A (INR s * theta) d hA) as (e & -> & _).
  pose proof (distance_most A (far s) e hA (range _)) as h'; unfold g; rewrite zero, cos_0.
  unfold far in *; lra.
Qed.

Theorem B_thm32_retr_all_max_odd : Statements.longest.B_thm32_retr_all_max_odd.
Proof.
intros h m n theta hm hn far; set (A := (2 * h + 1)%nat) in *; assert (hA : (1 <= A)%nat) by (unfold A; lia).
pose proof (omega_pos A hA) as wp; pose proof pi_pos as pp.
assert (A1 : 1 <= INR A) by (apply le_INR in hA; cbn [INR] in hA; lra).
assert (w2 : omega A * INR A = 2 * PI) by (unfold omega; field; lra).
assert (wb : omega A <= 2 * PI) by nra.
assert (range : forall x, 0 <= to_multiple (omega A) x <= omega A / 2)
  by (intros; now apply to_multiple_spec).
destruct (largest_place (fun t => - far t) (n - 1) ltac:(lia)) as (s & hs & most).
exists s; split; [easy | split; [intros t ht; specialize (most t ht); lra | ]].
set (g := fun t => - cos (omega A / 2 - far t)).
replace (1 + cos (omega A / 2 - far s)) with (1 - g s) by (unfold g; ring).
assert (half : omega A * INR h = PI - omega A / 2).
{ pose proof (pos_INR h); unfold omega, A; rewrite plus_INR, mult_INR; cbn [INR]; field; lra. }
apply greatest_is; try easy.
- intros t d; destruct (turned_distance A (INR t * theta) d hA) as (e & -> & _).
  unfold g; apply odd_least; [apply range | pose proof (range (INR t * theta)); unfold far, A in *; lra].
- intros t; destruct (turned_distance A (INR t * theta) 0 hA) as (_ & _ & back).
  destruct (back (Z.of_nat h)) as [e' e]; exists e'; rewrite <- e, <- INR_IZR_INZ, half.
  unfold g, far; rewrite <- neg_cos, <- (cos_neg (omega A / 2 - _ + PI)).
  rewrite <- (cos_turns (- _) 1); f_equal; lra.
- intros t ht; unfold g; pose proof (range (INR t * theta)); pose proof (range (INR s * theta)).
  specialize (most t ht); apply Ropp_le_contravar, cos_decr_1; unfold far in *; lra.
- intros d; unfold g; pose proof (COS_bound (INR s * theta + omega A * IZR d)).
  pose proof (range (INR 0 * theta)); pose proof (range (INR s * theta)).
  assert (z : far 0%nat = 0).
  { unfold far; cbn [INR]; rewrite Rmult_0_l; unfold to_multiple.
    destruct (base_Int_part (0 / omega A + / 2)) as [a b].
    replace (0 / omega A + / 2) with (/ 2) in * by (field; lra).
    assert (Int_part (/ 2) = 0)%Z as ->; [ | rewrite Rmult_0_r, Rminus_0_r; apply Rabs_R0].
    assert (-1 < Int_part (/ 2) < 1)%Z; [split; apply lt_IZR; lra | lia]. }
  rewrite z; assert (cos (omega A / 2 - 0) <= cos (omega A / 2 - far s)); [ | lra].
  apply cos_decr_1; unfold far in *; lra.
Qed.

Theorem B_thm32_retr_all_one : Statements.longest.B_thm32_retr_all_one.
Proof.
intros A m n theta d hA hm hn [_ top]; pose proof pi_pos as pp.
pose proof (omega_pos A ltac:(lia)) as wp; pose proof (omega_below A hA) as wb.
assert (range : forall x, 0 <= to_multiple (omega A) x <= omega A / 2)
  by (intros; now apply to_multiple_spec).
pose proof (Nat.div_mod A 2 ltac:(lia)) as dm; pose proof (Nat.mod_upper_bound A 2 ltac:(lia)).
destruct (Nat.eq_dec (A mod 2) 0) as [even | odd].
- destruct (B_thm32_retr_all_max_even (A / 2)%nat m n theta ltac:(lia) hm hn) as (s & _ & _ & o & _).
  replace (2 * (A / 2))%nat with A in o by lia; apply top in o.
  pose proof (range (INR s * theta)); eapply Rle_trans; [ | exact o].
  assert (0 <= cos (to_multiple (omega A) (INR s * theta))) by (apply cos_ge_0; lra); lra.
- destruct (B_thm32_retr_all_max_odd (A / 2)%nat m n theta hm hn) as (s & _ & _ & o & _).
  replace (2 * (A / 2) + 1)%nat with A in o by lia; apply top in o.
  pose proof (range (INR s * theta)); eapply Rle_trans; [ | exact o].
  assert (0 <= cos (omega A / 2 - to_multiple (omega A) (INR s * theta))) by (apply cos_ge_0; lra); lra.
Qed.

(* All logits apart: theta = 4 u and omega = (4 n + 1) u. *)
Lemma apart_squares a b : (cos a - cos b) ^ 2 = (1 - cos (a + b)) * (1 - cos (a - b)).
Proof.
rewrite cos_plus, cos_minus; pose proof (sin2_cos2 a) as sa; pose proof (sin2_cos2 b) as sb.
unfold Rsqr in *.
assert (ea : sin a * sin a = 1 - cos a * cos a) by lra.
assert (eb : sin b * sin b = 1 - cos b * cos b) by lra.
replace ((1 - (cos a * cos b - sin a * sin b)) * (1 - (cos a * cos b + sin a * sin b)))
  with ((1 - cos a * cos b) * (1 - cos a * cos b) - (sin a * sin a) * (sin b * sin b)) by ring.
rewrite ea, eb; ring.
Qed.

Lemma units_away A n u (K : Z) (c : nat) : (1 <= A)%nat -> 0 < u ->
  omega A = INR (4 * n + 1) * u -> INR c * u <= PI ->
  (forall q, Z.of_nat c <= Z.abs (K - Z.of_nat (4 * n + 1) * q))%Z ->
  cos (u * IZR K) <= cos (INR c * u).
Proof.
intros hA u0 w small far; apply cos_at_most.
rewrite (away_small (INR c * u)) by (split; [apply Rmult_le_pos; [apply pos_INR | lra] | easy]).
destruct (away_attained (u * IZR K)) as [k ->].
assert (A1 : 1 <= INR A) by (apply le_INR in hA; cbn [INR] in hA; lra).
assert (w2 : 2 * PI = omega A * INR A) by (unfold omega; field; lra).
replace (u * IZR K - 2 * PI * IZR k)
  with (u * IZR (K - Z.of_nat (4 * n + 1) * (Z.of_nat A * k))).
- rewrite Rabs_mult, (Rabs_pos_eq u), <- abs_IZR, Rmult_comm by lra.
  apply Rmult_le_compat_l; [lra | ]; rewrite INR_IZR_INZ; apply IZR_le, far.
- rewrite minus_IZR, !mult_IZR, <- !INR_IZR_INZ, w2, w; ring.
Qed.

Theorem B_thm32_retr_all_fails : Statements.longest.B_thm32_retr_all_fails.
Proof.
intros A m n0 n theta hA h2 hn at_theta; pose proof pi_pos as pp.
pose proof (omega_pos A hA) as wp.
assert (A1 : 1 <= INR A) by (apply le_INR in hA; cbn [INR] in hA; lra).
assert (w2 : omega A * INR A = 2 * PI) by (unfold omega; field; lra).
assert (wb : omega A <= 2 * PI) by nra.
assert (n4 : 4 <= INR n) by (change 4 with (INR 4) || idtac; replace 4 with (INR 4) by (cbn; ring);
  apply le_INR; lia).
assert (short : 0 < INR (2 * n0) <= INR n) by (split; [apply lt_0_INR | apply le_INR]; lia).
assert (size : INR (4 * n + 1) = 4 * INR n + 1) by (rewrite plus_INR, mult_INR; cbn [INR]; ring).
set (u := omega A / INR (4 * n + 1)).
assert (u0 : 0 < u) by (unfold u; apply Rdiv_lt_0_compat; lra).
assert (w : omega A = INR (4 * n + 1) * u) by (unfold u; field; lra).
assert (u17 : 17 * u <= 2 * PI) by (rewrite size in w; nra).
replace theta with (4 * u) by (rewrite at_theta; unfold u, Rdiv; ring).
split; [split; [lra | ] | ].
- apply Rmult_lt_reg_r with (INR (2 * n0)); [lra | ].
  replace (omega A / INR (2 * n0) * INR (2 * n0)) with (omega A) by (field; lra).
  apply Rle_lt_trans with (4 * u * INR n); [apply Rmult_le_compat_l; lra | rewrite w, size; lra].
- intros d (x & px & j & hj & top & above & k & hk & ne & e).
  replace (omega A - INR n * (4 * u)) with u by (rewrite w, size; ring).
  set (l := retrieval_logits A (4 * u) x n) in *.
  assert (at_ : forall i, within n i -> exists z, l i = cos (u * IZR (4 * Z.of_nat (n - i)
    + Z.of_nat (4 * n + 1) * z))).
  { intros i hi; exists (Z.of_nat (fst (x i)) - Z.of_nat (wanted (x n)))%Z; unfold l.
    rewrite retrieval_logit; f_equal; unfold within in hi.
    rewrite plus_IZR, !mult_IZR, minus_IZR, <- !INR_IZR_INZ, minus_INR by lia.
    rewrite w; ring. }
  destruct (at_ j hj) as [zj ej], (at_ k hk) as [zk ek]; unfold within in *.
  set (P := (4 * Z.of_nat (n - j) + Z.of_nat (4 * n + 1) * zj)%Z) in *.
  set (Q := (4 * Z.of_nat (n - k) + Z.of_nat (4 * n + 1) * zk)%Z) in *.
  assert (plus : cos (u * IZR P + u * IZR Q) <= cos (INR 1 * u)).
  { replace (u * IZR P + u * IZR Q) with (u * IZR (P + Q)) by (rewrite plus_IZR; ring).
    apply (units_away A n u _ 1); try easy; [cbn [INR]; lra | ].
    intros q; unfold P, Q; set (v := (zj + zk - q)%Z).
    replace (4 * Z.of_nat (n - j) + Z.of_nat (4 * n + 1) * zj
      + (4 * Z.of_nat (n - k) + Z.of_nat (4 * n + 1) * zk) - Z.of_nat (4 * n + 1) * q)%Z
      with (4 * Z.of_nat (n - j + (n - k)) + Z.of_nat (4 * n + 1) * v)%Z by (unfold v; lia).
    assert (0 < n - j + (n - k) < 2 * n - 2)%nat by lia.
    assert (v <= -2 \/ v = -1 \/ 0 <= v)%Z as [c | [-> | c]] by lia; nia. }
  assert (minus : cos (u * IZR P - u * IZR Q) <= cos (INR 4 * u)).
  { replace (u * IZR P - u * IZR Q) with (u * IZR (P - Q)) by (rewrite minus_IZR; ring).
    apply (units_away A n u _ 4); try easy; [cbn [INR]; lra | ].
    intros q; unfold P, Q; set (v := (zj - zk - q)%Z).
    replace (4 * Z.of_nat (n - j) + Z.of_nat (4 * n + 1) * zj
      - (4 * Z.of_nat (n - k) + Z.of_nat (4 * n + 1) * zk) - Z.of_nat (4 * n + 1) * q)%Z
      with (4 * (Z.of_nat k - Z.of_nat j) + Z.of_nat (4 * n + 1) * v)%Z by (unfold v; lia).
    assert (v <= -1 \/ v = 0 \/ 1 <= v)%Z as [c | [-> | c]] by lia; nia. }
  assert (more : cos (INR 4 * u) < cos u) by (cbn [INR]; apply cos_decreasing_1; lra).
  cbn [INR] in plus; rewrite Rmult_1_l in plus.
  assert (below : cos u < 1) by (rewrite <- cos_0; apply cos_decreasing_1; lra).
  pose proof (apart_squares (u * IZR P) (u * IZR Q)) as sq; rewrite <- ej, <- ek in sq.
  assert (d0 : 0 <= d) by (pose proof (top k ltac:(unfold within; lia)); lra).
  replace (l j - l k) with d in sq by lra.
  apply Rnot_le_lt; intros c.
  assert (d ^ 2 <= (1 - cos u) * (1 - cos u)) by (replace (d ^ 2) with (d * d) by ring;
    apply Rmult_le_compat; lra).
  assert ((1 - cos u) * (1 - cos u) < (1 - cos (u * IZR P + u * IZR Q)) * (1 - cos (u * IZR P - u * IZR Q))).
  { apply Rlt_le_trans with ((1 - cos u) * (1 - cos (u * IZR P - u * IZR Q))).
    - apply Rmult_lt_compat_l; lra.
    - apply Rmult_le_compat_r; lra. }
  lra.
Qed.

Theorem B_thm32_retr_all_square : Statements.longest.B_thm32_retr_all_square.
Proof.
intros A n hA hn; pose proof pi_pos as pp.
assert (A1 : 1 <= INR A) by (apply le_INR in hA; cbn [INR] in hA; lra).
assert (n1 : 1 <= INR n) by (apply le_INR in hn; cbn [INR] in hn; lra).
assert (e : omega A / INR n = 2 * PI / (INR A * INR n)) by (unfold omega; field; lra).
rewrite e, mult_INR; assert (P : 1 <= INR A * INR n) by nra.
replace (2 * PI ^ 2 / (INR A * INR n) ^ 2) with ((2 * PI / (INR A * INR n)) ^ 2 / 2) by (field; lra).
apply square_bound; split; [apply Rdiv_lt_0_compat; lra | ].
apply Rmult_le_reg_r with (INR A * INR n); [lra | ].
replace (2 * PI / (INR A * INR n) * (INR A * INR n)) with (2 * PI) by (field; lra); nra.
Qed.
