"""Where a record comes from."""

import platform
import subprocess

import numpy
import pytest

import theory
from empirical.models import provenance


def test_versions_are_those_that_run():
    assert provenance.versions("rope-claims", "numpy") == {
        "python": platform.python_version(),
        "rope-claims": theory.__version__,
        "numpy": numpy.__version__,
    }


@pytest.mark.parametrize(
    ("told", "extensions"),
    [
        ({"SIMD Extensions": {"baseline": ["X86_V2"], "found": ["X86_V3", "AVX512_SPR"]}}, 2),
        ({"SIMD Extensions": {"baseline": ["NEON"]}}, 0),
        ({}, 0),
    ],
)
def test_a_processor_is_named_by_what_rounds_its_sums(monkeypatch, told, extensions):
    monkeypatch.setattr(numpy, "show_config", lambda mode: told)
    words = provenance.processor().split()
    assert words == [platform.machine(), "X86_V3", "AVX512_SPR"][: extensions + 1]


def test_below_somebody_elses_clone_there_is_no_commit(monkeypatch, tmp_path):
    clone = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "theirs"]):
        subprocess.run([*clone, *words], check=True)
    here = tmp_path / "provenance.py"
    here.write_text("")
    monkeypatch.setattr(provenance, "__file__", str(here))
    assert provenance.commit() == ""
    subprocess.run([*clone, "add", "provenance.py"], check=True)
    assert provenance.commit().endswith("+")


def test_a_stored_record_that_changed_leaves_a_commit_clean(monkeypatch, tmp_path):
    here, record = tmp_path / "provenance.py", tmp_path / provenance.RECORDS / "law" / "one.json"
    record.parent.mkdir(parents=True)
    clone = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    for path in (here, record):
        path.write_text("as committed")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run([*clone, *words], check=True)
    monkeypatch.setattr(provenance, "__file__", str(here))
    clean = provenance.commit()
    record.write_text("as measured")
    assert clean
    assert provenance.commit() == clean
    here.write_text("changed")
    assert provenance.commit() == f"{clean}+"


def test_outside_a_clone_there_is_no_commit(monkeypatch, tmp_path):
    monkeypatch.setattr(provenance, "__file__", str(tmp_path / "provenance.py"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert provenance.commit() == ""
