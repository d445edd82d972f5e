"""Several models by one command: a report each, a table of all, and one exit code."""

import json

import pytest

from empirical import several
from empirical.validate import main
from tests.empirical.oracle import tiny
from tests.tools import SUBMITIT, needs

MODELS = ("llama", "gpt_neox")


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    root = tmp_path_factory.mktemp("models")
    for name in ("llama", "gpt_neox"):
        tiny(name).float().save_pretrained(root / name)
    return root


def named(models, *names):
    return [word for name in names for word in ("--model", str(models / name))]


@pytest.fixture(scope="module")
def validated(models, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    code = main([*named(models, "llama", "gpt_neox"), "--device=cpu", "--out", str(out)])
    return out, code


def test_each_model_has_its_report_and_the_table_has_all(validated):
    out, code = validated
    documents = [json.loads((out / name / "report.json").read_text()) for name in MODELS]
    assert code == several.worst({one["exit_code"] for one in documents})
    assert (out / "models.html").read_text().count("<figure") == 2
    assert len((out / "models.csv").read_text().splitlines()) == 3


def test_what_is_there_is_not_done_again(validated, models, capfd):
    out, code = validated
    before = {name: (out / name / "report.json").stat().st_mtime_ns for name in MODELS}
    words = [*named(models, *MODELS), "--device=cpu", "--out", str(out), "--resume"]
    assert main(words) == code
    assert capfd.readouterr().out.count("there already") == 2
    assert before == {name: (out / name / "report.json").stat().st_mtime_ns for name in MODELS}


def test_a_model_that_cannot_be_read_leaves_the_others(validated, models, tmp_path, capfd):
    (tmp_path / "none").mkdir()
    words = [*named(models, "llama"), "--model", str(tmp_path / "none"), "--device=cpu"]
    assert main([*words, "--out", str(tmp_path / "out")]) == 2
    assert (tmp_path / "out" / "llama" / "report.json").is_file()
    assert not (tmp_path / "out" / "models.html").exists()
    assert "none" in capfd.readouterr().err


@needs(SUBMITIT)
def test_a_cluster_runs_a_job_a_model(validated, models, tmp_path):
    words = [*named(models, "llama"), "--device=cpu", "--out", str(tmp_path), "--cluster=debug"]
    one = json.loads((validated[0] / "llama" / "report.json").read_text())
    assert main(words) == one["exit_code"]
    again = json.loads((tmp_path / "llama" / "report.json").read_text())
    assert again["models"][0]["scores"] == one["models"][0]["scores"]


@needs(SUBMITIT)
def test_a_cluster_goes_on_with_the_models_that_have_no_report(validated, models, tmp_path, capfd):
    """Two jobs in processes of submitit's own; then one report is gone, and one job runs."""
    words = [*named(models, *MODELS), "--device=cpu", "--out", str(tmp_path), "--cluster=local"]
    assert main(words) == validated[1]
    assert len(list((tmp_path / "jobs").glob("*_result.pkl"))) == 2
    assert (tmp_path / "models.html").read_text().count("<figure") == 2
    kept = (tmp_path / "llama" / "report.json").stat().st_mtime_ns
    (tmp_path / "gpt_neox" / "report.json").unlink()
    capfd.readouterr()
    assert main([*words, "--resume"]) == validated[1]
    assert capfd.readouterr().out.count("there already") == 1
    assert len(list((tmp_path / "jobs").glob("*_result.pkl"))) == 3
    assert (tmp_path / "llama" / "report.json").stat().st_mtime_ns == kept
    assert (tmp_path / "gpt_neox" / "report.json").is_file()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--model=a", "--model=a"], "given twice"),
        (["--cluster=local"], "--cluster goes with --model"),
        (["--model=a", "--minutes=3"], "--minutes goes with --cluster"),
        (["--model=org/one", "--model=no such/name at all"], "no such/name"),
    ],
)
def test_bad_usage_is_one_line(tmp_path, capsys, words, said):
    assert main([*words, "--out", str(tmp_path / "out")]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert shown.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_folders_are_told_apart_by_number(tmp_path):
    found = several.folders(["a/one", "b/one.gguf", "two/"], tmp_path)
    assert [path.name for path in found] == ["one", "one-2", "two"]


@pytest.mark.parametrize(("codes", "code"), [({0, 7, 1}, 1), ({0, 2, 1}, 2), ({7, 0}, 7), ({0}, 0)])
def test_the_worst_code_speaks_for_all(codes, code):
    assert several.worst(codes) == code
