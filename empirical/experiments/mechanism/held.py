"""What each position holds as arg-max looks are followed, and where Index and Retrieval look.

``held`` (B, T) are token ids of one of the two tasks. A position *waits* while it holds an integer
(number task) or a letter pair (letter task); ids from ``vocabulary(task).answers`` on are those.
The functions are ``theory.mathematics.tasks``'s Index and Retrieval on whole batches of ids; tests
hold the two together."""

from typing import Any

import torch
from torch import Tensor

from empirical.models.data import Sequences
from empirical.protocol.vocabulary import WINDOW, vocabulary
from theory.mathematics.tasks import look_back, step_back

OPERATION = {"number": "index", "letter": "retrieval"}


def waits(task: str, held: Tensor) -> Tensor:
    """(B, T) bool: whether the position holds a token that its operation would replace."""
    return held >= vocabulary(task).answers


def visible(held: Tensor) -> Tensor:
    """(T, T) bool: whether position j (row) sees position k (column)."""
    size = held.shape[1]
    return torch.ones(size, size, dtype=torch.bool, device=held.device).tril()


def target(held: Tensor) -> Tensor:
    """(B, T): j - i where position j holds the integer i and j - i is a position, elsewhere j."""
    places = torch.arange(held.shape[1], device=held.device).expand_as(held)
    back = places - (held - vocabulary("number").answers + 1)
    return torch.where(waits("number", held) & (back >= 0), back, places)


def left(held: Tensor) -> Tensor:
    """(B, T): the left half, 0…7, of what is held in the letter task."""
    return torch.where(waits("letter", held), held - WINDOW**2, held) // WINDOW


def fits(task: str, held: Tensor) -> Tensor:
    """(B, T, T) bool: a look from j at k is a step of the operation.

    Number: j holds the integer i, and k holds what j - i holds. Letter: j holds a letter pair, and
    k's left half is j's right half. False wherever j does not wait or the operation is undefined.
    """
    if task == "number":
        to = target(held)
        moves = waits(task, held) & (to != torch.arange(held.shape[1], device=held.device))
        same = held[:, None, :] == held.gather(1, to)[:, :, None]
        return same & moves[:, :, None] & visible(held)
    match = left(held)[:, None, :] == (held % WINDOW)[:, :, None]
    return match & waits(task, held)[:, :, None] & visible(held)


def ideal(task: str, held: Tensor) -> Tensor:
    """(B, T): where the operation looks; the first of several places, itself where at none."""
    if task == "number":
        return target(held)
    match = fits(task, held)
    places = torch.arange(held.shape[1], device=held.device).expand_as(held)
    return torch.where(match.any(-1), match.int().argmax(-1), places)


def held_after(task: str, held: Tensor, source: Tensor) -> Tensor:
    """(B, T): what is held after each position has looked at its source, (B, T).

    Number: an integer takes a letter and nothing else (F.1). Letter: a letter pair takes what it
    sees (F.2). Everything else is kept.
    """
    attended = held.gather(1, source)
    taken = waits(task, held)
    if task == "number":
        taken = taken & ~waits(task, attended)
    return torch.where(taken, attended, held)


def step(task: str, held: Tensor, source: Tensor) -> Tensor:
    """``look``, but a look that is no step of the operation changes nothing."""
    fitting = fits(task, held).gather(2, source[:, :, None]).squeeze(2)
    return torch.where(fitting, held_after(task, held, source), held)


def as_tokens(task: str, ids: list[int]) -> tuple[Any, ...]:
    """Token ids as ``theory.mathematics.tasks`` writes them: letters and integers, or pairs."""
    words = vocabulary(task)
    if task == "number":
        return tuple(i - words.answers + 1 if i >= words.answers else words.names[i] for i in ids)
    return tuple(
        (name[0], name[1] if i >= words.answers else int(name[1]))
        for i, name in ((i, words.names[i]) for i in ids)
    )


def path(data: Sequences) -> Tensor:
    """(B, T) bool: the positions of the hops, the query among them, the answer's not."""
    mask = torch.zeros(data.tokens.shape, dtype=torch.bool)
    for row, ids in enumerate(data.tokens.tolist()):
        tokens = as_tokens(data.task, ids)
        if data.task == "number":
            places = step_back(tokens, len(tokens)) or ()
        else:
            walk = look_back(tokens, len(tokens))
            places = walk.places if walk else ()
        mask[row, [p - 1 for p in places[:-1]]] = True
    return mask
