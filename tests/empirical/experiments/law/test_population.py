"""The registered population, its records and the command that makes them."""

import json
import shutil
import subprocess

import pytest

from empirical.experiments.law import command, population, reading
from empirical.experiments.law import work as worked
from empirical.experiments.law.bounds import BOUNDS
from empirical.experiments.law.records import Remedy, Scaled, read
from empirical.protocol.reading import Misread, plain
from tests.empirical.forged import edited
from tests.processes import python
from theory.ledger import Undecided


def test_seeds_are_new_and_each_model_is_its_own():
    plans = population.population_recipes()
    for task, least in (("letter", BOUNDS.letter), ("number", BOUNDS.number)):
        seeds = [one.seed for one in plans.values() if one.task == task]
        assert min(seeds) == 200
        assert len(set(seeds)) == len(seeds) > least


def test_every_plan_fits_its_training_set():
    for one in (*population.population_recipes().values(), *population.scaled_recipes().values()):
        for recipe in (one, population.longer(one)):
            assert recipe.steps * recipe.batch <= 0.9 * recipe.total


def test_partners_differ_in_their_logits_alone():
    plans = population.population_recipes()
    for name, one in population.scaled_recipes().items():
        other = plans[name.removesuffix("-scaled")]
        assert one.log_scaled
        assert not other.log_scaled
        assert one.run_as(other) != other


def remedy(tmp_path, **changes):
    from empirical.experiments.law import synthetic

    path = tmp_path / "letter-201.json"
    path.write_text(json.dumps(plain(synthetic.remedy("letter", "letter-201")) | changes))
    return path


def test_a_record_is_read_as_it_is_written(tmp_path):
    from empirical.experiments.law import synthetic

    expected = synthetic.remedy("letter", "letter-201")
    assert read(remedy(tmp_path), Remedy) == expected


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lengths": [850, 550, 2000, 8000]}, "do not rise"),
        ({"factors": [1.0]}, "factors or forbidden"),
        ({"of": [10, 10, 10, 10]}, "is not of that many"),
        ({"right": {}}, "right has not each"),
        ({"seed": 7}, "is of another"),
    ],
)
def test_a_damaged_record_is_refused_by_name(tmp_path, changes, message):
    with pytest.raises(Misread, match=message):
        read(remedy(tmp_path, **changes), Remedy)


def test_a_model_of_another_recipe_is_refused():
    plan = population.population_recipes()["letter-200"]
    reading.hold_to_registered_recipe("letter-200", plan, plan)
    reading.hold_to_registered_recipe("letter-200", plan, population.longer(plan))
    with pytest.raises(Misread, match="another recipe"):
        reading.hold_to_registered_recipe(
            "letter-200", plan, population.population_recipes()["letter-201"]
        )


ROWS = ("lengths", "of", "right", "factors", "forbidden")


def short(values):
    """The first of them, or of each: as if no longer input had been tried."""
    return {how: row[:1] for how, row in values.items()} if isinstance(values, dict) else values[:1]


@pytest.mark.parametrize(
    ("read_all", "name", "rows"),
    [
        (reading.remedied, "remedies/letter-201", ROWS),
        (reading.remedied, "remedies/number-205", ROWS),
        (reading.pairs, "scaled/letter-201-scaled", ROWS[:3]),
    ],
)
def test_a_record_of_short_inputs_alone_is_refused(read_all, name, rows, tmp_path, monkeypatch):
    copy = shutil.copytree(reading.FOLDER, tmp_path / "law")
    monkeypatch.setattr(reading, "FOLDER", copy)
    read_all()
    edited(copy / f"{name}.json", **dict.fromkeys(rows, short))
    with pytest.raises(Misread, match=f"{name.split('/')[1]} is not at the registered lengths"):
        read_all()


def twice_the_steps(manifest):
    made = manifest["recipe"]
    more = {"steps": 2 * made["steps"], "total": 2 * made["total"]}
    return manifest | {"recipe": made | more}


def test_a_log_scaled_model_has_as_many_steps_as_its_partner(tmp_path, monkeypatch):
    """A model that has not learnt its task is trained longer: then both are, or neither."""
    copy = shutil.copytree(reading.FOLDER, tmp_path / "law")
    monkeypatch.setattr(reading, "FOLDER", copy)
    edited(copy / "scaled" / "letter-201-scaled.json", manifest=twice_the_steps)
    with pytest.raises(Misread, match=r"letter-201-scaled has other steps than its partner's"):
        reading.pairs()
    edited(copy / "lengths" / "letter-201.json", manifest=twice_the_steps)
    assert len(reading.pairs().tasks["letter"]) == 3


def test_a_part_is_undecided_and_says_what_goes_on():
    with pytest.raises(Undecided, match=r"1 of 2 registered models: run rope-claims run law"):
        reading.whole({"a": 1}, ["a", "b"], "measured")


def git(folder, *words):
    told = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e@e", *words]
    subprocess.run(told, check=True, capture_output=True)


def test_a_prediction_counts_as_committed_only_as_it_stands(tmp_path):
    path = tmp_path / "letter-200.json"
    git(tmp_path, "init")
    path.write_text("{}")
    assert not worked.committed(path)
    git(tmp_path, "add", ".")
    assert not worked.committed(path)
    git(tmp_path, "commit", "-m", "predicted")
    assert worked.committed(path)
    path.write_text("{ }")
    assert not worked.committed(path)
    assert not worked.committed(tmp_path / "letter-201.json")


def test_no_long_input_is_run_before_its_prediction_is_committed(tmp_path, monkeypatch):
    git(tmp_path, "init")
    plan = population.population_recipes()["letter-200"]
    one = worked.LawWork("letter-200", plan, tmp_path / "runs", tmp_path, {}, measure=True)
    assert one.do() == ["letter-200: not trained yet"]
    (tmp_path / "runs" / "letter-200" / "final").mkdir(parents=True)
    (tmp_path / "lengths").mkdir()
    monkeypatch.setattr(worked.LawWork, "trained", lambda self: self.runs / self.name)
    with pytest.raises(ValueError, match="commit the prediction"):
        one.do()


def test_several_models_side_by_side(tmp_path):
    """Newly started processes can import what they are to run."""
    words = ["--jobs", "2", "--measure", "--runs", tmp_path / "runs", "--results", tmp_path]
    done = python("-m", "rope_claims", "run", "law", *words, check=True)
    names = [*population.population_recipes(), *population.scaled_recipes()]
    assert done.stdout.splitlines() == [f"{name}: not trained yet" for name in names]


def test_an_unknown_model_is_named(error_line):
    assert "no such model" in error_line(command.main, "--only", "letter-99")


def test_scaled_records_are_held_to_their_counts(tmp_path):
    from empirical.experiments.dynamics.synthetic import synthetic_manifest

    lengths = population.GRID["letter"]
    one = Scaled(
        manifest=synthetic_manifest("letter", 200),
        task="letter",
        seed=200,
        tested=((10, 10),) * 4,
        lengths=lengths,
        right=(11,) * len(lengths),
        of=(10,) * len(lengths),
    )
    path = tmp_path / "letter-200-scaled.json"
    path.write_text(json.dumps(plain(one)))
    with pytest.raises(Misread, match="not of that many"):
        read(path, Scaled)
