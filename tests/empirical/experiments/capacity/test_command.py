"""The command: a model with a text, the controlled one, and what is refused in a line."""

import json
import re
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import torch

from constructions.capacity import check_capacity, rotations
from constructions.capacity import command as below
from empirical.experiments.capacity import command, means
from empirical.models import pretrained
from empirical.models.dropin import main as dropin
from tests.empirical import talkers
from tests.empirical.talkers import talker

TEXT = "Alice likes apples. Bob likes pears. What does Alice like? Alice likes apples. " * 20


@pytest.fixture(scope="module")
def llama(tmp_path_factory):
    return talker(tmp_path_factory.mktemp("llama"), "llama")


@pytest.fixture
def text(tmp_path):
    """Options: a text to measure, and where."""
    (tmp_path / "t.txt").write_text(TEXT, encoding="utf-8")
    return ["--text", str(tmp_path / "t.txt"), "--out", str(tmp_path / "out")]


def record(out):
    return json.loads((out / "capacity.json").read_text("utf-8"))


def test_a_model_and_a_text(llama, tmp_path, text, capsys):
    assert command.main(["--model", str(llama), *text, "--lengths", "40", "12"]) == 0
    entries = record(tmp_path / "out")["lengths"]
    assert [one["tokens"] for one in entries] == [12, 40]
    for one in entries:
        words = check_capacity.check((tmp_path / "out" / one["certificate"]).read_text("utf-8"))
        assert f"at least {one['lower']:.6f} and at most {one['upper']:.6f}" in words
        assert len(one["heads"]) == 8
        assert all(len(head["planes"]) == 4 for head in one["heads"])
        assert all(0 <= head["used"] <= head["has"] <= head["length"] for head in one["heads"])
    assert capsys.readouterr().out in (tmp_path / "out" / "capacity.md").read_text("utf-8")


@pytest.fixture
def handed(monkeypatch):
    """What the package below runs is run in this process."""

    def run(words, check):
        assert words[1:5] == ["-m", "rope_claims", "run", "budgets"]
        return subprocess.CompletedProcess(words, command.main(words[5:]))

    monkeypatch.setattr(below.subprocess, "run", run)


def test_weights_are_compared_with_the_need(llama, tmp_path, text, capsys, error_line, handed):
    """One run: the certified table, and each head's means with the same certificates."""
    given, out = ["--tokens", "20", *text], tmp_path / "out"
    weights = ["--weights", str(llama / "model.safetensors")]
    assert below.main([*given, *weights]) == 0
    (need,) = record(out)
    (have,) = record(out / "weights")["lengths"]
    assert (need["positions"], need["upper"]) == (have["tokens"], have["upper"])
    assert (out / need["certificate"]).read_text("utf-8") == (
        out / "weights" / have["certificate"]
    ).read_text("utf-8")
    printed = capsys.readouterr()
    assert "largest a head has" in printed.out
    assert "equal amplitudes" in printed.out
    assert "optimising" not in printed.err
    assert "it turns otherwise" in error_line(below.main, *given, "--model", "gpt-j-6b", *weights)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--text", "t.txt", "--model", "gpt2"], "--text: goes with --weights"),
        ([], "give --model NAME, --weights FOLDER, or both"),
        (["--weights", "nowhere"], "no config.json there"),
    ],
)
def test_what_does_not_go_with_weights_is_reported(tmp_path, error_line, handed, given, message):
    assert message in error_line(below.main, *given, "--tokens", "20", "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_weights_may_be_an_alias_as_the_model_may(tmp_path, monkeypatch):
    """It is handed to the package that reads weights; here, to none."""
    asked = []

    def run(words, check):
        asked.append(words[5:7])
        return subprocess.CompletedProcess(words, 2)

    monkeypatch.setattr(below.subprocess, "run", run)
    for more in ([], ["--model", "pythia-410m"]):
        given = ["--weights", "pythia-410m", "--tokens", "20", "--out", str(tmp_path / "out")]
        assert below.main([*given, *more]) == 2
    assert asked == [["--model", "pythia-410m"]] * 2


def test_weights_that_cannot_be_measured_leave_nothing(llama, tmp_path, error_line, handed):
    given = ["--weights", str(llama), "--tokens", "20", "--out", str(tmp_path / "out")]
    assert "give --text FILE" in error_line(below.main, *given)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "lengths", "message"),
    [
        (None, ["12"], "give --text FILE"),
        ("too few", ["1000"], "too few for 1000"),
        (b"caf\xe9 " * 99, ["20"], "t.txt is no text in UTF-8"),
        (TEXT, ["2"], "of at least 3"),
        (TEXT, ["many"], "--help"),
    ],
)
def test_bad_input_is_one_line_and_code_2(llama, tmp_path, error_line, text, lengths, message):
    given = ["--model", str(llama), "--out", str(tmp_path / "out"), "--lengths", *lengths]
    if text is not None:
        (tmp_path / "t.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
        given += ["--text", str(tmp_path / "t.txt")]
    assert message in error_line(command.main, *given)
    assert not (tmp_path / "out" / "capacity.json").exists()


BASES = {"sliding_attention": 1e4, "full_attention": 1e6}
LAYERS = {"sliding_attention": [0, 1, 2, 3, 4], "full_attention": [5]}


@pytest.fixture(scope="module")
def gemma(tmp_path_factory):
    """A tiny Gemma 3, loaded: five layers slide and turn by one base, one sees all by another."""
    folder = talker(tmp_path_factory.mktemp("gemma"), "gemma3_text", layers=6)
    return pretrained.load(folder, torch.device("cpu"))


@pytest.fixture
def two_types(gemma, monkeypatch):
    """Whatever model is asked for, it is this one; its configuration."""
    monkeypatch.setattr(pretrained, "load", lambda *_: gemma)
    return gemma.model.config


def two(text):
    """Run the model of two types at one length."""
    return command.main(["--model", "it", *text, "--lengths", "12", "--inputs", "2"])


def held(out):
    """Assert that every head is listed with the need of its own layer's base."""
    entries = record(out)["lengths"]
    assert {one["layers"] for one in entries} == set(BASES)
    for one in entries:
        angles = BASES[one["layers"]] ** (-np.arange(4) / 4)
        text = (out / one["certificate"]).read_text("utf-8")
        assert np.allclose(json.loads(text)["angles"], angles)
        interval = f"at least {one['lower']:.6f} and at most {one['upper']:.6f}"
        assert interval in check_capacity.check(text)
        heads = [(head["layer"], head["head"]) for head in one["heads"]]
        assert heads == [(k, h) for k in LAYERS[one["layers"]] for h in range(4)]
        for head in one["heads"]:
            assert head["reach"] == pytest.approx(means.reach(angles, head["planes"]), rel=0.01)
    return entries


def test_heads_of_two_rotations_are_compared_with_their_own_need(tmp_path, text, capsys, two_types):
    assert two(text) == 0
    sliding, full = sorted(held(tmp_path / "out"), key=lambda one: -len(one["heads"]))
    assert sliding["upper"] < full["lower"]
    printed = capsys.readouterr().out
    for one in (sliding, full):
        enough = sum(head["has"] >= one["upper"] for head in one["heads"])
        (line,) = [line for line in printed.splitlines() if one["layers"] in line]
        assert f"| {enough} of {len(one['heads'])} |" in line


@pytest.mark.parametrize("wrong", ["swapped", "one for all"])
def test_heads_compared_with_the_other_rotations_need_would_fail(
    tmp_path, text, monkeypatch, two_types, wrong
):
    """The test above, held against a program that looks the wrong rotation up."""
    right = command.turning

    def turning(loaded, tokens):
        layers = right(loaded, tokens)
        sliding, full = layers[0], layers[-1]
        other = {sliding: full, full: sliding if wrong == "swapped" else full}
        return [other[one] for one in layers]

    monkeypatch.setattr(command, "turning", turning)
    assert two(text) == 0
    with pytest.raises(AssertionError):
        held(tmp_path / "out")


@pytest.mark.parametrize(
    ("misread", "message"),
    [
        (lambda a, b: [replace(a, kind=b.kind), replace(b, kind=a.kind)], "layer 0: not the rot"),
        (lambda a, b: [a, replace(a, kind=b.kind)], "not the rotation of"),
        (lambda a, b: [a], "which layers turn by full_attention is not said"),
        (lambda a, b: [replace(a, kind="")], "layer 0: not the rotation of the model"),
        (lambda a, b: [replace(x, angles=x.angles[:-1]) for x in (a, b)], "not the rotation of"),
        (lambda a, b: [], "nothing is rotated"),
    ],
)
def test_a_rotation_that_its_layers_do_not_have_is_refused(
    tmp_path, text, monkeypatch, capsys, two_types, misread, message
):
    """What the configuration is read to say is held against what the layers do."""
    right = rotations.rotations
    monkeypatch.setattr(rotations, "rotations", lambda *given: misread(*right(*given)))
    assert two(text) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_certificates_of_two_rotations_serve_below(tmp_path, text, two_types, monkeypatch, handed):
    monkeypatch.setattr(below, "find_model", lambda _: rotations.ConfiguredModel("it", two_types))
    monkeypatch.setattr(below, "_folder_of", lambda weights: weights)
    assert below.main(["--tokens", "12", *text, "--weights", "it"]) == 0
    need = record(tmp_path / "out")
    have = {one["layers"]: one for one in held(tmp_path / "out" / "weights")}
    assert {row["layers"]: row["upper"] for row in need} == {k: have[k]["upper"] for k in have}


def test_a_constructed_head_points_with_what_it_was_given(tmp_path):
    """A folder of heads built by hand, of the number task: inputs come from the task."""
    assert dropin(["--task", "number", "--out", str(tmp_path / "model")]) == 0
    given = ["--model", str(tmp_path / "model"), "--lengths", "17", "--inputs", "4"]
    assert command.main([*given, "--out", str(tmp_path / "out")]) == 0
    (one,) = record(tmp_path / "out")["lengths"]
    assert max(head["has"] for head in one["heads"]) > one["upper"]


def test_layers_that_do_not_rotate_are_named_and_left_out(tmp_path, text, capsys, monkeypatch):
    monkeypatch.setitem(talkers.LISTED, "smollm3", talkers.LISTED["llama"])
    folder = talker(tmp_path / "smollm3", "smollm3", layers=4)
    given = ["--model", str(folder), *text, "--lengths", "12", "--inputs", "2"]
    assert command.main(given) == 0
    (entry,) = record(tmp_path / "out")["lengths"]
    assert entry["still"] == [3]
    assert {head["layer"] for head in entry["heads"]} == {0, 1, 2}
    message = "Layers without rotation: 3; no budget points by position there"
    assert message in capsys.readouterr().out
    assert message in (tmp_path / "out" / "capacity.md").read_text("utf-8")


def test_a_model_none_of_whose_layers_rotates_is_refused(
    tmp_path, text, capsys, monkeypatch, two_types
):
    monkeypatch.setattr(means, "plane_turns", lambda layer: torch.empty(0))
    assert two(text) == 2
    assert "no layer rotates" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("given", [["--device", "foo"], ["--inputs", "0"]])
def test_an_option_out_of_range_is_named(given, tmp_path, error_line):
    asked = ["--model", "number", "--lengths", "20", "--out", str(tmp_path / "out")]
    assert f"argument {given[0]}: " in error_line(command.main, *asked, *given)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["letter", "number", "smollm2"])
def test_the_budgets_needed_on_the_pages_of_results_are_certified(name):
    folder = Path(command.__file__).parents[2] / "results/capacity" / name
    page = (folder / "capacity.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) – ([\d.]+) \|", page, re.M)
    for (tokens, *ends), one in zip(rows, record(folder)["lengths"], strict=True):
        low, high, lower, upper = (Fraction(str(x)) for x in (*ends, one["lower"], one["upper"]))
        assert int(tokens) == one["tokens"]
        assert 0 <= lower - low < Fraction(1, 100)
        assert 0 <= high - upper < Fraction(1, 100)
