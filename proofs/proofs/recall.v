From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention canonical feasibility partial_induction recall.
From Proofs Require Import angles sums_of_reals circle canonical softening temperature
  retrieval_range partial_induction one_plane.
Local Open Scope R_scope.

(* The last match must outweigh all other keys together. *)
Lemma recalls_soft A T N L : (2 <= T)%nat ->
  recalls A T N softmax L
  <-> forall s q t, word A s -> (q < A)%nat -> last_match N s q t ->
      sum_but (fun u => exp (L q (s u) u)) N t < exp (L q q t).
Proof.
intros hT; split.
- intros right s q t hs hq last; pose proof last as [ht [e _]].
  set (l := fun u => L q (s u) u); replace (L q q t) with (l t) by (unfold l; now rewrite e).
  apply (softmax_dominates l N t ht), (every_word T); [easy | easy | | ].
  + intros; left; apply softmax_pos; unfold within in ht; lia.
  + intros x hx; now apply (right s x q t).
- intros wins s x q t hs hx hq last; pose proof last as [ht [e _]]; revert x hx.
  set (l := fun u => L q (s u) u); apply every_word; [easy | easy | | ].
  + intros; left; apply softmax_pos; unfold within in ht; lia.
  + apply (softmax_dominates l N t ht); unfold l at 2; rewrite e; now apply wins.
Qed.

Lemma sum_but_term f N j k : (forall i, 0 <= f i) -> within N k -> k <> j -> f k <= sum_but f N j.
Proof.
intros p hk ne; unfold sum_but; rewrite (sum_split _ N k hk).
destruct (Nat.eqb_spec k j); [easy | ].
assert (0 <= sum (others k (fun i => if Nat.eqb i j then 0 else f i)) N); [ | lra].
apply sum_nonneg; intros i _; unfold others; destruct Nat.eqb; [lra | destruct Nat.eqb; [lra | apply p]].
Qed.

Lemma exp_lower x y : exp x < exp y -> x < y.
Proof. apply exp_lt_inv. Qed.

Lemma soft_is_hard A T N L : (2 <= T)%nat -> recalls A T N softmax L -> recalls A T N hard L.
Proof.
intros hT right; apply recalls_hard; [easy | ]; intros s q t hs hq last u hu ne.
apply exp_lower; eapply Rle_lt_trans; [ | now apply (proj1 (recalls_soft A T N L hT) right s q t)].
apply (sum_but_term (fun v => exp (L q (s v) v))); [intros; left; apply exp_pos | easy | easy].
Qed.

Theorem recalls_softmax : Statements.recall.recalls_softmax.
Proof.
intros A T N L hA hT; split.
- intros right; apply recalls_iff in right; [ | easy | easy]; destruct right as [nearer others].
  destruct (least_difference (fun q m _ t => L q m t) A (N + 1)) as (g & hg & apart).
  assert (gap : forall q m s t, (q < A)%nat -> (m < A)%nat -> within N s -> within N t ->
    L q m s < L q q t -> L q m s + g <= L q q t).
  { intros q m s t hq hm hs ht; unfold within in *.
    apply (apart q hq 0%nat ltac:(lia) m hm s ltac:(lia) q hq t ltac:(lia)). }
  exists (INR N / g); intros beta hb N' hN'; apply recalls_soft; [easy | ].
  intros s q t hs hq (ht & e & last).
  assert (large : INR N < exp (beta * g)).
  { apply (Rmult_le_compat_r g) in hb; [ | lra].
    replace (INR N / g * g) with (INR N) in hb by (field; lra).
    pose proof (exp_ineq1_le (beta * g)); lra. }
  assert (b0 : 0 <= beta).
  { eapply Rle_trans; [ | exact hb]; apply Rmult_le_pos; [apply pos_INR | ].
    left; now apply Rinv_0_lt_compat. }
  unfold times; eapply Rle_lt_trans.
  + apply (sum_but_le _ (fun _ => exp (beta * L q q t - beta * g))); intros u hu ne.
    apply exp_le; enough (L q (s u) u + g <= L q q t) by nra.
    apply gap; try (unfold within in *; lia); [apply hs | ].
    destruct (Nat.eq_dec (s u) q) as [eu | nu].
    * rewrite eu; specialize (last u hu eu); apply nearer; unfold within in *; lia.
    * apply others; unfold within in *; try lia; apply hs.
  + rewrite sum_but_const by easy; unfold Rminus; rewrite exp_plus, exp_Ropp.
    apply (Rmult_lt_reg_r (exp (beta * g))); [apply exp_pos | ].
    replace (INR (N' - 1) * (exp (beta * L q q t) * / exp (beta * g)) * exp (beta * g))
      with (INR (N' - 1) * exp (beta * L q q t)) by (field; apply Rgt_not_eq, exp_pos).
    rewrite (Rmult_comm (exp (beta * L q q t))); apply Rmult_lt_compat_r; [apply exp_pos | ].
    eapply Rle_lt_trans; [ | exact large]; apply le_INR; lia.
- intros (beta0 & soft) N' hN'; set (beta := Rmax beta0 1).
  specialize (soft beta (Rmax_l beta0 1) N' hN').
  apply soft_is_hard in soft; [ | easy].
  pose proof (proj1 (recalls_hard A T N' (times beta L) hT) soft) as h.
  apply recalls_hard; [easy | ]; intros s q t hs hq last u hu ne.
  specialize (h s q t hs hq last u hu ne); unfold times in h.
  pose proof (Rmax_r beta0 1); fold beta in H; nra.
Qed.

Theorem A_thm6_softmax : Statements.recall.A_thm6_softmax.
Proof.
intros A T N a c theta hA hT hN hc; split.
- intros all t ht; specialize (all N (Nat.le_refl N)); rewrite recalls_soft in all by easy.
  set (row := fun u => if Nat.ltb u t then 1%nat else 0%nat).
  assert (hs : word A row) by (intros u; unfold row; destruct Nat.ltb; lia).
  assert (last : last_match N row 0 t).
  { split; [easy | split; [unfold row; now rewrite Nat.ltb_irrefl | ]].
    intros u _; unfold row; destruct (Nat.ltb_spec u t); lia. }
  specialize (all row 0%nat t hs ltac:(lia) last); unfold two_angles in all; cbn [Nat.eqb] in all.
  eapply Rle_lt_trans; [ | exact all]; right; apply sum_ext; intros u _.
  destruct (Nat.eqb u t); [easy | ]; unfold row; now destruct Nat.ltb.
- intros wins N' hN'; apply recalls_soft; [easy | ]; intros s q t hs hq (ht & e & last).
  assert (ha : 0 <= a).
  { assert (h1 : within N 1) by (unfold within; lia); assert (hl : within N N) by (unfold within; lia).
    pose proof (wins 1%nat h1) as w1; pose proof (wins N hl) as wN.
    pose proof (sum_but_term (fun u => exp ((if Nat.ltb u 1 then 0 else a) + c * cos (INR u * theta)))
      N 1 N (fun i => Rlt_le _ _ (exp_pos _)) hl ltac:(lia)) as t1.
    pose proof (sum_but_term (fun u => exp ((if Nat.ltb u N then 0 else a) + c * cos (INR u * theta)))
      N N 1 (fun i => Rlt_le _ _ (exp_pos _)) h1 ltac:(lia)) as tN.
    cbv beta in t1, tN; destruct (Nat.ltb_spec N 1); [lia | ]; destruct (Nat.ltb_spec 1 N); [ | lia].
    pose proof (exp_lower _ _ (Rle_lt_trans _ _ _ t1 w1)).
    pose proof (exp_lower _ _ (Rle_lt_trans _ _ _ tN wN)); lra. }
  assert (ht' : within N t) by (unfold within in *; lia).
  specialize (wins t ht'); unfold two_angles at 2; rewrite Nat.eqb_refl.
  eapply Rle_lt_trans; [ | exact wins]; eapply Rle_trans; [ | apply prefix_sum; [exact hN' | ]].
  + apply sum_but_le; intros u hu ne; apply exp_le; unfold two_angles.
    destruct (Nat.eqb_spec (s u) q) as [eu | nu], (Nat.ltb_spec u t); try lra.
    specialize (last u hu eu); lia.
  + intros; left; apply exp_pos.
Qed.

Lemma two_angles_times beta a c theta q m t :
  times beta (two_angles a c theta) q m t = two_angles (beta * a) (beta * c) theta q m t.
Proof. unfold times, two_angles; destruct Nat.eqb; ring. Qed.

Theorem A_thm6_softmax_angles : Statements.recall.A_thm6_softmax_angles.
Proof.
intros A T N theta hA hT hN; split.
- intros (a & c & hc & right); apply (A_thm6 A T N a c theta hA hT hN hc).
  intros N' hN'; now apply soft_is_hard, right.
- intros small; set (a := cos theta - cos (INR N * theta) + 1).
  assert (right : recalls_up_to A T N hard (two_angles a 1 theta)).
  { apply A_thm6; try easy; [lra | split; [easy | unfold a; lra]]. }
  apply recalls_softmax in right; [ | easy | easy]; destruct right as (beta0 & soft).
  set (beta := Rmax beta0 1); pose proof (Rmax_r beta0 1) as b1; fold beta in b1.
  exists (beta * a), (beta * 1); split; [lra | ]; intros N' hN'.
  specialize (soft beta (Rmax_l beta0 1) N' hN').
  apply recalls_soft; [easy | ]; intros s q t hs hq last; rewrite <- two_angles_times.
  rewrite recalls_soft in soft by easy; specialize (soft s q t hs hq last).
  eapply Rle_lt_trans; [ | exact soft]; right; apply sum_ext; intros u _.
  now rewrite two_angles_times.
Qed.

Theorem A_one_angle_fix : Statements.recall.A_one_angle_fix.
Proof.
intros A T N theta hA hT hN; pose proof (omega_pos A ltac:(lia)) as op.
pose proof (omega_below A hA) as ob; destruct (max_bound (omega A) N (away theta) op) as [d b].
rewrite (small_away theta (omega A / INR (Nat.max 1 (2 * N - 4)))) by lra; rewrite b; split.
- intros [psi right]; apply phase_iff in right; [ | easy | easy | easy]; destruct right.
  now apply phase_needs with psi.
- intros [pos less]; destruct (phase_serves A N theta hA hN pos less) as (psi & right).
  exists psi; now apply phase_iff.
Qed.

Lemma weight_hard attend A T N L : (2 <= T)%nat -> by_weight attend ->
  recalls A T N attend L -> recalls A T N hard L.
Proof. intros hT [-> | ->]; [easy | now apply soft_is_hard]. Qed.

Section AnyPlane.
Variables (A N : nat) (theta : R) (key query : nat -> plane).
Hypothesis (hA : (2 <= A)%nat) (hN : (2 <= N)%nat).
Let L := plane_head theta key query.
Hypothesis nearer : forall q s t, (q < A)%nat -> within N s -> within N t -> (s < t)%nat ->
  L q q t < L q q s.
Hypothesis others : forall q m s t, (q < A)%nat -> (m < A)%nat -> m <> q -> within N s ->
  within N t -> s <> t -> L q m s < L q q t.

Lemma no_full_turn : ~ full_turn theta.
Proof.
intros [z e]; destruct (polar (query 0%nat)) as (r & a & _ & eq).
pose proof (nearer 0%nat 1%nat 2%nat ltac:(lia)) as n; unfold within in n.
specialize (n ltac:(lia) ltac:(lia) ltac:(lia)); unfold L, plane_head in n; rewrite eq, !dot_along in n.
rewrite e in n; cbn [INR] in n.
replace (a + (1 + 1) * (2 * PI * IZR z)) with (a + 2 * PI * IZR (2 * z)) in n by (rewrite mult_IZR; ring).
rewrite Rmult_1_l, !along_turns in n; lra.
Qed.

(* The difference of two keys, along the directions of the query that asks for the first. *)
Definition ahead (q m : nat) : plane :=
  (fst (key q) - fst (key m), snd (key q) - snd (key m)).

Lemma ahead_along q m phi : along (ahead q m) phi = along (key q) phi - along (key m) phi.
Proof. unfold along, ahead; cbn [fst snd]; ring. Qed.

Lemma ahead_somewhere q : (q < A)%nat -> exists a, forall m t, (m < A)%nat -> m <> q ->
  (1 <= t < N)%nat -> 0 < along (ahead q m) (a + INR t * rep theta).
Proof.
intros hq; destruct (polar (query q)) as (r & a & r0 & eq); exists a; intros m t hm ne ht.
pose proof (nearer q t N hq) as n; pose proof (others q m t N hq hm ne) as o.
unfold within in *; specialize (n ltac:(lia) ltac:(lia) ltac:(lia)).
specialize (o ltac:(lia) ltac:(lia) ltac:(lia)); unfold L, plane_head in n, o.
rewrite eq, !dot_along in n; rewrite eq, !dot_along in o.
assert (e : a + INR t * theta = a + INR t * rep theta + 2 * PI * IZR (Z.of_nat t * nearest theta)).
{ unfold rep; rewrite mult_IZR, <- INR_IZR_INZ; ring. }
rewrite e, along_turns in n, o; rewrite ahead_along; nra.
Qed.

Lemma opposite k phi : along k (phi + PI) = - along k phi.
Proof. unfold along; rewrite neg_cos, neg_sin; ring. Qed.

Section Directions.
Variable a : nat -> R.
Let tau := rep theta.
Hypothesis pos : forall q m t, (q < A)%nat -> (m < A)%nat -> m <> q -> (1 <= t < N)%nat ->
  0 < along (ahead q m) (a q + INR t * tau).

Lemma below_half : (3 <= N)%nat -> Rabs tau < PI.
Proof.
intros h3; pose proof (away_range theta) as r; unfold tau in *; rewrite rep_abs.
destruct r as [_ [lt | e]]; [easy | exfalso].
pose proof (pos 0%nat 1%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as p1.
pose proof (pos 0%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as p2.
rewrite <- rep_abs in e; set (k := ahead 0 1) in *; set (b := a 0%nat) in *; cbn [INR] in p1, p2.
revert e; unfold Rabs; destruct Rcase_abs as [neg | nn]; intros e.
- replace (b + 1 * rep theta) with (b + (1 + 1) * rep theta + PI) in p1 by lra.
  rewrite opposite in p1; lra.
- replace (b + (1 + 1) * rep theta) with (b + 1 * rep theta + PI) in p2 by lra.
  rewrite opposite in p2; lra.
Qed.

Lemma whole_arc q m n y : (3 <= N)%nat -> (q < A)%nat -> (m < A)%nat -> m <> q ->
  (n <= N - 2)%nat -> 0 <= y <= INR n -> 0 < along (ahead q m) (a q + tau + y * tau).
Proof.
intros h3 hq hm ne; revert y; induction n as [|n IH]; intros y hn hy.
- cbn [INR] in hy; replace (a q + tau + y * tau) with (a q + INR 1 * tau) by
    (cbn [INR]; replace y with 0 by lra; ring); apply pos; easy || lia.
- rewrite S_INR in hy; destruct (Rle_lt_dec y (INR n)) as [le | lt]; [apply IH; [lia | lra] | ].
  pose proof (pos q m (n + 1)%nat hq hm ne ltac:(lia)) as p1.
  pose proof (pos q m (n + 2)%nat hq hm ne ltac:(lia)) as p2.
  rewrite plus_INR in p1, p2; cbn [INR] in p1, p2.
  replace (a q + tau + y * tau) with (a q + (INR n + 1) * tau + (y - INR n) * tau) by ring.
  apply between_either; [now apply below_half | lra | easy | ].
  now replace (a q + (INR n + 1) * tau + tau) with (a q + (INR n + (1 + 1)) * tau) by ring.
Qed.

Lemma starts_apart i j : (3 <= N)%nat -> (i < A)%nat -> (j < A)%nat -> i <> j ->
  INR (N - 2) * away theta < away (a i + tau - (a j + tau)).
Proof.
intros h3 hi hj ne; apply Rnot_le_lt; intros le.
assert (t0 : tau <> 0).
{ intros z; apply no_full_turn, away_zero; rewrite <- rep_abs; fold tau; rewrite z; apply Rabs_R0. }
assert (front : forall i j y z, (i < A)%nat -> (j < A)%nat -> i <> j -> 0 <= y <= INR (N - 2) ->
  a i + tau = a j + tau + y * tau + 2 * PI * IZR z -> False).
{ clear i j hi hj ne le; intros i j y z hi hj ne hy e.
  pose proof (whole_arc j i (N - 2) y h3 hj hi ne (Nat.le_refl _) hy) as p.
  pose proof (whole_arc i j 0 0 h3 hi hj ltac:(congruence) ltac:(lia) ltac:(cbn; lra)) as p'.
  rewrite Rmult_0_l, Rplus_0_r, e, along_turns in p'; rewrite ahead_along in p, p'; lra. }
set (d := a i + tau - (a j + tau)) in *; pose proof (rep_abs d) as ed.
assert (split : d = rep d + 2 * PI * IZR (nearest d)) by (unfold rep; ring).
rewrite <- ed, <- (rep_abs theta) in le; fold tau in le; set (y := rep d / tau).
assert (ey : rep d = y * tau) by (unfold y; field; easy).
rewrite ey, Rabs_mult in le; apply Rmult_le_reg_r in le; [ | now apply Rabs_pos_lt].
revert le; unfold Rabs; destruct Rcase_abs as [neg | nn]; intros le.
- apply (front j i (- y) (- nearest d)%Z); try easy; [congruence | lra | ].
  rewrite opp_IZR; unfold d in split at 1; lra.
- apply (front i j y (nearest d)); try easy; [lra | ]; unfold d in split at 1; lra.
Qed.

End Directions.

Lemma finite_choice (P : nat -> R -> Prop) n : (forall q, (q < n)%nat -> exists b, P q b) ->
  exists a, forall q, (q < n)%nat -> P q (a q).
Proof.
induction n as [|n IH]; intros each; [exists (fun _ => 0); intros; lia | ].
destruct IH as [a h]; [intros; apply each; lia | ]; destruct (each n ltac:(lia)) as [b hb].
exists (fun q => if Nat.eqb q n then b else a q); intros q hq.
destruct (Nat.eqb_spec q n) as [-> | ne]; [easy | apply h; lia].
Qed.

Lemma turns_bound : INR A * (INR (N - 2) * away theta) < 2 * PI.
Proof.
pose proof pi_pos as pp; destruct (Nat.eq_dec N 2) as [e | N3].
{ rewrite e; cbn [Nat.sub INR]; rewrite Rmult_0_l; lra. }
destruct (finite_choice (fun q b => forall m t, (m < A)%nat -> m <> q ->
  (1 <= t < N)%nat -> 0 < along (ahead q m) (b + INR t * rep theta)) A ahead_somewhere) as [a pos].
apply (spread (fun q => a q + rep theta)); [easy | ]; intros i j hi hj ne.
apply starts_apart; try easy; [intros; now apply pos | lia].
Qed.
End AnyPlane.

Theorem A_one_angle_fix_any : Statements.recall.A_one_angle_fix_any.
Proof.
intros attend A T N theta key query kind hA hT hN right.
assert (hard_right : recalls_up_to A T N hard (plane_head theta key query)).
{ intros N' hN'; now apply (weight_hard attend), right. }
apply recalls_iff in hard_right; [ | easy | easy]; destruct hard_right as [nearer others]; split.
- now apply (no_full_turn A N theta key query).
- destruct (away_attained theta) as [k e]; exists k; rewrite <- e.
  now apply (turns_bound A N theta key query).
Qed.

Lemma sum_bound f g n : (forall h, within n h -> Rabs (f h) <= g h) -> Rabs (sum f n) <= sum g n.
Proof.
unfold within; induction n as [|n IH]; intros each; [cbn; rewrite Rabs_R0; lra | cbn [sum]].
eapply Rle_trans; [apply Rabs_triang | apply Rplus_le_compat; [apply IH; intros; apply each; lia | ]].
apply each; lia.
Qed.

Lemma dot_moves theta k u (t T : nat) :
  Rabs (dot k (rotate (INR (t + T) * theta) u) - dot k (rotate (INR t * theta) u))
  <= (Rabs (dot k u) + Rabs (snd k * fst u - fst k * snd u)) * away (INR T * theta).
Proof.
set (p := (dot k u, snd k * fst u - fst k * snd u) : plane).
assert (e : forall phi, dot k (rotate phi u) = along p phi).
{ intros phi; unfold dot, rotate, along, p; cbn [fst snd]; unfold dot; ring. }
rewrite !e, plus_INR, Rmult_plus_distr_r; apply (along_moves p).
Qed.

Theorem A_one_angle_fix_lengths : Statements.recall.A_one_angle_fix_lengths.
Proof.
intros attend A T H theta key query kind hA hT all.
set (L := fun q m t => sum (fun h => plane_head (theta h) (key h) (query h) q m t) H) in *.
assert (nearer : forall s t, (1 <= s < t)%nat -> L 0%nat 0%nat t < L 0%nat 0%nat s).
{ intros s t st; assert (right : recalls_up_to A T t hard L).
  { intros N' _; now apply (weight_hard attend), all. }
  apply recalls_iff in right; [ | easy | easy]; apply (proj1 right); unfold within; lia. }
set (size := fun h => Rabs (dot (key h 0%nat) (query h 0%nat))
  + Rabs (snd (key h 0%nat) * fst (query h 0%nat) - fst (key h 0%nat) * snd (query h 0%nat))).
assert (size0 : forall h, 0 <= size h).
{ intros h; unfold size; apply Rplus_le_le_0_compat; apply Rabs_pos. }
assert (total0 : 0 <= sum size H) by (apply sum_nonneg; intros; apply size0).
set (gap := L 0%nat 0%nat 1%nat - L 0%nat 0%nat 2%nat).
assert (hg : 0 < gap) by (pose proof (nearer 1%nat 2%nat ltac:(lia)); unfold gap; lra).
destruct (common_return theta H (gap / (sum size H + 1))) as (t & ht & near).
{ apply Rdiv_lt_0_compat; lra. }
assert (close : Rabs (L 0%nat 0%nat (1 + t)%nat - L 0%nat 0%nat 1%nat)
  <= gap / (sum size H + 1) * sum size H).
{ unfold L; rewrite <- sum_minus, <- sum_scale; apply sum_bound; intros h hh.
  eapply Rle_trans; [apply dot_moves | ]; fold (size h); rewrite Rmult_comm.
  apply Rmult_le_compat_r; [apply size0 | now apply near]. }
assert (small : gap / (sum size H + 1) * sum size H < gap).
{ apply (Rmult_lt_reg_r (sum size H + 1)); [lra | ].
  replace (gap / (sum size H + 1) * sum size H * (sum size H + 1)) with (gap * sum size H) by (field; lra).
  nra. }
assert (far : L 0%nat 0%nat (1 + t)%nat <= L 0%nat 0%nat 2%nat).
{ destruct (Nat.eq_dec t 1) as [-> | ne]; [right; reflexivity | left; apply nearer; lia]. }
pose proof (Rle_lt_trans _ _ _ close small) as moved; apply Rabs_def2 in moved.
destruct moved as [_ low]; unfold gap in low; lra.
Qed.
