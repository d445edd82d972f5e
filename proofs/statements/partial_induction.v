(* Partial Induction by one RoPE plane or two (paper A, Theorem 6 and before it). Keys are named
   by their distance t = 1 … N from the query. *)
From Coq Require Import Reals.
From Statements Require Import circle attention canonical feasibility.
Local Open Scope R_scope.

(* The occurrence of q nearest to the query is at distance t. *)
Definition last_match (N : nat) (s : nat -> nat) (q t : nat) : Prop :=
  within N t /\ s t = q /\ forall u, within N u -> s u = q -> (t <= u)%nat.

(* L q m t is the logit of symbol m at distance t when q is asked; the attribute that weighs most
   is the one bound at the last occurrence. Symbols 0 … A - 1, attributes 0 … T - 1. *)
Definition recalls (A T N : nat) (attend : (nat -> R) -> nat -> nat -> R)
  (L : nat -> nat -> nat -> R) : Prop :=
  forall (s x : nat -> nat) (q t : nat), word A s -> word T x -> (q < A)%nat ->
  last_match N s q t -> decodes (weight (attend (fun u => L q (s u) u) N) x N) (x t).
Definition recalls_up_to (A T N : nat) (attend : (nat -> R) -> nat -> nat -> R)
  (L : nat -> nat -> nat -> R) : Prop :=
  forall N', (N' <= N)%nat -> recalls A T N' attend L.

(* Hard attention, any logits: a nearer match beats a farther one, a match beats other symbols. *)
Definition recalls_iff : Prop :=
  forall (A T N : nat) (L : nat -> nat -> nat -> R), (2 <= A)%nat -> (2 <= T)%nat ->
  recalls_up_to A T N hard L
  <-> (forall q s t, (q < A)%nat -> within N s -> within N t -> (s < t)%nat -> L q q t < L q q s)
   /\ forall q m s t, (q < A)%nat -> (m < A)%nat -> m <> q -> within N s -> within N t -> s <> t ->
      L q m s < L q q t.

(* 0 < |theta mod 2 PI| < d *)
Definition small_angle (theta d : R) : Prop :=
  exists k : Z, 0 < Rabs (theta - 2 * PI * IZR k) < d.

(* Two angles, 0 and theta: content and place on planes of their own. *)
Definition two_angles (a c theta : R) (q m t : nat) : R :=
  (if Nat.eqb m q then a else 0) + c * cos (INR t * theta).

Definition A_thm6 : Prop :=
  forall (A T N : nat) (a c theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat -> 0 < c ->
  recalls_up_to A T N hard (two_angles a c theta)
  <-> small_angle theta (2 * PI / INR (2 * N - 1)) /\ c * (cos theta - cos (INR N * theta)) < a.

(* One angle: symbol m's key is turned by m omega. *)
Definition one_plane (A : nat) (theta psi : R) (q m t : nat) : R :=
  cos (INR t * theta + psi - omega A * (INR m - INR q)).

(* Without a phase, exactly the angles below omega / (2 N - 1). *)
Definition A_one_angle_fix_plain : Prop :=
  forall (A T N : nat) (theta : R), (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  recalls_up_to A T N hard (one_plane A theta 0)
  <-> small_angle theta (omega A / INR (2 * N - 1)).

(* So 'unsolvable with one RoPE angle' is false for every alphabet up to every length. *)
Definition A_one_angle_refuted : Prop :=
  forall A T N : nat, (2 <= A)%nat -> (2 <= T)%nat -> (2 <= N)%nat ->
  exists theta, recalls_up_to A T N hard (one_plane A theta 0).
