"""The specimens have the features that they are named for."""

import pytest
import torch

from empirical.architectures.specimens import LISTED, UNLISTED, WINDOW, random_tokens, tiny
from empirical.instrument.heads import read_heads


def layers(name):
    return read_heads(tiny(name), random_tokens()).layers


@pytest.mark.parametrize("name", [n for n in LISTED if n.endswith(("/sliding", "gemma2"))])
def test_a_sliding_layer_sees_less_than_the_input(name):
    counts = {int(layer.visible[0].sum()) for layer in layers(name)}
    assert WINDOW in counts


def test_gemma3_slides_on_five_layers_of_six_and_has_two_bases():
    gemma = layers("gemma3_text")
    assert [int(layer.visible[0].sum()) for layer in gemma] == [WINDOW] * 5 + [
        random_tokens().shape[1]
    ]
    assert not torch.equal(gemma[0].rotation.cos, gemma[5].rotation.cos)


@pytest.mark.parametrize("name", ["linear", "dynamic", "yarn", "llama3"])
def test_scaled_angles_are_not_the_plain_ones(name):
    assert not torch.allclose(
        layers(f"llama/{name}")[0].rotation.cos, layers("llama")[0].rotation.cos
    )


@pytest.mark.parametrize("name", ["llama/yarn", "llama/yarn-scaled", "phi3/longrope"])
def test_attention_scaling_is_in_the_tables(name):
    rotation = layers(name)[0].rotation
    square = rotation.cos.square() + rotation.sin.square()
    assert float(square.min()) > 1.1


def test_widths_that_rotate():
    planes = {name: len(layers(name)[0].per_frequency()) for name in ("gptj", "gptj/partial")}
    planes |= {n: len(layers(n)[0].per_frequency()) for n in ("gpt_neox", "phi3/longrope", "phi")}
    assert planes == {"gptj": 8, "gptj/partial": 3, "gpt_neox": 1, "phi3/longrope": 3, "phi": 2}


def test_softcap_scale_groups_and_layers_without_angles():
    assert layers("gemma2")[0].softcap == 2.0
    assert layers("gemma2")[0].scale == pytest.approx(5**-0.5)
    assert layers("granite")[0].scale == pytest.approx(0.2)
    assert layers("llama/one-key-head")[0].group == 4
    assert [layer.rotary for layer in layers("smollm3")] == [True, True, True, False]


@pytest.mark.parametrize("name", [*LISTED, *UNLISTED])
def test_attention_is_uneven(name):
    entropy = read_heads(tiny(name), random_tokens()).entropy()
    assert float(entropy.min()) < 2.0
