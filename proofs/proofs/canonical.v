From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy canonical.
From Proofs Require Import angles sums_of_reals.
Local Open Scope R_scope.

Lemma one_cases b : one b = 0 \/ one b = 1. Proof. destruct b; [now right | now left]. Qed.

Lemma weight_others w x N a b : (forall j, within N j -> 0 <= w j) -> b <> a ->
  weight w x N b <= sum (fun j => w j * (1 - one (Nat.eqb (x j) a))) N.
Proof.
intros p ne; apply sum_le; intros j hj; apply Rmult_le_compat_l; [now apply p | ].
destruct (Nat.eqb_spec (x j) b), (Nat.eqb_spec (x j) a); cbn; try lra; congruence.
Qed.

Lemma weight_zero w x N a : (forall j, within N j -> x j <> a) -> weight w x N a = 0.
Proof.
intros h; apply sum_zero; intros j hj; destruct (Nat.eqb_spec (x j) a); cbn; [ | ring].
now apply h in e.
Qed.

Lemma sum_but_const c N j : within N j -> sum_but (fun _ => c) N j = INR (N - 1) * c.
Proof.
intros h; pose proof (sum_split (fun _ => c) N j h) as e; rewrite sum_const in e.
unfold others in e; fold (sum_but (fun _ => c) N j) in e.
unfold within in h; rewrite minus_INR by lia; cbn [INR]; lra.
Qed.

(* For all words: the target outweighs the others together. *)
Definition two_letters (j k : nat) : nat := if Nat.eqb k j then 0%nat else 1%nat.

Lemma every_word A w N j : (2 <= A)%nat -> within N j -> (forall k, within N k -> 0 <= w k) ->
  (forall x, word A x -> decodes (weight w x N) (x j)) <-> sum_but w N j < w j.
Proof.
intros hA hj p; split.
- intros all; assert (hw : word A (two_letters j)).
  { intros k; unfold two_letters; destruct Nat.eqb; lia. }
  assert (zero : two_letters j j = 0%nat) by (unfold two_letters; now rewrite Nat.eqb_refl).
  specialize (all _ hw 1%nat); rewrite zero in all; specialize (all ltac:(easy)).
  replace (weight w (two_letters j) N 1) with (sum_but w N j) in all.
  + replace (weight w (two_letters j) N 0) with (w j) in all; [easy | ].
    symmetry; unfold weight; rewrite (sum_single _ N j hj); unfold two_letters.
    * rewrite Nat.eqb_refl; cbn; ring.
    * intros k hk ne; destruct (Nat.eqb_spec k j); [easy | cbn; ring].
  + apply sum_ext; intros k hk; unfold two_letters; destruct (Nat.eqb_spec k j); cbn; ring.
- intros d x hx b ne.
  eapply Rle_lt_trans; [apply (weight_others w x N (x j) b p ne) | ].
  eapply Rle_lt_trans with (sum_but w N j); [ | eapply Rlt_le_trans; [exact d | ]].
  + apply sum_le; intros k hk; specialize (p k hk).
    destruct (Nat.eqb_spec k j) as [-> | nk]; [rewrite Nat.eqb_refl; cbn; lra | ].
    destruct (one_cases (Nat.eqb (x k) (x j))) as [-> | ->]; lra.
  + unfold weight; rewrite (sum_split _ N j hj), Nat.eqb_refl; cbn [one].
    assert (0 <= sum (others j (fun k => w k * one (Nat.eqb (x k) (x j)))) N); [ | lra].
    apply sum_nonneg; intros k hk; unfold others; specialize (p k hk).
    destruct Nat.eqb; [lra | destruct (one_cases (Nat.eqb (x k) (x j))) as [-> | ->]; lra].
Qed.

Lemma sum_but_split w N j : within N j -> sum w N = w j + sum_but w N j.
Proof. intros h; now rewrite (sum_split w N j h). Qed.

Lemma sum_but_le f g N j : (forall k, within N k -> k <> j -> f k <= g k) ->
  sum_but f N j <= sum_but g N j.
Proof.
intros h; apply sum_le; intros k hk; destruct (Nat.eqb_spec k j); [lra | now apply h].
Qed.

Lemma sum_but_scale c f N j : sum_but (fun k => c * f k) N j = c * sum_but f N j.
Proof.
unfold sum_but; rewrite <- sum_scale; apply sum_ext; intros k _; destruct Nat.eqb; ring.
Qed.

Lemma sum_but_nonneg f N j : (forall k, within N k -> 0 <= f k) -> 0 <= sum_but f N j.
Proof. intros h; apply sum_nonneg; intros k hk; destruct Nat.eqb; [lra | now apply h]. Qed.

(* Under hard attention: it is the only maximiser. *)
Lemma hard_dominates l N j : within N j -> (forall k, within N k -> l k <= l j) ->
  sum_but (hard l N) N j < hard l N j <-> forall k, within N k -> k <> j -> l k < l j.
Proof.
intros hj most; assert (hN : (1 <= N)%nat) by (unfold within in hj; lia).
pose proof (best_is l N j hj most) as bj; split.
- intros d k hk ne; destruct (most k hk) as [lt | eq]; [easy | exfalso].
  assert (e : hard l N k = hard l N j).
  { unfold hard; rewrite !top_one; [easy | lra | lra]. }
  assert (hard l N k <= sum_but (hard l N) N j); [ | lra].
  unfold sum_but; rewrite (sum_split _ N k hk).
  destruct (Nat.eqb_spec k j); [easy | ].
  assert (0 <= sum (others k (fun i => if Nat.eqb i j then 0 else hard l N i)) N); [ | lra].
  apply sum_nonneg; intros i _; unfold others.
  destruct Nat.eqb; [lra | destruct Nat.eqb; [lra | now apply hard_nonneg]].
- intros u; replace (sum_but (hard l N) N j) with 0; [now apply hard_on | ].
  symmetry; apply sum_zero; intros k hk; destruct (Nat.eqb_spec k j); [easy | ].
  apply hard_off; specialize (u k hk n); lra.
Qed.

Lemma softmax_dominates l N j : within N j ->
  sum_but (softmax l N) N j < softmax l N j <-> sum_but (fun k => exp (l k)) N j < exp (l j).
Proof.
intros hj; assert (Z : 0 < sum (fun k => exp (l k)) N).
{ apply sum_pos with j; [easy | apply exp_pos | intros; left; apply exp_pos]. }
assert (e : sum_but (softmax l N) N j
            = / sum (fun k => exp (l k)) N * sum_but (fun k => exp (l k)) N j).
{ rewrite <- sum_but_scale; apply sum_ext; intros k _; unfold softmax, Rdiv.
  destruct Nat.eqb; ring. }
rewrite e; unfold softmax, Rdiv; rewrite (Rmult_comm (exp (l j))).
pose proof (Rinv_0_lt_compat _ Z) as i; split; intros h.
- now apply Rmult_lt_reg_l in h.
- now apply Rmult_lt_compat_l.
Qed.

Lemma place_self B theta j : place_logits B theta j j = B.
Proof.
unfold place_logits; replace ((INR j - INR j) * theta) with 0 by ring; rewrite cos_0; ring.
Qed.

Lemma place_distance theta j k : exists t, cos ((INR k - INR j) * theta) = cos (INR t * theta)
  /\ t = (Nat.max j k - Nat.min j k)%nat.
Proof.
eexists; split; [ | reflexivity]; destruct (Nat.le_gt_cases j k).
- rewrite Nat.max_r, Nat.min_l by lia; rewrite minus_INR by lia; f_equal; ring.
- rewrite Nat.max_l, Nat.min_r by lia.
  rewrite <- cos_neg, minus_INR by lia; f_equal; ring.
Qed.

Lemma unique_place B theta N : 0 < B -> (1 <= N)%nat ->
  (forall j, within N j -> forall k, within N k -> k <> j ->
     place_logits B theta j k < place_logits B theta j j)
  <-> ~ some_multiple_turns theta (N - 1).
Proof.
intros hB hN; split.
- intros all (t & ht & turns).
  specialize (all 1%nat ltac:(unfold within; lia) (t + 1)%nat ltac:(unfold within; lia) ltac:(lia)).
  rewrite place_self in all; unfold place_logits in all.
  rewrite plus_INR in all; replace (INR t + INR 1 - INR 1) with (INR t) in all by ring.
  apply cos_is_one in turns; rewrite turns in all; lra.
- intros no j hj k hk ne; rewrite place_self; unfold place_logits.
  destruct (place_distance theta j k) as (t & -> & et).
  assert (cos (INR t * theta) < 1).
  { apply cos_below_one; intros turns; apply no; exists t; split; [ | easy].
    unfold within in *; lia. }
  nra.
Qed.

Lemma place_most B theta j k : 0 <= B -> place_logits B theta j k <= place_logits B theta j j.
Proof.
intros hB; rewrite place_self; unfold place_logits.
pose proof (COS_bound ((INR k - INR j) * theta)); nra.
Qed.

Theorem A_thm3 : Statements.canonical.A_thm3.
Proof.
intros A N B theta hA hN hB; rewrite <- (unique_place B theta N hB hN); split.
- intros right j hj; apply hard_dominates; [easy | intros; apply place_most; lra | ].
  apply (every_word A); [easy | easy | intros; now apply hard_nonneg | ].
  intros x hx; now apply right.
- intros u x j hx hj; revert x hx.
  apply (every_word A); [easy | easy | intros; now apply hard_nonneg | ].
  apply hard_dominates; [easy | intros; apply place_most; lra | now apply u].
Qed.

Lemma softmax_right A N B theta : (2 <= A)%nat -> (1 <= N)%nat ->
  index_right A N softmax B theta
  <-> forall j, within N j ->
      sum_but (fun k => exp (- (B * (1 - cos ((INR k - INR j) * theta))))) N j < 1.
Proof.
intros hA hN.
assert (e : forall j, sum_but (fun k => exp (place_logits B theta j k)) N j
  = exp B * sum_but (fun k => exp (- (B * (1 - cos ((INR k - INR j) * theta))))) N j).
{ intros j; rewrite <- sum_but_scale; apply sum_ext; intros k _.
  destruct Nat.eqb; [easy | ]; rewrite <- exp_plus; unfold place_logits; f_equal; ring. }
assert (d : forall j, within N j ->
  (forall x, word A x -> decodes (weight (softmax (place_logits B theta j) N) x N) (x j))
  <-> sum_but (fun k => exp (- (B * (1 - cos ((INR k - INR j) * theta))))) N j < 1).
{ intros j hj; rewrite every_word, softmax_dominates, e, place_self; try easy.
  - pose proof (exp_pos B); split; nra.
  - intros; left; now apply softmax_pos. }
split.
- intros right j hj; apply d; [easy | ]; intros x hx; now apply right.
- intros h x j hx hj; revert x hx; apply d; [easy | now apply h].
Qed.

Theorem A_thm3_softmax : Statements.canonical.A_thm3_softmax.
Proof. intros A N B theta; apply softmax_right. Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [h | ->]; [left; now apply exp_increasing | lra]. Qed.

Theorem A_thm3_larger_B : Statements.canonical.A_thm3_larger_B.
Proof.
intros A N theta B B' hA hN le; rewrite !softmax_right by easy.
intros h j hj; eapply Rle_lt_trans; [ | exact (h j hj)].
apply sum_but_le; intros k _ _; apply exp_le.
pose proof (COS_bound ((INR k - INR j) * theta)); nra.
Qed.

Theorem A_thm3_enough : Statements.canonical.A_thm3_enough.
Proof.
intros A N theta B gap hA hN hB far enough; apply softmax_right; [easy | lia | ].
intros j hj; eapply Rle_lt_trans with (sum_but (fun _ => exp (- (B * gap))) N j).
- apply sum_but_le; intros k hk ne; apply exp_le.
  destruct (place_distance theta j k) as (t & -> & et).
  assert (cos (INR t * theta) <= 1 - gap) by (apply far; unfold within in *; lia); nra.
- rewrite sum_but_const by easy.
  apply Rmult_lt_reg_r with (exp (B * gap)); [apply exp_pos | ].
  rewrite Rmult_assoc, <- exp_plus.
  replace (- (B * gap) + B * gap) with 0 by ring; rewrite exp_0; lra.
Qed.

Lemma least_gap theta n : ~ some_multiple_turns theta n ->
  exists gap, 0 < gap /\ forall t, (1 <= t <= n)%nat -> cos (INR t * theta) <= 1 - gap.
Proof.
induction n as [|n IH]; intros no; [exists 1; split; [lra | intros; lia] | ].
destruct IH as (g & hg & far).
- intros (t & ht & turns); apply no; exists t; split; [lia | easy].
- assert (c : cos (INR (S n) * theta) < 1).
  { apply cos_below_one; intros turns; apply no; exists (S n); split; [lia | easy]. }
  exists (Rmin g (1 - cos (INR (S n) * theta))); split; [apply Rmin_glb_lt; lra | ].
  intros t ht; pose proof (Rmin_l g (1 - cos (INR (S n) * theta))).
  pose proof (Rmin_r g (1 - cos (INR (S n) * theta))).
  destruct (Nat.eq_dec t (S n)) as [-> | ne]; [lra | ].
  specialize (far t ltac:(lia)); lra.
Qed.

Theorem A_thm3_some_B : Statements.canonical.A_thm3_some_B.
Proof.
intros A N theta hA hN; split.
- intros (B & hB & right); rewrite softmax_right in right by (easy || lia).
  intros (t & ht & turns); specialize (right 1%nat ltac:(unfold within; lia)).
  revert right; apply Rle_not_lt; unfold sum_but.
  rewrite (sum_split _ N (t + 1)) by (unfold within; lia).
  destruct (Nat.eqb_spec (t + 1) 1); [lia | ].
  rewrite plus_INR; replace (INR t + INR 1 - INR 1) with (INR t) by ring.
  apply cos_is_one in turns; rewrite turns.
  replace (- (B * (1 - 1))) with 0 by ring; rewrite exp_0.
  rewrite <- (Rplus_0_r 1) at 1; apply Rplus_le_compat_l, sum_nonneg; intros k _; unfold others.
  destruct Nat.eqb; [lra | destruct Nat.eqb; [lra | left; apply exp_pos]].
- intros no; destruct (least_gap theta (N - 1) no) as (g & hg & far).
  assert (b : 0 <= INR (N - 1)) by apply pos_INR.
  exists (INR N / g).
  assert (p : 0 < INR N) by (apply lt_0_INR; lia).
  split; [now apply Rdiv_lt_0_compat | ].
  apply A_thm3_enough with g; try easy; [left; now apply Rdiv_lt_0_compat | ].
  replace (INR N / g * g) with (INR N) by (field; lra).
  rewrite minus_INR by lia; cbn [INR].
  pose proof (exp_ineq1 (INR N) ltac:(lra)); lra.
Qed.

Lemma asked_weight w N s x q a : asked N s x q a ->
  (forall j, within N j -> 0 <= w j) -> (forall j, within N j -> s j <> q -> w j = 0) ->
  (exists j, within N j /\ 0 < w j) -> decodes (weight w x N) a.
Proof.
intros [_ attribute] p off (j & hj & on) b ne.
assert (z : weight w x N b = 0); [apply sum_zero | rewrite z].
- intros k hk; destruct (Nat.eq_dec (s k) q) as [e | n].
  + rewrite attribute by easy; destruct (Nat.eqb_spec a b); [now subst | cbn; ring].
  + rewrite off by easy; ring.
- apply sum_pos with j; [easy | | ].
  + rewrite attribute, Nat.eqb_refl; [cbn; lra | easy | ].
    destruct (Nat.eq_dec (s j) q) as [e | n]; [easy | rewrite off in on by easy; lra].
  + intros k hk; specialize (p k hk); destruct (one_cases (Nat.eqb (x k) a)) as [-> | ->]; lra.
Qed.

Definition first_is (a b k : nat) : nat := if Nat.eqb k 1 then a else b.

Lemma first_word A a b : (a < A)%nat -> (b < A)%nat -> word A (first_is a b).
Proof. intros ha hb k; unfold first_is; destruct Nat.eqb; easy. Qed.

Lemma first_asked N q s : (1 <= N)%nat -> s <> q -> asked N (first_is q s) (first_is 0 1) q 0.
Proof.
intros hN ne; split; [exists 1%nat; split; [unfold within; lia | easy] | ].
intros j _; unfold first_is; destruct (Nat.eqb j 1); easy.
Qed.

Lemma first_weights w N : (1 <= N)%nat ->
  weight w (first_is 0 1) N 0 = w 1%nat /\ weight w (first_is 0 1) N 1 = sum_but w N 1.
Proof.
intros hN; split.
- unfold weight; rewrite (sum_single _ N 1); [cbn; ring | unfold within; lia | ].
  intros k _ ne; unfold first_is; destruct (Nat.eqb_spec k 1); [easy | cbn; ring].
- apply sum_ext; intros k _; unfold first_is; destruct (Nat.eqb_spec k 1); cbn; ring.
Qed.

Lemma matches_win A T N L : (forall q s, (q < A)%nat -> (s < A)%nat -> s <> q -> L q s < L q q) ->
  retrieval_right A T N hard L.
Proof.
intros wins s x q a hs hx hq ask; pose proof ask as [(j & hj & ej) _].
assert (hN : (1 <= N)%nat) by (unfold within in hj; lia).
assert (b : best (fun j => L q (s j)) N = L q q).
{ rewrite (best_is _ N j hj); [now rewrite ej | ].
  intros k hk; rewrite ej; destruct (Nat.eq_dec (s k) q) as [-> | ne]; [lra | ].
  left; now apply wins. }
apply (asked_weight _ N s x q a ask).
- intros; now apply hard_nonneg.
- intros k hk ne; apply hard_off; rewrite b; specialize (wins q (s k) hq (hs k) ne); lra.
- exists j; split; [easy | apply hard_on; [easy | now rewrite ej, b]].
Qed.

Lemma matches_must_win A T N L : (2 <= T)%nat -> (2 <= N)%nat -> retrieval_right A T N hard L ->
  forall q s, (q < A)%nat -> (s < A)%nat -> s <> q -> L q s < L q q.
Proof.
intros hT hN right q s hq hs ne; apply Rnot_le_lt; intros le.
specialize (right (first_is q s) (first_is 0 1) q 0%nat (first_word A q s hq hs)
  (first_word T 0 1 ltac:(lia) ltac:(lia)) hq (first_asked N q s ltac:(lia) ne) 1%nat ltac:(easy)).
set (l := fun j => L q (first_is q s j)) in right.
destruct (first_weights (hard l N) N ltac:(lia)) as [w0 w1].
rewrite w0, w1 in right; revert right; apply Rle_not_lt.
assert (b : best l N = l 2%nat).
{ apply best_is; [unfold within; lia | ]; intros k _; unfold l, first_is; cbn.
  destruct Nat.eqb; lra. }
assert (h2 : hard l N 1 <= hard l N 2).
{ pose proof (top_sum_pos l N ltac:(lia)) as tp; unfold hard.
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | ].
  rewrite (top_one l N 2) by (now rewrite b).
  destruct (top_cases l N 1) as [[_ ->] | [_ ->]]; lra. }
eapply Rle_trans; [exact h2 | ]; unfold sum_but.
rewrite (sum_split _ N 2) by (unfold within; lia); cbn [Nat.eqb].
rewrite <- (Rplus_0_r (hard l N 2)) at 1; apply Rplus_le_compat_l, sum_nonneg.
intros k _; unfold others.
destruct Nat.eqb; [lra | destruct Nat.eqb; [lra | apply hard_nonneg; lia]].
Qed.

Theorem A_thm5_length : Statements.canonical.A_thm5_length.
Proof.
intros A T N L hA hT hN; split; [now apply matches_must_win | now apply matches_win].
Qed.

Theorem A_thm5 : Statements.canonical.A_thm5.
Proof.
intros A T L hA hT; split.
- intros right; now apply (matches_must_win A T 2).
- intros wins N; now apply matches_win.
Qed.

Lemma weight_softmax l x N b : weight (softmax l N) x N b
  = / sum (fun k => exp (l k)) N * weight (fun k => exp (l k)) x N b.
Proof.
unfold weight; rewrite <- sum_scale; apply sum_ext; intros k _; unfold softmax, Rdiv; ring.
Qed.

Lemma decodes_softmax l x N a : (1 <= N)%nat ->
  decodes (weight (softmax l N) x N) a <-> decodes (weight (fun k => exp (l k)) x N) a.
Proof.
intros hN; assert (Z : 0 < sum (fun k => exp (l k)) N).
{ apply sum_pos with 1%nat; [unfold within; lia | apply exp_pos | intros; left; apply exp_pos]. }
apply Rinv_0_lt_compat in Z; split; intros h b ne; specialize (h b ne);
  rewrite !weight_softmax in *.
- now apply Rmult_lt_reg_l in h.
- now apply Rmult_lt_compat_l.
Qed.

Theorem A_thm5_softmax : Statements.canonical.A_thm5_softmax.
Proof.
intros A T N L hA hT hN; split.
- intros right q s hq hs ne.
  specialize (right (first_is q s) (first_is 0 1) q 0%nat (first_word A q s hq hs)
    (first_word T 0 1 ltac:(lia) ltac:(lia)) hq (first_asked N q s ltac:(lia) ne)).
  apply decodes_softmax in right; [ | easy]; specialize (right 1%nat ltac:(easy)).
  destruct (first_weights (fun k => exp (L q (first_is q s k))) N hN) as [w0 w1].
  rewrite w0, w1 in right; cbn in right.
  rewrite <- (sum_but_const _ N 1) by (unfold within; lia).
  eapply Rle_lt_trans; [ | exact right].
  apply sum_but_le; intros k _ nk; unfold first_is; destruct (Nat.eqb_spec k 1); [easy | lra].
- intros wins s x q a hs hx hq ask; apply decodes_softmax; [easy | ].
  pose proof ask as [(j & hj & ej) attribute]; intros b ne.
  set (w := fun k => exp (L q (s k))).
  assert (p : forall k, within N k -> 0 <= w k) by (intros; left; apply exp_pos).
  eapply Rle_lt_trans; [apply (weight_others w x N a b p ne) | ].
  apply Rlt_le_trans with (w j).
  + destruct (Nat.eq_dec N 1) as [-> | hN1].
    * assert (j = 1%nat) as -> by (unfold within in hj; lia); cbn.
      rewrite attribute, Nat.eqb_refl by easy; cbn; pose proof (exp_pos (L q (s 1%nat))).
      unfold w; lra.
    * assert (n1 : 0 < INR (N - 1)) by (apply lt_0_INR; lia).
      apply Rmult_lt_reg_l with (INR (N - 1)); [easy | ].
      rewrite <- (sum_but_const (w j) N j hj), <- sum_scale.
      set (i := if Nat.eqb j 1 then 2%nat else 1%nat).
      assert (strict : forall k, within N k -> k <> j ->
        INR (N - 1) * (w k * (1 - one (Nat.eqb (x k) a))) < w j).
      { intros k hk nk; unfold w; rewrite ej.
        pose proof (exp_pos (L q q)); pose proof (exp_pos (L q (s k))).
        destruct (Nat.eq_dec (s k) q) as [e | n].
        - rewrite attribute, Nat.eqb_refl by easy; cbn; lra.
        - specialize (wins q (s k) hq (hs k) n).
          destruct (one_cases (Nat.eqb (x k) a)) as [-> | ->]; lra. }
      apply sum_lt with i.
      -- unfold within, i; destruct (Nat.eqb_spec j 1); lia.
      -- assert (ni : i <> j) by (unfold i; destruct (Nat.eqb_spec j 1); lia).
         destruct (Nat.eqb_spec i j); [easy | ].
         apply strict; [unfold within, i; destruct (Nat.eqb_spec j 1); lia | easy].
      -- intros k hk; destruct (Nat.eqb_spec k j) as [-> | nk]; [ | left; now apply strict].
         rewrite attribute, Nat.eqb_refl by easy; cbn; lra.
  + unfold weight; rewrite (sum_split _ N j hj).
    rewrite attribute, Nat.eqb_refl by easy; cbn [one].
    assert (0 <= sum (others j (fun k => w k * one (Nat.eqb (x k) a))) N); [ | lra].
    apply sum_nonneg; intros k hk; unfold others; specialize (p k hk).
    destruct Nat.eqb; [lra | destruct (one_cases (Nat.eqb (x k) a)) as [-> | ->]; lra].
Qed.

Theorem A_thm5_one_hot : Statements.canonical.A_thm5_one_hot.
Proof.
intros A T N beta hA hT hN; eapply iff_trans; [now apply A_thm5_softmax | split].
- intros h; specialize (h 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(easy)); cbn in h.
  rewrite exp_0 in h; lra.
- intros h q s _ _ ne; rewrite Nat.eqb_refl.
  destruct (Nat.eqb_spec q s); [congruence | rewrite exp_0; lra].
Qed.
