From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy retrieval_discrepancy any_length.
From Proofs Require Import angles circle retrieval_range retrieval_discrepancy retrieval_extremes.
Local Open Scope R_scope.

(* The query wants itself, the key t back holds the letter d. *)
Lemma one_rival A m n theta d t : (d < A)%nat -> (1 <= m)%nat -> (1 <= t <= n - 1)%nat ->
  least_at_most A m n theta (1 - cos (INR t * theta + omega A * INR d)).
Proof.
intros hd hm ht; set (x := far_input d n); set (l := retrieval_logits A theta x n).
destruct (discrepancy_exists l n ltac:(lia)) as (d' & h).
assert (en : x n = (0%nat, number 1)) by (unfold x, far_input; now rewrite Nat.eqb_refl).
assert (own : l n = 1).
{ unfold l; rewrite retrieval_logit, en; unfold wanted; cbn [fst snd].
  rewrite <- cos_0; f_equal; ring. }
assert (other : l (n - t)%nat = cos (INR t * theta + omega A * INR d)).
{ unfold l; rewrite retrieval_logit, en; unfold x, far_input, wanted; cbn [fst snd].
  destruct (Nat.eqb_spec (n - t) n); [lia | ].
  rewrite minus_INR by lia; cbn [INR]; f_equal; ring. }
exists d'; split.
- exists x; split; [now apply far_proper | easy].
- apply (at_most_pairs l n d' n (n - t)%nat (1 - cos (INR t * theta + omega A * INR d))).
  + unfold within; lia.
  + unfold within; lia.
  + lia.
  + intros k _ _; rewrite own; unfold l; rewrite retrieval_logit.
    pose proof (COS_bound (INR t * theta + omega A * INR d)).
    match goal with |- cos ?z - 1 <= _ => pose proof (COS_bound z) end; lra.
  + rewrite own, other; lra.
  + easy.
Qed.

Theorem B_thm32_retr_all_first : Statements.any_length.B_thm32_retr_all_first.
Proof.
intros A m n theta hA hm hn.
destruct (one_rival A m n theta 0 1 ltac:(lia) hm ltac:(lia)) as (d & o & h).
exists d; split; [easy | ].
cbn [INR] in h; rewrite Rmult_0_r, Rplus_0_r, Rmult_1_l in h; easy.
Qed.

Theorem B_thm32_retr_all_arc : Statements.any_length.B_thm32_retr_all_arc.
Proof.
intros A m n theta hA hm hn; pose proof pi_pos as pp.
assert (a0 : 0 < INR A) by (apply lt_0_INR; lia).
assert (a1 : INR 1 <= INR A) by (now apply le_INR); cbn [INR] in a1.
assert (n2 : INR 2 <= INR n) by (now apply le_INR); cbn [INR] in n2.
destruct (circle_near (INR A * theta) (n - 1)%nat ltac:(lia)) as (t & ht & near).
replace (n - 1 + 1)%nat with n in near by lia.
assert (arc : 0 <= 2 * PI / INR n <= PI).
{ split; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra] | ].
  apply Rmult_le_reg_r with (INR n); [lra | ].
  replace (2 * PI / INR n * INR n) with (2 * PI) by (field; lra); nra. }
set (y := INR t * (INR A * theta)) in *.
assert (small : away y <= 2 * PI / INR n).
{ rewrite <- (away_small (2 * PI / INR n) arc); apply away_at_most; lra. }
pose proof (away_range y) as range.
destruct (away_signed y) as (k & signed); set (w := away y) in *; clearbody w.
set (r := ((- k) mod (Z.of_nat A))%Z).
assert (hr : (0 <= r < Z.of_nat A)%Z) by (apply Z.mod_pos_bound; lia).
destruct (one_rival A m n theta (Z.to_nat r) t ltac:(lia) hm ht) as (d & o & h).
exists d; split; [easy | ]; apply Rle_trans with (1 := h).
set (q := ((- k) / Z.of_nat A)%Z).
assert (whole : IZR k + INR (Z.to_nat r) = - IZR q * INR A).
{ rewrite INR_IZR_INZ, Z2Nat.id by lia; rewrite (INR_IZR_INZ A), <- opp_IZR, <- mult_IZR, <- plus_IZR.
  f_equal; unfold r, q; pose proof (Z.div_mod (- k) (Z.of_nat A) ltac:(lia)); lia. }
assert (e : cos (INR t * theta + omega A * INR (Z.to_nat r)) = cos (w / INR A)).
{ assert (st : INR t * theta = y / INR A) by (unfold y; field; lra).
  destruct signed as [s | s].
  - replace (INR t * theta + omega A * INR (Z.to_nat r))
      with (w / INR A + 2 * PI * IZR (- q)); [apply cos_turns | ].
    rewrite st, s; unfold omega; rewrite opp_IZR.
    replace ((2 * PI * IZR k + w) / INR A + 2 * PI / INR A * INR (Z.to_nat r))
      with (w / INR A + 2 * PI * ((IZR k + INR (Z.to_nat r)) / INR A)) by (field; lra).
    rewrite whole; field; lra.
  - replace (INR t * theta + omega A * INR (Z.to_nat r))
      with (- (w / INR A) + 2 * PI * IZR (- q)); [rewrite cos_turns; apply cos_neg | ].
    rewrite st, s; unfold omega; rewrite opp_IZR.
    replace ((2 * PI * IZR k - w) / INR A + 2 * PI / INR A * INR (Z.to_nat r))
      with (- (w / INR A) + 2 * PI * ((IZR k + INR (Z.to_nat r)) / INR A)) by (field; lra).
    rewrite whole; field; lra. }
rewrite e; apply Rplus_le_compat_l, Ropp_le_contravar.
assert (inv : 0 < / INR A <= 1).
{ split; [now apply Rinv_0_lt_compat | rewrite <- Rinv_1; apply Rinv_le_contravar; lra]. }
assert (quotient : omega A / INR n = 2 * PI / INR n * / INR A) by (unfold omega; field; lra).
rewrite quotient; unfold Rdiv at 2; apply cos_decr_1; nra.
Qed.

Theorem B_thm32_retr_all_printed : Statements.any_length.B_thm32_retr_all_printed.
Proof.
intros A m n0 n theta hA hm hn ht; pose proof pi_pos as pp.
destruct (B_thm32_retr_all_first A m n theta hA hm ltac:(lia)) as (d & o & h).
exists d; split; [easy | ]; apply Rle_trans with (1 := h).
assert (ob : omega A <= 2 * PI).
{ unfold omega; assert (INR 1 <= INR A) by (now apply le_INR); cbn [INR] in *.
  apply Rmult_le_reg_r with (INR A); [lra | ].
  replace (2 * PI / INR A * INR A) with (2 * PI) by (field; lra); nra. }
assert (n1 : INR (n + 1) <= INR (2 * n0)) by (apply le_INR; lia).
assert (pos : 0 < INR (2 * n0)) by (apply lt_0_INR; lia).
assert (all : INR (2 * n0) * theta <= omega A).
{ destruct ht as [_ ht]; apply Rlt_le in ht.
  apply Rmult_le_compat_l with (r := INR (2 * n0)) in ht; [ | lra].
  replace (INR (2 * n0) * (omega A / INR (2 * n0))) with (omega A) in ht by (field; lra); easy. }
rewrite plus_INR in n1; cbn [INR] in n1.
assert (late : INR n * theta + theta <= omega A) by nra.
assert (n2 : INR 2 <= INR n) by (apply le_INR; lia); cbn [INR] in n2.
apply Rplus_le_compat_l, Ropp_le_contravar.
destruct (Rle_lt_dec (omega A - INR n * theta) PI).
- apply cos_decr_1; nra.
- rewrite <- (cos_turns (omega A - INR n * theta) (-1)), <- cos_neg.
  replace (- (omega A - INR n * theta + 2 * PI * -1)) with (2 * PI - omega A + INR n * theta) by ring.
  apply cos_decr_1; nra.
Qed.
