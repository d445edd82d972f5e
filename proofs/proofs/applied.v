From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition letter_head.
From Proofs Require Import letters iterates.
Set Implicit Arguments.
Unset Strict Implicit.

Section Applied.
Variables A I : eqType.
Implicit Types (s x : seq (held A I)) (u : filling A I) (places : seq nat).

Lemma retrieved_cases u x j y : asks (nth None x j) = Some y ->
  fitting x j y = [:: retrieved u x j]
  \/ ~~ proper_at x j /\ retrieved u x j = u x j.
Proof.
rewrite /retrieved /proper_at => ->; case: (fitting x j y) => [|v [|w l]]; by [left|right].
Qed.

Lemma retrieved_still u x j : asks (nth None x j) = None -> retrieved u x j = nth None x j.
Proof. by rewrite /retrieved => ->. Qed.

Lemma retrieved_fit u x j y (t : held A I) :
  asks (nth None x j) = Some y -> fitting x j y = [:: t] -> retrieved u x j = t.
Proof. by rewrite /retrieved => -> ->. Qed.

Lemma from_fitting x j y t : t \in fitting x j y -> exists2 r, r <= j & nth None x r = t.
Proof. by case/mem_fitting=> r [rj rt _]; exists r. Qed.

Lemma fills_brings u : fills u -> brings u.
Proof.
move=> fu s j out; case: (fu s j out) => [->|->|[y _ /from_fitting[r rj er]]]; first by left.
  by right; exists j.
by right; exists r.
Qed.

(* What a position holds came from a place at or before it. *)
Lemma came u x k : brings u -> retrieved u x k <> None ->
  exists2 r, r <= k & nth None x r = retrieved u x k.
Proof.
move=> fu; case e: (asks (nth None x k)) => [y|]; last first.
  by rewrite retrieved_still // => _; exists k.
case: (retrieved_cases u e) => [fit _|[out ->]].
  by apply: (@from_fitting _ _ y); rewrite fit mem_head.
by case: (fu x k out) => [->//|[r rk ->] _]; exists r.
Qed.

Lemma size_applied (unclear : nat -> filling A I) h s : size (applied unclear h s) = size s.
Proof. by elim: h => //= h IH; rewrite size_retrieval. Qed.

Lemma nth_applied (unclear : nat -> filling A I) h s k :
  nth None (applied unclear h.+1 s) k = retrieved (unclear h) (applied unclear h s) k.
Proof. exact: nth_retrieval. Qed.

Lemma last_applied (unclear : nat -> filling A I) h s :
  last None (applied unclear h s) = nth None (applied unclear h s) (size s).-1.
Proof. by rewrite -nth_last size_applied. Qed.

Lemma equationE (unclear : nat -> filling A I) s places h l : equation unclear s places h l <->
  nth None (applied unclear h s) (size s).-1 = token_at s places (hops places).
Proof.
rewrite -last_applied /equation.
by have -> // : forall k x, iter k (@reflexive (held A I)) x = x by elim=> // k IH x /=; rewrite IH.
Qed.

Lemma integer_stays (unclear : nat -> filling A I) s k h g :
  has_integer (nth None (applied unclear h s) k) -> h <= g ->
  nth None (applied unclear g s) k = nth None (applied unclear h s) k.
Proof.
move=> i /subnKC <-; elim: (g - h) => [|m IH]; first by rewrite addn0.
by rewrite addnS /= nth_retrieval retrieved_still IH ?integer_asks.
Qed.

Lemma look_steps m s j places : look m s j = Some places ->
  [/\ 0 < size places, nth 0 places 0 = j, has_integer (token_at s places (hops places))
    & forall t, t < hops places -> exists y, [/\ asks (token_at s places t) = Some y,
      fitting s (nth 0 places t) y = [:: token_at s places t.+1],
      nth 0 places t.+1 = first_place s y & nth 0 places t.+1 < nth 0 places t]].
Proof.
elim: m j places => //= m IH j places; case e: (asks (nth None s j)) => [y|]; last first.
  by case: ifP => // i [<-].
case: ifP => // /andP[/eqP one lt]; case w: (look _ _ _) => [[|k qs]|] //= [<-].
  by have [] := IH _ _ w.
have [_ /= kE final steps] := IH _ _ w; rewrite kE in w final steps *.
split=> // -[_|t lt_t]; last by have [z zP] := steps t lt_t; exists z.
exists y; split=> //=.
have in_f : nth None s (first_place s y) \in fitting s j y.
  have /mem_fitting[r [_ <- ry]] : nth None (fitting s j y) 0 \in fitting s j y.
    by apply: mem_nth; rewrite one.
  by have [_ fy] := first_fits ry; apply: fits => //; exact: ltnW.
by apply: exactly => // v vf; apply: at_most_one vf in_f; rewrite one.
Qed.
End Applied.
