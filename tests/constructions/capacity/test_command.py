"""The command: files, resuming, errors in one line."""

import json

import pytest

from constructions.capacity import check_capacity, command
from constructions.capacity.command import main, window_lengths
from constructions.capacity.rotations import find_model


def test_lengths_end_at_the_one_asked_for():
    assert window_lengths(1000) == [64, 256, 1000]
    assert window_lengths(256) == [64, 256]
    assert window_lengths(10) == [10]


def test_a_run_leaves_certificates_and_a_table_and_goes_on(tmp_path, capsys):
    given = ["--model", "gemma-3-1b", "--tokens", "100", "--out", str(tmp_path)]
    assert main(given) == 0
    rows = json.loads((tmp_path / "capacity.json").read_text("utf-8"))
    assert [(row["layers"], row["positions"]) for row in rows] == [
        ("full_attention", 64),
        ("sliding_attention", 64),
        ("full_attention", 100),
        ("sliding_attention", 100),
    ]
    for row in rows:
        text = (tmp_path / row["certificate"]).read_text("utf-8")
        assert (
            f"at least {row['lower']:.6f} and at most {row['upper']:.6f}"
            in check_capacity.check(text)
        )
    table = capsys.readouterr()
    answer, blank, shown = table.out.partition("\n\n")
    assert [line.partition(": β* between ")[0] for line in answer.splitlines()] == [
        "gemma-3-1b, full_attention, 100 positions",
        "gemma-3-1b, sliding_attention, 100 positions",
    ]
    assert f"\n{shown}" in (tmp_path / "capacity.md").read_text("utf-8")
    for name in command.HEAD[3:]:
        assert f"*{name.partition(':')[0]}*" in command.COLUMNS, name
    assert "optimising" in table.err
    assert main(given) == 0
    assert "optimising" not in capsys.readouterr().err


def test_a_sliding_layer_is_asked_no_further_than_it_sees(tmp_path, monkeypatch):
    def one(model, rotation, n, folder):
        return rotation.kind, n

    monkeypatch.setattr(command, "capacity_row", one)
    made = list(command.capacity_rows(find_model("gemma-3-1b"), window_lengths(5000), tmp_path))
    full, sliding = ([n for kind, n in made if kind.startswith(x)] for x in ("full", "sliding"))
    assert full == [64, 256, 1024, 4096, 5000]
    assert sliding == [64, 256, 512]
    for name, last in (("mistral-7b", 9000), ("mistral-7b-v0.1", 4096), ("gemma-2-2b", 9000)):
        made = list(command.capacity_rows(find_model(name), window_lengths(9000), tmp_path))
        assert made[-1] == ("", last)


def test_a_line_says_that_a_sliding_window_ends_the_windows(tmp_path, capsys, error_line):
    fields = {"model_type": "mistral", "hidden_size": 32, "num_attention_heads": 2}
    (tmp_path / "config.json").write_text(json.dumps(fields | {"sliding_window": 64}))
    given = ["--model", str(tmp_path), "--tokens", "256", "--out", str(tmp_path / "out")]
    assert main(given) == 0
    made = capsys.readouterr()
    assert f"{tmp_path.name}, 64 positions: " in made.out
    assert f"{tmp_path.name}: windows end at the sliding window of 64 positions\n" in made.err
    (tmp_path / "config.json").write_text(json.dumps(fields | {"sliding_window": 2}))
    assert "sliding_window 2 must be a whole number of at least 3" in error_line(main, *given)


def test_a_number_may_have_its_comma(tmp_path, capsys):
    assert main(["--model", "pythia-410m", "--tokens", "1,024", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("pythia-410m, 1,024 positions: ")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--model", "nothing-like-it", "--tokens", "64"], "these are known: llama-7b, "),
        (["--model", "smollm", "--tokens", "64"], "did you mean smollm2-135m or smollm3-3b?"),
        (["--model", "gpt2", "--tokens", "2"], "give a whole number from 3 to 2,097,152"),
        (["--model", "gpt2", "--tokens", "3,2768"], "N = '3,2768': give a whole number"),
        (["--model", "gpt2", "--tokens", "2,097,153"], "N = 2,097,153: give a whole number"),
        (["--model", "gpt2", "--tokens", "many"], "--help"),
        (["--model", "gpt2", "--tokens", "64"], "gpt2 rotates nothing: there is no RoPE"),
        (["--tokens", "64"], "--model"),
    ],
)
def test_bad_usage_is_one_line_and_code_2(tmp_path, error_line, given, message):
    assert message in error_line(main, *given, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"model_type": "lla', "it is no JSON"),
        ("[]", "an object with a model_type"),
        ('{"model_type": "llama", "head_dim": 10000}', "5,000 rotary frequencies"),
        ('{"model_type": "llama", "rope_theta": null}', "rope_theta is null: give a finite"),
        ('{"model_type": "phi", "partial_rotary_factor": 0.3}', "turns 19 of 64 coordinates"),
        ('{"model_type": "gpt_neox", "rotary_pct": 2}', "rotary_pct 2 must be a number from 0"),
    ],
)
def test_a_spoilt_configuration_is_one_line_and_code_2(tmp_path, error_line, text, message):
    file = tmp_path / "config.json"
    file.write_text(text, encoding="utf-8")
    given = ["--model", str(tmp_path), "--tokens", "64", "--out", str(tmp_path / "out")]
    assert message in error_line(main, *given)
    assert not (tmp_path / "out").exists()


def test_a_spoilt_certificate_is_named(tmp_path, capsys, error_line):
    given = ["--model", "pythia-410m", "--tokens", "64", "--out", str(tmp_path)]
    assert main(given) == 0
    (file,) = (tmp_path / "certificates").iterdir()
    spoilt = json.loads(file.read_text("utf-8")) | {"lower": "9.000000"}
    file.write_text(json.dumps(spoilt), encoding="utf-8")
    assert main(given) == 2
    assert f"{file}: lower: " in (error := capsys.readouterr().err)
    assert "remove this file" in error
    file.write_text("{", encoding="utf-8")
    assert "remove this file" in error_line(main, *given)


def test_a_budget_too_large_blames_no_folder(tmp_path, capsys):
    config = tmp_path / "config.json"
    parameters = {"rope_type": "linear", "factor": 1e6, "rope_theta": 10_000.0}
    shape = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4}
    config.write_text(json.dumps(shape | {"rope_parameters": parameters}), encoding="utf-8")
    assert main(["--model", str(config), "--tokens", "64", "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert "config, 64 positions: the budget is too large to be certified" in error
    assert "remove" not in error
    assert not (tmp_path / "out").exists()


def test_weights_that_are_not_there_are_named(tmp_path, error_line):
    (tmp_path / "text").write_text("no model")
    for weights in (tmp_path / "text", tmp_path / "none"):
        given = ["--tokens", "64", "--out", str(tmp_path / "out"), "--weights", str(weights)]
        for model in ([], ["--model", "pythia-410m"]):
            error = error_line(main, *given, *model)
            assert f"--weights {weights}: no config.json there: give" in error
    assert not (tmp_path / "out").exists()
