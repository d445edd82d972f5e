"""Retrieval as printed, a purely symbolic one, and Reflexive both ways.

Sources: paper B, F.2.2; B-thm31-retr (the range of θ), B-rem31-pure and B-rem32 (why a symbolic
head needs another construction), S-beta (β).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from constructions.heads.alphabets import Pairs, reflexive_task, retrieval_task, spelt
from constructions.heads.directions import ONE, ToPlanes, Weights, direction_multiple, v
from constructions.heads.head import BEST, SMALLEST, ConstructedHead, build_head, head_angle, length
from constructions.heads.sharpness import Contest, best, contest, threshold
from theory.paper_b.printed_heads.index_ties import tied
from theory.paper_b.printed_heads.retrieval import Range

PLANE = "letters on a circle"
STILL = Fraction(0)
HALF = Fraction(1, 2)
FRACTIONS = range(1, 13)
"""Best angles are looked for at ω/(2 n0 - 3 + k/4), k = 1 … 12: S-beta's 2 n0 is among them."""


def _whole(token: Any) -> str:
    """The direction of a token, where embeddings are one-hot over tokens."""
    return f"token {spelt(token)}"


def retrieval_printed(
    alphabet: Pairs, n0: int, theta: object = BEST, beta: object = SMALLEST
) -> ConstructedHead:
    """Paper B, F.2.2: letters at multiples of ω = 2π/|ALPH| on one circle that turns by θ.

    ``theta`` is θ/2π in turns; the best is that of least β among ω/(2 n0 - 3 + k/4), k ≤ 12.

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, θ outside 0 < ‖θ‖ < ω/(2 n0 - 3) (B-thm31-retr), or β too small.
    """
    length(n0)
    letters = len(alphabet.letters)

    def sharp(turn: Fraction) -> float:
        return threshold(_printed(alphabet, turn), _printed_contests(alphabet, n0, turn))

    def choose() -> Fraction:
        if letters == 1:
            return Fraction(1, 2 * n0 - 1)
        return best([1 / (letters * (2 * n0 - 3 + Fraction(k, 4))) for k in FRACTIONS], sharp)

    turn = head_angle(theta, choose)
    if not Range().works(n0, letters, turn):
        bound = (
            f"0 < ‖θ‖ < 1/{letters * (2 * n0 - 3)} turns" if letters > 1 else "no tθ a full turn"
        )
        raise ValueError(f"theta: {turn} turns; {bound} is needed at n0 = {n0} (B-thm31-retr)")
    task = retrieval_task(alphabet)
    weights = _printed(alphabet, turn)

    def worst() -> list[Contest]:
        return _printed_contests(alphabet, n0, turn)

    return build_head("Retrieval as printed", task, n0, turn, beta, weights, worst)


def _printed(alphabet: Pairs, turn: Fraction) -> Weights:
    phase = {a: Fraction(i, len(alphabet.letters)) for i, a in enumerate(alphabet.letters, start=1)}
    asked = {(x, y): y if isinstance(y, str) else x for x, y in alphabet.tokens}
    one_hot = {_whole(token): direction_multiple(_whole(token)) for token in alphabet.tokens}
    return Weights(
        embed={token: direction_multiple(_whole(token)) for token in alphabet.tokens},
        query={_whole(t): v(PLANE, 1, -phase[asked[t]]) for t in alphabet.tokens},
        key={_whole(t): v(PLANE, 1, -phase[t[0]]) for t in alphabet.tokens},
        planes={PLANE: turn},
        value=one_hot,
        skip={},
        read={token: direction_multiple(_whole(token)) for token in alphabet.tokens},
    )


def _printed_contests(alphabet: Pairs, n0: int, turn: Fraction) -> list[Contest]:
    """S-beta's (I), (II), (III). The nearest rival is one letter off on the side θ turns to."""
    a, *others = alphabet.letters[1:] + alphabet.letters[:1]
    contests = [contest([((a, 1), (a, 1), 0)], [((a, 1), (a, a), t) for t in range(1, n0)])]
    if not others:
        return contests
    # Logits cos((φ(rival) - φ(a))ω + tθ): φ one less where θ > 0, one more where θ < 0.
    b = others[-1] if round(turn) <= turn else others[0]
    nearest, self_ = (b, a), (a, a)
    for t in range(n0):
        query = nearest if t else self_
        target = (a, 1) if t else self_
        rivals = [(query, (b, 1), k) for k in range(1, n0) if k != t]
        contests.append(contest([(query, target, t)], rivals))
        contests.append(contest([(nearest, (a, 1), t)], [(nearest, nearest, k) for k in range(t)]))
    return contests


def left_direction(name: str) -> str:
    """The direction of a left half."""
    return f"left {name}"


def right_direction(half: Any) -> str:
    """The direction of a right half, letter or integer."""
    return f"right {half}"


def retrieval_symbolic(
    alphabet: Pairs, n0: int, theta: object = BEST, beta: object = SMALLEST
) -> ConstructedHead:
    """A Retrieval head without positions: each half of a token has a direction of its own.

    A right letter asks for that left half; an integer asks for itself, and every left half, at
    half the length, for itself: so (x, i) finds (x, i), which the printed keys cannot tell from (x,
    x) at θ = 0 (B-rem32). Logits are 0, ½, 1 or 3/2: the smallest β is 2 log(n0 - 1).

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, θ ≠ 0 (the head would see positions, B-rem31-pure), or β too small.
    """
    length(n0)
    _still(theta, "B-rem31-pure")
    letters, integers = alphabet.letters, range(1, alphabet.most + 1)
    query = {right_direction(i): v(right_direction(i)) for i in integers}
    query |= {right_direction(y): v(left_direction(y)) for y in letters} | {
        left_direction(x): v(left_direction(x), HALF) for x in letters
    }
    halves = [
        *map(left_direction, letters),
        *map(right_direction, letters),
        *map(right_direction, integers),
    ]
    key = {half: v(half) for half in halves if half not in map(right_direction, letters)}
    word = {(x, y): {left_direction(x): ONE, right_direction(y): ONE} for x, y in alphabet.tokens}
    weights = Weights(
        embed=word,
        query=query,
        key=key,
        planes=dict.fromkeys(key, STILL),
        value={half: direction_multiple(half) for half in halves},
        skip={},
        read=word,
    )
    return build_head(
        "Retrieval, symbolic",
        retrieval_task(alphabet),
        n0,
        STILL,
        beta,
        weights,
        lambda: _symbolic_contests(alphabet, n0),
    )


def _symbolic_contests(alphabet: Pairs, n0: int) -> list[Contest]:
    """One match against n0 - 1 keys of the heaviest token that shares no half with it."""
    a, b = alphabet.letters[0], alphabet.letters[-1]
    if a == b:
        rivals = [((a, 1), (a, a), t) for t in range(1, n0)]
        return [contest([((a, 1), (a, 1), 0)], rivals)]
    contests = [
        # (b, a) asks for a; b's own left half, copies of the query among them, is the rival.
        contest([((b, a), (a, 1), n0 - 1)], [((b, a), (b, a), t) for t in range(n0 - 1)]),
        contest([((a, a), (a, a), 0)], [((a, a), (b, 1), t) for t in range(1, n0)]),
    ]
    contests.append(contest([((a, 1), (a, 1), 0)], [((a, 1), (b, 1), t) for t in range(1, n0)]))
    return contests


def _still(theta: object, rule: str) -> None:
    turn = head_angle(theta, lambda: STILL)
    if turn.denominator != 1:
        raise ValueError(f"theta: {turn} turns; a symbolic head needs θ = 0 ({rule})")


def reflexive_positional(
    tokens: Sequence[Any], n0: int, theta: object = BEST, beta: object = SMALLEST
) -> ConstructedHead:
    """The identity by position: keys and queries are all v, so a token finds its own position.

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, tθ a full turn for some 1 ≤ t < n0 (B-irr-fix), or β too small.
    """
    length(n0)
    turn = head_angle(theta, lambda: Fraction(1, n0))
    if tied(n0, turn):
        raise ValueError(f"theta: {turn} turns; tθ is a full turn for some 1 ≤ t < n0 (B-irr-fix)")
    every = {_whole(token): v("place") for token in tokens}
    return _reflexive("Reflexive, positional", tokens, n0, turn, beta, every)


def reflexive_symbolic(
    tokens: Sequence[Any], n0: int, theta: object = BEST, beta: object = SMALLEST
) -> ConstructedHead:
    """The identity by content: each token has a pair of coordinates of its own and finds tokens
    like itself.

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, θ ≠ 0, or β ≤ log(n0 - 1).
    """
    length(n0)
    _still(theta, "Def. D.1")
    own = {_whole(token): v(_whole(token)) for token in tokens}
    return _reflexive("Reflexive, symbolic", tokens, n0, STILL, beta, own)


def _reflexive(
    name: str, tokens: Sequence[Any], n0: int, turn: Fraction, beta: object, to: ToPlanes
) -> ConstructedHead:
    one_hot = {token: direction_multiple(_whole(token)) for token in tokens}
    planes = {arrow.plane: turn for arrows in to.values() for arrow in arrows}
    weights = Weights(
        embed=one_hot,
        query=to,
        key=to,
        planes=planes,
        value={_whole(token): direction_multiple(_whole(token)) for token in tokens},
        skip={},
        read=one_hot,
    )
    a, b = tokens[0], tokens[-1]
    rivals = [(a, b, t) for t in range(1, n0)] if a != b else []
    contests = [contest([(a, a, 0)], rivals)]
    return build_head(
        name, reflexive_task(tuple(tokens)), n0, turn, beta, weights, lambda: contests
    )
