(* How large logits must be to single out each of n places (S-planes). *)
From Coq Require Import Reals.
From Statements Require Import attention.
Local Open Scope R_scope.

(* l s j is the logit of the key at place j for the query whose target stands at s: wherever the
   target stands, it weighs as much as all other keys together. *)
Definition serves (n : nat) (l : nat -> nat -> R) : Prop :=
  forall s, within n s -> sum (fun j => exp (l s j - l s s)) n <= 2.

Definition inner (d : nat) (x y : nat -> R) : R := sum (fun c => x c * y c) d.

(* P planes of angles theta p, amplitudes a p and phases phi p, keys alike. *)
Definition planes (P : nat) (a theta phi : nat -> R) (s j : nat) : R :=
  sum (fun p => a p * cos ((INR j - INR s) * theta p + phi p)) P.
Definition least (n : nat) : R := (1 - / INR n) * ln (INR n - 1).

(* Logits of size B at most, however they come about. *)
Definition S_planes_logits : Prop :=
  forall (n : nat) (l : nat -> nat -> R) (B : R), (2 <= n)%nat ->
  (forall s j, within n s -> within n j -> Rabs (l s j) <= B) -> serves n l -> ln (INR n - 1) <= 2 * B.
Definition S_planes_logits_attained : Prop :=
  forall n : nat, (2 <= n)%nat ->
  serves n (fun s j => (if Nat.eqb s j then 1 else -1) * (ln (INR n - 1) / 2)).

(* A query for each target and a key at each place, of lengths at most X and Y, in any dimension. *)
Definition S_planes_vectors : Prop :=
  forall (n d : nat) (q k : nat -> nat -> R) (X Y : R), (2 <= n)%nat -> 0 <= X -> 0 <= Y ->
  (forall s, within n s -> inner d (q s) (q s) <= X * X) ->
  (forall j, within n j -> inner d (k j) (k j) <= Y * Y) ->
  serves n (fun s j => inner d (q s) (k j)) -> least n <= X * Y.

(* Planes of any angles and any phases; the n - 1 frequencies of the n-th roots of unity need just that. *)
Definition S_planes_any : Prop :=
  forall (n P : nat) (a theta phi : nat -> R), (2 <= n)%nat ->
  (forall p, within P p -> 0 <= a p) -> serves n (planes P a theta phi) -> least n <= sum a P.
Definition S_planes_attained : Prop :=
  forall n : nat, (2 <= n)%nat ->
  serves n (planes (n - 1) (fun _ => least n / (INR n - 1)) (fun p => 2 * PI * INR p / INR n) (fun _ => 0)).

(* Retrieval: l a b j is the logit of content b at place j for the query that looks for a. A target at j
   and one other letter everywhere else; rotation by places may come in. *)
Definition serves_content (A n : nat) (l : nat -> nat -> nat -> R) : Prop :=
  forall a b j, within A a -> within A b -> b <> a -> within n j ->
  sum (fun i => exp ((if Nat.eqb i j then l a a j else l a b i) - l a a j)) n <= 2.
Definition S_planes_content : Prop :=
  forall (A n d : nat) (q : nat -> nat -> R) (k : nat -> nat -> nat -> R) (X Y : R),
  (2 <= A)%nat -> (2 <= n)%nat -> 0 <= X -> 0 <= Y ->
  (forall a, within A a -> inner d (q a) (q a) <= X * X) ->
  (forall b j, within A b -> within n j -> inner d (k b j) (k b j) <= Y * Y) ->
  serves_content A n (fun a b j => inner d (q a) (k b j)) ->
  (1 - / INR A) * ln (INR n - 1) <= X * Y.
(* The A - 1 frequencies of the A-th roots of unity, letters in place of positions, need just that. *)
Definition S_planes_content_attained : Prop :=
  forall A n : nat, (2 <= A)%nat -> (2 <= n)%nat ->
  serves_content A n (fun a b _ => planes (A - 1)
    (fun _ => (1 - / INR A) * ln (INR n - 1) / (INR A - 1)) (fun p => 2 * PI * INR p / INR A) (fun _ => 0) a b).
