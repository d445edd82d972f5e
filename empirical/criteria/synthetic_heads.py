"""Heads as the paper's figures and text have them, in the form of ``mechanism.ablation``;
nothing here is a result. Scores and largest logits are the figures'; what no figure shows (heads
taken away, looks, angles) is as the text says."""

from dataclasses import replace
from typing import Any

from empirical.criteria import published
from empirical.criteria.single_changes import five_each
from empirical.experiments.dynamics.synthetic import synthetic_manifest
from empirical.experiments.mechanism.ablation.records import AblationRecord, Jumps
from empirical.experiments.mechanism.following.records import Counted, FollowingRecord
from empirical.experiments.mechanism.records import Courses, Layer, Looks, MeanIds
from empirical.protocol.reading import Counts
from empirical.protocol.synthetic import (
    Change,
    applied,
    changed,
    replaced_records,
    synthetic_head,
)
from empirical.protocol.vocabulary import TASKS

OF = 200
CHANCE = OF // 8
TESTED = 11_400
POSITIONAL = {"number": 4, "letter": 0}
IMPURE = {"number": (), "letter": (0,)}
"""Layers never pure in Fig. 7; number's L0 is counted positional there."""


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


heads_at_chance = replaced_records(((TESTED // 8, TESTED),) * 4, "tested")
"""A model that has not learnt; its heads as they are."""


def rescored(s_pos: float, s_sym: float, *layers: int) -> Change:
    """Heads with other scores."""
    return changed(
        layers=lambda one: tuple(
            _head(i, s_pos, s_sym) if i in layers else x for i, x in enumerate(one.layers)
        )
    )


def using(largest: list[list[float]]) -> Change:
    """Other largest logits."""
    return replaced_records(tuple(map(tuple, largest)), "largest")


def unneeded(one: AblationRecord) -> AblationRecord:
    """No head costs anything."""
    return replace(
        one, first=((OF,) * 4,) * len(one.first), removed=((OF,) * 4,) * len(one.removed)
    )


def all_needed_at_once(one: AblationRecord) -> AblationRecord:
    """Every hop count needs all four heads."""
    rows = ((CHANCE,) * 4,) * (len(one.first) - 1)
    return replace(one, first=(*rows, (OF,) * 4))


alike_needed = replaced_records((OF * 3 // 4,) * 4, "removed", ...)
"""Every head costs a quarter of the answers, whatever its kind."""
never_pure = rescored(0.5, 0.5, *range(published.HEADS))
"""Each head's two scores are alike; what a head costs stays."""
reversed_need = applied(lambda row: row[::-1], "first", ...)
"""One hop needs four heads, four hops one."""
last_for_four_hops = replaced_records((OF, OF, OF, CHANCE), "removed", -1)
"""The last layer's head costs four hops alone."""
waits_longest = applied(lambda count: tuple(min(n, 192) for n in count), "stays", ...)
"""A hop count's queries are never done."""
never_stays = replaced_records(0, "stays", ..., 0)
"""No look at what is held."""


def skipping(none: int, hop_2: int, by_chance: int) -> Change:
    """Other counts of queries that skip a hop."""
    jump = Jumps(none=_courses(none), hop_2=_courses(hop_2), by_chance=_courses(by_chance))
    return replaced_records(jump, "jump")


def broken_by_the_cut(one: AblationRecord) -> Any:
    """With hop 2's place kept from fetching no query skips a hop, and few are answered right."""
    return replaced_records((CHANCE, OF), "jump", "hop_2", "right")(skipping(120, 2, 4)(one))


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
                synthetic_head(x.layer, x.s_pos, x.s_sym, x.s_pos_error) for x in _heads(task)
            ),
            solved=(256, 256),
            looks=(_looks(changed.get(task, STEPPING)),) * published.HEADS,
        )
        every[task] = [one] * 5
    return every


def elsewhere() -> dict[str, list[FollowingRecord]]:
    """Letter's looks are a step or Reflexive in the impure layer alone."""
    shares = (100 if i in IMPURE["letter"] else 40 for i in range(published.HEADS))
    rows = tuple(_looks((share, STEPPING[1])) for share in shares)
    return replaced_records(rows, "letter", ..., "looks")(synthetic_followed())


def idlers(task: str) -> dict[str, list[FollowingRecord]]:
    """Of a task's heads one works and makes most of the looks; the others idle."""
    working, idle = Counted((950, 1000), (200, 1000), (900, 1000), (60, 1000)), _looks((10, 60))
    rows = (idle,) * (published.HEADS - 1) + (working,)
    return replaced_records(rows, task, ..., "looks")(synthetic_followed())


def untaught() -> dict[str, list[FollowingRecord]]:
    """The same with answers at chance."""
    return applied(heads_at_chance, ..., ...)(synthetic_followed())


WIDE = (0.3, 0.2, 0.4)
keys_anywhere = replaced_records(WIDE, "layers", ..., "keys")
"""Keys that point anywhere."""
queries_anywhere = replaced_records(WIDE, "layers", ..., "queries")
"""Queries that point anywhere."""
