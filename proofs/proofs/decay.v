From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention aliases decay.
From Proofs Require Import angles sums_of_reals aliases.
Local Open Scope R_scope.

Lemma dot_self x : 0 <= dot x x.
Proof. unfold dot; destruct x as [a b]; cbn; assert (p := Rle_0_sqr a); assert (q := Rle_0_sqr b); unfold Rsqr in *; lra. Qed.

Lemma size_pos x : 0 <= size x. Proof. apply sqrt_pos. Qed.
Lemma size_square x : size x * size x = dot x x. Proof. apply sqrt_sqrt, dot_self. Qed.

Lemma size_least x r : 0 <= r -> dot x x <= r * r -> size x <= r.
Proof.
intros hr h; unfold size; rewrite <- (sqrt_Rsqr r hr); apply sqrt_le_1_alt; exact h.
Qed.

Definition plus (x y : plane) : plane := (fst x + fst y, snd x + snd y).

Lemma dot_size x y : dot x y <= size x * size y.
Proof.
assert (a := size_pos x); assert (b := size_pos y); apply Rnot_lt_le; intros lt.
assert (c : dot x y * dot x y <= (size x * size y) * (size x * size y)).
{ replace ((size x * size y) * (size x * size y)) with ((size x * size x) * (size y * size y)) by ring.
  rewrite !size_square; unfold dot; destruct x as [p q], y as [u v]; cbn.
  assert (z := Rle_0_sqr (p * v - q * u)); unfold Rsqr in z; lra. }
assert (0 <= size x * size y) by now apply Rmult_le_pos.
nra.
Qed.

Lemma size_plus x y : size (plus x y) <= size x + size y.
Proof.
assert (a := size_pos x); assert (b := size_pos y); apply size_least; [lra | ].
assert (c := dot_size x y); assert (p := size_square x); assert (q := size_square y).
replace (dot (plus x y) (plus x y)) with (dot x x + 2 * dot x y + dot y y)
  by (unfold dot, plus; destruct x, y; cbn; ring); lra.
Qed.

Lemma size_times x y : size (times x y) = size x * size y.
Proof.
unfold size; rewrite <- sqrt_mult by apply dot_self; f_equal; unfold dot, times; destruct x, y; cbn; ring.
Qed.

Lemma size_minus x y : size (minus x y) = size (minus y x).
Proof. unfold size; f_equal; unfold dot, minus; destruct x, y; cbn; ring. Qed.

Lemma size_zero : size (0, 0) = 0.
Proof. unfold size, dot; cbn; replace (0 * 0 + 0 * 0) with 0 by ring; apply sqrt_0. Qed.

Lemma total_next f n : total f (S n) = plus (total f n) (f (S n)).
Proof. reflexivity. Qed.

Lemma plane_eq (x y : plane) : fst x = fst y -> snd x = snd y -> x = y.
Proof. destruct x, y; cbn; now intros -> ->. Qed.

(* Summation by parts. *)
Lemma by_parts h z P : total (fun j => times (h j) (z j)) P
  = plus (total (fun j => times (minus (h j) (h (S j))) (total z j)) P) (times (h (S P)) (total z P)).
Proof.
induction P as [|P IH]; [apply plane_eq; cbn; ring | ].
rewrite !total_next, IH; apply plane_eq; unfold plus, times, minus, total; cbn [fst snd sum]; ring.
Qed.

Lemma size_total f g n : (forall j, within n j -> size (f j) <= g j) -> size (total f n) <= sum g n.
Proof.
induction n as [|n IH]; intros h; [cbn; change (total f 0) with (0, 0); rewrite size_zero; lra | ].
rewrite total_next; cbn [sum]; eapply Rle_trans; [apply size_plus | ].
apply Rplus_le_compat; [apply IH; intros; apply h | apply h]; unfold within in *; lia.
Qed.

Theorem RF_decay_bound_fix : Statements.decay.RF_decay_bound_fix.
Proof.
intros P m theta h D h0 hD; rewrite by_parts, h0.
replace (plus _ _) with (total (fun j => times (minus (h j) (h (S j))) (total (turned theta m) j)) P)
  by (apply plane_eq; unfold plus, times; cbn; ring).
rewrite <- sum_scale; apply size_total; intros j hj; rewrite size_times.
apply Rmult_le_compat_r; [apply size_pos | rewrite size_minus; now apply hD].
Qed.

Lemma sum_numbers n : sum INR n = INR n * (INR n + 1) / 2.
Proof. induction n as [|n IH]; [cbn; field | cbn [sum]; rewrite IH, S_INR; field]. Qed.

Theorem RF_decay_bound_fix_start : Statements.decay.RF_decay_bound_fix_start.
Proof.
intros P theta hP; rewrite (sum_ext _ INR).
- rewrite sum_numbers; field; apply not_0_INR; lia.
- intros j _; unfold partial, total, turned; cbn [fst snd]; change (INR 0) with 0.
  rewrite (sum_ext _ (fun _ => 1)) by (intros; rewrite Rmult_0_l; apply cos_0).
  rewrite (sum_ext (fun j => sin (0 * theta j)) (fun _ => 0)) by (intros; rewrite Rmult_0_l; apply sin_0).
  rewrite !sum_const; unfold size, dot; cbn [fst snd].
  replace (INR j * 1 * (INR j * 1) + INR j * 0 * (INR j * 0)) with (Rsqr (INR j)) by (unfold Rsqr; ring).
  apply sqrt_Rsqr, pos_INR.
Qed.

(* The real part is no more than the size. *)
Lemma real_part x : fst x <= size x.
Proof.
assert (c := dot_size x (1, 0)); unfold dot in c at 1; cbn in c.
assert (e : size (1, 0) = 1) by (unfold size, dot; cbn; replace (1 * 1 + 0 * 0) with 1 by ring; apply sqrt_1).
rewrite e in c; lra.
Qed.

Lemma cosine_near x e : near_turn x e -> 1 - (2 * PI * e) <= cos x.
Proof.
intros [k hk]; assert (e' : cos x = cos (x - 2 * PI * IZR k)) by (rewrite <- (cos_turns (x - _) k); f_equal; ring).
rewrite e'.
set (y := x - 2 * PI * IZR k) in *; rewrite <- (cos_abs y).
assert (p := Rabs_pos y); set (z := Rabs y) in *; clearbody z.
destruct (Rle_lt_dec z 0) as [le | lt]; [replace z with 0 by lra; rewrite cos_0; lra | ].
destruct (MVT_cor2 cos (fun y => - sin y) 0 z lt (fun y _ => derivable_pt_lim_cos y)) as (w & ew & _).
rewrite cos_0 in ew; assert (s := SIN_bound w); nra.
Qed.

Theorem RF_decay_bound_fix_returns : Statements.decay.RF_decay_bound_fix_returns.
Proof.
intros P least theta eps hP he; pose proof pi_pos as pi; set (T := S least).
assert (t0 : 0 < INR T) by (apply lt_0_INR; unfold T; lia).
assert (P1 : 1 <= INR P) by (apply le_INR in hP; easy).
set (c := 2 * PI * INR T * (INR P + 1) / (2 * eps)).
assert (c0 : 0 < c) by (unfold c; apply Rdiv_lt_0_compat; [ | lra]; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat | ]; lra).
set (N := S (Z.to_nat (up c))).
assert (big : c < INR N).
{ destruct (archimed c) as [lo _]; unfold N; rewrite S_INR, INR_IZR_INZ, Z2Nat.id; [lra | ].
  apply le_IZR; lra. }
destruct (returns_later P T N theta ltac:(unfold T; lia) ltac:(unfold N; lia)) as (m & hm & near).
exists m; split; [unfold T in hm; lia | ].
set (d := 2 * PI * (INR T / INR N)).
assert (n0 : 0 < INR N) by lra.
assert (each : forall j, within P j -> INR j * (1 - d) <= size (partial theta m j)).
{ intros j hj; eapply Rle_trans; [ | apply real_part]; unfold partial, total, turned; cbn [fst snd].
  rewrite <- sum_const; apply sum_le; intros i hi; apply cosine_near, near; unfold within in *; lia. }
assert (all : (1 - d) * (INR P * (INR P + 1) / 2) <= sum (fun j => size (partial theta m j)) P).
{ rewrite <- sum_numbers, <- sum_scale; apply sum_le; intros j hj; rewrite Rmult_comm; now apply each. }
assert (small : d * ((INR P + 1) / 2) < eps).
{ unfold d; apply Rmult_lt_reg_r with (INR N); [easy | ].
  replace (2 * PI * (INR T / INR N) * ((INR P + 1) / 2) * INR N) with (eps * c) by (unfold c; field; lra).
  apply Rmult_lt_compat_l; lra. }
apply Rlt_le_trans with ((1 - d) * ((INR P + 1) / 2)); [lra | ].
apply Rmult_le_reg_r with (INR P); [lra | ].
set (S := sum _ P) in *; replace (S / INR P * INR P) with S by (field; lra); lra.
Qed.
