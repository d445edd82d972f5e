"""Loading: number formats, sharded and damaged folders, memory that gives out, several devices."""

import importlib.util
import json

import pytest
import torch
from transformers import BertConfig

from empirical.architectures.specimens import random_tokens, tiny
from empirical.instrument import measure
from empirical.models import loading
from empirical.models.pretrained import ModelError, load

CPU = torch.device("cpu")


@pytest.fixture
def sharded(tmp_path):
    tiny("llama").save_pretrained(tmp_path / "sharded", max_shard_size="20KB")
    return tmp_path / "sharded"


def refused(folder, **options):
    with pytest.raises(ModelError) as caught:
        load(folder, CPU, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16", "float64"])
def test_the_number_format_asked_for(folder, dtype):
    loaded = load(folder, CPU, dtype=dtype)
    assert str(loaded.model.dtype) == f"torch.{dtype}"
    assert measure.rebuild_check(loaded, random_tokens()).tolerance > 0  # it raises on an error
    assert loaded.tokenizer("Alice likes red").input_ids


def test_a_sharded_model_and_a_shard_that_is_gone(sharded):
    assert load(sharded, CPU).fingerprint
    next(sharded.glob("model-00002*")).unlink()
    assert "1 of" in refused(sharded)
    assert "weight files missing, the first is model-00002" in refused(sharded)
    (sharded / "model.safetensors.index.json").write_text("{")
    assert "index.json is damaged" in refused(sharded)


def test_an_architecture_that_transformers_does_not_know(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "nobody"}))
    assert "does not know the architecture 'nobody': pip install --upgrade" in refused(tmp_path)


def test_a_model_that_is_no_language_model(tmp_path):
    config = BertConfig().to_dict() | {"model_type": "vit"}
    (tmp_path / "config.json").write_text(json.dumps(config))
    assert "ViTConfig is no causal language model" in refused(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", "null"])
def test_a_config_that_is_none(tmp_path, text):
    (tmp_path / "config.json").write_text(text)
    assert "config.json cannot be used" in refused(tmp_path)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB"),
        RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried 9 bytes"),
    ],
)
def test_memory_that_gives_out_while_loading(folder, monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(loading.AutoModelForCausalLM, "from_pretrained", fail)
    assert "not enough memory" in refused(folder)


def test_device_map_needs_accelerate(folder, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert "pip install accelerate" in refused(folder, device_map="auto")


def test_files_that_change_change_the_fingerprint(folder):
    before = load(folder, CPU).fingerprint
    assert load(folder, CPU).fingerprint == before
    (folder / "added.txt").write_text("x")
    assert load(folder, CPU).fingerprint != before
