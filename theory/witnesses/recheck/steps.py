"""Re-evaluates the witnesses about printed proofs and remarks. Standard library only.

    python theory/witnesses/recheck/steps.py [FILE.json]

Exit code 0 if every witness stands, 1 if one does not, 2 if the file cannot be read.
"""

import sys
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "recheck"

from . import cosine, distance, fields, need, number, numbers, program, words

DIGITS = 10**20


def ends(row: list[str], place: int) -> list[tuple[str, int]]:
    """(answer, hops) of the chains of earlier pairs from this place, counted from 0: the first two
    of them, as chains can be many and one more than one is enough."""
    ends_at: list[list[tuple[str, int]]] = []
    for n, word in enumerate(row[: place + 1]):
        if word[1:].isdecimal():
            ends_at.append([(word, 0)])
            continue
        onward = (ends_at[k] for k in range(n) if row[k][0] == word[1])
        ends_at.append([(end, hops + 1) for some in onward for end, hops in some][:2])
    return ends_at[place]


def b_listing(data: Any) -> str:
    """Listing 1's retrieval misses the only answer; its index counts from the end."""
    letter, index = fields(data, "letter", "index")
    tokens, answer, hops, listing = fields(letter, "tokens", "answer", "hops", "listing")
    row = words(tokens, "[A-Z]([A-Z]|[1-9][0-9]*)")
    kinds = [word.isalpha() for word in row]
    need(kinds == sorted(kinds) and kinds[-1], "letter: not the task's form")
    need(ends(row, len(row) - 1) == [(answer, hops)], "letter: not one chain to that answer")
    last = []
    for _ in range(hops + 1):
        new = list(row)
        for n, word in enumerate(row):
            fits = [w for w in row[:n] if word.isalpha() and w[0] == word[1]]
            new[n] = fits[0] if fits else word
        row = new
        last.append(row[-1])
    need(listing == last[:-1], f"letter: Listing 1 gives {last[:-1]}")
    need(answer not in last and last[-1] == last[-2], "letter: the answer is reached")
    tokens, m, position, listing = fields(index, "tokens", "m", "position", "listing")
    row = words(tokens, "[A-Z]|[1-9][0-9]*")
    values = [int(w) for w in row if w.isdecimal()]
    need(type(m) is int and values != [] and max(values) <= m < len(row), "index: not n > m")
    need(type(position) is int and 1 <= position <= len(row), "index: no such position")
    word = row[position - 1]
    need(word.isdecimal() and int(word) >= position, "index: F.1 has a target")
    copied = row[position - 1 - int(word)]
    need(copied.isalpha() and listing == copied, "index: nothing else is copied")
    return f"{' '.join(tokens)}: {copied} from the end; {answer} is not reached: {' '.join(last)}"


def gap(row: list[Fraction]) -> Fraction:
    """The largest logit minus the next different one, 0 if all are equal."""
    rest = [x for x in row if x != max(row)]
    return max(row) - max(rest) if rest else Fraction(0)


def b_lemma_proof(data: Any) -> str:
    """k e^μ > k e^{βμ}; and λ = 0, so that the lower bound on a maximiser's weight is 1/n."""
    display, rate = fields(data, "display", "rate")
    logits, beta = fields(display, "logits", "beta")
    row, factor = numbers(logits), number(beta)
    need(len(row) >= 2 and len(set(row)) == 1, "display: the logits are not all equal")
    need(factor >= 1 and row[0] > factor * row[0], "display: k e^μ is no larger")
    logits, bound = fields(rate, "logits", "bound")
    need(isinstance(logits, list), "rate: no list")
    rows = [numbers(one) for one in logits]
    need([len(one) for one in rows] == list(range(2, len(rows) + 2)), "rate: not lengths 2, 3, …")
    gaps = [gap(one) for one in rows]
    need(min(gaps) == 0 < gaps[-1], "rate: λ is positive, or no logits differ")
    last = rows[-1]
    need(number(bound) == Fraction(1, len(last)), "rate: another bound")
    need(last.count(max(last)) < len(last), "rate: the bound is 1/k")
    return f"{len(row)}e^({row[0]}) > {len(row)}e^({factor * row[0]}); λ = 0, bound {bound}"


def b_index_steps(data: Any) -> str:
    """A multiple t = n that no input has; 3E(σ) off by the bias; a tie at an irrational θ."""
    arcs, case, tie = fields(data, "pigeonhole", "case 1", "irrational")
    n, turns, t = fields(arcs, "n", "turns", "t")
    need(type(n) is int and 2 <= n <= 64 and type(t) is int, "pigeonhole: no length")
    u = number(turns)
    arc = [(i * u - (i * u).numerator // (i * u).denominator) * n // 1 for i in range(n + 1)]
    shared = {b - a for a in range(n + 1) for b in range(a + 1, n + 1) if arc[a] == arc[b]}
    need(shared == {t} and t == n, f"pigeonhole: the multiples found are {sorted(shared)}")
    need(distance(t * u) == 0, "pigeonhole: the multiple is no full turn")
    need(min(distance(d * u) for d in range(1, n)) > 0, "pigeonhole: the discrepancy is 0")
    tokens, output = fields(case, "tokens", "output")
    need(tokens == ["a"], "case 1: no letter query")
    # x = (1, bias 1); hard attention on itself, W_V = 2 on the letter, 0 on the bias.
    letter, bias = map(number, fields(output, "a", "bias"))
    need(letter == 1 + 2 and bias == 1 + 0, "case 1: another output")
    need(bias != letter, "case 1: it is 3E(σ)")
    ratio, length = fields(tie, "theta_over_pi", "n")
    half = number(ratio) / 2
    need(half != 0 and type(length) is int and length <= 64, "irrational: θ = 0, or no length")
    tied = [d for d in range(1, length) if distance(d * half) == 0]
    need(tied != [], "irrational: no tie")
    return f"t = n = {t}; the bias is 1, not 3; θ = {ratio}π ties at offset {tied[0]}"


def b_retrieval_steps(data: Any) -> str:
    """Equal left halves with unequal logits and tokens; the printed Δ without a letter, and with
    one above its bound."""
    same, printed = fields(data, "equal left halves", "printed")
    c, tokens, logits = fields(same, "cos", "tokens", "logits")
    x = number(c)
    # Two letters, n0 = 2: θ < π/4.
    need(0 < x < 1 and 2 * x * x > 1, "equal left halves: θ is not in (0, π/4)")
    pairs = words(tokens, "[ab][1-9]")
    need(len(pairs) == 2 and len({w[0] for w in pairs}) == 1, "equal left halves: they differ")
    need(len(set(pairs)) == 2, "equal left halves: one token")
    need(numbers(logits) == [1, x], "equal left halves: other logits")
    names = ("letters", "asked", "n", "cos", "discrepancy", "bound")
    letters, asked, n, c, delta, bound = fields(printed, *names)
    y = number(c)
    need(letters == 2 and n == 2, "printed: not two letters and n = n0 = 2")
    need(0 < y < 1 and 2 * y * y > 1, "printed: θ is not in (0, π/4)")
    need(asked == "b", "printed: letter 2 is left to compare with")
    computed = 1 - max(-cosine(y, t) for t in range(n))
    need(number(delta) == computed, f"printed: Δ is {computed}")
    need(number(bound) == 1 + cosine(y, n), f"printed: the bound is {1 + cosine(y, n)}")
    need(computed > 1 + cosine(y, n), "printed: the bound holds")
    return f"{' '.join(pairs)}: logits 1, {x}; Δ = {delta} > {bound}"


def turn() -> tuple[Fraction, Fraction]:
    """Numbers below and above π: Machin's 16 atan(1/5) - 4 atan(1/239), cut on both sides, and to
    20 digits, which keeps what is computed from them short."""

    def arctan(x: Fraction, terms: int) -> Fraction:
        return sum(((-1) ** k * x ** (2 * k + 1) / (2 * k + 1) for k in range(terms)), Fraction(0))

    fifth, small = Fraction(1, 5), Fraction(1, 239)
    low = 16 * arctan(fifth, 20) - 4 * arctan(small, 9)
    high = 16 * arctan(fifth, 21) - 4 * arctan(small, 8)
    return Fraction(floor(low * DIGITS), DIGITS), Fraction(ceil(high * DIGITS), DIGITS)


def fallen(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of 1 - cos x, 0 ≤ x ≤ 4, by its alternating series cut on both sides."""
    need(0 <= x <= 4, "an angle beyond 4")
    total, term = Fraction(0), Fraction(1)
    for k in range(1, 25):
        term *= -x * x / ((2 * k - 1) * (2 * k))
        total -= term
    return min(total, total + abs(term)) - abs(term), total + abs(term)


def b_figure(data: Any) -> str:
    """At n Retrieval's drawn bound is above Index's, its least discrepancy below."""
    index, other, letters, n, order = fields(data, "index", "retrieval", "letters", "n", "order")
    theta, phi = number(index), number(other)
    drawn = theta == Fraction(8, 10) and phi == Fraction(27, 10_000) and letters == 8
    need(drawn, "not the figure's angles and letters")
    need(type(n) is int and 2 <= n <= 100, "n is not drawn")
    low, high = turn()
    above = fallen(2 * low / letters - n * phi)[0]
    need(2 * high**2 / n**2 < above, "the bounds are the other way round")
    least = []
    for d in range(1, n):
        turns = round(d * theta / (2 * low))
        closest = min(abs(d * theta - 2 * turns * low), abs(d * theta - 2 * turns * high))
        least.append(fallen(closest)[0])
    need(fallen(phi)[1] < min(least), "the discrepancies are in the bounds' order")
    need(order == ["Retrieval", "Index"], "another order")
    return f"n = {n}: Retrieval's bound above Index's, its least discrepancy below"


def proper_pairs(tokens: Any) -> list[str]:
    """A proper sequence of pairs over the letters a and b."""
    row = words(tokens, "[ab][ab1-9]")
    for j, word in enumerate(row):
        fits = {w for w in row[: j + 1] if w[0] == word[1]}
        need(word[1].isdecimal() or len(fits) == 1, "not proper")
    return row


def b_standard(data: Any) -> str:
    """At θ = 1 and two letters (ω = π): the match's logit is below a rival's."""
    letters, theta, tokens, target, rival = fields(
        data, "letters", "theta", "tokens", "target", "rival"
    )
    need(letters == 2 and number(theta) == 1, "not two letters, or another angle than 1")
    row = proper_pairs(tokens)
    n, wanted = len(row), row[-1][1]
    need(wanted.isalpha(), "no letter is looked for")
    need([t for t in range(n) if row[n - 1 - t][0] == wanted] == [target], "another match")
    need(type(rival) is int and 0 <= rival < min(n, 5) and rival != target, "no such rival")
    # cos t = 1 - fallen(t) for the match; cos(π + s) = -cos s = fallen(s) - 1 for the other letter.
    most, least = 1 - fallen(Fraction(target))[0], fallen(Fraction(rival))[0] - 1
    need(most < least, "the rival's logit is not larger")
    return f"{' '.join(row)}: cos {target} < -cos {rival}"


def b_keys_wide(data: Any) -> str:
    """Two planes, each turned by θ: one row for two keys that are not parallel."""
    c, s, keys, query, row = fields(data, "cos", "sin", "keys", "query", "row")
    x, y = number(c), number(s)
    need(x * x + y * y == 1 and y != 0, "no angle with sin θ ≠ 0")
    need(isinstance(keys, dict) and len(keys) == 2, "not two keys")
    vectors = [numbers(key) for key in keys.values()]
    q = numbers(query)
    need([len(v) for v in (*vectors, q)] == [4, 4, 4] and any(q), "not two planes, or q = 0")
    once_turned = [
        x * q[0] - y * q[1],
        y * q[0] + x * q[1],
        x * q[2] - y * q[3],
        y * q[2] + x * q[3],
    ]
    p = once_turned
    twice = [x * p[0] - y * p[1], y * p[0] + x * p[1], x * p[2] - y * p[3], y * p[2] + x * p[3]]
    for vector in vectors:
        logits = [
            sum((a * b for a, b in zip(vector, w, strict=True)), Fraction(0)) for w in (twice, p)
        ]
        need(numbers(row) == logits, f"a row is {[str(e) for e in logits]}")
    one, two = vectors
    need(any(one[i] * two[j] != one[j] * two[i] for i in range(4) for j in range(i)), "aligned")
    return f"row {row} for both keys"


def b_gloss(data: Any) -> str:
    """The query's own key exchanged with the one before it: another distribution."""
    weights, keys, attention = fields(data, "weights", "keys", "attention")
    need(isinstance(keys, list) and len(keys) == 2 and keys[0] != keys[1], "not two keys")
    need(isinstance(weights, dict) and sorted(weights) == sorted(keys), "other keys")
    table = {t: numbers(row) for t, row in weights.items()}
    need(all(len(row) == 2 and min(row) > 0 for row in table.values()), "no positive weights")
    distributions = []
    for one, two in (keys, keys[::-1]):
        pair = table[one][0], table[two][1]
        distributions.append([e / sum(pair) for e in pair])
    need(isinstance(attention, list), "attention: no list")
    need([numbers(row) for row in attention] == distributions, f"attention is {distributions}")
    need(
        distributions[0] not in (distributions[1], distributions[1][::-1]),
        "the same distribution, or exchanged",
    )
    return f"{attention[0]}, then {attention[1]}"


def b_zero(data: Any) -> str:
    """Ties of keys that hold the answer: Δ = 0, and the printed heads decode it."""
    retrieval, index = fields(data, "retrieval", "index")
    letters, tokens, lead = fields(retrieval, "letters", "tokens", "gap")
    need(letters == 2, "retrieval: not two letters")
    row = proper_pairs(tokens)
    wanted = row[-1][1] if row[-1][1].isalpha() else row[-1][0]
    best = [w for w in row if w[0] == wanted]
    need(len(best) > 1, "retrieval: Δ is not 0")
    answer = best[0] if row[-1][1].isalpha() else row[-1]
    shares = {w: Fraction(best.count(w), len(best)) for w in {*best, answer}}
    led = shares.pop(answer) - max([Fraction(0), *shares.values()])
    need(number(lead) == led and led > 0, f"retrieval: gap {led}")
    ratio, tokens, lead = fields(index, "theta_over_pi", "tokens", "gap")
    half, word = number(ratio) / 2, words(tokens, "[a-z]")
    n = len(word)
    tied = [t for t in range(n) if distance(t * half) == 0]
    need(half != 0 and len(tied) > 1, "index: Δ is not 0, or θ is")
    y = {w: Fraction(2 * [word[n - 1 - t] for t in tied].count(w), len(tied)) for w in word}
    y[word[-1]] += 1
    led = y.pop(word[-1]) - max([Fraction(0), *y.values()])
    need(number(lead) == led and led > 0, f"index: gap {led}")
    return f"Δ = 0, gaps {retrieval['gap']} and {lead}"


CHECKS = {
    "B-listing": b_listing,
    "B-lemF1-proof": b_lemma_proof,
    "B-F21-steps": b_index_steps,
    "B-F22-steps": b_retrieval_steps,
    "B-fig5A": b_figure,
    "B-standard": b_standard,
    "B-keys-wide": b_keys_wide,
    "B-informal-gloss": b_gloss,
    "B-zero": b_zero,
}


recheck, main = program(__file__, CHECKS)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
