(* What a discrepancy of zero means: hard attention goes by what the maximal keys hold (paper B,
   3.5). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy.
Local Open Scope R_scope.

(* The share of the maximal keys that hold what is asked for. *)
Definition held_share (l : nat -> R) (n : nat) (holds : nat -> bool) : R :=
  sum (fun j => top l n j * one (holds j)) n / sum (top l n) n.

(* The printed Retrieval head, at every angle. *)
Definition B_zero_fix_retr : Prop :=
  forall (A : nat) (theta : R) (x : nat -> token) (n k : nat), within n k ->
  let l := retrieval_logits A theta x n in
  let h s := held_share l n (fun j => same_token (x j) s) in
  decodes (retrieval_output (hard l n) x n) (x k) <-> forall s, s <> x k -> h s < h (x k).

(* The printed Index head: a letter; a number that finds a letter; a number that finds none. *)
Definition B_zero_fix_index : Prop :=
  forall (theta : R) (x : nat -> symbol) (n : nat), (1 <= n)%nat ->
  let l := printed_logits theta x n in
  let h a := held_share l n (fun j => same (x j) (letter a)) in
  decodes (index_output (hard l n) x n) (Index x n)
  <-> match x n, Index x n with
      | letter a, _ => forall b, b <> a -> 2 * h b < 1 + 2 * h a
      | number _, letter a => 1 / 2 < h a
      | number _, number _ => forall b, h b < 1 / 2
      end.

(* A letter is right whatever up to three tied keys hold. *)
Definition B_zero_fix_ties : Prop :=
  forall (theta : R) (x : nat -> symbol) (n a : nat), (1 <= n)%nat -> x n = letter a ->
  let l := printed_logits theta x n in
  sum (top l n) n <= 3 -> decodes (index_output (hard l n) x n) (letter a).
