(* Near-misses of Statements.retrieval_gaps: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From mathcomp Require Import rat.
From Statements Require Import head tasks impossibility retrieval_heads retrieval_gaps.
From Proofs Require retrieval_gaps.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Some ordered field of which no more is known: steps that compute in the rationals are slow. *)
Lemma K : realFieldType. Proof. exact: [realFieldType of rat]. Qed.

Local Definition numbers := Proofs.retrieval_gaps.B_rem31_retr_fix_half.
Lemma a_half : 1 / (1 + \sum_(p < 3) 1) = (1 - 2%:R^-1) / 2%:R :> K.
Proof.
have [] // := numbers (R := K) (A := [finType of 'I_3]) (I := [finType of unit]) (n := 1%N)
  (fun=> 0) (a := ord0) (b := lift ord0 ord0) (c := ord_max) isT.
Qed.

(* A token that looks for what is not there gains nothing, and the absent one is marked. *)
Local Definition pairs : finType := [finType of bool * (bool + unit)].
Local Definition empty (p : 'I_0) : bool * (bool + unit) := (true, inr tt).
Local Definition lost : bool * (bool + unit) := (true, inl false).
Lemma answer_lost : retrieval_answer empty lost = Some lost.
Proof.
have e : enum 'I_0 = [::] by apply: size0nil; rewrite size_enum_ord.
by rewrite /retrieval_answer /asked /word e.
Qed.
Definition B_rem31_retr_fix_vanishing__improper : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own x q,
  (forall q t p, 0 <= w q t p) -> (forall q, 0 <= own q) -> 0 < total w own x q ->
  (looks_elsewhere q -> forall t p, 0 < w q t p) ->
  exists2 t, retrieval_answer x q = Some t &
    largest (fun t => attended w own (@onehot R _) (@onehot R _) x q t
                        + 2%:R * (marked_alone q t)%:R) t.
Theorem B_rem31_retr_fix_vanishing__improper_false : ~ B_rem31_retr_fix_vanishing__improper.
Proof.
move=> /(_ K _ _ _ (fun _ _ _ => 1) (fun=> 1) empty lost (fun _ _ _ => ler01) (fun=> ler01)) [].
- by rewrite /total big_ord0 addr0 ltr01.
- by move=> *; exact: ltr01.
have other : (false, inr tt) <> lost by [].
move=> t; rewrite answer_lost => -[<-] /(_ _ other); apply/negP; rewrite -leNgt.
rewrite /attended /total !big_ord0 !addr0 invr1 !scale1r !ffunE eqxx [_ == lost](_ : _ = false) //.
rewrite [marked_alone _ lost](_ : _ = false) // [marked_alone _ _](_ : _ = true) //.
by rewrite mulr0 addr0 add0r mulr1 ler1n.
Qed.

(* Equal weights do not reach twice the gap. *)
Definition B_rem31_retr_fix_gap_attained__twice : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat), (1 <= N)%N ->
  let T := (A * (A + I))%type in
  let w (q t : T) (p : 'I_N) : R := 1 in let own (q : T) : R := 1 in
  let F (q : T) (v : {ffun T -> R^o}) (t : T) := v t + (marked q t)%:R in
  let norm (v : {ffun T -> R^o}) := \sum_t `|v t| in
  [/\ is_norm (norm : [lmodType R of {ffun T -> R^o}] -> R),
      forall t t', norm (onehot R t - onehot R t') <= 2%:R,
      forall q v v' t t', `|(F q v t - F q v t') - (F q v' t - F q v' t')| <= 1 * norm (v - v')
    & forall q x, gap_at_least (fun x q => F q (attended w own (@onehot R _) (@onehot R _) x q))
                    (1 * 2%:R * (1 - own q / total w own x q) / N%:R)].
Theorem B_rem31_retr_fix_gap_attained__twice_false : ~ B_rem31_retr_fix_gap_attained__twice.
Proof.
move=> /(_ K [finType of bool] [finType of unit] 2%N isT) [nm D2 lip gap].
pose x (p : 'I_2) : pairs := lost.
pose F (q : pairs) (v : {ffun pairs -> K^o}) (t : pairs) := v t + (marked q t)%:R.
have ft : true <> false by [].
have pos : @positive K pairs pairs 2 (fun _ _ _ => 1) (fun=> 1) by split=> *; exact: ltr01.
have := @Proofs.retrieval_gaps.B_rem31_retr_fix_gap _ _ _ _ _ 2%N _ _ _ F true false tt _ _ _ isT ft
  pos (fun _ _ _ _ => erefl) nm ler01 D2 lip (gap lost x) x.
rewrite /= /total; apply/negP.
rewrite -ltNge !big_ord_recl !big_ord0 addr0 -mulr2n -mulrS.
rewrite ltr_pmul2l; first by rewrite ltf_pinv ?posrE ?ltr_nat ?ltr0n.
by rewrite !mul1r mulr_gt0 ?ltr0n // subr_gt0 invf_lt1 ?ltr1n ?ltr0n.
Qed.

(* An own weight of 2/3 serves: no more than 1/2 is needed. *)
Definition B_rem31_retr_own_needed__two_thirds : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat) (w : 'I_N -> R) (own : R)
    (val : A * (A + I) -> {ffun A * (A + I) -> R^o}) (a b : A),
  a <> b -> inhabited I -> (forall p, 0 < w p) -> 0 < own ->
  (forall x q, proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
    largest (attended (fun _ _ => w) (fun=> own) val val x q) t) ->
  (\sum_p w p) *+ 2 < own.
Theorem B_rem31_retr_own_needed__two_thirds_false : ~ B_rem31_retr_own_needed__two_thirds.
Proof.
move=> missed; have own0 : 0 < 2%:R :> K by rewrite ltr0n.
have tf : true <> false by [].
have serves x q : proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
    largest (attended (fun _ _ (_ : 'I_1) => 1) (fun=> 2%:R) (@looking_value K _ _ 4%:R)
      (@looking_value K [finType of bool] [finType of unit] 4%:R) x q) t.
  move=> pr t an; have [|||u] := @Proofs.retrieval_gaps.B_rem31_retr_fix_loud K [finType of bool]
    [finType of unit] 1%N (fun _ _ _ => 1) (fun=> 2%:R) (2%:R / 3%:R) 4%:R x q _ (ler0n _ _) _ _ pr.
  - by split=> *; rewrite ?ltr01.
  - rewrite mulrA -natrM -[X in _ - X](divff (_ : 3%:R != 0 :> K)) ?pnatr_eq0 //.
    by rewrite -mulrBl -natrB // mulrA -natrM ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat.
  - by rewrite /total big_ord_recl big_ord0 addr0 -mulrSr.
  by rewrite an => -[<-].
have := missed K _ _ 1%N _ _ _ true false tf (inhabits tt) (fun=> ltr01) own0 serves.
by rewrite big_ord_recl big_ord0 addr0 ltxx.
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
move=> /(_ K [finType of 'I_3] [finType of unit] 1%N (fun=> 0) ord0 (lift ord0 ord0)
  ord_max) [|||||+ _] //.
rewrite a_half => /(mulIf (invr_neq0 (lt0r_neq0 (ltr0Sn _ 1))))/addrI/eqP.
by rewrite eq_sym -addr_eq0 -mulr2n mulrn_eq0 invr_eq0 pnatr_eq0.
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
move=> /(_ K [finType of 'I_3] [finType of unit] 1%N (fun=> 0) ord0 (lift ord0 ord0)
  ord_max) [|||||+ _] //.
rewrite a_half => /mulfI; rewrite subr_eq0 eq_sym invr_eq1 pnatr_eq1 => /(_ isT)/invr_inj/eqP.
by rewrite eqr_nat.
Qed.
