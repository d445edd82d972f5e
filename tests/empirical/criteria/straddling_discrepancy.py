"""``straddling``, of the criteria on discrepancy and on where accuracy breaks."""

from dataclasses import replace

from empirical.criteria import synthetic_breaks as q
from empirical.protocol.synthetic import applied
from tests.empirical.criteria.changes import cases, same
from theory.ledger import Status

YES, NO, OPEN = Status.TRUE, Status.FALSE, Status.UNKNOWN
FASTER, DRAWN = "number's falls by more than letter's", "letter's gap falls over the drawn lengths"
FALLS = "letter's gap falls with length"


def falling_far(one):
    """Gaps that fall by a power of length more."""
    pairs = zip(one.gaps, one.lengths, strict=True)
    return replace(one, gaps=tuple(x * (17 / n) ** 0.8 for x, n in pairs))


def rising_a_little(one):
    """Gaps that rise to 100 tokens, and fall behind."""
    gaps = tuple(5 * (n / 17) ** (0.35 if n < 100 else -0.4) for n in one.lengths)
    return replace(one, gaps=gaps)


def also_first(change):
    """A change of the gaps that the first layers' do not have."""
    return lambda one: replace(change(one), first=one.gaps)


def at_last(change):
    """A change of the last model alone, of models that are changed at once."""
    return lambda rows: [*rows[:-1], *change(rows[-1:])]


DECAY = {
    "one letter model falls far": ({"letter": {2: falling_far}}, {FASTER: NO}),
    "one number model falls as letter's": ({"number": {4: q.slowly}}, {FASTER: NO}),
    "falls the more behind 300": (
        {"number": lambda one: applied(lambda _: 0.001, "gaps", -1)(q.slowly(one))},
        {FASTER: NO},
    ),
    "one number model is not learnt": (
        {"number": {3: q.untaught_breaks}},
        {"number is learnt": OPEN, "letter is learnt": YES},
    ),
    "no number model is learnt": ({"number": q.untaught_breaks}, {"number is learnt": NO}),
    "letter's gap rises where it is drawn in one model alone": (
        {"letter": {1: q.rising_at_first}},
        {DRAWN: OPEN},
    ),
    "letter's gap falls by the mean, and rises a little in one model": (
        {"letter": {1: rising_a_little}},
        {DRAWN: OPEN},
    ),
    "letter's gap falls where it is drawn in one model alone": (
        {"letter": [*[q.rising_at_first] * 4, same]},
        {DRAWN: OPEN},
    ),
    "one letter model's gap rises": ({"letter": {4: q.rising_gaps}}, {FALLS: OPEN}),
    "two letter models' gaps do not change": (
        {"letter": {0: q.steady_gap, 3: q.steady_gap}},
        {FALLS: NO},
    ),
    "letter's gap rises where it is drawn, and not in the first layers": (
        {"letter": also_first(q.rising_at_first)},
        {DRAWN: OPEN},
    ),
    "letter's gap does not change, and falls in the first layers": (
        {"letter": also_first(q.steady_gap)},
        {FALLS: OPEN},
    ),
}
DISCREPANCY = {
    "B-e-disc-decay": cases(q.decaying(), DECAY),
    "B-e-disc-gap": {
        "the last model of each task is not learnt": (
            q.synthetic_held_out(**dict.fromkeys(q.TASKS, at_last(q.breaks_at_chance))),
            {"number is learnt": OPEN, "letter is learnt": OPEN},
        ),
        "one course of gaps, and another in one model": (
            q.synthetic_held_out(
                letter=lambda rows: [*q.same_gaps(rows)[:-1], replace(rows[-1], gaps=rows[3].gaps)]
            ),
            {"letter: closer than the constant": OPEN},
        ),
        "number's right in rank and far too different, p .03 with all six and .06 with some five": (
            q.synthetic_held_out(number=q.gaps_exaggerated),
            {"number: closer than the constant": OPEN},
        ),
    },
    "B-e-disc-sim": {
        "simulations a little more off than they may be": (
            q.synthetic_held_out(
                letter=lambda rows: [
                    replace(one, simulated=(3.0 if i % 2 else 1.0) * one.simulated)
                    for i, one in enumerate(rows)
                ]
            ),
            {"letter: off by a factor": OPEN},
        ),
        "ranks the wrong way round": (
            q.synthetic_held_out(letter=q.predictions_reversed),
            {"letter: predicted and measured agree in rank": NO},
        ),
    },
}
