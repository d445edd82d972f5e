(* An attention head at its last token (definitions.md), with a weight in place of e^L.

   N = n - 1 is the number of tokens before the query, C their type, Q the type of queries; in
   paper B both are the same alphabet. For a query q, w q c p is the weight of content c at place
   p, and own q the query's own weight; val and mine are the value function on C and on Q. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

Section Head.
Variables (R : fieldType) (V : lmodType R) (Q C : Type) (N : nat).
Implicit Types (w : Q -> C -> 'I_N -> R) (own : Q -> R) (x : 'I_N -> C) (q : Q).

(* a_n = sum_j (w_j / Z) VAL(x_j), Z the sum of all weights. *)
Definition total w own x q : R := own q + \sum_p w q (x p) p.
Definition attended w own (val : C -> V) (mine : Q -> V) x q : V :=
  (total w own x q)^-1 *: (own q *: mine q + \sum_p w q (x p) p *: val (x p)).

(* On input x at query q, for every permutation of the places before the query. *)
Definition positional_on w x q : Prop := forall (s : 'S_N) j, w q (x (s j)) j = w q (x j) j.
Definition symbolic_on w x q : Prop := forall (s : 'S_N) j, w q (x j) (s j) = w q (x j) j.
Definition positional w : Prop := forall x q, positional_on w x q.
Definition symbolic w : Prop := forall x q, symbolic_on w x q.

(* Several heads: what each of them attends to. *)
Definition attended_all (H : nat) (w : 'I_H -> Q -> C -> 'I_N -> R) (own : 'I_H -> Q -> R)
    (val : 'I_H -> C -> V) (mine : 'I_H -> Q -> V) x q : {ffun 'I_H -> V} :=
  [ffun h => attended (w h) (own h) (val h) (mine h) x q].
End Head.

Section Positive.
Variables (R : realFieldType) (Q C : Type) (N : nat).
Implicit Types (w : Q -> C -> 'I_N -> R) (own : Q -> R) (x : 'I_N -> C) (q : Q).

(* Weights of softmax. *)
Definition positive w own : Prop := (forall q c p, 0 < w q c p) /\ (forall q, 0 < own q).

(* The scores' cosine of the attention before a swap, flipped, and after it, squared; softmax's
   denominators cancel. *)
Definition flip_cosine2 w x q (i j : 'I_N) : R :=
  (w q (x j) i * w q (x j) j + w q (x i) j * w q (x i) i) ^+ 2
  / ((w q (x j) i ^+ 2 + w q (x i) j ^+ 2) * (w q (x i) i ^+ 2 + w q (x j) j ^+ 2)).

(* Positional on every input, and no swap's cosine that counts as symbolic reaches 1/20. *)
Definition purely_positional w : Prop :=
  positional w /\ forall x q i j, i != j -> flip_cosine2 w x q i j < (20%:R ^- 1) ^+ 2.

(* The answer read off the output: its largest coordinate. *)
Definition largest (Y : Type) (y : Y -> R) (c : Y) : Prop := forall c', c' <> c -> y c' < y c.
End Positive.

(* VAL = identity on one-hot embeddings. *)
Definition onehot (R : fieldType) (T : finType) (t : T) : {ffun T -> R^o} :=
  [ffun u => (u == t)%:R : R^o].

(* Weights e^L = 100^p, whatever the content and the query. *)
Definition hundred (R : fieldType) (Q C : Type) (N : nat) (q : Q) (t : C) (p : 'I_N) : R :=
  (100 ^ p)%:R.
