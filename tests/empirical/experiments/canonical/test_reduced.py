"""The reduced run: what lies outside a prediction interval, and what that makes of a record."""

import json
from dataclasses import replace

import numpy as np
from rich.console import Console

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


def test_a_record_of_another_experiment_differs(tmp_path, monkeypatch):
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
    quiet = Console(quiet=True)
    assert len(canonical_reduced.compare_reduced("index", tmp_path, quiet)) == 2
    sweep = Sweep("index", list(canonical_reduced.SEEDS), [2, 60], 1)
    sweep.train(lambda loss: None)
    counts, of = whole(sweep, 500)
    level = counts.sum(-1).float().mean(0) / of.sum(-1).float().mean()
    for place, k in enumerate((2, 60)):
        right[ids.index(k)] = round(1250 * float(level[place]))
    write()
    assert canonical_reduced.compare_reduced("index", tmp_path, quiet) == []


def test_a_reduced_run_agrees_with_the_stored_record(capsys, monkeypatch):
    # `.ci/run` does the same for all four tasks (`rope-claims rerun --reduced`).
    monkeypatch.setattr(canonical_reduced, "IDS", canonical_reduced.IDS[::3])
    assert canonical.main(["--reduced", "--task", "index"]) == 0
    printed = capsys.readouterr()
    assert "agrees with the records" in printed.out
    assert "index: 3 of 3" in printed.err
    assert "retrieval" not in printed.err
