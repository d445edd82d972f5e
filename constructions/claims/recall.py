"""Paper A's heads compute what they are built for, on every valid input up to a stated size."""

from dataclasses import replace
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
    changed_weights,
    stretched,
)
from constructions.heads.alphabets import Bindings
from constructions.heads.index import PLACE, index_of_paper_a
from constructions.heads.recall import (
    attribute,
    induction_one_angle,
    induction_two_angles,
    information_retrieval,
)
from theory.ledger import Kind, Mutant

RS, QRS, BITS = ("r", "s"), ("q", "r", "s"), ("0", "1")
FORGETS = Mutant(
    "an attribute unsaid",
    Kind.TERM,
    changed_weights(
        lambda w: replace(w, value={d: r for d, r in w.value.items() if d != attribute("1")})
    ),
)
LOOKUP = certificate_claim(
    "C-lookup",
    "A-thm5, as weights",
    "The NoPE head with a pair of coordinates for each symbol solves Information Retrieval on "
    "every input of at most N = n0 - 1 pairs. It does so under hard attention and under softmax at "
    "a nearly least β: at 99 % of it some input fails.",
    lambda: (
        information_retrieval(Bindings(RS, BITS), 5),
        information_retrieval(Bindings(QRS, BITS), 4),
    ),
    "N ≤ 4 pairs of two symbols, N ≤ 3 of three, two attributes",
    (OPPOSITE, FORGETS, ANSWERS_SWAPPED, TURNING),
    "longer inputs (A-thm5)",
    ("A-thm5",),
)

INDUCTION_1 = certificate_claim(
    "C-induction-1",
    "A-one-angle-fix, as weights",
    "One rotary frequency solves Partial Induction on every input of at most N = n0 - 1 pairs, at "
    "ψ = 0 and at a ψ with which more θ serve. It does so under hard attention and under softmax "
    "at a nearly least β: at 99 % of it some input fails.",
    lambda: (
        induction_one_angle(Bindings(RS, BITS), 4),
        induction_one_angle(Bindings(QRS, BITS), 4),
        induction_one_angle(Bindings(RS, BITS), 4, "3/16", phase="widest"),
        induction_one_angle(Bindings(QRS, BITS), 4, phase="widest"),
    ),
    "N ≤ 3 pairs of two and three symbols, two attributes",
    (
        OPPOSITE,
        FORGETS,
        Mutant("θ = 0", Kind.HYPOTHESIS, angles_times(Fraction(0))),
        Mutant("θ three times", Kind.HYPOTHESIS, angles_times(Fraction(3))),
        Mutant("the first occurrence", Kind.SIGN, angles_times(Fraction(-1))),
    ),
    "longer inputs, more symbols (A-one-angle-fix)",
    ("A-one-angle-fix",),
)

INDUCTION_2 = certificate_claim(
    "C-induction-2",
    "A-thm6, as weights",
    "Pairs of coordinates that do not turn, for the symbols, and one of frequency θ2, for the "
    "position, solve Partial Induction. They do so on every input of at most N = n0 - 1 pairs, "
    "under hard attention and under softmax at a nearly least β: at 99 % of it some input fails.",
    lambda: (
        induction_two_angles(Bindings(RS, BITS), 5),
        induction_two_angles(Bindings(QRS, BITS), 4, "1/8", content="3/2"),
    ),
    "N ≤ 4 pairs of two symbols, N ≤ 3 of three, two attributes",
    (
        OPPOSITE,
        FORGETS,
        Mutant("θ2 = 0", Kind.HYPOTHESIS, angles_times(Fraction(0))),
        Mutant("θ2 three times", Kind.HYPOTHESIS, angles_times(Fraction(3))),
        Mutant(
            "position not asked",
            Kind.TERM,
            changed_weights(
                lambda w: replace(
                    w, query=stretched(w.query, lambda d, p: Fraction(int(p != PLACE)))
                )
            ),
        ),
    ),
    "longer inputs (A-thm6)",
    ("A-thm6",),
)

INDEX_A = certificate_claim(
    "C-index-A",
    "A-thm3, as weights",
    "One positional angle solves paper A's Index: counted from the start on every input of "
    "exactly n0 tokens, counted back on every input of at most n0, under hard attention and "
    "softmax.",
    lambda: (index_of_paper_a(("a", "b"), 5), index_of_paper_a(("a", "b"), 5, back=True)),
    "n0 = 5, two letters: length 5 (from the start), 2 ≤ length ≤ 5 (back)",
    (
        Mutant("queries turned on", Kind.INDEX, TURN_BACK, (HARD,)),
        STEP,
        Mutant("θ = 0", Kind.HYPOTHESIS, angles_times(Fraction(0))),
        ANSWERS_SWAPPED,
    ),
    "longer inputs (A-thm3, A-thm3-lengths-fix)",
    ("A-thm3", "A-thm3-lengths-fix"),
)
