(* An input of the letter task whose answer is never put last where undefined positions keep their
   token. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition.
From Proofs Require Import letters iterates applied.
Set Implicit Arguments.
Unset Strict Implicit.

Section Refuted.
Let N := nat_eqType.
Let A1 : held N N := Some (0, inr 1).
Let BA : held N N := Some (1, inl 0).
Let AC : held N N := Some (0, inl 2).

(* Two tokens fit: nothing is found, and the token stays. *)
Lemma two_fit (x : seq (held N N)) : 2 < size x -> nth None x 0 = A1 -> nth None x 2 = AC ->
  nth None x (size x).-1 = BA ->
  retrieved (@unclear_kept N N) x (size x).-1 = BA.
Proof.
move=> long zero two last_; set j := (size x).-1.
have ex : asks (nth None x j) = Some 0 by rewrite last_.
have one : A1 \in fitting x j 0 by apply/mem_fitting; exists 0; rewrite zero.
have other : AC \in fitting x j 0.
  by apply/mem_fitting; exists 2; rewrite two; split=> //; rewrite /j -ltnS prednK // (ltn_trans _ long).
rewrite /retrieved ex; case: (fitting x j 0) one other => [|u [|]] //.
by rewrite !inE => /eqP <- /eqP.
Qed.

Lemma kept_for_ever n h :
  last None (applied (fun=> @unclear_kept N N) h ([:: A1; BA; AC] ++ nseq n.+1 (Some (3, inl 1))))
    <> A1.
Proof.
set l := [:: _; _; _]; set s := l ++ _; rewrite last_applied; set j := (size s).-1.
have e : nth None s j = Some (3, inl 1) by rewrite /j last_padded.
case: h => [|h]; first by rewrite e.
have long : 2 < size s by rewrite size_cat.
suff [_ _ _ ->] : [/\ nth None (applied (fun=> @unclear_kept N N) h.+1 s) 0 = A1,
    nth None (applied (fun=> @unclear_kept N N) h.+1 s) 1 = A1,
    nth None (applied (fun=> @unclear_kept N N) h.+1 s) 2 = AC
    & nth None (applied (fun=> @unclear_kept N N) h.+1 s) j = BA] by [].
elim: h => [|h [zero one two last_]].
  split; rewrite nth_applied //.
  have -> : j = size l + n by rewrite /j size_cat size_nseq addnS.
  apply: (@retrieved_fit _ _ _ _ _ 1); last by rewrite fitting_padded.
  by rewrite nth_padded ltnNge leq_addr addKn /= ltnSn.
set x := applied _ h.+1 s in zero one two last_ *.
have sx : size x = size s by rewrite /x size_applied.
split; rewrite nth_applied -/x.
- by rewrite retrieved_still zero.
- by rewrite retrieved_still one.
- rewrite /retrieved two /=; case f: (fitting x 2 2) => [|t r]; first exact: two.
  have : t \in fitting x 2 2 by rewrite f mem_head.
  case/mem_fitting=> k [k2 <-]; case: k k2 => [|[|[|]]] // _.
  - by rewrite zero.
  - by rewrite one.
  by rewrite two.
by rewrite /j -sx two_fit ?sx.
Qed.
End Refuted.
