"""The binding task: statements of one length in any tokenizer, or one line that says why not."""

import numpy as np
import pytest
import torch

from empirical.experiments.language.binding_task import build, solved_inputs
from empirical.instrument.session import Session
from empirical.models.hub import ModelError
from empirical.models.pretrained import load
from tests.empirical.talkers import talker

CPU = torch.device("cpu")


@pytest.fixture(scope="module", params=["bytes", "marks"])
def loaded(request, tmp_path_factory):
    return load(talker(tmp_path_factory.mktemp("model"), spaces=request.param), CPU)


@pytest.mark.parametrize("count", [2, 64, 256])
def test_every_statement_is_a_block_of_the_same_length(loaded, count):
    task = build(loaded, count, inputs=3)
    assert task.tokens.shape[0] == len(task.answers) == 3
    for row, answer in zip(task.tokens, task.answers, strict=True):
        stop = task.start + task.count * task.length
        blocks = row[task.start : stop].reshape(count, task.length)
        texts = [loaded.tokenizer.decode(block).strip() for block in blocks]
        assert len({text.split()[0] for text in texts}) == count
        assert all(text.split()[1] == "likes" and text.endswith(".") for text in texts)
        question = loaded.tokenizer.decode(row[stop:])
        asked = question.split()[2]
        statement = next(text for text in texts if text.split()[0] == asked)
        assert question.strip() == f"What does {asked} like? {asked} likes"
        assert loaded.tokenizer.decode([answer]).strip() in statement.split()[2]


def test_it_is_the_same_at_every_call(loaded):
    assert np.array_equal(build(loaded, 8).tokens, build(loaded, 8).tokens)


def test_answers_count_only_when_they_are_right(loaded, monkeypatch):
    task = build(loaded, 8, inputs=4)
    plain = loaded.model.forward

    def knowing(tokens, **options):
        output = plain(tokens, **options)
        row = next(i for i, known in enumerate(task.tokens) if np.array_equal(known, tokens[0]))
        output.logits[0, -1, task.answers[row] if row < 3 else task.answers[row] + 1] = 1e4
        return output

    monkeypatch.setattr(loaded.model, "forward", knowing)
    assert solved_inputs(loaded, task, Session()).tolist() == [True, True, True, False]


@pytest.mark.parametrize(
    ("options", "count", "message"),
    [
        ({"positions": 64}, 256, "takes 64: give --statements"),
        ({"size": 300}, 256, "tokenizer offers"),
        ({}, 100_000, "give --statements"),
        ({}, 1, "two statements"),
    ],
)
def test_what_cannot_be_posed_says_why(tmp_path, options, count, message):
    model = load(talker(tmp_path, **options), CPU)
    with pytest.raises(ModelError, match=message):
        build(model, count)


def test_the_number_of_statements_advised_fits(tmp_path):
    model = load(talker(tmp_path, positions=64), CPU)
    with pytest.raises(ModelError) as refused:
        build(model, 200)
    assert build(model, int(str(refused.value).split()[-1])).tokens.shape[1] <= 64
