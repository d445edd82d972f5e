(* `ring` and `field` of the standard library, for the fields of mathcomp. In a section over
   `R : realFieldType` (or rcfType, fieldType) say `Add Field R_field : (field_of R).`, then prove
   equations of polynomials by `plain_ring R`, of fractions by `plain_field R`, which leaves the
   denominators to be seen non-zero. Numerals and powers have to be closed (2%:R, x ^+ 2). *)
From Coq Require Export Ring Field.
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import GRing.Theory Num.Theory Order.Theory.

Section Operations.
Variable F : fieldType.
Definition fsort : Type := GRing.Field.sort F.
Definition fzero : fsort := (0 : F).
Definition fone : fsort := (1 : F).
Definition fadd (x y : fsort) : fsort := (x : F) + y.
Definition fopp (x : fsort) : fsort := - (x : F).
Definition fsub (x y : fsort) : fsort := fadd x (fopp y).
Definition fmul (x y : fsort) : fsort := (x : F) * y.
Definition finv (x : fsort) : fsort := (x : F)^-1.
Definition fdiv (x y : fsort) : fsort := fmul x (finv y).

Lemma field_of : field_theory fzero fone fadd fmul fsub fopp fdiv finv eq.
Proof.
split=> //; last 2 first.
- by apply/eqP; rewrite oner_eq0.
- by move=> p /eqP nz; apply: (@mulVf F).
split=> //.
- exact: (@add0r F).
- exact: (@addrC F).
- exact: (@addrA F).
- exact: (@mul1r F).
- exact: (@mulrC F).
- exact: (@mulrA F).
- exact: (@mulrDl F).
- exact: (@subrr F).
Qed.
End Operations.

Global Opaque fzero fone fadd fopp fsub fmul finv fdiv.

Ltac plain_power F op unit x n :=
  match n with
  | O => constr:(unit F)
  | S O => x
  | S ?k => let r := plain_power F op unit x k in constr:(op F x r)
  end.

Ltac plain_term F t :=
  match t with
  | @GRing.add _ ?a ?b =>
      let a' := plain_term F a in let b' := plain_term F b in constr:(@fadd F a' b')
  | @GRing.mul _ ?a ?b =>
      let a' := plain_term F a in let b' := plain_term F b in constr:(@fmul F a' b')
  | @GRing.opp _ ?a => let a' := plain_term F a in constr:(@fopp F a')
  | @GRing.inv _ ?a => let a' := plain_term F a in constr:(@finv F a')
  | @GRing.zero _ => constr:(fzero F)
  | @GRing.one _ => constr:(fone F)
  | @GRing.natmul _ ?a ?n => let a' := plain_term F a in plain_power F fadd fzero a' n
  | @GRing.exp _ ?a ?n => let a' := plain_term F a in plain_power F fmul fone a' n
  | _ => t
  end.

Ltac plain_goal R :=
  lazymatch goal with
  | |- @eq _ ?l ?r =>
      let F := constr:([fieldType of R]) in
      let l' := plain_term F l in
      let r' := plain_term F r in
      change (@eq (fsort F) l' r')
  end.

(* A side that is a variable does not say which field it is in; the other one does. *)
Ltac plain_ring R := plain_goal R; first [ring | symmetry; ring].
Ltac plain_field R := plain_goal R; first [field | symmetry; field].

(* 2 in plain terms is not 0. *)
Lemma plain_two (R : numFieldType) : fadd (fone R) (fone R) <> fzero R.
Proof. by apply/eqP; have := @pnatr_eq0 R 2; rewrite mulr2n => ->. Qed.
