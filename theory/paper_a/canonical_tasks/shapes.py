"""The largest attention weight as a function of the target: U, inverse U, constant, or neither.

Theorem 7 repaired (A-thm7-fix): the sign of sin(Nθ/2)·sin((N-2j)θ/2) decides. Angles θ and γ are
in units of π; N keys are at 1 … N. The heads are reconstructed from summaries: Index, logits
B·cos((k-j)θ) for target j; Retrieval, the matched key's logit B·cos(jθ - γ) with γ = cθ, the
others' a constant b.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.circle import HALF, added, cells, critical_angles, exponential_sign, fold
from theory.mathematics.conversions import to_sympy
from theory.mathematics.solvers import identities, prove_all

MOST = 8
ONE = Fraction(1)
TURNS, ARCS, WRITTEN = "every cell to N = 8", "one arc", "sign of one product"


def sign_shape(rises: Sequence[int], flat: int = 1) -> str:
    """What a curve with these signs of w(j+1) - w(j) is; strict, but for ``flat`` equal steps at
    its extreme: by default two equal extremes are allowed."""
    for name, side in (("U", 1), ("inverse U", -1)):
        middle = [r for r in rises if r != side and r != -side]
        ordered = list(rises) == sorted(rises, reverse=side < 0)
        if {side, -side} <= {*rises} and ordered and len(middle) <= flat:
            return name
    if len({*rises}) == 1:
        return {0: "constant", 1: "rising", -1: "falling"}[rises[0]]
    return "neither"


@dataclass(frozen=True)
class Shapes:
    """The shapes claimed, at N ≥ 3 keys.

    Index: constant if Nθ ∈ 2πZ, else U for θ' < ``first``·π/N, inverse U for θ' <
    ``second``·π/(N - ``less``), else neither; θ' = fold(θ). Retrieval: the curve turns
    where (j + ``half``)θ - γ passes a multiple of π, and it is flat, not strict,
    where that is met at an end (``open_ends``). ``amplitude`` is the sign of
    B, ``shift`` moves the Index target, and ``match`` says that the matched key is the largest.
    ``flat`` equal steps at the extreme are no fault.
    """

    first: Fraction = Fraction(2)
    second: Fraction = Fraction(2)
    less: int = 2
    half: Fraction = HALF
    open_ends: bool = True
    amplitude: Fraction = ONE
    shift: int = 0
    match: bool = True
    flat: int = 1

    def index(self, keys: int, theta: Fraction) -> str:
        """The claimed shape of the Index head's curve."""
        folded = fold(theta)
        if keys * theta % 2 == 0:
            return "constant"
        if folded * keys < self.first:
            return "U"
        return "inverse U" if folded * (keys - self.less) < self.second else "neither"

    def retrieval(self, keys: int, theta: Fraction, gamma: Fraction) -> str:
        """The claimed shape of the Retrieval head's curve."""
        if theta % 2 > 1:
            theta, gamma = 2 - theta % 2, -gamma
        theta %= 2
        first, last = ((j + self.half) * theta - gamma for j in (1, keys - 1))
        if theta == 0 or (theta == 1 and first % 1 == 0):
            return "constant"
        if self.open_ends and (first % 1 == 0 or last % 1 == 0):
            return "neither"  # a flat step at an end
        turn = first // 1  # the half turn of the first step: the curve rises there if it is odd
        if last // 1 == turn:
            return "rising" if turn % 2 else "falling"
        if last // 1 == turn + 1:
            return "inverse U" if turn % 2 else "U"
        return "neither"


def index_rises(subject: Shapes, keys: int, theta: Fraction) -> list[int]:
    """Signs of w_max(j+1) - w_max(j), from the weights' definition; B = ± 1 stands for all B."""

    def inverse(j: int) -> list[Any]:
        angles = [fold((k - j - subject.shift) * theta) for k in range(1, keys + 1)]
        best = min(angles) if subject.amplitude > 0 else max(angles)
        return [added((subject.amplitude, a), (-subject.amplitude, best)) for a in angles]

    curves = [inverse(j) for j in range(1, keys + 1)]
    return [exponential_sign(a, b) for a, b in zip(curves, curves[1:], strict=False)]


def retrieval_rises(subject: Shapes, keys: int, theta: Fraction, gamma: Fraction) -> list[int]:
    """The same for the Retrieval head: w_max rises with the matched logit if that is the largest,
    falls with it if the others are (``ARCS``); cosines are compared by their folds."""
    up = 1 if subject.match else -1
    up *= 1 if subject.amplitude > 0 else -1
    folds = [fold(j * theta - gamma) for j in range(1, keys + 1)]
    return [up * ((a > b) - (a < b)) for a, b in zip(folds, folds[1:], strict=False)]


def retrieval_lines(subject: Shapes, keys: int) -> list[Fraction]:
    """Factors a: at γ ≡ aθ mod π a step changes its sign, or the claim its answer."""
    return sorted({*(j + HALF for j in range(1, keys)), *(j + subject.half for j in (1, keys - 1))})


def retrieval_angles(subject: Shapes, keys: int) -> list[Fraction]:
    """θ in [0, 2]: each at which two of the lines γ ≡ aθ mod π cross, and one between neighbours;
    in between, the lines keep their order around the circle of phases."""
    steps = {b - a for a, b in combinations(retrieval_lines(subject, keys), 2)} | {ONE}
    return cells([k / step for step in steps for k in range(int(2 * step) + 1)], Fraction(2))


def retrieval_cells(subject: Shapes, keys: int, theta: Fraction) -> list[Fraction]:
    """Phases in [0, 2]: every line, and one between each two neighbours."""
    lines = [(a * theta + k) % 2 for a in retrieval_lines(subject, keys) for k in (0, 1)]
    return cells(lines, Fraction(2))


SHAPES_FIX = FormalClaim(
    id="A-thm7-fix",
    place="Theorem 7, repaired",
    statement="B > 0, N ≥ 3 keys, θ' = |θ mod 2π| in [0, π]. The Index curve w_max(j), j = 1 … N, "
    "is symmetric. It is constant iff Nθ ∈ 2πZ; else strictly U iff θ' < 2π/N, strictly inverse U "
    "iff 2π/N < θ' < 2π/(N-2), otherwise neither. For the Retrieval curve let b ≤ B·cos(jθ-γ) for "
    "all j, γ = cθ, 0 < θ ≤ π. It is strictly inverse U iff for some integer k, 3θ/2 - γ + 2πk ∈ "
    "(-π, 0) and (N-½)θ - γ + 2πk ∈ (0, π). It is strictly U iff the same holds with γ + π for γ, "
    "and strictly monotone iff 3θ/2 - γ and (N-½)θ - γ lie in one (πk, πk+π). It is constant iff θ "
    "∈ 2πZ, or θ = π and γ ∈ π/2 + πZ. A strict U or inverse U may have two equal extremes.",
    provenance="repair",
    subject=Shapes,
    quantifiers={
        "N": "every N ≥ 3",
        "θ, γ": "every real γ and θ; θ > π in Retrieval as 2π - θ with -γ",
        "B, b": "every B > 0 and b ≤ every matched logit",
        "N ≤ 8": "N = 3 … 8, every θ and γ, by cells",
    },
    parts={
        "less": Kind.TERM,
        "open_ends": Kind.RELATION,
        "match": Kind.HYPOTHESIS,
        "flat": Kind.RELATION,
    },
    not_covered="N ≤ 2, where the Index curve is constant. Where b lies between the matched "
    "logits, w_max falls with the matched logit below b and rises above it. The query's own key: "
    "with a logit that does not depend on j it changes no sign. If the Index head's own key equals "
    "the others, the curve is that of N+1 keys without its last point: constant iff (N+1)θ ∈ 2πZ, "
    "else strictly U iff θ' < 2π/(N+1) and N ≥ 4.",
)


@SHAPES_FIX.exhaustive(
    TURNS,
    "both curves from the definition of the weights, at every critical angle and phase and "
    "between each two: signs, and what is claimed, change nowhere else",
    "N ≤ 8",
)
def every_cell(subject: Shapes) -> Outcome:
    """Both curves at N = 3 … MOST, at every critical angle and phase and between them, where a
    step's sign changes and where the claim's answer does."""
    cases = 0
    for keys in range(3, MOST + 1):
        claimed = [subject.first / keys, subject.second / (keys - subject.less)]
        for theta in cells([*critical_angles(keys), *claimed], Fraction(2)):
            shape, expected = (
                sign_shape(index_rises(subject, keys, theta), subject.flat),
                subject.index(keys, theta),
            )
            cases += 1
            if shape != expected:
                return false(f"Index, N = {keys}, θ = {theta}π: {shape}, not {expected}", cases)
        for theta in retrieval_angles(subject, keys):
            for gamma in retrieval_cells(subject, keys, theta):
                shape = sign_shape(retrieval_rises(subject, keys, theta, gamma), subject.flat)
                expected = subject.retrieval(keys, theta, gamma)
                cases += 1
                if shape != expected:
                    where = f"Retrieval, N = {keys}, θ = {theta}π, γ = {gamma}π"
                    return false(f"{where}: {shape}, not {expected}", cases)
    return true(cases)


@SHAPES_FIX.symbolic(
    ARCS,
    "steps ≤ π leave a half turn into the next one; w_max rises with the largest logit",
    "B, b",
    confirmed_by="cvc5",
)
def one_arc(subject: Shapes) -> Outcome:
    """z3: steps of at most π cannot jump a half turn, and one key's exponential moves w_max."""

    def steps(y: Any, s: Any) -> tuple[list[Any], list[Any]]:
        return [y > 0, y < 1, s > 0, s <= 1], [y + s < 2]

    def weight(e: Any, f: Any, u: Any, m: Any) -> tuple[list[Any], list[Any]]:
        # e < f are two exponentials of the matched logit, u that of the others, m of them.
        large = (u <= e) if subject.match else (u >= f)
        return [e > 0, u > 0, m > 0, e < f, large], [e * (f + m * u) < f * (e + m * u)]

    def top(e: Any, u: Any) -> tuple[list[Any], list[Any]]:
        # The largest weight is the matched key's.
        return [e > 0, u > 0, (u <= e) if subject.match else (u > e)], [e >= u]

    return prove_all([(steps, "y s"), (weight, "e f u m"), (top, "e u")])


@SHAPES_FIX.written(
    WRITTEN,
    "every N: w(j+1) - w(j) has the sign of -sin(Nθ/2)·sin((N-2j)θ/2), of -sin(θ/2)·"
    "sin((j+½)θ-γ); when such signs change at most once",
    "N",
    "θ, γ",
    "B, b",
)
def differences_as_products(subject: Shapes) -> Outcome:
    """sympy: both differences as products of two sines; the telescoping of Z_j."""
    from sympy import cos, expand_trig, sin, symbols

    p, q, N, j, t, g, S, T, x, y, z = symbols("p q N j t g S T x y z")
    half = to_sympy(subject.half)
    # p = Nθ/2 and q = (N-2j)θ/2, so that jθ = p - q and (N-j)θ = p + q.
    angles = {p: N * t / 2, q: (N - 2 * j) * t / 2}
    middle, step = (j + half) * t - g, t / 2
    return identities(
        {
            "jθ": (p - q).subs(angles) - (j - subject.shift) * t,
            "(N-j)θ": (p + q).subs(angles) - (N - j) * t,
            "Index step": expand_trig(cos(p - q) - cos(p + q) - 2 * sin(p) * sin(q)),
            # Z_(j+1) - Z_j: S = S(j-1), T = S(N-j-1), x = h(j), y = h(N-j), z = h(0).
            "telescoping": ((S + x) + T + z) - (S + (T + y) + z) - (x - y),
            "later position": middle + step - ((j + 1) * t - g),
            "earlier position": middle - step - (j * t - g),
            "Retrieval step": expand_trig(cos(x + y) - cos(x - y) + 2 * sin(x) * sin(y)),
        }
    )


SHAPES_FIX.coq(
    "shapes.A_thm7_fix_index",
    "shapes.A_thm7_fix_retrieval",
    "shapes.A_thm7_fix_retrieval_constant",
    decides=("N", "θ, γ", "B, b", "N ≤ 8"),
    axioms=REALS,
    near_misses={
        "shapes.A_thm7_fix_index__up_to": Kind.RELATION,
        "shapes.A_thm7_fix_retrieval__one_half_turn": Kind.DATA,
        "shapes.A_thm7_fix_retrieval_constant__full_turns_alone": Kind.TERM,
    },
)

SHAPES_FIX.mutant("U for θ' < 3π/N", Kind.CONSTANT, every_cell, first=Fraction(3))
SHAPES_FIX.mutant("U for θ' < 15π/(8N)", Kind.CONSTANT, every_cell, first=Fraction(15, 8))
SHAPES_FIX.mutant("inverse U to 15π/(8(N-2))", Kind.CONSTANT, every_cell, second=Fraction(15, 8))
SHAPES_FIX.mutant("inverse U to 2π/(N-1)", Kind.TERM, every_cell, less=1)
SHAPES_FIX.mutant("B < 0", Kind.SIGN, every_cell, amplitude=-ONE)
SHAPES_FIX.mutant("turning at (j+1)θ", Kind.CONSTANT, every_cell, differences_as_products, half=ONE)
SHAPES_FIX.mutant(
    "turning at (j+31/64)θ",
    Kind.CONSTANT,
    every_cell,
    differences_as_products,
    half=Fraction(31, 64),
)
SHAPES_FIX.mutant("a flat step at an end allowed", Kind.RELATION, every_cell, open_ends=False)
SHAPES_FIX.mutant("no two equal extremes", Kind.RELATION, every_cell, flat=0)
SHAPES_FIX.mutant("others larger than the match", Kind.HYPOTHESIS, every_cell, one_arc, match=False)
