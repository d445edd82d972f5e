"""``straddling``, of the criteria on when heads turn pure: B-e-pure and B-e-gamma."""

from empirical.criteria.courses import WIDER
from empirical.criteria.single_changes import both, dated, loses, runs, shifted, widely, without
from tests.empirical.criteria.changes import cases, gained, late_at, same, small, traded
from theory.ledger import Status

YES, NO, OPEN = Status.TRUE, Status.FALSE, Status.UNKNOWN
LATE, NUMBERS_LATE = late_at(0.2, WIDER), "number's last head is pure by the maximum"
LETTERS_LATE, SHIFT = "letter's last head is pure by the maximum", "letter's dates shift by little"
KEEPS = "number keeps its pure heads"
PURITY = {
    "B-e-pure": cases(
        runs(**both(widely)),
        {
            "one run late": ({"letter": {4: LATE}}, {LETTERS_LATE: OPEN}),
            "two runs late": ({"letter": {3: LATE, 4: LATE}}, {LETTERS_LATE: NO}),
            "one run late in each task": (
                {"number": {0: LATE}, "letter": {0: LATE}},
                {NUMBERS_LATE: OPEN, LETTERS_LATE: OPEN},
            ),
            "every run late, but not at the next γ": (
                {"number": late_at(0.2)},
                {NUMBERS_LATE: OPEN},
            ),
            "every run late at the next γ alone": ({"number": late_at(WIDER)}, {NUMBERS_LATE: YES}),
            "no pure head in one run": (
                {"letter": {4: without("positional", "symbolic")}},
                {"letter has pure heads": NO},
            ),
        },
    ),
    "B-e-gamma": cases(
        runs(**both(dated)),
        {
            "two heads lost and two gained": ({"number": traded}, {KEEPS: NO}),
            "four heads gained": ({"letter": gained(4)}, {"letter keeps its pure heads": NO}),
            "a head gained": ({"letter": gained(1)}, {"letter keeps its pure heads": OPEN}),
            "three heads lost, as in Fig. 7": ({"number": loses(3)}, {KEEPS: OPEN}),
            "four lost in all runs but one": (
                {"number": [*[loses(4)] * 2, same, *[loses(4)] * 2]},
                {KEEPS: OPEN},
            ),
            "four lost in one run alone": ({"number": {0: loses(4)}}, {KEEPS: OPEN}),
            "a fifth later": ({"letter": shifted(1350)}, {SHIFT: OPEN}),
            "a third later in all runs but one": (
                {"letter": [*[shifted(2250)] * 2, same, *[shifted(2250)] * 2]},
                {SHIFT: OPEN},
            ),
            "a third later in one run alone": ({"letter": {3: shifted(2250)}}, {SHIFT: OPEN}),
            "no heads in one run": (
                {"letter": {1: without("symbolic")}},
                {"letter has symbolic heads": NO},
            ),
            "the last head later": (
                {"letter": small(lambda dates: (*dates[:-1], dates[-1] + 2250))},
                {SHIFT: NO},
            ),
            "heads earlier": ({"letter": shifted(-2250)}, {SHIFT: NO}),
        },
    ),
}
