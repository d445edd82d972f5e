(* PI is irrational: Hermite's integrals, by their recursion and their derivatives. *)
From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import discrepancy.
Local Open Scope R_scope.

Fixpoint hermite (n : nat) (x : R) : R :=
  match n with
  | O => sin x
  | S n' => match n' with
            | O => sin x - x * cos x
            | S n'' => (2 * INR n' + 1) * hermite n' x - x ^ 2 * hermite n'' x
            end
  end.

Lemma hermite_next n x : hermite (S (S n)) x
  = (2 * INR (S n) + 1) * hermite (S n) x - x ^ 2 * hermite n x.
Proof. reflexivity. Qed.

Lemma hermite_zero n : hermite n 0 = 0.
Proof.
enough (hermite n 0 = 0 /\ hermite (S n) 0 = 0) by easy.
induction n as [|n [h h']]; [cbn; rewrite sin_0; split; ring | ].
split; [easy | rewrite hermite_next, h, h'; ring].
Qed.

Lemma derivative f x d d' : derivable_pt_lim f x d -> d = d' -> derivable_pt_lim f x d'.
Proof. now intros h <-. Qed.

Lemma hermite_derivative n x : derivable_pt_lim (hermite (S n)) x (x * hermite n x).
Proof.
enough (derivable_pt_lim (hermite (S n)) x (x * hermite n x)
  /\ derivable_pt_lim (hermite (S (S n))) x (x * hermite (S n) x)) by easy.
induction n as [|n [h h']].
- assert (one : derivable_pt_lim (hermite 1) x (x * hermite 0 x)).
  { apply (derivative _ x (cos x - (1 * cos x + x * - sin x))); [ | cbn; ring].
    apply (derivable_pt_lim_minus sin (fun y => y * cos y)); [apply derivable_pt_lim_sin | ].
    apply (derivable_pt_lim_mult id cos); [apply derivable_pt_lim_id | apply derivable_pt_lim_cos]. }
  split; [exact one | ].
  apply (derivative _ x ((2 * INR 1 + 1) * (x * hermite 0 x)
    - (INR 2 * x ^ 1 * sin x + x ^ 2 * cos x))); [ | cbn; ring].
  apply (derivable_pt_lim_minus (fun y => (2 * INR 1 + 1) * hermite 1 y) (fun y => y ^ 2 * sin y)).
  + now apply (derivable_pt_lim_scal (hermite 1)).
  + apply (derivable_pt_lim_mult (fun y => y ^ 2) sin); [ | apply derivable_pt_lim_sin].
    apply (derivable_pt_lim_pow x 2).
- split; [easy | ].
  apply (derivative _ x ((2 * INR (S (S n)) + 1) * (x * hermite (S n) x)
    - (INR 2 * x ^ 1 * hermite (S n) x + x ^ 2 * (x * hermite n x)))).
  + apply (derivable_pt_lim_minus (fun y => (2 * INR (S (S n)) + 1) * hermite (S (S n)) y)
      (fun y => y ^ 2 * hermite (S n) y)).
    * now apply (derivable_pt_lim_scal (hermite (S (S n)))).
    * apply (derivable_pt_lim_mult (fun y => y ^ 2) (hermite (S n))); [ | exact h].
      apply (derivable_pt_lim_pow x 2).
  + rewrite hermite_next, (S_INR (S n)); cbn [INR]; ring.
Qed.

Lemma hermite_positive n x : 0 < x < PI -> 0 < hermite n x.
Proof.
revert x; induction n as [|n IH]; intros x hx; [now apply sin_gt_0 | ].
destruct (MVT_cor2 (hermite (S n)) (fun y => y * hermite n y) 0 x) as (c & e & hc); [easy | | ].
- intros y _; apply hermite_derivative.
- rewrite hermite_zero, !Rminus_0_r in e; rewrite e.
  apply Rmult_lt_0_compat; [ | easy]; apply Rmult_lt_0_compat; [easy | apply IH; lra].
Qed.

Lemma hermite_bound n x : 0 <= x < PI -> hermite n x <= / INR (fact n) * x ^ (2 * n + 1).
Proof.
revert x; induction n as [|n IH]; intros x hx.
- cbn; rewrite Rinv_1, Rmult_1_l, Rmult_1_r; destruct hx as [[pos | <-] _].
  + left; now apply sin_lt_x.
  + rewrite sin_0; lra.
- set (f := fun y => / INR (fact (S n)) * y ^ (2 * S n + 1)).
  set (g := fun y => f y - hermite (S n) y).
  enough (0 <= g x) by (unfold g, f in *; lra).
  assert (g0 : g 0 = 0) by (unfold g, f; rewrite hermite_zero, pow_i by lia; ring).
  destruct hx as [[pos | <-] below]; [ | lra].
  destruct (MVT_cor2 g (fun y => / INR (fact (S n)) * (INR (2 * S n + 1) * y ^ pred (2 * S n + 1))
    - y * hermite n y) 0 x) as (c & e & hc); [easy | | ].
  + intros y _; apply (derivable_pt_lim_minus f (hermite (S n))); [ | apply hermite_derivative].
    apply (derivable_pt_lim_scal (fun z => z ^ (2 * S n + 1))), derivable_pt_lim_pow.
  + rewrite g0, !Rminus_0_r in e; rewrite e; apply Rmult_le_pos; [ | lra].
    specialize (IH c ltac:(lra)); apply (Rmult_le_compat_l c) in IH; [ | lra].
    replace (pred (2 * S n + 1)) with (S (2 * n + 1)) by lia.
    pose proof (lt_0_INR _ (lt_O_fact n)) as pf; pose proof (pos_INR n).
    rewrite fact_simpl, mult_INR, S_INR, Rinv_mult.
    assert (pc : 0 <= c ^ (2 * n + 1)) by (apply pow_le; lra).
    assert (pi' : 0 < / INR (fact n)) by now apply Rinv_0_lt_compat.
    assert (more : 1 <= / (INR n + 1) * INR (2 * S n + 1)).
    { apply Rmult_le_reg_l with (INR n + 1); [lra | ].
      rewrite <- Rmult_assoc, Rinv_r, plus_INR, mult_INR, (S_INR n) by lra; cbn [INR]; lra. }
    cbn [pow]; set (u := / INR (fact n) * c ^ (2 * n + 1)) in *.
    replace (/ (INR n + 1) * / INR (fact n) * (INR (2 * S n + 1) * (c * c ^ (2 * n + 1))))
      with (/ (INR n + 1) * INR (2 * S n + 1) * (c * u)) by (unfold u; ring).
    assert (0 <= c * u) by (unfold u; apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
    nra.
Qed.

Lemma hermite_integer (p q : Z) : (0 < q)%Z -> IZR q * (PI / 2) ^ 2 = IZR p ->
  forall n, exists z : Z, IZR q ^ n * hermite n (PI / 2) = IZR z.
Proof.
intros hq e n.
enough (exists z z' : Z, IZR q ^ n * hermite n (PI / 2) = IZR z
  /\ IZR q ^ S n * hermite (S n) (PI / 2) = IZR z') as (z & _ & ez & _) by now exists z.
induction n as [|n (z & z' & ez & ez')].
- exists 1%Z, q; cbn; rewrite sin_PI2, cos_PI2; split; ring.
- exists z', ((2 * Z.of_nat (S n) + 1) * q * z' - p * q * z)%Z; split; [easy | ].
  rewrite hermite_next, minus_IZR, !mult_IZR, plus_IZR, mult_IZR, <- INR_IZR_INZ, <- ez, <- ez', <- e.
  cbn [pow]; ring.
Qed.

Lemma square_irrational (p q : Z) : (0 < q)%Z -> IZR q * (PI / 2) ^ 2 <> IZR p.
Proof.
intros hq e; pose proof PI_RGT_0; pose proof PI_4.
destruct (cv_speed_pow_fact (IZR q * (PI / 2) ^ 2) (1 / 2) ltac:(lra)) as [n small].
specialize (small n (Nat.le_refl n)); unfold R_dist in small; rewrite Rminus_0_r in small.
destruct (hermite_integer p q hq e n) as [z ez].
assert (qp : 0 < IZR q ^ n) by (apply pow_lt, IZR_lt; easy).
assert (hp := hermite_positive n (PI / 2) ltac:(lra)).
assert (hb := hermite_bound n (PI / 2) ltac:(lra)).
assert (one : 1 <= IZR z).
{ apply IZR_le; enough (0 < z)%Z by lia; apply lt_IZR; rewrite <- ez; nra. }
rewrite <- ez in one; apply (Rmult_le_compat_l (IZR q ^ n)) in hb; [ | lra].
rewrite pow_add, pow_mult in hb; rewrite Rpow_mult_distr in small.
apply Rabs_def2 in small; unfold Rdiv at 1 in small.
set (u := (PI / 2) ^ 1) in *; assert (eu : u = PI / 2) by (unfold u; ring).
replace (IZR q ^ n * (/ INR (fact n) * (((PI / 2) ^ 2) ^ n * u)))
  with (IZR q ^ n * ((PI / 2) ^ 2) ^ n * / INR (fact n) * u) in hb by ring.
rewrite eu in hb; nra.
Qed.

Lemma irrational_pi : ~ rational PI.
Proof.
intros (p & q & hq & e); apply (square_irrational (p * p) (4 * (q * q))); [nia | ].
apply not_0_IZR in hq; rewrite e, !mult_IZR; field; easy.
Qed.
