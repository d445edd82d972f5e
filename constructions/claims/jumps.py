"""The letter task in fewer layers than hops: S-layers' upper half, as weights (C-stack-jump)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from constructions.heads.alphabets import Pairs, Tokens
from constructions.stacks.stacks import letter_jumps
from constructions.stacks.stream import Stack, StreamLayer, evaluated
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim

NAMES = tuple("abcde")
LAYERS = 3


@dataclass(frozen=True)
class HopsAhead:
    """After the last layer register k holds the token after ``times`` k + ``ahead`` hops; a walk
    that has ended stays."""

    stack: Stack
    times: int = 1
    ahead: int = 0


def forests(letters: tuple[str, ...], most: int) -> Iterator[Tokens]:
    """Every input whose i-th token has the i-th letter on its left, and on its right this one, an
    earlier one or an integer: up to letters' names, every proper input of distinct left halves."""
    for n in range(1, len(letters) + 1):
        halves = [[*letters[: i + 1], *range(1, most + 1)] for i in range(n)]
        for rights in product(*halves):
            yield tuple(zip(letters, rights, strict=False))


def _walk(tokens: Tokens, start: tuple[Any, Any]) -> list[tuple[Any, Any]]:
    """The tokens from ``start`` on, to one that has an integer or asks for its own left half."""
    rights, walk = dict(tokens), [start]
    while walk[-1][1] in rights and walk[-1][1] != walk[-1][0]:
        left = walk[-1][1]
        walk.append((left, rights[left]))
    return walk


def _subject() -> HopsAhead:
    """Three layers, seven hops, five letters."""
    return HopsAhead(letter_jumps(Pairs(NAMES, 1), len(NAMES), LAYERS))


def _layer(edit: Callable[[StreamLayer], StreamLayer]) -> Callable[[HopsAhead], HopsAhead]:
    """The last layer edited."""

    def change(subject: HopsAhead) -> HopsAhead:
        *first, last = subject.stack.layers
        return replace(subject, stack=replace(subject.stack, layers=(*first, edit(last))))

    return change


def _first_register(layer: StreamLayer) -> StreamLayer:
    """Asks by the embedding, not by the last register held."""
    asked = {d.split(" @ ")[0] + " @ 0": arrows for d, arrows in layer.query.items()}
    return replace(layer, query=asked)


def _one_token(layer: StreamLayer) -> StreamLayer:
    """Fetches the token found, not what it holds."""
    return replace(layer, value={d: x for d, x in layer.value.items() if d.endswith(" @ 0")})


def _turned(layer: StreamLayer) -> StreamLayer:
    return replace(layer, query={d: tuple(-a for a in x) for d, x in layer.query.items()})


JUMP = FormalClaim(
    id="C-stack-jump",
    paper="suite",
    place="S-layers, as weights",
    statement="A transformer of three symbolic Retrieval layers, each of which asks for what the "
    "last token held asks for and fetches all that the token found holds. One residual stream, "
    "softmax at the β that `enough` gives, nothing decoded before the end: register k, k = 0 … 7, "
    "holds the token after k hops at every position, so three layers do four hops. The inputs are "
    "bounded: length ≤ 5, the i-th token with the i-th of five letters on its left, and this "
    "letter, an earlier one or 1 on its right (872 inputs).",
    subject=_subject,
    parts={"ahead": Kind.INDEX, "query": Kind.DATA, "value": Kind.HYPOTHESIS},
    quantifiers={
        "input": "length ≤ 5, the i-th token with the i-th of five letters on its left, and this "
        "letter, an earlier one or 1 on its right (872 inputs)"
    },
    not_covered="longer inputs and more layers (S-layers; the bound of C-stack-number), so walks "
    "of five to seven hops (one is run in the tests)",
    rests_on=("S-layers", "C-retr-fix"),
)


@JUMP.exhaustive(
    "one stream, decoded at the end", "872 inputs, the transformer itself, in balls", "input"
)
def every_forest(subject: HopsAhead) -> Outcome:
    """Every forest through the stack, in balls: each register at each position."""
    cases = longest = 0
    run = evaluated(subject.stack)
    for tokens in forests(NAMES, 1):
        cases += 1
        states = run(tokens)
        for j in range(1, len(tokens) + 1):
            walk = _walk(tokens, tokens[j - 1])
            longest = max(longest, len(walk) - 1)
            for k, state in enumerate(states):
                wanted = walk[min(subject.times * k + subject.ahead, len(walk) - 1)]
                if state[j - 1] != wanted:
                    difference = f"{state[j - 1]}, not {wanted}"
                    return false(f"{tokens}, position {j}, register {k}: {difference}", cases)
    return true(cases, note=f"walks of up to {longest} hops, {len(subject.stack.layers)} layers")


JUMP.mutant("one hop more is asked", Kind.INDEX, ahead=1)
JUMP.mutant("two hops a register", Kind.CONSTANT, times=2)
JUMP.mutant("asks by the embedding", Kind.DATA, mutate=_layer(_first_register))
JUMP.mutant("fetches the token alone", Kind.HYPOTHESIS, mutate=_layer(_one_token))
JUMP.mutant("query turned round", Kind.SIGN, mutate=_layer(_turned))
