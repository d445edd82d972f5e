"""What ``rope_claims.doctor`` says of a fault's effect and leaves alone; the table of faults."""

from pathlib import Path

import pytest
import torch

import rope_claims
from empirical.architectures.specimens import tiny
from rope_claims.diagnosis import faults
from tests.rope_claims.test_doctor import (
    INJECTED,
    OTHERS,
    PLAIN,
    built,
    no_positions,
    one,
    positions,
)


def test_the_kept_table_has_each_fault_as_reported():
    text = (Path(__file__).parents[2] / "benchmarks/faults.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    assert {row[0].strip("| `") for row in rows} == set(faults.NAMES)
    assert {row[1] for row in rows} == {"yes"}
    assert all(any(message in row[2] for row in rows) for *_, message in (*OTHERS, *INJECTED))


def test_the_budget_belongs_to_the_angles_of_its_pass():
    """Dynamic scaling has other angles in longer windows; that is no effect of a fault."""
    parameters = PLAIN | {"rope_type": "dynamic", "factor": 4.0}
    model = built(parameters)
    no_positions(model)
    (one,) = rope_claims.doctor(model).findings
    assert one.fault == "padding"
    assert "budget" not in one.effect


def test_the_model_is_left_as_it_was():
    model = tiny("llama/dynamic").train()
    tokens = torch.arange(6)[None]
    state = {name: value.clone() for name, value in model.named_buffers()}
    with torch.no_grad():
        before = model(tokens).logits
        assert rope_claims.doctor(model).healthy
        after = model(tokens).logits
    assert torch.equal(before, after)
    assert model.training
    assert all(torch.equal(value, state[name]) for name, value in model.named_buffers())
    assert not hasattr(model.model.rotary_emb, "dynamic_inv_freq")


@pytest.mark.parametrize(
    ("fault", "inject"), [("cache", positions(lambda x: x + 1, one)), ("padding", no_positions)]
)
def test_another_base_changes_the_budget_and_a_fault_of_positions_does_not(fault, inject):
    model = built()
    INJECTED[0][2](model)
    inject(model)
    effects = {each.fault: each.effect for each in rope_claims.doctor(model).findings}
    assert set(effects) == {"base", fault}
    assert [kind for kind, effect in effects.items() if "budget" in effect] == ["base"]
