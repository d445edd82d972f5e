"""Looks followed: ideal ones are explained throughout, another input's and idle ones are not."""

import json

import pytest
import torch

from empirical.experiments.dynamics.scoring import Told
from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism.following import measure, records
from empirical.models.data import sequences
from empirical.models.trajectory import trajectory
from empirical.protocol import settings
from empirical.protocol.reading import Misread, plain
from empirical.protocol.vocabulary import TASKS, WINDOW
from tests.empirical.experiments.mechanism.ideal import everything, ideal_sources
from tests.empirical.trained import trained

LAYERS = 12

both = pytest.mark.parametrize("task", TASKS)


def looked(**counts):
    """A layer's entry, as it is written."""
    return dict.fromkeys(("seen", "dealt", "steps", "dealt_steps"), [1, 2]) | counts


def shares(counts):
    """Of the layers' looks, and of those dealt from other inputs."""
    return [
        sum(right for right, _ in row) / sum(of for _, of in row)
        for row in ([one.seen for one in counts], [one.dealt for one in counts])
    ]


@both
def test_ideal_looks_are_explained_throughout(task):
    data, solved = sequences(task, 256, 9), torch.arange(256) < 192
    waiting = rules.waits(task, torch.from_numpy(data.tokens))[:192, 1:]
    counts = measure.attention_targets(data, ideal_sources(data, LAYERS), solved)
    assert {one.seen for one in counts} == {(int(waiting.sum()),) * 2}
    assert len(counts) == LAYERS
    assert {one.dealt[1] for one in counts} == {int(waiting.sum())}
    assert {
        one.seen
        for one in measure.attention_targets(data, ideal_sources(data, LAYERS), solved & False)
    } == {(0, 0)}


@both
@pytest.mark.parametrize("what", ["one place", "random places", "the one before", "the first"])
def test_looks_that_know_nothing_of_their_input_are_mostly_unexplained(task, what):
    data = sequences(task, 256, 9)
    shape, rng = data.tokens.shape, torch.Generator().manual_seed(3)
    places = torch.arange(shape[1])
    draws = (torch.rand(LAYERS, *shape, generator=rng) * (places + 1)).long()
    sources = {
        "one place": draws[:1],
        "random places": draws,
        "the one before": (places - 1).clamp(min=0),
        "the first": places * 0,
    }[what].expand(LAYERS, *shape)
    explained, dealt = shares(measure.attention_targets(data, sources, everything(data)))
    assert explained < 0.4
    assert explained == pytest.approx(dealt, abs=0.1)


@both
def test_heads_that_look_at_themselves_are_explained_and_step_no_more_than_others_looks(task):
    data = sequences(task, 64, 9)
    sources = torch.arange(data.tokens.shape[1]).expand(LAYERS, *data.tokens.shape)
    for one in measure.attention_targets(data, sources, everything(data)):
        assert one.seen[0] == one.seen[1] > 0
        assert one.steps == one.dealt_steps
        assert one.steps[0] < 0.2 * one.steps[1]


@both
def test_steps_are_of_the_looks_that_wait_still(task):
    data = sequences(task, 64, 9)
    waiting = rules.waits(task, torch.from_numpy(data.tokens))[:, 1:]
    first, *later = measure.attention_targets(data, ideal_sources(data, LAYERS), everything(data))
    assert first.steps[1] == int(waiting.sum())
    assert first.steps[0] / first.steps[1] > 0.5
    assert all(one.steps[1] < first.steps[1] for one in later)
    assert first.dealt_steps[0] < first.steps[0] / 2


@both
def test_each_input_is_dealt_the_looks_of_the_one_before(task):
    data = sequences(task, 64, 9)
    sources = ideal_sources(data, LAYERS)
    own, others = (
        measure.attention_targets(data, x, everything(data)) for x in (sources, sources.roll(1, 1))
    )
    assert [one.dealt for one in own] == [one.seen for one in others]
    assert own[0].dealt[0] < own[0].seen[0]


def test_a_jump_is_a_step_by_what_stood_there_first_and_takes_what_was_fetched():
    data = sequences("letter", 256, 9)
    tokens = torch.from_numpy(data.tokens)
    fetched = rules.held_after("letter", tokens, rules.ideal("letter", tokens))
    named = rules.left(tokens)[:, None, :] == (fetched % WINDOW)[:, :, None]
    jump = named.int().argmax(-1)
    steps = measure.stepped(data, fetched, jump)
    assert torch.equal(steps, rules.waits("letter", fetched) & named.any(-1))
    plainly = rules.fits("letter", fetched).gather(2, jump[:, :, None]).squeeze(2)
    assert bool((plainly & ~steps).sum() == 0)
    assert bool((steps & ~plainly).any())
    three = torch.from_numpy(data.hops == 3)
    after = torch.where(steps, rules.held_after("letter", fetched, jump), fetched)
    assert torch.equal(after[three, -1], torch.from_numpy(data.answers)[three])


@both
def test_a_run_is_recorded_and_read(task, tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "FOLLOWED_INPUTS", 16)
    run = trained(tmp_path / "run", task, seed=3)
    made = measure.record(trajectory(run.folder), Told("command", {"B-e-flow": "hash"}))
    path = tmp_path / f"{task}-3.json"
    path.write_text(json.dumps(plain(made)))
    record = records.read(path)
    assert (record.seed, len(record.heads), record.manifest.sequences) == (3, 2, 16)
    text = json.loads(path.read_text())
    for change, words in (
        ({"looks": text["looks"][:1]}, "an entry for each of the layers"),
        ({"heads": text["heads"][:1], "looks": text["looks"][:1]}, "one for each layer"),
        ({"heads": text["heads"][::-1]}, "one for each layer"),
        ({"heads": text["heads"] * 2, "looks": text["looks"] * 2}, "one for each layer"),
        ({"looks": [looked(dealt=[1, 3])] * 2}, "not as many in each layer"),
        ({"looks": [looked(seen=[1, n], dealt=[1, n]) for n in (2, 9)]}, "not as many in each"),
        ({"looks": [looked(seen=[3, 2])] * 2}, "is no .right, of."),
        ({"looks": [looked(steps=[1, 3])] * 2}, "of more looks than there are"),
        ({"looks": [looked(dealt_steps=[1, 3])] * 2}, "of more looks than there are"),
        ({"solved": [0, 15]}, "not of the inputs"),
    ):
        path.write_text(json.dumps(text | change))
        with pytest.raises(Misread, match=words):
            records.read(path)
