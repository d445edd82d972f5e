"""What is measured is shown by seed, with the interval that the criterion reads."""

import re

import pytest

from empirical.criteria import seeds
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.courses import WIDER
from empirical.criteria.figures import figure, wilson_text
from empirical.criteria.recipe_claims import CASES
from empirical.reports import by_seed
from empirical.reports.released import record_kind
from theory.ledger import Status

EVERY = [(claim, record_kind(claim, kind)) for kind, row in CLAIMS_BY_KIND.items() for claim in row]
CLAIMS = pytest.mark.parametrize(("claim", "kind"), EVERY, ids=lambda x: getattr(x, "id", ""))
INTERVALS = {"B-e-hops", "B-e-len-seeds", "B-e-freq", "B-e-geom", "B-e-why", "B-e-shortcut"}
"""Claims of which a requirement is on an interval, in addition to that of learning."""


def recorded(kind):
    return {task: [x.found for x in rows] for task, rows in seeds_of(kind).items()}


def seeds_of(kind):
    return seeds.seeds(seeds.RELEASED, kind.reader)


@CLAIMS
def test_every_requirement_is_shown_with_its_values_and_its_bound(claim, kind):
    criterion, models = CASES[claim.id][0], recorded(kind)
    rows = by_seed.seed_requirement_rows(claim.id, criterion, models)
    answer = criterion(models, BOUNDS)
    assert [row[0] for row in rows] == [one.name for one in answer]
    for (_, text, bound, met), one in zip(rows, answer, strict=True):
        assert not re.search(r"\de[+-]\d|inf|nan", text)
        assert float(bound.strip("≥≤ ")) == pytest.approx(one.bound, rel=0.01)
        assert (met == "yes") is (one.holds is Status.TRUE)
        if "is learnt" in one.name:
            assert text.endswith(figure(one.found))
    every = " ".join(row[1] for row in rows)
    assert len(re.findall(r"\[-?[\d.]+, [\d.]+\]", every)) >= (claim.id in INTERVALS)
    assert set(by_seed.SHOWN.get(claim.id, {})) <= {one.name for one in answer}


def test_values_by_seed_are_what_the_criterion_finds_of_each():
    claim, kind = next(pair for pair in EVERY if pair[0].id == "B-e-pure")
    models = recorded(kind)
    rows = by_seed.seed_requirement_rows(claim.id, CASES[claim.id][0], models)
    late = [max(sum(x.pure[0.2].values(), ())) - x.maximum for x in models["number"]]
    wider = [max(sum(x.pure[WIDER].values(), ())) - x.maximum for x in models["number"]]
    listed, others = (", ".join(f"{x:+,}" for x in row) for row in (late, wider))
    asked = "number's last head is pure by the maximum"
    text = f"{listed} steps; at γ = {WIDER} {others} steps; compared: 1,150"
    assert (asked, text, "0", "*open*") in rows
    assert max(late) == 1150
    assert max(wider) == 50


def test_letter_is_shown_where_it_is_worst():
    _, kind = next(pair for pair in EVERY if pair[0].id == "B-e-len-seeds")
    models = recorded(kind)
    text = by_seed.letter_kept(models)
    for one in models["letter"]:
        counts = dict(zip(one.added, one.counts, strict=True))
        assert wilson_text(*counts[833]) in text


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (1150, "1,150"),
        (0, "0"),
        (0.57, "0.570"),
        (1.26e-7, "<0.001"),
        (0.99968, "0.9997"),
        (0.999999, ">0.9999"),
        (10.294, "10.3"),
        (float("inf"), "∞"),
        (float("nan"), "none"),
    ],
)
def test_numbers_are_for_people(x, text):
    assert figure(x) == text
