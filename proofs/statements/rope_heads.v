(* The cosines that paper A's heads are stated by are logits of RoPE keys and queries, of tokens
   alone; and the angles that tell N places apart. *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy canonical partial_induction.
Local Open Scope R_scope.

(* Index: keys 1 … N all alike; the query, at N + 1, is turned by its target j. *)
Definition A_thm3_logits : Prop :=
  forall (B theta : R) (N j k : nat),
  place_logits B theta j k
    = rope theta v (scale B (rotate (- (INR (N + 1) - INR j) * theta) v)) (N + 1) k.

(* One angle: the key is turned by its symbol, the query by the symbol asked for and the phase. *)
Definition A_one_angle_logits : Prop :=
  forall (A : nat) (theta psi : R) (q m t n : nat),
  one_plane A theta psi q m t
    = rope theta (rotate (omega A * INR m) v) (rotate (omega A * INR q + psi) v) (n + t) n.

(* Two angles: one-hot symbols on planes of angle 0, and the same key v on one of angle theta. *)
Definition one_hot (m k : nat) : plane := (one (Nat.eqb k (S m)), 0).
Definition A_thm6_logits : Prop :=
  forall (A : nat) (a c theta : R) (q m t n : nat), (m < A)%nat ->
  two_angles a c theta q m t
    = sum (fun k => rope 0 (one_hot m k) (scale a (one_hot q k)) (n + t) n) A
      + rope theta v (scale c v) (n + t) n.

(* Every angle below 2 PI / (N - 1) tells N places apart. *)
Definition A_thm3_small : Prop :=
  forall (N : nat) (theta : R), (2 <= N)%nat -> 0 < theta < 2 * PI / INR (N - 1) ->
  ~ some_multiple_turns theta (N - 1).
