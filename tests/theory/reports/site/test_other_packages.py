"""What other packages add to their code, on pages: curves, tables, the badge.

Certificates on pages are in ``tests/constructions/certificate/test_pages.py``.
"""

import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.claims import every
from theory import paths
from theory.gate.reading import read
from theory.reports.site import badge, figures, measures, other_packages
from theory.reports.site.charts import ChartCurve, chart


def test_measured_is_shown_next_to_published(site):
    page = (site / "measured.html").read_text(encoding="utf-8")
    rows = other_packages.measured_claims()
    assert {row.id for row in rows} == {
        one for one, at in every().home.items() if at == "empirical"
    }
    assert [row.id for row in rows if not row.rows] == ["S-heads"]
    assert all(f'<section class="measured" id="{row.id}">' in page for row in rows)
    sections = re.findall(r'<section class="measured".*?</section>', page, re.S)
    assert len(sections) == len(rows)
    assert all(one.count("What decides it:") == 1 for one in sections)
    assert max(one.count("<figure>") for one in sections) == 1
    assert sum("<figure>" in one for one in sections) == len(measures.DRAWN)
    open_part = re.sub(r"<details.*?</details>", "", page, flags=re.S)
    assert len(re.sub(r"<[^>]+>", " ", open_part).split()) < 72 * len(rows)
    assert next(row for row in rows if row.id == "B-e-len-seeds").published.startswith(
        "the figure contradicts the text"
    )


def test_every_figure_is_drawn_and_is_a_table_too(site):
    page = (site / "measured.html").read_text(encoding="utf-8")
    made = figures.figures()
    titles = " ".join(one.title for one in made)
    for figure in ("Fig. 2A", "Fig. 2B", "Fig. 2C", "Fig. 3", "Fig. 4", "Fig. 5B", "Fig. 8"):
        assert figure in titles
    drawn = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawn) == len(made) == page.count("The same as a table") >= 15
    by_title = {one.title: one for one in made}
    for svg in drawn:
        root = ElementTree.fromstring(svg)
        one = by_title.pop(root.get("aria-label"))
        lines = [text.text for text in root.iter("text") if text.get("class") == "start"]
        assert one.columns[1:] == tuple(lines)
        assert len(set(lines)) == len(lines) == len([*root.iter("polyline")])
        heights = [
            float(p.split(",")[1]) for x in root.iter("polyline") for p in x.get("points").split()
        ]
        assert 7.9 <= min(heights) <= max(heights) <= 266, "the axis' numbers stand below"
        assert all(len(row) == len(one.columns) for row in one.rows)
        assert "rope-claims run released --task" in one.note


def test_a_prediction_alone_is_no_measurement(tmp_path):
    published = Path("empirical", "criteria", "published.json")
    (tmp_path / published).parent.mkdir(parents=True)
    shutil.copy(paths.CHECKOUT / published, tmp_path / published)
    predicted = tmp_path / "empirical" / "results" / "released" / "lengths" / "letter-0.json"
    predicted.parent.mkdir(parents=True)
    predicted.write_text('{"manifest": {}, "lengths": [17]}', encoding="utf-8")
    made = {one.title: one for one in figures.figures(tmp_path)}
    curve = made["Accuracy by length, letter task (paper B, Fig. 5B)"]
    assert curve.note.startswith("Published alone.")
    assert [name for name in curve.columns if "measured" in name] == []


def values(figure, name):
    at = figure.columns.index(name)
    return {float(row[0]): float(row[at]) for row in figure.rows if row[at]}


def test_the_figures_hold_what_is_published():
    made = {one.title: one for one in figures.figures()}
    pure = made["Pure heads in training, number task (paper B, Fig. 2C)"]
    dates = values(pure, "positional, published")
    assert [dates[x] for x in (50, 2400, 2450, 4450, 4500, 6700)] == [0, 0, 1, 3, 4, 4]
    ids = made["Mean frequency ID of each layer, number task (paper B, Table 1, from Fig. 8)"]
    assert list(values(ids, "published").values())[:6] == [1, 2, 2, 2, 10, 39]
    curves = read(paths.CHECKOUT / "empirical" / "criteria" / "published.json")
    means = [round(figures.weighted_mean_id(row)) for row in curves["fig8"]["number"]]
    assert means == curves["table1"]["number"]


def test_without_records_the_published_curve_stands_alone(tmp_path):
    assert figures.figures(tmp_path) == []
    criteria = tmp_path / "empirical" / "criteria"
    criteria.mkdir(parents=True)
    stored = paths.CHECKOUT / "empirical" / "criteria" / "published.json"
    (criteria / "published.json").write_bytes(stored.read_bytes())
    alone = figures.figures(tmp_path)
    assert len(alone) == 10
    assert all(one.note.startswith("Published alone. Not run here: ") for one in alone)
    assert all("published" in name for one in alone for name in one.columns[1:])


def test_architectures_have_a_page(site):
    page = (site / "architectures.html").read_text(encoding="utf-8")
    assert ">gpt_neox</td>" in page


def test_without_the_other_packages_there_is_nothing_to_show(tmp_path):
    assert other_packages.certificates(tmp_path) == other_packages.measured_claims(tmp_path) == []
    assert other_packages.architectures(tmp_path) == ""


def test_a_chart_places_its_points_and_escapes_its_names():
    made = chart(
        "<t>", "x & y", [ChartCurve("<a>", [(1, 0), (10, 1), (100, 0.5)], published=True)], True
    )
    root = ElementTree.fromstring(made)
    assert root.get("aria-label") == "<t>"
    (line,) = root.iter("polyline")
    (a, b, c) = [tuple(map(float, point.split(","))) for point in line.get("points").split()]
    assert b[0] - a[0] == pytest.approx(c[0] - b[0], abs=0.2)
    assert a[1] > c[1] > b[1]
    assert chart("t", "x", []) == ""
    with pytest.raises(ValueError, match="logarithmic"):
        chart("t", "x", [ChartCurve("a", [(0, 1)])], logarithmic=True)


def report(*gates):
    return {"claims": [{"result": gate and {"gate": gate}} for gate in gates]}


@pytest.mark.parametrize(
    ("gates", "label", "colour"),
    [
        (["as expected"] * 3, "3 claims as expected", badge.AS_EXPECTED),
        (["as expected"] * 3 + ["open"], "3 claims as expected, 1 open", badge.AS_EXPECTED),
        (["as expected", "open", "undecided"], "1 of 3 claims differ", badge.OTHERWISE),
        (["open"], "0 claims as expected, 1 open", badge.OTHERWISE),
        (["as expected", "differs"], "1 of 2 claims differ", badge.OTHERWISE),
        (["as expected", None], "1 of 2 claims differ", badge.OTHERWISE),
        ([], "0 claims as expected", badge.OTHERWISE),
    ],
)
def test_the_badge(gates, label, colour):
    root = ElementTree.fromstring(badge.badge(report(*gates)))
    assert root.get("aria-label") == label
    assert colour in {one.get("fill") for one in root}


LEARNT = ("a is learnt", "0.995 [0.991, 0.999]", "≥ 0.99", "yes")
SEEDS = "0.7 [0.6, 0.8], 0.8 [0.7, 0.9]; over seeds mean 0.75 [0.6, 0.9]; compared: 0.6"
FALLS = ("x falls", SEEDS, "≥ 0.9", "**no**")
KEEPS = ("y keeps", "0.9 [0.8, 1.0]", "≥ 0.5", "yes")
STAYS = ("z stays", "3", "1", "yes")
RANKS = ("agree", "ρ 0.41 of 10 models; compared: p 0.122", "≤ 0.01", "*open*")
NEIGHBOURING = "records: 'x' at 0.95: false, at 0.9 not so; more"


@pytest.mark.parametrize(
    ("rows", "note", "shown"),
    [
        ((LEARNT, FALLS, KEEPS), "", "x falls: mean 0.75 [0.6, 0.9] (bound ≥ 0.9), missed"),
        ((LEARNT, KEEPS, STAYS), "", "y keeps: 0.9 [0.8, 1.0] (bound ≥ 0.5)"),
        ((LEARNT, STAYS), "", "z stays: 3 (bound 1)"),
        ((LEARNT,), "", "a is learnt: 0.995 [0.991, 0.999] (bound ≥ 0.99)"),
        ((RANKS, KEEPS), "", "agree: ρ 0.41 of 10 models, p 0.122 (bound ≤ 0.01), open"),
        ((STAYS,), NEIGHBOURING, "z stays: 3 (bound 1); 'x' at 0.95: false, at 0.9 not so"),
        ((), "11 learnt, IDs 1 … 15", "11 learnt, IDs 1 … 15"),
    ],
)
def test_what_decides_a_claim_is_one_requirement(rows, note, shown):
    assert measures.deciding(other_packages.Measured("B-e-x", "", rows, note)) == shown


def test_what_was_missed_is_written_in_words(site):
    page = (site / "measured.html").read_text(encoding="utf-8")
    assert "<strong>missed</strong>" in page
    assert "**" not in page


def test_a_claim_that_is_not_run_here_has_a_page_with_its_command(site):
    absent = json.loads(paths.ELSEWHERE.read_text())
    for one in absent:
        page = (site / "claims" / f"{one['id']}.html").read_text(encoding="utf-8")
        assert "not run here</span>" in page
        assert one["command"] in page
    assert absent
