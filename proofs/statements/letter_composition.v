(* Iterating Retrieval on the letter task (F.2): when the last token becomes the walk's answer. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters.
Set Implicit Arguments.
Unset Strict Implicit.

Section Composition.
Variables A I : eqType.
Definition filling : Type := seq (held A I) -> nat -> held A I.
Implicit Types (s : seq (held A I)) (places : seq nat).

(* A position where Retrieval is not defined gets nothing, its token, or a token that fits. *)
Definition fills (unclear : filling) : Prop :=
  forall s j, ~~ proper_at s j -> [\/ unclear s j = None, unclear s j = nth None s j
    | exists2 y, asks (nth None s j) = Some y & unclear s j \in fitting s j y].
(* h applications, each with a filling of its own. *)
Fixpoint applied (unclear : nat -> filling) (h : nat) s : seq (held A I) :=
  if h is i.+1 then retrieval (unclear i) (applied unclear i s) else s.

(* c_t, and: y is its right half, y_t, where t < H. *)
Definition token_at s places (t : nat) : held A I := nth None s (nth 0 places t).
Definition looked_for s places t y : bool :=
  (t < hops places) && (asks (token_at s places t) == Some y).

(* (1) Where the right half is a y_t at most one token fits. (2) Every letter-integer token whose
   left half is a y_t is c_(t+1). (3) Every other letter-letter one stands at a proper position.
   Last: every token whose left half is a y_t is c_(t+1). *)
Definition fit_once s places : Prop := forall t y k, looked_for s places t y ->
  asks (nth None s k) = Some y -> size (fitting s k y) <= 1.
Definition integers_found s places : Prop := forall t y u, looked_for s places t y ->
  u \in s -> has_left y u -> has_integer u -> u = token_at s places t.+1.
Definition others_proper s places : Prop := forall t y k, looked_for s places t y ->
  has_left y (nth None s k) -> ~~ has_integer (nth None s k) ->
  nth None s k <> token_at s places t.+1 -> proper_at s k.
Definition all_found s places : Prop := forall t y u, looked_for s places t y ->
  u \in s -> has_left y u -> u = token_at s places t.+1.

(* [Reflexive^(l-h)(Retrieval^h(s))]_n is the answer c_H. *)
Definition equation unclear s places (h l : nat) : Prop :=
  last None (iter (l - h) (@reflexive (held A I)) (applied unclear h s))
    = token_at s places (hops places).
End Composition.

(* (a) Nothing held: at h the equation is true iff (2) and h >= H. *)
Definition B_let_comp_fix : Prop :=
  forall (A I : eqType) (s : seq (held A I)) places h l,
  look_back s (size s).-1 = Some places -> h <= l ->
  equation (fun=> @unclear_blank A I) s places h l <-> integers_found s places /\ hops places <= h.
(* So for every letter-task input whose walk has an answer it is true iff h >= H. *)
Definition B_let_comp_fix_form : Prop :=
  forall (A I : eqType) (bound : seq (A * I)) pairs places h l,
  let s := letter_input bound pairs in
  look_back s (size s).-1 = Some places -> h <= l ->
  equation (fun=> @unclear_blank A I) s places h l <-> hops places <= h.
(* (b) Kept tokens, for proper s. *)
Definition B_let_comp_fix_kept : Prop :=
  forall (A I : eqType) (s : seq (held A I)) places h l, proper s ->
  look_back s (size s).-1 = Some places -> h <= l ->
  equation (fun=> @unclear_kept A I) s places h l <-> integers_found s places /\ hops places <= h.
(* (c) However filled: with (1), (2), (3), so where every token looked for is the one found. *)
Definition B_let_comp_fix_filled : Prop :=
  forall (A I : eqType) (s : seq (held A I)) unclear places h l, (forall i, fills (unclear i)) ->
  look_back s (size s).-1 = Some places -> h <= l ->
  fit_once s places /\ integers_found s places /\ others_proper s places \/ all_found s places ->
  equation unclear s places h l <-> hops places <= h.

(* A1 ... A1 AA ... AA: one answer, and Retrieval is not defined at the query. A1 BA AC DB ... DB:
   one answer, Retrieval is defined at the query, and no number of applications puts the answer
   there if the positions where it is not defined keep their token. *)
Definition B_let_comp : Prop :=
  let input := @letter_input nat_eqType nat_eqType in let answer := Some (0, inr 1) in
  (forall n1 n2, let s := input (nseq n1.+1 (0, 1)) (nseq n2.+1 (0, 0)) in
     answers s answer /\ ~~ proper_at s (size s).-1)
  /\ forall n, let s := input [:: (0, 1)] ([:: (1, 0); (0, 2)] ++ nseq n.+1 (3, 1)) in
     [/\ answers s answer, proper_at s (size s).-1
       & forall h, last None (applied (fun=> @unclear_kept _ _) h s) <> answer].
