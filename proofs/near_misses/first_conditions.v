(* Near-misses of Statements.first_conditions: each is false. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters first_conditions.
Set Implicit Arguments.
Unset Strict Implicit.

(* A1 AB: from the first place, another token's, an answer is there at once. *)
Local Definition other : seq (held nat_eqType nat_eqType) :=
  [:: Some (0, inr 1); Some (0, inl 1)].

(* The last token's place alone is not enough. *)
Definition B_let_def_value__any_token : Prop :=
  forall (A I : eqType) (s : seq (held A I)) (j : nat) (ks : seq nat),
  j < size s ->
  path (fore_hop s) j ks -> has_integer (nth None s (last j ks)) ->
  exists ls, [/\ ends (fore_hop s) s ls, shown s ls = nth None s (last j ks) & size ls = size ks].
Theorem B_let_def_value__any_token_false : ~ B_let_def_value__any_token.
Proof.
move=> /(_ _ _ other 0 [::] isT isT isT) [[|k ks] [] //].
Qed.

(* A1 A1: no hop more is made. *)
Local Definition twice : seq (held nat_eqType nat_eqType) :=
  [:: Some (0, inr 1); Some (0, inr 1)].
Definition B_let_def_value__one_more : Prop :=
  forall (A I : eqType) (s : seq (held A I)) (j : nat) (ks : seq nat),
  j < size s -> nth None s j = nth None s (size s).-1 ->
  path (fore_hop s) j ks -> has_integer (nth None s (last j ks)) ->
  exists ls, [/\ ends (fore_hop s) s ls, shown s ls = nth None s (last j ks)
    & size ls = (size ks).+1].
Theorem B_let_def_value__one_more_false : ~ B_let_def_value__one_more.
Proof.
move=> /(_ _ _ twice 0 [::] isT erefl isT isT) [[|k [|l ks]] [] //].
by rewrite /ends /walks /= /fore_hop /any_hop /= andbF.
Qed.
