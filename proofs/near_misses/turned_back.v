(* Near-misses of Statements.turned_back: each is false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention circle discrepancy turned_back.
From Proofs Require Import angles sums_of_reals turned_back irrational.
Local Open Scope R_scope.

(* Thirds of a turn: two other keys, not one. *)
Definition RR_rope__one_key_less : Prop :=
  forall (N : nat) (eps g c : R) (q : plane), (2 <= N)%nat -> 0 < eps < 1 ->
  no_full_turn N g -> largest_cosine N g c ->
  ln (INR (N - 2) * (1 - eps) / eps) / (1 - c) < dot q q ->
  forall r n : nat, (r < n <= N)%nat -> 1 - eps < share_at g q r n.
Lemma thirds t : (0 < t < 3)%nat -> cos (INR t * (2 * PI / 3)) = - / 2 /\ ~ full_turn (INR t * (2 * PI / 3)).
Proof.
intros h; pose proof pi_pos; assert (c : cos (INR t * (2 * PI / 3)) = - / 2).
{ assert (t = 1%nat \/ t = 2%nat) as [-> | ->] by lia.
  - replace (INR 1 * (2 * PI / 3)) with (2 * (PI / 3)) by (cbn; field); rewrite cos_2PI3; lra.
  - replace (INR 2 * (2 * PI / 3)) with (- (2 * (PI / 3)) + 2 * PI * IZR 1) by (cbn; field).
    rewrite cos_turns, cos_neg, cos_2PI3; lra. }
split; [easy | intros f; apply cos_is_one in f; lra].
Qed.
Theorem RR_rope__one_key_less_false : ~ RR_rope__one_key_less.
Proof.
intros h; specialize (h 3%nat (1 / 2) (2 * PI / 3) (- / 2) (/ 2, 0) ltac:(lia) ltac:(lra)).
assert (lt : 1 - 1 / 2 < share_at (2 * PI / 3) (/ 2, 0) 0 3).
{ apply h; [ | | | lia].
  - intros t ht; now apply thirds.
  - split; [intros t ht; destruct (thirds t ht); lra | exists 1%nat; split; [lia | apply thirds; lia]].
  - replace (INR (3 - 2) * (1 - 1 / 2) / (1 / 2)) with 1 by (cbn; field); rewrite ln_1; unfold dot; cbn; lra. }
clear h; unfold share_at, softmax in lt.
set (l := fun j => at_distance (2 * PI / 3) (/ 2, 0) (turned_back (2 * PI / 3) (/ 2, 0) 0) (3 - j)) in lt.
change (1 - 1 / 2 < exp (l 3%nat) / (0 + exp (l 1%nat) + exp (l 2%nat) + exp (l 3%nat))) in lt.
assert (d : dot (/ 2, 0) (/ 2, 0) = / 4) by (unfold dot; cbn; field).
assert (l3 : l 3%nat = / 4) by (unfold l; rewrite back, d; cbn; rewrite Rminus_0_r, Rmult_0_l, cos_0; ring).
assert (at_ : forall t, (0 < t < 3)%nat -> l (3 - t)%nat = - / 8).
{ intros t ht; unfold l; rewrite back, d; replace (3 - (3 - t))%nat with t by lia; change (INR 0) with 0.
  rewrite Rminus_0_r, (proj1 (thirds t ht)); field. }
assert (l1 := at_ 2%nat ltac:(lia)); assert (l2 := at_ 1%nat ltac:(lia)); cbn in l1, l2.
rewrite l1, l2, l3 in lt; clear l1 l2 l3.
assert (u := exp_ineq1_le (- (3 / 8))); assert (e := exp_pos (/ 4)).
replace (- / 8) with (/ 4 + - (3 / 8)) in lt by field; rewrite exp_plus in lt.
set (x := exp (/ 4)) in *; set (y := exp (- (3 / 8))) in *.
assert (0 < x * y) by (apply Rmult_lt_0_compat; lra).
apply (Rmult_lt_compat_r (0 + x * y + x * y + x)) in lt; [ | lra].
unfold Rdiv at 2 in lt; rewrite Rmult_assoc, Rinv_l in lt by lra; nra.
Qed.

Definition RR_rope_some__any_angle : Prop :=
  forall (N : nat) (eps g : R), (2 <= N)%nat -> 0 < eps < 1 ->
  exists q : plane, forall r n : nat, (r < n <= N)%nat -> 1 - eps < share_at g q r n.
Theorem RR_rope_some__any_angle_false : ~ RR_rope_some__any_angle.
Proof.
intros h; destruct (h 2%nat (1 / 4) 0 ltac:(lia) ltac:(lra)) as [q le]; specialize (le 0%nat 2%nat ltac:(lia)).
unfold share_at, softmax in le; cbn [sum] in le; rewrite !back, !Rmult_0_r, cos_0, Rmult_1_r in le.
assert (e := exp_pos (dot q q)); set (x := exp _) in *.
replace (x / (0 + x + x)) with (/ 2) in le by (field; lra); lra.
Qed.

(* Half a turn is no whole number of turns, but twice it is. *)
Definition RR_rope_irrational__whole : Prop :=
  forall (N : nat) (g : R), (forall u : Z, g / (2 * PI) <> IZR u) -> no_full_turn N g.
Theorem RR_rope_irrational__whole_false : ~ RR_rope_irrational__whole.
Proof.
intros h; pose proof pi_pos; apply (h 3%nat PI) with 2%nat; [ | lia | exists 1%Z; cbn; ring].
intros u e; assert (half : IZR u = / 2) by (rewrite <- e; field; lra).
assert (a : 0 < IZR u < 1) by lra; destruct a as [a b]; apply lt_IZR in a; apply lt_IZR in b; lia.
Qed.

(* A plane in which the query is 0 need not turn fully. *)
Definition RR_any_distance_best__every_plane : Prop :=
  forall (h r : nat) (theta : nat -> R) (q : nat -> plane),
  exists k : nat -> plane, forall t : nat,
  logit_at h theta q k t <= logit_at h theta q k r
  /\ (logit_at h theta q k t = logit_at h theta q k r
      <-> forall p, within h p -> full_turn ((INR t - INR r) * theta p)).
Theorem RR_any_distance_best__every_plane_false : ~ RR_any_distance_best__every_plane.
Proof.
intros h; pose proof pi_pos; destruct (h 1%nat 0%nat (fun _ => PI) (fun _ => (0, 0))) as [k best].
destruct (best 1%nat) as [_ [turns _]].
assert (f : full_turn ((INR 1 - INR 0) * PI)).
{ apply (turns ltac:(unfold logit_at, at_distance, dot; cbn; ring) 1%nat); unfold within; lia. }
apply cos_is_one in f; replace ((INR 1 - INR 0) * PI) with PI in f by (cbn; ring); rewrite cos_PI in f; lra.
Qed.

Definition RR_any_distance_tie__same_distance : Prop :=
  forall (b h p : nat) (s : Z), (2 <= b)%nat -> within h p ->
  full_turn (IZR s * integer_angle b h p) ->
  exists u w : Z, (w <> 0)%Z /\ PI ^ h * IZR w = IZR u.
Theorem RR_any_distance_tie__same_distance_false : ~ RR_any_distance_tie__same_distance.
Proof.
intros h; destruct (h 2%nat 1%nat 1%nat 0%Z) as (u & w & w0 & e); [lia | unfold within; lia | exists 0%Z; ring | ].
apply irrational_pi; exists u, w; split; [easy | ].
assert (IZR w <> 0) by (intros z; now apply w0, eq_IZR).
rewrite <- e; cbn; field; easy.
Qed.
