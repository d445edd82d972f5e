"""Enclosed weights hold the true ones over the reals, and all that the model allows in a run."""

import math
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from flint import acb, arb, ctx, fmpq

from constructions.certificate.enclosures import Enclosure
from constructions.certificate.run_error import drift, largest_logit, units
from tests.constructions.random_tasks import DRAWN, drawn_head, precision
from tests.constructions.small_heads import lookup_head

HEAD, LENGTH = lookup_head(), 6


def test_tokens_with_one_key_are_one_kind():
    made = Enclosure(lookup_head(noise=0.0), LENGTH, run=False)
    assert made.kind == [0, 0, 1, 1, 2, 2]
    assert made.ask == [0, 0, 0, 0, 1, 2]


HEADS = [drawn_head(Random(seed)) for seed in range(8)]
HEADS.append(
    replace(
        HEADS[0],
        queries=np.hstack([HEADS[1].queries, HEADS[2].queries]),
        keys=np.hstack([HEADS[3].keys, HEADS[4].keys]),
        angles=np.array([0.5, 0.25, 2.0, 1.0]),
    )
)


def fine_logit(head, query, key, offset):
    """β·keyᵀ R query at 400 bits, by complex numbers."""
    total = acb(0)
    for plane, angle in enumerate(head.angles.tolist()):
        q, k = (acb(*x[2 * plane : 2 * plane + 2]) for x in (query, key))
        total += q * (acb(0, 1) * arb(angle) * offset).exp() * k.conjugate()
    return (total * head.beta).real


def slack(head, made, query, key, logit):
    """How far a run's logit may lie from the true one, less the largest of any key.

    Its own drift; 4 v of exp and as much for what is flushed; v of its distance from the largest
    logit, which is within the largest reach, this one's and that one's drift included.
    """
    v = units(head.number_format)[1]
    most = max(largest_logit(head, query, k) for k in made.kinds)
    off = max(drift(head, query, k) for k in made.kinds)
    own = fmpq(*(drift(head, query, key) + 8 * v).as_integer_ratio())
    return own + fmpq(*v.as_integer_ratio()) * (fmpq(*(most + 2 * off).as_integer_ratio()) - logit)


def coarse(head, bits, run):
    """The enclosure, its weights computed at so many bits."""
    made = Enclosure(head, DRAWN, run)
    with precision(bits):
        for query in range(len(made.asks)):
            made[query]
    return made


def every_weight(made):
    """(query, key, offset, low, high, true logit) of a whole enclosure."""
    for a, query in enumerate(made.asks):
        weights = made[a]
        for b, key in enumerate(made.kinds):
            for t in range(made.n0):
                with ctx.workprec(400):
                    logit = fine_logit(made.head, query, key, t)
                yield query, key, weights.low[b][t], weights.high[b][t], logit


@pytest.mark.parametrize("bits", [6, 12, 24, 53, 192])
def test_balls_of_any_precision_hold_the_true_weights(bits):
    for head in HEADS:
        made = coarse(head, bits, run=False)
        assert all(made[a].low is made[a].high for a in range(len(made.asks)))
        for _, _, low, high, logit in every_weight(made):
            with ctx.workprec(400):
                assert low.contains(logit.exp())
                assert low.rad() <= 2.0 ** (8 - bits) * high.abs_upper()


@pytest.mark.parametrize("bits", [12, 53, 192])
def test_ends_of_a_run_are_off_by_all_that_the_model_allows(bits):
    for head in HEADS:
        made = coarse(head, bits, run=True)
        for query, key, low, high, logit in every_weight(made):
            with ctx.workprec(400):
                error = slack(head, made, query, key, logit)
                assert low.contains((logit - error).exp())
                assert high.contains((logit + error).exp())


def test_drifts_are_each_pairs_own():
    for head in HEADS:
        for run in (False, True):
            made = Enclosure(head, DRAWN, run)
            assert made.drifts == [
                [drift(head, q, k) if run else 0 for k in made.kinds] for q in made.asks
            ]


@pytest.mark.parametrize("number_format", ["bf16", "float32", "float64"])
@pytest.mark.parametrize("seed", range(4))
def test_runs_by_the_model_stay_between_the_ends(number_format, seed):
    """Each operation errs by all of its unit, either way: exp by 4 v, a flush by 4 v more."""
    head, pick = replace(HEADS[seed], number_format=number_format), Random(seed)
    made, v = Enclosure(head, DRAWN, run=True), float(units(number_format)[1])
    for a, query in enumerate(made.asks):
        for t, b in product(range(DRAWN), range(len(made.kinds))):
            exact = [float(fine_logit(head, query, key, t)) for key in made.kinds]
            for sign in (1, -1):
                off = [pick.choice([1, -1]) * float(x) for x in made.drifts[a]]
                off[b] = sign * float(made.drifts[a][b])
                run = [x + e for x, e in zip(exact, off, strict=True)]
                largest = max(run)
                shifted = (run[b] - largest) * (1 - sign * v)
                weight = math.exp(shifted) * (1 + sign * 4 * v) * (1 + sign * 3.9 * v)
                slip = 1e-12  # of float64 here
                assert float(made[a].low[b][t]) <= weight * math.exp(largest) * (1 + slip)
                assert float(made[a].high[b][t]) >= weight * math.exp(largest) * (1 - slip)


def test_kinds_and_queries_are_distinguished_by_every_coordinate():
    for head in HEADS:
        made = Enclosure(head, DRAWN, run=False)
        assert [made.kinds[x] for x in made.kind] == [tuple(x) for x in head.keys.tolist()]
        assert [made.asks[x] for x in made.ask] == [tuple(x) for x in head.queries.tolist()]
        for rows in (made.kinds, made.asks):
            assert len(rows) == len(set(rows))
    assert min(len(Enclosure(x, 2, run=False).kinds) for x in HEADS) < 4


def test_weights_are_computed_once_a_query():
    made = Enclosure(HEAD, 2, run=False)
    assert made[1] is made[1]
    assert made[1] is not made[0]
