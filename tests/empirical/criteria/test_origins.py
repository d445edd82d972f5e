"""Records that are not of the run or the inputs that they name judge nothing."""

import shutil
from dataclasses import replace

import pytest

from empirical.criteria import claims, seeds
from empirical.experiments.dynamics import records as dynamics
from empirical.experiments.dynamics.records import runs_of_task
from empirical.experiments.dynamics.scoring import scored_set
from empirical.protocol.reading import Misread
from tests.empirical.forged import edited
from theory.ledger import Verdict
from theory.ledger.judging import judge

CLAIM = {
    "dynamics": claims.MIX,
    "lengths": claims.LENGTH,
    "ablation": claims.FREQUENCIES,
    "following": claims.FLOW,
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the records in a place of its own, where no digest is listed."""
    shutil.copytree(seeds.RELEASED, tmp_path / "released")
    for name in ("RELEASED", "FRESH_FOLDER"):
        monkeypatch.setattr(seeds, name, tmp_path / "released")
    return tmp_path / "released"


def refused(kind, message):
    record = judge(CLAIM[kind])
    assert record.verdict is Verdict.UNDECIDED
    assert message in record.fault + record.reason


@pytest.mark.parametrize("kind", CLAIM)
@pytest.mark.parametrize("digest", ["0" * 64, ""])
def test_a_record_of_no_data_is_refused(folder, kind, digest):
    edited(folder / kind / "letter-3.json", manifest__data_sha256=digest)
    refused(kind, f"letter-3 of {kind} is of other inputs")


@pytest.mark.parametrize("kind", CLAIM)
def test_a_record_of_another_rate_is_refused(folder, kind):
    edited(folder / kind / "number-2.json", manifest__recipe__rate=3e-4)
    refused(kind, "number-2 is of a model trained by another recipe")


def put(folder, kind, seed, **changes):
    """Letter's seed 0 under another seed, with changes."""
    own = {"seed": seed, "manifest__recipe__seed": seed}
    one, other = (folder / kind / f"letter-{x}.json" for x in (0, seed))
    edited(one, other, **own, **changes)


@pytest.mark.parametrize("kind", CLAIM)
def test_five_copies_of_one_run_are_refused(folder, kind):
    for seed in range(1, 5):
        put(folder, kind, seed)
    refused(kind, "one run stands twice")


def test_copies_with_a_count_changed_in_each_are_refused(folder):
    for seed in range(1, 5):
        counted = {"right__-1__0": lambda n, less=seed: n - less}
        put(folder, "dynamics", seed, **counted, **{"s_pos__-1__0": lambda x: round(x / 2, 5)})
    refused("dynamics", "one run stands twice")


def test_records_of_the_same_weights_are_refused(folder):
    for seed in (1, 4):
        path = folder / "lengths" / f"letter-{seed}.json"
        edited(path, manifest__weights_sha256="a" * 64)
    refused("lengths", "one run stands twice")
    edited(path, manifest__weights_sha256="b" * 64)
    assert seeds.measured(folder, "letter")


@pytest.mark.parametrize("kind", CLAIM)
@pytest.mark.parametrize("task", ["number", "letter"])
def test_runs_of_different_seeds_are_distinguished(kind, task):
    records = runs_of_task(getattr(seeds, kind).read, task, seeds.RELEASED / kind)
    assert len(seeds.distinct(records)) == 5
    with pytest.raises(Misread, match="one run stands twice"):
        seeds.distinct([*records, records[2]])


def test_a_run_under_another_name_that_ends_as_that_one_does_is_one_run_twice():
    one, other = runs_of_task(dynamics.read, "number", seeds.RELEASED / "dynamics")[:2]
    tables = {name: (getattr(one, name), getattr(other, name)) for name in dynamics.TABLES}
    ends = {name: (*mine[:-1], theirs[-1]) for name, (mine, theirs) in tables.items()}
    with pytest.raises(Misread, match="one run stands twice"):
        seeds.distinct([one, replace(other, **ends)])


def test_the_inputs_are_those_that_are_made_again():
    for task, digest in seeds.DATA["dynamics"].items():
        assert scored_set(task, 800, "repeated").sha256() == digest
