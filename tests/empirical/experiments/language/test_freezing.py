"""What freezing and zeroing frequencies do to a model, on a tiny one."""

import json
import math
from pathlib import Path

import pytest
import torch

from constructions.heads.device import choose_device
from empirical.experiments.language import freezing
from empirical.models.pretrained import load
from empirical.protocol.records import RESULTS
from tests.empirical.talkers import talker

LAB = Path(__file__).parents[4] / "lab" / "empirical.md"


@pytest.fixture(scope="module", params=["llama", "gemma3_text"])
def loaded(request, tmp_path_factory):
    return load(str(talker(tmp_path_factory.mktemp("tiny"), request.param)), choose_device("cpu"))


@pytest.fixture
def tokens(loaded):
    size = loaded.model.config.get_text_config().vocab_size
    return torch.randint(size, (2, 40), generator=torch.Generator().manual_seed(1))


def nats(loaded, tokens, change):
    return freezing.token_losses(loaded.model, tokens, change)


def own(model, tokens):
    logits = model(tokens, use_cache=False).logits[:, :-1].float()
    return torch.nn.functional.cross_entropy(logits.mT, tokens[:, 1:], reduction="none")


def test_without_a_change_it_is_the_models_own_loss(loaded, tokens):
    with torch.inference_mode():
        wanted = own(loaded.model, tokens)
    torch.testing.assert_close(nats(loaded, tokens, None), wanted, rtol=0, atol=1e-5)


def test_the_model_is_left_as_it_was(loaded, tokens):
    before = nats(loaded, tokens, None)
    nats(loaded, tokens, ("zeroed", 0, freezing.width(loaded)))
    assert torch.equal(nats(loaded, tokens, None), before)


def test_a_change_of_no_frequency_changes_nothing(loaded, tokens):
    for way in freezing.WAYS:
        assert torch.equal(nats(loaded, tokens, (way, 3, 3)), nats(loaded, tokens, None))


def test_all_frozen_is_a_model_whose_positions_are_all_the_same(loaded, tokens):
    model, many = loaded.model, freezing.width(loaded)
    with torch.inference_mode():
        same = {"position_ids": torch.zeros_like(tokens), "attention_mask": torch.ones_like(tokens)}
        logits = model(tokens, use_cache=False, **same).logits
    wanted = torch.nn.functional.cross_entropy(
        logits[:, :-1].float().mT, tokens[:, 1:], reduction="none"
    )
    losses = nats(loaded, tokens, ("frozen", 0, many))
    torch.testing.assert_close(losses, wanted, rtol=0, atol=1e-5)
    assert not torch.allclose(losses, nats(loaded, tokens, None), atol=1e-4)


def test_all_zeroed_is_a_model_that_attends_to_all_alike(loaded, tokens):
    weights = []

    def keep(module, args, kwargs, output):
        weights.append(output[1])

    layers = [m for m in loaded.model.modules() if type(m).__name__.endswith("Attention")]
    held = [layer.register_forward_hook(keep, with_kwargs=True) for layer in layers]
    loaded.model.set_attn_implementation("eager")
    nats(loaded, tokens[:1], ("zeroed", 0, freezing.width(loaded)))
    for hook in held:
        hook.remove()
    uniform = torch.ones(40, 40).tril()
    uniform /= uniform.sum(-1, keepdim=True)
    assert weights
    for one in weights:
        torch.testing.assert_close(one, uniform.expand_as(one), rtol=0, atol=1e-6)


def test_bands_cover_every_frequency_once():
    bands = [span[1:] for span in freezing.band_changes(32) if span[0] == "frozen"]
    assert bands[:8] == [(4 * k, 4 * k + 4) for k in range(8)]
    assert bands[8:] == [(4 * k, 32) for k in range(1, 7)]


def rows(quarter, zeroed):
    """A record's rows in which freezing costs ``quarter`` and zeroing ``zeroed`` a piece."""
    cost = {"none": [0.0] * 8, "frozen": quarter, "zeroed": zeroed}
    spans = [("none", 0, 0), *freezing.band_changes(32)]
    return [
        {
            "kind": kind,
            "way": way,
            "first": first,
            "last": last,
            "nats": [3 + x for x in cost[way][: 8 if kind == "long" else 4]],
        }
        for kind in ("prose", "copies", "long")
        for way, first, last in spans
    ]


@pytest.mark.parametrize(
    ("quarter", "zeroed", "little", "more"),
    [
        ([0.01, 0.02] * 4, [0.5, 0.6] * 4, "holds", "holds"),
        ([0.2, 0.21] * 4, [0.5, 0.6] * 4, "fails", "holds"),
        ([0.0, 0.2] * 4, [0.0, 0.2] * 4, "open", "open"),
        ([0.2, 0.21] * 4, [0.1, 0.12] * 4, "fails", "fails"),
    ],
)
def test_comparisons_follow_the_intervals(quarter, zeroed, little, more):
    answers = freezing.registered_comparisons(rows(quarter, zeroed), 32)
    assert {answers[name] for name in ("little", "little, long", "copies", "half")} == {little}
    assert {answers[name] for name in ("not zeroing", "not zeroing, copies")} == {more}


def test_a_standard_error_is_that_of_the_mean():
    mean, error = freezing.mean_rise([1.0, 2.0, 3.0, 4.0], [0.0] * 4)
    assert mean == 2.5
    assert error == pytest.approx(math.sqrt(5 / 3) / 2)


def test_the_slowest_quarter_lies_below_the_band():
    """At x = 3.657 in the models' longest contexts: bases and contexts from their files."""
    for many, base, context in ((32, 1e5, 8192), (128, 1e6, 32768), (128, 1e4, 512)):
        band = many * math.log(context / 3.657) / math.log(base)
        assert many - many // 4 > band


@pytest.mark.parametrize("path", sorted((RESULTS / "freezing").glob("*.json")), ids=str)
def test_the_laboratory_notes_have_each_record_as_a_table(path):
    """And a record's comparisons are those of its own rows."""
    record = json.loads(path.read_text())
    assert "\n".join(freezing.freezing_rows(record)) in LAB.read_text()
    assert record["compared"] == freezing.registered_comparisons(
        record["rows"], record["frequencies"]
    )
