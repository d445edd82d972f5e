(* With which margin a head computes Index that is nearly symbolic, Retrieval that is nearly positional. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import head retrieval_gaps.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

Section Nearly.
Variables (R : realFieldType) (Q C : eqType) (N : nat).
Implicit Types (w : Q -> C -> 'I_N -> R) (own : Q -> R) (x : 'I_N -> C).

(* Logits within e of each other: of one content over all places, at one place over all contents.
   Here r = exp e, and weights stand for logits. *)
Definition nearly_symbolic r w q : Prop := forall c p p', w q c p <= r * w q c p'.
Definition nearly_positional r w q : Prop := forall c c' p, w q c p <= r * w q c' p.
(* The query's own weight may vanish. *)
Definition weights w own : Prop := (forall q c p, 0 < w q c p) /\ forall q, 0 <= own q.

(* A copying head answers with the content that is attended most, all its places together. *)
Definition share w own x q c : R := (\sum_(p | x p == c) w q (x p) p) / total w own x q.
(* The answer is ahead of every other content by m: of Index asked for place j, and of Retrieval on
   the inputs in which all that fits the query is one content. *)
Definition index_margin (y : ('I_N -> C) -> C -> R) (j : 'I_N) (m : R) : Prop :=
  forall x c, c <> x j -> y x c + m <= y x (x j).
Definition retrieval_margin (fits : C -> bool) (y : ('I_N -> C) -> C -> R) (m : R) : Prop :=
  forall x p, fits (x p) -> (forall o, fits (x o) -> x o = x p) ->
  forall c, c <> x p -> y x c + m <= y x (x p).
End Nearly.

(* Copying heads: the margin is at most (r - (N - 1)) / (r + (N - 1)), for both tasks. *)
Definition S_margin_copy_index : Prop :=
  forall (R : realFieldType) (Q C : eqType) (N : nat) (w : Q -> C -> 'I_N -> R) own q (a b : C) j r m,
  a <> b -> weights w own -> nearly_symbolic r w q -> 0 <= m ->
  index_margin (fun x => share w own x q) j m ->
  m * (r + (N.-1)%:R) <= r - (N.-1)%:R.
Definition S_margin_copy_retr : Prop :=
  forall (R : realFieldType) (Q C : eqType) (N : nat) (w : Q -> C -> 'I_N -> R) own q (a b : C)
    (fits : C -> bool) r m,
  (1 <= N)%N -> fits a -> ~~ fits b -> weights w own -> nearly_positional r w q -> 0 <= m ->
  retrieval_margin fits (fun x => share w own x q) m ->
  m * (r + (N.-1)%:R) <= r - (N.-1)%:R.
(* It is attained by r at the place asked for, at the content that fits, and 1 elsewhere, up to the
   query's own weight o. *)
Definition S_margin_copy_attained : Prop :=
  forall (R : realFieldType) (Q C : eqType) (N : nat) (fits : C -> bool) (q : Q) (j : 'I_N) (r o : R),
  1 <= r -> 0 <= o ->
  let by_place (q : Q) (c : C) (p : 'I_N) : R := if p == j then r else 1 in
  let by_content (q : Q) (c : C) (p : 'I_N) : R := if fits c then r else 1 in
  let own (q : Q) := o in
  let m := (r - (N.-1)%:R) / (r + (N.-1)%:R + o) in
  [/\ nearly_symbolic r by_place q, nearly_positional r by_content q,
      index_margin (fun x => share by_place own x q) j m
    & retrieval_margin fits (fun x => share by_content own x q) m].

(* Any output whose coordinates' differences move by at most K times what is attended, values within
   D of each other. *)
Definition output_within (R : realFieldType) (V : lmodType R) (norm : V -> R) (C : Type)
    (F : V -> C -> R) (K : R) : Prop :=
  forall v v' c c', `|(F v c - F v c') - (F v' c - F v' c')| <= K * norm (v - v').
Definition S_margin_index : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat)
    (w : Q -> C -> 'I_N -> R) own val mine (F : V -> C -> R) q (a b : C) j k (D K r g : R),
  a <> b -> j <> k -> weights w own -> nearly_symbolic r w q -> is_norm norm -> 0 <= K ->
  (forall c c', norm (val c - val c') <= D) -> (forall c, norm (val c - mine q) <= D) ->
  output_within norm F K ->
  index_margin (fun x => F (attended w own val mine x q)) j g ->
  2%:R * g * (r + 1) <= K * D * (r - 1).
Definition S_margin_retr : Prop :=
  forall (R : realFieldType) (V : lmodType R) (norm : V -> R) (Q C : eqType) (N : nat)
    (w : Q -> C -> 'I_N -> R) own val mine (F : V -> C -> R) q (a a' b : C) (fits : C -> bool)
    (D K r g : R),
  (1 <= N)%N -> a <> a' -> fits a -> fits a' -> ~~ fits b ->
  weights w own -> nearly_positional r w q -> is_norm norm -> 0 <= K ->
  (forall c c', norm (val c - val c') <= D) -> (forall c, norm (val c - mine q) <= D) ->
  output_within norm F K ->
  retrieval_margin fits (fun x => F (attended w own val mine x q)) g ->
  2%:R * g * (r + (N.-1)%:R) <= K * D * r.
(* By VAL = identity and F(x, a) = a + 1 on what fits: with the norm l1, K = 1 and D = 2. *)
Definition S_margin_retr_attained : Prop :=
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
    & retrieval_margin fits (fun x => F (attended w own val mine x q)) (r / (r + (N.-1)%:R + o))].
