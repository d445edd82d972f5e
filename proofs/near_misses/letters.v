(* Near-misses of Statements.letters: each is false. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters.
From Proofs Require letters.
Set Implicit Arguments.
Unset Strict Implicit.

(* A1 A2 BA, which has two answers. *)
Local Definition two : seq (held nat_eqType nat_eqType) :=
  [:: Some (0, inr 1); Some (0, inr 2); Some (1, inl 0)].

(* No token holds the integer 0. *)
Definition B_let_def__from_zero : Prop :=
  let input := @letter_input nat_eqType nat_eqType in
  [/\ forall n1 n2 i, i <= n1 ->
        printed (input [seq (0, k) | k <- iota 1 n1] (nseq n2.+1 (1, 0))) (Some (0, inr i)),
      forall (A I : eqType) (bound : seq (A * I)) pairs t u, size bound <= 1 ->
        printed (letter_input bound pairs) t -> printed (letter_input bound pairs) u -> t = u,
      forall n1 n2, let s := input (nseq n1.+1 (0, 1)) (nseq n2.+1 (0, 0)) in
        ~~ proper_at s (size s).-1 /\ answers s (Some (0, inr 1))
    & forall n, let s := input [:: (0, 1)] ((1, 2) :: nseq n.+1 (1, 0)) in
        [/\ ~~ proper_at s 1, forall j, j != 1 -> proper_at s j & answers s (Some (0, inr 1))]].
Theorem B_let_def__from_zero_false : ~ B_let_def__from_zero.
Proof.
move=> [/(_ 1 0 0 isT) [ks [_ sh]] _ _ _]; move: sh; rewrite /shown /=.
by move: (last _ _) => [|[|[|k]]].
Qed.

(* Two letter-integer tokens give two answers. *)
Definition B_let_def__two_bound : Prop :=
  let input := @letter_input nat_eqType nat_eqType in
  [/\ forall n1 n2 i, 0 < i <= n1 ->
        printed (input [seq (0, k) | k <- iota 1 n1] (nseq n2.+1 (1, 0))) (Some (0, inr i)),
      forall (A I : eqType) (bound : seq (A * I)) pairs t u, size bound <= 2 ->
        printed (letter_input bound pairs) t -> printed (letter_input bound pairs) u -> t = u,
      forall n1 n2, let s := input (nseq n1.+1 (0, 1)) (nseq n2.+1 (0, 0)) in
        ~~ proper_at s (size s).-1 /\ answers s (Some (0, inr 1))
    & forall n, let s := input [:: (0, 1)] ((1, 2) :: nseq n.+1 (1, 0)) in
        [/\ ~~ proper_at s 1, forall j, j != 1 -> proper_at s j & answers s (Some (0, inr 1))]].
Theorem B_let_def__two_bound_false : ~ B_let_def__two_bound.
Proof.
move=> [one /(_ nat_eqType nat_eqType [:: (0, 1); (0, 2)] [:: (1, 0)]) H _ _].
by have := H _ _ isT (one 2 0 1 isT) (one 2 0 2 isT).
Qed.

(* Where two tokens fit there are two answers. *)
Definition B_let_def_fix__any_number : Prop :=
  forall (A I : eqType) (s : seq (held A I)) (before : bool),
  let hop := if before then fore_hop s else back_hop s in
  (same_tokens hop s <-> one_fits hop s)
  /\ (forall ks ls, ends hop s ks -> ends hop s ls ->
    shown s ks = shown s ls /\ size ks = size ls).
Theorem B_let_def_fix__any_number_false : ~ B_let_def_fix__any_number.
Proof.
by move=> /(_ _ _ two true) [_ /(_ [:: 0] [:: 1] erefl erefl) []].
Qed.

(* An improper sequence shows two tokens. *)
Definition B_let_def_fix_proper__improper : Prop :=
  forall (A I : eqType) (s : seq (held A I)), 0 < size s ->
  [/\ one_fits (back_hop s) s,
    (exists ks, ends (back_hop s) s ks)
    \/ (exists ks, let j := last (size s).-1 ks in walks (back_hop s) s ks /\ back_hop s j j)
    & ~ ((exists ks, ends (back_hop s) s ks) /\
      exists ks, let j := last (size s).-1 ks in walks (back_hop s) s ks /\ back_hop s j j)].
Theorem B_let_def_fix_proper__improper_false : ~ B_let_def_fix_proper__improper.
Proof.
move=> /(_ _ _ two isT) [+ _ _] => /(_ [::] erefl 0 1 erefl erefl).
by [].
Qed.

(* Where two tokens fit there are two answers. *)
Definition B_let_def_fix_printed__any_number : Prop :=
  forall (A I : eqType) (s : seq (held A I)) ks,
  ends (back_hop s) s ks ->
  answers s (shown s ks) /\ forall ls, ends (fore_hop s) s ls -> size ls = size ks.
Theorem B_let_def_fix_printed__any_number_false : ~ B_let_def_fix_printed__any_number.
Proof.
move=> /(_ _ _ two [:: 0] erefl) [/(_ (Some (0, inr 2))) [+ _] _].
by move=> H; have /H : printed two (Some (0, inr 2)) by exists [:: 1].
Qed.
