(* Paper A's Information Retrieval and Partial Induction: what no head of a kind computes, and the heads
   that do what was said to be impossible. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum perm.
From Statements Require Import head impossibility.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory.

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

(* The purely positional head that solves it, for every length. *)
Definition A_cor1 : Prop :=
  forall (R : realFieldType) (S A : finType) (N : nat),
  let w := @hundred R S (S * A) N in let own (q : S) : R := 1 in
  [/\ positive w own, purely_positional w &
    forall x q c, last_bound x q c ->
    largest (fun d => attended w own (@bundle R S A) (@bare R S A) x q (inl (q, d))) c].

(* Symbolic on the input with s bound to d at the last place and to c elsewhere, a head, or
   several, does not solve it, whatever VAL and F. *)
Definition A_cor1_fix_symbolic : Prop :=
  forall (R : fieldType) (V : lmodType R) (S A : Type) (N H : nat)
    (w : 'I_H -> S -> S * A -> 'I_N.+2 -> R) own val mine (F : S -> {ffun 'I_H -> V} -> A)
    (s : S) (c d : A),
  c <> d -> (forall h, symbolic_on (w h) (alone (s, c) (s, d) ord_max) s) ->
  ~ forall x a, last_bound x s a -> F s (attended_all w own val mine x s) = a.

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
