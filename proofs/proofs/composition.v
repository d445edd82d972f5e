From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks composition.
Set Implicit Arguments.
Unset Strict Implicit.

Section Numbers.
Variable A : Type.
Implicit Types (s : seq (symbol A)) (outside : seq (symbol A) -> nat -> symbol A).

Lemma size_index outside s : size (index outside s) = size s.
Proof. by rewrite size_map size_iota. Qed.

Lemma size_iter_index outside s h : size (iter h (index outside) s) = size s.
Proof. by elim: h => //= h IH; rewrite size_index. Qed.

Lemma token_index outside s j : j < size s -> token (index outside s) j = indexed outside s j.
Proof. by move=> js; rewrite /token (nth_map 0) ?size_iota // nth_iota. Qed.

Lemma token_out s j : size s <= j -> token s j = inr 0.
Proof. exact: nth_default. Qed.

Lemma walk_fuel s j m places : walk m s j = Some places -> forall k, m <= k ->
  walk k s j = Some places.
Proof.
elim: m j places => // m IH j places /= + [|k] // mk /=.
case: (token s j) => // i; case: ifP => // _.
by case e: (walk m s (j - i)) => [q|] //= [<-]; rewrite (IH _ _ e).
Qed.

Lemma walk_enough s j m : j < m -> walk m s j = step_back s j.
Proof.
rewrite /step_back; elim/ltn_ind: j m => j IH [|m] // jm /=.
case: (token s j) => // i; case: ifP => // /andP[i0 ij]; congr omap.
have lt : j - i < j by rewrite ltn_subrL i0 (leq_trans i0 ij).
by rewrite !IH // (leq_trans lt).
Qed.

Lemma step_backE s j : step_back s j = match token s j with
  | inl _ => Some [:: j]
  | inr i => if (0 < i) && (i <= j) then omap (cons j) (step_back s (j - i)) else None
  end.
Proof.
rewrite {1}/step_back /=; case: (token s j) => // i; case: ifP => // /andP[i0 ij].
by rewrite walk_enough // ltn_subrL i0 (leq_trans i0 ij).
Qed.

Lemma step_back_head s j places : step_back s j = Some places -> head 0 places = j /\ 0 < size places.
Proof.
rewrite step_backE; case: (token s j) => [a [<-] //|i].
by case: ifP => // _; case: (step_back _ _) => //= p [<-].
Qed.

Lemma step_back_inside s j places : step_back s j = Some places -> j < size s.
Proof.
by rewrite ltnNge; case: (leqP (size s) j) => // sj; rewrite step_backE token_out.
Qed.

Lemma step_back_letter s j places : step_back s j = Some places ->
  is_letter (token s (last j places)).
Proof.
elim/ltn_ind: j places => j IH places; rewrite step_backE.
case e: (token s j) => [a|i]; first by case=> <- /=; rewrite e.
case: ifP => // /andP[i0 ij]; case w: (step_back _ _) => [p|] //= [<-] /=.
have lt : j - i < j by rewrite ltn_subrL i0 (leq_trans i0 ij).
have := IH _ lt _ w; case: p w => // /step_back_head; by case.
Qed.

Lemma closed_form outside s j h places : step_back s j = Some places ->
  token (iter h (index outside) s) j
    = if hops places <= h then token s (last j places) else token s j.
Proof.
elim: h j places => [|h IH] j places w.
  case: places w => [|k [|l places]] //= w.
  by case/step_back_head: w => /= <-.
rewrite iterS token_index ?size_iter_index ?(step_back_inside w) // /indexed (IH _ _ w).
have letter := step_back_letter w; move: letter w; rewrite step_backE.
case e: (token s j) => [a|i]; first by move=> _ [<-] /=; rewrite !e.
case: ifP => // /andP[i0 ij]; case w: (step_back _ _) => [[|k p]|] //= letter [pE].
  by have [_] := step_back_head w.
rewrite -{}pE /= in letter *; have := IH _ _ w; rewrite /hops /= => tk.
case: (token s (last k p)) letter tk => // a _ tk.
case: (leqP (size p).+1 h) => [ph|hp]; first by rewrite (ltnW ph : size p < h.+1).
rewrite ltnNge ij /= tk ltnS; case: ifP => // ph.
have := step_backE s (j - i); rewrite w; case: (token s (j - i)) => [b [_ pE]|//].
by rewrite pE in ph.
Qed.

Lemma left_alone s j h : step_back s j = None ->
  token (iter h (index (@kept A)) s) j = token s j.
Proof.
elim: h j => // h IH j w; case: (ltnP j (size s)) => js; last first.
  by rewrite !token_out ?size_iter_index.
have keptE t : kept t j = token t j by [].
rewrite iterS token_index ?size_iter_index // /indexed keptE (IH _ w).
move: (w); rewrite step_backE; case e: (token s j) => [//|i].
case: ifP => [/andP[i0 ij]|]; last first.
  case: (posnP i) => [->|i0 /=]; first by rewrite subn0 (IH _ w) e.
  by move/negbT; rewrite -ltnNge => ->.
case w': (step_back _ _) => // _; rewrite ltnNge ij /= (IH _ w').
move: w'; rewrite step_backE; by case: (token s (j - i)).
Qed.

Lemma walk_numbers s j places : step_back s j = Some places -> 0 < hops places ->
  is_letter (token s j) = false.
Proof. by rewrite step_backE; case: (token s j) => // a [<-]. Qed.
End Numbers.

Theorem B_num_comp_all : Statements.composition.B_num_comp_all.
Proof.
move=> A s j h places; split=> [outside w|]; last exact: left_alone.
by split; [exact: step_back_letter w|exact: closed_form].
Qed.

Lemma last_token (A : Type) (s : seq (symbol A)) : last (inr 0) s = token s (size s).-1.
Proof. by rewrite /token nth_last. Qed.

Lemma last_places (A : Type) (s : seq (symbol A)) j places : step_back s j = Some places ->
  last j places = last 0 places.
Proof. by case/step_back_head; case: places. Qed.

Theorem B_num_comp_iff : Statements.composition.B_num_comp_iff.
Proof.
move=> A outside s h places w; rewrite last_token size_iter_index (closed_form _ _ w).
rewrite -(last_places w); case: leqP => // lt; split=> // e.
have := step_back_letter w; rewrite -e (walk_numbers w) //; exact: leq_ltn_trans lt.
Qed.

Theorem B_num_comp : Statements.composition.B_num_comp.
Proof.
move=> A outside letters numbers h l places s w hops_h _.
have id_iter k (t : seq (symbol A)) : iter k (@reflexive _) t = t by elim: k => //= k ->.
by rewrite id_iter; apply/(B_num_comp_iff outside h w).
Qed.

(* B-index-def. *)

Theorem B_index_def : Statements.composition.B_index_def.
Proof.
move=> A a n m m0 mn; exists (inr 1 :: nseq n.-1 (inl a)); split=> //=.
- by rewrite size_nseq prednK // (leq_trans _ mn).
- by rewrite /numbers_to /= m0 /= all_nseq /= orbT.
Qed.

Theorem B_index_def_fix : Statements.composition.B_index_def_fix.
Proof.
move=> A a n m n0 inside.
have at_ j : j < n -> inside j <-> m <= j.
  move=> jn; split=> [within|mj s sn small].
    case: (posnP m) => [->//|m0]; rewrite leqNgt; apply/negP => jm.
    have := within (rcons (nseq j (inl a)) (inr m) ++ nseq (n - j.+1) (inl a)).
    rewrite size_cat size_rcons !size_nseq subnKC // /points_outside /token.
    rewrite nth_cat size_rcons size_nseq ltnSn nth_rcons size_nseq ltnn eqxx jm.
    by rewrite /numbers_to all_cat all_rcons !all_nseq /= m0 leqnn !orbT => /(_ erefl erefl).
  rewrite /points_outside /token; case e: (nth _ s j) => [//|i].
  have := all_nthP (inr 0) small j; rewrite sn => /(_ jn); rewrite e => /andP[_ im].
  by rewrite -leqNgt (leq_trans im).
split=> //.
- have e : (m < n) = (m <= n.-1) by rewrite -[in LHS](prednK n0).
  by rewrite e; apply: at_; rewrite prednK.
- split=> [every|m0 j jn]; last by apply/at_; rewrite ?m0.
  by apply/eqP; rewrite -leqn0; apply/at_ => //; apply: every.
move=> s j; case: (ltnP j (size s)) => js; last first.
  by rewrite /points_outside !token_out ?size_index.
rewrite /points_outside token_index // /indexed /kept; case e: (token s j) => [//|i].
case: ifP => ji; first by rewrite ?e ji.
by case: (token s (j - i)) => //; rewrite ji.
Qed.

(* B.1's conditions, as printed. *)

Lemma token_letters (A : Type) (letters : seq A) numbers j a : j < size letters ->
  token (number_input letters numbers) j = inl (nth a letters j).
Proof. by move=> jn; rewrite /token nth_cat size_map jn (nth_map a). Qed.

Lemma token_numbers (A : Type) (letters : seq A) numbers k : 0 < k <= size numbers ->
  token (number_input letters numbers) (size letters + k).-1 = inr (number numbers k).
Proof.
case: k => // k /= kn; rewrite addnS /= /token nth_cat size_map ltnNge leq_addr /= addKn.
by rewrite (nth_map 0).
Qed.

Lemma one_number ks n1 t tested : rules tested n1 [:: 1] ks t -> ks = [:: 1].
Proof.
case=> _; case: ks => // k ks /= -> + _ _; case: ks => // l ks /andP[/and3P[l0 _]].
by rewrite /number /= addn1 eqSS => /eqP e; rewrite -e in l0.
Qed.

Theorem B_num_def : Statements.composition.B_num_def.
Proof.
split=> [A letters n2|].
  split.
    have a : A by case: letters n2 => [|a].
    have := @token_numbers A letters [:: 1] 1 isT; rewrite addn1 /= => tk.
    rewrite step_backE tk /number /= ltnW // step_backE subn1 (@token_letters _ _ _ _ a) //.
    by rewrite prednK // ltnW.
  move=> ks u; split=> [[[t]]|[-> ->]].
    move=> /one_number -> ; rewrite /printed_answer /number /= addn1 => -[->]; by [].
  split; last by [].
  by exists (size letters); split=> //=; rewrite ?leqnn ?(ltnW n2).
split; first by split=> //; exists 2.
split; first by split=> //; exists 1.
split; last by split=> //; exists 1.
split=> // ks [t [_]]; case: ks => // k [|l ks] /= ->; rewrite /number /=.
  by rewrite addn2 => _ [] /eqP; rewrite ?eqSS; case: t.
by case/andP => /and3P[l0 _ /eqP]; rewrite /number /= addn2 => -[] e; rewrite -e in l0.
Qed.

(* B.1's conditions, repaired. *)

Section Repaired.
Variables (A : Type) (letters : seq A) (numbers : seq nat).
Hypothesis some : 0 < size letters.
Hypothesis positive : all (leq 1) numbers.
Let n1 := size letters.
Let s := number_input letters numbers.

Lemma number_positive k : 0 < k <= size numbers -> 0 < number numbers k.
Proof.
by case: k => // k kn; have := all_nthP 0 positive k kn.
Qed.

Lemma follows_down k l : 0 < k <= size numbers -> follows numbers k l ->
  0 < l <= size numbers /\ l < k.
Proof.
move=> /number_positive k0 /and3P[l0 ln /eqP kl].
by rewrite l0 ln kl -addn1 leq_add2l.
Qed.

Lemma letter_walk t : 0 < t <= n1 -> step_back s t.-1 = Some [:: t.-1].
Proof.
have a : A by case: (letters) some.
by case: t => // t tn; rewrite step_backE (token_letters _ a).
Qed.

Lemma number_walk k : 0 < k <= size numbers -> step_back s (n1 + k).-1
  = if number numbers k < n1 + k
    then omap (cons (n1 + k).-1) (step_back s (n1 + k - number numbers k).-1) else None.
Proof.
move=> kn; rewrite step_backE token_numbers // number_positive //=.
have nk : 0 < n1 + k by rewrite addn_gt0 some.
by rewrite -[number numbers k <= _]ltnS prednK // -!subn1 subnAC.
Qed.

Definition steps (k : nat) ks t : Prop := [/\ path (follows numbers) k ks,
  t + number numbers (last k ks) = n1 + last k ks & 0 < t <= n1].

Lemma steps_walk ks k t : 0 < k <= size numbers -> steps k ks t ->
  step_back s (n1 + k).-1 = Some (rcons [seq (n1 + i).-1 | i <- k :: ks] t.-1).
Proof.
elim: ks k => [|l ks IH] k kn [/= w e tn]; rewrite number_walk //.
  by rewrite -e -addn1 addnC leq_add2r (andP tn).1 addnK letter_walk.
case/andP: w => kl w; have [ln lk] := follows_down kn kl; case/and3P: kl => _ _ /eqP kE.
have sub : n1 + k - number numbers k = n1 + l by rewrite {1}kE addnA addnK.
have lt : number numbers k < n1 + k by rewrite -subn_gt0 sub addn_gt0 some.
by rewrite lt sub (IH l ln).
Qed.

Lemma walk_steps k places : 0 < k <= size numbers -> step_back s (n1 + k).-1 = Some places ->
  exists ks t, steps k ks t.
Proof.
elim/ltn_ind: k places => k IH places kn; rewrite number_walk //; set j := number numbers k.
case: ifP => // lt; case w: (step_back _ _) => [p|] // _; have [jk|kj] := ltnP j k.
  have ln : 0 < k - j <= size numbers.
    by rewrite subn_gt0 jk (leq_trans (leq_subr _ _)) //; case/andP: kn.
  have lk : k - j < k by rewrite ltn_subrL number_positive // (andP kn).1.
  move: w; rewrite -addnBA ?(ltnW jk) // => /(IH _ lk _ ln)[ks [t [pth e tn]]].
  exists (k - j :: ks), t; split=> //=; rewrite pth andbT /follows; case/andP: ln => -> -> /=.
  by rewrite subnK ?eqxx // ltnW.
exists [::], (n1 + k - j); split=> //=; first by rewrite subnK // ltnW.
by rewrite subn_gt0 lt leq_subLR addnC leq_add2r.
Qed.

Lemma size_steps ks k : 0 < k <= size numbers -> path (follows numbers) k ks -> size ks < k.
Proof.
elim: ks k => [|l ks IH] k kn /=; first by case/andP: kn.
by case/andP=> /(follows_down kn)[ln lk] /(IH _ ln) lt; apply: leq_ltn_trans lt lk.
Qed.
End Repaired.

Lemma rules_steps (A : Type) (letters : seq A) numbers ks t :
  repaired_rules (size letters) numbers ks t <->
  exists ls, [/\ ks = size numbers :: ls, 0 < size numbers
    & steps letters numbers (size numbers) ls t].
Proof.
split=> [[n0]|[ls [-> n0 [w e tn]]]]; last by split.
by case: ks => [e|k ls /= -> w e tn]; [rewrite -e in n0|exists ls].
Qed.

Theorem B_num_def_fix : Statements.composition.B_num_def_fix.
Proof.
move=> A letters numbers n1 n2 s walk n1_0 n2_0 pos.
have nn : 0 < n2 <= size numbers by rewrite n2_0 leqnn.
have walkE : walk = step_back s (n1 + n2).-1 by rewrite /walk /s size_cat !size_map.
have solved ks t : repaired_rules n1 numbers ks t ->
    walk = Some (rcons [seq (n1 + k).-1 | k <- ks] t.-1) /\ 0 < t <= n1.
  by case/rules_steps=> ls [-> _ st]; rewrite walkE (steps_walk n1_0 pos nn st); case: st.
split.
- move=> ks ls t u /solved[wk /andP[t0 _]] /solved[wl /andP[u0 _]].
  move: wk; rewrite wl => -[] /rcons_inj[same tu]; split.
    by apply/esym/(inj_map _ same) => i k; rewrite -(prednK n1_0) !addSn /= => /addnI.
  by rewrite -(prednK t0) -tu prednK.
- split=> [[ks [t /solved[w _]]]|[places]]; first by eexists; exact: w.
  rewrite walkE => /(walk_steps n1_0 pos nn)[ls [t st]]; exists (n2 :: ls), t.
  by apply/rules_steps; exists ls.
- move=> ks t r; have [w tn] := solved ks t r; eexists; split; first exact: w.
  + by rewrite /hops size_rcons size_map.
  + by case/rules_steps: r => ls [-> _ [pth _ _]] /=; exact: size_steps nn pth.
  + by rewrite last_rcons.
  by have := step_back_letter w; rewrite last_rcons.
move=> ks t [_ _ _ e _] k j; move: e; rewrite -/k -/j => e; split.
- have eZ : (t + j = n1 + k)%coq_nat by [].
  lia.
- rewrite /printed_answer -/k -/j e addnC; split=> [//|]; by [].
rewrite e; split=> [/addnI|->] //.
Qed.
