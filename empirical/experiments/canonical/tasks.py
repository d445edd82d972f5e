"""Paper A's canonical tasks as data: what each token holds, and random inputs.

A token is a sum of directions: a letter or a position for Index, a symbol and an attribute for a
context token of the others, a bare symbol for their query. Inputs are N context tokens and the
query; the answer is one of the letters or attributes.

Information Retrieval: the symbol asked for is in the context once, the others anywhere.
Partial Induction: it may also stand further back, and the last occurrence counts.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from empirical.protocol import settings

N, S = settings.CANONICAL_KEYS, settings.CANONICAL_SYMBOLS
TASKS = {"index": 1, "retrieval": 1, "induction-1": 1, "induction-2": 2}
"""RoPE planes a head has; of two, the first has angle 0."""
HELD_OUT = 2**31
"""Streams from here on are never trained on."""


@dataclass(frozen=True)
class Inputs:
    """``tokens`` (B, N + 1, T) holds the directions of each token; ``answers`` and ``targets``,
    the place from 0 of the token that decides, are (B,)."""

    tokens: Tensor
    answers: Tensor
    targets: Tensor


def direction_count(task: str) -> int:
    """T: letters and positions; or symbols, attributes and symbols asked for."""
    return S + N if task == "index" else 3 * S


def task_inputs(task: str, seed: int, stream: int, count: int) -> Inputs:
    """Random inputs, the target uniform over the context; the same for the same arguments.

    Raises:
        ValueError: an unknown task.
    """
    if task not in TASKS:
        raise ValueError(f"task: {task!r}; give one of {', '.join(TASKS)}")
    dice = np.random.default_rng((seed, stream))

    def roll(sides: int, *shape: int) -> Tensor:
        return torch.from_numpy(dice.integers(sides, size=shape))

    targets = roll(N, count)
    here = torch.arange(count)
    letters = roll(S, count, N)
    if task == "index":
        held = torch.cat([letters, S + targets[:, None]], 1)
        return Inputs(_marks(task, held), letters[here, targets], targets)
    asked = roll(S, count)
    symbols = (asked[:, None] + 1 + roll(S - 1, count, N)) % S
    if task != "retrieval":
        further = torch.arange(N) < targets[:, None]
        symbols = torch.where(further, roll(S, count, N), symbols)
    symbols[here, targets] = asked
    held = torch.cat([symbols, 2 * S + asked[:, None]], 1)
    tokens = _marks(task, held)
    tokens[:, :N, S : 2 * S] = torch.nn.functional.one_hot(letters, S).to(tokens)
    return Inputs(tokens, letters[here, targets], targets)


def _marks(task: str, held: Tensor) -> Tensor:
    return torch.nn.functional.one_hot(held, direction_count(task)).float()


def shuffled_answers(given: Inputs, seed: int, stream: int) -> Inputs:
    """The same inputs with their answers dealt out again: a null model's training data."""
    order = np.random.default_rng((seed, stream, 1)).permutation(len(given.answers))
    return Inputs(given.tokens, given.answers[order], given.targets)
