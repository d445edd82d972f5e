"""What the checks of the claims about canonical tasks share: the records they are judged from, what
those lack, and which frequencies are learnt or solved."""

import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from empirical.experiments.canonical import records
from empirical.experiments.canonical.bounds import Measured, Settled, bounds
from empirical.experiments.canonical.records import (
    INDUCTION,
    TASKS,
    Directions,
    SettledHead,
    SettledHeads,
    SweepRecord,
    SweepSettings,
    read,
    read_settled,
    repeated,
    sizes,
    spotless,
)
from empirical.protocol import settings
from empirical.protocol.statistics import between, mean_interval
from theory.ledger import Outcome, Status, Undecided

COMMAND = "rope-claims run canonical --task all"

FOLDER, FRESH = records.FOLDER, records.FRESH
"""Where the judged records lie."""


def stored_sweeps(suffix: str = "") -> Measured:
    """The records in the repository; those of a null model with its name as ``suffix``.

    Raises:
        Undecided: a task has no record, or one of another sweep than is registered, or of one run
            under two seeds.
    """
    paths = {task: FOLDER / f"{task}{suffix}.json" for task in TASKS}
    if lost := [task for task, path in paths.items() if not path.is_file()]:
        raise Undecided(f"no record of {', '.join(lost)}: run {COMMAND}")
    found = {task: read(path) for task, path in paths.items()}
    null = suffix.removeprefix("-") or None
    steps = 0 if null == "untrained" else settings.CANONICAL_STEPS
    for task, one in found.items():
        wanted = {"task": task, "steps": steps, "start": "random", "null": null}
        hold_to_registered(one, paths[task], wanted, COMMAND)
    return Measured(found, bounds())


def fresh() -> Measured:
    """Index's record of the seeds on which A-e-geom is judged.

    Raises:
        Undecided: as ``stored``; or one of its runs is a stored one.
    """
    seeds = settings.CANONICAL_FRESH
    path = FRESH / "index.json"
    command = f"rope-claims run canonical --task index --seeds {{{seeds[0]}..{seeds[-1]}}}"
    if not path.is_file():
        raise Undecided(f"no record of index by fresh seeds: run {command} --out FOLDER")
    one = read(path)
    wanted = {"task": "index", "steps": settings.CANONICAL_STEPS, "start": "random", "null": None}
    hold_to_registered(one, path, wanted | {"seeds": seeds}, command)
    known = stored_sweeps().tasks["index"]
    for row, others in zip(one.right, known.right, strict=True):
        if same := set(row) & set(others):
            seed = known.seeds[others.index(same.pop())]
            raise Undecided(f"{path.name} has the counts of seed {seed}, which is not fresh")
    return Measured({"index": one}, bounds())


def hold_to_registered(one: SweepRecord, path: Path, wanted: dict[str, Any], command: str) -> None:
    """Hold a record to what is registered.

    Raises:
        Undecided: it is of another sweep than ``wanted``, or of one run under two seeds.
    """
    wanted = wanted | vars(sizes()) | {"ids": tuple(range(1, settings.CANONICAL_IDS + 1))}
    told = {**vars(one), **vars(one.manifest.sizes)}
    if other := [f"{name} {told[name]}" for name, x in wanted.items() if told[name] != x]:
        raise Undecided(
            f"{path.name} is of {', '.join(other)}, which is not registered:"
            f" run {command} --out FOLDER"
        )
    if same := repeated(one):
        raise Undecided(
            f"{path.name} has the same counts under seeds {same[0]} and {same[1]}: one"
            f" run stands twice: run {command} --out FOLDER"
        )


def stored_settled(suffix: str = "") -> Settled:
    """Partial Induction's records as ``stored``, each with its heads settled over all inputs.

    Raises:
        Undecided: as ``stored``; or heads are not all settled, not the sweep's, or settled
            otherwise than their bounds and certificates say.
    """
    sweeps, tasks = stored_sweeps(suffix), {}
    for task in INDUCTION:
        path = FOLDER / f"{task}{suffix}-heads.json"
        heads = read_settled(path) if path.is_file() else None
        if heads is None or heads.left:
            raise Undecided(f"{task}'s heads are not all settled: run {COMMAND} --settle")
        if why := unfit(sweeps.tasks[task], heads):
            raise Undecided(f"{path.name} {why}: run {COMMAND} --settle anew")
        tasks[task] = (sweeps.tasks[task], heads)
    return Settled(tasks, sweeps.bounds)


def unfit(one: SweepRecord, settled: SettledHeads) -> str:
    """Why settled heads are not a sweep's own; empty if they are."""
    names = [field.name for field in fields(SweepSettings)]
    if any(getattr(one, name) != getattr(settled, name) for name in names):
        return "is of another sweep"
    if set(settled.heads) != set(spotless(one)):
        return "has other heads than those that miss no input"
    for key, head in settled.heads.items():
        lower, upper = float(head.lower), float(head.upper)
        fits = {"certified": lower > 0, "refuted": upper < 0, "undecided": lower <= 0 <= upper}
        if not fits.get(head.verdict):
            return f"calls {key} {head.verdict} at {head.lower} … {head.upper}"
        if one.task == INDUCTION[0] and (why := _contradicted(key, head)):
            return why
    return ""


def _contradicted(key: str, head: SettledHead) -> str:
    """How a one-angle head's verdict and certificate disagree; empty if they do not."""
    if head.verdict == "certified":
        return "" if _certificate(key, head) else f"has no certificate of {key}"
    return f"has a certificate of {key}, called {head.verdict}" if _place(key).is_file() else ""


def _place(key: str) -> Path:
    """Where a trained one-angle head's certificate is."""
    _, frequency, seed = key.split()
    return FOLDER / "certificates" / f"{INDUCTION[0]}-{frequency}-{seed}.json"


def _certificate(key: str, head: SettledHead) -> bool:
    """Whether a certified one-angle head's certificate is there, with its bound and weights."""
    from constructions.certificate.certificate import field_digest

    path, (_, frequency, _) = _place(key), key.split()
    if not path.is_file():
        return False
    told = json.loads(path.read_text())
    named = {**told["head"], "name": f"{INDUCTION[0]}, frequency ID {frequency}"}
    return (told["exact"], field_digest(named)) == (head.lower, head.weights)


def lacking(measurement: Measured, *tasks: str) -> Outcome | None:
    """FALSE where a task is missing, or seeds or frequencies of it; None where nothing is."""
    for task in tasks:
        record = measurement.tasks.get(task)
        if record is None:
            return Outcome(Status.FALSE, 1, f"{task}: not measured")
        counts = {
            "seeds": (len({*record.seeds}), len(record.of)),
            "frequencies": (len({*record.ids}), len(record.right)),
        }
        for name, found in counts.items():
            needed = getattr(measurement.bounds, name)
            if min(found) < needed:
                return Outcome(Status.FALSE, 1, f"{task}: {min(found)} {name} of {needed}")
    return None


def status(holds: bool) -> Status:
    return Status.TRUE if holds else Status.FALSE


def band(measurement: Measured, task: str) -> tuple[Any, list[int], str]:
    """States by frequency (1 learnt, -1 by no seed, 0 between), learnt places, and both as text."""
    from empirical.experiments.canonical.shapes import frequency_accuracy, learnt_state, share

    record = measurement.tasks[task]
    states, found = learnt_state(record, measurement.bounds.learnt), frequency_accuracy(record)
    good = [i for i, state in enumerate(states) if state == 1]
    ends = ", ".join(
        f"ID {record.ids[i]}: {share(mean_interval(found[i].tolist()))}" for i in (0, -1)
    )
    if not good:
        best = found.mean(1).max()
        return states, good, f"{task}: no frequency is learnt ({ends}, best {best:.3f})"
    first, last = record.ids[good[0]], record.ids[good[-1]]
    return states, good, f"{task}: {len(good)} learnt, IDs {first} … {last} ({ends})"


def directions(
    rows: Sequence[Directions], able: Sequence[bool]
) -> dict[str, tuple[float, float, float]]:
    """A frequency's resultant lengths over the seeds that are ``able``, and how much longer the
    queries' is turned back than not, each a mean with its interval."""
    found = [one for one, learnt in zip(rows, able, strict=True) if learnt]
    values = {name: [getattr(one, name) for one in found] for name in ("keys", "fan", "still")}
    values["gain"] = [one.fan - one.still for one in found]
    return {name: mean_interval(row) for name, row in values.items()}


def aligned(found: dict[str, tuple[float, float, float]], least: float) -> dict[str, Status]:
    """Of a frequency's ``directions``: keys, and queries turned back, above ``least``, and these
    above the queries as they are."""
    ends = {"keys": least, "fan": least, "gain": 0.0}
    return {name: between(found[name][0], found[name][2], end) for name, end in ends.items()}


def mostly(answers: Sequence[Status], share: float) -> Status:
    """Whether at least this share is TRUE; UNKNOWN while those that are UNKNOWN decide it."""
    needed = share * len(answers)
    if answers.count(Status.TRUE) >= needed:
        return Status.TRUE
    possible = len(answers) - answers.count(Status.FALSE)
    return Status.UNKNOWN if possible >= needed else Status.FALSE


def one_sided(there: np.ndarray, fast: bool) -> float:
    """Exact p by ranks (Mann, Whitney) that the frequencies marked in ``there`` (F,), fastest
    first, lie on the fast (slow) side of the others; 1 where all are marked, or none."""
    from scipy.stats import mannwhitneyu

    if there.all() or not there.any():
        return 1.0
    places = np.arange(len(there))
    side = "less" if fast else "greater"
    found = mannwhitneyu(places[there], places[~there], alternative=side, method="exact")
    return float(found.pvalue)


def solved(measurement: Settled, task: str) -> tuple[np.ndarray, np.ndarray, str]:
    """Heads that are right on every input: (frequencies, seeds) bool of those that surely are, and
    of those that may be, and both as text.

    A head that misses a held-out input is wrong on that one; of the others the certificate says.
    """
    from empirical.experiments.canonical.table import ranges

    record, heads = measurement.tasks[task]
    said = np.full((len(record.ids), len(record.seeds)), "missed", dtype=object)
    for i, row in enumerate(record.right):
        for s, (right, of) in enumerate(zip(row, record.of, strict=True)):
            if right == of:
                found = heads.heads.get(f"right {record.ids[i]} {record.seeds[s]}")
                said[i, s] = found.verdict if found else "undecided"
    sure = said == "certified"
    most = ranges([i for i, row in zip(record.ids, sure, strict=True) if row.mean() > 0.5])
    counts = ", ".join(f"{(said == n).sum()} {n}" for n in ("certified", "refuted", "undecided"))
    full = int((said != "missed").sum())
    text = f"{task}: {full} of {said.size} heads miss no held-out input: {counts}"
    return sure, sure | (said == "undecided"), f"{text}; solved by most seeds: {most or 'none'}"
