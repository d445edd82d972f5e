"""How many carrying heads a hop count needs, and what is read from held-out records."""

from dataclasses import replace

import numpy as np
import pytest

from empirical.criteria import breaks, heads
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.synthetic_heads import model
from empirical.protocol.synthetic import applied
from tests.empirical.experiments.lengths.synthetic import record

LAYERS = 12


def test_heads_are_needed_until_accuracy_stays_kept():
    rows = ((25, 200, 120, 200), (190, 200, 120, 200), (25, 200, 180, 200), (190, 200, 181, 0))
    one = replace(model("number"), first=rows)
    assert heads.needed(one, BOUNDS) == [3, 0, 3, 4]


def test_accuracy_at_the_bound_is_not_kept():
    one = replace(model("number"), first=((180,) * 4, (181,) * 4))
    assert heads.needed(one, BOUNDS) == [1] * 4


@pytest.mark.parametrize(("task", "kind"), [("number", "s_pos"), ("letter", "s_sym")])
def test_the_heads_pure_of_the_tasks_kind_alone_carry(task, kind):
    scores = {"s_pos": [0.5] * LAYERS, "s_sym": [0.5] * LAYERS}
    other = "s_sym" if kind == "s_pos" else "s_pos"
    for layer in (2, 7):
        scores[kind][layer], scores[other][layer] = 0.95, 0.05
    scores[kind][3], scores[other][3] = 0.05, 0.95  # pure of the other kind
    scores[kind][4], scores[other][4] = 0.85, 0.15  # not pure at γ = .1
    one = replace(record(task, 0), **{name: tuple(row) for name, row in scores.items()})
    rows = np.arange(3 * LAYERS, dtype=float).reshape(3, LAYERS)
    assert breaks.carried(one, rows) == tuple(rows[:, [2, 7]].mean(1))
    none = applied(lambda row: (0.5,) * LAYERS, kind)(one)
    assert breaks.carried(none, rows) == (0.0,) * 3


def test_each_length_of_a_held_out_record_is_its_own_curves():
    one = record("number", 0)
    many, lengths = len(one.lengths), one.lengths

    def falls(at):
        return tuple(100 if i < at else 0 for i in range(many))

    def curve(at, gap):
        gaps = tuple((gap,) * LAYERS for _ in lengths)
        return replace(one.predicted["population"], right=falls(at), of=(100,) * many, gaps=gaps)

    predicted = {"mean-field": curve(1, 1.0), "drawn": curve(2, 2.0), "population": curve(3, 3.0)}
    measured_gaps = tuple((9.0,) * LAYERS for _ in lengths)
    pure = {"s_pos": (0.99,) * LAYERS, "s_sym": (0.01,) * LAYERS}
    made = replace(
        one, right=falls(4), of=(100,) * many, gaps=measured_gaps, predicted=predicted, **pure
    )
    broken = breaks.broken(made, None)
    ends = [breaks.breaks_at(lengths, np.array(falls(at)) / 100) for at in (4, 3, 2)]
    assert [broken.measured, broken.simulated, broken.drawn] == ends
    assert broken.gaps == (3.0,) * many
    whole = replace(made, right=(100,) * many)
    assert breaks.broken(whole, None).measured == lengths[-1]
