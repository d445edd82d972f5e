"""Reading a file of records of mechanism: what of a record does not belong together is refused."""

from collections.abc import Iterator
from pathlib import Path

from empirical.experiments.mechanism import settings as sizes
from empirical.experiments.mechanism.records import (
    CARRIES,
    FOLDER,
    NONE,
    WRONG,
    By,
    Flow,
    Heads,
    Jump,
    MechanismRecord,
    Models,
    Zeroed,
    pure_layers,
)
from empirical.protocol import settings
from empirical.protocol.reading import Misread, naming, read_once
from empirical.protocol.records import Missing
from empirical.protocol.vocabulary import MAX_HOPS, TASKS


def read(path: Path) -> tuple[MechanismRecord, ...]:
    """The records in a file.

    Raises:
        Misread: it holds none, or their parts do not belong together; the message names the field.
        OSError: it is not there.
    """
    records = read_once(path, Models).models
    with naming(path):
        if len({one.manifest.identity for one in records}) < len(records):
            raise Misread("models has one model's weights (manifest.identity) twice")
        for i, record in enumerate(records):
            for why in _faults(record):
                raise Misread(f"models[{i}].{why}")
    return records


def _faults(record: MechanismRecord) -> Iterator[str]:
    """What of a record does not belong together, or is of other sizes than ``sizes``."""
    if record.task not in TASKS:
        yield f"task is none of {', '.join(TASKS)}"
    yield from _layer_faults(record)
    yield from _flow_faults(record.flow)
    yield from _causal_faults(record)
    if (record.causal.staying is None) is not (record.jump is None):
        yield "causal.staying and jump come together"
    if record.jump is not None:
        yield from _jump_faults(record.jump)


def _layer_faults(record: MechanismRecord) -> Iterator[str]:
    layers = record.layers
    if [(x.layer, x.head) for x in layers] != [(i, 0) for i in range(len(layers))]:
        yield "layers are not one head each, counted from 0"
    if len(record.causal.layers) != len(layers):
        yield "causal.layers has not one entry for each of the layers"
    if any(len(x) != len(layers) for x in (record.flow.layers, record.flow.path) if x):
        yield "flow.layers or flow.path has not one entry for each of the layers"
    if any((x.keys is None or x.held is None) is not (record.task != "number") for x in layers):
        yield "layers have keys and queries in number models alone"
    if any((x.queries is None) is not ((x.held or 0) < 2) for x in layers):
        yield "layers have queries where two positions hold integers"


def _flow_faults(flow: Flow) -> Iterator[str]:
    solved, by_hops = flow.solved, flow.stepped_by_hops
    if solved[1] != sizes.SCORED or not solved[1]:
        yield f"flow.solved is not of the {sizes.SCORED} inputs"
    if bool(solved[0]) is not (by_hops is not None and flow.explained != NONE):
        yield "flow.explained is missing, or of no solved input"
    if by_hops is None:
        return
    for name in ("reached", "stepped", "stepped_by_chance"):
        if getattr(flow, name)[1] != solved[0]:
            yield f"flow.{name} is not of the solved inputs"
    if not set(by_hops) <= {str(hop) for hop in range(1, MAX_HOPS + 1)}:
        yield f"flow.stepped_by_hops has another hop count than 1 to {MAX_HOPS}"
    if tuple(map(sum, zip(*by_hops.values(), strict=True))) != flow.stepped:
        yield "flow.stepped_by_hops does not add up to flow.stepped: a hop count is missing"
    if any(of * MAX_HOPS > sizes.SCORED for _, of in by_hops.values()):
        yield "flow.stepped_by_hops has more inputs of a hop count than there are"


def _causal_faults(record: MechanismRecord) -> Iterator[str]:
    causal, few = record.causal, (sizes.CAUSAL_SEQUENCES,)
    yield from _counted("causal.base", {"": causal.base}, few)
    if causal.staying is not None:
        yield from _counted("causal.staying", {"": causal.staying}, few)
    _, operation = CARRIES[record.task]
    sets: tuple[Heads, ...] = ("positional", "symbolic", "all")
    for kind in sets:
        at, rows = f"causal.attention.{kind}", causal.attention[kind]
        yield from _measured(record, at, kind, rows, {operation, *WRONG})
        yield from _counted(at, rows, (*few, sizes.DECIDING_SEQUENCES))
    zeroed: tuple[Zeroed, ...] = ("positional", "all")
    for kind in zeroed:
        at, rows = f"causal.bands.{kind}", causal.bands[kind]
        yield from _measured(record, at, kind, rows, {"fastest", "random"})
        drawn = sizes.RANDOM_BANDS * sizes.CAUSAL_SEQUENCES
        for name, count in rows.items():
            yield from _counted(at, {name: count}, (drawn,) if name == "random" else few)


def _measured(
    record: MechanismRecord, at: str, kind: str, rows: By, names: set[str]
) -> Iterator[str]:
    """Where a record has heads of a kind, all is measured on them; where there is none, nothing."""
    gamma = settings.GAMMA
    there = record.layers if kind == "all" else pure_layers(record.layers, kind, gamma)
    if bool(rows) is not bool(there):
        yield f"{at} is empty, or of {kind} heads where there are none"
    for name in sorted(names - set(rows) if rows else ()):
        yield f"{at}.{name} is missing"


def _counted(at: str, rows: By, of: tuple[int, ...]) -> Iterator[str]:
    for name, count in rows.items():
        if count[1] not in of:
            yield f"{at}{name and '.'}{name} is not of {' or '.join(map(str, of))} sequences"


def _jump_faults(jump: Jump) -> Iterator[str]:
    """Under every cut the same solved inputs are counted, by chance all; courses exclude each
    other."""
    cuts = {"none": jump.none, "hop 1": jump.hop_1, "hop 2": jump.hop_2, "hop 3": jump.hop_3}
    solved = jump.none.jumped[1]
    if solved > sizes.JUMP_SEQUENCES or jump.none.right != (solved, solved):
        yield "jump.none is not of the solved inputs"
    for name, one in (cuts | {"by chance": jump.by_chance}).items():
        of = sizes.JUMP_SEQUENCES if one is jump.by_chance else solved
        if one.jumped[1] != of:
            yield f"jump.{name} is not of {of} inputs"
        if (one.right is None) is not (one is jump.by_chance):
            yield f"jump.{name}.right is missing, or counted by chance"


def of_task(task: str, folder: Path = FOLDER) -> tuple[MechanismRecord, ...]:
    """A task's records.

    Raises:
        Missing: there are none.
    """
    path = folder / f"{task}.json"
    if not path.is_file():
        raise Missing(
            f"{path.name} is not there: run rope-claims run mechanism --models"
            f" FOLDER... --out empirical/results/mechanism/{path.name}"
        )
    return read(path)


def longest_run(results: Path, task: str) -> MechanismRecord:
    """The record of a task's longest run, a full pass. Raises as ``of_task``."""
    return max(of_task(task, results / FOLDER.name), key=lambda one: one.steps)
