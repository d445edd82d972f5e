"""*Round and Round We Go* (arXiv 2410.06205): each distance is the best one of some key
(RR-any-distance), and random queries and keys see no decay (RR-gauss)."""

from dataclasses import dataclass

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim


@dataclass(frozen=True)
class Distances:
    """The key R^{turn·r} q, scaled: its logit at distance t is Σ |q_i|² cos(θ_i(t - r))."""

    turn: int = -1
    scale: int = 1
    order: tuple[int, int] = (0, 1)
    coordinates: tuple[int, ...] = (0, 1)
    query: bool = True


RR_ANY_DISTANCE = FormalClaim(
    id="RR-any-distance",
    provenance="reconstructed",
    place="Proposition 3.1",
    statement="For every query that is not 0 and every distance r there is a key whose logit is "
    "largest at distance r, and only there, however long the context: at angles b^(-2i/d) with an "
    "integer base b ≥ 2.",
    subject=Distances,
    quantifiers={"q, r, t, b": "every q that is not 0, all distances r and t, every integer b ≥ 2"},
    parts={"query": Kind.HYPOTHESIS, "order": Kind.INDEX},
    not_covered="How large the lead is (S-planes); transcendental bases, of which some tie.",
)


@RR_ANY_DISTANCE.written(
    "the key turned back",
    "the logit for all real q, θ, t, r; no other distance ties, as π is transcendental",
    "q, r, t, b",
)
def any_distance(subject: Distances) -> Outcome:
    """One frequency, all real q, θ, t, r: qᵀ R^t R^{-r} q = |q|² cos(θ(t - r)), and |q|² > 0."""
    import sympy

    x, y, angle, t, r = sympy.symbols("x y theta t r", real=True)
    q = sympy.Matrix([x, y]) if subject.query else sympy.zeros(2, 1)

    def turned(by: sympy.Expr) -> sympy.Matrix:
        return sympy.Matrix([[sympy.cos(by), -sympy.sin(by)], [sympy.sin(by), sympy.cos(by)]])

    ordered = sympy.Matrix([q[i] for i in subject.order])
    key = subject.scale * turned(subject.turn * r * angle) * ordered
    at_t = turned(t * angle) * key
    logit = sum(q[i] * at_t[i] for i in subject.coordinates)
    wanted = (q[0] ** 2 + q[1] ** 2) * sympy.cos(angle * (t - r))
    rest = sympy.expand(sympy.expand_trig(sympy.expand(logit - wanted)))
    if q[0] == 0:
        return false("a query of 0 has the same logit at every distance")
    return true(1) if rest == 0 else false(f"the logit differs by {rest}")


RR_ANY_DISTANCE.coq(
    "turned_back.RR_any_distance_best",
    "turned_back.RR_any_distance_tie",
    covers="all but one step: the key has no better distance at any angles, and a tie at these "
    "angles makes π^(d/2) rational; on paper: π is transcendental, so no tie",
    axioms=REALS,
    near_misses={
        "turned_back.RR_any_distance_best__every_plane": Kind.HYPOTHESIS,
        "turned_back.RR_any_distance_tie__same_distance": Kind.HYPOTHESIS,
    },
)

RR_ANY_DISTANCE.mutant("the key turned on", Kind.SIGN, turn=1)
RR_ANY_DISTANCE.mutant("the key turned back twice as far", Kind.CONSTANT, turn=-2)
RR_ANY_DISTANCE.mutant("coordinates exchanged", Kind.INDEX, order=(1, 0))
RR_ANY_DISTANCE.mutant("one coordinate of the pair", Kind.TERM, coordinates=(0,))
RR_ANY_DISTANCE.mutant("a query of 0", Kind.HYPOTHESIS, query=False)


@dataclass(frozen=True)
class Gauss:
    """Means of q and k, whether k is q itself, what a pair adds to E[(qᵀRk)²], and which
    coordinates of a pair count."""

    query: int = 0
    key: int = 0
    twin: bool = False
    spread: int = 2
    coordinates: tuple[int, ...] = (0, 1)


GAUSS = FormalClaim(
    id="RR-gauss",
    provenance="reconstructed",
    place="Proposition 3.2",
    statement="For q, k standard Gaussian and independent, E[qᵀ R^r k] = 0 at every distance r and "
    "for all angles; and E[(qᵀ R^r k)²] = d at each: neither mean nor spread decays.",
    subject=Gauss,
    quantifiers={"r, θ": "every distance, all angles; independent components of mean 0"},
    parts={"twin": Kind.HYPOTHESIS, "coordinates": Kind.TERM},
    not_covered="Queries and keys of trained models, which are not independent.",
)


@GAUSS.symbolic(
    "moments",
    "all real turns, a pair of coordinates at a time; pairs are independent, so means and "
    "squares add",
    "r, θ",
)
def random_pair(subject: Gauss) -> Outcome:
    """One pair turned by any x: E[qᵀRk] = Σ R_ij E[q_i k_j] is 0, E[(qᵀRk)²] = Σ R_ij² is 2."""
    import sympy

    x, mean = sympy.symbols("x mu", real=True)
    turn = sympy.Matrix([[sympy.cos(x), -sympy.sin(x)], [sympy.sin(x), sympy.cos(x)]])
    pairs = [(i, j) for i in subject.coordinates for j in subject.coordinates]
    centre = subject.query * subject.key * mean**2
    expected = sum(turn[i, j] * (centre + int(subject.twin and i == j)) for i, j in pairs)
    if sympy.simplify(expected) != 0:
        return false(f"the mean is {sympy.simplify(expected)}")
    square = sympy.simplify(sum(turn[i, j] ** 2 for i, j in pairs) - subject.spread)
    return true(1) if square == 0 else false(f"the square is off by {square}")


GAUSS.mutant("a key that equals the query", Kind.HYPOTHESIS, twin=True)
GAUSS.mutant("means of 1", Kind.CONSTANT, query=1, key=1)
GAUSS.mutant("spread d/2", Kind.CONSTANT, spread=1)
GAUSS.mutant("spread -d", Kind.SIGN, spread=-2)
GAUSS.mutant("one coordinate of each pair", Kind.TERM, coordinates=(0,))
