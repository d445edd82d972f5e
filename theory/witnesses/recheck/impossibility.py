"""Re-evaluates the witnesses of the impossibility claims. Standard library only.

    python theory/witnesses/recheck/impossibility.py [FILE.json]

Heads are given by exponentiated logits ("weights", positive rationals), so that attention is
rational and every comparison exact. Every input up to the length stated is run. Every field is
checked or derived; anything missing, extra or not exact is refused. Exit code 0 if every witness
stands, 1 if one does not, 2 if the file cannot be read.
"""

import re
import sys
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from string import ascii_letters
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "recheck"

from . import fields, need, number, program

LEVEL = Fraction(1, 20)
DIGITS = "123456789"


def positive(text: Any) -> Fraction:
    """An exponentiated logit."""
    value = number(text)
    need(value > 0, f"{text!r} is not positive")
    return value


def names(text: Any) -> list[str]:
    """Distinct letters and digits, written as one string."""
    need(isinstance(text, str) and 0 < len(text) == len(set(text)), f"{text!r}: no names")
    need(text.isascii() and text.isalnum(), f"{text!r}: no letters or digits")
    return list(text)


def length(value: Any) -> int:
    """The longest input to be run; three tokens are the least at which anything is claimed."""
    need(type(value) is int and 3 <= value <= 6, f"{value!r} is no length from 3 to 6")
    return int(value)


def rows(data: Any, tokens: list[str], width: int) -> dict[str, list[Fraction]]:
    """One row of positive numbers for each token, no other."""
    need(isinstance(data, dict) and sorted(data) == sorted(tokens), "weights: other tokens")
    for row in data.values():
        need(isinstance(row, list) and len(row) == width, "weights: a row of another length")
    return {token: [positive(e) for e in data[token]] for token in tokens}


def positional(weights: dict[str, list[Fraction]], contents: list[str]) -> None:
    """Content has no say before the query; every swap leaves cos(v', flip v) ≤ LEVEL."""
    first = weights[contents[0]]
    need(all(weights[token] == first for token in contents), "not positional")
    for x, y in combinations(first[:-1], 2):
        need(2 * x * y <= LEVEL * (x * x + y * y), "a swap's symbolic cosine is above 1/20")


def mean(weights: list[Fraction], word: tuple[str, ...]) -> dict[str, Fraction]:
    """Attention, added up token by token: a for one-hot values."""
    whole = sum(weights)
    total: dict[str, Fraction] = {}
    for weight, token in zip(weights, word, strict=True):
        total[token] = total.get(token, 0) + weight
    return {token: weight / whole for token, weight in total.items()}


def largest(scores: dict[str, Fraction], wanted: str, word: tuple[str, ...]) -> None:
    """The wanted name has a score above every other."""
    rivals = [score for name, score in scores.items() if name != wanted]
    need(scores[wanted] > max(rivals), f"wrong on {' '.join(word)}")


def a_lem1(data: Any) -> str:
    """A symbolic head with identity values; the outputs before and after a permutation."""
    word, move, weights, own, outputs = fields(
        data, "input", "permutation", "weights", "own", "outputs"
    )
    need(isinstance(word, list) and len(word) > 0, "no input")
    need(all(isinstance(token, str) for token in word), "a token is no text")
    need(isinstance(move, list) and all(type(k) is int for k in move), "no permutation")
    need(sorted(move) == list(range(len(word))), "not a permutation")
    need(isinstance(weights, dict) and isinstance(own, dict), "no logits")
    need(set(weights) == set(own) >= set(word), "other queries")
    for row in weights.values():
        need(isinstance(row, dict) and set(row) == set(own), "other keys")
        for entry in row.values():
            positive(entry)
    for entry in own.values():
        positive(entry)
    computed = []
    for tokens in (word, [word[k] for k in move]):
        kept = [positive(weights[tokens[-1]][token]) for token in tokens[:-1]]
        computed.append(mean([*kept, positive(own[tokens[-1]])], tuple(tokens)))
    printed = [{name: str(value) for name, value in y.items()} for y in computed]
    need(isinstance(outputs, list), "no outputs")
    given = [{name: number(value) for name, value in y.items()} for y in outputs]
    need(given == computed, f"outputs are {printed}")
    need(computed[0] != computed[1], "the output does not change")
    return f"y = {printed[0]}, then {printed[1]}"


def a_cor1(data: Any) -> str:
    """A purely positional head answers every input of Partial Induction up to a length."""
    symbols, attributes, longest, inputs, weights, select = fields(
        data, "symbols", "attributes", "longest", "inputs", "weights", "select"
    )
    symbols, attributes, longest = names(symbols), names(attributes), length(longest)
    need(len(symbols) >= 2 and len(attributes) >= 2, "fewer than two symbols or attributes")
    contents = [s + t for s, t in product(symbols, attributes)]
    table = rows(weights, contents + symbols, longest)
    positional(table, contents)
    need(isinstance(select, dict) and sorted(select) == sorted(symbols), "select: other queries")
    count = 0
    for size in range(1, longest):
        for context, query in product(product(contents, repeat=size), symbols):
            bound = [token[1] for token in context if token[0] == query]
            if not bound:
                continue
            word = (*context, query)
            a = mean([table[token][p] for p, token in enumerate(word)], word)
            read = fields(select[query], *attributes)
            need(all(token in contents for token in read), "select: not a context token")
            scores = {t: a.get(at, Fraction(0)) for t, at in zip(attributes, read, strict=True)}
            largest(scores, bound[-1], word)
            count += 1
    need(inputs == count, f"there are {count} inputs")
    return f"positional, right on all {count} inputs of at most {longest} tokens"


def is_proper(word: tuple[str, ...]) -> bool:
    """Every right-hand letter has been a left-hand one, of one token only."""
    for j, token in enumerate(word):
        right = token[1]
        if right.isalpha() and len({t for t in word[: j + 1] if t[0] == right}) != 1:
            return False
    return True


def retrieval_head(data: Any) -> str:
    """A purely positional head, F(x, a) = a + bias[x], answers every proper input."""
    letters, integers, longest, inputs, weights, bias = fields(
        data, "letters", "integers", "longest", "inputs", "weights", "bias"
    )
    letters, integers, longest = names(letters), names(integers), length(longest)
    need(all(c in ascii_letters for c in letters) and len(letters) >= 2, "fewer than two letters")
    need(all(c in DIGITS for c in integers), "integers: not digits")
    tokens = [x + y for x, y in product(letters, letters + integers)]
    table = rows(weights, tokens, longest)
    positional(table, tokens)
    need(isinstance(bias, dict) and sorted(bias) == sorted(tokens), "bias: other tokens")
    for row in bias.values():
        need(isinstance(row, dict) and set(row) <= set(tokens), "bias: other coordinates")
    count = 0
    for size in range(1, longest + 1):
        for word in product(tokens, repeat=size):
            if not is_proper(word):
                continue
            a = mean([table[token][p] for p, token in enumerate(word)], word)
            query = word[-1]
            scores = {t: a.get(t, Fraction(0)) + number(bias[query].get(t, "0")) for t in tokens}
            pointed = [t for t in word if t[0] == query[1]]
            largest(scores, pointed[0] if query[1].isalpha() else query, word)
            count += 1
    need(inputs == count, f"there are {count} proper inputs")
    return f"positional, right on all {count} proper inputs of at most {longest} tokens"


def index_head(data: Any) -> str:
    """e^L = contents[x]·offsets[n - p]; a tells Index's answer; cosines of swaps of contents.

    With v = (x, y) before a swap and v' = (new, old) after it, all positive, cos(v', v) ≤ 1/20
    forces cos(v', flip v) ≥ √(1 - 1/400).
    """
    letters, integers, inputs, contents, offsets = fields(
        data, "letters", "integers", "inputs", "contents", "offsets"
    )
    letters, integers = names(letters), names(integers)
    need(all(c in ascii_letters for c in letters), "letters: not letters")
    need(isinstance(offsets, list), "offsets: no list")
    longest, tokens = length(len(offsets)), letters + integers
    need(all(c in DIGITS and int(c) < longest for c in integers), "integers out of range")
    need(len(tokens) >= 3 and longest >= 4, "fewer than three contents or four offsets")
    need(isinstance(contents, dict) and sorted(contents) == sorted(tokens), "contents: others")
    size, factor = {t: positive(contents[t]) for t in tokens}, [positive(e) for e in offsets]
    for (s, t), (f, g) in product(permutations(tokens, 2), combinations(factor[1:], 2)):
        x, y, new, old = size[s] * f, size[t] * g, size[t] * f, size[s] * g
        norms = (x * x + y * y) * (new * new + old * old)
        need((new * x + old * y) ** 2 <= LEVEL**2 * norms, "a positional cosine is above 1/20")
    told: dict[Any, str] = {}
    count = 0
    for n in range(1, longest + 1):
        for word in product(tokens, repeat=n):
            query = word[-1]
            back = int(query) if query.isdigit() else 0
            target = word[-1 - back] if back < n else query
            answer = target if target in letters else query
            a = mean([size[t] * factor[n - p] for p, t in enumerate(word, 1)], word)
            same = told.setdefault((query, tuple(sorted(a.items()))), answer) == answer
            need(same, f"wrong on {' '.join(word)}")
            count += 1
    need(inputs == count, f"there are {count} inputs")
    return f"purely symbolic by the scores, Index on all {count} inputs up to {longest} tokens"


def b_step_index(data: Any) -> str:
    """Lemma 1 fails where the query moves; a swap of two letters that changes no answer."""
    moved, swap = fields(data, "moved", "swap")
    first = a_lem1(moved)
    word, places, answers = fields(swap, "input", "places", "answers")
    need(isinstance(word, list) and all(isinstance(t, str) for t in word), "swap: no input")
    forms = (re.fullmatch("[A-Za-z]|[1-9][0-9]*", token) for token in word)
    need(all(forms), "swap: no letters and numbers")
    need(isinstance(places, list) and len(places) == 2, "swap: not two places")
    i, j = places
    need(type(i) is int and type(j) is int and 0 <= i < j < len(word) - 1, "swap: no places")
    need(word[i].isalpha() and word[j].isalpha() and word[i] != word[j], "swap: not two letters")
    other = [word[j] if k == i else word[i] if k == j else token for k, token in enumerate(word)]
    need(word[-1].isdigit() and 0 < int(word[-1]) < len(word), "swap: no integer query")
    copied = [row[-1 - int(row[-1])] for row in (word, other)]
    need(all(x.isalpha() for x in copied) and answers == copied, f"swap: the answers are {copied}")
    need(copied[0] == copied[1], "swap: the answer changes")
    return f"{first}; {' '.join(word)} and {' '.join(other)}: {copied[0]}"


def b_must(data: Any) -> str:
    """A head for Index that the scores call symbolic, and a positional one for Retrieval."""
    index, retrieval = fields(data, "index", "retrieval")
    return f"Index: {index_head(index)}; Retrieval: {retrieval_head(retrieval)}"


def b_pure(data: Any) -> str:
    """The printed Retrieval head on two letters (ω = π); its placement matrix has no equal rows."""
    letters, cos, sin, word, placement = fields(data, "letters", "cos", "sin", "input", "placement")
    letters, c, s = names(letters), number(cos), number(sin)
    need(len(letters) == 2, "ω is π for two letters only")
    need(all(letter in ascii_letters for letter in letters), "letters: not letters")
    need(c * c + s * s == 1 and c > 0 and s > 0, "not an angle between 0 and π/2")
    need(isinstance(word, list) and len(word) >= 3, "fewer than three tokens")
    need(
        all(isinstance(t, str) and len(t) == 2 and t[0] in letters for t in word),
        "a token is no pair",
    )
    need(all(t[1] in letters or t[1] in DIGITS for t in word), "a token is no pair")
    need(is_proper(tuple(word)), "not proper")
    need(len(word) == 3 and 4 * c * c > 3, "θ is not below ω/(2·n0) = π/6 for n0 = 3")
    asked = word[-1][1] if word[-1][1] in letters else word[-1][0]
    turns = [2 * c * c - 1, c]  # cos 2θ at place 1, cos θ at place 2
    sign = [1 if token[0] == asked else -1 for token in word[:-1]]
    computed = [[e * t for t in turns] for e in sign]
    printed = [[str(entry) for entry in row] for row in computed]
    need(isinstance(placement, list), "no placement matrix")
    need(all(isinstance(row, list) for row in placement), "the placement matrix has no rows")
    given = [[number(entry) for entry in row] for row in placement]
    need(given == computed, f"the placement matrix is {printed}")
    need(all(row[0] != row[1] for row in computed), "a row is constant")
    return f"M = {printed}: no row is constant"


CHECKS = {
    "A-lem1": a_lem1,
    "A-cor1": a_cor1,
    "B-rem31-pure": b_pure,
    "B-rem31-index-score": index_head,
    "B-rem31-retr": retrieval_head,
    "B-F23-retr": retrieval_head,
    "B-F23-index": b_step_index,
    "B-must": b_must,
}


recheck, main = program(__file__, CHECKS)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
