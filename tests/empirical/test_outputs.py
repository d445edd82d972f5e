"""An output folder may be somebody else's: no link of it is followed, no bad result ends in 1."""

import os
import resource
import shutil
import sys

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file

from constructions.capacity import command as budgets
from constructions.capacity import comparison, grid
from constructions.certificate.horizons import command as horizons
from empirical import heads, train, validate
from empirical.experiments.canonical import command as canonical
from empirical.experiments.capacity import command as capacity
from empirical.experiments.dynamics import command as dynamics
from empirical.experiments.lengths import command as lengths
from empirical.instrument.scores import scored
from empirical.instrument.session import Work
from empirical.released import command as released
from empirical.reports import plots
from tests.empirical import prepared
from tests.empirical.oracle import tiny

TRAIN = [
    "--task=letter",
    "--steps=2",
    "--total=800",
    "--layers=1",
    "--width=16",
    "--batch=8",
    "--threads=1",
]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model") / "model"
    tiny("llama").float().save_pretrained(folder)
    return folder


def refused(run, capsys):
    """The one line of a command that ends in 2."""
    capsys.readouterr()
    assert run() == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("rope-claims: error: ")
    return lines[0]


def validated(model, out, *more):
    return validate.main(["--model", str(model), "--out", str(out), *more])


@pytest.mark.parametrize("more", [[], ["--resume"]], ids=["afresh", "resumed"])
@pytest.mark.parametrize("name", [validate.KEPT, f"{validate.KEPT}/a", *validate.NAMES])
def test_validate_writes_nothing_through_a_link(model, tmp_path, capsys, name, more):
    away, out = tmp_path / "away", tmp_path / "out"
    away.mkdir()
    (away / "kept").write_text("kept")
    (out / name).parent.mkdir(parents=True)
    (out / name).symlink_to(away if validate.KEPT in name else away / "kept")
    assert "it is a link" in refused(lambda: validated(model, out, *more), capsys)
    assert os.listdir(away) == ["kept"]
    assert (away / "kept").read_text() == "kept"


@pytest.mark.parametrize("name", [f"{validate.KEPT}/a", "report.html"])
def test_nor_into_a_pipe(model, tmp_path, capsys, name):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    os.mkfifo(tmp_path / name)
    assert "no regular file" in refused(lambda: validated(model, tmp_path, "--resume"), capsys)


def test_the_output_folder_itself_may_be_a_link(model, tmp_path, monkeypatch):
    """Its user named it: results often lie on another disk."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "disk")
    monkeypatch.setattr(plots, "score_plane", lambda *_: None)
    assert validated(model, tmp_path / "out") == 0
    assert (tmp_path / "disk" / "report.json").is_file()


def test_a_run_that_fails_keeps_the_old_report(model, tmp_path, capsys, monkeypatch):
    """Until the new one is there whole; what the new one lacks goes then."""
    out, old = tmp_path / "out", dict.fromkeys(validate.NAMES, "old")
    out.mkdir()
    for name in old:
        (out / name).write_text("old")

    def contents():
        return {path.name: path.read_text() for path in out.iterdir() if path.is_file()}

    def full(*_):
        raise OSError(28, "No space left on device")

    assert "is no folder" in refused(lambda: validated(tmp_path / "none", out), capsys)
    assert contents() == old
    with monkeypatch.context() as patch:
        patch.setattr("empirical.reports.plots.score_plane", full)
        assert validated(model, out) == 2
    assert "No space left" in capsys.readouterr().err
    assert contents() == old
    assert validated(model, out) == 0
    assert {path.name for path in out.iterdir()} == old.keys() - {"extrapolation.png"}
    assert (out / "report.md").read_text() != "old"


COMMANDS = {
    "heads": (heads.main, lambda out: ["x", "--prompt=a b", f"--out={out}/page"], ["page"]),
    "train": (
        train.main,
        lambda out: [*TRAIN, f"--out={out}"],
        ["state.safetensors", "steps", "final", "losses.json"],
    ),
    "capacity of a model": (
        capacity.main,
        lambda out: ["--model=x", "--lengths=9", f"--out={out}"],
        ["certificates", "capacity.json"],
    ),
    "capacity": (
        budgets.main,
        lambda out: ["--model=pythia-410m", "--tokens=8", f"--out={out}"],
        ["certificates", "weights", "capacity.md"],
    ),
    "dynamics": (
        dynamics.main,
        lambda out: ["--task=letter", "--seeds=0", f"--results={out}"],
        ["deeper/letter-0.json", "letter-0.json"],
    ),
    "released": (
        released.main,
        lambda out: ["--task=letter", "--seeds=0", f"--results={out}"],
        ["dynamics", "lengths/letter-0.json"],
    ),
    "lengths": (lengths.main, lambda out: ["x", f"--results={out}"], ["letter-0.json"]),
    "canonical": (
        canonical.main,
        lambda out: ["--task=index", f"--out={out}"],
        ["certificates", "state/index.safetensors"],
    ),
    "horizons": (horizons.main, lambda out: [f"--out={out}"], ["certificates", "a/horizons.json"]),
    "comparison": (comparison.main, lambda out: [f"--out={out}"], ["capacity", "capacity.png"]),
    "grid": (grid.main, lambda out: [f"--out={out}"], ["planes", "planes.md"]),
}


@pytest.mark.parametrize(
    ("command", "name"),
    [(command, name) for command, (_, _, names) in COMMANDS.items() for name in names],
)
def test_no_command_writes_through_a_link(tmp_path, capsys, command, name):
    run, words, _ = COMMANDS[command]
    away, out = tmp_path / "away", tmp_path / "out"
    away.mkdir()
    out.mkdir()
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).symlink_to(away if "." not in name else away / "new")
    assert "it is a link" in refused(lambda: run(words(out)), capsys)
    assert os.listdir(away) == []


# ---- results that an interrupted run kept ---------------------------------------------------


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A model, inputs, a folder that keeps what was measured of them, and that."""
    kept = tmp_path_factory.mktemp("kept")
    network, tokens = tiny("llama"), torch.arange(26).reshape(2, 13).numpy()
    return network, tokens, kept, Work(kept, {}).by_layer(network, tokens, scored)


def again(measured, tmp_path, damage):
    """What is measured where a copy of what was kept, first damaged, is there already."""
    network, tokens, kept, _ = measured
    folder = shutil.copytree(kept, tmp_path / "kept")
    (layer,), (depth,) = (list(folder.rglob(name)) for name in ("0-1.safetensors", "0.safetensors"))
    damage(layer, depth)
    return Work(folder, {}).by_layer(network, tokens, scored)


def layers(value):
    return lambda layer, depth: save_file({"layers": np.array(value)}, depth)


def arrays(change):
    def made(layer, depth):
        save_file({name: change(x) for name, x in load_file(layer).items()}, layer)

    return made


DAMAGED = {
    "a thousand million layers": layers(10**9),
    "less than no layers": layers(-1),
    "layers in a list": layers([2, 2]),
    "half a layer": layers(0.5),
    "no number of layers": lambda layer, depth: save_file({"other": np.array(2)}, depth),
    "missing names": lambda layer, depth: save_file({"s_pos": np.zeros((4, 1))}, layer),
    "other names": lambda layer, depth: save_file({"": np.zeros(1)}, layer),
    "nothing": lambda layer, depth: save_file({}, layer),
    "NaN": arrays(lambda x: x * np.nan),
    "no axes": arrays(lambda x: np.array(x.sum())),
    "an axis more": arrays(lambda x: x[None]),
    "truth values": arrays(lambda x: x > 0),
    "an empty header": lambda layer, depth: depth.write_bytes(b"\x08" + b"\0" * 7 + b"{}      "),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_result_is_measured_again(measured, tmp_path, damage):
    for ours, first in zip(again(measured, tmp_path, DAMAGED[damage]), measured[3], strict=True):
        assert all(np.array_equal(ours[name], first[name]) for name in first)


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_bytes_changed_at_random_never_stop_a_run(measured, tmp_path_factory, data):
    """A number that is changed for another stays: what was kept is not re-checked."""

    def damage(*files):
        path = data.draw(st.sampled_from(files))
        content = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 4))):
            place = data.draw(st.integers(0, min(len(content), 400) - 1))
            content[place] = data.draw(st.integers(0, 255))
        path.write_bytes(bytes(content[: data.draw(st.integers(0, len(content)))]))

    results = again(measured, tmp_path_factory.mktemp("mutated"), damage)
    assert [layer.keys() for layer in results] == [layer.keys() for layer in measured[3]]


@pytest.mark.parametrize("text", ['{"value": NaN}', "[" * 9999, "[1]", "{}", '{"value": 1e999}'])
def test_damaged_json_is_made_again(tmp_path, text):
    Work(tmp_path, {}).once(lambda: 7)
    (path,) = tmp_path.iterdir()
    path.write_text(text)
    assert Work(tmp_path, {}).once(lambda: 7) == 7


def test_a_defect_is_laid_to_what_was_kept_only_under_resume(model, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(validate, "judge_all", lambda *_: {}["defect"])
    assert validated(model, tmp_path / "out") == 70
    capsys.readouterr()
    assert validated(model, tmp_path / "out", "--resume") == 2
    assert "may be damaged (KeyError: 'defect'): run again without --resume" in (
        capsys.readouterr().err
    )


def train_on_a_full_disk(most, words):
    """A limit on the size of files stands in for the disk; it meets every way of writing."""
    sys.dont_write_bytecode = True  # a compiled file cut off there would stop later tests
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    prepared.command([sys.executable, "-m", "rope_claims", "train", *words])


@pytest.mark.parametrize("most", [20_000])
def test_training_on_a_full_disk_is_one_line_and_leaves_no_half(tmp_path, most):
    words = [*TRAIN, f"--out={tmp_path / 'run'}"]
    with (tmp_path / "errors").open("w") as errors:
        process = prepared.start(train_on_a_full_disk, most, words, stderr=errors.fileno())
        process.join()
    printed = (tmp_path / "errors").read_text()
    assert process.exitcode == 2
    lines = [line for line in printed.splitlines() if "error" in line]
    assert len(lines) == 1
    assert "File too large: make room" in lines[0]
    assert "Traceback" not in printed
    assert not [p for p in tmp_path.rglob("*") if p.name.endswith(".part")]
