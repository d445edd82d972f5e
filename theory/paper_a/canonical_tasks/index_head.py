"""Index by one positional RoPE angle, Information Retrieval by a NoPE head: A-thm3 and A-thm5.

Angles are in units of π. Hard attention averages over the keys of largest logit; the answer is
the letter (attribute) that weighs strictly most. The query's own key carries neither.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.circle import Sum, added, cells, critical_angles, exponential_sign, fold
from theory.mathematics.solvers import all_steps, identity, prove_all

ONE = Fraction(1)
MOST = 5
INPUTS, SOFT, PROOF = "every input to N = 5", "softmax on every input", "angles and weights"


@dataclass(frozen=True)
class IndexHead:
    """Key k of N has logit B·amplitude·cos((k - j + shift)θ) for target j. Claimed: right iff no
    tθ is a full turn, t = ``first`` … N - ``short``; softmax iff the others' weights, the
    target's being 1, add up to less than ``budget`` for every j."""

    amplitude: Fraction = ONE
    shift: int = 0
    first: int = 1
    short: int = 1
    budget: int = 1
    letters: int = 2

    def admits(self, keys: int, theta: Fraction) -> bool:
        """Whether the angle is claimed to work for N keys."""
        return all(t * theta % 2 != 0 for t in range(self.first, keys - self.short + 1))

    def logits(self, keys: int, theta: Fraction, target: int) -> list[Sum]:
        """The logits of keys 1 … N, for B = 1."""
        places = range(1 - target + self.shift, keys + 1 - target + self.shift)
        return [added((self.amplitude, k * theta)) for k in places]


def _largest(head: IndexHead, keys: int, theta: Fraction, target: int) -> list[int]:
    """The keys of largest logit, counted from 0: smallest fold where the amplitude is positive."""
    up = 1 if head.amplitude > 0 else -1
    row = [up * fold((k - target + head.shift) * theta) for k in range(1, keys + 1)]
    return [k for k, value in enumerate(row) if value == min(row)]


def hard_index(head: IndexHead, keys: int, theta: Fraction) -> bool:
    """Hard attention answers the letter at the target on every word over the letters."""
    for target in range(1, keys + 1):
        best = _largest(head, keys, theta, target)
        for word in product(range(head.letters), repeat=keys):
            if 2 * sum(word[k] == word[target - 1] for k in best) <= len(best):
                return False
    return True


SHARPNESS = (Fraction(1, 8), ONE, Fraction(4), Fraction(32))

THM3 = FormalClaim(
    id="A-thm3",
    place="Theorem 3",
    statement="A positional RoPE head with a single angle solves Index (up to a fixed length). "
    "Precisely: N letters of an alphabet of two or more, then an integer naming a position j in 1 "
    "… N; all keys equal, logits B·cos((k-j)θ), B > 0. The letter that weighs most is the answer. "
    "Hard attention is right for every word and j iff tθ ∉ 2πZ for t = 1 … N-1 (for N ≥ 2 every 0 "
    "< θ < 2π/(N-1) will do). Softmax is right iff Σ_{k≠j} e^(-B(1-cos((k-j)θ))) < 1 for every j. "
    "For these θ that holds for some B and then for every larger one, for N ≥ 2 at the latest for "
    "B > log(N-1)/(1 - max_t cos tθ).",
    provenance="reconstructed",
    subject=IndexHead,
    quantifiers={
        "N": "every N ≥ 1, two letters or more",
        "θ": "every real angle",
        "B": "every B > 0",
        "small": "N = 1 … 5, every θ by cells",
        "soft": "N in {2, 3, 4}, θ in {2, 5, 8, 11}π/12, B in {1/8, 1, 4, 32}",
    },
    parts={"short": Kind.INDEX, "first": Kind.QUANTIFIER, "letters": Kind.HYPOTHESIS},
    not_covered="The keys' rotation depends on n - k alone, so the query must turn by n - j. So "
    "either n is fixed (inputs padded to it), or j is counted back from the query, and then one "
    "head serves every length. With j counted from the start, none serves lengths 3 and 4 "
    "(A-thm3-lengths). With one letter only, or N = 1, every head is right.",
)


@THM3.exhaustive(
    INPUTS,
    "hard attention run on every word over two letters and every target, at every "
    "critical angle and between each two",
    "small",
)
def every_word(subject: IndexHead) -> Outcome:
    """Hard attention on every word, N = 1 … MOST, every θ by cells."""
    cases = 0
    for keys in range(1, MOST + 1):
        for theta in cells(critical_angles(2 * keys), Fraction(2)):
            cases += 1
            right = hard_index(subject, keys, theta)
            if right != subject.admits(keys, theta):
                return false(f"N = {keys}, θ = {theta}π: right is {right}", cases)
    return true(cases)


@THM3.exhaustive(
    SOFT, "softmax run on every word against the sum of weights, by certain balls", "soft"
)
def soft_words(subject: IndexHead) -> Outcome:
    """Softmax on every word against the sum of the others' weights, by certain balls."""
    outcomes, cases = set(), 0
    angles = [Fraction(p, 12) for p in (2, 5, 8, 11)]
    for keys, theta, factor in product((2, 3, 4), angles, SHARPNESS):
        cases += 1
        right = below = True
        for target in range(1, keys + 1):
            row = [
                {f: factor * c for f, c in one.items()}
                for one in subject.logits(keys, theta, target)
            ]
            own, others = row[target - 1], row[: target - 1] + row[target:]
            below = below and exponential_sign([own] * subject.budget, others) > 0
            for word in product(range(subject.letters), repeat=keys):
                sides: tuple[list[Sum], list[Sum]] = ([], [])
                for k, weight in enumerate(row):
                    sides[word[k] != word[target - 1]].append(weight)
                right = right and exponential_sign(*sides) > 0
        if right != below or (right and not subject.admits(keys, theta)):
            return false(f"N = {keys}, θ = {theta}π, B = {factor}: right is {right}")
        outcomes.add(right)
    return true(cases) if len(outcomes) == 2 else false("one side only")


@THM3.written(
    PROOF,
    "every N: a second maximum is a full turn; the worst word has one letter elsewhere",
    "N",
    "θ",
    "B",
)
def index_written(subject: IndexHead) -> Outcome:
    """1 - cos x = 2 sin²(x/2), which vanishes on full turns only; N - 1 weights below 1/(N - 1)."""

    from sympy import symbols

    # With u = tan(x/2): cos x = (1 - u²)/(1 + u²) and sin²(x/2) = u²/(1 + u²).
    u, amplitude = symbols("u"), subject.amplitude.numerator
    half = 1 - amplitude * (1 - u**2) / (1 + u**2) - 2 * u**2 / (1 + u**2)

    def soft(e: Any, n: Any, rest: Any) -> tuple[list[Any], list[Any]]:
        # e = exp(B·gap) > N - 1, the target's weight being 1 and the others at most 1/e each.
        return [n >= 2, e > n - 1, rest * e <= n - 1], [rest < subject.budget]

    def word(own: Any, same: Any, other: Any) -> tuple[list[Any], list[Any]]:
        return [own > same + other, same >= 0, other >= 0], [own + same > other]

    posed = [(soft, "e n rest"), (word, "own same other")]
    return all_steps(lambda: identity(half), lambda: prove_all(posed))


THM3.coq(
    "canonical.A_thm3",
    "canonical.A_thm3_softmax",
    "canonical.A_thm3_some_B",
    "canonical.A_thm3_larger_B",
    "canonical.A_thm3_enough",
    "rope_heads.A_thm3_logits",
    "rope_heads.A_thm3_small",
    decides=("N", "θ", "B", "small", "soft"),
    axioms=REALS,
    near_misses={
        "canonical.A_thm3__one_more": Kind.INDEX,
        "canonical.A_thm3_softmax__weak": Kind.RELATION,
        "canonical.A_thm3_some_B__one_more": Kind.INDEX,
        "canonical.A_thm3_larger_B__smaller": Kind.INDEX,
        "canonical.A_thm3_enough__one_key_less": Kind.INDEX,
        "rope_heads.A_thm3_logits__query_at_N": Kind.INDEX,
        "rope_heads.A_thm3_small__up_to": Kind.RELATION,
    },
)

THM3.mutant("full turns at t = N too", Kind.INDEX, every_word, short=0)
THM3.mutant("t from 2", Kind.QUANTIFIER, every_word, first=2)
THM3.mutant("B < 0", Kind.SIGN, every_word, index_written, amplitude=-ONE)
THM3.mutant("next key", Kind.TERM, every_word, soft_words, shift=1)
THM3.mutant("sum below 2", Kind.CONSTANT, soft_words, budget=2)
THM3.mutant("one letter", Kind.HYPOTHESIS, every_word, soft_words, letters=1)
