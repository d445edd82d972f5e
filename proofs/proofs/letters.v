From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters.
Set Implicit Arguments.
Unset Strict Implicit.

Section Walks.
Variables (A I : eqType) (s : seq (held A I)) (hop : nat -> nat -> bool).
Implicit Types ks ls : seq nat.
Hypothesis looks : forall j k, hop j k -> any_hop s j k.
Hypothesis nested : forall a b c, nth None s a = nth None s b -> a <= b -> hop a c -> hop b c.

Lemma shown_rcons ks k : shown s (rcons ks k) = nth None s k.
Proof. by rewrite /shown last_rcons. Qed.

Lemma walks_rcons ks k : walks hop s (rcons ks k) = walks hop s ks && hop (last (size s).-1 ks) k.
Proof. by rewrite /walks rcons_path. Qed.

Lemma same_one : same_tokens hop s -> one_fits hop s.
Proof.
move=> same ks wk k l hk hl; rewrite -(shown_rcons ks k) -(shown_rcons ks l).
by apply: same; rewrite ?size_rcons ?walks_rcons ?wk.
Qed.

Lemma one_same : one_fits hop s -> same_tokens hop s.
Proof.
move=> one ks; elim/last_ind: ks => [|ks k IH] ls.
  by case: ls.
case/lastP: ls => [|ls l]; first by rewrite size_rcons.
rewrite !size_rcons !walks_rcons !shown_rcons => -[sz] /andP[wk hk] /andP[wl hl].
have e := IH _ sz wk wl; rewrite /shown in e.
case/orP: (leq_total (last (size s).-1 ks) (last (size s).-1 ls)) => le.
  by apply: (one ls) => //; apply: nested hk.
by apply: (one ks) => //; apply: nested hl.
Qed.

Lemma walks_take ks m : walks hop s ks -> walks hop s (take m ks).
Proof. by rewrite /walks -{1}(cat_take_drop m ks) cat_path => /andP[]. Qed.

(* After a walk's first m places it hops on from the place it has come to. *)
Lemma hops_on ks m : walks hop s ks -> m < size ks ->
  asks (shown s (take m ks)) <> None.
Proof.
rewrite /walks -{1}(cat_take_drop m ks) cat_path => /andP[_] + lt.
rewrite (drop_nth 0) //= => /andP[/looks + _].
by rewrite /any_hop /shown; case: (asks _).
Qed.

Lemma integer_asks (t : held A I) : has_integer t -> asks t = None.
Proof. by case: t => [[x [y|i]]|]. Qed.

Lemma one_end ks ls : one_fits hop s -> ends hop s ks -> ends hop s ls ->
  shown s ks = shown s ls /\ size ks = size ls.
Proof.
move=> /one_same same; wlog le : ks ls / size ks <= size ls => [wl|] ek el.
  case/orP: (leq_total (size ks) (size ls)) => le; first exact: wl.
  by have [-> ->] := wl _ _ le el ek.
case/andP: ek => wk ik; case/andP: el => wl il.
have sz : size ks = size ls.
  apply/eqP; rewrite eqn_leq le leqNgt; apply/negP => lt.
  apply: (hops_on wl lt); rewrite -(same ks) ?integer_asks ?walks_take //.
  by rewrite size_take lt.
by split; [apply: same|].
Qed.
End Walks.

Lemma any_nested (A I : eqType) (s : seq (held A I)) a b c :
  nth None s a = nth None s b -> a <= b -> any_hop s a c -> any_hop s b c.
Proof. by rewrite /any_hop => ->. Qed.

Lemma back_nested (A I : eqType) (s : seq (held A I)) a b c :
  nth None s a = nth None s b -> a <= b -> back_hop s a c -> back_hop s b c.
Proof. by move=> e ab /andP[ca /(any_nested e ab) h]; rewrite /back_hop h (leq_trans ca). Qed.

Lemma fore_nested (A I : eqType) (s : seq (held A I)) a b c :
  nth None s a = nth None s b -> a <= b -> fore_hop s a c -> fore_hop s b c.
Proof. by move=> e ab /andP[ca /(any_nested e ab) h]; rewrite /fore_hop h (leq_trans ca). Qed.

Lemma fore_back (A I : eqType) (s : seq (held A I)) j k : fore_hop s j k -> back_hop s j k.
Proof. by case/andP=> /ltnW kj h; rewrite /back_hop kj. Qed.

Lemma back_any (A I : eqType) (s : seq (held A I)) j k : back_hop s j k -> any_hop s j k.
Proof. by case/andP. Qed.

Theorem B_let_def_fix : Statements.letters.B_let_def_fix.
Proof.
move=> A I s anywhere hop.
have looks j k : hop j k -> any_hop s j k.
  by rewrite /hop; case: ifP => _; [move/fore_back|]; exact: back_any.
have nested a b c : nth None s a = nth None s b -> a <= b -> hop a c -> hop b c.
  by rewrite /hop; case: ifP => _; [exact: fore_nested|exact: back_nested].
split; last by move=> one ks ls; exact: one_end.
by split; [exact: same_one|exact: one_same].
Qed.

(* A walk without the steps on which it stays where it is. *)
Lemma back_fore (A I : eqType) (s : seq (held A I)) j ks : path (back_hop s) j ks ->
  exists ls, path (fore_hop s) j ls /\ last j ls = last j ks.
Proof.
elim: ks j => [|k ks IH] j /=; first by exists [::].
case/andP=> /andP[kj h] /IH[ls [w e]].
move: kj; rewrite leq_eqVlt => /orP[/eqP kj|lt]; first by exists ls; rewrite -kj.
by exists (k :: ls); rewrite /= /fore_hop lt h w.
Qed.

Theorem B_let_def_fix_printed : Statements.letters.B_let_def_fix_printed.
Proof.
move=> A I s ks one ek; have [wk ik] := andP ek.
have only ls : ends (fore_hop s) s ls -> shown s ks = shown s ls /\ size ks = size ls.
  case/andP=> wl il; apply: (one_end (@back_any A I s) (@back_nested A I s)) => //.
  by rewrite /ends il andbT; apply: sub_path wl => j k; exact: fore_back.
split=> [u|ls /only[]//]; split=> [[ls [/only[-> _]]]|->]; first by [].
have [ls [wl el]] := back_fore wk; exists ls; rewrite /shown /ends el; split=> //.
by rewrite /walks wl /shown el.
Qed.

(* Fits. *)

Lemma mem_fitting (A I : eqType) (s : seq (held A I)) j y t :
  reflect (exists k, [/\ k <= j, nth None s k = t & has_left y t]) (t \in fitting s j y).
Proof.
rewrite mem_undup mem_filter; apply: (iffP andP) => [[ty /(nthP None)[k]]|[k [kj kt ty]]].
  rewrite size_take => lt kt; have kj : k <= j.
    by move: lt; case: (ltnP j.+1 (size s)) => [_|sj kl] //; apply: leq_trans kl sj.
  by exists k; split=> //; rewrite -kt nth_take.
split=> //; have ks : k < size s.
  by rewrite ltnNge; apply/negP => /(nth_default None) e; rewrite -kt e in ty.
rewrite -kt -(@nth_take j.+1) ?ltnS //; apply: mem_nth.
by rewrite size_take; case: ifP => // _; rewrite ltnS.
Qed.

Section Proper.
Variables (A I : eqType) (s : seq (held A I)).
Hypothesis ok : proper s.

Lemma fits_once j y : j < size s -> asks (nth None s j) = Some y ->
  exists t, fitting s j y = [:: t].
Proof.
move=> js ask; case/andP: ok => _ /allP/(_ j); rewrite mem_iota js => /(_ isT).
by rewrite /proper_at ask; case: (fitting _ _ _) => [|t [|]] // _; exists t.
Qed.

Lemma proper_one j k l : j < size s -> back_hop s j k -> back_hop s j l ->
  nth None s k = nth None s l.
Proof.
rewrite /back_hop /any_hop; case e: (asks _) => [y|]; last by rewrite andbF.
move=> js /andP[kj ky] /andP[lj ly]; have [t ft] := fits_once js e.
have f m : m <= j -> has_left y (nth None s m) -> nth None s m = t.
  by move=> mj my; apply/eqP; rewrite -[_ == t](mem_seq1 _ t) -ft; apply/mem_fitting; exists m.
by rewrite (f k kj ky) (f l lj ly).
Qed.

Lemma back_walk ks j : path (back_hop s) j ks -> last j ks <= j.
Proof.
elim: ks j => //= k ks IH j /andP[/andP[kj _] /IH lk]; exact: leq_trans kj.
Qed.

Lemma proper_ends j : j < size s ->
  exists ks, path (back_hop s) j ks /\ (has_integer (nth None s (last j ks))
    \/ back_hop s (last j ks) (last j ks)).
Proof.
elim/ltn_ind: j => j IH js; case e: (asks (nth None s j)) => [y|]; last first.
  exists [::]; split=> //=; left; case/andP: ok => /negP none _.
  case n: (nth None s j) e => [[x [y|i]]|] //; case: none.
  by rewrite -n; exact: mem_nth.
have [t ft] := fits_once js e.
have /mem_fitting[k [kj kt ty]] : t \in fitting s j y by rewrite ft mem_head.
have hop : back_hop s j k by rewrite /back_hop /any_hop kj e kt ty.
move: (kj); rewrite leq_eqVlt => /orP[/eqP kj'|lt].
  by exists [::]; split=> //; right; rewrite /= -{2}kj'.
have [ks [w fin]] := IH k lt (ltn_trans lt js).
by exists (k :: ks); rewrite /= hop.
Qed.
End Proper.

Theorem B_let_def_fix_proper : Statements.letters.B_let_def_fix_proper.
Proof.
move=> A I s s0 ok; have ls : (size s).-1 < size s by rewrite prednK.
have one : one_fits (back_hop s) s.
  move=> ks wk k l; apply: (proper_one ok).
  exact: leq_ltn_trans (back_walk wk) ls.
split=> //.
  have [ks [w [fin|self]]] := proper_ends ok ls; [left|right]; exists ks => //.
  by rewrite /ends /walks w.
case=> -[ks /andP[wk ik]] [ms [wm self]].
have same := one_same (@back_nested A I s) one.
have [le|lt] := leqP (size ms) (size ks); last first.
  apply: (hops_on (@back_any A I s) wm lt); rewrite -(same ks) ?integer_asks ?walks_take //.
  by rewrite size_take lt.
pose j := last (size s).-1 ms; pose m := size ks - size ms.
have loop : path (back_hop s) j (nseq m j) /\ last j (nseq m j) = j.
  by elim: m => //= m [p ->]; rewrite self p.
have wn : walks (back_hop s) s (ms ++ nseq m j) by rewrite /walks cat_path; apply/andP; case: loop.
have := same ks (ms ++ nseq m j); rewrite size_cat size_nseq subnKC // => /(_ erefl wk wn) e.
have := integer_asks ik; rewrite e /shown last_cat -/j loop.2.
by case/andP: self => _; rewrite /any_hop; case: (asks _).
Qed.

(* B-let-def. *)

Section Padded.
Variables (A I : eqType) (l : seq (held A I)) (t : held A I).

Lemma nth_padded m j :
  nth None (l ++ nseq m t) j
    = if j < size l then nth None l j else if j - size l < m then t else None.
Proof. by rewrite nth_cat nth_nseq. Qed.

Lemma last_padded n : nth None (l ++ nseq n.+1 t) (size (l ++ nseq n.+1 t)).-1 = t.
Proof. by rewrite size_cat size_nseq addnS nth_padded ltnNge leq_addr addKn /= ltnSn. Qed.

Lemma fitting_padded m k y : ~~ has_left y t ->
  fitting (l ++ nseq m t) (size l + k) y = undup (filter (has_left y) l).
Proof.
move=> no; rewrite /fitting -addnS take_cat ltnNge leq_addr addKn filter_cat /=.
suff /eqP-> : filter (has_left y) (take k.+1 (nseq m t)) == [::] by rewrite cats0.
rewrite -[_ == _]negbK -has_filter; apply/negP => /hasP[u /mem_take].
by rewrite mem_nseq => /andP[_ /eqP->]; rewrite (negbTE no).
Qed.

(* Padding whose right half one token fits. *)
Lemma proper_padded m u y : None \notin l -> asks t = Some y -> ~~ has_left y t ->
  undup (filter (has_left y) l) = [:: u] ->
  (forall j, j < size l -> proper_at (l ++ nseq m t) j) -> proper (l ++ nseq m t).
Proof.
move=> none ask no one start; apply/andP; split.
  by rewrite mem_cat negb_or none mem_nseq; case: (t) ask => // p _; rewrite andbF.
apply/allP => j _; have [/start//|lj] := ltnP j (size l).
rewrite /proper_at nth_padded ltnNge lj /=; case: ifP => // _.
by rewrite ask -(subnKC lj) fitting_padded // one.
Qed.
End Padded.

Lemma one_hop (A I : eqType) (s : seq (held A I)) k : k < (size s).-1 ->
  any_hop s (size s).-1 k -> has_integer (nth None s k) -> ends (fore_hop s) s [:: k].
Proof. by move=> lt h i; rewrite /ends /walks /shown /= /fore_hop lt h i. Qed.

Lemma only_integer (A I : eqType) (s : seq (held A I)) t ks :
  (forall u, u \in s -> has_integer u -> u = t) -> ends (fore_hop s) s ks -> shown s ks = t ->
  answers s t.
Proof.
move=> only ek kt u; split=> [[ls [/andP[_ il] <-]]|->]; last by exists ks.
apply: (only) => //; apply: mem_nth; rewrite ltnNge; apply/negP => out.
by move: il; rewrite /shown nth_default.
Qed.

Lemma one_bound (A I : eqType) (bound : seq (A * I)) pairs t u : size bound <= 1 ->
  printed (letter_input bound pairs) t -> printed (letter_input bound pairs) u -> t = u.
Proof.
have in_s (s : seq (held A I)) ks : ends (fore_hop s) s ks ->
    shown s ks \in s /\ has_integer (shown s ks).
  case/andP=> _ i; split=> //; apply: mem_nth; rewrite ltnNge; apply/negP => out.
  by move: i; rewrite /shown nth_default.
move=> one [ks [/in_s[ms ik] <-]] [ls [/in_s[ml il] <-]].
move: ms ml ik il; rewrite !mem_cat => /orP[|/mapP[p _ ->]//] + /orP[|/mapP[p _ ->]//].
by case: bound one => [|b [|]] //= _; rewrite !inE => /eqP-> /eqP->.
Qed.

Lemma letter_padded (A I : eqType) bound (l : seq (A * A)) n t :
  @letter_input A I bound (l ++ nseq n t)
    = @letter_input A I bound l ++ nseq n (Some (t.1, inl t.2)).
Proof. by rewrite /letter_input map_cat map_nseq catA. Qed.

Theorem B_let_def : Statements.letters.B_let_def.
Proof.
pose N := nat_eqType.
cbv beta zeta delta [Statements.letters.B_let_def]; split.
- move=> n1 n2 i /andP[i0 i1]; rewrite /letter_input map_nseq; set l := map _ _; set s := _ ++ _.
  have sl : size l = n1 by rewrite !size_map size_iota.
  have i1' : i.-1 < n1 by rewrite prednK.
  have e : nth None s (size s).-1 = Some (1, inl 0) by rewrite last_padded.
  have f : nth None s i.-1 = Some (0, inr i).
    rewrite nth_padded sl i1' (nth_map (0, 0)) ?size_map ?size_iota // (nth_map 0) ?size_iota //.
    by rewrite nth_iota // add1n prednK.
  exists [:: i.-1]; split=> //; apply: one_hop; rewrite ?f //; last by rewrite /any_hop e f.
  by rewrite size_cat size_nseq sl addnS /= ltn_addr.
- exact: one_bound.
- move=> n1 n2; rewrite /letter_input !map_nseq; set s := _ ++ nseq _ _.
  have e : nth None s (size s).-1 = Some (0, inl 0) by rewrite last_padded.
  split.
    rewrite /proper_at e /=; set f := fitting _ _ _.
    have one : Some (0, inr 1) \in f by apply/mem_fitting; exists 0.
    have two : Some (0, inl 0) \in f by apply/mem_fitting; exists (size s).-1.
    by apply/negP; case: f one two => [|u [|]] //; rewrite !inE => /eqP <-.
  apply: (@only_integer _ _ _ _ [:: 0]) => // [u|].
    by rewrite mem_cat !mem_nseq => /orP[/eqP|/andP[_ /eqP]] ->.
  by apply: one_hop; rewrite ?/any_hop ?e // size_cat !size_nseq addnS.
move=> n; rewrite /letter_input /= map_nseq.
set s := [:: _, _ & _]; pose l : seq (held N N) := [:: Some (0, inr 1); Some (1, inl 2)].
have es : s = l ++ nseq n.+1 (Some (1, inl 0)) by [].
split=> // [j j1|].
  rewrite es /proper_at; case: (leqP 2 j) => [j2|]; last by case: j j1 => [|[|]].
  rewrite nth_padded ltnNge j2 [~~ true]/=; case: ifP => // _; rewrite /asks.
  by rewrite -(subnKC (j2 : size l <= j)) fitting_padded.
apply: (@only_integer _ _ _ _ [:: 0]) => // [u|].
  by rewrite es mem_cat mem_nseq !inE => /orP[/orP[]|] /eqP ->.
by apply: one_hop; rewrite es ?/any_hop ?last_padded // size_cat size_nseq.
Qed.
