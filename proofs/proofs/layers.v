From mathcomp Require Import all_ssreflect.
From Statements Require Import layers.
Set Implicit Arguments.
Unset Strict Implicit.

(* The cell that the tokens from c on lead to. *)
Definition led (T : Type) (next : nat -> T -> nat) (c : nat) (s : seq T) : nat := foldl next c s.

Theorem S_layers_enough : Statements.layers.S_layers_enough.
Proof.
move=> T next; exists (fun _ => led next) => t h x c d.
pose cell k c := hopped next x k c.
suff all c' : held (fun _ => led next) t x c' = [seq x (cell k c') | k <- iota 0 (2 ^ t)].
  by move=> ht; rewrite all (nth_map 0) ?size_iota // nth_iota.
have path n a : led next a [seq x (cell k a) | k <- iota 0 n] = cell n a.
  elim: n => // n IH; rewrite -addn1 iotaD map_cat /led foldl_cat add0n /=.
  by rewrite -/(led next a _) IH addn1.
elim: t c' => // t IH c' /=; rewrite !IH path expnS mul2n -addnn iotaD map_cat add0n; congr (_ ++ _).
rewrite -[X in _ = [seq _ | _ <- iota X _]]addn0 iotaDl -map_comp; apply: eq_map => k /=.
by rewrite /cell /hopped addnC iterD.
Qed.

Theorem S_layers_reads : Statements.layers.S_layers_reads.
Proof.
move=> T look t x; elim: t => [|t IH] c; first by exists [:: c] => // x' same /=; rewrite same ?inE.
have [r size_r same_r] := IH c; have [u size_u same_u] := IH (look t c (held look t x c)).
exists (r ++ u); first by rewrite size_cat size_r size_u addnn -mul2n expnS.
move=> x' same /=; rewrite -same_r -?same_u // => k K; apply: same; rewrite mem_cat K ?orbT //.
Qed.

(* A walk through all cells from h + 1 down to 1, and one that leaves it at k. *)
Section Walks.
Variables (T : Type) (next : nat -> T -> nat) (step : nat -> nat -> T) (e e' : T).
Hypotheses (stay : forall c, next c e = c) (stay' : forall c, next c e' = c).
Hypothesis lead : forall c d, d < c -> next c (step c d) = d.

Definition down (c : nat) : T := if c is d.+1 then if d is _.+1 then step c d else e else e'.
Definition leaving (k c : nat) : T := if c == k then if k == 1 then e' else step k 0 else down c.

Lemma down_walkable : walkable step e e' down.
Proof. by split; [right|split; [left|case=> [|[|c]] // _; exists c.+1]]. Qed.

Lemma leaving_walkable k : 0 < k -> walkable step e e' (leaving k).
Proof.
move=> k0; split; first by rewrite /leaving; case: k k0 => // k _; right.
split; first by rewrite /leaving eq_sym; case: eqP => _; [right|left].
move=> c c1; rewrite /leaving; case: eqP => [<-|_]; last by case: c c1 => [|[|c]] // _; exists c.+1.
by exists 0; [exact: ltnW|rewrite gtn_eqF].
Qed.

Lemma down_hops h : hopped next down h h.+1 = 1.
Proof. by elim: h => // h IH; rewrite /hopped iterSr /= lead. Qed.

Lemma leaving_down k n : 0 < k -> hopped next (leaving k) n (k + n) = k.
Proof.
case: k => // k _; elim: n => [|n IH]; first by rewrite addn0.
rewrite -[RHS]IH /hopped iterSr; congr iter; rewrite /leaving addnS gtn_eqF ?ltnS ?leq_addr //.
by rewrite /down addSn lead.
Qed.

Lemma leaving_end k h : 0 < k -> k <= h.+1 -> leaving k (hopped next (leaving k) h h.+1) = e'.
Proof.
move=> k0 kh; have {1}-> : h = k.-1 + (h.+1 - k).
  by case: k k0 kh => // k _ kh; rewrite subSS subnKC.
rewrite /hopped iterD -{2}(subnKC kh) -/(hopped next (leaving k) (h.+1 - k) (k + (h.+1 - k))).
rewrite leaving_down //; case: k k0 kh => [|[|k]] // _ _; rewrite [_.-1]/= iterSr.
have -> : next k.+2 (leaving k.+2 k.+2) = 0 by rewrite /leaving eqxx /= lead.
have stays m : iter m (fun c => next c (leaving k.+2 c)) 0 = 0.
  by elim: m => //= m ->; rewrite /leaving /= stay'.
by rewrite stays.
Qed.
End Walks.

Theorem S_layers_few : Statements.layers.S_layers_few.
Proof.
move=> T next step e e' t h look out ee stay stay' lead th right.
have [r size_r same_r] := S_layers_reads look t (down step e e') h.+1.
have [k] : exists2 k, k \in iota 1 h.+1 & k \notin r.
  apply/hasP; rewrite (has_predC (mem r)); apply/negP => /allP inside.
  by have := uniq_leq_size (iota_uniq 1 h.+1) inside; rewrite size_iota size_r leqNgt ltnS th.
rewrite mem_iota => /andP[k0 kh] kr.
have one := right _ (down_walkable step e e'); rewrite (down_hops _ _ lead) /= in one.
have two := right _ (leaving_walkable step e e' k0); rewrite (leaving_end _ stay' lead k0 kh) in two.
apply: ee; rewrite -[LHS]one -[RHS]two; congr out; apply: same_r => u ur.
by rewrite /leaving; case: eqP => // uk; rewrite uk (negPf kr) in ur.
Qed.
