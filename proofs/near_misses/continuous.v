(* Near-misses of Statements.continuous: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From mathcomp Require Import rat.
From Statements Require Import head kinds tasks impossibility continuous.
From Proofs Require continuous kinds.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Some ordered field of which no more is known: steps that compute in the rationals are slow. *)
Lemma K : realFieldType. Proof. exact: [realFieldType of rat]. Qed.

(* Which of two tokens stands first: no symbolic head tells. *)
Local Definition first (x : {ffun 'I_2 -> bool}) (q : bool) : bool := x ord0.
Local Definition always (x : {ffun 'I_2 -> bool}) (q : bool) : bool := true.
Lemma first_positional_only : @computed false K [finType of bool] _ 2 always first
  /\ ~ @computed true K [finType of bool] _ 2 always first.
Proof.
split; first exact: Proofs.kinds.computed_positional.
pose x : {ffun 'I_2 -> bool} := [ffun p => p == ord0]; pose x' : {ffun 'I_2 -> bool} := [ffun p => p != ord0].
move/Proofs.kinds.B_must_fix_symbolic/(_ x x' true isT isT).
have swap : perm_eq (codom x) (codom x').
  have e : enum 'I_2 = [:: ord0; lift ord0 ord0] by apply: (inj_map val_inj); rewrite val_enum_ord.
  by rewrite /codom /image_mem e /= !ffunE.
by move=> /(_ swap); rewrite /first !ffunE eqxx.
Qed.

(* Positional heads compute more than symbolic ones. *)
Definition B_must_fix_continuous__positional : Prop :=
  forall (symb : bool) (R : realFieldType) (T Y : finType) (N : nat) D f,
  @computed symb R T Y N D f <-> @computed_continuously false R T Y N D f.
Theorem B_must_fix_continuous__positional_false : ~ B_must_fix_continuous__positional.
Proof.
move=> H; have [yes no] := first_positional_only; apply: no.
by apply/H/Proofs.continuous.B_must_fix_continuous.
Qed.

(* No symbolic head serves for every task. *)
Definition B_must_fix_continuous_positional__symbolic : Prop :=
  forall (R : realFieldType) (T : finType) (N : nat),
  exists (w : T -> T -> 'I_N -> R) own (val : T -> {ffun T -> R^o}),
  [/\ positive w own, symbolic w &
    forall (Y : finType) (f : {ffun 'I_N -> T} -> T -> Y),
    exists F : T -> {ffun T -> R^o} -> {ffun Y -> R^o}, lipschitz F /\
    forall (x : {ffun 'I_N -> T}) q, F q (attended w own val val x q) = onehot R (f x q)].
Theorem B_must_fix_continuous_positional__symbolic_false : ~ B_must_fix_continuous_positional__symbolic.
Proof.
move=> /(_ K [finType of bool] 2%N) [w [own [val [pos symb H]]]].
have [_ no] := first_positional_only; apply: no.
have [F [lip right]] := H [finType of bool] first.
apply/Proofs.continuous.B_must_fix_continuous; exists w, own, val, F; split=> // x q _; exact: right.
Qed.
