"""Positional and symbolic heads (paper A Def. 2, paper B Def. D.1): which, and what both entails.

A-def-nope, A-def-both and its repair.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics import equivalence
from theory.mathematics.conversions import to_sympy
from theory.mathematics.equivalence import ALL, Equivalence
from theory.mathematics.forms import Array
from theory.mathematics.placement import (
    Placement,
    Shift,
    all_moves,
    exact_placement,
    is_positional,
    is_symbolic,
    positional_shift,
    symbolic_shift,
)
from theory.mathematics.rope import exact_turns, rope_placement, turn
from theory.mathematics.solvers import exhaust, identities, prove_all
from theory.witnesses import witness

Step = tuple[Fraction, Fraction]
STILL: Step = (Fraction(1), Fraction(0))
TURNED: Step = (Fraction(3, 5), Fraction(4, 5))
HUNDREDTH: Step = (Fraction(9999, 10001), Fraction(200, 10001))


@dataclass(frozen=True)
class PlaneHeads:
    """NoPE turns the first pair of coordinates by ``first`` a position, the others by ``later``;
    keys that are 'equal' agree in the coordinates of ``shared``. ``nope`` and ``equal`` are the
    shifts that are to vanish on such heads."""

    first: Step = STILL
    later: Step = STILL
    shared: tuple[bool, bool] = (True, True)
    nope: Shift = symbolic_shift
    equal: Shift = positional_shift


def _plane(keys: list[list[Any]], query: list[Any], points: list[tuple[Any, Any]]) -> Placement:
    """One pair of coordinates' placement matrix, for turns (c, s) given position by position."""
    table, k, q = (np.empty(shape, dtype=object) for shape in ((2, 1, 2), (2, 2), (2,)))
    for place in range(2):
        table[place, 0, 0], table[place, 0, 1] = points[place]
        k[place, 0], k[place, 1], q[place] = *keys[place], query[place]
    return rope_placement(k, q, table)


DEF_NOPE = FormalClaim(
    id="A-def-nope",
    place="Def. 2 and the remark after it",
    statement="A NoPE head (RoPE with every angle 0) is symbolic on every input. A RoPE head whose "
    "keys are all equal (W_K x_a the same for every a < n) is positional, whatever its angles.",
    provenance="reconstructed",
    subject=PlaneHeads,
    quantifiers={
        "N": "every N = n - 1 ≥ 1",
        "d": "every even d",
        "head": "every real key, query and angle",
        "d = 2": "one pair of coordinates, two positions: every real key, query and turn",
        "small": "d in {2, 4}, N = 1 … 3, keys over {0, 1}, queries (1, 2, …) and (2, 1, …)",
    },
    parts={"later": Kind.QUANTIFIER, "shared": Kind.HYPOTHESIS},
    not_covered="Biases and normalisations between content and key are inside 'key'. The converses "
    "fail: a head can be symbolic on an input with non-zero angles (query 0).",
)


@DEF_NOPE.inductive(
    "pairs of coordinates and positions",
    "a turn by 0 stays (1, 0) from one offset to the next; one pair of coordinates more adds 0 to "
    "every shift; a shift names two positions only",
    "N",
    "d",
    "head",
    confirmed_by="one pair of coordinates (z3)",
)
def planes_and_places(subject: PlaneHeads) -> Outcome:
    """sympy: turns stay (1, 0) at every offset; each further pair adds 0 to the shift."""
    from sympy import symbols

    k1, k2, l1, l2, q1, q2, c, s, d, t, sofar = symbols("k1 k2 l1 l2 q1 q2 c s d t sofar")
    parts: dict[str, Any] = {"no pair of coordinates": sofar.subs(sofar, 0)}
    for name, step in (("first", subject.first), ("later", subject.later)):
        by = tuple(to_sympy(x) for x in step)
        parts[f"{name} pair, one position more, cos"] = turn((1, 0), by)[0] - 1
        parts[f"{name} pair, one position more, sin"] = turn((1, 0), by)[1]
    one = c**0
    still = _plane([[k1, k2], [l1, l2]], [q1, q2], [(one, 0 * c), (one, 0 * c)])
    other = [k1 if subject.shared[0] else l1, k2 if subject.shared[1] else l2]
    same = _plane([[k1, k2], other], [q1, q2], [(c, s), (d, t)])
    for j, k in ((0, 1), (1, 0)):
        parts[f"NoPE, pair added ({j})"] = (sofar + subject.nope(still, j, k)) - sofar
        parts[f"equal keys, pair added ({j})"] = (sofar + subject.equal(same, j, k)) - sofar
    return identities(parts)


@DEF_NOPE.symbolic(
    "one pair of coordinates",
    "both shifts of two positions in one pair of coordinates, for all reals",
    "d = 2",
    confirmed_by="pairs of coordinates and positions (sympy)",
)
def plane_reals(subject: PlaneHeads) -> Outcome:
    """z3: one pair, for all real keys, queries and turns (on the circle or not)."""

    def still(*v: Any) -> tuple[list[Any], list[Any]]:
        k1, k2, l1, l2, q1, q2, c, s, d, t = v
        turned = [subject.first[0], subject.later[0]], [subject.first[1], subject.later[1]]
        at_rest = [x == y for x, y in zip((c, d, s, t), (*turned[0], *turned[1]), strict=True)]
        M = _plane([[k1, k2], [l1, l2]], [q1, q2], [(c, s), (d, t)])
        return at_rest, [subject.nope(M, j, k) == 0 for j, k in ((0, 1), (1, 0))]

    def equal(*v: Any) -> tuple[list[Any], list[Any]]:
        k1, k2, l1, l2, q1, q2, c, s, d, t = v
        agree = [x == y for x, y, held in ((k1, l1, 0), (k2, l2, 1)) if subject.shared[held]]
        M = _plane([[k1, k2], [l1, l2]], [q1, q2], [(c, s), (d, t)])
        return agree, [subject.equal(M, j, k) == 0 for j, k in ((0, 1), (1, 0))]

    names = "k1 k2 l1 l2 q1 q2 c s d t"
    return prove_all([(still, names), (equal, names)])


@DEF_NOPE.exhaustive("small heads", "literal heads with rational rotations", "small")
def small_heads(subject: PlaneHeads) -> Outcome:
    """Literal heads in Fractions: d = 2 and 4, N = 1 … 3, small integer keys and queries."""

    def cases() -> Iterable[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        for d, n in product((2, 4), (1, 2, 3)):
            for key, query in product(product((0, 1), repeat=d), ((1, 2), (2, 1))):
                yield d, n, key, query * (d // 2)

    def holds(case: tuple[int, int, tuple[int, ...], tuple[int, ...]]) -> bool:
        d, n, key, query = case
        q = np.array([Fraction(x) for x in query], dtype=object)
        other = [key[i] if subject.shared[i % 2] else Fraction(7 - key[i], 2) for i in range(d)]
        rows = [[Fraction(x) for x in (other if a % 2 else key)] for a in range(n)]
        shifted = np.array([[x + a for x in row] for a, row in enumerate(rows)], dtype=object)
        steps = [subject.first] + [subject.later] * (d // 2 - 1)
        still = rope_placement(shifted, q, exact_turns(steps, n))
        turned = rope_placement(
            np.array(rows, dtype=object), q, exact_turns([TURNED, HUNDREDTH][: d // 2], n)
        )
        return not any(
            subject.nope(still, j, k) or subject.equal(turned, j, k)
            for j, k in product(range(n), repeat=2)
        )

    return exhaust(cases(), holds)


DEF_NOPE.coq(
    "behaviour.A_def_nope",
    decides=("N", "d", "head", "d = 2", "small"),
    near_misses={"behaviour.A_def_nope__positional": Kind.DATA},
)

DEF_NOPE.mutant("angle of a fiftieth for 0", Kind.CONSTANT, first=HUNDREDTH)
DEF_NOPE.mutant("only the first angle is 0", Kind.QUANTIFIER, later=TURNED)
DEF_NOPE.mutant("keys equal in one coordinate", Kind.HYPOTHESIS, shared=(True, False))
DEF_NOPE.mutant("NoPE is positional", Kind.INDEX, nope=positional_shift)
DEF_NOPE.mutant("equal keys are symbolic", Kind.INDEX, equal=symbolic_shift)


def both_but_not_uniform(data: dict[str, Any]) -> Outcome:
    """The head is positional and symbolic, and its attention, own key included, not uniform."""
    E = exact_placement(data["weights"])
    row = witness.attention(E, data["own"])
    working = f"E = exp M = {witness.matrix(E)}: columns constant, so positional"
    shares = f"softmax of {witness.fractions(E.diagonal())} and the own {data['own']}: "
    shares += f"each by their sum, {witness.fractions(row)}"
    parts = [
        witness.positive(E, data["own"]),
        (bool(is_positional(E)), "not positional", working),
        (bool(is_symbolic(E)), "not symbolic", "rows constant, so symbolic"),
        (data["attention"] == witness.numerals(row), "another attention row", shares),
        (len(set(row)) > 1, "attention is uniform", f"{min(row)} ≠ {max(row)}: not uniform"),
    ]
    return witness.shown(parts, f"n = {len(E) + 1}, attention {', '.join(witness.numerals(row))}")


DEF_BOTH = witness.RefutedClaim(
    both_but_not_uniform,
    id="A-def-both",
    paper="A",
    place="after Def. 2, read of all n keys",
    statement="A head that is both positional and symbolic on x has uniform attention, read of all "
    "n keys, the query's own among them. (On the n - 1 keys before the query, of which Def. 2 "
    "speaks, it is true, A-def-both-fix.)",
    provenance="reading",
    parts={"weights": Kind.HYPOTHESIS},
    not_covered="A softmax that leaves the query's own key out: there the statement holds.",
    repairs=("A-def-both-fix",),
)

DEF_BOTH.coq(
    "behaviour.A_def_both", near_misses={"behaviour.A_def_both__every_head": Kind.QUANTIFIER}
)

DEF_BOTH.edited(
    "own key like the others", Kind.CONSTANT, lambda w: w.update(own="1", attention=["1/2", "1/2"])
)
DEF_BOTH.edited(
    "a matrix that is neither",
    Kind.HYPOTHESIS,
    lambda w: w.update(weights=[["1", "2"], ["3", "1"]], attention=["1/4", "1/4", "1/2"]),
)
DEF_BOTH.edited("own key left out of the softmax", Kind.TERM, lambda w: w.update(attention=["1"]))
DEF_BOTH.edited("weights exchanged", Kind.INDEX, lambda w: w.update(attention=["2/3", "1/3"]))


def positional_and_symbolic(M: Array, own: Any) -> Iterable[Any]:
    """Every δ_pos(π, j) and δ_sym(π, j), π over all permutations."""
    n = len(M)
    for move in all_moves(n):
        for j in range(n):
            yield positional_shift(M, j, move[j])
            yield symbolic_shift(M, j, move[j])


def positional_only(M: Array, own: Any) -> Iterable[Any]:
    """Every δ_pos(π, j)."""
    n = len(M)
    return (positional_shift(M, j, move[j]) for move in all_moves(n) for j in range(n))


def constant_part(M: Array, own: Any) -> Iterable[Any]:
    """M[a, p] - M[1, 1]."""
    return (M[a, p] - M[0, 0] for a, p in np.ndindex(*M.shape[:2]))


def _uniform(M: Array, own: Any) -> Iterable[Any]:
    """λ_j - λ_n, for every key j < n: the attention is 1/n on each of the n keys."""
    return (M[j, j] - own for j in range(len(M)))


def both_and_uniform(M: Array, own: Any) -> Iterable[Any]:
    """Positional, symbolic, and of uniform attention over all n keys."""
    return (*positional_and_symbolic(M, own), *_uniform(M, own))


def constant_and_own(M: Array, own: Any) -> Iterable[Any]:
    """M constant, and the query's own logit equal to that constant."""
    return (*constant_part(M, own), own - M[0, 0])


def constant_and_shifted(M: Array, own: Any) -> Iterable[Any]:
    """M constant, and the own logit the negative of that constant."""
    return (*constant_part(M, own), own + M[0, 0])


def def_both_repaired() -> tuple[Equivalence, ...]:
    """Both iff M is constant; and uniform over all n keys iff the own logit agrees."""
    sizes, three = tuple((n, n) for n in range(1, 6)), (3, 3)
    return (
        Equivalence(positional_and_symbolic, constant_part, sizes, three),
        Equivalence(both_and_uniform, constant_and_own, sizes, three),
    )


DEF_BOTH_FIX = FormalClaim(
    id="A-def-both-fix",
    place="after Def. 2, repaired",
    statement="For every N ≥ 1: a head is positional and symbolic on x iff M is constant. Then it "
    "attends uniformly to the n - 1 other keys, and uniformly to all n keys iff moreover the "
    "query's own logit equals that constant.",
    provenance="repair",
    subject=def_both_repaired,
    quantifiers={
        "N": "every N ≥ 1",
        "M": "every real M and own logit",
        "N ≤ 5": "N = 1 … 5, every real M and own logit",
        **equivalence.FEW,
    },
    seconds=equivalence.SECONDS,
    parts={"0.left": Kind.HYPOTHESIS, "1.left": Kind.TERM, "0.right": Kind.INDEX},
    not_covered="That equal logits are equal weights, and conversely, is exp's injectivity.",
)

equivalence.add_evidence(DEF_BOTH_FIX, "N ≤ 5", ("N", "M"))

DEF_BOTH_FIX.coq(
    "behaviour.A_def_both_fix",
    decides=("N", "M", "N ≤ 5", "≤ 16 entries"),
    near_misses={"behaviour.A_def_both_fix__positional_alone": Kind.HYPOTHESIS},
)

DEF_BOTH_FIX.mutant(
    "positional alone",
    Kind.HYPOTHESIS,
    *ALL,
    mutate=lambda s: (replace(s[0], left=positional_only), s[1]),
)
DEF_BOTH_FIX.mutant(
    "uniform over all n keys whatever the own logit",
    Kind.TERM,
    *ALL,
    mutate=lambda s: (s[0], replace(s[1], left=positional_and_symbolic)),
)
DEF_BOTH_FIX.mutant(
    "own logit the negative",
    Kind.SIGN,
    *ALL,
    mutate=lambda s: (s[0], replace(s[1], right=constant_and_shifted)),
)
DEF_BOTH_FIX.mutant(
    "constant diagonal only",
    Kind.INDEX,
    *ALL,
    mutate=lambda s: (
        replace(s[0], right=lambda M, own: [M[j, j] - M[0, 0] for j in range(len(M))]),
        s[1],
    ),
)
