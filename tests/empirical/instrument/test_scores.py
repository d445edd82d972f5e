"""Scores against brute force on real models, and against high precision on hard matrices."""

from dataclasses import replace
from functools import cache
from itertools import combinations
from math import inf, nan

import mpmath
import numpy as np
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from empirical.instrument import scores, swaps
from empirical.instrument.heads import Reading, read_heads
from empirical.instrument.rotation import Rotation
from empirical.instrument.scores import score_reading
from empirical.instrument.swaps import swap_scores
from empirical.protocol.convention import Convention
from tests.empirical.mutants import WRONG_ROTATIONS
from tests.empirical.oracle import (
    ARCHITECTURES,
    blocks,
    brute_force,
    close,
    interleaved,
    swapped_rows,
    tiny,
    tokens,
)
from tests.placements import swap_cosines

CONVENTIONS = [
    {},
    {"tau": 0.1},
    {"cosine": "clamped"},
    {"centred": True, "tau": 0.1},
    {"centred": True, "cosine": "clamped"},
    {"signed": True, "tau": 1.0},
]
TOLERANCE = 1e-9


def rules_of(length, options):
    return Convention(length=length, **options)


def agree(ours, brute, tolerance=TOLERANCE):
    close(torch.stack([ours.s_pos, ours.s_sym]), brute, tolerance)


MASK = torch.ones(2, 13, dtype=torch.int64)
MASK[1, :4] = 0
"""Of an input whose second sample is padded."""


@cache
def reading(name, mask=None):
    """What is read of a tiny model; no convention changes it."""
    return read_heads(tiny(name), tokens(), attention_mask=mask)


@cache
def swapped(name, *span, mask=None, by_frequency=False):
    """Log-weights before and after each swap; no convention changes them either."""
    planes = None
    if by_frequency:
        width = 6 if name == "gptj/partial" else reading(name).layers[0].keys.shape[-1]
        step, far = (2, 1) if interleaved(name) else (1, width // 2)
        planes = [[step * f, step * f + far] for f in range(width // 2)]
    return swapped_rows(tiny(name), tokens(), blocks(*span), mask, planes)


@pytest.mark.parametrize("name", ARCHITECTURES)
@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("length", [1, 3])
def test_scores_equal_brute_force(name, convention, length):
    ours = score_reading(reading(name), rules_of(length, convention))
    span = 0, 12, length
    agree(ours, brute_force(swapped(name, *span), blocks(*span), **convention)[..., 0])
    assert float(ours.s_pos.std()) > 1e-3


@pytest.mark.parametrize("name", ARCHITECTURES)
@pytest.mark.parametrize("length", [1, 3])
@pytest.mark.parametrize("convention", CONVENTIONS[:4])
def test_scores_per_frequency_equal_brute_force(name, length, convention):
    ours = score_reading(reading(name), rules_of(length, convention), per_frequency=True)
    span = 0, 12, length
    agree(ours, brute_force(swapped(name, *span, by_frequency=True), blocks(*span), **convention))


@pytest.mark.parametrize("name", ["llama", "gemma2", "gptj"])
@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("length", [1, 2])
def test_padding_and_tokens_outside_the_blocks(name, convention, length):
    rules = rules_of(length, convention)
    ours = score_reading(reading(name, MASK), rules, start=1, count=10 // length)
    span = 1, 11, length
    agree(ours, brute_force(swapped(name, *span, mask=MASK), blocks(*span), **convention)[..., 0])


@pytest.mark.parametrize("name", ARCHITECTURES)
@pytest.mark.parametrize("wrong", WRONG_ROTATIONS)
def test_a_wrong_rotation_would_show(name, wrong, monkeypatch):
    span = 0, 12, 1
    brute = brute_force(swapped(name, *span), blocks(*span), tau=0.1)[..., 0]
    monkeypatch.setattr(Rotation, "turn", wrong)
    ours = score_reading(read_heads(tiny(name), tokens()), Convention(tau=0.1))
    assert float((ours.s_pos - brute[0]).abs().max()) > 1e-3


def test_work_split_into_parts_is_the_same(monkeypatch):
    three = read_heads(tiny("llama"), tokens(samples=3))
    whole = score_reading(three, Convention(length=2), per_frequency=True)
    monkeypatch.setattr(swaps, "CHUNK", 40)
    for budget in (1, 300, 1000, 5000):
        monkeypatch.setattr(scores, "BUDGET", budget)
        agree(score_reading(three, Convention(length=2), per_frequency=True), pair(whole))


def test_tables_that_differ_between_samples_are_split_with_them(monkeypatch):
    three = read_heads(tiny("llama"), tokens(samples=3))
    layers = []
    for layer in three.layers:
        turn = layer.rotation
        own = replace(turn, cos=turn.cos.repeat(3, 1, 1), sin=turn.sin.repeat(3, 1, 1))
        layers.append(replace(layer, rotation=own))
    monkeypatch.setattr(scores, "BUDGET", 1)
    agree(score_reading(Reading(three.logits, layers)), pair(score_reading(three)), 1e-12)


def pair(result):
    return torch.stack([result.s_pos, result.s_sym])


def test_layers_without_rotation_have_no_frequencies():
    result = score_reading(reading("smollm3"), per_frequency=True)
    assert result.s_pos.shape == (4, 4, 2, 4)
    assert result.s_pos[3].isnan().all()
    assert not result.s_pos[:3].isnan().any()


def test_a_swap_read_off_the_placement_matrix_alone():
    """The scores of one swap are the two cosines that theory computes from M."""
    generator = torch.Generator().manual_seed(2)
    M = 5 * torch.randn(20, 2, 2, generator=generator, dtype=torch.float64)
    same, flipped = swap_cosines(M.numpy())
    ours = swap_scores(M, torch.zeros(20))
    close(ours.s_pos, torch.from_numpy(same[:, 0, 1].copy()), 1e-12)
    close(ours.s_sym, torch.from_numpy(flipped[:, 0, 1].copy()), 1e-12)


# Pure functions, against the definitions in 50 digits.


def exact_scores(entries, rest, tau, cosine, centred, length=1):
    """The definitions, literally: weights before and after every swap, no cancellation trick."""
    with mpmath.workdps(50):
        m = len(entries)
        E = [[mpmath.exp(mpmath.mpf(x)) for x in row] for row in entries]
        left = mpmath.exp(mpmath.mpf(rest))
        uniform = mpmath.mpf(1) / (m * length + 1) if centred else mpmath.mpf(0)
        floor = mpmath.mpf("1e-8") if cosine == "clamped" else mpmath.mpf(0)
        total = left + sum(E[b][b] for b in range(m))
        gaps, same, flipped = [], [], []
        for i, j in combinations(range(m), 2):
            d = E[i][i] / total / length, E[j][j] / total / length
            stays = sum(E[b][b] for b in range(m) if b not in (i, j))
            after = left + stays + E[j][i] + E[i][j]
            v = [x - uniform for x in d]
            w = [x / after / length - uniform for x in (E[j][i], E[i][j])]
            norms = max(mpmath.hypot(*v), floor) * max(mpmath.hypot(*w), floor)
            v, w = ([x if abs(x) > 1e-40 * uniform else 0 for x in side] for side in (v, w))
            gaps.append(abs(d[0] - d[1]) / tau)
            same.append((v[0] * w[0] + v[1] * w[1]) / norms if norms else 0)
            flipped.append((v[1] * w[0] + v[0] * w[1]) / norms if norms else 0)
        alpha = [mpmath.exp(gap - max(gaps)) for gap in gaps]
        return [
            float(sum(a * c for a, c in zip(alpha, side, strict=True)) / sum(alpha))
            for side in (same, flipped)
        ]


LOGITS = st.one_of(
    st.sampled_from([-1e4, 1e4, 0.0]),
    st.integers(-3, 3).map(float),
    st.integers(-40, 40).map(float),
)


@st.composite
def placements(draw):
    m = draw(st.integers(2, 5))
    return [[draw(LOGITS) for _ in range(m)] for _ in range(m)]


@settings(max_examples=200, deadline=None)
@given(
    entries=placements(),
    rest=LOGITS,
    tau=st.sampled_from([1e-4, 0.1, 1.0]),
    cosine=st.sampled_from(["scale-free", "clamped"]),
    centred=st.booleans(),
    length=st.sampled_from([1, 4]),
)
@example([[1e4, -1e4, 0.0], [0.0, 0.0, -1e4], [1e4, 0.0, 0.0]], 0.0, 1e-4, "clamped", False, 1)
@example([[-1e4, -1e4], [-1e4, -1e4]], 1e4, 1e-4, "scale-free", False, 1)
@example([[0.0, 0.0], [0.0, 0.0]], 0.0, 1e-4, "scale-free", True, 1)
@example([[1e4, 0.0, 1.0], [2.0, -1e4, 3.0], [1.0, 2.0, -1e4]], -1e4, 1e-4, "clamped", True, 1)
def test_extreme_logits(entries, rest, tau, cosine, centred, length):
    ours = swap_scores(
        torch.tensor(entries, dtype=torch.float64),
        torch.tensor(rest, dtype=torch.float64),
        Convention(tau=tau, cosine=cosine, centred=centred, length=length),
    )
    expected = exact_scores(entries, rest, tau, cosine, centred, length)
    assert [float(ours.s_pos), float(ours.s_sym)] == pytest.approx(expected, abs=1e-6)


FINITE = st.floats(-20, 20)


@settings(max_examples=50, deadline=None)
@given(st.lists(FINITE, min_size=3, max_size=3), FINITE)
def test_positional_and_symbolic_heads_score_one(logits, rest):
    row = torch.tensor(logits, dtype=torch.float64)
    rest = torch.tensor(rest, dtype=torch.float64)
    positional, symbolic = row.expand(3, 3), row[:, None].expand(3, 3)
    assert float(swap_scores(positional, rest).s_pos) == pytest.approx(1, abs=1e-12)
    assert float(swap_scores(symbolic, rest).s_sym) == pytest.approx(1, abs=1e-12)


@settings(max_examples=50, deadline=None)
@given(placements(), LOGITS, st.randoms(use_true_random=False), st.sampled_from(CONVENTIONS[:5]))
def test_names_of_blocks_and_a_common_shift_do_not_matter(entries, rest, random, convention):
    E, left = np.array(entries), torch.tensor(rest, dtype=torch.float64)
    order = random.sample(range(len(E)), len(E))
    rules = Convention(**convention)
    same = swap_scores(torch.from_numpy(E[np.ix_(order, order)] + 7.0), left + 7.0, rules)
    assert pair(same).tolist() == pytest.approx(
        pair(swap_scores(torch.from_numpy(E), left, rules)).tolist(), abs=1e-6
    )


@pytest.mark.parametrize("m", range(2, 12))
@pytest.mark.parametrize("length", [1, 2, 3])
def test_uniform_attention_scores_one_on_both_and_nothing_when_centred(m, length):
    logit = torch.tensor(0.3, dtype=torch.float64)
    E = (logit + torch.tensor(length, dtype=torch.float64).log()).expand(m, m)
    plain, centred = (Convention(length=length, centred=c) for c in (False, True))
    assert pair(swap_scores(E, logit, plain)).tolist() == pytest.approx([1, 1], abs=1e-12)
    assert pair(swap_scores(E, logit, centred)).tolist() == [0, 0]


def test_tied_gaps_share_and_zero_gaps_weigh_nothing_next_to_them():
    """d_0 = d_1 < d_2: swaps (0, 2) and (1, 2) tie and share; (0, 1) has a zero gap."""
    E = torch.tensor([[0.0, 9.0, 0.0], [9.0, 0.0, 3.0], [3.0, 0.0, 3.0]], dtype=torch.float64)
    rest = torch.zeros((), dtype=torch.float64)
    alone = [pair(swap_scores(E[[a, 2]][:, [a, 2]], rest)) for a in (0, 1)]
    close(pair(swap_scores(E, rest)), (alone[0] + alone[1]) / 2, 1e-12)
    assert not torch.allclose(alone[0], alone[1], atol=0.1)


def test_all_gaps_zero_weigh_alike():
    E = torch.tensor([[0.0, 1.0, 2.0], [3.0, 0.0, 4.0], [5.0, 6.0, 0.0]], dtype=torch.float64)
    rest = torch.zeros((), dtype=torch.float64)
    each = [pair(swap_scores(E[[i, j]][:, [i, j]], rest)) for i, j in combinations(range(3), 2)]
    close(pair(swap_scores(E, rest)), sum(each) / 3, 1e-12)


def test_clamp_changes_what_a_peaked_head_scores():
    """Two keys of weight e^-40 behind a peak: a positional pair that the clamp calls neither."""
    E = torch.tensor([[-40.0, -30.0], [-40.0, -30.0]], dtype=torch.float64)
    rest = torch.zeros((), dtype=torch.float64)
    assert float(swap_scores(E, rest).s_pos) == pytest.approx(1, abs=1e-12)
    assert float(swap_scores(E, rest, Convention(cosine="clamped")).s_pos) < 1e-8


def test_hidden_blocks_are_ignored_whatever_they_hold():
    E = torch.randn(5, 3, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(3))
    larger = torch.full((5, 4, 4), nan, dtype=torch.float64)
    larger[:, 1:, 1:] = E
    valid = torch.tensor([False, True, True, True])
    rest = torch.zeros(5, dtype=torch.float64)
    for convention in CONVENTIONS:
        rules = Convention(**convention)
        close(
            pair(swap_scores(larger, rest, rules, valid=valid, keys=4)),
            pair(swap_scores(E, rest, rules)),
            1e-12,
        )


@pytest.mark.parametrize(
    ("entries", "rest", "options", "message"),
    [
        ([[0.0, nan], [0.0, 0.0]], 0.0, {}, "NaN or infinite"),
        ([[0.0, inf], [0.0, 0.0]], 0.0, {}, "NaN or infinite"),
        ([[0.0, 0.0], [0.0, 0.0]], nan, {}, "NaN or infinite"),
        ([[0.0]], 0.0, {}, "sees 1 whole block,"),
        (
            [[0.0, 0.0], [0.0, 0.0]],
            0.0,
            {"valid": torch.tensor([True, False])},
            "sees 1 whole block,",
        ),
    ],
)
def test_what_has_no_score_is_refused(entries, rest, options, message):
    with pytest.raises(ValueError, match=message):
        swap_scores(torch.tensor(entries), torch.tensor(rest), **options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"length": 5}, "12 tokens before the query are not whole blocks of 5"),
        ({"length": 0}, "no blocks to swap"),
        ({"start": -1}, "no blocks to swap"),
        ({"count": 1}, "no blocks to swap"),
        ({"length": 5, "count": 3}, "do not fit"),
        ({"start": 13}, "no blocks to swap"),
        ({"start": 12}, "sees 0 whole blocks"),
        ({"length": 3, "count": 2}, "sees 0 whole blocks"),
        ({"length": 6}, "sees 1 whole block,"),
    ],
)
def test_blocks_that_do_not_fit_are_refused(arguments, message):
    """Gemma-2's first layer sees the last 7 tokens, the query among them."""
    place = dict(arguments)
    rules = Convention(length=place.pop("length", 1))
    with pytest.raises(ValueError, match=message):
        score_reading(reading("gemma2"), rules, **place)


def test_scores_say_how_they_were_made():
    plain = score_reading(reading("llama"))
    assert plain.convention.phrase == "scale-free cosine, tau = 0.0001, blocks of 1 token"
    rules = Convention(length=3, tau=0.1, cosine="clamped", centred=True, signed=True)
    assert score_reading(reading("llama"), rules).convention.phrase == (
        "clamped cosine, centred, signed gaps, tau = 0.1, blocks of 3 tokens"
    )
    assert plain.s_pos.shape == (2, 4, 2)
    assert plain.s_pos.dtype == torch.float64
