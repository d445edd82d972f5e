"""Use of frequencies: known heads, and invariance."""

import torch

from empirical.experiments.mechanism.frequencies import (
    READINGS,
    complex_planes,
    frequency_summary,
    use,
)


def in_plane(plane):
    """Vectors (inputs, tokens, 2 · planes) that live in one plane (ID)."""
    x = torch.zeros(4, 6, 2 * 8)
    x[..., 2 * plane - 2 : 2 * plane] = torch.randn(
        4, 6, 2, generator=torch.Generator().manual_seed(plane)
    )
    return x


def test_a_head_in_one_plane_has_that_planes_id():
    summary = frequency_summary(use(in_plane(3), in_plane(3), 0.1))
    assert (summary.mean_id, summary.mean_id_error, summary.dominant) == (3.0, 0.0, 3)
    assert set(vars(summary.mean_ids).values()) == {3.0}


def test_equal_use_of_two_planes_is_halfway():
    x = torch.ones(2, 5, 8)
    x[..., 2:6] = 0
    summary = frequency_summary(use(x, x, 1.0))
    assert summary.mean_id == 2.5
    assert summary.use == (0.5, 0.0, 0.0, 0.5)


def test_norm_is_that_of_the_logits_that_the_planes_add_up_to():
    q, k = (torch.randn(3, 5, 6, generator=torch.Generator().manual_seed(s)) for s in (0, 1))
    parts = 0.5 * (complex_planes(q)[..., :, None].conj() * complex_planes(k)[..., None, :]).real
    torch.testing.assert_close(parts.sum(1), 0.5 * (q @ k.mT).double(), rtol=1e-5, atol=1e-6)
    squares = parts.tril().square().sum((-1, -2))
    torch.testing.assert_close(use(q, k, 0.5)["squared"], squares)


def test_centred_ignores_what_all_keys_share_and_no_norm_exceeds_the_product():
    q = torch.randn(3, 5, 6, generator=torch.Generator().manual_seed(2))
    k = torch.ones(3, 5, 6)
    uses = use(q, k, 1.0)
    assert float(uses["centred"].max()) < 1e-6 < float(uses["norm"].min())
    assert set(uses) == set(READINGS)
    pairs = 5 * 6 / 2
    assert bool((uses["norm"] <= uses["product"] * pairs + 1e-9).all())
