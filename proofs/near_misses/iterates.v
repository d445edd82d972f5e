(* Near-misses of Statements.iterates: each is false. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters iterates.
From Proofs Require iterates.
Set Implicit Arguments.
Unset Strict Implicit.

(* A1 BA A2 CB: proper, and its first iterate is not. *)
Local Definition four : seq (held nat_eqType nat_eqType) :=
  [:: Some (0, inr 1); Some (1, inl 0); Some (0, inr 2); Some (2, inl 1)].
Local Definition keep := @unclear_kept nat_eqType nat_eqType.

(* Of three tokens Retrieval keeps a proper sequence proper. *)
Definition B_let_iter__three_tokens : Prop :=
  (forall n unclear, let s : seq (held nat_eqType nat_eqType) :=
    [:: Some (0, inr 1); Some (1, inl 0); Some (0, inr 2)] ++ nseq n (Some (2, inl 1)) in
    proper s /\ ~~ proper (retrieval unclear s))
  /\ forall (A I : eqType) unclear (s : seq (held A I)), size s < 4 ->
    proper s -> proper (retrieval unclear s).
Theorem B_let_iter__three_tokens_false : ~ B_let_iter__three_tokens.
Proof.
move=> [/(_ 0 keep) [fine bad] _]; have [_ small] := Proofs.iterates.B_let_iter.
by move: bad; rewrite small.
Qed.

(* Four tokens are enough to spoil it. *)
Definition B_let_iter__five_tokens : Prop :=
  (forall n unclear, let s : seq (held nat_eqType nat_eqType) :=
    [:: Some (0, inr 1); Some (1, inl 0); Some (0, inr 2)] ++ nseq n.+1 (Some (2, inl 1)) in
    proper s /\ ~~ proper (retrieval unclear s))
  /\ forall (A I : eqType) unclear (s : seq (held A I)), size s < 5 ->
    proper s -> proper (retrieval unclear s).
Theorem B_let_iter__five_tokens_false : ~ B_let_iter__five_tokens.
Proof.
move=> [_ small]; have [/(_ 0 keep) [fine bad] _] := Proofs.iterates.B_let_iter.
by move: bad; rewrite small.
Qed.

(* T - 1 for T: one application is already too many. *)
Definition B_let_iter_fix_until__sooner : Prop :=
  forall (A I : eqType) unclear (s : seq (held A I)) (T : nat), proper s ->
  let iterate h := iter h (retrieval unclear) s in
  ((forall h, h <= T -> proper (iterate h))
    <-> forall t j r, 1 <= t < T -> j < size s -> ~ blocked s t j r)
  /\ ((forall t j r, 1 <= t <= T -> j < size s -> ~ blocked s t j r) ->
    forall t j, t <= T.+1 -> nth None (iterate t) j = nth None s (iter t (leads s) j)).
Theorem B_let_iter_fix_until__sooner_false : ~ B_let_iter_fix_until__sooner.
Proof.
move=> /(_ _ _ keep four 1 isT) [[_ H] _].
have [/(_ 0 keep) [_ bad] _] := Proofs.iterates.B_let_iter; move/negP: bad; apply.
by apply: (H _ 1 isT) => -[|[|t]].
Qed.

(* One application is decided by the first hop, not by the second. *)
Definition B_let_iter_fix__twice : Prop :=
  forall (A I : eqType) unclear (s : seq (held A I)), proper s ->
  let iterate h := iter h (retrieval unclear) s in
  let free := forall t j r, 1 <= t -> j < size s -> ~ blocked s t j r in
  [/\ (forall h, proper (iterate h)) <-> free,
    free -> forall t j, nth None (iterate t) j = nth None s (iter t (leads s) j),
    proper (retrieval unclear s) <-> forall j r, j < size s -> ~ blocked s 2 j r
    & forall bound pairs, s = letter_input bound pairs -> free].
Theorem B_let_iter_fix__twice_false : ~ B_let_iter_fix__twice.
Proof.
move=> /(_ _ _ keep four isT) [_ _ [_ H] _].
have [/(_ 0 keep) [_ bad] _] := Proofs.iterates.B_let_iter; move/negP: bad; apply.
apply: H => j r jn [between _ _ [y asked _]]; move: jn between asked.
by case: j => [|[|[|[|j]]]] //= _; case: r => [|[|[|r]]].
Qed.
