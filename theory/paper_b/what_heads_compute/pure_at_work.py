"""Are the constructed heads pure by the scores, at a temperature at which they decode?
(B-rem31-pure-score)
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.balls import surely
from theory.mathematics.constructed import is_proper, number, retrieval_tokens
from theory.mathematics.conversions import cos_pi, precision, to_ball
from theory.paper_b.printed_heads.temperature import retrieval_holds, row_sums

BITS = 160
Turns = list[list[Fraction]]
"""M[a][p] / β as turns: the logit is β·cos 2πM[a][p]."""


@cache
def weight(beta: Fraction, turns: Fraction) -> Any:
    """exp(β·cos 2π·turns), as a ball. Like the scores it is computed once, of ``BITS``, for the
    claim and for every mutant that leaves it as it is."""
    return (to_ball(beta) * cos_pi(2 * turns)).exp()


def _scores(turns: Turns, own: Fraction, beta: Fraction, tau: Fraction) -> tuple[Any, Any]:
    """(s_POS, s_SYM) of one row as balls: one token a block, α the softmax of |d_i - d_j|/τ."""
    E = [[weight(beta, x) for x in row] for row in turns]
    total = sum((E[j][j] for j in range(len(E))), weight(beta, own))
    weights = pos = sym = to_ball(0)
    for i, j in combinations(range(len(E)), 2):
        v, after = (E[i][i], E[j][j]), (E[j][i], E[i][j])
        size = ((v[0] ** 2 + v[1] ** 2) * (after[0] ** 2 + after[1] ** 2)).sqrt()
        alpha = (abs(v[0] - v[1]) / total / to_ball(tau)).exp()
        weights += alpha
        pos += alpha * (v[0] * after[0] + v[1] * after[1]) / size
        sym += alpha * (v[1] * after[0] + v[0] * after[1]) / size
    return pos / weights, sym / weights


@dataclass(frozen=True)
class AtWork:
    """Where the heads decode, and how near to pure they are there: a low score ≤ ``low`` (of
    Retrieval ``low_pos``), a high one ≥ 1 - ``high``. ``rival``: some key before the query does
    not match. At length 3 every query's s_SYM is above ``short``; at an own match some s_SYM is
    below ``own_match``. ``angle``: θ of the Retrieval head in turns. At ``sharp`` Index's s_SYM
    is at most ``all_low`` at ``all_lengths``. Retrieval's means over all ``inputs`` proper
    inputs of length ``mean_length`` are s_SYM above ``mean_high`` and s_POS below ``mean_low``."""

    places: int = 17
    beta: Fraction = Fraction(294, 25)
    lengths: tuple[int, ...] = tuple(range(9, 18))
    low: Fraction = Fraction(1, 10**4)
    low_pos: Fraction = Fraction(1, 10**4)
    high: Fraction = Fraction(1, 10**8)
    tau: Fraction = Fraction(1, 10**4)
    letters: int = 4
    longest: int = 5
    beta_retrieval: Fraction = Fraction(30)
    rival: bool = True
    short: Fraction = Fraction(1, 5)
    own_match: Fraction = Fraction(1, 40)
    angle: Fraction = Fraction(1, 41)
    sharp: Fraction = Fraction(100)
    all_lengths: tuple[int, ...] = tuple(range(3, 18))
    all_low: Fraction = Fraction(24, 10**4)
    mean_length: int = 4
    inputs: int = 13748
    mean_high: Fraction = Fraction(953, 1000)
    mean_low: Fraction = Fraction(54, 1000)


def index_scores(subject: AtWork, beta: Fraction, n: int, s: int) -> tuple[Any, Any]:
    """The scores of the Index head at θ = 2π/n0: n tokens, a query that points s back."""
    return _index_scores(subject.places, beta, subject.tau, n, s)


@cache
def _index_scores(places: int, beta: Fraction, tau: Fraction, n: int, s: int) -> tuple[Any, Any]:
    u = Fraction(1, places)
    row = [(n - p - s) * u for p in range(1, n)]
    return _scores([row] * (n - 1), -s * u, beta, tau)


def index_rows(subject: AtWork) -> Outcome:
    """The Index head at θ = 2π/n0: it decodes at each β, and each query's s_SYM is low enough.

    M has no content in it, so v' = v at every swap and s_POS = 1 exactly.
    """
    cases, n0 = 0, subject.places
    at_work = subject.beta, subject.lengths, subject.low
    sharper = subject.sharp, subject.all_lengths, subject.all_low
    with precision(BITS):
        for beta, lengths, low in (at_work, sharper):
            if not all(surely(one, 1) for one in row_sums(n0, to_ball(beta), Fraction(1, n0))):
                return false(f"β = {beta} does not decode at n0 = {n0}")
            for n, s in ((k, s) for k in lengths for s in range(k)):
                cases += 1
                _, sym = index_scores(subject, beta, n, s)
                if not surely(sym, to_ball(low)):
                    return false(f"β = {beta}, n = {n}, query {s}: s_SYM = {sym}", cases)
    return true(cases, note=f"n0 = {n0}, β = {subject.beta} and {subject.sharp}")


def letters_before(subject: AtWork, n: int) -> Iterator[tuple[int, ...]]:
    """Letters of the keys before a query of two different letters, as differences from the one
    asked for. The query does not match, so in a proper input a key before it does.
    """
    for row in product(range(subject.letters), repeat=n - 1):
        if 0 in row and (any(row) or not subject.rival):
            yield row


def retrieval_scores(subject: AtWork, row: tuple[int, ...], own: int) -> tuple[Any, Any]:
    """The scores of the Retrieval head: keys' and query's letters, less the one asked for."""
    return _retrieval_scores(
        subject.letters, subject.angle, subject.beta_retrieval, subject.tau, row, own
    )


@cache
def _retrieval_scores(
    A: int, angle: Fraction, beta: Fraction, tau: Fraction, row: tuple[int, ...], own: int
) -> tuple[Any, Any]:
    n = len(row) + 1
    turns = [[Fraction(d, A) + (n - p) * angle for p in range(1, n)] for d in row]
    return _scores(turns, Fraction(own, A), beta, tau)


def retrieval_rows(subject: AtWork) -> Outcome:
    """The Retrieval head, 0 < θ < ω/(2·n0): it decodes at β, and is purely symbolic at
    ``letters_before``."""
    cases, A, n0 = 0, subject.letters, subject.longest
    if not 0 < subject.angle < Fraction(1, 2 * A * n0):
        return false(f"θ = 2π·{subject.angle} is not in the printed range")
    with precision(BITS):
        if not retrieval_holds(n0, A, to_ball(subject.beta_retrieval), subject.angle):
            return false(f"β = {subject.beta_retrieval} does not decode at n0 = {n0}")
        for n in range(3, n0 + 1):
            for row in letters_before(subject, n):
                for own in range(1, A):
                    cases += 1
                    pos, sym = retrieval_scores(subject, row, own)
                    if not surely(1 - to_ball(subject.high), sym):
                        return false(f"n = {n}, {row}: s_SYM = {sym}", cases)
                    if not surely(pos, to_ball(subject.low_pos)):
                        return false(f"n = {n}, {row}: s_POS = {pos}", cases)
    return true(cases, note=f"{A} letters, n0 = {n0}, β = {subject.beta_retrieval}")


@cache
def proper_inputs(letters: int, n: int) -> Counter[tuple[tuple[int, ...], int]]:
    """How many proper inputs have these letters, INT = {1}: keys' and query's left halves, less
    the letter asked for. Every beginning of a proper input is proper."""
    inputs: list[tuple[tuple[Any, Any], ...]] = [()]
    for _ in range(n):
        longer = ((*one, token) for one in inputs for token in retrieval_tokens(letters, 1))
        inputs = [one for one in longer if is_proper(one)]
    counts: Counter[tuple[tuple[int, ...], int]] = Counter()
    for one in inputs:
        left, right = one[-1]
        asked = number(right if isinstance(right, str) else left)
        *row, own = ((number(x) - asked) % letters for x, _ in one)
        counts[tuple(row), own] += 1
    return counts


def retrieval_means(subject: AtWork) -> Outcome:
    """The means of the Retrieval head's scores over all proper inputs of one length."""
    counts = proper_inputs(subject.letters, subject.mean_length)
    inputs = sum(counts.values())
    with precision(BITS):
        pos = sym = to_ball(Fraction(0))
        for (row, own), count in counts.items():
            one = retrieval_scores(subject, row, own)
            pos, sym = pos + count * one[0], sym + count * one[1]
        if not surely(to_ball(subject.mean_high * inputs), sym):
            return false(f"{inputs} inputs: mean s_SYM = {sym / inputs}", inputs)
        if not surely(pos, to_ball(subject.mean_low * inputs)):
            return false(f"{inputs} inputs: mean s_POS = {pos / inputs}", inputs)
    if inputs != subject.inputs:
        return false(f"{inputs} proper inputs", inputs)
    return true(inputs)


def not_everywhere(subject: AtWork) -> Outcome:
    """Where neither is pure: Index at length 3, Retrieval at an own match after two equal keys."""
    cases = 0
    with precision(BITS):
        for s in range(3):
            cases += 1
            _, sym = index_scores(subject, subject.beta, 3, s)
            if not surely(to_ball(subject.short), sym):
                return false(f"n = 3, query {s}: s_SYM = {sym}", cases)
        for row in ((1, 1), (subject.letters - 1,) * 2):
            cases += 1
            _, sym = retrieval_scores(subject, row, 0)
            if not surely(sym, to_ball(subject.own_match)):
                return false(f"own match, {row}: s_SYM = {sym}", cases)
    return true(cases)


AT_WORK = FormalClaim(
    id="B-rem31-pure-score",
    place="Remark 3.1, read of the scores where the heads decode",
    statement="Softmax at an inverse temperature at which the head decodes, scores of one token a "
    "block, τ = 1e-4. At the sizes, lengths and queries named here, the scores call the "
    "constructed Index head purely positional and the constructed Retrieval head purely symbolic. "
    "Index: n0 = 17, θ = 2π/17, β = 11.76. Every input of length 9 … 17 whose query points inside "
    "has s_POS = 1 and s_SYM < 1e-4. At β = 100 every input of length 3 … 17 whose query points "
    "inside has s_POS = 1 and s_SYM < .0024. Retrieval: 4 letters, n0 = 5, θ = 4ω/41, β = 30. "
    "Every proper input of length 3 … 5 that ends in a token of two different letters, with a key "
    "before it that does not match, has s_SYM > 1 - 1e-8 and s_POS < 1e-4. Over all 13,748 proper "
    "inputs of length 4 (INT = {1}) the means are s_SYM > .953 and s_POS < .054. At others they do "
    "not. At β = 11.76 Index at length 3 has s_SYM > 1/5 at every query that points inside. "
    "Retrieval at length 3 has s_SYM < 1/40 where a letter–integer query follows two keys, equal "
    "and one letter off.",
    provenance="reading",
    subject=AtWork,
    quantifiers={
        "index": "inputs of n in {9, …, 17}, at β = 100 {3, …, 17}, queries s in {0, …, n - 1}",
        "retrieval": "n in {3, 4, 5}, 4 letters, a match and a rival before the query",
        "means": "every proper input of n = 4, 4 letters, INT = {1}",
        "elsewhere": "Index: n = 3, s in {0, 1, 2}; Retrieval: n = 3, keys (1, 1), (3, 3)",
    },
    parts={
        "rival": Kind.HYPOTHESIS,
        "lengths": Kind.QUANTIFIER,
        "mean_length": Kind.QUANTIFIER,
        "inputs": Kind.DATA,
    },
    not_covered="Other sizes and temperatures τ; at β = 11.76 the lengths 4 … 8 of Index. Queries "
    "that match their own letter, but for that one and in the means: they are never swapped. "
    "Inputs on which every key before the query matches, but in the means: there no key is a "
    "rival. By Def. D.1 the Retrieval head is symbolic on no input (B-rem31-pure).",
)


@AT_WORK.enclosed(
    "every row",
    "Index n = 3 … 17, Retrieval n = 3 … 5: both scores of every row, and decoding, as balls; M of "
    "the Index head holds no content, so v' = v and s_POS = 1 exactly",
    "index",
    "retrieval",
    "means",
    "elsewhere",
)
def both_heads(subject: AtWork) -> Outcome:
    """``index_rows``, ``retrieval_rows``, ``retrieval_means``, then ``not_everywhere``."""
    cases = 0
    for part in (index_rows, retrieval_rows, retrieval_means, not_everywhere):
        outcome = part(subject)
        if outcome.status != "true":
            return outcome
        cases += outcome.cases
    return true(cases)


AT_WORK.mutant("β = 11, which does not decode", Kind.CONSTANT, beta=Fraction(11))
AT_WORK.mutant("s_SYM < 1e-6", Kind.CONSTANT, low=Fraction(1, 10**6))
AT_WORK.mutant("s_POS < 1e-5", Kind.CONSTANT, low_pos=Fraction(1, 10**5))
AT_WORK.mutant("β = 29.5, which does not decode", Kind.CONSTANT, beta_retrieval=Fraction(59, 2))
AT_WORK.mutant("length 8 too", Kind.QUANTIFIER, lengths=tuple(range(8, 18)))
AT_WORK.mutant("length 3 too", Kind.QUANTIFIER, lengths=(3, 17))
AT_WORK.mutant("β = 90 at all lengths", Kind.CONSTANT, sharp=Fraction(90))
AT_WORK.mutant("β = 150 at all lengths", Kind.CONSTANT, sharp=Fraction(150))
AT_WORK.mutant("s_SYM < .0023 at β = 100", Kind.CONSTANT, all_low=Fraction(23, 10**4))
AT_WORK.mutant("a mean s_SYM > .954", Kind.CONSTANT, mean_high=Fraction(954, 1000))
AT_WORK.mutant("a mean s_POS < .053", Kind.CONSTANT, mean_low=Fraction(53, 1000))
AT_WORK.mutant("one proper input more", Kind.DATA, inputs=13749)
AT_WORK.mutant("means at length 3", Kind.QUANTIFIER, mean_length=3)
AT_WORK.mutant("every key may match", Kind.HYPOTHESIS, rival=False)
AT_WORK.mutant("s_SYM = 1", Kind.TERM, high=Fraction(0))
AT_WORK.mutant("τ = 1", Kind.CONSTANT, tau=Fraction(1))
AT_WORK.mutant("s_SYM > 1/4 at length 3", Kind.CONSTANT, short=Fraction(1, 4))
AT_WORK.mutant("s_SYM < 1/50 at an own match", Kind.CONSTANT, own_match=Fraction(1, 50))
AT_WORK.mutant("θ = ω/10, the open end of the range", Kind.CONSTANT, angle=Fraction(1, 40))
AT_WORK.mutant("θ = 2ω/21", Kind.CONSTANT, angle=Fraction(1, 42))
AT_WORK.mutant("θ the other way", Kind.SIGN, angle=Fraction(-1, 41))
