"""Are the constructed heads of F.2 pure? Index yes, Retrieval on no input (B-rem31-pure).

Angles are kept as whole numbers of a turn's parts: cos(2πa/D) = cos(2πb/D) iff a ≡ ±b mod D, so
every equality of logits is exact.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import to_ball
from theory.mathematics.exact import exact
from theory.mathematics.softmax_head import Tokens, ideal_retrieval
from theory.mathematics.solvers import all_steps, identities, prove
from theory.witnesses import witness
from theory.witnesses.witness import RefutedClaim, shown


def printed_placement(tokens: Tokens, step: tuple[Fraction, Fraction]) -> list[list[Fraction]]:
    """M[a, p] = cos((φ(left_a) - φ(asked))ω + (n-p)θ), two letters (ω = π), step = (cos, sin) θ."""
    query = tokens[-1]
    asked = query[1] if not query[1].isdigit() else query[0]
    turns = [step]
    while len(turns) < len(tokens) - 1:
        (x, y), (c, s) = turns[-1], step
        turns.append((c * x - s * y, s * x + c * y))
    return [
        [turn[0] * (1 if token[0] == asked else -1) for turn in reversed(turns)]
        for token in tokens[:-1]
    ]


def not_symbolic(data: dict[str, Any]) -> Outcome:
    """A proper input and an angle of the printed range at which no row of M is constant."""
    step = exact(data["cos"], "cos"), exact(data["sin"], "sin")
    tokens, letters = tuple(data["input"]), set(data["letters"])
    M = printed_placement(tokens, step)
    n0, (c, s) = len(tokens), step
    uneven = next(((a, row) for a, row in enumerate(M) if len(set(row)) > 1), (0, []))
    parts = [
        (
            len(letters) == 2 and all(c.isdigit() or c in letters for t in tokens for c in t),
            "ω is not π: not two letters",
            "",
        ),
        (
            c**2 + s**2 == 1 and min(step) > 0,
            "not an angle between 0 and π/2",
            f"({c})² + ({s})² = 1, so there is such an angle",
        ),
        (
            n0 == 3 and c**2 > Fraction(3, 4),
            "θ is not below ω/(2·n0) = π/6",
            f"cos² θ = {c**2} > 3/4, so θ < π/6 = ω/(2·n0) at n0 = {n0}: in the printed range",
        ),
        (ideal_retrieval(tokens) is not None, "not proper", ""),
        (
            data["placement"] == [[str(e) for e in row] for row in M],
            "another placement matrix",
            f"M[a, p] = ±cos (n-p)θ, + where a's left half is the letter asked for; cos 2θ = "
            f"c² - s² = {c * c - s * s}: M = {witness.matrix(M)}",
        ),
        (
            all(len(set(row)) > 1 for row in M),
            "a row is constant",
            f"the row of {tokens[uneven[0]]}: {' ≠ '.join(map(str, uneven[1]))}, and no row is "
            "constant: symbolic on no content",
        ),
    ]
    return shown(parts, f"{' '.join(tokens)}: M = {data['placement']}")


REM31_PURE = RefutedClaim(
    not_symbolic,
    id="B-rem31-pure",
    place="Remark 3.1",
    statement="The constructed Index head is purely positional, the constructed Retrieval head "
    "purely symbolic.",
    parts={"input": Kind.HYPOTHESIS},
    not_covered="By Def. D.1, which this reads, the Index half holds. By the scores, as App. D "
    "reads 'pure', it depends on β and on the inputs. Index, n0 = 17: at β = 11.76 it fails on "
    "short inputs (n = 3: s_SYM from .203 to .751). For Index at n0 = 17 and β = 100 it holds on "
    "every input of length 3 … 17 whose query points inside (s_SYM < .0024). Retrieval: where all "
    "keys before the query have one left half, s_POS = 1 at every β; over all proper inputs of "
    "length 4 (4 letters, β = 30) the means are s_POS .053 and s_SYM .954 (B-rem31-pure-score).",
    repairs=("B-rem31-pure-fix",),
)

REM31_PURE.edited(
    "θ = 0",
    Kind.CONSTANT,
    lambda w: w.update(cos="1", sin="0", placement=[["1", "1"], ["-1", "-1"]]),
)
REM31_PURE.edited(
    "θ above the range",
    Kind.CONSTANT,
    lambda w: w.update(cos="3/5", sin="4/5", placement=[["-7/25", "3/5"], ["7/25", "-3/5"]]),
)
REM31_PURE.edited("an input that is not proper", Kind.HYPOTHESIS, lambda w: w["input"].reverse())
REM31_PURE.edited(
    "positions exchanged", Kind.INDEX, lambda w: [r.reverse() for r in w["placement"]]
)
REM31_PURE.edited("θ the other way", Kind.SIGN, lambda w: w.update(sin=f"-{w['sin']}"))


@dataclass(frozen=True)
class PrintedHeads:
    """θ = 2πk/K. ``symbolic(n, letters, k, K)``: the Retrieval head is so on every proper input
    of length n. ``bound``: no row is constant for 0 < θ < bound·ω (≤ with ``closed``).
    ``key`` parts of a turn are added to Index's key for each content. ``sign`` is that of
    cos(m - d) ∓ cos(m + d) = 2 sin m sin d. No swap has a cosine below ``level``."""

    symbolic: Callable[[int, int, int, int], bool] = lambda n, letters, k, K: (
        k % K == 0 or (n == 3 and letters <= 2 and 3 * k % K == 0)
    )
    bound: Fraction = Fraction(1, 3)
    closed: bool = False
    key: int = 0
    sign: int = 1
    level: Fraction = Fraction(1, 4)

    def rows(self, n: int, letters: int, k: int, K: int) -> Iterator[list[int]]:
        """Phases of each possible row of Retrieval's M, up to sign, in parts of 1/(letters·K)."""
        whole = letters * K
        for c in range(letters):
            row = [(c * K + t * k * letters) % whole for t in range(1, n)]
            yield [min(phase, whole - phase) for phase in row]


ANGLES = [(k, K) for K in range(1, 25) for k in range(K) if gcd(k, K) == 1]


def _index_rows(subject: PrintedHeads, count: int) -> Outcome:
    """Index: cos((t - i)θ), t = n - p = 1 … n - 1, for contents 0 and 1; query letter is i = 0."""
    for n in (3, 4, 5):
        for k, K in ANGLES:
            count += 1
            rows = []
            for i in range(3):
                contents = [
                    [((t - i) * k + subject.key * a) % K for t in range(1, n)] for a in (0, 1)
                ]
                folded = [[min(x, K - x) for x in row] for row in contents]
                if folded[0] != folded[1]:
                    return false(f"n = {n}, θ = 2π·{k}/{K}, query {i}: not positional", count)
                rows.append(folded[0])
            if all(len(set(row)) == 1 for row in rows) != (k == 0):
                return false(f"n = {n}, θ = 2π·{k}/{K}: Index's head is symbolic", count)
    return true(count)


REM31_PURE_FIX = FormalClaim(
    id="B-rem31-pure-fix",
    place="Remark 3.1, repaired",
    statement="For every n ≥ 3, INT not empty: the Index head is positional on every input, for "
    "every θ, and symbolic on all of them iff θ ∈ 2πZ. The Retrieval head is symbolic on every "
    "proper input of length n iff θ ∈ 2πZ (or n = 3, |ALPH| ≤ 2 and 3θ ∈ 2πZ). For 0 < θ < ω/3 no "
    "row of its M is constant on any input. That covers the whole printed range 0 < θ < ω/(2·n0), "
    "n0 ≥ 3. By the scores (one ≥ 1 - γ, the other ≤ γ), with softmax at inverse temperature 1, "
    "neither head is pure on any input at any γ ≤ 1/4.",
    provenance="repair",
    subject=PrintedHeads,
    quantifiers={
        "n": "every n ≥ 3",
        "θ": "every real θ",
        "letters": "every |ALPH| ≥ 1",
        "formula": "every pair of points (cos, sin)",
        "scores": "every logits in [-1, 1], swap, temperature τ > 0 and equal blocks",
        "rational": "θ = 2πk/K, K ≤ 24, n = 3 … 5, |ALPH| ≤ 4",
    },
    parts={"closed": Kind.RELATION, "symbolic": Kind.QUANTIFIER, "key": Kind.HYPOTHESIS},
    not_covered="At n ≤ 2 every head is positional and symbolic, and nothing can be swapped. "
    "Scores at the inverse temperatures at which the heads decode longer inputs: "
    "B-rem31-pure-score.",
)


@REM31_PURE_FIX.exhaustive("rational turns", "exact phases at every θ = 2πk/K, K ≤ 24", "rational")
def rational_turns(subject: PrintedHeads) -> Outcome:
    """Every θ = 2πk/K with K ≤ 24, n = 3 … 5, 1 … 4 letters; Index's queries 0, 1, 2."""
    count = 0
    for n in (3, 4, 5):
        for letters in (1, 2, 3, 4):
            for k, K in ANGLES:
                count += 1
                constant = [len(set(row)) == 1 for row in subject.rows(n, letters, k, K)]
                where = f"n = {n}, {letters} letters, θ = 2π·{k}/{K}"
                if all(constant) != subject.symbolic(n, letters, k, K):
                    return false(f"{where}: symbolic is {all(constant)}", count)
                edge = subject.bound / letters
                inside = k > 0 and (
                    Fraction(k, K) <= edge if subject.closed else Fraction(k, K) < edge
                )
                if inside and any(constant):
                    return false(f"{where}: a constant row", count)
    return _index_rows(subject, count)


@REM31_PURE_FIX.symbolic(
    "difference of cosines",
    "when two logits of a row agree: sin m sin d = 0",
    "formula",
    confirmed_by="one solver only (sympy), a bilinear identity",
)
def difference_of_cosines(subject: PrintedHeads) -> Outcome:
    """sympy: cos(m - d) - cos(m + d) = 2 sin m sin d, by the addition formulas."""
    from sympy import symbols

    u, v, x, y = symbols("u v x y")  # (cos, sin) of m and of d
    return identities({"difference": (u * x + v * y) - subject.sign * (u * x - v * y) - 2 * v * y})


@REM31_PURE_FIX.symbolic(
    "cosines stay high",
    "logits cos(…) lie in [-1, 1], so every swap's cosines are ≥ 1/cosh 2 > 1/4",
    "scores",
    confirmed_by="cvc5 (e² by flint alone); by hand in proofs.md",
)
def cosines_stay_high(subject: PrintedHeads) -> Outcome:
    """flint: e² < 37/5; z3: weights whose ratios lie in [5/37, 37/5] have cosines above level."""
    most = Fraction(37, 5)
    if not bool(to_ball(2).exp() < to_ball(most)):
        return false("e² is not certainly below 37/5")

    def statement(*x: Any) -> tuple[list[Any], list[Any]]:
        a, c = x  # v = (a, 1) and v' = (c, 1), up to their lengths
        inside = [a * most >= 1, a <= most, c * most >= 1, c <= most]
        return inside, [(a * c + 1) ** 2 > subject.level**2 * (a * a + 1) * (c * c + 1)]

    return prove(statement, "a c")


@REM31_PURE_FIX.written(
    "no root in the range",
    "every n, θ and |ALPH|: the first two offsets decide; 3θ = iω has no integer i",
    "n",
    "θ",
    "letters",
)
def no_root(subject: PrintedHeads) -> Outcome:
    """c + 3θ/2 = jπ means 3θ = iω for the integer i = j·|ALPH| - 2k; in the range 0 < i < 1."""
    from sympy import symbols

    j, k, m, w = symbols("j k m w")  # π = mω/2, c = kω
    root = 2 * (j * m * w / 2 - k * w) - (j * m - 2 * k) * w

    def between(*x: Any) -> tuple[list[Any], list[Any]]:
        theta, omega, i = x
        edge = theta <= subject.bound * omega if subject.closed else theta < subject.bound * omega
        return [omega > 0, theta > 0, edge, 3 * theta == i * omega], [i > 0, i < 1]

    return all_steps(lambda: identities({"root": root}), lambda: prove(between, "theta omega i"))


REM31_PURE_FIX.coq(
    "pure_heads.B_rem31_pure_fix_index",
    "pure_heads.B_rem31_pure_fix_retr",
    "pure_heads.B_rem31_pure_fix_rows",
    "pure_heads.B_rem31_pure_fix_scores",
    "pure_heads.B_rem31_pure_fix_logits",
    decides=("n", "θ", "letters", "formula", "scores", "rational"),
    axioms=REALS,
    near_misses={
        "pure_heads.B_rem31_pure_fix_index__two_tokens": Kind.HYPOTHESIS,
        "pure_heads.B_rem31_pure_fix_retr__two_tokens": Kind.HYPOTHESIS,
        "pure_heads.B_rem31_pure_fix_rows__half": Kind.CONSTANT,
        "pure_heads.B_rem31_pure_fix_scores__half": Kind.CONSTANT,
        "pure_heads.B_rem31_pure_fix_logits__positive": Kind.RELATION,
    },
)

REM31_PURE_FIX.mutant("θ ≤ ω/3", Kind.RELATION, rational_turns, no_root, closed=True)
REM31_PURE_FIX.mutant("θ < ω/2", Kind.CONSTANT, rational_turns, no_root, bound=Fraction(1, 2))
REM31_PURE_FIX.mutant("level 3/10", Kind.CONSTANT, cosines_stay_high, level=Fraction(3, 10))
REM31_PURE_FIX.mutant(
    "no exception at n = 3",
    Kind.QUANTIFIER,
    rational_turns,
    symbolic=lambda n, letters, k, K: k % K == 0,
)
REM31_PURE_FIX.mutant("Index's keys differ", Kind.HYPOTHESIS, rational_turns, key=1)
REM31_PURE_FIX.mutant("cos + cos", Kind.SIGN, difference_of_cosines, sign=-1)
