(* Keys that are turned by whatever tokens have added up to: what no choice of angles keeps (AT-far). *)
From Coq Require Import Reals.
From Statements Require Import attention.
Local Open Scope R_scope.

(* P planes: the key at position j is turned by phi p j in plane p. *)
Definition turned (P : nat) (phi : nat -> nat -> R) (q : nat -> plane) (k : nat -> nat -> plane) (j : nat) : R :=
  sum (fun p => dot (q p) (rotate (phi p j) (k p j))) P.
Definition norm (p : plane) : R := sqrt (dot p p).
Definition bounded (n P : nat) (q : nat -> plane) (k : nat -> nat -> plane) (B : R) : Prop :=
  forall j, within n j -> sum (fun p => norm (q p) * norm (k p j)) P <= B.

(* No angles give a target more among n keys; some give it so much. *)
Definition AT_far : Prop :=
  forall (n P : nat) (phi : nat -> nat -> R) (q : nat -> plane) (k : nat -> nat -> plane) (B : R) (s : nat),
  within n s -> bounded n P q k B ->
  softmax (turned P phi q k) n s <= / (1 + (INR n - 1) * exp (- (2 * B))).
Definition AT_far_attained : Prop :=
  forall (n : nat) (B : R) (s : nat), within n s -> 0 <= B ->
  exists (P : nat) (phi : nat -> nat -> R) (q : nat -> plane) (k : nat -> nat -> plane),
  bounded n P q k B /\ softmax (turned P phi q k) n s = / (1 + (INR n - 1) * exp (- (2 * B))).

(* At any angles there are other keys, as long as the target, among which it weighs no more than each. *)
Definition AT_far_alike : Prop :=
  forall (n P : nat) (phi : nat -> nat -> R) (q : nat -> plane) (k : nat -> nat -> plane) (s : nat),
  within n s -> exists k' : nat -> nat -> plane,
  (forall p, k' p s = k p s) /\ (forall p j, norm (k' p j) = norm (k p s))
  /\ softmax (turned P phi q k') n s = / INR n.

(* AT-incoherent. Each of t tokens turns the key by a i with probability w i, i = 1 … m, independently: the mean
   of the logit of a key at angle x. *)
Fixpoint expected (m : nat) (w a : nat -> R) (q k : plane) (t : nat) (x : R) : R :=
  match t with
  | O => dot q (rotate x k)
  | S u => sum (fun i => w i * expected m w a q k u (x + a i)) m
  end.
Definition coherence (m : nat) (w a : nat -> R) : R :=
  norm (sum (fun i => w i * cos (a i)) m, sum (fun i => w i * sin (a i)) m).
Definition AT_incoherent : Prop :=
  forall (m : nat) (w a : nat -> R) (q k : plane) (t : nat) (x : R),
  Rabs (expected m w a q k t x) <= coherence m w a ^ t * (norm q * norm k).
Definition AT_incoherent_attained : Prop :=
  forall (m : nat) (w a : nat -> R) (k : plane) (t : nat) (x : R),
  exists q : plane, norm q = 1 /\ expected m w a q k t x = coherence m w a ^ t * norm k.
(* No faster than 1 falls a mean over tokens that all turn alike, as in RoPE. *)
Definition AT_incoherent_alike : Prop :=
  forall (m : nat) (w : nat -> R) (b : R), sum w m = 1 -> coherence m w (fun _ => b) = 1.
