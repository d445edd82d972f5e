"""What Figure 2 and the heads' paths are made of; bad records are refused."""

import pytest

from empirical.criteria.courses import course
from empirical.experiments.dynamics import figures as figures_dynamics
from empirical.experiments.dynamics import synthetic as dynamics_synthetic
from empirical.experiments.dynamics.records import by_task
from empirical.protocol import settings
from empirical.protocol.records import RESULTS
from empirical.protocol.synthetic import replaced_records
from empirical.protocol.vocabulary import TASKS


def synthetic():
    record = dynamics_synthetic.record
    return {task: tuple(record(task, seed) for seed in range(settings.SEEDS)) for task in TASKS}


def test_every_head_is_in_one_group():
    for task, records in synthetic().items():
        groups = figures_dynamics.ending_groups(records[0])
        assert (sum(group.astype(int) for group in groups.values()) == 1).all()
        assert groups["positional"].any() == (task == "number")


def test_heads_end_as_the_claim_counts_them():
    """B-e-mix-seeds counts the heads that are pure at the last checkpoint, however lately."""
    for records in by_task(RESULTS / "released").values():
        for record in records:
            groups, claimed = (
                figures_dynamics.ending_groups(record),
                course(record).pure[settings.GAMMA],
            )
            for kind in figures_dynamics.KINDS:
                assert groups[kind].sum() == len(claimed[kind])


def test_figures_are_written_whole(tmp_path):
    figures_dynamics.draw_course(synthetic(), tmp_path / "course.pdf")
    figures_dynamics.paths(synthetic(), tmp_path / "paths.png")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["course.pdf", "paths.png"]


def test_records_of_different_steps_are_refused(tmp_path):
    tasks = replaced_records((0, 1), "letter", 0, "steps")(synthetic())
    with pytest.raises(ValueError, match="different steps"):
        figures_dynamics.draw_course(tasks, tmp_path / "course.png")
    assert list(tmp_path.iterdir()) == []
