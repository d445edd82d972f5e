"""What §3.4 says of the keys: they must be aligned (B-keys, and B-keys-wide at any width)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.exact import exact
from theory.mathematics.solvers import prove_all
from theory.witnesses import witness
from theory.witnesses.witness import RefutedClaim, shown


@dataclass(frozen=True)
class KeysInOnePlane:
    """(x, y) = k_a - k_b; q at one position and turned by θ at the next; what vanishes forces."""

    turned: bool = True
    asked: bool = True
    places: int = 2
    conclusion: Callable[[Any, Any], Any] = lambda x, y: (x == 0, y == 0)


KEYS = FormalClaim(
    id="B-keys",
    place="§3.4",
    statement="Take a head of one pair of coordinates, sin θ ≠ 0, a query vector other than 0, and "
    "two positions or more before the query. In order for attention weights to depend only on "
    "position, all the key vectors must be aligned. Sharper: the key vectors must be equal, and "
    "that is enough; aligned is not.",
    subject=KeysInOnePlane,
    quantifiers={
        "k, q, θ": "all keys, every query vector ≠ 0, every θ with sin θ ≠ 0, every N ≥ 2",
        "small": "entries in {-1, 0, 1, 2}, two angles",
    },
    parts={
        "turned": Kind.HYPOTHESIS,
        "asked": Kind.HYPOTHESIS,
        "places": Kind.QUANTIFIER,
        "conclusion": Kind.RELATION,
    },
    not_covered="Without the hypotheses of the claim's first sentence it fails. At sin θ = 0 keys "
    "whose difference is orthogonal to the query vector have equal rows: θ = π, q = (0, 1), keys "
    "(0, 1) and (1, 1), which are not aligned. At q = 0 all keys have, and with one position "
    "before it every head is positional. Heads of several pairs of coordinates: B-keys-wide.",
)


@KEYS.exhaustive(
    "rational heads",
    "all pairs of keys and queries with entries in {-1, 0, 1, 2}, two angles",
    "small",
)
def rational_heads(subject: KeysInOnePlane) -> Outcome:
    """Keys with entries -1, 0, 1, 2, all pairs; queries likewise; cos θ = 3/5 and -4/5; N = 2."""
    cases, values = 0, (-1, 0, 1, 2)
    angles = [(Fraction(3, 5), Fraction(4, 5)), (Fraction(-4, 5), Fraction(3, 5))]
    angles += [] if subject.turned else [(Fraction(1), Fraction(0))]
    for c, s in angles:
        for p in values:
            for q in values:
                if subject.asked and p == q == 0:
                    continue
                for x in range(-3, 4):
                    for y in range(-3, 4):
                        cases += 1
                        columns = [x * p + y * q, x * (c * p - s * q) + y * (s * p + c * q)]
                        alike = not any(columns[: subject.places])
                        if alike != all(subject.conclusion(x, y)):
                            return false(f"k_a - k_b = ({x}, {y}), q = ({p}, {q})", cases)
    return true(cases)


@KEYS.symbolic(
    "two columns",
    "every N ≥ 2: two equal neighbouring columns of M make the keys equal, and equal keys make any "
    "columns equal (z3)",
    "k, q, θ",
    "small",
    confirmed_by="cvc5; by hand in proofs.md",
)
def equal_keys(subject: KeysInOnePlane) -> Outcome:
    """z3: where sin θ ≠ 0 and q ≠ 0, two equal neighbouring columns make the keys equal, and equal
    keys make any columns equal; aligned keys v and 2v have columns alike for no such q."""

    def columns(*v: Any) -> tuple[list[Any], list[Any]]:
        x, y, p, q, c, s = v
        known = [c * c + s * s == 1]
        known += [s != 0] if subject.turned else []
        known += [p * p + q * q > 0] if subject.asked else []
        turned = x * (c * p - s * q) + y * (s * p + c * q)
        return known, [x * p + y * q == 0, turned == 0]

    def needed(*v: Any) -> tuple[list[Any], Any]:
        known, alike = columns(*v)
        return known + alike[: subject.places], subject.conclusion(*v[:2])

    def enough(*v: Any) -> tuple[list[Any], list[Any]]:
        known, alike = columns(*v)
        return [*known, *subject.conclusion(*v[:2])], alike

    return prove_all([(needed, "x y p q c s"), (enough, "x y p q c s")])


KEYS.mutant("θ = 0 as well", Kind.HYPOTHESIS, turned=False)
KEYS.mutant("a query of 0", Kind.HYPOTHESIS, asked=False)
KEYS.mutant("one position", Kind.QUANTIFIER, places=1)
KEYS.mutant("keys that differ", Kind.RELATION, conclusion=lambda x, y: (x != 0, y == 0))
KEYS.mutant("minus one", Kind.CONSTANT, conclusion=lambda x, y: (x == 1, y == 0))
KEYS.mutant("no first entry", Kind.TERM, conclusion=lambda x, y: (x == 0, x + y == 1))


def wide_head(data: dict[str, Any]) -> Outcome:
    """Two pairs of coordinates; keys that are not parallel, and one row for both."""
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
            rows[t].append(sum((x * y for x, y in zip(k, vector, strict=True)), Fraction(0)))
    one, two = keys.values()
    minors = {one[i] * two[j] - one[j] * two[i] for i in range(4) for j in range(i)}
    numerals = [witness.numerals(row) for row in rows.values()]
    parts = [
        (c * c + s * s == 1 and s != 0, "no angle with sin θ ≠ 0", ""),
        (any(query), "a query of 0", ""),
        (
            numerals == [data["row"]] * 2,
            f"the rows are {numerals}",
            f"both keys have the row {witness.fractions(next(iter(rows.values())))}",
        ),
        (minors != {0}, "the keys are aligned", f"2 × 2 minors of the keys: {sorted(minors)}"),
    ]
    return shown(parts, f"keys {data['keys']}: one row, not aligned")


WIDE = RefutedClaim(
    wide_head,
    id="B-keys-wide",
    place="§3.4, read of heads of any width",
    statement="In a head of any width, attention weights that depend only on position need aligned "
    "key vectors.",
    provenance="reading",
    parts={"query": Kind.HYPOTHESIS, "row": Kind.DATA, "keys": Kind.QUANTIFIER},
    not_covered="For one pair of coordinates, as the constructions have, it is true (B-keys).",
    repairs=("B-keys",),
)

WIDE.edited("a query in both pairs", Kind.HYPOTHESIS, lambda w: w.update(query=["1"] * 4))
WIDE.edited("aligned keys", Kind.QUANTIFIER, lambda w: w["keys"].update(b=list(w["keys"]["a"])))
WIDE.edited("another row", Kind.DATA, lambda w: w["row"].reverse())
WIDE.edited("cos and sin exchanged", Kind.INDEX, lambda w: w.update(cos="4/5", sin="3/5"))
