"""Partial Induction, one frequency against two: which angles recall a symbol's last occurrence.

A-one-angle and its repair; ``two_angles`` has A-thm6. Angles are in units of π. The input is N
pairs (symbol, attribute) and a query symbol that occurs; t = 1 … N is a pair's distance from the
query. Hard attention averages over the keys of largest logit; the answer is the attribute that
weighs most. The bare query symbol has no attribute, so its own key weighs on none.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.circle import cells, fold
from theory.mathematics.solvers import all_steps, identities, prove_all
from theory.witnesses import witness

ONE = Fraction(1)
Logit = Callable[[int, int], Any]
"""(symbol, distance t) → something ordered like the logit; symbol 0 is the query's."""


def inputs(
    symbols: int, keys: int, attributes: int = 2
) -> Iterable[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every (symbols, attributes) of N keys in which the query, symbol 0, occurs; nearest first."""
    for row in product(range(symbols), repeat=keys):
        if 0 in row:
            yield from ((row, bound) for bound in product(range(attributes), repeat=keys))


def recalls(
    logit: Logit, symbols: int, keys: int, attributes: int = 2, own: Any | None = None
) -> bool:
    """Hard attention answers the last occurrence's attribute on every input of N keys.

    ``own`` is the logit of the query's own key, which has no attribute; None: it takes no
    attention."""
    table = [[logit(m, t) for t in range(1, keys + 1)] for m in range(symbols)]
    for row, bound in inputs(symbols, keys, attributes):
        values = [table[m][t] for t, m in enumerate(row)]
        most = max(values if own is None else (*values, own))
        best = [a for a, value in zip(bound, values, strict=True) if value == most]
        wanted = bound[row.index(0)]
        if 2 * best.count(wanted) <= len(best):
            return False
    return True


def separates(logit: Logit, symbols: int, keys: int) -> bool:
    """The inequalities: a nearer match beats a farther one; a match beats other symbols."""
    match = [logit(0, t) for t in range(1, keys + 1)]
    if not all(a > b for a, b in zip(match, match[1:], strict=False)):
        return False
    others = ([logit(m, t) for t in range(1, keys + 1)] for m in range(1, symbols))
    return all(
        match[t] > other[s] for other in others for t, s in product(range(keys), repeat=2) if t != s
    )


@dataclass(frozen=True)
class OnePlane:
    """Symbol m's logit at distance t is cos(tθ + ψ - mω), ω = 2π/A (by symmetry the query is 0).

    Claimed: some ψ works iff ``least`` < θ' < ω/(``slope``·N - ``drop``) (ω at N = 2), and ψ = 0
    iff θ' < ω/(2N - ``still``). ``last`` = 1 asks for the last occurrence, -1 for the first.
    ``own``: the bare symbol has its pairs' key, and takes attention at distance 0.
    """

    slope: int = 2
    drop: int = 4
    still: Fraction = ONE
    last: int = 1
    zero: bool = False
    equal: bool = False
    attributes: int = 2
    own: bool = False

    def free(self, symbols: int, keys: int, theta: Fraction) -> bool:
        """Whether some phase is claimed to work."""
        width = fold(theta) * max(1, self.slope * keys - self.drop)
        limit = Fraction(2, symbols)
        return (theta % 2 != 0 or self.zero) and (width < limit or (self.equal and width == limit))

    def fixed(self, symbols: int, keys: int, theta: Fraction) -> bool:
        """Whether phase 0 is claimed to work."""
        return theta % 2 != 0 and fold(theta) * (2 * keys - self.still) < Fraction(2, symbols)

    def bounds(self, symbols: int, keys: int) -> list[Fraction]:
        """The claim's own bounds on θ', for some phase and for phase 0."""
        limit = Fraction(2, symbols)
        return [limit / max(1, self.slope * keys - self.drop), limit / (2 * keys - self.still)]

    def logit(self, symbols: int, theta: Fraction, psi: Fraction) -> Logit:
        """-fold orders like the cosine."""
        return lambda m, t: -fold(self.last * t * theta + psi - Fraction(2 * m, symbols))

    def right(self, symbols: int, keys: int, theta: Fraction, psi: Fraction) -> bool:
        """Whether hard attention is right on every input of N keys."""
        logit = self.logit(symbols, theta, psi)
        own = logit(0, 0) if self.own else None
        return recalls(logit, symbols, keys, self.attributes, own)


SIZES = ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 3), (3, 4))
"""(symbols A, keys N)."""


def plane_angles(symbols: int, keys: int) -> list[Fraction]:
    """θ in [0, 2] where the phases of two comparisons meet."""
    most = 2 * keys
    return [Fraction(2 * k, symbols * u) for u in range(1, most) for k in range(symbols * u + 1)]


def plane_phases(symbols: int, keys: int, theta: Fraction) -> list[Fraction]:
    """ψ in [0, 2]: where two of the compared cosines are equal, and between."""
    steps = range(2 * symbols)
    lines = [(Fraction(k, symbols) - s * theta / 2) % 2 for s in range(3, 2 * keys) for k in steps]
    return cells(lines, Fraction(2))


CELLS, PROOF = "every cell at small sizes", "arithmetic progression on the circle"
ONE_ANGLE_FIX = FormalClaim(
    id="A-one-angle-fix",
    place="before Theorem 6, repaired",
    statement="A ≥ 2 symbols, ≥ 2 attributes, N ≥ 2 keys; one pair of coordinates with angle θ, θ' "
    "= |θ mod 2π| in [0, π], ω = 2π/A, unit keys, symbol m's at angle mω. The attribute that "
    "weighs most is the answer. The query's own key has no attribute, and under hard attention a "
    "logit below the matches. Under hard attention (and softmax, for all large β) some query phase "
    "ψ solves Partial Induction on every input of at most N keys iff 0 < θ' < ω/max(1, 2N-4). The "
    "phase ψ = 0 does iff 0 < θ' < ω/(2N-1). Any head with one pair of coordinates, so read, needs "
    "0 < θ' and A(N-2)θ' < 2π. No RoPE head with any number of angles, so read, solves it for "
    "every N.",
    provenance="repair",
    subject=OnePlane,
    quantifiers={
        "A, N": "every A ≥ 2, N ≥ 2, two attributes or more",
        "θ, ψ": "every real angle and phase",
        "head": "every head with one pair of coordinates (necessity), every RoPE head (all N at "
        "once), so read",
        "small": "(A, N) in {(2,2), (2,3), (3,2), (2,4), (3,3), (4,3), (3,4)}, every θ and ψ",
    },
    parts={
        "slope": Kind.TERM,
        "zero": Kind.HYPOTHESIS,
        "equal": Kind.RELATION,
        "attributes": Kind.HYPOTHESIS,
        "own": Kind.HYPOTHESIS,
    },
    not_covered="The exact bound for keys that are not evenly spread (for N ≥ 3 between ω/(2N-4) "
    "and ω/(N-2)); the least β, which is S-beta's. Other readouts: with softmax and a free F one "
    "angle and equal keys are enough, for each N (A-cor1-fix) and, weights linearly independent "
    "over Q (cos θ = 3/5, see A-thm3-lengths), for all N at once.",
)


@ONE_ANGLE_FIX.exhaustive(
    CELLS,
    "every critical angle and phase and one point between each two; every input where "
    "A·N ≤ 4 and for phase 0, else the inequalities it amounts to",
    "small",
)
def every_plane_cell(subject: OnePlane) -> Outcome:
    """Both conditions at all θ and ψ, for the sizes listed; literal inputs at the small ones."""
    cases = 0
    for symbols, keys in SIZES:
        for theta in cells(
            [*plane_angles(symbols, keys), *subject.bounds(symbols, keys)], Fraction(2)
        ):
            if theta > 1 and keys * symbols > 6:
                break  # θ → 2π - θ, ψ → -ψ, m → -m leaves every cosine as it is
            phases = plane_phases(symbols, keys, theta)
            if symbols * keys <= 4:
                some = any(subject.right(symbols, keys, theta, p) for p in phases)
            else:
                heads = (subject.logit(symbols, theta, p) for p in phases)
                some = any(separates(logit, symbols, keys) for logit in heads)
            still = subject.right(symbols, keys, theta, Fraction(0))
            cases += len(phases)
            where = f"A = {symbols}, N = {keys}, θ = {theta}π"
            if some != subject.free(symbols, keys, theta):
                return false(f"{where}: some phase works is {some}", cases)
            if still != subject.fixed(symbols, keys, theta):
                return false(f"{where}: phase 0 works is {still}", cases)
    return true(cases)


@ONE_ANGLE_FIX.written(
    PROOF,
    "every A and N: distances from the query's direction are an arithmetic progression; "
    "normal cones; recurrence",
    "A, N",
    "θ, ψ",
    "head",
)
def plane_written(subject: OnePlane) -> Outcome:
    """The linear steps of the proof, in units of π, and the algebra of recurrence."""
    from sympy import Rational, cos, expand_trig, sin, symbols

    # x = x_1, h = θ', w = ω, m = Nh: linear in these, and N ≥ 3.
    def necessary(x: Any, h: Any, w: Any, m: Any) -> tuple[list[Any], list[Any]]:
        # |x_1| < |x_2| and |x_(N-1)| + |x_N| < ω.
        given = [m >= 3 * h, h > 0, x > -x - h, x + m - 2 * h + x + m - h < w]
        return given, [subject.slope * m - subject.drop * h < w]

    def sufficient(x: Any, h: Any, w: Any, m: Any) -> tuple[list[Any], list[Any]]:
        # Any x_1 in (-θ'/2, 0] so near to -θ'/2 that 4x_1 + 2θ' is at most the slack.
        slack = w - (subject.slope * m - subject.drop * h)
        given = [m >= 3 * h, h > 0, x > -h / 2, x <= 0, slack > 0, 4 * x + 2 * h <= slack]
        return given, [x + m - 2 * h + x + m - h < w, x + m - h < w + x]

    x, h = symbols("x h")
    half = Rational(1, 2) * subject.last
    algebra = {"recurrence": expand_trig(cos(x + h) - cos(x - h) + 4 * half * sin(x) * sin(h))}
    posed = [(necessary, "x h w m"), (sufficient, "x h w m")]
    return all_steps(lambda: identities(algebra), lambda: prove_all(posed))


ONE_ANGLE_FIX.coq(
    "recall.A_one_angle_fix",
    "recall.A_one_angle_fix_any",
    "recall.A_one_angle_fix_lengths",
    "recall.recalls_softmax",
    "partial_induction.A_one_angle_fix_plain",
    decides=("A, N", "θ, ψ", "small"),
    covers="both ranges of θ' for evenly spread keys; necessity and all N at once for heads with "
    "keys that depend on the symbol alone; softmax at all large β",
    axioms=REALS,
    near_misses={
        "recall.A_one_angle_fix__odd": Kind.INDEX,
        "recall.A_one_angle_fix_any__one_place": Kind.HYPOTHESIS,
        "recall.A_one_angle_fix_lengths__up_to_one": Kind.HYPOTHESIS,
        "recall.recalls_softmax__every_temperature": Kind.QUANTIFIER,
        "partial_induction.A_one_angle_fix_plain__even": Kind.INDEX,
    },
)

ONE_ANGLE_FIX.mutant("ω/(2N-5)", Kind.CONSTANT, drop=5)
ONE_ANGLE_FIX.mutant("ω/N", Kind.TERM, slope=1, drop=0)
ONE_ANGLE_FIX.mutant("ω/(2N-2) for phase 0", Kind.CONSTANT, every_plane_cell, still=2 * ONE)
ONE_ANGLE_FIX.mutant(
    "ω/(2N-3/4) for phase 0", Kind.CONSTANT, every_plane_cell, still=Fraction(3, 4)
)
ONE_ANGLE_FIX.mutant("θ = 0 too", Kind.HYPOTHESIS, every_plane_cell, zero=True)
ONE_ANGLE_FIX.mutant("θ' = ω/(2N-4) too", Kind.RELATION, every_plane_cell, equal=True)
ONE_ANGLE_FIX.mutant("one attribute", Kind.HYPOTHESIS, every_plane_cell, attributes=1)
ONE_ANGLE_FIX.mutant(
    "the bare symbol keyed like its pairs", Kind.HYPOTHESIS, every_plane_cell, own=True
)


def _largest(row: list[Fraction], keys: int, inputs: int) -> str:
    """The logits of ``keys`` keys, nearest first, for every choice of those that match."""
    cases = []
    for signs in product((1, -1), repeat=keys):
        if 1 in signs:
            logits = [sign * row[t] for t, sign in enumerate(signs, 1)]
            who = ", ".join("same" if sign > 0 else "other" for sign in signs)
            cases.append(f"{who}: {witness.fractions(logits)}")
    return (
        f"N = {keys}, symbols from the nearest back and their logits: {'; '.join(cases)}; the "
        f"largest is the nearest match's: right on all {inputs} inputs"
    )


def plane_of_witness(data: dict[str, Any]) -> Outcome:
    """The head with one frequency on two opposite symbols, run on every input."""
    row = [ONE, Fraction(data["cos"])]
    while len(row) <= data["keys"]:
        row.append(2 * row[1] * row[-1] - row[-2])
    sizes = range(1, data["keys"] + 1)
    counted = [2 * sum(1 for _ in inputs(2, keys)) for keys in sizes]
    parts: list[witness.Part] = [
        (
            -1 < row[1] < 1,
            "no angle",
            f"cos tθ at t = 0 … {len(row) - 1}: {witness.fractions(row)}; at distance t from the "
            "query its own symbol has logit cos tθ, the other one -cos tθ, the query's own key -1",
        ),
        (data["keys"] >= 2, "one key: nothing to choose", ""),
        (data["inputs"] == counted, f"{counted} inputs", ""),
    ]
    for size, count in zip(sizes, counted, strict=True):
        right = recalls(lambda m, t: (-1) ** m * row[t], 2, size, own=-ONE)
        parts.append((right, f"wrong at N = {size}", _largest(row, size, count)))
    return witness.shown(parts, f"cos θ = {data['cos']}: {sum(counted)} inputs, all right")


ONE_ANGLE = witness.RefutedClaim(
    plane_of_witness,
    id="A-one-angle",
    paper="A",
    place="before Theorem 6",
    statement="Partial Induction is unsolvable with one RoPE angle; it requires two.",
    provenance="reconstructed",
    parts={"keys": Kind.QUANTIFIER, "inputs": Kind.DATA},
    not_covered="Whether the paper states it as a theorem is not known here: the summaries list it "
    "among experimental results, and as one it is judged in A-e-mix. Read for all lengths at once, "
    "and by the attribute that weighs most, it is true, but then no number of angles is enough "
    "(A-one-angle-fix; other readouts: there); for a purely symbolic or purely positional head it "
    "is A-cor1. The bare query symbol's own key is opposite to its pairs' key, so that its logit, "
    "-1, is below the matches; keyed like its pairs it would take the attention.",
    repairs=("A-one-angle-fix",),
)

ONE_ANGLE.coq(
    "partial_induction.A_one_angle_refuted",
    "rope_heads.A_one_angle_logits",
    axioms=REALS,
    near_misses={
        "partial_induction.A_one_angle_refuted__every_angle": Kind.QUANTIFIER,
        "rope_heads.A_one_angle_logits__phase_back": Kind.SIGN,
    },
)

ONE_ANGLE.edited("angle above π/3", Kind.CONSTANT, lambda w: w.update(cos="2/5"))
ONE_ANGLE.edited("angle above π/2", Kind.SIGN, lambda w: w.update(cos="-3/5"))
ONE_ANGLE.edited("angle 0", Kind.CONSTANT, lambda w: w.update(cos="1"))
ONE_ANGLE.edited("three keys", Kind.QUANTIFIER, lambda w: w.update(keys=3, inputs=[4, 24, 112]))
ONE_ANGLE.edited("fewer inputs", Kind.DATA, lambda w: w.update(inputs=[4, 20]))
