(* How many layers h hops need, when a layer's head fetches all that another place holds. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.

Section Stack.
Variable T : Type.
Implicit Types (x : nat -> T) (look : nat -> nat -> seq T -> nat) (next : nat -> T -> nat).

(* Cells 0, 1, ...: places, asked by place, or names, asked by name; x c is the token there. Layer t
   looks from each cell at one cell, named by what it holds, and adds what that one holds. *)
Fixpoint held look (t : nat) x (c : nat) : seq T :=
  if t is s.+1 then held look s x c ++ held look s x (look s c (held look s x c)) else [:: x c].

(* Where a token leads, and h hops from c. *)
Definition hopped next x (h c : nat) : nat := iter h (fun c => next c (x c)) c.

(* Inputs whose first two cells end a walk, by e or e', and all others lead to an earlier cell: from
   cell h + 1 it is h hops at most. *)
Definition walkable (step : nat -> nat -> T) (e e' : T) x : Prop :=
  (x 0 = e \/ x 0 = e') /\ (x 1 = e \/ x 1 = e')
  /\ forall c, 1 < c -> exists2 d, d < c & x c = step c d.
End Stack.

(* t layers hold the tokens of 2^t - 1 hops, in their order. *)
Definition S_layers_enough : Prop :=
  forall (T : Type) (next : nat -> T -> nat), exists look : nat -> nat -> seq T -> nat,
  forall (t h : nat) (x : nat -> T) (c : nat) (d : T), h < 2 ^ t ->
  nth d (held look t x c) h = x (hopped next x h c).
(* What a cell holds rests on the tokens of 2^t cells, whatever is looked at. *)
Definition S_layers_reads : Prop :=
  forall (T : Type) look (t : nat) (x : nat -> T) (c : nat), exists2 r : seq nat, size r = 2 ^ t &
  forall x', {in r, x =1 x'} -> held look t x c = held look t x' c.
(* So no t layers, wherever they look and whatever they answer, do 2^t hops: on h + 2 cells. *)
Definition S_layers_few : Prop :=
  forall (T : Type) (next : nat -> T -> nat) (step : nat -> nat -> T) (e e' : T) (t h : nat)
    look (out : seq T -> T),
  e <> e' -> (forall c, next c e = c) -> (forall c, next c e' = c) ->
  (forall c d, d < c -> next c (step c d) = d) -> 2 ^ t <= h ->
  ~ forall x, walkable step e e' x -> out (held look t x h.+1) = x (hopped next x h h.+1).
