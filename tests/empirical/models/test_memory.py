"""Weights measured from their headers, and refused where they do not fit."""

import pytest
import torch

from empirical.architectures.specimens import tiny
from empirical.models import memory, pretrained
from empirical.models.hub import ModelError
from empirical.models.memory import SCORING_BYTES, check_memory, free_bytes, weight_bytes

CPU = torch.device("cpu")


@pytest.fixture
def model(tmp_path):
    tiny("llama").save_pretrained(tmp_path)
    return tmp_path


def test_weights_are_counted_in_the_format_asked_for(model):
    numbers = sum(p.numel() for p in tiny("llama").parameters())
    assert weight_bytes(model, None) == 4 * numbers
    assert weight_bytes(model, torch.bfloat16) == 2 * numbers
    assert weight_bytes(model, torch.float64) == 8 * numbers


def test_other_files_and_damaged_headers(tmp_path):
    (tmp_path / "pytorch_model.bin").write_bytes(b"x" * 99)
    assert weight_bytes(tmp_path, None) == 99
    (tmp_path / "model.safetensors").write_bytes(b"x" * 99)
    assert weight_bytes(tmp_path, None) == 0


def test_a_containers_limit_counts(tmp_path, monkeypatch):
    limit, used = tmp_path / "max", tmp_path / "current"
    monkeypatch.setattr(memory, "LIMITS", ((str(limit), str(used)),))
    limit.write_text("max")
    used.write_text("7")
    unlimited = free_bytes(CPU)
    assert unlimited is None or unlimited > 100
    limit.write_text("107")
    assert free_bytes(CPU) == 100


def test_too_little_memory_is_told_before_loading(model, monkeypatch):
    monkeypatch.setattr(
        memory, "free_bytes", lambda _: SCORING_BYTES + weight_bytes(model, None) - 1
    )
    with pytest.raises(ModelError, match=r"needs about 1.0 GiB on cpu .* try --dtype bfloat16"):
        pretrained.load(model, CPU)
    check_memory("model", weight_bytes(model, torch.bfloat16), CPU)
    monkeypatch.setattr(memory, "free_bytes", lambda _: None)
    check_memory("model", weight_bytes(model, None), CPU)
