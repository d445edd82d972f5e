"""What the paper says in other words: behaviours as distributions, and swaps (B-informal,
B-swaps)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.exact import exact
from theory.mathematics.solvers import Posed, prove
from theory.paper_a.behaviour import swaps
from theory.witnesses import witness
from theory.witnesses.witness import RefutedClaim, shown

Row = list[Fraction]


def _shares(row: Row, own: Fraction, whole: bool) -> Row:
    """The attention row, the query's own key among the ``whole``, or left out of it."""
    total = sum(row, own if whole else Fraction(0))
    return [x / total for x in row]


@dataclass(frozen=True)
class Words:
    """Def. D.1 against its gloss, N keys before the query; ``kept`` permutations fix the query.

    ``whole``: the query's own key is in the softmax; ``target(row, π)``: what an equivariant row
    must become."""

    whole: bool = True
    every: bool = True
    target: Callable[[Row, tuple[int, ...]], Row] = lambda row, move: [row[k] for k in move]
    own: Fraction = Fraction(1)


INFORMAL = FormalClaim(
    id="B-informal",
    place="§2.2 and Def. D.1, 'in other words'",
    statement="Take every N ≥ 1 keys before the query. The head is positional on x iff its "
    "attention distribution at the query, over all n = N + 1 keys, is invariant under permuting "
    "the contents before the query. It is symbolic on x iff that distribution is equivariant, "
    "permuted as the contents are.",
    subject=Words,
    quantifiers={"N": "every N ≥ 1, head and input", "small": "N ≤ 3, entries of exp M in {1, 2}"},
    parts={
        "whole": Kind.HYPOTHESIS,
        "every": Kind.QUANTIFIER,
        "target": Kind.INDEX,
        "own": Kind.TERM,
    },
    not_covered="Permutations that move the query's own key: B-informal-gloss.",
)


@INFORMAL.exhaustive("small heads", "all E with entries in {1, 2}, N ≤ 3", "small")
def small_exponentials(subject: Words) -> Outcome:
    """All E = exp M with entries 1, 2 at N = 1, 2, 3."""
    cases = 0
    for N in (1, 2, 3):
        moves = list(permutations(range(N)))
        moves = moves if subject.every else moves[:1]
        for entries in product((1, 2), repeat=N * N):
            cases += 1
            E = [[Fraction(x) for x in entries[N * a : N * a + N]] for a in range(N)]
            diagonal = [E[j][j] for j in range(N)]
            before = _shares(diagonal, subject.own, subject.whole)
            positional = all(len({E[a][p] for a in range(N)}) == 1 for p in range(N))
            symbolic = all(len(set(row)) == 1 for row in E)
            after = {
                move: _shares([E[move[j]][j] for j in range(N)], subject.own, subject.whole)
                for move in moves
            }
            same = all(row == before for row in after.values())
            along = all(row == subject.target(before, move) for move, row in after.items())
            if (same, along) != (positional, symbolic):
                return false(f"E = {entries}: invariant {same}, equivariant {along}", cases)
    return true(cases)


@INFORMAL.written(
    "the own key fixes the denominator",
    "every N: equal weights give equal shares, and equal shares give equal weights, of which z3 "
    "proves the step for one key",
    "N",
    confirmed_by="cvc5; by hand in proofs.md",
)
def own_key_fixes(subject: Words) -> Outcome:
    """z3: let one key weigh e and then f, the keys before the query S and then T, and the own key
    o both times. If the shares of the one key are equal, and those of the own key, then e = f."""

    def one_key(*v: Any) -> Posed:
        e, f, S, T, weight = v
        o = weight * (subject.own if subject.whole else 0)
        known = (e > 0, f > 0, e <= S, f <= T, weight > 0)
        return (*known, f * (S + o) == e * (T + o), o * (S + o) == o * (T + o)), (e == f,)

    return prove(one_key, "e f S T weight")


INFORMAL.mutant("the own key left out", Kind.HYPOTHESIS, whole=False)
INFORMAL.mutant("the identity alone", Kind.QUANTIFIER, small_exponentials, every=False)
INFORMAL.mutant(
    "permuted the other way",
    Kind.INDEX,
    small_exponentials,
    target=lambda row, move: [row[move.index(k)] for k in range(len(row))],
)
INFORMAL.mutant("an own weight of 0", Kind.TERM, own=Fraction(0))


def own_key_moves(data: dict[str, Any]) -> Outcome:
    """Two keys, the second the query's own: exchanged, they get another distribution."""
    weights = {t: [exact(e, f"weights[{t}]") for e in row] for t, row in data["weights"].items()}
    first, second = data["keys"]
    rows = [[weights[first][0], weights[second][1]], [weights[second][0], weights[first][1]]]
    shares = [witness.numerals(x / sum(row) for x in row) for row in rows]
    parts = [
        (min(min(row) for row in weights.values()) > 0, "a weight is not positive", ""),
        (
            shares == data["attention"],
            f"the distributions are {shares}",
            f"e^L of {first}, {second} at positions 1, 2: {witness.fractions(rows[0])}; exchanged "
            f"{witness.fractions(rows[1])}",
        ),
        (
            shares[0] != shares[1] and shares[0] != shares[1][::-1],
            "the distribution is the same, or exchanged",
            f"attention {', '.join(shares[0])}, then {', '.join(shares[1])}",
        ),
    ]
    return shown(parts, f"one key before the query; attention {shares[0]}, then {shares[1]}")


GLOSS = RefutedClaim(
    own_key_moves,
    id="B-informal-gloss",
    place="Def. D.1, its gloss read of all keys j ≤ i",
    statement="If a head is positional (symbolic) on x by Def. D.1, which speaks of j < i, its "
    "attention distribution is invariant (equivariant) under every permutation of the keys j ≤ i, "
    "the query's own among them.",
    provenance="reading",
    parts={"keys": Kind.QUANTIFIER, "attention": Kind.DATA},
    not_covered="With one key before the query every head is positional and symbolic, so both "
    "halves fail at once. Read of j < i it is true (B-informal).",
    repairs=("B-informal",),
)

GLOSS.edited(
    "one weight a position",
    Kind.CONSTANT,
    lambda w: w["weights"].update(a=["1", "2"], b=["1", "2"]),
)
GLOSS.edited("the same key twice", Kind.QUANTIFIER, lambda w: w.update(keys=["a", "a"]))
GLOSS.edited(
    "another distribution",
    Kind.DATA,
    lambda w: w["attention"][1].reverse() or w["attention"][0].reverse(),
)
GLOSS.edited("an own weight of 3", Kind.CONSTANT, lambda w: w["weights"]["b"].__setitem__(1, "3"))
GLOSS.edited("a weight of 0", Kind.TERM, lambda w: w["weights"]["b"].__setitem__(1, "0"))

SWAPS = replace(
    swaps.A_SWAPS.claim,
    id="B-swaps",
    paper="B",
    place="App. D",
    statement="Restricting to swaps is no loss of generality. For every N and M, a head is "
    "positional (symbolic) on x by Def. D.1 iff its δ_pos (δ_sym) vanishes for every swap of two "
    "tokens. For every N and M, over all permutations the squared norms are exactly (N-1)! times "
    "those over the swaps.",
    provenance="printed",
    evidence=tuple(
        replace(one, proof="proofs.md#b-swaps") if one.proof else one
        for one in swaps.A_SWAPS.claim.evidence
    ),
    not_covered="The reason printed, 'since every permutation can be decomposed in a composition "
    "of swaps': it is not the reason, as swaps of neighbours compose to every permutation too and "
    "do not suffice. Scores over all permutations, which the paper does not define: so read it "
    "fails on one input (A-swaps-score).",
)
