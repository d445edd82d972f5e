"""Several models by one command: a report each, a table of all, and one exit code."""

import json
import shutil
from types import SimpleNamespace

import pytest

from empirical import several
from empirical.validate import main
from tests.empirical import prepared
from tests.empirical.oracle import tiny
from tests.tools import SUBMITIT, needs

MODELS = ("llama", "gpt_neox")


@pytest.fixture(scope="module", autouse=True)
def processes():
    """Each model's process finds torch imported, but for those that a cluster's job starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(several, "subprocess", SimpleNamespace(run=prepared.run))
        yield


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
    """Two models' reports, from a command whose third model cannot be read, and its exit code."""
    out = tmp_path_factory.mktemp("out")
    words = [*named(models, "llama"), "--model", str(models / "none"), *named(models, "gpt_neox")]
    (models / "none").mkdir()
    return out, main([*words, "--device=cpu", "--out", str(out)])


def code_of(out):
    """The exit code that speaks for both reports."""
    documents = [json.loads((out / name / "report.json").read_text()) for name in MODELS]
    return several.worst_code({one["exit_code"] for one in documents})


def test_each_model_has_its_report_and_the_table_has_all(validated):
    out, _ = validated
    assert (out / "models.html").read_text().count("<figure") == 2
    assert len((out / "models.csv").read_text().splitlines()) == 3


def test_a_model_that_cannot_be_read_leaves_the_others(validated, models, tmp_path, capfd):
    out, code = validated
    assert code == 2
    assert {path.parent.name for path in out.glob("*/report.json")} == set(MODELS)
    shutil.copytree(out / "llama", tmp_path / "llama")
    words = [*named(models, "llama", "none"), "--device=cpu", "--out", str(tmp_path), "--resume"]
    assert main(words) == 2
    assert (tmp_path / "llama" / "report.json").is_file()
    assert not (tmp_path / "models.html").exists()
    assert "none" in capfd.readouterr().err


def test_what_is_there_is_not_done_again(validated, models, capfd):
    out, _ = validated
    before = {name: (out / name / "report.json").stat().st_mtime_ns for name in MODELS}
    words = [*named(models, *MODELS), "--device=cpu", "--out", str(out), "--resume"]
    assert main(words) == code_of(out)
    assert capfd.readouterr().out.count("there already") == 2
    assert before == {name: (out / name / "report.json").stat().st_mtime_ns for name in MODELS}


@needs(SUBMITIT)
def test_a_cluster_runs_a_job_a_model(validated, models, tmp_path):
    words = [*named(models, *MODELS), "--device=cpu", "--out", str(tmp_path), "--cluster=debug"]
    assert main(words) == code_of(validated[0])
    assert (tmp_path / "models.html").read_text().count("<figure") == 2
    for name in MODELS:
        one, again = (
            json.loads((out / name / "report.json").read_text()) for out in (validated[0], tmp_path)
        )
        assert again["models"][0]["scores"] == one["models"][0]["scores"]


@needs(SUBMITIT)
def test_a_cluster_goes_on_with_the_models_that_have_no_report(validated, models, tmp_path, capfd):
    """One report is there, so one job runs, in a process of submitit's own. That has to import all
    that it needs; an option is refused before it imports torch."""
    shutil.copytree(validated[0] / "llama", tmp_path / "llama")
    kept = (tmp_path / "llama" / "report.json").stat().st_mtime_ns
    words = [*named(models, *MODELS), "--out", str(tmp_path), "--cluster=local"]
    capfd.readouterr()
    assert main([*words, "--device=cpu", "--statements=1", "--resume"]) == 2
    told = capfd.readouterr().out
    assert told.count("there already") == told.count("exit code 2") == 1
    assert len(list((tmp_path / "jobs").glob("*_result.pkl"))) == 1
    (errors,) = (tmp_path / "jobs").glob("*_log.err")
    assert "a swap takes two" in errors.read_text()
    assert (tmp_path / "llama" / "report.json").stat().st_mtime_ns == kept


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--model=a", "--model=a"], "given twice"),
        (["--cluster=local"], "--cluster goes with --model"),
        (["--model=a", "--minutes=3"], "--minutes goes with --cluster"),
        (["--model=org/one", "--model=no such/name at all"], "no such/name"),
    ],
)
def test_bad_usage_is_one_line(tmp_path, error_line, words, message):
    assert message in error_line(main, *words, "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_folders_are_distinguished_by_number(tmp_path):
    folders = several.folders(["a/one", "b/one.gguf", "two/"], tmp_path)
    assert [path.name for path in folders] == ["one", "one-2", "two"]


@pytest.mark.parametrize(("codes", "code"), [({0, 7, 1}, 1), ({0, 2, 1}, 2), ({7, 0}, 7), ({0}, 0)])
def test_the_worst_code_speaks_for_all(codes, code):
    assert several.worst_code(codes) == code
