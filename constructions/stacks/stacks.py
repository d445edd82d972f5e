"""Transformers of constructed heads that solve the number and the letter task.

One residual stream, softmax at finite β, decoding after the last layer alone
(``constructions.stacks.stream``). Number: Index ``hops`` times, then Reflexive; letter: Retrieval
``hops`` times, then Reflexive. Register t holds the tokens after t hops (B-num-comp, B-let-comp).

Number: integers stay where the embedding wrote them, registers hold the letter found so far, or
nothing. An integer σ asks at its position for letters found, by one angle, as printed; on a pair of
coordinates that does not turn letters are offered at -r, so that only the position asked for, cos
0 - r > 0, is above positions without a letter, which offer nothing: whoever asks in vain finds no
letter. (B-thm31-index's r; its integers' keys would have to vanish where a letter was found, which
no linear map can do.)
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from constructions.heads.alphabets import Numbers, Pairs, Task, Tokens, index_task, retrieval_task
from constructions.heads.directions import ONE, Residual, Weights, direction_multiple, v
from constructions.heads.head import BEST, HARD, ConstructedHead, head_angle, length
from constructions.heads.index import BIAS, PLACE, between_cosines, free, integer_direction, letter
from constructions.heads.retrieval import retrieval_printed, retrieval_symbolic
from constructions.heads.sharpness import cosine_sum_value
from constructions.stacks.stream import (
    Stack,
    StreamLayer,
    at,
    enough_sharpness,
    reading_head,
    register,
)
from theory.mathematics import tasks
from theory.mathematics.exact import exact

VAIN = "against letters not asked for"
KINDS = ("positional", "symbolic")
ENOUGH = "enough"
REACH = 2.0
"""No two logits of these heads are further apart."""


def _depth(hops: object, layers: object, kind: str) -> tuple[int, int]:
    if type(hops) is not int or type(layers) is not int or not 1 <= hops <= layers:
        raise ValueError(f"hops: {hops!r}, layers: {layers!r}; 1 ≤ h ≤ ℓ is needed (B-num-comp)")
    if kind not in KINDS:
        raise ValueError(f"reflexive: {kind!r}; give one of {list(KINDS)}")
    return hops, layers


def _sharp(beta: object, gap: float, n0: int, layers: int) -> Fraction:
    """β as given, or enough of it.

    Raises:
        TypeError: β is no exact number.
        ValueError: β is not positive.
    """
    given = enough_sharpness(gap, REACH, n0, layers) if beta == ENOUGH else exact(beta, "beta")
    if given <= 0:
        raise ValueError(f"beta: {beta}; a positive inverse temperature is needed")
    return given


def number_stack(
    alphabet: Numbers,
    n0: int,
    hops: int,
    layers: int,
    reflexive: str = "symbolic",
    theta: object = BEST,
    beta: object = ENOUGH,
) -> Stack:
    """Index ``hops`` times, then Reflexive: f_NUM on inputs of at most ``hops`` hops, and Index^t
    of every input at every position of register t. ``beta``: Index's; 'enough' is proved to be.

    Raises:
        TypeError: θ or β is no exact number.
        ValueError: n0 below 2, θ ∈ {2πk/d : 1 ≤ d ≤ D} (B-thm31-index), β ≤ 0, hops not in
            1 … layers, or an unknown Reflexive.
    """
    length(n0)
    _depth(hops, layers, reflexive)
    far = max(n0 - 1, alphabet.most)
    turn = free(head_angle(theta, lambda: Fraction(1, far + 1)), far, "B-thm31-index")
    r = between_cosines(turn, far)
    top = max(cosine_sum_value({Fraction(2 * d * turn % 2): ONE}) for d in range(1, far + 1))
    gap = min(1 - float(r), float(r) - top)
    index = _sharp(beta, gap, n0, layers)
    made = [_index(alphabet, turn, r, t, index) for t in range(1, hops + 1)]
    for t in range(hops + 1, layers + 1):
        made.append(_number_reflexive(alphabet, n0, reflexive, t, layers))
    embed: dict[Any, Residual] = {a: {at(letter(a), 0): ONE, BIAS: ONE} for a in alphabet.letters}
    embed |= {i: {integer_direction(i): ONE, BIAS: ONE} for i in alphabet.integers}
    kept = {i: direction_multiple(integer_direction(i)) for i in alphabet.integers}
    reads = [
        {a: direction_multiple(at(letter(a), t), 2) for a in alphabet.letters} | kept
        for t in range(layers + 1)
    ]
    task = _iterated(index_task(alphabet, outside=True), hops)
    return Stack(task, n0, hops, embed, tuple(made), tuple(reads))


def _index(alphabet: Numbers, turn: Fraction, r: Fraction, t: int, beta: Fraction) -> StreamLayer:
    """Letters found are offered at their position, less r."""
    query = {at(letter(a), 0): v(PLACE) for a in alphabet.letters}
    query |= {integer_direction(i): v(PLACE, 1, -i * turn) for i in alphabet.integers}
    directions = [letter(a) for a in alphabet.letters]
    return StreamLayer(
        query={**query, BIAS: v(VAIN, r)},
        key={at(a, t - 1): (*v(PLACE), *v(VAIN, -1)) for a in directions},
        planes={PLACE: turn, VAIN: Fraction(0)},
        value={at(a, t - 1): direction_multiple(at(a, t)) for a in directions},
        beta=beta,
    )


def _number_reflexive(alphabet: Numbers, n0: int, kind: str, t: int, layers: int) -> StreamLayer:
    """By position; or by content: a letter asks for itself, 2 - 1, above one without, 0."""
    directions = [letter(a) for a in alphabet.letters]
    copy = {at(a, t - 1): direction_multiple(at(a, t)) for a in directions}
    beta = enough_sharpness(_own_gap(kind, n0), REACH, n0, layers)
    if kind == "positional":
        place = {BIAS: v(PLACE)}
        return StreamLayer(place, place, {PLACE: Fraction(1, n0)}, copy, beta)
    return StreamLayer(
        query={at(a, t - 1): v(a, 2) for a in directions} | {BIAS: v(VAIN)},
        key={at(a, t - 1): (*v(a), *v(VAIN, -1)) for a in directions},
        planes=dict.fromkeys([*directions, VAIN], Fraction(0)),
        value=copy,
        beta=beta,
    )


def _own_gap(kind: str, n0: int) -> float:
    """Reflexive's gap: of one content to others, or of a position to the next at θ = 2π/n0."""
    return 1.0 if kind == "symbolic" else 1 - cosine_sum_value({Fraction(2, n0): ONE})


def letter_stack(
    alphabet: Pairs,
    n0: int,
    hops: int,
    layers: int,
    reflexive: str = "symbolic",
    beta: object = ENOUGH,
    printed: bool = False,
) -> Stack:
    """Retrieval ``hops`` times, then Reflexive: f_LET on inputs of at most ``hops`` hops.

    Retrieval is the symbolic head, or the one that is ``printed``. Every iterate must be proper: it
    is wherever letter–integer tokens are before letter–letter ones (B-let-iter-fix).

    Raises:
        TypeError, ValueError: as the heads; β ≤ 0; hops not in 1 … layers; an unknown Reflexive.
    """
    _depth(hops, layers, reflexive)
    make = retrieval_printed if printed else retrieval_symbolic
    moving = make(alphabet, n0, BEST, HARD)
    last = _letter_reflexive(moving.weights, n0, reflexive)
    heads = [(moving.weights, _sharp(beta, _gap(moving), n0, layers))] * hops
    heads += [(last, enough_sharpness(_own_gap(reflexive, n0), REACH, n0, layers))] * (
        layers - hops
    )
    made = [reading_head(head, t, sharp) for t, (head, sharp) in enumerate(heads, start=1)]
    embed = {token: register(x, 0) for token, x in moving.weights.embed.items()}
    reads = [
        {token: register(x, t) for token, x in moving.weights.read.items()}
        for t in range(layers + 1)
    ]
    task = _iterated(retrieval_task(alphabet), hops)
    return Stack(task, n0, hops, embed, tuple(made), tuple(reads))


def letter_jumps(alphabet: Pairs, n0: int, layers: int) -> Stack:
    """Retrieval in jumps: f_LET on inputs of at most 2^layers - 1 hops (S-layers, as weights).

    Register k is the token after k hops. Layer t asks for what the last register held asks for; its
    query reads that one, its key the embedding, its value moves all registers held by 2^(t-1).

    Raises:
        TypeError, ValueError: as Retrieval's head; layers below 1.
    """
    if type(layers) is not int or layers < 1:
        raise ValueError(f"layers: {layers!r}; an integer ≥ 1 is needed")
    moving = retrieval_symbolic(alphabet, n0, BEST, HARD)
    head, sharp = moving.weights, enough_sharpness(_gap(moving), REACH, n0, layers)
    made = [_jump(head, 2**t, sharp) for t in range(layers)]
    embed = {token: register(x, 0) for token, x in head.embed.items()}
    reads = [{token: register(x, k) for token, x in head.read.items()} for k in range(2**layers)]
    hops = 2**layers - 1
    task = _iterated(retrieval_task(alphabet), hops)
    return Stack(task, n0, hops, embed, tuple(made), tuple(reads))


def _jump(head: Weights, held: int, beta: Fraction) -> StreamLayer:
    """From ``held`` registers to twice as many."""
    return StreamLayer(
        query={at(d, held - 1): arrows for d, arrows in head.query.items()},
        key={at(d, 0): arrows for d, arrows in head.key.items()},
        planes=head.planes,
        value={
            at(d, k): register(target, held + k)
            for d, target in head.value.items()
            for k in range(held)
        },
        beta=beta,
    )


def _letter_reflexive(head: Weights, n0: int, kind: str) -> Weights:
    """By position; or by content: each direction that a token is made of asks for itself."""
    parts = tuple(head.value)
    if kind == "positional":
        once = dict.fromkeys(next(iter(token)) for token in head.embed.values())
        own, planes = {d: v(PLACE) for d in once}, {PLACE: Fraction(1, n0)}
    else:
        own, planes = {d: v(d) for d in parts}, dict.fromkeys(parts, Fraction(0))
    return replace(
        head, query=own, key=own, planes=planes, value={d: direction_multiple(d) for d in parts}
    )


def _gap(head: ConstructedHead) -> float:
    """How far the right key's logit is above every other's, on the worst inputs."""
    weights, gaps = head.weights, [1.0]
    for one in head.contests:
        pair = (min(cosine_sum_value(weights.logit(*x)) for x in one.winners), one.rivals)
        gaps += [pair[0] - cosine_sum_value(weights.logit(*x)) for x in pair[1]]
    return min(gaps)


def _iterated(task: Task, hops: int) -> Task:
    """The task ``hops`` times; refused where one of the inputs on the way is."""

    def refuses(tokens: Tokens) -> str:
        for _ in range(hops):
            if rule := task.refuses(tokens):
                return rule
            tokens = task.answers(tokens)
        return ""

    def answers(tokens: Tokens) -> Tokens:
        return tasks.power(task.answers, hops, tokens)

    return replace(task, name=f"{task.name}, {hops} hops", refuses=refuses, answers=answers)
