"""What docs/why-long-inputs-fail.md says of the law's models is what their records say."""

from empirical.experiments.beyond import shown
from empirical.experiments.law import table
from theory import paths

PAGE = (paths.CHECKOUT / "docs/why-long-inputs-fail.md").read_text("utf-8")


def test_the_pages_tables_are_those_of_the_records():
    scaled = [cells for cells in table.scaled_rows() if cells[1] in ("550", "2,000")]
    assert len(scaled) == 6
    rows = [*table.remedies_by_task(), *table.factor_rows(), *scaled, *shown.loss_rows()]
    assert len(rows) > 10
    for cells in rows:
        assert f"| {' | '.join(cells)} |" in PAGE
    quarters = shown.longest_rows()
    assert len(quarters) == 2
    for _, *most, last in quarters:
        assert f"{', '.join(most)} and {last}" in PAGE.replace("\n", " ")


def test_every_registered_model_has_a_row_and_the_figures_their_alternative_text():
    named = [cells[0] for cells in table.models_table()]
    assert len(named) == len(set(named)) == 20
    for name in ("law-breaks.png", "law-remedies.png", "law-public.png"):
        assert f"]({name})" in PAGE
        assert (paths.CHECKOUT / "docs" / name).is_file()


def test_a_model_that_is_not_measured_is_listed_as_such(tmp_path):
    (tmp_path / "lengths").mkdir()
    assert {cells[4] for cells in table.models_table(tmp_path)} == {"not measured yet"}
    assert (
        table.factor_rows(tmp_path)
        == table.remedy_rows(tmp_path)
        == table.scaled_rows(tmp_path)
        == []
    )
