(* Near-misses of Statements.accumulated: each is false. *)
From Coq Require Import Reals Lia Lra.
From Statements Require Import attention accumulated.
From Proofs Require Import sums_of_reals accumulated.
Local Open Scope R_scope.

(* One key of two, no planes: a half, not a third. *)
Definition AT_far__one_key_more : Prop :=
  forall (n P : nat) (phi : nat -> nat -> R) (q : nat -> plane) (k : nat -> nat -> plane) (B : R) (s : nat),
  within n s -> bounded n P q k B ->
  softmax (turned P phi q k) n s <= / (1 + INR n * exp (- (2 * B))).
Theorem AT_far__one_key_more_false : ~ AT_far__one_key_more.
Proof.
intros h; assert (one : within 2 1) by (unfold within; lia).
specialize (h 2%nat 0%nat (fun _ _ => 0) (fun _ => (0, 0)) (fun _ _ => (0, 0)) 0 1%nat one).
assert (b : bounded 2 0 (fun _ => (0, 0)) (fun _ _ => (0, 0)) 0) by (intros j _; cbn; lra).
specialize (h b); rewrite (softmax_two 2 _ 1 0 0) in h by (easy || now cbn).
replace (- (2 * 0)) with 0 in h by ring; rewrite !exp_0 in h; cbn in h; lra.
Qed.

(* At a bound of 1 the target may have more than half the bound allows. *)
Definition AT_far__half : Prop :=
  forall (n P : nat) (phi : nat -> nat -> R) (q : nat -> plane) (k : nat -> nat -> plane) (B : R) (s : nat),
  within n s -> bounded n P q k B ->
  softmax (turned P phi q k) n s <= / (1 + (INR n - 1) * exp (- B)).
Theorem AT_far__half_false : ~ AT_far__half.
Proof.
intros h; assert (one : within 2 1) by (unfold within; lia).
destruct (AT_far_attained 2%nat 1 1%nat one) as (P & phi & q & k & b & is); [lra | ].
specialize (h 2%nat P phi q k 1 1%nat one b); rewrite is in h; cbn in h.
assert (less : exp (- (2 * 1)) < exp (- (1))) by (apply exp_increasing; lra).
assert (e := exp_pos (- (2 * 1))); apply Rinv_le_contravar in h.
- rewrite !Rinv_inv in h; lra.
- apply Rinv_0_lt_compat; lra.
Qed.

(* A bound below 0 holds of no keys. *)
Definition AT_far_attained__any_bound : Prop :=
  forall (n : nat) (B : R) (s : nat), within n s ->
  exists (P : nat) (phi : nat -> nat -> R) (q : nat -> plane) (k : nat -> nat -> plane),
  bounded n P q k B /\ softmax (turned P phi q k) n s = / (1 + (INR n - 1) * exp (- (2 * B))).
Theorem AT_far_attained__any_bound_false : ~ AT_far_attained__any_bound.
Proof.
intros h; assert (one : within 1 1) by (unfold within; lia).
destruct (h 1%nat (-1) 1%nat one) as (P & phi & q & k & b & _); specialize (b 1%nat one).
assert (0 <= sum (fun p => norm (q p) * norm (k p 1%nat)) P); [ | lra].
apply sum_nonneg; intros p _; apply Rmult_le_pos; apply sqrt_pos.
Qed.

(* Not less than each: all weigh the same. *)
Definition AT_far_alike__less : Prop :=
  forall (n P : nat) (phi : nat -> nat -> R) (q : nat -> plane) (k : nat -> nat -> plane) (s : nat),
  within n s -> exists k' : nat -> nat -> plane,
  (forall p, k' p s = k p s) /\ (forall p j, norm (k' p j) = norm (k p s))
  /\ softmax (turned P phi q k') n s < / INR n.
Theorem AT_far_alike__less_false : ~ AT_far_alike__less.
Proof.
intros h; assert (one : within 1 1) by (unfold within; lia).
destruct (h 1%nat 0%nat (fun _ _ => 0) (fun _ => (0, 0)) (fun _ _ => (0, 0)) 1%nat one) as (k' & _ & _ & less).
unfold softmax, turned in less; cbn in less; rewrite exp_0 in less; lra.
Qed.

(* One token of one angle, a full power less: a bound of 0 where the mean is 1. *)
Definition AT_incoherent__one_token_more : Prop :=
  forall (m : nat) (w a : nat -> R) (q k : plane) (t : nat) (x : R),
  Rabs (expected m w a q k t x) <= coherence m w a ^ S t * (norm q * norm k).
Theorem AT_incoherent__one_token_more_false : ~ AT_incoherent__one_token_more.
Proof.
intros h; specialize (h 0%nat (fun _ => 0) (fun _ => 0) (1, 0) (1, 0) 0%nat 0).
cbn [expected] in h; unfold coherence, norm, dot, rotate in h; cbn in h; rewrite cos_0, sin_0 in h.
replace (0 * 0 + 0 * 0) with 0 in h by ring; rewrite sqrt_0 in h.
replace (1 * (1 * 1 - 0 * 0) + 0 * (0 * 1 + 1 * 0)) with 1 in h by ring; rewrite Rabs_R1 in h; lra.
Qed.

(* A query of length 2 has twice as much. *)
Definition AT_incoherent_attained__twice : Prop :=
  forall (m : nat) (w a : nat -> R) (k : plane) (t : nat) (x : R),
  exists q : plane, norm q = 1 /\ expected m w a q k t x = 2 * (coherence m w a ^ t * norm k).
Theorem AT_incoherent_attained__twice_false : ~ AT_incoherent_attained__twice.
Proof.
intros h; destruct (h 0%nat (fun _ => 0) (fun _ => 0) (1, 0) 0%nat 0) as (q & one & is).
assert (le := AT_incoherent 0%nat (fun _ => 0) (fun _ => 0) q (1, 0) 0%nat 0); rewrite is, one in le.
assert (k : norm (1, 0) = 1).
{ unfold norm, dot; cbn [fst snd]; replace (1 * 1 + 0 * 0) with 1 by ring; apply sqrt_1. }
rewrite k in le; cbn in le; assert (u := Rle_abs (2 * (1 * 1))); lra.
Qed.

(* Weights that do not add up to 1. *)
Definition AT_incoherent_alike__any_weights : Prop :=
  forall (m : nat) (w : nat -> R) (b : R), coherence m w (fun _ => b) = 1.
Theorem AT_incoherent_alike__any_weights_false : ~ AT_incoherent_alike__any_weights.
Proof.
intros h; specialize (h 0%nat (fun _ => 0) 0); unfold coherence, norm, dot in h; cbn in h.
replace (0 * 0 + 0 * 0) with 0 in h by ring; rewrite sqrt_0 in h; lra.
Qed.

(* Not below 1: it is 1. *)
Definition AT_incoherent_alike__less : Prop :=
  forall (m : nat) (w : nat -> R) (b : R), sum w m = 1 -> coherence m w (fun _ => b) < 1.
Theorem AT_incoherent_alike__less_false : ~ AT_incoherent_alike__less.
Proof.
intros h; assert (one : sum (fun _ => 1) 1 = 1) by (cbn; ring).
specialize (h 1%nat (fun _ => 1) 0 one); rewrite AT_incoherent_alike in h by easy; lra.
Qed.
