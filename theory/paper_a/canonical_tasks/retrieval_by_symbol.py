"""Retrieval by a symbolic head: which weights are right on every input (A-thm5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.circle import HALF
from theory.mathematics.solvers import prove

ONE = Fraction(1)


@dataclass(frozen=True)
class SymbolicHead:
    """A key's weight e^logit depends on its symbol alone. Claimed: softmax is right on every input
    of N keys iff match > (N - ``less``)·``factor``·(largest other weight); hard iff match > it.
    ``bound``: all occurrences of the query symbol have one attribute."""

    less: int = 1
    factor: Fraction = ONE
    bound: bool = True
    equal: bool = False
    query: int = 0
    symbols: int = 3
    attributes: int = 2

    def admits(self, keys: int, weights: Sequence[Fraction]) -> bool:
        """Whether these weights of the symbols are claimed to work for N keys."""
        match = weights[self.query]
        limit = (keys - self.less) * self.factor * max(w for w in weights[1:])
        return match > limit or (self.equal and match == limit)


def bound_inputs(
    subject: SymbolicHead, keys: int
) -> Iterable[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """(symbols, attributes, answer) of N keys; symbol 0 is asked and present."""
    for row in product(range(subject.symbols), repeat=keys):
        for attributes in product(range(subject.attributes), repeat=keys):
            matched = {a for m, a in zip(row, attributes, strict=True) if m == 0}
            if matched and (len(matched) == 1 or not subject.bound):
                yield row, attributes, attributes[keys - 1 - row[::-1].index(0)]


def retrieves(subject: SymbolicHead, keys: int, weights: Sequence[Fraction], hard: bool) -> bool:
    """The head answers the query symbol's attribute on every input of N keys."""
    for row, attributes, answer in bound_inputs(subject, keys):
        pairs = [(weights[m], a) for m, a in zip(row, attributes, strict=True)]
        top = max(w for w, _ in pairs)
        kept = [(ONE, a) for w, a in pairs if w == top] if hard else pairs
        if 2 * sum(w for w, a in kept if a == answer) <= sum(w for w, _ in kept):
            return False
    return True


GRID = (HALF, ONE, Fraction(3, 2), Fraction(2), Fraction(3), Fraction(7, 2))

SCALES = (Fraction(15, 16), ONE, Fraction(17, 16))


def triples(subject: SymbolicHead, keys: int, third: Fraction) -> list[tuple[Fraction, ...]]:
    """Weights (match, 1, third): the grid, and each bound on the match with both of its sides."""
    heaviest = max(ONE, third)
    bounds = [ONE * (keys - 1), (keys - subject.less) * subject.factor]
    close = {bound * heaviest * eps for bound in bounds for eps in SCALES}
    return [(match, ONE, third) for match in sorted({*GRID, *close}) if match > 0]


BINDINGS, COUNT = "every input to N = 4", "matches outweigh"
THM5 = FormalClaim(
    id="A-thm5",
    place="Theorem 5",
    statement="A NoPE (symbolic) head solves Information Retrieval. Precisely: N pairs (symbol, "
    "attribute) over at least two symbols and two attributes, repetitions allowed, a query symbol "
    "that occurs, all of its occurrences with one attribute. Logits depend on the two symbols "
    "alone; the attribute that weighs most is the answer. Hard attention is right on every input "
    "of every length iff match > other for every other symbol; softmax on every input of N ≥ 1 "
    "keys iff e^match > (N-1)·e^other. One-hot with logit β on a match: iff β > 0, and iff e^β > "
    "N-1.",
    provenance="reconstructed",
    subject=SymbolicHead,
    quantifiers={
        "N": "every N ≥ 1",
        "head": "every symbolic head read by the heaviest attribute, two symbols and two "
        "attributes or more",
        "small": "N = 1 … 4, three symbols, 18 triples of rational weights and both sides of each "
        "bound, both attentions",
    },
    parts={
        "less": Kind.INDEX,
        "equal": Kind.RELATION,
        "bound": Kind.HYPOTHESIS,
        "query": Kind.DATA,
        "symbols": Kind.HYPOTHESIS,
        "attributes": Kind.HYPOTHESIS,
    },
    not_covered="A query symbol that does not occur, or occurs with two attributes: the task "
    "names no answer, and a symbolic head cannot prefer one occurrence (A-cor1). Embeddings in "
    "which a symbol is not its own best match. Other readouts: with a suitable F every softmax "
    "head is right, the uniform one too (A-thm4-sharp).",
)


@THM5.exhaustive(
    BINDINGS, "hard attention and softmax (with rational e^logit) on every input, exactly", "small"
)
def every_binding(subject: SymbolicHead) -> Outcome:
    """Softmax and hard attention on every input, N = 1 … 4, weights from ``triples``: exact."""
    cases = 0
    sizes = product(range(1, 5), (HALF, ONE, Fraction(2)))
    for keys, weights in ((n, w) for n, third in sizes for w in triples(subject, n, third)):
        for hard in (False, True):
            cases += 1
            right = retrieves(subject, keys, weights, hard)
            claimed = subject.admits(min(keys, 2) if hard else keys, weights)
            if right != claimed:
                shown = ", ".join(map(str, weights))
                return false(f"N = {keys}, weights {shown}, hard {hard}: right is {right}", cases)
    return true(cases)


@THM5.written(
    COUNT,
    "every N: the worst input has one match and N - 1 keys of the heaviest other symbol",
    "N",
    "head",
)
def weights_written(subject: SymbolicHead) -> Outcome:
    """m ≥ 1 matches outweigh the N - m others, whose weights are at most 1, iff one does N - 1."""

    def enough(e: Any, extra: Any, m: Any, n: Any, rest: Any) -> tuple[list[Any], list[Any]]:
        # extra = (m - 1)e, what the matches beyond the first one weigh.
        limit = (n - subject.less) * subject.factor
        given = [m >= 1, m <= n, e > limit, e > 0, extra >= 0, rest <= n - m]
        return given, [e + extra > rest]

    return prove(enough, "e extra m n rest")


THM5.coq(
    "canonical.A_thm5",
    "canonical.A_thm5_length",
    "canonical.A_thm5_softmax",
    "canonical.A_thm5_one_hot",
    decides=("N", "head", "small"),
    axioms=REALS,
    near_misses={
        "canonical.A_thm5__weak": Kind.RELATION,
        "canonical.A_thm5_length__weak": Kind.RELATION,
        "canonical.A_thm5_softmax__one_key_more": Kind.INDEX,
        "canonical.A_thm5_one_hot__one_key_more": Kind.INDEX,
    },
)

THM5.mutant("half of N-1", Kind.CONSTANT, factor=HALF)
THM5.mutant("9/8 of N-1", Kind.CONSTANT, every_binding, factor=Fraction(9, 8))
THM5.mutant("N-2 others", Kind.INDEX, less=2)
THM5.mutant("equality too", Kind.RELATION, every_binding, equal=True)
THM5.mutant("two attributes for the symbol asked", Kind.HYPOTHESIS, every_binding, bound=False)
THM5.mutant("another symbol asked", Kind.DATA, every_binding, query=2)
THM5.mutant("one symbol", Kind.HYPOTHESIS, every_binding, symbols=1)
THM5.mutant("one attribute", Kind.HYPOTHESIS, every_binding, attributes=1)
