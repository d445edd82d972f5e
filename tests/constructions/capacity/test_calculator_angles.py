"""The angles of the site's calculator against transformers' own."""

import pytest

from constructions.capacity import published
from constructions.capacity.rotations import find_model, model_of_fields, rotations
from tests.constructions.capacity.calculator import LLAMA, LONGEST, SCALED, asked
from tests.theory.reports.site.node import needs_node


@needs_node
@pytest.mark.parametrize("n", [4096, LONGEST])
def test_the_published_configurations_turn_as_transformers_turns_them(n):
    configs = {name: one.config for name, one in published.published_models().items()}
    read_ones = asked([["read", config] for config in configs.values()])
    turned = iter(asked([["angles", one, n] for given in read_ones for one in given]))
    for name, given in zip(configs, read_ones, strict=True):
        theirs = {one.kind: one.angles for one in rotations(find_model(name), n)}
        assert {one["layers"] for one in given} == set(theirs)
        for one in given:
            assert next(turned) == pytest.approx(theirs[one["layers"]], rel=1e-5)
    assert [*turned] == []


@needs_node
@pytest.mark.parametrize(("scaling", "n"), SCALED)
def test_each_scaling_turns_as_transformers_turns(scaling, n):
    config = {**LLAMA, "rope_scaling": scaling}
    fields = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 1, **config}
    (theirs,) = rotations(model_of_fields("one", fields), n)
    ((own,),) = asked([["read", config]])
    assert asked([["angles", own, n]])[0] == pytest.approx(theirs.angles, rel=1e-5)
