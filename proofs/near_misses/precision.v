(* Near-misses of Statements.precision: each is false. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import precision.
From Proofs Require Import angles discrepancy precision.
Local Open Scope R_scope.

(* Positions that are all taken for 0. *)
Lemma exact p f : close_to p f f.
Proof.
intros x; rewrite Rminus_eq_0, Rabs_R0; assert (0 < / 2 ^ p) by (apply Rinv_0_lt_compat, pow_lt; lra); lra.
Qed.
Lemma one_apart : apart_from_turns 2 1.
Proof.
intros k j h; replace k with 1%nat by lia; change (INR 1) with 1.
rewrite <- (away_small 1) at 1; [apply away_nearest | pose proof PI2_1; lra].
Qed.
Lemma wide : 8 * / 2 ^ 5 < 2 * sin (1 / 2).
Proof. assert (s := sine_above (1 / 2) ltac:(lra)); lra. Qed.

Definition PM_precision_fix__any_format : Prop :=
  forall (p n d : nat) (b delta : R) (round c s : R -> R),
  (2 <= p)%nat -> (n <= 2 ^ p + 1)%nat -> (2 <= d)%nat -> 1 < b ->
  close_to p cos c -> close_to p sin s ->
  0 <= delta <= PI -> apart_from_turns n delta -> 8 * / 2 ^ p < 2 * sin (delta / 2) ->
  forall m m' : nat, (m < n)%nat -> (m' < n)%nat -> m <> m' -> ~ same_row round c s b d m m'.
Theorem PM_precision_fix__any_format_false : ~ PM_precision_fix__any_format.
Proof.
intros h; pose proof PI2_1; apply (h 5%nat 2%nat 2%nat 2 1 (fun _ => 0) cos sin ltac:(lia) ltac:(cbn; lia) ltac:(lia)
  ltac:(lra) (exact 5 cos) (exact 5 sin) ltac:(lra) one_apart wide 0%nat 1%nat); try lia.
intros i _; split; reflexivity.
Qed.

(* Exact positions do not merge. *)
Definition PM_precision_fix_merge__any_format : Prop :=
  forall (p d : nat) (b : R) (round c s : R -> R), (2 <= p)%nat ->
  same_row round c s b d (2 ^ p) (2 ^ p + 1).
Theorem PM_precision_fix_merge__any_format_false : ~ PM_precision_fix_merge__any_format.
Proof.
intros h; destruct (h 2%nat 1%nat 2 (fun x => x) (fun x => x) (fun x => x) ltac:(lia) 0%nat ltac:(lia)) as [e _].
unfold phase in e; change (INR 0) with 0 in e.
replace (- (2 * 0 / INR 1)) with 0 in e by (unfold Rdiv; ring); rewrite Rpower_O in e by lra; cbn in e; lra.
Qed.

Definition PM_precision_fix_first__any_format : Prop :=
  forall (p n d : nat) (b delta : R) (round c s : R -> R),
  (2 <= p)%nat -> (n <= 2 ^ p + 1)%nat -> (2 <= d)%nat -> 1 < b ->
  close_to p cos c -> close_to p sin s ->
  0 <= delta <= PI -> apart_from_turns n delta -> 8 * / 2 ^ p < 2 * sin (delta / 2) ->
  (forall M, (M < n)%nat -> ~ merges round c s b d M) /\ merges round c s b d (2 ^ p + 1).
Theorem PM_precision_fix_first__any_format_false : ~ PM_precision_fix_first__any_format.
Proof.
intros h; pose proof PI2_1; destruct (h 5%nat 2%nat 2%nat 2 1 (fun _ => 0) cos sin ltac:(lia) ltac:(cbn; lia) ltac:(lia)
  ltac:(lra) (exact 5 cos) (exact 5 sin) ltac:(lra) one_apart wide) as [no _].
apply (no 1%nat); [lia | exists 0%nat; split; [lia | intros i _; split; reflexivity]].
Qed.
