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


def test_outside_a_clone_there_is_no_commit(monkeypatch, tmp_path):
    monkeypatch.setattr(provenance, "__file__", str(tmp_path / "provenance.py"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert provenance.commit() == ""
