"""How a constructed head is put to the test, and how its weights are made slightly false.

Each claim runs the weights themselves: under hard attention in Fractions, under softmax by balls at
the head's β, and at 99 % of that β, where some input must certainly fail. No least β suffices: the
bound is not attained.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from constructions.claims.exhaustive import hard_head, right_on, soft, soft_scores
from constructions.heads.alphabets import Tokens
from constructions.heads.directions import UP, Arrows, ToPlanes, Weights
from constructions.heads.head import ConstructedHead
from theory.ledger import Claim, Kind, Mutant, Outcome, false, true
from theory.ledger.writing import FormalClaim

Heads = tuple[ConstructedHead, ...]
Edit = Callable[[ConstructedHead], ConstructedHead]
HARD, SOFT = "hard attention on every input", "softmax on every input"
INPUT = "input"
LESS = Fraction(99, 100)
HALF = Fraction(1, 2)


def with_hard_attention(heads: Heads) -> Outcome:
    """Every head, under hard attention, on every valid input of length ≤ its n0."""
    cases = 0
    for head in heads:
        outcome = right_on(replace(head, beta=None), hard_head(head), head.task.inputs(head.n0))
        cases += outcome.cases
        if outcome.status != "true":
            return replace(outcome, cases=cases)
        if not outcome.cases:
            return false(f"{head.name}: no input", cases)
    return true(cases)


def softly(heads: Heads) -> Outcome:
    """The same under softmax at its β; at 99 % of it some input certainly fails."""
    cases = 0
    for head in heads:
        if head.beta is None:
            return false(f"{head.name}: no β")
        inputs = list(head.task.inputs(head.n0))
        outcome = right_on(head, soft(head, head.beta), inputs)
        cases += outcome.cases
        if outcome.status != "true":
            return replace(outcome, cases=cases)
        if not _fails(head, LESS * head.beta, inputs):
            return false(f"{head.name}: no input fails at 99 % of its β", cases)
    return true(cases)


def _fails(head: ConstructedHead, beta: Fraction, inputs: list[Tokens]) -> bool:
    """Whether on some input another output's score is certainly above the answer's."""
    scored = soft_scores(head, beta)
    for tokens in inputs:
        wanted = head.task.answers(tokens)[-1]
        if wanted is not None:
            scores = scored(tokens)
            if any(score > scores[wanted] for score in scores.values()):
                return True
    return False


PARTS = {"planes": Kind.HYPOTHESIS, "turn": Kind.INDEX, "length": Kind.TERM, "value": Kind.DATA}
"""Of a head: its angles are a hypothesis; whom a query asks for, an index; how loud a direction
is, a term; which answer a value stands for, data."""


def certificate_claim(
    id: str,
    place: str,
    statement: str,
    make: Callable[[], Heads],
    sizes: str,
    mutants: tuple[Mutant, ...],
    not_covered: str,
    rests_on: tuple[str, ...],
) -> Claim:
    """A claim of this file; ``sizes`` says which inputs the two checks run.

    The statement ends with them: no list of cases says more than it ran.
    """
    formal = FormalClaim(
        id=id,
        paper="suite",
        place=place,
        statement=f"{statement} The inputs are bounded: {sizes}.",
        subject=make,
        parts=PARTS,
        quantifiers={INPUT: f"every valid one: {sizes}"},
        not_covered=not_covered,
        rests_on=rests_on,
    )
    covers = "the weights themselves, on " + sizes
    formal.exhaustive(HARD, covers + ", in Fractions", INPUT)(with_hard_attention)
    formal.exhaustive(SOFT, covers + ", by balls; 1 % below β one fails", INPUT)(softly)
    formal.mutants(*mutants, Mutant("β less 2 %", Kind.CONSTANT, edited(_cooler), (SOFT,)))
    return formal.claim


def edited(edit: Edit) -> Callable[[Heads], Heads]:
    """The same edit on every head."""
    return lambda heads: tuple(edit(head) for head in heads)


def _cooler(head: ConstructedHead) -> ConstructedHead:
    return replace(head, beta=(head.beta or 0) * Fraction(98, 100))


def changed_weights(change: Callable[[Weights], Weights]) -> Callable[[Heads], Heads]:
    """Every head with changed weights."""
    return edited(lambda head: replace(head, weights=change(head.weights)))


def changed_phases(matrix: ToPlanes, turn: Callable[[Fraction], Fraction]) -> ToPlanes:
    """A matrix with every phase, counted from v, changed."""

    def moved(arrows: Arrows) -> Arrows:
        return tuple(replace(arrow, turn=UP + turn(arrow.turn - UP)) for arrow in arrows)

    return {direction: moved(arrows) for direction, arrows in matrix.items()}


def stretched(matrix: ToPlanes, times: Callable[[str, str], Fraction]) -> ToPlanes:
    """A matrix with every length times a function of direction and plane."""
    return {
        direction: tuple(
            replace(arrow, length=arrow.length * times(direction, arrow.plane)) for arrow in arrows
        )
        for direction, arrows in matrix.items()
    }


def swapped(head: ConstructedHead) -> ConstructedHead:
    """The values of the first and the last output exchanged."""
    w = head.weights
    first, *middle, last = w.value
    ends = {first: w.value[last], last: w.value[first]}
    return replace(head, weights=replace(w, value={**w.value, **ends}))


TURN_BACK = changed_weights(lambda w: replace(w, query=changed_phases(w.query, lambda x: -x)))
ANSWERS_SWAPPED = Mutant("two values exchanged", Kind.DATA, edited(swapped))


def angles_times(factor: Fraction) -> Callable[[Heads], Heads]:
    return changed_weights(
        lambda w: replace(w, planes={p: u * factor for p, u in w.planes.items()})
    )


def _one_further(head: ConstructedHead) -> ConstructedHead:
    query = changed_phases(head.weights.query, lambda x: x - head.theta)
    return replace(head, weights=replace(head.weights, query=query))


STEP = Mutant("one step further", Kind.INDEX, edited(_one_further))

OPPOSITE = Mutant(
    "queries opposite",
    Kind.SIGN,
    changed_weights(lambda w: replace(w, query=changed_phases(w.query, lambda x: x + HALF))),
)
TURNING = Mutant(
    "pairs of coordinates that turn by π",
    Kind.HYPOTHESIS,
    changed_weights(lambda w: replace(w, planes=dict.fromkeys(w.planes, HALF))),
)
