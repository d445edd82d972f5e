"""Claims, models and twins as one table; claims that twins are not told apart from say so."""

import json

from empirical.language import table
from empirical.protocol.found import Comparison, RandomPart, Twin
from empirical.reports.document import alike


class One:
    """A model as far as ``alike`` reads it."""

    def __init__(self, *differs):
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
        twin = Twin(name="weights shuffled", statistics=tuple(made), frequencies=())
        self.random = RandomPart(seed=1, inputs=4, twins=(twin,))


def test_a_claim_is_marked_where_no_statistic_tells_the_twin():
    assert alike("A-e-anti", [One(False, False)]) == "weights shuffled"
    assert alike("A-e-anti", [One(False, True)]) == ""
    assert alike("A-e-anti", [One(None)]) == "weights shuffled"
    assert alike("A-e-band", [One(False)]) == ""
    assert alike("A-e-anti", []) == ""


def test_the_table_has_a_row_a_statistic_and_twin(tmp_path, capsys):
    one = {"claim": "A-e-anti", "statistic": "r", "trained": [-0.5, -0.6, -0.4], "random": None}
    model = {
        "name": "m",
        "binding": {"inputs": 4, "statements": 64},
        "random": {"twins": [{"name": "shuffled", "statistics": [one | {"differs": False}]}]},
    }
    report = {"claims": [{"id": "A-e-anti", "verdict": "UNDECIDED"}], "models": [model]}
    (tmp_path / "report.json").write_text(json.dumps(report))
    assert table.main([str(tmp_path / "report.json")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert "| UNDECIDED | r | -0.50 [-0.60, -0.40] | shuffled: none | not told apart |" in last
    assert table.main([str(tmp_path / "no.json")]) == 2
