From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy feasibility retrieval_discrepancy
  retrieval_extremes.
From Proofs Require Import angles sums_of_reals circle discrepancy retrieval_range feasibility
  retrieval_discrepancy.
Local Open Scope R_scope.

Theorem discrepancy_exists : Statements.retrieval_extremes.discrepancy_exists.
Proof.
intros l n hn; destruct (best_attained l n ltac:(lia)) as (j & hj & e).
set (o := if Nat.eqb j 1 then 2%nat else 1%nat).
assert (ho : within n o /\ o <> j).
{ unfold o, within; destruct (Nat.eqb_spec j 1); lia. }
set (l' := fun k => if Nat.eqb k j then l o else l k).
destruct (best_attained l' n ltac:(lia)) as (k & hk & e').
assert (next : exists k', within n k' /\ k' <> j /\ l k' = best l' n).
{ rewrite <- e'; unfold l'; destruct (Nat.eqb_spec k j); [now exists o | now exists k]. }
destruct next as (k' & hk' & ne & e2); exists (l j - l k'), j.
split; [easy | split; [ | split]].
- intros i hi; rewrite e; now apply best_above.
- intros i hi ni; rewrite e2; pose proof (best_above l' n i hi) as b.
  unfold l' at 1 in b; destruct (Nat.eqb_spec i j); [easy | lra].
- exists k'; split; [easy | split; [easy | ring]].
Qed.

(* A discrepancy is at most what any two keys leave. *)
Lemma at_most_pairs l n d p q D : within n p -> within n q ->
  p <> q -> (forall k, within n k -> k <> p -> l k - l p <= D) -> l p - l q <= D ->
  discrepancy_is l n d -> d <= D.
Proof.
intros hp hq npq others own (j & hj & _ & above & _).
destruct (Nat.eq_dec j p) as [-> | ne].
- specialize (above q hq ltac:(congruence)); lra.
- specialize (above p hp ltac:(congruence)); specialize (others j hj ne); lra.
Qed.

(* And at least what one key is above all others. *)
Lemma at_least_one l n d p D : within n p ->
  (forall k, within n k -> k <> p -> l k + D <= l p) -> discrepancy_is l n d -> D <= d.
Proof.
intros hp above (j & hj & top & _ & k & hk & ne & e).
destruct (Nat.eq_dec j p) as [-> | nj].
- specialize (above k hk ne); lra.
- specialize (above j hj nj); pose proof (top p hp); pose proof (top k hk); lra.
Qed.

(* Modulo full turns a multiple of omega lies within half a turn. *)
Lemma centred A c d : (1 <= A)%nat -> (0 <= c < Z.of_nat A)%Z ->
  exists e, (- c <= e <= Z.of_nat A - 1 - c)%Z
    /\ forall y, cos (y + omega A * IZR d) = cos (y + omega A * IZR e).
Proof.
intros hA hc; exists ((d + c) mod Z.of_nat A - c)%Z.
pose proof (Z.mod_pos_bound (d + c) (Z.of_nat A) ltac:(lia)); split; [lia | ]; intros y.
rewrite <- (cos_turns (y + omega A * IZR ((d + c) mod Z.of_nat A - c)) ((d + c) / Z.of_nat A)).
f_equal.
pose proof (Z.div_mod (d + c) (Z.of_nat A) ltac:(lia)) as dm.
assert (e : IZR d = INR A * IZR ((d + c) / Z.of_nat A) + IZR ((d + c) mod Z.of_nat A) - IZR c).
{ rewrite INR_IZR_INZ, <- mult_IZR, <- plus_IZR, <- minus_IZR; f_equal; lia. }
rewrite e, minus_IZR; unfold omega; assert (INR A <> 0) by (apply not_0_INR; lia); field; easy.
Qed.

Lemma cos_within x b : Rabs x <= b -> b <= PI -> cos b <= cos x.
Proof.
intros hx hb; apply cos_at_most; pose proof (Rabs_pos x).
rewrite (away_small b) by lra; pose proof (away_nearest x 0) as a.
rewrite Rmult_0_r, Rminus_0_r in a; lra.
Qed.

Lemma even_least h d y : (1 <= h)%nat -> 0 <= y -> 2 * y <= omega (2 * h) ->
  - cos y <= cos (y + omega (2 * h) * IZR d).
Proof.
intros hh y0 hy; set (w := omega (2 * h)) in *.
assert (half : w * INR h = PI).
{ assert (INR h <> 0) by (apply not_0_INR; lia).
  unfold w, omega; rewrite mult_INR; cbn [INR]; field; lra. }
assert (p : 0 < w) by (apply omega_pos; lia).
destruct (centred (2 * h) (Z.of_nat h) d ltac:(lia) ltac:(lia)) as (e & he & ->); fold w.
rewrite <- Rtrigo_facts.cos_pi_minus; apply cos_within; [ | lra].
assert (low : - INR h <= IZR e) by (rewrite INR_IZR_INZ, <- opp_IZR; apply IZR_le; lia).
assert (high : IZR e <= INR h - 1) by (rewrite INR_IZR_INZ, <- minus_IZR; apply IZR_le; lia).
apply Rabs_le; split; nra.
Qed.

Lemma odd_least h d y : 0 <= y -> 2 * y <= omega (2 * h + 1) ->
  - cos (omega (2 * h + 1) / 2 - y) <= cos (y + omega (2 * h + 1) * IZR d).
Proof.
intros y0 hy; set (w := omega (2 * h + 1)) in *.
assert (half : w * INR h = PI - w / 2).
{ pose proof (pos_INR h); unfold w, omega; rewrite plus_INR, mult_INR; cbn [INR]; field; lra. }
assert (p : 0 < w) by (apply omega_pos; lia).
destruct (centred (2 * h + 1) (Z.of_nat h) d ltac:(lia) ltac:(lia)) as (e & he & ->); fold w.
rewrite <- Rtrigo_facts.cos_pi_minus; apply cos_within; [ | lra].
assert (low : - INR h <= IZR e) by (rewrite INR_IZR_INZ, <- opp_IZR; apply IZR_le; lia).
assert (high : IZR e <= INR h) by (rewrite INR_IZR_INZ; apply IZR_le; lia).
apply Rabs_le; split; nra.
Qed.

(* The logits of a proper input at its last position. *)
Section Input.
Variables (A m n : nat) (theta : R) (x : nat -> token).
Hypothesis (hA : (1 <= A)%nat) (hn : (2 <= n)%nat) (px : proper A m x n).
Hypothesis (ht : 0 <= theta) (room : 2 * (INR n * theta) <= omega A).

Let w := omega A.
Let l := retrieval_logits A theta x n.

Lemma last_within : within n n. Proof. unfold within; lia. Qed.

Lemma wanted_letter : (wanted (x n) < A)%nat.
Proof.
destruct (px n last_within) as [[lt r] _]; unfold wanted; destruct (snd (x n)); [easy | exact lt].
Qed.

Lemma logit_at j : within n j -> l j
  = cos (INR (n - j) * theta + w * IZR (Z.of_nat (fst (x j)) - Z.of_nat (wanted (x n)))).
Proof.
intros hj; unfold l; rewrite retrieval_logit; unfold within in hj.
rewrite minus_INR, minus_IZR, <- !INR_IZR_INZ by lia; reflexivity.
Qed.

Lemma offset_room t : (t <= n)%nat -> 0 <= INR t * theta <= INR n * theta.
Proof.
intros h; split; [apply Rmult_le_pos; [apply pos_INR | easy] | ].
apply Rmult_le_compat_r; [easy | now apply le_INR].
Qed.

Lemma logit_most j : within n j -> l j <= cos (INR (n - j) * theta).
Proof.
intros hj; unfold l; rewrite retrieval_logit; pose proof (offset_room (n - j) ltac:(lia)) as o.
rewrite <- minus_INR by (unfold within in hj; lia).
destruct (Nat.eq_dec (fst (x j)) (wanted (x n))) as [e | ne].
- rewrite e; right; f_equal; ring.
- apply cos_at_most.
  pose proof (letters_apart A _ _ (proj1 (proj1 (px j hj))) wanted_letter ne) as far.
  fold w in far, room |- *; set (d := w * (INR (fst (x j)) - INR (wanted (x n)))) in *.
  set (y := INR (n - j) * theta) in *.
  pose proof (away_sum (y + d) (- y)) as s; replace (y + d + - y) with d in s by ring.
  rewrite away_opp in s; pose proof (away_range (y + d)); pose proof (away_range d).
  pose proof (away_nearest y 0) as an; rewrite Rmult_0_r, Rminus_0_r, Rabs_right in an by lra.
  lra.
Qed.

Lemma rival_most j : within n j -> w <= PI -> fst (x j) <> wanted (x n) ->
  l j <= cos (w - INR (n - j) * theta).
Proof.
intros hj wp ne; unfold l; rewrite retrieval_logit; pose proof (offset_room (n - j) ltac:(lia)) as o.
rewrite <- minus_INR by (unfold within in hj; lia).
pose proof (letters_apart A _ _ (proj1 (proj1 (px j hj))) wanted_letter ne) as far.
fold w in far, room |- *; set (d := w * (INR (fst (x j)) - INR (wanted (x n)))) in *.
set (y := INR (n - j) * theta) in *.
apply cos_at_most; rewrite (away_small (w - y)) by lra.
pose proof (away_sum (y + d) (- y)) as s; replace (y + d + - y) with d in s by ring.
rewrite away_opp in s.
pose proof (away_nearest y 0) as an; rewrite Rmult_0_r, Rminus_0_r, Rabs_right in an by lra.
lra.
Qed.

Lemma match_is j : within n j -> fst (x j) = wanted (x n) -> l j = cos (INR (n - j) * theta).
Proof.
intros hj e; unfold l; rewrite retrieval_logit, e, minus_INR by (unfold within in hj; lia).
f_equal; ring.
Qed.

Lemma some_match : exists k, within n k /\ fst (x k) = wanted (x n).
Proof.
destruct (proj1 (proj2 (px n last_within))) as [k f]; exists k.
unfold finds in f; unfold wanted; destruct (snd (x n)); [easy | subst k].
split; [exact last_within | easy].
Qed.

End Input.

(* A key nearer to a full turn by theta beats another by 1 - cos theta at least. *)
Lemma steps_apart theta y z : 0 <= y -> 0 <= theta -> y + theta <= z -> z <= PI ->
  cos z + (1 - cos theta) <= cos y.
Proof.
intros hy ht hz hp; assert (cos z <= cos (y + theta)) by (apply cos_decr_1; lra).
assert (cos (y + theta) + (1 - cos theta) <= cos y); [ | lra].
pose proof (form2 (y + theta) y) as f; pose proof (form2 theta 0) as f0; rewrite cos_0 in f0.
replace ((y + theta - y) / 2) with (theta / 2) in f by field.
replace ((theta - 0) / 2) with (theta / 2) in f0 by field.
replace ((theta + 0) / 2) with (theta / 2) in f0 by field.
assert (0 <= sin (theta / 2)) by (apply sin_ge_0; lra).
assert (sin (theta / 2) <= sin ((y + theta + y) / 2)); [ | nra].
pose proof (form4 ((y + theta + y) / 2) (theta / 2)) as g.
replace (((y + theta + y) / 2 - theta / 2) / 2) with (y / 2) in g by field.
replace (((y + theta + y) / 2 + theta / 2) / 2) with ((y + theta) / 2) in g by field.
assert (0 <= cos ((y + theta) / 2)) by (apply cos_ge_0; lra).
assert (0 <= sin (y / 2)) by (apply sin_ge_0; lra).
nra.
Qed.

Lemma nearest_match (x : nat -> token) n a : (exists k, within n k /\ fst (x k) = a) ->
  exists k, within n k /\ fst (x k) = a /\ forall j, within n j -> fst (x j) = a -> (j <= k)%nat.
Proof.
induction n as [|n IH]; intros (k & hk & e); unfold within in *; [lia | ].
destruct (Nat.eq_dec (fst (x (S n))) a) as [last | no].
- exists (S n); split; [lia | split; [easy | lia]].
- destruct IH as (k' & hk' & e' & far).
  + exists k; split; [ | easy]; destruct (Nat.eq_dec k (S n)); [congruence | lia].
  + exists k'; split; [lia | split; [easy | ]]; intros j hj ej; apply far; [ | easy].
    destruct (Nat.eq_dec j (S n)); [congruence | lia].
Qed.

Theorem B_thm32_retr_fix_max_even : Statements.retrieval_extremes.B_thm32_retr_fix_max_even.
Proof.
intros h m n0 n theta hh hm hn ht; split; [now apply (B_thm32_retr_fix_even h m n0) | ].
intros d (x & px & disc); set (A := (2 * h)%nat) in *.
destruct (small_steps A n0 n theta ltac:(unfold A; lia) hn ht) as (room & _ & _).
assert (h1 : within n 1) by (unfold within; lia).
assert (hl : within n n) by (unfold within; lia).
assert (low : - cos (INR (n - 1) * theta) <= retrieval_logits A theta x n 1).
{ rewrite (logit_at A n theta x) by (easy || lia).
  pose proof (offset_room n theta ltac:(lra) (n - 1) ltac:(lia)).
  apply even_least; [easy | lra | fold A; lra]. }
apply (at_most_pairs (retrieval_logits A theta x n) n d 1 n (1 + cos (INR (n - 1) * theta)) h1 hl ltac:(lia)); [ | | exact disc].
- intros k hk ne; rewrite retrieval_logit at 1.
  pose proof (COS_bound ((INR n - INR k) * theta + omega A * (INR (fst (x k)) - INR (wanted (x n))))).
  lra.
- pose proof (logit_most A m n theta x ltac:(lia) ltac:(lia) px ltac:(lra) room 1 h1).
  rewrite (retrieval_logit A theta x n n).
  pose proof (COS_bound ((INR n - INR n) * theta + omega A * (INR (fst (x n)) - INR (wanted (x n))))).
  lra.
Qed.

Theorem B_thm32_retr_fix_max_odd : Statements.retrieval_extremes.B_thm32_retr_fix_max_odd.
Proof.
intros h m n0 n theta hm hn ht; set (A := (2 * h + 1)%nat) in *.
assert (hA : (1 <= A)%nat) by (unfold A; lia).
destruct (small_steps A n0 n theta hA hn ht) as (room & _ & _).
assert (wp : omega A <= 2 * PI).
{ pose proof pi_pos; unfold omega, A; rewrite plus_INR, mult_INR; cbn [INR]; pose proof (pos_INR h).
  apply Rmult_le_reg_r with (2 * INR h + 1); [lra | ].
  replace (2 * PI / ((1 + 1) * INR h + 1) * (2 * INR h + 1)) with (2 * PI) by (field; lra); nra. }
split.
- destruct (Nat.eq_dec h 0) as [-> | ne]; [ | apply (B_thm32_retr_fix_odd h m n0); lia || easy].
  replace (1 + cos (omega A / 2 - theta)) with (1 - cos theta).
  + now apply (B_thm32_retr_fix_least A m n0).
  + replace (omega A / 2 - theta) with (PI - theta) by (unfold omega, A; cbn; field).
    rewrite Rtrigo_facts.cos_pi_minus; ring.
- intros d (x & px & disc).
  assert (h1 : within n (n - 1)) by (unfold within; lia).
  assert (hl : within n n) by (unfold within; lia).
  pose proof (offset_room n theta ltac:(lra) 1 ltac:(lia)) as o; cbn [INR] in o.
  rewrite Rmult_1_l in o.
  assert (low : - cos (omega A / 2 - theta) <= retrieval_logits A theta x n (n - 1)).
  { rewrite (logit_at A n theta x) by (easy || lia).
    replace (n - (n - 1))%nat with 1%nat by lia; cbn [INR]; rewrite Rmult_1_l.
    apply odd_least; fold A; lra. }
  assert (own : - cos (omega A / 2) <= retrieval_logits A theta x n n).
  { rewrite (logit_at A n theta x), Nat.sub_diag by (easy || lia).
    cbn [INR]; rewrite Rmult_0_l; replace (omega A / 2) with (omega A / 2 - 0) by ring.
    apply odd_least; fold A; lra. }
  assert (le : cos (omega A / 2) <= cos (omega A / 2 - theta)) by (apply cos_decr_1; lra).
  assert (one : forall k, retrieval_logits A theta x n k <= 1).
  { intros k; rewrite retrieval_logit; apply COS_bound. }
  apply (at_most_pairs (retrieval_logits A theta x n) n d (n - 1) n (1 + cos (omega A / 2 - theta)) h1 hl ltac:(lia)); [ | | exact disc].
  + intros k hk ne; specialize (one k); lra.
  + specialize (one (n - 1)%nat); lra.
Qed.

Theorem B_thm32_retr_fix_min : Statements.retrieval_extremes.B_thm32_retr_fix_min.
Proof.
intros A m n0 n theta hA hm hn ht; split; [now apply (B_thm32_retr_fix_least A m n0) | ].
intros d (x & px & disc); destruct (small_steps A n0 n theta hA hn ht) as (room & _ & _).
destruct (nearest_match x n _ (some_match A m n x ltac:(lia) ltac:(lia) px)) as (p & hp & ep & far).
assert (hl : within n n) by (unfold within; lia).
assert (wp : omega A <= 2 * PI).
{ unfold omega; assert (INR 1 <= INR A) by (now apply le_INR); cbn [INR] in *; pose proof pi_pos.
  apply Rmult_le_reg_r with (INR A); [lra | ].
  replace (2 * PI / INR A * INR A) with (2 * PI) by (field; lra); nra. }
apply (at_least_one (retrieval_logits A theta x n) n d p (1 - cos theta) hp); [ | exact disc].
intros k hk ne; rewrite (match_is A n theta x ltac:(lia) ltac:(lia) p) by easy.
pose proof (offset_room n theta ltac:(lra) (n - p) ltac:(lia)).
assert (sums : forall s t, (s + 1 <= t)%nat -> INR s * theta + theta <= INR t * theta).
{ intros s t h; apply le_INR in h; rewrite plus_INR in h; cbn [INR] in h; nra. }
destruct (Nat.eq_dec (fst (x k)) (wanted (x n))) as [e | other].
- specialize (far k hk e); unfold within in *; rewrite (match_is A n theta x ltac:(lia) ltac:(lia) k) by easy.
  pose proof (offset_room n theta ltac:(lra) (n - k) ltac:(lia)).
  apply steps_apart; try lra; apply sums; lia.
- assert (two : (2 <= A)%nat).
  { pose proof (proj1 (proj1 (px k hk))); pose proof (wanted_letter A m n x ltac:(lia) ltac:(lia) px); lia. }
  pose proof (omega_below A two) as ob.
  pose proof (rival_most A m n theta x ltac:(lia) ltac:(lia) px ltac:(lra) room k hk ob other).
  pose proof (offset_room n theta ltac:(lra) (n - k) ltac:(lia)).
  assert (INR (n - p) * theta + theta <= INR (n + k) * theta) by (apply sums; unfold within in *; lia).
  assert (s : INR (n - p) * theta + theta + INR (n - k) * theta <= INR (n + n) * theta).
  { rewrite <- (Rmult_1_l theta) at 2; rewrite <- !Rmult_plus_distr_r; apply Rmult_le_compat_r; [lra | ].
    change 1 with (INR 1); rewrite <- !plus_INR; apply le_INR; unfold within in *; lia. }
  rewrite plus_INR in s.
  pose proof (steps_apart theta (INR (n - p) * theta) (omega A - INR (n - k) * theta)
    ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)); lra.
Qed.

(* The token that is looked for second, another letter everywhere else. *)
Definition second_input (n j : nat) : token :=
  (if Nat.eqb j 2 then 1%nat else 0%nat, if Nat.eqb j n then letter 1 else number 1).

Lemma second_proper A m n : (2 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  proper A m (second_input n) n.
Proof.
intros hA hm hn j hj; unfold token_over, finds, second_input; cbn [fst snd].
destruct (Nat.eqb_spec j n) as [-> | ne]; cbn [fst snd]; (split; [destruct Nat.eqb; lia | split]).
- exists 2%nat; split; [unfold within; lia | easy].
- intros k k' [_ f] [_ f']; destruct (Nat.eqb_spec k 2), (Nat.eqb_spec k' 2); try easy; now subst.
- now exists j.
- now intros k k' -> ->.
Qed.

Lemma apart_least theta w n t t' : (2 <= n)%nat -> (t < n)%nat -> (t' < n)%nat -> t <> t' ->
  0 <= theta -> 2 * (INR n * theta) <= w -> w <= PI ->
  cos (INR (n - 2) * theta) - cos (w - INR (n - 1) * theta)
  <= cos (INR t * theta) - cos (w - INR t' * theta).
Proof.
intros hn ht ht' ne pos room wp; pose proof (offset_room n theta pos) as o.
assert (le : forall a b, (a <= b)%nat -> INR a * theta <= INR b * theta).
{ intros a b h; apply Rmult_le_compat_r; [easy | now apply le_INR]. }
destruct (o t ltac:(lia)), (o t' ltac:(lia)), (o (n - 1)%nat ltac:(lia)), (o (n - 2)%nat ltac:(lia)).
pose proof (le t' (n - 1)%nat ltac:(lia)).
destruct (Nat.eq_dec t (n - 1)) as [-> | nt].
- pose proof (le t' (n - 2)%nat ltac:(lia)).
  assert (cos (w - INR t' * theta) <= cos (w - INR (n - 2) * theta)) by (apply cos_decr_1; lra).
  assert (step : INR (n - 1) * theta = INR (n - 2) * theta + theta).
  { replace (n - 1)%nat with (n - 2 + 1)%nat by lia; rewrite plus_INR; cbn [INR]; ring. }
  set (a := INR (n - 2) * theta) in *; rewrite step in *.
  pose proof (form2 a (a + theta)) as f1; pose proof (form2 (w - (a + theta)) (w - a)) as f2.
  pose proof (form4 (w - (a + theta / 2)) (a + theta / 2)) as f3.
  replace ((a - (a + theta)) / 2) with (- (theta / 2)) in f1 by field.
  replace ((a + (a + theta)) / 2) with (a + theta / 2) in f1 by field.
  replace ((w - (a + theta) - (w - a)) / 2) with (- (theta / 2)) in f2 by field.
  replace ((w - (a + theta) + (w - a)) / 2) with (w - (a + theta / 2)) in f2 by field.
  replace ((w - (a + theta / 2) + (a + theta / 2)) / 2) with (w / 2) in f3 by field.
  rewrite sin_neg in f1, f2.
  assert (0 <= sin (theta / 2)) by (apply sin_ge_0; lra).
  assert (0 <= cos (w / 2)) by (apply cos_ge_0; lra).
  assert (0 <= sin ((w - (a + theta / 2) - (a + theta / 2)) / 2)) by (apply sin_ge_0; lra).
  assert (more : 0 <= sin (theta / 2) * (sin (w - (a + theta / 2)) - sin (a + theta / 2))).
  { apply Rmult_le_pos; [easy | rewrite f3; apply Rmult_le_pos; [lra | easy]]. }
  lra.
- pose proof (le t (n - 2)%nat ltac:(lia)).
  assert (cos (INR (n - 2) * theta) <= cos (INR t * theta)) by (apply cos_decr_1; lra).
  assert (cos (w - INR t' * theta) <= cos (w - INR (n - 1) * theta)) by (apply cos_decr_1; lra).
  lra.
Qed.

Theorem B_thm32_retr_fix_apart : Statements.retrieval_extremes.B_thm32_retr_fix_apart.
Proof.
intros A m n0 n theta hA hm hn ht d.
destruct (small_steps A n0 n theta ltac:(lia) hn ht) as (room & _ & _).
pose proof (omega_below A hA) as ob; split; [ | split; [ | split]].
- exists (second_input n), 2%nat, 1%nat; split; [apply second_proper; lia | ].
  assert (en : snd (second_input n n) = letter 1).
  { unfold second_input; now rewrite Nat.eqb_refl. }
  split; [now exists 1%nat | split; [ | split; [unfold within; lia | ]]].
  + unfold finds; rewrite en; split; [unfold within; lia | easy].
  + rewrite !retrieval_logit; unfold wanted; rewrite en; cbn [second_input fst Nat.eqb INR].
    split; [easy | ]; unfold d; rewrite <- (cos_neg (omega A - _)), !minus_INR by lia; cbn [INR].
    match goal with |- ?p + (?q - ?r) = ?s => assert (p = r /\ q = s) as [-> ->]; [ | ring] end.
    split; f_equal; ring.
- intros d' (x & k & j & px & (a & ea) & f & hj & ne & e).
  unfold finds in f; rewrite ea in f; destruct f as [hk fk].
  assert (ek : fst (x k) = wanted (x n)) by (unfold wanted; now rewrite ea).
  pose proof (rival_most A m n theta x ltac:(lia) ltac:(lia) px ltac:(lra) room j hj ob ne) as r.
  rewrite (match_is A n theta x ltac:(lia) ltac:(lia) k hk ek) in e.
  assert (k <> j) by (intros ->; now apply ne).
  pose proof (apart_least theta (omega A) n (n - k) (n - j) ltac:(lia)) as le.
  unfold within in *; specialize (le ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lra) room ob).
  unfold d; lra.
- unfold d; rewrite form2.
  assert (step : INR (n - 1) * theta = INR (n - 2) * theta + theta).
  { replace (n - 1)%nat with (n - 2 + 1)%nat by lia; rewrite plus_INR; cbn [INR]; ring. }
  assert (odd : INR (2 * n - 3) * theta = INR (n - 2) * theta + INR (n - 1) * theta).
  { replace (2 * n - 3)%nat with (n - 2 + (n - 1))%nat by lia; rewrite plus_INR; ring. }
  rewrite odd, step; set (a := INR (n - 2) * theta).
  replace ((a - (omega A - (a + theta))) / 2) with (- ((omega A - (a + (a + theta))) / 2)) by field.
  replace ((a + (omega A - (a + theta))) / 2) with ((omega A - theta) / 2) by field.
  rewrite sin_neg; ring.
- pose proof (COS_bound (INR (n - 2) * theta)); unfold d; lra.
Qed.

Lemma standstill A n : (1 <= A)%nat -> (2 <= n)%nat -> 0 <= 0 < omega A / INR (2 * n).
Proof.
intros hA hn; split; [lra | apply Rdiv_lt_0_compat; [now apply omega_pos | apply lt_0_INR; lia]].
Qed.

Theorem B_rem32_fix_even : Statements.retrieval_extremes.B_rem32_fix_even.
Proof.
intros h m n hh hm hn.
pose proof (B_thm32_retr_fix_max_even h m n n 0 hh hm ltac:(lia) (standstill (2 * h)%nat n ltac:(lia) hn)) as g.
now replace (1 + cos (INR (n - 1) * 0)) with 2 in g by (rewrite Rmult_0_r, cos_0; ring).
Qed.

Theorem B_rem32_fix_odd : Statements.retrieval_extremes.B_rem32_fix_odd.
Proof.
intros h m n hh hm hn; set (A := (2 * h + 1)%nat).
assert (three : INR 3 <= INR A) by (apply le_INR; unfold A; lia); cbn [INR] in three.
assert (half : omega A / 2 - 0 = PI / INR A) by (unfold omega; field; lra).
split.
- rewrite <- half; apply (B_thm32_retr_fix_max_odd h m n n 0 hm ltac:(lia)).
  apply standstill; unfold A; lia.
- pose proof pi_pos; assert (cos (PI / 3) <= cos (PI / INR A)); [ | rewrite cos_PI3 in *; lra].
  assert (p : 0 < PI / INR A) by (apply Rdiv_lt_0_compat; lra).
  assert (PI / INR A <= PI / 3).
  { apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]. }
  apply cos_decr_1; lra.
Qed.

Theorem B_rem32_fix_one : Statements.retrieval_extremes.B_rem32_fix_one.
Proof.
intros m n hm hn.
pose proof (B_thm32_retr_fix_max_odd 0%nat m n n 0 hm ltac:(lia) (standstill (2 * 0 + 1)%nat n ltac:(lia) hn)) as g.
replace (1 + cos (omega (2 * 0 + 1) / 2 - 0)) with 0 in g; [exact g | ].
replace (omega (2 * 0 + 1) / 2 - 0) with PI by (unfold omega; cbn; field); rewrite cos_PI; ring.
Qed.

Theorem B_rem32_fix_min : Statements.retrieval_extremes.B_rem32_fix_min.
Proof.
intros A m n hA hm hn.
pose proof (B_thm32_retr_fix_min A m n n 0 hA hm ltac:(lia) (standstill _ n hA hn)) as g.
now replace (1 - cos 0) with 0 in g by (rewrite cos_0; ring).
Qed.

Theorem B_rem32_fix_index : Statements.retrieval_extremes.B_rem32_fix_index.
Proof.
intros n hn delta.
assert (wide : widest n (n - 1) = (n / 2)%nat) by (unfold widest; lia).
assert (two : (1 <= n / 2)%nat) by (apply Nat.div_le_lower_bound; lia).
assert (all := fun theta => B_thm32_index_fix n (n - 1)%nat theta hn ltac:(lia)); cbn in all.
rewrite wide in all; split; [ | split; [ | split]].
- intros theta; destruct (all theta) as (_ & (x & ox & dx) & _).
  exists x, (closest theta (n - 1)); split; [easy | ].
  pose proof (proj1 (B_thm32_index_fix_min n theta hn)) as b.
  eapply Rle_trans; [exact b | apply Rmin_r].
- exists (2 * PI / INR n); intros x d [ox dx].
  destruct (all (2 * PI / INR n)) as (between & _); destruct (between x ox) as (d' & dx' & low & _).
  rewrite (discrepancy_unique _ _ _ _ dx dx').
  pose proof (B_thm32_index_fix_attained (n - 1)%nat ltac:(lia)) as e.
  replace (n - 1 + 1)%nat with n in e by lia; lra.
- intros theta x d [ox dx]; destruct (all theta) as (between & _).
  destruct (between x ox) as (d' & dx' & _ & high).
  rewrite (discrepancy_unique _ _ _ _ dx dx'); eapply Rle_trans; [exact high | ].
  pose proof (proj1 (B_thm32_index_fix_max n (n - 1)%nat theta hn ltac:(lia))) as b.
  rewrite wide in b; eapply Rle_trans; [exact b | apply Rmin_r].
- set (theta := 2 * PI / INR (n / 2 + 1)); exists theta.
  destruct (all theta) as (_ & _ & (x & ox & dx)); exists x; split; [easy | ].
  pose proof (B_thm32_index_fix_attained (n / 2)%nat two) as e; fold theta in e.
  now rewrite <- e.
Qed.

Theorem B_rem32_fix_rate : Statements.retrieval_extremes.B_rem32_fix_rate.
Proof.
intros A m n theta hA hm hn right; apply B_thm31_retr in right; try easy.
destruct (range_away A n theta hA hn right) as [pos less].
pose proof (omega_below A hA) as ob; pose proof (omega_pos A ltac:(lia)) as op.
assert (one : INR 1 <= INR (2 * n - 3)) by (apply le_INR; lia); cbn [INR] in one.
set (D := INR (2 * n - 3)) in *.
assert (small : 0 < omega A / D <= omega A).
{ split; [apply Rdiv_lt_0_compat; lra | ].
  apply Rmult_le_reg_r with D; [lra | ].
  replace (omega A / D * D) with (omega A) by (field; lra); nra. }
assert (lt : away theta < omega A / D).
{ apply Rmult_lt_reg_r with D; [lra | ].
  replace (omega A / D * D) with (omega A) by (field; lra); lra. }
exists (1 - cos theta); split; [ | split].
- exists (copies_input n); split; [apply copies_proper; lia | apply copies_discrepancy; [easy | ]].
  intros t ht; apply cos_at_most.
  assert (le : INR t <= D) by (apply le_INR; lia).
  assert (le' : INR 1 <= INR t) by (apply le_INR; lia); cbn [INR] in le'.
  rewrite away_multiple by nra; nra.
- assert (cos (omega A / D) < cos theta); [ | lra].
  apply cos_less; rewrite (away_small (omega A / D)) by lra; easy.
- pose proof (square_bound (omega A / D) ltac:(pose proof pi_pos; lra)) as b.
  replace (omega A ^ 2 / (2 * D ^ 2)) with ((omega A / D) ^ 2 / 2) by (field; lra); easy.
Qed.
