"""Small models of random weights, by the parameters of their rotation."""

import json

import torch
from transformers import AutoConfig, AutoModelForCausalLM

SHAPE = {
    "vocab_size": 50,
    "hidden_size": 32,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "max_position_embeddings": 4096,
    "bos_token_id": None,
    "eos_token_id": None,
    "pad_token_id": None,
}
PLAIN = {"rope_type": "default", "rope_theta": 500_000.0}
LINEAR = PLAIN | {"rope_type": "linear", "factor": 4.0}
YARN = PLAIN | {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1024}
LLAMA3 = YARN | {"rope_type": "llama3", "low_freq_factor": 1.0, "high_freq_factor": 4.0}


def fields(parameters=PLAIN, kind="llama", **more):
    return {"model_type": kind, **SHAPE, "rope_parameters": dict(parameters), **more}


def built(*arguments, **more):
    given = json.loads(json.dumps(fields(*arguments, **more)))
    torch.manual_seed(0)
    return AutoModelForCausalLM.from_config(AutoConfig.for_model(**given)).eval()
