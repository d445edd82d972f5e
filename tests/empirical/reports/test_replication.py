"""The same criteria on fresh seeds and on best weights: which weights each answer is of."""

from dataclasses import replace

import pytest

from empirical.criteria import seeds
from empirical.experiments.dynamics import records as dynamics
from empirical.experiments.lengths import records as lengths
from empirical.protocol.reading import plain
from empirical.released import best
from empirical.reports import replication
from theory.reports.files import write_record


def test_a_run_ended_at_its_best_step_reads_nothing_behind_it():
    (record, *_) = dynamics.of_task("letter", seeds.RELEASED / "dynamics")
    course = replication.ended(record)
    step = best.best_step(record.validation.checks)
    assert course.steps[-1] == course.maximum == step < record.steps[-1]
    # what comes later may be anything
    at = record.steps.index(step) + 1
    other = tuple(tuple(0.5 for _ in row) for row in record.s_sym[at:])
    assert replication.ended(replace(record, s_sym=record.s_sym[:at] + other)) == course
    # and what is at that step may not
    there = (tuple(1 - x for x in record.s_sym[at - 1]),)
    changed = replace(record, s_sym=record.s_sym[: at - 1] + there + record.s_sym[at:])
    assert replication.ended(changed).pure != course.pure
    (right, of) = zip(*course.last, strict=True)
    assert (
        right == record.validation.checks[[r[0] for r in record.validation.checks].index(step)][1:]
    )
    assert of == record.validation.of


def test_a_run_never_counted_on_a_validation_set_has_no_best():
    (record, *_) = dynamics.of_task("letter", seeds.RELEASED / "dynamics")
    with pytest.raises(ValueError, match="letter-0 was not counted"):
        replication.ended(replace(record, validation=None))


def test_curves_of_best_weights_are_theirs(tmp_path):
    for kind in ("dynamics", "lengths"):
        (tmp_path / kind).symlink_to(seeds.RELEASED / kind)
    last = {one.seed: one for one in lengths.of_task("letter", tmp_path / "lengths")}
    assert replication.replicated_curves(tmp_path, "letter") == []
    one = last[2]
    right = tuple(n - 1 for n in one.right)
    manifest = replace(one.manifest, criteria={})
    record = best.BestRecord(
        manifest=manifest,
        task="letter",
        seed=2,
        step=50,
        lengths=one.lengths,
        right=right,
        of=one.of,
    )
    write_record(tmp_path / "best" / "letter-2.json", plain(record))
    (curve,) = replication.replicated_curves(tmp_path, "letter")
    assert curve.counts == tuple(zip(right, one.of, strict=True))
    shown = {row[0]: row[4:] for row in models_in(tmp_path)}
    at = one.lengths.index(300)
    assert shown["letter 2"][0] == f"{right[at]} of {one.of[at]} / {one.right[at]} of {one.of[at]}"
    assert shown["letter 0"][0].startswith("– / ")


def models_in(folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replication, "FOLDERS", (folder,))
        return replication.replicated_models()


def test_fewer_than_five_models_say_nothing(tmp_path):
    few = {task: ["one"] * 4 for task in ("number", "letter")}
    assert replication.says("B-e-mix-seeds", few) == replication.says("B-e-mix-seeds", {}) == "–"


def test_the_first_column_is_the_verdict_of_each_claim():
    """But of B-e-flow, which is judged on the fresh seeds."""
    from empirical.criteria.claims import CLAIMS_BY_KIND
    from theory.ledger.judging import judge

    claims = {one.id: one for some in CLAIMS_BY_KIND.values() for one in some}
    rows = {row[0]: row[1:] for row in replication.replication_rows()}
    assert rows["B-e-pure"][2] == "–"
    for name in ("B-e-pure", "B-e-mix-seeds", "B-e-len-seeds", "B-e-why"):
        assert rows[name][0].split(":")[0] == judge(claims[name]).verdict.value
    assert rows["B-e-flow"][1].split(":")[0] == judge(claims["B-e-flow"]).verdict.value


def test_a_verdict_says_which_requirements_are_not_met():
    rows = {row[0]: row[1:] for row in replication.replication_rows()}
    assert rows["B-e-mix-seeds"][0] == "SUPPORTED"
    mainly = "letter's pure heads mainly do it (open); most of letter's pure heads do it (open)"
    assert rows["B-e-flow"][0] == f"UNDECIDED: {mainly}"
    assert rows["B-e-flow"][1] == f"UNDECIDED: number is learnt (open); {mainly}"
    first = "number's first positional head is before its first symbolic one (open)"
    assert rows["B-e-first"][1] == f"UNDECIDED: number is learnt (open); {first}"


def test_models_that_have_not_learnt_are_named_with_what_they_miss():
    counts = ("11,169 of 11,400 right at 3", "10,936 of 11,400 right at 4")
    assert replication.unlearnt_seeds() == [f"number 6 ({one} hops)" for one in counts]
    assert len(replication.unlearnt_seeds(level=1)) == 4 * 20
