(* Near-misses of Statements.shapes: each is false. *)
From Coq Require Import Reals.
From Coq Require Import ZArith Lra Lia.
From Statements Require Import circle attention canonical partial_induction shapes.
From Proofs Require shapes.
From Near_misses Require Import turns.
Local Open Scope R_scope.

Lemma third_here x : 0 <= x <= PI -> folds_to x x.
Proof. intros X; split; [exact X|]. exists 0%Z; left; lra. Qed.

(* At 2 PI / N the curve is constant. *)
Definition A_thm7_fix_index__up_to : Prop :=
  forall (N : nat) (B theta x : R), (3 <= N)%nat -> 0 < B -> folds_to theta x ->
  let w := index_curve N B theta in
  symmetric w N
  /\ (constant w N <-> full_turn (INR N * theta))
  /\ (u_shaped w N <-> 0 < x <= 2 * PI / INR N)
  /\ (inverse_u_shaped w N <-> 2 * PI / INR N < x < 2 * PI / INR (N - 2)).
Theorem A_thm7_fix_index__up_to_false : ~ A_thm7_fix_index__up_to.
Proof.
intros H; pose proof PI_RGT_0 as P; assert (INR 3 = 3) as E by (simpl; lra).
destruct (Proofs.shapes.A_thm7_fix_index 3%nat 1 (2 / 3 * PI) (2 / 3 * PI)) as [_ [_ [[L _] _]]];
  try lia; try lra; [apply third_here; lra|].
destruct (H 3%nat 1 (2 / 3 * PI) (2 / 3 * PI)) as [_ [_ [[_ R] _]]];
  try lia; try lra; [apply third_here; lra|].
assert (0 < 2 / 3 * PI < 2 * PI / INR 3) as C by (apply L, R; rewrite E; lra).
rewrite E in C; lra.
Qed.

(* Small angles give a U. *)
Definition A_thm7__every_angle : Prop :=
  forall (N : nat) (B : R), (3 <= N)%nat -> 0 < B ->
  (forall theta x, folds_to theta x -> ~ u_shaped (index_curve N B theta) N)
  /\ forall b theta, 0 < theta <= PI -> b <= - B ->
     ~ inverse_u_shaped (retrieval_curve N B b theta (3 / 2 * theta)) N.
Theorem A_thm7__every_angle_false : ~ A_thm7__every_angle.
Proof.
intros H; pose proof PI_RGT_0 as P; assert (INR 3 = 3) as E by (simpl; lra).
destruct (H 3%nat 1) as [N _]; try lia; try lra.
apply (N (PI / 3) (PI / 3)); [apply third_here; lra|].
destruct (Proofs.shapes.A_thm7_fix_index 3%nat 1 (PI / 3) (PI / 3)) as [_ [_ [[_ R] _]]];
  try lia; try lra; [apply third_here; lra|]. apply R; rewrite E; lra.
Qed.

(* A half turn with gamma = PI / 2 is constant as well. *)
Definition A_thm7_fix_retrieval_constant__full_turns_alone : Prop :=
  forall (N : nat) (B b theta gamma : R), (3 <= N)%nat -> 0 < B ->
  (forall j, within N j -> b <= B * cos (INR j * theta - gamma)) ->
  constant (retrieval_curve N B b theta gamma) N
  <-> full_turn theta.
Theorem A_thm7_fix_retrieval_constant__full_turns_alone_false : ~ A_thm7_fix_retrieval_constant__full_turns_alone.
Proof.
intros H; pose proof PI_RGT_0 as P.
assert (forall j, within 3 j -> -1 <= 1 * cos (INR j * PI - PI / 2)) as B.
  { intros j _; pose proof (COS_bound (INR j * PI - PI / 2)); lra. }
destruct (Proofs.shapes.A_thm7_fix_retrieval_constant 3%nat 1 (-1) PI (PI / 2)) as [_ R];
  try lia; try lra; try exact B.
destruct (H 3%nat 1 (-1) PI (PI / 2)) as [L _]; try lia; try lra; try exact B.
destruct L as [k K].
- apply R; right; split; exists 0%Z; lra.
- apply turns_not_at_one; exists 1%nat; split; [lia|]. exists k; simpl; lra.
Qed.

(* Both steps in one half turn give no inverse U. *)
Definition A_thm7_fix_retrieval__one_half_turn : Prop :=
  forall (N : nat) (B b theta gamma : R), (3 <= N)%nat -> 0 < B -> 0 < theta <= PI ->
  (forall j, within N j -> b <= B * cos (INR j * theta - gamma)) ->
  let w := retrieval_curve N B b theta gamma in
  (inverse_u_shaped w N <-> stays N theta gamma)
  /\ (u_shaped w N <-> crosses N theta (gamma + PI))
  /\ (rising w N <-> stays N theta gamma)
  /\ (falling w N <-> stays N theta (gamma + PI)).
Theorem A_thm7_fix_retrieval__one_half_turn_false : ~ A_thm7_fix_retrieval__one_half_turn.
Proof.
intros H; pose proof PI_RGT_0 as P.
assert (forall j, within 3 j -> -1 <= 1 * cos (INR j * (PI / 10) - PI / 2)) as B.
  { intros j _; pose proof (COS_bound (INR j * (PI / 10) - PI / 2)); lra. }
destruct (Proofs.shapes.A_thm7_fix_retrieval 3%nat 1 (-1) (PI / 10) (PI / 2)) as [[L _] _];
  try lia; try lra; try exact B.
destruct (H 3%nat 1 (-1) (PI / 10) (PI / 2)) as [[_ R] _]; try lia; try lra; try exact B.
destruct L as [k [K1 K2]].
- apply R; exists 0%Z; simpl; lra.
- simpl in K2; assert (k <= 0 \/ 1 <= k)%Z as [Z|Z] by lia; apply IZR_le in Z; nra.
Qed.
