"""One factor of the recipe at a time: what is trained, what is recorded, what the table says."""

import json
import math
from dataclasses import replace

import pytest
from rich.console import Console

from empirical.experiments.dynamics.scoring import Told
from empirical.models import recipes, training
from empirical.models.recipes import NAMED
from empirical.models.trained import Validation
from empirical.models.trajectory import trajectory
from empirical.protocol.reading import Misread, plain
from empirical.released import command as released
from empirical.released import sensitivity
from theory.reports.files import write_record

SIZES = {"steps": 4, "batch": 8, "total": 4000, "layers": 2, "width": 16, "check_every": 2}


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(sensitivity, "SCORED", 16)
    monkeypatch.setattr(sensitivity, "INPUTS", 8)
    monkeypatch.setattr(sensitivity, "ADDED", (0, 4, 8))
    monkeypatch.setitem(recipes.NAMED, "released", replace(NAMED["released"], **SIZES))


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "number-0"
    recipe = replace(NAMED["released"], **SIZES)
    training.train(training.Run(recipe, folder), 4, 4, Console(quiet=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sensitivity, "SCORED", 16)
        patch.setattr(sensitivity, "INPUTS", 8)
        return sensitivity.measure(trajectory(folder), Told("python", {}))


def test_each_factor_changes_one_thing_of_the_released_recipe():
    base = NAMED["released"]
    for task in ("number", "letter"):
        for factor in sensitivity.factors(task):
            one = sensitivity.recipe(task, factor, 0, base)
            told = {k for k, x in vars(one).items() if x != vars(base)[k]} - {"task"}
            assert told == {k for k, x in sensitivity.FACTORS[factor].items() if x != vars(base)[k]}
            assert bool(told) is (factor != "float32"), factor
    earlier = vars(NAMED["earlier"])
    for factor in ("rate", "adam", "dropout", "letters"):
        assert all(earlier[name] == x for name, x in sensitivity.FACTORS[factor].items())
    assert "letters" not in sensitivity.factors("letter")


@pytest.mark.usefixtures("small")
def test_the_record_is_written_read_and_damage_told(record, tmp_path):
    target = tmp_path / "number-0.json"
    write_record(target, plain(record))
    assert sensitivity.read(target) == record
    assert (record.factor, len(record.heads), len(record.validation.checks)) == ("", 2, 2)
    text = json.loads(target.read_text())
    forged = (("right", [1]), ("factor", "moon"), ("factor", "rate"), ("seed", 3))
    for name, value in forged:
        target.write_text(json.dumps(text | {name: value}))
        with pytest.raises(Misread, match=f"{name}|manifest.recipe"):
            sensitivity.read(target)


def checks(*dates):
    """Counts at steps 50, 100, … of hop counts learnt from these steps on, never where None."""
    rows = [
        (step, *(10 if date is not None and step >= date else 5 for date in dates))
        for step in range(50, 1050, 50)
    ]
    return Validation(tuple(rows), (10,) * len(dates))


def test_the_spread_is_that_of_the_steps_from_which_hop_counts_stay_learnt(record):
    def spread(*dates):
        return sensitivity.record_row(replace(record, validation=checks(*dates))).spread

    assert spread(100, 100, 100, 100) == 0
    assert spread(100, 200, 300, 400) == pytest.approx(0.75)
    assert math.isnan(spread(100, 200, 300, None))


@pytest.mark.usefixtures("small")
def test_what_leaves_the_seeds_range_is_marked_and_gets_a_second_seed(record, tmp_path):
    def put(name, factor, seed, right, *dates):
        trained_by = sensitivity.recipe("number", factor, seed, record.manifest.recipe)
        manifest = replace(record.manifest, recipe=trained_by)
        one = replace(record, factor=factor, seed=seed, right=right, validation=checks(*dates))
        one = replace(one, manifest=manifest)
        write_record(tmp_path / f"{name}.json", plain(one))

    put("number-0", "", 0, (200, 50, 10), 100, 200, 300, 400)
    put("number-1", "", 1, (190, 40, 5), 100, 200, 300, 500)
    put("number-rate-0", "rate", 0, (195, 45, 7), 100, 200, 300, 400)
    put("number-steps-0", "steps", 0, (195, 30, 7), 100, 200, 300, None)
    (table,) = sensitivity.tables(tmp_path)
    assert table.rows[0][1:5] == ("0 to 1", "0", "0", "0.750 to 0.800")
    assert table.rows[0][5:] == ("190 to 200", "40 to 50", "5 to 10")
    rate, steps = table.rows[1:]
    assert "outside" not in " ".join(rate)
    assert steps[4:7] == ("not learnt, **outside**", "195", "30, **outside**")
    told = sensitivity.wanted_variants(tmp_path)
    assert [one for one in told if one[2] == 1] == [("number", "steps", 1)]
    assert len(told) == len(sensitivity.factors("number")) + len(sensitivity.factors("letter")) + 1


@pytest.mark.usefixtures("small")
def test_the_command_trains_and_records_each_and_leaves_alone_what_is_there(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(sensitivity, "FACTORS", {"rate": {"rate": 3e-4}})
    given = ["--sensitivity", f"--folder={tmp_path / 'runs'}", f"--results={tmp_path}"]
    given += ["--device=cpu", "--precision=float32"]
    assert released.main(given) == 0
    for task in ("number", "letter"):
        one = sensitivity.read(tmp_path / "sensitivity" / f"{task}-rate-0.json")
        assert (one.manifest.recipe.rate, one.manifest.recipe.name) == (3e-4, "released")
    capsys.readouterr()
    assert released.main(given) == 0
    assert capsys.readouterr().out.count("there already") == 2


def test_one_of_the_three_ways_at_a_time(error_line):
    assert "or --sensitivity" in error_line(released.main, "--sensitivity", "--held-out")


def test_how_often_both_seeds_of_a_factor_lie_beyond_the_same_end():
    counts = {one.task: (one.statistics, one.alike) for one in sensitivity.tables()}
    assert counts == {"number": (36, 8), "letter": (30, 3)}
