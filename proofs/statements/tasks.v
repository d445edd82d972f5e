(* The tasks of paper B as functions that compute (definitions.md, Tasks).

   Positions count from 0 here: sigma_j of the papers is position j - 1, and the last token is at
   (size s).-1. A letter is of any type; of the letters of Retrieval only equality is used. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.

Section Numbers.
Variable A : Type.
(* A letter, or an integer of INT. *)
Definition symbol : Type := (A + nat)%type.
Implicit Types (s : seq symbol) (outside : seq symbol -> nat -> symbol).

Definition token s (j : nat) : symbol := nth (inr 0) s j.
Definition is_letter (t : symbol) : bool := if t is inl _ then true else false.

(* F.1 looks at sigma_(j-i) and there is none. *)
Definition points_outside s j : bool := if token s j is inr i then j < i else false.

(* Index: sigma_(j-i) where sigma_j = i is an integer and sigma_(j-i) a letter; otherwise
   sigma_j. What it gives where there is no sigma_(j-i) is left to `outside`. *)
Definition indexed outside s (j : nat) : symbol :=
  if token s j is inr i then
    if j < i then outside s j
    else if token s (j - i) is inl a then inl a else inr i
  else token s j.
Definition index outside s : seq symbol := [seq indexed outside s j | j <- iota 0 (size s)].
Definition kept s j : symbol := token s j.

(* Follow the hops: the places from j back to the first letter, or None if they leave. *)
Fixpoint walk (fuel : nat) s (j : nat) : option (seq nat) :=
  if fuel is more.+1 then
    match token s j with
    | inl _ => Some [:: j]
    | inr i => if (0 < i) && (i <= j) then omap (cons j) (walk more s (j - i)) else None
    end
  else None.
Definition step_back s j : option (seq nat) := walk j.+1 s j.
Definition hops (places : seq nat) : nat := (size places).-1.
End Numbers.

Definition reflexive (T : Type) (s : seq T) : seq T := s.

Section Pairs.
Variables A I : eqType.
(* (left, right): left a letter, right a letter or an integer. A blank holds nothing. *)
Definition pair : eqType := [eqType of A * (A + I)].
Definition held : eqType := [eqType of option pair].
Implicit Types (s : seq held) (unclear : seq held -> nat -> held).

Definition has_left (y : A) (t : held) : bool := if t is Some (x, _) then x == y else false.
Definition asks (t : held) : option A := if t is Some (_, inl y) then Some y else None.
Definition has_integer (t : held) : bool := if t is Some (_, inr _) then true else false.

(* The tokens at places up to j whose left half is y, each once. *)
Definition fitting s (j : nat) (y : A) : seq held := undup (filter (has_left y) (take j.+1 s)).

(* Position j is no letter-letter token, or exactly one token at or before it fits. *)
Definition proper_at s j : bool :=
  if asks (nth None s j) is Some y then size (fitting s j y) == 1 else true.
Definition proper s : bool := (None \notin s) && all (proper_at s) (iota 0 (size s)).

(* Retrieval: the token that fits for letter-letter tokens, sigma_j for the others. What it
   gives where none fits, or two do, is left to `unclear`. *)
Definition retrieved unclear s j : held :=
  if asks (nth None s j) is Some y then
    if fitting s j y is [:: t] then t else unclear s j
  else nth None s j.
Definition retrieval unclear s : seq held := [seq retrieved unclear s j | j <- iota 0 (size s)].
Definition unclear_kept s j : held := nth None s j.
Definition unclear_blank s (j : nat) : held := None.

(* The first place that holds a token with left half y. *)
Definition first_place s y : nat := find (has_left y) s.

(* Follow the hops to earlier tokens, each to the first place of the one token that fits; None if
   on the way none fits, two do, or a token fits itself. *)
Fixpoint look (fuel : nat) s (j : nat) : option (seq nat) :=
  if fuel is more.+1 then
    match asks (nth None s j) with
    | Some y =>
        if (size (fitting s j y) == 1) && (first_place s y < j)
        then omap (cons j) (look more s (first_place s y)) else None
    | None => if has_integer (nth None s j) then Some [:: j] else None
    end
  else None.
Definition look_back s j : option (seq nat) := look j.+1 s j.
End Pairs.
