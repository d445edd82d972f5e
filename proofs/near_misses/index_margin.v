(* Near-misses of Statements.index_margin: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Statements Require Import head retrieval_gaps margins index_margin.
From Proofs Require index_margin.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Some field, whose numbers nothing here computes. *)
Lemma some_field : realFieldType. Proof. exact: [realFieldType of rat]. Qed.
Local Notation R := some_field.
Local Notation places := Proofs.index_margin.S_margin_many_attained.

Local Definition first2 : 'I_2 := ord0.
Local Definition second2 : 'I_2 := lift ord0 ord0.
Lemma first_second : first2 <> second2. Proof. by move=> /(congr1 val). Qed.

Definition S_margin_many__one_more : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat)
    (w : Q -> C -> 'I_N -> R) own val mine (F : V -> C -> R) q (a b : C) j k (D K r g : R),
  a <> b -> j <> k -> weights w own -> nearly_symbolic r w q -> is_norm norm -> 0 <= K ->
  (forall c c', norm (val c - val c') <= D) -> (forall c, norm (val c - mine q) <= D) ->
  output_within norm F K ->
  index_margin (fun x => F (attended w own val mine x q)) j g ->
  2%:R * g * (r + N%:R) <= K * D * (r - 1).
Theorem S_margin_many__one_more_false : ~ S_margin_many__one_more.
Proof.
move=> H; pose r : R := 3%:R / 2%:R.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have r3 : 2%:R * r = 3%:R by rewrite /r mulrC divfK.
have r1 : 1 <= r by rewrite /r ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
have more : 0 < r - 1 by rewrite subr_gt0 /r ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat.
have [near isn [vD mD] low _] :=
  @places R [eqType of unit] [finType of bool] 2%N tt first2 r 0 r1 (lexx 0).
have [|F [lip mar]] := low; first by rewrite r3.
have w0 (x : bool) : 0 < (if x then r else 1) by case: x; rewrite ?ltr01 // (lt_le_trans ltr01).
have no : true <> false by [].
have := H R _ _ _ _ 2%N _ _ _ _ F tt true false first2 second2 2%:R 1 r _ no first_second _ near isn
  ler01 vD mD lip mar.
have -> : 2.-1%:R = 1 :> R by [].
rewrite addr0 mul1r -mulrA ler_pmul2l ?ltr0n // mulrAC ler_pdivr_mulr; last first.
  by rewrite ltr_paddr ?ler01 // (lt_le_trans ltr01).
rewrite ler_pmul2l // ler_add2l -[1]/(1%:R) ler_nat => /(_ _)/negP; apply=> //.
Qed.

(* 8 at the place asked for. *)
Local Notation eight := (8%:R : R).
Lemma eight_ge1 : 1 <= eight. Proof. by rewrite -[1]/(1%:R) ler_nat. Qed.
Lemma by_eight (x : bool) : 0 < (if x then eight else 1).
Proof. by case: x; rewrite ?ltr01 ?ltr0n. Qed.

Definition S_margin_many_far__one_more : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat)
    (w : Q -> C -> 'I_N -> R) own val mine (F : V -> C -> R) q (a b : C) j k (D K r g : R),
  a <> b -> j <> k -> weights w own -> own q = 0 -> nearly_symbolic r w q -> is_norm norm ->
  0 <= K -> (forall c c', norm (val c - val c') <= D) -> output_within norm F K ->
  index_margin (fun x => F (attended w own val mine x q)) j g ->
  2%:R * g * 3%:R <= K * D \/ 2%:R * g * (r + N%:R) <= K * D * (r - N%:R).
Theorem S_margin_many_far__one_more_false : ~ S_margin_many_far__one_more.
Proof.
move=> H.
have [near isn [vD mD] _ [F [lip mar]]] :=
  @places R [eqType of unit] [finType of bool] 2%N tt first2 _ 0 eight_ge1 (lexx 0).
have no : true <> false by [].
have := H R _ _ _ _ 2%N _ _ _ _ F tt true false first2 second2 2%:R 1 _ _ no first_second _ erefl near isn
  ler01 vD lip mar.
have -> : (eight - 2.-1%:R) / (eight + 2.-1%:R + 0) = 7%:R / 9%:R.
  by rewrite addr0 -natrD -natrB.
have nine : 0 < 9%:R :> R by rewrite ltr0n.
rewrite mul1r -natrD -natrB // -!mulrA ![9%:R^-1 * _]mulrC !mulrA -!natrM.
rewrite !ler_pdivr_mulr // -!natrM !ler_nat => /(_ _)[|//|//].
by split=> *; [exact: by_eight|exact: lexx].
Qed.

Definition S_margin_many_attained__any_ratio : Prop :=
  forall (R : realFieldType) (Q : eqType) (C : finType) (N : nat) (q : Q) (j : 'I_N) (r o : R),
  1 <= r -> 0 <= o ->
  let w (q : Q) (c : C) (p : 'I_N) : R := if p == j then r else 1 in
  let own (q : Q) : R := o in
  let V := {ffun C -> R^o} in
  let norm (v : V) : R := \sum_c `|v c| in
  let val := @onehot R C in let mine (q : Q) : V := 0 in
  [/\ nearly_symbolic r w q, is_norm (norm : [lmodType R of V] -> R),
      (forall c c', norm (val c - val c') <= 2%:R) /\ (forall c, norm (val c - mine q) <= 2%:R),
      exists F : V -> C -> R, output_within norm F 1
        /\ index_margin (fun x => F (attended w own val mine x q)) j
             ((r - 1) / (r + (N.-1)%:R + o))
    & exists F : V -> C -> R, output_within norm F 1
        /\ index_margin (fun x => F (attended w own val mine x q)) j
             ((r - (N.-1)%:R) / (r + (N.-1)%:R + o))].
Local Definition first3 : 'I_3 := ord0.
Local Definition second3 : 'I_3 := lift ord0 ord0.
Lemma other_place : first3 <> second3. Proof. by move=> /(congr1 val). Qed.
Theorem S_margin_many_attained__any_ratio_false : ~ S_margin_many_attained__any_ratio.
Proof.
move=> H.
have [near isn [vD mD] [F [lip mar]] _] :=
  H R [eqType of unit] [finType of bool] 3%N tt first3 _ 0 eight_ge1 (lexx 0).
have no : true <> false by [].
have := @Proofs.index_margin.S_margin_many_far R _ _ _ _ 3%N _ _ _ _ F tt true false first3 second3 2%:R 1
  _ _ no other_place _ erefl near isn ler01 vD lip mar.
have -> : (eight - 1) / (eight + 3.-1%:R + 0) = 7%:R / 10%:R.
  by rewrite addr0 -natrD -[X in _ - X]/(1%:R) -natrB.
have ten : 0 < 10%:R :> R by rewrite ltr0n.
rewrite mul1r -natrD -natrB // -!mulrA ![10%:R^-1 * _]mulrC !mulrA -!natrM.
rewrite !ler_pdivr_mulr // -!natrM !ler_nat => /(_ _)[|//|//].
by split=> *; [exact: by_eight|exact: lexx].
Qed.
