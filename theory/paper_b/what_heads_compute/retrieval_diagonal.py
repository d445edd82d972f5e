"""Why the printed VAL and F keep positional heads from Retrieval (B-rem31-retr-fix).

Source: paper B, Remark 3.1 and F.2.2: VAL(x) = α_x e_x, F(x, a) = a + c(x) e_x.
"""

from dataclasses import dataclass
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import prove


@dataclass(frozen=True)
class Diagonal:
    """Four inputs, two at each of two queries, cannot all be answered.

    ``shared``: α is the same at both queries; ``both``: both queries are asked; ``positive``:
    weights are; ``ties``: an answer may share the largest coordinate.
    """

    shared: bool = True
    both: bool = True
    positive: bool = True
    ties: bool = False


FIX = FormalClaim(
    id="B-rem31-retr-fix",
    place="Remark 3.1, repaired for the printed VAL and F",
    statement="Retrieval on proper inputs of length n ≥ 3, at least two letters and one integer, "
    "answers read by the largest coordinate. With VAL(x) = α_x e_x and F(x, a) = a + c(x) e_x, as "
    "in the printed heads, no positional head computes it, whatever L, α and c.",
    provenance="repair",
    subject=Diagonal,
    quantifiers={
        "n": "every n ≥ 3",
        "head": "every positional L, every α and c",
        "two positions": "every positive weights, α, and weight of the other positions",
    },
    parts={
        "shared": Kind.DATA,
        "both": Kind.QUANTIFIER,
        "positive": Kind.HYPOTHESIS,
        "ties": Kind.RELATION,
    },
    not_covered="One letter: Retrieval is then the identity on proper inputs. Other VAL and F, by "
    "which positional heads do compute it (B-rem31-retr-all, B-rem31-retr-own).",
)


@FIX.written(
    "two positions",
    "every n: the inputs that exchange two positions cannot all be answered (z3)",
    "n",
    "head",
    "two positions",
    confirmed_by="cvc5; by hand in proofs.md",
)
def diagonal_values(subject: Diagonal) -> Outcome:
    """z3: the four inputs of positions 1 and 2, any n; r and s the weight of all others before.

    Query BA with A1 at one position and B1 elsewhere asks α w > β (w' + r), query AB with B1 at one
    position and A1 elsewhere the reverse.
    """

    def statement(*x: Any) -> tuple[list[Any], list[Any]]:
        w1, w2, r, v1, v2, s, alpha, beta, alpha2, beta2 = x
        first, second = (alpha, beta), (alpha, beta) if subject.shared else (alpha2, beta2)
        gaps = [first[0] * w1 - first[1] * (w2 + r), first[0] * w2 - first[1] * (w1 + r)]
        if subject.both:
            gaps += [second[1] * v1 - second[0] * (v2 + s), second[1] * v2 - second[0] * (v1 + s)]
        answered = [gap >= 0 if subject.ties else gap > 0 for gap in gaps[:-1]]
        weights = [y > 0 for y in (w1, w2, v1, v2)] if subject.positive else []
        present = [*weights, *(y > 0 for y in (alpha, beta, alpha2, beta2))]
        wrong = gaps[-1] < 0 if subject.ties else gaps[-1] <= 0
        return [*present, r >= 0, s >= 0, *answered], [wrong]

    return prove(statement, "w1 w2 r v1 v2 s alpha beta alpha2 beta2")


FIX.coq(
    "retrieval_heads.B_rem31_retr_fix",
    decides=("n", "head", "two positions"),
    near_misses={"retrieval_heads.B_rem31_retr_fix__nothing_before": Kind.HYPOTHESIS},
)

FIX.mutant("VAL sees the query", Kind.DATA, shared=False)
FIX.mutant("one query alone", Kind.QUANTIFIER, both=False)
FIX.mutant("weights of any sign", Kind.HYPOTHESIS, positive=False)
FIX.mutant("ties count as answers", Kind.RELATION, ties=True)
