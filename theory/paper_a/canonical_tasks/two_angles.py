"""Partial Induction with two RoPE angles, θ1 = 0 for the content and θ2 for the position: A-thm6.

Angles are in units of π; inputs, hard attention and distances are those of ``partial_induction``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.circle import HALF, Sum, added, cells, exponential_sign, fold, sign
from theory.mathematics.solvers import all_steps, identities, prove_all
from theory.paper_a.canonical_tasks.partial_induction import Logit, inputs, recalls

ONE = Fraction(1)
INPUTS, SOFT, PROOF = "every input to N = 4", "softmax on every input", "monotone cosines"


@dataclass(frozen=True)
class TwoAngles:
    """Logit a·[symbol = query] + c·cos(tθ), c = 1: claimed right on all inputs of ≤ N keys iff
    0 < θ'·(N - ``back``) < π and a > ``least``·(cos θ - cos Nθ), for a = ``ratio`` times that.
    ``own``: the formula holds of the query's own key too, a match at distance 0."""

    back: Fraction = HALF
    least: Fraction = ONE
    place: Fraction = ONE
    start: int = 0
    equal: bool = False
    symbols: int = 2
    attributes: int = 2
    own: bool = False

    def admits(self, keys: int, theta: Fraction, ratio: Fraction) -> bool:
        """Whether this angle and content amplitude are claimed to work."""
        width = fold(theta) * (keys - self.back)
        large = ratio >= self.least if self.equal else ratio > self.least
        return theta % 2 != 0 and width < 1 and large

    def logits(self, keys: int, theta: Fraction, ratio: Fraction) -> list[list[Sum]]:
        """Match, then other, at distances 1 … N, as sums of cosines."""
        place = [(self.place, (t + self.start) * theta) for t in range(1, keys + 1)]
        content = [(ratio, theta), (-ratio, keys * theta)]
        return [[added(p, *content) for p in place], [added(p) for p in place]]

    def right(self, keys: int, theta: Fraction, ratio: Fraction) -> bool:
        """Whether hard attention is right on every input of N keys."""
        table = self.logits(keys, theta, ratio)
        if not self.own:
            return recalls(ranked(table), self.symbols, keys, self.attributes)
        content = [(ratio, theta), (-ratio, keys * theta)]
        logit = ranked([*table, [added((self.place, self.start * theta), *content)]])
        return recalls(logit, self.symbols, keys, self.attributes, own=logit(2, 1))


RATIOS = tuple(Fraction(k, 4) for k in (0, 3, 4, 5, 12))
MOST = 4


def ranked(table: Sequence[Sequence[Sum]]) -> Logit:
    """The logits' exact ranks."""
    flat = [one for row in table for one in row]
    rank = [[sum(sign(one, other) > 0 for other in flat) for one in row] for row in table]
    return lambda m, t: rank[m][t - 1]


def _times(factor: Fraction, one: Sum) -> Sum:
    """A sum of cosines, multiplied."""
    return {at: factor * c for at, c in one.items()}


POINTS = tuple(
    product(
        (2, 3),
        (Fraction(1, 8), Fraction(1, 4)),
        (HALF, Fraction(2), Fraction(8)),
        (HALF, Fraction(3, 2), Fraction(4)),
    )
)
"""(N, θ, B, a/(c(cos θ - cos Nθ))), the logits being B times those of ``TwoAngles``."""

THM6 = FormalClaim(
    id="A-thm6",
    place="Theorem 6",
    statement="A head with two angles, θ1 = 0 and θ2 not too large, solves Partial Induction. "
    "Precisely: ≥ 2 symbols, ≥ 2 attributes, N ≥ 2 keys j < n with logits a·[symbol = query] + "
    "c·cos((n-j)θ2), c > 0, θ' = |θ2 mod 2π| in [0, π]. The attribute that weighs most is the "
    "answer. The query's own key has no attribute, and under hard attention a logit below the "
    "matches. Hard attention is right on every input of at most N keys iff 0 < θ' < 2π/(2N-1) and "
    "a > c(cos θ2 - cos Nθ2). Softmax is right iff for t = 1 … N: e^(a + c·cos tθ2) > Σ_{s<t} "
    "e^(c·cos sθ2) + Σ_{s>t} e^(a + c·cos sθ2); such a, c exist exactly for these θ2.",
    provenance="reconstructed",
    subject=TwoAngles,
    quantifiers={
        "N": "every N ≥ 2, two symbols and two attributes or more",
        "θ2": "every real angle",
        "a, c": "every real a, every c > 0",
        "small": "N = 2 … 4, every θ2 by cells, a/(c(cos θ2 - cos Nθ2)) in {0, 3/4, 1, 5/4, 3} "
        "and between",
        "soft": "N in {2, 3}, θ2 in {π/8, π/4}, 9 pairs (a, c)",
    },
    parts={
        "equal": Kind.RELATION,
        "start": Kind.INDEX,
        "symbols": Kind.HYPOTHESIS,
        "attributes": Kind.HYPOTHESIS,
        "own": Kind.HYPOTHESIS,
    },
    not_covered="A query phase: with c·cos(tθ2 + ψ) the range is 0 < θ' and (N-2)θ' < π for some ψ "
    "(the same proof, the first midpoint being free). N = 1, one symbol or one attribute, where "
    "weaker conditions are enough. An own key keyed like a match: it would have a + c, above every "
    "match.",
)


@THM6.exhaustive(
    INPUTS,
    "hard attention run on every input of two symbols and attributes, logits compared "
    "exactly (cyclotomic zero test, balls for signs)",
    "small",
)
def every_input(subject: TwoAngles) -> Outcome:
    """Hard attention on every input of 2 … MOST keys; cells hold the claimed bounds too."""
    cases = 0
    ratios = cells([*RATIOS, subject.least], RATIOS[-1])
    for keys in range(2, MOST + 1):
        critical = [Fraction(2 * k, s) for s in range(1, 2 * keys) for k in range(s + 1)]
        for theta in cells([*critical, 1 / (keys - subject.back)], ONE):
            for ratio in ratios:
                run = subject.right(keys, theta, ratio)
                cases += 1
                if run != subject.admits(keys, theta, ratio):
                    where = f"N = {keys}, θ = {theta}π, a = {ratio}(cos θ - cos Nθ)"
                    return false(f"{where}: right is {run}", cases)
    return true(cases)


@THM6.exhaustive(
    SOFT,
    "softmax run on every input against its worst input's inequality, by certain balls",
    "soft",
)
def softmax_inputs(subject: TwoAngles) -> Outcome:
    """Softmax on every input against the inequality for its worst one, by certain balls."""
    cases, outcomes = 0, set()
    for keys, theta, factor, ratio in POINTS:
        cases += 1
        match, other = (
            [_times(factor, one) for one in row] for row in subject.logits(keys, theta, ratio)
        )
        worst = all(
            exponential_sign([match[t]], other[:t] + match[t + 1 :]) > 0 for t in range(keys)
        )
        right = True
        for row, attributes in inputs(2, keys):
            weights = [(other if m else match)[t] for t, m in enumerate(row)]
            wanted = attributes[row.index(0)]
            sides: tuple[list[Sum], list[Sum]] = ([], [])
            for weight, attribute in zip(weights, attributes, strict=True):
                sides[attribute != wanted].append(weight)
            right = right and exponential_sign(*sides) > 0
        if right != worst:
            return false(f"N = {keys}, θ = {theta}π, B = {factor}, a = {ratio}(…): {right}")
        if right and not subject.admits(keys, theta, ratio):
            return false(f"N = {keys}, θ = {theta}π, B = {factor}, a = {ratio}(…): right")
        outcomes.add((right, subject.admits(keys, theta, ratio)))
    if {right for right, _ in outcomes} != {True, False}:
        return false("one side of the inequality only")
    return true(cases)


@THM6.written(
    PROOF,
    "every N: cos tθ decreases on 1 … N iff the midpoints (t+½)θ stay in (0, π); then the "
    "largest obstacle is an unmatched nearest key against a match at N",
    "N",
    "θ2",
    "a, c",
)
def two_written(subject: TwoAngles) -> Outcome:
    """The steps of the proof, angles in units of π (h = θ', the half step's midpoint y)."""
    from sympy import Rational, cos, expand_trig, sin, symbols

    back = subject.back

    def inside(h: Any, m: Any, u: Any) -> tuple[list[Any], list[Any]]:
        # m = Nθ', u = tθ' with t from 1 to N - 1.
        given = [h > 0, m - back * h < 1, u >= h, u <= m - h]
        return given, [u + h / 2 > 0, u + h / 2 < 1]

    def leaves(h: Any, y: Any, z: Any) -> tuple[list[Any], list[Any]]:
        return [h > 0, h <= 1, y < 1, z == y + h, z >= 1], [z < 2, 3 * h / 2 < 2]

    def amplitude(a: Any, p: Any, q: Any) -> tuple[list[Any], list[Any]]:
        # p, q: two position terms between the last, 0, and the first, 1 (scaled).
        return [a > subject.least, p >= 0, p <= 1, q >= 0, q <= 1], [a + subject.place * p > q]

    def soft(e: Any, g: Any, n: Any, rest: Any) -> tuple[list[Any], list[Any]]:
        return [e > 0, n >= 2, g > n - 1, rest * g <= (n - 1) * e], [rest < e]

    posed = ((inside, "h m u"), (leaves, "h y z"), (amplitude, "a p q"), (soft, "e g n rest"))
    t, h, y, x = symbols("t h y x")
    middle = (t + Rational(1, 2)) * h
    algebra = {
        "next position": middle + h / 2 - (t + 1) * h,
        "this position": middle - h / 2 - t * h,
        "step": expand_trig(cos(y + x) - cos(y - x) + 2 * sin(x) * sin(y)),
    }
    return all_steps(lambda: identities(algebra), lambda: prove_all(posed))


THM6.coq(
    "partial_induction.A_thm6",
    "partial_induction.recalls_iff",
    "rope_heads.A_thm6_logits",
    "recall.A_thm6_softmax",
    "recall.A_thm6_softmax_angles",
    decides=("N", "θ2", "a, c", "small", "soft"),
    axioms=REALS,
    near_misses={
        "partial_induction.A_thm6__even": Kind.INDEX,
        "partial_induction.recalls_iff__same_place": Kind.HYPOTHESIS,
        "rope_heads.A_thm6_logits__no_letter": Kind.HYPOTHESIS,
        "recall.A_thm6_softmax__weak": Kind.RELATION,
        "recall.A_thm6_softmax_angles__even": Kind.INDEX,
    },
)

THM6.mutant("θ2 < π/(N-1)", Kind.CONSTANT, every_input, two_written, back=ONE)
THM6.mutant("c < 0", Kind.SIGN, every_input, softmax_inputs, two_written, place=-ONE)
THM6.mutant("a above half the drop", Kind.CONSTANT, every_input, two_written, least=HALF)
THM6.mutant("θ2 < π/(N-1/4)", Kind.CONSTANT, every_input, back=HALF / 2)
THM6.mutant("a above 9/8 of the drop", Kind.CONSTANT, every_input, least=Fraction(9, 8))
THM6.mutant("a may equal the drop", Kind.RELATION, every_input, equal=True)
THM6.mutant("distances from 2", Kind.INDEX, every_input, start=1)
THM6.mutant("one symbol", Kind.HYPOTHESIS, every_input, symbols=1)
THM6.mutant("one attribute", Kind.HYPOTHESIS, every_input, attributes=1)
THM6.mutant("the own key a match at distance 0", Kind.HYPOTHESIS, every_input, own=True)
