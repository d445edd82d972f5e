(* Listing 1 of paper B as it runs, and the composition formulas with it (section 3.2). *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition.
Set Implicit Arguments.
Unset Strict Implicit.

(* Python's seq[j - i]: a negative place counts from the end; too negative is none. *)
Definition listed_place (n j i : nat) : option nat :=
  if i <= j then Some (j - i) else if i <= n + j then Some (n + j - i) else None.
Definition listed_token (A : Type) (s : seq (symbol A)) (j : nat) : symbol A :=
  if token s j is inr i then
    if listed_place (size s) j i is Some k then
      if token s k is inl a then inl a else inr i
    else inr i
  else token s j.
Definition listed_index (A : Type) (s : seq (symbol A)) : seq (symbol A) :=
  [seq listed_token s j | j <- iota 0 (size s)].

(* The first earlier token that fits, or nothing is copied. *)
Definition listed_found (A I : eqType) (s : seq (held A I)) (j : nat) : held A I :=
  if asks (nth None s j) is Some y then head (nth None s j) (filter (has_left y) (take j s))
  else nth None s j.
Definition listed_retrieval (A I : eqType) (s : seq (held A I)) : seq (held A I) :=
  [seq listed_found s j | j <- iota 0 (size s)].

(* F.1 wherever the number points inside; the number formula at every walk to a letter. *)
Definition B_listing_fix_index : Prop :=
  forall (A : Type) outside (s : seq (symbol A)) (j : nat),
  ~~ points_outside s j -> token (listed_index s) j = indexed outside s j.
Definition B_listing_fix_numbers : Prop :=
  forall (A : Type) (s : seq (symbol A)) (h : nat) (places : seq nat),
  step_back s (size s).-1 = Some places ->
  last (inr 0) (iter h (@listed_index A) s) = token s (last 0 places) <-> hops places <= h.

(* F.2 on proper sequences; the letter formula under the conditions of B-let-comp-fix, so on
   proper inputs of the letter task. *)
Definition B_listing_fix_retrieval : Prop :=
  forall (A I : eqType) unclear (s : seq (held A I)),
  proper s -> listed_retrieval s = retrieval unclear s.
Definition B_listing_fix_letters : Prop :=
  forall (A I : eqType) (s : seq (held A I)) places (h : nat),
  look_back s (size s).-1 = Some places ->
  fit_once s places /\ integers_found s places /\ others_proper s places \/ all_found s places ->
  last None (iter h (@listed_retrieval A I) s) = token_at s places (hops places)
  <-> hops places <= h.
Definition B_listing_fix_proper : Prop :=
  forall (A I : eqType) (bound : seq (A * I)) pairs places (h : nat),
  let s := letter_input bound pairs in proper s -> look_back s (size s).-1 = Some places ->
  last None (iter h (@listed_retrieval A I) s) = token_at s places (hops places)
  <-> hops places <= h.
