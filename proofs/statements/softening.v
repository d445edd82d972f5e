(* From hard attention to softmax, with an explicit inverse temperature (paper B, Lemma F.1). *)
From Coq Require Import Reals.
From Statements Require Import attention.
Local Open Scope R_scope.

Section Softening.
Variables I S : Type.

(* Coordinates by I; outputs by S. A seminorm is all that is needed. *)
Definition is_norm (norm : (I -> R) -> R) : Prop :=
  (forall c u, norm (fun i => c * u i) = Rabs c * norm u)
  /\ forall u u', norm (fun i => u i + u' i) <= norm u + norm u'.

Definition average (w : nat -> R) (val : nat -> I -> R) (n : nat) (i : I) : R :=
  sum (fun j => w j * val j i) n.

(* An input of n keys: logits l, values val, an output F. Values are within D of each other, each
   coordinate of F moves by at most L times what a moves, the largest logit is at least Delta
   above all smaller ones, and hard attention decodes s with a gap of at least delta. *)
Definition within_bounds (norm : (I -> R) -> R) (F : (I -> R) -> S -> R) (n : nat) (l : nat -> R)
  (val : nat -> I -> R) (L D Delta delta : R) (s : S) : Prop :=
  (forall j k, within n j -> within n k -> norm (fun i => val j i - val k i) <= D)
  /\ (forall u u' c, Rabs (F u c - F u' c) <= L * norm (fun i => u i - u' i))
  /\ (forall j k, within n j -> within n k -> l j = best l n -> l k <> best l n -> l k + Delta <= l j)
  /\ forall c, c <> s ->
       F (average (hard l n) val n) c + delta <= F (average (hard l n) val n) s.

Definition soft_decodes (F : (I -> R) -> S -> R) (n : nat) (l : nat -> R) (val : nat -> I -> R)
  (beta : R) (s : S) : Prop :=
  decodes (F (average (softmax (fun j => beta * l j) n) val n)) s.

End Softening.

(* Over all inputs of length <= n0 at once: L, D, Delta and delta are common to them. *)
Definition B_lemF1 : Prop :=
  forall (I S : Type) norm F (n n0 : nat) l val (L D Delta delta beta : R) (s : S),
  is_norm I norm -> within n0 n -> 0 <= L -> 0 < delta -> 0 <= beta ->
  within_bounds I S norm F n l val L D Delta delta s ->
  INR (n0 - 1) * (2 * L * D / delta - 1) < exp (beta * Delta) ->
  soft_decodes I S F n l val beta s.

(* So some beta serves all. *)
Definition B_lemF1_some_beta : Prop :=
  forall (n0 : nat) (L D Delta delta : R), 0 < Delta ->
  exists beta, 0 <= beta /\ forall beta', beta <= beta' ->
    INR (n0 - 1) * (2 * L * D / delta - 1) < exp (beta' * Delta).

(* Symbols 0 … K - 1, logits by the two tokens and their places, outputs by the query: on a finite
   alphabet some Delta > 0 and some D are common to all inputs, so some beta is. *)
Definition B_lemF1_alphabet : Prop :=
  forall (I S : Type) norm (F : nat -> (I -> R) -> S -> R) (logit : nat -> nat -> nat -> nat -> R)
    (value : nat -> I -> R) (answer : (nat -> nat) -> nat -> S) (K n0 : nat) (L delta : R),
  is_norm I norm -> 0 <= L -> 0 < delta ->
  (forall a u u' c, (a < K)%nat -> Rabs (F a u c - F a u' c) <= L * norm (fun i => u i - u' i)) ->
  let input n (x : nat -> nat) := within n0 n /\ forall j, (x j < K)%nat in
  let logits x n j := logit (x n) (x j) n j in
  let values x j := value (x j) in
  (forall n x c, input n x -> c <> answer x n ->
     let y := F (x n) (average I (hard (logits x n) n) (values x) n) in
     y c + delta <= y (answer x n)) ->
  (exists D Delta, 0 < Delta /\ forall n x, input n x ->
     within_bounds I S norm (F (x n)) n (logits x n) (values x) L D Delta delta (answer x n))
  /\ exists beta0, 0 <= beta0 /\ forall beta n x, beta0 <= beta -> input n x ->
     soft_decodes I S (F (x n)) n (logits x n) (values x) beta (answer x n).

(* No smaller bound in these numbers will do. *)
Definition B_lemF1_sharp : Prop :=
  forall (n0 : nat) (L D Delta delta beta : R), (2 <= n0)%nat ->
  0 < L -> 0 < D -> 0 < Delta -> 0 < delta -> 0 <= beta ->
  exp (beta * Delta) <= INR (n0 - 1) * (2 * L * D / delta - 1) ->
  exists norm F l val, is_norm unit norm
    /\ within_bounds unit bool norm F n0 l val L D Delta delta true
    /\ ~ soft_decodes unit bool F n0 l val beta true.

(* If one of several maximisers is picked (here the first), the lemma fails. *)
Definition picked (l : nat -> R) (n j : nat) : Prop :=
  within n j /\ l j = best l n /\ forall k, within n k -> l k = best l n -> (j <= k)%nat.
Definition B_lemF1_tie : Prop :=
  exists (l : nat -> R) (val : nat -> bool -> R),
  (exists j, picked l 2 j /\ gap_is (val j) true 1)
  /\ forall beta, decodes (average bool (softmax (fun j => beta * l j) 2) val 2) false.
