"""Paper A's retrieval heads: Information Retrieval, and Partial Induction with one angle or two.

Inputs are N = n0 - 1 pairs (symbol, attribute) at most, and a bare symbol. Sources: A-thm5,
A-one-angle-fix, A-thm6.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from constructions.heads.alphabets import Bindings, induction_task, lookup_task
from constructions.heads.directions import (
    ONE,
    UP,
    Arrow,
    Residual,
    ToPlanes,
    Weights,
    direction_multiple,
    v,
)
from constructions.heads.head import BEST, SMALLEST, ConstructedHead, build_head, head_angle, length
from constructions.heads.retrieval import FRACTIONS
from constructions.heads.sharpness import Contest, best, contest, cosine_sum_value, threshold
from theory.mathematics.arcs import away
from theory.mathematics.conversions import cos_pi, to_ball
from theory.mathematics.exact import exact

WIDEST = "widest"
"""The phase ψ with which the widest range of θ serves (A-one-angle-fix)."""

CIRCLE, PLACE = "symbols on a circle", "place"


def symbol(s: str) -> str:
    """The direction of a pair's symbol."""
    return f"symbol {s}"


def _asked(s: str) -> str:
    """The direction of a bare symbol."""
    return f"asked {s}"


def attribute(x: str) -> str:
    """The direction of an attribute."""
    return f"attribute {x}"


def _weights(
    alphabet: Bindings, query: ToPlanes, key: ToPlanes, planes: dict[str, Fraction]
) -> Weights:
    """Pairs hold a symbol and an attribute; the attribute that weighs most is the answer."""
    pairs: dict[Any, Residual] = {
        (s, x): {symbol(s): ONE, attribute(x): ONE}
        for s in alphabet.symbols
        for x in alphabet.attributes
    }
    return Weights(
        embed=pairs | {s: direction_multiple(_asked(s)) for s in alphabet.symbols},
        query=query,
        key=key,
        planes=planes,
        value={attribute(x): direction_multiple(attribute(x)) for x in alphabet.attributes},
        skip={},
        read={x: direction_multiple(attribute(x)) for x in alphabet.attributes},
    )


def information_retrieval(
    alphabet: Bindings, n0: int, theta: object = BEST, beta: object = SMALLEST
) -> ConstructedHead:
    """A NoPE head: a symbol asks for itself, one pair of coordinates for each (A-thm5); β >
    log(n0 - 2).

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, θ ≠ 0, or β too small (A-thm5: e^β > N - 1).
    """
    length(n0)
    turn = head_angle(theta, lambda: Fraction(0))
    if turn.denominator != 1:
        raise ValueError(f"theta: {turn} turns; the NoPE head has θ = 0 (A-thm5)")
    weights = _weights(
        alphabet,
        {_asked(s): v(symbol(s)) for s in alphabet.symbols},
        {symbol(s): v(symbol(s)) for s in alphabet.symbols},
        {symbol(s): Fraction(0) for s in alphabet.symbols},
    )
    s, other = alphabet.symbols[0], alphabet.symbols[-1]
    x, y = alphabet.attributes[0], alphabet.attributes[-1]
    contests = [contest([(s, (s, x), 1)], [(s, (other, y), t) for t in range(2, n0)])]
    task = lookup_task(alphabet)
    return build_head("Information Retrieval", task, n0, turn, beta, weights, lambda: contests)


def _last_wins(alphabet: Bindings, n0: int, weights: Weights) -> list[Contest]:
    """The last match at t against the heaviest others nearer and the heaviest keys farther."""
    s, *others = alphabet.symbols
    x, y = alphabet.attributes[0], alphabet.attributes[-1]

    def heaviest(names: Iterable[str], t: int) -> tuple[Any, Any, int]:
        return s, (max(names, key=lambda m: cosine_sum_value(weights.logit(s, (m, y), t))), y), t

    contests = []
    for t in range(1, n0):
        nearer = [heaviest(others, d) for d in range(1, t)]
        far = [heaviest(alphabet.symbols, d) for d in range(t + 1, n0)]
        contests.append(contest([(s, (s, x), t)], nearer + far))
    return contests


def induction_one_angle(
    alphabet: Bindings, n0: int, theta: object = BEST, beta: object = SMALLEST, phase: object = "0"
) -> ConstructedHead:
    """Partial Induction with one frequency: symbol m at mω, the query turned by ψ = ``phase`` or
    'widest', with which the widest range of θ serves.

    The logit of symbol m at distance t is cos(tθ + ψ - mω). The best θ is that of least β among
    ω/(2N - 1 + k/4), k = 1 … 12.

    Raises:
        TypeError: θ, ψ or β is no exact number.
        ValueError: n0 below 2, θ' outside (0, ω/(2N-1)) at ψ = 0, outside (0, ω/max(1, 2N-4)) at
            that ψ (A-one-angle-fix), ψ neither 0 nor 'widest', or β too small.
    """
    length(n0)
    count, keys = len(alphabet.symbols), n0 - 1
    if phase != WIDEST and exact(phase, "phase") != 0:
        raise ValueError(f"phase: {phase}; ψ = 0 or 'widest' (A-one-angle-fix)")
    moved = phase == WIDEST

    def weigh(turn: Fraction) -> Weights:
        return _circle(alphabet, turn, _phase(turn, keys, count) if moved else Fraction(0))

    turn = head_angle(theta, lambda: _best_step(alphabet, n0, Fraction(1, count), weigh))
    times = max(1, 2 * keys - 4) if moved else 2 * keys - 1
    if keys > 1 and not 0 < away(turn) * times < Fraction(1, count):
        raise ValueError(
            f"theta: {turn} turns; 0 < θ' < 1/{count * times} turns is needed for {count} symbols"
            f" and N = {keys} at this ψ (A-one-angle-fix)"
        )
    return _induction("Partial Induction, one angle", alphabet, n0, turn, beta, weigh(turn))


def _best_step(
    alphabet: Bindings, n0: int, whole: Fraction, weigh: Callable[[Fraction], Weights]
) -> Fraction:
    """The angle of least β among ``whole``/(2N - 1 + k/4), k = 1 … 12; weights by angle."""
    keys = n0 - 1
    steps = [whole / (2 * keys - 1 + Fraction(k, 4)) for k in FRACTIONS]

    def sharp(turn: Fraction) -> float:
        weights = weigh(turn)
        return threshold(weights, _last_wins(alphabet, n0, weights))

    return best(steps, sharp) if keys > 1 else steps[0]


def _induction(
    name: str, alphabet: Bindings, n0: int, turn: Fraction, beta: object, weights: Weights
) -> ConstructedHead:
    def wins() -> list[Contest]:
        return _last_wins(alphabet, n0, weights)

    return build_head(name, induction_task(alphabet), n0, turn, beta, weights, wins)


def _phase(turn: Fraction, keys: int, count: int) -> Fraction:
    """ψ with x_1 = θ + ψ half-way between -θ'/2 and the most that A-one-angle-fix allows."""
    step = away(turn)
    most = (Fraction(1, count) - max(1, 2 * keys - 3) * step) / 2
    first = (-step / 2 + min(Fraction(0), most)) / 2
    return (first - step) * (1 if round(turn) <= turn else -1)


def _circle(alphabet: Bindings, turn: Fraction, phase: Fraction) -> Weights:
    at = {s: Fraction(m, len(alphabet.symbols)) for m, s in enumerate(alphabet.symbols)}
    query = {_asked(s): v(CIRCLE, 1, at[s] + phase) for s in at}
    key = {symbol(s): v(CIRCLE, 1, at[s]) for s in at}
    # The query's own key carries no attribute: opposite to its query, it is never the largest.
    key |= {_asked(s): v(CIRCLE, 1, at[s] + phase + Fraction(1, 2)) for s in at}
    return _weights(alphabet, query, key, {CIRCLE: turn})


def induction_two_angles(
    alphabet: Bindings,
    n0: int,
    theta: object = BEST,
    beta: object = SMALLEST,
    content: object = "2",
) -> ConstructedHead:
    """Partial Induction with pairs of coordinates that do not turn, for the symbols, and one of
    frequency θ2, for the position.

    Logit a·[symbol = query] + cos(tθ2), a = ``content``; a = 2 serves every θ2 in range. The best
    θ2 is that of least β among 2π/(2N - 1 + k/4), k = 1 … 12.

    Raises:
        TypeError: θ, a or β is no exact number.
        ValueError: n0 below 2, θ2' outside (0, 2π/(2N-1)), a ≤ cos θ2 - cos Nθ2 (A-thm6), or β
            too small.
    """
    length(n0)
    keys, a = n0 - 1, exact(content, "content")

    def weigh(turn: Fraction) -> Weights:
        return _planes(alphabet, turn, a)

    turn = head_angle(theta, lambda: _best_step(alphabet, n0, ONE, weigh))
    if keys > 1 and not 0 < away(turn) * (2 * keys - 1) < 1:
        raise ValueError(
            f"theta: {turn} turns; 0 < θ2' < 1/{2 * keys - 1} turns at N = {keys} (A-thm6)"
        )
    if not _outweighs(a, turn, keys):
        raise ValueError(f"content: {a}; a > cos θ2 - cos Nθ2 is needed at N = {keys} (A-thm6)")
    return _induction("Partial Induction, two angles", alphabet, n0, turn, beta, weigh(turn))


def _outweighs(a: Fraction, turn: Fraction, keys: int) -> bool:
    """a > cos θ2 - cos Nθ2, certainly; a > 0 where N = 1."""
    return a > 0 and bool(to_ball(a) > cos_pi(2 * turn) - cos_pi(2 * keys * turn))


def _planes(alphabet: Bindings, turn: Fraction, a: Fraction) -> Weights:
    place = Arrow(PLACE, ONE, UP)
    query = {_asked(s): (*v(symbol(s), a), place) for s in alphabet.symbols}
    # Bare symbols have no key: their own logit is 0, below every match.
    key = {symbol(s): (*v(symbol(s)), place) for s in alphabet.symbols}
    planes = {symbol(s): Fraction(0) for s in alphabet.symbols} | {PLACE: turn}
    return _weights(alphabet, query, key, planes)
