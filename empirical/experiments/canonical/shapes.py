"""Statistics of one record of ``experiments.canonical``: which frequencies are learnt, the shape of
accuracy against target position, and what the theory ledger says of each angle."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import pi

import numpy as np

from empirical.experiments.canonical.records import SettledHead, SweepRecord
from empirical.protocol import settings
from empirical.protocol.statistics import mean_interval

VERDICTS = ("certified", "refuted", "undecided")
Interval = tuple[float, float, float]


def frequency_accuracy(record: SweepRecord) -> np.ndarray:
    """(frequencies, seeds)."""
    return np.asarray(np.array(record.right).sum(-1) / np.array(record.of).sum(-1))


def by_place(record: SweepRecord) -> np.ndarray:
    """(frequencies, seeds, N): positions 1 … N from the start."""
    return np.asarray(np.array(record.right) / np.array(record.of))


def share(interval: Interval, places: int = 3) -> str:
    """A share's mean and Student's interval as text; no share lies beyond 0 or 1."""
    low, mean, high = interval
    return f"{mean:.{places}f} [{max(low, 0.0):.{places}f}, {min(high, 1.0):.{places}f}]"


def learnt_state(record: SweepRecord, level: float) -> np.ndarray:
    """1 where more than half the seeds reach the level, -1 where none does, 0 between."""
    share = (frequency_accuracy(record) >= level).mean(1)
    return np.where(share > 0.5, 1, np.where(share == 0, -1, 0))


def better(record: SweepRecord, by: float) -> np.ndarray:
    """Which frequencies beat uniform attention by this, by the low end of Student's interval."""
    lead = frequency_accuracy(record) - np.array(record.uniform)
    return np.array([mean_interval(row.tolist())[0] >= by for row in lead])


def curvature(curves: np.ndarray) -> Interval:
    """Student's interval over seeds of the quadratic coefficient of curves (seeds, N), position
    scaled to [-1, 1]: (low, mean, high)."""
    x = np.linspace(-1, 1, curves.shape[1])
    return mean_interval(np.polyfit(x, curves.T, 2)[0].tolist())


def end_contrast(curves: np.ndarray) -> tuple[Interval, Interval]:
    """Mean of the first, and of the last, quarter of positions less that of the middle half."""
    quarter = curves.shape[1] // 4
    middle = curves[:, quarter:-quarter].mean(1)
    return tuple(  # type: ignore[return-value]
        mean_interval((part.mean(1) - middle).tolist())
        for part in (curves[:, :quarter], curves[:, -quarter:])
    )


def curve_shape(curves: np.ndarray) -> str:
    """ "U" or "inverse U" if curvature and both ends surely have that sign, "neither" else."""
    tests = (curvature(curves), *end_contrast(curves))
    if all(low > 0 for low, _, _ in tests):
        return "U"
    return "inverse U" if all(high < 0 for _, _, high in tests) else "neither"


def predicted_shape(task: str, theta: float, keys: int, symbols: int) -> tuple[str, str]:
    """Can the angle do it by the ledger ("yes", "no", "open"), and the shape of A-thm7-fix.

    Index: A-thm3, for softmax at some β; algebraic θ ≠ 0 is never a multiple of 2π/t. Retrieval:
    (N-1)θ' < ω for evenly spread keys and the best phase, by the argument of A-one-angle-fix
    (``canonical_heads.lookup_gap`` is positive just there). Partial Induction, one angle:
    A-one-angle-fix; two: A-thm6 with the best phase, (N-2)θ' < π, "no" for its form of head alone.

    One angle, "no" from A(N-2)θ' ≥ 2π on: any one-plane head read by the attribute that weighs
    most. For Partial Induction step 3 of A-one-angle-fix. For Retrieval, with its letters: the
    match (q, x) at t among keys (s, y), s ≠ q, y ≠ x, asks ⟨k_{q,x}, u_t⟩ > ⟨k_{s,y}, u_t'⟩ for
    all t' ≠ t; with t and t' exchanged, ⟨k_{q,x} - k_{s,y}, u_t + u_t'⟩ > 0. So the sums of
    neighbours, N-1 directions in steps of θ', lie in an open cone inside a half plane, and so does
    the arc of (N-2)θ' between the outermost. The cones of (q, x) against (s, y) and of (s, y)
    against (q, x) are disjoint, so the A arcs are, in open cones each: A(N-2)θ' < 2π.
    """
    from theory.mathematics.circle import fold
    from theory.paper_a.canonical_tasks.partial_induction import OnePlane
    from theory.paper_a.canonical_tasks.shapes import Shapes
    from theory.paper_a.canonical_tasks.two_angles import TwoAngles

    turns = Fraction(theta) / Fraction(pi)
    folded = float(fold(turns)) * pi
    if task == "index":
        return "yes", Shapes().index(keys, turns)
    one_plane = "no" if symbols * (keys - 2) * folded >= 2 * pi else "open"
    if task == "retrieval":
        can = "yes" if (keys - 1) * folded < 2 * pi / symbols else one_plane
        return can, Shapes().retrieval(keys, turns, turns * Fraction(keys + 1, 2))
    if task == "induction-1":
        return "yes" if OnePlane().free(symbols, keys, turns) else one_plane, ""
    return ("yes" if TwoAngles(back=Fraction(2)).admits(keys, turns, Fraction(2)) else "no"), ""


def places_judged(record: SweepRecord, level: float, above: float) -> list[int]:
    """Places of the frequencies whose shape counts: learnt by no seed, better than uniform, and
    beyond the learnt ones (slower for Index, faster for Retrieval)."""
    states = learnt_state(record, level)
    good = np.flatnonzero(states == 1)
    if not len(good):
        return []
    far = np.arange(len(states))
    beyond = far > good[-1] if record.task == "index" else far < good[0]
    return np.flatnonzero(beyond & (states == -1) & better(record, above)).tolist()


@dataclass(frozen=True)
class Frequency:
    """What the records and the ledger say of one ID: θ in radians; Student's interval of accuracy
    over seeds; seeds of full score, and how many of those are settled how; whether
    the angle ``can`` do it ("yes", "no", "open"), and the shape that theory gives."""

    id: int
    theta: float
    accuracy: Interval
    perfect: int
    settled: Mapping[str, int]
    shape: str
    can: str
    theory: str


def describe_frequencies(
    record: SweepRecord, settled: Mapping[str, SettledHead]
) -> list[Frequency]:
    """A row a frequency; ``settled`` are the certificates by "right ID SEED", perhaps not all."""
    keys, symbols = settings.CANONICAL_KEYS, settings.CANONICAL_SYMBOLS
    shares, places, rows = frequency_accuracy(record), by_place(record), []
    for i, frequency in enumerate(record.ids):
        theta = settings.BASE ** (-2 * (frequency - 1) / settings.CANONICAL_WIDTH)
        heads = [settled.get(f"right {frequency} {seed}") for seed in record.seeds]
        verdicts = [head.verdict for head in heads if head is not None]
        can, theory = predicted_shape(record.task, theta, keys, symbols)
        rows.append(
            Frequency(
                id=frequency,
                theta=theta,
                accuracy=mean_interval(shares[i].tolist()),
                perfect=int((shares[i] == 1).sum()),
                settled={name: verdicts.count(name) for name in VERDICTS},
                shape=curve_shape(places[i]),
                can=can,
                theory=theory,
            )
        )
    return rows
