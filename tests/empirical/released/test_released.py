"""One command from nothing to the records of a seed; bad input in one line; held-out models."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest
import torch
from safetensors.torch import load_file

from empirical.criteria import held_out, seeds
from empirical.criteria.command import BY_KIND, criteria
from empirical.experiments.lengths import records as lengths
from empirical.experiments.mechanism.ablation import measure
from empirical.models import recipes, training
from empirical.protocol import reading, settings
from empirical.protocol.reading import Misread
from empirical.released import best, sensitivity
from empirical.released import command as released


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(settings, "LENGTH_GRID", {"letter": (17, 25), "number": (17, 25)})
    monkeypatch.setattr(settings, "LONGEST_SEQUENCES", ((25, 8),))
    for name in ("PREDICTED_SEQUENCES", "POOLED_SEQUENCES", "DYNAMICS_SEQUENCES"):
        monkeypatch.setattr(settings, name, 16)
    for name, value in (("SEQUENCES", 16), ("SCORED", 8), ("JUMPS", 4)):
        monkeypatch.setattr(measure, name, value)
    monkeypatch.setattr(sensitivity, "SCORED", 16)
    monkeypatch.setattr(seeds, "of_inputs", lambda kind, records: records)  # fewer inputs
    monkeypatch.setattr(settings, "FOLLOWED_INPUTS", 16)
    monkeypatch.setattr(sensitivity, "INPUTS", 8)
    sizes = {"steps": 4, "batch": 8, "total": 4000, "layers": 2, "width": 16, "check_every": 2}
    monkeypatch.setitem(recipes.NAMED, "released", replace(recipes.NAMED["released"], **sizes))
    monkeypatch.setattr(settings, "RELEASED_KEEP_EVERY", 2)


@pytest.mark.usefixtures("small")
def test_a_seed_goes_from_nothing_to_its_records_and_is_then_left_alone(tmp_path, capsys):
    places = [f"--folder={tmp_path / 'runs'}", f"--results={tmp_path / 'results'}"]
    given = ["--task=letter", "--seeds", "0", "--device=cpu", "--precision=float32", *places]
    assert released.main(given) == 0
    printed = capsys.readouterr().out
    for kind in ("dynamics", "ablation", "following", "sensitivity", "lengths", "best"):
        record = json.loads((tmp_path / "results" / kind / "letter-0.json").read_text())
        assert record["manifest"]["criteria"] == (criteria(kind) if kind in BY_KIND else {})
        assert record["manifest"]["recipe"]["name"] == "released"
        assert record["manifest"]["command"].startswith(
            "rope-claims run released --task letter --seeds 0 --device cpu"
        )
    assert "heads taken away" in printed
    assert released.main(given) == 0
    assert capsys.readouterr().out.count("there already") == 5
    counts = {
        kind: len(seeds.seeds(tmp_path / "results", reader)["letter"])
        for kind, reader in (
            ("dynamics", seeds.trained),
            ("lengths", seeds.measured),
            ("gaps", seeds.decayed),
            ("ablation", seeds.ablated),
            ("following", seeds.followed),
        )
    }
    assert set(counts.values()) == {1}
    for task in ("best", "final"):
        assert (tmp_path / "runs/letter-0" / task / "model.safetensors").is_file()
    one = best.read(tmp_path / "results" / "best" / "letter-0.json")
    kept = tmp_path / "runs/letter-0/steps" / f"{one.step:05d}.safetensors"
    there = load_file(tmp_path / "runs/letter-0/best/model.safetensors")
    assert all(torch.equal(there[name], x) for name, x in load_file(kept).items())
    digest = sha256((tmp_path / "runs/letter-0/best/model.safetensors").read_bytes()).hexdigest()
    assert one.manifest.weights_sha256 == digest
    assert (one.lengths, one.of) == ((17, 25), (8, 8))


@pytest.mark.usefixtures("small")
def test_seeds_of_a_task_are_trained_as_one_program_and_the_records_say_so(tmp_path, monkeypatch):
    places = [f"--folder={tmp_path / 'runs'}", f"--results={tmp_path / 'results'}"]
    given = ["--task=letter", "--seeds", "0", "1", "--together", "--device=cpu"]
    monkeypatch.setattr(training.Run, "advance", None)  # none takes a step alone
    assert released.main([*given, "--precision=float32", *places]) == 0
    for seed in (0, 1):
        record = json.loads((tmp_path / f"results/dynamics/letter-{seed}.json").read_text())
        assert " --seeds 0 1 --together " in record["manifest"]["command"]
        about = json.loads((tmp_path / f"runs/letter-{seed}/final/manifest.json").read_text())
        assert " --seeds 0 1 --together " in about["command"]


def test_the_best_step_is_the_first_of_those_at_which_most_is_right():
    assert best.best_step(((50, 1, 2, 3, 4), (100, 4, 4, 4, 4), (150, 4, 4, 4, 4))) == 100


def test_fresh_seeds_have_a_folder_of_their_own(tmp_path):
    def where(*given):
        given = ["--task", "letter", *given, "--device=cpu", "--precision=float32"]
        return [one.results for one in released.jobs(released.parser().parse_args(given))]

    assert where("--seeds", "4", "5") == [seeds.RELEASED.resolve(), seeds.FRESH_FOLDER.resolve()]
    assert where("--seeds", "4", "5", f"--results={tmp_path}") == [tmp_path.resolve()] * 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lengths": [25, 17]}, "lengths do not rise"),
        ({"right": [1]}, "have not an entry for each"),
        ({"right": [9, 0]}, "right is not of that many"),
        ({"seed": 1}, "it is of letter, seed 1"),
        ({"step": 0}, "step"),
    ],
)
def test_a_damaged_record_of_best_weights_is_refused(change, message, tmp_path):
    manifest = reading.plain(lengths.read(seeds.RELEASED / "lengths" / "letter-0.json").manifest)
    good = {"task": "letter", "seed": 0, "step": 2300, "lengths": [17, 25]}
    good |= {"right": [8, 7], "of": [8, 8], "manifest": manifest}
    path = tmp_path / "letter-0.json"
    path.write_text(json.dumps(good))
    assert best.read(path).right == (8, 7)
    path.write_text(json.dumps(good | change))
    with pytest.raises(Misread, match=message):
        best.read(path)


@pytest.mark.usefixtures("small")
def test_held_out_models_are_predicted_first_and_measured_when_asked(tmp_path, monkeypatch):
    one = {"letter": {"base": ("100",)}, "number": {"rate": ("1e-3",)}}
    monkeypatch.setattr(held_out, "HELD_OUT", one)
    places = [f"--folder={tmp_path / 'runs'}", f"--results={tmp_path}", "--device=cpu"]
    assert released.main(["--held-out", *places]) == 0
    path = tmp_path / "held-out" / "letter-base-100.json"
    predicted = json.loads(path.read_text())
    assert "right" not in predicted
    assert predicted["manifest"]["criteria"] == criteria("held-out")
    assert predicted["manifest"]["recipe"]["seed"] == held_out.SEED
    assert released.main(["--held-out", "--measure", *places]) == 0
    assert json.loads(path.read_text())["predicted"] == predicted["predicted"]
    models = seeds.seeds(tmp_path, seeds.held_out_models)
    assert [len(models[task]) for task in ("number", "letter")] == [1, 1]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "give --task and --seeds, or --held-out"),
        (["--task=letter"], "give both --task and --seeds"),
        (["--held-out", "--task=letter"], "give --task and --seeds, or --held-out"),
        (["--only", "letter-0", "--task=letter", "--seeds", "0"], "a seed is named by --seeds"),
        (["--held-out", "--only", "letter-0"], "--only letter-0: no such model; there are number-"),
        (["--sensitivity", "--only", "letter-letters-0"], "no such model; there are number-rate-0"),
        (["--measure", "--task=letter", "--seeds", "0"], "--measure goes with --held-out"),
        (["--held-out", "--together"], "--together goes with --task and --seeds"),
        (["--task=word", "--seeds", "0"], "choose one of number, letter"),
        (["--task=letter", "--seeds", "0", "0"], "different ones, from 0 on"),
        (["--task", "letter", "letter", "--seeds", "0"], "each of them once"),
        (["--task=letter", "--seeds", "0", "--jobs=0"], "must be at least 1"),
    ],
)
def test_bad_input_is_one_line(given, message, error_line):
    assert message in error_line(released.main, *given)


def test_models_are_named_as_their_records_are():
    def names(*given):
        given = released.parser().parse_args([*given, "--device=cpu", "--precision=float32"])
        return [one.name for one in released.jobs(given)]

    both = names("--task", "number", "letter", "--seeds", *"01234")
    assert both == [f"{task}-{seed}" for task in ("number", "letter") for seed in range(5)]
    some = ["letter-base-300", "number-base-30"]
    assert names("--held-out", "--only", *some) == some[::-1]
    assert set(some) < set(names("--held-out"))
    # the second seed is trained where it is named, whatever the first has shown
    assert names("--sensitivity", "--only", "letter-rate-1") == ["letter-rate-1"]
    assert "letter-letters-0" not in names("--sensitivity")


def test_held_out_recipes_differ_from_the_released_one_in_one_factor():
    same = replace(recipes.NAMED["released"], precision="float32", device="cpu", threads=1)
    whole = vars(same)
    by_name = held_out.recipes(same)
    assert len(by_name) == 16
    for name, recipe in by_name.items():
        task, factor, value = name.split("-", 2)
        one = vars(recipe)
        other = {key for key in one if one[key] != whole[key]}
        assert other - {"task", "seed"} == {factor}
        assert (one["task"], one["seed"], one[factor]) == (task, held_out.SEED, float(value))
