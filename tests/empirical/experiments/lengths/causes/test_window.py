"""A window's attention, changed: what nothing changes is the model, and each change by hand."""

import pytest
import torch

from empirical.experiments.lengths.causes.window import (
    ALL,
    FARTHEST,
    NONE,
    Lead,
    Window,
    WindowChange,
    layer_changes,
    mean_values,
)
from empirical.experiments.lengths.walk import Rotary, Whole, walk
from tests.empirical.random_models import random_model

LEAD = 23


def model(layers=3, **more):
    return random_model(0.5, 128, layers=layers, width=32, **more)


def tokens():
    return torch.randint(0, 128, (4, LEAD + 17), generator=torch.Generator().manual_seed(1))


def logits(one, change):
    lead, means = Lead(one, tokens()[:, :LEAD]), mean_values(one, tokens()[:, :17])
    return walk(one, tokens()[:, LEAD:], Window(one, lead, means, change))


@pytest.mark.parametrize("more", [{}, {"nope_from": 1}, {"base": 50.0}])
def test_with_nothing_changed_it_is_the_model_and_alone_it_is_the_window(more):
    one = model(**more)
    by_name = {change.name: change for change in layer_changes(3)}
    tolerance = {"rtol": 1e-4, "atol": 1e-3}
    whole = walk(one, tokens(), Whole(one, LEAD + 17))
    torch.testing.assert_close(logits(one, by_name[NONE]), whole, **tolerance)
    window = walk(one, tokens()[:, LEAD:], Whole(one, 17))
    torch.testing.assert_close(logits(one, by_name[ALL]), window, **tolerance)
    assert (whole - window).abs().max() > 0.1


def test_every_change_does_something_and_none_what_another_does():
    one = model()
    outputs = [logits(one, change) for change in layer_changes(3)]
    names = [change.name for change in layer_changes(3)]
    assert len(set(names)) == len(names) == 12
    for i, a in enumerate(outputs):
        assert all((a - b).abs().max() > 1e-3 for b in outputs[:i])


def by_hand(one, change):
    """One layer's logits at the last position, key by key."""
    x = one.transformer["wte"](tokens())
    block = one.blocks[0]
    normed = block.ln_1(x)
    q, k, v = (p(normed) for p in (block.attn.q_proj, block.attn.k_proj, block.attn.v_proj))
    rotary, last = Rotary(one, LEAD + 17), LEAD + 16
    rows = []
    for key in range(LEAD + 17):
        distance = last - key
        if change.clamped:
            distance = min(distance, FARTHEST) if key < LEAD else distance
        turned = rotary(0, q[:, last:], slice(distance, distance + 1))
        rows.append((turned * k[:, key : key + 1]).sum(-1) * rotary.scale * change.beta)
    weights = torch.cat(rows, dim=1)
    if change.alone:
        weights[:, :LEAD] = float("-inf")
    weights = weights.softmax(-1)
    if change.values == "zero":
        v[:, :LEAD] = 0
    if change.values == "mean":
        v[:, :LEAD] = block.attn.v_proj(normed[:, :17]).mean((0, 1))
    brought = block.attn.out_proj((weights[:, None] @ v)[:, 0])
    x = x[:, -1] + brought + block.mlp(normed[:, -1])
    return one.lm_head(one.transformer["ln_f"](x))


@pytest.mark.parametrize("change", layer_changes(1), ids=lambda change: change.name)
def test_a_layer_by_hand(change):
    one = model(layers=1)
    with torch.inference_mode():
        torch.testing.assert_close(logits(one, change), by_hand(one, change), rtol=1e-4, atol=1e-3)


def test_a_change_is_named_for_what_it_is():
    assert WindowChange("x") == WindowChange("x", frozenset(), 1.0, False, "own")
    assert [c.beta for c in layer_changes(2) if c.beta != 1] == [1.25, 1.5, 2.0, 4.0]
