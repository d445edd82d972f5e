(* A key that is the query turned back attends at one distance (RR-rope, RR-any-distance). *)
From Coq Require Import Reals ZArith.
From Statements Require Import attention circle.
Local Open Scope R_scope.

(* The logit at distance t of a key for a query, one plane of angle g; and the query turned back by r. *)
Definition at_distance (g : R) (q k : plane) (t : nat) : R := dot q (rotate (INR t * g) k).
Definition turned_back (g : R) (q : plane) (r : nat) : plane := rotate (- (INR r * g)) q.

Definition no_full_turn (N : nat) (g : R) : Prop :=
  forall t : nat, (0 < t < N)%nat -> ~ full_turn (INR t * g).
Definition largest_cosine (N : nat) (g c : R) : Prop :=
  (forall t : nat, (0 < t < N)%nat -> cos (INR t * g) <= c)
  /\ exists t : nat, (0 < t < N)%nat /\ cos (INR t * g) = c.

(* The last of n tokens attends at distance r: all keys are alike, so the tokens do not matter. *)
Definition share_at (g : R) (q : plane) (r n : nat) : R :=
  softmax (fun j => at_distance g q (turned_back g q r) (n - j)) n (n - r).
Definition RR_rope : Prop :=
  forall (N : nat) (eps g c : R) (q : plane), (2 <= N)%nat -> 0 < eps < 1 ->
  no_full_turn N g -> largest_cosine N g c ->
  ln (INR (N - 1) * (1 - eps) / eps) / (1 - c) < dot q q ->
  forall r n : nat, (r < n <= N)%nat -> 1 - eps < share_at g q r n.
Definition RR_rope_some : Prop :=
  forall (N : nat) (eps g : R), (2 <= N)%nat -> 0 < eps < 1 -> no_full_turn N g ->
  exists q : plane, forall r n : nat, (r < n <= N)%nat -> 1 - eps < share_at g q r n.
Definition RR_rope_irrational : Prop :=
  forall (N : nat) (g : R), (forall u w : Z, (w <> 0)%Z -> g / (2 * PI) * IZR w <> IZR u) -> no_full_turn N g.

(* Several planes: no distance has a larger logit than r, and what ties turns each plane of the query fully. *)
Definition logit_at (h : nat) (theta : nat -> R) (q k : nat -> plane) (t : nat) : R :=
  sum (fun p => at_distance (theta p) (q p) (k p) t) h.
Definition RR_any_distance_best : Prop :=
  forall (h r : nat) (theta : nat -> R) (q : nat -> plane),
  exists k : nat -> plane, forall t : nat,
  logit_at h theta q k t <= logit_at h theta q k r
  /\ (logit_at h theta q k t = logit_at h theta q k r
      <-> forall p, within h p -> q p <> (0, 0) -> full_turn ((INR t - INR r) * theta p)).

(* At the angles b^(-2i/d), i = 0 … d/2 - 1, p = i + 1 and h = d/2, a tie makes a power of PI rational. *)
Definition integer_angle (b h p : nat) : R := Rpower (INR b) (- (INR (p - 1) / INR h)).
Definition RR_any_distance_tie : Prop :=
  forall (b h p : nat) (s : Z), (2 <= b)%nat -> within h p -> (s <> 0)%Z ->
  full_turn (IZR s * integer_angle b h p) ->
  exists u w : Z, (w <> 0)%Z /\ PI ^ h * IZR w = IZR u.
