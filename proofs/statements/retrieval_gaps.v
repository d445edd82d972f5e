(* Paper B's Retrieval by positional heads: vanishing weights, the smallest gap, other values. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import head tasks impossibility retrieval_heads.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* The query asks for a letter other than its own left half. *)
Definition looks_elsewhere (A I : finType) (q : A * (A + I)) : bool :=
  if q.2 is inl y then y != q.1 else false.

(* As `marked`, but that a query which finds itself marks itself alone. *)
Definition marked_alone (A I : finType) (q t : A * (A + I)) : bool :=
  if looks_elsewhere q then marked q t else t == q.

(* Weights may vanish, but at the queries that look elsewhere: VAL = identity and F(x, a) = a + 2 B' x
   serve. (Where they vanish there, nothing does: B_rem31_retr_fix_hard.) *)
Definition B_rem31_retr_fix_vanishing : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own x q,
  (forall q t p, 0 <= w q t p) -> (forall q, 0 <= own q) -> 0 < total w own x q ->
  (looks_elsewhere q -> forall t p, 0 < w q t p) -> proper (asked x q) ->
  exists2 t, retrieval_answer x q = Some t &
    largest (fun t => attended w own (@onehot R _) (@onehot R _) x q t
                        + 2%:R * (marked_alone q t)%:R) t.

(* A seminorm on the values. *)
Definition is_norm (R : realFieldType) (V : lmodType R) (norm : V -> R) : Prop :=
  (forall c v, norm (c *: v) = `|c| * norm v) /\ forall v v', norm (v + v') <= norm v + norm v'.

(* All gaps are at least g; values within D of each other; differences of F's coordinates move by at
   most K times what is attended. *)
Definition gap_at_least (R : realFieldType) (A I : finType) (N : nat)
    (y : ('I_N -> A * (A + I)) -> A * (A + I) -> A * (A + I) -> R) (g : R) : Prop :=
  forall x q t t', proper (asked x q) -> retrieval_answer x q = Some t -> t' <> t ->
  y x q t' + g <= y x q t.
Definition B_rem31_retr_fix_gap : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own (val : A * (A + I) -> V)
    (F : A * (A + I) -> V -> A * (A + I) -> R) (a b : A) (i : I) (D K g : R),
  (2 <= N)%N -> a <> b -> positive w own -> positional w -> is_norm norm -> 0 <= K ->
  (forall t t', norm (val t - val t') <= D) ->
  (forall q v v' t t', `|(F q v t - F q v t') - (F q v' t - F q v' t')| <= K * norm (v - v')) ->
  gap_at_least (fun x q => F q (attended w own val val x q)) g ->
  forall x, let own_weight := own (b, inl a) / total w own x (b, inl a) in
  g <= K * D * (1 - own_weight) / (2 * N)%:R.

(* Equal weights attain it, with VAL = identity, F(x, a) = a + B x and the norm l1: K = 1, D = 2. *)
Definition B_rem31_retr_fix_gap_attained : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat), (1 <= N)%N ->
  let T := (A * (A + I))%type in
  let w (q t : T) (p : 'I_N) : R := 1 in let own (q : T) : R := 1 in
  let F (q : T) (v : {ffun T -> R^o}) (t : T) := v t + (marked q t)%:R in
  let norm (v : {ffun T -> R^o}) := \sum_t `|v t| in
  [/\ is_norm (norm : [lmodType R of {ffun T -> R^o}] -> R),
      forall t t', norm (onehot R t - onehot R t') <= 2%:R,
      forall q v v' t t', `|(F q v t - F q v t') - (F q v' t - F q v' t')| <= 1 * norm (v - v')
    & forall q x, gap_at_least (fun x q => F q (attended w own (@onehot R _) (@onehot R _) x q))
                    (1 * 2%:R * (1 - own q / total w own x q) / (2 * N)%:R)].

(* F(x, a) = a and VAL(x) = e_x + k (the sum of e_t over the tokens t that x marks): every head whose
   own weights are at least h > 1/2, with k (2 h - 1) > 1. *)
Definition looking_value (R : realFieldType) (A I : finType) (k : R) (s : A * (A + I))
  : {ffun A * (A + I) -> R^o} := [ffun t => ((t == s)%:R + k * (marked s t)%:R : R^o)].
Definition B_rem31_retr_fix_loud : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own (h k : R) x q,
  positive w own -> 0 <= k -> 1 < k * (2%:R * h - 1) -> h <= own q / total w own x q ->
  proper (asked x q) ->
  exists2 t, retrieval_answer x q = Some t &
    largest (attended w own (looking_value k) (looking_value k) x q) t.

(* Two letters and an integer: with weights that are the same at all queries some VAL serves only if
   the own weight is above 1/2. *)
Definition B_rem31_retr_own_needed : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat) (w : 'I_N -> R) (own : R)
    (val : A * (A + I) -> {ffun A * (A + I) -> R^o}) (a b : A),
  a <> b -> inhabited I -> (forall p, 0 < w p) -> 0 < own ->
  (forall x q, proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
    largest (attended (fun _ _ => w) (fun=> own) val val x q) t) ->
  \sum_p w p < own.

(* Three letters: weights, the same at all queries, of which the places after the first two together
   have at least the own weight. No VAL serves. *)
Definition B_rem31_retr_fix_quiet : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat) (w : 'I_N -> R) (own : R)
    (val : A * (A + I) -> {ffun A * (A + I) -> R^o}) (a b c : A),
  (2 <= N)%N -> a <> b -> a <> c -> b <> c -> inhabited I ->
  (forall p, 0 < w p) -> 0 < own -> own <= \sum_(p < N | (2 <= p)%N) w p ->
  ~ forall x q, proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
    largest (attended (fun _ _ => w) (fun=> own) val val x q) t.

(* Equal weights on n + 2 tokens before the query, n times as much on its own key: the own weight
   nears 1/2 as n grows. *)
Definition B_rem31_retr_fix_half : Prop :=
  forall (R : realFieldType) (A I : finType) (n : nat)
    (val : A * (A + I) -> {ffun A * (A + I) -> R^o}) (a b c : A),
  (1 <= n)%N -> a <> b -> a <> c -> b <> c -> inhabited I ->
  n%:R / (n%:R + \sum_(p < n.+2) 1) = (1 - n.+1%:R^-1) / 2%:R :> R
  /\ ~ forall x q, proper (asked x q) -> forall t, retrieval_answer x q = Some t ->
       largest (attended (fun _ _ (p : 'I_n.+2) => 1) (fun=> n%:R) val val x q) t.
