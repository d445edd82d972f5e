(* Where the tables of RoPE tell positions apart in a format of p bits (PM-precision-fix). *)
From Coq Require Import Reals ZArith.
Local Open Scope R_scope.

(* The numbers of p bits, of any exponent; those of p bits in full whose last bit is even. *)
Definition held (p : nat) (x : R) : Prop :=
  exists a e : Z, (Z.abs a < 2 ^ Z.of_nat p)%Z /\ x = IZR a * powerRZ 2 e.
Definition held_even (p : nat) (x : R) : Prop :=
  exists a e : Z, (2 ^ (Z.of_nat p - 1) <= Z.abs a < 2 ^ Z.of_nat p)%Z /\ Z.even a = true
    /\ x = IZR a * powerRZ 2 e.
(* Rounding to nearest, ties to even. *)
Definition rounding (p : nat) (round : R -> R) : Prop :=
  forall x, held p (round x)
    /\ (forall z, held p z -> Rabs (x - round x) <= Rabs (x - z))
    /\ (forall z, held p z -> z <> round x -> Rabs (x - z) = Rabs (x - round x) -> held_even p (round x)).

(* Cosines and sines of the format, off by 2 units of 2^-p at most. *)
Definition close_to (p : nat) (f g : R -> R) : Prop := forall x, Rabs (g x - f x) <= 2 * / 2 ^ p.

(* The table: plane i turns by b^(-2i/d); positions and phases are rounded. *)
Definition phase (round : R -> R) (b : R) (d i m : nat) : R :=
  round (round (INR m) * Rpower b (- (2 * INR i / INR d))).
Definition same_row (round c s : R -> R) (b : R) (d m m' : nat) : Prop :=
  forall i : nat, (2 * i < d)%nat ->
  c (phase round b d i m) = c (phase round b d i m') /\ s (phase round b d i m) = s (phase round b d i m').
Definition merges (round c s : R -> R) (b : R) (d M : nat) : Prop :=
  exists m : nat, (m < M)%nat /\ same_row round c s b d m M.

(* delta: how near a whole number below n comes to a multiple of 2 PI. *)
Definition apart_from_turns (n : nat) (delta : R) : Prop :=
  forall (k : nat) (j : Z), (0 < k < n)%nat -> delta <= Rabs (INR k - 2 * PI * IZR j).

Definition PM_precision_fix : Prop :=
  forall (p n d : nat) (b delta : R) (round c s : R -> R),
  (2 <= p)%nat -> (n <= 2 ^ p + 1)%nat -> (2 <= d)%nat -> 1 < b ->
  rounding p round -> close_to p cos c -> close_to p sin s ->
  0 <= delta <= PI -> apart_from_turns n delta -> 8 * / 2 ^ p < 2 * sin (delta / 2) ->
  forall m m' : nat, (m < n)%nat -> (m' < n)%nat -> m <> m' -> ~ same_row round c s b d m m'.
Definition PM_precision_fix_merge : Prop :=
  forall (p d : nat) (b : R) (round c s : R -> R), (2 <= p)%nat -> rounding p round ->
  same_row round c s b d (2 ^ p) (2 ^ p + 1).
(* So the first position that merges with an earlier one is one of n to 2^p + 1. *)
Definition PM_precision_fix_first : Prop :=
  forall (p n d : nat) (b delta : R) (round c s : R -> R),
  (2 <= p)%nat -> (n <= 2 ^ p + 1)%nat -> (2 <= d)%nat -> 1 < b ->
  rounding p round -> close_to p cos c -> close_to p sin s ->
  0 <= delta <= PI -> apart_from_turns n delta -> 8 * / 2 ^ p < 2 * sin (delta / 2) ->
  (forall M, (M < n)%nat -> ~ merges round c s b d M) /\ merges round c s b d (2 ^ p + 1).
