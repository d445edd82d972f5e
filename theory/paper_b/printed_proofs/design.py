"""What §3.4 says of the constructions: standard RoPE, and aligned keys (B-standard, B-keys)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.kernel.audit import REALS
from theory.kernel.theorems import proves
from theory.ledger import Claim, Evidence, Kind, Method, Outcome, Verdict, altered, false, true
from theory.ledger.terms import Undecided
from theory.mathematics.constructed import places_of, proper, retrieval_phases
from theory.mathematics.conversions import to_ball
from theory.mathematics.exact import exact
from theory.mathematics.solvers import prove
from theory.witnesses import witness
from theory.witnesses.witness import mutant, shown


def cosine(theta: Fraction, turns: Fraction, t: int) -> Any:
    """cos(2π·turns + tθ), as a ball."""
    from flint import arb

    return (2 * arb.pi() * to_ball(turns) + t * to_ball(theta)).cos()


def rival_wins(data: dict[str, Any]) -> Outcome:
    """At θ = 1 a key of another letter has a larger logit than the one that is looked for."""
    tokens = [(x, int(y) if y.isdigit() else y) for x, y in data["tokens"]]
    n, theta = len(tokens), exact(data["theta"], "theta")
    still = retrieval_phases(tokens, data["letters"], Fraction(0))
    logits = [cosine(theta, turns, t) for t, turns in enumerate(still)]
    target, rival = data["target"], data["rival"]
    fits = [n - 1 - k for k in places_of(tokens, n - 1)]
    parts = [
        (theta == 1, "no angle of a standard head of width 2", ""),
        (proper(tokens), "not proper", ""),
        (
            fits == [target],
            f"the offsets that fit are {fits}",
            f"{' '.join(data['tokens'])}: the query looks for {data['tokens'][n - 1 - target]}, "
            f"{target} back",
        ),
        (
            rival not in fits and bool(logits[target] < logits[rival]),
            "the rival's logit is not larger",
            f"logits at θ = {theta}: {logits[target].str(4, radius=False)} at offset {target}, "
            f"{logits[rival].str(4, radius=False)} at offset {rival}",
        ),
    ]
    return shown(parts, f"{' '.join(data['tokens'])}: attends {data['tokens'][n - 1 - rival]}")


STANDARD = Claim(
    id="B-standard",
    paper="B",
    place="§3.4",
    statement="The constructions use standard RoPE with a single frequency: a head of width 2, "
    "whose one angle is g_1 = 1 (C.1), is right for every length n0 and alphabet.",
    expected=Verdict.REFUTED,
    subject=lambda: witness.witness("B-standard"),
    evidence=witness.evidence("B-standard", rival_wins),
    parts={"tokens": Kind.HYPOTHESIS, "rival": Kind.INDEX, "letters": Kind.QUANTIFIER},
    mutants=(
        mutant("θ = 1/2", Kind.CONSTANT, lambda w: w.update(theta="1/2")),
        mutant("the rival one nearer", Kind.INDEX, lambda w: w.update(rival=1)),
        mutant(
            "three tokens",
            Kind.HYPOTHESIS,
            lambda w: w.update(tokens=["a1", "b1", "ba"], rival=1),
        ),
        mutant("one letter", Kind.QUANTIFIER, lambda w: w.update(letters=1)),
        mutant(
            "the other letter is looked for",
            Kind.HYPOTHESIS,
            lambda w: w["tokens"].__setitem__(3, "ab"),
        ),
    ),
    not_covered="Index is right at θ = 1 at every length; an angle of choice is one of a wider "
    "head's, near enough, or another base's (B-standard-fix).",
    repairs=("B-standard-fix",),
)


@dataclass(frozen=True)
class Standard:
    """Retrieval at θ = 1 is right up to n0 iff A(2·n0 - 3) ≤ ``edge``; Index always."""

    edge: int = 6
    back: int = 3
    theta: Fraction = Fraction(1)
    fewest: int = 2


def surely(small: Any, large: Any) -> bool:
    """Whether small < large, by balls.

    Raises:
        Undecided: the balls overlap.
    """
    if small < large:
        return True
    if small > large:
        return False
    raise Undecided(f"{small} and {large} overlap")


def at_one(claim: Standard) -> Outcome:
    """Every target offset against every rival, A ≤ 7, n0 ≤ 6, by balls; Index's n0 ≤ 40."""
    cases = 0
    for letters in range(claim.fewest, 8):
        for n0 in range(2, 7):
            cases += 1
            own = [cosine(claim.theta, Fraction(0), t) for t in range(n0)]
            right = all(surely(own[t], own[0]) for t in range(1, n0)) and all(
                surely(cosine(claim.theta, Fraction(d, letters), s), own[t])
                for t in range(n0)
                for s in range(n0)
                for d in range(1, letters)
                if s != t
            )
            if right != (letters * (2 * n0 - claim.back) <= claim.edge):
                return false(f"{letters} letters, n0 = {n0}: right is {right}", cases)
    for d in range(1, 40):
        cases += 1
        if not surely(cosine(claim.theta, Fraction(0), d), 1):
            return false(f"Index: offset {d}", cases)
    return true(cases)


def edge_of_one(claim: Standard) -> Outcome:
    """z3, with 3 < π < 22/7: 1 < 2π/k iff k ≤ 6, for every integer k."""

    def inside(k: Any, p: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        return (p > 3, 7 * p < 22, k >= 1, k <= claim.edge), (claim.theta * k < 2 * p,)

    def outside(k: Any, p: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        return (p > 3, 7 * p < 22, k >= claim.edge + 1), (claim.theta * k > 2 * p,)

    outcome = prove(inside, "k p")
    return outcome if outcome.status != "true" else prove(outside, "k p")


STANDARD_COQ = proves(
    "standard.B_standard_fix",
    "standard.B_standard_fix_angle",
    "standard.B_standard_fix_index",
    decides=("n0, A", "small"),
    axioms=REALS,
)
STANDARD_FIX = Claim(
    id="B-standard-fix",
    paper="B",
    place="§3.4, repaired",
    statement="In a head of width 2 with standard RoPE, θ = g_1 = 1, under hard attention: Index "
    "is right at every length, wherever the number points inside; Retrieval, A = |ALPH| ≥ 2, is "
    "right on all proper inputs of length ≤ n0 iff A(2·n0 - 3) ≤ 6. In a head of width d that "
    "turns one plane of angle g_k (and holds nothing in the others) Retrieval is right iff g_k < "
    "2π/(A(2·n0 - 3)), for 0 < g_k ≤ 1.",
    expected=Verdict.PROVED,
    provenance="repair",
    subject=Standard,
    quantifiers={
        "n0, A": "every n0 ≥ 2, A ≥ 2 and angle g_k in (0, 1]",
        "small": "A ≤ 7, n0 ≤ 6; Index n0 ≤ 40",
    },
    evidence=(
        Evidence(
            "at angle 1",
            Method.EXHAUSTIVE,
            "every target against every rival, A ≤ 7, n0 ≤ 6, by balls; Index n0 ≤ 40",
            at_one,
            frozenset({"small"}),
        ),
        Evidence(
            "where 1 is in range",
            Method.WRITTEN,
            "every n0 and A: B-thm31-retr's range and B-irr-fix at θ = 1, with 3 < π < 22/7 (z3)",
            edge_of_one,
            frozenset({"n0, A"}),
            proof="proofs.md#b-standard-fix",
        ),
        STANDARD_COQ.evidence,
    ),
    parts={"back": Kind.INDEX, "fewest": Kind.QUANTIFIER},
    mutants=(
        altered("up to 7", Kind.CONSTANT, edge=7),
        altered("up to 5", Kind.CONSTANT, edge=5),
        altered("A(2 n0 - 2)", Kind.INDEX, "at angle 1", back=2),
        altered("one letter too", Kind.QUANTIFIER, "at angle 1", fewest=1),
        altered("no angle", Kind.TERM, "where 1 is in range", theta=Fraction(0)),
        altered("the other way round", Kind.SIGN, "where 1 is in range", theta=Fraction(-1)),
        *STANDARD_COQ.near_misses,
    ),
    not_covered="Several planes at once; other bases give other g_k, and g_1 = 1 at all of them.",
    rests_on=("B-thm31-retr", "B-irr-fix"),
)


@dataclass(frozen=True)
class OnePlane:
    """(x, y) = k_a - k_b; q at one place and turned by θ at the next; what vanishes forces."""

    turned: bool = True
    asked: bool = True
    places: int = 2
    conclusion: Callable[[Any, Any], Any] = lambda x, y: (x == 0, y == 0)


def equal_keys(claim: OnePlane) -> Outcome:
    """z3: sin θ ≠ 0, q ≠ 0 and two neighbouring columns alike leave equal keys; aligned keys v and
    2v have columns alike for no such q."""

    def alike(*v: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        x, y, p, q, c, s = v
        known = [c * c + s * s == 1, x * p + y * q == 0]
        known += [s != 0] if claim.turned else []
        known += [p * p + q * q > 0] if claim.asked else []
        turned = x * (c * p - s * q) + y * (s * p + c * q)
        known += [turned == 0] if claim.places == 2 else []
        return tuple(known), claim.conclusion(x, y)

    return prove(alike, "x y p q c s")


def rational_heads(claim: OnePlane) -> Outcome:
    """Keys with entries -1, 0, 1, 2, all pairs; queries likewise; cos θ = 3/5 and -4/5; N = 2."""
    cases, values = 0, (-1, 0, 1, 2)
    angles = [(Fraction(3, 5), Fraction(4, 5)), (Fraction(-4, 5), Fraction(3, 5))]
    angles += [] if claim.turned else [(Fraction(1), Fraction(0))]
    for c, s in angles:
        for p in values:
            for q in values:
                if claim.asked and p == q == 0:
                    continue
                for x in range(-3, 4):
                    for y in range(-3, 4):
                        cases += 1
                        columns = [x * p + y * q, x * (c * p - s * q) + y * (s * p + c * q)]
                        alike = not any(columns[: claim.places])
                        if alike and not all(claim.conclusion(x, y)):
                            return false(f"k_a - k_b = ({x}, {y}), q = ({p}, {q})", cases)
                        if (x, y) == (0, 0) and not alike:
                            return false("equal keys with unequal columns", cases)
    return true(cases)


KEYS = Claim(
    id="B-keys",
    paper="B",
    place="§3.4",
    statement="In order for attention weights to depend only on position, all the key vectors must "
    "be aligned (a head of one plane, sin θ ≠ 0, a query vector other than 0, two places or more "
    "before it). Sharper: they must be equal, and that is enough; aligned is not.",
    expected=Verdict.PROVED,
    subject=OnePlane,
    quantifiers={
        "k, q, θ": "all keys, every query vector ≠ 0, every θ with sin θ ≠ 0, every N ≥ 2",
        "small": "entries in {-1, 0, 1, 2}, two angles",
    },
    evidence=(
        Evidence(
            "rational heads",
            Method.EXHAUSTIVE,
            "all pairs of keys and queries with entries in {-1, 0, 1, 2}, two angles",
            rational_heads,
            frozenset({"small"}),
        ),
        Evidence(
            "two columns",
            Method.SYMBOLIC,
            "two neighbouring columns of M are enough (z3), so any N is",
            equal_keys,
            frozenset({"k, q, θ", "small"}),
            confirmed_by="cvc5; by hand in proofs.md",
        ),
    ),
    parts={
        "turned": Kind.HYPOTHESIS,
        "asked": Kind.HYPOTHESIS,
        "places": Kind.QUANTIFIER,
        "conclusion": Kind.RELATION,
    },
    mutants=(
        altered("θ = 0 as well", Kind.HYPOTHESIS, turned=False),
        altered("a query of 0", Kind.HYPOTHESIS, asked=False),
        altered("one place", Kind.QUANTIFIER, places=1),
        altered("keys that differ", Kind.RELATION, conclusion=lambda x, y: (x != 0, y == 0)),
        altered("minus one", Kind.CONSTANT, conclusion=lambda x, y: (x == 1, y == 0)),
        altered("no first entry", Kind.TERM, conclusion=lambda x, y: (x == 0, x + y == 1)),
    ),
    not_covered="Heads of several planes: B-keys-wide.",
)


def wide_head(data: dict[str, Any]) -> Outcome:
    """Two planes; keys that are not parallel, and one row for both."""
    c, s = exact(data["cos"], "cos"), exact(data["sin"], "sin")
    keys = {t: [exact(x, f"keys[{t}]") for x in k] for t, k in data["keys"].items()}
    query = [exact(x, "query") for x in data["query"]]
    rows: dict[str, list[Fraction]] = {t: [] for t in keys}
    turned = [query]
    for _ in range(2):
        p, q, u, v = turned[-1]
        turned.append([c * p - s * q, s * p + c * q, c * u - s * v, s * u + c * v])
    for t, k in keys.items():
        for vector in reversed(turned[1:]):
            rows[t].append(sum(x * y for x, y in zip(k, vector, strict=True)))
    one, two = keys.values()
    minors = {one[i] * two[j] - one[j] * two[i] for i in range(4) for j in range(i)}
    found = [witness.numerals(row) for row in rows.values()]
    parts = [
        (c * c + s * s == 1 and s != 0, "no angle with sin θ ≠ 0", ""),
        (any(query), "a query of 0", ""),
        (
            found == [data["row"]] * 2,
            f"the rows are {found}",
            f"both keys have the row {witness.listed(next(iter(rows.values())))}",
        ),
        (minors != {0}, "the keys are aligned", f"2 × 2 minors of the keys: {sorted(minors)}"),
    ]
    return shown(parts, f"keys {data['keys']}: one row, not aligned")


WIDE = Claim(
    id="B-keys-wide",
    paper="B",
    place="§3.4, read of heads of any width",
    statement="In a head of any width, attention weights that depend only on position need aligned "
    "key vectors.",
    expected=Verdict.REFUTED,
    provenance="reading",
    subject=lambda: witness.witness("B-keys-wide"),
    evidence=witness.evidence("B-keys-wide", wide_head),
    parts={"query": Kind.HYPOTHESIS, "row": Kind.DATA, "keys": Kind.QUANTIFIER},
    mutants=(
        mutant("a query in both planes", Kind.HYPOTHESIS, lambda w: w.update(query=["1"] * 4)),
        mutant(
            "aligned keys",
            Kind.QUANTIFIER,
            lambda w: w["keys"].update(b=list(w["keys"]["a"])),
        ),
        mutant("another row", Kind.DATA, lambda w: w["row"].reverse()),
        mutant("cos and sin exchanged", Kind.INDEX, lambda w: w.update(cos="4/5", sin="3/5")),
    ),
    not_covered="In one plane, the constructions', it is true (B-keys).",
    repairs=("B-keys",),
)

CLAIMS: tuple[Claim, ...] = (STANDARD, STANDARD_FIX, KEYS, WIDE)
