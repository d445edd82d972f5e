"""Training: killed at 20 random points and inside saves, it ends where an unbroken run ends."""

import dataclasses
import json
import multiprocessing
import os
import random
import signal
import sys
from types import SimpleNamespace

import pytest
import torch
from rich.console import Console

from empirical import train
from empirical.models import checkpoint, recipes, training
from empirical.models.recipes import Recipe, kept_steps
from empirical.models.training import Run
from tests.empirical import prepared

RECIPE = {"task": "letter", "steps": 12, "batch": 8, "total": 4000, "layers": 2, "width": 16}
OWN = {name: getattr(recipes.NAMED["released"], name) for name in ("name", *recipes.FACTORS)}
RELEASED = OWN | {"batch": 8, "check_every": 2}
FORK = multiprocessing.get_context("fork")
KILLS = {"float32": 10, "bf16": 5, "released": 5}


def go(folder, kill_at=0, **changes):
    """Run to the end in this process; at event number ``kill_at`` the process kills itself.

    Events are training steps, saves caught with half a file written, and both sides of a rename.
    The file next to the folder says how many there were.
    """
    torch.set_num_threads(1)
    events = 0

    def event(before_death=lambda: None):
        nonlocal events
        events += 1
        if events == kill_at:
            before_death()
            os.kill(os.getpid(), signal.SIGKILL)

    advance, save_file, replace = Run.advance, checkpoint.save_file, os.replace

    def half_saved(tensors, path, metadata=None):
        save_file(tensors, path, metadata=metadata)
        event(lambda: os.truncate(path, os.path.getsize(path) // 2))

    def renamed(source, target):
        event()
        replace(source, target)
        event()

    Run.advance = lambda run: (event(), advance(run))[1]
    checkpoint.save_file, os.replace = half_saved, renamed
    run = Run(Recipe(**{**RECIPE, **changes}), folder)
    training.train(run, keep_every=4, save_every=3, console=Console(quiet=True))
    events_of(folder).write_text(str(events))


def events_of(folder):
    return folder.with_suffix(".events")


def forks(asked):
    """In a process that has imported what a run needs: a fork of it for each run asked for."""
    for folder, changes in iter(asked.recv, None):
        child = FORK.Process(target=go, args=[folder], kwargs=changes)
        child.start()
        child.join(120)
        asked.send(child.exitcode)


@pytest.fixture(scope="module")
def spawn():
    ours, theirs = multiprocessing.Pipe()
    process = prepared.start(forks, theirs)

    def start(folder, **changes):
        ours.send((folder, changes))
        return ours.recv()

    yield start
    ours.send(None)
    process.join()


def contents(folder):
    paths = [p for p in folder.rglob("*") if p.is_file()]
    return {str(p.relative_to(folder)): p.read_bytes() for p in paths}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("float32", {}),
        ("bf16", {"precision": "bf16"}),
        ("released", {**RELEASED, "rate": 0.01, "task": "number", "precision": "bf16"}),
    ],
    ids=KILLS,
)
def test_killed_runs_end_bit_for_bit_like_an_unbroken_one(tmp_path, spawn, name, changes):
    assert spawn(tmp_path / "whole", **changes) == 0
    expected = contents(tmp_path / "whole")
    assert {"final/model.safetensors", "losses.json", "state.safetensors"} < set(expected)
    choose = random.Random(0)
    events = int(events_of(tmp_path / "whole").read_text())
    for kill_at in choose.sample(range(1, events), KILLS[name]):
        folder = tmp_path / f"killed-{kill_at}"
        assert spawn(folder, kill_at=kill_at, **changes) == -signal.SIGKILL
        assert contents(folder) != expected
        assert spawn(folder, **changes) == 0
        assert contents(folder) == expected


def test_a_second_kill_while_resuming_changes_nothing(tmp_path, spawn):
    assert spawn(tmp_path / "whole") == 0
    assert spawn(tmp_path / "twice", kill_at=30) == -signal.SIGKILL
    assert spawn(tmp_path / "twice", kill_at=9) == -signal.SIGKILL
    assert spawn(tmp_path / "twice") == 0
    assert contents(tmp_path / "twice") == contents(tmp_path / "whole")


def test_another_seed_gives_another_model(tmp_path, spawn):
    assert spawn(tmp_path / "0") == 0
    assert spawn(tmp_path / "1", seed=1) == 0
    name = "final/model.safetensors"
    assert contents(tmp_path / "0")[name] != contents(tmp_path / "1")[name]


def test_the_loss_falls_and_the_manifest_says_how(tmp_path, capsys):
    arguments = [f"--{k}={v}" for k, v in {**RECIPE, "steps": 150, "batch": 24}.items()]
    assert train.main([*arguments, "--rate=0.01", "--threads=1", f"--out={tmp_path / 'r'}"]) == 0
    losses = json.loads((tmp_path / "r/losses.json").read_text())
    assert sum(losses[-20:]) < sum(losses[:20]) - 5
    manifest = json.loads((tmp_path / "r/final/manifest.json").read_text())
    assert manifest["recipe"]["steps"] == 150
    assert "--rate 0.01" in manifest["command"]
    assert len(manifest["test_accuracy_by_hop"]) == 4
    assert "test accuracy" in capsys.readouterr().out


def test_learning_rate_warms_up_over_a_ninth_then_falls_to_nothing():
    recipe = Recipe("number")
    assert recipe.warmup == 750
    rates = [recipe.rate_at(step) for step in range(recipe.steps)]
    assert max(rates) == rates[749] == rates[750] == recipe.rate
    assert rates[0] == pytest.approx(recipe.rate / 750)
    assert rates[-1] == pytest.approx(recipe.rate / 6000)


def test_kept_steps_are_dense_early():
    assert kept_steps(500, 125) == {0, 1, 2, 4, 8, 16, 32, 64, 125, 250, 375, 500}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--task", "digit"], "unknown task 'digit'"),
        (["--task", "number", "--steps", "0"], "--steps must be at least 1"),
        (["--task", "number", "--total", "4000", "--steps", "100"], "lower --steps or --batch"),
        (["--task", "number", "--device", "cuda"], "no CUDA device"),
        (["--task", "number", "--precision", "tf32"], "tf32 exists on CUDA only"),
        (["--task", "number", "--rate", "0"], "--rate 0.0"),
        (["--task", "number", "--beta1", "1"], "--beta1 1.0"),
        (["--task", "number", "--embedding-dropout", "-0.1"], "--embedding-dropout -0.1"),
        (["--task", "number", "--batch", "0"], "--batch must be at least 1"),
        (["--task", "number", "--check-every", "-1"], "--check-every -1"),
        (["--task", "number", "--width", "15"], "width 15"),
        (["--task", "number", "--base", "1"], "base 1.0"),
        (["--task", "number", "--nope-from", "12"], "layer 12"),
        (["--task", "number", "--total", "5"], "--total 5: give a multiple of 4"),
        (["--task", "number", "--seed", "-1"], "--seed -1: at least 0 is needed"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path, error_line, arguments, message):
    if "cuda" in arguments and torch.cuda.is_available():
        arguments, message = ["--task", "digit"], "unknown task"
    assert message in error_line(train.main, *arguments, f"--out={tmp_path / 'run'}")
    assert not (tmp_path / "run").exists()


def test_a_damaged_state_and_another_recipe_are_refused(tmp_path, error_line):
    base = [f"--{k}={v}" for k, v in RECIPE.items()] + ["--threads=1", f"--out={tmp_path}"]
    assert train.main(base) == 0
    assert "other settings" in error_line(train.main, *base, "--seed=5")
    state = tmp_path / training.STATE
    state.write_bytes(state.read_bytes()[:1000])
    assert "is damaged" in error_line(train.main, *base)


def test_a_state_saved_before_there_were_controls_goes_on(tmp_path, monkeypatch):
    run = Run(Recipe(**RECIPE), tmp_path)
    older = dataclasses.asdict(run.recipe)
    del older["base"], older["nope_from"]
    monkeypatch.setattr(checkpoint, "plain", lambda _: older)
    run.save()
    Run(run.recipe, tmp_path).resume()
    for change in ({"nope_from": 0}, {"base": 100.0}):
        with pytest.raises(training.TrainError, match="other settings"):
            Run(dataclasses.replace(run.recipe, **change), tmp_path).resume()
    older["unheard"] = 1
    run.save()
    with pytest.raises(training.TrainError, match="unheard is no field of such a record"):
        Run(run.recipe, tmp_path).resume()


def test_a_control_is_trained_and_says_so(tmp_path):
    base = [f"--{k}={v}" for k, v in RECIPE.items()] + ["--threads=1"]
    assert train.main([*base, "--base=100", "--nope-from=1", f"--out={tmp_path / 'c'}"]) == 0
    assert train.main([*base, f"--out={tmp_path / 'p'}"]) == 0
    control, plain = (
        json.loads((tmp_path / name / "final/manifest.json").read_text()) for name in "cp"
    )
    assert control["command"].endswith("--base 100.0 --nope-from 1")
    assert (control["recipe"]["base"], control["recipe"]["nope_from"]) == (100.0, 1)
    assert "--base" not in plain["command"]
    assert control["final_loss"] != plain["final_loss"]


def test_a_loss_that_is_not_finite_stops_the_run(tmp_path):
    run = Run(Recipe(**RECIPE), tmp_path)
    with torch.no_grad():
        run.model.lm_head.bias[0] = float("nan")
    with pytest.raises(training.TrainError, match="lower --rate"):
        run.advance()


def test_interrupted_says_how_to_go_on_and_leaves_nothing_half_written(tmp_path):
    recipe = {**RECIPE, "steps": 400, "save-every": 1, "threads": 1, "out": tmp_path / "run"}
    arguments = [f"--{k}={v}" for k, v in recipe.items()]
    command = [sys.executable, "-m", "rope_claims", "train", *arguments]
    theirs, ours = os.pipe()
    child = prepared.start(prepared.command, command, stderr=ours)
    os.close(ours)
    with os.fdopen(theirs) as errors:
        next(line for line in errors if "step 3:" in line)
        os.kill(child.pid, signal.SIGINT)
        printed = errors.read()
    child.join(60)
    assert child.exitcode == 130
    assert "interrupted; the same command goes on" in printed
    assert "Traceback" not in printed
    assert not [p for p in tmp_path.rglob("*") if p.name.endswith(".part")]
    assert not (tmp_path / "run/final").exists()


def test_the_best_on_validation_is_kept_in_addition_to_the_last(tmp_path):
    changes = {**RECIPE, **RELEASED, "rate": 0.01, "steps": 60, "task": "number"}
    run = Run(Recipe(**changes), tmp_path)
    manifest = training.train(run, 2, 20, Console(quiet=True))
    checks = manifest.validation.checks
    assert [row[0] for row in checks] == list(range(2, 61, 2))
    assert sum(manifest.validation.of) == len(run.held) == 20
    totals = [sum(row[1:]) for row in checks]
    step = checks[totals.index(max(totals))][0]
    best = json.loads((tmp_path / "best/manifest.json").read_text())
    assert (best["weights"], manifest.weights) == (f"best on validation: {step}", "last: 60")
    kept = (tmp_path / f"steps/{step:05d}.safetensors").read_bytes()
    assert (tmp_path / "best/model.safetensors").read_bytes() == kept
    model = training.GPTJ(run.recipe.shape)
    model.load_state_dict(training.load_file(tmp_path / "best/model.safetensors"))
    assert best["test_accuracy_by_hop"] == training.evaluate(model, run.test, run.device)


def test_biases_and_norms_do_not_decay_where_only_weights_do():
    recipe = Recipe(**{**RECIPE, **RELEASED})
    model = training.GPTJ(recipe.shape)
    weights, vectors = training.optimiser(model, recipe).param_groups
    named = {id(p): name for name, p in model.named_parameters()}
    assert (weights["weight_decay"], vectors["weight_decay"]) == (1e-4, 0.0)
    assert weights["betas"] == vectors["betas"] == (0.95, 0.999)
    assert all("bias" in named[id(p)] or "ln_" in named[id(p)] for p in vectors["params"])
    assert not any("bias" in named[id(p)] or "ln_" in named[id(p)] for p in weights["params"])
    (one,) = training.optimiser(model, Recipe(**RECIPE)).param_groups
    assert (one["weight_decay"], one["betas"]) == (0.01, (0.9, 0.999))
    assert len(one["params"]) == len(weights["params"]) + len(vectors["params"])


def test_every_group_follows_the_schedule(tmp_path):
    run = Run(Recipe(**{**RECIPE, **RELEASED}), tmp_path)
    run.advance()
    assert {group["lr"] for group in run.optimizer.param_groups} == {run.recipe.rate_at(0)}


@pytest.mark.parametrize(
    "factor",
    [
        {},
        {"rate": 3e-4},
        {"beta1": 0.9, "decay": 0.01, "decays": "all"},
        {"embedding_dropout": 0.1, "gelu": "tanh"},
        {"letters": "distinct", "steps": 3750, "precision": "float32", "check_every": 0},
    ],
)
def test_a_manifests_command_says_the_whole_recipe(factor, monkeypatch, tmp_path):
    recipe = Recipe("number", **{**OWN, "precision": "bf16", "seed": 3, **factor})
    read = []
    monkeypatch.setattr(training, "Run", lambda recipe, folder: read.append(recipe))
    monkeypatch.setattr(training, "train", lambda *_: SimpleNamespace(test_accuracy_by_hop=()))
    words = training.command(recipe).split()[2:]
    assert train.main([*words, f"--out={tmp_path}"]) == 0
    assert read == [recipe]


def test_the_released_recipe_is_that_of_the_released_script():
    recipe = Recipe("letter", **OWN)
    assert (recipe.steps, recipe.warmup, recipe.batch, recipe.rate) == (6750, 750, 64, 1e-4)
    assert (recipe.shape.gelu, recipe.shape.dropout) == ("exact", 0.1)
    assert recipe.shape.embedding_dropout == 0


@pytest.mark.parametrize("every", [0, 2])
def test_what_is_shown_of_the_validation_set_is_the_check_just_made_or_a_new_count(
    tmp_path, every, monkeypatch
):
    run = Run(Recipe(**{**RECIPE, **RELEASED, "check_every": every}), tmp_path)
    run.advance(), run.advance()
    if every:
        run.check()
        expected = run.checks[-1, 1:].numpy() / [among.sum() for among in run.by_hop()]
    else:
        expected = training.evaluate(run.model, run.held, run.device)
    counted = []
    count = training.evaluate
    monkeypatch.setattr(training, "evaluate", lambda *a: counted.append(a) or count(*a))
    assert run.validated() == list(expected)
    assert len(counted) == (not every)
    run.advance()
    run.validated()
    assert len(counted) == 1 + (not every)


@pytest.mark.filterwarnings("error:Mean of empty slice", "error:invalid value")
@pytest.mark.parametrize(("total", "every", "code"), [(200, 0, 0), (200, 1, 0), (4, 0, 2)])
def test_a_split_without_sequences_has_no_accuracy(tmp_path, capsys, total, every, code):
    given = f"--task=number --steps=1 --batch=4 --layers=1 --width=16 --total={total}".split()
    assert train.main([*given, f"--check-every={every}", f"--out={tmp_path / 'r'}"]) == code
    told = "".join(capsys.readouterr())
    assert ("raise --total" if code else " none") in told
    assert "nan" not in told
