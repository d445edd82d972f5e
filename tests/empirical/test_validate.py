"""``validate`` as a user runs it: reports, exit codes, and one clear line for every bad input."""

import json
import os
import shutil
import signal
import sys

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, GPT2Config, GPT2LMHeadModel

from empirical import validate
from empirical.models import checkpoint, pretrained
from empirical.models.model import GPTJ, Shape
from empirical.protocol import settings
from empirical.protocol.vocabulary import TASKS, vocabulary
from tests.empirical import prepared
from tests.empirical.documents import SCHEMA
from tests.empirical.oracle import ARCHITECTURES, tiny

PICTURES = {"score-plane.png", "extrapolation.png"}
NAMES = {"report.json", "report.md", "report.html", "junit.xml"}
SHIPPED = pretrained.SHIPPED


@pytest.fixture
def quick(monkeypatch):
    """Fewer sequences than the real run; the code paths are the same."""
    monkeypatch.setattr(settings, "ACCURACY_SEQUENCES", 1600)
    monkeypatch.setattr(settings, "SCORED_SEQUENCES", 32)
    monkeypatch.setattr(settings, "LENGTH_SEQUENCES", 32)
    monkeypatch.setattr(settings, "LENGTHS", {"number": (17, 68), "letter": (17, 34, 68)})
    monkeypatch.setattr(settings, "KEEPS_UNTIL", 68)


def run(tmp_path, *arguments):
    """Exit code and report (None if there is none) of one run."""
    out = tmp_path / "report"
    code = validate.main([*map(str, arguments), "--out", str(out)])
    path = out / "report.json"
    report = json.loads(path.read_text()) if path.exists() else None
    if report is not None:
        SCHEMA.validate(report)
        measured = any(model.get("lengths") for model in report["models"])
        pictures = PICTURES if measured else PICTURES - {"extrapolation.png"}
        assert {p.name for p in out.iterdir()} == NAMES | pictures
        assert all((out / name).read_bytes()[:4] == b"\x89PNG" for name in pictures)
    return code, report


def untrained(folder, task, **changes):
    """An untrained model of the task in a folder, its weights changed as told."""
    words = vocabulary(task)
    torch.manual_seed(0)
    model = GPTJ(Shape(len(words), layers=2, width=16))
    checkpoint.save_model(model, words, folder, {})
    if changes:
        weights = load_file(folder / "model.safetensors")
        for name, value in changes.items():
            key = next(k for k in weights if k.endswith(name.replace("__", ".")))
            weights[key].fill_(value)
        save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return folder


@pytest.mark.usefixtures("quick", "drawn")
def test_shipped_models_are_held_to_every_claim(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(settings, "LENGTHS", {"number": (17, 68, 300), "letter": (17, 850)})
    monkeypatch.setattr(settings, "KEEPS_UNTIL", 850)
    code, report = run(tmp_path)
    assert code == report["exit_code"] == 0
    assert [m["task"] for m in report["models"]] == list(TASKS)
    assert {c["id"]: c["gate"] for c in report["claims"]} == dict.fromkeys(
        ["B-e-acc", "B-e-mix", "B-e-len", "S-heads"], "as expected"
    )
    shown = capsys.readouterr().out
    for text in ("published", "SUPPORTED", "exit code 0", "scale-free cosine, tau = 0.0001"):
        assert text in shown


@pytest.mark.usefixtures("quick")
def test_an_untrained_model_turns_the_gate_red(tmp_path):
    code, report = run(tmp_path, "--model", untrained(tmp_path / "model", "letter"))
    verdicts = {c["id"]: c["verdict"] for c in report["claims"]}
    assert code == 1
    assert verdicts["B-e-acc"] == "NOT REPRODUCED"
    assert verdicts["B-e-mix"] == verdicts["B-e-len"] == "UNDECIDED"  # not learnt, so no evidence
    assert verdicts["S-heads"] == "SUPPORTED"


@pytest.mark.usefixtures("quick")
def test_the_clamped_convention_is_named_in_the_report(tmp_path):
    folder = untrained(tmp_path / "model", "number")
    _, report = run(tmp_path, "--model", folder, "--cosine", "clamped", "--tau", "0.1")
    assert report["models"][0]["convention"].startswith("clamped cosine, tau = 0.1")


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_other_architectures_are_held_to_the_exclusion_inequality(tmp_path, name, capsys):
    tiny(name).float().save_pretrained(tmp_path / "model")
    code, report = run(tmp_path, "--model", tmp_path / "model", "--quick")
    assert code == 0
    assert report["shortened"].startswith("--quick leaves nothing out of a model that has no token")
    assert [c["id"] for c in report["claims"]] == ["S-heads"]
    model = report["models"][0]
    assert model["task"] is None
    assert "random tokens" in model["inputs_scored"]
    assert "no tokenizer" in model["binding"]["reason"]
    assert {one["why"] for one in report["not_run"]} == {
        "it is about models that read text: give one with --model"
    }
    assert "no binding task: the model has no tokenizer" in capsys.readouterr().out
    assert max(model["self_check"].values()) == model["self_check"]["tolerance"]
    heads = AutoModelForCausalLM.from_pretrained(tmp_path / "model").config
    assert len(model["scores"]) == heads.num_hidden_layers * heads.num_attention_heads


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
def test_other_number_formats_are_read(tmp_path, dtype):
    tiny("llama").to(dtype).save_pretrained(tmp_path / "model")
    code, report = run(tmp_path, "--model", tmp_path / "model")
    assert code == 0
    assert report["models"][0]["dtype"] == str(dtype).removeprefix("torch.")


@pytest.mark.usefixtures("quick")
def test_prompts_choose_what_is_scored(tmp_path):
    folder = untrained(tmp_path / "model", "letter")
    prompts = ["--prompt", "A1 B2 BA", "--prompt", "C1 D2 ED"]
    _, report = run(tmp_path, "--model", folder, *prompts)
    assert report["models"][0]["inputs_scored"] == "2 prompts given"


def gpt2(folder):
    config = GPT2Config(
        vocab_size=50,
        n_positions=64,
        n_embd=16,
        n_layer=1,
        n_head=2,
        bos_token_id=0,
        eos_token_id=0,
    )
    GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


def truncated(folder):
    path = untrained(folder, "number") / "model.safetensors"
    path.write_bytes(path.read_bytes()[:5000])
    return folder


def corrupt(folder):
    path = untrained(folder, "number") / "model.safetensors"
    path.write_bytes(b"\xff" * 200 + path.read_bytes()[200:])
    return folder


def incomplete(folder):
    path = untrained(folder, "number") / "model.safetensors"
    weights = load_file(path)
    del weights["transformer.h.1.attn.q_proj.weight"]
    save_file(weights, path, metadata={"format": "pt"})
    return folder


def empty(folder):
    folder.mkdir()
    return folder


def weightless(folder):
    (untrained(folder, "number") / "model.safetensors").unlink()
    return folder


def written(name, text):
    """Make a folder with one file overwritten."""

    def make(folder):
        (untrained(folder, "number") / name).write_text(text)
        return folder

    return make


def configured(**changes):
    """Make a folder with entries of its config changed."""

    def make(folder):
        path = untrained(folder, "number") / "config.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))
        return folder

    return make


unknown = configured(model_type="nobody")


BAD_MODELS = {
    "no RoPE": (gpt2, "has no rotary angles"),
    "truncated weights": (truncated, "truncated or corrupt"),
    "corrupt weights": (corrupt, "truncated or corrupt"),
    "missing weight": (incomplete, "1 weight missing or of the wrong size, the first is"),
    "no such folder": (lambda folder: folder, "is no folder"),
    "empty folder": (empty, "holds no model"),
    "config without weights": (weightless, "it holds no weights"),
    "config of other sizes": (configured(n_embd=48), "other sizes than config.json says"),
    "config of fewer layers": (configured(n_layer=1), "the first left out is transformer.h.1:"),
    "config of the wrong type": (configured(n_embd="big"), "config.json cannot be used"),
    "config that is a list": (written("config.json", "[1]"), "no JSON object"),
    "config that is no JSON": (written("config.json", "{"), "config.json cannot be used"),
    "damaged manifest": (written("manifest.json", "{"), "manifest.json cannot be used"),
    "unknown architecture": (unknown, "config.json cannot be used"),
    "NaN weight": (lambda f: untrained(f, "number", q_proj__weight=float("nan")), "not finite"),
    "infinite weight": (lambda f: untrained(f, "number", wte__weight=float("inf")), "not finite"),
}


def refused(tmp_path, capsys, *arguments):
    """The one line said on standard error; no folder may be left, and an old report stays."""
    code, report = run(tmp_path, *arguments)
    assert code == 2
    assert report is None
    assert not (tmp_path / "report").exists()
    lines = [line for line in capsys.readouterr().err.splitlines() if "rope-claims:" in line]
    assert len(lines) == 1
    return lines[0]


@pytest.mark.parametrize("case", BAD_MODELS)
def test_bad_models_are_refused_in_one_line(tmp_path, capsys, case):
    make, message = BAD_MODELS[case]
    assert message in refused(tmp_path, capsys, "--model", make(tmp_path / "model"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--prompt", " ".join(["A1"] * 9000)], "9000 tokens"),
        (["--prompt", "A1"], "at least 3 tokens"),
        (["--prompt", "A1 B2 BA", "--prompt", "A1 BA"], "one length"),
        (["--prompt", "A1 B2 zebra"], "the tokenizer fails"),
        (["--tau", "0"], "temperature must be positive"),
        (["--dtype", "int8"], "choose from"),
        (["--device", "tpu"], "choose from"),
        (["--windows", "x"], "invalid int value"),
        (["--statements", "1"], "a swap takes two"),
        (["--no-such-option"], "no option --no-such-option"),
        (["--tau", "nan"], "temperature must be positive"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(tmp_path, capsys, arguments, message):
    folder = untrained(tmp_path / "model", "letter")
    assert message in refused(tmp_path, capsys, "--model", folder, *arguments)


def test_cuda_where_there_is_none(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert "no CUDA device" in refused(tmp_path, capsys, "--device", "cuda")


def test_an_output_folder_that_cannot_be_written(tmp_path, error_line):
    (tmp_path / "report").write_text("a file where the folder should be")
    assert "rope-claims:" in error_line(validate.main, "--out", tmp_path / "report")
    assert "rope-claims:" in error_line(validate.main, "--out", "/proc/nowhere")


def test_a_missing_shipped_model_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(pretrained, "SHIPPED", tmp_path / "gone")
    assert "is no folder" in refused(tmp_path, capsys)


def test_a_wrong_reading_stops_the_run(tmp_path, capsys, monkeypatch):
    from empirical.instrument import measure

    monkeypatch.setitem(measure.TOLERANCE, torch.float32, 0.0)
    assert "not read correctly" in refused(tmp_path, capsys, "--model", SHIPPED / "letter")


def test_interrupted_leaves_nothing_and_exits_130(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    words = [sys.executable, "-m", "empirical.validate", "--out", str(tmp_path / "report")]
    with (tmp_path / "errors").open("w+") as errors:
        child = prepared.start(prepared.command, words, stderr=errors.fileno())
        while child.is_alive() and "self-check" not in (tmp_path / "errors").read_text():
            child.join(0.02)
        os.kill(child.pid, signal.SIGINT)
        child.join(60)
    printed = (tmp_path / "errors").read_text()
    assert child.exitcode == 130
    assert "rope-claims: interrupted" in printed
    assert "Traceback" not in printed
    assert not (tmp_path / "report").exists()


def test_an_interrupted_run_goes_on_where_it_was(tmp_path, capsys, monkeypatch):
    from empirical.instrument import measure

    folder, out, scored = untrained(tmp_path / "model", "letter"), tmp_path / "report", []
    score = measure.scored

    def stop_at_the_second(layer, convention):
        scored.append(layer)
        if len(scored) == 2:
            raise KeyboardInterrupt
        return score(layer, convention)

    monkeypatch.setattr(settings, "ACCURACY_SEQUENCES", 200)
    monkeypatch.setattr(settings, "SCORED_SEQUENCES", 16)
    monkeypatch.setattr(settings, "LENGTH_SEQUENCES", 20)
    monkeypatch.setattr(settings, "LENGTHS", {"letter": (17,)})
    monkeypatch.setattr(measure, "scored", stop_at_the_second)
    heads_alone = [x for part in ("binding", "sensitivity", "one-hop") for x in ("--without", part)]
    arguments = ["--model", str(folder), "--out", str(out), *heads_alone]
    assert validate.main(arguments) == 130
    assert "what was done is kept: go on with --resume" in capsys.readouterr().err
    assert not (out / "report.json").exists()
    run(tmp_path, "--model", folder, "--resume", *heads_alone)
    assert len(scored) == 3  # the first layer was not scored again
    assert (
        f"{out / validate.KEPT}: kept by an earlier run, not re-checked" in capsys.readouterr().err
    )
    (out / validate.KEPT).mkdir()
    (out / validate.KEPT / "of another run").touch()
    run(tmp_path, "--model", folder, *heads_alone)
    assert len(scored) == 5
    told = capsys.readouterr().err
    assert "not re-checked" not in told
    assert f"{out / validate.KEPT}: removed (--resume goes on with" in told


def test_options_of_a_model_need_one(tmp_path, capsys):
    assert "go with --model" in refused(tmp_path, capsys, "--dtype", "float32")
    assert "go with --model" in refused(tmp_path, capsys, "--revision", "main")


def test_a_copy_of_a_shipped_model_speaks_its_task(tmp_path):
    shutil.copytree(SHIPPED / "letter", tmp_path / "copy")
    assert pretrained.load(tmp_path / "copy", torch.device("cpu")).task == "letter"
