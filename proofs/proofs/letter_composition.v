From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters letter_composition letter_head.
From Proofs Require Import letters iterates applied lost.
Set Implicit Arguments.
Unset Strict Implicit.

Section Walk.
Variables (A I : eqType) (s : seq (held A I)) (places : seq nat).
Hypothesis w : look_back s (size s).-1 = Some places.
Let n := (size s).-1.
Let H := hops places.
Let p t := nth 0 places t.
Let c := token_at s places.

Lemma walk_start : p 0 = n.
Proof. by case: (look_steps w). Qed.

Lemma walk_end : has_integer (c H).
Proof. by case: (look_steps w). Qed.

Lemma walk_step t : t < H -> exists y, [/\ asks (c t) = Some y, fitting s (p t) y = [:: c t.+1],
  p t.+1 = first_place s y & p t.+1 < p t].
Proof. by case: (look_steps w) => _ _ _; apply. Qed.

Lemma next_left t y : t < H -> asks (c t) = Some y ->
  [/\ fitting s (p t) y = [:: c t.+1], p t.+1 = first_place s y, p t.+1 < p t
    & has_left y (c t.+1)].
Proof.
move=> tH e; have [z [ez fit pt lt]] := walk_step tH.
have -> : y = z by move: ez; rewrite e => -[].
split=> //; have /mem_fitting[r [_ _]] : c t.+1 \in fitting s (p t) z by rewrite fit mem_head.
by [].
Qed.

Lemma not_yet t : t < H -> c t <> c H.
Proof.
move=> tH e; have [y [ey _ _ _]] := walk_step tH.
by move: (integer_asks walk_end); rewrite -e ey.
Qed.

(* The first T hops, T <= H, however undefined positions are filled. *)
Section Arrives.
Variables (unclear : nat -> filling A I) (T : nat).
Hypothesis fill : forall i, brings (unclear i).
Hypothesis TH : T <= H.
Hypothesis integers : forall t y u, t < T -> asks (c t) = Some y ->
  u \in s -> has_left y u -> has_integer u -> u = c t.+1.
Hypothesis safe : forall t y k z, t < T -> asks (c t) = Some y -> asks (nth None s k) = Some z ->
  let b := retrieved (unclear 0) s k in has_left y b -> b <> c t.+1 -> fitting s k z = [:: b].

(* From step i on: every token looked for is the one found, and it stands early enough. *)
Definition ready x i : Prop :=
  [/\ nth None x n = c i,
    forall t y k, i <= t -> t < T -> asks (c t) = Some y -> has_left y (nth None x k) ->
      nth None x k = c t.+1
    & forall t q, i <= t -> t < T -> nth None x q = c t ->
      exists2 r, r <= q & nth None x r = c t.+1].

Lemma ready_gives u x i t q : ready x i -> i <= t -> t < T -> nth None x q = c t ->
  retrieved u x q = c t.+1.
Proof.
move=> [_ alone early] it tT e; have tH := leq_trans tT TH.
have [y [ey _ _ _]] := walk_step tH; have [_ _ _ yl] := next_left tH ey.
apply: (@retrieved_fit _ _ _ _ _ y); first by rewrite e.
have [r rq er] := early t q it tT e; apply: exactly => [|v /mem_fitting[k [_ <- yk]]].
  by rewrite -er; apply: fits => //; rewrite er.
exact: alone it tT ey yk.
Qed.

Lemma asked_some t : t < T -> c t <> None.
Proof. by move=> tT e; have [y [ey _ _ _]] := walk_step (leq_trans tT TH); rewrite e in ey. Qed.

Lemma left_some y (b : held A I) : has_left y b -> b <> None.
Proof. by case: b. Qed.

Lemma ready_next u x i : brings u -> i < T -> ready x i -> ready (retrieval u x) i.+1.
Proof.
move=> fu iT rx; have [xn alone early] := rx; split.
- by rewrite nth_retrieval (ready_gives u rx (leqnn i) iT xn).
- move=> t y k it tT ey; rewrite nth_retrieval => yb.
  have [r _ er] := came fu (left_some yb); rewrite -er in yb *.
  exact: alone (ltnW it) tT ey yb.
move=> t q it tT; rewrite nth_retrieval => e.
have some : retrieved u x q <> None by rewrite e; exact: asked_some.
have [r rq er] := came fu some; rewrite e in er.
by exists r; rewrite // nth_retrieval (ready_gives u rx (ltnW it) tT).
Qed.

Lemma first_alone t y k : t < T -> asks (c t) = Some y -> has_left y (retrieved (unclear 0) s k) ->
  retrieved (unclear 0) s k = c t.+1.
Proof.
move=> tT ey; have [fit pt lt yl] := next_left (leq_trans tT TH) ey.
case e: (asks (nth None s k)) => [z|]; last first.
  rewrite retrieved_still // => yb; apply: (integers tT ey _ yb).
    by apply: mem_nth; case: ltnP => // sk; rewrite nth_default in yb.
  by case: (nth None s k) e yb => [[a [b|i]]|].
move=> yb; case: (retrieved (unclear 0) s k =P c t.+1) => // differ.
have one := safe tT ey e yb differ.
have /mem_fitting[r [rk er zb]] : retrieved (unclear 0) s k \in fitting s k z.
  by rewrite one mem_head.
have zy := left_one zb yb; rewrite zy in one zb; case: differ.
have [rp|pr] := leqP r (p t).
  by apply/eqP; rewrite -mem_seq1 -fit -er; apply: fits => //; rewrite er.
apply/esym/eqP; rewrite -mem_seq1 -one; apply: fits => //.
by apply: leq_trans (ltnW lt) _; apply: leq_trans (ltnW pr) rk.
Qed.

Lemma first_ready : 0 < T -> ready (retrieval (unclear 0) s) 1.
Proof.
move=> T0; have gives t : t < T -> retrieved (unclear 0) s (p t) = c t.+1.
  move=> tT; have [y [ey fit _ _]] := walk_step (leq_trans tT TH).
  exact: retrieved_fit ey fit.
split.
- by rewrite nth_retrieval -walk_start gives.
- by move=> t y k _ tT ey; rewrite nth_retrieval; exact: first_alone.
case=> // t q _ tT; rewrite nth_retrieval => e.
have some : retrieved (unclear 0) s q <> None by rewrite e; exact: asked_some.
have [r rq er] := came (fill 0) some; exists (p t.+1); last by rewrite nth_retrieval gives.
have tH : t < H := leq_trans (ltnW tT) TH.
have [y [ey _ _ _]] := walk_step tH; have [_ pt _ yl] := next_left tH ey.
apply: leq_trans rq; rewrite pt.
by have [] := @first_fits _ _ s y r; first by rewrite er e.
Qed.

Lemma arrives h : h <= T -> nth None (applied unclear h s) n = c h.
Proof.
case: h => [_|h]; first by rewrite /c /token_at -/(p 0) walk_start.
move=> hT; suff [] : ready (applied unclear h.+1 s) h.+1 by [].
elim: h hT => [|h IH] hT; first exact: first_ready.
by apply: ready_next => //; apply: IH; exact: ltnW.
Qed.
End Arrives.

(* All H of them. *)
Lemma true_from_H unclear h l : (forall i, brings (unclear i)) -> integers_found s places ->
  (forall t y k z, t < H -> asks (c t) = Some y -> asks (nth None s k) = Some z ->
    let b := retrieved (unclear 0) s k in has_left y b -> b <> c t.+1 -> fitting s k z = [:: b]) ->
  equation unclear s places h l <-> H <= h.
Proof.
move=> fill found safe; have found' t y u : t < H -> asks (c t) = Some y ->
    u \in s -> has_left y u -> has_integer u -> u = c t.+1.
  by move=> tH ey; apply: found; rewrite /looked_for tH -/c ey eqxx.
have arr := arrives fill (leqnn H) found' safe.
rewrite equationE -/n -/H; have [Hh|hH] := leqP H h.
  by rewrite (integer_stays (h := H)) ?arr ?walk_end.
by split=> // e; case: (not_yet hH); rewrite -arr // ltnW.
Qed.

(* A letter-integer token that is looked for and not found: the answer never comes, where undefined
   positions hold their token or nothing. *)
Section Never.
Variable unclear : nat -> filling A I.
Hypothesis rests : forall i x j, unclear i x j = None \/ unclear i x j = nth None x j.
Hypothesis safe : forall t y k z, t < H -> asks (c t) = Some y -> asks (nth None s k) = Some z ->
  let b := retrieved (unclear 0) s k in has_left y b -> b <> c t.+1 -> fitting s k z = [:: b].

Lemma rests_brings i : brings (unclear i).
Proof. by move=> x j _; case: (rests i x j) => ->; [left|right; exists j]. Qed.

Lemma never T y d h : T < H -> (forall t y u, t < T -> asks (c t) = Some y ->
    u \in s -> has_left y u -> has_integer u -> u = c t.+1) ->
  asks (c T) = Some y -> d \in s -> has_left y d -> has_integer d -> d <> c T.+1 ->
  nth None (applied unclear h s) n <> c H.
Proof.
move=> TH before ey /(nthP None)[r rs er] yd di differ.
have arr := arrives rests_brings (ltnW TH) before
  (fun t y k z tT => safe (ltn_trans tT TH)).
have [hT|Th] := leqP h T; first by rewrite arr //; apply: not_yet; exact: leq_ltn_trans TH.
have stays g : nth None (applied unclear g s) r = d.
  by rewrite (integer_stays (h := 0)) //= er.
have dH : d <> c H.
  move=> e; apply: differ; have H0 := leq_ltn_trans (leq0n T) TH.
  have KH : H.-1 < H by rewrite prednK.
  have [z [ez _ _ _]] := walk_step KH; have [_ pz _ zl] := next_left KH ez.
  rewrite prednK // in pz zl; rewrite e in yd *; have zy := left_one zl yd.
  have [_ py _ _] := next_left TH ey.
  by rewrite /c /token_at -/(p H) -/(p T.+1) pz zy py.
suff : [\/ nth None (applied unclear h s) n = c T, nth None (applied unclear h s) n = None
    | nth None (applied unclear h s) n = d].
  by case=> ->; [exact: not_yet|move=> e; have := walk_end; rewrite -e|].
rewrite -(subnKC (ltnW Th)); elim: (h - T) => [|m IH]; first by rewrite addn0 arr //; constructor 1.
rewrite addnS /= nth_retrieval; set x := applied unclear (T + m) s in IH *.
have rn : r <= n by rewrite -ltnS prednK // (leq_ltn_trans _ rs).
case: IH => e; last first.
- by constructor 3; rewrite retrieved_still e // integer_asks.
- by constructor 2; rewrite retrieved_still e.
have ex : asks (nth None x n) = Some y by rewrite e.
case: (retrieved_cases (unclear (T + m)) ex) => [fit|[_ ->]].
  constructor 3; apply/esym/eqP; rewrite -mem_seq1 -fit -(stays (T + m)).
  by apply: fits => //; rewrite stays.
by case: (rests (T + m) x n) => ->; [constructor 2|rewrite e; constructor 1].
Qed.

Lemma true_iff h l : equation unclear s places h l <-> integers_found s places /\ H <= h.
Proof.
pose agrees t := if asks (c t) is Some y
  then all (fun u => has_left y u && has_integer u ==> (u == c t.+1)) s else true.
have agreesP t y u : agrees t -> asks (c t) = Some y -> u \in s -> has_left y u ->
    has_integer u -> u = c t.+1.
  rewrite /agrees => + ey; rewrite ey => /allP ok us yu ui.
  by have := ok u us; rewrite yu ui => /eqP.
have [some|none] := boolP (has (fun t => ~~ agrees t) (iota 0 H)); last first.
  have found : integers_found s places.
    move=> t y u /andP[tH /eqP ey]; apply: agreesP => //; move: none.
    by rewrite -all_predC => /allP/(_ t); rewrite mem_iota /= negbK; apply.
  have := true_from_H h l rests_brings found safe; rewrite -/H => ->.
  by split=> [|[]].
have ex : exists t, (t < H) && ~~ agrees t.
  by case/hasP: some => t; rewrite mem_iota => /= tH bad; exists t; rewrite tH.
case: (ex_minnP ex) => T /andP[TH bad] least.
have before t y u : t < T -> asks (c t) = Some y ->
    u \in s -> has_left y u -> has_integer u -> u = c t.+1.
  move=> tT; apply: agreesP; apply/negPn/negP => no.
  by have := least t; rewrite no (ltn_trans tT TH) leqNgt tT => /(_ isT).
have [y [d [ey ds yd di differ]]] : exists y d, [/\ asks (c T) = Some y, d \in s, has_left y d,
    has_integer d & d <> c T.+1].
  move: bad; rewrite /agrees; case ey: (asks (c T)) => [y|] // /allPn[d ds].
  by rewrite negb_imply => /andP[/andP[yd di] /eqP differ]; exists y, d.
split=> [/equationE e|[found _]]; first by case: (never TH before ey ds yd di differ e).
by case: differ; apply: found ds yd di; rewrite /looked_for TH -/c ey eqxx.
Qed.
End Never.
End Walk.

Lemma blank_safe (A I : eqType) (s : seq (held A I)) places t y k z :
  t < hops places -> asks (token_at s places t) = Some y -> asks (nth None s k) = Some z ->
  let b := retrieved (@unclear_blank A I) s k in
  has_left y b -> b <> token_at s places t.+1 -> fitting s k z = [:: b].
Proof.
by move=> _ _ ez b; rewrite /b; case: (retrieved_cases (@unclear_blank A I) ez) => [|[_ ->]].
Qed.

Theorem B_let_comp_fix : Statements.letter_composition.B_let_comp_fix.
Proof.
move=> A I s places h l w _; apply: (true_iff w) => [i x j|]; [by left|exact: blank_safe].
Qed.

Lemma form_found (A I : eqType) (bound : seq (A * I)) pairs places :
  let s := letter_input bound pairs in look_back s (size s).-1 = Some places ->
  integers_found s places.
Proof.
move=> s w t y u /andP[tH /eqP ey] /(nthP None)[r rs er] yu ui.
have [fit _ _ _] := next_left w tH ey.
apply/eqP; rewrite -mem_seq1 -fit -er; apply: fits; last by rewrite er.
rewrite leqNgt; apply/negP => pr; move: ey ui; rewrite /token_at -er.
have [rb|br] := ltnP r (size bound).
  rewrite nth_cat size_map (ltn_trans pr rb); have := ltn_trans pr rb.
  by case: (bound) => // b m lt; rewrite (nth_map b).
move=> _; rewrite nth_cat size_map ltnNge br /=.
have [out|inside] := leqP (size pairs) (r - size bound); first by rewrite nth_default ?size_map.
by case: (pairs) inside => // b m inside; rewrite (nth_map b).
Qed.

Theorem B_let_comp_fix_form : Statements.letter_composition.B_let_comp_fix_form.
Proof.
move=> A I bound pairs places h l s w hl.
have := B_let_comp_fix w hl; have := form_found w; rewrite -/s; tauto.
Qed.

Lemma filled_safe (A I : eqType) (s : seq (held A I)) places unclear t y k z : fills unclear ->
  fit_once s places -> others_proper s places ->
  t < hops places -> asks (token_at s places t) = Some y -> asks (nth None s k) = Some z ->
  let b := retrieved unclear s k in
  has_left y b -> b <> token_at s places t.+1 -> fitting s k z = [:: b].
Proof.
move=> fill once others tH ey ez b yb differ; have look : looked_for s places t y.
  by rewrite /looked_for tH ey eqxx.
case: (retrieved_cases unclear ez) => // -[out e]; rewrite /b e in yb differ *.
case: (fill s k out) => [none|kept|[z']]; first by rewrite none in yb.
  rewrite kept in yb differ; case/negP: out; apply: (others t y k look yb _ differ).
  by case: (nth None s k) ez => [[a [|]]|].
rewrite ez => -[<-] f; have /mem_fitting[r [_ _ zb]] := f.
have zy := left_one zb yb; case/negP: out; rewrite zy in f ez; rewrite /proper_at ez.
by have := once t y k look ez; case: (fitting s k y) f => [|v [|]].
Qed.

Lemma all_enough (A I : eqType) (s : seq (held A I)) places : all_found s places ->
  [/\ fit_once s places, integers_found s places & others_proper s places].
Proof.
move=> all_; split=> [t y k look ek|t y u look us yu _|t y k look yk _ differ].
- have only u : u \in fitting s k y -> u = token_at s places t.+1.
    by rewrite mem_undup mem_filter => /andP[yu /mem_take us]; exact: all_ look us yu.
  case f: (fitting s k y) => [|v l] //; have vf : v \in fitting s k y by rewrite f mem_head.
  by rewrite -f (exactly vf) // => u uf; rewrite (only u uf) (only v vf).
- exact: all_ look us yu.
case: differ; apply: (all_ _ _ _ look _ yk); apply: mem_nth.
by case: ltnP => // sk; rewrite nth_default in yk.
Qed.

Theorem B_let_comp_fix_filled : Statements.letter_composition.B_let_comp_fix_filled.
Proof.
move=> A I s unclear places h l fill w _ enough.
have [once found others] : [/\ fit_once s places, integers_found s places & others_proper s places].
  by case: enough => [[? []]|/all_enough].
by apply: (true_from_H w) => // [i|t y k z]; [apply: fills_brings|apply: filled_safe].
Qed.

Theorem B_let_comp_fix_kept : Statements.letter_composition.B_let_comp_fix_kept.
Proof.
move=> A I s places h l ok w _.
apply: (true_iff w) => [i x j|t y k z]; first by right.
apply: filled_safe; first by move=> x j _; constructor 2.
- by move=> t' y' k' _ ek; have [v ->] := fits_once ok (asks_inside ek) ek.
move=> t' y' k' _ yk _ _; case/andP: ok => _ /allP; apply.
by rewrite mem_iota; case: ltnP => // sk; rewrite nth_default in yk.
Qed.

(* B-let-comp. *)

Theorem B_let_comp : Statements.letter_composition.B_let_comp.
Proof.
cbv beta zeta delta [Statements.letter_composition.B_let_comp]; split.
  move=> n1 n2; have [_ _ both _] := B_let_def; have [improper ans] := both n1 n2.
  by split.
move=> n; rewrite letter_padded; set s := _ ++ _.
have e : nth None s (size s).-1 = Some (3, inl 1) by rewrite last_padded.
have far : 1 < (size s).-1 by rewrite size_cat.
split; last by move=> h; exact: kept_for_ever.
  apply: (@only_integer _ _ _ _ [:: 1; 0]) => // [u|].
    by rewrite mem_cat mem_nseq !inE => /orP[/or3P[]|] /eqP->.
  by rewrite /ends /walks /= /fore_hop /any_hop e far.
pose l : seq (held nat_eqType nat_eqType) := [:: Some (0, inr 1); Some (1, inl 0); Some (0, inl 2)].
have es : s = l ++ nseq n.+1 (Some (3, inl 1)) by [].
rewrite /proper_at e; have -> : (size s).-1 = size l + n by rewrite size_cat size_nseq addnS.
rewrite es; change (is_true (size (fitting (l ++ nseq n.+1 (Some (3, inl 1))) (size l + n) 1) == 1)).
by rewrite fitting_padded.
Qed.
