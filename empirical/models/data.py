"""Seeded, vectorised sequences for the number and the letter task (paper B, App. B).

Every array holds one sequence a row: a target window of 8 tokens, a pre-target window of 8 and
the query. ``lead`` irrelevant tokens may stand before the target window: the papers' way of
lengthening an input without changing its answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from empirical.protocol import settings
from empirical.protocol.vocabulary import LENGTH, MAX_HOPS, TASKS, WINDOW, vocabulary

SHARES = (0.9, 0.005, 0.095)
"""Train, validation and test shares of the total."""


@dataclass(frozen=True)
class Sequences:
    """Inputs and what is known of them.

    ``tokens`` (n, length) ids; ``answers`` (n,) ids; ``hops`` (n,) in 1…4; ``places`` (n,) the
    answer's place in the target window, 0…7.
    """

    task: str
    tokens: np.ndarray
    answers: np.ndarray
    hops: np.ndarray
    places: np.ndarray

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, rows: slice | np.ndarray) -> Sequences:
        return Sequences(
            self.task, self.tokens[rows], self.answers[rows], self.hops[rows], self.places[rows]
        )

    def sha256(self) -> str:
        """Hash of every array, for manifests."""
        digest = hashlib.sha256(self.task.encode())
        for array in (self.tokens, self.answers, self.hops, self.places):
            digest.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
        return digest.hexdigest()


def balanced(rng: np.random.Generator, n: int, values: int) -> tuple[np.ndarray, np.ndarray]:
    """n places in the target window and n answer values, each (n,), in random order.

    Places are used equally often (±1) and so are values, whatever n; so are pairs of the two as
    soon as n reaches ``8 · values``: along i, place i mod 8 meets value i + ⌊i / values⌋, which
    visits every pair once because 8 divides ``values``.
    """
    i = np.arange(n)
    places, labels = i % WINDOW, (i + i // values) % values
    order = rng.permutation(n)
    return places[order], rng.permutation(values)[labels[order]]


def hop_positions(rng: np.random.Generator, n: int, hops: int) -> np.ndarray:
    """(n, hops - 1) distinct pre-target positions, each row descending, counted from 0."""
    order = rng.random((n, WINDOW)).argsort(axis=1)[:, : hops - 1]
    return -np.sort(-(order + WINDOW), axis=1)


def distinct_values(
    rng: np.random.Generator, n: int, first: np.ndarray, size: int, k: int
) -> np.ndarray:
    """(n, k) distinct values below ``size``, the first column given, the rest uniform."""
    picks = np.empty((n, k), dtype=np.int64)
    picks[:, 0] = first
    for column in range(1, k):
        draw = rng.integers(0, size - column, n)
        for taken in np.sort(picks[:, :column], axis=1).T:  # skip over what is already taken
            draw += draw >= taken
        picks[:, column] = draw
    return picks


def window_letters(
    rng: np.random.Generator, places: np.ndarray, values: np.ndarray, size: int, letters: str
) -> np.ndarray:
    """(n, 8) letters of number's target window, each row's answer at its place.

    ``letters``: distinct, or repeated: drawn with replacement, as paper B's generator draws them.
    """
    rows = np.arange(len(places))
    if letters == "repeated":
        windows = rng.integers(0, size, (len(places), WINDOW))
        windows[rows, places] = values
        return windows
    windows = distinct_values(rng, len(places), values, size, WINDOW)
    windows[rows, 0], windows[rows, places] = windows[rows, places], windows[rows, 0]
    return windows


def number_task_sequences(
    rng: np.random.Generator, n: int, hops: int, lead: int = 0, letters: str = "distinct"
) -> Sequences:
    """Number task: letters, then numbers that say how many places to step back.

    The path visits hops - 1 pre-target positions in descending order and ends in the target
    window; every other pre-target number points to a uniformly random earlier position.
    """
    words = vocabulary("number")
    places, values = balanced(rng, n, words.answers)
    window = window_letters(rng, places, values, words.answers, letters)
    rows = np.arange(n)
    positions = np.arange(WINDOW, LENGTH)
    steps = positions - rng.integers(0, positions, (n, WINDOW + 1))
    path = np.column_stack([np.full(n, LENGTH - 1), hop_positions(rng, n, hops), places])
    for here, there in zip(path.T[:-1], path.T[1:], strict=True):
        steps[rows, here - WINDOW] = here - there
    front = rng.integers(0, words.answers, (n, lead))
    tokens = np.concatenate([front, window, words.answers - 1 + steps], axis=1)
    return Sequences("number", tokens, values, np.full(n, hops), places)


def letter_sequences(
    rng: np.random.Generator, n: int, hops: int, lead: int = 0, letters: str = "distinct"
) -> Sequences:
    """Letter task: letter–integer pairs, then letter pairs whose right half says where to go.

    Letters on the path occur as a left half only on the path; everything else is drawn from the
    remaining letters. ``letters`` is number's matter and changes nothing here.
    """
    places, values = balanced(rng, n, WINDOW * WINDOW)
    alphabet = distinct_values(rng, n, values // WINDOW, WINDOW, WINDOW)
    path = alphabet[:, :hops][:, ::-1]  # path[:, i]: the letter looked for at hop i + 1
    rest = alphabet[:, hops:]
    rows = np.arange(n)

    def others(width: int) -> np.ndarray:
        picks = rng.integers(0, rest.shape[1], (n, width))
        return np.take_along_axis(rest, picks, axis=1)

    lefts, rights = others(LENGTH), others(LENGTH)
    visits = hop_positions(rng, n, hops)
    for hop, there in enumerate(visits.T):
        lefts[rows, there], rights[rows, there] = path[:, hop], path[:, hop + 1]
    rights[:, -1] = path[:, 0]
    tokens = WINDOW * (WINDOW + lefts) + rights
    tokens[:, :WINDOW] = WINDOW * lefts[:, :WINDOW] + rng.integers(0, WINDOW, (n, WINDOW))
    tokens[rows, places] = values
    front = WINDOW * others(lead) + rng.integers(0, WINDOW, (n, lead))
    return Sequences(
        "letter", np.concatenate([front, tokens], axis=1), values, np.full(n, hops), places
    )


def sequences(
    task: str, n: int, seed: int, lead: int = 0, stream: int = 0, letters: str = "distinct"
) -> Sequences:
    """n sequences, an equal share of each hop count, shuffled; a pure function of its arguments.

    ``stream`` separates independent draws under one seed; ``letters``: see ``window_letters``.

    Raises:
        ValueError: unknown task, or n not a positive multiple of 4.
    """
    vocabulary(task)
    if n <= 0 or n % MAX_HOPS:
        raise ValueError(
            f"n = {n}: give a positive multiple of {MAX_HOPS}, one share per hop count"
        )
    make = number_task_sequences if task == "number" else letter_sequences
    rng = np.random.default_rng([seed, TASKS.index(task), lead, stream])
    parts = [make(rng, n // MAX_HOPS, hops, lead, letters) for hops in range(1, MAX_HOPS + 1)]
    joined = Sequences(
        task,
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("tokens", "answers", "hops", "places")
        ),
    )
    return joined[rng.permutation(n)]


def splits(
    task: str, seed: int, total: int = settings.TOTAL, letters: str = "distinct"
) -> tuple[Sequences, Sequences, Sequences]:
    """Train, validation and test sets in the spec's shares, 90 / 0.5 / 9.5 %."""
    everything = sequences(task, total, seed, letters=letters)
    train, held = round(total * SHARES[0]), round(total * SHARES[1])
    return everything[:train], everything[train : train + held], everything[train + held :]


def batches(data: Sequences, size: int) -> Iterator[Sequences]:
    """The data in order, in batches of ``size`` (the last may be smaller)."""
    for start in range(0, len(data), size):
        yield data[start : start + size]
