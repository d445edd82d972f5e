"""What §3.4 says of the constructions: standard RoPE with one frequency (B-standard)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.balls import surely
from theory.mathematics.constructed import is_proper, number, places_of, retrieval_phases
from theory.mathematics.conversions import pi_ball, to_ball
from theory.mathematics.exact import exact
from theory.mathematics.solvers import Posed, prove_all
from theory.paper_b.printed_heads.retrieval import Range
from theory.witnesses.witness import RefutedClaim, shown


def _cosine(theta: Fraction, turns: Fraction, t: int) -> Any:
    """cos(2π·turns + tθ), as a ball."""
    return (2 * pi_ball() * to_ball(turns) + t * to_ball(theta)).cos()


def rival_wins(data: dict[str, Any]) -> Outcome:
    """At θ = 1 a key of another letter has a larger logit than the one that is looked for."""
    tokens = [(x, int(y) if y.isdigit() else y) for x, y in data["tokens"]]
    n, theta = len(tokens), exact(data["theta"], "theta")
    still = retrieval_phases(tokens, data["letters"], Fraction(0))
    logits = [_cosine(theta, turns, t) for t, turns in enumerate(still)]
    target, rival = data["target"], data["rival"]
    fits = [n - 1 - k for k in places_of(tokens, n - 1)]
    parts = [
        (theta == 1, "no angle of a standard head of width 2", ""),
        (is_proper(tokens), "not proper", ""),
        (max(number(x) for x, _ in tokens) <= data["letters"], "a letter outside the alphabet", ""),
        (
            fits == [target],
            f"the offsets that fit are {fits}",
            f"{' '.join(data['tokens'])}: the query looks for {data['tokens'][n - 1 - target]}, "
            f"{target} back",
        ),
        (
            bool(logits[target] < logits[rival]),
            "the rival's logit is not larger",
            f"logits at θ = {theta}: {logits[target].str(4, radius=False)} at offset {target}, "
            f"{logits[rival].str(4, radius=False)} at offset {rival}",
        ),
    ]
    return shown(parts, f"{' '.join(data['tokens'])}: attends {data['tokens'][n - 1 - rival]}")


STANDARD = RefutedClaim(
    rival_wins,
    id="B-standard",
    place="§3.4, read of width 2 and of every length",
    statement="The constructions 'use standard RoPE with a single frequency', read of C.1 at width "
    "2, whose one angle is g_1 = 1 at any base, and of every length n0 and alphabet: with that "
    "angle they are right.",
    provenance="reading",
    parts={"tokens": Kind.HYPOTHESIS, "rival": Kind.INDEX, "letters": Kind.QUANTIFIER},
    not_covered="Index is right at θ = 1 at every length. §3.4 names no length, and in Theorem 3.1 "
    "θ may depend on n0. Read of one frequency of a wider head, for every n0 some base and width "
    "give an angle at which Retrieval is right (B-standard-fix).",
    repairs=("B-standard-fix",),
)

STANDARD.edited("θ = 1/2", Kind.CONSTANT, lambda w: w.update(theta="1/2"))
STANDARD.edited("the rival one nearer", Kind.INDEX, lambda w: w.update(rival=1))
STANDARD.edited(
    "three tokens", Kind.HYPOTHESIS, lambda w: w.update(tokens=["a1", "b1", "ba"], rival=1)
)
STANDARD.edited("one letter", Kind.QUANTIFIER, lambda w: w.update(letters=1))
STANDARD.edited(
    "the other letter is looked for", Kind.HYPOTHESIS, lambda w: w["tokens"].__setitem__(3, "ab")
)


@dataclass(frozen=True)
class Standard:
    """Retrieval at θ = 1 is right up to n0 iff A(2·n0 - 3) ≤ ``edge``; Index always. At an angle
    up to ``largest``, Retrieval iff it is below ``scale``·2π/(A(2·n0 - 3)), or ``closed``: at."""

    edge: int = 6
    back: int = 3
    theta: Fraction = Fraction(1)
    fewest: int = 2
    scale: Fraction = Fraction(1)
    closed: bool = False
    largest: Fraction = Fraction(1)


STANDARD_FIX = FormalClaim(
    id="B-standard-fix",
    place="§3.4, read of width 2 and of every length, repaired",
    statement="Take a head of width 2 with standard RoPE, θ = g_1 = 1, under hard attention. Index "
    "is right at every length, wherever the number points inside. Retrieval, n0 ≥ 2, A = |ALPH| ≥ "
    "2 and INT not empty, is right on all proper inputs of length ≤ n0 iff A(2·n0 - 3) ≤ 6. Take a "
    "head of width d that uses one frequency, g_k, 0 < g_k ≤ 1 (and holds nothing at the others). "
    "There, under the same conditions on n0, A and INT, Retrieval is right on all proper inputs of "
    "length ≤ n0 iff g_k < 2π/(A(2·n0 - 3)).",
    provenance="repair",
    subject=Standard,
    quantifiers={
        "n0, A": "every n0 ≥ 2, A ≥ 2 and angle g_k in (0, 1]",
        "small": "A ≤ 7, n0 ≤ 6; Index n0 ≤ 40",
        "angles": "A ≤ 5, n0 ≤ 5, rational multiples of π in (0, 1] up to and beyond the bound",
    },
    parts={
        "back": Kind.INDEX,
        "fewest": Kind.QUANTIFIER,
        "closed": Kind.RELATION,
        "largest": Kind.HYPOTHESIS,
    },
    not_covered="INT empty. Several frequencies at once; other bases give other g_k, and g_1 = 1 "
    "at all of them.",
    rests_on=("B-thm31-retr", "B-irr-fix"),
)


@STANDARD_FIX.exhaustive(
    "at angle 1",
    "every target against every rival, A ≤ 7, n0 ≤ 6, by balls; Index n0 ≤ 40",
    "small",
)
def at_one(subject: Standard) -> Outcome:
    """Every target offset against every rival, A ≤ 7, n0 ≤ 6, by balls; Index's n0 ≤ 40."""
    cases = 0
    for letters in range(subject.fewest, 8):
        for n0 in range(2, 7):
            cases += 1
            own = [_cosine(subject.theta, Fraction(0), t) for t in range(n0)]
            right = all(surely(own[t], own[0]) for t in range(1, n0)) and all(
                surely(_cosine(subject.theta, Fraction(d, letters), s), own[t])
                for t in range(n0)
                for s in range(n0)
                for d in range(1, letters)
                if s != t
            )
            if right != (letters * (2 * n0 - subject.back) <= subject.edge):
                return false(f"{letters} letters, n0 = {n0}: right is {right}", cases)
    for d in range(1, 40):
        cases += 1
        if not surely(_cosine(subject.theta, Fraction(0), d), 1):
            return false(f"Index: offset {d}", cases)
    return true(cases)


PARTS = tuple(Fraction(k, 200) for k in (20, 100, 199, 200, 201, 300))
"""Of the bound: angles below, at and above it."""
FIXED = (Fraction(1, 100), Fraction(1, 7), Fraction(3, 20), Fraction(19, 20))


@STANDARD_FIX.exhaustive(
    "at other angles",
    "every target against every rival at angles below, at and above the bound, in Fractions",
    "angles",
)
def at_other_angles(subject: Standard) -> Outcome:
    """θ = 2πu of a slower frequency, 0 < θ ≤ 1: A ≤ 5, n0 ≤ 5, exactly."""
    cases = 0
    for letters in range(2, 6):
        for n0 in range(2, 6):
            bound = Fraction(1, letters * (2 * n0 - 3))
            claimed = subject.scale / (letters * (2 * n0 - subject.back))
            for u in (*FIXED, *(part * bound for part in PARTS)):
                if not surely(2 * pi_ball() * to_ball(u), to_ball(subject.largest)):
                    continue
                cases += 1
                right = Range().right(n0, letters, u)
                if right != (u < claimed or (subject.closed and u == claimed)):
                    return false(f"{letters} letters, n0 = {n0}, θ = {u}·2π: {right}", cases)
    return true(cases)


@STANDARD_FIX.written(
    "where 1 is in range",
    "every n0 and A: B-thm31-retr's range and B-irr-fix at θ = 1, with 3 < π < 22/7 (z3)",
    "n0, A",
)
def edge_of_one(subject: Standard) -> Outcome:
    """z3, with 3 < π < 22/7: 1 < 2π/k iff k ≤ 6, for every integer k."""

    def inside(k: Any, p: Any) -> Posed:
        return (p > 3, 7 * p < 22, k >= 1, k <= subject.edge), (subject.theta * k < 2 * p,)

    def outside(k: Any, p: Any) -> Posed:
        return (p > 3, 7 * p < 22, k >= subject.edge + 1), (subject.theta * k > 2 * p,)

    return prove_all([(inside, "k p"), (outside, "k p")])


STANDARD_FIX.coq(
    "standard.B_standard_fix",
    "standard.B_standard_fix_angle",
    "standard.B_standard_fix_index",
    decides=("n0, A", "small", "angles"),
    axioms=REALS,
    near_misses={
        "standard.B_standard_fix__seven": Kind.CONSTANT,
        "standard.B_standard_fix__five": Kind.CONSTANT,
    },
)

STANDARD_FIX.mutant("up to 7", Kind.CONSTANT, at_one, edge_of_one, edge=7)
STANDARD_FIX.mutant("up to 5", Kind.CONSTANT, at_one, edge_of_one, edge=5)
STANDARD_FIX.mutant("A(2 n0 - 2)", Kind.INDEX, at_one, at_other_angles, back=2)
STANDARD_FIX.mutant(
    "g_k below 99% of the bound", Kind.CONSTANT, at_other_angles, scale=Fraction(99, 100)
)
STANDARD_FIX.mutant(
    "g_k below 101% of the bound", Kind.CONSTANT, at_other_angles, scale=Fraction(101, 100)
)
STANDARD_FIX.mutant("g_k at the bound", Kind.RELATION, at_other_angles, closed=True)
STANDARD_FIX.mutant("g_k up to 6", Kind.HYPOTHESIS, at_other_angles, largest=Fraction(6))
STANDARD_FIX.mutant("one letter too", Kind.QUANTIFIER, at_one, fewest=1)
STANDARD_FIX.mutant("no angle", Kind.TERM, edge_of_one, theta=Fraction(0))
STANDARD_FIX.mutant("the other way round", Kind.SIGN, edge_of_one, theta=Fraction(-1))
