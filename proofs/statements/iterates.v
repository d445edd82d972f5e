(* Iterating Retrieval on proper sequences (F.2): when every iterate is proper again, and what
   stands where. *)
From mathcomp Require Import all_ssreflect.
From Statements Require Import tasks letters.
Set Implicit Arguments.
Unset Strict Implicit.

Section Iterates.
Variables A I : eqType.
Implicit Types s : seq (held A I).

(* f(j): the first place that holds what j looks for; j itself at a letter-integer token. *)
Definition leads s (j : nat) : nat :=
  if asks (nth None s j) is Some y then first_place s y else j.

(* p = f^t(j), sigma_p letter-letter; between p and j stands a letter-integer token whose left half
   is the right half of sigma_p, other than sigma_f(p). *)
Definition blocked s (t j r : nat) : Prop :=
  let p := iter t (leads s) j in
  [/\ p < r < j, has_integer (nth None s r), nth None s r <> nth None s (leads s p)
    & exists2 y, asks (nth None s p) = Some y & has_left y (nth None s r)].
End Iterates.

(* For a proper s, whatever Retrieval gives where it is not defined. Up to T applications: *)
Definition B_let_iter_fix_until : Prop :=
  forall (A I : eqType) unclear (s : seq (held A I)) (T : nat), proper s ->
  let iterate h := iter h (retrieval unclear) s in
  ((forall h, h <= T -> proper (iterate h))
    <-> forall t j r, 1 <= t <= T -> j < size s -> ~ blocked s t j r)
  /\ ((forall t j r, 1 <= t <= T -> j < size s -> ~ blocked s t j r) ->
    forall t j, t <= T.+1 -> nth None (iterate t) j = nth None s (iter t (leads s) j)).
(* For ever, once, and with all letter-integer tokens before all letter-letter ones. *)
Definition B_let_iter_fix : Prop :=
  forall (A I : eqType) unclear (s : seq (held A I)), proper s ->
  let iterate h := iter h (retrieval unclear) s in
  let free := forall t j r, 1 <= t -> j < size s -> ~ blocked s t j r in
  [/\ (forall h, proper (iterate h)) <-> free,
    free -> forall t j, nth None (iterate t) j = nth None s (iter t (leads s) j),
    proper (retrieval unclear s) <-> forall j r, j < size s -> ~ blocked s 1 j r
    & forall bound pairs, s = letter_input bound pairs -> free].

(* A1 BA A2 CB ... CB is proper, and Retrieval makes it improper; no shorter sequence does it. *)
Definition B_let_iter : Prop :=
  (forall n unclear, let s : seq (held nat_eqType nat_eqType) :=
    [:: Some (0, inr 1); Some (1, inl 0); Some (0, inr 2)] ++ nseq n.+1 (Some (2, inl 1)) in
    proper s /\ ~~ proper (retrieval unclear s))
  /\ forall (A I : eqType) unclear (s : seq (held A I)), size s < 4 ->
    proper s -> proper (retrieval unclear s).
