"""Where a record comes from."""

import platform

import numpy

from empirical import provenance


def test_versions_are_those_that_run():
    assert provenance.versions("numpy") == {
        "python": platform.python_version(),
        "numpy": numpy.__version__,
    }


def test_outside_a_clone_there_is_no_commit(monkeypatch, tmp_path):
    monkeypatch.setattr(provenance, "__file__", str(tmp_path / "provenance.py"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert provenance.commit() == ""
