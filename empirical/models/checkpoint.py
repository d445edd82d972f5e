"""Checkpoints on disk: Hugging Face's GPT-J folders, and the state a training run resumes from.

Every file or folder appears under its final name only when it is complete.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from empirical.models.model import GPTJ, Shape
from empirical.models.recipes import Recipe
from empirical.models.trained import Trained
from empirical.protocol import settings
from empirical.protocol.reading import Foreign, built, plain
from empirical.protocol.vocabulary import Vocabulary, save_tokenizer
from theory.reports.files import replacing, write_json

WEIGHTS = "model.safetensors"


def gptj_config(shape: Shape) -> Foreign:
    """The ``config.json`` that makes ``transformers`` build the same model.

    Its GPT-J has one base and rotates in every layer; a control that does not is given a type
    that transformers does not know, so that nobody loads it as what it is not.
    """
    config = _gptj_sizes(shape)
    if shape.base == settings.BASE and shape.nope_from is None and not shape.log_scaled:
        return config
    control = {"rope_base": shape.base, "nope_from": shape.nope_from}
    control |= {"log_scaled": True} if shape.log_scaled else {}
    return {**config, "architectures": [], "model_type": "gptj-control", **control}


def _gptj_sizes(shape: Shape) -> Foreign:
    return {
        "architectures": ["GPTJForCausalLM"],
        "model_type": "gptj",
        "vocab_size": shape.vocabulary,
        "n_positions": shape.positions,
        "n_embd": shape.width,
        "n_layer": shape.layers,
        "n_head": shape.heads,
        "rotary_dim": shape.width // shape.heads,
        "n_inner": None,
        "activation_function": "gelu_new" if shape.gelu == "tanh" else "gelu",
        "layer_norm_epsilon": 1e-5,
        "resid_pdrop": shape.dropout,
        "embd_pdrop": shape.embedding_dropout,
        "attn_pdrop": shape.dropout,
        "initializer_range": 0.02,
        "tie_word_embeddings": False,
        "bos_token_id": None,
        "eos_token_id": None,
        "use_cache": False,
        "dtype": "float32",
    }


@contextmanager
def storing(path: Path) -> Iterator[Path]:
    """``replacing``, for what safetensors writes: it reports a full disk as an error of its own.

    Raises:
        OSError: the disk, a quota or a limit leaves no space.
    """
    try:
        with replacing(path) as draft:
            yield draft
    except SafetensorError as error:
        number = re.search(r"os error (\d+)", str(error))
        if number is None:
            raise
        code = int(number[1])
        raise OSError(code, os.strerror(code), str(path)) from error


def save_weights(model: GPTJ, path: Path) -> None:
    """Write the weights alone, as float32 safetensors."""
    with storing(path) as draft:
        weights = {k: v.detach().cpu().contiguous() for k, v in model.state_dict().items()}
        save_file(weights, draft, metadata={"format": "pt"})


def save_model(model: GPTJ, words: Vocabulary, folder: Path, manifest: Trained | Foreign) -> None:
    """Write a folder that ``AutoModelForCausalLM`` and ``AutoTokenizer`` load, and its manifest,
    that of a training run or of whatever else made the model."""
    with replacing(folder) as draft:
        draft.mkdir(parents=True)
        write_json(draft / "config.json", gptj_config(model.shape))
        save_tokenizer(words, draft)
        save_weights(model, draft / WEIGHTS)
        write_json(draft / "manifest.json", plain(manifest))


def save_state(
    path: Path,
    model: GPTJ,
    optimizer: torch.optim.Optimizer,
    history: dict[str, Tensor],
    recipe: Recipe,
) -> None:
    """Write everything a run needs to go on: weights, optimiser moments, its history so far.

    The step is the number of the history's ``losses``. Dropout and data order are functions of the
    seed and the step, so no generator state is kept.
    """
    tensors = {f"model.{k}": v.detach().cpu().contiguous() for k, v in model.state_dict().items()}
    for name, parameter in model.named_parameters():
        for key, value in optimizer.state.get(parameter, {}).items():
            tensors[f"{key}.{name}"] = value.detach().cpu().contiguous()
    tensors |= {name: value.clone() for name, value in history.items()}
    with storing(path) as draft:
        save_file(tensors, draft, metadata={"about": json.dumps(plain(recipe))})


def load_state(
    path: Path, model: GPTJ, optimizer: torch.optim.Optimizer
) -> tuple[dict[str, Tensor], Recipe]:
    """Restore a run in place; returns its history so far and what the run was told to do.

    Raises:
        Misread: the run was told what is no recipe here.
        KeyError, safetensors.SafetensorError: the file is not such a state.
    """
    recipe = told(path)
    with safe_open(path, framework="pt") as stored:
        tensors = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    model.load_state_dict({k: tensors[f"model.{k}"] for k in model.state_dict()})
    for name, parameter in model.named_parameters():
        if f"step.{name}" not in tensors:
            continue
        optimizer.state[parameter] = {  # fused, so that the step lies with the parameter
            key: tensors[f"{key}.{name}"].to(parameter.device)
            for key in ("step", "exp_avg", "exp_avg_sq")
        }
    return {name: tensors[name] for name in ("losses", "checks") if name in tensors}, recipe


def told(path: Path) -> Recipe:
    """What the run of a saved state was told to do. Raises as ``load_state``."""
    with safe_open(path, framework="pt") as stored:
        return built(json.loads(stored.metadata()["about"]), Recipe)
