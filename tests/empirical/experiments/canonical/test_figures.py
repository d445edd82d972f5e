"""Paper A's figures from synthetic records."""

from dataclasses import replace

import pytest

from empirical.experiments.canonical import figures as figures_canonical
from empirical.experiments.canonical import synthetic as canonical_synthetic


def record():
    synthetic = canonical_synthetic.record("index", 2, 64)
    right = tuple(((k, 0), (0, k)) for k in synthetic.ids)
    return replace(synthetic, right=right, of=((64, 64), (64, 64)), uniform=(0.3, 0.3))


def test_accuracy_pools_positions():
    assert figures_canonical.frequency_accuracy(record())[31].tolist() == [0.25, 0.25]


def test_figures_are_written_whole(tmp_path):
    records = {name: record() for name in figures_canonical.SWEEPS}
    figures_canonical.by_frequency(records, tmp_path / "a.png")
    figures_canonical.by_position(records, tmp_path / "b.pdf")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.png", "b.pdf"]


def test_a_frequency_that_is_not_there_is_refused(tmp_path):
    short = replace(record(), ids=tuple(range(2, 66)))
    with pytest.raises(ValueError, match=r"tuple\.index\(x\): x not in tuple"):
        figures_canonical.by_position(
            dict.fromkeys(figures_canonical.SHAPED, short), tmp_path / "b.png"
        )
