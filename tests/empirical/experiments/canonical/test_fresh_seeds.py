"""A-e-geom: decided by intervals, on the registered fresh seeds alone."""

import json
from dataclasses import replace

import pytest

from empirical.experiments.canonical import bounds as canonical_bounds
from empirical.experiments.canonical import claims as canonical_claims
from empirical.experiments.canonical import judged
from empirical.experiments.canonical import synthetic as canonical_synthetic
from empirical.protocol.family import Measurement
from empirical.protocol.reading import Misread
from empirical.protocol.synthetic import applied
from empirical.reports.requirements import ASKED
from theory.ledger import Status, Undecided


def fanned(*values):
    """Index's synthetic record with the queries' resultant length at its first learnt IDs spread
    over the seeds as given, in turn."""

    def change(rows):
        spread = [replace(one, fan=values[s % len(values)]) for s, one in enumerate(rows[0])]
        return (tuple(spread),) * 4 + rows[4:]

    passing = canonical_claims.GEOMETRY.synthetic(Measurement({}, canonical_bounds.bounds()))
    geometry = applied(change, "geometry")
    return canonical_synthetic.on("index", geometry)(passing)


@pytest.mark.parametrize(
    ("values", "status"),
    [((0.85, 0.97), Status.UNKNOWN), ((0.93, 0.97), Status.TRUE), ((0.85, 0.87), Status.FALSE)],
)
def test_geometry_is_decided_by_intervals_and_not_by_means(values, status):
    """Four of the sixteen learnt IDs hang on it; thirteen are needed."""
    claim, measurement = canonical_claims.GEOMETRY, fanned(*values)
    assert claim.evidence[0].check(measurement).status is status
    (share,) = [one for one in ASKED[claim.id](measurement) if one.name == "share with all three"]
    assert share.holds is status


def test_the_recorded_seeds_leave_it_open_at_a_neighbouring_bound():
    claim, measurement = canonical_claims.GEOMETRY, judged.fresh()
    outcome = claim.evidence[0].check(measurement)
    assert outcome.status is Status.UNKNOWN
    assert "'aligned' at 0.9: true, at 0.92 not so" in outcome.note
    kinder = replace(measurement, bounds=replace(measurement.bounds, aligned=0.88))
    outcome = claim.evidence[0].check(kinder)
    assert outcome.status is Status.UNKNOWN
    assert "'learnt' at 0.95: true, at 0.9 not so" in outcome.note


@pytest.mark.parametrize(
    ("fan", "status"), [(0.93, Status.TRUE), (0.91, Status.UNKNOWN), (0.87, Status.FALSE)]
)
def test_a_neighbouring_bound_of_aligned_leaves_it_open(fan, status):
    claim, measurement = canonical_claims.GEOMETRY, fanned(fan)
    assert claim.evidence[0].check(measurement).status is status


@pytest.mark.parametrize(
    ("share", "status"), [(0.92, Status.UNKNOWN), (0.88, Status.TRUE)], ids=["near", "far"]
)
def test_seeds_that_nearly_learn_and_do_not_align_leave_it_open(share, status):
    """A third of the seeds are right in this share, and their keys point everywhere."""
    claim = canonical_claims.GEOMETRY
    seeds = slice(0, canonical_bounds.bounds().seeds // 3)

    def nearly(right):
        right[:16, seeds] = round(share * canonical_synthetic.OF)
        return right

    def turned(rows):
        return tuple(
            tuple(replace(one, keys=0.1) if s < seeds.stop else one for s, one in enumerate(row))
            for row in rows
        )

    def change(one):
        return applied(turned, "geometry")(canonical_synthetic.counted_otherwise(nearly)(one))

    passing = claim.synthetic(Measurement({}, canonical_bounds.bounds()))
    measurement = canonical_synthetic.on("index", change)(passing)
    assert claim.evidence[0].check(measurement).status is status


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seeds": list(range(40))}, "is of seeds"),
        ({"steps": 2000}, "is of steps 2000"),
        ({"null": "shuffled"}, "is of null shuffled"),
        ({"ids": list(range(101, 165))}, "is of ids"),
    ],
)
def test_geometry_is_judged_on_the_registered_fresh_seeds_alone(
    tmp_path, monkeypatch, change, words
):
    record = json.loads((judged.FRESH / "index.json").read_text()) | change
    (tmp_path / "index.json").write_text(json.dumps(record))
    monkeypatch.setattr(judged, "FRESH", tmp_path)
    with pytest.raises(Undecided, match=words):
        judged.fresh()


def test_a_known_seed_is_not_fresh(tmp_path, monkeypatch):
    fresh, known = (
        json.loads((folder / "index.json").read_text()) for folder in (judged.FRESH, judged.FOLDER)
    )
    for row, others in zip(fresh["right"], known["right"], strict=True):
        row[5] = others[2]
    fresh["of"][5] = known["of"][2]
    (tmp_path / "index.json").write_text(json.dumps(fresh))
    monkeypatch.setattr(judged, "FRESH", tmp_path)
    with pytest.raises(Undecided, match="has the counts of seed 2, which is not fresh"):
        judged.fresh()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows[:3], "not one entry for each ID and seed"),
        (lambda rows: [row[:3] for row in rows], "not one entry for each ID and seed"),
        (lambda rows: [[{**one, "keys": 9.0} for one in row] for row in rows], "no share"),
    ],
)
def test_lengths_that_no_sweep_has_are_refused(tmp_path, change, words):
    record = json.loads((judged.FRESH / "index.json").read_text())
    record["geometry"] = change(record["geometry"])
    (tmp_path / "index.json").write_text(json.dumps(record))
    with pytest.raises(Misread, match=words):
        judged.read(tmp_path / "index.json")
