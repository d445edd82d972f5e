(* Near-misses of Statements.margins: each is false. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From mathcomp Require Import rat.
From Statements Require Import head retrieval_gaps margins.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.TTheory.

(* One place before the query, whose token takes all the attention. *)
Section One.
Variables (C : eqType) (o : rat).
Local Definition even (q : unit) (c : C) (p : 'I_1) : rat := 1.
Lemma even_weights : 0 <= o -> weights even (fun=> o). Proof. by []. Qed.
Lemma even_share x c : share even (fun=> o) x tt c = (x ord0 == c)%:R / (o + 1).
Proof. by rewrite /share /total big_mkcond !big_ord_recl !big_ord0 !addr0; case: eqP. Qed.
End One.

Definition S_margin_copy_index__one_more : Prop :=
  forall (R : realFieldType) (Q C : eqType) (N : nat) (w : Q -> C -> 'I_N -> R) own q (a b : C) j r m,
  a <> b -> weights w own -> nearly_symbolic r w q -> 0 <= m ->
  index_margin (fun x => share w own x q) j m ->
  m * (r + N%:R) <= r - N%:R.
Theorem S_margin_copy_index__one_more_false : ~ S_margin_copy_index__one_more.
Proof.
move=> /(_ [realFieldType of rat] [eqType of unit] [eqType of bool] 1%N (@even _) (fun=> 0) tt true false
  ord0 1 1) H.
suff : (1 : rat) * (1 + 1%:R) <= 1 - 1%:R by [].
apply: H => // x c /eqP/negPf cx; rewrite !even_share eqxx add0r divr1 [_ == c]eq_sym.
by rewrite cx.
Qed.

Definition S_margin_copy_retr__one_more : Prop :=
  forall (R : realFieldType) (Q C : eqType) (N : nat) (w : Q -> C -> 'I_N -> R) own q (a b : C)
    (fits : C -> bool) r m,
  (1 <= N)%N -> fits a -> ~~ fits b -> weights w own -> nearly_positional r w q -> 0 <= m ->
  retrieval_margin fits (fun x => share w own x q) m ->
  m * (r + N%:R) <= r - N%:R.
Theorem S_margin_copy_retr__one_more_false : ~ S_margin_copy_retr__one_more.
Proof.
move=> /(_ [realFieldType of rat] [eqType of unit] [eqType of bool] 1%N (@even _) (fun=> 0) tt true false
  id 1 1) H.
suff : (1 : rat) * (1 + 1%:R) <= 1 - 1%:R by [].
apply: H => // x p _ _ c /eqP/negPf cx; rewrite !even_share (ord1 p) in cx *.
by rewrite eqxx add0r divr1 [_ == c]eq_sym cx.
Qed.

(* The query's own weight takes its share. *)
Definition S_margin_copy_attained__own_left_out : Prop :=
  forall (R : realFieldType) (Q C : eqType) (N : nat) (fits : C -> bool) (q : Q) (j : 'I_N) (r o : R),
  1 <= r -> 0 <= o ->
  let by_place (q : Q) (c : C) (p : 'I_N) : R := if p == j then r else 1 in
  let by_content (q : Q) (c : C) (p : 'I_N) : R := if fits c then r else 1 in
  let own (q : Q) := o in
  let m := (r - (N.-1)%:R) / (r + (N.-1)%:R) in
  [/\ nearly_symbolic r by_place q, nearly_positional r by_content q,
      index_margin (fun x => share by_place own x q) j m
    & retrieval_margin fits (fun x => share by_content own x q) m].
Lemma half_share (R : realFieldType) (x : 'I_1 -> bool) (c : bool) :
  share (fun (_ : unit) (_ : bool) (_ : 'I_1) => 1 : R) (fun=> 1) x tt c = (x ord0 == c)%:R / 2%:R.
Proof.
rewrite /share /total big_mkcond !big_ord_recl !big_ord0 !addr0.
by rewrite Monoid.mulm1 -mulr2n; case: (_ == _).
Qed.
Lemma no_whole (R : realFieldType) : ~ (0 / 2%:R + 1 / (1 + 0) <= 1 / 2%:R :> R).
Proof.
rewrite addr0 divr1 mul0r add0r ler_pdivl_mulr ?ltr0n // mul1r => lt.
by have := le_lt_trans lt (ltr1n R 2); rewrite ltxx.
Qed.
Theorem S_margin_copy_attained__own_left_out_false : ~ S_margin_copy_attained__own_left_out.
Proof.
move=> /(_ [realFieldType of rat] [eqType of unit] [eqType of bool] 1%N xpredT tt ord0 1 1 (lexx 1) ler01).
move=> [_ _ _ /(_ (fun=> true) ord0 isT (fun _ _ => erefl) false notF)].
rewrite !half_share; exact: no_whole.
Qed.

(* Values 1 and -1, and their signs: a margin of 2. *)
Local Definition sign (c : bool) : rat^o := if c then 1 else -1.
Local Definition signed (v : rat^o) (c : bool) : rat := sign c * v.
Local Definition size (v : rat^o) : rat := `|v : rat|.
Lemma size_norm : is_norm (size : [lmodType rat of rat^o] -> rat).
Proof. by split=> *; [exact: normrM|exact: ler_norm_add]. Qed.
Definition S_margin_index__one_place : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat)
    (w : Q -> C -> 'I_N -> R) own val mine (F : V -> C -> R) q (a b : C) j (D K r g : R),
  a <> b -> weights w own -> nearly_symbolic r w q -> is_norm norm -> 0 <= K ->
  (forall c c', norm (val c - val c') <= D) -> (forall c, norm (val c - mine q) <= D) ->
  output_within norm F K ->
  index_margin (fun x => F (attended w own val mine x q)) j g ->
  2%:R * g * (r + 1) <= K * D * (r - 1).
Lemma signed_within : output_within size signed 2%:R.
Proof.
move=> v v' c c'; rewrite /signed /size -mulrBl -mulrBl -mulrBr normrM ler_wpmul2r //.
by case: c; case: c'.
Qed.
Lemma even_attended (x : 'I_1 -> bool) :
  attended (@even _) (fun=> 0) sign (fun=> 0) x tt = sign (x ord0).
Proof.
by rewrite /attended /total !big_ord_recl !big_ord0 !addr0 !add0r invr1 !scale1r.
Qed.
Theorem S_margin_index__one_place_false : ~ S_margin_index__one_place.
Proof.
move=> /(_ [realFieldType of rat] [lmodType rat of rat^o] size [eqType of unit] [eqType of bool] 1%N
  (@even _) (fun=> 0) sign (fun=> 0) signed tt true false ord0 2%:R 2%:R 1 2%:R) H.
suff : (2%:R : rat) * 2%:R * (1 + 1) <= 2%:R * 2%:R * (1 - 1) by [].
apply: H => //; [exact: size_norm|by case; case|by case|exact: signed_within|].
by move=> x c; rewrite even_attended; case: (x ord0); case: c.
Qed.

(* The third content does not fit. *)
Definition S_margin_retr__one_more : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat)
    (w : Q -> C -> 'I_N -> R) own val mine (F : V -> C -> R) q (a a' b : C) (fits : C -> bool)
    (D K r g : R),
  (1 <= N)%N -> a <> a' -> fits a -> fits a' -> ~~ fits b ->
  weights w own -> nearly_positional r w q -> is_norm norm -> 0 <= K ->
  (forall c c', norm (val c - val c') <= D) -> (forall c, norm (val c - mine q) <= D) ->
  output_within norm F K ->
  retrieval_margin fits (fun x => F (attended w own val mine x q)) g ->
  2%:R * g * (r + N%:R) <= K * D * r.
Local Definition third (c : option bool) : rat^o := if c is Some d then sign d else 0.
Local Definition scored (v : rat^o) (c : option bool) : rat :=
  if c is Some d then signed v d else - 3%:R.
Lemma scored_within : output_within size scored 2%:R.
Proof.
have one (d : bool) (v v' : rat^o) : `|signed v d - signed v' d| = size (v - v').
  by rewrite /signed /size -mulrBr normrM; case: d; rewrite /sign ?normrN1 ?normr1 mul1r.
have two (v : rat^o) : size v <= 2%:R * size v by rewrite mulr_natl mulr2n ler_addl normr_ge0.
move=> v v' [c|] [c'|]; rewrite /scored; first exact: signed_within.
- by rewrite opprB subrKA one.
- by rewrite opprB addrC subrKA distrC one.
- by rewrite !subrr normr0 mulr_ge0 ?normr_ge0.
Qed.
Theorem S_margin_retr__one_more_false : ~ S_margin_retr__one_more.
Proof.
move=> /(_ [realFieldType of rat] [lmodType rat of rat^o] size [eqType of unit]
  [eqType of option bool] 1%N (@even _) (fun=> 0) third (fun=> 0) scored tt (Some true) (Some false)
  None isSome 2%:R 2%:R 1 2%:R) H.
suff : (2%:R : rat) * 2%:R * (1 + 1%:R) <= 2%:R * 2%:R * 1 by [].
apply: H => //; [exact: size_norm|by case=> [[]|] [[]|]|by case=> [[]|]|exact: scored_within|].
move=> x p; rewrite (ord1 p) => fp _ c cx.
have -> : attended (@even _) (fun=> 0) third (fun=> 0) x tt = third (x ord0).
  by rewrite /attended /total !big_ord_recl !big_ord0 !addr0 !add0r invr1 !scale1r.
by move: fp cx; case: (x ord0) => [[]|] // _; case: c => [[]|].
Qed.

Definition S_margin_retr_attained__own_left_out : Prop :=
  forall (R : realFieldType) (Q : eqType) (C : finType) (N : nat) (fits : C -> bool) (q : Q) (r o : R),
  1 <= r -> 0 <= o ->
  let w (q : Q) (c : C) (p : 'I_N) : R := if fits c then r else 1 in
  let own (q : Q) : R := o in
  let V := {ffun C -> R^o} in
  let norm (v : V) : R := \sum_c `|v c| in
  let val := @onehot R C in let mine (q : Q) : V := 0 in
  let F (v : V) (c : C) : R := v c + (fits c)%:R in
  [/\ nearly_positional r w q, is_norm (norm : [lmodType R of V] -> R),
      (forall c c', norm (val c - val c') <= 2%:R) /\ (forall c, norm (val c - mine q) <= 2%:R),
      output_within (norm : [lmodType R of V] -> R) F 1
    & retrieval_margin fits (fun x => F (attended w own val mine x q)) (r / (r + (N.-1)%:R))].
(* The head with one place, of weight 1 like the query's own. *)
Lemma half_attended (R : realFieldType) (x : 'I_1 -> bool) (c : bool) :
  attended (fun (_ : unit) (_ : bool) (_ : 'I_1) => 1 : R) (fun=> 1) (@onehot R [finType of bool])
    (fun=> 0) x tt c = (c == x ord0)%:R / 2%:R.
Proof.
rewrite /attended /total !big_ord_recl !big_ord0 !addr0 scaler0 add0r scale1r !ffunE mulrC.
by rewrite -[1 + 1]mulr2n; case: (c == _).
Qed.
Lemma half_ahead (R : realFieldType) : ~ (0 / 2%:R + 1 + 1 / (1 + 0) <= 1 / 2%:R + 1 :> R).
Proof.
rewrite addrAC ler_add2r; exact: no_whole.
Qed.
Theorem S_margin_retr_attained__own_left_out_false : ~ S_margin_retr_attained__own_left_out.
Proof.
move=> /(_ [realFieldType of rat] [eqType of unit] [finType of bool] 1%N xpredT tt 1 1 (lexx 1) ler01).
move=> [_ _ _ _ /(_ (fun=> true) ord0 isT (fun _ _ => erefl) false notF)].
rewrite !half_attended; exact: half_ahead.
Qed.
