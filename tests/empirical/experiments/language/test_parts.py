"""Language models through ``validate``: parts, reasons, reports of families, and the null model."""

import json
import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest
import torch

from empirical import validate
from empirical.experiments.language import onehop
from empirical.experiments.language import parts as real
from empirical.instrument.session import Session
from empirical.models.pretrained import load
from empirical.protocol.form import Document
from empirical.protocol.reading import built
from empirical.protocol.request import Request
from empirical.protocol.synthetic import synthetic_model
from empirical.reports.document import baseline_distances
from tests.empirical import prepared
from tests.empirical.documents import SCHEMA, document, heads
from tests.empirical.talkers import talker

QUICK = ["--statements", "12", "--windows", "12", "32"]
BINDING_ALONE = ("one-hop", "sensitivity")
SHORT = ["--statements", "4", "--windows", "3"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return talker(tmp_path_factory.mktemp("model"), "gemma2", layers=4, positions=600)


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(onehop, "QUESTIONS", 2)
    monkeypatch.setattr(onehop, "RUNS", 1)


def run(folder, out, *options):
    code = validate.main(["--model", str(folder), "--out", str(out), *options])
    path = out / "report.json"
    return code, json.loads(path.read_text()) if path.exists() else None


@pytest.mark.usefixtures("few", "laid_out")
def test_the_null_model_is_measured_whole_and_shows_no_trend(folder, tmp_path):
    """Random weights: what they meet all the same is told in the claims' `not_covered`."""
    code, report = run(folder, tmp_path, *QUICK)
    SCHEMA.validate(report)
    assert code == report["exit_code"] == 7
    verdicts = {claim["id"]: claim["verdict"] for claim in report["claims"]}
    assert list(verdicts) == ["S-heads", "A-e-anti", "A-e-depth", "A-e-band", "B-e-llm"]
    assert verdicts["S-heads"] == "SUPPORTED"
    assert verdicts["A-e-depth"] != "SUPPORTED"
    assert verdicts["B-e-llm"] != "SUPPORTED"
    assert [claim["id"] for claim in report["not_run"]] == ["A-e-family"]
    binding = report["models"][0]["binding"]
    assert binding["statements"] == 12
    assert binding["solved"][1] == 16
    assert len(binding["scores"]) == len(binding["frequencies"]) == 16
    html = (tmp_path / "report.html").read_text()
    assert "purest symbolic heads: none" in html
    assert html.count("<figure>") == 6
    assert "not run here" in (tmp_path / "report.md").read_text()


@pytest.mark.usefixtures("few")
def test_random_weights_are_compared_with_the_models_own(folder, tmp_path):
    options = ["--statements", "8", "--without", "one-hop", "--without", "sensitivity"]
    plain = run(folder, tmp_path / "plain", *options, "--without", "cards")[1]["models"][0]
    _, report = run(folder, tmp_path, *options, "--twins", "2")
    SCHEMA.validate(report)
    model = report["models"][0]
    assert [len(one["twins"]) for one in model["random"]["spread"]["statistics"]] == [2] * 6
    anti = next(claim for claim in report["claims"] if claim["id"] == "A-e-anti")
    assert "spreads from 2 shuffled-weights" in baseline_distances(
        "A-e-anti", built(report, Document).models
    )
    assert "within the reach of 2 shuffled-weights baselines" in anti["random"]
    assert model["binding"] == plain["binding"]
    shuffled, initial = model["random"]["twins"]
    planes = [one["frequencies"] for one in (shuffled, initial, model["binding"])]
    assert len({len(heads) for heads in planes}) == 1
    assert planes[0] != planes[1] != planes[2] != planes[0]
    for row in shuffled["statistics"] + initial["statistics"]:
        assert row["differs"] == (not row["difference"][1] <= 0 <= row["difference"][2])
    text = (tmp_path / "report.md").read_text()
    table = [row for row in text.splitlines() if "| weights " in row]
    assert len(table) == 12
    assert f"{anti['verdict']}, as reconstructed, not told apart from random weights" in text
    assert "have a spread" in text
    assert all(row.endswith(("| differs |", "| not told apart |")) for row in table)


@pytest.mark.usefixtures("few")
def test_too_few_inputs_are_undecided_and_the_report_says_how_many_are_needed(folder, tmp_path):
    options = ["--statements", "8", "--inputs", "2", "--without", "one-hop", "sensitivity"]
    code, report = run(folder, tmp_path, *options)
    assert code == report["exit_code"] == 7
    judged = {claim["id"]: claim for claim in report["claims"]}
    for name in ("A-e-anti", "A-e-depth", "A-e-band"):
        assert judged[name]["verdict"] == "UNDECIDED"
        assert "2 inputs scored, 4 are needed" in judged[name]["reason"]
    assert "2 inputs scored, 4 are needed" in (tmp_path / "report.md").read_text()


def test_random_weights_go_with_the_binding_task(folder, tmp_path, capsys):
    assert run(folder, tmp_path, "--against-random", "--without", "binding")[0] == 2
    assert "do not leave that out" in capsys.readouterr().err
    assert validate.main(["--against-random", "--out", str(tmp_path)]) == 2
    assert "shipped number reads no text" in capsys.readouterr().err


def test_layers_whose_window_is_too_short_are_left_out_and_named(tmp_path):
    folder = talker(tmp_path / "model", "gemma2", layers=4, window=7)
    options = ["--statements", "12", "--inputs", "4", "--without", "one-hop"]
    code, report = run(folder, tmp_path, *options)
    SCHEMA.validate(report)
    assert code == 7
    binding = report["models"][0]["binding"]
    assert binding["layers"] == 4
    assert [one["layer"] for one in binding["left_out"]] == [0, 2]
    assert all(one["statements_seen"] < 2 for one in binding["left_out"])
    for rows in (binding["scores"], binding["frequencies"]):
        assert {head["layer"] for head in rows} == {1, 3}
    judged = [c for c in report["claims"] if c["id"] in ("A-e-anti", "A-e-depth", "A-e-band")]
    assert all("without layers 0, 2" in claim["found"] + claim["reason"] for claim in judged)
    text = (tmp_path / "report.md").read_text()
    assert "Left out of 4 layers" in text
    assert "0 (it sees 0), 2 (it sees 0)" in text


def test_a_model_whose_every_window_is_too_short_says_so(tmp_path):
    loaded = load(talker(tmp_path, "mistral", window=7), torch.device("cpu"))
    asked = Request(statements=8, without=BINDING_ALONE)
    measured = real.measure(loaded, synthetic_model("m"), asked, Session())
    assert "choose a model with a longer sliding window" in measured.binding.reason


def test_what_the_model_cannot_do_is_undecided_with_the_reason(folder, tmp_path):
    left_out = ["binding", "sensitivity", "cards"]
    code, report = run(folder, tmp_path, "--windows", "300", "--without", *left_out)
    reasons = {claim["id"]: claim["reason"] for claim in report["claims"] if claim["reason"]}
    assert code in (1, 7)
    assert "smaller --windows" in reasons["B-e-llm"]
    assert "smaller --windows" in report["models"][0]["one_hop"]["reason"]


def with_few(words):
    """Become a command whose runs of the 1-hop tasks are as many, and ask two questions each."""
    onehop.QUESTIONS = 2
    prepared.command(words)


def killed(folder, out, when):
    """A run with --resume, killed as soon as something is kept that was `measured` thus; what is
    kept then, as {file: what it is of}."""
    words = [sys.executable, "-m", "empirical.validate", "--model", str(folder), *SHORT]
    run = prepared.start(with_few, [*words, "--out", str(out), "--resume"])
    while run.is_alive() and not any(when in text for text in kept(out).values()):
        time.sleep(0.02)
    run.kill()
    run.join()
    assert run.exitcode == -signal.SIGKILL
    return kept(out)


def kept(out):
    """Files of results of single layers, and of what is not measured by layer."""
    layers = out / validate.KEPT
    files = [*layers.glob("[!.]*.json"), *layers.glob("[!.]*/[!.]*.safetensors")]  # no drafts
    return {f: (f if f.suffix == ".json" else f.parent / "about.json").read_text() for f in files}


def test_a_run_killed_twice_goes_on_where_it_was(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(onehop, "QUESTIONS", 2)
    _, whole = run(folder, tmp_path / "whole", *SHORT)
    first = killed(folder, tmp_path / "report", "the scores' options")
    times = {path: path.stat().st_mtime_ns for path in first}
    second = killed(folder, tmp_path / "report", '"measured": "1-hop tasks"')
    assert 16 < len(first) < len(second)
    assert times == {path: path.stat().st_mtime_ns for path in first}
    written, replace = [], os.replace
    monkeypatch.setattr(os, "replace", lambda a, b: (written.append(Path(b)), replace(a, b)))
    _, report = run(folder, tmp_path / "report", *SHORT, "--resume")
    assert len(written) >= 4
    assert not second.keys() & set(written)
    assert lasting(report) == lasting(whole)


def lasting(report):
    """A report's models and claims, less what the clock and the machine have to say."""
    for one in report["models"]:
        one["sensitivity"].pop("cost", None)
    return report["models"], report["claims"]


def test_a_quick_run_says_what_it_left_out(folder, tmp_path):
    _, report = run(folder, tmp_path, "--quick", "--statements", "8")
    SCHEMA.validate(report)
    assert report["shortened"].startswith("A quick run, a first answer only: 8 of 256 statements")
    assert (
        "4 of 16 inputs of the binding task; left out: sensitivity, one-hop, random-weights"
        in report["shortened"]
    )
    assert report["shortened"] in (tmp_path / "report.html").read_text()
    why = {claim["id"]: claim["why"] for claim in report["not_run"]}
    assert list(why) == ["A-e-family", "B-e-llm"]
    assert "give reports of the other families' models with --with" in why["A-e-family"]
    assert "left out: run again without --quick" in why["B-e-llm"]
    asked = validate.request(validate.parser().parse_args(["--quick", "--without", "binding"]))
    assert (asked.statements, asked.inputs) == (64, 4)
    assert set(asked.without) == {"sensitivity", "one-hop", "binding"}
    assert "statements" not in asked.shortened([SimpleNamespace(family="llama")])
    controlled = SimpleNamespace(family=None, task="number")
    assert asked.shortened([controlled]).startswith("A quick run: sensitivity is left out.")


@pytest.mark.usefixtures("few")
def test_parts_left_out_take_their_claims_with_them(folder, tmp_path):
    code, report = run(folder, tmp_path, "--without", "binding", "one-hop")
    assert code == 0
    assert [claim["id"] for claim in report["claims"]] == ["S-heads"]
    reasons = [claim["why"].split(":")[0] for claim in report["not_run"]]
    left_out = "the binding task was left out"
    assert reasons == [left_out] * 4 + ["the 1-hop tasks were left out"]


def test_only_solved_inputs_can_be_asked_for(folder, monkeypatch):
    loaded = load(folder, torch.device("cpu"))
    asked = Request(statements=8, solved_only=True, without=BINDING_ALONE)
    right = torch.zeros(16, dtype=torch.bool).numpy()
    monkeypatch.setattr(
        "empirical.experiments.language.binding_task.solved_inputs", lambda *_: right
    )
    measured = real.measure(loaded, synthetic_model("m"), asked, Session())
    assert measured.binding.reason.startswith("it answers none of 16 inputs right")
    right[::4] = True
    binding = real.measure(loaded, synthetic_model("m"), asked, Session()).binding
    assert binding.solved == (4, 16)
    assert binding.solved_only
    assert binding.inputs == 4


@pytest.mark.parametrize(
    ("options", "asked", "part", "reason"),
    [
        ({"positions": 64}, {"statements": 256}, "binding", "256 statements need"),
        ({"size": 300}, {"statements": 256}, "binding", "its tokenizer offers"),
        ({}, {"statements": 100_000}, "binding", "its tokenizer offers"),
        ({"positions": 30}, {"windows": (12,)}, "one_hop", "a 1-hop prompt has"),
    ],
)
def test_a_reason_does_not_name_the_model_as_the_report_does(
    tmp_path, options, asked, part, reason
):
    loaded = load(talker(tmp_path, **options), torch.device("cpu"))
    out = {"binding": ("cards", "one-hop"), "one_hop": ("cards", "binding")}[part]
    measured = real.measure(loaded, synthetic_model("m"), Request(**asked, without=out), Session())
    told = getattr(measured, part).reason
    assert told.startswith(reason)
    assert loaded.name not in told


def test_frequencies_without_one_of_the_scores_are_refused(tmp_path):
    for part in ("frequencies", "binding", "random"):
        for planes in ([], [0.5, 0.5]):
            odd = document()
            model, head = odd["models"][0], odd["models"][0]["binding"]["frequencies"][0]
            bare = [head | {"s_sym": planes}]
            if part == "frequencies":
                model[part] = bare
            elif part == "binding":
                model[part]["frequencies"] = bare
            else:
                baseline = {"name": "t", "statistics": [], "frequencies": bare}
                model[part] = {"seed": 1, "inputs": 1, "twins": [baseline]}
            path = tmp_path / "odd.json"
            path.write_text(json.dumps(odd))
            with pytest.raises(ValueError, match=f"{part}.*has s_pos at 48 frequencies, s_sym at"):
                validate.families([path])


def test_one_model_is_not_of_two_families(tmp_path):
    """By its architecture, or by its scores."""

    def report(family, architecture, seed):
        one = document()
        one["models"][0] |= {"family": family, "architecture": architecture}
        one["models"][0]["binding"]["scores"] = heads(seed=seed)
        path = tmp_path / f"{family}.json"
        path.write_text(json.dumps(one))
        return path

    first = report("gemma2", "Gemma2ForCausalLM", 0)
    assert set(validate.families([first, report("llama", "LlamaForCausalLM", 1)])) == {
        "gemma2",
        "llama",
    }
    for architecture, seed in (("Gemma2ForCausalLM", 1), ("LlamaForCausalLM", 0)):
        with pytest.raises(ValueError, match="llama is gemma2 under another name"):
            validate.families([first, report("llama", architecture, seed)])


def test_reports_of_other_families_are_read_or_refused(tmp_path):
    good, bad, mute = (tmp_path / f"{name}.json" for name in ("good", "bad", "mute"))
    good.write_text(json.dumps(document()))
    silent = {k: v for k, v in document()["models"][0].items() if k != "binding"}
    mute.write_text(json.dumps({**document(), "models": [silent]}))
    bad.write_text(json.dumps({"models": [{"family": "llama"}]}))

    def read(*words):
        return validate.request(validate.parser().parse_args(words))

    families = read("--with", str(good)).families
    assert list(families) == ["gemma2"]
    for path, message in (
        (bad, "is missing"),
        (mute, "no binding task"),
        (tmp_path / "none.json", "can be read there"),
    ):
        with pytest.raises(ValueError, match=message):
            read("--with", str(path))
    odd = document()
    odd["models"][0]["one_hop"]["letter"] |= {"-5": [1, 2]}
    with pytest.raises(jsonschema.ValidationError, match="-5"):
        SCHEMA.validate(odd)
    bad.write_text(json.dumps(odd))
    with pytest.raises(ValueError, match="'-5' is no window"):
        read("--with", str(bad))
    with pytest.raises(ValueError, match="a window has 1 token"):
        read("--windows", "0")
