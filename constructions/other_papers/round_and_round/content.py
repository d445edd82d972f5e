"""*Round and Round We Go* (arXiv 2410.06205) on heads that attend by content: with one frequency no
norms make them robust (RR-semantic); pairs that are not rotated do (RR-p)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import Posed, prove_all


@dataclass(frozen=True)
class Round:
    """In half turns: steps of 0 < s ≤ ``step``, ``span`` ≤ Ks; the weight is at most ``half`` where
    the target's logit is at most 0 (if ``low``) and another's at least 0 (``above`` 1)."""

    step: Fraction = Fraction(1)
    span: Fraction = Fraction(1)
    half: Fraction = Fraction(1, 2)
    above: int = 1
    low: bool = True


SEMANTIC = FormalClaim(
    id="RR-semantic",
    provenance="reconstructed",
    place="Theorem 6.1",
    statement="With one frequency g in (0, π] (d = 2) no head attends to a target token with "
    "weight above 1/2 wherever the target is, however large the head's norms. Take every query and "
    "any keys of target and other token. Among 2⌈π/g⌉ + 2 positions in a row there is one for the "
    "target and one for another token at which the target's weight is at most 1/2, whatever is at "
    "the other positions.",
    subject=Round,
    quantifiers={"g, q, k": "all g in (0, π], all queries, all keys"},
    parts={"step": Kind.QUANTIFIER, "low": Kind.HYPOTHESIS},
    not_covered="Several frequencies. Shares below 1/2, which no head keeps in longer windows: "
    "proofs.md says why. That one head of fixed norms loses every weight on long "
    "sequences holds with positions or without (B-dispersion).",
)


@SEMANTIC.inductive(
    "round the circle",
    "every number of steps: a step from the arc where cosines are positive does not leap "
    "over the other half, and steps that span half a turn leave it; all weights",
    "g, q, k",
    confirmed_by="cvc5; by hand in proofs.md",
)
def somewhere(subject: Round) -> Outcome:
    """z3. The arc (-1/2, 1/2) is where a cosine is positive.

    Step: from a position in the arc the next is in it or in [1/2, 3/2], where the cosine is not.
    End: positions that are all in the arc span less than a half turn, so K steps that span one lead
    out of it. The opposite arc is the same, turned. Weight: one other key of at least 1 against a
    target of at most 1 leaves it half at most.
    """

    def after(x: Any, s: Any) -> Posed:
        known = (2 * x > -1, 2 * x < 1, s > 0, s <= subject.step)
        return known, (2 * (x + s) > -1, 2 * (x + s) <= 3)

    def end(x: Any, d: Any) -> Posed:
        return (2 * x > -1, 2 * (x + d) < 1, d > 0), (d < subject.span,)

    def weight(w: Any, v: Any, rest: Any) -> Posed:
        known = (w > 0, v > 0, subject.above * (v - 1) >= 0, rest >= 0)
        known += (w <= 1,) if subject.low else ()
        return known, (w <= subject.half * (w + v + rest),)

    return prove_all([(after, "x s"), (end, "x d"), (weight, "w v rest")])


SEMANTIC.mutant("steps up to a full turn", Kind.QUANTIFIER, step=Fraction(2))
SEMANTIC.mutant("steps that span a quarter turn", Kind.CONSTANT, span=Fraction(1, 2))
SEMANTIC.mutant("a third", Kind.CONSTANT, half=Fraction(1, 3))
SEMANTIC.mutant("another logit below 0", Kind.SIGN, above=-1)
SEMANTIC.mutant("a target anywhere", Kind.HYPOTHESIS, low=False)


@dataclass(frozen=True)
class Still:
    """A pair that turns by ``turn`` times the distance, and a rotated one on which the query is
    ``elsewhere`` times any vector; the gap asked for is ln((N - others)(1 - ε)/(ε + more)); other
    logits are at most a gap below if ``below``."""

    turn: int = 0
    elsewhere: int = 0
    others: int = 1
    more: Fraction = Fraction(0)
    strict: bool = True
    sign: int = 1
    below: bool = True


P_ROPE = FormalClaim(
    id="RR-p",
    provenance="reconstructed",
    place="p-RoPE",
    statement="With one pair or more left unrotated a head attends to a target token, by a query "
    "that is 0 on every rotated pair, wherever the target is and whatever tokens of lower logits "
    "are at the other positions. Take every N ≥ 2, every ε in (0, 1), such a query, and other keys "
    "whose logits are a gap G or more below the target's. Then no logit depends on a position. The "
    "target's weight among N tokens is above 1 - ε if, and where all others are just G below only "
    "if, G > ln((N-1)(1-ε)/ε).",
    subject=Still,
    quantifiers={"N, ε, positions": "every N ≥ 2, all ε between 0 and 1, all positions, all keys"},
    parts={
        "turn": Kind.HYPOTHESIS,
        "elsewhere": Kind.HYPOTHESIS,
        "others": Kind.INDEX,
        "strict": Kind.RELATION,
        "below": Kind.HYPOTHESIS,
    },
    not_covered="Queries that are not 0 on some rotated pair: its part of the logits can outweigh "
    "the gap. One head of fixed norms at every length: none is robust, with positions or without "
    "(B-dispersion). That Gemma 7B's norms lie on the lowest frequencies: its weights are "
    "not here.",
)


@P_ROPE.symbolic(
    "an unrotated pair",
    "all real distances, queries and keys; all real N, ε and gaps, both directions",
    "N, ε, positions",
    confirmed_by="cvc5; by hand in proofs.md",
)
def robust(subject: Still) -> Outcome:
    """sympy, an unrotated and a rotated pair: the logit does not depend on the distance. z3: with
    y = e^{-gap} next to the target's 1, 1/(1 + (N-1) y) > 1 - ε if and only if (N-1) y (1 - ε) < ε;
    and if so, others of (N-1) y or less together leave the target as much."""
    import sympy

    t = sympy.Symbol("t", real=True)

    def part(pair: int, speed: int) -> Any:
        x, y, u, v, angle = sympy.symbols(f"x{pair} y{pair} u{pair} v{pair} theta{pair}", real=True)
        by = speed * t * angle
        turn = sympy.Matrix([[sympy.cos(by), -sympy.sin(by)], [sympy.sin(by), sympy.cos(by)]])
        return (sympy.Matrix([[x, y]]) * turn * sympy.Matrix([u, v]))[0]

    if sympy.diff(part(0, subject.turn) + subject.elsewhere * part(1, 1), t) != 0:
        return false("the logit changes with the distance")

    def wide(y: Any, n: Any, e: Any) -> Any:
        margin = subject.sign * (e + subject.more - (n - subject.others) * y * (1 - e))
        return margin > 0 if subject.strict else margin >= 0

    def both(y: Any, n: Any, e: Any) -> Posed:
        known = (n >= 2, e > 0, e < 1, y > 0)
        return known, (wide(y, n, e) == ((1 - e) * (1 + (n - 1) * y) < 1),)

    def more(y: Any, n: Any, e: Any, rest: Any) -> Posed:
        known: tuple[Any, ...] = (n >= 2, e > 0, e < 1, y > 0, rest >= 0, wide(y, n, e))
        known += (rest <= (n - 1) * y if subject.below else rest >= (n - 1) * y,)
        return known, ((1 - e) * (1 + rest) < 1,)

    return prove_all([(both, "y n e"), (more, "y n e rest")])


P_ROPE.mutant("the pair turns", Kind.HYPOTHESIS, turn=1)
P_ROPE.mutant("a query that is not 0 on a rotated pair", Kind.HYPOTHESIS, elsewhere=1)
P_ROPE.mutant("ln((N-2)(1-ε)/ε)", Kind.INDEX, others=2)
P_ROPE.mutant("ln((N-1)(1-ε)/(ε + 1/10))", Kind.CONSTANT, more=Fraction(1, 10))
P_ROPE.mutant("G at least so much", Kind.RELATION, strict=False)
P_ROPE.mutant("G below it", Kind.SIGN, sign=-1)
P_ROPE.mutant("others a gap G or less below", Kind.HYPOTHESIS, below=False)
