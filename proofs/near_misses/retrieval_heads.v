(* Near-misses of Statements.retrieval_heads: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From mathcomp Require Import rat.
From Statements Require Import head tasks impossibility retrieval_heads.
From Proofs Require retrieval_heads impossibility.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* Some ordered field of which no more is known: steps that compute in the rationals are slow. *)
Lemma K : realFieldType. Proof. exact: [realFieldType of rat]. Qed.

(* Nothing stands before the query, which looks for a letter that is not there. *)
Local Definition pairs : finType := [finType of bool * (bool + unit)].
Local Definition empty (p : 'I_0) : bool * (bool + unit) := (true, inr tt).
Local Definition lost : bool * (bool + unit) := (true, inl false).
Lemma asked_lost : asked empty lost = [:: Some lost].
Proof.
have e : enum 'I_0 = [::] by apply: size0nil; rewrite size_enum_ord.
by rewrite /asked /word e.
Qed.
Lemma answer_lost : retrieval_answer empty lost = Some lost.
Proof. by rewrite /retrieval_answer asked_lost. Qed.
Local Definition alone_positive : @positive K pairs pairs 0 (fun _ _ _ => 1) (fun=> 1)
  := conj (fun _ _ _ => ltr01) (fun _ => ltr01).

(* A token that looks for what is not there is not marked. *)
Definition B_rem31_retr_fix_all__improper : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own x q,
  positive w own ->
  let a := attended w own (@onehot R _) (@onehot R _) x q in
  exists t, [/\ retrieval_answer x q = Some t, 0 < a t, marked q t &
    forall t', t' <> t -> a t' + (marked q t')%:R <= 1].
Theorem B_rem31_retr_fix_all__improper_false : ~ B_rem31_retr_fix_all__improper.
Proof.
move=> /(_ _ _ _ _ _ _ empty lost alone_positive) [t []].
by rewrite answer_lost => -[<-] _.
Qed.

(* The other letter is marked, though it does not occur. *)
Definition B_rem31_retr__improper : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat),
  let w := @hundred R (A * (A + I)) (A * (A + I)) N in let own (q : A * (A + I)) : R := 1 in
  [/\ positive w own, purely_positional w &
    forall x q,
    exists2 t, retrieval_answer x q = Some t &
    largest (fun t => attended w own (@onehot R _) (@onehot R _) x q t + (marked q t)%:R) t].
Theorem B_rem31_retr__improper_false : ~ B_rem31_retr__improper.
Proof.
move=> /(_ K [finType of bool] [finType of unit] 0%N) [_ _ /(_ empty lost) [t]].
have other : (false, inr tt) <> lost by [].
rewrite answer_lost => -[<-] /(_ _ other); apply/negP; rewrite -leNgt /= addr0.
have pos : @positive K _ _ 0 (@hundred _ pairs pairs 0) (fun=> 1) by split=> [u c []|u] //; exact: ltr01.
apply: le_trans (Proofs.retrieval_heads.coordinate_le1 pos empty lost lost) _; rewrite ler_addr.
exact: Proofs.retrieval_heads.coordinate_ge0.
Qed.

(* With nothing before the query its own token is the answer, and all that it attends to. *)
Definition B_rem31_retr_fix__nothing_before : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own (alpha c : A * (A + I) -> R),
  (exists a b : A, a <> b) -> inhabited I -> positive w own ->
  let val t := alpha t *: onehot R t in
  ~ forall x q, proper (asked x q) ->
    positional_on w x q
    /\ forall t, retrieval_answer x q = Some t ->
       largest (fun t => attended w own val val x q t + c q * (t == q)%:R) t.
Theorem B_rem31_retr_fix__nothing_before_false : ~ B_rem31_retr_fix__nothing_before.
Proof.
move=> H; have two : exists a b : bool, a <> b by exists true, false.
apply: (H _ _ _ _ _ _ (fun=> 1) (fun=> 0) two (inhabits tt) alone_positive) => x q pr.
split=> [s []//|t]; have [u [-> _ occurs _]] := Proofs.retrieval_heads.answer_marked pr => -[<-].
have -> : u = q by case/orP: occurs => [/eqP //|/codomP[[]]].
move=> t' /eqP/negPf ne; rewrite !mul0r !addr0 /attended /total !big_ord0 !addr0 invr1 !scale1r !ffunE.
by rewrite ne eqxx ltr01.
Qed.
