"""Synthetic records for the claims about the canonical tasks, and their mutants. Nothing here is a
result."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np

from empirical.experiments.canonical.bounds import Measured, Settled
from empirical.experiments.canonical.records import (
    Directions,
    HeadCertificate,
    SettledHead,
    SettledHeads,
    Sizes,
    SweepManifest,
    SweepRecord,
    SweepSettings,
)
from empirical.protocol.reading import array_rows
from empirical.protocol.synthetic import Mutants, applied, replaced_records, without_task
from theory.ledger import Kind

Change = Callable[[SweepRecord], SweepRecord]
N, OF, UNIFORM = 16, 1250, 0.3
CUT = {"index": 16, "retrieval": 24, "induction-1": 0, "induction-2": 20}
"""Frequencies learnt: the first so many of Index, those after the first so many of the others."""
MANIFEST = SweepManifest(
    command="",
    commit="",
    versions={},
    processor="",
    device="",
    sizes=Sizes(keys=N, symbols=0, batch=0, rate=0.0, tested=N * OF),
)


def record(task: str, seeds: int, frequencies: int) -> SweepRecord:
    """Accuracy 1 where learnt; beyond, a parabola over positions (Index: U, else inverse U) that
    flattens out to uniform attention."""
    x = np.linspace(-1, 1, N)
    bend = x**2 if task == "index" else 1 - x**2
    far = np.arange(frequencies, dtype=float)
    beyond = far - CUT[task] if task == "index" else CUT[task] - 1 - far
    if task == "induction-1":
        beyond = far
    height = np.where(beyond < 0, 0.7, 0.5 * np.exp(-np.maximum(beyond, 0) / 8))
    curves = UNIFORM + height[:, None] * np.where((beyond < 0)[:, None], 1.0, bend)
    noise = 0.002 * np.cos(np.arange(seeds)[:, None] * 2.0 + np.arange(N))
    right = np.round(OF * (curves[:, None] - 0.004 + noise)).astype(int)
    aligned = Directions(keys=0.99, fan=0.98, still=0.2)
    return SweepRecord(
        manifest=MANIFEST,
        task=task,
        steps=0,
        start="random",
        null=None,
        seeds=tuple(range(seeds)),
        ids=tuple(range(1, frequencies + 1)),
        right=array_rows(right),
        of=((OF,) * N,) * seeds,
        uniform=(UNIFORM,) * seeds,
        geometry=((aligned,) * seeds,) * frequencies,
    )


def synthetic_measurement(measured: Measured) -> Measured:
    """Synthetic records under the thresholds of the real measurement."""
    bounds = measured.bounds
    return replace(measured, tasks={t: record(t, bounds.seeds, bounds.frequencies) for t in CUT})


def settled_induction(measured: Settled) -> Settled:
    """Partial Induction's synthetic records, heads settled: with one angle two seeds miss no held-
    out input and are refuted; with two every seed at the learnt frequencies, all certified."""
    bounds = measured.bounds
    tasks = {}
    for task, verdict in (("induction-1", "refuted"), ("induction-2", "certified")):
        one = record(task, bounds.seeds, bounds.frequencies)
        right = np.array(one.right)
        if task == "induction-1":
            right[30, :2] = OF
        else:
            right[CUT[task] :] = OF
        whole = replace(one, right=array_rows(right))
        tasks[task] = (whole, settled_alike(whole, verdict))
    return replace(measured, tasks=tasks)


def settled_alike(one: SweepRecord, verdict: str) -> SettledHeads:
    """Every head settled alike."""
    names = [field.name for field in fields(HeadCertificate)]
    settled = SettledHead(**dict.fromkeys(names, verdict), replayed=0.0)
    every = {f"right {k} {seed}": settled for k in one.ids for seed in one.seeds}
    what = {field.name: getattr(one, field.name) for field in fields(SweepSettings)}
    return SettledHeads(**what, manifest=one.manifest, left=0, heads=every)


def on(task: str, change: Change, *place: int) -> Callable[[Any], Any]:
    """Apply a change to one task's record; where its heads are with it, ``place`` is 0."""
    return applied(change, "tasks", task, *place)


def settled_otherwise(task: str, verdict: str) -> Callable[[Settled], Settled]:
    """Every head of a task settled otherwise."""
    return applied(lambda pair: (pair[0], settled_alike(pair[0], verdict)), "tasks", task)


def counted_otherwise(change: Callable[[np.ndarray], Any]) -> Change:
    """A change to the right answers, given as an array (frequencies, seeds, N)."""
    return lambda one: replace(one, right=array_rows(np.asarray(change(np.array(one.right)))))


def everywhere(value: float) -> Change:
    """The same accuracy at every frequency, seed and position."""
    return counted_otherwise(lambda right: np.full_like(right, round(OF * value)))


turned = counted_otherwise(lambda right: right[::-1])
"""Frequencies read from the slow end."""
sloped = counted_otherwise(lambda right: np.sort(right, axis=-1))
"""Unlearnt curves sorted by position: they rise, as the recent end of one does."""


@counted_otherwise
def frequencies_shuffled(right: np.ndarray) -> np.ndarray:
    """Every frequency with another's answers."""
    return right[np.random.default_rng(0).permutation(len(right))]


@counted_otherwise
def positions_shuffled(right: np.ndarray) -> np.ndarray:
    """At each frequency and for each seed, accuracies permuted over the target positions: which
    frequencies are judged stays as it is, and no shape is left."""
    return np.random.default_rng(0).permuted(right, axis=-1)


@counted_otherwise
def gaps_between(right: np.ndarray) -> np.ndarray:
    """Every other frequency at uniform attention."""
    right[::2] = round(OF * UNIFORM)
    return right


@counted_otherwise
def upside_down(right: np.ndarray) -> np.ndarray:
    """Unlearnt curves mirrored about their own mean."""
    mean = right.mean(-1, keepdims=True)
    return np.where(mean > 0.9 * OF, right, np.round(2 * mean - right).astype(int))


def lone_seed(one: SweepRecord) -> SweepRecord:
    """One seed counted for all."""
    return replace(one, seeds=one.seeds[:1] * len(one.seeds))


def fewer(one: SweepRecord) -> SweepRecord:
    """Half of the frequencies not measured."""
    half = len(one.ids) // 2
    geometry = (one.geometry or ())[:half]
    return replace(one, ids=one.ids[:half], right=one.right[:half], geometry=geometry)


@counted_otherwise
def _missing(right: np.ndarray) -> np.ndarray:
    """Every head misses an input at every place."""
    return np.asarray(np.minimum(right, OF - 1))


def half_settled(whole: Settled) -> Settled:
    """With two angles half the seeds' heads are refuted."""
    one, settled = whole.tasks["induction-2"]
    refuted = settled_alike(one, "refuted").heads
    wrong = {str(seed) for seed in one.seeds[: len(one.seeds) // 2]}
    mixed = {k: refuted[k] if k.split()[2] in wrong else x for k, x in settled.heads.items()}
    return replaced_records((one, replace(settled, heads=mixed)), "tasks", "induction-2")(whole)


def one_far(place: int) -> Change:
    """A single seed learns at a far frequency."""
    return replaced_records((OF,) * N, "right", place, -1)


def _alone(place: int) -> Change:
    """Learnt at one frequency, uniform attention at all others."""

    def change(right: np.ndarray) -> np.ndarray:
        rest = np.full_like(right, round(OF * UNIFORM))
        rest[place] = OF
        return rest

    return counted_otherwise(change)


def dealt(first: int, end: int) -> Change:
    """The frequencies from place ``first`` to before ``end`` dealt again, the others left."""

    def change(right: np.ndarray) -> np.ndarray:
        places = np.arange(len(right))
        places[first:end] = np.random.default_rng(0).permutation(places[first:end])
        return right[places]

    return counted_otherwise(change)


def _geometry(**values: float) -> Change:
    """Resultant lengths set throughout."""
    return applied(
        lambda rows: tuple(tuple(replace(one, **values) for one in row) for row in rows), "geometry"
    )


def _shared(task: str, *place: int) -> Mutants:
    """Changes that every claim about a task must reject."""
    return {
        "models at uniform attention": on(task, everywhere(UNIFORM), *place),
        "one seed counted for all": (Kind.HYPOTHESIS, on(task, lone_seed, *place)),
        "half of the frequencies": (Kind.QUANTIFIER, on(task, fewer, *place)),
        "not measured": (Kind.TERM, without_task(task)),
    }


def sided(task: str) -> Mutants:
    """Changes for both halves of 'fast (slow) enough'."""
    return _shared(task) | {
        "slow read as fast": (Kind.INDEX, on(task, turned)),
        "frequencies shuffled": on(task, frequencies_shuffled),
        "learnt read as above 1": (Kind.CONSTANT, replaced_records(1.1, "bounds", "learnt")),
    }


def by_ranks(task: str) -> Mutants:
    """Changes that 'only' must reject by ranks alone: some IDs are learnt, the far ones not."""
    inner, places = (58, (0, 59)) if task == "index" else (5, (5, 64))
    return {
        "IDs shuffled": on(task, dealt(*places)),
        "one ID of the far half alone": on(task, _alone(inner)),
    }


def _only(task: str, far: int) -> Mutants:
    """Changes for 'learnt only with fast (slow) enough angles'."""
    return (
        sided(task)
        | by_ranks(task)
        | {
            "learnt everywhere": on(task, everywhere(1.0)),
            "one seed learns at the far end": on(task, one_far(far)),
            "one seed learns at the fifth from it": on(task, one_far(-5 if far else 4)),
        }
    )


def one_alone(task: str) -> Mutants:
    """What 'enough' must reject for being too few: all of the good side is learnt."""
    return {"one ID alone": on(task, _alone(0 if task == "index" else -1))}


def _enough(task: str) -> Mutants:
    """Changes for 'a fast (slow) enough angle is enough'."""
    return (
        sided(task)
        | one_alone(task)
        | {
            "every other frequency fails": on(task, gaps_between),
            "most read as above 1": (Kind.CONSTANT, replaced_records(1.01, "bounds", "share")),
        }
    )


def _shaped(task: str) -> Mutants:
    """Changes for the shapes."""
    return _shared(task) | {
        "upside down": on(task, upside_down),
        "target positions shuffled": on(task, positions_shuffled),
        "rising curves": on(task, sloped),
        "judged by 0.6 above uniform": (Kind.CONSTANT, replaced_records(0.6, "bounds", "above")),
        "learnt everywhere": on(task, everywhere(1.0)),
    }


INDEX_MUTANTS = _only("index", -1)
INDEX_ENOUGH_MUTANTS = _enough("index")
RETRIEVAL_MUTANTS = _only("retrieval", 0)
RETRIEVAL_ENOUGH_MUTANTS = _enough("retrieval")
MIX_MUTANTS: Mutants = _shared("induction-2", 0) | {
    "one angle solves with two seeds": settled_otherwise("induction-1", "certified"),
    "one angle not measured": (Kind.TERM, without_task("induction-1")),
    "two angles miss an input without meeting it": settled_otherwise("induction-2", "refuted"),
    "two angles solve with half the seeds": half_settled,
    "two angles miss an input that is certified": on("induction-2", _missing, 0),
    "one seed solves with the fastest angle": on("induction-2", one_far(0), 0),
    "two angles read from the slow end": (Kind.INDEX, on("induction-2", turned, 0)),
    "the thirty fastest asked to fail": (Kind.CONSTANT, replaced_records(30, "bounds", "ends")),
}
U_MUTANTS = _shaped("index")
INVERSE_U_MUTANTS = _shaped("retrieval")
GEOMETRY_MUTANTS: Mutants = _shared("index") | {
    "keys in all directions": on("index", _geometry(keys=0.3)),
    "queries fan out at another rate": on("index", _geometry(fan=0.2)),
    "queries that do not move": on("index", _geometry(still=0.99)),
    "aligned read as above 1": (Kind.CONSTANT, replaced_records(1.01, "bounds", "aligned")),
}
