(* Rationals that compute, Q of the standard library, as elements of a real closed field. *)
From Coq Require Import ZArith QArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Delimit Scope Z_scope with Z.
Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

Section Rationals.
Variable R : rcfType.

Definition integer (z : Z) : R := match z with
  | Z0 => 0 | Zpos p => (Pos.to_nat p)%:R | Zneg p => - (Pos.to_nat p)%:R end.
Definition real (q : Q) : R := integer (Qnum q) / integer (Zpos (Qden q)).

Lemma integer_nat n : integer (Z.of_nat n) = n%:R.
Proof. by case: n => [//|n]; rewrite /= SuccNat2Pos.id_succ. Qed.

Lemma integer_opp z : integer (- z)%Z = - integer z.
Proof. by case: z => [|p|p] /=; rewrite ?oppr0 ?opprK. Qed.

Lemma integer_sub a b : integer (Z.of_nat a - Z.of_nat b)%Z = a%:R - b%:R.
Proof.
have [ba|/ltnW ab] := leqP b a; last rewrite -[in RHS](subnKC ab) natrD opprD addrA subrr sub0r.
  by rewrite -Nat2Z.inj_sub; [rewrite integer_nat natrB|apply/leP].
have -> : (Z.of_nat a - Z.of_nat b = - Z.of_nat (b - a))%Z.
  by rewrite Nat2Z.inj_sub; [lia|apply/leP].
by rewrite integer_opp integer_nat.
Qed.

Lemma two_parts z : exists a b, z = (Z.of_nat a - Z.of_nat b)%Z.
Proof. by exists (Z.to_nat z), (Z.to_nat (- z)); lia. Qed.

Lemma integer_add y z : integer (y + z)%Z = integer y + integer z.
Proof.
have [a [b ->]] := two_parts y; have [c [d ->]] := two_parts z.
have -> : (Z.of_nat a - Z.of_nat b + (Z.of_nat c - Z.of_nat d)
    = Z.of_nat (a + c) - Z.of_nat (b + d))%Z by rewrite !Nat2Z.inj_add; lia.
by rewrite !integer_sub !natrD opprD addrACA.
Qed.

Lemma integer_mul y z : integer (y * z)%Z = integer y * integer z.
Proof.
have [a [b ->]] := two_parts y; have [c [d ->]] := two_parts z.
have -> : ((Z.of_nat a - Z.of_nat b) * (Z.of_nat c - Z.of_nat d)
    = Z.of_nat (a * c + b * d) - Z.of_nat (a * d + b * c))%Z.
  by rewrite !Nat2Z.inj_add !Nat2Z.inj_mul; lia.
rewrite !integer_sub !natrD !natrM mulrBl !mulrBr opprB opprD.
by rewrite -!addrA; congr (_ + _); rewrite [RHS]addrCA [in RHS]addrA addrAC [in RHS]addrC addrCA.
Qed.

Lemma below_gt0 p : 0 < integer (Zpos p).
Proof. by rewrite /= ltr0n; apply/ltP; exact: Pos2Nat.is_pos. Qed.

Lemma below_neq0 p : integer (Zpos p) != 0.
Proof. exact: lt0r_neq0 (below_gt0 p). Qed.

Lemma integer_eq0 z : (integer z == 0) = (z =? 0)%Z.
Proof. by case: z => [|p|p]; rewrite ?eqxx //= ?oppr_eq0 (negbTE (below_neq0 p)). Qed.

Lemma real_eq a b : real a = real b <-> Qeq_bool a b.
Proof.
have cross : (real a == real b)
    = (integer (Qnum a * Zpos (Qden b) - Qnum b * Zpos (Qden a))%Z == 0).
  by rewrite /real eqr_div ?below_neq0 // -!integer_mul -subr_eq0 -integer_opp -integer_add.
split=> [/eqP|/Qeq_bool_iff e]; last first.
  by apply/eqP; rewrite cross integer_eq0; apply/Z.eqb_spec; move: e; rewrite /Qeq; lia.
rewrite cross integer_eq0 => /Z.eqb_spec e; apply/Qeq_bool_iff; rewrite /Qeq; lia.
Qed.

Lemma real_add a b : real (a + b)%Q = real a + real b.
Proof.
rewrite /real addf_div ?below_neq0 // [Qnum _]/= integer_add !integer_mul.
by rewrite Pos2Z.inj_mul integer_mul.
Qed.

Lemma real_opp a : real (- a)%Q = - real a.
Proof. by rewrite /real integer_opp mulNr. Qed.

Lemma real_sub a b : real (a - b)%Q = real a - real b.
Proof. by rewrite real_add real_opp. Qed.

Lemma real_mul a b : real (a * b)%Q = real a * real b.
Proof. by rewrite /real mulf_div integer_mul Pos2Z.inj_mul integer_mul. Qed.

Lemma real_inv a : real (/ a)%Q = (real a)^-1.
Proof.
case: a => [[|p|p] d]; rewrite /real /Qinv /= ?mul0r ?invr0 ?mul0r // invf_div //.
by rewrite invrN mulrN mulNr.
Qed.

Lemma real_div a b : real (a / b)%Q = real a / real b.
Proof. by rewrite real_mul real_inv. Qed.

Definition nat_q (n : nat) : Q := inject_Z (Z.of_nat n).
Lemma real_nat n : real (nat_q n) = n%:R.
Proof. by rewrite /real integer_nat /= divr1. Qed.

Definition square (q : Q) : Q := (q * q)%Q.
Lemma real_square q : real (square q) = real q ^+ 2.
Proof. by rewrite real_mul expr2. Qed.
End Rationals.
