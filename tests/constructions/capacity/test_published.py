"""Published configurations against what public repositories say of the same models' config.json.

The numbers below were read there, apart from ``published.json``; a file as a model's folder has it
is written of them, and the library turns by the same angles.
"""

import json
from pathlib import Path

import pytest

from constructions.capacity import published
from constructions.capacity.rotations import find_model, rotations

LITGPT = "github.com/Lightning-AI/litgpt, litgpt/config.py at 0006c973"
NEOX = "github.com/EleutherAI/gpt-neox, configs/20B.yml at 252ddc52"
GPT_OSS = "github.com/openai/gpt-oss, gpt_oss/torch/model.py at 0568dfc9"
DEEPSEEK = "github.com/deepseek-ai/DeepSeek-V3, inference/model.py at 013e2213"
TENSORRT = "github.com/NVIDIA/TensorRT-LLM, its test of Gemma 3, a copy of the file"
CARD = "github.com/asgaardlab/model-card-reorganization, EleutherAI@gpt-j-6b"
SMOLLM3 = (
    "github.com/21-grams/notso-smollm3-bot, README.md; github.com/huggingface/blog, smollm3.md"
)


def llama3(factor):
    """The rule of Llama 3.1 and 3.2, as their files have it."""
    return {
        "factor": factor,
        "high_freq_factor": 4.0,
        "low_freq_factor": 1.0,
        "original_max_position_embeddings": 8192,
        "rope_type": "llama3",
    }


def usual(kind, base, heads, size, length, **more):
    """A file with the names that most architectures use; the head size is hidden size / heads."""
    return {
        "architectures": ["ForCausalLM"],
        "bos_token_id": 1,
        "hidden_size": heads * size,
        "max_position_embeddings": length,
        "model_type": kind,
        "num_attention_heads": heads,
        "num_key_value_heads": heads,
        "rope_scaling": None,
        "rope_theta": base,
        "tie_word_embeddings": False,
        "torch_dtype": "bfloat16",
        "transformers_version": "4.45.0",
    } | more


def neox(heads, size, length):
    """A file with GPT-NeoX's own names."""
    fields = usual("gpt_neox", None, heads, size, length)
    del fields["rope_theta"], fields["rope_scaling"], fields["num_key_value_heads"]
    return fields | {"rotary_pct": 0.25, "rotary_emb_base": 10000}


YARN = {"beta_fast": 32.0, "beta_slow": 1.0, "original_max_position_embeddings": 4096}
READ = {
    "llama-2-7b": (LITGPT, usual("llama", 1e4, 32, 128, 4096)),
    "codellama-7b": (LITGPT, usual("llama", 1e6, 32, 128, 16_384)),
    "llama-3-8b": (LITGPT, usual("llama", 5e5, 32, 128, 8192)),
    "llama-3.1-8b": (LITGPT, usual("llama", 5e5, 32, 128, 131_072, rope_scaling=llama3(8.0))),
    "llama-3.2-1b": (LITGPT, usual("llama", 5e5, 32, 64, 131_072, rope_scaling=llama3(32.0))),
    "mistral-7b-v0.1": (LITGPT, usual("mistral", 1e4, 32, 128, 32_768, sliding_window=4096)),
    "qwen2.5-7b": (LITGPT, usual("qwen2", 1e6, 28, 128, 32_768)),
    "qwen3-8b": (LITGPT, usual("qwen3", 1e6, 32, 128, 40_960)),
    "gemma-2-2b": (LITGPT, usual("gemma2", 1e4, 8, 256, 8192, hidden_size=2304, head_dim=256)),
    "gemma-3-1b": (
        TENSORRT,
        usual("gemma3_text", 1e6, 4, 256, 32_768, hidden_size=1152, head_dim=256)
        | {"rope_local_base_freq": 10_000, "sliding_window": 512, "sliding_window_pattern": 6},
    ),
    "phi-2": (LITGPT, usual("phi", 1e4, 32, 80, 2048, partial_rotary_factor=0.4)),
    "phi-3-mini": (LITGPT, usual("phi3", 1e4, 32, 96, 4096, pad_token_id=0)),
    "gpt-j-6b": (
        CARD,
        {
            "model_type": "gptj",
            "n_embd": 16 * 256,
            "n_head": 16,
            "n_positions": 2048,
            "rotary": True,
            "rotary_dim": 64,
        },
    ),
    "pythia-410m": (LITGPT, neox(16, 64, 2048)),
    "gpt-neox-20b": (NEOX, neox(64, 96, 2048)),
    "smollm2-135m": (LITGPT, usual("llama", 1e5, 9, 64, 8192)),
    "smollm3-3b": (SMOLLM3, usual("smollm3", 5e6, 16, 128, 65_536, pad_token_id=0)),
    "olmo-2-7b": (LITGPT, usual("olmo2", 5e5, 32, 128, 4096)),
    "deepseek-v3": (
        DEEPSEEK,
        usual("deepseek_v3", 10_000, 128, 56, 163_840, qk_rope_head_dim=64)
        | {"rope_scaling": YARN | {"type": "yarn", "factor": 40, "mscale": 1, "mscale_all_dim": 1}},
    ),
    "gpt-oss-20b": (
        GPT_OSS,
        usual("gpt_oss", 150_000, 64, 45, 131_072, head_dim=64)
        | {"rope_scaling": YARN | {"rope_type": "yarn", "factor": 32.0, "truncate": False}},
    ),
}
"""Alias → (where it was read, a file with the numbers read there)."""
NOT_READ = {
    "llama-7b": "the length of 2,048 alone differs from llama-2-7b, which changes no angle",
    "yarn-llama-2-7b-64k": "the window of 64k is in github.com/jquesnelle/yarn, README.md",
    "mistral-7b": "litgpt has no base for v0.3, which there means 10,000; published.json has 1e6",
    "qwen2.5-7b-yarn": "what the model's page says to add to the file of qwen2.5-7b",
    "gpt2": "nothing rotates",
}


@pytest.mark.parametrize("alias", READ)
def test_a_file_of_what_was_read_turns_as_the_alias_does(alias, tmp_path):
    _, fields = READ[alias]
    (tmp_path / "config.json").write_text(json.dumps(fields, indent=2), encoding="utf-8")
    for n in (64, published.published_models()[alias].trained):
        theirs, ours = rotations(find_model(str(tmp_path)), n), rotations(find_model(alias), n)
        assert theirs == ours
        assert ours


def test_what_was_not_read_is_listed():
    assert sorted([*READ, *NOT_READ]) == sorted(published.published_models())


def test_a_wrong_number_changes_the_angles(tmp_path):
    """Base, rotated share, head size and scaling: each changes the angles."""
    _, right = READ["phi-2"]
    for wrong in (
        {"rope_theta": 10_001.0},
        {"partial_rotary_factor": 0.5},
        {"hidden_size": 32 * 160},
        {"rope_scaling": {"rope_type": "linear", "factor": 2.0}},
    ):
        file = Path(tmp_path / "wrong.json")
        file.write_text(json.dumps(right | wrong), encoding="utf-8")
        assert rotations(find_model(str(file)), 64) != rotations(find_model("phi-2"), 64)
