From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters iterates.
From Proofs Require Import letters.
Set Implicit Arguments.
Unset Strict Implicit.

Section Fitting.
Variables A I : eqType.
Implicit Types (s : seq (held A I)) (unclear : seq (held A I) -> nat -> held A I).

Lemma size_retrieval unclear s : size (retrieval unclear s) = size s.
Proof. by rewrite size_map size_iota. Qed.

Lemma nth_retrieval unclear s j : nth None (retrieval unclear s) j = retrieved unclear s j.
Proof.
have [js|sj] := ltnP j (size s); first by rewrite (nth_map 0) ?size_iota // nth_iota.
by rewrite nth_default ?size_retrieval // /retrieved nth_default.
Qed.

Lemma asks_inside s j y : asks (nth None s j) = Some y -> j < size s.
Proof. by case: ltnP => // sj; rewrite nth_default. Qed.

Lemma left_one (x y : A) (t : held A I) : has_left x t -> has_left y t -> x = y.
Proof. by case: t => // -[z h] /= /eqP <- /eqP. Qed.

Lemma fits s j k y : k <= j -> has_left y (nth None s k) -> nth None s k \in fitting s j y.
Proof. by move=> kj ky; apply/mem_fitting; exists k. Qed.

(* Of two that fit where at most one does. *)
Lemma at_most_one s j y t u : size (fitting s j y) <= 1 ->
  t \in fitting s j y -> u \in fitting s j y -> t = u.
Proof. by case: (fitting s j y) => [|v [|]] // _; rewrite !inE => /eqP-> /eqP->. Qed.

Lemma exactly s j y t : t \in fitting s j y -> (forall u, u \in fitting s j y -> u = t) ->
  fitting s j y = [:: t].
Proof.
have : uniq (fitting s j y) by exact: undup_uniq.
case: (fitting s j y) => [|v l] // un _ only; have vt : v = t by apply: only; exact: mem_head.
case: l un only => [_ _|w l un only]; first by rewrite vt.
have wt : w = t by apply: only; rewrite !inE eqxx orbT.
by move: un; rewrite vt wt /= mem_head.
Qed.

Lemma first_fits s y k : has_left y (nth None s k) ->
  first_place s y <= k /\ has_left y (nth None s (first_place s y)).
Proof.
move=> ky; have ks : k < size s by case: ltnP => // sk; rewrite nth_default in ky.
have has_y : has (has_left y) s by apply/(has_nthP None); exists k.
by split; [rewrite leqNgt; apply/negP => /(before_find None); rewrite ky|exact: nth_find].
Qed.
End Fitting.

Section Iterates.
Variables (A I : eqType) (s : seq (held A I)).
Hypothesis ok : proper s.
Let f := leads s.

Lemma one_at j y : asks (nth None s j) = Some y ->
  [/\ f j <= j, has_left y (nth None s (f j)) & size (fitting s j y) <= 1].
Proof.
move=> e; have [t ft] := fits_once ok (asks_inside e) e.
have /mem_fitting[k [kj kt ty]] : t \in fitting s j y by rewrite ft mem_head.
rewrite ft /f /leads e; rewrite -kt in ty; have [fk fy] := first_fits ty.
by split=> //; apply: leq_trans fk kj.
Qed.

Lemma leads_back j : f j <= j.
Proof.
case e: (asks (nth None s j)) => [y|]; first by case: (one_at e).
by rewrite /f /leads e.
Qed.

Lemma leads_on t j : iter t f j <= j.
Proof. by elim: t => //= t IH; apply: leq_trans IH; exact: leads_back. Qed.

(* What stands at f^t(k) was found by a letter-letter token, or is no such token and stayed. *)
Lemma found_or_stayed t k : let r := iter t f k in 0 < t ->
  (asks (nth None s r) = None /\ r = k)
  \/ exists u y, [/\ asks (nth None s u) = Some y & f u = r].
Proof.
case: t => //= t _; elim: t => [|t IH] /=.
  case e: (asks (nth None s k)) => [y|]; first by right; exists k, y.
  by left; rewrite /f /leads e.
case e: (asks (nth None s (f (iter t f k)))) => [y|].
  by right; exists (f (iter t f k)), y.
suff -> : f (f (iter t f k)) = f (iter t f k) by [].
by rewrite {1}/f /leads e.
Qed.

Lemma integer_leads r t : has_integer (nth None s r) -> iter t f r = r.
Proof. by move=> /integer_asks e; elim: t => //= t ->; rewrite /f /leads e. Qed.

(* A sequence that holds at j what s holds at f^t(j). *)
Section AtTime.
Variables (x : seq (held A I)) (t : nat).
Hypothesis sx : size x = size s.
Hypothesis at_t : forall j, nth None x j = nth None s (iter t f j).

Lemma next_fits j y : asks (nth None x j) = Some y ->
  nth None s (iter t.+1 f j) \in fitting x j y.
Proof.
rewrite at_t => e; have [_ fy _] := one_at e.
apply/mem_fitting; exists (f j); split=> //; first exact: leads_back.
by rewrite at_t -iterSr.
Qed.

Lemma only_next j y : (forall r, 0 < t -> ~ blocked s t j r) -> asks (nth None x j) = Some y ->
  fitting x j y = [:: nth None s (iter t.+1 f j)].
Proof.
move=> free e; apply: exactly; first exact: next_fits.
move: e; rewrite at_t /= => e; set p := iter t f j in e *; have [_ fy one] := one_at e.
move=> u /mem_fitting[k [kj]]; rewrite at_t; set r := iter t f k => <- ry.
have fp : nth None s (f p) \in fitting s p y by apply: fits (leads_back p) fy.
have [rp|pr] := leqP r p; first by apply: at_most_one one _ fp; exact: fits.
have at_u v z : asks (nth None s v) = Some z -> f v = r -> nth None s r = nth None s (f p).
  move=> ez fv; have [_ zv onev] := one_at ez; rewrite fv in zv.
  have zy := left_one zv ry; rewrite zy in onev *; have rv : r <= v by rewrite -fv leads_back.
  apply: at_most_one onev _ _; apply: fits => //.
  by apply: leq_trans rv; apply: leq_trans (ltnW pr); exact: leads_back.
have [t0|t1] := posnP t.
  by move: pr; rewrite /r /p t0 /= ltnNge kj.
case: (found_or_stayed k t1) => [[none rk]|[v [z [ez fv]]]]; last exact: (at_u v z).
case: (nth None s r =P nth None s (f p)) => // differ; case: (free r t1).
have rj : r < j.
  have rk' : r = k := rk; rewrite rk' ltn_neqAle kj andbT; apply/eqP => kj'.
  by move: pr; rewrite /r kj' -/p ltnn.
split=> //; first by rewrite pr.
  by case: (nth None s r) none ry => [[a [b|i]]|].
by exists y.
Qed.

Lemma free_proper : (forall j r, 0 < t -> j < size s -> ~ blocked s t j r) -> proper x.
Proof.
move=> free; apply/andP; split.
  apply/negP => /(nthP None)[j]; rewrite sx at_t => js e; case/andP: ok => /negP none _.
  by case: none; rewrite -e; apply: mem_nth; exact: leq_ltn_trans (leads_on t j) js.
apply/allP => j; rewrite mem_iota sx => /= js; rewrite /proper_at; case e: (asks _) => [y|] //.
by rewrite (only_next _ e) // => r t0; exact: free.
Qed.

Lemma proper_free : proper x -> forall j r, ~ blocked s t j r.
Proof.
move=> okx j r [/andP[pr rj] ri differ [y ey ry]]; apply: differ.
have ex : asks (nth None x j) = Some y by rewrite at_t.
have [v fv] := fits_once okx (asks_inside ex) ex.
apply: (@at_most_one _ _ x j y); [by rewrite fv|apply/mem_fitting|exact: next_fits].
by exists r; rewrite (ltnW rj) at_t integer_leads.
Qed.

Lemma proper_next unclear : proper x ->
  forall j, nth None (retrieval unclear x) j = nth None s (iter t.+1 f j).
Proof.
move=> okx j; rewrite nth_retrieval /retrieved; case e: (asks _) => [y|].
  have [v fv] := fits_once okx (asks_inside e) e.
  by have := next_fits e; rewrite fv inE => /eqP.
by rewrite at_t /= /f [in RHS]/leads -at_t e at_t.
Qed.
End AtTime.

Variable unclear : seq (held A I) -> nat -> held A I.
Let iterate h := iter h (retrieval unclear) s.

Lemma size_iterate h : size (iterate h) = size s.
Proof. by elim: h => //= h IH; rewrite size_retrieval. Qed.

Lemma closed t : (forall h, h < t -> proper (iterate h)) ->
  forall j, nth None (iterate t) j = nth None s (iter t f j).
Proof.
elim: t => // t IH before; have at_t := IH (fun h ht => before h (ltnW ht)).
exact: (proper_next at_t unclear (before t (ltnSn t))).
Qed.

Lemma free_iterates T : (forall t j r, 1 <= t <= T -> j < size s -> ~ blocked s t j r) ->
  forall h, h <= T -> proper (iterate h).
Proof.
move=> free; elim/ltn_ind => h IH hT.
have at_h := closed (fun g gh => IH g gh (leq_trans (ltnW gh) hT)).
apply: (free_proper (size_iterate h) at_h) => j r h0 js.
by apply: free => //; rewrite h0.
Qed.

Lemma iterates_free T : (forall h, h <= T -> proper (iterate h)) ->
  forall t j r, t <= T -> ~ blocked s t j r.
Proof.
move=> oks t j r tT; apply: (proper_free (x := iterate t)); last exact: oks.
by apply: closed => h ht; apply: oks; exact: leq_trans (ltnW ht) tT.
Qed.
End Iterates.

Theorem B_let_iter_fix_until : Statements.iterates.B_let_iter_fix_until.
Proof.
move=> A I unclear s T ok iterate; split; first split.
- by move=> oks t j r /andP[_ tT] _; exact: iterates_free oks _ _ _ tT.
- by move=> free; exact: free_iterates.
by move=> /(free_iterates ok unclear) oks t j tT; apply: closed => // h /leq_trans/(_ tT)/oks.
Qed.

Lemma form_free (A I : eqType) bound pairs t j r : j < size (@letter_input A I bound pairs) ->
  ~ blocked (@letter_input A I bound pairs) t j r.
Proof.
set s := letter_input _ _ => js [/andP[pr rj] ri _ [y ey _]].
move: pr ey ri; set p := iter t _ j => pr.
have [rb|br] := ltnP r (size bound).
  have pb := ltn_trans pr rb; rewrite nth_cat size_map pb.
  by case: (bound) pb => // b l pb; rewrite (nth_map b).
move=> _; rewrite nth_cat size_map ltnNge br /=.
have [out|inside] := leqP (size pairs) (r - size bound); first by rewrite nth_default ?size_map.
by case: (pairs) inside => // c l inside; rewrite (nth_map c).
Qed.

Theorem B_let_iter_fix : Statements.iterates.B_let_iter_fix.
Proof.
move=> A I unclear s ok iterate free; have until := B_let_iter_fix_until unclear _ ok; split.
- split=> [oks t j r t1 js|fr h].
    by apply: ((until t).1.1 (fun h _ => oks h)) => //; apply/andP.
  by apply: (until h).1.2 (leqnn h) => t j r /andP[t1 _]; exact: fr.
- by move=> fr t j; apply: (until t).2 => // k i r /andP[k1 _]; exact: fr.
- split=> [ok1 j r js|fr].
    by apply: ((until 1).1.1 _ 1) => // -[|[|]].
  by apply: ((until 1).1.2 _ 1) => // -[|[|t]] // j r _; exact: fr.
by move=> bound pairs e t j r _; rewrite e; exact: form_free.
Qed.

Lemma short_free (A I : eqType) (s : seq (held A I)) j r : proper s -> size s < 4 ->
  j < size s -> ~ blocked s 1 j r.
Proof.
move=> ok small js [/= /andP[pr rj] ri differ [y ey ry]]; apply: differ.
have [z ez] : exists z, asks (nth None s j) = Some z.
  case e: (asks (nth None s j)) => [z|]; first by exists z.
  by move: pr; rewrite /leads e ltnNge (ltnW rj).
have p0 : leads s j = 0.
  have j2 : j <= 2 := leq_trans js small; have r1 : r <= 1 := leq_trans rj j2.
  by apply/eqP; rewrite -leqn0; exact: leq_trans pr r1.
have [_ py _] := one_at ok ey; have [pj pz one] := one_at ok ez.
have fp : leads s (leads s j) = leads s j.
  by apply/eqP; rewrite p0 -leqn0; exact: leads_back.
rewrite fp in py *; have yz := left_one py pz; rewrite yz in ry.
by apply: at_most_one one _ _; apply: fits => //; exact: ltnW.
Qed.

Theorem B_let_iter : Statements.iterates.B_let_iter.
Proof.
split=> [n unclear s|A I unclear s small ok].
  have ok : proper s.
    by apply: (@proper_padded _ _ _ _ _ (Some (1, inl 0)) 1) => //; case=> [|[|[|]]].
  split=> //; apply/negP; have [_ _ [free _] _] := B_let_iter_fix unclear ok.
  by move=> /free/(_ 3 2); apply=> //; split=> //; exists 0.
have [_ _ [_ free] _] := B_let_iter_fix unclear ok.
by apply: free => j r js; exact: short_free.
Qed.
