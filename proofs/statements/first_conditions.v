(* B.2's first condition as it is printed, an equality of tokens. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters.
Set Implicit Arguments.
Unset Strict Implicit.

(* From any place that holds the last token, hops to earlier places lead to an answer: then hops
   from the last place lead to it, as many of them. *)
Definition B_let_def_value : Prop :=
  forall (A I : eqType) (s : seq (held A I)) (j : nat) (ks : seq nat),
  j < size s -> nth None s j = nth None s (size s).-1 ->
  path (fore_hop s) j ks -> has_integer (nth None s (last j ks)) ->
  exists ls, [/\ ends (fore_hop s) s ls, shown s ls = nth None s (last j ks) & size ls = size ks].
