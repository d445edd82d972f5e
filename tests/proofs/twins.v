(* Twins over Q, which compute, of the definitions of the placement statements, which do not. Each
   lemma X_twin says that the definition X at a matrix of rationals, of any size and in any real
   closed field, is its twin X_q there; so Coq can be asked for the value. *)
From Coq Require Import ZArith QArith.
From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
From Statements Require Import placement exclusion swaps behaviour scores permuted.
From Ties Require Import rationals.
Set Implicit Arguments.
Unset Strict Implicit.
Delimit Scope Z_scope with Z.
Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* Twins: m a p at nat indices. *)
Definition entry (rows : seq (seq Q)) (a p : nat) : Q := nth 0%Q (nth [::] rows a) p.
Definition sum_q (T : Type) (l : seq T) (f : T -> Q) : Q := foldr (fun t q => f t + q)%Q 0%Q l.
Definition at_places (l : seq nat) (j : nat) : nat := nth 0%N l j.
Definition orders (n : nat) : seq (seq nat) := permutations (iota 0 n).
Definition swapped (i j k : nat) : nat := if k == i then j else if k == j then i else k.

Section Twins.
Variables (m : nat -> nat -> Q) (n : nat).
Let places := iota 0 n.
Definition mean_q : Q := (sum_q places (fun j => m j j) / nat_q n)%Q.
Definition variance_q : Q :=
  (sum_q places (fun j => square (m j j - mean_q)) / nat_q n)%Q.
Definition pos_q (s : nat -> nat) (j : nat) : Q := (m (s j) j - m j j)%Q.
Definition sym_q (s : nat -> nat) (j : nat) : Q := (m j (s j) - m j j)%Q.
Definition norm2_q (delta : (nat -> nat) -> nat -> Q) : Q :=
  sum_q (orders n) (fun l => sum_q places (fun j => square (delta (at_places l) j))).
Definition bound_q : Q := ((norm2_q pos_q + norm2_q sym_q) / nat_q (n`! * n))%Q.
Definition swap_norm2_q (delta : (nat -> nat) -> nat -> Q) : Q :=
  sum_q places (fun i => sum_q places (fun j => if (i < j)%N
    then sum_q places (fun k => square (delta (swapped i j) k)) else 0%Q)).
Definition P_q : Q :=
  (sum_q places (fun a => sum_q places (fun p => square (m a p - m p p))) / square (nat_q n))%Q.
Definition S_q : Q :=
  (sum_q places (fun a => sum_q places (fun p => square (m a p - m a a))) / square (nat_q n))%Q.
Definition still_q (delta : (nat -> nat) -> nat -> Q) : bool :=
  all (fun l => all (fun j => Qeq_bool (delta (at_places l) j) 0) places) (orders n).
Definition attention_q (own : Q) (j : nat) : Q :=
  (m j j / (own + sum_q places (fun k => m k k)))%Q.
Definition own_attention_q (own : Q) : Q := (own / (own + sum_q places (fun k => m k k)))%Q.
End Twins.

(* m blocks of L tokens, block k with the contents of block s k; token t of block k at k L + t. *)
Definition share_q (e : nat -> nat -> Q) (m L : nat) (own : Q) (s : nat -> nat) (b : nat) : Q :=
  let weight k t := e (s k * L + t)%N (k * L + t)%N in
  let all_weights := sum_q (iota 0 m) (fun k => sum_q (iota 0 L) (weight k)) in
  (sum_q (iota 0 L) (fun t => weight b t / (own + all_weights)) / nat_q L)%Q.
Definition cosine2_q (v w : Q * Q) : Q :=
  (square (v.1 * w.1 + v.2 * w.2)
    / ((square v.1 + square v.2) * (square w.1 + square w.2)))%Q.
Definition before_q e m L own (i j : nat) : Q * Q :=
  (share_q e m L own id i, share_q e m L own id j).
Definition after_q e m L own (i j : nat) : Q * Q :=
  (share_q e m L own (swapped i j) i, share_q e m L own (swapped i j) j).

(* After the permutation l, read at the places that it moves, against before; `carried`: against
   before, carried along with the contents. *)
Definition permuted_q (m : nat -> nat -> Q) (n : nat) (own : Q) (l : nat -> nat) (j : nat) : Q :=
  (m (l j) j / (own + sum_q (iota 0 n) (fun k => m (l k) k)))%Q.
Definition permuted_cosine2_q (m : nat -> nat -> Q) (n : nat) (own : Q) (l : seq nat)
    (carried : bool) : Q :=
  let v := permuted_q m n own (at_places l) in
  let w j := permuted_q m n own id (if carried then at_places l j else j) in
  let over f := sum_q (iota 0 n) (fun j => if at_places l j != j then f j else 0%Q) in
  (square (over (fun j => v j * w j))
    / (over (fun j => square (v j)) * over (fun j => square (w j))))%Q.

(* Of the swaps i < j, each with its weight and cosine. *)
Definition score_q (alpha cosine : nat -> nat -> Q) (m : nat) : Q :=
  sum_q (iota 0 m) (fun i => sum_q (iota 0 m) (fun j =>
    if (i < j)%N then alpha i j * cosine i j else 0))%Q.

(* A RoPE head: each plane of the query turned n - p times. *)
Definition turn_q (c s : Q) (v : Q * Q) : Q * Q := (c * v.1 - s * v.2, s * v.1 + c * v.2)%Q.
Definition rope_q (planes n : nat) (c s : nat -> Q) (query : nat -> Q * Q)
    (keys : nat -> nat -> Q * Q) (a p : nat) : Q :=
  sum_q (iota 0 planes) (fun k => let turned := iter (n - p)%N (turn_q (c k) (s k)) (query k) in
    (keys a k).1 * turned.1 + (keys a k).2 * turned.2)%Q.

Section Equal.
Variables (R : rcfType) (n : nat).
Notation real := (@real R).

Lemma real_sum (T : Type) (l : seq T) f : real (sum_q l f) = \sum_(t <- l) real (f t).
Proof.
elim: l => [|t l IH] /=; first by rewrite big_nil -(mulr0n 1) -real_nat.
by rewrite real_add IH big_cons.
Qed.

Lemma real_places k f : real (sum_q (iota 0 k) f) = \sum_(j < k) real (f j).
Proof. by rewrite real_sum -[k in iota _ k]subn0 big_mkord. Qed.

Definition order (s : 'S_n) : seq nat := [seq val (s i) | i <- enum 'I_n].

Lemma order_at s (j : 'I_n) : at_places (order s) j = s j.
Proof. by rewrite /at_places (nth_map j) ?size_enum_ord // nth_ord_enum. Qed.

Lemma orders_perm : perm_eq [seq order s | s <- enum {: 'S_n}] (orders n).
Proof.
have same : {subset [seq order s | s <- enum {: 'S_n}] <= orders n}.
  move=> l /mapP[s _ ->]; rewrite mem_permutations -val_enum_ord /order map_comp perm_sym.
  apply: perm_map; apply: uniq_perm; rewrite ?enum_uniq ?(map_inj_uniq perm_inj) ?enum_uniq //.
  move=> i; rewrite mem_enum inE; apply/esym/mapP; exists ((s^-1)%g i); rewrite ?mem_enum //.
  by rewrite permKV.
have inj : injective order.
  move=> s t e; apply/permP => i; apply: val_inj; by rewrite /= -!order_at e.
have un : uniq [seq order s | s <- enum {: 'S_n}] by rewrite map_inj_uniq // enum_uniq.
have sz : (size (orders n) <= size [seq order s | s <- enum {: 'S_n}])%N.
  rewrite size_map -cardE card_Sn size_permutations ?iota_uniq // size_iota.
  by [].
have [_ eqm] := uniq_min_size un same sz.
by apply: uniq_perm => //; rewrite ?permutations_uniq.
Qed.

Lemma real_orders f : real (sum_q (orders n) f) = \sum_(s : 'S_n) real (f (order s)).
Proof.
by rewrite real_sum -(perm_big _ orders_perm) big_map -big_enum.
Qed.

Variable m : nat -> nat -> Q.
Definition matrix (a p : 'I_n) : R := real (m a p).

Ltac push := rewrite ?(real_places, real_orders, real_div, real_mul, real_square, real_sub,
  real_add, real_nat).

Lemma mean_twin : mean (logits matrix) = real (mean_q m n).
Proof. by push. Qed.

Lemma variance_twin : variance (logits matrix) = real (variance_q m n).
Proof. by push; rewrite /variance mean_twin; congr (_ / _); apply: eq_bigr => j _; push. Qed.

Lemma norm2_twin delta (delta_q : (nat -> nat) -> nat -> Q) :
  (forall (s : 'S_n) (t : nat -> nat) (j : 'I_n), (forall k : 'I_n, t k = s k) ->
    delta s j = real (delta_q t j)) -> norm2 delta = real (norm2_q n delta_q).
Proof.
move=> e; push; apply: eq_bigr => s _; push; apply: eq_bigr => j _; push.
by rewrite (e s (at_places (order s))) // => k; rewrite order_at.
Qed.

Lemma pos_twin (s : 'S_n) (t : nat -> nat) (j : 'I_n) : (forall k : 'I_n, t k = s k) ->
  delta_pos matrix s j = real (pos_q m t j).
Proof. by move=> e; push; rewrite e. Qed.

Lemma sym_twin (s : 'S_n) (t : nat -> nat) (j : 'I_n) : (forall k : 'I_n, t k = s k) ->
  delta_sym matrix s j = real (sym_q m t j).
Proof. by move=> e; push; rewrite e. Qed.

Lemma bound_twin : printed_bound matrix = real (bound_q m n).
Proof.
rewrite /printed_bound (norm2_twin pos_twin) (norm2_twin sym_twin) /bound_q.
by push.
Qed.

Lemma P_twin : P matrix = real (P_q m n).
Proof.
by push; congr (_ / _); apply: eq_bigr => a _; push; apply: eq_bigr => p _; push.
Qed.

Lemma S_twin : S matrix = real (S_q m n).
Proof.
by push; congr (_ / _); apply: eq_bigr => a _; push; apply: eq_bigr => p _; push.
Qed.

Lemma swapped_at (i j k : 'I_n) : swapped i j k = tperm i j k :> nat.
Proof.
rewrite /swapped; case: tpermP => [->|->|ki kj]; rewrite ?eqxx //; first by case: eqP.
by do 2 case: eqP => [/val_inj //|_].
Qed.

Lemma swap_norm2_twin delta (delta_q : (nat -> nat) -> nat -> Q) :
  (forall (s : 'S_n) (t : nat -> nat) (j : 'I_n), (forall k : 'I_n, t k = s k) ->
    delta s j = real (delta_q t j)) -> swap_norm2 delta = real (swap_norm2_q n delta_q).
Proof.
move=> e; push; apply: eq_bigr => i _; push; rewrite big_mkcond; apply: eq_bigr => j _.
case: ifP => _; last by rewrite -(mulr0n 1) -real_nat.
push; apply: eq_bigr => k _; push; rewrite (e (tperm i j) (swapped i j)) // => l.
exact: swapped_at.
Qed.

Lemma order_of l : l \in orders n -> exists s, l = order s.
Proof. by rewrite -(perm_mem orders_perm) => /mapP[s _ ->]; exists s. Qed.

Lemma zero_q : real 0%Q = 0.
Proof. by rewrite -(mulr0n 1) -real_nat. Qed.

Lemma still_twin (delta : 'S_n -> 'I_n -> R) (delta_q : (nat -> nat) -> nat -> Q) :
  (forall (s : 'S_n) (t : nat -> nat) (j : 'I_n), (forall k : 'I_n, t k = s k) ->
    delta s j = real (delta_q t j)) -> (forall s j, delta s j = 0) <-> still_q n delta_q.
Proof.
move=> e; have at_order s (j : 'I_n) : delta s j = real (delta_q (at_places (order s)) j).
  by apply: e => k; rewrite order_at.
split=> [zero|/allP still s j].
  apply/allP => l /order_of[s ->]; apply/allP => j; rewrite mem_iota /= => jn.
  by apply/(real_eq R); rewrite zero_q -(at_order s (Ordinal jn)).
rewrite at_order -zero_q; apply/real_eq; have := still (order s).
rewrite -(perm_mem orders_perm) map_f ?mem_enum // => /(_ isT) /allP; apply.
by rewrite mem_iota /=.
Qed.

Lemma positional_twin : positional matrix <-> still_q n (pos_q m).
Proof.
rewrite -(still_twin pos_twin); split=> h s j; last exact/subr0_eq/h.
by rewrite /delta_pos h subrr.
Qed.

Lemma symbolic_twin : symbolic matrix <-> still_q n (sym_q m).
Proof.
rewrite -(still_twin sym_twin); split=> h s j; last exact/subr0_eq/h.
by rewrite /delta_sym h subrr.
Qed.

Lemma attention_twin own (j : 'I_n) : attention matrix (real own) j = real (attention_q m n own j).
Proof. by push. Qed.

Lemma own_attention_twin own : own_attention matrix (real own) = real (own_attention_q m n own).
Proof. by push. Qed.

Lemma permuted_twin own (s : 'S_n) (l : nat -> nat) (j : 'I_n) : (forall k : 'I_n, l k = s k) ->
  permuted matrix (real own) s j = real (permuted_q m n own l j).
Proof. by move=> e; push; rewrite e; congr (_ / (_ + _)); apply: eq_bigr => k _; rewrite e. Qed.

Lemma cosine_over_twin (s : 'S_n) (v w : 'I_n -> R) : cosine_over (moved s) v w ^+ 2
  = (\sum_(j | moved s j) v j * w j) ^+ 2
    / ((\sum_(j | moved s j) v j ^+ 2) * (\sum_(j | moved s j) w j ^+ 2)).
Proof.
by rewrite /cosine_over expr_div_n exprMn !sqr_sqrtr ?sumr_ge0 // => j _; exact: sqr_ge0.
Qed.

Lemma real_moved (s : 'S_n) (f : nat -> Q) :
  real (sum_q (iota 0 n) (fun j => if at_places (order s) j != j then f j else 0%Q))
    = \sum_(j | moved s j) real (f j).
Proof.
rewrite real_places [RHS]big_mkcond; apply: eq_bigr => j _; rewrite order_at /moved val_eqE.
by case: ifP => // _; exact: zero_q.
Qed.

Lemma stay_twin own (s : 'S_n) : stay_cosine matrix (real own) s ^+ 2
  = real (permuted_cosine2_q m n own (order s) false).
Proof.
rewrite /stay_cosine cosine_over_twin /permuted_cosine2_q.
rewrite real_div real_square real_mul !real_moved.
have v j : permuted matrix (real own) s j = real (permuted_q m n own (at_places (order s)) j).
  by apply: permuted_twin => k; rewrite order_at.
have w j : permuted matrix (real own) (1%g) j = real (permuted_q m n own id j).
  by apply: permuted_twin => k; rewrite perm1.
by congr (_ ^+ 2 / (_ * _)); apply: eq_bigr => j _;
  [rewrite v w -real_mul|rewrite v -real_square|rewrite w -real_square].
Qed.

Lemma follow_twin own (s : 'S_n) : follow_cosine matrix (real own) s ^+ 2
  = real (permuted_cosine2_q m n own (order s) true).
Proof.
rewrite /follow_cosine cosine_over_twin /permuted_cosine2_q.
rewrite real_div real_square real_mul !real_moved.
have v j : permuted matrix (real own) s j = real (permuted_q m n own (at_places (order s)) j).
  by apply: permuted_twin => k; rewrite order_at.
have w j : permuted matrix (real own) (1%g) (s j)
    = real (permuted_q m n own id (at_places (order s) j)).
  by rewrite order_at; apply: permuted_twin => k; rewrite perm1.
by congr (_ ^+ 2 / (_ * _)); apply: eq_bigr => j _;
  [rewrite v w -real_mul|rewrite v -real_square|rewrite w -real_square].
Qed.
End Equal.

Section Scores.
Variables (R : rcfType) (m L : nat) (e : nat -> nat -> Q) (own : Q).
Notation real := (@real R).
Definition blocks (a p : 'I_m * 'I_L) : R := real (e (a.1 * L + a.2)%N (p.1 * L + p.2)%N).

Ltac push := rewrite ?(real_places, real_div, real_mul, real_square, real_sub, real_add, real_nat).

Lemma share_twin (s : 'S_m) (t : nat -> nat) (b : 'I_m) : (forall k : 'I_m, t k = s k) ->
  share blocks (real own) s b = real (share_q e m L own t b).
Proof.
move=> st; push; congr (_ / _); apply: eq_bigr => u _; push; rewrite st; congr (_ / (_ + _)).
rewrite -(pair_bigA _ (fun k v => blocks (s k, v) (k, v))) /=; apply: eq_bigr => k _; push.
by apply: eq_bigr => v _; rewrite st.
Qed.

Definition reals (v : Q * Q) : R * R := (real v.1, real v.2).

Lemma before_twin (i j : 'I_m) : before blocks (real own) i j = reals (before_q e m L own i j).
Proof. by rewrite /before /reals !(share_twin (t := id)) // => k; rewrite perm1. Qed.

Lemma after_twin (i j : 'I_m) : after blocks (real own) i j = reals (after_q e m L own i j).
Proof. by rewrite /after /reals !(share_twin (t := swapped i j)) // => k; exact: swapped_at. Qed.

Lemma flip_twin v : flip (reals v) = reals (v.2, v.1).
Proof. by []. Qed.

Lemma cosine_twin v w : cosine (reals v) (reals w) ^+ 2 = real (cosine2_q v w).
Proof.
by push; rewrite /cosine expr_div_n exprMn !sqr_sqrtr ?addr_ge0 ?sqr_ge0.
Qed.

(* Of vectors with lengths r and t, so that the sum is rational. *)
Definition of_length (v : nat -> nat -> Q * Q) (r : nat -> nat -> nat) : bool :=
  all (fun i => all (fun j => Qeq_bool (square (v i j).1 + square (v i j).2)%Q
    (square (nat_q (r i j)))) (iota 0 m)) (iota 0 m).

Lemma length_twin v r (i j : 'I_m) : of_length v r ->
  Num.sqrt ((reals (v i j)).1 ^+ 2 + (reals (v i j)).2 ^+ 2) = (r i j)%:R.
Proof.
move=> /allP/(_ i); rewrite mem_iota => /(_ (ltn_ord i)) /allP/(_ j).
rewrite mem_iota => /(_ (ltn_ord j)) /(real_eq R); push => ->.
by rewrite sqrtr_sqr ger0_norm ?ler0n.
Qed.

Lemma score_twin (alpha : nat -> nat -> Q) (v w : nat -> nat -> Q * Q) (r t : nat -> nat -> nat) :
  of_length v r -> of_length w t ->
  score (fun i j : 'I_m => real (alpha i j)) (fun i j => reals (v i j)) (fun i j => reals (w i j))
  = real (score_q alpha (fun i j => (((w i j).1 * (v i j).1 + (w i j).2 * (v i j).2)
      / (nat_q (t i j) * nat_q (r i j)))%Q) m).
Proof.
move=> vr wt; push; apply: eq_bigr => i _; push; rewrite big_mkcond; apply: eq_bigr => j _.
case: ifP => _; last by rewrite -(mulr0n 1) -real_nat.
by push; rewrite /cosine (length_twin i j vr) (length_twin i j wt).
Qed.
End Scores.

Section Rope.
Variable R : rcfType.
Notation real := (@real R).
Notation reals := (@reals R).

Lemma turns_twin c s v t :
  iter t (turn (real c) (real s)) (reals v) = reals (iter t (turn_q c s) v).
Proof.
elim: t => //= t ->; rewrite /turn /reals /=.
by rewrite !(real_mul, real_sub, real_add).
Qed.

Lemma rope_twin planes n (c s : nat -> Q) (query : nat -> Q * Q) (keys : nat -> nat -> Q * Q)
    (a p : 'I_n) :
  rope (fun k : 'I_planes => real (c k)) (fun k => real (s k)) (fun k => reals (query k))
    (fun (a : 'I_n) k => reals (keys a k)) a p = real (rope_q planes n c s query keys a p).
Proof.
by rewrite real_places; apply: eq_bigr => k _; rewrite turns_twin real_add !real_mul.
Qed.
End Rope.
