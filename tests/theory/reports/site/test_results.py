"""The front page's five results come from the records."""

from tests.claims import every
from theory.reports.site import other_packages, results

REGISTRY = every()


def test_the_results_are_those_of_the_readme_and_need_it(tmp_path):
    made = results.results(REGISTRY.claims)
    assert len(made) == 5
    assert all(one.drawn.startswith("<svg") and one.text.startswith("**") for one in made)
    assert results.results(REGISTRY.claims, tmp_path) == []
    assert results.break_points().count('class="dot') == 16 + 2
    assert results.shuffled_weights().count('class="dot') == 20 + 1
    assert (
        results.break_points(tmp_path)
        == results.budget_table(tmp_path)
        == results.shuffled_weights(tmp_path)
        == ""
    )


def test_the_measured_claims_come_with_what_their_checks_report():
    notes = {one.id: one.note for one in other_packages.measured_claims()}
    assert "'nothing' at 0.1: true, at 0.05 not so; " in notes["S-dilution-cause"]
    assert notes["B-e-start"] == ""
