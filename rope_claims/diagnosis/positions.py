"""What a layer does with the positions that it is given: rounded, cut off, shifted or ignored."""

from collections.abc import Sequence

import numpy as np

from rope_claims.diagnosis.measured import Turned, wrapped
from rope_claims.diagnosis.results import Finding

FORMATS = {256: "bfloat16", 2048: "float16"}
"""Where two neighbouring positions first coincide, by the format that they are rounded to."""
FEW = 8
"""Angles that fit up to this position only do not say what happens to later ones."""


def _allowed(turned: Turned, theta: np.ndarray, at: np.ndarray) -> np.ndarray:
    """How far phases (T, F) may be off the angles ``theta`` (F,) at the positions (T,)."""
    return np.asarray(np.abs(theta) * at[:, None] * 2.0**-21 + 16 * turned.unit + 1e-6)


def _off(turned: Turned, theta: np.ndarray, at: np.ndarray) -> np.ndarray:
    """How far they are off (T, F), in radians."""
    phases = turned.phases()
    return np.asarray(np.abs(wrapped(phases - phases[0] - theta * at[:, None])))


def _fitting(turned: Turned, theta: np.ndarray, at: np.ndarray) -> np.ndarray:
    """(T,) Whether the phases are those of the angles ``theta`` (F,) at the positions (T,)."""
    return np.asarray((_off(turned, theta, at) <= _allowed(turned, theta, at)).all(axis=1))


def proportional(turned: Turned, theta: np.ndarray, positions: Sequence[int]) -> bool:
    """Whether each phase is its angle times the position."""
    return bool(_fitting(turned, theta, np.asarray(positions)).all())


def misread(
    turned: Turned, theta: np.ndarray, wanted: np.ndarray, positions: Sequence[int]
) -> tuple[list[Finding], bool]:
    """What a layer does with its positions, and whether ``theta`` (F,), from the phases at powers
    of two, are its angles all the same. ``wanted`` (F,) are those of the configuration."""
    if proportional(turned, theta, positions):
        return [], True
    at = np.asarray(positions)
    right = len(wanted) == len(theta)
    angles = wanted if right else theta
    fits = _fitting(turned, angles, at)
    good = int(fits.argmin()) if not fits.all() else len(at)
    first = _coinciding(turned.phases(), angles, at)
    if first is not None:
        return _cut_off(turned, theta, wanted, at, first, right and good > first)
    if right and _fitting(turned, wanted, np.arange(len(at))).all():
        message = "the position ids that it is given are ignored: tokens are counted from 0"
        after = "left padding, and all else that gives position ids, goes wrong"
        return [_finding(turned, message, after)], False
    if right and good < len(at) and at[good - 1] >= FEW:
        place = _place(turned, wanted, good, 2 * int(at[-1]))
        moved = np.where(np.arange(len(at)) == good, place, at)
        if _fitting(turned, wanted, moved)[good]:
            message = (
                f"positions are right up to {at[good - 1]:,}; {at[good]:,} is turned as {place:,}"
            )
            after = f"distances across it are off by {abs(place - int(at[good])):,}"
            return [_finding(turned, message, after)], False
    off = _off(turned, theta, at)
    worst = int(off.max(axis=1).argmax())
    message = f"the angle is no multiple of the position: off by {off.max():.2g} rad at {at[worst]}"
    return [_finding(turned, message, "distances are seen as others", "rounded")], True


def _finding(turned: Turned, message: str, after: str, fault: str = "positions") -> Finding:
    return Finding(fault, (turned.layer,), message, after, "run")


def _coinciding(phases: np.ndarray, theta: np.ndarray, at: np.ndarray) -> int | None:
    """The index of the first position that turns as the one after it; None if none does."""
    fastest = int(np.argmax(np.abs(theta)))
    for i in range(len(at) - 1):
        step = abs(float(wrapped(phases[i + 1, fastest] - phases[i, fastest])))
        if at[i + 1] - at[i] == 1 and step < min(0.05, abs(theta[fastest]) / 4):
            return i
    return None


def _cut_off(
    turned: Turned, theta: np.ndarray, wanted: np.ndarray, at: np.ndarray, first: int, right: bool
) -> tuple[list[Finding], bool]:
    """Positions that stop, or are rounded, from index ``first`` on; ``right``: the configuration's
    angles fit until there."""
    phases = turned.phases()
    angles = wanted if right else theta
    same = np.abs(wrapped(phases[first:] - phases[first])).max() <= 16 * turned.unit + 1e-6
    place = int(at[first])
    if same and first == len(at) - 2:  # the last two of the window: they may stop long before
        place = _place(turned, angles, first, int(at[-1]) + 1)
        same = place < at[first]
    if same:
        message = f"positions stop at {place:,}: later tokens are turned as if they were there"
        return [_finding(turned, message, "no head can tell later positions apart")], not right
    steps = np.abs(wrapped(phases[first + 1] - phases[first]))
    what = "positions" if (steps <= _allowed(turned, theta, at)[first + 1]).all() else "angles"
    kind = FORMATS.get(place, "a coarse format")
    message = f"{what} are rounded to {kind}: from position {place:,} on two neighbours coincide"
    after = f"no head can tell positions {place:,} and {place + 1:,} apart by position"
    return [_finding(turned, message, after, "rounded")], True


def _place(turned: Turned, theta: np.ndarray, index: int, many: int) -> int:
    """The whole position below ``many`` whose angles are nearest to those at an index."""
    phases = turned.phases()
    turn = phases[index] - phases[0]
    best = []
    for start in range(0, many, 4096):
        candidates = np.arange(start, min(many, start + 4096))
        sums = np.cos(turn - candidates[:, None] * theta).sum(axis=1)
        best.append((float(sums.max()), -int(candidates[sums.argmax()])))
    return -max(best)[1]
