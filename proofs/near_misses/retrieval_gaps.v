(* Near-misses of Statements.retrieval_gaps: each is false. *)
From mathcomp Require Import all_ssreflect all_algebra perm.
From mathcomp Require Import rat.
From Statements Require Import head tasks impossibility retrieval_heads retrieval_gaps.
From Proofs Require retrieval_gaps.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

Local Definition numbers := Proofs.retrieval_gaps.B_rem31_retr_fix_half.
Lemma a_half : 1 / (1 + \sum_(p < 3) 1) = (1 - 2%:R^-1) / 2%:R :> rat.
Proof.
have [] // := numbers (R := [realFieldType of rat]) (A := [finType of 'I_3]) (I := [finType of unit]) (n := 1%N)
  (fun=> 0) (a := ord0) (b := lift ord0 ord0) (c := ord_max) isT.
Qed.

(* The own weight stays below 1/2. *)
Definition B_rem31_retr_fix_half__above : Prop :=
  forall (R : realFieldType) (A I : finType) (n : nat)
    (val : A * (A + I) -> {ffun A * (A + I) -> R^o}) (a b c : A),
  (1 <= n)%N -> a <> b -> a <> c -> b <> c -> inhabited I ->
  n%:R / (n%:R + \sum_(p < n.+2) 1) = (1 + n.+1%:R^-1) / 2%:R :> R
  /\ ~ forall x q, proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
       largest (attended (fun _ _ (p : 'I_n.+2) => 1) (fun=> n%:R) val val x q) t.
Theorem B_rem31_retr_fix_half__above_false : ~ B_rem31_retr_fix_half__above.
Proof.
move=> /(_ [realFieldType of rat] [finType of 'I_3] [finType of unit] 1%N (fun=> 0) ord0 (lift ord0 ord0)
  ord_max) [|||||+ _] //.
by rewrite a_half => /eqP; vm_compute.
Qed.

(* It nears 1/2, not 1/3. *)
Definition B_rem31_retr_fix_half__third : Prop :=
  forall (R : realFieldType) (A I : finType) (n : nat)
    (val : A * (A + I) -> {ffun A * (A + I) -> R^o}) (a b c : A),
  (1 <= n)%N -> a <> b -> a <> c -> b <> c -> inhabited I ->
  n%:R / (n%:R + \sum_(p < n.+2) 1) = (1 - n.+1%:R^-1) / 3%:R :> R
  /\ ~ forall x q, proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
       largest (attended (fun _ _ (p : 'I_n.+2) => 1) (fun=> n%:R) val val x q) t.
Theorem B_rem31_retr_fix_half__third_false : ~ B_rem31_retr_fix_half__third.
Proof.
move=> /(_ [realFieldType of rat] [finType of 'I_3] [finType of unit] 1%N (fun=> 0) ord0 (lift ord0 ord0)
  ord_max) [|||||+ _] //.
by rewrite a_half => /eqP; vm_compute.
Qed.
