(* Two inputs of the letter task whose answer no number of applications puts last. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition.
From Proofs Require Import letters iterates applied.
Set Implicit Arguments.
Unset Strict Implicit.

Section Refuted.
Let N := nat_eqType.
Let A1 : held N N := Some (0, inr 1).
Let BB : held N N := Some (1, inl 1).
Let BC : held N N := Some (1, inl 2).
Let CB : held N N := Some (2, inl 1).

(* Once the last place looks for C and C is a left half no more. *)
Lemma lost u (x : seq (held N N)) : fills u -> (forall j, nth None x j \in [:: None; A1; BC]) ->
  nth None x (size x).-1 \in [:: None; BC] ->
  (forall j, nth None (retrieval u x) j \in [:: None; A1; BC])
  /\ nth None (retrieval u x) (size x).-1 \in [:: None; BC].
Proof.
move=> fu all_ last_; have kept j : nth None (retrieval u x) j \in [:: None; A1; BC].
  rewrite nth_retrieval; case e: (retrieved u x j) => [t|] //; rewrite -e.
  by have [|r _ <-] := @came _ _ u x j fu; rewrite ?e.
split=> //; move: last_; rewrite nth_retrieval; set j := (size x).-1.
rewrite !inE => /orP[/eqP e|/eqP e]; first by rewrite retrieved_still e.
have none : fitting x j 2 = [::].
  case f: (fitting x j 2) => [|v l] //; have : v \in fitting x j 2 by rewrite f mem_head.
  by case/mem_fitting=> r [_ <-]; have := all_ r; rewrite !inE => /or3P[] /eqP->.
have ex : asks (nth None x j) = Some 2 by rewrite e.
case: (retrieved_cases u ex) => [fit|[out ->]]; first by rewrite none in fit.
case: (fu x j out) => [->//|->|[y]]; first by rewrite e.
by rewrite ex => -[<-]; rewrite none.
Qed.

Lemma never_found (unclear : nat -> filling N N) n h : (forall i, fills (unclear i)) ->
  last None (applied unclear h ([:: A1; BC; Some (2, inl 0)] ++ nseq n.+1 (Some (3, inl 1)))) <> A1.
Proof.
move=> fill; set l := [:: _; _; _]; set s := l ++ _; rewrite last_applied; set j := (size s).-1.
have e : nth None s j = Some (3, inl 1) by rewrite /j last_padded.
case: h => [|h]; first by rewrite e.
suff [_] : (forall k, nth None (applied unclear h.+1 s) k \in [:: None; A1; BC])
    /\ nth None (applied unclear h.+1 s) j \in [:: None; BC] by rewrite !inE => /orP[] /eqP->.
elim: h => [|h [all_ last_]]; last first.
  by have := lost (fill h.+1) all_; rewrite size_applied; apply.
have late k : retrieved (unclear 0) s (size l + k) \in [:: None; BC].
  case ek: (nth None s (size l + k)) => [t|]; last by rewrite retrieved_still ek.
  have et : nth None s (size l + k) = Some (3, inl 1).
    by move: ek; rewrite nth_padded ltnNge leq_addr addKn /=; case: ifP => // _ [<-].
  by rewrite (@retrieved_fit _ _ _ _ _ 1 BC) ?et // fitting_padded.
split=> [k|]; rewrite nth_applied.
  have [kl|lk] := ltnP k (size l); last first.
    by have := late (k - size l); rewrite subnKC // !inE => /orP[] ->; rewrite ?orbT.
  case: k kl => [|[|[|]]] // _.
  have ex : asks (nth None s 1) = Some 2 by [].
  case: (retrieved_cases (unclear 0) ex) => [//|[out ->]].
  by case: (fill 0 s 1 out) => [->|->|[y [<-]]].
by have := late n; rewrite /j size_cat size_nseq addnS.
Qed.

Lemma for_ever (unclear : nat -> filling N N) n h :
  last None (applied unclear h ([:: A1; BB; CB; Some (1, inl 0)] ++ nseq n.+1 (Some (0, inl 2))))
    <> A1.
Proof.
set l := [:: _; _; _; _]; set s := l ++ _; rewrite last_applied; set j := (size s).-1.
have e : nth None s j = Some (0, inl 2) by rewrite /j last_padded.
case: h => [|h]; first by rewrite e.
suff [_ _ _] : [/\ nth None (applied unclear h.+1 s) 0 = A1,
    nth None (applied unclear h.+1 s) 1 = BB,
    forall k, nth None (applied unclear h.+1 s) k \in [:: None; A1; BB; CB]
    & nth None (applied unclear h.+1 s) j \in [:: BB; CB]] by rewrite !inE => /orP[] /eqP->.
have j1 : 0 < j by rewrite /j size_cat.
elim: h => [|h [zero one all_ last_]].
  have late k : k <= n -> retrieved (unclear 0) s (size l + k) = CB.
    move=> kn; apply: (@retrieved_fit _ _ _ _ _ 2); last by rewrite fitting_padded.
    by rewrite nth_padded ltnNge leq_addr addKn /= ltnS kn.
  split=> [||k|]; rewrite nth_applied //.
    have [kl|lk] := ltnP k (size l); first by case: k kl => [|[|[|[|]]]].
    have [ks|sk] := ltnP k (size s); last by rewrite retrieved_still nth_default.
    rewrite -(subnKC lk) late // leq_subLR -ltnS; move: ks.
    by rewrite size_cat size_nseq addnS.
  by have := late n (leqnn n); rewrite /j size_cat size_nseq addnS /= => ->.
set x := applied unclear h.+1 s in zero one all_ last_ *.
have at_B k : 0 < k -> asks (nth None x k) = Some 1 -> retrieved (unclear h.+1) x k = BB.
  move=> k0 ek; apply: (@retrieved_fit _ _ _ _ _ 1) => //.
  apply: exactly => [|v /mem_fitting[r [_ <-]]].
    by rewrite -one; apply: fits => //; rewrite one.
  by have := all_ r; rewrite !inE => /or4P[] /eqP->.
split=> [||k|]; rewrite nth_applied -/x.
- by rewrite retrieved_still zero.
- by apply: at_B => //; rewrite one.
- have := all_ k; have [->|k0] := posnP k; first by rewrite retrieved_still zero.
  rewrite !inE => /or4P[] /eqP ek; try by rewrite retrieved_still ek.
    by rewrite at_B ?eqxx ?orbT // ek.
  by rewrite at_B ?eqxx ?orbT // ek.
by rewrite at_B //; move: last_; rewrite !inE => /orP[] /eqP->.
Qed.
End Refuted.
