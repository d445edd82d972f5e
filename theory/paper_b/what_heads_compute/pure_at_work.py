"""Are the constructed heads pure by the scores, at a temperature at which they decode?
(B-rem31-pure-score)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.balls import surely
from theory.mathematics.conversions import cos_pi, precision, to_ball
from theory.paper_b.printed_heads.temperature import retrieval_holds, row_sums

BITS = 160
Turns = list[list[Fraction]]
"""M[a][p] / β as turns: the logit is β·cos 2πM[a][p]."""


def logit(beta: Fraction, turns: Fraction) -> Any:
    """β·cos 2π·turns, as a ball."""
    return to_ball(beta) * cos_pi(2 * turns)


def _scores(turns: Turns, own: Fraction, beta: Fraction, tau: Fraction) -> tuple[Any, Any]:
    """(s_POS, s_SYM) of one row as balls: one token a block, α the softmax of |d_i - d_j|/τ."""
    from flint import arb

    E = [[logit(beta, x).exp() for x in row] for row in turns]
    total = sum((E[j][j] for j in range(len(E))), logit(beta, own).exp())
    weights = pos = sym = arb(0)
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
    """Where the heads decode, and how near to pure they are there: a low score ≤ ``low``, a high
    one ≥ 1 - ``high``. ``alone``: exactly one key before the query matches."""

    places: int = 17
    beta: Fraction = Fraction(294, 25)
    lengths: tuple[int, ...] = (17,)
    low: Fraction = Fraction(1, 10**4)
    high: Fraction = Fraction(1, 10**8)
    tau: Fraction = Fraction(1, 10**4)
    letters: int = 4
    longest: int = 5
    beta_retrieval: Fraction = Fraction(30)
    alone: bool = True
    angle: Callable[[int, int], Fraction] = lambda letters, n0: Fraction(1, 2 * letters * n0)


def index_rows(subject: AtWork) -> Outcome:
    """The Index head at θ = 2π/n0: it decodes at β, and each query's s_SYM is at most ``low``.

    M has no content in it, so v' = v at every swap and s_POS = 1 exactly.
    """
    cases, n0 = 0, subject.places
    u = Fraction(1, n0)
    with precision(BITS):
        beta = to_ball(subject.beta)
        if not all(surely(one, 1) for one in row_sums(n0, beta, u)):
            return false(f"β = {subject.beta} does not decode at n0 = {n0}")
        for n in subject.lengths:
            for s in range(n):
                cases += 1
                row = [(n - p - s) * u for p in range(1, n)]
                _, sym = _scores([row] * (n - 1), -s * u, subject.beta, subject.tau)
                if not surely(sym, to_ball(subject.low)):
                    return false(f"n = {n}, query {s}: s_SYM = {sym}", cases)
    return true(cases, note=f"n0 = {n0}, β = {subject.beta}")


def letters_before(subject: AtWork, n: int) -> Iterator[tuple[int, ...]]:
    """Letters of the keys before a letter–letter query, as differences from the one asked for."""
    for row in product(range(subject.letters), repeat=n - 1):
        matches = row.count(0)
        if (matches == 1) if subject.alone else matches >= 1:
            yield row


def retrieval_rows(subject: AtWork) -> Outcome:
    """The Retrieval head: it decodes at β, and on letter–letter queries it is purely symbolic."""
    cases, A, n0 = 0, subject.letters, subject.longest
    u = subject.angle(A, n0)
    with precision(BITS):
        if not retrieval_holds(n0, A, to_ball(subject.beta_retrieval)):
            return false(f"β = {subject.beta_retrieval} does not decode at n0 = {n0}")
        for n in range(3, n0 + 1):
            for row in letters_before(subject, n):
                turns = [[Fraction(d, A) + (n - p) * u for p in range(1, n)] for d in row]
                for own in range(1, A):
                    cases += 1
                    pos, sym = _scores(turns, Fraction(own, A), subject.beta_retrieval, subject.tau)
                    if not surely(1 - to_ball(subject.high), sym):
                        return false(f"n = {n}, {row}: s_SYM = {sym}", cases)
                    if not surely(pos, to_ball(subject.low)):
                        return false(f"n = {n}, {row}: s_POS = {pos}", cases)
    return true(cases, note=f"{A} letters, n0 = {n0}, β = {subject.beta_retrieval}")


AT_WORK = FormalClaim(
    id="B-rem31-pure-score",
    paper="B",
    place="Remark 3.1, read of the scores where the heads decode",
    statement="With softmax at an inverse temperature at which they decode, the scores (one token "
    "a block, τ = 1e-4) call the constructed Index head purely positional and the constructed "
    "Retrieval head purely symbolic. Index: n0 = 17, θ = 2π/17, β = 11.76; every input of length "
    "17 and query that points inside has s_POS = 1 and s_SYM < 1e-4. Retrieval: 4 letters, n0 = 5, "
    "θ = ω/10, β = 30; every proper input of length 3 … 5 that ends in a letter–letter token and "
    "has exactly one matching key, before it, has s_SYM > 1 - 1e-8 and s_POS < 1e-4.",
    expected=Verdict.PROVED,
    provenance="reading",
    subject=AtWork,
    quantifiers={
        "index": "inputs of n = 17, queries s in {0, …, 16}",
        "retrieval": "n in {3, 4, 5}, 4 letters, one matching key",
    },
    parts={"alone": Kind.HYPOTHESIS, "lengths": Kind.QUANTIFIER, "angle": Kind.INDEX},
    not_covered="Other sizes and temperatures τ; letter–integer queries, whose match is the query "
    "itself and is never swapped; two keys that match (their swap changes nothing, so s_POS is "
    "high). By Def. D.1 the Retrieval head is symbolic on no input (B-rem31-pure).",
)


@AT_WORK.enclosed(
    "every row",
    "n = 17 and n = 3 … 5: both scores of every row, and decoding, as balls; M of the "
    "Index head holds no content, so v' = v and s_POS = 1 exactly",
    "index",
    "retrieval",
)
def both_heads(subject: AtWork) -> Outcome:
    """``index_rows``, then ``retrieval_rows``."""
    first = index_rows(subject)
    if first.status != "true":
        return first
    second = retrieval_rows(subject)
    return second if second.status != "true" else true(first.cases + second.cases)


AT_WORK.mutant("β = 11, which does not decode", Kind.CONSTANT, beta=Fraction(11))
AT_WORK.mutant("s_SYM < 1e-6", Kind.CONSTANT, low=Fraction(1, 10**6))
AT_WORK.mutant("length 3 too", Kind.QUANTIFIER, lengths=(3, 17))
AT_WORK.mutant("two matching keys", Kind.HYPOTHESIS, alone=False)
AT_WORK.mutant("s_SYM = 1", Kind.TERM, high=Fraction(0))
AT_WORK.mutant("τ = 1", Kind.CONSTANT, tau=Fraction(1))
AT_WORK.mutant(
    "the angle of three letters",
    Kind.INDEX,
    angle=lambda letters, n0: Fraction(1, 2 * (letters - 1) * n0),
)
