From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import circle attention discrepancy canonical feasibility zero_ties temperature
  turned_temperature.
From Proofs Require Import angles sums_of_reals circle discrepancy canonical concentration feasibility
  temperature retrieval_temperature chords.
Local Open Scope R_scope.

(* Outputs times the sum of all weights. *)
Definition raw (e : nat -> R) (x : nat -> symbol) (n : nat) (c : symbol) : R :=
  sum e n * one (same (x n) c) + sum (fun j => e j * index_value (x j) c) n.

Lemma index_raw s x n a : (1 <= n)%nat ->
  decodes (index_output (softmax s n) x n) a <-> decodes (raw (fun j => exp (s j)) x n) a.
Proof.
intros hn; assert (Z : 0 < sum (fun k => exp (s k)) n).
{ apply sum_pos with 1%nat; [unfold within; lia | apply exp_pos | intros; left; apply exp_pos]. }
assert (e : forall c, raw (fun j => exp (s j)) x n c
  = sum (fun k => exp (s k)) n * index_output (softmax s n) x n c).
{ intros c; unfold raw, index_output; rewrite Rmult_plus_distr_l; f_equal.
  rewrite <- sum_scale; apply sum_ext; intros j _; unfold softmax; field; lra. }
split; intros d c ne; specialize (d c ne); rewrite ?e in *; nra.
Qed.

Fixpoint where_best (l : nat -> R) (n : nat) : nat :=
  match n with
  | O => 1
  | S k => if Rle_dec (best l k) (l (S k)) then S k else where_best l k
  end.

Lemma best_where l n : l (where_best l n) = best l n.
Proof.
induction n as [|n IH]; [easy | cbn [where_best best]; unfold Rmax; destruct Rle_dec; easy].
Qed.

Lemma where_within l n : (1 <= n)%nat -> (1 <= where_best l n <= n)%nat.
Proof.
induction n as [|n IH]; intros h; [lia | cbn [where_best]; destruct Rle_dec; [lia | ]].
destruct n as [|n]; [cbn; lia | specialize (IH ltac:(lia)); lia].
Qed.

Section Keys.
Variables (beta theta r : R) (m : nat).
Let L := letter_weighs beta theta.
Let N := number_weighs beta theta r.
Let own := own_weighs beta r.

Definition key_is (s t : nat) (c : symbol) : R :=
  match c with letter _ => L s t | number i => N s t i end.

Lemma turned_weighs x n j : within n j ->
  exp (beta * index_logits theta (turned_key theta r) x n j) = key_is (pointer (x n)) (n - j) (x j).
Proof.
intros hj; unfold within in hj; rewrite turned_logits; unfold key_is, L, N, letter_weighs, number_weighs.
rewrite minus_INR by lia; destruct (x j); do 3 f_equal; ring.
Qed.

Lemma own_is s : N s 0 s = own.
Proof.
unfold N, own, number_weighs, own_weighs; f_equal.
replace ((INR 0 - INR s + INR s) * theta) with 0 by (cbn; ring); rewrite cos_0; ring.
Qed.

Lemma target_is s : L s s = exp beta.
Proof.
unfold L, letter_weighs; replace ((INR s - INR s) * theta) with 0 by ring; rewrite cos_0; f_equal; ring.
Qed.

Lemma key_pos s t c : 0 < key_is s t c.
Proof. destruct c; apply exp_pos. Qed.

Lemma L_pos s t : 0 < L s t. Proof. apply exp_pos. Qed.

Lemma below_heaviest s t c : (forall i, c = number i -> (1 <= i <= m)%nat) ->
  key_is s t c <= heaviest beta theta r m s t.
Proof.
intros h; unfold heaviest; destruct c as [a | i]; cbn; [apply Rmax_l | ].
eapply Rle_trans; [ | apply Rmax_r]; apply (best_above (N s t)); unfold within; now apply h.
Qed.

Lemma above_lightest s i : (1 <= i <= m)%nat -> lightest beta theta r m s <= N s s i.
Proof.
intros h; unfold lightest.
pose proof (best_above (fun i => - number_weighs beta theta r s s i) m i h) as b; unfold N; cbv beta in b; lra.
Qed.

(* A heaviest token. *)
Definition weighty (s t : nat) : symbol :=
  if Rle_dec (L s t) (best (N s t) m) then number (where_best (N s t) m) else letter 1.

Lemma weighty_is s t : key_is s t (weighty s t) = heaviest beta theta r m s t.
Proof.
unfold weighty, heaviest, Rmax; fold L N; destruct Rle_dec; [apply best_where | easy].
Qed.

Lemma weighty_over s t : (1 <= m)%nat -> symbol_over 2 m (weighty s t).
Proof.
intros hm; unfold weighty; destruct Rle_dec; cbn; [now apply where_within | lia].
Qed.

Lemma weighty_other s t : weighty s t <> letter 0.
Proof. unfold weighty; destruct Rle_dec; easy. Qed.

Lemma some_lightest s : (1 <= m)%nat -> exists i, (1 <= i <= m)%nat /\ N s s i = lightest beta theta r m s.
Proof.
intros hm; unfold lightest.
destruct (best_attained (fun i => - number_weighs beta theta r s s i) m hm) as (i & hi & e).
exists i; split; [easy | unfold N; lra].
Qed.
End Keys.

(* Sums over places, counted back from the query: the query and the rest. *)
Lemma places_back f n : (1 <= n)%nat -> sum (fun j => f (n - j)%nat) n = f 0%nat + sum f (n - 1).
Proof. apply sum_back_tail. Qed.

Lemma longer_but f n n' s : (n <= n')%nat -> (forall j, 0 <= f j) -> sum_but f n s <= sum_but f n' s.
Proof. intros le p; now apply prefix_sum. Qed.

Section Enough.
Variables (beta theta r : R) (m n0 : nat).
Let L := letter_weighs beta theta.
Let own := own_weighs beta r.
Hypothesis (letters : sum (L 0%nat) (n0 - 1) < 3 * exp beta).
Hypothesis (outside : forall s, (1 <= s <= m)%nat -> sum (L s) (Nat.min s n0 - 1) < own).
Hypothesis (found : forall s, (1 <= s <= m)%nat -> (s < n0)%nat ->
  own + sum_but (heaviest beta theta r m s) (n0 - 1) s < exp beta).
Hypothesis (stays : forall s, (1 <= s <= m)%nat -> (s < n0)%nat ->
  sum_but (L s) (n0 - 1) s < own + lightest beta theta r m s).
Variables (n : nat) (x : nat -> symbol).
Hypothesis (hn : within n0 n) (hx : over m x n).

Let key t c := key_is beta theta r (pointer (x n)) t c.
Let e j := exp (beta * index_logits theta (turned_key theta r) x n j).
Let at_back t := x (n - t)%nat.

Lemma e_back j : within n j -> e j = key (n - j) (at_back (n - j)).
Proof.
intros hj; unfold e, key, at_back; rewrite turned_weighs by easy; unfold within in hj.
now replace (n - (n - j))%nat with j by lia.
Qed.

Lemma value_back c : sum (fun j => e j * index_value (x j) c) n
  = key 0 (x n) * index_value (x n) c + sum (fun t => key t (at_back t) * index_value (at_back t) c) (n - 1).
Proof.
assert (n1 : (1 <= n)%nat) by (unfold within in hn; lia).
set (g := fun t => key t (at_back t) * index_value (at_back t) c).
rewrite (sum_ext _ (fun j => g (n - j)%nat)).
- rewrite places_back by easy; unfold g at 1, at_back; now rewrite Nat.sub_0_r.
- intros j hj; rewrite e_back by easy; unfold g, at_back; unfold within in hj.
  now replace (n - (n - j))%nat with j by lia.
Qed.

Lemma total_back : sum e n = key 0 (x n) + sum (fun t => key t (at_back t)) (n - 1).
Proof.
assert (n1 : (1 <= n)%nat) by (unfold within in hn; lia).
set (g := fun t => key t (at_back t)).
rewrite (sum_ext _ (fun j => g (n - j)%nat)) by (intros; now apply e_back).
rewrite places_back by easy; unfold g at 1, at_back; now rewrite Nat.sub_0_r.
Qed.

Lemma key_nonneg t c : 0 <= key t c. Proof. left; apply key_pos. Qed.

(* Twice the weights of a letter, each key counting twice at most. *)
Definition holds (c : symbol) (t : nat) : R := key t (at_back t) * one (same (at_back t) c).

Lemma value_holds a : forall t, key t (at_back t) * index_value (at_back t) (letter a) = 2 * holds (letter a) t.
Proof. intros t; unfold holds; destruct (at_back t); cbn [index_value same one]; ring. Qed.

Lemma holds_range c t : 0 <= holds c t <= key t (at_back t).
Proof. unfold holds; pose proof (key_nonneg t (at_back t)); destruct same; cbn [one]; lra. Qed.

Lemma holds_letter a t : holds (letter a) t <= L (pointer (x n)) t.
Proof.
unfold holds, key; destruct (at_back t); cbn [key_is same]; [ | cbn [one]; pose proof (L_pos beta theta (pointer (x n)) t)].
- destruct Nat.eqb; cbn [one]; pose proof (L_pos beta theta (pointer (x n)) t); unfold L in *; lra.
- unfold L in *; lra.
Qed.

Lemma number_value i : sum (fun j => e j * index_value (x j) (number i)) n = 0.
Proof.
apply sum_zero; intros j _; destruct (x j); cbn [index_value same one]; ring.
Qed.

Lemma letter_value a : sum (fun j => e j * index_value (x j) (letter a)) n
  = 2 * (holds (letter a) 0 + sum (holds (letter a)) (n - 1)).
Proof.
rewrite value_back; rewrite (sum_ext _ (fun t => 2 * holds (letter a) t)) by (intros; apply value_holds).
rewrite sum_scale, Rmult_plus_distr_l; f_equal.
pose proof (value_holds a 0) as z; unfold at_back in z; now rewrite Nat.sub_0_r in z.
Qed.

Lemma total_holds c : holds c 0 + sum (holds c) (n - 1) <= sum e n.
Proof.
rewrite total_back; apply Rplus_le_compat.
- pose proof (holds_range c 0) as h; unfold at_back in h; rewrite Nat.sub_0_r in h; apply h.
- apply sum_le; intros t _; apply holds_range.
Qed.

Lemma letter_stays a : x n = letter a -> decodes (raw e x n) (letter a).
Proof.
intros ex c ne; unfold raw; rewrite ex, one_same, one_other, letter_value by congruence.
assert (h0 : holds (letter a) 0 = exp beta).
{ unfold holds, key, at_back; rewrite Nat.sub_0_r, ex, one_same; cbn [key_is pointer].
  rewrite (target_is beta theta 0); ring. }
destruct c as [b | i]; [rewrite letter_value | rewrite number_value].
- assert (n1 : (1 <= n <= n0)%nat) by (unfold within in hn; lia).
  assert (z : holds (letter b) 0 = 0).
  { unfold holds, at_back; rewrite Nat.sub_0_r, ex, one_other by congruence; ring. }
  assert (z2 : sum (holds (letter a)) (n - 1) + sum (holds (letter b)) (n - 1)
    <= sum (fun t => key t (at_back t)) (n - 1)).
  { rewrite <- sum_plus; apply sum_le; intros t _; unfold holds.
    pose proof (key_nonneg t (at_back t)).
    destruct (same (at_back t) (letter a)) eqn:s1, (same (at_back t) (letter b)) eqn:s2; cbn [one]; try lra.
    apply same_spec in s1, s2; congruence. }
  assert (few : sum (holds (letter b)) (n - 1) < 3 * exp beta).
  { eapply Rle_lt_trans; [ | exact letters].
    eapply Rle_trans; [ | apply (sum_prefix _ (n - 1) (n0 - 1)); [lia | intros; left; apply L_pos]].
    apply sum_le; intros t _; pose proof (holds_letter b t) as h; rewrite ex in h; easy. }
  assert (more : 0 <= sum (holds (letter a)) (n - 1)) by (apply sum_nonneg; intros; apply holds_range).
  rewrite total_back; replace (key 0 (x n)) with (exp beta); [lra | ].
  unfold key; rewrite ex; cbn [key_is pointer]; symmetry; apply target_is.
- pose proof (total_holds (letter a)) as t.
  assert (more : 0 <= sum (holds (letter a)) (n - 1)) by (apply sum_nonneg; intros; apply holds_range).
  pose proof (exp_pos beta); lra.
Qed.

Lemma own_back s : x n = number s -> key 0 (x n) = own.
Proof. intros ex; unfold key; rewrite ex; cbn [key_is pointer]; apply own_is. Qed.

Lemma rest_over t i : within (n - 1) t -> at_back t = number i -> (1 <= i <= m)%nat.
Proof. intros ht ex; apply (hx (n - t)%nat i); [unfold within in *; lia | easy]. Qed.

Lemma letter_found s a : x n = number s -> (s < n)%nat -> (1 <= s)%nat -> at_back s = letter a ->
  decodes (raw e x n) (letter a).
Proof.
intros ex sn s1 ea; assert (hs : within (n - 1) s) by (unfold within; lia).
assert (sm : (1 <= s <= m)%nat) by (apply (hx n s); [unfold within in *; lia | easy]).
assert (n1 : (1 <= n <= n0)%nat) by (unfold within in hn; lia).
assert (hsplit : forall f, sum f (n - 1) = f s + sum_but f (n - 1) s) by (intros; now apply sum_but_split).
assert (target : holds (letter a) s = exp beta).
{ unfold holds; rewrite ea, one_same; unfold key; rewrite ex; cbn [key_is pointer].
  rewrite target_is; ring. }
assert (light : sum e n < 2 * exp beta).
{ rewrite total_back, (own_back s ex), hsplit, ea.
  replace (key s (letter a)) with (exp beta) by
    (unfold key; rewrite ex; cbn [key_is pointer]; symmetry; apply target_is).
  specialize (found s sm ltac:(lia)).
  enough (sum_but (fun t => key t (at_back t)) (n - 1) s <= sum_but (heaviest beta theta r m s) (n0 - 1) s) by lra.
  eapply Rle_trans; [ | apply (longer_but _ (n - 1) (n0 - 1)); [lia | ]].
  - apply sum_but_le; intros t ht _; unfold key; rewrite ex; apply below_heaviest.
    intros i ei; now apply (rest_over t).
  - intros t; eapply Rle_trans; [ | apply Rmax_l]; left; apply exp_pos. }
assert (much : exp beta <= holds (letter a) 0 + sum (holds (letter a)) (n - 1)).
{ rewrite hsplit, target; pose proof (holds_range (letter a) 0).
  assert (0 <= sum_but (holds (letter a)) (n - 1) s) by (apply sum_but_nonneg; intros; apply holds_range); lra. }
intros c ne; unfold raw; rewrite ex, (one_other (number s) (letter a)), letter_value by easy.
destruct c as [b | i]; [rewrite one_other, letter_value by easy | rewrite number_value].
- assert (both : holds (letter a) 0 + sum (holds (letter a)) (n - 1)
    + (holds (letter b) 0 + sum (holds (letter b)) (n - 1)) <= sum e n).
  { rewrite total_back.
    assert (z : forall c, c <> number s -> holds c 0 = 0).
    { intros c nc; unfold holds, at_back; rewrite Nat.sub_0_r, ex, one_other by congruence; ring. }
    rewrite !z by easy.
    assert (z2 : sum (holds (letter a)) (n - 1) + sum (holds (letter b)) (n - 1)
      <= sum (fun t => key t (at_back t)) (n - 1)).
    { rewrite <- sum_plus; apply sum_le; intros t _; unfold holds; pose proof (key_nonneg t (at_back t)).
      destruct (same (at_back t) (letter a)) eqn:s1', (same (at_back t) (letter b)) eqn:s2'; cbn [one]; try lra.
      apply same_spec in s1', s2'; congruence. }
    pose proof (key_nonneg 0 (x n)); lra. }
  lra.
- assert (Z : 0 <= sum e n) by (apply sum_nonneg; intros; left; apply exp_pos).
  destruct (one_cases (same (number s) (number i))) as [-> | ->]; lra.
Qed.

Lemma number_stays s : x n = number s -> ((n <= s)%nat \/ exists i, at_back s = number i) ->
  decodes (raw e x n) (number s).
Proof.
intros ex place c ne.
assert (sm : (1 <= s <= m)%nat) by (apply (hx n s); [unfold within in *; lia | easy]).
assert (n1 : (1 <= n <= n0)%nat) by (unfold within in hn; lia).
assert (Z : 0 < sum e n).
{ apply sum_pos with 1%nat; [unfold within; lia | apply exp_pos | intros; left; apply exp_pos]. }
unfold raw; rewrite ex, one_same, one_other, number_value by congruence.
destruct c as [b | i]; [rewrite letter_value | rewrite number_value; lra].
assert (z : holds (letter b) 0 = 0).
{ unfold holds, at_back; rewrite Nat.sub_0_r, ex, one_other by easy; ring. }
rewrite z; enough (2 * sum (holds (letter b)) (n - 1) < sum e n) by lra.
rewrite total_back, (own_back s ex).
destruct (Nat.le_gt_cases n s) as [far | near].
- assert (few : sum (holds (letter b)) (n - 1) < own).
  { eapply Rle_lt_trans; [ | apply (outside s sm)].
    eapply Rle_trans; [ | apply (sum_prefix _ (n - 1)); [lia | intros; left; apply L_pos]].
    apply sum_le; intros t _; pose proof (holds_letter b t) as h; rewrite ex in h; easy. }
  assert (sum (holds (letter b)) (n - 1) <= sum (fun t => key t (at_back t)) (n - 1))
    by (apply sum_le; intros; apply holds_range); lra.
- destruct place as [lt | [i ei]]; [lia | ].
  assert (hs : within (n - 1) s) by (unfold within; lia).
  rewrite !(sum_but_split _ (n - 1) s hs), ei.
  assert (hz : holds (letter b) s = 0) by (unfold holds; rewrite ei, one_other by easy; ring).
  assert (few : sum_but (holds (letter b)) (n - 1) s < own + lightest beta theta r m s).
  { eapply Rle_lt_trans; [ | apply (stays s sm ltac:(lia))].
    eapply Rle_trans; [ | apply (longer_but _ (n - 1)); [lia | intros; left; apply L_pos]].
    apply sum_but_le; intros t _ _; pose proof (holds_letter b t) as h; rewrite ex in h; easy. }
  assert (low : lightest beta theta r m s <= key s (number i)).
  { unfold key; rewrite ex; cbn [key_is pointer]; apply above_lightest; now apply (rest_over s). }
  assert (sum_but (holds (letter b)) (n - 1) s <= sum_but (fun t => key t (at_back t)) (n - 1) s)
    by (apply sum_but_le; intros; apply holds_range); lra.
Qed.

Lemma raw_right : decodes (raw e x n) (Index x n).
Proof.
assert (cases : (exists a, x n = letter a) \/ exists s, x n = number s).
{ clear; destruct (x n) as [a | s]; [left; now exists a | right; now exists s]. }
unfold Index; destruct cases as [[a ex] | [s ex]]; rewrite ex; [now apply letter_stays | ].
assert (s1 : (1 <= s)%nat) by (apply (hx n s); [unfold within in *; lia | easy]).
destruct (Nat.ltb_spec s n) as [near | far]; [ | now apply number_stays; [ | left]].
assert (kinds : (exists a, at_back s = letter a) \/ exists i, at_back s = number i).
{ clear; destruct (at_back s) as [a | i]; [left; now exists a | right; now exists i]. }
destruct kinds as [[a ea] | [i ei]]; unfold at_back in *.
- rewrite ea; now apply (letter_found s).
- rewrite ei; apply number_stays; [easy | right; now exists i].
Qed.
End Enough.

(* The last token, the token at one place before it, and what is everywhere else by offset. *)
Definition laid (n s : nat) (last there : symbol) (rest : nat -> symbol) (j : nat) : symbol :=
  if Nat.eqb j n then last else if Nat.eqb j (n - s) then there else rest (n - j)%nat.

Section Needed.
Variables (beta theta r : R) (m n0 n s : nat) (last there : symbol) (rest : nat -> symbol).
Let x := laid n s last there rest.
Hypothesis (hn : within n0 n).
Hypothesis (each : forall c i, c = last \/ c = there \/ (exists t, (1 <= t)%nat /\ c = rest t) -> c = number i -> (1 <= i <= m)%nat).
Let key := key_is beta theta r (pointer last).

Lemma laid_last : x n = last. Proof. unfold x, laid; now rewrite Nat.eqb_refl. Qed.

Lemma laid_there : (1 <= s < n)%nat -> x (n - s)%nat = there.
Proof.
intros hs; unfold x, laid; destruct (Nat.eqb_spec (n - s) n); [lia | now rewrite Nat.eqb_refl].
Qed.

Lemma laid_rest t : (1 <= t <= n - 1)%nat -> t <> s -> x (n - t)%nat = rest t.
Proof.
intros ht ne; unfold x, laid; destruct (Nat.eqb_spec (n - t) n); [lia | ].
destruct (Nat.eqb_spec (n - t) (n - s)); [ | f_equal; lia].
destruct (Nat.le_gt_cases n s); [ | lia].
replace (n - s)%nat with 0%nat in e by lia; lia.
Qed.

Lemma laid_over : over m x n.
Proof.
intros j i hj; apply each; unfold x, laid; unfold within in hj.
destruct (Nat.eqb_spec j n); [now left | ]; destruct (Nat.eqb j (n - s)); [now right; left | ].
right; right; exists (n - j)%nat; split; [lia | easy].
Qed.

Lemma laid_letters : (forall c, c = last \/ c = there \/ (exists t, (1 <= t)%nat /\ c = rest t) -> symbol_over 2 m c) ->
  letters_below 2 x n.
Proof.
intros small j a hj e; specialize (small (x j)); rewrite e in small; apply small; clear small.
rewrite <- e; unfold x, laid; unfold within in hj.
destruct (Nat.eqb_spec j n); [now left | ]; destruct (Nat.eqb j (n - s)); [now right; left | ].
right; right; exists (n - j)%nat; split; [lia | easy].
Qed.

Lemma laid_total : sum (fun j => exp (beta * index_logits theta (turned_key theta r) x n j)) n
  = key 0%nat last + sum (fun t => key t (x (n - t)%nat)) (n - 1).
Proof. rewrite (total_back beta theta r n0 n x hn), laid_last; reflexivity. Qed.

Lemma laid_letter a :
  sum (fun j => exp (beta * index_logits theta (turned_key theta r) x n j) * index_value (x j) (letter a)) n
  = 2 * (key 0%nat last * one (same last (letter a))
         + sum (fun t => key t (x (n - t)%nat) * one (same (x (n - t)%nat) (letter a))) (n - 1)).
Proof.
rewrite (letter_value beta theta r n0 n x hn a); unfold holds; rewrite Nat.sub_0_r, laid_last; reflexivity.
Qed.
End Needed.

(* The inputs that need the conditions have two letters. *)
Lemma needed beta theta r m n0 : (1 <= m)%nat -> (1 <= n0)%nat ->
  (forall n x i, within n0 n -> over m x n -> letters_below 2 x n -> within n i ->
     decodes (index_output (soft beta (index_logits theta (turned_key theta r) x i) i) x i) (Index x i)) ->
  sum (letter_weighs beta theta 0) (n0 - 1) < 3 * exp beta
  /\ forall s, (1 <= s <= m)%nat ->
     sum (letter_weighs beta theta s) (Nat.min s n0 - 1) < own_weighs beta r
     /\ ((s < n0)%nat -> own_weighs beta r + sum_but (heaviest beta theta r m s) (n0 - 1) s < exp beta
          /\ sum_but (letter_weighs beta theta s) (n0 - 1) s < own_weighs beta r + lightest beta theta r m s).
Proof.
intros hm hn; set (L := letter_weighs beta theta); set (own := own_weighs beta r); intros right.
assert (use : forall n s last there rest a c, within n0 n ->
  (forall c, c = last \/ c = there \/ (exists t, (1 <= t)%nat /\ c = rest t) -> symbol_over 2 m c) ->
  let x := laid n s last there rest in Index x n = a -> c <> a ->
  raw (fun j => exp (beta * index_logits theta (turned_key theta r) x n j)) x n c
  < raw (fun j => exp (beta * index_logits theta (turned_key theta r) x n j)) x n a).
{ intros n s last there rest a c hw each x ea ne; assert (hw' := hw); unfold within in hw'.
  assert (numbers : over m x n).
  { apply laid_over; intros d i hd ->; exact (each _ hd). }
  pose proof (right n x n hw numbers (laid_letters m n s last there rest each) ltac:(unfold within; lia)) as d.
  unfold soft in d; apply index_raw in d; [ | lia]; rewrite ea in d; now apply d. }
clear right; assert (sum_but_same : forall f g n s, (forall t, within n t -> t <> s -> f t = g t) -> f s = 0 ->
  sum f n = sum_but g n s).
{ intros f g n s h z; apply sum_ext; intros t ht; destruct (Nat.eqb_spec t s) as [-> | ne]; [easy | now apply h]. }
split; [ | intros s hs; split; [ | intros near; split]].
- specialize (use n0 0%nat (letter 0) (letter 0) (fun _ => letter 1) (letter 0) (letter 1)
    ltac:(unfold within; lia)).
  cbv zeta in use; unfold raw in use.
  rewrite (laid_total beta theta r n0), !(laid_letter beta theta r n0), laid_last in use by (unfold within; lia).
  cbn [same Nat.eqb one pointer key_is] in use.
  specialize (use ltac:(intros c [-> | [-> | (t & _ & ->)]]; cbn; lia) ltac:(unfold Index; now rewrite laid_last) ltac:(easy)).
  rewrite (sum_ext (fun t => key_is beta theta r 0 t (laid n0 0 (letter 0) (letter 0) (fun _ => letter 1) (n0 - t))) (L 0%nat)) in use.
  2: { intros t ht; unfold within in ht; rewrite laid_rest by lia; easy. }
  rewrite (sum_ext (fun t => _ * one (same _ (letter 1))) (L 0%nat)) in use.
  2: { intros t ht; unfold within in ht; rewrite laid_rest by lia; cbn; unfold L; ring. }
  rewrite (sum_zero (fun t => _ * one (same _ (letter 0)))) in use.
  2: { intros t ht; unfold within in ht; rewrite laid_rest by lia; cbn; ring. }
  rewrite (target_is beta theta 0) in use; lra.
- set (n := Nat.min s n0).
  specialize (use n s (number s) (letter 0) (fun _ => letter 0) (number s) (letter 0)
    ltac:(unfold within, n; lia)).
  cbv zeta in use; unfold raw in use; rewrite number_value in use.
  rewrite (laid_total beta theta r n0), !(laid_letter beta theta r n0), laid_last in use by (unfold within, n; lia).
  cbn [same one pointer key_is] in use; rewrite Nat.eqb_refl in use; cbn [one] in use.
  specialize (use ltac:(intros c [-> | [-> | (t & _ & ->)]]; cbn; lia)
    ltac:(unfold Index; rewrite laid_last; destruct (Nat.ltb_spec s n); [unfold n in *; lia | easy]) ltac:(easy)).
  rewrite (sum_ext (fun t => key_is beta theta r s t _) (L s)) in use.
  2: { intros t ht; unfold within, n in ht; rewrite laid_rest by (unfold n; lia); easy. }
  rewrite (sum_ext (fun t => _ * one (same _ (letter 0))) (L s)) in use.
  2: { intros t ht; unfold within, n in ht; rewrite laid_rest by (unfold n; lia); cbn; unfold L; ring. }
  pose proof (own_is beta theta r s) as o; fold own in o; rewrite o in use; lra.
- specialize (use n0 s (number s) (letter 0) (weighty beta theta r m s) (letter 0) (number s)
    ltac:(unfold within; lia)).
  cbv zeta in use; unfold raw in use; rewrite number_value in use.
  rewrite (laid_total beta theta r n0), !(laid_letter beta theta r n0), laid_last in use by (unfold within; lia).
  cbn [same one pointer] in use; rewrite Nat.eqb_refl in use; cbn [one] in use.
  specialize (use ltac:(intros c [-> | [-> | (t & _ & ->)]]; [cbn; lia | cbn; lia | now apply weighty_over])
    ltac:(unfold Index; rewrite laid_last; destruct (Nat.ltb_spec s n0); [ | lia]; rewrite laid_there by lia; easy) ltac:(easy)).
  assert (hs' : within (n0 - 1) s) by (unfold within; lia).
  rewrite (sum_but_split (fun t => key_is beta theta r s t _) (n0 - 1) s hs'), laid_there in use by lia.
  rewrite (sum_single (fun t => _ * one (same _ (letter 0))) (n0 - 1) s hs') in use.
  2: { intros t ht ne; unfold within in ht; rewrite laid_rest by lia.
       rewrite one_other by apply weighty_other; ring. }
  rewrite laid_there in use by lia.
  cbn [key_is same Nat.eqb one] in use; rewrite (target_is beta theta s) in use.
  pose proof (own_is beta theta r s) as o; fold own in o; rewrite o in use.
  enough (sum_but (heaviest beta theta r m s) (n0 - 1) s <= sum_but (fun t => key_is beta theta r s t
    (laid n0 s (number s) (letter 0) (weighty beta theta r m s) (n0 - t))) (n0 - 1) s) by lra.
  apply sum_but_le; intros t ht ne; unfold within in ht; rewrite laid_rest, weighty_is by lia; lra.
- destruct (some_lightest beta theta r m s hm) as (i & hi & ei).
  specialize (use n0 s (number s) (number i) (fun _ => letter 0) (number s) (letter 0)
    ltac:(unfold within; lia)).
  cbv zeta in use; unfold raw in use; rewrite number_value in use.
  rewrite (laid_total beta theta r n0), !(laid_letter beta theta r n0), laid_last in use by (unfold within; lia).
  cbn [same one pointer] in use; rewrite Nat.eqb_refl in use; cbn [one] in use.
  specialize (use ltac:(intros c [-> | [-> | (t & _ & ->)]]; cbn; lia)
    ltac:(unfold Index; rewrite laid_last; destruct (Nat.ltb_spec s n0); [ | lia]; rewrite laid_there by lia; easy) ltac:(easy)).
  assert (hs' : within (n0 - 1) s) by (unfold within; lia).
  rewrite (sum_but_split (fun t => key_is beta theta r s t _) (n0 - 1) s hs'), laid_there in use by lia.
  rewrite (sum_but_same (fun t => _ * one (same _ (letter 0))) (L s) (n0 - 1)%nat s) in use.
  2: { intros t ht ne; unfold within in ht; rewrite laid_rest by lia; cbn; unfold L; ring. }
  2: { rewrite laid_there by lia; cbn; ring. }
  cbn [key_is] in use; rewrite ei in use.
  pose proof (own_is beta theta r s) as o; fold own in o; rewrite o in use.
  assert (sum_but (fun t => key_is beta theta r s t
    (laid n0 s (number s) (number i) (fun _ => letter 0) (n0 - t))) (n0 - 1) s <= sum_but (L s) (n0 - 1) s);
    [ | lra].
  apply sum_but_le; intros t ht ne; unfold within in ht; rewrite laid_rest by lia; cbn; unfold L; lra.
Qed.

Theorem C_index_fix : Statements.turned_temperature.C_index_fix.
Proof.
intros m n0 beta theta r hm hn L own; split.
2: { intros [letters all] n x i hw hx hi; unfold soft; unfold within in hi, hw.
     apply index_raw; [lia | ].
     apply (raw_right beta theta r m n0); [easy | | | | unfold within; lia | ].
     - intros s hs; now apply all.
     - intros s hs hs'; now apply all.
     - intros s hs hs'; now apply all.
     - intros j c hj; apply hx; unfold within in *; lia. }
intros right; apply needed; [easy | easy | intros n x i hw hx _ hi; now apply (right n)].
Qed.

Theorem C_index_fix_letters : Statements.turned_temperature.C_index_fix_letters.
Proof.
intros A m n0 beta theta r hA hm hn right; apply C_index_fix; [easy | easy | ].
apply needed; [easy | easy | intros n x i hw hx two hi; apply (right n); try easy].
intros j a hj e; specialize (two j a hj e); lia.
Qed.

Theorem C_index_fix_enough : Statements.turned_temperature.C_index_fix_enough.
Proof.
intros m n0 beta theta r g hm hn hb hr hg rg apart many.
set (D := Nat.max (n0 - 1) m) in *.
set (low := exp (beta * (r - g))); set (own := exp (beta * r)).
assert (pl : 0 < low) by apply exp_pos; assert (po : 0 < own) by apply exp_pos.
assert (pg := exp_pos (beta * g)).
assert (e1 : own = low * exp (beta * g)) by (unfold own, low; rewrite <- exp_plus; f_equal; ring).
assert (e2 : own * exp (beta * g) <= exp beta).
{ unfold own; rewrite <- exp_plus; apply exp_le; nra. }
assert (letters : forall s t, s <> t -> (Nat.max s t - Nat.min s t <= D)%nat -> letter_weighs beta theta s t <= low).
{ intros s t ne hd; unfold letter_weighs, low; apply exp_le, Rmult_le_compat_l; [easy | ].
  rewrite signed_distance, Nat.max_comm, Nat.min_comm.
  specialize (apart (Nat.max s t - Nat.min s t)%nat ltac:(lia)); lra. }
assert (g1 : 1 <= exp (beta * g)) by (rewrite <- exp_0; apply exp_le; nra).
assert (k0 := pos_INR (n0 - 1)).
apply C_index_fix; [easy | easy | split; [ | intros s hs; split; [ | intros near; split]]].
- apply Rle_lt_trans with (INR (n0 - 1) * low).
  + rewrite <- sum_const; apply sum_le; intros t ht; unfold within in ht; apply letters; lia.
  + assert (INR (n0 - 1) * low < own) by (rewrite e1, Rmult_comm; apply Rmult_lt_compat_l; easy).
    assert (own <= exp beta) by nra; pose proof (exp_pos beta); lra.
- apply Rle_lt_trans with (INR (Nat.min s n0 - 1) * low).
  + rewrite <- sum_const; apply sum_le; intros t ht; unfold within in ht; apply letters; lia.
  + assert (INR (Nat.min s n0 - 1) <= INR (n0 - 1)) by (apply le_INR; lia).
    change (INR (Nat.min s n0 - 1) * low < own); rewrite e1; nra.
- assert (hs' : within (n0 - 1) s) by (unfold within; lia).
  apply Rle_lt_trans with (own + INR (n0 - 1 - 1) * own).
  + apply Rplus_le_compat_l; rewrite <- (sum_but_const own (n0 - 1) s hs'); apply sum_but_le.
    intros t ht ne; unfold within in ht; unfold heaviest; apply Rmax_lub.
    * apply Rle_trans with low; [apply letters; lia | rewrite e1; nra].
    * destruct (best_attained (number_weighs beta theta r s t) m hm) as (i & _ & <-).
      unfold number_weighs, own; apply exp_le, Rmult_le_compat_l; [easy | ]; pose proof (COS_bound ((INR t - INR s + INR i) * theta)); nra.
  + rewrite (minus_INR _ 1) by lia; cbn [INR]; fold own.
    replace (own + (INR (n0 - 1) - 1) * own) with (INR (n0 - 1) * own) by ring.
    assert (0 < own) by apply exp_pos; nra.
- assert (hs' : within (n0 - 1) s) by (unfold within; lia).
  apply Rle_lt_trans with (INR (n0 - 1 - 1) * low).
  + rewrite <- (sum_but_const low (n0 - 1) s hs'); apply sum_but_le.
    intros t ht ne; unfold within in ht; apply letters; lia.
  + assert (INR (n0 - 1 - 1) <= INR (n0 - 1)) by (apply le_INR; lia).
    destruct (some_lightest beta theta r m s hm) as (i & _ & ei).
    assert (0 < lightest beta theta r m s) by (rewrite <- ei; apply exp_pos).
    change (INR (n0 - 1 - 1) * low < own + lightest beta theta r m s); rewrite e1; nra.
Qed.

Theorem C_index_fix_all : Statements.turned_temperature.C_index_fix_all.
Proof.
intros m n0 beta hm hn D hb; set (T := Nat.max (n0 - 1) m).
assert (T1 : (1 <= T)%nat) by (unfold T; lia).
assert (D2 : 2 <= D) by (unfold D; fold T; rewrite plus_INR; apply le_INR in T1; cbn [INR] in *; lra).
assert (n1 : 1 <= INR n0) by (apply le_INR in hn; cbn [INR] in hn; lra).
assert (l0 : 0 <= ln (INR n0)).
{ rewrite <- ln_1; destruct n1 as [lt | <-]; [left; apply ln_increasing; lra | lra]. }
assert (b0 : 0 <= beta) by nra.
set (g := 4 / D ^ 2); assert (dd : 4 <= D ^ 2) by nra.
assert (eg : g * D ^ 2 = 4) by (unfold g; field; lra).
assert (g0 : 0 < g <= 1) by (split; nra).
apply (C_index_fix_enough m n0 beta _ _ g); try easy; try lra.
- intros d hd; fold T in hd.
  pose proof (B_thm32_index_fix_attained T T1) as a; pose proof (closest_below (2 * PI / INR (T + 1)) T d hd) as c.
  rewrite a in c; change (INR (T + 1)) with D in c, a.
  pose proof (cos_half_turn (2 * PI / D)) as h; pose proof pi_pos as pp.
  assert (range : 0 <= 2 * PI / D <= PI).
  { split; [left; apply Rdiv_lt_0_compat; lra | apply Rmult_le_reg_r with D; [lra | ]].
    replace (2 * PI / D * D) with (2 * PI) by (field; lra); nra. }
  specialize (h range).
  assert (2 * g <= 1 - cos (2 * PI / D)).
  { apply Rmult_le_reg_l with (PI ^ 2); [nra | ].
    replace (PI ^ 2 * (2 * g)) with (2 * (2 * PI / D) ^ 2) by (unfold g; field; lra); easy. }
  lra.
- apply Rlt_le_trans with (INR n0); [apply lt_INR; lia | ].
  rewrite <- (exp_ln (INR n0)) by lra; apply exp_le.
  apply Rmult_le_reg_r with (D ^ 2); [lra | ].
  replace (beta * g * D ^ 2) with (4 * beta) by (rewrite Rmult_assoc, eg; ring); lra.
Qed.
