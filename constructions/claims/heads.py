"""Paper B's heads compute what they are built for, on every valid input up to a stated size: Index
and Retrieval of F.2 as printed and repaired (C-index, C-index-fix, C-retr, C-retr-fix,
C-reflexive)."""

from dataclasses import dataclass, replace
from fractions import Fraction

from constructions.claims.checks import (
    ANSWERS_SWAPPED,
    HARD,
    OPPOSITE,
    STEP,
    TURN_BACK,
    TURNING,
    angles_times,
    certificate_claim,
    changed_phases,
    changed_weights,
    stretched,
)
from constructions.claims.exhaustive import hard_head, right_on
from constructions.heads.alphabets import Numbers, Pairs, Tokens, index_task
from constructions.heads.directions import UP, ToPlanes, Weights
from constructions.heads.head import ConstructedHead
from constructions.heads.index import PLACE, index_printed, index_repaired, integer_direction
from constructions.heads.retrieval import (
    reflexive_positional,
    reflexive_symbolic,
    retrieval_printed,
    retrieval_symbolic,
)
from theory.ledger import Kind, Mutant, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells

AB, ABC = ("a", "b"), ("a", "b", "c")


@dataclass(frozen=True)
class Outside:
    """Inputs on which, between them, the printed Index head fails at every θ."""

    alphabet: Numbers = Numbers(("a",), 4)
    inputs: tuple[Tokens, ...] = (("a", 2), ("a", "a", "a", 4))
    alpha: int = 2
    repaired: bool = False

    def head(self, theta: Fraction) -> ConstructedHead:
        """The printed head at θ, with every position asked for (or the repaired one)."""
        most = 1 + max(self.alphabet.most, max(map(len, self.inputs)))
        make = index_repaired if self.repaired else index_printed
        head = make(self.alphabet, most, Fraction(1, most), "hard")
        w = head.weights
        query = {
            integer_direction(i): (replace(w.query[integer_direction(i)][0], turn=UP - i * theta),)
            for i in self.alphabet.integers
        }
        value = {d: {t: c * self.alpha / 2 for t, c in row.items()} for d, row in w.value.items()}
        planes = {PLACE: theta}
        if self.repaired:
            query, planes = {}, dict(w.planes)
        changed = replace(w, query={**w.query, **query}, planes=planes, value=value)
        return replace(head, weights=changed, task=index_task(self.alphabet, outside=True))


INDEX = FormalClaim(
    id="C-index",
    paper="suite",
    place="F.2.1, the printed head run at every position",
    statement="The printed Index head, as weights, at some θ, decodes Index at every position of "
    "every input over one letter and the integers 1 … 4 (hard attention).",
    expected=Verdict.REFUTED,
    subject=Outside,
    parts={"repaired": Kind.HYPOTHESIS, "inputs": Kind.DATA},
    not_covered="m ≤ 3, where an angle near 2π/3 is right (B-thm31-index-head).",
    repairs=("C-index-fix",),
)


@INDEX.witness(
    "the weights run",
    "both inputs' last positions at every real θ, in Fractions",
    confirmed_by="claim B-thm31-index-head, from the logits by hand",
)
def printed_fails(subject: Outside) -> Outcome:
    """The weights run under hard attention at every real θ.

    Logits are cos dθ with |d| ≤ 4, so comparisons change their answer only between cells.
    """
    angles = arc_cells(2 * subject.alphabet.most)
    failed: dict[str, Fraction] = {}
    for cases, theta in enumerate(angles, 1):
        head = subject.head(theta)
        outcome = right_on(head, hard_head(head), subject.inputs)
        if outcome.status == "true":
            return false(f"θ = {theta}·2π: right on all", cases)
        failed.setdefault(str(outcome.found), theta)
    working = tuple(f"θ = {theta}·2π: wrong on {example}" for example, theta in failed.items())
    return true(len(angles), "a 2; a a a 4: one of them fails at every θ", working=working)


INDEX.mutant("the repaired head", Kind.HYPOTHESIS, repaired=True)
INDEX.mutant("a 2 alone", Kind.TERM, inputs=(("a", 2),))
INDEX.mutant("a a a 3", Kind.DATA, inputs=(("a", 2), ("a", "a", "a", 3)))
INDEX.mutant("values of 9/10", Kind.CONSTANT, alpha=Fraction(9, 10))
INDEX.mutant("integers inside only", Kind.DATA, inputs=(("a", 1), ("a", "a", 2)))


def _scaled(w: Weights, factor: Fraction) -> dict[str, dict[str, Fraction]]:
    return {d: {t: c * factor for t, c in row.items()} for d, row in w.value.items()}


INDEX_FIX = certificate_claim(
    "C-index-fix",
    "Theorem 3.1, Index, as weights",
    "The repaired Index head equals Index at every position; the printed one does wherever the "
    "integer points inside. They do so, the repaired one at θ = 2π/5 and the printed one at 2π/4, "
    "under hard attention and under softmax at a nearly least β: at 99 % of it some input fails.",
    lambda: (index_repaired(Numbers(AB, 4), 4), index_printed(Numbers(AB, 3), 4)),
    "length ≤ 4 over two letters and the integers 1 … 4 (repaired), 1 … 3 (printed)",
    (
        Mutant("ρ(θ)^σ in the query", Kind.INDEX, TURN_BACK),
        STEP,
        Mutant(
            "values 1/2",
            Kind.CONSTANT,
            changed_weights(lambda w: replace(w, value=_scaled(w, Fraction(1, 4)))),
        ),
        Mutant("θ = 0", Kind.HYPOTHESIS, angles_times(Fraction(0))),
        ANSWERS_SWAPPED,
    ),
    "longer inputs and larger alphabets: C-index-all (repaired) and S-beta (printed), in Coq; "
    "rounding: certificates",
    ("B-thm31-index", "S-beta", "C-index-all"),
)


def _merged(matrix: ToPlanes) -> ToPlanes:
    return {d: tuple(replace(a, plane=PLACE) for a in arrows) for d, arrows in matrix.items()}


RETR = certificate_claim(
    "C-retr",
    "Theorem 3.1, Retrieval, as weights",
    "At the best of twelve angles the printed Retrieval head equals Retrieval on every proper "
    "input. That is ω/(2n0 - 5/2) for two letters and n0 = 4, ω/(2n0 - 11/4) for three and n0 = 3, "
    "above the printed range θ < ω/(2n0). The head does so under hard attention and under softmax "
    "at a nearly least β: at 99 % of it some input fails.",
    lambda: (retrieval_printed(Pairs(AB, 1), 4), retrieval_printed(Pairs(ABC, 1), 3)),
    "proper, length ≤ 4 over two letters, ≤ 3 over three, INT = {1}",
    (
        Mutant("ρ(ω)^φ in the query", Kind.INDEX, TURN_BACK, (HARD,)),
        Mutant("θ = 0", Kind.HYPOTHESIS, angles_times(Fraction(0))),
        Mutant("θ doubled", Kind.HYPOTHESIS, angles_times(Fraction(2))),
        Mutant(
            "next letter",
            Kind.SIGN,
            changed_weights(
                lambda w: replace(w, query=changed_phases(w.query, lambda x: x + Fraction(1, 2)))
            ),
        ),
        ANSWERS_SWAPPED,
    ),
    "longer inputs, larger alphabets: S-beta's (I), (II), (III) are the exact condition on β and "
    "θ for every n0 and A, in Coq. B-thm31-retr is that on θ under hard attention. Rounding: "
    "certificates",
    ("B-thm31-retr", "S-beta"),
)

RETR_FIX = certificate_claim(
    "C-retr-fix",
    "Retrieval without positions, as weights",
    "A purely symbolic head (θ = 0, a direction for each half of a token) equals Retrieval on "
    "every proper input. It does so under hard attention and under softmax at a nearly least β: at "
    "99 % of it some input fails.",
    lambda: (retrieval_symbolic(Pairs(AB, 2), 3), retrieval_symbolic(Pairs(ABC, 1), 3)),
    "proper, length ≤ 3 over two letters and {1, 2}, three letters and {1}",
    (
        Mutant(
            "left half as loud as right",
            Kind.TERM,
            changed_weights(
                lambda w: replace(
                    w,
                    query=stretched(
                        w.query, lambda d, p: Fraction(2 if d.startswith("left") else 1)
                    ),
                )
            ),
        ),
        Mutant(
            "integers ask nothing",
            Kind.TERM,
            changed_weights(
                lambda w: replace(
                    w, query=stretched(w.query, lambda d, p: Fraction(int(not d[-1].isdigit())))
                )
            ),
        ),
        Mutant(
            "asked from afar",
            Kind.SIGN,
            changed_weights(
                lambda w: replace(w, query=stretched(w.query, lambda d, p: Fraction(-1)))
            ),
        ),
        TURNING,
        ANSWERS_SWAPPED,
    ),
    "longer inputs: the contests are written for every n0, but checked here to n0 = 3",
    (),
)

REFLEXIVE = certificate_claim(
    "C-reflexive",
    "Reflexive both ways, as weights",
    "F(x, a) = a computes the identity with a positional head (all queries and keys v, θ = 2π/n0) "
    "and with a symbolic one (θ = 0, a pair of coordinates for each token), under hard attention "
    "and softmax.",
    lambda: (reflexive_positional(ABC, 4), reflexive_symbolic(ABC, 4)),
    "length ≤ 4 over three tokens",
    (
        OPPOSITE,
        Mutant(
            "one token's query unheard",
            Kind.TERM,
            changed_weights(lambda w: replace(w, query=dict(list(w.query.items())[1:]))),
        ),
        Mutant(
            "every angle 0, one pair of coordinates",
            Kind.HYPOTHESIS,
            changed_weights(
                lambda w: replace(
                    w, query=_merged(w.query), key=_merged(w.key), planes={PLACE: Fraction(0)}
                )
            ),
        ),
        ANSWERS_SWAPPED,
    ),
    "longer inputs (B-irr-fix for the positions)",
    ("B-irr-fix",),
)
