"""The reduced run: what lies outside a prediction interval, and what that makes of a record."""

import json
from dataclasses import replace

import numpy as np

from empirical.experiments.canonical import command as canonical
from empirical.experiments.canonical import reduced as canonical_reduced
from empirical.experiments.canonical import synthetic as canonical_synthetic
from empirical.experiments.canonical.models import Sweep
from empirical.protocol.reading import array_rows, plain


def test_prediction_intervals_cover():
    dice = np.random.default_rng(0)
    rows = 0.5 + 0.1 * dice.standard_normal((4000, 7))
    missed = canonical_reduced.outside(rows[:, :5], rows[:, 5:]).mean()
    # 5 % less what TOLERANCE saves; at most 95 ± 2 % would leave outside.
    assert 0.02 <= missed <= 0.07
    assert canonical_reduced.outside(rows[:, :5] * 0 + 0.3, rows[:, 5:] * 0 + 0.4).all()


def test_a_record_of_another_experiment_differs(tmp_path, monkeypatch, capsys):
    """Models of one step; `.ci/run` holds those of all steps against the records of all tasks
    (`rope-claims rerun --reduced`)."""
    record = canonical_synthetic.record("index", 5, 64)
    ids = record.ids
    monkeypatch.setattr(canonical_reduced, "IDS", (2, 60))
    whole = Sweep.right
    monkeypatch.setattr(Sweep, "right", lambda self, tested: whole(self, 500))
    right = np.full((64, 5, 16), 1125)
    record = replace(record, steps=1, of=((1250,) * 16,) * 5)

    def write():
        stored = plain(replace(record, right=array_rows(right)))
        (tmp_path / "index.json").write_text(json.dumps(stored))

    write()
    given = ["--reduced", "--task", "index", "--out", str(tmp_path)]
    assert canonical.main(given) == 1
    printed = capsys.readouterr()
    assert printed.out.count("index, ID ") == printed.out.count("recorded") == 2
    assert "index: 0 of 2" in printed.err
    sweep = Sweep("index", list(canonical_reduced.SEEDS), [2, 60], 1)
    sweep.train(lambda loss: None)
    counts, of = whole(sweep, 500)
    level = counts.sum(-1).float().mean(0) / of.sum(-1).float().mean()
    for place, k in enumerate((2, 60)):
        right[ids.index(k)] = round(1250 * float(level[place]))
    write()
    assert canonical.main(given) == 0
    printed = capsys.readouterr()
    assert "agrees with the records" in printed.out
    assert "index: 2 of 2" in printed.err
    assert "retrieval" not in printed.err
