(* Near-misses of Statements.softening: each is false. *)
From Coq Require Import Reals.
From Coq Require Import Lra Lia.
From Statements Require Import attention softening.
From Proofs Require softening.
Local Open Scope R_scope.

(* Half the bound: at beta = 0 it would ask nothing. *)
Definition B_lemF1__half : Prop :=
  forall (I S : Type) norm F (n n0 : nat) l val (L D Delta delta beta : R) (s : S),
  is_norm I norm -> within n0 n -> 0 <= L -> 0 < delta -> 0 <= beta ->
  within_bounds I S norm F n l val L D Delta delta s ->
  INR (n0 - 1) * (L * D / delta - 1) < exp (beta * Delta) ->
  soft_decodes I S F n l val beta s.
Theorem B_lemF1__half_false : ~ B_lemF1__half.
Proof.
intros H; destruct (Proofs.softening.B_lemF1_sharp 2%nat 1 1 1 1 0) as [norm [F [l [val [N [W C]]]]]];
  try lia; try lra; [rewrite Rmult_0_l, exp_0; simpl; lra|].
apply C, (H unit bool norm F 2%nat 2%nat l val 1 1 1 1 0 true); auto; try lra.
- unfold within; lia.
- rewrite Rmult_0_l, exp_0; simpl; lra.
Qed.

(* Without a gap no beta is enough. *)
Definition B_lemF1_some_beta__no_gap : Prop :=
  forall (n0 : nat) (L D Delta delta : R), 0 <= Delta ->
  exists beta, 0 <= beta /\ forall beta', beta <= beta' ->
    INR (n0 - 1) * (2 * L * D / delta - 1) < exp (beta' * Delta).
Theorem B_lemF1_some_beta__no_gap_false : ~ B_lemF1_some_beta__no_gap.
Proof.
intros H; destruct (H 3%nat 1 1 0 1) as [b [_ C]]; [lra|].
specialize (C b ltac:(lra)); rewrite Rmult_0_r, exp_0 in C; simpl in C; lra.
Qed.

(* n0 keys for n0 - 1: there the lemma holds. *)
Definition B_lemF1_sharp__one_key_more : Prop :=
  forall (n0 : nat) (L D Delta delta beta : R), (2 <= n0)%nat ->
  0 < L -> 0 < D -> 0 < Delta -> 0 < delta -> 0 <= beta ->
  exp (beta * Delta) <= INR n0 * (2 * L * D / delta - 1) ->
  exists norm F l val, is_norm unit norm
    /\ within_bounds unit bool norm F n0 l val L D Delta delta true
    /\ ~ soft_decodes unit bool F n0 l val beta true.
Theorem B_lemF1_sharp__one_key_more_false : ~ B_lemF1_sharp__one_key_more.
Proof.
intros H; assert (0 < ln (3 / 2)) as P by (rewrite <- ln_1; apply ln_increasing; lra).
destruct (H 2%nat 1 1 1 1 (ln (3 / 2))) as [norm [F [l [val [N [W C]]]]]]; try lia; try lra.
- rewrite Rmult_1_r, exp_ln by lra; simpl; lra.
- apply C, (Proofs.softening.B_lemF1 unit bool norm F 2%nat 2%nat l val 1 1 1 1 (ln (3 / 2)) true); auto; try lra.
  + unfold within; lia.
  + rewrite (Rmult_1_r (ln (3 / 2))), exp_ln by lra; simpl; lra.
Qed.

(* Every head for some head: with a value for each key it decodes what it should. *)
Definition B_lemF1_tie__every_head : Prop :=
  forall (l : nat -> R) (val : nat -> bool -> R),
  (exists j, picked l 2 j /\ gap_is (val j) true 1)
  -> forall beta, decodes (average bool (softmax (fun j => beta * l j) 2) val 2) false.
Theorem B_lemF1_tie__every_head_false : ~ B_lemF1_tie__every_head.
Proof.
intros H; specialize (H (fun _ => 0) (fun _ b => if b then 1 else 0)).
assert (decodes (average bool (softmax (fun j => 0 * 0) 2) (fun _ b => if b then 1 else 0) 2) false) as C.
  { apply H; exists 1%nat; split.
    - unfold picked, within; simpl; repeat split; try lia. unfold Rmax; repeat destruct Rle_dec; lra.
    - split; [intros [] Q; [contradiction|simpl; lra]|]. exists false; split; [discriminate|simpl; lra]. }
specialize (C true ltac:(discriminate)); revert C; unfold average, softmax; simpl.
rewrite Rmult_0_l, exp_0; lra.
Qed.
