"""Synthetic records for the claims about mechanism, and their mutants. Nothing here is a result.

The synthetic number model has the published layout: four positional heads on the fastest angles,
keys aligned and queries fanned out; the letter model twelve symbolic heads on slow ones.
"""

from dataclasses import replace
from typing import Any

from empirical.experiments.mechanism.bounds import Measured
from empirical.experiments.mechanism.records import (
    Causal,
    Courses,
    Flow,
    Jump,
    JumpManifest,
    Layer,
    MeanIds,
    MechanismRecord,
    ModelManifest,
)
from empirical.protocol import settings
from empirical.protocol.synthetic import (
    Change,
    Mutants,
    applied,
    changed,
    exchanged,
    replaced_records,
    without_task,
)
from theory.ledger import Kind

POSITIONAL = {"number": 4, "letter": 0}
OF = 200
ALL, NONE, CHANCE = (OF, OF), (4, OF), (OF // 8, OF)
FEW = (60, OF)
"""Fewer than most, and more than by chance."""


MANIFEST = ModelManifest(
    command="synthetic",
    commit="",
    versions={},
    processor="",
    device="cpu",
    identity="",
    trained=None,
    data_seed=0,
    sequences={},
    precision={},
)
"""Of no model."""


def layer(number: int, positional: bool, slow: float) -> Layer:
    """One layer of a synthetic record; ``slow`` is the mean ID of its symbolic head."""
    mean_id, squared = (2.0, 1.5) if positional else (slow, slow)
    interval = (0.98, 0.97, 0.99) if positional else (0.1, 0.05, 0.15)
    return Layer(
        layer=number,
        head=0,
        s_pos=0.98 if positional else 0.02,
        s_pos_error=0.0,
        s_sym=0.02 if positional else 0.98,
        s_sym_error=0.0,
        mean_id=mean_id,
        mean_id_error=0.1,
        mean_ids=MeanIds(squared, squared, squared),
        dominant=1 if positional else 40,
        use=(),
        keys=interval,
        queries=interval,
    )


def record(task: str, seed: int, steps: int) -> MechanismRecord:
    """One synthetic model."""
    attention = {"index": ALL, "retrieval": ALL, "uniform": NONE, "other": NONE}
    slow = 38.0 + seed / 10 + steps / 1e5
    bands = {"fastest": NONE if task == "number" else ALL, "random": ALL}
    return MechanismRecord(
        name=f"{task}-{seed}-{steps}",
        task=task,
        seed=seed,
        steps=steps,
        manifest=MANIFEST,
        layers=tuple(layer(i, i < POSITIONAL[task], slow) for i in range(settings.LAYERS)),
        flow=Flow(ALL, (980, 1000), ALL, ALL, dict.fromkeys("1234", (OF // 4, OF // 4)), CHANCE),
        example=None,
        causal=Causal(
            base=ALL,
            attention={"positional": attention, "symbolic": attention, "all": attention},
            layers=(),
            bands={"positional": bands, "all": bands},
            staying=ALL,
        ),
        jump=_jump(),
    )


def _jump() -> Jump:
    """Queries that jump with nothing cut and with hop 1's place cut, and walk with hop 2's."""
    never = (0, OF)
    jumps = Courses(
        jumped=ALL, jumped_early=never, walked=never, fetched=ALL, standing=never, right=ALL
    )
    walks = replace(jumps, jumped=never, walked=ALL)
    chance = replace(jumps, jumped=NONE, walked=NONE, fetched=NONE, right=None)
    return Jump(
        manifest=JumpManifest("", 0, "", {}),
        none=jumps,
        hop_1=jumps,
        hop_2=walks,
        hop_3=jumps,
        by_chance=chance,
    )


def mechanism_measurement(measured: Measured) -> Measured:
    """Synthetic records under the bounds of the real measurement."""
    runs = [(seed, measured.bounds.steps) for seed in range(measured.bounds.seeds)]
    runs.append((0, settings.FULL_STEPS))
    return replace(measured, tasks={t: tuple(record(t, *run) for run in runs) for t in POSITIONAL})


def _put(task: str, value: Any, *path: str | int) -> Change:
    """An entry of every record of a task replaced."""
    return replaced_records(value, "tasks", task, ..., *path)


def last(task: str, value: Any, *path: str | int) -> Change:
    """An entry of one record alone replaced: of the task's last seed of the shortened runs."""
    return replaced_records(value, "tasks", task, -2, *path)


def impure(task: str) -> Change:
    """No head of a task's models is pure: all are half positional, half symbolic."""
    mixed = changed(s_pos=lambda _: 0.5, s_sym=lambda _: 0.5)
    return applied(mixed, "tasks", task, ..., "layers", ...)


def _one_run(records: tuple[MechanismRecord, ...]) -> tuple[MechanismRecord, ...]:
    """The first run's under each of the seeds, and as the full run's."""
    first = records[0]
    return tuple(
        replace(first, name=one.name, seed=one.seed, steps=one.steps, manifest=one.manifest)
        for one in records
    )


COMMON: Mutants = {
    "letter not measured": (Kind.TERM, without_task("letter")),
    "a seed less": (
        Kind.QUANTIFIER,
        applied(lambda runs: (*runs[:-2], runs[-1]), "tasks", "number"),
    ),
    "other seeds": (
        Kind.HYPOTHESIS,
        applied(lambda seed: seed + 10, "tasks", "letter", ..., "seed"),
    ),
    "one number run under every seed": applied(_one_run, "tasks", "number"),
    "one letter run under every seed": applied(_one_run, "tasks", "letter"),
    "a layer left out": (
        Kind.QUANTIFIER,
        applied(lambda layers: layers[:-1], "tasks", "letter", ..., "layers"),
    ),
    "tasks exchanged": (Kind.INDEX, exchanged),
}
PATH_MUTANTS: Mutants = COMMON | {
    "looks at random": _put("letter", (80, OF), "flow", "stepped"),
    "4 hops not followed in one seed": last("number", (25, 50), "flow", "stepped_by_hops", "4"),
    "letter's 4 hops not followed in one seed": last(
        "letter", (25, 50), "flow", "stepped_by_hops", "4"
    ),
    "number's looks at random": _put("number", (80, OF), "flow", "stepped"),
    "looks at random do as well for number": _put("number", ALL, "flow", "stepped_by_chance"),
    "looks at random do as well in one letter model": last(
        "letter", (195, OF), "flow", "stepped_by_chance"
    ),
    "threshold above every share": (Kind.CONSTANT, replaced_records(1.01, "bounds", "explained")),
}
JUMP_MUTANTS: Mutants = COMMON | {
    "the model walks": _put("letter", FEW, "jump", "none", "jumped"),
    "hop 2's place fetched nothing in one seed": last("letter", ALL, "jump", "hop_2", "jumped"),
    "a cut without a walk": _put("letter", FEW, "jump", "hop_2", "walked"),
    "any cut stops it": _put("letter", FEW, "jump", "hop_1", "jumped"),
    "as many jump by chance": _put("letter", ALL, "jump", "by_chance", "jumped"),
    "as many walk by chance": _put("letter", ALL, "jump", "by_chance", "walked"),
    "hop 2's cut spoils the answers in one seed": last("letter", NONE, "jump", "hop_2", "right"),
    "hop 1's cut spoils the answers": _put("letter", NONE, "jump", "hop_1", "right"),
    "most means all": (Kind.CONSTANT, replaced_records(1.01, "bounds", "most")),
}
ATTENTION = ("causal", "attention")
BASE: Mutants = {
    "number wrong as it is": _put("number", CHANCE, "causal", "base"),
    "one letter model wrong as it is": last("letter", CHANCE, "causal", "base"),
    "no head of number pure": impure("number"),
}
"""Models on which no intervention shows anything."""
CAUSAL_MUTANTS: Mutants = (
    COMMON
    | BASE
    | {
        "no head of letter pure": impure("letter"),
        "Index loses the task": _put("number", NONE, *ATTENTION, "positional", "index"),
        "uniform attention keeps it in one seed": last(
            "letter", ALL, *ATTENTION, "symbolic", "uniform"
        ),
        "no head symbolic": _put("letter", {}, *ATTENTION, "symbolic"),
        "the other task's keeps it": _put("number", ALL, *ATTENTION, "positional", "other"),
        "Retrieval loses the task": _put("letter", NONE, *ATTENTION, "symbolic", "retrieval"),
        "uniform attention keeps number in one seed": last(
            "number", ALL, *ATTENTION, "positional", "uniform"
        ),
        "the other task's keeps letter": _put("letter", ALL, *ATTENTION, "symbolic", "other"),
        "no head positional": _put("number", {}, *ATTENTION, "positional"),
        "threshold above every accuracy": (Kind.CONSTANT, replaced_records(1.1, "bounds", "kept")),
    }
)
BANDS_MUTANTS: Mutants = (
    COMMON
    | BASE
    | {
        "random bands matter as much": _put(
            "number", NONE, "causal", "bands", "positional", "random"
        ),
        "letter needs the fastest in one seed": last(
            "letter", NONE, "causal", "bands", "all", "fastest"
        ),
        "number does not need the fastest": _put(
            "number", ALL, "causal", "bands", "positional", "fastest"
        ),
        "no head positional": _put("number", {}, "causal", "bands", "positional"),
        "lost means 0.001": (Kind.CONSTANT, replaced_records(0.001, "bounds", "lost")),
    }
)
