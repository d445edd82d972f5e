(* Near-misses of Statements.behaviour: each is false. *)
From mathcomp Require Import all_ssreflect all_algebra perm.
From mathcomp Require Import rat.
From Statements Require Import placement behaviour.
From Proofs Require behaviour.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* With every angle 0 a head is symbolic, not positional. *)
Definition A_def_nope__positional : Prop :=
  forall (R : realFieldType) (planes N : nat) (c s : 'I_planes -> R)
    (query : 'I_planes -> R * R) (keys : 'I_N -> 'I_planes -> R * R),
  ((forall k, c k = 1 /\ s k = 0) -> positional (rope c s query keys)) /\
  ((forall a b, keys a =1 keys b) -> positional (rope c s query keys)).
Theorem A_def_nope__positional_false : ~ A_def_nope__positional.
Proof.
pose query (k : 'I_1) : rat * rat := (1, 0).
pose keys (a : 'I_2) (k : 'I_1) : rat * rat := (a%:R, 0).
move=> /(_ _ 1%N 2%N (fun=> 1) (fun=> 0) query keys) [/(_ (fun _ => conj erefl erefl)) + _].
move=> /(_ (tperm ord0 (lift ord0 ord0)) ord0); rewrite tpermL /rope !big_ord1 /turn /=.
by move/eqP; vm_compute.
Qed.

(* For every head of both kinds: with equal weights and own = 1 the query's own key is alike. *)
Definition A_def_both__every_head : Prop :=
  forall (R : realFieldType) (N : nat), (1 <= N)%N ->
  forall (E : 'I_N -> 'I_N -> R) (own : R),
  positive E own -> positional E -> symbolic E -> forall j, attention E own j != own_attention E own.
Theorem A_def_both__every_head_false : ~ A_def_both__every_head.
Proof.
move=> /(_ [realFieldType of rat] 1%N isT (fun _ _ => 1) 1) H.
by have := H (conj ltr01 (fun _ _ => ltr01)) (fun _ _ => erefl) (fun _ _ => erefl) ord0; rewrite eqxx.
Qed.

(* A positional head may prefer a place. *)
Definition A_def_both_fix__positional_alone : Prop :=
  forall (R : realFieldType) (N : nat),
  (forall M : 'I_N -> 'I_N -> R,
     positional M /\ symbolic M <-> forall a p b q, M a p = M b q) /\
  (forall (E : 'I_N -> 'I_N -> R) (own : R), positive E own -> positional E ->
     (forall i j, attention E own i = attention E own j) /\
     (forall j, attention E own j = own_attention E own <-> own = E j j)).
Theorem A_def_both_fix__positional_alone_false : ~ A_def_both_fix__positional_alone.
Proof.
move=> /(_ [realFieldType of rat] 2%N) [_ /(_ (fun _ p => p.+1%:R) 1) H].
have [+ _] := H (conj ltr01 (fun _ p => ltr0Sn _ _)) (fun _ _ => erefl).
by move=> /(_ ord0 (lift ord0 ord0)); rewrite /attention !big_ord_recl big_ord0 => /eqP; vm_compute.
Qed.
