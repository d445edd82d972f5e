"""Runs on which a requirement is open, or that one part of them alone decides: by criterion what
they are, the runs, and what some of its requirements then say."""

from dataclasses import replace

from empirical.criteria import recipe_criteria
from empirical.criteria import synthetic_heads as p
from empirical.criteria.single_changes import always, ends_at, keeps_most, lifted, runs, varied
from empirical.criteria.synthetic_heads import models
from tests.empirical.criteria import changes as c
from tests.empirical.criteria.straddling_discrepancy import DISCREPANCY
from tests.empirical.criteria.straddling_purity import PURITY
from theory.ledger import Status

YES, NO, OPEN = Status.TRUE, Status.FALSE, Status.UNKNOWN
FIRST, LARGER_GAPS = "number's first hop count is first", "number's are further apart than letter's"
TOGETHER, NOT = "letter's emerge together", "number's do not emerge together"
ORDER, EMERGE = "number's hop counts emerge in order", "number's hop counts emerge in training"
NOT_MAINLY = "letter's pure heads mainly do it"
EVERY = {
    **PURITY,
    **DISCREPANCY,
    "B-e-start": {
        "a quarter of the heads leaves": (
            runs(letter=lambda one: replace(one, left=3)),
            {"most heads of letter leave": NO},
        ),
        **{
            f"one run a little low in {name}": (
                c.of_each("number", *[c.same] * 3, c.low(i), c.same),
                {f"number's early {name} is high": NO},
            )
            for i, name in enumerate(recipe_criteria.COLUMNS)
        },
    },
    "B-e-mix-seeds": {
        "heads pure at the larger γ alone": (
            runs(
                number=lambda one: replace(
                    one, pure={**one.pure, 0.1: {**one.pure[0.1], "positional": ()}}
                )
            ),
            {"number has positional heads": NO},
        )
    },
    "B-e-hops": {
        "one run of each task ends at .97": (
            c.of_each("letter", *[c.same] * 2, ends_at(0.97, 2), *[c.same] * 2),
            {"letter is learnt": OPEN, "number is learnt": YES},
        ),
        "four runs end at .97": (
            c.of_each("letter", c.same, *[ends_at(0.97, 2)] * 4),
            {"letter is learnt": OPEN},
        ),
        "four hops never emerge": (runs(number=c.never(3)), {EMERGE: NO}),
        "letter's last hop count is lost once more": (runs(letter=c.dipping), {TOGETHER: NO}),
        "letter's last hop count alone is late": (runs(letter=c.late(40)), {TOGETHER: NO}),
        "each task's given the other": (c.EXCHANGED, {LARGER_GAPS: NO, NOT: NO, TOGETHER: NO}),
        "most in reverse": (c.of_each("number", c.same, *[c.reverse] * 4), {ORDER: NO, FIRST: NO}),
        "some of letter's runs apart": (
            c.of_each("letter", c.same, c.late(9), c.same, c.late(9), c.same),
            {TOGETHER: OPEN},
        ),
        "some of number's runs together": (
            c.of_each("number", c.together, c.same, c.together, c.same, c.together),
            {NOT: OPEN},
        ),
        "one of number's never": (c.of_each("number", *[c.same] * 4, always(0.1)), {EMERGE: NO}),
    },
    "B-e-len-seeds": {
        "letter falls at once behind 800": (
            varied(letter=c.counted({900: 0.3})),
            {"letter keeps to 850 tokens": NO},
        ),
        "letter at .905": (
            varied(letter=c.counted({300: 0.905})),
            {"letter keeps to 850 tokens": OPEN},
        ),
        "number falls at its last length": (
            varied(
                number=lambda one: c.steps_of(one, [1.0] * (len(one.counts) - 1) + [0.1]),
                letter=lifted,
            ),
            {"number falls soon": NO},
        ),
        "three hops not learnt": (
            varied(number=c.tested(1, 1, 0.9, 1), letter=lifted),
            {"number is learnt": NO},
        ),
        "one number model at .83 to its last length": (
            c.in_one(2, keeps_most, "number", lambda: varied(letter=lifted)),
            {"number falls soon": YES, "number is well below it later": NO},
        ),
        "number at .69 by 300 tokens": (
            varied(number=c.counted({200: 0.69, 300: 0.69}), letter=lifted),
            {"number is well below it later": OPEN},
        ),
    },
    "B-e-shape": {
        "one letter model is not learnt": (
            c.in_one(3, c.tested(1, 1, 1, 0.9), "letter", varied),
            {"letter is learnt": OPEN},
        ),
        "one number model keeps as long as letter": (
            c.in_one(
                4,
                lambda one: c.steps_of(one, [0.95] * 16 + [0.1] * (len(one.counts) - 16)),
                "number",
                varied,
            ),
            {"letter leaves what is kept much later": NO},
        ),
        "broken once and whole in the end": (
            varied(letter=c.back),
            {"letter breaks in the end": NO},
        ),
        "one number model falls as letter's": (
            c.in_one(
                2, lambda one: replace(varied()["letter"][0], task="number"), "number", varied
            ),
            {"letter falls much later": NO},
        ),
        "letter below a half once": (varied(letter=c.one_dip), {"letter falls much later": NO}),
    },
    "B-e-freq": {
        "letter's by runs slow and fast": (
            models()
            | {
                "letter": [
                    c.uses(x)(y)
                    for x, y in zip(
                        (c.SLOW, c.FAST, c.SLOW, c.FAST, c.SLOW), models()["letter"], strict=True
                    )
                ]
            },
            {"letter's layers are slow": OPEN},
        ),
        "one number model a little slow": (
            c.in_one(1, p.using([list(c.MEDIUM)] * 12), "number"),
            {"number's positional heads are fast": NO},
        ),
        "one layer of letter's is slow": (
            models(letter=p.using([list(c.FAST)] * 11 + [list(c.SLOW)])),
            {"letter's layers are slow": NO},
        ),
    },
    "B-e-why": {
        "one hop is kept without heads": (
            c.in_one(
                2,
                c.need(
                    (100, 12, 12, 12),
                    (100, 100, 12, 12),
                    (100, 100, 100, 12),
                    (100,) * 4,
                    (100,) * 4,
                ),
                "number",
            ),
            {"number is lost without positional heads": NO},
        ),
        "three hops need fewer than two": (
            c.in_one(
                1,
                c.need(
                    (12,) * 4,
                    (12, 12, 100, 12),
                    (100, 12, 100, 12),
                    (100, 100, 100, 12),
                    (100,) * 4,
                ),
                "number",
            ),
            {"no hop count needs fewer than one hop less": NO},
        ),
        "two hops lost again with a head more": (
            c.in_one(
                3,
                c.need(
                    (12,) * 4,
                    (100, 100, 12, 12),
                    (100, 12, 100, 12),
                    (100, 12, 100, 12),
                    (100,) * 4,
                ),
                "number",
            ),
            {"no hop count needs fewer than one hop less": NO},
        ),
        "with another head taken away .915 are right": (
            c.in_one(2, c.other_head(6, 2, 183), "number"),
            {"number keeps without any one other head": OPEN},
        ),
        "another head is needed for three hops": (
            c.in_one(2, c.other_head(6, 2), "number"),
            {"number keeps without any one other head": NO},
        ),
        "letter's last is not quite symbolic in one run": (
            c.in_one(4, p.rescored(0.3, 0.7, 11), "letter"),
            {"letter's last layer has a symbolic head": OPEN},
        ),
        "letter's last is positional in two runs": (
            c.in_one(
                4,
                p.rescored(0.97, 0.03, 11),
                "letter",
                lambda: c.in_one(1, p.rescored(0.97, 0.03, 11), "letter"),
            ),
            {"letter's last layer has a symbolic head": NO},
        ),
        "letter's last is nearly symbolic in every run": (
            models(letter=p.rescored(0.15, 0.85, 11)),
            {"letter's last layer has a symbolic head": OPEN},
        ),
        "letter's last is not needed for two hops": (
            c.in_one(
                4,
                lambda one: replace(one, removed=(*one.removed[:-1], (25, 200, 25, 25))),
                "letter",
            ),
            {"letter needs its last layer at every hop count": NO},
        ),
    },
    "B-e-reflexive": {
        "one Reflexive head of several by place": (
            c.in_one(3, p.rescored(0.97, 0.03, 10), "letter"),
            {"letter's Reflexive heads are symbolic": OPEN},
        ),
        "few looks, nearly all at what is held": (
            models(
                number=lambda one: replace(
                    one,
                    stays=tuple(
                        (0, of) if i < 11 else (235, 256) for i, (_, of) in enumerate(one.stays)
                    ),
                )
            ),
            {"number has Reflexive heads": NO},
        ),
        "most queries wait": (
            models(letter=lambda one: replace(one, stays=((0, 0),) + ((100, 100),) * 11)),
            {"letter has Reflexive heads": NO},
        ),
    },
    "B-e-shortcut": {
        "one run of five skips a hop": (
            c.one_jumps((2, 2, 0, 200), (120, 2, 4, 200)),
            {"some letter model skips a hop": YES, "more than by chance": YES},
        ),
        "that one skips it with the cut": (
            c.one_jumps((2, 1, 4, 200), (120, 120, 4, 200)),
            {"not once hop 2 cannot fetch": NO},
        ),
        "that one is broken by the cut": (
            c.one_jumps((2, 1, 4, 200), (120, 2, 4, 25)),
            {"answers stay right then": NO},
        ),
        "that one does so by chance": (
            c.one_jumps((2, 1, 0, 200), (120, 2, 119, 200)),
            {"more than by chance": NO},
        ),
        "hardly more than by chance": (
            models(letter=p.skipping(120, 2, 110)),
            {"more than by chance": NO},
        ),
    },
    "B-e-flow": {
        "a run whose heads are never pure": (c.impure("letter", 2), {NOT_MAINLY: NO}),
        "a run that does it seldom": (c.followed("letter", 4, 20, 60, 6), {NOT_MAINLY: NO}),
        "a run that does it in 55 of 100 looks": (
            c.followed("letter", 4, 55, 60, 6),
            {NOT_MAINLY: OPEN, "most of letter's pure heads do it": OPEN},
        ),
        "steps in few of the looks that wait": (
            c.followed("letter", 1, 90, 20, 6),
            {NOT_MAINLY: YES, "letter's step more than by chance": YES},
        ),
        "one model has not learnt": (
            c.unlearnt("number", 1),
            {"number is learnt": OPEN, "letter is learnt": YES},
        ),
        "one model alone has learnt": (
            c.unlearnt("number", 0, 1, 2, 4),
            {"number is learnt": OPEN},
        ),
        "no model has learnt": (c.unlearnt("number", *range(5)), {"number is learnt": NO}),
        "hardly more than by chance": (
            c.followed("number", 1, 90, 20, 18),
            {"number's step more than by chance": NO},
        ),
    },
    "B-e-geom": {
        "keys of one head open": (
            c.in_one(1, c.directions("keys", (0.97, 0.5, 0.99)), "number"),
            {"keys align": OPEN},
        ),
        "queries of one head are nowhere": (
            c.in_one(3, c.directions("queries", None), "number"),
            {"queries fan out": NO},
        ),
    },
}
