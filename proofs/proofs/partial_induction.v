From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention canonical feasibility partial_induction.
From Proofs Require Import angles sums_of_reals circle canonical retrieval_range.
Local Open Scope R_scope.

(* The last match wins on every binding iff its logit is the only largest one. *)
Lemma hard_wins l N j : within N j -> sum_but (hard l N) N j < hard l N j ->
  forall k, within N k -> k <> j -> l k < l j.
Proof.
intros hj d; assert (N1 : (1 <= N)%nat) by (unfold within in hj; lia).
assert (most : forall k, within N k -> l k <= l j).
{ intros k hk; destruct (Req_EM_T (l j) (best l N)) as [-> | ne]; [now apply best_above | ].
  rewrite (hard_off l N j ne) in d.
  pose proof (sum_but_nonneg (hard l N) N j (fun k _ => hard_nonneg l N k N1)); lra. }
now apply hard_dominates.
Qed.

Lemma recalls_hard A T N L : (2 <= T)%nat ->
  recalls A T N hard L
  <-> forall s q t, word A s -> (q < A)%nat -> last_match N s q t ->
      forall u, within N u -> u <> t -> L q (s u) u < L q q t.
Proof.
intros hT; split.
- intros right s q t hs hq last u hu ne; pose proof last as [ht [e _]].
  set (l := fun u => L q (s u) u); replace (L q q t) with (l t) by (unfold l; now rewrite e).
  apply (hard_wins l N t ht); [ | easy | easy].
  apply (every_word T); [easy | easy | | intros x hx; now apply (right s x q t)].
  intros; apply hard_nonneg; unfold within in ht; lia.
- intros wins s x q t hs hx hq last; pose proof last as [ht [e _]]; revert x hx.
  set (l := fun u => L q (s u) u).
  assert (u : forall k, within N k -> k <> t -> l k < l t).
  { intros k hk ne; unfold l; rewrite e; now apply (wins s q t). }
  apply every_word; [easy | easy | intros; apply hard_nonneg; unfold within in ht; lia | ].
  apply hard_dominates; [easy | | easy].
  intros k hk; destruct (Nat.eq_dec k t) as [-> | ne]; [lra | left; now apply u].
Qed.

Theorem recalls_iff : Statements.partial_induction.recalls_iff.
Proof.
intros A T N L hA hT; split.
- intros all; specialize (all N (Nat.le_refl N)); rewrite recalls_hard in all by easy; split.
  + intros q s t hq hs ht st.
    set (m := if Nat.eqb q 0 then 1%nat else 0%nat).
    assert (hm : (m < A)%nat /\ m <> q) by (unfold m; destruct (Nat.eqb_spec q 0); lia).
    set (row := fun u => if Nat.ltb u s then m else q).
    assert (et : row t = q) by (unfold row; destruct (Nat.ltb_spec t s); [lia | easy]).
    rewrite <- et at 2; apply (all row q s).
    * intros u; unfold row; destruct Nat.ltb; lia.
    * easy.
    * split; [easy | split; [unfold row; destruct (Nat.ltb_spec s s); [lia | easy] | ]].
      intros u _; unfold row; destruct (Nat.ltb_spec u s); [lia | easy].
    * easy.
    * lia.
  + intros q m s t hq hm ne hs ht st.
    set (row := fun u => if Nat.eqb u t then q else m).
    assert (es : row s = m) by (unfold row; destruct (Nat.eqb_spec s t); easy).
    rewrite <- es; apply (all row q t).
    * intros u; unfold row; destruct Nat.eqb; easy.
    * easy.
    * split; [easy | split; [unfold row; now rewrite Nat.eqb_refl | ]].
      intros u _; unfold row; destruct (Nat.eqb_spec u t); [lia | easy].
    * easy.
    * easy.
- intros [nearer others] N' le; apply recalls_hard; [easy | ].
  intros s q t hs hq (ht & e & least) u hu ne.
  destruct (Nat.eq_dec (s u) q) as [eu | nu].
  + rewrite eu; apply nearer; unfold within in *; try lia.
    specialize (least u hu eu); lia.
  + apply others; unfold within in *; try lia; apply hs.
Qed.

(* cos t x falls at each step while the midpoints stay below half a turn. *)
Lemma cos_step x t : cos (INR (t + 1) * x) - cos (INR t * x)
  = - 2 * sin (x / 2) * sin ((INR t + 1 / 2) * x).
Proof.
rewrite plus_INR; cbn [INR].
replace ((INR t + 1) * x) with ((INR t + 1 / 2) * x + x / 2) by field.
replace (INR t * x) with ((INR t + 1 / 2) * x - x / 2) by field.
rewrite cos_plus, cos_minus; ring.
Qed.

Lemma sin_pos_below y : 0 <= y <= 2 * PI -> 0 < sin y -> y < PI.
Proof. intros h p; apply Rnot_le_lt; intros c; pose proof (sin_le_0 y c); lra. Qed.

Lemma cos_even_multiple theta t : cos (INR t * away theta) = cos (INR t * theta).
Proof.
destruct (away_signed theta) as [k e].
assert (z : forall y, INR t * (2 * PI * IZR k + y) = INR t * y + 2 * PI * IZR (Z.of_nat t * k)).
{ intros y; rewrite mult_IZR, <- INR_IZR_INZ; ring. }
destruct e as [e | e]; rewrite e at 2.
- now rewrite z, cos_turns.
- unfold Rminus; rewrite z, cos_turns, <- Ropp_mult_distr_r; now rewrite cos_neg.
Qed.

Lemma falling_bound x N : 0 <= x <= PI -> (2 <= N)%nat ->
  (forall t, (1 <= t < N)%nat -> cos (INR (t + 1) * x) < cos (INR t * x)) ->
  0 < x /\ (INR N - 1 / 2) * x < PI.
Proof.
intros hx hN falls.
assert (s : forall t, (1 <= t < N)%nat -> 0 < sin (x / 2) * sin ((INR t + 1 / 2) * x)).
{ intros t ht; specialize (falls t ht); pose proof (cos_step x t); lra. }
assert (p0 : 0 <= sin (x / 2)) by (apply sin_ge_0; lra).
assert (p : forall t, (1 <= t < N)%nat -> 0 < sin ((INR t + 1 / 2) * x)).
{ intros t ht; specialize (s t ht); nra. }
assert (xp : 0 < x).
{ destruct hx as [[h | h] _]; [easy | ]; specialize (s 1%nat ltac:(lia)).
  rewrite <- h in s; replace (0 / 2) with 0 in s by field; rewrite sin_0 in s; lra. }
split; [easy | ].
assert (b : forall t, (1 <= t < N)%nat -> (INR t + 1 / 2) * x < PI).
{ induction t as [|t IH]; intros ht; [lia | ].
  apply sin_pos_below; [ | now apply p]; rewrite S_INR; pose proof (pos_INR t).
  destruct (Nat.eq_dec t 0) as [-> | ne]; [cbn; lra | ].
  specialize (IH ltac:(lia)); split; [apply Rmult_le_pos; lra | lra]. }
specialize (b (N - 1)%nat ltac:(lia)); rewrite minus_INR in b by lia; cbn [INR] in b; lra.
Qed.

Lemma bound_falling x N : 0 < x <= PI -> (INR N - 1 / 2) * x < PI ->
  forall s t, (1 <= s < t)%nat -> (t <= N)%nat -> cos (INR t * x) < cos (INR s * x).
Proof.
intros hx b s t hs; induction t as [|t IH]; intros ht; [lia | ].
assert (step : cos (INR (t + 1) * x) < cos (INR t * x)).
{ pose proof (cos_step x t) as e.
  assert (0 < sin (x / 2)) by (apply sin_gt_0; lra).
  assert (le : INR t + 1 / 2 <= INR N - 1 / 2) by (apply le_INR in ht; rewrite S_INR in ht; lra).
  assert (tp : 1 <= INR t) by (change 1 with (INR 1); apply le_INR; lia).
  assert (0 < sin ((INR t + 1 / 2) * x)) by (apply sin_gt_0; nra); nra. }
rewrite Nat.add_1_r in step.
destruct (Nat.eq_dec s t) as [-> | ne]; [easy | ].
specialize (IH ltac:(lia) ltac:(lia)); lra.
Qed.

Lemma small_away theta d : 0 < d <= PI -> small_angle theta d <-> 0 < away theta < d.
Proof.
intros hd; split.
- intros [k [pos less]]; pose proof (away_nearest theta k) as an; split; [ | lra].
  destruct (away_range theta) as [[lt | z] _]; [easy | exfalso].
  symmetry in z; apply away_zero in z; destruct z as [m e]; subst theta.
  replace (2 * PI * IZR m - 2 * PI * IZR k) with (2 * PI * IZR (m - k)) in * by (rewrite minus_IZR; ring).
  rewrite Rabs_mult, (Rabs_right (2 * PI)) in * by lra; rewrite <- abs_IZR in *.
  assert (1 <= IZR (Z.abs (m - k))); [ | nra].
  apply IZR_le; destruct (Z.eq_dec (m - k) 0) as [z | ne]; [ | lia].
  rewrite z in pos; cbn in pos; lra.
- intros h; destruct (away_attained theta) as [k e]; exists k; now rewrite <- e.
Qed.

Lemma quotient_bound w N : 0 < w -> (2 <= N)%nat ->
  0 < w / INR (2 * N - 1) <= w /\ forall x, x < w / INR (2 * N - 1) <-> INR (2 * N - 1) * x < w.
Proof.
intros hw hN; assert (d : 1 <= INR (2 * N - 1)) by (change 1 with (INR 1); apply le_INR; lia).
assert (e : INR (2 * N - 1) * (w / INR (2 * N - 1)) = w) by (field; lra).
assert (p : 0 < w / INR (2 * N - 1)) by (apply Rdiv_lt_0_compat; lra).
set (y := w / INR (2 * N - 1)) in *; set (c := INR (2 * N - 1)) in *; clearbody y c.
split; [nra | intros x; split; intros h; nra].
Qed.

Theorem A_thm6 : Statements.partial_induction.A_thm6.
Proof.
intros A T N a c theta hA hT hN hc; pose proof pi_pos as pp.
assert (tN : INR (2 * N - 1) = 2 * (INR N - 1 / 2)).
{ rewrite minus_INR, mult_INR by lia; cbn [INR]; field. }
assert (N2 : 2 <= INR N) by (change 2 with (INR 2); now apply le_INR).
assert (d : 0 < 2 * PI / INR (2 * N - 1) <= PI).
{ rewrite tN; split; [apply Rdiv_lt_0_compat; lra | ].
  apply Rmult_le_reg_r with (2 * (INR N - 1 / 2)); [lra | ].
  replace (2 * PI / (2 * (INR N - 1 / 2)) * (2 * (INR N - 1 / 2))) with (2 * PI) by (field; lra); nra. }
rewrite (small_away theta _ d).
assert (q : away theta < 2 * PI / INR (2 * N - 1) <-> (INR N - 1 / 2) * away theta < PI).
{ destruct (quotient_bound (2 * PI) N ltac:(lra) hN) as [_ b]; rewrite b, tN; split; lra. }
eapply iff_trans; [now apply recalls_iff | ]; split.
- intros [nearer others].
  assert (falls : forall t, (1 <= t < N)%nat ->
    cos (INR (t + 1) * away theta) < cos (INR t * away theta)).
  { intros t ht; rewrite !cos_even_multiple.
    specialize (nearer 0%nat t (t + 1)%nat ltac:(lia)); unfold within, two_angles in nearer.
    specialize (nearer ltac:(lia) ltac:(lia) ltac:(lia)); cbn in nearer; nra. }
  destruct (falling_bound _ N (away_range theta) hN falls) as [x0 b].
  rewrite q; split; [easy | ].
  specialize (others 0%nat 1%nat 1%nat N ltac:(lia) ltac:(lia) ltac:(lia)).
  unfold within, two_angles in others; specialize (others ltac:(lia) ltac:(lia) ltac:(lia)).
  cbn [Nat.eqb INR] in others; rewrite Rmult_1_l in others; lra.
- rewrite q; intros [[x0 b] ha]; pose proof (away_range theta) as ar.
  assert (falls : forall s t, (1 <= s < t)%nat -> (t <= N)%nat ->
    cos (INR t * theta) < cos (INR s * theta)).
  { intros s t hs ht; rewrite <- !(cos_even_multiple theta).
    apply (bound_falling (away theta) N); [lra | easy | easy | easy]. }
  assert (first : forall s, within N s -> cos (INR s * theta) <= cos theta).
  { intros s hs; destruct (Nat.eq_dec s 1) as [-> | ne]; [cbn; rewrite Rmult_1_l; lra | ].
    pose proof (falls 1%nat s) as f; cbn [INR] in f; rewrite Rmult_1_l in f.
    left; apply f; unfold within in hs; lia. }
  assert (last : forall t, within N t -> cos (INR N * theta) <= cos (INR t * theta)).
  { intros t ht; destruct (Nat.eq_dec t N) as [-> | ne]; [lra | ].
    left; apply falls; unfold within in ht; lia. }
  split.
  + intros r s t _ hs ht st; unfold two_angles; rewrite Nat.eqb_refl.
    assert (cos (INR t * theta) < cos (INR s * theta)) by (apply falls; unfold within in *; lia); nra.
  + intros r m s t _ _ ne hs ht st; unfold two_angles; rewrite Nat.eqb_refl.
    destruct (Nat.eqb_spec m r); [easy | ].
    specialize (first s hs); specialize (last t ht); nra.
Qed.

(* One plane. *)
Lemma plane_swap A theta q m t : one_plane A theta 0 q m t
  = cos (INR t * theta + omega A * (INR q - INR m)).
Proof. unfold one_plane; f_equal; ring. Qed.

Theorem A_one_angle_fix_plain : Statements.partial_induction.A_one_angle_fix_plain.
Proof.
intros A T N theta hA hT hN; pose proof pi_pos as pp.
pose proof (omega_pos A ltac:(lia)) as op; pose proof (omega_below A hA) as ob.
destruct (quotient_bound (omega A) N op hN) as [d b].
rewrite (small_away theta (omega A / INR (2 * N - 1))) by lra; rewrite b.
eapply iff_trans; [now apply recalls_iff | ]; split.
- intros [nearer others].
  assert (grows : forall s t, (1 <= s < t)%nat -> (t <= N)%nat ->
    away (INR s * theta) < away (INR t * theta)).
  { intros s t hs ht; apply away_less.
    specialize (nearer 0%nat s t ltac:(lia)); unfold within in nearer.
    specialize (nearer ltac:(lia) ltac:(lia) ltac:(lia)); rewrite !plane_swap in nearer.
    now replace (omega A * (INR 0 - INR 0)) with 0 in nearer by ring; rewrite !Rplus_0_r in nearer. }
  assert (pairs : forall t, (2 <= t <= N)%nat ->
    away (INR t * theta) + away (INR (t - 1) * theta) < omega A).
  { intros t ht; destruct (turned_towards (omega A) (INR (t - 1) * theta)) as (s & hs & close).
    pose proof (grows (t - 1)%nat t ltac:(lia) ltac:(lia)) as g.
    assert (less : away (INR t * theta) < away (INR (t - 1) * theta + s * omega A)).
    { apply away_less; destruct hs as [-> | ->].
      - specialize (others 1%nat 0%nat (t - 1)%nat t ltac:(lia) ltac:(lia) ltac:(lia)).
        unfold within in others; specialize (others ltac:(lia) ltac:(lia) ltac:(lia)).
        rewrite !plane_swap in others; cbn [INR] in others.
        replace (omega A * (1 - 0)) with (1 * omega A) in others by ring.
        replace (omega A * (1 - 1)) with 0 in others by ring; now rewrite Rplus_0_r in others.
      - specialize (others 0%nat 1%nat (t - 1)%nat t ltac:(lia) ltac:(lia) ltac:(lia)).
        unfold within in others; specialize (others ltac:(lia) ltac:(lia) ltac:(lia)).
        rewrite !plane_swap in others; cbn [INR] in others.
        replace (omega A * (0 - 1)) with (-1 * omega A) in others by ring.
        replace (omega A * (0 - 0)) with 0 in others by ring; now rewrite Rplus_0_r in others. }
    revert close; unfold Rabs; destruct Rcase_abs; intros close; [ | lra].
    pose proof (away_range (INR (t - 1) * theta)); lra. }
  split.
  + destruct (away_range theta) as [[lt | z] _]; [easy | exfalso].
    pose proof (grows 1%nat 2%nat ltac:(lia) hN) as g.
    pose proof (away_multiple_le theta 2) as l; rewrite <- z in l.
    pose proof (away_range (INR 1 * theta)); lra.
  + apply (steps_bound theta (omega A) N ob ltac:(lia)); intros t ht.
    destruct (Nat.eq_dec t 1) as [-> | ne]; [ | apply pairs; lia].
    specialize (pairs 2%nat ltac:(lia)); cbn [INR Nat.sub] in *.
    rewrite Rmult_0_l, (away_small 0) by lra.
    pose proof (away_range ((1 + 1) * theta)); lra.
- intros [x0 less].
  assert (n3 : (2 * (N + 1) - 3 = 2 * N - 1)%nat) by lia.
  pose proof (range_rivals A (N + 1) theta ltac:(lia) x0 ltac:(now rewrite n3)) as rivals.
  split.
  + intros q s t _ hs ht st; rewrite !plane_swap.
    replace (omega A * (INR q - INR q)) with 0 by ring; rewrite !Rplus_0_r.
    apply cos_less.
    assert (le : forall u, within N u -> INR u * away theta <= PI).
    { intros u hu; apply Rle_trans with (INR (2 * N - 1) * away theta); [ | lra].
      apply Rmult_le_compat_r; [lra | apply le_INR; unfold within in hu; lia]. }
    rewrite !away_multiple by (now apply le).
    apply Rmult_lt_compat_r; [easy | now apply lt_INR].
  + intros q m s t hq hm ne hs ht st; rewrite !plane_swap.
    replace (omega A * (INR q - INR q)) with 0 by ring; rewrite Rplus_0_r.
    apply (rivals t s q m); unfold within in *; lia.
Qed.

Theorem A_one_angle_refuted : Statements.partial_induction.A_one_angle_refuted.
Proof.
intros A T N hA hT hN; pose proof (omega_pos A ltac:(lia)) as op.
destruct (quotient_bound (omega A) N op hN) as [d _].
exists (omega A / INR (2 * N - 1) / 2); apply A_one_angle_fix_plain; try easy.
exists 0%Z; rewrite Rmult_0_r, Rminus_0_r, Rabs_right; lra.
Qed.
