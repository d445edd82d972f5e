"""Heads taken away from small models: counted by hand where that can be done."""

import json

import numpy as np
import pytest
import torch

from empirical.experiments.mechanism.ablation import command, measure, records
from empirical.instrument.measure import EVALUATION_SEED
from empirical.models.data import sequences
from empirical.models.trajectory import trajectory
from empirical.protocol.reading import Misread, plain
from tests.empirical.trained import trained


@pytest.fixture(scope="module", params=("number", "letter"))
def run(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / f"{request.param}-3"
    return trained(folder, request.param, seed=3).folder


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(measure, "SEQUENCES", 16)
    monkeypatch.setattr(measure, "SCORED", 8)
    monkeypatch.setattr(measure, "JUMPS", 4)


@pytest.mark.usefixtures("small")
def test_a_run_is_recorded_read_and_left_alone(run, tmp_path, capsys):
    assert command.main([str(run), f"--out={tmp_path}"]) == 0
    target = tmp_path / f"{run.name}.json"
    record = records.read(target)
    assert (record.task, record.seed, record.of) == (run.name.split("-")[0], 3, 4)
    assert [len(rows) for rows in (record.layers, record.removed, record.largest)] == [2, 2, 2]
    assert len(record.largest[0]) == 8
    assert (record.jump is not None) is (record.task == "letter")
    assert record.tested[0][1] * 4 == 4000 * 95 // 1000
    stamp = target.stat().st_mtime_ns
    assert command.main([str(run), f"--out={tmp_path}"]) == 0
    assert target.stat().st_mtime_ns == stamp
    assert "there already" in capsys.readouterr().out
    (tmp_path / "checkpoints").mkdir()
    assert command.main([str(run / "final"), f"--out={tmp_path / 'checkpoints'}"]) == 0
    again = records.read(tmp_path / "checkpoints" / "final.json")
    assert (again.removed, again.largest) == (record.removed, record.largest)
    text = json.loads(target.read_text())
    for name, value in (("removed", text["removed"][:1]), ("right", [1, 2])):
        target.write_text(json.dumps(text | {name: value}))
        with pytest.raises(Misread, match=name):
            records.read(target)


def test_a_head_taken_away_brings_nothing(run):
    kept = trajectory(run)
    model = kept.fill(kept.reader())
    data = sequences(kept.recipe.task, 16, EVALUATION_SEED)
    without = measure.right_without(model, data, (0, 1))
    for block in model.model.transformer.h:
        block.attn.out_proj.weight.data.zero_()
    assert measure.right_without(model, data, ()) == without
    assert measure.right_without(model, data, (1,)) == without


def test_the_largest_logit_of_a_plane_is_over_visible_keys():
    rng = torch.Generator().manual_seed(0)
    query, key = (torch.randn(3, 5, 4, generator=rng, dtype=torch.float64) for _ in range(2))
    expected = np.zeros(2)
    for plane in range(2):
        part = slice(2 * plane, 2 * plane + 2)
        tops = [
            max(float(query[b, i, part] @ key[b, j, part]) for i in range(5) for j in range(i + 1))
            for b in range(3)
        ]
        expected[plane] = np.mean(tops)
    largest = measure.largest_logits(query, key).numpy()
    assert largest == pytest.approx(expected)


def test_looks_that_stay_are_counted_where_the_query_is_done():
    data = sequences("letter", 8, EVALUATION_SEED)
    own = torch.arange(17).expand(2, 8, 17)
    waiting = measure.stays(data, own, torch.ones(8, dtype=torch.bool))
    assert waiting == ((0, 0), (0, 0))  # a query that looks at itself fetches nothing
    first = measure.rules.ideal("letter", torch.from_numpy(data.tokens))
    one_hop = torch.from_numpy(data.hops == 1)
    sources = torch.stack([first, own[0]])
    assert measure.stays(data, sources, one_hop)[1] == (2, 2)
    assert plain(measure.stays(data, sources, ~one_hop))[1] == [0, 0]


def test_a_letter_look_takes_what_the_place_has_fetched():
    data = sequences("letter", 8, EVALUATION_SEED)
    first = measure.rules.ideal("letter", torch.from_numpy(data.tokens))
    (_, held) = measure.held_before_layers(data, first[None])
    lefts = measure.rules.left(torch.from_numpy(data.tokens))
    named = lefts[:, None, :] == (held % 8)[:, :, None]  # by what stands there, not what is held
    looks = torch.stack([first, named.int().argmax(-1)])
    three = torch.from_numpy(data.hops == 3)
    answers = torch.from_numpy(data.answers)
    assert (measure.held_before_layers(data, looks)[-1][:, -1] == answers)[three].all()
    plain_steps = measure.flow.held_by_layer("letter", torch.from_numpy(data.tokens), looks, False)
    assert not (plain_steps[-1][:, -1] == answers)[three].any()
