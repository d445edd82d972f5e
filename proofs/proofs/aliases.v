From Coq Require Import Reals ZArith Lia Lra.
From Statements Require Import attention aliases.
From Proofs Require Import angles sums_of_reals.
Local Open Scope R_scope.

(* M + 1 pigeons in M holes. *)
Lemma sought (f : nat -> nat) v M : {i | (i <= M)%nat /\ f i = v} + {forall i, (i <= M)%nat -> f i <> v}.
Proof.
induction M as [|M [[i [h e]] | no]].
- destruct (Nat.eq_dec (f 0%nat) v) as [e | ne]; [left; now exists 0%nat | right].
  intros i h; now replace i with 0%nat by lia.
- left; exists i; split; [lia | easy].
- destruct (Nat.eq_dec (f (S M)) v) as [e | ne]; [left; now exists (S M) | right].
  intros i h; destruct (Nat.eq_dec i (S M)) as [-> | n]; [easy | apply no; lia].
Qed.

Lemma pigeons M : forall f : nat -> nat, (forall j, (j <= M)%nat -> (f j < M)%nat) ->
  exists i j, (i < j <= M)%nat /\ f i = f j.
Proof.
induction M as [|M IH]; intros f h; [specialize (h 0%nat ltac:(lia)); lia | ].
destruct (sought f (f (S M)) M) as [[i [hi e]] | no].
{ exists i, (S M); split; [lia | easy]. }
assert (low := fun j hj => h j (Nat.le_trans j M (S M) hj (Nat.le_succ_diag_r M))).
assert (top := h (S M) (Nat.le_refl _)).
destruct (IH (fun j => if Nat.eqb (f j) M then f (S M) else f j)) as (i & j & hij & e).
- intros j hj; destruct (Nat.eqb_spec (f j) M) as [e | ne].
  + specialize (no j hj); lia.
  + specialize (low j hj); lia.
- exists i, j; split; [lia | ].
  assert (ni := no i ltac:(lia)); assert (nj := no j ltac:(lia)).
  destruct (Nat.eqb_spec (f i) M), (Nat.eqb_spec (f j) M); lia.
Qed.

(* The cell of each frequency at lag j, and one number for the cells of all. *)
Definition cell (N : nat) (x : R) : nat := Z.to_nat (Int_part (INR N * x) mod Z.of_nat N).
Fixpoint code (N : nat) (x : nat -> R) (P : nat) (j : nat) : nat :=
  match P with O => O | S P => code N x P j * N + cell N (INR j * x (S P)) end.

Lemma cell_below N x : (1 <= N)%nat -> (cell N x < N)%nat.
Proof.
intros h; unfold cell; assert (m := Z.mod_pos_bound (Int_part (INR N * x)) (Z.of_nat N) ltac:(lia)); lia.
Qed.

Lemma code_below N x P j : (1 <= N)%nat -> (code N x P j < N ^ P)%nat.
Proof.
intros h; induction P as [|P IH]; cbn [code Nat.pow]; [lia | ].
assert (c := cell_below N (INR j * x (S P)) h); nia.
Qed.

Lemma code_cells N x P i j p : (1 <= N)%nat -> code N x P i = code N x P j -> within P p ->
  cell N (INR i * x p) = cell N (INR j * x p).
Proof.
intros h; induction P as [|P IH]; unfold within; cbn [code]; intros e hp; [lia | ].
assert (ci := cell_below N (INR i * x (S P)) h); assert (cj := cell_below N (INR j * x (S P)) h).
assert (code N x P i = code N x P j /\ cell N (INR i * x (S P)) = cell N (INR j * x (S P))) as [a b]
  by (apply (Nat.div_mod_unique N); lia).
destruct (Nat.eq_dec p (S P)) as [-> | ne]; [easy | apply IH; [easy | unfold within; lia]].
Qed.

Lemma cells_near N x y : (1 <= N)%nat -> cell N x = cell N y ->
  exists k : Z, Rabs (y - x - IZR k) <= / INR N.
Proof.
intros h e; assert (n : 0 < INR N) by (apply lt_0_INR; lia); unfold cell in e.
set (a := Int_part (INR N * x)) in *; set (b := Int_part (INR N * y)) in *.
assert (ma := Z.mod_pos_bound a (Z.of_nat N) ltac:(lia)); assert (mb := Z.mod_pos_bound b (Z.of_nat N) ltac:(lia)).
assert (same : (a mod Z.of_nat N = b mod Z.of_nat N)%Z) by lia.
assert (da := Z.div_mod a (Z.of_nat N) ltac:(lia)); assert (db := Z.div_mod b (Z.of_nat N) ltac:(lia)).
exists (b / Z.of_nat N - a / Z.of_nat N)%Z.
set (k := (b / Z.of_nat N - a / Z.of_nat N)%Z) in *.
assert (ek : (b - a = Z.of_nat N * k)%Z) by (unfold k; lia).
apply (f_equal IZR) in ek; rewrite minus_IZR, mult_IZR, <- INR_IZR_INZ in ek.
destruct (base_Int_part (INR N * x)) as [xa xb]; destruct (base_Int_part (INR N * y)) as [ya yb].
fold a in xa, xb; fold b in ya, yb.
apply Rmult_le_reg_l with (INR N); [easy | ]; rewrite Rinv_r by lra.
rewrite <- (Rabs_pos_eq (INR N)) at 1 by lra; rewrite <- Rabs_mult; apply Rabs_le; lra.
Qed.

(* Dirichlet: some lag up to N ^ P turns all frequencies to within 1 / N of whole turns. *)
Lemma returns P N (x : nat -> R) : (1 <= N)%nat ->
  exists s, (1 <= s <= N ^ P)%nat /\ forall p, within P p -> exists k : Z, Rabs (INR s * x p - IZR k) <= / INR N.
Proof.
intros h; destruct (pigeons (N ^ P) (code N x P)) as (i & j & hij & e).
- intros j _; now apply code_below.
- exists (j - i)%nat; split; [lia | intros p hp].
  destruct (cells_near N _ _ h (code_cells N x P i j p h e hp)) as [k hk]; exists k.
  rewrite minus_INR by lia; now replace ((INR j - INR i) * x p) with (INR j * x p - INR i * x p) by ring.
Qed.

(* The same in radians, for a lag from T on. *)
Lemma returns_later P T N (theta : nat -> R) : (1 <= T)%nat -> (1 <= N)%nat ->
  exists t : nat, (T <= t <= T + N ^ P - 1)%nat
    /\ forall p, within P p -> near_turn (INR t * theta p) (INR T / INR N).
Proof.
intros hT hN; pose proof pi_pos as pi; assert (n : 0 < INR N) by (apply lt_0_INR; lia).
destruct (returns P N (fun p => theta p / (2 * PI)) hN) as (s & hs & near).
set (c := ((T + s - 1) / s)%nat).
assert (low : (T <= c * s)%nat /\ (c * s <= T + s - 1)%nat).
{ assert (d := Nat.div_mod (T + s - 1) s ltac:(lia)); fold c in d.
  assert (m := Nat.mod_upper_bound (T + s - 1) s ltac:(lia)); split; nia. }
assert (cT : (c <= T)%nat) by (apply (Nat.mul_le_mono_pos_r _ _ s); nia).
exists (c * s)%nat; split; [lia | intros p hp].
destruct (near p hp) as [k hk]; exists (Z.of_nat c * k)%Z.
rewrite mult_IZR, <- INR_IZR_INZ, mult_INR.
replace (INR c * INR s * theta p - 2 * PI * (INR c * IZR k))
  with (2 * PI * (INR c * (INR s * (theta p / (2 * PI)) - IZR k))) by (field; lra).
rewrite Rabs_mult, (Rabs_pos_eq (2 * PI)) by lra; apply Rmult_le_compat_l; [lra | ].
rewrite Rabs_mult, (Rabs_pos_eq (INR c)) by apply pos_INR; unfold Rdiv.
apply Rmult_le_compat; [apply pos_INR | apply Rabs_pos | now apply le_INR | easy].
Qed.

Theorem S_alias_every : Statements.aliases.S_alias_every.
Proof. intros P T N theta _; apply returns_later. Qed.

Lemma near_cos x e : near_turn x e -> 0 <= e <= / 2 -> cos (2 * PI * e) <= cos x.
Proof.
intros [k hk] he; pose proof pi_pos; apply cos_at_most.
rewrite (away_small (2 * PI * e)) by (split; nra); eapply Rle_trans; [apply (away_nearest x k) | easy].
Qed.

Theorem S_alias_every_kernel : Statements.aliases.S_alias_every_kernel.
Proof.
intros P T N a theta _ hT hN ha; assert (n : 0 < INR N) by (apply lt_0_INR; lia).
destruct (returns_later P T N theta hT ltac:(lia)) as (t & ht & near); exists t; split; [easy | ].
rewrite <- sum_scale; apply sum_le; intros p hp; rewrite Rmult_comm; apply Rmult_le_compat_l; [now apply ha | ].
replace (2 * PI * INR T / INR N) with (2 * PI * (INR T / INR N)) by (field; lra).
apply near_cos; [now apply near | ].
apply le_INR in hN; rewrite mult_INR in hN; cbn in hN; split.
- apply Rmult_le_pos; [apply pos_INR | left; now apply Rinv_0_lt_compat].
- apply Rmult_le_reg_r with (INR N); [easy | ]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.
