(* Near-misses of Statements.planes: each is false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention planes.
From Proofs Require Import sums_of_reals planes.
Local Open Scope R_scope.

Lemma ln_2_pos : 0 < ln (INR 3 - 1).
Proof. replace (INR 3 - 1) with 2 by (cbn; ring); rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma three : INR 3 - 1 = 2. Proof. cbn; ring. Qed.
Lemma third : least 3 = 2 / 3 * ln (INR 3 - 1).
Proof. unfold least; cbn; field. Qed.

Definition S_planes_logits__once : Prop :=
  forall (n : nat) (l : nat -> nat -> R) (B : R), (2 <= n)%nat ->
  (forall s j, within n s -> within n j -> Rabs (l s j) <= B) -> serves n l -> ln (INR n - 1) <= B.
Theorem S_planes_logits__once_false : ~ S_planes_logits__once.
Proof.
intros h; assert (p := ln_2_pos).
assert (le := fun b => h 3%nat _ (ln (INR 3 - 1) / 2) ltac:(lia) b (S_planes_logits_attained 3%nat ltac:(lia))).
enough (ln (INR 3 - 1) <= ln (INR 3 - 1) / 2) by lra; apply le.
intros s j _ _; rewrite Rabs_mult, (Rabs_pos_eq (ln _ / 2)) by lra.
destruct (Nat.eqb s j); [rewrite Rabs_R1 | rewrite Rabs_left]; lra.
Qed.

Definition S_planes_logits_attained__third : Prop :=
  forall n : nat, (2 <= n)%nat ->
  serves n (fun s j => (if Nat.eqb s j then 1 else -1) * (ln (INR n - 1) / 3)).
Theorem S_planes_logits_attained__third_false : ~ S_planes_logits_attained__third.
Proof.
intros h; assert (p := ln_2_pos); specialize (h 3%nat ltac:(lia)).
apply (S_planes_logits 3%nat _ (ln (INR 3 - 1) / 3)) in h; [lra | lia | ].
intros s j _ _; rewrite Rabs_mult, (Rabs_pos_eq (ln _ / 3)) by lra.
destruct (Nat.eqb s j); [rewrite Rabs_R1 | rewrite Rabs_left]; lra.
Qed.

Definition S_planes_vectors__any_query : Prop :=
  forall (n d : nat) (q k : nat -> nat -> R) (X Y : R), (2 <= n)%nat -> 0 <= X -> 0 <= Y ->
  (forall j, within n j -> inner d (k j) (k j) <= Y * Y) ->
  serves n (fun s j => inner d (q s) (k j)) -> least n <= X * Y.
Theorem S_planes_vectors__any_query_false : ~ S_planes_vectors__any_query.
Proof.
intros h; assert (p := ln_2_pos).
set (axis := fun (r : R) (s c : nat) => if Nat.eqb s c then r else 0).
assert (dot : forall r s j, within 3 s ->
  inner 3 (axis r s) (axis 1 j) = if Nat.eqb s j then r else 0).
{ intros r s j [s1 s3]; unfold inner, axis; cbn.
  destruct s as [|[|[|[|s]]]]; try lia; destruct j as [|[|[|[|j]]]]; cbn; ring. }
assert (le := h 3%nat 3%nat (axis (ln (INR 3 - 1))) (axis 1) 0 1 ltac:(lia) ltac:(lra) ltac:(lra)).
rewrite third in le; enough (2 / 3 * ln (INR 3 - 1) <= 0 * 1) by lra; apply le.
- intros j hj; rewrite dot, Nat.eqb_refl by easy; lra.
- intros s hs; rewrite (sum_ext _ (fun j => exp ((if Nat.eqb s j then ln (INR 3 - 1) else 0) - ln (INR 3 - 1)))).
  + rewrite (sum_split _ 3 s hs), Nat.eqb_refl, (sum_ext _ (others s (fun _ => / 2))).
    * rewrite others_const by easy; replace (ln (INR 3 - 1) - ln (INR 3 - 1)) with 0 by ring; rewrite exp_0; cbn; lra.
    * intros j _; unfold others; destruct (Nat.eqb_spec j s) as [_ | ne]; [easy | ].
      destruct (Nat.eqb_spec s j) as [e | _]; [now symmetry in e | ].
      replace (0 - ln (INR 3 - 1)) with (- ln 2) by (replace (INR 3 - 1) with 2 by (cbn; ring); ring).
      rewrite exp_Ropp, exp_ln by lra; reflexivity.
  + intros j _; now rewrite !dot, Nat.eqb_refl by easy.
Qed.

Definition S_planes_any__whole : Prop :=
  forall (n P : nat) (a theta phi : nat -> R), (2 <= n)%nat ->
  (forall p, within P p -> 0 <= a p) -> serves n (planes P a theta phi) -> ln (INR n - 1) <= sum a P.
Theorem S_planes_any__whole_false : ~ S_planes_any__whole.
Proof.
intros h; assert (p := ln_2_pos).
assert (le := h 3%nat 2%nat (fun _ => least 3 / (INR 3 - 1)) _ _ ltac:(lia)
  ltac:(intros; rewrite third; rewrite three in *; cbn; lra) (S_planes_attained 3%nat ltac:(lia))).
rewrite sum_const, third in le; rewrite three in *; cbn in le; lra.
Qed.

Definition S_planes_attained__nth : Prop :=
  forall n : nat, (2 <= n)%nat ->
  serves n (planes (n - 1) (fun _ => least n / INR n) (fun p => 2 * PI * INR p / INR n) (fun _ => 0)).
Theorem S_planes_attained__nth_false : ~ S_planes_attained__nth.
Proof.
intros h; assert (p := ln_2_pos); specialize (h 3%nat ltac:(lia)).
apply S_planes_any in h; [ | lia | intros; rewrite third; rewrite three in *; cbn; lra].
rewrite sum_const, third in h; rewrite three in *; cbn in h; lra.
Qed.

Definition S_planes_content__whole : Prop :=
  forall (A n d : nat) (q : nat -> nat -> R) (k : nat -> nat -> nat -> R) (X Y : R),
  (2 <= A)%nat -> (2 <= n)%nat -> 0 <= X -> 0 <= Y ->
  (forall a, within A a -> inner d (q a) (q a) <= X * X) ->
  (forall b j, within A b -> within n j -> inner d (k b j) (k b j) <= Y * Y) ->
  serves_content A n (fun a b j => inner d (q a) (k b j)) ->
  ln (INR n - 1) <= X * Y.
Theorem S_planes_content__whole_false : ~ S_planes_content__whole.
Proof.
intros h; assert (p := ln_2_pos); set (L := ln (INR 3 - 1)) in *.
set (sg := fun (r : R) (a c : nat) => if Nat.eqb a 1 then r else - r).
assert (le := h 2%nat 3%nat 1%nat (sg 1) (fun b _ => sg (L / 2) b) 1 (L / 2)
  ltac:(lia) ltac:(lia) ltac:(lra) ltac:(lra)).
fold L in le; enough (L <= 1 * (L / 2)) by lra; apply le.
- intros a _; unfold inner, sg; cbn; destruct (Nat.eqb a 1); lra.
- intros b j _ _; unfold inner, sg; cbn; destruct (Nat.eqb b 1); lra.
- intros a b j [a1 a2] [b1 b2] ne hj; rewrite (sum_split _ 3 j hj), Nat.eqb_refl.
  rewrite (sum_ext _ (others j (fun _ => / 2))).
  + rewrite others_const by easy; match goal with |- exp (?x - ?x) + _ <= _ => replace (x - x) with 0 by ring end.
    rewrite exp_0; cbn; lra.
  + intros i _; unfold others; destruct (Nat.eqb i j); [easy | ].
    replace (inner 1 (sg 1 a) (sg (L / 2) b) - inner 1 (sg 1 a) (sg (L / 2) a)) with (- ln 2).
    * rewrite exp_Ropp, exp_ln by lra; reflexivity.
    * unfold L; replace (INR 3 - 1) with 2 by (cbn; ring); unfold inner, sg; cbn.
      destruct a as [|[|[|a]]], b as [|[|[|b]]]; try lia; cbn; field.
Qed.

Definition S_planes_content_attained__nth : Prop :=
  forall A n : nat, (2 <= A)%nat -> (2 <= n)%nat ->
  serves_content A n (fun a b _ => planes (A - 1)
    (fun _ => (1 - / INR A) * ln (INR n - 1) / INR A) (fun p => 2 * PI * INR p / INR A) (fun _ => 0) a b).
Theorem S_planes_content_attained__nth_false : ~ S_planes_content_attained__nth.
Proof.
intros h; assert (p := ln_2_pos).
assert (in1 : forall n, (1 <= n)%nat -> within n 1) by (unfold within; lia).
specialize (h 2%nat 3%nat ltac:(lia) ltac:(lia) 1%nat 2%nat 1%nat (in1 2%nat ltac:(lia)) ltac:(unfold within; lia)
  ltac:(lia) (in1 3%nat ltac:(lia))).
rewrite (sum_split _ 3 1 (in1 3%nat ltac:(lia))), Nat.eqb_refl, roots_own, roots_off in h
  by (easy || lia || (unfold within; lia)).
set (c := (1 - / INR 2) * ln (INR 3 - 1) / INR 2) in *.
replace ((INR 2 - 1) * c - (INR 2 - 1) * c) with 0 in h by ring; rewrite exp_0 in h.
rewrite (sum_ext _ (others 1 (fun _ => exp (- (2 * c))))) in h.
- rewrite others_const in h by (unfold within; lia); cbn in h.
  assert (le : ln (INR 3 - 1) <= 2 * c).
  { apply log_most; [cbn; lra | ]; rewrite exp_Ropp in h; assert (e := exp_pos (2 * c)).
    apply Rmult_le_reg_r with (/ exp (2 * c)); [now apply Rinv_0_lt_compat | ]; rewrite Rinv_r by lra; cbn; lra. }
  unfold c in le; cbn in le, p; lra.
- intros i _; unfold others; destruct (Nat.eqb i 1); [easy | ]; f_equal; cbn; ring.
Qed.
