"""Index by one positional RoPE angle: as printed, repaired, and as paper A has it.

Sources: paper B, F.2.1; B-irr-fix (the angles), B-thm31-index (the repair), S-beta (β);
paper A, Theorem 3 (A-thm3, A-thm3-lengths-fix).
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from constructions.heads.alphabets import Numbers, index_task, named_place_task
from constructions.heads.directions import ONE, Residual, ToPlanes, Weights, direction_multiple, v
from constructions.heads.head import BEST, SMALLEST, ConstructedHead, build_head, head_angle, length
from constructions.heads.sharpness import Contest, contest, cosine_sum_value
from theory.mathematics.conversions import cos_pi, to_ball
from theory.paper_b.printed_heads.index_ties import tied

PLACE = "place"
BIAS = "bias"
GRAIN = 2**24
"""The repaired head's r is a multiple of 1/GRAIN, so exact in float32."""


def letter(name: str) -> str:
    """The direction of a letter."""
    return f"letter {name}"


def integer_direction(i: int) -> str:
    """The direction of an integer."""
    return f"number {i}"


def embedding(alphabet: Numbers) -> dict[Any, Residual]:
    """W_E: one-hot, plus a bias coordinate that is always 1."""
    letters = {a: {letter(a): ONE, BIAS: ONE} for a in alphabet.letters}
    return letters | {i: {integer_direction(i): ONE, BIAS: ONE} for i in alphabet.integers}


def free(theta: Fraction, most: int, rule: str) -> Fraction:
    """θ/2π, unless tθ is a full turn for some 1 ≤ t ≤ most.

    Raises:
        ValueError: it is.
    """
    if tied(most + 1, theta):
        raise ValueError(
            f"theta: {theta} turns; tθ is a full turn for some 1 ≤ t ≤ {most}, a tie ({rule})"
        )
    return theta


def _weights(alphabet: Numbers, theta: Fraction, key: ToPlanes) -> Weights:
    """x + a with values 2 on letters, queries turned back by what they hold."""
    asks = {letter(a): v(PLACE) for a in alphabet.letters}
    asks |= {integer_direction(i): v(PLACE, 1, -i * theta) for i in alphabet.integers}
    symbols = {a: letter(a) for a in alphabet.letters} | {
        i: integer_direction(i) for i in alphabet.integers
    }
    return Weights(
        embed=embedding(alphabet),
        query=asks,
        key=key,
        planes={PLACE: theta},
        value={letter(a): direction_multiple(letter(a), 2) for a in alphabet.letters},
        skip={direction: direction_multiple(direction) for direction in symbols.values()},
        read={token: direction_multiple(direction) for token, direction in symbols.items()},
    )


def index_printed(
    alphabet: Numbers, n0: int, theta: object = BEST, beta: object = SMALLEST
) -> ConstructedHead:
    """Paper B, F.2.1: every key is v. Right wherever the integer points inside the input.

    ``theta`` is θ/2π in turns; the best one is 2π/n0 (S-beta).

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, θ ∈ {2πk/t : 1 ≤ t < n0} (B-irr-fix), or β too small (S-beta).
    """
    length(n0)
    turn = free(head_angle(theta, lambda: Fraction(1, n0)), n0 - 1, "B-irr-fix")
    weights = _weights(alphabet, turn, {BIAS: v(PLACE)})
    task = index_task(alphabet, outside=False)
    return build_head(
        "Index as printed", task, n0, turn, beta, weights, lambda: _printed_contests(alphabet, n0)
    )


def _printed_contests(alphabet: Numbers, n0: int) -> list[Contest]:
    """S-beta: W_s > Σ_(t≠s) W_t for every s that can point inside, and letters stay."""
    first, other = alphabet.letters[0], alphabet.letters[-1]
    contests = _letters_stay(alphabet, n0)
    for s in range(1, min(alphabet.most, n0 - 1) + 1):
        rivals = [(s, other, t) for t in range(n0) if t != s]
        contests.append(contest([(s, first, s)], rivals))
    return contests


def _letters_stay(alphabet: Numbers, n0: int) -> list[Contest]:
    """3 W_0 > Σ_(t≥1) W_t: a letter among copies of another."""
    first, other = alphabet.letters[0], alphabet.letters[-1]
    if first == other:
        return []
    return [contest([(first, first, 0)] * 3, [(first, other, t) for t in range(1, n0)])]


def index_repaired(
    alphabet: Numbers, n0: int, theta: object = BEST, beta: object = SMALLEST
) -> ConstructedHead:
    """B-thm31-index: letter keys v, integer keys r·ρ(-σ)v; right at every position.

    max cos dθ < r < 1 over 1 ≤ d ≤ D = max(n0 - 1, m); the best θ is taken to be 2π/(D + 1).

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, θ ∈ {2πk/d : 1 ≤ d ≤ D} (B-thm31-index), or β too small.
    """
    length(n0)
    far = max(n0 - 1, alphabet.most)
    turn = free(head_angle(theta, lambda: Fraction(1, far + 1)), far, "B-thm31-index")
    r = between_cosines(turn, far)
    key = {letter(a): v(PLACE) for a in alphabet.letters}
    key |= {integer_direction(i): v(PLACE, r, -i * turn) for i in alphabet.integers}
    weights = _weights(alphabet, turn, key)

    def worst() -> list[Contest]:
        contests = _letters_stay(alphabet, n0) + _letters_win(alphabet, n0, weights)
        return contests + _integers_stay(alphabet, n0, weights)

    task = index_task(alphabet, outside=True)
    return build_head("Index repaired", task, n0, turn, beta, weights, worst)


def between_cosines(turn: Fraction, far: int) -> Fraction:
    """r half-way between max cos dθ, 1 ≤ d ≤ far, and 1: certainly above the one, below the other.

    Raises:
        ValueError: the two are too near to be told apart by a number on the float32 grid.
    """
    top = to_ball(-1)
    for d in range(1, far + 1):
        fold = 2 * d * turn % 2
        top = top.max(cos_pi(fold))
    ratio = Fraction(round(GRAIN * (1 + max(float(top.mid()), -1.0)) / 2), GRAIN)
    ratio = max(ratio, Fraction(1, 2))
    if not (top < to_ball(ratio) and ratio < 1):
        raise ValueError(
            f"theta: {turn} turns; no r on the float32 grid above every cos dθ, below 1"
        )
    return ratio


def _letters_win(alphabet: Numbers, n0: int, weights: Weights) -> list[Contest]:
    """The letter at s outweighs the own key and, at every other position, the heaviest token."""
    first = alphabet.letters[0]
    rest = [token for token in alphabet.tokens if token != first]
    contests = []
    for s in range(1, min(alphabet.most, n0 - 1) + 1):
        rivals = [(s, s, 0)]
        for t in range(1, n0):
            if t != s:
                rivals.append((s, _most(weights, s, rest, t, max), t))
        contests.append(contest([(s, first, s)], rivals))
    return contests


def _integers_stay(alphabet: Numbers, n0: int, weights: Weights) -> list[Contest]:
    """The own key outweighs letters: alone if s points before the start, else with the lightest
    integer at the position pointed to."""
    contests = []
    for s in alphabet.integers:
        first = alphabet.letters[0]
        inside = [(s, first, t) for t in range(1, n0) if t != s]
        if s < n0:
            lightest = _most(weights, s, alphabet.integers, s, min)
            contests.append(contest([(s, s, 0), (s, lightest, s)], inside))
        contests.append(contest([(s, s, 0)], [(s, first, t) for t in range(1, min(s, n0))]))
    return contests


def _most(
    weights: Weights, query: int, keys: Iterable[Any], t: int, choose: Callable[..., Any]
) -> Any:
    """The key of largest or smallest logit at offset t."""
    return choose(keys, key=lambda token: cosine_sum_value(weights.logit(query, token, t)))


def index_of_paper_a(
    letters: tuple[str, ...],
    n0: int,
    theta: object = BEST,
    beta: object = SMALLEST,
    back: bool = False,
) -> ConstructedHead:
    """Paper A, Theorem 3: n0 - 1 letters, then an integer that names a position; keys all equal.

    Counted from the start the query is turned by n0 - j, so inputs have n0 tokens exactly; counted
    ``back`` it is turned by j, for every length ≤ n0. The best θ is 2π/(n0 - 1).

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, tθ a full turn for some 1 ≤ t ≤ n0 - 2 (A-thm3), or β too small.
    """
    length(n0)
    keys = n0 - 1
    alphabet = Numbers(letters, keys)
    rule = "A-thm3-lengths-fix" if back else "A-thm3"
    turn = free(head_angle(theta, lambda: Fraction(1, keys)), keys - 1, rule)
    offset = {j: j if back else n0 - j for j in alphabet.integers}
    weights = Weights(
        embed=embedding(alphabet),
        query={integer_direction(j): v(PLACE, 1, -offset[j] * turn) for j in alphabet.integers},
        key={BIAS: v(PLACE)},
        planes={PLACE: turn},
        value={letter(a): direction_multiple(letter(a)) for a in letters},
        skip={},
        read={a: direction_multiple(letter(a)) for a in letters},
    )

    def worst() -> list[Contest]:
        return [
            contest([(j, letters[0], t)], [(j, letters[-1], d) for d in range(1, n0) if d != t])
            for j, t in offset.items()
        ]

    task = named_place_task(alphabet, n0, back)
    return build_head(task.name, task, n0, turn, beta, weights, worst)
