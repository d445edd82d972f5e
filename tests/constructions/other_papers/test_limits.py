"""Where positions merge in a format: distances from whole turns, rounding, real tables."""

import numpy as np
import pytest
from flint import arb, ctx
from mpmath import cos, mpf, sin, workprec

from constructions.capacity.comparison import PAGE
from constructions.other_papers.phase_modulation import slowest as limits
from constructions.other_papers.phase_modulation.limits import PM_ALIAS, PM_DC


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8, 44, 45, 710, 711, 5000])
def test_the_least_distance_from_a_turn_is_that_of_balls(n):
    ctx.prec = 200
    turn = 2 * arb.pi()
    distances = [abs(k - turn * round(float(k / turn))) for k in range(1, n)]
    least = min(distances, key=float)
    below = limits.to_ball(limits.nearest_turn(n))
    assert below <= least < below + arb(2) ** -70


@pytest.mark.parametrize(("kind", "bits"), [(np.float16, 11), (np.float32, 24)])
def test_a_position_is_held_as_numpy_holds_it(kind, bits):
    for position in [*range(9), *(2**bits + k for k in range(-3, 9)), 2**bits * 3 + 2, 40_001]:
        assert limits.rounded_position(position, bits, True) == int(kind(position))


@pytest.mark.parametrize(("kind", "row"), [(np.float16, 1), (np.float32, 0)])
def test_rounded_tables_differ_where_they_should(kind, row):
    _, n = limits.Formats().rows[row]
    m = np.arange(min(n, 1 << 20))
    points = np.stack([np.cos(m), np.sin(m)], axis=1).astype(kind)
    assert len(np.unique(points, axis=0)) == len(m)


def table_row(position: int, base, planes: int) -> list[mpf]:
    """Cosines and sines of a position held in float32, each correctly rounded."""

    def to_float32(x: mpf) -> mpf:
        with workprec(24):
            return +x

    with workprec(200):
        held = limits.rounded_position(position, 24, True)
        phases = [to_float32(held * mpf(base) ** (mpf(-p) / planes)) for p in range(planes)]
        return [to_float32(f(phase)) for phase in phases for f in (cos, sin)]


def test_which_positions_merge_first_hangs_on_the_base():
    pair = 1804, 1804 + limits.Formats().rows[0][1]
    (first, second), base = ((table_row(m, 10**4, 1) for m in pair), 1 + mpf(10) ** -10)
    assert first == second
    same = [table_row(pair[0], b, 64) == table_row(pair[1], b, 64) for b in (base, 10**4, 10**9)]
    assert same == [True, False, False]


def test_the_slowest_plane_keeps_the_order_of_two_keys_in_the_window_of_pm_dc():
    """cos(mθ - Lθ/2) is least at both ends, where it is cos(Lθ/2): PM-dc's page says .4041."""
    length, base, planes = PM_DC.subject().length, PM_DC.subject().base, PM_DC.subject().planes
    with workprec(100):
        angle = mpf(base) ** (mpf(1 - planes) / planes)
        ahead = [cos(m * angle - length * angle / 2) for m in range(length + 1)]
        assert abs(min(ahead) - mpf("0.4041")) < mpf("0.00005")
        assert min(ahead) == min(ahead[0], ahead[-1])


def test_the_capacity_page_says_where_the_slowest_mode_ends():
    share = PM_DC.subject().quarters / PM_ALIAS.subject().quarters
    words = {0.5: "half", 0.25: "a quarter"}[share]
    told = f"the slowest frequency limits the context to {words} of this at most"
    assert told in " ".join(PAGE.split())
