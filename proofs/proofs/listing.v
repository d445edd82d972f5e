From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters composition letter_composition listing.
From Proofs Require Import letters iterates applied composition letter_composition.
Set Implicit Arguments.
Unset Strict Implicit.

(* Listing 1's index fills the positions that point outside. *)
Definition wrapped (A : Type) (s : seq (symbol A)) (j : nat) : symbol A := listed_token s j.

Lemma listed_indexed (A : Type) (s : seq (symbol A)) j : listed_token s j = indexed (@wrapped A) s j.
Proof.
rewrite /indexed /wrapped; case e: (token s j) => [a|i]; first by rewrite /listed_token e.
by case: ltnP => // ij; rewrite /listed_token e /listed_place ij.
Qed.

Lemma listed_index_is (A : Type) (s : seq (symbol A)) : listed_index s = index (@wrapped A) s.
Proof. by apply: eq_map => j; exact: listed_indexed. Qed.

Theorem B_listing_fix_index : Statements.listing.B_listing_fix_index.
Proof.
move=> A outside s j inside; have [js|sj] := ltnP j (size s); last first.
  have blank : token s j = inr 0 by rewrite /token nth_default.
  by rewrite /token nth_default ?size_map ?size_iota // /indexed blank ltn0 subn0 blank.
rewrite /token (nth_map 0) ?size_iota // nth_iota // add0n listed_indexed.
move: inside; rewrite /indexed /points_outside; case: (token s j) => // i.
by move=> /negbTE ->.
Qed.

Theorem B_listing_fix_numbers : Statements.listing.B_listing_fix_numbers.
Proof.
move=> A s h places w; rewrite (eq_iter (@listed_index_is A)).
exact: (B_num_comp_iff (@wrapped A) h w).
Qed.

Section Letters.
Variables A I : eqType.
Implicit Types s : seq (held A I).

Lemma found_none s j : asks (nth None s j) = None -> listed_found s j = nth None s j.
Proof. by rewrite /listed_found => ->. Qed.

(* The token itself, or one that fits. *)
Lemma found_cases s j y : asks (nth None s j) = Some y ->
  (listed_found s j = nth None s j /\ filter (has_left y) (take j s) = [::])
  \/ listed_found s j \in fitting s j y.
Proof.
move=> e; rewrite /listed_found e; case f: (filter _ _) => [|t r]; [by left|right].
have : t \in filter (has_left y) (take j s) by rewrite f mem_head.
rewrite mem_filter /= => /andP[ty tj]; rewrite /fitting mem_undup mem_filter ty /=.
rewrite (take_nth None) ?mem_rcons ?inE ?tj ?orbT //; exact: asks_inside e.
Qed.

Lemma found_one s j y t : asks (nth None s j) = Some y -> fitting s j y = [:: t] ->
  listed_found s j = t.
Proof.
move=> e f; case: (found_cases e) => [[-> none]|]; last by rewrite f inE => /eqP.
have js := asks_inside e; have : t \in fitting s j y by rewrite f mem_head.
rewrite /fitting mem_undup (take_nth None) // -cats1 filter_cat none /=.
by case: ifP => // _; rewrite inE => /eqP.
Qed.

Lemma listed_retrieved s j : listed_found s j = retrieved (@listed_found A I) s j.
Proof.
rewrite /retrieved; case e: (asks _) => [y|]; last exact: found_none.
by case f: (fitting s j y) => [|t [|]] //; exact: found_one f.
Qed.

Lemma listed_retrieval_is s : listed_retrieval s = retrieval (@listed_found A I) s.
Proof. by apply: eq_map => j; exact: listed_retrieved. Qed.

Lemma listed_fills : fills (@listed_found A I).
Proof.
move=> s j; case e: (asks (nth None s j)) => [y|]; last by rewrite /proper_at e.
by move=> _; case: (found_cases e) => [[-> _]|f]; [constructor 2|constructor 3; exists y].
Qed.

Lemma listed_applied s h : iter h (@listed_retrieval A I) s = applied (fun=> @listed_found A I) h s.
Proof. by elim: h => //= h ->; exact: listed_retrieval_is. Qed.
End Letters.

Theorem B_listing_fix_retrieval : Statements.listing.B_listing_fix_retrieval.
Proof.
move=> A I unclear s /andP[_ /allP ok]; rewrite listed_retrieval_is; apply/eq_in_map => j ij.
have := ok j ij; rewrite /proper_at /retrieved; case: (asks _) => // y.
by case: (fitting s j y) => [|t [|]].
Qed.

Theorem B_listing_fix_letters : Statements.listing.B_listing_fix_letters.
Proof.
move=> A I s places h w ok; rewrite listed_applied.
have := B_let_comp_fix_filled (fun=> @listed_fills A I) w (leqnn h) ok.
by rewrite /equation subnn.
Qed.

Theorem B_listing_fix_proper : Statements.listing.B_listing_fix_proper.
Proof.
move=> A I bound pairs places h s ok w; apply: B_listing_fix_letters => //; left.
have at_ k : proper_at s k.
  case: (ltnP k (size s)) => ks; last by rewrite /proper_at nth_default.
  by case/andP: ok => _ /allP; apply; rewrite mem_iota.
split; last by split; [exact: form_found w|move=> t y k *; exact: at_].
by move=> t y k _ e; have := at_ k; rewrite /proper_at e => /eqP ->.
Qed.
