(* The largest attention weight as a function of the target (paper A, Theorem 7). *)
From Coq Require Import Reals.
From Statements Require Import circle attention canonical partial_induction.
Local Open Scope R_scope.

(* f 1 … f N falls, then rises, both strictly, at least one step each; two equal lowest places
   are allowed (for even N symmetry forces them). *)
Definition u_shaped (f : nat -> R) (N : nat) : Prop :=
  exists p q : nat, (1 < p)%nat /\ (q < N)%nat /\ (p = q \/ q = S p) /\ f p = f q
  /\ (forall j, (1 <= j < p)%nat -> f (S j) < f j)
  /\ (forall j, (q <= j < N)%nat -> f j < f (S j)).
Definition inverse_u_shaped (f : nat -> R) (N : nat) : Prop := u_shaped (fun j => - f j) N.
Definition constant (f : nat -> R) (N : nat) : Prop := forall j, within N j -> f j = f 1%nat.
Definition symmetric (f : nat -> R) (N : nat) : Prop :=
  forall j, within N j -> f (N + 1 - j)%nat = f j.

(* The Index head's curve, and theta' = |theta mod 2 PI| = x. *)
Definition index_curve (N : nat) (B theta : R) (j : nat) : R :=
  best (softmax (place_logits B theta j) N) N.
Definition folds_to (theta x : R) : Prop :=
  0 <= x <= PI /\ exists k : Z, theta = 2 * PI * IZR k + x \/ theta = 2 * PI * IZR k - x.

Definition A_thm7_fix_index : Prop :=
  forall (N : nat) (B theta x : R), (3 <= N)%nat -> 0 < B -> folds_to theta x ->
  let w := index_curve N B theta in
  symmetric w N
  /\ (constant w N <-> full_turn (INR N * theta))
  /\ (u_shaped w N <-> 0 < x < 2 * PI / INR N)
  /\ (inverse_u_shaped w N <-> 2 * PI / INR N < x < 2 * PI / INR (N - 2)).

(* Retrieval: matched logits B cos (j theta - gamma), the N - 1 others b. *)
Definition retrieval_curve (N : nat) (B b theta gamma : R) (j : nat) : R :=
  best (softmax (fun k => if Nat.eqb k j then B * cos (INR j * theta - gamma) else b) N) N.
Definition rising (f : nat -> R) (N : nat) : Prop := forall j, (1 <= j < N)%nat -> f j < f (S j).
Definition falling (f : nat -> R) (N : nat) : Prop := rising (fun j => - f j) N.

(* The midpoints of the first and of the last step lie in a half turn and in the next one; or both
   in one. *)
Definition crosses (N : nat) (theta gamma : R) : Prop :=
  exists k : Z, - PI < 3 / 2 * theta - gamma + 2 * PI * IZR k < 0
    /\ 0 < (INR N - 1 / 2) * theta - gamma + 2 * PI * IZR k < PI.

Definition stays (N : nat) (theta gamma : R) : Prop :=
  exists k : Z, - PI < 3 / 2 * theta - gamma + 2 * PI * IZR k
    /\ (INR N - 1 / 2) * theta - gamma + 2 * PI * IZR k < 0.

Definition A_thm7_fix_retrieval : Prop :=
  forall (N : nat) (B b theta gamma : R), (3 <= N)%nat -> 0 < B -> 0 < theta <= PI ->
  (forall j, within N j -> b <= B * cos (INR j * theta - gamma)) ->
  let w := retrieval_curve N B b theta gamma in
  (inverse_u_shaped w N <-> crosses N theta gamma)
  /\ (u_shaped w N <-> crosses N theta (gamma + PI))
  /\ (rising w N <-> stays N theta gamma)
  /\ (falling w N <-> stays N theta (gamma + PI)).

Definition A_thm7_fix_retrieval_constant : Prop :=
  forall (N : nat) (B b theta gamma : R), (3 <= N)%nat -> 0 < B ->
  (forall j, within N j -> b <= B * cos (INR j * theta - gamma)) ->
  constant (retrieval_curve N B b theta gamma) N
  <-> full_turn theta
      \/ full_turn (theta - PI) /\ exists k : Z, gamma = PI / 2 + PI * IZR k.

(* Neither half of the theorem holds for every angle and phase, at any length: from 2 PI / N on the
   first is no U, and with gamma = 3 theta / 2 the second is no inverse U. *)
Definition A_thm7 : Prop :=
  forall (N : nat) (B : R), (3 <= N)%nat -> 0 < B ->
  (forall theta x, folds_to theta x -> 2 * PI / INR N <= x -> ~ u_shaped (index_curve N B theta) N)
  /\ forall b theta, 0 < theta <= PI -> b <= - B ->
     ~ inverse_u_shaped (retrieval_curve N B b theta (3 / 2 * theta)) N.
