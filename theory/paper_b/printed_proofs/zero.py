"""What a discrepancy of zero means (B-zero)."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, maximisers
from theory.mathematics.constructed import (
    gap,
    hard,
    index_answer,
    index_inputs,
    index_output,
    index_phases,
    index_target,
    is_proper,
    retrieval_answer,
    retrieval_gap,
    retrieval_phases,
    retrieval_tokens,
)
from theory.mathematics.exact import exact
from theory.mathematics.solvers import Posed, prove_all
from theory.witnesses import witness
from theory.witnesses.witness import RefutedClaim, shown


def right_at_zero(data: dict[str, Any]) -> Outcome:
    """Two positions share the largest logit, and the printed heads decode the answer."""
    one, other = data["retrieval"], data["index"]
    tokens = [(x, int(y) if y.isdigit() else y) for x, y in one["tokens"]]
    still = maximisers(retrieval_phases(tokens, one["letters"], Fraction(0)))
    margin = retrieval_gap(tokens, one["letters"], Fraction(0))
    letters, u = tuple(other["tokens"]), exact(other["theta_over_pi"], "theta_over_pi") / 2
    best = maximisers(index_phases(len(letters), index_target(letters), u))
    led = gap(index_output(letters, hard(best, len(letters))), index_answer(letters))
    parts = [
        (is_proper(tokens), "retrieval: not proper", ""),
        (
            len(still) > 1,
            "retrieval: Δ is not 0",
            f"retrieval, θ = 0: {' '.join(one['tokens'])}: largest logits at offsets "
            f"{witness.fractions(still)}, Δ = 0",
        ),
        (
            str(margin) == one["gap"] and margin > 0,
            f"retrieval: gap {margin}",
            f"retrieval: the answer leads by {margin}",
        ),
        (
            len(best) > 1 and u != 0,
            "index: Δ is not 0, or θ is",
            f"index, θ = {other['theta_over_pi']}π: {' '.join(letters)}: largest logits at offsets "
            f"{witness.fractions(best)}, Δ = 0",
        ),
        (str(led) == other["gap"] and led > 0, f"index: gap {led}", f"index: it leads by {led}"),
    ]
    return shown(parts, f"Δ = 0, gaps {margin} and {led}")


ZERO = RefutedClaim(
    right_at_zero,
    id="B-zero",
    provenance="reading",
    place="§3.5, read without its 'potentially' and of single inputs",
    statement="A discrepancy of zero means that the model cannot distinguish the correct token. On "
    "an input with Δ(σ) = 0 the printed heads do not decode the answer. Here Δ(σ) is the largest "
    "logit minus the largest at any other position (Def. 3.1).",
    parts={"retrieval.tokens": Kind.HYPOTHESIS, "index.tokens": Kind.HYPOTHESIS},
    not_covered="The sentence with its 'potentially', which is true (B-zero-may). Whether every "
    "input of a length has Δ(σ) = 0: these do not; when a tie misleads is B-zero-fix. A zero by "
    "F.2.2's Δ, which leaves keys of the target's letter out, or by Lemma F.1's, which takes the "
    "next different logit: by either the input to Retrieval has Δ = 2.",
    repairs=("B-zero-fix",),
)

ZERO.edited(
    "one key that matches",
    Kind.HYPOTHESIS,
    lambda w: w["retrieval"].update(tokens=["b1", "a1", "ba"]),
)
ZERO.edited(
    "two different keys that match",
    Kind.HYPOTHESIS,
    lambda w: w["retrieval"].update(tokens=["aa", "a1"], gap="0"),
)
ZERO.edited("θ = π/2", Kind.CONSTANT, lambda w: w["index"].update(theta_over_pi="1/2"))
ZERO.edited("a gap of 0", Kind.TERM, lambda w: w["index"].update(gap="0"))
ZERO.edited("a gap of -1", Kind.SIGN, lambda w: w["retrieval"].update(gap="-1"))


@dataclass(frozen=True)
class Shares:
    """h(x), the share of the maximal keys that hold x: when the printed heads are right."""

    skip: int = 1
    alpha: int = 2
    strict: bool = True
    half: Fraction = Fraction(1, 2)

    def above(self, x: Fraction, y: Fraction) -> bool:
        """x > y, or x ≥ y."""
        return x > y if self.strict else x >= y


def _held(tokens: Any, best: tuple[int, ...]) -> dict[Any, Fraction]:
    """h by token."""
    shares: dict[Any, Fraction] = {}
    for t in best:
        token = tokens[len(tokens) - 1 - t]
        shares[token] = shares.get(token, Fraction(0)) + Fraction(1, len(best))
    return shares


def index_right(subject: Shares, tokens: Any, h: dict[Any, Fraction]) -> bool:
    """The three cases, by shares of letters alone."""
    answer = index_answer(tokens)
    letters = {x: s for x, s in h.items() if isinstance(x, str)}
    rest = [s for x, s in letters.items() if x != answer]
    if isinstance(tokens[-1], str):
        own = subject.skip + subject.alpha * letters.get(answer, Fraction(0))
        return all(subject.above(own, subject.alpha * s) for s in rest)
    if isinstance(answer, str):
        return subject.above(letters.get(answer, Fraction(0)), subject.half)
    return all(subject.above(subject.half, s) for s in rest)


def _words(tokens: list[Any], n: int) -> list[tuple[Any, ...]]:
    """Every sequence of n tokens."""
    return list(product(tokens, repeat=n))


ZERO_FIX = FormalClaim(
    id="B-zero-fix",
    place="§3.5, repaired",
    statement="Hard attention, any θ; h(x) the share of the maximal keys that hold x. The printed "
    "Retrieval head is right iff h(answer) > h(x) for every other token x. The printed Index head "
    "(numbers that point before the start left alone) is right as follows. For a letter a it is "
    "right iff 1 + 2h(a) > 2h(b) for every other letter b. For an integer that finds a letter a it "
    "is right iff h(a) > 1/2. For one that finds an integer it is right iff h(b) < 1/2 for every "
    "letter b. So Δ(σ) = 0 is harmless where the tied keys hold the answer, and on a letter query "
    "of Index wherever at most three positions tie.",
    provenance="repair",
    subject=Shares,
    quantifiers={
        "n": "every input of every length, every real θ",
        "small": "Index n ≤ 4, two letters and 1 … 3; Retrieval n ≤ 3, two letters; every real θ",
    },
    parts={"strict": Kind.RELATION},
    not_covered="Softmax at a finite β: B-lemF1.",
    rests_on=("B-gap-index",),
)


@ZERO_FIX.exhaustive(
    "by shares",
    "the literal output on every input, every real θ: Index n ≤ 4, Retrieval n ≤ 3",
    "small",
)
def by_shares(subject: Shares) -> Outcome:
    """Index: two letters, 1 … 3, n ≤ 4; Retrieval: two letters, INT = {1}, n ≤ 3: every real θ."""
    cases = 0
    for n in range(1, 5):
        # A number 3 may point before the start: its keys are up to 3 offsets from where it points.
        for u in arc_cells(2 * max(n, 3)):
            largest = [maximisers(index_phases(n, s, u)) for s in range(4)]
            for tokens in index_inputs(n, 2, 3):
                best = largest[index_target(tokens)]
                cases += 1
                right = gap(index_output(tokens, hard(best, n)), index_answer(tokens)) > 0
                if right != index_right(subject, tokens, _held(tokens, best)):
                    return false(f"Index {tokens}, θ = {u}·2π: right is {right}", cases)
    for n in range(1, 4):
        inputs = retrieval_tokens(2, 1)
        sequences = [x for x in _words(inputs, n) if is_proper(x)]
        for u in arc_cells(2 * n, 2):
            for tokens in sequences:
                cases += 1
                h = _held(tokens, maximisers(retrieval_phases(tokens, 2, u)))
                answer = retrieval_answer(tokens)
                own = h.pop(answer, Fraction(0))
                wanted = all(subject.above(own, s) for s in h.values()) and own > 0
                if (retrieval_gap(tokens, 2, u) > 0) != wanted:
                    return false(f"Retrieval {tokens}, θ = {u}·2π", cases)
    return true(cases)


@ZERO_FIX.written(
    "outputs in shares", "every input: the outputs' coordinates are x + 2h and h", "n"
)
def output_forms(subject: Shares) -> Outcome:
    """z3: the coordinates x + αh decode as the shares say; a is the answer's share, b another
    letter's."""

    def cases(a: Any, b: Any) -> Posed:
        own, other, skip = subject.alpha * a, subject.alpha * b, subject.skip
        part, whole = subject.half.numerator, subject.half.denominator
        letter = (skip + own > other) == (1 + 2 * a > 2 * b)
        integer = (skip > other) == (whole * b < part)
        finds = (own > skip) == (whole * a > part)
        return (a >= 0, b >= 0, a + b <= 1), (letter, integer, finds)

    def first(a: Any, b: Any) -> Posed:
        # More than the skip's 1 is more than any other letter's.
        known = (a >= 0, b >= 0, a + b <= 1, subject.alpha * a > subject.skip)
        return known, (a > b,)

    return prove_all([(first, "a b"), (cases, "a b")])


ZERO_FIX.coq(
    "zero.B_zero_fix_retr",
    "zero.B_zero_fix_index",
    "zero.B_zero_fix_ties",
    decides=("n", "small"),
    axioms=REALS,
    near_misses={
        "zero.B_zero_fix_retr__weak": Kind.RELATION,
        "zero.B_zero_fix_index__weak": Kind.RELATION,
        "zero.B_zero_fix_ties__four": Kind.CONSTANT,
    },
)

ZERO_FIX.mutant("no skip connection", Kind.TERM, skip=0)
ZERO_FIX.mutant("α = 3", Kind.CONSTANT, alpha=3)
ZERO_FIX.mutant("h ≥", Kind.RELATION, by_shares, strict=False)
ZERO_FIX.mutant("two thirds", Kind.CONSTANT, half=Fraction(2, 3))
ZERO_FIX.mutant("F(x, a) = a - x", Kind.SIGN, skip=-1)
