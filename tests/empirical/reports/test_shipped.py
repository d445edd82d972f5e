"""What the page says of the shipped models is what their checks say of ``validate``'s report."""

from empirical.experiments.shipped import claims
from empirical.protocol import settings
from empirical.reports import shipped
from theory.ledger import Status


def test_the_report_is_of_the_shipped_seed():
    findings = shipped.shipped_findings().tasks
    seeds = {task: one.manifest["recipe"]["seed"] for task, one in findings.items()}
    assert seeds == {"number": 0, "letter": 0}


def test_the_papers_own_curves_are_put_to_the_checks_themselves():
    curves = shipped.drawn_curves()
    answers = {
        one.id: shipped.checked_outcome(one, curves[one.id]).status
        for one in (claims.ACCURACY, claims.MIX, claims.LENGTHS)
    }
    assert answers == {"B-e-acc": Status.TRUE, "B-e-mix": Status.TRUE, "B-e-len": Status.UNKNOWN}
    letter = curves["B-e-len"].tasks["letter"].lengths
    assert letter[str(settings.KEEPS_UNTIL)] == (887, 1000)
    rows = {row[0]: row for row in shipped.shipped_published_rows()}
    assert rows["B-e-len"][1].startswith("contradicts the text: letter is at 0.887 with 850")
    assert [rows[name][1] for name in ("B-e-acc", "B-e-mix")] == ["passes"] * 2


def test_models_at_chance_are_rejected_or_refused_as_not_learnt():
    reasons = {name: words for name, _, words in shipped.chance_rows()}
    assert "(bound 0.99)" in reasons["B-e-acc"]
    for name in ("B-e-mix", "B-e-len"):
        assert reasons[name].startswith("refused: not learnt (number is not learnt: 0.1250")
