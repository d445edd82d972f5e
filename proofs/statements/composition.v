(* The number task: B.1's conditions, and iterating Index (F.1), which follows the hops, for every
   length and every number of hops. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks.
Set Implicit Arguments.
Unset Strict Implicit.

(* B.1's conditions on k_1 ... k_H, and the index t that `tested` gives for k_H and its number:
   (1) k_1 = n2; (2) t in 1..n1; (3) k_i - k_(i+1) = j_(k_i), all k_i in 1..n2. *)
Definition number_input (A : Type) (letters : seq A) (numbers : seq nat) : seq (symbol A) :=
  map inl letters ++ map inr numbers.
Definition number (numbers : seq nat) (k : nat) : nat := nth 0 numbers k.-1.
Definition follows (numbers : seq nat) (k l : nat) : bool :=
  [&& 0 < l, l <= size numbers & k == l + number numbers k].
Definition rules (tested : nat -> nat -> nat -> Prop) (n1 : nat) (numbers : seq nat)
    (ks : seq nat) (t : nat) : Prop :=
  [/\ 0 < size numbers, head 0 ks = size numbers, path (follows numbers) (head 0 ks) (behead ks),
    tested (last 0 ks) (number numbers (last 0 ks)) t & 1 <= t <= n1].
(* As printed: t = n1 - j + 1, answer s_u, u = n2 - j + 1; repaired, both are n1 + k_H - j. *)
Definition printed_rules (n1 : nat) (numbers : seq nat) (ks : seq nat) : Prop :=
  exists t, rules (fun k j t => t + j = n1 + 1) n1 numbers ks t.
Definition printed_answer (numbers : seq nat) (ks : seq nat) (u : nat) : Prop :=
  u + number numbers (last 0 ks) = size numbers + 1.
Definition repaired_rules (n1 : nat) (numbers : seq nat) (ks : seq nat) (t : nat) : Prop :=
  rules (fun k j t => t + j = n1 + k) n1 numbers ks t.

(* s_1 ... s_n1 1, at every n1 >= 2: the hops lead to s_n1, the printed answer is s_1, nothing
   else is admitted. And A B 2 1 has two answers, A 1 2 none though the hops end, A 2 1 one though
   they leave. *)
Definition B_num_def : Prop :=
  (forall (A : Type) (letters : seq A), 2 <= size letters ->
    step_back (number_input letters [:: 1]) (size letters)
      = Some [:: size letters; (size letters).-1]
    /\ forall ks u, printed_rules (size letters) [:: 1] ks /\ printed_answer [:: 1] ks u
      <-> ks = [:: 1] /\ u = 1)
  /\ (printed_rules 2 [:: 2; 1] [:: 2] /\ printed_answer [:: 2; 1] [:: 2] 2)
  /\ (printed_rules 2 [:: 2; 1] [:: 2; 1] /\ printed_answer [:: 2; 1] [:: 2; 1] 1)
  /\ (step_back (number_input [:: tt] [:: 1; 2]) 2 = Some [:: 2; 0]
    /\ forall ks, ~ printed_rules 1 [:: 1; 2] ks)
  /\ (step_back (number_input [:: tt] [:: 2; 1]) 2 = None /\ printed_rules 1 [:: 2; 1] [:: 2]).

(* With n1 + k_H - j in (2) and as the answer: at most one solution, and one iff the walk from the
   last token ends; it ends at the answer after H = size ks hops, H <= n2. The printed index is
   larger by n2 + 1 - n1 - k_H, right iff k_H = n2 - n1 + 1; with n1 for n2 right iff k_H = 1. *)
Definition B_num_def_fix : Prop :=
  forall (A : Type) (letters : seq A) (numbers : seq nat),
  let n1 := size letters in let n2 := size numbers in
  let s := number_input letters numbers in let walk := step_back s (size s).-1 in
  0 < n1 -> 0 < n2 -> all (leq 1) numbers ->
  [/\ forall ks ls t u, repaired_rules n1 numbers ks t -> repaired_rules n1 numbers ls u ->
        ks = ls /\ t = u,
      (exists ks t, repaired_rules n1 numbers ks t) <-> (exists places, walk = Some places),
      forall ks t, repaired_rules n1 numbers ks t -> exists places,
        [/\ walk = Some places, size ks = hops places, size ks <= n2, last 0 places = t.-1
          & is_letter (token s t.-1)]
    & forall ks t, repaired_rules n1 numbers ks t ->
        let k := last 0 ks in let j := number numbers k in
        [/\ (Z.of_nat n2 - Z.of_nat j + 1 - Z.of_nat t
            = Z.of_nat n2 + 1 - Z.of_nat n1 - Z.of_nat k)%Z,
          printed_answer numbers ks t <-> k + n1 = n2 + 1 & t + j = n1 + 1 <-> k = 1]].

(* Index is not defined on 1 A ... A: n > m does not help, for any m >= 1 and n > m. *)
Definition numbers_to (A : Type) (m : nat) (s : seq (symbol A)) : bool :=
  all (fun t => if t is inr i then 0 < i <= m else true) s.
Definition B_index_def : Prop :=
  forall (A : Type) (a : A) (n m : nat), 0 < m -> m < n ->
  exists s : seq (symbol A), [/\ size s = n, numbers_to m s & points_outside s 0].
(* sigma_(j-i) always exists at position j (from 0) iff m <= j. *)
Definition B_index_def_fix : Prop :=
  forall (A : Type) (a : A) (n m : nat), 0 < n ->
  let inside j := forall s : seq (symbol A),
    size s = n -> numbers_to m s -> ~~ points_outside s j in
  [/\ forall j, j < n -> (inside j <-> m <= j), inside n.-1 <-> m < n,
    (forall j, j < n -> inside j) <-> m = 0
    & forall (s : seq (symbol A)) j, points_outside (index (@kept A) s) j = points_outside s j].

(* Index^h at every position of every sequence, whatever Index gives where it is not defined. *)
Definition B_num_comp_all : Prop :=
  forall (A : Type) (s : seq (symbol A)) (j h : nat) (places : seq nat),
  (forall outside, step_back s j = Some places ->
    is_letter (token s (last j places))
    /\ token (iter h (index outside) s) j
      = if hops places <= h then token s (last j places) else token s j)
  /\ (step_back s j = None -> token (iter h (index (@kept A)) s) j = token s j).
(* The answer at the last token iff h >= H. *)
Definition B_num_comp_iff : Prop :=
  forall (A : Type) outside (s : seq (symbol A)) (h : nat) (places : seq nat),
  step_back s (size s).-1 = Some places ->
  last (inr 0) (iter h (index outside) s) = token s (last 0 places) <-> hops places <= h.
Definition B_num_comp : Prop :=
  forall (A : Type) outside (letters : seq A) (numbers : seq nat) (h l : nat) (places : seq nat),
  let s := number_input letters numbers in
  step_back s (size s).-1 = Some places -> hops places <= h -> h <= l ->
  last (inr 0) (iter (l - h) (@reflexive (symbol A)) (iter h (index outside) s))
    = token s (last 0 places).
