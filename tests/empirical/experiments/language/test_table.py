"""Claims, models and baselines as one table; a claim that is met by a baseline too says so."""

import json

import pytest

from empirical.experiments.language import table
from empirical.protocol import paths
from empirical.protocol.findings import (
    BaselineDistance,
    Comparison,
    RandomBaseline,
    RandomPart,
    Spread,
)
from empirical.reports.document import baseline_distances, no_contrast


class One:
    """A model as far as ``alike`` reads it."""

    def __init__(self, *differs, met=(), spread=None):
        interval = (0.0, -1.0, 1.0)
        made = [
            Comparison(
                claim="A-e-anti",
                statistic="r",
                trained=interval,
                random=interval,
                difference=interval,
                differs=one,
            )
            for one in differs
        ]
        baseline = RandomBaseline(
            name="weights shuffled", statistics=tuple(made), frequencies=(), met=met
        )
        self.random = RandomPart(seed=1, inputs=4, twins=(baseline,), spread=spread)


def test_a_claim_is_marked_where_no_statistic_tells_the_baseline():
    assert no_contrast("A-e-anti", [One(False, False)]) == "weights shuffled"
    assert no_contrast("A-e-anti", [One(False, True)]) == ""
    assert no_contrast("A-e-anti", [One(None)]) == "weights shuffled"
    assert no_contrast("A-e-band", [One(False)]) == ""
    assert no_contrast("A-e-anti", []) == ""


def test_a_claim_is_marked_where_one_of_two_baselines_meets_it_though_every_statistic_differs():
    meets = One(True, True, met=("A-e-anti",))
    assert no_contrast("A-e-anti", [meets]) == "weights shuffled meet it"
    assert no_contrast("A-e-band", [meets]) == ""
    assert no_contrast("A-e-anti", [One(True, met=("A-e-band",))]) == ""
    assert no_contrast("A-e-anti", [One(False, met=("A-e-anti",))]) == "weights shuffled"
    counted = Spread(seeds=(1, 2), reach=15.6, met={"A-e-anti": 2}, statistics=())
    mark = no_contrast("A-e-anti", [One(True, met=("A-e-anti",), spread=counted)])
    assert mark == "within the reach of 2 shuffled-weights baselines"


class Far:
    """A model as far as ``alike`` reads it, with twenty shuffled-weights baselines."""

    def __init__(self, met, *far):
        made = [
            BaselineDistance(
                claim="A-e-depth", statistic="s", trained=1.0, twins=(0.0,) * 20, distance=one
            )
            for one in far
        ]
        spread = Spread(
            seeds=tuple(range(20)), reach=2.1, met={"A-e-depth": met}, statistics=tuple(made)
        )
        self.random = RandomPart(seed=1, inputs=4, twins=(), spread=spread)


def test_a_claim_is_marked_where_baselines_reach_as_far_on_either_side():
    assert no_contrast("A-e-depth", [Far(0, 2.2, -9.0)]) == ""
    assert (
        no_contrast("A-e-depth", [Far(0, 2.0, -2.0, None)])
        == "within the reach of 20 shuffled-weights baselines"
    )
    assert no_contrast("A-e-depth", [Far(20, -30.2)]) == ""
    assert no_contrast("A-e-anti", [Far(3, 9.0)]) == ""
    text = baseline_distances("A-e-depth", [Far(0, 2.2, -9.0, None)])
    assert text == "+2.2, -9.0, none spreads from 20 shuffled-weights baselines"
    assert baseline_distances("A-e-anti", [Far(0, 2.2)]) == ""


def test_the_table_has_a_row_a_statistic_and_baseline(tmp_path, capsys):
    one = {"claim": "A-e-anti", "statistic": "r", "trained": [-0.5, -0.6, -0.4], "random": None}
    far = one | {"trained": -0.5, "twins": [-0.2, -0.4], "distance": 1.4142}
    spread = {"seeds": [1, 2], "reach": 15.6, "met": {"A-e-anti": 1}, "statistics": [far]}
    model = {
        "name": "m",
        "binding": {"inputs": 4, "statements": 64},
        "random": {"twins": [{"name": "shuffled", "statistics": [one | {"differs": False}]}]}
        | {"spread": spread},
    }
    claim = {"id": "A-e-anti", "verdict": "UNDECIDED", "random": "within reach"}
    report = {"claims": [claim], "models": [model]}
    (tmp_path / "report.json").write_text(json.dumps(report))
    assert table.main([str(tmp_path / "report.json")]) == 0
    *_, many, last = capsys.readouterr().out.splitlines()
    assert "| -0.50 | 2 shuffled: -0.40 to -0.20 | +1.4 spreads (reach 15.60); 1 meet it |" in many
    assert (
        "| UNDECIDED, not told apart | r | -0.50 [-0.60, -0.40] | shuffled: none | not told apart |"
        in last
    )
    assert table.main([str(tmp_path / "no.json")]) == 2


@pytest.mark.parametrize("text", ["{}", "[]", '{"claims": [], "models": [{}]}', '"report"'])
def test_what_is_no_report_is_one_line(text, tmp_path, error_line):
    path = tmp_path / "a.json"
    path.write_text(text)
    assert f"{path}: no report of validate" in error_line(table.main, path)


REPORTS = (
    "smollm2-135m-instruct-256",
    "smollm2-135m-instruct-64-twins",
    "smollm2-135m-instruct-64",
    "gemma-3-270m-64",
    "smollm2-135m-instruct-2",
    "gemma-3-270m-2",
)


def test_the_laboratory_notes_have_the_table_of_the_stored_reports(capsys):
    reports = [str(paths.RESULTS / "language" / f"{name}.json") for name in REPORTS]
    assert table.main(reports) == 0
    page = (paths.CHECKOUT / "lab" / "real-models.md").read_text("utf-8")
    assert page.endswith(capsys.readouterr().out)
