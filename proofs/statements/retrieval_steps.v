(* The steps of the printed proof for Retrieval, mended (paper B, F.2.2). *)
From Coq Require Import Reals.
From Statements Require Import circle attention discrepancy.
Local Open Scope R_scope.

(* j is the last position that holds the letter asked for: the last that holds the answer. *)
Definition last_answer (x : nat -> token) (n j : nat) : Prop :=
  finds x n j /\ forall k, within n k -> fst (x k) = wanted (x n) -> (k <= j)%nat.

(* In the printed range it alone has the maximal logit, and all that match it hold its token. *)
Definition B_F22_steps_fix_alone : Prop :=
  forall (A m n0 n : nat) (theta : R) (x : nat -> token), (2 <= A)%nat -> (2 <= n <= n0)%nat ->
  0 < theta < omega A / INR (2 * n0) -> proper A m x n ->
  exists j, within n j /\ last_answer x n j /\ (forall k, finds x n k -> x k = x j)
    /\ retrieval_logits A theta x n j = cos (INR (n - j) * theta)
    /\ forall k, within n k -> k <> j ->
       retrieval_logits A theta x n k < retrieval_logits A theta x n j.

(* The printed discrepancy for a target at j, over all differences 1 < k <= A and all places. *)
Definition printed_delta_is (A n : nat) (theta : R) (j : nat) (d : R) : Prop :=
  let far k i := cos (INR (k - 1) * omega A + INR (n - i) * theta) in
  (exists k i, (2 <= k <= A)%nat /\ within n i /\ cos (INR (n - j) * theta) - far k i = d)
  /\ forall k i, (2 <= k <= A)%nat -> within n i -> d <= cos (INR (n - j) * theta) - far k i.

Definition B_F22_steps_fix_delta : Prop :=
  forall (A n0 n : nat) (theta : R), (2 <= A)%nat -> (2 <= n <= n0)%nat ->
  0 < theta < omega A / INR (2 * n0) ->
  let s := INR (n - 1) * theta in
  let low := 2 * sin (omega A / 2) * sin (omega A / 2 - s) in
  let high := 1 - cos (omega A - s) in
  (forall j, within n j ->
     let d := cos (INR (n - j) * theta) - cos (omega A - s) in
     printed_delta_is A n theta j d /\ low <= d <= high)
  /\ 0 < low /\ printed_delta_is A n theta 1 low /\ printed_delta_is A n theta n high
  /\ 1 - cos (omega A - INR n * theta) < high.

(* The upper end is that of a query that finds itself, and there are such. *)
Definition B_F22_steps_fix_own : Prop :=
  forall A m n : nat, (1 <= A)%nat -> (1 <= m)%nat -> (1 <= n)%nat ->
  exists x, proper A m x n /\ last_answer x n n.
