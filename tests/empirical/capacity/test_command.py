"""The door: a model with a text, the controlled one, and what is refused in a line."""

import json
import subprocess

import pytest

from constructions.capacity import __main__ as below
from constructions.capacity import check_capacity
from empirical.capacity import __main__ as door
from empirical.models.dropin import main as dropin
from tests.empirical.talkers import talker

TEXT = "Alice likes apples. Bob likes pears. What does Alice like? Alice likes apples. " * 20


@pytest.fixture(scope="module")
def llama(tmp_path_factory):
    return talker(tmp_path_factory.mktemp("llama"), "llama")


def test_a_model_and_a_text(llama, tmp_path, capsys):
    text = tmp_path / "text.txt"
    text.write_text(TEXT, encoding="utf-8")
    given = ["--model", str(llama), "--text", str(text), "--lengths", "40", "12"]
    assert door.main([*given, "--out", str(tmp_path / "out")]) == 0
    found = json.loads((tmp_path / "out" / "capacity.json").read_text("utf-8"))["lengths"]
    assert [one["tokens"] for one in found] == [12, 40]
    for one in found:
        words = check_capacity.check((tmp_path / "out" / one["certificate"]).read_text("utf-8"))
        assert f"at least {one['lower']:.6f} and at most {one['upper']:.6f}" in words
        assert len(one["heads"]) == 8
        assert all(len(head["planes"]) == 4 for head in one["heads"])
        assert all(0 <= head["used"] <= head["has"] <= head["length"] for head in one["heads"])
    assert capsys.readouterr().out in (tmp_path / "out" / "capacity.md").read_text("utf-8")


@pytest.fixture
def handed(monkeypatch):
    """What the room below runs is run in this process."""

    def run(words, check):
        assert words[1:3] == ["-m", "empirical.capacity"]
        return subprocess.CompletedProcess(words, door.main(words[3:]))

    monkeypatch.setattr(below.subprocess, "run", run)


def test_weights_are_set_beside_the_need(llama, tmp_path, capsys, handed):
    """One run: the certified table, and each head's means with the same certificates."""
    text, out = tmp_path / "text.txt", tmp_path / "out"
    text.write_text(TEXT, encoding="utf-8")
    given = ["--tokens", "20", "--out", str(out), "--text", str(text)]
    weights = ["--weights", str(llama / "model.safetensors")]
    assert below.main([*given, *weights]) == 0
    (need,) = json.loads((out / "capacity.json").read_text("utf-8"))
    (have,) = json.loads((out / "weights" / "capacity.json").read_text("utf-8"))["lengths"]
    assert (need["positions"], need["upper"]) == (have["tokens"], have["upper"])
    assert (out / need["certificate"]).read_text("utf-8") == (
        out / "weights" / have["certificate"]
    ).read_text("utf-8")
    said = capsys.readouterr()
    assert "largest a head has" in said.out
    assert "equal amplitudes" in said.out
    assert "optimising" not in said.err
    assert below.main([*given, "--model", "gpt-j-6b", *weights]) == 2
    assert "it turns otherwise" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--text", "t.txt", "--model", "gpt2"], "--text: goes with --weights"),
        ([], "give --model NAME, --weights FOLDER, or both"),
        (["--weights", "nowhere"], "no folder, no configuration file"),
    ],
)
def test_what_does_not_go_with_weights_is_said(tmp_path, capsys, handed, given, said):
    assert below.main([*given, "--tokens", "20", "--out", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_weights_that_cannot_be_measured_leave_nothing(llama, tmp_path, capsys, handed):
    given = ["--weights", str(llama), "--tokens", "20", "--out", str(tmp_path / "out")]
    assert below.main(given) == 2
    assert "give --text FILE" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "lengths", "said"),
    [
        (None, ["12"], "give --text FILE"),
        ("too few", ["1000"], "too few for 1000"),
        (TEXT, ["2"], "of at least 3"),
        (TEXT, ["many"], "--help"),
    ],
)
def test_bad_input_is_one_line_and_code_2(llama, tmp_path, capsys, text, lengths, said):
    given = ["--model", str(llama), "--out", str(tmp_path / "out"), "--lengths", *lengths]
    if text is not None:
        (tmp_path / "t.txt").write_text(text, encoding="utf-8")
        given += ["--text", str(tmp_path / "t.txt")]
    assert door.main(given) == 2
    error = capsys.readouterr().err
    assert said in error
    assert not (tmp_path / "out" / "capacity.json").exists()


def test_two_rotations_are_said(tmp_path, capsys):
    folder = talker(tmp_path / "gemma", "gemma3_text", layers=6)
    (tmp_path / "t.txt").write_text(TEXT, encoding="utf-8")
    given = ["--model", str(folder), "--text", str(tmp_path / "t.txt"), "--lengths", "12"]
    assert door.main([*given, "--out", str(tmp_path / "out")]) == 2
    assert "one rotation is read, not" in capsys.readouterr().err


def test_a_constructed_head_points_with_what_it_was_given(tmp_path):
    """A folder of heads built by hand, of the number task: inputs come from the task."""
    assert dropin(["--task", "number", "--out", str(tmp_path / "model")]) == 0
    given = ["--model", str(tmp_path / "model"), "--lengths", "17", "--inputs", "4"]
    assert door.main([*given, "--out", str(tmp_path / "out")]) == 0
    (one,) = json.loads((tmp_path / "out" / "capacity.json").read_text("utf-8"))["lengths"]
    assert max(head["has"] for head in one["heads"]) > one["upper"]
