"""Float32 where it is enough: the float64 scores to 1e-5, on tied, peaked and padded rows too."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from empirical.architectures.specimens import tiny
from empirical.instrument import float32_path
from empirical.instrument.heads import read_heads
from empirical.instrument.scores import score_layer, score_reading
from empirical.instrument.swaps import swap_scores
from empirical.protocol.convention import Convention

BOUND = 1e-5
BLOCKS = 64


def rows(kind, length, width, seed=0):
    """Keys and queries (R, L, m, d), the rest (R,) and which blocks take part."""
    rng = np.random.default_rng(seed)
    keys, queries = (torch.from_numpy(rng.normal(size=(6, length, BLOCKS, width))) for _ in "kq")
    rest, valid = torch.from_numpy(rng.normal(size=6)), None
    if kind == "tied":  # every content alike, so every weight but for its place
        keys = keys[:, :, :1].expand_as(keys)
    if kind == "all tied":
        keys, queries = keys[:, :, :1].expand_as(keys), queries[:, :, :1].expand_as(queries)
    if kind == "saturated":  # one key takes all but nothing
        keys[:, :, 7] *= 8
    if kind == "near tie":  # two keys take half each, to 3e-8, and do not swap alike
        for x, more in ((keys, 1 + 3e-8), (queries, 1)):
            x[:, :, 7] *= 4
            x[:, :, 8] = more * x[:, :, 7].roll(1, dims=-1)
        queries[:, :, 7] = keys[:, :, 7]
        queries[:, :, 8] = keys[:, :, 7].roll(1, dims=-1)
    if kind == "drowned":  # the query's own key takes nearly all
        rest = rest + 30
    if kind == "padded":
        valid = torch.from_numpy(rng.random((6, BLOCKS)) < 0.6)
        keys = keys.masked_fill(~valid[:, None, :, None], 5.0)
    if kind == "two left":
        valid = torch.zeros(6, BLOCKS, dtype=torch.bool)
        valid[:, [3, 40]] = True
    return keys, queries, rest, valid


KINDS = ("plain", "tied", "all tied", "saturated", "near tie", "drowned", "padded", "two left")


def both(kind, length=4, width=2, softcap=None, tau=1e-4):
    keys, queries, rest, valid = rows(kind, length, width)
    given = [x.movedim(-1, 1) for x in (keys, queries)]
    scale = min(1.0, float(35 / float32_path.bound(*given, 1.0).max()))
    rules = Convention(length=length, tau=tau)
    logits = float32_path.capped(scale * keys @ queries.mT, softcap)
    exact = swap_scores(logits.logsumexp(1), rest, rules, valid=valid)
    single = float32_path.float32_scores(*given, rest, valid, rules, scale=scale, softcap=softcap)
    return torch.stack([exact.s_pos, exact.s_sym]), single


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(1, 2), (4, 2), (4, 16)])
def test_the_scores_are_those_of_float64(kind, shape):
    exact, single = both(kind, *shape)
    assert float((exact - single).abs().max()) < BOUND


@pytest.mark.parametrize("tau", [1e-6, 1e-4, 1e-2, 1.0])
def test_at_every_temperature_and_under_a_softcap(tau):
    exact, single = both("plain", tau=tau, softcap=10.0)
    assert float((exact - single).abs().max()) < BOUND


def test_weights_in_float32_would_not_do(monkeypatch):
    alpha = float32_path._alpha
    rough = lambda own, rest, valid, rules: alpha(own.float(), rest.float(), valid, rules)  # noqa: E731
    monkeypatch.setattr(float32_path, "_alpha", rough)
    assert max(float((exact - single).abs().max()) for exact, single in map(both, KINDS)) > BOUND


@pytest.mark.parametrize("name", ["llama", "gemma2", "gptj", "qwen2/sliding"])
@pytest.mark.parametrize("per_frequency", [False, True])
def test_a_models_heads_are_scored_alike_either_way(name, per_frequency, monkeypatch):
    tokens = torch.randint(0, 50, (2, 61), generator=torch.Generator().manual_seed(1))
    reading = read_heads(tiny(name), tokens)
    rules, scored = Convention(length=3), []
    for fewest, limit in (
        (2, float32_path.LIMIT),
        (2, 2.0),
        (1000, 0.0),
    ):  # float32, some of each, float64
        monkeypatch.setattr(float32_path, "FEWEST", fewest)
        monkeypatch.setattr(float32_path, "LIMIT", limit)
        scored.append(score_reading(reading, rules, per_frequency=per_frequency))
    for scores in scored[:2]:
        for ours, theirs in zip(scores[:2], scored[2][:2], strict=True):
            assert float((ours - theirs).abs().max()) < BOUND


def sized(layer, most, per_frequency):
    """The layer, its queries so long that the largest logit of each head, or of each frequency, is
    `most` in size."""
    planes = layer.per_frequency() if per_frequency else None
    largest = layer.placement(planes).nan_to_num().abs().amax((-2, -1))
    stretch = torch.ones_like(layer.query, dtype=torch.float64)
    if planes is None:
        stretch *= most / largest[..., None]
    else:
        stretch[..., planes] = (most / largest)[..., None].expand(*largest.shape, 2)
    query, own = (x * stretch.float() for x in (layer.query, layer.own_terms))
    return replace(layer, query=query, own_terms=own)


@pytest.mark.parametrize("name", ["llama", "gptj"])
@pytest.mark.parametrize("per_frequency", [False, True])
@pytest.mark.parametrize("most", [39.0, 41.0, 50.0, 60.0, 200.0])
def test_logits_that_float32_does_not_hold_are_scored_in_float64(
    name, per_frequency, most, monkeypatch
):
    """From about 44 on, float32 has no square of a logit's exponential."""
    tokens = torch.randint(0, 50, (2, 61), generator=torch.Generator().manual_seed(1))
    options = {"convention": Convention(length=1, tau=1e-2), "per_frequency": per_frequency}
    for layer in read_heads(tiny(name), tokens).layers:
        long, scored = sized(layer, most, per_frequency), []
        for fewest in (float32_path.FEWEST, 1000):  # as it is, and all of it in float64
            monkeypatch.setattr(float32_path, "FEWEST", fewest)
            scored.append(score_layer(long, **options))
            monkeypatch.undo()
        for ours, exact in zip(scored[0][:2], scored[1][:2], strict=True):
            assert float((ours - exact).abs().max()) < BOUND


def test_what_only_float64_can_say_goes_there():
    assert float32_path.suits(float32_path.FEWEST, Convention())
    assert not float32_path.suits(float32_path.FEWEST - 1, Convention())
    for rules in (Convention(cosine="clamped"), Convention(centred=True), Convention(signed=True)):
        assert not float32_path.suits(256, rules)


def test_no_logit_is_beyond_the_bound_and_long_vectors_across_each_other_fit():
    keys, queries, _, _ = rows("plain", 4, 16)
    keys, queries = keys * 5, queries * 5
    keys[:, :, :, 8:], queries[:, :, :, :8] = 0, 0
    keys[0, 1, 5, :], queries[0, 1, 9, :] = 20, 20
    given = [x.movedim(-1, 1) for x in (keys, queries)]
    bound, largest = (
        float32_path.bound(*given, 0.5),
        0.5 * (keys @ queries.mT).abs().amax((1, 2, 3)),
    )
    assert bool((bound >= largest).all())
    assert bound[0] > float32_path.LIMIT
    assert bool((bound[1:] < float32_path.LIMIT).all())


@pytest.mark.parametrize("blocks", [33, 63, 130])
def test_strips_cover_every_pair_once(blocks, monkeypatch):
    monkeypatch.setattr(f"{__name__}.BLOCKS", blocks)
    exact, single = both("plain", tau=1.0)
    assert float((exact - single).abs().max()) < BOUND


def turning(lengthwise, step=0.3, slip=0.0, most=1.0, spread=1.0):
    """Planes' keys (R, 2, L, m) and queries as a model turns them, later tokens by `step` more,
    all by up to `slip` besides; no logit is larger than `most`. Keys lie about 0, or, the smaller
    the `spread`, the closer about another point."""
    rng = np.random.default_rng(1)
    keys = torch.from_numpy(rng.normal(size=(6, 2, lengthwise, BLOCKS)))
    keys = spread * keys + (1 - spread) * torch.tensor([3.0, 1.0])[:, None, None]
    angles = 0.9 * lengthwise * torch.arange(BLOCKS) + step * torch.arange(lengthwise)[:, None]
    angles = angles + slip * torch.from_numpy(rng.random((lengthwise, BLOCKS)))
    queries = torch.stack([angles.cos(), angles.sin()]).expand_as(keys) * most
    return keys / keys.norm(dim=1).amax((1, 2))[:, None, None, None], queries


def off(keys, queries):
    """How far the scores of planes are from those of float64."""
    rest, rules = torch.zeros(6, dtype=torch.float64), Convention(length=4, tau=1e-3)
    logits = torch.einsum("rxla,rxlb->rlab", keys, queries)
    exact = swap_scores(logits.logsumexp(1), rest, rules)
    single = float32_path.float32_scores(keys, queries, rest, None, rules, scale=1.0)
    return float((torch.stack([exact.s_pos, exact.s_sym]) - single).abs().max())


@pytest.mark.parametrize("slip", [0.0, 1e-5, 0.02])
@pytest.mark.parametrize("most", [0.0, 0.05, 0.6, 1.4, 2.5, 6.0, 20.0])
def test_planes_are_scored_alike_however_large_their_logits(most, slip):
    assert off(*turning(4, slip=slip, most=most)) < BOUND


@pytest.mark.parametrize("slip", [0.0, 0.02])
@pytest.mark.parametrize("spread", [0.01, 0.05])
@pytest.mark.parametrize("most", [10.0, 14.0, 16.0, 25.0, 39.0])
def test_keys_close_together_are_scored_alike_however_large_their_logits(most, spread, slip):
    """A series makes their block sums as soon as their distances are small, whatever their size."""
    assert off(*turning(4, step=0.0, slip=slip, most=most, spread=spread)) < BOUND


@pytest.mark.parametrize(
    ("most", "slip", "made"),
    [
        (0.6, 0.0, "_products of one"),
        (0.6, 0.02, "_products of several"),
        (2.5, 0.0, "_squares of several"),
        (6.0, 0.0, "_exponentials of several"),
    ],
)
def test_each_way_to_block_sums_is_taken_where_it_is_meant(most, slip, made, monkeypatch):
    used = set()
    for name in ("_products", "_squares", "_exponentials"):
        make = getattr(float32_path, name)

        def spy(*given, make=make, name=name):
            tokens = "one" if given[-4].shape[2] == 1 else "several"
            used.add(f"{name} of {tokens}")
            make(*given)

        monkeypatch.setattr(float32_path, name, spy)
    keys, queries = turning(4, slip=slip, most=most)
    rest = torch.zeros(6, dtype=torch.float64)
    float32_path.float32_scores(keys, queries, rest, None, Convention(length=4), scale=1.0)
    assert used == {made}


def test_swaps_without_weight_are_left_out_and_no_others(monkeypatch):
    taken = []
    weighed = float32_path._weighed
    monkeypatch.setattr(float32_path, "_weighed", lambda *x: taken.append(x[6]) or weighed(*x))
    exact, single = both("saturated", width=16)
    assert float((exact - single).abs().max()) < BOUND
    assert max(taken) < BLOCKS // 2
    taken.clear()
    both("plain", tau=1.0)
    assert set(taken) == {BLOCKS - 1}
