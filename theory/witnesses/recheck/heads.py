"""Re-evaluates the witnesses about the constructed heads. Standard library only.

    python theory/witnesses/recheck/heads.py [FILE.json]

Angles are in turns (θ/2π) or given by a rational cosine; cos 2πx falls as the distance of x to the
nearest integer grows, and cos tθ is Chebyshev's T_t(cos θ). Places are counted from 1, offsets
from the query. Exit code 0 if every witness stands, 1 if one does not, 2 if the file is unreadable.
"""

import itertools
import re
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "recheck"

from . import cosine, distance, fields, need, number, program

MOST = 64


def numbers(row: Any) -> list[Fraction]:
    """A list of exact numbers."""
    need(isinstance(row, list) and row != [], f"{row!r} is no list")
    return [number(entry) for entry in row]


def count(value: Any, least: int, name: str) -> int:
    """A whole number, at least ``least``, and no larger than what can be run through."""
    need(type(value) is int and least <= value <= MOST, f"{name} is not in {least}..{MOST}")
    return int(value)


def around_pi(terms: int) -> tuple[Fraction, Fraction]:
    """Numbers below and above π: Machin's 16 atan(1/5) - 4 atan(1/239), cut after an even or an odd
    number of terms, which is too little or too much."""

    def arctan(n: int, count: int) -> Fraction:
        parts = (Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1)) for k in range(count))
        return sum(parts, Fraction(0))

    few, more = 2 * terms, 2 * terms + 1
    return 16 * arctan(5, few) - 4 * arctan(239, more), 16 * arctan(5, more) - 4 * arctan(239, few)


def above_circle(x: Fraction, n: int) -> bool:
    """Whether x > 2π²/n²; π² is irrational, so that narrower and narrower bounds decide."""
    for terms in itertools.count(2):
        low, high = (2 * pi**2 / n**2 for pi in around_pi(terms))
        if not low <= x <= high:
            break
    return x > high


def b_irr(data: Any) -> str:
    """θ is irrational, and two offsets of an input that points inside share the largest logit."""
    ratio, n, target, other = fields(data, "theta_over_pi", "n", "target", "other")
    half = number(ratio) / 2
    need(half != 0, "θ = 0 is rational")
    count(n, 2, "n")
    need(count(target, 0, "target") < n and count(other, 0, "other") < n, "an offset out of range")
    need(target != other, "the offsets are the same")
    need(distance((other - target) * half) == 0, "the other logit is below 1")
    return f"θ = {ratio}π, n = {n}: offsets {target} and {other} both have logit 1"


def token(text: Any, m: int) -> int:
    """0 for a letter, else the integer from 1 to m that the token is."""
    need(isinstance(text, str) and re.fullmatch("[a-z]|[1-9]", text) is not None, "no token")
    need(text.isalpha() or int(text) <= m, "an integer above m")
    return 0 if text.isalpha() else int(text)


def number_task(values: list[int]) -> None:
    """Letters, then integers, and stepping back from the last token ends at a letter."""
    integers = [value > 0 for value in values]
    need(integers == sorted(integers) and integers[-1], "no letters and then integers")
    place = len(values)
    while place >= 1 and values[place - 1]:
        place -= values[place - 1]
    need(place >= 1, "the steps lead nowhere")


def b_thm_index_outside(data: Any) -> str:
    """At every angle some input has, where its number points outside, a letter that is attended."""
    m, inputs = fields(data, "m", "inputs")
    count(m, 1, "m")
    need(isinstance(inputs, list) and inputs != [], "no inputs")
    pairs = []
    for entry in inputs:
        tokens, place, rival = fields(entry, "tokens", "place", "rival")
        need(isinstance(tokens, list) and len(tokens) > m, "n is not above m")
        values = [token(text, m) for text in tokens]
        number_task(values)
        need(
            1 <= count(rival, 1, "rival") < count(place, 2, "place") <= len(tokens),
            "no such places",
        )
        back = values[place - 1]
        need(back >= place, "the number does not point outside")
        need({*tokens[: place - 1]} == {"a"}, "the tokens before are not one letter")
        pairs.append((back, back - (place - rival)))
    lines = {Fraction(k, q) for q in range(1, 2 * m + 1) for k in range(q + 1)}
    points = sorted(lines)
    points += [(x + y) / 2 for x, y in zip(points, points[1:], strict=False)]
    for u in points:
        losing = any(distance(own * u) >= distance(other * u) for own, other in pairs)
        need(losing, f"at θ = {u}·2π the own key wins in every input")
    return f"{len(points)} angles that stand for all: the letter ties or wins in some input"


def b_lem_tie(data: Any) -> str:
    """Equal logits: one key's output decodes to one symbol, their mean (every β) to another."""
    logits, outputs, picked = fields(data, "logits", "outputs", "picked")
    row = numbers(logits)
    need(len(row) > 1 and len(set(row)) == 1, "the logits are not equal")
    need(isinstance(outputs, list) and len(outputs) == len(row), "not one output a key")
    table = [numbers(entry) for entry in outputs]
    need(len({len(entry) for entry in table}) == 1, "outputs of different lengths")
    need(type(picked) is int and 0 <= picked < len(row), "no such key")
    chosen = table[picked]
    mean = [sum(column, Fraction(0)) / len(row) for column in zip(*table, strict=True)]
    top = chosen.index(max(chosen))
    need(chosen.count(chosen[top]) == 1, "the decoding gap of the picked key is 0")
    need(mean[top] < max(mean), "softmax decodes the same")
    return f"picked {list(map(str, chosen))}; softmax, at every β, decodes another symbol"


def b_thm_index_bound(data: Any) -> str:
    """One input's discrepancy is above the printed bound, so the largest one is too."""
    c, n, target, logits, delta = fields(data, "cos", "n", "target", "logits", "discrepancy")
    x = number(c)
    need(-1 < x < 1, "no cosine of a head with positions")
    need(count(target, 0, "target") < count(n, 2, "n"), "the target is out of range")
    row = [cosine(x, t - target) for t in range(n)]
    need(numbers(logits) == row, f"logits are {[str(v) for v in row]}")
    top = max(row)
    rest = [v for t, v in enumerate(row) if t != row.index(top)]
    need(number(delta) == top - max(rest), f"discrepancy is {top - max(rest)}")
    discrepancy = top - max(rest)
    need(discrepancy > 1 - x or above_circle(discrepancy, n), "the printed bound holds")
    return f"n = {n}: {delta} > 2π²/{n**2}"


def b_thm_retrieval_bound(data: Any) -> str:
    """Two letters: one input's discrepancy is above 1 - cos(π - nθ) = 1 + cos nθ, θ < π/(2 n0)."""
    names = ("letters", "n0", "cos", "tokens", "logits", "discrepancy", "bound")
    letters, n0, c, tokens, logits, delta, bound = fields(data, *names)
    need(letters == 2, "not two letters")
    x, pairs = number(c), retrieval_pairs(tokens, "ab")
    n = len(pairs)
    need(2 <= n <= count(n0, 2, "n0"), "the length is not from 2 to n0")
    # θ < π/(2 n0): cos tθ > 0 for all t ≤ n0, starting in the first quarter.
    need(x < 1 and all(cosine(x, t) > 0 for t in range(1, n0 + 1)), "θ is not in (0, ω/(2 n0))")
    wanted = pairs[-1][1] if pairs[-1][1] in "ab" else pairs[-1][0]
    row = [
        (1 if left == wanted else -1) * cosine(x, t) for t, (left, _) in enumerate(reversed(pairs))
    ]
    need(numbers(logits) == row, f"logits are {[str(v) for v in row]}")
    ordered = sorted(row)
    need(number(delta) == ordered[-1] - ordered[-2], f"discrepancy is {ordered[-1] - ordered[-2]}")
    need(number(bound) == 1 + cosine(x, n), f"the bound is {1 + cosine(x, n)}")
    need(number(delta) > number(bound), "the printed bound holds")
    return f"{delta} > 1 + cos {n}θ = {bound}"


def b_thm_retrieval_least(data: Any) -> str:
    """Two letters: every proper input of length n has a discrepancy above 1 + cos nθ."""
    names = ("letters", "n0", "n", "cos", "inputs", "least", "bound")
    letters, n0, n, c, inputs, least, bound = fields(data, *names)
    need(letters == 2, "not two letters")
    x = number(c)
    # θ < π/(2 n0): cos tθ > 0 for all t ≤ n0, starting in the first quarter.
    firsts = range(1, count(n0, 2, "n0") + 1)
    need(x < 1 and all(cosine(x, t) > 0 for t in firsts), "θ is not in (0, ω/(2 n0))")
    need(2 <= count(n, 2, "n") <= 5, "n is not in 2..5")
    gaps = []
    for pairs in product([(a, b) for a in "ab" for b in "ab1"], repeat=n):
        if any(
            b in "ab" and len({q for q in pairs[: j + 1] if q[0] == b}) != 1
            for j, (_, b) in enumerate(pairs)
        ):
            continue
        wanted = pairs[-1][1] if pairs[-1][1] in "ab" else pairs[-1][0]
        row = [(1 if a == wanted else -1) * cosine(x, n - 1 - j) for j, (a, _) in enumerate(pairs)]
        row.sort()
        gaps.append(row[-1] - row[-2])
    need(inputs == len(gaps), f"{len(gaps)} proper inputs")
    need(number(least) == min(gaps), f"the least discrepancy is {min(gaps)}")
    need(number(bound) == 1 + cosine(x, n), f"the bound is {1 + cosine(x, n)}")
    need(number(least) > number(bound), "the printed bound holds")
    return f"all {len(gaps)} proper inputs of length {n}: Δ ≥ {least} > {bound}"


def retrieval_pairs(tokens: Any, letters: str) -> list[tuple[str, str]]:
    """A proper sequence of (letter, letter or digit) tokens."""
    need(isinstance(tokens, list) and tokens != [], "no tokens")
    pairs = []
    for entry in tokens:
        need(isinstance(entry, list) and len(entry) == 2, "a token is no pair")
        left, right = entry
        need(isinstance(left, str) and len(left) == 1 and left in letters, "left is no letter")
        need(isinstance(right, str) and len(right) == 1, "right is no letter or digit")
        need(right in letters + "123456789", "right is no letter or digit")
        pairs.append((left, right))
        if right in letters:
            need(len({p for p in pairs if p[0] == right}) == 1, "the sequence is not proper")
    return pairs


def b_rem(data: Any) -> str:
    """θ = 0: with one letter every input has discrepancy 0; with two, a tie of two tokens."""
    largest, smallest = fields(data, "max", "min")
    letters, n = fields(largest, "letters", "n")
    need(letters == 1, "max: more than one letter")
    count(n, 2, "max: n")
    for lefts in product("a", repeat=n):
        # (φ(left) - φ(wanted))ω is a whole number of turns: the one letter is φ = 1.
        need({distance(Fraction(ord(x) - ord("a"))) for x in lefts} == {0}, "max: a logit below 1")
    letters, tokens = fields(smallest, "letters", "tokens")
    names = ascii_lowercase[: count(letters, 2, "min: letters")]
    need(len(names) == letters, "min: more letters than the alphabet has")
    pairs = retrieval_pairs(tokens, names)
    left, right = pairs[-1]
    wanted = right if right in names else left
    turns = [distance(Fraction(ord(p[0]) - ord(wanted), letters)) for p in pairs]
    best = {p for p, x in zip(pairs, turns, strict=True) if x == min(turns)}
    need(len(best) > 1, "min: one token has the largest logit")
    return f"one letter: all logits 1; {letters} letters: {sorted(best)} tie"


CHECKS = {
    "B-irr": b_irr,
    "B-thm31-index-head": b_thm_index_outside,
    "B-lemF1-tie": b_lem_tie,
    "B-thm32-index": b_thm_index_bound,
    "B-thm32-retr": b_thm_retrieval_bound,
    "B-thm32-retr-min": b_thm_retrieval_least,
    "B-rem32-readings": b_rem,
}


recheck, main = program(__file__, CHECKS)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
