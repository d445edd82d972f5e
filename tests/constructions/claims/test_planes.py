"""S-planes-rope: phases do not lower the budget (the step of its proof, in doubles), and which
stored amplitudes and weights prove an interval."""

from copy import deepcopy
from fractions import Fraction

import numpy as np
import pytest

from constructions.claims import planes
from constructions.claims.planes import stored_points
from theory.mathematics.conversions import precision

THETA = 1e4 ** (-np.arange(64) / 64)


def others(amplitudes, phases, weights):
    """T = Σ_s v_s Σ_{j ≠ s} of the key's weight at j next to the target's at s: (n,) weights v."""
    n = len(weights)
    t = np.arange(-(n - 1), n)[:, None]
    logits = (amplitudes * (np.cos(THETA * t + phases) - np.cos(phases))).sum(axis=1)
    f = dict(zip(range(-(n - 1), n), np.exp(logits), strict=True))
    return sum(v * sum(f[j - s] for j in range(n) if j != s) for s, v in enumerate(weights))


def drawn(seed, n=24):
    """Amplitudes, phases and weights (n,) of sum 1."""
    draw = np.random.default_rng(seed)
    v = draw.exponential(size=n)
    return draw.exponential(0.1, 64), draw.uniform(-np.pi, np.pi, 64), v / v.sum()


@pytest.mark.parametrize("seed", range(20))
def test_with_symmetric_weights_phases_do_not_help(seed):
    amplitudes, phases, v = drawn(seed)
    even = (v + v[::-1]) / 2
    without = others(amplitudes * np.cos(phases), np.zeros(64), even)
    assert others(amplitudes, phases, even) >= without
    assert (amplitudes * np.cos(phases)).sum() <= amplitudes.sum()


def test_with_weights_at_one_end_they_do():
    """So the symmetry is needed: a target at the end has keys on one side alone."""
    end = np.eye(24)[0]
    amplitudes, phases = np.eye(64)[40], np.full(64, 1.0)
    without = others(amplitudes * np.cos(phases), np.zeros(64), end)
    assert others(amplitudes, phases, end) < without


@pytest.mark.parametrize("n", stored_points())
def test_the_stored_weights_may_be_made_symmetric(n):
    """Without phases T depends on v_s + v_(n-1-s) alone: mirrored places count the same offsets."""
    places, n = stored_points()[n]["placements"], int(n)

    def often(rows):
        return [sum(w * ((t <= s) + (t <= n - 1 - s)) for s, w in rows) for t in (1, 2, n // 3)]

    assert often(places) == often([[n - 1 - s, w] for s, w in places])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda one: one["amplitudes"].append(str(Fraction(one["amplitudes"].pop()) - 1)), "-0.99"),
        (lambda one: one["amplitudes"].pop(), "another number of amplitudes: 63, not 64"),
        (lambda one: one["amplitudes"].append("0"), "another number of amplitudes: 65, not 64"),
        (lambda one: one["placements"].append([0, 0]), "weight"),
        (lambda one: one["placements"].append([0, -1]), "weight"),
    ],
    ids=["amplitude", "fewer", "more", "zero", "weight"],
)
def test_other_amplitudes_and_weights_not_above_0_prove_no_interval(change, why, monkeypatch):
    """The tangent at fewer frequencies would bound the budget of those few alone.

    A slowest amplitude below 0 costs the budget less than nothing, and loses hardly any key:
    with all others a little larger [4.2, 4.27] would be accepted for 64, where 5.255 is needed."""
    stored = deepcopy(stored_points()["64"])
    stored["amplitudes"] = [str(Fraction(x) * Fraction(2001, 2000)) for x in stored["amplitudes"]]
    ends = (Fraction(42, 10), Fraction(527, 100))
    monkeypatch.setattr(planes, "stored_points", lambda: {"64": stored})
    with precision(64):
        assert planes._interval(planes.RopePlanes(), 64, *ends) == ""
        change(stored)
        assert why in planes._interval(planes.RopePlanes(), 64, *ends)
