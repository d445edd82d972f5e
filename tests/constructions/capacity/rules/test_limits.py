"""Where positions merge in a format: distances from whole turns, rounding, real tables."""

import numpy as np
import pytest
from flint import arb, ctx

from constructions.capacity.rules import limits


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8, 44, 45, 710, 711, 5000])
def test_the_least_distance_from_a_turn_is_that_of_balls(n):
    ctx.prec = 200
    turn = 2 * arb.pi()
    found = [abs(k - turn * round(float(k / turn))) for k in range(1, n)]
    least = min(found, key=float)
    below = limits.to_ball(limits.nearest_turn(n))
    assert below <= least < below + arb(2) ** -70


@pytest.mark.parametrize(("kind", "bits"), [(np.float16, 11), (np.float32, 24)])
def test_a_position_is_held_as_numpy_holds_it(kind, bits):
    for position in [*range(9), *(2**bits + k for k in range(-3, 9)), 2**bits * 3 + 2, 40_001]:
        assert limits.held(position, bits, True) == int(kind(position))


@pytest.mark.parametrize(("kind", "row"), [(np.float16, 1), (np.float32, 0)])
def test_rounded_tables_differ_where_they_are_said_to(kind, row):
    _, n = limits.Formats().rows[row]
    m = np.arange(min(n, 1 << 20))
    points = np.stack([np.cos(m), np.sin(m)], axis=1).astype(kind)
    assert len(np.unique(points, axis=0)) == len(m)
