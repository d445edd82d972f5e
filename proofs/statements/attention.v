(* Attention over the positions 1 … n, RoPE in one plane, and paper B's two printed heads. *)
From Coq Require Import Reals.
Local Open Scope R_scope.

(* f 1 + … + f n *)
Fixpoint sum (f : nat -> R) (n : nat) : R :=
  match n with O => 0 | S m => sum f m + f n end.

Definition within (n j : nat) : Prop := (1 <= j <= n)%nat.

(* The largest of l 1 … l n. *)
Fixpoint best (l : nat -> R) (n : nat) : R :=
  match n with O => l 1%nat | S m => Rmax (best l m) (l n) end.

(* Hard attention is uniform on the maximisers; softmax as usual. *)
Definition top (l : nat -> R) (n j : nat) : R := if Req_EM_T (l j) (best l n) then 1 else 0.
Definition hard (l : nat -> R) (n j : nat) : R := top l n j / sum (top l n) n.
Definition softmax (l : nat -> R) (n j : nat) : R := exp (l j) / sum (fun k => exp (l k)) n.

Definition unique_largest (l : nat -> R) (n : nat) : Prop :=
  exists j, within n j /\ forall k, within n k -> k <> j -> l k < l j.

(* Decoding by the largest coordinate, and the decoding gap. *)
Definition decodes {S : Type} (y : S -> R) (s : S) : Prop := forall s', s' <> s -> y s' < y s.
Definition gap_is {S : Type} (y : S -> R) (s : S) (g : R) : Prop :=
  (forall s', s' <> s -> y s' + g <= y s) /\ exists s', s' <> s /\ y s' + g = y s.

(* One RoPE plane: the logit of key k at position j for query q at position i. *)
Definition plane : Type := (R * R)%type.
Definition dot (p q : plane) : R := fst p * fst q + snd p * snd q.
Definition scale (r : R) (p : plane) : plane := (r * fst p, r * snd p).
Definition rotate (phi : R) (p : plane) : plane :=
  (cos phi * fst p - sin phi * snd p, sin phi * fst p + cos phi * snd p).
Definition rope (theta : R) (k q : plane) (i j : nat) : R :=
  dot k (rotate ((INR i - INR j) * theta) q).
Definition v : plane := (0, 1).

(* Tokens of Index; an input is a map from positions, of which 1 … n count. *)
Inductive symbol : Set := letter (a : nat) | number (i : nat).
Definition same (s s' : symbol) : bool :=
  match s, s' with
  | letter a, letter b => Nat.eqb a b
  | number i, number j => Nat.eqb i j
  | _, _ => false
  end.
Definition one (b : bool) : R := if b then 1 else 0.

(* INT = {1 … m}. *)
Definition over (m : nat) (x : nat -> symbol) (n : nat) : Prop :=
  forall j i, within n j -> x j = number i -> (1 <= i <= m)%nat.

(* F.1; a number that points before the start is left alone. *)
Definition Index (x : nat -> symbol) (j : nat) : symbol :=
  match x j with
  | letter a => letter a
  | number i =>
      if Nat.ltb i j then match x (j - i)%nat with letter a => letter a | number _ => number i end
      else number i
  end.
Definition points_inside (x : nat -> symbol) (n : nat) : Prop :=
  match x n with letter _ => True | number i => (i < n)%nat end.

(* The Index head (F.2): queries, keys as printed, keys of integers r times as long and turned
   like their queries, values 2 on letters and 0 on integers, F(x, a) = x + a. *)
Definition index_query (theta : R) (s : symbol) : plane :=
  match s with letter _ => v | number i => rotate (- (INR i * theta)) v end.
Definition printed_key (s : symbol) : plane := v.
Definition turned_key (theta r : R) (s : symbol) : plane :=
  match s with letter _ => v | number i => scale r (rotate (- (INR i * theta)) v) end.
Definition index_logits (theta : R) (key : symbol -> plane) (x : nat -> symbol) (i j : nat) : R :=
  rope theta (key (x j)) (index_query theta (x i)) i j.
Definition index_value (s c : symbol) : R :=
  match s with letter _ => 2 * one (same s c) | number _ => 0 end.
Definition index_output (w : nat -> R) (x : nat -> symbol) (i : nat) (c : symbol) : R :=
  one (same (x i) c) + sum (fun j => w j * index_value (x j) c) i.

(* Tokens of Retrieval: a left half, a letter of 0 … A - 1, and a right half, a letter or an
   integer of 1 … m. *)
Definition token : Type := (nat * symbol)%type.
Definition same_token (s s' : token) : bool :=
  andb (Nat.eqb (fst s) (fst s')) (same (snd s) (snd s')).
Definition token_over (A m : nat) (s : token) : Prop :=
  (fst s < A)%nat /\ match snd s with letter a => (a < A)%nat | number i => (1 <= i <= m)%nat end.
(* Position j looks for the token at k (F.2). *)
Definition finds (x : nat -> token) (j k : nat) : Prop :=
  match snd (x j) with letter a => within j k /\ fst (x k) = a | number _ => k = j end.
Definition proper (A m : nat) (x : nat -> token) (n : nat) : Prop :=
  forall j, within n j -> token_over A m (x j)
    /\ (exists k, finds x j k) /\ forall k k', finds x j k -> finds x j k' -> x k = x k'.

(* The Retrieval head (F.2), with omega = 2 PI / A. *)
Definition omega (A : nat) : R := 2 * PI / INR A.
Definition wanted (s : token) : nat := match snd s with letter a => a | number _ => fst s end.
Definition retrieval_key (A : nat) (s : token) : plane := rotate (- (omega A * INR (fst s))) v.
Definition retrieval_query (A : nat) (s : token) : plane := rotate (- (omega A * INR (wanted s))) v.
Definition retrieval_logits (A : nat) (theta : R) (x : nat -> token) (i j : nat) : R :=
  rope theta (retrieval_key A (x j)) (retrieval_query A (x i)) i j.
Definition retrieval_output (w : nat -> R) (x : nat -> token) (i : nat) (c : token) : R :=
  sum (fun j => w j * one (same_token (x j) c)) i.
