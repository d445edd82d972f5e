"""Planted records for the claims about mechanism, and their mutants. Nothing here is a result.

The planted number model has the published layout: four positional heads on the fastest angles,
keys aligned and queries fanned out; the letter model twelve symbolic heads on slow ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from empirical.protocol import settings
from empirical.protocol.planted import Mutants, changed, drop, exchange, put
from theory.ledger import Kind

Measurement = dict[str, Any]
LAYERS = 12
POSITIONAL = {"number": 4, "letter": 0}
OF = 200
ALL, NONE = [OF, OF], [4, OF]


def layer(number: int, positional: bool, slow: float) -> dict[str, Any]:
    """One layer of a planted record; ``slow`` is the mean ID of its symbolic head."""
    good, poor = [0.98, 0.97, 0.99], [0.1, 0.05, 0.15]
    return {
        "layer": number,
        "s_pos": 0.98 if positional else 0.02,
        "s_sym": 0.02 if positional else 0.98,
        "mean_id": 2.0 if positional else slow,
        "mean_id_error": 0.1,
        "mean_ids": {"squared": 1.5 if positional else slow},
        "dominant": 1 if positional else 40,
        "keys": list(good if positional else poor),
        "queries": list(good if positional else poor),
    }


def record(task: str, seed: int, steps: int) -> dict[str, Any]:
    """One planted model."""
    layers = [layer(i, i < POSITIONAL[task], 38.0 + seed / 10) for i in range(LAYERS)]
    attention = {"index": ALL, "retrieval": ALL, "uniform": NONE, "other": NONE}
    fastest = NONE if task == "number" else ALL
    bands = {"fastest": fastest, "random": ALL}
    cuts = {"none": (ALL, NONE), "hop 1": (ALL, NONE), "hop 2": (NONE, ALL)}
    return {
        "name": f"{task}-{seed}-{steps}",
        "task": task,
        "seed": seed,
        "steps": steps,
        "layers": layers,
        "flow": {
            "solved": list(ALL),
            "explained": [980, 1000],
            "reached": list(ALL),
            "stepped": list(ALL),
            "stepped_by_hops": {"4": list(ALL)},
        },
        "jump": {
            c: {"jumped": list(j), "walked": list(w), "fetched": list(ALL)}
            | {x: [0, OF] for x in ("jumped early", "standing")}
            for c, (j, w) in cuts.items()
        },
        "causal": {
            "staying": list(ALL),
            "attention": {
                kind: {x: list(y) for x, y in attention.items()}
                for kind in ("positional", "symbolic")
            },
            "bands": {
                kind: {x: list(y) for x, y in bands.items()} for kind in ("positional", "all")
            },
        },
    }


def measurement(measured: Measurement) -> Measurement:
    """Planted records under the thresholds of the real measurement."""
    tasks = {}
    for task in POSITIONAL:
        runs = [(s, measured["steps"]) for s in range(measured["seeds"])]
        tasks[task] = [record(task, *run) for run in [*runs, (0, settings.FULL_STEPS)]]
    return {**measured, "tasks": tasks}


def every(task: str, change: Callable[[dict[str, Any]], None]) -> Callable[[Measurement], None]:
    """Apply a change to every record of a task."""

    def apply(measurement: Measurement) -> None:
        for found in measurement["tasks"][task]:
            change(found)

    return apply


def last(task: str, value: Any, *path: Any) -> Callable[[Measurement], None]:
    """Set an entry in one record alone: the task's last seed of the shortened runs."""

    def apply(measurement: Measurement) -> None:
        put(value, *path)(measurement["tasks"][task][-2])

    return apply


def layers(name: str, change: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    """Change an entry of every layer."""

    def apply(found: dict[str, Any]) -> None:
        for one in found["layers"]:
            one[name] = change(one[name])

    return apply


def _no_positional(found: dict[str, Any]) -> None:
    for one in found["layers"]:
        one["s_pos"] = one["s_sym"] = 0.99


def _drop_last_seed(measurement: Measurement) -> None:
    del measurement["tasks"]["number"][-2]


COMMON: Mutants = {
    "letter not measured": (Kind.TERM, changed(drop("letter"))),
    "a seed less": (Kind.QUANTIFIER, changed(_drop_last_seed)),
    "tasks exchanged": (Kind.INDEX, changed(exchange)),
}
FREQUENCIES_MUTANTS: Mutants = COMMON | {
    "all frequencies used alike": (
        Kind.DATA,
        changed(every("number", layers("mean_id", lambda _: 32.5))),
    ),
    "one positional head of one seed slow": (
        Kind.DATA,
        changed(last("number", 12.0, "layers", 3, "mean_id")),
    ),
    "letter no slower than uniform use": (
        Kind.DATA,
        changed(every("letter", layers("mean_id", lambda _: 31.0))),
    ),
    "IDs counted from the slow end": (
        Kind.DATA,
        changed(every("number", layers("mean_id", lambda x: 65 - x))),
    ),
    "fastest means ID 1": (Kind.CONSTANT, changed(put(1.0, "fast"))),
}
GEOMETRY_MUTANTS: Mutants = COMMON | {
    "keys in all directions": (
        Kind.DATA,
        changed(every("number", layers("keys", lambda _: [0.1, 0.05, 0.15]))),
    ),
    "queries turn the other way": (
        Kind.DATA,
        changed(every("number", layers("queries", lambda x: [-x[0], -x[2], -x[1]]))),
    ),
    "one head's queries in one seed do not fan out": (
        Kind.DATA,
        changed(last("number", [0.5, 0.4, 0.6], "layers", 2, "queries")),
    ),
    "no head positional": (Kind.DATA, changed(every("number", _no_positional))),
    "aligned means 0.995": (Kind.CONSTANT, changed(put(0.995, "aligned"))),
}
FLOW_MUTANTS: Mutants = COMMON | {
    "looks at random": (Kind.DATA, changed(every("letter", put([150, 1000], "flow", "explained")))),
    "the answer not reached in one seed": (
        Kind.DATA,
        changed(last("letter", [100, OF], "flow", "reached")),
    ),
    "explained read as unexplained": (
        Kind.DATA,
        changed(every("number", put([20, 1000], "flow", "explained"))),
    ),
    "threshold above every share": (Kind.CONSTANT, changed(put(1.01, "explained"))),
}
PATH_MUTANTS: Mutants = COMMON | {
    "looks at random": (Kind.DATA, changed(every("letter", put([80, OF], "flow", "stepped")))),
    "4 hops not followed in one seed": (
        Kind.DATA,
        changed(last("number", [25, 50], "flow", "stepped_by_hops", "4")),
    ),
    "reached read as missed": (
        Kind.DATA,
        changed(every("number", put([0, OF], "flow", "stepped"))),
    ),
    "threshold above every share": (Kind.CONSTANT, changed(put(1.01, "explained"))),
}
JUMP_MUTANTS: Mutants = COMMON | {
    "the model walks": (Kind.DATA, changed(every("letter", put(NONE, "jump", "none", "jumped")))),
    "hop 2's place fetched nothing in one seed": (
        Kind.DATA,
        changed(last("letter", ALL, "jump", "hop 2", "jumped")),
    ),
    "a cut without a walk": (
        Kind.DATA,
        changed(every("letter", put(NONE, "jump", "hop 2", "walked"))),
    ),
    "any cut stops it": (
        Kind.DATA,
        changed(every("letter", put(NONE, "jump", "hop 1", "jumped"))),
    ),
    "most means all": (Kind.CONSTANT, changed(put(1.01, "most"))),
}
ATTENTION = ("causal", "attention")
CAUSAL_MUTANTS: Mutants = COMMON | {
    "Index loses the task": (
        Kind.DATA,
        changed(every("number", put(NONE, *ATTENTION, "positional", "index"))),
    ),
    "uniform attention keeps it in one seed": (
        Kind.DATA,
        changed(last("letter", ALL, *ATTENTION, "symbolic", "uniform")),
    ),
    "no head symbolic": (Kind.DATA, changed(every("letter", put({}, *ATTENTION, "symbolic")))),
    "the other task's keeps it": (
        Kind.DATA,
        changed(every("number", put(ALL, *ATTENTION, "positional", "other"))),
    ),
    "threshold above every accuracy": (Kind.CONSTANT, changed(put(1.01, "kept"))),
}
BANDS_MUTANTS: Mutants = COMMON | {
    "random bands matter as much": (
        Kind.DATA,
        changed(every("number", put(NONE, "causal", "bands", "positional", "random"))),
    ),
    "letter needs the fastest in one seed": (
        Kind.DATA,
        changed(last("letter", NONE, "causal", "bands", "all", "fastest")),
    ),
    "number does not need the fastest": (
        Kind.DATA,
        changed(every("number", put(ALL, "causal", "bands", "positional", "fastest"))),
    ),
    "no head positional": (
        Kind.DATA,
        changed(every("number", put({}, "causal", "bands", "positional"))),
    ),
    "lost means 0.001": (Kind.CONSTANT, changed(put(0.001, "lost"))),
}
