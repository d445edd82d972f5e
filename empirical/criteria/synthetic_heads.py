"""Heads as the paper's figures and text have them, in the form of ``mechanism.ablation``;
nothing here is a result. Scores and largest logits are the figures'; what no figure shows (heads
taken away, looks, angles) is as the text says."""

from collections.abc import Callable
from dataclasses import replace

from empirical.criteria import published
from empirical.criteria.single_changes import five_each
from empirical.experiments.dynamics.synthetic import synthetic_manifest
from empirical.experiments.mechanism.ablation.records import AblationRecord, Jumps
from empirical.experiments.mechanism.following.records import Counted, FollowingRecord
from empirical.experiments.mechanism.records import Courses, Layer, Looks, MeanIds
from empirical.protocol.findings import HeadScores
from empirical.protocol.reading import Counts
from empirical.protocol.vocabulary import TASKS

OF = 200
CHANCE = OF // 8
TESTED = 11_400
POSITIONAL = {"number": 4, "letter": 0}
IMPURE = {"number": (), "letter": (0,)}
"""Layers never pure in Fig. 7; number's L0 is counted positional there."""
Change = Callable[[AblationRecord], AblationRecord]


def _head(layer: int, s_pos: float, s_sym: float) -> Layer:
    """A head with these scores, its keys aligned and queries fanned out."""
    sharp = (0.97, 0.95, 0.99)
    return Layer(
        layer=layer,
        head=0,
        s_pos=s_pos,
        s_pos_error=0.001,
        s_sym=s_sym,
        s_sym_error=0.001,
        mean_id=2.0,
        mean_id_error=0.1,
        mean_ids=MeanIds(2.0, 2.0, 2.0),
        dominant=2,
        use=(1.0,),
        keys=sharp,
        queries=sharp,
        held=100,
    )


def _heads(task: str) -> tuple[Layer, ...]:
    """The layers' scores at γ = .1 (Fig. 7)."""
    heads = []
    for i in range(published.HEADS):
        first = 0.97 if i < POSITIONAL[task] else 0.03
        scores = (0.5, 0.5) if i in IMPURE[task] else (first, 1 - first)
        heads.append(_head(i, *scores))
    return tuple(heads)


def _first(task: str) -> tuple[Counts, ...]:
    """With all but the first k of the carrying heads taken away: number makes as many hops as are
    left, letter none without the last."""
    many = 4 if task == "number" else 11
    rows = []
    for k in range(many + 1):
        solves = [k >= hop if task == "number" else k == many for hop in range(1, 5)]
        rows.append(tuple(OF if yes else CHANCE for yes in solves))
    return tuple(rows)


def removed(task: str) -> tuple[Counts, ...]:
    """Each head taken away: number's positional ones and letter's last cost every hop count."""
    costly = range(4) if task == "number" else (published.HEADS - 1,)
    return tuple((CHANCE if i in costly else OF,) * 4 for i in range(published.HEADS))


def _courses(jumped: int) -> Courses:
    """So many of ``OF`` 4-hop queries skip a hop, the others make all."""
    return Courses(
        jumped=(jumped, OF),
        jumped_early=(0, OF),
        walked=(OF - jumped, OF),
        fetched=(OF, OF),
        standing=(OF - jumped, OF),
        right=(OF, OF),
    )


def model(task: str, seed: int = 0) -> AblationRecord:
    """One model."""
    jump = Jumps(none=_courses(120), hop_2=_courses(2), by_chance=_courses(4))
    each = 1 if task == "number" else 2
    done = [64 * min(i // each, 4) for i in range(published.HEADS)]
    return AblationRecord(
        manifest=synthetic_manifest(task, seed),
        task=task,
        seed=seed,
        of=OF,
        tested=((TESTED, TESTED),) * 4,
        right=(OF,) * 4,
        layers=_heads(task),
        largest=tuple(tuple(row) for row in published.largest(task)),
        removed=removed(task),
        first=_first(task),
        stays=tuple((n, n) for n in done),
        solved=(256, 256),
        looks=(Looks(0.5, 0.4, 0.9, 0.2),) * published.HEADS,
        jump=jump if task == "letter" else None,
    )


def models(**changes: Change) -> dict[str, list[AblationRecord]]:
    """Five models a task, those of the tasks named changed."""
    return five_each(model, changes)


def heads_at_chance(one: AblationRecord) -> AblationRecord:
    """A model that has not learnt; its heads as they are."""
    return replace(one, tested=((TESTED // 8, TESTED),) * 4)


def rescored(s_pos: float, s_sym: float, *layers: int) -> Change:
    """Heads with other scores."""

    def change(one: AblationRecord) -> AblationRecord:
        heads = (_head(i, s_pos, s_sym) if i in layers else x for i, x in enumerate(one.layers))
        return replace(one, layers=tuple(heads))

    return change


def using(largest: list[list[float]]) -> Change:
    """Other largest logits."""
    return lambda one: replace(one, largest=tuple(map(tuple, largest)))


def unneeded(one: AblationRecord) -> AblationRecord:
    """No head costs anything."""
    return replace(
        one, first=((OF,) * 4,) * len(one.first), removed=((OF,) * 4,) * len(one.removed)
    )


def all_needed_at_once(one: AblationRecord) -> AblationRecord:
    """Every hop count needs all four heads."""
    rows = ((CHANCE,) * 4,) * (len(one.first) - 1)
    return replace(one, first=(*rows, (OF,) * 4))


def alike_needed(one: AblationRecord) -> AblationRecord:
    """Every head costs a quarter of the answers, whatever its kind."""
    return replace(one, removed=((OF * 3 // 4,) * 4,) * len(one.removed))


def never_pure(one: AblationRecord) -> AblationRecord:
    """Each head's two scores are alike; what a head costs stays."""
    return rescored(0.5, 0.5, *range(len(one.layers)))(one)


def reversed_need(one: AblationRecord) -> AblationRecord:
    """One hop needs four heads, four hops one."""
    return replace(one, first=tuple(row[::-1] for row in one.first))


def last_for_four_hops(one: AblationRecord) -> AblationRecord:
    """The last layer's head costs four hops alone."""
    return replace(one, removed=(*one.removed[:-1], (OF, OF, OF, CHANCE)))


def waits_longest(one: AblationRecord) -> AblationRecord:
    """A hop count's queries are never done."""
    return replace(one, stays=tuple((min(n, 192), min(of, 192)) for n, of in one.stays))


def never_stays(one: AblationRecord) -> AblationRecord:
    """No look at what is held."""
    return replace(one, stays=tuple((0, of) for _, of in one.stays))


def skipping(none: int, hop_2: int, by_chance: int) -> Change:
    """Other counts of queries that skip a hop."""
    jump = Jumps(none=_courses(none), hop_2=_courses(hop_2), by_chance=_courses(by_chance))
    return lambda one: replace(one, jump=jump)


def broken_by_the_cut(one: AblationRecord) -> AblationRecord:
    """With hop 2's place kept from fetching no query skips a hop, and few are answered right."""
    cut = replace(_courses(2), right=(CHANCE, OF))
    return replace(one, jump=Jumps(none=_courses(120), hop_2=cut, by_chance=_courses(4)))


STEPPING, BY_CHANCE = (90, 60), (20, 6)
"""Of 100 looks of a head those that are a step or Reflexive, and of 100 that are made while their
position waits those that are a step; by chance."""


def _looks(counts: tuple[int, int]) -> Counted:
    """Of a layer."""
    (explained, steps), (dealt, others) = counts, BY_CHANCE
    return Counted((explained, 100), (dealt, 100), (steps, 100), (others, 100))


def synthetic_followed(**changed: tuple[int, int]) -> dict[str, list[FollowingRecord]]:
    """Five models a task with the published heads, which do as ``STEPPING``; those of the tasks
    named otherwise."""
    every = {}
    for task in TASKS:
        one = FollowingRecord(
            manifest=synthetic_manifest(task, 0),
            task=task,
            seed=0,
            tested=((TESTED, TESTED),) * 4,
            heads=tuple(
                HeadScores(
                    layer=x.layer,
                    head=0,
                    s_pos=x.s_pos,
                    s_pos_error=x.s_pos_error,
                    s_sym=x.s_sym,
                    s_sym_error=x.s_sym_error,
                    entropy=1.0,
                    entropy_error=0.1,
                )
                for x in _heads(task)
            ),
            solved=(256, 256),
            looks=(_looks(changed.get(task, STEPPING)),) * published.HEADS,
        )
        every[task] = [one] * 5
    return every


def elsewhere() -> dict[str, list[FollowingRecord]]:
    """Letter's looks are a step or Reflexive in the impure layer alone."""
    records = synthetic_followed()
    (one, *_) = records["letter"]
    shares = (100 if i in IMPURE["letter"] else 40 for i in range(len(one.heads)))
    rows = tuple(_looks((share, STEPPING[1])) for share in shares)
    return records | {"letter": [replace(one, looks=rows)] * 5}


def idlers(task: str) -> dict[str, list[FollowingRecord]]:
    """Of a task's heads one works and makes most of the looks; the others idle."""
    records = synthetic_followed()
    working, idle = Counted((950, 1000), (200, 1000), (900, 1000), (60, 1000)), _looks((10, 60))
    last = published.HEADS - 1
    rows = tuple(working if i == last else idle for i in range(published.HEADS))
    return records | {task: [replace(records[task][0], looks=rows)] * 5}


def untaught() -> dict[str, list[FollowingRecord]]:
    """The same with answers at chance."""
    chance = ((TESTED // 8, TESTED),) * 4
    return {
        task: [replace(one, tested=chance) for one in rows]
        for task, rows in synthetic_followed().items()
    }


WIDE = (0.3, 0.2, 0.4)


def keys_anywhere(one: AblationRecord) -> AblationRecord:
    """Keys that point anywhere."""
    return replace(one, layers=tuple(replace(x, keys=WIDE) for x in one.layers))


def queries_anywhere(one: AblationRecord) -> AblationRecord:
    """Queries that point anywhere."""
    return replace(one, layers=tuple(replace(x, queries=WIDE) for x in one.layers))
