(* The letter task: B.2's conditions, and when its walks show one token at each step. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks.
Set Implicit Arguments.
Unset Strict Implicit.

Section Letters.
Variables A I : eqType.
Implicit Types (s : seq (held A I)) (ks : seq nat).

(* n1 letter-integer tokens, then n2 letter-letter ones. *)
Definition letter_input (bound : seq (A * I)) (pairs : seq (A * A)) : seq (held A I) :=
  [seq Some (t.1, inr t.2) | t <- bound] ++ [seq Some (t.1, inl t.2) | t <- pairs].

(* A hop from j to a token whose left half is the right half of j's: wherever it stands, at or
   before j (F.2), before j (B.2, which reads the window backwards). *)
Definition any_hop s (j k : nat) : bool :=
  if asks (nth None s j) is Some y then has_left y (nth None s k) else false.
Definition back_hop s (j k : nat) : bool := (k <= j) && any_hop s j k.
Definition fore_hop s (j k : nat) : bool := (k < j) && any_hop s j k.

(* Walks from the last token: the places after it. *)
Definition walks (hop : nat -> nat -> bool) s ks : bool := path hop (size s).-1 ks.
Definition shown s ks : held A I := nth None s (last (size s).-1 ks).
Definition ends (hop : nat -> nat -> bool) s ks : bool :=
  walks hop s ks && has_integer (shown s ks).

(* B.2's (1)-(3) allow t; t and nothing else. *)
Definition printed s (t : held A I) : Prop := exists ks, ends (fore_hop s) s ks /\ shown s ks = t.
Definition answers s (t : held A I) : Prop := forall u, printed s u <-> u = t.

(* All walks show the same token at each step. *)
Definition same_tokens (hop : nat -> nat -> bool) s : Prop :=
  forall ks ls, size ks = size ls -> walks hop s ks -> walks hop s ls -> shown s ks = shown s ls.
(* Wherever walks come at most one token fits. *)
Definition one_fits (hop : nat -> nat -> bool) s : Prop :=
  forall ks, walks hop s ks -> forall k l, hop (last (size s).-1 ks) k ->
  hop (last (size s).-1 ks) l -> nth None s k = nth None s l.
End Letters.

(* Letters and integers as numbers: A1 A2 ... An1 BA ... BA has n1 answers (n1 = 1 never gives two);
   A1 ... A1 AA ... AA has one and is not proper, nor is A1 BC BA ... BA, off the walk. *)
Definition B_let_def : Prop :=
  let input := @letter_input nat_eqType nat_eqType in
  [/\ forall n1 n2 i, 0 < i <= n1 ->
        printed (input [seq (0, k) | k <- iota 1 n1] (nseq n2.+1 (1, 0))) (Some (0, inr i)),
      forall (A I : eqType) (bound : seq (A * I)) pairs t u, size bound <= 1 ->
        printed (letter_input bound pairs) t -> printed (letter_input bound pairs) u -> t = u,
      forall n1 n2, let s := input (nseq n1.+1 (0, 1)) (nseq n2.+1 (0, 0)) in
        ~~ proper_at s (size s).-1 /\ answers s (Some (0, inr 1))
    & forall n, let s := input [:: (0, 1)] ((1, 2) :: nseq n.+1 (1, 0)) in
        [/\ ~~ proper_at s 1, forall j, j != 1 -> proper_at s j & answers s (Some (0, inr 1))]].

(* Hops of both kinds: one token at each step iff at most one fits wherever walks come; then
   there is at most one answer, after one number of hops. *)
Definition B_let_def_fix : Prop :=
  forall (A I : eqType) (s : seq (held A I)) (before : bool),
  let hop := if before then fore_hop s else back_hop s in
  (same_tokens hop s <-> one_fits hop s)
  /\ (one_fits hop s -> forall ks ls, ends hop s ks -> ends hop s ls ->
    shown s ks = shown s ls /\ size ks = size ls).

(* A proper sequence satisfies this; its walk ends in an answer or at a token that fits itself,
   not both. *)
Definition B_let_def_fix_proper : Prop :=
  forall (A I : eqType) (s : seq (held A I)), 0 < size s -> proper s ->
  [/\ one_fits (back_hop s) s,
    (exists ks, ends (back_hop s) s ks)
    \/ (exists ks, let j := last (size s).-1 ks in walks (back_hop s) s ks /\ back_hop s j j)
    & ~ ((exists ks, ends (back_hop s) s ks) /\
      exists ks, let j := last (size s).-1 ks in walks (back_hop s) s ks /\ back_hop s j j)].

(* Where it holds and a walk ends in an answer, B.2 gives that answer, after as many hops, and no
   other. *)
Definition B_let_def_fix_printed : Prop :=
  forall (A I : eqType) (s : seq (held A I)) ks,
  one_fits (back_hop s) s -> ends (back_hop s) s ks ->
  answers s (shown s ks) /\ forall ls, ends (fore_hop s) s ls -> size ls = size ks.
