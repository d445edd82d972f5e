"""The measured claims about the canonical tasks (paper A), evaluated from
``empirical/results/canonical``: statistic, threshold and number of seeds named here and in
``empirical.protocol.settings`` before any judged run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from empirical.canonical import planted
from empirical.canonical.bounds import Measured, bounds
from empirical.canonical.records import FOLDER, TASKS, read
from empirical.protocol import settings
from empirical.protocol.family import Family
from empirical.protocol.planted import Mutants
from empirical.protocol.statistics import both, mean_interval
from theory.ledger import Claim, Outcome, Status, Undecided, Verdict


def stored(suffix: str = "") -> Measured:
    """The records in the repository; those of a null model with its name as ``suffix``.

    Raises:
        Undecided: a task has no record.
    """
    paths = {task: FOLDER / f"{task}{suffix}.json" for task in TASKS}
    if lost := [task for task, path in paths.items() if not path.is_file()]:
        raise Undecided(
            f"no record of {', '.join(lost)}: run python -m empirical.canonical --task all"
        )
    return Measured({task: read(path) for task, path in paths.items()}, bounds())


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


def _status(holds: bool) -> Status:
    return Status.TRUE if holds else Status.FALSE


def band(measurement: Measured, task: str) -> tuple[Any, list[int], str]:
    """States by frequency (1 learnt, -1 by no seed, 0 between), learnt places, and both as text."""
    from empirical.canonical.shapes import accuracy, learnt, share

    record = measurement.tasks[task]
    states, found = learnt(record, measurement.bounds.learnt), accuracy(record)
    good = [i for i, state in enumerate(states) if state == 1]
    ends = ", ".join(
        f"ID {record.ids[i]}: {share(mean_interval(found[i].tolist()))}" for i in (0, -1)
    )
    if not good:
        best = found.mean(1).max()
        return states, good, f"{task}: no frequency is learnt ({ends}, best {best:.3f})"
    first, last = record.ids[good[0]], record.ids[good[-1]]
    return states, good, f"{task}: {len(good)} learnt, IDs {first} … {last} ({ends})"


def check_one_side(task: str, fast: bool) -> Callable[[Measured], Outcome]:
    """Learnt only with fast (slow) enough angles: most of those up to the last learnt one are
    learnt, and those at the far end by no seed."""

    def check(measurement: Measured) -> Outcome:
        from empirical.canonical.table import ranges

        if lack := lacking(measurement, task):
            return lack
        states, good, found = band(measurement, task)
        if not good:
            return Outcome(Status.FALSE, 1, found)
        ends = measurement.bounds.ends
        side = states[: good[-1] + 1] if fast else states[good[0] :]
        far = states[-ends:] if fast else states[:ends]
        share = float((side == 1).mean())
        answers = [_status(share >= measurement.bounds.share), _status(bool((far == -1).all()))]
        ids = measurement.tasks[task].ids
        some = ranges([i for i, state in zip(ids, states, strict=True) if state >= 0])
        found = f"{found}; {share:.2f} of that side; beside, learnt by some seed: {some}"
        return Outcome(both(*answers), len(states), found)

    return check


def check_mix(measurement: Measured) -> Outcome:
    """One angle: no frequency is learnt. Two: some are, the fastest by no seed."""
    if lack := lacking(measurement, "induction-1", "induction-2"):
        return lack
    _, one, first = band(measurement, "induction-1")
    states, two, second = band(measurement, "induction-2")
    far = bool((states[: measurement.bounds.ends] == -1).all())
    answers = [_status(not one), _status(bool(two)), _status(far)]
    return Outcome(both(*answers), 2 * len(states), f"{first}; {second}")


def check_shape(task: str, wanted: str) -> Callable[[Measured], Outcome]:
    """Most judged frequencies have the shape: quadratic coefficient and both ends against the
    middle have its sign by Student's intervals over seeds."""

    def check(measurement: Measured) -> Outcome:
        from empirical.canonical.shapes import by_place, curvature, judged, shape

        if lack := lacking(measurement, task):
            return lack
        record, held = measurement.tasks[task], measurement.bounds
        places = judged(record, held.learnt, held.above)
        if len(places) < held.judged:
            return Outcome(Status.FALSE, 1, f"{task}: {len(places)} frequencies to judge")
        curves = by_place(record)
        found = {record.ids[i]: shape(curves[i]) for i in places}
        share = sum(s == wanted for s in found.values()) / len(found)
        text = "; ".join(
            f"{name}: IDs {' '.join(str(k) for k, s in found.items() if s == name)}"
            for name in ("U", "inverse U", "neither")
            if name in found.values()
        )
        bends = sorted((curvature(curves[i]) for i in places), key=lambda x: x[1])
        least, most = ("{1:.3f} [{0:.3f}, {2:.3f}]".format(*x) for x in (bends[0], bends[-1]))
        up, down = (sum(x[0] > 0 for x in bends), sum(x[2] < 0 for x in bends))
        text += f"; quadratic coefficients {least} … {most}; beside, surely bent as U {up}, as"
        text += f" inverse U {down} of {len(bends)}"
        return Outcome(_status(share >= held.share), len(found), f"{task}: {text}")

    return check


def check_geometry(measurement: Measured) -> Outcome:
    """At most learnt frequencies, over the seeds that learnt: keys share one direction, queries
    turned back by jθ do, and more so than the queries as they are."""
    from empirical.canonical.shapes import accuracy, share

    if lack := lacking(measurement, "index"):
        return lack
    record, held = measurement.tasks["index"], measurement.bounds
    _, good, found = band(measurement, "index")
    if not good or record.geometry is None:
        return Outcome(Status.FALSE, 1, found)
    knows, least, lengths = accuracy(record) >= held.learnt, held.aligned, []
    for i in good:
        rows = [g for g, able in zip(record.geometry[i], knows[i], strict=True) if able]
        lengths.append(
            {n: mean_interval([getattr(g, n) for g in rows]) for n in ("keys", "fan", "still")}
        )
    means = [{name: interval[1] for name, interval in one.items()} for one in lengths]
    fine = [min(m["keys"], m["fan"]) >= least and m["fan"] > m["still"] for m in means]
    keys, fan = (share(min((one[n] for one in lengths), key=_mean)) for n in ("keys", "fan"))
    still = share(max((one["still"] for one in lengths), key=_mean))
    return Outcome(
        _status(sum(fine) / len(fine) >= held.share),
        len(fine),
        f"{found}: {sum(fine)} as claimed; least keys {keys}, fan {fan}; largest unturned {still}",
    )


def _mean(interval: tuple[float, float, float]) -> float:
    return interval[1]


SIZES = (
    f"{settings.CANONICAL_SEEDS} seeds a frequency, IDs 1 … {settings.CANONICAL_IDS};"
    f" {settings.CANONICAL_KEYS} context tokens, {settings.CANONICAL_SYMBOLS} symbols,"
    f" {settings.CANONICAL_STEPS} steps of {settings.CANONICAL_BATCH};"
    f" {settings.CANONICAL_TESTED} held-out inputs a seed; learnt: more than half the seeds reach"
    f" {settings.CANONICAL_LEARNT}; "
)
FAMILY = Family(
    records="records of the sweeps",
    sizes=SIZES,
    bounds=bounds,
    stored=stored,
    planted=planted.measurement,
)


def _claim(
    id: str,  # noqa: A002 (the field's name)
    statement: str,
    covers: str,
    check: Callable[[Measured], Outcome],
    mutants: Mutants,
    expected: Verdict = Verdict.SUPPORTED,
) -> Claim:
    return FAMILY.claim(
        id,
        "§5",
        statement,
        "shapes only; the text was not at hand",
        covers,
        check,
        mutants,
        "other lengths and alphabets, learned embeddings, other optimisers",
        expected,
        "reconstructed",
    )


SIDE = (
    f"at least {settings.CANONICAL_SHARE} of the frequencies on the good side of the last one"
    f" learnt are learnt, and the {settings.CANONICAL_ENDS} at the far end by no seed"
)
SHAPE = (
    f"at least {settings.CANONICAL_SHARE} of the frequencies beyond the learnt ones, learnt by no"
    f" seed and above uniform attention by {settings.CANONICAL_ABOVE} (at least"
    f" {settings.CANONICAL_JUDGED}), have the shape: Student's 95 % intervals over seeds of the"
    " quadratic coefficient and of both end quarters less the middle half have its sign"
)
INDEX = _claim(
    "A-e-index",
    "Index is learnt only with fast enough angles.",
    SIDE,
    check_one_side("index", True),
    planted.INDEX_MUTANTS,
    Verdict.NOT_REPRODUCED,
)
RETRIEVAL = _claim(
    "A-e-retr",
    "Information Retrieval is learnt only with slow enough angles.",
    SIDE,
    check_one_side("retrieval", False),
    planted.RETRIEVAL_MUTANTS,
)
MIX = _claim(
    "A-e-mix",
    "Partial Induction fails with one angle and succeeds with (0, θ2), θ2 not too large.",
    "no frequency is learnt with one angle; with two, some are, and the"
    f" {settings.CANONICAL_ENDS} fastest by no seed",
    check_mix,
    planted.MIX_MUTANTS,
    Verdict.NOT_REPRODUCED,
)
U = _claim(
    "A-e-u",
    "Index with too slow an angle: accuracy against target position is U-shaped.",
    SHAPE,
    check_shape("index", "U"),
    planted.U_MUTANTS,
)
INVERSE_U = _claim(
    "A-e-invu",
    "Retrieval with too fast an angle: accuracy against target position is inverse-U-shaped.",
    SHAPE,
    check_shape("retrieval", "inverse U"),
    planted.INVERSE_U_MUTANTS,
    Verdict.NOT_REPRODUCED,
)
GEOMETRY = _claim(
    "A-e-geom",
    "After training on Index, the query's angle encodes the target position and the keys share"
    " one direction.",
    f"at {settings.CANONICAL_SHARE} of the learnt frequencies, mean over the seeds that learnt:"
    " resultant length of the keys, and of the queries for j turned back by jθ, at least"
    f" {settings.CANONICAL_ALIGNED}, the latter above that of the queries as they are",
    check_geometry,
    planted.GEOMETRY_MUTANTS,
)

CANONICAL_CLAIMS: tuple[Claim, ...] = (INDEX, RETRIEVAL, MIX, U, INVERSE_U, GEOMETRY)
