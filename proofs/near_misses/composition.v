(* Near-misses of Statements.composition: each is false. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks composition.
From Proofs Require composition.
Set Implicit Arguments.
Unset Strict Implicit.

Local Definition a1 : seq (symbol unit) := [:: inl tt; inr 1].

(* The answer printed for A B 2 1 is s_2. *)
Definition B_num_def__other_answer : Prop :=
  (forall (A : Type) (letters : seq A), 2 <= size letters ->
    step_back (number_input letters [:: 1]) (size letters)
      = Some [:: size letters; (size letters).-1]
    /\ forall ks u, printed_rules (size letters) [:: 1] ks /\ printed_answer [:: 1] ks u
      <-> ks = [:: 1] /\ u = 1)
  /\ (printed_rules 2 [:: 2; 1] [:: 2] /\ printed_answer [:: 2; 1] [:: 2] 3)
  /\ (printed_rules 2 [:: 2; 1] [:: 2; 1] /\ printed_answer [:: 2; 1] [:: 2; 1] 1)
  /\ (step_back (number_input [:: tt] [:: 1; 2]) 2 = Some [:: 2; 0]
    /\ forall ks, ~ printed_rules 1 [:: 1; 2] ks)
  /\ (step_back (number_input [:: tt] [:: 2; 1]) 2 = None /\ printed_rules 1 [:: 2; 1] [:: 2]).
Theorem B_num_def__other_answer_false : ~ B_num_def__other_answer.
Proof.
by move=> [_ [[_ +] _]].
Qed.

(* The bound n2 on the hops is reached. *)
Definition B_num_def_fix__fewer_hops : Prop :=
  forall (A : Type) (letters : seq A) (numbers : seq nat),
  let n1 := size letters in let n2 := size numbers in
  let s := number_input letters numbers in let walk := step_back s (size s).-1 in
  0 < n1 -> 0 < n2 -> all (leq 1) numbers ->
  [/\ forall ks ls t u, repaired_rules n1 numbers ks t -> repaired_rules n1 numbers ls u ->
        ks = ls /\ t = u,
      (exists ks t, repaired_rules n1 numbers ks t) <-> (exists places, walk = Some places),
      forall ks t, repaired_rules n1 numbers ks t -> exists places,
        [/\ walk = Some places, size ks = hops places, size ks < n2, last 0 places = t.-1
          & is_letter (token s t.-1)]
    & forall ks t, repaired_rules n1 numbers ks t ->
        let k := last 0 ks in let j := number numbers k in
        [/\ (Z.of_nat n2 - Z.of_nat j + 1 - Z.of_nat t
            = Z.of_nat n2 + 1 - Z.of_nat n1 - Z.of_nat k)%Z,
          printed_answer numbers ks t <-> k + n1 = n2 + 1 & t + j = n1 + 1 <-> k = 1]].
Theorem B_num_def_fix__fewer_hops_false : ~ B_num_def_fix__fewer_hops.
Proof.
move=> /(_ unit [:: tt] [:: 1] isT isT isT) [_ _ + _].
by move=> /(_ [:: 1] 1) [|places [_ _]] //; split.
Qed.

(* Without integers nothing points outside. *)
Definition B_index_def__no_integers : Prop :=
  forall (A : Type) (a : A) (n m : nat),  m < n ->
  exists s : seq (symbol A), [/\ size s = n, numbers_to m s & points_outside s 0].
Theorem B_index_def__no_integers_false : ~ B_index_def__no_integers.
Proof.
move=> /(_ unit tt 1 0 isT) [[|t [|u s]] [//]] _.
by rewrite /numbers_to /points_outside /token /= andbT; case: t => [//|[|i]].
Qed.

(* m <= n is not enough. *)
Definition B_index_def_fix__up_to : Prop :=
  forall (A : Type) (a : A) (n m : nat), 0 < n ->
  let inside j := forall s : seq (symbol A),
    size s = n -> numbers_to m s -> ~~ points_outside s j in
  [/\ forall j, j < n -> (inside j <-> m <= j), inside n.-1 <-> m <= n,
    (forall j, j < n -> inside j) <-> m = 0
    & forall (s : seq (symbol A)) j, points_outside (index (@kept A) s) j = points_outside s j].
Theorem B_index_def_fix__up_to_false : ~ B_index_def_fix__up_to.
Proof.
move=> /(_ unit tt 1 1 isT) [_ [_ H] _ _].
have [_ [G _] _ _] := @Proofs.composition.B_index_def_fix unit tt 1 1 isT.
by have := G (H isT).
Qed.

(* The answer is there after as many applications as hops. *)
Definition B_num_comp_all__strictly_fewer : Prop :=
  forall (A : Type) (s : seq (symbol A)) (j h : nat) (places : seq nat),
  (forall outside, step_back s j = Some places ->
    is_letter (token s (last j places))
    /\ token (iter h (index outside) s) j
      = if hops places < h then token s (last j places) else token s j)
  /\ (step_back s j = None -> token (iter h (index (@kept A)) s) j = token s j).
Theorem B_num_comp_all__strictly_fewer_false : ~ B_num_comp_all__strictly_fewer.
Proof.
by move=> /(_ unit a1 1 1 [:: 1; 0]) [/(_ (@kept unit) erefl) [_]].
Qed.

(* The same at the last token. *)
Definition B_num_comp_iff__strictly_fewer : Prop :=
  forall (A : Type) outside (s : seq (symbol A)) (h : nat) (places : seq nat),
  step_back s (size s).-1 = Some places ->
  last (inr 0) (iter h (index outside) s) = token s (last 0 places) <-> hops places < h.
Theorem B_num_comp_iff__strictly_fewer_false : ~ B_num_comp_iff__strictly_fewer.
Proof.
by move=> /(_ unit (@kept unit) a1 1 [:: 1; 0] erefl) [/(_ erefl)].
Qed.

(* Without applications the integer stays. *)
Definition B_num_comp__too_few : Prop :=
  forall (A : Type) outside (letters : seq A) (numbers : seq nat) (h l : nat) (places : seq nat),
  let s := number_input letters numbers in
  step_back s (size s).-1 = Some places -> h <= l ->
  last (inr 0) (iter (l - h) (@reflexive (symbol A)) (iter h (index outside) s))
    = token s (last 0 places).
Theorem B_num_comp__too_few_false : ~ B_num_comp__too_few.
Proof.
by move=> /(_ unit (@kept unit) [:: tt] [:: 1] 0 0 [:: 1; 0] erefl isT).
Qed.
