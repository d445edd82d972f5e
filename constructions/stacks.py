"""Transformers of constructed heads, layer on layer, that solve the number and the letter task.

Between layers a token is what the layer before decoded: each layer is a theorem's transformer with
its own output map (B-num-comp, B-let-comp). Number: Index h times, then Reflexive; letter:
Retrieval h times, then Reflexive. After each Index or Retrieval layer one hop more is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from constructions.alphabets import Numbers, Pairs, Tokens
from constructions.exhaustive import decoded, run
from constructions.heads import BEST, SMALLEST, ConstructedHead
from constructions.index_heads import index_repaired
from constructions.retrieval_heads import (
    reflexive_positional,
    reflexive_symbolic,
    retrieval_printed,
    retrieval_symbolic,
)

if TYPE_CHECKING:
    from constructions.running import StackModule

Reflexive = Callable[..., ConstructedHead]
REFLEXIVE: dict[str, Reflexive] = {
    "positional": reflexive_positional,
    "symbolic": reflexive_symbolic,
}


@dataclass(frozen=True)
class Stack:
    """ℓ layers, of which the first ``hops`` move along a hop; the answer is the last token's."""

    layers: tuple[ConstructedHead, ...]
    hops: int

    @property
    def n0(self) -> int:
        """The longest input."""
        return min(layer.n0 for layer in self.layers)

    def runner(self) -> Callable[[Tokens], list[Tokens]]:
        """The tokens after each layer, evaluated exactly; the input first.

        None stands where a layer's output has no strictly largest coordinate. The runner raises
        ValueError for an input that is not the first layer's.
        """
        answers = [run(layer) for layer in self.layers]

        def through(tokens: Tokens) -> list[Tokens]:
            states = [self.layers[0].task.checked(tokens, self.n0)]
            for layer, answer in zip(self.layers, answers, strict=True):
                if None in states[-1]:
                    states.append(states[-1])
                else:
                    states.append(decoded(answer, layer.task.checked(states[-1], layer.n0)))
            return states

        return through

    def module(self, number_format: str = "float64", device: str = "cpu") -> StackModule:
        """The stack as a torch module.

        Raises:
            ValueError: an unknown format.
        """
        from constructions.running import StackModule

        return StackModule(self, number_format, device)


def _stack(moving: ConstructedHead, last: ConstructedHead, hops: object, layers: object) -> Stack:
    if type(hops) is not int or type(layers) is not int or not 1 <= hops <= layers:
        raise ValueError(f"hops: {hops!r}, layers: {layers!r}; 1 ≤ h ≤ ℓ is needed (B-num-comp)")
    return Stack((moving,) * hops + (last,) * (layers - hops), hops)


def _reflexive(kind: str, tokens: Sequence[Any], n0: int, beta: object) -> ConstructedHead:
    if kind not in REFLEXIVE:
        raise ValueError(f"reflexive: {kind!r}; give one of {sorted(REFLEXIVE)}")
    return REFLEXIVE[kind](tokens, n0, beta=beta)


def number_stack(
    alphabet: Numbers,
    n0: int,
    hops: int,
    layers: int,
    reflexive: str = "symbolic",
    theta: object = BEST,
    beta: object = SMALLEST,
) -> Stack:
    """The repaired Index ``hops`` times, then Reflexive: f_NUM on inputs of at most ``hops`` hops.

    Raises:
        TypeError, ValueError: as ``index_repaired``; hops not in 1 … layers; an unknown Reflexive.
    """
    moving = index_repaired(alphabet, n0, theta, beta)
    softly = beta if beta in ("hard", SMALLEST) else SMALLEST
    return _stack(moving, _reflexive(reflexive, alphabet.tokens, n0, softly), hops, layers)


def letter_stack(
    alphabet: Pairs,
    n0: int,
    hops: int,
    layers: int,
    reflexive: str = "symbolic",
    theta: object = BEST,
    beta: object = SMALLEST,
    printed: bool = False,
) -> Stack:
    """Retrieval ``hops`` times, then Reflexive: f_LET on proper inputs of at most ``hops`` hops.

    Retrieval is the symbolic head, or the one that is ``printed``. Every iterate must be proper:
    it is wherever letter–integer tokens stand before letter–letter ones (B-let-iter-fix).

    Raises:
        TypeError, ValueError: as the heads; hops not in 1 … layers; an unknown Reflexive.
    """
    make = retrieval_printed if printed else retrieval_symbolic
    moving = make(alphabet, n0, theta, beta)
    softly = beta if beta in ("hard", SMALLEST) else SMALLEST
    return _stack(moving, _reflexive(reflexive, alphabet.tokens, n0, softly), hops, layers)
