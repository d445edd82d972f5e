"""The figures are drawn whole from synthetic records, or refused in a line."""

from dataclasses import replace

import pytest

from empirical.experiments.mechanism import figures as figures_mechanism
from empirical.experiments.mechanism import synthetic as mechanism_synthetic
from empirical.experiments.mechanism.flow import example, flow_report
from empirical.experiments.mechanism.records import Points
from empirical.models.data import sequences
from tests.empirical.experiments.mechanism.ideal import everything, ideal_sources


def drawable(task):
    """A synthetic record with the flow of ideal looks and points in its positional heads."""
    data = sequences(task, 16, 1)
    told = data, ideal_sources(data, 4), everything(data)
    points = Points({"1": (1.0, 0.0)}, ((0.1, 0.2), (0.1, 0.3)))
    record = mechanism_synthetic.record(task, 0, 100)
    return replace(
        record,
        layers=tuple(replace(one, dominant=1, points=points) for one in record.layers[:4]),
        flow=flow_report(*told),
        example=example(*told),
    )


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_figures_are_written_whole(tmp_path, ending):
    flows, planes = tmp_path / f"flow.{ending}", tmp_path / f"plane.{ending}"
    figures_mechanism.draw_flow([drawable("number"), drawable("letter")], flows)
    figures_mechanism.draw_plane(drawable("number"), planes)
    assert all(path.stat().st_size > 5000 for path in (flows, planes))
    assert sorted(tmp_path.iterdir()) == [flows, planes]


def test_what_cannot_be_drawn_is_refused(tmp_path):
    record = replace(mechanism_synthetic.record("number", 0, 100), example=None)
    with pytest.raises(ValueError, match="no solved input"):
        figures_mechanism.draw_flow([record], tmp_path / "a.png")
    with pytest.raises(ValueError, match="no positional head"):
        figures_mechanism.draw_plane(record, tmp_path / "b.png")
    assert list(tmp_path.iterdir()) == []
