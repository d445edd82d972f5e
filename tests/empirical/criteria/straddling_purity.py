"""``straddling``, of the criteria on when heads turn pure: B-e-pure and B-e-gamma."""

from empirical.criteria.courses import WIDER
from empirical.criteria.single_changes import dated, loses, runs, shifted, without
from tests.empirical.criteria import changes as c
from theory.ledger import Status

YES, NO, OPEN = Status.TRUE, Status.FALSE, Status.UNKNOWN
PURITY = {
    "B-e-pure": {
        "one run late": (
            c.purities("letter", *[c.same] * 4, c.late_at(0.2, WIDER)),
            {"letter's last head is pure by the maximum": OPEN},
        ),
        "two runs late": (
            c.purities("letter", *[c.same] * 3, *[c.late_at(0.2, WIDER)] * 2),
            {"letter's last head is pure by the maximum": NO},
        ),
        "one run late in each task": (
            {
                task: c.purities(task, c.late_at(0.2, WIDER), *[c.same] * 4)[task]
                for task in ("number", "letter")
            },
            {
                "number's last head is pure by the maximum": OPEN,
                "letter's last head is pure by the maximum": OPEN,
            },
        ),
        "every run late, but not at the next γ": (
            c.purities("number", *[c.late_at(0.2)] * 5),
            {"number's last head is pure by the maximum": OPEN},
        ),
        "every run late at the next γ alone": (
            c.purities("number", *[c.late_at(WIDER)] * 5),
            {"number's last head is pure by the maximum": YES},
        ),
        "no pure head in one run": (
            c.purities("letter", *[c.same] * 4, without("positional", "symbolic")),
            {"letter has pure heads": NO},
        ),
    },
    "B-e-gamma": {
        "two heads lost and two gained": (
            runs(number=c.small(c.traded), letter=dated),
            {"number keeps its pure heads": NO},
        ),
        "four heads gained": (
            runs(number=dated, letter=c.small(c.gained(4))),
            {"letter keeps its pure heads": NO},
        ),
        "a head gained": (
            runs(number=dated, letter=c.small(c.gained(1))),
            {"letter keeps its pure heads": OPEN},
        ),
        "three heads lost, as in Fig. 7": (
            runs(number=loses(3), letter=dated),
            {"number keeps its pure heads": OPEN},
        ),
        "four lost in all runs but one": (
            c.in_one(2, dated, "number", lambda: runs(number=loses(4), letter=dated)),
            {"number keeps its pure heads": OPEN},
        ),
        "four lost in one run alone": (
            c.in_one(0, loses(4), "number", lambda: runs(number=dated, letter=dated)),
            {"number keeps its pure heads": OPEN},
        ),
        "a fifth later": (
            runs(number=dated, letter=shifted(1350)),
            {"letter's dates shift by little": OPEN},
        ),
        "a third later in all runs but one": (
            c.in_one(2, dated, "letter", lambda: runs(number=dated, letter=shifted(2250))),
            {"letter's dates shift by little": OPEN},
        ),
        "a third later in one run alone": (
            c.in_one(3, shifted(2250), "letter", lambda: runs(number=dated, letter=dated)),
            {"letter's dates shift by little": OPEN},
        ),
        "no heads in one run": (
            c.in_one(
                1,
                lambda one: without("symbolic")(dated(one)),
                "letter",
                lambda: runs(number=dated, letter=dated),
            ),
            {"letter has symbolic heads": NO},
        ),
        "the last head later": (
            runs(number=dated, letter=c.small(c.last_later)),
            {"letter's dates shift by little": NO},
        ),
        "heads earlier": (
            runs(number=dated, letter=c.small(c.earlier)),
            {"letter's dates shift by little": NO},
        ),
    },
}
