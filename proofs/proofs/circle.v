From Coq Require Import Reals ZArith Lia Lra List Permutation.
From Statements Require Import circle.
From Proofs Require Import angles.
Local Open Scope R_scope.

Theorem cos_one : Statements.circle.cos_one.
Proof. exact cos_is_one. Qed.

Lemma equal_or_gap (f : nat -> Z) (N : nat) :
  (exists s t : nat, (s < t < N)%nat /\ f s = f t)
  \/ forall s t : nat, (s < N)%nat -> (t < N)%nat -> f s = f t -> s = t.
Proof.
induction N as [|N IH].
- right; intros; lia.
- destruct IH as [(s & t & h & e) | inj].
  + left; exists s, t; split; [lia | easy].
  + assert (d : (exists s, (s < N)%nat /\ f s = f N) \/ forall s, (s < N)%nat -> f s <> f N).
    { clear inj; generalize (f N); intros z; induction N as [|N IH].
      - right; intros; lia.
      - destruct IH as [(s & h & e) | no].
        + left; exists s; split; [lia | easy].
        + destruct (Z.eq_dec (f N) z) as [e | ne].
          * left; exists N; split; [lia | easy].
          * right; intros s h; destruct (Nat.eq_dec s N); [now subst | apply no; lia]. }
    destruct d as [(s & h & e) | no].
    * left; exists s, N; split; [lia | easy].
    * right; intros s t hs ht e.
      destruct (Nat.eq_dec s N) as [-> | ns], (Nat.eq_dec t N) as [-> | nt]; try lia.
      -- symmetry in e; exfalso; apply (no t); [lia | easy].
      -- exfalso; apply (no s); [lia | easy].
      -- apply inj; [lia | lia | easy].
Qed.

Definition places (N : nat) : list Z := map Z.of_nat (seq 0 N).

Lemma in_places N z : In z (places N) <-> (0 <= z < Z.of_nat N)%Z.
Proof.
unfold places; rewrite in_map_iff; split.
- intros (n & <- & h); apply in_seq in h; lia.
- intros h; exists (Z.to_nat z); split; [lia | apply in_seq; lia].
Qed.

Lemma permuted (f : nat -> Z) (N : nat) :
  (forall t, (t < N)%nat -> (0 <= f t < Z.of_nat N)%Z) ->
  (forall s t : nat, (s < N)%nat -> (t < N)%nat -> f s = f t -> s = t) ->
  Permutation (map f (seq 0 N)) (places N).
Proof.
intros range inj; apply NoDup_Permutation_bis.
- apply NoDup_nth with (d := f 0%nat); intros i j hi hj.
  rewrite map_length, seq_length in *.
  rewrite !map_nth, !seq_nth by easy; intros e; apply inj; easy.
- unfold places; rewrite !map_length; lia.
- intros z hz; apply in_map_iff in hz; destruct hz as (t & <- & ht).
  apply in_seq in ht; apply in_places, range; lia.
Qed.

Lemma reached (f : nat -> Z) (N : nat) z :
  (forall t, (t < N)%nat -> (0 <= f t < Z.of_nat N)%Z) ->
  (forall s t : nat, (s < N)%nat -> (t < N)%nat -> f s = f t -> s = t) ->
  (0 <= z < Z.of_nat N)%Z -> exists t, (t < N)%nat /\ f t = z.
Proof.
intros range inj hz.
assert (h : In z (map f (seq 0 N))).
{ apply (Permutation_in _ (Permutation_sym (permuted f N range inj))), in_places, hz. }
apply in_map_iff in h; destruct h as (t & e & ht); apply in_seq in ht.
exists t; split; [lia | easy].
Qed.

(* The box of the t-th multiple, when the circle is cut into N boxes. *)
Definition box (u : R) (N : nat) (t : nat) : Z := (Int_part (INR t * u) mod Z.of_nat N)%Z.

Lemma box_range u N t : (0 < N)%nat -> (0 <= box u N t < Z.of_nat N)%Z.
Proof. intros h; apply Z.mod_pos_bound; lia. Qed.

Section Multiples.
Variables (theta : R) (T : nat).
Hypothesis T_pos : (1 <= T)%nat.
Let N := (T + 1)%nat.
Let u := INR N * theta / (2 * PI).
Let arc := 2 * PI / INR N.

Lemma N_pos : 2 <= INR N.
Proof. unfold N; rewrite plus_INR; apply le_INR in T_pos; simpl in *; lra. Qed.

Lemma arc_range : 0 < arc <= PI.
Proof.
unfold arc; pose proof N_pos; pose proof pi_pos.
split; [apply Rdiv_lt_0_compat; lra | ].
apply Rmult_le_reg_r with (INR N); [lra | ].
replace (2 * PI / INR N * INR N) with (2 * PI) by (field; lra); nra.
Qed.

Lemma angle_of t : INR t * theta = arc * (INR t * u).
Proof. unfold arc, u; pose proof N_pos; pose proof pi_pos; field; split; lra. Qed.

(* An angle within one arc of a full turn. *)
Lemma near_turn x m : Rabs (x - INR N * IZR m) <= 1 -> away (arc * x) <= arc.
Proof.
intros h; eapply Rle_trans; [apply (away_nearest _ m) | ].
replace (arc * x - 2 * PI * IZR m) with (arc * (x - INR N * IZR m))
  by (unfold arc; pose proof N_pos; field; lra).
rewrite Rabs_mult, (Rabs_right arc) by (pose proof arc_range; lra).
pose proof arc_range; nra.
Qed.

Lemma nearer_turn x m : Rabs (x - INR N * IZR m) < 1 -> away (arc * x) < arc.
Proof.
intros h; eapply Rle_lt_trans; [apply (away_nearest _ m) | ].
replace (arc * x - 2 * PI * IZR m) with (arc * (x - INR N * IZR m))
  by (unfold arc; pose proof N_pos; field; lra).
rewrite Rabs_mult, (Rabs_right arc) by (pose proof arc_range; lra).
pose proof arc_range; nra.
Qed.

Lemma same_box s t : (s < t)%nat -> box u N s = box u N t -> away (INR (t - s) * theta) < arc.
Proof.
intros h e; unfold box in e.
rewrite angle_of.
assert (nz : Z.of_nat N <> 0%Z) by (unfold N; lia).
pose proof (Z.div_mod (Int_part (INR s * u)) _ nz) as ds.
pose proof (Z.div_mod (Int_part (INR t * u)) _ nz) as dt.
rewrite e in ds.
set (qs := (Int_part (INR s * u) / Z.of_nat N)%Z) in *.
set (qt := (Int_part (INR t * u) / Z.of_nat N)%Z) in *.
set (r := (Int_part (INR t * u) mod Z.of_nat N)%Z) in *; clearbody qs qt r.
apply nearer_turn with (qt - qs)%Z.
rewrite minus_INR by lia.
destruct (base_Int_part (INR s * u)) as [ls hs], (base_Int_part (INR t * u)) as [lt ht].
assert (d : IZR (Int_part (INR t * u)) - IZR (Int_part (INR s * u)) = INR N * IZR (qt - qs)).
{ rewrite ds, dt, minus_IZR, !plus_IZR, !mult_IZR, <- !INR_IZR_INZ; ring. }
rewrite <- d; apply Rabs_def1; nra.
Qed.

Lemma box_zero : box u N 0 = 0%Z.
Proof.
unfold box; replace (INR 0 * u) with (INR 0) by (simpl; ring).
rewrite Int_part_INR; apply Z.mod_0_l; unfold N; lia.
Qed.

Lemma last_box t : box u N t = Z.of_nat T -> away (INR t * theta) <= arc.
Proof.
intros e; rewrite angle_of; unfold box in e.
assert (nz : Z.of_nat N <> 0%Z) by (unfold N; lia).
pose proof (Z.div_mod (Int_part (INR t * u)) _ nz) as d; rewrite e in d.
set (q := (Int_part (INR t * u) / Z.of_nat N)%Z) in *.
apply near_turn with (q + 1)%Z.
destruct (base_Int_part (INR t * u)) as [l h].
assert (v : IZR (Int_part (INR t * u)) = INR N * IZR q + INR N - 1).
{ rewrite d, plus_IZR, mult_IZR, <- !INR_IZR_INZ; unfold N; rewrite plus_INR; simpl; ring. }
rewrite plus_IZR; apply Rabs_le; simpl; lra.
Qed.

Lemma some_near : exists t : nat, (1 <= t <= T)%nat /\ away (INR t * theta) <= arc.
Proof.
destruct (equal_or_gap (box u N) N) as [(s & t & h & e) | inj].
- exists (t - s)%nat; split; [unfold N in h; lia | ].
  left; apply same_box; [lia | easy].
- destruct (reached (box u N) N (Z.of_nat T)) as (t & h & e); try easy.
  + intros; apply box_range; unfold N; lia.
  + unfold N; lia.
  + exists t; split; [ | now apply last_box].
    destruct t; [rewrite box_zero in e; lia | unfold N in h; lia].
Qed.

End Multiples.

Lemma arc_away T : (1 <= T)%nat -> away (2 * PI / INR (T + 1)) = 2 * PI / INR (T + 1).
Proof. intros h; apply away_small; pose proof (arc_range T h); lra. Qed.

Theorem circle_near : Statements.circle.circle_near.
Proof.
intros theta T h; destruct (some_near theta T h) as (t & ht & near).
exists t; split; [easy | ].
apply Rplus_le_compat_l, Ropp_le_contravar, cos_at_most.
now rewrite arc_away.
Qed.

(* Sums over lists of integers. *)
Definition total (l : list Z) : Z := fold_right Z.add 0%Z l.

Lemma total_permuted l l' : Permutation l l' -> total l = total l'.
Proof. unfold total; induction 1; simpl; lia. Qed.

Lemma total_both (f g : nat -> Z) l :
  total (map (fun t => (f t + g t)%Z) l) = (total (map f l) + total (map g l))%Z.
Proof. unfold total; induction l; simpl; lia. Qed.

Lemma total_app l l' : total (l ++ l') = (total l + total l')%Z.
Proof. unfold total; induction l; simpl; lia. Qed.

Lemma total_places N : (2 * total (places N) = Z.of_nat N * (Z.of_nat N - 1))%Z.
Proof.
unfold places; induction N as [|N IH]; [easy | ].
rewrite seq_S, map_app, total_app; simpl (0 + N)%nat.
rewrite Z.mul_add_distr_l, IH; unfold total; cbn [map fold_right]; nia.
Qed.

Lemma all_full (f : nat -> Z) c l :
  (forall t, In t l -> (f t <= c)%Z) -> (total (map f l) >= c * Z.of_nat (length l))%Z ->
  forall t, In t l -> f t = c.
Proof.
intros most sum.
assert (below : forall l', (forall t, In t l' -> (f t <= c)%Z) ->
  (total (map f l') <= c * Z.of_nat (length l'))%Z).
{ induction l' as [|a l' IH]; intros m; unfold total in *; cbn [map fold_right length]; [lia | ].
  pose proof (m a (or_introl eq_refl)); pose proof (IH (fun t h => m t (or_intror h))); nia. }
induction l as [|a l IH]; intros t h; [easy | ].
pose proof (most a (or_introl eq_refl)) as ma.
pose proof (below l (fun t h => most t (or_intror h))) as ml.
unfold total in *; cbn [map fold_right length] in sum.
destruct h as [-> | h]; [nia | ].
apply IH; [intros; now apply most; right | nia | easy].
Qed.

Lemma floor_both x : (Int_part x + Int_part (- x) = 0 \/ Int_part x + Int_part (- x) = -1)%Z.
Proof.
destruct (base_Int_part x) as [l h], (base_Int_part (- x)) as [l' h'].
assert (a : IZR (Int_part x + Int_part (- x)) <= 0) by (rewrite plus_IZR; lra).
assert (b : -2 < IZR (Int_part x + Int_part (- x))) by (rewrite plus_IZR; lra).
apply le_IZR in a; apply lt_IZR in b; lia.
Qed.

Lemma floor_zero x : (Int_part x + Int_part (- x) = 0)%Z -> x = IZR (Int_part x).
Proof.
destruct (base_Int_part x) as [l h], (base_Int_part (- x)) as [l' h'].
intros e; apply f_equal with (f := IZR) in e; rewrite plus_IZR in e; lra.
Qed.

Lemma boxes_both u N t : (2 <= N)%nat ->
  (box u N t + box (- u) N t <= Z.of_nat N)%Z
  /\ ((box u N t + box (- u) N t)%Z = Z.of_nat N -> INR t * u = IZR (Int_part (INR t * u))).
Proof.
intros h; unfold box.
replace (INR t * - u) with (- (INR t * u)) by ring.
set (x := INR t * u); clearbody x.
assert (nz : (0 < Z.of_nat N)%Z) by lia.
pose proof (Z.mod_pos_bound (Int_part x) _ nz) as r.
pose proof (Z.mod_pos_bound (Int_part (- x)) _ nz) as r'.
assert (nz' : Z.of_nat N <> 0%Z) by lia.
pose proof (Z.div_mod (Int_part x) _ nz') as d.
pose proof (Z.div_mod (Int_part (- x)) _ nz') as d'.
set (a := (Int_part x mod _)%Z) in *; set (a' := (Int_part (- x) mod _)%Z) in *.
set (q := (Int_part x / _)%Z) in *; set (q' := (Int_part (- x) / _)%Z) in *.
clearbody a a' q q'.
destruct (floor_both x) as [s | s]; split.
- assert ((q + q' >= -1)%Z) by nia; nia.
- intros _; now apply floor_zero.
- assert ((q + q' >= -2)%Z) by nia; assert (q + q' = -2 \/ q + q' >= -1)%Z as [c | c] by lia; nia.
- intros e; exfalso.
  assert ((Z.of_nat N * (1 + q + q') = -1)%Z) by nia.
  assert (1 + q + q' = 0 \/ 1 + q + q' <= -1 \/ 1 + q + q' >= 1)%Z as [c | [c | c]] by lia; nia.
Qed.

Lemma injective_boxes theta T : (1 <= T)%nat ->
  (forall t, (1 <= t <= T)%nat -> 2 * PI / INR (T + 1) <= away (INR t * theta)) ->
  forall s t : nat, (s < T + 1)%nat -> (t < T + 1)%nat ->
  box (INR (T + 1) * theta / (2 * PI)) (T + 1) s = box (INR (T + 1) * theta / (2 * PI)) (T + 1) t
  -> s = t.
Proof.
intros h far.
assert (no : forall s t : nat, (s < t)%nat -> (t < T + 1)%nat ->
  box (INR (T + 1) * theta / (2 * PI)) (T + 1) s
    <> box (INR (T + 1) * theta / (2 * PI)) (T + 1) t).
{ intros s t st ht e; pose proof (same_box theta T h s t st e) as c.
  specialize (far (t - s)%nat ltac:(lia)); lra. }
intros s t hs ht e; destruct (Nat.lt_total s t) as [c | [c | c]]; [ | easy | ]; exfalso.
- now apply (no s t).
- symmetry in e; now apply (no t s).
Qed.

Lemma best_is_multiple theta T : (1 <= T)%nat ->
  (forall t, (1 <= t <= T)%nat -> 2 * PI / INR (T + 1) <= away (INR t * theta)) ->
  exists k : Z, theta = 2 * PI * IZR k / INR (T + 1).
Proof.
intros h far; pose proof pi_pos as pp; pose proof (N_pos T h) as np.
set (u := INR (T + 1) * theta / (2 * PI)).
assert (opp : INR (T + 1) * - theta / (2 * PI) = - u) by (unfold u; field; lra).
assert (far' : forall t, (1 <= t <= T)%nat -> 2 * PI / INR (T + 1) <= away (INR t * - theta)).
{ intros t ht; replace (INR t * - theta) with (- (INR t * theta)) by ring.
  rewrite away_opp; now apply far. }
pose proof (injective_boxes theta T h far) as inj.
pose proof (injective_boxes (- theta) T h far') as inj'.
fold u in inj; rewrite opp in inj'.
pose proof (total_permuted _ _ (permuted (box u (T + 1)) (T + 1)
  (fun t _ => box_range u (T + 1) t ltac:(lia)) inj)) as sum.
pose proof (total_permuted _ _ (permuted (box (- u) (T + 1)) (T + 1)
  (fun t _ => box_range (- u) (T + 1) t ltac:(lia)) inj')) as sum'.
pose proof (total_both (box u (T + 1)) (box (- u) (T + 1)) (seq 0 (T + 1))) as both.
rewrite sum, sum' in both.
pose proof (total_places (T + 1)) as places_sum.
assert (listed : seq 0 (T + 1) = 0%nat :: seq 1 T) by (rewrite Nat.add_1_r; reflexivity).
rewrite listed in both; cbn [map] in both.
pose proof (box_zero theta T h) as z; pose proof (box_zero (- theta) T h) as z'.
rewrite opp in z'; fold u in z.
unfold total at 1 in both; cbn [fold_right] in both.
rewrite z, z' in both.
fold (total (map (fun t => (box u (T + 1) t + box (- u) (T + 1) t)%Z) (seq 1 T))) in both.
assert (one : (box u (T + 1) 1 + box (- u) (T + 1) 1 = Z.of_nat (T + 1))%Z).
{ apply (all_full (fun t => (box u (T + 1) t + box (- u) (T + 1) t)%Z) (Z.of_nat (T + 1)) (seq 1 T)).
  - intros t _; apply boxes_both; lia.
  - rewrite seq_length; nia.
  - apply in_seq; lia. }
apply boxes_both in one; [ | lia].
exists (Int_part (INR 1 * u)).
rewrite <- one; unfold u; simpl (INR 1); field; lra.
Qed.

Lemma turn_fraction theta (N : nat) k t m : (0 < N)%nat -> theta = 2 * PI * IZR k / INR N ->
  INR t * theta - 2 * PI * IZR m = 2 * PI / INR N * IZR (Z.of_nat t * k - Z.of_nat N * m).
Proof.
intros h ->; apply lt_INR in h; simpl in h.
rewrite minus_IZR, !mult_IZR, <- !INR_IZR_INZ; field; lra.
Qed.

Theorem circle_best : Statements.circle.circle_best.
Proof.
intros theta T h; pose proof (arc_range T h) as ar; pose proof (arc_away T h) as aa.
split.
- intros best.
  assert (far : forall t, (1 <= t <= T)%nat -> 2 * PI / INR (T + 1) <= away (INR t * theta)).
  { intros t ht; rewrite <- aa; apply away_at_most; specialize (best t ht); lra. }
  destruct (best_is_multiple theta T h far) as [k e]; exists k; split; [easy | ].
  set (N := Z.of_nat (T + 1)).
  destruct (Z.gcd_divide_l k N) as [a ea], (Z.gcd_divide_r k N) as [b eb].
  pose proof (Z.gcd_nonneg k N) as g0.
  assert (gz : Z.gcd k N <> 0%Z) by (intros c; apply Z.gcd_eq_0 in c; unfold N in c; lia).
  destruct (Z.eq_dec (Z.gcd k N) 1) as [one | more]; [easy | exfalso].
  set (g := Z.gcd k N) in *; clearbody g.
  assert (bt : (1 <= b < N)%Z) by (unfold N in *; nia).
  assert (near : away (INR (Z.to_nat b) * theta) = 0).
  { apply away_zero; exists a.
    pose proof (turn_fraction theta (T + 1) k (Z.to_nat b) a ltac:(lia) e) as f.
    replace (Z.of_nat (Z.to_nat b) * k - Z.of_nat (T + 1) * a)%Z with 0%Z in f; [lra | ].
    rewrite Z2Nat.id by lia; fold N; rewrite ea, eb; ring. }
  specialize (far (Z.to_nat b) ltac:(unfold N in *; lia)); lra.
- intros (k & e & coprime) t ht.
  apply Rplus_le_compat_l, Ropp_le_contravar, cos_at_most; rewrite aa.
  destruct (away_attained (INR t * theta)) as [m ->].
  rewrite (turn_fraction theta (T + 1) k t m ltac:(lia) e).
  rewrite Rabs_mult, (Rabs_right (2 * PI / _)) by lra.
  rewrite <- (Rmult_1_r (2 * PI / _)) at 1; apply Rmult_le_compat_l; [lra | ].
  rewrite <- abs_IZR; apply IZR_le.
  destruct (Z.eq_dec (Z.of_nat t * k - Z.of_nat (T + 1) * m) 0) as [z | nz]; [exfalso | lia].
  assert (d : (Z.of_nat (T + 1) | Z.of_nat t)%Z).
  { apply Z.gauss with k; [exists m; lia | now rewrite Z.gcd_comm]. }
  apply Z.divide_pos_le in d; lia.
Qed.
