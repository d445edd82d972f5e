"""Training dynamics, end to end on a small model: resumable, side by side, on a cluster."""

import json
import multiprocessing
import os
import signal
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch

from empirical.experiments.dynamics import command as dynamics
from empirical.experiments.dynamics import scoring
from empirical.experiments.dynamics.command import chosen
from empirical.experiments.dynamics.records import TABLES, read
from empirical.models.trajectory import trajectory
from empirical.protocol.cluster import on_cluster
from tests.empirical import prepared
from tests.tools import SUBMITIT, needs

SMALL = ["--task=letter", "--steps=6", "--keep-every=3", "--sequences=8", "--layers=2"]


def arguments(folder, *more):
    places = [f"--folder={folder / 'runs'}", f"--results={folder / 'results'}"]
    return [*SMALL, "--width=16", "--device=cpu", "--precision=float32", *places, *more]


@pytest.fixture(autouse=True, scope="module")
def few_data():
    """Of the recipe's 480,000 sequences, which each run draws anew, these tests need few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dynamics, "chosen", lambda given: replace(chosen(given), total=8000))
        yield


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dynamics")
    assert dynamics.main(arguments(folder, "--seeds", "0")) == 0
    return folder


def record(folder, seed=0):
    return read(folder / f"results/letter-{seed}.json")


def alike(one, other):
    return replace(one, manifest=other.manifest) == other


def test_a_record_holds_every_checkpoint_and_says_where_it_comes_from(finished):
    stored = record(finished)
    assert stored.steps == (0, 1, 2, 3, 6)
    assert np.shape(stored.right) == (5, 4)
    assert {np.shape(getattr(stored, name)) for name in TABLES} == {(5, 2)}
    assert np.max(stored.right) <= stored.of
    assert stored.of == 2
    manifest = stored.manifest
    assert manifest.command.startswith("rope-claims run dynamics --task letter --seeds 0")
    assert manifest.recipe.seed == stored.seed == 0
    written = json.loads((finished / "results/letter-0.json").read_text())
    assert {"commit", "versions", "data_sha256", "processor_seconds"} <= set(written["manifest"])
    assert not {"validation", "tested"} & set(written)


def test_scores_are_those_of_the_weights_kept_at_the_step(finished):
    kept, data = trajectory(finished / "runs/letter-0"), scoring.scored_set("letter", 8)
    stored = record(finished)
    alone = scoring.score_checkpoint(kept.fill(kept.reader(), 3), data)
    assert all(getattr(stored, name)[3] == value for name, value in vars(alone).items())
    with torch.inference_mode():
        guess = kept.model(3)(torch.from_numpy(data.tokens)).argmax(-1).numpy()
    assert sum(alone.right) == int((guess == data.answers).sum())


def test_a_finished_record_is_left_alone_and_a_lost_one_made_again(finished, capsys):
    path, before = finished / "results/letter-0.json", record(finished)
    stamp = path.stat().st_mtime_ns
    assert dynamics.main(arguments(finished, "--seeds", "0")) == 0
    assert "there already" in capsys.readouterr().out
    assert path.stat().st_mtime_ns == stamp
    path.unlink()
    assert dynamics.main(arguments(finished, "--seeds", "0")) == 0
    assert alike(record(finished), before)


def die_scoring(folder):
    """Killed at the third checkpoint scored."""
    calls = []

    def fatal(*args):
        calls.append(1)
        if len(calls) == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*args)

    original, scoring.score_checkpoint = scoring.score_checkpoint, fatal
    dynamics.main(arguments(folder, "--seeds", "0"))


def test_killed_while_scoring_it_goes_on_to_the_same_record(tmp_path, finished):
    child = multiprocessing.get_context("fork").Process(target=die_scoring, args=(tmp_path,))
    child.start()
    child.join(120)
    assert child.exitcode == -signal.SIGKILL
    assert not list((tmp_path / "results").glob("*")) if (tmp_path / "results").exists() else True
    assert dynamics.main(arguments(tmp_path, "--seeds", "0")) == 0
    assert alike(record(tmp_path), record(finished))


def test_seeds_side_by_side_give_what_each_gives_alone(tmp_path, finished, monkeypatch):
    """The processes that --jobs starts, which find libraries imported, import what they run."""
    kinds = []
    monkeypatch.setattr(
        multiprocessing, "get_context", lambda kind: kinds.append(kind) or prepared.CONTEXT
    )
    given = arguments(tmp_path, "--seeds", "0", "1", "--jobs", "2")
    assert dynamics.main(given) == 0
    assert kinds == ["spawn"]  # a fork of a process with threads may hang
    assert alike(record(tmp_path), record(finished))
    assert record(tmp_path, 1).seed == 1


def test_a_cluster_without_submitit_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "submitit", None)
    with pytest.raises(ValueError, match=r"pip install 'rope-claims\[cluster\]'"):
        on_cluster([], Path("jobs"), "local", 1, 1, False)


@needs(SUBMITIT)
def test_a_clusters_jobs_are_processes_of_their_own_and_answer_in_order(tmp_path):
    assert on_cluster([partial(pow, 2, n) for n in (3, 1)], tmp_path, "local", 1, 1, False) == [
        8,
        2,
    ]
    assert len(list(tmp_path.glob("*_result.pkl"))) == 2


@needs(SUBMITIT)
def test_a_cluster_job_gives_what_it_gives_alone(tmp_path, finished):
    given = arguments(tmp_path, "--seeds", "0", "--cluster", "debug")
    assert dynamics.main(given) == 0
    assert alike(record(tmp_path), record(finished))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--seeds", "0", "0"], "different seeds"),
        (["--seeds", "0", "--jobs", "0"], "--jobs must be at least 1"),
        (["--seeds", "0", "--task", "digit"], "unknown task"),
        (["--seeds", "0", "--sequences", "6"], "multiple of 4"),
        (["--seeds", "0", "--steps", "9"], "other settings"),
        (["--seeds", "0", "--keep-every", "2"], "kept no weights at step 4"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path, finished, error_line, more, message):
    (tmp_path / "runs").symlink_to(finished / "runs")
    assert message in error_line(dynamics.main, *arguments(tmp_path, *more))
    assert not (tmp_path / "results").exists()


def test_a_run_that_learnt_shuffled_labels_passes_no_claim(tmp_path, monkeypatch):
    from empirical.criteria import recipe_criteria
    from empirical.criteria.courses import widened
    from empirical.models import training
    from theory.ledger import Status

    splits = training.splits

    def shuffled(*args):
        train, *rest = splits(*args)
        np.random.default_rng(0).shuffle(train.answers)
        return train, *rest

    monkeypatch.setattr(training, "splits", shuffled)
    given = ["--task=letter", "--seeds=0", "--steps=60", "--keep-every=10", "--layers=2"]
    given += ["--width=32", f"--folder={tmp_path}", f"--results={tmp_path}"]
    more = ["--sequences=80", "--device=cpu", "--precision=float32"]
    assert dynamics.main([*given, *more]) == 0
    null = read(tmp_path / "letter-0.json")
    runs = {task: [widened(replace(null, task=task))] * 5 for task in ("number", "letter")}
    for criterion in (
        recipe_criteria.starts_uniform,
        recipe_criteria.hops,
        recipe_criteria.pure_by_the_maximum,
        recipe_criteria.mix,
        recipe_criteria.gammas,
    ):
        assert recipe_criteria.status(criterion(runs)) is Status.UNKNOWN
        assert {"number is learnt", "letter is learnt"} <= recipe_criteria.failed(criterion(runs))
