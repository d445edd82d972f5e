From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy canonical feasibility retrieval_temperature.
From Proofs Require Import angles sums_of_reals circle canonical concentration retrieval_range
  temperature.
Local Open Scope R_scope.

(* Softmax divides all outputs by one number. *)
Lemma decodes_raw s x n a : (1 <= n)%nat ->
  decodes (retrieval_output (softmax s n) x n) a
  <-> decodes (retrieval_output (fun j => exp (s j)) x n) a.
Proof.
intros hn; assert (Z : 0 < sum (fun k => exp (s k)) n).
{ apply sum_pos with 1%nat; [unfold within; lia | apply exp_pos | intros; left; apply exp_pos]. }
assert (e : forall c, retrieval_output (softmax s n) x n c
  = / sum (fun k => exp (s k)) n * retrieval_output (fun j => exp (s j)) x n c).
{ intros c; unfold retrieval_output; rewrite <- sum_scale; apply sum_ext; intros k _.
  unfold softmax, Rdiv; ring. }
apply Rinv_0_lt_compat in Z; split; intros d c ne; specialize (d c ne); rewrite ?e in *; nra.
Qed.

Lemma sum_first f n : sum f (S n) = f 1%nat + sum (fun j => f (S j)) n.
Proof.
induction n as [|n IH]; [cbn; ring | ].
change (sum f (S (S n))) with (sum f (S n) + f (S (S n))); rewrite IH; cbn [sum]; ring.
Qed.

(* Places counted from the end. *)
Lemma sum_back f n : sum (fun j => f (n - j)%nat) n = sum (fun j => f (j - 1)%nat) n.
Proof.
induction n as [|n IH]; [easy | rewrite sum_first; cbn [sum]].
rewrite (sum_ext (fun j => f (S n - S j)%nat) (fun j => f (n - j)%nat)) by (intros; f_equal; lia).
rewrite IH; replace (S n - 1)%nat with n by lia; ring.
Qed.

Lemma sum_back_tail f n : (1 <= n)%nat -> sum (fun j => f (n - j)%nat) n = f 0%nat + sum f (n - 1).
Proof.
intros h; rewrite sum_back; destruct n as [|n]; [lia | rewrite sum_first].
replace (S n - 1)%nat with n by lia; f_equal; apply sum_ext; intros j _; f_equal; lia.
Qed.

Lemma sum_prefix f n n' : (n <= n')%nat -> (forall j, 0 <= f j) -> sum f n <= sum f n'.
Proof.
intros le p; induction le as [|n' le IH]; [lra | cbn [sum]; specialize (p (S n')); lra].
Qed.

(* Another letter is 1 … A - 1 letters off. *)
Lemma letters_off A a b : (1 <= A)%nat -> (a < A)%nat -> (b < A)%nat ->
  exists d, (d < A)%nat /\ (a <> b -> 1 <= d)%nat /\ (a = b -> d = 0)%nat
  /\ forall y, cos (y + omega A * (INR b - INR a)) = cos (INR d * omega A + y).
Proof.
intros hA ha hb; destruct (Nat.le_gt_cases a b) as [le | lt].
- exists (b - a)%nat; split; [lia | split; [lia | split; [lia | ]]].
  intros y; f_equal; rewrite minus_INR by easy; ring.
- exists (A + b - a)%nat; split; [lia | split; [lia | split; [lia | ]]].
  intros y; rewrite minus_INR, plus_INR by lia.
  replace ((INR A + INR b - INR a) * omega A + y)
    with (y + omega A * (INR b - INR a) + 2 * PI).
  + rewrite <- (cos_period _ 1); f_equal; cbn; ring.
  + unfold omega; field; apply not_0_INR; lia.
Qed.

(* The first place of a kind. *)
Lemma least_place (P : nat -> bool) n : (forall j, within n j -> P j = false)
  \/ exists f, within n f /\ P f = true /\ forall j, within n j -> P j = true -> (f <= j)%nat.
Proof.
unfold within; induction n as [|n [no | (f & hf & pf & l)]]; [left; lia | | ].
- destruct (P (S n)) eqn:e.
  + right; exists (S n); split; [lia | split; [easy | intros j hj pj]].
    destruct (Nat.eq_dec j (S n)) as [-> | ne]; [lia | rewrite no in pj by lia; easy].
  + left; intros j hj; destruct (Nat.eq_dec j (S n)) as [-> | ne]; [easy | apply no; lia].
- right; exists f; split; [lia | split; [easy | intros j hj pj]].
  destruct (Nat.eq_dec j (S n)) as [-> | ne]; [lia | apply l; [lia | easy]].
Qed.

Section Enough.
Variables (A m n0 n : nat) (beta theta : R) (x : nat -> token) (i k : nat).
Let W := weighs A beta theta.
Hypothesis (copies : sum (W 0%nat) (n0 - 1) < W 0%nat 0%nat).
Hypothesis (others_win : forall d t, (1 <= d < A)%nat -> (t < n0)%nat ->
  sum_but (W d) (n0 - 1) t < W 0%nat t).
Hypothesis (nearer : forall d t, (1 <= d < A)%nat -> (t < n0)%nat ->
  sum (fun k => W d (k - 1)%nat) t < W 0%nat t).
Hypothesis (hA : (1 <= A)%nat).
Hypothesis (hn : within n0 n) (px : proper A m x n) (hi : within n i) (found : finds x i k).

Let e j := exp (beta * retrieval_logits A theta x i j).

Lemma W_pos d t : 0 < W d t. Proof. apply exp_pos. Qed.

Lemma left_in j : within n j -> (fst (x j) < A)%nat. Proof. intros hj; apply (px j hj). Qed.

Lemma raw_key c : (fst c < A)%nat -> exists d, (d < A)%nat /\ (fst c <> fst (x k) -> 1 <= d)%nat
  /\ (fst c = fst (x k) -> d = 0)%nat /\ forall j, within i j -> x j = c -> e j = W d (i - j).
Proof.
intros hc; pose proof (found_within n0 n x i k hn hi found) as hk; pose proof (found_left x i k found) as ek.
assert (hw : (fst (x k) < A)%nat) by (apply left_in; unfold within in *; lia).
destruct (letters_off A (fst (x k)) (fst c) hA hw hc) as (d & hd & d1 & d0 & off); exists d.
split; [easy | split; [intros ne; apply d1; congruence | split; [intros eq; apply d0; congruence | ]]].
intros j hj <-; unfold e, W, weighs; do 2 f_equal.
rewrite retrieval_logit, <- ek, <- off; f_equal; unfold within in hj; rewrite minus_INR by lia; ring.
Qed.

Let y c := retrieval_output e x i c.

Lemma target_weighs k' : within i k' -> x k' = x k -> W 0%nat (i - k') <= y (x k).
Proof.
intros hk' eq; pose proof (found_within n0 n x i k hn hi found) as hk.
destruct (raw_key (x k)) as (d & _ & _ & d0 & ek); [apply left_in; unfold within in *; lia | ].
rewrite d0 in ek by easy; rewrite <- (ek k' hk' eq).
unfold y, retrieval_output; rewrite (sum_split _ i k' hk'), eq, same_token_refl; cbn [one].
enough (0 <= sum (others k' (fun j => e j * one (same_token (x j) (x k)))) i) by lra.
apply sum_nonneg; intros j _; unfold others; destruct Nat.eqb; [lra | ].
pose proof (exp_pos (beta * retrieval_logits A theta x i j)) as p; fold (e j) in p.
destruct same_token; cbn [one]; lra.
Qed.

(* Keys of the token c, which stands at places that h lets through. *)
Lemma token_weighs c d (h : nat -> bool) : (forall j, within i j -> x j = c -> e j = W d (i - j)) ->
  (forall j, within i j -> x j = c -> h (i - j)%nat = true) ->
  y c <= sum (fun j => W d (j - 1)%nat * one (h (j - 1)%nat)) i.
Proof.
intros ec through; rewrite <- (sum_back (fun t => W d t * one (h t))).
apply sum_le; intros j hj; pose proof (W_pos d (i - j)).
destruct (same_token (x j) c) eqn:eq; cbn [one].
- apply same_token_spec in eq; rewrite ec, through by easy; cbn [one]; lra.
- destruct (h (i - j)%nat); cbn [one]; lra.
Qed.

(* Everywhere but at the query and at t. *)
Lemma rest_weighs c d t : (t < i)%nat ->
  (forall j, within i j -> x j = c -> e j = W d (i - j)) ->
  (forall j, within i j -> x j = c -> j <> i /\ (i - j)%nat <> t) ->
  y c <= sum_but (W d) (n0 - 1) t.
Proof.
intros ht ec no.
eapply Rle_trans; [apply (token_weighs c d (fun u => negb (Nat.eqb u 0) && negb (Nat.eqb u t))%bool ec) | ].
- intros j hj ej; destruct (no j hj ej); unfold within in hj.
  destruct (Nat.eqb_spec (i - j) 0), (Nat.eqb_spec (i - j) t); cbn; (easy || lia).
- set (h := fun u => W d u * one (negb (Nat.eqb u 0) && negb (Nat.eqb u t))).
  change (sum (fun j => h (j - 1)%nat) i <= sum_but (W d) (n0 - 1) t).
  rewrite <- sum_back, sum_back_tail by (unfold within in hi; lia).
  replace (h 0%nat) with 0 by (unfold h; cbn; ring); rewrite Rplus_0_l.
  unfold sum_but; eapply Rle_trans;
    [ | apply (sum_prefix _ (i - 1) (n0 - 1)); [unfold within in *; lia | ]].
  + apply sum_le; intros u hu; unfold h, within in *.
    destruct (Nat.eqb_spec u 0); [lia | ]; destruct Nat.eqb; cbn; lra.
  + intros u; destruct Nat.eqb; [lra | left; apply W_pos].
Qed.

(* A rival loses: it stands where the target does not. *)
Lemma raw_decodes : decodes (retrieval_output e x i) (x k).
Proof.
intros c ne; change (y c < y (x k)).
pose proof (found_within n0 n x i k hn hi found) as hk; assert (hk' := hk); unfold within in hk', hi, hn.
destruct (least_place (fun j => same_token (x j) c) i) as [no | (f & hf & ef & _)].
{ apply Rle_lt_trans with 0.
  - right; apply sum_zero; intros j hj; rewrite no by easy; cbn; ring.
  - eapply Rlt_le_trans; [apply (W_pos 0 (i - k)) | now apply target_weighs]. }
apply same_token_spec in ef.
destruct (raw_key c) as (d & hd & d1 & d0 & ec); [rewrite <- ef; apply left_in; unfold within in *; lia | ].
destruct (snd (x i)) as [a | s] eqn:si.
- (* A letter asks: no other token has its left half. *)
  assert (all : forall j, within i j -> fst (x j) = a -> x j = x k).
  { intros j hj ej; apply (proj2 (proj2 (px i hi)) j k); [ | easy].
    unfold finds; rewrite si; easy. }
  assert (ak : fst (x k) = a) by (pose proof found as g; unfold finds in g; rewrite si in g; easy).
  assert (d1' : (1 <= d)%nat).
  { apply d1; intros eq; apply ne; rewrite <- ef; apply all; [easy | congruence]. }
  destruct (same_token (x i) c) eqn:own.
  + apply same_token_spec in own.
    destruct (least_place (fun j => same_token (x j) (x k)) i) as [no | (k0 & hk0 & ek0 & first)].
    { specialize (no k hk); now rewrite same_token_refl in no. }
    apply same_token_spec in ek0; assert (hk0' := hk0); unfold within in hk0'.
    eapply Rlt_le_trans; [ | now apply (target_weighs k0)].
    eapply Rle_lt_trans; [ | apply (nearer d (i - k0)); lia].
    eapply Rle_trans; [apply (token_weighs c d (fun u => Nat.ltb u (i - k0)) ec) | ].
    * intros j hj ej; apply Nat.ltb_lt.
      assert (hj' : within n j) by (unfold within in *; lia).
      destruct (proj1 (proj2 (px j hj'))) as [q fq]; unfold finds in fq.
      rewrite ej, <- own, si in fq; destruct fq as [hq eq].
      assert (k0 <= q)%nat.
      { apply first; [unfold within in *; lia | apply same_token_spec, all; [unfold within in *; lia | easy]]. }
      assert (j <> k0) by (intros ->; congruence).
      unfold within in *; lia.
    * set (h := fun u => W d u * one (Nat.ltb u (i - k0))).
      change (sum (fun j => h (j - 1)%nat) i <= sum (fun k => W d (k - 1)%nat) (i - k0)).
      replace i with ((i - k0) + k0)%nat at 1 by lia.
      assert (z : forall b, sum (fun j => h (j - 1)%nat) ((i - k0) + b) = sum (fun k => W d (k - 1)%nat) (i - k0)).
      { induction b as [|b IH].
        - rewrite Nat.add_0_r; apply sum_ext; intros u hu; unfold h, within in *.
          destruct (Nat.ltb_spec (u - 1) (i - k0)); [cbn; ring | lia].
        - rewrite Nat.add_succ_r; cbn [sum]; rewrite IH; unfold h.
          destruct (Nat.ltb_spec (S (i - k0 + b) - 1) (i - k0)); [lia | cbn; ring]. }
      rewrite z; lra.
  + eapply Rlt_le_trans; [ | now apply (target_weighs k)].
    eapply Rle_lt_trans; [ | apply (others_win d (i - k)); lia].
    apply rest_weighs; [lia | easy | intros j hj ej; split].
    * intros ->; rewrite ej, same_token_refl in own; easy.
    * intros eq; apply ne; rewrite <- ej; f_equal; unfold within in *; lia.
- (* An integer asks: the query finds itself. *)
  assert (ki : k = i) by (pose proof found as g; unfold finds in g; now rewrite si in g).
  assert (lose : y c <= sum_but (W d) (n0 - 1) 0).
  { apply rest_weighs; [lia | easy | intros j hj ej].
    assert (j <> i) by (intros ->; apply ne; congruence); unfold within in *; lia. }
  eapply Rlt_le_trans; [ | now apply (target_weighs k)].
  rewrite ki, Nat.sub_diag; eapply Rle_lt_trans; [exact lose | ].
  destruct (Nat.eq_dec d 0) as [-> | nd]; [ | apply others_win; lia].
  eapply Rle_lt_trans; [ | exact copies]; right; apply sum_ext; intros u hu; unfold within in hu.
  destruct (Nat.eqb_spec u 0); [lia | easy].
Qed.
End Enough.

(* Inputs in which letter 0 is asked for. *)
Lemma key_weighs A beta theta x i j : wanted (x i) = 0%nat -> within i j ->
  exp (beta * retrieval_logits A theta x i j) = weighs A beta theta (fst (x j)) (i - j).
Proof.
intros w hj; unfold weighs; do 2 f_equal; rewrite retrieval_logit, w; f_equal.
unfold within in hj; rewrite minus_INR by lia; cbn; ring.
Qed.

Lemma token_sum A beta theta x i c h : (1 <= i)%nat -> wanted (x i) = 0%nat ->
  (forall j, within i j ->
     (x j = c -> weighs A beta theta (fst c) (i - j) = h (i - j)%nat) /\ (x j <> c -> h (i - j)%nat = 0)) ->
  retrieval_output (fun j => exp (beta * retrieval_logits A theta x i j)) x i c
  = h 0%nat + sum h (i - 1).
Proof.
intros hi w each; rewrite <- sum_back_tail by easy; apply sum_ext; intros j hj.
destruct (each j hj) as [yes no]; destruct (same_token (x j) c) eqn:e; cbn [one].
- apply same_token_spec in e; rewrite key_weighs, e, yes by easy; ring.
- rewrite no; [ring | intros eq; rewrite eq, same_token_refl in e; easy].
Qed.

Lemma token_once A beta theta x i k : wanted (x i) = 0%nat -> within i k ->
  (forall j, within i j -> x j = x k -> j = k) ->
  retrieval_output (fun j => exp (beta * retrieval_logits A theta x i j)) x i (x k)
  = weighs A beta theta (fst (x k)) (i - k).
Proof.
intros w hk alone; unfold retrieval_output; rewrite (sum_single _ i k hk).
- rewrite same_token_refl, key_weighs by easy; cbn [one]; ring.
- intros j hj ne; rewrite same_token_not by (intros e; apply ne; now apply alone); cbn [one]; ring.
Qed.

Definition among (d t n0 j : nat) : token :=
  if Nat.eqb j (n0 - t) then (0, number 1)%nat
  else (d, if Nat.eqb j n0 then letter 0 else number 1).
Definition behind (d j : nat) : token := if Nat.eqb j 1 then (0, number 1)%nat else (d, letter 0).

Lemma among_proper A m d t n0 : (1 <= m)%nat -> (1 <= d < A)%nat -> (t < n0)%nat ->
  proper A m (among d t n0) n0.
Proof.
intros hm hd ht j hj; unfold token_over, finds, among, within in *.
destruct (Nat.eqb_spec j (n0 - t)) as [-> | n1]; cbn [fst snd].
- split; [lia | split; [now exists (n0 - t)%nat | now intros k k' -> ->]].
- destruct (Nat.eqb_spec j n0) as [-> | nn]; cbn [fst snd].
  + split; [lia | split; [exists (n0 - t)%nat; rewrite Nat.eqb_refl; split; [lia | easy] | ]].
    intros k k' [_ f] [_ f']; destruct (Nat.eqb k (n0 - t)), (Nat.eqb k' (n0 - t));
      cbn [fst] in *; (easy || lia).
  + split; [lia | split; [now exists j | now intros k k' -> ->]].
Qed.

Lemma behind_proper A m d n : (1 <= m)%nat -> (1 <= d < A)%nat -> proper A m (behind d) n.
Proof.
intros hm hd j hj; unfold token_over, finds, behind, within in *.
destruct (Nat.eqb_spec j 1) as [-> | n1]; cbn [fst snd].
- split; [lia | split; [now exists 1%nat | now intros k k' -> ->]].
- split; [lia | split; [exists 1%nat; split; [lia | easy] | ]].
  intros k k' [_ f] [_ f']; destruct (Nat.eqb k 1), (Nat.eqb k' 1); cbn [fst] in *; (easy || lia).
Qed.

Theorem S_beta_retrieval : Statements.retrieval_temperature.S_beta_retrieval.
Proof.
intros A m n0 beta theta hA hm hn W; split.
- intros right; assert (hw : within n0 n0) by (unfold within; lia).
  split; [ | intros d t hd ht; split].
  + set (x := copies_input n0).
    assert (en : x n0 = (0%nat, number 1)) by (unfold x, copies_input; now rewrite Nat.eqb_refl).
    assert (w0 : wanted (x n0) = 0%nat) by now rewrite en.
    assert (f : finds x n0 n0) by (unfold finds; now rewrite en).
    pose proof (right n0 x n0 n0 hw (copies_proper A m n0 hA hm) hw f) as dec.
    unfold soft in dec; apply decodes_raw in dec; [ | lia].
    specialize (dec (0%nat, letter 0) ltac:(rewrite en; easy)).
    rewrite token_once, en, Nat.sub_diag in dec by
      (easy || (intros j _ e; unfold x, copies_input in e; rewrite Nat.eqb_refl in e;
                destruct (Nat.eqb_spec j n0); easy)).
    rewrite (token_sum A beta theta x n0 _ (fun u => if Nat.eqb u 0 then 0 else W 0%nat u) hn w0) in dec.
    * rewrite (sum_ext _ (W 0%nat)) in dec; [cbn [Nat.eqb fst] in dec; unfold W in *; lra | ].
      intros u hu; unfold within in hu; destruct (Nat.eqb_spec u 0); [lia | easy].
    * intros j hj; unfold x, copies_input, within in *; destruct (Nat.eqb_spec j n0) as [-> | ne].
      { rewrite Nat.sub_diag; split; easy. }
      destruct (Nat.eqb_spec (n0 - j) 0); [lia | split; easy].
  + set (x := among d t n0).
    assert (et : x (n0 - t)%nat = (0%nat, number 1)) by (unfold x, among; now rewrite Nat.eqb_refl).
    assert (ht' : within n0 (n0 - t)) by (unfold within; lia).
    assert (w0 : wanted (x n0) = 0%nat).
    { unfold x, among; rewrite Nat.eqb_refl; destruct (Nat.eqb n0 (n0 - t)); easy. }
    assert (f : finds x n0 (n0 - t)).
    { unfold finds, x, among; rewrite !Nat.eqb_refl.
      destruct (Nat.eqb_spec n0 (n0 - t)); cbn; [lia | easy]. }
    pose proof (right n0 x n0 _ hw (among_proper A m d t n0 hm hd ht) hw f) as dec.
    unfold soft in dec; apply decodes_raw in dec; [ | lia].
    specialize (dec (d, number 1) ltac:(rewrite et; intros [= e]; lia)).
    rewrite token_once, et in dec; [ | easy | easy | ].
    2: { intros j _ e; rewrite et in e; unfold x, among in e.
         destruct (Nat.eqb_spec j (n0 - t)); [easy | injection e as e _; lia]. }
    replace (n0 - (n0 - t))%nat with t in dec by lia.
    rewrite (token_sum A beta theta x n0 _
      (fun u => if Nat.eqb u 0 then 0 else if Nat.eqb u t then 0 else W d u) hn w0) in dec.
    * rewrite (sum_ext _ (fun u => if Nat.eqb u t then 0 else W d u)) in dec.
      { cbn [Nat.eqb fst] in dec; unfold sum_but, W in *; lra. }
      intros u hu; unfold within in hu; destruct (Nat.eqb_spec u 0); [lia | easy].
    * intros j hj; unfold x, among, within in *; destruct (Nat.eqb_spec j (n0 - t)) as [-> | ne].
      { replace (n0 - (n0 - t))%nat with t by lia; rewrite Nat.eqb_refl.
        split; [intros [= e]; lia | destruct (Nat.eqb t 0); easy]. }
      destruct (Nat.eqb_spec j n0) as [-> | nn].
      { rewrite Nat.sub_diag; split; [intros [= e] | easy]. }
      destruct (Nat.eqb_spec (n0 - j) 0); [lia | destruct (Nat.eqb_spec (n0 - j) t); [lia | split; easy]].
  + destruct (Nat.eq_dec t 0) as [-> | nt]; [cbn; apply exp_pos | ].
    set (x := behind d); set (n := (t + 1)%nat).
    assert (n1 : (1 <= n)%nat) by (unfold n; lia).
    assert (en : x n = (d, letter 0)).
    { unfold x, behind, n; destruct (Nat.eqb_spec (t + 1) 1); [lia | easy]. }
    assert (w0 : wanted (x n) = 0%nat) by now rewrite en.
    assert (f : finds x n 1) by (unfold finds; rewrite en; split; [unfold within; lia | easy]).
    pose proof (right n x n 1%nat ltac:(unfold within, n; lia) (behind_proper A m d n hm hd)
      ltac:(unfold within; lia) f) as dec.
    unfold soft in dec; apply decodes_raw in dec; [ | easy].
    specialize (dec (d, letter 0) ltac:(easy)).
    rewrite token_once in dec; [ | easy | unfold within; lia | ].
    2: { intros j _ e; unfold x, behind in e; cbn [Nat.eqb] in e; destruct (Nat.eqb_spec j 1); easy. }
    change (fst (x 1%nat)) with 0%nat in dec.
    rewrite (token_sum A beta theta x n _ (fun u => if Nat.eqb u t then 0 else W d u) n1 w0) in dec.
    * replace (n - 1)%nat with t in dec by (unfold n; lia).
      destruct t as [|t]; [easy | rewrite sum_first].
      cbn [sum] in dec; rewrite Nat.eqb_refl in dec; cbn [Nat.eqb] in dec.
      replace (1 - 1)%nat with 0%nat by lia.
      rewrite (sum_ext _ (W d)) in dec.
      { rewrite (sum_ext (fun j => W d (S j - 1)%nat) (W d)); [unfold W in *; lra | ].
        intros u _; f_equal; lia. }
      intros u hu; unfold within in hu; destruct (Nat.eqb_spec u (S t)); [lia | easy].
    * intros j hj; unfold x, behind, n, within in *; destruct (Nat.eqb_spec j 1) as [-> | ne].
      { replace (t + 1 - 1)%nat with t by lia; rewrite Nat.eqb_refl; split; easy. }
      destruct (Nat.eqb_spec (t + 1 - j) t); [lia | split; easy].
- intros [copies all] n x i k hw px hi f; unfold soft.
  apply decodes_raw; [unfold within in hi; lia | ].
  apply (raw_decodes A m n0 n beta theta x i k); try easy; intros d t hd ht; now apply all.
Qed.
