From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From Statements Require Import head tasks impossibility retrieval_heads kinds.
From Proofs Require Import attention impossibility retrieval_heads.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

(* Which tasks are computed by heads of a kind, L, VAL and F free. *)

Section Codes.
Variables (R : realFieldType) (T : finType) (N : nat) (m : T -> nat).
Hypothesis m0 : forall t, (0 < m t)%N.
(* Weights 2^p m(c), values e_c / m(c): what is attended to spells the whole input. *)
Let w (q t : T) (p : 'I_N) : R := (m t * 2 ^ p)%:R.
Let own (q : T) : R := (m q)%:R.
Let val (t : T) : {ffun T -> R^o} := (m t)%:R^-1 *: onehot R t.
Implicit Types x : 'I_N -> T.

Lemma code_positive : positive w own.
Proof. by split=> *; rewrite ltr0n ?muln_gt0 ?m0 ?expn_gt0. Qed.

Definition places x t : nat := \sum_(p < N | x p == t) 2 ^ p.

Lemma code_at x q t : attended w own val val x q t
  = (total w own x q)^-1 * ((q == t)%:R + (places x t)%:R).
Proof.
have mz u : (m u)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite /attended ffunE; congr (_ * _); rewrite ffunE; congr (_ + _).
  by rewrite /val !ffunE eq_sym; apply: (mulVKf (mz q)).
rewrite sum_ffunE /places natr_sum [RHS]big_mkcond; apply: eq_bigr => p _ /=.
rewrite /val !ffunE eq_sym /w natrM [X in X *: _]mulrC.
apply: (etrans (esym (mulrA _ _ _))); apply: (etrans (congr1 _ (mulVKf (mz (x p)) _))).
by case: eqP => _; rewrite ?mulr1 ?mulr0.
Qed.

Lemma places_eq x x' : (forall t, places x t = places x' t) -> x =1 x'.
Proof.
rewrite /places; move: x x'; move: N => n; elim: n => [|n IH] x x' same; first by case.
have low (z : 'I_n.+1 -> T) t : (\sum_(p < n | z (widen_ord (leqnSn n) p) == t) 2 ^ p < 2 ^ n)%N.
  apply: (@leq_ltn_trans (\sum_(p < n) 2 ^ p)%N).
    by rewrite big_mkcond; apply: leq_sum => p _; case: ifP.
  elim: (n) => [|k IHk]; first by rewrite big_ord0.
  by rewrite big_ord_recr /= expnS mul2n -addnn ltn_add2r.
have top : x ord_max = x' ord_max.
  have := same (x ord_max); rewrite 2![(\sum_(p < n.+1 | _) _)%N]big_mkcond 2!big_ord_recr /= eqxx.
  rewrite -2!big_mkcond /=; case: eqP => [//|_] e; have := low x' (x ord_max).
  by rewrite -[X in (X < _)%N]addn0 -e ltnNge leq_addl.
have rest : (fun p => x (widen_ord (leqnSn n) p)) =1 (fun p => x' (widen_ord (leqnSn n) p)).
  apply: IH => t; have := same t; rewrite 2![(\sum_(p < n.+1 | _) _)%N]big_mkcond 2!big_ord_recr /=.
  by rewrite -2!big_mkcond top => /addIn.
move=> p; case: (unliftP ord_max p) => [k ->|-> //].
have -> : lift ord_max k = widen_ord (leqnSn n) k by apply: val_inj; rewrite /= /bump leqNgt ltn_ord.
exact: rest.
Qed.

Lemma sum_places x : (\sum_t places x t = \sum_(p < N) 2 ^ p)%N.
Proof. by rewrite (partition_big x predT) //=; apply: eq_bigr => t _; apply: eq_bigl. Qed.

Lemma code_injective x x' q :
  attended w own val val x q = attended w own val val x' q -> x =1 x'.
Proof.
move=> /ffunP same; have at_ t := same t.
have tz z := lt0r_neq0 (total_gt0 code_positive z q).
have weighed z : \sum_t attended w own val val z q t
    = (total w own z q)^-1 * (1 + (\sum_(p < N) 2 ^ p)%N%:R).
  rewrite (eq_bigr _ (fun t _ => code_at z q t)) -mulr_sumr big_split /=; congr (_ * (_ + _)).
    by rewrite (bigD1 q) //= eqxx big1 ?addr0 // => t tq; rewrite eq_sym (negPf tq).
  by rewrite -natr_sum sum_places.
have Z : total w own x q = total w own x' q.
  have : (total w own x q)^-1 * (1 + (\sum_(p < N) 2 ^ p)%N%:R)
       = (total w own x' q)^-1 * (1 + (\sum_(p < N) 2 ^ p)%N%:R).
    by rewrite -!weighed; apply: eq_bigr => t _; exact: at_.
  by move/mulIf => /(_ (lt0r_neq0 (ltr_paddr (ler0n _ _) ltr01)))/invr_inj.
apply: places_eq => t; have := at_ t; rewrite !code_at Z.
by move/(mulfI (invr_neq0 (tz x')))/addrI/eqP; rewrite eqr_nat => /eqP.
Qed.
End Codes.

(* Where (x_n, a_n) tells the answer, some F does. *)
Lemma decode (R : realFieldType) (T : finType) (Y : Type) N (D : {ffun 'I_N -> T} -> T -> bool)
    (f : {ffun 'I_N -> T} -> T -> Y) (a : {ffun 'I_N -> T} -> T -> {ffun T -> R^o}) :
  (forall x x' q, D x q -> D x' q -> a x q = a x' q -> f x q = f x' q) ->
  exists F : T -> {ffun T -> R^o} -> Y, forall x q, D x q -> F q (a x q) = f x q.
Proof.
move=> told.
exists (fun q v => f (odflt [ffun=> q] [pick x | D x q && (a x q == v)]) q) => x q dx.
case: pickP => [x' /andP[dx' /eqP e]|/(_ x)]; first exact: told.
by rewrite dx eqxx.
Qed.

Theorem B_must_fix_positional : Statements.kinds.B_must_fix_positional.
Proof.
move=> R T N; pose m (t : T) := 1%N.
pose w (q t : T) (p : 'I_N) : R := (m t * 2 ^ p)%:R; pose own (q : T) : R := (m q)%:R.
pose val t : {ffun T -> R^o} := (m t)%:R^-1 *: onehot R t.
exists [lmodType R of {ffun T -> R^o}], w, own, val; split=> // [|Y f].
  exact: (@code_positive R T N m (fun=> erefl)).
have [|F right] := @decode R T Y N (fun _ _ => true) f (fun x q => attended w own val val x q).
  move=> x x' q _ _ e; congr (f _ q); apply/ffunP.
  exact: (@code_injective R T N m (fun=> erefl) x x' q e).
by exists F => x q; exact: right.
Qed.

Lemma computed_positional (R : realFieldType) (T : finType) Y (N : nat) D f :
  @computed false R T Y N D f.
Proof.
have [V [w [own [val [pos posn serve]]]]] := B_must_fix_positional R T N.
by have [F right] := serve Y f; exists V, w, own, val, F.
Qed.

Theorem B_must : Statements.kinds.B_must.
Proof.
move=> R T A number N N2; pose m (t : T) := (enum_rank t).+1.
pose w (q t : T) (p : 'I_N) : R := (m t * 2 ^ p)%:R; pose own (q : T) : R := (m q)%:R.
pose val t : {ffun T -> R^o} := (m t)%:R^-1 *: onehot R t.
have word_ext (x x' : 'I_N -> T) q : x =1 x' ->
    index_answer (number \o x) (number q) = index_answer (number \o x') (number q).
  by move=> e; congr (last _ (index _ (rcons _ _))); apply: eq_map => p /=; rewrite e.
have [|F right] := @decode R T _ N (fun _ _ => true)
    (fun x q => index_answer (number \o x) (number q)) (fun x q => attended w own val val x q).
  by move=> x x' q _ _ e; apply: word_ext; exact: (@code_injective R T N m (fun=> erefl) x x' q e).
exists [lmodType R of {ffun T -> R^o}], w, own, val, F; split.
- exact: (@code_positive R T N m (fun=> erefl)).
- move=> x q i j xij posn; apply: xij; have := posn (tperm i j) i; rewrite tpermL /w.
  move/eqP; rewrite eqr_nat eqn_pmul2r ?expn_gt0 // => /eqP[] e.
  by apply: enum_rank_inj; apply: val_inj.
- move=> x q symb; have [j [k jk]] := two_places N2; have := symb (tperm j k) j; rewrite tpermL /w.
  move/eqP; rewrite eqr_nat eqn_pmul2l // eqn_exp2l // => /eqP e.
  by apply: jk; apply: val_inj.
- move=> x q; rewrite (word_ext x [ffun p => x p]) => [|p]; last by rewrite ffunE.
  rewrite -right //; congr (F q _); apply: attended_ext => p; by rewrite ffunE.
Qed.

(* Equal weights count the tokens before the query. *)
Definition even_weights (R : realFieldType) (T : finType) (N : nat) (q t : T) (p : 'I_N) : R := 1.
Arguments even_weights R {T N}.

Lemma even_positive (R : realFieldType) (T : finType) (N : nat) :
  positive (@even_weights R T N) (fun=> 1).
Proof. by split=> *; exact: ltr01. Qed.

Lemma even_injective (R : realFieldType) (T : finType) (N : nat) (x x' : {ffun 'I_N -> T}) q :
  attended (even_weights R) (fun=> 1) (@onehot R T) (@onehot R T) x q
  = attended (even_weights R) (fun=> 1) (@onehot R T) (@onehot R T) x' q ->
  perm_eq (codom x) (codom x').
Proof.
move=> /ffunP e.
have count_at (z : {ffun 'I_N -> T}) t : \sum_p even_weights R q (z p) p * (z p == t)%:R
    = (count_mem t (codom z))%:R.
  rewrite -sum1_count codomE big_map big_enum_cond natr_sum [RHS]big_mkcond /=.
  by apply: eq_bigr => p _; rewrite mul1r /=; case: (z p == t).
have tot (z : {ffun 'I_N -> T}) : total (even_weights R) (fun=> 1) z q = 1 + N%:R.
  by rewrite /total sumr_const card_ord.
apply/allP => t _ /=; have := e t; rewrite !(@attended_onehot _ _ _ _ _ _ _ id id) !tot.
have nz : (1 + N%:R)^-1 != 0 :> R by rewrite invr_eq0 lt0r_neq0 // ltr_paddr ?ler0n ?ltr01.
by move/(mulfI nz)/addrI; rewrite !count_at => /eqP; rewrite eqr_nat.
Qed.

Theorem B_must_fix_symbolic : Statements.kinds.B_must_fix_symbolic.
Proof.
move=> R T Y N D f; split.
  move=> [V [w [own [val [F [_ symb right]]]]]] x x' q dx dx' same.
  rewrite -(right _ _ dx) -(right _ _ dx'); congr (F q _).
  have /tuple_permP[s e] : perm_eq [tuple x p | p < N] [tuple x' p | p < N].
    by move: same; rewrite /codom !/image_mem -!codomE.
  rewrite (@attended_ext _ _ _ _ _ w own val val x (x' \o s)) => [|p].
    by rewrite symbolic_invariant.
  have := congr1 (fun t => tnth t p) (val_inj e); by rewrite !tnth_mktuple.
move=> told; have [|F right] := @decode R T Y N D f
    (fun x q => attended (even_weights R) (fun=> 1) (@onehot R T) (@onehot R T) x q); last first.
  exists [lmodType R of {ffun T -> R^o}], (@even_weights R T N), (fun=> 1), (@onehot R T), F.
  by split=> //; exact: even_positive.
by move=> x x' q dx dx' e; apply: told => //; exact: even_injective e.
Qed.

Theorem B_must_fix : Statements.kinds.B_must_fix.
Proof.
move=> R A I N proper_only; split; last split; last split.
- apply/B_must_fix_symbolic => x x' q px px' same.
  have [t [-> mt tin _]] := answer_marked px; have [t' [-> _ _ only]] := answer_marked px'.
  by congr Some; apply: only => //; rewrite -(perm_mem same).
- exact: computed_positional.
- by move=> T; split; [apply/B_must_fix_symbolic|apply: computed_positional].
move=> T number a one N2 la lone f; split; first exact: computed_positional.
rewrite /f {f}; case: N N2 {proper_only} => [|[|n]] // _ [V [w [own [val [F [_ symb right]]]]]].
pose z (k p : 'I_n.+2) := alone a one k p.
have same : attended w own val val (z ord0) one = attended w own val val (z ord_max) one.
  rewrite (attended_ext w own val val one (alone_moved a one ord_max ord0)).
  by rewrite symbolic_invariant.
have at_ k : F one (attended w own val val (z k) one) = index_answer (number \o [ffun p => z k p]) (number one).
  by rewrite -right //; congr (F one _); apply: attended_ext => p; rewrite ffunE.
have := at_ ord0; rewrite same at_ lone !index_one /= !ffunE /z /alone eqxx lone.
by rewrite -val_eqE /=; case: (number a) la.
Qed.
