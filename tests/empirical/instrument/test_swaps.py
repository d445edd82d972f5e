"""Scores of many rows at once, each with its own mask, rest and keys, against the definition."""

from itertools import combinations
from math import exp, hypot, log

import numpy as np
import pytest
import torch

from empirical.instrument import float32_path, swaps
from empirical.instrument.swaps import TooFewBlocks, swap_scores
from empirical.protocol.convention import Convention

RULES = [
    Convention(tau=0.1),
    Convention(tau=0.1, signed=True),
    Convention(tau=0.3, length=3),
    Convention(tau=0.1, cosine="clamped", length=2),
    Convention(tau=0.1, centred=True, length=2),
    Convention(tau=1.0, centred=True, cosine="clamped"),
]
ROWS, BLOCKS = 24, 5


def rows(seed, logits=2.0):
    """Entries, rests, numbers of keys, and blocks that take part: two at least in every row."""
    rng = np.random.default_rng(seed)
    entries = logits * rng.normal(size=(ROWS, BLOCKS, BLOCKS))
    valid = rng.random((ROWS, BLOCKS)) < 0.6
    valid[:, :2] |= ~(valid.sum(1) >= 2)[:, None]
    return entries, rng.normal(size=ROWS), rng.integers(20, 40, ROWS), valid


def defined(entries, rest, keys, rules, blocks):
    """s_pos and s_sym of one row by their definition."""
    total = exp(rest) + sum(exp(entries[b, b]) for b in blocks)
    shift = 1 / keys if rules.centred else 0.0
    floor = 1e-8 if rules.cosine == "clamped" else 0.0
    gaps, cosines = [], []
    for i, j in combinations(blocks, 2):
        d = [exp(entries[b, b]) / total / rules.length for b in (i, j)]
        gap = d[0] - d[1]
        gaps.append((gap if rules.signed else abs(gap)) / rules.tau)
        stays = sum(exp(entries[b, b]) for b in blocks if b not in (i, j))
        moved = exp(entries[j, i]), exp(entries[i, j])
        after = exp(rest) + stays + sum(moved)
        v = [x - shift for x in d]
        w = [x / after / rules.length - shift for x in moved]
        size = max(hypot(*v), floor) * max(hypot(*w), floor)
        cosines.append(((v[0] * w[0] + v[1] * w[1]) / size, (v[1] * w[0] + v[0] * w[1]) / size))
    alpha = [exp(gap - max(gaps)) for gap in gaps]
    means = (sum(a * c[k] for a, c in zip(alpha, cosines, strict=True)) for k in (0, 1))
    return [x / sum(alpha) for x in means]


@pytest.mark.parametrize("chunk", [1, 80, 1 << 17])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.phrase)
def test_every_row_is_scored_by_its_own_mask_rest_and_keys(rules, chunk, monkeypatch):
    monkeypatch.setattr(swaps, "CHUNK", chunk)
    entries, rest, keys, valid = rows(1)
    wanted = [
        defined(e, r, k, rules, np.flatnonzero(v))
        for e, r, k, v in zip(entries, rest, keys, valid, strict=True)
    ]
    given = torch.from_numpy(entries).masked_fill(~torch.from_numpy(valid)[:, :, None], torch.nan)
    scores = swap_scores(
        given,
        torch.from_numpy(rest),
        rules,
        valid=torch.from_numpy(valid),
        keys=torch.from_numpy(keys),
    )
    assert torch.stack(scores[:2], 1).numpy() == pytest.approx(np.array(wanted), abs=1e-9)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.phrase)
def test_without_given_keys_every_block_and_the_query_count(rules):
    entries, rest, _, _ = rows(2)
    keys = BLOCKS * rules.length + 1
    wanted = [defined(e, r, keys, rules, range(BLOCKS)) for e, r in zip(entries, rest, strict=True)]
    scores = swap_scores(torch.from_numpy(entries), torch.from_numpy(rest), rules)
    assert torch.stack(scores[:2], 1).numpy() == pytest.approx(np.array(wanted), abs=1e-9)


def test_weights_close_to_the_clamp_are_scored_by_it():
    small = log(3e-8)
    entries = np.full((3, 3), small)
    entries[0, 1], entries[2, 2] = small - 1, small + 2
    rules = Convention(cosine="clamped", tau=0.1)
    wanted = defined(entries, 0.0, 4, rules, range(3))
    scores = swap_scores(torch.from_numpy(entries), torch.zeros((), dtype=torch.float64), rules)
    assert [float(x) for x in scores[:2]] == pytest.approx(wanted, abs=1e-9)


def test_opposite_centred_weights_score_below_zero():
    entries = torch.tensor([[1.0, -1.0], [1.0, -1.0]], dtype=torch.float64)
    rest = torch.tensor(0.0, dtype=torch.float64)
    rules = Convention(centred=True, tau=0.1)
    wanted = defined(entries.numpy(), 0.0, 3, rules, range(2))
    scores = [float(x) for x in swap_scores(entries, rest, rules)[:2]]
    assert scores == pytest.approx(wanted, abs=1e-9)
    assert min(scores) < -0.1


def test_the_row_with_fewest_blocks_decides_whether_there_is_a_swap():
    entries, rest = torch.zeros(2, 3, 3), torch.zeros(2)
    valid = torch.tensor([[True, True, True], [True, False, False]])
    with pytest.raises(TooFewBlocks, match="sees 1 whole block,"):
        swap_scores(entries, rest, valid=valid)


@pytest.mark.parametrize("value", [torch.inf, -torch.inf, torch.nan])
def test_no_row_with_infinite_entries_or_an_infinite_rest_is_scored(value):
    entries, rest = torch.zeros(3, 4, 4), torch.zeros(3)
    entries[2, 1, 3] = value
    with pytest.raises(ValueError, match="NaN or infinite"):
        swap_scores(entries, rest)
    if value != -torch.inf:
        with pytest.raises(ValueError, match="NaN or infinite"):
            swap_scores(torch.zeros(3, 4, 4), torch.tensor([0.0, value, 0.0]))


@pytest.mark.parametrize("most", [14.0, 16.0, 25.0, 32.0, 39.0])
@pytest.mark.parametrize("spread", [0.0, 1e-3, 0.05])
@pytest.mark.parametrize("fan", [0.4, 0.02])
def test_planes_with_large_logits_that_hardly_turn_are_scored_alike(most, spread, fan):
    rng = np.random.default_rng(3)
    many, length = 40, 4
    angles = fan * rng.normal(size=(6, 1, many)) + spread * np.arange(length)[:, None]
    keys = torch.from_numpy(np.stack([np.cos(angles), np.sin(angles)], 1))
    turned = fan * rng.normal(size=(6, 1, many)) + spread * np.arange(length)[:, None]
    queries = most * torch.from_numpy(np.stack([np.cos(turned), np.sin(turned)], 1))
    rest, rules = torch.zeros(6, dtype=torch.float64), Convention(length=length, tau=0.1)
    logits = torch.einsum("rxla,rxlb->rlab", keys, queries)
    exact = swap_scores(logits.logsumexp(1), rest, rules)
    single = float32_path.float32_scores(keys, queries, rest, None, rules, scale=1.0)
    assert float((torch.stack(exact[:2]) - single).abs().max()) < 1e-5


@pytest.mark.parametrize("scale", [-2.0, 0.5, 3.0])
@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("size", [0.4, 1.0])
def test_no_logit_is_beyond_the_bound_whatever_its_sign_and_scale(scale, sign, size):
    rng = np.random.default_rng(4)
    keys = size * torch.from_numpy(1 + rng.random((3, 8, 2, 40)))
    queries = 2 * sign * keys
    largest = (scale * torch.einsum("rxla,rxlb->rlab", keys, queries)).abs().amax((1, 2, 3))
    bound = float32_path.bound(keys, queries, scale)
    assert bool((bound >= largest * (1 - 1e-6)).all())
