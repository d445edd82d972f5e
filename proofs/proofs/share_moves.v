From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Proofs Require Import algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Local Open Scope ring_scope.
Import Order.TTheory GRing.Theory Num.Theory.

(* Sums and products of what is not negative. *)
Ltac nonneg := repeat first [done | exact: sqr_ge0 | exact: ler01 | exact: ler0n | by apply: ltW
  | by rewrite subr_ge0 | apply: addr_ge0 | apply: mulr_ge0].
Ltac positive := first [done | exact: ltr01 | by apply: mulr_gt0; positive
  | by apply: ltr_paddr; [by nonneg | by positive] | by apply: ltr_paddl; [by nonneg | by positive]].

(* How far shares move. s is the least weight of the lone content, m of the other, s <= m; c weighs
   what stands where neither input has the lone one, o is the query's own. *)
Section Moves.
Variable R : realFieldType.
Add Field R_field : (field_of [fieldType of R]).
Implicit Types r n m s c o e x y : R.

Lemma share_le x y x' y' : 0 < x -> 0 <= y -> 0 < x' -> 0 <= y' -> x * y' <= x' * y ->
  x / (x + y) <= x' / (x' + y').
Proof.
move=> x0 y0 x0' y0' le; rewrite ler_pdivr_mulr ?ltr_paddr // mulrAC ler_pdivl_mulr ?ltr_paddr //.
by rewrite !mulrDr [x' * x]mulrC ler_add2l.
Qed.

Lemma corner_identity r m s e :
  m * ((r * s + m + e) * (s + r * m + e)) - s * ((r + 1) * m + e) ^+ 2
    = m * (r * (s - m) ^+ 2) + (e * (m * (1 + r)) + e ^+ 2) * (m - s).
Proof. plain_ring R. Qed.

Lemma corner r m s e : 0 <= r -> 0 <= m -> 0 <= e -> s <= m ->
  s * ((r + 1) * m + e) ^+ 2 <= m * ((r * s + m + e) * (s + r * m + e)).
Proof.
move=> r0 m0 e0 sm; rewrite -subr_ge0 corner_identity.
nonneg.
Qed.

Lemma lone_identity r m s e :
  r * s * (s + (r * m + e)) + (- s) * (r * s + (m + e)) = (r - 1) * (s * ((r + 1) * m + e)).
Proof. plain_ring R. Qed.

Lemma frac_le r n (P X Y : R) : 1 <= r -> 0 <= n -> 0 < Y -> X = (r - 1) * P ->
  P * (r + (1 + n)) <= Y -> X / Y <= (r - 1) / (r + (1 + n)).
Proof.
move=> r1 n0 Y0 -> le.
have d0 : 0 < r + (1 + n) by rewrite ltr_paddr ?addr_ge0 ?ler01 // (lt_le_trans ltr01).
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -mulrA ler_wpmul2l ?subr_ge0 //.
Qed.

Lemma lone_moves r n m s e : 1 <= r -> 0 <= n -> 0 < s -> s <= m -> n * m <= e ->
  r * s / (r * s + (m + e)) - s / (s + (r * m + e)) <= (r - 1) / (r + (1 + n)).
Proof.
move=> r1 n0 s0 sm ne; have r0 : 0 < r by apply: lt_le_trans r1.
have m0 : 0 < m by apply: lt_le_trans sm.
have e0 : 0 <= e by apply: le_trans ne; rewrite mulr_ge0 // ltW.
have d1 : 0 < r * s + (m + e) by rewrite addr_gt0 ?mulr_gt0 // ltr_paddr.
have d2 : 0 < s + (r * m + e) by rewrite addr_gt0 // ltr_paddr // mulr_gt0.
rewrite -mulNr addf_div ?lt0r_neq0 //; apply: (frac_le r1 n0 _ (lone_identity r m s e)).
  exact: mulr_gt0.
rewrite -(ler_pmul2l m0); have := corner (ltW r0) (ltW m0) e0 sm; rewrite -!addrA.
apply: le_trans.
have -> : m * (s * ((r + 1) * m + e) * (r + (1 + n)))
   = s * ((r + 1) * m + e) * ((r + 1) * m + n * m) by plain_ring R.
rewrite [X in _ <= X]mulrA ler_wpmul2l ?ler_add2l //.
nonneg.
Qed.

Lemma many_identity r m s c o :
  (r * m + c) * ((m + c) + (r * s + o)) + (- (m + c)) * ((r * m + c) + (s + o))
    = (r - 1) * (s * ((r + 1) * m + c) + m * o).
Proof. plain_ring R. Qed.

Lemma many_more r m s c o :
  m * (((r * m + c) + (s + o)) * ((m + c) + (r * s + o)))
    - (s * ((r + 1) * m + c) + m * o) * ((r + 1) * m + c)
  = (m * ((r * s + m + c) * (s + r * m + c)) - s * ((r + 1) * m + c) ^+ 2)
    + m * o * (c + s * (1 + r)) + m * o ^+ 2.
Proof. plain_ring R. Qed.

Lemma many_moves r n m s c o : 1 <= r -> 0 <= n -> 0 < s -> s <= m -> n * m <= c -> 0 <= o ->
  (r * m + c) / ((r * m + c) + (s + o)) - (m + c) / ((m + c) + (r * s + o))
    <= (r - 1) / (r + (1 + n)).
Proof.
move=> r1 n0 s0 sm nc o0; have r0 : 0 < r by apply: lt_le_trans r1.
have m0 : 0 < m by apply: lt_le_trans sm.
have c0 : 0 <= c by apply: le_trans nc; rewrite mulr_ge0 // ltW.
have d1 : 0 < (r * m + c) + (s + o) by rewrite addr_gt0 // ltr_paddr // mulr_gt0.
have d2 : 0 < (m + c) + (r * s + o) by rewrite addr_gt0 ?ltr_paddr ?mulr_gt0.
rewrite -mulNr addf_div ?lt0r_neq0 //; apply: (frac_le r1 n0 _ (many_identity r m s c o)).
  exact: mulr_gt0.
rewrite -(ler_pmul2l m0).
have -> : m * ((s * ((r + 1) * m + c) + m * o) * (r + (1 + n)))
   = (s * ((r + 1) * m + c) + m * o) * ((r + 1) * m + n * m) by plain_ring R.
have P0 : 0 <= s * ((r + 1) * m + c) + m * o by nonneg.
apply: (@le_trans _ _ ((s * ((r + 1) * m + c) + m * o) * ((r + 1) * m + c))).
  by rewrite ler_wpmul2l // ler_add2l.
have := corner (ltW r0) (ltW m0) c0 sm; rewrite -subr_ge0 => corner0.
rewrite -subr_ge0 many_more; nonneg.
Qed.

Lemma own_identity r z c o :
  o * (o + (r * z + c)) + (- o) * (o + (z + c)) = (r - 1) * (o * z).
Proof. plain_ring R. Qed.

Lemma own_more r n z c o :
  (o + (z + c)) * (o + (r * z + c)) - o * z * (r + (1 + n))
    = o ^+ 2 + o * (2%:R * c - n * z) + (z + c) * (r * z + c).
Proof. plain_ring R. Qed.

Lemma own_moves r n m s c o : 1 <= r -> 0 <= n -> 0 < s -> s <= m -> n * m <= c -> 0 <= o ->
  o / (o + ((s + m) + c)) - o / (o + (r * (s + m) + c)) <= (r - 1) / (r + (1 + n)).
Proof.
move=> r1 n0 s0 sm nc o0; have r0 : 0 < r by apply: lt_le_trans r1.
have m0 : 0 < m by apply: lt_le_trans sm.
have c0 : 0 <= c by apply: le_trans nc; rewrite mulr_ge0 // ltW.
have z0 : 0 < s + m by exact: addr_gt0.
have d1 : 0 < o + ((s + m) + c) by rewrite ltr_paddl // ltr_paddr.
have d2 : 0 < o + (r * (s + m) + c) by rewrite ltr_paddl // ltr_paddr // mulr_gt0.
rewrite -mulNr addf_div ?lt0r_neq0 //; apply: (frac_le r1 n0 _ (own_identity r (s + m) c o)).
  exact: mulr_gt0.
suff : 0 <= 2%:R * c - n * (s + m) by move=> c2; rewrite -subr_ge0 own_more; nonneg.
rewrite subr_ge0; apply: (@le_trans _ _ (2%:R * (n * m))); last by rewrite ler_wpmul2l ?ler0n.
by rewrite mulrCA ler_wpmul2l // mulr_natl mulr2n ler_add2r.
Qed.

(* The three coordinates between two inputs, in one direction. *)
Section Between.
Variables r n m s c o B B' A A' : R.
Hypotheses (r1 : 1 <= r) (n0 : 0 <= n) (s0 : 0 < s) (sm : s <= m) (nc : n * m <= c) (o0 : 0 <= o).
Hypotheses (sB : s <= B) (Bs : B <= r * s) (sB' : s <= B') (Bs' : B' <= r * s).
Hypotheses (mA : m <= A) (Am : A <= r * m) (mA' : m <= A') (Am' : A' <= r * m).

Let r0 : 0 < r. Proof. exact: lt_le_trans r1. Qed.
Let m0 : 0 < m. Proof. exact: lt_le_trans sm. Qed.
Let c0 : 0 <= c. Proof. by apply: le_trans nc; rewrite mulr_ge0 // ltW. Qed.
Let pos x y : 0 < x -> x <= y -> 0 < y. Proof. exact: lt_le_trans. Qed.

Lemma lone_between : B / (B + (A + (c + o))) - B' / (B' + (A' + (c + o))) <= (r - 1) / (r + (1 + n)).
Proof.
have e0 : 0 <= c + o by exact: addr_ge0.
have B0 := pos s0 sB; have B0' := pos s0 sB'; have A0 := pos m0 mA; have A0' := pos m0 mA'.
apply: le_trans (lone_moves r1 n0 s0 sm (_ : n * m <= c + o)); last by rewrite ler_paddr.
apply: ler_add; last rewrite ler_opp2; apply: share_le; try (by nonneg); try (by positive).
  by apply: ler_pmul; rewrite ?ler_add2r //; nonneg.
by apply: ler_pmul; rewrite ?ler_add2r //; nonneg.
Qed.

Lemma many_between :
  (A + c) / ((A + c) + (B + o)) - (A' + c) / ((A' + c) + (B' + o)) <= (r - 1) / (r + (1 + n)).
Proof.
have B0 := pos s0 sB; have B0' := pos s0 sB'; have A0 := pos m0 mA; have A0' := pos m0 mA'.
apply: le_trans (many_moves r1 n0 s0 sm nc o0).
apply: ler_add; last rewrite ler_opp2; apply: share_le; try (by nonneg); try (by positive).
  by apply: ler_pmul; rewrite ?ler_add2r //; nonneg.
by apply: ler_pmul; rewrite ?ler_add2r //; nonneg.
Qed.

Lemma own_between : o / (o + ((B + A) + c)) - o / (o + ((B' + A') + c)) <= (r - 1) / (r + (1 + n)).
Proof.
have B0 := pos s0 sB; have B0' := pos s0 sB'; have A0 := pos m0 mA; have A0' := pos m0 mA'.
apply: le_trans (own_moves r1 n0 s0 sm nc o0).
have d x : 0 < x -> 0 < o + (x + c) by move=> x0; rewrite ltr_paddl // ltr_paddr.
have z0 : 0 < s + m by exact: addr_gt0.
apply: ler_add; last rewrite ler_opp2; apply: ler_wpmul2l => //.
  by rewrite lef_pinv ?posrE ?d ?addr_gt0 // ler_add2l ler_add2r ler_add.
by rewrite lef_pinv ?posrE ?d ?addr_gt0 ?mulr_gt0 // ler_add2l ler_add2r mulrDr ler_add.
Qed.
End Between.

(* The attention at the place asked for and its rival, against what a copying head has. *)
Lemma far_identity r n B A a B' :
  r * ((r - n) * ((B + A) * (a + B')) - (r + n) * (B * a - B' * A))
    = (r - n) * (n * (B - a) ^+ 2) + 2%:R * ((r * B' - n * B) * (r * A - n * a))
      + 2%:R * (n * B * (r * A - n * a)) + 2%:R * (n * a * (r * B' - n * B))
      + (r - n) * (B * (r * B' - n * B) + a * (r * A - n * a)).
Proof. plain_ring R. Qed.

Lemma far_moves r n B A a B' : 0 < r -> 0 <= n -> 0 < B -> 0 <= A -> 0 < a -> 0 <= B' ->
  n * B <= r * B' -> n * a <= r * A -> B' * A <= B * a ->
  (r + n) * (B * a - B' * A) <= (r - n) * ((B + A) * (a + B')).
Proof.
move=> r0 n0 B0 A0 a0 B0' nB na less.
have nr : n <= r.
  rewrite leNgt; apply/negP => rn.
  have := ler_pmul (mulr_ge0 n0 (ltW B0)) (mulr_ge0 n0 (ltW a0)) nB na.
  have -> : n * B * (n * a) = n ^+ 2 * (B * a) by plain_ring R.
  have -> : r * B' * (r * A) = r ^+ 2 * (B' * A) by plain_ring R.
  apply/negP; rewrite -ltNge; apply: (@le_lt_trans _ _ (r ^+ 2 * (B * a))).
    by rewrite ler_wpmul2l ?sqr_ge0.
  by rewrite ltr_pmul2r ?mulr_gt0 // ltr_expn2r // ?nnegrE // ltW.
have x0 : 0 <= r * B' - n * B by rewrite subr_ge0.
have y0 : 0 <= r * A - n * a by rewrite subr_ge0.
have z0 : 0 <= r - n by rewrite subr_ge0.
by rewrite -subr_ge0 -(pmulr_rge0 _ r0) far_identity; nonneg.
Qed.

Lemma far_shares r n B A a B' : 0 < r -> 0 <= n -> 0 < B -> 0 <= A -> 0 < a -> 0 <= B' ->
  n * B <= r * B' -> n * a <= r * A -> B' / (a + B') <= B / (B + A) ->
  (B / (B + A) - B' / (a + B')) * (r + n) <= r - n.
Proof.
move=> r0 n0 B0 A0 a0 B0' nB na.
have d1 : 0 < B + A by rewrite ltr_paddr.
have d2 : 0 < a + B' by rewrite ltr_paddr.
have e : B / (B + A) - B' / (a + B') = (B * a - B' * A) / ((B + A) * (a + B')).
  rewrite -mulNr addf_div ?lt0r_neq0 //; congr (_ / _); plain_ring R.
rewrite -subr_ge0 e pmulr_lge0 ?invr_gt0 ?mulr_gt0 // subr_ge0 => less.
rewrite mulrAC ler_pdivr_mulr ?mulr_gt0 // [_ * (r + n)]mulrC; exact: far_moves.
Qed.
End Moves.

