(* Near-misses of Statements.layers: each is false. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import layers.
From Proofs Require layers.
Set Implicit Arguments.
Unset Strict Implicit.

(* 2^t hops, one more than t layers do: with no layers, one hop. *)
Definition S_layers_enough__one_more : Prop :=
  forall (T : Type) (next : nat -> T -> nat), exists look : nat -> nat -> seq T -> nat,
  forall (t h : nat) (x : nat -> T) (c : nat) (d : T), h <= 2 ^ t ->
  nth d (held look t x c) h = x (hopped next x h c).
Theorem S_layers_enough__one_more_false : ~ S_layers_enough__one_more.
Proof.
move=> /(_ bool (fun _ _ => 1)) [look] /(_ 0 1 (fun c => c == 1) 0 false isT); by [].
Qed.

(* No layers: the token itself. *)
Definition S_layers_reads__one_cell_less : Prop :=
  forall (T : Type) look (t : nat) (x : nat -> T) (c : nat), exists2 r : seq nat, size r = (2 ^ t).-1 &
  forall x', {in r, x =1 x'} -> held look t x c = held look t x' c.
Theorem S_layers_reads__one_cell_less_false : ~ S_layers_reads__one_cell_less.
Proof.
move=> /(_ bool (fun _ _ _ => 0) 0 (fun=> true) 0) [r /size0nil -> same].
by have := same (fun=> false) (fun c no => False_ind _ (notF no)).
Qed.

(* 2^t - 1 hops are done. *)
Definition S_layers_few__one_hop_less : Prop :=
  forall (T : Type) (next : nat -> T -> nat) (step : nat -> nat -> T) (e e' : T) (t h : nat)
    look (out : seq T -> T),
  e <> e' -> (forall c, next c e = c) -> (forall c, next c e' = c) ->
  (forall c d, d < c -> next c (step c d) = d) -> 2 ^ t <= h.+1 ->
  ~ forall x, walkable step e e' x -> out (held look t x h.+1) = x (hopped next x h h.+1).
Theorem S_layers_few__one_hop_less_false : ~ S_layers_few__one_hop_less.
Proof.
pose next (c : nat) (t : bool + nat) := if t is inr d then d else c.
move=> /(_ _ next (fun _ d => inr d) (inl true) (inl false) 0 0 (fun _ _ _ => 0) (head (inl true))).
by apply.
Qed.
