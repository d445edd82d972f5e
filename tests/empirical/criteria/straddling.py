"""Runs on which a requirement is open, or that one part of them alone decides: by criterion what
they are, the runs, and what some of its requirements then say."""

from dataclasses import replace

from empirical.criteria import recipe_criteria
from empirical.criteria import synthetic_heads as p
from empirical.criteria.single_changes import (
    always,
    at_once,
    ends_at,
    hops_as,
    keeps_most,
    lifted,
    runs,
    varied,
)
from empirical.criteria.synthetic_heads import models
from empirical.protocol.synthetic import applied, replaced_records
from tests.empirical.criteria import changes as c
from tests.empirical.criteria.straddling_discrepancy import DISCREPANCY
from tests.empirical.criteria.straddling_purity import PURITY
from theory.ledger import Status

YES, NO, OPEN = Status.TRUE, Status.FALSE, Status.UNKNOWN
FIRST, LARGER_GAPS = "number's first hop count is first", "number's are further apart than letter's"
TOGETHER, NOT = "letter's emerge together", "number's do not emerge together"
ORDER, EMERGE = "number's hop counts emerge in order", "number's hop counts emerge in training"
NOT_MAINLY = "letter's pure heads mainly do it"
KEEPS, LATER = "letter keeps to 850 tokens", "number is well below it later"
FEWER, ANY_OTHER = (
    "no hop count needs fewer than one hop less",
    "number keeps without any one other head",
)
LAST, ALL = "letter's last layer has a symbolic head", (100,) * 4
REVERSE = hops_as((3, 2, 1, 0))
START = {
    "a quarter of the heads leaves": (
        {"letter": replaced_records(3, "left")},
        {"most heads of letter leave": NO},
    ),
    **{
        f"one run a little low in {name}": (
            {"number": {3: c.low(i)}},
            {f"number's early {name} is high": NO},
        )
        for i, name in enumerate(recipe_criteria.COLUMNS)
    },
}
MIX_SEEDS = {
    "heads pure at the larger γ alone": (
        {"number": replaced_records((), "pure", 0.1, "positional")},
        {"number has positional heads": NO},
    )
}
HOPS = {
    "one run of each task ends at .97": (
        {"letter": {2: ends_at(0.97, 2)}},
        {"letter is learnt": OPEN, "number is learnt": YES},
    ),
    "four runs end at .97": (
        {"letter": [c.same, *[ends_at(0.97, 2)] * 4]},
        {"letter is learnt": OPEN},
    ),
    "four hops never emerge": ({"number": c.never(3)}, {EMERGE: NO}),
    "letter's last hop count is lost once more": ({"letter": c.dipping}, {TOGETHER: NO}),
    "letter's last hop count alone is late": ({"letter": c.late(40)}, {TOGETHER: NO}),
    "each task's given the other": (
        {task: c.other_task(task) for task in ("number", "letter")},
        {LARGER_GAPS: NO, NOT: NO, TOGETHER: NO},
    ),
    "most in reverse": ({"number": [c.same, *[REVERSE] * 4]}, {ORDER: NO, FIRST: NO}),
    "some of letter's runs apart": ({"letter": {1: c.late(9), 3: c.late(9)}}, {TOGETHER: OPEN}),
    "some of number's runs together": (
        {"number": {0: at_once, 2: at_once, 4: at_once}},
        {NOT: OPEN},
    ),
    "one of number's never": ({"number": {4: always(0.1)}}, {EMERGE: NO}),
}
LEN_SEEDS = {
    "letter falls at once behind 800": ({"letter": c.counted({900: 0.3})}, {KEEPS: NO}),
    "letter at .905": ({"letter": c.counted({300: 0.905})}, {KEEPS: OPEN}),
    "number falls at its last length": (
        {"number": lambda one: c.steps_of(one, [1.0] * (len(one.counts) - 1) + [0.1])},
        {"number falls soon": NO},
    ),
    "three hops not learnt": ({"number": c.tested(1, 1, 0.9, 1)}, {"number is learnt": NO}),
    "one number model at .83 to its last length": (
        {"number": {2: keeps_most}},
        {"number falls soon": YES, LATER: NO},
    ),
    "number at .69 by 300 tokens": ({"number": c.counted({200: 0.69, 300: 0.69})}, {LATER: OPEN}),
}
SHAPE = {
    "one letter model is not learnt": (
        {"letter": {3: c.tested(1, 1, 1, 0.9)}},
        {"letter is learnt": OPEN},
    ),
    "one number model keeps as long as letter": (
        {"number": {4: lambda one: c.steps_of(one, [0.95] * 16 + [0.1] * (len(one.counts) - 16))}},
        {"letter leaves what is kept much later": NO},
    ),
    "broken once and whole in the end": ({"letter": c.back}, {"letter breaks in the end": NO}),
    "one number model falls as letter's": (
        {"number": {2: lambda _: replace(varied()["letter"][0], task="number")}},
        {"letter falls much later": NO},
    ),
    "letter below a half once": ({"letter": c.one_dip}, {"letter falls much later": NO}),
}
FREQ = {
    "letter's by runs slow and fast": (
        {"letter": [c.uses(x) for x in (c.SLOW, c.FAST, c.SLOW, c.FAST, c.SLOW)]},
        {"letter's layers are slow": OPEN},
    ),
    "one number model a little slow": (
        {"number": {1: c.uses(c.MEDIUM)}},
        {"number's positional heads are fast": NO},
    ),
    "one layer of letter's is slow": (
        {"letter": p.using([list(c.FAST)] * 11 + [list(c.SLOW)])},
        {"letter's layers are slow": NO},
    ),
}
WHY = {
    "one hop is kept without heads": (
        {
            "number": {
                2: c.need((100, 12, 12, 12), (100, 100, 12, 12), (100, 100, 100, 12), ALL, ALL)
            }
        },
        {"number is lost without positional heads": NO},
    ),
    "three hops need fewer than two": (
        {
            "number": {
                1: c.need(
                    (12,) * 4, (12, 12, 100, 12), (100, 12, 100, 12), (100, 100, 100, 12), ALL
                )
            }
        },
        {FEWER: NO},
    ),
    "two hops lost again with a head more": (
        {
            "number": {
                3: c.need(
                    (12,) * 4, (100, 100, 12, 12), (100, 12, 100, 12), (100, 12, 100, 12), ALL
                )
            }
        },
        {FEWER: NO},
    ),
    "with another head taken away .915 are right": (
        {"number": {2: c.other_head(6, 2, 183)}},
        {ANY_OTHER: OPEN},
    ),
    "another head is needed for three hops": ({"number": {2: c.other_head(6, 2)}}, {ANY_OTHER: NO}),
    "letter's last is not quite symbolic in one run": (
        {"letter": {4: p.rescored(0.3, 0.7, 11)}},
        {LAST: OPEN},
    ),
    "letter's last is positional in two runs": (
        {"letter": dict.fromkeys((1, 4), p.rescored(0.97, 0.03, 11))},
        {LAST: NO},
    ),
    "letter's last is nearly symbolic in every run": (
        {"letter": p.rescored(0.15, 0.85, 11)},
        {LAST: OPEN},
    ),
    "letter's last is not needed for two hops": (
        {"letter": {4: replaced_records((25, 200, 25, 25), "removed", -1)}},
        {"letter needs its last layer at every hop count": NO},
    ),
}
REFLEXIVE = {
    "one Reflexive head of several by place": (
        {"letter": {3: p.rescored(0.97, 0.03, 10)}},
        {"letter's Reflexive heads are symbolic": OPEN},
    ),
    "few looks, nearly all at what is held": (
        {
            "number": applied(
                lambda stays: (*((0, of) for _, of in stays[:11]), (235, 256)), "stays"
            )
        },
        {"number has Reflexive heads": NO},
    ),
    "most queries wait": (
        {"letter": replaced_records(((0, 0),) + ((100, 100),) * 11, "stays")},
        {"letter has Reflexive heads": NO},
    ),
}
SHORTCUT = {
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
        {"letter": p.skipping(120, 2, 110)},
        {"more than by chance": NO},
    ),
}
FLOW = {
    "a run whose heads are never pure": ({"letter": {2: c.impure}}, {NOT_MAINLY: NO}),
    "a run that does it seldom": ({"letter": {4: c.followed(20, 60, 6)}}, {NOT_MAINLY: NO}),
    "a run that does it in 55 of 100 looks": (
        {"letter": {4: c.followed(55, 60, 6)}},
        {NOT_MAINLY: OPEN, "most of letter's pure heads do it": OPEN},
    ),
    "steps in few of the looks that wait": (
        {"letter": {1: c.followed(90, 20, 6)}},
        {NOT_MAINLY: YES, "letter's step more than by chance": YES},
    ),
    "one model has not learnt": (
        {"number": {1: p.heads_at_chance}},
        {"number is learnt": OPEN, "letter is learnt": YES},
    ),
    "one model alone has learnt": (
        {"number": dict.fromkeys((0, 1, 2, 4), p.heads_at_chance)},
        {"number is learnt": OPEN},
    ),
    "no model has learnt": ({"number": p.heads_at_chance}, {"number is learnt": NO}),
    "hardly more than by chance": (
        {"number": {1: c.followed(90, 20, 18)}},
        {"number's step more than by chance": NO},
    ),
}
GEOM = {
    "keys of one head open": (
        {"number": {1: c.directions("keys", (0.97, 0.5, 0.99))}},
        {"keys align": OPEN},
    ),
    "queries of one head are nowhere": (
        {"number": {3: c.directions("queries", None)}},
        {"queries fan out": NO},
    ),
}
EVERY = {
    **PURITY,
    **DISCREPANCY,
    "B-e-start": c.cases(runs(), START),
    "B-e-mix-seeds": c.cases(runs(), MIX_SEEDS),
    "B-e-hops": c.cases(runs(), HOPS),
    "B-e-len-seeds": c.cases(varied(letter=lifted), LEN_SEEDS),
    "B-e-shape": c.cases(varied(), SHAPE),
    "B-e-freq": c.cases(models(), FREQ),
    "B-e-why": c.cases(models(), WHY),
    "B-e-reflexive": c.cases(models(), REFLEXIVE),
    "B-e-shortcut": c.cases(models(), SHORTCUT),
    "B-e-flow": c.cases(p.synthetic_followed(), FLOW),
    "B-e-geom": c.cases(models(), GEOM),
}
