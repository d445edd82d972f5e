"""Block sums of planes by interpolation in the angle: within the bound, and only where it holds."""

import math

import pytest
import torch

from empirical.instrument import series


def plane(radius, length=3, shift=2.0):
    """Keys about a middle that is not 0, at most so far from it, and turned queries of one length:
    (2, 2, L, m) each."""
    draw = torch.Generator().manual_seed(0)
    turns = torch.rand(2, length, 20, generator=draw, dtype=torch.float64) * 7
    keys = torch.rand(2, 2, length, 20, generator=draw, dtype=torch.float64) - 0.5
    keys[:, :, 0, :2] = torch.tensor([[0.5, -0.5], [0.5, -0.5]])  # the corners are the middle's
    queries = torch.stack([turns.cos(), turns.sin()], 1)
    return radius * math.sqrt(2) * keys + shift, queries


def sums(left, right):
    """Block sums of factors (R, K, L, m)."""
    return torch.einsum("rkla,rklb->rab", left, right)


@pytest.mark.parametrize("half", series.HALVES)
@pytest.mark.parametrize("radius", [0.1, 0.4, 0.9, 1.5])
def test_the_error_keeps_within_its_bound(radius, half):
    keys, queries = plane(radius)
    about, middle, radii = series.centred(keys, queries)
    assert radii == pytest.approx(torch.full((2,), radius), rel=1e-6)
    left, right = series.rotation_factors(about, middle, queries, half)
    exact = torch.einsum("rxla,rxlb->rlab", keys, queries).exp().sum(1)
    worst = float(((sums(left, right) - exact) / exact).abs().max())
    bound = float(series.error(radii, half).max())
    assert worst <= bound + 1e-14 * math.exp(2 * radius)
    if bound > 1e-9:  # a bound a thousand times too wide would cost rows that could be had
        assert worst > bound / 1000


def test_rows_go_to_the_smallest_half_that_will_do_or_to_none():
    radius = torch.tensor([1.4, 0.05, torch.nan, 0.3, 0.7, 1.6], dtype=torch.float64)
    groups = [(half, rows.tolist()) for half, rows in series.radius_groups(radius, 1)]
    assert groups == [(3, [1]), (5, [3]), (7, [4]), (9, [0]), (None, [5, 2])]
    two = [(half, rows.tolist()) for half, rows in series.radius_groups(radius, 2)]
    assert two == [(5, [1, 3]), (9, [4, 0]), (None, [5, 2])]
    for half in series.HALVES:
        most = torch.tensor(series.series_radius(half), dtype=torch.float64)
        assert float(series.error(most, half)) <= series.TOLERANCE
    assert series.series_radius(series.HALVES[-1]) == series.LARGEST


def test_each_tokens_keys_have_a_middle_of_their_own():
    keys, queries = plane(0.4)
    keys[:, :, 1] += 5
    about, middle, radius = series.centred(keys, queries)
    assert radius.max() < 0.5
    left, right = series.rotation_factors(about, middle, queries, 6)
    exact = torch.einsum("rxla,rxlb->rlab", keys, queries).exp().sum(1)
    assert float(((sums(left, right) - exact) / exact).abs().max()) < 1e-6


def test_queries_of_several_lengths_are_no_turned_query():
    keys, queries = plane(0.4)
    queries[1, :, 0, 0] *= 1.001
    assert series.centred(keys, queries)[2].isnan().tolist() == [False, True]


def test_keys_turned_back_meet_the_first_tokens_queries_and_one_series_does_for_all_tokens():
    keys, queries = plane(0.2, shift=0.3)
    steps = torch.tensor([0.0, 0.7, 2.1])[:, None]
    first = torch.arange(20) * 1.3
    angles = first + steps
    queries = torch.stack([angles.cos(), angles.sin()])[None].expand_as(keys).double()
    there, slip = series.turned_keys(keys, queries)
    assert float(slip.max()) < 1e-6
    exact = torch.einsum("rxla,rxlb->rlab", keys, queries).exp().sum(1)
    one = queries[:, :, :1]
    again = torch.einsum("rxla,rxlb->rlab", there, one.expand_as(there)).exp().sum(1)
    assert torch.allclose(again, exact, rtol=1e-6)
    about, middle, radius = series.centred(there, one)
    assert middle.shape == (2, 2, 1, 1)
    left, right = series.rotation_factors(about, middle, one, 9)
    assert left.shape == right.shape == (2, 19, 1, 20)
    bound = float(series.error(radius, 9).max())
    assert float(((sums(left, right) - exact) / exact).abs().max()) < bound + 1e-6


def test_the_slip_is_the_largest_error_of_a_logit():
    keys, queries = plane(0.4)  # turned by no one angle
    there, slip = series.turned_keys(keys, queries)
    logits = torch.einsum("rxla,rxlb->rlab", keys, queries)
    moved = torch.einsum("rxla,rxlb->rlab", there, queries[:, :, :1].expand_as(there))
    worst = (logits - moved).abs().amax((1, 2, 3))
    assert bool((worst <= slip * 1.000001).all())
    assert bool((worst > slip / 20).all())
    still = torch.zeros_like(queries)
    assert bool(series.turned_keys(keys, still)[1].isnan().all())
