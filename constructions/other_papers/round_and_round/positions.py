"""*Round and Round We Go* (arXiv 2410.06205) on heads that attend by position: without positions
none attends to itself or to the token before (RR-nope), with rotation both are done (RR-rope); and
which frequency does it with the smallest norms (RR-rope-highest, -fix)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.capacity.cosines import BITS, angle_balls
from constructions.other_papers import rechecked
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import ball_sum, precision, to_ball
from theory.mathematics.solvers import Posed, Statement, prove, prove_all


@dataclass(frozen=True)
class Repeated:
    """Weights of n ≥ max(2, ``repeats``/(1 - ε)) keys of one token, all alike, against 1 - ε; of
    two behind a first token that differs, for ε ≤ ``most``. ``first``: that token has a weight
    above 0, not at least 0."""

    alike: bool = True
    repeats: Fraction = Fraction(1)
    most: Fraction = Fraction(1, 2)
    strict: bool = True
    first: bool = True


NOPE = FormalClaim(
    id="RR-nope",
    provenance="reconstructed",
    place="Proposition 5.2",
    statement="A head without positions cannot attend to its own token, nor to the one before, "
    "with weight above 1 - ε on all sequences, for any ε in (0, 1). This is so even if every "
    "sequence starts with the same special token. On one token repeated n ≥ 2 times every weight "
    "is 1/n, whatever the head, and that is at most 1 - ε for n ≥ 1/(1 - ε). Behind another first "
    "token each is below 1/n. So for ε ≤ 1/2 [bos, x, x] is enough: both keys of x have the same "
    "weight, below 1/2.",
    subject=Repeated,
    quantifiers={"n, ε, logits": "every n ≥ 2, all ε between 0 and 1, all logits"},
    parts={
        "alike": Kind.HYPOTHESIS,
        "repeats": Kind.QUANTIFIER,
        "strict": Kind.RELATION,
        "first": Kind.HYPOTHESIS,
    },
    not_covered="Heads of later layers, whose keys may depend on their positions.",
)


@NOPE.symbolic(
    "a token repeated",
    "all real weights, real n from two on, and ε, with and without a first token that "
    "differs: a contradiction",
    "n, ε, logits",
    confirmed_by="cvc5; by hand in proofs.md",
)
def repeated_token(subject: Repeated) -> Outcome:
    """z3: w of one key, r = (n - 1) w of the other n - 1 of its token: w/(w + r) > 1 - ε never
    holds where n (1 - ε) ≥ 1; with b > 0 of a first token that differs, w/(w + r + b) is below
    1/n, and with n = 2 below 1 - ε for ε ≤ 1/2."""

    def alike(w: Any, r: Any, n: Any) -> tuple[Any, ...]:
        return (w > 0, r > 0, n >= 2, *((r == (n - 1) * w,) if subject.alike else ()))

    def never(w: Any, r: Any, n: Any, e: Any) -> Posed:
        known = (*alike(w, r, n), e > 0, e < 1, n * (1 - e) >= subject.repeats)
        over, bound = w, (1 - e) * (w + r)
        return known, ((over <= bound) if subject.strict else (over < bound),)

    def behind(w: Any, r: Any, b: Any, n: Any) -> Posed:
        return (*alike(w, r, n), b > 0 if subject.first else b >= 0), (n * w < w + r + b,)

    def three(w: Any, b: Any, e: Any) -> Posed:
        return (w > 0, b > 0, e > 0, e <= subject.most), (w < (1 - e) * (w + w + b),)

    posed: list[tuple[Statement, str]] = [(never, "w r n e"), (behind, "w r b n")]
    return prove_all([*posed, (three, "w b e")])


NOPE.mutant("tokens that differ", Kind.HYPOTHESIS, alike=False)
NOPE.mutant("half as many repeats", Kind.QUANTIFIER, repeats=Fraction(1, 2))
NOPE.mutant("[bos, x, x] for ε up to 3/4", Kind.CONSTANT, most=Fraction(3, 4))
NOPE.mutant("weight at least 1 - ε", Kind.RELATION, strict=False)
NOPE.mutant("a first token of no weight", Kind.HYPOTHESIS, first=False)


@dataclass(frozen=True)
class TurnedHeads:
    """The key R^{turn·r} q; a e^{…}: amplitudes above ln((N - others)(1 - ε)/ε)/(1 - c), c being
    above every other key's cosine and below 1 if ``apart``."""

    turn: int = -1
    others: int = 1
    apart: bool = True
    coordinates: tuple[int, ...] = (0, 1)


ROPE = FormalClaim(
    id="RR-rope",
    provenance="reconstructed",
    place="Theorem 5.3",
    statement="Take every N ≥ 2, every ε in (0, 1), every distance r (0: itself, 1: the token "
    "before) and every angle g such that no tg, 0 < t < N, is a multiple of 2π, 0 included. A head "
    "with the one frequency g, and with the same key R^{-r} q for all tokens, attends at distance "
    "r with weight above 1 - ε in every sequence of up to N tokens that reaches so far. It "
    "suffices that |q|² > ln((N-1)(1-ε)/ε)/(1 - c), c the largest of the cos tg. No tg is a "
    "multiple of 2π if g/2π is irrational.",
    subject=TurnedHeads,
    quantifiers={"N, ε, g, r": "every N ≥ 2, all ε, all such angles, every r in the window"},
    parts={"apart": Kind.HYPOTHESIS, "coordinates": Kind.TERM, "others": Kind.INDEX},
    not_covered="Which angle needs least (RR-rope-highest).",
    rests_on=("RR-any-distance",),
)


@ROPE.written(
    "the key turned back",
    "the logit for all real q, g, t, r; the weights for all real N, ε and other keys",
    "N, ε, g, r",
)
def looks_back(subject: TurnedHeads) -> Outcome:
    """One frequency: the logit at distance t is |q|² cos(g(t - r)), by sympy; and the weights, by
    z3: N - 1 other keys of at most y = e^{-a(1-c)} each next to 1, (N - others) y < ε/(1 - ε)
    given."""
    import sympy

    x, y, angle, t, r = sympy.symbols("x y theta t r", real=True)
    q = sympy.Matrix([x, y])

    def turned(by: sympy.Expr) -> sympy.Matrix:
        return sympy.Matrix([[sympy.cos(by), -sympy.sin(by)], [sympy.sin(by), sympy.cos(by)]])

    at_t = turned(t * angle) * turned(subject.turn * r * angle) * q
    logit = sum(q[i] * at_t[i] for i in subject.coordinates)
    wanted = (x**2 + y**2) * sympy.cos(angle * (t - r))
    rest = sympy.expand(sympy.expand_trig(sympy.expand(logit - wanted)))
    if rest != 0:
        return false(f"the logit differs by {rest}")

    def enough(y: Any, n: Any, e: Any, rest: Any) -> Posed:
        known: tuple[Any, ...] = (n >= 2, e > 0, e < 1, y >= 0, rest >= 0, rest <= (n - 1) * y)
        # An amplitude makes y as small as asked if the other cosines stay below 1; else y is 1.
        known += ((n - subject.others) * y * (1 - e) < e,) if subject.apart else (y <= 1,)
        return known, ((1 - e) * (1 + rest) < 1,)

    return prove(enough, "y n e rest")


ROPE.coq(
    "turned_back.RR_rope",
    "turned_back.RR_rope_some",
    "turned_back.RR_rope_irrational",
    decides=("N, ε, g, r",),
    axioms=REALS,
    near_misses={
        "turned_back.RR_rope__one_key_less": Kind.INDEX,
        "turned_back.RR_rope_some__any_angle": Kind.HYPOTHESIS,
        "turned_back.RR_rope_irrational__whole": Kind.HYPOTHESIS,
    },
)

ROPE.mutant("the key turned on", Kind.SIGN, turn=1)
ROPE.mutant("the key turned back twice as far", Kind.CONSTANT, turn=-2)
ROPE.mutant("ln((N-2)(1-ε)/ε)", Kind.INDEX, others=2)
ROPE.mutant("angles that come round", Kind.HYPOTHESIS, apart=False)
ROPE.mutant("one coordinate of the pair", Kind.TERM, coordinates=(0,))


@dataclass(frozen=True)
class Rival:
    """Frequency ``plane`` with the ``amplitude``, query along key, against the highest with up to
    ``most`` and any angle between query and key. Which gives every token's own key at least the
    ``share`` of the weight in windows of up to ``positions``, all other keys alike?"""

    base: int = 10_000
    planes: int = 64
    plane: int = 2
    positions: int = 8
    amplitude: int = 9
    most: int = 21
    share: Fraction = Fraction(9, 10)


HIGHEST = FormalClaim(
    id="RR-rope-highest",
    provenance="reading",
    place="after Theorem 5.3",
    statement="Read of the single highest frequency: of all frequencies of a model it makes "
    "diagonal and previous-token patterns with the smallest norms.",
    expected=Verdict.REFUTED,
    subject=Rival,
    parts={"positions": Kind.QUANTIFIER, "plane": Kind.INDEX, "planes": Kind.DATA},
    not_covered="The higher frequencies as a group, of which the third-highest is one; shorter "
    "windows (RR-rope-highest-fix), and several frequencies together (S-planes). The paper's words "
    "are of the highest frequencies as a group, against the lowest.",
    repairs=("RR-rope-highest-fix",),
)


def least_gap(angle: Any, positions: int) -> Any:
    """A ball c such that, for every φ, cos φ - cos(tg - φ) is at most c for some 0 < t < positions;
    None if the sines of the angles tg do not certainly have both signs.

    The gap is cos φ (1 - cos tg) - sin φ sin tg. Of two with sines x < 0 < y take the mean weighted
    by y and -x: sin φ cancels. Any two will do; c is least for the largest cosines.
    """
    points = [(angle * t).sin_cos() for t in range(1, positions)]
    before = [(-sine, 1 - cosine) for sine, cosine in points if sine < 0]
    behind = [(sine, 1 - cosine) for sine, cosine in points if sine > 0]
    if not (before and behind):
        return None
    (x, one), (y, other) = (min(side, key=lambda z: float(z[1])) for side in (before, behind))
    return (y * one + x * other) / (x + y)


@rechecked.refutes(
    HIGHEST,
    "another frequency",
    "d = 128, base 10,000, windows of up to 8 tokens: the third-highest frequency gives each "
    "token's own key 9/10 with |q||k| = 9, the highest with none up to 21, whatever the angle "
    "between query and key; balls of 96 bits",
)
def other_serves(subject: Rival) -> Outcome:
    """Balls, against 1/share - 1: with the other frequency Σ e^{-a(1 - cos tθ)}, 0 < t < N, is
    below it. With the highest one key weighs at least e^{-ac}, c being ``least_gap``, whatever the
    angle. At a = ``most`` that is above it, and the more so at smaller a."""
    with precision(BITS):
        theta = angle_balls(subject.base, subject.planes)
        limit = to_ball(1 / subject.share - 1)
        if not subject.amplitude <= subject.most:
            return false(f"the highest frequency may need less than {subject.amplitude}")
        gap = least_gap(theta[0], subject.positions)
        if gap is None:
            return false("no two keys lie on both sides of the highest frequency's own key")
        fast = (-subject.most * gap).exp()
        gaps = (1 - (theta[subject.plane] * t).cos() for t in range(1, subject.positions))
        slow = ball_sum((-subject.amplitude * one).exp() for one in gaps)
        if not fast > limit:
            return false(f"the highest frequency may leave the others {fast.str(4)} only")
        if not slow < limit:
            return false(f"frequency {subject.plane} leaves the others {slow.str(4)}")
    return true(2, f"of the own key's weight: one key {fast.str(4)}, the others {slow.str(4)}")


HIGHEST.mutant("7 tokens", Kind.QUANTIFIER, positions=7)
HIGHEST.mutant("4 tokens", Kind.QUANTIFIER, positions=4)
HIGHEST.mutant("frequency 48", Kind.INDEX, plane=48)
HIGHEST.mutant("amplitude 8", Kind.CONSTANT, amplitude=8)
HIGHEST.mutant("more than with the highest frequency", Kind.CONSTANT, amplitude=22)
HIGHEST.mutant("the highest frequency with 29", Kind.CONSTANT, most=29)
HIGHEST.mutant("a share of one half", Kind.CONSTANT, share=Fraction(1, 2))
HIGHEST.mutant("100 tokens", Kind.QUANTIFIER, positions=100)
HIGHEST.mutant("32 frequencies", Kind.DATA, planes=32)


@dataclass(frozen=True)
class Order:
    """cos y - cos x = factor · sin((x + y)/2) sin((y - x)/2), for ``least`` · π < x < y ≤
    ``turns`` · π; another frequency adds ``elsewhere`` times any number to a logit."""

    factor: int = -2
    least: int = 0
    turns: int = 1
    halves: int = 2
    strict: bool = True
    elsewhere: int = 0


HIGHEST_FIX = FormalClaim(
    id="RR-rope-highest-fix",
    provenance="repair",
    place="after Theorem 5.3",
    statement="Take every N ≥ 2, and heads that are 0 on all frequencies but one, a positive angle "
    "up to π/(N - 1). Among these heads that with the highest angle needs the smallest norm to "
    "point to a distance with a given weight by the key R^{-r} q. Namely: for 0 < g < h ≤ π/(N-1) "
    "each other key's logit a cos th, 0 < t < N, is below a cos tg at every a = |q|² > 0.",
    subject=Order,
    quantifiers={"N, g, h, t": "every N ≥ 2, all 0 < g < h ≤ π/(N - 1), all t"},
    parts={
        "least": Kind.QUANTIFIER,
        "turns": Kind.QUANTIFIER,
        "halves": Kind.TERM,
        "strict": Kind.RELATION,
        "elsewhere": Kind.HYPOTHESIS,
    },
    not_covered="Angles that turn further within the window, where any order occurs. Keys at "
    "another angle to the query, which can need less.",
)


@HIGHEST_FIX.symbolic(
    "cosines fall",
    "all real x = tg, y = th with 0 < x < y ≤ π: their difference is a product of two sines "
    "of angles inside a half turn",
    "N, g, h, t",
    confirmed_by="cvc5; by hand in proofs.md",
)
def falls(subject: Order) -> Outcome:
    """sympy: the identity; z3, in half turns: both sines' arguments are between 0 and π; and a
    times the lower cosine c is the lower logit, as no other frequency adds to it."""
    import sympy

    x, y = sympy.symbols("x y", real=True)
    product = subject.factor * sympy.sin((x + y) / 2) * sympy.sin((y - x) / subject.halves)
    rest = sympy.expand_trig(sympy.cos(y) - sympy.cos(x) - product)
    at = [{x: sympy.Rational(1, 3), y: sympy.Rational(5, 7)}, {x: 1, y: 3}]
    if any(abs(rest.subs(one).evalf(30)) > sympy.Rational(1, 10**20) for one in at):
        return false(f"the difference is not {product}")
    if sympy.simplify(rest.rewrite(sympy.exp).expand()) != 0:
        return false(f"the difference is not {product}")

    def inside(x: Any, y: Any) -> Posed:
        known = (x > subject.least, y <= subject.turns, x < y if subject.strict else x <= y)
        return known, (x + y > 0, x + y < 2, y - x > 0, y - x < 2)

    def lower(c: Any, more: Any, a: Any, z: Any) -> Posed:
        return (c < more, a > 0), (a * c + subject.elsewhere * z < a * more,)

    return prove_all([(inside, "x y"), (lower, "c more a z")])


HIGHEST_FIX.mutant("2 sin sin", Kind.SIGN, factor=2)
HIGHEST_FIX.mutant("- sin sin", Kind.CONSTANT, factor=-1)
HIGHEST_FIX.mutant("up to a full turn", Kind.QUANTIFIER, turns=2)
HIGHEST_FIX.mutant("angles below 0 too", Kind.QUANTIFIER, least=-1)
HIGHEST_FIX.mutant("sin(y - x)", Kind.TERM, halves=1)
HIGHEST_FIX.mutant("another frequency too", Kind.HYPOTHESIS, elsewhere=1)
HIGHEST_FIX.mutant("the same angle", Kind.RELATION, strict=False)
