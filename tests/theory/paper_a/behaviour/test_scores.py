"""Swap scores on random heads: exclusion between scores, and what a score of 1 or near 1 says."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.placements import swap_cosines
from tests.strategies import exact_matrices, heads, weights
from theory.mathematics.placement import exact_placement, is_positional, is_symbolic, swaps
from theory.paper_a.behaviour import score_high, score_temperature
from theory.paper_a.behaviour.readings import read_swap
from theory.paper_a.behaviour.scores import pos_form, sym_form
from theory.witnesses.witness import cosine_squares

TOLERANCE = 1e-9
"""Rounding of a cosine: a few ulps of logits up to 1e4."""


def scores(M, own, tau):
    """(s_POS, s_SYM, α, d) of one float head, α = softmax of |d_i - d_j|/τ over the swaps."""
    row = np.append(np.diagonal(M), own)
    d = np.exp(row - row.max())
    d /= d.sum()
    pairs = np.array(list(combinations(range(len(M)), 2)))
    i, j = pairs.T
    gap = np.abs(d[i] - d[j]) / tau
    alpha = np.exp(gap - gap.max())
    alpha /= alpha.sum()
    same, flipped = swap_cosines(M)
    return (alpha * same[i, j]).sum(), (alpha * flipped[i, j]).sum(), alpha, d[:-1]


taus = st.sampled_from([1e-4, 0.1, 1.0, 100.0])


@given(heads, st.floats(-5, 5), taus)
@example(np.zeros((2, 2)), 0.0, 1.0)
def test_scores_exclude_each_other(M, own, tau):
    assume(len(M) > 1)
    pos, sym, alpha, d = scores(np.clip(M, -30, 30), own, tau)
    i, j = np.array(list(combinations(range(len(M)), 2))).T
    bound = (alpha * np.sqrt(2) * (d[i] + d[j]) / np.hypot(d[i], d[j])).sum()
    assert 1 - TOLERANCE <= pos + sym <= bound + TOLERANCE


@given(heads, st.floats(-5, 5), taus)
@example(np.log([[2.0, 1.0], [1.0, 1.0]]), 0.0, 1.0)
def test_both_high_bounds_the_spread_of_attention(M, own, tau):
    assume(len(M) > 1)
    pos, sym, _, d = scores(np.clip(M, -30, 30), own, tau)
    factor = {2: 1, 3: 2}.get(len(M), len(M) * (len(M) - 1) / 2)
    miss = (1 - min(pos, sym)) * factor
    top, bottom = d.max(), d.min()
    assert top + bottom >= (1 - miss) * np.sqrt(2) * np.hypot(top, bottom) - TOLERANCE


@given(exact_matrices(weights, least=2))
def test_a_cosine_is_one_iff_its_form_vanishes(E):
    for move, (i, j) in zip(swaps(len(E)), combinations(range(len(E)), 2), strict=True):
        same, flipped = cosine_squares(E, move)
        assert (same == 1) == (E[j, i] * E[j, j] == E[i, j] * E[i, i])
        assert (flipped == 1) == (E[j, i] * E[i, i] == E[i, j] * E[j, j])


@given(exact_matrices(least=2))
def test_behaviour_implies_a_score_of_one(M):
    columns = np.broadcast_to(np.diagonal(M)[None, :], M.shape)
    for i, j in combinations(range(len(M)), 2):
        assert pos_form(columns, i, j) == 0
        assert sym_form(columns.T, i, j) == 0


def test_both_scores_close_to_one_with_nearly_all_attention_on_one_key():
    """The family of proofs.md, A-score-high: some growth of the bound with N is needed."""
    for n in (50, 400):
        M = np.zeros((n, n))
        M[:, 0] = 2 * np.log(n)
        pos, sym, _, d = scores(M, 0.0, 1.0)
        assert pos == pytest.approx(1)
        assert sym >= 1 - 2 * np.e / (n - 2)
        assert d[0] == pytest.approx(n / (n + 1))


def test_a_head_pure_in_its_scores_need_not_have_half_the_bound():
    """proofs.md, S-two-sided-pure: λ = (ℓ, -ℓ), M[2,1] = ℓ + t, M[1,2] = -ℓ + t."""
    length, t = 4.0, 3.0
    M = np.array([[length, -length + t], [length + t, -length]])
    pos, sym, _, _ = scores(M, 0.0, 1.0)
    assert pos == pytest.approx(1)
    assert sym == pytest.approx(1 / np.cosh(2 * length))
    assert not is_positional(M)
    assert not is_symbolic(M)


def test_the_identity_has_no_cosine():
    with pytest.raises(ValueError, match="identity"):
        cosine_squares(exact_placement([[1, 2], [3, 4]]), (0, 1))


def test_blocks_of_two_can_score_one_where_the_token_condition_fails():
    """proofs.md, A-score-fix: the forms of tokens are those of the score at one token a block."""
    E = exact_placement([[1, 2, 1, 1], [1] * 4, [1] * 4, [1] * 4])
    assert read_swap(E, Fraction(1), (0, 1), (2, 3)) == (1, 1)
    assert cosine_squares(E, (1, 0, 2, 3))[0] < 1


positives = st.integers(1, 50)


@given(st.lists(positives, min_size=3, max_size=3))
@example([4, 2, 1])
def test_the_root_of_a_defect_is_a_metric(means):
    """proofs.md, A-score-high: so a defect is at most twice the sum of two that lead there."""
    e, k, d = sorted(means)
    x, y, z = (1 - (a + b) / np.sqrt(2 * (a * a + b * b)) for a, b in ((d, k), (k, e), (d, e)))
    assert z <= 2 * (x + y) + TOLERANCE


@pytest.mark.parametrize("reach", [(2, 2), (1, 0)])
def test_the_bound_at_a_temperature_needs_defects_of_0_or_more_and_more_than_two_blocks(reach):
    changed = score_temperature.AtTemperature(reach=reach)
    assert score_temperature.blocks_at_temperatures(changed).status == "false"


def test_the_bound_of_both_scores_high_is_tried_on_two_blocks():
    def factor(m):
        return m - 1 if m != 2 else (m - 1) * 995 / 1000

    assert score_high.few_blocks(score_high.BothHigh(factor=factor)).status == "false"
