"""A tiny model as a repository has it, a copy of it to spoil, and few sequences to train on."""

import shutil
from pathlib import Path

import pytest

from tests.empirical import hubs


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return hubs.model_folder(tmp_path_factory.mktemp("model") / "model")


@pytest.fixture
def folder(whole, tmp_path):
    return Path(shutil.copytree(whole, tmp_path / "model"))


@pytest.fixture
def few(monkeypatch):
    from empirical.models import training

    own = training.splits
    monkeypatch.setattr(training, "splits", lambda t, seed, total, how: own(t, seed, 1600, how))
