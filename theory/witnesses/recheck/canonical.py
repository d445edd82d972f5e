"""Re-evaluates the witnesses about the canonical tasks. Standard library only.

    python theory/witnesses/recheck/canonical.py [FILE.json]

A head turns by an angle θ a position whose cosine is the rational ``cos`` (and sin θ > 0): every
cos(tθ) is then rational, by the recurrence cos((t+1)θ) = 2 cos θ cos(tθ) - cos((t-1)θ). Fields
are checked or derived; anything missing, extra or not exact is refused. Exit code 0 if every
witness stands, 1 if one does not, 2 if the file cannot be read.
"""

import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "recheck"

from . import fields, need, number, program

MOST = 6


def count(value: Any, least: int) -> int:
    """A small whole number."""
    need(type(value) is int and least <= value <= MOST, f"{value!r} is not in {least}..{MOST}")
    return int(value)


def cosines(cosine: Fraction, most: int) -> list[Fraction]:
    """cos(tθ) for t = 0 … most."""
    need(-1 < cosine < 1, "cos θ is not between -1 and 1")
    row = [Fraction(1), cosine]
    while len(row) <= most:
        row.append(2 * cosine * row[-1] - row[-2])
    return row


def direction(difference: Fraction) -> int:
    """The sign of a number."""
    return (difference > 0) - (difference < 0)


def index_steps(row: list[Fraction], keys: int) -> list[int]:
    """Where w_max rises: sign of Z_j - Z_(j+1), in which all exponentials but one each cancel."""
    steps = []
    for j in range(1, keys):
        here = [row[abs(k - j)] for k in range(1, keys + 1)]
        there = [row[abs(k - j - 1)] for k in range(1, keys + 1)]
        for entry in list(here):
            if entry in there:
                here.remove(entry)
                there.remove(entry)
        need(len(here) == len(there) <= 1, "more than one exponential is left")
        steps.append(direction(here[0] - there[0]) if here else 0)
    return steps


def before(steps: list[int], first: int, second: int) -> bool:
    """Some step of the first sign stands before some step of the second; flat steps have no say."""
    return any(step == first and second in steps[k:] for k, step in enumerate(steps))


def a_thm7(data: Any) -> str:
    """An Index head that works, its curve not a U; a Retrieval head's, not an inverse U."""
    first, second = fields(data, "index", "retrieval")
    cosine, size, steps = fields(first, "cos", "keys", "rises")
    keys = count(size, 3)
    row = cosines(number(cosine), keys)
    need(all(c < 1 for c in row[1:keys]), "index: the target is not the only maximum")
    rises = index_steps(row, keys)
    need(steps == rises, f"index: the curve rises as {rises}")
    need(before(rises, 1, -1), "index: the curve is a U")
    cosine, size, phase, floor, steps = fields(second, "cos", "keys", "phase", "floor", "rises")
    keys, c = count(size, 3), count(phase, 0)
    row = cosines(number(cosine), MOST)
    logits = [row[abs(j - c)] for j in range(1, keys + 1)]
    need(all(x > number(floor) for x in logits), "retrieval: a match is not the largest")
    ups = [direction(y - x) for x, y in zip(logits, logits[1:], strict=False)]
    need(steps == ups, f"retrieval: the curve rises as {ups}")
    peaked = 1 in ups and -1 in ups and not before(ups, -1, 1)
    need(not peaked, "retrieval: the curve is an inverse U")
    return f"index rises {rises}, retrieval rises {ups}"


def reads(logits: list[Fraction], attributes: tuple[int, ...], wanted: int) -> bool:
    """Hard attention: among the largest logits the wanted attribute is the most frequent."""
    best = [a for x, a in zip(logits, attributes, strict=True) if x == max(logits)]
    return all(best.count(wanted) > best.count(other) for other in {*attributes} - {wanted})


def solved(row: list[Fraction], keys: int) -> int:
    """Runs the head (symbols 0 and 1 opposite in the plane) on every input; how many there are."""
    inputs = 0
    for symbols in product((0, 1), repeat=keys):
        for attributes, query in product(product((0, 1), repeat=keys), (0, 1)):
            if query not in symbols:
                continue
            last = max(j for j in range(keys) if symbols[j] == query)
            logits = [row[keys - j] if symbols[j] == query else -row[keys - j] for j in range(keys)]
            text = f"symbols {symbols}, attributes {attributes}, query {query}"
            need(reads(logits, attributes, attributes[last]), f"wrong on {text}")
            inputs += 1
    return inputs


def a_one_angle(data: Any) -> str:
    """One plane, one angle: every Partial Induction input of at most so many pairs is solved."""
    cosine, size, recorded = fields(data, "cos", "keys", "inputs")
    keys = count(size, 2)
    row = cosines(number(cosine), keys)
    counts = [solved(row, length) for length in range(1, keys + 1)]
    need(recorded == counts, f"inputs are {counts}")
    return f"one angle with cosine {cosine}: right on all {sum(counts)} inputs of ≤ {keys} pairs"


def a_thm3_lengths(data: Any) -> str:
    """A token whose place, counted from the start, is at different distances at two lengths."""
    rows, place, distances = fields(data, "lengths", "target", "distances")
    need(isinstance(rows, list) and len(rows) == 2, "not two lengths")
    target = count(place, 1)
    lengths = [count(n, 2) for n in rows]
    need(lengths[0] != lengths[1], "not two lengths")
    need(all(target < n for n in lengths), "the token names no letter")
    need(distances == [n - target for n in lengths], "other distances")
    first, second = distances
    # Either distance lies before the query at both lengths, so either logit must exceed the other.
    need(all(1 <= d < min(lengths) for d in distances), "the demands do not clash")
    return f"L({first}) > L({second}) at length {lengths[0]}, the reverse at {lengths[1]}"


CHECKS = {"A-thm3-lengths": a_thm3_lengths, "A-thm7": a_thm7, "A-one-angle": a_one_angle}


recheck, main = program(__file__, CHECKS)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
