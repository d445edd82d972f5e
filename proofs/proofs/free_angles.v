From Coq Require Import Reals ZArith Znumtheory Lia Lra List Permutation.
From Statements Require Import attention planes free_angles.
From Proofs Require Import angles sums_of_reals circle planes.
Local Open Scope R_scope.

(* Sums w_1 cos (d_1 x) + w_2 cos (d_2 x) + …, and what is constant in them. *)
Definition term : Type := (R * nat)%type.
Definition eval (l : list term) (x : R) : R := fold_right (fun t r => fst t * cos (INR (snd t) * x) + r) 0 l.
Definition still (l : list term) : R := fold_right (fun t r => (if Nat.eqb (snd t) 0 then fst t else 0) + r) 0 l.
Definition positive (l : list term) : Prop := Forall (fun t => 0 <= fst t) l.
Definition below (K : nat) (l : list term) : Prop := Forall (fun t => (snd t <= K)%nat) l.

Definition step (u v : R) (l : list term) : list term :=
  map (fun t => (u * fst t, snd t)) l
  ++ map (fun t => (v / 2 * fst t, S (snd t))) l
  ++ map (fun t => (v / 2 * fst t, match snd t with O => 1%nat | S d => d end)) l.
Fixpoint power (u v : R) (K : nat) : list term :=
  match K with O => (1, O) :: nil | S K => step u v (power u v K) end.

Lemma eval_cons w d l x : eval ((w, d) :: l) x = w * cos (INR d * x) + eval l x.
Proof. reflexivity. Qed.

Lemma eval_app l l' x : eval (l ++ l') x = eval l x + eval l' x.
Proof.
induction l as [|[w d] l IH]; cbn [app]; [ | rewrite !eval_cons, IH; ring].
change (eval nil x) with 0; ring.
Qed.

Lemma eval_step u v l x : eval (step u v l) x = (u + v * cos x) * eval l x.
Proof.
unfold step; rewrite !eval_app; induction l as [|[w d] l IH]; [cbn; ring | cbn [map fst snd]].
rewrite !eval_cons.
assert (e : cos (INR (S d) * x) + cos (INR match d with O => 1%nat | S d => d end * x)
  = 2 * cos x * cos (INR d * x)).
{ destruct d as [|d]; [cbn; rewrite !Rmult_1_l, Rmult_0_l, cos_0; ring | ].
  rewrite !S_INR; replace ((INR d + 1 + 1) * x) with ((INR d + 1) * x + x) by ring.
  replace (INR d * x) with ((INR d + 1) * x - x) by ring.
  rewrite cos_plus, cos_minus; ring. }
set (p := cos (INR (S d) * x)) in *; set (q := cos (INR match d with O => 1%nat | S d => d end * x)) in *.
rewrite Rmult_plus_distr_l, <- IH.
replace ((u + v * cos x) * (w * cos (INR d * x)))
  with (u * w * cos (INR d * x) + v / 2 * w * (2 * cos x * cos (INR d * x))) by field.
rewrite <- e; ring.
Qed.

Lemma eval_power u v K x : eval (power u v K) x = (u + v * cos x) ^ K.
Proof.
induction K as [|K IH]; cbn [power]; [cbn; rewrite Rmult_0_l, cos_0; ring | ].
now rewrite eval_step, IH.
Qed.

Lemma positive_power u v K : 0 <= u -> 0 <= v -> positive (power u v K).
Proof.
intros hu hv; induction K as [|K IH]; cbn [power]; [constructor; [cbn; lra | constructor] | ].
unfold step, positive; rewrite !Forall_app, !Forall_map; repeat split;
  (eapply Forall_impl; [ | exact IH]); intros [w d] h; cbn in *; nra.
Qed.

Lemma below_power u v K : below K (power u v K).
Proof.
induction K as [|K IH]; cbn [power]; [constructor; [cbn; lia | constructor] | ].
unfold step, below; rewrite !Forall_app, !Forall_map; repeat split;
  (eapply Forall_impl; [ | exact IH]); intros [w [|d]] h; cbn in *; lia.
Qed.

Lemma mean_plus m f g : mean m (fun x => f x + g x) = mean m f + mean m g.
Proof. unfold mean, Rdiv; rewrite sum_plus; ring. Qed.

Lemma mean_eval m K l : (K < m)%nat -> below K l -> mean m (eval l) = still l.
Proof.
intros hm hl; assert (m0 : 0 < INR m) by (apply lt_0_INR; lia).
induction hl as [|[w d] l hd hl IH].
- unfold mean; cbn; rewrite sum_const; field; lra.
- change (mean m (fun x => w * cos (INR d * x) + eval l x) = (if Nat.eqb d 0 then w else 0) + still l).
  rewrite mean_plus, IH; f_equal; unfold mean.
  destruct (Nat.eqb_spec d 0) as [-> | ne].
  + rewrite (sum_ext _ (fun _ => w)); [rewrite sum_const; field; lra | ].
    intros j _; cbn; rewrite Rmult_0_l, cos_0; ring.
  + rewrite (sum_ext _ (fun j => w * cos (2 * PI * INR j / INR m * IZR (Z.of_nat d)))).
    * rewrite sum_scale, polygon; [unfold Rdiv; ring | lia | ].
      intros [k e]; cbn in hd.
      assert (k = 0 \/ 1 <= k \/ k <= -1)%Z as [-> | [k1 | k1]] by lia; [lia | nia | nia].
    * intros j _; do 2 f_equal; rewrite <- INR_IZR_INZ; ring.
Qed.

Lemma still_positive l : positive l -> 0 <= still l.
Proof.
intros h; induction h as [|[w d] l hw h IH]; cbn in *; [lra | destruct (Nat.eqb d 0)]; unfold still in *; lra.
Qed.

(* Kernels on 1 … n that are no negative forms. *)
Definition form (n : nat) (G : nat -> nat -> R) : Prop :=
  forall x, 0 <= pairs n (fun i j => x i * x j * G i j).

Lemma form_ext n G H : (forall i j, G i j = H i j) -> form n G -> form n H.
Proof. intros e h x; rewrite (pairs_ext n _ (fun i j => x i * x j * G i j)); [apply h | intros; now rewrite e]. Qed.

Lemma form_plus n G H : form n G -> form n H -> form n (fun i j => G i j + H i j).
Proof.
intros g h x; rewrite (pairs_ext n _ (fun i j => x i * x j * G i j + x i * x j * H i j)) by (intros; ring).
rewrite pairs_plus; specialize (g x); specialize (h x); lra.
Qed.

Lemma form_scale n c G : 0 <= c -> form n G -> form n (fun i j => c * G i j).
Proof.
intros hc g x; rewrite (pairs_ext n _ (fun i j => c * (x i * x j * G i j))) by (intros; ring).
rewrite pairs_scale; now apply Rmult_le_pos.
Qed.

Lemma form_one n : form n (fun _ _ => 1).
Proof.
intros x; rewrite (pairs_ext n _ (fun i j => x i * x j)) by (intros; ring); rewrite pairs_product; apply Rle_0_sqr.
Qed.

Lemma form_cos n G theta : form n G -> form n (fun i j => G i j * cos ((INR i - INR j) * theta)).
Proof.
intros g x.
rewrite (pairs_ext n _ (fun i j =>
  x i * cos (INR i * theta) * (x j * cos (INR j * theta)) * G i j
  + x i * sin (INR i * theta) * (x j * sin (INR j * theta)) * G i j)).
- rewrite pairs_plus; assert (a := g (fun i => x i * cos (INR i * theta))).
  assert (b := g (fun i => x i * sin (INR i * theta))); cbv beta in a, b; lra.
- intros i j _ _; replace ((INR i - INR j) * theta) with (INR i * theta - INR j * theta) by ring.
  rewrite cos_minus; ring.
Qed.

Lemma form_term n G theta d : form n G -> form n (fun i j => G i j * cos (INR d * ((INR i - INR j) * theta))).
Proof.
intros g; eapply form_ext; [ | apply (form_cos n G (INR d * theta) g)].
intros i j; cbv beta; do 2 f_equal; ring.
Qed.

Lemma form_zero n : form n (fun _ _ => 0).
Proof. intros x; rewrite (pairs_ext n _ (fun _ _ => 0)) by (intros; ring); rewrite pairs_const; lra. Qed.

Lemma form_eval n G theta l : positive l -> form n G ->
  form n (fun i j => G i j * eval l ((INR i - INR j) * theta)).
Proof.
intros h g; induction h as [|[w d] l hw h IH].
- apply (form_ext n (fun _ _ => 0)); [intros; cbn; ring | apply form_zero].
- apply (form_ext n (fun i j => w * (G i j * cos (INR d * ((INR i - INR j) * theta)))
    + G i j * eval l ((INR i - INR j) * theta))); [intros; cbn; unfold eval; ring | ].
  apply form_plus; [apply form_scale; [easy | now apply form_term] | easy].
Qed.

Lemma form_rest n theta l : positive l -> form n (fun i j => eval l ((INR i - INR j) * theta) - still l).
Proof.
intros h; induction h as [|[w d] l hw h IH].
- apply (form_ext n (fun _ _ => 0)); [intros; cbn; ring | apply form_zero].
- apply (form_ext n (fun i j => (if Nat.eqb d 0 then 0 else w) * (1 * cos (INR d * ((INR i - INR j) * theta)))
    + (eval l ((INR i - INR j) * theta) - still l))).
  + intros i j; rewrite eval_cons; change (still ((w, d) :: l)) with ((if Nat.eqb d 0 then w else 0) + still l).
    destruct (Nat.eqb_spec d 0) as [-> | _]; [ | ring].
    change (INR 0) with 0; rewrite (Rmult_0_l ((INR i - INR j) * theta)), cos_0; ring.
  + apply form_plus; [ | easy]; apply form_scale; [destruct (Nat.eqb d 0); [lra | easy] | ].
    apply form_term, form_one.
Qed.

Lemma product_positive f P : (forall p, within P p -> 0 <= f p) -> 0 <= product f P.
Proof.
induction P as [|P IH]; intros h; cbn; [lra | ].
apply Rmult_le_pos; [apply IH; intros p hp; apply h | apply h]; unfold within in *; lia.
Qed.

Lemma product_ext f g P : (forall p, within P p -> f p = g p) -> product f P = product g P.
Proof.
induction P as [|P IH]; intros h; cbn; [easy | ].
rewrite IH by (intros p hp; apply h; unfold within in *; lia); now rewrite h by (unfold within; lia).
Qed.

Lemma product_le f g P : (forall p, within P p -> 0 <= f p <= g p) -> product f P <= product g P.
Proof.
induction P as [|P IH]; intros h; cbn; [lra | ].
assert (low : forall p, within P p -> 0 <= f p <= g p) by (intros p hp; apply h; unfold within in *; lia).
apply Rmult_le_compat; [apply product_positive; intros; now apply low | | now apply IH | ];
  apply h; unfold within; lia.
Qed.

Lemma form_product n P theta l : (forall p, within P p -> positive (l p)) ->
  form n (fun i j => product (fun p => eval (l p) ((INR i - INR j) * theta p)) P
    - product (fun p => still (l p)) P).
Proof.
induction P as [|P IH]; intros h; cbn [product].
- apply (form_ext n (fun _ _ => 0)); [intros; ring | apply form_zero].
- assert (low : forall p, within P p -> positive (l p)) by (intros p hp; apply h; unfold within in *; lia).
  assert (top : positive (l (S P))) by (apply h; unfold within; lia).
  apply (form_ext n (fun i j =>
    (product (fun p => eval (l p) ((INR i - INR j) * theta p)) P - product (fun p => still (l p)) P)
      * eval (l (S P)) ((INR i - INR j) * theta (S P))
    + product (fun p => still (l p)) P * (eval (l (S P)) ((INR i - INR j) * theta (S P)) - still (l (S P)))));
    [intros; ring | ].
  apply form_plus; [apply form_eval; auto | apply form_scale; [ | now apply form_rest]].
  apply product_positive; intros p hp; now apply still_positive, low.
Qed.

Lemma pairs_product_least n P theta l : (forall p, within P p -> positive (l p)) ->
  INR n * INR n * product (fun p => still (l p)) P
  <= pairs n (fun i j => product (fun p => eval (l p) ((INR i - INR j) * theta p)) P).
Proof.
intros h; assert (f := form_product n P theta l h (fun _ => 1)).
rewrite (pairs_ext n _ (fun i j => product (fun p => eval (l p) ((INR i - INR j) * theta p)) P
  + -1 * product (fun p => still (l p)) P)) in f by (intros; ring).
rewrite pairs_plus, pairs_const in f; lra.
Qed.

Lemma weight_product P a (x : nat -> R) :
  product (fun p => weight (a p) (x p)) P = exp (- sum (fun p => a p * (1 - cos (x p))) P).
Proof.
induction P as [|P IH]; cbn; [now rewrite Ropp_0, exp_0 | ].
rewrite IH; unfold weight; rewrite <- exp_plus; f_equal; ring.
Qed.

Lemma exp_both x y : 2 * exp ((x + y) / 2) <= exp x + exp y.
Proof.
replace ((x + y) / 2) with (x / 2 + y / 2) by field; rewrite exp_plus.
replace x with (x / 2 + x / 2) at 2 by field; replace y with (y / 2 + y / 2) at 2 by field.
rewrite !exp_plus; assert (z := Rle_0_sqr (exp (x / 2) - exp (y / 2))); unfold Rsqr in z; lra.
Qed.

Lemma exp_multiple K x : exp (INR K * x) = exp x ^ K.
Proof.
induction K as [|K IH]; [cbn; rewrite Rmult_0_l; apply exp_0 | ].
rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l; cbn; ring.
Qed.

(* Places before and after the target together: no phase helps. *)
Lemma served_weights n P a theta phi : (forall p, within P p -> 0 <= a p) -> serves n (planes P a theta phi) ->
  pairs n (fun i j => product (fun p => weight (a p) ((INR i - INR j) * theta p)) P) <= 2 * INR n.
Proof.
intros ha hs; apply serves_pairs in hs; set (L := planes P a theta phi) in *.
assert (own : forall s, L s s = sum (fun p => a p * cos (phi p)) P).
{ intros s; apply sum_ext; intros p _; do 2 f_equal; ring. }
enough (2 * pairs n (fun i j => product (fun p => weight (a p) ((INR i - INR j) * theta p)) P)
  <= pairs n (fun s j => exp (L s j - L s s)) + pairs n (fun s j => exp (L j s - L j j))).
{ rewrite (pairs_swap n (fun s j => exp (L s j - L s s))) in H; lra. }
rewrite <- pairs_scale, <- pairs_plus; apply pairs_le; intros s j _ _.
eapply Rle_trans; [ | apply exp_both]; apply Rmult_le_compat_l; [lra | ].
rewrite weight_product, !own; apply exp_most.
replace ((L s j - sum (fun p => a p * cos (phi p)) P + (L j s - sum (fun p => a p * cos (phi p)) P)) / 2)
  with (- (sum (fun p => a p * cos (phi p)) P - / 2 * (L s j + L j s))) by field.
unfold L, planes; rewrite <- sum_plus, <- sum_scale, <- sum_minus; apply Ropp_le_contravar, sum_le; intros p hp.
replace ((INR j - INR s) * theta p + phi p) with (phi p - (INR s - INR j) * theta p) by ring.
replace ((INR s - INR j) * theta p + phi p) with (phi p + (INR s - INR j) * theta p) by ring.
rewrite cos_minus, cos_plus; specialize (ha p hp).
set (x := (INR s - INR j) * theta p); assert (cx := COS_bound x); assert (cp := COS_bound (phi p)).
replace (a p * cos (phi p) - / 2 * (a p * (cos (phi p) * cos x + sin (phi p) * sin x)
  + a p * (cos (phi p) * cos x - sin (phi p) * sin x))) with (a p * (cos (phi p) * (1 - cos x))) by field.
apply Rmult_le_compat_l; [easy | nra].
Qed.

(* (1 - u)^K below exp (- K u), by at most K u². *)
Lemma power_below K u : 0 <= u <= 1 -> (1 - u) ^ K <= exp (- (INR K * u)).
Proof.
intros h; replace (- (INR K * u)) with (INR K * - u) by ring; rewrite exp_multiple.
apply pow_incr; assert (e := exp_ineq1_le (- u)); lra.
Qed.

Lemma power_apart K x y : 0 <= y <= x -> x <= 1 -> x ^ K - y ^ K <= INR K * (x - y).
Proof.
intros hy hx; induction K as [|K IH]; [cbn; lra | ].
rewrite S_INR; cbn [pow].
assert (yK : 0 <= y ^ K <= 1).
{ split; [now apply pow_le | ]. rewrite <- (pow1 K); apply pow_incr; lra. }
assert (xy : y ^ K <= x ^ K) by now apply pow_incr.
replace (x * x ^ K - y * y ^ K) with (x * (x ^ K - y ^ K) + (x - y) * y ^ K) by ring; nra.
Qed.

Lemma power_near K u : 0 <= u <= 1 -> exp (- (INR K * u)) <= (1 - u) ^ K + INR K * (u * u).
Proof.
intros h; replace (- (INR K * u)) with (INR K * - u) by ring; rewrite exp_multiple.
assert (low := exp_ineq1_le (- u)).
assert (one : exp (- u) <= 1) by (rewrite <- exp_0; apply exp_most; lra).
assert (near : exp (- u) <= 1 - u + u * u).
{ rewrite exp_Ropp; assert (e := exp_ineq1_le u); apply Rle_trans with (/ (1 + u)).
  - apply Rinv_le_contravar; lra.
  - apply Rmult_le_reg_l with (1 + u); [lra | ]; rewrite Rinv_r by lra; nra. }
assert (z := power_apart K (exp (- u)) (1 - u) ltac:(lra) one).
assert (k := pos_INR K); nra.
Qed.

Lemma mean_le m f g : (1 <= m)%nat -> (forall x, f x <= g x) -> mean m f <= mean m g.
Proof.
intros h le; unfold mean, Rdiv; apply Rmult_le_compat_r.
- left; apply Rinv_0_lt_compat, lt_0_INR; lia.
- now apply sum_le.
Qed.

Lemma mean_const m c : (1 <= m)%nat -> mean m (fun _ => c) = c.
Proof. intros h; unfold mean; rewrite sum_const; field; apply not_0_INR; lia. Qed.

(* Terms that stand for weight a: below it, and with nearly its mean. *)
Definition terms (K : nat) (a : R) : list term := power (1 - a / INR K) (a / INR K) K.

Lemma share_of K a x : (1 <= K)%nat -> 0 <= a -> 2 * a <= INR K ->
  0 <= a / INR K * (1 - cos x) <= 1 /\ a / INR K * (1 - cos x) <= 2 * a / INR K
  /\ INR K * (a / INR K * (1 - cos x)) = a * (1 - cos x).
Proof.
intros h1 ha hK; assert (k : 0 < INR K) by (apply lt_0_INR; lia).
assert (c := COS_bound x); assert (u : 0 <= a / INR K) by (apply Rmult_le_pos; [easy | left; now apply Rinv_0_lt_compat]).
assert (v : 2 * (a / INR K) <= 1).
{ apply Rmult_le_reg_r with (INR K); [easy | ]; unfold Rdiv; rewrite !Rmult_assoc, Rinv_l by lra; lra. }
repeat split; [nra | nra | | field; lra].
replace (2 * a / INR K) with (a / INR K * 2) by (field; lra); nra.
Qed.

Lemma terms_below K a x : (1 <= K)%nat -> 0 <= a -> 2 * a <= INR K -> 0 <= eval (terms K a) x <= weight a x.
Proof.
intros h1 ha hK; destruct (share_of K a x h1 ha hK) as (r & _ & e).
unfold terms, weight; rewrite eval_power, <- e.
replace (1 - a / INR K + a / INR K * cos x) with (1 - a / INR K * (1 - cos x)) by ring.
split; [apply pow_le; lra | now apply power_below].
Qed.

Lemma terms_positive K a : (1 <= K)%nat -> 0 <= a -> 2 * a <= INR K -> positive (terms K a).
Proof.
intros h1 ha hK; destruct (share_of K a PI h1 ha hK) as (r & _ & _); rewrite cos_PI in r.
assert (u : 0 <= a / INR K) by lra; apply positive_power; lra.
Qed.

Lemma terms_mean K a c : (1 <= K)%nat -> 0 <= a -> 2 * a <= INR K -> c <= mean (S K) (weight a) ->
  c - 4 * (a * a) / INR K <= still (terms K a).
Proof.
intros h1 ha hK hc; assert (k : 0 < INR K) by (apply lt_0_INR; lia).
rewrite <- (mean_eval (S K) K (terms K a)) by (lia || apply below_power).
enough (mean (S K) (weight a) <= mean (S K) (fun x => eval (terms K a) x + 4 * (a * a) / INR K)).
{ rewrite mean_plus, mean_const in H by lia; lra. }
apply mean_le; [lia | intros x]; destruct (share_of K a x h1 ha hK) as (r & t & e).
unfold terms, weight; rewrite eval_power, <- e.
replace (1 - a / INR K + a / INR K * cos x) with (1 - a / INR K * (1 - cos x)) by ring.
set (u := a / INR K * (1 - cos x)) in *; assert (z := power_near K u r).
enough (INR K * (u * u) <= 4 * (a * a) / INR K) by lra.
apply Rle_trans with (INR K * (2 * a / INR K * (2 * a / INR K))); [ | right; field; lra].
apply Rmult_le_compat_l; [lra | nra].
Qed.

Lemma product_near P c s e : 0 <= e -> (forall p, within P p -> 0 <= c p <= 1 /\ 0 <= s p /\ c p - e <= s p) ->
  product c P - INR P * e <= product s P /\ 0 <= product c P <= 1 /\ 0 <= product s P.
Proof.
intros he; induction P as [|P IH]; intros h; [cbn; lra | ].
destruct IH as (n & c1 & s0); [intros p hp; apply h; unfold within in *; lia | ].
destruct (h (S P)) as (c' & s' & n'); [unfold within; lia | ].
rewrite S_INR; cbn [product]; assert (p0 := pos_INR P).
set (B := product c P) in *; set (A := product s P) in *.
repeat split; [ | nra | nra | nra].
assert (Pe : 0 <= INR P * e) by nra.
destruct (Rle_lt_dec (B - INR P * e) 0) as [b | b]; [nra | ].
destruct (Rle_lt_dec (c (S P) - e) 0) as [d | d]; [nra | ].
assert ((B - INR P * e) * (c (S P) - e) <= A * s (S P)) by (apply Rmult_le_compat; lra).
assert (0 <= INR P * e * (1 - c (S P))) by (apply Rmult_le_pos; lra).
assert (0 <= e * (1 - B)) by (apply Rmult_le_pos; lra).
assert (0 <= INR P * e * e) by (apply Rmult_le_pos; lra).
nra.
Qed.

Lemma beyond x : exists K : nat, x < INR K.
Proof.
destruct (archimed (Rmax x 0)) as [above _]; assert (l := Rmax_l x 0); assert (r := Rmax_r x 0).
exists (Z.to_nat (up (Rmax x 0))).
rewrite INR_IZR_INZ, Z2Nat.id; [lra | apply le_IZR; lra].
Qed.

Section Below.
Variables (n P : nat) (a theta phi : nat -> R).
Hypothesis some : (1 <= n)%nat.
Hypothesis a_pos : forall p, within P p -> 0 <= a p.
Hypothesis served : serves n (planes P a theta phi).
Let M := sum a P.

Lemma total_pos : 0 <= M. Proof. now apply sum_nonneg. Qed.

Lemma each_most p : within P p -> a p <= M.
Proof.
intros hp; unfold M; rewrite (sum_split a P p hp); enough (0 <= sum (others p a) P) by lra.
apply sum_nonneg; intros q hq; unfold others; destruct (Nat.eqb q p); [lra | now apply a_pos].
Qed.

Lemma below_at K c : (1 <= K)%nat -> 2 * M <= INR K ->
  (forall p, within P p -> 0 <= c p <= 1 /\ c p <= mean (S K) (weight (a p))) ->
  INR n * (product c P - INR P * (4 * (M * M) / INR K)) <= 2.
Proof.
intros K1 KM hc; assert (k : 0 < INR K) by (apply lt_0_INR; lia).
assert (n1 : 1 <= INR n) by (apply le_INR in some; cbn in some; lra).
assert (total := served_weights n P a theta phi a_pos served).
assert (ok : forall p, within P p -> 2 * a p <= INR K) by (intros p hp; assert (aM := each_most p hp); lra).
assert (least := pairs_product_least n P theta (fun p => terms K (a p))
  ltac:(intros p hp; apply terms_positive; auto)).
assert (most : pairs n (fun i j => product (fun p => eval (terms K (a p)) ((INR i - INR j) * theta p)) P)
  <= pairs n (fun i j => product (fun p => weight (a p) ((INR i - INR j) * theta p)) P)).
{ apply pairs_le; intros i j _ _; apply product_le; intros p hp; apply terms_below; auto. }
assert (e0 : 0 <= 4 * (M * M) / INR K).
{ apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat]. }
destruct (product_near P c (fun p => still (terms K (a p))) (4 * (M * M) / INR K) e0) as (near & _ & _).
{ intros p hp; destruct (hc p hp) as [c1 le].
  split; [easy | split; [apply still_positive, terms_positive; auto | ]].
  eapply Rle_trans; [ | apply (terms_mean K (a p) (c p)); auto].
  enough (4 * (a p * a p) / INR K <= 4 * (M * M) / INR K) by lra.
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | ].
  assert (aM := each_most p hp); specialize (a_pos p hp); nra. }
apply Rmult_le_reg_l with (INR n); [lra | ].
apply Rle_trans with (INR n * INR n * product (fun p => still (terms K (a p))) P); [ | lra].
rewrite <- Rmult_assoc; apply Rmult_le_compat_l; nra.
Qed.

Lemma in_the_limit x : (forall K, (1 <= K)%nat -> 2 * M <= INR K ->
  INR n * (x - INR P * (4 * (M * M) / INR K)) <= 2) -> INR n * x <= 2.
Proof.
intros each; destruct (Rle_lt_dec (INR n * x) 2) as [le | lt]; [easy | exfalso].
assert (n1 : 1 <= INR n) by (apply le_INR in some; cbn in some; lra).
assert (M0 := total_pos); set (g := INR n * x - 2) in *.
destruct (beyond (1 + 2 * M + INR n * INR P * (4 * (M * M)) / g)) as [K hK].
assert (g0 : 0 < g) by (unfold g; lra).
assert (x0 : 0 <= INR n * INR P * (4 * (M * M)) / g).
{ apply Rmult_le_pos; [ | left; now apply Rinv_0_lt_compat].
  assert (p0 := pos_INR P); apply Rmult_le_pos; [apply Rmult_le_pos; lra | nra]. }
assert (k1 : (1 <= K)%nat) by (apply INR_le; cbn; lra).
specialize (each K k1 ltac:(lra)).
assert (k : 0 < INR K) by lra.
assert (big : INR n * INR P * (4 * (M * M)) < g * INR K).
{ apply Rmult_lt_reg_r with (/ g); [now apply Rinv_0_lt_compat | ].
  replace (g * INR K * / g) with (INR K) by (field; lra); unfold Rdiv in hK, x0; lra. }
assert (small : INR n * (INR P * (4 * (M * M) / INR K)) < g).
{ apply Rmult_lt_reg_r with (INR K); [easy | ].
  replace (INR n * (INR P * (4 * (M * M) / INR K)) * INR K) with (INR n * INR P * (4 * (M * M)))
    by (field; lra); easy. }
unfold g in small; lra.
Qed.
End Below.

Lemma mean_one a : mean 1 (weight a) = 1.
Proof.
unfold mean, weight; cbn; replace (2 * PI * 1 / 1) with (2 * PI) by field; rewrite cos_2PI.
replace (- (a * (1 - 1))) with 0 by ring; rewrite exp_0; field.
Qed.

Theorem S_angles_below : Statements.free_angles.S_angles_below.
Proof.
intros n P a theta phi c h1 ha hc hs; apply (in_the_limit n P a h1 ha); intros K K1 KM.
apply (below_at n P a theta phi h1 ha hs K c K1 KM); intros p hp.
assert (one := proj2 (hc p 1%nat hp ltac:(lia))); rewrite mean_one in one.
destruct (hc p (S K) hp ltac:(lia)); repeat split; lra.
Qed.

Lemma mean_scale m c f : mean m (fun x => c * f x) = c * mean m f.
Proof. unfold mean, Rdiv; rewrite sum_scale; ring. Qed.

Lemma mean_positive m a : (1 <= m)%nat -> 0 < mean m (weight a).
Proof.
intros h; apply Rdiv_lt_0_compat; [ | apply lt_0_INR; lia].
apply sum_pos with 1%nat; [unfold within; lia | apply exp_pos | intros; left; apply exp_pos].
Qed.

(* The logarithm of the mean lies above its tangents. *)
Lemma mean_tangent m b : (1 <= m)%nat -> exists u, forall a,
  mean m (weight b) * exp (- ((a - b) * u)) <= mean m (weight a).
Proof.
intros h; assert (p := mean_positive m b h).
set (u := mean m (fun x => (1 - cos x) * weight b x) / mean m (weight b)); exists u; intros a.
set (e := exp (- ((a - b) * u))).
apply Rle_trans with (mean m (fun x => e * (1 + (a - b) * u) * weight b x + - (e * (a - b)) * ((1 - cos x) * weight b x))).
- rewrite mean_plus, !mean_scale; right.
  replace (mean m (fun x => (1 - cos x) * weight b x)) with (u * mean m (weight b)); [ring | ].
  unfold u; field; now apply Rgt_not_eq.
- apply mean_le; [easy | intros x].
  replace (weight a x) with (weight b x * (e * exp (- ((a - b) * (1 - cos x)) + (a - b) * u))).
  + assert (z := exp_ineq1_le (- ((a - b) * (1 - cos x)) + (a - b) * u)).
    assert (w := exp_pos (- (b * (1 - cos x)))); fold (weight b x) in w.
    assert (e0 : 0 < e) by apply exp_pos.
    apply Rle_trans with (weight b x * (e * (1 + (- ((a - b) * (1 - cos x)) + (a - b) * u)))); [right; ring | ].
    apply Rmult_le_compat_l; [lra | apply Rmult_le_compat_l; lra].
  + unfold weight, e; rewrite <- !exp_plus; f_equal; ring.
Qed.

Lemma product_tilted P c (x : nat -> R) :
  product (fun p => c * exp (- x p)) P = c ^ P * exp (- sum x P).
Proof.
induction P as [|P IH]; cbn; [rewrite Ropp_0, exp_0; ring | ].
rewrite IH, Ropp_plus_distr, exp_plus; ring.
Qed.

Theorem S_angles_total : Statements.free_angles.S_angles_total.
Proof.
intros n P a theta phi c h1 hP ha hc hs; apply (in_the_limit n P a h1 ha); intros K K1 KM.
set (b := sum a P / INR P) in *.
destruct (mean_tangent (S K) b ltac:(lia)) as (u & tangent).
assert (P0 : INR P <> 0) by (apply not_0_INR; lia).
assert (flat : product (fun p => c * exp (- ((a p - b) * u))) P = c ^ P).
{ rewrite product_tilted, (sum_ext _ (fun p => u * (a p - b))) by (intros; ring).
  rewrite sum_scale, sum_minus, sum_const.
  replace (- (u * (sum a P - INR P * b))) with 0 by (unfold b; field; easy); rewrite exp_0; ring. }
rewrite <- flat; apply (below_at n P a theta phi h1 ha hs K _ K1 KM); intros p hp.
destruct (hc (S K) ltac:(lia)) as [c0 cK]; specialize (tangent (a p)).
assert (e := exp_pos (- ((a p - b) * u))).
assert (le : c * exp (- ((a p - b) * u)) <= mean (S K) (weight (a p))).
{ eapply Rle_trans; [apply Rmult_le_compat_r; [lra | exact cK] | easy]. }
assert (one : mean (S K) (weight (a p)) <= 1).
{ rewrite <- (mean_const (S K) 1) by lia; apply mean_le; [lia | intros x].
  unfold weight; apply Rle_trans with (exp 0); [apply exp_most | rewrite exp_0; lra].
  destruct (COS_bound x) as [_ z]; assert (ap := ha p hp).
  enough (0 <= a p * (1 - cos x)) by lra; apply Rmult_le_pos; lra. }
repeat split; [nra | lra | easy].
Qed.

(* The multiples of t are all corners of the m-gon, if m is prime. *)
Definition corner (m : nat) (z : Z) : R := 2 * PI * IZR z / INR m.
Definition listed (g : Z -> R) (l : list Z) : R := fold_right (fun z r => g z + r) 0 l.

Lemma listed_permuted g l l' : Permutation l l' -> listed g l = listed g l'.
Proof.
intros h; induction h as [ | z l l' _ IH | y z l | l l' l'' _ IH _ IH']; [easy | | cbn; ring | congruence].
change (g z + listed g l = g z + listed g l'); now rewrite IH.
Qed.

Lemma listed_app g l l' : listed g (l ++ l') = listed g l + listed g l'.
Proof.
induction l as [|z l IH]; cbn [app]; [change (listed g nil) with 0; ring | ].
change (g z + listed g (l ++ l') = g z + listed g l + listed g l'); rewrite IH; ring.
Qed.

Lemma listed_ext g (h h' : nat -> Z) l : (forall k, g (h k) = g (h' k)) ->
  listed g (map h l) = listed g (map h' l).
Proof.
intros e; induction l as [|k l IH]; [easy | ].
change (g (h k) + listed g (map h l) = g (h' k) + listed g (map h' l)); now rewrite e, IH.
Qed.

Lemma sum_listed g (f : nat -> Z) m :
  sum (fun k => g (f k)) m + g (f 0%nat) = listed g (map f (seq 0 m)) + g (f m).
Proof.
induction m as [|m IH]; [cbn; ring | ].
rewrite seq_S, map_app, listed_app; cbn [sum plus map listed fold_right]; lra.
Qed.

Lemma sum_corners m t g : prime (Z.of_nat m) -> (1 <= t < m)%nat ->
  (forall z k, g (z + Z.of_nat m * k)%Z = g z) ->
  sum (fun k => g (Z.of_nat (k * t))) m = sum (fun k => g (Z.of_nat k)) m.
Proof.
intros pm ht turn.
assert (zero : g (Z.of_nat m) = g 0%Z) by (rewrite <- (turn 0%Z 1%Z); f_equal; lia).
assert (zerot : g (Z.of_nat (m * t)) = g 0%Z) by (rewrite <- (turn 0%Z (Z.of_nat t)); f_equal; lia).
assert (a := sum_listed g (fun k => Z.of_nat (k * t)) m).
assert (b := sum_listed g Z.of_nat m).
cbv beta in a; rewrite zerot in a; rewrite zero in b.
change (Z.of_nat (0 * t)) with 0%Z in a; change (Z.of_nat 0) with 0%Z in b.
enough (listed g (map (fun k => Z.of_nat (k * t)) (seq 0 m)) = listed g (map Z.of_nat (seq 0 m))) by lra.
set (f := fun k : nat => (Z.of_nat (k * t) mod Z.of_nat m)%Z).
transitivity (listed g (map f (seq 0 m))).
- apply listed_ext; intros k; unfold f.
  rewrite <- (turn (_ mod _)%Z (Z.of_nat (k * t) / Z.of_nat m)%Z); f_equal.
  assert (e := Z.div_mod (Z.of_nat (k * t)) (Z.of_nat m)); lia.
- apply listed_permuted, permuted.
  + intros k _; apply Z.mod_pos_bound; lia.
  + assert (inj : forall x y : nat, (x < y)%nat -> (y < m)%nat -> f x = f y -> False).
    { intros x y xy ym e; unfold f in e.
      assert (d : (Z.of_nat m | Z.of_nat (y - x) * Z.of_nat t)%Z).
      { exists (Z.of_nat (y * t) / Z.of_nat m - Z.of_nat (x * t) / Z.of_nat m)%Z.
        assert (u := Z.div_mod (Z.of_nat (x * t)) (Z.of_nat m) ltac:(lia)).
        assert (w := Z.div_mod (Z.of_nat (y * t)) (Z.of_nat m) ltac:(lia)).
        rewrite Nat2Z.inj_sub by lia; rewrite !Nat2Z.inj_mul in *.
        set (q := (Z.of_nat x * Z.of_nat t / Z.of_nat m)%Z) in *.
        set (q' := (Z.of_nat y * Z.of_nat t / Z.of_nat m)%Z) in *; lia. }
      destruct (prime_mult _ pm _ _ d) as [h | h]; apply Z.divide_pos_le in h; lia. }
    intros x y hx hy e; destruct (Nat.lt_trichotomy x y) as [l | [l | l]]; [exfalso | easy | exfalso].
    * exact (inj x y l hy e).
    * exact (inj y x l hx (eq_sym e)).
Qed.

Lemma weight_turns m a z k : (1 <= m)%nat ->
  weight a (corner m (z + Z.of_nat m * k)) = weight a (corner m z).
Proof.
intros h; unfold weight, corner; rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ.
replace (2 * PI * (IZR z + INR m * IZR k) / INR m) with (2 * PI * IZR z / INR m + 2 * PI * IZR k)
  by (field; apply not_0_INR; lia).
now rewrite cos_turns.
Qed.

Lemma mean_multiples m t a : prime (Z.of_nat m) -> (1 <= t < m)%nat ->
  sum (fun k => weight a (INR t * (2 * PI * INR k / INR m))) m = INR m * mean m (weight a).
Proof.
intros pm ht; assert (m0 : INR m <> 0) by (apply not_0_INR; lia).
unfold mean; replace (INR m * (_ / INR m)) with (sum (fun l => weight a (2 * PI * INR l / INR m)) m) by (field; easy).
rewrite (sum_ext _ (fun k => weight a (corner m (Z.of_nat (k * t))))).
- rewrite (sum_corners m t (fun z => weight a (corner m z))) by (easy || (intros; apply weight_turns; lia)).
  apply sum_ext; intros k _; unfold corner; now rewrite <- INR_IZR_INZ.
- intros k _; unfold corner; rewrite <- INR_IZR_INZ, mult_INR; f_equal; field; easy.
Qed.

Lemma some_below f m c : (1 <= m)%nat -> sum f m <= INR m * c -> exists k, within m k /\ f k <= c.
Proof.
intros h1 h; assert (d : (exists k, within m k /\ f k <= c) \/ INR m * c < sum f m \/ m = 0%nat).
{ clear h1 h; unfold within; induction m as [|m IH]; [now right; right | ].
  destruct (Rle_lt_dec (f (S m)) c) as [le | lt]; [left; exists (S m); split; [lia | easy] | ].
  destruct IH as [(k & hk & le) | [l | ->]].
  - left; exists k; split; [lia | easy].
  - right; left; rewrite S_INR; cbn [sum]; lra.
  - right; left; cbn; lra. }
destruct d as [d | [d | d]]; [easy | lra | lia].
Qed.

(* Multiples of 2 PI / m can be taken one by one so that a weighted sum is no more than its mean. *)
Lemma chosen m n (W a : nat -> R) P : prime (Z.of_nat m) -> (n < m)%nat -> (forall t, 0 <= W t) ->
  exists k : nat -> nat,
  sum (fun t => W t * product (fun p => weight (a p) (INR t * (2 * PI * INR (k p) / INR m))) P) n
  <= sum W n * product (fun p => mean m (weight (a p))) P.
Proof.
intros pm hn hW; assert (m1 := prime_ge_2 _ pm); assert (m0 : INR m <> 0) by (apply not_0_INR; lia).
induction P as [|P (k & IH)]; [exists (fun _ => 0%nat); cbn; right | ].
- rewrite Rmult_1_r; apply sum_ext; intros; ring.
- set (V := fun t => W t * product (fun p => weight (a p) (INR t * (2 * PI * INR (k p) / INR m))) P) in *.
  assert (V0 : forall t, 0 <= V t).
  { intros t; apply Rmult_le_pos; [easy | apply product_positive; intros; left; apply exp_pos]. }
  assert (mu : 0 <= mean m (weight (a (S P)))).
  { rewrite <- (mean_const m 0) by lia; apply mean_le; [lia | intros; left; apply exp_pos]. }
  destruct (some_below (fun l => sum (fun t => V t * weight (a (S P)) (INR t * (2 * PI * INR l / INR m))) n) m
    (sum V n * mean m (weight (a (S P))))) as (l & _ & le); [lia | | ].
  + rewrite sum_swap, (sum_ext _ (fun t => INR m * mean m (weight (a (S P))) * V t)); [rewrite sum_scale; right; ring | ].
    intros t ht; unfold within in ht; rewrite sum_scale, mean_multiples by (easy || lia); ring.
  + exists (fun p => if Nat.eqb p (S P) then l else k p); cbn [product]; rewrite Nat.eqb_refl.
    eapply Rle_trans; [right | eapply Rle_trans; [exact le | ]].
    * apply sum_ext; intros t _; unfold V; rewrite <- Rmult_assoc; f_equal; f_equal; apply product_ext.
      intros p hp; unfold within in hp; destruct (Nat.eqb_spec p (S P)) as [e | _]; [lia | easy].
    * rewrite <- Rmult_assoc; now apply Rmult_le_compat_r.
Qed.

Lemma sum_reverse f n : sum (fun j => f (S n - j)%nat) n = sum f n.
Proof.
assert (e : forall c, (forall j, within n j -> c j = f (S n - j)%nat) -> sum c n = sum f n).
{ revert f; induction n as [|n IH]; intros f c h; [easy | ].
  rewrite <- Nat.add_1_l at 1; rewrite sum_app; cbn [sum].
  rewrite (h 1%nat) by (unfold within; lia); replace (S (S n) - 1)%nat with (S n) by lia.
  rewrite (IH f (fun j => c (1 + j)%nat)); [ring | ].
  intros j hj; rewrite h by (unfold within in *; lia); f_equal; lia. }
now apply e.
Qed.

Lemma sum_prefix f m n : (forall t, 0 <= f t) -> (m <= n)%nat -> sum f m <= sum f n.
Proof.
intros h le; replace n with (m + (n - m))%nat by lia; rewrite sum_app.
enough (0 <= sum (fun c => f (m + c)%nat) (n - m)) by lra; apply sum_nonneg; intros; apply h.
Qed.

(* What a target at s sees: s - 1 keys before it, n - s after it. *)
Lemma seen n s F : within n s -> (forall t, 0 <= F t) ->
  sum (fun j => if Nat.eqb j s then 0 else F (if Nat.ltb j s then (s - j)%nat else (j - s)%nat)) n
  = sum F (s - 1) + sum F (n - s).
Proof.
unfold within; intros hs pos; replace n with (s + (n - s))%nat at 1 by lia.
rewrite sum_app, sum_last, Nat.eqb_refl by lia; rewrite Rplus_0_r; f_equal.
- rewrite <- (sum_reverse F); apply sum_ext; intros j hj; unfold within in hj.
  destruct (Nat.eqb_spec j s); [lia | ]; destruct (Nat.ltb_spec j s); [f_equal; lia | lia].
- apply sum_ext; intros j hj; unfold within in hj.
  destruct (Nat.eqb_spec (s + j) s); [lia | ]; destruct (Nat.ltb_spec (s + j) s); [lia | f_equal; lia].
Qed.

Theorem S_angles_above : Statements.free_angles.S_angles_above.
Proof.
intros n P m a pm hn h; assert (m1 := prime_ge_2 _ pm).
destruct (Nat.eq_dec n 0) as [-> | n0]; [exists (fun _ => 0%nat); intros s [? ?]; lia | ].
set (d := ((n - 1) / 2)%nat).
assert (half : (d <= n - 1)%nat /\ (n - 1 <= 2 * d + 1)%nat).
{ unfold d; assert (e := Nat.div_mod (n - 1) 2 ltac:(lia)); assert (r := Nat.mod_upper_bound (n - 1) 2 ltac:(lia)); lia. }
set (W := fun t => if Nat.leb t d then 2 else 1).
assert (W0 : forall t, 0 <= W t) by (intros t; unfold W; destruct (Nat.leb t d); lra).
destruct (chosen m (n - 1) W a P pm ltac:(lia) W0) as (k & le); exists k.
set (F := fun t : nat => product (fun p => weight (a p) (INR t * (2 * PI * INR (k p) / INR m))) P) in *.
assert (F0 : forall t, 0 <= F t) by (intros t; apply product_positive; intros; left; apply exp_pos).
assert (twice : forall G, sum (fun t => W t * G t) (n - 1) = sum G (n - 1) + sum G d).
{ intros G; replace (n - 1)%nat with (d + (n - 1 - d))%nat by lia; rewrite !sum_app.
  rewrite (sum_ext (fun t => W t * G t) (fun t => 2 * G t)).
  - rewrite (sum_ext (fun c => W (d + c)%nat * G (d + c)%nat) (fun c => G (d + c)%nat)); [rewrite sum_scale; ring | ].
    intros c hc; unfold within, W in *; rewrite (proj2 (Nat.leb_gt (d + c) d)) by lia; ring.
  - intros c hc; unfold within, W in *; rewrite (proj2 (Nat.leb_le c d)) by lia; ring. }
change (sum (fun t => W t * F t) (n - 1) <= sum W (n - 1) * product (fun p => mean m (weight (a p))) P) in le.
rewrite (twice F) in le.
assert (total : sum W (n - 1) = INR (n - 1 + d)).
{ rewrite (sum_ext _ (fun t => W t * 1)) by (intros; ring); rewrite twice, !sum_const, plus_INR; ring. }
rewrite total in le; fold d in h.
assert (most : sum F (n - 1) + sum F d <= 1) by lra.
intros s hs; set (L := planes _ _ _ _).
assert (each : forall j, exp (L s j - L s s) = F (if Nat.ltb j s then (s - j)%nat else (j - s)%nat)).
{ intros j; unfold L, planes, F; rewrite weight_product, <- sum_minus; f_equal.
  transitivity (-1 * sum (fun p => a p * (1 - cos (INR (if Nat.ltb j s then (s - j)%nat else (j - s)%nat)
    * (2 * PI * INR (k p) / INR m)))) P); [ | ring].
  rewrite <- sum_scale; apply sum_ext; intros p _.
  replace ((INR s - INR s) * (2 * PI * INR (k p) / INR m) + 0) with 0 by ring; rewrite cos_0.
  destruct (Nat.ltb_spec j s).
  - rewrite minus_INR by lia.
    replace ((INR j - INR s) * (2 * PI * INR (k p) / INR m) + 0)
      with (- ((INR s - INR j) * (2 * PI * INR (k p) / INR m))) by ring; rewrite cos_neg; ring.
  - rewrite minus_INR by lia; rewrite Rplus_0_r; ring. }
rewrite (sum_split _ n s hs); replace (L s s - L s s) with 0 by ring; rewrite exp_0.
rewrite (sum_ext _ (fun j => if Nat.eqb j s then 0 else F (if Nat.ltb j s then (s - j)%nat else (j - s)%nat))).
- rewrite seen by easy; unfold within in hs.
  destruct (Nat.le_gt_cases (s - 1) d) as [c | c].
  + assert (sum F (s - 1) <= sum F d) by now apply sum_prefix.
    assert (sum F (n - s) <= sum F (n - 1)) by (apply sum_prefix; [easy | lia]); lra.
  + assert (sum F (s - 1) <= sum F (n - 1)) by (apply sum_prefix; [easy | lia]).
    assert (sum F (n - s) <= sum F d) by (apply sum_prefix; [easy | lia]); lra.
- intros j _; unfold others; now rewrite each.
Qed.

(* The mean over the circle. *)
Lemma mean_above_still m K a : (1 <= m)%nat -> (1 <= K)%nat -> 0 <= a -> 2 * a <= INR K ->
  still (terms K a) <= mean m (weight a).
Proof.
intros h1 hK ha le; apply Rle_trans with (mean m (eval (terms K a))).
- assert (pos := terms_positive K a hK ha le); induction pos as [|[w d] l hw pos IH].
  + change (still nil) with 0; right; unfold mean; rewrite (sum_ext _ (fun _ => 0)) by reflexivity.
    rewrite sum_const; unfold Rdiv; ring.
  + change (still ((w, d) :: l)) with ((if Nat.eqb d 0 then w else 0) + still l).
    change (mean m (eval ((w, d) :: l))) with (mean m (fun x => w * cos (INR d * x) + eval l x)).
    rewrite mean_plus; apply Rplus_le_compat; [ | exact IH]; cbn in hw.
    rewrite mean_scale; destruct (Nat.eqb_spec d 0) as [-> | ne].
    * enough (e : mean m (fun x => cos (INR 0 * x)) = 1) by (rewrite e; lra).
      transitivity (mean m (fun _ => 1)); [ | now apply mean_const].
      unfold mean; f_equal; apply sum_ext; intros j _; cbn; now rewrite Rmult_0_l, cos_0.
    * apply Rmult_le_pos; [easy | ]; unfold mean, Rdiv; apply Rmult_le_pos;
        [ | left; apply Rinv_0_lt_compat, lt_0_INR; lia].
      rewrite (sum_ext _ (fun j => cos (2 * PI * INR j / INR m * IZR (Z.of_nat d))))
        by (intros j _; f_equal; rewrite <- INR_IZR_INZ; unfold Rdiv; ring).
      destruct (Zdivide_dec (Z.of_nat m) (Z.of_nat d)) as [[k e] | no].
      -- rewrite (sum_ext _ (fun _ => 1)); [rewrite sum_const, Rmult_1_r; apply pos_INR | ].
         intros j _; rewrite <- cos_0, <- (cos_turns 0 (Z.of_nat j * k)); f_equal.
         rewrite e, !mult_IZR, <- !INR_IZR_INZ; field; apply not_0_INR; lia.
      -- rewrite polygon by easy; lra.
- apply mean_le; [easy | intros x; now apply terms_below].
Qed.

Lemma mean_near m K a : (1 <= m)%nat -> (1 <= K)%nat -> 0 <= a -> 2 * a <= INR K ->
  mean (S K) (weight a) - 4 * (a * a) / INR K <= mean m (weight a).
Proof.
intros h1 hK ha le; eapply Rle_trans; [ | now apply (mean_above_still m K a)].
apply terms_mean; auto; lra.
Qed.

(* Far enough out the error is small. *)
Lemma far_enough a e : 0 <= a -> 0 < e ->
  exists N, (1 <= N)%nat /\ forall K, (N <= K)%nat -> 2 * a <= INR K /\ 4 * (a * a) / INR K < e.
Proof.
intros ha he; destruct (beyond (1 + 2 * a + 4 * (a * a) / e)) as [N hN].
assert (q : 0 <= 4 * (a * a) / e) by (apply Rmult_le_pos; [nra | left; now apply Rinv_0_lt_compat]).
exists N; split; [apply INR_le; cbn; lra | intros K hK; apply le_INR in hK; split; [lra | ]].
apply Rmult_lt_reg_r with (INR K); [lra | ]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
apply Rmult_lt_reg_r with (/ e); [now apply Rinv_0_lt_compat | ].
replace (e * INR K * / e) with (INR K) by (field; lra); unfold Rdiv in hN, q; lra.
Qed.

Lemma circle_below a c m : 0 <= a -> (1 <= m)%nat -> circle_mean (weight a) c -> c <= mean m (weight a).
Proof.
intros ha hm hc; apply Rnot_lt_le; intros lt; set (e := (c - mean m (weight a)) / 2).
assert (e0 : 0 < e) by (unfold e; lra).
destruct (far_enough a e ha e0) as (N & N1 & far); destruct (hc e e0) as [N' near].
set (K := Nat.max N N'); destruct (far K ltac:(lia)) as [le small].
specialize (near K ltac:(lia)); unfold R_dist in near; apply Rabs_def2 in near.
assert (low := mean_near m K a hm ltac:(lia) ha le); unfold e in *; lra.
Qed.

Theorem S_angles_circle : Statements.free_angles.S_angles_circle.
Proof.
intros a ha; destruct (R_complete (fun m => mean (S m) (weight a))) as [c hc].
- intros e he; destruct (far_enough a e ha he) as (N & N1 & far); exists N; intros n m hn hm.
  assert (one : forall i j, (i >= N)%nat -> (j >= N)%nat -> mean (S i) (weight a) - mean (S j) (weight a) < e).
  { intros i j hi hj; destruct (far i hi) as [le small].
    assert (low := mean_near (S j) i a ltac:(lia) ltac:(lia) ha le); lra. }
  unfold R_dist; apply Rabs_def1; [now apply one | ].
  assert (o := one m n hm hn); lra.
- exists c; split; [exact hc | split; [ | now intros m hm; apply circle_below]].
  apply Rlt_le_trans with (exp (- (2 * a))); [apply exp_pos | ].
  apply Rnot_lt_le; intros lt; destruct (hc (exp (- (2 * a)) - c) ltac:(lra)) as [N near].
  specialize (near N (le_n N)); unfold R_dist in near; apply Rabs_def2 in near.
  assert (low : exp (- (2 * a)) <= mean (S N) (weight a)); [ | lra].
  rewrite <- (mean_const (S N) (exp (- (2 * a)))) by lia; apply mean_le; [lia | intros x].
  unfold weight; apply exp_most; destruct (COS_bound x) as [z _]; nra.
Qed.

(* There is no last prime. *)
Lemma some_prime z : (2 <= z)%Z -> exists p, prime p /\ (p | z)%Z.
Proof.
intros h; assert (z0 : (0 <= z)%Z) by lia; revert h; apply (Z_lt_induction (fun z => 2 <= z -> exists p, prime p /\ (p | z))%Z); [ | exact z0].
intros x IH hx; destruct (prime_dec x) as [px | no]; [exists x; split; [easy | apply Z.divide_refl] | ].
destruct (not_prime_divide x ltac:(lia) no) as (y & hy & d).
destruct (IH y ltac:(lia) ltac:(lia)) as (p & pp & pd); exists p; split; [easy | ].
now apply Z.divide_trans with y.
Qed.

Lemma larger_prime N : exists m : nat, (N <= m)%nat /\ prime (Z.of_nat m).
Proof.
destruct (some_prime (Z.of_nat (fact N) + 1)) as (p & pp & d); [assert (f := lt_O_fact N); lia | ].
assert (p2 := prime_ge_2 p pp); exists (Z.to_nat p); rewrite Z2Nat.id by lia; split; [ | easy].
destruct (Nat.le_gt_cases N (Z.to_nat p)) as [le | lt]; [easy | exfalso].
assert (div : (p | Z.of_nat (fact N))%Z).
{ clear d; assert (lt' : (Z.to_nat p <= N)%nat) by lia; clear lt; induction N as [|N IH]; [lia | ].
  change (fact (S N)) with (S N * fact N)%nat; rewrite Nat2Z.inj_mul.
  destruct (Nat.eq_dec (Z.to_nat p) (S N)) as [e | ne].
  - apply Z.divide_mul_l; rewrite <- e, Z2Nat.id by lia; apply Z.divide_refl.
  - apply Z.divide_mul_r, IH; lia. }
assert (one : (p | 1)%Z) by (replace 1%Z with (Z.of_nat (fact N) + 1 - Z.of_nat (fact N))%Z by lia;
  now apply Z.divide_sub_r).
apply Z.divide_pos_le in one; lia.
Qed.

Lemma product_power c P : product (fun _ => c) P = c ^ P.
Proof. induction P as [|P IH]; cbn; [easy | rewrite IH; ring]. Qed.

Lemma same_limit c : Un_cv (fun _ => c) c.
Proof. intros e he; exists 0%nat; intros; unfold R_dist; rewrite Rminus_diag_eq, Rabs_R0; easy. Qed.

Lemma power_limit u l P : Un_cv u l -> Un_cv (fun m => u m ^ P) (l ^ P).
Proof.
intros h; induction P as [|P IH]; cbn [pow]; [apply same_limit | now apply (CV_mult u)].
Qed.

Theorem S_angles_order : Statements.free_angles.S_angles_order.
Proof.
intros n P total c n1 P1 t0 hc; set (b := total / INR P) in *.
assert (P0 : 0 < INR P) by (apply lt_0_INR; lia).
assert (n0 : 0 < INR n) by (apply lt_0_INR; lia).
assert (b0 : 0 <= b) by (apply Rmult_le_pos; [easy | left; now apply Rinv_0_lt_compat]).
assert (c0 : 0 < c).
{ destruct (S_angles_circle b b0) as (c' & hc' & pos & _); now rewrite (UL_sequence _ _ _ hc hc'). }
assert (ln_power : ln (c ^ P) = INR P * ln c) by now rewrite ln_pow.
assert (cP : 0 < c ^ P) by now apply pow_lt.
split.
- intros a theta phi ha ht hs; assert (le : INR n * c ^ P <= 2).
  { apply (S_angles_total n P a theta phi c n1 P1 ha); [ | exact hs].
    intros m hm; rewrite ht; split; [lra | now apply circle_below]. }
  enough (ln (INR n / 2) <= - ln (c ^ P)) by (rewrite ln_power in *; lra).
  rewrite <- ln_Rinv by easy.
  assert (half : INR n / 2 <= / c ^ P).
  { apply Rmult_le_reg_r with (2 * c ^ P); [lra | ].
    replace (INR n / 2 * (2 * c ^ P)) with (INR n * c ^ P) by field.
    replace (/ c ^ P * (2 * c ^ P)) with 2 by (field; lra); easy. }
  destruct half as [lt | e]; [left; apply ln_increasing; lra | right; now rewrite e].
- intros enough_.
  assert (le : 3 * INR n / 2 * c ^ P <= 1).
  { apply Rmult_le_reg_r with (/ c ^ P); [now apply Rinv_0_lt_compat | ].
    rewrite Rmult_assoc, Rinv_r, Rmult_1_r, Rmult_1_l by lra; apply Rnot_lt_le; intros lt.
    apply ln_increasing in lt; [ | now apply Rinv_0_lt_compat]; rewrite ln_Rinv in lt by easy; lra. }
  set (keys := INR (n - 1 + (n - 1) / 2)).
  assert (few : keys <= 3 * INR n / 2 - 3 / 2).
  { unfold keys; rewrite plus_INR; assert (d := Nat.div_mod (n - 1) 2 ltac:(lia)).
    assert (h : (2 * ((n - 1) / 2) <= n - 1)%nat) by lia; apply le_INR in h; rewrite mult_INR in h.
    rewrite minus_INR in * by easy; cbn in h; cbn; lra. }
  assert (k0 : 0 <= keys) by apply pos_INR.
  assert (strict : keys * c ^ P < 1) by nra.
  assert (close : Un_cv (fun m => keys * mean (S m) (weight b) ^ P) (keys * c ^ P)).
  { apply (CV_mult (fun _ => keys)); [apply same_limit | now apply power_limit]. }
  destruct (close (1 - keys * c ^ P) ltac:(lra)) as [N near].
  destruct (larger_prime (S N + n)) as (m & hm & pm).
  specialize (near (m - 1)%nat ltac:(lia)); replace (S (m - 1)) with m in near by lia.
  unfold R_dist in near; apply Rabs_def2 in near.
  destruct (S_angles_above n P m (fun _ => b) pm ltac:(lia)) as (k & serve).
  + fold keys; rewrite product_power; lra.
  + now exists (fun p => 2 * PI * INR (k p) / INR m).
Qed.
