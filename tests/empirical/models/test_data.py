"""The task data against an independent solver: answers, uniqueness, balance, seeds."""

import numpy as np
import pytest

from empirical.models.data import sequences, splits
from empirical.protocol.vocabulary import LENGTH, TASKS, WINDOW, vocabulary
from tests.empirical.solver import FOLLOW, follow_letter, follow_number


def words_of(data):
    names = np.array(vocabulary(data.task).names)
    return names[data.tokens].tolist(), names[data.answers].tolist()


def test_solver_reads_the_worked_examples():
    assert follow_number(["C", "B", "A", "1", "4", "1", "3", "2", "1"]) == ("C", 4)
    assert follow_letter(["C2", "B1", "A3", "FA", "EC", "DE", "HF", "GD", "IG"]) == ("C2", 4)


def test_solver_refuses_what_has_no_answer():
    with pytest.raises(ValueError, match="before the first"):
        follow_number(["a", "3"])
    with pytest.raises(ValueError, match="not one earlier"):
        follow_letter(["A1", "A2", "BA"])


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("lead", [0, 1, 40])
def test_answer_and_hops_agree_with_the_solver(task, lead):
    data = sequences(task, 2000, seed=3, lead=lead)
    assert data.tokens.shape == (2000, LENGTH + lead)
    for words, answer, hops, place in zip(*words_of(data), data.hops, data.places, strict=True):
        assert FOLLOW[task](words) == (answer, hops)
        assert words[lead + place] == answer


@pytest.mark.parametrize("task", TASKS)
def test_windows_hold_what_the_spec_says(task):
    data = sequences(task, 2000, seed=4)
    answers = vocabulary(task).answers
    assert (data.tokens[:, :WINDOW] < answers).all()
    assert (data.tokens[:, WINDOW:] >= answers).all()


def test_number_letters_are_distinct_and_pointers_stay_inside():
    data = sequences("number", 4000, seed=5)
    assert all(len(set(row)) == WINDOW for row in data.tokens[:, :WINDOW].tolist())
    steps = data.tokens[:, WINDOW:] - 119
    assert (steps >= 1).all()
    assert (steps <= np.arange(WINDOW, LENGTH)).all()


def test_repeated_letters_are_drawn_with_replacement_and_leave_the_rest_alone():
    data = sequences("number", 40_000, seed=5, letters="repeated")
    window = data.tokens[:, :WINDOW]
    distinct = [len(set(row)) == WINDOW for row in window.tolist()]
    chance = np.prod(1 - np.arange(WINDOW) / 120)
    assert abs(np.mean(distinct) - chance) < 5 * np.sqrt(chance * (1 - chance) / len(distinct))
    off_path = window[np.arange(len(window)), (data.places + 1) % WINDOW]
    counts, expected = np.bincount(off_path, minlength=120), len(window) / 120
    assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)
    for words, answer, hops, place in zip(*words_of(data), data.hops, data.places, strict=True):
        assert FOLLOW["number"](words) == (answer, hops)
        assert words[place] == answer
    letter = sequences("letter", 400, seed=5).sha256()
    assert sequences("letter", 400, seed=5, letters="repeated").sha256() == letter


def test_every_number_pointer_is_uniform_off_the_path():
    data = sequences("number", 40_000, seed=6)
    first = data.tokens[data.hops == 1][:, WINDOW + 3] - 119  # never on a one-hop path
    counts = np.bincount(first, minlength=WINDOW + 4)[1:]
    expected = len(first) / (WINDOW + 3)
    assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("n", [64, 640, 30_720])
def test_balance_of_hops_places_and_answers(task, n):
    data = sequences(task, n, seed=7)
    values = vocabulary(task).answers
    for hop in range(1, 5):
        part = data[data.hops == hop]
        assert len(part) == n // 4
        assert np.ptp(np.bincount(part.places, minlength=WINDOW)) <= 1
        assert np.ptp(np.bincount(part.answers, minlength=values)) <= 1
        if len(part) >= WINDOW * values:
            pairs = np.bincount(part.places * values + part.answers, minlength=WINDOW * values)
            assert np.ptp(pairs) <= 1


def test_splits_have_the_spec_sizes_and_do_not_repeat():
    train, held, test = splits("number", seed=0, total=48_000)
    assert [len(x) for x in (train, held, test)] == [43_200, 240, 4_560]
    rows = {row.tobytes() for row in train.tokens}
    assert sum(row.tobytes() in rows for row in test.tokens) == 0


@pytest.mark.parametrize("task", TASKS)
def test_seed_and_stream_decide_the_data(task):
    same = sequences(task, 64, 1).sha256() == sequences(task, 64, 1).sha256()
    others = [sequences(task, 64, 2), sequences(task, 64, 1, stream=1), sequences(task, 64, 1, 1)]
    assert same
    assert len({data.sha256() for data in [sequences(task, 64, 1), *others]}) == 4


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="unknown task 'digit'"):
        sequences("digit", 4, 0)
    with pytest.raises(ValueError, match="n = 6"):
        sequences("number", 6, 0)


def test_vocabularies_have_the_spec_sizes():
    number, letter = vocabulary("number"), vocabulary("letter")
    assert (len(number), number.names[0], number.names[119], number.names[135]) == (
        136,
        "a",
        "dp",
        "16",
    )
    assert (len(letter), letter.names[0], letter.names[127]) == (128, "A1", "HH")
