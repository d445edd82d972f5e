"""Both plots are written as images, the same bytes for the same rows, without a display."""

import pytest

from constructions.certificate.horizons.plot import plot_growth, plot_horizons

CELL = {"number_format": "bf16", "base": 10_000, "head_size": 64, "n0": 20, "failed": True}
HORIZONS = [CELL | {"task": "Index"}, CELL | {"task": "Retrieval", "n0": 1}]
POINT = {"n0": 6, "beta": 2.0, "never": 1.0, "always": 3.0}
GROWTH = [POINT | {"task": "Index"}, POINT | {"task": "Retrieval", "never": None}]


@pytest.mark.parametrize(("draw", "rows"), [(plot_horizons, HORIZONS), (plot_growth, GROWTH)])
def test_images(draw, rows, tmp_path):
    draw(rows, tmp_path / "a.png")
    draw(rows, tmp_path / "b.png")
    drawn = (tmp_path / "a.png").read_bytes()
    assert drawn.startswith(b"\x89PNG")
    assert drawn == (tmp_path / "b.png").read_bytes()
    draw([row | {"n0": 4} for row in rows], tmp_path / "c.png")
    assert (tmp_path / "c.png").read_bytes() != drawn
