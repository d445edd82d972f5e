"""Index at every length up to n0 by one positional head: where positions are counted from.

A reading of A-thm3 that fails (A-thm3-lengths), and its repair (A-thm3-lengths-fix). Lengths n
count the query; letters are at 1 … n - 1. A positional RoPE head's logits depend on the query's
token and on n - k alone. Angles are in units of π.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.circle import cells, critical_angles, fold
from theory.mathematics.solvers import prove
from theory.witnesses import witness

MOST = 6


def demands(length: int, target: int) -> list[tuple[int, int]]:
    """(d, e): the logit at distance d must exceed that at e, for the letter at ``target``."""
    wanted = length - target
    return [(wanted, other) for other in range(1, length) if other != wanted]


def satisfiable(pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether some real numbers obey all 'd exceeds e': exactly if these make no cycle."""
    above = set(pairs)
    places = {place for pair in above for place in pair}
    while places:
        free = {p for p in places if not any((q, p) in above for q in places)}
        if not free:
            return False
        places -= free
    return True


@dataclass(frozen=True)
class IndexLengths:
    """Counted from the start, some head serves all lengths ≤ n0 iff n0 ≤ ``longest``; counted
    back, the one-angle head does iff tθ is no full turn, t = ``first`` … n0 - ``short``.
    ``shift`` moves the head's target; without ``back`` its tokens count back in both parts."""

    longest: int = 3
    first: int = 1
    short: int = 2
    shift: int = 0
    back: bool = True

    def admits(self, most: int, theta: Fraction) -> bool:
        """Whether the angle is claimed to serve all lengths ≤ ``most``, counted back."""
        return all(t * theta % 2 != 0 for t in range(self.first, most - self.short + 1))

    def from_start(self, most: int) -> bool:
        """Whether some logits serve all lengths ≤ ``most`` for every token j."""
        return all(
            satisfiable(
                pair
                for length in range(2, most + 1)
                if target < length
                for pair in demands(length, target if self.back else length - target)
            )
            for target in range(1, most)
        )

    def counted_back(self, most: int, theta: Fraction) -> bool:
        """Hard attention with logits cos((n-k-i)θ) on every word of every length ≤ ``most``."""
        return all(
            _right(
                [fold((d - i + self.shift) * theta) for d in range(1, length)], i - 1, length - 1
            )
            for length in range(2, most + 1)
            for i in range(1, length)
        )


def _right(folds: list[Fraction], target: int, keys: int) -> bool:
    """The smallest folds' letters are mostly the target's, on every word over two letters."""
    best = [d for d, value in enumerate(folds) if value == min(folds)]
    return all(
        2 * sum(word[d] == word[target] for d in best) > len(best)
        for word in product((0, 1), repeat=keys)
    )


def _not_all(demanded: list[Any]) -> Any:
    """Not all of these hold, for Python's booleans and for z3's."""
    if all(isinstance(one, bool) for one in demanded):
        return not all(demanded)
    import z3

    return z3.Not(z3.And(*demanded))


EVERY, CLASH = "every length to 6", "two lengths clash"
LENGTHS_FIX = FormalClaim(
    id="A-thm3-lengths-fix",
    place="Theorem 3, read of all lengths at once, repaired",
    statement="Hard attention, two letters or more. Counted from the start, some positional head "
    "(logits any function of token and distance) serves every length n ≤ n0 iff n0 ≤ 3. Counted "
    "back (token i asks for the letter i positions before it), the head with logits cos((n-k-i)θ) "
    "serves every n ≤ n0 iff tθ ∉ 2πZ for t = 1 … n0-2. So some θ does for every n0, and every θ "
    "with θ/π irrational does for all n at once.",
    provenance="repair",
    subject=IndexLengths,
    quantifiers={
        "n0": "every n0 ≥ 2",
        "head": "every logit function of token and distance; every real θ",
        "small": "n0 = 2 … 6, every logit function, every θ by cells",
    },
    parts={"short": Kind.INDEX, "first": Kind.QUANTIFIER, "back": Kind.HYPOTHESIS},
    not_covered="Output functions other than 'the letter that weighs most': from generic softmax "
    "weights a function of the whole sum can decode every letter. Softmax at one β for all n.",
    rests_on=("A-thm3",),
)


@LENGTHS_FIX.exhaustive(
    EVERY,
    "from the start: all demands on the logits, solvable iff without a cycle; counted "
    "back: every word and every θ by cells",
    "small",
)
def every_length(subject: IndexLengths) -> Outcome:
    """Both parts for n0 = 2 … MOST, every logit function and every θ."""
    cases = 0
    for most in range(2, MOST + 1):
        cases += 1
        holds = subject.from_start(most)
        if holds != (most <= subject.longest):
            return false(f"n0 = {most}, counted from the start: {holds}", cases)
        for theta in cells(critical_angles(2 * most), Fraction(1)):
            cases += 1
            right = subject.counted_back(most, theta)
            if right != subject.admits(most, theta):
                return false(f"n0 = {most}, θ = {theta}π, counted back: {right}", cases)
    return true(cases)


@LENGTHS_FIX.written(
    CLASH,
    "every n0: lengths 3 and 4 stay among the lengths; counted back, A-thm3's proof",
    "n0",
    "head",
)
def contradiction(subject: IndexLengths) -> Outcome:
    """z3: the demands of token 2 at lengths ``longest`` and ``longest`` + 1 contradict."""

    def statement(one: Any, two: Any, three: Any, four: Any) -> tuple[list[Any], list[Any]]:
        logit = {1: one, 2: two, 3: three, 4: four}
        first, second = (
            [logit[d] > logit[e] for d, e in demands(n, 2 if subject.back else n - 2)]
            for n in (subject.longest, subject.longest + 1)
        )
        return first, [_not_all(second)]

    return prove(statement, "one two three four")


LENGTHS_FIX.coq(
    "lengths.A_thm3_lengths_fix_start",
    "lengths.A_thm3_lengths_fix_back",
    "lengths.A_thm3_lengths_fix_all",
    decides=("n0", "head", "small"),
    axioms=REALS,
    near_misses={
        "lengths.A_thm3_lengths_fix_start__two": Kind.INDEX,
        "lengths.A_thm3_lengths_fix_back__one_more": Kind.INDEX,
        "lengths.A_thm3_lengths_fix_all__every_angle": Kind.QUANTIFIER,
    },
)

LENGTHS_FIX.mutant("n0 ≤ 2", Kind.CONSTANT, every_length, longest=2)
LENGTHS_FIX.mutant("to n0 - 1", Kind.INDEX, every_length, short=1)
LENGTHS_FIX.mutant("t from 2", Kind.QUANTIFIER, every_length, first=2)
LENGTHS_FIX.mutant("next position", Kind.TERM, every_length, shift=1)
LENGTHS_FIX.mutant("both counted back", Kind.HYPOTHESIS, back=False)


def clash_of_witness(data: dict[str, Any]) -> Outcome:
    """One token's demands at its lengths make a cycle. So at two of them it is before the query."""
    target, lengths = data["target"], data["lengths"]
    pairs = [pair for n in lengths for pair in demands(n, target)]
    asked = "; ".join(
        f"n = {n}: distance {n} - {target} = {n - target}, so "
        + ", ".join(f"L({d}) > L({e})" for d, e in demands(n, target))
        for n in lengths
    )
    parts = [
        (
            data["distances"] == [n - target for n in lengths],
            "other distances",
            f"the letter at position {target} must have the largest logit L(distance): {asked}",
        ),
        (
            not satisfiable(pairs),
            "the demands can be met",
            f"no numbers obey all of {', '.join(f'L({d}) > L({e})' for d, e in pairs)}",
        ),
    ]
    return witness.shown(parts, f"token {target} at lengths {lengths}: demands {pairs}")


LENGTHS = witness.RefutedClaim(
    clash_of_witness,
    id="A-thm3-lengths",
    paper="A",
    place="Theorem 3, read of all lengths at once",
    statement="A-thm3 with the position counted from the start and one head for all lengths. For "
    "every n0 a positional RoPE head with a single angle answers Index on every input of every "
    "length n ≤ n0. It does so under hard attention (then for any VAL and F), or under softmax "
    "when the letter that weighs most is the answer.",
    provenance="reading",
    parts={"lengths": Kind.QUANTIFIER, "target": Kind.INDEX, "distances": Kind.DATA},
    not_covered="The reading is this suite's: the paper's text was not at hand. At one length, or "
    "counted back from the query, the statement holds (A-thm3). With softmax and a free F one "
    "positional RoPE head can answer all lengths: for cos θ = 3/5 the weights e^(cos tθ) are "
    "linearly independent over Q (Lindemann-Weierstrass), the own coordinate e/Z_N tells N, and F "
    "decodes the word.",
    repairs=("A-thm3-lengths-fix",),
)

LENGTHS.coq(
    "lengths.A_thm3_lengths",
    axioms=REALS,
    near_misses={"lengths.A_thm3_lengths__one_letter": Kind.HYPOTHESIS},
)

LENGTHS.edited("first letter", Kind.INDEX, lambda w: w.update(target=1, distances=[2, 3]))
LENGTHS.edited("one length", Kind.QUANTIFIER, lambda w: w.update(lengths=[3, 3], distances=[1, 1]))
LENGTHS.edited("other distances", Kind.DATA, lambda w: w.update(distances=[2, 1]))
LENGTHS.edited(
    "a token that names itself",
    Kind.QUANTIFIER,
    lambda w: w.update(lengths=[2, 3], distances=[0, 1]),
)
LENGTHS.edited("distances below 0", Kind.SIGN, lambda w: w.update(distances=[-1, -2]))
