(* What no head of a kind computes, and the heads that do what was said to be impossible. *)
From mathcomp Require Import all_ssreflect all_algebra perm.
From Statements Require Import head tasks.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

(* An input of n = N + 1 tokens: those before the last, and the last. *)
Definition before (T : Type) (N : nat) (z : 'I_N.+1 -> T) (p : 'I_N) : T :=
  z (widen_ord (leqnSn N) p).
Definition query (T : Type) (N : nat) (z : 'I_N.+1 -> T) : T := z ord_max.

(* Lemma 1 fails for every permutation that moves the query, at every n >= 2: for one head that
   is symbolic on every input, VAL = identity, F(x, a) = a. *)
Definition A_lem1 : Prop :=
  forall (R : realFieldType) (N : nat) (s : 'S_N.+1), s ord_max != ord_max ->
  exists (T : finType) (w : T -> T -> 'I_N -> R) (own : T -> R) (z : 'I_N.+1 -> T),
    let val := @onehot R T in
    let y z := attended w own val val (before z) (query z) in
    [/\ positive w own, symbolic w & y (z \o s) <> y z].

(* A head symbolic on x, or several: no permutation of the tokens before the query changes the
   output, for every VAL and F, over any field. *)
Definition A_lem1_fix : Prop :=
  forall (R : fieldType) (V : lmodType R) (Q C Y : Type) (N H : nat)
    (w : 'I_H -> Q -> C -> 'I_N -> R) own val mine (F : Q -> {ffun 'I_H -> V} -> Y) x q,
  (forall h, symbolic_on (w h) x q) ->
  forall s : 'S_N,
  F q (attended_all w own val mine (x \o s) q) = F q (attended_all w own val mine x q).

(* With distinct contents, VAL = identity and F(x, a) = a only symbolic heads have this. *)
Definition A_lem1_fix_only : Prop :=
  forall (R : realFieldType) (T : finType) (N : nat) (w : T -> T -> 'I_N -> R) own x q,
  positive w own -> injective x -> (forall p, x p != q) ->
  let y x := attended w own (@onehot R T) (@onehot R T) x q in
  (forall s : 'S_N, y (x \o s) = y x) -> symbolic_on w x q.

(* A permutation of all n places is harmless iff it fixes the query. *)
Definition A_lem1_fix_query : Prop :=
  forall (R : realFieldType) (N : nat) (s : 'S_N.+1),
  (forall (V : lmodType R) (T Y : Type) w own (val : T -> V) (F : T -> V -> Y),
    positive w own -> symbolic w -> forall z : 'I_N.+1 -> T,
    let y z := F (query z) (attended w own val val (before z) (query z)) in
    y (z \o s) = y z)
  <-> s ord_max = ord_max.

(* Paper A's Index: the last token names a place; answer the symbol there. Symbolic on the input
   with b at the place j that is asked for and a elsewhere: wrong on it, or on the input with b
   at another place. Any field, VAL and F, any number of heads. *)
Definition alone (C : Type) (N : nat) (a b : C) (j p : 'I_N) : C := if p == j then b else a.
Definition A_thm2_at : Prop :=
  forall (R : fieldType) (V : lmodType R) (C : Type) (N H : nat)
    (w : 'I_H -> 'I_N -> C -> 'I_N -> R) own val mine (F : 'I_N -> {ffun 'I_H -> V} -> C),
  let y x j := F j (attended_all w own val mine x j) in
  forall (a b : C) (j k : 'I_N), a <> b -> j <> k ->
  (forall h, symbolic_on (w h) (alone a b j) j) ->
  ~ (y (alone a b j) j = b /\ y (alone a b k) j = a).
Definition A_thm2 : Prop :=
  forall (R : fieldType) (V : lmodType R) (C : Type) (N H : nat)
    (w : 'I_H -> 'I_N -> C -> 'I_N -> R) own val mine (F : 'I_N -> {ffun 'I_H -> V} -> C),
  (2 <= N)%N -> (exists a b : C, a <> b) -> (forall h, symbolic (w h)) ->
  ~ forall x j, F j (attended_all w own val mine x j) = x j.

(* Paper A's Information Retrieval: tokens (symbol, attribute), the last token a symbol; its
   attribute, if it is bound and to one attribute only. *)
Definition bound (S A : Type) (N : nat) (x : 'I_N -> S * A) (q : S) (c : A) : Prop :=
  (exists p, x p = (q, c)) /\ forall p, (x p).1 = q -> (x p).2 = c.

(* No positional head with F(x, a) = g(x) + W a, read by its largest coordinate, on the inputs of
   `class` solves it: all inputs; those on which no symbol repeats. *)
Definition affine_head_solves (repeating : bool) (R : realFieldType) (V : lmodType R)
    (S A : Type) (N : nat) (w : S -> S * A -> 'I_N -> R) own (val : S * A -> V) (mine : S -> V)
    (g : S -> A -> R) (W : A -> {linear V -> R^o}) : Prop :=
  forall x q c, (repeating \/ injective (fun p => (x p).1)) -> bound x q c ->
  positional_on w x q
  /\ largest (fun d => g q d + W d (attended w own val mine x q)) c.
Definition A_thm4 : Prop :=
  forall (R : realFieldType) V (S A : Type) (N : nat) w own val mine g W,
  (2 <= N)%N -> (exists s t : S, s <> t) -> (exists c d : A, c <> d) -> positive w own ->
  ~ @affine_head_solves true R V S A N w own val mine g W.
Definition A_thm4_distinct : Prop :=
  forall (R : realFieldType) V (S A : Type) (N : nat) w own val mine g W,
  (2 <= N)%N -> (exists s : 'I_N -> S, injective s) -> (exists c d : A, c <> d) ->
  positive w own ->
  ~ @affine_head_solves false R V S A N w own val mine g W.

(* Tokens are embedded one-hot, VAL = identity: (symbol, attribute) first, then bare symbols. *)
Definition bare (R : fieldType) (S A : finType) (q : S) : {ffun (S * A + S) -> R^o} :=
  onehot R (inr q).
Definition bundle (R : fieldType) (S A : finType) (t : S * A) : {ffun (S * A + S) -> R^o} :=
  onehot R (inl t).

(* F of degree 2 in (x, a): every softmax head solves it, at every length. *)
Definition A_thm4_sharp : Prop :=
  forall (R : realFieldType) (S A : finType) (N : nat) (w : S -> S * A -> 'I_N -> R) own x q c,
  positive w own -> bound x q c ->
  let a := attended w own (@bundle R S A) (@bare R S A) x q in
  largest (fun d => a (inl (q, d))) c
  /\ largest (fun d => \sum_s a (inr s) * a (inl (s, d))) c.

(* Several positional heads do with F affine what one cannot: one head for each symbol. F adds up
   the coordinates (s, d) of head s. *)
Definition A_thm4_several : Prop :=
  forall (R : realFieldType) (S A : finType) (N : nat),
  exists (w : S -> S -> S * A -> 'I_N -> R) (own : S -> S -> R),
    (forall s, positive (w s) (own s) /\ positional (w s))
    /\ forall x q c, bound x q c ->
      largest (fun d => \sum_s attended (w s) (own s) (@bundle R S A) (@bare R S A) x q
        (inl (s, d))) c.

(* Partial Induction: the attribute bound at the symbol's last occurrence. *)
Definition last_bound (S A : Type) (N : nat) (x : 'I_N -> S * A) (q : S) (c : A) : Prop :=
  exists2 p, x p = (q, c) & forall r : 'I_N, (p < r)%N -> (x r).1 <> q.

(* The purely positional head that solves it, for every length: e^L = 100^p. *)
Definition hundred (R : fieldType) (Q C : Type) (N : nat) (q : Q) (t : C) (p : 'I_N) : R :=
  (100 ^ p)%:R.
Definition A_cor1 : Prop :=
  forall (R : realFieldType) (S A : finType) (N : nat),
  let w := @hundred R S (S * A) N in let own (q : S) : R := 1 in
  [/\ positive w own, purely_positional w &
    forall x q c, last_bound x q c ->
    largest (fun d => attended w own (@bundle R S A) (@bare R S A) x q (inl (q, d))) c].

(* No symbolic head, or several, whatever VAL and F. *)
Definition A_cor1_fix_symbolic : Prop :=
  forall (R : fieldType) (V : lmodType R) (S A : Type) (N H : nat)
    (w : 'I_H -> S -> S * A -> 'I_N -> R) own val mine (F : S -> {ffun 'I_H -> V} -> A),
  (2 <= N)%N -> inhabited S -> (exists c d : A, c <> d) ->
  (forall h x q c, last_bound x q c -> symbolic_on (w h) x q) ->
  ~ forall x q c, last_bound x q c -> F q (attended_all w own val mine x q) = c.

(* No positional head with F affine. *)
Definition A_cor1_fix_affine : Prop :=
  forall (R : realFieldType) (V : lmodType R) (S A : Type) (N : nat)
    (w : S -> S * A -> 'I_N -> R) own val mine (g : S -> A -> R) (W : A -> {linear V -> R^o}),
  (2 <= N)%N -> (exists s t : S, s <> t) -> (exists c d : A, c <> d) -> positive w own ->
  ~ forall x q c, last_bound x q c ->
    positional_on w x q /\ largest (fun d => g q d + W d (attended w own val mine x q)) c.

(* F(x, a)_t = a_(x,t): right iff each place outweighs all before it; doubling weights do. *)
Definition A_cor1_fix : Prop :=
  forall (R : realFieldType) (S A : finType) (N : nat) (w : S -> S * A -> 'I_N -> R) own,
  (exists s t : S, s <> t) -> (exists c d : A, c <> d) -> positive w own ->
  (forall x q c, last_bound x q c -> positional_on w x q) ->
  (forall x q c, last_bound x q c ->
    largest (fun d => attended w own (@bundle R S A) (@bare R S A) x q (inl (q, d))) c)
  <-> (forall x q c, last_bound x q c ->
    forall p : 'I_N, \sum_(r < N | (r < p)%N) w q (x r) r < w q (x p) p).
Definition A_cor1_fix_doubling : Prop :=
  forall (R : realFieldType) (v : nat -> R), 0 < v 0%N -> (forall p, 2%:R * v p <= v p.+1) ->
  forall p, \sum_(r < p) v r < v p.

(* Paper B's tasks, at the last token of x_1 ... x_N q. *)
Definition word (T : Type) (N : nat) (x : 'I_N -> T) (q : T) : seq T :=
  rcons [seq x p | p <- enum 'I_N] q.
Definition index_answer (A : Type) (N : nat) (x : 'I_N -> symbol A) (q : symbol A) : symbol A :=
  last q (index (@kept A) (word x q)).

(* One letter a, and any other token u, stand before the number 1: symbolic on ... a u 1, a head
   is wrong on it or on ... u a 1. *)
Definition B_rem31_index_at : Prop :=
  forall (R : fieldType) (V : lmodType R) (A : Type) (N H : nat)
    (w : 'I_H -> symbol A -> symbol A -> 'I_N.+2 -> R) own val mine
    (F : symbol A -> {ffun 'I_H -> V} -> symbol A) (a : A) (u : symbol A),
  let y x := F (inr 1%N) (attended_all w own val mine x (inr 1%N)) in
  let x := alone (inl a) u in
  u <> inl a -> (forall h, symbolic_on (w h) (x ord_max) (inr 1%N)) ->
  forall k, k <> ord_max -> ~ (y (x ord_max) = index_answer (x ord_max) (inr 1%N)
    /\ y (x k) = index_answer (x k) (inr 1%N)).
Definition B_rem31_index : Prop :=
  forall (R : fieldType) (V : lmodType R) (A : Type) (N H : nat)
    (w : 'I_H -> symbol A -> symbol A -> 'I_N -> R) own val mine
    (F : symbol A -> {ffun 'I_H -> V} -> symbol A),
  (2 <= N)%N -> inhabited A -> (forall h, symbolic (w h)) ->
  ~ forall x q, F q (attended_all w own val mine x q) = index_answer x q.

(* Retrieval over finitely many letters A and integers I, on proper inputs. *)
Definition asked (A I : finType) (N : nat) (x : 'I_N -> A * (A + I)) q : seq (held A I) :=
  [seq Some t | t <- word x q].
Definition retrieval_answer (A I : finType) (N : nat) (x : 'I_N -> A * (A + I)) q : held A I :=
  last None (retrieval (@unclear_kept A I) (asked x q)).

(* B marks the tokens whose left half x asks for; x itself, if it asks for none. *)
Definition marked (A I : finType) (q t : A * (A + I)) : bool :=
  if q.2 is inl y then t.1 == y else t == q.

(* VAL = identity, F(x, a) = a + B x: every softmax head is right on all proper inputs of every
   length, and the gap is at least the answer's weight. *)
Definition B_rem31_retr_fix_all : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own x q,
  positive w own -> proper (asked x q) ->
  let a := attended w own (@onehot R _) (@onehot R _) x q in
  exists t, [/\ retrieval_answer x q = Some t, 0 < a t, marked q t &
    forall t', t' <> t -> a t' + (marked q t')%:R <= 1].

Definition B_rem31_retr : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat),
  let w := @hundred R (A * (A + I)) (A * (A + I)) N in let own (q : A * (A + I)) : R := 1 in
  [/\ positive w own, purely_positional w &
    forall x q, proper (asked x q) ->
    exists2 t, retrieval_answer x q = Some t &
    largest (fun t => attended w own (@onehot R _) (@onehot R _) x q t + (marked q t)%:R) t].

(* VAL(x) = alpha_x e_x and F(x, a) = a + c(x) e_x, as printed: no positional head. *)
Definition B_rem31_retr_fix : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat)
    (w : A * (A + I) -> A * (A + I) -> 'I_N -> R) own (alpha c : A * (A + I) -> R),
  (2 <= N)%N -> (exists a b : A, a <> b) -> inhabited I -> positive w own ->
  let val t := alpha t *: onehot R t in
  ~ forall x q, proper (asked x q) ->
    positional_on w x q
    /\ forall t, retrieval_answer x q = Some t ->
       largest (fun t => attended w own val val x q t + c q * (t == q)%:R) t.

(* Hard attention to one place and what else leaves a place p without weight: for no VAL and F,
   any number of heads, over any field. *)
Definition B_rem31_retr_fix_hard : Prop :=
  forall (R : fieldType) (V : lmodType R) (A I : finType) (N H : nat)
    (w : 'I_H -> A * (A + I) -> A * (A + I) -> 'I_N -> R) own val mine
    (F : A * (A + I) -> {ffun 'I_H -> V} -> held A I) (a b : A) (i : I) (p : 'I_N),
  (2 <= N)%N -> a <> b -> (forall h t, w h (b, inl a) t p = 0) ->
  ~ forall x q, proper (asked x q) -> F q (attended_all w own val mine x q) = retrieval_answer x q.

(* Any L, VAL and F at one length, finite alphabet T: a symbolic head computes a task iff the
   answer depends on the query and the multiset before it; a positional head computes any. *)
Definition computed (symb : bool) (R : realFieldType) (T : finType) (Y : Type) (N : nat)
    (D : {ffun 'I_N -> T} -> T -> bool) (f : {ffun 'I_N -> T} -> T -> Y) : Prop :=
  exists (V : lmodType R) (w : T -> T -> 'I_N -> R) own (val : T -> V) (F : T -> V -> Y),
  [/\ positive w own, (if symb then symbolic w else positional w) &
    forall x q, D x q -> F q (attended w own val val x q) = f x q].
Definition B_must_fix_symbolic : Prop :=
  forall (R : realFieldType) (T : finType) Y (N : nat) D f,
  @computed true R T Y N D f
  <-> forall x x' q, D x q -> D x' q -> perm_eq (codom x) (codom x') -> f x q = f x' q.
Definition B_must_fix_positional : Prop :=
  forall (R : realFieldType) (T : finType) Y (N : nat) D f, @computed false R T Y N D f.

(* 'Must' fails: Retrieval by a positional head (B_rem31_retr), and Index by a head of neither
   kind; `number` reads a finite alphabet's tokens. *)
Definition B_must : Prop :=
  forall (R : realFieldType) (T : finType) (A : Type) (number : T -> symbol A) (N : nat),
  (2 <= N)%N ->
  exists (V : lmodType R) (w : T -> T -> 'I_N -> R) own (val : T -> V)
    (F : T -> V -> symbol A),
  [/\ positive w own, forall x q i j, x i <> x j -> ~ positional_on w x q,
    forall x q, ~ symbolic_on w x q
    & forall x q, F q (attended w own val val x q) = index_answer (number \o x) (number q)].

(* So for n >= 3 only 'Index not symbolically' is a must. *)
Definition B_must_fix : Prop :=
  forall (R : realFieldType) (A I : finType) (N : nat),
  let proper_only (x : {ffun 'I_N -> A * (A + I)}) q := proper (asked x q) in
  computed true R proper_only (fun x q => retrieval_answer x q)
  /\ computed false R proper_only (fun x q => retrieval_answer x q)
  /\ (forall T : finType, computed true R (fun (_ : {ffun 'I_N -> T}) _ => true) (fun _ q => q)
    /\ computed false R (fun (_ : {ffun 'I_N -> T}) _ => true) (fun _ q => q))
  /\ (forall (T : finType) (number : T -> symbol A) a one, (2 <= N)%N ->
    is_letter (number a) -> number one = inr 1%N ->
    let f (x : {ffun 'I_N -> T}) q := index_answer (number \o x) (number q) in
    computed false R (fun _ _ => true) f /\ ~ computed true R (fun _ _ => true) f).
