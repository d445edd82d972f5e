"""What comes with the certified budget."""

from math import cos, exp, log, pi

import numpy as np
import pytest
import torch

from constructions.capacity import budgets, certificate, sums
from constructions.capacity.rotations import find_model, rotations

THETA = 1e4 ** (-np.arange(16) / 16)


def test_content_needs_no_more_than_the_simplex_and_the_circle_serve():
    for n in (3, 5, 64):
        best, circle = budgets.by_content(n)
        assert (n - 1) * exp(-best * n / (n - 1)) == pytest.approx(1, abs=0.01)
        letters = [exp(circle * (cos(2 * pi * k / n) - 1)) for k in range(1, n)]
        assert sum(letters) <= 1.01
        assert circle >= best


def test_equal_amplitudes_serve_and_a_little_less_does_not():
    least = budgets.equal_amplitudes(THETA, 200)
    share = sums.exponents(THETA, np.full(16, 1 / 16), 200)
    assert sums.worst_sum(share, least + 0.001) <= 1 < sums.worst_sum(share, least - 0.001)


def test_no_budget_where_an_offset_looks_like_none():
    assert budgets.equal_amplitudes(np.array([2 * pi]), 5) is None


@pytest.mark.parametrize("name", budgets.UNITS)
@pytest.mark.parametrize("alias", ["llama-3.1-8b", "gemma-2-2b", "gpt-j-6b"])
def test_tables_stay_within_the_errors_allowed(name, alias):
    """The library's own angles in float32, rounded as its modules do it."""
    n, dtype = 4096, getattr(torch, name)
    (turned,) = rotations(find_model(alias), n)
    theta = torch.tensor(turned.angles, dtype=torch.float64)
    t = torch.arange(n)
    angle = t.float()[:, None] * theta.float()
    exact = t.double()[:, None] * theta
    off = torch.hypot(
        angle.cos().to(dtype).double() - exact.cos(), angle.sin().to(dtype).double() - exact.sin()
    ).amax(0)
    allowed = torch.tensor(budgets.table_errors(turned.angles, n, budgets.UNITS[name]))
    assert (off <= allowed).all()
    assert (off > allowed / 50).any()


def test_a_budget_serves_in_a_rounded_table():
    """Every target of a window far from the start, with the tables' own cosines and sines."""
    n, last = 40, 2000
    entry = certificate.capacity_fields(THETA, n, None)
    a = np.array([float(x) for x in entry["amplitudes"]])
    exponent = sums.exponents(THETA, a, n)
    kept = budgets.in_table(THETA, a, exponent, last, budgets.UNITS["bfloat16"])
    angle = torch.arange(last - n, last).float()[:, None] * torch.tensor(THETA).float()
    table = torch.complex(angle.cos().bfloat16().double(), angle.sin().bfloat16().double()).numpy()
    scaled = a * (kept.budget + 0.001) / a.sum()
    logits = ((table[:, None].conj() * table[None]).real * scaled).sum(-1)
    own = np.diag(logits)
    others = np.exp(logits - own[:, None]).sum(1) - 1
    assert (others <= 1).all()
    assert kept.budget > a.sum()


def test_planes_die_in_float32_where_the_angle_is_rounded_away():
    kept = budgets.in_table(np.array([1.0, 1e-4]), np.ones(2), np.ones(9), 2**23, 2.0**-24)
    assert kept.surviving == 1


def test_which_planes_carry_the_budget():
    theta = np.array([2 * pi / 5, 2 * pi / 50, 2 * pi / 500])
    assert budgets.carrying(theta, np.array([0.0, 1.0, 0.005])) == (1, 50.0, 50.0)
    assert budgets.carrying(theta, np.array([1.0, 1.0, 1.0])) == (3, 5.0, 500.0)


def test_budgets_have_every_field():
    fields = budgets.budget_fields(certificate.capacity_fields(THETA, 64, None))
    assert fields["equal"] > fields["content"] == pytest.approx(log(63) * 63 / 64, abs=1e-3)
    assert set(fields["tables"]) == set(budgets.UNITS)
