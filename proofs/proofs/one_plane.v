(* One RoPE plane: which angles some phase serves, and what any vectors need. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention canonical feasibility partial_induction recall.
From Proofs Require Import angles sums_of_reals circle canonical retrieval_range partial_induction.
Local Open Scope R_scope.

(* The representative of an angle in [- PI, PI]. *)
Definition rep (x : R) : R := x - 2 * PI * IZR (nearest x).

Lemma rep_abs x : Rabs (rep x) = away x. Proof. reflexivity. Qed.

Lemma less_than_turn z : Rabs (2 * PI * IZR z) < 2 * PI -> z = 0%Z.
Proof.
intros h; pose proof pi_pos; rewrite Rabs_mult, (Rabs_right (2 * PI)), <- abs_IZR in h by lra.
assert (lt : IZR (Z.abs z) < IZR 1) by (apply Rmult_lt_reg_l with (2 * PI); lra).
apply lt_IZR in lt; lia.
Qed.

(* Neighbours that are near enough differ by the representative of theta. *)
Lemma rep_step x theta : away x + away (x + theta) < PI -> rep (x + theta) = rep x + rep theta.
Proof.
intros h; unfold rep.
set (z := (nearest (x + theta) - nearest x - nearest theta)%Z).
assert (e : x + theta - 2 * PI * IZR (nearest (x + theta)) - (x - 2 * PI * IZR (nearest x))
  - (theta - 2 * PI * IZR (nearest theta)) = - (2 * PI * IZR z)).
{ unfold z; rewrite !minus_IZR; ring. }
assert (z0 : z = 0%Z); [ | rewrite z0 in e; lra].
apply less_than_turn; rewrite <- Rabs_Ropp, <- e.
pose proof (away_range theta) as ar; rewrite <- !rep_abs in *; unfold rep in *.
eapply Rle_lt_trans; [apply Rabs_triang | ]; rewrite Rabs_Ropp.
eapply Rle_lt_trans; [apply Rplus_le_compat_r, Rabs_triang | ]; rewrite Rabs_Ropp; lra.
Qed.

(* Some phase. *)
Section Phase.
Variables (A N : nat) (theta psi : R).
Hypothesis (hA : (2 <= A)%nat) (hN : (2 <= N)%nat).
Let x (t : nat) := INR t * theta + psi.
Let w := omega A.

Lemma x_next t : x (S t) = x t + theta. Proof. unfold x; rewrite S_INR; ring. Qed.

Definition falls : Prop :=
  forall s t, within N s -> within N t -> (s < t)%nat -> away (x s) < away (x t).
Definition beats : Prop := forall q m s t, (q < A)%nat -> (m < A)%nat -> m <> q ->
  within N s -> within N t -> s <> t -> away (x t) < away (x s + w * (INR q - INR m)).

Lemma phase_iff T : (2 <= T)%nat ->
  recalls_up_to A T N hard (one_plane A theta psi) <-> falls /\ beats.
Proof.
intros hT; eapply iff_trans; [now apply recalls_iff | ].
assert (match_is : forall q t, one_plane A theta psi q q t = cos (x t)).
{ intros q t; unfold one_plane, x; f_equal; ring. }
assert (other_is : forall q m t, one_plane A theta psi q m t = cos (x t + w * (INR q - INR m))).
{ intros q m t; unfold one_plane, x, w; f_equal; ring. }
split; intros [h h']; split.
- intros s t hs ht st; apply away_less.
  rewrite <- (match_is 0%nat s), <- (match_is 0%nat t); apply h; try easy; lia.
- intros q m s t hq hm ne hs ht st; apply away_less.
  rewrite <- other_is, <- (match_is q); now apply h'.
- intros q s t hq hs ht st; rewrite !match_is; now apply cos_less, h.
- intros q m s t hq hm ne hs ht st; rewrite match_is, other_is; now apply cos_less, h'.
Qed.

Lemma phase_needs : falls -> beats ->
  0 < away theta /\ INR (Nat.max 1 (2 * N - 4)) * away theta < w.
Proof.
intros hf hb; pose proof (omega_below A hA) as ob; pose proof pi_pos.
pose proof (omega_pos A ltac:(lia)) as op; fold w in ob, op.
assert (pairs : forall t, (1 <= t < N)%nat -> away (x t) + away (x (S t)) < w).
{ intros t ht; destruct (turned_towards w (x t)) as (s & hs & close).
  assert (g : away (x t) < away (x (S t))) by (apply hf; unfold within; lia).
  assert (less : away (x (S t)) < away (x t + s * w)).
  { destruct hs as [-> | ->].
    - pose proof (hb 1%nat 0%nat t (S t) ltac:(lia) ltac:(lia) ltac:(lia)) as o.
      unfold within in o; specialize (o ltac:(lia) ltac:(lia) ltac:(lia)); cbn [INR] in o.
      now replace (w * (1 - 0)) with (1 * w) in o by ring.
    - pose proof (hb 0%nat 1%nat t (S t) ltac:(lia) ltac:(lia) ltac:(lia)) as o.
      unfold within in o; specialize (o ltac:(lia) ltac:(lia) ltac:(lia)); cbn [INR] in o.
      now replace (w * (0 - 1)) with (-1 * w) in o by ring. }
  revert close; unfold Rabs; destruct Rcase_abs; intros close; [ | lra].
  pose proof (away_range (x t)); lra. }
set (tau := rep theta); set (r := rep (x 1)).
assert (prog : forall t, (t < N)%nat -> rep (x (S t)) = r + INR t * tau).
{ induction t as [|t IH]; intros ht; [cbn; unfold r; ring | ].
  rewrite x_next, rep_step.
  - rewrite IH by lia; unfold tau; rewrite S_INR; ring.
  - rewrite <- x_next; pose proof (pairs (S t) ltac:(lia)); lra. }
assert (grow : away (x 1) < away (x 2)) by (apply hf; unfold within; lia).
rewrite <- !rep_abs, (prog 1%nat), (prog 0%nat) in grow by lia; cbn [INR] in grow.
rewrite Rmult_0_l, Rplus_0_r, Rmult_1_l in grow.
assert (abs_tau : away theta = Rabs tau) by (unfold tau; now rewrite rep_abs).
split.
- destruct (away_range theta) as [[lt | z] _]; [easy | exfalso].
  rewrite abs_tau in z; symmetry in z; destruct (Req_dec tau 0) as [e | ne].
  + rewrite e, Rplus_0_r in grow; lra.
  + now apply Rabs_no_R0 in ne.
- pose proof (pairs (N - 1)%nat ltac:(lia)) as last; replace (S (N - 1)) with N in last by lia.
  assert (eN : rep (x N) = r + INR (N - 1) * tau) by (rewrite <- prog by lia; f_equal; f_equal; lia).
  rewrite <- !rep_abs, eN in last.
  assert (e1 : rep (x (N - 1)) = r + INR (N - 2) * tau).
  { rewrite <- prog by lia; f_equal; f_equal; lia. }
  rewrite e1 in last; rewrite abs_tau.
  assert (s1 : INR (N - 1) = INR (N - 2) + 1).
  { replace (N - 1)%nat with (S (N - 2)) by lia; apply S_INR. }
  rewrite s1 in last; set (k := INR (N - 2)) in *; assert (k0 : 0 <= k) by apply pos_INR.
  destruct (Nat.eq_dec N 2) as [e | ne].
  + replace (Nat.max 1 (2 * N - 4)) with 1%nat by lia; cbn [INR]; rewrite Rmult_1_l.
    pose proof (Rabs_triang (r + (k + 1) * tau) (- (r + k * tau))) as tr.
    rewrite Rabs_Ropp in tr.
    replace (r + (k + 1) * tau + - (r + k * tau)) with tau in tr by ring; lra.
  + assert (em : INR (Nat.max 1 (2 * N - 4)) = 2 * k).
    { replace (Nat.max 1 (2 * N - 4)) with (2 * (N - 2))%nat by lia; rewrite mult_INR; cbn [INR]; fold k; ring. }
    rewrite em; revert grow last; unfold Rabs.
    repeat destruct Rcase_abs; nra.
Qed.

End Phase.

Lemma max_bound w (N : nat) y : 0 < w -> let c := Nat.max 1 (2 * N - 4) in
  0 < w / INR c <= w /\ (y < w / INR c <-> INR c * y < w).
Proof.
intros hw c; assert (d : 1 <= INR c) by (change 1 with (INR 1); apply le_INR; unfold c; lia).
assert (e : INR c * (w / INR c) = w) by (field; lra).
assert (p : 0 < w / INR c) by (apply Rdiv_lt_0_compat; lra).
set (z := w / INR c) in *; set (b := INR c) in *; clearbody z b.
split; [nra | split; intros h; nra].
Qed.

(* Turning the other way changes no distance. *)
Lemma phase_serves A N theta : (2 <= A)%nat -> (2 <= N)%nat -> 0 < away theta ->
  INR (Nat.max 1 (2 * N - 4)) * away theta < omega A ->
  exists psi, falls N theta psi /\ beats A N theta psi.
Proof.
intros hA hN pos less; pose proof (omega_below A hA) as ob; pose proof pi_pos as pp.
pose proof (omega_pos A ltac:(lia)) as op.
set (w := omega A) in *; set (d := away theta) in *; set (k := INR (N - 2)).
assert (k0 : 0 <= k) by apply pos_INR.
assert (e1 : d < w).
{ assert (1 <= INR (Nat.max 1 (2 * N - 4))) by (change 1 with (INR 1); apply le_INR; lia); nra. }
assert (e2 : 2 * k * d < w).
{ apply Rle_lt_trans with (2 := less); apply Rmult_le_compat_r; [lra | ].
  replace (2 * k) with (INR (2 * (N - 2))) by (rewrite mult_INR; cbn [INR]; fold k; ring).
  apply le_INR; lia. }
set (eps := Rmin (d / 2) ((w - 2 * k * d) / 4)).
assert (he : 0 < eps) by (apply Rmin_glb_lt; lra).
pose proof (Rmin_l (d / 2) ((w - 2 * k * d) / 4)) as l1.
pose proof (Rmin_r (d / 2) ((w - 2 * k * d) / 4)) as l2; fold eps in l1, l2.
set (rho := - (d / 2) + eps); set (D := fun t => Rabs (rho + (INR t - 1) * d)).
destruct (away_signed theta) as [z e]; fold d in e.
assert (sign : exists s, (s = 1 \/ s = -1) /\ theta = 2 * PI * IZR z + s * d).
{ destruct e as [e | e]; [exists 1 | exists (-1)]; split; [now left | lra | now right | lra]. }
destruct sign as (s & hs & et); exists (s * rho - theta).
assert (ok : forall t, within N t -> D t <= PI /\ away (INR t * theta + (s * rho - theta)) = D t).
{ intros t ht; unfold within in ht.
  assert (t1 : 1 <= INR t) by (change 1 with (INR 1); apply le_INR; lia).
  assert (tN : INR t - 1 <= k + 1).
  { unfold k; rewrite minus_INR by lia; cbn [INR]; assert (INR t <= INR N) by (apply le_INR; lia); lra. }
  assert (most : D t <= PI).
  { unfold D, rho; apply Rabs_le; split; [nra | ].
    destruct (Rle_lt_dec k 0) as [z0 | big]; [assert (k = 0) by lra; nra | ].
    assert (one : 1 <= k).
    { unfold k in *; destruct (N - 2)%nat as [|n]; [cbn in big; lra | ].
      change 1 with (INR 1); apply le_INR; lia. }
    nra. }
  split; [easy | ].
  rewrite <- (away_small (D t)) by (split; [apply Rabs_pos | easy]).
  apply away_cos; unfold D; rewrite cos_abs.
  replace (INR t * theta + (s * rho - theta))
    with (s * (rho + (INR t - 1) * d) + 2 * PI * IZR (z * (Z.of_nat t - 1))).
  - rewrite cos_turns; destruct hs as [-> | ->]; [now rewrite Rmult_1_l | ].
    rewrite <- cos_neg; f_equal; ring.
  - rewrite mult_IZR, minus_IZR, <- INR_IZR_INZ; rewrite et; ring. }
assert (first : D 1%nat = - rho) by (unfold D; cbn [INR]; rewrite Rabs_left1; unfold rho; lra).
assert (later : forall t, (2 <= t)%nat -> D t = rho + (INR t - 1) * d).
{ intros t ht; assert (2 <= INR t) by (change 2 with (INR 2); now apply le_INR).
  unfold D; apply Rabs_right; unfold rho; nra. }
assert (kN : INR N = k + 2) by (unfold k; rewrite minus_INR by lia; cbn [INR]; ring).
assert (order : forall s t, (1 <= s < t)%nat -> (t <= N)%nat -> D s < D t /\ D s + D t < w).
{ intros u t hu ht; assert (ut : INR u + 1 <= INR t) by (rewrite <- S_INR; apply le_INR; lia).
  assert (tN : INR t <= k + 2) by (rewrite <- kN; now apply le_INR).
  rewrite (later t) by lia; destruct (Nat.eq_dec u 1) as [-> | ne].
  - rewrite first; cbn [INR] in ut; split; [unfold rho; nra | ].
    destruct (Nat.eq_dec t 2) as [-> | nt]; [cbn [INR]; lra | ].
    assert (three : INR 3 <= INR t) by (apply le_INR; lia); cbn [INR] in three; nra.
  - rewrite (later u) by lia; split; [nra | unfold rho; nra]. }
split.
- intros u t hu ht ut; rewrite !(fun t h => proj2 (ok t h)) by easy.
  apply order; unfold within in *; lia.
- intros q m u t hq hm ne hu ht ut; fold w; rewrite (proj2 (ok t ht)).
  pose proof (letters_apart A q m hq hm ltac:(congruence)) as far; fold w in far.
  set (delta := w * (INR q - INR m)) in *; pose proof (proj2 (ok u hu)) as au.
  set (y := INR u * theta + (s * rho - theta)) in *.
  pose proof (away_sum (y + delta) (- y)) as tri; replace (y + delta + - y) with delta in tri by ring.
  rewrite away_opp, au in tri; unfold within in *.
  destruct (Nat.lt_ge_cases u t) as [lt | ge].
  + pose proof (order u t ltac:(lia) ltac:(lia)); lra.
  + pose proof (order t u ltac:(lia) ltac:(lia)); lra.
Qed.

Lemma floor_integer z : Int_part (IZR z) = z.
Proof.
destruct (base_Int_part (IZR z)) as [low high].
assert (a : IZR (Int_part (IZR z)) < IZR (z + 1)) by (rewrite plus_IZR; lra).
assert (b : IZR (z - 1) < IZR (Int_part (IZR z))) by (rewrite minus_IZR; lra).
apply lt_IZR in a, b; lia.
Qed.

(* Points on the circle that are all more than a distance apart. *)
Lemma spread (p : nat -> R) (A : nat) D : (2 <= A)%nat ->
  (forall i j, (i < A)%nat -> (j < A)%nat -> i <> j -> D < away (p i - p j)) -> INR A * D < 2 * PI.
Proof.
intros hA apart; pose proof pi_pos as pp; apply Rnot_le_lt; intros le.
assert (pA : 0 < INR A) by (apply lt_0_INR; lia).
set (v := fun i => (p i - p 0%nat) / (2 * PI)).
set (fr := fun i => v i - IZR (Int_part (v i))); set (box := fun i => Int_part (fr i * INR A)).
assert (frac : forall i, 0 <= fr i < 1).
{ intros i; destruct (base_Int_part (v i)); unfold fr; lra. }
assert (inside : forall i, IZR (box i) <= fr i * INR A < IZR (box i) + 1).
{ intros i; destruct (base_Int_part (fr i * INR A)); unfold box; lra. }
assert (range : forall i, (i < A)%nat -> (0 <= box i < Z.of_nat A)%Z).
{ intros i _; destruct (inside i), (frac i); rewrite INR_IZR_INZ in *; split.
  - assert (IZR (-1) < IZR (box i)) by nra; apply lt_IZR in H3; lia.
  - apply lt_IZR; nra. }
assert (diff : forall i j, exists k, p i - p j = 2 * PI * (fr i - fr j) + 2 * PI * IZR k).
{ intros i j; exists (Int_part (v i) - Int_part (v j))%Z; rewrite minus_IZR; unfold fr, v; field; lra. }
assert (near : forall i j, Rabs (fr i - fr j) * INR A <= 1 -> away (p i - p j) <= D).
{ intros i j h; destruct (diff i j) as [k ->]; rewrite away_turns.
  eapply Rle_trans; [apply (away_nearest _ 0) | ]; rewrite Rmult_0_r, Rminus_0_r.
  rewrite Rabs_mult, (Rabs_right (2 * PI)) by lra.
  apply (Rmult_le_reg_r (INR A)); [easy | ]; nra. }
assert (inj : forall i j, (i < A)%nat -> (j < A)%nat -> box i = box j -> i = j).
{ intros i j hi hj e; destruct (Nat.eq_dec i j) as [h | ne]; [easy | exfalso].
  specialize (apart i j hi hj ne); pose proof (near i j) as n; destruct (inside i), (inside j).
  rewrite e in *; assert (c : Rabs (fr i - fr j) * INR A <= 1); [ | specialize (n c); lra].
  rewrite <- (Rabs_right (INR A)), <- Rabs_mult by lra; apply Rabs_le; lra. }
destruct (reached box A (Z.of_nat A - 1) range inj ltac:(lia)) as (i & hi & ei).
assert (z : fr 0%nat = 0).
{ unfold fr, v; replace (p 0%nat - p 0%nat) with 0 by ring; unfold Rdiv; rewrite Rmult_0_l.
  rewrite (floor_integer 0); ring. }
assert (ne : i <> 0%nat).
{ intros ->; unfold box in ei; rewrite z, Rmult_0_l, (floor_integer 0) in ei; lia. }
specialize (apart i 0%nat hi ltac:(lia) ne).
destruct (inside i) as [low _]; rewrite ei, minus_IZR, <- INR_IZR_INZ in low.
destruct (diff i 0%nat) as [k e]; destruct (frac i).
assert (close : away (p i - p 0%nat) <= D); [ | lra].
replace (p i - p 0%nat) with (2 * PI * (fr i - 1) + 2 * PI * IZR (k + 1)) by (rewrite e, plus_IZR, z; ring).
rewrite away_turns; eapply Rle_trans; [apply (away_nearest _ 0) | ].
rewrite Rmult_0_r, Rminus_0_r, Rabs_mult, (Rabs_right (2 * PI)) by lra.
apply (Rmult_le_reg_r (INR A)); [easy | ]; rewrite Rabs_left1 by lra; nra.
Qed.

(* Directions: what a key gets from a query turned to phi. *)
Definition along (k : plane) (phi : R) : R := fst k * cos phi + snd k * sin phi.

Lemma polar (u : plane) : exists r a, 0 <= r /\ u = (r * cos a, r * sin a).
Proof.
destruct u as [x y]; set (r := sqrt (x ^ 2 + y ^ 2)).
assert (r0 : 0 <= r) by apply sqrt_pos.
assert (r2 : r * r = x ^ 2 + y ^ 2) by (apply sqrt_sqrt; nra).
destruct (Req_dec r 0) as [z | nz].
- exists 0, 0; split; [lra | ]; rewrite z in r2; f_equal; nra.
- assert (p : 0 < r) by lra; set (c := x / r).
  assert (ec : x = r * c) by (unfold c; field; lra).
  assert (hc : -1 <= c <= 1).
  { split; apply (Rmult_le_reg_l r); try easy; rewrite <- ec; nra. }
  set (a := acos c); assert (ca : cos a = c) by (apply cos_acos; easy).
  pose proof (sin2_cos2 a) as one; unfold Rsqr in one; rewrite ca in one.
  assert (sq : y * y = (r * sin a) * (r * sin a)).
  { replace (y * y) with (r * r - x * x) by (rewrite r2; ring); rewrite ec.
    replace (r * sin a * (r * sin a)) with (r * r * (sin a * sin a)) by ring.
    replace (sin a * sin a) with (1 - c * c) by lra; ring. }
  destruct (Rsqr_eq y (r * sin a) sq) as [e | e].
  + exists r, a; split; [lra | now rewrite ca, <- ec, <- e].
  + exists r, (- a); split; [lra | rewrite cos_neg, sin_neg, ca, <- ec; f_equal; lra].
Qed.

Lemma dot_along k r a phi : dot k (rotate phi (r * cos a, r * sin a)) = r * along k (a + phi).
Proof. unfold dot, rotate, along; cbn [fst snd]; rewrite cos_plus, sin_plus; ring. Qed.

Lemma along_turns k phi z : along k (phi + 2 * PI * IZR z) = along k phi.
Proof.
unfold along; rewrite cos_turns; f_equal; f_equal; rewrite <- !cos_shift.
replace (PI / 2 - (phi + 2 * PI * IZR z)) with (PI / 2 - phi + 2 * PI * IZR (- z))
  by (rewrite opp_IZR; ring); apply cos_turns.
Qed.

(* Positive at two directions less than half a turn apart, positive between them. *)
Lemma between_directions (k : plane) phi tau s : 0 < tau < PI -> 0 <= s <= tau ->
  0 < along k phi -> 0 < along k (phi + tau) -> 0 < along k (phi + s).
Proof.
intros ht hs h0 h1; assert (e : along k (phi + s) * sin tau
  = sin (tau - s) * along k phi + sin s * along k (phi + tau)).
{ unfold along; rewrite !cos_plus, !sin_plus, sin_minus; ring. }
assert (p : 0 < sin tau) by (apply sin_gt_0; lra).
assert (a : 0 <= sin (tau - s)) by (apply sin_ge_0; lra).
assert (b : 0 <= sin s) by (apply sin_ge_0; lra).
apply (Rmult_lt_reg_r (sin tau)); [easy | ]; rewrite Rmult_0_l, e.
destruct (Req_dec s 0) as [-> | ne].
- rewrite Rminus_0_r, sin_0; nra.
- assert (0 < sin s) by (apply sin_gt_0; lra); nra.
Qed.

Lemma between_either (k : plane) phi tau y : Rabs tau < PI -> 0 <= y <= 1 ->
  0 < along k phi -> 0 < along k (phi + tau) -> 0 < along k (phi + y * tau).
Proof.
intros ht hy h0 h1; apply Rabs_def2 in ht.
destruct (Rtotal_order tau 0) as [neg | [-> | pos]].
- replace (phi + y * tau) with (phi + tau + (1 - y) * - tau) by ring.
  apply (between_directions k (phi + tau) (- tau)); [lra | nra | easy | ].
  now replace (phi + tau + - tau) with phi by ring.
- now rewrite Rmult_0_r, Rplus_0_r.
- apply (between_directions k phi tau); [lra | nra | easy | easy].
Qed.

(* Lipschitz, modulo full turns. *)
Lemma cos_moves x y : Rabs (cos (x + y) - cos x) <= away y.
Proof.
assert (half : forall z, Rabs (2 * sin (z / 2)) <= Rabs z).
{ enough (pos : forall z, 0 <= z -> Rabs (2 * sin (z / 2)) <= z).
  - intros z; destruct (Rle_lt_dec 0 z) as [h | h].
    + rewrite (Rabs_right z) by lra; now apply pos.
    + rewrite (Rabs_left z) by lra; rewrite <- Rabs_Ropp.
      replace (- (2 * sin (z / 2))) with (2 * sin (- z / 2)); [apply pos; lra | ].
      replace (- z / 2) with (- (z / 2)) by field; rewrite sin_neg; ring.
  - intros z h; destruct (Rle_lt_dec z 2) as [small | large].
    + destruct (Req_dec z 0) as [-> | ne].
      * replace (0 / 2) with 0 by field; rewrite sin_0, Rmult_0_r, Rabs_R0; lra.
      * pose proof (sin_lt_x (z / 2) ltac:(lra)); pose proof PI_RGT_0; pose proof PI2_1.
        assert (0 <= sin (z / 2)) by (apply sin_ge_0; lra).
        rewrite Rabs_right; lra.
    + pose proof (SIN_bound (z / 2)); apply Rabs_le; lra. }
destruct (away_attained y) as [k e]; rewrite e; set (d := y - 2 * PI * IZR k) in *.
replace (x + y) with (x + d + 2 * PI * IZR k) by (unfold d; ring); rewrite cos_turns, form2.
replace ((x + d - x) / 2) with (d / 2) by field.
replace (-2 * sin (d / 2) * sin ((x + d + x) / 2))
  with (- (2 * sin (d / 2)) * sin ((x + d + x) / 2)) by ring.
rewrite Rabs_mult, Rabs_Ropp; pose proof (half d); pose proof (Rabs_pos (2 * sin (d / 2))).
assert (Rabs (sin ((x + d + x) / 2)) <= 1) by (apply Rabs_le, SIN_bound).
pose proof (Rabs_pos (sin ((x + d + x) / 2))); nra.
Qed.

Lemma along_moves k x y : Rabs (along k (x + y) - along k x) <= (Rabs (fst k) + Rabs (snd k)) * away y.
Proof.
unfold along; pose proof (cos_moves x y) as c.
pose proof (cos_moves (PI / 2 - x) (- y)) as s; rewrite away_opp in s.
replace (PI / 2 - x + - y) with (PI / 2 - (x + y)) in s by ring; rewrite !cos_shift in s.
replace (fst k * cos (x + y) + snd k * sin (x + y) - (fst k * cos x + snd k * sin x))
  with (fst k * (cos (x + y) - cos x) + snd k * (sin (x + y) - sin x)) by ring.
eapply Rle_trans; [apply Rabs_triang | ]; rewrite !Rabs_mult, Rmult_plus_distr_r.
apply Rplus_le_compat; (apply Rmult_le_compat_l; [apply Rabs_pos | easy]).
Qed.

(* Some multiple of finitely many angles is near a full turn for all of them at once. *)
Lemma common_return (theta : nat -> R) (H : nat) delta : 0 < delta ->
  exists T, (1 <= T)%nat /\ forall h, within H h -> away (INR T * theta h) <= delta.
Proof.
unfold within; revert delta; induction H as [|H IH]; intros delta hd.
- exists 1%nat; split; [lia | intros; lia].
- pose proof pi_pos as pp.
  destruct (archimed (2 * PI / delta)) as [above _]; set (z := up (2 * PI / delta)) in *.
  assert (big : 0 < 2 * PI / delta) by (apply Rdiv_lt_0_compat; lra).
  assert (z0 : (0 < z)%Z) by (apply lt_IZR; lra); set (M := Z.to_nat z).
  assert (M1 : (1 <= M)%nat) by (unfold M; lia).
  assert (eM : INR M = IZR z) by (rewrite INR_IZR_INZ; f_equal; unfold M; lia).
  assert (pM : 0 < INR M) by (apply lt_0_INR; lia).
  destruct (IH (delta / INR M)) as (T & hT & near); [now apply Rdiv_lt_0_compat | ].
  destruct (circle_near (INR T * theta (S H)) M M1) as (t & ht & close).
  exists (t * T)%nat; split; [nia | ]; intros h hh; rewrite mult_INR, Rmult_assoc.
  destruct (Nat.eq_dec h (S H)) as [-> | ne].
  + assert (c : away (INR t * (INR T * theta (S H))) <= away (2 * PI / INR (M + 1))).
    { apply away_at_most; lra. }
    rewrite arc_away in c by easy; eapply Rle_trans; [exact c | ].
    rewrite plus_INR, eM; cbn [INR]; apply (Rmult_le_reg_r (IZR z + 1)); [lra | ].
    replace (2 * PI / (IZR z + 1) * (IZR z + 1)) with (2 * PI / delta * delta) by (field; lra); nra.
  + eapply Rle_trans; [apply away_multiple_le | ].
    specialize (near h ltac:(lia)); pose proof (away_range (INR T * theta h)).
    assert (le : INR t <= INR M) by (apply le_INR; lia).
    apply Rle_trans with (INR M * (delta / INR M)); [ | right; field; lra].
    apply Rmult_le_compat; [apply pos_INR | lra | easy | easy].
Qed.
