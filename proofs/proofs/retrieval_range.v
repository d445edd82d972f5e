(* For which angles the printed Retrieval head finds its token. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility.
From Proofs Require Import angles sums_of_reals circle concentration.
Local Open Scope R_scope.

Lemma retrieval_logit A theta x i j : retrieval_logits A theta x i j =
  cos ((INR i - INR j) * theta + omega A * (INR (fst (x j)) - INR (wanted (x i)))).
Proof.
unfold retrieval_logits, retrieval_key, retrieval_query.
rewrite <- (scale_one (rotate (- (omega A * INR (fst (x j)))) v)).
rewrite rope_cos, Rmult_1_l; f_equal; ring.
Qed.

(* Multiples of an angle whose distance is small. *)
Lemma away_multiple theta t : INR t * away theta <= PI -> away (INR t * theta) = INR t * away theta.
Proof.
intros h; assert (p : 0 <= INR t * away theta).
{ apply Rmult_le_pos; [apply pos_INR | apply away_range]. }
rewrite <- (away_small (INR t * away theta)) by easy.
destruct (away_signed theta) as [k e].
assert (z : forall y, INR t * (2 * PI * IZR k + y) = INR t * y + 2 * PI * IZR (Z.of_nat t * k)).
{ intros y; rewrite mult_IZR, <- INR_IZR_INZ; ring. }
destruct e as [e | e]; rewrite e at 1.
- now rewrite z, away_turns.
- unfold Rminus; rewrite z, away_turns, <- Ropp_mult_distr_r; apply away_opp.
Qed.

Lemma away_multiple_le theta t : away (INR t * theta) <= INR t * away theta.
Proof.
induction t as [|t IH].
- cbn; rewrite !Rmult_0_l; right; apply away_zero; exists 0%Z; ring.
- rewrite S_INR; replace ((INR t + 1) * theta) with (INR t * theta + theta) by ring.
  eapply Rle_trans; [apply away_sum | lra].
Qed.

Lemma omega_pos A : (1 <= A)%nat -> 0 < omega A.
Proof.
intros h; unfold omega; apply Rdiv_lt_0_compat; [pose proof pi_pos; lra | apply lt_0_INR; lia].
Qed.

Lemma omega_below A : (2 <= A)%nat -> omega A <= PI.
Proof.
intros h; unfold omega; apply le_INR in h; cbn [INR] in h; pose proof pi_pos.
apply Rmult_le_reg_r with (INR A); [lra | ].
replace (2 * PI / INR A * INR A) with (2 * PI) by (field; lra); nra.
Qed.

(* Different letters are at least omega apart. *)
Lemma letters_apart A a b : (a < A)%nat -> (b < A)%nat -> a <> b ->
  omega A <= away (omega A * (INR a - INR b)).
Proof.
intros ha hb ne; assert (pA : 0 < INR A) by (apply lt_0_INR; lia).
pose proof (omega_pos A ltac:(lia)) as po.
destruct (away_attained (omega A * (INR a - INR b))) as [m ->].
replace (omega A * (INR a - INR b) - 2 * PI * IZR m)
  with (omega A * IZR (Z.of_nat a - Z.of_nat b - Z.of_nat A * m)).
- rewrite Rabs_mult, (Rabs_right (omega A)) by lra.
  rewrite <- (Rmult_1_r (omega A)) at 1; apply Rmult_le_compat_l; [lra | ].
  rewrite <- abs_IZR; apply IZR_le.
  assert (Z.of_nat a - Z.of_nat b - Z.of_nat A * m <> 0)%Z; [ | lia].
  intros z; assert (m = 0 \/ m >= 1 \/ m <= -1)%Z as [-> | [c | c]] by lia; nia.
- rewrite !minus_IZR, mult_IZR, <- !INR_IZR_INZ; unfold omega; field; lra.
Qed.

(* The two demands: a copy of what is wanted, further back; a key with another letter. *)
Definition copies_apart (n0 : nat) (theta : R) : Prop :=
  forall t, (1 <= t <= n0 - 1)%nat -> cos (INR t * theta) < 1.
Definition rivals_apart (A n0 : nat) (theta : R) : Prop :=
  forall t t' a b, (t < n0)%nat -> (t' < n0)%nat -> t <> t' -> (a < A)%nat -> (b < A)%nat ->
  a <> b -> cos (INR t' * theta + omega A * (INR a - INR b)) < cos (INR t * theta).

Definition both_apart (A n0 : nat) (theta g : R) : Prop :=
  (forall t, (1 <= t <= n0 - 1)%nat -> cos (INR t * theta) + g <= 1)
  /\ forall t t' a b, (t < n0)%nat -> (t' < n0)%nat -> t <> t' -> (a < A)%nat -> (b < A)%nat ->
  a <> b -> cos (INR t' * theta + omega A * (INR a - INR b)) + g <= cos (INR t * theta).

Section Sufficient.
Variables (A m n0 n : nat) (theta g : R) (x : nat -> token) (i k : nat).
Hypothesis (room : both_apart A n0 theta g).
Hypothesis (hn : within n0 n) (px : proper A m x n) (hi : within n i) (found : finds x i k).

Lemma found_within : within i k.
Proof.
unfold finds in found; destruct (snd (x i)); [easy | subst k]; unfold within in *; lia.
Qed.

Lemma found_left : fst (x k) = wanted (x i).
Proof.
unfold finds in found; unfold wanted; destruct (snd (x i)); [easy | now subst k].
Qed.

Lemma left_in_range j : within n j -> (fst (x j) < A)%nat.
Proof. intros hj; apply (px j hj). Qed.

Let l := retrieval_logits A theta x i.

Lemma target_is : l k = cos (INR (i - k) * theta).
Proof.
pose proof found_within as w; unfold within in w.
unfold l; rewrite retrieval_logit, found_left, minus_INR by lia; f_equal; ring.
Qed.

Lemma beaten j : within i j -> x j = x k \/ l j + g <= l k.
Proof.
intros hj; pose proof found_within as w.
destruct (Nat.eq_dec j k) as [-> | nk]; [now left | ].
assert (lj : l j = cos (INR (i - j) * theta + omega A * (INR (fst (x j)) - INR (wanted (x i))))).
{ unfold l; rewrite retrieval_logit, minus_INR by (unfold within in hj; lia); f_equal; ring. }
destruct (Nat.eq_dec (fst (x j)) (wanted (x i))) as [e | ne].
- destruct (snd (x i)) as [a | s] eqn:si.
  + left; apply (proj2 (proj2 (px i hi)) j k); [ | easy].
    unfold finds; rewrite si; split; [easy | ].
    rewrite e; unfold wanted; now rewrite si.
  + right; pose proof found as f; unfold finds in f; rewrite si in f.
    rewrite target_is, lj, e, f, Nat.sub_diag; cbn [INR].
    replace (INR (i - j) * theta + omega A * (INR (wanted (x i)) - INR (wanted (x i))))
      with (INR (i - j) * theta) by ring.
    rewrite Rmult_0_l, cos_0; apply (proj1 room); unfold within in *; lia.
- right; rewrite target_is, lj; apply (proj2 room); unfold within in *; try lia.
  + apply left_in_range; unfold within; lia.
  + rewrite <- found_left; apply left_in_range; unfold within; lia.
Qed.

Lemma share c : 0 < g -> retrieval_output (hard l i) x i c = one (same_token (x k) c).
Proof.
intros hg; pose proof found_within as w; unfold retrieval_output; apply hard_same.
- unfold within in *; lia.
- intros j hj e; destruct (beaten j hj) as [-> | lt]; [easy | ].
  pose proof (best_above l i k w); lra.
Qed.

Lemma share_gap : 0 < g -> gap_is (retrieval_output (hard l i) x i) (x k) 1.
Proof.
intros hg; split.
- intros c ne; rewrite !share, same_token_refl, same_token_not by congruence; cbn; lra.
- exists (S (fst (x k)), snd (x k)).
  assert (ne : (S (fst (x k)), snd (x k)) <> x k) by (destruct (x k); cbn; intros [= e]; lia).
  split; [easy | rewrite !share, same_token_refl, same_token_not by congruence; cbn; lra].
Qed.

(* However the attention is shared out, if keys that lie g below the target weigh little. *)
Lemma share_decodes w : concentrates w l i g -> decodes (retrieval_output w x i) (x k).
Proof.
intros (pos & total & small) c ne; pose proof found_within as hk; unfold retrieval_output.
assert (low : sum (fun j => w j * one (same_token (x j) c)) i <= 1 / 8).
{ apply (small _ k); [easy | ]; intros j hj e; apply same_token_spec in e.
  destruct (beaten j hj) as [e' | lt]; [congruence | easy]. }
assert (off : sum (fun j => w j * one (negb (same_token (x j) (x k)))) i <= 1 / 8).
{ apply (small _ k); [easy | ]; intros j hj e; destruct (beaten j hj) as [e' | lt]; [ | easy].
  now rewrite e', same_token_refl in e. }
assert (e : sum w i = sum (fun j => w j * one (same_token (x j) (x k))) i
  + sum (fun j => w j * one (negb (same_token (x j) (x k)))) i).
{ rewrite <- sum_plus; apply sum_ext; intros j _; destruct same_token; cbn; ring. }
lra.
Qed.

End Sufficient.

(* One room for all of the finitely many demands. *)
Lemma some_room A n0 theta : copies_apart n0 theta -> rivals_apart A n0 theta ->
  exists g, 0 < g /\ both_apart A n0 theta g.
Proof.
intros c r.
destruct (common_room (fun t g => (1 <= t <= n0 - 1)%nat -> cos (INR t * theta) + g <= 1) n0)
  as (g & hg & all).
{ intros t g g' h le ht; specialize (h ht); lra. }
{ intros t _; destruct (Rlt_le_dec (cos (INR t * theta)) 1) as [lt | le].
  - exists (1 - cos (INR t * theta)); split; [lra | intros; lra].
  - exists 1; split; [lra | intros ht; specialize (c t ht); lra]. }
destruct (common_room (fun t g => forall t', (t' < n0)%nat -> forall a, (a < A)%nat -> forall b,
    (b < A)%nat -> t <> t' -> a <> b ->
    cos (INR t' * theta + omega A * (INR a - INR b)) + g <= cos (INR t * theta)) n0)
  as (g' & hg' & all').
{ intros t h h' H le t' ht' a ha b hb n1 n2; specialize (H t' ht' a ha b hb n1 n2); lra. }
{ intros t ht; apply (common_room (fun t' g => forall a, (a < A)%nat -> forall b, (b < A)%nat ->
    t <> t' -> a <> b -> _ + g <= _)).
  { intros t' h h' H le a ha b hb n1 n2; specialize (H a ha b hb n1 n2); lra. }
  intros t' ht'; apply (common_room (fun a g => forall b, (b < A)%nat -> t <> t' -> a <> b ->
    cos (INR t' * theta + omega A * (INR a - INR b)) + g <= cos (INR t * theta))).
  { intros a h h' H le b hb n1 n2; specialize (H b hb n1 n2); lra. }
  intros a ha; apply (common_room (fun b g => t <> t' -> a <> b ->
    cos (INR t' * theta + omega A * (INR a - INR b)) + g <= cos (INR t * theta))).
  { intros b h h' H le n1 n2; specialize (H n1 n2); lra. }
  intros b hb; destruct (Nat.eq_dec t t') as [e | ne]; [exists 1; split; [lra | easy] | ].
  destruct (Nat.eq_dec a b) as [e | nab]; [exists 1; split; [lra | easy] | ].
  specialize (r t t' a b ht ht' ne ha hb nab).
  exists (cos (INR t * theta) - cos (INR t' * theta + omega A * (INR a - INR b))).
  split; [lra | intros; lra]. }
exists (Rmin g g'); pose proof (Rmin_l g g'); pose proof (Rmin_r g g').
split; [now apply Rmin_glb_lt | split].
- intros t ht; specialize (all t ltac:(lia) ht); lra.
- intros t t' a b ht ht' ne ha hb nab; specialize (all' t ht t' ht' a ha b hb ne nab); lra.
Qed.

(* In the range both demands are met. *)
Lemma range_away A n0 theta : (2 <= A)%nat -> (2 <= n0)%nat -> in_range A n0 theta ->
  0 < away theta /\ INR (2 * n0 - 3) * away theta < omega A.
Proof.
intros hA hn [k [pos less]].
assert (d : 1 <= INR (2 * n0 - 3)) by (change 1 with (INR 1); apply le_INR; lia).
pose proof (omega_below A hA) as ob; pose proof (omega_pos A ltac:(lia)) as op; pose proof pi_pos.
assert (less' : INR (2 * n0 - 3) * Rabs (theta - 2 * PI * IZR k) < omega A).
{ apply Rmult_lt_compat_l with (r := INR (2 * n0 - 3)) in less; [ | lra].
  replace (INR (2 * n0 - 3) * (omega A / INR (2 * n0 - 3))) with (omega A) in less by (field; lra).
  easy. }
pose proof (away_nearest theta k) as an; split; [ | nra].
destruct (away_range theta) as [[lt | z] _]; [easy | exfalso].
symmetry in z; apply away_zero in z; destruct z as [m e]; subst theta.
replace (2 * PI * IZR m - 2 * PI * IZR k) with (2 * PI * IZR (m - k)) in * by (rewrite minus_IZR; ring).
rewrite Rabs_mult, (Rabs_right (2 * PI)) in * by lra; rewrite <- abs_IZR in *.
assert (1 <= IZR (Z.abs (m - k))); [ | nra].
apply IZR_le; destruct (Z.eq_dec (m - k) 0) as [z | ne]; [ | lia].
rewrite z in pos; cbn in pos; lra.
Qed.

Lemma away_in_range A n0 theta : (2 <= n0)%nat ->
  0 < away theta -> INR (2 * n0 - 3) * away theta < omega A -> in_range A n0 theta.
Proof.
intros hn pos less; destruct (away_attained theta) as [k e]; exists k; rewrite <- e.
split; [easy | ].
assert (d : 1 <= INR (2 * n0 - 3)) by (change 1 with (INR 1); apply le_INR; lia).
apply Rmult_lt_reg_r with (INR (2 * n0 - 3)); [lra | ].
replace (omega A / INR (2 * n0 - 3) * INR (2 * n0 - 3)) with (omega A) by (field; lra); lra.
Qed.

Lemma range_copies A n0 theta : (2 <= A)%nat -> (2 <= n0)%nat ->
  0 < away theta -> INR (2 * n0 - 3) * away theta < omega A -> copies_apart n0 theta.
Proof.
intros hA hn pos less t ht; pose proof (omega_below A hA); rewrite <- cos_0; apply cos_less.
assert (le : INR t * away theta <= INR (2 * n0 - 3) * away theta).
{ apply Rmult_le_compat_r; [lra | apply le_INR; lia]. }
rewrite away_multiple, (away_small 0) by (pose proof pi_pos; lra).
apply Rmult_lt_0_compat; [apply lt_0_INR; lia | easy].
Qed.

Lemma range_rivals A n0 theta : (2 <= n0)%nat ->
  0 < away theta -> INR (2 * n0 - 3) * away theta < omega A -> rivals_apart A n0 theta.
Proof.
intros hn pos less t t' a b ht ht' ne ha hb nab; apply cos_less.
pose proof (letters_apart A a b ha hb nab) as far.
set (d := omega A * (INR a - INR b)) in *.
pose proof (away_sum (INR t' * theta + d) (- (INR t' * theta))) as s.
replace (INR t' * theta + d + - (INR t' * theta)) with d in s by ring.
rewrite away_opp in s.
pose proof (away_multiple_le theta t); pose proof (away_multiple_le theta t').
assert (le : (INR t + INR t') * away theta <= INR (2 * n0 - 3) * away theta).
{ apply Rmult_le_compat_r; [lra | rewrite <- plus_INR; apply le_INR; lia]. }
lra.
Qed.

(* Conversely: the inputs that ask for each demand. *)
Definition copies_input (n j : nat) : token :=
  (0%nat, if Nat.eqb j n then number 1 else letter 0).

Lemma copies_proper A m n : (1 <= A)%nat -> (1 <= m)%nat -> proper A m (copies_input n) n.
Proof.
intros hA hm j hj; unfold token_over, finds, copies_input; cbn.
destruct (Nat.eqb_spec j n) as [-> | ne]; cbn.
- split; [lia | split; [now exists n | now intros k k' -> ->]].
- split; [lia | split; [exists j; split; [unfold within in *; lia | easy] | ]].
  intros k k' [hk _] [hk' _]; unfold within in *.
  destruct (Nat.eqb_spec k n), (Nat.eqb_spec k' n); try lia; easy.
Qed.

Lemma equal_elsewhere (x : nat -> token) n j :
  (exists i, within n i /\ i <> j /\ x i = x j) \/ forall i, within n i -> i <> j -> x i <> x j.
Proof.
unfold within; induction n as [|n IH]; [right; intros; lia | ].
destruct IH as [(i & hi & ni & e) | no]; [left; exists i; split; [lia | easy] | ].
destruct (Nat.eq_dec (S n) j) as [<- | nj].
- right; intros i hi ni; apply no; [lia | easy].
- destruct (same_token (x (S n)) (x j)) eqn:e.
  + apply same_token_spec in e; left; exists (S n); split; [lia | easy].
  + right; intros i hi ni ei; destruct (Nat.eq_dec i (S n)) as [-> | ne].
    * apply same_token_spec in ei; congruence.
    * apply (no i); [lia | easy | easy].
Qed.

Lemma tie_loses l n x j k : within n j -> within n k -> x k <> x j -> l j <= l k ->
  ~ decodes (retrieval_output (hard l n) x n) (x j) \/ exists i, within n i /\ i <> j /\ x i = x j.
Proof.
intros hj hk ne le.
destruct (equal_elsewhere x n j) as [c | alone]; [now right | left].
intros d; specialize (d (x k) ne); revert d; apply Rle_not_lt.
assert (n1 : (1 <= n)%nat) by (unfold within in *; lia).
assert (yj : retrieval_output (hard l n) x n (x j) = hard l n j).
{ unfold retrieval_output; rewrite (sum_single _ n j hj).
  - rewrite same_token_refl; cbn; ring.
  - intros i hi ni; rewrite same_token_not by (now apply alone); cbn; ring. }
assert (yk : hard l n k <= retrieval_output (hard l n) x n (x k)).
{ unfold retrieval_output; rewrite (sum_split _ n k hk), same_token_refl; cbn [one].
  assert (0 <= sum (others k (fun i => hard l n i * one (same_token (x i) (x k)))) n); [ | lra].
  apply sum_nonneg; intros i _; unfold others; pose proof (hard_nonneg l n i n1).
  destruct Nat.eqb; [lra | destruct (same_token (x i) (x k)); cbn; lra]. }
rewrite yj; eapply Rle_trans; [ | exact yk]; unfold hard.
pose proof (top_sum_pos l n n1) as tp.
apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | ].
destruct (top_cases l n j) as [[e ->] | [_ ->]].
- rewrite top_one; [lra | ]; pose proof (best_above l n k hk); lra.
- destruct (top_cases l n k) as [[_ ->] | [_ ->]]; lra.
Qed.

Lemma must_tell_copies A m n0 theta : (1 <= A)%nat -> (1 <= m)%nat ->
  retrieval_head hard decoding A m n0 theta -> copies_apart n0 theta.
Proof.
intros hA hm right t ht; set (n := (t + 1)%nat); set (x := copies_input n).
assert (hn : within n n) by (unfold within, n; lia).
assert (h1 : within n 1) by (unfold within, n; lia).
assert (en : x n = (0%nat, number 1)) by (unfold x, copies_input; now rewrite Nat.eqb_refl).
assert (e1 : x 1%nat = (0%nat, letter 0)).
{ unfold x, copies_input; destruct (Nat.eqb_spec 1 n); [unfold n in *; lia | easy]. }
assert (f : finds x n n) by (unfold finds; now rewrite en).
pose proof (right n x n n ltac:(unfold within, n; lia) (copies_proper A m n hA hm) hn f) as d.
apply Rnot_le_lt; intros c.
destruct (tie_loses (retrieval_logits A theta x n) n x n 1 hn h1) as [no | (i & hi & ni & e)].
- now rewrite en, e1.
- rewrite !retrieval_logit, en, e1; unfold wanted; cbn [fst snd].
  replace ((INR n - INR n) * theta + omega A * (INR 0 - INR 0)) with 0 by ring.
  replace ((INR n - INR 1) * theta + omega A * (INR 0 - INR 0)) with (INR t * theta)
    by (unfold n; rewrite plus_INR; ring).
  rewrite cos_0; lra.
- now apply no.
- rewrite en in e; unfold x, copies_input in e; destruct (Nat.eqb_spec i n); [lia | easy].
Qed.

(* The wanted letter a first, another letter b everywhere after it. *)
Definition rival_input (a b n j : nat) : token :=
  if Nat.eqb j 1 then (a, number 1) else (b, if Nat.eqb j n then letter a else number 1).

Lemma rival_proper A m a b n : (2 <= n)%nat -> (1 <= m)%nat -> (a < A)%nat -> (b < A)%nat ->
  a <> b -> proper A m (rival_input a b n) n.
Proof.
intros hn hm ha hb ne j hj; unfold token_over, finds, rival_input.
destruct (Nat.eqb_spec j 1) as [-> | n1]; cbn [fst snd].
- split; [lia | split; [now exists 1%nat | now intros k k' -> ->]].
- destruct (Nat.eqb_spec j n) as [-> | nn]; cbn [fst snd].
  + split; [lia | split; [exists 1%nat; split; [unfold within; lia | easy] | ]].
    intros k k' [_ f] [_ f']; destruct (Nat.eqb k 1), (Nat.eqb k' 1); cbn [fst] in *; try congruence.
    all: now rewrite ?f in *.
  + split; [lia | split; [now exists j | now intros k k' -> ->]].
Qed.

Lemma must_tell_rivals A m n0 theta t a b : (1 <= m)%nat -> (1 <= t <= n0 - 1)%nat ->
  (a < A)%nat -> (b < A)%nat -> a <> b -> retrieval_head hard decoding A m n0 theta ->
  cos (INR (t - 1) * theta + omega A * (INR b - INR a)) < cos (INR t * theta).
Proof.
intros hm ht ha hb ne right; set (n := (t + 1)%nat); set (x := rival_input a b n).
assert (hn : within n n) by (unfold within, n; lia).
assert (h1 : within n 1) by (unfold within, n; lia).
assert (h2 : within n 2) by (unfold within, n; lia).
assert (e1 : x 1%nat = (a, number 1)) by easy.
assert (en : x n = (b, letter a)).
{ unfold x, rival_input; rewrite Nat.eqb_refl; destruct (Nat.eqb_spec n 1); [unfold n in *; lia | easy]. }
assert (e2 : fst (x 2%nat) = b) by easy.
assert (f : finds x n 1) by (unfold finds; rewrite en, e1; cbn; easy).
pose proof (right n x n 1%nat ltac:(unfold within, n; lia)
  (rival_proper A m a b n ltac:(unfold n; lia) hm ha hb ne) hn f) as d.
apply Rnot_le_lt; intros c.
destruct (tie_loses (retrieval_logits A theta x n) n x 1 2 h1 h2) as [no | (i & hi & ni & e)].
- intros e; rewrite e, e1 in e2; cbn in e2; congruence.
- rewrite !retrieval_logit, en, e1, e2; unfold wanted; cbn [fst snd].
  replace ((INR n - INR 1) * theta + omega A * (INR a - INR a)) with (INR t * theta)
    by (unfold n; rewrite plus_INR; ring).
  replace (INR n - INR 2) with (INR (t - 1))
    by (unfold n; rewrite plus_INR, minus_INR by lia; cbn; ring); lra.
- now apply no.
- rewrite e1 in e; unfold x, rival_input in e; destruct (Nat.eqb_spec i 1); [easy | congruence].
Qed.

(* Turning by omega towards the nearest full turn. *)
Lemma turned_towards w y : exists s, (s = 1 \/ s = -1) /\ away (y + s * w) <= Rabs (w - away y).
Proof.
destruct (away_signed y) as [k [e | e]].
- exists (-1); split; [now right | ].
  replace (y + -1 * w) with (- (w - away y) + 2 * PI * IZR k) by lra.
  rewrite away_turns, away_opp; eapply Rle_trans; [apply (away_nearest _ 0) | ].
  right; f_equal; ring.
- exists 1; split; [now left | ].
  replace (y + 1 * w) with (w - away y + 2 * PI * IZR k) by lra.
  rewrite away_turns; eapply Rle_trans; [apply (away_nearest _ 0) | ].
  right; f_equal; ring.
Qed.

Lemma neighbours A m n0 theta : (2 <= A)%nat -> (1 <= m)%nat ->
  retrieval_head hard decoding A m n0 theta ->
  forall t, (1 <= t <= n0 - 1)%nat ->
  away (INR t * theta) + away (INR (t - 1) * theta) < omega A.
Proof.
intros hA hm right t; induction t as [|t IH]; intros ht; [lia | ].
assert (near : away (INR t * theta) < omega A).
{ destruct (Nat.eq_dec t 0) as [-> | ne].
  - cbn; rewrite Rmult_0_l, away_small by (pose proof pi_pos; lra); apply omega_pos; lia.
  - specialize (IH ltac:(lia)); pose proof (away_range (INR (t - 1) * theta)); lra. }
replace (S t - 1)%nat with t by lia.
destruct (turned_towards (omega A) (INR t * theta)) as (s & hs & close).
rewrite Rabs_right in close by lra.
assert (less : away (INR (S t) * theta) < away (INR t * theta + s * omega A)); [ | lra].
apply away_less; destruct hs as [-> | ->].
- pose proof (must_tell_rivals A m n0 theta (S t) 0 1 hm ht ltac:(lia) ltac:(lia) ltac:(lia) right) as r.
  replace (S t - 1)%nat with t in r by lia; cbn [INR] in r.
  replace (omega A * (1 - 0)) with (1 * omega A) in r by ring; exact r.
- pose proof (must_tell_rivals A m n0 theta (S t) 1 0 hm ht ltac:(lia) ltac:(lia) ltac:(lia) right) as r.
  replace (S t - 1)%nat with t in r by lia; cbn [INR] in r.
  replace (omega A * (0 - 1)) with (-1 * omega A) in r by ring; exact r.
Qed.

Lemma steps_bound theta w (k : nat) : w <= PI -> (1 <= k)%nat ->
  (forall t, (1 <= t <= k)%nat -> away (INR t * theta) + away (INR (t - 1) * theta) < w) ->
  INR (2 * k - 1) * away theta < w.
Proof.
intros hw; induction k as [|k IH]; intros hk pairs; [lia | ].
destruct (Nat.eq_dec k 0) as [-> | n0].
- specialize (pairs 1%nat ltac:(lia)); cbn in *; rewrite Rmult_1_l in *.
  pose proof (away_range (0 * theta)); lra.
- specialize (IH ltac:(lia) ltac:(intros; apply pairs; lia)).
  pose proof (pairs (S k) ltac:(lia)) as last; replace (S k - 1)%nat with k in last by lia.
  destruct (away_range theta) as [x0 xp].
  destruct (Nat.eq_dec k 1) as [-> | n1].
  + cbn [INR Nat.mul Nat.sub Nat.add] in *; rewrite Rmult_1_l in last, IH.
    destruct (Rle_lt_dec ((1 + 1) * away theta) PI) as [small | large].
    * pose proof (away_multiple theta 2) as e; cbn [INR] in e; rewrite e in last by easy; lra.
    * assert (e : away ((1 + 1) * theta) = 2 * PI - 2 * away theta).
      { rewrite <- (away_small (2 * PI - 2 * away theta)) by lra.
        destruct (away_signed theta) as [j [e | e]].
        - rewrite <- (away_opp (2 * PI - 2 * away theta)).
          rewrite <- (away_turns (- (2 * PI - 2 * away theta)) (2 * j + 1)); f_equal.
          rewrite plus_IZR, mult_IZR; lra.
        - rewrite <- (away_turns (2 * PI - 2 * away theta) (2 * j - 1)); f_equal.
          rewrite minus_IZR, mult_IZR; lra. }
      rewrite e in last; lra.
  + assert (le : INR (S k) <= INR (2 * k - 1)) by (apply le_INR; lia).
    assert (le' : INR k <= INR (2 * k - 1)) by (apply le_INR; lia).
    rewrite !away_multiple in last by nra.
    replace (INR (2 * S k - 1)) with (INR (S k) + INR k) by (rewrite <- plus_INR; f_equal; lia).
    lra.
Qed.

Lemma must_be_in_range A m n0 theta : (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n0)%nat ->
  retrieval_head hard decoding A m n0 theta -> in_range A n0 theta.
Proof.
intros hA hm hn right; apply away_in_range; [easy | | ].
- pose proof (must_tell_copies A m n0 theta ltac:(lia) hm right 1%nat ltac:(lia)) as c.
  cbn [INR] in c; rewrite Rmult_1_l, <- cos_0 in c; apply away_less in c.
  pose proof (away_range 0); lra.
- pose proof (steps_bound theta (omega A) (n0 - 1) (omega_below A hA) ltac:(lia)
    (neighbours A m n0 theta hA hm right)) as b.
  now replace (2 * (n0 - 1) - 1)%nat with (2 * n0 - 3)%nat in b by lia.
Qed.

Lemma in_range_copies_rivals A n0 theta : (2 <= A)%nat -> (2 <= n0)%nat -> in_range A n0 theta ->
  copies_apart n0 theta /\ rivals_apart A n0 theta.
Proof.
intros hA hn r; destruct (range_away A n0 theta hA hn r); split.
- now apply (range_copies A).
- now apply range_rivals.
Qed.

Lemma one_letter_rivals n0 theta : rivals_apart 1 n0 theta.
Proof. intros t t' a b _ _ _ ha hb ne; lia. Qed.

Lemma copies_turns n0 theta : copies_apart n0 theta <-> ~ some_multiple_turns theta (n0 - 1).
Proof.
split.
- intros c (t & ht & turns); specialize (c t ht); apply cos_is_one in turns; lra.
- intros no t ht; apply cos_below_one; intros turns; apply no; now exists t.
Qed.
