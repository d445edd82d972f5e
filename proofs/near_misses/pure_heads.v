(* Statements of pure_heads.v with a few words changed: false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy score_temperature pure_heads.
From Proofs Require Import angles sums_of_reals circle score_temperature pure_heads.
Local Open Scope R_scope.

Local Lemma half_turn : ~ full_turn PI.
Proof.
intros [k e]; pose proof pi_pos.
assert (1 = 2 * IZR k) by (apply Rmult_eq_reg_l with PI; lra).
assert (1 = 2 * k)%Z by (apply eq_IZR; rewrite mult_IZR; easy); lia.
Qed.

Local Lemma one_place n M : (n = 2)%nat -> same_by_token n M.
Proof. intros -> a p ha hp; unfold within in *; now replace p with a by lia. Qed.

(* One place before the query. *)
Definition B_rem31_pure_fix_index__two_tokens : Prop :=
  (forall (theta : R) (x : nat -> symbol) (n : nat), same_by_place n (index_entry theta x n))
  /\ (forall (m n : nat) (theta : R), (1 <= m)%nat -> (2 <= n)%nat ->
     (forall x, over m x n -> points_inside x n -> same_by_token n (index_entry theta x n))
     <-> full_turn theta)
  /\ forall (theta : R) (x : nat -> symbol) (n : nat), full_turn theta ->
     same_by_token n (index_entry theta x n).
Theorem B_rem31_pure_fix_index__two_tokens_false : ~ B_rem31_pure_fix_index__two_tokens.
Proof.
intros [_ [H _]]; apply half_turn, (H 1%nat 2%nat PI); try lia.
intros; now apply one_place.
Qed.

Definition B_rem31_pure_fix_retr__two_tokens : Prop :=
  forall (A m n : nat) (theta : R), (1 <= A)%nat -> (1 <= m)%nat -> (2 <= n)%nat ->
  (forall x, proper A m x n -> same_by_token n (retrieval_entry A theta x n))
  <-> full_turn theta \/ (n = 3%nat /\ (A <= 2)%nat /\ full_turn (3 * theta)).
Theorem B_rem31_pure_fix_retr__two_tokens_false : ~ B_rem31_pure_fix_retr__two_tokens.
Proof.
intros H; destruct (H 1%nat 1%nat 2%nat PI) as [one _]; try lia.
destruct one as [f | [f _]]; [intros; now apply one_place | now apply half_turn | lia].
Qed.

Definition B_rem31_pure_fix_rows__half : Prop :=
  forall (A n : nat) (theta : R) (x : nat -> token) (a : nat), (1 <= A)%nat -> (3 <= n)%nat ->
  0 < theta < omega A / 2 -> ~ row_constant n (retrieval_entry A theta x n) a.
Theorem B_rem31_pure_fix_rows__half_false : ~ B_rem31_pure_fix_rows__half.
Proof.
intros H; pose proof pi_pos.
assert (w : omega 3 = 2 * PI / 3) by (unfold omega; cbn [INR]; field).
apply (H 3%nat 3%nat (2 * PI / 9) (fun j => (if Nat.eqb j 3 then 0%nat else 1%nat, number 1)) 1%nat);
  [lia | lia | rewrite w; lra | ].
assert (e : cos ((INR 3 - INR 1) * (2 * PI / 9) + 2 * PI / 3 * (INR 1 - INR 0))
  = cos ((INR 3 - INR 2) * (2 * PI / 9) + 2 * PI / 3 * (INR 1 - INR 0))).
{ rewrite <- cos_neg, <- (cos_turns _ 1); f_equal; cbn [INR]; field. }
intros p p' hp hp'; rewrite !retrieval_cos, w; unfold wanted; cbn [Nat.eqb fst snd].
unfold within in *; assert (p = 1 \/ p = 2)%nat as [-> | ->] by lia;
  assert (p' = 1 \/ p' = 2)%nat as [-> | ->] by lia; auto.
Qed.

Definition B_rem31_pure_fix_scores__half : Prop :=
  forall (m L : nat) (tau z : R) (M : nat -> nat -> nat -> R) (z' : nat -> nat -> R),
  (2 <= m)%nat -> (1 <= L)%nat -> 0 < z -> (forall i j, 0 < z' i j) ->
  (forall i b t, -1 <= M i b t <= 1) ->
  let s i b := sum (fun t => exp (M i b t)) L in
  let d i := s i i / z in
  let after i j := (s j i / z' i j, s i j / z' i j) in
  1 / 2 < mean_cosine m tau d after (in_place d)
  /\ 1 / 2 < mean_cosine m tau d after (flipped d).
Theorem B_rem31_pure_fix_scores__half_false : ~ B_rem31_pure_fix_scores__half.
Proof.
intros H.
destruct (H 2%nat 1%nat 1 1 (fun _ b _ => if Nat.eqb b 1 then 1 else -1) (fun _ _ => 1)) as [_ f];
  try lia; try lra.
{ intros; lra. }
{ intros i b t; destruct (Nat.eqb b 1); lra. }
unfold mean_cosine, pairs, flipped, cosine in f; cbn [sum Nat.sub Nat.eqb fst snd] in f.
assert (by_one : forall r, r / 1 = r) by (intros; field).
rewrite !Rplus_0_l, !by_one in f.
set (w := swap_weight _ _ _ _) in f; assert (0 < w) by apply weight_pos.
set (a := exp 1) in *; set (b := exp (-1)) in *.
assert (ab : a * b = 1) by (unfold a, b; rewrite <- exp_plus; replace (1 + -1) with 0 by ring;
  apply exp_0).
assert (a2 : 2 <= a) by (pose proof (exp_ineq1_le 1); unfold a; lra).
assert (b0 : 0 < b) by apply exp_pos.
assert (pos : 0 < a ^ 2 + b ^ 2) by nra.
replace (b ^ 2 + a ^ 2) with (a ^ 2 + b ^ 2) in f by ring.
rewrite sqrt_sqrt in f by lra.
replace (a * b + b * a) with 2 in f by lra.
replace (w * (2 / (a ^ 2 + b ^ 2)) / w) with (2 / (a ^ 2 + b ^ 2)) in f by (field; lra).
apply Rmult_lt_compat_r with (r := a ^ 2 + b ^ 2) in f; [ | easy].
replace (2 / (a ^ 2 + b ^ 2) * (a ^ 2 + b ^ 2)) with 2 in f by (field; lra); nra.
Qed.

Definition B_rem31_pure_fix_logits__positive : Prop :=
  (forall theta x n a p, 0 <= index_entry theta x n a p <= 1)
  /\ forall A theta x n a p, -1 <= retrieval_entry A theta x n a p <= 1.
Theorem B_rem31_pure_fix_logits__positive_false : ~ B_rem31_pure_fix_logits__positive.
Proof.
intros [H _]; pose proof (H PI (fun _ => letter 0) 2%nat 1%nat 1%nat) as h.
rewrite index_cos in h; cbn [INR] in h.
replace ((1 + 1 - 1) * PI + 0) with PI in h by ring; rewrite cos_PI in h; lra.
Qed.
