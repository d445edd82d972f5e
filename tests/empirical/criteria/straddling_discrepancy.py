"""``straddling``, of the criteria on discrepancy and on where accuracy breaks."""

from dataclasses import replace

from empirical.criteria import synthetic_breaks as q
from tests.empirical.criteria import changes as c
from theory.ledger import Status

YES, NO, OPEN = Status.TRUE, Status.FALSE, Status.UNKNOWN
DISCREPANCY = {
    "B-e-disc-decay": {
        "one letter model falls far": (
            c.in_one(
                2,
                lambda one: replace(
                    one,
                    gaps=tuple(
                        x * (17 / n) ** 0.8 for x, n in zip(one.gaps, one.lengths, strict=True)
                    ),
                ),
                "letter",
                q.decaying,
            ),
            {"number's falls by more than letter's": NO},
        ),
        "one number model falls as letter's": (
            c.in_one(4, q.slowly, "number", q.decaying),
            {"number's falls by more than letter's": NO},
        ),
        "falls the more behind 300": (
            q.decaying(
                number=lambda one: replace(q.slowly(one), gaps=(*q.slowly(one).gaps[:-1], 0.001))
            ),
            {"number's falls by more than letter's": NO},
        ),
        "one number model is not learnt": (
            c.in_one(3, q.untaught_breaks, "number", q.decaying),
            {"number is learnt": OPEN, "letter is learnt": YES},
        ),
        "no number model is learnt": (
            q.decaying(number=q.untaught_breaks),
            {"number is learnt": NO},
        ),
        "letter's gap rises where it is drawn in one model alone": (
            c.in_one(1, q.rising_at_first, "letter", q.decaying),
            {"letter's gap falls over the drawn lengths": OPEN},
        ),
        "letter's gap falls by the mean, and rises a little in one model": (
            c.in_one(
                1,
                lambda one: replace(
                    one,
                    gaps=tuple(5 * (n / 17) ** (0.35 if n < 100 else -0.4) for n in one.lengths),
                ),
                "letter",
                q.decaying,
            ),
            {"letter's gap falls over the drawn lengths": OPEN},
        ),
        "letter's gap falls where it is drawn in one model alone": (
            q.decaying(letter=q.rising_at_first)
            | {"letter": [*q.decaying(letter=q.rising_at_first)["letter"][:4], q.decay("letter")]},
            {"letter's gap falls over the drawn lengths": OPEN},
        ),
        "one letter model's gap rises": (
            c.in_one(4, q.rising_gaps, "letter", q.decaying),
            {"letter's gap falls with length": OPEN},
        ),
        "two letter models' gaps do not change": (
            c.in_one(
                0, q.steady_gap, "letter", lambda: c.in_one(3, q.steady_gap, "letter", q.decaying)
            ),
            {"letter's gap falls with length": NO},
        ),
        "letter's gap rises where it is drawn, and not in the first layers": (
            q.decaying(letter=lambda one: replace(q.rising_at_first(one), first=one.gaps)),
            {"letter's gap falls over the drawn lengths": OPEN},
        ),
        "letter's gap does not change, and falls in the first layers": (
            q.decaying(letter=lambda one: replace(q.steady_gap(one), first=one.gaps)),
            {"letter's gap falls with length": OPEN},
        ),
    },
    "B-e-disc-gap": {
        "the last model of each task is not learnt": (
            q.synthetic_held_out(
                **{
                    task: lambda rows: [*rows[:-1], *q.breaks_at_chance(rows[-1:])]
                    for task in ("number", "letter")
                }
            ),
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
            q.synthetic_held_out(
                letter=lambda rows: [
                    replace(one, simulated=other.simulated)
                    for one, other in zip(rows, rows[::-1], strict=True)
                ]
            ),
            {"letter: predicted and measured agree in rank": NO},
        ),
    },
}
