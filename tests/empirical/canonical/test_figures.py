"""Paper A's figures from planted records."""

import pytest

from empirical.canonical import figures as figures_canonical


def record():
    ids = list(range(1, 65))
    return {
        "ids": ids,
        "right": [[[k, 0], [0, k]] for k in ids],
        "of": [[64, 64], [64, 64]],
        "uniform": [0.3, 0.3],
    }


def test_accuracy_pools_positions():
    assert figures_canonical.accuracy(record())[31].tolist() == [0.25, 0.25]


def test_figures_are_written_whole(tmp_path):
    records = {name: record() for name in figures_canonical.SWEEPS}
    figures_canonical.by_frequency(records, tmp_path / "a.png")
    figures_canonical.by_position(records, tmp_path / "b.pdf")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.png", "b.pdf"]


def test_a_frequency_that_is_not_there_is_refused(tmp_path):
    short = record() | {"ids": list(range(2, 66))}
    with pytest.raises(ValueError, match="1 is not in list"):
        figures_canonical.by_position(
            dict.fromkeys(figures_canonical.SHAPED, short), tmp_path / "b.png"
        )
